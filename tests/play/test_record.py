"""Records: what a round was made with, what was done, and what became of it, as plain data."""

from fractions import Fraction
from typing import Any

import pytest

from hidden_card import WITH_A_DIE
from lexludi import __version__
from lexludi.base.errors import LexludiError, UnsettledCase
from lexludi.play.actions import Action, Choose, Deal, PlaceBet
from lexludi.play.game import Round
from lexludi.play.record import bet_json, record
from lexludi.play.round_state import KEPT, Bet
from lexludi.play.session import Session
from lexludi.play.trace import SCHEMA
from small import game_of

TEXT = """\
Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 5 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  there are 3 “box”.
  “player” bets at “box”.
  “ante” is a bet.
  house option “pace”: 1 or 2; default 1.
  reading “way”: “mild” or “strict”; default “mild”; because: it is the plainer.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: 2 are of the same “number”.
Article 3
1)
  bets are accepted.
2)
  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face up, until each has 2.
3)
  settle “ante”.
Article 4
  when the total of “box” is higher than the total of “dealer”, then “ante” pays 3 to 2.
  when the total of “box” is lower than the total of “dealer”, then “ante” loses.
"""
ANTE = PlaceBet("ana", "box-2", "ante", 5)


def played(*actions: Action, cards: str, text: str = TEXT) -> Round:
    round_ = game_of(text).new_round(cards=cards)
    for action in actions:
        round_.apply(action)
    return round_


def test_all_bets_that_a_round_leaves_open_are_named_with_their_provisions() -> None:
    text = TEXT.replace("“ante” is a bet.", "“ante” is a bet.\n  “side” is a bet.\n  “none” is a bet.")
    text = text.replace("settle “ante”.", "settle “ante” and “side”.")
    text += "Article 5\n  “side” pays 2 to 1.\nArticle 6\n  “side” loses.\n"
    round_ = game_of(text).new_round(cards="4 4 4 4")
    for kind in ("ante", "side", "none"):
        round_.apply(PlaceBet("ana", "box-2", kind, 5))
    round_.apply(PlaceBet("eva", "box-2", "side", 7))
    with pytest.raises(UnsettledCase):
        round_.apply(Deal())
    error = record(round_)["error"]
    gap, conflict, never = ("art_4",), ["art_5", "art_6"], ["art_1"]
    assert (error["error"], set(error["provisions"])) == ("gap-bet", set(gap))
    assert error["also"] == [
        {"error": "conflict-bet", "bet": "side", "provisions": conflict},
        {"error": "never-settled", "bet": "none", "provisions": never},
    ]


def test_the_record_of_a_round_from_its_making_to_its_end() -> None:
    """Box 2 has 4 and 4, the dealer 3 and 1: 8 against 4; 3 to 2 on 5 wins 15/2, which the house loses."""
    round_ = played(ANTE, Deal(), cards="4 3 4 1")
    data = record(round_)
    steps = data.pop("steps")
    assert data == {
        "schema": SCHEMA,
        "lexludi": __version__,
        "work": "small",
        "on": "1",
        "text": "en",
        "standing": "invented",
        "copy": None,
        "options": {"pace": "1"},
        "readings": {"way": "mild"},
        "rules": round_.game.digest,
        "seed": None,
        "drawn": ["4", "3", "4", "1"],
        "statuses": {},
        "actions": [
            {"action": "bet", "bettor": "ana", "holder": "box-2", "bet": "ante", "stake": "5"}, {"action": "deal"},
        ],
        "holders": {
            "box-2": {"objects": ["4", "4"], "category": "pair", "total": 8},
            "dealer": {"objects": ["3", "1"], "total": 4},
        },
        "bets": [
            {
                "bet": "ante", "holder": "box-2", "bettor": "ana", "stake": "5", "result": "win", "net": "15/2",
                "provisions": ["art_4"],
            }
        ],
        "returns": {"ana": "15/2"},
        "over": True,
        "void": False,
    }  # fmt: skip
    assert [step["step"] for step in steps][:2] == ["bets-open", "bet-placed"]
    assert steps[-1]["values"]["net"] == "15/2"


