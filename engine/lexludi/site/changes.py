"""Outcomes of bets on two dates of a work compared: under the defaults, and under each new choice of the later text."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from lexludi.base.frozen import dataclass
from lexludi.checks.survey import values_of
from lexludi.diff.outcomes import Outcomes, compare_outcomes, running
from lexludi.diff.sides import Side, decided
from lexludi.exact.odds import Odds, odds
from lexludi.rules.model import RuleSet, Value


@dataclass(frozen=True)
class OutcomeComparison:
    """The outcomes of two texts; with `choice`, under that value of an option or reading of the later one."""

    outcomes: Outcomes
    choice: tuple[str, Value] | None = None


class Changes:
    """Works out outcomes, those of texts with the same rules once."""

    def __init__(self) -> None:
        self._odds = _CachedOdds(odds)
        self._outcomes: list[tuple[object, object, Outcomes]] = []

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

    def _compared(self, before: Side, after: Side) -> Outcomes:
        key = running(decided(before)), running(decided(after))
        # Sought one by one, as rules cannot be hashed; there are few.
        for *rules, outcomes in self._outcomes:
            if tuple(rules) == key:
                return outcomes
        outcomes = compare_outcomes(before, after, odds_of=self._odds)
        self._outcomes.append((*key, outcomes))
        return outcomes


class _CachedOdds:
    """A cache of odds by the rules that run, which can be compared but not hashed."""

    def __init__(self, work_out: Callable[[RuleSet], Odds]) -> None:
        self.work_out = work_out
        self.entries: list[tuple[object, Odds]] = []

    def __call__(self, rules: RuleSet) -> Odds:
        key = running(rules)
        cached = next((odds for other, odds in self.entries if other == key), None)
        if cached is None:
            cached = self.work_out(rules)
            self.entries.append((key, cached))
        return cached


def _brought(before: RuleSet, after: RuleSet) -> Iterator[tuple[str, Value]]:
    """Values that the later text admits and the earlier one does not, other than the defaults."""
    for name, value in values_of(after):
        old = before.parameters.get(name)
        if value != after.parameters[name].default and not (old and old.admits(value)):
            yield name, value
