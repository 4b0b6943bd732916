"""Gaps: situations that rounds reach and no rule decides; and hands that would open one, but cannot lie together."""

from collections.abc import Iterator
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, note, warning
from lexludi.checks.findings import Asked, Cited, Compared, Setting, asked, deal_of, dealt, place, places
from lexludi.checks.law import Law, dealt_in, too_many
from lexludi.checks.situations import Answer, Example, Situation
from lexludi.checks.slices import roles_of, unit_of
from lexludi.checks.survey import Survey
from lexludi.checks.tables import classes_in
from lexludi.language.nodes import Construct


def gap(law: Law) -> Iterator[Diagnostic]:
    """A situation that can be reached and that no rule decides."""
    known: set[tuple[Any, ...]] = set()
    for setting, found, answer in law.answers():
        if answer.question.kind == "event":
            continue
        new = []
        for situation in answer.situations:
            key = (answer.question.kind, answer.question.about, situation.values)
            if (
                situation.verdict.problem == "gap"
                and key not in known
                and not _without_category(found, answer, situation)
            ):
                known.add(key)
                new.append(situation)
        if new:
            yield _gap(law, setting, found, answer, new)


def _gap(law: Law, setting: Setting | None, found: Survey, answer: Answer, new: list[Situation]) -> Diagnostic:
    shared = [e for e in new[0].verdict.concerned if all(e in s.verdict.concerned for s in new)]
    concerned = tuple(shared) or new[0].verdict.concerned
    hints = [Hint("example-deal", {"deal": dealt(found.program, answer.question, new[0])})]
    if setting is not None:
        hints.insert(0, Hint("only-with", {"setting": setting}))
    labels = places(law.rules, law.source, concerned, answer.question.group.rules)
    args = {
        "question": asked(answer.question, law.rules),
        "provisions": Cited(concerned),
        "count": len(new),
    }
    if setting is None:
        return warning("gap", *labels, hints=hints, **args)
    return note("gap", *labels, hints=hints, **args, setting=setting)


def _without_category(found: Survey, answer: Answer, situation: Situation) -> bool:
    """Whether a situation is one only because a hand as it was dealt is of no category: that is a gap of its own."""
    rules, objects = found.program.rules, found.program.material.objects
    hands, dealt_hands, unit = dict(situation.example.hands), dealt_in(found), unit_of(found.program)
    without = [
        hands.get(role if rules.roles[role].kind == "one" else unit, ())
        for reading, value in zip(answer.question.group.readings, situation.values, strict=True)
        if value is None and isinstance(reading, Construct) and reading.op in ("category", "compare")
        for role in roles_of(reading)
    ]
    classes = classes_in(found.program.material)
    return any((objects[h[0]].object, len(h)) in dealt_hands and classes.of(h) is None for h in without if h)


def gap_in_categories(law: Law) -> Iterator[Diagnostic]:
    """Hands that can be dealt and are of no category, where categories order hands."""
    for setting, found in law.surveys:
        program = found.program
        if not program.rules.categories:
            continue
        for kind, count in dealt_in(found):
            if too_many(found, kind, count, law.budget):
                continue
            classes = classes_in(program.material)
            none = [h for h in _hands(found, kind, count) if classes.of(h) is None]
            if none:
                hints = [Hint("example-deal", {"deal": deal_of(program, Example((("", none[0]),), none[0]))})]
                if setting is not None:
                    hints.insert(0, Hint("only-with", {"setting": setting}))
                concerned = tuple(c.eid for c in program.rules.categories)
                labels = tuple(place(law.rules, law.source, e, op="categories") for e in _parents(concerned))
                args = {
                    "question": Asked("category", "", "", law.rules.glossary),
                    "provisions": Cited(_parents(concerned)),
                    "count": len(none),
                }
                if setting is None:
                    yield warning("gap", *labels, hints=hints, **args)
                else:
                    yield note("gap", *labels, hints=hints, **args, setting=setting)
                break


def _hands(found: Survey, kind: str, count: int) -> Iterator[tuple[int, ...]]:
    from lexludi.play.objects import Objects

    readings = [Construct("category", ())]
    return iter(Objects(found.program.material, readings).hands(kind, count))


def _parents(eids: tuple[str, ...]) -> tuple[str, ...]:
    """The provisions that some provisions stand under."""
    return tuple(dict.fromkeys(e.rpartition("__")[0] or e for e in eids))


def gap_unreachable(law: Law) -> Iterator[Diagnostic]:
    """Hands that compare in a way that no rule provides for, and proof that no deal brings them together."""
    for answer in law.default.answers:
        if answer.undecided:
            continue
        group = answer.question.group
        for at, reading in enumerate(group.readings):
            if not isinstance(reading, Construct) or reading.op != "compare":
                continue
            reached = {s.values[at] for s in answer.situations}
            for sign in {1, 0, -1} - reached:
                for situation in answer.situations:
                    values = (*situation.values[:at], sign, *situation.values[at + 1 :])
                    verdict = group.decide(values)
                    if verdict.problem == "gap" and situation.verdict.problem != "gap" and situation.applicable:
                        yield note(
                            "gap-unreachable",
                            *places(law.rules, law.source, _shared(law, answer, at, sign, verdict.concerned)),
                            question=asked(answer.question, law.rules),
                            provisions=Cited(_shared(law, answer, at, sign, verdict.concerned)),
                            compared=Compared(("lower", "equal", "higher")[sign + 1]),
                            examined=answer.examined,
                        )
                        break


def _shared(law: Law, answer: Answer, place: int, sign: int, concerned: tuple[str, ...]) -> tuple[str, ...]:
    """The provisions concerned whatever else the rules read."""
    group = answer.question.group
    all_concerned = []
    for situation in answer.situations:
        verdict = group.decide((*situation.values[:place], sign, *situation.values[place + 1 :]))
        if verdict.problem == "gap" and situation.verdict.problem != "gap":
            all_concerned.append(verdict.concerned)
    return tuple(e for e in concerned if sum(e in c for c in all_concerned) * 2 >= len(all_concerned)) or concerned
