"""Pages written by hand, in Markdown: pages of the site like those that are made of regulations; and their listings."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from lexludi.base.boundary import MAX_TEXT_BYTES, bytes_of, text_of
from lexludi.base.cache import CacheEntry, digest, file_digests
from lexludi.base.folding import fold
from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS, catalogue
from lexludi.base.resources import data_folder
from lexludi.language.phrases import LANGUAGES, phrase_table
from lexludi.law.files import engine_digest
from lexludi.site.formal import SentencePiece
from lexludi.site.markup import render_part
from lexludi.site.page import GeneratedPage, Heading, Here, Hit, page_of

SUFFIX = ".md"
# The sections of the navigation, by their keys, and the pages in each: a file, or a folder with a page of its own.
_GUIDE = ("reading", "guide", "editors", "reference", "library", "service", "diagnostics")
_SECTIONS = (("guide", _GUIDE), ("about", ("about",)))
_INDEX = "index"
# A page of which the entries, each below a heading of its own, are docstrings.
_LIBRARY = "library"
# `guide/play.md#settings`, `../reading.md`.
_ADDRESS = re.compile(r"(?P<path>[\w./-]+)\.md(?:#(?P<anchor>.+))?", re.ASCII)


def pages_folder() -> Path:
    """The folder of the pages written by hand: one folder for each language, and `assets` of all pages."""
    return data_folder("site") / "pages"


def written_pages(language: str, folder: Path | None = None) -> tuple[GeneratedPage, ...]:
    """The pages written by hand in a language, in the order of the navigation; with a cache folder they are kept there.

    Raises:
        OSError: a page cannot be read.
    """
    top = pages_folder() / language
    if folder is None:
        return tuple(_pages(top, language))
    with file_digests(folder) as digests:
        made_of = digest((engine_digest(digests),), sorted(top.rglob(f"*{SUFFIX}")), digests)
    entry = CacheEntry(f"written {top}", made_of, folder)
    kept = entry.read(lambda data: tuple(map(page_of, data)))
    if kept is None:
        kept = tuple(_pages(top, language))
        entry.write(list(map(asdict, kept)))
    return kept


def _pages(top: Path, language: str) -> Iterator[GeneratedPage]:
    for key, names in _SECTIONS:
        title = catalogue(language).say(f"site.nav.{key}")
        for name in names:
            if (top / name).is_dir():
                first = _page(top / name / f"{_INDEX}{SUFFIX}", f"{language}/{name}")
                yield replace(first, section=(title, first.title, _INDEX))
                for file in sorted((top / name).glob(f"*{SUFFIX}")):
                    if file.stem != _INDEX:
                        yield replace(_page(file, f"{language}/{name}/{file.stem}"), section=(title, first.title))
            elif (file := top / f"{name}{SUFFIX}").is_file():
                page = _page(file, f"{language}/{name}")
                yield replace(page, section=(title,)) if names[1:] else replace(page, listed=title)


def _page(file: Path, path: str) -> GeneratedPage:
    """A page, in no place of the navigation; its title is its first heading without the code at its end."""
    tokens = _markdown().parse(text_of(bytes_of(file, MAX_TEXT_BYTES)))
    here = Here(path)
    folder = path if file.stem == _INDEX else posixpath.dirname(path)
    for child in (child for token in tokens for child in token.children or ()):
        if child.type == "link_open":
            child.attrSet("href", _address(str(child.attrGet("href")), here, folder))
    if file.stem == _LIBRARY:
        _mark_docstrings(tokens)
    title, headings, hits = file.stem, [], []
    for heading, level, anchor, text in _sections(tokens):
        if level == 1:
            title = _without_code(heading)
        elif level == 2:
            headings.append(Heading(anchor, _text(heading)))
        hits.append(Hit(anchor if level > 1 else "", _text(heading), text))
    # The first paragraph says of what the page is.
    lead = next((_text(words) for opening, words in pairwise(tokens) if opening.type == "paragraph_open"), "")
    markdown = _markdown()
    body = markdown.renderer.render(tokens, markdown.options, {"say": here.say})
    # A blank line would end the block of HTML for Markdown; those of listings are none already.
    return GeneratedPage(
        path,
        title,
        Markup(re.sub(r"\n+", "\n", body)),
        description=lead,
        kind="written",
        headings=tuple(headings),
        hits=tuple(hits),
    )


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", renderer_cls=_Renderer).enable("table")


class _Renderer(RendererHTML):
    """Listings of texts by their kinds, and headings with an address; HTML in a page is not written, so none is run."""

    def fence(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """A listing."""
        return f"{listing(tokens[idx].content, tokens[idx].info)}\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """A heading of a column, which says that it is one."""
        tokens[idx].attrSet("scope", "col")
        return self.renderToken(tokens, idx, options, env)

    def heading_close(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """The end of a heading, with a link to it."""
        # The opening of the heading, which has its anchor from `_sections`.
        anchor = tokens[idx - 2].attrGet("id")
        title = env["say"]("site.permalink.heading")
        link = Markup('<a class="headerlink" href="#{}" title="{}">#</a>').format(anchor, title)
        return f"{link}{self.renderToken(tokens, idx, options, env)}"


def _mark_docstrings(tokens: Sequence[Token]) -> None:
    """Mark what stands in the entries of the library as English, whatever the language of the page."""
    level = 0
    for token in tokens:
        if token.type == "heading_open":
            level = int(token.tag[1:])
        elif level > 2 and token.level == 0 and token.nesting == 1:
            token.attrSet("lang", "en")


def _address(href: str, here: Here, folder: str) -> str:
    """The address of a page by the name of its file, seen from another; any other address as it is."""
    match = _ADDRESS.fullmatch(href)
    if match is None:
        return href
    path = posixpath.normpath(posixpath.join(folder, match["path"])).removesuffix(f"/{_INDEX}")
    return here.to(path, match["anchor"] or "")


def _sections(tokens: Sequence[Token]) -> Iterator[tuple[Token, int, str, str]]:
    """Each heading with its level, its anchor, and the text up to the next; headings receive their anchors."""
    places = [place for place, token in enumerate(tokens) if token.type == "heading_open"]
    taken: set[str] = set()
    # A heading is three tokens: its opening, its words, its closing; what follows is its section.
    for place, end in zip(places, [*places[1:], len(tokens)], strict=True):
        anchor = _anchor(_text(tokens[place + 1]), taken)
        tokens[place].attrSet("id", anchor)
        text = " ".join(_text(token) for token in tokens[place + 3 : end] if token.type == "inline")
        yield tokens[place + 1], int(tokens[place].tag[1:]), anchor, text


def _anchor(text: str, taken: set[str]) -> str:
    """The letters and digits of a heading, with a number where it stands there already."""
    plain = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())
    anchor, count = plain, 0
    while anchor in taken:
        count += 1
        anchor = f"{plain}_{count}"
    taken.add(anchor)
    return anchor


def _text(token: Token) -> str:
    """The text of inline content; a line break is a space."""
    return "".join(child.content or (" " if "break" in child.type else "") for child in token.children or ())


def _without_code(heading: Token) -> str:
    """A heading without the code at its end, by which a diagnostic is named."""
    children = list(heading.children or ())
    if len(children) > 1 and children[-1].type == "code_inline":
        children = children[:-1]
    return "".join(child.content for child in children).strip()


# ── Listings of code ────────────────────────────────────────────────────────


_KINDS = {"|": "words", "~": "summary", "#": "comment", ">": "quoted"}
# What marks a listing as a regulation text: this word, and its language.
_TEXT = "ludi"


@dataclass(frozen=True)
class Listing:
    """Lines of text, each in pieces that are set apart by their kind; `tag` is that of its language, if it has one."""

    lines: tuple[tuple[SentencePiece, ...], ...]
    tag: str = ""


def listing(text: str, info: str) -> Markup:
    """A listing as one block of HTML; `info` is what stands behind the fence that opens it, such as `ludi pt`."""
    kind, _, language = info.strip().partition(" ")
    lines = text.rstrip("\n").split("\n")
    if kind == _TEXT and language in LANGUAGES:
        shown = Listing(tuple(tuple(_pieces(line, language)) for line in lines), TAGS[language])
    else:
        shown = Listing(tuple((SentencePiece(line if line.strip() else " "),) for line in lines))
    return render_part("listing.html", shown)


def _pieces(line: str, language: str) -> Iterator[SentencePiece]:
    if not line.strip():
        yield SentencePiece(" ")  # a blank line would end the block for Markdown
    elif kind := _KINDS.get(fold(line.lstrip()[:1])):
        yield SentencePiece(line, kind)
    elif line[0] != " ":
        yield SentencePiece(line, "heading")
    else:
        quotes = phrase_table(language).marks.quotes
        for index, part in enumerate(re.split(f"({quotes[0]}[^{quotes}]*{quotes[1]})", line)):
            yield SentencePiece(part, "term" if index % 2 else "")
