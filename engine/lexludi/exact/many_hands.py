"""Categories and strengths of many hands at once: shapes and keys as operations on arrays.

`hands` are always arrays of objects, hands by places. What is found equals what `play.hands`
finds for each hand by itself.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import assert_never

import numpy as np

from lexludi.exact.budget import NotAnalysed
from lexludi.exact.kinds import interchangeable, kinds_of
from lexludi.exact.multisets import SAFE, Ints, distinct
from lexludi.play.hands import Hands, number_of_ways, ways_to_stand
from lexludi.play.material import Hand, WildStanding
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundCategory
from lexludi.rules.literals import MAX_STANDING

# How many hands are ranked together where wild objects stand for others.
RANKED_AT_ONCE = 1 << 17
# How many are ranked in all: a minute or two.
MOST_RANKED = 60_000_000


class ManyHands:
    """The categories of a game's hands, for hands of one size at a time."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.rules = hands.rules
        self.material = hands.material
        self.heights = {scale: np.array(height) for scale, height in hands.material.height.items()}
        self.codes = {scale: self._coded(scale) for scale in hands.material.item}
        # Of each object the class of those that may stand for the same, 0 of what is not wild.
        self.standings = list(
            dict.fromkeys(((), *(standing for standing in hands.material.standing if len(standing) > 1)))
        )
        self.wild = np.array(
            [self.standings.index(standing if len(standing) > 1 else ()) for standing in hands.material.standing]
        )
        self._ways_met: dict[tuple[int, ...], _Ways] = {}
        # Of each object the item that may be exchanged for others (-1: none), and what it is beside showing that.
        self._item, self._beside, self._exchanged = self._exchange()
        highest = max((int(heights.max(initial=0)) for heights in self.heights.values()), default=0)
        runs = max((len(listed.items) for listed in self.rules.source.runs.values()), default=0)
        # A digit for each item that a key shows, its height; 0 where there is none. Totals are one more, as 0 is one.
        self.base = max(highest, runs, self._most_total() + 1) + 1

    def _most_total(self) -> int:
        """A bound of the totals that keys show; 0 where no key shows any."""
        # No larger than is needed: the larger the base, the sooner strengths do not fit into 64 bits.
        if not any(_is_of_totals(key) for category in self.rules.categories for key in category.keys):
            return 0
        if self.rules.source.modulus:
            return self.rules.source.modulus[0]
        objects = sum(map(len, self.material.pools.values())) + sum(self.material.throws.values())
        return objects * max((max(numbers) for numbers in self.material.numbers), default=0)

    def _coded(self, scale: str) -> Ints:
        items = self.rules.source.scales[scale].items
        return np.array([-1 if item is None else items.index(item) for item in self.material.item[scale]])

    @property
    def sums_up(self) -> bool:
        """Each object counts one number, or one of the same two: a total depends on the sum and on how many may choose.

        Then totals of many hands are worked out at once.
        """
        several = {numbers for numbers in self.material.numbers if len(numbers) > 1}
        return len(several) <= 1 and all(len(numbers) == 2 for numbers in several)

    def totals(self, hands: Ints) -> Ints:
        """The total of each hand."""
        source = self.rules.source
        lowest = np.array([min(numbers) for numbers in self.material.numbers], dtype=np.int64)
        choosing = np.array([len(numbers) > 1 for numbers in self.material.numbers])
        more = max((max(numbers) - min(numbers) for numbers in self.material.numbers), default=0)
        sums: Ints = lowest[hands].sum(axis=1)
        choices: Ints = choosing[hands].sum(axis=1)
        if source.best_within is not None:
            # As many objects count the higher number as the limit allows; none, where it is passed already.
            room = np.maximum(source.best_within[0] - sums, 0)
            return sums + more * np.minimum(choices, room // more if more else 0)
        if not source.modulus:
            return sums + more * choices
        base = source.modulus[0]
        totals: Ints = sums % base
        # Where totals are reduced, it may be better that fewer objects count the higher number.
        for raised in range(1, int(choices.max(initial=0)) + 1):
            totals = np.where(raised <= choices, np.maximum(totals, (sums + more * raised) % base), totals)
        return totals

    def _exchange(self) -> tuple[Ints, Ints, int]:
        """The items that may change places in all hands, as suits may where no rule orders them."""
        read: list[m.Observable] = [m.CategoryOf("")]
        kinds = kinds_of(self.hands, read, "")
        items = interchangeable(self.hands, read, "", kinds)
        item, beside = np.full((2, len(self.material.objects)), -1, dtype=np.int64)
        for number, shown in enumerate(items):
            for digit, kind in enumerate(shown):
                item[list(kinds[kind].members)], beside[list(kinds[kind].members)] = number, digit
        if any(not _is_exchanged(standing, item, beside, len(items)) for standing in self.standings):
            # Wild objects stay as they are while others change places: what they may stand for must stay too.
            return np.full_like(item, -1), np.full_like(beside, -1), 0
        return item, beside, len(items)

    def _different(self, hands: Ints) -> tuple[Ints, Ints]:
        """Of hands with wild objects, which differ in more than in these and in items that may be exchanged.

        As `distinct` has it: the first of each, and for every hand which of them it is like.
        """
        wild = self.wild[hands]
        item = np.where(wild > 0, -1, self._item[hands])
        base = hands.shape[1] + 1
        if base ** (int(self._beside.max(initial=0)) + 1) >= SAFE:
            item = np.full(hands.shape, -1, dtype=np.int64)
        # The profile of an item in a hand: for each kind of object that shows it a digit, below the base.
        weights = base ** np.maximum(self._beside[hands], 0)
        shown = [np.where(item == number, weights, 0).sum(axis=1) for number in range(self._exchanged)]
        others = np.where((item < 0) & (wild == 0), hands, -1)
        # Sorted, so that neither the order of receipt nor which item has which profile makes a difference.
        columns = [np.sort(wild, axis=1), np.sort(others, axis=1), *([np.sort(shown, axis=0).T] if shown else [])]
        return distinct([column for part in columns for column in part.T])

    def _counting(self, hands: Ints, categories: Ints | None = None) -> Iterator[tuple[Ints, Ints, Ints]]:
        """The hands as which some may be ranked, as rows of `hands`, as many hands for each, and their categories.

        So many of their objects count as the rules say of larger hands, else all, and wild ones as others.
        A category is the place of the first that fits; -1 where none does, or the hand may not count so.
        `categories` are those of the hands themselves, where they are known already.
        """
        best_of, width = self.rules.source.best_of, hands.shape[1]
        if not len(hands):
            return
        if best_of is None or width <= best_of[0]:
            yield from self._counting_as(hands, categories)
        else:
            # Each of the C(width, n) choices of objects that count, for all hands at once.
            for chosen in combinations(range(width), best_of[0]):
                yield from self._counting_as(hands[:, list(chosen)])

    def _counting_as(self, hands: Ints, categories: Ints | None = None) -> Iterator[tuple[Ints, Ints, Ints]]:
        wild = self.wild[hands]
        if not wild.any():
            known = _OfOneSize(self, hands).categories() if categories is None else categories
            yield np.arange(len(hands)), hands, known
            return
        # Wild objects stand last; hands in which as many may stand for the same are followed together.
        order = np.argsort(wild, axis=1, kind="stable")
        hands, wild = np.take_along_axis(hands, order, axis=1), np.take_along_axis(wild, order, axis=1)
        first, group = distinct(list(wild.T))
        classes = [tuple(wild[one][wild[one] > 0].tolist()) for one in first.tolist()]
        self._require_few(classes, np.bincount(group))
        for number, own_classes in enumerate(classes):
            rows = np.flatnonzero(group == number)
            ways = self._ways(own_classes)
            count = max(1, RANKED_AT_ONCE // len(ways.things))
            for begin in range(0, len(rows), count):
                part = rows[begin : begin + count]
                counted = ways.of(hands[part])
                places = _OfOneSize(self, counted).categories()
                yield part, counted, np.where(ways.are_allowed(counted, places), places, -1)

    def _require_few(self, classes: list[tuple[int, ...]], hands: Ints) -> None:
        """Foresee that hands with wild objects do not count as too many others; given are the hands by these objects.

        Raises:
            NotAnalysed: they do, with as many packs as are chosen.
        """
        ways = [number_of_ways(self.standings[number] for number in wild) for wild in classes]
        ranked = sum(per_hand * number for per_hand, number in zip(ways, hands.tolist(), strict=True))
        if max(ways) > MAX_STANDING or ranked > MOST_RANKED:
            by = tuple(dict.fromkeys(wild.eid for wild in self.rules.source.wilds))
            raise NotAnalysed("not-analysed", by, reason="wild")

    def _ways(self, wild: tuple[int, ...]) -> "_Ways":
        """The ways in which wild objects may stand for others, given by the classes of these objects."""
        if wild not in self._ways_met:
            self._ways_met[wild] = _Ways(self, [self.standings[number] for number in wild])
        return self._ways_met[wild]

    def categories(self, hands: Ints) -> Ints:
        """The place of the first category that fits each hand; -1 where none does."""
        # Of fewer objects than are to come there are no hands.
        if not len(hands):
            return np.zeros(0, dtype=np.int64)
        if self.wild[hands].any():
            first, alike = self._different(hands)
            return self._categories(hands[first])[alike]
        return self._categories(hands)

    def _categories(self, hands: Ints) -> Ints:
        none = len(self.rules.categories)
        first = np.full(len(hands), none, dtype=np.int64)
        for rows, _, places in self._counting(hands):
            # A hand comes up again with every choice of its objects: of all its categories the first stands.
            highest = np.where(places < 0, none, places).reshape(len(rows), -1).min(axis=1)
            first[rows] = np.minimum(first[rows], highest)
        return np.where(first == none, -1, first)

    def are_worth_at_least(
        self, hands: Ints, category: str, items: tuple[str, ...], categories: Ints | None = None
    ) -> Ints:
        """For each hand, that it is of a higher category, or of this one with the items or better.

        The categories are worked out unless they are given.
        """
        if hands.shape[1] == 0:
            return np.zeros(len(hands), dtype=np.bool_)
        wanted = [bound.id for bound in self.rules.categories].index(category)
        # The best of the hands that one may count as is asked: the highest number, of which the last digit answers.
        best = np.full(len(hands), -1, dtype=np.int64)
        for rows, counted, places in self._counting(hands, categories):
            worth = (places >= 0) & (places < wanted)
            of_it = np.flatnonzero(places == wanted)
            those = _OfOneSize(self, counted[of_it])
            worth[of_it] = self._have_items(those, self.rules.categories[wanted], items)
            if counted is hands:  # each counts as itself alone
                return worth
            digits = [digit for key in self.rules.categories[wanted].keys for digit in those.key(key)]
            if self.base ** len(digits) >= SAFE // 2:  # too many keys for one number
                return np.array([bool(self.hands.is_worth_at_least(tuple(h), category, items)) for h in hands.tolist()])
            numbers = np.where(worth, SAFE, -1)  # a higher category is above all, a lower one below
            numbers[of_it] = 0
            for digit in digits:
                numbers[of_it] = numbers[of_it] * self.base + digit
            # Of several that rank alike, one will do.
            numbers[of_it] = 2 * numbers[of_it] + worth[of_it]
            best[rows] = np.maximum(best[rows], numbers.reshape(len(rows), -1).max(axis=1))
        return (best == SAFE) | (best >= 0) & (best % 2 == 1)

    def _have_items(self, those: "_OfOneSize", category: BoundCategory, items: tuple[str, ...]) -> Ints:
        """For each of some hands of a category, that it has the items or better."""
        keys, thresholds = self.hands.threshold(category, items)
        # Hands by digits, the most important first.
        shown = np.stack([digit for key in keys for digit in those.key(key)], axis=1)
        alike = shown[:, 0] > 0  # of a hand without, all else that it has is lower
        # Digits that show nothing, as that of a second pair, give way to those of the next key.
        if not shown.all():
            shown = np.take_along_axis(shown, np.argsort(shown == 0, axis=1, kind="stable"), axis=1)
        # From the last item to the first: higher here, or as high and enough in what follows.
        # A hand with fewer digits than there are items, equal as far as it goes, is not worth as much.
        high = np.full(those.count, shown.shape[1] >= len(thresholds))
        for place, threshold in reversed(list(enumerate(thresholds[: shown.shape[1]]))):
            high = (shown[:, place] > threshold) | ((shown[:, place] == threshold) & high)
        worth: Ints = high & alike
        return worth

    def strengths(self, hands: Ints, categories: Ints | None = None) -> Ints | None:
        """A number for each hand that is higher for a higher hand; -1 without category.

        Nothing, where such numbers would not fit into 64 bits. The categories are worked out
        unless they are given.
        """
        if self.wild[hands].any():
            first, alike = self._different(hands)
            numbers = self._highest(hands[first], None)
            return None if numbers is None else numbers[alike]
        return self._highest(hands, categories)

    def _highest(self, hands: Ints, categories: Ints | None) -> Ints | None:
        best = np.full(len(hands), -1, dtype=np.int64)
        for rows, counted, places in self._counting(hands, categories):
            numbers = self._strengths(counted, places)
            if numbers is None:
                return None
            best[rows] = np.maximum(best[rows], numbers.reshape(len(rows), -1).max(axis=1))
        return best

    def _strengths(self, hands: Ints, categories: Ints) -> Ints | None:
        width = hands.shape[1]
        slots = max((len(category.keys) for category in self.rules.categories), default=0) * max(width, 1)
        if (len(self.rules.categories) + 1) * self.base**slots >= SAFE:
            return None
        strengths = np.full(len(hands), -1, dtype=np.int64)
        for place, category in enumerate(self.rules.categories):
            rows = np.flatnonzero(categories == place)
            if len(rows):
                # A number to the base: the category, then the digits of its keys, the most important first.
                number = np.full(len(rows), len(self.rules.categories) - place, dtype=np.int64)
                those = _OfOneSize(self, hands[rows])
                digits = [digit for key in category.keys for digit in those.key(key)]
                for digit in digits:
                    number = number * self.base + digit
                # Places of keys that this category does not have are filled up with zeros.
                strengths[rows] = number * self.base ** (slots - len(digits))
        return strengths

    def keys(self, hands: Ints, category: int) -> list[Ints]:
        """For hands of a category (given by its place), each of its keys as a number, higher for what is higher."""
        if not len(hands):
            return [np.zeros(0, dtype=np.int64) for _ in self.rules.categories[category].keys]
        those = _OfOneSize(self, self._best(hands))
        keys = (those.key(key) for key in self.rules.categories[category].keys)
        return [distinct(digits)[1] if digits else np.zeros(len(hands), dtype=np.int64) for digits in keys]

    def _best(self, hands: Ints) -> Ints:
        """The objects that rank each of some hands that have a category."""
        best, highest = hands[:, :0], np.full(len(hands), -2, dtype=np.int64)
        for rows, counted, places in self._counting(hands):
            if counted is hands:
                return hands
            numbers = self._strengths(counted, places)
            if numbers is None:  # too many keys for one number
                return np.array([self._best_of_one(tuple(hand)) for hand in hands.tolist()], dtype=np.int64)
            if not best.shape[1]:
                best = np.zeros((len(hands), counted.shape[1]), dtype=counted.dtype)
            # Hands by ways: those of one hand follow one another.
            each = numbers.reshape(len(rows), -1)
            place = each.argmax(axis=1)
            number, those = each[np.arange(len(rows)), place], counted.reshape(len(rows), each.shape[1], -1)
            higher = number > highest[rows]
            best[rows[higher]] = those[np.arange(len(rows)), place][higher]
            highest[rows[higher]] = number[higher]
        return best

    def _best_of_one(self, hand: Hand) -> Hand:
        strengths = ((self.hands.strength_as_is(counted), counted) for counted in self.hands.counting(hand))
        return max(((strength, counted) for strength, counted in strengths if strength is not None))[1]

    def have_shape(self, hands: Ints, shape: m.Condition) -> Ints:
        """For each hand, that a condition that looks only at it holds."""
        return _OfOneSize(self, hands).have_shape(shape)


class _Ways:
    """The ways in which the last objects of hands may stand for others: `things` has ways by objects."""

    def __init__(self, many: ManyHands, standings: list[tuple[WildStanding, ...]]) -> None:
        ways = list(ways_to_stand(standings))
        self.things = np.array([[one.thing for one in way] for way in ways], dtype=np.int64)
        self._other = np.array([[one.other for one in way] for way in ways])
        # Ways by objects: which of the conditions on the category of the whole hand.
        conditions = list(dict.fromkeys(one.categories for way in ways for one in way))
        self._condition = np.array([[conditions.index(one.categories) for one in way] for way in ways])
        ids = [category.id for category in many.rules.categories]
        # Conditions by categories; the last column is that of a hand without any.
        self._fulfils = np.array(
            [[not categories or name in categories for name in (*ids, "")] for categories in conditions]
        )

    def of(self, hands: Ints) -> Ints:
        """Of each hand, one after the other, all that it may count as."""
        rest = np.repeat(hands[:, : hands.shape[1] - self.things.shape[1]], len(self.things), axis=0)
        return np.concatenate([rest, np.tile(self.things, (len(hands), 1))], axis=1)

    def are_allowed(self, hands: Ints, categories: Ints) -> Ints:
        """For each of these, that the objects may stand so in a hand of its category."""
        count, wild = len(hands) // len(self.things), self.things.shape[1]
        allowed = np.ones(len(hands), dtype=np.bool_)
        for place in range(wild):
            shown = hands[:, hands.shape[1] - wild + place]
            other = np.tile(self._other[:, place], count)
            # What counts as an object that the hand must not have is the only one of it.
            allowed &= ~other | ((hands == shown[:, None]).sum(axis=1) == 1)
            # No category is -1, which finds the last column.
            allowed &= self._fulfils[np.tile(self._condition[:, place], count), categories]
        return allowed


class _OfOneSize:
    """Hands of one size; what several shapes and keys need of them is worked out once."""

    def __init__(self, many: ManyHands, hands: Ints) -> None:
        self.many = many
        # There are many hands of few places: what is asked of all places is told sooner where columns lie together.
        self.hands = np.asfortranarray(hands)
        self.count, self.width = hands.shape
        self._met: dict[object, Ints] = {}

    def _once(self, what: object, find: Callable[[], Ints]) -> Ints:
        if what not in self._met:
            self._met[what] = find()
        return self._met[what]

    def categories(self) -> Ints:
        """The place of the first category that fits each hand; -1 where none does."""
        places = np.full(self.count, -1, dtype=np.int64)
        if self.width == 0:
            return places  # «no two alike» would be true of an empty hand
        for place, category in enumerate(self.many.rules.categories):
            places[(places < 0) & self.have_shape(category.shape)] = place
        return places

    # ── Shapes ──────────────────────────────────────────────────────────────

    def have_shape(self, shape: m.Condition) -> Ints:
        """For each hand, that a condition that looks only at it holds."""
        return self._once(shape, lambda: self._have_shape(shape))

    def _have_shape(self, shape: m.Condition) -> Ints:
        match shape:
            case m.Always(value):
                return np.full(self.count, value)
            case m.AllOf(items):
                return np.logical_and.reduce([self.have_shape(item) for item in items])
            case m.AnyOf(items):
                return np.logical_or.reduce([self.have_shape(item) for item in items])
            case m.Not(inner):
                return ~self.have_shape(inner)
            case m.AllSame(scale):
                return (self._group_sizes(scale) == self.width).all(axis=1) & (self.width > 0)
            case m.AllDifferent(scale):
                return np.all(self._group_sizes(scale) <= 1, axis=1, keepdims=False)
            case m.InRuns(runs):
                return self._runs(runs) > 0
            case m.IsRun():
                return self._show_exactly(shape)
            case m.Alike(count, scale):
                return (self._group_sizes(scale) == count).any(axis=1)
            case m.AlikeOrMore(count, scale):
                return np.any(self._group_sizes(scale) >= count, axis=1, keepdims=False)
            case m.InSequence(count, scale):
                return self._follow(count, scale)
            case m.TwoAlike(count, scale, others):
                sizes = self._group_sizes(scale)
                # An object stands for each of its group: of two pairs there are four.
                enough = 2 * count if count == others else 1
                return ((sizes == count).sum(axis=1) >= enough) & (sizes == others).any(axis=1)
            case m.Showing(item, count):
                shown = self._show(item).sum(axis=1)
                return (shown >= count.low) & (shown <= (self.width if count.high is None else count.high))
            case m.AllShowing(item):
                return self._show(item).all(axis=1) & (self.width > 0)
            case m.Fact() | m.Stands() | m.Compare() | m.InRanges() | m.Leaves() | m.CategoryIs():
                raise AssertionError(shape)  # soundness: not-about-a-hand
        assert_never(shape)

    def _follow(self, count: int, scale: str) -> Ints:
        """For each hand, that so many of its objects show items that follow one another."""
        heights = self._heights(scale)
        items = len(self.many.rules.source.scales[scale].items)
        # Which heights each hand shows: hands by heights, of which 0 is that of objects without an item.
        shown = np.zeros((self.count, items + 1), dtype=np.bool_)
        for place in range(self.width):
            shown[np.arange(self.count), heights[:, place]] = True
        follow = np.zeros(self.count, dtype=np.bool_)
        for lowest in range(1, items + 2 - count):
            follow |= shown[:, lowest : lowest + count].all(axis=1)
        return follow

    def _group_sizes(self, scale: str) -> Ints:
        """For each object of each hand, how many of the hand show the same item; -1 of one that shows none."""
        return self._once(("group-sizes", scale), lambda: _group_sizes(self.many.codes[scale][self.hands]))

    def _highest_of_group(self, scale: str, by: str) -> Ints:
        """For each object of each hand, that it stands for those alike by a scale: the first of the highest of them."""
        heights, codes = self._heights(scale), self.many.codes[by][self.hands]
        highest = np.ones(codes.shape, dtype=np.bool_)
        for place in range(self.width):
            for other in range(self.width):
                above = (
                    heights[:, other] >= heights[:, place] if other < place else heights[:, other] > heights[:, place]
                )
                if other != place:
                    highest[:, place] &= ~((codes[:, place] == codes[:, other]) & above)
        return highest

    def _shown(self, scale: str) -> Ints:
        """The items that each hand shows, as codes in ascending order."""
        return self._once(("shown", scale), lambda: np.sort(self.many.codes[scale][self.hands], axis=1))

    def _show_exactly(self, shape: m.IsRun) -> Ints:
        """Each object shows another one of the items."""
        if len(shape.items) != self.width:
            return np.zeros(self.count, dtype=np.bool_)
        source = self.many.rules.source
        scales = [scale for scale in source.scales.values() if {*shape.items} & {*scale.items}]
        # What is on another scale, or comprised in an item, is matched with the items object by object.
        if len(scales) != 1 or not source.sets.keys().isdisjoint(shape.items):
            hands = self.hands.tolist()
            return np.array([self.many.hands.has_shape(tuple(hand), shape) for hand in hands], dtype=np.bool_)
        wanted = np.sort([scales[0].items.index(item) for item in shape.items])
        return (self._shown(scales[0].id) == wanted).all(axis=1)

    def _runs(self, runs: str) -> Ints:
        """The place, from the lowest, of the listed run that each hand forms; 0 where it forms none."""
        return self._once(("runs", runs), lambda: self._places_of_runs(runs))

    def _places_of_runs(self, runs: str) -> Ints:
        listed = self.many.rules.source.runs[runs]
        scale = self.many.rules.source.scales[listed.scale].items
        fitting = [(place, run) for place, run in enumerate(listed.items) if len(run) == self.width]
        if not fitting:
            return np.zeros(self.count, dtype=np.int64)
        shown = self._shown(listed.scale)
        wanted = np.array([sorted(scale.index(item) for item in run) for _, run in fitting], dtype=np.int64)
        # Runs and hands are numbered together: a hand with the number of a run shows its items.
        first, number = distinct(list(np.concatenate([wanted, shown]).T))
        places = np.zeros(len(first), dtype=np.int64)
        # From the lowest on, so that the highest of equal runs stands.
        for (place, _), group in reversed(list(zip(fitting, number[: len(fitting)], strict=True))):
            places[group] = len(listed.items) - place
        found: Ints = places[number[len(fitting) :]]
        return found

    # ── Keys ────────────────────────────────────────────────────────────────

    def key(self, key: m.Key) -> list[Ints]:
        """The digits of a key, the most important first: what the key shows, 0 for nothing."""
        match key:
            case m.GuardedKey(shape, inner):
                holds = self.have_shape(shape)
                return [np.where(holds, digit, 0) for digit in self.key(inner)]
            case m.RunKey(runs):
                return [self._runs(runs)]
            case m.EachKey(scale):
                shown = self._once(("heights", scale), lambda: np.sort(self._heights(scale), axis=1))
                return [shown[:, place] for place in reversed(range(self.width))]
            case m.HighestKey(scale, by):
                # Both heights as one number, of which the first decides; what is asked for is the remainder.
                pair = self._heights(by) * self.many.base + self._heights(scale)
                return [pair.max(axis=1) % self.many.base]
            case m.AlikeKey(scale, count, by):
                alike = self._group_sizes(by) == count
                shown = np.sort(np.where(alike & self._highest_of_group(scale, by), self._heights(scale), 0), axis=1)
                # What stands for no group is 0 and comes first: groups are read from the end, as many as have room.
                return [shown[:, -place] for place in range(1, max(self.width // count, 1) + 1)]
            case m.RestKey(scale, count, by):
                alike = self._group_sizes(by) == count
                shown = np.sort(np.where(alike, 0, self._heights(scale)), axis=1)
                return [shown[:, place] for place in reversed(range(self.width))]
            case m.ItemKey(scale, item):
                return [np.where(self._show(item), self._heights(scale), 0).max(axis=1)]
            case m.TotalKey():
                # A key that does not apply is lower than any total.
                return [self._totals() + 1]
        assert_never(key)

    def _totals(self) -> Ints:
        if self.many.sums_up:
            return self.many.totals(self.hands)
        return np.array([self.many.hands.total(tuple(hand)) for hand in self.hands.tolist()], dtype=np.int64)

    def _show(self, item: str) -> Ints:
        """For each object of each hand, that it shows an item, or one of a set."""
        material = self.many.material
        shows = np.array([material.shows(thing, item) for thing in range(len(material.objects))])
        return self._once(("show", item), lambda: shows[self.hands])

    def _heights(self, scale: str) -> Ints:
        heights: Ints = self.many.heights[scale][self.hands]
        return heights


def _is_exchanged(standing: tuple[WildStanding, ...], item: Ints, beside: Ints, items: int) -> bool:
    """True if items may change places in what a wild object may stand for: as much of it shows each of them."""
    shown: list[Counter[object]] = [Counter() for _ in range(items)]
    for stand_in in standing:
        # All that may be counted and shows an item, by what else it shows and on which terms it counts.
        if item[stand_in.thing] >= 0:
            shown[item[stand_in.thing]][int(beside[stand_in.thing]), stand_in.other, stand_in.categories] += 1
    return all(one == other for one, other in pairwise(shown))


def _is_of_totals(key: m.Key) -> bool:
    match key:
        case m.TotalKey():
            return True
        case m.GuardedKey(_, inner):
            return _is_of_totals(inner)
        case _:
            return False


def _group_sizes(shown: Ints) -> Ints:
    """For each object of each hand, how many of the hand show the same item; -1 of one that shows none."""
    sizes = np.ones(shown.shape, dtype=np.int8, order="F")
    # Each pair of places is compared once and counts for both.
    for place in range(1, shown.shape[1]):
        for before in range(place):
            same = shown[:, place] == shown[:, before]
            sizes[:, place] += same
            sizes[:, before] += same
    # What shows no item is alike with nothing, not even with what shows none either.
    sizes[shown < 0] = -1
    return sizes
