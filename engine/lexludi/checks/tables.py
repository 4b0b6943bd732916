"""Hands by what the rules read of them and by strength: the classes that exact search compares.

A condition that looks at one scale only gives the same answer for hands that show the
same items of it, so it is worked out once for these.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from lexludi.material import Hand, Material
from lexludi.nodes import Construct, Node, Sequence, Term
from lexludi.objects import Objects
from lexludi.settings import Truth

# Shapes and keys that look at one scale only, if their terms name one only.
Function = Callable[[Hand], Any]


class Strengths:
    """The category and strength of hands, as `Material` has them, worked out faster for many hands."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.known: dict[Hand, tuple[str | None, tuple[Any, ...] | None]] = {}
        self._known: dict[Node, Function] = {}
        self._rows = [
            (c, self._shape(c.condition), [self._key(k) for k in c.keys], len(material.rules.categories) - i)
            for i, c in enumerate(material.rules.categories)
        ]

    def of(self, hand: Hand) -> tuple[str | None, tuple[Any, ...] | None]:
        """The category of a hand and what orders it; nothing for a hand of no category."""
        found = self.known.get(hand)
        if found is None:
            found = self.known[hand] = self._of(hand)
        return found

    def _of(self, hand: Hand) -> tuple[str | None, tuple[Any, ...] | None]:
        for category, holds, keys, order in self._rows:
            if holds(hand):
                return category.id, (order, *[key(hand) for key in keys])
        return None, None

    def _shape(self, shape: Node) -> Function:
        match shape:
            case Truth(value):
                return lambda hand: value
            case Sequence("all_of", items):
                parts = [self._shape(i) for i in items]
                return lambda hand: all(part(hand) for part in parts)
            case Sequence("any_of", items):
                parts = [self._shape(i) for i in items]
                return lambda hand: any(part(hand) for part in parts)
            case Construct("negation", (inner,)):
                negated = self._shape(inner)
                return lambda hand: not negated(hand)
            case _:
                return self._leaf(shape, lambda hand: self.material.has_shape(hand, shape))

    def _key(self, key: Node) -> Function:
        if isinstance(key, Construct) and key.op == "guarded_key":
            holds, inner = self._shape(key.parts[0]), self._key(key.parts[1])
            return lambda hand: inner(hand) if holds(hand) else 0
        return self._leaf(key, lambda hand: self.material._key(hand, key))

    def _leaf(self, node: Node, work_out: Function) -> Function:
        if node in self._known:
            return self._known[node]
        scales = self._scales(node)
        if len(scales) == 1:
            item = self.material.height[scales.pop()]
            known: dict[tuple[int, ...], Any] = {}

            def by_items(hand: Hand) -> Any:
                shown = tuple([item[i] for i in hand])
                if shown not in known:
                    known[shown] = work_out(hand)
                return known[shown]

            found: Function = by_items
        else:
            found = lru_cache(1 << 18)(work_out)
        self._known[node] = found
        return found

    def _scales(self, node: Node) -> set[str]:
        """The scales that a shape or key names; none if it may look at any."""
        rules = self.material.rules
        parts = node.parts if isinstance(node, Construct) else ()
        if isinstance(node, Construct) and node.op in ("is_run", "item_key"):
            return set()
        ids = [p.id for p in parts if isinstance(p, Term)]
        return {rules.runs[i].scale if i in rules.runs else i for i in ids if i in rules.scales or i in rules.runs}


def strengths_in(material: Material) -> Strengths:
    """The strengths of hands, shared by all rule sets with the same objects, orders and categories."""
    rules = material.rules
    return _strengths(
        (rules.stocks, rules.thrown, rules.categories, *rules.scales.values(), *rules.runs.values()), _Kept(material)
    )


class _Kept:
    """A value that a cache passes on and does not look at."""

    def __init__(self, material: Material) -> None:
        self.material = material

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept)

    def __hash__(self) -> int:
        return 0


@lru_cache(16)
def _strengths(key: object, kept: _Kept) -> Strengths:
    return Strengths(kept.material)


class Hands:
    """All hands of one holder, by what is read of them alone and by strength."""

    def __init__(self, objects: Objects, hands: list[Hand], unary: Callable[[Hand, str | None], Any]) -> None:
        strengths = strengths_in(objects.material) if objects.material.rules.categories else None
        self.classes: dict[Any, dict[Any, list[Hand]]] = {}
        self.count = len(hands)
        for hand in hands:
            category, strength = strengths.of(hand) if strengths else (None, None)
            self.classes.setdefault(unary(hand, category), {}).setdefault(strength, []).append(hand)
