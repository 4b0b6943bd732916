"""Items that may be exchanged: which there are, how many rows they leave, and that figures stay as they are."""

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from lexludi.exact import forward
from lexludi.exact.chances import chances_of
from lexludi.exact.kinds import Kind, interchangeable, kinds_of
from lexludi.exact.multisets import HandTable, distinct
from lexludi.exact.odds import odds
from lexludi.exact.symmetry import Symmetry
from lexludi.play.plan import Placed
from lexludi.rules import meaning as m
from small import game_of
from test_meaning import CARDS, game

RULES = "Article 9\n  settle “bet 1”.\n  “bet 1” loses.\n"
SAME_SUIT = m.HasShape("box", m.AllSame("suit"), name="")


def exchanged(*observables: m.Observable) -> list[int]:
    """How many kinds show each of the items that may be exchanged."""
    hands = game(CARDS, RULES).questions.judge.hands
    return [len(shown) for shown in interchangeable(hands, observables, "", kinds_of(hands, observables, ""))]


def test_suits_of_which_only_sameness_is_read_may_be_exchanged() -> None:
    assert exchanged(SAME_SUIT) == [1, 1, 1]
    assert exchanged(SAME_SUIT, m.CountShowing("box", "ace", name="")) == [2, 2, 2]


def test_a_suit_that_is_named_stays_in_its_place() -> None:
    assert exchanged(SAME_SUIT, m.CountShowing("box", "hearts", name="")) == [1, 1]


def test_suits_that_decide_between_hands_stay_in_their_places() -> None:
    assert exchanged(m.CategoryOf("box", name="")) == []


def test_hands_have_the_same_code_where_an_exchange_makes_them_equal() -> None:
    """Three ranks in four suits, one card of each: rank r of suit s is kind 3 s + r."""
    table = HandTable([Kind("card", (kind,), 1) for kind in range(12)], [])
    symmetry = Symmetry(table, [[3 * suit + rank for rank in range(3)] for suit in range(4)])
    pairs = list(permutations([table.number((hand,)) for hand in combinations(range(12), 2)], 2))
    one, other = np.array(pairs).T
    codes = symmetry.codes([one, other])
    assert codes is not None
    _, inverse = distinct(codes)

    def moved(hand: int, order: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(3 * order[kind // 3] + kind % 3 for kind in table.kinds_in(hand)))

    # Every order of the suits, in both hands at once.
    orders = list(permutations(range(4)))
    lowest = [min((moved(a, order), moved(b, order)) for order in orders) for a, b in pairs]
    by_code: dict[int, set[object]] = {}
    for code, orbit in zip(inverse.tolist(), lowest, strict=True):
        by_code.setdefault(code, set()).add(orbit)
    assert all(len(orbits) == 1 for orbits in by_code.values())
    assert len(by_code) == len(set(lowest))


def test_hands_whose_first_cards_are_kept_apart_are_not_exchanged() -> None:
    table = HandTable([Kind("card", (kind,), 2) for kind in range(2)], [])
    symmetry = Symmetry(table, [[0], [1]])
    assert symmetry.codes([np.array([table.number(((0,), (1,)))])]) is None


def test_codes_tell_as_many_hands_apart_as_there_are_however_many_kinds_show_an_item() -> None:
    """Two of 61 ranks in two suits: 61 pairs, and 1830 pairs of ranks, of one suit or not: 61 + 2 × 1830 = 61²."""
    table = HandTable([Kind("card", (kind,), 1) for kind in range(122)], [])
    symmetry = Symmetry(table, [range(61), range(61, 122)])
    codes = symmetry.codes([table.batch("card", 2)])
    assert codes is not None
    assert len(distinct(codes)[0]) == 61**2


MANY_RANKS = f"""\
Article 1
  “number”, from high to low: {", ".join(map(str, range(61, 1, -1)))} and 1.
  “suit”, from high to low: “spades” and “hearts”.
  material: 1 pack of “card”, each with one for each combination of “number” and “suit”.
  every other “card” counts its face value.
  each hand belongs to the first category that fits, from high to low:
1)
  “flush”: 2 are of the same “suit”; compared by: the “number” of each card, highest first.
2)
  “any”: 1 are of the same “number”; compared by: the “number” of each card, highest first.
Article 2
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
Article 3
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has 2.
  deal to “bank”, one “card” at a time, face up, until each has 2.
  settle “ante”.
Article 4
  when the hand of “player” is higher than the hand of “bank”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_figures_of_a_game_with_many_ranks_are_those_of_all_its_hands() -> None:
    """Either is as often the higher one, but for hands that are as high, and pairs, which have no category.

    Of 121 second cards one makes a pair; any other hand has one as high among the 7140 of the others, the same ranks
    with the suits exchanged. A pair meets one of 60 others in as many. In 14399ths: 2 of equal hands, 1 of two pairs
    and 2 × 118 of one, so that 14160 are left for both.
    """
    found = odds(game_of(MANY_RANKS).decided).bets["ante"]
    assert {line.outcome.result: line.probability for line in found.lines}["win"] == Fraction(7080, 14399)


SUITED = """\
regulation: meaning
invented example, not law.

Article 1
  “rank”, from high to low: 5, 4 and 3.
  “suit”, from high to low: “spades”, “hearts” and “clubs”.
  material: 1 pack of “card”, each with one for each combination of “rank” and “suit”.
  every other “card” counts its face value.
Article 2
  there is one “dealer”.
  there are 1 “box”.
  “player” bets at “box”.
  “bet 1” is a bet.
Article 3
1.
  bets are accepted.
2.
  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face up, until each has two.
Article 4
  settle “bet 1”.
  when the hand of “box” is such that all are of the same “suit”, and it is not so that the hand of “dealer” is such that all are of the same “suit”, then “bet 1” pays 2 to 1.
  in every other case, “bet 1” loses.
"""  # noqa: E501


@pytest.mark.parametrize("rows", [0, 10**9], ids=["exchanged", "told apart"])
def test_a_figure_does_not_depend_on_exchanges(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards of one suit against two of different suits, counted card by card."""
    monkeypatch.setattr(forward, "WORTH_EXCHANGING", rows)
    suits = [card % 3 for card in range(9)]
    deals = list(permutations(range(9), 4))
    won = sum(suits[a] == suits[b] and suits[c] != suits[d] for a, b, c, d in deals)
    one_game = game(SUITED)
    found = chances_of(one_game.questions, Placed("player-1", "box-1", "bet-1", 1, unit="box-1"))
    assert found.expectation == 3 * Fraction(won, len(deals)) - 1
