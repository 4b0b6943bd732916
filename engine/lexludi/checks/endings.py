"""Rounds that come to no end: endless repetitions, numbers out of their range, and choices that nobody can make."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint, warning
from lexludi.checks.findings import Cited, Named, deal_of, dealt, place, place_of, warning_under
from lexludi.checks.law import Law
from lexludi.checks.survey import Survey
from lexludi.rules import meaning as m
from lexludi.rules.model import under


def number_out_of_range(law: Law) -> Iterator[Diagnostic]:
    """A number that becomes, in some round, what it cannot be: the round stops there, and its bets are not settled."""
    known: set[tuple[str, object]] = set()
    for setting, found in law.surveys:
        for rule, about, example in found.out_of_range:
            if (key := (rule.eid, rule.effect)) in known:
                continue
            known.add(key)
            label = place_of(law.rules, law.source, rule)
            hints = [Hint("example-deal", {"deal": deal_of(found.hands, example)})]
            memory = Named(about, law.rules.glossary)
            yield warning_under("number-out-of-range", setting, [label], hints, memory=memory)


def no_choice_left(law: Law) -> Iterator[Diagnostic]:
    """A choice of which every alternative is forbidden in some round: the round stops there."""
    known: set[tuple[str, ...]] = set()
    for setting, found in law.surveys:
        for op, forbidding, example in found.no_choice:
            if op.provisions in known:
                continue
            known.add(op.provisions)
            steps = (rule for rule in found.rules.steps if isinstance(rule.effect, m.Choose))
            step = next((rule for rule in steps if rule.provisions == op.provisions), None)
            eid = op.provisions[0]
            label = place_of(law.rules, law.source, step) if step else place(law.rules, law.source, eid)
            hints = [Hint("example-deal", {"deal": deal_of(found.hands, example)})]
            yield warning_under("no-choice-left", setting, [label], hints, provisions=Cited(forbidding))


def endless_repetition(law: Law) -> Iterator[Diagnostic]:
    """A provision that is repeated until something is so that can never be, under the defaults."""
    found = law.default
    for answer in found.steps:
        (rule,) = answer.question.group.rules
        repeats = isinstance(rule.effect, m.Repeat) and rule.condition == rule.effect.until
        if repeats and answer.situations and not any(s.applicable for s in answer.situations):
            if answer.undecided or _may_end(found, rule.effect):
                continue
            hint = Hint("example-deal", {"deal": dealt(found.hands, answer.question, answer.situations[0])})
            yield warning("endless-repetition", place_of(law.rules, law.source, rule), hints=[hint])


def _may_end(found: Survey, repeat: m.Repeat) -> bool:
    """True if a round may end at a step of what is repeated, or that is not known."""
    steps = found.rules.steps
    last = next(number for number, rule in enumerate(steps) if rule.effect is repeat)
    first = next(number for number, rule in enumerate(steps) if under(rule.eid, repeat.target))
    ends = [rule for rule in steps[first:last] if isinstance(rule.effect, m.EndRound)]
    answers = [answer for answer in found.steps if answer.question.group.rules[0] in ends]
    return any(answer.undecided or any(s.applicable for s in answer.situations) for answer in answers)
