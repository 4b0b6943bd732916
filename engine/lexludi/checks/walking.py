"""Exact search of rounds in which hands grow: every step with every object that may come, those alike taken once.

Once a hand has all its objects, only what the rules may still read of it is kept, and
rounds that agree in it are taken as one. If a stock could run out of a kind of object,
that may join what cannot be joined: what is reached so is kept apart, as unsure.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lexludi.checks.situations import Collector, Picture, Reached, dealing_order
from lexludi.checks.slices import NotSearched, Slice, roles_of
from lexludi.language.nodes import Construct
from lexludi.play.evaluation import Group
from lexludi.play.material import Hand
from lexludi.play.norms import forbidding
from lexludi.play.objects import Objects
from lexludi.play.state import Bet, State
from lexludi.rules.model import Condition, Rule, under

MAX_ROUNDS = 400_000

_SETTLING = frozenset("loses loses_part wins_part pays push void".split())
# Readings that follow from the numbers of a hand, and from its first and last objects.
_COUNTED = frozenset("total total_first drawn_value drew_none".split())


@dataclass
class Played:
    """A round as far as it has been played: the step that is next, the hands, what was dealt in which order."""

    step: int
    hands: dict[str, Hand] = field(default_factory=dict)
    drawn_by: dict[str, int] = field(default_factory=dict)
    chosen: frozenset[tuple[str, str]] = frozenset()
    order: Hand = ()
    sure: bool = True
    turn_over: bool = False

    def picture(self, naming: str = "") -> Picture:
        """The round as readings see it."""
        return Picture(self.hands, self.drawn_by, self.chosen, naming)


class Walk:
    """The rounds of one question."""

    def __init__(self, part: Slice) -> None:
        self.part = part
        self.program = part.program
        self.objects = Objects(part.program.material, part.readings)
        self.collector = Collector(part)
        self.last = part.question.step
        self.getters = {
            unit: [
                part.program.evaluator.readings.getter(r)
                for r in part.readings
                if unit in map(part.holder, roles_of(r)) and isinstance(r, Construct) and r.op != "compare"
            ]
            for unit in part.holders
        }
        self.compared = {
            part.holder(role)
            for r in part.readings
            if isinstance(r, Construct) and r.op == "compare"
            for role in roles_of(r)
        }
        self.reads_last = any(isinstance(r, Construct) and r.op == "drawn_value" for r in part.readings)
        self.done_after = {unit: self._done_after(unit) for unit in part.holders}
        self.namings = _namings(part)
        self.counting = {unit for unit in part.holders if self._only_counts(unit)}
        self._conditions: dict[int, Callable[[State, str, Bet | None], bool]] = {}

    def _done_after(self, unit: str) -> int:
        """The last step at which a hand may change."""
        steps = [
            i
            for i, rule in enumerate(self.part.steps)
            if rule.effect.op in ("deal", "throw", "repeat")
            or (i in self.part.playing and rule.effect.op.startswith("choose") and unit == self.part.unit)
            or (
                i in self.part.playing
                and rule.effect.op.startswith("comply")
                and self.part.holder(rule.effect.term(0)) == unit
            )
        ]
        return max(steps, default=-1)

    def _only_counts(self, unit: str) -> bool:
        """Whether nothing but numbers is read of a hand, so that hands of the same sums go on alike."""
        own = [r for r in self.part.readings if unit in map(self.part.holder, roles_of(r))]
        return all(isinstance(r, Construct) and r.op in _COUNTED for r in own)

    def _sums(self, hand: Hand) -> frozenset[int]:
        """The sums that a hand can count, as far as they make a difference to any larger hand."""
        numbers, rules = self.program.material.numbers, self.program.rules
        sums = {0}
        for thing in hand:
            sums = {s + n for s in sums for n in numbers[thing]}
        if rules.best_within is not None:
            return frozenset({min(sums)} | {s for s in sums if s <= rules.best_within[0]})
        return frozenset({max(sums) % rules.modulus[0]} if rules.modulus else {max(sums)})

    def _holds(self, node: Condition, played: Played) -> bool:
        """Whether a condition of a step holds."""
        if id(node) not in self._conditions:
            self._conditions[id(node)] = self.program.evaluator.condition(node)
        state, bet = played.picture().state(self.part)
        return self._conditions[id(node)](state, self.part.unit, bet)

    def run(self, shared: Callable[["Walk"], Iterable[Played]]) -> Reached:
        """What every round reads when the question is asked; `shared` plays them, or knows them already.

        Raises:
            NotSearched: there are too many.
        """
        for played in shared(self):
            self._collect(played)
        return self.collector.reached(self.objects)

    def rounds(self) -> Iterator[Played]:
        """Every round up to the question, those alike once.

        Raises:
            NotSearched: there are too many.
        """
        known: dict[tuple[Any, ...], bool] = {}
        waiting = deque([Played(0)])
        while waiting:
            if self.part.budget.is_over:
                raise NotSearched("too-long")
            played = waiting.popleft()
            if played.step == self.last and self._is_asked(played):
                yield played
            for after in self._step(played):
                if after.step > self.last:
                    continue
                key = self._key(after)
                if known.get(key, False) or (key in known and not after.sure):
                    continue
                known[key] = after.sure
                if len(known) > MAX_ROUNDS:
                    raise NotSearched("too-many")
                waiting.append(after)

    def _key(self, played: Played) -> tuple[Any, ...]:
        """What two rounds must have in common to go on alike."""
        state, bet = played.picture().state(self.part)
        own: list[Any] = []
        for unit in self.part.holders:
            hand = played.hands.get(unit, ())
            if played.step > self.done_after[unit]:
                own.append(tuple([get(state, self.part.unit, bet) for get in self.getters[unit]]))
                if unit in self.compared:
                    own.append(self.program.material.strength(hand))
            else:
                own.append(self._sums(hand) if unit in self.counting else tuple(sorted(hand)))
                own.append(tuple([get(state, self.part.unit, bet) for get in self.getters[unit]]))
                own.append(played.drawn_by.get(unit) if self.reads_last else None)
        return (played.step, played.chosen, played.turn_over, *own)

    # ── Steps ───────────────────────────────────────────────────────────────

    def _step(self, played: Played) -> Iterable[Played]:
        """The rounds that may come of the next step."""
        rule = self.part.steps[played.step]
        op = rule.effect.op
        # What is repeated may come to the question again.
        if played.step == self.last and self.part.question.kind != "action" and op != "repeat":
            return ()
        asked = played.step == self.last
        if op not in ("deal", "throw") and played.step not in self.part.playing and not asked:
            return (self._on(played),)
        if rule.condition is not None and not self._holds(rule.condition, played):
            return (self._on(played),)
        step = getattr(self, f"_step_{op}")
        return step(rule, played)  # type: ignore[no-any-return]

    def _is_asked(self, played: Played) -> bool:
        """Whether the question arises: not of an action that is over."""
        if self.part.question.kind == "step":
            return True
        rule = self.part.steps[self.last]
        if rule.condition is not None and not self._holds(rule.condition, played):
            return False
        return rule.effect.op != "comply_until" or not self._holds(rule.effect.parts[2], played)

    def _collect(self, played: Played) -> None:
        dealt = tuple(thing for _, thing in dealing_order(self.program, played.hands, played.step))
        drawn = played.order[sum(thing >= 0 for thing in dealt) :]
        for naming in self.namings:
            self.collector.add(played.picture(naming), dealt + drawn, sure=played.sure)

    @staticmethod
    def _on(played: Played, **changes: Any) -> Played:
        """The round at the next step."""
        own = {**vars(played), "step": played.step + 1, "turn_over": False, **changes}
        return Played(**own)

    def _step_deal(self, rule: Rule, played: Played) -> Iterator[Played]:
        count, kind = rule.effect.number(4), rule.effect.term(2)
        roles = [r.term(0) if isinstance(r, Construct) else r.id for r in rule.effect.parts[0].items]
        units = [u for u in map(self.part.holder, roles) if u in self.part.holders]
        found = [played]
        for unit in units:
            hands = self.objects.number_of_hands(kind, self._missing(played, unit, kind, count))
            if hands * len(found) > MAX_ROUNDS:
                raise NotSearched(f"too-large:{hands * len(found)}")
            found = [
                Played(**{**vars(p), "hands": {**p.hands, unit: p.hands.get(unit, ()) + hand}, "order": p.order + hand})
                for p in found
                for hand in self.objects.hands(kind, self._missing(p, unit, kind, count))
                if self.objects.available(p.order + hand)
            ]
        return map(self._on, found)

    def _missing(self, played: Played, unit: str, kind: str, count: int) -> int:
        """How many objects a holder is still to be dealt until it has so many."""
        objects = self.program.material.objects
        return max(0, count - sum(objects[i].object == kind for i in played.hands.get(unit, ())))

    def _step_throw(self, rule: Rule, played: Played) -> Iterator[Played]:
        unit, kind = rule.effect.term(0), rule.effect.term(1)
        hands = self.objects.number_of_hands(kind, self.program.material.throws[kind])
        if hands > MAX_ROUNDS:
            raise NotSearched(f"too-large:{hands}")
        for hand in self.objects.hands(kind, self.program.material.throws[kind]):
            yield self._on(played, hands={**played.hands, unit: hand}, order=played.order + hand)

    def _step_repeat(self, rule: Rule, played: Played) -> Iterator[Played]:
        if self._holds(rule.effect.parts[1], played):
            yield self._on(played)
            return
        target = rule.effect.parts[0].target
        yield self._on(played, step=next(i for i, r in enumerate(self.part.steps) if under(r.eid, target)))

    def _step_round_ends(self, rule: Rule, played: Played) -> Iterator[Played]:
        return iter(())

    def _step_comply(self, rule: Rule, played: Played) -> Iterator[Played]:
        yield from self._comply(rule, played, repeated=False)

    def _step_comply_until(self, rule: Rule, played: Played) -> Iterator[Played]:
        if self._holds(rule.effect.parts[2], played):
            yield self._on(played)
        else:
            yield from self._comply(rule, played, repeated=True)

    def _comply(self, rule: Rule, played: Played, *, repeated: bool) -> Iterator[Played]:
        asked = played.step == self.last
        group: Group = self.program.norms[rule.effect.term(0), rule.effect.term(1)]
        state, bet = played.picture().state(self.part)
        unit = self.part.holder(rule.effect.term(0))
        # A dealer's duty may speak of the bettor; of the dealer it speaks by name.
        one_for_all = self.program.rules.roles[rule.effect.term(0)].kind == "one"
        concerned = (self.part.unit, bet) if one_for_all else (unit, None)
        verdict = group.decide(group.read(state, *concerned))
        if verdict.rule is None:
            return
        if verdict.rule.effect.op != "must":
            if not asked:
                yield self._on(played)
        elif repeated or not asked:
            step = played.step if repeated else played.step + 1
            for after in self._perform(played, rule.effect.term(1), unit):
                yield self._on(after, step=step)

    def _step_choose(self, rule: Rule, played: Played) -> Iterator[Played]:
        yield from self._choose(rule, played, repeated=False)

    def _step_choose_until(self, rule: Rule, played: Played) -> Iterator[Played]:
        if played.turn_over or self._holds(rule.effect.parts[3], played):
            yield self._on(played)
        else:
            yield from self._choose(rule, played, repeated=True)

    def _choose(self, rule: Rule, played: Played, *, repeated: bool) -> Iterator[Played]:
        if self.part.question.about != rule.effect.term(1):
            yield self._on(played)  # the bettor may not have that bet
        state, bet = played.picture().state(self.part)
        for term in rule.effect.parts[2].items:
            if forbidding(self.program, state, term.id, self.part.unit, bet):
                continue
            upon = self.program.upons.get(term.id)
            effects = upon.effects if upon else ()
            settled = {e.term(0) for e in effects if e.op in _SETTLING}
            if self.part.question.kind == "bet" and self.part.question.about in settled:
                continue  # the bet is settled there and then
            over = rule.effect.term(1) in settled or any(e.op == "turn_ends" for e in effects)
            for after in self._perform(played, term.id, self.part.unit):
                chosen = after.chosen | {(self.part.unit, term.id), (bet.bettor, term.id)}
                step = played.step if repeated and not over else played.step + 1
                yield self._on(after, step=step, chosen=chosen)

    def _perform(self, played: Played, action: str, unit: str) -> list[Played]:
        """The rounds that may come of an action by which objects are drawn."""
        upon = self.program.upons.get(action)
        found = [played]
        for effect in upon.effects if upon else ():
            if effect.op != "draws":
                continue
            for _ in range(effect.number(0)):
                found = [after for p in found for after in self._draw(p, effect.term(1), unit)]
        return found

    def _draw(self, played: Played, kind: str, unit: str) -> Iterator[Played]:
        for drawn in self.objects.of(kind):
            thing = drawn.stands
            order = (*played.order, thing)
            yield Played(
                played.step,
                {**played.hands, unit: (*played.hands.get(unit, ()), thing)},
                {**played.drawn_by, unit: thing},
                played.chosen,
                order,
                played.sure and self.objects.available(order),
            )


def _namings(part: Slice) -> tuple[str, ...]:
    """The items that the bet in question may name."""
    kind = part.program.rules.bets.get(part.question.about)
    return part.program.rules.scales[kind.naming].items if kind is not None and kind.naming else ("",)
