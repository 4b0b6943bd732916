"""Raw documents: files or the standard input; the lines of text, OCR, HTML or PDF, each with its place."""

import re
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import field, replace
from html import unescape
from html.parser import HTMLParser
from itertools import accumulate, count, groupby
from pathlib import Path
from typing import TYPE_CHECKING

from lexludi.base.boundary import bytes_of
from lexludi.base.errors import LexludiError, MachineFailure, from_system
from lexludi.base.frozen import dataclass
from lexludi.exchange.numbering import numbered
from lexludi.exchange.raised import with_raised
from lexludi.language.phrases import LANGUAGES

if TYPE_CHECKING:
    from lexludi.exchange.pdf import PdfLine

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

    A PDF has pages, and so has a text that form feeds part; in a PDF lines are numbered on each page.

    `gap` is true where something stands between it and the line before: a blank
    line, the end of a block, a column or a page. `is_row` is true of a row of a table, whose cells a space parts.
    """

    text: str
    file: str
    number: int
    page: int = 0
    gap: bool = False
    is_row: bool = False

    @property
    def place(self) -> str:
        """The place as it is shown: a file and a line, and in a PDF the page and its line."""
        return f"{self.file}:{f'p{self.page}:' if self.page else ''}{self.number}"


@dataclass(frozen=True)
class LeftOut:
    """Lines that are no words of the law, or not of this language, and why: a key of the catalogues."""

    reason: str
    lines: tuple[RawLine, ...]


@dataclass(frozen=True)
class Doubt:
    """Something to look at: a key of the catalogues, a place, and what stands there; or the code of a file."""

    kind: str
    place: str
    number: str


@dataclass
class RawLines:
    """The lines of a raw document that hold anything, what was left out among them, and what is in doubt."""

    lines: list[RawLine]
    left: list[LeftOut] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)


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
        raise UnreadableDocument("document-too-large", name=path.name, limit=MAX_BYTES >> 20)
    return Raw(_name_in_line(path.name), data)


def _name_in_line(name: str) -> str:
    """The name of a file as it can stand in a line: it may hold whatever a system admits, also the end of a line."""
    printable = "".join(char if char.isprintable() else " " for char in name)
    return " ".join(printable.split()) or "?"


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


# How files begin that hold a text within a form of their own: a packed one (.docx, .odt, .epub), an older one, RTF.
_OF_PROGRAMS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"{\\rtf")


def read_lines(raw: Raw, form: str) -> RawLines:
    """The lines of a document of any form but Akoma Ntoso, with all that was left out, and what is in doubt.

    Raises:
        UnreadableDocument: it is no PDF, no text, or too large for its form.
    """
    if form == "pdf":
        from lexludi.exchange.pdf import pdf_lines

        return _of_pdf(raw.name, pdf_lines(raw.data, raw.name))
    if raw.data.startswith(_OF_PROGRAMS):
        raise UnreadableDocument("document-of-a-program", name=raw.name)
    if len(raw.data) > MAX_TEXT:
        raise UnreadableDocument("document-too-large", name=raw.name, limit=MAX_TEXT >> 20)
    codec, doubtful_code = _codec(raw.data)
    text = _one_newline(raw.data.decode(codec, "replace"))
    # No text has it, but one in UTF-16 or UTF-32 that does not say so.
    if "\0" in text:
        raise UnreadableDocument("document-no-text", name=raw.name)
    if form == "html":
        raw_lines = _read_html(raw.name, text)
    else:
        raw_lines = RawLines(list(_by_form_feeds(raw.name, text.split("\n"), is_markdown=form == "ocr")))
    for line in raw_lines.lines:
        if len(line.text) > MAX_LINE:
            raise UnreadableDocument("line-too-long", place=line.place, limit=MAX_LINE)
    raw_lines.doubts[:0] = [Doubt("code", raw.name, doubtful_code)] if doubtful_code else []
    raw_lines.doubts += [
        Doubt("lost-character", line.place, "\ufffd") for line in raw_lines.lines if "\ufffd" in line.text
    ]
    return raw_lines


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


def _codec(data: bytes) -> tuple[str, str]:
    """The codec of a file of text: UTF-8, else of the codes that copies of the gazette are found in the likeliest.

    Beside it the name of the code, where another is about as likely, else nothing. Any bytes can be read in the code of
    what is neither UTF-8 nor Chinese: nothing tells it from its like.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16", ""
    # UTF-8 is hardly ever valid by accident; the two Chinese codes often are for texts in the other.
    with suppress(UnicodeDecodeError):
        data.decode("utf-8-sig")
        return "utf-8-sig", ""
    if not (shares := _shares(data)):
        return "cp1252", "Windows-1252"
    (name, first), *others = shares
    return _CODES[name].name, name if any(first - share < _LEAST_LEAD for _, share in others) else ""


