"""Rounds of Q Poker as JSON keep to the published schema, and the schema says no to what is none."""

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lexludi.base.errors import UnsettledCase
from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Round, load
from lexludi.play.trace import SCHEMA
from small import THREE_FACES, game_of

# What the tools of others rely on.
PROMISED = frozenset("lexludi work on text options readings seed drawn holders bets steps".split())
PROMISED_OF_A_BET = frozenset("bet bettor stake result net provisions".split())
PROMISED_OF_A_STEP = frozenset("step provisions values".split())
RESULTS = ["win", "lose", "push", "surrender", "void", None]

SAMPLES = Path(__file__).resolve().parent / "corpus" / "valid"

ANTE = PlaceBet("player-1", "box-1", "ante", 15)
PAIR_PLUS = PlaceBet("player-1", "box-1", "pair-plus", Fraction(5, 2))
PLAY = Choose("player-1", "box-1", "play")
SURRENDER = Choose("player-1", "box-1", "surrender")
CARDS = "8s Qd 7h 5c 6h 3d"  # a straight against queen high

# Name of the round: its settings, and what is done.
ROUNDS: dict[str, tuple[dict[str, str], list[Action]]] = {
    "before its bets": ({}, []),
    "waiting for a decision": ({}, [ANTE, PAIR_PLUS, Deal()]),
    "won": ({}, [ANTE, PAIR_PLUS, Deal(), PLAY]),
    "surrendered": ({}, [ANTE, PAIR_PLUS, Deal(), SURRENDER]),
    "by an act": ({}, [ANTE, Deal(), Act("player-1", "hold-cards"), PLAY]),
    "void": ({}, [ANTE, PAIR_PLUS, Deal(), Irregularity("wrong-order")]),
    "broken off in the deal": ({"dealing": "shuffler"}, [ANTE, Irregularity("shuffler-failure", after=2), Deal()]),
    "with a card exposed": ({}, [ANTE, Irregularity("exposed-card", "box-1", 2, 3), Deal(), PLAY]),
    "with a box misdealt": ({}, [ANTE, Deal(), Irregularity("misdealt-box", "box-3"), PLAY]),
    "with a run that is no straight": ({"straight-suits": "all-different"}, [ANTE, Deal(), SURRENDER]),
    "dealt to players": ({"dealt-to": "player"}, [ANTE, Deal(), Choose("player-1", "player-1", "play")]),
}


