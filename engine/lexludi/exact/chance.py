"""Chance in rounds that are followed all at once: what is dealt, thrown and drawn, with its weights."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

import numpy as np

from lexludi.exact.budget import HANDS_PER_SECOND, ROUNDS_PER_SECOND
from lexludi.exact.core import NotAnalysed, TooLarge
from lexludi.exact.course import Course
from lexludi.exact.hands import NO_HAND, HandTable
from lexludi.exact.packing import dtype_for
from lexludi.exact.results import Result, drawn_together, gather, scattered
from lexludi.exact.rows import Ints, Rows, distinct
from lexludi.play.objects import Objects, common
from lexludi.rules.model import Rule

# Rows that are worked on at once.
BATCH = 2_000_000
# Hands of which the last may be counted at most.
LARGEST_COUNTED = 1_000_000
# Rows that an exact analysis may come to at one step.
LIMIT = 1_000_000_000

Next = Callable[[Rows], Result]


def hand_table(courses: tuple[Course, ...]) -> HandTable:
    """A table of hands that tells apart what any of some courses reads."""
    objects = common([Objects(course.core.material, course.readings) for course in courses])
    return HandTable(
        objects,
        ordered=any(course.ordered for course in courses),
        first={
            unit: max(course.received_first.get(unit, 0) for course in courses)
            for unit in {unit for course in courses for unit in course.received_first}
        },
        last=any(course.reads_last for course in courses),
    )


class Chance(ABC):
    """The steps of a course that chance decides; `solve` follows rows from any step on."""

    def __init__(self, course: Course, bets: tuple[str, ...], table: HandTable) -> None:
        self.course = course
        self.bets = bets
        self.table = table
        repeats = any(course.steps[i].effect.op == "repeat" for i in course.playing)
        # Whether every hand is dealt where the text deals it, and not when it is first read.
        self.eager = repeats or course.deals_in_steps or any(self._guarded_deal(i) for i in course.playing)

    # ── What it will take ───────────────────────────────────────────────────

    def require_possible(self) -> None:
        """Foresee the size of the analysis from the hands that are dealt and thrown at once.

        Raises:
            TooLarge: it is past the limits.
        """
        table, budget = self.table, self.course.core.budget
        sizes: dict[str, int] = {}
        room, dealt = 0, 1
        for object_, count, units, is_thrown in self._at_once():
            hands = table.number_of(object_, count, thrown=is_thrown)
            sizes.update(dict.fromkeys(units, hands))
            room += table.room_for(hands, count)
            if not is_thrown:
                dealt *= hands ** len(units)
        # The last hand may be counted instead of dealt out.
        counted = [n for n in sizes.values() if len(self.bets) == 1 and n < LARGEST_COUNTED]
        rounds = dealt // max(counted, default=1)
        seconds = rounds / ROUNDS_PER_SECOND + sum(sizes.values()) / HANDS_PER_SECOND
        if seconds > budget.seconds or not budget.has_room(room):
            raise TooLarge(self._asking(), budget, sorted(sizes.items(), key=lambda own: -own[1]))

    def _at_once(self) -> Iterator[tuple[str, int, list[str], bool]]:
        """What is dealt and thrown: objects, how many at once, to whose hands that are read, and whether thrown."""
        core, holders = self.course.core, self.course.holders
        largest: dict[tuple[str, str], int] = {}
        for index in sorted(self.course.playing):
            effect = self.course.steps[index].effect
            if effect.op == "deal":
                for unit in holders & set(core.recipients(effect)):
                    key = unit, effect.term(2)
                    largest[key] = max(largest.get(key, 0), effect.number(4))
            elif effect.op == "throw":
                kind = effect.term(1)
                yield kind, core.material.throws[kind], [core.holder(effect.term(0))], True
        for (unit, kind), count in largest.items():
            yield kind, count, [unit], False

    def _asking(self) -> tuple[str, ...]:
        """The provisions of the first rule on the bets that are followed."""
        rules = (r for r in self.course.core.rules.outcomes if r.effect.term(0) in self.bets)
        return next((r.provisions for r in rules), ())

    def require_time(self, more: int = 0) -> None:
        """Stop where the time is up, or so many bytes more are too many.

        Raises:
            TooLarge: so it is.
        """
        budget = self.course.core.budget
        if budget.is_over or (more and not budget.has_room(more)):
            raise TooLarge(self._asking(), budget, [("", self.table.size)])

    def _guarded_deal(self, index: int) -> bool:
        rule = self.course.steps[index]
        return rule.effect.op == "deal" and rule.condition is not None

    @abstractmethod
    def solve(self, index: int, rows: Rows) -> Result:
        """What comes of rows from a step on."""

    @abstractmethod
    def _final_hand(self, index: int, rows: Rows, unit: str, hands: Ints) -> Result | None:
        """What comes of rows when a hand is the last thing that is dealt; nothing if they are better followed."""

    def _split(self, rows: Rows, holds: Ints, yes: Next, no: Next) -> Result:
        """Some rows go one way, the others another."""
        parts = []
        for places, follow in ((np.flatnonzero(holds), yes), (np.flatnonzero(~holds), no)):
            if len(places) == len(rows):
                return follow(rows)
            if len(places):
                parts.append((places, follow(rows.take(places))))
        return scattered(parts, len(rows))

    def _each(self, rows: Rows, numbers: Ints, follow: Callable[[Rows, int], Result]) -> Result:
        """Rows go on by a number that each has."""
        found = [int(number) for number in np.unique(numbers)]
        if len(found) == 1:
            return follow(rows, found[0])
        places = [(np.flatnonzero(numbers == number), number) for number in found]
        return scattered([(own, follow(rows.take(own), number)) for own, number in places], len(rows))

    # ── Hands dealt when they are first read ────────────────────────────────

    def _missing(self, index: int, rows: Rows) -> str:
        """A holder whose hand the step reads and has not been dealt yet, or the empty string."""
        if self.eager:
            return ""
        for unit in self.course.read_at(index):
            if unit in rows.hands and rows.hands[unit][0] == NO_HAND and self.course.deal_to(unit, index) is not None:
                return unit
        return ""

    def _deal_now(self, index: int, rows: Rows, unit: str) -> Result:
        effect = self.course.deal_to(unit, index)
        assert effect is not None
        hands = self.table.dealt(effect.term(2), effect.number(4))
        if len(rows) * len(hands) > BATCH and self._is_last(index, rows, unit):
            result = self._final_hand(index, rows, unit, hands)
            if result is not None:
                return result
        return self._batches(rows, len(hands), lambda own: self._dealt(own, unit, hands, index))

    def _is_last(self, index: int, rows: Rows, unit: str) -> bool:
        """Whether a hand is the last thing that chance decides, and the bet is settled by it."""
        others = (u for u in rows.hands if u != unit and rows.hands[u][0] == NO_HAND)
        pending = any(self.course.deal_to(u, len(self.course.steps)) is not None for u in others)
        guarded = any(self.course.steps[i].condition is not None for i in self.course.playing if i >= index)
        single = len(self.bets) == 1 and len(self.table.kinds) ** self.table_size(unit, index) < 10_000_000
        return not pending and not guarded and single and self.course.last_chance(index)

    def table_size(self, unit: str, index: int) -> int:
        """How many objects a holder is dealt."""
        effect = self.course.deal_to(unit, index)
        return effect.number(4) if effect is not None else 0

    def _dealt(self, rows: Rows, unit: str, hands: Ints, index: int) -> Result:
        ways = self.table.ways(hands, self.used(rows))
        parents, dealt = np.nonzero(ways)
        follow = self._follow(index)
        return self._expand(rows, parents, ways[parents, dealt], {unit: hands[dealt]}, follow, merge=False)

    def _follow(self, index: int) -> Next:
        return lambda rows: self.solve(index, rows)

    def used(self, rows: Rows) -> Ints:
        """How many objects of each kind are in the hands of each row."""
        used = np.zeros((len(rows), len(self.table.kinds)), dtype=np.int16)
        for hand in rows.hands.values():
            used += self.table.counts[hand]
        return used

    def _expand(
        self, rows: Rows, parents: Ints, ways: Ints, hands: dict[str, Ints], follow: Next, *, merge: bool = True
    ) -> Result:
        """Rows become many by chance; what comes of these, put together again (`merge`: some may be alike)."""
        self.require_time(len(parents) * 32 * (len(rows.hands) + 8))
        starts = np.flatnonzero(np.diff(parents, prepend=-1))
        if len(starts) != len(rows):
            raise NotAnalysed("not-analysed", reason="stock-exhausted")
        many = rows.take(parents)
        reach = None if many.reach is None else _times(many.reach, ways)
        many = many.on(hands={**many.hands, **hands}, reach=reach)
        if not merge:
            return drawn_together(follow(many), ways, starts)
        different, places = distinct(many)
        return drawn_together(gather(follow(different), places), ways, starts)

    def _batches(self, rows: Rows, each: int, follow: Next) -> Result:
        """Work on rows so many at a time that no more than a batch comes of them."""
        if len(rows) * each > LIMIT:
            raise TooLarge(self._asking(), self.course.core.budget, [("", len(rows) * each)])
        size = max(1, BATCH // max(each, 1))
        if len(rows) <= size:
            return follow(rows)
        parts = []
        for first in range(0, len(rows), size):
            places = np.arange(first, min(first + size, len(rows)))
            parts.append((places, follow(rows.take(places))))
        return scattered(parts, len(rows))

    def _step_deal(self, index: int, rule: Rule, rows: Rows) -> Result:
        if not self.eager:
            return self.solve(index + 1, rows)
        units = [unit for unit in self.course.core.recipients(rule.effect) if unit in rows.hands]
        object_, count = rule.effect.term(2), rule.effect.number(4)
        kinds = self.table.of_object == object_

        def deal(own: Rows, left: list[str]) -> Result:
            if not left:
                return self.solve(index + 1, own)
            # Who has some already receives what is missing.
            held = self.table.counts[own.hands[left[0]]][:, kinds].sum(axis=1)
            return self._each(own, held, lambda some, size: missing(some, count - size, left[0], left[1:]))

        def missing(own: Rows, number: int, unit: str, left: list[str]) -> Result:
            if number <= 0:
                return deal(own, left)
            batch = self.table.dealt(object_, number)
            return self._batches(own, len(batch), lambda some: one(some, batch, unit, left))

        def one(own: Rows, batch: Ints, unit: str, left: list[str]) -> Result:
            ways = self.table.ways(batch, self.used(own))
            parents, dealt = np.nonzero(ways)
            hands = self.table.joined(own.hands[unit][parents], batch[dealt], unit)
            return self._expand(own, parents, ways[parents, dealt], {unit: hands}, lambda r: deal(r, left))

        return deal(rows, units)

    def _step_throw(self, index: int, rule: Rule, rows: Rows) -> Result:
        kind, unit = rule.effect.term(1), self.course.core.holder(rule.effect.term(0))
        hands = self.table.dealt(kind, self.course.core.material.throws[kind], thrown=True)
        ways = self.table.throws(hands)
        parents, thrown = np.repeat(np.arange(len(rows)), len(hands)), np.tile(np.arange(len(hands)), len(rows))
        return self._expand(rows, parents, ways[thrown], {unit: hands[thrown]}, lambda r: self.solve(index + 1, r))

    def _draw(self, rows: Rows, object_: str, count: int, unit: str, follow: Next) -> Result:
        """One object after another to a holder; to a hand that nobody reads, it makes no difference which."""
        if count == 0 or unit not in rows.hands:
            return follow(rows)

        def draw(own: Rows) -> Result:
            left = np.where(self.table.of_object == object_, self.table.stock - self.used(own), 0)
            parents, kinds = np.nonzero(left)
            hands = {unit: self.table.drawn(own.hands[unit][parents], kinds, unit)}

            def on(r: Rows) -> Result:
                return self._draw(r, object_, count - 1, unit, follow)

            return self._expand(own, parents, left[parents, kinds], hands, on)

        return self._batches(rows, len(self.table.kinds), draw)


def _times(reach: Ints, ways: Ints) -> Ints:
    most = int(reach.max(initial=0)) * int(ways.max(initial=0))
    return reach * ways.astype(dtype_for(most), copy=False)
