"""The last hand of a round, counted instead of dealt out.

When nothing comes by chance after a hand and nobody chooses, what matters of it is a few
observables and whether it is lower than, equal to or higher than another. How many hands of
each class are left when some objects are gone follows from how many there are that contain
given objects (inclusion and exclusion): with c objects of a kind of which r are gone,

    C(c - r, h) = sum over j of (-1)^j C(r + j - 1, j) C(c, h - j).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from lexludi.exact.multisets import SAFE, TOGETHER, HandTable, Ints, distinct

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
    # By how many objects they have, the choices that rows ask for: what many rows ask for is summed up once.
    terms = _terms(gone, held.shape[1], table.stock)
    asked = [_asked([term for term in terms if term.size == size]) for size in range(held.shape[1] + 1)]
    # What is compared may be higher than every hand that may come.
    highest = max(int(own.max(initial=0)) for own in (strengths, against) if own is not None)
    orders = highest + 2
    # A row that compares with nothing, or a hand that nothing orders, stands below and up to no strength.
    level = np.zeros(len(gone), dtype=np.int64) if against is None else against + 1
    for number in range(int(classes.max(initial=0)) + 1):
        own = np.flatnonzero(classes == number)
        sums = _Sums(table.stock, held[own], strengths[own] + 1, orders, [codes for codes, _ in asked])
        below, up_to, every = (np.zeros(len(gone), dtype=np.int64) for _ in range(3))
        for size, (_, places) in enumerate(asked):
            for term, place in zip((term for term in terms if term.size == size), places, strict=True):
                less, as_much, all_ = sums.of(size, place, level[term.rows])
                below[term.rows] += term.factor * less
                up_to[term.rows] += term.factor * as_much
                every[term.rows] += term.factor * all_
        del sums  # most of the memory
        # So the first hand stands for those below a strength, and the last for those above it.
        ranked = own[np.argsort(strengths[own], kind="stable")]
        for ways, hands in _parts(below, up_to, every, batch[ranked], strengths[ranked], against):
            rows = np.flatnonzero(ways)
            if len(rows):
                yield Counted(rows, hands[rows], ways[rows])


def counted_below(table: HandTable, batch: Ints, ranks: Ints, gone: Ints, cuts: list[Ints]) -> list[Ints]:
    """For each row the hands of a batch with ranks below its cuts, one array for each cut, then all hands."""
    held = table.held(batch)
    terms = _terms(gone, held.shape[1], table.stock)
    asked = [_asked([term for term in terms if term.size == size]) for size in range(held.shape[1] + 1)]
    # Ranks are raised by one, and a cut may lie behind the last: the level after it is still in the stretch.
    sums = _Sums(table.stock, held, ranks + 1, len(batch) + 3, [codes for codes, _ in asked])
    below: list[Ints] = [np.zeros(len(gone), dtype=np.int64) for _ in (*cuts, None)]
    for size, (_, places) in enumerate(asked):
        for term, place in zip((term for term in terms if term.size == size), places, strict=True):
            for number, cut in enumerate(cuts):
                less, _, _ = sums.of(size, place, cut[term.rows] + 1)
                below[number][term.rows] += term.factor * less
            _, _, every = sums.of(size, place, np.zeros(len(term.rows), dtype=np.int64))
            below[-1][term.rows] += term.factor * every
    return below


def _parts(
    below: Ints, up_to: Ints, every: Ints, hands: Ints, strengths: Ints, against: Ints | None
) -> Iterator[tuple[Ints, Ints]]:
    """The ways of the hands below, at and above each row's strength, with a hand that stands for them."""
    # Any hand of a part is read like the others of it, even one of which an object is gone.
    lowest, highest = np.full(len(every), hands[0]), np.full(len(every), hands[-1])
    if against is None or strengths[0] < 0:
        yield every, lowest
        return
    compared = against >= 0
    yield np.where(compared, below, every), lowest
    place = np.minimum(np.searchsorted(strengths, against), len(strengths) - 1)
    yield np.where(compared, up_to - below, 0), hands[place]
    yield np.where(compared, every - up_to, 0), highest


@dataclass(frozen=True)
class _Term:
    """One term of the inclusion and exclusion: in some rows, hands that contain `size` objects count `factor` times."""

    size: int
    rows: Ints
    codes: Ints
    factor: Ints


def _asked(terms: list[_Term]) -> tuple[Ints, list[Ints]]:
    """The different choices of some terms, as codes in ascending order, and for each term the places of its own."""
    codes = np.concatenate([np.zeros(0, dtype=np.int64), *(term.codes for term in terms)])
    first, places = distinct([codes])
    return codes[first], np.split(places, np.cumsum([len(term.codes) for term in terms])[:-1]) if terms else []


def _terms(gone: Ints, size: int, stock: Ints) -> list[_Term]:
    """The terms for what is gone in each row: every choice of so many of the kinds that are gone, or fewer."""
    terms = []
    base, most = len(stock) + 1, int(stock.max())
    is_gone = gone > 0
    different = np.count_nonzero(is_gone, axis=1)
    # By how many kinds are gone: rows of one number have the same places to choose from.
    for number in np.flatnonzero(np.bincount(different)).tolist():
        rows = np.flatnonzero(different == number)
        # The kinds that are gone, row by row, in ascending order.
        kinds = np.nonzero(is_gone[rows])[1].reshape(len(rows), number)
        missing = np.take_along_axis(gone[rows], kinds, axis=1)
        # As many terms as choices of up to so many of the kinds that are gone: exponential in the size of the hand.
        for count in range(size + 1):
            # No hand holds more of a kind than there are.
            for chosen in (combinations if most == 1 else combinations_with_replacement)(range(number), count):
                codes = _code(kinds[:, list(chosen)], base)
                terms.append(_Term(count, rows, codes, _factor(missing, chosen)))
    return terms


