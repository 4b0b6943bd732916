"""Hands: totals, categories, what orders them, and shapes, of small packs, worked out by hand."""

from itertools import pairwise, permutations

import numpy as np
import pytest

from lexludi.exact.many_hands import ManyHands
from lexludi.play.hands import Hands
from lexludi.rules import meaning as m
from lexludi.rules.model import Range
from small import Steps, bound, game_of, placed

PACK = """\
Article 1
  “rank”, from high to low: “ace”, “king”, 4, 3 and 2.
  “suit”, from high to low: “black” and “red”.
  “run”, runs of “rank” from high to low: “ace”-“king”-4, 4-3-2 and “ace”-3-2.
  material: 2 packs of “card”, each with one for each combination of “rank” and “suit”.
"""
COUNTS = "  “king” counts 10.\n  “ace” counts 1.\n  every other “card” counts its face value.\n"
CATEGORIES = """\
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “run hand”: they form a “run”; compared by: the order of “run”; the “suit” of the card highest in “rank”.
2)
  “pair”: 2 are of the same “rank”; compared by: the “rank” of the 2 alike in “rank”; the “rank” of each card other than the 2 alike in “rank”; the “suit” of the 2 alike in “rank”.
3)
  “odd”: each is of a different “rank”; compared by: the “rank” of each card, highest first; the “suit” of the card “king”.
"""  # noqa: E501


def hands(text: str = PACK + COUNTS + CATEGORIES) -> Hands:
    return Hands(bound(text))


HANDS = hands()


def cards(written: str) -> tuple[int, ...]:
    """Cards by rank and the first letter of the suit: `A K 4 3 2`, `b r`."""
    names = {"A": "ace", "K": "king", "b": "black", "r": "red"}
    by_items = {frozenset(item for _, item in thing.items): i for i, thing in enumerate(HANDS.material.objects)}
    return tuple(by_items[frozenset(names.get(mark, mark) for mark in card)] for card in written.split())


# ── Totals ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("hand", "total"), [("Ab", 1), ("Kr 4b", 14), ("2b 2b 3r", 7), ("", 0)])
def test_a_total_is_the_sum_of_what_the_cards_count(hand: str, total: int) -> None:
    assert HANDS.total(cards(hand)) == total


@pytest.mark.parametrize(("hand", "total"), [("Kr", 0), ("Kr 4b", 4), ("4b 4r 3b", 1)])
def test_with_a_modulus_tens_are_dropped(hand: str, total: int) -> None:
    ranking = hands(PACK + COUNTS + "  every 10 in a total counts zero.\n")
    assert ranking.total(cards(hand)) == total
    assert ranking.number(cards("Kr")[0]) == 0


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("Ab", 11),
        ("Ab Ar", 12),
        ("Ab Kr", 21),
        ("Ab Kr 2b", 13),
        ("Ab Ar Kr", 12),
        ("Kb Kr 2b", 22),
        ("Kb Kr Ab Ar", 22),
    ],
)
def test_the_best_total_within_a_limit_is_taken_or_else_the_lowest(hand: str, total: int) -> None:
    text = (
        PACK
        + COUNTS.replace("“ace” counts 1", "“ace” counts 1 or 11")
        + "  a total is the highest that does not exceed 21.\n"
    )
    assert hands(text).total(cards(hand)) == total


def test_what_nothing_is_said_of_counts_its_face() -> None:
    assert hands(PACK).total(cards("4b 2r Kb")) == 6


# ── Categories and strengths ────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("hand", "category"),
    [
        ("Ab Kr 4b", "run-hand"),
        ("2b Ar 3b", "run-hand"),
        ("4b 4r 2b", "pair"),
        ("4b 4b 2b", "pair"),
        ("Ab Kr 3b", "odd"),
        ("4b 4r 4b", None),
        ("", None),
    ],
)
def test_a_hand_is_of_the_first_category_that_fits_in_whatever_order_it_came(hand: str, category: str | None) -> None:
    for order in permutations(cards(hand)):
        found = HANDS.category(order)
        assert (found and found.id) == category


