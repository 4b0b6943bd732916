"""Several bets on the same: one, where they are at one place; else what is chosen on one may reach another."""

import pytest

from lexludi.base.errors import IllegalAction
from lexludi.checks.situations import SEVERAL
from lexludi.checks.survey import survey
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.session import Session
from small import COIN_AND_ANTE, game_of

# Who has an ante raises or folds, and each of both decides it otherwise.
CHOICE = f"""\
{COIN_AND_ANTE}
Article 2
  {{norm}}bets are accepted.
  “player” with “ante” chooses to “raise” or “fold”.
  settle “ante”.

Article 3
1.
  when “player” has chosen to “raise”, then “ante” loses.
2.
  when “player” has chosen to “fold”, then “ante” is returned.
"""
NAMING = CHOICE.replace("“ante” is a bet.", "“ante” is a bet that names one “number”.")
# Who has an ante may draw, to a hand that lies with the bettor or at a spot.
DRAWING = """\
Article 1
  “number”, from high to low: 2 and 1.
  material: 4 packs of “cards”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  {bettors}
  “ante” is a bet.
  “late” is a bet.

Article 2
  {norm}bets are accepted.
  deal to each “{holder}” with a bet, one “card” at a time, face up, until each has 1.
  {choice}
  settle “ante” and “late”.

Article 3
1.
  {rule}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
2.
  “late” loses.
"""
SPOTS = "there are 2 “spots”.\n  “player” bets at “spot”."
DRAW = "“player” with “ante” chooses to “draw” or “stand”.\n  upon “draw”: takes one “card”."
CALL = (
    "“player” with “ante” chooses to “call” or “stand”.\n"
    "  upon “call”: an amount equal to the stake of “ante” is put on “late”."
)
OPENED = "when “spot” shows 2, then bets on “late” are accepted, up to the stake of “ante”."
CALLED_ELSEWHERE = "when “player” has a bet on “late”, and “player” has chosen to “stand”"
ONE_TO_A_PLACE = "when “spot” has a bet, then “player” must not “bet” on “ante”.\n  "
ONE_OF_A_KIND = "when “player” has a bet on “ante”, then “player” must not “bet” on “ante”.\n  "


def _not_proved(text: str) -> set[str]:
    """What keeps the answers on a text from being proofs."""
    game = game_of(text)
    found = survey(game.rules, game.settings)
    assert not found.skipped
    return {answer.undecided for answer in found.answers if answer.undecided}


def _drawing(holder: str, choice: str, rule: str, norm: str = "", bettors: str = SPOTS) -> str:
    return DRAWING.format(holder=holder, choice=choice, rule=rule, norm=norm, bettors=bettors)


def test_what_is_put_on_the_same_is_one_bet_and_its_bettor_chooses_once() -> None:
    session = Session(game_of(CHOICE.format(norm="")), seed=1)
    round_ = session.new_round()
    for stake in (2, 3):
        round_.apply(PlaceBet("player-1", "", "ante", stake))
    round_.apply(PlaceBet("player-2", "", "ante", 4))
    round_.apply(Deal())
    assert [(bet.bettor, bet.stake) for bet in round_.state.bets] == [("player-1", 5), ("player-2", 4)]
    for bettor in ("player-1", "player-2"):
        round_.apply(Choose(bettor, "", "raise"))
    assert [bet.net for bet in round_.state.bets] == [-5, -4]
    assert [step.values["stake"] for step in round_.trace if step.kind == "bet-placed"] == ["2", "3", "4"]


def test_bets_that_name_something_else_are_two() -> None:
    round_ = Session(game_of(NAMING.format(norm="")), seed=1).new_round()
    for naming in "121":
        round_.apply(PlaceBet("player-1", "", "ante", 1, naming))
    assert [(bet.naming, bet.stake) for bet in round_.state.bets] == [("1", 2), ("2", 1)]


def test_what_is_put_on_a_bet_that_stayed_is_one_with_it() -> None:
    text = CHOICE.format(norm="").replace("“ante” is returned", "“ante” stays for the next round")
    session = Session(game_of(text), seed=1)
    for stake, staked in ((2, 2), (3, 5)):
        round_ = session.new_round()
        round_.apply(PlaceBet("player-1", "", "ante", stake))
        round_.apply(Deal())
        round_.apply(Choose("player-1", "", "fold"))
        assert [(bet.stake, bet.result) for bet in round_.state.bets] == [(staked, "kept")]


