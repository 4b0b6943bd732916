"""The payment of a bet of ten: each amount worked out by hand."""

from fractions import Fraction

import pytest

from lexludi.play.payment import amount_beside, paid_beside, pay
from lexludi.play.round_state import Bet, Map, Money, State, Told
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule

BET = Bet("player-1", "box-1", "ante", 10)
FIVE_PER_CENT = BoundRule(None, m.Commission("ante", Fraction(1, 20)), ("art_11",))


@pytest.mark.parametrize(
    ("outcome", "result", "gain"),
    [
        (m.Pay("ante", Fraction(3, 2)), "win", 15),
        (m.Pay("ante", Fraction(1, 3)), "win", Fraction(10, 3)),
        (m.Lose("ante"), "lose", -10),
        (m.Lose("ante", Fraction(1, 4)), "lose", Fraction(-5, 2)),
        (m.Return("ante"), "push", 0),
        (m.Return("ante", void=True), "void", 0),
        (m.Keep("ante"), "kept", 0),
    ],
)
def test_a_bet_ends_with_the_result_and_the_gain_of_its_outcome(outcome: m.Outcome, result: str, gain: Money) -> None:
    settled, told = pay(BET, outcome, ("art_10",))
    assert (settled.result, settled.net, settled.provisions) == (result, gain, ("art_10",))
    assert type(settled.net) is type(gain)
    names = ("bet", "holder", "stake", "result", "net")
    assert told == Told("settled", ("art_10",), "player-1", names, ("ante", "box-1", 10, result, gain))


def test_a_bet_that_stands_is_as_it_was() -> None:
    bet, told = pay(BET, m.Stay("ante"), ("art_10",), names=("total:box",), values=(7,))
    names = ("bet", "holder", "stake", "total:box")
    assert (bet, told) == (BET, Told("bet-stays", ("art_10",), "player-1", names, ("ante", "box-1", 10, 7)))


def test_a_commission_is_taken_of_what_is_won_and_of_nothing_else() -> None:
    """Of twenty that are won, one; of a loss, and of what is returned, nothing, by no provision."""
    won, _ = pay(BET, m.Pay("ante", Fraction(2)), ("art_10",), commission=FIVE_PER_CENT)
    assert (won.net, won.provisions) == (19, ("art_10", "art_11"))
    for outcome, gain in ((m.Lose("ante"), -10), (m.Return("ante"), 0)):
        ended, _ = pay(BET, outcome, ("art_10",), commission=FIVE_PER_CENT)
        assert (ended.net, ended.provisions) == (gain, ("art_10",))


def test_a_bet_that_is_given_up_for_a_part_is_surrendered_and_for_all_lost() -> None:
    for part, result in ((Fraction(1, 2), "surrender"), (Fraction(1), "lose")):
        ended, _ = pay(BET, m.Lose("ante", part), ("art_10",), surrendered=True)
        assert (ended.result, ended.net) == (result, -10 * part)


def test_of_a_bet_that_names_something_it_is_told_before_what_was_read() -> None:
    _, told = pay(BET._replace(naming="7"), m.Lose("ante"), ("art_10",), names=("total:box",), values=(6,))
    assert (told.names[-2:], told.values[-2:]) == (("naming", "total:box"), ("7", 6))


def test_an_amount_beside_is_a_multiple_of_the_stake_or_what_the_meter_gives() -> None:
    """Of a meter with 301, a third of it and five are 316/3; a half of 300 and none are whole."""
    assert amount_beside(BET, m.Bonus("ante", Fraction(5, 2)), State()) == 25
    third = m.Withdraw("ante", "pot", Fraction(1, 3), 5)
    assert amount_beside(BET, third, State(meters=Map({"pot": 301}))) == Fraction(316, 3)
    half = amount_beside(BET, m.Withdraw("ante", "pot", Fraction(1, 2)), State(meters=Map({"pot": 300})))
    assert (half, type(half)) == (150, int)


@pytest.mark.parametrize(
    ("lost", "amount", "result", "net"), [(10, 30, "win", 20), (10, 10, "push", 0), (10, 4, "lose", -6)]
)
def test_a_bet_with_an_amount_beside_has_the_result_of_both_together(
    lost: int, amount: int, result: str, net: int
) -> None:
    ended = BET._replace(result="lose", net=-lost, provisions=("art_10",))
    paid, told = paid_beside(ended, BoundRule(None, m.Bonus("ante", Fraction(3)), ("art_12",)), amount)
    assert (paid.result, paid.net, paid.provisions) == (result, net, ("art_10", "art_12"))
    assert told == Told("bonus-paid", ("art_12",), "player-1", ("bet", "amount"), ("ante", amount))
