"""What each reading changes: decisions, the situations that can be reached, the order of hands, the procedure."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from lexludi.checks.events import occurrences
from lexludi.checks.findings import Setting
from lexludi.checks.law import Law
from lexludi.checks.survey import Survey
from lexludi.checks.tables import Strengths, strengths_in
from lexludi.language.nodes import Construct
from lexludi.play.evaluation import Verdict


def effects(law: Law) -> Iterator[tuple[Setting, str]]:
    """For each single change of a reading: `decisions`, `hands`, `reach`, `procedure` or `none`."""
    for setting, found in law.surveys:
        if setting is not None and law.rules.parameters[setting.name].kind == "reading":
            yield setting, _effect(law.default, found)


def _effect(before: Survey, after: Survey) -> str:
    """The weightiest of the differences between two surveys."""
    old, new = _decisions(before), _decisions(after)
    if any(old[key] != new[key] for key in old.keys() & new.keys()):
        return "decisions"
    if not _alike(strengths_in(before.program.material), strengths_in(after.program.material)):
        return "hands"
    if old.keys() != new.keys():
        return "reach"
    one, two = before.program.rules, after.program.rules
    same = (one.steps, one.norms, one.closings, one.upons) == (two.steps, two.norms, two.closings, two.upons)
    return "none" if same else "procedure"


def _decisions(found: Survey) -> dict[tuple[Any, ...], Any]:
    """What is decided in each situation."""
    group = found.program.events
    events = {("event", happening): _decision(group.decide(values)) for happening, values in occurrences(found.program)}
    return events | {
        (a.question.kind, a.question.about, tuple(zip(a.question.group.names, s.values, strict=True))): _decision(
            s.verdict
        )
        for a in found.answers
        for s in a.situations
    }


def _decision(verdict: Verdict) -> tuple[str, Construct | None]:
    return verdict.problem, verdict.rule.effect if verdict.rule else None


def _alike(one: Strengths, two: Strengths) -> bool:
    """Whether hands that both know are classed and ordered alike."""
    if one is two:
        return True
    old, new = one.classes.known, two.classes.known
    if one.classes is not two.classes and any(old[h] != new[h] for h in old.keys() & new.keys()):
        return False
    both = ((strength, two.known.get(hand)) for hand, strength in one.known.items())
    ranked = sorted({(a, b) for a, b in both if a is not None and b is not None})
    return all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(ranked))
