"""Receiving, in a plan: what is remembered of hands as they are dealt, thrown and drawn to."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, combinations_with_replacement, permutations, product
from operator import mul
from typing import Any

from lexludi.exact.core import Core
from lexludi.exact.course import resolved
from lexludi.language.nodes import Construct, Node
from lexludi.play.evaluation import readings_of
from lexludi.play.objects import Objects
from lexludi.play.state import Money
from lexludi.rules.model import RuleSet
from lexludi.simulate.book import Effects, opening, place_of
from lexludi.simulate.choosing import Choosing
from lexludi.simulate.memory import Memories, NotCompiled
from lexludi.simulate.plan import (
    Begin,
    Burn,
    Grow,
    Held,
    Note,
    Provisions,
    Step,
    Take,
    Thrown,
)
from lexludi.simulate.queries import Scene, held_by, is_of_hands

MAX_TABLE = 300_000


class Receiving:
    """The part of planning that moves objects."""

    def __init__(self, rules: RuleSet, choosing: Choosing, stake: Money, *, traced: bool, begins: bool) -> None:
        self.core = Core(rules)
        self.rules = rules
        self.traced = traced
        self.choosing = choosing
        self.place = place_of(self.core)
        self.effects = Effects(self.core, self.place, stake)
        self.settled: set[int] = set()
        self.numbered = 0
        self.stocks = {s.object for s in rules.stocks}
        self.alphabet = self._alphabet()
        whole = choosing.holders(self.core)
        readings = self._readings()
        everything = Objects(self.core.material, [r for own in readings.values() for r in own]) if whole else None
        self.memories = {
            unit: Memories(self.core, unit, own, everything if unit in whole else None)
            for unit, own in readings.items()
        }
        books = [opening(rules)]
        self.scene = Scene(self.core, self.place, stake, self.memories, books, {0}, fresh=begins)

    def _alphabet(self) -> dict[str, list[int]]:
        material = self.core.material
        return {
            **{kind: sorted(set(pool)) for kind, pool in material.pools.items()},
            **{kind: list(faces) for kind, faces in material.faces.items()},
        }

    # ── What is read ────────────────────────────────────────────────────────

    def _readings(self) -> dict[str, list[Construct]]:
        """For each holder of a hand, the readings that some question takes of it."""
        out: dict[str, dict[Construct, None]] = {unit: {} for unit in self._holders()}
        for unit, asked in self._asked():
            for reading in resolved(self.core, asked):
                if isinstance(reading, Construct) and is_of_hands(self.core, reading):
                    for holder in held_by(self.core, reading, unit):
                        if holder in out:
                            out[holder][reading] = None
        return {unit: list(found) for unit, found in out.items()}

    def _holders(self) -> list[str]:
        found: dict[str, None] = {}
        for rule in self.rules.steps:
            effect = rule.effect
            if effect.op == "deal":
                found.update(dict.fromkeys(self.core.recipients(effect)))
            elif effect.op == "throw" or effect.op.startswith("comply"):
                found[self.core.holder(effect.term(0))] = None
            elif effect.op.startswith("choose"):
                found[self.core.unit] = None
        return list(found)

    def _asked(self) -> Iterator[tuple[str, Iterable[Node]]]:
        """The readings of each question, and the holder whom the question concerns."""
        settlement = self.core.settlement
        for groups in (settlement.outcomes, settlement.commissions):
            for group in groups.values():
                yield self.core.unit, group.readings
        for rule in self.rules.steps:
            effect = rule.effect
            if rule.condition is not None:
                yield self.core.unit, readings_of(rule.condition)
            if effect.op.startswith("comply"):
                yield self.core.unit, self.core.norms[effect.term(0), effect.term(1)].readings
            if effect.op.endswith("_until"):
                yield self.core.unit, readings_of(effect.parts[-1])
            if effect.op == "repeat":
                yield self.core.unit, readings_of(effect.parts[1])
            if effect.op.startswith("choose"):
                yield self.core.unit, self.choosing.readings(self.core, effect)
            if effect.op == "reveal" and self.traced:
                yield self.core.holder(effect.parts[0].term(0)), [self._revealed(effect)]

    def _revealed(self, effect: Construct) -> Construct:
        """What is told of a hand when it is turned up."""
        hand = effect.parts[0]
        return Construct("category", (hand,)) if self.rules.categories else Construct("total", (hand.parts[0],))

    # ── Objects ─────────────────────────────────────────────────────────────

    def _take(self, kind: str, unit: str, step: tuple[str, Provisions, str] | None, *, thrown: bool = False) -> Take:
        self.numbered += 1
        read = unit in self.memories and bool(self.memories[unit].parts)
        return Take(self.numbered, kind, thrown, read, step)

    def _plan_deal(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        units, kind = self.core.recipients(effect), effect.term(2)
        batch, count = effect.number(1), effect.number(4)
        if self.scene.born & set(units):
            raise NotCompiled("dealt-again")
        sizes = [min(batch, count - dealt) for dealt in range(0, count, batch)]
        taken: dict[str, list[int]] = {unit: [] for unit in units}
        for unit in (unit for size in sizes for unit in units for _ in range(size)):
            take = self._take(kind, unit, ("dealt", by, unit))
            taken[unit].append(take.number)
            yield take
        if effect.parts[3].op == "face_up":
            self.scene.open_hands.update(units)
        for unit in dict.fromkeys(units):
            yield from self._grown(unit, tuple(taken[unit]), kind, by, drawn=False, new=False)

    def _plan_throw(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        unit, kind = effect.term(0), effect.term(1)
        takes = [self._take(kind, unit, None, thrown=True) for _ in range(self.core.material.throws[kind])]
        yield from takes
        yield from self._grown(unit, tuple(t.number for t in takes), kind, by, drawn=False, new=True)
        yield Thrown(unit, by)
        self.scene.open_hands.add(unit)

    def _draw(self, unit: str, kind: str, by: Provisions, growing: Callable[[int], bool]) -> Iterator[Step]:
        take = self._take(kind, unit, ("drawn", by, unit))
        yield take
        yield from self._grown(unit, (take.number,), kind, by, drawn=True, new=False, growing=growing)

    def _grown(
        self,
        unit: str,
        taken: tuple[int, ...],
        kind: str,
        by: Provisions,
        *,
        drawn: bool,
        new: bool,
        growing: Callable[[int], bool] = lambda memory: True,
    ) -> Iterator[Step]:
        """What is remembered of a hand after it has received objects, all at once if the table allows."""
        yield Held(unit, taken, new or unit not in self.scene.born)
        memories = self.memories[unit]
        if not memories.parts:
            if not len(memories):
                memories.number(memories.start)
            fresh = new or unit not in self.scene.born
            self.scene.born.add(unit)
            if fresh:
                yield Begin(unit, 0)
            return
        while taken:
            fresh = new or unit not in self.scene.born
            width = self._width(len(taken), kind, 1 if fresh else len(memories))
            now, taken = taken[:width], taken[width:]
            table = self._table(memories, len(now), kind, drawn, fresh, growing)
            self.scene.born.add(unit)
            new = False
            yield Grow(unit, now, kind, fresh, table, by, not memories.ordered)

    def _width(self, count: int, kind: str, before: int) -> int:
        base = len(self.alphabet[kind])
        return max(w for w in range(1, count + 1) if w == 1 or before * base**w <= MAX_TABLE)

    def _table(
        self, memories: Memories, count: int, kind: str, drawn: bool, fresh: bool, growing: Callable[[int], bool]
    ) -> list[int]:
        things = self.alphabet[kind]
        pool = self.core.material.pools.get(kind)
        single = pool is not None and len(pool) == len(things)
        starts: list[Any] = [memories.start] if fresh else list(memories.memories)
        table: list[int] = []
        for number, start in enumerate(starts):
            if not fresh and not growing(number):
                table.extend([0] * len(things) ** count)
            elif memories.ordered or count == 1:
                table.extend(
                    memories.number(memories.received(start, hand, drawn)) for hand in product(things, repeat=count)
                )
            else:
                table.extend(self._unordered(memories, start, things, count, single=single))
        return table

    @staticmethod
    def _unordered(memories: Memories, start: Any, things: list[int], count: int, *, single: bool) -> list[int]:
        """A table of what is remembered of objects received in whatever order; `single` if there is one of each."""
        base = len(things)
        table = [0] * base**count
        made = combinations if single else combinations_with_replacement
        powers = [base**i for i in range(count)]
        for places in made(range(base), count):
            number = memories.number(memories.received(start, tuple([things[p] for p in places]), False))
            for order in set(permutations(places)):
                table[sum(map(mul, order, powers))] = number
        return table

    def _begun(self, unit: str) -> Iterator[Step]:
        """A hand that something is drawn to although it was dealt nothing."""
        if unit not in self.scene.born:
            memories = self.memories[unit]
            number = memories.number(memories.start)
            self.scene.born.add(unit)
            yield Held(unit, (), True)
            yield Begin(unit, number)

    # ── What is common to all steps ─────────────────────────────────────────

    def _note(self, provisions: Provisions, step: str, party: str = "", /, **values: Any) -> Iterator[Step]:
        yield Note((step, provisions, party, tuple(values), tuple(values.values())), provisions)

    def _plan_burn(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        yield Burn(effect.term(1), effect.number(0), False, by)

    def _plan_burn_by_first(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        yield Burn(effect.term(0), effect.parts[1].value if effect.parts[1] is not None else 0, True, by)

    def _closed(self, body: Callable[[], list[Step]]) -> list[Step]:
        """The steps of a repetition, once nothing new can come of them."""
        while True:
            before = self._extent()
            steps = body()
            if self._extent() == before:
                return steps

    def _extent(self) -> tuple[object, ...]:
        sizes = tuple(len(m) for m in self.memories.values())
        return sizes, frozenset(self.scene.current), frozenset(self.scene.born), self.scene.fresh
