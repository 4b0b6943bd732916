"""Checks on rules: gaps, conflicts, and rules without use; and the search of one version of a work for them."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from lexludi.base.diagnostics import Diagnostic
from lexludi.checks.comparing import gap_in_order, idle_key
from lexludi.checks.conflict import conflict, idle_exception
from lexludi.checks.effects import effects
from lexludi.checks.endings import (
    after_the_round,
    at_an_irregularity,
    endless_repetition,
    no_choice_left,
    number_out_of_range,
)
from lexludi.checks.findings import FindingKey, SearchFindings, told_apart
from lexludi.checks.full_table import idle_deal, objects_used_up, too_few_objects
from lexludi.checks.gap import gap, gap_in_categories, gap_unreachable
from lexludi.checks.idle_rules import redundant_rule, unreachable_rule
from lexludi.checks.idle_steps import idle_alternative, unreachable_step
from lexludi.checks.law import Law
from lexludi.checks.searches import Searches
from lexludi.exact.budget import SECONDS, Budget
from lexludi.law.agreement import LoadedText

Check = Callable[[Law], Iterable[Diagnostic]]

# What texts of the same rules share, whatever their language.
ON_RULES: tuple[Check, ...] = (
    gap,
    gap_in_categories,
    gap_unreachable,
    gap_in_order,
    conflict,
    idle_exception,
    redundant_rule,
    unreachable_rule,
    unreachable_step,
    idle_alternative,
    idle_key,
    endless_repetition,
    number_out_of_range,
    no_choice_left,
    too_few_objects,
    objects_used_up,
    idle_deal,
    after_the_round,
    at_an_irregularity,
)


# ── The search of one version of a work ─────────────────────────────────────


def search(texts: Sequence[LoadedText], limit: float = SECONDS, searches: Searches | None = None) -> SearchFindings:
    """Findings in the rules of one version of a work, by texts of which no two mean the same (`unlike`).

    What takes more than so many seconds of computing is left open, and said. Versions of a
    work may share their searches.
    """
    budget, searches = Budget(limit), searches or Searches()
    findings: dict[FindingKey, Diagnostic] = {}
    laws = [Law(text.rules, text.source, budget, searches) for text in texts]
    for law in laws:
        for check in ON_RULES:
            for key, diagnostic in told_apart(check(law)):
                findings.setdefault(key, diagnostic)
    unsearched = dict.fromkeys(chain.from_iterable(law.unsearched() for law in laws))
    return SearchFindings(tuple(findings.values()), tuple(effects(laws[0])), tuple(unsearched))
