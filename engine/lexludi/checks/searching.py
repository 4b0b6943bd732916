"""The search of one version of a work: what is found in the rules of its texts, said once for all of them."""

from collections.abc import Sequence

from lexludi.base.diagnostics import Diagnostic
from lexludi.checks.catalogue import ON_RULES
from lexludi.checks.effects import effects
from lexludi.checks.findings import SearchFindings
from lexludi.checks.law import Law
from lexludi.checks.searches import Searches
from lexludi.exact.budget import SECONDS, Budget
from lexludi.law.agreement import LoadedText


def search(texts: Sequence[LoadedText], limit: float = SECONDS, searches: Searches | None = None) -> SearchFindings:
    """Findings in the rules of one version of a work, by texts of which no two mean the same (`unlike`).

    What takes more than so many seconds of computing is left open, and said. Versions of a
    work may share their searches.
    """
    budget, searches = Budget(limit), searches or Searches()
    found: dict[str, Diagnostic] = {}
    laws = [Law(text.rules, text.source, budget, searches) for text in texts]
    for law in laws:
        for check in ON_RULES:
            for diagnostic in check(law):
                found.setdefault(f"{diagnostic.code} {diagnostic.plain_args()}", diagnostic)
    return SearchFindings(tuple(found.values()), tuple(effects(laws[0])), tuple(laws[0].unsearched()))
