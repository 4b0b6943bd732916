"""What would stop a round is found in the text: each check by a text that fails it and one that does not."""

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from lexludi.base.diagnostics import Hint
from lexludi.base.resources import shelves
from lexludi.exact.odds import odds
from lexludi.law.loader import load_rules, text_file
from lexludi.rules.soundness import MAX_AMOUNT, MAX_COUNT
from small import COIN, DIE, HEADER, THROW, diagnosed, pack, rules_of
from smaller import changed

MATERIAL = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: {packs} packs of “card”, each with one for each combination of “number”; {size} in each.
  material: 2 “die”, each showing one “number”.
  there is one “dealer”.
  there are 3 “box”.
  “player” bets at “box”.
  “ante” is a bet.
Article 2
  “dealer” must “draw”.
Article 3
  {sentence}.
"""


def codes(sentence: str = "bets are accepted", *, packs: int = 2, size: int = 3) -> list[str]:
    return [d.code for d in diagnosed(MATERIAL.format(sentence=sentence, packs=packs, size=size))[1]]


def test_a_sound_text_has_no_diagnostics() -> None:
    assert codes() == []


def test_a_part_of_a_hand_that_no_step_makes_is_marked() -> None:
    text = MATERIAL.format(
        sentence="when the “low hand” of “box” is higher than the hand of “dealer”, then “ante” loses", packs=2, size=3
    )
    (found,) = (d for d in diagnosed(text)[1] if d.code == "not-a-part")
    span = found.labels[0].span
    assert (HEADER + text)[span.start : span.end].strip("“”") == "low hand"


def test_a_pack_has_as_many_objects_as_its_items_combine_to() -> None:
    assert codes(size=4) == ["stock-size-differs"]


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


DEAL = "deal to {to}, {batch} “{what}” at a time, face up, until each has {count}"


def test_a_deal_gives_at_least_one_object_at_a_time() -> None:
    assert codes(DEAL.format(to="“dealer”", batch=0, what="card", count=2)) == ["number-out-of-bounds"]


def test_only_what_is_drawn_is_dealt_and_only_what_is_thrown_is_thrown() -> None:
    assert codes(DEAL.format(to="“dealer”", batch=1, what="die", count=2)) == ["cannot-be-dealt"]
    assert codes("upon “draw”: takes one “die”") == ["cannot-be-dealt"]
    assert codes("burn a number of “die” equal to 1") == ["cannot-be-dealt"]
    assert codes("“dealer” throws “card”") == ["cannot-be-thrown"]
    assert codes("“dealer” throws “die”") == []


def test_rules_can_be_followed_only_where_there_are_some_for_that_role() -> None:
    assert codes("“dealer” follows the rules on “sit”") == ["nothing-to-follow"]
    assert codes("“box” follows the rules on “draw”") == ["nothing-to-follow"]
    assert codes("“dealer” follows the rules on “draw”") == []


def test_only_a_provision_with_a_step_can_be_repeated() -> None:
    until = "until a “die” has been thrown"
    assert codes(f"repeat article 2 {until}") == ["nothing-to-repeat"]
    assert codes(f"repeat article 3 {until}") == []
    assert codes(f"repeat article 9 {until}")[0] == "dangling-reference"


def test_only_steps_that_come_before_can_be_repeated() -> None:
    text = DIE + "Article 2\n  {}\nArticle 3\n  “banker” throws “die”.\nArticle 4\n  {}\n"
    again = "repeat article 3 until the total of “banker” is 3."
    assert [d.code for d in diagnosed(text.format("bets are accepted.", again))[1]] == []
    assert [d.code for d in diagnosed(text.format(again, "bets are accepted."))[1]] == ["nothing-to-repeat"]


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("article 2, item 1", []),
        ("article 2, 1)", []),
        # The article has items and no subitems, whose eIds would be the same.
        ("article 2, subitem 1", ["dangling-reference"]),
        ("article 2, (1)", ["dangling-reference"]),
        ("article 2, item 3, subitem 1", []),
    ],
)
def test_a_subitem_is_not_an_item_of_its_number(target: str, found: list[str]) -> None:
    text = (
        f"{DIE}{THROW}Article 2\n1)\n  “big” loses.\n2)\n  when “banker” shows 3, then “big” pays 1 to 1.\n"
        f"  prevails over {target}.\n3)\n  introduces the provisions below.\n(1)\n  “big” loses.\n"
    )
    assert [d.code for d in diagnosed(text)[1]] == found


def test_several_holders_are_dealt_to_each_and_one_as_such() -> None:
    each, several = "each “box” with a bet", "“box”"
    assert codes(DEAL.format(to=several, batch=1, what="card", count=2)) == ["dealt-to-several"]
    assert codes(DEAL.format(to=each, batch=1, what="card", count=2)) == []


@pytest.mark.parametrize(("batch", "found"), [(1, []), (2, []), (3, ["more-than-the-whole"])])
def test_no_more_is_dealt_at_a_time_than_each_is_to_have(batch: int, found: list[str]) -> None:
    assert codes(DEAL.format(to="“dealer”", batch=batch, what="card", count=2)) == found


def test_a_definition_does_not_rely_on_itself_even_by_another() -> None:
    assert codes("“dealer” is “fit” only if it is not so that “dealer” is “fit”") == ["circular-definition"]
    circle = "“dealer” is “fit” only if “box” is “low”.\n  “box” is “low” only if “dealer” is “fit”"
    assert codes(circle) == ["circular-definition"] * 2
    chain = "“dealer” is “fit” only if “box” is “low”.\n  “box” is “low” only if the total of “box” is 2"
    assert codes(chain) == []
    settled = f"{circle}.\n  bets are accepted.\n  settle “ante”.\n  when “dealer” is “fit”, then “ante” loses"
    assert codes(settled) == ["circular-definition"] * 2


@pytest.mark.parametrize(
    ("said", "of"),
    [
        # Each set is all of the other, so that neither has an item; a set of a set is no circle.
        ("“low” comprises “mean”.\n  “mean” comprises “low”", ["low", "mean"]),
        ("“low” comprises 1, 2 and “low”", ["low"]),
        ("“low” comprises “mean”.\n  “mean” comprises 1", []),
        # Nobody has the bet whose stake is the limit, or the amount.
        ("bets on “ante” are accepted, up to the stake of “ante”", ["ante"]),
        (
            "bets on “ante” are accepted, up to the stake of “late”.\n"
            "  bets on “late” are accepted, up to the stake of “ante”",
            ["ante", "late"],
        ),
        ("upon “raise”: an amount equal to the stake of “ante” is put on “ante”", ["ante"]),
        # Anybody may place the ante, which lets the other begin.
        (
            "bets on “late” are accepted, up to the stake of “late”.\n"
            "  bets on “late” are accepted, up to the stake of “ante”",
            [],
        ),
        # One that has moved to it stands there, and may be raised.
        (
            "bets on “late” are accepted, up to the stake of “late”.\n  upon “raise”: “ante” moves to “late”",
            [],
        ),
    ],
)
def test_what_relies_on_itself_never_begins(said: str, of: list[str]) -> None:
    _, found = diagnosed(MATERIAL.format(sentence=f"“late” is a bet.\n  {said}", packs=2, size=3))
    assert [(d.code, d.args["term"]) for d in found] == [("circular-definition", term) for term in of]


@pytest.mark.parametrize(
    ("items", "slots", "found"),
    [
        (18, 3, []),  # 18·17·16 = 4,896 ways, where 18·18·18 would be 5,832
        (19, 3, ["names-out-of-bounds"]),  # 19·18·17 = 5,814
        (2, 3, ["names-out-of-bounds"]),  # a third item there is not
    ],
)
def test_slots_of_one_scale_name_different_items(items: int, slots: int, found: list[str]) -> None:
    ordinals = ("first", "second", "third")[:slots]
    named = ", ".join(f"one “number” as “{own}”" for own in ordinals[:-1])
    text = DIE.replace("3, 2 and 1", f"{', '.join(map(str, range(items, 1, -1)))} and 1")
    text += f"  “pick” is a bet that names {named} and one “number” as “{ordinals[-1]}”.\n"
    assert [d.code for d in diagnosed(text)[1]] == found


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ("a number from 1 through 3", []),
        ("one “number”", []),
        ("two “number”", ["not-named"]),
        ("one “pair”", ["not-named"]),
        ("one “suit”", ["not-named"]),
        ("one “number” and a number from 1 through 3", ["not-named"]),
        # More than there is memory for: the names are counted, and not listed.
        ("a number from 1 through 300000000", ["number-out-of-bounds", "names-out-of-bounds"]),
    ],
)
def test_the_number_named_is_asked_of_a_bet_that_names_one(names: str, found: list[str]) -> None:
    sentence = (
        "“suit”, from high to low: “sun” and “moon”.\n"
        "  “pair”, groups of “number”: 1-2 and 2-3.\n"
        f"  “guess” is a bet that names {names}.\n"
        "  when the total of “dealer” is equal to the number named, then “guess” loses"
    )
    assert codes(sentence) == found


def test_every_sentence_that_asks_for_what_is_not_named_is_told_once() -> None:
    """Two sentences on two bets, and one whose effect asks; the condition of a table stands in three rules."""
    asked = "the number of times that “dealer” shows the one named"
    sentence = (
        "“other” is a bet.\n  “next” is a bet that names a number from 0 through 2.\n"
        f"  when {asked} is 1, then “ante” loses.\n  when {asked} is 1, then “other” loses.\n"
        f"  when the total of “dealer” is 1, then “ante” moves to “next”, naming {asked}.\n"
        f"  when {asked} is 2, then “ante” pays by the total of “dealer”:\n1)\n  4 2 to 1.\n2)\n  5 3 to 1"
    )
    text = MATERIAL.format(sentence=sentence, packs=2, size=3)
    found = [d.labels[0].span.start for d in diagnosed(text)[1] if d.code == "not-named"]
    assert len(found) == 4
    assert len(set(found)) == 4


@pytest.mark.parametrize(
    ("names", "asked", "found"),
    [
        ("one “number”", "the one named", []),
        ("one “pair”", "the one named", []),
        ("two “number”", "the one named", ["not-named"]),
        ("two “number”", "any of those named", []),
        ("one “number” and one “suit” as “shade”", "the one named", ["not-named"]),
        ("one “number” and one “suit” as “shade”", "the “shade” named", []),
        ("one “number” and one “suit” as “shade”", "the “number” named", []),
        ("one “number” and one “suit” as “shade”", "the “suit” named", ["not-named"]),
        ("two “number”", "the “number” named", []),
        ("one “pair”", "the “pair” named", []),
        ("one “number” and one “number”", "the “number” named", ["not-named"]),
    ],
)
def test_the_one_named_is_asked_of_a_bet_that_names_one(names: str, asked: str, found: list[str]) -> None:
    """As the reference says; read as any of those named, it would be met by the suit where the number is meant."""
    sentence = (
        "“suit”, from high to low: “sun” and “moon”.\n"
        "  “pair”, groups of “number”: 1-2 and 2-3.\n"
        f"  “guess” is a bet that names {names}.\n"
        f"  when “dealer” shows {asked}, then “guess” loses"
    )
    assert codes(sentence) == found


def test_what_is_named_at_different_places_is_asked_in_rules_on_one_bet() -> None:
    """“low” is the second thing that “first” names, and the first of “second”: a definition is read for both."""
    bets = (
        "“first” is a bet that names one “number” as “high” and one “number” as “low”.\n"
        "  “second” is a bet that names one “number” as “low”.\n"
    )
    asked = "“dealer” shows the “low” named"
    definition = f"{bets}  “dealer” is “fit” only if {asked}.\n  when “dealer” is “fit”, then “{{}}” loses"
    assert codes(definition.format("first")) == ["not-named"]
    assert codes(definition.replace(" and one “number” as “low”", "").format("second")) == []
    assert codes(f"{bets}  when {asked}, then “first” loses.\n  when {asked}, then “second” loses") == []
    assert codes(f"{bets}  when {asked}, then “player” must not “leave”") == ["not-named"]


def test_each_of_what_is_named_of_a_throw_and_of_a_hand_is_asked_for_apart() -> None:
    """No throw of a coin shows a number, and no card a face: neither shows each of the two."""
    named = (
        "“face”, from high to low: “big” and “small”.\n"
        "  material: 2 “coin”, each showing one “face”.\n"
        "  “guess” is a bet that names one “face” as “thrown” and one “number” as “held”.\n"
        "  “dealer” throws “coin”.\n"
    )
    deals = "  deal to “dealer”, one “card” at a time, face up, until each has 2.\n"
    asked = "  when “dealer” shows {} named, then “guess” loses"
    each, either, one = (asked.format(what) for what in ("each of those", "any of those", "the “held”"))
    assert codes(named + each) == []
    assert codes(named + deals + each) == ["not-named"]
    assert codes(named + deals + either) == []
    assert codes(named + deals + one) == []


def test_a_category_looks_at_nothing_but_the_hand() -> None:
    opening = "each hand belongs to the first category that fits, from high to low:\n1)\n  “odd”: {condition}"
    text = MATERIAL.replace("  {sentence}.", "  " + opening + ".")

    def of(condition: str) -> list[str]:
        return [d.code for d in diagnosed(text.format(condition=condition, packs=2, size=3))[1]]

    assert of("it is not so that 2 are of the same “number”") == []
    assert of("the total of “dealer” is 2") == ["not-about-a-hand"]
    assert of("2 are of the same “number”, and a “card” has been dealt") == ["not-about-a-hand"]
    guard = "if 2 are of the same “number”, then if a “card” has been dealt, then the total"
    assert of(f"2 are of the same “number”; compared by: {guard}") == ["not-about-a-hand"]


def test_a_run_has_only_items_of_its_scale() -> None:
    assert codes("“run”, runs of “number” from high to low: 3-2 and 4-3") == ["not-an-item"]


@pytest.mark.parametrize(("item", "found"), [("4", []), ("“sun”", ["not-an-item"])])
def test_a_threshold_of_hands_ordered_by_runs_is_on_the_scale_of_these(item: str, found: list[str]) -> None:
    text = """Article 1
  “number”, from high to low: 4, 3 and 2.
  “suit”, from high to low: “sun” and “moon”.
  “row”, runs of “number” from high to low: 4-3 and 3-2.
  material: 1 pack of “card”, each with one for each combination of “number” and “suit”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “straight”: they form a “row”; compared by: the order of “row”.
