"""Keno: twenty of eighty balls, by the hypergeometric law, and the bets of ten numbers name by name."""

from fractions import Fraction
from math import comb

import pytest

from gallery.asking import decided, solved

GAME = "xx/keno"
# What each bet pays to one, by how many of the numbers named are drawn.
PRIZES = {
    "one-number": (1, {1: 2}),
    "two-numbers": (2, {2: 11}),
    "five-numbers": (5, {3: 2, 4: 10, 5: 450}),
    "ten-numbers": (10, {0: 3, 5: 1, 6: 15, 7: 100, 8: 750, 9: 4000, 10: 20000}),
}


def drawn(named: int, count: int) -> Fraction:
    """The probability that so many of the numbers named are drawn."""
    return Fraction(comb(named, count) * comb(80 - named, 20 - count), comb(80, 20))


@pytest.mark.parametrize("bet", PRIZES)
def test_each_number_of_numbers_drawn_pays_with_its_probability(bet: str) -> None:
    named, prizes = PRIZES[bet]
    paid = {Fraction(net): drawn(named, count) for count, net in prizes.items()}
    found = {line.outcome.net: line.probability for line in solved(GAME).bets[bet].lines}
    assert found == {**paid, Fraction(-1): 1 - sum(paid.values())}


def test_ten_numbers_may_be_named_in_as_many_ways_as_there_are() -> None:
    assert decided(GAME).names["ten-numbers"].most == 1_646_492_110_120
    assert solved(GAME).deals == comb(80, 20)


def test_any_ten_numbers_are_as_any_others() -> None:
    asked = solved(GAME, "ten-numbers/80+61+42+33+24+15+6+5+4+1").bets["ten-numbers"]
    assert asked.lines == solved(GAME).bets["ten-numbers"].lines
