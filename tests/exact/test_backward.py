"""Backward through graphs that are drawn here by hand: chance averaged, choices made, ends counted."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from choosing import BY_TOTAL, forward_of
from lexludi.exact.backward import Backward, Values
from lexludi.exact.budget import Budget, NotAnalysed, RowMeter, TooLarge
from lexludi.exact.graph import Choice, Edge, Ended, Layer, Rows
from lexludi.exact.slices import HAND
from lexludi.play.plan import Ask, Chance, Settle

PLAN = forward_of(BY_TOTAL).plan
# The places of the first deal, of the choice, and of the settlement.
DEAL = next(pc for pc, op in enumerate(PLAN.ops) if isinstance(op, Chance))
ASK = next(pc for pc, op in enumerate(PLAN.ops) if isinstance(op, Ask))
SETTLE = next(pc for pc, op in enumerate(PLAN.ops) if isinstance(op, Settle))
# The ends: won, lost, and half lost.
NETS = (Fraction(1), Fraction(-1), Fraction(-1, 2))


def rows(count: int) -> Rows:
    return Rows({}, np.arange(count))


def edge(
    source: Sequence[int], target: Sequence[int], layer: int, ways: Sequence[int] | None = None, action: str = ""
) -> Edge:
    return Edge(np.array(source), None if ways is None else np.array(ways), action, layer, np.array(target))


def ends(pc: int, *numbers: int) -> Layer:
    """A layer of rows of which each ends in its own way."""
    return Layer(pc, rows(len(numbers)), [], [Ended(np.arange(len(numbers)), np.array(numbers))])


def backward(
    layers: list[Layer], choices: Sequence[Choice] = (), forced: str = "", bets: int = 1, meter: RowMeter | None = None
) -> Backward:
    return Backward(PLAN, layers, choices, NETS, bets, forced, meter or RowMeter(Budget(), ()))


def probabilities(values: Values, row: int = 0) -> list[Fraction]:
    return [Fraction(int(n), values.denominator) for n in values.numerators[values.places[row]]]


# ── Chance ──────────────────────────────────────────────────────────────────


def test_chance_is_averaged_by_its_ways() -> None:
    """In 3 of 4 ways the round is won, in one lost."""
    start = Layer(DEAL, rows(1), [edge([0, 0], [0, 1], 1, [3, 1])])
    assert probabilities(backward([start, ends(SETTLE, 0, 1)]).solved()) == [Fraction(3, 4), Fraction(1, 4), 0]


def test_rows_with_other_totals_are_each_averaged_over_their_own() -> None:
    """One way of two, and two ways of six: 1/2 and 1/3; evenly 5/12, and with twice the second (1/2 + 2/3) / 3."""
    for ways, won in (([1, 1], Fraction(5, 12)), ([1, 2], Fraction(7, 18))):
        start = Layer(DEAL, rows(1), [edge([0, 0], [0, 1], 1, ways)])
        second = Layer(DEAL, rows(2), [edge([0, 0, 1, 1], [0, 1, 0, 1], 2, [1, 1, 2, 4])])
        assert probabilities(backward([start, second, ends(SETTLE, 0, 1)]).solved()) == [won, 1 - won, 0]


def test_values_are_let_go_once_nothing_leads_there_any_more() -> None:
    """The second layer and the ends are asked for by the first of those before them."""
    start = Layer(DEAL, rows(1), [edge([0], [0], 1, [2]), edge([0], [0], 2, [1])])
    second = Layer(DEAL, rows(1), [edge([0, 0], [0, 1], 2, [1, 1])])
    solver = backward([start, second, ends(SETTLE, 0, 1)])
    # Two of three ways lead to a half, and one to a certain win.
    assert probabilities(solver.solved()) == [Fraction(2, 3), Fraction(1, 3), 0]
    assert [len(values.numerators) for values in solver.values] == [1, 0, 0]


def test_values_for_which_there_is_no_room_are_refused() -> None:
    """Ninety-nine rows of three numbers of eight bytes."""
    start = Layer(DEAL, rows(99), [edge(range(99), [0] * 99, 1, [1] * 99)])
    with pytest.raises(TooLarge):
        backward([start, ends(SETTLE, 0)], meter=RowMeter(Budget(memory=99 * 3 * 8 - 1), ())).solved()


def test_values_are_refused_before_there_is_room_for_them() -> None:
    """A table of 2⁵⁰ rows, which no system gives, is refused and not tried."""
    with pytest.raises(TooLarge):
        backward([ends(SETTLE, 0)])._table(ends(SETTLE, 0), 1 << 50, np.int64)


def test_a_row_that_goes_on_for_certain_has_the_values_of_the_row_beyond() -> None:
    start = Layer(DEAL, rows(1), [edge([0, 0], [0, 1], 1, [3, 1])])
    turned = Layer(ASK, rows(2), [edge([0, 1], [1, 0], 2)])
    assert probabilities(backward([start, turned, ends(SETTLE, 0, 1)]).solved()) == [Fraction(1, 4), Fraction(3, 4), 0]


def test_rows_that_part_without_chance_are_followed_each_to_its_own() -> None:
    """Of three rows one goes on, one ends, and one goes elsewhere."""
    start = Layer(DEAL, rows(1), [edge([0, 0, 0], [0, 1, 2], 1, [1, 2, 3])])
    parting = Layer(
        ASK, rows(3), [edge([0], [0], 2), edge([2], [0], 3)], [Ended(np.array([1]), np.array([2]))]
    )  # fmt: skip
    found = backward([start, parting, ends(SETTLE, 0), ends(SETTLE, 1)]).solved()
    assert probabilities(found) == [Fraction(1, 6), Fraction(1, 2), Fraction(1, 3)]


def test_a_bet_that_ends_on_the_way_ends_whatever_the_others_do() -> None:
    """Two bets: one is half lost at once, the other won or lost by chance."""
    start = Layer(SETTLE, rows(1), [edge([0], [0], 1)], [Ended(np.array([0]), np.array([2]))])
    chance = Layer(DEAL, rows(1), [edge([0, 0], [0, 1], 2, [3, 1])])
    found = backward([start, chance, ends(SETTLE, 0, 1)], bets=2).solved()
    assert probabilities(found) == [Fraction(3, 4), Fraction(1, 4), 1]


def test_numbers_beyond_64_bits_stay_exact() -> None:
    huge = 1 << 61
    start = Layer(DEAL, rows(1), [edge([0, 0], [0, 1], 1, [huge, 1])])
    second = Layer(DEAL, rows(2), [edge([0, 0, 1], [0, 1, 1], 2, [huge, 3, 1])])
    share = Fraction(huge, huge + 1) * Fraction(huge, huge + 3)
    assert probabilities(backward([start, second, ends(SETTLE, 0, 1)]).solved())[:2] == [share, 1 - share]


@pytest.mark.parametrize("ways", [None, [1]])
def test_a_row_that_neither_goes_on_nor_ends_is_refused(ways: list[int] | None) -> None:
    lost = Layer(DEAL, rows(2), [edge([0], [0], 1, ways)])
    with pytest.raises(NotAnalysed) as refusal:
        backward([lost, ends(SETTLE, 0)]).solved()
    assert refusal.value.reason == "stock-exhausted"


# ── Choices ─────────────────────────────────────────────────────────────────


def played(solver: Backward) -> list[Fraction]:
    """The probability of each end with what is best chosen."""
    (found,) = solver.ends(np.zeros(1, dtype=np.int64))
    return [found.get(end, Fraction(0)) for end in range(len(NETS))]


def chosen(layer: Layer, seen: Sequence[int]) -> Choice:
    op = PLAN.ops[ASK]
    assert isinstance(op, Ask)
    return Choice(op, layer, np.zeros(len(seen), dtype=np.int64), {(HAND, "player-1"): np.array(seen)})


def asked(seen: Sequence[int], legal: Sequence[Sequence[bool]] | None = None) -> tuple[list[Layer], Choice]:
    """Two hands as likely as 3 to 1: played, the first is won and the second lost; folded, each is half lost."""
    start = Layer(DEAL, rows(1), [edge([0, 0], [0, 1], 1, [3, 1])])
    layer = Layer(ASK, rows(2), [edge([0, 1], [0, 1], 2, None, "play"), edge([0, 1], [0, 0], 3, None, "fold")])
    layer.legal = np.array(legal if legal is not None else [[True, True]] * 2)
    return [start, layer, ends(SETTLE, 0, 1), ends(SETTLE, 2)], chosen(layer, seen)


def test_with_each_hand_that_is_seen_the_best_is_chosen() -> None:
    layers, choice = asked(seen=(1, 2))
    assert played(backward(layers, [choice])) == [Fraction(3, 4), 0, Fraction(1, 4)]
    assert layers[1].chosen is not None
    assert layers[1].chosen.tolist() == [0, 1]
    assert [worth * choice.unit for worth in choice.worth["play"].tolist()] == [1, -1]
    assert [worth * choice.unit for worth in choice.worth["fold"].tolist()] == [Fraction(-1, 2)] * 2
    first, second = choice.reach[0].tolist()
    assert first == 3 * second


def test_the_best_is_chosen_where_gains_times_chances_are_beyond_64_bits() -> None:
    """Folded, one is won; played, 2^40 for all but one of 2^30 and one ways, in all of which 2^70 come together."""
    huge = Fraction(1 << 40)
    layer = Layer(ASK, rows(1), [edge([0], [0], 1, None, "play"), edge([0], [0], 3, None, "fold")])
    layer.legal = np.array([[True, True]])
    drawn = Layer(DEAL, rows(1), [edge([0, 0], [0, 1], 2, [1 << 30, 1])])
    choice = chosen(layer, [1])
    layers = [layer, drawn, ends(SETTLE, 0, 1), ends(SETTLE, 2)]
    solver = Backward(PLAN, layers, [choice], (huge, Fraction(-1), Fraction(1)), 1, "", RowMeter(Budget(), ()))
    found = played(solver)
    assert layer.chosen is not None
    assert layer.chosen.tolist() == [0]
    assert found == [Fraction(1 << 30, (1 << 30) + 1), Fraction(1, (1 << 30) + 1), 0]
    assert choice.worth["play"][0] * choice.unit == ((1 << 70) - 1) / Fraction((1 << 30) + 1)


def test_hands_that_look_alike_are_played_alike_by_their_weights() -> None:
    """Played, 3/4 - 1/4 is 1/2, which is better than -1/2; with the chances turned it is -1/2, no better."""
    layers, choice = asked(seen=(1, 1))
    assert played(backward(layers, [choice])) == [Fraction(3, 4), Fraction(1, 4), 0]
    layers, choice = asked(seen=(1, 1))
    layers[0].edges[0].ways = np.array([1, 9])
    assert played(backward(layers, [choice])) == [0, 0, 1]


def test_rows_are_weighed_by_chance_over_their_own_totals() -> None:
    """Two rows as likely lead to the first hand in 1 of 2 and in 5 of 6 ways: 1/4 + 5/12 is 2/3, twice the other."""
    layers, choice = asked(seen=(1, 1))
    start = Layer(DEAL, rows(1), [edge([0, 0], [0, 1], 1, [1, 1])])
    second = Layer(DEAL, rows(2), [edge([0, 0, 1, 1], [0, 1, 0, 1], 2, [1, 1, 5, 1])])
    for one_edge, beyond in zip(layers[1].edges, (3, 4), strict=True):
        one_edge.layer = beyond
    found = played(backward([start, second, *layers[1:]], [choice]))
    first, other = choice.reach[0].tolist()
    assert first == 2 * other
    assert found == [Fraction(2, 3), Fraction(1, 3), 0]


def test_the_weights_of_rows_stay_exact_beyond_64_bits() -> None:
    """Twice one way leads to the first row and 2^40 to the second: these are 2^40 times as likely, of 2^80 and more."""
    layers, choice = asked(seen=(1, 2))
    start = Layer(DEAL, rows(1), [edge([0, 0], [0, 1], 1, [1, 1 << 40])])
    second = Layer(DEAL, rows(2), [edge([0, 0, 1, 1], [0, 1, 0, 1], 2, [1, 1 << 40] * 2)])
    for one_edge, beyond in zip(layers[1].edges, (3, 4), strict=True):
        one_edge.layer = beyond
    backward([start, second, *layers[1:]], [choice]).solved()
    assert choice.reach[0].tolist() == [(1 << 40) + 1, ((1 << 40) + 1) << 40]


def test_what_is_forbidden_is_not_chosen() -> None:
    layers, choice = asked(seen=(1, 2), legal=[[False, True], [True, True]])
    layers[1].edges[0] = edge([1], [1], 2, None, "play")
    assert played(backward(layers, [choice])) == [0, 0, 1]


@pytest.mark.parametrize(("forced", "expected"), [("play", [Fraction(3, 4), Fraction(1, 4), 0]), ("fold", [0, 0, 1])])
def test_an_action_that_is_forced_is_chosen_though_another_is_better(forced: str, expected: list[Fraction]) -> None:
    layers, choice = asked(seen=(1, 2))
    assert played(backward(layers, [choice], forced)) == expected


def test_values_are_brought_to_another_denominator() -> None:
    values = Values(np.array([[1, 2], [3, 0]]), 3, np.array([1, 0, 1]))
    numerators, places = values.of(np.array([0, 1]), 6, np.int64)
    assert [numerators[place].tolist() for place in places] == [[6, 0], [2, 4]]
