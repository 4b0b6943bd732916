"""Best plays looked up: by the hand that is seen, against those worked out by hand in `choosing`."""

import pytest

from choosing import BY_ORDER, BY_TOTAL, CHOICE, CLIMB
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.plays import BestPlays
from lexludi.exact.slices import HAND, THROWN
from lexludi.play.round_state import Map
from small import game_of


def plays(text: str, bet: str = "ante") -> BestPlays:
    return BestPlays(game_of(text).decided, bet)


# The one choice of the two texts: its provisions, its actions, and the kind of bet that it is about.
ONLY = CHOICE, ("play", "fold"), "ante"


def best(best_plays: BestPlays, thing: int) -> str:
    return best_plays.best(ONLY, {(HAND, "player-1"): (thing,)}, Map(), lambda _: True)


@pytest.mark.parametrize("text", [BY_TOTAL, BY_ORDER])
def test_the_best_play_is_that_with_the_hand_that_is_held(text: str) -> None:
    """Objects 0, 1 and 2 are the 3, the 2 and the 1."""
    best_plays = plays(text)
    assert [best(best_plays, thing) for thing in range(3)] == ["play", "play", "fold"]


def test_only_the_hands_that_are_seen_are_looked_at() -> None:
    best_plays = plays(BY_TOTAL)
    assert best_plays.units == ("player-1",)
    assert best_plays.best(ONLY, {(HAND, "player-1"): (2,), (HAND, "bank"): (0,)}, Map(), lambda _: True) == "fold"


def test_a_hand_that_is_always_the_same_is_looked_at_too() -> None:
    """Of cards that are all alike none is higher: whoever plays loses one, and who folds half."""
    best_plays = plays(BY_TOTAL.replace("3, 2 and 1", "3").replace("1 pack", "2 packs"))
    assert best_plays.units == ("player-1",)
    assert best(best_plays, 0) == "fold"


def test_objects_that_are_read_alike_are_of_one_kind() -> None:
    """Two packs: copies of a card are one object; and a suit that nothing reads tells no cards apart."""
    best_plays = plays(
        BY_TOTAL.replace("1 pack of “card”, each with one for each combination of “number”.",
                         "1 pack of “card”, each with one for each combination of “number” and “suit”.\n"
                         "  “suit”, from high to low: “sun” and “moon”.")
    )  # fmt: skip
    assert [best_plays.kind_of(thing) for thing in range(6)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("provisions", "actions", "bet", "things", "legal"),
    [
        (("art_9",), ("play", "fold"), "ante", (0,), ("play", "fold")),  # another choice
        (CHOICE, ("hold", "leave"), "ante", (0,), ("hold", "leave")),  # another choice of the same provision
        (CHOICE, ("play", "fold"), "raise", (0,), ("play", "fold")),  # about another bet
        (CHOICE, ("play", "fold"), "ante", (0, 1), ("play", "fold")),  # a hand that is never held there
        (CHOICE, ("play", "fold"), "ante", (0,), ("play",)),  # what is never offered alone
    ],
)
def test_a_situation_that_was_never_met_has_no_best_play(
    provisions: tuple[str, ...], actions: tuple[str, ...], bet: str, things: tuple[int, ...], legal: tuple[str, ...]
) -> None:
    with pytest.raises(NotAnalysed) as refusal:
        plays(BY_TOTAL).best(
            (provisions, actions, bet), {(HAND, "player-1"): things}, Map(), lambda action: action in legal
        )
    assert (refusal.value.key, refusal.value.provisions) == ("no-best-play", provisions)


def test_a_bet_that_names_an_item_is_not_covered() -> None:
    text = BY_TOTAL.replace("“ante” is a bet.", "“ante” is a bet that names one “number”.")
    with pytest.raises(NotAnalysed) as refusal:
        plays(text)
    assert (refusal.value.reason, refusal.value.provisions) == ("bet-names-an-item", ("art_1",))


def test_a_number_that_the_round_keeps_is_looked_at_beside_what_was_thrown() -> None:
    """Worked out in `choosing`: the die lies there with 2 at both scores, and not at all before the first throw."""
    best_plays = plays(CLIMB)
    going_on = ("art_2__point_2",), ("go-on", "stop"), "ante"

    def at(score: int, *thrown: int) -> str:
        return best_plays.best(going_on, {(THROWN, "bank"): thrown}, Map(score=score), lambda _: True)

    assert (at(0), at(2, 0), at(4, 0)) == ("go-on", "go-on", "stop")
    with pytest.raises(NotAnalysed):
        at(5, 0)
