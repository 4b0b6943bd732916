"""The search of one version of a work: what is found in the rules of its texts, said once for all of them."""

from collections.abc import Sequence
from dataclasses import fields

from lexludi.base.diagnostics import Diagnostic
from lexludi.checks.catalogue import ON_RULES
from lexludi.checks.effects import effects
from lexludi.checks.findings import Found
from lexludi.checks.law import Law
from lexludi.checks.searches import Searches
from lexludi.exact.budget import SECONDS, Budget
from lexludi.law.agreement import Text
from lexludi.rules.model import RuleSet

# What a rule set says of its text; everything else of it is what the text means.
_ABOUT_THE_TEXT = frozenset("metadata language document glossary statements divergences accounts parts".split())


def search(texts: Sequence[Text], limit: float = SECONDS, searches: Searches | None = None) -> Found:
    """Findings in the rules of one version of a work; texts of the same rules are searched once.

    What takes more than so many seconds of computing is left open, and said. Versions of a
    work may share their searches.
    """
    budget, searches = Budget(limit), searches or Searches()
    found: dict[str, Diagnostic] = {}
    laws = [Law(text.rules, text.source, budget, searches) for text in texts]
    for number, law in enumerate(laws):
        if any(_mean_the_same(law.rules, other.rules) for other in laws[:number]):
            continue
        for check in ON_RULES:
            for diagnostic in check(law):
                found.setdefault(f"{diagnostic.code} {diagnostic.plain_args()}", diagnostic)
    return Found(tuple(found.values()), tuple(effects(laws[0])), tuple(laws[0].unsearched()))


def _mean_the_same(one: RuleSet, other: RuleSet) -> bool:
    """True if two texts give the same rules, whatever their languages and words."""
    return all(getattr(one, f.name) == getattr(other, f.name) for f in fields(one) if f.name not in _ABOUT_THE_TEXT)
