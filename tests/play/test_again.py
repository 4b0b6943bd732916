"""Refusals, open cases and rounds that give out name the reading or the inference that they rest on."""

import json
import pickle
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lexludi import Choose, Deal, Game, Irregularity, LexludiError, PlaceBet, load
from lexludi.base.messages import catalogue
from lexludi.play.actions import Action
from lexludi.play.game import Round
from lexludi.play.replay import read_records, replay
from lexludi.play.telling import Teller
from small import game_of

LANGUAGES = ["zh", "pt"]


def stopped(game: Game, cards: str | None, *actions: Action) -> Round:
    """The round at its problem, which the last action has."""
    round_ = game.new_round(cards=cards) if cards else game.new_round(seed=1)
    for action in actions[:-1]:
        round_.apply(action)
    with pytest.raises(LexludiError):
        round_.apply(actions[-1])
    return round_


def rests(round_: Round) -> dict[str, dict[str, tuple[str, str | None]]]:
    """For each reading that the problem rests on, what its other values would do."""
    error = round_.to_json()["error"]
    return {
        by["reading"]: {o["value"]: (o["result"], o.get("net")) for o in by["otherwise"]}
        for by in error.get("by_reading", ())
    }


def bets(banker: int, player: int) -> tuple[PlaceBet, PlaceBet]:
    return PlaceBet("", "", "banker", banker), PlaceBet("", "", "player", player)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_to_close_the_betting_rests_on_when_the_difference_is_taken(language: str) -> None:
    """Of 150 and 20 the difference exceeds 100; were it taken with each bet, closing would not be forbidden."""
    game = load("mo/baccarat@2004-05-18", text=language, options={"stake-difference": 100})
    round_ = stopped(game, "9h 3c Ks 4d", *bets(150, 20), Deal())
    assert rests(round_) == {"difference-time": {"each-bet": ("allowed", None)}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_bet_rests_on_the_same_reading_the_other_way_round(language: str) -> None:
    options, readings = {"stake-difference": 100}, {"difference-time": "each-bet"}
    game = load("mo/baccarat@2004-05-18", text=language, options=options, readings=readings)
    round_ = stopped(game, "9h 3c Ks 4d", bets(150, 20)[0])
    assert rests(round_) == {"difference-time": {"at-close": ("allowed", None)}}
    teller = Teller(catalogue("en"), game.rules.glossary)
    (told,) = teller.rest(round_.rest_of_problem())
    assert "(it is allowed)" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_equal_hands_are_left_open_by_the_reading_that_has_no_rule(language: str) -> None:
    game = load("mo/q-poker", text=language, readings={"packs": 2})
    bet = PlaceBet("", "box-1", "ante", 10)
    round_ = game.new_round(cards="Kh Kh 8d 8d 5c 5c")
    for action in (bet, Deal()):
        round_.apply(action)
    with pytest.raises(LexludiError):
        round_.apply(Choose("", round_.decisions[0].unit, "play"))
    # King high pays one to one, by article 9(7)(4).
    assert rests(round_)["equal-hands"] == {
        "push": ("push", "0"),
        "dealer-wins": ("lose", "-10"),
        "player-wins": ("win", "10"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_that_rests_on_no_reading_names_none(language: str) -> None:
    """That a stake is above zero is nobody's reading."""
    round_ = stopped(load("mo/q-poker", text=language), "As Ad 2c Kd 3s Qh", PlaceBet("", "box-1", "ante", 0))
    assert rests(round_) == {}


TEXT = """\
# Invented.
Article 1
  “number”, from high to low: 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has 1.
  “dealer” follows the rules on “draw”.
  settle “ante”.
  upon “draw”: takes one “card”.
Article 2
  reading “way”: “mild” or “strict”; default “mild”; because: it is the plainer.
  when “way” is “strict”, or the total of “dealer” is 1, then “dealer” must not “draw”.
  when it is not so that the total of “dealer” is 9, then “ante” loses.
  when “way” is “strict”, and “spill” happens, then the round stands.
Article 3
  when “player” combines bets, then “player” must not “bet”.
"""


def test_a_game_that_stops_where_an_action_is_neither_required_nor_forbidden_names_the_reading() -> None:
    round_ = stopped(game_of(TEXT), "2", PlaceBet("", "", "ante", 1), Deal())
    assert round_.problem is not None
    assert round_.problem[0].key == "gap-action"
    assert rests(round_) == {"way": {"strict": ("must-not", None)}}


def test_an_action_about_which_a_setting_leaves_no_rule_is_a_gap() -> None:
    text = TEXT.replace(
        "  “ante” is a bet.", "  “ante” is a bet.\n  house option “manner”: “plain” or “full”."
    ).replace(
        "when “way” is “strict”, or the total of “dealer” is 1, then “dealer”",
        "when “manner” is “full”, then “dealer”",
    )
    round_ = stopped(game_of(text), "2", PlaceBet("", "", "ante", 1), Deal())
    assert round_.problem is not None
    assert (round_.problem[0].key, round_.problem[0].provisions) == ("gap-action", ())
    game = game_of(text, options={"manner": "full"})
    round_ = game.new_round(cards="2")
    round_.apply(PlaceBet("", "", "ante", 1))
    round_.apply(Deal())
    assert round_.state.bets[0].result == "lose"


def test_a_game_that_stops_at_a_step_that_an_inference_has_placed_names_it() -> None:
    last = "  “dealer” follows the rules on “draw”.\n  settle “ante”.\n"
    placed = """\
Article 4
  settle “ante”.
Article 5
  “dealer” follows the rules on “draw”.
  its steps come before those of article 4; because: nothing is settled before.
"""
    round_ = stopped(game_of(TEXT.replace(last, "") + placed), "2", PlaceBet("", "", "ante", 1), Deal())
    (inferred,) = round_.rest_of_problem().inferences
    assert (inferred.kind.value, inferred.provision, inferred.other) == ("precedes", "art_5", "art_4")
    assert inferred.reason == "nothing is settled before."
    unplaced = stopped(game_of(TEXT), "2", PlaceBet("", "", "ante", 1), Deal())
    assert unplaced.rest_of_problem().inferences == ()


@pytest.mark.parametrize("reason", ["", "; because: it is later"])
def test_a_game_that_stops_where_it_comes_to_by_an_inferred_precedence_names_it(reason: str) -> None:
    """Of turning nothing is said; drawing, which comes before, is forbidden by article 3 over article 4.

    That article 2 prevails over article 4 is declared, and no inference.
    """
    text = TEXT.partition("Article 2\n")[0].replace(
        "follows the rules on “draw”", "follows the rules on “draw”.\n  “dealer” follows the rules on “turn”"
    )
    text += f"""\
  upon “turn”: takes one “card”.
Article 2
  when the total of “dealer” is 1, then “dealer” must “turn”.
  “ante” loses.
  prevails over article 4.
Article 3
  when the total of “dealer” is 2, then “dealer” must not “draw”.
  prevails over article 4{reason}.
Article 4
  “dealer” must “draw”.
"""
    round_ = stopped(game_of(text), "2", PlaceBet("", "", "ante", 1), Deal())
    assert round_.problem is not None
    assert (round_.problem[0].key, round_.problem[0].args_by_name) == ("gap-action", {"about": "turn"})
    found = round_.rest_of_problem().inferences
    assert [(inference.kind.value, inference.provision, inference.other, inference.result) for inference in found] == (
        [("prevails", "art_3", "art_4", "elsewhere")] if reason else []
    )


def test_an_irregularity_of_which_only_the_other_reading_speaks_names_it() -> None:
    game = game_of(TEXT.replace("  “dealer” follows the rules on “draw”.\n", ""))
    round_ = stopped(game, "2", PlaceBet("", "", "ante", 1), Irregularity("spill"))
    assert rests(round_) == {"way": {"strict": ("round-stands", None)}}


def test_problems_with_readings_keep_to_the_schema_and_are_proved_and_pickled() -> None:
    game = load("mo/baccarat@2004-05-18", text="zh", options={"stake-difference": 100})
    round_ = stopped(game, "9h 3c Ks 4d", *bets(150, 20), Deal())
    record: dict[str, Any] = round_.to_json()
    schema = json.loads(files("lexludi").joinpath("schemas", "trace-1.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(record)
    (again,) = replay(read_records(json.dumps(record).encode()))
    assert again.differences == []
    assert pickle.loads(pickle.dumps(round_)).to_json() == record


def test_what_comes_after_an_irregularity_under_the_other_reading_is_not_what_becomes_of_it() -> None:
    """The first card is spilt; were the round to stand, it would go on, and be settled."""
    game = game_of(TEXT.replace("  “dealer” follows the rules on “draw”.\n", ""))
    round_ = stopped(game, "2", PlaceBet("", "", "ante", 1), Irregularity("spill", after=1), Deal())
    assert rests(round_) == {"way": {"strict": ("round-stands", None)}}
