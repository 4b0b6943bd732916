"""Settling bets: the one rule that applies to each, what it pays, and the trace of it."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from lexludi.errors import UnsettledCase
from lexludi.evaluation import Evaluator, Group, Verdict
from lexludi.nodes import Construct
from lexludi.rules import Definition, Rule, RuleSet
from lexludi.state import Bet, Money, State

# A bet that is not decided and stays for the next round.
KEPT = "kept"

OUTCOME = ("bet", "holder", "stake", "result", "net")

# What settles a bet: the result, the net gain per unit staked, and the provisions.
Payoff = tuple[str, int, int, tuple[str, ...]]


class Settlement:
    """The rules on the outcome of each bet."""

    def __init__(self, rules: RuleSet, evaluator: Evaluator) -> None:
        self.rules = rules
        self.evaluator = evaluator
        self.outcomes = {bet: self._outcome_group(bet) for bet in rules.bets}
        self.names = {bet: OUTCOME + group.names for bet, group in self.outcomes.items()}
        self.payoffs: dict[str, dict[tuple[Any, ...], Payoff]] = {bet: {} for bet in rules.bets}
        self.commissions = {bet: self._commission(bet) for bet in rules.bets}
        self.defined = self._definitions_read()

    def _outcome_group(self, bet: str) -> Group:
        about = (r for r in self.rules.outcomes if r.effect.op != "commission" and r.effect.term(0) == bet)
        return self.evaluator.group(about)

    def _commission(self, bet: str) -> tuple[Fraction, str] | None:
        for rule in self.rules.outcomes:
            if rule.effect.op == "commission" and rule.effect.term(0) == bet:
                return rule.effect.parts[1].value, rule.eid
        return None

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

    def settle_all(self, state: State, kinds: Iterable[str]) -> None:
        """Settle every open bet of some kinds."""
        for kind in kinds:
            definitions = self.defined[kind]
            for bet in state.bets:
                if bet.bet == kind and not bet.result:
                    for definition, asked in definitions:
                        self._tell_definition(state, definition, asked, bet)
                    self.settle(state, bet)

    def _tell_definition(self, state: State, definition: Definition, asked: Group, bet: Bet) -> None:
        """Tell whether a definition holds, once for each hand and what was read."""
        unit = self.evaluator.readings.unit(definition.role) or bet.unit
        values = asked.read(state, bet.unit, bet)
        told = (definition.status, unit, values)
        if told in state.told:
            return
        state.told.add(told)
        holds = asked.decide(values).rule is not None
        names = ("status", "holds", *asked.names)
        state.trace.append(("defined", (definition.eid,), unit, names, (definition.status, holds, *values)))

    def settle(self, state: State, bet: Bet) -> None:
        """Settle a bet as the one rule that applies to it says.

        Raises:
            UnsettledCase: none applies, or several that contradict each other.
        """
        group = self.outcomes[bet.bet]
        values = group.read(state, bet.unit, bet)
        payoff = self.payoffs[bet.bet].get(values)
        if payoff is None:
            verdict = group.decide(values)
            if verdict.rule is None:
                raise unsettled(verdict, "bet", bet.bet)
            payoff = self.payoff(bet.bet, verdict.rule.effect, verdict.provisions)
            self.payoffs[bet.bet][values] = payoff
        pay(state, bet, payoff, self.names[bet.bet], values)

    def would_win(self, state: State, kind: str) -> bool:
        """Whether a bet of a kind wins in a round that has ended, placed or not."""
        group = self.outcomes[kind]
        verdict = group.decide(group.read(state, "", Bet("", "", kind, 1)))
        return verdict.rule is not None and verdict.rule.effect.op in ("pays", "wins_part")

    def payoff(self, bet: str, effect: Construct, provisions: tuple[str, ...], *, surrendered: bool = False) -> Payoff:
        """What an effect pays on a bet, commission taken."""
        factor = Fraction(0)
        match effect.op:
            case "loses":
                result, factor = "lose", Fraction(-1)
            case "loses_part":
                result, factor = "surrender" if surrendered else "lose", -effect.parts[1].value
            case "wins_part" | "pays":
                result, factor = "win", effect.parts[1].value
                if commission := self.commissions[bet]:
                    factor *= 1 - commission[0]
                    provisions = (*provisions, commission[1])
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
