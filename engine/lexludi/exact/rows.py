"""Rounds in progress as rows of arrays: the hands by number, what was chosen, how the bet stands."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.exact.core import Core
from lexludi.exact.course import definition_of, roles_of
from lexludi.exact.handreadings import Column, HandReadings
from lexludi.exact.packing import dtype_for, first_of_each, occurring, packed
from lexludi.language.nodes import Construct, Node, Number, Sequence
from lexludi.play.evaluation import Group, readings_of
from lexludi.play.state import Bet, State, Stock
from lexludi.rules.model import Condition

Ints = NDArray[Any]
OPEN = -1


@dataclass(frozen=True)
class Rows:
    """Rounds that have come to the same step.

    `hands` are numbers in the hand table, by holder; `chosen` numbers of sets of
    choices; `stake` multiples of the stake placed; `kind` the bet that each stands
    on; `results` by bet the number of its outcome, or `OPEN`. `reach` counts the ways
    of getting there, as long as no choice was made on the way.
    """

    hands: dict[str, Ints]
    chosen: Ints
    stake: Ints
    kind: Ints
    results: dict[str, Ints]
    reach: Ints | None = field(default=None)

    def __len__(self) -> int:
        return len(self.chosen)

    def take(self, places: Ints) -> "Rows":
        """Some of the rows, or rows several times."""
        return Rows(
            {unit: hand[places] for unit, hand in self.hands.items()},
            self.chosen[places],
            self.stake[places],
            self.kind[places],
            {bet: result[places] for bet, result in self.results.items()},
            None if self.reach is None else self.reach[places],
        )

    def on(self, **changes: Any) -> "Rows":
        """The rows with some columns replaced."""
        return replace(self, **changes)

    def columns(self) -> list[Ints]:
        """Every column that decides how a round goes on."""
        return [*self.hands.values(), self.chosen, self.stake, self.kind, *self.results.values()]


def distinct(rows: Rows) -> tuple[Rows, Ints]:
    """The rows that differ, and for each row its place among these; ways of getting to equal ones add up."""
    shifted = [column - column.min(initial=0) for column in rows.columns()]
    code, _ = packed(((column, int(column.max(initial=0)) + 1) for column in shifted), len(rows))
    _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
    inverse = inverse.reshape(-1)
    merged = rows.take(first)
    if rows.reach is not None:
        reach: Ints = np.zeros(len(first), dtype=dtype_for(int(rows.reach.max(initial=0)) * len(rows)))
        np.add.at(reach, inverse, rows.reach)
        merged = merged.on(reach=reach)
    return merged, inverse


class Reader:
    """What the rules read of rows, and what they say: worked out once for each combination of readings."""

    def __init__(self, core: Core, hands: HandReadings, bets: tuple[str, ...], naming: str) -> None:
        self.core = core
        self.hands = hands
        self.bets = bets
        self.naming = naming
        self.choices: list[frozenset[tuple[str, str]]] = [frozenset()]
        # Readings that are known otherwise than from the hands of a row.
        self.given: dict[Node, Column] = {}
        self._only: Ints | None = None

    def choice(self, chosen: frozenset[tuple[str, str]]) -> int:
        """The number of a set of choices."""
        if chosen not in self.choices:
            self.choices.append(chosen)
        return self.choices.index(chosen)

    def with_choice(self, chosen: Ints, action: str, bettor: str, unit: str) -> Ints:
        """The numbers of sets of choices with one more choice in them."""
        known = np.unique(chosen)
        after = {int(c): self.choice(self.choices[int(c)] | {(bettor, action), (unit, action)}) for c in known}
        return np.array([after[int(c)] for c in known], dtype=np.int64)[np.searchsorted(known, chosen)]

    @contextmanager
    def only(self, places: Ints) -> Iterator[None]:
        """While some of the rows are read, what is given is taken of these."""
        self._only = places
        try:
            yield
        finally:
            self._only = None

    # ── Readings ────────────────────────────────────────────────────────────

    def column(self, reading: Node, rows: Rows) -> Column:
        """The codes of a reading in each row, and the values that they stand for."""
        if reading in self.given:
            codes, values = self.given[reading]
            return (codes if self._only is None else codes[self._only]), values
        definition = definition_of(self.core, reading)
        if definition is not None:
            return self.holds(definition.condition, rows).astype(np.int64), [False, True]
        if isinstance(reading, Number):
            return np.zeros(len(rows), dtype=np.int64), [reading.value]
        assert isinstance(reading, Construct)
        units = [self.core.holder(role) for role in roles_of(reading)]
        if reading.op == "compare":
            strengths = self.hands.strengths()
            return _signs(*(strengths[rows.hands[unit]] for unit in units)), [-1, 0, 1, None]
        if units:
            codes, values = self.hands.column(reading, self.naming)
            return codes[rows.hands[units[0]]], values
        return self._plain(reading, rows)

    def _plain(self, reading: Construct, rows: Rows) -> Column:
        """A reading of what was chosen, or of what is the same in every round of one bettor."""
        get = self.core.evaluator.readings.getter(reading)
        unit, values = self.core.unit, []
        for chosen in self.choices:
            bet = Bet(self.core.bettor, unit, self.bets[0], 1, self.naming, unit)
            state = State(None, None, Stock({}, fresh=False), [bet], {unit: ()}, chosen=set(chosen))
            values.append(get(state, unit, bet))
        return rows.chosen, values

    # ── What the rules say ──────────────────────────────────────────────────

    def holds(self, condition: Condition, rows: Rows) -> NDArray[np.bool_]:
        """Whether a condition holds in each row."""
        found = Combinations(self, readings_of(condition), rows)
        return found.holds(condition)[found.places]

    def answers(
        self,
        groups: Iterable[Group],
        rows: Rows,
        decide: Callable[[dict[Node, Any]], Any],
        also: Iterable[Node] = (),
    ) -> tuple[Ints, list[Any]]:
        """What follows from the rules of some groups: for each row a place in the list of the different answers.

        `decide` is asked once for each combination of rules that apply (and of the
        readings in `also`); where none does, for each combination of readings.
        """
        groups, also = tuple(groups), tuple(also)
        readings = (*(r for group in groups for r in group.readings), *also)
        found = Combinations(self, readings, rows)
        return found.answers(groups, also, decide)


class Combinations:
    """The combinations of some readings that occur in rows."""

    def __init__(self, reader: Reader, readings: Iterable[Node], rows: Rows) -> None:
        self.evaluator = reader.core.evaluator
        self.readings = tuple(dict.fromkeys(readings))
        columns = [reader.column(reading, rows) for reading in self.readings]
        found, self.places = occurring(*packed(((codes, len(values)) for codes, values in columns), len(rows)))
        self.count = len(found)
        first = first_of_each(self.places, self.count)
        self.columns: dict[Node, Column] = {
            reading: (codes[first], values) for reading, (codes, values) in zip(self.readings, columns, strict=True)
        }

    def values(self, place: int) -> dict[Node, Any]:
        """The readings of one combination."""
        return {reading: self.columns[reading][1][self.columns[reading][0][place]] for reading in self.readings}

    def holds(self, condition: Condition) -> NDArray[np.bool_]:
        """Whether a condition holds in each combination."""
        match condition:
            case Sequence("all_of", items):
                return np.logical_and.reduce([self.holds(item) for item in items])
            case Sequence("any_of", items):
                return np.logical_or.reduce([self.holds(item) for item in items])
            case Construct("negation", (inner,)):
                return ~self.holds(inner)
            case _:
                return self._fact(condition)

    def _fact(self, condition: Condition) -> NDArray[np.bool_]:
        """Whether a fact holds, asked once for each combination of the readings that it takes."""
        readings = tuple(dict.fromkeys(readings_of(condition)))
        columns = [self.columns[reading] for reading in readings]
        found, places = occurring(*packed(((codes, len(values)) for codes, values in columns), self.count))
        first = first_of_each(places, len(found))
        own = [{r: self.columns[r][1][self.columns[r][0][at]] for r in readings} for at in first]
        return np.array([self.evaluator.holds(condition, v) for v in own], dtype=np.bool_)[places]

    def answers(
        self, groups: tuple[Group, ...], also: tuple[Node, ...], decide: Callable[[dict[Node, Any]], Any]
    ) -> tuple[Ints, list[Any]]:
        """As `Reader.answers`."""
        patterns: list[Ints] = [self.columns[reading][0] for reading in also]
        alone = np.zeros(self.count, dtype=np.bool_)
        for group in groups:
            applies = [
                np.ones(self.count, dtype=np.bool_) if rule.condition is None else self.holds(rule.condition)
                for rule in group.rules
                if not rule.fallback
            ]
            patterns.extend(applies)
            if not any(rule.fallback for rule in group.rules):
                alone |= ~np.logical_or.reduce([np.zeros(self.count, dtype=np.bool_), *applies])
        patterns.append(np.where(alone, np.arange(self.count) + 1, 0))
        _, first, places = np.unique(np.array(patterns), axis=1, return_index=True, return_inverse=True)
        known: dict[Any, int] = {}
        own = np.array([known.setdefault(decide(self.values(int(at))), len(known)) for at in first], dtype=np.int64)
        return own[places.reshape(-1)][self.places], list(known)


def _signs(first: Ints, second: Ints) -> Ints:
    """Codes for lower, equal, higher; and for hands that nothing orders."""
    signs = np.sign(first - second) + 1
    return np.where((first < 0) | (second < 0), 3, signs)
