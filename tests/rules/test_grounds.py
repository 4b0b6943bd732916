"""Grounds: provisions that say something apart from those that only a reading applies."""

from lexludi.base.boundary import Field
from lexludi.rules.grounds import applied, by_reading, grounds_json, grounds_of, readings_of, said

PUSH = by_reading("art_9__point_6", "equal-hands")
MIXED = ("art_9__point_7", PUSH, by_reading("art_10", "equal-hands"), by_reading("art_10", "other"))


def test_a_provision_that_only_a_reading_applies_says_nothing() -> None:
    assert said(MIXED) == ("art_9__point_7",)
    assert said([PUSH]) == ()


def test_each_reading_is_named_once_with_what_it_applies() -> None:
    assert readings_of(MIXED) == ("equal-hands", "other")
    assert applied(MIXED, "equal-hands") == ("art_9__point_6", "art_10")
    assert applied(MIXED, "other") == ("art_10",)


def test_as_json_provisions_and_readings_stand_apart() -> None:
    assert grounds_json(["art_1"]) == {"provisions": ["art_1"]}
    data = grounds_json(MIXED)
    assert data == {
        "provisions": ["art_9__point_7"],
        "by_reading": [
            {"reading": "equal-hands", "applies": ["art_9__point_6", "art_10"]},
            {"reading": "other", "applies": ["art_10"]},
        ],
    }
    assert grounds_of(Field(data, "$")) == MIXED
