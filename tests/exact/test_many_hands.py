"""Categories and strengths of many hands at once: those of each hand by itself."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from lexludi.exact.many_hands import ManyHands
from lexludi.exact.odds import odds
from small import game_of, pack, rules_of
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


def test_of_no_hands_there_are_no_keys() -> None:
    """Of one pack no two cards are alike, so that nobody has the pair, which is the better of two cards of three."""
    text = pack("4, 3, 2 and 1") + (
        "Article 2\n  bets are accepted.\n  deal to “bank”, one “card” at a time, face up, until each has 3.\n"
        "  settle “ante”.\n  “ante” loses.\n"
        "Article 3\n  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “pair”: 2 are of the same “number”; compared by: the “number” of the two alike in “number”.\n"
        "2)\n  “other”: it is not so that 2 are of the same “number”; compared by: the total.\n"
        "Article 4\n  a hand is ranked by the best 2 of its cards.\n"
    )
    many = ManyHands(game_of(text).questions.judge.hands)
    hands = np.zeros((0, 3), dtype=np.int64)
    assert [key.tolist() for key in many.keys(hands, 0)] == [[]]
    strengths = many.strengths(hands)
    assert strengths is not None
    assert strengths.tolist() == []


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


FIVES = """\
regulation: meaning
invented example, not law.

Article 1
  “rank”, from high to low: “ace”, “king”, 7, 5, 3 and 2.
  “suit”, from high to low: “spades”, “hearts” and “clubs”.
  material: 1 pack of “card”, each with one for each combination of “rank” and “suit”.
  there is one “dealer”.
  “player” bets.
  “bet 1” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “high hand”: three are of the same “rank” and two others of another; compared by: the “rank” of the three alike in “rank”; the “rank” of the two alike in “rank”.
2)
  “middle hand”: two are of the same “rank” and two others of another; compared by: the “rank” of the two alike in “rank”; the “rank” of each card other than the two alike in “rank”.
3)
  “low hand”: two are of the same “rank”; compared by: the “rank” of the two alike in “rank”; the “rank” of each card other than the two alike in “rank”.
