"""What parties may do: prohibitions with their exceptions, and permissions that speak of an action."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from lexludi.play.evaluation import Group
from lexludi.play.readings import role_of
from lexludi.play.state import Bet, State
from lexludi.rules.model import Rule, RuleSet


class Program(Protocol):
    """Whatever has the rules of a game at hand: the norms in groups, by role and action."""

    @property
    def rules(self) -> RuleSet:
        """The rule set."""

    @property
    def norms(self) -> Mapping[tuple[str, str], Group]:
        """The rules on each action of each role."""


def forbidding(program: Program, state: State, action: str, unit: str, bet: Bet) -> tuple[str, ...]:
    """The provisions that forbid an action now to the bettor of `bet`; none if it is allowed.

    A permission with a condition does not lift a prohibition unless it is said to
    prevail over it.
    """
    groups = groups_on(program, action, bet.bettor, unit)
    return _provisions(rule for group in groups for rule in prohibitions(group, group.read(state, unit, bet)))


def prohibitions(group: Group, values: tuple[Any, ...]) -> list[Rule]:
    """The rules of a group on an action that forbid it in a situation and are not outranked there."""
    rules = group.applicable(values)
    forbidding_it = [rule for rule in rules if rule.effect.op == "must_not"]
    return [rule for rule in forbidding_it if not any(group.outranks(other, rule) for other in rules)]


def permitting(program: Program, state: State, action: str, unit: str, bet: Bet) -> tuple[str, ...]:
    """The provisions that speak of what is being done and allow it."""
    return _provisions(
        rule
        for group in groups_on(program, action, bet.bettor, unit)
        for rule in group.applicable(group.read(state, unit, bet))
        if rule.effect.op == "may"
    )


def permitted_if_only_permitted(program: Program, state: State, action: str, bet: Bet) -> bool:
    """Whether a permission holds, for an action of which the norms say only when it is permitted."""
    groups = groups_on(program, action, bet.bettor, "")
    if any(rule.effect.op != "may" for group in groups for rule in group.rules):
        return True
    return bool(permitting(program, state, action, "", bet))


def speaking_of(program: Program, action: str, bettor: str) -> tuple[str, ...]:
    """Every provision with a norm on an action of that party."""
    return _provisions(rule for group in groups_on(program, action, bettor, "") for rule in group.rules)


def of_others(program: Program, action: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The roles whose action it is, and the provisions that say so."""
    groups = {role: group for (role, of), group in program.norms.items() if of == action}
    return tuple(groups), _provisions(rule for group in groups.values() for rule in group.rules)


def actions_known(program: Program) -> set[str]:
    """The actions that norms speak of."""
    return {action for _, action in program.norms}


def groups_on(program: Program, action: str, bettor: str, unit: str) -> list[Group]:
    """The norms on an action that concern a bettor or the holder they play with."""
    roles: set[Any] = {program.rules.bettor_role(), role_of(unit, program.rules), role_of(bettor, program.rules)}
    return [group for (role, of), group in program.norms.items() if of == action and role in roles]


def _provisions(rules: Iterable[Rule]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(eid for rule in rules for eid in rule.provisions))
