"""Categories and strengths of many hands at once: those of each hand by itself."""

from itertools import combinations_with_replacement

import numpy as np

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
