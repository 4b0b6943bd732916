"""Hands by what the rules read of them and by strength: the classes that exact search compares.

A condition that looks at one scale only gives the same answer for hands that show the
same items of it, so it is worked out once for these.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from lexludi.language.nodes import Construct, Node, Sequence, Term
from lexludi.play.material import Hand, Material, shows_nothing
from lexludi.play.objects import Objects
from lexludi.rules.model import RuleSet
from lexludi.rules.settings import Truth

# Shapes and keys that look at one scale only, if their terms name one only.
Function = Callable[[Hand], Any]


class Classes:
    """The category of hands, as `Material` has it, worked out faster for many hands."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.known: dict[Hand, str | None] = {}
        self._known: dict[Node, Function] = {}
        self._rows = [(c.id, self.shape(c.condition)) for c in material.rules.categories]

    def of(self, hand: Hand) -> str | None:
        """The category of a hand; nothing for a hand of none."""
        if hand not in self.known:
            self.known[hand] = next((category for category, holds in self._rows if holds(hand)), None)
        return self.known[hand]

    def shape(self, shape: Node) -> Function:
        """A condition as a function of a hand."""
        match shape:
            case Truth(value):
                return lambda hand: value
            case Sequence("all_of", items):
                parts = [self.shape(i) for i in items]
                return lambda hand: all(part(hand) for part in parts)
            case Sequence("any_of", items):
                parts = [self.shape(i) for i in items]
                return lambda hand: any(part(hand) for part in parts)
            case Construct("negation", (inner,)):
                negated = self.shape(inner)
                return lambda hand: not negated(hand)
            case _:
                return self.leaf(shape, lambda hand: self.material.has_shape(hand, shape))

    def leaf(self, node: Node, work_out: Function) -> Function:
        """A shape or key of one scale as a function of the items shown; of several, of the hand."""
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


class Strengths:
    """The strength of hands: what orders them, within their category."""

    def __init__(self, material: Material, classes: Classes) -> None:
        self.classes = classes
        self.known: dict[Hand, tuple[Any, ...] | None] = {}
        self._material = material
        categories = material.rules.categories
        self._rows = {c.id: (len(categories) - i, [self._key(k) for k in c.keys]) for i, c in enumerate(categories)}

    def of(self, hand: Hand) -> tuple[Any, ...] | None:
        """What orders a hand; nothing for a hand of no category."""
        found = self.known.get(hand)
        if found is None and (category := self.classes.of(hand)) is not None:
            order, keys = self._rows[category]
            found = self.known[hand] = (order, *[key(hand) for key in keys])
        return found

    def _key(self, key: Node) -> Function:
        if isinstance(key, Construct) and key.op == "guarded_key":
            holds, inner = self.classes.shape(key.parts[0]), self._key(key.parts[1])
            nothing = shows_nothing(key.parts[1])
            return lambda hand: inner(hand) if holds(hand) else nothing
        return self.classes.leaf(key, lambda hand: self._material._key(hand, key))


def classes_in(material: Material) -> Classes:
    """The categories of hands, shared by all rule sets with the same objects, orders and conditions."""
    rules = material.rules
    conditions = tuple((c.id, c.condition) for c in rules.categories)
    return _classes((rules.stocks, rules.thrown, conditions, *_orders(rules)), _Kept(material))


def strengths_in(material: Material) -> Strengths:
    """The strengths of hands, shared by all rule sets with the same objects, orders and categories."""
    rules = material.rules
    return _strengths((rules.stocks, rules.thrown, rules.categories, *_orders(rules)), _Kept(material))


def _orders(rules: RuleSet) -> tuple[Any, ...]:
    return (*rules.scales.values(), *rules.runs.values())


class _Kept:
    """A value that a cache passes on and does not look at."""

    def __init__(self, material: Material) -> None:
        self.material = material

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept)

    def __hash__(self) -> int:
        return 0


@lru_cache(16)
def _classes(key: object, kept: _Kept) -> Classes:
    return Classes(kept.material)


@lru_cache(16)
def _strengths(key: object, kept: _Kept) -> Strengths:
    return Strengths(kept.material, classes_in(kept.material))


class Hands:
    """All hands of one holder, by what is read of them alone and, if they are `ordered`, by strength."""

    def __init__(
        self,
        objects: Objects,
        hands: tuple[Hand, ...],
        unary: Callable[[Hand, str | None], Any],
        *,
        ordered: bool,
    ) -> None:
        categories = bool(objects.material.rules.categories)
        category = classes_in(objects.material).of if categories else lambda hand: None
        strength = strengths_in(objects.material).of if categories and ordered else lambda hand: None
        self.classes: dict[Any, dict[Any, list[Hand]]] = {}
        for hand in hands:
            self.classes.setdefault(unary(hand, category(hand)), {}).setdefault(strength(hand), []).append(hand)