def test_a_round_in_progress_has_nothing_decided() -> None:
    data = record(played(ANTE, cards="4 3 4 1"))
    assert (data["drawn"], data["holders"], data["over"]) == ([], {}, False)
    (bet,) = data["bets"]
    assert (bet["result"], bet["net"]) == (None, None)


def test_the_problem_that_ended_a_round_and_the_action_that_was_refused_are_recorded() -> None:
    round_ = played(ANTE, cards="4 3 4 1")
    with pytest.raises(LexludiError):
        round_.apply(Choose("ana", "box-2", "play"))
    error = record(round_)["error"]
    assert error["action"] == {"action": "choose", "bettor": "ana", "holder": "box-2", "choice": "play"}
    assert error["provisions"] == []
    assert isinstance(error["error"], str)


def test_rules_that_give_out_are_recorded_without_an_action() -> None:
    """4 and 1 against 3 and 2: both have 5, of which article 4 says nothing."""
    round_ = game_of(TEXT).new_round(cards="4 3 1 2")
    round_.apply(ANTE)
    with pytest.raises(LexludiError):
        round_.apply(Deal())
    data = record(round_)
    assert data["error"]["error"] == "gap-bet"
    assert data["actions"][-1] == {"action": "deal"}


def test_totals_and_categories_are_recorded_only_where_there_are_any() -> None:
    plain = TEXT.replace("  every other “card” counts its face value.\n", "").partition("Article 2")[0]
    plain += (
        "Article 3\n1)\n  bets are accepted.\n"
        "2)\n  deal to “dealer”, one “card” at a time, face up, until each has 1.\n"
        "3)\n  settle “ante”.\n  “ante” loses.\n"
    )
    assert record(played(ANTE, Deal(), cards="4", text=plain))["holders"] == {"dealer": {"objects": ["4"]}}


def test_a_throw_is_recorded_beside_what_its_thrower_holds() -> None:
    round_ = game_of(WITH_A_DIE).new_round(cards="4 2 6")
    for action in (PlaceBet("", "1", "ante", 1), Deal(), Choose("player-1", "box-1", "play")):
        round_.apply(action)
    data = record(round_)
    assert data["holders"] == {
        "dealer": {"objects": ["2"], "thrown": ["6"], "total": 2},
        "box-1": {"objects": ["4"], "total": 4},
    }


def test_of_a_series_the_later_rounds_have_their_number() -> None:
    session = Session(game_of(TEXT), seed=3)
    first, second = session.new_round(), session.new_round()
    assert "round" not in record(first)
    assert (record(second)["round"], record(second)["seed"]) == (2, 3)


def test_whether_use_begins_is_recorded_where_objects_last() -> None:
    lasting = TEXT + "Article 5\n  when use of “card” begins, then after this round 3 rounds remain.\n"
    assert record(game_of(lasting).new_round(cards="4", fresh=True))["fresh"] is True
    assert record(game_of(lasting).new_round(cards="4"))["fresh"] is False
    assert "fresh" not in record(game_of(TEXT).new_round(cards="4"))


# ── Bets ────────────────────────────────────────────────────────────────────

OPEN = Bet("ana", "box-1", "ante", Fraction(5, 2))


@pytest.mark.parametrize(
    ("bet", "expected"),
    [
        (OPEN, {"result": None, "net": None}),
        (OPEN._replace(result="lose", net=Fraction(-5, 2)), {"result": "lose", "net": "-5/2"}),
        (OPEN._replace(result=KEPT), {"result": None, "net": None, "kept": True}),
    ],
)
def test_a_bet_that_is_not_decided_has_no_result(bet: Bet, expected: dict[str, Any]) -> None:
    placed = {"bet": "ante", "holder": "box-1", "bettor": "ana", "stake": "5/2", "provisions": []}
    assert bet_json(bet) == placed | expected


def test_a_bet_has_its_place_and_what_it_names_only_where_there_are_any() -> None:
    data = bet_json(Bet("ana", "", "guess", 5, "ace", provisions=("art_1",)))
    assert "holder" not in data
    assert (data["naming"], data["provisions"]) == ("ace", ["art_1"])
    assert "naming" not in bet_json(OPEN)
