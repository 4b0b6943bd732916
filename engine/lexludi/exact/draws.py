"""Chance on rows: objects thrown, dealt and drawn, every way of it with its weight.

Nothing is sampled and nothing is cut off. What comes last in a round is not dealt out but
counted, where only a few things are read of it.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from lexludi.exact.budget import ROW, NotAnalysed, RowMeter
from lexludi.exact.graph import Edge, Rows, States, refuse_stop
from lexludi.exact.interned import Interned
from lexludi.exact.last_chain import Chain, chain_at, followed, grouped_weights
from lexludi.exact.last_hand import Counted, can_be_counted, counted_hands
from lexludi.exact.multisets import NUMBER, SAFE, HandTable, Ints, distinct, portions
from lexludi.exact.observed import Observed
from lexludi.exact.slices import DRAWN, HAND, THROWN, Place
from lexludi.play.faces import lying
from lexludi.play.plan import Branch, Chance, Pc, Require, Unit, Verb, Who, provisions_at
from lexludi.play.process import Process
from lexludi.play.round_state import State, Terminal
from lexludi.rules import meaning as m

# Cells of an array of weights (rows by hands) that are worked out at once.
CELLS_AT_ONCE = 1_000_000

# From so many rows times hands on it is quicker to count the last hand; from so many rows on that begin alike, to
# follow the last draws.
WORTH_COUNTING = 100_000
WORTH_CHAINING = 200

# A place where rows go on, these rows, and the edge that leads to them.
Going = tuple[Pc, Rows, Edge]


class Draws:
    """Chance operations of a program, on rows. `bettor` is whose bets are followed."""

    def __init__(self, process: Process, observed: Observed, bettor: Who, meter: RowMeter) -> None:
        self.process = process
        self.plan = process.plan
        self.observed = observed
        self.slice = observed.slice
        self.table = observed.table
        self.states: States = observed.states
        self.bettor = bettor
        self.meter = meter
        if any(len(counts) > 1 for counts in self.slice.first.values()):
            raise NotAnalysed("not-analysed", reason="several-firsts")
        # By column how many objects are read as the first: there the second segment of a hand or a throw begins.
        self._first = {place: count for place, counts in self.slice.first.items() for count in counts}

    def first(self, place: Place) -> int:
        """The number of objects that are read as the first of a column; 0 where their order is never read."""
        return self._first.get(place, 0)

    def gone(self, rows: Rows) -> Ints:
        """Counts of each kind held in each row: rows by kinds."""
        gone = np.zeros((len(rows), len(self.table.kinds)), dtype=np.int16)  # as hands are counted
        for counts, inverse in self._held(rows):
            gone += counts[inverse]
        return gone

    def left(self, kind: str, rows: Rows) -> Ints:
        """The number of objects of a kind that no hand holds, in each row."""
        of_kind = [known.object == kind for known in self.table.kinds]
        left = np.full(len(rows), self.table.stock[of_kind].sum(), dtype=np.int64)
        for counts, inverse in self._held(rows):
            left -= counts[:, of_kind].sum(axis=1)[inverse]
        return left

    def _held(self, rows: Rows) -> Iterator[tuple[Ints, Ints]]:
        """For each hand of the rounds the counts that there are of each kind, and which of them each row has."""
        for unit in self.slice.holding:
            hands = rows.columns.get((HAND, unit))
            if hands is not None and hands.any():
                # Few different hands stand in many rows, and each is counted once.
                first, inverse = distinct([hands])
                yield self.table.counts(hands[first]), inverse

    # ── Throws ──────────────────────────────────────────────────────────────

    def throw(self, pc: Pc, op: Chance, rows: Rows) -> Going:
        """The faces that are thrown in every row; they replace those thrown before."""
        assert op.count is not None
        (unit,) = op.units
        first = {self.first((THROWN, unit))}
        self.meter.refuse_more(len(rows) * self.table.faces_of(op.kind, op.count, first), op.provisions)
        hands, ways = self.table.throws(op.kind, op.count, first)
        source = np.repeat(np.arange(len(rows)), len(hands))
        after = rows.take(source).put((THROWN, unit), np.tile(hands, len(rows)))
        return pc + 1, after, Edge(source, np.tile(ways, len(rows)))

    def shown(self, pc: Pc, op: Chance, rows: Rows) -> Rows:
        """The rows with what is dealt lying open, or face down."""
        # What lies open depends on how many objects lay there before, and come: the same for rows of a group.
        sizes = [self.table.sizes()[rows.column((HAND, unit))] for unit in op.units]
        wanted = wanted_by(self.table, op, rows)
        first, inverse = distinct([*sizes, *wanted])
        after = rows.rest.copy()
        for group, place in enumerate(first):
            in_group = inverse == group
            held, coming = (
                {unit: int(column[place]) for unit, column in zip(op.units, columns, strict=True)}
                for columns in (sizes, wanted)
            )
            after[in_group] = self.states.changed(
                rows.rest[in_group], pc, partial(lying, deal=op, held=held, coming=coming)
            )
        return rows.with_rest(after)

    # ── Deals ───────────────────────────────────────────────────────────────

    def deal(self, pc: Pc, op: Chance, rows: Rows) -> Iterator[Going]:
        """Objects dealt or drawn, party by party; rows with hands of other sizes need other numbers of objects.

        Raises:
            NotAnalysed: a stock may run out, or there are more rows than the limits allow.
        """
        if op.verb is Verb.DEAL and self.slice.asks[pc]:
            rows = self.shown(pc, op, rows)
        sizes = [self.table.sizes()[rows.column((HAND, unit))] for unit in op.units]
        wanted = wanted_by(self.table, op, rows)
        first, inverse = distinct([*sizes, *wanted])
        for group, place in enumerate(first):
            source = np.flatnonzero(inverse == group)
            after, ways = rows.take(source), None
            # Party by party: which of them receives first makes no difference to the hands, and ways multiply.
            for unit, size, coming in zip(op.units, sizes, wanted, strict=True):
                for portion in self._portions(unit, int(size[place]), int(coming[place]), op.verb):
                    after, chosen, more = self._draw(op, unit, portion, after)
                    source = source[chosen]
                    ways = more if ways is None else _product(ways[chosen], more)
            yield pc + 1, after, Edge(source, ways)

    def _portions(self, unit: Unit, size: int, wanted: int, verb: Verb) -> list[int]:
        """In which portions objects come, so that what is read of their order is kept."""
        # What is drawn last is a column of its own, so that each object comes by itself.
        if verb is Verb.DRAW and unit in self.slice.drawn_read:
            return [1] * wanted
        # The first so many and those after them are different segments, and do not come at once.
        return portions(size, size + wanted, {self.first((HAND, unit))})

    def _draw(self, op: Chance, unit: Unit, size: int, rows: Rows) -> tuple[Rows, Ints, Ints]:
        """Every hand of so many objects in every row: the rows after it, from which each comes, and its ways."""
        self.meter.refuse_more(len(rows) * self.table.hands_of(op.kind, size), op.provisions)
        source, hands, ways = drawn(self.table, op, size, self.table.stock - self.gone(rows), self.meter)
        return self.received(op, unit, rows.take(source), hands), source, ways

    def received(self, op: Chance, unit: Unit, rows: Rows, hands: Ints) -> Rows:
        """The rows with objects that a party has been dealt or has drawn."""
        first = self.first((HAND, unit))
        after = rows.put((HAND, unit), self.table.join(rows.column((HAND, unit)), hands, first))
        if op.verb is Verb.DRAW and unit in self.slice.drawn_read:
            # What comes among the first objects of a hand, and what comes after them, is counted apart.
            is_late = (first > 0) & (self.table.sizes()[rows.column((HAND, unit))] >= first)
            after = after.put((DRAWN, unit), self.table.last_kind(hands) + 1 + is_late * len(self.table.kinds))
        return after

    # ── The last hand, counted ──────────────────────────────────────────────

    def _is_counted(self, pc: Pc, op: Chance, rows: Rows, wanted: Ints) -> bool:
        """The last hand of the round is counted by what will be read of it, and need not be dealt out."""
        place = (HAND, op.units[0])
        # As if all held what the emptiest hand does, which is a bound of what may come.
        most = int(wanted.max())
        worthwhile = len(rows) * self.table.hands_of(op.kind, most) > WORTH_COUNTING
        compared = self.compared_later(pc + 1, place)
        if len(compared) > 1 or not worthwhile or not can_be_counted(self.table, op.kind, most):
            return False
        # What a hand holds already is counted with what may come to it: rows that begin alike at a time.
        begins, _ = distinct([rows.column(place)])
        return not rows.column(place).any() or len(begins) * WORTH_CHAINING <= len(rows)

    def counted(self, pc: Pc, op: Chance, rows: Rows) -> Going | None:
        """The last hand of the round, counted; nothing where it has to be dealt out."""
        if not self.is_last_hand(pc, op):
            return None
        (wanted,) = wanted_by(self.table, op, rows)
        if not self._is_counted(pc, op, rows, wanted):
            return None
        place = (HAND, op.units[0])
        others = self.compared_later(pc + 1, place)
        begins, inverse = distinct([rows.column(place)])
        sources, hands, ways = [], [], []
        for group, begin in enumerate(begins.tolist()):
            members, coming = np.flatnonzero(inverse == group), int(wanted[begin])
            for part in self._counted_alike(pc, op, rows.take(members), int(rows.column(place)[begin]), coming, others):
                sources.append(members[part.rows])
                hands.append(part.hands)
                ways.append(part.ways)
        # Classes come one after another, each with rows of its own: sources have to ascend again.
        # There may be too few objects in every row.
        source = np.concatenate([np.zeros(0, dtype=np.int64), *sources])
        order = np.argsort(source, kind="stable")
        source = source[order]
        if np.count_nonzero(np.diff(source, prepend=-1)) < len(rows):
            raise NotAnalysed("not-analysed", op.provisions, reason="stock-exhausted")
        after = rows.take(source).put(place, np.concatenate(hands)[order])
        return pc + 1, after, Edge(source, np.concatenate(ways)[order])

    def _counted_alike(
        self, pc: Pc, op: Chance, rows: Rows, held: int, coming: int, others: set[Place]
    ) -> Iterator[Counted]:
        """The last hand counted for rows in all of which it holds the same, by what comes to it: so many objects."""
        place = (HAND, op.units[0])
        batch = self.table.batch(op.kind, coming)
        whole = self.table.join(np.full(len(batch), held), batch, self.first((HAND, op.units[0])))
        # There is at most one; ranks of two columns are only comparable where they were found together.
        strengths, against = np.zeros(len(batch), dtype=NUMBER), None
        for other in others:
            both = self.observed.hands.strengths(np.concatenate([whole, rows.column(other)]))
            strengths, against = both[: len(whole)], both[len(whole) :]
        _, classes = distinct([strengths >= 0, *self.observed.classes(pc + 1, place, whole)])
        counted = counted_hands(self.table, batch, classes, strengths, self.gone(rows), against)
        if not held:
            yield from counted
            return
        order = np.argsort(batch)
        # Counted were the objects that come; the hand that stands for them has those that were held as well.
        for part in counted:
            yield replace(part, hands=whole[order[np.searchsorted(batch, part.hands, sorter=order)]])

    def is_last_hand(self, pc: Pc, op: Chance) -> bool:
        """A deal to one party after which nothing is drawn, nobody chooses and no order of receipt is read."""
        single = op.verb is Verb.DEAL and len(op.units) == 1 and not self.slice.is_divided(pc + 1, op.units[0])
        return single and not (self.slice.weighed[pc + 1] or self.slice.asks[pc] or self.first((HAND, op.units[0])))

    def compared_later(self, pc: Pc, place: Place) -> set[Place]:
        """The hands with which a hand is compared at a place or later."""
        compared: set[Place] = set()
        for reader in (pc, *self.plan.ahead[pc]):
            # Of hands that are split, each is compared where it is settled.
            who, reading = self.slice.reading(reader)
            for observable, _ in reading.alone:
                both = self.slice.places(observable, who) if isinstance(observable, m.Compared) else ()
                compared |= {other for other in both if place in both and other != place}
        return compared

    # ── The last draws, followed once ───────────────────────────────────────

    def chain(self, pc: Pc, rows: Rows) -> Chain | None:
        """The last chain of draws of a round, where one begins and there are rows enough."""
        if len(rows) <= WORTH_CHAINING or not isinstance(self.plan.ops[pc], Branch | Require):
            return None
        return chain_at(self.slice, pc)

    def chained(self, chain: Chain, pc: Pc, rows: Rows) -> list[Going] | None:
        """A chain followed once for all rows that begin alike; nothing where that is not worth while, or not known."""
        place = (HAND, chain.unit)
        first = self.first((HAND, chain.unit))
        # Objects that still come to the first of the hand would be of another segment than those after them.
        if first and (self.table.sizes()[rows.column(place)] < first).any():
            return None
        # What the rules of the chain read beside the hand that grows stays as it is.
        codes = []
        for reader in sorted(chain.region):
            beside = self.observed.beside(chain.unit, reader, rows)
            if beside is None:
                return None
            codes += beside
        begins, inverse = distinct([rows.column(place), rows.rest, *codes])
        if len(begins) * WORTH_CHAINING > len(rows):
            return None
        # By the place where the chain is left: sources, weights, rests and hands of the rows that go on there.
        going: dict[Pc, list[tuple[Ints, Ints, Ints, Ints]]] = {}
        for group, begin in enumerate(begins.tolist()):
            source = np.flatnonzero(inverse == group)
            if not self._follow(chain, pc, rows, begin, source, going):
                return None
        return [self._left_chain(to, rows, place, parts) for to, parts in going.items()]

    def _follow(
        self,
        chain: Chain,
        pc: Pc,
        rows: Rows,
        begin: int,
        source: Ints,
        going: dict[Pc, list[tuple[Ints, Ints, Ints, Ints]]],
    ) -> bool:
        """Follow a chain for rows that begin alike; false where there are too many hands."""
        place = (HAND, chain.unit)
        # The ways to leave the chain, each a place in the program with the rest of the state there.
        ends = Interned[tuple[Pc, int]]()
        base = self.observed.state(pc, rows, begin)
        finals = followed(
            self.table,
            chain,
            int(rows.column(place)[begin]),
            self.first((HAND, chain.unit)),
            partial(self._leaves, chain, base, {}, ends),
        )
        self.meter.made(0, provisions_at(self.plan, pc))
        if finals is None or not len(finals.hands):
            return False
        # Hands are counted together of which the same will be read, where they leave the chain in the same way.
        alike = np.zeros(len(finals.hands), dtype=np.int64)
        for number, (to, _) in enumerate(ends):
            leaving = finals.leaves == number
            alike[leaving] = self.observed.alike(to, place, finals.hands[leaving])
        keep, groups = distinct([finals.leaves, alike])
        left = self.table.stock - self.gone(rows.take(source))
        # Objects of other kinds stand beside the chain and are never drawn in it.
        left = np.where([kind.object == chain.kind for kind in self.table.kinds], left, 0)
        provisions = provisions_at(self.plan, min(chain.region))
        # A weight for each row and group: twice, as they are turned, and then the rows that have one.
        self.meter.refuse_more(len(keep) * len(source) * 2 * left.itemsize // ROW, provisions)
        weights, total = grouped_weights(finals, groups, left, partial(self.meter.made, 0, provisions))
        # Less than all ways: some hands of the chain could not be reached, since nothing was left to draw.
        if np.any(weights.sum(axis=1) != total):
            raise NotAnalysed("not-analysed", provisions, reason="stock-exhausted")
        before = sum(len(part[0]) for parts in going.values() for part in parts)
        self.meter.refuse_more(before + int(np.count_nonzero(weights)), provisions)
        for number, final in enumerate(keep.tolist()):
            to, rest = ends[int(finals.leaves[final])]
            some = np.flatnonzero(weights[:, number])
            if not len(some):
                continue  # what it takes is held by others in every row
            same = [np.full(len(some), value, dtype=NUMBER) for value in (rest, int(alike[final]))]
            going.setdefault(to, []).append((source[some], weights[some, number], same[0], same[1]))
        return True

    def _leaves(
        self, chain: Chain, base: State, met: dict[int, int], ends: Interned[tuple[Pc, int]], hands: Ints
    ) -> Ints:
        """In which way each hand leaves a chain, as a place in `ends`; -1 where it draws again.

        Hands of which the same is read go the same way: one stands for all.
        """
        alike = self.observed.alike(base.pc, (HAND, chain.unit), hands)
        for hand in np.unique(alike).tolist():
            if hand not in met:
                state = self._run(chain, base, hand)
                is_left = state.pc not in chain.region
                met[hand] = ends.number((state.pc, self.states.number(state))) if is_left else -1
        return np.array([met[hand] for hand in alike.tolist()], dtype=np.int64)

    def _run(self, chain: Chain, base: State, hand: int) -> State:
        """The state at which a hand draws again, or leaves the chain."""
        state = base._replace(hands=base.hands.put(chain.unit, self.table.objects(hand)))
        while state.pc in chain.region and not isinstance(self.plan.ops[state.pc], Chance):
            following = self.process.step(state, None)
            if isinstance(following, Terminal):
                # No rule says whether to draw: the bets are left open.
                assert following.undecided is not None
                refuse_stop(self.plan, state.pc)
                bets = tuple(bet._replace(undecided=following.undecided) if bet.is_open else bet for bet in state.bets)
                # The last place of the program, at which nothing more is done.
                return state._replace(bets=bets, pc=len(self.plan.ops) - 1)
            assert isinstance(following, State)
            state = following
        return state

    def _left_chain(self, to: Pc, rows: Rows, place: Place, parts: list[tuple[Ints, Ints, Ints, Ints]]) -> Going:
        """The rows that leave a chain for a place."""
        source, ways, rest, hands = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.argsort(source, kind="stable")
        after = rows.take(source[order]).put(place, hands[order]).with_rest(rest[order])
        return to, after, Edge(source[order], ways[order])


def wanted_by(table: HandTable, op: Chance, rows: Rows) -> list[Ints]:
    """The numbers of objects of a deal or draw that come to each of its recipients, by row."""
    assert op.count is not None
    if op.verb is not Verb.DEAL:
        return [np.full(len(rows), op.count, dtype=np.int64)] * len(op.units)
    # What a party holds of another kind does not count.
    held = (table.held_of(op.kind, rows.column((HAND, unit))).astype(np.int64) for unit in op.units)
    return [np.maximum(op.count - counts, 0) for counts in held]


def drawn(table: HandTable, op: Chance, size: int, left: Ints, meter: RowMeter) -> tuple[Ints, Ints, Ints]:
    """Every hand of so many objects, by what is left of each kind in each row: the rows, ascending, hands and ways.

    Raises:
        NotAnalysed: there are too few objects in some row.
    """
    batch = table.batch(op.kind, size)
    taken, dealt, ways = [], [], []
    # Weights are rows by hands: so many cells of them at a time.
    step = max(1, CELLS_AT_ONCE // max(1, len(batch)))
    for begin in range(0, len(left), step):
        weights = ways_drawn(table, batch, size, left[begin : begin + step])
        # Row by row, so that sources ascend.
        row, hand = np.divmod(np.flatnonzero(weights), len(batch))
        ways.append(weights[row, hand])
        taken.append(row + begin)
        dealt.append(hand)
    source = np.concatenate(taken)
    # Rows for which nothing is left must not fall out of the count.
    if np.count_nonzero(np.diff(source, prepend=-1)) < len(left):
        raise NotAnalysed("not-analysed", op.provisions, reason="stock-exhausted")
    meter.made(len(source), op.provisions)
    return source, batch[np.concatenate(dealt)], np.concatenate(ways)


def ways_drawn(table: HandTable, batch: Ints, size: int, left: Ints) -> Ints:
    """In how many ways each hand of a batch of one size can be drawn from what is left of each kind: rows by hands."""
    # No product of what is left of several kinds is more than this, nor is the sum over all hands.
    return table.ways(batch, left, np.int64 if int(table.stock.sum()) ** size < SAFE else object)


def _product(ways: Ints, more: Ints) -> Ints:
    """The product of weights, in Python's integers where 64 bits might not do."""
    most = int(ways.max(initial=0)) * int(more.max(initial=0))
    return ways * more if most < SAFE else ways.astype(object) * more.astype(object)
