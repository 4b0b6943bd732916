"""Raw documents: files or the standard input; the lines of text, OCR, HTML or PDF, each with its place."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path

from lexludi.base.boundary import bytes_of
from lexludi.base.errors import LexludiError, MachineFailure, from_system

FORMS = ("text", "html", "pdf", "ocr", "akn")

_SUFFIXES = {".pdf": "pdf", ".html": "html", ".htm": "html", ".xhtml": "html", ".md": "ocr", ".akn": "akn"}

# No regulation is as long; what is beyond is not read. Pictures of pages may take more than words.
MAX_BYTES = 64 << 20
MAX_TEXT = 1 << 20
# Patterns take the square of its length on a line made for that; a law on a single line is shorter.
MAX_LINE = 10_000


class UnreadableDocument(LexludiError):
    """A raw document that cannot be read: no such file, too large, no PDF, or nothing to read PDF with."""


@dataclass(frozen=True)
class RawLine:
    """A line of a raw document: its text without margins, and its place (`page` is 0 where there are no pages).

    `gap` is true where something stands between it and the line before: a blank
    line, the end of a block, a column or a page.
    """

    text: str
    file: str
    number: int
    page: int = 0
    gap: bool = False

    @property
    def place(self) -> str:
        """The place as it is shown: a file and a line, and in a PDF the page and its line."""
        return f"{self.file}:{f'p{self.page}:' if self.page else ''}{self.number}"


@dataclass(frozen=True)
class Raw:
    """A raw document: the name by which its places are told, and its bytes."""

    name: str
    data: bytes


def read_raw(path: Path) -> Raw:
    """The raw document in a file, or on the standard input, which is called `-`.

    Raises:
        UnreadableDocument: there is no such file, or it is too large.
    """
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1) if str(path) == "-" else bytes_of(path, MAX_BYTES)
    except OSError as problem:
        if isinstance(from_system(problem), MachineFailure):
            raise
        raise UnreadableDocument("no-such-document", name=str(path)) from None
    if len(data) > MAX_BYTES:
        raise UnreadableDocument("document-too-large", name=path.name)
    return Raw(path.name, data)


def form_of(raw: Raw) -> str:
    """The form of a document by the suffix of its name, else by how it begins."""
    suffix = Path(raw.name).suffix.lower()
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    head = raw.data[:2048].lstrip().lower()
    if head.startswith(b"%pdf"):
        return "pdf"
    if b"<akomantoso" in head:
        return "akn"
    return "html" if head.startswith((b"<!doctype html", b"<html", b"<?xml")) else "text"


def read_lines(raw: Raw, form: str) -> list[RawLine]:
    """The lines of a document of any form but Akoma Ntoso that hold anything.

    Raises:
        UnreadableDocument: it is no PDF, or too large for its form.
    """
    if form == "pdf":
        from lexludi.exchange.pdf import pdf_lines

        return list(_in_pages(raw.name, pdf_lines(raw.data, raw.name)))
    if len(raw.data) > MAX_TEXT:
        raise UnreadableDocument("document-too-large", name=raw.name)
    text = _decoded(raw.data)
    if form == "html":
        text = _text_of_html(text)
    if form == "ocr":
        text = "\n".join(map(_without_markdown, text.split("\n")))
    lines = list(_numbered(raw.name, text.split("\n")))
    if any(len(line.text) > MAX_LINE for line in lines):
        raise UnreadableDocument("document-too-large", name=raw.name)
    return lines


@dataclass(frozen=True)
class _Code:
    """A code of Chinese: its name, and the first and last codes of the characters that it has for frequent use."""

    name: str
    first: int
    last: int
    first_trail: int

    def share(self, text: str) -> float:
        """The share of frequent characters among the Chinese ones of a text that was read in it."""
        codes = [char.encode(self.name) for char in text if "\u4e00" <= char <= "\u9fff"]
        frequent = sum(self.first <= c[0] <= self.last and c[1] >= self.first_trail for c in codes if len(c) == 2)
        return frequent / max(1, len(codes))


# The first level of Big5 has 5401 characters, that of GB 2312 has 3755: texts of law hardly use others. A text that is
# read in the wrong one of both has its characters scattered over all levels.
_CODES = {
    "Big5-HKSCS": _Code("big5hkscs", 0xA4, 0xC6, 0x40),
    "GB 18030": _Code("gb18030", 0xB0, 0xD7, 0xA1),
}
# By less than this, one reading is no more likely than the other; short texts may come so near.
_LEAST_LEAD = 0.2


def _decoded(data: bytes) -> str:
    """The text of a file in UTF-8, else in the codes that copies of the gazette are found in."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _one_newline(data.decode("utf-16", "replace"))
    # UTF-8 is hardly ever valid by accident; the two Chinese codes often are for texts in the other.
    with suppress(UnicodeDecodeError):
        return _one_newline(data.decode("utf-8-sig"))
    if shares := _shares(data):
        return _one_newline(data.decode(_CODES[shares[0][0]].name))
    return _one_newline(data.decode("cp1252", "replace"))


