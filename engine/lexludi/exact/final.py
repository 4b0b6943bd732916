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

from lexludi.exact.course import resolved, roles_of
from lexludi.exact.packing import SAFE, packed
from lexludi.exact.results import Result
from lexludi.exact.rows import Ints, Rows
from lexludi.exact.sides import Side
from lexludi.language.nodes import Construct

if TYPE_CHECKING:
    from lexludi.exact.rounds import Exact

LOWER, EQUAL, HIGHER, WITHOUT = range(4)

# Rows that are settled at once: arrays of this length are taken from memory that is there already.
ROWS_AT_ONCE = 1 << 18
# Groups of objects by class that are counted at most.
MAX_GROUPS = 100_000_000


def final_hand(exact: "Exact", index: int, rows: Rows, unit: str, hands: Ints) -> Result | None:
    """What comes of rows when one holder is dealt its hand and nothing else happens before the bets are settled.

    Nothing where the hands are too many, or of too many classes, to be counted in 64 bits.
    """
    compared = [Compared(exact, side, rows, unit, hands) for side in exact.sides]
    # The one under which most hands can be compared leads; the other follows from it, segment by segment.
    compared.sort(key=lambda own: (not own.readings, int((own.strength < 0).sum())))
    lead = compared[0]
    segments = Segments(lead, compared[1]) if len(compared) > 1 and compared[1].readings else None
    classes = Classes(exact, hands, unit, lead, segments)
    counts = Counts(exact, hands, classes, rows, lead.own)
    if not counts.fit:
        return None
    return _Settling(exact, index, rows, unit, hands, classes, compared, segments, counts.by_class()).result()


class Compared:
    """The comparisons of the last hand with another under one rule set: the strengths of both, -1 for none."""

    def __init__(self, exact: "Exact", side: Side, rows: Rows, unit: str, hands: Ints) -> None:
        self.side = side
        own = side.core
        found = resolved(own, (r for v in side.verdicts.values() for g in v.groups for r in g.readings))
        self.read = [r for r in found if isinstance(r, Construct)]
        self.readings = [r for r in self.read if r.op == "compare" and unit in self._units(r)]
        self.strength: Ints = side.hands.strengths()[hands]
        self.own: Ints = np.full(len(rows), -1, dtype=np.int64)
        for reading in self.readings:
            other = next(u for u in self._units(reading) if u != unit)
            self.own = side.hands.strengths()[rows.hands[other]]

    def _units(self, reading: Construct) -> list[str]:
        return [self.side.core.holder(role) for role in roles_of(reading)]

    def of(self, unit: str) -> list[Construct]:
        """What is read of the last hand by itself."""
        return [r for r in self.read if unit in self._units(r) and r not in self.readings]

    def give(self, unit: str, signs: Ints) -> None:
        """Let the reader know how the last hand compares, in each row."""
        for reading in self.readings:
            is_first = self._units(reading)[0] == unit
            turned = signs if is_first else np.where(signs == WITHOUT, WITHOUT, 2 - signs)
            self.side.reader.given[reading] = (turned, [-1, 0, 1, None])


class Segments:
    """Runs of hands that two rule sets order alike: within one run they agree, and whole runs change places.

    `of_hand` numbers the runs of the hands that may be dealt, `own` those of the hands
    that they are compared with (-1 for none).
    """

    def __init__(self, lead: Compared, other: Compared) -> None:
        both = np.concatenate([lead.strength, lead.own]), np.concatenate([other.strength, other.own])
        ranks = [np.unique(column, return_inverse=True)[1].reshape(-1) for column in both]
        pairs, places = np.unique(np.stack(ranks), axis=1, return_inverse=True)
        steps = np.diff(pairs, axis=1)
        lacking = (pairs[1] == 0) & bool((both[1] < 0).any())  # nothing is below a hand without strength
        # Hands of one strength under the other rule set stand alone, so that no two runs overlap there.
        shared = (np.bincount(pairs[1]) > 1)[pairs[1]] & ~lacking
        together = (steps[0] == 1) & ((steps[1] == 1) | (lacking[1:] & lacking[:-1])) & ~(shared[1:] | shared[:-1])
        together &= lacking[1:] == lacking[:-1]
        run = np.concatenate([[0], np.cumsum(~together)])[places.reshape(-1)]
        self.of_hand: Ints = run[: len(lead.strength)]
        self.own: Ints = run[len(lead.strength) :]


