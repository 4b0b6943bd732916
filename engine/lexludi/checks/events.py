"""Irregularities as a question: each event, to each kind of holder, once or twice, in the deal or after it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from lexludi.checks.situations import Answer, Example, Situation
from lexludi.checks.slices import Question
from lexludi.language.nodes import Construct, Node, walk
from lexludi.play.interpreter import Program


def event_answer(program: Program) -> Answer:
    """Every irregularity that the rules speak of, with what they say of it."""
    group = program.events
    question = Question("event", "", "", len(program.rules.steps), group)
    found: dict[tuple[Any, ...], Situation] = {}
    for _, values in occurrences(program):
        if values not in found:
            applicable = tuple(group.applicable(values))
            found[values] = Situation(values, group.decide(values), applicable, Example((), ()))
    return Answer(question, tuple(found.values()), len(found))


def occurrences(program: Program) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Each way in which an irregularity may come, and what the rules read of it."""
    happenings = product(_events(program), ("", *program.rules.roles), (1, 2), (False, True), (False, True))
    for happening in happenings:
        event, role, count, dealing, has_bet = happening
        values = tuple(_value(r, event, role, count, dealing=dealing, has_bet=has_bet) for r in program.events.readings)
        if None not in values:
            yield happening, values


def _events(program: Program) -> list[str]:
    read = (n for r in program.events.readings for n in walk(r) if isinstance(n, Construct))
    return list(dict.fromkeys(n.term(0) for n in read if n.op in ("happens", "happens_to")))


def _value(reading: Node, event: str, role: str, count: int, *, dealing: bool, has_bet: bool) -> Any:
    """What a reading is when an irregularity happens; nothing if it is not about that."""
    match reading:
        case Construct("happens", (named,)):
            return named.id == event
        case Construct("happens_to", (named, holder)):
            return (named.id, holder.id) == (event, role)
        case Construct("count", (named, holder)):
            return count if (named.id, holder.id) == (event, role) else 0
        case Construct("dealing"):
            return dealing
        case Construct("has_bet"):
            return has_bet
        case _:
            return None
