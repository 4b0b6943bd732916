"""Fish-prawn-crab: every name of every bet, with each prize that the house may choose, counted over 216 throws."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

from gallery.asking import solved

GAME = "xx/fish-prawn-crab"
SYMBOLS = ("rooster", "crab", "coin", "gourd", "prawn", "fish")
NUMBER = dict(zip(SYMBOLS, (6, 5, 4, 3, 2, 1), strict=True))
COLOURS = {"red": ("fish", "rooster"), "green": ("prawn", "crab"), "blue": ("gourd", "coin")}
THROWS = list(product(SYMBOLS, repeat=3))


def bets(two: int, triple: int, any_triple: int) -> Iterator[tuple[str, str, list[Fraction | int]]]:
    """Bet, its name, and what it pays to one for each throw; a throw that is paid nothing loses."""
    for n in SYMBOLS:
        yield "symbol", n, [t.count(n) for t in THROWS]
        yield "triple", n, [triple * (t.count(n) == 3) for t in THROWS]
        yield "double", n, [8 * (t.count(n) > 1) for t in THROWS]
    for size, bet, pays in ((2, "two-symbols", two), (3, "three-symbols", 30)):
        for named in combinations(SYMBOLS, size):
            yield bet, "+".join(named), [pays * (set(named) <= set(t)) for t in THROWS]
    yield "any-triple", "", [any_triple * (len(set(t)) == 1) for t in THROWS]
    for bet, totals in (
        ("big", range(11, 18)), ("small", range(4, 11)), ("odd", range(3, 19, 2)), ("even", range(4, 19, 2)),
    ):  # fmt: skip
        yield bet, "", [int(sum(NUMBER[s] for s in t) in totals and len(set(t)) > 1) for t in THROWS]
    counts = {colour: [sum(s in symbols for s in t) for t in THROWS] for colour, symbols in COLOURS.items()}
    for colour, times in counts.items():
        yield "colour-bet", colour, [Fraction(1, 3) * (n > 0) for n in times]
        yield "colour-once", colour, [int(n == 1) for n in times]
        yield "colour-twice", colour, [3 * (n == 2) for n in times]
        yield "colour-twice-or-more", colour, [Fraction(5, 2) * (n > 1) for n in times]
        yield "colour-thrice", colour, [23 * (n == 3) for n in times]
    yield "one-colour", "", [7 * (3 in of_throw) for of_throw in zip(*counts.values(), strict=True)]
    yield "three-colours", "", [3 * (0 not in of_throw) for of_throw in zip(*counts.values(), strict=True)]


@pytest.mark.parametrize(("two", "triple", "any_triple"), [(5, 150, 24), (6, 180, 30)])
def test_each_name_has_the_expectation_counted_over_216_throws(two: int, triple: int, any_triple: int) -> None:
    chosen = {"two_symbols_prize": two, "triple_prize": triple, "any_triple_prize": any_triple}
    found = solved(GAME, **chosen).bets
    by_name = {
        (bet_odds.bet, name): bet_odds.expectation for bet_odds in found.values() for name in bet_odds.naming or ("",)
    }
    counted = {
        (bet, name): Fraction(sum(pays or -1 for pays in throws), len(throws))
        for bet, name, throws in bets(two, triple, any_triple)
    }
    assert by_name == counted
    assert len(counted) == 3 * 6 + 15 + 20 + 1 + 4 + 5 * 3 + 2


@pytest.mark.parametrize(
    ("bet", "expectation"),
    # A single symbol is published as 7.87 % (wizardofodds.com, the same dice as sic bo); the others are worked out.
    [
        ("symbol", "-17/216"), ("two-symbols", "-1/36"), ("any-triple", "-5/36"), ("three-symbols", "-5/36"),
        ("big", "-1/36"), ("even", "-1/36"), ("colour-bet", "-5/81"), ("colour-twice", "-1/9"), ("one-colour", "-1/9"),
    ],
)  # fmt: skip
def test_a_bet_has_the_figure_worked_out_for_it(bet: str, expectation: str) -> None:
    found = solved(GAME, two_symbols_prize=6, any_triple_prize=30).bets.values()
    assert {bet_odds.expectation for bet_odds in found if bet_odds.bet == bet} == {Fraction(expectation)}
