"""Holders of objects: who is dealt any, and with whose hand a party plays that is dealt none."""

from collections.abc import Iterator

from lexludi.language.nodes import Construct, terms_in
from lexludi.rules.model import RuleSet

# Which part of an observable is the holder of the objects that it counts.
HOLDERS = {
    **dict.fromkeys("hand total lowest_total threw total_thrown count_showing shows first_shows".split(), 0),
    **dict.fromkeys("total_first first_shaped part_of".split(), 1),
}


def dealt(rules: RuleSet) -> Iterator[str]:
    """The roles that are dealt objects."""
    for rule in rules.steps:
        if rule.effect.op == "deal":
            yield from (r.term(0) if isinstance(r, Construct) else r.id for r in rule.effect.parts[0].items)


def home(rules: RuleSet, role: str) -> str:
    """The role that holds the objects with which another plays: those who bet at a holder, and are dealt none."""
    at = rules.roles[role].at if role in rules.roles else ""
    return at if at and role not in dealt(rules) else role


def homes(rules: RuleSet, step: Construct) -> set[str]:
    """The roles that hold objects among those that a step names."""
    return {home(rules, term) for term in terms_in(step) if term in rules.roles}
