"""The table: where bets may stand, which there are, and which a provision forbids."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lexludi.base.errors import IllegalAction, InvalidSetting
from lexludi.play.actions import PlaceBet
from lexludi.play.game import Game, Round
from lexludi.play.round_state import Bet
from lexludi.play.table import alone, bet_of, complete, elsewhere, least_stake, places, possible_bets
from small import game_of

MATERIAL = """\
Article 1
  “number”, from high to low: 2 and 1.
  material: 9 packs of “card”, each with one for each combination of “number”.
  there is one “dealer”.
  “ante” is a bet.
  “guess” is a bet that names one “number”.
"""
BETS = "Article 3\n  bets are accepted.\n"
AT_BOXES = MATERIAL + "  there are 3 “box”.\n  “player” bets at “box”.\n" + BETS
ELSEWHERE = AT_BOXES.replace("bets at “box”", "bets at “box” or elsewhere")
ANYWHERE = MATERIAL + "  “player” bets.\n" + BETS
TO_DEALER = "deal to “dealer”, one “card” at a time, face up, until each has 1."
AT_THE_DEALER = MATERIAL + "  “player” bets at “dealer”.\n" + BETS


def at_table(game: Game, *bets: PlaceBet) -> Round:
    round_ = game.new_round(seed=1)
    for bet in bets:
        round_.apply(bet)
    return round_


def refused(game: Game, bet: PlaceBet, *others: PlaceBet) -> tuple[str, tuple[str, ...]]:
    round_ = at_table(game, *others)
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(bet)
    return refusal.value.key, refusal.value.provisions


def placed(game: Game, *bets: PlaceBet) -> tuple[str, ...]:
    """The provisions by which the last of some bets is placed."""
    return at_table(game, *bets).steps[-1].provisions


def test_bets_stand_at_numbered_holders_at_one_holder_elsewhere_too_or_anywhere() -> None:
    assert places(game_of(AT_BOXES)) == ["box-1", "box-2", "box-3"]
    assert places(game_of(ELSEWHERE)) == ["", "box-1", "box-2", "box-3"]
    assert places(game_of(AT_THE_DEALER)) == ["dealer"]
    assert places(game_of(ANYWHERE)) == [""]
    assert places(game_of(MATERIAL)) == [""]


def test_of_a_number_of_holders_that_the_house_chooses_there_are_as_many_as_it_chose() -> None:
    text = AT_BOXES.replace(
        "there are 3 “box”", "house option “boxes open”: 2 through 4; default 3.\n  there are “boxes open” “box”"
    )
    assert places(game_of(text, options={"boxes-open": 4})) == ["box-1", "box-2", "box-3", "box-4"]


def test_the_least_stake_is_that_of_the_number_which_bounds_the_bet_from_below() -> None:
    most = "  the stake of “guess” must be at most the stake of “ante”.\n"
    rules = game_of(f"{ANYWHERE}  the stake of “ante” must be from 2 through 5.\n{most}").questions.judge.rules
    assert [least_stake(rules, bet) for bet in ("ante", "guess")] == [2, 1]
    assert least_stake(rules, "ante", 3) == 3


def test_more_places_than_any_table_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # A text may count to ten thousand; an option of the house goes further.
    monkeypatch.setattr("lexludi.play.table.MOST_PLACES", 5)

    def opened(count: int) -> list[str]:
        return places(game_of(AT_BOXES.replace("there are 3 “box”", f"there are {count} “box”")))

    assert len(opened(5)) == 5
    with pytest.raises(InvalidSetting) as refusal:
        opened(6)
    assert (refusal.value.key, refusal.value.provisions) == ("too-many-places", ("art_1",))


def test_every_bet_is_possible_at_every_place_with_every_item_that_it_may_name() -> None:
    assert possible_bets(game_of(AT_THE_DEALER)) == [
        PlaceBet("player-1", "dealer", "ante"),
        PlaceBet("player-1", "dealer", "guess", None, "2"),
        PlaceBet("player-1", "dealer", "guess", None, "1"),
    ]
    possible = possible_bets(game_of(ELSEWHERE))
    assert len(possible) == 4 * 3
    assert {(bet.bettor, bet.holder) for bet in possible if isinstance(bet, PlaceBet)} == {
        ("player-1", ""), ("player-1", "box-1"), ("player-2", "box-2"), ("player-3", "box-3"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "rest", "differs"),
    [
        (ELSEWHERE, "", False),
        (ELSEWHERE, TO_DEALER, False),
        (ELSEWHERE, "deal to each “box” with a bet, one “card” at a time, face up, until each has 1.", True),
        (AT_BOXES, "deal to each “box” with a bet, one “card” at a time, face up, until each has 1.", False),
        (ANYWHERE, "deal to each “player” with a bet, one “card” at a time, face up, until each has 1.", False),
        (ELSEWHERE, "deal to each “player” with a bet, one “card” at a time, face up, until each has 1.", False),
        (AT_THE_DEALER.replace("at “dealer”", "at “dealer” or elsewhere"), TO_DEALER, True),
        (ELSEWHERE, "when the bet is placed at “box”, then “ante” loses.", True),
        (ELSEWHERE, "when the bet is placed at “dealer”, then “player” must not “bet” on “ante”.", False),
    ],
)
def test_a_bet_elsewhere_is_another_where_its_place_has_a_part_in_the_round(
    text: str, rest: str, differs: bool
) -> None:
    rules = game_of(f"{text}Article 4\n  {rest}\n" if rest else text).questions.judge.rules
    there = elsewhere(rules, (alone(rules, "ante"),))
    assert [(bet.holder, bet.unit) for bet in there] == ([("", "")] if differs else [])


@pytest.mark.parametrize(
    ("text", "given", "bettor", "holder"),
    [
        (AT_BOXES, ("", "2"), "player-2", "box-2"),
        (AT_BOXES, ("ana", "box-3"), "ana", "box-3"),
        (AT_BOXES, ("", "9"), "player-9", "9"),
        (AT_THE_DEALER, ("", ""), "player-1", "dealer"),
        (AT_BOXES, ("", ""), "player-1", ""),
        (ELSEWHERE, ("", ""), "player-1", ""),
        (ANYWHERE, ("player-4", ""), "player-4", ""),
    ],
)
def test_a_bet_is_completed_with_its_place_and_its_own_bettor(
    text: str, given: tuple[str, str], bettor: str, holder: str
) -> None:
    assert complete(game_of(text), PlaceBet(*given, "ante", 5)) == PlaceBet(bettor, holder, "ante", 5)


def test_a_bet_plays_with_the_hand_of_the_place_where_it_stands() -> None:
    ante = PlaceBet("ana", "box-2", "ante", Fraction(5, 2))
    assert bet_of(game_of(AT_BOXES), ante) == Bet("ana", "box-2", "ante", Fraction(5, 2), "", "box-2")
    assert placed(game_of(AT_BOXES), ante) == ("art_1",)


def test_a_bet_plays_with_the_hand_of_the_bettor_where_hands_are_dealt_to_bettors() -> None:
    text = (
        AT_BOXES + "Article 4\n  deal to each “player” with a bet, one “card” at a time, face up, until each has 1.\n"
    )
    assert bet_of(game_of(text), PlaceBet("ana", "box-2", "ante", 5)).unit == "ana"


def test_a_bettor_who_only_draws_has_a_hand_too() -> None:
    text = ANYWHERE + "Article 4\n  “player” with “ante” chooses “draw” or “stand”.\n  upon “draw”: takes one “card”.\n"
    assert bet_of(game_of(text), PlaceBet("ana", "", "ante", 5)).unit == "ana"
    at_boxes = text.replace(ANYWHERE, AT_BOXES)
    assert bet_of(game_of(at_boxes), PlaceBet("ana", "box-2", "ante", 5)).unit == "box-2"


@pytest.mark.parametrize(
    ("bet", "key", "provisions"),
    [
        (PlaceBet("ana", "box-1", "tie", 5), "unknown-bet", ()),
        (PlaceBet("ana", "box-4", "ante", 5), "unknown-place", ()),
        (PlaceBet("ana", "", "ante", 5), "place-needed", ()),
        (PlaceBet("ana", "box-1", "ante", 0), "stake-not-positive", ()),
        (PlaceBet("ana", "box-1", "ante", Fraction(-1, 2)), "stake-not-positive", ()),
        (PlaceBet("ana", "box-1", "ante", None), "stake-not-positive", ()),
        (PlaceBet("ana", "box-1", "ante", 5, "2"), "bet-names-nothing", ("art_1",)),
        (PlaceBet("ana", "box-1", "guess", 5), "bet-names-wrongly", ("art_1",)),
        (PlaceBet("ana", "box-1", "guess", 5, "3"), "bet-names-wrongly", ("art_1",)),
    ],
)
def test_bets_that_there_are_not_are_refused(bet: PlaceBet, key: str, provisions: tuple[str, ...]) -> None:
    assert refused(game_of(AT_BOXES), bet) == (key, provisions)


def test_none_of_the_places_that_are_told_is_empty_where_bets_may_also_stand_elsewhere() -> None:
    with pytest.raises(IllegalAction, match="unknown-place") as refusal:
        bet_of(game_of(ELSEWHERE), PlaceBet("ana", "ana", "ante", 5))
    assert refusal.value.args_by_name["known"] == ("box-1", "box-2", "box-3")


# ── Norms on bets ───────────────────────────────────────────────────────────

COMBINING = AT_BOXES + "Article 4\n  when “player” combines bets, then “player” must not “bet”.\n"
ANTE, GUESS = PlaceBet("ana", "box-1", "ante", 5), PlaceBet("ana", "box-1", "guess", 5, "2")


def test_a_provision_on_bets_is_asked_of_the_table_as_it_would_then_be() -> None:
    game = game_of(COMBINING)
    assert refused(game, GUESS, ANTE) == ("forbidden-bet", ("art_4",))
    assert placed(game, replace(ANTE, bettor="rui"), GUESS) == ("art_1",)


def test_a_permission_with_a_condition_does_not_lift_a_prohibition() -> None:
    text = COMBINING + "Article 5\n  when “player” combines bets, then “player” may “bet”.\n"
    game = game_of(text)
    assert refused(game, GUESS, ANTE) == ("forbidden-bet", ("art_4",))


def test_a_permission_that_prevails_lifts_a_prohibition_and_is_named() -> None:
    text = (
        COMBINING + "Article 5\n  when “player” combines bets, then “player” may “bet”.\n  prevails over article 4.\n"
    )
    game = game_of(text)
    assert placed(game, ANTE) == ("art_1",)
    assert placed(game, ANTE, GUESS) == ("art_1", "art_5")


def test_a_provision_on_another_party_does_not_concern_a_bettor() -> None:
    game = game_of(AT_BOXES + "Article 4\n  “dealer” must not “bet”.\n")
    assert placed(game, ANTE) == ("art_1",)


OWN_HANDS = (
    ANYWHERE + "Article 4\n  deal to each “player” with a bet, one “card” at a time, face up, until each has 1.\n"
)


@pytest.mark.parametrize(
    ("text", "holder", "name"),
    [
        (OWN_HANDS, "", "dealer"),
        (OWN_HANDS, "", "dealer-1"),
        (OWN_HANDS, "", "dealer.front"),
        (OWN_HANDS, "", "player-1.front"),
        (OWN_HANDS, "", "ana#thrown"),
        (AT_BOXES, "box-1", "box-2"),
        (AT_BOXES, "box-1", "box"),
        (AT_THE_DEALER, "dealer", "dealer"),
    ],
)
def test_nobody_bets_under_the_name_of_another_holder_or_place(text: str, holder: str, name: str) -> None:
    bet = PlaceBet(name, holder, "ante", 1)
    assert refused(game_of(text), bet) == ("name-of-holder", ())
    with pytest.raises(IllegalAction, match="name-of-holder"):
        game_of(text).tree(bet)


@pytest.mark.parametrize("name", ["", "player-1", "player-7", "player", "ana", "Rui C."])
def test_who_bets_has_any_other_name(name: str) -> None:
    bet = at_table(game_of(AT_BOXES), PlaceBet(name, "box-1", "ante", 1)).state.bets[0]
    assert (bet.bettor, bet.unit) == (name or "player-1", "box-1")
