"""Steps that no round takes, and alternatives of choices that nobody may ever choose, whatever settings are chosen."""

from collections.abc import Callable, Iterator
from itertools import chain, islice

from lexludi.base.diagnostics import Diagnostic, Label, warning
from lexludi.checks.combinations import Key
from lexludi.checks.endings import out_of_time
from lexludi.checks.findings import Asked, Cited, Named, place_at
from lexludi.checks.law import Law, limits_of
from lexludi.checks.survey import Survey
from lexludi.language.nodes import Term, walk
from lexludi.rules import meaning as m
from lexludi.rules.model import Rule
from lexludi.rules.settings import can_apply


def unreachable_step(law: Law) -> Iterator[Diagnostic]:
    """A step that no round takes, whatever settings are chosen: its condition never holds, or no round comes to it."""
    told = out_of_time(law)
    for rule in law.rules.steps:
        label = place_at(law.rules, law.source, rule.eid, rule.effect.span)
        if label.span not in told and _is_never_taken(law, rule):
            told.add(label.span)
            what = Asked("step", rule.eid, "", law.rules.glossary)
            hints = limits_of(law, _key(rule))
            yield warning("unreachable-rule", label, hints=hints, what=what, provisions=Cited((rule.eid,)))


def idle_alternative(law: Law) -> Iterator[Diagnostic]:
    """An alternative that is never open to whoever chooses, in no round and whatever settings are chosen."""
    for rule in law.rules.steps:
        offered = _offered(law, rule)
        closed = [action for action in offered if _is_never_open(law, rule, action)]
        # Where none is ever open, it is told that nobody can choose.
        for action in closed if len(closed) < len(offered) else ():
            forbidding = _forbidding(law, rule, action)
            named = (node.span for node in walk(rule.effect) if isinstance(node, Term) and node.id == action)
            # To place no bet in a window is an alternative that nobody writes.
            for span in islice(named, 1):
                yield warning(
                    "idle-alternative",
                    Label(law.source, span, rule.eid),
                    hints=limits_of(law, _key(rule)),
                    action=Named(action, law.rules.glossary),
                    provisions=Cited(forbidding),
                    count=len(forbidding),
                )


def _is_never_taken(law: Law, rule: Rule) -> bool:
    if not can_apply(rule, law.rules):
        return True
    is_there = any(True for _, survey in law.surveys for _ in _numbers(survey, rule))
    return is_there and not _may_be(
        law, rule, lambda survey: survey.taken.stops or any(n in survey.taken.steps for n in _numbers(survey, rule))
    )


def _is_never_open(law: Law, rule: Rule, action: str) -> bool:
    return not _may_be(
        law, rule, lambda survey: any((n, action) in survey.taken.alternatives for n in _numbers(survey, rule))
    )


def _may_be(law: Law, rule: Rule, is_so: Callable[[Survey], bool]) -> bool:
    """True if something of a step is so in some rounds, under some settings, or where that is not known."""
    key = _key(rule)

    def may_be(survey: Survey) -> bool:
        return not survey.taken.is_whole or is_so(survey)

    if any(may_be(survey) for _, survey in law.surveys):
        return True
    return law.depends_on_numbers(key) or any(map(may_be, law.combined(key)))


def _key(rule: Rule) -> Key:
    return "step", rule.eid, ""


def _numbers(survey: Survey, rule: Rule) -> list[int]:
    """The numbers of a step among those under some settings, where it is one of them."""
    at = rule.eid, rule.effect.span
    return [number for number, step in enumerate(survey.rules.steps) if (step.eid, step.span) == at]


def _offered(law: Law, rule: Rule) -> list[str]:
    """The alternatives that a step offers under some settings, if rounds come to it: no ways to divide a hand."""
    steps = [
        survey.rules.steps[number].effect
        for _, survey in law.surveys
        for number in _numbers(survey, rule)
        if number in survey.taken.steps
    ]
    choices = [step.actions for step in steps if isinstance(step, m.Choose) and not step.is_of_objects]
    return list(dict.fromkeys(chain.from_iterable(choices)))


def _forbidding(law: Law, rule: Rule, action: str) -> tuple[str, ...]:
    """The provisions that forbid an alternative, in the order of the text."""
    surveys = [*(survey for _, survey in law.surveys), *law.combined(_key(rule))]
    taken = [(survey.taken, number) for survey in surveys for number in _numbers(survey, rule)]
    forbidding = {eid for steps, number in taken for eid in steps.forbidding.get((number, action), ())}
    return tuple(provision.eid for provision in law.rules.document.all() if provision.eid in forbidding)