Article 3
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has 2.
  settle “ante”.
  when the hand of “dealer” is worth at least “straight” with {}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    diagnostics = [d for d in diagnosed(text.format(item))[1] if d.code == "not-an-item"]
    assert [d.code for d in diagnostics] == found
    assert [h for d in diagnostics for h in d.hints] == [Hint("threshold-scale", {"scale": "number"}) for _ in found]


def test_a_threshold_is_on_the_scale_that_orders_the_hands(tmp_path: Path) -> None:
    text = shelves()[0] / "mo" / "q-poker" / "2005-01-18.en.ludi"
    for item, expected in (("“Q”", []), ("“K”", []), ("“spades”", ["not-an-item"])):
        own = tmp_path / item
        own.mkdir()
        file = changed(text, [("at least “three odd cards” with “Q”", f"at least “three odd cards” with {item}")], own)
        assert [d.code for d in load_rules(text_file(file))[1]] == expected


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


def test_a_row_that_is_a_number_is_no_category_and_is_told_as_it_is_written() -> None:
    sentence = "“ante” pays by the hand of “dealer”:\n1)\n  7 3 to 1"
    _, found = diagnosed(MATERIAL.format(sentence=sentence, packs=2, size=3))
    assert [d.args["term"] for d in found if d.code == "not-a-category"] == ["7"]


