"""Names of bets: every one that slots allow, once, and the items that it stands for."""

from itertools import islice
from math import comb

import pytest

from lexludi.rules.naming import MAX_NAMES, Choices, Names, Picks, items_named, items_of, part_named, spelt

NUMBERS = (("1",), ("2",), ("3",))
PAIRS = (("1", "2"), ("1", "3"), ("2", "3"))
EIGHTY = tuple(str(number) for number in range(80, 0, -1))


def names(*slots: Choices) -> tuple[str, ...]:
    return Names(slots).followed


def test_a_bet_without_slots_has_one_name_which_is_empty() -> None:
    assert names() == ("",)
    assert "" in Names(())
    assert "1" not in Names(())


def test_a_slot_gives_a_name_for_each_of_its_choices() -> None:
    assert names(NUMBERS) == ("1", "2", "3")
    assert names(PAIRS) == names(Picks(("1", "2", "3"), 2)) == ("1+2", "1+3", "2+3")
    assert names(range(4, 7)) == ("4", "5", "6")


def test_no_item_is_named_twice_in_several_slots() -> None:
    """Two win and a third is returned: of three numbers, in three ways."""
    assert names(PAIRS, NUMBERS) == ("1+2/3", "1+3/2", "2+3/1")
    assert names(Picks(("1", "2", "3"), 2), Picks(("1", "2", "3"), 1)) == ("1+2/3", "1+3/2", "2+3/1")
    assert names((("1",),), (("1",),)) == ()
    assert names((("1", "1"), ("1", "2"))) == ("1+2",)


@pytest.mark.parametrize(
    ("slots", "name", "found"),
    [
        ((Picks(("3", "2", "1"), 2),), "1+3", "3+1"),
        ((Picks(("3", "2", "1"), 2),), "3+3", None),
        ((Picks(("3", "2", "1"), 2),), "3", None),
        ((Picks(("3", "2", "1"), 2),), "3+4", None),
        ((Picks(("3", "2", "1"), 2),), "", None),
        ((Picks(("3", "2", "1"), 2),), "3/1", None),
        ((PAIRS,), "3+2", "2+3"),
        ((PAIRS, NUMBERS), "3+2/1", "2+3/1"),
        ((PAIRS, NUMBERS), "3+2/3", None),
        ((range(4, 7),), "5", "5"),
        ((range(4, 7),), "05", None),
        ((range(4, 7),), "7", None),
        ((Picks(EIGHTY, 10),), "1+2+3+4+5+6+7+8+9+10", "10+9+8+7+6+5+4+3+2+1"),
    ],
)
def test_what_is_named_in_whatever_order_has_one_name(slots: tuple[Choices, ...], name: str, found: str | None) -> None:
    assert Names(slots).found(name) == found
    assert (name in Names(slots)) == (name == found)


def test_names_are_counted_and_the_first_found_without_listing_them() -> None:
    ten = Names((Picks(EIGHTY, 10),))
    assert (ten.most, ten.is_listed) == (comb(80, 10), False)
    assert ten.followed == ("80+79+78+77+76+75+74+73+72+71",)
    assert [*islice(ten, 2)][1] == "80+79+78+77+76+75+74+73+72+70"
    both = Names((Picks(EIGHTY, 30), Picks(EIGHTY, 30)))
    assert both.most == comb(80, 30) * comb(50, 30)
    (first,) = both.followed
    assert sorted(items_named(part_named(first, None)), key=int, reverse=True) == list(EIGHTY[:60])


def test_as_many_names_are_listed_as_there_may_be() -> None:
    assert len(names(range(MAX_NAMES))) == MAX_NAMES
    assert names(range(MAX_NAMES + 1)) == ("0",)


def test_items_of_scales_are_named_apart_from_groups_and_numbers() -> None:
    one, other = Picks(("1", "2"), 1), Picks(("3", "4"), 1)
    assert Names((one, other)).is_of_scales
    assert Names((one, one)).is_of_scales
    assert not Names((one, Picks(("2", "3"), 1))).is_of_scales
    assert not Names((one, PAIRS)).is_of_scales
    assert not Names((range(3),)).is_of_scales
    assert [set(items_of(slot)) for slot in (one, PAIRS, range(2))] == [{"1", "2"}, {"1", "2", "3"}, {"0", "1"}]


def test_a_name_is_read_slot_by_slot_or_as_a_whole() -> None:
    assert [part_named("1+2/3", slot) for slot in (0, 1, 2, None)] == ["1+2", "3", "", "1+2+3"]
    assert [items_named(part) for part in ("1+2", "3", "")] == [("1", "2"), ("3",), ()]


def test_each_item_of_a_name_is_spelt() -> None:
    assert spelt("fish+crab/coin", str.upper) == "FISH+CRAB/COIN"
    assert spelt("", str.upper) == ""
