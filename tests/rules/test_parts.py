"""Parts of hands: the holders of parts, and the ways to divide a hand by name."""

from math import factorial

import pytest

from lexludi.rules.parts import (
    division_named,
    divisions,
    exchanges,
    gives_up_none,
    name_of_division,
    part_in,
    part_of,
    ways_to_divide,
    whole_of,
)


def test_a_part_lies_with_a_holder_of_its_own() -> None:
    low = part_of("player-1", "low-hand")
    assert (whole_of(low), part_in(low)) == ("player-1", "low-hand")
    assert (whole_of("player-1"), part_in("player-1")) == ("player-1", "")


@pytest.mark.parametrize("counts", [(2, 2), (2, 5), (1, 2, 2), (4,)])
def test_every_way_to_divide_is_there_once(counts: tuple[int, ...]) -> None:
    ways = divisions(counts)
    orders = factorial(sum(counts))
    for count in counts:
        orders //= factorial(count)
    assert len(set(ways)) == len(ways) == ways_to_divide(counts) == orders
    for way in ways:
        assert tuple(map(len, way)) == counts
        assert sorted(place for part in way for place in part) == list(range(sum(counts)))
        assert division_named(name_of_division(way)) == way


def test_a_way_to_divide_is_named_by_places_from_one() -> None:
    assert name_of_division(((0, 3), (1, 2))) == "1+4/2+3"


def test_every_way_to_give_up_objects_is_there_once_and_the_first_gives_up_none() -> None:
    ways = exchanges(3, 2)
    assert [name_of_division(way) for way in ways] == ["1+2+3/0", "1+2/3", "1+3/2", "2+3/1", "1/2+3", "2/1+3", "3/1+2"]
    assert exchanges(2, 2)[-1] == ((), (0, 1))
    assert name_of_division(exchanges(2, 2)[-1]) == "0/1+2"
    assert [division_named(name_of_division(way)) for way in ways] == list(ways)
    assert [gives_up_none(name_of_division(way)) for way in ways] == [True, *[False] * 6]
