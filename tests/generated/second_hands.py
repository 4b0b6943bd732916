"""Hands as the reference of constructs has them, read a second time: material, totals, shapes, categories, order.

Part of `generated.second_reading`, and like it without a line of the engine that plays: only the
data of a rule set are read. It is naive on purpose: every way is tried, nothing is kept.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import NamedTuple

from lexludi.language.nodes import Construct, Node, Number, Sequence, Term
from lexludi.rules.model import RuleSet, Stock, Value, Wild


class NotRead(Exception):
    """A construct, or a case of one, that the second reading leaves out; the reason is the argument."""


class Thing(NamedTuple):
    """An object: of which kind, and what it shows on which scale."""

    kind: str
    shows: tuple[tuple[str, str], ...]

    @property
    def items(self) -> tuple[str, ...]:
        """All items that it shows."""
        return tuple(item for _, item in self.shows)


Things = tuple[Thing, ...]
# A place in the order of hands: the category, and what the keys say, each comparable with that of the same category.
Place = tuple[int, tuple[tuple[int, ...], ...]]


def item(node: Node) -> str:
    """The id of an item."""
    return node.id if isinstance(node, Term) else str(node.value) if isinstance(node, Number) else ""


def _there(heights: Iterable[int]) -> tuple[int, ...]:
    """Heights without those of objects that show nothing."""
    return tuple(height for height in heights if height)


@dataclass(frozen=True)
class Hands:
    """What objects there are, and what groups of them count and are."""

    rules: RuleSet
    settings: Mapping[str, Value]

    def number(self, value: object) -> int:
        """A quantity, which may be the value of an option or a reading."""
        if isinstance(value, Number):
            return value.value
        named = value.id if isinstance(value, Term) else value
        found = self.settings.get(named, named) if isinstance(named, str) else named
        if not isinstance(found, int):
            raise NotRead(f"a quantity: {value}")
        return found

    # ── Material ────────────────────────────────────────────────────────────

    def stock(self) -> Counter[Thing]:
        """All objects that can be drawn, and how many there are of each."""
        out: Counter[Thing] = Counter()
        for stock in self.rules.stocks:
            for thing, count in self._set(stock):
                out[thing] += count * self.number(stock.copies)
        return out

    def _set(self, stock: Stock) -> Iterator[tuple[Thing, int]]:
        if stock.counts:
            yield from ((Thing(stock.object, ((stock.scales[0], pip),)), count) for pip, count in stock.counts)
            return
        for items in product(*(self.rules.scales[scale].items for scale in stock.scales)):
            yield Thing(stock.object, tuple(zip(stock.scales, items, strict=True))), 1
        for shown, count in stock.besides:
            scales = [self.rules.scales[s] for s in stock.scales] + [*self.rules.scales.values()]
            yield Thing(stock.object, ((next(s.id for s in scales if shown in s.items), shown),)), count

    def faces(self, kind: str) -> tuple[int, dict[Thing, int]]:
        """How many objects of a kind are thrown, and in how many parts each shows what."""
        thrown = next(t for t in self.rules.thrown if t.object == kind)
        shown = dict(thrown.counts) or dict.fromkeys(self.rules.scales[thrown.scale].items, 1)
        return self.number(thrown.count), {Thing(kind, ((thrown.scale, face),)): n for face, n in shown.items()}

    def shows(self, thing: Thing, what: str) -> bool:
        """True of an object that shows an item, or an item of a set."""
        if what in thing.items:
            return True
        return what in self.rules.sets and any(self.shows(thing, member) for member in self.rules.sets[what].items)

    def shown_by(self, what: str) -> set[str]:
        """An item, and all that it comprises, however deep."""
        within = self.rules.sets[what].items if what in self.rules.sets else ()
        return {what}.union(*map(self.shown_by, within))

    # ── Totals ──────────────────────────────────────────────────────────────

    def counts(self, thing: Thing) -> tuple[int, ...]:
        """The numbers that an object may count: as the first sentence on one of its items says, else as it shows."""
        said = [w.numbers for w in self.rules.worths if set(w.items) & set(thing.items)]
        faces = [(int(shown),) for shown in thing.items if shown.isdigit()]
        return [*said, *faces, (0,)][0]

    def reduced(self, number: int) -> int:
        """A number as totals count."""
        return number % self.rules.modulus[0] if self.rules.modulus else number

    def total(self, things: Things) -> int:
        """The total of objects: the highest within the limit, or else the lowest; without a limit, the highest."""
        sums = {self.reduced(sum(way)) for way in product(*map(self.counts, things))}
        if self.rules.best_within:
            within = [value for value in sums if value <= self.rules.best_within[0]]
            return max(within) if within else min(sums)
        return max(sums)

    def lowest_total(self, things: Things) -> int:
        """The total of objects that each count the least that they may."""
        return self.reduced(sum(min(self.counts(thing)) for thing in things))

    # ── Shapes ──────────────────────────────────────────────────────────────

    def has_shape(self, things: Things, shape: Node) -> bool:
        """True of objects that have a shape."""
        match shape:
            case Sequence("all_of", items):
                return all(self.has_shape(things, part) for part in items)
            case Sequence("any_of", items):
                return any(self.has_shape(things, part) for part in items)
            case Construct("negation", (inner,)):
                return not self.has_shape(things, inner)
            case Construct("all_same", (Term(id=scale),)):
                shown = [self.on(thing, scale) for thing in things]
                return len(set(shown)) == 1 and None not in shown
            case Construct("all_different", (Term(id=scale),)):
                return all(count == 1 for count in self._alike(things, scale).values())
            case Construct("alike", (Number(value=count), Term(id=scale))):
                return count in self._alike(things, scale).values()
            case Construct("alike_or_more", (Number(value=count), Term(id=scale))):
                return any(many >= count for many in self._alike(things, scale).values())
            case Construct("two_alike", (Number(value=count), Term(id=scale), Number(value=others))):
                groups = list(self._alike(things, scale).values())
                return any((count, others) == pair for pair in permutations(groups, 2))
            case Construct("in_sequence", (Number(value=count), Term(id=scale))):
                there, order = self._alike(things, scale), self.rules.scales[scale].items
                rows = (order[i : i + count] for i in range(len(order) - count + 1))
                return any(there.keys() >= set(row) for row in rows)
            case Construct("in_runs", (Term(id=runs),)):
                return self._run(things, runs) is not None
            case Construct("is_run", (Sequence(items=items),)):
                return any(self._are(things, run) for run in product(*(self.shown_by(item(i)) for i in items)))
            case Construct("showing", (Number(value=count), what)):
                return self._how_many_show(things, what) == count
            case Construct("showing_or_more", (Number(value=count), what)):
                return self._how_many_show(things, what) >= count
            case Construct("all_showing", (what,)):
                return 0 < len(things) == self._how_many_show(things, what)
            case Construct("param_is"):
                return self.is_set(shape)
        raise NotRead(f"a shape: {shape}")

    def _how_many_show(self, things: Things, what: Node) -> int:
        """How many objects show an item, or one of a set."""
        return len([thing for thing in things if self.shows(thing, item(what))])

    def is_set(self, test: Construct) -> bool:
        """A test of an option or a reading."""
        value, choice = self.settings[test.term(0)], test.parts[1]
        match choice:
            case Construct("span", (Number(value=low), Number(value=high))):
                return isinstance(value, int) and low <= value <= high
            case Construct("at_least", (Number(value=low),)):
                return isinstance(value, int) and low <= value
            case Number(value=number):
                return value == number
            case _:
                return value == item(choice)

    def on(self, thing: Thing, scale: str) -> str | None:
        """The item of a scale that an object shows: by its material, or as the only one of its items there."""
        there = [shown for _, shown in thing.shows if shown in self.rules.scales[scale].items]
        return dict(thing.shows).get(scale, there[0] if len(there) == 1 else None)

    def _alike(self, things: Iterable[Thing], scale: str) -> Counter[str]:
        return Counter(shown for thing in things if (shown := self.on(thing, scale)) is not None)

    @staticmethod
    def _are(things: Things, items: tuple[str, ...]) -> bool:
        """True of objects that show these items, one each."""
        if len(things) != len(items):
            return False
        return any(all(shown in t.items for t, shown in zip(things, way, strict=True)) for way in permutations(items))

    def _run(self, things: Things, runs: str) -> int | None:
        """The place in its list, from the top, of the run that objects form."""
        for place, run in enumerate(self.rules.runs[runs].items):
            if self._are(things, run):
                return place
        return None

    # ── Categories and order ────────────────────────────────────────────────

    def height(self, scale: str, shown: str | None) -> int:
        """How high an item is on a scale, from one up; nothing is zero."""
        items = self.rules.scales[scale].items
        return len(items) - items.index(shown) if shown in items else 0

    def best(self, things: Things) -> tuple[Place, list[Things]] | None:
        """The highest place that a hand has, and all as which it has that place; none of a hand without category."""
        if not things:
            return None
        found: list[tuple[Place, Things]] = []
        most = self.rules.best_of[0] if self.rules.best_of else len(things)
        for chosen in combinations(things, most) if len(things) > most else (things,):
            for shown, used in self._standing(chosen):
                category = self._category(shown)
                if category is None:
                    continue
                name = self.rules.categories[category].id
                if any(wild.categories and name not in wild.categories for wild in used):
                    continue
                keys = tuple(self.key(shown, key) for key in self.rules.categories[category].keys)
                found.append(((-category, keys), shown))
        best = max((place for place, _ in found), default=None)
        return None if best is None else (best, [shown for place, shown in found if place == best])

    def _standing(self, things: Things) -> Iterator[tuple[Things, tuple[Wild, ...]]]:
        """A hand with its wild objects as each that they may count as, and by which sentences."""

        def ways(thing: Thing) -> Iterator[tuple[Thing, Wild | None]]:
            yield thing, None
            for wild in self.rules.wilds:
                if self.shows(thing, wild.item):
                    for other in self.stock():
                        if other.kind == wild.of or self.shows(other, wild.of):
                            yield other, wild

        for way in product(*(tuple(dict.fromkeys(ways(thing))) for thing in things)):
            shown = tuple(thing for thing, _ in way)
            if all(wild is None or not wild.other or shown.count(thing) == 1 for thing, wild in way):
                yield shown, tuple(wild for _, wild in way if wild is not None)

    def _category(self, things: Things) -> int | None:
        return next(
            (
                place
                for place, category in enumerate(self.rules.categories)
                if self.has_shape(things, category.condition)
            ),
            None,
        )

    def category(self, things: Things) -> str:
        """The category of a hand, or the empty string."""
        found = self.best(things)
        return self.rules.categories[-found[0][0]].id if found else ""

    def compared(self, first: Things, second: Things) -> int | None:
        """1, 0 or -1 as the first hand is higher, equal or lower; none where one has no category."""
        one, two = self.best(first), self.best(second)
        if one is None or two is None:
            return None
        return (one[0] > two[0]) - (one[0] < two[0])

    def key(self, things: Things, key: Node) -> tuple[int, ...]:
        """What a key says of objects; more is higher."""
        match key:
            case Construct("run_key", (Term(id=runs),)):
                place = self._run(things, runs)
                return () if place is None else (-place,)
            case Construct("each_key", (Term(id=scale),)):
                return self._heights(things, scale)
            case Construct("highest_key", (Term(id=scale), Term(id=by))):
                order = [(self.height(by, self.on(t, by)), self.height(scale, self.on(t, scale))) for t in things]
                return _there(max(order)[1:]) if order else ()
            case Construct("alike_key", (Term(id=scale), Number(value=count), Term(id=by))):
                groups = [tuple(t for t in things if self.on(t, by) == shown) for shown in self._of(things, by, count)]
                return tuple(
                    sorted((height for group in groups for height in self._heights(group, scale)[:1]), reverse=True)
                )
            case Construct("rest_key", (Term(id=scale), Number(value=count), Term(id=by))):
                alike = self._of(things, by, count)
                return self._heights(tuple(t for t in things if self.on(t, by) not in alike), scale)
            case Construct("item_key", (Term(id=scale), node)):
                return self._heights(tuple(t for t in things if self.shows(t, item(node))), scale)[:1]
            case Construct("total_key"):
                return (1, self.total(things))
            case Construct("guarded_key", (shape, inner)):
                return self.key(things, inner) if self.has_shape(things, shape) else ()
        raise NotRead(f"a key: {key}")

    def _of(self, things: Things, scale: str, count: int) -> set[str]:
        return {shown for shown, many in self._alike(things, scale).items() if many == count}

    def _heights(self, things: Things, scale: str) -> tuple[int, ...]:
        return _there(sorted((self.height(scale, self.on(t, scale)) for t in things), reverse=True))

    def is_worth_at_least(self, things: Things, category: str, items: tuple[str, ...]) -> bool:
        """True of a hand of a higher category, or of this one with the items or higher ones."""
        found = self.best(things)
        if found is None:
            return False
        (place, _), hands = found
        wanted = next(i for i, ranked in enumerate(self.rules.categories) if ranked.id == category)
        return -place < wanted or (-place == wanted and any(self._has(hand, wanted, items) for hand in hands))

    def _ordering(self, key: Node) -> str:
        """The scale by which a key orders, if any."""
        match key:
            case Construct("guarded_key", (_, within)):
                return self._ordering(within)
            case Construct("run_key", (Term(id=runs),)):
                return self.rules.runs[runs].scale
            case Construct(parts=(Term(id=scale), *_)):
                return scale
            case _:
                return ""

    def _has(self, things: Things, category: int, items: tuple[str, ...]) -> bool:
        keys = self.rules.categories[category].keys
        scale = (self._ordering(keys[0]) if keys else "") or next(
            s.id for s in self.rules.scales.values() if set(items) <= set(s.items)
        )
        heights = self._heights(things, scale)
        match keys[0] if keys else None:
            case Construct("alike_key", (Term(id=scale), Number(value=count), Term(id=by))) as first:
                alike = self._of(things, by, count)
                if not alike:
                    return False
                heights = self.key(things, first)
                heights += self._heights(tuple(t for t in things if self.on(t, by) not in alike), scale)
                items = tuple(dict.fromkeys(items))
        asked = tuple(sorted((self.height(scale, shown) for shown in items), reverse=True))
        return heights[: len(asked)] >= asked
