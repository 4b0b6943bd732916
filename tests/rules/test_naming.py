"""Names of bets: every one that slots allow, once, and the items that it stands for."""

from lexludi.rules.naming import items_named, names, part_named, spelt

NUMBERS = [("1",), ("2",), ("3",)]
PAIRS = [("1", "2"), ("1", "3"), ("2", "3")]


def test_a_bet_without_slots_has_one_name_which_is_empty() -> None:
    assert names([]) == ("",)


def test_a_slot_gives_a_name_for_each_of_its_choices() -> None:
    assert names([NUMBERS]) == ("1", "2", "3")
    assert names([PAIRS]) == ("1+2", "1+3", "2+3")


def test_no_item_is_named_twice_in_several_slots() -> None:
    """Two win and a third is returned: of three numbers, in three ways."""
    assert names([PAIRS, NUMBERS]) == ("1+2/3", "1+3/2", "2+3/1")
    assert names([[("1",)], [("1",)]]) == ()


def test_a_name_is_read_slot_by_slot_or_as_a_whole() -> None:
    assert [part_named("1+2/3", slot) for slot in (0, 1, 2, None)] == ["1+2", "3", "", "1+2+3"]
    assert [items_named(part) for part in ("1+2", "3", "")] == [("1", "2"), ("3",), ()]


def test_each_item_of_a_name_is_spelt() -> None:
    assert spelt("fish+crab/coin", str.upper) == "FISH+CRAB/COIN"
    assert spelt("", str.upper) == ""
