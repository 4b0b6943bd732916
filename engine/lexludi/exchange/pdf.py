"""PDF with a text layer: its lines in reading order, column by column, the gutter found where no word stands."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from time import monotonic
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.exchange.documents import UnreadableDocument

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


@dataclass(frozen=True)
class Word:
    """A run of characters and its box, in points from the upper left corner of the page."""

    text: str
    left: float
    right: float
    top: float
    bottom: float


def pdf_lines(data: bytes, name: str) -> Iterator[tuple[int, str]]:
    """Lines with the numbers of their pages; an empty line where there is a gap.

    Raises:
        UnreadableDocument: pdfplumber is missing, the data are no PDF with a text layer, or there is too much of it.
    """
    try:
        import pdfplumber
    except ImportError:
        raise UnreadableDocument("pdf-extra-missing", name=name) from None
    try:
        with pdfplumber.open(BytesIO(data)) as document:
            pages = list(_pages(document.pages, name))
    except UnreadableDocument:
        raise
    except Exception:  # whatever a broken PDF makes of the library: there is no common class
        raise UnreadableDocument("no-pdf", name=name) from None
    if not any(words for _, words in pages):
        raise UnreadableDocument("pdf-without-text", name=name)
    for number, (width, words) in enumerate(pages, 1):
        for line in page_lines(words, width):
            yield number, line


def _pages(pages: Sequence[Any], name: str) -> Iterator[tuple[float, list[Word]]]:
    """The width and the words of each page."""
    started = monotonic()
    if len(pages) > MAX_PAGES:
        raise UnreadableDocument("pdf-too-long", name=name)
    for page in pages:
        if _is_inflated(page.page_obj.contents):
            raise UnreadableDocument("pdf-too-long", name=name)
        yield page.width, [_word(w) for w in page.extract_words(x_tolerance=2)]
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


def _word(box: dict[str, object]) -> Word:
    left, right, top, bottom = (float(str(box[side])) for side in ("x0", "x1", "top", "bottom"))
    return Word(str(box["text"]), left, right, top, bottom)


def page_lines(words: list[Word], width: float) -> Iterator[str]:
    """The lines of a page: above the columns, the left column, the right column, below."""
    # In runs, for the spaces between the words of a column are no gutter.
    runs = [run for row in _rows(words) for run in _runs(row)]
    gutter = find_gutter(runs, width)
    if gutter is None:
        yield from _lines(runs)
        return
    across = [run for run in runs if run.left < gutter < run.right]
    left = [run for run in runs if run.right <= gutter]
    right = [run for run in runs if run.left >= gutter]
    # What lies across both columns is read before them if it begins no lower than they do, else after them.
    top = min(run.top for run in (*left, *right))
    for part in ([run for run in across if run.top <= top], left, right, [run for run in across if run.top > top]):
        yield from _lines(part)
        yield ""


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
            run = Word(
                f"{run.text} {word.text}", run.left, word.right, min(run.top, word.top), max(run.bottom, word.bottom)
            )
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
        height = word.bottom - word.top
        # Compared with the first word of the last row only: words come by their middles, from the top.
        if rows and min(word.bottom, rows[-1][0].bottom) - max(word.top, rows[-1][0].top) > _OVERLAP * height:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda w: w.left) for row in rows]


def _lines(words: list[Word]) -> Iterator[str]:
    below: float | None = None
    for row in _rows(words):
        top, bottom = min(w.top for w in row), max(w.bottom for w in row)
        if below is not None and top - below > _APART * (bottom - top):
            yield ""
        below = bottom
        yield " ".join(w.text for w in row)
