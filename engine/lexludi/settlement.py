"""Settling bets: the one rule that applies to each, what it pays, and the trace of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lexludi.errors import UnsettledCase
from lexludi.evaluation import Evaluator, Group, Verdict, readings_of
from lexludi.nodes import Construct, Node
from lexludi.rules import Definition, Rule, RuleSet
from lexludi.state import Bet, Money, State

# A bet that is not decided and stays for the next round.
KEPT = "kept"

OUTCOME = ("bet", "holder", "stake", "result", "net")

# What settles a bet: the result, the net gain per unit staked, and the provisions.
Payoff = tuple[str, int, int, tuple[str, ...]]


# A definition that was asked: whose ("" for the hand concerned), provisions, names and values.
Told = tuple[str, tuple[str, ...], tuple[str, ...], tuple[Any, ...]]

# Readings that are the same for every bet that plays with a hand.
_OF_HANDS = frozenset(
    "compare category shaped threw first_shaped with_or_better total total_first drawn_value count drew_none "
    "dealt was_thrown dealing number".split()
)

PLANS_KEPT = 1 << 18


@dataclass(frozen=True, slots=True)
class Plan:
    """What settling a bet means for one combination of readings."""

    told: tuple[Told, ...]
    payoff: Payoff
    values: tuple[Any, ...]


class Settlement:
    """The rules on the outcome of each bet."""

    def __init__(self, rules: RuleSet, evaluator: Evaluator) -> None:
        self.rules = rules
        self.evaluator = evaluator
        self.outcomes = {bet: self._outcome_group(bet) for bet in rules.bets}
        self.names = {bet: OUTCOME + group.names for bet, group in self.outcomes.items()}
        self.commissions = {bet: self._commission_group(bet) for bet in rules.bets}
        self.defined = self._definitions_read()

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
        getters = [self.evaluator.readings.getter(r) for r in readings]
        shared = not any(self._asks_of_bet(r) for r in readings)
        plans: dict[str, dict[tuple[Any, ...], Plan]] = {kind: {} for kind in kinds}

        def settle(state: State) -> None:
            read: dict[str, tuple[Any, ...]] = {}
            for kind in kinds:
                for bet in state.bets:
                    if bet.bet != kind or bet.result:
                        continue
                    unit = bet.unit
                    key = read.get(unit) if shared else None
                    if key is None:
                        key = read[unit] = tuple([get(state, unit, bet) for get in getters])
                    plan = plans[kind].get(key)
                    if plan is None:
                        plan = self._plan(state, bet)
                        if len(plans[kind]) < PLANS_KEPT:
                            plans[kind][key] = plan
                    for told in plan.told:
                        self._tell(state, told, unit)
                    pay(state, bet, plan.payoff, self.names[kind], plan.values)

        return settle

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

    def _plan(self, state: State, bet: Bet) -> "Plan":
        told = []
        for definition, asked in self.defined[bet.bet]:
            values = asked.read(state, bet.unit, bet)
            holds = asked.decide(values).rule is not None
            names = ("status", "holds", *asked.names)
            unit = self.evaluator.readings.unit(definition.role)
            told.append((unit, (definition.eid,), names, (definition.status, holds, *values)))
        group = self.outcomes[bet.bet]
        values = group.read(state, bet.unit, bet)
        verdict = group.decide(values)
        if verdict.rule is None:
            for asked_of in told:
                self._tell(state, asked_of, bet.unit)
            raise unsettled(verdict, "bet", bet.bet)
        payoff = self.payoff(verdict.rule.effect, verdict.provisions, commission=self._commission(state, bet))
        return Plan(tuple(told), payoff, values)

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

    @staticmethod
    def _tell(state: State, told: "Told", unit: str) -> None:
        """Tell whether a definition holds, once for each hand and what was read."""
        fixed, provisions, names, values = told
        party = fixed or unit
        if (party, values) not in state.told:
            state.told.add((party, values))
            state.trace.append(("defined", provisions, party, names, values))

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
                    provisions = (*provisions, *commission.provisions)
            case "void":
                result = "void"
            case "keep":
                result = KEPT
            case _:
                result = "push"
        return result, factor.numerator, factor.denominator, provisions


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
