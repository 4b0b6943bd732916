"""Irregularities as a question: each event, to each kind of holder, so many times, in the deal or after it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from lexludi.checks.situations import Answer, Question, Situation, no_deal
from lexludi.play.process import Questions
from lexludi.rules import meaning as m


def event_answer(questions: Questions) -> Answer:
    """Every irregularity that the rules speak of, with what they say of it; open where it depends on more than that."""
    group = questions.events
    found: dict[tuple[Any, ...], Situation] = {}
    undecided = set()
    for _, values in _happenings(questions):
        if None in values:
            undecided.add(values)
        elif values not in found:
            verdict = group.decide(values)
            found[values] = Situation(values, verdict, group.applying(values), no_deal)
    return Answer(Question("event", "", "", group), tuple(found.values()), len(found), len(undecided))


def occurrences(questions: Questions) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Each way in which an irregularity may come, and what the rules read of it, where that is all known."""
    return ((happening, values) for happening, values in _happenings(questions) if None not in values)


def _happenings(questions: Questions) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    observables = questions.events.observables
    events = dict.fromkeys(o.event for o in observables if isinstance(o, m.Happens))
    roles = ("", *questions.judge.rules.roles)
    for happening in product(events, roles, times_of(questions), (False, True), (False, True)):
        event, role, count, dealing, has_bet = happening
        yield happening, tuple(_value(o, event, role, count, dealing=dealing, has_bet=has_bet) for o in observables)


def times_of(questions: Questions) -> list[int]:
    """Once and twice, and as many times as conditions name, or one more or less."""
    conditions = questions.events.conditions
    named = (number for condition in conditions if condition is not None for number in _numbers(condition))
    return sorted({1, 2} | {n + step for n in named for step in (-1, 0, 1) if n + step > 0})


def _numbers(condition: m.Condition | m.Amount) -> Iterator[int]:
    """The numbers with which a condition compares."""
    match condition:
        case int():
            yield condition
        case m.AllOf(items) | m.AnyOf(items):
            for item in items:
                yield from _numbers(item)
        case m.Not(inner):
            yield from _numbers(inner)
        case m.Compare(first, second) | m.Combined(_, first, second):
            yield from _numbers(first)
            yield from _numbers(second)
        case m.InRanges(amount, ranges):
            yield from _numbers(amount)
            yield from (n for own in ranges for n in (own.low, own.high) if n is not None)
        case _:
            return


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
