"""Hands divided on rows, exchanged, formed of two, or split: columns of parts beside the whole, or in its place."""

from collections.abc import Sequence

import numpy as np

from lexludi.exact.graph import Rows
from lexludi.exact.multisets import NUMBER, HandColumn, HandTable, Ints
from lexludi.exact.slices import HAND
from lexludi.play.hands import Hands
from lexludi.play.plan import Divide, GiveUp, Unit
from lexludi.rules import meaning as m
from lexludi.rules.parts import GIVEN_UP, Division, division_named, name_of_division, part_of


def divisions_of(table: HandTable, hands: Hands, change: Divide) -> HandColumn:
    """The parts into which each hand is divided, as numbers of hands."""
    counts = tuple(part.count for part in change.parts)

    def places(whole: Ints) -> Sequence[Ints]:
        """For hands of one size, as objects, the places of those that go to each part."""
        size = whole.shape[1]
        if change.division is not None:
            # One way for each hand: parts by places, which become parts by hands and places.
            ways = [change.division] * len(whole)
        else:
            ways = [_highest(hands, hand, counts) for hand in whole.tolist()]
        each = (zip(*ways, strict=True)) if ways else ((),) * len(counts)
        # Of a hand that is too small the last places stay empty.
        return [np.array([[place for place in row if place < size] for row in part], dtype=np.int64) for part in each]

    def read(wholes: Ints) -> Sequence[tuple[int, ...]]:
        return [tuple(parts) for parts in np.column_stack(table.divided(wholes, len(counts), places)).tolist()]

    return HandColumn(table, read)


def divided(divisions: HandColumn, change: Divide, unit: Unit, rows: Rows) -> Rows:
    """The rows with the hand of a party divided, of which the whole may still be asked."""
    codes = divisions.codes(rows.column((HAND, unit)))
    parts = np.array(divisions.values(), dtype=NUMBER).reshape(-1, len(change.parts))
    for place, part in enumerate(change.parts):
        rows = rows.put((HAND, part_of(unit, part.id)), parts[codes, place])
    return rows


def in_order_of_kinds(action: str, lying: Sequence[int]) -> str:
    """The division of a hand in the order of its kinds that puts the same into each part as one of it as it lies.

    Both by name; `lying` has the kinds by place.
    """
    free: dict[int, list[int]] = {}
    for place, kind in enumerate(sorted(lying)):
        free.setdefault(kind, []).append(place)
    # Of a hand that is too small the last places stay empty.
    parts = (
        sorted(free[lying[place]].pop(0) if place < len(lying) else place for place in part)
        for part in division_named(action)
    )
    return name_of_division(tuple(map(tuple, parts)))


def _highest(hands: Hands, hand: list[int], counts: tuple[int, ...]) -> Division:
    """The division of a hand by rule, which is of its objects in the order of the material, by their places in it."""
    # Where rules read the objects that came first, a hand lies in the order in which they came.
    order = sorted(range(len(hand)), key=hand.__getitem__)
    way = hands.highest_division(tuple(hand[place] for place in order), counts)
    return tuple(tuple(order[place] if place < len(hand) else place for place in part) for part in way)


def given_up(table: HandTable, change: GiveUp, unit: Unit, rows: Rows) -> Rows:
    """The rows with some objects of a hand given up, which still count for what is left of the stock.

    However they lie, whoever chooses has seen them: they were theirs.
    """

    def places(whole: Ints) -> Sequence[Ints]:
        gone = [place for place in change.places if place < whole.shape[1]]
        staying = [place for place in range(whole.shape[1]) if place not in gone]
        return [np.tile(np.array(part, dtype=np.int64), (len(whole), 1)) for part in (staying, gone)]

    kept, gone = table.divided(rows.column((HAND, unit)), 2, places)
    return rows.put((HAND, unit), kept).put((HAND, part_of(unit, GIVEN_UP)), gone)


def combined(table: HandTable, change: m.Combine, unit: Unit, rows: Rows) -> Rows:
    """The rows with the hand formed of that of a party and that of another."""
    hands = table.join(rows.column((HAND, unit)), rows.column((HAND, change.other)), 0)
    return rows.put((HAND, part_of(unit, change.part)), hands)


def split(table: HandTable, change: m.Split, unit: Unit, rows: Rows) -> Rows | None:
    """The rows with half of a hand as a second one; nothing where it would matter which objects came last."""
    wholes = rows.column((HAND, unit))
    alike = True

    def places(whole: Ints) -> Sequence[Ints]:
        nonlocal alike
        # Halves of a hand of equal objects are the same, whichever came last; of others the row does not know it.
        alike = alike and bool((whole == whole[:, :1]).all())
        size = whole.shape[1]
        each = (range(size - size // 2), range(size - size // 2, size))
        return [np.tile(np.array(span, dtype=np.int64), (len(whole), 1)) for span in each]

    rest, half = table.divided(wholes, 2, places)
    return rows.put((HAND, unit), rest).put((HAND, part_of(unit, change.hand)), half) if alike else None
