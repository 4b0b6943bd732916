"""The reference reading of a regulation: one provision at a time, in the order a croupier would.

A program is the list of the steps of a rule set, each a function on the state of a
round. What a step needs from the rules is worked out once, when the program is
made; whatever is faster still must agree with this module on every round that can
be played.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from lexludi.base.errors import IllegalAction, UnsettledCase
from lexludi.language.nodes import Construct, Node, walk
from lexludi.play.compliance import all_once, compliance
from lexludi.play.dealing import OBJECT, Dealing, StepFunction, place
from lexludi.play.evaluation import Evaluator
from lexludi.play.material import Material
from lexludi.play.parties import AtTable, Holds, at_table, concerns_party, is_for_each, only_for
from lexludi.play.settlement import Settlement, pay, unsettled
from lexludi.play.state import LEFT_OPEN, Bet, Decision, State, Stock
from lexludi.rules.model import Condition, Rule, RuleSet, expressions, under

MAX_REPETITIONS = 10_000


class Program:
    """The steps of a decided rule set (`settings.decide`), ready to run.

    Raises:
        InvalidStack: the material is larger than any game needs.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.material = Material(rules)
        self.evaluator = Evaluator(rules, self.material)
        self.dealing = Dealing(rules, self.material, self.after_draw)
        self.settlement = Settlement(rules, self.evaluator)
        self.events = self.evaluator.group(rules.events)
        self.norms = {key: self.evaluator.group(group) for key, group in self._norm_rules().items()}
        self.lasting = any(_reads(e, "use_begins") for e in expressions(rules))
        self.closings = [(self._guard(rule), rule) for rule in rules.closings]
        self.upons = {u.action: u for u in rules.upons}
        # Whether hands are dealt to bettors rather than to the places where they bet.
        self.per_bettor = any(rules.roles[r.term(0)].kind == "bettor" for r in self._recipients())
        self.deals_to_bets = bool(self._recipients())
        self.step_eids = [rule.eid for rule in rules.steps]
        settling = self.settlement.steps()
        self.steps: list[StepFunction] = [
            settling.get(at) or self._runner(rule.effect)(rule.effect, rule.provisions)
            for at, rule in enumerate(rules.steps)
        ]
        self.guards: list[AtTable | None] = []
        for at, rule in enumerate(rules.steps):
            condition = rule.condition
            if condition is None:
                self.guards.append(None)
            elif concerns_party(rules, condition) and is_for_each(rules, rule.effect):
                self.steps[at] = only_for(self._guard(rule), self.steps[at])
                self.guards.append(None)
            else:
                self.guards.append(self._at_table(condition, self._guard(rule), rule.provisions))
        self.skips = self._skips()

    # ── Preparation ─────────────────────────────────────────────────────────

    def _norm_rules(self) -> dict[tuple[str, str], list[Rule]]:
        found: dict[tuple[str, str], list[Rule]] = {}
        for rule in self.rules.norms:
            found.setdefault((rule.effect.term(0), rule.effect.term(1)), []).append(rule)
        return found

    def _recipients(self) -> list[Construct]:
        """The recipients of objects of whom there is one for each bet, place or bettor."""
        dealt = (rule.effect.parts[0].items for rule in self.rules.steps if rule.effect.op == "deal")
        return [r for recipients in dealt for r in recipients if isinstance(r, Construct)]

    def start(self, rng: Random | None, given: list[int] | None = None, stock: Stock | None = None) -> State:
        """A round before its first step; chance comes from `given`, or from `rng` and a stock."""
        return State(rng, given, stock or self.dealing.new_stock())

    def _skips(self) -> list[int]:
        """For each step, the next one with another condition: where to go on while its own does not hold."""
        steps, out = self.rules.steps, list(range(1, len(self.rules.steps) + 1))
        for at in reversed(range(len(steps) - 1)):
            if steps[at + 1].condition == steps[at].condition:
                out[at] = out[at + 1]
        return out

    def _runner(self, effect: Construct) -> Callable[[Construct, tuple[str, ...]], StepFunction]:
        """The maker of the function for a step: of ours, or of what moves objects."""
        own = getattr(self, f"_step_{effect.op}", None)
        return own or getattr(self.dealing, f"step_{effect.op}")  # type: ignore[no-any-return]

    def _guard(self, rule: Rule) -> Callable[[State, str, Bet | None], bool]:
        if rule.condition is None:
            return lambda state, unit, bet: True
        return self.evaluator.condition(rule.condition)

    def _at_table(self, condition: Condition, holds: Holds, provisions: tuple[str, ...]) -> AtTable:
        """A condition as it is asked once for the table."""
        if concerns_party(self.rules, condition):
            return at_table(holds, provisions)
        return lambda state: holds(state, "", None)

    # ── Running ─────────────────────────────────────────────────────────────

    def advance(self, state: State) -> None:
        """Run until somebody must act, or to the end.

        Raises:
            UnsettledCase: no rule, or contradictory rules, decide what was reached.
            InvalidStack: the given objects are used up.
        """
        steps, guards, skips, count = self.steps, self.guards, self.skips, len(self.steps)
        while not (state.over or state.betting or state.queue):
            at = state.counter
            if at >= count:
                self._finish(state)
                return
            guard = guards[at]
            if guard is None or guard(state):
                state.counter = at + 1
                steps[at](state)
            else:
                state.counter = skips[at]

    def _finish(self, state: State) -> None:
        for bet in state.bets:
            if bet.result:
                continue
            eid = self.rules.bets[bet.bet].eid
            if not state.leaves_open:
                raise UnsettledCase("never-settled", (eid,), bet=bet.bet)
            bet.result, bet.provisions = LEFT_OPEN, (eid,)
        if state.scheduled:
            raise IllegalAction(
                "event-never-came", after=min(state.scheduled), dealt=len(state.drawn) - state.set_aside
            )
        state.over = True
        self._close(state)

    def _close(self, state: State) -> None:
        """What the end of a round means for the stock."""
        stock = state.stock
        stock.fresh = False
        if stock.rounds_left is not None:
            stock.rounds_left -= 1
        for holds, rule in self.closings:
            if not holds(state, "", None):
                continue
            if rule.effect.op == "put_back":
                stock.pool = self.dealing.new_stock().pool
                stock.fresh = True
                values: tuple[Any, ...] = (rule.effect.term(0),)
                state.trace.append(("put-back", rule.provisions, "", ("kind",), values))
            elif stock.rounds_left is None:
                stock.rounds_left = rule.effect.number(0)
                state.trace.append(("last-rounds", rule.provisions, "", ("count",), (stock.rounds_left,)))

    # ── Steps ───────────────────────────────────────────────────────────────

    def _step_bets_open(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        def step(state: State) -> None:
            state.trace.append(("bets-open", provisions, "", (), ()))
            # A round may be given its bets at once; then there is nothing to wait for.
            state.betting = not state.bets

        return step

    def _step_demonstrate(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        rounds = effect.number(0)

        def step(state: State) -> None:
            for _ in range(rounds):
                shown = State(state.rng, state.given, state.stock, drawn=state.drawn)
                shown.stock.fresh = False
                first = len(state.drawn)
                while not shown.over and shown.counter < len(self.steps):
                    at, shown.counter = shown.counter, shown.counter + 1
                    guard = self.guards[at]
                    if self.rules.steps[at].effect.op != "bets_open" and (guard is None or guard(shown)):
                        self.steps[at](shown)
                things = tuple(state.drawn[first:])
                state.trace.append(("demonstrated", provisions, "", ("objects",), (things,)))

        return step

    def _step_round_ends(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        def step(state: State) -> None:
            state.trace.append(("round-ended", provisions, "", (), ()))
            self._finish(state)

        return step

    def _step_reveal(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        role = effect.parts[0].term(0)
        by_category = bool(self.rules.categories)
        names = ("objects", "category" if by_category else "total")
        units = self.dealing.units_of((role,))
        citations = {c.id: (*provisions, c.eid) for c in self.rules.categories}

        def step(state: State) -> None:
            for unit in units(state):
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
        target = effect.parts[0].target
        until = self._at_table(effect.parts[1], self.evaluator.condition(effect.parts[1]), provisions)
        back_to = next(i for i, eid in enumerate(self.step_eids) if under(eid, target))

        def step(state: State) -> None:
            if until(state):
                return
            state.repetitions += 1
            if state.repetitions > MAX_REPETITIONS:
                raise UnsettledCase("too-many-repetitions", provisions, limit=MAX_REPETITIONS)
            state.trace.append(("repeated", provisions, "", ("from",), (target,)))
            state.counter = back_to

        return step

    # ── Choices ─────────────────────────────────────────────────────────────

    def _step_choose(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        role, kind = effect.term(0), effect.term(1)
        alternatives = tuple(term.id for term in effect.parts[2].items)
        until = self.evaluator.condition(effect.parts[3]) if effect.op == "choose_until" else None
        per_unit = self.rules.roles[role].kind != "bettor"

        def step(state: State) -> None:
            asked: set[str] = set()
            for bet in sorted(state.bets, key=lambda b: place(b.holder or b.unit)):
                if bet.bet != kind or bet.result or (per_unit and bet.unit in asked):
                    continue
                asked.add(bet.unit)
                if until is None or not until(state, bet.unit, bet):
                    decision = Decision(bet.bettor, bet.unit, bet, alternatives, provisions, until, per_unit)
                    state.queue.append(decision)

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
                concerned = None if decision.shared else decision.bet
                self.perform(state, effect, (upon.eid,), decision.unit, concerned)
        ended = state.turn_over or state.over or bool(decision.bet.result)
        if decision.until is not None and not ended and not decision.until(state, decision.unit, decision.bet):
            state.queue.insert(0, decision)

    def perform(self, state: State, effect: Construct, provisions: tuple[str, ...], unit: str, bet: Bet | None) -> None:
        """An immediate consequence of an action."""
        match effect.op:
            case "draws":
                self._draw(state, effect.number(0), effect.term(1), unit, provisions)
            case "turn_ends":
                state.turn_over = True
            case "rounds_left":
                state.stock.rounds_left = effect.number(0)
                state.trace.append(("last-rounds", provisions, "", ("count",), (effect.number(0),)))
            case "burn" | "burn_by_first" | "burn_with_first":
                self._runner(effect)(effect, provisions)(state)
            case "moves_to":
                for own in _own_bets(state, effect.term(0), unit, bet):
                    moved = (own.bet, effect.term(1), own.stake)
                    state.trace.append(("bet-moved", provisions, own.bettor, ("bet", "to", "stake"), moved))
                    own.bet = effect.term(1)
            case "reduces":
                for own in _own_bets(state, effect.term(0), unit, bet):
                    own.stake = state.amount or own.stake
                    state.trace.append(
                        ("stake-reduced", provisions, own.bettor, ("bet", "stake"), (own.bet, own.stake))
                    )
            case "double":
                for own in _own_bets(state, effect.term(0), unit, bet):
                    own.stake *= 2
                    state.trace.append(
                        ("stake-doubled", provisions, own.bettor, ("bet", "stake"), (own.bet, own.stake))
                    )
            case _:
                for own in _own_bets(state, effect.term(0), unit, bet):
                    payoff = self.settlement.payoff(effect, provisions, surrendered=True)
                    pay(state, own, payoff)

    def _draw(self, state: State, count: int, kind: str, unit: str, provisions: tuple[str, ...]) -> None:
        for _ in range(count):
            thing = self.dealing.draw(state, kind, unit)
            state.drawn_by[unit] = thing
            state.trace.append(("drawn", provisions, unit, OBJECT, (thing,)))
            if state.scheduled:
                self.after_draw(state)

    # ── Actions that the rules require ──────────────────────────────────────

    def _consequence(self, effect: Construct, provisions: tuple[str, ...]) -> Callable[[State, str], None]:
        """An immediate consequence of an action that the rules require."""
        if effect.op != "draws":
            return lambda state, unit: self.perform(state, effect, provisions, unit, None)
        count, kind = effect.number(0), effect.term(1)
        return lambda state, unit: self._draw(state, count, kind, unit, provisions)

    def _step_comply(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        role, action = effect.term(0), effect.term(1)
        upon = self.upons.get(action)
        effects, by = (upon.effects, (upon.eid,)) if upon else ((), provisions)
        group, is_one = self.norms[role, action], self.rules.roles[role].kind == "one"
        # One for all, such as a dealer, whose duty depends on a party at the table.
        of_parties = is_one and any(concerns_party(self.rules, r.condition) for r in group.rules if r.condition)
        once = compliance(group, action, [self._consequence(e, by) for e in effects], of_parties=of_parties)
        units = self.dealing.units_of((role,))
        if effect.op == "comply":
            return lambda state: all_once(state, units(state), once)
        holds = self.evaluator.condition(effect.parts[2])
        ends = self._at_table(effect.parts[2], holds, provisions)

        def step(state: State) -> None:
            for unit in units(state):
                for _ in range(MAX_REPETITIONS):
                    if (ends(state) if is_one else holds(state, unit, None)) or not once(state, unit):
                        break
                else:
                    raise UnsettledCase("too-many-repetitions", provisions, limit=MAX_REPETITIONS)

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

    def after_draw(self, state: State) -> None:
        """Let the irregularities happen that are scheduled for this moment.

        Raises:
            IllegalAction: no provision speaks of one in this situation.
        """
        for event, holder, times in (state.scheduled or {}).pop(len(state.drawn) - state.set_aside, ()):
            if not state.over and not self.happen(state, event, holder, times):
                raise self.not_covered(event)

    def not_covered(self, event: str) -> IllegalAction:
        """The refusal of an irregularity that no provision speaks of here."""
        speaking = (eid for eid, statement in self.rules.statements if _speaks_of(statement, event))
        return IllegalAction("event-not-covered", tuple(dict.fromkeys(speaking)), event=event)

    def _event_effect(self, state: State, op: str, provisions: tuple[str, ...], holder: str) -> None:
        match op:
            case "round_void":
                state.over = state.void = True
                state.betting = False
                state.queue.clear()
                state.trace.append(("round-void", provisions, "", (), ()))
                for bet in state.bets:
                    pay(state, bet, ("void", 0, 1, provisions))
                self._close(state)
            case "hand_void":
                state.hands.pop(holder, None)
                state.trace.append(("hand-void", provisions, holder, (), ()))
            case _:
                state.trace.append(("round-stands", provisions, "", (), ()))


def _reads(expression: Node, op: str) -> bool:
    return any(isinstance(node, Construct) and node.op == op for node in walk(expression))


def _speaks_of(statement: Node, event: str) -> bool:
    found = (n for n in walk(statement) if isinstance(n, Construct) and n.op in ("happens", "happens_to"))
    return any(node.term(0) == event for node in found)


def _own_bets(state: State, kind: str, unit: str, bet: Bet | None) -> list[Bet]:
    """The open bets of a kind that an action for a hand concerns: the bet it was asked for, if it is of that kind."""
    if bet is not None and bet.bet == kind:
        return [] if bet.result else [bet]

    def concerned(b: Bet) -> bool:
        return b.bet == kind and not b.result and b.unit == unit and (bet is None or b.bettor == bet.bettor)

    return [b for b in state.bets if concerned(b)]