class Classes:
    """The hands that may be dealt, by what is read of each, whether anything orders it, and its segment."""

    def __init__(self, exact: "Exact", hands: Ints, unit: str, lead: Compared, segments: Segments | None) -> None:
        self.strength = lead.strength
        columns = [((self.strength >= 0).astype(np.int64), 2)]
        for side in exact.sides:
            for reading in Compared(exact, side, _no_rows(exact), unit, hands).of(unit):
                codes, values = side.hands.column(reading, side.reader.naming)
                columns.append((codes[hands], len(values)))
        if segments is not None:
            columns.append((segments.of_hand, int(segments.of_hand.max(initial=0)) + 1))
        code, _ = packed(columns, len(hands))
        _, first, own = np.unique(code, return_index=True, return_inverse=True)
        self.of_hand: Ints = own.reshape(-1)
        self.first: Ints = first
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

    @property
    def fit(self) -> bool:
        """Whether keys and counts stay within 64 bits, and what begins at each key within memory."""
        size = self.held.shape[1]
        groups = len(self.stock) ** size * self.classes.count
        ways = max(
            comb(int(self.stock.sum()), size), comb(int(self.stock.max()), min(size, int(self.stock.max()) // 2))
        )
        return groups <= MAX_GROUPS and groups * self.radix < SAFE and ways < SAFE

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


class _Settling:
    """The ends of the rows: one for each class and comparison, as often as there are hands."""

    def __init__(
        self,
        exact: "Exact",
        index: int,
        rows: Rows,
        unit: str,
        hands: Ints,
        classes: Classes,
        compared: list[Compared],
        segments: Segments | None,
        counts: Ints,
    ) -> None:
        self.exact, self.index, self.rows, self.unit, self.hands = exact, index, rows, unit, hands
        self.classes, self.compared, self.segments = classes, compared, segments
        flat = counts.reshape(len(rows), -1)
        occurring = np.flatnonzero(flat.any(axis=0))
        self.number, self.sign = np.divmod(occurring, 4)
        self.ways: Ints = flat[:, occurring]

    def result(self) -> Result:
        """The ends, and how often each is reached."""
        size = max(1, ROWS_AT_ONCE // max(1, len(self.number)))
        chunks = np.split(np.arange(len(self.rows)), range(size, len(self.rows), size))
        numbers = np.concatenate([self._numbers(chunk) for chunk in chunks])
        self._note(numbers)
        out: Result = {}
        for ends, ways in zip(numbers.T, self.ways.T, strict=True):
            for end in np.unique(ends):
                own = np.where(ends == end, ways, 0)
                out[int(end)] = out[int(end)] + own if int(end) in out else own
        return {end: ways for end, ways in out.items() if ways.any()}

    def _numbers(self, at: Ints) -> Ints:
        """The end that some rows come to with a hand of each class and comparison."""
        many = self.rows.take(np.repeat(at, len(self.number))).on(reach=None)
        many = many.on(hands={**many.hands, self.unit: np.tile(self.classes.examples[self.number], len(at))})
        self.compared[0].give(self.unit, np.tile(self.sign, len(at)))
        for other in self.compared[1:]:
            other.give(self.unit, self._signs(other, at).reshape(-1))
        try:
            return self._end_numbers(many).reshape(len(at), -1)
        finally:
            for side in self.exact.sides:
                side.reader.given.clear()

    def _signs(self, other: Compared, at: Ints) -> Ints:
        """How hands of each class compare under another rule set: as under the first, within one segment."""
        first = self.classes.first[self.number]
        strength = other.strength[first]
        signs = np.sign(strength[None, :] - other.own[at, None]) + 1
        if self.segments is not None:
            same = self.segments.of_hand[first][None, :] == self.segments.own[at, None]
            signs = np.where(same, self.sign[None, :], signs)
        return np.where((strength < 0)[None, :] | (other.own[at] < 0)[:, None], WITHOUT, signs)

    def _end_numbers(self, rows: Rows) -> Ints:
        exact = self.exact
        for step in range(self.index, len(exact.course.steps)):
            effect = exact.course.steps[step].effect
            if step in exact.course.playing and effect.op == "settle":
                for term in effect.parts[0].items:
                    rows = exact.ends.settle(rows, term.id)
        return exact.ends.finished(rows, dealt=False)

    def _note(self, numbers: Ints) -> None:
        """A round for each end that has none yet, with a hand that can really be dealt."""
        possible = self.ways > 0
        for end in np.unique(numbers):
            if int(end) in self.exact.ends.examples:
                continue
            found = (numbers == end) & possible
            row, column = divmod(int(found.argmax()), found.shape[1])  # the first, if there is any
            if found[row, column]:
                own = self.rows.take(np.array([row])).on(reach=None)
                hand = np.array([self._hand(own, row, column)])
                self.exact.ends.examples[int(end)] = own.on(hands={**own.hands, self.unit: hand})

    def _hand(self, own: Rows, row: int, column: int) -> int:
        """A hand of a class that compares as it should with what one row holds, of what is left."""
        left = self.exact.table.stock - self.exact.used(own)[0]
        fits = (self.exact.table.counts[self.hands] <= left).all(axis=1)
        fits &= self.classes.of_hand == self.number[column]
        lead = self.compared[0]
        if self.sign[column] != WITHOUT:
            fits &= np.sign(lead.strength - lead.own[row]) + 1 == self.sign[column]
        return int(self.hands[np.flatnonzero(fits)[0]])


def _no_rows(exact: "Exact") -> Rows:
    return exact.start(exact.bets[0]).take(np.array([], dtype=np.int64))


def _compact(used: Ints) -> tuple[Ints, Ints]:
    """The kinds of which objects are gone for each row, and how many; filled up with kinds of which none is."""
    rows, kinds = np.nonzero(used)
    counts = np.bincount(rows, minlength=len(used))
    place = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    width = int(counts.max(initial=0))
    compact, gone = (np.zeros((len(used), width), dtype=np.int64) for _ in range(2))
    compact[rows, place], gone[rows, place] = kinds, used[rows, kinds]
    return compact, gone
