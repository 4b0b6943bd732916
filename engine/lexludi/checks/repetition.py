"""Repetitions that never end: no round in which what is repeated comes to the condition that ends it."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint, warning
from lexludi.checks.findings import dealt, place_of
from lexludi.checks.law import Law
from lexludi.checks.slices import NotSearched, Question
from lexludi.checks.survey import answer
from lexludi.language.nodes import Construct
from lexludi.rules.model import Rule


def endless_repetition(law: Law) -> Iterator[Diagnostic]:
    """A provision that is repeated until something is so that can never be, under the defaults."""
    found = law.default
    for index, step in enumerate(found.program.rules.steps):
        if step.effect.op != "repeat":
            continue
        ends = Rule(step.effect.parts[1], Construct("repetition_ends"), step.provisions)
        question = Question("step", step.eid, "", index, found.program.evaluator.group([ends]))
        try:
            reached = answer(found.program, question, law.budget)
        except NotSearched:
            continue
        if reached.situations and not reached.undecided and not any(s.applicable for s in reached.situations):
            hint = Hint("example-deal", {"deal": dealt(found.program, question, reached.situations[0])})
            yield warning("endless-repetition", place_of(law.rules, law.source, step), hints=[hint])