def test_a_settlement_comes_after_the_cards_that_it_counts() -> None:
    """They are counted by their number, by their total, or by what a status says of these."""
    text = """Article 1
  “number”, from high to low: 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  each “card” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  “dealer” is “high” only if the total of “dealer” is 2.
Article 2
  bets are accepted.
  settle “ante”.
  deal to “dealer”, one “card” at a time, face up, until each has 1.
  when {}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    for condition in ("the number of “card” of “dealer” is 1", "the total of “dealer” is 2", "“dealer” is “high”"):
        assert "settled-too-early" in [d.code for d in diagnosed(text.format(condition))[1]]


def test_a_bet_that_may_stand_may_be_settled_before_another_has_thrown_and_again_after() -> None:
    """Each of the two throws a coin in turn until one has a 2: who throws first wins two of three rounds."""
    text = (
        COIN.replace("one “dealer”", "one “first”.\n  there is one “second”")
        + """\
  “ante” is a bet.
Article 2
  bets are accepted.
Article 3
  “first” throws “die”.
  settle “ante”.
  when every bet is decided, then the round ends.
  “second” throws “die”.
  settle “ante”.
  repeat article 3 until every bet is decided.
Article 4
  when “first” shows 2, then “ante” pays 1 to 1.
  when “second” shows 2, then “ante” loses.
  in every other case, “ante” stands until it is decided.
