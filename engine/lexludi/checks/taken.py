"""Steps that rounds take, and alternatives that are open in choices: all to which the search of rounds comes."""

from collections.abc import Iterator, Mapping

from lexludi.base.frozen import dataclass
from lexludi.checks.reachable import Reachable
from lexludi.checks.searches import Searched
from lexludi.checks.wagers import read_in_rounds, read_of_choices
from lexludi.play.plan import Ask, Branch, Finish, Jump, Op, Pc, Plan, Settle, Stop
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, resolved

# A step by its number among those of bound rules, and an action that it offers.
Alternative = tuple[int, str]


@dataclass(frozen=True)
class Taken:
    """The steps that rounds take, or may take, by number; and the alternatives that are, or may be, open somewhere.

    `forbidding` are the provisions that forbid an alternative where it is not open. If not `is_whole`, other rounds
    than those of the search may take more. If something `stops` some rounds, they might take more but for that.
    """

    steps: frozenset[int]
    alternatives: frozenset[Alternative]
    forbidding: Mapping[Alternative, tuple[str, ...]]
    stops: bool
    is_whole: bool


def taken(rules: BoundRules, searched: Searched) -> Taken:
    """The steps that the rounds of a search take, and the alternatives that are open in them."""
    steps: set[int] = set()
    alternatives: set[Alternative] = set()
    forbidding: dict[Alternative, dict[str, None]] = {}
    for rounds, plan in zip(searched.rounds, searched.plans, strict=True):
        come_to = {layer.pc for layer in rounds.layers}
        for pc in come_to:
            op, step = plan.ops[pc], plan.bases[pc].step
            steps.update(plan.bases[done].step for done in _done_at(pc, plan, rounds) if _is_done(plan.ops[done]))
            if isinstance(op, Ask):
                # To the place of an alternative nothing leads but that it is chosen.
                alternatives.update((step, own) for own, to in zip(op.actions, op.to, strict=True) if to in come_to)
                for action in op.actions:
                    forbidding.setdefault((step, action), {}).update(rounds.forbidding.get((pc, action), {}))
    pairs = zip(searched.rounds, searched.plans, strict=True)
    return Taken(
        frozenset(steps),
        frozenset(alternatives),
        {alternative: tuple(eids) for alternative, eids in forbidding.items()},
        any(r.may_stop or r.used_up or r.endless or r.lacking for r in searched.rounds),
        not searched.refused
        and not _asks_of_every_bet(rules)
        and not any(_may_go_on(plan, pc) for rounds, plan in pairs for pc in rounds.told_apart.left_open),
    )


def _done_at(pc: Pc, plan: Plan, rounds: Reachable) -> Iterator[Pc]:
    """The places of what is, or may be, done where rounds come to a place.

    What is idle under a condition that no round decides is passed over, and may be done. Passed over is also a round
    that is only shown, which is searched by itself: by the step that has it shown, its end is done.
    """
    jumps = rounds.told_apart.jumps
    to = jumps.get(pc, pc + 1)
    if not isinstance(plan.ops[pc], Branch):
        yield to - 1
        return
    at = pc + 1
    while at < to:
        yield from _done_at(at, plan, rounds)
        at = jumps.get(at, at + 1)


def _is_done(op: Op) -> bool:
    """An operation does what its step says: it does not only ask whether that is to be done, or lead on."""
    match op:
        case Branch() | Finish() | Stop():
            return False
        case Jump(repeats=repeats):
            return bool(repeats)
        case _:
            return True


def _asks_of_every_bet(rules: BoundRules) -> bool:
    """Rounds depend on whether every bet is decided, also those of others than the bettor that is followed."""
    read = (*read_in_rounds(rules), *read_of_choices(rules))
    return any(isinstance(observable, m.AllDecided) for observable in resolved(read, rules))


def _may_go_on(plan: Plan, pc: Pc) -> bool:
    """A bet may go on where it is settled."""
    op = plan.ops[pc]
    assert isinstance(op, Settle)
    kinds = plan.rules.kinds[plan.bets[op.bet].bet]
    return any(isinstance(rule.effect, m.GoOn | m.Stay) and rule.effect.bet in kinds for rule in plan.rules.outcomes)
