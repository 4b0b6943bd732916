"""Numbers kept out of their range: rounds that can go no further, because what is to be kept is not one of them."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint
from lexludi.checks.findings import Named, deal_of, place_of, warning_under
from lexludi.checks.law import Law


def number_out_of_range(law: Law) -> Iterator[Diagnostic]:
    """A number that becomes, in some round, what it cannot be: the round stops there, and its bets are not settled."""
    known: set[tuple[str, object]] = set()
    for setting, found in law.surveys:
        for rule, about, example in found.out_of_range:
            if (key := (rule.eid, rule.effect)) in known:
                continue
            known.add(key)
            label = place_of(law.rules, law.source, rule)
            hints = [Hint("example-deal", {"deal": deal_of(found.hands, example)})]
            memory = Named(about, law.rules.glossary)
            yield warning_under("number-out-of-range", setting, [label], hints, memory=memory)
