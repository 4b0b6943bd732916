"""Steps that rounds take, and alternatives that are open in choices: all to which the search of rounds comes."""

from collections.abc import Iterator, Mapping

from lexludi.base.frozen import dataclass
from lexludi.checks.reachable import Reachable
from lexludi.checks.searches import Searched
from lexludi.checks.wagers import read_in_rounds, read_of_choices
from lexludi.play.plan import Alter, Ask, BeginShow, Branch, Finish, Jump, Op, Pc, Plan, Settle, Stop, reachable
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
                alternatives.update(
                    (step, open_action) for open_action, to in zip(op.actions, op.to, strict=True) if to in come_to
                )
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
    if not isinstance(op := plan.ops[pc], Branch):
        yield to - 1
        return
    if _has_begun(pc, op, plan):
        return
    at = pc + 1
    while at < to:
        yield from _done_at(at, plan, rounds)
        at = jumps.get(at, at + 1)


def _has_begun(pc: Pc, branch: Branch, plan: Plan) -> bool:
    """A branch asks, perhaps beside other things, whether use of objects begins, where it cannot but have begun.

    That is in a round that is only shown, and after one: wherever a round comes, it has been shown, or use had begun.
    """
    parts = branch.condition.items if isinstance(branch.condition, m.AllOf) else (branch.condition,)
    asked = {part for part in parts if isinstance(part, m.Fact) and isinstance(part.observable, m.UseBegins)}
    # Where there are bets, a round without any is one that is only shown.
    if not asked or (plan.rules.bets and not plan.bets):
        return bool(asked)

    def comes_without(past: Pc) -> bool:
        return pc in reachable([0], lambda at: () if at == past else plan.successors(at))

    for at, op in enumerate(plan.ops):
        if isinstance(op, Alter) and isinstance(op.change, BeginShow):
            under = plan.ops[at - 1]
            # Where it is shown under this very condition alone, it has been shown where that was so.
            is_asked = isinstance(under, Branch) and under.condition in asked
            if not comes_without(at - 1 if is_asked else at):
                return True
    return False


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
