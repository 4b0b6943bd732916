"""Circumstances of a round that its objects and choices do not decide: odds take each for what it is by default."""

from collections.abc import Iterator

from lexludi.exact.slices import Slice, passed_over
from lexludi.play.plan import Alter, BeginShow
from lexludi.play.process import Process
from lexludi.rules import meaning as m


def taken_for_granted(sliced: Slice) -> tuple[str, ...]:
    """The circumstances on which a round of the program depends, by the names of what is assumed of them.

    The bettor has the first of the statuses (`first-status`), nobody acts of their own accord and nothing irregular
    happens (`steps-alone`), and the objects are in use already (`in-use`), unless every round puts them back.
    """
    return tuple(dict.fromkeys(_taken(sliced)))


def _taken(sliced: Slice) -> Iterator[str]:
    questions = sliced.questions
    stock = Process(sliced.plan, questions).stock_of_each
    if questions.intervening or questions.voiding:
        yield "steps-alone"
    for observable in _read(sliced):
        match observable:
            case m.HasStatus():
                yield "first-status"
            case m.HasLargestStake(status=status) if status:
                yield "first-status"
            case m.Chose(action=action) if action in questions.own_acts:
                yield "steps-alone"
            case m.Happens() | m.CountOfEvents():
                yield "steps-alone"
            case m.UseBegins(kind) if not (stock.fresh or kind in stock.anew):
                yield "in-use"
            case _:
                pass


def _read(sliced: Slice) -> Iterator[m.Observable]:
    """Everything that a round reads up to its end, but for what decides only on what makes no difference."""
    ops = sliced.plan.ops
    idle = passed_over(sliced.plan)
    shown = {
        p
        for pc, to in idle.items()
        for op in [ops[pc]]
        if isinstance(op, Alter) and isinstance(op.change, BeginShow)
        for p in range(pc, to)
    }
    # What comes after the end of a round decides no bet.
    read = {pc: sliced.observables(pc)[1] for pc in range(sliced.plan.finish + 1) if pc not in shown}
    # Where a rule asks whether a marker appears, what is marked and burned makes a difference.
    marked = any(isinstance(observable, m.MarkerAppears) for observables in read.values() for observable in observables)
    for pc, observables in read.items():
        if marked or pc not in idle:
            yield from observables