@pytest.mark.parametrize(
    ("bound", "choice", "amount", "staked", "refused"),
    [("at most 4", "double", None, 6, "stake-too-high"), ("at least 3", "lower", 1, 1, "stake-too-low")],
)
def test_what_a_choice_made_of_a_bet_that_stays_is_not_bounded(
    bound: str, choice: str, amount: int | None, staked: int, refused: str
) -> None:
    """In the next round nobody places it; what is put on it counts together with it."""
    text = CHOICE.format(norm=f"the stake of “ante” must be {bound}.\n  ")
    text = text.replace("“raise” or “fold”", "“double” or “lower”").replace("chosen to “fold”", "chosen to “lower”")
    text = text.replace(
        "chosen to “raise”, then “ante” loses", "chosen to “double”, then “ante” stays for the next round"
    )
    text = text.replace("“ante” is returned", "“ante” stays for the next round").replace(
        "  settle",
        "  upon “double”: the stake of “ante” is doubled.\n  upon “lower”: the stake of “ante” is reduced.\n  settle",
    )
    session = Session(game_of(text), seed=1)
    round_ = session.new_round()
    for action in (PlaceBet("player-1", "", "ante", 3), Deal(), Choose("player-1", "", choice, amount)):
        round_.apply(action)
    round_ = session.new_round()
    with pytest.raises(IllegalAction, match=refused):
        round_.apply(PlaceBet("player-1", "", "ante", 1))
    round_.apply(Deal())
    assert [bet.stake for bet in round_.state.bets] == [staked]


def test_a_norm_against_a_second_bet_of_the_kind_keeps_its_bettor_from_more() -> None:
    round_ = Session(game_of(CHOICE.format(norm=ONE_OF_A_KIND)), seed=1).new_round()
    round_.apply(PlaceBet("player-1", "", "ante", 2))
    with pytest.raises(IllegalAction, match="forbidden-bet"):
        round_.apply(PlaceBet("player-1", "", "ante", 3))
    assert [bet.stake for bet in round_.state.bets] == [2]


def test_two_bettors_with_one_hand_draw_twice() -> None:
    """What `test_where_choices_on_others_reach_a_bet_nothing_is_proved` says of the first text does happen."""
    game = game_of(_drawing("spot", DRAW, "when the number of “cards” of “spot” is 3"))
    round_ = Session(game, seed=1).new_round()
    for bettor in ("player-1", "player-2"):
        round_.apply(PlaceBet(bettor, "spot-1", "ante", 1))
    round_.apply(Deal())
    for bettor in ("player-1", "player-2"):
        round_.apply(Choose(bettor, "spot-1", "draw"))
    assert [bet.result for bet in round_.state.bets] == ["win", "win"]


@pytest.mark.parametrize(
    "text",
    [
        _drawing("spot", DRAW, "when the number of “cards” of “spot” is 3"),
        _drawing("player", DRAW, "when the number of “cards” of “player” is 3"),
        # Nobody shares a hand, but one bettor has it at both spots.
        _drawing("player", DRAW, "when the number of “cards” of “player” is 3", ONE_TO_A_PLACE),
        # The first who bets there chooses, and others who do not choose have the hand too.
        CHOICE.format(norm="").replace("“player” bets.", SPOTS).replace("“player” with", "“spot” with"),
        _drawing("spot", CALL, CALLED_ELSEWHERE),
        _drawing("spot", OPENED, "when “player” has a bet on “late”, and “spot” shows 1"),
        NAMING.format(norm=""),
    ],
)
def test_where_choices_on_others_reach_a_bet_nothing_is_proved(text: str) -> None:
    assert _not_proved(text) == {SEVERAL}


@pytest.mark.parametrize(
    "text",
    [
        CHOICE.format(norm=""),
        NAMING.format(norm=ONE_OF_A_KIND),
        CHOICE.format(norm="").replace("“player” bets.", SPOTS),
        _drawing("player", DRAW, "when the number of “cards” of “player” is 2", bettors="“player” bets."),
        _drawing("spot", CALL, "when “player” has chosen to “call”"),
    ],
)
def test_where_they_do_not_every_round_is_searched(text: str) -> None:
    assert _not_proved(text) == set()
