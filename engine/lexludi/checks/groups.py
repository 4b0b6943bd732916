"""Groups of rows that read the same: what is asked of one is asked of all of them at once."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.checks.distinctions import Distinctions
from lexludi.checks.layers import ReachableLayer
from lexludi.exact.graph import Rows
from lexludi.exact.interned import Interned
from lexludi.exact.multisets import Ints, distinct
from lexludi.exact.observed import Observed
from lexludi.play.decide import holds
from lexludi.play.plan import Who
from lexludi.play.process import Process
from lexludi.play.round_state import Node, State
from lexludi.rules import meaning as m
from lexludi.rules.bind import observables_of


@dataclass(frozen=True)
class RowReader:
    """The observables that operations of a program read of rows."""

    told_apart: Distinctions
    process: Process
    observed: Observed

    def codes(self, observable: m.Observable, who: Who, rows: Rows, naming: str) -> list[Ints]:
        """The values of an observable in every row, as codes; nothing for what is no part of hands."""
        coded = self.observed.values(observable, who, rows, naming)
        return [] if coded is None else [coded[0]]

    def groups(self, layer: ReachableLayer) -> "RowGroups":
        """The rows of a layer by what its operation reads, each combination with a row that shows it."""
        who, observables = self.told_apart.observables(layer.pc)
        naming, rows = self.told_apart.naming(who), layer.rows
        codes = [code for observable in observables for code in self.codes(observable, who, rows, naming)]
        first, inverse = distinct([rows.rest, *codes])
        # A group is shown by a row that is sure, if it has one.
        shown = first.copy()
        shown[inverse[layer.sure]] = np.flatnonzero(layer.sure)
        shown = np.where(layer.sure[first], first, shown)
        return RowGroups(self, layer, shown, np.bincount(inverse, weights=layer.examined), inverse)


@dataclass(frozen=True)
class Coded:
    """Values in groups: for each group a code, and the values by code."""

    codes: Ints
    values: Sequence[Any]

    def where(self, truths: Iterable[bool]) -> Ints:
        """The places of the groups with values of which something is true."""
        return np.flatnonzero(np.array(list(truths), dtype=np.bool_)[self.codes])


@dataclass(frozen=True)
class AskedRows:
    """Groups of rows that a question is asked of: for each a row that shows it, and how many deals it stands for."""

    reader: RowReader
    layer: ReachableLayer
    shown: Ints
    examined: Ints

    def take(self, places: Ints) -> "AskedRows":
        """Some of the groups."""
        return AskedRows(self.reader, self.layer, self.shown[places], self.examined[places])

    @property
    def rest(self) -> Ints:
        """The rest of the row that shows each group."""
        return self.layer.rows.rest[self.shown]

    @property
    def sure(self) -> Ints:
        """The truth, of each group, that it is shown by a sure row: if not, it has none."""
        return self.layer.sure[self.shown]

    def states(self) -> list[State]:
        """The states that show groups: all that an operation reads of one is the same in its other rows."""
        return [self.reader.observed.state(self.layer.pc, self.layer.rows, row) for row in self.shown.tolist()]

    def values(self, who: Who, observable: m.Observable) -> Coded:
        """The values of an observable in groups."""
        told_apart, rows = self.reader.told_apart, self.layer.rows
        if isinstance(observable, m.IsDefined):
            definition = told_apart.rules.definitions[observable.role, observable.status]
            return Coded(self.truth(who, definition.condition).astype(np.int64), (False, True))
        # What a bet names may have changed since it was placed, and of a hand without category nothing is told, where
        # codes have no: both are read of the state, as is what is no part of hands.
        if not isinstance(observable, m.OfNamed | m.IsWorthAtLeast):
            coded = self.reader.observed.values(observable, who, rows)
            if coded is not None:
                return Coded(coded[0][self.shown], coded[1])
        columns = [rows.rest, *(rows.column(place) for place in told_apart.slice.places(observable, who))]
        first, inverse = distinct([column[self.shown] for column in columns])
        read_of = told_apart.slice.questions.judge.observer.reader(observable)
        values = Interned[Any]()
        states = self.take(first).states()
        codes = [values.number(read_of(state, who.unit, state.bet_at(who.bet))) for state in states]
        return Coded(np.array(codes, dtype=np.int64)[inverse], values)

    def truth(self, who: Who, condition: m.Condition) -> Ints:
        """The truth of a condition in groups: of one without parts, once for each combination of what it reads."""
        match condition:
            case m.AllOf(items):
                return np.asarray(np.all([self.truth(who, item) for item in items], axis=0))
            case m.AnyOf(items):
                return np.asarray(np.any([self.truth(who, item) for item in items], axis=0))
            case m.Not(inner):
                return np.logical_not(self.truth(who, inner))
            case _:
                observables = tuple(dict.fromkeys(observables_of(condition)))
                read = self.combinations(who, observables)
                truths = [holds(condition, dict(zip(observables, values, strict=True))) for values in read.values]
                return np.array(truths, dtype=np.bool_)[read.codes]

    def combinations(self, who: Who, observables: Sequence[m.Observable]) -> Coded:
        """The combinations of values of some observables in groups."""
        read = [self.values(who, observable) for observable in observables]
        first, inverse = distinct([np.zeros(len(self.shown), dtype=np.int64), *(coded.codes for coded in read)])
        return Coded(inverse, [tuple([coded.values[coded.codes[place]] for coded in read]) for place in first.tolist()])

    def after(self, apart: Ints) -> "list[State | Node]":
        """The state or node of each group after its operation, run once for each combination of what that reads.

        `apart` are codes of the rest of groups, as far as more of it matters to the operation than what is read.
        """
        read = self.combinations(*self.reader.told_apart.observables(self.layer.pc))
        first, inverse = distinct([apart, read.codes])
        after = [self.reader.process.step(state, None) for state in self.take(first).states()]
        return [after[number] for number in inverse.tolist()]


@dataclass(frozen=True)
class RowGroups(AskedRows):
    """All groups of the rows of a layer; for each row its group."""

    inverse: Ints
