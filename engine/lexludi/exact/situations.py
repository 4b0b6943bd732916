"""Situations of a choice: what whoever chooses sees, in how many deals, and the best action in each."""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from functools import cache, cached_property, reduce
from itertools import chain
from math import comb, prod
from types import MappingProxyType

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.dividing import in_order_of_kinds
from lexludi.exact.graph import Choice, Layer, Rows
from lexludi.exact.layers import Layers
from lexludi.exact.multisets import SAFE, HandTable, Ints, distinct, places_among_alike
from lexludi.exact.slices import DRAWN, HAND, Place
from lexludi.play.plan import Unit
from lexludi.rules.parts import division_named

# The hands that a bettor sees, by holder, in symbols.
Seen = tuple[tuple[str, tuple[str, ...]], ...]
# The numbers that a round keeps, by name.
Numbers = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Situations:
    """The rows of a choice that look different to whoever chooses; `rows` are the first of each in its layer.

    Where items are exchanged, one stands for all that are alike but for an exchange, until they are `unfolded`.
    """

    layers: Layers
    choice: Choice
    rows: Ints

    @cached_property
    def hands(self) -> dict[Place, Ints]:
        """The hands that are seen in some row: by place, for each situation the number of the hand."""
        # Hidden hands, below zero, stand like those that are not there.
        seen = {
            place: np.maximum(column, 0)[self.rows] for place, column in self.choice.seen.items() if place[0] != DRAWN
        }
        return {place: column for place, column in seen.items() if column.any()}

    @property
    def different_hands(self) -> int:
        """The number of different hands, side by side, that are seen, in whatever order their objects came."""
        kinds = [np.sort(self.layers.table.lying(hands), axis=1).T for hands in self.hands.values()]
        return len(distinct([*chain.from_iterable(kinds)])[0]) if kinds else 0

    @cached_property
    def drawn(self) -> dict[Unit, Ints]:
        """The objects drawn last that are seen in some row: by holder, for each situation its kind and one, or 0."""
        seen = {unit: column[self.rows] for (kind, unit), column in self.choice.seen.items() if kind == DRAWN}
        return {unit: column for unit, column in seen.items() if column.any()}

    @cached_property
    def best(self) -> Ints:
        """For each situation the place of the best action."""
        chosen = self.choice.layer.chosen
        assert chosen is not None
        best = chosen[self.rows]
        return best if self._told_as is None else self._told_as[np.arange(len(best)), best]

    @cached_property
    def as_good(self) -> Ints:
        """Situations by actions: the best action, and others that are worth as much."""
        tied = self._tied
        if self._told_as is None:
            return tied
        told = np.zeros_like(tied)
        rows, actions = np.nonzero(tied)
        told[rows, self._told_as[rows, actions]] = True
        return told

    @property
    def _tied(self) -> Ints:
        tied = self.choice.layer.tied
        assert tied is not None
        return tied[self.rows]

    @cached_property
    def _told_as(self) -> Ints | None:
        """Situations by actions: the place of the action that is told, of ways to divide a hand that lies as it came.

        None where that is the action itself: hands are told in the order of their kinds, and mostly lie so.
        """
        op, table = self.choice.op, self.layers.table
        whole = self.hands.get((HAND, op.who.unit))
        if not op.is_of_objects or whole is None or not table.is_split(whole):
            return None
        place = {action: number for number, action in enumerate(op.actions)}

        @cache
        def told(hand: int) -> list[int]:
            lying = table.kinds_lying(hand)
            return [place[in_order_of_kinds(action, lying)] for action in op.actions]

        return np.array([told(hand) for hand in whole.tolist()], dtype=np.int64)

    @cached_property
    def as_well_divided(self) -> int:
        """In how many ways a hand comes that can be divided as well with other objects in its parts."""
        ties = np.flatnonzero(self._tied.sum(axis=1) > 1)
        whole = self.hands.get((HAND, self.choice.op.who.unit), np.zeros(len(self.rows), dtype=np.int64))
        divisions = [division_named(action) for action in self.choice.op.actions]

        @cache
        def is_divided_apart(hand: int, as_good: tuple[int, ...]) -> bool:
            kinds = self.layers.table.kinds_lying(hand)
            ways = (divisions[number] for number in as_good)
            parts = {tuple(tuple(sorted(kinds[place] for place in part)) for part in way) for way in ways}
            return len(parts) > 1

        return sum(
            int(self.ways[row])
            for row in ties.tolist()
            if is_divided_apart(int(whole[row]), tuple(np.flatnonzero(self._tied[row]).tolist()))
        )

    @cached_property
    def strengths(self) -> Ints:
        """For each situation the rank of the hand, where one hand is all that is seen."""
        (numbers,) = self.hands.values()
        return self.layers.strengths(numbers)

    @cached_property
    def order(self) -> Ints:
        """The situations from the lowest hand to the highest; those as high by their kinds, whatever their numbers."""
        (numbers,) = self.hands.values()
        return np.lexsort([*self.layers.table.lying(numbers).T[::-1], self.strengths])

    @cached_property
    def ways(self) -> Ints:
        """In how many ways the hands that are seen come of the whole stock, one after another."""
        table = self.layers.table
        size = sum(kind.count for kind in table.kinds) + int(table.stock.sum())
        dealt = self._dealt
        seen = sum(int(table.sizes()[hands].max()) for hands in dealt.values())
        # All ways together are no more than the rows of so many objects or faces, one after another.
        dtype = np.int64 if size**seen < SAFE else object
        ways: Ints = np.ones(len(self.rows), dtype=dtype)
        # What is left of each kind: situations by kinds.
        left = np.tile(table.stock.astype(np.int32), (len(self.rows), 1))
        for (kind, _), hands in dealt.items():
            if kind != HAND or table.is_split(hands):
                first, inverse = distinct([hands])
                of_each = _orders if kind == HAND else _throws
                ways *= np.array([of_each(table, hand) for hand in hands[first].tolist()], dtype=dtype)[inverse]
            if kind != HAND:
                continue
            for rows, held in table.kinds_of_one_size(hands):
                # Any of those left of a kind can be drawn first, then any other of them …
                for kinds in held.T:
                    ways[rows] *= left[rows, kinds]
                    left[rows, kinds] -= 1
                # … and in whatever order they come, it is the same hand.
                alike = places_among_alike(np.sort(held, axis=1)) + 1
                ways[rows] //= alike.astype(dtype).prod(axis=1)
        for unit, drawn in self.drawn.items():
            # Any of its kind among those that came last may be the one that was drawn last.
            hands = dealt.get((HAND, unit), np.zeros(len(self.rows), dtype=np.int64))
            first, inverse = distinct([hands, drawn])
            each = [_drawn_orders(table, hand, last) for hand, last in zip(hands[first], drawn[first], strict=True)]
            ways *= np.array(each, dtype=dtype)[inverse]
        if self.choice.symmetry is not None:
            # As many as of one of them come of each that it stands for.
            columns = (column[self.rows] for (kind, _), column in self.choice.seen.items() if kind == HAND)
            ways *= self.choice.symmetry.orbits([np.maximum(column, 0) for column in columns])
        return ways

    @property
    def unfolded_size(self) -> int:
        """At most so many situations look different when they are unfolded."""
        return len(self.rows) * (self.choice.symmetry.orders if self.choice.symmetry else 1)

    def unfolded(self) -> "Situations":
        """The same situations, each of them by itself, and not one for those that are alike."""
        choice, rows = self.choice, self.rows
        if choice.symmetry is None:
            return self
        places, columns = [*choice.seen], [column[rows] for column in choice.seen.values()]
        hands = [number for number, (kind, _) in enumerate(places) if kind == HAND]
        orders: list[list[Ints]] = []
        for exchanged in choice.symmetry.exchanged([np.maximum(columns[number], 0) for number in hands]):
            orders.append([*columns])
            for number, column in zip(hands, exchanged, strict=True):
                orders[-1][number] = np.where(columns[number] < 0, columns[number], column)
        every = [np.concatenate(pieces) for pieces in zip(*orders, strict=True)]
        of_each = np.tile(rows, len(orders))
        first, _ = distinct([choice.rest[of_each], *every])
        source, layer = of_each[first], choice.layer
        assert layer.chosen is not None
        assert layer.legal is not None
        assert layer.tied is not None
        rest = choice.rest[source]
        own_layer = Layer(
            layer.pc, Rows({}, rest), chosen=layer.chosen[source], legal=layer.legal[source], tied=layer.tied[source]
        )
        seen = {place: column[first] for place, column in zip(places, every, strict=True)}
        alone = Choice(choice.op, own_layer, rest, seen, node=choice.node, is_met=choice.is_met)
        return Situations(self.layers, alone, np.arange(len(first)))

    @property
    def _dealt(self) -> dict[Place, Ints]:
        """The hands that are seen as they came: one that has been divided since as a whole."""
        dealt = dict(self.hands)
        for unit, parts in self.layers.slice.parts.items():
            seen = [dealt.pop((HAND, part)) for part in parts if (HAND, part) in dealt]
            if seen:
                known = dealt.get((HAND, unit), np.zeros(len(self.rows), dtype=np.int64))
                whole = reduce(lambda one, other: self.layers.table.join(one, other, 0), seen)
                dealt[HAND, unit] = np.where(known > 0, known, whole)
        return dealt

    def offered(self, row: int) -> tuple[str, ...]:
        """The actions that no provision forbids in a situation."""
        legal = self.choice.layer.legal
        assert legal is not None
        actions = self.choice.op.actions
        return tuple(action for action, is_legal in zip(actions, legal[self.rows[row]], strict=True) if is_legal)

    def numbers(self, row: int, names: Set[str]) -> Numbers:
        """The numbers that the round keeps in a situation under some names."""
        if not names:
            return ()
        kept = self.layers.rest[int(self.choice.rest[self.rows[row]])].memory
        return tuple(sorted((name, number) for name, number in kept.items() if name in names))

    def drawn_last(self, row: int, unit: Unit) -> tuple[str, ...]:
        """The object drawn last to a hand in a situation, in symbols, where it is seen and still read."""
        last = int(self.drawn[unit][row]) if unit in self.drawn else 0
        members = self.layers.table.kinds[self.layers.table.drawn_kind(last)].members if last else ()
        return tuple(self.layers.process.hands.material.symbols(members[:1]))

    def seen(self, row: int, called: Mapping[str, str] = MappingProxyType({})) -> Seen:
        """The hands of a situation in symbols, by holder; `called` are other names for some."""
        symbols, table = self.layers.process.hands.material.symbols, self.layers.table
        shown: dict[Unit, tuple[str, ...]] = {}
        for (_, unit), hands in self.hands.items():
            objects = symbols(table.objects(int(hands[row])))
            shown[unit] = (*shown.get(unit, ()), *sorted(called.get(symbol, symbol) for symbol in objects))
        # What was drawn last tells situations apart as a hand does, under a name that no party has.
        shown |= {
            f"{unit}#drawn": tuple(called.get(symbol, symbol) for symbol in self.drawn_last(row, unit))
            for unit in self.drawn
        }
        return tuple(sorted(shown.items()))


