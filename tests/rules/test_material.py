"""The material of a text, its items and what they count: each check by a text that fails it and one that does not."""

from math import comb

import pytest

from small import diagnosed
from unsound import DEAL, MATERIAL, codes


def test_a_pack_has_as_many_objects_as_its_items_combine_to() -> None:
    assert codes(size=4) == ["stock-size-differs"]


def test_a_run_has_only_items_of_its_scale() -> None:
    assert codes("“run”, runs of “number” from high to low: 3-2 and 4-3") == ["not-an-item"]


TWO_NUMBERS = """\
Article 1
  “left”, from high to low: 3, 2 and 1.
  “right”, from high to low: {}.
  material: 1 pack of “tile”, each with one for each combination of “left” and “right”.
  {}there is one “bank”.
  “player” bets.
  “ante” is a bet.
Article 2
  deal to “bank”, 1 “tile” at a time, face up, until each has 1.
  settle “ante”.
  when {}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


TOTAL = "the total of “bank” is higher than 3"


@pytest.mark.parametrize(
    ("right", "counted", "condition", "found"),
    [
        # Of a tile with 3 and 6 only the 3 counted, and with the scales in another order only the 6.
        ("6, 5 and 4", "", TOTAL, ["miscounted-items"]),
        ("6, 5 and 4", "every other “tile” counts its face value.\n  ", TOTAL, ["miscounted-items"]),
        ("6, 5 and 4", "", "“bank” shows 6", []),
        ("6, 5 and 4", "6, 5 and 4 count 0.\n  ", TOTAL, []),
        ("“sun” and “moon”", "", TOTAL, []),
    ],
)
def test_of_an_object_that_shows_two_numbers_it_is_said_what_it_counts(
    right: str, counted: str, condition: str, found: list[str]
) -> None:
    assert [d.code for d in diagnosed(TWO_NUMBERS.format(right, counted, condition))[1]] == found


def test_wild_objects_are_as_many_as_show_the_item_in_all_packs() -> None:
    """Of two packs in three suits six cards show the 1: in a hand of seven each may stand for one of 150."""
    text = """\
Article 1
  “number”, from high to low: {numbers} and 1.
  “suit”, from high to low: “spades”, “hearts” and “clubs”.
  material: 2 packs of “card”, each with one for each combination of “number” and “suit”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  1 may stand for any “card”, even one that the hand has.
  deal to “dealer”, one “card” at a time, face up, until each has 7.
"""
    (found,) = diagnosed(text.format(numbers=", ".join(map(str, range(50, 1, -1)))))[1]
    assert (found.code, found.args["count"]) == ("wild-out-of-bounds", comb(150 + 6 - 1, 6))
    assert diagnosed(text.format(numbers="3, 2"))[1] == []


WILD = """\
Article 1
  “number”, from high to low: {numbers} and 1.
  “suit”, from high to low: “spades”, “hearts” and “clubs”.
  house option “packs”: 2 or more; default 2.
  material: {packs} of “card”, each with one for each combination of “number” and “suit”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  1 may stand for any “card”, even one that the hand has.
Article 2
  deal to “dealer”, and then each “player” with a bet, one “card” at a time, face up, until each has {count}.
  upon “draw”: takes one “card”.
  {sentence}.
"""


@pytest.mark.parametrize(
    ("highest", "packs", "count", "sentence", "others", "held"),
    [
        # Of twenty numbers in three suits; three cards of a pack show the 1, and there are two packs at least.
        (20, "“packs” packs", 7, "settle “ante”", 60, 6),
        # Two cards and one drawn; two and as many as are drawn, which are all; two, and the two of another.
        (50, "2 packs", 2, "“player” with “ante” chooses “draw” or “stay”", 150, 3),
        (20, "2 packs", 2, "“player” with “ante” repeatedly chooses “draw”, until “player” has a bet", 60, 6),
        (50, "2 packs", 2, "“player” forms “both hands” from the hand and that of “dealer”", 150, 4),
    ],
)
def test_wild_objects_of_a_hand_are_as_many_as_may_ever_lie_in_it(
    highest: int, packs: str, count: int, sentence: str, others: int, held: int
) -> None:
    numbers = ", ".join(map(str, range(highest, 1, -1)))
    text = WILD.format(numbers=numbers, packs=packs, count=count, sentence=sentence)
    (found,) = (d for d in diagnosed(text)[1] if d.code == "wild-out-of-bounds")
    assert found.args["count"] == comb(others + held - 1, held)


def test_ways_of_thousands_of_digits_are_told_as_very_many() -> None:
    """9,000 wild cards, each of which may be any of 4: a number of 5,418 digits, which nobody reads."""
    text = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  “special”, from high to low: “joker”.
  material: 1 pack of “card”, each with one for each combination of “number”; also 9000 of “joker”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  “joker” may stand for any “card” that the hand does not have.
  deal to “dealer”, one “card” at a time, face up, until each has 9000.
"""
    (found,) = diagnosed(text)[1]
    assert (found.code, found.args["count"]) == ("wild-out-of-bounds", "> 10¹²")
    portions = "5000 for “front” and 5000 for “back”"
    sentence = f"{DEAL.format(to='each “box” with a bet', batch=1, what='card', count=10000)}.\n" + (
        f"  “player” with “ante” divides the hand into {portions}"
    )
    (divided,) = (d for d in diagnosed(MATERIAL.format(sentence=sentence, packs=9999, size=3))[1])
    assert [hint.args["ways"] for hint in divided.hints] == ["> 10¹²"]


def test_with_numbers_beyond_any_game_no_more_is_counted() -> None:
    """So many ways would take longer to count than anybody waits."""
    text = WILD.format(numbers="3, 2", packs="900000000 packs", count=90_000_000, sentence="settle “ante”")
    text = text.replace("even one that the hand has", "that the hand does not have").replace(", that", " that")
    assert {d.code for d in diagnosed(text)[1]} == {"number-out-of-bounds"}


@pytest.mark.parametrize(("items", "found"), [("4, 3, 2 and 1", []), ("3, 2 and 1", ["miscounted-items"])])
def test_a_heap_has_an_item_for_each_remainder(items: str, found: list[str]) -> None:
    heap = "material: a heap of an unknown number of “bean”, counted off 4 at a time, whose remainder shows one “rest”"
    assert codes(f"“rest”, from high to low: {items}.\n  {heap}") == found


@pytest.mark.parametrize(
    ("reduced", "limited", "found"),
    [(True, False, []), (False, True, []), (True, True, ["two-ways-to-total"])],
)
def test_a_total_is_reduced_or_has_a_limit(reduced: bool, limited: bool, found: list[str]) -> None:
    """Of 9 and 6, 15 is over the limit of 12; reduced first, it is 5."""
    said = ["every 10 in a total counts zero"] * reduced + ["a total is the highest that does not exceed 12"] * limited
    assert codes(".\n  ".join(said)) == found