def _shares(data: bytes) -> list[tuple[str, float]]:
    """The Chinese codes in which a file can be read, the more likely first, with the shares of frequent characters."""
    found = []
    for name, code in _CODES.items():
        with suppress(UnicodeDecodeError):
            found.append((name, code.share(data.decode(code.name))))
    return sorted(found, key=lambda item: -item[1])


def doubtful_code(raw: Raw) -> str:
    """The code in which a file of text was read, where another is about as likely; else empty."""
    if raw.data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ""
    with suppress(UnicodeDecodeError):
        raw.data.decode("utf-8-sig")
        return ""
    first, *others = _shares(raw.data) or [("", 0.0)]
    return first[0] if any(first[1] - share < _LEAST_LEAD for _, share in others) else ""


def _one_newline(text: str) -> str:
    return re.sub(r"\r\n?|[\v\f\x85\u2028\u2029]", "\n", text)


def _numbered(file: str, lines: list[str], page: int = 0) -> Iterator[RawLine]:
    gap = True
    for number, raw in enumerate(lines, 1):
        text = " ".join(raw.split())
        if text:
            yield RawLine(text, file, number, page, gap)
        gap = not text


def _in_pages(file: str, lines: Iterator[tuple[int, str]]) -> Iterator[RawLine]:
    for page, of_page in groupby(lines, key=lambda line: line[0]):
        yield from _numbered(file, [text for _, text in of_page], page)


# ── Markdown ────────────────────────────────────────────────────────────────

# `## `, `- `, `> ` or `|` at the beginning of a line; `*…*`, `***…***` or `__…__` in it.
_OPENING = re.compile(r"^\s*(#{1,6}\s+|[-*+]\s+|>\s+|\|)")
_EMPHASIS = re.compile(r"(\*{1,3}|_{2,3})(?=\S)(.+?)(?<=\S)\1")


def _without_markdown(line: str) -> str:
    """A line without the marks that recognition gives headings, lists and emphasis."""
    text = _OPENING.sub("", line)
    # Twice, for emphasis within emphasis.
    return _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", text))


# ── HTML ────────────────────────────────────────────────────────────────────

# What a page has besides its text. A heading of the page (`header`) may hold the title of the law.
_FRAME = frozenset("head title script style nav aside footer form button select noscript template svg iframe".split())
# What a head may hold: anything else ends it, whether its end is written or not.
_IN_HEAD = frozenset("base link meta noscript script style template title".split())
# What shows no text, up to the end of the page if it is not closed.
_UNSEEN = frozenset("title script style".split())
# What the whole of a page stands in.
_PAGE = frozenset({"html", "body"})
# Elements whose end is always written; what is still open in them ends with them.
_WHOLE = _FRAME | frozenset("html body div table section main article ul ol dl blockquote".split())
_BLOCKS = frozenset(
    "p div br hr li ul ol dl dt dd table tr td th h1 h2 h3 h4 h5 h6 section article main header blockquote pre".split()
)


# As browsers read it, one that is not closed lasts to the end.
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


class _Blocks(HTMLParser):
    """The text of a page, a line for each block, blank lines between; without its frame, so far as this is closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.open: list[str] = []
        # How many of each are open, and of the frame: pages may be as deep as they are long.
        self.count: Counter[str] = Counter()
        self.frames = 0
        # Since the first element of the frame that is open.
        self.held: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _IN_HEAD:
            self._end_head()
        if tag in _WHOLE:
            if tag in _FRAME and not self.frames:
                self.out.append("\n\n")
            self.open.append(tag)
            self.count[tag] += 1
            self.frames += tag in _FRAME
        if tag in _BLOCKS:
            self._put("\n" if tag == "br" else "\n\n")

    def handle_endtag(self, tag: str) -> None:
        ended, frames, unseen = "" if self.count[tag] else tag, self.frames, False
        # With it ends what was opened within and never closed.
        while ended != tag:
            ended = self.open.pop()
            self.count[ended] -= 1
            self.frames -= ended in _FRAME
            unseen |= ended in _UNSEEN
        if frames and not self.frames:
            # A part of the frame that ends with the page alone was never closed: the text of the page is in it.
            self.out += self.held if tag in _PAGE and not unseen else ["\n\n"]
            self.held.clear()
        if tag in _BLOCKS and tag != "br":
            self._put("\n\n")

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._end_head()
        self._put(re.sub(r"\s+", " ", data))

    def close(self) -> None:
        """End the page: a form or another part of the frame that was never closed has the text of the page in it."""
        super().close()
        if _UNSEEN.isdisjoint(self.open):
            self.out += self.held

    def _end_head(self) -> None:
        if self.open[-1:] == ["head"]:
            self.handle_endtag("head")

    def _put(self, text: str) -> None:
        (self.held if self.frames else self.out).append(text)


def _text_of_html(text: str) -> str:
    parser = _Blocks()
    # The parser looks for the end of each comment and tag anew: where there is none, in time of their square.
    tagged, end, rest = _COMMENT.sub("", text).rpartition(">")
    parser.feed(tagged + end + rest.replace("<", "&lt;"))
    parser.close()
    return "".join(parser.out)