@pytest.mark.parametrize(
    ("first", "second", "sign"),
    [
        ("4b 3b 2b", "Ab Ar Kb", 1),  # a run over a pair
        ("Ab 3b 2b", "Ab Kr 3b", 1),
        ("2b 2r 3b", "Ab Kr 3b", 1),  # the lowest pair over the highest odd cards
        ("Ab Kr 4b", "4r 3b 2b", 1),  # by the order of runs
        ("4r 3b 2b", "Ab 3b 2b", 1),  # the ace is lowest there
        ("4b 3r 2r", "4r 3b 2b", 1),  # by the suit of the highest card
        ("4b 3r 2r", "4b 3b 2b", 0),
        ("3b 3r 2b", "2b 2r Ab", 1),  # by the pair first
        ("3b 3r 4b", "3b 3r 2b", 1),  # then by the card beside it
        ("3b 3r 4b", "3r 3r 4b", 1),  # then by the higher suit of the pair
        ("3b 3r 4b", "3b 3b 4r", 0),
        ("Ab Kr 3b", "Ab Kr 2b", 1),
        ("Ab 4r 3b", "Kb 4r 3b", 1),
        ("Kb 4r 2b", "Kr 4b 2b", 1),  # by the suit of the king
        ("Ab 4r 2b", "Ar 4b 2r", 0),  # no king
    ],
)
def test_hands_are_compared_by_category_then_by_its_keys_in_order(first: str, second: str, sign: int) -> None:
    assert HANDS.compare(cards(first), cards(second)) == sign
    assert HANDS.compare(cards(second), cards(first)) == -sign


def test_a_hand_without_a_category_is_not_compared() -> None:
    assert HANDS.compare(cards("4b 4r 4b"), cards("2b 3r Kb")) is None
    assert HANDS.compare(cards("2b 3r Kb"), ()) is None


@pytest.mark.parametrize("hand", ["Ab 3r 2b", "4b 4r 2b", "2b 2r 3b"])
def test_a_higher_category_is_worth_at_least_any_hand_of_a_lower_one(hand: str) -> None:
    assert HANDS.is_worth_at_least(cards(hand), "odd", ("ace",))


@pytest.mark.parametrize(
    ("hand", "item", "is_worth"),
    [
        ("Kb 4r 2b", "king", True),
        ("Ab 4r 2b", "king", True),
        ("4b 3r", "king", False),
        ("4b 3r", "4", True),
        ("4b 4r 4b", "2", None),  # of no category
        ("", "2", None),
    ],
)
def test_in_the_category_itself_the_highest_item_decides(hand: str, item: str, is_worth: bool | None) -> None:
    assert HANDS.is_worth_at_least(cards(hand), "odd", (item,)) is is_worth


def test_a_lower_category_is_not_worth_a_higher_one() -> None:
    assert not HANDS.is_worth_at_least(cards("Ab Kr 3b"), "pair", ("2",))


def test_a_hand_without_objects_alike_is_the_lowest_where_these_are_compared_first() -> None:
    """Twos beat ace and king in such a category: what is not worth kings then may not be worth less than what is."""
    text = PACK + (
        "Article 2\n  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “any”: it is not so that 9 are of the same “rank”; compared by: the “rank” of the 2 alike in “rank”; "
        "the “rank” of each card other than the 2 alike in “rank”.\n"
    )
    ranking = hands(text)
    assert ranking.compare(cards("2b 2r"), cards("Ab Kb")) == 1
    worth = {hand: ranking.is_worth_at_least(cards(hand), "any", ("king",)) for hand in ("2b 2r", "Ab Kb", "Kb Kr")}
    assert worth == {"2b 2r": False, "Ab Kb": False, "Kb Kr": True}
    rows = np.array([cards(hand) for hand in worth])
    assert ManyHands(ranking).are_worth_at_least(rows, "any", ("king",)).tolist() == list(worth.values())


@pytest.mark.parametrize(
    "then", ["", "; the “rank” of each card, highest first", "; the “suit” of the 2 alike in “rank”"]
)
def test_what_stands_beside_those_alike_is_compared_with_a_second_item_whatever_else_orders_the_hands(
    then: str,
) -> None:
    """Of kings with a four: kings are as high, and what stands beside them decides; aces are higher whatever does."""
    text = PACK + (
        "Article 2\n  each hand belongs to the first category that fits, from high to low:\n"
        f"1)\n  “pair”: 2 are of the same “rank”; compared by: the “rank” of the 2 alike in “rank”{then}.\n"
    )
    ranking = hands(text)
    expected = {"Kb Kr 4b": True, "Kb Kr Ab": True, "Kb Kr 3b": False, "Ab Ar 2b": True, "4b 4r Ab": False}
    assert {hand: ranking.is_worth_at_least(cards(hand), "pair", ("4", "king")) for hand in expected} == expected
    rows = np.array([cards(hand) for hand in expected])
    assert ManyHands(ranking).are_worth_at_least(rows, "pair", ("4", "king")).tolist() == list(expected.values())


