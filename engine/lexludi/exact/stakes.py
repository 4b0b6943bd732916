"""Stakes in exact odds: rules under which the odds of one unit, and none or the limit in a window, do not say all."""

from collections.abc import Iterator

from lexludi.exact.budget import NotAnalysed
from lexludi.exact.meters import paid_from
from lexludi.exact.presence import Presence
from lexludi.exact.slices import Slice
from lexludi.play.decide import provisions_of
from lexludi.play.plan import Plan
from lexludi.rules import meaning as m
from lexludi.rules.bind import observables_of, resolved


def refuse_by_stakes(sliced: Slice) -> None:
    """Refuse a round in which gains are not in proportion to what is staked.

    Raises:
        NotAnalysed: a rule depends on how much is staked (`stakes-compared`), or in a window another amount than none
            and the limit may be the best (`amount-in-window`).
    """
    plan = sliced.plan
    windows = [(op, op.window) for op in plan.asks.values() if op.window is not None]
    placed = {plan.puts[op.who.bet, window.to]: op for op, window in windows}
    presences = {place: Presence(sliced, place) for place in placed}
    # The kinds of which bets may be whose stakes are not in proportion to those before the round.
    loose = {kind for presence in presences.values() for kind in presence.kinds}
    kinds = {kind for bet in plan.bets for kind in plan.rules.kinds[bet.bet]}
    for pc in range(len(plan.ops)):
        for read in sliced.observables(pc)[1]:
            match read:
                # By more than nothing is the same of all stakes in proportion, but not of those that a window leaves.
                case m.StakesExceed(first, second, limit) if first in kinds and (limit or {first, second} & loose):
                    raise NotAnalysed("not-analysed", _stated(sliced, read), reason="stakes-compared")
                case _:
                    pass
    for place, presence in presences.items():
        # What comes of any stake whatever is had with the least one too, and so is what a meter pays.
        if presence.matters or any(paid_from(plan.rules, kind) for kind in presence.kinds):
            raise NotAnalysed("not-analysed", placed[place].provisions, reason="amount-in-window")
    for op, window in windows:
        # The lower of two bounds is no line in a stake.
        limits = set(_bounding(plan, window))
        if len(limits) > 1 and limits & loose:
            raise NotAnalysed("not-analysed", op.provisions, reason="amount-in-window")


def _stated(sliced: Slice, read: m.Observable) -> tuple[str, ...]:
    """The provisions of the rules on bets and norms that read something."""
    rules = sliced.rules
    every = (*rules.outcomes, *rules.bonuses, *rules.commissions, *rules.norms, *rules.steps)
    return provisions_of(rule for rule in every if read in resolved(observables_of(rule.condition), rules))


def _bounding(plan: Plan, window: m.Place) -> Iterator[str]:
    """The bets by whose stakes that of a window is bounded."""
    yield window.bet
    for rule in plan.rules.norms:
        if window.to in rule.effect.bets and rule.effect.bound is not None:
            yield rule.effect.bound.of
