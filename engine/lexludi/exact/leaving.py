"""Objects that leave the game: what is burned, and what a round takes that only shows the game before bets."""

from lexludi.play.hands import Hands
from lexludi.play.plan import Alter, Ask, BeginShow, Chance, EndShow, Pc, Plan, Unit, Verb
from lexludi.play.process import ends_show
from lexludi.rules import meaning as m


def leaving(plan: Plan, hands: Hands) -> dict[Pc, tuple[str, int]]:
    """The places at which objects leave the game, or lie in a round that is only shown: their kind, and the most."""
    found: dict[Pc, tuple[str, int]] = {}
    shown: dict[Unit, int] | None = None
    for pc, op in enumerate(plan.ops):
        match op:
            case Alter(BeginShow()):
                shown = {}
            case Alter(EndShow()):
                shown = None
            case Chance(Verb.BURN, kind):
                found[pc] = kind, most_burned(op, hands)
            case Chance(Verb.DRAW, kind, _, int(count)) if shown is not None:
                found[pc] = kind, count
            case Chance(Verb.DEAL, kind, units, int(count)) if shown is not None:
                found[pc] = kind, filled(count, units, shown)
            case _:
                pass
    return found


def seen_leaving(plan: Plan) -> frozenset[Pc]:
    """The places from which on a choice may depend on objects that have left the game, and that everybody has seen.

    That is the first of those burned as it counts, and all that comes in a round which is only shown; where others of
    the kind may lie hidden at a choice, or come after it, before they are put back.
    """
    found = set()
    for pc, op in enumerate(plan.ops):
        match op:
            case Chance(Verb.BURN, kind, count=None):
                seen, after = {kind}, pc + 1
            case Alter(BeginShow()):
                end = next(p for p in range(pc, len(plan.ops)) if ends_show(plan.ops[p]))
                shown = (own for own in plan.ops[pc:end] if isinstance(own, Chance) and own.verb is not Verb.THROW)
                seen, after = {own.kind for own in shown}, end + 1
            case _:
                continue
        if any(_may_tell(plan, after, kind) for kind in seen):
            found.add(pc)
    return frozenset(found)


def _may_tell(plan: Plan, after: Pc, kind: str) -> bool:
    """From a place on, what has left the stock of a kind may tell something at a choice of what nobody has seen."""
    reached: set[Pc] = set()
    waiting = [after]
    while waiting:
        pc = waiting.pop()
        op = plan.ops[pc]
        # What is put back may come again like any other.
        is_put_back = isinstance(op, Alter) and isinstance(op.change, m.PutBack) and op.change.kind == kind
        if pc not in reached and not is_put_back:
            reached.add(pc)
            waiting.extend(plan.successors(pc))
    choices = [pc for pc in reached if isinstance(plan.ops[pc], Ask)]
    later = {pc for choice in choices for pc in plan.ahead[choice]}
    coming = (
        (pc, op) for pc, op in enumerate(plan.ops) if isinstance(op, Chance) and op.verb in (Verb.DEAL, Verb.DRAW)
    )
    return bool(choices) and any(op.kind == kind and (not op.face_up or pc in later) for pc, op in coming)


def filled(count: int, units: tuple[Unit, ...], held: dict[Unit, int]) -> int:
    """The most objects that a deal takes: it fills hands up to a size, and `held` is then what they hold at most."""
    lacking = sum(max(0, count - held.get(unit, 0)) for unit in units)
    held |= {unit: max(count, held.get(unit, 0)) for unit in units}
    return lacking


def most_burned(burn: Chance, hands: Hands) -> int:
    """The most objects that are burned at once."""
    if burn.count is not None:
        return burn.count
    # The first object, and as many more as the one that brings the most.
    return 1 + max(burn.more_after(hands.number(thing)) for thing in hands.material.pools[burn.kind])
