"""The order of hands as a question of its own: hands that nothing orders, and keys that never decide."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, Label, note
from lexludi.checks.findings import (
    Asked,
    Chosen,
    Cited,
    ComparedHands,
    Named,
    deal_of,
    place,
    place_of_declaration,
    warning_under,
)
from lexludi.checks.law import CATEGORY, Law, limits_of
from lexludi.checks.orders import Hand, Ranked
from lexludi.checks.situations import Answer, ExampleDeal
from lexludi.checks.survey import Survey
from lexludi.play.table import unit_alone
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundCategory, observables_of
from lexludi.rules.model import Category


def gap_in_order(law: Law) -> Iterator[Diagnostic]:
    """Two hands that can lie together, of which neither is higher, where nothing is said of equal hands."""
    known: set[str] = set()
    for setting, survey in law.surveys:
        if not _leaves_equals_open(survey):
            continue
        hands = law.order(survey).compared
        if not hands:
            continue
        pairs = [p for p in _equals(hands) if p[0] not in known]
        known.update(category for category, _, _ in pairs)
        if pairs:
            yield _unordered(law, setting, survey, pairs)
        elif setting is None:
            by = tables_of(law.rules.categories)
            yield note(
                "gap-unreachable",
                *places_of_tables(law, by),
                question=Asked("order", "", "", law.rules.glossary),
                provisions=Cited(by),
                compared=ComparedHands("equal"),
                examined=sum(len(ranked) ** 2 for ranked in hands),
            )


def _equals(hands: tuple[Ranked, ...]) -> Iterator[tuple[str, Hand, Hand]]:
    """For each category by its id, two hands of it that can lie together and of which neither is higher."""
    pairs: dict[int, tuple[Hand, Hand]] = {}
    for ranked in hands:
        pairs |= {place: (one, two) for place, one, two in ranked.equals() if place not in pairs}
    categories = hands[0].many.rules.categories
    return ((categories[place].id, *pair) for place, pair in sorted(pairs.items()))


def _leaves_equals_open(survey: Survey) -> bool:
    """True if nothing is said of what follows when two hands are equal."""
    for answer in survey.answers:
        group = answer.question.group
        for at, observable in enumerate(group.observables):
            if isinstance(observable, m.Compared):
                reached = [s for s in answer.situations if s.values[at] == 0]
                if reached and any(s.verdict.problem == "gap" for s in reached):
                    return True
                # Where no deal makes hands equal, what would follow if they were is asked of the rules.
                supposed = () if reached else _if_equal(answer, observable)
                if any(group.decide(values).problem == "gap" for values in supposed):
                    return True
    return False


def _if_equal(answer: Answer, compared: m.Compared) -> Iterator[tuple[Any, ...]]:
    """The situations of an answer as they would be if two hands were equal, and so of one category."""
    observables = answer.question.group.observables
    hands = {compared.first, compared.second}
    same = [isinstance(o, m.Compared) and {o.first, o.second} == hands for o in observables]
    of_category = [at for at, o in enumerate(observables) if isinstance(o, m.CategoryOf) and o.role in hands]
    for situation in answer.situations:
        if len({situation.values[at] for at in of_category}) < 2:
            yield tuple(0 if equal else value for equal, value in zip(same, situation.values, strict=True))


def _unordered(law: Law, setting: Chosen, survey: Survey, pairs: list[tuple[str, Hand, Hand]]) -> Diagnostic:
    _, one, two = pairs[0]
    units = _units(survey)
    deal = deal_of(survey.hands, ExampleDeal(tuple(zip(units, (one, two), strict=True)), ()))
    hints = [Hint("example-deal", {"deal": deal})]
    by = tables_of(law.rules.categories)
    labels = places_of_tables(law, by)
    told = Asked("order", "", "", law.rules.glossary)
    return warning_under("gap", setting, labels, hints, question=told, provisions=Cited(by), count=len(pairs))


def _units(survey: Survey) -> tuple[str, str]:
    """Two holders whose hands are compared."""
    for answer in survey.answers:
        for observable in answer.question.group.observables:
            if isinstance(observable, m.Compared):
                one, two = (survey.rules.holder(role, unit_alone(survey.rules)) for role in observable.roles)
                return one, two
    return "", ""


def tables_of(categories: Iterable[Category | BoundCategory]) -> tuple[str, ...]:
    """The provisions of the tables of categories; of one that stands by itself, its own."""
    return tuple(dict.fromkeys(category.eid.rpartition("__")[0] or category.eid for category in categories))


def places_of_tables(law: Law, eids: Iterable[str]) -> tuple[Label, ...]:
    """The sentences that open tables of categories."""
    return tuple(place(law.rules, law.source, eid, op="categories") for eid in eids)


def _measured(survey: Survey) -> set[str]:
    """The categories with whose keys hands are compared with what a rule names."""
    rules = survey.rules
    conditions = [rule.condition for rule in rules.every] + [
        definition.condition for definition in rules.definitions.values()
    ]
    read = (observable for condition in conditions for observable in observables_of(condition))
    return {observable.category for observable in read if isinstance(observable, m.IsWorthAtLeast)}


def _arranged(law: Law, survey: Survey) -> list[Ranked] | None:
    """The hands of each size into which one is divided as high as it can be; `None` where not all are known."""
    steps = [rule.effect for rule in survey.rules.steps]
    counts = {part.count for step in steps if isinstance(step, m.DivideHighest) for part in step.parts}
    order = law.order(survey)
    return None if counts and order.too_many else [ranked for ranked in order.ranked if ranked.count in counts]


def idle_key(law: Law) -> Iterator[Diagnostic]:
    """A key of a category that never decides between two hands, whatever settings are chosen."""
    # By the keys it is also decided what an object stands for that may stand for others.
    if law.rules.wilds:
        return
    # By the category, the key, and how many before it are the same: one that is repeated decides nothing.
    idle: dict[tuple[str, m.Key, int], tuple[int, str, int]] = {}
    deciding: set[tuple[str, m.Key, int]] = set()
    default = law.default
    for survey in chain((single for _, single in law.surveys), law.combined(CATEGORY)):
        # Every key has decided by now, and none can become idle: other settings make no difference.
        if survey is not default and not idle.keys() - deciding:
            return
        hands = law.order(survey).compared
        # Of hands that were not looked at any key may decide; where none are compared, there is nothing to decide.
        if hands is None:
            return
        measured, arranged = _measured(survey), _arranged(law, survey)
        if arranged is None:
            return
        for at, category in enumerate(survey.rules.categories):
            size = sum(ranked.of_category(at) ** 2 for ranked in hands)
            for number, key in enumerate(category.keys):
                nth_key = (category.id, key, category.keys[:number].count(key))
                # By its keys a hand is also worth at least another, which is named and lies with nobody.
                # By them it is chosen, too, which parts of one hand are the highest.
                if category.id in measured or any(parts.tells_apart(at, number) for parts in arranged):
                    deciding.add(nth_key)
                # Only keys that are idle under the defaults are looked at under other settings; of no hand nothing
                # can be said.
                if nth_key in deciding or not size or (survey is not default and nth_key not in idle):
                    continue
                if any(each.decides(at, number) for each in hands):
                    deciding.add(nth_key)
                else:
                    idle.setdefault(nth_key, (number + 1, category.eid, size))
    for nth_key, (number, eid, examined) in idle.items():
        category_id, *_ = nth_key
        if nth_key not in deciding and not law.depends_on_numbers(CATEGORY):
            yield note(
                "idle-key",
                place_of_declaration(law.rules, law.source, eid, category_id),
                category=Named(category_id, law.rules.glossary),
                provisions=Cited((eid,)),
                number=number,
                examined=examined,
                hints=limits_of(law, CATEGORY),
            )
