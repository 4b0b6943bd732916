"""Irregularities as a question: each event, to each kind of holder, once or twice, in the deal or after it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from lexludi.checks.situations import Answer, Question, Situation, no_deal
from lexludi.play.process import Questions
from lexludi.rules import meaning as m


def event_answer(questions: Questions) -> Answer:
    """Every irregularity that the rules speak of, with what they say of it."""
    group = questions.events
    found: dict[tuple[Any, ...], Situation] = {}
    for _, values in occurrences(questions):
        if values not in found:
            verdict = group.decide(values)
            found[values] = Situation(values, verdict, group.applying(values), no_deal)
    return Answer(Question("event", "", "", group), tuple(found.values()), len(found))


def occurrences(questions: Questions) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Each way in which an irregularity may come, and what the rules read of it."""
    observables = questions.events.observables
    events = dict.fromkeys(o.event for o in observables if isinstance(o, m.Happens))
    roles = ("", *questions.judge.rules.roles)
    for happening in product(events, roles, (1, 2), (False, True), (False, True)):
        event, role, count, dealing, has_bet = happening
        values = tuple(_value(o, event, role, count, dealing=dealing, has_bet=has_bet) for o in observables)
        if None not in values:
            yield happening, values


def _value(observable: m.Observable, event: str, role: str, count: int, *, dealing: bool, has_bet: bool) -> Any:
    """The value of an observable when an irregularity happens; nothing if it is not about that."""
    match observable:
        case m.Happens(named, holder):
            return named == event and holder in ("", role)
        case m.CountOfEvents(holder, named):
            return count if (named, holder) == (event, role) else 0
        case m.DealingUnderWay():
            return dealing
        case m.HasBet():
            return has_bet
        case _:
            return None
