"""Where objects come from: what is given, in its order, or chance, from a stock that runs out."""

from collections import Counter
from random import Random

import pytest

from lexludi.base.errors import InvalidStack
from lexludi.play.material import Material
from lexludi.play.round_state import StockState
from lexludi.play.supply import Supply
from small import rules_of

MATERIAL = Material(
    rules_of(
        "Article 1\n  “number”, from high to low: 3, 2 and 1.\n  “face”, from high to low: 6 and 5.\n"
        "  material: 2 packs of “card”, each with one for each combination of “number”.\n"
        "  material: 2 “die”, each showing one “face”.\n"
    )
)


def supply(seed: int | None = 1, given: str | None = None) -> Supply:
    things = None if given is None else MATERIAL.parse_all(given)
    return Supply(MATERIAL, None if given is not None else Random(seed), things)


def test_what_is_given_comes_in_its_order_whatever_is_left() -> None:
    one_supply = supply(given="3 1 6 3")
    assert MATERIAL.symbols([one_supply.take(kind, "dealer") for kind in ("card", "card", "die", "card")]) == [
        "3",
        "1",
        "6",
        "3",
    ]


def test_more_than_was_given_is_refused_with_whom_it_was_for() -> None:
    one_supply = supply(given="3")
    one_supply.take("card", "dealer")
    with pytest.raises(InvalidStack) as refusal:
        one_supply.take("card", "box-1")
    assert refusal.value.key == "stack-too-short"
    assert refusal.value.args_by_name == {"given": 1, "kind": "card", "holder": "box-1"}


def test_an_object_of_another_kind_is_refused_and_still_next() -> None:
    one_supply = supply(given="6 3")
    with pytest.raises(InvalidStack) as refusal:
        one_supply.take("card", "dealer")
    assert refusal.value.key == "wrong-kind-of-object"
    assert refusal.value.args_by_name == {"text": "6", "example": ("3", "2", "1")}
    assert MATERIAL.symbols([one_supply.take("die", "dealer")]) == ["6"]


def test_of_what_shows_the_same_on_another_kind_it_is_told_how_that_is_written() -> None:
    both = Material(
        rules_of(
            "Article 1\n  “number”, from high to low: 6, 5, 4, 3, 2 and 1.\n"
            "  material: 2 packs of “card”, each with one for each combination of “number”.\n"
            "  material: 2 “die”, each showing one “number”.\n"
        )
    )
    one_supply = Supply(both, None, both.parse_all("3 3"))
    one_supply.take("card", "dealer")
    with pytest.raises(InvalidStack) as refusal:
        one_supply.take("die", "dealer")
    assert refusal.value.args_by_name["example"][0] == "die:3"
    assert both.symbols(both.parse_all("die:3")) == ["die:3"]


def test_a_stock_gives_each_of_its_objects_once_and_then_runs_out() -> None:
    one_supply = supply()
    drawn = Counter(one_supply.take("card", "") for _ in range(6))
    assert drawn == Counter(MATERIAL.pools["card"])
    with pytest.raises(InvalidStack) as refusal:
        one_supply.take("card", "")
    assert refusal.value.key == "stock-exhausted"


def test_objects_that_are_put_back_come_again() -> None:
    one_supply = supply()
    for _ in range(6):
        one_supply.take("card", "")
    one_supply.renew()
    assert Counter(one_supply.take("card", "") for _ in range(6)) == Counter(MATERIAL.pools["card"])


def test_after_a_round_those_objects_come_again_that_were_put_back() -> None:
    both = Material(
        rules_of(
            "Article 1\n  “number”, from high to low: 3, 2 and 1.\n  “face”, from high to low: 6 and 5.\n"
            "  material: 1 pack of “card”, each with one for each combination of “number”.\n"
            "  material: 1 pack of “tile”, each with one for each combination of “face”.\n"
        )
    )
    for stock, left in (
        (StockState(fresh=True), (3, 2)),
        (StockState(fresh=False), (2, 1)),
        (StockState(fresh=False, anew=("card",)), (3, 1)),
    ):
        one_supply = Supply(both, Random(1), None)
        one_supply.take("card", "")
        one_supply.take("tile", "")
        one_supply.renew_after(stock)
        assert tuple(len(one_supply._pools[kind]) for kind in ("card", "tile")) == left


def test_faces_are_never_used_up() -> None:
    one_supply = supply()
    seen = {one_supply.take("die", "dealer") for _ in range(100)}
    assert seen == set(MATERIAL.faces["die"])


def test_the_same_seed_gives_the_same_objects_and_another_other_ones() -> None:
    def some(seed: int) -> list[int]:
        one_supply = supply(seed)
        return [one_supply.take(kind, "") for kind in ("card", "die", "card", "card", "die", "card", "card")]

    assert some(5) == some(5)
    assert len({tuple(some(seed)) for seed in range(20)}) > 10


def test_every_order_of_a_small_stock_comes_about_equally_often() -> None:
    """Six orders of three cards in 6,000 shuffles: 1,000 each, give or take six standard deviations (29)."""
    material = Material(
        rules_of(
            "Article 1\n  “number”, from high to low: 3, 2 and 1.\n"
            "  material: 1 pack of “card”, each with one for each combination of “number”.\n"
        )
    )
    rng = Random(7)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        one_supply = Supply(material, rng, None)
        orders[tuple(one_supply.take("card", "") for _ in range(3))] += 1
    assert len(orders) == 6
    assert all(826 < count < 1174 for count in orders.values())
