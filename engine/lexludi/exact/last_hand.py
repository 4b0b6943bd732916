"""The last hand of a round, counted instead of dealt out.

When nothing comes by chance after a hand and nobody chooses, what matters of it is a few
observables and whether it is lower than, equal to or higher than another. How many hands of
each class are left when some objects are gone follows from how many there are that contain
given objects (inclusion and exclusion): with c objects of a kind of which r are gone,

    C(c - r, h) = sum over j of (-1)^j C(r + j - 1, j) C(c, h - j).
"""

from collections.abc import Iterator
from dataclasses import field
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.multisets import SAFE, TOGETHER, HandTable, Ints, distinct, ordered

# Sums for so many choices and strengths are looked up in an array; more of them are searched.
DENSE = 300_000


@dataclass(frozen=True)
class Counted:
    """For rows, one hand that stands for others: `rows` have `hands` in so many `ways`."""

    rows: Ints
    hands: Ints
    ways: Ints


def can_be_counted(table: HandTable, kind: str, size: int) -> bool:
    """The sums that count a hand of so many objects stay within 64-bit integers, and the codes of choices as well."""
    hands = table.hands_of(kind, size)
    sums = comb(int(table.stock.sum()), size) * 8**size
    # A choice of objects as digits to a base, and behind them a strength: the keys of the sums.
    # A strength is a rank among the hands that may come and those that there are.
    codes = (len(table.kinds) + 1) ** size * (hands + len(table) + 2)
    return hands > 0 and sums < SAFE and codes < SAFE


def counted_hands(
    table: HandTable, batch: Ints, classes: Ints, strengths: Ints, gone: Ints, against: Ints | None
) -> Iterator[Counted]:
    """For each row and class of hands, how many lie below, at and above a strength.

    `batch` are the hands that may come, with their `classes` and `strengths` (-1 for a hand
    that nothing orders); `gone` is rows by kinds; `against` the strength with which each row
    compares the hand (-1 for none, and then all hands of a class are counted together).
    """
    held = table.held(batch)
    absent = _Absent(gone, held.shape[1], table.stock)
    level = np.full(len(gone), -1) if against is None else against
    # Few different strengths are compared: each is looked for once.
    levels = np.arange(-1, int(level.max(initial=-1)) + 1)
    for number in range(int(classes.max(initial=0)) + 1):
        places = np.flatnonzero(classes == number)
        first, ranks = distinct([strengths[places]])
        # Where a row compares with nothing (-1), all hands are above it, or at it where nothing orders them.
        cuts = [np.searchsorted(strengths[places[first]], levels, side)[level + 1] for side in ("left", "right")]
        below, up_to, every = absent.below(held[places], ranks, cuts)
        # Any hand of a part is read like the others of it, even one of which an object is gone: the first stands for
        # those below a strength, and the last for those above it.
        equal = first[np.minimum(cuts[0], len(first) - 1)]
        lowest, highest = (np.full_like(equal, first[end]) for end in (0, -1))
        for ways, hands in ((below, lowest), (up_to - below, equal), (every - up_to, highest)):
            rows = np.flatnonzero(ways)
            if len(rows):
                yield Counted(rows, batch[places[hands[rows]]], ways[rows])


def counted_below(table: HandTable, batch: Ints, ranks: Ints, gone: Ints, cuts: list[Ints]) -> list[Ints]:
    """For each row the hands of a batch with ranks below its cuts, one array for each cut, then all hands."""
    held = table.held(batch)
    return _Absent(gone, held.shape[1], table.stock).below(held, ranks, cuts)


@dataclass
class _Term:
    """One term of the inclusion and exclusion: of some rows, hands that contain certain objects count `factor` times.

    `codes` are the choices of these objects, row by row; `places` theirs among all that are asked for.
    """

    codes: Ints
    factor: Ints
    places: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


@dataclass(frozen=True)
class _Alike:
    """Rows in which as many kinds are gone, with the terms by the number of objects that are chosen."""

    rows: Ints
    terms: list[list[_Term]]


