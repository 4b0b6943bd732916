"""Red dog: exact odds equal to the published figures, and to a count of all cards by rank."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from gallery.asking import always, solved

GAME = "xx/red-dog"
RANKS = range(2, 15)
PRIZES = {2: 5, 3: 4, 4: 2}


def gain(left: int, right: int, middle: int) -> int:
    """The gain on one unit of the main bet; of the raise bet too, where the cards are more than one apart."""
    apart = abs(left - right)
    if apart < 2:
        return 11 if left == right == middle else 0
    return PRIZES.get(apart, 1) if min(left, right) < middle < max(left, right) else -1


def counted(packs: int) -> tuple[Fraction, Fraction, Fraction]:
    """The gain on the main bet, that on the raise bet, and how often it is made, raising wherever it is worth it."""
    left = dict.fromkeys(RANKS, 4 * packs)
    total, main, raised, raises = Fraction(0), Fraction(0), Fraction(0), Fraction(0)
    for one, two in product(RANKS, repeat=2):
        ways = left[one] * (left[two] - (one == two))
        taken = Counter((one, two))
        gains = sum((left[card] - taken[card]) * gain(one, two, card) for card in RANKS)
        cards = sum(left.values()) - 2
        total += ways
        main += Fraction(ways * gains, cards)
        if abs(one - two) > 1 and gains > 0:
            raised += Fraction(ways * gains, cards)
            raises += ways
    return main / total, raised / total, raises / total


@pytest.mark.parametrize("packs", [1, 6, 8])
def test_both_bets_are_as_counted_card_by_card(packs: int) -> None:
    main, raised, raises = counted(packs)
    bet_odds = solved(GAME, packs=packs).bets["main-bet"]
    assert bet_odds.expectation == main + raised
    assert {share.bet: share.net for share in bet_odds.shares} == {"main-bet": main, "raise-bet": raised}
    assert bet_odds.mean_stake == 1 + raises


def test_the_bets_have_the_published_figures() -> None:
    """Six packs 2.798 % (wizardofodds.com); raised at best, and never; and eight packs, per mean total staked."""
    bet_odds = solved(GAME).bets["main-bet"]
    assert bet_odds.expectation == Fraction(-17533, 626665)
    assert bet_odds.mean_stake == Fraction(4763, 4043)
    assert always(GAME, "main-bet", "stand") == Fraction(-3841, 48205)
    eight = solved(GAME, packs=8).bets["main-bet"]
    assert eight.expectation is not None
    assert eight.expectation / eight.mean_stake == Fraction(-991, 42435)


def test_the_raise_is_best_from_seven_values_between_on() -> None:
    """Eight or more apart: of six packs, 24 cards of each value, 2 * (5 + 4 + 3 + 2 + 1) * 24 * 24 pairs in order."""
    (play,) = solved(GAME).strategies
    assert play.counts == {"raise": 17280, "stand": 58752}
