"""Hands by number: multisets of kinds of objects, in how many ways they can be drawn, and what is read of them.

A hand is a tuple of segments, each a sorted tuple of kinds: where rules read the first so
many objects, these are a segment of their own; otherwise the order of receipt is forgotten.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.exact.kinds import Kind

Ints = NDArray[Any]
Segments = tuple[tuple[int, ...], ...]

# Weights and numerators stay below this in 64-bit integers; past it Python's take over.
SAFE = 1 << 62


class HandTable:
    """Numbers for hands, given as they are first met; hand 0 is empty."""

    def __init__(self, kinds: Sequence[Kind], thrown: Sequence[str]) -> None:
        self.kinds = kinds
        # How many of each kind are in the stock; what is thrown is in none.
        self.stock: Ints = np.array([0 if k.object in thrown else k.count for k in kinds], dtype=np.int64)
        self._segments: list[Segments] = []
        self._numbers: dict[Segments, int] = {}
        self._kinds: list[tuple[int, ...]] = []
        self._stands = np.array([kind.stands for kind in kinds], dtype=np.int64)
        self._counted: Ints = np.zeros((0, len(kinds)), dtype=np.int64)
        self._joined: dict[tuple[int, int, int], int] = {}
        self._batches: dict[tuple[str, int], Ints] = {}
        self.number(())

    def __len__(self) -> int:
        return len(self._segments)

    def number(self, segments: Segments) -> int:
        """The number of a hand."""
        known = self._numbers.get(segments)
        if known is None:
            known = self._numbers[segments] = len(self._segments)
            self._segments.append(segments)
            self._kinds.append(sum(segments, ()))
        return known

    def counts(self) -> Ints:
        """How many of each kind each hand holds: hands by kinds."""
        if len(self._counted) < len(self._kinds):
            new = self._kinds[len(self._counted) :]
            counts = np.zeros((len(new), len(self.kinds)), dtype=np.int64)
            rows = np.repeat(np.arange(len(new)), [len(kinds) for kinds in new])
            np.add.at(counts, (rows, np.array([kind for kinds in new for kind in kinds], dtype=np.int64)), 1)
            self._counted = np.concatenate([self._counted, counts])
        return self._counted

    def sizes(self) -> Ints:
        """How many objects each hand holds."""
        sizes: Ints = self.counts().sum(axis=1)
        return sizes

    def objects(self, number: int) -> tuple[int, ...]:
        """A hand as objects, one for each kind, segment by segment."""
        return tuple(self.kinds[kind].stands for kind in self._kinds[number])

    def segments(self, number: int) -> Segments:
        """A hand by its segments, in kinds."""
        return self._segments[number]

    def kinds_in(self, number: int) -> tuple[int, ...]:
        """The kinds of the objects of a hand, in ascending order; none of a hand that is not seen (-1)."""
        return tuple(sorted(self._kinds[number])) if number >= 0 else ()

    def of_one_size(self, numbers: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Hands by their sizes: the places of those of one size, and these as arrays of objects."""
        sizes = self.sizes()[numbers]
        for size in np.unique(sizes):
            places = np.flatnonzero(sizes == size)
            held = [self._kinds[number] for number in numbers[places].tolist()]
            yield places, self._stands[np.array(held, dtype=np.int64).reshape(len(places), int(size))]

    def last_kind(self, number: int) -> int:
        """The kind of the object that a hand of one object holds."""
        return self._segments[number][-1][-1]

    def batch(self, kind: str, size: int) -> Ints:
        """The numbers of all hands of so many objects of a kind that the stock allows."""
        known = self._batches.get((kind, size))
        if known is None:
            own = [i for i, k in enumerate(self.kinds) if k.object == kind]
            if (self.stock[own] == 1).all():
                chosen = list(combinations(own, size))
            else:
                several = combinations_with_replacement(own, size)
                chosen = [hand for hand in several if all(hand.count(i) <= self.stock[i] for i in set(hand))]
            known = self._batches[kind, size] = np.array([self.number((hand,)) for hand in chosen], dtype=np.int64)
        return known

    def throws(self, kind: str, count: int) -> tuple[Ints, list[int]]:
        """The faces that so many thrown objects may show, with the number of ways of each (in order of the objects)."""
        own = [i for i, k in enumerate(self.kinds) if k.object == kind]
        numbers, ways = [], []
        for hand in combinations_with_replacement(own, count):
            numbers.append(self.number((hand,)))
            orders = factorial(count) // prod(factorial(hand.count(i)) for i in set(hand))
            ways.append(orders * prod(len(self.kinds[i].members) for i in hand))
        return np.array(numbers, dtype=np.int64), ways

    def with_added(self, hand: int, added: tuple[int, ...]) -> int:
        """The number of a hand with more objects in its last segment (the first, if it is empty)."""
        segments = self._segments[hand] or ((),)
        return self.number((*segments[:-1], tuple(sorted(segments[-1] + added)))) if added else hand

    def join(self, hands: Ints, batches: Ints, first: int) -> Ints:
        """Hands with more objects in them; those that come after the first so many begin or extend the last segment.

        All hands and batches lie on one side of that boundary.
        """
        pairs, inverse = np.unique(hands * (len(self) + 1) + batches, return_inverse=True)
        width = len(self) + 1
        joined = [self._join(int(pair) // width, int(pair) % width, first) for pair in pairs]
        return np.array(joined, dtype=np.int64)[inverse.reshape(-1)]

    def _join(self, hand: int, batch: int, first: int) -> int:
        key = (hand, batch, first)
        known = self._joined.get(key)
        if known is None:
            segments, added = self._segments[hand], self._segments[batch][0]
            size = sum(map(len, segments))
            if segments and not (first and size == first):
                *segments_before, last = segments
                segments, added = tuple(segments_before), tuple(sorted(last + added))
            known = self._joined[key] = self.number((*segments, added))
        return known

    def ways(self, batch: Ints, left: Ints, dtype: type) -> Ints:
        """In how many ways each hand of a batch can be drawn from what is left: rows by hands."""
        counts = self.counts()[batch]
        ways: Ints = np.ones((len(left), len(batch)), dtype=dtype)
        for kind in np.flatnonzero(counts.any(axis=0)):
            for number in np.unique(counts[:, kind]):
                if number:
                    own = left[:, kind] if number == 1 else _choose(left[:, kind], int(number), dtype)
                    ways[:, counts[:, kind] == number] *= np.maximum(own, 0).astype(dtype)[:, None]
        return ways


class Column:
    """An observable of one hand as codes over the hand table, worked out when a hand is first asked for."""

    def __init__(self, table: HandTable, read: Callable[[Ints], Sequence[Any]]) -> None:
        self._table = table
        self._read = read
        self._codes: Ints = np.zeros(0, dtype=np.int64)
        self._known: dict[Any, int] = {}

    def codes(self, hands: Ints) -> Ints:
        """The codes of the values of some hands; equal values have equal codes."""
        if len(self._codes) < len(self._table):
            new = np.full(len(self._table) - len(self._codes), -1, dtype=np.int64)
            self._codes = np.concatenate([self._codes, new])
        new = np.unique(hands[self._codes[hands] < 0])
        if len(new):
            values = self._read(new)
            self._codes[new] = [self._known.setdefault(value, len(self._known)) for value in values]
        found: Ints = self._codes[hands]
        return found

    def values(self) -> list[Any]:
        """The values by code."""
        return list(self._known)


def distinct(columns: Sequence[Ints]) -> tuple[Ints, Ints]:
    """The places of the first of equal rows, and for each row its place among these; whatever the size of the codes."""
    code: Ints = np.zeros(len(columns[0]), dtype=np.int64)
    size = 1
    for column in columns:
        low = int(column.min(initial=0))
        radix = int(column.max(initial=0)) - low + 1
        if size * radix >= SAFE:
            # Renumbered, so that no code ever overflows.
            code = np.unique(code, return_inverse=True)[1].reshape(-1)
            size = len(code) + 1
        code = code * radix + (column - low)
        size *= radix
    _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
    return first, inverse.reshape(-1)


def _choose(left: Ints, number: int, dtype: type) -> Ints:
    values, inverse = np.unique(left, return_inverse=True)
    chosen = [comb(max(int(value), 0), number) for value in values]
    return np.array(chosen, dtype=dtype)[inverse.reshape(-1)]