"""
    )
    assert [d.code for d in diagnosed(text)[1]] == []
    assert odds(rules_of(text)).bets["ante"].expectation == Fraction(2 - 1, 3)
    once = text.replace("  “second” throws “die”.\n  settle “ante”.\n", "  “second” throws “die”.\n")
    assert "settled-too-early" in [d.code for d in diagnosed(once)[1]]
    assert "settled-too-early" in [d.code for d in diagnosed(text.replace("stands until it is decided", "loses"))[1]]


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


@pytest.mark.parametrize(
    ("code", "sound", "unsound"),
    [
        # Of 21 numbers no 22 can be named without one of them twice, though C(21, 2) × C(21, 20) = 4 410.
        (
            "names-out-of-bounds",
            "“small” is a bet that names one “rank” as “first” and one “rank” as “second”.",
            "“big” is a bet that names two “ranks” as “first” and twenty “ranks” as “second”.",
        ),
        # C(21, 2) = 231 ways to name two of 21 numbers, C(21, 7) = 116 280 to name seven.
        ("names-out-of-bounds", "“small” is a bet that names two “ranks”.", "“big” is a bet that names seven “ranks”."),
        (
            "not-an-item",
            "“low”, runs of “rank” from high to low: 3-2-1.",
            "“high”, runs of “rank” from high to low: 23-22.",
        ),
        (
            "stock-size-differs",
            "material: 1 pack of “tile”, each with one for each combination of “rank”; 21 in each.",
            "material: 1 pack of “card”, each with one for each combination of “rank”; 20 in each.",
        ),
    ],
)
def test_of_two_declarations_of_a_provision_the_one_at_fault_is_marked(code: str, sound: str, unsound: str) -> None:
    numbers = ", ".join(map(str, range(21, 1, -1)))
    text = f"""Article 1
  “rank”, from high to low: {numbers} and 1.
  {sound}
  {unsound}
  there is one “dealer”.
  “player” bets.
