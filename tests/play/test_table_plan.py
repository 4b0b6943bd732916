"""Choices before a round in words: settings, places, bets, objects, incidents, acts and holders, as a page has them."""

from typing import Any

import pytest

from lexludi.play.table_plan import MAX_PLACES, plan
from small import game_of

TEXT = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  “suit”, from high to low: “sun” and “moon”.
  “face”, from high to low: “big” and “small”.
  material: 1 pack of “card”, each with one for each combination of “number” and “suit”.
  material: 2 “die”, each showing one “face”.
  there is one “dealer”.
  there are 2 “box”.
  “player” bets at “box”.
  “ante” is a bet.
  “guess” is a bet that names one “face”.
Article 2
  house option “pace”: 3 through 5; default 4.
  reading “way”: “mild”, 2 through 4 or 9; default “mild”; because: it is the plainer.
  house option “tables”: 7 or more; default 8.
  house option “late”: “yes” or 70 or more; default “yes”.
Article 3
  bets are accepted.
  when “slip” happens, then the round stands.
  when dealing is under way, then “player” must not “leave”.
  when dealing is under way, then “player” must not “bet”.
  when dealing is under way, then “dealer” must not “smoke”.
"""


def planned(text: str = TEXT, language: str = "en") -> dict[str, Any]:
    return plan(game_of(text), language)


def parameter(name: str) -> dict[str, Any]:
    (found,) = [p for p in planned()["parameters"] if p["id"] == name]
    return found


def test_a_setting_has_its_kind_default_and_provision() -> None:
    way = parameter("way")
    assert (way["kind"], way["label"], way["default"]) == ("reading", "way", "mild")
    assert (way["eid"], way["cited"]) == ("art_2", "article 2")
    assert parameter("pace")["kind"] == "option"


def test_a_meter_is_set_as_an_option_is() -> None:
    text = TEXT.replace(
        "Article 1\n", "Article 1\n  “pot” is an amount kept from round to round, beginning with 50.\n", 1
    )
    settings = {setting["id"]: setting for setting in planned(text)["parameters"]}
    assert (settings["pot"]["kind"], settings["pot"]["default"], settings["pot"]["low"]) == ("option", 50, 0)


def test_a_setting_of_one_range_has_its_ends_and_no_list() -> None:
    pace, tables = parameter("pace"), parameter("tables")
    assert (pace["low"], pace["high"], pace["choices"]) == (3, 5, [])
    assert (tables["low"], tables["high"], tables["choices"]) == (7, None, [])


def test_any_other_setting_lists_its_values_and_those_of_its_ranges() -> None:
    way = parameter("way")
    assert (way["low"], way["high"]) == (None, None)
    assert [choice["value"] for choice in way["choices"]] == ["mild", 2, 3, 4, 9]
    assert [choice["label"] for choice in way["choices"]] == ["mild", "2", "3", "4", "9"]


def test_a_range_without_end_is_listed_as_far_as_a_list_can_hold() -> None:
    values = [choice["value"] for choice in parameter("late")["choices"]]
    assert values == ["yes", *range(70, 130)], "sixty of the range"


def test_each_place_has_a_bettor_of_its_own() -> None:
    assert planned()["places"] == [
        {"holder": "box-1", "bettor": "player-1", "label": "box 1 (player 1)"},
        {"holder": "box-2", "bettor": "player-2", "label": "box 2 (player 2)"},
    ]


def test_where_bets_have_no_place_there_is_one_bettor() -> None:
    (place,) = planned(TEXT.replace("bets at “box”", "bets"))["places"]
    assert (place["holder"], place["bettor"], place["label"]) == ("", "player-1", "player 1, at no place")


def test_at_a_holder_of_which_there_is_one_the_bettor_is_the_first() -> None:
    (place,) = planned(TEXT.replace("bets at “box”", "bets at “dealer”"))["places"]
    assert (place["holder"], place["bettor"]) == ("dealer", "player-1")


def test_no_more_places_are_listed_than_a_page_can_hold() -> None:
    many = planned(TEXT.replace("there are 2 “box”", f"there are {MAX_PLACES + 3} “box”"))
    assert len(many["places"]) == MAX_PLACES
    assert many["holders"][-1]["id"] == f"box-{MAX_PLACES}"


def test_a_bet_has_the_items_that_it_may_name() -> None:
    ante, guess = planned()["bets"]
    assert (ante["id"], ante["naming"], ante["cited"]) == ("ante", [], "article 1")
    assert guess["naming"] == [{"id": "big", "label": "big"}, {"id": "small", "label": "small"}]


def test_objects_stand_in_rows_by_the_scale_that_has_the_fewest_items() -> None:
    """Two suits and three numbers: two rows of three cards. A die has one scale: one row."""
    cards, dice = planned()["objects"]
    assert (cards["kind"], [row["label"] for row in cards["rows"]]) == ("card", ["sun", "moon"])
    assert [thing["name"] for thing in cards["rows"][1]["objects"]] == ["3; moon", "2; moon", "1; moon"]
    (row,) = dice["rows"]
    assert (row["label"], [thing["name"] for thing in row["objects"]]) == ("", ["big", "small"])


def test_incidents_and_acts_are_those_that_the_text_speaks_of() -> None:
    """Of acts only those of bettors, and betting is none of them."""
    found = planned()
    assert found["events"] == [{"id": "slip", "label": "slip"}]
    assert found["acts"] == [{"id": "leave", "label": "leave"}]


def test_holders_are_those_of_which_there_is_one_and_each_place() -> None:
    assert [holder["id"] for holder in planned()["holders"]] == ["dealer", "box-1", "box-2"]
    nowhere = planned(TEXT.replace("bets at “box”", "bets"))
    assert [holder["id"] for holder in nowhere["holders"]] == ["dealer"]
    at_dealer = planned(TEXT.replace("bets at “box”", "bets at “dealer”"))
    assert [holder["id"] for holder in at_dealer["holders"]] == ["dealer"]


@pytest.mark.parametrize(("language", "cited"), [("zh", "第一條"), ("pt", "artigo 1.º")])
def test_a_page_in_another_language_cites_in_that_language(language: str, cited: str) -> None:
    assert planned(language=language)["bets"][0]["cited"] == cited
