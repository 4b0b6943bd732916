"""The last hand of a round, counted instead of dealt out.

When a bet is settled by one more hand, what matters of that hand is a few readings and
whether it is lower than, equal to or higher than another. How many hands of each class
are left when some objects are gone follows from how many there are that contain given
objects (inclusion and exclusion): with c objects of a kind of which r are gone,

    C(c - r, h) = sum over j of (-1)^j C(r + j - 1, j) C(c, h - j).
"""

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from lexludi.kernels.course import resolved, roles_of
from lexludi.kernels.results import Result
from lexludi.kernels.rows import Ints, Rows
from lexludi.nodes import Construct, Node

if TYPE_CHECKING:
    from lexludi.kernels.exact import Exact

LOWER, EQUAL, HIGHER, WITHOUT = range(4)


def final_hand(exact: "Exact", index: int, rows: Rows, unit: str, hands: Ints) -> Result:
    """What comes of rows when one holder is dealt its hand and nothing else happens before the bets are settled."""
    readings = resolved(exact.core, (r for bet in exact.course.bets for r in exact.course.readings_on(bet)))
    comparisons = [r for r in readings if isinstance(r, Construct) and r.op == "compare" and unit in _units(exact, r)]
    classes = Classes(exact, hands, [r for r in readings if unit in _units(exact, r) and r not in comparisons], unit)
    own = _compared(exact, rows, comparisons, unit)
    counts = Counts(exact, hands, classes, rows, own).by_class()
    return _settled(exact, index, rows, unit, classes, comparisons, own, counts)


def _units(exact: "Exact", reading: Node) -> list[str]:
    return [exact.core.holder(role) for role in roles_of(reading)]


def _compared(exact: "Exact", rows: Rows, comparisons: list[Construct], unit: str) -> Ints:
    """The strength of the hand with which the last one is compared, or -1."""
    for reading in comparisons:
        other = next(u for u in _units(exact, reading) if u != unit)
        return exact.hands.strengths()[rows.hands[other]]
    return np.full(len(rows), -1, dtype=np.int64)


class Classes:
    """The hands that may be dealt, by what is read of each and by strength."""

    def __init__(self, exact: "Exact", hands: Ints, readings: list[Node], unit: str) -> None:
        self.strength = exact.hands.strengths()[hands]
        code = (self.strength >= 0).astype(np.int64)
        for reading in readings:
            assert isinstance(reading, Construct)
            codes, values = exact.hands.column(reading, exact.reader.naming)
            code = code * len(values) + codes[hands]
        _, first, own = np.unique(code, return_index=True, return_inverse=True)
        self.of_hand: Ints = own.reshape(-1)
        self.examples: Ints = hands[first]
        self.ordered: Ints = (self.strength >= 0)[first]
        self.count = len(first)


