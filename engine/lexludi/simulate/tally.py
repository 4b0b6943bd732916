"""Tallies of a simulation: how often each bet ended how; whole numbers that add up in any order."""

from collections import Counter
from dataclasses import field
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from lexludi.base.boundary import LONGEST_TEXT, Field
from lexludi.base.errors import InvalidReplay
from lexludi.base.frozen import dataclass
from lexludi.base.plain import exactly
from lexludi.rules.grounds import grounds_json, grounds_of


class TalliedOutcome(NamedTuple):
    """The end of a bet: the result, the net gain per unit staked (nothing if unsettled), and the provisions."""

    result: str
    net: Fraction | None
    provisions: tuple[str, ...]


@dataclass
class Tally:
    """Counts of outcomes: for each bet (`ante`; `single-number/6`, where it names an item), each end of it.

    A bet that stays for the next round is counted when it is decided.
    """

    rounds: int = 0
    bets: dict[str, Counter[TalliedOutcome]] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        """Take in the counts of other rounds."""
        self.rounds += other.rounds
        for bet, counts in other.bets.items():
            self.bets.setdefault(bet, Counter()).update(counts)

    def estimate(self, bet: str) -> "Estimate":
        """An estimate of a bet's odds from its counts."""
        return Estimate.of(self.bets.get(bet, Counter()))

    def to_json(self) -> dict[str, Any]:
        """The counts as plain data, in a fixed order."""
        return {
            "rounds": self.rounds,
            "bets": {
                bet: [_row(o, counts[o]) for o in sorted(counts, key=_order)] for bet, counts in self.bets.items()
            },
        }

    @classmethod
    def from_json(cls, data: Field) -> "Tally":
        """The counts of data from outside.

        Raises:
            InvalidReplay: they are none; the error names the field.
        """
        data.only("rounds", "bets")
        rounds = data.member("rounds").whole(0)
        bets = {bet: _from_rows(rows, rounds) for bet, rows in data.member("bets").members().items()}
        return cls(rounds, bets)


@dataclass(frozen=True)
class Estimate:
    """The sums over the settled bets of a kind: their number, of the net gains and of their squares; exact."""

    count: int
    net: Fraction
    squares: Fraction
    unsettled: int

    @classmethod
    def of(cls, counts: Counter[TalliedOutcome]) -> "Estimate":
        """The sums of counts."""
        settled = [(outcome.net, n) for outcome, n in counts.items() if outcome.net is not None]
        return cls(
            sum(n for _, n in settled),
            sum((net * n for net, n in settled), Fraction(0)),
            sum((net * net * n for net, n in settled), Fraction(0)),
            sum(n for outcome, n in counts.items() if outcome.net is None),
        )

    @property
    def mean(self) -> Fraction | None:
        """The mean net gain as a fraction of the stake; nothing without a settled bet."""
        return self.net / self.count if self.count else None

    @property
    def standard_error(self) -> float | None:
        """The standard error of the mean, rounds taken as independent; nothing for fewer than two bets."""
        if self.count < 2:
            return None
        # In fractions, exact up to the root: floating point would lose digits in the difference of two close sums.
        spread = self.squares - self.net**2 / self.count
        return sqrt(spread / (self.count - 1) / self.count)


def _row(outcome: TalliedOutcome, count: int) -> dict[str, Any]:
    net = exactly(outcome.net)
    return {"result": outcome.result, "net": net, **grounds_json(outcome.provisions), "count": count}


def _from_rows(rows: Field, rounds: int) -> Counter[TalliedOutcome]:
    counts: Counter[TalliedOutcome] = Counter()
    for row in rows.entries():
        row.only("result", "net", "provisions", "by_reading", "count")
        net = row.member("net")
        # Worked out, and so perhaps longer than amounts that somebody writes.
        gain = None if net.value is None else Fraction(net.amount(LONGEST_TEXT))
        count = row.member("count").whole(1)
        counts[TalliedOutcome(row.member("result").text(), gain, grounds_of(row))] += count
        # A bet ends in each round once at the most.
        if counts.total() > rounds:
            raise InvalidReplay("field-out-of-bounds", path=row.member("count").path, found=str(count))
    return counts


def _order(outcome: TalliedOutcome) -> tuple[Any, ...]:
    return outcome.result, outcome.net or 0, outcome.provisions
