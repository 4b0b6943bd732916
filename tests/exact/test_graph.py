"""The graph of all rounds: rows taken, joined and changed, and numbers for what is not a hand."""

from fractions import Fraction

import numpy as np
import pytest

from choosing import BY_TOTAL, CHOICE
from lexludi.exact.graph import Choice, Edge, EntryNode, Layer, Rows, States, joined
from lexludi.exact.layers import Layers
from lexludi.exact.outcomes import Outcome
from lexludi.exact.slices import HAND, Place
from lexludi.play.plan import Ask, provisions_at
from lexludi.play.round_state import ChosenAction, Map, State
from lexludi.play.table import alone
from small import game_of

BANK: Place = (HAND, "bank")
OWN: Place = (HAND, "player-1")


def rows() -> Rows:
    return Rows({BANK: np.array([1, 2, 3]), OWN: np.array([4, 5, 6])}, np.array([7, 8, 9]))


def as_lists(some: Rows) -> tuple[dict[Place, list[int]], list[int]]:
    return {place: column.tolist() for place, column in some.columns.items()}, some.rest.tolist()


def layers() -> Layers:
    game = game_of(BY_TOTAL)
    return Layers(game.questions, alone(game.questions.judge.rules, "ante"))


# ── Rows ────────────────────────────────────────────────────────────────────


def test_rows_are_taken_by_their_places_perhaps_several_times() -> None:
    assert as_lists(rows().take(np.array([2, 0, 0]))) == ({BANK: [3, 1, 1], OWN: [6, 4, 4]}, [9, 7, 7])
    assert len(rows()) == 3
    assert len(rows().take(np.array([1]))) == 1


def test_a_column_or_the_rest_is_replaced_and_the_rows_themselves_stay() -> None:
    before = rows()
    assert as_lists(before.put(BANK, np.array([0, 0, 0]))) == ({BANK: [0, 0, 0], OWN: [4, 5, 6]}, [7, 8, 9])
    assert as_lists(before.with_rest(np.array([1, 1, 1]))) == ({BANK: [1, 2, 3], OWN: [4, 5, 6]}, [1, 1, 1])
    assert as_lists(before) == as_lists(rows())


def test_where_nothing_is_ever_held_a_column_is_empty_hands() -> None:
    assert rows().column(BANK).tolist() == [1, 2, 3]
    assert rows().column((HAND, "nobody")).tolist() == [0, 0, 0]


def test_all_columns_are_the_hands_and_the_rest() -> None:
    assert [column.tolist() for column in rows().all()] == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


def test_rows_of_several_places_are_joined_in_their_order() -> None:
    turned = Rows(dict(reversed(rows().columns.items())), rows().rest)
    both = joined([rows().take(np.array([0])), turned])
    assert as_lists(both) == ({BANK: [1, 1, 2, 3], OWN: [4, 4, 5, 6]}, [7, 7, 8, 9])


# ── Choices ─────────────────────────────────────────────────────────────────


def choice() -> Choice:
    (op,) = [op for op in layers().plan.ops if isinstance(op, Ask)]
    return Choice(op, Layer(4, rows()), np.array([7, 8, 9]), {OWN: np.array([4, 5, 6])})


def test_a_choice_tells_rows_apart_by_the_rest_and_by_what_is_seen() -> None:
    assert [column.tolist() for column in choice().columns()] == [[7, 8, 9], [4, 5, 6]]


def test_the_weights_of_a_choice_are_worked_out_when_they_are_asked_for() -> None:
    one_choice, asked = choice(), []

    def reaching() -> tuple[np.ndarray, int]:
        asked.append(True)
        return np.array([1, 2, 3]), 7

    one_choice.reaching = reaching
    assert asked == []
    weights, total = one_choice.reach
    assert (weights.tolist(), total) == ([1, 2, 3], 7)


def test_an_edge_leads_one_way_until_it_is_told_otherwise() -> None:
    edge = Edge(np.array([0, 1]))
    assert (edge.ways, edge.action, edge.layer, edge.target.tolist()) == (None, "", -1, [])


# ── Numbers of states ───────────────────────────────────────────────────────


def states() -> tuple[States, State]:
    all_layers = layers()
    return States(all_layers.slice), all_layers.start().rest


def test_states_that_differ_in_hands_alone_have_the_same_number() -> None:
    numbers, state = states()
    first = numbers.number(state)
    held = state._replace(hands=Map({"bank": (1,)}), thrown=Map({"bank": (0,)}), drawn=Map({"bank": 1}), pc=5)
    assert numbers.number(held) == first
    assert numbers.rest[first].hands == {}


def test_states_that_differ_in_what_is_read_have_other_numbers() -> None:
    numbers, state = states()
    doubled = state.with_bet(0, state.bets[0]._replace(stake=2))
    assert numbers.number(state) != numbers.number(doubled)
    assert numbers.rest[numbers.number(doubled)].bets[0].stake == 2


def test_a_choice_that_no_rule_reads_is_forgotten() -> None:
    numbers, state = states()
    play, smile = (ChosenAction("player-1", "box-1", action) for action in ("play", "smile"))
    assert numbers.number(state._replace(chosen=frozenset({play}))) == numbers.number(state)
    read = BY_TOTAL + "Article 6\n  when “player” has chosen to “fold”, then “player” must not “leave”.\n"
    reading = read.replace(
        "in every other case", "when “player” has chosen to “play”, then “ante” loses.\n  in every other case"
    )
    game = game_of(reading)
    all_layers = Layers(game.questions, alone(game.questions.judge.rules, "ante"))
    kept = States(all_layers.slice)
    state = all_layers.start().rest
    chosen = state._replace(chosen=frozenset({play}))
    assert kept.number(chosen) != kept.number(state)
    assert kept.number(chosen._replace(chosen=chosen.chosen | {smile})) == kept.number(chosen)


def test_who_lies_open_matters_only_before_a_choice() -> None:
    numbers, state = states()
    open_ = state._replace(face_up=frozenset({"bank"}))
    assert numbers.number(open_._replace(pc=2)) != numbers.number(state._replace(pc=2))
    assert numbers.number(open_._replace(pc=12)) == numbers.number(state._replace(pc=12))


def test_the_rests_of_rows_are_changed_each_by_itself() -> None:
    numbers, state = states()
    one = numbers.number(state)
    three = numbers.number(state.with_bet(0, state.bets[0]._replace(stake=3)))

    def doubled(rest: State) -> State:
        return rest.with_bet(0, rest.bets[0]._replace(stake=2 * rest.bets[0].stake))

    after = numbers.changed(np.array([three, one, three]), 0, doubled)
    assert [numbers.rest[number].bets[0].stake for number in after.tolist()] == [6, 2, 6]


def test_an_end_has_one_number() -> None:
    numbers, state = states()
    win = Outcome("ante", "win", Fraction(1), ("art_4",))
    node = EntryNode(2, (), state)
    assert [numbers.ends.number(end) for end in (win, node, win, EntryNode(2, (), state))] == [0, 1, 0, 1]
    assert numbers.ends == [win, node]


@pytest.mark.parametrize(
    ("pc", "provisions"),
    [(0, ("art_2__point_1",)), (3, CHOICE), (4, CHOICE), (8, ("art_3",)), (9, ("art_2__point_4",)), (12, ())],
)
def test_the_provisions_at_a_place_are_those_of_the_next_operation_that_has_any(
    pc: int, provisions: tuple[str, ...]
) -> None:
    """The program of `choosing`: bets, two deals, and between them the choice, of which each end is an alteration."""
    assert provisions_at(layers().plan, pc) == provisions
