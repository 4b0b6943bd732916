"""Frozen dataclasses made here: the same, in whatever can be asked of them, as those of the standard library."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from functools import cached_property
from typing import Any

import pytest

from lexludi.base.frozen import dataclass

Call = tuple[str, tuple[Any, ...], dict[str, Any]]


@dataclass(frozen=True)
class Coin:
    """A coin, to be pickled."""

    side: str
    thrown: tuple[int, ...] = ()


def classes(dataclass: Callable[..., Any]) -> dict[str, Any]:
    """Classes of many kinds, made by one decorator or the other."""

    @dataclass(frozen=True)
    class Empty:
        """Nothing."""

    @dataclass(frozen=True)
    class One:
        """One field."""

        value: Any

    @dataclass(frozen=True)
    class Many:
        """Fields of every kind."""

        first: int
        second: list[int] = field(default_factory=list)
        third: str = "x"
        hidden: str = field(default="secret", repr=False)
        aside: int = field(default=0, compare=False)
        marks: dict[str, int] = field(default_factory=dict, hash=False)
        named: int = field(default=7, kw_only=True)
        later: dict[str, int] = field(default_factory=dict, init=False, compare=False)

        def __post_init__(self) -> None:
            self.later["first"] = self.first

        @cached_property
        def doubled(self) -> int:
            return 2 * self.first

    @dataclass(frozen=True)
    class Further(Many):
        """One field more, and one with another default."""

        third: str = "y"
        fourth: int = 4

    @dataclass(frozen=True)
    class OwnWords:  # noqa: PLW1641
        """Compared and shown in its own way."""

        value: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, OwnWords) and self.value % 2 == other.value % 2

        def __repr__(self) -> str:
            return f"<{self.value}>"

    @dataclass(frozen=True)
    class OwnHash:
        """Hashed in its own way."""

        value: int

        def __hash__(self) -> int:
            return 5

    return {kind.__name__: kind for kind in (Empty, One, Many, Further, OwnWords, OwnHash)}


OURS, THEIRS = classes(dataclass), classes(dataclasses.dataclass)
CALLS: list[Call] = [
    ("Empty", (), {}),
    ("One", (1,), {}),
    ("One", (Ellipsis,), {}),
    ("Many", (1,), {}),
    ("Many", (1, [2], "z", "h", 3), {"named": 4}),
    ("Many", (1,), {"third": "q", "aside": 9}),
    ("Further", (1, [2], "z", "h", 3, 4), {"named": 5}),
    ("Further", (1,), {"fourth": 5}),
    ("OwnWords", (3,), {}),
    ("OwnHash", (3,), {}),
]
WRONG: list[Call] = [
    ("Empty", (1,), {}),
    ("One", (), {}),
    ("One", (1,), {"other": 2}),
    ("Many", (1, [], "z", "h", 3, {}, 4), {}),
    ("Many", (1,), {"later": {}}),
]


def made(by: dict[str, Any], call: Call) -> Any:
    name, by_place, by_name = call
    return by[name](*by_place, **by_name)


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_an_instance_holds_shows_and_lists_the_same(call: Call) -> None:
    ours, theirs = made(OURS, call), made(THEIRS, call)
    assert vars(ours) == vars(theirs)
    assert repr(ours) == repr(theirs)
    assert asdict(ours) == asdict(theirs)
    assert type(ours).__match_args__ == type(theirs).__match_args__
    each = [[(f.name, f.type, f.init, f.compare) for f in fields(instance)] for instance in (ours, theirs)]
    assert each[0] == each[1]
    assert str(inspect.signature(type(ours))) == str(inspect.signature(type(theirs)))


@pytest.mark.parametrize("call", WRONG, ids=str)
def test_what_cannot_be_made_is_refused_by_both(call: Call) -> None:
    for by in (OURS, THEIRS):
        with pytest.raises(TypeError):
            made(by, call)


def test_each_pair_is_equal_here_if_it_is_there() -> None:
    for one in CALLS:
        for other in CALLS:
            assert (made(OURS, one) == made(OURS, other)) is (made(THEIRS, one) == made(THEIRS, other)), (one, other)
    assert OURS["One"](1) != THEIRS["One"](1)


def test_equals_hash_alike_and_what_cannot_be_hashed_is_not() -> None:
    one, same, other = OURS["One"]((1, 2)), OURS["One"]((1, 2)), OURS["One"]((2, 1))
    assert hash(one) == hash(same)
    assert len({one, same, other}) == 2
    assert hash(OURS["OwnHash"](1)) == 5
    many, marked = OURS["Many"](1, ()), OURS["Many"](1, (), marks={"a": 1})
    assert many != marked
    assert hash(many) == hash(marked), "what is compared and not hashed"
    assert hash(OURS["OwnWords"](1)) != hash(OURS["OwnWords"](3)), "equality of its own, and a hash by its fields"
    for by in (OURS, THEIRS):
        with pytest.raises(TypeError, match="unhashable"):
            hash(by["One"]([]))


@pytest.mark.parametrize("by", [OURS, THEIRS], ids=["ours", "theirs"])
def test_a_field_is_neither_set_nor_deleted(by: dict[str, Any]) -> None:
    instance = by["Further"](1)
    for name in ("first", "fourth", "anything"):
        with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
            setattr(instance, name, 2)
        with pytest.raises(FrozenInstanceError, match=f"cannot delete field '{name}'"):
            delattr(instance, name)
    assert instance.doubled == 2, "what is worked out once is kept beside the fields"


def test_it_is_replaced_copied_and_pickled() -> None:
    coin = Coin("heads", (1,))
    assert replace(coin, side="tails") == Coin("tails", (1,))
    for again in (copy.copy(coin), copy.deepcopy(coin), pickle.loads(pickle.dumps(coin))):
        assert again == coin
        assert again is not coin
    with pytest.raises(ValueError, match="init=False"):
        replace(OURS["Many"](1), later={})


def test_one_that_holds_itself_is_shown() -> None:
    held: list[Any] = []
    held.append(OURS["One"](held))
    assert repr(held[0]) == repr(THEIRS["One"]([...])).replace("Ellipsis", "...")


def test_other_kinds_are_those_of_the_standard_library() -> None:
    @dataclass
    class Open:
        value: int = 0

    @dataclass(frozen=True, order=True)
    class Ordered:
        value: int

    instance = Open()
    instance.value = 3
    assert instance == Open(3)
    assert Ordered(1) < Ordered(2)
    with pytest.raises(FrozenInstanceError):
        Ordered(1).value = 2  # type: ignore[misc]
