"""The objects of a game as small integers, with the items that they show and the numbers that they count.

An object is an index into `Material.objects`: a card of a pack (copies of a card are
the same object), or a face of a die. A hand is a tuple of objects in the order received.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product, repeat
from typing import TypeVar

from lexludi.base.errors import InvalidStack
from lexludi.base.frozen import dataclass
from lexludi.rules.model import RuleSet
from lexludi.rules.naming import items_named

Hand = tuple[int, ...]
T = TypeVar("T")

MAX_OBJECTS = 100_000

# Between the id of a kind of objects and a symbol that objects of another kind have too: `die:5`.
OF_KIND = ":"


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


@dataclass(frozen=True, order=True)
class WildStanding:
    """An object that another may count as; `other`: if the hand has it not; in a hand then of such categories."""

    thing: int
    other: bool = False
    categories: tuple[str, ...] = ()


class Material:
    """The objects of a rule set: their symbols, heights on each scale, and numbers.

    The rule set must have its parameters decided (`settings.decide`). `like` is other material: where both
    have the same objects, each has the index that it has there.
    """

    def __init__(self, rules: RuleSet, like: "Material | None" = None) -> None:
        self.rules = rules
        self._like = like
        self.objects: list[ObjectType] = []
        # The objects of a stock, and the faces of what is thrown: each as often as there are equal ones of it.
        self.pools: dict[str, list[int]] = {}
        self.faces: dict[str, tuple[int, ...]] = {}
        self.throws: dict[str, int] = {}
        self._make_objects()
        # However the items of each come, and whatever the order of their scales.
        self.kinds = list(_numbered((o.object, frozenset(o.items)) for o in self.objects))
        if like is not None and {*self.kinds} == {*like.kinds}:
            self._put_in_order(like.kinds)
        self.counts = Counter(thing for pool in (*self.pools.values(), *self.faces.values()) for thing in pool)
        self._by_symbol = {o.symbol: i for i, o in enumerate(self.objects)}
        # Objects of several kinds may have one sign: the first has it, as it has the symbol without its kind.
        self._by_sign = {o.sign: i for i, o in reversed(tuple(enumerate(self.objects)))}
        self.places = [self._places(o) for o in self.objects]
        self.item = {scale: [places.get(scale) for places in self.places] for scale in rules.scales}
        self.height = {
            scale.id: [self._height(scale.items, places.get(scale.id)) for places in self.places]
            for scale in rules.scales.values()
        }
        self.numbers = [self._numbers(o) for o in self.objects]
        self._shown = [frozenset(item for _, item in o.items) for o in self.objects]
        self._items: dict[str, frozenset[str]] = {}
        self.standing = [self._standing(thing) for thing in range(len(self.objects))]

    def __reduce__(self) -> "tuple[type[Material], tuple[RuleSet, Material | None]]":
        # What is worked out from the rules does not travel.
        return Material, (self.rules, self._like)

    # ── Objects ─────────────────────────────────────────────────────────────

    def _make_objects(self) -> None:
        for stock in self.rules.stocks:
            counts = dict(stock.counts)
            # With counts the objects are the items of one scale, each so often; else all combinations of items.
            kinds = [counts] if counts else [self.rules.scales[s].items for s in stock.scales]
            first = len(self.objects)
            for items in product(*kinds):
                self._add(stock.object, tuple(zip(stock.scales, items, strict=True)))
            each = list(counts.values()) or [1] * (len(self.objects) - first)
            # Objects beside the combinations show a single item: of a scale of the stock that has it, or else of any.
            scales = [self.rules.scales[scale] for scale in stock.scales] + [*self.rules.scales.values()]
            for item, count in stock.besides:
                scale = next(scale.id for scale in scales if item in scale.items)
                self._add(stock.object, ((scale, item),))
                each.append(count)
            assert isinstance(stock.copies, int), stock
            count = stock.copies * sum(each)
            # Asked before the list is made: an option may say any number of copies.
            if count > MAX_OBJECTS:
                raise InvalidStack("too-many-objects", (stock.eid,), count=count, limit=MAX_OBJECTS)
            self.pools[stock.object] = list(_repeated(first, each)) * stock.copies
        for thrown in self.rules.thrown:
            first = len(self.objects)
            sectors = dict(thrown.counts) or dict.fromkeys(self.rules.scales[thrown.scale].items, 1)
            for item in sectors:
                self._add(thrown.object, ((thrown.scale, item),))
            self.faces[thrown.object] = tuple(_repeated(first, sectors.values()))
            assert isinstance(thrown.count, int), thrown
            self.throws[thrown.object] = thrown.count
        self._tell_apart()

    def _put_in_order(self, kinds: list[Hashable]) -> None:
        """Give the objects their indices in the order of their kinds."""
        place = {kind: index for index, kind in enumerate(kinds)}
        becomes = [place[kind] for kind in self.kinds]
        self.objects = [
            described for _, described in sorted(zip(becomes, self.objects, strict=True), key=lambda one: one[0])
        ]
        self.kinds = kinds
        self.pools = {kind: [becomes[thing] for thing in pool] for kind, pool in self.pools.items()}
        self.faces = {kind: tuple(sorted(becomes[thing] for thing in things)) for kind, things in self.faces.items()}

    def _tell_apart(self) -> None:
        """Give each object a symbol of its own: where tiles and dice show the same, that of the dice names them."""
        met: set[str] = set()
        for place, described in enumerate(self.objects):
            symbol = described.symbol
            # Of one kind, too, several may show the same: `1` and `111`, `11` and `11`, `111` and `1`.
            while symbol in met:
                symbol = f"{described.object}{OF_KIND}{symbol}"
            self.objects[place] = replace(described, symbol=symbol)
            met.add(symbol)

    def _add(self, kind: str, items: tuple[tuple[str, str], ...]) -> None:
        glossary = self.rules.glossary
        # Symbols in capitals and digits come first, whatever the order of the scales: As, 9h.
        shown = sorted((item for _, item in items), key=lambda i: glossary.symbol(i).islower())
        symbol, sign = "".join(map(glossary.symbol, shown)), "".join(map(glossary.sign, shown))
        self.objects.append(ObjectType(kind, items, symbol, sign))

    def _places(self, kind: ObjectType) -> dict[str, str]:
        """The item that an object shows on each scale.

        Of a scale that its material does not name, it is the one of its items that stands there, too: cards
        with ranks are ordered by a second scale of these ranks. Where several stand there, none is meant.
        """
        places = dict(kind.items)
        for scale in self.rules.scales.values():
            items = {item for _, item in kind.items if item in scale.items}
            if len(items) == 1 and scale.id not in places:
                places[scale.id] = items.pop()
        return places

    @staticmethod
    def _height(scale: tuple[str, ...], item: str | None) -> int:
        return len(scale) - scale.index(item) if item is not None else 0

    def _numbers(self, kind: ObjectType) -> tuple[int, ...]:
        """The numbers an object counts; several when the law leaves a choice."""
        shown = [item for _, item in kind.items]
        # The first rule that names an item of the object counts.
        for worth in self.rules.worths:
            if worth.items and any(item in worth.items for item in shown):
                return worth.numbers
        # Without such a rule a numeral counts itself. `isdigit` alone is true of «²», too, which `int` refuses.
        face = next((int(i) for i in shown if i.isascii() and i.isdigit()), 0)
        return (face,)

    def _standing(self, thing: int) -> tuple[WildStanding, ...]:
        """All that an object may count as for category and order: itself, and more if it is wild."""
        standing = [WildStanding(thing)]
        for wild in self.rules.wilds:
            if self.shows(thing, wild.item):
                for other, described in enumerate(self.objects):
                    if wild.of == described.object or self.shows(other, wild.of):
                        standing.append(WildStanding(other, wild.other, wild.categories))
        # What an object may stand for in any case it need not stand for under a condition, too.
        always = {one.thing for one in standing if not one.other and not one.categories}
        return tuple(sorted({o for o in standing if o.thing not in always or o == WildStanding(o.thing)}))

    def parse(self, text: str) -> int:
        """The object of a symbol (`As`, `10h`, `K♠`), or of the ids of its items in either order (`ace-spades`).

        Raises:
            InvalidStack: there is no such object.
        """
        key = text.strip()
        # The symbol of a ten is `T`; people write `10`.
        ten = key.replace("10", "T")
        forms = ((key, self._by_symbol), (key, self._by_sign), (ten, self._by_sign), (ten, self._by_symbol))
        thing = next((named for word, spelt in forms if (named := meant(word, spelt)) is not None), None)
        if thing is None:
            thing = next((i for i, o in enumerate(self.objects) if key.lower() in o.names), None)
        if thing is None:
            example = tuple(self.objects[i].symbol for i in range(min(4, len(self.objects))))
            raise InvalidStack("unknown-object", text=text.strip()[:20], example=example)
        return thing

    def parse_all(self, text: str | Iterable[str]) -> list[int]:
        """Objects by their symbols, in the order given.

        Raises:
            InvalidStack: an unknown object, or more of one than there are.
        """
        given = self.parse_each(text)
        # Only what is drawn from a stock runs out: a face may come again and again.
        available = Counter(thing for pool in self.pools.values() for thing in pool)
        for thing, count in Counter(given).items():
            kind = self.objects[thing]
            if kind.object in self.pools and count > available[thing]:
                raise self.too_many(thing)
        return given

    def parse_each(self, text: str | Iterable[str]) -> list[int]:
        """Objects by their symbols, in the order given, however often one comes.

        Raises:
            InvalidStack: an unknown object.
        """
        symbols = text.replace(",", " ").split() if isinstance(text, str) else text
        return [self.parse(symbol) for symbol in symbols]

    def too_many(self, thing: int) -> InvalidStack:
        """The refusal of an object that is drawn from a stock, and given more often than it is there."""
        kind = self.objects[thing]
        eid = next(stock.eid for stock in self.rules.stocks if stock.object == kind.object)
        available = self.pools[kind.object].count(thing)
        return InvalidStack("too-many-of-one", (eid,), text=kind.symbol, available=available)

    def symbols(self, hand: Iterable[int]) -> list[str]:
        """The ASCII symbols of objects."""
        return [self.objects[i].symbol for i in hand]

    def held_of(self, kind: str, hand: Iterable[int]) -> int:
        """The number of objects of a kind in a hand."""
        return sum(self.objects[thing].object == kind for thing in hand)

    def shows(self, thing: int, item: str) -> bool:
        """True of an object that shows an item, or one of a set or of a part of a name, on whichever scale."""
        items = self._items.get(item)
        if items is None:
            items = frozenset(one for named in items_named(item) for one in self.rules.shown_by(named))
            self._items[item] = items
        return not items.isdisjoint(self._shown[thing])


def meant(word: str, spelt: Mapping[str, T]) -> T | None:
    """The thing that is spelt as a word is written, or else the only one that is so in any case; else nothing."""
    if word in spelt:
        return spelt[word]
    things = {thing for spelling, thing in spelt.items() if spelling.lower() == word.lower()}
    return things.pop() if len(things) == 1 else None


def _numbered(keys: Iterable[Hashable]) -> Iterator[Hashable]:
    """Keys, of which those that are equal are told apart by their number."""
    met = Counter[Hashable]()
    for key in keys:
        yield key, met[key]
        met[key] += 1


def _repeated(first: int, counts: Iterable[int]) -> Iterator[int]:
    """Objects that follow one another, each so many times."""
    for thing, count in enumerate(counts, first):
        yield from repeat(thing, count)
