"""Bands of the order of hands: for each category, cut at the threshold, in how many deals each action is the best."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from lexludi.exact.multisets import Ints
from lexludi.exact.situations import Situations
from lexludi.exact.strategy import Strategy, in_order


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


def bands(best: Strategy) -> tuple[Band, ...]:
    """The bands of a best play that follows the order of hands, the highest first; none of another."""
    if best.threshold is None:
        return ()
    own = best.situations[0]
    order, first = in_order(own)
    starts = list(_starts(own, order))
    edges = sorted({*starts, first, len(order)})
    found = []
    for low, high in pairwise(edges):
        category = _category(own, order, low)
        is_cut = first not in starts and category == best.threshold.category
        counts = {
            action: int(own.ways[order[low:high]][own.best[order[low:high]] == place].sum())
            for place, action in enumerate(best.alternatives)
        }
        found.append(Band(category, low >= first if is_cut else None, counts))
    return tuple(reversed(found))


def _starts(own: Situations, order: Ints) -> Iterator[int]:
    """The beginning of each category in the order of hands, of which those of a category are one run."""
    start = 0
    while start < len(order):
        yield start
        category = _category(own, order, start)
        later = range(start, len(order))
        start += bisect_left(later, True, key=lambda place: _category(own, order, place) != category)


def _category(own: Situations, order: Ints, place: int) -> str:
    layers = own.layers
    numbers = own.hands[next(iter(own.hands))]
    category = layers.process.hands.category(layers.table.objects(int(numbers[order[place]])))
    return category.id if category else ""
