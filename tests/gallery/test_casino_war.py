"""Casino war: exact odds equal to the published figures, and to a count of all cards by rank."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from gallery.asking import always, solved

GAME = "xx/casino-war"
RANKS = range(2, 15)


def war(packs: int, second_tie: int) -> tuple[Fraction, Fraction, dict[int, Fraction]]:
    """Always going to war: the gain on the main bet, that on the war bet, and how probable each gain on both is."""
    left = dict.fromkeys(RANKS, 4 * packs)
    main, raised = Fraction(0), Fraction(0)
    gains: Counter[int] = Counter()
    deals = 0
    for cards in product(RANKS, repeat=4):
        ways, taken = 1, Counter[int]()
        for card in cards:
            ways *= left[card] - taken[card]
            taken[card] += 1
        deals += ways
        player, dealer, player_two, dealer_two = cards
        one, two = (player > dealer) - (player < dealer), 0
        if player == dealer:
            one = -1 if player_two < dealer_two else 0
            two = -1 if player_two < dealer_two else second_tie if player_two == dealer_two else 1
        main += ways * one
        raised += ways * two
        gains[one + two] += ways
    return main / deals, raised / deals, {gain: Fraction(ways, deals) for gain, ways in gains.items() if ways}


@pytest.mark.parametrize(("packs", "second_tie"), [(1, 1), (6, 1), (8, 2)])
def test_the_main_bet_with_the_war_bet_is_as_counted_card_by_card(packs: int, second_tie: int) -> None:
    main, raised, gains = war(packs, second_tie)
    bet_odds = solved(GAME, "main-bet", packs=packs, second_tie=second_tie).bets["main-bet"]
    found: Counter[int] = Counter()
    for line in bet_odds.lines:
        assert line.outcome.net is not None
        found[int(line.outcome.net)] += line.probability  # type: ignore[assignment]
    assert dict(found) == gains
    assert {share.bet: share.net for share in bet_odds.shares} == {"main-bet": main, "war-bet": raised}


@pytest.mark.parametrize(
    ("packs", "second_tie", "expectation"),
    # Published as 2.88 %, 2.34 % and 2.42 % (wizardofodds.com).
    [(6, 1, "-142853/4965115"), (8, 2, "-276706/11826255"), (1, 1, "-503/20825")],
)
def test_the_main_bet_has_the_published_figure(packs: int, second_tie: int, expectation: str) -> None:
    bet_odds = solved(GAME, "main-bet", packs=packs, second_tie=second_tie).bets["main-bet"]
    assert bet_odds.expectation == Fraction(expectation)


def test_all_that_is_staked_counts_the_war_bet() -> None:
    bet_odds = solved(GAME, "main-bet", packs=8).bets["main-bet"]
    assert bet_odds.expectation is not None
    assert bet_odds.expectation / bet_odds.mean_stake == Fraction(-114235, 4236554)


@pytest.mark.parametrize(("packs", "expectation"), [(6, "-23/622"), (1, "-1/34")])
def test_whoever_always_surrenders_loses_half_on_every_tie(packs: int, expectation: str) -> None:
    assert always(GAME, "main-bet", "surrender", packs=packs) == Fraction(expectation)


@pytest.mark.parametrize(("packs", "prize", "expectation"), [(6, 11, "-35/311"), (8, 10, "-74/415"), (1, 10, "-6/17")])
def test_the_tie_bet(packs: int, prize: int, expectation: str) -> None:
    assert solved(GAME, "tie-bet", packs=packs, tie_prize=prize).bets["tie-bet"].expectation == Fraction(expectation)
