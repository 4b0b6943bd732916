"""Actions that the rules require or do not allow: the rules are asked, the answer told, its consequences drawn."""

from collections.abc import Callable, Sequence
from typing import Any

from lexludi.base.errors import UnsettledCase
from lexludi.play.evaluation import VERDICTS_KEPT, Group
from lexludi.play.settlement import unsettled
from lexludi.play.state import State
from lexludi.play.trace import RawStep

# What follows from an action for a hand.
Consequence = Callable[[State, str], None]


def compliance(
    group: Group, action: str, consequences: Sequence[Consequence], *, of_parties: bool = False
) -> Callable[[State, str], bool]:
    """A function that follows the rules on an action once, for a hand; whether they required it.

    With `of_parties` the rules read the hands or choices of those who bet: then the
    answer must be the same for all of them.

    The function raises:
        UnsettledCase: no rule says whether the action is required, several contradict
            each other, or it is required because of one party and not because of another.
    """
    read = group.read
    # What the rules say on a hand for what they read, as a step of the trace, and whether they require the action.
    known: dict[tuple[str, tuple[Any, ...]], tuple[RawStep, bool]] = {}

    def ask(unit: str, values: tuple[Any, ...], party: str = "") -> tuple[RawStep, bool]:
        verdict = group.decide(values)
        if verdict.rule is None:
            raise unsettled(verdict, "action", action)
        required = verdict.rule.effect.op == "must"
        kind = "required" if required else "not-allowed"
        names, told = group.told(values)
        about = ("holder",) if party else ()
        whose = (party,) if party else ()
        answer = (kind, verdict.provisions, unit, ("action", *about, *names), (action, *whose, *told)), required
        if party:
            return answer
        if len(known) < VERDICTS_KEPT:
            known[unit, values] = answer
        return answer

    def of_one(state: State, unit: str) -> tuple[RawStep, bool]:
        values = read(state, unit, None)
        return known.get((unit, values)) or ask(unit, values)

    def of_all(state: State, unit: str) -> tuple[RawStep, bool]:
        parties = {(bet.unit, bet.bettor): bet for bet in state.bets}
        answers = [ask(unit, read(state, bet.unit, bet), bet.unit or bet.bettor) for bet in parties.values()]
        if len({required for _, required in answers}) > 1:
            raise UnsettledCase("parties-differ", tuple(dict.fromkeys(eid for told, _ in answers for eid in told[1])))
        return answers[0] if answers else of_one(state, unit)

    def once(state: State, unit: str) -> bool:
        told, required = of_all(state, unit) if of_parties else of_one(state, unit)
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
