"""The objects of a game as small integers, and what the rules read from groups of them.

An object is an index into `Material.objects`: a card of a pack (copies of a card are
the same object), or a face of a die. A hand is a tuple of objects in the order
received. Whatever a rule asks of a hand is computed once and kept.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from lexludi.base.errors import InvalidStack
from lexludi.language.nodes import Construct, Node, Sequence, Term
from lexludi.rules.literals import item_of
from lexludi.rules.model import Category, RuleSet
from lexludi.rules.settings import Truth

Hand = tuple[int, ...]

MAX_OBJECTS = 100_000
HANDS_KEPT = 1 << 18


@dataclass(frozen=True)
class ObjectType:
    """One kind of object: what it is (card, die) and which item of each scale it shows."""

    object: str
    items: tuple[tuple[str, str], ...]
    symbol: str
    sign: str

    @property
    def names(self) -> tuple[str, str]:
        """The ids of its items joined by hyphens, in the order of its scales and in the opposite one."""
        ids = [item.lower() for _, item in self.items]
        return "-".join(ids), "-".join(reversed(ids))


class Material:
    """Objects, their ranks and numbers, and the values of hands under one rule set.

    The rule set must have its parameters decided (`settings.decide`).
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.objects: list[ObjectType] = []
        self.pools: dict[str, list[int]] = {}
        self.faces: dict[str, tuple[int, ...]] = {}
        self.throws: dict[str, int] = {}
        self._make_objects()
        self.by_symbol = {o.symbol.lower(): i for i, o in enumerate(self.objects)}
        self.item = {scale: [dict(o.items).get(scale) for o in self.objects] for scale in rules.scales}
        self.height = {
            scale.id: [self._height(scale.items, dict(o.items).get(scale.id)) for o in self.objects]
            for scale in rules.scales.values()
        }
        self.numbers = [self._numbers(o) for o in self.objects]
        self._order = {c.id: len(rules.categories) - i for i, c in enumerate(rules.categories)}
        # Caches per instance: a hand means different things under different rules.
        self.category = lru_cache(HANDS_KEPT)(self._category)
        self.strength = lru_cache(HANDS_KEPT)(self._strength)
        # A sum is worked out sooner than it is looked up.
        self.total = self._sums() if self._is_summed() else lru_cache(HANDS_KEPT)(self._total)
        self.at_least = lru_cache(HANDS_KEPT)(self._at_least)

    def __reduce__(self) -> "tuple[type[Material], tuple[RuleSet]]":
        # What is worked out from the rules does not travel.
        return Material, (self.rules,)

    # ── Objects ─────────────────────────────────────────────────────────────

    def _make_objects(self) -> None:
        for stock in self.rules.stocks:
            kinds = [self.rules.scales[s].items for s in stock.scales]
            first = len(self.objects)
            for items in product(*kinds):
                self._add(stock.object, tuple(zip(stock.scales, items, strict=True)))
            assert isinstance(stock.copies, int), stock
            count = stock.copies * (len(self.objects) - first)
            if count > MAX_OBJECTS:
                raise InvalidStack("too-many-objects", (stock.eid,), count=count, limit=MAX_OBJECTS)
            self.pools[stock.object] = list(range(first, len(self.objects))) * stock.copies
        for thrown in self.rules.thrown:
            first = len(self.objects)
            for item in self.rules.scales[thrown.scale].items:
                self._add(thrown.object, ((thrown.scale, item),))
            self.faces[thrown.object] = tuple(range(first, len(self.objects)))
            assert isinstance(thrown.count, int), thrown
            self.throws[thrown.object] = thrown.count

    def _add(self, kind: str, items: tuple[tuple[str, str], ...]) -> None:
        glossary = self.rules.glossary
        # Symbols in capitals and digits come first, whatever the order of the scales: As, 9h.
        shown = sorted((item for _, item in items), key=lambda i: glossary.symbol(i).islower())
        symbol, sign = "".join(map(glossary.symbol, shown)), "".join(map(glossary.sign, shown))
        self.objects.append(ObjectType(kind, items, symbol, sign))

    @staticmethod
    def _height(scale: tuple[str, ...], item: str | None) -> int:
        return len(scale) - scale.index(item) if item is not None else 0

    def _numbers(self, kind: ObjectType) -> tuple[int, ...]:
        """The numbers an object counts; several when the law leaves a choice."""
        shown = [item for _, item in kind.items]
        for worth in self.rules.worths:
            if worth.items and any(item in worth.items for item in shown):
                return worth.numbers
        face = next((int(i) for i in shown if i.isascii() and i.isdigit()), 0)
        return (face,)

    def parse(self, text: str) -> int:
        """The object of a symbol (`As`, `10h`, `K♠`), or of the ids of its items in either order (`ace-spades`).

        Raises:
            InvalidStack: there is no such object.
        """
        key = text.strip().lower()
        found = self.by_symbol.get(key)
        if found is None:
            signs = {o.sign.lower(): i for i, o in enumerate(self.objects)}
            found = signs.get(key, signs.get(key.replace("10", "t"), self.by_symbol.get(key.replace("10", "t"))))
        if found is None:
            found = next((i for i, o in enumerate(self.objects) if key in o.names), None)
        if found is None:
            example = tuple(self.objects[i].symbol for i in range(min(4, len(self.objects))))
            raise InvalidStack("unknown-object", text=text.strip()[:20], example=example)
        return found

    def parse_all(self, text: str | Iterable[str]) -> list[int]:
        """Objects by their symbols, in the order given.

        Raises:
            InvalidStack: an unknown object, or more of one than there are.
        """
        symbols = text.replace(",", " ").split() if isinstance(text, str) else list(text)
        given = [self.parse(symbol) for symbol in symbols]
        available = Counter(thing for pool in self.pools.values() for thing in pool)
        for thing, count in Counter(given).items():
            kind = self.objects[thing]
            if kind.object in self.pools and count > available[thing]:
                eid = next(stock.eid for stock in self.rules.stocks if stock.object == kind.object)
                raise InvalidStack("too-many-of-one", (eid,), text=kind.symbol, available=available[thing])
        return given

    def symbols(self, hand: Iterable[int]) -> list[str]:
        """The ASCII symbols of objects."""
        return [self.objects[i].symbol for i in hand]

    # ── What rules read from a hand ─────────────────────────────────────────

    def number(self, thing: int) -> int:
        """The number one object counts by itself, reduced as totals are."""
        return self._total((thing,))

    def _is_summed(self) -> bool:
        """True where every object counts one number, so that the total of a hand is their sum."""
        return self.rules.best_within is None and all(len(own) == 1 for own in self.numbers)

    def _sums(self) -> Callable[[Hand], int]:
        count = [own[0] for own in self.numbers].__getitem__
        if self.rules.modulus is None:
            return lambda hand: sum(map(count, hand))
        modulus = self.rules.modulus[0]
        return lambda hand: sum(map(count, hand)) % modulus

    def _total(self, hand: Hand) -> int:
        if (ordered := tuple(sorted(hand))) != hand:
            return self.total(ordered)
        best = self.rules.best_within
        sums = {0}
        for thing in hand:
            sums = {s + n for s in sums for n in self.numbers[thing]}
        if best is not None:
            within = [s for s in sums if s <= best[0]]
            return max(within) if within else min(sums)
        total = max(sums)
        return total % self.rules.modulus[0] if self.rules.modulus else total

    def reduced(self, number: int) -> int:
        """A number of the text as totals are counted: with a modulus of ten, 10 means zero."""
        return number % self.rules.modulus[0] if self.rules.modulus else number

    def _category(self, hand: Hand) -> Category | None:
        """The first category whose condition the hand meets; the order of receipt does not matter."""
        if (ordered := tuple(sorted(hand))) != hand:
            return self.category(ordered)
        if not hand:
            return None  # «no two alike» would be true of it
        return next((c for c in self.rules.categories if self.has_shape(hand, c.condition)), None)

    def _strength(self, hand: Hand) -> tuple[int | tuple[int, ...], ...] | None:
        """Strength of a hand: its category, then the keys of that category; higher is better."""
        if (ordered := tuple(sorted(hand))) != hand:
            return self.strength(ordered)
        category = self.category(hand)
        if category is None:
            return None
        return (self._order[category.id], *(self._key(hand, key) for key in category.keys))

    def has_shape(self, hand: Hand, shape: Node) -> bool:
        """True of a hand that meets a condition on hands alone."""
        match shape:
            case Truth(value):
                return value
            case Sequence("all_of", items):
                return all(self.has_shape(hand, i) for i in items)
            case Sequence("any_of", items):
                return any(self.has_shape(hand, i) for i in items)
            case Construct("negation", (inner,)):
                return not self.has_shape(hand, inner)
            case Construct("all_same", (Term(id=scale),)):
                return len({self.item[scale][i] for i in hand}) == 1
            case Construct("all_different", (Term(id=scale),)):
                return len({self.item[scale][i] for i in hand}) == len(hand)
            case Construct("in_runs", (Term(id=runs),)):
                return self._run(hand, runs) is not None
            case Construct("is_run", (Sequence(items=items),)):
                return self._is_run(hand, tuple(item_of(i) for i in items))
            case Construct("alike", (count, Term(id=scale))):
                return any(len(g) == count.value for g in self._groups(hand, scale).values())
            case _:
                raise AssertionError(shape)

    def _groups(self, hand: Hand, scale: str) -> dict[str | None, list[int]]:
        groups: dict[str | None, list[int]] = {}
        for thing in hand:
            groups.setdefault(self.item[scale][thing], []).append(thing)
        return groups

    def _run(self, hand: Hand, runs: str) -> int | None:
        """The place, from the lowest, of the listed run that the hand forms."""
        listed = self.rules.runs[runs]
        shown = sorted(str(self.item[listed.scale][i]) for i in hand)
        for place, run in enumerate(listed.items):
            if sorted(run) == shown:
                return len(listed.items) - place
        return None

    def _is_run(self, hand: Hand, run: tuple[str, ...]) -> bool:
        return any(sorted(str(items[i]) for i in hand) == sorted(run) for items in self.item.values())

    def _key(self, hand: Hand, key: Node) -> int | tuple[int, ...]:
        match key:
            case Construct("guarded_key", (condition, inner)):
                return self._key(hand, inner) if self.has_shape(hand, condition) else shows_nothing(inner)
            case Construct("run_key", (Term(id=runs),)):
                return self._run(hand, runs) or 0
            case Construct("each_key", (Term(id=scale),)):
                return tuple(sorted((self.height[scale][i] for i in hand), reverse=True))
            case Construct("highest_key", (Term(id=scale), Term(id=by))):
                return self.height[scale][self._highest(hand, by, scale)]
            case Construct("alike_key", (Term(id=scale), count, Term(id=by))):
                return max((self.height[scale][i] for i in self._alike(hand, by, count.value)), default=0)
            case Construct("rest_key", (Term(id=scale), count, Term(id=by))):
                alike = self._alike(hand, by, count.value)
                return tuple(sorted((self.height[scale][i] for i in hand if i not in alike), reverse=True))
            case Construct("item_key", (Term(id=scale), item)):
                wanted = item_of(item)
                return max((self.height[scale][i] for i in hand if self.shows(i, wanted)), default=0)
            case _:
                raise AssertionError(key)

    def _alike(self, hand: Hand, scale: str, count: int) -> list[int]:
        """The objects of the hand that are in a group of exactly `count` alike."""
        return [i for group in self._groups(hand, scale).values() if len(group) == count for i in group]

    def shows(self, thing: int, item: str) -> bool:
        """True of an object that shows an item, on whichever scale."""
        return any(shown == item for _, shown in self.objects[thing].items)

    def _highest(self, hand: Hand, by: str, then: str) -> int:
        return max(hand, key=lambda i: (self.height[by][i], self.height[then][i]))

    def _at_least(self, hand: Hand, category: str, scale_item: str) -> bool:
        """True of a hand of a higher category, or of that one with the item or better as its highest."""
        if (ordered := tuple(sorted(hand))) != hand:
            return self.at_least(ordered, category, scale_item)
        own = self.category(hand)
        if own is None:
            return False
        if own.id != category:
            return self._order[own.id] > self._order[category]
        scale = next(s for s in self.rules.scales.values() if scale_item in s.items)
        threshold = self._height(scale.items, scale_item)
        return max(self.height[scale.id][i] for i in hand) >= threshold


def shows_nothing(key: Node) -> int | tuple[int, ...]:
    """The value of a key that does not apply to a hand: below what it shows of any other."""
    match key:
        case Construct("guarded_key", (_, inner)):
            return shows_nothing(inner)
        case Construct("each_key" | "rest_key"):
            return ()
        case _:
            return 0
