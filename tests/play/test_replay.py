"""Replay files: a round from its JSON again, and what is said when it no longer goes the same way."""

import copy
import json
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import small
from lexludi.base.errors import (
    IllegalAction,
    InvalidReplay,
    InvalidSetting,
    InvalidStack,
    LexludiError,
    UnknownWork,
    UnsettledCase,
)
from lexludi.play.actions import Action, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Game, Round, load
from lexludi.play.replay import ABSENT, Recorded, ReplayDifference, Replayed, game_of, read_records, replay
from lexludi.play.session import Session


@pytest.fixture(autouse=True)
def _games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is not read again for every record that is forged of it."""
    games: dict[object, Game] = {}

    def kept(first: Recorded, accept_unknown: bool = False) -> Game:
        key = first.game, accept_unknown
        if key not in games:
            games[key] = game_of(first, accept_unknown)
        return games[key]

    monkeypatch.setattr("lexludi.play.replay.game_of", kept)


TOKENS = Path(__file__).resolve().parent.parent / "corpus" / "valid" / "two-tokens"

CARDS = "Qs Kh Qd 7c 9h 2s"  # a pair of queens against king high
ANTE = PlaceBet("player-1", "box-1", "ante", 10)
PAIR_PLUS = PlaceBet("player-1", "box-1", "pair-plus", 5)
PLAY = Choose("player-1", "box-1", "play")

Data = dict[str, Any]
Change = Callable[[Data], None]


def played(*actions: Action, cards: str = CARDS, **readings: str) -> Round:
    round_ = load("mo/q-poker", readings=readings).new_round(cards=cards)
    for action in actions:
        round_.apply(action)
    return round_


@cache
def _recorded() -> str:
    return json.dumps(played(ANTE, PAIR_PLUS, Deal(), PLAY).to_json(), ensure_ascii=False)


def recorded(change: Change = lambda data: None) -> str:
    """The file of a round won with a pair of queens, perhaps tampered with."""
    data = json.loads(_recorded())
    change(data)
    return json.dumps(data)


def replayed(text: str) -> Replayed:
    """The one record of a file, played again."""
    (again,) = replay(read_records(text.encode()))
    return again


def checked(text: str) -> tuple[Recorded, Round, list[ReplayDifference]]:
    again = replayed(text)
    return again.recorded, again.round, again.differences


# ── As it was ───────────────────────────────────────────────────────────────


def test_replayed_round_is_the_round() -> None:
    file, round_, found = checked(recorded())
    assert found == []
    assert round_.to_json() == json.loads(recorded())
    assert file.whole["rules"] == round_.game.digest


@pytest.mark.parametrize(
    "actions",
    [
        [],
        [ANTE],
        [ANTE, Deal()],
        [ANTE, Deal(), Choose("player-1", "box-1", "surrender")],
        [ANTE, Deal(), Irregularity("wrong-order")],
        [ANTE, Irregularity("exposed-card", "box-1", 2, 3), Deal(), PLAY],
        [ANTE, Irregularity("wrong-order", after=2), Deal()],
        [ANTE, Deal(), Irregularity("misdealt-box", "box-4"), PLAY],
    ],
    ids=lambda actions: " ".join(type(action).__name__ for action in actions) or "nothing",
)
def test_round_of_any_course_is_replayed(actions: list[Action]) -> None:
    data = played(*actions).to_json()
    _, round_, found = checked(json.dumps(data))
    assert found == []
    assert round_.to_json() == data


def test_round_from_a_seed_is_replayed_from_its_cards_and_from_its_seed() -> None:
    round_ = load("mo/q-poker", options={"dealing": "shuffler"}).new_round(seed=11)
    for action in (ANTE, PAIR_PLUS, Deal(), PLAY):
        round_.apply(action)
    text = json.dumps(round_.to_json())
    file, again, found = checked(text)
    assert found == []
    assert file.seed == again.seed == 11
    assert again.to_json() == round_.to_json()


def test_round_of_an_option_a_reading_another_language_and_a_status_is_replayed() -> None:
    game = load("mo/q-poker", text="pt", options={"boxes": 9}, readings={"packs": 2, "not-qualified": "keep-half"})
    round_ = game.new_round(cards="Qs Js Qs 7c 9h 2s", statuses={"ana": "standing"})
    for action in (PlaceBet("ana", "box-9", "ante", 15), Deal(), Choose("ana", "ana", "play")):
        round_.apply(action)
    _, again, found = checked(json.dumps(round_.to_json()))
    assert found == []
    assert again.to_json() == round_.to_json()
    assert again.game.rules.language == "pt"
    assert again.to_json()["bets"][0]["net"] == "-15/2"


def test_round_in_which_the_rules_gave_out_does_so_again() -> None:
    round_ = played(ANTE, Deal(), cards="Qs Qs 9d 9d 4h 4h", packs="2")
    with pytest.raises(UnsettledCase):
        round_.apply(PLAY)
    again = replayed(json.dumps(round_.to_json()))
    assert isinstance(again.stopped, UnsettledCase)
    assert {"art_9__point_6", "art_9__point_7"} <= set(again.stopped.provisions)
    assert again.round.to_json() == round_.to_json()
    assert again.differences == [], "what stopped it is part of the record"


# ── Otherwise ───────────────────────────────────────────────────────────────


def set_card(place: int, card: str) -> Change:
    def change(data: Data) -> None:
        data["drawn"][place] = card

    return change


def set_reading(name: str, value: str) -> Change:
    def change(data: Data) -> None:
        data["readings"][name] = value

    return change


def set_net(bet: int, result: str, net: str) -> Change:
    def change(data: Data) -> None:
        data["bets"][bet] |= {"result": result, "net": net}

    return change


def told(found: list[ReplayDifference]) -> list[tuple[str, object, object]]:
    return [(d.path, d.before, d.after) for d in found]


def test_payout_that_was_tampered_with_is_told_with_its_provision() -> None:
    """A pair of queens wins one to one by article 9(7)(4), not two to one."""
    _, _, found = checked(recorded(set_net(0, "win", "20")))
    assert told(found) == [("$.bets[0].net", "20", "10")]
    assert found[0].provisions == ("art_9__point_7__point_4", "art_9__point_7")


def test_every_bet_settled_otherwise_is_told() -> None:
    def change(data: Data) -> None:
        set_net(0, "lose", "-10")(data)
        set_net(1, "win", "200")(data)

    _, _, found = checked(recorded(change))
    assert [(d.path, d.provisions[0]) for d in found] == [
        ("$.bets[0].result", "art_9__point_7__point_4"),
        ("$.bets[0].net", "art_9__point_7__point_4"),
        ("$.bets[1].net", "art_10__point_5"),
    ]


def test_another_card_is_told_where_it_was_dealt_and_in_what_it_decides() -> None:
    """With a king against the pair of queens the dealer, who has a pair of kings, wins by article 9(6)."""
    _, _, found = checked(recorded(set_card(5, "Kd")))
    by_path = {d.path: d for d in found}
    step = next(d for d in found if d.kind == "step")
    assert (step.path, step.provisions) == ("$.steps[10].values.object", ("art_7__point_1",))
    assert (step.before.values, step.after.values) == ({"object": "2s"}, {"object": "Kd"})
    assert by_path["$.bets[0].result"].provisions == ("art_9__point_6",)
    assert by_path["$.holders.dealer.category"].after == "pair"


def test_another_reading_is_told_with_the_provision_that_now_decides() -> None:
    """The dealer has no queen: by the other reading of article 9(5) half of the ante is lost, not won."""
    round_ = played(ANTE, Deal(), PLAY, cards="Qs Jh Qd 7c 9h 2s")
    data = round_.to_json()
    data["readings"]["not-qualified"] = "keep-half"
    _, again, found = checked(json.dumps(data))
    by_path = {d.path: d for d in found}
    assert by_path["$.rules"].after == again.game.digest
    net = by_path["$.bets[0].net"]
    assert (net.before, net.after, net.provisions) == ("5", "-5", ("art_9__point_5",))
    assert [d.provisions for d in found if d.kind == "step"] == [("art_9__point_5",)]


def test_rules_that_no_longer_settle_the_round_are_told() -> None:
    def change(data: Data) -> None:
        data["readings"]["packs"] = "2"
        data["drawn"] = "Qs Qs Qd Qd 9h 9h".split()

    _, _, found = checked(recorded(change))
    assert (found[0].kind, found[0].path) == ("stopped", "$.error")
    assert {"art_9__point_6", "art_9__point_7"} <= set(found[0].provisions)
    assert isinstance(found[0].after, UnsettledCase)


def test_action_that_is_now_forbidden_is_told_with_the_provision() -> None:
    def change(data: Data) -> None:
        data["actions"].append({"action": "bet", "bettor": "rui", "holder": "box-2", "bet": "ante", "stake": "1"})

    _, round_, found = checked(recorded(change))
    assert [(d.kind, d.provisions) for d in found if d.path == "$.error"] == [("stopped", ("art_6__point_2",))]
    assert round_.is_over


def test_action_left_out_makes_the_round_shorter() -> None:
    _, round_, found = checked(recorded(lambda data: data["actions"].pop()))
    assert not round_.is_over
    by_path = {d.path: d for d in found}
    assert by_path["$.steps"].kind == "length"
    assert by_path["$.over"].after is False
    assert by_path["$.bets[0].result"].after is None


def test_step_that_was_rewritten_is_told() -> None:
    def change(data: Data) -> None:
        data["steps"][-1]["provisions"] = ["art_9__point_6"]

    _, _, found = checked(recorded(change))
    assert [(d.kind, d.provisions) for d in found] == [("step", ("art_9__point_7__point_4", "art_9__point_7"))]


def test_changed_rules_show_in_the_digest_though_the_round_goes_the_same_way() -> None:
    """The reading of equal hands does not touch this round, but the rules are not those of the file."""
    file, round_, found = checked(recorded(set_reading("equal-hands", "push")))
    # Nobody is said to have chosen it, and it is not the default.
    assert told(found) == [
        ("$.origins", ABSENT, {"equal-hands": "choice"}),
        ("$.rules", file.whole["rules"], round_.game.digest),
    ]


# ── Forged ──────────────────────────────────────────────────────────────────


def fields_of(data: Any, path: str = "$") -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Every innermost field: its path as people read it, and its keys."""
    for keys in members_of(data):
        inner = data
        for key in keys:
            inner = inner[key]
        if not isinstance(inner, (dict, list)):
            yield "$" + "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in keys), keys


