"""Reachable situations: all rounds of a program as rows without weights, each with the way that led to it.

Rows that agree in all that is read of them at a place or later are one. What they had in hand is
kept of one of them, so that each row stands for rounds of which one is known, object by object.
Where a stock may run out, either what is left of it tells rows apart too; or, where that makes too
many, a row that may need more objects than there are goes on as unsure.

The lowest place that is pending comes first, so that a loop is empty before it is left.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from enum import Enum
from functools import cached_property
from typing import Any, assert_never

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.checks.distinctions import Distinctions, Growing, Read, SeenCategory, Size, Strength, WholeHand
from lexludi.checks.meetings import Ordered, ScarceKinds, pairs_by_order
from lexludi.checks.situations import NotSearched
from lexludi.exact.budget import LOOKED_AT, Budget
from lexludi.exact.dividing import combined, divided, divisions_of, split
from lexludi.exact.draws import wanted_by
from lexludi.exact.graph import Rows, States, joined
from lexludi.exact.interned import Interned
from lexludi.exact.kinds import Kind, kinds_of
from lexludi.exact.leaving import leaving
from lexludi.exact.multisets import NUMBER, TOGETHER, HandColumn, HandTable, Ints, distinct, places_of, portions
from lexludi.exact.observed import HandColumns, Observed
from lexludi.exact.slices import DRAWN, HAND, THROWN, Place, dealt_late, is_plentiful
from lexludi.play import plan as ops
from lexludi.play.decide import Judge, Verdict, holds
from lexludi.play.plan import Op, Pc, Placed, Plan, Unit, Verb, Who, reachable, walk
from lexludi.play.process import Process
from lexludi.play.questions import Questions, ends, wins
from lexludi.play.round_state import OUT_OF_RANGE, Bet, Map, Node, State, StockState, Terminal
from lexludi.play.table import of_status
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules, observables_of, resolved
from lexludi.rules.model import under

# For a second of the limit on time: hands of one deal, and rows that chance makes in all.
HANDS_PER_SECOND, ROWS_PER_SECOND = 10_000, 25_000
# Rows in all, past which what is left of the stock tells rows apart no longer, unless that leaves a doubt.
ROWS_BY_STOCK = 250_000
# Pairs of hands past which the last deal is not dealt out, but hands are met two by two.
WORTH_MEETING = 20_000
# Kinds of objects whose numbers are told apart one by one.
FEW_KINDS = 6

# What rules are asked of: a bet, an action, a step; of what; of which role.
Key = tuple[str, str, str]


class Ends(Enum):
    """Which rounds come to their end."""

    ALWAYS = "always"
    SOMETIMES = "sometimes"
    NEVER = "never"


@dataclass(frozen=True)
class Spot:
    """A row of a layer, where somebody is asked about."""

    layer: int
    row: int
    who: Who


@dataclass
class Met:
    """The combinations of values with which a question was met, each with a row that shows it.

    `unsure` are those of rows that may stand for no round; `examined` counts the deals that were looked at.
    """

    observables: tuple[m.Observable, ...]
    spots: dict[tuple[Any, ...], Spot] = field(default_factory=dict)
    unsure: set[tuple[Any, ...]] = field(default_factory=set)
    examined: float = 0.0


@dataclass
class ReachableLayer:
    """Rows at a place: what each stands for, and the row of an earlier layer that it comes of, with what was chosen.

    All arrays have an entry for each row. `sure` (of truth values) says that the objects of the row can lie so;
    `examined` (of floating point) counts the deals that it stands for. It comes of the row `origin` of the layer
    `before`, -1 at the beginning, by the choice numbered `action`, -1 where nobody chose.
    """

    pc: Pc
    rows: Rows
    sure: Ints
    examined: Ints
    before: Ints
    origin: Ints
    action: Ints


@dataclass(frozen=True)
class Chunk:
    """Rows that go on to a place, each from the row `source` of the layer that is followed; by one choice, or none."""

    to: Pc
    rows: Rows
    source: Ints
    sure: Ints
    examined: Ints
    action: int = -1


class Reachable:
    """The rounds of one bettor with some bets, or a round that is only `shown`: nothing is known before `run`.

    The bettor is of a `status`, which is forgotten where nothing in these rounds asks for it.

    Raises:
        NotSearched: something is read that one round does not decide.
    """

    def __init__(
        self,
        questions: Questions,
        bets: tuple[Placed, ...],
        budget: Budget,
        tables: "HandTables | None" = None,
        *,
        shown: bool = False,
        status: str = "",
    ) -> None:
        self.questions = questions
        self.bets = bets
        self.budget = budget
        # As its steps are written; what is searched may put deals off.
        self.written = walk(questions.judge.rules, bets, shown=shown)
        self.plan: Plan = dealt_late(self.written, questions, category_told=True)
        self.process = Process(self.plan, questions)
        self.told_apart = Distinctions(self.plan, questions)
        self.slice = self.told_apart.slice
        asks = any(isinstance(o, m.HasStatus) for o in resolved(self.told_apart.read, questions.judge.rules))
        self.status = status if asks else ""
        hands = questions.judge.hands
        self.kinds: list[Kind] = kinds_of(hands, self.told_apart.read, "")
        self.tables = tables or HandTables()
        self.hands = self.tables.columns(questions.judge, self.kinds)
        self.table = self.hands.table
        self.leaving = self._leaving()
        self.needed = self._needed()
        self.scarce = self._scarce()
        self.lacking = frozenset(self._lacking())
        self.loops = {op.to for pc, op in enumerate(self.plan.ops) if isinstance(op, ops.Jump) and op.to <= pc}
        self.by_stock_at_most = ROWS_BY_STOCK
        self._restart()

    @cached_property
    def as_written(self) -> Process:
        """The process of the rounds as their steps are written, by which every deal is played that shows a row."""
        return Process(self.written, self.questions)

    @property
    def depends_on(self) -> object:
        """All that decides which rounds there are and what is read in them: programs that have the same are alike."""
        judge, program = self.questions.judge, self.plan.ops
        rules, source = judge.rules, judge.rules.source
        actions = {op.action for op in program if isinstance(op, ops.Require)}
        actions |= {action for op in program if isinstance(op, ops.Ask) for action in op.acts}
        norms = tuple(rule for rule in rules.norms if rule.effect.action in actions)
        every = (self.questions.outcomes, self.questions.commissions, self.questions.bonuses)
        kinds = dict.fromkeys(kind for bet in range(len(self.plan.bets)) for kind in self.slice.kinds(bet))
        asked = [(kind, about[kind].observables) for kind in kinds for about in every]
        settling = [settled_by(rules, kind) for kind in kinds]
        ranked = (*norms, *(rule for _, _, own in settling for rule in own))
        conditions = (*(n.condition for n in norms), *(op.condition for op in program if isinstance(op, ops.Branch)))
        read = {o for c in conditions if not isinstance(c, ops.BetOpen) for o in observables_of(c)}
        read = reachable({*read, *(o for _, observables in asked for o in observables)}, self._relied_on)
        scarce = set(self.scarce.tolist())
        return (
            # By what is written, too, since so a deal that shows a row is played.
            tuple(map(_without_weight, program)),
            tuple(map(_without_weight, self.written.ops)),
            (self.bets, self.status),
            tuple(asked),
            tuple(rules.bets[kind].slots for kind in kinds),
            tuple(settling),
            norms,
            tuple(p for p in rules.precedences if any(under(r.eid, p.winner) or under(r.eid, p.loser) for r in ranked)),
            tuple((key, own.condition) for key, own in rules.definitions.items() if m.IsDefined(*key) in read),
            rules.statuses,
            tuple((role.id, role.kind, role.at) for role in rules.roles.values()),
            # The kinds of objects, each with its number where there may be too few.
            tuple((k.object, k.members, k.count if i in scarce else -1) for i, k in enumerate(self.kinds)),
            tuple(self._gone_in_all(stock.object) if len(scarce) else 0 for stock in source.stocks),
            (tuple(stock.object for stock in source.stocks), source.thrown),
            meaning_of_hands(rules),
            # Whether somebody has chosen one of these, no round decides.
            self.questions.own_acts,
        )

    def _relied_on(self, observable: m.Observable) -> Iterable[m.Observable]:
        """The observables of the definition on which an observable relies, if it does."""
        if not isinstance(observable, m.IsDefined):
            return ()
        return observables_of(self.plan.rules.definitions[observable.role, observable.status].condition)

    def _restart(self) -> None:
        self.layers: list[ReachableLayer] = []
        self.actions: list[str] = []
        self.states = States(self.slice)
        self.observed = Observed(self.slice, self.hands, self.states, "")
        self.met: dict[Key, Met] = {}
        self.open: dict[str, Spot] = {}
        self._rests_after: dict[tuple[int, int, Bet | None], int] = {}  # rests after a bet is settled
        # Where a number would be kept, or named by a rule on a bet, that is not among those of its range.
        self.out_of_range: dict[tuple[Pc, BoundRule[m.Outcome] | None], Spot] = {}
        self.no_choice: dict[Pc, Spot] = {}  # where somebody is to choose, and every alternative is forbidden
        self.forbidding: dict[tuple[Pc, str], dict[str, None]] = {}  # by choice and alternative, what ever forbids it
        self.used_up: dict[Pc, Spot] = {}  # where more objects would come than are left, or may be burned
        self.endless: dict[Pc, Spot] = {}  # where something is repeated, and no way leads to an end any more
        # Where there are loops, the ways between rows, each numbered in the order in which they were found.
        self._ways: list[tuple[Ints, Ints]] = []
        self._begins: list[int] = [0]  # the number of the first row of each layer, and of the next to come
        self.categories: set[str] = set()
        self.may_stop = False  # where nothing says how a round goes on
        self.is_short = False  # of some kind there were too few for what might have come, with what was held
        self.rows_made = 0
        self._unseen = LOOKED_AT  # since the system was last asked for memory
        self.reached: dict[Pc, Spot] = {}  # the places that rounds come to, unless objects are lacking before

    def run(self) -> "Reachable":
        """The same, searched.

        Raises:
            NotSearched: the rounds are too many.
        """
        try:
            # First with what is left of the stock as part of a row: then every row is sure.
            self._run(by_stock=True)
        except NotSearched as problem:
            if not len(self.scarce) or problem.args[0] not in ("too-many", "no-memory"):
                raise
            self._restart()
            self._run(by_stock=False)
            if any(met.unsure - met.spots.keys() for met in self.met.values()):
                self._make_sure()
        for number, layer in enumerate(self.layers):
            if layer.sure.any():
                self.reached.setdefault(layer.pc, Spot(number, int(np.flatnonzero(layer.sure)[0]), Who()))
        self.endless = dict(self._endless())
        self._let_go()
        return self

    def _make_sure(self) -> None:
        """Search again by what is left of the stock, with as many rows as time allows, where that leaves no doubt."""
        found = dict(vars(self))
        self._restart()
        self.by_stock_at_most = int(ROWS_PER_SECOND * self.budget.seconds)
        try:
            self._run(by_stock=True)
        except NotSearched:
            vars(self).update(found)

    @property
    def ends(self) -> Ends:
        """The rounds that surely come to their end: all, whatever comes; some; or none."""
        if self.plan.finish not in self.reached:
            return Ends.NEVER
        return Ends.SOMETIMES if self.may_stop or self.loops or self.used_up else Ends.ALWAYS

    def _let_go(self) -> None:
        """Forget the rows on no way to a spot: few of the rounds are ever shown."""
        needed: list[list[Ints]] = [[] for _ in self.layers]
        stopped = (self.out_of_range, self.no_choice, self.used_up, self.endless, self.reached)
        shown = (*self.open.values(), *(spot for own in stopped for spot in own.values()))
        for spot in (*shown, *(spot for met in self.met.values() for spot in met.spots.values())):
            needed[spot.layer].append(np.array([spot.row]))
        kept: list[Ints] = [np.zeros(0, dtype=np.int64)] * len(self.layers)
        for number in reversed(range(len(self.layers))):
            layer = self.layers[number]
            # What comes later is done, so that all rows are known to which a way leads from here.
            rows = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *needed[number]]))
            kept[number] = rows
            for before in np.unique(layer.before[rows]).tolist():
                if before >= 0:
                    needed[before].append(layer.origin[rows][layer.before[rows] == before])
        for number, layer in enumerate(self.layers):
            rows = kept[number]
            # `kept` is ascending, so that the new number of a row is found by bisection.
            before, origin = layer.before[rows], layer.origin[rows]
            for own in np.unique(before[before >= 0]).tolist():
                origin[before == own] = np.searchsorted(kept[own], origin[before == own])
            self.layers[number] = ReachableLayer(
                layer.pc,
                layer.rows.take(rows),
                layer.sure[rows],
                layer.examined[rows],
                before,
                origin,
                layer.action[rows],
            )

        def moved(spot: Spot) -> Spot:
            return Spot(spot.layer, int(np.searchsorted(kept[spot.layer], spot.row)), spot.who)

        self.open = {bet: moved(spot) for bet, spot in self.open.items()}
        self.out_of_range = {by: moved(spot) for by, spot in self.out_of_range.items()}
        self.no_choice = {pc: moved(spot) for pc, spot in self.no_choice.items()}
        self.used_up = {pc: moved(spot) for pc, spot in self.used_up.items()}
        self.endless = {pc: moved(spot) for pc, spot in self.endless.items()}
        self.reached = {pc: moved(spot) for pc, spot in self.reached.items()}
        self._ways = []
        for met in self.met.values():
            met.spots = {values: moved(spot) for values, spot in met.spots.items()}

    # ── The stock ───────────────────────────────────────────────────────────

    def _needed(self) -> dict[str, int | None]:
        """The most objects of each kind that a round takes from the stock; `None` where no number is."""
        found: dict[str, int | None] = {}
        for pc, later in self.told_apart.later.items():
            op = self.plan.ops[pc]
            if not isinstance(op, ops.Chance) or op.verb in (Verb.THROW, Verb.BURN) or pc in self.told_apart.jumps:
                continue
            again = any(pc in self.told_apart.later[to] for to in self.told_apart.after(pc) if to in later)
            before = found.get(op.kind, 0)
            # A bound from above: deals fill hands up to their count, and branches that exclude each other are both
            # counted.
            found[op.kind] = None if again or before is None else before + (op.count or 0) * len(op.units)
        for kind in {kind for kind, _ in self.leaving.values()}:
            before, gone = found.get(kind, 0), self._gone_in_all(kind)
            found[kind] = None if before is None or gone is None else before + gone
        return found

    def _leaving(self) -> dict[Pc, tuple[str, int]]:
        """The objects that leave the game, or that a round takes which is only shown, by the places of the program."""
        later, jumps = self.told_apart.later, self.told_apart.jumps
        begins = [
            pc
            for pc in later
            if isinstance(op := self.plan.ops[pc], ops.Alter) and isinstance(op.change, ops.BeginShow)
        ]
        met = {*(later.keys() - jumps.keys()), *(pc for begin in begins for pc in range(begin, jumps[begin]))}
        return {pc: own for pc, own in leaving(self.plan, self.questions.judge.hands).items() if pc in met}

    def _scarce(self) -> Ints:
        """The kinds of which there may be too few."""

        def is_scarce(kind: Kind) -> bool:
            most = self.needed.get(kind.object, 0)
            return most is None or kind.count < most

        thrown = self.table.stock == 0
        return np.array([i for i, kind in enumerate(self.kinds) if not thrown[i] and is_scarce(kind)], dtype=np.int64)

    def _lacking(self) -> Iterator[str]:
        """The kinds of which there may be too few for what is dealt, as steps are written, and not searched."""
        later, jumps = self.told_apart.later, self.told_apart.jumps
        met = Counter(
            came for pc, op in enumerate(self.plan.ops) if pc in later and pc not in jumps for came in _coming(op)
        )
        # Of a deal that is put off, each hand comes by itself.
        left_out = Counter(came for op in self.written.ops for came in _coming(op)) - met
        for kind in {kind for kind, *_ in left_out}:
            if not is_plentiful(self.written, self.questions, kind):
                yield kind

    def _gone_in_all(self, kind: str) -> int | None:
        """The most objects of a kind that leave the game in a round; `None` where no number is."""
        own = {pc: most for pc, (of, most) in self.leaving.items() if of == kind}
        return None if any(pc in self.plan.ahead[pc] for pc in own) else sum(own.values())

    # ── Forward ─────────────────────────────────────────────────────────────

    def _run(self, *, by_stock: bool) -> None:
        self.by_stock = by_stock
        pending: dict[Pc, list[tuple[int, Chunk]]] = {0: [(-1, self._start())]}
        seen: dict[Pc, dict[bytes, tuple[int, bool]]] = {}
        while pending:
            pc = min(pending)
            layer = self._merged(pc, pending.pop(pc), seen)
            if not len(layer.rows):
                continue
            number = len(self.layers)
            self.layers.append(layer)
            self._begins.append(self._begins[-1] + len(layer.rows))
            self._count(0)
            for chunk in self._follow(layer):
                if len(chunk.rows):
                    pending.setdefault(chunk.to, []).append((number, chunk))

    def begun(self, process: Process) -> State:
        """A round before its first step: of a bettor of the status, with objects in use."""
        return process.start(StockState(fresh=False), of_status(self.plan.rules, self.status))

    def _start(self) -> Chunk:
        state = self.begun(self.process)
        # Nobody holds anything: columns come with what is dealt, drawn or thrown, and those that never do take no room.
        rows = Rows({}, np.full(1, self._rest_number(state), dtype=np.int64))
        return Chunk(0, rows, np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.bool_), np.ones(1))

    def _count(self, rows: int) -> None:
        """Foresee that rows are not too many.

        Raises:
            NotSearched: they are.
        """
        self.rows_made += rows
        if self.rows_made > self._most_rows:
            raise NotSearched("too-many")
        # Rows stand at every place that they pass, and take the more memory the more places there are.
        self._unseen += rows
        if self._unseen > LOOKED_AT:
            self._unseen = 0
            if not self.budget.has_room(0):
                raise NotSearched("no-memory")
        if self.budget.is_over:
            raise NotSearched("too-long")

    @property
    def _most_rows(self) -> int:
        """The number of rows that may be made in all."""
        limit = int(ROWS_PER_SECOND * self.budget.seconds)
        return min(limit, self.by_stock_at_most) if self.by_stock and len(self.scarce) else limit

    def _merged(
        self, pc: Pc, chunks: list[tuple[int, Chunk]], seen: dict[Pc, dict[bytes, tuple[int, bool]]]
    ) -> ReachableLayer:
        """The rows that go on to a place, equal ones once, those that are sure before others."""
        if len(chunks) == 1 and self._are_distinct(pc, self.layers[number := chunks[0][0]].pc if self.layers else -1):
            (chunk,) = (chunk for _, chunk in chunks)
            every = np.full(len(chunk.rows), chunk.action)
            if self.loops:
                self._lead(chunks, np.arange(len(every)) + self._begins[-1])
            return ReachableLayer(
                pc, chunk.rows, chunk.sure, chunk.examined, np.full(len(every), number), chunk.source, every
            )
        rows = joined([chunk.rows for _, chunk in chunks])
        sure = np.concatenate([chunk.sure for _, chunk in chunks])
        key = self._key(pc, rows)
        # Sure rows come first, so that of equal rows a sure one is kept if there is any.
        order = np.argsort(~sure, kind="stable")
        first, inverse = distinct([column[order] for column in key])
        examined = np.bincount(inverse, weights=np.concatenate([chunk.examined for _, chunk in chunks])[order])
        kept = order[first]
        numbers = np.arange(len(kept)) + self._begins[-1]
        if pc in self.loops:
            # Only what is new goes round once more, so that the search ends.
            new, numbers = self._new([column[kept] for column in key], sure[kept], seen.setdefault(pc, {}))
            kept, examined = kept[new], examined[new]
        if self.loops:
            to = np.empty(len(order), dtype=np.int64)
            to[order] = numbers[inverse]
            self._lead(chunks, to)
        return ReachableLayer(
            pc,
            rows.take(kept),
            sure[kept],
            examined,
            np.repeat([number for number, _ in chunks], [len(chunk.rows) for _, chunk in chunks])[kept],
            np.concatenate([chunk.source for _, chunk in chunks])[kept],
            np.repeat([chunk.action for _, chunk in chunks], [len(chunk.rows) for _, chunk in chunks])[kept],
        )

    def _are_distinct(self, pc: Pc, before: Pc) -> bool:
        """Rows that come from one place alone are as different as they were there: nothing is forgotten between."""
        # Chance may bring rows to hands that are read alike; a repetition, to where they have been.
        if before < 0 or pc in self.loops or isinstance(self.plan.ops[before], ops.Chance):
            return False
        return self.told_apart.parts(pc) == self.told_apart.parts(before)

    def _new(self, key: list[Ints], sure: Ints, known: dict[bytes, tuple[int, bool]]) -> tuple[Ints, Ints]:
        """The rows that have not been at a place before, or not surely; and the number under which each is known."""
        table = np.stack([column.astype(NUMBER) for column in key], axis=1)
        codes: list[bytes] = table.view(f"V{table.itemsize * table.shape[1]}").reshape(-1).tolist()
        if known.keys().isdisjoint(codes):
            # As in most repetitions, in which hands grow each time round: asked of all rows at once, which is quicker.
            every = np.arange(len(codes))
            numbers = every + self._begins[-1]
            known.update(zip(codes, zip(numbers.tolist(), sure.tolist(), strict=True), strict=True))
            return every, numbers
        new: list[int] = []
        # Equal rows are one already: none is met twice here.
        for row, (code, is_sure) in enumerate(zip(codes, sure.tolist(), strict=True)):
            before = known.get(code)
            # What was unsure goes on once more when it is sure: what it leads to may be sure then.
            if before is None or (is_sure and not before[1]):
                known[code] = self._begins[-1] + len(new), is_sure
                new.append(row)
        return np.array(new, dtype=np.int64), np.array([known[code][0] for code in codes], dtype=np.int64)

    def _lead(self, chunks: list[tuple[int, Chunk]], to: Ints) -> None:
        """Note which rows lead to which: those of chunks, one after the other, to rows of some numbers."""
        if chunks[0][0] >= 0:  # nothing leads to the first row
            whence = [chunk.source + self._begins[number] for number, chunk in chunks]
            self._ways.append((np.concatenate(whence), to))

    def _endless(self) -> Iterator[tuple[Pc, Spot]]:
        """The repetitions that rounds come to from which no way leads to an end or further on, each with a sure row."""
        if not self._ways:
            return
        # What leads nowhere is at an end, or stops.
        at_end = np.ones(self._begins[-1], dtype=np.bool_)
        for whence, _ in self._ways:
            at_end[whence] = False
        over = self._leading_to(at_end)
        places = np.repeat([layer.pc for layer in self.layers], np.diff(self._begins))
        for number, layer in enumerate(self.layers):
            op = self.plan.ops[layer.pc]
            if isinstance(op, ops.Jump) and op.to <= layer.pc:
                own = slice(self._begins[number], self._begins[number + 1])
                if (layer.sure & ~over[own]).any():
                    # What comes out of this repetition may come into another that has no end.
                    out = self._leading_to(at_end | (places > layer.pc))
                    for row in np.flatnonzero(layer.sure & ~out[own])[:1].tolist():
                        yield layer.pc, Spot(number, row, Who())

    def _leading_to(self, ends: Ints) -> Ints:
        """The truth, of each row by number, that some way leads from it to one of some rows."""
        found, is_more = ends.copy(), True
        # From the last ways to the first, for most lead on; until nothing more is found.
        while is_more:
            is_more = False
            for whence, to in reversed(self._ways):
                more = whence[found[to]]
                is_more = is_more or not found[more].all()
                found[more] = True
        return found

    def _key(self, pc: Pc, rows: Rows) -> list[Ints]:
        """The columns that tell rows at a place apart. At the head of a loop they are the same whenever it is met."""
        out = [rows.rest]
        for part in self.told_apart.parts(pc):
            match part:
                case Read(observable, who, naming):
                    out += self._codes(observable, who, rows, naming)
                case WholeHand(place):
                    out.append(rows.column(place))
                case Growing(place):
                    out.append(self._growth(part).codes(rows.column(place)))
                case Size(place, kind):
                    out.append(self.table.held_of(kind, rows.column(place)))
                case Strength(place):
                    hands = rows.column(place)
                    # Ranks hold among the rows of one layer; where rows of several are compared, hands are the codes.
                    out.append(hands if pc in self.loops else self.hands.strengths(hands))
                case SeenCategory(place):
                    out.append(self.hands.column(m.CategoryOf(""), "").codes(rows.column(place)))
                case _:
                    assert_never(part)
        if self.by_stock and len(self.scarce) and self.told_apart.is_drawn_later(pc):
            # Of many kinds the hands themselves stand for the numbers held: they tell at least as much apart.
            if len(self.scarce) > FEW_KINDS:
                out += [rows.column((HAND, unit)) for unit in self.slice.holding]
            else:
                held = self._held(rows)
                out += [held[:, kind] for kind in self.scarce]
        return out

    def _growth(self, part: Growing) -> HandColumn:
        """Codes of hands that may still grow: sums, counts, and what is read of their first objects."""
        first = self.told_apart.boundaries.get(part.place, ())
        return self.tables.growth(self.hands, max(first, default=0), part.observables)

    def _held(self, rows: Rows) -> Ints:
        """Counts of each kind in all hands: rows by kinds."""
        held: Ints = np.zeros((len(rows), len(self.kinds)), dtype=np.int16)
        for unit in self.slice.holding:
            if (column := rows.column((HAND, unit))).any():
                held += self.table.counts(column)
        return held

    def _follow(self, layer: ReachableLayer) -> Iterator[Chunk]:
        """The places at which the rows of a layer go on."""
        pc, op = layer.pc, self.plan.ops[layer.pc]
        if pc in self.told_apart.jumps:
            yield self._on(layer, self.told_apart.jumps[pc])
            return
        for kind, unit in self.told_apart.looked_at(pc):
            self._look(layer, layer.rows.column((kind, unit)))
        match op:
            case ops.Tell() | ops.Bets():
                yield self._on(layer, pc + 1)
            case ops.Jump(to):
                yield self._on(layer, to)
            case ops.Alter(ops.Divide() as change, who):
                divisions = divisions_of(self.table, self.questions.judge.hands, change)
                rows = divided(divisions, change, who.unit, layer.rows)
                yield replace(self._on(layer, pc + 1), rows=rows)
            case ops.Alter(m.Combine() as change, who):
                yield replace(self._on(layer, pc + 1), rows=combined(self.table, change, who.unit, layer.rows))
            case ops.Alter(m.Split() as change):
                yield self._split(layer, op, change)
            case ops.Alter(ops.TurnUp() | ops.EndShow() | m.PlaceMarker() | m.RoundsLeft() | m.PutBack()):
                yield self._on(layer, pc + 1)
            case ops.Chance(verb=Verb.BURN, kind=kind):
                # What is burned is no part of rows: whether there are objects for it, an example has to show.
                if layer.sure.any() and not is_plentiful(self.plan, self.questions, kind):
                    spot = Spot(len(self.layers) - 1, int(np.flatnonzero(layer.sure)[0]), Who())
                    self.used_up.setdefault(pc, spot)
                yield self._on(layer, pc + 1)
            case ops.Chance(verb=Verb.THROW):
                yield self._throw(layer, op)
            case ops.Chance():
                yield from self._deal(layer, op)
            case ops.Ask():
                yield from self._ask(layer, op)
            case ops.Settle(index):
                yield self._settle(layer, index)
            case ops.Branch() | ops.Require() | ops.Alter():
                yield from self._step(layer)
            case ops.Finish():
                self._finish(layer)
            case ops.Stop():
                return
            case _:
                assert_never(op)

    def _split(self, layer: ReachableLayer, op: ops.Alter, change: m.Split) -> Chunk:
        rows = split(self.table, change, op.who.unit, layer.rows)
        if rows is None:
            raise NotSearched("order-of-receipt")
        met, inverse = np.unique(rows.rest, return_inverse=True)
        after = [self.process.with_second(op, change, self.states.rest[number]) for number in met.tolist()]
        rests = np.array([self._rest_number(rest) for rest in after], dtype=np.int64)
        return replace(self._on(layer, layer.pc + 1), rows=rows.with_rest(rests[inverse.reshape(-1)]))

    @staticmethod
    def _on(layer: ReachableLayer, to: Pc) -> Chunk:
        return Chunk(to, layer.rows, np.arange(len(layer.rows)), layer.sure, layer.examined)

    @staticmethod
    def _some(layer: ReachableLayer, to: Pc, places: Ints, rest: Ints | None = None, action: int = -1) -> Chunk:
        rows = layer.rows.take(places)
        return Chunk(
            to,
            (rows if rest is None else rows.with_rest(rest)),
            places,
            layer.sure[places],
            layer.examined[places],
            action,
        )

    def _look(self, layer: ReachableLayer, hands: Ints) -> None:
        """Note the categories of hands that are surely held."""
        column = self.hands.column(m.CategoryOf(""), "")
        codes = np.unique(column.codes(hands[layer.sure]))
        self.categories.update(name for code in codes if (name := column.values()[code]) is not None)

    # ── What is no hand ─────────────────────────────────────────────────────

    def _rest_number(self, state: State) -> int:
        """The number of all of a state but hands, without what nothing reads: not how a bet was settled, nor stakes."""
        return self.states.number(
            state._replace(face_up=frozenset(), face_down=Map(), bets=tuple(map(_open_or_not, state.bets)))
        )

    def _codes(self, observable: m.Observable, who: Who, rows: Rows, naming: str) -> list[Ints]:
        """The values of an observable in every row, as codes; nothing for what is no part of hands."""
        coded = self.observed.values(observable, who, rows, naming)
        return [] if coded is None else [coded[0]]

    # ── Operations on groups of rows that read the same ─────────────────────

    def _groups(self, layer: ReachableLayer) -> "_Groups":
        """The rows of a layer by what its operation reads, each combination with a row that shows it."""
        who, observables = self.told_apart.observables(layer.pc)
        naming, rows = self.told_apart.naming(who), layer.rows
        codes = [code for observable in observables for code in self._codes(observable, who, rows, naming)]
        first, inverse = distinct([rows.rest, *codes])
        # A group is shown by a row that is sure, if it has one.
        shown = first.copy()
        shown[inverse[layer.sure]] = np.flatnonzero(layer.sure)
        shown = np.where(layer.sure[first], first, shown)
        return _Groups(shown, np.bincount(inverse, weights=layer.examined), inverse)

    def _states(self, layer: ReachableLayer, groups: "_Asked") -> list[State]:
        """The states that show groups: all that an operation reads of one is the same in its other rows."""
        return [self.observed.state(layer.pc, layer.rows, row) for row in groups.shown.tolist()]

    def _read(self, layer: ReachableLayer, groups: "_Asked", who: Who, observable: m.Observable) -> "_Coded":
        """The values of an observable in groups."""
        if isinstance(observable, m.IsDefined):
            definition = self.plan.rules.definitions[observable.role, observable.status]
            return _Coded(self._truth(layer, groups, who, definition.condition).astype(np.int64), (False, True))
        # What a bet names may have changed since it was placed, and of a hand without category nothing is told, where
        # codes have no: both are read of the state, as is what is no part of hands.
        if not isinstance(observable, m.OfNamed | m.IsWorthAtLeast):
            coded = self.observed.values(observable, who, layer.rows)
            if coded is not None:
                return _Coded(coded[0][groups.shown], coded[1])
        columns = [layer.rows.rest, *(layer.rows.column(place) for place in self.slice.places(observable, who))]
        first, inverse = distinct([column[groups.shown] for column in columns])
        read_of = self.questions.judge.observer.reader(observable)
        values = Interned[Any]()
        states = self._states(layer, groups.take(first))
        codes = [values.number(read_of(state, who.unit, state.bet_at(who.bet))) for state in states]
        return _Coded(np.array(codes, dtype=np.int64)[inverse], values)

    def _truth(self, layer: ReachableLayer, groups: "_Asked", who: Who, condition: m.Condition) -> Ints:
        """The truth of a condition in groups: of one without parts, once for each combination of what it reads."""
        match condition:
            case m.AllOf(items):
                return np.asarray(np.all([self._truth(layer, groups, who, item) for item in items], axis=0))
            case m.AnyOf(items):
                return np.asarray(np.any([self._truth(layer, groups, who, item) for item in items], axis=0))
            case m.Not(inner):
                return np.logical_not(self._truth(layer, groups, who, inner))
            case _:
                observables = tuple(dict.fromkeys(observables_of(condition)))
                read = self._combinations(layer, groups, who, observables)
                truths = [holds(condition, dict(zip(observables, own, strict=True))) for own in read.values]
                return np.array(truths, dtype=np.bool_)[read.codes]

    def _combinations(
        self, layer: ReachableLayer, groups: "_Asked", who: Who, observables: Sequence[m.Observable]
    ) -> "_Coded":
        """The combinations of values of some observables in groups."""
        read = [self._read(layer, groups, who, observable) for observable in observables]
        first, inverse = distinct([np.zeros(len(groups.shown), dtype=np.int64), *(own.codes for own in read)])
        return _Coded(inverse, [tuple([own.values[own.codes[place]] for own in read]) for place in first.tolist()])

    def _after(self, layer: ReachableLayer, groups: "_Asked", apart: Ints) -> "list[State | Node]":
        """The state or node of each group after its operation, run once for each combination of what that reads.

        `apart` are codes of the rest of groups, as far as more of it matters to the operation than what is read.
        """
        who, observables = self.told_apart.observables(layer.pc)
        read = self._combinations(layer, groups, who, observables)
        first, inverse = distinct([apart, read.codes])
        after = [self.process.step(state, None) for state in self._states(layer, groups.take(first))]
        return [after[number] for number in inverse.tolist()]

    def _step(self, layer: ReachableLayer) -> Iterator[Chunk]:
        """An operation of the process: run once for each group, what comes of it scattered over the rows.

        Rows for which no rule says how they go on, go no further.
        """
        groups = self._groups(layer)
        self._note_op(layer, groups)
        apart = layer.rows.rest[groups.shown]
        match self.plan.ops[layer.pc]:
            case ops.Branch(condition, others=()) if not isinstance(condition, ops.BetOpen):
                apart = np.zeros_like(apart)
            case ops.Require(parties=()):
                apart = np.zeros_like(apart)
            case _:
                pass
        after = self._after(layer, groups, apart)
        self._note_out_of_range(layer, after, groups)
        self.may_stop |= not all(isinstance(state, State) for state in after)
        # -1 where a round stops.
        places = np.array([state.pc if isinstance(state, State) else -1 for state in after])[groups.inverse]
        rests = None
        if isinstance(self.plan.ops[layer.pc], ops.Alter):
            changed = [self._rest_number(state) if isinstance(state, State) else -1 for state in after]
            rests = np.array(changed, dtype=np.int64)[groups.inverse]
        for place in np.unique(places[places >= 0]):
            source = np.flatnonzero(places == place)
            yield self._some(layer, int(place), source, None if rests is None else rests[source])

    def _note_op(self, layer: ReachableLayer, groups: "_Groups") -> None:
        match self.plan.ops[layer.pc]:
            case ops.Branch(others=others) | ops.Require(parties=(_, *others)) if others and self.plan.seconds:
                raise NotSearched("hands-of-a-split")
            case ops.Require(role, action, who, _, parties):
                for party in parties or (who,):
                    read = self.questions.norms[role, action].observables
                    self._note(layer, ("action", action, role), read, party, groups)
            case ops.Branch(condition, who, _, _, (eid, *_)) if not isinstance(condition, ops.BetOpen):
                read = tuple(dict.fromkeys(observables_of(condition)))
                self._note(layer, ("step", eid, str(condition)), read, who, groups)
            case _:
                pass

    def _note_out_of_range(self, layer: ReachableLayer, after: Sequence[State | Node], groups: "_Groups") -> None:
        """Note a round that is surely stopped because a number is not among those that it keeps."""
        for node, row in zip(after, groups.shown.tolist(), strict=True):
            undecided = node.undecided if isinstance(node, Terminal) else None
            if undecided is not None and undecided.problem == OUT_OF_RANGE and layer.sure[row]:
                self.out_of_range.setdefault((layer.pc, None), Spot(len(self.layers) - 1, row, Who()))

    def _note(
        self, layer: ReachableLayer, key: Key, observables: tuple[m.Observable, ...], who: Who, groups: "_Asked"
    ) -> "_Coded":
        """Note with which values a question is met."""
        read = self._combinations(layer, groups, who, observables)
        met = self.met.setdefault(key, Met(observables))
        met.examined += float(groups.examined.sum())
        number, sure = len(self.layers) - 1, layer.sure[groups.shown]
        # A group is shown by a sure row if it has one: others have none.
        met.unsure.update(read.values[code] for code in np.unique(read.codes[~sure]))
        surely = np.flatnonzero(sure)
        _, first = np.unique(read.codes[surely], return_index=True)
        for place in surely[np.sort(first)].tolist():
            met.spots.setdefault(read.values[read.codes[place]], Spot(number, int(groups.shown[place]), who))
        return read

    def _settle(self, layer: ReachableLayer, index: int) -> Chunk:
        """A bet is settled, or left undecided: in either case it is open no longer, unless a rule lets it go on."""
        who = Who(self.plan.bets[index].unit, index)
        # For each row the first group of the same rest whose bet goes on alike; -1 where it ends.
        going: Ints = np.full(len(layer.rows), -1, dtype=np.int64)
        firsts: dict[tuple[int, Bet], int] = {}
        if layer.pc not in self.told_apart.left_open:
            groups = self._groups(layer)
            numbers, of_groups = np.full(len(groups.shown), -1), layer.rows.rest[groups.shown].tolist()
            kinds = np.array([self.states.rest[rest].bets[index].bet for rest in of_groups])
            for kind in dict.fromkeys(kinds.tolist()):
                of_kind = np.flatnonzero(kinds == kind)
                some, outcomes = groups.take(of_kind), self.questions.outcomes[kind]
                met = self._note(layer, ("bet", kind, ""), outcomes.observables, who, some)
                results = list(map(outcomes.decide, met.values))
                taken, paid = self.questions.commissions[kind], self.questions.bonuses[kind]
                for what, beside, is_asked in (("commission", taken, wins), ("bonus", paid, ends)):
                    if beside.rules:
                        asked = some.take(met.where(map(is_asked, results)))
                        self._note(layer, (what, kind, ""), beside.observables, who, asked)
                open_ = met.where(map(_may_go_on, results))
                by = [results[code].rule for code in met.codes[open_].tolist()]
                going_on = self._going_on(layer, index, some.take(open_), by)
                for group, bet in zip(of_kind[open_].tolist(), going_on, strict=True):
                    if bet is not None:
                        numbers[group] = firsts.setdefault((of_groups[group], bet), group)
            going = numbers[groups.inverse]
        # The rest of a row after it: by the rest before, and by the bet as it goes on.
        first, inverse = distinct([layer.rows.rest, going])
        after = {group: bet for (_, bet), group in firsts.items()}
        rests = [
            self._settled(rest, index, after.get(number))
            for rest, number in zip(layer.rows.rest[first].tolist(), going[first].tolist(), strict=True)
        ]
        rest = np.array(rests, dtype=np.int64)[inverse]
        return self._some(layer, layer.pc + 1, np.arange(len(layer.rows)), rest)

    def _going_on(
        self, layer: ReachableLayer, index: int, groups: "_Asked", rules: Sequence[BoundRule[m.Outcome] | None]
    ) -> Iterator[Bet | None]:
        """The bet of each group that a rule lets go on, or nothing; a number that it cannot name is noted, by rule."""
        own = [self.states.rest[rest].bets[index] for rest in layer.rows.rest[groups.shown].tolist()]
        apart = np.array(list(map(Interned[Bet]().number, own)), dtype=np.int64)
        after = self._after(layer, groups, apart)
        for following, row, rule in zip(after, groups.shown.tolist(), rules, strict=True):
            assert isinstance(following, State)
            bet = following.bets[index]
            if bet.undecided is not None and bet.undecided.problem == OUT_OF_RANGE and layer.sure[row]:
                self.out_of_range.setdefault((layer.pc, rule), Spot(len(self.layers) - 1, row, Who(bet.unit, index)))
            yield bet if bet.is_open else None

    def _settled(self, rest: int, index: int, after: Bet | None) -> int:
        """The number of a rest after a bet in it is settled, or has gone on."""
        key = (rest, index, after)
        if key not in self._rests_after:
            state = self.states.rest[rest]
            bet = state.bets[index]
            bet = bet._replace(result=_CLOSED) if after is None else bet._replace(bet=after.bet, naming=after.naming)
            # All else is as it was when the rest got its number.
            self._rests_after[key] = self.states.number(state.with_bet(index, _open_or_not(bet)))
        return self._rests_after[key]

    def _finish(self, layer: ReachableLayer) -> None:
        """Note the bets that are open at the end of the round."""
        if not self.plan.rules.steps:
            return  # the text has no round at all
        sure = np.flatnonzero(layer.sure)
        # Of rows that differ in hands alone the first shows all.
        _, first = np.unique(layer.rows.rest[sure], return_index=True)
        for row in sure[np.sort(first)].tolist():
            for index, bet in enumerate(self.states.rest[int(layer.rows.rest[row])].bets):
                if bet.is_open and bet.bet not in self.open:
                    self.open[bet.bet] = Spot(len(self.layers) - 1, row, Who(bet.unit, index))

    def _ask(self, layer: ReachableLayer, op: ops.Ask) -> Iterator[Chunk]:
        groups = self._groups(layer)
        states = self._states(layer, groups)
        # Groups by actions, in the order of the operation.
        legal = np.zeros((len(states), len(op.actions)), dtype=np.bool_)
        for number, state in enumerate(states):
            for place, action in enumerate(op.actions):
                forbidding = self.questions.forbidding_choice(state, op, action)
                legal[number, place] = not forbidding
                if forbidding:
                    self.forbidding.setdefault((layer.pc, action), {}).update(dict.fromkeys(forbidding))
        if op.window is None:
            for action in op.actions:
                for question in self.questions.on_action(action, op.bettor, op.who.unit):
                    role = question.rules[0].effect.role
                    self._note(layer, ("choice", action, role), question.observables, op.who, groups)
        stuck = ~legal.any(axis=1)
        self.may_stop |= bool(stuck.any())
        surely = np.flatnonzero(stuck & layer.sure[groups.shown])
        if len(surely):
            spot = Spot(len(self.layers) - 1, int(groups.shown[surely[0]]), op.who)
            self.no_choice.setdefault(layer.pc, spot)
        for place, (action, to) in enumerate(zip(op.actions, op.to, strict=True)):
            self.actions.append(action)
            source = np.flatnonzero(legal[groups.inverse, place])
            yield self._some(layer, to, source, action=len(self.actions) - 1)

    # ── Chance ──────────────────────────────────────────────────────────────

    def _require_few(self, hands: int) -> None:
        """Foresee that so many hands are not too many.

        Raises:
            NotSearched: they are.
        """
        size = hands * len(self.kinds) * 16
        if size > self.budget.memory:
            raise NotSearched(f"no-room:{hands}")
        if not self.budget.has_room(size):  # few hands, for which nothing is left
            raise NotSearched("no-memory")
        if hands > HANDS_PER_SECOND * self.budget.seconds:
            raise NotSearched(f"too-large:{hands}")

    def _throw(self, layer: ReachableLayer, op: ops.Chance) -> Chunk:
        assert op.count is not None
        first = self.told_apart.boundaries.get((THROWN, op.units[0]), ())
        self._require_few(self.table.faces_of(op.kind, op.count, first))
        hands, _ = self.table.throws(op.kind, op.count, first)
        self._count(len(layer.rows) * len(hands))
        # Every row with every throw: rows are repeated one by one, throws as a whole.
        source = np.repeat(np.arange(len(layer.rows)), len(hands))
        some = self._some(layer, layer.pc + 1, source)
        rows = some.rows.put((THROWN, op.units[0]), np.tile(hands, len(layer.rows)))
        return Chunk(some.to, rows, source, some.sure, some.examined)

    def _deal(self, layer: ReachableLayer, op: ops.Chance) -> Iterator[Chunk]:
        """Objects dealt or drawn, party by party; rows with hands of other sizes need other numbers of objects."""
        sizes = [self.table.sizes()[layer.rows.column((HAND, unit))] for unit in op.units]
        wanted = wanted_by(self.table, op, layer.rows)
        if (met := self._last(layer, op)) is not None:
            yield met
            return
        first, inverse = distinct([*sizes, *wanted])
        for place, group in zip(first, places_of(inverse), strict=True):
            # Rows of one group hold as many objects, holder by holder, and so want as many.
            source, rows, sure = group, layer.rows.take(group), layer.sure[group]
            for unit, size, coming in zip(op.units, sizes, wanted, strict=True):
                for begin, piece in self._pieces(unit, int(size[place]), int(coming[place]), op.verb):
                    was_sure, came = sure, source
                    rows, chosen, sure = self._draw(op, unit, begin, piece, rows, sure)
                    source = came[chosen]
                    # A row that is sure is a round; where no hand fits beside what it holds, that round stops here.
                    lacking = np.setdiff1d(np.flatnonzero(was_sure), chosen[sure])
                    if len(lacking):
                        spot = Spot(len(self.layers) - 1, int(came[lacking[0]]), Who())
                        self.used_up.setdefault(layer.pc, spot)
            yield Chunk(layer.pc + 1, rows, source, sure, layer.examined[source])

    def _pieces(self, unit: Unit, size: int, wanted: int, verb: Verb) -> Iterator[tuple[int, int]]:
        """In which portions objects come, each with the size of the hand before: so that their order is kept."""
        one_by_one = verb is Verb.DRAW and any((DRAWN, unit) in live for live in self.slice.live)
        boundaries = self.told_apart.boundaries.get((HAND, unit), ())
        for piece in [1] * wanted if one_by_one else portions(size, size + wanted, boundaries):
            yield size, piece
            size += piece

    def _draw(
        self, op: ops.Chance, unit: Unit, begin: int, size: int, rows: Rows, sure: Ints
    ) -> tuple[Rows, Ints, Ints]:
        """Every hand of so many objects in every row: the rows after it, from which each comes, and which are sure."""
        self._require_few(self.table.hands_of(op.kind, size))
        batch = self.table.batch(op.kind, size)
        self._require_stock(op.kind, size, rows)
        self._see_short(op.kind, size)
        self._count(0)
        # Where no hand fits beside what another holder was dealt, no round comes so far.
        if not len(rows):
            return rows, np.zeros(0, dtype=np.int64), sure
        taken, hands, are_sure = [], [], []
        for source, dealt, fits in self._fitting(unit, rows, self.table.counts(batch)[:, self.scarce]):
            self._count(len(source))
            are_sure.append(sure[source] & fits)
            taken.append(source)
            hands.append(batch[dealt])
        source, drawn = np.concatenate(taken), np.concatenate(hands)
        boundaries = self.told_apart.boundaries.get((HAND, unit), ())
        joined = self.table.join(rows.column((HAND, unit))[source], drawn, begin if begin in boundaries else 0)
        after = rows.take(source).put((HAND, unit), joined)
        if op.verb is Verb.DRAW and size == 1:
            # 0 is for nothing drawn.
            after = after.put((DRAWN, unit), self.table.last_kind(drawn) + 1)
        return after, source, np.concatenate(are_sure)

    def _fitting(self, unit: Unit, rows: Rows, coming: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
        """The rows and hands that go on together, some at a time, and which of them surely fit.

        `coming` are the numbers of each scarce kind in the hands that may come to the party.
        """
        # What rows hold is counted for so many at a time: for all of them that takes more memory than the rows.
        for begin in range(0, len(rows), TOGETHER):
            some = rows.take(slice(begin, begin + TOGETHER))
            beside_all = self._scarce_kinds(self._held(some), coming)
            # Without the stock as part of a row, others may stand for the same with other hands: what does not fit
            # beside the hands of this one goes on as unsure, unless the hand alone is more than there is.
            beside_own = beside_all
            if not self.by_stock:
                beside_own = self._scarce_kinds(self.table.counts(some.column((HAND, unit))), coming)
            # So many rows at once that the table of rows by hands has at most two million entries, and not many more
            # than rows may still come, or one row.
            step = max(1, min(2_000_000, self._most_rows - self.rows_made) // max(1, len(coming)))
            for start in range(0, len(some), step):
                few = slice(start, start + step)
                fits = beside_all.table(few)
                self.is_short = self.is_short or not bool(fits.all())
                row, dealt = np.nonzero(beside_own.table(few) if beside_own is not beside_all else fits)
                yield row + start + begin, dealt, fits[row, dealt]

    def _scarce_kinds(self, held: Ints, coming: Ints) -> ScarceKinds:
        """The kinds of which there may be too few: how many of each are held, and come with hands."""
        return ScarceKinds(self.table.stock[self.scarce], held[:, self.scarce], coming)

    def _see_short(self, kind: str, size: int) -> None:
        """Note that of some of a kind of object there are fewer than one hand may take."""
        own = [n for n, of in zip(self.table.stock.tolist(), self.kinds, strict=True) if of.object == kind]
        self.is_short = self.is_short or min(own, default=size) < size

    def _require_stock(self, kind: str, size: int, rows: Rows) -> None:
        """Require that what leaves the game leaves enough to deal.

        Raises:
            NotSearched: it may not.
        """
        gone = self._gone_in_all(kind)
        if gone == 0:
            return
        own = np.array([k.object == kind for k in self.kinds])
        in_all = int(self.table.stock[own].sum())
        if gone is None or (self._held(rows)[:, own].sum(axis=1) + size + gone > in_all).any():
            raise NotSearched("stock-exhausted")

    # ── The last hand ───────────────────────────────────────────────────────

    def _last(self, layer: ReachableLayer, op: ops.Chance) -> Chunk | None:
        """The last hand of a round, met with those that lie there: a row for each way in which they can be read.

        Nothing, where the hand has to be dealt out.
        """
        if (
            op.verb is not Verb.DEAL
            or len(op.units) != 1
            or layer.rows.column((HAND, op.units[0])).any()
            or not (self.by_stock or not len(self.scarce))
        ):
            return None
        place, after = (HAND, op.units[0]), layer.pc + 1
        # Once nothing changes any more, a hand counts only by what is read of it. Pairs that do not fit are left out,
        # which is right of sure rows alone; where the first objects are read, hands come in two parts.
        if self.told_apart.changing(after) or (HAND, op.units[0]) in self.told_apart.boundaries:
            return None
        assert op.count is not None
        self._require_few(self.table.hands_of(op.kind, op.count))
        batch = self.table.batch(op.kind, op.count)
        if len(layer.rows) * len(batch) <= WORTH_MEETING or not len(batch):
            return None
        self._require_stock(op.kind, op.count, layer.rows)
        # Which pairs do not fit is not looked at for each: where kinds are scarce, some may not.
        self.is_short = self.is_short or bool(len(self.scarce))
        of_rows: list[Ints] = [layer.rows.rest]
        of_hands: list[Ints] = [np.zeros(len(batch), dtype=np.int64)]
        others: set[Place] = set()
        # All hands of a batch are of one kind of object: what is read of that is the same for each.
        with_one = layer.rows.put(place, np.full(len(layer.rows), batch[0], dtype=np.int64))
        for part in self.told_apart.parts(after):
            match part:
                case Read(m.Compared() as compared, who, _) if place in self.slice.places(compared, who):
                    others.update(other for other in self.slice.places(compared, who) if other != place)
                case Read(observable, who, naming) if self.slice.places(observable, who) == (place,):
                    of_hands.append(self.hands.column(observable, naming).codes(batch))
                case Read(observable, who, naming):
                    of_rows += self._codes(observable, who, with_one, naming)
                case SeenCategory(looked_at) if looked_at == place:
                    of_hands.append(self.hands.column(m.CategoryOf(""), "").codes(batch))
                case SeenCategory(looked_at):
                    of_rows.append(self.hands.column(m.CategoryOf(""), "").codes(layer.rows.column(looked_at)))
                case WholeHand() | Growing() | Size() | Strength():
                    raise AssertionError(part)  # nothing changes any more
                case _:
                    assert_never(part)
        # Hands are met in one order, by strength against one other hand.
        if len(others) > 1:
            return None
        return self._meet(layer, place, batch, of_rows, of_hands, next(iter(others), None))

    def _meet(
        self,
        layer: ReachableLayer,
        place: Place,
        batch: Ints,
        of_rows: list[Ints],
        of_hands: list[Ints],
        other: Place | None,
    ) -> Chunk:
        stock = self._scarce_kinds(self._held(layer.rows), self.table.counts(batch)[:, self.scarce])
        # Where strengths are not compared, nothing orders the hands.
        strength: Ints = np.full(len(layer.rows) + len(batch), -1, dtype=np.int64)
        if other is not None:
            strength = self.hands.strengths(np.concatenate([layer.rows.column(other), batch]))
        rows, hands, examined = [], [], []
        row_groups = _ordered(of_rows, strength[: len(layer.rows)])
        hand_groups = _ordered(of_hands, strength[len(layer.rows) :])
        # Rows of a group are read alike but for their strength, and so are hands: a pair for each sign shows all.
        for ones in row_groups:
            deals = float(layer.examined[ones.all].sum())
            for twos in hand_groups:
                if self.budget.is_over:
                    raise NotSearched("too-long")
                found = list(pairs_by_order(stock, ones, twos))
                # The deals of both groups are counted once, with the first of their rows.
                examined += [deals * len(twos.all), *([0.0] * len(found))][: len(found)]
                rows += [row for row, _ in found]
                hands += [hand for _, hand in found]
        source = np.array(rows, dtype=np.int64)
        after = layer.rows.take(source).put(place, batch[np.array(hands, dtype=np.int64)])
        return Chunk(layer.pc + 1, after, source, layer.sure[source], np.array(examined))


class HandTables:
    """Hands by number with what is read of them, shared by rules that read them alike."""

    def __init__(self) -> None:
        self._columns: dict[object, HandColumns] = {}
        self._growths: dict[tuple[HandColumns, int, object], HandColumn] = {}

    def columns(self, judge: Judge, kinds: list[Kind]) -> HandColumns:
        """The hands of some kinds of objects."""
        source = judge.rules.source
        # Numbers of hands hold for one partition of the objects, and what is read of them for one way to count and
        # rank.
        key = (tuple(kinds), source.stocks, source.thrown, meaning_of_hands(judge.rules))
        if key not in self._columns:
            self._columns[key] = HandColumns(HandTable(kinds, judge.hands.material.faces), judge)
        return self._columns[key]

    def growth(self, hands: HandColumns, first: int, observables: tuple[tuple[m.Observable, str], ...]) -> HandColumn:
        """Codes of hands as far as what is read of larger ones depends on them: of shorter ones than `first`, all."""
        key = (hands, first, observables)
        if key not in self._growths:

            def grown(numbers: Ints) -> list[object]:
                return [_grown(hands.judge, first, observables, hands.table.objects(n)) for n in numbers.tolist()]

            self._growths[key] = HandColumn(hands.table, grown)
        return self._growths[key]


def _grown(judge: Judge, first: int, observables: Iterable[tuple[m.Observable, str]], hand: tuple[int, ...]) -> object:
    if len(hand) < first:
        return hand  # more will be read as the first of it
    out: list[object] = []
    for observable, naming in observables:
        if isinstance(observable, m.Total):
            out.append(_sums(judge, hand))
        elif isinstance(observable, m.WasDealt):
            objects = judge.hands.material.objects
            out.append(any(objects[thing].object == observable.kind for thing in hand))
        else:
            read = judge.observer.of_hand(observable, naming)
            assert read is not None
            out.append(read(hand))
    return tuple(out)


def _sums(judge: Judge, hand: tuple[int, ...]) -> frozenset[int]:
    """The sums that a hand can count, as far as they make a difference to any larger hand."""
    numbers, source = judge.hands.material.numbers, judge.rules.source
    sums = {0}
    for thing in hand:
        sums = {s + n for s in sums for n in numbers[thing]}
    if source.best_within is not None:
        # Past the limit a sum stays past it, and a hand with no other counts the lowest.
        return frozenset({min(sums)} | {s for s in sums if s <= source.best_within[0]})
    return frozenset(map(source.counted, sums)) if source.modulus else frozenset({max(sums)})


def meaning_of_hands(rules: BoundRules) -> tuple[object, ...]:
    """All that decides what hands of the same objects count, of which category they are, and which are higher."""
    source = rules.source
    counting = (source.worths, source.modulus, source.best_within, source.best_of, source.wilds)
    return (*counting, source.listings, rules.categories)


def settled_by(rules: BoundRules, kind: str) -> tuple[bool, bool, tuple[BoundRule[m.Outcome], ...]]:
    """All of the rules on a kind of bet that rounds depend on, beside what they read.

    There are commissions, and bonuses, on it; and, where they are asked or a bet may go on, the
    rules on its result: else it is all one to a round by which of them the bet is settled.
    """
    own = tuple(rule for rule in rules.outcomes if rule.effect.bet == kind)
    taken, paid = (any(r.effect.bet == kind for r in about) for about in (rules.commissions, rules.bonuses))
    goes_on = any(isinstance(rule.effect, m.GoOn | m.Stay) for rule in own)
    return taken, paid, own if taken or paid or goes_on else ()


def _coming(op: Op) -> Iterator[tuple[str, Verb, Unit, int | None]]:
    """The objects that an operation has come from a stock, and those who receive them."""
    if isinstance(op, ops.Chance) and op.verb is not Verb.THROW:
        yield from ((op.kind, op.verb, unit, op.count) for unit in op.units or ("",))


def _without_weight(op: Op) -> Op:
    """An operation as far as it matters to rounds without weights, and to the objects that come: not what is told."""
    match op:
        case ops.Tell() | ops.Bets() | ops.Alter(m.PlaceMarker() | m.RoundsLeft() | m.PutBack()):
            return ops.Tell("", ())
        case ops.Chance():
            return replace(op, face_up=False, provisions=())
        case ops.Alter() | ops.Jump() | ops.Ask():
            return replace(op, provisions=())
        case _:
            return op


@dataclass(frozen=True)
class _Asked:
    """Groups of rows that a question is asked of: for each a row that shows it, and how many deals it stands for."""

    shown: Ints
    examined: Ints

    def take(self, places: Ints) -> "_Asked":
        """Some of the groups."""
        return _Asked(self.shown[places], self.examined[places])


@dataclass(frozen=True)
class _Coded:
    """Values in groups: for each group a code, and the values by code."""

    codes: Ints
    values: Sequence[Any]

    def where(self, truths: Iterable[bool]) -> Ints:
        """The places of the groups with values of which something is true."""
        return np.flatnonzero(np.array(list(truths), dtype=np.bool_)[self.codes])


@dataclass(frozen=True)
class _Groups(_Asked):
    """All groups of the rows of a layer; for each row its group."""

    inverse: Ints


def _ordered(columns: list[Ints], strength: Ints) -> list[Ordered]:
    """Hands by groups of equal rows of some columns, each in the order of their strength."""
    _, groups = distinct(columns)
    return [Ordered.of(own, strength[own]) for own in places_of(groups)]


_CLOSED = "closed"


def _may_go_on(result: Verdict[m.Outcome]) -> bool:
    """A rule lets a bet go on, or stay as it is."""
    return result.rule is not None and isinstance(result.rule.effect, m.GoOn | m.Stay)


def _open_or_not(bet: Bet) -> Bet:
    """A bet without its stake, and without how it was settled."""
    result = "" if bet.is_open or not bet.stake else _CLOSED
    return bet._replace(stake=1 if bet.stake else 0, result=result, net=0, provisions=(), undecided=None)