def test_a_key_under_a_condition_orders_only_hands_of_that_shape() -> None:
    text = (
        PACK
        + COUNTS
        + (
            "Article 2\n  each hand belongs to the first category that fits, from high to low:\n"
            "1)\n  “any”: it is not so that 9 are of the same “rank”; "
            "compared by: if they form ace-3-2, then the “suit” of the card 3.\n"
        ).replace("ace-3-2", "“ace”-3-2")
    )
    ranking = hands(text)
    assert ranking.compare(cards("Ab 3b 2b"), cards("Ab 3r 2b")) == 1
    assert ranking.compare(cards("4b 3b 2b"), cards("4b 3r 2b")) == 0
    assert ranking.compare(cards("4b 3b 2b"), cards("Ab 3r 2b")) == -1


@pytest.mark.parametrize("key", ["the “suit” of the card “ace”", "the order of “run”"])
def test_a_hand_outside_a_condition_ranks_as_one_that_shows_nothing_by_the_key(key: str) -> None:
    """No two fours form a run or have an ace: without that, it is nothing that they meet the condition."""
    text = PACK + (
        "Article 2\n  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “any”: it is not so that 9 are of the same “rank”; "
        f"compared by: if it is not so that each is of a different “rank”, then {key}; "
        "the “rank” of each card, highest first.\n"
    )
    ranking = hands(text)
    assert ranking.compare(cards("4b 4r"), cards("Kb 2b")) == -1
    rows = np.array([cards(hand) for hand in ("4b 4r", "3b 3r", "Kb 2b", "4b 2b")])
    assert _order(ManyHands(ranking), rows) == [2, 0, 3, 1]


OTHERS = """\
Article 1
  “rank”, from high to low: “ace” and “king”.
  “suit”, from high to low: “black” and “red”.
  “extra”, from high to low: “joker”.
  material: 1 pack of “card”, each with one for each combination of “rank” and “suit”; also 2 of “joker”.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “any”: it is not so that 9 are of the same “rank”; compared by: {}.
"""


@pytest.mark.parametrize(
    ("key", "order"),
    [
        ("the “rank” of each card, highest first", [0, 1, 2, 3]),
        ("the “rank” of each card other than the two alike in “rank”", [0, 1, 2, 0]),
        ("the “suit” of the two alike in “rank”", [0, 0, 0, 1]),
        ("the “rank” of the card “joker”", [0, 0, 0, 0]),
    ],
)
def test_objects_that_show_nothing_on_the_scale_do_not_make_a_hand_higher(key: str, order: list[int]) -> None:
    ranking = hands(OTHERS.format(key))
    by_items = {frozenset(item for _, item in thing.items): i for i, thing in enumerate(ranking.material.objects)}
    shown = ({"ace", "black"}, {"ace", "red"}, {"king", "red"}, {"joker"})
    ace, other, king, joker = (by_items[frozenset(items)] for items in shown)
    dealt = [(joker, joker), (king, joker), (ace, joker), (ace, other)]
    assert _order(ManyHands(ranking), np.array(dealt)) == order
    strengths = [ranking.strength(hand) for hand in dealt]
    assert [sorted(set(strengths)).index(one) for one in strengths] == order
    # One object alone is as high as it is beside two that show nothing; of real items the longer list is higher.
    if key.endswith("first"):
        assert ranking.compare((king,), (king, joker, joker)) == 0
        assert ranking.compare((king,), (king, king, joker)) == -1


def _order(many: ManyHands, rows: np.ndarray) -> list[int]:
    numbers = many.strengths(rows)
    assert numbers is not None
    return [sorted(set(numbers.tolist())).index(number) for number in numbers.tolist()]


