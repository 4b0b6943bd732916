"""Replay files: a round from its JSON again, and what is said when it no longer goes the same way."""

import copy
import json
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from lexludi.play.game import Round, load
from lexludi.play.replay import Difference, Recorded, differences, read_replay, replay

TOKENS = Path(__file__).resolve().parent / "corpus" / "valid" / "two-tokens"

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


def checked(text: str) -> tuple[Recorded, Round, list[Difference]]:
    file = read_replay(text)
    round_, stopped = replay(file)
    return file, round_, differences(file, round_, stopped)


# ── As it was ───────────────────────────────────────────────────────────────


def test_replayed_round_is_the_round() -> None:
    file, round_, found = checked(recorded())
    assert found == []
    assert round_.to_json() == json.loads(recorded())
    assert file.rules == round_.game.digest


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


def test_round_from_a_seed_is_replayed_from_its_cards() -> None:
    """What chance gave is in the file: replaying needs no seed, and no generator of the same make."""
    round_ = load("mo/q-poker", options={"dealing": "shuffler"}).new_round(seed=11)
    for action in (ANTE, PAIR_PLUS, Deal(), PLAY):
        round_.apply(action)
    text = json.dumps(round_.to_json())
    file, again, found = checked(text)
    assert found == []
    assert (file.seed, again.seed) == (11, None)
    assert {**again.to_json(), "seed": 11} == round_.to_json()


def test_round_of_an_option_a_reading_another_language_and_a_status_is_replayed() -> None:
    game = load("mo/q-poker", text="pt", options={"boxes": 9}, readings={"packs": 2, "not-qualified": "keep-half"})
    round_ = game.new_round(cards="Qs Js Qs 7c 9h 2s", statuses={"ana": "standing"})
    for action in (PlaceBet("ana", "box-9", "ante", 15), Deal(), Choose("ana", "box-9", "play")):
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
    file = read_replay(json.dumps(round_.to_json()))
    again, stopped = replay(file)
    assert isinstance(stopped, UnsettledCase)
    assert {"art_9__point_6", "art_9__point_7"} <= set(stopped.provisions)
    assert again.to_json() == round_.to_json()


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


def test_payout_that_was_tampered_with_is_told_with_its_provision() -> None:
    """A pair of queens wins one to one by article 9(7)(4), not two to one."""
    _, _, found = checked(recorded(set_net(0, "win", "20")))
    (difference,) = found
    assert (difference.what, difference.provisions) == ("bet", ("art_9__point_7__point_4", "art_9__point_7"))
    assert (difference.before["net"], difference.after["net"]) == ("20", "10")


def test_every_bet_settled_otherwise_is_told() -> None:
    def change(data: Data) -> None:
        set_net(0, "lose", "-10")(data)
        set_net(1, "win", "200")(data)

    _, _, found = checked(recorded(change))
    assert [(d.what, d.provisions[0]) for d in found] == [
        ("bet", "art_9__point_7__point_4"),
        ("bet", "art_10__point_5"),
    ]


def test_another_card_is_told_where_it_was_dealt_and_in_what_it_decides() -> None:
    _, _, found = checked(recorded(set_card(5, "Kd")))
    assert [(d.what, d.provisions) for d in found] == [
        ("step", ("art_7__point_1",)),
        ("bet", ("art_9__point_6",)),
    ]
    assert (found[0].before.values, found[0].after.values) == ({"object": "2s"}, {"object": "Kd"})


def test_another_reading_is_told_with_the_provision_that_now_decides() -> None:
    """The dealer has no queen: by the other reading of article 9(5) half of the ante is lost, not won."""
    round_ = played(ANTE, Deal(), PLAY, cards="Qs Jh Qd 7c 9h 2s")
    data = round_.to_json()
    data["readings"]["not-qualified"] = "keep-half"
    file, again, found = checked(json.dumps(data))
    assert [(d.what, d.provisions) for d in found] == [("step", ("art_9__point_5",)), ("bet", ("art_9__point_5",))]
    assert [(d.before["net"], d.after["net"]) for d in found if d.what == "bet"] == [("5", "-5")]
    assert file.rules != again.game.digest


def test_rules_that_no_longer_settle_the_round_are_told() -> None:
    def change(data: Data) -> None:
        data["readings"]["packs"] = "2"
        data["drawn"] = "Qs Qs Qd Qd 9h 9h".split()

    _, _, found = checked(recorded(change))
    assert found[0].what == "stopped"
    assert {"art_9__point_6", "art_9__point_7"} <= set(found[0].provisions)


def test_action_that_is_now_forbidden_is_told_with_the_provision() -> None:
    def change(data: Data) -> None:
        data["actions"].append({"action": "bet", "bettor": "rui", "holder": "box-2", "bet": "ante", "stake": "1"})

    _, round_, found = checked(recorded(change))
    assert [(d.what, d.provisions) for d in found] == [("stopped", ("art_6__point_2",))]
    assert round_.is_over


def test_action_left_out_makes_the_round_shorter() -> None:
    _, round_, found = checked(recorded(lambda data: data["actions"].pop()))
    assert not round_.is_over
    assert {d.what for d in found} == {"length", "bet"}


