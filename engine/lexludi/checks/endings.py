"""Ends of rounds that never come or come too soon; what is said of times at which nothing is done."""

from collections.abc import Iterator
from itertools import product

from lexludi.base.diagnostics import Diagnostic, Hint
from lexludi.base.source import Span
from lexludi.checks.findings import Cited, Named, deal_of, place_at, place_of, warning_under
from lexludi.checks.law import Law
from lexludi.checks.survey import defaults, values_of
from lexludi.language.nodes import Construct, constructs_in
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, bind
from lexludi.rules.model import Condition, Rule, RuleSet, Value, asked_in
from lexludi.rules.settings import decide_alone


def number_out_of_range(law: Law) -> Iterator[Diagnostic]:
    """A number that becomes, in some round, what it cannot be: the round stops there, and its bets are not settled."""
    stopped = law.once_each(lambda survey: survey.out_of_range, key=lambda row: (row[0].eid, row[0].span))
    for setting, survey, (rule, about, example) in stopped:
        label = place_of(law.rules, law.source, rule)
        hints = [Hint("example-deal", {"deal": deal_of(survey.hands, example, example.kept)})]
        memory = Named(about, law.rules.glossary)
        yield warning_under("number-out-of-range", setting, [label], hints, memory=memory)


def no_choice_left(law: Law) -> Iterator[Diagnostic]:
    """A choice of which every alternative is forbidden in some round: the round stops there."""
    # By one provision several choices may be put, also of the same.
    stopped = law.once_each(lambda survey: survey.no_choice, key=lambda row: (row[0].eid, row[0].span))
    for setting, survey, (step, forbidding, example) in stopped:
        labels = [place_of(law.rules, law.source, step)]
        hints = [Hint("example-deal", {"deal": deal_of(survey.hands, example, example.kept)})]
        about = {"provisions": Cited(forbidding), "count": len(forbidding)}
        yield warning_under("no-choice-left", setting, labels, hints, **about)


def endless_repetition(law: Law) -> Iterator[Diagnostic]:
    """A provision that is repeated for ever in some round: its bets that are open by then are not settled."""
    stopped = law.once_each(lambda survey: survey.endless, key=lambda row: (row[0].eid, row[0].span))
    for setting, survey, (step, example) in stopped:
        hints = [Hint("example-deal", {"deal": deal_of(survey.hands, example)})]
        yield warning_under("endless-repetition", setting, [place_of(law.rules, law.source, step)], hints)


def after_the_round(law: Law) -> Iterator[Diagnostic]:
    """Steps and settlements, said of the time when a round is over: no step is taken then, and no bet is settled."""
    for rule in (*law.rules.steps, *law.rules.outcomes):
        if _is_only_for(law, rule, m.RoundOver, "round_over"):
            yield warning_under(
                "after-the-round", None, [place_at(law.rules, law.source, rule.eid, rule.effect.span)], []
            )


def at_an_irregularity(law: Law) -> Iterator[Diagnostic]:
    """A rule for the moment when an irregularity happens, at which only what becomes of the round is asked."""
    rules = law.rules
    for rule in (*rules.steps, *rules.outcomes, *rules.norms, *rules.closings):
        if _is_only_for(law, rule, m.Happens, "happens", "happens_to"):
            label = place_at(rules, law.source, rule.eid, rule.effect.span)
            yield warning_under("at-an-irregularity", None, [label], [Hint("ask-how-often")])


def out_of_time(law: Law) -> set[Span]:
    """The sentences of which it is told that they speak of a time at which nothing is done."""
    return {label.span for check in (after_the_round, at_an_irregularity) for d in check(law) for label in d.labels}


def _is_only_for(law: Law, rule: Rule, observable: type[m.Observable], *ops: str) -> bool:
    """True if a rule applies only where an observable of a kind holds, under all settings under which it may apply."""
    nodes = [*_nodes(rule.condition, law.rules)]
    if not any(node.op in ops for node in nodes):
        return False
    names = {name for node in nodes for name in asked_in(node)}
    values: dict[str, list[Value]] = {}
    for name, value in values_of(law.rules):
        if name in names:
            values.setdefault(name, []).append(value)
    needed: list[bool] = []
    # Every combination of what a condition asks for: exponential in their number, of which there are few.
    for chosen in product(*values.values()):
        settings = defaults(law.rules) | dict(zip(values, chosen, strict=True))
        bound = bind(decide_alone(law.rules, settings))
        same = (
            bound_rule
            for bound_rule in bound.every
            if (bound_rule.eid, bound_rule.span) == (rule.eid, rule.effect.span)
        )
        needed += [_needs(bound_rule.condition, observable, bound) for bound_rule in same]
    return bool(needed) and all(needed)


def _nodes(condition: Condition | None, rules: RuleSet) -> Iterator[Construct]:
    """The parts of a condition, and of the definitions on which it relies, however deep."""
    waiting, seen = [condition], set[tuple[str, str]]()
    while waiting:
        for node in constructs_in(waiting.pop()):
            yield node
            if node.op == "status_is" and (status := (node.term(0), node.term(1))) not in seen:
                seen.add(status)
                waiting += [
                    definition.condition
                    for definition in rules.definitions
                    if (definition.role, definition.status) == status
                ]


def _needs(
    condition: m.Condition | None, observable: type[m.Observable], rules: BoundRules, *, to_hold: bool = True
) -> bool:
    """True if a condition holds, or fails, only where an observable of a kind holds; of what never does it is true."""
    match condition:
        case m.Fact(m.IsDefined(role, status)):
            return _needs(rules.definitions[role, status].condition, observable, rules, to_hold=to_hold)
        case m.Fact(asked):
            return to_hold and isinstance(asked, observable)
        case m.Not(inner):
            return _needs(inner, observable, rules, to_hold=not to_hold)
        case m.Always(holds):
            return holds is not to_hold
        case m.AllOf(items) | m.AnyOf(items):
            every = [_needs(item, observable, rules, to_hold=to_hold) for item in items]
            return any(every) if isinstance(condition, m.AllOf) is to_hold else all(every)
        case _:
            return False
