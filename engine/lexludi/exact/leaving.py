"""Objects that leave the game: what is burned, and what a round takes that only shows the game before bets."""

from lexludi.play.hands import Hands
from lexludi.play.plan import Alter, BeginShow, Chance, EndShow, Pc, Plan, Unit, Verb


def leaving(plan: Plan, hands: Hands) -> dict[Pc, tuple[str, int]]:
    """The places at which objects leave the game, or lie in a round that is only shown: their kind, and the most."""
    gone: dict[Pc, tuple[str, int]] = {}
    shown: dict[tuple[Unit, str], int] | None = None
    for pc, op in enumerate(plan.ops):
        match op:
            case Alter(BeginShow()):
                shown = {}
            case Alter(EndShow()):
                shown = None
            case Chance(Verb.BURN, kind):
                gone[pc] = kind, most_burned(op, hands)
            case Chance(Verb.DRAW, kind, _, int(count)) if shown is not None:
                gone[pc] = kind, count
            case Chance(Verb.DEAL, kind) if shown is not None:
                gone[pc] = kind, filled(op, shown)
            case _:
                pass
    return gone


def filled(deal: Chance, held: dict[tuple[Unit, str], int]) -> int:
    """The most objects that a deal takes: it fills hands up to a number, and `held` is then what they hold at least."""
    before = {(unit, deal.kind): held.get((unit, deal.kind), 0) for unit in deal.units}
    after = {key: max(deal.count or 0, size) for key, size in before.items()}
    held |= after
    return sum(after.values()) - sum(before.values())


def most_burned(burn: Chance, hands: Hands) -> int:
    """The most objects that are burned at once."""
    if burn.count is not None:
        return burn.count
    # The first object, and as many more as the one that brings the most.
    return 1 + max(burn.more_after(hands.number(thing)) for thing in hands.material.pools[burn.kind])
