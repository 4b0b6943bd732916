"""The reference reading of a regulation: one provision at a time, in the order a croupier would.

A program is the list of the steps of a rule set, each a function on the state of a
round. Slow on purpose where that keeps it plain; whatever is faster must agree with
this module on every round that can be played.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from lexludi.errors import InvalidStack, UnsettledCase
from lexludi.evaluation import Evaluator, Group, Verdict
from lexludi.material import Material
from lexludi.nodes import Construct
from lexludi.rules import Rule, RuleSet
from lexludi.trace import RawStep

Money = int | Fraction

MAX_REPETITIONS = 100_000

_DEALT, _DRAWN = ("object",), ("object",)
_OUTCOME = ("bet", "holder", "stake", "result", "net")


@dataclass(slots=True, eq=False)
class Bet:
    """A bet of one bettor; `unit` is whose hand it plays with; `result` is "" while it is open."""

    bettor: str
    holder: str
    bet: str
    stake: Money
    naming: str = ""
    unit: str = ""
    result: str = ""
    net: Money = 0
    provisions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that somebody must make: who, for which hand and bet, among what."""

    bettor: str
    unit: str
    bet: Bet
    alternatives: tuple[str, ...]
    provisions: tuple[str, ...]
    until: Callable[[Any, str, Any], bool] | None = None


@dataclass(slots=True)
class State:
    """Everything about a round in progress."""

    rng: Random | None
    given: list[int] | None
    pool: dict[str, list[int]]
    bets: list[Bet] = field(default_factory=list)
    hands: dict[str, list[int]] = field(default_factory=dict)
    drawn_by: dict[str, list[int]] = field(default_factory=dict)
    drawn: list[int] = field(default_factory=list)
    face_up: set[str] = field(default_factory=set)
    chosen: set[tuple[str, str]] = field(default_factory=set)
    statuses: dict[str, dict[str, str]] = field(default_factory=dict)
    event: tuple[str, str] | None = None
    event_counts: dict[tuple[str, str], int] = field(default_factory=dict)
    scheduled: dict[int, list[tuple[str, str, int]]] = field(default_factory=dict)
    voided: set[str] = field(default_factory=set)
    trace: list[RawStep] = field(default_factory=list)
    counter: int = 0
    betting: bool = False
    dealing: bool = False
    over: bool = False
    void: bool = False
    queue: list[Decision] = field(default_factory=list)
    turn_over: bool = False
    repetitions: int = 0


StepFunction = Callable[[State], None]