# What goes into a round rather than comes of it; another value makes it another round, or none.
INPUTS = ("schema", "work", "on", "text", "options", "readings", "drawn", "statuses", "actions", "seed")


@cache
def _seeded() -> str:
    round_ = load("mo/q-poker").new_round(seed=7)
    for action in (ANTE, PAIR_PLUS, Deal(), PLAY):
        round_.apply(action)
    return json.dumps(round_.to_json())


def forged(value: object) -> object:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return {"win": "lose", "lose": "win"}.get(value, "1" + value)
        case _:
            return "1"


def test_every_forged_field_that_came_of_the_round_is_named_with_its_path() -> None:
    data = json.loads(_seeded())
    tried = 0
    for path, keys in fields_of(data):
        if keys[0] in (*INPUTS, "lexludi"):
            continue
        other = copy.deepcopy(data)
        inner: Any = other
        for key in keys[:-1]:
            inner = inner[key]
        inner[keys[-1]] = forged(inner[keys[-1]])
        found = replayed(json.dumps(other)).differences
        assert [d.path for d in found] == [path]
        tried += 1
    assert tried > 60


def test_a_forged_seed_is_named_and_so_is_a_forged_card() -> None:
    def with_seed(data: Data) -> None:
        data["seed"] = 8

    data = json.loads(_seeded())
    with_seed(data)
    assert [d.path for d in replayed(json.dumps(data)).differences] == ["$.seed"]
    for card in ("Ah", "As", "no card at all"):
        data = json.loads(_seeded())
        data["drawn"][4] = card
        assert [d.path for d in replayed(json.dumps(data)).differences] == ["$.drawn[4]"], card


