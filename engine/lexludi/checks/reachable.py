"""Reachable situations: all rounds of a program as rows without weights, each with the way that led to it.

Rows that agree in all that is read of them at a place or later are one. What they had in hand is
kept of one of them, so that each row stands for rounds of which one is known, object by object.
Where a stock may run out, either what is left of it tells rows apart too; or, where that makes too
many, a row that may need more objects than there are goes on as unsure.

The lowest place that is pending comes first, so that a loop is empty before it is left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import assert_never

import numpy as np

from lexludi.checks.distinctions import Distinctions, Growing, Read, SeenCategory, Size, Strength, WholeHand
from lexludi.checks.groups import AskedRows, Coded, RowGroups, RowReader
from lexludi.checks.hand_tables import HandTables
from lexludi.checks.layers import Chunk, Ends, Key, Met, ReachableLayer, Spot, keep_shown
from lexludi.checks.meetings import Ordered, ScarceKinds, pairs_by_order
from lexludi.checks.repetitions import Repetitions
from lexludi.checks.scarcity import Scarcity
from lexludi.checks.situations import NotSearched
from lexludi.exact.budget import LOOKED_AT, Budget
from lexludi.exact.dividing import combined, divided, divisions_of, given_up, split
from lexludi.exact.draws import wanted_by
from lexludi.exact.graph import Rows, States, joined
from lexludi.exact.interned import Interned
from lexludi.exact.kinds import Kind, kinds_of
from lexludi.exact.multisets import TOGETHER, HandColumn, Ints, distinct, places_of, portions
from lexludi.exact.observed import Observed
from lexludi.exact.slices import DRAWN, HAND, THROWN, Place, dealt_late, is_plentiful
from lexludi.play import plan as ops
from lexludi.play.decide import Verdict
from lexludi.play.plan import Pc, Placed, Plan, Unit, Verb, Who, walk
from lexludi.play.process import Process
from lexludi.play.questions import Questions, ends, wins
from lexludi.play.round_state import OUT_OF_RANGE, Bet, Map, Node, State, StockState, Terminal
from lexludi.play.table import of_status
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, observables_of, resolved

# For a second of the limit on time: hands of one deal, and rows that chance makes in all.
HANDS_PER_SECOND, ROWS_PER_SECOND = 10_000, 25_000
# Rows in all, past which what is left of the stock tells rows apart no longer, unless that leaves a doubt.
ROWS_BY_STOCK = 250_000
# Pairs of hands past which the last deal is not dealt out, but hands are met two by two.
WORTH_MEETING = 20_000
# Kinds of objects whose numbers are told apart one by one.
FEW_KINDS = 6


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
        tables: HandTables | None = None,
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
        self.scarcity = Scarcity(self.told_apart, self.written)
        self.scarce = self.scarcity.kinds(self.table)
        self.lacking = frozenset(self.scarcity.lacking())
        self.loops = {op.to for pc, op in enumerate(self.plan.ops) if isinstance(op, ops.Jump) and op.to <= pc}
        self.by_stock_at_most = ROWS_BY_STOCK
        self._restart()

    @cached_property
    def as_written(self) -> Process:
        """The process of the rounds as their steps are written, by which every deal is played that shows a row."""
        return Process(self.written, self.questions)

    @cached_property
    def _category(self) -> HandColumn:
        """The categories of hands."""
        return self.hands.column(m.CategoryOf(""), "")

    def _restart(self) -> None:
        self.layers: list[ReachableLayer] = []
        self.actions: list[str] = []
        self.states = States(self.slice)
        observed = Observed(self.slice, self.hands, self.states, "")
        self.reader = RowReader(self.told_apart, self.process, observed)
        self.met: dict[Key, Met] = {}
        self.open: dict[str, Spot] = {}
        self._rests_after: dict[tuple[int, int, Bet | None], int] = {}  # rests after a bet is settled
        # Where a number would be kept, or named by a rule on a bet, that is not among those of its range.
        self.out_of_range: dict[tuple[Pc, BoundRule[m.Outcome] | None], Spot] = {}
        self.no_choice: dict[Pc, Spot] = {}  # where somebody is to choose, and every alternative is forbidden
        self.forbidding: dict[tuple[Pc, str], dict[str, None]] = {}  # by choice and alternative, what ever forbids it
        self.used_up: dict[Pc, Spot] = {}  # where more objects would come than are left, or may be burned
        self.endless: dict[Pc, Spot] = {}  # where something is repeated, and no way leads to an end any more
        self._repetitions = Repetitions()  # its ways only where there are loops
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
        self.endless = dict(self._repetitions.endless(self.plan, self.layers))
        # Few of the rounds are ever shown.
        stopped = (self.out_of_range, self.no_choice, self.used_up, self.endless)
        keep_shown(self.layers, (self.open, self.reached, *stopped, *(met.spots for met in self.met.values())))
        self._repetitions = Repetitions()
        return self

    def _make_sure(self) -> None:
        """Search again by what is left of the stock, with as many rows as time allows, where that leaves no doubt."""
        before = dict(vars(self))
        self._restart()
        self.by_stock_at_most = int(ROWS_PER_SECOND * self.budget.seconds)
        try:
            self._run(by_stock=True)
        except NotSearched:
            vars(self).update(before)

    @property
    def ends(self) -> Ends:
        """The rounds that surely come to their end: all, whatever comes; some; or none."""
        if self.plan.finish not in self.reached:
            return Ends.NEVER
        return Ends.SOMETIMES if self.may_stop or self.loops or self.used_up else Ends.ALWAYS

    # ── Forward ─────────────────────────────────────────────────────────────

    def _run(self, *, by_stock: bool) -> None:
        self.by_stock = by_stock
        pending: dict[Pc, list[tuple[int, Chunk]]] = {0: [(-1, self._start())]}
        while pending:
            pc = min(pending)
            layer = self._merged(pc, pending.pop(pc))
            if not len(layer.rows):
                continue
            number = len(self.layers)
            self.layers.append(layer)
            self._repetitions.add(len(layer.rows))
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

    def _merged(self, pc: Pc, chunks: list[tuple[int, Chunk]]) -> ReachableLayer:
        """The rows that go on to a place, equal ones once, those that are sure before others."""
        number, chunk = chunks[0]
        if len(chunks) == 1 and self._are_distinct(pc, self.layers[number].pc if self.layers else -1):
            every = np.full(len(chunk.rows), chunk.action)
            if self.loops:
                self._repetitions.lead(chunks, np.arange(len(every)) + self._repetitions.found)
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
        numbers = np.arange(len(kept)) + self._repetitions.found
        if pc in self.loops:
            # Only what is new goes round once more, so that the search ends.
            new, numbers = self._repetitions.new(pc, [column[kept] for column in key], sure[kept])
            kept, examined = kept[new], examined[new]
        if self.loops:
            to = np.empty(len(order), dtype=np.int64)
            to[order] = numbers[inverse]
            self._repetitions.lead(chunks, to)
        lengths = [len(chunk.rows) for _, chunk in chunks]
        return ReachableLayer(
            pc,
            rows.take(kept),
            sure[kept],
            examined,
            np.repeat([number for number, _ in chunks], lengths)[kept],
            np.concatenate([chunk.source for _, chunk in chunks])[kept],
            np.repeat([chunk.action for _, chunk in chunks], lengths)[kept],
        )

    def _are_distinct(self, pc: Pc, before: Pc) -> bool:
        """Rows that come from one place alone are as different as they were there: nothing is forgotten between."""
        # Chance may bring rows to hands that are read alike; a repetition, to where they have been.
        if before < 0 or pc in self.loops or isinstance(self.plan.ops[before], ops.Chance):
            return False
        return self.told_apart.parts(pc) == self.told_apart.parts(before)

    def _key(self, pc: Pc, rows: Rows) -> list[Ints]:
        """The columns that tell rows at a place apart. At the head of a loop they are the same whenever it is met."""
        out = [rows.rest]
        for part in self.told_apart.parts(pc):
            match part:
                case Read(observable, who, naming):
                    out += self.reader.codes(observable, who, rows, naming)
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
                    out.append(self._category.codes(rows.column(place)))
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
            yield layer.going(self.told_apart.jumps[pc])
            return
        for kind, unit in self.told_apart.looked_at(pc):
            self._look(layer, layer.rows.column((kind, unit)))
        match op:
            case ops.Tell() | ops.Bets():
                yield layer.going(pc + 1)
            case ops.Jump(to):
                yield layer.going(to)
            case ops.Alter(ops.Divide() as change, who):
                divisions = divisions_of(self.table, self.questions.judge.hands, change)
                rows = divided(divisions, change, who.unit, layer.rows)
                yield replace(layer.going(pc + 1), rows=rows)
            case ops.Alter(ops.GiveUp() as change, who):
                yield replace(layer.going(pc + 1), rows=given_up(self.table, change, who.unit, layer.rows))
            case ops.Alter(m.Combine() as change, who):
                yield replace(layer.going(pc + 1), rows=combined(self.table, change, who.unit, layer.rows))
            case ops.Alter(m.Split() as change):
                yield self._split(layer, op, change)
            case ops.Alter(ops.TurnUp() | ops.EndShow() | m.PlaceMarker() | m.RoundsLeft() | m.PutBack()):
                yield layer.going(pc + 1)
            case ops.Chance(verb=Verb.BURN, kind=kind):
                # What is burned is no part of rows: whether there are objects for it, an example has to show.
                if layer.sure.any() and not is_plentiful(self.plan, self.questions, kind):
                    self.used_up.setdefault(pc, self._spot(int(np.flatnonzero(layer.sure)[0]), Who()))
                yield layer.going(pc + 1)
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
        return replace(layer.going(layer.pc + 1), rows=rows.with_rest(rests[inverse.reshape(-1)]))

    def _spot(self, row: int, who: Who) -> Spot:
        """A row of the layer that is followed."""
        return Spot(len(self.layers) - 1, row, who)

    def _look(self, layer: ReachableLayer, hands: Ints) -> None:
        """Note the categories of hands that are surely held."""
        codes = np.unique(self._category.codes(hands[layer.sure]))
        self.categories.update(name for code in codes if (name := self._category.values()[code]) is not None)

    # ── What is no hand ─────────────────────────────────────────────────────

    def _rest_number(self, state: State) -> int:
        """The number of all of a state but hands, without what nothing reads: not how a bet was settled, nor stakes."""
        return self.states.number(
            state._replace(face_up=frozenset(), face_down=Map(), bets=tuple(map(_open_or_not, state.bets)))
        )

    # ── Operations on groups of rows that read the same ─────────────────────

    def _step(self, layer: ReachableLayer) -> Iterator[Chunk]:
        """An operation of the process: run once for each group, what comes of it scattered over the rows.

        Rows for which no rule says how they go on, go no further.
        """
        groups = self.reader.groups(layer)
        self._note_op(groups)
        apart = groups.rest
        match self.plan.ops[layer.pc]:
            case ops.Branch(condition, others=()) if not isinstance(condition, ops.BetOpen):
                apart = np.zeros_like(apart)
            case ops.Require(parties=()):
                apart = np.zeros_like(apart)
            case _:
                pass
        after = groups.after(apart)
        self._note_out_of_range(after, groups)
        self.may_stop |= not all(isinstance(state, State) for state in after)
        # -1 where a round stops.
        places = np.array([state.pc if isinstance(state, State) else -1 for state in after])[groups.inverse]
        rests = None
        if isinstance(self.plan.ops[layer.pc], ops.Alter):
            changed = [self._rest_number(state) if isinstance(state, State) else -1 for state in after]
            rests = np.array(changed, dtype=np.int64)[groups.inverse]
        for place in np.unique(places[places >= 0]):
            source = np.flatnonzero(places == place)
            yield layer.some(int(place), source, None if rests is None else rests[source])

    def _note_op(self, groups: RowGroups) -> None:
        match self.plan.ops[groups.layer.pc]:
            case ops.Branch(others=others) | ops.Require(parties=(_, *others)) if others and self.plan.seconds:
                raise NotSearched("hands-of-a-split")
            case ops.Require(role, action, who, _, parties):
                for party in parties or (who,):
                    read = self.questions.norms[role, action].observables
                    self._note(("action", action, role), read, party, groups)
            case ops.Branch(condition, who, _, _, (eid, *_)) if not isinstance(condition, ops.BetOpen):
                read = tuple(dict.fromkeys(observables_of(condition)))
                self._note(("step", eid, str(condition)), read, who, groups)
            case _:
                pass

    def _note_out_of_range(self, after: Sequence[State | Node], groups: RowGroups) -> None:
        """Note a round that is surely stopped because a number is not among those that it keeps."""
        for node, row, is_sure in zip(after, groups.shown.tolist(), groups.sure.tolist(), strict=True):
            undecided = node.undecided if isinstance(node, Terminal) else None
            if undecided is not None and undecided.problem == OUT_OF_RANGE and is_sure:
                self.out_of_range.setdefault((groups.layer.pc, None), self._spot(row, Who()))

    def _note(self, key: Key, observables: tuple[m.Observable, ...], who: Who, groups: AskedRows) -> Coded:
        """Note with which values a question is met."""
        read = groups.combinations(who, observables)
        met = self.met.setdefault(key, Met(observables))
        met.examined += float(groups.examined.sum())
        sure = groups.sure
        met.unsure.update(read.values[code] for code in np.unique(read.codes[~sure]))
        surely = np.flatnonzero(sure)
        _, first = np.unique(read.codes[surely], return_index=True)
        for place in surely[np.sort(first)].tolist():
            met.spots.setdefault(read.values[read.codes[place]], self._spot(int(groups.shown[place]), who))
        return read

    def _settle(self, layer: ReachableLayer, index: int) -> Chunk:
        """A bet is settled, or left undecided: in either case it is open no longer, unless a rule lets it go on."""
        who = Who(self.plan.bets[index].unit, index)
        # For each row the first group of the same rest whose bet goes on alike; -1 where it ends.
        going: Ints = np.full(len(layer.rows), -1, dtype=np.int64)
        firsts: dict[tuple[int, Bet], int] = {}
        if layer.pc not in self.told_apart.left_open:
            groups = self.reader.groups(layer)
            numbers, of_groups = np.full(len(groups.shown), -1), groups.rest.tolist()
            kinds = np.array([self.states.rest[rest].bets[index].bet for rest in of_groups])
            for kind in dict.fromkeys(kinds.tolist()):
                of_kind = np.flatnonzero(kinds == kind)
                some, outcomes = groups.take(of_kind), self.questions.outcomes[kind]
                met = self._note(("bet", kind, ""), outcomes.observables, who, some)
                results = list(map(outcomes.decide, met.values))
                taken, paid = self.questions.commissions[kind], self.questions.bonuses[kind]
                for what, beside, is_asked in (("commission", taken, wins), ("bonus", paid, ends)):
                    if beside.rules:
                        asked = some.take(met.where(map(is_asked, results)))
                        self._note((what, kind, ""), beside.observables, who, asked)
                open_ = met.where(map(_may_go_on, results))
                by = [results[code].rule for code in met.codes[open_].tolist()]
                going_on = self._going_on(index, some.take(open_), by)
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
        return layer.some(layer.pc + 1, np.arange(len(layer.rows)), rest)

    def _going_on(
        self, index: int, groups: AskedRows, rules: Sequence[BoundRule[m.Outcome] | None]
    ) -> Iterator[Bet | None]:
        """The bet of each group that a rule lets go on, or nothing; a number that it cannot name is noted, by rule."""
        bets = [self.states.rest[rest].bets[index] for rest in groups.rest.tolist()]
        apart = np.array(list(map(Interned[Bet]().number, bets)), dtype=np.int64)
        after = groups.after(apart)
        shown = zip(groups.shown.tolist(), groups.sure.tolist(), strict=True)
        for following, (row, is_sure), rule in zip(after, shown, rules, strict=True):
            assert isinstance(following, State)
            bet = following.bets[index]
            if bet.undecided is not None and bet.undecided.problem == OUT_OF_RANGE and is_sure:
                self.out_of_range.setdefault((groups.layer.pc, rule), self._spot(row, Who(bet.unit, index)))
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
                    self.open[bet.bet] = self._spot(row, Who(bet.unit, index))

    def _ask(self, layer: ReachableLayer, op: ops.Ask) -> Iterator[Chunk]:
        groups = self.reader.groups(layer)
        states = groups.states()
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
                    self._note(("choice", action, role), question.observables, op.who, groups)
        stuck = ~legal.any(axis=1)
        self.may_stop |= bool(stuck.any())
        surely = np.flatnonzero(stuck & groups.sure)
        if len(surely):
            self.no_choice.setdefault(layer.pc, self._spot(int(groups.shown[surely[0]]), op.who))
        for place, (action, to) in enumerate(zip(op.actions, op.to, strict=True)):
            self.actions.append(action)
            source = np.flatnonzero(legal[groups.inverse, place])
            yield layer.some(to, source, action=len(self.actions) - 1)

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
        some = layer.some(layer.pc + 1, source)
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
                        self.used_up.setdefault(layer.pc, self._spot(int(came[lacking[0]]), Who()))
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
        batch = self._batch(op.kind, size)
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

    def _batch(self, kind: str, size: int) -> Ints:
        """Every hand of so many objects of a kind.

        Raises:
            NotSearched: they are too many.
        """
        self._require_few(self.table.hands_of(kind, size))
        return self.table.batch(kind, size)

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
        numbers = [n for n, of in zip(self.table.stock.tolist(), self.kinds, strict=True) if of.object == kind]
        self.is_short = self.is_short or min(numbers, default=size) < size

    def _require_stock(self, kind: str, size: int, rows: Rows) -> None:
        """Require that what leaves the game leaves enough to deal.

        Raises:
            NotSearched: it may not.
        """
        gone = self.scarcity.gone_in_all(kind)
        if gone == 0:
            return
        of_kind = np.array([k.object == kind for k in self.kinds])
        in_all = int(self.table.stock[of_kind].sum())
        if gone is None or (self._held(rows)[:, of_kind].sum(axis=1) + size + gone > in_all).any():
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
        batch = self._batch(op.kind, op.count)
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
                    of_rows += self.reader.codes(observable, who, with_one, naming)
                case SeenCategory(looked_at) if looked_at == place:
                    of_hands.append(self._category.codes(batch))
                case SeenCategory(looked_at):
                    of_rows.append(self._category.codes(layer.rows.column(looked_at)))
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
                pairs = list(pairs_by_order(stock, ones, twos))
                # The deals of both groups are counted once, with the first of their rows.
                examined += [deals * len(twos.all), *([0.0] * len(pairs))][: len(pairs)]
                rows += [row for row, _ in pairs]
                hands += [hand for _, hand in pairs]
        source = np.array(rows, dtype=np.int64)
        after = layer.rows.take(source).put(place, batch[np.array(hands, dtype=np.int64)])
        return Chunk(layer.pc + 1, after, source, layer.sure[source], np.array(examined))


def _ordered(columns: list[Ints], strength: Ints) -> list[Ordered]:
    """Hands by groups of equal rows of some columns, each in the order of their strength."""
    _, groups = distinct(columns)
    return [Ordered.of(places, strength[places]) for places in places_of(groups)]


_CLOSED = "closed"


def _may_go_on(result: Verdict[m.Outcome]) -> bool:
    """A rule lets a bet go on, or stay as it is."""
    return result.rule is not None and isinstance(result.rule.effect, m.GoOn | m.Stay)


def _open_or_not(bet: Bet) -> Bet:
    """A bet without its stake, and without how it was settled."""
    result = "" if bet.is_open or not bet.stake else _CLOSED
    return bet._replace(stake=1 if bet.stake else 0, result=result, net=0, provisions=(), undecided=None)