def situations(layers: Layers, choices: tuple[Choice, ...]) -> Iterator[tuple[tuple[int, str, Unit], Situations]]:
    """The situations of each choice, by the number of its step, the kind of bet that it is about, and whose hand.

    Only those to which the best play comes: after other choices than the best, another action may be the best with
    the same hands. All of them, where it never comes to the choice.
    """
    by_key: dict[tuple[int, str, Unit], list[tuple[Situations, Ints]]] = {}
    for choice in choices:
        first, group = distinct(choice.columns())
        is_met = np.zeros(len(first), dtype=np.bool_)
        if choice.is_met:
            weights, _ = choice.reach
            is_met[group[weights > 0]] = True
        rests, places = np.unique(choice.rest[first], return_inverse=True)
        kinds = np.array([layers.rest[rest].bets[choice.op.who.bet].bet for rest in rests.tolist()])[places.reshape(-1)]
        for kind in dict.fromkeys(kinds.tolist()):
            key = layers.plan.bases[choice.layer.pc].step, kind, choice.op.who.unit
            by_key.setdefault(key, []).append((Situations(layers, choice, first[kinds == kind]), is_met[kinds == kind]))
    for key, several in by_key.items():
        is_any_met = any(met.any() for _, met in several)
        for of_choice, met in several:
            if met.any() or not is_any_met:
                yield key, replace(of_choice, rows=of_choice.rows[met]) if is_any_met else of_choice


