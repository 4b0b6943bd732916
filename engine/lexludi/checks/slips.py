"""Slips: sentences that can be run and that nobody means, as lists with a repetition and payments of nothing."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint, Label, warning
from lexludi.base.source import Source
from lexludi.language.grammar import woven
from lexludi.language.nodes import Construct, Number, Payoff, Sequence, Share, Term
from lexludi.rules.literals import item_of
from lexludi.rules.model import RuleSet

# Sentences and rows that give a bet an amount, or take it.
_PAYING = frozenset("pays row_odds row_others bonus wins_part loses_part".split())


def listed_twice(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A list in which the same term or number stands twice; runs may repeat items, and deals may go round."""
    for eid, _, node in rules.nodes:
        if isinstance(node, Sequence) and node.op not in ("run", "recipients"):
            # What is of no kind that can be compared by itself is told apart by being another object.
            named = [item_of(item) if isinstance(item, Term | Number) else id(item) for item in node.items]
            for place, item in enumerate(node.items):
                if named[place] in named[:place]:
                    yield warning("listed-twice", Label(source, item.span, eid), term=item.span.words_in(source))


def amounts_to_nothing(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bet that pays, wins or loses nothing; that no commission is taken, or none in some case, a law may well say."""
    for eid, _, node in rules.nodes:
        for part in node.parts if isinstance(node, Construct) and node.op in _PAYING else ():
            if isinstance(part, Payoff | Share) and part.value == 0:
                label = Label(source, part.span, eid)
                yield warning(
                    "amounts-to-nothing", label, hints=[Hint("say-returned")], share=part.span.words_in(source)
                )


def bets_not_accepted(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A round with objects that come by chance, at whose end bets are settled, in which no step accepts bets."""
    steps = {rule.effect.op: rule for rule in reversed(rules.steps)}
    settle = steps.get("settle")
    if settle and rules.offered and "bets_open" not in steps and steps.keys() & {"deal", "throw"}:
        hints = [Hint("accept-bets", {"sentence": woven(rules.language)[1]["BETS_OPEN_0"]})]
        yield warning("bets-not-accepted", Label(source, settle.effect.span, settle.eid), hints=hints)
