"""The exact effect of each reading, or of each option, on the odds of every bet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from lexludi.base.errors import InvalidSetting, LexludiError
from lexludi.base.frozen import dataclass
from lexludi.base.limits import memory_given_back
from lexludi.base.plain import exactly, given
from lexludi.exact.budget import SECONDS, Budget, NotAnalysed
from lexludi.exact.odds import BetOdds, Odds, odds
from lexludi.rules.model import Parameter, Range, RuleSet, Value
from lexludi.rules.settings import decide, told_apart

# A range of no more values than this is gone through; of a wider one, some values are.
MAX_VALUES = 12
# How far above the lowest value of a range without limit we look.
_STEPS = (0, 1, 3, 7)


@dataclass(frozen=True)
class RowEffect:
    """The effect of a row of a comparison on one bet.

    `difference` is the house edge less that under the settings compared with (`None`
    where one of them does not exist); `unsettled` the probability that no rule settles
    the bet (`None` where it is not analysed, or not there); `changes` whether any outcome, or the
    probability of one, is another (`None` where one of the two is not analysed);
    `problem` what stands in the way of an analysis.
    """

    house_edge: Fraction | None
    difference: Fraction | None
    unsettled: Fraction | None
    changes: bool | None
    problem: NotAnalysed | None = None

    def to_json(self) -> dict[str, Any]:
        """The effect as plain data."""
        return {
            "house_edge": exactly(self.house_edge),
            "difference": exactly(self.difference),
            "unsettled": exactly(self.unsettled),
            "changes": self.changes,
            **given(not_analysed=self.problem and self.problem.reason),
        }


@dataclass(frozen=True)
class ValueRow:
    """One value of a parameter, all others as in the settings compared with, and its effect on each bet.

    `is_base` marks the value compared with, `is_default` the default of the text;
    `problem` is what stands in the way of playing with the value at all.
    """

    parameter: Parameter
    value: Value
    is_base: bool
    effects: Mapping[str, RowEffect]
    problem: LexludiError | None = None

    @property
    def is_whole(self) -> bool:
        """True if every bet has been analysed."""
        return not any(effect.problem for effect in self.effects.values())

    @property
    def is_default(self) -> bool:
        """True if the value is the default of the text."""
        return self.value == self.parameter.default

    @property
    def changes(self) -> bool | None:
        """True if any bet has other odds; nothing where that is not known."""
        changes = {effect.changes for effect in self.effects.values()}
        if self.problem is not None or True in changes:
            return True
        return None if None in changes else False

    def to_json(self) -> dict[str, Any]:
        """The row as plain data."""
        return {
            "kind": self.parameter.kind,
            "name": self.parameter.id,
            "value": str(self.value),
            "default": self.is_default,
            "compared": self.is_base,
            "provision": self.parameter.eid,
            "changes": self.changes,
            **given(error=self.problem and self.problem.key),
            "bets": {bet: effect.to_json() for bet, effect in self.effects.items()},
        }


@dataclass(frozen=True)
class Comparison:
    """The rows of a comparison, and the odds that they are compared with."""

    base: Odds
    rows: tuple[ValueRow, ...]

    def of_kind(self, kind: str) -> tuple[ValueRow, ...]:
        """The rows of the parameters of a kind (`option`, `reading`)."""
        return tuple(row for row in self.rows if row.parameter.kind == kind)

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data, without what names the work."""
        edges = {bet: bet_odds.house_edge for bet, bet_odds in self.base.bets.items()}
        return {
            "house_edge": {bet: exactly(edge) for bet, edge in edges.items()},
            "assumptions": list(self.base.assumptions),
            "rows": [row.to_json() for row in self.rows],
        }


def compare(
    rules: RuleSet,
    settings: Mapping[str, Value],
    changes: Iterable[tuple[Parameter, Value]],
    bets: Iterable[str] = (),
    step: Callable[[str], object] = lambda name: None,
    limit: float = SECONDS,
) -> Comparison:
    """Effects of each of some values of parameters, all others as they are; `step` is called before each.

    Under each value as many seconds may be computed as the limit says.
    """
    solver = Solver(rules, settings, tuple(bets), limit)
    base = solver.odds(settings)
    results: list[Odds | LexludiError] = []
    asked = list(changes)
    for parameter, value in asked:
        step(f"{parameter.id}={value}")
        try:
            results.append(solver.odds({**settings, parameter.id: value}))
        except LexludiError as problem:
            results.append(problem.with_traceback(None))
    # Items may be alike under one value and told apart under another: all odds are given the same groups.
    base, *known = under_same_names([base, *(result for result in results if isinstance(result, Odds))])
    others = iter(known)
    rows = []
    for (parameter, value), result in zip(asked, results, strict=True):
        is_base = settings[parameter.id] == value
        if isinstance(result, Odds):
            rows.append(ValueRow(parameter, value, is_base, dict(_effects(next(others), base))))
        else:
            rows.append(ValueRow(parameter, value, is_base, {}, result))
    return Comparison(base, tuple(rows))


def under_same_names(several: Sequence[Odds]) -> list[Odds]:
    """The same odds, with bets by the same names: items that any of them tells apart have names of their own."""
    by_item = [{(o.bet, item): o for o in odds.bets.values() for item in o.naming or ("",)} for odds in several]
    alike: dict[str, dict[tuple[int, ...], list[str]]] = {}
    for bet, item in dict.fromkeys(key for known in by_item for key in known):
        # Items of one group share the object that holds their odds, so that its identity tells groups apart.
        told_apart = tuple(id(known.get((bet, item))) for known in by_item)
        alike.setdefault(bet, {}).setdefault(told_apart, []).append(item)
    bets: list[dict[str, BetOdds]] = [{} for _ in several]
    for bet, groups in alike.items():
        for number, items in enumerate(groups.values()):
            for known, named in zip(by_item, bets, strict=True):
                if (bet_odds := known.get((bet, items[0]))) is not None:
                    naming = tuple(items) if bet_odds.naming else ()
                    named[f"{bet}:{items[0]}" if number else bet] = replace(bet_odds, naming=naming)
    return [replace(odds, bets=named) for odds, named in zip(several, bets, strict=True)]


