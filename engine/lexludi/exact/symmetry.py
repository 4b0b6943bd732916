"""Symmetry of items: rows that are the same up to an exchange of items which no rule names or orders.

An exchange of such items in all hands of a round at once changes nothing that is read, nor
what is left of the stock. For each item, what it is shown with in each hand is its profile;
two rounds are exchanged into each other where they have the same profiles in some order.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import factorial

import numpy as np

from lexludi.exact.multisets import SAFE, HandTable, Ints, distinct, places_among_alike

# What stands for all hands of an orbit: for each item, and last for what shows none, what is held by whom.
Orbit = tuple[tuple[tuple[int, int], ...], ...]


class Symmetry:
    """An exchange of items on hands of a table: `items` are the kinds that show each, in the same order."""

    def __init__(self, table: HandTable, items: Sequence[Sequence[int]]) -> None:
        self._table = table
        kinds = len(table.kinds)
        self._shown = items
        # How many items may be exchanged; none, where their profiles have no codes.
        self.items = len(items)
        # Of each kind the item and the weight of its digit in the profile; what shows none has a profile of its own.
        self._item = np.full(kinds + 1, self.items, dtype=np.int64)
        self._weight: Ints = np.zeros(kinds + 1, dtype=np.int64)
        for number, shown in enumerate(items):
            self._item[list(shown)] = number
        # No count of a kind reaches the base, so that digits never carry.
        self._base = int(table.stock.max(initial=0)) + 1
        others = np.flatnonzero(self._item[:-1] == self.items)
        digits = max(len(others), *(len(shown) for shown in items)) if items else 0
        # Of what is thrown there is no limit to how many are alike, nor then to a digit.
        fits = bool(items) and bool(table.stock.all()) and self._base**digits < SAFE
        if not fits:
            self.items = 0
        else:
            for shown in [*items, others.tolist()]:
                for digit, kind in enumerate(shown):
                    self._weight[kind] = self._base**digit

    def codes(self, columns: Sequence[Ints]) -> list[Ints] | None:
        """Codes that are equal for rows that can be exchanged into each other; `columns` are their hands.

        Nothing where the first objects of a hand are kept apart.
        """
        if not self.items or any(self._table.is_split(column) for column in columns):
            return None
        profiles = [self._profiles(column) for column in columns]
        several = len(profiles) > 1
        # The profiles of an item in several hands count as one.
        shown = [profile[:, :-1] for profile in profiles]
        # Numbered together over all rows and items, so that equal profiles have one number.
        joint = distinct([numbers.reshape(-1) for numbers in shown])[1].reshape(shown[0].shape) if several else shown[0]
        # Sorted, since which item has which profile makes no difference; what shows none stays where it is.
        return [*np.sort(joint, axis=1).T, *(profile[:, -1] for profile in profiles)]

    @property
    def orders(self) -> int:
        """The number of orders of the items: no row is exchanged into more rows."""
        return factorial(self.items)

    def orbits(self, columns: Sequence[Ints]) -> Ints:
        """The number of different rows into which each row can be exchanged, itself among them (its orbit)."""
        codes = self.codes(columns)
        assert codes is not None
        # Items of one profile may change places, and the row is the same.
        alike = places_among_alike(np.array(codes[: self.items]).T) + 1
        return self.orders // alike.astype(np.int64).prod(axis=1)

    def orbit(self, hands: Sequence[tuple[int, ...]]) -> Orbit:
        """The profiles of hands, in kinds, which are the same of all into which they can be exchanged."""
        shown: list[list[tuple[int, int]]] = [[] for _ in range(self.items + 1)]
        for place, kinds in enumerate(hands):
            for kind in kinds:
                item = int(self._item[kind])
                # Of what shows none of the items every kind is itself.
                shown[item].append((place, int(self._weight[kind]) if item < self.items else kind))
        *items, others = (tuple(sorted(profile)) for profile in shown)
        return (*sorted(items), others)

    def exchanged(self, columns: Sequence[Ints]) -> Iterator[list[Ints]]:
        """The rows as they are in each order of the items, in all columns at once."""
        for order in permutations(self._shown):
            to = np.arange(len(self._table.kinds))
            for before, after in zip(self._shown, order, strict=True):
                to[list(before)] = list(after)
            yield [self._table.exchanged(column, to) for column in columns]

    def _profiles(self, hands: Ints) -> Ints:
        """For each hand and item, how many there are of each kind that shows it; last of those that show none."""
        # Many rows have few different hands.
        first, inverse = distinct([hands])
        different = hands[first]
        profiles = np.zeros((len(different), self.items + 1), dtype=np.int64)
        for rows, held in self._table.kinds_of_one_size(different):
            for place in range(held.shape[1]):
                # No row is met twice at once.
                profiles[rows, self._item[held[:, place]]] += self._weight[held[:, place]]
        return profiles[inverse]
