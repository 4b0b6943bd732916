"""Checks on rules: gaps, conflicts, and rules without use."""

from collections.abc import Callable, Iterable

from lexludi.base.diagnostics import Diagnostic
from lexludi.checks.comparing import gap_in_order, idle_key
from lexludi.checks.conflict import conflict, idle_exception
from lexludi.checks.full_table import objects_used_up, too_few_objects
from lexludi.checks.gap import gap, gap_in_categories, gap_unreachable
from lexludi.checks.idle_rules import redundant_rule, unreachable_rule
from lexludi.checks.law import Law
from lexludi.checks.numbers_kept import number_out_of_range
from lexludi.checks.repetition import endless_repetition

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
    idle_key,
    endless_repetition,
    number_out_of_range,
    too_few_objects,
    objects_used_up,
)
