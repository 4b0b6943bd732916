"""Three card poker, and its ranking permuted by an amendment: every hand against every hand that the rest can form."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from lexludi.exact.odds import BetOdds, odds
from lexludi.law.loader import find, rules_of

GAME = "xx/three-card-poker"
ACE, QUEEN = 14, 12
CARDS = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
HANDS = list(combinations(CARDS, 3))
FIRST = ("straight flush", "three of a kind", "straight", "flush", "pair", "high card")
AMENDED = ("straight flush", "three of a kind", "flush", "straight", "pair", "high card")
BONUS = {"straight flush": 5, "three of a kind": 4, "straight": 1}
PAIR_PLUS = {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": 1, "high card": -1}


@cache
def valued(hand: tuple[tuple[int, int], ...]) -> tuple[str, tuple[int, ...]]:
    """The category of a hand, and the ranks by which hands of that category are compared."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    if ranks == [ACE, 3, 2]:
        ranks = [3, 2, 1]
    flush, run = len({suit for _, suit in hand}) == 1, ranks[0] - ranks[2] == 2 and len(set(ranks)) == 3
    if run:
        return ("straight flush" if flush else "straight"), tuple(ranks)
    if len(set(ranks)) == 1:
        return "three of a kind", tuple(ranks)
    if flush:
        return "flush", tuple(ranks)
    if len(set(ranks)) == 2:
        twice = ranks[1]  # of three in order, the middle one is of the pair
        return "pair", (twice, *(rank for rank in ranks if rank != twice))
    return "high card", tuple(ranks)


def against_all(order: tuple[str, ...]) -> tuple[Fraction, Fraction]:
    """The expectation of the ante with what is put on the play bet, and how often that is, by the better choice."""
    keys = [(-order.index(category), ranks) for category, ranks in map(valued, HANDS)]
    height = {key: place for place, key in enumerate(sorted(set(keys)))}
    heights = np.array([height[key] for key in keys])
    qualifies = np.array([category != "high card" or ranks[0] >= QUEEN for category, ranks in map(valued, HANDS)])
    masks = np.array([sum(1 << CARDS.index(card) for card in hand) for hand in HANDS], dtype=np.int64)
    # Suits are equal: hands with the same ranks and the same pattern of suits fare alike, and one stands for all.
    alike = Counter(_pattern(hand) for hand in HANDS)
    total, played = 0, 0
    for place, hand in enumerate(HANDS):
        if not (ways := alike.pop(_pattern(hand), 0)):
            continue
        possible = (masks & masks[place]) == 0
        wins = int((possible & qualifies & (heights < heights[place])).sum())
        losses = int((possible & qualifies & (heights > heights[place])).sum())
        deals = int(possible.sum())
        assert deals == 18424  # three of the forty-nine cards left
        by_playing = 2 * wins - 2 * losses + int((possible & ~qualifies).sum())
        by_playing += BONUS.get(valued(hand)[0], 0) * deals
        total += ways * max(by_playing, -deals)
        played += ways * (by_playing > -deals)
    return Fraction(total, len(HANDS) * 18424), Fraction(played, len(HANDS))


def _pattern(hand: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """A hand with its suits numbered in the order in which they come."""
    names: dict[int, int] = {}
    return tuple((rank, names.setdefault(suit, len(names))) for rank, suit in hand)


def found(on: str, bet: str) -> BetOdds:
    return odds(rules_of(find(f"{GAME}@{on}")), (bet,)).bets[bet]


@pytest.mark.parametrize(("on", "order"), [("2025-01-01", FIRST), ("2025-07-01", AMENDED)])
def test_the_ante_is_as_counted_over_all_pairs_of_hands(on: str, order: tuple[str, ...]) -> None:
    """Published as 3.37 % (wizardofodds.com), and the same with both rankings: straights lose on either side."""
    expectation, played = against_all(order)
    bet_odds = found(on, "ante")
    assert bet_odds.expectation == expectation == Fraction(-686689, 20358520)
    assert bet_odds.mean_stake == 1 + played == Fraction(370, 221)


@pytest.mark.parametrize("on", ["2025-01-01", "2025-07-01"])
def test_pair_plus_is_as_counted_over_all_hands(on: str) -> None:
    """Published as 2.32 % (wizardofodds.com)."""
    counted = Fraction(sum(PAIR_PLUS[valued(hand)[0]] for hand in HANDS), len(HANDS))
    assert found(on, "pair-plus").expectation == counted == Fraction(-128, 5525)


def test_the_amendment_only_permutes() -> None:
    first, amended = (rules_of(find(f"{GAME}@{on}")) for on in ("2025-01-01", "2025-07-01"))
    ranking = [[category.id for category in rules.categories] for rules in (first, amended)]
    assert ranking == [[name.replace(" ", "-") for name in order] for order in (FIRST, AMENDED)]
