"""Shapes by what objects show: so many that show an item or one of a set, all of them, and the first received."""

from fractions import Fraction
from math import comb

import pytest

from lexludi.exact.odds import odds
from small import diagnosed, rules_of

# A whole pack, three cards of it, and a bet on what they show.
CARDS = """\
Article 1
  “suit”, from high to low: “spades”, “hearts”, “clubs” and “diamonds”.
  “rank”, from high to low: “ace”, “king”, “queen”, “jack”, 10, 9, 8, 7, 6, 5, 4, 3 and 2.
  “red” comprises “hearts” and “diamonds”.
  “picture” comprises “king”, “queen” and “jack”.
  “red picture” comprises “red” and “picture”.
  material: 1 pack of “card”, each with one for each combination of “suit” and “rank”.
  there is one “dealer”.
  “player” bets.
  “guess” is a bet.
Article 2
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has three.
  settle “guess”.
Article 3
  when {condition}, then “guess” pays 1 to 1.
  in every other case, “guess” loses.
"""
HANDS = comb(52, 3)
CATEGORIES = """\
Article 4
  each hand belongs to the first category that fits, from high to low:
1)
  “three”: all show “picture”.
2)
  “two”: exactly two show “picture”.
3)
  “less”: it is not so that at least two show “picture”.
"""


def won(text: str) -> Fraction:
    """The probability that the guess is paid."""
    lines = odds(rules_of(text), ("guess",)).bets["guess"].lines
    return sum((line.probability for line in lines if line.outcome.result == "win"), Fraction(0))


@pytest.mark.parametrize(
    ("condition", "probability"),
    [
        ("the hand of “dealer” is such that exactly two show “ace”", Fraction(comb(4, 2) * 48, HANDS)),
        ("the hand of “dealer” is such that exactly one shows “red”", Fraction(26 * comb(26, 2), HANDS)),
        (
            "the hand of “dealer” is such that at least two show “picture”",
            Fraction(comb(12, 2) * 40 + comb(12, 3), HANDS),
        ),
        ("the hand of “dealer” is such that all show “red”", Fraction(comb(26, 3), HANDS)),
        # A red picture shows two of the set and counts once: of 52 cards 32 are red or pictures.
        (
            "the hand of “dealer” is such that exactly two show “red picture”",
            Fraction(comb(32, 2) * 20, HANDS),
        ),
        ("among the first two of “dealer”, all show “ace”", Fraction(4 * 3, 52 * 51)),
        ("the first that “dealer” received shows “ace”", Fraction(1, 13)),
        ("it is not so that the first that “dealer” received shows “red picture”", Fraction(20, 52)),
    ],
)
def test_what_is_shown_is_as_likely_as_counted_by_hand(condition: str, probability: Fraction) -> None:
    assert won(CARDS.format(condition=condition)) == probability


def test_categories_may_be_made_of_what_is_shown() -> None:
    """Of three cards three are pictures in 220 hands, two in 2,640; and the rest has fewer."""
    ways = {"three": comb(12, 3), "two": comb(12, 2) * 40, "less": HANDS - comb(12, 3) - comb(12, 2) * 40}
    for category, hands in ways.items():
        text = CARDS.format(condition=f"the hand of “dealer” is “{category}”") + CATEGORIES
        assert won(text) == Fraction(hands, HANDS)


def test_none_of_something_is_no_number_of_objects() -> None:
    condition = "the hand of “dealer” is such that exactly 0 show “ace”"
    assert [d.code for d in diagnosed(CARDS.format(condition=condition))[1]] == ["number-out-of-bounds"]
