"""Forward through all rounds at once: a program run on rows of abstract states, layer by layer.

Rows are grouped by what an operation reads; the process of a single round runs the operation
once for each group, and what comes of it is scattered over the rows. Equal rows merge.
The lowest place that is pending comes first, so that a loop is empty before it is left.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import assert_never

import numpy as np

from lexludi.exact.budget import NotAnalysed, RowMeter
from lexludi.exact.dividing import combined, divided, divisions_of, given_up, split
from lexludi.exact.draws import WORTH_COUNTING, Draws, Going, wanted_by, ways_drawn
from lexludi.exact.graph import (
    Choice,
    Edge,
    End,
    Ended,
    EntryNode,
    Layer,
    Rows,
    joined,
    onward,
    past,
    refuse_stop,
    told_by,
)
from lexludi.exact.growth import foresee_pairs
from lexludi.exact.last_chain import MAX_DRAWS
from lexludi.exact.leaving import leaving
from lexludi.exact.multisets import NUMBER, HandColumn, Ints, distinct
from lexludi.exact.observed import Observed
from lexludi.exact.outcomes import Outcome
from lexludi.exact.slices import DRAWN, HAND, THROWN, Place, divided_into
from lexludi.exact.symmetry import Symmetry
from lexludi.play import plan as ops
from lexludi.play.faces import laid_apart, turned_up
from lexludi.play.gains import NotBounded, bounds
from lexludi.play.hidden import seen_leaving
from lexludi.play.plan import Pc, Unit, Verb, ahead, provisions_at, reachable
from lexludi.play.process import Process, begun_to_show, end_of_show
from lexludi.play.round_state import KEPT, Bet, DecisionNode, Money, State, Terminal, reduced, whole
from lexludi.rules import meaning as m
from lexludi.rules.parts import division_named, part_of, whole_of

# The result of a bet that has ended while others of the same round go on: nothing more is known of it.
ENDED = "ended"

# From so many rows on it is worth looking for those that can be exchanged into each other.
WORTH_EXCHANGING = 500

# Where more rows than so many are foreseen as long as somebody chooses, they are exchanged before that too. For fewer
# it does not pay: to tell the best play, each situation is made of the one that stands for it.
WORTH_EXCHANGING_EARLY = 250_000

# A row stands for at most so many others: what is told of choices goes through all orders of items.
MOST_ORDERS = 120

# After so many turns of a repetition it is worth asking whether a stake may grow in it without end.
MOST_TURNS = 1_000

# So many rows at a time are traced back to those that they come of.
TRACED = 64

# Where rows times the hands that may come to one are more, what is dealt last is dealt to some of them at a time.
DEALT_AT_ONCE = 400_000

# From so many rows on it is worth asking which hands need not be told apart any more.
WORTH_MERGING = 50


class Forward:
    """The graph of all rounds from a node to the ends of their bets, which are told in multiples of a `unit`.

    If it `exchanges_early`, one of many rows may stand for others at choices too (`Choice.symmetry`).
    """

    def __init__(
        self,
        process: Process,
        observed: Observed,
        draws: Draws,
        symmetry: Symmetry,
        meter: RowMeter,
        unit: Money = 1,
        *,
        exchanges_early: bool = True,
    ) -> None:
        self.process = process
        self.unit = unit
        self.plan = process.plan
        self.slice = observed.slice
        self.observed = observed
        self.states = observed.states
        self.table = observed.table
        self.draws = draws
        self.symmetry = symmetry
        self.meter = meter
        # Places where a round may come back to as it was, each as the one at which something is done next: without a
        # draw, by which alone it would have more objects than before.
        jumps = [op.to for pc, op in enumerate(self.plan.ops) if isinstance(op, ops.Jump) and op.to <= pc]
        drawn = {pc for pc, op in enumerate(self.plan.ops) if isinstance(op, ops.Chance) and op.verb is Verb.DRAW}
        places = range(len(self.plan.ops))
        undrawn = ahead({pc: () if pc in drawn else onward(self.plan, pc) for pc in places})
        self.loops = {place for to in jumps if (place := past(self.plan, to)) in undrawn[place]}
        read = {o for pc in range(self.plan.finish) for o in self.slice.observables(pc)[1]}
        markers = {o.marker for o in read if isinstance(o, m.MarkerAppears)}
        # The provisions that place a marker for which a round asks; one that none of them places never appears.
        self.marking = [
            eid
            for step in self.plan.rules.steps
            if isinstance(step.effect, m.PlaceMarker) and step.effect.marker in markers
            for eid in step.provisions
        ]
        self.leaving = leaving(self.plan, process.hands)
        self.seen_leaving = seen_leaving(self.plan)
        self._divisions: dict[Pc, HandColumn] = {}
        # The exchange of items by which rows are one even as long as somebody chooses; none where these are few.
        self.exchanging: Symmetry | None = None
        self.exchanges_early = exchanges_early
        # From the nodes, by their places, to the rows of the first layer.
        self.entry = Edge(np.zeros(0, dtype=np.int64))
        self.layers: list[Layer] = []
        self.choices: list[Choice] = []
        # Rows of earlier nodes that are held with the choices among them.
        self._held = 0

    def expand(self, nodes: Sequence[EntryNode]) -> None:
        """Follow all rounds from nodes of one place; the layers and the choices met on the way are kept.

        Raises:
            NotAnalysed: something on the way is not modelled here, or there are more rows than the limits allow.
        """
        # Layers are those of some nodes; numbers of states, ends and hands go on from node to node. Whoever has the
        # choices among them holds them for what is best there; else the rows of the nodes before are let go.
        if self.choices:
            self._held = self.meter.rows
        self.meter.begin(self._held)
        self.layers, self.choices, self.exchanging = [], [], None
        start = past(self.plan, nodes[0].pc)
        self.entry = Edge(np.arange(len(nodes)))
        # Rows that wait at a place, in chunks, each with the edge that led to it and gets its targets with the merging.
        pending: dict[Pc, list[tuple[Rows, Edge]]] = {start: [(joined([*map(self.rows_of, nodes)]), self.entry)]}
        # By places of loops, and rows there: the layers in which a row has stood, each with its place there.
        seen: dict[Pc, dict[tuple[int, ...], list[tuple[int, int]]]] = {}
        turns = Counter[Pc]()
        while pending:
            # But for jumps back places lead to higher ones: with the lowest first, rows meet before they go on, and a
            # loop is run until it is empty.
            pc = min(pending)
            layer = self._merged(pc, pending.pop(pc))
            self.layers.append(layer)
            self.meter.made(len(layer.rows), provisions_at(self.plan, pc))
            if pc in self.loops:
                turns[pc] += 1
                if turns[pc] == MOST_TURNS:
                    self._refuse_growth(pc)
                self._refuse_cycles(pc, layer.rows, seen)
            for to, after, edge in self._run(layer):
                layer.edges.append(edge)
                pending.setdefault(past(self.plan, to), []).append((after, edge))
            # The way back goes by edges: what rows held is needed no more, and is most of the memory.
            layer.rows = Rows({}, layer.rows.rest)

    def rows_of(self, node: EntryNode) -> Rows:
        """The one row of a node."""
        if self.marking:
            # How many objects are left depends on what is burned, which is left out, and on the rounds before.
            raise NotAnalysed("not-analysed", tuple(dict.fromkeys(self.marking)), reason="marker")
        columns = {place: np.full(1, number, dtype=NUMBER) for place, number in node.columns}
        rest = self.states.number(node.rest._replace(pc=node.pc))
        return Rows(columns, np.full(1, rest, dtype=NUMBER))

    # ── Merging ─────────────────────────────────────────────────────────────

    def _merged(self, pc: Pc, chunks: list[tuple[Rows, Edge]]) -> Layer:
        """The layer at a place: rows that have come there, those alike as one, and edges that know where they lead."""
        every = joined([rows for rows, _ in chunks]) if len(chunks) > 1 else chunks[0][0]
        # To find hands that are alike takes a reading of each, which does not pay for few rows.
        every = self.forget(pc, every, merges=len(every) >= WORTH_MERGING)
        first, inverse = distinct(self._told_apart(pc, every))
        at = 0
        # Chunks were put one after another, and so were their places among the merged rows.
        for rows, edge in chunks:
            edge.layer, edge.target = len(self.layers), inverse[at : at + len(rows)]
            at += len(rows)
        return Layer(pc, every.take(first))

    def forget(self, pc: Pc, rows: Rows, *, merges: bool) -> Rows:
        """The rows without what nothing depends on any more; where it `merges`, with one hand for those alike."""
        live, asks, weighed = self.slice.live[pc], self.slice.asks[pc], self.slice.weighed[pc]
        kept = {}
        for place in self.slice.columns:
            column = rows.columns.get(place)
            if column is None or place not in live:
                continue
            if merges and not (asks or (weighed and place[0] == HAND)):
                # Hands that still count for what is left of the stock are told apart, and all that somebody may see.
                kept[place] = self.observed.alike(pc, place, column)
            else:
                kept[place] = column
        return Rows(kept, rows.rest)

    def _told_apart(self, pc: Pc, rows: Rows) -> list[Ints]:
        """Columns in which rows differ that are not to be merged."""
        if self.slice.asks[pc]:
            is_worth = self.exchanging is not None
        else:
            is_worth = self.slice.weighed[pc] and len(rows) > WORTH_EXCHANGING
        if is_worth:
            hands = [column for place, column in rows.columns.items() if place[0] != DRAWN and column.any()]
            # What was drawn last would have to change items with the hands, and has no profile.
            drawn = [column for place, column in rows.columns.items() if place[0] == DRAWN]
            if hands and not any(column.any() for column in drawn):
                codes = self.symmetry.codes(hands)
                if codes is not None:
                    return [*codes, rows.rest]  # hands that come with several rests stand together, and are read once
        return rows.all()

    def _refuse_cycles(self, pc: Pc, rows: Rows, seen: dict[Pc, dict[tuple[int, ...], list[tuple[int, int]]]]) -> None:
        known = seen.setdefault(pc, {})
        columns = [rows.rest, *(rows.column(place) for place in self.slice.columns)]
        again: dict[int, list[tuple[int, int]]] = {}
        for row, key in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
            before = known.setdefault(key, [])
            if before:
                again[row] = [*before]
            before.append((len(self.layers) - 1, row))
        # A row that comes of itself could go on so for ever, and layers have no edges back. What two ways lead to one
        # after the other is only followed twice.
        if again and self._come_of_themselves(again):
            ahead = self.plan.ahead
            chooses = any(isinstance(self.plan.ops[at], ops.Ask) and pc in ahead[at] for at in ahead[pc])
            reason = "choices-without-end" if chooses else "never-ends"
            raise NotAnalysed("not-analysed", provisions_at(self.plan, pc), reason=reason)

    def _refuse_growth(self, pc: Pc) -> None:
        """Refuse what is still repeated after so many turns, where a stake may grow in it without end."""
        try:
            bounds(self.plan, self.process.questions, tuple(bet.stake for bet in self.plan.bets))
        except NotBounded:
            raise NotAnalysed("not-analysed", provisions_at(self.plan, pc), reason="stake-without-end") from None

    def _come_of_themselves(self, again: dict[int, list[tuple[int, int]]]) -> bool:
        """Some rows of the last layer come of a row that was the same: of each, where it has stood before."""
        rows = list(again)
        for begin in range(0, len(rows), TRACED):
            traced = rows[begin : begin + TRACED]
            # For each layer, rows by those traced: what they come of. Edges lead only to later layers.
            last = len(self.layers) - 1
            origins = {last: np.zeros((len(self.layers[last].rows), len(traced)), dtype=np.bool_)}
            origins[last][traced, range(len(traced))] = True
            for number in reversed(range(last)):
                layer = self.layers[number]
                for edge in layer.edges:
                    if edge.layer in origins:
                        origin = origins.setdefault(number, np.zeros((len(layer.rows), len(traced)), dtype=np.bool_))
                        np.logical_or.at(origin, edge.source, origins[edge.layer][edge.target])
            if any(origins[at][place, n] for n, row in enumerate(traced) for at, place in again[row] if at in origins):
                return True
        return False

    # ── Operations ──────────────────────────────────────────────────────────

    def _run(self, layer: Layer) -> Iterator[Going]:
        """One operation on rows, or a last chain of draws: where they go on, and how."""
        pc, rows = layer.pc, layer.rows
        chain = self.draws.chain(pc, rows)
        chained = self.draws.chained(chain, pc, rows) if chain is not None and self._is_ample(pc, rows) else None
        yield from self.operate(layer) if chained is None else chained

    def operate(self, layer: Layer) -> Iterator[Going]:
        """One operation on rows: where they go on, and how; the ends that it brings about are noted with the layer."""
        pc, rows = layer.pc, layer.rows
        op = self.plan.ops[pc]
        every = np.arange(len(rows))
        if pc in self.seen_leaving:
            # Rows do not hold what has left the game: of what is still to come all see more than they say.
            raise NotAnalysed("not-analysed", provisions_at(self.plan, pc), reason="seen-and-gone")
        match op:
            case ops.Tell() | ops.Bets():
                yield pc + 1, rows, Edge(every)
            case ops.Jump(to, repeats):
                if repeats:
                    layer.ended.append(Ended(every, self._nodes(to, rows)))
                else:
                    yield to, rows, Edge(every)
            case ops.Alter(ops.BeginShow()):
                # A round that only shows the game leaves the chances of those that follow as they are. It is the first
                # with its objects, if they are new.
                after = self.states.changed(rows.rest, pc, begun_to_show)
                yield end_of_show(self.plan, pc) + 1, rows.with_rest(after), Edge(every)
            case ops.Alter(ops.EndShow() | m.PlaceMarker() | m.RoundsLeft() | m.PutBack()):
                yield pc + 1, rows, Edge(every)
            case ops.Alter(ops.TurnUp(), who):
                yield pc + 1, self._turned_up(pc, rows, who.unit), Edge(every)
            case ops.Alter(ops.Divide() as change, who):
                yield pc + 1, self._divided(pc, rows, change, who.unit), Edge(every)
            case ops.Alter(ops.GiveUp() as change, who):
                yield pc + 1, given_up(self.table, change, who.unit, rows), Edge(every)
            case ops.Alter(m.Combine() as change, who):
                yield pc + 1, combined(self.table, change, who.unit, rows), Edge(every)
            case ops.Alter(m.Split() as change):
                yield pc + 1, self._split(pc, op, change, rows), Edge(every)
            case ops.Branch(others=others) | ops.Require(parties=(_, *others)) if others:
                # What is done once for the table would have to be read of every hand.
                raise NotAnalysed("not-analysed", provisions_at(self.plan, pc), reason="hands-of-a-split")
            case ops.Chance(verb=Verb.BURN):
                self._refuse_exhausted(pc, op, rows)
                yield pc + 1, rows, Edge(every)
            case ops.Chance(verb=Verb.THROW):
                yield self.draws.throw(pc, op, rows)
            case ops.Chance():
                self._foresee(pc, op, rows)
                self._refuse_exhausted(pc, op, rows)
                if (counted := self.draws.counted(pc, op, rows)) is not None:
                    yield counted
                else:
                    yield from self._dealt(pc, op, rows)
            case ops.Ask():
                yield from self._ask(layer, op)
            case ops.Branch() | ops.Require() | ops.Settle() | ops.Alter():
                yield from self._lifted(layer)
            case ops.Finish() | ops.Stop():
                for wager in self.plan.wagers:
                    self._never_settled(layer, wager)
            case _:
                assert_never(op)

    # ── What is dealt last ──────────────────────────────────────────────────

    def _is_last(self, pc: Pc) -> bool:
        """Nothing comes by chance after a place, nobody chooses, and nothing is done a second time."""
        for place in self.plan.ahead[pc]:
            match self.plan.ops[place]:
                case ops.Chance() | ops.Ask():
                    return False
                case ops.Jump(to, repeats) if repeats or to <= place:
                    return False
        return True

    def _dealt(self, pc: Pc, op: ops.Chance, rows: Rows) -> Iterator[Going]:
        """A deal; the last one, where it comes to too many rows, is made to some at a time.

        Of the hands with which a row ends alike, one then stands for all.
        """
        at_once = len(rows)
        if self._is_last(pc):
            wanted = (int(column.max(initial=0)) for column in wanted_by(self.table, op, rows))
            hands = prod(self.table.hands_of(op.kind, most) for most in wanted)
            at_once = max(1, DEALT_AT_ONCE // max(1, hands))
        if at_once >= len(rows):
            yield from self.draws.deal(pc, op, rows)
            return
        if (classes := self._classes(pc, op, rows)) is not None:
            yield self._dealt_by_class(pc, op, rows, classes)
            return
        for begin in range(0, len(rows), at_once):
            held = self.meter.rows
            for to, after, edge in self.draws.deal(pc, op, rows.take(slice(begin, begin + at_once))):
                each = np.ones(len(edge.source), dtype=np.int64) if edge.ways is None else edge.ways
                first, alike = distinct([edge.source, *self._fates(to, after)])
                ways = np.zeros(len(first), dtype=each.dtype)
                np.add.at(ways, alike, each)
                order = np.argsort(edge.source[first], kind="stable")
                yield to, after.take(first[order]), Edge(edge.source[first[order]] + begin, ways[order])
                held += len(first)
            # The others have been let go.
            self.meter.rows = held

    def _classes(self, pc: Pc, op: ops.Chance, rows: Rows) -> tuple[Ints, Ints] | None:
        """Classes of the hands that may be dealt last, of which whole and parts are read alike, as `distinct` has them.

        Nothing where not just one party receives a whole hand at once, or a hand is made of it otherwise.
        """
        unit = op.units[0]
        place = (HAND, unit)
        later = [
            (at, alteration)
            for at in sorted(self.plan.ahead[pc])
            if isinstance(alteration := self.plan.ops[at], ops.Alter)
        ]
        if len(op.units) > 1 or op.verb is not Verb.DEAL or self.draws.first(place) or rows.column(place).any():
            return None
        if any(isinstance(alteration.change, ops.GiveUp | m.Combine | m.Split) for _, alteration in later):
            return None
        hands = self.table.batch(op.kind, op.count or 0)
        whole = Rows({place: hands}, np.zeros(len(hands), dtype=NUMBER))
        codes = self.observed.told_apart(pc + 1, place, hands, is_divided=True)
        for at, alteration in later:
            if isinstance(alteration.change, ops.Divide) and alteration.who.unit == unit:
                parts = divided(self._division(at, alteration.change), alteration.change, unit, whole)
                for part in divided_into(alteration):
                    codes += self.observed.told_apart(at + 1, (HAND, part), parts.column((HAND, part)))
        return distinct(codes)

    def _dealt_by_class(self, pc: Pc, op: ops.Chance, rows: Rows, classes: tuple[Ints, Ints]) -> Going:
        """The last deal to one party: how rounds end is followed once for rows that are read alike, by class of hands.

        Of pai gow that is for half of the rows, and half of the hands.
        """
        place, size = (HAND, op.units[0]), op.count or 0
        batch = self.table.batch(op.kind, size)
        stand, order = batch[classes[0]], np.argsort(classes[1], kind="stable")
        begins = np.flatnonzero(np.diff(classes[1][order], prepend=-1))
        # What is gone from the stock decides the ways alone.
        left = self.table.stock - self.draws.gone(rows)
        rows = self.forget(pc + 1, rows, merges=True)
        first, group = distinct(rows.all())
        by_group = np.argsort(group, kind="stable")
        sources, hands, ways = [], [], []
        at_once = max(1, DEALT_AT_ONCE // len(batch))
        for begin in range(0, len(first), at_once):
            some = first[begin : begin + at_once]
            after = rows.take(np.repeat(some, len(stand))).put(place, np.tile(stand, len(some)))
            fates = distinct([after.rest, *self._fates(pc + 1, after)])[1].reshape(len(some), -1)
            count = int(fates.max()) + 1
            # The first class with each fate stands for all that have it: written backwards, so that it stays.
            standing = np.zeros((len(some), count), dtype=NUMBER)
            standing[np.arange(len(some))[:, None], fates[:, ::-1]] = stand[::-1]
            start, end = np.searchsorted(group, [begin, begin + len(some)], sorter=by_group).tolist()
            for at in range(start, end, at_once):
                source = by_group[at : min(at + at_once, end)]
                weights = np.add.reduceat(ways_drawn(self.table, batch[order], size, left[source]), begins, axis=1)
                groups = group[source] - begin
                summed = np.zeros(len(source) * count, dtype=weights.dtype)
                np.add.at(summed, (np.arange(len(source))[:, None] * count + fates[groups]).ravel(), weights.ravel())
                row, fate = np.divmod(np.flatnonzero(summed), count)
                if len(np.unique(row)) < len(source):
                    raise NotAnalysed("not-analysed", op.provisions, reason="stock-exhausted")
                self.meter.made(len(row), op.provisions)
                sources.append(source[row])
                hands.append(standing[groups[row], fate])
                ways.append(summed[row * count + fate])
        source = np.concatenate(sources)
        order = np.argsort(source, kind="stable")
        after = rows.take(source[order]).put(place, np.concatenate(hands)[order])
        return pc + 1, after, Edge(source[order], np.concatenate(ways)[order])

    def _fates(self, pc: Pc, rows: Rows) -> list[Ints]:
        """Codes that are equal for rows at a place whose bets end alike; nothing may come by chance, nobody choose."""
        fates = []
        pending = {past(self.plan, pc): [(rows, np.arange(len(rows)))]}
        while pending:
            chunks = pending.pop(at := min(pending))
            come = joined([chunk for chunk, _ in chunks]) if len(chunks) > 1 else chunks[0][0]
            layer = Layer(at, self.forget(at, come, merges=False))
            places = np.concatenate([origin for _, origin in chunks])
            for to, after, edge in self.operate(layer):
                pending.setdefault(past(self.plan, to), []).append((after, places[edge.source]))
            for ended in layer.ended:
                fate = np.full(len(rows), -1)
                fate[places[ended.rows]] = ended.ends
                fates.append(fate)
        return fates

    def _refuse_exhausted(self, pc: Pc, op: ops.Chance, rows: Rows) -> None:
        """Refuse what there may be too few objects for, after those that leave the game on the way.

        Raises:
            NotAnalysed: there may be fewer than are wanted in some row.
        """
        left = self._left(pc, op.kind, rows)
        if left is None:
            return
        wanted = self.leaving[pc][1] if op.verb is Verb.BURN else sum(wanted_by(self.table, op, rows))
        if np.any(left < wanted):
            raise NotAnalysed("not-analysed", op.provisions, reason="stock-exhausted")

    def _is_ample(self, pc: Pc, rows: Rows) -> bool:
        """True where no chain of draws can exhaust a stock: nobody counts them, but there are no more than so many."""
        left = (self._left(pc, kind, rows) for kind in {kind for kind, _ in self.leaving.values()})
        return all(fewest is None or np.all(fewest >= MAX_DRAWS) for fewest in left)

    def _left(self, pc: Pc, kind: str, rows: Rows) -> Ints | None:
        """The fewest objects of a kind that may be left in each row, where any have left the game; else nothing."""
        # Where the game may have lost objects before it came here.
        before = {at: most for at, (of, most) in self.leaving.items() if of == kind and pc in self.plan.ahead[at]}
        if not before and pc not in self.leaving:
            return None
        left = self.draws.left(kind, rows)
        if any(at in self.plan.ahead[at] for at in before):
            return np.minimum(left, -1)  # of what leaves again and again there may be any number
        return left - sum(before.values())

    def _turned_up(self, pc: Pc, rows: Rows, unit: Unit) -> Rows:
        if not self.slice.asks[pc]:
            return rows
        turned = self.states.changed(rows.rest, pc, lambda rest: turned_up(rest, unit))
        # A hand of which there is nothing yet is not turned up.
        return rows.with_rest(np.where(rows.column((HAND, unit)) > 0, turned, rows.rest))

    def _division(self, pc: Pc, change: ops.Divide) -> HandColumn:
        if pc not in self._divisions:
            self._divisions[pc] = divisions_of(self.table, self.process.hands, change)
        return self._divisions[pc]

    def _divided(self, pc: Pc, rows: Rows, change: ops.Divide, unit: Unit) -> Rows:
        after = divided(self._division(pc, change), change, unit, rows)
        if not self.slice.asks[pc]:
            return after
        parts = [part.id for part in change.parts]
        return after.with_rest(self.states.changed(rows.rest, pc, lambda rest: laid_apart(rest, unit, parts)))

    def _split(self, pc: Pc, op: ops.Alter, change: m.Split, rows: Rows) -> Rows:
        after = split(self.table, change, op.who.unit, rows)
        if after is None:
            raise NotAnalysed("not-analysed", op.provisions, reason="order-of-receipt")
        units = (op.who.unit, part_of(op.who.unit, change.hand))
        foresee_pairs(self.process, self.observed, pc, op, units, after, self.meter)
        with_bets = self.states.changed(rows.rest, pc, lambda rest: self.process.with_second(op, change, rest))
        return after.with_rest(with_bets)

    def _foresee(self, pc: Pc, op: ops.Chance, rows: Rows) -> None:
        """Refuse at the first deal what will come to too many rows: of hands that are told apart there are so many.

        Raises:
            TooLarge: naming the hands.
        """
        if len(rows) > 1 or op.verb is not Verb.DEAL:
            return
        # Of hands that are told apart every combination is a row: a bound, before the first of them is made. As long as
        # somebody chooses, all rows pass place after place; after that an exchange puts together at most so many.
        told_apart: dict[tuple[Unit, str], int] = {}
        sizes = {
            (unit, op.kind): int(self.table.held_of(op.kind, rows.column((HAND, unit))).sum()) for unit in op.units
        }
        counted, held, last, anew = (0, 0), 0, 1, 0
        for place in sorted({pc, *self.plan.ahead[pc]}):
            if self.slice.asks[place] and past(self.plan, place) == place:
                held += prod(told_apart.values())
            later = self.plan.ops[place]
            if isinstance(later, ops.Ask) and later.exchange:
                apart, dealt_anew = self._exchanges(later, told_apart)
                held, anew = held + apart, anew + dealt_anew
            if isinstance(later, ops.Chance) and later.verb is Verb.DEAL and self._comes_to_all(pc, place):
                size, dealt = later.count or 0, [(unit, later.kind) for unit in later.units]
                if self.draws.is_last_hand(place, later):
                    more = size - sizes.get(dealt[0], 0)
                    counted = (more, self.table.hands_of(later.kind, more))
                    continue
                if place != pc and self._is_last(place):
                    last = prod(self.table.hands_of(later.kind, max(0, size - sizes.get(hand, 0))) for hand in dealt)
                    continue
                hands = self.table.hands_of(later.kind, size)
                told_apart |= {hand: max(hands, told_apart.get(hand, 0)) for hand in dealt}
                sizes |= dict.fromkeys(dealt, size)
        if held > WORTH_EXCHANGING_EARLY and self._may_exchange_early():
            self.exchanging, held = self.symmetry, held // self.symmetry.orders
        exchanged = prod(told_apart.values()) // self.symmetry.orders
        number = held + exchanged
        if exchanged * counted[1] <= WORTH_COUNTING:
            number += exchanged * counted[1]  # few enough to be dealt out
        else:
            # The last hand is counted by every choice of the objects that are gone, and each of its places is read.
            number += exchanged * 2 ** counted[0] + counted[0] * counted[1]
        self.meter.refuse_more(number, op.provisions)
        self.meter.refuse_longer(exchanged * last + anew, op.provisions)

    def _exchanges(self, op: ops.Ask, told_apart: dict[tuple[Unit, str], int]) -> tuple[int, int]:
        """The most rows with objects of a hand given up, and with new ones in their place; none of a hand not dealt."""
        assert op.exchange is not None
        hand, kind, size = (op.who.unit, op.exchange.kind), op.exchange.kind, op.exchange.size
        if hand not in told_apart:
            return 0, 0
        rows = anew = 0
        for gone, ways in Counter(len(division_named(action)[1]) for action in op.actions).items():
            new = self.table.hands_of(kind, gone)
            apart = min(told_apart[hand] * ways, self.table.hands_of(kind, size - gone) * new)
            rows, anew = rows + apart, anew + apart * new
        others = prod(told_apart.values()) // told_apart[hand]
        # What is dealt last is dealt to some rows at a time; else all of them stand side by side.
        is_last = self._is_last(past(self.plan, op.to[0]))
        return (rows if is_last else rows + anew) * others, anew * others

    def _may_exchange_early(self) -> bool:
        """True if one row may stand for those into which it can be exchanged where somebody still chooses."""
        if not self.exchanges_early or self.symmetry.items < 2 or self.symmetry.orders > MOST_ORDERS or self.loops:
            return False
        # What was drawn last, or came first, and the places of objects in parts would have to be exchanged as well.
        if self.slice.drawn_read or any(self.slice.first.values()) or self.slice.parts:
            return False
        if any(op.exchange for op in self.plan.asks.values()):
            return False
        # A node where rounds go on is followed by itself, with hands as they are.
        return not any(isinstance(op, ops.Jump) and op.repeats for op in self.plan.ops)

    def _comes_to_all(self, pc: Pc, place: Pc) -> bool:
        """Every round comes from one place to another, whatever is held, if those who choose let it."""
        # All ways are searched up to the place; one that ends the round before goes around it.

        def following(at: Pc) -> tuple[Pc, ...]:
            chosen = isinstance(self.plan.ops[at], ops.Ask) and place in self.plan.ahead[at]
            return () if at == place or chosen else self.plan.successors(at)

        return not any(isinstance(self.plan.ops[at], ops.Stop) for at in reachable([pc], following))

    # ── Lifting ─────────────────────────────────────────────────────────────

    def _lifted(self, layer: Layer) -> Iterator[Going]:
        """An operation that is run once for each group of rows of which it reads the same."""
        pc, rows = layer.pc, layer.rows
        states, inverse = self.observed.groups(pc, rows)
        if self.slice.asks[pc]:
            self._refuse_hidden(pc, rows, inverse)
        to, rest, over = [], [], []
        # By the first bet of each wager, for each group of rows: the number of its end, -1 where it goes on.
        ends: dict[int, list[int]] = {}
        for group, state in enumerate(states):
            after = self.process.step(state, None)
            assert isinstance(after, State | Terminal)
            if (
                isinstance(after, Terminal)
                and after.undecided is not None
                and not isinstance(self.plan.ops[pc], ops.Settle)
            ):
                refuse_stop(self.plan, pc)
            following, ended = self._without_ended(state, after)
            for index, end in ended.items():
                ends.setdefault(index, [-1] * len(states))[group] = self.states.ends.number(end)
            # Where every bet has ended rows are let go, whatever the program would still do.
            over.append(not any(bet.is_open for bet in following.bets))
            to.append(following.pc)
            rest.append(self.states.number(following))
        for by_group in ends.values():
            numbers = np.array(by_group, dtype=np.int64)[inverse]
            ending = np.flatnonzero(numbers >= 0)
            layer.ended.append(Ended(ending, numbers[ending]))
        going_on = ~np.array(over, dtype=np.bool_)[inverse]
        places, after_rest = np.array(to, dtype=NUMBER)[inverse], np.array(rest, dtype=NUMBER)[inverse]
        for place in sorted({place for place, ended in zip(to, over, strict=True) if not ended}):
            source = np.flatnonzero((places == place) & going_on)
            yield place, rows.take(source).with_rest(after_rest[source]), Edge(source)

    def _without_ended(self, before: State, after: State | Terminal) -> tuple[State, dict[int, End]]:
        """The state after an operation, without what is known of bets that have ended; and the ends that came about."""
        undecided = after.undecided if isinstance(after, Terminal) else None
        following = after.state if isinstance(after, Terminal) else after
        ends: dict[int, End] = {}
        for wager in self.plan.wagers:
            # What had ended before was noted with the operation that brought it about.
            if not any(before.bets[index].is_open for index in wager):
                continue
            bets = [following.bets[index] for index in wager]
            if undecided is not None or not any(bet.is_open for bet in bets):
                ends[wager[0]] = self._end_of(before, bets, undecided.provisions if undecided else ())
                # With its outcome the bet leaves the round: those that go on do not differ by it.
                for index, bet in zip(wager, bets, strict=True):
                    without = bet._replace(result=ENDED, net=0, provisions=(), undecided=None)
                    following = following.with_bet(index, without)
        return following, ends

    def _end_of(self, before: State, bets: list[Bet], open_: tuple[str, ...]) -> Outcome:
        """The end of a bet, with those that rules have put beside it."""
        result, net, provisions, parts = whole(bets, open_)
        bet = bets[0]
        if self.unit != 1:
            each = (part._replace(net=part.net and self._in_units(part.net)) for part in parts)
            parts = tuple(part._replace(stake=self._in_units(part.stake)) for part in each)
        stake = self._in_units(bet.stake)
        if net is None:
            return Outcome(bet.bet, result, None, provisions, stake=stake, parts=parts)
        category = self._category(before, bet)
        # Only a bet that is kept needs its name further on: the next round begins with it.
        naming = bet.naming if result == KEPT else ""
        return Outcome(bet.bet, result, Fraction(net, self.unit), provisions, category, stake, parts, naming)

    def _in_units(self, amount: Money) -> Money:
        """An amount as a multiple of what is staked on the bet that is followed."""
        return reduced(Fraction(amount, self.unit))

    def _category(self, state: State, bet: Bet) -> str:
        """The category of the bettor's hand, or part of it, of which the rules on the bet ask for it: of one alone.

        None where it ends with a bet on another hand, in the settlement of which rows of all categories are alike.
        """
        op = self.plan.ops[state.pc]
        asked = {self.plan.rules.holder(o.role, bet.unit) for o in self.slice.categories(bet.bet)}
        if not isinstance(op, ops.Settle) or self.plan.bets[op.bet].unit != bet.unit or len(asked) != 1:
            return ""
        category = self.process.hands.category(state.view(asked.pop()))
        return category.id if category else ""

    def _never_settled(self, layer: Layer, wager: tuple[int, ...]) -> None:
        """A bet is still unsettled at the end of the round: open, or left so within a last chain of draws."""
        numbers = []
        # Few different rests stand in many rows.
        met, inverse = np.unique(layer.rows.rest, return_inverse=True)
        for number in met.tolist():
            rest = self.states.rest[number]
            bets = [rest.bets[index] for index in wager]
            open_ = tuple(self.plan.rules.bets[bet.bet].eid for bet in bets if bet.is_open)
            # An end that has been noted is a result.
            is_unsettled = any(bet.stake and not bet.result for bet in bets)
            numbers.append(self.states.ends.number(self._end_of(rest, bets, open_)) if is_unsettled else -1)
        ends = np.array(numbers, dtype=np.int64)[inverse.reshape(-1)]
        unsettled = np.flatnonzero(ends >= 0)
        if len(unsettled):
            layer.ended.append(Ended(unsettled, ends[unsettled]))

    def _nodes(self, to: Pc, rows: Rows) -> Ints:
        """The numbers of the nodes at which rounds that are sent back go on."""
        rows = self.forget(to, rows, merges=True)
        seen = [rows.rest, *self.seen(self.draws.bettor.unit, rows).values()]
        if self.slice.asks[to] and len(distinct(seen)[0]) < len(distinct(rows.all())[0]):
            # A node is followed by itself: whoever chooses there would know all of it.
            raise NotAnalysed("not-analysed", provisions_at(self.plan, to), reason="hidden-when-sent-back")
        first, inverse = distinct(rows.all())
        numbers = []
        for row in first.tolist():
            held = tuple((place, int(column[row])) for place, column in rows.columns.items() if column[row])
            numbers.append(self.states.ends.number(EntryNode(to, held, self.states.rest[int(rows.rest[row])])))
        return np.array(numbers, dtype=np.int64)[inverse]

    # ── Choices ─────────────────────────────────────────────────────────────

    def _ask(self, layer: Layer, op: ops.Ask) -> Iterator[Going]:
        pc, rows = layer.pc, layer.rows
        legal, offers = self._offered(pc, op, rows)
        if not legal.any(axis=1).all():
            raise NotAnalysed("not-analysed", op.provisions, reason="no-choice-left")
        if any(set(self.states.rest[number].face_down) - {op.who.unit} for number in np.unique(rows.rest).tolist()):
            # Of a hand that shows some of its objects a row does not say which.
            raise NotAnalysed("not-analysed", op.provisions, reason="half-open-hand")
        seen = self.seen(op.who.unit, rows)
        told = told_by(rows.rest, seen, self.exchanging)
        if len(distinct(told)[0]) < len(distinct([*told, offers])[0]):
            # What is offered, or how much is accepted, would tell of what lies hidden.
            raise NotAnalysed("not-analysed", op.provisions, reason="hidden-offer")
        layer.legal = legal
        self.choices.append(Choice(op, layer, rows.rest, seen, symmetry=self.exchanging))
        for place, (action, to) in enumerate(zip(op.actions, op.to, strict=True)):
            source = np.flatnonzero(legal[:, place])
            if len(source):
                yield to, rows.take(source), Edge(source, None, action)

    def legal(self, pc: Pc, op: ops.Ask, rows: Rows) -> Ints:
        """The actions that no provision forbids: rows by actions."""
        return self._offered(pc, op, rows)[0]

    def _offered(self, pc: Pc, op: ops.Ask, rows: Rows) -> tuple[Ints, Ints]:
        """The actions that no provision forbids, rows by actions; and for each row a code of all that is offered.

        That is these actions, and of what stake a bet is accepted.
        """
        states, inverse = self.observed.groups(pc, rows)
        allowed, codes = [], []
        known: dict[object, int] = {}
        for state in states:
            node = self.process.step(state, None)
            assert isinstance(node, DecisionNode)
            allowed.append([action in node.legal for action in op.actions])
            offer = node.legal, self.process.questions.accepted(state, op)
            codes.append(known.setdefault(offer, len(known)))
        legal: Ints = np.array(allowed, dtype=np.bool_)[inverse]
        return legal, np.array(codes, dtype=np.int64)[inverse]

    def seen(self, bettor: Unit, rows: Rows) -> dict[Place, Ints]:
        """The view of a bettor in each row: open hands and their own, of others the size, and what was thrown.

        Of a hand that is seen, the object drawn last too, where that is still read.
        """
        # A hand formed of two is seen in these.
        units = [unit for unit in self.slice.units if unit not in self.slice.combined]
        # Different rests by units; a row finds its own by the place of its rest among them.
        met, place = distinct([rows.rest])
        rests = [self.states.rest[number] for number in rows.rest[met].tolist()]
        open_ = np.array([[unit in rest.face_up for unit in units] for rest in rests], dtype=np.bool_)
        columns, sizes = {}, self.table.sizes()
        for number, unit in enumerate(units):
            hands = rows.column((HAND, unit))
            parts = [rows.column((HAND, part)) for part in self.slice.parts.get(unit, ())]
            told = [rows.rest, *parts]
            # Divided, it is seen in its parts, unless it is known what came first.
            if parts and len(distinct(told)[0]) == len(distinct([*told, hands])[0]):
                hands = np.where(np.any(np.array(parts) > 0, axis=0), 0, hands)
            is_own = whole_of(unit) == whole_of(bettor)
            shown = np.ones(len(rows), dtype=np.bool_) if is_own else open_[place, number]
            # Below zero, where no hand has its number, a hidden hand tells its size and nothing else.
            columns[HAND, unit] = np.where(shown, hands, -1 - sizes[hands])
            columns[THROWN, unit] = rows.column((THROWN, unit))
            if unit in self.slice.drawn_read:
                columns[DRAWN, unit] = np.where(shown, rows.column((DRAWN, unit)), 0)
        return columns

    def _refuse_hidden(self, pc: Pc, rows: Rows, groups: Ints) -> None:
        """A choice that comes after an operation must not learn from it what lies hidden."""
        seen = told_by(rows.rest, self.seen(self.draws.bettor.unit, rows), self.exchanging)
        if len(distinct(seen)[0]) < len(distinct([*seen, groups])[0]):
            raise NotAnalysed("not-analysed", provisions_at(self.plan, pc), reason="hidden-hand")
