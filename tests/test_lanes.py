"""Chance for many rounds at once: places of a stock that differ, in every order as likely."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from lexludi.simulate.lanes import distinct, share_apart


@pytest.mark.parametrize(("size", "count"), [(52, 6), (52, 26), (52, 35), (52, 52), (416, 400)])
def test_places_differ_however_many_are_drawn(size: int, count: int) -> None:
    places = distinct(np.random.default_rng(1), size, count, 1_000)
    assert places.shape == (count, 1_000)
    assert {len(set(lane)) for lane in places.T.tolist()} == {count}
    assert places.min() == 0
    assert places.max() == size - 1


@pytest.mark.parametrize("count", [2, 4])
def test_every_order_is_as_likely(count: int) -> None:
    """Of four places two in 12 orders, by rejection, and four in 24, which clash in all but 24 of 256 lanes."""
    lanes = 48_000
    found = Counter(map(tuple, distinct(np.random.default_rng(2), 4, count, lanes).T.tolist()))
    orders = list(permutations(range(4), count))
    p = 1 / len(orders)
    assert set(found) == set(orders)
    assert max(abs(number - lanes * p) for number in found.values()) < 5 * (lanes * p * (1 - p)) ** 0.5


def test_shares_of_hands_that_lie_apart_are_those_of_deals() -> None:
    assert share_apart(4, [1, 1, 1, 1]) == 24 / 256
    assert share_apart(16, [8, 8]) == 1 / 12_870
    assert share_apart(5, [5]) == 1
