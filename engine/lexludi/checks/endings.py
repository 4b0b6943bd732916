"""Rounds that come to no end: endless repetitions, numbers out of their range, and choices that nobody can make."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint
from lexludi.checks.findings import Cited, Named, deal_of, place, place_of, warning_under
from lexludi.checks.law import Law
from lexludi.rules import meaning as m


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


def no_choice_left(law: Law) -> Iterator[Diagnostic]:
    """A choice of which every alternative is forbidden in some round: the round stops there."""
    known: set[tuple[str, ...]] = set()
    for setting, found in law.surveys:
        for op, forbidding, example in found.no_choice:
            if op.provisions in known:
                continue
            known.add(op.provisions)
            steps = (rule for rule in found.rules.steps if isinstance(rule.effect, m.Choose))
            step = next((rule for rule in steps if rule.provisions == op.provisions), None)
            eid = op.provisions[0]
            label = place_of(law.rules, law.source, step) if step else place(law.rules, law.source, eid)
            hints = [Hint("example-deal", {"deal": deal_of(found.hands, example)})]
            yield warning_under("no-choice-left", setting, [label], hints, provisions=Cited(forbidding))


def endless_repetition(law: Law) -> Iterator[Diagnostic]:
    """A provision that is repeated for ever in some round: its bets that are open by then are not settled."""
    known: set[str] = set()
    for setting, found in law.surveys:
        for eid, example in found.endless:
            if eid in known:
                continue
            known.add(eid)
            step = next((rule for rule in found.rules.steps if rule.eid == eid and _repeats(rule.effect)), None)
            label = place_of(law.rules, law.source, step) if step else place(law.rules, law.source, eid)
            hints = [Hint("example-deal", {"deal": deal_of(found.hands, example)})]
            yield warning_under("endless-repetition", setting, [label], hints)


def _repeats(effect: object) -> bool:
    return isinstance(effect, m.Repeat | m.Comply | m.Choose)
