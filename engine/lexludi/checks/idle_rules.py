"""Rules without use: those that no round reaches, and those that only say what others say already."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, note
from lexludi.checks.findings import Cited, Dealt, Named, asked, dealt, place
from lexludi.checks.law import Law
from lexludi.checks.regions import Facts, region
from lexludi.checks.situations import Answer, Situation
from lexludi.checks.survey import Survey, defaults, survey
from lexludi.checks.tables import classes_in
from lexludi.rules.model import Rule, Value
from lexludi.rules.settings import decide


@dataclass
class Use:
    """Where a rule applies, and in how many of these situations it makes a difference."""

    rule: Rule
    applies: int = 0
    adds: int = 0
    example: Dealt | None = None
    question: Any = None
    seen: set[tuple[Any, ...]] = field(default_factory=set)
    read: dict[Facts, bool] = field(default_factory=dict)  # what is read in each, and whether it adds anything there


def _uses(law: Law) -> dict[tuple[Any, ...], Use]:
    """Every rule on bets and required actions, by question, provision and effect, with its use in all settings."""
    uses: dict[tuple[Any, ...], Use] = {}
    for _, found, answer in law.answers():
        if answer.question.kind == "event" or answer.undecided:
            continue
        for rule in answer.question.group.rules:
            key = (answer.question.kind, answer.question.about, rule.eid, rule.effect)
            uses.setdefault(key, Use(rule)).question = answer.question
            for situation in answer.situations:
                if _decides(rule, situation) and (situation.values, situation.verdict) not in uses[key].seen:
                    _count(uses[key], found, answer, situation, rule)
    return uses


def _decides(rule: Rule, situation: Situation) -> bool:
    if not rule.fallback:
        return any((r.eid, r.effect) == (rule.eid, rule.effect) for r in situation.applicable)
    found = situation.verdict.rule
    return found is not None and (found.eid, found.effect) == (rule.eid, rule.effect)


def _count(use: Use, found: Survey, answer: Answer, situation: Situation, rule: Rule) -> None:
    use.seen.add((situation.values, situation.verdict))
    use.applies += 1
    adds = _adds(rule, answer, situation)
    facts = tuple(zip(answer.question.group.names, situation.values, strict=True))
    use.read[facts] = use.read.get(facts, False) or adds
    if adds:
        use.adds += 1
        use.example = use.example or dealt(found.program, answer.question, situation)


def _adds(rule: Rule, answer: Answer, situation: Situation) -> bool:
    """Whether a rule makes a difference in a situation.

    A prohibition does where something else requires the action; any other rule,
    where no other of the same effect applies.
    """
    others = [r for r in situation.applicable if (r.eid, r.effect) != (rule.eid, rule.effect)]
    if rule.effect.op == "must_not":
        return any(r.effect.op == "must" for r in others)
    return rule.fallback or not any(r.effect == rule.effect for r in others)


def unreachable_rule(law: Law) -> Iterator[Diagnostic]:
    """A rule whose condition no round fulfils, whatever single choice is made; a category that no hand has."""
    for use in _uses(law).values():
        if not use.applies and not _reached_otherwise(law, use):
            label = place(law.rules, law.source, use.rule.eid)
            yield note(
                "unreachable-rule", label, what=asked(use.question, law.rules), provisions=Cited((use.rule.eid,))
            )
    for category in law.rules.categories:
        if not any(_has(found, category.id) for _, found in law.surveys):
            label = place(law.rules, law.source, category.eid)
            what = Named(category.id, law.rules.glossary)
            yield note("unreachable-rule", label, what=what, provisions=Cited((category.eid,)))


def _reached_otherwise(law: Law, use: Use) -> bool:
    """Whether a rule that only a choice brings in applies when a second choice is made with it."""
    base = defaults(law.rules)
    with_it = [c for c in law.changes if _in_force(law, use, {**base, c[0]: c[1]})]
    if _in_force(law, use, base):
        return False
    for (name, value), (other, choice) in product(with_it, law.changes):
        if name != other:
            found = survey(law.rules, {**base, name: value, other: choice})
            if any(_decides(use.rule, s) for a in found.answers for s in a.situations):
                return True
    return False


def _in_force(law: Law, use: Use, settings: dict[str, Value]) -> bool:
    """Whether a rule is among those of a rule set with some settings."""
    decided = decide(law.rules, settings)
    return any((r.eid, r.effect) == (use.rule.eid, use.rule.effect) for r in (*decided.outcomes, *decided.norms))


def _has(found: Survey, category: str) -> bool:
    """Whether any hand that was looked at is of a category; so it is said if none was looked at."""
    known = classes_in(found.program.material).known
    return not known or category in known.values()


def redundant_rule(law: Law) -> Iterator[Diagnostic]:
    """A rule that decides nothing which others would not; of prohibitions, how far they add anything."""
    for use in _uses(law).values():
        prohibition = use.rule.effect.op == "must_not"
        if not use.applies or (use.adds == use.applies if prohibition else use.adds):
            continue
        hints = [Hint("adds-in", {"adds": use.adds, "applies": use.applies})]
        added = [facts for facts, adds in use.read.items() if adds]
        where = region(added, use.read, law.rules.glossary, law.rules.bettor_role())
        if where is not None and where.facts:
            hints.append(Hint("adds-where", {"where": where}))
        if use.example is not None:
            hints.append(Hint("example-deal", {"deal": use.example}))
        label = place(law.rules, law.source, use.rule.eid)
        args = {"provisions": Cited((use.rule.eid,)), "question": asked(use.question, law.rules)}
        if prohibition:
            idle = use.applies - use.adds
            yield note("restated-rule", label, hints=hints, **args, idle=idle, applies=use.applies)
        else:
            yield note("redundant-rule", label, hints=hints, **args)