def test_a_setting_an_action_and_a_status_that_were_forged_do_not_pass() -> None:
    changes: list[Change] = [
        lambda data: data["options"].update(dealing="shuffler"),
        lambda data: data["readings"].update({"equal-hands": "push"}),
        lambda data: data["options"].clear(),
        lambda data: data["actions"][0].update(stake="11"),
        lambda data: data["actions"][0].update(bettor="ana"),
        lambda data: data["actions"][0].update(stake=10),
        lambda data: data["statuses"].update(ana="standing", rui="seated"),
        lambda data: data.update(work="mo/q-poker@2005-01-18"),
    ]
    for number, change in enumerate(changes):
        data = json.loads(_seeded())
        change(data)
        try:
            again = replayed(json.dumps(data))
        except LexludiError:
            continue
        assert again.differences or json.dumps(again.round.to_json()) == json.dumps(data), number
    assert replayed(json.dumps(json.loads(_seeded()))).differences == []


def test_a_member_too_many_or_too_few_is_named() -> None:
    data = json.loads(_seeded())
    data["commentary"] = "paid by the book"
    data["bets"][0]["bonus"] = "100"
    del data["returns"]
    assert {d.path for d in replayed(json.dumps(data)).differences} == {
        "$.commentary",
        "$.bets[0].bonus",
        "$.returns",
    }


