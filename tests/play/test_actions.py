"""Actions as data: to JSON and back, and what is refused of a file and of a program."""

from fractions import Fraction
from typing import Any

import pytest

from lexludi.base.boundary import Field, Json
from lexludi.base.errors import IllegalAction, InvalidReplay
from lexludi.play.actions import (
    MOST,
    Act,
    Action,
    Choose,
    Deal,
    Irregularity,
    PlaceBet,
    action_from_json,
    action_to_json,
    checked,
)

# Actions, and the JSON that is written for them: what is empty is left out, amounts are exact strings.
WRITTEN: list[tuple[Action, dict[str, Any]]] = [
    (PlaceBet("ana", "box-1", "guess", Fraction(5, 2), "ace"),
     {"action": "bet", "bettor": "ana", "holder": "box-1", "bet": "guess", "stake": "5/2", "naming": "ace"}),
    (PlaceBet("ana", "", "ante", 10), {"action": "bet", "bettor": "ana", "bet": "ante", "stake": "10"}),
    (PlaceBet("", "", "ante"), {"action": "bet", "bet": "ante"}),
    (Deal(), {"action": "deal"}),
    (Choose("ana", "box-1", "play"), {"action": "choose", "bettor": "ana", "holder": "box-1", "choice": "play"}),
    (Choose("ana", "", "reduce", 3), {"action": "choose", "bettor": "ana", "choice": "reduce", "amount": "3"}),
    (Act("ana", "leave"), {"action": "act", "bettor": "ana", "act": "leave"}),
    (Irregularity("slip", "box-1", 2, 3),
     {"action": "irregularity", "event": "slip", "holder": "box-1", "count": 2, "after": 3}),
    (Irregularity("slip"), {"action": "irregularity", "event": "slip", "count": 1, "after": 0}),
]  # fmt: skip


@pytest.mark.parametrize(("action", "data"), WRITTEN, ids=[type(action).__name__ for action, _ in WRITTEN])
def test_an_action_is_written_and_read_back(action: Action, data: dict[str, Any]) -> None:
    assert action_to_json(action) == data
    assert action_from_json(Field(data)) == action


def test_what_is_left_out_of_a_file_is_as_a_program_leaves_it_out() -> None:
    assert action_from_json(Field({"action": "irregularity", "event": "slip"})) == Irregularity("slip")
    assert action_from_json(Field({"action": "bet", "bet": "ante", "stake": 5})) == PlaceBet("", "", "ante", 5)


@pytest.mark.parametrize(
    ("data", "key", "path"),
    [
        ({"action": "jump"}, "field-not-among", "$.action"),
        ({}, "field-missing", "$.action"),
        ({"action": "bet"}, "field-missing", "$.bet"),
        ({"action": "bet", "bet": "ante", "amount": "1"}, "field-unknown", "$.amount"),
        ({"action": "bet", "bet": "ante", "stake": "ten"}, "field-not-amount", "$.stake"),
        ({"action": "bet", "bet": 7}, "field-not-text", "$.bet"),
        ({"action": "choose", "bettor": "ana"}, "field-missing", "$.choice"),
        ({"action": "choose", "choice": "play", "amount": 1.5}, "field-not-amount", "$.amount"),
        ({"action": "act", "act": "leave"}, "field-missing", "$.bettor"),
        ({"action": "act", "bettor": "ana"}, "field-missing", "$.act"),
        ({"action": "irregularity"}, "field-missing", "$.event"),
        ({"action": "irregularity", "event": "slip", "count": -1}, "field-out-of-bounds", "$.count"),
        ({"action": "irregularity", "event": "slip", "after": MOST + 1}, "field-out-of-bounds", "$.after"),
        ({"action": "irregularity", "event": "slip", "after": True}, "field-not-whole", "$.after"),
        ({"action": "deal", "bettor": "ana"}, "field-unknown", "$.bettor"),
        ("deal", "field-not-object", "$"),
    ],
)
def test_what_is_no_action_in_a_file_is_refused_with_its_place(data: Json, key: str, path: str) -> None:
    with pytest.raises(InvalidReplay) as refusal:
        action_from_json(Field(data))
    assert (refusal.value.key, refusal.value.args_by_name["path"]) == (key, path)


# ── Actions of a program ────────────────────────────────────────────────────


@pytest.mark.parametrize("action", [action for action, _ in WRITTEN], ids=lambda action: type(action).__name__)
def test_an_action_whose_fields_are_of_their_types_passes(action: Action) -> None:
    assert checked(action) is action


def test_irregularities_may_happen_as_often_and_as_late_as_a_file_may_say() -> None:
    for action in (Irregularity("slip", count=1, after=MOST), Irregularity("slip", count=MOST)):
        assert checked(action) is action


@pytest.mark.parametrize("thing", ["deal", None, Deal, {"action": "deal"}])
def test_what_is_no_action_is_refused_with_those_that_there_are(thing: object) -> None:
    with pytest.raises(IllegalAction) as refusal:
        checked(thing)
    assert refusal.value.key == "not-an-action"
    assert refusal.value.args_by_name["known"] == ("PlaceBet", "Deal", "Choose", "Act", "Irregularity")


@pytest.mark.parametrize(
    ("action", "key", "name"),
    [
        (PlaceBet("ana", "", "ante", 2.5), "amount-not-exact", "stake"),  # type: ignore[arg-type]
        (PlaceBet("ana", "", "ante", "10"), "amount-not-exact", "stake"),  # type: ignore[arg-type]
        (PlaceBet("ana", "", "ante", True), "amount-not-exact", "stake"),
        (PlaceBet("ana", None, "ante", 1), "field-of-another-type", "holder"),  # type: ignore[arg-type]
        (Choose("ana", "", "reduce", 0.5), "amount-not-exact", "amount"),  # type: ignore[arg-type]
        (Act(7, "leave"), "field-of-another-type", "bettor"),  # type: ignore[arg-type]
        (Irregularity("slip", count="1"), "field-of-another-type", "count"),  # type: ignore[arg-type]
        (Irregularity("slip", after=Fraction(1)), "field-of-another-type", "after"),  # type: ignore[arg-type]
        (Irregularity("slip", count=None), "field-of-another-type", "count"),  # type: ignore[arg-type]
        # What no file may ask for, nor may a program: both take 0 to `MOST`.
        (Irregularity("slip", count=-3), "field-out-of-range", "count"),
        (Irregularity("slip", count=0), "field-out-of-range", "count"),
        (Irregularity("slip", after=-1), "field-out-of-range", "after"),
        (Irregularity("slip", count=MOST + 1), "field-out-of-range", "count"),
    ],
)
def test_a_field_of_another_type_or_size_is_refused_by_name(action: Action, key: str, name: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        checked(action)
    assert (refusal.value.key, refusal.value.args_by_name["name"]) == (key, name)
