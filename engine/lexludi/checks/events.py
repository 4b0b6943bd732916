"""Irregularities as a question: each event, to each kind of holder, so many times, in the deal or after it.

What is counted of others counts as it may have come before: a round goes on until an irregularity voids it.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from lexludi.checks.situations import UNDECIDED, Answer, SearchedQuestion, Situation, no_deal
from lexludi.play.process import Questions
from lexludi.play.round_state import Map
from lexludi.rules import meaning as m

# Numbers of irregularities before another, of each kind so many: more are not followed.
MOST_BEFORE = 500

# How often each irregularity that is counted has happened, and to whom.
Counts = Map[tuple[str, str], int]


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
    return Answer(
        SearchedQuestion("event", "", "", group), tuple(found.values()), len(found), UNDECIDED if undecided else ""
    )


def occurrences(questions: Questions) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Each way in which an irregularity may come, and what the rules read of it, where that is all known."""
    return ((happening, values) for happening, values in _happenings(questions) if None not in values)


def _happenings(questions: Questions) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    observables, rules, times = questions.events.observables, questions.judge.rules, times_of(questions)
    counted = {(o.event, o.role) for o in observables if isinstance(o, m.CountOfEvents)}
    events = dict.fromkeys(o.event for o in observables if isinstance(o, m.Happens))
    moments = list(product((False, True), repeat=2))  # dealing is under way; the party has a bet
    happenings = list(product(events, ("", *rules.roles), times, moments))
    # Breadth first over how often each counted irregularity has come before, beginning with never.
    waiting: list[Counts] = [Map()]
    seen = {*waiting}
    while waiting:
        before = waiting.pop(0)
        for event, role, count, moment in happenings:
            after = before.put((event, role), before.get((event, role), 0) + count)
            # Of a role with several holders, the one concerned is counted.
            read = Map({own: n for own, n in after.items() if own[1] == role or rules.fixed(own[1])})
            values = tuple(_value(o, event, role, read, moment) for o in observables)
            yield (before, event, role, count, moment), values
            rule = None if None in values else questions.events.decide(values).rule
            # Only what is counted makes a difference to what comes later, and only while the round goes on.
            if (event, role) not in counted or rule is None or isinstance(rule.effect, m.RoundVoid):
                continue
            # More than any number that is named is like one more.
            new = Map({own: min(n, times[-1]) for own, n in after.items()})
            if new not in seen:
                seen.add(new)
                waiting.append(new)
        if len(seen) > MOST_BEFORE:
            # One of which nothing is known: the question stays open.
            yield (), (None,) * len(observables)
            return


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
        case m.Leaves(amount, divisor, _):
            yield from _numbers(amount)
            # Up to twice the divisor every remainder is met, by a number above none.
            yield 2 * divisor
        case m.InRanges(amount, ranges):
            yield from _numbers(amount)
            yield from (n for own in ranges for n in (own.low, own.high) if n is not None)
        case _:
            return


def _value(observable: m.Observable, event: str, role: str, read: Counts, moment: tuple[bool, bool]) -> Any:
    """The value of an observable when an irregularity happens; nothing if it is not about that."""
    dealing, has_bet = moment
    match observable:
        case m.Happens(named, holder):
            return named == event and holder in ("", role)
        case m.CountOfEvents(holder, named):
            return read.get((named, holder), 0)
        case m.DealingUnderWay():
            return dealing
        case m.HasBet():
            return has_bet
        case _:
            return None
