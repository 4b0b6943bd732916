"""Outcomes of bets on two dates of a work compared: under the defaults, and under each new choice of the later text."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from lexludi.base.frozen import dataclass
from lexludi.checks.survey import values_of
from lexludi.diff.outcomes import Outcomes, compare_outcomes, running
from lexludi.diff.sides import Side, decided
from lexludi.exact.odds import Odds, odds
from lexludi.rules.model import RuleSet, Value

Made = TypeVar("Made")


@dataclass(frozen=True)
class OutcomeComparison:
    """The outcomes of two texts; with `choice`, under that value of an option or reading of the later one."""

    outcomes: Outcomes
    choice: tuple[str, Value] | None = None


class Changes:
    """Works out outcomes, those of texts with the same rules once."""

    def __init__(self) -> None:
        # By the rules that run, which can be compared and not hashed; there are few.
        self._odds_known: list[tuple[object, Odds]] = []
        self._outcomes_known: list[tuple[object, Outcomes]] = []

    def between(self, before: Side, after: Side) -> Iterator[OutcomeComparison]:
        """The outcomes under the defaults, then under each new choice that has other odds."""
        yield OutcomeComparison(self._compared(before, after))
        assert before.rules is not None
        assert after.rules is not None
        plain = self._odds(decided(after)).bets
        for name, value in _brought(before.rules, after.rules):
            chosen = replace(after, settings={**after.settings, name: value})
            if self._odds(decided(chosen)).bets != plain:
                yield OutcomeComparison(self._compared(before, chosen), (name, value))

    def _odds(self, rules: RuleSet) -> Odds:
        return _once(self._odds_known, running(rules), lambda: odds(rules))

    def _compared(self, before: Side, after: Side) -> Outcomes:
        key = running(decided(before)), running(decided(after))
        return _once(self._outcomes_known, key, lambda: compare_outcomes(before, after, odds_of=self._odds))


def _once(known: list[tuple[object, Made]], key: object, work_out: Callable[[], Made]) -> Made:
    """The value known under a key, else worked out, and known from then on."""
    made = next((value for other, value in known if other == key), None)
    if made is None:
        made = work_out()
        known.append((key, made))
    return made


def _brought(before: RuleSet, after: RuleSet) -> Iterator[tuple[str, Value]]:
    """Values that the later text admits and the earlier one does not, other than the defaults."""
    for name, value in values_of(after):
        old = before.parameters.get(name)
        if value != after.parameters[name].default and not (old and old.admits(value)):
            yield name, value