class Counts:
    """How many of the hands of each class are left for each row: lower than its own hand, equal, and all."""

    def __init__(self, exact: "Exact", hands: Ints, classes: Classes, rows: Rows, own: Ints) -> None:
        self.exact = exact
        self.classes = classes
        self.own = own
        self.held: Ints = exact.table.held(hands)
        self.stock = exact.table.stock
        self.single = bool((self.stock[np.unique(self.held)] == 1).all())
        self.kinds, self.gone = _compact(exact.used(rows))
        # With one object of each kind and no two hands of one strength, no hand is equal to one that is held.
        self.may_be_equal = not (self.single and len(np.unique(classes.strength)) == len(hands))
        self.radix = int(max(classes.strength.max(initial=0), own.max(initial=0))) + 2

    def by_class(self) -> Ints:
        """Hands left by row, class, and whether they are lower, equal or higher (or all, of what nothing orders)."""
        rows, classes = len(self.own), self.classes.count
        lower = np.zeros((rows, classes), dtype=np.int64)
        to_equal, total = lower.copy(), lower.copy()
        for size in range(self.held.shape[1] + 1):
            listed = self._containing(size)
            for places in self._patterns(size):
                sign = self._sign(places)
                wanted = np.sort(self.kinds[:, list(places)], axis=1)
                self._add(listed, wanted, sign, (lower, to_equal, total))
        if not self.may_be_equal:
            to_equal = lower
        counts = np.zeros((rows, classes, 4), dtype=np.int64)
        ordered = (self.own >= 0)[:, None] & self.classes.ordered[None, :]
        counts[:, :, LOWER] = np.where(ordered, lower, 0)
        counts[:, :, EQUAL] = np.where(ordered, to_equal - lower, 0)
        counts[:, :, HIGHER] = np.where(ordered, total - to_equal, 0)
        counts[:, :, WITHOUT] = np.where(ordered, 0, total)
        return counts

    def _patterns(self, size: int) -> list[tuple[int, ...]]:
        """Which of the objects that are gone a group of so many may consist of."""
        places = range(self.kinds.shape[1])
        return list((combinations if self.single else combinations_with_replacement)(places, size))

    def _sign(self, places: tuple[int, ...]) -> Ints:
        sign = np.ones(len(self.own), dtype=np.int64)
        for place in set(places):
            times = places.count(place)
            most = int(self.gone.max(initial=0))
            table = np.array([(-1) ** times * comb(r + times - 1, times) if r else 0 for r in range(most + 1)])
            sign *= table[self.gone[:, place]]
        return sign

    def _containing(self, size: int) -> tuple[Ints, Ints, Ints]:
        """The hands that contain each group of so many objects: keys in order, sums of ways, begin of each group."""
        base, classes, length = len(self.stock), self.classes.count, self.held.shape[1]
        keys, weights = [], []
        for places in combinations(range(length), size):
            rows = np.flatnonzero(self._is_first(places))
            code = np.zeros(len(rows), dtype=np.int64)
            for place in places:
                code = code * base + self.held[rows, place]
            keys.append((code * classes + self.classes.of_hand[rows]) * self.radix + self.classes.strength[rows] + 1)
            weights.append(self._ways(rows, places))
        key, weight = np.concatenate(keys), np.concatenate(weights)
        order = np.argsort(key, kind="stable")
        key = key[order]
        sums = np.concatenate([[0], np.cumsum(weight[order])])
        begins = np.concatenate([[0], np.cumsum(np.bincount(key // self.radix, minlength=base**size * classes))])
        return key, sums, begins

    def _is_first(self, places: tuple[int, ...]) -> Ints:
        """Whether these places of a hand are the first that show what they show, so that each group counts once."""
        first = np.ones(len(self.held), dtype=np.bool_)
        if not self.single:
            for place in places:
                if place and place - 1 not in places:
                    first &= self.held[:, place] != self.held[:, place - 1]
        return first

    def _ways(self, rows: Ints, places: tuple[int, ...]) -> Ints:
        """In how many ways the rest of each hand comes from the whole stock."""
        ways = np.ones(len(rows), dtype=np.int64)
        if self.single:
            return ways
        rest = [p for p in range(self.held.shape[1]) if p not in places]
        most = int(self.stock.max())
        table = np.array([[comb(n, k) for k in range(len(rest) + 1)] for n in range(most + 1)], dtype=np.int64)
        for at, place in enumerate(rest):
            kind = self.held[rows, place]
            same = sum(((self.held[rows, p] == kind).astype(np.int64) for p in rest), np.zeros(len(rows), np.int64))
            seen = np.zeros(len(rows), dtype=np.bool_)
            for p in rest[:at]:
                seen |= self.held[rows, p] == kind
            ways *= np.where(seen, 1, table[self.stock[kind], same])
        return ways

    def _add(self, listed: tuple[Ints, Ints, Ints], wanted: Ints, sign: Ints, to: tuple[Ints, Ints, Ints]) -> None:
        key, sums, begins = listed
        code = np.zeros(len(self.own), dtype=np.int64)
        for column in wanted.T:
            code = code * len(self.stock) + column
        lower, to_equal, total = to
        for number in range(self.classes.count):
            group = code * self.classes.count + number
            begin, end = sums[begins[group]], sums[begins[group + 1]]
            total[:, number] += sign * (end - begin)
            if not self.classes.ordered[number]:
                continue
            at = group * self.radix + self.own + 1
            lower[:, number] += sign * (sums[np.searchsorted(key, at, "left")] - begin)
            if self.may_be_equal:
                to_equal[:, number] += sign * (sums[np.searchsorted(key, at, "right")] - begin)


def _settled(
    exact: "Exact",
    index: int,
    rows: Rows,
    unit: str,
    classes: Classes,
    comparisons: list[Construct],
    own: Ints,
    counts: Ints,
) -> Result:
    """The ends of the rows: one for each class and comparison, as often as there are hands."""
    number, sign = np.divmod(np.arange(classes.count * 4), 4)
    flat = counts.reshape(len(rows), -1)
    occurring = np.flatnonzero(flat.any(axis=0))
    number, sign, flat = number[occurring], sign[occurring], flat[:, occurring]
    many = rows.take(np.repeat(np.arange(len(rows)), len(occurring))).on(reach=None)
    many = many.on(hands={**many.hands, unit: np.tile(classes.examples[number], len(rows))})
    codes = np.tile(sign, len(rows))
    for reading in comparisons:
        is_first = _units(exact, reading)[0] == unit
        turned = codes if is_first else np.where(codes == WITHOUT, WITHOUT, 2 - codes)
        exact.reader.given[reading] = (turned, [-1, 0, 1, None])
    try:
        numbers = _end_numbers(exact, index, many).reshape(len(rows), -1)
    finally:
        exact.reader.given.clear()
    out: Result = {}
    for ends, ways in zip(numbers.T, flat.T, strict=True):
        for end in np.unique(ends):
            own = np.where(ends == end, ways, 0)
            out[int(end)] = out[int(end)] + own if int(end) in out else own
    return {end: ways for end, ways in out.items() if ways.any()}


def _compact(used: Ints) -> tuple[Ints, Ints]:
    """The kinds of which objects are gone for each row, and how many; filled up with kinds of which none is."""
    rows, kinds = np.nonzero(used)
    counts = np.bincount(rows, minlength=len(used))
    place = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    width = int(counts.max(initial=0))
    compact, gone = (np.zeros((len(used), width), dtype=np.int64) for _ in range(2))
    compact[rows, place], gone[rows, place] = kinds, used[rows, kinds]
    return compact, gone


def _end_numbers(exact: "Exact", index: int, rows: Rows) -> Ints:
    for step in range(index, len(exact.course.steps)):
        effect = exact.course.steps[step].effect
        if step in exact.course.playing and effect.op == "settle":
            for term in effect.parts[0].items:
                rows = exact.ends.settle(exact.reader, rows, term.id)
    return exact.ends.finished(rows)
