"""The last hand counted for two orders at once, against all hands dealt out one by one."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from lexludi.exact import common_hand
from lexludi.exact.common_hand import CountedCommon, Reads, counted_together
from lexludi.exact.kinds import Kind
from lexludi.exact.multisets import HandTable, Ints

# Four kinds in a stock of eight; hands of two. Rows have lost some of each, and compare with other strengths.
COUNTS = (3, 2, 1, 2)
# Whatever may be gone, as long as two objects are left.
GONE = np.array([gone for gone in product(*(range(n + 1) for n in COUNTS)) if sum(COUNTS) - sum(gone) >= 2])
TABLE = HandTable([Kind("card", (kind,), count) for kind, count in enumerate(COUNTS)], [])
BATCH = TABLE.batch("card", 2)
AGAINST = (np.arange(len(GONE)) % 7, np.arange(len(GONE)) % 5)


def of_hands(name: str) -> Ints:
    """A value of each hand of the batch: the sum, or the product, of its kinds; whether they are two alike."""
    values = {"sum": lambda h: h[0] + h[1], "product": lambda h: h[0] * h[1], "alike": lambda h: int(h[0] == h[1])}
    return np.array([values[name](TABLE.objects(int(hand))) for hand in BATCH])


def sign(one: int, two: int) -> int:
    return (one > two) - (one < two)


def dealt_out(*orders: str) -> Counter[tuple[int, ...]]:
    """By row: in how many ways a hand of two alike or not comes, with how it stands in each order."""
    values = {"sum": lambda h: h[0] + h[1], "product": lambda h: h[0] * h[1]}
    true: Counter[tuple[int, ...]] = Counter()
    for row, gone in enumerate(GONE):
        left = [kind for kind, count in enumerate(COUNTS) for _ in range(count - gone[kind])]
        for held in combinations(left, 2):
            stands = (sign(values[name](held), int(AGAINST[i][row])) for i, name in enumerate(orders))
            true[row, int(held[0] == held[1]), *stands] += 1
    return true


def counted(*orders: str) -> CountedCommon:
    reads = [Reads([of_hands("alike")], of_hands(name), AGAINST[i]) for i, name in enumerate(orders)]
    found = counted_together(TABLE, BATCH, reads, GONE)
    assert found is not None
    return found


def said(found: CountedCommon, *orders: str) -> Counter[tuple[int, ...]]:
    at = {int(hand): place for place, hand in enumerate(BATCH)}
    alike, strengths = of_hands("alike"), [of_hands(name) for name in orders]
    out: Counter[tuple[int, ...]] = Counter()
    for row, hand, ways in zip(found.rows, found.hands, found.ways, strict=True):
        place = at[int(hand)]
        stands = (sign(int(order[place]), int(AGAINST[i][row])) for i, order in enumerate(strengths))
        out[int(row), int(alike[place]), *stands] += int(ways)
    return out


@pytest.mark.parametrize("orders", [("sum",), ("sum", "product"), ("product", "sum")])
def test_hands_are_counted_by_how_they_stand_in_each_order(orders: tuple[str, ...]) -> None:
    assert said(counted(*orders), *orders) == dealt_out(*orders)


def test_without_an_order_hands_are_counted_by_what_is_read_of_them_alone() -> None:
    found = counted_together(TABLE, BATCH, [Reads([of_hands("alike")], None, None)] * 2, GONE)
    assert found is not None
    assert said(found) == dealt_out()


def test_a_hand_is_found_that_can_be_dealt_and_stands_where_it_was_counted() -> None:
    found = counted("sum", "product")
    at = {int(hand): place for place, hand in enumerate(BATCH)}
    sums, products, alike = of_hands("sum"), of_hands("product"), of_hands("alike")
    for place, (row, hand) in enumerate(zip(found.rows.tolist(), found.hands.tolist(), strict=True)):
        dealt = found.find(place)
        assert (TABLE.counts(np.array([dealt]))[0] <= TABLE.stock - GONE[row]).all()
        for order, against in ((sums, AGAINST[0][row]), (products, AGAINST[1][row])):
            assert sign(int(order[at[dealt]]), int(against)) == sign(int(order[at[hand]]), int(against))
        assert alike[at[dealt]] == alike[at[hand]]


def test_rows_come_in_their_order() -> None:
    assert (np.diff(counted("sum", "product").rows) >= 0).all()


def test_orders_that_need_too_many_chains_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """One order against its own reverse: no two hands of different strength are in one chain."""
    reads = [Reads([], of_hands("sum"), AGAINST[0]), Reads([], 10 - of_hands("sum"), AGAINST[1])]
    assert counted_together(TABLE, BATCH, reads, GONE) is not None
    alike = [Reads([], of_hands("sum"), against) for against in AGAINST]
    monkeypatch.setattr(common_hand, "MAX_CHAINS", 2)
    assert counted_together(TABLE, BATCH, alike, GONE) is not None, "one chain will do for an order and itself"
    assert counted_together(TABLE, BATCH, reads, GONE) is None
