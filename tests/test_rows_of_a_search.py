"""Rows of a search by themselves: those that are shown and the ways to them, and those that come to a place again."""

import numpy as np

from lexludi.checks.layers import ReachableLayer, Spot, keep_shown
from lexludi.checks.repetitions import Repetitions
from lexludi.exact.graph import Rows
from lexludi.play.plan import Who


def layer(pc: int, before: int, origin: list[int]) -> ReachableLayer:
    """A layer whose rows come of rows of one before; the number of each is its rest, and its deals one more."""
    count = len(origin)
    rows = Rows({}, np.arange(count))
    sure, none = np.ones(count, dtype=np.bool_), np.full(count, -1)
    return ReachableLayer(pc, rows, sure, np.arange(1.0, count + 1), np.full(count, before), np.array(origin), none)


def test_only_rows_on_the_way_to_what_is_shown_are_kept() -> None:
    """Of the last layer its second row is shown, which comes of the third before it, and that of the second of two."""
    layers = [layer(0, -1, [-1, -1]), layer(1, 0, [0, 1, 1]), layer(2, 1, [0, 2]), layer(3, 1, [1])]
    met, reached = {"a": Spot(2, 1, Who("box"))}, {0: Spot(0, 1, Who())}
    keep_shown(layers, (met, reached))
    assert [own.rows.rest.tolist() for own in layers] == [[1], [2], [1], []]
    assert [own.examined.tolist() for own in layers] == [[2.0], [3.0], [2.0], []]
    assert [own.origin.tolist() for own in layers] == [[-1], [0], [0], []]
    assert (met, reached) == ({"a": Spot(2, 0, Who("box"))}, {0: Spot(0, 0, Who())})


def test_some_rows_go_on_with_what_they_stand_for() -> None:
    chunk = layer(1, 0, [0, 0, 1]).some(5, np.array([2, 0]), np.array([7, 8]), action=3)
    assert (chunk.to, chunk.action, chunk.source.tolist()) == (5, 3, [2, 0])
    assert (chunk.rows.rest.tolist(), chunk.examined.tolist()) == ([7, 8], [3.0, 1.0])


def test_a_row_that_was_there_before_goes_on_once_more_only_when_it_has_become_sure() -> None:
    """Of four rows that have been told apart by 4, 5, 6 and 7, those of 4 and 5 were there, and 5 unsurely."""
    found = Repetitions()
    new, numbers = found.new(9, [np.array([4, 5])], np.array([True, False]))
    assert (new.tolist(), numbers.tolist()) == ([0, 1], [0, 1])
    found.add(2)
    new, numbers = found.new(9, [np.array([4, 5, 6, 7])], np.array([True, True, True, False]))
    assert (new.tolist(), numbers.tolist()) == ([1, 2, 3], [0, 2, 3, 4])
    # What was at another place was not there.
    assert found.new(8, [np.array([4])], np.array([True]))[0].tolist() == [0]
