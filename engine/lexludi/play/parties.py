"""Parties concerned: a condition that speaks of a bettor, or of whose hand they play with, is asked for each of them.

What is done for each (a choice, a hand turned up, a bet settled) is done for those for
whom the condition holds. What is done once for the table needs one answer: where
parties differ, the rules do not say what holds, and nothing is assumed.
"""

from collections.abc import Callable

from lexludi.base.errors import UnsettledCase
from lexludi.language.nodes import Construct, Node, Term, walk
from lexludi.play.state import Bet, State
from lexludi.rules.model import Condition, RuleSet

# For the unit and the bet concerned.
Holds = Callable[[State, str, Bet | None], bool]
# For the whole table.
AtTable = Callable[[State], bool]

# Steps that are taken for each bet, and those that are taken for each holder of the roles that they name.
_FOR_BETS = frozenset("choose choose_until settle".split())
_FOR_HOLDERS = frozenset("comply comply_until reveal deal".split())


def concerns_party(rules: RuleSet, condition: Condition) -> bool:
    """Whether a condition may hold for one bettor, hand or bet and not for another."""
    statuses = {(d.role, d.status): d for d in rules.definitions}

    def concerns(node: Node) -> bool:
        match node:
            case Term(id=role) if role in rules.roles:
                return rules.roles[role].kind != "one"
            case Construct("named"):
                return True
            case Construct("status_is", (Term(id=role), Term(id=status))) if (role, status) in statuses:
                return concerns_party(rules, statuses[role, status].condition)
            case _:
                return False

    return any(concerns(node) for node in walk(condition))


def is_for_each(rules: RuleSet, effect: Construct) -> bool:
    """Whether a step is taken for each bet or holder by itself."""
    if effect.op in _FOR_BETS:
        return True
    return effect.op in _FOR_HOLDERS and all(rules.roles[role].kind != "one" for role in _addressed(effect))


def _addressed(effect: Construct) -> list[str]:
    """The roles for which a step is taken."""
    match effect.op:
        case "deal":
            return [r.term(0) if isinstance(r, Construct) else r.id for r in effect.parts[0].items]
        case "reveal":
            return [effect.parts[0].term(0)]
        case _:
            return [effect.term(0)]


def only_for(holds: Holds, step: Callable[[State], None]) -> Callable[[State], None]:
    """A step that is taken for those bets for which a condition holds, as if there were no others."""

    def taken(state: State) -> None:
        every = state.bets
        concerned = [bet for bet in every if holds(state, bet.unit, bet)]
        if not concerned:
            return
        state.bets = concerned
        try:
            step(state)
        finally:
            state.bets = every

    return taken


def at_table(holds: Holds, provisions: tuple[str, ...]) -> AtTable:
    """A condition as one answer for the whole table; without bets it does not hold.

    The function raises:
        UnsettledCase: it holds for one party and not for another.
    """

    def all_alike(state: State) -> bool:
        answers = {holds(state, bet.unit, bet) for bet in state.bets}
        if len(answers) > 1:
            raise UnsettledCase("parties-differ", provisions)
        return answers == {True}

    return all_alike
