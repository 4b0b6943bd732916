"""Golden ball: every three of the twenty-five balls, counted one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from gallery.asking import solved

GAME = "xx/golden-ball"
BALLS = ["golden"] + ["green"] * 4 + ["blue"] * 8 + ["red"] * 12


def counted() -> dict[str, Fraction]:
    """The expectation of each bet."""
    sums = dict.fromkeys(("golden-bet", "green-bet", "one-colour", "three-colours"), Fraction(0))
    draws = 0
    for drawn in combinations(BALLS, 3):
        draws += 1
        of = Counter(drawn)
        sums["golden-bet"] += 6 if of["golden"] else -1
        sums["green-bet"] += 15 if of["green"] > 1 else -1
        sums["one-colour"] += 7 if len(of) == 1 else -1
        sums["three-colours"] += 3 if len(of) == 3 else -1
    assert draws == 2300
    return {bet: total / draws for bet, total in sums.items()}


def test_each_bet_has_the_expectation_counted_over_all_draws() -> None:
    found = solved(GAME)
    assert {bet_odds.bet: bet_odds.expectation for bet_odds in found.bets.values()} == counted()
    assert found.deals == 2300


def test_the_golden_ball_is_among_three_of_twenty_five() -> None:
    """Three chances in twenty-five, at six to one."""
    assert solved(GAME).bets["golden-bet"].expectation == 7 * Fraction(3, 25) - 1
