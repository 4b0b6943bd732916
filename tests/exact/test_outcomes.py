"""Outcomes: ways in which a bet ends, told apart by all that is said of them."""

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest

from lexludi.exact.outcomes import UNSETTLED, Outcome
from lexludi.play.round_state import KEPT

WIN = Outcome("ante", "win", Fraction(3, 2), ("art_4",))


@pytest.mark.parametrize(
    ("result", "is_kept"), [(KEPT, True), ("win", False), ("push", False), (UNSETTLED, False), ("", False)]
)
def test_a_bet_is_kept_if_it_stays_for_the_next_round(result: str, is_kept: bool) -> None:
    assert replace(WIN, result=result).is_kept is is_kept


def test_what_nothing_says_is_the_stake_placed_and_no_category() -> None:
    assert (WIN.stake, WIN.category) == (1, "")
    assert Outcome("ante", "win", Fraction(3, 2), ("art_4",), "", 1) == WIN


@pytest.mark.parametrize(
    "other",
    [
        replace(WIN, bet="raise"),
        replace(WIN, result="push"),
        replace(WIN, net=None),
        replace(WIN, provisions=("art_5",)),
        replace(WIN, category="pair"),
        replace(WIN, stake=2),
    ],
)
def test_ways_to_end_are_told_apart_by_everything_in_them(other: Outcome) -> None:
    assert other != WIN
    assert len({WIN, other, replace(WIN)}) == 2


def test_an_outcome_never_changes() -> None:
    with pytest.raises(FrozenInstanceError):
        WIN.stake = 2  # type: ignore[misc]