def changes_of(
    rules: RuleSet, settings: Mapping[str, Value], kind: str, names: Iterable[str] = ()
) -> list[tuple[Parameter, Value]]:
    """The values of the parameters of a kind (`option`, `reading`) that are worth comparing; of some, if named.

    Raises:
        InvalidSetting: there is no such parameter.
    """
    parameters = _parameters(rules, kind, tuple(names))
    return [
        (parameter, value)
        for parameter in parameters
        for value in values_of(parameter, settings[parameter.id], told_apart(rules, parameter))
    ]


def _parameters(rules: RuleSet, kind: str, names: tuple[str, ...]) -> list[Parameter]:
    parameters = {p.id: p for p in rules.parameters.values() if p.kind == kind}
    for name in names:
        if name not in parameters:
            raise InvalidSetting(
                f"unknown-{kind}" if parameters else f"no-{kind}s", name=name, known=tuple(sorted(parameters))
            )
    return [parameters[name] for name in names or parameters]


def values_of(parameter: Parameter, current: Value, tested: Iterable[int] = ()) -> list[Value]:
    """The values of a parameter that are worth comparing: all, or of a wide range some.

    Among these are the current one, and those numbers that rules tell apart (`tested`).
    """
    values: dict[Value, None] = {}
    for choice in parameter.choices:
        values.update(dict.fromkeys(_in_range(choice) if isinstance(choice, Range) else [choice]))
    values.update(dict.fromkeys((parameter.default, current, *tested)))
    # Words in the order of the text, numbers in their own.
    return [v for v in values if isinstance(v, str)] + sorted(v for v in values if not isinstance(v, str))


def _in_range(choice: Range) -> Iterator[int]:
    if choice.high is None:
        yield from (choice.low + step for step in _STEPS)
    elif choice.high - choice.low < MAX_VALUES:
        yield from range(choice.low, choice.high + 1)
    else:
        yield from (choice.low, choice.high)


class Solver:
    """Odds under many settings of one rule set, worked out once for all under which the same rules decide bets.

    The best play is kept of those under the `base` alone, without the situations that it was found in.
    """

    def __init__(
        self, rules: RuleSet, base: Mapping[str, Value], bets: tuple[str, ...] = (), limit: float = SECONDS
    ) -> None:
        self.rules = rules
        self.base = _deciding(decide(rules, base))
        self.bets = bets
        self.limit = limit
        self.known: dict[object, Odds] = {}

    def odds(self, settings: Mapping[str, Value]) -> Odds:
        """The odds under some settings."""
        decided = decide(self.rules, settings)
        key = _deciding(decided)
        if key not in self.known:
            # Machines of rules hold themselves in cycles, and with them what was read of hands.
            with memory_given_back():
                self.known[key] = self._solved(decided, with_plays=key == self.base)
        return self.known[key]

    def _solved(self, rules: RuleSet, with_plays: bool) -> Odds:
        all_odds = odds(rules, self.bets, budget=Budget(self.limit))
        # Situations hold on to the rows that were followed, which are most of the memory.
        plays = [replace(play, situations=()) for play in all_odds.strategies if with_plays]
        return replace(all_odds, strategies=tuple(plays))


def _deciding(rules: RuleSet) -> object:
    """All that settings change of a rule set and that decides bets, or whether they may be placed."""
    # Left out are irregularities. What follows every round decides with which objects the next one begins. Whether bets
    # stand at several places may decide if they are accepted; more places than bets, and one, are as so many.
    most = len(rules.offered) + 1
    places = tuple(min(r.count, most) if isinstance(r.count, int) else r.count for r in rules.roles.values())
    return (places, rules.outcomes, *rules.course)


def _effects(row_odds: Odds, base: Odds) -> Iterator[tuple[str, RowEffect]]:
    for bet in dict.fromkeys((*base.bets, *row_odds.bets, *base.skipped, *row_odds.skipped)):
        there = row_odds.bets.get(bet) or base.bets.get(bet)
        # Items that are told apart have names of their own; what is not analysed has that of its kind.
        kind = bet if there is None else there.bet
        effect = _effect(row_odds.bets.get(bet), base.bets.get(bet), row_odds.skipped.get(kind))
        # Of a bet that is not analysed, here or there, nobody knows how it compares.
        yield bet, replace(effect, changes=None) if kind in row_odds.skipped or kind in base.skipped else effect


def _effect(bet_odds: BetOdds | None, base: BetOdds | None, problem: NotAnalysed | None) -> RowEffect:
    if bet_odds is None or problem is not None:
        return RowEffect(None, None, None, True, problem)
    before = None if base is None else base.house_edge
    edge = bet_odds.house_edge
    difference = None if edge is None or before is None else edge - before
    return RowEffect(
        edge, difference, bet_odds.unsettled, base is None or _distribution(bet_odds) != _distribution(base)
    )


def _distribution(bet_odds: BetOdds) -> dict[object, Fraction]:
    """The probability of each way to end, whatever provisions bring it about."""
    out: dict[object, Fraction] = {}
    for line in bet_odds.lines:
        key = replace(line.outcome, provisions=())
        out[key] = out.get(key, Fraction(0)) + line.probability
    return out
