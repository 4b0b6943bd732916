"""Rules without use: those that no round reaches, and those that only say what others say already."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, note
from lexludi.checks.findings import Cited, Named, asked, place_of, place_of_declaration
from lexludi.checks.law import Law
from lexludi.checks.regions import region
from lexludi.checks.situations import Situation
from lexludi.checks.survey import Survey, defaults
from lexludi.checks.uses import RuleUse, has_force
from lexludi.exact.budget import Budget
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, bind
from lexludi.rules.model import Value
from lexludi.rules.settings import decide_alone


def _decides(rule: BoundRule[Any], situation: Situation) -> bool:
    return any(_is_same(r, rule) for r in situation.applicable)


def _is_same(one: BoundRule[Any], other: BoundRule[Any]) -> bool:
    """The same sentence of the same provision, whatever the settings; others there may say the same elsewhere."""
    return (one.eid, one.span, one.effect) == (other.eid, other.span, other.effect)


def unreachable_rule(law: Law) -> Iterator[Diagnostic]:
    """A rule whose condition no round fulfils, whatever single choice is made; a category that no hand has."""
    # A question that was not searched under some settings may reach a rule there.
    left_open = {(question.kind, question.about) for _, found in law.surveys for question, _ in found.skipped}
    for use in law.uses:
        # What is taken or paid beside the result of a bet is searched with it.
        kind = "bet" if use.question.kind in ("commission", "bonus") else use.question.kind
        is_searched = (kind, use.question.about) not in left_open
        if is_searched and not use.applies and not _reached_otherwise(law, use):
            label = place_of(law.rules, law.source, use.rule)
            yield note(
                "unreachable-rule", label, what=asked(use.question, law.rules), provisions=Cited((use.rule.eid,))
            )
    for category in law.rules.categories:
        if not any(_has(found, category.id) for _, found in law.surveys):
            label = place_of_declaration(law.rules, law.source, category.eid, category.id)
            what = Named(category.id, law.rules.glossary)
            yield note("unreachable-rule", label, what=what, provisions=Cited((category.eid,)))


def _reached_otherwise(law: Law, use: RuleUse) -> bool:
    """True if a rule that only a choice brings in applies when a second choice is made with it."""
    base = defaults(law.rules)
    if _in_force(law, use, base):
        return False
    with_it = [c for c in law.changes if _in_force(law, use, {**base, c[0]: c[1]})]
    for (name, value), (other, choice) in product(with_it, law.changes):
        if name != other:
            # Each pair of choices is a survey under a limit of its own, since that of the check may be used up.
            found = law.survey({**base, name: value, other: choice}, Budget(law.budget.seconds))
            if any(_decides(use.rule, s) for a in (*found.answers, *found.beside) for s in a.situations):
                return True
    return False


def _in_force(law: Law, use: RuleUse, settings: dict[str, Value]) -> bool:
    """True if a rule is among those of a rule set with some settings."""
    decided = bind(decide_alone(law.rules, settings))
    settling = (*decided.outcomes, *decided.commissions, *decided.bonuses)
    return any(_is_same(rule, use.rule) for rule in (*settling, *decided.norms))


def _has(found: Survey, category: str) -> bool:
    """True if any hand that is looked at is of a category, or not all were searched."""
    return not found.has_every_category or category in found.categories


def redundant_rule(law: Law) -> Iterator[Diagnostic]:
    """A rule that decides nothing which others do not, or not over it; of prohibitions, how far they add anything."""
    for use in law.uses:
        prohibition = has_force(use.rule, m.Modality.MUST_NOT)
        if not use.applies or (use.adds == use.applies if prohibition else use.adds):
            continue
        hints = [Hint("adds-in", {"adds": use.adds, "applies": use.applies})]
        added = [facts for facts, adds in use.read.items() if adds]
        modulus = law.rules.modulus[0] if law.rules.modulus else 0
        where = region(added, use.read, law.rules.glossary, law.rules.bettor_role(), modulus)
        if where is not None and where.facts:
            hints.append(Hint("adds-where", {"where": where}))
        if use.example is not None:
            hints.append(Hint("example-deal", {"deal": use.example}))
        label = place_of(law.rules, law.source, use.rule)
        args = {"provisions": Cited((use.rule.eid,)), "question": asked(use.question, law.rules)}
        if prohibition:
            idle = use.applies - use.adds
            yield note("restated-rule", label, hints=hints, **args, idle=idle, applies=use.applies)
        else:
            yield note("redundant-rule", label, hints=hints, **args)
