"""PDF with a text layer: its lines in reading order, column by column, the gutter found where no word stands."""

import logging
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from statistics import median_high
from time import monotonic
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.exchange.characters import is_chinese
from lexludi.exchange.documents import UnreadableDocument
from lexludi.exchange.raised import with_raised

# No regulation has more pages, or takes longer: a file may be made to keep the library busy for ever.
MAX_PAGES = 1_000
MAX_SECONDS = 120.0
# Of drawing instructions on one page, inflated: a page of plain text has some thousand characters of them.
MAX_CONTENT = 8_000_000
# The gutter is sought in the middle of a page: in shares of its width, and as narrow as this in points.
_MIDDLE = (0.3, 0.7)
_NARROWEST = 6
# Lines across both columns (running heads, a title) do not hide the gutter as long as they are as few as this.
_ACROSS = 0.12
# Words of one line overlap in height by this share; lines further apart than this many heights have a gap between them.
_OVERLAP, _APART = 0.5, 1.1
# In shares of their height: characters no further apart are of one word; what is raised or lowered is smaller, and off
# its line, by as much; and so far, at most, characters reach below their line.
_TOUCHING, _SMALLER, _OFF, _DESCENT = 0.15, 0.9, 0.05, 0.3
# Those of one size that are nearer than this have no space between them: a soft hyphen may be drawn as one of no width.
_TOGETHER = 0.005
# A line rises by this share of its way where it is no level one that was scanned or set a little askew.
_ASLANT = 0.1
# A mark of a note and its first word, with a capital: `1 Ver …`, `¹Ver …`, `* 見…`.
_NOTE = re.compile(r"(?:\d{1,2} |[¹²³⁴⁵⁶⁷⁸⁹⁰]+ ?|[*†‡]+ ?)[«“\"(]?[A-ZÀ-Ý\u4e00-\u9fff]")
# Cells of a table are shorter than a column is wide: all together by this share at least.
_SHORT = 0.5


@dataclass(frozen=True)
class Word:
    """A run of characters and its box, in points from the upper left corner of the page.

    `base` is the height of its line from below, `font` the name of the font of its first character, and `size` that of
    all; `raised` is what would be another text on the line.
    """

    text: str
    left: float
    right: float
    top: float
    bottom: float
    base: float = 0
    font: str = ""
    size: float = 0
    raised: tuple[str, ...] = ()

    @property
    def height(self) -> float:
        """The height of the box."""
        return self.bottom - self.top


@dataclass(frozen=True)
class PdfLine:
    """A line and the number of its page, empty where there is a gap; kinds of doubts about it, and their words.

    A note stands at the foot of a page or column, or aslant over its text.
    """

    page: int
    text: str
    doubts: tuple[tuple[str, str], ...] = ()
    height: float = 0
    is_note: bool = False


def pdf_lines(data: bytes, name: str) -> Iterator[PdfLine]:
    """Lines with the numbers of their pages; an empty line where there is a gap.

    Raises:
        UnreadableDocument: pdfplumber is missing, the data are no PDF with a text layer, or there is too much of it.
    """
    try:
        import pdfplumber
    except ImportError:
        raise UnreadableDocument("pdf-extra-missing", name=name) from None
    # What it says of fonts, as that one does not tell its box, is nothing that a reader of the text can use.
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    try:
        with pdfplumber.open(BytesIO(data)) as document:
            pages = list(_pages(document.pages, name))
    except UnreadableDocument:
        raise
    except Exception:  # whatever a broken PDF makes of the library: there is no common class
        raise UnreadableDocument("no-pdf", name=name) from None
    if not any(words for _, words, _, _ in pages):
        raise UnreadableDocument("pdf-without-text", name=name)
    # The height of the character in the middle of all, by their heights.
    usual = median_high(word.height for _, words, _, _ in pages for word in words for _ in word.text)
    for number, (width, words, aslant, is_drawn) in enumerate(pages, 1):
        yield from page_lines(words, width, number, usual)
        # One page that was scanned among others: a blank one has nothing on it.
        if is_drawn and not words:
            yield PdfLine(number, "", (("picture", ""),))
        if aslant.strip():
            yield PdfLine(number, aslant, is_note=True)


