"""Bounds of gains: no round of small games gains more or less, and where one bet stands alone they are reached."""

from fractions import Fraction

import pytest

from hidden_card import TEXT
from lexludi import PlaceBet, load
from lexludi.play.gains import Bounds, NotBounded, bounds
from lexludi.play.position import Position
from small import DIE, game_of, placed, plan_of


def gains(at: Position) -> set[object]:
    if at.is_over:
        return {at.returns()[0]}
    return {gain for number in at.legal_actions() for gain in gains(at.apply(number))}


@pytest.mark.parametrize(
    ("change", "low", "high", "stake"),
    [
        (("1 to 1", "1 to 1"), -1, 1, 1),
        (("“ante” pays 1 to 1", "“ante” pays 3 to 2"), -1, Fraction(3, 2), 1),
        (("“ante” loses half", "the stake of “ante” is doubled"), -2, 2, 2),
        (("upon “fold”: “ante” loses half.\n  ", ""), -1, 1, 1),
        (("in every", "when the total of “box” is 4, then “ante” receives a bonus of 3 to 1.\n  in every"), -1, 4, 1),
    ],
)
def test_the_bounds_of_one_bet_are_reached(change: tuple[str, str], low: Fraction, high: Fraction, stake: int) -> None:
    tree = game_of(TEXT.replace(*change)).tree(PlaceBet("", "1", "ante", 1))
    assert tree.bounds == {"player-1": Bounds(Fraction(low), Fraction(high), Fraction(stake))}
    found = gains(tree.root)
    assert min(found) == low  # type: ignore[type-var]
    assert max(found) == high  # type: ignore[type-var]


def test_bounds_are_in_the_unit_of_the_stakes_and_of_all_bets_of_a_bettor() -> None:
    tree = load("mo/q-poker").tree(PlaceBet("", "1", "ante", 10), PlaceBet("", "1", "pair-plus", 5))
    # Pair plus pays 40 to 1 and the ante 3 to 1 at most, by the tables of the regulation.
    assert tree.bounds == {"player-1": Bounds(Fraction(-15), Fraction(230), Fraction(15))}


def test_a_stake_that_may_grow_without_end_has_no_bound() -> None:
    again = "repeatedly chooses “play” or “fold”, until “player” has chosen to “play”."
    text = TEXT.replace("chooses “play” or “fold”.", again).replace(
        "“ante” loses half", "the stake of “ante” is doubled"
    )
    with pytest.raises(NotBounded):
        _ = game_of(text).tree(PlaceBet("", "1", "ante", 1)).bounds


AGAIN = f"""{DIE}Article 2
1.
  bets are accepted.
2.
  “banker” throws “die”.
  settle “big”.
3.
  repeat article 2, number 2 until every bet is decided.
Article 3
  when the total of “banker” is 3, then “big” pays 2 to 1.
  when the total of “banker” is 2, then “big” stands until it is decided.
  when the total of “banker” is 1, then “big” loses.
  when the total of “banker” is {{total}}, then “big” receives a bonus of 5 to 1.
"""


@pytest.mark.parametrize("total", [3, 2])
def test_a_bonus_comes_once_however_often_a_bet_is_settled(total: int) -> None:
    text = AGAIN.format(total=total)
    # At 3 the bonus of 5 comes with 2 to 1. Bounds do not ask whether both come together.
    assert bounds(plan_of(text, placed("big")), game_of(text).questions, (1,)) == {
        "player-1": Bounds(Fraction(-1), Fraction(7), Fraction(1))
    }
