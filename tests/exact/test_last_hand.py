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


def _class(held: tuple[int, ...]) -> int:
    """The highest pair is a class of its own, of one hand; then there are other pairs, and what is no pair."""
    return 2 if held == (3, 3) else int(len(set(held)) == 1)


def _sign(one: int, two: int) -> int:
    """Lower, equal or higher; 0 where nothing is compared."""
    return 0 if two < 0 else (one > two) - (one < two)
