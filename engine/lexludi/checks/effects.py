"""Effects of each reading: decisions, the situations that can be reached, the order of hands, the procedure."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from lexludi.checks.events import occurrences
from lexludi.checks.findings import Setting
from lexludi.checks.law import Law
from lexludi.checks.orders import leaves_unranked
from lexludi.checks.situations import UNDECIDED, Answer
from lexludi.checks.survey import Survey
from lexludi.play.decide import Verdict
from lexludi.play.round_state import GAP
from lexludi.rules.model import RuleSet


def effects(law: Law) -> Iterator[tuple[Setting, str]]:
    """For each single change of a reading: `decisions`, `hands`, `reach`, `procedure` or `none`.

    It is `unsearched` where none of these was found, but not all could be searched.
    """
    before = _Decisions(law.default)
    for setting, survey in law.surveys:
        if isinstance(setting, Setting) and law.rules.parameters[setting.name].kind == "reading":
            yield setting, _effect(law, before, _Decisions(survey))


class _Decisions:
    """Decisions in each situation of a survey, and on each irregularity."""

    def __init__(self, survey: Survey) -> None:
        self.found = survey
        self.answers = {a.question.key: a for a in survey.answers}
        self.unsearched = {question.key for question, _ in survey.skipped}
        self.unsearched |= {a.question.key for a in survey.answers if a.undecided == UNDECIDED}
        self.settled = {a.question.about for a in survey.answers if a.question.kind == "bet"}
        self.beside = {a.question.key: a for a in survey.beside}

    @cached_property
    def of_events(self) -> dict[tuple[Any, ...], Any]:
        """Decisions on each irregularity, whenever it happens."""
        group = self.found.questions.events
        return {happening: _decision(group.decide(values)) for happening, values in occurrences(self.found.questions)}


def _effect(law: Law, before: _Decisions, after: _Decisions) -> str:
    """The weightiest of the differences between two surveys."""
    asked = before.answers.keys() | after.answers.keys()
    of_answers = {key: _of_answer(before.answers.get(key), after.answers.get(key)) for key in asked}
    if "decisions" in of_answers.values() or _differ_beside(before, after):
        return "decisions"
    same_events = before.found.rules.events == after.found.rules.events
    if not same_events and _differ(before.of_events, after.of_events):
        return "decisions"
    hands_alike = law.order(before.found).is_as(law.order(after.found), law.budget)
    if hands_alike is False:
        return "hands"
    unsearched = before.unsearched | after.unsearched
    if any(effect == "reach" and key not in unsearched for key, effect in of_answers.items()):
        return "reach"
    if not same_events and before.of_events.keys() != after.of_events.keys():
        return "reach"
    open_events = not same_events and any(law.is_open_on_events(d.found) for d in (before, after))
    one, two = before.found.rules.source, after.found.rules.source
    # Under another definition the same fact means something else; what hands are that are not ranked nobody knows.
    unlike = one.definitions != two.definitions or (
        one.categories != two.categories and leaves_unranked(after.found.hands)
    )
    if "unsearched" in of_answers.values() or unsearched or open_events or hands_alike is None or unlike:
        return "unsearched"
    return "none" if _procedure(one) == _procedure(two) else "procedure"


def _procedure(rules: RuleSet) -> tuple[object, ...]:
    """The rules that a round is played by, and the objects that it is played with."""
    objects = (rules.stocks, rules.thrown, rules.worths, rules.meters, rules.roles)
    return (*objects, rules.steps, rules.norms, rules.closings, rules.upons)


def _of_answer(one: Answer | None, two: Answer | None) -> str:
    """The weightiest difference between two answers to a question, of which each may read what the other does not."""
    if one is None or two is None:
        return "reach" if any(answer is not None and answer.situations for answer in (one, two)) else "none"
    names = set(one.question.group.names) & set(two.question.group.names)
    by_facts: list[dict[frozenset[tuple[str, Any]], set[object]]] = [{}, {}]
    for decided, answer in zip(by_facts, (one, two), strict=True):
        for situation in answer.situations:
            facts = frozenset(fact for fact in situation.facts(answer.question) if fact[0] in names)
            decided.setdefault(facts, set()).add(_decision(situation.verdict))
    before, after = by_facts
    if _differ(before, after):
        return "decisions"
    if before.keys() != after.keys():
        return "reach"
    # Where what only one of them reads decides, it is not known that the other decides alike.
    return "unsearched" if any(len(decisions) > 1 for decisions in before.values()) else "none"


def _differ(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> bool:
    """Something that both have is decided otherwise."""
    return any(old[key] != new[key] for key in old.keys() & new.keys())


def _differ_beside(before: _Decisions, after: _Decisions) -> bool:
    """Something else is taken or paid beside the result of a bet that both settle."""
    return any(
        _is_otherwise(before.beside.get(key), after.beside.get(key))
        for key in before.beside.keys() | after.beside.keys()
        if key[1] in before.settled & after.settled
    )


def _is_otherwise(one: Answer | None, two: Answer | None) -> bool:
    """Two answers decide otherwise; where they do not read the same, if either decides anything."""
    answers = [answer for answer in (one, two) if answer is not None]
    decided = [{s.facts(a.question): _decision(s.verdict) for s in a.situations} for a in answers]
    if len({frozenset(a.question.group.names) for a in answers}) == 1 and len(answers) == 2:
        return _differ(*decided)
    return any(decision != (GAP, None) for each in decided for decision in each.values())


def _decision(verdict: Verdict[Any]) -> tuple[str, Any]:
    return verdict.problem, verdict.rule.effect if verdict.rule else None