def _pages(pages: Sequence[Any], name: str) -> Iterator[tuple[float, list[Word], str, bool]]:
    """The width and the words of each page, what stands aslant on it, as `CÓPIA` over a text, and if there is more."""
    started = monotonic()
    if len(pages) > MAX_PAGES:
        raise UnreadableDocument("pdf-too-long", name=name)
    for page in pages:
        if _is_inflated(page.page_obj.contents):
            raise UnreadableDocument("pdf-too-long", name=name)
        # Where the size changes a word may be raised: those that it does not divide are put together again.
        # To look bold, characters are drawn more than once, next to no distance apart.
        upright = page.dedupe_chars().filter(lambda item: item["object_type"] != "char" or not _is_aslant(item))
        boxes = upright.extract_words(x_tolerance=2, extra_attrs=["size"], return_chars=True)
        aslant = "".join(char["text"] for char in page.chars if _is_aslant(char))
        is_drawn = any(page.objects.keys() - {"char"})
        yield page.width, list(_joined(map(_word, boxes))), aslant, is_drawn
        page.close()
        # Nothing interrupts the library within a page: time is looked at between them. Forms that a page draws, and
        # compression other than by zlib, are not measured beforehand.
        if monotonic() - started > MAX_SECONDS:
            raise UnreadableDocument("pdf-too-long", name=name)


def _is_inflated(contents: Iterable[Any]) -> bool:
    """The drawing instructions of a page, which zlib makes a thousand times smaller at most, are too many."""
    from pdfminer.pdftypes import LITERALS_FLATE_DECODE, resolve1

    left = MAX_CONTENT
    for stream in map(resolve1, contents):
        data = stream.rawdata or b""
        for kind, _ in stream.get_filters():
            if kind not in LITERALS_FLATE_DECODE or not data:
                break
            with suppress(zlib.error):  # what is broken is read by the library as far as it goes
                data = zlib.decompressobj().decompress(data, left + 1)
        left -= len(data)
        if left < 0:
            return True
    return False


def _is_aslant(char: dict[str, Any]) -> bool:
    """True of a character on a line that is neither level nor upright."""
    low, high = sorted(map(abs, char["matrix"][:2]))
    return bool(low > _ASLANT * high)


def _word(box: dict[str, Any]) -> Word:
    left, right, top, bottom = (float(box[side]) for side in ("x0", "x1", "top", "bottom"))
    first = box["chars"][0]
    return Word(box["text"], left, right, top, bottom, first["matrix"][5], first["fontname"], box["size"])


def _joined(words: Iterable[Word]) -> Iterator[Word]:
    """Words whose characters touch as one; what is smaller and off the line of the others as it can stand on it."""
    whole: Word | None = None
    last: Word | None = None
    for word in words:
        if whole and last and _touches(last, word):
            whole, last = _with(whole, word), word
            continue
        if whole:
            yield whole
        whole = last = word
    if whole:
        yield whole


def _touches(word: Word, behind: Word) -> bool:
    """True of two words that only their size, or a space without a width, parts: a space is wider, in any size."""
    furthest = (_TOGETHER if word.size == behind.size else _TOUCHING) * min(word.height, behind.height)
    is_beside = min(word.bottom, behind.bottom) > max(word.top, behind.top)
    return is_beside and abs(behind.left - word.right) <= furthest


def _with(word: Word, behind: Word) -> Word:
    """A word with another behind it, which is raised or lowered against it, or the other way round."""
    is_smaller, is_larger = behind.height < _SMALLER * word.height, word.height < _SMALLER * behind.height
    small, large = (word, behind) if is_larger else (behind, word)
    # What rises by itself, and not with its line, shows by its box alone: the larger of a font reaches further down.
    rises = large.bottom - small.bottom if word.font == behind.font and small.base == large.base else 0
    least = _OFF * large.height
    is_raised = max(small.base - large.base, rises - _DESCENT * (large.height - small.height)) > least
    is_lowered = min(small.base - large.base, rises) < -least
    text, raised = small.text, word.raised + behind.raised
    if (is_smaller or is_larger) and (is_raised or is_lowered):
        shown = with_raised(text, word.text if is_smaller else "", lowered=is_lowered)
        raised += (text,) if shown is None else ()
        text = text if shown is None else shown
    both = text + large.text if is_larger else large.text + text
    return replace(large, text=both, left=word.left, right=behind.right, raised=raised)


def page_lines(words: list[Word], width: float, page: int, usual: float) -> Iterator[PdfLine]:
    """The lines of a page: above the columns, the left column, the right column, below; of a table row by row."""
    # In runs, for the spaces between the words of a column are no gutter.
    runs = [run for row in _rows(words) for run in _runs(row)]
    gutter = find_gutter(runs, width)
    if gutter is None or _is_table(runs, gutter, width):
        yield from _with_notes(list(_lines(runs, page, () if gutter is None else (("table", ""),))), usual)
        return
    across = [run for run in runs if run.left < gutter < run.right]
    left = [run for run in runs if run.right <= gutter]
    right = [run for run in runs if run.left >= gutter]
    # What lies across both columns is read before them if it begins no lower than they do, else after them.
    top = min(run.top for run in (*left, *right))
    for part in ([run for run in across if run.top <= top], left, right, [run for run in across if run.top > top]):
        yield from _with_notes(list(_lines(part, page)), usual)
        yield PdfLine(page, "")


