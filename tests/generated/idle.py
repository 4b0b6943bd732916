"""What checks call of no use, left out: every round then ends as before.

Rules that only say what others say, exceptions between provisions that never contradict each other, and keys that
decide between no two hands. Two rules that each say what the other says are both of no use, but not at once: one is
left out at a time.
"""

from collections.abc import Iterator
from dataclasses import replace

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.source import Span
from lexludi.checks.comparing import idle_key
from lexludi.checks.conflict import idle_exception
from lexludi.checks.findings import Asked
from lexludi.checks.idle_rules import redundant_rule
from lexludi.checks.law import Law
from lexludi.rules.model import PAID_BESIDE, Category, Rule, RuleSet

# Where rules on questions of a kind stand in a rule set; of steps it is asked otherwise whether they are of use.
_STAND = {"bet": "outcomes", "commission": "outcomes", "bonus": "outcomes", "action": "norms", "event": "events"}


def each_left_out(rules: RuleSet, law: Law) -> Iterator[tuple[str, RuleSet]]:
    """The decided rules of a text without one thing that its checks call of no use, for each, and what it is."""
    for found in redundant_rule(law):
        # A prohibition that is only restated in part makes a difference in the rest.
        if found.code != "restated-rule" and found.args["question"].kind in _STAND:
            yield from _without_rule(rules, found, found.args["question"])
    for found in idle_exception(law):
        (winner,), (loser,) = found.args["winner"].eids, found.args["loser"].eids
        kept = tuple(
            precedence for precedence in rules.precedences if (precedence.winner, precedence.loser) != (winner, loser)
        )
        assert len(kept) < len(rules.precedences), found
        yield f"{found.code} {winner} over {loser}", replace(rules, precedences=kept)
    for found in idle_key(law):
        name, number = found.args["category"].id, found.args["number"]
        categories = tuple(
            _without_key(category, number) if category.id == name else category for category in rules.categories
        )
        yield f"{found.code} {name} {number}", replace(rules, categories=categories)


def _without_key(category: Category, number: int) -> Category:
    return replace(category, keys=(*category.keys[: number - 1], *category.keys[number:]))


def _without_rule(rules: RuleSet, found: Diagnostic, asked: Asked) -> Iterator[tuple[str, RuleSet]]:
    stand = _STAND[asked.kind]
    every: tuple[Rule, ...] = getattr(rules, stand)
    said = [rule for rule in every if _is_said_at(rule, found) and _answers(rule, asked)]
    # Of a sentence that says several things of one question it is not told which of them is of no use.
    if len(said) == 1:
        left = tuple(rule for rule in every if rule is not said[0])
        yield f"{found.code} {said[0].eid} on {asked.about}", replace(rules, **{stand: left})


def _is_said_at(rule: Rule, found: Diagnostic) -> bool:
    label, span = found.labels[0], rule.effect.span
    return rule.eid in found.args["provisions"].eids and _encloses(label.span, span)


def _encloses(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _answers(rule: Rule, asked: Asked) -> bool:
    effect = rule.effect
    match asked.kind:
        case "event":
            return True
        case "action":
            return asked.about == effect.term(1)
        case "commission":
            return effect.op == "commission" and effect.term(0) == asked.about
        case "bonus":
            return effect.op in PAID_BESIDE and effect.term(0) == asked.about
        case _:
            return effect.op not in {"commission", *PAID_BESIDE} and effect.term(0) == asked.about
