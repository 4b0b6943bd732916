"""Combinations of settings: the options and readings on which a question depends, with all values of each together.

That a rule never applies, or never decides, would be refuted by two settings changed together: before
it is said, all combinations are tried, as far as there are not too many.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from math import prod
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.checks.numbers import Numbers
from lexludi.checks.survey import defaults
from lexludi.language.nodes import constructs_in
from lexludi.play.decide import Judge, Question
from lexludi.play.questions import Questions
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, bind
from lexludi.rules.model import CLOSE_BETS, PLACE_BET, Rule, RuleSet, Value
from lexludi.rules.settings import can_apply, decide_alone, read_parameters

# Combinations that are tried for one question, at most.
MOST = 64
# Beyond these, so many with one more of the settings on which rounds depend.
MOST_CHANGED = 192

# Steps that make no difference to what is read in a round, but to what is told of it, or how likely it is.
_TOLD = frozenset("shuffle perform place_marker burn".split())

# A question: its kind, what it is about, who acts.
Key = tuple[str, str, str]


@dataclass(frozen=True)
class Combinations:
    """Settings in combinations; `is_every` if there are no others of the values that are tried.

    `bearing` are the settings on which the question depends.
    """

    settings: tuple[Mapping[str, Value], ...]
    is_every: bool
    bearing: tuple[str, ...]


def rules_on(questions: Questions, key: Key) -> tuple[BoundRule[Any], ...]:
    """The rules on a question; none of one that is put to no rule."""
    kind, about, role = key
    if kind == "event":
        return questions.events.rules
    if kind in ("action", "choice"):
        return questions.norms[role, about].rules if (role, about) in questions.norms else ()
    groups: Mapping[str, Mapping[str, Question[Any]]] = {
        "bet": questions.outcomes,
        "commission": questions.commissions,
        "bonus": questions.bonuses,
    }
    return groups[kind][about].rules if kind in groups and about in groups[kind] else ()


def keys_of(questions: Questions) -> list[Key]:
    """Every question on which rules may speak."""
    bets = [(kind, bet, "") for kind in ("bet", "commission", "bonus") for bet in questions.judge.rules.bets]
    return [*bets, *(("action", action, role) for role, action in questions.norms), ("event", "", "")]


def said_under_any(rules: RuleSet) -> Questions:
    """The questions of a text with all of its rules, whatever the settings under which they are there."""
    return _without_conditions(rules, lambda rule: True)


def never_there(rules: RuleSet) -> Questions:
    """The questions of a text with the rules alone whose conditions hold under no settings."""
    return _without_conditions(rules, lambda rule: not can_apply(rule, rules))


def _without_conditions(rules: RuleSet, is_wanted: Callable[[Rule], bool]) -> Questions:
    def bare(group: Iterable[Rule]) -> tuple[Rule, ...]:
        return tuple(replace(rule, condition=None) for rule in group if is_wanted(rule))

    wanted = replace(rules, outcomes=bare(rules.outcomes), events=bare(rules.events), norms=bare(rules.norms))
    return Questions(Judge(bind(decide_alone(wanted, defaults(rules)))))


def combinations(
    rules: RuleSet, said: Questions, key: Key, changes: Iterable[tuple[str, Value]], numbers: Mapping[str, Numbers]
) -> Combinations:
    """The combinations of the settings on which a question depends, all others at their defaults.

    Of numbers those are combined that stand for all (`Numbers.widest`). Where there are too many combinations, they are
    of those settings that the rules on the question name, and with them each of the others is changed by itself.
    """
    values: dict[str, dict[Value, None]] = {p.id: {p.default: None} for p in rules.parameters.values()}
    for name, value in changes:
        if value not in numbers[name].tried or value in numbers[name].widest:
            values[name][value] = None
    named = [name for name in dict.fromkeys(_named_on(rules, said, key)) if name in values]
    way = [name for name in dict.fromkeys(_named_on_the_way(rules, said, key)) if name in values and name not in named]
    bearing = (*named, *way)
    if prod(len(values[name]) for name in bearing) <= MOST:
        return Combinations(tuple(settings_with(rules, bearing, values)), is_every=True, bearing=bearing)
    # As many as there is room for, the first named first.
    while prod(len(values[name]) for name in named) > MOST:
        named.pop()
    combined = list(settings_with(rules, named, values))
    changed = ({**base, name: value} for base in combined for name in way for value in values[name])
    return Combinations((*combined, *islice(changed, MOST_CHANGED)), is_every=False, bearing=bearing)


def settings_with(
    rules: RuleSet, names: Iterable[str], values: Mapping[str, Iterable[Value]]
) -> Iterator[Mapping[str, Value]]:
    """The settings with each combination of values of some of them, all others at their defaults."""
    base, names = defaults(rules), [*names]
    for picked in product(*(values[name] for name in names)):
        yield base | dict(zip(names, picked, strict=True))


def _named_on(rules: RuleSet, said: Questions, key: Key) -> Iterator[str]:
    """The settings that rules on a question name; on what is taken or paid beside a result, those on it too."""
    kind, about, _ = key
    if kind == "category":
        # Hands are compared, and are of a category for somebody, where rules speak of them.
        speaking = filter(_speaks_of_hands, (*rules.outcomes, *rules.events, *rules.norms))
        yield from (name for rule in speaking for name in rule.asked)
    if kind == "step":
        yield from (name for rule in rules.steps if rule.eid == about for name in rule.asked)
    keys = [key, ("bet", about, "")] if kind in ("commission", "bonus") else [key]
    yield from _named(rules, (rule for question in keys for rule in rules_on(said, question)))


def _speaks_of_hands(rule: Rule) -> bool:
    return any(node.op in ("hand", "part_of") for node in constructs_in(*rule.expressions))


def _named_on_the_way(rules: RuleSet, said: Questions, key: Key) -> Iterator[str]:
    """The settings that all else names on which it depends how rounds go, until a question is asked."""
    # Irregularities come in any round.
    if key[0] == "event":
        return
    # How a bet is settled makes no difference to others, unless one that is not settled goes on.
    open_ = {r.effect.bet for r in said.judge.rules.outcomes if isinstance(r.effect, m.GoOn | m.Stay)}
    yield from _named(rules, (rule for bet in sorted(open_) for rule in rules_on(said, ("bet", bet, ""))))
    # Norms on placing bets, and on closing the betting, say which of them are in a round together.
    acting = {PLACE_BET, CLOSE_BETS, *said.asking, *said.own_acts}
    asked = replace(
        rules,
        steps=tuple(rule for rule in rules.steps if rule.effect.op not in _TOLD),
        norms=tuple(rule for rule in rules.norms if rule.eid in _eids(said, acting)),
        upons=tuple(upon for upon in rules.upons if upon.action in acting),
        # How many places there are makes no difference to one bettor.
        roles={},
        meters={},
        outcomes=(),
        events=(),
        closings=(),
    )
    yield from sorted(read_parameters(asked))


def _eids(said: Questions, acting: Collection[str]) -> set[str]:
    return {r.eid for (_, action), question in said.norms.items() if action in acting for r in question.rules}


def _named(rules: RuleSet, bound: Iterable[BoundRule[Any]]) -> Iterator[str]:
    eids = {rule.eid for rule in bound}
    for rule in (*rules.outcomes, *rules.events, *rules.norms):
        if rule.eid in eids:
            yield from rule.asked
