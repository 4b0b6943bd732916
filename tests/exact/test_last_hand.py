"""The last hand counted instead of dealt out: against dealing it out."""

from collections import Counter
from itertools import combinations

import numpy as np

from lexludi.exact.kinds import Kind
from lexludi.exact.last_hand import can_be_counted, counted_hands
from lexludi.exact.multisets import HandTable

# Four kinds, some of several cards; a hand of two is worth the sum of its kinds.
COUNTS = (3, 2, 1, 2)
GONE = ((1, 0, 0, 1), (0, 2, 1, 0), (3, 0, 0, 2), (0, 0, 0, 0))


def test_hands_below_at_and_above_a_strength_are_counted_for_what_is_left() -> None:
    table = HandTable([Kind("card", (i,), n) for i, n in enumerate(COUNTS)], [])
    batch = table.batch("card", 2)
    worth = np.array([sum(table.objects(int(n))) for n in batch])
    classes = np.array([_class(table.objects(int(n))) for n in batch])
    against = np.array([2, 3, 4, -1])
    assert can_be_counted(table, "card", 2)
    said: Counter[tuple[int, int, int]] = Counter()
    for part in counted_hands(table, batch, classes, worth, np.array(GONE), against):
        for row, hand, ways in zip(part.rows, part.hands, part.ways, strict=True):
            held = table.objects(int(hand))
            said[int(row), _class(held), _sign(sum(held), int(against[row]))] += int(ways)
    true: Counter[tuple[int, int, int]] = Counter()
    for row, gone in enumerate(GONE):
        left = [i for i, n in enumerate(COUNTS) for _ in range(n - gone[i])]
        for held in combinations(left, 2):
            true[row, _class(held), _sign(sum(held), int(against[row]))] += 1
    assert said == true


def test_a_strength_below_or_above_all_hands_is_counted_of_a_single_pack() -> None:
    """Of five cards worth 0 to 4 the last is gone, and compared are 0, 1, 3 and 9."""
    table = HandTable([Kind("card", (i,), 1) for i in range(5)], [])
    batch = table.batch("card", 2)
    worth = np.array([sum(table.objects(int(n))) for n in batch])
    against = np.array([0, 1, 3, 9])
    gone = np.array([(0, 0, 0, 0, 1)] * 4)
    said = [[0, 0, 0] for _ in against]
    for part in counted_hands(table, batch, np.zeros(len(batch), dtype=np.int64), worth, gone, against):
        for row, hand, ways in zip(part.rows, part.hands, part.ways, strict=True):
            said[row][1 + _sign(sum(table.objects(int(hand))), int(against[row]))] += int(ways)
    # 0 + 1, 0 + 2, 0 + 3, 1 + 2, 1 + 3, 2 + 3: worth 1, 2, 3, 3, 4, 5.
    assert said == [[0, 0, 6], [0, 1, 5], [2, 2, 2], [6, 0, 0]]


def test_hands_that_nothing_orders_are_counted_together() -> None:
    """Of four cards one is gone: C(3, 2) hands, whatever the strength that a row compares."""
    table = HandTable([Kind("card", (i,), 1) for i in range(4)], [])
    batch = table.batch("card", 2)
    unordered, gone = np.full(len(batch), -1), np.array([(0, 1, 0, 0)] * 3)
    for against in (np.array([-1, 0, 7]), None):
        ways: Counter[int] = Counter()
        for part in counted_hands(table, batch, np.zeros(len(batch), dtype=np.int64), unordered, gone, against):
            ways.update(dict(zip(part.rows.tolist(), part.ways.tolist(), strict=True)))
        assert ways == {0: 3, 1: 3, 2: 3}


def _class(held: tuple[int, ...]) -> int:
    """The highest pair is a class of its own, of one hand; then there are other pairs, and what is no pair."""
    return 2 if held == (3, 3) else int(len(set(held)) == 1)


def _sign(one: int, two: int) -> int:
    """Lower, equal or higher; 0 where nothing is compared."""
    return 0 if two < 0 else (one > two) - (one < two)