def _with_notes(lines: list[PdfLine], usual: float) -> Iterator[PdfLine]:
    """Lines with the notes at their foot: smaller than usual, from one on that begins with a mark and a capital."""
    end = len(lines)
    while end and (lines[end - 1].height < _SMALLER * usual or not any(map(str.isalpha, lines[end - 1].text))):
        end -= 1
    is_note = False
    for i, line in enumerate(lines):
        is_small = i >= end and any(map(str.isalpha, line.text))
        is_note = is_small and (is_note or _NOTE.match(line.text) is not None)
        yield replace(line, is_note=is_note)


def _is_table(runs: list[Word], gutter: float, width: float) -> bool:
    """True where all that stands right of a gutter is short, and is beside something as short on the left."""
    margin = min(run.left for run in runs)
    sides = [[run for run in runs if run.right <= gutter], [run for run in runs if run.left >= gutter]]
    are_short = all(
        sum(run.right - run.left for run in side) < _SHORT * len(side) * space
        for side, space in zip(sides, (gutter - margin, width - margin - gutter), strict=True)
    )
    rows = [row for row in _rows(runs) if row[-1].left >= gutter]
    # Columns of two languages have lines beside lines too.
    words = ["".join(run.text for run in side) for side in sides]
    is_of_two = len({is_chinese(text) for text in words}) == 2 and all(any(map(str.isalpha, text)) for text in words)
    return are_short and not is_of_two and len(rows) > 1 and all(row[0].right <= gutter for row in rows)


def find_gutter(runs: list[Word], width: float) -> float | None:
    """The middle of the widest strip that hardly any run of words crosses; nothing on a page of one column."""
    most = max(1, int(_ACROSS * len(_rows(runs))))
    # For each point of the width, how many runs lie over it.
    crossed = [0] * (int(width) + 2)
    for run in runs:
        for x in range(max(0, int(run.left)), min(len(crossed), int(run.right) + 1)):
            crossed[x] += 1
    first, last = (int(share * width) for share in _MIDDLE)
    # The widest strip so far that no more than `most` cross; `start` is where the present one began.
    best = (0, 0)
    start = first
    for x in range(first, last + 1):
        if crossed[x] > most:
            start = x + 1
        elif x + 1 - start > best[1] - best[0]:
            best = (start, x + 1)
    if best[1] - best[0] < _NARROWEST:
        return None
    gutter = (best[0] + best[1]) / 2
    has_both = any(run.right <= gutter for run in runs) and any(run.left >= gutter for run in runs)
    return gutter if has_both else None


def _runs(row: list[Word]) -> Iterator[Word]:
    """The words of a row, from left to right, joined in runs without a gap that could be a gutter."""
    run: Word | None = None
    for word in row:
        if run and word.left - run.right < _NARROWEST:
            top, bottom = min(run.top, word.top), max(run.bottom, word.bottom)
            text, raised = f"{run.text} {word.text}", run.raised + word.raised
            run = replace(run, text=text, right=word.right, top=top, bottom=bottom, raised=raised)
        else:
            if run:
                yield run
            run = word
    if run:
        yield run


def _rows(words: list[Word]) -> list[list[Word]]:
    """Words in rows from top to bottom, each from left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: ((w.top + w.bottom) / 2, w.left)):
        # Compared with the first word of the last row only: words come by their middles, from the top.
        if rows and min(word.bottom, rows[-1][0].bottom) - max(word.top, rows[-1][0].top) > _OVERLAP * word.height:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda w: w.left) for row in rows]


def _lines(words: list[Word], page: int, doubts: tuple[tuple[str, str], ...] = ()) -> Iterator[PdfLine]:
    """The rows of words as lines; the first with some doubts about all of them."""
    below: float | None = None
    for row in _rows(words):
        top, bottom = min(w.top for w in row), max(w.bottom for w in row)
        if below is not None and top - below > _APART * (bottom - top):
            yield PdfLine(page, "")
        below = bottom
        raised = tuple(("raised", text) for word in row for text in word.raised)
        yield PdfLine(page, " ".join(w.text for w in row), doubts + raised, max(w.height for w in row))
        doubts = ()
