"""Objects that leave the game: what is burned, and what a round takes that only shows the game before bets."""

from lexludi.play.hands import Hands
from lexludi.play.plan import Alter, BeginShow, Chance, EndShow, Pc, Plan, Unit, Verb


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
