"""Hands by number: multisets of kinds, in how many ways they are drawn, and columns of codes."""

import tracemalloc
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from lexludi.exact.kinds import Kind
from lexludi.exact.multisets import HandColumn, HandTable, distinct, multisets, ordered, places_of

# Two kinds of cards, three and two in the stock, and a token with two faces.
CARDS = (Kind("card", (0,), 3), Kind("card", (1, 2), 2))
FACES = (Kind("token", (3,), 1), Kind("token", (4,), 1))


def table() -> HandTable:
    return HandTable((*CARDS, *FACES), ["token"])


def test_hands_of_a_size_are_those_that_the_stock_allows() -> None:
    hand_table = table()
    assert sorted(hand_table.objects(int(n)) for n in hand_table.batch("card", 3)) == [(0, 0, 0), (0, 0, 1), (0, 1, 1)]


def test_so_many_hands_of_a_size_are_there_as_the_stock_allows() -> None:
    """Of three cards of one kind and two of another: of two cards aa, ab and bb, of four aaab and aabb, of six none."""
    hand_table = table()
    assert [hand_table.hands_of("card", size) for size in range(7)] == [1, 2, 3, 3, 2, 1, 0]
    assert [len(hand_table.batch("card", size)) for size in range(6)] == [1, 2, 3, 3, 2, 1]


def test_multisets_stand_in_their_order_each_number_at_most_as_often_as_its_limit() -> None:
    """Of 0 one, of 1 two, of 2 none, of 3 one."""
    limits = np.array([1, 2, 0, 1])
    assert multisets(limits, 2).tolist() == [[0, 1], [0, 3], [1, 1], [1, 3]]
    assert multisets(limits, 3).tolist() == [[0, 1, 1], [0, 1, 3], [1, 1, 3]]
    assert [multisets(limits, count).shape for count in (0, 4, 5)] == [(1, 0), (1, 4), (0, 5)]
    assert multisets(limits[:0], 0).shape == (1, 0)


def test_of_many_places_only_what_the_limits_allow_is_looked_at() -> None:
    """Twelve numbers, each there or not, and the thirteenth in all other places; without limits C(32, 12) rows."""
    rows = multisets(np.array([1] * 12 + [68]), 20)
    assert len(rows) == len(np.unique(rows, axis=0)) == 2**12
    assert (np.count_nonzero(rows == 12, axis=1) >= 8).all()


def test_larger_hands_take_no_more_room_than_they_are() -> None:
    """Each size in turn doubled the room for all hands: at 30 objects, a gigabyte for 31 hands."""
    hand_table = HandTable([Kind("card", (0,), 40)], [])
    (one,) = hand_table.batch("card", 1)
    hands = np.array([one])
    tracemalloc.start()
    for _ in range(30):
        hands = hand_table.join(hands, np.array([one]), 0)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert hand_table.segments(int(hands[0])) == ((0,) * 31,)
    assert most < 1 << 20


def test_ways_count_the_cards_that_are_left() -> None:
    hand_table = table()
    batch = hand_table.batch("card", 2)
    stock = [0, 0, 0, 1, 1]
    drawn = Counter(tuple(sorted(stock[i] for i in pair)) for pair in combinations(range(5), 2))
    ways = hand_table.ways(batch, np.array([[3, 2, 0, 0]]), np.int64)
    assert {hand_table.objects(int(n)): int(w) for n, w in zip(batch, ways[0], strict=True)} == drawn
    # With both cards of the second kind gone, only pairs of the first are left.
    gone = hand_table.ways(batch, np.array([[3, 0, 0, 0]]), np.int64)
    assert {hand_table.objects(int(n)): int(w) for n, w in zip(batch, gone[0], strict=True) if w} == {(0, 0): 3}


def test_throws_are_counted_in_all_orders() -> None:
    hand_table = table()
    numbers, ways = hand_table.throws("token", 3)
    assert {hand_table.objects(int(n)): w for n, w in zip(numbers, ways, strict=True)} == Counter(
        tuple(sorted(faces)) for faces in product((3, 4), repeat=3)
    )


@pytest.mark.parametrize("first", [1, 2])
def test_of_throws_the_first_objects_are_told_apart_from_those_after_them(first: int) -> None:
    hand_table = table()
    numbers, ways = hand_table.throws("token", 3, {first})
    assert {hand_table.objects(int(n)): w for n, w in zip(numbers, ways, strict=True)} == Counter(
        (*sorted(faces[:first]), *sorted(faces[first:])) for faces in product((3, 4), repeat=3)
    )
    # Two ways for one of them, three for the two others.
    assert hand_table.faces_of("token", 3, {first}) == len(numbers) == 6


@pytest.mark.parametrize("first", [0, 3, 4])
def test_of_throws_that_are_read_as_a_whole_no_order_is_kept(first: int) -> None:
    whole, apart = table(), table()
    plain, cut = whole.throws("token", 3), apart.throws("token", 3, {first})
    assert [column.tolist() for column in cut] == [column.tolist() for column in plain]


