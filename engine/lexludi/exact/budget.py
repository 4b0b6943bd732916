"""Limits on computing: what an exact analysis may take of time and memory, and what it would take, before it does."""

import os
from collections.abc import Iterable
from dataclasses import field
from fractions import Fraction
from math import prod
from pathlib import Path
from time import monotonic, process_time

from lexludi.base.errors import LexludiError
from lexludi.base.frozen import dataclass

# Seconds of computing, and bytes of memory, unless somebody allows others.
SECONDS = 60.0
MEMORY = 2 << 30

# Bytes that a row of rounds in progress takes, with the edge that led to it.
ROW = 128

# No more rows than this are dealt to and let go in a second.
ROWS_PER_SECOND = 4_000_000

# The system is asked for the time and for memory once for so many rows: a few rows take less time than the question.
LOOKED_AT = 4_000
# A row for each combination of hands takes at least this share of the memory, where it is for them that there are too
# many rows; else it is for what is drawn to them, or for how rounds go on.
SHARE = Fraction(1, 100)
# All of them together compute so many seconds in one.
_PROCESSORS = os.cpu_count() or 1

# As so many rows counts what is asked for at once, be it less.
LEAST = 40


def resident() -> int:
    """The bytes of memory that this process takes up, as far as the system tells."""
    try:
        # The second number is the resident set, in pages.
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


class NotAnalysed(LexludiError):
    """A question about odds that the exact analysis does not cover; `reason` says what stands in the way."""

    @property
    def reason(self) -> str:
        """The obstacle: `obstacle.…` in the catalogues."""
        return str(self.args_by_name["reason"])


class TooLarge(NotAnalysed):
    """An analysis past the limit on time (`too-long`) or memory; `hands` says of what there is too much, by holder.

    Without hands there are too many rounds, however few hands they begin with.
    """

    def __init__(
        self, provisions: tuple[str, ...], budget: "Budget", hands: Iterable[tuple[str, int]], *, is_long: bool = False
    ) -> None:
        if is_long or budget.is_over:
            key, limit = "too-long", {"seconds": int(budget.seconds)}
        else:  # more time is of no use
            key, limit = "too-large", {"gigabytes": budget.memory >> 30}
        if named := tuple(hands):
            super().__init__(key, provisions, reason="too-large", hands=named, **limit)
        else:
            super().__init__(f"{key}-to-follow", provisions, reason="too-large", **limit)


@dataclass
class Budget:
    """So many seconds of computing, and bytes beyond those that the process has now."""

    seconds: float = SECONDS
    memory: int = MEMORY
    _began: float = field(default_factory=process_time)
    # What the process held before is not charged to the analysis.
    _resident: int = field(default_factory=resident)
    # Before it the time cannot be up, by a clock that is read in a tenth of the time.
    _not_before: float = field(default=0.0, init=False)

    @property
    def is_over(self) -> bool:
        """True if the time is up."""
        if (now := monotonic()) < self._not_before:
            return False
        left = self.seconds - (process_time() - self._began)
        self._not_before = now + left / _PROCESSORS
        return left <= 0

    def has_room(self, more: int) -> bool:
        """True if so many bytes more stay within the limit."""
        # Where the system does not tell, only what is asked for at once is known.
        return more <= self.memory and resident() - self._resident + more <= self.memory


@dataclass
class RowMeter:
    """The rows that are held under a budget; `hands` says of what there would be too much, by holder."""

    budget: Budget
    hands: tuple[tuple[str, int], ...]
    # Made, and not yet let go; whoever lets go of them says so here.
    rows: int = 0
    _unseen: int = LOOKED_AT

    def begin(self, rows: int) -> None:
        """Count anew, with so many rows held."""
        self.rows, self._unseen = rows, LOOKED_AT

    def made(self, rows: int, provisions: tuple[str, ...]) -> None:
        """Count rows that are made.

        Raises:
            TooLarge: they are more than the limits allow.
        """
        self.refuse_more(rows, provisions)
        self.rows += rows

    def refuse_more(self, rows: int, provisions: tuple[str, ...]) -> None:
        """Refuse what would make so many rows more, before they are made.

        Raises:
            TooLarge: they are more than the limits allow.
        """
        is_over = (self.rows + rows) * ROW > self.budget.memory
        self._unseen += max(rows, LEAST)
        if self._unseen > LOOKED_AT:
            self._unseen = 0
            is_over |= self.budget.is_over or not self.budget.has_room(rows * ROW)
        if is_over:
            are_many = prod(number for _, number in self.hands) * ROW >= SHARE * self.budget.memory
            raise TooLarge(provisions, self.budget, self.hands if are_many else ())

    def refuse_longer(self, rows: int, provisions: tuple[str, ...]) -> None:
        """Refuse what would take longer than the limit, by so many rows that are made and let go, before it is begun.

        Raises:
            TooLarge: it would.
        """
        if rows > ROWS_PER_SECOND * self.budget.seconds:
            raise TooLarge(provisions, self.budget, self.hands, is_long=True)
