"""Every round of a course at once, exactly: chance enumerated with its weights, choices made as well as can be.

Rounds are rows of arrays. A step takes the rows from one provision to the next; where
something is drawn each row becomes many, and what comes of these is put together
again. Nothing is left out: a round that no rule settles is an end like any other.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from lexludi.exact.chance import Chance, Next, hand_table
from lexludi.exact.core import Core, NotAnalysed
from lexludi.exact.course import Course, resolved
from lexludi.exact.ends import Choice, Ends
from lexludi.exact.final import final_hand
from lexludi.exact.hands import NO_HAND, HandTable
from lexludi.exact.last_draws import LastDraws
from lexludi.exact.results import Result, ends, gather, scattered
from lexludi.exact.rows import OPEN, Combinations, Ints, Rows, distinct
from lexludi.exact.sides import Side
from lexludi.language.nodes import Construct, Node
from lexludi.play.evaluation import Group
from lexludi.play.norms import groups_on, prohibitions
from lexludi.rules.model import Rule

# How the results under a second rule set are marked.
AFTER = "+"
SETTLING = frozenset("loses loses_part wins_part pays push void keep".split())


class Exact(Chance):
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
        table: HandTable | None = None,
    ) -> None:
        courses = (course,) if other is None else (course, other)
        super().__init__(course, bets, table or hand_table(courses))
        self.core: Core = course.core
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
        self._last: dict[int, LastDraws] = {}

        self.require_possible()

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
        self.require_time()
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

    def _final_hand(self, index: int, rows: Rows, unit: str, hands: Ints) -> Result | None:
        return final_hand(self, index, rows, unit, hands)

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

    def duties(self, group: Group, rows: Rows) -> list[bool | tuple[str, ...]]:
        """Whether rules require an action in each row; the provisions concerned, where they do not decide."""
        places, answers = self.reader.answers((group,), rows, lambda values: _duty(group, values))
        return [answers[place] for place in places]

    def _step_comply_until(self, index: int, rule: Rule, rows: Rows) -> Result:
        if index not in self._last:
            self._last[index] = LastDraws(self, index, rule)
        if (result := self._last[index].result(rows)) is not None:
            return result
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
        unseen = set(rows.hands) - self.course.seen_at(index)
        # Whoever chooses must not choose by what they cannot see.
        if any((rows.hands[unit] != NO_HAND).any() for unit in unseen):
            raise NotAnalysed("not-analysed", rule.provisions, reason="hidden-hand")
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

    @property
    def leaves_out_amounts(self) -> bool:
        """Whether some choices are left out because they need an amount."""
        choosing = [e for i in self.course.playing if (e := self.course.steps[i].effect).op.startswith("choose")]
        return any(self._needs_amount(action.id) for effect in choosing for action in effect.parts[2].items)

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
