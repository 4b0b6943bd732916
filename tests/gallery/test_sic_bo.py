"""Sic bo: every name of every bet, by each table of prizes, counted over the 216 throws of three dice."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from gallery.asking import solved

GAME = "xx/sic-bo"
NUMBERS = (6, 5, 4, 3, 2, 1)
THROWS = list(product(NUMBERS, repeat=3))
TABLES = ("macau", "australia", "atlantic-city")
# What a total pays by each table, from four (and seventeen) to ten (and eleven).
TOTALS = {
    "macau": (50, 18, 14, 12, 8, 6, 6),
    "australia": (62, 31, 18, 12, 8, 7, 6),
    "atlantic-city": (60, 30, 17, 12, 8, 6, 6),
}
# Specific triple, any triple, specific double, combination of two, three dice with a single number.
OTHERS = {"macau": (150, 24, 8, 5, 3), "australia": (180, 31, 11, 6, 12), "atlantic-city": (180, 30, 10, 5, 3)}


def bets(table: str) -> Iterator[tuple[str, str, list[int]]]:
    """Bet, its name, and what it pays to one for each throw; a throw that is paid nothing loses."""
    triple, any_triple, double, two, thrice = OTHERS[table]
    for total in range(4, 18):
        pays = TOTALS[table][min(total, 21 - total) - 4]
        yield "total", f"{total}", [pays * (sum(t) == total) for t in THROWS]
    for bet, totals in (
        ("big", range(11, 18)), ("small", range(4, 11)), ("odd", range(3, 19, 2)), ("even", range(4, 19, 2)),
    ):  # fmt: skip
        yield bet, "", [int(sum(t) in totals and len(set(t)) > 1) for t in THROWS]
    yield "any-triple", "", [any_triple * (t[0] == t[1] == t[2]) for t in THROWS]
    for n in NUMBERS:
        yield "triple", f"{n}", [triple * (t == (n, n, n)) for t in THROWS]
        yield "double", f"{n}", [double * (t.count(n) >= 2) for t in THROWS]
        yield "single-number", f"{n}", [(0, 1, 2, thrice)[t.count(n)] for t in THROWS]
    for size, bet, pays in ((2, "two-numbers", two), (3, "three-numbers", 30)):
        for named in combinations(NUMBERS, size):
            yield bet, "+".join(map(str, named)), [pays * (set(named) <= set(t)) for t in THROWS]
    for named in combinations(NUMBERS, 4):
        winning = {throw for three in combinations(named, 3) for throw in permutations(three)}
        yield "four-numbers", "+".join(map(str, named)), [7 * (t in winning) for t in THROWS]
    for n, other in permutations(NUMBERS, 2):
        yield "double-and-single", f"{n}/{other}", [50 * (t in set(permutations((n, n, other)))) for t in THROWS]


@pytest.mark.parametrize("table", TABLES)
def test_each_name_has_the_expectation_counted_over_216_throws(table: str) -> None:
    found = solved(GAME, table=table).bets
    by_name = {
        (bet_odds.bet, name): bet_odds.expectation for bet_odds in found.values() for name in bet_odds.naming or ("",)
    }
    counted = {
        (bet, name): Fraction(sum(pays or -1 for pays in throws), len(throws)) for bet, name, throws in bets(table)
    }
    assert by_name == counted
    assert len(counted) == 14 + 4 + 1 + 3 * 6 + 15 + 20 + 15 + 30


# Published (wizardofodds.com) to two digits as 29.17, 30.56, 12.5, 2.78, 30.56, 33.33, 7.87, 11.11 and 29.17 %; as
# 11.11, 7.41, 16.2, 2.78 and 3.7 %; and as 16.67, 13.89 and 18.52 %.
PUBLISHED = [
    ("macau", "total", "4", "-7/24"),
    ("macau", "total", "6", "-11/36"),
    ("macau", "total", "10", "-1/8"),
    ("macau", "small", "", "-1/36"),
    ("macau", "any-triple", "", "-11/36"),
    ("macau", "double", "3", "-1/3"),
    ("macau", "single-number", "3", "-17/216"),
    ("macau", "four-numbers", "4+3+2+1", "-1/9"),
    ("macau", "double-and-single", "2/5", "-7/24"),
    ("australia", "total", "5", "-1/9"),
    ("australia", "total", "9", "-2/27"),
    ("australia", "triple", "3", "-35/216"),
    ("australia", "two-numbers", "4+3", "-1/36"),
    ("australia", "single-number", "3", "-1/27"),
    ("atlantic-city", "total", "6", "-1/6"),
    ("atlantic-city", "any-triple", "", "-5/36"),
    ("atlantic-city", "double", "3", "-5/27"),
]


@pytest.mark.parametrize(("table", "bet", "name", "expectation"), PUBLISHED)
def test_a_bet_has_the_published_figure(table: str, bet: str, name: str, expectation: str) -> None:
    found = solved(GAME, table=table).bets.values()
    (bet_odds,) = [candidate for candidate in found if candidate.bet == bet and name in (candidate.naming or ("",))]
    assert bet_odds.expectation == Fraction(expectation)
