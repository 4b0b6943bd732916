"""Meetings of hands: which of two sets of hands can lie on one table, the first higher, equal or lower.

Found by trying pairs, the likeliest first; that there is none is said only once all have been tried.
"""

from collections.abc import Iterator
from copy import copy

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.multisets import TOGETHER, Ints

# Pairs tried before all are, and pairs tried at once.
FIRST_TRIED = 24
AT_ONCE = 20_000
# Kinds of objects that a number of 64 bits has room for.
MOST_BITS = 62

Pair = tuple[int, int]


class ScarceKinds:
    """The kinds of which there are too few for all hands: how many of each are held by some hands, and by others."""

    def __init__(self, limit: Ints, one: Ints, two: Ints) -> None:
        self.limit, self.one, self.two = limit, one, two
        # Where there is one object of each kind, hands as sets of bits.
        self.single = len(limit) <= MOST_BITS and all(held.max(initial=0) <= 1 for held in (limit, one, two))
        if self.single:
            self.one, self.two = _as_bits(one), _as_bits(two)

    def fits(self, ones: Ints, twos: Ints) -> Ints:
        """For each pair, that there are enough objects for both."""
        if self.single:
            return np.asarray((self.one[ones] & self.two[twos]) == 0)
        return np.asarray((self.one[ones] + self.two[twos] <= self.limit).all(axis=1))

    def table(self, ones: slice) -> Ints:
        """For each of some of the one hands, and each of the others, that there are enough objects for both."""
        if self.single:
            return np.asarray((self.one[ones, None] & self.two) == 0)
        held, enough = self.one[ones], np.ones((len(self.one[ones]), len(self.two)), dtype=np.bool_)
        # Where there are enough for the most that any two hold, no pair needs to be looked at.
        for kind in np.flatnonzero(held.max(axis=0, initial=0) + self.two.max(axis=0, initial=0) > self.limit):
            enough &= held[:, kind, None] + self.two[:, kind] <= self.limit[kind]
        return enough

    def turned(self) -> "ScarceKinds":
        """The same with the hands of both sides changed."""
        other = copy(self)
        other.one, other.two = self.two, self.one
        return other


def _as_bits(held: Ints) -> Ints:
    """One number for each hand: a bit for each kind that it holds."""
    bits: Ints = np.zeros(len(held), dtype=np.int64)
    # Bit by kind: 64 truth values are packed into the eight bytes of one integer, so many hands at a time.
    for begin in range(0, len(held), TOGETHER):
        some = held[begin : begin + TOGETHER]
        few = np.zeros((len(some), 64), dtype=np.bool_)
        few[:, : held.shape[1]] = some > 0
        bits[begin : begin + TOGETHER] = np.packbits(few, axis=1, bitorder="little").view("<i8").reshape(-1)
    return bits


def any_pair(stock: ScarceKinds, ones: Ints, twos: Ints) -> Pair | None:
    """The first pair of hands that there are enough objects for."""
    return _first(stock, ones[:FIRST_TRIED], twos[:FIRST_TRIED]) or _first(stock, ones, twos)


def _first(stock: ScarceKinds, ones: Ints, twos: Ints) -> Pair | None:
    if not len(ones) or not len(twos):
        return None
    step = max(1, AT_ONCE // len(twos))
    for begin in range(0, len(ones), step):
        block = ones[begin : begin + step]
        a, b = np.repeat(block, len(twos)), np.tile(twos, len(block))
        fitting = np.flatnonzero(stock.fits(a, b))
        if len(fitting):
            return int(a[fitting[0]]), int(b[fitting[0]])
    return None


@dataclass(frozen=True)
class Ordered:
    """Hands in ascending order of their strength; of `all` hands, `others` are those that nothing orders."""

    hands: Ints
    strength: Ints
    all: Ints
    others: Ints

    @classmethod
    def of(cls, hands: Ints, strength: Ints) -> "Ordered":
        """Those of some hands that anything orders; `strength` is of each, -1 where nothing does."""
        order = np.argsort(strength, kind="stable")
        order = order[strength[order] >= 0]
        return cls(hands[order], strength[order], hands, hands[strength < 0])


def pairs_by_order(stock: ScarceKinds, one: Ordered, two: Ordered) -> Iterator[Pair]:
    """A pair for each way in which the hands can compare."""
    if (pair := higher(stock, one, two)) is not None:
        yield pair
    if (pair := higher(stock.turned(), two, one)) is not None:
        yield pair[1], pair[0]
    if (pair := equal(stock, one, two)) is not None:
        yield pair
    # Of a hand that nothing orders, it is said that it cannot be compared, whatever the other.
    if (pair := any_pair(stock, one.others, two.all) or any_pair(stock, one.all, two.others)) is not None:
        yield pair


def higher(stock: ScarceKinds, one: Ordered, two: Ordered) -> Pair | None:
    """Hands of which the first is higher: the highest against the lowest to begin with."""
    if not len(one.hands) or not len(two.hands) or one.strength[-1] <= two.strength[0]:
        return None
    below = np.searchsorted(two.strength, one.strength, side="left")  # for each hand, how many are lower
    downwards = range(len(one.hands) - 1, -1, -1)
    # A corner first, as the likeliest place; that no pair fits takes all of them, quadratic in the hands.
    for places, few in ((downwards[:FIRST_TRIED], FIRST_TRIED), (downwards, len(two.hands))):
        for place in places:
            count = min(int(below[place]), few)
            # Fewer are lower than each hand further down: none below this one either.
            if not count:
                break
            fitting = np.flatnonzero(stock.fits(np.full(count, one.hands[place]), two.hands[:count]))
            if len(fitting):
                return int(one.hands[place]), int(two.hands[fitting[0]])
    return None


def equal(stock: ScarceKinds, one: Ordered, two: Ordered) -> Pair | None:
    """Hands of equal strength."""
    # Both are sorted: the equals of a hand lie side by side, `counts` of them from `begin` on.
    begin = np.searchsorted(two.strength, one.strength, side="left")
    counts = np.searchsorted(two.strength, one.strength, side="right") - begin
    places = np.flatnonzero(counts)
    step = max(1, AT_ONCE // max(1, int(counts.max(initial=0))))
    for at in range(0, len(places), step):
        block = places[at : at + step]
        first = np.repeat(block, counts[block])
        # The places of its equals, for each hand one after another.
        nth = np.arange(len(first)) - np.repeat(np.cumsum(counts[block]) - counts[block], counts[block])
        second = np.repeat(begin[block], counts[block]) + nth
        fitting = np.flatnonzero(stock.fits(one.hands[first], two.hands[second]))
        if len(fitting):
            return int(one.hands[first[fitting[0]]]), int(two.hands[second[fitting[0]]])
    return None