def test_one_is_neither_true_nor_a_decimal_fraction() -> None:
    data = json.loads(_seeded())
    data["over"] = 1
    assert told(replayed(json.dumps(data)).differences) == [("$.over", 1, True)]


def test_a_member_that_stands_twice_is_refused() -> None:
    with pytest.raises(InvalidReplay) as refusal:
        read_records(_seeded().replace('"void": false', '"void": true, "void": false').encode())
    assert refusal.value.key == "json-twice"


@pytest.mark.parametrize(
    ("text", "key", "told"),
    [
        ('{"a":\n 1,}', "not-json", "第 2 行第 4 個字符"),
        ("", "json-not-one", "0"),
        ("[" * 100_000, "json-too-deep", "過深"),
        ('{"a": NaN}', "json-constant", "NaN"),
        ("9" * 5_000, "json-digits", "4"),
    ],
)
def test_what_is_no_json_is_said_in_the_language_of_the_reader(text: str, key: str, told: str) -> None:
    with pytest.raises(InvalidReplay) as refusal:
        read_records(text.encode())
    assert refusal.value.key == key
    sentence = refusal.value.tell("zh")
    assert told in sentence
    assert not re.search(r"[A-Za-z]{5,}", sentence)


def test_a_refused_action_is_in_the_record_and_refused_again() -> None:
    round_ = played(ANTE, Deal())
    with pytest.raises(IllegalAction):
        round_.apply(PAIR_PLUS)
    data = round_.to_json()
    assert data["error"]["action"]["bet"] == "pair-plus"
    assert replayed(json.dumps(data)).differences == []
    data["error"]["provisions"] = ["art_9"]
    assert [d.path for d in replayed(json.dumps(data)).differences] == ["$.error.provisions[0]"]
    del data["error"]
    assert replayed(json.dumps(data)).differences == [], "without it the record ends before"
    round_.apply(PLAY)
    assert "error" not in round_.to_json(), "the round went on"


# ── Series ──────────────────────────────────────────────────────────────────


def series(work: str, rounds: int, *actions: Action, seed: int = 3) -> list[Data]:
    session, out = Session(load(work), seed=seed), []
    for _ in range(rounds):
        round_ = session.new_round()
        for action in (*actions, Deal()):
            round_.apply(action)
        out.append(round_.to_json())
    return out


def lines(data: list[Data]) -> bytes:
    return "\n".join(map(json.dumps, data)).encode()


def test_the_rounds_of_a_whole_shoe_are_replayed_with_what_was_burned_and_kept() -> None:
    data = series("mo/baccarat@2004-05-18", 90, PlaceBet("", "", "banker", 10), PlaceBet("", "", "tie", 5))
    again = list(replay(read_records(lines(data))))
    assert [r.differences for r in again] == [[]] * 90
    assert sum(json.loads(lines(data[i : i + 1]))["fresh"] for i in range(90)) == 2, "a second shoe was begun"
    assert {"shuffled", "burned"} <= {step["step"] for d in data for step in d["steps"]}


# Three rounds of two cards with the same objects; one is burned when use of them begins.
BURNED = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 4 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “high” is a bet.
Article 2
  “marker” is placed above the last 10.
  when use of “card” begins, then burn a number of “card” equal to 1.
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 2.
  settle “high”.
Article 3
  in every other case, “high” loses.
Article 4
  when “marker” appears, then after this round 2 rounds remain.
