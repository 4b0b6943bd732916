"""Ends of rounds that never come or come too soon; what is said of times at which nothing is done."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint
from lexludi.checks.findings import Cited, Named, deal_of, place_of, places, warning_under
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
    known: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    for setting, found in law.surveys:
        for op, forbidding, example in found.no_choice:
            # Of one provision several choices may be put.
            if (key := (op.provisions, op.actions)) in known:
                continue
            known.add(key)
            choices = (
                r for r in found.rules.steps if isinstance(r.effect, m.Choose) and r.effect.actions == op.actions
            )
            labels = places(law.rules, law.source, op.provisions[:1], choices)
            hints = [Hint("example-deal", {"deal": deal_of(found.hands, example)})]
            about = {"provisions": Cited(forbidding), "count": len(forbidding)}
            yield warning_under("no-choice-left", setting, labels, hints, **about)


def endless_repetition(law: Law) -> Iterator[Diagnostic]:
    """A provision that is repeated for ever in some round: its bets that are open by then are not settled."""
    known: set[str] = set()
    for setting, found in law.surveys:
        for eid, example in found.endless:
            if eid in known:
                continue
            known.add(eid)
            repeated = (r for r in found.rules.steps if isinstance(r.effect, m.Repeat | m.Comply | m.Choose))
            # Of one provision several may repeat: which of them it is, the search does not tell.
            labels = places(law.rules, law.source, (eid,), repeated)
            hints = [Hint("example-deal", {"deal": deal_of(found.hands, example)})]
            yield warning_under("endless-repetition", setting, labels, hints)


def after_the_round(law: Law) -> Iterator[Diagnostic]:
    """A step or a settlement for when the round is over, when no step is taken and no bet is settled any more."""
    rules = law.default.rules
    for rule in (*rules.steps, *rules.outcomes):
        if _needs(rule.condition, m.RoundOver):
            yield warning_under("after-the-round", None, [place_of(law.rules, law.source, rule)], [])


def at_an_irregularity(law: Law) -> Iterator[Diagnostic]:
    """A rule for the moment when an irregularity happens, at which only what becomes of the round is asked."""
    rules = law.default.rules
    settling = (*rules.outcomes, *rules.commissions, *rules.bonuses)
    for rule in (*rules.steps, *settling, *rules.norms, *rules.closings):
        if _needs(rule.condition, m.Happens):
            hints = [Hint("ask-how-often")]
            yield warning_under("at-an-irregularity", None, [place_of(law.rules, law.source, rule)], hints)


def _needs(condition: m.Condition | None, observable: type[m.Observable]) -> bool:
    """True if a condition holds only where an observable of a kind does."""
    match condition:
        case m.Fact(own):
            return isinstance(own, observable)
        case m.AllOf(items):
            return any(_needs(item, observable) for item in items)
        case m.AnyOf(items):
            return all(_needs(item, observable) for item in items)
        case _:
            return False
