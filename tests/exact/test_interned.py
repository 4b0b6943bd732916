"""Interned items: each has one number, in the order in which they came."""

from lexludi.exact.interned import Interned


def test_an_item_has_one_number_and_a_new_one_the_next() -> None:
    seen = Interned[str](["zero"])
    assert [seen.number(item) for item in ("one", "zero", "two", "one")] == [1, 0, 2, 1]
    assert seen == ["zero", "one", "two"]
    assert seen[seen.number("two")] == "two"
