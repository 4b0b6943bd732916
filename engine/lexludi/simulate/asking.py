"""How generated code finds its way in a table of answers: the index of an answer, from what is remembered."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.simulate.plan import Plan, Provisions
from lexludi.simulate.queries import Query
from lexludi.simulate.writing import Source, identifier

# Where all rounds that are under way are meant.
ALL = ""


class Asker(ABC):
    """Writes down questions; `on` names the lanes concerned where there are lanes and not all are."""

    def __init__(self, plan: Plan, source: Source) -> None:
        self.plan = plan
        self.source = source
        self.names = {unit: identifier(unit) for unit in plan.units}
        self.has_books = plan.books > 1
        # How the bets stand by what is remembered of a hand, with the provisions, until it is needed.
        self.book_of: tuple[str, list[int], Provisions] | None = None

    @abstractmethod
    def put_book(self) -> None:
        """Write down how the bets stand, where that follows from a hand and has not been needed yet."""

    @abstractmethod
    def held(self, name: str, on: str) -> str:
        """An expression for what is held under a name."""

    @abstractmethod
    def look_up(self, table: str, content: list[int], caption: str, index: str) -> str:
        """An expression for an entry of a table of small numbers."""

    @abstractmethod
    def nothing(self, on: str) -> str:
        """An expression for the index where nothing is read."""

    @abstractmethod
    def sign(self, stride: int) -> str:
        """The digit that says how x and y compare: nothing where x is lower, twice the stride where it is higher."""

    def index(self, query: Query, limit: int, on: str = ALL) -> tuple[str, bool]:
        """An expression for the index of an answer; and whether memories themselves are its digits."""
        if query.is_direct(limit):
            return self._digits(query, on) or self.nothing(on), True
        terms = []
        by_book = query.by_book and self.has_books
        for place, unit in enumerate(query.units):
            parts = query.scaled_parts(unit)
            if by_book and self.book_of is not None and self.book_of[0] == unit:
                books = query.scaled_books()
                parts = [part + books[book] for part, book in zip(parts, self.book_of[1], strict=True)]
                by_book = False
            elif query.sizes[place] == 1:
                continue
            name = self.names[unit]
            terms.append(self.look_up(f"READ_{name.upper()}", parts, f"what is read of {unit}", self.held(name, on)))
        if by_book:
            self.put_book()
            terms.append(self.look_up("READ_BOOK", query.scaled_books(), "how the bets stand", self.held("book", on)))
        terms.extend(self._compared(query, place, on) for place in range(len(query.pairs)))
        return " + ".join(terms) or self.nothing(on), False

    def _digits(self, query: Query, on: str) -> str:
        """Memories as the digits of a number."""
        digits = [(self.held(self.names[u], on), n) for u, n in zip(query.units, query.direct_sizes, strict=False)]
        if query.by_book and self.has_books:
            self.put_book()
            digits.append((self.held("book", on), query.direct_sizes[-1]))
        text = ""
        for name, size in digits:
            text = f"{f'({text})' if ' ' in text else text} * {size} + {name}" if text else name
        return text

    def _compared(self, query: Query, place: int, on: str) -> str:
        """How two hands compare, as a digit."""
        _, one, two = query.pairs[place]
        ranks = []
        for unit, rank in zip((one, two), query.ranks(one, two), strict=True):
            name, caption = self.names[unit], f"place of the hand of {unit} in the order of hands"
            ranks.append(self.look_up(f"RANK_{name.upper()}", rank, caption, self.held(name, on)))
        self.source.line(f"x, y = {', '.join(ranks)}")
        return self.sign(query.strides[len(query.units) + 1 + place])


def counts_of(maps: list[NDArray[np.intp]], tallies: list[Any], sizes: list[int]) -> list[list[int]]:
    """How often each answer came, of how often each end did, for each settlement."""
    out = []
    for answers, tally, size in zip(maps, tallies, sizes, strict=True):
        counts = np.zeros(size, dtype=np.int64)
        np.add.at(counts, answers, tally)
        out.append([int(n) for n in counts])
    return out