def _shares(data: bytes) -> list[tuple[str, float]]:
    """The Chinese codes in which a file can be read, the more likely first, with the shares of frequent characters."""
    shares = []
    for name, code in _CODES.items():
        with suppress(UnicodeDecodeError):
            shares.append((name, code.share(data.decode(code.name))))
    return sorted(shares, key=lambda item: -item[1])


def _one_newline(text: str) -> str:
    """The text with one kind of newline; a form feed stays, and begins a line."""
    return re.sub(r"(?<=[^\n])\f", "\n\f", re.sub(r"\r\n?|[\v\x85\u2028\u2029]", "\n", text))


def _by_form_feeds(file: str, rows: list[str], *, is_markdown: bool) -> Iterator[RawLine]:
    """The lines of a text that hold anything, with their pages, if form feeds part it."""
    begin = [row.startswith("\f") for row in rows]
    pages = accumulate(begin, initial=int(any(begin)))
    next(pages)
    placed = zip(pages, count(1), rows)
    of_tables = set(_of_tables(rows, is_markdown=is_markdown))
    for line in _held(file, _of_markdown(placed) if is_markdown else placed, of_tables):
        yield replace(line, is_row=line.number in of_tables)


def _of_tables(rows: list[str], *, is_markdown: bool) -> Iterator[int]:
    """The numbers of the rows of tables: those of Markdown; several with tabs, as what is copied from a page has them.

    Behind a number, a tab sets off the words of its provision.
    """
    cells = [[cell.strip() for cell in row.strip().split("\t")] for row in rows]
    is_row = [len(row) > 1 and not any(numbered(f"{row[0]} X", language) for language in LANGUAGES) for row in cells]
    for i, row in enumerate(rows):
        if (is_markdown and row.lstrip().startswith("|")) or (is_row[i] and any(is_row[max(0, i - 1) : i + 2 : 2])):
            yield i + 1


def _of_pdf(file: str, lines: "Iterable[PdfLine]") -> RawLines:
    of_pages = (enumerate(rows, 1) for _, rows in groupby(lines, key=lambda line: line.page))
    all_lines = [(number, line) for rows in of_pages for number, line in rows]
    held = _held(file, ((line.page, number, "" if line.is_note else line.text) for number, line in all_lines))
    notes = tuple(RawLine(line.text, file, number, line.page) for number, line in all_lines if line.is_note)
    doubts = [
        Doubt(kind, RawLine("", file, number, line.page).place, text)
        for number, line in all_lines
        for kind, text in line.doubts
    ]
    return RawLines(list(held), [LeftOut("beside", notes)] if notes else [], doubts)


def _held(file: str, rows: Iterable[tuple[int, int, str]], apart: Container[int] = ()) -> Iterator[RawLine]:
    """The rows that hold anything, each with its page and its number; a page begins behind a gap, as do rows apart."""
    gap, last = True, 0
    for page, number, row in rows:
        text = " ".join(row.split())
        if text:
            yield RawLine(text, file, number, page, gap or page != last or number in apart)
        gap, last = not text or number in apart, page


# ── Markdown ────────────────────────────────────────────────────────────────