class _Absent:
    """The objects gone from the stock, row by row, and so the number of hands of a size without them."""

    def __init__(self, gone: Ints, size: int, stock: Ints) -> None:
        self._stock = stock
        self._count = len(gone)
        self._groups = list(_alike(gone, size, stock))
        # By how many objects they have, the choices that rows ask for, as codes in ascending order: what many rows ask
        # for is summed up once.
        self._asked: list[Ints] = []
        for number in range(size + 1):
            terms = [term for group in self._groups for term in group.terms[number]]
            codes = np.concatenate([np.zeros(0, dtype=np.int64), *(term.codes for term in terms)])
            first, places = distinct([codes])
            self._asked.append(codes[first])
            ends = np.cumsum([len(term.codes) for term in terms], dtype=np.int64)
            for term, end in zip(terms, ends, strict=True):
                term.places = places[end - len(term.codes) : end]

    def below(self, held: Ints, ranks: Ints, cuts: list[Ints]) -> list[Ints]:
        """For each row the hands with ranks below its cuts, one array for each cut, then all hands.

        `held` are the kinds that the hands hold; ranks are numbers from 0 without gaps.
        """
        count = int(ranks.max()) + 1
        hands = _Containing(self._stock, held, ranks, count)
        sums = [hands.sums(size, asked) for size, asked in enumerate(self._asked)]
        *below, every = (np.zeros(self._count, dtype=np.int64) for _ in (*cuts, None))
        for group in self._groups:
            rows = group.rows
            terms = [(weights, term) for weights, of_size in zip(sums, group.terms, strict=True) for term in of_size]
            every[rows] = sum(term.factor * weights.every[term.places] for weights, term in terms)
            for column, cut in zip(below, cuts, strict=True):
                at = cut[rows]
                # Below the first rank is no hand, below what comes after the last are all.
                column[rows] = np.where(at < count, 0, every[rows])
                some = np.flatnonzero((at > 0) & (at < count))
                column[rows[some]] = sum(
                    term.factor[some] * weights.below(term.places[some], at[some]) for weights, term in terms
                )
        return [*below, every]


def _alike(gone: Ints, size: int, stock: Ints) -> Iterator[_Alike]:
    """The terms for what is gone in each row: every choice of so many of the kinds that are gone, or fewer."""
    base, most = len(stock) + 1, int(stock.max())
    # The kinds that are gone, row by row, in ascending order.
    row, kind = np.divmod(np.flatnonzero(gone > 0), len(stock))
    different = np.bincount(row, minlength=len(gone))
    # By how many kinds are gone: rows of one number have the same places to choose from.
    for number in np.flatnonzero(np.bincount(different)).tolist():
        rows = np.flatnonzero(different == number)
        kinds = kind[different[row] == number].reshape(len(rows), number)
        missing = gone[rows[:, None], kinds]
        # No hand holds more of a kind than there are.
        choices = combinations if most == 1 else combinations_with_replacement
        # As many terms as choices of up to so many of the kinds that are gone: exponential in the size of the hand.
        yield _Alike(
            rows,
            [
                [
                    _Term(_code(kinds[:, list(chosen)], base), _factor(missing, chosen))
                    for chosen in choices(range(number), n)
                ]
                for n in range(size + 1)
            ],
        )


def _factor(missing: Ints, chosen: tuple[int, ...]) -> Ints:
    """(-1)^j C(r + j - 1, j) for each kind that is chosen j times, of which r are gone."""
    factor = np.full(len(missing), (-1) ** len(chosen), dtype=np.int64)
    for column in set(chosen):
        times = chosen.count(column)
        if times == 1:
            factor *= missing[:, column]
            continue
        values, places = np.unique(missing[:, column], return_inverse=True)
        factors = np.array([comb(int(gone) + times - 1, times) for gone in values], dtype=np.int64)
        factor *= factors[places.reshape(-1)]
    return factor


def _code(kinds: Ints, base: int) -> Ints:
    """One number for some kinds in ascending order."""
    code = np.zeros(len(kinds), dtype=np.int64)
    for column in kinds.T:
        code = code * base + column + 1
    return code


