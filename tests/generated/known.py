"""Disagreements that are known and not mended yet: each with a reason, and the texts that it excuses.

`tests/generated/found/<name>` holds a smallest text of each. An entry whose text no longer
disagrees is an error: then the entry goes, and the text stays as a test.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from generated.agreement import Case, Fault

from lexludi.language.nodes import Construct, Node, walk
from lexludi.rules.model import RuleSet, expressions


@dataclass(frozen=True)
class Known:
    """A known fault: the comparisons that it spoils, why, and in which texts."""

    name: str
    spoils: frozenset[str]
    reason: str
    applies: Callable[[RuleSet], bool]


def constructs(rules: RuleSet) -> Counter[str]:
    """How often each construct occurs in the rules."""
    return Counter(n.op for e in expressions(rules) for n in walk(e) if isinstance(n, Construct))


def recipients(effect: Construct) -> list[str]:
    """The roles that a step deals to."""
    return [r.term(0) if isinstance(r, Construct) else r.id for r in effect.parts[0].items]


def asks_setting(node: Node) -> bool:
    """Whether a condition asks for an option or a reading."""
    return any(isinstance(n, Construct) and n.op == "param_is" for n in walk(node))


KNOWN: tuple[Known, ...] = ()


def excused(fault: Fault, case: Case) -> bool:
    """Whether a disagreement is a known one."""
    return any(fault.check in known.spoils and known.applies(case.rules) for known in KNOWN)
