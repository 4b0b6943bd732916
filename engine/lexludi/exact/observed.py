"""Observables of rows: for each row a code of what an operation reads of it, equal where the same is read."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from lexludi.exact.many_hands import ManyHands
from lexludi.exact.multisets import Column, HandTable, Ints
from lexludi.exact.slices import DRAWN, HAND, THROWN, Place, Slice
from lexludi.play.decide import Judge
from lexludi.play.plan import Unit, Who
from lexludi.play.round_state import Map, State
from lexludi.rules import meaning as m


class HandColumns:
    """What is read of the hands of a table, hand by hand, each worked out once."""

    def __init__(self, judge: Judge, table: HandTable) -> None:
        self.judge = judge
        self.table = table
        self.many = ManyHands(judge.hands)
        self._columns: dict[tuple[m.Observable, str], Column] = {}
        # Numbers in the order of strength, comparable for hands of one size; -2 where not worked out yet.
        self._strengths: Ints = np.zeros(0, dtype=np.int64)

    def column(self, observable: m.Observable, naming: str = "") -> Column:
        """What is read of single hands, hand by hand."""
        key = (observable, naming if isinstance(observable, m.CountShowingNamed) else "")
        if key not in self._columns:
            self._columns[key] = Column(self.table, self._reading(observable, naming))
        return self._columns[key]

    def _reading(self, observable: m.Observable, naming: str) -> Callable[[Ints], Sequence[Any]]:
        """A function that reads an observable from many hands."""
        match observable:
            case m.CategoryOf():
                return lambda numbers: self._of_many(numbers, self.many.categories)
            case m.IsWorthAtLeast(_, category, item):
                return lambda numbers: self._of_many(
                    numbers, lambda hands: self.many.are_worth_at_least(hands, category, item)
                )
            case m.HasShape(_, shape) | m.ThrewShape(_, shape):
                return lambda numbers: self._of_many(numbers, lambda hands: self.many.have_shape(hands, shape))
            case m.WasDealt(kind):
                return lambda numbers: [self._holds_kind(int(number), kind) for number in numbers]
            case _:
                pass
        read = self.judge.observer.of_hand(observable)
        assert read is not None, observable
        return lambda numbers: [read(self.table.objects(int(n)), naming) for n in numbers]

    def _holds_kind(self, hand: int, kind: str) -> bool:
        objects = self.judge.hands.material.objects
        return any(objects[thing].object == kind for thing in self.table.objects(hand))

    def _of_many(self, numbers: Ints, read: Callable[[Ints], Ints]) -> list[Any]:
        found: Ints = np.zeros(len(numbers), dtype=np.int64)
        for places, hands in self.table.of_one_size(numbers):
            found[places] = read(hands)
        return found.tolist()

    def strengths(self, hands: Ints) -> Ints:
        """The ranks of hands among these; -1 for hands that nothing orders."""
        different, inverse = np.unique(hands, return_inverse=True)
        numbers = self._strength_numbers(different)
        if numbers is None:
            strengths = [self.judge.hands.strength(self.table.objects(int(number))) for number in different]
            order = {value: rank for rank, value in enumerate(sorted({s for s in strengths if s is not None}))}
            numbers = np.array([-1 if s is None else order[s] for s in strengths], dtype=np.int64)
        ranks = np.unique(np.append(numbers, -1), return_inverse=True)[1].reshape(-1)[:-1] - 1
        found: Ints = ranks[inverse.reshape(-1)]
        return found

    def _strength_numbers(self, hands: Ints) -> Ints | None:
        """Numbers in the order of strength, for hands of one size (and the empty hand); nothing for several sizes."""
        sizes = np.unique(self.table.sizes()[hands])
        if (sizes > 0).sum() != 1:
            return None
        if len(self._strengths) < len(self.table):
            new = np.full(len(self.table) - len(self._strengths), -2, dtype=np.int64)
            self._strengths = np.concatenate([self._strengths, new])
        unknown = hands[self._strengths[hands] == -2]
        for places, objects in self.table.of_one_size(unknown):
            strengths = self.many.strengths(objects) if objects.shape[1] else np.full(len(places), -1, dtype=np.int64)
            if strengths is None:
                return None
            self._strengths[unknown[places]] = strengths
        found: Ints = self._strengths[hands]
        return found


class Observed:
    """Reads observables of rows: by place the numbers of their hands in a table."""

    def __init__(self, sliced: Slice, hands: HandColumns) -> None:
        self.slice = sliced
        self.hands = hands

    def codes(
        self, observable: m.Observable, who: Who, columns: Mapping[Place, Ints], rows: int, naming: str
    ) -> Ints | None:
        """A code for each of so many rows; nothing for what is no part of hands.

        `naming` is the item that the bet concerned names.
        """
        own = [columns.get(place, np.zeros(rows, dtype=np.int64)) for place in self.slice.places(observable, who)]
        match observable:
            case m.Compared():
                one, two = np.split(self.hands.strengths(np.concatenate(own)), 2)
                return np.where((one < 0) | (two < 0), 3, np.sign(one - two) + 1)
            case m.NumberDrawn() | m.DrewNone():
                return own[0]
            case m.WasDealt():
                if not own:
                    return None
                dealt = self.hands.column(observable)
                codes = [dealt.codes(column) for column in own]
                return np.any(np.array(dealt.values(), dtype=np.bool_)[codes], axis=0).astype(np.int64)
            case _:
                return self.hands.column(observable, naming).codes(own[0]) if own else None

    def state(self, pc: int, rest: State, columns: Mapping[Place, Ints], row: int) -> State:
        """The state of a round that a row stands for; `rest` is all of it but the hands."""
        held: dict[str, dict[Unit, tuple[int, ...]]] = {HAND: {}, THROWN: {}}
        drawn = {}
        for (kind, unit), column in columns.items():
            if kind == DRAWN:
                if column[row]:
                    drawn[unit] = self.hands.table.kinds[int(column[row]) - 1].stands
            elif column[row]:
                held[kind][unit] = self.hands.table.objects(int(column[row]))
        return rest._replace(pc=pc, hands=Map(held[HAND]), thrown=Map(held[THROWN]), drawn=Map(drawn))
