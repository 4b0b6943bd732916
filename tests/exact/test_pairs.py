"""Pairs of rounds as rows, the events that led to them, and a table of hands for two programs."""

import numpy as np
import pytest

from choosing import BY_ORDER, BY_TOTAL
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.graph import EntryNode, Rows
from lexludi.exact.outcomes import Outcome
from lexludi.exact.pairs import CHOSEN, Pair, PairedSide, Pairs, SharedEvent, Trails, common_table, joined, put
from lexludi.exact.slices import HAND
from lexludi.play.plan import Ask, Chance
from lexludi.play.table import alone
from small import game_of

BANK, OWN = (HAND, "bank"), (HAND, "player-1")
CARDS = ("dealt", "card", "*")


def side(text: str = BY_TOTAL) -> PairedSide:
    game = game_of(text)
    return PairedSide(game.questions, alone(game.questions.judge.rules, "ante"))


def pairs(*came: int) -> Pairs:
    """Rows of which every column is told by what has come."""
    column = np.array(came)
    return Pairs(
        (Rows({BANK: column + 1}, column + 2), Rows({OWN: column + 3}, column + 4)),
        (column + 5, column + 6), (column + 7, column + 8), column, column + 9, column + 10, column + 11,
    )  # fmt: skip


def test_rows_of_pairs_are_taken_column_by_column() -> None:
    assert len(pairs(0, 100, 200)) == 3
    taken = pairs(0, 100, 200).take(np.array([2, 0]))
    expected = pairs(200, 0)
    assert [c.tolist() for c in taken.columns()] == [c.tolist() for c in expected.columns()]
    assert (taken.weight.tolist(), taken.trail.tolist()) == ([210, 10], [211, 11])


def test_rows_of_several_places_stand_together() -> None:
    both, expected = joined([pairs(0), pairs(100, 200)]), pairs(0, 100, 200)
    assert [c.tolist() for c in both.columns()] == [c.tolist() for c in expected.columns()]
    assert (both.weight.tolist(), both.trail.tolist()) == (expected.weight.tolist(), expected.trail.tolist())


def test_rows_are_told_apart_by_all_but_their_weights_and_trails() -> None:
    """Of each side a hand and the rest, its end and what is ahead; what has come, and over which total."""
    told = [c.tolist() for c in pairs(0).columns()]
    assert told == [[1], [2], [3], [4], [5], [6], [7], [8], [0], [9]]


def test_one_of_two_is_replaced() -> None:
    assert (put((1, 2), 0, 3), put((1, 2), 1, 3)) == ((3, 2), (1, 3))
    changed = pairs(0).on(1, Rows({OWN: np.array([50])}, np.array([51])))
    assert (changed.sides[0].rest.tolist(), changed.sides[1].rest.tolist()) == ([2], [51])


def test_a_pair_goes_on_until_both_sides_have_ended() -> None:
    won = Outcome("ante", "win", None, ())
    node = EntryNode(0, (), side().start().rest)
    assert [Pair(ends).goes_on for ends in ((won, won), (won, node), (node, won))] == [False, True, True]


# ── Trails ──────────────────────────────────────────────────────────────────


def test_a_trail_is_the_events_that_led_to_a_row_in_their_order() -> None:
    trails = Trails()
    first = trails.add(CARDS, np.array([0, 0]), np.array([7, 8]))
    second = trails.add(CHOSEN, np.array([first[1], first[0], first[1]]), np.array([0, 1, 2]))
    assert trails.events(0) == ()
    assert trails.events(int(first[0])) == (SharedEvent(CARDS, 7),)
    assert [trails.events(int(trail)) for trail in second] == [
        (SharedEvent(CARDS, 8), SharedEvent(CHOSEN, 0)),
        (SharedEvent(CARDS, 7), SharedEvent(CHOSEN, 1)),
        (SharedEvent(CARDS, 8), SharedEvent(CHOSEN, 2)),
    ]


def test_of_a_hand_that_stands_for_others_one_is_found_that_can_have_come() -> None:
    trails = Trails()
    trails.add(CARDS, np.array([0]), np.array([1]))
    found = trails.add(CARDS, np.array([0, 1]), np.array([7, 8]), lambda at: 40 + at)
    assert trails.events(int(found[1])) == (SharedEvent(CARDS, 1), SharedEvent(CARDS, 41))


# ── Sides ───────────────────────────────────────────────────────────────────


def test_objects_come_from_a_stream_of_their_own_for_each_holder() -> None:
    """The bettor's own hand has one name on both sides, whatever the bettor is called there."""
    one_side = side()
    deals = {op.units[0]: op for op in one_side.plan.ops if isinstance(op, Chance)}
    assert one_side.source(deals["player-1"], "player-1") == ("dealt", "card", "*")
    assert one_side.source(deals["bank"], "bank") == ("dealt", "card", "bank")


def test_something_comes_from_a_source_until_its_last_operation() -> None:
    one_side = side()
    chances = {op.units[0]: pc for pc, op in enumerate(one_side.plan.ops) if isinstance(op, Chance)}
    (ask,) = [pc for pc, op in enumerate(one_side.plan.ops) if isinstance(op, Ask)]
    assert one_side.comes_from(chances["player-1"], CARDS)
    assert not one_side.comes_from(chances["player-1"] + 1, CARDS)
    assert one_side.comes_from(ask, (CHOSEN, "0", ""))
    assert not one_side.comes_from(ask + 1, (CHOSEN, "0", ""))
    assert one_side.comes_from(ask, ("dealt", "card", "bank"))


def test_no_round_of_one_course_is_sent_back() -> None:
    one_side = side()
    assert not one_side.sends_back
    one_side.ends.number(one_side.start())
    assert one_side.sends_back


# ── A table for both ────────────────────────────────────────────────────────


def both(first: str, second: str) -> tuple:
    games = [game_of(text) for text in (first, second)]
    return tuple((game.questions, alone(game.questions.judge.rules, "ante")) for game in games)


SUITED = BY_TOTAL.replace(
    "each with one for each combination of “number”.",
    "each with one for each combination of “number” and “suit”.\n  “suit”, from high to low: “sun” and “moon”.",
)


def test_a_table_tells_apart_what_either_program_reads() -> None:
    """Of three numbers in two suits one program reads the number, the other the suit as well: six kinds."""
    by_suit = SUITED.replace(
        "when the total of “player” is",
        "when the number of times that “player” shows “sun” is 1, and the total of “player” is",
    )
    assert [kind.count for kind in common_table(both(SUITED, SUITED)).kinds] == [2, 2, 2]
    for texts in ((SUITED, by_suit), (by_suit, SUITED)):
        kinds = common_table(both(*texts)).kinds
        assert [(kind.members, kind.count) for kind in kinds] == [((thing,), 1) for thing in range(6)]


def test_the_same_objects_read_in_other_ways_are_still_the_same() -> None:
    assert [kind.members for kind in common_table(both(BY_TOTAL, BY_ORDER)).kinds] == [(0,), (1,), (2,)]


@pytest.mark.parametrize(
    "other", [BY_TOTAL.replace("1 pack", "2 packs"), BY_TOTAL.replace("3, 2 and 1", "4, 3, 2 and 1")]
)
def test_programs_of_other_objects_have_no_table(other: str) -> None:
    with pytest.raises(NotAnalysed) as refusal:
        common_table(both(BY_TOTAL, other))
    assert refusal.value.reason == "objects-differ"
