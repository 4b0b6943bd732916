"""Observables read from rows: for each what its value is in every row, and which hands need not be told apart.

Every value is worked out once for each hand and looked up by its number. Rows are grouped by
the truth of the conditions that an operation reads, so that it is run once for each group.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np

from lexludi.exact.graph import Rows, States
from lexludi.exact.many_hands import ManyHands
from lexludi.exact.multisets import NUMBER, HandColumn, HandTable, Ints, distinct, grown
from lexludi.exact.slices import DRAWN, HAND, THROWN, Place, Reading, Slice
from lexludi.play.decide import Judge, holds
from lexludi.play.plan import Pc, Unit, Who
from lexludi.play.round_state import Map, State
from lexludi.rules import meaning as m
from lexludi.rules.bind import observables_of

# The values of a comparison of two hands, by code: lower, equal, higher, or no order.
COMPARED = (-1, 0, 1, None)

# As many hands are kept as tuples of objects for the states of groups.
HANDS_KEPT = 1 << 14


class HandColumns:
    """Readings of single hands of a table, for all bets that tell the same objects apart."""

    def __init__(self, table: HandTable, judge: Judge) -> None:
        self.table = table
        self.judge = judge
        self._many = ManyHands(judge.hands)
        self._columns: dict[tuple[m.Observable, str], HandColumn] = {}
        self._strengths: dict[int, Ints] = {}
        # The hands that were ranked last, and their ranks.
        self._ranked: tuple[Ints, Ints] = (np.zeros(0, dtype=NUMBER), np.zeros(0, dtype=NUMBER))
        # The place of the category of each hand, -2 where it has not been worked out.
        self._categories: Ints = np.zeros(0, dtype=np.int16)

    def release(self) -> None:
        """Let go of all that was read, which holds itself in cycles."""
        self._columns.clear()

    def column(self, observable: m.Observable, naming: str) -> HandColumn:
        """The values of an observable of one hand; `naming` is the item that the bet names."""
        key = (observable, naming)
        if key not in self._columns:
            self._columns[key] = self._column(observable, naming)
        return self._columns[key]

    def _column(self, observable: m.Observable, naming: str) -> HandColumn:
        many = self._many
        match observable:
            case m.CategoryOf():
                # No category is -1, which stands for the last of the names.
                names = [*(category.id for category in many.rules.categories), None]
                return HandColumn(self.table, self._categories_of, names)
            case m.IsWorthAtLeast(_, category, items):
                return HandColumn(self.table, partial(self._are_worth_at_least, category, items))
            case m.HasShape(_, shape) | m.ThrewShape(_, shape):
                return HandColumn(self.table, self._of_many(lambda hands: many.have_shape(hands, shape), np.bool_))
            case m.Total() if many.sums_up:
                return HandColumn(self.table, self._of_many(many.totals))
            case m.WasDealt(kind):
                return HandColumn(self.table, lambda numbers: [self._holds_kind(n, kind) for n in numbers.tolist()])
            case _:
                pass
        read = self.judge.observer.of_hand(observable, naming)
        assert read is not None, observable
        return HandColumn(self.table, lambda numbers: [read(self.table.objects(n)) for n in numbers.tolist()])

    def _holds_kind(self, hand: int, kind: str) -> bool:
        objects = self.judge.hands.material.objects
        return any(objects[thing].object == kind for thing in self.table.objects(hand))

    def _are_worth_at_least(self, category: str, items: tuple[str, ...], numbers: Ints) -> Ints:
        worth = np.zeros(len(numbers), dtype=np.bool_)
        for places, hands in self.table.of_one_size(numbers):
            categories = self._categories_of(numbers[places])
            worth[places] = self._many.are_worth_at_least(hands, category, items, categories)
        return worth

    def _of_many(self, read: Callable[[Ints], Ints], dtype: type = np.int64) -> Callable[[Ints], Ints]:
        """A function of hands of any sizes, from one of hands of one size."""

        def read_all(numbers: Ints) -> Ints:
            values: Ints = np.zeros(len(numbers), dtype=dtype)
            for places, hands in self.table.of_one_size(numbers):
                values[places] = read(hands)
            return values

        return read_all

    def _categories_of(self, numbers: Ints) -> Ints:
        """The places of the categories of hands, which strengths need as well."""
        if len(self._categories) < len(self.table):
            self._categories = grown(self._categories, len(self.table), -2)
        new = numbers[self._categories[numbers] == -2]
        if len(new):
            self._categories[new] = self._of_many(self._many.categories)(new)
        categories: Ints = self._categories[numbers]
        return categories

    def strengths(self, hands: Ints) -> Ints:
        """The ranks of hands among these; -1 for hands that nothing orders."""
        first, inverse = distinct([hands])
        different = hands[first]
        # One operation after another ranks the same hands.
        if not np.array_equal(different, self._ranked[0]):
            self._ranked = different, self._ranks(different)
        ranks: Ints = self._ranked[1][inverse]
        return ranks

    def _ranks(self, different: Ints) -> Ints:
        numbers = self._numbers_by_strength(different)
        if numbers is None:
            # What arrays cannot order, hands of several sizes or with too many keys, is ordered hand by hand.
            strengths = [self.judge.hands.strength(self.table.objects(number)) for number in different.tolist()]
            order = {value: rank for rank, value in enumerate(sorted({s for s in strengths if s is not None}))}
            numbers = np.array([-1 if s is None else order[s] for s in strengths], dtype=np.int64)
        # Ranks without gaps: -1 is put among them, so that it is the lowest, and is -1 again.
        return (distinct([np.append(numbers, -1)])[1][:-1] - 1).astype(NUMBER)

    def _numbers_by_strength(self, hands: Ints) -> Ints | None:
        """Numbers in the order of strength, for hands of one size (and the empty hand); nothing for several sizes."""
        sizes = np.unique(self.table.sizes()[hands])
        (size, *others) = sizes[sizes > 0].tolist() or [0]
        if others:
            return None
        if size not in self._strengths:
            self._strengths[size] = np.zeros(0, dtype=np.int64)
        # A number of the table for each hand, -2 where it has not been worked out.
        known = self._strengths[size]
        if len(known) < len(self.table):
            known = self._strengths[size] = grown(known, len(self.table), -2)
        new = hands[known[hands] == -2]
        for places, objects in self.table.of_one_size(new):
            strengths: Ints | None = np.full(len(places), -1)
            if objects.shape[1]:
                strengths = self._many.strengths(objects, self._categories_of(new[places]))
            if strengths is None:
                return None
            known[new[places]] = strengths
        numbers: Ints = known[hands]
        return numbers


class Observed:
    """Readings from rows by the operations of a program."""

    def __init__(self, sliced: Slice, hands: HandColumns, states: States, naming: str) -> None:
        self.slice = sliced
        self.hands = hands
        self.table = hands.table
        self.states = states
        self.naming = naming
        self._patterns: dict[tuple[m.Observable, tuple[m.Condition, ...]], Ints] = {}
        # Of the states of groups many hold the same hands.
        self._objects = lru_cache(HANDS_KEPT)(self.table.objects)

    # ── Groups of rows ──────────────────────────────────────────────────────

    def groups(self, pc: Pc, rows: Rows) -> tuple[list[State], Ints]:
        """One state for each combination of what an operation reads, and for each row the place of its own."""
        who, reading = self.slice.reading(pc)
        first, inverse = distinct([rows.rest, *self._codes(who, reading, rows)])
        return [self.state(pc, rows, place) for place in first.tolist()], inverse

    def beside(self, unit: Unit, pc: Pc, rows: Rows) -> list[Ints] | None:
        """Codes of what an operation reads beside one hand; nothing where it reads that hand together with others."""
        who, reading = self.slice.reading(pc)
        codes = []
        for observable in reading.observables:
            places = self.slice.places(observable, who)
            if (HAND, unit) in places:
                if len(places) > 1:
                    return None
            elif (coded := self.values(observable, who, rows)) is not None:
                codes.append(coded[0])
        return codes

    def _codes(self, who: Who, reading: Reading, rows: Rows) -> list[Ints]:
        """Codes of rows that are equal where an operation reads the same."""
        codes: list[Ints] = []
        for observable, atoms in reading.alone:
            coded = self.values(observable, who, rows)
            if coded is not None:
                codes.append(self._pattern(observable, atoms, coded[1])[coded[0]])
        for atom in reading.together:
            codes += self._truth(atom, who, rows)
        for observable in reading.values:
            coded = self.values(observable, who, rows)
            codes += [] if coded is None else [coded[0]]
        return codes

    def _pattern(self, observable: m.Observable, atoms: tuple[m.Condition, ...], values: Sequence[Any]) -> Ints:
        """For each value of an observable, which of some conditions on it hold, as a code."""
        key = (observable, atoms)
        pattern = self._patterns.get(key)
        # Values are only ever added, so that codes of a shorter pattern stay as they are.
        if pattern is None or len(pattern) < len(values):
            truths = [tuple(holds(atom, {observable: value}) for atom in atoms) for value in values]
            numbers: dict[tuple[bool, ...], int] = {}
            pattern = np.array([numbers.setdefault(truth, len(numbers)) for truth in truths], dtype=NUMBER)
            self._patterns[key] = pattern
        return pattern

    def _truth(self, atom: m.Condition, who: Who, rows: Rows) -> list[Ints]:
        """The truth of a condition on several observables; their values, where one is not read from hands."""
        read = tuple(dict.fromkeys(observables_of(atom)))
        coded = [values for observable in read if (values := self.values(observable, who, rows)) is not None]
        # What is not read of hands is read of the rest, by which rows are told apart anyway.
        if len(coded) < len(read):
            return [codes for codes, _ in coded]
        first, inverse = distinct([codes for codes, _ in coded])
        truth = [
            holds(atom, {o: values[int(codes[place])] for o, (codes, values) in zip(read, coded, strict=True)})
            for place in first
        ]
        return [np.array(truth, dtype=np.int64)[inverse]]

    def values(
        self, observable: m.Observable, who: Who, rows: Rows, naming: str | None = None
    ) -> tuple[Ints, Sequence[Any]] | None:
        """The value of an observable in every row, as codes, and the values by code; nothing where no hand is read.

        `naming` is the item that the bet concerned names, where that is not the one of all rows.
        """
        naming = self.naming if naming is None else naming
        places = self.slice.places(observable, who)
        if not places:
            return None  # part of the rest
        columns = [rows.column(place) for place in places]
        match observable:
            case m.Compared():
                # Ranks can be compared only among hands that were ranked together.
                one, two = np.split(self.hands.strengths(np.concatenate(columns)), 2)
                return np.where((one < 0) | (two < 0), 3, np.sign(one - two) + 1), COMPARED
            case m.NumberDrawn() | m.DrewNone():
                return columns[0], self._of_drawn(observable)
            case m.WasDealt():
                dealt = self.hands.column(observable, naming)
                codes = [dealt.codes(column) for column in columns]
                flags = np.array(dealt.values(), dtype=np.bool_)
                return np.any(flags[codes], axis=0).astype(np.int64), (False, True)
            case _:
                column = self.hands.column(observable, naming)
                return column.codes(columns[0]), column.values()

    def _of_drawn(self, observable: m.NumberDrawn | m.DrewNone) -> Sequence[Any]:
        """The values by what was drawn last: nothing, or an object of each kind, among the first or after them."""
        if isinstance(observable, m.DrewNone):
            return (True, *[False] * (2 * len(self.table.kinds)))
        return (None, *[self.hands.judge.hands.number(kind.stands) for kind in self.table.kinds] * 2)

    def state(self, pc: Pc, rows: Rows, place: int) -> State:
        """The state of a round that a row stands for."""
        held: dict[str, dict[Unit, tuple[int, ...]]] = {}
        drawn = {}
        for (kind, unit), column in rows.columns.items():
            number = int(column[place])
            if number and kind == DRAWN:
                drawn[unit] = self.table.kinds[self.table.drawn_kind(number)].stands
            elif number:
                held.setdefault(kind, {})[unit] = self._objects(number)
        rest = self.states.rest[int(rows.rest[place])]
        hands, thrown = (Map(held.get(kind, {})) for kind in (HAND, THROWN))
        return rest._replace(pc=pc, hands=hands, thrown=thrown, drawn=Map(drawn))

    # ── Hands that are alike ────────────────────────────────────────────────

    def alike(self, pc: Pc, place: Place, hands: Ints) -> Ints:
        """One hand for all of which the same will be read from a place on, what is left of the stock aside."""
        if not hands.any():
            return hands
        first, inverse = distinct([hands])
        different = hands[first]
        keep, group = distinct(self.told_apart(pc, place, different))
        alike: Ints = different[keep][group][inverse]
        return alike

    def told_apart(self, pc: Pc, place: Place, hands: Ints, *, is_divided: bool = False) -> list[Ints]:
        """Codes of hands that are equal where the same will be read of them from a place on, also beside others.

        Where it `is_divided`, without what its parts will hold.
        """
        codes = self.classes(pc, place, hands, is_divided=is_divided)
        if any(isinstance(observable, m.Compared) for observable, _ in self.slice.read_later(pc, place).alone):
            # Strengths tell apart more than any one comparison does, and serve all that may come.
            codes.append(self.hands.strengths(hands))
        return codes

    def classes(self, pc: Pc, place: Place, hands: Ints, *, is_divided: bool = False) -> list[Ints]:
        """Codes of hands that are equal where the same will be read of them alone from a place on."""
        codes: list[Ints] = [hands == 0]
        reading = self.slice.read_later(pc, place)
        for observable, atoms in reading.alone:
            if not isinstance(observable, m.Compared):
                coded, values = self._of_place(observable, place, hands)
                codes.append(self._pattern(observable, atoms, values)[coded])
        read = (o for o in reading.values if not (is_divided and isinstance(o, m.ObjectsOf)))
        return codes + [self._of_place(observable, place, hands)[0] for observable in read]

    def _of_place(self, observable: m.Observable, place: Place, hands: Ints) -> tuple[Ints, Sequence[Any]]:
        """The values of an observable of what stands in a column, as codes, and the values by code."""
        if isinstance(observable, m.NumberDrawn | m.DrewNone):
            return hands, self._of_drawn(observable)
        column = self.hands.column(observable, self.naming)
        return column.codes(hands), column.values()