"""


@pytest.mark.parametrize("fresh", [None, False])
def test_when_use_begins_in_a_series_it_does_in_its_replay_from_the_seed_and_from_the_cards(
    fresh: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a forged seed that alone is told: the cards are taken as they were recorded, with the one burned."""
    game = small.game_of(BURNED)
    monkeypatch.setattr("lexludi.play.replay.game_of", lambda recorded, accept_unknown: game)
    session, data = Session(game, seed=3, fresh=fresh), []
    for _ in range(5):
        round_ = session.new_round()
        round_.apply(PlaceBet("", "", "high", 10))
        round_.apply(Deal())
        data.append(round_.to_json())
    assert [len(record["drawn"]) for record in data] == [2 if fresh is False else 3, 2, 2, 3, 2]
    assert [r.differences for r in replay(read_records(lines(data)))] == [[]] * 5
    again = replay(read_records(lines([record | {"seed": 4} for record in data])))
    assert [[d.path for d in r.differences] for r in again] == [["$.seed"]] * 5


def test_a_forged_round_of_a_series_is_the_one_that_is_named() -> None:
    data = series("mo/baccarat@2004-05-18", 12, PlaceBet("", "", "banker", 10))
    data[7]["returns"] = {"bettor-1": "1000"}
    again = list(replay(read_records(lines(data))))
    assert [place for place, r in enumerate(again) if r.differences] == [7]


def test_a_round_of_a_series_without_those_before_it_is_refused() -> None:
    data = series("mo/baccarat@2004-05-18", 4, PlaceBet("", "", "banker", 10))
    for chosen in (data[2:3], [data[0], data[2]], [data[1]]):
        with pytest.raises(InvalidReplay) as refusal:
            list(replay(read_records(lines(chosen))))
        assert refusal.value.key == "round-alone"


@pytest.mark.parametrize("number", [0, 1, -2, "2", 2.5])
def test_rounds_of_a_series_are_numbered_from_the_second_on(number: object) -> None:
    with pytest.raises(InvalidReplay) as refusal:
        read_records(recorded(lambda data: data.update(round=number)).encode())
    assert refusal.value.args_by_name["path"] == "$.round"


# ── No replay ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "3", '"text"', "{}", '{"schema": "lexludi.trace/1"}', "[" * 100_000, '{"a":' * 100_000],
    ids=["empty", "broken", "list", "null", "number", "text", "object", "nothing in it", "deep list", "deep object"],
)
def test_text_that_is_no_replay_is_refused(text: str) -> None:
    with pytest.raises(InvalidReplay):
        read_records(text.encode())


@pytest.mark.parametrize("schema", ["lexludi.trace/2", "lexludi.play.trace", "", None, 1, ["lexludi.trace/1"]])
def test_another_schema_is_refused_by_name(schema: object) -> None:
    with pytest.raises(InvalidReplay) as refusal:
        read_records(recorded(lambda data: data.update(schema=schema)).encode())
    assert refusal.value.key == "other-schema"


@pytest.mark.parametrize("member", "work on text lexludi options readings seed drawn statuses actions".split())
def test_file_without_a_member_is_refused(member: str) -> None:
    with pytest.raises(InvalidReplay):
        read_records(recorded(lambda data: data.pop(member)).encode())


def action_becomes(**fields: object) -> Change:
    def change(data: Data) -> None:
        data["actions"][0] |= fields

    return change


@pytest.mark.parametrize(
    "change",
    [
        action_becomes(action="fly"),
        action_becomes(action=["bet"]),
        action_becomes(stake="1/0"),
        action_becomes(stake=1.5),
        action_becomes(stake=True),
        action_becomes(stake="9" * 10_000),
        action_becomes(holder=7),
        action_becomes(bettor=["player-1"]),
        action_becomes(bet={}),
        action_becomes(naming=None),
        action_becomes(colour="red"),
        lambda data: data["actions"].append("deal"),
        lambda data: data["actions"].append({"action": "irregularity", "event": "exposed-card", "count": "many"}),
        lambda data: data["actions"].append({"action": "irregularity", "event": "exposed-card", "after": None}),
        lambda data: data["actions"].append({"action": "irregularity"}),
        lambda data: data.update(drawn="Qs Kh Qd 7c 9h 2s"),
        lambda data: data.update(drawn=[1, 2, 3]),
        lambda data: data.update(options=[1]),
        lambda data: data["options"].update(boxes=["7"]),
        lambda data: data.update(statuses="seated"),
    ],
)
def test_file_with_members_of_another_form_is_refused(change: Change) -> None:
    with pytest.raises(InvalidReplay):
        read_records(recorded(change).encode())


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda data: data.update(work="mo/no-such-game"), UnknownWork),
        (lambda data: data.update(work="../regulations/mo/q-poker"), UnknownWork),
        (lambda data: data.update(work=""), UnknownWork),
        (lambda data: data.update(on="2005-01-17"), UnknownWork),
        (lambda data: data.update(on="yesterday"), UnknownWork),
        (lambda data: data.update(text="fr"), InvalidReplay),
        (lambda data: data["readings"].update(packs="none"), InvalidSetting),
        (lambda data: data["readings"].update(mood="good"), InvalidSetting),
        (lambda data: data["options"].update(boxes="6"), InvalidSetting),
        (lambda data: data["drawn"].__setitem__(0, "1z"), InvalidStack),
        (lambda data: data["drawn"].__setitem__(0, "Kh"), InvalidStack),
        (lambda data: data.update(statuses={"player-1": "lying"}), IllegalAction),
    ],
)
def test_file_of_what_does_not_exist_is_refused(change: Change, error: type[LexludiError]) -> None:
    with pytest.raises(error):
        replayed(recorded(change))


