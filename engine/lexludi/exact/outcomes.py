"""How a bet can end: what rules say of it, as numbered outcomes."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lexludi.exact.core import Core
from lexludi.language.nodes import Construct, Node
from lexludi.play.evaluation import Group, Verdict
from lexludi.play.settlement import KEPT, Payoff

UNSETTLED = "unsettled"


@dataclass(frozen=True)
class Outcome:
    """One way in which a bet ends.

    `net` is the gain per unit staked (`None` where no rule settles the bet, and then
    `result` is `UNSETTLED`); `category` that of the bettor's hand, where the rules on
    the bet ask for it; `bet` what it had become by
    then, and `stake` how many times the stake placed.
    """

    bet: str
    result: str
    net: Fraction | None
    provisions: tuple[str, ...]
    category: str = ""
    stake: int = 1

    @property
    def is_kept(self) -> bool:
        """Whether the bet stays for the next round."""
        return self.result == KEPT


def settled(bet: str, payoff: Payoff, stake: int, category: str = "") -> Outcome:
    """The outcome of a payoff on a bet of a multiple of the stake placed."""
    result, above, below, provisions = payoff
    return Outcome(bet, result, Fraction(above * stake, below), provisions, category, stake)


def unsettled(bet: str, provisions: tuple[str, ...]) -> Outcome:
    """The outcome of a situation for which no rule, or contradictory rules, decide."""
    return Outcome(bet, UNSETTLED, None, provisions)


class Verdicts:
    """What the rules on one bet say, from what they read."""

    def __init__(self, core: Core, bet: str) -> None:
        self.core = core
        self.bet = bet
        self.outcomes = core.settlement.outcomes[bet]
        self.commissions = core.settlement.commissions[bet]
        self.readings: tuple[Node, ...] = tuple(dict.fromkeys((*self.outcomes.readings, *self.commissions.readings)))
        self._category = next((r for r in self.outcomes.readings if self._is_own_category(r)), None)

    def _is_own_category(self, reading: Node) -> bool:
        if not isinstance(reading, Construct) or reading.op != "category":
            return False
        return self.core.holder(reading.parts[0].term(0)) == self.core.unit

    @property
    def groups(self) -> tuple[Group, Group]:
        """The rules that settle the bet, and those that take a commission."""
        return self.outcomes, self.commissions

    @property
    def also(self) -> tuple[Node, ...]:
        """What is told of an outcome although no rule need ask for it: the category of the bettor's hand."""
        return () if self._category is None else (self._category,)

    def outcome(self, values: dict[Node, Any], stake: int) -> Outcome:
        """The outcome for what the rules read."""
        verdict = self.outcomes.decide(tuple([values[r] for r in self.outcomes.readings]))
        if verdict.rule is None:
            return unsettled(self.bet, verdict.concerned)
        taken = self.commissions.decide(tuple([values[r] for r in self.commissions.readings]))
        if taken.problem == "conflict":
            return unsettled(self.bet, taken.concerned)
        payoff = self._payoff(verdict, taken)
        category = values[self._category] if self._category is not None else ""
        return settled(self.bet, payoff, stake, category or "")

    def _payoff(self, verdict: Verdict, taken: Verdict) -> Payoff:
        assert verdict.rule is not None
        return self.core.settlement.payoff(verdict.rule.effect, verdict.provisions, commission=taken.rule)