"""
    spans = {d.labels[0].span for d in diagnosed(text)[1] if d.code == code}
    assert [(HEADER + text)[span.start : span.end] for span in spans] == [unsound.removesuffix(".")]


AT_BOXES = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  there are 3 “box”.
  “player” bets at “box”.
  each “player” is either “seated” or “standing”.
  “player” is “tall” only if “player” is “standing”.
  “player” is “full” only if the total of “player” is higher than 3.
  “ante” is a bet.
  when “mishap” happens, then the round stands.
Article 2
  bets are accepted.
  {deal}{step}
  settle “ante”.
Article 3
  {norm}
  upon “draw”: takes 1 “card”.
"""
DRAWS, MUST = "“{}” follows the rules on “draw”.", "“{}” must “draw”."
TO_PLAYERS = "deal to each “player” with a bet, one “card” at a time, face up, until each has 1.\n  "


@pytest.mark.parametrize("role", ["box", "player", "dealer"])
@pytest.mark.parametrize("deal", ["", TO_PLAYERS])
@pytest.mark.parametrize(
    ("marked", "step", "norm"),
    [
        ("“player” is “standing”", f"when {{}}, then {DRAWS}", MUST),
        ("“player” is “standing”", "“{}” repeatedly follows the rules on “draw”, until {}.", MUST),
        ("“player” has the largest stake", DRAWS, f"when {{}}, then {MUST}"),
        ("“player” has the largest stake among those who are “seated”", DRAWS, f"when {{}}, then {MUST}"),
        ("the number of “mishap” of “player”", DRAWS, f"when {{}} is 0, then {MUST}"),
        # What is asked of a definition stands there, and not in the norm.
        ("“player” is “standing”", DRAWS, f"when “player” is “tall”, then {MUST}"),
        # One hand has one total, and somebody bets with it or nobody.
        ("", DRAWS, f"when “player” is “full”, and “player” has a bet on “ante”, then {MUST}"),
    ],
)
@pytest.mark.parametrize("at", ["box", "dealer"])
def test_a_hand_that_several_may_bet_with_is_asked_for_the_status_and_stakes_of_no_one(
    at: str, marked: str, step: str, norm: str, deal: str, role: str
) -> None:
    """Of a hand at which they bet; not of those dealt to themselves, and of the dealer once for the table."""

    def said(sentence: str) -> str:
        return sentence.replace("{}", role, 1) if "until" in sentence else sentence.replace("“{}”", f"“{role}”")

    text = AT_BOXES.format(deal=deal, step=said(step).replace("{}", marked), norm=said(norm).replace("{}", marked))
    text = text.replace("bets at “box”", f"bets at “{at}”")
    spans = [d.labels[0].span for d in diagnosed(text)[1] if d.code == "no-one-bettor"]
    words = [(HEADER + text)[span.start : span.end] for span in spans]
    assert words == ([marked] if marked and not deal and role in {at, "player"} - {"dealer"} else [])


