"""The objects of a game with those alike that the rules cannot tell apart, and how many there are of each."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from lexludi.language.nodes import Construct, Node, Number, Term, walk
from lexludi.play.material import Material
from lexludi.rules.literals import item_of

# Readings that look at the numbers that objects count.
_COUNTING = frozenset("total total_first drawn_value".split())
# Readings that look at objects through the categories of hands.
_CLASSIFYING = frozenset("compare category with_or_better".split())
# Readings, shapes and keys that name items of a scale.
_NAMING_ITEMS = frozenset("is_run count_showing with_or_better item_key".split())


@dataclass(frozen=True)
class Kind:
    """Objects that are alike for some readings: the first stands for all; `count` of them are in the stock."""

    stands: int
    members: tuple[int, ...]
    count: int


class Objects:
    """The kinds of objects that some readings distinguish."""

    def __init__(self, material: Material, readings: Iterable[Node]) -> None:
        self.material = material
        seen = [n for reading in readings for n in walk(reading)]
        ops = {n.op for n in seen if isinstance(n, Construct)}
        numbers = bool(ops & _COUNTING)
        if ops & _CLASSIFYING:
            for category in material.rules.categories:
                seen.extend(n for part in (category.condition, *category.keys) for n in walk(part))
        scales = self._scales(seen, ops)
        copies = Counter(thing for pool in material.pools.values() for thing in pool)
        groups: dict[tuple[object, ...], list[int]] = {}
        for thing, kind in enumerate(material.objects):
            read = tuple(item for scale, item in kind.items if scale in scales)
            mark = (kind.object, read, material.numbers[thing] if numbers else ())
            groups.setdefault(mark, []).append(thing)
        self._copies = copies
        self.keep(list(groups.values()))

    def keep(self, groups: list[list[int]]) -> None:
        """Tell these groups of objects apart, and no others."""
        self.kinds = [Kind(g[0], tuple(g), sum(self._copies[i] for i in g)) for g in groups]
        self.by_stand = {k.stands: k for k in self.kinds}

    def _scales(self, seen: list[Node], ops: set[str]) -> set[str]:
        """The scales whose items the readings look at."""
        rules = self.material.rules
        found: set[str] = set()
        for node in seen:
            if isinstance(node, Term):
                if node.id in rules.scales:
                    found.add(node.id)
                elif node.id in rules.runs:
                    found.add(rules.runs[node.id].scale)
            if isinstance(node, Construct) and node.op in _NAMING_ITEMS:
                items = {item_of(n) for n in walk(node) if isinstance(n, (Term, Number))}
                found.update(s.id for s in rules.scales.values() if items & set(s.items))
        if "count_showing" in ops:
            found.update(bet.naming for bet in rules.bets.values() if bet.naming)
        return found

    def of(self, object_: str) -> list[Kind]:
        """The kinds of one sort of object (card, die)."""
        return [k for k in self.kinds if self.material.objects[k.stands].object == object_]

    def real(self, things: Iterable[int]) -> list[int]:
        """Objects that may really be dealt: different ones as long as there are, then copies."""
        taken: Counter[int] = Counter()
        out = []
        for thing in things:
            members = self.by_stand[thing].members if thing in self.by_stand else (thing,)
            out.append(members[taken[thing] % len(members)])
            taken[thing] += 1
        return out


def common(several: list[Objects]) -> Objects:
    """The kinds that any of several distinguish; all must be of the same material."""
    first, *others = several
    for other in others:
        place = [{member: i for i, kind in enumerate(o.kinds) for member in kind.members} for o in (first, other)]
        groups: dict[tuple[int, int], list[int]] = {}
        for thing in sorted(place[0]):
            groups.setdefault((place[0][thing], place[1][thing]), []).append(thing)
        first.keep(list(groups.values()))
    return first
