"""Hands: totals, categories, strengths and shapes of groups of objects, as the rules read them.

A hand is a tuple of objects (small integers of `Material`) in the order received. The
order matters only to what reads the first so many; everything here takes a multiset.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb, prod
from typing import TypeVar, assert_never

from lexludi.base.errors import InvalidStack
from lexludi.play.material import Hand, Material, WildStanding
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundCategory, BoundRules
from lexludi.rules.literals import MAX_STANDING
from lexludi.rules.parts import Division, divisions

V = TypeVar("V")

# Hands that each cache keeps: a bound, since of five cards of a pack alone there are 2.6 million.
HANDS_KEPT = 1 << 18

# Keys that order hands by several objects, one after the other.
_Listing = m.EachKey | m.AlikeKey | m.RestKey

# What orders hands: the rank of the category, then the values of its keys; higher is better.
# Two strengths compare without error: of one category they are of one form, and of two the first entry decides.
Strength = tuple[int | tuple[int, ...], ...]


class Hands:
    """Hands of a game under bound rules; values of hands are kept, since few hands come again and again.

    `like` is material whose objects, where they are the same, have the same indices.
    """

    def __init__(self, rules: BoundRules, like: Material | None = None) -> None:
        self.rules = rules
        self.material = Material(rules.source, like)
        # How many there are of each object of a kind that is drawn.
        self.full = {kind: Counter(pool) for kind, pool in self.material.pools.items()}
        # The listed runs by what they show, each with its place from the lowest.
        self._runs = {
            runs.id: {tuple(sorted(run)): len(runs.items) - i for i, run in enumerate(runs.items)}
            for runs in rules.source.runs.values()
        }
        self._rank = {c.id: len(rules.categories) - i for i, c in enumerate(rules.categories)}
        # The first category that fits a hand as it is, and that of the best of the hands that it may count as.
        self._fitting: Callable[[Hand], BoundCategory | None] = _of_multiset(self._first_fitting)
        self.category: Callable[[Hand], BoundCategory | None] = _of_multiset(self._category)
        self.strength: Callable[[Hand], Strength | None] = _of_multiset(self._strength)
        self.total: Callable[[Hand], int] = _of_multiset(self._total)
        # Of a hand in ascending order, the way to divide it so that each part in turn ranks as high as it can.
        self.highest_division: Callable[[Hand, tuple[int, ...]], Division] = lru_cache(HANDS_KEPT)(
            self._highest_division
        )

    def number(self, thing: int) -> int:
        """The number that one object counts by itself, reduced as totals are."""
        return self.total((thing,))

    def _total(self, hand: Hand) -> int:
        # A set of sums and no list of choices: these are exponential in the hand, their sums are not.
        sums = {0}
        for thing in hand:
            sums = {s + n for s in sums for n in self.material.numbers[thing]}
        source = self.rules.source
        if source.best_within is not None:
            within = [s for s in sums if s <= source.best_within[0]]
            return max(within) if within else min(sums)
        # Where totals are reduced, the higher sum may count less.
        return max(map(source.counted, sums))

    def lowest_total(self, hand: Hand) -> int:
        """The total of a hand in which each object counts the least that it may."""
        return self.rules.source.counted(sum(min(self.material.numbers[thing]) for thing in hand))

    def counting(self, hand: Hand) -> Iterable[Hand]:
        """The hands as which one may be ranked: so many of its objects as the rules say, wild ones as others."""
        best_of = self.rules.source.best_of
        larger = best_of is not None and len(hand) > best_of[0]
        # Sorted, so that choices that differ only in copies of an object are one.
        choices = dict.fromkeys(combinations(sorted(hand), best_of[0])) if best_of and larger else (hand,)
        if not self.rules.source.wilds:
            return choices
        return dict.fromkeys(counted for choice in choices for counted in self._counting_as(choice))

    def made_by(self, hand: Hand) -> tuple[str, ...]:
        """The provisions by which a hand ranks as part of itself, and objects of it as others."""
        return (*self.chosen_by(hand), *self.counted_as(hand)[1])

    def chosen_by(self, hand: Hand) -> tuple[str, ...]:
        """The provision by which so many of the objects of a hand are ranked, where it has more."""
        best_of = self.rules.source.best_of
        return (best_of[1],) if best_of is not None and len(hand) > best_of[0] else ()

    def counted_as(self, hand: Hand) -> tuple[Hand, tuple[str, ...]]:
        """The hand as which one ranks highest, and the provisions by which objects of it stand for others there.

        Of hands that rank alike, one in which the fewest objects stand for others.
        """
        if not self.rules.source.wilds:
            return hand, ()
        counted = min(self._ranked_highest(hand), key=lambda ranked: _beside(ranked, hand).total())
        wilds = (self._wild_by(thing, hand, counted) for thing in _beside(counted, hand))
        return counted, tuple(dict.fromkeys(wilds))

    def _ranked_highest(self, hand: Hand) -> Iterator[Hand]:
        """The hands as which one ranks highest, all alike."""
        strength = self.strength(hand)
        return (ranked for ranked in self.counting(hand) if self.strength_as_is(ranked) == strength)

    def _wild_by(self, thing: int, hand: Hand, counted: Hand) -> str:
        """The first provision by which some object of a hand may stand for one that it is counted with."""
        shows, category = self.material.shows, self._fitting(counted)
        # There is always one: what an object may stand for (`Material.standing`) comes of the same provisions.
        return next(
            wild.eid
            for wild in self.rules.source.wilds
            if any(shows(held, wild.item) for held in hand)
            and (wild.of == self.material.objects[thing].object or shows(thing, wild.of))
            and not (wild.other and counted.count(thing) > 1)
            and (not wild.categories or (category is not None and category.id in wild.categories))
        )

    def _counting_as(self, hand: Hand) -> Iterator[Hand]:
        """A hand in which each object stands for one that it may stand for."""
        standings = [standing for thing in hand if len(standing := self.material.standing[thing]) > 1]
        rest = [thing for thing in hand if len(self.material.standing[thing]) == 1]
        # Exponential in the wild objects of a hand: bounded for the fewest packs by soundness, for those chosen here.
        for chosen in ways_to_stand(standings):
            counted = tuple(sorted([*rest, *(one.thing for one in chosen)]))
            if any(one.other and counted.count(one.thing) > 1 for one in chosen):
                continue
            wanted = [one.categories for one in chosen if one.categories]
            category = self._fitting(counted) if wanted else None
            if all(category and category.id in categories for categories in wanted):
                yield counted

    def _category(self, hand: Hand) -> BoundCategory | None:
        """The highest category of the hands as which a hand may be ranked."""
        if not hand:
            return None  # «no two alike» would be true of it
        categories = (category for ranked in self.counting(hand) if (category := self._fitting(ranked)))
        return max(categories, key=lambda c: self._rank[c.id], default=None)

    def _first_fitting(self, hand: Hand) -> BoundCategory | None:
        return next((c for c in self.rules.categories if self.has_shape(hand, c.shape)), None)

    def _strength(self, hand: Hand) -> Strength | None:
        strengths = (self.strength_as_is(ranked) for ranked in self.counting(hand)) if hand else ()
        return max((strength for strength in strengths if strength is not None), default=None)

    def strength_as_is(self, hand: Hand) -> Strength | None:
        """The strength of a hand of which every object counts, as itself."""
        category = self._fitting(hand)
        if category is None:
            return None
        return (self._rank[category.id], *(self._key(hand, key) for key in category.keys))

    def compare(self, first: Hand, second: Hand) -> int | None:
        """1, 0 or -1 as the first hand is higher, equal or lower; nothing where one has no category."""
        a, b = self.strength(first), self.strength(second)
        return None if a is None or b is None else (a > b) - (a < b)

    def is_worth_at_least(self, hand: Hand, category: str, items: tuple[str, ...]) -> bool | None:
        """A hand is of a higher category, or of this one with the items or better.

        Nothing of a hand without category: it is not worth so much, and not less either. Of the hands
        as which one may be ranked the best is asked; of several that rank alike, one will do.
        """
        highest = self.category(hand)
        if highest is None:
            return None
        if highest.id != category:
            return self._rank[highest.id] > self._rank[category]
        return any(self._has_items(ranked, highest, items) for ranked in self._ranked_highest(hand))

    def _has_items(self, hand: Hand, category: BoundCategory, items: tuple[str, ...]) -> bool:
        """A hand of a category, of which every object counts as itself, has the items or better."""
        keys, thresholds = self.threshold(category, items)
        # Lists compare place by place: a hand that has what is named is worth as much, whatever else it has.
        listed = [self._heights(hand, key) for key in keys]
        # Where hands are compared by objects alike first, one that has none is the lowest, whatever else it has.
        return bool(listed[0]) and [height for heights in listed for height in heights] >= thresholds

    def threshold(self, category: BoundCategory, items: tuple[str, ...]) -> tuple[list[_Listing], list[int]]:
        """The part of a hand of a category that is compared with some items, and their heights, the highest first.

        A category that is ordered first by the items of those alike is compared by these, and then by the
        others, the highest first: a pair with a ten is a pair of tens. An item that is named as often as
        it is alike counts once. Any other category is compared by its highest objects.
        """
        # The items may be on other scales, too: those meant are of the one by which the category is ordered.
        scales = self.rules.source.scales
        ordering = self._scale_of(category.keys[0]) if category.keys else ""
        scale = scales[ordering] if ordering else next(s for s in scales.values() if items[0] in s.items)
        heights = sorted((len(scale.items) - scale.items.index(item) for item in items), reverse=True)
        match category.keys:
            case [m.AlikeKey(ordered, count, by) as alike, *_] if ordered == scale.id:
                return [alike, m.RestKey(ordered, count, by)], [*dict.fromkeys(heights)]
            case _:
                return [m.EachKey(scale.id)], heights

    def _scale_of(self, key: m.Key) -> str:
        """The scale by which a key orders hands, or the empty string."""
        match key:
            case m.GuardedKey(_, inner):
                return self._scale_of(inner)
            case m.RunKey(runs):
                return self.rules.source.runs[runs].scale
            case m.TotalKey():
                return ""
            case _:
                return key.scale

    def _highest_division(self, hand: Hand, counts: tuple[int, ...]) -> Division:
        """The division by which each part in turn ranks highest, by trying all; of those that rank alike the first."""
        # Lists compare part by part, and `()`, for no category, lies below every strength.
        return max(divisions(counts), key=lambda way: [self.strength(part) or () for part in _divided(hand, way)])

    # ── Shapes ──────────────────────────────────────────────────────────────

    def has_shape(self, hand: Hand, shape: m.Condition) -> bool:
        """A condition that looks only at a hand holds of it."""
        match shape:
            case m.Always(value):
                return value
            case m.AllOf(items):
                return all(self.has_shape(hand, item) for item in items)
            case m.AnyOf(items):
                return any(self.has_shape(hand, item) for item in items)
            case m.Not(inner):
                return not self.has_shape(hand, inner)
            case m.AllSame(scale):
                return [len(group) for group in self._groups(hand, scale)] == [len(hand)]
            case m.AllDifferent(scale):
                return all(len(group) == 1 for group in self._groups(hand, scale))
            case m.InRuns(runs):
                return self._run(hand, runs) > 0
            case m.IsRun(items):
                return len(hand) == len(items) and self._show_each(hand, items)
            case m.Alike(count, scale):
                return any(len(group) == count for group in self._groups(hand, scale))
            case m.AlikeOrMore(count, scale):
                return any(len(group) >= count for group in self._groups(hand, scale))
            case m.InSequence(count, scale):
                # Height 0 is that of objects that show no item of the scale.
                heights = {self.material.height[scale][thing] for thing in hand} - {0}
                return any(heights.issuperset(range(lowest, lowest + count)) for lowest in heights)
            case m.TwoAlike(count, scale, others):
                sizes = [len(group) for group in self._groups(hand, scale)]
                # Where both groups are of the same size there must be two of it.
                return count in sizes and others in sizes and (count != others or sizes.count(count) > 1)
            case m.Showing(item, count):
                return sum(self.material.shows(thing, item) for thing in hand) in count
            case m.AllShowing(item):
                return bool(hand) and all(self.material.shows(thing, item) for thing in hand)
            case m.Fact() | m.Stands() | m.Compare() | m.InRanges() | m.Leaves() | m.CategoryIs():
                raise AssertionError(shape)  # soundness: not-about-a-hand
        assert_never(shape)

    def _groups(self, hand: Hand, scale: str) -> list[list[int]]:
        """The objects of a hand by the item of a scale that they show; what shows none is alike with nothing."""
        groups: dict[str, list[int]] = {}
        for thing in hand:
            item = self.material.item[scale][thing]
            if item is not None:
                groups.setdefault(item, []).append(thing)
        return list(groups.values())

    def _shown(self, hand: Hand, scale: str) -> tuple[str, ...]:
        return tuple(sorted([str(self.material.item[scale][thing]) for thing in hand]))

    def _show_each(self, hand: Hand, items: tuple[str, ...]) -> bool:
        """Each object shows another one of as many items, of one scale or several: a matching, object by object."""
        shown_by: dict[int, int] = {}

        def finds_one(thing: int, tried: set[int]) -> bool:
            for place, item in enumerate(items):
                if place not in tried and self.material.shows(hand[thing], item):
                    tried.add(place)
                    # Whoever shows it now may show another one.
                    if place not in shown_by or finds_one(shown_by[place], tried):
                        shown_by[place] = thing
                        return True
            return False

        return all(finds_one(thing, set()) for thing in range(len(hand)))

    def _run(self, hand: Hand, runs: str) -> int:
        """The place, from the lowest, of the listed run that the hand forms; 0 where it forms none."""
        return self._runs[runs].get(self._shown(hand, self.rules.source.runs[runs].scale), 0)

    # ── Keys ────────────────────────────────────────────────────────────────

    def _key(self, hand: Hand, key: m.Key) -> int | tuple[int, ...]:
        height = self.material.height
        match key:
            case m.GuardedKey(shape, inner):
                return self._key(hand, inner) if self.has_shape(hand, shape) else _shows_nothing(inner)
            case m.RunKey(runs):
                return self._run(hand, runs)
            case m.EachKey() | m.AlikeKey() | m.RestKey():
                return self._heights(hand, key)
            case m.HighestKey(scale, by):
                # Among objects equally high by the one scale, the highest by the other counts.
                return max((height[by][thing], height[scale][thing]) for thing in hand)[1]
            case m.ItemKey(scale, item):
                showing = (thing for thing in hand if self.material.shows(thing, item))
                return max((height[scale][thing] for thing in showing), default=0)
            case m.TotalKey():
                return self.total(hand) + 1  # a key that does not apply is lower than any total
        assert_never(key)

    def _heights(self, hand: Hand, key: _Listing) -> tuple[int, ...]:
        """The heights of the items by which a key orders a hand, the highest first; what shows none has no place."""
        height = self.material.height[key.scale]
        match key:
            case m.EachKey():
                heights = [height[thing] for thing in hand]
            case m.AlikeKey(_, count, by):
                heights = [max(height[thing] for thing in group) for group in self._alike(hand, by, count)]
            case m.RestKey(_, count, by):
                alike = {thing for group in self._alike(hand, by, count) for thing in group}
                heights = [height[thing] for thing in hand if thing not in alike]
        # Height 0 is that of objects that show no item of the scale: with more of them a hand is no higher.
        return tuple(sorted(filter(None, heights), reverse=True))

    def _alike(self, hand: Hand, scale: str, count: int) -> list[list[int]]:
        """The groups of exactly `count` objects of the hand that are alike."""
        return [group for group in self._groups(hand, scale) if len(group) == count]


def number_of_ways(standings: Iterable[tuple[WildStanding, ...]]) -> int:
    """In how many ways objects may stand for others."""
    return prod(comb(len(standing) + count - 1, count) for standing, count in Counter(standings).items())


def ways_to_stand(standings: Iterable[tuple[WildStanding, ...]]) -> Iterator[tuple[WildStanding, ...]]:
    """Each choice of what objects stand for; of those that may stand for the same it does not matter which does.

    Raises:
        InvalidStack: there are too many.
    """
    standings = list(standings)
    if (ways := number_of_ways(standings)) > MAX_STANDING:
        raise InvalidStack("wild-out-of-bounds", count=ways, limit=MAX_STANDING)
    choices = (combinations_with_replacement(standing, count) for standing, count in Counter(standings).items())
    return map(tuple, map(chain.from_iterable, product(*choices)))


def _beside(counted: Hand, hand: Hand) -> Counter[int]:
    """The objects of a hand as it is counted that are not in it."""
    return Counter(counted) - Counter(hand)


def _divided(hand: Hand, division: Division) -> tuple[Hand, ...]:
    """The parts of a hand that is divided; of one that is too small the last places are empty."""
    return tuple(tuple(hand[place] for place in part if place < len(hand)) for part in division)


def _shows_nothing(key: m.Key) -> int | tuple[int, ...]:
    """The value of a key that does not apply to a hand: that of a hand which shows nothing by it."""
    match key:
        case m.GuardedKey(_, inner):
            return _shows_nothing(inner)
        case m.EachKey() | m.AlikeKey() | m.RestKey():
            return ()
        case _:
            return 0


def _of_multiset(read: Callable[[Hand], V]) -> Callable[[Hand], V]:
    """A function of hands, memoised by multiset: its value must not depend on the order of the objects."""
    # Two caches, so that a hand that comes again in the same order is not even sorted.
    of_sorted = lru_cache(HANDS_KEPT)(read)
    return lru_cache(HANDS_KEPT)(lambda hand: of_sorted(tuple(sorted(hand))))
