"""Generated pages: address, title, body and place; and what is made of them: the navigation, and the search index."""

import json
import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, field, replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from lexludi.base.cache import digest
from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS, Catalogue, catalogue
from lexludi.base.script import simplified_forms


@dataclass(frozen=True)
class Hit:
    """An entry of the search index: a place in a page, its title and text; `also` is searched but not shown."""

    anchor: str
    title: str
    text: str
    also: str = ""
    eid: str = ""


@dataclass(frozen=True)
class Heading:
    """A heading of a page, for its table of contents."""

    anchor: str
    title: str


@dataclass(frozen=True)
class PlacedPage:
    """A page in its place.

    `path` has no slash at its ends and begins with the language; the address of the
    page is the path with a slash after it. `section` says under which titles it
    stands in the navigation, there perhaps `listed` by another title than its own; pages
    with `section` `None` are not listed there, and `under` is the path of the page beside
    which the navigation then stands. A section begins with its own page, whose last title
    is `index`.
    """

    path: str
    title: str
    _: KW_ONLY
    section: tuple[str, ...] | None = ()
    under: str = ""
    listed: str = ""

    @property
    def language(self) -> str:
        """The language of the page."""
        return self.path.partition("/")[0]

    @property
    def source(self) -> str:
        """The name of the page as a file of Markdown; only the page of a section is called `index`."""
        opens = self.section is not None and self.section[-1:] == ("index",)
        return f"{self.path}/index.md" if opens else f"{self.path}.md"


@dataclass(frozen=True)
class Leaf(PlacedPage):
    """All that is known of a page where it is not opened: its place, and a digest of what it shows."""

    digest: str


@dataclass(frozen=True)
class GeneratedPage(PlacedPage):
    """A page of the site, whole."""

    body: Markup
    description: str = ""
    kind: str = ""
    headings: tuple[Heading, ...] = ()
    hits: tuple[Hit, ...] = ()
    data: Any = field(default=None, repr=False)  # JSON-LD
    feed: str = ""  # the address of a feed, from this page
    of: str = ""  # the title of the work that it is about

    @property
    def leaf(self) -> Leaf:
        """The page as the others know it; its hits are in the index, and not on the page."""
        shown = (str(self.body), repr(replace(self, body=Markup(), hits=())), json.dumps(self.data))
        return Leaf(self.path, self.title, digest(shown), section=self.section, under=self.under, listed=self.listed)


def page_of(data: dict[str, Any]) -> GeneratedPage:
    """The page of plain data: its fields, those within it as objects and lists."""
    data["body"] = Markup(data["body"])
    data["section"] = None if data["section"] is None else tuple(data["section"])
    data["headings"] = tuple(Heading(**heading) for heading in data["headings"])
    data["hits"] = tuple(Hit(**hit) for hit in data["hits"])
    return GeneratedPage(**data)


@dataclass(frozen=True)
class Here:
    """The page being made: the sentences of its language, and relative addresses of other pages."""

    path: str

    @property
    def language(self) -> str:
        """The language of the page."""
        return self.path.partition("/")[0]

    @property
    def tag(self) -> str:
        """The tag of that language, for words of the page within a text in another."""
        return TAGS[self.language]

    @property
    def words(self) -> Catalogue:
        """The catalogue of its language."""
        return catalogue(self.language)

    def say(self, key: str, /, **args: Any) -> str:
        """A sentence of the site."""
        return self.words.say(key, **args)

    def link(self, path: str, anchor: str = "") -> str:
        """A relative address of a page of the same language, given without the language."""
        return self.to(f"{self.language}/{path}".rstrip("/"), anchor)

    def to(self, path: str, anchor: str = "") -> str:
        """A relative address of any page."""
        hash_ = f"#{anchor}" if anchor else ""
        if path == self.path and anchor:
            return hash_
        # A page is a folder on the site: an address is relative to its path as a folder, and ends with a slash.
        return _relative(path or ".", self.path) + hash_


