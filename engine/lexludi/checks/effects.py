"""Effects of each reading: decisions, the situations that can be reached, the order of hands, the procedure."""

from collections.abc import Iterator
from typing import Any

from lexludi.checks.events import occurrences
from lexludi.checks.findings import Setting
from lexludi.checks.law import Law
from lexludi.checks.survey import Survey
from lexludi.play.decide import Verdict


def effects(law: Law) -> Iterator[tuple[Setting, str]]:
    """For each single change of a reading: `decisions`, `hands`, `reach`, `procedure` or `none`."""
    for setting, found in law.surveys:
        if setting is not None and law.rules.parameters[setting.name].kind == "reading":
            yield setting, _effect(law, law.default, found)


def _effect(law: Law, before: Survey, after: Survey) -> str:
    """The weightiest of the differences between two surveys."""
    old, new = _decisions(before), _decisions(after)
    if any(old[key] != new[key] for key in old.keys() & new.keys()):
        return "decisions"
    if not law.order(before).is_as(law.order(after)):
        return "hands"
    if old.keys() != new.keys():
        return "reach"
    one, two = before.rules.source, after.rules.source
    same = (one.steps, one.norms, one.closings, one.upons) == (two.steps, two.norms, two.closings, two.upons)
    return "none" if same else "procedure"


def _decisions(found: Survey) -> dict[tuple[Any, ...], Any]:
    """The verdict in each situation."""
    group = found.questions.events
    events = {
        ("event", happening): _decision(group.decide(values)) for happening, values in occurrences(found.questions)
    }
    return events | {
        (a.question.kind, a.question.about, tuple(zip(a.question.group.names, s.values, strict=True))): _decision(
            s.verdict
        )
        for a in found.answers
        for s in a.situations
    }


def _decision(verdict: Verdict[Any]) -> tuple[str, Any]:
    return verdict.problem, verdict.rule.effect if verdict.rule else None
