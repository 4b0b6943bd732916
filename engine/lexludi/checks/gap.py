"""Gaps: situations that rounds reach and no rule decides; and hands that would open one, but cannot lie together."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, Label, note
from lexludi.checks.comparing import places_of_tables, tables_of
from lexludi.checks.findings import (
    Asked,
    Chosen,
    Cited,
    ComparedHands,
    asked,
    deal_of,
    dealt_among,
    place_of_declaration,
    places,
    warning_under,
)
from lexludi.checks.law import Law
from lexludi.checks.situations import Answer, ExampleDeal, SearchedQuestion, Situation
from lexludi.checks.survey import Survey, settling
from lexludi.play.table import unit_alone
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule


def gap(law: Law) -> Iterator[Diagnostic]:
    """A situation that can be reached and that no rule decides."""
    known: set[tuple[Any, ...]] = set()
    for setting, survey, answer in law.answers:
        if answer.question.kind == "event":
            continue
        new = []
        for situation in answer.situations:
            key = (*answer.question.key, situation.facts(answer.question))
            if (
                situation.verdict.problem == "gap"
                and key not in known
                and not _without_category(law, survey, answer, situation)
            ):
                known.add(key)
                new.append(situation)
        if new:
            yield _gap(law, setting, survey, answer, new)


def _gap(law: Law, setting: Chosen, survey: Survey, answer: Answer, new: list[Situation]) -> Diagnostic:
    shared = [e for e in new[0].verdict.provisions if all(e in s.verdict.provisions for s in new)]
    concerned = tuple(shared) or new[0].verdict.provisions
    hints = [Hint("example-deal", {"deal": dealt_among(survey.hands, answer.question, new)})]
    question = answer.question
    among: Sequence[BoundRule[Any]] = question.group.rules
    if not among and question.kind == "bet" and concerned:
        # Of a bet that is open when the round ends no rule is asked any more: left are the steps that settle it.
        hints.insert(0, Hint("left-open"))
        among = settling(survey.rules, question.about)
    elif not among and question.kind == "action":
        # No rule requires or forbids the action: what is left is the step that says to follow the rules on it.
        concerned = next(rule.provisions for rule in survey.rules.steps if _follows(rule.effect, question))
    if not among and question.kind == "bet":
        # There is no rule on the bet under the setting, or no step settles it.
        concerned = (survey.rules.bets[question.about].eid,)
        labels: tuple[Label, ...] = (place_of_declaration(law.rules, law.source, concerned[0], question.about),)
    else:
        labels = places(law.rules, law.source, concerned, among)
    told = asked(question, law.rules)
    return warning_under("gap", setting, labels, hints, question=told, provisions=Cited(concerned), count=len(new))


def _follows(step: m.Step, question: SearchedQuestion) -> bool:
    return isinstance(step, m.Comply) and (step.role, step.action) == (question.role, question.about)


def _without_category(law: Law, survey: Survey, answer: Answer, situation: Situation) -> bool:
    """True if a gap is there only because a hand as it was dealt is of no category: that is a gap of its own."""
    observables = answer.question.group.observables
    without = [
        role
        for observable, value in zip(observables, situation.values, strict=True)
        if value is None and isinstance(observable, m.CategoryOf | m.Compared)
        for role in observable.roles
    ]
    if not without:
        return False
    rules, objects, hands = survey.rules, survey.hands.material.objects, dict(situation.example.hands)
    dealt_hands = {(ranked.kind, ranked.count) for ranked in law.order(survey).ranked}
    held = [hands.get(rules.holder(role, unit_alone(rules)), ()) for role in without]
    if not any((objects[h[0]].object, len(h)) in dealt_hands and survey.hands.category(h) is None for h in held if h):
        return False
    # Whatever category they were of, a gap that is there all the same is told for itself.
    categories = [category.id for category in rules.categories]
    may_be: dict[type, list[Any]] = {m.CategoryOf: categories, m.Compared: [1, 0, -1]}
    ways: Iterator[list[Any]] = (
        may_be.get(type(observable), [None]) if value is None else [value]
        for observable, value in zip(observables, situation.values, strict=True)
    )
    return any(answer.question.group.decide(values).problem != "gap" for values in product(*ways))


def gap_in_categories(law: Law) -> Iterator[Diagnostic]:
    """Hands that can be dealt and are of no category, where categories order hands."""
    for setting, survey in law.surveys:
        none = [hand for ranked in law.order(survey).ranked for hand in ranked.without_category()]
        if none:
            hints = [Hint("example-deal", {"deal": deal_of(survey.hands, ExampleDeal((("", none[0]),), none[0]))})]
            told, by = Asked("category", "", "", law.rules.glossary), tables_of(survey.rules.categories)
            labels = places_of_tables(law, by)
            yield warning_under("gap", setting, labels, hints, question=told, provisions=Cited(by), count=len(none))


def gap_unreachable(law: Law) -> Iterator[Diagnostic]:
    """Hands that compare in a way that no rule provides for, and proof that no deal brings them together."""
    for answer in law.default.answers:
        if answer.undecided:
            continue
        group = answer.question.group
        for at, observable in enumerate(group.observables):
            if not isinstance(observable, m.Compared):
                continue
            reached = {s.values[at] for s in answer.situations}
            # The same readings but for the comparison, as they would be if hands compared in a way that no deal
            # brings about.
            for sign in {1, 0, -1} - reached:
                for situation in answer.situations:
                    values = (*situation.values[:at], sign, *situation.values[at + 1 :])
                    verdict = group.decide(values)
                    if verdict.problem == "gap" and situation.verdict.problem != "gap" and situation.applicable:
                        concerned = _shared(answer, at, sign, verdict.provisions)
                        yield note(
                            "gap-unreachable",
                            *places(law.rules, law.source, concerned, group.rules),
                            question=asked(answer.question, law.rules),
                            provisions=Cited(concerned),
                            compared=ComparedHands(("lower", "equal", "higher")[sign + 1]),
                            examined=answer.examined,
                        )
                        break


def _shared(answer: Answer, place: int, sign: int, concerned: tuple[str, ...]) -> tuple[str, ...]:
    """The provisions that at least half of the gaps concern, whatever else is read; all of them, if there are none."""
    group = answer.question.group
    all_concerned = []
    for situation in answer.situations:
        verdict = group.decide((*situation.values[:place], sign, *situation.values[place + 1 :]))
        if verdict.problem == "gap" and situation.verdict.problem != "gap":
            all_concerned.append(verdict.provisions)
    return tuple(e for e in concerned if sum(e in c for c in all_concerned) * 2 >= len(all_concerned)) or concerned