def test_different_throws_are_counted_of_one_kind_of_objects() -> None:
    """Three tokens of two faces fall in four ways, by how many show the first; two cards of two kinds in three."""
    assert (table().faces_of("token", 3), table().faces_of("card", 2)) == (4, 3)


def test_joined_hands_forget_their_order_except_at_the_boundary() -> None:
    hand_table = table()
    one, other = hand_table.number(((0,),)), hand_table.number(((1,),))
    both = hand_table.join(np.array([one, other]), np.array([other, one]), 0)
    assert both[0] == both[1]
    apart = hand_table.join(np.array([one, other]), np.array([other, one]), 1)
    assert [hand_table.objects(int(n)) for n in apart] == [(0, 1), (1, 0)]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_where_nothing_comes_a_hand_stays_as_it_is_and_where_nothing_was_it_is_what_comes(first: int) -> None:
    """Whichever the others are to which something comes at the same time."""
    hand_table = table()
    one, two, whole = (hand_table.number((held,)) for held in ((0,), (0, 1), (0, 0, 1)))
    joined = hand_table.join(np.array([two, 0, whole, 0]), np.array([0, one, 0, 0]), first)
    assert joined.tolist() == [two, one, whole, 0]


def test_equal_values_of_a_column_have_equal_codes() -> None:
    hand_table = table()
    column = HandColumn(hand_table, lambda numbers: [len(hand_table.objects(int(n))) for n in numbers])
    hands = np.array([hand_table.number(((0,),)), hand_table.number(((0, 1),)), hand_table.number(((1,),))])
    codes = column.codes(hands)
    assert [column.values()[code] for code in codes] == [1, 2, 1]


def test_equal_rows_are_found_however_large_their_codes() -> None:
    large = np.array([1 << 40, 5, 1 << 40, 5])
    first, inverse = distinct([large, large, np.array([0, 1, 0, 2])])
    assert len(first) == 3
    assert inverse[0] == inverse[2]
    assert len(set(inverse.tolist())) == 3


@pytest.mark.parametrize("bits", [1, 8, 31, 32, 33, 45, 53, 60, 61, 62])
def test_equal_rows_are_those_that_are_equal_column_by_column(bits: int) -> None:
    """Few different numbers of one width, low and high, beside columns of others; a dictionary of tuples tells."""
    high = 1 << bits
    wide = np.array([0, 1, high // 3, high - 2, high - 1], dtype=np.int64)
    rows = list(product(range(64), wide.tolist(), [0, 7], (-wide).tolist()))
    rows += rows[::3]
    columns = [np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)]
    for order in (columns, columns[::-1], columns[:2]):
        told = list(zip(*(column.tolist() for column in order), strict=True))
        known: dict[tuple[int, ...], int] = {}
        for place, row in enumerate(told):
            known.setdefault(row, place)
        first, inverse = distinct(order)
        assert sorted(first.tolist()) == sorted(known.values())
        assert first[inverse].tolist() == [known[row] for row in told]


@pytest.mark.parametrize("bits", [1, 15, 16, 17, 32, 33, 48, 61])
@pytest.mark.parametrize("count", [0, 1, 100, 5_000])
def test_codes_are_put_in_order_and_equal_ones_stay_as_they_stand(bits: int, count: int) -> None:
    codes = np.random.default_rng(bits).integers(0, 1 << bits, count)
    codes[1::3] = codes[::3][: len(codes[1::3])]
    order = sorted(range(count), key=codes.tolist().__getitem__)
    assert ordered(codes, 1 << bits).tolist() == order


def test_many_equal_rows_are_found_in_the_order_of_their_codes() -> None:
    """More rows than are sorted by comparing, of more codes than are looked up; a dictionary tells."""
    columns = np.random.default_rng(1).integers(0, 1_000, (2, 5_000))
    columns[:, 1::2] = columns[:, ::2]
    told = list(zip(*columns.tolist(), strict=True))
    different = sorted(set(told))
    first, inverse = distinct(list(columns))
    assert first.tolist() == [told.index(row) for row in different]
    assert inverse.tolist() == [different.index(row) for row in told]


def test_hands_side_by_side_are_shown_with_objects_that_can_lie_so() -> None:
    """Where suits are not told apart, two aces are two different aces, and the next hand has others again."""
    kinds = [Kind("card", (0, 1, 2), 3), Kind("card", (3, 4), 2)]
    table = HandTable(kinds, {})
    batch = table.batch("card", 2)
    two_first = next(n for n in batch.tolist() if table.objects(n) == (0, 0))
    mixed = next(n for n in batch.tolist() if table.objects(n) == (0, 3))
    assert list(table.examples(two_first, mixed)) == [(0, 1), (2, 3)]


def test_places_are_given_group_by_group_in_their_order() -> None:
    assert [places.tolist() for places in places_of(np.array([1, 0, 2, 0, 1]))] == [[1, 3], [0, 4], [2]]
    assert places_of(np.array([], dtype=np.int64)) == []
