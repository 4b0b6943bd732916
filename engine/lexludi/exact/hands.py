"""Every hand that a round can hold, by number, and in how many ways it can be dealt.

A hand is kept in kinds of objects (`Objects`): what was dealt at once, whatever its
order, then what was drawn, in order only as far as rules read it. Where none does,
hands of the same objects are the same.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.exact.packing import dtype_for
from lexludi.play.objects import Objects

Ids = NDArray[np.int64]
Entry = tuple[tuple[int, ...], tuple[int, ...]]

NO_HAND = 0


class HandTable:
    """The hands of one course; `ordered` when what was dealt is told apart from what was drawn.

    Then of the objects drawn by each holder the `first` so many are kept in their order,
    and the `last` of all apart from the others, if these are read; the rest in no order.
    """

    def __init__(
        self, objects: Objects, *, ordered: bool, first: Mapping[str, int] | None = None, last: bool = False
    ) -> None:
        self.objects = objects
        self.material = objects.material
        self.ordered = ordered
        self.first = first or {}
        self.last = last
        self.kinds = objects.kinds
        self.stock = np.array([self._count(i) for i in range(len(self.kinds))], dtype=np.int64)
        self.of_object = np.array([self.material.objects[k.stands].object for k in self.kinds])
        self.stands = np.array([k.stands for k in self.kinds], dtype=np.int64)
        # Hands in the order of their numbers: what was dealt at once as arrays, the others one by one.
        self._blocks: list[tuple[int, NDArray[np.int64]]] = []
        self._single: dict[int, Entry] = {NO_HAND: ((), ())}
        self._ids: dict[Entry, int] = {}
        self.size = 1
        self._counts: list[NDArray[np.int16]] = [np.zeros((1, len(self.kinds)), dtype=np.int16)]
        self._dealt: dict[tuple[str, int], Ids] = {}
        self._children: dict[tuple[int, int], int] = {}
        self._by_sizes: tuple[int, list[tuple[Ids, NDArray[np.int64]]]] | None = None

    def _count(self, kind: int) -> int:
        found = self.kinds[kind]
        thrown = self.material.objects[found.stands].object in self.material.faces
        return len(found.members) if thrown else found.count

    # ── The hands ───────────────────────────────────────────────────────────

    def entry(self, hand: int) -> Entry:
        """What was dealt at once and what was drawn, in kinds."""
        if hand in self._single:
            return self._single[hand]
        first, held = next((f, h) for f, h in self._blocks if f <= hand < f + len(h))
        return tuple(map(int, held[hand - first])), ()

    @property
    def counts(self) -> NDArray[np.int16]:
        """How many objects of each kind (columns) each hand (rows) holds."""
        if len(self._counts) > 1:
            self._counts = [np.concatenate(self._counts)]
        return self._counts[0]

    def number_of(self, object_: str, count: int, *, thrown: bool = False) -> int:
        """How many hands there are of so many objects of one sort, or at most."""
        kinds = np.flatnonzero(self.of_object == object_)
        if not thrown and bool((self.stock[kinds] == 1).all()):
            return comb(len(kinds), count)
        return comb(len(kinds) + count - 1, count)

    def room_for(self, hands: int, count: int) -> int:
        """How many bytes so many hands of so many objects each take up, with what is read of them."""
        return hands * (24 * count + 2 * len(self.kinds) + 80)

    def dealt(self, object_: str, count: int, *, thrown: bool = False) -> Ids:
        """Every hand of so many objects of one sort, in whatever order they came."""
        if (object_, count) not in self._dealt:
            kinds = [int(i) for i in np.flatnonzero(self.of_object == object_)]
            single = not thrown and bool((self.stock[kinds] == 1).all())
            choose = (combinations if single else combinations_with_replacement)(kinds, count)
            held = np.fromiter(chain.from_iterable(choose), dtype=np.int64).reshape(-1, count)
            counts = self._tally(held)
            if not single and not thrown:
                enough = (counts <= self.stock).all(axis=1)
                held, counts = held[enough], counts[enough]
            self._blocks.append((self.size, held))
            self._counts.append(counts)
            self._dealt[object_, count] = np.arange(self.size, self.size + len(held))
            self.size += len(held)
        return self._dealt[object_, count]

    def are_dealt_at_once(self, hands: Ids) -> bool:
        """Whether hands were dealt at once, all of one size (so that `held` gives them)."""
        return any(f <= hands.min() and hands.max() < f + len(held) for f, held in self._blocks)

    def held(self, hands: Ids) -> NDArray[np.int64]:
        """The kinds of hands that were dealt at once, one row each."""
        first, held = next((f, h) for f, h in self._blocks if f <= hands[0] < f + len(h))
        return held[hands - first]

    def _tally(self, held: NDArray[np.int64]) -> NDArray[np.int16]:
        counts = np.zeros((len(held), len(self.kinds)), dtype=np.int16)
        rows = np.arange(len(held))
        for column in held.T:
            counts[rows, column] += 1  # within one column no row stands twice
        return counts

    def _add(self, entries: list[Entry]) -> Ids:
        """Take in hands one by one; those already known keep their number."""
        first = self.size
        new: list[Entry] = []
        ids = np.empty(len(entries), dtype=np.int64)
        for place, entry in enumerate(entries):
            ids[place] = number = self._ids.setdefault(entry, first + len(new))
            if number == first + len(new):
                self._single[number] = entry
                new.append(entry)
        if new:
            counts = np.zeros((len(new), len(self.kinds)), dtype=np.int16)
            held = [entry[0] + entry[1] for entry in new]
            rows = np.repeat(np.arange(len(new)), [len(h) for h in held])
            np.add.at(counts, (rows, np.fromiter(chain.from_iterable(held), dtype=np.int64)), 1)
            self._counts.append(counts)
            self.size += len(new)
        return ids

    def drawn(self, hands: Ids, kinds: Ids, unit: str) -> Ids:
        """The hands of a holder with one more object each."""
        first = self.first.get(unit, 0)
        code = hands * len(self.kinds) + kinds
        wanted, inverse = np.unique(code, return_inverse=True)
        missing = [int(c) for c in wanted if (int(c), first) not in self._children]
        if missing:
            ids = self._add([self._with(c // len(self.kinds), c % len(self.kinds), first) for c in missing])
            self._children.update(zip(((c, first) for c in missing), map(int, ids), strict=True))
        found = np.array([self._children[int(c), first] for c in wanted], dtype=np.int64)
        return found[inverse.reshape(-1)]

    def _with(self, hand: int, kind: int, first: int) -> Entry:
        dealt, drawn = self.entry(hand)
        if self.ordered:
            return dealt, self._as_read((*drawn, kind), first)
        return tuple(sorted((*dealt, *drawn, kind))), ()

    def _as_read(self, drawn: tuple[int, ...], first: int) -> tuple[int, ...]:
        """Objects drawn, in order only as far as the order is read."""
        head, rest = drawn[:first], drawn[first:]
        if self.last and rest:
            return (*head, *sorted(rest[:-1]), rest[-1])
        return (*head, *sorted(rest))

    def joined(self, hands: Ids, batch: Ids, unit: str) -> Ids:
        """The hands of a holder with what they are dealt in addition."""
        first = self.first.get(unit, 0)
        code, places = np.unique(hands * self.size + batch, return_inverse=True)
        pairs = [divmod(int(c), self.size) for c in code]
        found = self._add([self._together(self.entry(a), self.entry(b), first) for a, b in pairs])
        return found[places.reshape(-1)]

    def _together(self, held: Entry, batch: Entry, first: int) -> Entry:
        if self.ordered and held[1]:
            return held[0], self._as_read(held[1] + batch[0], first)
        return tuple(sorted(held[0] + batch[0])), held[1]

    def sizes(self) -> list[tuple[Ids, NDArray[np.int64]]]:
        """The hands by size: their numbers, and their objects as rows of an array."""
        if self._by_sizes is None or self._by_sizes[0] < self.size:
            by_size: dict[int, list[int]] = {}
            for number, (dealt, drawn) in self._single.items():
                by_size.setdefault(len(dealt) + len(drawn), []).append(number)
            out = [(np.arange(first, first + len(held)), self.stands[held]) for first, held in self._blocks]
            for size, numbers in by_size.items():
                held = np.array([sum(self._single[n], ()) for n in numbers], dtype=np.int64)
                out.append((np.array(numbers), self.stands[held.reshape(len(numbers), size)]))
            self._by_sizes = (self.size, out)
        return self._by_sizes[1]

    def things(self, hand: int) -> tuple[int, ...]:
        """The objects that stand for those of a hand, in the order received as far as that is read."""
        dealt, drawn = self.entry(hand)
        return tuple(self.kinds[k].stands for k in dealt + drawn)

    # ── Ways ────────────────────────────────────────────────────────────────

    def ways(self, hands: Ids, used: NDArray[np.int64]) -> NDArray[Any]:
        """In how many ways each hand (columns) can be dealt when some objects (rows) are gone."""
        left = self.stock[None, :] - used
        counts = self.counts[hands].astype(np.int64)
        size = int(counts.sum(axis=1).max(initial=0))
        kinds, held = int(self.stock.max(initial=0)), int(counts.max(initial=0))
        # No hand has more ways than there are hands of that size of all objects; the table may hold larger numbers.
        dtype = dtype_for(max(comb(int(self.stock.sum()), size), comb(kinds, min(held, kinds // 2))))
        table = _binomials(kinds, held, dtype)
        ways: NDArray[Any] = np.ones((len(used), len(hands)), dtype=dtype)
        for kind in np.flatnonzero(counts.any(axis=0)):
            holding = np.flatnonzero(counts[:, kind])
            ways[:, holding] *= table[left[:, kind]][:, counts[holding, kind]]
        return ways

    def throws(self, hands: Ids) -> NDArray[Any]:
        """In how many ways each hand can be thrown."""
        out = []
        for hand in hands:
            kinds = self.entry(int(hand))[0]
            ways = factorial(len(kinds))
            for kind in set(kinds):
                ways = ways // factorial(kinds.count(kind)) * int(self.stock[kind]) ** kinds.count(kind)
            out.append(ways)
        return np.array(out, dtype=dtype_for(max(out, default=0)))


@lru_cache(256)
def _binomials(most: int, size: int, dtype: type) -> NDArray[Any]:
    """A table of n over k, for n up to `most`."""
    return np.array([[comb(n, k) for k in range(size + 1)] for n in range(most + 1)], dtype=dtype)
