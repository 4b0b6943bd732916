"""Listings of code in pages written by hand: regulation texts line by line in their kinds, all else as it stands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from lexludi.base.folding import fold
from lexludi.language.phrases import LANGUAGES, phrase_table
from lexludi.site.formal import SentencePiece
from lexludi.site.markup import render_part
from lexludi.site.page import TAGS

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
