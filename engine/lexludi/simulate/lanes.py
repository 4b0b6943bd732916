"""Chance for many rounds at once: a lane for each round, each with a fresh stock."""

from collections.abc import Sequence
from itertools import accumulate
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.base.errors import InvalidStack

Places = NDArray[np.integer[Any]]
Lanes = NDArray[np.intp]

# Lanes in which two places or hands clash are dropped and drawn again, as long as at least so many are kept.
LEAST_KEPT = 0.1


def share_apart(size: int, sizes: Sequence[int]) -> float:
    """The share of whole hands of some sizes, each drawn of all objects of a stock, of which no two share an object."""
    left = [size - before for before in accumulate(sizes, initial=0)]
    return prod(comb(of, count) / comb(size, count) for of, count in zip(left, sizes, strict=False))


def _kind(size: int) -> type[np.integer[Any]]:
    # The bound is exclusive: 2¹⁶ itself still fits.
    return np.uint16 if size <= 1 << 16 else np.uint32


def distinct(rng: np.random.Generator, size: int, count: int, lanes: int) -> Places:
    """Different places in a stock, as many as `count` (rows) for each lane (columns); every order is as likely."""
    if share_apart(size, [1] * count) < LEAST_KEPT:
        return _shuffled(rng, size, count, lanes)
    # Rejection: with few of many objects nearly every lane is kept; the more of the stock is drawn, the fewer are.
    places: Places = rng.integers(size, size=(count, lanes), dtype=_kind(size))
    again = np.flatnonzero(_clash(places))
    while again.size:
        # The whole lane again: to draw only one of two alike would favour some orders.
        fresh = rng.integers(size, size=(count, again.size), dtype=_kind(size))
        places[:, again] = fresh
        again = again[_clash(fresh)]
    return places


def _shuffled(rng: np.random.Generator, size: int, count: int, lanes: int) -> Places:
    """Different places by so many steps of a Fisher-Yates shuffle in each lane; all of the stock are in memory."""
    places: Places = np.repeat(np.arange(size, dtype=_kind(size))[:, None], lanes, axis=1)
    every = np.arange(lanes)
    for row in range(count):
        other = rng.integers(row, size, size=lanes)
        places[row], places[other, every] = places[other, every], places[row].copy()
    return places[:count]


def _clash(places: Places) -> NDArray[np.bool_]:
    clashing = np.zeros(places.shape[1], dtype=np.bool_)
    for later in range(1, len(places)):
        for earlier in range(later):
            clashing |= places[earlier] == places[later]
    return clashing


def apart(
    rng: np.random.Generator, sizes: tuple[int, ...], masks: tuple[NDArray[np.uint64], ...], lanes: int
) -> list[Places]:
    """Whole hands by number, an array for each of `sizes`: of so many lanes, those in which no two share an object.

    A hand is a number below its size; `masks` have by that number the places of the stock that it takes, as bits.
    """
    # Drawn as small numbers, which is fast, then made what arrays are indexed by, once.
    hands: list[Places] = [rng.integers(size, size=lanes, dtype=_kind(size)).astype(np.intp) for size in sizes]
    if len(hands) == 1:
        return hands
    # A lane where two hands share an object is dropped whole, so that what is left is as likely as any other.
    taken = masks[0].take(hands[0])
    fine = np.ones(lanes, dtype=np.bool_)
    for hand, mask in zip(hands[1:], masks[1:], strict=True):
        places = mask.take(hand)
        fine &= (taken & places) == 0
        if len(hands) > 2:
            taken |= places
    return [hand[fine] for hand in hands]


class FreshStock:
    """A stock for each lane, from which each lane takes as many objects as it needs."""

    def __init__(self, rng: np.random.Generator, kind: str, size: int, lanes: int) -> None:
        self.rng = rng
        self.kind = kind
        self.size = size
        # The places taken: down the rows, in order, a column for each lane; -1, which is never drawn, where none is.
        self.places = np.full((8, lanes), -1, dtype=np.int32)
        self.count = np.zeros(lanes, dtype=np.intp)

    def take(self, on: Lanes) -> Places:
        """One more place for some lanes.

        Raises:
            InvalidStack: in one of them no object is left.
        """
        most = int(self.count[on].max(initial=0))
        if most >= self.size:
            raise InvalidStack("stock-exhausted", kind=self.kind)
        if most >= len(self.places):
            self.places = np.concatenate([self.places, np.full_like(self.places, -1)])
        # Rows as far as the lane that has taken most: what others have not taken is -1 and equals nothing.
        taken = self.places[:most, on]
        drawn = self.rng.integers(self.size, size=on.size, dtype=np.int32)
        again = np.flatnonzero((taken == drawn).any(axis=0))
        while again.size:
            drawn[again] = self.rng.integers(self.size, size=again.size, dtype=np.int32)
            again = again[(taken[:, again] == drawn[again]).any(axis=0)]
        self.places[self.count[on], on] = drawn
        self.count[on] += 1
        return drawn

    def renew(self, on: Lanes) -> None:
        """Put back all that some lanes have taken."""
        self.places[:, on] = -1
        self.count[on] = 0


class GivenObjects:
    """Objects given for each lane (columns) in the order they come (rows)."""

    def __init__(self, objects: Places) -> None:
        self.objects = objects
        self.count = np.zeros(objects.shape[1], dtype=np.intp)

    def take(self, on: Lanes) -> Lanes:
        """The next object for some lanes.

        Raises:
            InvalidStack: there are too few.
        """
        if self.count[on].max(initial=-1) >= len(self.objects):
            raise InvalidStack("stack-too-short", given=len(self.objects))
        taken: Lanes = self.objects[self.count[on], on].astype(np.intp)
        self.count[on] += 1
        return taken
