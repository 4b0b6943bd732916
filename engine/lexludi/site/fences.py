"""Regulation texts in pages written by hand: blocks of Markdown fenced with `ludi`, `console`, `toml` become markup."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from lexludi.base.folding import fold
from lexludi.language.phrases import phrase_table
from lexludi.site.formal import Piece
from lexludi.site.markup import render_part
from lexludi.site.page import TAGS

_FENCE = re.compile(r"(?ms)^```ludi (?P<language>zh|pt|en)\n(?P<text>.*?)^```$")
_OTHER = re.compile(r"(?ms)^```(?:console|toml|text)\n(?P<text>.*?)^```$")
_KINDS = {"|": "words", "~": "summary", "#": "comment", ">": "quoted"}


@dataclass(frozen=True)
class Listing:
    """Lines of text, each in pieces that are set apart by their kind; `tag` is that of its language, if it has one."""

    lines: tuple[tuple[Piece, ...], ...]
    tag: str = ""


def shown_texts(markdown: str) -> str:
    """A written page with its fenced texts as markup, one block of HTML each."""
    shown = _FENCE.sub(lambda m: _listing(m["text"], m["language"]), markdown)
    return _OTHER.sub(lambda m: _plain(m["text"]), shown)


def _plain(text: str) -> Markup:
    """The output of a terminal, or a file, as it stands."""
    return render_part("listing.html", Listing(tuple((Piece(line or " "),) for line in _lines(text))))


def _listing(text: str, language: str) -> Markup:
    """A regulation text, line by line."""
    lines = tuple(tuple(_pieces(line, language)) for line in _lines(text))
    return render_part("listing.html", Listing(lines, TAGS[language]))


def _lines(text: str) -> list[str]:
    return text.rstrip("\n").split("\n")


def _pieces(line: str, language: str) -> Iterator[Piece]:
    if not line.strip():
        yield Piece(" ")  # a blank line would end the block for Markdown
    elif kind := _KINDS.get(fold(line.lstrip()[:1])):
        yield Piece(line, kind)
    elif line[0] != " ":
        yield Piece(line, "heading")
    else:
        quotes = phrase_table(language).marks.quotes
        for index, part in enumerate(re.split(f"({quotes[0]}[^{quotes}]*{quotes[1]})", line)):
            yield Piece(part, "term" if index % 2 else "")
