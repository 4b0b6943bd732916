"""The works that adapters offer, and the bets that they place where nobody says which."""

import pytest

from lexludi import IllegalAction, PlaceBet, load
from lexludi.adapters.runnable import runnable, tree_of, usual_bet


def test_the_works_of_the_shelf_that_run_are_offered() -> None:
    works = list(runnable())
    assert {"mo/q-poker", "mo/baccarat", "xx/roulette"} < set(works)
    assert len(set(works)) == len(works)


@pytest.mark.parametrize(
    ("work", "bet"),
    [
        ("mo/q-poker", PlaceBet("player-1", "box-1", "ante", 1)),
        ("xx/caribbean-stud", PlaceBet("player-1", "", "ante", 1)),
        ("xx/roulette", PlaceBet("player-1", "", "straight", 1, "36")),
    ],
)
def test_the_usual_bet_is_the_first_on_which_somebody_decides_or_the_first(work: str, bet: PlaceBet) -> None:
    assert usual_bet(load(work)) == bet


@pytest.mark.parametrize("bets", ["1:ante=1 | Qs", "1:ante | Qs", "1:ante=1|Qs=1"])
def test_what_follows_bets_in_the_notation_of_a_round_is_not_passed_over(bets: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        tree_of(load("mo/q-poker"), bets)
    assert (refused.value.key, refused.value.args_by_name) == ("not-notation", {"text": bets})


def test_bets_are_named_in_notation_of_one_unit_where_no_stake_is() -> None:
    tree = tree_of(load("mo/q-poker"), "1:ante=2;1:pair-plus")
    assert [(bet.bet, bet.stake) for bet in tree.bets] == [("ante", 2), ("pair-plus", 1)]


def test_what_is_no_bet_is_refused() -> None:
    for bets in ("1:nothing", "?"):
        with pytest.raises(IllegalAction):
            tree_of(load("mo/q-poker"), bets)
