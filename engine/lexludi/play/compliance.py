"""Actions that the rules require or do not allow: the rules are asked, the answer told, its consequences drawn."""

from collections.abc import Callable, Sequence
from typing import Any

from lexludi.play.evaluation import VERDICTS_KEPT, Group
from lexludi.play.settlement import unsettled
from lexludi.play.state import State
from lexludi.play.trace import RawStep

# What follows from an action for a hand.
Consequence = Callable[[State, str], None]


def compliance(group: Group, action: str, consequences: Sequence[Consequence]) -> Callable[[State, str], bool]:
    """A function that follows the rules on an action once, for a hand; whether they required it.

    The function raises:
        UnsettledCase: no rule says whether the action is required, or several contradict each other.
    """
    read = group.read
    # What the rules say on a hand for what they read, as a step of the trace, and whether they require the action.
    known: dict[tuple[str, tuple[Any, ...]], tuple[RawStep, bool]] = {}

    def ask(unit: str, values: tuple[Any, ...]) -> tuple[RawStep, bool]:
        verdict = group.decide(values)
        if verdict.rule is None:
            raise unsettled(verdict, "action", action)
        required = verdict.rule.effect.op == "must"
        kind = "required" if required else "not-allowed"
        names, told = group.told(values)
        answer = (kind, verdict.provisions, unit, ("action", *names), (action, *told)), required
        if len(known) < VERDICTS_KEPT:
            known[unit, values] = answer
        return answer

    def once(state: State, unit: str) -> bool:
        values = read(state, unit, None)
        told, required = known.get((unit, values)) or ask(unit, values)
        state.trace.append(told)
        if required:
            for consequence in consequences:
                consequence(state, unit)
        return required

    return once


def all_once(state: State, units: Sequence[str], once: Callable[[State, str], bool]) -> None:
    """Let each of some holders follow the rules once."""
    for unit in units:
        once(state, unit)