"""  # noqa: E501


def test_full_houses_and_two_pairs_of_all_hands_of_five() -> None:
    """6 ranks in 3 suits: counted by combinations, and ordered by what stands out and what stands beside it."""
    hands = game(FIVES, RULES).questions.judge.hands
    rows = np.array(list(combinations(range(18), 5)))
    many = ManyHands(hands)
    categories = many.categories(rows)
    assert np.bincount(categories + 1).tolist() == [
        comb(18, 5) - 6 * 5 * 3 - comb(6, 2) * 9 * 12 - 6 * 3 * comb(5, 3) * 27,
        6 * 5 * 3,
        comb(6, 2) * 9 * 12,
        6 * 3 * comb(5, 3) * 27,
    ]
    strengths = many.strengths(rows)
    assert strengths is not None
    heights = {"A": 6, "K": 5, "7": 4, "5": 3, "3": 2, "2": 1}
    by_counting = [
        _five(sorted(heights[hands.material.symbols([thing])[0][0]] for thing in row)) for row in rows.tolist()
    ]
    place = {value: at for at, value in enumerate(sorted({key for key in by_counting if key is not None}))}
    expected = [-1 if key is None else place[key] for key in by_counting]
    found = np.unique(strengths, return_inverse=True)[1] - 1
    assert found.tolist() == expected
    few = rows[::97].tolist()
    single = [hands.strength(tuple(row)) for row in few]
    assert [value is None for value in single] == [place < 0 for place in expected[::97]]
    of_both = sorted((value, place) for value, place in zip(single, expected[::97], strict=True) if value is not None)
    assert [place for _, place in of_both] == sorted(place for place in expected[::97] if place >= 0)


def _five(ranks: list[int]) -> tuple[int, ...] | None:
    """The order of a hand of five worked out from the numbers of each of its ranks."""
    by_number = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    kind = {(3, 2): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(count for count, _ in by_number))
    return None if kind is None else (kind, *(rank for _, rank in by_number))


@pytest.mark.parametrize(
    ("category", "items", "least"),
    [
        ("low-hand", ("5",), (1, 3)),  # a pair of fives or better, whatever stands beside it
        ("middle-hand", ("7", "2"), (2, 4, 1)),  # the higher pair decides, and then the lower
        ("high-hand", ("king",), (3, 5)),
        ("low-hand", ("ace", "king"), (1, 6, 5)),
    ],
)
def test_a_hand_is_worth_a_category_with_items_by_those_alike(
    category: str, items: tuple[str, ...], least: tuple[int, ...]
) -> None:
    hands = game(FIVES, RULES).questions.judge.hands
    rows = np.array(list(combinations(range(18), 5)))[::7]
    heights = {"A": 6, "K": 5, "7": 4, "5": 3, "3": 2, "2": 1}
    orders = [_five(sorted(heights[hands.material.symbols([thing])[0][0]] for thing in row)) for row in rows.tolist()]
    expected = [order is not None and order >= least for order in orders]
    assert 0 < sum(expected) < len(expected)
    assert ManyHands(hands).are_worth_at_least(rows, category, items).tolist() == expected
    some = slice(None, None, 13)
    assert [bool(hands.is_worth_at_least(tuple(row), category, items)) for row in rows[some].tolist()] == expected[some]


@pytest.mark.parametrize("king", ["10", "3 or 10"])
def test_hands_are_ordered_by_their_totals_whether_one_or_several_cards_count_so_or_so(king: str) -> None:
    """With a limit of 21: A K 7 counts 1 + 10 + 7, and where a king may count 3, 11 + 3 + 7 is 21."""
    several = king != "10"
    totals = {"As Kh 7s": 21 if several else 18, "Ks Kh 2s": 15 if several else 22, "As Ah 7s": 19, "Ks 5h 2s": 17}
    category = "Article 3\n  each hand belongs to the first category that fits, from high to low:\n1)\n"
    category += "  “low hand”: it is not so that 9 are of the same “rank”; compared by: the total.\n"
    text = PACK.format("1 or 11", LIMIT).replace("“king” counts 10", f"“king” counts {king}")
    hands = game(text, category, RULES).questions.judge.hands
    many = ManyHands(hands)
    assert many.sums_up is not several
    strengths = many.strengths(np.array([hands.material.parse_all(cards.split()) for cards in totals]))
    assert strengths is not None
    assert np.argsort(strengths).tolist() == np.argsort([*totals.values()]).tolist()


def test_no_hand_of_a_lower_category_comes_up_to_a_higher_one() -> None:
    """Two alike, which nothing compares, are more than whatever has an ace; and that is more than what has a king."""
    two = "1)\n  “middle hand”: 2 are of the same “rank”.\n"
    one = "2)\n  “low hand”: it is not so that 9 are of the same “rank”; "
    one += "compared by: the “rank” of the card highest in “rank”.\n"
    hands = game(FIVES.partition("1)\n")[0] + two + one, RULES).questions.judge.hands
    rows = np.array([hands.material.parse_all(cards.split()) for cards in ("2s 2h", "As Ah", "As 2c", "Ks 7c")])
    strengths = ManyHands(hands).strengths(rows)
    assert strengths is not None
    assert np.sign(np.diff(strengths)).tolist() == [0, -1, -1]


WILD = """\
Article 1
  “rank”, from high to low: 3, 2 and 1.
  “suit”, from high to low: “s”, “h” and “c”.
  “extra”, from high to low: “w”.
  material: 1 pack of “card”, each with one for each combination of “rank” and “suit”; also 1 of “w”.
  “w” may stand for any “card” that the hand does not have.
  there is one “dealer”.
  “player” bets.
  “bet 1” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “three”: at least three are of the same “rank”; compared by: the “rank” of each card, highest first.
2)
  “flush”: all are of the same “suit”; compared by: the “rank” of each card, highest first.
