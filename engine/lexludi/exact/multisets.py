"""Hands by number: multisets of kinds of objects, in how many ways they can be drawn, and what is read of them.

A hand is one sorted row of kinds, or two where rules read the first so many objects: these
are then a segment of their own. Otherwise the order of receipt is forgotten. Hands stand in
arrays, so that whatever is asked of many is asked of all of them at once.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import comb, factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.exact.kinds import Kind

Ints = NDArray[Any]
Segments = tuple[tuple[int, ...], ...]

# Weights and numerators stay below this in 64-bit integers; past it Python's take over.
SAFE = 1 << 62

# Codes up to so many for each row are looked up in an array; more of them are sorted.
LOOKED_UP = 2

# Up to so many codes an array of them all costs nothing, and so many rows are sorted by comparing.
FEW = 1 << 11

# Numbers of hands and of rows: of neither are there ever 2³¹, which would take more memory than analysis may.
NUMBER = np.int32

# Hands that are looked at together: enough for arrays to pay, few enough for what is found on the way.
TOGETHER = 1 << 15


def number_of_multisets(limits: Sequence[int], count: int) -> int:
    """The number of multisets of so many numbers, each at most as often as its limit."""
    ways = [1] + [0] * count  # by their size, of the numbers so far
    for limit in limits:
        ways = [sum(ways[max(0, size - limit) : size + 1]) for size in range(count + 1)]
    return ways[count]


def multisets(limits: Ints, count: int) -> Ints:
    """All multisets of so many numbers from 0 on, each at most as often as its limit: ascending rows, in their order.

    Place by place, and only what can be completed: on the way there are never more rows than in the end.
    """
    if limits.sum() < count:
        return np.zeros((0, count), dtype=NUMBER)
    numbers = np.flatnonzero(limits)
    limits = limits[numbers]
    # How often the numbers from each one on may stand in all: it falls from each to the next.
    from_here = np.cumsum(limits[::-1])[::-1]
    rows: Ints = np.zeros((1, 0), dtype=np.min_scalar_type(-len(numbers) - 1))
    # Of each row the last number, and how often it stands there: before the first place, the first number not at all.
    last, times = np.zeros(1, dtype=NUMBER), np.zeros(1, dtype=NUMBER)
    for wanted in range(count, 0, -1):
        # The last number once more, if it may stand there, or any greater one from which on there are enough.
        low = np.where(times < limits[last], last, last + 1)
        ways = np.count_nonzero(from_here >= wanted) - low
        source = np.repeat(np.arange(len(rows), dtype=NUMBER), ways)
        nth = np.arange(len(source), dtype=NUMBER) - np.repeat((np.cumsum(ways) - ways).astype(NUMBER), ways)
        following = low[source] + nth
        times = np.where(following == last[source], times[source] + 1, 1).astype(NUMBER)
        rows, last = np.concatenate([rows[source], following[:, None].astype(rows.dtype)], axis=1), following
    return numbers.astype(rows.dtype)[rows]


class HandTable:
    """Numbers for hands, given as they are first met; hand 0 is empty."""

    def __init__(self, kinds: Sequence[Kind], thrown: Collection[str]) -> None:
        self.kinds = kinds
        # How many of each kind are in the stock; what is thrown is in none.
        self.stock: Ints = np.array([0 if k.object in thrown else k.count for k in kinds], dtype=np.int64)
        self._stands = np.array([kind.stands for kind in kinds], dtype=np.int64)
        # By number: the kinds of the hand, then `len(kinds)` in the places that are left over; how many
        # objects it holds; where its last segment begins.
        # Signed, by its least value: where -n - 1 fits, so does n, the number of kinds.
        self._held: Ints = np.zeros((1, 0), dtype=np.min_scalar_type(-len(kinds) - 1))
        self._sizes: Ints = np.zeros(1, dtype=np.int16)
        self._last: Ints = np.zeros(1, dtype=np.int16)
        self._length = 1
        # For each size the numbers by what is held, made when a hand of that size is first looked for.
        self._index: dict[int, dict[bytes, int]] = {}
        # Sizes of which there are hands: of any other all hands are new, and are entered without being looked for.
        self._met = {0}
        self._batches: dict[tuple[str, int], Ints] = {}

    def __len__(self) -> int:
        return self._length

    # ── Numbers ─────────────────────────────────────────────────────────────

    def number(self, segments: Segments) -> int:
        """The number of a hand."""
        held = np.array([sum(segments, ())], dtype=np.int32)
        return int(self._numbers(held, len(segments[0]) if len(segments) > 1 else 0)[0])

    def _numbers(self, held: Ints, last: int) -> Ints:
        """The numbers of different hands of one size, with one beginning of the last segment; new ones are entered."""
        size = held.shape[1]
        if size == 0:
            return np.zeros(len(held), dtype=NUMBER)
        if size not in self._met:
            self._met.add(size)
            return self._entered(held, last)
        if size not in self._index:
            before = np.flatnonzero(self._sizes[: self._length] == size)
            keys = _keys(self._held[before, :size], self._last[before])
            self._index[size] = dict(zip(keys, before.tolist(), strict=True))
        index = self._index[size]
        keys = _keys(held, np.full(len(held), last))
        numbers = np.array([index.get(key, -1) for key in keys], dtype=NUMBER)
        new = np.flatnonzero(numbers < 0)
        if len(new):
            numbers[new] = self._entered(held[new], last)
            index.update(zip((keys[place] for place in new.tolist()), numbers[new].tolist(), strict=True))
        return numbers

    def _entered(self, held: Ints, last: int) -> Ints:
        """The numbers of hands that are new."""
        count, size = held.shape
        begin, end = self._length, self._length + count
        if end > len(self._sizes) or size > self._held.shape[1]:
            # Room that does not suffice is doubled, so that hands which come one by one are copied seldom. Larger hands
            # alone need no more of it: each size in turn would double it.
            room, width = len(self._sizes), max(size, self._held.shape[1])
            if end > room:
                room = max(2 * room, end)
            grown = np.full((room, width), len(self.kinds), dtype=self._held.dtype)
            grown[:begin, : self._held.shape[1]] = self._held[:begin]
            self._held = grown
            self._sizes = np.concatenate([self._sizes[:begin], np.zeros(room - begin, dtype=np.int16)])
            self._last = np.concatenate([self._last[:begin], np.zeros(room - begin, dtype=np.int16)])
        self._held[begin:end, :size] = held
        self._sizes[begin:end] = size
        self._last[begin:end] = last
        self._length = end
        return np.arange(begin, end, dtype=NUMBER)

    # ── What hands hold ─────────────────────────────────────────────────────

    def sizes(self) -> Ints:
        """Sizes of hands."""
        return self._sizes[: self._length]

    def held_of(self, kind: str, hands: Ints) -> Ints:
        """The number of objects of a kind of the material, such as cards, in each of some hands."""
        if all(k.object == kind or not count for k, count in zip(self.kinds, self.stock.tolist(), strict=True)):
            return self._sizes[hands]
        is_own = np.array([*(k.object == kind for k in self.kinds), False])
        first, inverse = distinct([hands])
        held: Ints = is_own[self._held[hands[first]]].sum(axis=1)[inverse]
        return held

    def counts(self, hands: Ints) -> Ints:
        """Counts of each kind in some hands: hands by kinds."""
        # No hand holds more than a small integer counts, and there are many hands.
        counts = np.zeros((len(hands), len(self.kinds) + 1), dtype=np.int16)
        rows = np.arange(len(hands))
        held = self._held[hands]
        # Place by place, so that no row is met twice at once; empty places go to a column of their own.
        for place in range(int(self._sizes[hands].max(initial=0))):
            counts[rows, held[:, place]] += 1
        return counts[:, :-1]

    def held(self, hands: Ints) -> Ints:
        """The kinds that hands of one size hold, segment by segment: hands by places."""
        size = int(self._sizes[hands[0]]) if len(hands) else 0
        return self._held[hands, :size]

    def lying(self, hands: Ints) -> Ints:
        """The kinds of hands of any size by their places, and one more than there are in the places left over."""
        return self._held[hands]

    def is_split(self, hands: Ints) -> bool:
        """The first objects of some of the hands are a segment of their own."""
        return bool(self._last[hands].any())

    def objects(self, number: int) -> tuple[int, ...]:
        """A hand as objects, one for each kind, segment by segment."""
        return tuple(self.kinds[kind].stands for kind in self.kinds_lying(number))

    def examples(self, *numbers: int) -> Iterator[tuple[int, ...]]:
        """Hands side by side as objects that can lie so: of each kind one object after another."""
        used: Counter[int] = Counter()
        for number in numbers:
            things = []
            for kind in self.kinds_lying(number):
                members = self.kinds[kind].members
                things.append(members[used[kind] % len(members)])
                used[kind] += 1
            yield tuple(sorted(things))

    def kinds_lying(self, number: int) -> list[int]:
        """The kinds of the objects of a hand by their places, segment by segment."""
        row: list[int] = self._held[number, : self._sizes[number]].tolist()
        return row

    def segments(self, number: int) -> Segments:
        """A hand by its segments, in kinds."""
        row, last = self.kinds_lying(number), int(self._last[number])
        return (tuple(row[:last]), tuple(row[last:])) if last else (tuple(row),)

    def kinds_in(self, number: int) -> tuple[int, ...]:
        """The kinds of the objects of a hand, in ascending order; none of a hand that is not seen (-1)."""
        return tuple(sorted(self.kinds_lying(number))) if number >= 0 else ()

    def of_one_size(self, numbers: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Hands by their sizes, so many at a time: the places of some of one size, and these as arrays of objects."""
        for places, held in self.kinds_of_one_size(numbers):
            yield places, self._stands[held]

    def kinds_of_one_size(self, numbers: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Hands by their sizes, so many at a time: the places of some of one size, and these as arrays of kinds."""
        sizes = self._sizes[numbers]
        for size in np.flatnonzero(np.bincount(sizes)).tolist():
            every = np.flatnonzero(sizes == size)
            for begin in range(0, len(every), TOGETHER):
                places = every[begin : begin + TOGETHER]
                yield places, self._held[numbers[places], :size]

    def last_kind(self, hands: Ints) -> Ints:
        """The kind of the object that hands of one object hold."""
        return self._held[hands, 0].astype(np.int64)

    def drawn_kind(self, drawn: int) -> int:
        """The kind of what was drawn last, as a column `DRAWN` has it."""
        return (drawn - 1) % len(self.kinds)

    # ── Hands that come ─────────────────────────────────────────────────────

    def hands_of(self, kind: str, size: int) -> int:
        """The number of hands of so many objects of a kind that the stock allows."""
        limits = [count for k, count in zip(self.kinds, self.stock.tolist(), strict=True) if k.object == kind]
        return number_of_multisets(limits, size)

    def faces_of(self, kind: str, count: int, first: Iterable[int] = ()) -> int:
        """The number of different throws of so many objects of a kind (`throws`)."""
        faces = sum(k.object == kind for k in self.kinds)
        return prod(comb(faces + size - 1, size) for size in portions(0, count, first))

    def batch(self, kind: str, size: int) -> Ints:
        """The numbers of all hands of so many objects of a kind that the stock allows."""
        numbers = self._batches.get((kind, size))
        if numbers is None:
            kinds = np.array([i for i, k in enumerate(self.kinds) if k.object == kind], dtype=self._held.dtype)
            numbers = self._batches[kind, size] = self._numbers(kinds[multisets(self.stock[kinds], size)], 0)
        return numbers

    def throws(self, kind: str, count: int, first: Iterable[int] = ()) -> tuple[Ints, Ints]:
        """The faces that so many thrown objects may show, with the number of ways of each (in order of the objects).

        Those of the first so many are told apart from those after them.
        """
        faces = np.array([k.count for k in self.kinds], dtype=np.int64)
        dtype = np.int64 if factorial(count) * int(faces.max()) ** count < SAFE else object
        kinds = np.array([i for i, k in enumerate(self.kinds) if k.object == kind], dtype=self._held.dtype)
        hands, ways, before = np.zeros(1, dtype=NUMBER), np.ones(1, dtype=dtype), 0
        for size in portions(0, count, first):
            held = kinds[multisets(np.full(len(kinds), size), size)]
            # The orders of the faces: size! over the product of the factorials of equal ones.
            alike = (places_among_alike(held) + 1).astype(dtype).prod(axis=1)
            more = factorial(size) // alike * faces[held].astype(dtype).prod(axis=1)
            # Every throw so far with every one of those that follow.
            hands = self.join(np.repeat(hands, len(held)), np.tile(self._numbers(held, 0), len(hands)), before)
            ways, before = np.multiply.outer(ways, more).ravel(), before + size
        return hands, ways

    def join(self, hands: Ints, batches: Ints, first: int) -> Ints:
        """Hands with more objects in them; those that come after the first so many begin or extend the last segment.

        All hands and batches lie on one side of that boundary.
        """
        if not hands.any():
            return batches
        # Each pair is joined once, however many rows have it.
        one, inverse = distinct([hands, batches])
        before, added = hands[one], batches[one]
        joined: Ints = np.where(added == 0, before, added)
        # Hands of one form at a time: their size, that of what comes, and where the last segment begins.
        forms = [self._sizes[before], self._sizes[added], self._last[before]]
        places, of_form = distinct(forms)
        for form, place in enumerate(places):
            size, more, last = (int(column[place]) for column in forms)
            if size and more:
                rows = np.flatnonzero(of_form == form)
                held = np.concatenate([self._held[before[rows], :size], self._held[added[rows], :more]], axis=1)
                # With these the first objects are complete: what comes now begins the last segment.
                last = size if first and size == first else last
                held[:, last:] = np.sort(held[:, last:], axis=1)
                # Different pairs may make one hand.
                keep, again = distinct(list(held.T))
                joined[rows] = self._numbers(held[keep], last)[again]
        return joined[inverse]

    def exchanged(self, hands: Ints, to: Ints) -> Ints:
        """Hands with objects of other kinds in the place of theirs, kind by kind; of none the first ones are apart."""
        first, inverse = distinct([hands])
        numbers = np.zeros(len(first), dtype=NUMBER)
        for rows, held in self.kinds_of_one_size(hands[first]):
            numbers[rows] = self._numbers(np.sort(to[held], axis=1), 0)
        return numbers[inverse]

    def divided(self, hands: Ints, parts: int, places: Callable[[Ints], Sequence[Ints]]) -> list[Ints]:
        """Hands divided into so many parts: for each part the numbers of its hands.

        `places` is given different hands of one size as objects, and gives those that go to each part.
        """
        first, inverse = distinct([hands])
        numbers = [np.zeros(len(first), dtype=NUMBER) for _ in range(parts)]
        for rows, held in self.kinds_of_one_size(hands[first]):
            if not held.shape[1]:
                continue
            for number, chosen in zip(numbers, places(self._stands[held]), strict=True):
                taken = np.sort(np.take_along_axis(held, chosen, axis=1), axis=1)
                if not taken.shape[1]:
                    continue  # a part of nothing
                # Different hands may have a part in common.
                keep, again = distinct(list(taken.T))
                number[rows] = self._numbers(taken[keep], 0)[again]
        return [number[inverse] for number in numbers]

    def ways(self, batch: Ints, left: Ints, dtype: type) -> Ints:
        """In how many ways each hand of a batch can be drawn from what is left: rows by hands.

        The hands are of one size, and `dtype` holds as many orders as there are of so many objects.
        """
        held = self.held(batch)
        alike = places_among_alike(held)
        ways: Ints = np.ones((len(left), len(batch)), dtype=dtype)
        # Of c objects left of a kind the first can be any, the second one of c - 1 …
        most = int(alike.max(initial=0)) + 1
        factors: Ints = np.maximum(left[:, :, None] - np.arange(most), 0).astype(dtype).reshape(len(left), -1)
        digits = held.astype(np.int64) * most + alike
        for place in range(held.shape[1]):
            ways *= factors.take(digits[:, place], axis=1)
        # … and in whatever order they come, it is the same hand.
        orders = (alike + 1).astype(dtype).prod(axis=1)
        return ways if (orders == 1).all() else ways // orders


def _keys(held: Ints, last: Ints) -> list[bytes]:
    """One key for each hand of one size; no digit is zero, so that none is lost where NumPy cuts off zeros."""
    # Each row of digits is one string of bytes, of one length for all hands of a size.
    digits = np.ascontiguousarray(np.concatenate([last[:, None], held], axis=1) + 1, dtype=">u4")
    return digits.view(f"S{4 * digits.shape[1]}").reshape(-1).tolist()


def portions(begin: int, end: int, first: Iterable[int]) -> list[int]:
    """The objects with which a hand grows, in portions: those up to each number of first ones, and those after them."""
    edges = [begin, *sorted({bound for bound in first if begin < bound < end}), end]
    return [after - before for before, after in pairwise(edges) if after > before]


def places_among_alike(held: Ints) -> Ints:
    """For each object of sorted hands, how many alike stand before it."""
    alike = np.zeros(held.shape, dtype=np.int16)
    for place in range(1, held.shape[1]):
        alike[:, place] = np.where(held[:, place] == held[:, place - 1], alike[:, place - 1] + 1, 0)
    return alike


class HandColumn:
    """An observable of one hand as codes over the hand table, worked out when a hand is first asked for.

    `read` gives a value, or a number that stands for it, for each of many hands; `names` are
    the values that such numbers stand for.
    """

    def __init__(
        self, table: HandTable, read: Callable[[Ints], Ints | Sequence[Any]], names: Sequence[Any] | None = None
    ) -> None:
        self._table = table
        self._read = read
        self._names = names
        # By hand the code of its value, -1 where it has not been read; by value its code, as they were met.
        self._codes: Ints = np.zeros(0, dtype=NUMBER)
        self._known: dict[Any, int] = {}

    def codes(self, hands: Ints) -> Ints:
        """The codes of the values of some hands; equal values have equal codes."""
        if len(self._codes) < len(self._table):
            self._codes = grown(self._codes, len(self._table), -1)
        codes: Ints = self._codes[hands]
        missing = hands[codes < 0]
        # Stretch by stretch: a hand that is in several is read with the first and known to the others.
        for begin in range(0, len(missing), TOGETHER):
            some = missing[begin : begin + TOGETHER]
            new = some[self._codes[some] < 0]
            new = new[distinct([new])[0]]
            self._codes[new] = self._coded(self._read(new))
        return self._codes[hands] if len(missing) else codes

    def _coded(self, values: Ints | Sequence[Any]) -> Ints:
        """The codes of values; of an array only those that differ are looked up one by one."""
        if isinstance(values, np.ndarray):
            first, inverse = distinct([values])
            different = values[first].tolist()
            named = different if self._names is None else [self._names[value] for value in different]
            codes: Ints = np.array([self._known.setdefault(value, len(self._known)) for value in named])[inverse]
            return codes
        return np.array([self._known.setdefault(value, len(self._known)) for value in values], dtype=np.int64)

    def values(self) -> list[Any]:
        """The values by code."""
        return list(self._known)


def grown(known: Ints, length: int, unknown: int) -> Ints:
    """An array with room for so many values, doubled at least, so that what comes one by one is copied seldom."""
    return np.concatenate([known, np.full(max(length, 2 * len(known)) - len(known), unknown, dtype=known.dtype)])


def distinct(columns: Sequence[Ints]) -> tuple[Ints, Ints]:
    """The places of the first of equal rows, and for each row its place among these; whatever the size of the codes."""
    length = len(columns[0])
    # Mixed radix: each column is a digit of the code.
    code: Ints = np.zeros(length, dtype=np.int64)
    size = 1
    for digits in columns:
        low = int(digits.min(initial=0))
        radix = int(digits.max(initial=0)) - low + 1
        if radix == 1:
            continue
        if size * radix >= SAFE:
            # Renumbered, so that codes are below the number of rows; and so is a column that is too wide still: the
            # product of two such numbers does not overflow.
            different, code = np.unique(code, return_inverse=True)
            size = len(different)
        if size * radix >= SAFE:
            different, column = np.unique(digits, return_inverse=True)
            radix = len(different)
        else:
            column = np.subtract(digits, low, dtype=np.int64)
        code = code * radix + column if size > 1 else column
        size *= radix
    if size == 1:
        return np.arange(min(length, 1)), code
    if np.all(code[1:] > code[:-1]):
        every = np.arange(length)  # as hands stand that are numbered one after another
        return every, every
    if size > max(LOOKED_UP * length, FEW):
        order = ordered(code, size)
        begins = np.diff(code[order], prepend=-1) != 0
        inverse = np.empty(length, dtype=np.int64)
        inverse[order] = np.cumsum(begins) - 1
        return order[begins], inverse
    # Few codes: the first row of each is looked up. Written backwards, so that the first one stays.
    place = np.full(size, -1, dtype=np.int64)
    place[code[::-1]] = np.arange(length - 1, -1, -1)
    met = np.flatnonzero(place >= 0)
    rank = np.zeros(size, dtype=np.int64)
    rank[met] = np.arange(len(met))
    return place[met], rank[code]


def ordered(codes: Ints, size: int) -> Ints:
    """The places of codes from 0 to below a size in the order of these, equal ones as they stand (radix sort).

    NumPy counts what it sorts only where it has 16 bits, several times sooner than it compares: many codes are sorted
    by so many bits at a time.
    """
    if len(codes) < FEW:
        return np.argsort(codes, kind="stable")
    order = np.argsort(codes.astype(np.uint16), kind="stable")  # the lowest 16 bits
    for bits in range(16, (size - 1).bit_length(), 16):
        order = order[np.argsort((codes[order] >> bits).astype(np.uint16), kind="stable")]
    return order


def places_of(groups: Ints) -> list[Ints]:
    """The places of each group, in their order: of groups by numbers from 0, of which none is empty."""
    # One stable sort, not a look through all rows for each group.
    order = np.argsort(groups, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(groups[order])) + 1) if len(groups) else []
