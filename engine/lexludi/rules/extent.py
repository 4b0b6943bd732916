"""The extent of conditions with the categories and definitions that they name written out; it is bounded.

Each may name others, several times, so that a few lines may say more than any machine can follow.
"""

from collections.abc import Callable, Hashable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, TypeVar

from lexludi.language.nodes import Node, children, walk

MAX_PARTS, MAX_LEVELS = 1_000, 200

_K = TypeVar("_K", bound=Hashable)


class Extent(NamedTuple):
    """The number of nodes of a condition, and of levels on which they stand."""

    parts: int
    levels: int

    @property
    def is_bounded(self) -> bool:
        """True of what can be followed; nobody writes more."""
        return self.parts <= MAX_PARTS and self.levels <= MAX_LEVELS


def extent(node: Node, named: Callable[[Node], Extent | None]) -> Extent:
    """The extent of a node that stands no deeper than a sentence may; `named` is that of what a node in it names."""
    below = [extent(child, named) for child in children(node)]
    if (other := named(node)) is not None:
        below.append(other)
    return Extent(1 + sum(inner.parts for inner in below), 1 + max((inner.levels for inner in below), default=0))


def named_first(conditions: Mapping[_K, Node], name: Callable[[Node], _K]) -> tuple[list[_K], list[_K]]:
    """The keys of conditions that name one another, each after all that it names; and a circle, if there is one.

    What names a circle is left out of the first.
    """
    graph = {key: {name(node) for node in walk(condition)} & conditions.keys() for key, condition in conditions.items()}
    sorter = TopologicalSorter(graph)
    circle: list[_K] = []
    # What does not depend on a circle can be had in spite of it.
    try:
        sorter.prepare()
    except CycleError as problem:
        circle = problem.args[1]
    ordered: list[_K] = []
    while ready := sorter.get_ready():
        ordered += ready
        sorter.done(*ready)
    return ordered, circle
