"""What must be remembered of a hand as it grows, so that whatever the rules read of it can still be said.

Instead of a hand, a kernel keeps a small number: hands with the same memory give the
same readings, now and after whatever they still receive. The readings themselves are
taken by the interpreter's own functions, from a hand that stands for all of these.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.base.errors import LexludiError
from lexludi.exact.classify import Classifier
from lexludi.exact.core import Core
from lexludi.language.nodes import Construct, Node, Term
from lexludi.play.material import Hand
from lexludi.play.objects import Objects
from lexludi.play.state import Bet, State, Stock
from lexludi.rules.literals import item_of

MAX_MEMORIES = 60_000

Memory = tuple[Any, ...]
Fold = Callable[[Any, int, bool], Any]  # (what is known, the next object, whether it was drawn) -> what is known

# Readings of the shape of a hand, which are taken of many hands at once.
_OF_SHAPE = frozenset("category with_or_better shaped threw first_shaped".split())


class NotCompiled(LexludiError):
    """Something for which no code is generated; `reason` says what."""

    def __init__(self, reason: str) -> None:
        super().__init__("not-compiled", reason=reason)
        self.reason = reason


@dataclass(frozen=True)
class Part:
    """One thing that is remembered: what is known of an empty hand, and how an object changes it."""

    key: tuple[Any, ...]
    first: Any
    fold: Fold
    ordered: bool = False


@dataclass
class Sample:
    """A hand that stands for all of one memory, and the object drawn last, if any was."""

    hand: Hand
    last: int | None


class Memories:
    """The memories of one holder's hands, numbered as they are met; those of earlier steps come first.

    `whole` says that all objects are remembered (in whatever order), for choices that
    depend on more than the rules read.
    """

    def __init__(self, core: Core, unit: str, readings: Iterable[Construct], whole: Objects | None) -> None:
        self.core = core
        self.unit = unit
        self.readings = tuple(readings)
        parts = [p for r in self.readings for p in self._parts(r)]
        if whole is not None:
            parts.append(self._shown(None, None, whole, "whole"))
        self.parts = list({p.key: p for p in parts}.values())
        self.start: Memory = tuple(p.first for p in self.parts)
        self.numbers: dict[Memory, int] = {}
        self.memories: list[Memory] = []
        self.samples: dict[Memory, Sample] = {self.start: Sample((), None)}
        self._after: dict[tuple[Memory, int, bool], Memory] = {}
        self.classifier = Classifier(core.material)
        self._values: dict[tuple[int, Node, str], Any] = {}

    @property
    def ordered(self) -> bool:
        """Whether the order in which objects are received matters."""
        return any(p.ordered for p in self.parts)

    def __len__(self) -> int:
        return len(self.memories)

    def number(self, memory: Memory) -> int:
        """The number of a memory.

        Raises:
            NotCompiled: there are too many of them.
        """
        found = self.numbers.setdefault(memory, len(self.memories))
        if found == len(self.memories):
            if found >= MAX_MEMORIES:
                raise NotCompiled("too-many-hands")
            self.memories.append(memory)
        return found

    def after(self, memory: Memory, thing: int, drawn: bool) -> Memory:
        """The memory of a hand that has received one more object."""
        key = (memory, thing, drawn)
        found = self._after.get(key)
        if found is None:
            found = tuple(p.fold(m, thing, drawn) for p, m in zip(self.parts, memory, strict=True))
            self._after[key] = found
            if found not in self.samples:
                before = self.samples[memory]
                self.samples[found] = Sample((*before.hand, thing), thing if drawn else before.last)
        return found

    def received(self, memory: Memory, things: Iterable[int], drawn: bool) -> Memory:
        """The memory of a hand that has received some more objects."""
        for thing in things:
            memory = self.after(memory, thing, drawn)
        return memory

    def sample(self, number: int) -> Sample:
        """The hand that stands for a memory."""
        return self.samples[self.memories[number]]

    # ── Readings ────────────────────────────────────────────────────────────

    def picture(self, number: int, state: State) -> None:
        """Put the hand of a memory into a round."""
        sample = self.sample(number)
        state.hands[self.unit] = sample.hand
        if sample.last is not None:
            state.drawn_by[self.unit] = sample.last
        else:
            state.drawn_by.pop(self.unit, None)

    def read(self, number: int, reading: Construct, bet: Bet) -> Any:
        """What a reading of this hand alone gives."""
        key = (number, reading, bet.naming)
        if key not in self._values:
            state = State(None, None, Stock({}))
            self.picture(number, state)
            self._values[key] = self.core.evaluator.readings.getter(reading)(state, self.unit, bet)
        return self._values[key]

    def column(self, reading: Construct, bet: Bet) -> list[Any]:
        """What a reading of this hand alone gives, for each memory."""
        if reading.op not in _OF_SHAPE:
            return [self.read(number, reading, bet) for number in range(len(self))]
        out: list[Any] = [None] * len(self)
        for numbers, hands in self.hands():
            for number, value in zip(numbers, self._classified(reading, hands), strict=True):
                out[number] = value
        return out

    def hands(self) -> Iterator[tuple[list[int], NDArray[np.int64]]]:
        """The hands that stand for memories, by size: their numbers, and a row of objects for each."""
        sized: dict[int, list[int]] = {}
        for number, memory in enumerate(self.memories):
            sized.setdefault(len(self.samples[memory].hand), []).append(number)
        for size, numbers in sized.items():
            rows = [self.sample(n).hand for n in numbers]
            yield numbers, np.array(rows, dtype=np.int64).reshape(len(numbers), size)

    def _classified(self, reading: Construct, hands: NDArray[np.int64]) -> list[Any]:
        """What a reading of the shape of hands gives, for all of one size at once."""
        classifier = self.classifier
        match reading:
            case Construct("category"):
                ids = [c.id for c in self.core.rules.categories]
                return [ids[place] if place >= 0 else None for place in classifier.category(hands).tolist()]
            case Construct("with_or_better", (_, Term(id=category), item)):
                return list(classifier.at_least(hands, category, item_of(item)).tolist())
            case Construct("first_shaped", (number, _, shape)):
                return list(classifier.has_shape(hands[:, : number.value], shape).tolist())
            case _:
                return list(classifier.has_shape(hands, reading.parts[1]).tolist())

    # ── What readings need ──────────────────────────────────────────────────

    def _parts(self, reading: Construct) -> list[Part]:
        match reading:
            case Construct("total"):
                return [self._sums(None, None)]
            case Construct("total_first", (number, _)):
                return [self._sums(number.value, reading)]
            case Construct("drawn_value"):
                number_of = self.core.material.number
                return [Part(("last",), None, lambda m, t, drawn: number_of(t) if drawn else m, ordered=True)]
            case Construct("drew_none"):
                return [Part(("drew",), False, lambda m, t, drawn: m or drawn, ordered=True)]
            case Construct("count", (what, _)):
                objects, kind = self.core.material.objects, what.id
                return [Part(("count", kind), 0, lambda m, t, _: m + (objects[t].object == kind))]
            case Construct("count_showing", (_, item)):
                return self._showings(item)
            case Construct("first_shaped", (number, *_)):
                return [self._shown(number.value, reading, self._kinds(reading), reading)]
            case _:
                return [self._shown(None, None, self._kinds(reading), "shown")]

    def _sums(self, limit: int | None, reading: Construct | None) -> Part:
        """The sums that the objects can count, as far as they make a difference to any larger hand."""
        rules, numbers = self.core.rules, self.core.material.numbers
        best = rules.best_within[0] if rules.best_within else None
        modulus = rules.modulus[0] if rules.modulus else 0

        def add(sums: frozenset[int], thing: int) -> frozenset[int]:
            every = {s + n for s in sums for n in numbers[thing]}
            if best is not None:
                return frozenset({min(every)} | {s for s in every if s <= best})
            return frozenset({max(every) % modulus if modulus else max(every)})

        if limit is None:
            return Part(("sums",), frozenset({0}), lambda m, t, _: add(m, t))
        return Part(
            ("sums", reading),
            (0, frozenset({0})),
            lambda m, t, _: m if m[0] == limit else (m[0] + 1, add(m[1], t)),
            ordered=True,
        )

    def _showings(self, item: Node) -> list[Part]:
        """How many objects show an item; of one that bets name, each that they may name."""
        shows, rules = self.core.material.shows, self.core.rules
        named = isinstance(item, Construct)
        scales = {b.naming for b in rules.bets.values() if b.naming}
        items = [i for s in scales for i in rules.scales[s].items] if named else [item_of(item)]
        return [Part(("showing", i), 0, lambda m, t, _, i=i: m + shows(t, i)) for i in items]  # type: ignore[misc]

    def _kinds(self, reading: Construct) -> Objects:
        own = [r for r in self.readings if r.op not in ("total", "total_first", "drawn_value", "first_shaped")]
        return Objects(self.core.material, [reading] if reading.op == "first_shaped" else own)

    def _shown(self, limit: int | None, reading: Construct | None, objects: Objects, key: object) -> Part:
        """The objects, in whatever order, as far as they are distinguished; of the first only whether they fit."""
        stands = {thing: kind.stands for kind in objects.kinds for thing in kind.members}
        if limit is None or reading is None:
            return Part(("shown", key), (), lambda m, t, _: tuple(sorted((*m, stands[t]))))
        shape = reading.parts[2]

        def fold(known: Any, thing: int, drawn: bool) -> Any:
            if isinstance(known, bool):
                return known
            shown = tuple(sorted((*known, stands[thing])))
            return self.core.material.has_shape(shown, shape) if len(shown) == limit else shown

        # Before there are as many, the getter is asked of those there are; so they stay distinguished.
        return Part(("shown", key), (), fold, ordered=True)
