"""Meters in exact odds: what a bet is worth with so much in a meter, and with how much it is worth nothing.

A round begins with what the settings say. No rule reads a meter but to pay out of it, so that the
expectation of a bet that is paid once is linear in it: two values give all others.
"""

from fractions import Fraction
from itertools import chain
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.base.plain import exactly, given
from lexludi.exact.budget import NotAnalysed
from lexludi.play.decide import provisions_of
from lexludi.play.plan import Alter, Plan
from lexludi.play.questions import Questions
from lexludi.play.round_state import Map, Money
from lexludi.play.table import kept_stakes, stake_alone
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules
from lexludi.rules.model import RuleSet


@dataclass(frozen=True)
class MeterOdds:
    """The part of a meter in the odds of a bet of so much (`stake`), with so much in it (`value`).

    `slope` is what one more in it adds to the expectation per unit staked, and `break_even` the amount with which
    that is nothing; neither is known where choices, or other payments of the round, may depend on the amount.
    """

    bet: str
    meter: str
    value: int
    stake: Money
    slope: Fraction | None = None
    break_even: Fraction | None = None

    def to_json(self) -> dict[str, Any]:
        """The meter as the schema has it."""
        return {
            "bet": self.bet,
            "meter": self.meter,
            "value": self.value,
            "stake": self.stake if isinstance(self.stake, int) else str(self.stake),
            **given(slope=exactly(self.slope), break_even=exactly(self.break_even)),
        }


def paid_from(rules: BoundRules, bet: str) -> tuple[str, ...]:
    """The meters out of which a bet may be paid, as whatever it may come to be."""
    kinds = rules.kinds[bet]
    paying = (rule.effect for rule in rules.bonuses if rule.effect.bet in kinds)
    return tuple(dict.fromkeys(effect.meter for effect in paying if isinstance(effect, m.Withdraw)))


def feeding(plan: Plan, bet: str) -> tuple[str, ...]:
    """The provisions by which rounds add to the meters out of which a bet may be paid."""
    meters = paid_from(plan.rules, bet)
    fed = (
        op for op in plan.ops if isinstance(op, Alter) and isinstance(op.change, m.Feed) and op.change.meter in meters
    )
    return tuple(dict.fromkeys(chain.from_iterable(op.provisions for op in fed)))


def stake_of(plan: Plan, questions: Questions) -> Money:
    """The stake with which a bet is followed: one, unless a meter pays it or one beside it; then the least that may be.

    That is by all bounds, beside the bets whose stakes they name; where these bounds, under conditions of their own,
    exclude one another, it is by those that hold for the bet by itself. What is in a meter is no multiple of a stake.

    Raises:
        NotAnalysed: it may not be placed by itself, and no stakes keep all bounds.
    """
    rules, first = plan.rules, plan.bets[0]
    if not any(paid_from(rules, bet.bet) for bet in plan.bets):
        return 1
    if stakes := kept_stakes(rules, first.bet):
        return stakes[first.bet]
    if (stake := stake_alone(questions, first)) is not None:
        return stake
    bounding = (rule for rule in rules.norms if first.bet in rule.effect.bets and rule.effect.bound is not None)
    raise NotAnalysed("not-analysed", provisions_of(bounding), reason="never-alone")


def one_more(source: RuleSet, meter: str) -> Map[str, Money]:
    """The amounts that a round begins with, and one more in a meter."""
    return Map({listed.id: listed.value + (listed.id == meter) for listed in source.meters.values()})