def test_of_the_hands_as_which_one_may_count_the_best_is_asked_for_a_threshold() -> None:
    """Where totals order, kings (10) are better than aces (1): with both, a four and a king are the best two."""
    text = (
        PACK
        + COUNTS
        + (
            "Article 2\n  a hand is ranked by the best two of its cards.\n"
            "Article 3\n  each hand belongs to the first category that fits, from high to low:\n"
            "1)\n  “pair”: 2 are of the same “rank”.\n"
            "2)\n  “odd”: each is of a different “rank”; compared by: the total.\n"
        )
    )
    ranking = hands(text)
    expected = {
        "Ab Kb 4b": False,
        "Ab Kb": True,
        "Ab 2b 3b": False,  # three and two are 5
        "4b 4r 2b": True,  # of a higher category
        "Ab 2b": True,
    }
    assert {hand: ranking.is_worth_at_least(cards(hand), "odd", ("ace",)) for hand in expected} == expected
    for size in (2, 3):
        those = [hand for hand in expected if len(hand.split()) == size]
        rows = np.array([cards(hand) for hand in those])
        worth = ManyHands(ranking).are_worth_at_least(rows, "odd", ("ace",)).tolist()
        assert worth == [expected[hand] for hand in those]


def test_of_two_pairs_the_higher_one_decides_first() -> None:
    text = PACK + (
        "Article 2\n  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “pairs”: 2 are of the same “rank” and 2 others of another; "
        "compared by: the “rank” of the 2 alike in “rank”.\n"
    )
    # Kings over twos beat fours over threes, although the lower pair of these is the higher one.
    assert hands(text).compare(cards("Kb Kr 2b 2r"), cards("4b 4r 3b 3r")) == 1


# ── Shapes ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("hand", "shape", "has_it"),
    [
        ("4b 4r", m.AllSame("rank"), True),
        ("4b 3b", m.AllSame("rank"), False),
        ("4b 3b", m.AllSame("suit"), True),
        ("4b", m.AllSame("rank"), True),
        ("", m.AllSame("rank"), False),
        ("4b 3b", m.AllDifferent("rank"), True),
        ("4b 3b 4r", m.AllDifferent("rank"), False),
        ("2b 4r 3b", m.InRuns("run"), True),
        ("2b 4r", m.InRuns("run"), False),
        ("2b 4r 3b 3r", m.InRuns("run"), False),
        ("2b Ar 3b", m.IsRun(("ace", "3", "2")), True),
        ("2b 4r 3b", m.IsRun(("ace", "3", "2")), False),
        ("2b 4r", m.IsRun(("red", "2")), True),  # one of each, of two scales
        ("2r 4b", m.IsRun(("red", "2")), False),  # one and the same shows both
        ("2r 2b", m.IsRun(("red", "2")), True),
        ("4b 4r 3b", m.Alike(2, "rank"), True),
        ("4b 4r 4b", m.Alike(2, "rank"), False),  # exactly two
        ("4b 4r 4b 3b 3r", m.Alike(2, "rank"), True),
        ("4b 4r 3b 3r 2b", m.TwoAlike(2, "rank", 2), True),
        ("4b 4r 3b 2r 2b", m.TwoAlike(2, "rank", 2), True),
        ("4b 4r 3b 2r Kb", m.TwoAlike(2, "rank", 2), False),  # one pair alone
        ("4b 4r 4b 3r 3b", m.TwoAlike(3, "rank", 2), True),
        ("4b 4r 3b", m.Showing("black", Range(2, 2)), True),
        ("4b 2b 3b", m.Showing("black", Range(2, 2)), False),  # exactly two
        ("4b 2b 3b", m.Showing("black", Range(2)), True),
        ("4b 4r 3r", m.Showing("black", Range(2)), False),
        ("4b", m.Showing("red", Range(0, 0)), True),
        ("4b 3b", m.AllShowing("black"), True),
        ("4b 3r", m.AllShowing("black"), False),
        ("", m.AllShowing("black"), False),
        ("4b 4r", m.Not(m.AllSame("rank")), False),
        ("4b 3b", m.AllOf((m.AllSame("suit"), m.AllDifferent("rank"))), True),
        ("4b 3r", m.AllOf((m.AllSame("suit"), m.AllDifferent("rank"))), False),
        ("4b 3r", m.AnyOf((m.AllSame("suit"), m.AllDifferent("rank"))), True),
        ("4b 3r", m.Always(True), True),
        ("4b 3r", m.Always(False), False),
    ],
)
def test_a_shape_is_of_the_hand_alone(hand: str, shape: m.Condition, has_it: bool) -> None:
    assert HANDS.has_shape(cards(hand), shape) is has_it


