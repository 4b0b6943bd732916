"""The kinds of objects that observables tell apart: the coarsest partition under which nothing read changes."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from lexludi.play.hands import Hands
from lexludi.rules import meaning as m


@dataclass(frozen=True)
class Kind:
    """Objects that are alike for what is read: the first stands for all; `count` of them are in the stock."""

    object: str
    members: tuple[int, ...]
    count: int

    @property
    def stands(self) -> int:
        """The object that stands for all."""
        return self.members[0]


def kinds_of(hands: Hands, observables: Iterable[m.Observable], naming: str) -> list[Kind]:
    """The objects of a game, those alike together that the observables cannot tell apart."""
    reads = _Reads(hands, naming)
    for observable in observables:
        reads.observable(observable)
    copies = Counter(thing for counts in hands.full.values() for thing in counts.elements())
    groups: dict[tuple[object, ...], list[int]] = {}
    for thing, described in enumerate(hands.material.objects):
        scales = tuple(item for scale, item in described.items if scale in reads.scales)
        shown = tuple(hands.material.shows(thing, item) for item in sorted(reads.items))
        numbers = hands.material.numbers[thing] if reads.numbers else ()
        groups.setdefault((described.object, scales, shown, numbers), []).append(thing)
    return [
        Kind(hands.material.objects[group[0]].object, tuple(group), sum(copies[thing] for thing in group))
        for group in groups.values()
    ]


class _Reads:
    """What is read of single objects: items of scales, single items, numbers."""

    def __init__(self, hands: Hands, naming: str) -> None:
        self.rules = hands.rules
        self.naming = naming
        self.scales: set[str] = set()
        self.items: set[str] = set()
        self.numbers = False

    def observable(self, observable: m.Observable) -> None:
        match observable:
            case m.HasShape(_, shape) | m.ThrewShape(_, shape) | m.FirstHaveShape(_, _, shape):
                self.shape(shape)
            case m.Total() | m.TotalOfFirst() | m.NumberDrawn():
                self.numbers = True
            case m.CountShowing(_, item):
                self.items.add(item)
            case m.CountShowingNamed():
                self.items.add(self.naming)
            case m.Compared() | m.CategoryOf() | m.IsWorthAtLeast():
                for category in self.rules.categories:
                    self.shape(category.shape)
                    for key in category.keys:
                        self.key(key)
                if isinstance(observable, m.IsWorthAtLeast):
                    self._scales_with((observable.item,))
            case _:
                pass  # kinds of objects are never put together, and nothing else is read of single objects

    def shape(self, shape: m.Condition) -> None:
        match shape:
            case m.AllOf(items) | m.AnyOf(items):
                for item in items:
                    self.shape(item)
            case m.Not(inner):
                self.shape(inner)
            case m.AllSame(scale) | m.AllDifferent(scale) | m.Alike(_, scale):
                self.scales.add(scale)
            case m.InRuns(runs):
                self.scales.add(self.rules.source.runs[runs].scale)
            case m.IsRun(items):
                self._scales_with(items)
            case m.Always() | m.Fact() | m.Stands() | m.Compare() | m.InRanges() | m.CategoryIs():
                pass
            case _:
                assert_never(shape)

    def key(self, key: m.Key) -> None:
        match key:
            case m.RunKey(runs):
                self.scales.add(self.rules.source.runs[runs].scale)
            case m.EachKey(scale):
                self.scales.add(scale)
            case m.HighestKey(scale, by) | m.AlikeKey(scale, _, by) | m.RestKey(scale, _, by):
                self.scales.update((scale, by))
            case m.ItemKey(scale, item):
                self.scales.add(scale)
                self.items.add(item)
            case m.GuardedKey(shape, inner):
                self.shape(shape)
                self.key(inner)
            case _:
                assert_never(key)

    def _scales_with(self, items: Iterable[str]) -> None:
        wanted = set(items)
        self.scales.update(s.id for s in self.rules.source.scales.values() if wanted & set(s.items))
