"""Every round of a course at once, exactly: chance enumerated with its weights, choices made as well as can be.

Rounds are rows of arrays. A step takes the rows from one provision to the next; where
something is drawn each row becomes many, and what comes of these is put together
again. Nothing is left out: a round that no rule settles is an end like any other.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from lexludi.evaluation import Group
from lexludi.kernels.core import Core, NotAnalysed
from lexludi.kernels.course import Course, resolved
from lexludi.kernels.ends import Choice, Ends
from lexludi.kernels.final import final_hand
from lexludi.kernels.hands import NO_HAND, HandTable
from lexludi.kernels.results import Result, drawn_together, ends, gather, scattered
from lexludi.kernels.rows import OPEN, Combinations, Ints, Rows, distinct
from lexludi.kernels.sides import Side
from lexludi.nodes import Construct, Node
from lexludi.norms import groups_on, prohibitions
from lexludi.objects import Objects, common
from lexludi.rules import Rule

# Rows that are worked on at once.
BATCH = 2_000_000
# Rows that an exact analysis may come to at one step.
LIMIT = 1_000_000_000

# How the results under a second rule set are marked.
AFTER = "+"
SETTLING = frozenset("loses loses_part wins_part pays push void keep".split())

Next = Callable[[Rows], Result]


class Exact:
    """The rounds of one course, for bets that one bettor has placed (`naming` an item, where bets do).

    `forced` names the alternative that is chosen wherever it is legal. The course of an
    `other` rule set must have the same steps: then each round is settled by both.
    """

    def __init__(
        self,
        course: Course,
        bets: tuple[str, ...],
        naming: str = "",
        forced: str = "",
        other: Course | None = None,
    ) -> None:
        self.course = course
        self.bets = bets
        self.core: Core = course.core
        courses = (course,) if other is None else (course, other)
        objects = common([Objects(own.core.material, own.readings) for own in courses])
        self.table = HandTable(objects, ordered=any(own.ordered for own in courses))
        self.sides = tuple(
            Side(own.core, self.table, course.bets, naming, mark)
            for own, mark in zip(courses, ("", AFTER), strict=False)
        )
        self.hands, self.reader = self.sides[0].hands, self.sides[0].reader
        for side in self.sides:
            side.reader.choices = self.reader.choices
        self.ends = Ends(course, bets, self.sides)
        self.forced = forced
        self.choices: list[Choice] = []
        repeats = any(self.course.steps[i].effect.op == "repeat" for i in course.playing)
        self._eager = repeats or any(self._guarded_deal(i) for i in course.playing)

    def _guarded_deal(self, index: int) -> bool:
        rule = self.course.steps[index]
        return rule.effect.op == "deal" and rule.condition is not None

    def start(self, bet: str, stake: int = 1) -> Rows:
        """The one row before the first step."""
        one = np.zeros(1, dtype=np.int64)
        return Rows(
            dict.fromkeys(sorted(self.course.holders), one + NO_HAND),
            one,
            one + stake,
            one + self.course.bets.index(bet),
            {slot: one + OPEN for slot, _, _ in self.ends.slots},
            reach=one + 1,
        )

    # ── Steps ───────────────────────────────────────────────────────────────

    def solve(self, index: int, rows: Rows) -> Result:
        """What comes of rows from a step on."""
        if not len(rows):
            return {}
        if self.ends.all_settled(rows):
            return ends(self.ends.finished(rows))
        while index < len(self.course.steps):
            if index in self.course.playing:
                missing = self._missing(index, rows)
                if missing:
                    return self._deal_now(index, rows, missing)
                return self._guarded(index, rows)
            index += 1
        return ends(self.ends.finished(rows))

    def _guarded(self, index: int, rows: Rows) -> Result:
        rule = self.course.steps[index]
        step = getattr(self, f"_step_{rule.effect.op}")
        if rule.condition is None:
            return step(index, rule, rows)
        holds = self.reader.holds(rule.condition, rows)
        return self._split(rows, holds, lambda own: step(index, rule, own), lambda own: self.solve(index + 1, own))

    def _split(self, rows: Rows, holds: Ints, yes: Next, no: Next) -> Result:
        """Some rows go one way, the others another."""
        parts = []
        for places, follow in ((np.flatnonzero(holds), yes), (np.flatnonzero(~holds), no)):
            if len(places) == len(rows):
                return follow(rows)
            if len(places):
                parts.append((places, follow(rows.take(places))))
        return scattered(parts, len(rows))

    # ── Hands dealt when they are first read ────────────────────────────────

    def _missing(self, index: int, rows: Rows) -> str:
        """A holder whose hand the step reads and has not been dealt yet, or the empty string."""
        if self._eager:
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
            return final_hand(self, index, rows, unit, hands)
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
        starts = np.flatnonzero(np.diff(parents, prepend=-1))
        if len(starts) != len(rows):
            raise NotAnalysed("not-analysed", reason="stock-exhausted")
        many = rows.take(parents)
        reach = None if many.reach is None else _times(many.reach, ways)
        many = many.on(hands={**many.hands, **hands}, reach=reach)
        if self.table.ordered or not merge:
            return drawn_together(follow(many), ways, starts)
        different, places = distinct(many)
        return drawn_together(gather(follow(different), places), ways, starts)

    def _batches(self, rows: Rows, each: int, follow: Next) -> Result:
        """Work on rows so many at a time that no more than a batch comes of them."""
        if len(rows) * each > LIMIT:
            raise NotAnalysed("not-analysed", reason="too-many")
        size = max(1, BATCH // max(each, 1))
        if len(rows) <= size:
            return follow(rows)
        parts = []
        for first in range(0, len(rows), size):
            places = np.arange(first, min(first + size, len(rows)))
            parts.append((places, follow(rows.take(places))))
        return scattered(parts, len(rows))

    def _step_deal(self, index: int, rule: Rule, rows: Rows) -> Result:
        if not self._eager:
            return self.solve(index + 1, rows)
        units = [unit for unit in self.core.recipients(rule.effect) if unit in rows.hands]
        batch = self.table.dealt(rule.effect.term(2), rule.effect.number(4))

        def deal(own: Rows, left: list[str]) -> Result:
            if not left:
                return self.solve(index + 1, own)
            return self._batches(own, len(batch), lambda some: one(some, left[0], left[1:]))

        def one(own: Rows, unit: str, left: list[str]) -> Result:
            ways = self.table.ways(batch, self.used(own))
            parents, dealt = np.nonzero(ways)
            hands = self.table.joined(own.hands[unit][parents], batch[dealt])
            return self._expand(own, parents, ways[parents, dealt], {unit: hands}, lambda r: deal(r, left))

        return deal(rows, units)

    def _step_throw(self, index: int, rule: Rule, rows: Rows) -> Result:
        kind, unit = rule.effect.term(1), self.core.holder(rule.effect.term(0))
        hands = self.table.dealt(kind, self.core.material.throws[kind], thrown=True)
        ways = self.table.throws(hands)
        parents, thrown = np.repeat(np.arange(len(rows)), len(hands)), np.tile(np.arange(len(hands)), len(rows))
        return self._expand(rows, parents, ways[thrown], {unit: hands[thrown]}, lambda r: self.solve(index + 1, r))

    def _draw(self, rows: Rows, object_: str, count: int, unit: str, follow: Next) -> Result:
        """One object after another to a holder."""
        if count == 0:
            return follow(rows)

        def draw(own: Rows) -> Result:
            left = np.where(self.table.of_object == object_, self.table.stock - self.used(own), 0)
            parents, kinds = np.nonzero(left)
            hands = {unit: self.table.drawn(own.hands[unit][parents], kinds)}

            def on(r: Rows) -> Result:
                return self._draw(r, object_, count - 1, unit, follow)

            return self._expand(own, parents, left[parents, kinds], hands, on)

        return self._batches(rows, len(self.table.kinds), draw)

    # ── Duties ──────────────────────────────────────────────────────────────

    def _step_comply(self, index: int, rule: Rule, rows: Rows) -> Result:
        role, action = rule.effect.term(0), rule.effect.term(1)
        group = self.core.norms[role, action]
        repeated = rule.effect.op == "comply_until"
        places, answers = self.reader.answers((group,), rows, lambda values: _duty(group, values))
        duty = np.array([a if isinstance(a, bool) else False for a in answers])[places]
        stuck = np.array([not isinstance(a, bool) for a in answers])[places]
        unit = self.core.holder(role)

        def required(own: Rows) -> Result:
            return self._perform(action, own, unit, lambda r: self.solve(index if repeated else index + 1, r))

        def unsettled(own: Rows) -> Result:
            concerned = next(a for a in answers if not isinstance(a, bool))
            return ends(self.ends.stuck(own, concerned))

        def rest(own: Rows) -> Result:
            return self.solve(index + 1, own)

        def settled(own: Rows) -> Result:
            return self._split(own, duty[~stuck], required, rest)

        return self._split(rows, stuck, unsettled, settled)

    def _step_comply_until(self, index: int, rule: Rule, rows: Rows) -> Result:
        done = self.reader.holds(rule.effect.parts[2], rows)
        return self._split(
            rows, done, lambda own: self.solve(index + 1, own), lambda own: self._step_comply(index, rule, own)
        )

    def _perform(self, action: str, rows: Rows, unit: str, follow: Next) -> Result:
        """The objects that an action draws."""
        upon = self.core.upons.get(action)
        effects = [e for e in upon.effects if e.op == "draws"] if upon else []

        def go(own: Rows, left: list[Construct]) -> Result:
            if not left:
                return follow(own)
            return self._draw(own, left[0].term(1), left[0].number(0), unit, lambda r: go(r, left[1:]))

        return go(rows, effects)

    # ── Choices ─────────────────────────────────────────────────────────────

    def _step_choose(self, index: int, rule: Rule, rows: Rows) -> Result:
        kind = rule.effect.term(1)
        asked = self.ends.open(rows) & (rows.kind == self.course.bets.index(kind))
        if rule.effect.op == "choose_until":
            asked &= ~self.reader.holds(rule.effect.parts[3], rows)
        return self._split(
            rows, asked, lambda own: self._choose(index, rule, own), lambda own: self.solve(index + 1, own)
        )

    _step_choose_until = _step_choose

    def _choose(self, index: int, rule: Rule, rows: Rows) -> Result:
        if self._is_dealt_out(index, rows):
            different, places = self._alike_from(index, rows)
            return gather(self._choose_in(index, rule, different), places)
        return self._choose_in(index, rule, rows)

    def _is_dealt_out(self, index: int, rows: Rows) -> bool:
        """Whether chance has nothing more to decide."""
        pending = (u for u, hand in rows.hands.items() if hand[0] == NO_HAND)
        to_come = any(self.course.deal_to(unit, len(self.course.steps)) is not None for unit in pending)
        rule = self.course.steps[index]
        draws = any(self.core.draws(action.id) for action in rule.effect.parts[2].items)
        return not to_come and not draws and self.course.last_chance(index + 1, but=("choose",))

    def _alike_from(self, index: int, rows: Rows) -> tuple[Rows, Ints]:
        """One row for all in which the same is still read, and for each row its place among these."""
        later = [r for i in range(index, len(self.course.steps)) for r in self.course.readings_at(i)]
        hands = Combinations(self.reader, resolved(self.core, later), rows).places
        merged, places = distinct(rows.on(hands={"": hands}))
        first = np.zeros(len(merged), dtype=np.int64)
        first[places[::-1]] = np.arange(len(rows))[::-1]
        return rows.take(first).on(reach=merged.reach), places

    def _choose_in(self, index: int, rule: Rule, rows: Rows) -> Result:
        actions = tuple(a.id for a in rule.effect.parts[2].items if not self._needs_amount(a.id))
        results, legal = [], []
        for action in actions:
            allowed = ~self._forbidden(action, rows)
            places = np.flatnonzero(allowed)
            after = self._chosen(action, index, rule, rows.take(places).on(reach=None))
            results.append(scattered([(places, after)], len(rows)))
            legal.append(allowed)
        choice = self.ends.best(index, rows, actions, results, legal, self.forced)
        self.choices.append(choice)
        parts = [(np.flatnonzero(choice.best == i), r) for i, r in enumerate(results)]
        return scattered([(places, gather(r, places)) for places, r in parts if len(places)], len(rows))

    def _needs_amount(self, action: str) -> bool:
        upon = self.core.upons.get(action)
        return upon is not None and any(effect.op == "reduces" for effect in upon.effects)

    def _forbidden(self, action: str, rows: Rows) -> Ints:
        forbidden = np.zeros(len(rows), dtype=np.bool_)
        for group in groups_on(self.core, action, self.core.bettor, self.core.unit):
            places, answers = self.reader.answers((group,), rows, _forbidden_by(group))
            forbidden |= np.array(answers, dtype=np.bool_)[places]
        return forbidden

    def _chosen(self, action: str, index: int, rule: Rule, rows: Rows) -> Result:
        """What comes of rows in which an action is chosen."""
        core = self.core
        rows = rows.on(chosen=self.reader.with_choice(rows.chosen, action, core.bettor, core.unit))
        upon = core.upons.get(action)
        effects = upon.effects if upon else ()
        over = any(e.op == "turn_ends" for e in effects)
        for effect in effects:
            rows = self._affect(effect, rows)
        for side in self.sides:
            rows = self._settle_at_once(action, rows, side)

        def on(own: Rows) -> Result:
            again = rule.effect.op == "choose_until" and not over
            if not again:
                return self.solve(index + 1, own)
            is_open = self.ends.open(own)
            return self._split(own, is_open, lambda r: self.solve(index, r), lambda r: self.solve(index + 1, r))

        return self._perform(action, rows, core.unit, on) if len(rows) else {}

    def _affect(self, effect: Construct, rows: Rows) -> Rows:
        """The consequences of a choice other than what it draws and settles."""
        match effect.op:
            case "double":
                return rows.on(stake=rows.stake * 2)
            case "moves_to":
                own = rows.kind == self.course.bets.index(effect.term(0))
                return rows.on(kind=np.where(own, self.course.bets.index(effect.term(1)), rows.kind))
            case _:
                return rows

    def _settle_at_once(self, action: str, rows: Rows, side: Side) -> Rows:
        """What a choice settles there and then under one rule set."""
        upon = side.core.upons.get(action)
        for effect in upon.effects if upon else ():
            if effect.op in SETTLING and effect.term(0) in self.course.bets:
                payoff = side.core.settlement.payoff(effect, (upon.eid,) if upon else (), surrendered=True)
                rows = self.ends.settled_at_once(rows, effect.term(0), payoff, side)
        return rows

    # ── Ends ────────────────────────────────────────────────────────────────

    def _step_settle(self, index: int, rule: Rule, rows: Rows) -> Result:
        for term in rule.effect.parts[0].items:
            rows = self.ends.settle(rows, term.id)
        return self.solve(index + 1, rows)

    def _step_round_ends(self, index: int, rule: Rule, rows: Rows) -> Result:
        return ends(self.ends.finished(rows))

    def _step_repeat(self, index: int, rule: Rule, rows: Rows) -> Result:
        done = self.reader.holds(rule.effect.parts[1], rows)
        return self._split(
            rows,
            done,
            lambda own: self.solve(index + 1, own),
            lambda own: ends(self.ends.again(self.course.target(rule), own)),
        )


def _duty(group: Group, values: dict[Node, Any]) -> bool | tuple[str, ...]:
    """Whether rules require an action; the provisions concerned, where they do not decide."""
    verdict = group.decide(tuple([values[r] for r in group.readings]))
    return verdict.concerned if verdict.rule is None else verdict.rule.effect.op == "must"


def _forbidden_by(group: Group) -> Callable[[dict[Node, Any]], bool]:
    return lambda values: bool(prohibitions(group, tuple([values[r] for r in group.readings])))


def _times(reach: Ints, ways: Ints) -> Ints:
    most = int(reach.max(initial=0)) * int(ways.max(initial=0))
    return reach * (ways.astype(object) if most >= 1 << 62 else ways)
