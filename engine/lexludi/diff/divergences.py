"""Divergences of two texts, weighed one at a time: the exact effect of each on every bet, all others at the default.

A text may bear several values where the other says one; each pair of values is compared,
first that of the values which the texts take when they are executed.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.diff.entries import FAMILIES, RUN_NOTHING, begun, entries
from lexludi.diff.outcomes import BetChange, compare_bets
from lexludi.diff.sides import Side, decided
from lexludi.exact.odds import Odds, odds
from lexludi.language.nodes import terms_in
from lexludi.play.table import CLOSE_BETS, PLACE_BET
from lexludi.rules.model import Divergence, Range, RuleSet, Value, action_of


@dataclass(frozen=True)
class ValuePair:
    """A value of the first text and one of the second; `is_taken` of those that the texts are executed with.

    `families` are the kinds of rules that differ between the two values; no bet that was
    compared has an irregularity, or shares its round with another.
    """

    before: Value
    after: Value
    is_taken: bool
    families: tuple[str, ...]
    bets: tuple[BetChange, ...]

    @property
    def is_proved_equal(self) -> bool:
        """True where every round of every bet was compared, and none ends differently."""
        return all(change.never_differs for change in self.bets)


@dataclass(frozen=True)
class Weighed:
    """A divergence with its pairs of values; a text that does not declare it has the default of the work."""

    id: str
    eids: tuple[str, ...]
    pairs: tuple[ValuePair, ...]


def weigh(before: Side, after: Side, progress: Callable[[str], Any] = lambda name: None) -> tuple[Weighed, ...]:
    """Each divergence that one of two texts declares, in the order of the first text, then of the second."""
    return tuple(_Weighing(before, after, progress).run())


class _Weighing:
    def __init__(self, before: Side, after: Side, progress: Callable[[str], Any]) -> None:
        assert before.rules is not None
        assert after.rules is not None
        self.sides = before, after
        self.rules = before.rules, after.rules
        self.progress = progress
        self._odds: dict[object, Odds] = {}

    def run(self) -> Iterator[Weighed]:
        declared = [{d.id: d for d in rules.divergences} for rules in self.rules]
        for name in dict.fromkeys([*declared[0], *declared[1]]):
            if all(name in rules.parameters for rules in self.rules):
                eids = tuple(dict.fromkeys(d[name].eid for d in declared if name in d))
                pairs = tuple(self._pairs(name, [d.get(name) for d in declared]))
                yield Weighed(name, eids, pairs)

    def _pairs(self, name: str, declared: list[Divergence | None]) -> Iterator[ValuePair]:
        taken = [side.settings[name] for side in self.sides]
        borne = [self._values(i, name, divergence) for i, divergence in enumerate(declared)]
        for one in borne[0]:
            for two in borne[1]:
                self.progress(name)
                yield self._pair(name, one, two, is_taken=[one, two] == taken)

    def _values(self, index: int, name: str, divergence: Divergence | None) -> list[Value]:
        """The values that a text bears, the one that it takes first."""
        taken = self.sides[index].settings[name]
        parameter = self.rules[index].parameters[name]
        if divergence is None:
            return [taken]
        # Of a range, the value that is taken and the next one: others only take it further.
        borne = [v for c in divergence.stance for v in ((c.low, c.low + 1) if isinstance(c, Range) else (c,))]
        return list(dict.fromkeys([taken, *filter(parameter.admits, borne)]))

    def _pair(self, name: str, one: Value, two: Value, *, is_taken: bool) -> ValuePair:
        sides = [self._side(i, name, value) for i, value in enumerate((one, two))]
        families = [entries(decided(side)) for side in sides]
        # What differs at all, before rounds are compared: without a difference here no odds are shown.
        differ = tuple(f for f in FAMILIES if f not in RUN_NOTHING and families[0][f] != families[1][f])
        # Rounds that go by the same rules need not be followed twice to be known as the same.
        other = sides[0] if _rounds(decided(sides[0])) == _rounds(decided(sides[1])) else sides[1]
        bets = compare_bets(sides[0], other, lambda bet: None, self._odds_of)
        return ValuePair(one, two, is_taken, differ, bets)

    def _side(self, index: int, name: str, value: Value) -> Side:
        """A side at the defaults of the work, but for one reading."""
        defaults = {p.id: p.default for p in self.rules[index].parameters.values()}
        return replace(self.sides[index], settings={**defaults, name: value})

    def _odds_of(self, rules: RuleSet) -> Odds:
        key = _rounds(rules)
        if key not in self._odds:
            self._odds[key] = odds(rules)
        return self._odds[key]


def _rounds(rules: RuleSet) -> tuple[object, ...]:
    """All that rounds without irregularities go by: of the norms, those on what the steps have somebody do."""
    done = {PLACE_BET, CLOSE_BETS}.union(*(terms_in(rule.effect) for rule in rules.steps))
    norms = tuple(rule for rule in rules.norms if action_of(rule.effect) in done)
    # Every family, since any may differ between two texts; the two texts of a pair, and the pairs, share odds by this.
    others = tuple(group for name, group in entries(rules).items() if name not in RUN_NOTHING | {"events", "norms"})
    return norms, begun(rules), *others
