"""Rules without use: those that no round reaches, and those that only say what others say already."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, note
from lexludi.checks.combinations import keys_of, rules_on
from lexludi.checks.endings import out_of_time
from lexludi.checks.events import truth
from lexludi.checks.findings import Asked, Cited, Named, asked, place_of, place_of_declaration
from lexludi.checks.law import CATEGORY, Law, limits_of
from lexludi.checks.regions import region
from lexludi.checks.survey import Survey
from lexludi.checks.uses import RuleUse
from lexludi.rules.bind import BoundRule, observables_of


def unreachable_rule(law: Law) -> Iterator[Diagnostic]:
    """A rule whose condition no round fulfils, whatever settings are chosen; a category of no hand asked about."""
    never = [(key, rule) for key in keys_of(law.never_there) for rule in rules_on(law.never_there, key)]
    told, said_otherwise = {(rule.eid, rule.span) for _, rule in never}, out_of_time(law)
    for use in law.uses:
        key = use.question.key
        is_out = not use.applies and not law.is_left_open(key) and not _lacks_a_result(law, use)
        if is_out and (use.rule.eid, use.rule.span) not in told:
            diagnostic = _unreachable(law, use.rule, asked(use.question, law.rules), limits_of(law, key))
            if diagnostic.labels[0].span not in said_otherwise:
                yield diagnostic
    # Of a rule that no settings let in, no round needs to be searched.
    for key, rule in never:
        yield _unreachable(law, rule, Asked(*key, law.rules.glossary))
    for category in law.rules.categories:
        surveys = chain((survey for _, survey in law.surveys), law.combined(CATEGORY))
        if not any(_has(survey, category.id) for survey in surveys) and not law.depends_on_numbers(CATEGORY):
            label = place_of_declaration(law.rules, law.source, category.eid, category.id)
            what = Named(category.id, law.rules.glossary)
            hints = limits_of(law, CATEGORY)
            yield note("unreachable-rule", label, hints=hints, what=what, provisions=Cited((category.eid,)))


def _lacks_a_result(law: Law, use: RuleUse) -> bool:
    """True if what is taken or paid beside a result may be said of rounds that leave the bet without one."""
    kind, bet, _ = use.question.key
    if kind not in ("commission", "bonus"):
        return False
    condition = use.rule.condition
    return any(
        condition is None or truth(condition, {o: known.get(o) for o in observables_of(condition)}) is not False
        for _, _, answer in law.answers
        if answer.question.key == ("bet", bet, "")
        for situation in answer.situations
        if situation.verdict.problem
        for known in [dict(zip(answer.question.group.observables, situation.values, strict=True))]
    )


def _unreachable(law: Law, rule: BoundRule[Any], what: Asked, hints: Iterable[Hint] = ()) -> Diagnostic:
    label = place_of(law.rules, law.source, rule)
    return note("unreachable-rule", label, hints=hints, what=what, provisions=Cited((rule.eid,)))


def _has(survey: Survey, category: str) -> bool:
    """True if any hand that is asked about is of a category, or not all were searched."""
    return not survey.has_every_category or category in survey.categories


def redundant_rule(law: Law) -> Iterator[Diagnostic]:
    """A rule that decides nothing which others do not, or not over it; of prohibitions, how far they add anything."""
    for use in law.uses:
        key = use.question.key
        # A prohibition is told also where it makes a difference, if elsewhere nothing requires what it forbids.
        if not use.applies or not (use.is_idle or use.unopposed) or law.is_left_open(key):
            continue
        counted = "opposes-in" if use.unopposed else "adds-in"
        hints = [Hint(counted, {"adds": use.adds, "applies": use.applies})]
        added = [facts for facts, adds in use.read.items() if adds]
        modulus = law.rules.modulus[0] if law.rules.modulus else 0
        where = region(added, use.read, law.rules.glossary, law.rules.bettor_role(), modulus)
        if where is not None and where.facts:
            hints.append(Hint("adds-where", {"where": where}))
        if use.example is not None:
            hints.append(Hint("example-deal", {"deal": use.example}))
        label = place_of(law.rules, law.source, use.rule)
        args = {"provisions": Cited((use.rule.eid,)), "question": asked(use.question, law.rules)}
        if use.unopposed:
            yield note("restated-rule", label, hints=hints, **args, idle=use.unopposed, applies=use.applies)
        else:
            yield note("redundant-rule", label, hints=[*hints, *limits_of(law, key)], **args)