# Two jokers beside the pack, which show neither rank nor suit.
EXTRA = """\
Article 1
  “rank”, from high to low: 4 and 3.
  “suit”, from high to low: “black” and “red”.
  “extra”, from high to low: “joker”.
  material: 1 pack of “card”, each with one for each combination of “rank” and “suit”; also 2 of “joker”.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: 2 are of the same “rank”; compared by: the “rank” of the 2 alike in “rank”; the “suit” of each card other than the 2 alike in “rank”.
2)
  “odd”: each is of a different “rank”; compared by: the “rank” of each card other than the 2 alike in “suit”.
"""  # noqa: E501


@pytest.mark.parametrize(
    ("hand", "shape", "has_it"),
    [
        ("joker joker", m.AllSame("suit"), False),
        ("joker", m.AllSame("suit"), False),
        ("joker joker", m.AllSame("extra"), True),
        ("4-red joker", m.AllSame("suit"), False),
        ("4-red 3-black", m.AllSame("extra"), False),
        ("joker joker", m.AllDifferent("rank"), True),  # no two are alike
        ("joker joker 4-red 4-black", m.AllDifferent("rank"), False),
        ("joker joker 4-red", m.AllDifferent("rank"), True),
        ("joker joker", m.Alike(2, "rank"), False),
        ("joker", m.Alike(1, "rank"), False),
        ("joker joker", m.Alike(2, "extra"), True),
        ("joker joker 4-red 4-black", m.Alike(2, "rank"), True),
        ("joker joker 4-red", m.AlikeOrMore(2, "rank"), False),
        ("joker joker 4-red 4-black", m.TwoAlike(2, "rank", 2), False),
        ("joker joker 4-red 4-black", m.TwoAlike(2, "rank", 1), False),
        ("3-red joker 4-red 4-black", m.TwoAlike(2, "rank", 1), True),
        ("joker joker 4-red", m.Showing("joker", Range(2, 2)), True),
        ("joker joker 4-red", m.Showing("red", Range(1)), True),
        ("joker joker 4-red", m.Showing("red", Range(2)), False),
        ("joker joker", m.AllShowing("joker"), True),
        ("joker 4-red", m.AllShowing("red"), False),
    ],
)
def test_what_shows_no_item_of_a_scale_is_alike_with_nothing_by_it(hand: str, shape: m.Condition, has_it: bool) -> None:
    ranking = hands(EXTRA)
    things = tuple(ranking.material.parse_all(hand))
    assert ranking.has_shape(things, shape) is has_it
    assert ManyHands(ranking).have_shape(np.array([things]), shape).tolist() == [has_it]


def test_hands_with_objects_that_show_no_rank_are_ordered_without_a_pair_of_these() -> None:
    """By hand: pairs, of fours first and with the higher suits beside; then odd hands by the ranks not alike in suit.

    Without a rank, or a suit, an object stands below any that has one.
    """
    ranking = hands(EXTRA)
    ordered = [
        "4-red 4-black 3-black",
        "4-red 4-black 3-red",
        "4-red 4-black joker",
        "3-red 3-black joker",
        "4-red 3-black joker",  # 4, 3 and nothing
        "4-red joker joker",  # 4 and nothing twice
        "4-red 3-red joker",  # the two are alike in suit: nothing is left but the joker
    ]
    things = [tuple(ranking.material.parse_all(hand)) for hand in ordered]
    assert [category.id for hand in things if (category := ranking.category(hand))] == ["pair"] * 4 + ["odd"] * 3
    assert [ranking.compare(one, other) for one, other in pairwise(things)] == [1] * 6
    strengths = ManyHands(ranking).strengths(np.array(things))
    assert strengths is not None
    assert (np.diff(strengths) < 0).all()


def test_the_pack_is_counted_by_object() -> None:
    assert set(HANDS.full) == {"card"}
    assert set(HANDS.full["card"].values()) == {2}
    assert sum(HANDS.full["card"].values()) == 20


# ── The best of larger hands ────────────────────────────────────────────────

BEST_OF = "  a hand is ranked by the best three of its cards.\n"
CHOSEN = hands(PACK + COUNTS + BEST_OF + CATEGORIES)


