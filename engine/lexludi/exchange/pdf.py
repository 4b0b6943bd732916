"""PDF with a text layer: its lines in reading order, column by column, the gutter found where no word stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from lexludi.exchange.documents import UnreadableDocument

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
        UnreadableDocument: pdfplumber is missing, or the data are no PDF with a text layer.
    """
    try:
        import pdfplumber
    except ImportError:
        raise UnreadableDocument("pdf-extra-missing", name=name) from None
    try:
        with pdfplumber.open(BytesIO(data)) as document:
            pages = [(page.width, [_word(w) for w in page.extract_words(x_tolerance=2)]) for page in document.pages]
    except Exception as problem:  # whatever a broken PDF makes of the library: there is no common class
        raise UnreadableDocument("no-pdf", name=name, detail=type(problem).__name__) from None
    if not any(words for _, words in pages):
        raise UnreadableDocument("pdf-without-text", name=name)
    for number, (width, words) in enumerate(pages, 1):
        for line in page_lines(words, width):
            yield number, line


def _word(box: dict[str, object]) -> Word:
    left, right, top, bottom = (float(str(box[side])) for side in ("x0", "x1", "top", "bottom"))
    return Word(str(box["text"]), left, right, top, bottom)


def page_lines(words: list[Word], width: float) -> Iterator[str]:
    """The lines of a page: above the columns, the left column, the right column, below."""
    gutter = find_gutter(words, width)
    if gutter is None:
        yield from _lines(words)
        return
    across = [w for w in words if w.left < gutter < w.right]
    left = [w for w in words if w.right <= gutter]
    right = [w for w in words if w.left >= gutter]
    middle = [w.top for w in (*left, *right)]
    for part in (
        [w for w in across if w.top <= min(middle)],
        left,
        right,
        [w for w in across if w.top > min(middle)],
    ):
        yield from _lines(part)
        yield ""


def find_gutter(words: list[Word], width: float) -> float | None:
    """The middle of the widest strip that hardly any word crosses; nothing on a page of one column."""
    lines_across = max(1, int(_ACROSS * len({round(w.top) for w in words})))
    crossed = [0] * (int(width) + 2)
    # A word counts in every point of the width that it covers; near words of one line close the space between.
    for line in _rows(words):
        covered: set[int] = set()
        for word, following in zip(line, [*line[1:], None], strict=True):
            end = word.right
            if following is not None and following.left - end < _NARROWEST:
                end = following.left
            covered.update(range(max(0, int(word.left)), min(len(crossed), int(end) + 1)))
        for x in covered:
            crossed[x] += 1
    first, last = (int(share * width) for share in _MIDDLE)
    best: tuple[int, int] = (0, 0)
    start = first
    for x in range(first, last + 1):
        if crossed[x] > lines_across:
            start = x + 1
        elif x + 1 - start > best[1] - best[0]:
            best = (start, x + 1)
    if best[1] - best[0] < _NARROWEST:
        return None
    gutter = (best[0] + best[1]) / 2
    sides = [sum(w.right <= gutter for w in words), sum(w.left >= gutter for w in words)]
    return gutter if min(sides) * 10 > len(words) else None


def _rows(words: list[Word]) -> list[list[Word]]:
    """Words in rows from top to bottom, each from left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: ((w.top + w.bottom) / 2, w.left)):
        height = word.bottom - word.top
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