@cache
def schema() -> dict[str, Any]:
    text = files("lexludi").joinpath("schemas", "trace-1.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def mistakes(data: object) -> list[str]:
    return [f"{mistake.json_path}: {mistake.message}" for mistake in validator().iter_errors(data)]


def played(name: str) -> Round:
    settings, actions = ROUNDS[name]
    options = {k: v for k, v in settings.items() if k == "dealing"}
    readings = {k: v for k, v in settings.items() if k != "dealing"}
    round_ = load("mo/q-poker", options=options, readings=readings).new_round(cards=CARDS)
    for action in actions:
        round_.apply(action)
    return round_


@cache
def won() -> dict[str, Any]:
    return through_json(played("won"))


def through_json(round_: Round) -> dict[str, Any]:
    """The round as a reader of the file has it."""
    data: dict[str, Any] = json.loads(json.dumps(round_.to_json(), allow_nan=False))
    return data


def objects_of(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object in the data with its place, numbers of list entries left out."""
    if isinstance(node, dict):
        yield path, node
        for name, value in node.items():
            yield from objects_of(value, f"{path}.{name}")
    elif isinstance(node, list):
        for value in node:
            yield from objects_of(value, f"{path}[]")


# ── What is valid ───────────────────────────────────────────────────────────


def test_schema_is_one_of_its_draft_and_names_the_version_of_the_trace() -> None:
    Draft202012Validator.check_schema(schema())
    assert schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema()["properties"]["schema"] == {"const": SCHEMA}


def test_schema_requires_what_was_promised() -> None:
    definitions = schema()["$defs"]
    assert set(schema()["required"]) >= PROMISED
    assert set(definitions["bet"]["required"]) >= PROMISED_OF_A_BET
    assert "holder" in definitions["bet"]["properties"]
    assert set(definitions["step"]["required"]) >= PROMISED_OF_A_STEP
    assert definitions["holder"]["required"] == ["objects"]
    assert {"category", "total"} <= set(definitions["holder"]["properties"])
    assert definitions["bet"]["properties"]["result"]["enum"] == RESULTS


def test_a_round_on_what_is_named_under_two_names_is_valid() -> None:
    text = f"""{THREE_FACES}  “pick” is a bet that names two “number” as “winner” and one “number” as “other”.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “pick”.
  when “dealer” shows the “winner” named, then “pick” pays 3 to 1.
  in every other case, “pick” loses.
"""
    round_ = game_of(text).new_round(cards="3")
    round_.apply(PlaceBet("player-1", "", "pick", 1, "3+1/2"))
    round_.apply(Deal())
    assert mistakes(through_json(round_)) == []


@pytest.mark.parametrize("name", ROUNDS)
def test_round_is_valid(name: str) -> None:
    assert mistakes(through_json(played(name))) == []


def test_round_from_a_seed_is_valid() -> None:
    round_ = load("mo/q-poker", text="pt", readings={"dealt-to": "box"}).new_round(
        seed=2**60, statuses={"ana": "standing"}
    )
    for box in (1, 2, 7):
        round_.apply(PlaceBet("ana", f"box-{box}", "ante", 10))
        round_.apply(PlaceBet("Rui C.", f"box-{box}", "pair-plus", 10))
    round_.apply(Deal())
    for action in (Choose("ana", "box-7", "play"), Choose("ana", "box-1", "surrender"), Choose("ana", "box-2", "play")):
        round_.apply(action)
    data = through_json(round_)
    assert mistakes(data) == []
    assert (data["seed"], data["statuses"], data["text"]) == (2**60, {"ana": "standing"}, "pt")


@pytest.mark.parametrize("reading", ["push", "unresolved"])
def test_round_with_equal_hands_is_valid(reading: str) -> None:
    """A push, and a round in which the rules gave out."""
    game = load("mo/q-poker", readings={"packs": 2, "equal-hands": reading})
    round_ = game.new_round(cards="Qs Qs 9d 9d 4h 4h")
    round_.apply(ANTE)
    round_.apply(Deal())
    if reading == "push":
        round_.apply(PLAY)
    else:
        with pytest.raises(UnsettledCase):
            round_.apply(PLAY)
    data = through_json(round_)
    assert mistakes(data) == []
    assert (data["bets"][0]["result"], data["over"]) == ("push" if reading == "push" else None, True)


@pytest.mark.parametrize("game", ["draw-to-total", "three-dice", "two-tokens"])
def test_rounds_of_other_games_are_valid(game: str) -> None:
    """The schema is the same for every game: totals, bets that name an item, and throws."""
    rules, results = load(str(SAMPLES / game / "1.zh.ludi")), set()
    for seed in range(30):
        round_, chance = rules.new_round(seed=seed), Random(seed)
        for offered in chance.choices(bets_of(round_), k=2):
            round_.apply(replace(offered, stake=chance.randint(1, 100)))
        round_.apply(Deal())
        while not round_.is_over:
            round_.apply(chance.choice(round_.legal_actions()))
        data = through_json(round_)
        assert mistakes(data) == []
        results |= {bet["result"] for bet in data["bets"]}
    assert {"win", "lose"} <= results


def bets_of(round_: Round) -> list[PlaceBet]:
    return [action for action in round_.legal_actions() if isinstance(action, PlaceBet)]


def test_every_member_that_appears_is_described() -> None:
    definitions = schema()["$defs"]
    described = {
        "": set(schema()["properties"]),
        ".bets[]": set(definitions["bet"]["properties"]),
        ".steps[]": set(definitions["step"]["properties"]),
        ".actions[]": set(definitions["action"]["properties"]),
    }
    for name in ROUNDS:
        for path, found in objects_of(through_json(played(name))):
            if path in described:
                assert set(found) <= described[path], (name, path)
            elif path.startswith(".holders."):
                assert set(found) <= set(definitions["holder"]["properties"]), (name, path)


def test_money_is_exact_and_no_number_has_a_fraction() -> None:
    assert [(b["stake"], b["net"]) for b in won()["bets"]] == [("15", "45/2"), ("5/2", "15")]
    assert won()["returns"] == {"player-1": "75/2"}
    assert not any(isinstance(value, float) for _, found in objects_of(won()) for value in found.values())


# ── What is not ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize("member", sorted(PROMISED))
def test_round_without_a_promised_member_is_invalid(member: str) -> None:
    data = copy.deepcopy(won())
    del data[member]
    assert mistakes(data) != []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["schema"], "lexludi.trace/2"),
        (["text"], "fr"),
        (["rules"], "abc"),
        (["seed"], 1.5),
        (["drawn"], "As Kh"),
        (["bets", 0, "stake"], 15),
        (["bets", 0, "stake"], "-15"),
        (["bets", 0, "net"], "22.5"),
        (["bets", 0, "net"], "-45/2"),
        (["bets", 0, "net"], None),
        (["bets", 0, "result"], "won"),
        (["bets", 0, "result"], None),
        (["bets", 0, "result"], "push"),
        (["bets", 0, "provisions"], []),
        (["bets", 0, "provisions"], ["Article 9"]),
        (["returns", "player-1"], 37.5),
        (["holders", "box-1", "objects"], None),
        (["holders", "box-1", "category"], 3),
        (["steps", 0, "provisions"], "art_3__point_1"),
        (["steps", 0, "values"], None),
        (["steps", 0, "step"], "Shuffled!"),
        (["steps", -1, "values", "net"], 22.5),
        (["steps", -1, "values", "compare:dealer:player"], -1),
        (["actions", 0, "stake"], 15),
        (["actions", 0, "action"], None),
    ],
    ids=str,
)
def test_value_of_another_form_is_invalid(path: list[str | int], value: object) -> None:
    data: Any = copy.deepcopy(won())
    *above, last = path
    inner = data
    for step in above:
        inner = inner[step]
    assert last in inner or isinstance(last, int)
    inner[last] = value
    assert mistakes(data) != []


def test_a_member_too_many_is_a_mistake_wherever_it_stands() -> None:
    for path, _ in objects_of(won()):
        # Settings, statuses, holders, returns and values read are named by the rules.
        if path in (".options", ".readings", ".statuses", ".holders", ".returns", ".steps[].values"):
            continue
        data = copy.deepcopy(won())
        next(found for place, found in objects_of(data) if place == path)["bonus"] = "1"
        assert mistakes(data) != [], path
