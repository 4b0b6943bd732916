"""Definitions that rely on themselves, exceptions that lead back: each by a text that has one and one that has none."""

import pytest

from small import diagnosed
from unsound import MATERIAL, codes


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
    ("exceptions", "circles"),
    [
        ({1: 2, 2: 3}, []),
        ({1: 1}, [["art_4__point_1"]]),
        ({1: 2, 2: 3, 3: 1}, [["art_4__point_1", "art_4__point_2", "art_4__point_3"]]),
        # Two circles, each told once; the fourth provision leads to one of them and is in none.
        ({1: 1, 2: 3, 3: 2, 4: 3}, [["art_4__point_1"], ["art_4__point_2", "art_4__point_3"]]),
    ],
)
def test_provisions_that_prevail_over_themselves_are_told_once(
    exceptions: dict[int, int], circles: list[list[str]]
) -> None:
    text = MATERIAL.format(sentence="bets are accepted", packs=2, size=3) + "Article 4\n"
    for number in range(1, 5):
        over = f"  prevails over article 4, {exceptions[number]}).\n" if number in exceptions else ""
        text += f"{number})\n  when the total of “dealer” is {number}, then “ante” loses.\n{over}"
    found = [d for d in diagnosed(text)[1] if d.code == "circular-precedence"]
    assert [[label.eid for label in d.labels] for d in found] == circles