"""


def test_a_wild_card_counts_as_whatever_makes_the_hand_best_and_it_does_not_have() -> None:
    """With 3♠ 2♠ the joker is 1♠; where 1♠ is there as well, no spade is left for it."""
    hands = game_of(WILD + RULES).questions.judge.hands
    many = ManyHands(hands)
    ordered = {
        "3s 3h 3c": 0, "3s 3h w": 0, "2s 2h w": 0, "3s 2s 1s": 1, "3s 2s w": 1, "3s 1s w": 1, "3s 2h w": -1,
        "3s 3h 2s": -1, "3s 2s 1s w": -1, "3s 3h 2s w": 0,
    }  # fmt: skip
    for size in (3, 4):
        of_size = {cards: place for cards, place in ordered.items() if len(cards.split()) == size}
        rows = np.array([hands.material.parse_all(cards.split()) for cards in of_size])
        assert many.categories(rows).tolist() == list(of_size.values())
        strengths = many.strengths(rows)
        assert strengths is not None
        assert [number < 0 for number in strengths.tolist()] == [place < 0 for place in of_size.values()]
    # Threes above twos; the flushes are all of 3, 2 and 1, whether the joker is among them or not.
    three = [cards for cards, place in ordered.items() if place >= 0 and len(cards.split()) == 3]
    found = many.strengths(np.array([hands.material.parse_all(cards.split()) for cards in three]))
    assert found is not None
    assert np.sign(np.diff(found)).tolist() == [0, -1, -1, 0, 0]


SUITED = """Article 1
  “rank”, from high to low: 2 and 1.
  “suit”, from high to low: “s”, “h” and “c”.
  material: 1 pack of “card”, each with one for each combination of “rank” and “suit”.
  2 may stand for any 1 that the hand does not have.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.

Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “flush”: all are of the same “suit”.
2)
  “other”: it is not so that all are of the same “suit”.

Article 3
  bets are accepted.
  deal to “dealer”, 1 “card” at a time, face up, until each has 2.
  settle “ante”.

Article 4
  when the hand of “dealer” is “flush”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_a_wild_card_of_a_suit_does_not_change_its_suit_with_the_others() -> None:
    """Two twos are a flush, as one is a one of the suit of the other; a two and a one are, if of one suit.

    Fifteen hands: three of two twos, three of a two and a one of its suit, and nine that are none.
    """
    hands = game_of(SUITED).questions.judge.hands
    pairs = list(combinations(hands.material.symbols(range(6)), 2))
    rows = np.array([hands.material.parse_all(list(pair)) for pair in pairs])
    flushes = {pair for pair, place in zip(pairs, ManyHands(hands).categories(rows).tolist(), strict=True) if not place}
    alike = {pair for pair in pairs if pair[0][-1] == pair[1][-1] or {pair[0][0], pair[1][0]} == {"2"}}
    assert (flushes, len(flushes)) == (alike, 6)
    assert odds(rules_of(SUITED)).bets["ante"].expectation == Fraction(6 - 9, 15)


def test_cards_that_follow_one_another_are_found_in_each_of_many_hands() -> None:
    row = "1)\n  “row”: three follow one another in “rank”; compared by: the “rank” of each card, highest first.\n"
    text = WILD.partition("1)\n  “three”")[0].replace("3, 2 and 1", "4, 3, 2 and 1") + row
    hands = game_of(text + RULES).questions.judge.hands
    ordered = {"4s 3h 2c": 0, "1s 2s 3s": 0, "4s 2h 1c": -1, "4s 4h 3c": -1}
    rows = np.array([hands.material.parse_all(cards.split()) for cards in ordered])
    assert ManyHands(hands).categories(rows).tolist() == list(ordered.values())


def test_hands_with_a_wild_card_are_told_apart_by_each_of_many_ranks() -> None:
    """Two of one rank and the joker are three; one of each of two ranks and the joker are not, whichever ranks."""
    ranks = ", ".join(map(str, range(24, 1, -1)))
    text = WILD.partition("2)\n  “flush”")[0].replace("3, 2 and 1", f"{ranks} and 1")
    hands = game_of(text + RULES).questions.judge.hands
    pairs = [(one, other) for one in range(1, 21) for other in range(one, 21)]
    rows = [hands.material.parse_all(f"{one}s {other}h w 21s 22h 23s 24h".split()) for one, other in pairs]
    assert ManyHands(hands).categories(np.array(rows)).tolist() == [0 if one == other else -1 for one, other in pairs]


def test_an_empty_hand_belongs_to_no_category() -> None:
    """Of no two cards that it holds are the ranks alike, and yet it is no such hand."""
    odd = "1)\n  “low hand”: each is of a different “rank”; compared by: the “rank” of each card, highest first.\n"
    many = ManyHands(game(FIVES.partition("1)\n")[0] + odd, RULES).questions.judge.hands)
    assert many.categories(np.zeros((2, 0), dtype=np.int64)).tolist() == [-1, -1]
    assert many.categories(np.array([[0], [17]])).tolist() == [0, 0]


