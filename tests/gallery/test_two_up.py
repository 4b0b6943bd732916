"""Two-up: every bet by following the throws one by one, whatever turn they belong to."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from gallery.asking import solved

GAME = "xx/two-up"
THROW = {"dragons": Fraction(1, 4), "phoenixes": Fraction(1, 4), "odd": Fraction(1, 2)}
LIMIT = 5  # throws in a row that show one of each


def first_results() -> Iterator[tuple[str, Fraction]]:
    """How the first turn ends, over all sequences of five throws of two coins, of which the later may not be needed."""
    for coins in product(("dragon", "phoenix"), repeat=2 * LIMIT):
        throws = list(zip(coins[::2], coins[1::2], strict=True))
        same = [one for one, other in throws if one == other]
        yield (same[0] if same else "odd"), Fraction(1, 4**LIMIT)


def three_times(wanted: str, times: int = 0, odds_in_a_row: int = 0) -> Fraction:
    """The probability that one pair comes up three times before the other, and before five odds in a row."""
    if times == 3:
        return Fraction(1)
    total = Fraction(0)
    for result, probability in THROW.items():
        if result == wanted:
            total += probability * three_times(wanted, times + 1)
        elif result == "odd" and odds_in_a_row + 1 < LIMIT:
            total += probability * three_times(wanted, times, odds_in_a_row + 1)
    return total


def expectation(win: Fraction, pays: Fraction | int) -> Fraction:
    return win * pays - (1 - win)


@pytest.mark.parametrize("prize", [25, 28])
def test_each_bet_has_the_expectation_counted_throw_by_throw(prize: int) -> None:
    found = {bet: bet_odds.expectation for bet, bet_odds in solved(GAME, five_odds_prize=prize).bets.items()}
    ends = dict.fromkeys(("dragon", "phoenix", "odd"), Fraction(0))
    for end, probability in first_results():
        ends[end] += probability
    assert found == {
        "two-dragons": expectation(ends["dragon"], 1),
        "two-phoenixes": expectation(ends["phoenix"], 1),
        "five-odds": expectation(ends["odd"], prize),
        "spinner-dragons": expectation(three_times("dragons"), Fraction(15, 2)),
        "spinner-phoenixes": expectation(three_times("phoenixes"), Fraction(15, 2)),
    }


@pytest.mark.parametrize(
    ("bet", "known"),
    # The first and the third are published as 3.125 and 3.4 % (wizardofodds.com); the second is worked out.
    [("two-dragons", "-1/32"), ("five-odds", "-3/16"), ("spinner-phoenixes", "-17841/524288")],
)
def test_a_bet_has_the_known_figure(bet: str, known: str) -> None:
    assert solved(GAME).bets[bet].expectation == Fraction(known)
