"""Names of bets, and rules that ask for them: each check by a text that fails it and one that does not."""

import pytest

from small import DIE, diagnosed
from unsound import MATERIAL, codes


@pytest.mark.parametrize(
    ("items", "slots", "found"),
    [
        (18, 3, []),  # 18·17·16 = 4,896 ways, where 18·18·18 would be 5,832
        (19, 3, []),  # 19·18·17 = 5,814, of which the first stands for all
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


@pytest.mark.parametrize(
    ("names", "asked", "found"),
    [
        (" that names a number from 2 through 6", "the total of “dealer” is equal to the number named", []),
        (" that names one “number”", "the total of “dealer” is equal to the number named", []),
        # Of the bet behind, the number is known, and not which item was named.
        (" that names one “number”", "“dealer” shows the one named", ["moves-without-number"]),
        ("", "the total of “dealer” is 2", ["moves-without-number"]),
    ],
)
def test_a_bet_moves_to_one_whose_number_is_asked(names: str, asked: str, found: list[str]) -> None:
    moves = "when the total of “dealer” is 4, then “ante” moves to “next”, naming the total of “dealer”"
    assert codes(f"“next” is a bet{names}.\n  {moves}.\n  when {asked}, then “next” loses") == found


@pytest.mark.parametrize(("names", "found"), [("one “number”", []), ("two “number”", ["window-names"])])
def test_a_bet_of_a_window_names_what_the_bet_beside_it_names(names: str, found: list[str]) -> None:
    bets = f"“guess” is a bet that names one “number”.\n  “late” is a bet that names {names}"
    assert codes(f"{bets}.\n  bets on “late” are accepted, up to the stake of “guess”") == found