class _Containing:
    """Hands by the objects that they contain, with ranks from 0 to below a `count`."""

    def __init__(self, stock: Ints, held: Ints, ranks: Ints, count: int) -> None:
        self._base = len(stock) + 1
        self._count = count
        self._held = held
        self._ranks = ranks
        self._single = bool((stock <= 1).all())
        # In how many ways objects of a kind are chosen from the whole stock: kinds by numbers.
        numbers = range(held.shape[1] + 1)
        self._choices = np.array([[comb(int(number), size) for size in numbers] for number in stock])
        # A run of equal kinds begins where the kind differs from the one before.
        self._begins = np.ones(held.shape, dtype=np.bool_)
        self._begins[:, 1:] = held[:, 1:] != held[:, :-1]

    def sums(self, size: int, wanted: Ints) -> "_Sums":
        """For choices of so many objects, given by their codes, the weights of the hands that contain them."""
        # Every subset of so many of the places of every hand: over all sizes 2 to the power of the size of the hands.
        parts = (
            self._containing(chosen, begin, wanted)
            for chosen in combinations(range(self._held.shape[1]), size)
            for begin in range(0, len(self._held), TOGETHER)
            if len(wanted)
        )
        return _Sums(parts, len(wanted), self._count)

    def _containing(self, chosen: tuple[int, ...], begin: int, wanted: Ints) -> tuple[Ints, Ints]:
        """The choice of the objects at some places of hands from one on, where it is asked for: keys and weights."""
        some = slice(begin, begin + TOGETHER)
        codes = _code(self._held[some][:, list(chosen)], self._base)
        place = np.minimum(np.searchsorted(wanted, codes), len(wanted) - 1)
        valid = wanted[place] == codes
        # Of equal objects the first are chosen, so that each choice is met once.
        for column in chosen:
            if column and column - 1 not in chosen:
                valid &= self._begins[some, column]
        rows = np.flatnonzero(valid)
        keys = place[rows] * self._count + self._ranks[some][rows]
        rows += begin
        return keys, np.ones(len(rows), dtype=np.int64) if self._single else self._weights(rows, chosen)

    def _weights(self, rows: Ints, chosen: tuple[int, ...]) -> Ints:
        """In how many ways the objects of hands beside the chosen ones come from the whole stock."""
        held, begins = self._held[rows], self._begins[rows]
        # Hands by places by places: which objects of a hand are alike.
        alike = held[:, :, None] == held[:, None, :]
        taken = alike[:, :, list(chosen)].sum(axis=2)
        left = np.maximum(alike.sum(axis=2) - taken, 0)
        # At the beginning of each run of equal kinds, for all of the run: how many of it come beside the chosen ones.
        weights: Ints = np.where(begins, self._choices[held, left], 1).prod(axis=1)
        return weights


class _Sums:
    """Weights of hands in the order of what they contain and then of rank: sums of them below a rank.

    `every` holds for each choice of objects the weights of all hands that contain it.
    """

    def __init__(self, parts: Iterator[tuple[Ints, Ints]], choices: int, count: int) -> None:
        self._count = count
        size = choices * count
        self._dense = size <= DENSE
        # For each choice a stretch of `count` ranks, one after another.
        starts = np.arange(choices + 1) * count
        if self._dense:
            # Sums before each choice and rank, looked up.
            by_key = np.zeros(size + 1, dtype=np.int64)
            for keys, weights in parts:
                np.add.at(by_key, keys + 1, weights)
            self._before: Ints = np.cumsum(by_key)
        else:
            keys, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
            order = ordered(keys, size)
            self._keys = keys[order]
            self._before = np.concatenate([[0], np.cumsum(weights[order])])
            starts = np.searchsorted(self._keys, starts)
        # Sums before each choice, and at last after all.
        self._bounds = self._before[starts]
        self.every = np.diff(self._bounds)

    def below(self, places: Ints, cuts: Ints) -> Ints:
        """For each place of a choice, the weights of the hands with a rank below a cut, which is a rank itself."""
        at = places * self._count + cuts
        if self._dense:
            return self._before[at] - self._bounds[places]
        # What is searched in ascending order is found several times sooner.
        order = ordered(at, len(self.every) * self._count)
        below = np.empty(len(at), dtype=np.int64)
        below[order] = self._before[np.searchsorted(self._keys, at[order])]
        return below - self._bounds[places]
