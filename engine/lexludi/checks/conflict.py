"""Conflicts: rules that apply together with different effects; and exceptions that never come to bear."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, Label, note
from lexludi.checks.combinations import Key
from lexludi.checks.findings import Chosen, Cited, asked, dealt_among, place_of, warning_under
from lexludi.checks.law import Law, limits_of
from lexludi.checks.situations import Answer, Situation
from lexludi.checks.survey import Survey
from lexludi.play.decide import Question
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule
from lexludi.rules.circles import where_said
from lexludi.rules.model import PLACE_BET, Precedence, under


def conflict(law: Law) -> Iterator[Diagnostic]:
    """Two rules that apply together with different effects, and no exception that orders them."""
    shown: dict[tuple[Any, ...], tuple[Chosen, Survey, Answer, list[Situation]]] = {}
    opposed: dict[tuple[Any, ...], tuple[BoundRule[Any], BoundRule[Any]]] = {}
    for setting, survey, answer, situation in law.situations():
        for pair in _opposed(answer, situation):
            key = (answer.question.kind, answer.question.about, *((rule.eid, rule.span) for rule in pair))
            if key not in shown:
                shown[key] = (setting, survey, answer, [])
                opposed[key] = pair
            # Under the first setting that shows the pair; several rules of one sentence give it more than once in a
            # situation.
            if shown[key][0] == setting and situation not in shown[key][3][-1:]:
                shown[key][3].append(situation)
    for key, (setting, survey, answer, situations) in shown.items():
        first, second = opposed[key]
        hints = [Hint("example-deal", {"deal": dealt_among(survey.hands, answer.question, situations)})]
        labels = (place_of(law.rules, law.source, first), place_of(law.rules, law.source, second))
        question, by = asked(answer.question, law.rules), {"first": Cited((first.eid,)), "second": Cited((second.eid,))}
        yield warning_under("conflict", setting, labels, hints, question=question, **by, count=len(situations))


def _opposed(answer: Answer, situation: Situation) -> Iterator[tuple[BoundRule[Any], BoundRule[Any]]]:
    """The pairs of rules that contradict each other in a situation."""
    if situation.verdict.problem != "conflict":
        return
    group, rules = answer.question.group, situation.applicable
    for first, second in combinations(group.prevailing(rules), 2):
        if first.effect != second.effect:
            yield first, second


def idle_exception(law: Law) -> Iterator[Diagnostic]:
    """A provision said to prevail over another, where the two never contradict each other, whatever the settings."""
    bearing: set[Precedence] = set()
    judged: dict[Precedence, dict[Key, BoundRule[Any]]] = {}  # the questions on which both speak, and what yields
    for _, _, answer in law.every_answer():
        said = law.said(answer.question.key)
        for precedence in law.rules.precedences:
            if _concerns(precedence, said):
                yielding = next(r for r in said if under(r.eid, precedence.loser))
                judged.setdefault(precedence, {}).setdefault(answer.question.key, yielding)
                if _bears_in(precedence, answer):
                    bearing.add(precedence)
    for precedence in law.rules.precedences:
        yielding_in = judged.get(precedence, {}) or _apart(law, precedence)
        if not yielding_in or precedence in bearing:
            continue
        if _bears_on_a_choice(law, precedence) or _accepts_bets(law, precedence):
            continue
        combined = (a for key in yielding_in for survey in law.combined(key) for a in law.answers_of(survey, key))
        is_open = any(_bears_in(precedence, answer) or _may_bear(precedence, answer) for answer in combined)
        if not is_open and not _is_left_open(law, precedence, yielding_in):
            yield note(
                "idle-exception",
                Label(law.source, where_said(law.rules, precedence).span, precedence.winner),
                place_of(law.rules, law.source, next(iter(yielding_in.values()))),
                hints=limits_of(law, *yielding_in),
                winner=Cited((precedence.winner,)),
                loser=Cited((precedence.loser,)),
            )


def _bears_on_a_choice(law: Law, precedence: Precedence) -> bool:
    """True if a choice offers what the one provision speaks of beside what the other makes a duty.

    Nothing else may be chosen than what must be, unless a norm on what is offered prevails: whether there is a
    situation in which both norms apply is not searched.
    """
    said = [rule for key in law.keys if key[0] == "action" for rule in law.said(key)]
    spoken = {rule.effect.action for rule in said if under(rule.eid, precedence.winner)}
    duties = {
        rule.effect.action
        for rule in said
        if rule.effect.modality is m.Modality.MUST and under(rule.eid, precedence.loser)
    }
    offered = [set(e.actions) for rule in law.default.rules.steps if isinstance(e := rule.effect, m.Choose)]
    return any(action != duty for among in offered for action in spoken & among for duty in duties & among)


def _apart(law: Law, precedence: Precedence) -> dict[Key, BoundRule[Any]]:
    """The questions on which a provision speaks that yields, where that which prevails speaks on others alone."""
    said = {key: law.said(key) for key in law.keys}
    if any(_concerns(precedence, rules) for rules in said.values()):
        return {}
    if not any(under(rule.eid, precedence.winner) for rules in said.values() for rule in rules):
        return {}
    return {key: rule for key, rules in said.items() for rule in rules if under(rule.eid, precedence.loser)}


def _accepts_bets(law: Law, precedence: Precedence) -> bool:
    """True if the one provision accepts bets that the other may forbid, of which no round is asked."""
    forbidding = (rule for key in law.keys if key[:2] == ("action", PLACE_BET) for rule in law.said(key))
    opens = any(rule.effect.op == "opens" and under(rule.eid, precedence.winner) for rule in law.rules.steps)
    return opens and any(under(rule.eid, precedence.loser) for rule in forbidding)


def _is_left_open(law: Law, precedence: Precedence, keys: Iterable[Key]) -> bool:
    """True if the two may contradict each other on a question of which not every situation is known."""
    return (
        any(_concerns(precedence, rules) for _, survey in law.surveys for rules in _left_open(law, survey))
        or any(key[0] != "event" and law.is_left_open(key) for key in keys)
        or any(_may_bear(precedence, answer) for _, _, answer in law.every_answer())
    )


def _left_open(law: Law, survey: Survey) -> Iterator[tuple[BoundRule[Any], ...]]:
    """The rules of each question that is not answered in full: what somebody may do is asked of no round."""
    known = {a.question.key for a in (*survey.answers, *survey.beside) if not a.undecided}
    yield from (law.said(key) for key in law.keys if key not in known and key[0] != "event")


def _may_bear(precedence: Precedence, answer: Answer) -> bool:
    """True if the two may contradict each other on an irregularity of which not all is known."""
    return any(_concerns(precedence, rules) for rules in answer.perhaps)


def _concerns(precedence: Precedence, rules: tuple[BoundRule[Any], ...]) -> bool:
    return any(under(r.eid, precedence.winner) for r in rules) and any(under(r.eid, precedence.loser) for r in rules)


def _bears_in(precedence: Precedence, answer: Answer) -> bool:
    return any(_bears(precedence, answer.question.group, situation.applicable) for situation in answer.situations)


def _bears(precedence: Precedence, group: Question[Any], applicable: tuple[BoundRule[Any], ...]) -> bool:
    """True if an exception decides between rules that apply together, or strikes one that would contradict another."""
    winners = [r for r in applicable if under(r.eid, precedence.winner)]
    losers = [r for r in applicable if under(r.eid, precedence.loser)]
    if any(w.effect != loser.effect for w in winners for loser in losers):
        return True
    # Between two that say the same, it counts where a third prevails over the one and not over the other.
    others = [rule for rule in applicable if rule not in winners]
    freed = [loser for loser in losers if winners and not any(group.outranks(other, loser) for other in others)]
    return any(rule.effect != loser.effect for loser in freed for rule in group.prevailing(applicable))
