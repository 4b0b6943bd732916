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

from lexludi.exact.multisets import SAFE, HandTable, Ints


@dataclass(frozen=True)
class Counted:
    """For rows, one hand that stands for others: `rows` have `hands` in so many `ways`."""

    rows: Ints
    hands: Ints
    ways: Ints


def can_be_counted(table: HandTable, kind: str, size: int) -> bool:
    """The sums that count a hand of so many objects stay within 64-bit integers."""
    return comb(int(table.stock.sum()), size) * 8**size < SAFE and len(table.batch(kind, size)) > 0


def counted_hands(
    table: HandTable, batch: Ints, classes: Ints, strengths: Ints, gone: Ints, against: Ints | None
) -> Iterator[Counted]:
    """For each row and class of hands, how many lie below, at and above a strength.

    `batch` are the hands that may come, with their `classes` and `strengths` (-1 for a hand
    that nothing orders); `gone` is rows by kinds; `against` the strength with which each row
    compares the hand (-1 for none, and then all hands of a class are counted together).
    """
    counts = table.counts()[batch]
    orders = int(strengths.max(initial=0)) + 2
    for number in range(int(classes.max(initial=0)) + 1):
        own = np.flatnonzero(classes == number)
        below, up_to, every = _Counts(table, counts[own], strengths[own] + 1, orders).of(gone, against)
        ranked = own[np.argsort(strengths[own], kind="stable")]
        for ways, hands in _parts(below, up_to, every, batch[ranked], strengths[ranked], against):
            rows = np.flatnonzero(ways)
            if len(rows):
                yield Counted(rows, hands[rows], ways[rows])


def counted_below(table: HandTable, batch: Ints, ranks: Ints, gone: Ints, cuts: list[Ints]) -> list[Ints]:
    """For each row the hands of a batch with ranks below its cuts, one array for each cut, then all hands."""
    counts = _Counts(table, table.counts()[batch], ranks + 1, len(batch) + 3)
    return [*(counts.of(gone, cut)[0] for cut in cuts), counts.of(gone, None)[2]]


def _parts(
    below: Ints, up_to: Ints, every: Ints, hands: Ints, strengths: Ints, against: Ints | None
) -> Iterator[tuple[Ints, Ints]]:
    """The ways of the hands below, at and above each row's strength, with a hand that stands for them."""
    lowest, highest = np.full(len(every), hands[0]), np.full(len(every), hands[-1])
    if against is None or strengths[0] < 0:
        yield every, lowest
        return
    compared = against >= 0
    yield np.where(compared, below, every), lowest
    place = np.minimum(np.searchsorted(strengths, against), len(strengths) - 1)
    yield np.where(compared, up_to - below, 0), hands[place]
    yield np.where(compared, every - up_to, 0), highest


class _Counts:
    """The hands of one class by the objects that they contain: sums of weights in the order of strength."""

    def __init__(self, table: HandTable, counts: Ints, strengths: Ints, orders: int) -> None:
        self.base = len(table.kinds) + 1
        self.orders = orders
        self.size = int(counts[0].sum())
        # In how many ways objects of a kind are chosen from the whole stock: kinds by numbers.
        numbers = range(self.size + 1)
        self._choices = np.array([[comb(int(stock), number) for number in numbers] for stock in table.stock])
        kinds = np.arange(len(table.kinds))
        held = np.array([np.repeat(kinds, own) for own in counts])
        self._sorted = [self._of_size(held, strengths, size) for size in numbers]

    def _of_size(self, held: Ints, strengths: Ints, size: int) -> tuple[Ints, Ints]:
        """For every choice of so many objects, the hands that contain it: keys in order, and sums of weights before."""
        count, width = held.shape
        # A run of equal kinds begins where the kind differs from the one before.
        begins = np.ones((count, width), dtype=np.bool_)
        begins[:, 1:] = held[:, 1:] != held[:, :-1]
        alike = held[:, :, None] == held[:, None, :]
        keys, weights = [], []
        for chosen in combinations(range(width), size):
            # Of equal objects the first are chosen, so that each choice is met once.
            valid = np.ones(count, dtype=np.bool_)
            for column in chosen:
                if column and column - 1 not in chosen:
                    valid &= begins[:, column]
            taken = alike[:, :, list(chosen)].sum(axis=2)
            left = np.maximum(alike.sum(axis=2) - taken, 0)
            factors = np.where(begins, self._choices[held, left], 1)
            code = np.zeros(count, dtype=np.int64)
            for column in chosen:
                code = code * self.base + held[:, column] + 1
            keys.append((code * self.orders + strengths)[valid])
            weights.append(factors.prod(axis=1)[valid])
        key, weight = np.concatenate(keys), np.concatenate(weights)
        order = np.argsort(key, kind="stable")
        return key[order], np.concatenate([[0], np.cumsum(weight[order])])

    def of(self, gone: Ints, against: Ints | None) -> tuple[Ints, Ints, Ints]:
        """For each row, the hands that are left: below its strength, up to it, and all."""
        level = np.zeros(len(gone), dtype=np.int64) if against is None else against + 1
        out = [np.zeros(len(gone), dtype=np.int64) for _ in range(3)]
        different = (gone > 0).sum(axis=1)
        for number in np.unique(different):
            rows = np.flatnonzero(different == number)
            # The kinds that are gone, row by row, in ascending order.
            kinds = np.nonzero(gone[rows])[1].reshape(len(rows), int(number))
            missing = np.take_along_axis(gone[rows], kinds, axis=1)
            for size in range(self.size + 1):
                for chosen in combinations_with_replacement(range(int(number)), size):
                    sums = self._sums(kinds, chosen, level[rows])
                    factor = self._factor(missing, chosen)
                    for total, own in zip(out, sums, strict=True):
                        total[rows] += factor * own
        return out[0], out[1], out[2]

    def _sums(self, kinds: Ints, chosen: tuple[int, ...], level: Ints) -> tuple[Ints, Ints, Ints]:
        """The weights of the hands that contain the chosen objects: below a strength, up to it, and all."""
        keys, sums = self._sorted[len(chosen)]
        code = np.zeros(len(kinds), dtype=np.int64)
        for column in chosen:
            code = code * self.base + kinds[:, column] + 1
        first = np.searchsorted(keys, code * self.orders)
        below = np.searchsorted(keys, code * self.orders + level)
        up_to = np.searchsorted(keys, code * self.orders + level, side="right")
        last = np.searchsorted(keys, (code + 1) * self.orders)
        return sums[below] - sums[first], sums[up_to] - sums[first], sums[last] - sums[first]

    @staticmethod
    def _factor(missing: Ints, chosen: tuple[int, ...]) -> Ints:
        factor = np.full(len(missing), (-1) ** len(chosen), dtype=np.int64)
        for column in set(chosen):
            times = chosen.count(column)
            values, places = np.unique(missing[:, column], return_inverse=True)
            own = np.array([comb(int(gone) + times - 1, times) for gone in values], dtype=np.int64)
            factor = factor * own[places.reshape(-1)]
        return factor
