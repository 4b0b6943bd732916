"""Questions about a round as tables: the answers that the rules give, for everything that is remembered.

A table is filled by partial evaluation: each combination of what the question reads is
put to the interpreter's own evaluator, once. What is read of one hand is numbered
(`parts`); which of two hands is higher is a digit of its own.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from lexludi.exact.core import Core
from lexludi.exact.course import definition_of, resolved, roles_of
from lexludi.exact.handreadings import ROLE_PART
from lexludi.language.nodes import Construct, Node
from lexludi.play.evaluation import Group, readings_of
from lexludi.play.readings import Getter
from lexludi.play.state import Bet, Money, State, Stock
from lexludi.rules.model import Condition
from lexludi.simulate.book import Book, Place
from lexludi.simulate.memory import Memories, NotCompiled

MAX_ANSWERS = 1 << 18
DIRECT = 1 << 15

LOWER, EQUAL, HIGHER = 0, 1, 2


@dataclass
class Scene:
    """A moment of a round, as far as it is known when code is generated."""

    core: Core
    place: Place
    stake: Money
    memories: dict[str, Memories]
    books: list[Book]
    current: set[int]  # the books that there can be now
    fresh: bool = False
    marker: int | None = None
    over: bool = False
    born: set[str] = field(default_factory=set)  # who holds something
    open_hands: set[str] = field(default_factory=set)
    _getters: dict[Node, Getter] = field(default_factory=dict)
    _bets: dict[Book, list[Bet]] = field(default_factory=dict)

    def getter(self, reading: Node) -> Getter:
        """The function of the interpreter that takes a reading, made once."""
        if reading not in self._getters:
            self._getters[reading] = self.core.evaluator.readings.getter(reading)
        return self._getters[reading]

    def bets(self, book: Book) -> list[Bet]:
        """The bets of a book as readings see them; nobody changes them."""
        if book not in self._bets:
            self._bets[book] = book.bets(self.place, self.stake)
        return self._bets[book]

    def state(self) -> State:
        """The round as readings see it, without what differs from round to round."""
        pool = {kind: pool.copy() for kind, pool in self.core.material.pools.items()}
        stock = Stock(pool, self.fresh, self.marker)
        state = State(None, None, stock, over=self.over)
        for unit in self.born:
            self.memories[unit].picture(0, state)
        return state


class View:
    """A round as one combination of a table stands for it."""

    def __init__(self, scene: Scene, state: State, book: Book, unit: str, signs: dict[Node, int | None]) -> None:
        self.scene = scene
        self.core = scene.core
        self.state = state
        self.book = book
        self.unit = unit
        self.signs = signs
        self.bets = scene.bets(book)
        state.bets = self.bets
        state.chosen = set(book.chosen)

    def value(self, reading: Node, bet: Bet | None) -> Any:
        """What a reading gives; `bet` is the one concerned."""
        if reading in self.signs:
            return self.signs[reading]
        definition = definition_of(self.core, reading)
        if definition is not None:
            return self.holds(definition.condition, bet)
        return self.scene.getter(reading)(self.state, self.unit, bet)

    def holds(self, condition: Condition, bet: Bet | None) -> bool:
        """Whether a condition holds."""
        values = {r: self.value(r, bet) for r in readings_of(condition)}
        return self.core.evaluator.holds(condition, values)

    def values(self, group: Group, bet: Bet | None) -> tuple[Any, ...]:
        """The readings of a group of rules."""
        return tuple([self.value(r, bet) for r in group.readings])


def held_by(core: Core, reading: Node, unit: str) -> list[str]:
    """The holders whose hands a reading looks at, where `unit` is the one concerned."""
    return [role if core.rules.roles[role].kind == "one" else unit for role in roles_of(reading)]


def is_of_hands(core: Core, reading: Node) -> bool:
    """Whether a reading looks at hands (a count may be of irregularities, of which there are none)."""
    if not isinstance(reading, Construct):
        return False
    if reading.op == "count":
        kinds = {s.object for s in core.rules.stocks} | {t.object for t in core.rules.thrown}
        return reading.term(0) in kinds
    return reading.op == "compare" or reading.op in ROLE_PART


class Query:
    """A question with its answers in a table.

    `units` are the holders whose memories decide, in order, `pairs` those whose hands
    are compared; where `by_book` is true, the book decides as well.
    """

    def __init__(
        self,
        scene: Scene,
        unit: str,
        readings: Iterable[Node],
        answer: Callable[[View], Any],
        *,
        by_book: bool = False,
        whole: Iterable[str] = (),
    ) -> None:
        self.scene = scene
        self.unit = unit
        core = scene.core
        found = resolved(core, readings)
        self.readings = [r for r in found if isinstance(r, Construct) and is_of_hands(core, r)]
        self.by_book = (by_book or any(isinstance(r, Construct) and r.op == "chose" for r in found)) and (
            len(scene.current) > 1
        )
        self.whole = set(whole)
        concerned = [u for r in self.readings for u in held_by(core, r, unit)]
        self.units = [u for u in dict.fromkeys((*concerned, *self.whole)) if u in scene.born]
        self.pairs: list[tuple[Node, str, str]] = []
        for reading in self.readings:
            held = held_by(core, reading, unit)
            if reading.op == "compare" and set(held) <= scene.born:
                self.pairs.append((reading, held[0], held[1]))
        self.parts: dict[str, list[int]] = {}
        self.samples: dict[str, list[int]] = {}
        for u in self.units:
            self._divide(u)
        self.book_numbers = sorted(scene.current) if self.by_book else [min(scene.current)]
        self.sizes = [len(self.samples[u]) for u in self.units] + [len(self.book_numbers)] + [3] * len(self.pairs)
        if prod(self.sizes) > MAX_ANSWERS:
            raise NotCompiled("too-many-situations")
        self.answers = self._answers(answer)

    def _divide(self, unit: str) -> None:
        """Number what the question reads of a hand."""
        memories = self.scene.memories[unit]
        own = [r for r in self.readings if r.op != "compare" and unit in held_by(self.scene.core, r, self.unit)]
        namings = list(dict.fromkeys(s.naming for s in self.scene.books[0].stands))
        bets = [Bet("", "", "", 1, naming, unit) for naming in namings]
        compared = any(unit in held_by(self.scene.core, r, self.unit) for r in self.readings if r.op == "compare")
        columns = [memories.column(r, bet) for r in own for bet in bets]
        if compared:
            columns.append([rank < 0 for rank in _ranks([memories])[0]])
        if unit in self.whole:
            columns.append(list(range(len(memories))))
        numbers: dict[Any, int] = {}
        parts: list[int] = []
        samples: list[int] = []
        for number, mark in enumerate(zip(*columns, strict=True) if columns else [()] * len(memories)):
            part = numbers.setdefault(mark, len(numbers))
            if part == len(samples):
                samples.append(number)
            parts.append(part)
        self.parts[unit], self.samples[unit] = parts, samples

    def _answers(self, answer: Callable[[View], Any]) -> list[Any]:
        out = []
        state = self.scene.state()
        for digits in product(*map(range, self.sizes)):
            signs: dict[Node, int | None] = {}
            for unit, digit in zip(self.units, digits, strict=False):
                self.scene.memories[unit].picture(self.samples[unit][digit], state)
            for (reading, one, two), sign in zip(self.pairs, digits[len(self.units) + 1 :], strict=True):
                signs[reading] = None if self._incomparable(state, one, two) else sign - 1
            book = self.scene.books[self.book_numbers[digits[len(self.units)]]]
            out.append(answer(View(self.scene, state, book, self.unit, signs)))
        return out

    def _incomparable(self, state: State, one: str, two: str) -> bool:
        strength = self.scene.core.material.strength
        return strength(state.hands[one]) is None or strength(state.hands[two]) is None

    # ── How the table is read ───────────────────────────────────────────────

    @property
    def strides(self) -> list[int]:
        """What each digit counts in the index of an answer: of the units, the book, the pairs."""
        return [prod(self.sizes[i + 1 :]) for i in range(len(self.sizes))]

    def is_direct(self, limit: int = DIRECT) -> bool:
        """Whether memories themselves can serve as digits."""
        return not self.pairs and prod(self.direct_sizes) <= limit

    @property
    def _books(self) -> int:
        return max(self.book_numbers) + 1 if self.by_book else 1

    @property
    def direct_sizes(self) -> list[int]:
        """How many digits there are, where memories and books are digits."""
        return [len(self.parts[u]) for u in self.units] + [self._books]

    def spread(self, codes: list[Any], other: Any) -> list[Any]:
        """Codes of answers, by memories and books instead of by parts; `other` where a book cannot be."""
        strides = self.strides
        books = {number: place for place, number in enumerate(self.book_numbers)}
        out = []
        for digits in product(*map(range, self.direct_sizes)):
            place = books.get(digits[-1], -1) if self.by_book else 0
            if place < 0:
                out.append(other)
                continue
            index = sum(self.parts[u][d] * s for u, d, s in zip(self.units, digits, strides, strict=False))
            out.append(codes[index + place * strides[len(self.units)]])
        return out

    def scaled_parts(self, unit: str) -> list[int]:
        """For each memory of a holder what it adds to the index of an answer."""
        stride = self.strides[self.units.index(unit)]
        return [part * stride for part in self.parts[unit]]

    def scaled_books(self) -> list[int]:
        """For each book what it adds to the index of an answer."""
        stride = self.strides[len(self.units)]
        places = {number: place for place, number in enumerate(self.book_numbers)}
        return [places.get(n, 0) * stride for n in range(max(self.book_numbers) + 1)]

    def ranks(self, one: str, two: str) -> tuple[list[int], list[int]]:
        """For each memory of two holders the place of the hand in the order of both."""
        found = _ranks([self.scene.memories[one], self.scene.memories[two]])
        return found[0][: len(self.parts[one])], found[1][: len(self.parts[two])]

    def answers_for(self, unit: str) -> dict[int, set[Any]]:
        """For each memory of a holder, every answer that the question can have."""
        if unit not in self.units:
            every = set(self.answers)
            return dict.fromkeys(range(len(self.scene.memories[unit])), every)
        place = self.units.index(unit)
        stride, size = self.strides[place], self.sizes[place]
        by_part: dict[int, set[Any]] = {}
        for index, answer in enumerate(self.answers):
            by_part.setdefault(index // stride % size, set()).add(answer)
        return {n: by_part[part] for n, part in enumerate(self.parts[unit])}


def _ranks(held: list[Memories]) -> list[list[int]]:
    """The place of each hand in the order of all; -1 for those that have none."""
    hands = [list(m.hands()) for m in held]
    ranks = iter(held[0].classifier.strength([rows for own in hands for _, rows in own]))
    out = [[-1] * len(m) for m in held]
    for own, places in zip(hands, out, strict=True):
        for numbers, _ in own:
            for number, rank in zip(numbers, next(ranks).tolist(), strict=True):
                places[number] = rank
    return out