class Program:
    """The steps of a decided rule set, ready to run.

    Raises:
        InvalidStack: the material is larger than any game needs.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.material = Material(rules)
        self.evaluator = Evaluator(rules, self.material)
        self.outcomes = {bet: self._outcome_group(bet) for bet in rules.bets}
        self.commissions = {bet: self._commission(bet) for bet in rules.bets}
        self.events = self.evaluator.group(rules.events)
        self.norms = {key: self.evaluator.group(group) for key, group in self._norm_rules().items()}
        self.upons = {u.action: u for u in rules.upons}
        self.per_bettor = self._hands_per_bettor()
        self.defined = self._definitions_read()
        self.steps: list[StepFunction] = [self._step(rule) for rule in rules.steps]
        self.step_eids = [rule.eid for rule in rules.steps]

    # ── Preparation ─────────────────────────────────────────────────────────

    def _outcome_group(self, bet: str) -> Group:
        about = (r for r in self.rules.outcomes if r.effect.op != "commission" and r.effect.term(0) == bet)
        return self.evaluator.group(about)

    def _commission(self, bet: str) -> tuple[Fraction, str] | None:
        for rule in self.rules.outcomes:
            if rule.effect.op == "commission" and rule.effect.term(0) == bet:
                return rule.effect.parts[1].value, rule.eid
        return None

    def _norm_rules(self) -> dict[tuple[str, str], list[Rule]]:
        found: dict[tuple[str, str], list[Rule]] = {}
        for rule in self.rules.norms:
            found.setdefault((rule.effect.term(0), rule.effect.term(1)), []).append(rule)
        return found

    def _hands_per_bettor(self) -> bool:
        """Whether hands are dealt to bettors rather than to the places where they bet."""
        for rule in self.rules.steps:
            if rule.effect.op == "deal":
                for recipient in rule.effect.parts[0].items:
                    if isinstance(recipient, Construct):
                        return self.rules.roles[recipient.term(0)].kind == "bettor"
        return False

    def _definitions_read(self) -> dict[str, list[tuple[Any, Group]]]:
        """For each bet, the definitions that its rules rely on, to be told in the trace."""
        out: dict[str, list[tuple[Any, Group]]] = {}
        for bet, group in self.outcomes.items():
            asked = {(r.term(0), r.term(1)) for r in group.readings if isinstance(r, Construct) and r.op == "status_is"}
            out[bet] = [
                (d, self.evaluator.group([Rule(d.condition, Construct("defined"), (d.eid,))]))
                for d in self.rules.definitions
                if (d.role, d.status) in asked
            ]
        return out

    def start(self, rng: Random | None, given: list[int] | None = None) -> State:
        """A round before its first step; chance comes from `given`, or from `rng`."""
        return State(rng, given, {k: list(v) for k, v in self.material.pools.items()})

    def _step(self, rule: Rule) -> StepFunction:
        make = getattr(self, f"_step_{rule.effect.op}")
        run: StepFunction = make(rule.effect, rule.provisions)
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
        if kind == "bettor" and not self.per_bettor:
            return list(dict.fromkeys(b.unit for b in state.bets if b.unit))
        found = dict.fromkeys(b.unit for b in state.bets if b.unit)
        return sorted(found, key=_place) if kind == "many" else list(found)

    # ── Chance ──────────────────────────────────────────────────────────────

    def draw(self, state: State, kind: str, unit: str) -> int:
        """One object of a kind from its stock, to a holder."""
        if state.given is not None:
            thing = self._next_given(state, kind)
        else:
            # One step of a Fisher-Yates shuffle: the stock is shuffled as it is dealt.
            pool = state.pool[kind]
            n = len(pool)
            if not n:
                raise InvalidStack("stock-exhausted", kind=kind)
            assert state.rng is not None
            bits, draw = n.bit_length(), state.rng.getrandbits
            r = draw(bits)
            while r >= n:
                r = draw(bits)
            thing = pool[r]
            pool[r] = pool[-1]
            pool.pop()
        state.drawn.append(thing)
        hand = state.hands.get(unit)
        if hand is None:
            state.hands[unit] = [thing]
        else:
            hand.append(thing)
        if state.scheduled and (due := state.scheduled.pop(len(state.drawn), None)):
            for event, holder, times in due:
                self.happen(state, event, holder, times)
        return thing

    def _next_given(self, state: State, kind: str) -> int:
        assert state.given is not None
        if len(state.drawn) >= len(state.given):
            raise InvalidStack("stack-too-short", given=len(state.given))
        thing = state.given[len(state.drawn)]
        if self.material.objects[thing].object != kind:
            raise InvalidStack("wrong-kind-of-object", text=self.material.objects[thing].symbol)
        return thing

    # ── Steps ───────────────────────────────────────────────────────────────

    def _step_bets_open(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        def step(state: State) -> None:
            state.trace.append(("bets-open", provisions, "", (), ()))
            state.betting = True

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

        def step(state: State) -> None:
            units = [unit for role in roles for unit in self.units(state, role)]
            if face_up:
                state.face_up.update(units)
            state.dealing = True
            append, draw = state.trace.append, self.draw
            for dealt in range(0, count, batch):
                for unit in units:
                    for _ in range(min(batch, count - dealt)):
                        append(("dealt", provisions, unit, _DEALT, (draw(state, kind, unit),)))
                        if state.over:
                            return
            state.dealing = False

        return step

    def _step_throw(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        thrower, kind = effect.term(0), effect.term(1)
        faces, count = self.material.faces[kind], self.material.throws[kind]

        def step(state: State) -> None:
            state.hands[thrower] = hand = []
            for _ in range(count):
                if state.given is not None:
                    thing = self._next_given(state, kind)
                else:
                    assert state.rng is not None
                    thing = faces[state.rng.randrange(len(faces))]
                state.drawn.append(thing)
                hand.append(thing)
            state.face_up.add(thrower)
            state.trace.append(("thrown", provisions, thrower, ("objects",), (tuple(hand),)))

        return step

    def _step_reveal(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        role = effect.parts[0].term(0)
        categories = bool(self.rules.categories)
        names = ("objects", "category") if categories else ("objects", "total")

        def step(state: State) -> None:
            for unit in self.units(state, role):
                hand = tuple(state.hands.get(unit, ()))
                if not hand:
                    continue
                state.face_up.add(unit)
                if categories:
                    category = self.material.category(hand)
                    by = provisions if category is None else (*provisions, category.eid)
                    value: Any = category.id if category else None
                else:
                    by, value = provisions, self.material.total(hand)
                state.trace.append(("revealed", by, unit, names, (hand, value)))

        return step

    def _step_settle(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        kinds = [term.id for term in effect.parts[0].items]

        def step(state: State) -> None:
            told: set[tuple[str, str]] = set()
            for kind in kinds:
                group, definitions = self.outcomes[kind], self.defined[kind]
                for bet in state.bets:
                    if bet.bet == kind and not bet.result:
                        for definition, asked in definitions:
                            self._tell_definition(state, definition, asked, bet, told)
                        self._settle(state, group, bet)

        return step

    def _tell_definition(self, state: State, definition: Any, asked: Group, bet: Bet, told: set[tuple[str, str]]) -> None:
        unit = self.evaluator.unit(definition.role) or bet.unit
        if (definition.status, unit) in told:
            return
        told.add((definition.status, unit))
        values = asked.read(state, bet.unit, bet)
        holds = asked.decide(values).rule is not None
        names = ("status", "holds", *asked.names)
        state.trace.append(("defined", (definition.eid,), unit, names, (definition.status, holds, *values)))

    def _settle(self, state: State, group: Group, bet: Bet) -> None:
        values = group.read(state, bet.unit, bet)
        verdict = group.decide(values)
        if verdict.rule is None:
            raise _unsettled(verdict, bet)
        self.pay(state, bet, verdict.rule.effect, verdict.provisions, group.names, values)

    def pay(
        self, state: State, bet: Bet, effect: Construct, provisions: tuple[str, ...],
        names: tuple[str, ...] = (), values: tuple[Any, ...] = (), *, surrendered: bool = False,
    ) -> None:  # fmt: skip
        """Settle a bet as an effect says."""
        stake = bet.stake
        match effect.op:
            case "loses":
                result, net = "lose", -stake
            case "loses_part":
                result, net = ("surrender" if surrendered else "lose"), -_times(stake, effect.parts[1].value)
            case "wins_part" | "pays":
                result, net = "win", _times(stake, effect.parts[1].value)
                if commission := self.commissions[bet.bet]:
                    net -= _times(net, commission[0])
                    provisions = (*provisions, commission[1])
            case "push" | "keep":
                result, net = "push", 0
            case "void":
                result, net = "void", 0
            case _:
                raise AssertionError(effect)
        bet.result, bet.net, bet.provisions = result, net, provisions
        outcome = (bet.bet, bet.unit or bet.holder, stake, result, net)
        state.trace.append(("settled", provisions, bet.bettor, _OUTCOME + names, outcome + values))

    def _step_repeat(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        target, until = effect.parts[0].target, self.evaluator.condition(effect.parts[1])

        def step(state: State) -> None:
            if until(state, "", None):
                return
            state.repetitions += 1
            if state.repetitions > MAX_REPETITIONS:
                raise UnsettledCase("too-many-repetitions", provisions, limit=MAX_REPETITIONS)
            state.trace.append(("repeated", provisions, "", ("from",), (target,)))
            state.counter = next(i for i, eid in enumerate(self.step_eids) if eid == target or eid.startswith(f"{target}__"))

        return step

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
                decision = Decision(bet.bettor, bet.unit, bet, alternatives, provisions, until)
                if until is None or not until(state, bet.unit, bet):
                    state.queue.append(decision)

        return step

    _step_choose_until = _step_choose

    def choose(self, state: State, decision: Decision, action: str) -> None:
        """Make a choice: its immediate consequences, then the next choice if there is one."""
        party = (("action", "holder"), (action, decision.unit))
        state.trace.append(("chosen", decision.provisions, decision.bettor, *party))
        state.chosen.update({(decision.bettor, action), (decision.unit, action)})
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
                    state.drawn_by.setdefault(unit, []).append(thing)
                    state.trace.append(("drawn", provisions, unit, _DRAWN, (thing,)))
            case "turn_ends":
                state.turn_over = True
            case "double":
                for own in self._own_bets(state, effect.term(0), unit, bet):
                    own.stake *= 2
                    values = (own.bet, own.stake)
                    state.trace.append(("stake-doubled", provisions, own.bettor, ("bet", "stake"), values))
            case _:
                for own in self._own_bets(state, effect.term(0), unit, bet):
                    self.pay(state, own, effect, provisions, surrendered=True)

    @staticmethod
    def _own_bets(state: State, kind: str, unit: str, bet: Bet | None) -> list[Bet]:
        """The open bets of a kind that an action for a hand concerns."""
        return [
            b for b in state.bets
            if b.bet == kind and not b.result and b.unit == unit and (bet is None or b.bettor == bet.bettor)
        ]  # fmt: skip

    # ── Actions that the rules require ──────────────────────────────────────

    def _step_comply(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        role, action = effect.term(0), effect.term(1)
        group = self.norms[role, action]
        upon = self.upons.get(action)
        until = self.evaluator.condition(effect.parts[2]) if effect.op == "comply_until" else None
        names = ("action", *group.names)

        def step(state: State) -> None:
            for unit in self.units(state, role):
                while until is None or not until(state, unit, None):
                    values = group.read(state, unit, None)
                    verdict = group.decide(values)
                    if verdict.rule is None:
                        raise _unsettled(verdict, None, unit)
                    required = verdict.rule.effect.op == "must"
                    kind = "required" if required else "not-allowed"
                    state.trace.append((kind, verdict.provisions, unit, names, (action, *values)))
                    if not required:
                        break
                    for consequence in upon.effects if upon else ():
                        self.perform(state, consequence, (upon.eid,) if upon else (), unit, None)
                    if until is None:
                        break

        return step

    _step_comply_until = _step_comply

    # ── Irregularities ──────────────────────────────────────────────────────

    def happen(self, state: State, event: str, holder: str, times: int = 1) -> bool:
        """An irregularity; whether any provision speaks of it."""
        key = (event, holder)
        state.event_counts[key] = state.event_counts.get(key, 0) + times
        state.event = key
        values = self.events.read(state, holder, None)
        verdict = self.events.decide(values)
        state.event = None
        if verdict.problem == "conflict":
            raise UnsettledCase("conflict-event", verdict.concerned, event=event)
        if verdict.rule is None:
            state.event_counts[key] -= times
            return False
        state.trace.append(("event", verdict.provisions, holder, ("event", "count"), (event, times)))
        self._event_effect(state, verdict)
        return True

    def _event_effect(self, state: State, verdict: Verdict) -> None:
        assert verdict.rule is not None
        match verdict.rule.effect.op:
            case "round_void":
                state.over = state.void = True
                state.queue.clear()
                state.betting = False
                state.trace.append(("round-void", verdict.provisions, "", (), ()))
                for bet in state.bets:
                    bet.result, bet.net, bet.provisions = "void", 0, verdict.provisions
                    outcome = (bet.bet, bet.unit or bet.holder, bet.stake, "void", 0)
                    state.trace.append(("settled", verdict.provisions, bet.bettor, _OUTCOME, outcome))
            case "hand_void":
                holder = state.trace[-1][2]
                state.voided.add(holder)
                state.hands.pop(holder, None)
                state.trace.append(("hand-void", verdict.provisions, holder, (), ()))
            case _:
                state.trace.append(("round-stands", verdict.provisions, "", (), ()))


def _times(stake: Money, factor: Fraction) -> Money:
    """Exact; a whole number when it is one."""
    product = stake * factor.numerator
    whole, rest = divmod(product, factor.denominator)
    return whole if not rest else Fraction(product, factor.denominator)


def _place(unit: str) -> tuple[str, int]:
    role, _, number = unit.rpartition("-")
    return (role, int(number)) if number.isdigit() else (unit, 0)


def _unsettled(verdict: Verdict, bet: Bet | None, unit: str = "") -> UnsettledCase:
    about = bet.bet if bet is not None else unit
    kind = "bet" if bet is not None else "action"
    return UnsettledCase(f"{verdict.problem}-{kind}", verdict.concerned, about=about)