# `## `, `- ` or `> ` at the beginning of a line; `*…*`, `***…***` or `__…__` in it, but not `2*3 e 4*5`.
_OPENING = re.compile(r"^\s*(#{1,6}\s+|[-*+]\s+|>\s+)")
# `[words](address)`, a link, but not `![a picture](address)`; `<br>`, which Markdown has from HTML.
_LINK = re.compile(r"(?<![!\\])\[([^\[\]]*)\]\([^()\s]*\)")
_LINE_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_EMPHASIS = re.compile(r"(?<!\\)(?!(?<=\d)\*+\d)(\*{1,3}|_{2,3})(?=\S)(.+?)(?<=[^\s\\])\1")
# `\*` is a mark that is meant as it stands, `&lt;` is `<`; `<sup>6</sup>` stands raised, in Markdown too.
_MEANT = re.compile(r"\\([!-/:-@\[-`{-~])|&#?\w+;")
_RAISED_TAG = re.compile(r"<(su[pb])>([^<>]*)</\1>", re.IGNORECASE)


def _of_markdown(rows: Iterable[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """The rows without marks of Markdown; the cells of a table by spaces."""
    for page, number, row in rows:
        if not row.lstrip().startswith("|"):
            yield page, number, _without_markdown(row)
            continue
        # The row of dashes below the headings of columns is a mark too.
        cells = [] if re.fullmatch(r"[\s|:-]+", row) else re.split(r"(?<!\\)\|", row)
        yield page, number, " ".join(map(_without_markdown, cells))


def _without_markdown(line: str) -> str:
    """A line without marks of headings, lists, links and emphasis, and with the characters that escapes stand for."""
    text = _LINK.sub(r"\1", _LINE_BREAK.sub(" ", _OPENING.sub("", line)))
    # Twice, for emphasis within emphasis.
    text = _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", text))
    text = _RAISED_TAG.sub(lambda tag: _of_tag(tag) or tag[0], text)
    # `&amp;lt;` is `&lt;`, and `\&amp;` is `&amp;`: each of both is replaced once, in one pass.
    return _MEANT.sub(lambda escaped: escaped[1] or unescape(escaped[0]), text)


def _of_tag(tag: re.Match[str]) -> str | None:
    return with_raised(tag[2], tag.string[: tag.start()], lowered=tag[1].lower() == "sub")


# ── HTML ────────────────────────────────────────────────────────────────────

# What a page has besides its text. A heading of the page (`header`) may hold the title of the law.
_FRAME = frozenset("head title script style nav aside footer form button select noscript template svg iframe".split())
# What a head may hold: anything else ends it, whether its end is written or not.
_IN_HEAD = frozenset("base link meta noscript script style template title".split())
# What shows no text, up to the end of the page if it is not closed.
_UNSEEN = frozenset("title script style".split())
# What the whole of a page stands in.
_PAGE = frozenset({"html", "body"})
# What was deleted from a text and is shown as such; and what stands above or below its line.
_STRUCK = frozenset("del s strike".split())
_OFF_LINE = frozenset({"sup", "sub"})
# Pictures and formulas: the text in them alone does not say what they say.
_NO_TEXT = frozenset({"img", "math"})
# In this order: what is deleted in a superscript is deleted.
_OF_OWN = (*sorted(_UNSEEN), *sorted(_STRUCK), *sorted(_NO_TEXT), *sorted(_OFF_LINE))
# Elements whose end is always written; what is still open in them ends with them.
_WHOLE = (
    _FRAME
    | _STRUCK
    | _OFF_LINE
    | frozenset("math html body div table section main article ul ol dl blockquote pre center".split())
)
_BLOCKS = frozenset(
    "p div br hr li ul ol dl dt dd dir menu table caption thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 hgroup section"
    " article main header search blockquote pre center address fieldset legend figure figcaption details summary dialog"
    " optgroup".split()
)
_NUMBER_ALONE = re.compile(
    r"\d{1,3}[.)]|[(（](?:\d{1,3}|[一二三四五六七八九十]{1,3})[)）]|[一二三四五六七八九十]{1,3}、"
)
_CELLS = frozenset({"td", "th"})
# What a page shows otherwise by its style alone.
_STYLED = re.compile(
    r"vertical-align\s*:\s*(?:super|sub)\b|line-through|display\s*:\s*none\b|visibility\s*:\s*hidden\b", re.IGNORECASE
)


# As browsers read it, one that is not closed lasts to the end; in these elements none begins.
_COMMENT = re.compile(
    r"<(script|style|title|textarea)\b.*?(?:</\1\b|\Z)|<!--.*?(?P<end>-->|\Z)", re.DOTALL | re.IGNORECASE
)


@dataclass(frozen=True)
class _Piece:
    """A stretch of the text of a page, or the end of a line or block; its line in the file, the element it is in."""

    text: str
    line: int
    within: str = ""


class _Blocks(HTMLParser):
    """The text of a page in pieces, with the ends of its blocks; without its frame, so far as this is closed."""

    def __init__(self, *, is_xml: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.is_xml = is_xml
        self.out: list[_Piece] = []
        self.open: list[str] = []
        # How many of each are open, and of the frame: pages may be as deep as they are long.
        self.count: Counter[str] = Counter()
        self.frames = 0
        # Since the first element of the frame that is open.
        self.held: list[_Piece] = []
        # What was in the frame.
        self.passed: list[_Piece] = []
        # Lines of lists that the page numbers by itself, and of what it shows otherwise by its style.
        self.counted: list[int] = []
        self.styled: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _IN_HEAD:
            self._end_head()
        if tag in _WHOLE:
            if tag in _FRAME and not self.frames:
                self.out.append(_Piece("\n\n", 0))
            self.open.append(tag)
            self.count[tag] += 1
            self.frames += tag in _FRAME
        if tag == "img":
            self._put(dict(attrs).get("alt") or tag, self.getpos()[0], tag)
        if not self.frames:
            self.counted += [self.getpos()[0]] * (tag == "ol")
            is_styled = "hidden" in dict(attrs) or _STYLED.search(dict(attrs).get("style") or "")
            self.styled += [self.getpos()[0]] * bool(is_styled)
        if tag in _BLOCKS:
            self._put("\n" if tag == "br" else "\n\n")
        if tag in {"table", "tr"} | _CELLS:
            is_wide = any(name in ("rowspan", "colspan") and value not in (None, "", "1") for name, value in attrs)
            self._put("", self.getpos()[0], "wide" if is_wide and tag in _CELLS else tag)
        if tag == "q":
            self._put("“")

    def handle_endtag(self, tag: str) -> None:
        ended, frames, unseen = "" if self.count[tag] else tag, self.frames, False
        # With it ends what was opened within and never closed.
        while ended != tag:
            ended = self.open.pop()
            self.count[ended] -= 1
            self.frames -= ended in _FRAME
            unseen |= ended in _UNSEEN
            if ended == "table":
                self._put("", within="/table")
        if frames and not self.frames:
            # A part of the frame that ends with the page alone was never closed: the text of the page is in it.
            is_text = tag in _PAGE and not unseen
            self.out += self.held if is_text else [_Piece("\n\n", 0)]
            self.passed += [] if is_text else self.held
            self.held.clear()
        if tag in _BLOCKS and tag != "br":
            self._put("\n\n")
        if tag == "q":
            self._put("”")

    def unknown_decl(self, data: str) -> None:
        """Read a section of plain text, which a page of XML shows and one of HTML does not."""
        if data.startswith("CDATA["):
            text = data.removeprefix("CDATA[")
            if self.is_xml:
                self.handle_data(text)
            else:
                self.passed.append(_Piece(text, self.getpos()[0]))

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._end_head()
        within = next((tag for tag in _OF_OWN if self.count[tag]), "")
        for line, text in enumerate(data.split("\n"), self.getpos()[0]):
            if line > self.getpos()[0]:
                self._put("\n" if self.count["pre"] else " ")
            self._put(text, line, within)

    def close(self) -> None:
        """End the page: a form or another part of the frame that was never closed has the text of the page in it."""
        super().close()
        (self.out if _UNSEEN.isdisjoint(self.open) else self.passed).extend(self.held)

    def _end_head(self) -> None:
        if self.open[-1:] == ["head"]:
            self.handle_endtag("head")

    def _put(self, text: str, line: int = 0, within: str = "") -> None:
        (self.held if self.frames else self.out).append(_Piece(text, line, within))


def _read_html(file: str, text: str) -> RawLines:
    """The lines of a page, each where its first word stands in the file."""
    parser = _Blocks(is_xml=file.endswith(".xhtml") or text.lstrip().startswith("<?xml"))
    # The parser looks for the end of each comment and tag anew: where there is none, in time of their square.
    plain = _COMMENT.sub(lambda comment: comment[0] if comment[1] else _lines_of(comment), text)
    unclosed = [comment for comment in _COMMENT.finditer(text) if comment["end"] == ""]
    tagged, end, rest = plain.rpartition(">")
    parser.feed(tagged + end + rest.replace("<", "&lt;"))
    parser.close()
    told = {"counted": parser.counted, "styled": parser.styled, "cells": _uneven(parser.out)}
    raw_lines = RawLines(
        [], doubts=[Doubt(kind, f"{file}:{line}", "") for kind, lines in told.items() for line in dict.fromkeys(lines)]
    )
    hidden = [_Piece(comment[0], text.count("\n", 0, comment.start()) + 1) for comment in unclosed]
    _leave(raw_lines, "page", file, [*(piece for piece in parser.passed if piece.within not in _UNSEEN), *hidden])
    _leave(raw_lines, "struck", file, (piece for piece in parser.out if piece.within in _STRUCK))
    _leave(raw_lines, "foreign", file, (piece for piece in parser.out if piece.within in _NO_TEXT))
    words, first, gap = "", 0, True
    for piece in (*parser.out, _Piece("\n\n", 0)):
        if piece.within in _STRUCK | _NO_TEXT:
            continue
        if not piece.text.strip(" ") or piece.text.strip("\n"):
            words += _on_line(piece, words, file, raw_lines.doubts)
            first = first or (piece.line if piece.text.strip() else 0)
            continue
        if line := " ".join(words.split()):
            _add_line(raw_lines.lines, RawLine(line, file, first, gap=gap))
        # An end of a block, or of a line without a word, is a gap.
        gap = not line or len(piece.text) > 1
        words, first = "", 0
    return raw_lines


def _add_line(lines: list[RawLine], line: RawLine) -> None:
    """Add a line of a page, behind a number in a cell or block of its own, which a page has not for its pages."""
    if lines and _NUMBER_ALONE.fullmatch(lines[-1].text):
        is_numbered = any(numbered(line.text, language) for language in LANGUAGES)
        if not is_numbered and not _NUMBER_ALONE.fullmatch(line.text):
            before = lines.pop()
            line = replace(before, text=f"{before.text} {line.text}")
    lines.append(line)


def _lines_of(comment: re.Match[str]) -> str:
    """An element that shows nothing and has the lines of a comment."""
    lines = "\n" * comment[0].count("\n")
    return f"<link{lines}>" if lines else ""


def _uneven(pieces: Iterable[_Piece]) -> Iterator[int]:
    """The lines of tables with a cell, beside others, that is empty or wide: which belong together nothing says."""
    # Of each table that is open its line, and of each cell of its last row if it is wide, and has words or a table.
    tables: list[tuple[int, list[set[str]]]] = []
    for piece in (*pieces, _Piece("", 0, "/table")):
        kind, cells = piece.within, tables[-1][1] if tables else []
        if kind in ("tr", "/table"):
            if len(cells) > 1 and any("words" in c for c in cells) and any("wide" in c or not c for c in cells):
                yield tables[-1][0]
            cells.clear()
        if kind == "/table" and tables:
            tables.pop()
        elif kind in ("td", "th", "wide") and tables:
            cells.append({kind} & {"wide"})
        elif cells and (piece.text.strip() or kind == "table"):
            cells[-1].add(kind if kind == "table" else "words")
        if kind == "table":
            tables.append((piece.line, []))


def _leave(raw_lines: RawLines, reason: str, file: str, pieces: Iterable[_Piece]) -> None:
    lines = tuple(RawLine(" ".join(p.text.split()), file, p.line) for p in pieces if p.text.strip())
    raw_lines.left += [LeftOut(reason, lines)] if lines else []


def _on_line(piece: _Piece, behind: str, file: str, doubts: list[Doubt]) -> str:
    """A piece as it can stand in a line behind others; what would mean something else there is told."""
    if piece.within not in _OFF_LINE:
        return piece.text
    shown = with_raised(piece.text, behind, lowered=piece.within == "sub")
    if shown is None:
        doubts.append(Doubt("raised", f"{file}:{piece.line}", piece.text.strip()))
    return piece.text if shown is None else shown