def different_numbers(several: Iterable[Situations]) -> frozenset[str]:
    """The names under which the round keeps another number in some situations than in others, or none."""
    kept = [
        set(group.layers.rest[rest].memory.items())
        for group in several
        for rest in np.unique(group.choice.rest[group.rows]).tolist()
    ]
    return frozenset(name for name, _ in set.union(*kept) - set.intersection(*kept))


def _orders(table: HandTable, hand: int) -> int:
    """In how many ways a hand falls into its segments, where the first objects are told apart."""
    left = list(table.kinds_in(hand))
    orders, segments = 1, table.segments(hand)
    for segment in segments if len(segments) > 1 else ():
        orders *= prod(comb(left.count(kind), segment.count(kind)) for kind in set(segment))
        for kind in segment:
            left.remove(kind)
    return orders


def _drawn_orders(table: HandTable, hand: int, last: int) -> int:
    """In how many ways an object (as `DRAWN` has it) was the last to be drawn to a hand."""
    segments = table.segments(hand)
    if not last or not segments:
        return 1
    # What was drawn may have left the hand since, to a part of it.
    kind, is_late = table.drawn_kind(last), last > len(table.kinds)
    return max(1, segments[-1 if is_late else 0].count(kind))


def _throws(table: HandTable, hand: int) -> int:
    """In how many ways faces are thrown, each segment by itself where the first objects are told apart."""
    ways = 1
    for segment in table.segments(hand):
        left = len(segment)
        for kind in set(segment):
            ways *= comb(left, segment.count(kind)) * table.kinds[kind].count ** segment.count(kind)
            left -= segment.count(kind)
    return ways
