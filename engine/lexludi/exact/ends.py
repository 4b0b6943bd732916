"""Where rounds end: the outcomes of the bets that are followed, and the best of several choices by them."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from lexludi.exact.course import Course
from lexludi.exact.outcomes import Outcome, Verdicts, settled, unsettled
from lexludi.exact.packing import dtype_for, first_of_each, occurring, packed
from lexludi.exact.results import Result, scale
from lexludi.exact.rows import OPEN, Ints, Rows
from lexludi.exact.sides import Side
from lexludi.language.nodes import Node
from lexludi.play.settlement import Payoff


@dataclass(frozen=True)
class Again:
    """A round that goes back to an earlier step, or (`step` 0) begins anew with a bet that was kept."""

    step: int
    key: tuple[int | str, ...]


# The outcome of each bet that is followed, or the place where the round goes on.
End = tuple[int, ...] | Again


@dataclass(frozen=True)
class Choice:
    """A decision in some rows: the alternatives, which of them were legal in each, their worth, and the best.

    The worth is in `unit`-ths of the stake, as integers over `scales`.
    """

    step: int
    rows: Rows
    alternatives: tuple[str, ...]
    legal: list[Ints]
    values: list[Ints]
    scales: list[Ints]
    unit: int
    best: Ints


class Ends:
    """The ends of the rounds of a course."""

    def __init__(self, course: Course, bets: tuple[str, ...], sides: tuple[Side, ...]) -> None:
        self.course = course
        self.bets = bets
        self.sides = sides
        # Each bet followed has a result under each rule set.
        self.slots = tuple((f"{bet}{side.mark}", bet, side) for side in sides for bet in bets)
        self.outcomes: list[Outcome] = []
        self.list: list[End] = []
        self.going_on: dict[Again, Rows] = {}
        # A round that comes to each end.
        self.examples: dict[int, Rows] = {}
        self.worth: dict[Again, Fraction] = {}
        self._outcome_ids: dict[Outcome, int] = {}
        self._end_ids: dict[End, int] = {}

    def outcome(self, outcome: Outcome) -> int:
        """The number of an outcome."""
        number = self._outcome_ids.setdefault(outcome, len(self.outcomes))
        if number == len(self.outcomes):
            self.outcomes.append(outcome)
        return number

    def end(self, end: End) -> int:
        """The number of an end."""
        number = self._end_ids.setdefault(end, len(self.list))
        if number == len(self.list):
            self.list.append(end)
        return number

    # ── Settling ────────────────────────────────────────────────────────────

    def open(self, rows: Rows) -> Ints:
        """Whether the bet is open (where only one is followed), under the rule set that comes first."""
        return rows.results[self.slots[0][0]] == OPEN

    def all_settled(self, rows: Rows) -> bool:
        """Whether nothing that comes can change how any bet ends."""
        return not any((result == OPEN).any() for result in rows.results.values())

    def _concerned(self, rows: Rows, slot: str, own: str, bet: str) -> Ints:
        """In which rows a bet that is followed is open and stands on a bet now."""
        is_open = rows.results[slot] == OPEN
        if len(self.bets) > 1:
            return is_open & (own == bet)
        return is_open & (rows.kind == self.course.bets.index(bet))

    def settle(self, rows: Rows, bet: str) -> Rows:
        """The rows with a bet settled by the rules on it."""
        if bet not in self.course.bets:
            return rows
        for slot, own, side in self.slots:
            concerned = self._concerned(rows, slot, own, bet)
            if concerned.any():
                result = self._settled(rows, rows.results[slot].copy(), concerned, side, bet)
                rows = rows.on(results={**rows.results, slot: result})
        return rows

    def _settled(self, rows: Rows, result: Ints, concerned: Ints, side: Side, bet: str) -> Ints:
        verdicts = side.verdicts[bet]
        for stake in np.unique(rows.stake[concerned]):
            places = np.flatnonzero(concerned & (rows.stake == stake))
            decide = self._decide(verdicts, int(stake))
            if len(places) == len(rows):
                own, answers = side.reader.answers(verdicts.groups, rows, decide, verdicts.also)
            else:
                with side.reader.only(places):
                    own, answers = side.reader.answers(verdicts.groups, rows.take(places), decide, verdicts.also)
            result[places] = np.array(answers, dtype=np.int64)[own]
        return result

    def _decide(self, verdicts: Verdicts, stake: int) -> Callable[[dict[Node, Any]], int]:
        return lambda values: self.outcome(verdicts.outcome(values, stake))

    def settled_at_once(self, rows: Rows, bet: str, payoff: Payoff, side: Side) -> Rows:
        """The rows with a bet settled under one rule set in one way, whatever was dealt."""
        slot = next(slot for slot, _, own in self.slots if own is side)
        concerned = self._concerned(rows, slot, bet, bet)
        result = rows.results[slot].copy()
        for stake in np.unique(rows.stake[concerned]):
            result[concerned & (rows.stake == stake)] = self.outcome(settled(bet, payoff, int(stake)))
        return rows.on(results={**rows.results, slot: result})

    def stuck(self, rows: Rows, provisions: tuple[str, ...]) -> Ints:
        """The ends of rounds that the rules cannot go on with: every open bet is unsettled."""
        results = {}
        for slot, bet, _ in self.slots:
            result = rows.results[slot]
            results[slot] = np.where(result == OPEN, self.outcome(unsettled(bet, provisions)), result)
        return self.finished(rows.on(results=results))

    def finished(self, rows: Rows, *, dealt: bool = True) -> Ints:
        """The ends of rounds that are over (`dealt`: with hands that were dealt, and can serve as examples)."""
        columns = []
        for slot, bet, side in self.slots:
            result, never = rows.results[slot], side.core.rules.bets[bet].eid
            if (result == OPEN).any():
                result = np.where(result == OPEN, self.outcome(unsettled(bet, (never,))), result)
            columns.append(result)
        found, places = occurring(*packed(((column, len(self.outcomes)) for column in columns), len(rows)))
        first = first_of_each(places, len(found))
        numbers = [self.end(tuple(int(column[at]) for column in columns)) for at in first]
        if dealt:
            self._note(rows, numbers, places)
        return np.array(numbers, dtype=np.int64)[places]

    def _note(self, rows: Rows, numbers: list[int], places: Ints) -> None:
        """Keep a round for each end that has none yet."""
        for place, number in enumerate(numbers):
            if number not in self.examples:
                self.examples[number] = rows.take(np.flatnonzero(places == place)[:1]).on(reach=None)

    def again(self, step: int, rows: Rows) -> Ints:
        """The ends of rounds that go back to a step; they are followed from there once for all that are alike."""
        numbers = []
        columns = rows.columns()
        for place in range(len(rows)):
            end = Again(step, tuple(int(column[place]) for column in columns))
            if end not in self.going_on:
                self.going_on[end] = rows.take(np.array([place])).on(reach=None)
            numbers.append(self.end(end))
        return np.array(numbers, dtype=np.int64)

    # ── Choosing ────────────────────────────────────────────────────────────

    def net(self, end: End) -> Fraction:
        """What an end is worth to the bettor, per unit staked; what no rule settles counts nothing."""
        if isinstance(end, Again):
            return self.worth.get(end, Fraction(0))
        outcome = self.outcomes[end[0]]
        if outcome.is_kept:
            return self.worth.get(kept(outcome), Fraction(0))
        return outcome.net or Fraction(0)

    def best(
        self, step: int, rows: Rows, actions: tuple[str, ...], results: list[Result], legal: list[Ints], forced: str
    ) -> Choice:
        """For each row the alternative with the highest expectation (the first of equal ones), or the one forced."""
        nets = {end: self.net(self.list[end]) for result in results for end in result}
        unit = lcm(1, *(net.denominator for net in nets.values()))
        values, scales = [], []
        for result in results:
            total = scale(result, len(rows))
            most = max([abs(int(net * unit)) for net in nets.values()], default=0) * max(1, int(total.max(initial=0)))
            dtype = dtype_for(most)
            worth: Ints = np.zeros(len(rows), dtype=dtype)
            for end, ways in result.items():
                worth = worth + ways.astype(dtype, copy=False) * int(nets[end] * unit)
            values.append(worth)
            scales.append(np.maximum(total, 1))
        best = np.full(len(rows), -1, dtype=np.int64)
        for place, action in enumerate(actions):
            take = legal[place] & (self._is_better(place, best, values, scales) | (best == -1))
            if forced:
                take = legal[place] & ((best == -1) | (action == forced))
                if action != forced and forced in actions:
                    take &= ~legal[actions.index(forced)]
            best[take] = place
        return Choice(step, rows, actions, legal, values, scales, unit, best)

    @staticmethod
    def _is_better(place: int, best: Ints, values: list[Ints], scales: list[Ints]) -> Ints:
        """Whether one alternative is worth more than the best so far."""
        better = np.zeros(len(best), dtype=np.bool_)
        for other in range(place):
            rows = np.flatnonzero(best == other)
            if len(rows):
                own, its = ((values[i][rows], scales[i][rows]) for i in (place, other))
                better[rows] = _exceeds(*own, *its)
        return better


def _exceeds(a: Ints, a_scale: Ints, b: Ints, b_scale: Ints) -> Ints:
    """Whether one quotient is larger than another."""
    most = max(
        int(np.abs(a).max(initial=0)) * int(b_scale.max(initial=0)),
        int(np.abs(b).max(initial=0)) * int(a_scale.max(initial=0)),
    )
    dtype = dtype_for(most)
    a, a_scale, b, b_scale = (column.astype(dtype, copy=False) for column in (a, a_scale, b, b_scale))
    return np.asarray(a * b_scale > b * a_scale, dtype=np.bool_)


def kept(outcome: Outcome) -> Again:
    """The round that begins anew with a bet that was kept."""
    return Again(0, (outcome.bet, outcome.stake))