def _factor(missing: Ints, chosen: tuple[int, ...]) -> Ints:
    """(-1)^j C(r + j - 1, j) for each kind that is chosen j times, of which r are gone."""
    factor = np.full(len(missing), (-1) ** len(chosen), dtype=np.int64)
    for column in set(chosen):
        times = chosen.count(column)
        if times == 1:
            factor *= missing[:, column]
            continue
        values, places = np.unique(missing[:, column], return_inverse=True)
        own = np.array([comb(int(gone) + times - 1, times) for gone in values], dtype=np.int64)
        factor *= own[places.reshape(-1)]
    return factor


def _code(kinds: Ints, base: int) -> Ints:
    """One number for some kinds in ascending order."""
    code = np.zeros(len(kinds), dtype=np.int64)
    for column in kinds.T:
        code = code * base + column + 1
    return code


class _Sums:
    """The hands of one class by the objects that they contain: sums of weights in the order of strength.

    Only for choices of objects that are `asked` for, by their number and code.
    """

    def __init__(self, stock: Ints, held: Ints, strengths: Ints, orders: int, asked: list[Ints]) -> None:
        self._base = len(stock) + 1
        self._orders = orders
        self._asked = asked
        self._held = held
        self._strengths = strengths
        self._single = bool((stock <= 1).all())
        # In how many ways objects of a kind are chosen from the whole stock: kinds by numbers.
        numbers = range(held.shape[1] + 1)
        self._choices = np.array([[comb(int(number), size) for size in numbers] for number in stock])
        # A run of equal kinds begins where the kind differs from the one before.
        self._begins = np.ones(held.shape, dtype=np.bool_)
        self._begins[:, 1:] = held[:, 1:] != held[:, :-1]
        # Every subset of the places of every hand, over all sizes: 2 to the power of the size times the hands.
        self._of_sizes = [self._of_size(size) for size in numbers]

    def _of_size(self, size: int) -> "_Ranked":
        """For the choices of so many objects, the weights of the hands that contain them."""
        choices = len(self._asked[size])
        parts = (
            self._containing(chosen, begin)
            for chosen in combinations(range(self._held.shape[1]), size)
            for begin in range(0, len(self._held), TOGETHER)
            if choices
        )
        return _Ranked(parts, choices, self._orders)

    def _containing(self, chosen: tuple[int, ...], begin: int) -> tuple[Ints, Ints]:
        """The choice of the objects at some places of hands from one on, where it is asked for: keys and weights."""
        some = slice(begin, begin + TOGETHER)
        codes = _code(self._held[some][:, list(chosen)], self._base)
        wanted = self._asked[len(chosen)]
        place = np.minimum(np.searchsorted(wanted, codes), len(wanted) - 1)
        valid = wanted[place] == codes
        # Of equal objects the first are chosen, so that each choice is met once.
        for column in chosen:
            if column and column - 1 not in chosen:
                valid &= self._begins[some, column]
        rows = np.flatnonzero(valid)
        keys = place[rows] * self._orders + self._strengths[some][rows]
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

    def of(self, size: int, places: Ints, level: Ints) -> tuple[Ints, Ints, Ints]:
        """The weights of the hands that contain chosen objects: below a strength, up to it, and all."""
        return self._of_sizes[size].sums(places, level)


class _Ranked:
    """Weights of hands in the order of what they contain and then of strength: sums of them between two strengths."""

    def __init__(self, parts: Iterator[tuple[Ints, Ints]], choices: int, orders: int) -> None:
        self._orders = orders
        size = choices * orders
        self._dense = size <= DENSE
        # For each choice a stretch of `orders` strengths, one after another.
        if self._dense:
            # Sums before each choice and strength, looked up.
            by_key = np.zeros(size + 1, dtype=np.int64)
            for keys, weights in parts:
                np.add.at(by_key, keys + 1, weights)
            self._before: Ints = np.cumsum(by_key)
        else:
            keys, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
            order = np.argsort(keys)
            self._keys = keys[order]
            self._sums: Ints = np.concatenate([[0], np.cumsum(weights[order])])
            # Where the hands of each choice begin and end.
            self._bounds = self._sums[np.searchsorted(self._keys, np.arange(choices + 1) * orders)]

    def sums(self, places: Ints, level: Ints) -> tuple[Ints, Ints, Ints]:
        """For each place of a choice and strength, the weights below the strength, up to it, and of all hands."""
        at = places * self._orders
        if self._dense:
            first = self._before[at]
            below, up_to, last = (self._before[at + more] for more in (level, level + 1, self._orders))
            return below - first, up_to - first, last - first
        # What is searched in ascending order is found several times sooner.
        order = np.argsort(at + level)
        wanted = (at + level)[order]
        below, up_to = np.empty(len(at), dtype=np.int64), np.empty(len(at), dtype=np.int64)
        below[order] = self._sums[np.searchsorted(self._keys, wanted)]
        up_to[order] = self._sums[np.searchsorted(self._keys, wanted, side="right")]
        first = self._bounds[places]
        return below - first, up_to - first, self._bounds[places + 1] - first
