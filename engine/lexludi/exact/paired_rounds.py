"""Two programs of a round on the same chance: how a bet ends under both, with exact probabilities.

Each holder receives the same objects under both, what is drawn comes in the same order, and
what is thrown shows the same, whichever of the two comes to it first; what one has received
and the other has not yet is kept for it. Every object still comes to each program as it
would by itself, so that the odds of each stay as they are.

Choices are made as is best under the first program, and made alike under the second; or, to see whether any
make a difference, each of those that are allowed with the same probability.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.budget import Budget, NotAnalysed
from lexludi.exact.chances import eliminated, ending, solved
from lexludi.exact.common_hand import Reads, counted_together
from lexludi.exact.draws import WORTH_COUNTING, drawn, wanted_by
from lexludi.exact.graph import EntryNode, Rows
from lexludi.exact.interned import Interned
from lexludi.exact.last_hand import can_be_counted
from lexludi.exact.layers import MAX_NODES
from lexludi.exact.leaving import leaving
from lexludi.exact.multisets import NUMBER, SAFE, TOGETHER, Ints, distinct, portions
from lexludi.exact.outcomes import Outcome
from lexludi.exact.pairs import (
    CHOSEN,
    ENDED,
    Ahead,
    Pair,
    PairedSide,
    Pairs,
    SharedEvent,
    Source,
    Trails,
    common_table,
    joined,
    put,
)
from lexludi.exact.slices import HAND
from lexludi.play.plan import Ask, Chance, Op, Pc, Placed, Unit, Verb, provisions_at
from lexludi.play.questions import Questions

# Rows that are followed of rounds with any choice: of many choices in turn there are more than anybody waits for.
MOST_OF_ANY_CHOICE = 200_000

# Steps that two programs take without anything coming that is new: what is done again and again has no end.
MOST_STEPS = 700

Places = tuple[Pc, Pc]
Both = tuple[tuple[Questions, Placed], tuple[Questions, Placed]]


@dataclass(frozen=True)
class PairedEnds:
    """Probabilities of each pair of ways in which a bet ends, and the events."""

    probabilities: dict[tuple[Outcome, Outcome], Fraction]
    events: dict[tuple[Outcome, Outcome], tuple[SharedEvent, ...]]


class PairedRounds:
    """The rounds of two programs, followed to their ends, with `any_choice` or with those that are best.

    Raises:
        NotAnalysed: their objects differ; the second may not choose what the first does (`choice-not-allowed`),
            or choices cannot be paired, or what comes at once to one comes in parts to the other
            (`procedures-differ`); or there is too much to follow.
    """

    def __init__(self, both: Both, budget: Budget, *, any_choice: bool = False) -> None:
        self.table = common_table(both)
        self.budget = budget
        one, two = (PairedSide(questions, bet, budget, table=self.table) for questions, bet in both)
        self.sides = (one, two)
        self._pair_choices()
        self.left_game = self._left_game()
        self.trails = Trails()
        # Columns of rows hold the numbers of actions, of what is ahead, and of totals.
        self.actions = Interned[str]()
        self._aheads = Interned[Ahead]([()])
        self._totals = Interned[int]([1])
        # What is best on the first side, by its place and what is seen there.
        self._best: dict[tuple[int, ...], int] = {}
        self.any_choice = any_choice
        self._followed_so_far = 0
        if self.chooses and not any_choice:
            alone = solved(one)
            for choice in alone.choices:
                assert choice.layer.chosen is not None
                columns = zip(*(column.tolist() for column in choice.columns()), strict=True)
                for key, action in zip(columns, choice.layer.chosen.tolist(), strict=True):
                    self._best[(choice.layer.pc, *key)] = action
            alone.release()

    def _pair_choices(self) -> None:
        """Pair the choices of the two programs that are made alike: one by one, or else by what is asked."""
        one, two = self.sides
        places = [[(bet, unit) for bet, unit, _ in side.asked] for side in self.sides]
        if places[0] == places[1] or not two.asked:
            return
        for side in self.sides:
            if len(set(side.asked)) < len(side.asked):
                # Which of several like choices one of the other program stands for, nothing says.
                raise NotAnalysed("not-analysed", reason="procedures-differ")
        by_asked = {
            asked: (CHOSEN, str(number), "")
            for number, asked in enumerate({**dict.fromkeys(one.asked), **dict.fromkeys(two.asked)})
        }
        one.streams, two.streams = (tuple(by_asked[asked] for asked in side.asked) for side in self.sides)

    @property
    def chooses(self) -> bool:
        """Somebody chooses in the rounds of the first program."""
        return any(isinstance(op, Ask) for op in self.sides[0].plan.ops)

    def _left_game(self) -> dict[str, int]:
        """The most objects of each kind that leave the game on either side, without a hand to lie in."""
        most: dict[str, int] = {}
        for side in self.sides:
            counts: dict[str, int] = {}
            for pc, (kind, number) in leaving(side.plan, side.process.hands).items():
                counts[kind] = counts.get(kind, 0) + number
                total = side.process.hands.full[kind].total()
                if counts[kind] > total or pc in side.plan.ahead[pc]:
                    raise NotAnalysed("not-analysed", provisions_at(side.plan, pc), reason="stock-exhausted")
            most = {kind: max(most.get(kind, 0), counts.get(kind, 0)) for kind in {**most, **counts}}
        return most

    # ── To the end ──────────────────────────────────────────────────────────

    def found(self) -> PairedEnds:
        """The ends of the bet on both sides, whatever goes on until it has ended."""
        # An absorbing Markov chain as in `chances`, whose nodes are pairs of places where rounds go on.
        start = Pair((self.sides[0].start(), self.sides[1].start()))
        rows: dict[Pair, dict[Pair, Fraction]] = {}
        trails: dict[Pair, int] = {start: 0}
        waiting = [start]
        while waiting:
            pair = waiting.pop()
            if pair in rows:
                continue
            if len(rows) >= MAX_NODES:
                raise NotAnalysed("not-analysed", reason="chain-too-long")
            rows[pair] = {}
            for to, (probability, trail) in self._followed(pair, trails[pair]).items():
                rows[pair][to] = probability
                # Any trail will do: the first that comes to a pair shows how it comes about.
                trails.setdefault(to, trail)
                if to.goes_on:
                    waiting.append(to)
        probabilities: dict[tuple[Outcome, Outcome], Fraction] = {}
        events: dict[tuple[Outcome, Outcome], tuple[SharedEvent, ...]] = {}
        for pair, probability in ending(eliminated(rows)[start]).items():
            before, after = pair.ends
            assert isinstance(before, Outcome)
            assert isinstance(after, Outcome)
            probabilities[before, after] = probability
            events[before, after] = self.trails.events(trails[pair])
        return PairedEnds(probabilities, events)

    def _followed(self, pair: Pair, trail: int) -> dict[Pair, tuple[Fraction, int]]:
        """The successors of a pair, each with its probability and a trail to it."""
        successors: dict[Pair, tuple[Fraction, int]] = {}
        pending: dict[Places, list[Pairs]] = {}
        for place, rows in self._moved_on(*self._rows(pair, trail)):
            pending.setdefault(place, []).append(rows)
        while pending:
            place = min(pending)
            pairs = self._merged(place, pending.pop(place))
            self.sides[0].meter.made(len(pairs), ())
            self._followed_so_far += len(pairs)
            if self.any_choice and self._followed_so_far > MOST_OF_ANY_CHOICE:
                raise NotAnalysed("not-analysed", reason="too-large")
            # The highest pair of all places: nothing else is pending.
            if min(place) == ENDED:
                self._collect(pairs, successors)
                continue
            for after_step in self._step(place, pairs):
                for to, after in self._moved_on(*after_step):
                    chunks = pending.setdefault(to, [])
                    chunks.append(after)
                    # Merged on the way, as often as they have become twice as many.
                    if sum(map(len, chunks)) > max(TOGETHER, 2 * len(chunks[0])):
                        pending[to] = [self._merged(to, chunks)]
        return successors

    def _rows(self, pair: Pair, trail: int) -> tuple[Places, Pairs]:
        """The one row of a pair."""
        one, zero = np.ones(1, dtype=np.int64), np.zeros(1, dtype=NUMBER)
        places, rows, ends = [], [], []
        for side, end in zip(self.sides, pair.ends, strict=True):
            node = end if isinstance(end, EntryNode) else None
            places.append(ENDED if node is None else node.pc)
            rows.append(side.rows_of(node or side.start()))
            ends.append(zero - 1 if node else zero + side.ends.number(end))
        ahead = [zero + self._aheads.number(of_side) for of_side in pair.ahead]
        sides, numbers = (rows[0], rows[1]), (ends[0], ends[1])
        return (places[0], places[1]), Pairs(
            sides, numbers, (ahead[0], ahead[1]), zero + pair.came, zero, one, zero + trail
        )

    def _collect(self, pairs: Pairs, successors: dict[Pair, tuple[Fraction, int]]) -> None:
        """Add rows that have come to an end on both sides to what has been found."""
        for row in range(len(pairs)):
            ends = (self.sides[0].ends[int(pairs.ends[0][row])], self.sides[1].ends[int(pairs.ends[1][row])])
            pair = Pair(ends)
            if pair.goes_on:
                one, two = (self._aheads[int(column[row])] for column in pairs.ahead)
                pair = Pair(ends, (one, two), int(pairs.came[row]))
            probability = Fraction(int(pairs.weight[row]), self._totals[int(pairs.over[row])])
            known, trail = successors.get(pair, (Fraction(0), int(pairs.trail[row])))
            successors[pair] = (known + probability, trail)

    # ── Rows that are alike ─────────────────────────────────────────────────

    def _merged(self, place: Places, chunks: list[Pairs]) -> Pairs:
        """The rows at a place, with nothing told apart on which nothing depends; equal rows together."""
        every = self._forgotten(place, joined(chunks))
        first, inverse = distinct(every.columns())
        dtype = np.int64 if int(every.weight.max()) * len(every) < SAFE else object
        weight = np.zeros(len(first), dtype=dtype)
        np.add.at(weight, inverse, every.weight.astype(dtype, copy=False))
        return replace(every.take(first), weight=weight)

    def _forgotten(self, place: Places, pairs: Pairs) -> Pairs:
        weighed = False
        for number, (side, pc) in enumerate(zip(self.sides, place, strict=True)):
            if pc != ENDED:
                pairs = pairs.on(number, side.forgotten(pc, pairs.sides[number]))
                weighed |= side.slice.weighed[pc]
            else:
                # A side that waits to be sent back has its deals still before it.
                weighed |= any(side.slice.weighed[end.pc] for end in side.ends if isinstance(end, EntryNode))
        # What has come counts only as long as more may come of the stock.
        return pairs if weighed else replace(pairs, came=np.zeros_like(pairs.came))

    # ── One step of one side ────────────────────────────────────────────────

    def _step(self, place: Places, pairs: Pairs) -> Iterator[tuple[Places, Pairs]]:
        """Something comes, to a side that waits for it."""
        ops = one, two = self._ops(place)
        if isinstance(one, Ask):
            yield from self._choose(place, one, pairs)
            return
        if isinstance(two, Ask):
            # The first side may still have to choose before; where it will not, the choice is refused at once.
            source = self._choice(1, place)
            waits = self._next(1, source, pairs) < 0
            if waits.any() and isinstance(one, Chance) and self.sides[0].comes_from(place[0], source):
                yield from self._received(0, place, one, pairs.take(np.flatnonzero(waits)))
                pairs = pairs.take(np.flatnonzero(~waits))
            if len(pairs):
                yield from self._choose_alike(place, two, pairs)
            return
        if (together := self._together(place, ops, pairs)) is not None:
            yield together
        elif isinstance(one, Chance):
            yield from self._received(0, place, one, pairs)
        else:
            assert isinstance(two, Chance)
            yield from self._received(1, place, two, pairs)

    def _ops(self, place: Places) -> tuple[Op | None, Op | None]:
        one, two = (side.plan.ops[pc] if pc != ENDED else None for side, pc in zip(self.sides, place, strict=True))
        return one, two

    def _moved_on(self, place: Places, pairs: Pairs, steps: int = 0) -> Iterator[tuple[Places, Pairs]]:
        """The first side goes on as far as it can by itself, then the second; until something must come that is new."""
        ops = self._ops(place)
        if steps > MOST_STEPS:
            at = next(number for number, op in enumerate(ops) if op is not None)
            raise NotAnalysed("not-analysed", provisions_at(self.sides[at].plan, place[at]), reason="too-large")
        for number, op in enumerate(ops):
            if op is not None and not _waits(op):
                for to, after in self._moved(number, place, pairs):
                    yield from self._moved_on(to, after, steps + 1)
                return
        for number, op in enumerate(ops):
            # Whoever only receives what the other has had goes on: nothing needs to come for that.
            if isinstance(op, Chance) and not any(isinstance(other, Ask) for other in ops):
                has = self._next(number, self.sides[number].source(op, op.units[0]), pairs) >= 0
                if has.any():
                    for to, after in self._received(number, place, op, pairs.take(np.flatnonzero(has))):
                        yield from self._moved_on(to, after, steps + 1)
                    if not has.all():
                        yield from self._moved_on(place, pairs.take(np.flatnonzero(~has)), steps + 1)
                    return
        yield place, pairs

    def _moved(self, number: int, place: Places, pairs: Pairs) -> Iterator[tuple[Places, Pairs]]:
        """One operation of a side that is neither chance nor choice."""
        side, rows = self.sides[number], pairs.sides[number]
        moves, ends = side.moves(place[number], rows)
        for to, after, source in moves:
            if len(source):
                yield put(place, number, to), pairs.take(source).on(number, after)
        at = np.flatnonzero(ends >= 0)
        if len(at):
            ended = pairs.take(at).on(number, Rows({}, np.zeros(len(at), dtype=NUMBER)))
            is_over = np.array([isinstance(end, Outcome) for end in side.ends], dtype=np.bool_)[ends[at]]
            # What is ahead of a side that is over will never be given.
            ahead = put(ended.ahead, number, np.where(is_over, 0, ended.ahead[number]))
            yield put(place, number, ENDED), replace(ended, ends=put(ended.ends, number, ends[at]), ahead=ahead)

    # ── Choices ─────────────────────────────────────────────────────────────

    def _choose(self, place: Places, op: Ask, pairs: Pairs) -> Iterator[tuple[Places, Pairs]]:
        """The first side chooses what is best by what is seen, or whatever it may."""
        if self.any_choice:
            legal = self.sides[0].legal(place[0], pairs.sides[0])
            ways = legal.sum(axis=1)
            for number, to in enumerate(op.to):
                if len(at := np.flatnonzero(legal[:, number])):
                    each = np.ones(len(at), dtype=np.int64)
                    yield self._chosen(place, op, number, to, self._weighted(pairs.take(at), each, ways[at]))
            return
        seen = self.sides[0].seen(pairs.sides[0])
        first, inverse = distinct(seen)
        keys = zip(*(column[first].tolist() for column in seen), strict=True)
        actions = np.array([self._best.get((place[0], *key), -1) for key in keys], dtype=np.int64)[inverse]
        if (actions < 0).any():
            raise NotAnalysed("not-analysed", op.provisions, reason="procedures-differ")
        for number, to in enumerate(op.to):
            at = np.flatnonzero(actions == number)
            if len(at):
                yield self._chosen(place, op, number, to, pairs.take(at))

    def _chosen(self, place: Places, op: Ask, number: int, to: Pc, pairs: Pairs) -> tuple[Places, Pairs]:
        """Rows in which the first side has chosen one of the actions, which is kept for the second."""
        action = np.full(len(pairs), self.actions.number(op.actions[number]), dtype=NUMBER)
        source = self._choice(0, place)
        ahead = self._later(1, place[1], source, action, pairs)
        trail = self.trails.add(source, pairs.trail, action)
        return (to, place[1]), replace(pairs, trail=trail, ahead=ahead)

    def _choice(self, number: int, place: Places) -> Source:
        """The stream of actions of the choice at which a side stands."""
        side = self.sides[number]
        return side.choice_at(side.plan, place[number])

    def _choose_alike(self, place: Places, op: Ask, pairs: Pairs) -> Iterator[tuple[Places, Pairs]]:
        """The second side chooses what the first has chosen."""
        side, source = self.sides[1], self._choice(1, place)
        chosen = self._next(1, source, pairs)
        legal = side.legal(place[1], pairs.sides[1])
        for number in np.unique(chosen):
            at = np.flatnonzero(chosen == number)
            action = self.actions[number] if number >= 0 else ""
            if action not in op.actions or not legal[at, op.actions.index(action)].all():
                # Where the first side has not come to the choice, it has made none that could be forbidden.
                reason = "choice-not-allowed" if action else "procedures-differ"
                raise NotAnalysed("not-analysed", op.provisions, reason=reason)
            part = pairs.take(at)
            yield (place[0], op.to[op.actions.index(action)]), replace(part, ahead=self._without_next(1, source, part))

    # ── What one side has had and the other has not ─────────────────────────

    def _next(self, number: int, source: Source, pairs: Pairs) -> Ints:
        """The hand that a side is given next from a source without chance; -1 where nothing is ahead of it."""
        numbers, inverse = np.unique(pairs.ahead[number], return_inverse=True)
        following = [dict(self._aheads[int(known)]).get(source, (-1,))[0] for known in numbers]
        hands: Ints = np.array(following, dtype=NUMBER)[inverse.reshape(-1)]
        return hands

    def _without_next(self, number: int, source: Source, pairs: Pairs) -> tuple[Ints, Ints]:
        numbers, inverse = np.unique(pairs.ahead[number], return_inverse=True)
        after = []
        for known in numbers.tolist():
            below, (_, *rest), above = _parted(self._aheads[known], source)
            left = ((source, tuple(rest)),) if rest else ()
            after.append(self._aheads.number((*below, *left, *above)))
        return put(pairs.ahead, number, np.array(after, dtype=NUMBER)[inverse.reshape(-1)])

    def _later(self, number: int, pc: Pc, source: Source, items: Ints, pairs: Pairs) -> tuple[Ints, Ints]:
        """The hands ahead of each side once something is kept for one of them, if it may still come there."""
        side = self.sides[number]
        comes_at = cache(lambda at: side.comes_from(at, source))
        parted = cache(lambda known: _parted(self._aheads[known], source))
        columns = (pairs.ahead[number], pairs.ends[number], items)
        first, inverse = distinct(list(columns))
        after = []
        for known, end, item in zip(*(column[first].tolist() for column in columns), strict=True):
            node = side.ends[end] if end >= 0 else None
            # Kept only where the side may still be given it: else rows would differ by what nobody asks for.
            goes_on_at = pc if end < 0 else node.pc if isinstance(node, EntryNode) else None
            if goes_on_at is not None and comes_at(goes_on_at):
                below, kept, above = parted(known)
                after.append(self._aheads.number((*below, (source, (*kept, item)), *above)))
            else:
                after.append(known)
        return put(pairs.ahead, number, np.array(after, dtype=NUMBER)[inverse])

    # ── Chance ──────────────────────────────────────────────────────────────

    def _received(self, number: int, place: Places, op: Chance, pairs: Pairs) -> Iterator[tuple[Places, Pairs]]:
        """Objects that one side receives: those that the other has had, then others by chance."""
        side, pc = self.sides[number], place[number]
        pairs = pairs.on(number, side.shown_to_all(pc, op, pairs.sides[number]))
        sizes = [self.table.sizes()[pairs.sides[number].column((HAND, unit))] for unit in op.units]
        wanted = wanted_by(self.table, op, pairs.sides[number])
        first, inverse = distinct([*sizes, *wanted, np.zeros(len(pairs), dtype=np.int64)])
        for group, example in enumerate(first):
            pieces = [
                (unit, piece)
                for unit, size, coming in zip(op.units, sizes, wanted, strict=True)
                for piece in self._pieces(op, side.source(op, unit), int(size[example]), int(coming[example]))
            ]
            for after in self._given(number, place, op, pieces, pairs.take(np.flatnonzero(inverse == group))):
                yield put(place, number, pc + 1), after

    def _given(
        self, number: int, place: Places, op: Chance, pieces: list[tuple[Unit, int]], pairs: Pairs
    ) -> Iterator[Pairs]:
        """The rows with one portion after another."""
        side = self.sides[number]
        for place_of_piece, (unit, piece) in enumerate(pieces):
            source = side.source(op, unit)
            following = self._next(number, source, pairs)
            has = following >= 0
            if not has.any():
                if op.verb is Verb.THROW:
                    hands = self.table.faces_of(op.kind, piece, self._bounds(source))
                else:
                    hands = self.table.hands_of(op.kind, piece)
                self.sides[0].meter.refuse_more(len(pairs) * hands, op.provisions)
                # Of fewer objects than are wanted there is no hand.
                step = max(1, TOGETHER // max(1, hands))
                if len(pairs) > step:
                    # Part by part, so that rows can merge before all of them are made.
                    for at in np.array_split(np.arange(len(pairs)), -(-len(pairs) // step)):
                        yield from self._given(number, place, op, pieces[place_of_piece:], pairs.take(at))
                    return
                pairs = self._come(number, place, op, unit, piece, pairs)
                continue
            if not has.all():
                for some in (has, ~has):
                    yield from self._given(number, place, op, pieces[place_of_piece:], pairs.take(np.flatnonzero(some)))
                return
            # Objects that came to one side at once come to the other in other portions.
            if (self.table.sizes()[following] != piece).any():
                thrown = {either.process.hands.material.throws.get(op.kind) for either in self.sides}
                reason = "objects-differ" if len(thrown) > 1 else "procedures-differ"
                raise NotAnalysed("not-analysed", op.provisions, reason=reason)
            pairs = replace(pairs, ahead=self._without_next(number, source, pairs))
            pairs = pairs.on(number, side.given(op, unit, pairs.sides[number], following))
        yield pairs

    def _pieces(self, op: Chance, source: Source, size: int, wanted: int) -> list[int]:
        """In which portions objects come, so that either side can tell the first of a hand from the others."""
        if op.verb is Verb.DRAW:
            return [1] * wanted
        if op.verb is Verb.THROW:
            return [wanted]
        # The first of a hand are a portion of their own if either side reads them.
        return portions(size, size + wanted, self._bounds(source))

    def _bounds(self, source: Source) -> set[int]:
        """The numbers of objects that either side reads as the first of what comes from a source."""
        return {side.first_of(source) for side in self.sides}

    def _come(self, number: int, place: Places, op: Chance, unit: Unit, size: int, pairs: Pairs) -> Pairs:
        """The rows with new objects that one side receives, and that are kept for the other."""
        side, source = self.sides[number], self.sides[number].source(op, unit)
        if op.verb is Verb.THROW:
            thrown, ways = self.table.throws(op.kind, size, self._bounds(source))
            at, hands = np.repeat(np.arange(len(pairs)), len(thrown)), np.tile(thrown, len(pairs))
            weights = np.tile(np.array(ways, dtype=np.int64 if sum(ways) < SAFE else object), len(pairs))
            after = self._weighted(pairs.take(at), weights, np.full(len(at), sum(ways), dtype=object))
        else:
            left = self.table.stock - self.table.counts(pairs.came)
            at, hands, weights = drawn(self.table, op, size, left, self.sides[0].meter)
            totals = self._ways_to_draw(op, size, pairs)
            after = self._weighted(pairs.take(at), weights, totals[at])
            after = replace(after, came=self.table.join(after.came, hands, 0))
        after = replace(after, trail=self.trails.add(source, after.trail, hands))
        after = replace(after, ahead=self._later(1 - number, place[1 - number], source, hands, after))
        return after.on(number, side.given(op, unit, after.sides[number], hands))

    def _ways_to_draw(self, op: Chance, wanted: int, pairs: Pairs) -> Ints:
        """In how many ways some objects are drawn of those left, among them those that have left the game unseen."""
        came = np.where(self.table.stock > 0, self.table.counts(pairs.came), 0)
        left: Ints = (self.table.stock - came)[:, [kind.object == op.kind for kind in self.table.kinds]].sum(axis=1)
        if (left < wanted + self.left_game.get(op.kind, 0)).any():
            raise NotAnalysed("not-analysed", op.provisions, reason="stock-exhausted")
        ways = {int(n): comb(int(n), wanted) for n in np.unique(left)}
        return np.array([ways[int(n)] for n in left], dtype=object)

    def _weighted(self, pairs: Pairs, ways: Ints, totals: Ints) -> Pairs:
        """Rows that come in so many of all ways."""
        most = int(pairs.weight.max(initial=0)) * int(ways.max(initial=0))
        dtype = np.int64 if most < SAFE else object
        weight = pairs.weight.astype(dtype, copy=False) * ways.astype(dtype, copy=False)
        number = {total: place for place, total in enumerate(sorted(set(totals.tolist())))}
        codes = np.array([number[total] for total in totals.tolist()], dtype=NUMBER)
        first, inverse = distinct([pairs.over, codes])
        # A weight is counted over the product of the ways of all that came, which a number of a list stands for.
        over = [self._totals.number(self._totals[int(pairs.over[place])] * int(totals[place])) for place in first]
        return replace(pairs, weight=weight, over=np.array(over, dtype=NUMBER)[inverse])

    # ── The last hand ───────────────────────────────────────────────────────

    def _together(self, place: Places, ops: tuple[Op | None, ...], pairs: Pairs) -> tuple[Places, Pairs] | None:
        """The last hand of the round, counted for both sides at once; nothing where it has to be dealt out."""
        dealt = [(number, op) for number, op in enumerate(ops) if isinstance(op, Chance)]
        alike = {(self.sides[n].source(op, op.units[0]), op.count, op.verb) for n, op in dealt}
        # What comes now a side that waits to be sent back is given later, and as the very hand that it was.
        waits = any((ends >= 0).any() and self.sides[n].sends_back for n, ends in enumerate(pairs.ends))
        if len(alike) != 1 or waits or dealt[0][1].verb is not Verb.DEAL:
            return None
        op = dealt[0][1]
        assert op.count is not None
        batch = self.table.batch(op.kind, op.count)
        if len(pairs) * len(batch) <= WORTH_COUNTING or not can_be_counted(self.table, op.kind, op.count):
            return None
        reads: list[Reads] = []
        for number, deal in dealt:
            read = self.sides[number].last_hand(place[number], deal, pairs.sides[number], batch)
            if read is None:
                return None
            reads.append(read)
        gone = np.where(self.table.stock > 0, self.table.counts(pairs.came), 0)
        totals = self._ways_to_draw(op, op.count, pairs)
        counted = counted_together(self.table, batch, reads, gone)
        if counted is None:
            return None
        source = self.sides[dealt[0][0]].source(op, op.units[0])
        after = pairs.take(counted.rows)
        after = self._weighted(after, counted.ways, totals[counted.rows])
        after = replace(after, trail=self.trails.add(source, after.trail, counted.hands, counted.find))
        for number, deal in dealt:
            unit = deal.units[0]
            after = after.on(number, after.sides[number].put((HAND, unit), counted.hands))
            place = put(place, number, place[number] + 1)
        return place, after


def _waits(op: Op) -> bool:
    """Chance or a choice must come before an operation is done; what is burned makes no difference."""
    return isinstance(op, Ask) or (isinstance(op, Chance) and op.verb is not Verb.BURN)


def _parted(ahead: Ahead, source: Source) -> tuple[Ahead, tuple[int, ...], Ahead]:
    """The hands and actions ahead from sources before one, from this one, and from those after it."""
    below, above = (
        tuple(entry for entry in ahead if entry[0] < source),
        tuple(entry for entry in ahead if entry[0] > source),
    )
    return below, dict(ahead).get(source, ()), above
