"""Bands of the order of hands: for each category, cut at the threshold, in how many deals each action is the best."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.multisets import Ints
from lexludi.exact.situations import Situations


@dataclass(frozen=True)
class Band:
    """Hands that follow one another: of a category, and of these the ones from the threshold on or below it.

    `is_above` says which, of the category that the threshold cuts; of others it is nothing.
    """

    category: str
    is_above: bool | None
    counts: Mapping[str, int]

    @property
    def best(self) -> str:
        """The action that is the best in most of these deals."""
        return max(self.counts, key=lambda action: self.counts[action])

    @property
    def is_mixed(self) -> bool:
        """True where another action is the best in some of these deals."""
        return sum(map(bool, self.counts.values())) > 1


def bands(situations: Situations, threshold: str) -> tuple[Band, ...]:
    """The bands of a best play that follows the order of hands, the highest first; `threshold` is in a category."""
    order, first = in_order(situations)
    starts = list(_starts(situations, order))
    edges = sorted({*starts, first, len(order)})
    found = []
    for low, high in pairwise(edges):
        category = _category(situations, order, low)
        # Where the threshold is the first hand of its category, no category is cut by it.
        is_cut = first not in starts and category == threshold
        counts = {
            action: int(situations.ways[order[low:high]][situations.best[order[low:high]] == place].sum())
            for place, action in enumerate(situations.choice.op.actions)
        }
        found.append(Band(category, low >= first if is_cut else None, counts))
    return tuple(reversed(found))


def in_order(situations: Situations) -> tuple[Ints, int]:
    """The situations from the lowest hand to the highest, and from which on the best action is that with the highest.

    Hands of equal rank stand on one side, so that it may be from none on. Only where nothing but the own hand is seen.
    """
    best, strengths = situations.best[situations.order], situations.strengths[situations.order]
    others = strengths[best != best[-1]]
    return situations.order, int(np.searchsorted(strengths, others[-1], side="right")) if len(others) else 0


def _starts(situations: Situations, order: Ints) -> Iterator[int]:
    """The beginning of each category in the order of hands, of which those of a category are one run."""
    # Hands without any category stand first: their strength is -1.
    start = 0
    while start < len(order):
        yield start
        category = _category(situations, order, start)
        # The order rises by category first: a binary search finds where one ends, and ranks few hands.
        later = range(start, len(order))
        start += bisect_left(later, True, key=lambda place: _category(situations, order, place) != category)


def _category(situations: Situations, order: Ints, place: int) -> str:
    layers = situations.layers
    numbers = situations.hands[next(iter(situations.hands))]
    category = layers.process.hands.category(layers.table.objects(int(numbers[order[place]])))
    return category.id if category else ""
