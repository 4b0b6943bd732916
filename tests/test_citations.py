"""Article 9(6) says nothing of equal hands: nothing that is counted or compared cites it for them."""

import json
from collections import Counter

import pytest

from lexludi import Choose, Deal, Game, Irregularity, PlaceBet, load
from lexludi.base.boundary import Field
from lexludi.base.messages import catalogue
from lexludi.checks.coverage import Coverage
from lexludi.cli.coverage import coverage_json
from lexludi.diff.jsonform import _outcome
from lexludi.exact.joint import compare
from lexludi.play.game import Round
from lexludi.play.telling import Teller
from lexludi.rules.grounds import readings_of, said
from lexludi.simulate.tally import TalliedOutcome, Tally
from published import validator

EQUAL = "Kh Kh 8d 8d 5c 5c"  # king high against the same king high, from two packs
LOWER = "Qh Ah 8d 8d 5c 5c"  # the box is lower than the dealer: 9(6) says so
SIX = "art_9__point_6"
VALUES = {"push": ("push", 0), "dealer-wins": ("lose", -10), "player-wins": ("win", 10)}


def game_of(value: str) -> Game:
    return load("mo/q-poker", readings={"packs": 2, "equal-hands": value})


def played(value: str, cards: str) -> Round:
    round_ = game_of(value).new_round(cards=cards)
    round_.apply(PlaceBet("", "box-1", "ante", 10))
    round_.apply(Deal())
    while (due := round_.decision) is not None:
        round_.apply(Choose(due.bettor, due.unit, "play"))
    return round_


@pytest.mark.parametrize("value", VALUES)
def test_a_bet_of_equal_hands_ends_by_the_reading_alone(value: str) -> None:
    (bet,) = played(value, EQUAL).state.bets
    assert (bet.result, bet.net) == VALUES[value]
    assert said(bet.provisions) == ()
    assert readings_of(bet.provisions) == ("equal-hands",)


@pytest.mark.parametrize("value", VALUES)
def test_a_bet_that_the_provision_decides_is_decided_by_it_under_each_reading(value: str) -> None:
    (bet,) = played(value, LOWER).state.bets
    assert (bet.result, bet.provisions) == ("lose", (SIX,))


@pytest.mark.parametrize("value", VALUES)
def test_a_simulation_counts_equal_hands_apart_and_names_the_reading(value: str) -> None:
    tally = Tally(2, {"ante": Counter()})
    for cards in (EQUAL, LOWER):
        (bet,) = played(value, cards).state.bets
        tally.bets["ante"][TalliedOutcome(bet.result, bet.net, bet.provisions)] += 1
    rows = {row["net"]: row for row in tally.to_json()["bets"]["ante"] if "by_reading" in row}
    (row,) = rows.values()
    assert (row["result"], row["provisions"]) == (VALUES[value][0], [])
    assert [by["reading"] for by in row["by_reading"]] == ["equal-hands"]
    assert Tally.from_json(Field(tally.to_json())) == tally


def test_the_citation_of_a_count_is_the_reading() -> None:
    round_ = played("push", EQUAL)
    teller = Teller(catalogue("en"), round_.game.rules.glossary)
    cited = teller.provisions(round_.state.bets[0].provisions)
    assert cited.startswith("reading “")
    assert "9" not in cited


def test_two_readings_compared_cite_the_provision_for_neither() -> None:
    one, two = (game_of(value).decided for value in ("push", "dealer-wins"))
    (compared,) = compare(one, two, "ante")
    assert compared.changes
    for change in compared.changes:
        for outcome, result in ((change.before, "push"), (change.after, "lose")):
            row = _outcome(outcome)
            assert (row["result"], row["provisions"]) == (result, [])
            assert row["by_reading"] == [{"reading": "equal-hands", "applies": [SIX]}]


def test_coverage_counts_a_reading_apart_from_what_the_provision_decides() -> None:
    round_ = played("push", EQUAL)
    counts = Counter(eid for told in round_.steps for eid in told.provisions)
    rows = {row["eid"]: row for row in coverage_json(Coverage(round_.game, 1, 1, dict(counts), 0))["provisions"]}
    assert (rows[SIX]["count"], rows[SIX]["by_reading"]) == (0, 1)
    assert "by_reading" not in rows["art_9__point_7"]


def test_a_bet_of_a_round_that_only_a_reading_voids_names_the_reading() -> None:
    """A card exposed before any is dealt: 11(3) speaks of the time of the deal, and is read otherwise here."""
    round_ = load("mo/q-poker", readings={"exposure-time": "any-time"}).new_round(seed=5)
    round_.apply(PlaceBet("", "box-1", "pair-plus", 10))
    round_.apply(Irregularity("exposed-card", "dealer", 1, 0))
    (bet,) = round_.to_json()["bets"]
    assert (bet["result"], bet["provisions"]) == ("void", [])
    (by,) = bet["by_reading"]
    assert (by["reading"], by["value"], by["silent"]) == ("exposure-time", "any-time", True)
    assert validator("trace/1").is_valid(json.loads(json.dumps(round_.to_json())))
