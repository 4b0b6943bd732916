"""Flow charts: numbered boxes one below the other, with arrows for what is passed over, repeated, or ends early.

Measures are units of the drawing, which a page scales. Text is broken by estimated
widths, as nothing here knows a font: a Chinese character is as wide as it is high, any
other about half of that.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from lexludi.base.frozen import dataclass

WIDTH = 420
# Left and right of the boxes there is room for arrows.
_LEFT, _RIGHT = 50, 370
_MIDDLE = (_LEFT + _RIGHT) // 2
_PAD, _LINE, _GAP = 10, 19, 26
_LABEL, _SMALL = 15, 13  # sizes of letters


@dataclass(frozen=True)
class Box:
    """A box before it is placed: its number, its label, and the condition under which it is entered, if any."""

    number: int
    label: str
    condition: str = ""


@dataclass(frozen=True)
class LabelLine:
    """A line of text at its place; `kind` is `label` or `condition`."""

    y: int
    text: str
    kind: str


@dataclass(frozen=True)
class PlacedBox:
    """A box at its place, with its lines."""

    number: int
    y: int
    height: int
    is_conditional: bool
    lines: tuple[LabelLine, ...]


@dataclass(frozen=True)
class Arrow:
    """An arrow as a path; `kind` is `on`, `past`, `back` or `out`."""

    path: str
    kind: str


@dataclass(frozen=True)
class FlowChart:
    """A chart as it is drawn; `title` and `description` say in words what it shows."""

    title: str
    description: str
    height: int
    boxes: tuple[PlacedBox, ...]
    arrows: tuple[Arrow, ...]
    over: LabelLine
    over_y: int
    over_height: int
    width: ClassVar = WIDTH
    left: ClassVar = _LEFT
    right: ClassVar = _RIGHT
    middle: ClassVar = _MIDDLE


def flow_chart(
    boxes: Iterable[Box],
    backs: list[tuple[int, int]],
    ends: list[int],
    over: str,
    title: str,
    description: str,
) -> FlowChart:
    """The chart of boxes that follow one another, then the end of all.

    From some boxes the way leads back to an earlier one (`backs`), from some to the end
    (`ends`); a box with a condition can be passed by.
    """
    placed: list[PlacedBox] = []
    y = _PAD
    for box in boxes:
        lines = tuple(_lines(box, y + _PAD))
        height = len(lines) * _LINE + 2 * _PAD
        placed.append(PlacedBox(box.number, y, height, bool(box.condition), lines))
        y += height + _GAP
    over_height = _LINE + 2 * _PAD
    last = LabelLine(y + _PAD + _LABEL, over, "label")
    arrows = (
        *_on(placed, y, ends),
        *_past(placed, y),
        *_back(placed, backs),
        *_out(placed, y + over_height // 2, ends),
    )
    return FlowChart(title, description, y + over_height + _PAD, tuple(placed), arrows, last, y, over_height)


def _lines(box: Box, top: int) -> Iterator[LabelLine]:
    room = _RIGHT - _LEFT - 2 * _PAD
    y = top + _LABEL - 2
    for text in broken(box.condition, room, _SMALL):
        yield LabelLine(y, text, "condition")
        y += _LINE
    for text in broken(f"{box.number}. {box.label}", room, _LABEL):
        yield LabelLine(y, text, "label")
        y += _LINE


def broken(text: str, room: int, size: int) -> Iterator[str]:
    """A text in lines of no more than an estimated width: between words, or between Chinese characters."""
    line, width = "", 0.0
    for part in _parts(text):
        part_width = sum(map(_em, part)) * size
        # A space at the end takes no room; a mark that must not begin a line stays on it, even beyond its end.
        if (
            line
            and width + part_width - (size / 2 if part.endswith(" ") else 0) > room
            and part[0] not in "，、。；：）」』"
        ):
            yield line.rstrip()
            line, width = "", 0.0
        line, width = line + part, width + part_width
    if line.strip():
        yield line.rstrip()


def _parts(text: str) -> Iterator[str]:
    """The pieces between which a line may be broken."""
    word = ""
    for character in text:
        if _em(character) == 1:
            yield from ((word, character) if word else (character,))
            word = ""
        else:
            word += character
            if character == " ":
                yield word
                word = ""
    if word:
        yield word


def _em(character: str) -> float:
    """The width of a character, estimated, in parts of its height."""
    return 1 if character >= "\u2e80" else 0.58


# ── Arrows ──────────────────────────────────────────────────────────────────


def _on(placed: list[PlacedBox], over: int, ends: list[int]) -> Iterator[Arrow]:
    """From each box to the next, and from the last to the end; not from one that ends the round."""
    for box, after in zip(placed, [*(b.y for b in placed), over][1:], strict=True):
        if box.number not in ends:
            yield Arrow(f"M{_MIDDLE} {box.y + box.height}V{after - 1}", "on")


def _past(placed: list[PlacedBox], over: int) -> Iterator[Arrow]:
    """Past each box with a condition: from before it to before the next."""
    for box, after in zip(placed, [*(b.y for b in placed), over][1:], strict=True):
        if box.is_conditional:
            x, start, stop = _RIGHT + 16, box.y - _GAP // 2, after - _GAP // 2
            yield Arrow(f"M{_MIDDLE} {start}H{x}V{stop}H{_MIDDLE}V{after - 1}", "past")


def _back(placed: list[PlacedBox], backs: list[tuple[int, int]]) -> Iterator[Arrow]:
    by_number = {box.number: box for box in placed}
    for place, (number, to) in enumerate(backs):
        box, target = by_number[number], by_number[to]
        # On three lines in turn, so that few arrows lie on one another.
        x, start = _LEFT - 16 - 9 * (place % 3), box.y + box.height // 2
        yield Arrow(f"M{_LEFT} {start}H{x}V{target.y + target.height // 2}H{_LEFT - 2}", "back")


def _out(placed: list[PlacedBox], over: int, ends: list[int]) -> Iterator[Arrow]:
    for box in placed:
        if box.number in ends:
            x = _RIGHT + 36
            yield Arrow(f"M{_RIGHT} {box.y + box.height // 2}H{x}V{over}H{_RIGHT - 60}", "out")