def test_two_pairs_are_no_hand_of_which_one_more_is_alike() -> None:
    """Two are alike, and two others: neither three of a rank and two others, nor four of one."""
    text, pairs = FIVES.partition("1)\n")[0], FIVES.partition("2)\n")[2].partition("3)\n")[0]
    hands = game(f"{text}1)\n{pairs}", RULES).questions.judge.hands
    ordered = {"As Ah Ks Kh 7s": 0, "As Ah Ac Ks Kh": -1, "As Ah Ac Ks 7h": -1, "As Ah Ks 7h 5s": -1}
    rows = np.array([hands.material.parse_all(cards.split()) for cards in ordered])
    assert ManyHands(hands).categories(rows).tolist() == list(ordered.values())


def test_hands_of_several_kinds_of_objects_are_ordered_by_a_rank_before_their_totals() -> None:
    """Of a card, a tile and a chip a hand of nines has 27, and ones rank above nines."""
    kinds = ("card", "tile", "chip")
    text = "Article 1\n  “number”, from high to low: 1 and 9.\n"
    for kind in kinds:
        text += f"  material: 1 pack of “{kind}”, each with one for each combination of “number”.\n"
        text += f"  every other “{kind}” counts its face value.\n"
    text += "  there is one “dealer”.\n  “player” bets.\n  “bet 1” is a bet.\n"
    text += "Article 2\n  each hand belongs to the first category that fits, from high to low:\n1)\n"
    text += "  “any”: it is not so that 9 are of the same “number”; "
    text += "compared by: the “number” of the card highest in “number”; the total.\n"
    hands = game_of(text + RULES).questions.judge.hands
    rows = [hands.material.parse_all(cards.split()) for cards in ("9 tile:9 chip:9", "1 tile:1 chip:1")]
    strengths = ManyHands(hands).strengths(np.array(rows))
    assert strengths is not None
    assert strengths[0] < strengths[1]


TWO_SHOWN = """\
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  bets are accepted.
  deal to “dealer”, 2 “card” at a time, face up, until each has 2.
  settle “ante”.
"""


@pytest.mark.parametrize(
    ("also", "comprised", "expectation"),
    [
        # Of fifteen twos of six cards, two kings with each of two aces and two queens win.
        ("", "queen", Fraction(8 - 7, 15)),
        # Of forty-five twos of ten, two kings with each of two aces and two jokers.
        ("; also 1 of “joker” and 1 of “blank”", "joker", Fraction(8 - 37, 45)),
    ],
)
def test_an_item_that_comprises_another_is_shown_by_both(also: str, comprised: str, expectation: Fraction) -> None:
    text = f"""Article 1
  “rank”, from high to low: “ace”, “king” and “queen”.
  “extra”, from high to low: “joker” and “blank”.
  material: 2 packs of “card”, each with one for each combination of “rank”{also}.
  “ace” comprises “{comprised}”.
{TWO_SHOWN}\
Article 2
  when the hand of “dealer” is such that they form “ace”-“king”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    assert odds(rules_of(text)).bets["ante"].expectation == expectation


@pytest.mark.parametrize(
    ("formed", "expectation"),
    [
        # Of fifteen twos of six cards, six are of the four kings and queens.
        ("“face”-“face”", Fraction(6 - 9, 15)),
        # Two kings, and a king with a queen in four ways: a king may be the face, a queen is no king.
        ("“face”-“king”", Fraction(5 - 10, 15)),
        # An ace with one of the four.
        ("“face”-“ace”", Fraction(8 - 7, 15)),
    ],
)
def test_the_items_that_a_hand_forms_may_be_sets(formed: str, expectation: Fraction) -> None:
    text = f"""Article 1
  “rank”, from high to low: “ace”, “king” and “queen”.
  material: 2 packs of “card”, each with one for each combination of “rank”.
  “face” comprises “king” and “queen”.
{TWO_SHOWN}\
Article 2
  when the hand of “dealer” is such that they form {formed}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
Article 3
  each hand belongs to the first category that fits, from high to low:
1)
  “chosen”: they form {formed}.
2)
  “others”: it is not so that they form {formed}.
"""
    assert odds(rules_of(text)).bets["ante"].expectation == expectation
    by_category = text.replace(f"such that they form {formed}", "“chosen”")
    assert odds(rules_of(by_category)).bets["ante"].expectation == expectation
