"""Simulation as arrays: shapes, the same counts as the tally, exact sums, and what is refused."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from arro3.core import Table

from lexludi import InvalidArgument, InvalidSetting, Simulated, analyze, load, simulate_rounds
from lexludi.play.round_state import UNSETTLED
from lexludi.simulate.tally import TalliedOutcome, Tally

POKER = load("mo/q-poker")


def test_arrays_have_a_place_for_each_bet_or_for_each_end() -> None:
    found = simulate_rounds(POKER, 20_000, seed=4, strategy={"ante": "play"})
    assert found.bets == ("pair-plus", "ante")
    for array in (found.count, found.unsettled, found.mean, found.standard_error):
        assert array.shape == (2,)
    ends = len(found.end_bet)
    for array in (found.end_bet, found.end_result, found.end_net, found.end_count):
        assert array.shape == (ends,)
    assert found.rounds == 20_000
    assert found.count.dtype == found.end_count.dtype == np.int64
    for place in range(2):
        of_bet = found.end_bet == place
        assert found.end_count[of_bet].sum() == found.count[place] + found.unsettled[place] == 20_000
        assert (found.end_net * found.end_count)[of_bet].sum() / 20_000 == pytest.approx(found.mean[place])
        assert Fraction(found.estimates[place].net, 20_000) == found.estimates[place].mean


def test_the_mean_is_near_the_exact_expectation() -> None:
    """Within five standard errors: by chance this fails once in two million seeds, and the seed is given."""
    found = simulate_rounds(POKER, 200_000, seed=4)
    expected = analyze(POKER, ["pair-plus"]).bets["pair-plus"].expectation
    assert expected is not None
    assert abs(found.mean[0] - float(expected)) < 5 * found.standard_error[0]


def test_the_same_seed_gives_the_same_and_another_does_not() -> None:
    one, same, other = (simulate_rounds(POKER, 500, seed=seed, kernel="interpreter") for seed in (1, 1, 2))
    assert one.tally == same.tally
    assert one.tally != other.tally
    assert one.kernel == "interpreter"


def test_of_no_rounds_there_is_no_mean() -> None:
    found = simulate_rounds(POKER, 0)
    assert found.bets == ("pair-plus", "ante")
    assert np.isnan(found.mean).all()
    assert found.end_bet.shape == (0,)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": -1},
        {"rounds": 10**30},
        {"workers": 10**6},
        {"rounds": 1.5},
        {"kernel": "fast"},
        {"workers": 0},
        {"seed": -1},
        {"seed": None},
        {"game": "mo/q-poker"},
    ],
    ids=str,
)
def test_a_wrong_argument_is_named(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidArgument, match=next(iter(wrong))):
        simulate_rounds(**{"game": POKER, "rounds": 10, **wrong})  # type: ignore[arg-type]


def test_a_choice_that_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidSetting):
        simulate_rounds(POKER, 10, strategy={"ante": "raise"})


def test_another_library_reads_the_ends_as_a_table_by_the_arrow_c_interface() -> None:
    found = simulate_rounds(POKER, 2_000, seed=4)
    table = Table.from_arrow(found)
    assert table.column_names == ["bet", "result", "net", "count"]
    assert table["bet"].to_pylist() == [found.bets[place] for place in found.end_bet]
    assert table["result"].to_pylist() == found.end_result.tolist()
    assert table["net"].to_pylist() == found.end_net.tolist()
    assert table["count"].to_pylist() == found.end_count.tolist()
    assert sum(table["count"].to_pylist()) == 4_000


def test_what_no_rule_settled_has_no_gain_in_the_table() -> None:
    tally = Tally(
        3, {"ante": Counter({TalliedOutcome("win", Fraction(1, 2), ()): 2, TalliedOutcome(UNSETTLED, None, ()): 1})}
    )
    table = Table.from_arrow(Simulated(tally, "python", 1))
    assert table["net"].to_pylist() == [0.5, None]
    assert table["count"].to_pylist() == [2, 1]
