"""Hands that are divided, split and formed: each check by a text that fails it and one that does not."""

import pytest

from small import HEADER, diagnosed
from unsound import DEAL, MATERIAL


def test_a_part_of_a_hand_that_no_step_makes_is_marked() -> None:
    text = MATERIAL.format(
        sentence="when the “low hand” of “box” is higher than the hand of “dealer”, then “ante” loses", packs=2, size=3
    )
    (found,) = (d for d in diagnosed(text)[1] if d.code == "not-a-part")
    span = found.labels[0].span
    assert (HEADER + text)[span.start : span.end].strip("“”") == "low hand"


TWO_EACH = DEAL.format(to="each “box” with a bet", batch=1, what="card", count=2)


@pytest.mark.parametrize(
    ("portions", "after", "hints"),
    [
        ("one for “front” and one for “back”", "", []),
        # Two cards are dealt: they make neither three, nor two parts of one name.
        ("two for “front” and one for “back”", "", ["divide-what-is-dealt"]),
        ("one for “front” and one for “front”", "", ["divide-what-is-dealt"]),
        ("one for “front” and one for “back”", DEAL, ["divide-when-all-is-dealt"]),
    ],
)
def test_a_hand_is_divided_as_it_was_dealt_and_dealt_no_more(portions: str, after: str, hints: list[str]) -> None:
    more = after and "  " + after.format(to="each “box” with a bet", batch=1, what="card", count=3) + ".\n"
    sentence = f"{TWO_EACH}.\n  “player” with “ante” divides the hand into {portions}.\n{more}  bets are accepted"
    found = diagnosed(MATERIAL.format(sentence=sentence, packs=2, size=3))[1]
    assert [(d.code, hint.key) for d in found for hint in d.hints] == [("cannot-be-divided", hint) for hint in hints]


@pytest.mark.parametrize(("first", "ways"), [(2, 0), (6, 0), (7, 792)])
def test_a_hand_is_divided_in_so_many_ways_as_can_be_chosen_among(first: int, ways: int) -> None:
    """Of twelve cards two can be taken in 66 ways, eleven of which six in 462; of twelve seven in 792."""
    count = 11 if first == 6 else 12
    deal = DEAL.format(to="each “box” with a bet", batch=1, what="card", count=count)
    divides = f"“player” with “ante” divides the hand into {first} for “front” and {count - first} for “back”"
    found = diagnosed(MATERIAL.format(sentence=f"{deal}.\n  {divides}", packs=20, size=3))[1]
    assert [hint.args["ways"] for d in found for hint in d.hints] == [ways] * bool(ways)


@pytest.mark.parametrize(("other", "hints"), [("dealer", []), ("box", ["form-with-one-holder"])])
def test_a_hand_is_formed_with_that_of_one_holder(other: str, hints: list[str]) -> None:
    deals = DEAL.format(to="each “box” with a bet, and then “dealer”", batch=1, what="card", count=2)
    forms = f"“player” forms “both hands” from the hand and that of “{other}”"
    found = diagnosed(MATERIAL.format(sentence=f"{deals}.\n  {forms}", packs=2, size=3))[1]
    assert [hint.key for d in found if d.code == "cannot-be-formed" for hint in d.hints] == hints
