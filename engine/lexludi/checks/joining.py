"""Exact search of rounds in which each hand is dealt or thrown at once: classes of hands, two by two.

Two hands can lie on one table if no object is needed more often than the stock holds
it. Whether there are such hands with the first higher, equal or lower is found by
trying them, from the likeliest on; none is left out before it is said that there are
none.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from lexludi.checks.situations import Collector, Picture, Reached, dealing_order
from lexludi.checks.slices import NotSearched, Slice, require_few, roles_of
from lexludi.checks.tables import Hands
from lexludi.language.nodes import Construct
from lexludi.play.material import Hand, Material
from lexludi.play.objects import Objects
from lexludi.play.state import Bet, State, Stock
from lexludi.rules.literals import item_of

_FIRST = frozenset("total_first first_shaped".split())
# Hands each of which may lie beside each of some others.
Pairs = Iterator[tuple[list[Hand], list[Hand]]]
Fit = Callable[[Pairs], Iterator[tuple[Hand, Hand]]]


class Join:
    """The rounds of one question.

    Raises:
        NotSearched: more than two hands are concerned, hands that are not dealt at once, or too many.
    """

    def __init__(self, part: Slice) -> None:
        self.part = part
        self.material: Material = part.program.material
        self.objects = Objects(self.material, part.readings)
        self.collector = Collector(part)
        self.namings = self._namings()
        self.compares = any(isinstance(r, Construct) and r.op == "compare" for r in part.readings)
        if len(part.holders) > 2:
            raise NotSearched("more-than-two-hands")
        dealt = {unit: dealt_to(part, unit) for unit in part.holders}
        require_few(part.budget, sum(self.objects.number_of_hands(*own) for own in dealt.values()))
        self.dealt = {unit: self.objects.hands(*own) for unit, own in dealt.items()}

    def _namings(self) -> tuple[str, ...]:
        rules = self.part.program.rules
        kind = rules.bets.get(self.part.question.about) if self.part.question.kind == "bet" else None
        return rules.scales[kind.naming].items if kind is not None and kind.naming else ("",)

    def run(self) -> Reached:
        """Every combination of readings, each with an example.

        Raises:
            NotSearched: the time is up.
        """
        for naming in self.namings:
            tables = [self._hands(unit, naming) for unit in self.part.holders]
            for picture in self._pictures(tables, naming):
                self.collector.add(picture, self._order(picture))
        return replace(self.collector.reached(self.objects), examined=self._count)

    @property
    def _count(self) -> int:
        count = len(self.namings)
        for unit in self.part.holders:
            count *= len(self.dealt[unit])
        return count

    def _hands(self, unit: str, naming: str) -> Hands:
        hands = self.dealt[unit]
        readings = [r for r in self.part.readings if unit in map(self.part.holder, roles_of(r))]
        own = [r for r in readings if isinstance(r, Construct) and r.op != "compare"]
        dealt = len(hands[0]) if hands else 0
        if any(r.op in _FIRST and r.parts[0].value < dealt for r in own):
            raise NotSearched("order-of-receipt")
        return Hands(self.objects, hands, self._reader(unit, own, naming), ordered=self.compares)

    def _reader(self, unit: str, readings: list[Construct], naming: str) -> Callable[[Hand, str | None], Any]:
        """What is read of a hand by itself."""
        getters = [self._getter(r, unit, naming) for r in readings]
        return lambda hand, category: tuple([get(hand, category) for get in getters])

    def _getter(self, reading: Construct, unit: str, naming: str) -> Callable[[Hand, str | None], Any]:
        if reading.op == "category":
            return lambda hand, category: category
        if reading.op == "with_or_better":
            return self._at_least(reading.term(1), item_of(reading.parts[2]))
        get = self.part.program.evaluator.readings.getter(reading)
        bet = Bet("", "", "", 1, naming, unit)
        stock = Stock({})
        return lambda hand, category: get(State(None, None, stock, hands={unit: hand}), unit, bet)

    def _at_least(self, wanted: str, item: str) -> Callable[[Hand, str | None], Any]:
        rules = self.part.program.rules
        places = {c.id: -i for i, c in enumerate(rules.categories)}
        height = self.material.height[next(s.id for s in rules.scales.values() if item in s.items)]
        known: dict[int, bool] = {}

        def read(hand: Hand, category: str | None) -> bool:
            if category is None or category != wanted:
                return category is not None and places[category] > places[wanted]
            top = max([height[i] for i in hand])
            if top not in known:
                known[top] = self.material.at_least(hand, wanted, item)
            return known[top]

        return read

    # ── Hands on one table ──────────────────────────────────────────────────

    def _pictures(self, tables: list[Hands], naming: str) -> Iterator[Picture]:
        units = self.part.holders
        if len(units) < 2:
            for table in tables:
                for by_strength in table.classes.values():
                    hand = next(iter(by_strength.values()))[0]
                    yield Picture({units[0]: hand}, naming=naming)
            if not tables:
                yield Picture({}, naming=naming)
            return
        fits = fitting(self.objects)
        for first in tables[0].classes.values():
            for second in tables[1].classes.values():
                self._require_time()
                for a, b in self._pairs(first, second, fits):
                    yield Picture({units[0]: a, units[1]: b}, naming=naming)

    def _require_time(self) -> None:
        if self.part.budget.is_over:
            raise NotSearched("too-long")

    def _pairs(
        self, first: dict[Any, list[Hand]], second: dict[Any, list[Hand]], fits: Fit
    ) -> Iterator[tuple[Hand, Hand]]:
        """One pair for each way in which hands of two classes can compare."""
        if not self.compares:
            yield from fits((s, t) for s in first.values() for t in second.values())
            return
        one, two = _ordered(first), _ordered(second)
        yield from fits(_equal(one, two))
        yield from fits(_higher(one, two))
        yield from ((a, b) for b, a in fits(_higher(two, one)))
        yield from fits(_without(first, second))

    def _order(self, picture: Picture) -> Hand:
        """The objects in the order they are dealt; -1 for those of other holders."""
        order = dealing_order(self.part.program, picture.hands, self.part.question.step)
        return tuple(thing for _, thing in order) or tuple(thing for hand in picture.hands.values() for thing in hand)


def fitting(objects: Objects) -> Fit:
    """A function that finds the first of some pairs of hands for which the stock has all objects together."""
    pools = objects.material.pools
    limits = {k.stands: k.count for k in objects.kinds if objects.material.objects[k.stands].object in pools}
    # A field of bits for each kind: wide enough for all of its objects twice, so that none runs into the next.
    width = max(limits.values(), default=0).bit_length() + 1
    most = (1 << (width - 1)) - 1
    place = {kind: i * width for i, kind in enumerate(limits)}
    slack = sum((most - limits[k]) << place[k] for k in place)
    guard = sum(1 << (place[k] + width - 1) for k in place)
    # Thrown objects never run out.
    bits = {kind.stands: 1 << place[kind.stands] if kind.stands in place else 0 for kind in objects.kinds}
    code = lru_cache(1 << 17)(lambda hand: sum([bits[i] for i in hand]))

    def first_fitting(pairs: Pairs) -> Iterator[tuple[Hand, Hand]]:
        for hands, others in pairs:
            coded = [code(b) for b in others]
            for a in hands:
                own = code(a) + slack
                for b, its in zip(others, coded, strict=True):
                    if not (own + its) & guard:
                        yield a, b
                        return

    return first_fitting


def dealt_to(part: Slice, unit: str) -> tuple[str, int]:
    """What a holder has when the question is asked: objects, and how many of them.

    Raises:
        NotSearched: it comes of more than one step, or of none.
    """
    found: list[tuple[str, int]] = []
    thrown = False
    for rule in part.steps:
        if rule.effect.op == "deal":
            roles = [r.term(0) if isinstance(r, Construct) else r.id for r in rule.effect.parts[0].items]
            if unit in map(part.holder, roles):
                found.append((rule.effect.term(2), rule.effect.number(4)))
        elif rule.effect.op == "throw" and part.holder(rule.effect.term(0)) == unit:
            found.append((rule.effect.term(1), part.program.material.throws[rule.effect.term(1)]))
            thrown = True
    dealt = {kind for kind, _ in found}
    # Deals in several steps make a hand of as many as the last of them says; a throw replaces the one before it.
    if len(found) != 1 and (len(dealt) != 1 or thrown):
        raise NotSearched("several-deals")
    return found[0][0], max(count for _, count in found)


def _ordered(by_strength: dict[Any, list[Hand]]) -> dict[Any, list[Hand]]:
    """The classes that have a strength, the highest first."""
    return {s: by_strength[s] for s in sorted((s for s in by_strength if s is not None), reverse=True)}


def _equal(one: dict[Any, list[Hand]], two: dict[Any, list[Hand]]) -> Pairs:
    for strength, hands in one.items():
        if others := two.get(strength):
            yield hands, others


def _higher(one: dict[Any, list[Hand]], two: dict[Any, list[Hand]]) -> Pairs:
    """Hands of which the first are higher: the highest against the lowest to begin with."""
    lowest_first = list(reversed(two.items()))
    for high, hands in one.items():
        for low, others in lowest_first:
            if not low < high:
                break
            yield hands, others


def _without(first: dict[Any, list[Hand]], second: dict[Any, list[Hand]]) -> Pairs:
    """Hands of which one has no strength at all."""
    if None in first:
        for others in second.values():
            yield first[None], others
    if None in second:
        for hands in first.values():
            yield hands, second[None]
