"""All rounds at once: a program run on rows of abstract states, layer by layer, with exact weights.

A row is a place in the program, a hand for each party by number, and the rest of the state,
interned. Rows are grouped by what an operation reads; the process of a single round runs the
operation once for each group, and what comes of it is scattered over the rows. Equal rows
merge. Chance is expanded with its weights; nothing is sampled and nothing is cut off.

The lowest place that is pending comes first, so that a loop is empty before it is left.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import comb, lcm
from typing import Any, assert_never

import numpy as np

from lexludi.exact.budget import Budget, NotAnalysed, TooLarge
from lexludi.exact.kinds import kinds_of
from lexludi.exact.last_chain import Chain, Final, chain_at, draws_in_all, followed, weights
from lexludi.exact.last_hand import can_be_counted, counted_hands
from lexludi.exact.multisets import SAFE, HandTable, Ints, distinct
from lexludi.exact.observed import HandColumns, Observed
from lexludi.exact.outcomes import UNSETTLED, Outcome
from lexludi.exact.slices import DRAWN, HAND, THROWN, Place, Slice, dealt_late
from lexludi.play.plan import (
    Alter,
    Ask,
    BeginShow,
    Bets,
    Branch,
    Chance,
    EndShow,
    Finish,
    Jump,
    Pc,
    Placed,
    Plan,
    Require,
    Settle,
    Stop,
    Tell,
    TurnUp,
    Unit,
    Verb,
    Who,
    walk,
)
from lexludi.play.process import Process, Questions
from lexludi.play.round_state import Bet, DecisionNode, Map, State, Stock, Terminal
from lexludi.rules import meaning as m

# Rows of a layer, and cells of an array of weights, past which a question is refused.
MAX_ROWS = 4_000_000
CELLS_AT_ONCE = 4_000_000
WORTH_COUNTING = 100_000
WORTH_CHAINING = 200

# Ways into a layer: from rows of another, each to a row here, in so many ways, by an action where one was chosen.


@dataclass(frozen=True)
class Node:
    """A place where a round goes on that is followed by itself: it was sent back there, or begins anew."""

    pc: Pc
    columns: tuple[tuple[Place, int], ...]
    rest: State


End = Outcome | Node


@dataclass
class Rows:
    """Rounds that have come to the same place: by party and kind of column a number, and the rest of the state."""

    columns: dict[Place, Ints]
    rest: Ints

    def __len__(self) -> int:
        return len(self.rest)

    def take(self, places: Ints) -> "Rows":
        """Some of the rows, or rows several times."""
        return Rows({name: column[places] for name, column in self.columns.items()}, self.rest[places])

    def on(self, rest: Ints | None = None, **columns: Ints) -> "Rows":
        """The rows with another rest."""
        return Rows(self.columns, self.rest if rest is None else rest)

    def put(self, place: Place, column: Ints) -> "Rows":
        """The rows with one column replaced."""
        return Rows({**self.columns, place: column}, self.rest)

    def all(self) -> list[Ints]:
        """Every column."""
        return [*self.columns.values(), self.rest]


@dataclass
class Edge:
    """Ways from rows of one layer to rows of another: `source` to `target`, in so many `ways` (one, if `None`)."""

    source: Ints
    ways: Ints | None = None
    action: str = ""
    layer: int = -1
    target: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


@dataclass
class Layer:
    """Rows at a place, with the edges that lead on; `ends` holds the number of the end of rows that end here."""

    pc: Pc
    rows: Rows
    edges: list[Edge] = field(default_factory=list)
    ends: Ints | None = None
    chosen: Ints | None = None  # for rows at which somebody chooses: the place of the best action
    legal: Ints | None = None


@dataclass(frozen=True)
class Choice:
    """The rows at which somebody chooses, and what they see: all that is not a hand, then a column for each place.

    Of a hand that they do not see, -1 less its size.
    """

    op: Ask
    layer: Layer
    rest: Ints
    seen: dict[Place, Ints]

    def columns(self) -> list[Ints]:
        """Every column that whoever chooses can tell rows apart by."""
        return [self.rest, *self.seen.values()]


@dataclass(frozen=True)
class Values:
    """For each row, the probability of each end as a numerator over one denominator: rows by ends."""

    numerators: Ints
    denominator: int


class Layers:
    """The rounds of one bettor with some bets, from a place in the program to their ends.

    Raises:
        NotAnalysed: there are too many rows, or what is read is not modelled here.
    """

    def __init__(self, questions: Questions, bet: Placed, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        plan = dealt_late(walk(questions.judge.rules, (bet,)), questions)
        self.process = Process(plan, questions)
        self.plan, self.bet = plan, bet
        self.slice = Slice(plan, questions)
        hands, rules = questions.judge.hands, questions.judge.rules
        thrown = {t.object for t in rules.source.thrown}
        self.table = HandTable(kinds_of(hands, self.slice.all_observables, bet.naming), sorted(thrown))
        if any(isinstance(o, m.MarkerAppears) for pc in range(plan.finish) for o in self.slice.observables(pc)[1]):
            # How many objects are left depends on what is burned, which is left out.
            raise NotAnalysed("not-analysed", reason="reading")
        try:
            self.first = {unit: self.slice.first_read(unit) for unit in self.slice.units}
        except ValueError:
            raise NotAnalysed("not-analysed", reason="order-of-receipt") from None
        self.rest: list[State] = []
        self._rest_numbers: dict[State, int] = {}
        self.observed = Observed(self.slice, HandColumns(questions.judge, self.table))
        self._chosen_read = {o.action for o in self.slice.all_observables if isinstance(o, m.Chose)}
        self.loops = {to for pc, op in enumerate(plan.ops) if isinstance(op, Jump) and (to := op.to) <= pc}
        self.ends: list[End] = []
        self._end_numbers: dict[End, int] = {}
        self.choices: list[Choice] = []
        self.rows_made = 0

    # ── Interning ───────────────────────────────────────────────────────────

    def rest_number(self, state: State) -> int:
        """The number of the rest of a state: everything but hands, and nothing that no rule reads."""
        rest = state._replace(
            pc=0,
            hands=Map(),
            thrown=Map(),
            drawn=Map(),
            chosen=frozenset(c for c in state.chosen if c[1] in self._chosen_read),
            face_up=state.face_up if self.slice.asks[state.pc] else frozenset(),
            amount=None,
        )
        number = self._rest_numbers.get(rest)
        if number is None:
            number = self._rest_numbers[rest] = len(self.rest)
            self.rest.append(rest)
        return number

    def end_number(self, end: End) -> int:
        """The number of an end."""
        number = self._end_numbers.get(end)
        if number is None:
            number = self._end_numbers[end] = len(self.ends)
            self.ends.append(end)
        return number

    def start(self, bet: str = "", stake: int = 1) -> Node:
        """The beginning of a round with the bet, or with one that was kept: of a kind, of a multiple of the stake."""
        state = self.process.start(Stock(fresh=False))
        placed = state.bets[0]._replace(bet=bet or self.bet.bet, stake=stake)
        rest = self.rest[self.rest_number(state.with_bet(0, placed))]
        return Node(0, (), rest)

    def target(self, end: End) -> End:
        """Where an end leads: a bet that was kept begins a round anew."""
        return self.start(end.bet, end.stake) if isinstance(end, Outcome) and end.is_kept else end

    def rows_of(self, node: Node) -> Rows:
        """The one row of a node."""
        held = dict(node.columns)
        names = [(kind, unit) for unit in self.slice.units for kind in (HAND, THROWN, DRAWN)]
        columns = {name: np.full(1, held.get(name, 0), dtype=np.int64) for name in names}
        return Rows(columns, np.full(1, self.rest_number(node.rest._replace(pc=node.pc)), dtype=np.int64))

    # ── Forward ─────────────────────────────────────────────────────────────

    def solve(self, node: Node, worth: dict[Node, Fraction], forced: str = "") -> dict[End, Fraction]:
        """The probability of each end from a node, with the best play by what ends and nodes are worth.

        `forced` is an action that is always chosen where it may be.
        """
        layers = self._expand(node)
        values = self._backward(layers, worth, forced)
        top = values[0]
        return {
            end: Fraction(int(top.numerators[0, number]), top.denominator)
            for number, end in enumerate(self.ends)
            if number < top.numerators.shape[1] and top.numerators[0, number]
        }

    def _expand(self, node: Node) -> list[Layer]:
        self.choices = []
        layers: list[Layer] = []
        pending: dict[Pc, list[tuple[Rows, Edge | None]]] = {node.pc: [(self.rows_of(node), None)]}
        seen: dict[Pc, set[tuple[int, ...]]] = {}
        while pending:
            pc = min(pending)
            chunks = pending.pop(pc)
            every = Rows(
                {name: np.concatenate([rows.columns[name] for rows, _ in chunks]) for name in chunks[0][0].columns},
                np.concatenate([rows.rest for rows, _ in chunks]),
            )
            every = self._forget(pc, every)
            first, inverse = distinct(every.all())
            layer = Layer(pc, every.take(first))
            at = 0
            for rows, edge in chunks:
                if edge is not None:
                    edge.layer, edge.target = len(layers), inverse[at : at + len(rows)]
                at += len(rows)
            layers.append(layer)
            self._count(len(layer.rows), pc)
            if pc in self.loops and pc != node.pc:
                self._refuse_cycles(pc, layer.rows, seen)
            for to, after, edge in self._run(layer):
                layer.edges.append(edge)
                pending.setdefault(to, []).append((after, edge))
        return layers

    def _count(self, rows: int, pc: Pc) -> None:
        if self.budget.is_over:
            raise TooLarge(_provisions(self.plan, pc), self.budget, ())
        self.rows_made += rows
        if self.rows_made > MAX_ROWS:
            raise NotAnalysed("not-analysed", _provisions(self.plan, pc), reason="too-many")

    def _refuse_cycles(self, pc: Pc, rows: Rows, seen: dict[Pc, set[tuple[int, ...]]]) -> None:
        known = seen.setdefault(pc, set())
        keys = set(zip(*(column.tolist() for column in rows.all()), strict=True))
        if known & keys:
            raise NotAnalysed("not-analysed", _provisions(self.plan, pc), reason="choices-without-end")
        known |= keys

    def _forget(self, pc: Pc, rows: Rows) -> Rows:
        """Columns on which nothing depends any more are no longer told apart."""
        live = self.slice.live[pc]
        empty = np.zeros(len(rows), dtype=np.int64)
        kept = {name: column if name in live else empty for name, column in rows.columns.items()}
        if not self.slice.weighed[pc] and not self.slice.asks[pc]:
            kept = {name: self._alike(pc, name, column) for name, column in kept.items()}
        return Rows(kept, rows.rest)

    def _alike(self, pc: Pc, place: Place, hands: Ints) -> Ints:
        """One hand for all of which the same will be read, once hands no longer count for what is left."""
        if place[0] == DRAWN or not hands.any():
            return hands
        different, inverse = np.unique(hands, return_inverse=True)
        codes: list[Ints] = [(different == 0).astype(np.int64)]
        for observable in self.slice.read_later(pc, place):
            if isinstance(observable, m.Compared):
                codes.append(self.observed.hands.strengths(different))
            elif not isinstance(observable, m.NumberDrawn | m.DrewNone):
                codes.append(self.observed.hands.column(observable, self.bet.naming).codes(different))
        first, own = distinct(codes)
        alike: Ints = different[first][own][inverse.reshape(-1)]
        return alike

    def _run(self, layer: Layer) -> Iterator[tuple[Pc, Rows, Edge]]:
        """One operation on rows: where they go on, and how."""
        pc, rows = layer.pc, layer.rows
        op = self.plan.ops[pc]
        every = np.arange(len(rows))
        if len(rows) > WORTH_CHAINING and (chained := self._chained(pc, rows)) is not None:
            yield from chained
            return
        match op:
            case Tell() | Bets():
                yield pc + 1, rows, Edge(every)
            case Jump(to, repeats):
                if repeats:
                    layer.ends = self._ends_at_nodes(to, rows)
                else:
                    yield to, rows, Edge(every)
            case Alter(BeginShow()):
                # A round that only shows the game leaves the chances of those that follow as they are.
                shown = range(pc, len(self.plan.ops))
                yield next(p for p in shown if _ends_show(self.plan, p)) + 1, rows, Edge(every)
            case Alter(EndShow() | m.PlaceMarker() | m.RoundsLeft() | m.PutBack()):
                yield pc + 1, rows, Edge(every)
            case Alter(TurnUp(), who):
                yield pc + 1, self._turned_up(pc, rows, who.unit), Edge(every)
            case Chance(verb=Verb.BURN):
                yield pc + 1, rows, Edge(every)
            case Chance(verb=Verb.THROW):
                yield self._throw(pc, op, rows)
            case Chance():
                yield from self._deal(pc, op, rows)
            case Ask():
                yield from self._ask(layer, op)
            case Branch() | Require() | Settle() | Alter():
                yield from self._lifted(layer)
            case Finish() | Stop():
                layer.ends = self._never_settled(rows)
            case _:
                assert_never(op)

    def _ends_at_nodes(self, to: Pc, rows: Rows) -> Ints:
        rows = self._forget(to, rows)
        seen = [rows.rest, *self._seen(self.bet.unit, rows).values()]
        if self.slice.asks[to] and len(distinct(seen)[0]) < len(distinct(rows.all())[0]):
            # A node is followed by itself: whoever chooses there would know all of it.
            raise NotAnalysed("not-analysed", _provisions(self.plan, to), reason="hidden-hand")
        first, inverse = distinct(rows.all())
        numbers = []
        for place in first:
            held = tuple((name, int(column[place])) for name, column in rows.columns.items() if column[place])
            numbers.append(self.end_number(Node(to, held, self.rest[int(rows.rest[place])])))
        return np.array(numbers, dtype=np.int64)[inverse]

    def _turned_up(self, pc: Pc, rows: Rows, unit: Unit) -> Rows:
        if not self.slice.asks[pc]:
            return rows
        return rows.on(rest=self._map_rest(rows.rest, lambda rest: rest._replace(face_up=rest.face_up | {unit}), pc))

    def _map_rest(self, rest: Ints, change: Callable[[State], State], pc: Pc) -> Ints:
        known, inverse = np.unique(rest, return_inverse=True)
        numbers = [self.rest_number(change(self.rest[int(number)])._replace(pc=pc)) for number in known]
        return np.array(numbers, dtype=np.int64)[inverse.reshape(-1)]

    def _never_settled(self, rows: Rows) -> Ints:
        """The bet is still open at the end of the round."""
        numbers = []
        known, inverse = np.unique(rows.rest, return_inverse=True)
        for number in known:
            bet = self.rest[int(number)].bets[0]
            eid = self.plan.rules.bets[bet.bet].eid
            numbers.append(self.end_number(Outcome(bet.bet, UNSETTLED, None, (eid,))))
        return np.array(numbers, dtype=np.int64)[inverse.reshape(-1)]

    # ── Lifting ─────────────────────────────────────────────────────────────

    def _groups(self, pc: Pc, rows: Rows, also: tuple[Ints, ...] = ()) -> tuple[list[State], Ints]:
        """One state for each combination of what an operation reads, and for each row the place of its own."""
        who, observables = self.slice.observables(pc)
        codes = [code for o in observables if (code := self._codes(o, who, rows)) is not None]
        first, inverse = distinct([rows.rest, *codes, *also])
        return [self._state(pc, rows, int(place)) for place in first], inverse

    def _codes(self, observable: m.Observable, who: Who, rows: Rows) -> Ints | None:
        return self.observed.codes(observable, who, rows.columns, len(rows), self.bet.naming)

    def _state(self, pc: Pc, rows: Rows, place: int) -> State:
        """The state of a round that a row stands for."""
        return self.observed.state(pc, self.rest[int(rows.rest[place])], rows.columns, place)

    def _lifted(self, layer: Layer) -> Iterator[tuple[Pc, Rows, Edge]]:
        pc, rows = layer.pc, layer.rows
        states, inverse = self._groups(pc, rows)
        if self.slice.asks[pc]:
            self._refuse_hidden(pc, rows, inverse)
        to, rest, ends = [], [], []
        for state in states:
            after = self.process.step(state, None)
            assert isinstance(after, State | Terminal)
            end = self._end_of(state, after)
            ends.append(-1 if end is None else self.end_number(end))
            following = after.state if isinstance(after, Terminal) else after
            to.append(following.pc)
            rest.append(self.rest_number(following) if end is None else 0)
        ended = np.array(ends, dtype=np.int64)[inverse]
        if (ended >= 0).any():
            layer.ends = ended
        places, after_rest = np.array(to, dtype=np.int64)[inverse], np.array(rest, dtype=np.int64)[inverse]
        for place in np.unique(places[ended < 0]):
            source = np.flatnonzero((places == place) & (ended < 0))
            yield int(place), rows.take(source).on(rest=after_rest[source]), Edge(source)

    def _end_of(self, before: State, after: State | Terminal) -> End | None:
        """The end of the bet, if an operation brought it about."""
        if isinstance(after, Terminal):
            assert after.undecided is not None
            return Outcome(before.bets[0].bet, UNSETTLED, None, after.undecided.provisions)
        bet = after.bets[0]
        if bet.undecided is not None:
            return Outcome(bet.bet, UNSETTLED, None, bet.undecided.provisions)
        if not bet.result:
            return None
        stake = int(bet.stake)
        return Outcome(bet.bet, bet.result, Fraction(bet.net), bet.provisions, self._category(before, bet), stake)

    def _category(self, state: State, bet: Bet) -> str:
        """The category of the bettor's hand, where the rules on the bet ask for it."""
        own = self.process.questions.outcomes[bet.bet].observables
        asked = [o for o in own if isinstance(o, m.CategoryOf) and not self.plan.rules.fixed(o.role)]
        settles = isinstance(self.plan.ops[state.pc], Settle)
        category = self.process.hands.category(state.hand(bet.unit)) if asked and settles else None
        return category.id if category else ""

    # ── Chance ──────────────────────────────────────────────────────────────

    def _throw(self, pc: Pc, op: Chance, rows: Rows) -> tuple[Pc, Rows, Edge]:
        assert op.count is not None
        hands, ways = self.table.throws(op.kind, op.count)
        source = np.repeat(np.arange(len(rows)), len(hands))
        after = rows.take(source).put((THROWN, op.units[0]), np.tile(hands, len(rows)))
        if self.slice.asks[pc]:
            unit = op.units[0]
            turned = self._map_rest(after.rest, lambda rest: rest._replace(face_up=rest.face_up | {unit}), pc)
            after = after.on(rest=turned)
        dtype = np.int64 if sum(ways) < SAFE else object
        return pc + 1, after, Edge(source, np.tile(np.array(ways, dtype=dtype), len(rows)))

    def _deal(self, pc: Pc, op: Chance, rows: Rows) -> Iterator[tuple[Pc, Rows, Edge]]:
        """Objects dealt or drawn, party by party; rows with hands of other sizes need other numbers of objects."""
        if op.face_up and self.slice.asks[pc]:
            shown = frozenset(op.units)
            rows = rows.on(rest=self._map_rest(rows.rest, lambda rest: rest._replace(face_up=rest.face_up | shown), pc))
        sizes = [self.table.sizes()[rows.columns[HAND, unit]] for unit in op.units]
        if (counted := self._counted(pc, op, rows, sizes)) is not None:
            yield pc + 1, *counted
            return
        first, inverse = distinct(sizes)
        for group, place in enumerate(first):
            source = np.flatnonzero(inverse == group)
            own, ways = rows.take(source), None
            for unit, size in zip(op.units, (int(column[place]) for column in sizes), strict=True):
                assert op.count is not None
                wanted = op.count - size if op.verb is Verb.DEAL else op.count
                for piece in self._pieces(unit, size, wanted, op.verb):
                    own, chosen, more = self._draw(pc, op, unit, piece, own)
                    source = source[chosen]
                    ways = more if ways is None else _product(ways[chosen], more)
            yield pc + 1, own, Edge(source, ways)

    def _counted(self, pc: Pc, op: Chance, rows: Rows, sizes: list[Ints]) -> tuple[Rows, Edge] | None:
        """The last hand of the round, counted by what will be read of it; nothing where it has to be dealt out."""
        place = (HAND, op.units[0])
        last = op.verb is Verb.DEAL and len(op.units) == 1 and not sizes[0].any()
        if not last or self.slice.weighed[pc + 1] or self.slice.asks[pc] or self.first[op.units[0]]:
            return None
        assert op.count is not None
        batch = self.table.batch(op.kind, op.count)
        read = self.slice.read_later(pc + 1, place)
        compared = [o for o in read if isinstance(o, m.Compared)]
        others = {other for o in compared for other in self._others(o, place)}
        worthwhile = len(rows) * len(batch) > WORTH_COUNTING
        if len(others) > 1 or not worthwhile or not can_be_counted(self.table, op.kind, op.count):
            return None
        alone = [
            self.observed.hands.column(o, self.bet.naming).codes(batch) for o in read if not isinstance(o, m.Compared)
        ]
        strengths = np.zeros(len(batch), dtype=np.int64)
        against = None
        for other in others:
            both = self.observed.hands.strengths(np.concatenate([batch, rows.columns[other]]))
            strengths, against = both[: len(batch)], both[len(batch) :]
        _, classes = distinct([(strengths >= 0).astype(np.int64), *alone])
        counts = self.table.counts()
        gone = sum((counts[rows.columns[HAND, unit]] for unit in self.slice.units), np.zeros((len(rows), 1), np.int64))
        gone = np.where(self.table.stock > 0, gone, 0)
        parts = list(counted_hands(self.table, batch, classes, strengths, gone, against))
        source = np.concatenate([part.rows for part in parts])
        order = np.argsort(source, kind="stable")
        hands = np.concatenate([part.hands for part in parts])[order]
        ways = np.concatenate([part.ways for part in parts])[order]
        return rows.take(source[order]).put(place, hands), Edge(source[order], ways)

    def _others(self, observable: m.Compared, place: Place) -> Iterator[Place]:
        """The hands with which a hand is compared."""
        bettor = Who(self.bet.unit, 0)
        yield from (other for other in self.slice.places(observable, bettor) if other != place)

    def _reads_last(self, unit: Unit) -> bool:
        return any((DRAWN, unit) in live for live in self.slice.live)

    def _pieces(self, unit: Unit, size: int, wanted: int, verb: Verb) -> Iterator[int]:
        """In which portions objects come, so that what is read of their order is kept."""
        boundary = self.first[unit]
        if verb is Verb.DRAW and self._reads_last(unit):
            yield from [1] * max(wanted, 0)
            return
        if size < boundary < size + wanted:
            yield boundary - size
            size, wanted = boundary, size + wanted - boundary
        if wanted > 0:
            yield wanted

    def _draw(self, pc: Pc, op: Chance, unit: Unit, size: int, rows: Rows) -> tuple[Rows, Ints, Ints]:
        """Every hand of so many objects in every row: the rows after it, from which each comes, and its ways."""
        batch = self.table.batch(op.kind, size)
        self._count(0, pc)
        if len(rows) * len(batch) > 20 * MAX_ROWS:
            raise NotAnalysed("not-analysed", op.provisions, reason="too-many")
        counts = self.table.counts()
        left = self.table.stock - sum(counts[rows.columns[HAND, own]] for own in self.slice.units)
        dtype = np.int64 if comb(int(self.table.stock.sum()), size) < SAFE else object
        taken, hands, ways = [], [], []
        step = max(1, CELLS_AT_ONCE // max(1, len(batch)))
        for begin in range(0, len(rows), step):
            weights = self.table.ways(batch, left[begin : begin + step], dtype)
            source, dealt = np.nonzero(weights)
            ways.append(weights[source, dealt])
            taken.append(source + begin)
            hands.append(batch[dealt])
        source = np.concatenate(taken)
        # Rows for which nothing is left must not fall out of the count.
        if len(np.unique(source)) < len(rows):
            raise NotAnalysed("not-analysed", op.provisions, reason="stock-exhausted")
        self._count(len(source), pc)
        drawn = np.concatenate(hands)
        joined = self.table.join(rows.columns[HAND, unit][source], drawn, self.first[unit])
        after = rows.take(source).put((HAND, unit), joined)
        if op.verb is Verb.DRAW and self._reads_last(unit):
            order = np.argsort(batch)
            last = np.array([self.table.last_kind(int(hand)) + 1 for hand in batch[order]], dtype=np.int64)
            after = after.put((DRAWN, unit), last[np.searchsorted(batch[order], drawn)])
        return after, source, np.concatenate(ways)

    def _chained(self, pc: Pc, rows: Rows) -> list[tuple[Pc, Rows, Edge]] | None:
        """The last chain of draws of a round, followed once for all rows that begin alike; nothing without one."""
        chain = chain_at(self.slice, pc)
        if chain is None:
            return None
        place = (HAND, chain.unit)
        first = self.first[chain.unit]
        if first and (self.table.sizes()[rows.columns[place]] <= first).any():
            return None
        # What the rules of the chain read beside the hand that grows stays as it is.
        codes = []
        for own in sorted(chain.region):
            who, observables = self.slice.observables(own)
            for observable in observables:
                places = self.slice.places(observable, who)
                if place in places and len(places) > 1:
                    return None
                if place not in places and (code := self._codes(observable, who, rows)) is not None:
                    codes.append(code)
        left = self.table.stock - sum(self.table.counts()[rows.columns[HAND, unit]] for unit in self.slice.units)
        of_kind = np.array([kind.object == chain.kind for kind in self.table.kinds])
        left = np.where(of_kind, left, 0)
        begins, inverse = distinct([rows.columns[place], rows.rest, *codes])
        out: list[tuple[Pc, Rows, Edge]] = []
        for group, begin in enumerate(begins):
            source = np.flatnonzero(inverse == group)
            start = int(rows.columns[place][begin])
            base = self._state(pc, rows, int(begin))
            finals = followed(self.table, chain, start, partial(self._run_chain, chain, base))
            if finals is None or not finals:
                return None
            out += self._finals(chain, rows.take(source), source, start, finals, left[source])
        return out

    def _run_chain(self, chain: Chain, base: State, hand: int) -> State:
        """The state at which a hand draws again, or leaves the chain."""
        state = base._replace(hands=base.hands.put(chain.unit, self.table.objects(hand)))
        while state.pc in chain.region and not isinstance(self.plan.ops[state.pc], Chance):
            following = self.process.step(state, None)
            if isinstance(following, Terminal):
                # No rule says whether to draw: the bet is left open.
                assert following.undecided is not None
                bet = state.bets[0]._replace(undecided=following.undecided)
                return state.with_bet(0, bet)._replace(pc=len(self.plan.ops) - 1)
            assert isinstance(following, State)
            state = following
        return state

    def _finals(
        self, chain: Chain, rows: Rows, source: Ints, start: int, finals: list[Final], left: Ints
    ) -> Iterator[tuple[Pc, Rows, Edge]]:
        """The rows that leave a chain, hands together of which the same will be read."""
        numbers = np.array([self.table.with_added(start, final.added) for final in finals], dtype=np.int64)
        together: dict[tuple[int, int, int], Ints] = {}
        alike = {
            pc: dict(zip(numbers.tolist(), self._alike(pc, (HAND, chain.unit), numbers).tolist(), strict=True))
            for pc in {final.state.pc for final in finals}
        }
        every = list(weights(finals, left))
        if np.any(sum(every) != draws_in_all(finals, left)):
            raise NotAnalysed("not-analysed", _provisions(self.plan, min(chain.region)), reason="stock-exhausted")
        for number, final, weight in zip(numbers.tolist(), finals, every, strict=True):
            key = (final.state.pc, self.rest_number(final.state), alike[final.state.pc][number])
            together[key] = together[key] + weight if key in together else weight
        for (pc, rest, hand), ways in together.items():
            own = np.flatnonzero(ways)
            if len(own):
                after = rows.take(own).put((HAND, chain.unit), np.full(len(own), hand, dtype=np.int64))
                yield pc, after.on(rest=np.full(len(own), rest, dtype=np.int64)), Edge(source[own], ways[own])

    # ── Choices ─────────────────────────────────────────────────────────────

    def _ask(self, layer: Layer, op: Ask) -> Iterator[tuple[Pc, Rows, Edge]]:
        pc, rows = layer.pc, layer.rows
        states, inverse = self._groups(pc, rows)
        legal = np.zeros((len(rows), len(op.actions)), dtype=np.bool_)
        for number, state in enumerate(states):
            node = self.process.step(state, None)
            assert isinstance(node, DecisionNode)
            legal[inverse == number] = [action in node.legal for action in op.actions]
        if not legal.any(axis=1).all():
            raise NotAnalysed("not-analysed", op.provisions, reason="no-choice-left")
        seen = self._seen(op.who.unit, rows)
        told = [rows.rest, *seen.values()]
        if len(distinct(told)[0]) < len(distinct([*told, *legal.T.astype(np.int64)])[0]):
            # What is offered would tell of what lies hidden.
            raise NotAnalysed("not-analysed", op.provisions, reason="hidden-hand")
        layer.legal = legal
        self.choices.append(Choice(op, layer, rows.rest, seen))
        for place, (action, to) in enumerate(zip(op.actions, op.to, strict=True)):
            source = np.flatnonzero(legal[:, place])
            if len(source):
                yield to, rows.take(source), Edge(source, None, action)

    def _seen(self, own: Unit, rows: Rows) -> dict[Place, Ints]:
        """What a bettor sees of each row: open hands and their own, of others the size, and what was thrown."""
        open_ = np.array([[unit in rest.face_up for unit in self.slice.units] for rest in self.rest], dtype=np.bool_)
        columns, sizes = {}, self.table.sizes()
        for number, unit in enumerate(self.slice.units):
            hands = rows.columns[HAND, unit]
            shown = np.ones(len(rows), dtype=np.bool_) if unit == own else open_[rows.rest, number]
            columns[HAND, unit] = np.where(shown, hands, -1 - sizes[hands])
            columns[THROWN, unit] = rows.columns[THROWN, unit]
        return columns

    def _refuse_hidden(self, pc: Pc, rows: Rows, groups: Ints) -> None:
        """A choice that comes after an operation must not learn from it what lies hidden."""
        seen = [rows.rest, *self._seen(self.bet.unit, rows).values()]
        if len(distinct(seen)[0]) < len(distinct([*seen, groups])[0]):
            raise NotAnalysed("not-analysed", _provisions(self.plan, pc), reason="hidden-hand")

    # ── Backward ────────────────────────────────────────────────────────────

    def _backward(self, layers: list[Layer], worth: dict[Node, Fraction], forced: str) -> list[Values]:
        nets = [_net(self.target(end), worth) for end in self.ends]
        reach = self._reach(layers) if self._hides(layers) else None
        values: list[Values] = [Values(np.zeros((0, 0), dtype=np.int64), 1)] * len(layers)
        for number in reversed(range(len(layers))):
            layer = layers[number]
            if layer.legal is not None:
                values[number] = self._chosen(layer, number, values, nets, reach, forced)
            else:
                values[number] = self._averaged(layer, values)
        return values

    def _averaged(self, layer: Layer, values: list[Values]) -> Values:
        """Values of rows from those of the rows that they lead to, weighted by the ways."""
        count, width = len(layer.rows), len(self.ends)
        common = lcm(1, *(values[edge.layer].denominator for edge in layer.edges))
        most = sum(len(edge.source) * (1 if edge.ways is None else int(edge.ways.max())) for edge in layer.edges)
        totals: Ints = np.zeros(count, dtype=np.int64 if most < SAFE else object)
        for edge in layer.edges:
            ways = np.ones(len(edge.source), dtype=np.int64) if edge.ways is None else edge.ways
            totals = totals + _summed(edge.source, ways, count)
        if layer.ends is not None:
            totals = totals + (layer.ends >= 0)
        different, places = np.unique(totals, return_inverse=True)
        if different[0] == 0:
            raise NotAnalysed("not-analysed", _provisions(self.plan, layer.pc), reason="stock-exhausted")
        whole = lcm(1, *map(int, different))
        denominator = common * whole
        dtype = np.int64 if denominator < SAFE else object
        numerators = np.zeros((count, width), dtype=dtype)
        factors = np.array([whole // int(total) for total in different], dtype=dtype)[places.reshape(-1)]
        for edge in layer.edges:
            child = values[edge.layer]
            own = child.numerators[edge.target].astype(dtype, copy=False) * (common // child.denominator)
            if edge.ways is not None:
                own = own * edge.ways.astype(dtype, copy=False)[:, None]
            numerators[:, : own.shape[1]] += _summed(edge.source, own, count)
        numerators *= factors[:, None]
        if layer.ends is not None:
            ended = np.flatnonzero(layer.ends >= 0)
            numerators[ended, layer.ends[ended]] = denominator
        return Values(numerators, denominator)

    def _chosen(
        self,
        layer: Layer,
        number: int,
        values: list[Values],
        nets: list[Fraction],
        reach: list[Any] | None,
        forced: str,
    ) -> Values:
        """Values of rows at which somebody chooses: the best action for each thing that they may see."""
        op = self.plan.ops[layer.pc]
        assert isinstance(op, Ask)
        assert layer.legal is not None
        common = lcm(1, *(values[edge.layer].denominator for edge in layer.edges))
        unit = lcm(1, *(net.denominator for net in nets))
        count, width = len(layer.rows), len(self.ends)
        dtype = np.int64 if common < SAFE else object
        options: dict[str, Ints] = {}
        for edge in layer.edges:
            child = values[edge.layer]
            own = np.zeros((count, width), dtype=dtype)
            shares = child.numerators[edge.target].astype(dtype, copy=False) * (common // child.denominator)
            own[edge.source, : shares.shape[1]] = shares
            options[edge.action] = own
        gains = {
            action: own.astype(object) @ np.array([int(net * unit) for net in nets], dtype=object)
            for action, own in options.items()
        }
        choice = next(choice for choice in self.choices if choice.layer is layer)
        _, group = distinct(choice.columns())
        weights = reach[number] if reach is not None else np.ones(count, dtype=object)
        best = np.full(count, -1, dtype=np.int64)
        highest: dict[int, Any] = {}
        for place, action in enumerate(op.actions):
            if action not in gains:
                continue
            # Whoever chooses cannot tell the rows of a group apart, and takes their average.
            total = np.zeros(int(group.max()) + 1, dtype=object)
            np.add.at(total, group, gains[action] * weights)
            legal = layer.legal[:, place]
            for row in np.flatnonzero(legal):
                known = highest.get(int(group[row]))
                value = (action == forced, total[group[row]])
                if known is None or value > known[0]:
                    highest[int(group[row])] = (value, place)
        for index, own_group in enumerate(group.tolist()):
            best[index] = highest[own_group][1]
        layer.chosen = best
        numerators = np.zeros((count, width), dtype=dtype)
        for place, action in enumerate(op.actions):
            if action in options:
                numerators[best == place] = options[action][best == place]
        return Values(numerators, common)

    def _hides(self, layers: list[Layer]) -> bool:
        """Something is hidden from somebody who chooses: rows that look alike to them are not one."""
        return any(len(distinct(choice.columns())[0]) < len(choice.layer.rows) for choice in self.choices)

    def _reach(self, layers: list[Layer]) -> list[Any]:
        """For each row, the probability of chance's part in coming there, up to a factor of its layer's rows."""
        reach: list[Any] = [np.zeros(len(layer.rows), dtype=object) for layer in layers]
        reach[0][:] = Fraction(1)
        for number, layer in enumerate(layers):
            totals = np.zeros(len(layer.rows), dtype=object)
            chance = isinstance(self.plan.ops[layer.pc], Chance)
            for edge in layer.edges:
                ways = np.ones(len(edge.source), dtype=object) if edge.ways is None else edge.ways.astype(object)
                totals += _summed(edge.source, ways, len(layer.rows))
            for edge in layer.edges:
                ways = np.ones(len(edge.source), dtype=object) if edge.ways is None else edge.ways.astype(object)
                share = reach[number][edge.source]
                if chance:
                    share = share * np.array(
                        [Fraction(int(w), int(t)) for w, t in zip(ways, totals[edge.source], strict=True)], dtype=object
                    )
                np.add.at(reach[edge.layer], edge.target, share)
        return reach


def _ends_show(plan: Plan, pc: Pc) -> bool:
    op = plan.ops[pc]
    return isinstance(op, Alter) and isinstance(op.change, EndShow)


def _net(end: End, worth: dict[Node, Fraction]) -> Fraction:
    """What an end is worth per unit staked; what no rule settles counts nothing."""
    if isinstance(end, Node):
        return worth.get(end, Fraction(0))
    return end.net or Fraction(0)


def _provisions(plan: Plan, pc: Pc) -> tuple[str, ...]:
    """The provisions of the operation at a place, or of the next one that has any."""
    for op in plan.ops[pc:]:
        if isinstance(op, Chance | Ask | Alter | Tell | Bets) and op.provisions:
            return op.provisions
    return ()


def _product(ways: Ints, more: Ints) -> Ints:
    """The product of weights, in Python's integers where 64 bits might not do."""
    most = int(ways.max(initial=0)) * int(more.max(initial=0))
    return ways * more if most < SAFE else ways.astype(object) * more.astype(object)


def _summed(source: Ints, values: Ints, count: int) -> Ints:
    """The sums of values by the row that they come from; equal rows stand together."""
    shape = (count, *values.shape[1:])
    out: Ints = np.zeros(shape, dtype=values.dtype)
    if len(source):
        starts = np.flatnonzero(np.diff(source, prepend=-1))
        out[source[starts]] = np.add.reduceat(values, starts, axis=0)
    return out