@pytest.mark.parametrize(
    ("hand", "category", "as_these"),
    [
        ("Ab Kr 4b 2b", "run-hand", "Ab Kr 4b"),
        ("4b 4r 3b 2r", "run-hand", "4b 3b 2r"),  # a run stands above the two pairs of fours
        ("Kb Kr 4b 4r", "pair", "Kb Kr 4r"),
        ("Kb Kr 4b 4r 3b", "pair", "Kb Kr 4r"),
        ("Ab Ar Ab Kb", "pair", "Ab Ar Kb"),  # three aces alone would be of no category
        ("Ab Ab Ar Ar", None, "Ab Ab Ar"),
        ("Kr 3b 2b", "odd", "Kr 3b 2b"),
        ("Kr 3b", "odd", "Kr 3b"),  # fewer are taken as they are
    ],
)
def test_the_best_so_many_of_a_larger_hand_rank_it(hand: str, category: str | None, as_these: str) -> None:
    found = CHOSEN.category(cards(hand))
    assert (found.id if found else None) == category
    assert CHOSEN.strength(cards(hand)) == CHOSEN.strength(cards(as_these))


def test_totals_and_shapes_read_all_of_a_larger_hand() -> None:
    assert CHOSEN.total(cards("Kr 4b 3b 2b")) == 19
    assert not CHOSEN.has_shape(cards("Ab Kr 4b 2b"), m.InRuns("run"))


@pytest.mark.parametrize(
    ("hand", "category", "items", "holds"),
    [
        ("Ab Kr 3b 2r", "pair", ("4",), True),  # ace, three and two run
        ("Kr Kb 4b 3b", "pair", ("king", "4"), True),
        ("Kr Kb 4b 3b", "run-hand", ("ace",), False),
        ("4r 4b 3b 3r", "pair", ("4", "4", "3"), True),
        ("3r 3b 2b 2r", "pair", ("4",), False),
        ("Ab Ab Ar Ar", "odd", ("2",), None),
    ],
)
def test_a_larger_hand_is_worth_what_its_best_are(
    hand: str, category: str, items: tuple[str, ...], holds: bool | None
) -> None:
    assert CHOSEN.is_worth_at_least(cards(hand), category, items) is holds


def test_who_turns_up_a_larger_hand_cites_what_ranks_it() -> None:
    text = PACK + COUNTS + CATEGORIES + "Article 3\n" + BEST_OF
    text += "Article 4\n  there is one “dealer”.\n  “player” bets.\n  “ante” is a bet.\n"
    text += "Article 5\n  deal to “dealer”, one “card” at a time, face down, until each has {}.\n"
    text += "Article 6\n  turn up the hand of “dealer”.\n  settle “ante”.\n  “ante” loses.\n"
    for number, objects in ((4, "A K 4 2"), (3, "A K 4")):
        steps = Steps(text.format(number), placed("ante"))
        material = steps.hands.material
        ranks = {"A": "ace", "K": "king"}
        wanted = [
            next(i for i, thing in enumerate(material.objects) if ("rank", ranks.get(o, o)) in thing.items)
            for o in objects.split()
        ]
        steps.give(" ".join(material.symbols(wanted)))
        told = next(event for event in steps.told if event.kind == "revealed")
        assert ("art_3" in told.provisions) is (number == 4)


# Three and two are on both scales.
TWO_SCALES = """Article 1
  “rank”, from high to low: 3, 2 and 1.
  “level”, from high to low: 4, 3 and 2.
  material: 1 pack of “card”, each with one for each combination of {stock}.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
"""


def test_an_item_of_two_scales_is_meant_on_the_one_by_which_the_category_is_ordered() -> None:
    """Worth at least a 3 by level are 4 and 3, whatever the rank."""
    text = TWO_SCALES.format(stock="“rank” and “level”") + (
        "Article 2\n  each hand belongs to the first category that fits, from high to low:\n1)\n"
        "  “high”: each is of a different “rank”; compared by: the “level” of each card, highest first.\n"
    )
    hands = game_of(text).questions.judge.hands
    worth = {
        hands.material.objects[thing].items: hands.is_worth_at_least((thing,), "high", ("3",)) for thing in range(9)
    }
    assert {dict(items)["level"] for items, is_so in worth.items() if is_so} == {"4", "3"}
    assert sum(map(bool, worth.values())) == 6


def test_what_comes_beside_the_combinations_shows_an_item_of_a_scale_of_the_pack() -> None:
    hands = game_of(TWO_SCALES.format(stock="“level”; also 2 of 3")).questions.judge.hands
    assert [hands.material.objects[thing].items for thing in hands.material.pools["card"]] == [
        (("level", item),) for item in ("4", "3", "2", "3", "3")
    ]