@pytest.mark.parametrize(
    ("effect", "is_on_bets"),
    [
        ("“ante” pays 1 to 1", True),
        ("the stake of “ante” is doubled", True),
        ("“ante” moves to “side”", True),
        ("an amount equal to the stake of “ante” is put on “side”", True),
        ("takes one “card”; the stake of “ante” is reduced", True),
        ("takes one “card”", False),
        ("burn a number of “card” equal to 1", False),
    ],
)
@pytest.mark.parametrize(
    ("betting", "role", "has_bets"),
    [
        ("“player” bets", "dealer", False),
        ("“player” bets", "player", True),
        ("“player” bets at “dealer”", "dealer", True),
        ("there are 3 “box”. “player” bets at “box”", "dealer", False),
        ("there are 3 “box”. “player” bets at “box”", "box", True),
    ],
)
def test_an_act_by_which_bets_change_is_required_only_of_those_with_whose_hands_bets_are_played(
    effect: str, is_on_bets: bool, betting: str, role: str, has_bets: bool
) -> None:
    text = f"""\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  there is one “dealer”.
  {betting}.
  “ante” is a bet.
  “side” is a bet.
Article 2
  bets are accepted.
  “{role}” follows the rules on “raise”.
  settle “ante” and “side”.
Article 3
  “{role}” must “raise”.
  upon “raise”: {effect}.
"""
    found = [d for d in diagnosed(text)[1] if d.code == "effect-on-no-bet"]
    assert [(d.labels[0].eid, d.args["party"]) for d in found] == (
        [("art_2", "dealer")] if is_on_bets and not has_bets else []
    )


@pytest.mark.parametrize(
    ("key", "item", "found"),
    [
        ("the “rank” of the two alike in “rank”", "4", 0),
        ("the “rank” of each card other than the two alike in “rank”", "4", 1),
        ("the “rank” of each card, highest first", "4", 1),
        ("the “suit” of the card highest in “suit”", "“sun”", 0),
    ],
)
def test_a_threshold_is_warned_of_unless_what_is_alike_on_its_scale_is_compared_first(
    key: str, item: str, found: int
) -> None:
    text = f"""Article 1
  “rank”, from high to low: 4, 3 and 2.
  “suit”, from high to low: “sun” and “moon”.
  material: 1 pack of “card”, each with one for each combination of “rank” and “suit”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: two are of the same “rank”; compared by: {key}.
Article 3
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has 3.
  settle “ante”.
  when the hand of “dealer” is worth at least “pair” with {item}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    assert [d.code for d in diagnosed(text)[1]].count("threshold-without-key") == found
