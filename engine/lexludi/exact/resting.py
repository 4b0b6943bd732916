"""Outcomes of bets that rest on readings: which rounds would end otherwise under another value, and how, exactly.

The rounds under each other value are followed beside those that were analysed (`joint`).
Always searched are the readings without which a bet of the odds would be left open: the
provision is silent then, and is not cited for what only the reading says.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from lexludi.base.frozen import dataclass
from lexludi.exact.budget import Budget, NotAnalysed
from lexludi.exact.joint import OutcomeChange, compare
from lexludi.exact.odds import BetOdds, Line, Odds, ReadingNotFollowed
from lexludi.exact.outcomes import Outcome
from lexludi.language.nodes import constructs_in
from lexludi.play.resting import ByReading, Otherwise
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, bind
from lexludi.rules.grounds import applied, readings_of
from lexludi.rules.model import Parameter, Range, RuleSet, Value
from lexludi.rules.settings import Origin, decide, decide_alone, other_readings


@dataclass(frozen=True)
class _Other:
    """A bet under another value of a reading: the ways in which it ends otherwise."""

    parameter: Parameter
    value: Value
    changes: tuple[OutcomeChange, ...]


def with_readings(
    odds: Odds,
    rules: RuleSet,
    settings: Mapping[str, Value],
    origins: Mapping[str, Origin],
    *,
    every: bool,
    budget: Budget | None = None,
) -> Odds:
    """The odds, each outcome with the readings that it rests on: `every` one, or those that alone decide.

    All are searched under one budget.
    """
    return _Searching(rules, settings, origins, every, budget or Budget()).run(odds)


class _Searching:
    def __init__(
        self,
        rules: RuleSet,
        settings: Mapping[str, Value],
        origins: Mapping[str, Origin],
        every: bool,
        budget: Budget,
    ) -> None:
        self.rules = rules
        self.settings = settings
        self.origins = origins
        self.every = every
        self.budget = budget
        self.own = decide(rules, settings)
        self.bound = bind(self.own)
        self.others = [
            (parameter, value, decide_alone(rules, {**settings, parameter.id: value}))
            for parameter, value in other_readings(rules, settings)
        ]

    def run(self, odds: Odds) -> Odds:
        missing: list[ReadingNotFollowed] = []
        bets = {name: self._bet(bet, missing) for name, bet in odds.bets.items()}
        return replace(odds, bets=bets, not_searched=tuple(missing))

    def _bet(self, bet: BetOdds, missing: list[ReadingNotFollowed]) -> BetOdds:
        others = list(self._others(bet, missing))
        lines = tuple(replace(line, by_reading=tuple(self._of_line(line, others))) for line in bet.lines)
        return replace(bet, lines=lines)

    def _others(self, bet: BetOdds, missing: list[ReadingNotFollowed]) -> Iterator[_Other]:
        kinds = _kinds(self.bound, bet.bet)
        unsaid = {name for line in bet.lines for name in readings_of(line.outcome.provisions)}
        for parameter, value, other in self.others:
            if not (self.every or (parameter.id in unsaid and value in _silent(self.rules, parameter))):
                continue
            # Whatever brings in another kind is a step, an act, or a rule on one of these.
            if _rounds(other, kinds) == _rounds(self.own, kinds):
                continue  # an irregularity, or what nobody is asked about in these rounds
            try:
                compared = compare(self.own, other, bet.bet, self.budget)
            except NotAnalysed as problem:
                missing.append(ReadingNotFollowed(bet.bet, parameter.id, value, problem.reason))
                continue
            # The items of these odds end alike now; that they do so under the other value is not said.
            named = [c.changes for c in compared if not bet.naming or c.naming in ("", *bet.naming)]
            if len(named) < len(bet.naming):
                missing.append(ReadingNotFollowed(bet.bet, parameter.id, value, "never-placed"))
                continue
            one, *more = named
            if any(_told(changes) != _told(one) for changes in more):
                missing.append(ReadingNotFollowed(bet.bet, parameter.id, value, "items-differ"))
                continue
            yield _Other(parameter, value, one)

    def _of_line(self, line: Line, others: list[_Other]) -> Iterator[ByReading]:
        by_parameter: dict[str, list[tuple[Value, OutcomeChange]]] = {}
        for other in others:
            for change in other.changes:
                if change.before == line.outcome:
                    by_parameter.setdefault(other.parameter.id, []).append((other.value, change))
        for name, changes in by_parameter.items():
            parameter = self.rules.parameters[name]
            otherwise = tuple(_together(changes))
            applies = applied(line.outcome.provisions, name)
            yield ByReading(
                name,
                self.settings[name],
                self.origins.get(name, Origin.WORK),
                parameter.default,
                parameter.eid,
                otherwise,
                bool(applies),
                tuple(eid for eid in applies if eid != parameter.eid),
            )


def _told(changes: tuple[OutcomeChange, ...]) -> frozenset[tuple[Outcome, Outcome, Fraction]]:
    """The changes of an item without their examples."""
    return frozenset((change.before, change.after, change.probability) for change in changes)


def _together(changes: list[tuple[Value, OutcomeChange]]) -> Iterator[Otherwise]:
    """The effects of other values, by result; by which provisions, the odds of that value say."""
    probabilities: dict[Otherwise, Fraction] = {}
    for value, change in changes:
        after = change.after
        key = Otherwise(value, after.result, after.net, after.category, parts=after.parts)
        probabilities[key] = probabilities.get(key, Fraction(0)) + change.probability
    for key, probability in probabilities.items():
        yield replace(key, probability=probability)


def _silent(rules: RuleSet, parameter: Parameter) -> frozenset[Value]:
    """The values of a reading that no rule on outcomes asks for by name; all, where each is asked for."""
    tests = constructs_in(*(rule.condition for rule in rules.outcomes))
    asked = {test.term(1) for test in tests if test.op == "param_is" and test.term(0) == parameter.id}
    named = {choice for choice in parameter.choices if not isinstance(choice, Range)}
    return frozenset(named - asked or named)


def _rounds(rules: RuleSet, kinds: Collection[str]) -> tuple[object, ...]:
    """All that the rounds of a bet of some kinds without irregularities go by."""
    outcomes = tuple(rule for rule in rules.outcomes if rule.effect.term(0) in kinds)
    return (outcomes, *rules.course)


def _kinds(rules: BoundRules, bet: str) -> list[str]:
    """The kinds of a bet and of all that may come of it: moved, put beside it, or placed while it lies."""
    effects = rules.consequences(rules.upons)
    windows = [step.window for rule in rules.steps if isinstance(step := rule.effect, m.Choose) and step.window]
    beside = [change for change in (*effects, *windows) if isinstance(change, m.PutOn | m.Place)]
    kinds = list(rules.kinds[bet])
    for kind in kinds:
        kinds += [to for change in beside if change.bet == kind for to in rules.kinds[change.to] if to not in kinds]
    return kinds