def test_step_that_was_rewritten_is_told() -> None:
    def change(data: Data) -> None:
        data["steps"][-1]["provisions"] = ["art_9__point_6"]

    _, _, found = checked(recorded(change))
    assert [(d.what, d.provisions) for d in found] == [("step", ("art_9__point_7__point_4", "art_9__point_7"))]


def test_changed_rules_show_in_the_digest_though_the_round_goes_the_same_way() -> None:
    """The reading of equal hands does not touch this round, but the rules are not those of the file."""
    file, round_, found = checked(recorded(set_reading("equal-hands", "push")))
    assert found == []
    assert file.rules != round_.game.digest


# ── No replay ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "3", '"text"', "{}", '{"schema": "lexludi.trace/1"}', "[" * 100_000, '{"a":' * 100_000],
    ids=["empty", "broken", "list", "null", "number", "text", "object", "nothing in it", "deep list", "deep object"],
)
def test_text_that_is_no_replay_is_refused(text: str) -> None:
    with pytest.raises(InvalidReplay):
        read_replay(text)


@pytest.mark.parametrize("schema", ["lexludi.trace/2", "lexludi.play.trace", "", None, 1, ["lexludi.trace/1"]])
def test_another_schema_is_refused_by_name(schema: object) -> None:
    with pytest.raises(InvalidReplay) as refusal:
        read_replay(recorded(lambda data: data.update(schema=schema)))
    assert refusal.value.key == "other-schema"


@pytest.mark.parametrize("member", ["work", "on", "text", "options", "readings", "rules", "drawn", "actions", "bets"])
def test_file_without_a_member_is_refused(member: str) -> None:
    with pytest.raises(InvalidReplay):
        read_replay(recorded(lambda data: data.pop(member)))


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
        lambda data: data.update(bets=["a bet"]),
        lambda data: data.update(steps=[1, 2, 3]),
        lambda data: data.update(drawn="Qs Kh Qd 7c 9h 2s"),
        lambda data: data.update(drawn=[1, 2, 3]),
        lambda data: data.update(options=[1]),
        lambda data: data["options"].update(boxes=["7"]),
        lambda data: data.update(statuses="seated"),
    ],
)
def test_file_with_members_of_another_form_is_refused(change: Change) -> None:
    with pytest.raises(InvalidReplay):
        read_replay(recorded(change))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda data: data.update(work="mo/no-such-game"), UnknownWork),
        (lambda data: data.update(work="../regulations/mo/q-poker"), UnknownWork),
        (lambda data: data.update(work=""), UnknownWork),
        (lambda data: data.update(on="2005-01-17"), UnknownWork),
        (lambda data: data.update(on="yesterday"), UnknownWork),
        (lambda data: data.update(text="fr"), UnknownWork),
        (lambda data: data["readings"].update(packs="none"), InvalidSetting),
        (lambda data: data["readings"].update(mood="good"), InvalidSetting),
        (lambda data: data["options"].update(boxes="6"), InvalidSetting),
        (lambda data: data["drawn"].__setitem__(0, "1z"), InvalidStack),
        (lambda data: data["drawn"].__setitem__(0, "Kh"), InvalidStack),
        (lambda data: data.update(statuses={"player-1": "lying"}), IllegalAction),
    ],
)
def test_file_of_what_does_not_exist_is_refused(change: Change, error: type[LexludiError]) -> None:
    file = read_replay(recorded(change))
    with pytest.raises(error):
        replay(file)


def members_of(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every member of plain data, at any depth."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, inner in entries:
        yield (*path, key)
        yield from members_of(inner, (*path, key))


@pytest.mark.parametrize("value", [None, True, 7, 0.5, "x", [], [None], {}, {"x": None}], ids=repr)
def test_member_of_any_step_or_bet_may_be_of_any_form(value: object) -> None:
    """Steps and bets are only compared, so that a file tampered with there is told, and neither played nor refused."""
    _, round_, _ = checked(recorded())
    for path in members_of(json.loads(_recorded())):
        if path[0] in ("steps", "bets") and len(path) > 2:
            file = read_replay(recorded(set_member(path, value)))
            for difference in differences(file, round_, None):
                assert difference.what in ("step", "bet")


@pytest.mark.parametrize("value", [None, True, 7, 0.5, "x", [], [None], {}, {"x": None}], ids=repr)
def test_member_of_another_form_anywhere_is_replayed_or_refused(value: object) -> None:
    for path in members_of(json.loads(_recorded())):
        if path[0] not in ("steps", "bets") or len(path) <= 2:
            replayed_or_refused(recorded(set_member(path, value)))


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
        file = read_replay(text)
        round_, stopped = replay(file)
    except LexludiError:
        return
    for difference in differences(file, round_, stopped):
        assert difference.what in ("stopped", "step", "length", "bet")


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
@settings(max_examples=200, deadline=None)
def test_tampered_file_is_replayed_or_refused_and_never_crashes(text: str) -> None:
    replayed_or_refused(text)


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
