"""Pairs of states of two programs of a round, as rows of arrays; and the events that led to them."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.budget import NotAnalysed, RowMeter
from lexludi.exact.common_hand import Reads
from lexludi.exact.graph import End, EntryNode, Layer, Rows
from lexludi.exact.graph import joined as rows_joined
from lexludi.exact.kinds import Kind, kinds_of
from lexludi.exact.layers import Layers
from lexludi.exact.multisets import NUMBER, HandTable, Ints
from lexludi.exact.slices import HAND, THROWN, Slice, dealt_late
from lexludi.play.plan import Ask, Chance, Pc, Placed, Plan, Unit, Verb, walk
from lexludi.play.questions import Questions
from lexludi.rules.throws import THROWN as APART

T = TypeVar("T")

# Where objects come from: how, of which kind, and to whom, where that tells one stream from another.
Source = tuple[str, str, Unit]
# What is chosen at a choice, or at one of those that are alike.
CHOSEN = "chosen"
# What one side has had and the other has not yet, in order: hands by number, or places of actions.
Ahead = tuple[tuple[Source, tuple[int, ...]], ...]

# The place of a side that has ended, or waits to be sent back.
ENDED = 1 << 30


@dataclass(frozen=True)
class SharedEvent:
    """Something that comes once for both: objects from a source, by the number of the hand; or an action."""

    source: Source
    number: int


@dataclass(frozen=True)
class Pair:
    """A pair of rounds: the end of the bet on each side, or where it goes on; the hands ahead, and what has come."""

    ends: tuple[End, End]
    ahead: tuple[Ahead, Ahead] = ((), ())
    came: int = 0

    @property
    def goes_on(self) -> bool:
        """A side has not ended."""
        return any(isinstance(end, EntryNode) for end in self.ends)


class PairedSide(Layers):
    """The rounds of one of two programs, over hands by the same numbers."""

    @cached_property
    def asked(self) -> tuple[tuple[str, Unit, tuple[str, ...]], ...]:
        """The choices of the program in order: of which kind of bet, for whose hand, and among what."""
        hand = self.bet.unit
        asks = (op for op in self.plan.ops if isinstance(op, Ask))
        return tuple(
            (self.plan.bets[op.who.bet].bet, "*" if op.who.unit == hand else op.who.unit, op.actions) for op in asks
        )

    @cached_property
    def streams(self) -> tuple[Source, ...]:
        """The stream of actions of each choice, in the order of the program: by its place among them."""
        return tuple((CHOSEN, str(number), "") for number in range(len(self.asked)))

    def choice_at(self, plan: Plan, pc: Pc) -> Source:
        """The stream of a choice of a program of these rounds, in which others may come earlier or later than here."""
        return self.streams[sum(isinstance(op, Ask) for op in plan.ops[:pc])]

    @staticmethod
    def _followed_plan(questions: Questions, bets: tuple[Placed, ...]) -> Plan:
        """The program with its hands dealt late; what is drawn comes to both sides in one order, read or not."""
        return dealt_late(walk(questions.judge.rules, bets), questions)

    def rows_of(self, node: EntryNode) -> Rows:
        """The one row of a node."""
        return self._forward.rows_of(node)

    def moves(self, pc: Pc, rows: Rows) -> tuple[list[tuple[Pc, Rows, Ints]], Ints]:
        """One operation that is neither chance nor choice: where rows go on, and which end how (-1 for none)."""
        layer = Layer(pc, rows)
        moves = [(to, after, edge.source) for to, after, edge in self._forward.operate(layer)]
        ends = np.full(len(rows), -1, dtype=NUMBER)
        for ended in layer.ended:
            ends[ended.rows] = ended.ends
        return moves, ends

    @property
    def meter(self) -> RowMeter:
        """The rows made so far, under the budget."""
        return self._forward.meter

    @property
    def sends_back(self) -> bool:
        """Rounds have been sent back."""
        return any(isinstance(end, EntryNode) for end in self.ends)

    def first_of(self, source: Source) -> int:
        """The number of objects that are read as the first of whoever receives from a source."""
        hand = self.bet.unit
        # The bettor's own hand is a star in sources: by whatever place it goes in either program, it is the same.
        unit = {"*": hand, "*" + APART: hand + APART}.get(source[2], source[2])
        return self._forward.draws.first((THROWN if source[0] == Verb.THROW.value else HAND, unit))

    def forgotten(self, pc: Pc, rows: Rows) -> Rows:
        """The rows with nothing told apart on which nothing depends."""
        return self._forward.forget(pc, rows, merges=True)

    def seen(self, rows: Rows) -> list[Ints]:
        """The columns by which the bettor tells rows apart."""
        return [rows.rest, *self._forward.seen(self.bet.unit, rows).values()]

    def legal(self, pc: Pc, rows: Rows) -> Ints:
        """The actions that no provision forbids: rows by actions."""
        op = self.plan.ops[pc]
        assert isinstance(op, Ask)
        return self._forward.legal(pc, op, rows)

    def shown_to_all(self, pc: Pc, op: Chance, rows: Rows) -> Rows:
        """The rows with the objects of an operation lying open, where somebody sees them before a choice."""
        if self.slice.asks[pc] and op.verb is Verb.DEAL:
            return self._forward.draws.shown(pc, op, rows)
        return rows

    def given(self, op: Chance, unit: Unit, rows: Rows, hands: Ints) -> Rows:
        """The rows with objects received by a party."""
        if op.verb is Verb.THROW:
            return rows.put((THROWN, unit), hands)
        return self._forward.draws.received(op, unit, rows, hands)

    def source(self, op: Chance, unit: Unit) -> Source:
        """The stream of objects from which a party receives some."""
        hand = self.bet.unit
        name = {hand: "*", hand + APART: "*" + APART}.get(unit, unit)
        # What is drawn is one stream, whoever draws: it comes off the stock in one order.
        return (op.verb.value, op.kind, "" if op.verb is Verb.DRAW else name)

    def last_hand(self, pc: Pc, op: Chance, rows: Rows, batch: Ints) -> Reads | None:
        """All that is read of the last hand of a round, by the hands that it may be; nothing if it is not the last."""
        place = (HAND, op.units[0])
        if not self._forward.draws.is_last_hand(pc, op) or rows.column(place).any():
            return None
        compared = self._forward.draws.compared_later(pc + 1, place)
        if len(compared) > 1:
            return None
        alone = self._forward.observed.classes(pc + 1, place, batch)
        for other in compared:
            both = self.strengths(np.concatenate([batch, rows.column(other)]))
            return Reads(alone, both[: len(batch)], both[len(batch) :])
        return Reads(alone, None, None)

    def comes_from(self, pc: Pc, source: Source) -> bool:
        """Something may still come from a source, at a place or later."""
        ops = (self.plan.ops[p] for p in (pc, *self.plan.ahead[pc]))
        if source[0] == CHOSEN:
            places = (p for p in (pc, *self.plan.ahead[pc]) if isinstance(self.plan.ops[p], Ask))
            return any(self.choice_at(self.plan, p) == source for p in places)
        chances = (op for op in ops if isinstance(op, Chance) and op.verb is not Verb.BURN)
        return any(self.source(op, unit) == source for op in chances for unit in op.units)


@dataclass
class Pairs:
    """Rows of pairs of states at a pair of places, with their weights.

    `ends` are the numbers of ends, -1 while a side goes on; `ahead` numbers what each side
    still has to be given; `came` is all that has come, as a hand; `over` numbers the totals
    that the weights are counted over; `trail` the events that led here.
    """

    sides: tuple[Rows, Rows]
    ends: tuple[Ints, Ints]
    ahead: tuple[Ints, Ints]
    came: Ints
    over: Ints
    weight: Ints
    trail: Ints

    def __len__(self) -> int:
        return len(self.came)

    def take(self, at: Ints) -> "Pairs":
        """Some of the rows, or rows several times."""
        return Pairs(
            (self.sides[0].take(at), self.sides[1].take(at)),
            (self.ends[0][at], self.ends[1][at]),
            (self.ahead[0][at], self.ahead[1][at]),
            self.came[at],
            self.over[at],
            self.weight[at],
            self.trail[at],
        )

    def on(self, side: int, rows: Rows) -> "Pairs":
        """The rows with the states of one side replaced."""
        return replace(self, sides=put(self.sides, side, rows))

    def columns(self) -> list[Ints]:
        """All that rows are told apart by."""
        return [*self.sides[0].all(), *self.sides[1].all(), *self.ends, *self.ahead, self.came, self.over]


def put(pair: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    """A pair with one of the two replaced."""
    return (value, pair[1]) if side == 0 else (pair[0], value)


def joined(chunks: list[Pairs]) -> Pairs:
    """Rows of several places together."""

    def all_of(columns: list[Ints]) -> Ints:
        return np.concatenate(columns)

    return Pairs(
        (rows_joined([c.sides[0] for c in chunks]), rows_joined([c.sides[1] for c in chunks])),
        (all_of([c.ends[0] for c in chunks]), all_of([c.ends[1] for c in chunks])),
        (all_of([c.ahead[0] for c in chunks]), all_of([c.ahead[1] for c in chunks])),
        all_of([c.came for c in chunks]),
        all_of([c.over for c in chunks]),
        all_of([c.weight for c in chunks]),
        all_of([c.trail for c in chunks]),
    )


@dataclass
class _Chunk:
    """Events that came to many rows at once: for each the trail before it, and the number of what came.

    Where one hand stands for others, `find` gives one that can really have come.
    """

    source: Source
    before: Ints
    numbers: Ints
    find: Callable[[int], int] | None


class Trails:
    """The events that led to rows, each after the one before it; trail 0 is empty."""

    def __init__(self) -> None:
        # Linked lists in stretches: each chunk has the last events of many trails, and the numbers of those before.
        self._chunks: list[_Chunk] = []
        # The first trail of each chunk, ascending.
        self._starts: list[int] = []
        self._next = 1

    def add(self, source: Source, before: Ints, numbers: Ints, find: Callable[[int], int] | None = None) -> Ints:
        """Trails with one more event."""
        self._chunks.append(_Chunk(source, before, numbers, find))
        self._starts.append(self._next)
        trails: Ints = np.arange(self._next, self._next + len(before), dtype=NUMBER)
        self._next += len(before)
        return trails

    def events(self, trail: int) -> tuple[SharedEvent, ...]:
        """The events of a trail in their order."""
        out: list[SharedEvent] = []
        while trail:
            place = bisect_right(self._starts, trail) - 1
            chunk, at = self._chunks[place], trail - self._starts[place]
            number = chunk.find(at) if chunk.find else int(chunk.numbers[at])
            out.append(SharedEvent(chunk.source, number))
            trail = int(chunk.before[at])
        return tuple(reversed(out))


def common_table(both: tuple[tuple[Questions, Placed], tuple[Questions, Placed]]) -> HandTable:
    """A table of hands that tells apart what either of two programs reads.

    Raises:
        NotAnalysed: their objects differ.
    """
    (first, _), (second, _) = both
    one, two = first.judge.hands, second.judge.hands
    if (one.material.kinds, one.full, one.material.faces) != (two.material.kinds, two.full, two.material.faces):
        raise NotAnalysed("not-analysed", reason="objects-differ")
    # The coarsest partition that refines both: objects are together if neither program tells them apart.
    groups: dict[tuple[int, int], list[int]] = {}
    places = [_kind_places(questions, bet) for questions, bet in both]
    for thing in range(len(one.material.objects)):
        groups.setdefault((places[0][thing], places[1][thing]), []).append(thing)
    kinds = [
        Kind(one.material.objects[group[0]].object, tuple(group), sum(one.material.counts[thing] for thing in group))
        for group in groups.values()
    ]
    return HandTable(kinds, one.material.faces)


def _kind_places(questions: Questions, bet: Placed) -> dict[int, int]:
    plan = dealt_late(walk(questions.judge.rules, (bet,)), questions)
    kinds = kinds_of(questions.judge.hands, Slice(plan, questions).all_observables, bet.naming)
    return {thing: place for place, kind in enumerate(kinds) for thing in kind.members}
