"""Generated pages: address, title, body, place in the navigation, and entries of the search index."""

import json
import posixpath
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from lexludi.base.cache import digest
from lexludi.base.messages import LOCALES, Catalogue, catalogue

# Tags of languages as BCP 47 has them.
TAGS = {language: locale.replace("_", "-") for language, locale in LOCALES.items()}


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


def leaf_of(data: dict[str, Any]) -> Leaf:
    """The leaf of plain data."""
    return Leaf(**{**data, "section": None if data["section"] is None else tuple(data["section"])})


@dataclass(frozen=True)
class Here:
    """The page being made: the sentences of its language, and relative addresses of other pages."""

    path: str

    @property
    def language(self) -> str:
        """The language of the page."""
        return self.path.partition("/")[0]

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
