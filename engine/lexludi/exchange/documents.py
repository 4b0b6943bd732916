"""Raw documents: the lines of a file of text, OCR, HTML or PDF, each with its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path

from lexludi.base.errors import LexludiError, MachineFailure, from_system

FORMS = ("text", "html", "pdf", "ocr")

_SUFFIXES = {".pdf": "pdf", ".html": "html", ".htm": "html", ".xhtml": "html", ".md": "ocr"}

# No regulation is as long; what is beyond is not read.
MAX_BYTES = 64 << 20


class UnreadableDocument(LexludiError):
    """A raw document that cannot be read: no such file, too large, no PDF, or nothing to read PDF with."""


@dataclass(frozen=True)
class Line:
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


def form_of(path: Path) -> str:
    """The form of a file by its suffix, else by how it begins."""
    if path.suffix.lower() in _SUFFIXES:
        return _SUFFIXES[path.suffix.lower()]
    head = _bytes_of(path)[:512].lstrip().lower()
    if head.startswith(b"%pdf"):
        return "pdf"
    return "html" if head.startswith((b"<!doctype html", b"<html", b"<?xml")) else "text"


def read_lines(path: Path, form: str) -> list[Line]:
    """The lines of a file that hold anything.

    Raises:
        UnreadableDocument: there is no such file, it is too large, or it is no PDF.
    """
    if form == "pdf":
        from lexludi.exchange.pdf import pdf_lines

        return list(_in_pages(path.name, pdf_lines(_bytes_of(path), path.name)))
    text = _decoded(_bytes_of(path))
    if form == "html":
        text = _text_of_html(text)
    if form == "ocr":
        text = "\n".join(map(_without_markdown, text.split("\n")))
    return list(_numbered(path.name, text.split("\n")))


def _bytes_of(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UnreadableDocument("document-too-large", name=path.name)
        return path.read_bytes()
    except OSError as problem:
        if isinstance(from_system(problem), MachineFailure):
            raise
        raise UnreadableDocument("no-such-document", name=str(path)) from None


def _decoded(data: bytes) -> str:
    """The text of a file in UTF-8, else in the codes that copies of the gazette are found in."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _one_newline(data.decode("utf-16", "replace"))
    for encoding in ("utf-8-sig", "big5hkscs", "gb18030"):
        try:
            return _one_newline(data.decode(encoding))
        except UnicodeDecodeError:
            continue
    return _one_newline(data.decode("cp1252", "replace"))


def _one_newline(text: str) -> str:
    return re.sub(r"\r\n?|[\v\f\x85\u2028\u2029]", "\n", text)


def _numbered(file: str, lines: list[str], page: int = 0) -> Iterator[Line]:
    gap = True
    for number, raw in enumerate(lines, 1):
        text = " ".join(raw.split())
        if text:
            yield Line(text, file, number, page, gap)
        gap = not text


def _in_pages(file: str, lines: Iterator[tuple[int, str]]) -> Iterator[Line]:
    for page, of_page in groupby(lines, key=lambda line: line[0]):
        yield from _numbered(file, [text for _, text in of_page], page)


# ── Markdown ────────────────────────────────────────────────────────────────

_OPENING = re.compile(r"^\s*(#{1,6}\s+|[-*+]\s+|>\s+|\|)")
_EMPHASIS = re.compile(r"(\*{1,3}|_{2,3})(?=\S)(.+?)(?<=\S)\1")


def _without_markdown(line: str) -> str:
    """A line without the marks that recognition gives headings, lists and emphasis."""
    text = _OPENING.sub("", line)
    return _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", text))


# ── HTML ────────────────────────────────────────────────────────────────────

# What a page has besides its text. A heading of the page (`header`) may hold the title of the law.
_FRAME = frozenset("head script style nav aside footer form button select noscript template svg iframe".split())
_BLOCKS = frozenset(
    "p div br hr li ul ol dl dt dd table tr td th h1 h2 h3 h4 h5 h6 section article main header blockquote pre".split()
)


class _Blocks(HTMLParser):
    """The text of a page, a line for each block, blank lines between."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.inside = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside += tag in _FRAME
        if tag in _BLOCKS:
            self.out.append("\n" if tag == "br" else "\n\n")

    def handle_endtag(self, tag: str) -> None:
        self.inside = max(0, self.inside - (tag in _FRAME))
        if tag in _BLOCKS and tag != "br":
            self.out.append("\n\n")

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.out.append(re.sub(r"\s+", " ", data))


def _text_of_html(text: str) -> str:
    parser = _Blocks()
    parser.feed(text)
    parser.close()
    return "".join(parser.out)
