"""Whose bets a condition counts: those of the party that it names, as they stand, and not one that is being placed."""

from fractions import Fraction

import pytest

from lexludi.base.diagnostics import Severity
from lexludi.base.errors import IllegalAction
from lexludi.base.messages import catalogue
from lexludi.exact.odds import odds
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Round
from lexludi.play.telling import Teller
from small import diagnosed, game_of

BOXES = """\
Article 1
  “number”, from high to low: 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  there are 2 “boxes”.
  “player” bets at “boxes”.
  “ante” is a bet.
  “side” is a bet.
Article 2
  bets are accepted.
  {}“dealer” throws “die”.
  settle “ante” and “side”.
Article 3
  when {}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
  “side” loses.
"""


def begun(text: str, *bets: tuple[str, str, str]) -> Round:
    """A round with some bets, each of a bettor, at a place, of a kind."""
    round_ = game_of(text).new_round(cards="1")
    for bettor, holder, kind in bets:
        round_.apply(PlaceBet(bettor, holder, kind, Fraction(1)))
    return round_


def nets(round_: Round) -> list[object]:
    round_.apply(Deal())
    return [bet.net for bet in round_.state.bets]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        # The side stands at the second box, and is of the first player, whose ante stands at the first.
        ("“boxes” has a bet on “side”", [-1, -1, 1]),
        ("“player” has a bet on “side”", [1, -1, -1]),
        ("“boxes” has a bet", [1, -1, 1]),
        ("“dealer” has a bet", [-1, -1, -1]),
        ("“dealer” has a bet on “side”", [-1, -1, -1]),
    ],
)
def test_bets_are_those_of_the_party_named(condition: str, expected: list[int]) -> None:
    placed = [("player-1", "boxes-1", "ante"), ("player-1", "boxes-2", "side"), ("player-2", "boxes-2", "ante")]
    assert nets(begun(BOXES.format("", condition), *placed)) == expected


def test_a_bet_elsewhere_stands_at_no_box_and_is_at_none_with_another() -> None:
    """Two players bet elsewhere: no box has a bet, and they bet at no same box."""
    placed = [("player-1", "", "ante"), ("player-2", "", "ante")]
    for condition in ("“boxes” has a bet", "more than one “player” bets at the same “boxes”"):
        text = BOXES.format("", condition).replace("bets at “boxes”.", "bets at “boxes” or elsewhere.")
        assert nets(begun(text, *placed)) == [-1, -1]
        there = [(bettor, "boxes-1", kind) for bettor, _, kind in placed]
        assert nets(begun(text, *there)) == [1, 1]
    same = "more than one “player” bets at the same “dealer”"
    assert nets(begun(BOXES.format("", same), *there)) == [-1, -1]


def test_odds_follow_the_party_named() -> None:
    """A box with an ante alone has no side; the dealer never has a bet; at its own box the ante is always there."""
    for condition, net in (("“boxes” has a bet on “side”", -1), ("“dealer” has a bet", -1), ("“boxes” has a bet", 1)):
        assert odds(game_of(BOXES.format("", condition)).decided).bets["ante"].expectation == net


MOVING = BOXES.replace("bets at “boxes”", "bets").replace(
    "  {}“dealer” throws",
    "  “player” with “ante” chooses to “switch” or “stay”.\n"
    "  upon “switch”: “ante” moves to “side”.\n  {}“dealer” throws",
)


def test_a_bet_that_has_moved_is_had_as_what_it_has_become() -> None:
    """It wins as a side only where an ante is still had: after the move there is none, and it loses."""
    text = MOVING.format("", "the total of “dealer” is 1").replace(
        "“side” loses.",
        "when “player” has a bet on “{}”, then “side” pays 2 to 1.\n  in every other case, “side” loses.",
    )
    for kind, net in (("ante", -1), ("side", 2)):
        game = game_of(text.format(kind))
        round_ = game.new_round(cards="1")
        round_.apply(PlaceBet("player-1", "", "ante", Fraction(1)))
        round_.apply(Deal())
        round_.apply(Choose("player-1", "player-1", "switch"))
        assert [bet.net for bet in round_.state.bets] == [net]
        # To stay wins 1 with half of the faces and loses 1 with the other: 0. To switch is worth the net.
        assert odds(game.decided).bets["ante"].expectation == max(net, 0)


def test_a_bet_that_is_being_placed_is_not_had_yet() -> None:
    """One ante each, wherever it stands; and no side beside any other bet."""
    norms = (
        "when “player” has a bet on “ante”, then “player” must not “bet” on “ante”.\n"
        "  when “player” has a bet, then “player” must not “bet” on “side”.\n  "
    )
    text = BOXES.format(norms, "the total of “dealer” is 1")
    round_ = begun(text, ("player-1", "boxes-1", "ante"), ("player-2", "boxes-1", "ante"))
    for kind in ("ante", "side"):
        with pytest.raises(IllegalAction, match="forbidden"):
            round_.apply(PlaceBet("player-1", "boxes-2", kind, Fraction(1)))
    assert nets(round_) == [1, 1]
    (alone,) = begun(text, ("player-1", "boxes-1", "side")).state.bets
    assert alone.bet == "side"
    assert odds(game_of(text).decided).bets["side"].expectation == -1


def test_the_one_who_has_chosen_is_told_and_not_the_hand_that_is_shared() -> None:
    text = BOXES.format("“boxes” with “ante” chooses to “raise” or “stay”.\n  ", "“player” has chosen to “raise”")
    round_ = begun(text, ("player-1", "boxes-1", "ante"), ("player-2", "boxes-1", "ante"))
    round_.apply(Deal())
    round_.apply(Choose("player-1", "boxes-1", "raise"))
    assert [bet.net for bet in round_.state.bets] == [1, -1]
    teller = Teller.of(round_.game.rules, catalogue("en"))
    told = [teller.tell(step) for step in round_.trace if step.kind == "settled"]
    assert ["player 1 has chosen" in told[0], "player 2 has not chosen" in told[1]] == [True, True]


def test_a_prohibition_of_an_act_that_places_no_bet_is_told() -> None:
    text = BOXES.format("“player” must not “{}”{}.\n  ", "the total of “dealer” is 1")
    for act, on, codes in (
        ("wager", " on “ante”", ["norm-on-no-bet"]),
        ("place bets", "", ["norm-on-no-bet"]),
        ("shout", "", []),
        ("bet", " on “ante”", []),
    ):
        found = diagnosed(text.format(act, on))[1]
        assert [d.code for d in found if d.severity is Severity.WARNING] == codes
