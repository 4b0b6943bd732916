"""Categories and shapes of hands, and thresholds on them: each check by a text that fails it and one that does not."""

from pathlib import Path

import pytest

from lexludi.base.diagnostics import Hint
from lexludi.base.resources import shelves
from lexludi.law.loader import load_rules, text_file
from small import diagnosed
from smaller import changed
from unsound import MATERIAL, codes


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


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("all are of the same “number”", ["shape-of-no-hand"]),
        ("“player” has a bet, and all are of the same “number”", ["shape-of-no-hand"]),
        ("the hand of “dealer” is such that all are of the same “number”", []),
        ("among the first 2 of “dealer”, all are of the same “number”", []),
    ],
)
def test_a_shape_is_of_a_hand_that_is_named(condition: str, found: list[str]) -> None:
    assert codes(f"when {condition}, then “ante” loses") == found
