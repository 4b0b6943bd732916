"""Effects of each reading: decisions, the situations that can be reached, the order of hands, the procedure."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from lexludi.checks.events import occurrences
from lexludi.checks.findings import Setting
from lexludi.checks.law import Law
from lexludi.checks.survey import Survey
from lexludi.play.decide import Verdict


def effects(law: Law) -> Iterator[tuple[Setting, str]]:
    """For each single change of a reading: `decisions`, `hands`, `reach`, `procedure` or `none`."""
    before = _Decisions(law.default)
    for setting, found in law.surveys:
        if setting is not None and law.rules.parameters[setting.name].kind == "reading":
            yield setting, _effect(law, before, _Decisions(found))


class _Decisions:
    """Decisions in each situation of a survey, and on each irregularity."""

    def __init__(self, found: Survey) -> None:
        self.found = found
        self.by_situation = {
            (a.question.kind, a.question.about, s.facts(a.question)): _decision(s.verdict)
            for a in found.answers
            for s in a.situations
        }

    @cached_property
    def of_events(self) -> dict[tuple[Any, ...], Any]:
        """Decisions on each irregularity, whenever it happens."""
        group = self.found.questions.events
        return {happening: _decision(group.decide(values)) for happening, values in occurrences(self.found.questions)}


def _effect(law: Law, before: _Decisions, after: _Decisions) -> str:
    """The weightiest of the differences between two surveys."""
    if _differ(before.by_situation, after.by_situation):
        return "decisions"
    same_events = before.found.rules.events == after.found.rules.events
    if not same_events and _differ(before.of_events, after.of_events):
        return "decisions"
    if not law.order(before.found).is_as(law.order(after.found)):
        return "hands"
    if before.by_situation.keys() != after.by_situation.keys():
        return "reach"
    if not same_events and before.of_events.keys() != after.of_events.keys():
        return "reach"
    one, two = before.found.rules.source, after.found.rules.source
    same = (one.steps, one.norms, one.closings, one.upons) == (two.steps, two.norms, two.closings, two.upons)
    return "none" if same else "procedure"


def _differ(old: dict[tuple[Any, ...], Any], new: dict[tuple[Any, ...], Any]) -> bool:
    """Something that both have is decided otherwise."""
    return any(old[key] != new[key] for key in old.keys() & new.keys())


def _decision(verdict: Verdict[Any]) -> tuple[str, Any]:
    return verdict.problem, verdict.rule.effect if verdict.rule else None
