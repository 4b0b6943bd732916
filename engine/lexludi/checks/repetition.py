"""Repetitions that never end: no round in which what is repeated comes to the condition that ends it."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint, warning
from lexludi.checks.findings import dealt, place_of
from lexludi.checks.law import Law
from lexludi.rules import meaning as m


def endless_repetition(law: Law) -> Iterator[Diagnostic]:
    """A provision that is repeated until something is so that can never be, under the defaults."""
    found = law.default
    for answer in found.steps:
        (rule,) = answer.question.group.rules
        repeats = isinstance(rule.effect, m.Repeat) and rule.condition == rule.effect.until
        if repeats and answer.situations and not any(s.applicable for s in answer.situations):
            if answer.undecided:
                continue
            hint = Hint("example-deal", {"deal": dealt(found.hands, answer.question, answer.situations[0])})
            yield warning("endless-repetition", place_of(law.rules, law.source, rule), hints=[hint])
