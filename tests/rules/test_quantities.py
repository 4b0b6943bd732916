"""Counts, amounts and ranges of a text: each check by a text that fails it and one that does not."""

import pytest

from lexludi.rules.literals import MAX_COUNT
from lexludi.rules.quantities import MAX_AMOUNT, told
from small import DIE, THROW, diagnosed, pack
from unsound import DEAL, MATERIAL, codes


@pytest.mark.parametrize("packs", [0, MAX_COUNT + 1])
def test_a_count_that_must_be_there_is_neither_zero_nor_beyond_any_game(packs: int) -> None:
    assert codes(packs=packs) == ["number-out-of-bounds"]
    assert codes(packs=1) == []


@pytest.mark.parametrize(("choices", "found"), [("0", 1), ("0 or 2", 1), ("2 or 0; default 2", 1), ("1 or more", 0)])
def test_an_option_for_a_count_gives_at_least_one(choices: str, found: int) -> None:
    text = f"{pack('3, 2 and 1', '“packs” packs')}  house option “packs”: {choices}.\n"
    assert [d.code for d in diagnosed(text)[1]] == ["number-out-of-bounds"] * found


def test_there_is_at_least_one_of_several_holders() -> None:
    """With none of them, a bet had no place, and a simulation of it failed."""
    seats = DIE.replace("“player” bets.", "there are {} “boxes”.\n  “player” bets at “boxes”.")
    assert [d.code for d in diagnosed(seats.format(1) + THROW)[1]] == []
    assert [d.code for d in diagnosed(seats.format(0) + THROW)[1]] == ["number-out-of-bounds"]
    option = "  house option “seats”: {}.\n" + THROW
    assert [d.code for d in diagnosed(seats.format("“seats”") + option.format("1 or 2"))[1]] == []
    assert [d.code for d in diagnosed(seats.format("“seats”") + option.format("0 or 2"))[1]] == ["number-out-of-bounds"]


def test_an_option_for_anything_else_may_be_zero() -> None:
    by_more = "when the stakes on “ante” exceed those on “ante” by more than “notice”"
    said = f"house option “notice”: 0 or 2.\n  {by_more}, then “player” must not “bet” on “ante”"
    assert codes(said) == []


@pytest.mark.parametrize(
    "what",
    ["the total of the first {} of “dealer” is 1", "among the first {} of “dealer”, 2 follow one another in “number”"],
)
def test_the_first_of_a_hand_are_at_least_one(what: str) -> None:
    assert codes(f"when {what.format(2)}, then “ante” loses") == []
    assert codes(f"when {what.format(0)}, then “ante” loses") == ["number-out-of-bounds"]


@pytest.mark.parametrize(
    "material",
    ["1 set of “die”, each with 3 of 1 and {} of 0", "1 “die”, showing one of 3 sectors with 1 and {} sectors with 0"],
)
def test_an_item_may_be_a_zero_of_which_there_is_at_least_one(material: str) -> None:
    text = DIE.replace("3, 2 and 1", "1 and 0").replace("1 “die”, each showing one “number”", material)
    assert [d.code for d in diagnosed(text.format(2))[1]] == []
    assert [d.code for d in diagnosed(text.format(0))[1]] == ["number-out-of-bounds"]


@pytest.mark.parametrize(
    "sentence",
    [
        "the stake of “ante” must be at most {}",
        "the stake of “ante” must be from 1 through {}",
        "when the stakes on “ante” exceed those on “ante” by more than {}, then “player” must not “bet” on “ante”",
        "“pool” is an amount kept from round to round, beginning with {}.\n"
        "  1/2 of the stake of “ante” is added to “pool”.\n  “ante” receives the whole of “pool”",
        "“pool” is an amount kept from round to round, beginning with 0.\n"
        "  1/2 of the stake of “ante” is added to “pool”.\n  “ante” receives {} out of “pool”",
    ],
)
def test_an_amount_of_money_may_be_far_higher_than_a_count(sentence: str) -> None:
    assert codes(sentence.format(50_000)) == []
    assert codes(sentence.format(MAX_AMOUNT)) == []
    assert codes(sentence.format(MAX_AMOUNT + 1)) == ["number-out-of-bounds"]


def test_a_deal_gives_at_least_one_object_at_a_time() -> None:
    assert codes(DEAL.format(to="“dealer”", batch=0, what="card", count=2)) == ["number-out-of-bounds"]


@pytest.mark.parametrize(("batch", "found"), [(1, []), (2, []), (3, ["more-than-the-whole"])])
def test_no_more_is_dealt_at_a_time_than_each_is_to_have(batch: int, found: list[str]) -> None:
    assert codes(DEAL.format(to="“dealer”", batch=batch, what="card", count=2)) == found


def test_a_quantity_is_an_option_of_numbers() -> None:
    way = (
        "house option “way”: “shoe” or “machine”.\n"
        "  material: “way” packs of “tile”, each with one for each combination of “number”"
    )
    assert codes(way) == ["not-a-number"]
    assert codes(way.replace("“shoe” or “machine”", "1 or 2")) == []


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("“burnt” is 2", []),
        ("“burnt” is 1 or more", []),
        ("it is not so that “burnt” is “none”", []),
        # No number of cards is burnt under «none»: rounds broke off.
        ("“burnt” is “none”", ["not-a-number"]),
        ("it is not so that “burnt” is 2", ["not-a-number"]),
        ("“burnt” is 2, or use of “card” begins", ["not-a-number"]),
        ("“burnt” is 2, and use of “card” begins", []),
    ],
)
def test_an_option_that_may_be_no_number_is_a_quantity_where_it_is_one(condition: str, found: list[str]) -> None:
    option = "house option “burnt”: “none”, 1 or 2"
    assert codes(f"{option}.\n  when {condition}, then burn a number of “card” equal to “burnt”") == found


def test_a_range_that_ends_before_it_begins_is_told_the_right_way_round() -> None:
    sentence = "when the total of “dealer” is 6 through 4, then “ante” pays 1 to 1"
    _, found = diagnosed(MATERIAL.format(sentence=sentence, packs=2, size=3))
    (hint,) = (hint for diagnostic in found if diagnostic.code == "empty-range" for hint in diagnostic.hints)
    assert (hint.args["low"], hint.args["high"]) == (4, 6)


def test_stakes_from_more_through_less_are_no_range() -> None:
    assert codes("the stake of “ante” must be from 10 through 5") == ["empty-range"]
    assert codes("the stake of “ante” must be from 5 through 5") == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("“ante” loses 100%", []),
        ("“ante” loses 101%", ["more-than-the-whole"]),
        ("from the winnings of “ante” a commission of 100% is taken", []),
        ("from the winnings of “ante” a commission of 101% is taken", ["more-than-the-whole"]),
    ],
)
def test_a_part_of_an_amount_is_no_more_than_all_of_it(said: str, found: list[str]) -> None:
    assert codes(said) == found


def test_a_count_is_told_as_it_is_up_to_a_million_millions() -> None:
    assert (told(10**12), told(10**12 + 1)) == (10**12, "> 10¹²")
