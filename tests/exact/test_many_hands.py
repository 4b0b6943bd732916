"""Categories and strengths of many hands at once: those of each hand by itself."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

from lexludi.exact.many_hands import ManyHands
from test_meaning import CARDS, game

RULES = "Article 9\n  settle “bet 1”.\n  “bet 1” loses.\n"


def test_three_cards_are_ordered_at_once_as_one_by_one() -> None:
    """By hand: a run before two alike before nothing; among runs the ace's; among two alike the higher rank."""
    hands = game(CARDS, RULES).questions.judge.hands
    parse = hands.material.parse_all
    ordered = ["As Kh Qc", "4s 3h 2c", "As Ah Kc", "As Ah 2c", "2s 2h Ac", "As Kh 5c"]
    rows = np.array([parse(cards.split()) for cards in ordered])
    many = ManyHands(hands)
    assert many.categories(rows).tolist() == [0, 0, 1, 1, 1, 2]
    strengths = many.strengths(rows)
    assert strengths is not None
    assert (np.diff(strengths) < 0).all()


def test_every_two_of_all_hands_of_three_stand_as_they_do_by_themselves() -> None:
    hands = game(CARDS, RULES).questions.judge.hands
    rows = np.array(list(combinations_with_replacement(range(0, 21, 2), 3)))
    strengths = ManyHands(hands).strengths(rows)
    assert strengths is not None
    single = [hands.strength(tuple(row)) for row in rows.tolist()]
    rank = {value: place for place, value in enumerate(sorted({s for s in single if s is not None}))}
    assert np.unique(strengths, return_inverse=True)[1].tolist() == [rank[s] for s in single if s is not None]


PACK = """\
regulation: meaning
invented example, not law.

Article 1
  “rank”, from high to low: “ace”, “king”, 7, 5 and 2.
  “suit”, from high to low: “spades” and “hearts”.
  material: 1 pack of “card”, each with one for each combination of “rank” and “suit”.
  “king” counts 10.
  “ace” counts {}.
  every other “card” counts its face value.
{}Article 2
  there is one “dealer”.
  “player” bets.
  “bet 1” is a bet.
"""
LIMIT = "  a total is the highest that does not exceed 21.\n"
MODULUS = "  every 10 in a total counts zero.\n"


@pytest.mark.parametrize(("ace", "rule"), [("1", ""), ("1", MODULUS), ("1 or 11", LIMIT), ("1 or 11", "")])
def test_totals_of_many_hands_are_those_of_each(ace: str, rule: str) -> None:
    hands = game(PACK.format(ace, rule), RULES).questions.judge.hands
    many = ManyHands(hands)
    assert many.sums_up
    for size in range(5):
        rows = np.array(list(combinations_with_replacement(range(10), size)), dtype=np.int64)
        assert many.totals(rows).tolist() == [hands.total(tuple(row)) for row in rows.tolist()]
