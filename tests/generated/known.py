"""Disagreements that are known and not mended yet: each with a reason, and the texts that it excuses.

`tests/generated/found/<name>` holds a smallest text of each. An entry whose text no longer
disagrees is an error: then the entry goes, and the text stays as a test.
"""

from collections.abc import Callable
from dataclasses import dataclass

from generated.agreement import Case, Fault
from lexludi.language.nodes import Construct, Node, walk
from lexludi.rules.model import RuleSet, expressions


@dataclass(frozen=True)
class Known:
    """A known fault: the comparisons that it spoils, why, and in which texts; `said` is part of what is then said."""

    name: str
    spoils: frozenset[str]
    reason: str
    applies: Callable[[RuleSet], bool]
    said: str = ""

    def excuses(self, fault: Fault, case: Case) -> bool:
        """Whether a disagreement is this one."""
        return fault.check in self.spoils and self.said in str(fault) and self.applies(case.rules)


def asks_setting(node: Node) -> bool:
    """Whether a condition asks for an option or a reading."""
    return any(isinstance(n, Construct) and n.op == "param_is" for n in walk(node))


def asks_setting_until(rules: RuleSet) -> bool:
    """Whether something is repeated until an option or a reading has a value."""
    return any(asks_setting(rule.effect) for rule in rules.steps)


def chooses(rules: RuleSet) -> bool:
    """Whether a bettor chooses."""
    return any(rule.effect.op in ("choose", "choose_until") for rule in rules.steps)


def guards_keys_of_several(rules: RuleSet) -> bool:
    """Whether a key under a condition is one that gives several ranks."""
    keys = (n for category in rules.categories for key in category.keys for n in walk(key))
    guarded = (n.parts[1] for n in keys if isinstance(n, Construct) and n.op == "guarded_key")
    return any(inner.op in ("each_key", "rest_key") for inner in guarded)


def draws_by_rule(rules: RuleSet) -> bool:
    """Whether somebody draws as the rules say, or as the bettor chooses."""
    return any(effect.op == "draws" for upon in rules.upons for effect in upon.effects)


def asks_for_first(rules: RuleSet) -> bool:
    """Whether somebody draws, and the first objects of a hand are asked for."""
    found = {n.op for e in expressions(rules) for n in walk(e) if isinstance(n, Construct)}
    return draws_by_rule(rules) and bool(found & {"total_first", "first_shaped"})


EVERYTHING = frozenset("play odds checks coverage code diff outcomes".split())

KNOWN: tuple[Known, ...] = (
    Known(
        "first-objects-that-are-drawn",
        frozenset({"odds", "diff", "outcomes"}),
        "the first objects of a hand are taken from its deal, even where they are drawn",
        asks_for_first,
    ),
)


def excused(fault: Fault, case: Case) -> bool:
    """Whether a disagreement is a known one."""
    return any(known.excuses(fault, case) for known in KNOWN)