@lru_cache(4096)
def _relative(path: str, start: str) -> str:
    return posixpath.relpath(path, start) + "/"


def told_apart(titles: Sequence[tuple[str, str]], words: Catalogue) -> Iterator[str]:
    """Titles, each given with the name of its work: of several that are the same, with this name behind them."""
    works: dict[str, set[str]] = {}
    for title, name in titles:
        works.setdefault(title, set()).add(name)
    for title, name in titles:
        yield title if len(works[title]) == 1 else f"{title}{name.join(words.brackets)}"


# ── Navigation ──────────────────────────────────────────────────────────────


@dataclass
class NavigationEntry:
    """A page, or a section; a section may have a page of its own. `source` is a Markdown file."""

    title: str
    source: str = ""
    below: list["NavigationEntry"] = field(default_factory=list)


def navigation(language: str, made: Iterable[PlacedPage]) -> list[NavigationEntry]:
    """The navigation of a language."""
    top = NavigationEntry("")
    for page in made:
        if page.language == language and page.section is not None:
            _put(top, page)
    return top.below


def _put(top: NavigationEntry, page: PlacedPage) -> None:
    section = page.section or ()
    # The depth of the section whose own page this is; none for a page within one.
    own_depth = len(section) - 1 if section[-1:] == ("index",) else None
    place = top
    for depth, title in enumerate(section[:own_depth], 1):
        # Two works may have the same title: with its own page another section begins.
        entry = None if depth == own_depth else next((e for e in reversed(place.below) if e.title == title), None)
        if entry is None:
            entry = NavigationEntry(title)
            place.below.append(entry)
        place = entry
    if own_depth is not None:
        place.source = page.source
    else:
        place.below.append(NavigationEntry(page.listed or page.title, page.source))


# ── The search index ────────────────────────────────────────────────────────


INDEX = "search/index.json"


def search_stub(language: str) -> dict[str, Any]:
    """The address of the index as seen from the worker, for which the theme asks on every page."""
    return {"config": {"lang": ["en"], "separator": " ", "pipeline": [], "index": f"../{language}/{INDEX}"}, "docs": []}


@dataclass(frozen=True)
class SearchPart:
    """The share of some pages in an index: places with their words, as objects of JSON in a row, and titles."""

    docs: str
    titles: Mapping[str, str]


def search_part(pages: Sequence[GeneratedPage]) -> SearchPart:
    """The part of some pages, with addresses relative to the folder of their language."""
    docs = (json.dumps(doc, ensure_ascii=False) for page in pages for doc in _docs(page))
    titles = {
        _place_in_index(page): f"{page.title} · {page.of}" if page.of else page.title for page in pages if page.hits
    }
    return SearchPart(", ".join(docs), titles)


def search_index(parts: Sequence[SearchPart]) -> str:
    """The index of one language, in JSON."""
    # Parts are JSON already: put in a row as text, nothing of them is read again.
    docs = ", ".join(part.docs for part in parts if part.docs)
    titles = {place: title for part in parts for place, title in part.titles.items()}
    config = json.dumps({"simplified": _simplified(docs), "titles": titles}, ensure_ascii=False)
    return f'{{"config": {config}, "docs": [{docs}]}}'


def _simplified(text: str) -> dict[str, str]:
    """The Simplified form of each Traditional character that occurs: both are searched for as one."""
    used = set(text)
    return {t: s for t, s in simplified_forms().items() if t in used}


def _place_in_index(page: GeneratedPage) -> str:
    place = page.path.removeprefix(page.language).lstrip("/")
    return f"{place}/" if place else ""


def _docs(page: GeneratedPage) -> Iterable[dict[str, str]]:
    place = _place_in_index(page)
    for hit in page.hits:
        location = f"{place}#{hit.anchor}" if hit.anchor else place
        doc = {"location": location, "title": hit.title, "text": hit.text, "alt": hit.also, "eid": hit.eid}
        yield {k: v for k, v in doc.items() if v or k in ("location", "title", "text")}
