"""Mahjong baccarat: every deal of two tiles to each side, counted tile by tile."""

from fractions import Fraction
from itertools import combinations

import pytest

from gallery.asking import solved

GAME = "xx/mahjong-baccarat"
WHITE = 10  # the highest tile, which counts no points
TILES = [tile for tile in range(1, WHITE + 1) for _ in range(2)]
WON = Fraction(19, 20)  # of one staked, after the commission


def settled(player: tuple[int, int], banker: tuple[int, int], *, by_tile: bool) -> dict[str, Fraction | int]:
    """What one staked on each bet gains, by the two hands."""
    pairs = [hand[0] if hand[0] == hand[1] else 0 for hand in (player, banker)]
    points = [sum(tile % 10 for tile in hand) % 10 for hand in (player, banker)]
    ahead = pairs[0] - pairs[1]
    if not any(pairs):
        ahead = points[0] - points[1]
        if by_tile and not ahead:
            ahead = -1 if points[0] == 0 else max(player) - max(banker)
    if by_tile and not ahead:
        ahead = -1
    return {
        "player-bet": WON if ahead > 0 else -1 if ahead < 0 else 0,
        "banker-bet": WON if ahead < 0 else -1 if ahead > 0 else 0,
        "tie-bet": 8 if not any(pairs) and points[0] == points[1] else -1,
        "player-pair": 11 if pairs[0] else -1,
        "banker-pair": 11 if pairs[1] else -1,
    }


@pytest.mark.parametrize("rule", ["by-tile", "standoff"])
def test_each_bet_has_the_expectation_counted_over_all_deals(rule: str) -> None:
    sums: dict[str, Fraction] = {}
    deals = 0
    for pair in combinations(range(len(TILES)), 2):
        others = [place for place in range(len(TILES)) if place not in pair]
        for other in combinations(others, 2):
            hands = [(TILES[a], TILES[b]) for a, b in (pair, other)]
            deals += 1
            for bet, net in settled(*hands, by_tile=rule == "by-tile").items():
                sums[bet] = sums.get(bet, Fraction(0)) + net
    found = solved(GAME, equal_points=rule)
    assert deals == found.deals == 29_070
    assert {bet_odds.bet: bet_odds.expectation for bet_odds in found.bets.values()} == {
        b: s / deals for b, s in sums.items()
    }


@pytest.mark.parametrize(
    ("bet", "rule", "expectation"),
    # Published (wizardofodds.com, Mah Jong Pai Gow) for the player, where the higher tile decides, as 3.75 %.
    [
        ("player-bet", "by-tile", "-2421/64600"), ("player-bet", "standoff", "-2633/116280"),
        ("banker-bet", "standoff", "-2633/116280"), ("tie-bet", "standoff", "-49/323"),
        ("player-pair", "by-tile", "-7/19"),
    ],
)  # fmt: skip
def test_a_bet_has_the_known_figure(bet: str, rule: str, expectation: str) -> None:
    (bet_odds,) = (candidate for candidate in solved(GAME, equal_points=rule).bets.values() if candidate.bet == bet)
    assert bet_odds.expectation == Fraction(expectation)


def test_the_banker_wins_as_often_as_published() -> None:
    """Published as 50.64 %; the dice decide nothing."""
    (bet_odds,) = solved(GAME, "banker-bet").bets.values()
    assert bet_odds.expectation is not None
    assert (bet_odds.expectation + 1) / (1 + WON) == Fraction(4907, 9690)
