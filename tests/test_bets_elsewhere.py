"""Bets at a place or elsewhere: where that makes a difference it is said, searched, and not passed over in a diff."""

from fractions import Fraction

import pytest

from lexludi.checks.conflict import conflict
from lexludi.checks.gap import gap
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.joint import compare
from lexludi.exact.odds import odds
from lexludi.play.actions import Deal, PlaceBet
from lexludi.rules.model import RuleSet
from lexludi.simulate.choosing import bets_of
from small import game_of, law_of

# Who bets at the box has the card that comes there: a 2 or a 1. Who bets elsewhere has none.
AT_THE_BOX = """Article 1
  “number”, from high to low: 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there are 2 “box”.
  “player” bets at “box” or elsewhere.
  “ante” is a bet.

Article 2
  bets are accepted.
  deal to each “box” with a bet, one “card” at a time, face up, until each has 1.
  settle “ante”.

Article 3
  when the total of “box” is 2, then “ante” pays 3 to 1.
  when the total of “box” is 1, then “ante” loses.
"""
OTHERWISE = "  in every other case, “ante” is returned.\n"


def found(text: str) -> RuleSet:
    return game_of(text).decided


def test_odds_are_of_a_bet_at_the_place_and_say_so() -> None:
    """Half of the cards bring three units and half lose one: (3 - 1) / 2 at the box; elsewhere it would be returned."""
    odds_at = odds(found(AT_THE_BOX + OTHERWISE))
    assert odds_at.bets["ante"].expectation == 1
    assert "at-a-place" in odds_at.assumptions


def test_nothing_is_said_where_bets_stand_at_a_place_alone() -> None:
    at_box = AT_THE_BOX.replace(" or elsewhere", "")
    assert "at-a-place" not in odds(found(at_box)).assumptions
    assert compare(found(at_box), found(at_box + OTHERWISE), "ante")[0].probability == 0


@pytest.mark.parametrize(("holder", "net"), [("box-1", 3), ("", 0)])
def test_a_round_is_played_where_the_bet_was_placed(holder: str, net: int) -> None:
    round_ = game_of(AT_THE_BOX + OTHERWISE).new_round(cards="2")
    round_.apply(PlaceBet("player-1", holder, "ante", Fraction(1)))
    round_.apply(Deal())
    assert [bet.net for bet in round_.state.bets] == [net]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("the total of “box” is 0", True),
        ("the total of “box” is lower than 1", True),
        ("the number of “card” of “box” is 0", True),
        ("the total of “box” is higher than 0", False),
    ],
)
def test_the_hand_of_a_place_is_empty_for_a_bet_elsewhere(condition: str, holds: bool) -> None:
    """No objects add up to nothing, as they do in any empty hand."""
    text = (
        AT_THE_BOX.partition("Article 3")[0] + f"Article 3\n  when {condition}, then “ante” pays 3 to 1.\n{OTHERWISE}"
    )
    round_ = game_of(text).new_round(cards="")
    round_.apply(PlaceBet("player-1", "", "ante", Fraction(1)))
    round_.apply(Deal())
    assert [bet.net for bet in round_.state.bets] == [3 if holds else 0]


def test_a_gap_that_only_a_bet_elsewhere_falls_into_is_found() -> None:
    assert [d.severity.value for d in gap(law_of(AT_THE_BOX))] == ["warning"]
    assert not list(gap(law_of(AT_THE_BOX + OTHERWISE)))
    assert not list(gap(law_of(AT_THE_BOX.replace(" or elsewhere", ""))))


def test_rules_that_read_where_a_bet_stands_are_searched_at_the_place_and_elsewhere() -> None:
    """At the box a bet wins, and loses with a 1; elsewhere nothing settles it until something does."""
    at_box = AT_THE_BOX.replace("the total of “box” is 2", "the bet is placed at “box”")
    (found,) = gap(law_of(at_box))
    assert found.plain_args()["provisions"] == ["art_3"]
    assert [d.plain_args()["question"] for d in conflict(law_of(at_box))] == [{"kind": "bet", "about": "ante"}]
    assert not list(gap(law_of(at_box + OTHERWISE)))
    assert not list(gap(law_of(at_box.replace(" or elsewhere", ""))))
    assert not list(law_of(at_box).unsearched())


def test_outcomes_are_not_compared_where_a_change_may_concern_bets_elsewhere_alone() -> None:
    with pytest.raises(NotAnalysed) as refusal:
        compare(found(AT_THE_BOX), found(AT_THE_BOX + OTHERWISE), "ante")
    assert (refusal.value.reason, refusal.value.provisions) == ("stands-elsewhere", ("art_1",))


def test_simulation_places_bets_where_odds_do() -> None:
    assert [bet.holder for bet in bets_of(game_of(AT_THE_BOX + OTHERWISE)).values()] == ["box-1"]


TWO_BETS = """Article 1
  “number”, from high to low: 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  there are 2 “box”.
  “player” bets at “box” or elsewhere.
  “ante” is a bet.
  “side” is a bet.

Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “ante” and “side”.

Article 3
  when the bet is placed at “box”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
  when the total of “dealer” is 2, then “side” pays {pays} to 1.
  in every other case, “side” loses.
"""


def test_of_a_bet_whose_rules_do_not_ask_for_places_it_is_no_matter_that_those_on_another_do() -> None:
    once, twice = (found(TWO_BETS.format(pays=pays)) for pays in (1, 2))
    (joint,) = compare(once, twice, "side")
    assert [(change.before.net, change.after.net, change.probability) for change in joint.changes] == [
        (1, 2, Fraction(1, 2))
    ]
    with pytest.raises(NotAnalysed) as refusal:
        compare(once, twice, "ante")
    assert refusal.value.reason == "stands-elsewhere"
    # Where steps ask for the place, rounds differ by it, and with them whatever the dealer throws.
    by_place = "when the bet is placed at “box”, then “dealer” throws “die”.\n  settle"
    moved = (found(TWO_BETS.format(pays=pays).replace("settle", by_place)) for pays in (1, 2))
    with pytest.raises(NotAnalysed) as refusal:
        compare(*moved, "side")
    assert refusal.value.reason == "stands-elsewhere"
