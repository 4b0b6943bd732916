"""The payment of a bet: as an outcome settles it, and beside its own result."""

from fractions import Fraction
from typing import Any, assert_never

from lexludi.play.round_state import KEPT, SURRENDER, Bet, Money, State, Told, reduced
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule

_NOTHING = Fraction(0)
# What every settled bet is told with, before what was read.
_OUTCOME = ("bet", "holder", "stake", "result", "net")


def pay(
    bet: Bet,
    outcome: m.Outcome,
    provisions: tuple[str, ...],
    *,
    commission: BoundRule[m.Commission] | None = None,
    surrendered: bool = False,
    names: tuple[str, ...] = (),
    values: tuple[Any, ...] = (),
) -> tuple[Bet, Told]:
    """The bet as an outcome settles it, and the step of the trace; `names` and `values` are what was read."""
    if bet.naming:
        names, values = ("naming", *names), (bet.naming, *values)
    result, factor, sign = "push", _NOTHING, 1
    match outcome:
        case m.Pay():
            result, factor = "win", outcome.odds
            if commission is not None:
                # The commission is taken on what is won, not on the stake.
                factor *= 1 - commission.effect.part
                provisions = tuple(dict.fromkeys((*provisions, *commission.provisions)))
        case m.Lose():
            result, factor, sign = SURRENDER if surrendered and outcome.part != 1 else "lose", outcome.part, -1
        case m.Return():
            result = "void" if outcome.void else "push"
        case m.Keep():
            result = KEPT
        case m.Stay():
            told = (bet.bet, bet.unit or bet.holder, bet.stake, *values)
            return bet, Told("bet-stays", provisions, bet.bettor, (*_OUTCOME[:3], *names), told)
        case m.GoOn():
            raise AssertionError(outcome)  # `_gone_on`: by it nothing ends
        case _:
            assert_never(outcome)
    # A quotient of whole numbers, which takes a third of the time of a product of fractions.
    whole, rest = divmod(bet.stake * factor.numerator, factor.denominator)
    net: Money = sign * (bet.stake * factor if rest else whole)
    # The first six fields say what was staked by whom; an open question does not outlast the settlement.
    settled = Bet(*bet[:6], result, net, provisions)
    told = (bet.bet, bet.unit or bet.holder, bet.stake, result, net, *values)
    return settled, Told("settled", provisions, bet.bettor, (*_OUTCOME, *names), told)


def amount_beside(bet: Bet, effect: m.Beside, state: State) -> Money:
    """The amount that a bet is paid beside its own result, in a round as it stands."""
    match effect:
        case m.Bonus(_, odds):
            return reduced(bet.stake * odds)
        case m.Withdraw(_, meter, part, amount):
            return reduced(state.meters[meter] * part + amount)
    assert_never(effect)


def paid_beside(bet: Bet, bonus: BoundRule[m.Beside], amount: Money) -> tuple[Bet, Told]:
    """A bet that is settled with an amount that it is paid beside its own result, and the step of the trace.

    Of both together it wins or loses as they come to.
    """
    net = reduced(Fraction(bet.net + amount))
    result = "win" if net > 0 else "lose" if net < 0 else "push"
    provisions = tuple(dict.fromkeys((*bet.provisions, *bonus.provisions)))
    told = Told("bonus-paid", bonus.provisions, bet.bettor, ("bet", "amount"), (bet.bet, amount))
    return bet._replace(result=result, net=net, provisions=provisions), told
