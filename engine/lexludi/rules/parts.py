"""Parts of hands: when a hand is divided, each part lies with a holder of its own, named after the one divided.

What is formed of two hands is named likewise, after the first of them.

A way to divide a hand is named by the places of the objects that go to each part, as in
`1+4/2+3`; places are counted in the order in which the objects were received. In an exchange
the first part is what stays, and the second what is given up: `1+2+3/0` gives up nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from lexludi.language.nodes import Construct
from lexludi.rules.naming import SLOTS, items_named, name_of

MARK = "."

# What names the objects that somebody holds: a whole hand, or a part of it.
HOLDINGS = ("hand", "part_of")

# The place of no object, where nothing goes to a part.
_NONE = "0"

# With whom the objects lie that a hand has been given new ones for: no term has an identifier like it.
GIVEN_UP = "given_up"

# The places of the objects that go to each part.
Division = tuple[tuple[int, ...], ...]


def part_of(unit: str, part: str) -> str:
    """The role or holder of a part of the hand that another has."""
    return f"{unit}{MARK}{part}"


def whole_of(unit: str) -> str:
    """The role or holder whose hand was divided; the same, where it is that of no part."""
    return unit.partition(MARK)[0]


def part_in(unit: str) -> str:
    """The part that a role or holder is of; the empty string, where it is that of a whole hand."""
    return unit.partition(MARK)[2]


def exchanges(size: int, most: int) -> tuple[Division, ...]:
    """Every way to give up at most so many objects of a hand: the places of those that stay, and of the others."""
    return tuple(way for gone in range(most + 1) for way in divisions((size - gone, gone)))


def divisions(counts: Sequence[int]) -> tuple[Division, ...]:
    """Every way to divide as many objects as the parts take, places in ascending order within each part."""
    return tuple(_divided(tuple(range(sum(counts))), tuple(counts)))


def _divided(places: tuple[int, ...], counts: tuple[int, ...]) -> Iterator[Division]:
    if not counts:
        yield ()
        return
    # Parts are told apart even if they are of one size: two of two objects are six ways, not three.
    for first in combinations(places, counts[0]):
        rest = tuple(place for place in places if place not in first)
        yield from ((first, *others) for others in _divided(rest, counts[1:]))


def ways_to_divide(counts: Sequence[int]) -> int:
    """The number of ways to divide as many objects as the parts take."""
    # A multinomial coefficient, as a product of binomial ones.
    ways, left = 1, sum(counts)
    for count in counts:
        ways, left = ways * comb(left, count), left - count
    return ways


def name_of_division(division: Division) -> str:
    """The name of a way to divide a hand."""
    return name_of(tuple(str(place + 1) for place in part) or (_NONE,) for part in division)


def division_named(name: str) -> Division:
    """The way to divide a hand that a name stands for."""
    return tuple(tuple(int(place) - 1 for place in items_named(part) if place != _NONE) for part in name.split("/"))


def is_division(name: str) -> bool:
    """True of the name of a way to divide a hand: no term has an identifier like it."""
    return "/" in name


def gives_up_none(name: str) -> bool:
    """True of the name of a way to exchange objects of a hand by which all of them stay."""
    return name.endswith(f"{SLOTS}{_NONE}")


def holding_of(node: Construct) -> str:
    """The role whose hand is named, or the part of it."""
    return part_of(node.term(1), node.term(0)) if node.op == "part_of" else node.term(0)