def members_of(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every member of plain data, at any depth."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, inner in entries:
        yield (*path, key)
        yield from members_of(inner, (*path, key))


FORMS: list[object] = [None, True, 7, 0.5, "x", [], [None], {}, {"x": None}]


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in range(1, len(FORMS)))])
def test_field_of_another_form_is_named_or_refused(first: int) -> None:
    """Of what came of the round nothing is read, only compared: whatever stands there is told with its place.

    One form at each field, the next at the next; `make soak` puts every form at every field.
    """
    data = json.loads(_recorded())
    for path, value in zip(members_of(data), islice(cycle(FORMS), first, None), strict=False):
        inner = data
        for key in path:
            inner = inner[key]
        text = recorded(set_member(path, value))
        if path[0] in INPUTS or path[0] == "lexludi":
            replayed_or_refused(text)
        elif json.dumps(inner) != json.dumps(value):
            found = replayed(text).differences
            where = "$" + "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in path)
            assert found
            assert all(d.path.startswith(where) or where.startswith(d.path) for d in found), (where, found)


def set_member(path: tuple[str | int, ...], value: object) -> Change:
    def change(data: Data) -> None:
        inner: Any = data
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value

    return change


def replayed_or_refused(text: str) -> None:
    """Nothing but an error of this library, whatever the file says."""
    try:
        again = list(replay(read_records(text.encode("utf-8", "replace"))))
    except LexludiError:
        return
    for difference in (difference for replayed in again for difference in replayed.differences):
        assert difference.kind in ("stopped", "step", "length", "field")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def tampered(draw: st.DrawFn) -> str:
    """The file with one value, anywhere in it, removed or replaced by any other."""
    data = json.loads(_recorded())
    inner: Any = data
    while True:
        key = draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
        below = inner[key]
        if not isinstance(below, (dict, list)) or not below or draw(st.integers(0, 4)) == 0:
            break
        inner = below
    if draw(st.booleans()):
        del inner[key]
    else:
        inner[key] = draw(JSON | st.just(copy.deepcopy(below)))
    return json.dumps(data)


@given(tampered() | JSON.map(json.dumps) | st.text(max_size=50))
@settings(max_examples=50)
def test_tampered_file_is_replayed_or_refused_and_never_crashes(text: str) -> None:
    replayed_or_refused(text)


def places(data: Any) -> Iterator[tuple[str | int, ...]]:
    """The keys on the way to every value of a file, of each list to those of its first item."""
    for key in data if isinstance(data, dict) else range(min(len(data), 1)):
        yield (key,)
        if isinstance(data[key], (dict, list)):
            yield from ((key, *below) for below in places(data[key]))


def test_nothing_in_the_place_of_any_value_is_replayed_or_refused() -> None:
    for *way, last in places(json.loads(_recorded())):
        data = inner = json.loads(_recorded())
        for key in way:
            inner = inner[key]
        inner[last] = None
        replayed_or_refused(json.dumps(data))


# ── From another folder ─────────────────────────────────────────────────────


def test_round_of_a_text_off_the_shelf_is_replayed_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where a folder above it has the sign in its name that parts a work from its day."""
    here = tmp_path / "games@home"
    shutil.copytree(TOKENS, here / "two-tokens")
    monkeypatch.chdir(here)
    round_ = load("two-tokens/1.en.ludi").new_round(seed=1)
    text = json.dumps(round_.to_json())
    monkeypatch.chdir(tmp_path)
    _, again, found = checked(text)
    assert found == []
    assert again.to_json()["work"] == "two-tokens"
