"""Rules without use: those that no round reaches, and those that only say what others say already."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, note
from lexludi.checks.findings import Cited, Dealt, Named, asked, dealt, place_of, place_of_declaration
from lexludi.checks.law import Law
from lexludi.checks.regions import Facts, region
from lexludi.checks.situations import Answer, SearchedQuestion, Situation
from lexludi.checks.survey import Survey, defaults
from lexludi.exact.budget import Budget
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, bind
from lexludi.rules.model import Value
from lexludi.rules.settings import decide_alone


@dataclass
class RuleUse:
    """The situations in which a rule applies, and the number of those in which it makes a difference."""

    rule: BoundRule[Any]
    applies: int = 0
    adds: int = 0
    example: Dealt | None = None
    question: Any = None
    seen: set[int] = field(default_factory=set)
    read: dict[Facts, bool] = field(default_factory=dict)  # what is read in each, and whether it adds anything there


def _uses(law: Law) -> dict[tuple[Any, ...], RuleUse]:
    """Every rule on bets and required actions, by question, sentence and effect, with its use in all settings."""
    uses: dict[tuple[Any, ...], RuleUse] = {}
    # Situations by number: what they say, and which rules apply, is compared once, not for each rule that applies.
    known: dict[tuple[Any, ...], int] = {}
    for _, found, answer in law.answers():
        # Of a question that no round comes to, nothing can be said of its rules.
        if answer.question.kind == "event" or answer.undecided or not answer.situations:
            continue
        question, own = answer.question, {}
        for rule in question.group.rules:
            use = uses.setdefault((question.kind, question.about, rule.eid, rule.span, rule.effect), RuleUse(rule))
            use.question = question
            own[id(rule)] = use
        effects: dict[Any, int] = {}
        effect_of = {id(rule): effects.setdefault(rule.effect, len(effects)) for rule in question.group.rules}
        for situation in answer.situations:
            saying = tuple((rule.eid, rule.span) for rule in situation.applicable)
            number = known.setdefault((situation.facts(question), situation.verdict, saying), len(known))
            # The rules that apply, as uses, by their effect.
            by_effect: dict[int, set[int]] = {}
            for rule in situation.applicable:
                by_effect.setdefault(effect_of[id(rule)], set()).add(id(own[id(rule)]))
            is_required = any(_has_force(rule, m.Modality.MUST) for rule in situation.applicable)
            deciding = situation.verdict.rule
            applying = [*situation.applicable, *((deciding,) if deciding is not None and deciding.fallback else ())]
            for rule in applying:
                use = own[id(rule)]
                if number in use.seen:
                    continue
                use.seen.add(number)
                if _has_force(rule, m.Modality.MUST_NOT):
                    # A prohibition makes a difference where the action would be required without it.
                    adds = is_required
                else:
                    alone = rule.fallback or not by_effect[effect_of[id(rule)]] - {id(use)}
                    adds = alone or _prevails(question, situation, [r for r in applying if own[id(r)] is use])
                _count(use, found, answer, situation, adds=adds)
    return uses


def _has_force(rule: BoundRule[Any], force: m.Modality) -> bool:
    """A norm that commands, forbids or allows something."""
    return isinstance(rule.effect, m.Norm) and rule.effect.modality is force


def _prevails(question: SearchedQuestion, situation: Situation, own: list[BoundRule[Any]]) -> bool:
    """Without some rules, the others that apply would have another effect, or contradict each other."""
    group = question.group
    if not any(group.outranks(rule, other) for rule in own for other in situation.applicable):
        return False
    others = [rule for rule in situation.applicable if all(rule is not one for one in own)]
    with_them, without = ({rule.effect for rule in group.prevailing(rules)} for rules in (situation.applicable, others))
    return with_them != without and min(len(with_them), len(without)) == 1


def _decides(rule: BoundRule[Any], situation: Situation) -> bool:
    if not rule.fallback:
        return any(_is_same(r, rule) for r in situation.applicable)
    found = situation.verdict.rule
    return found is not None and _is_same(found, rule)


def _is_same(one: BoundRule[Any], other: BoundRule[Any]) -> bool:
    """The same sentence of the same provision, whatever the settings; others there may say the same elsewhere."""
    return (one.eid, one.span, one.effect) == (other.eid, other.span, other.effect)


def _count(use: RuleUse, found: Survey, answer: Answer, situation: Situation, *, adds: bool) -> None:
    """Note a situation in which a rule applies, and whether it makes a difference there.

    A prohibition does where something else requires the action; any other rule,
    where no other of the same effect applies, or where only by it others yield.
    """
    use.applies += 1
    facts = tuple(zip(answer.question.group.names, situation.values, strict=True))
    use.read[facts] = use.read.get(facts, False) or adds
    if adds:
        use.adds += 1
        use.example = use.example or dealt(found.hands, answer.question, situation)


def unreachable_rule(law: Law) -> Iterator[Diagnostic]:
    """A rule whose condition no round fulfils, whatever single choice is made; a category that no hand has."""
    # A question that was not searched under some settings may reach a rule there.
    left_open = {(question.kind, question.about) for _, found in law.surveys for question, _ in found.skipped}
    for use in _uses(law).values():
        is_searched = (use.question.kind, use.question.about) not in left_open
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
            if any(_decides(use.rule, s) for a in found.answers for s in a.situations):
                return True
    return False


def _in_force(law: Law, use: RuleUse, settings: dict[str, Value]) -> bool:
    """True if a rule is among those of a rule set with some settings."""
    decided = bind(decide_alone(law.rules, settings))
    return any(_is_same(rule, use.rule) for rule in (*decided.outcomes, *decided.norms))


def _has(found: Survey, category: str) -> bool:
    """True if any hand that is looked at is of a category, or not all were searched."""
    return not found.has_every_category or category in found.categories


def redundant_rule(law: Law) -> Iterator[Diagnostic]:
    """A rule that decides nothing which others would not; of prohibitions, how far they add anything."""
    for use in _uses(law).values():
        prohibition = _has_force(use.rule, m.Modality.MUST_NOT)
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
