"""Settling bets: the one rule that applies to each, what it pays, and the trace of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from lexludi.base.errors import UnsettledCase
from lexludi.language.nodes import Construct, Node
from lexludi.play.evaluation import Evaluator, Group, Verdict, readings_of, together
from lexludi.play.readings import Getter
from lexludi.play.state import LEFT_OPEN, Bet, Money, State
from lexludi.play.trace import RawStep
from lexludi.rules.model import Definition, Rule, RuleSet

# A bet that is not decided and stays for the next round.
KEPT = "kept"

OUTCOME = ("bet", "holder", "stake", "result", "net")

# What settles a bet: the result, the net gain per unit staked, and the provisions.
Payoff = tuple[str, int, int, tuple[str, ...]]


# Readings that are the same for every bet that plays with a hand.
_OF_HANDS = frozenset(
    "compare category shaped threw first_shaped with_or_better total total_first drawn_value count drew_none "
    "dealt was_thrown dealing number".split()
)

PLANS_KEPT = 1 << 18
STAKES_KEPT = 64
STANDS_KEPT = 64
BATCHES_KEPT = 1 << 12
BETS_TOGETHER = 16


@dataclass(frozen=True, slots=True)
class Plan:
    """What settling a bet means for a hand and one combination of readings.

    `told` are the definitions asked, as the trace has them; `paid` what bets of
    different bettors and stakes came to, with their steps of the trace.
    """

    told: tuple[RawStep, ...]
    payoff: Payoff
    names: tuple[str, ...]
    values: tuple[Any, ...]
    paid: dict[tuple[str, str, Money], tuple[Money, RawStep]] = field(default_factory=dict)

    def pay(self, state: State, bet: Bet) -> None:
        """Settle a bet and trace it, with the readings that decided."""
        which = (bet.bettor, bet.holder, bet.stake)
        known = self.paid.get(which)
        if known is None:
            pay(state, bet, self.payoff, self.names, self.values)
            if len(self.paid) < STAKES_KEPT:
                self.paid[which] = bet.net, state.trace[-1]
            return
        bet.result, _, _, bet.provisions = self.payoff
        bet.net, step = known
        state.trace.append(step)


@dataclass(frozen=True, slots=True)
class Batch:
    """What settling several bets at once comes to: the steps of the trace, and the end of each bet by its place."""

    steps: tuple[RawStep, ...]
    told: frozenset[int]
    ends: tuple[tuple[int, str, Money, tuple[str, ...]], ...]

    @classmethod
    def of(cls, state: State, start: int, before: tuple[Any, ...]) -> "Batch":
        """What was done in a round since its trace was so long, and its bets were as given."""
        settled = [(i, bet) for i, bet in enumerate(state.bets) if bet.result != before[i][1]]
        ends = tuple([(i, bet.result, bet.net, bet.provisions) for i, bet in settled])
        return cls(tuple(state.trace[start:]), frozenset(state.told), ends)


class Settlement:
    """The rules on the outcome of each bet."""

    def __init__(self, rules: RuleSet, evaluator: Evaluator) -> None:
        self.rules = rules
        self.evaluator = evaluator
        self.outcomes = {bet: self._outcome_group(bet) for bet in rules.bets}
        self.commissions = {bet: self._commission_group(bet) for bet in rules.bets}
        self.defined = self._definitions_read()
        self.steps_told: dict[RawStep, RawStep] = {}

    def _outcome_group(self, bet: str) -> Group:
        about = (r for r in self.rules.outcomes if r.effect.op != "commission" and r.effect.term(0) == bet)
        return self.evaluator.group(about)

    def _commission_group(self, bet: str) -> Group:
        about = (r for r in self.rules.outcomes if r.effect.op == "commission" and r.effect.term(0) == bet)
        return self.evaluator.group(about)

    def _definitions_read(self) -> dict[str, list[tuple[Definition, Group]]]:
        """For each bet, the definitions that its rules rely on, to be told in the trace."""
        out: dict[str, list[tuple[Definition, Group]]] = {}
        for bet, group in self.outcomes.items():
            asked = {(r.term(0), r.term(1)) for r in group.readings if isinstance(r, Construct) and r.op == "status_is"}
            out[bet] = [
                (d, self.evaluator.group([Rule(d.condition, Construct("defined"), (d.eid,))]))
                for d in self.rules.definitions
                if (d.role, d.status) in asked
            ]
        return out

    def step(self, kinds: tuple[str, ...]) -> Callable[[State], None]:
        """A function that settles every open bet of some kinds.

        What the rules on these bets read, down to the definitions, is read once for
        each hand; what follows from it is worked out once for each combination.

        The function raises:
            UnsettledCase: no rule applies to a bet, or several that contradict each other.
        """
        asked = (r for kind in kinds for g in (self.outcomes[kind], self.commissions[kind]) for r in g.readings)
        readings = tuple(dict.fromkeys(self._basic(asked)))
        read = together([self.evaluator.readings.getter(r) for r in readings])
        shared = not any(self._asks_of_bet(r) for r in readings)
        # By hand and what is read, then by kind of bet.
        plans: dict[tuple[str, tuple[Any, ...]], dict[str, Plan]] = {}

        def one_by_one(state: State) -> None:
            bets = [bet for kind in kinds for bet in state.bets if bet.bet == kind and not bet.result]
            found: dict[str, dict[str, Plan]] = {}
            for bet in bets:
                unit = bet.unit
                by_kind = found.get(unit) if shared else None
                if by_kind is None:
                    key = unit, read(state, unit, bet)
                    by_kind = found[unit] = plans.get(key, {})
                    if not by_kind and len(plans) < PLANS_KEPT:
                        plans[key] = by_kind
                plan = by_kind.get(bet.bet)
                if plan is None:
                    try:
                        plan = by_kind[bet.bet] = self._plan(state, bet)
                    except UnsettledCase as problem:
                        if not state.leaves_open:
                            raise
                        bet.result, bet.provisions = LEFT_OPEN, problem.provisions
                        continue
                _tell(state, plan.told)
                plan.pay(state, bet)

        return _all_at_once(one_by_one, read) if shared else one_by_one

    def steps(self) -> dict[int, Callable[[State], None]]:
        """For each step that settles bets, the function for it.

        Where others come right after, whatever the situation, it settles their bets as
        well, and leaves the counter of the round behind the last of them.
        """
        out: dict[int, Callable[[State], None]] = {}
        kinds: tuple[str, ...] = ()
        end = len(self.rules.steps)
        for at, rule in reversed(list(enumerate(self.rules.steps))):
            settles = rule.effect.op == "settle"
            if not settles or rule.condition is not None:
                kinds, end = (), at
            if settles and rule.condition is None:
                kinds = tuple(dict.fromkeys((*_settled_by(rule.effect), *kinds)))
                out[at] = _leading_to(end, self.step(kinds))
            elif settles:
                out[at] = self.step(_settled_by(rule.effect))
        return out

    def _basic(self, readings: Iterable[Node]) -> Iterator[Node]:
        """The readings behind some readings, with definitions resolved to what they read themselves."""
        for reading in readings:
            definition = self._definition(reading)
            if definition is None:
                yield reading
            else:
                yield from self._basic(readings_of(definition.condition))

    def _definition(self, reading: Node) -> Definition | None:
        if not isinstance(reading, Construct) or reading.op != "status_is":
            return None
        asked = (reading.term(0), reading.term(1))
        return next((d for d in self.rules.definitions if (d.role, d.status) == asked), None)

    def _asks_of_bet(self, reading: Node) -> bool:
        """Whether a reading may differ between bets that play with the same hand."""
        if not isinstance(reading, Construct) or reading.op in _OF_HANDS:
            return False
        named = reading.op == "count_showing" and isinstance(reading.parts[1], Construct)
        return named or reading.op != "count_showing"

    def _plan(self, state: State, bet: Bet) -> Plan:
        told = tuple([self._told(state, bet, *asked) for asked in self.defined[bet.bet]])
        group = self.outcomes[bet.bet]
        values = group.read(state, bet.unit, bet)
        verdict = group.decide(values)
        if verdict.rule is None:
            _tell(state, told)
            raise unsettled(verdict, "bet", bet.bet)
        payoff = self.payoff(verdict.rule.effect, verdict.provisions, commission=self._commission(state, bet))
        names, read = group.told(values)
        return Plan(told, payoff, OUTCOME + names, read)

    def _told(self, state: State, bet: Bet, definition: Definition, asked: Group) -> RawStep:
        """Whether a definition holds, for the trace: the same step whenever that and what was read are the same."""
        values = asked.read(state, bet.unit, bet)
        holds = asked.decide(values).rule is not None
        party = self.evaluator.readings.unit(definition.role) or bet.unit
        step = defined_step(definition, party, holds, asked.told(values))
        return self.steps_told.setdefault(step, step)

    def _commission(self, state: State, bet: Bet) -> Rule | None:
        """The rule that takes a commission from a win of this bet, if one applies.

        Raises:
            UnsettledCase: several apply that contradict each other.
        """
        group = self.commissions[bet.bet]
        verdict = group.decide(group.read(state, bet.unit, bet))
        if verdict.problem == "conflict":
            raise unsettled(verdict, "bet", bet.bet)
        return verdict.rule

    def would_win(self, state: State, kind: str) -> bool:
        """Whether a bet of a kind wins in a round that has ended, placed or not."""
        group = self.outcomes[kind]
        verdict = group.decide(group.read(state, "", Bet("", "", kind, 1)))
        return verdict.rule is not None and verdict.rule.effect.op in ("pays", "wins_part")

    @staticmethod
    def payoff(
        effect: Construct, provisions: tuple[str, ...], *, commission: Rule | None = None, surrendered: bool = False
    ) -> Payoff:
        """What an effect pays on a bet, with the commission taken from a win."""
        factor = Fraction(0)
        match effect.op:
            case "loses":
                result, factor = "lose", Fraction(-1)
            case "loses_part":
                result, factor = "surrender" if surrendered else "lose", -effect.parts[1].value
            case "wins_part" | "pays":
                result, factor = "win", effect.parts[1].value
                if commission is not None:
                    factor *= 1 - commission.effect.parts[1].value
                    provisions = tuple(dict.fromkeys((*provisions, *commission.provisions)))
            case "void":
                result = "void"
            case "keep":
                result = KEPT
            case _:
                result = "push"
        return result, factor.numerator, factor.denominator, provisions


def defined_step(
    definition: Definition, party: str, holds: bool, told: tuple[tuple[str, ...], tuple[Any, ...]]
) -> RawStep:
    """The step of the trace that tells whether a definition holds for a party."""
    names, read = told
    return "defined", (definition.eid,), party, ("status", "holds", *names), (definition.status, holds, *read)


def _settled_by(effect: Construct) -> tuple[str, ...]:
    """The kinds of bets that a step settles."""
    return tuple(term.id for term in effect.parts[0].items)


def _leading_to(end: int, settle: Callable[[State], None]) -> Callable[[State], None]:
    def step(state: State) -> None:
        settle(state)
        state.counter = end

    return step


def _all_at_once(one_by_one: Callable[[State], None], read: Getter) -> Callable[[State], None]:
    """Settling that remembers what all bets of a round on one hand came to, with all steps of the trace.

    `read` takes what decides, beside the bets themselves.
    """
    # By the bets as they stand, then by what is read; the bets of the last round are likely to come again.
    known: dict[tuple[Any, ...], dict[tuple[Any, ...], Batch]] = {}
    last: tuple[tuple[Any, ...], dict[tuple[Any, ...], Batch]] = ((), {})

    def settle(state: State) -> None:
        nonlocal last
        bets = state.bets
        if not bets or state.told or len(bets) > BETS_TOGETHER:
            return one_by_one(state)
        stand = tuple([(b.bet, b.result, b.stake, b.bettor, b.holder, b.unit) for b in bets])
        before, batches = last
        if stand != before:
            batches = known.setdefault(stand, {}) if len(known) < STANDS_KEPT else known.get(stand, {})
            last = stand, batches
        values = read(state, bets[0].unit, bets[0])
        batch = batches.get(values)
        if batch is None:
            start = len(state.trace)
            one_by_one(state)
            # A case left open is not kept: another round may have to stop at it.
            is_open = any(b.result == LEFT_OPEN for b in bets)
            if len(batches) < BATCHES_KEPT and not is_open and len({b.unit for b in bets}) == 1:
                batches[values] = Batch.of(state, start, stand)
            return None
        state.trace.extend(batch.steps)
        state.told.update(batch.told)
        for place, result, net, provisions in batch.ends:
            bet = bets[place]
            bet.result, bet.net, bet.provisions = result, net, provisions
        return None

    return settle


def _tell(state: State, steps: tuple[RawStep, ...]) -> None:
    """Tell steps that have not been told in this round."""
    told = state.told
    for step in steps:
        if id(step) not in told:
            told.add(id(step))
            state.trace.append(step)


def pay(state: State, bet: Bet, payoff: Payoff, names: tuple[str, ...] = OUTCOME, values: tuple[Any, ...] = ()) -> None:
    """Settle a bet and trace it, with the readings that decided."""
    result, above, below, provisions = payoff
    stake = bet.stake
    net: Money = stake * above
    if below != 1:
        # Exact, and a whole number when it is one.
        whole, rest = divmod(net, below)
        net = whole if not rest else Fraction(net, below)
    bet.result, bet.net, bet.provisions = result, net, provisions
    outcome = (bet.bet, bet.unit or bet.holder, stake, result, net)
    state.trace.append(("settled", provisions, bet.bettor, names, outcome + values))


def unsettled(verdict: Verdict, kind: str, about: str) -> UnsettledCase:
    """The exception for a gap or conflict about a bet, an action or an event."""
    return UnsettledCase(f"{verdict.problem}-{kind}", verdict.concerned, about=about)
