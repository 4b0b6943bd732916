"""The kinds of objects that observables tell apart: the coarsest partition under which nothing read changes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

from lexludi.base.frozen import dataclass
from lexludi.play.hands import Hands
from lexludi.rules import meaning as m
from lexludi.rules.naming import items_named, part_named


@dataclass(frozen=True)
class Kind:
    """Objects that are alike for what is read: the first stands for all.

    `count` of them are in the stock; of what is thrown, so many equal faces show one.
    """

    object: str
    members: tuple[int, ...]
    count: int

    @property
    def stands(self) -> int:
        """The object that stands for all."""
        return self.members[0]


def kinds_of(hands: Hands, observables: Iterable[m.Observable], naming: str) -> list[Kind]:
    """The partition of the objects of a game into kinds: those together that the observables cannot tell apart."""
    reads = _Reads(hands, observables, naming)
    # Objects with equal signatures are of one kind (the classes of an equivalence, found by hashing).
    copies = hands.material.counts
    groups: dict[tuple[object, ...], list[int]] = {}
    for thing, described in enumerate(hands.material.objects):
        scales = tuple(place for place in hands.material.places[thing].items() if place[0] in reads.scales)
        shown = tuple(hands.material.shows(thing, item) for item in sorted(reads.items))
        numbers = hands.material.numbers[thing] if reads.numbers else ()
        groups.setdefault((described.object, scales, shown, numbers), []).append(thing)
    return [
        Kind(hands.material.objects[group[0]].object, tuple(group), sum(copies[thing] for thing in group))
        for group in groups.values()
    ]


def profile(hands: Hands, observables: Iterable[m.Observable], naming: str) -> object:
    """A value that is equal for two names of a bet where the objects can change places so that one becomes the other.

    There are then as many objects of each kind, and whatever is read of an object by one name
    is read by the other of the object that stands in its place.
    """
    observables = list(observables)
    by_name = [o for o in observables if isinstance(o, m.OfNamed)]
    # Of the parts that are read, in their order, and of their items one by one.
    parts = [part_named(naming, slot) for slot in sorted({o.slot for o in by_name}, key=str)]
    named = [*parts, *(item for part in parts for item in items_named(part))]
    shows = hands.material.shows
    apart = kinds_of(hands, (o for o in observables if o not in by_name), "")
    place_of = {thing: place for place, kind in enumerate(apart) for thing in kind.members}
    copies = hands.material.counts
    # How many objects there are that show the same of what is named, by how many copies there are of each.
    groups = Counter[object]()
    for thing, place in place_of.items():
        groups[place, tuple(shows(thing, item) for item in named), copies[thing]] += 1
    number = naming if any(isinstance(o, m.NamedNumber) for o in observables) else ""
    return frozenset(groups.items()), len(named), number


def are_all_alike(hands: Hands, observables: Iterable[m.Observable], scale: str) -> bool:
    """True where all items of a scale can change places, named or not, and whatever is read is read of other objects.

    Each is then shown by as many objects of each kind, which show it by their place on the scale alone.
    """
    observables = [*observables]
    material, items = hands.material, hands.rules.source.scales[scale].items
    if any(isinstance(o, m.NamedNumber) for o in observables):
        return False
    if any(hands.rules.source.shown_by(item) != (item,) for item in items):
        return False
    apart = kinds_of(hands, (o for o in observables if not isinstance(o, m.OfNamed)), "")
    kind_of = {thing: number for number, kind in enumerate(apart) for thing in kind.members}
    showing: dict[str, Counter[object]] = {item: Counter() for item in items}
    for thing, places in enumerate(material.places):
        others = {**places}
        place = others.pop(scale, None)
        if not {item for _, item in material.objects[thing].items if item != place}.isdisjoint(items):
            return False
        if place is not None:
            showing[place][kind_of[thing], frozenset(others.items()), material.counts[thing]] += 1
    return len({frozenset(counted.items()) for counted in showing.values()}) == 1


def interchangeable(
    hands: Hands, observables: Iterable[m.Observable], naming: str, kinds: Sequence[Kind]
) -> list[list[int]]:
    """Kinds that may be exchanged for one another all together, item by item: items by kinds; none, if there are none.

    Of a scale of which it is only read which objects show the same item, two items may change
    places wherever they are shown, if the objects that show one are otherwise like those that
    show the other, and there are as many of them.
    """
    reads = _Reads(hands, observables, naming)
    best: list[list[int]] = []
    # For each item of the scale the kinds that show it, each described without that item.
    for scale in sorted(reads.scales - reads.by_item):
        showing: dict[str, list[tuple[tuple[object, ...], int]]] = {}
        for number, kind in enumerate(kinds):
            places = hands.material.places[kind.stands]
            item = places.get(scale)
            if item is not None and item not in reads.items:
                others = tuple(pair for pair in places.items() if pair[0] != scale and pair[0] in reads.scales)
                named = tuple(hands.material.shows(kind.stands, name) for name in sorted(reads.items))
                counted = hands.material.numbers[kind.stands] if reads.numbers else ()
                otherwise = (kind.object, others, named, counted, kind.count, len(kind.members))
                showing.setdefault(item, []).append((otherwise, number))
        alike: dict[tuple[object, ...], list[list[int]]] = {}
        # In this order kinds of two items correspond; those that are described alike correspond in any order.
        for group in showing.values():
            ordered = sorted(group, key=lambda one: (repr(one[0]), one[1]))
            alike.setdefault(tuple(otherwise for otherwise, _ in ordered), []).append([n for _, n in ordered])
        # The scale with the most items is exchanged; exchanges on two scales at once are not looked for.
        best = max([best, *alike.values()], key=len)
    return best if len(best) > 1 else []


class _Reads:
    """Readings of single objects: items of scales, single items, numbers."""

    def __init__(self, hands: Hands, observables: Iterable[m.Observable], naming: str) -> None:
        self.rules = hands.rules
        self.naming = naming
        self.scales: set[str] = set()
        # Scales of which more is read than which objects show the same item.
        self.by_item: set[str] = set()
        self.items: set[str] = set()
        self.numbers = False
        for observable in observables:
            self.observable(observable)

    def observable(self, observable: m.Observable) -> None:
        match observable:
            case m.HasShape(_, shape) | m.ThrewShape(_, shape) | m.FirstHaveShape(_, _, shape):
                self.shape(shape)
            case m.Total() | m.LowestTotal() | m.TotalOfFirst() | m.NumberDrawn():
                self.numbers = True
            case m.ObjectsOf(ranked=True):
                # Of ways to divide a hand that rank alike the objects themselves decide.
                self.ordered(*self.rules.source.scales)
            case m.CountShowing(_, item):
                self.items.add(item)
            case m.CountShowingNamed(_, slot):
                self.items.add(part_named(self.naming, slot))
            case m.ShowsAllNamed(_, slot):
                self.items.update(items_named(part_named(self.naming, slot)))
            case m.Compared() | m.CategoryOf() | m.IsWorthAtLeast():
                for category in self.rules.categories:
                    self.shape(category.shape)
                    for key in category.keys:
                        self.key(key)
                self.wild()
                if isinstance(observable, m.IsWorthAtLeast):
                    self._scales_with(observable.items)
            case _:
                pass  # kinds of objects are never put together, and nothing else is read of single objects

    def wild(self) -> None:
        """Wild objects, and those they may stand for; all that one shows, where it matters that a hand has it."""
        for wild in self.rules.source.wilds:
            self.items.update((wild.item, wild.of))
            # If a hand has an object already is told by all that the object shows.
            if wild.other:
                self.scales.update(scale for stock in self.rules.source.stocks for scale in stock.scales)

    def shape(self, shape: m.Condition) -> None:
        match shape:
            case m.AllOf(items) | m.AnyOf(items):
                for item in items:
                    self.shape(item)
            case m.Not(inner):
                self.shape(inner)
            case m.AllSame(scale) | m.AllDifferent(scale) | m.Alike(_, scale):
                self.scales.add(scale)
            case m.AlikeOrMore(_, scale) | m.TwoAlike(_, scale):
                self.scales.add(scale)
            case m.InSequence(_, scale):
                self.ordered(scale)
            case m.InRuns(runs):
                self.ordered(self.rules.source.runs[runs].scale)
            case m.IsRun(items):
                self._scales_with(items)
                self.items.update(items)  # what one of them comprises shows it, too
            case m.Showing(item) | m.AllShowing(item):
                self.items.add(item)
            case m.Always() | m.Fact() | m.Stands() | m.Compare() | m.InRanges() | m.Leaves() | m.CategoryIs():
                pass
            case _:
                assert_never(shape)

    def key(self, key: m.Key) -> None:
        match key:
            case m.RunKey(runs):
                self.ordered(self.rules.source.runs[runs].scale)
            case m.EachKey(scale):
                self.ordered(scale)
            case m.HighestKey(scale, by):
                self.ordered(scale, by)
            case m.AlikeKey(scale, _, by) | m.RestKey(scale, _, by):
                self.ordered(scale)
                self.scales.add(by)
            case m.ItemKey(scale, item):
                self.ordered(scale)
                self.items.add(item)
            case m.TotalKey():
                self.numbers = True
            case m.GuardedKey(shape, inner):
                self.shape(shape)
                self.key(inner)
            case _:
                assert_never(key)

    def ordered(self, *scales: str) -> None:
        """Scales whose items are read by themselves, or by their order."""
        self.scales.update(scales)
        self.by_item.update(scales)

    def _scales_with(self, items: Iterable[str]) -> None:
        wanted = set(items)
        self.ordered(*(s.id for s in self.rules.source.scales.values() if wanted & set(s.items)))
