"""The reference reading of a regulation: one provision at a time, in the order a croupier would.

A program is the list of the steps of a rule set, each a function on the state of a
round. What a step needs from the rules is worked out once, when the program is
made; whatever is faster still must agree with this module on every round that can
be played.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from lexludi.errors import InvalidStack, UnsettledCase
from lexludi.evaluation import Evaluator
from lexludi.material import Material
from lexludi.nodes import Construct
from lexludi.rules import Rule, RuleSet, under
from lexludi.settlement import Settlement, pay, unsettled
from lexludi.state import Bet, Decision, State

MAX_REPETITIONS = 100_000

_OBJECT = ("object",)
StepFunction = Callable[[State], None]


class Program:
    """The steps of a decided rule set (`settings.decide`), ready to run.

    Raises:
        InvalidStack: the material is larger than any game needs.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.material = Material(rules)
        self.evaluator = Evaluator(rules, self.material)
        self.settlement = Settlement(rules, self.evaluator)
        self.events = self.evaluator.group(rules.events)
        self.norms = {key: self.evaluator.group(group) for key, group in self._norm_rules().items()}
        self.upons = {u.action: u for u in rules.upons}
        self.per_bettor = self._hands_per_bettor()
        self.step_eids = [rule.eid for rule in rules.steps]
        self.steps: list[StepFunction] = [self._step(rule) for rule in rules.steps]

    # ── Preparation ─────────────────────────────────────────────────────────

    def _norm_rules(self) -> dict[tuple[str, str], list[Rule]]:
        found: dict[tuple[str, str], list[Rule]] = {}
        for rule in self.rules.norms:
            found.setdefault((rule.effect.term(0), rule.effect.term(1)), []).append(rule)
        return found

    def _hands_per_bettor(self) -> bool:
        """Whether hands are dealt to bettors rather than to the places where they bet."""
        recipients = (r for rule in self.rules.steps if rule.effect.op == "deal" for r in rule.effect.parts[0].items)
        return any(isinstance(r, Construct) and self.rules.roles[r.term(0)].kind == "bettor" for r in recipients)

    def start(self, rng: Random | None, given: list[int] | None = None) -> State:
        """A round before its first step; chance comes from `given`, or from `rng`."""
        return State(rng, given, {kind: pool.copy() for kind, pool in self.material.pools.items()})

    def _step(self, rule: Rule) -> StepFunction:
        run: StepFunction = getattr(self, f"_step_{rule.effect.op}")(rule.effect, rule.provisions)
        if rule.condition is None:
            return run
        holds = self.evaluator.condition(rule.condition)

        def guarded(state: State) -> None:
            if holds(state, "", None):
                run(state)

        return guarded

    # ── Running ─────────────────────────────────────────────────────────────

    def advance(self, state: State) -> None:
        """Run until somebody must act, or to the end.

        Raises:
            UnsettledCase: no rule, or contradictory rules, decide what was reached.
            InvalidStack: the given objects are used up.
        """
        steps, count = self.steps, len(self.steps)
        while not (state.over or state.betting or state.queue):
            if state.counter >= count:
                self._finish(state)
                return
            state.counter += 1
            steps[state.counter - 1](state)

    def _finish(self, state: State) -> None:
        for bet in state.bets:
            if not bet.result:
                raise UnsettledCase("never-settled", (self.rules.bets[bet.bet].eid,), bet=bet.bet)
        state.over = True

    def units(self, state: State, role: str) -> list[str]:
        """The holders of a role that take part in the round, in order."""
        kind = self.rules.roles[role].kind
        if kind == "one":
            return [role]
        found = {bet.unit: None for bet in state.bets if bet.unit}
        return sorted(found, key=_place) if kind == "many" and len(found) > 1 else list(found)

    # ── Chance ──────────────────────────────────────────────────────────────

    def take(self, state: State, kind: str, count: int) -> list[int]:
        """Objects of a kind from its stock, in the order they come.

        Raises:
            InvalidStack: there are not as many, or those given are of another kind.
        """
        if state.given is not None:
            things = [self._next_given(state, kind, len(state.drawn) + i) for i in range(count)]
        else:
            things = _shuffled(state, kind, count)
        state.drawn.extend(things)
        return things

    def draw(self, state: State, kind: str, unit: str) -> int:
        """One object of a kind from its stock, to a holder."""
        thing = self.take(state, kind, 1)[0]
        state.hands[unit] = (*state.hands.get(unit, ()), thing)
        return thing

    def _next_given(self, state: State, kind: str, place: int) -> int:
        assert state.given is not None
        if place >= len(state.given):
            raise InvalidStack("stack-too-short", given=len(state.given))
        thing = state.given[place]
        if self.material.objects[thing].object != kind:
            raise InvalidStack("wrong-kind-of-object", text=self.material.objects[thing].symbol)
        return thing

    def _after_draw(self, state: State) -> None:
        """The irregularities scheduled for this moment."""
        for event, holder, times in (state.scheduled or {}).pop(len(state.drawn), ()):
            if not state.over:
                self.happen(state, event, holder, times)

    # ── Steps ───────────────────────────────────────────────────────────────

    def _step_bets_open(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        def step(state: State) -> None:
            state.trace.append(("bets-open", provisions, "", (), ()))
            # A round may be given its bets at once; then there is nothing to wait for.
            state.betting = not state.bets

        return step

    def _step_shuffle(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        raw = ("shuffled", provisions, effect.term(0), ("kind",), (effect.term(1),))
        return lambda state: state.trace.append(raw)

    def _step_perform(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        raw = ("performed", provisions, effect.term(0), ("action",), (effect.term(1),))
        return lambda state: state.trace.append(raw)

    def _step_round_ends(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        def step(state: State) -> None:
            state.trace.append(("round-ended", provisions, "", (), ()))
            self._finish(state)

        return step

    def _step_deal(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        recipients, batch, kind = effect.parts[0].items, effect.number(1), effect.term(2)
        face_up, count = effect.parts[3].op == "face_up", effect.number(4)
        roles = [r.term(0) if isinstance(r, Construct) else r.id for r in recipients]
        sizes = [min(batch, count - dealt) for dealt in range(0, count, batch)]

        def step(state: State) -> None:
            units = [unit for role in roles for unit in self.units(state, role)]
            order = [unit for size in sizes for unit in units for _ in range(size)]
            if face_up:
                state.face_up.update(units)
            if state.scheduled:
                self._deal_watched(state, kind, order, provisions)
                return
            things = self.take(state, kind, len(order))
            state.trace.extend(
                [("dealt", provisions, unit, _OBJECT, (thing,)) for unit, thing in zip(order, things, strict=True)]
            )
            for unit in units:
                own = [thing for to, thing in zip(order, things, strict=True) if to == unit]
                state.hands[unit] = (*state.hands.get(unit, ()), *own)

        return step

    def _deal_watched(self, state: State, kind: str, order: list[str], provisions: tuple[str, ...]) -> None:
        """Deal one object at a time, where irregularities are due in between."""
        state.dealing = True
        for unit in order:
            thing = self.draw(state, kind, unit)
            state.trace.append(("dealt", provisions, unit, _OBJECT, (thing,)))
            self._after_draw(state)
            if state.over:
                return
        state.dealing = False

    def _step_throw(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        thrower, kind = effect.term(0), effect.term(1)
        faces, count = self.material.faces[kind], self.material.throws[kind]

        def step(state: State) -> None:
            hand = []
            for _ in range(count):
                if state.given is not None:
                    thing = self._next_given(state, kind, len(state.drawn))
                else:
                    thing = faces[state.rng.randrange(len(faces))]  # type: ignore[union-attr]
                state.drawn.append(thing)
                hand.append(thing)
            state.hands[thrower] = tuple(hand)
            state.face_up.add(thrower)
            state.trace.append(("thrown", provisions, thrower, ("objects",), (tuple(hand),)))
            self._after_draw(state)

        return step

    def _step_reveal(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        role = effect.parts[0].term(0)
        by_category = bool(self.rules.categories)
        names = ("objects", "category" if by_category else "total")
        citations = {c.id: (*provisions, c.eid) for c in self.rules.categories}

        def step(state: State) -> None:
            for unit in self.units(state, role):
                hand = state.hands.get(unit)
                if not hand:
                    continue
                state.face_up.add(unit)
                if by_category:
                    category = self.material.category(hand)
                    value: Any = category.id if category else None
                    by = citations.get(value, provisions)
                else:
                    value, by = self.material.total(hand), provisions
                state.trace.append(("revealed", by, unit, names, (hand, value)))

        return step

    def _step_repeat(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        target, until = effect.parts[0].target, self.evaluator.condition(effect.parts[1])
        back_to = next(i for i, eid in enumerate(self.step_eids) if under(eid, target))

        def step(state: State) -> None:
            if until(state, "", None):
                return
            state.repetitions += 1
            if state.repetitions > MAX_REPETITIONS:
                raise UnsettledCase("too-many-repetitions", provisions, limit=MAX_REPETITIONS)
            state.trace.append(("repeated", provisions, "", ("from",), (target,)))
            state.counter = back_to

        return step

    # ── Settling ────────────────────────────────────────────────────────────

    def _step_settle(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        kinds = [term.id for term in effect.parts[0].items]

        return lambda state: self.settlement.settle_all(state, kinds)

    # ── Choices ─────────────────────────────────────────────────────────────

    def _step_choose(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        role, kind = effect.term(0), effect.term(1)
        alternatives = tuple(term.id for term in effect.parts[2].items)
        until = self.evaluator.condition(effect.parts[3]) if effect.op == "choose_until" else None
        per_unit = self.rules.roles[role].kind != "bettor"

        def step(state: State) -> None:
            asked: set[str] = set()
            for bet in state.bets:
                if bet.bet != kind or bet.result or (per_unit and bet.unit in asked):
                    continue
                asked.add(bet.unit)
                if until is None or not until(state, bet.unit, bet):
                    state.queue.append(Decision(bet.bettor, bet.unit, bet, alternatives, provisions, until))

        return step

    _step_choose_until = _step_choose

    def choose(self, state: State, decision: Decision, action: str) -> None:
        """Make a choice: its immediate consequences, then the same choice again where it is to be repeated."""
        values = (action, decision.unit)
        state.trace.append(("chosen", decision.provisions, decision.bettor, ("action", "holder"), values))
        state.chosen.add((decision.bettor, action))
        state.chosen.add((decision.unit, action))
        state.queue.remove(decision)
        state.turn_over = False
        if upon := self.upons.get(action):
            for effect in upon.effects:
                self.perform(state, effect, (upon.eid,), decision.unit, decision.bet)
        ended = state.turn_over or state.over or bool(decision.bet.result)
        if decision.until is not None and not ended and not decision.until(state, decision.unit, decision.bet):
            state.queue.insert(0, decision)

    def perform(self, state: State, effect: Construct, provisions: tuple[str, ...], unit: str, bet: Bet | None) -> None:
        """An immediate consequence of an action."""
        match effect.op:
            case "draws":
                for _ in range(effect.number(0)):
                    thing = self.draw(state, effect.term(1), unit)
                    state.drawn_by[unit] = thing
                    state.trace.append(("drawn", provisions, unit, _OBJECT, (thing,)))
                    if state.scheduled:
                        self._after_draw(state)
            case "turn_ends":
                state.turn_over = True
            case "double":
                for own in _own_bets(state, effect.term(0), unit, bet):
                    own.stake *= 2
                    state.trace.append(
                        ("stake-doubled", provisions, own.bettor, ("bet", "stake"), (own.bet, own.stake))
                    )
            case _:
                for own in _own_bets(state, effect.term(0), unit, bet):
                    payoff = self.settlement.payoff(own.bet, effect, provisions, surrendered=True)
                    pay(state, own, payoff)

    # ── Actions that the rules require ──────────────────────────────────────

    def _step_comply(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        role, action = effect.term(0), effect.term(1)
        group = self.norms[role, action]
        upon = self.upons.get(action)
        effects, by = (upon.effects, (upon.eid,)) if upon else ((), provisions)
        until = self.evaluator.condition(effect.parts[2]) if effect.op == "comply_until" else None
        names = ("action", *group.names)

        def once(state: State, unit: str) -> bool:
            """Follow the rules once; whether they required the action."""
            values = group.read(state, unit, None)
            verdict = group.decide(values)
            if verdict.rule is None:
                raise unsettled(verdict, "action", action)
            required = verdict.rule.effect.op == "must"
            kind = "required" if required else "not-allowed"
            state.trace.append((kind, verdict.provisions, unit, names, (action, *values)))
            if required:
                for consequence in effects:
                    self.perform(state, consequence, by, unit, None)
            return required

        def step(state: State) -> None:
            for unit in self.units(state, role):
                if until is None:
                    once(state, unit)
                else:
                    while not until(state, unit, None) and once(state, unit):
                        pass

        return step

    _step_comply_until = _step_comply

    # ── Irregularities ──────────────────────────────────────────────────────

    def happen(self, state: State, event: str, holder: str, times: int = 1) -> bool:
        """An irregularity; whether any provision speaks of it.

        Raises:
            UnsettledCase: provisions contradict each other on it.
        """
        counts = state.event_counts = state.event_counts or {}
        key = (event, holder)
        counts[key] = counts.get(key, 0) + times
        state.event = key
        verdict = self.events.decide(self.events.read(state, holder, None))
        state.event = None
        if verdict.problem == "conflict":
            raise unsettled(verdict, "event", event)
        if verdict.rule is None:
            counts[key] -= times
            return False
        state.trace.append(("event", verdict.provisions, holder, ("event", "count"), (event, times)))
        self._event_effect(state, verdict.rule.effect.op, verdict.provisions, holder)
        return True

    def _event_effect(self, state: State, op: str, provisions: tuple[str, ...], holder: str) -> None:
        match op:
            case "round_void":
                state.over = state.void = True
                state.betting = False
                state.queue.clear()
                state.trace.append(("round-void", provisions, "", (), ()))
                for bet in state.bets:
                    pay(state, bet, ("void", 0, 1, provisions))
            case "hand_void":
                state.hands.pop(holder, None)
                state.trace.append(("hand-void", provisions, holder, (), ()))
            case _:
                state.trace.append(("round-stands", provisions, "", (), ()))


def _shuffled(state: State, kind: str, count: int) -> list[int]:
    """The next objects of a stock that is shuffled as it is dealt: steps of a Fisher-Yates shuffle."""
    pool = state.pool[kind]
    size = len(pool)
    if count > size:
        raise InvalidStack("stock-exhausted", kind=kind)
    assert state.rng is not None
    getrandbits = state.rng.getrandbits
    out = []
    for left in range(size, size - count, -1):
        bits = left.bit_length()
        place = getrandbits(bits)
        while place >= left:
            place = getrandbits(bits)
        out.append(pool[place])
        pool[place] = pool[left - 1]
    del pool[size - count :]
    return out


def _own_bets(state: State, kind: str, unit: str, bet: Bet | None) -> list[Bet]:
    """The open bets of a kind that an action for a hand concerns."""

    def concerned(b: Bet) -> bool:
        return b.bet == kind and not b.result and b.unit == unit and (bet is None or b.bettor == bet.bettor)

    return [b for b in state.bets if concerned(b)]


def _place(unit: str) -> tuple[str, int]:
    role, _, number = unit.rpartition("-")
    return (role, int(number)) if number.isdigit() else (unit, 0)
