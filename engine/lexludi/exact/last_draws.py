"""The last hand of a round that grows, drawn once for all rows instead of for each.

When a holder must draw by rules that look at its own hand alone, and nothing else is
dealt or chosen afterwards, its hand takes the same ways in every row: only how often
each is taken depends on what is left. With n of N objects left of each kind, a hand
that is reached by m draws, n_k of them of kind k, is reached in

    (orders in which the rules let it be drawn) * product over k of left_k! / (left_k - n_k)!

ways of N! / (N - m)!. Hands that differ in nothing that is read afterwards count as one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import perm
from typing import TYPE_CHECKING

import numpy as np

from lexludi.exact.core import NotAnalysed
from lexludi.exact.course import resolved, roles_of
from lexludi.exact.hands import NO_HAND
from lexludi.exact.packing import SAFE, dtype_for
from lexludi.exact.results import Result, drawn_together, gather, scattered
from lexludi.exact.rows import Ints, Rows
from lexludi.language.nodes import Construct, Node, Number
from lexludi.play.evaluation import Group, readings_of
from lexludi.rules.model import Rule

if TYPE_CHECKING:
    from lexludi.exact.rounds import Exact

# So many hands on the way, and entries of a table of ways, at most.
MAX_HANDS = 100_000
MAX_ENTRIES = 4_000_000


@dataclass(frozen=True)
class Grown:
    """The hands that a hand ends as: their numbers, in how many orders each is drawn, and by how many draws."""

    hands: Ints
    orders: Ints
    draws: Ints


class LastDraws:
    """A step that makes a holder draw until rules on its own hand say otherwise, with nothing by chance after it."""

    def __init__(self, exact: "Exact", index: int, rule: Rule) -> None:
        self.exact = exact
        self.index = index
        self.rule = rule
        role, action = rule.effect.term(0), rule.effect.term(1)
        self.unit = exact.core.holder(role)
        self.group: Group = exact.core.norms[role, action]
        upon = exact.core.upons.get(action)
        drawn = [e for e in upon.effects if e.op == "draws"] if upon else []
        self.object = drawn[0].term(1) if drawn else ""
        own = [*self.group.readings, *readings_of(rule.effect.parts[2])]
        self.applies = (
            exact.core.draws(action) == 1
            and len(exact.sides) == 1
            and exact.course.last_chance(index + 1)
            and all(self._looks_at_own_hand(r) for r in resolved(exact.core, own))
        )
        self._known: dict[int, Grown | None] = {}
        self._stands_for: dict[int, int] = {}

    def _looks_at_own_hand(self, reading: Node) -> bool:
        if isinstance(reading, Number):
            return True
        return isinstance(reading, Construct) and self._hands(reading) == [self.unit] and reading.op != "compare"

    def _hands(self, reading: Node) -> list[str]:
        return [self.exact.core.holder(role) for role in roles_of(reading)]

    def result(self, rows: Rows) -> Result | None:
        """What comes of rows; nothing if they have to be followed one by one after all."""
        pending = (unit for unit, hands in rows.hands.items() if hands[0] == NO_HAND)
        steps = len(self.exact.course.steps)
        if not self.applies or any(self.exact.course.deal_to(unit, steps) is not None for unit in pending):
            return None
        starts = np.unique(rows.hands[self.unit])
        grown = {int(hand): self._grown(int(hand)) for hand in starts}
        if any(own is None for own in grown.values()):
            return None
        self._classify([own for own in grown.values() if own is not None])
        return self._settled(rows, {hand: own for hand, own in grown.items() if own is not None})

    def _settled(self, rows: Rows, grown: dict[int, Grown]) -> Result:
        """What comes of rows: of each as it ends with a hand of each class, as often as it comes to that class."""
        examples = np.unique(list(self._stands_for.values()))
        each = len(examples)
        many = rows.take(np.repeat(np.arange(len(rows)), each)).on(reach=None)
        many = many.on(hands={**many.hands, self.unit: np.tile(examples, len(rows))})
        result = self.exact.solve(self.index + 1, many)
        counts = _differs(result, len(rows), each)
        same = np.flatnonzero(~counts)
        parts = [(same, gather(result, same * each))]
        for hand, own in grown.items():
            places = np.flatnonzero((rows.hands[self.unit] == hand) & counts)
            size = max(1, MAX_ENTRIES // len(own.hands))
            for first in range(0, len(places), size):
                some = places[first : first + size]
                parts.append((some, self._weighted(rows.take(some), own, examples, result, some * each)))
        return scattered([part for part in parts if len(part[0])], len(rows))

    def _weighted(self, rows: Rows, grown: Grown, examples: Ints, result: Result, first: Ints) -> Result:
        """What comes of rows that begin with one hand; `first` is where their results begin, one for each class."""
        weights = self._counted(rows, grown, examples)
        row, column = np.nonzero(weights)
        starts = np.flatnonzero(np.diff(row, prepend=-1))
        return drawn_together(gather(result, first[row] + column), weights[row, column], starts)

    # ── What a hand becomes ─────────────────────────────────────────────────

    def _grown(self, hand: int) -> Grown | None:
        """The hands that a hand ends as; nothing if there are too many, or rules that contradict each other."""
        if hand not in self._known:
            self._known[hand] = self._grow(hand)
        return self._known[hand]

    def _grow(self, hand: int) -> Grown | None:
        table = self.exact.table
        kinds = np.flatnonzero(table.of_object == self.object)
        hands, orders = np.array([hand]), np.array([1])
        found: list[tuple[Ints, Ints, Ints]] = []
        for draws in range(int(table.stock[kinds].sum()) + 1):
            goes_on = self._goes_on(hands)
            if goes_on is None or len(hands) > MAX_HANDS or int(orders.max()) * len(kinds) >= SAFE:
                return None
            found.append((hands[~goes_on], orders[~goes_on], np.full(int((~goes_on).sum()), draws)))
            if not goes_on.any():
                return Grown(*(np.concatenate(column) for column in zip(*found, strict=True)))
            children = table.drawn(np.repeat(hands[goes_on], len(kinds)), np.tile(kinds, int(goes_on.sum())), self.unit)
            hands, places = np.unique(children, return_inverse=True)
            ways = np.zeros(len(hands), dtype=np.int64)
            np.add.at(ways, places.reshape(-1), np.repeat(orders[goes_on], len(kinds)))
            there = (table.counts[hands] <= table.stock).all(axis=1)
            hands, orders = hands[there], ways[there]
        return None

    def _goes_on(self, hands: Ints) -> Ints | None:
        """Whether the rules have a hand drawn to; nothing where they do not decide."""
        one = np.zeros(len(hands), dtype=np.int64)
        rows = Rows({self.unit: hands}, one, one, one, {})
        done = self.exact.reader.holds(self.rule.effect.parts[2], rows)
        undecided = np.flatnonzero(~done)
        goes_on = np.zeros(len(hands), dtype=np.bool_)
        if len(undecided):
            duty = self.exact.duties(self.group, rows.take(undecided))
            if not all(isinstance(answer, bool) for answer in duty):
                return None
            goes_on[undecided] = duty
        return goes_on

    # ── What matters of it ──────────────────────────────────────────────────

    def _classify(self, grown: list[Grown]) -> None:
        """For each hand that may be the last, find one that is like it in all that is read afterwards."""
        hands = np.unique(np.concatenate([own.hands for own in grown]))
        if all(int(hand) in self._stands_for for hand in hands):
            return
        columns = [np.zeros(len(hands), dtype=np.int64), *(column[hands] for column in self._columns())]
        _, first, places = np.unique(np.array(columns), axis=1, return_index=True, return_inverse=True)
        self._stands_for = dict(zip(map(int, hands), map(int, hands[first][places.reshape(-1)]), strict=True))

    def _columns(self) -> Iterator[Ints]:
        """What is read of the hand afterwards."""
        exact, course = self.exact, self.exact.course
        later = (r for i in range(self.index + 1, len(course.steps)) for r in course.readings_at(i))
        for reading in resolved(exact.core, later):
            if isinstance(reading, Construct) and self.unit in self._hands(reading):
                if reading.op == "compare":
                    yield exact.hands.strengths()
                else:
                    yield exact.hands.column(reading, exact.reader.naming)[0]

    # ── How often ───────────────────────────────────────────────────────────

    def _counted(self, rows: Rows, grown: Grown, examples: Ints) -> Ints:
        """In how many ways rows that begin with one hand come to each class (columns)."""
        table = self.exact.table
        own = np.array([self._stands_for[int(hand)] for hand in grown.hands])
        kinds = np.flatnonzero(table.of_object == self.object)
        left = (table.stock - self.exact.used(rows))[:, kinds]
        drawn = (table.counts[grown.hands] - table.counts[rows.hands[self.unit][0]])[:, kinds].astype(np.int64)
        count = left.sum(axis=1)
        highest, most = int(count.max()), int(grown.draws.max())
        total: Ints = np.zeros((len(examples), len(rows)), dtype=dtype_for(perm(highest, most)))
        for draws in map(int, np.unique(grown.draws)):
            these = np.flatnonzero(grown.draws == draws)
            these = these[np.argsort(own[these], kind="stable")]
            ways = _in_order(left, drawn[these], grown.orders[these])
            begins = np.flatnonzero(np.diff(own[these], prepend=-1))
            # Where fewer objects are left than the longest hand draws, as many are counted as there are.
            rest = np.array([_orders(n, draws, most) for n in range(highest + 1)], dtype=total.dtype)
            summed = np.add.reduceat(ways, begins, axis=0).astype(total.dtype, copy=False)
            total[np.searchsorted(examples, own[these][begins])] += summed * rest[count]
        # Every way of drawing ends with one of the hands, or else the objects may run out.
        if (total.sum(axis=0) != np.array([_orders(int(n), 0, most) for n in count], dtype=total.dtype)).any():
            raise NotAnalysed("not-analysed", self.rule.provisions, reason="stock-exhausted")
        return total.T


def _orders(left: int, drawn: int, most: int) -> int:
    """In how many orders more objects may come after those drawn, up to as many as are drawn at most."""
    return perm(left - drawn, min(left, most) - drawn) if left >= drawn else 0


def _differs(result: Result, rows: int, each: int) -> Ints:
    """Whether what comes of rows, so many each, is not the same for all of one."""
    differs = np.zeros(rows, dtype=np.bool_)
    for ways in result.values():
        table = ways.reshape(rows, each)
        differs |= (table != table[:, :1]).any(axis=1)
    return differs


def _in_order(left: Ints, drawn: Ints, orders: Ints) -> Ints:
    """In how many ways each hand can be drawn (rows) from what is left in each row (columns)."""
    kinds = np.flatnonzero(drawn.any(axis=0))
    tables = {k: _permutations(int(left[:, k].max()), int(drawn[:, k].max())) for k in kinds}
    # No sum over hands is larger than with as much of each kind as there is in any row; a float is near enough.
    bound = orders.astype(np.float64)
    for kind, table in tables.items():
        bound *= table[:, -1].astype(np.float64)[drawn[:, kind]]
    dtype = dtype_for(int(bound.sum() * 1.001))
    ways: Ints = np.repeat(orders.astype(dtype)[:, None], len(left), axis=1)
    for kind, table in tables.items():
        holding = np.flatnonzero(drawn[:, kind])
        ways[holding] *= table.astype(dtype)[:, left[:, kind]][drawn[holding, kind]]
    return ways


@lru_cache(1024)
def _permutations(most: int, taken: int) -> Ints:
    """In how many orders 0, 1, 2 … of a kind (rows) can be taken when there are 0, 1, 2 … of it (columns)."""
    return np.array([[perm(n, k) for n in range(most + 1)] for k in range(taken + 1)], dtype=object)
