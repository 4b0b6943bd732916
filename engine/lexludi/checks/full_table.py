"""Deals that cannot be: to a full table, beyond what is left in a round, or to whoever holds as much already."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import prod

from lexludi.base.diagnostics import Diagnostic, Hint
from lexludi.base.source import Span
from lexludi.checks.combinations import MOST, settings_with
from lexludi.checks.findings import Named, Setting, deal_of, place, place_of, warning_under
from lexludi.checks.law import Law
from lexludi.checks.survey import defaults, single_changes, values_of
from lexludi.language.nodes import constructs_in
from lexludi.play.material import Material
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules, bind
from lexludi.rules.model import expressions
from lexludi.rules.parts import whole_of
from lexludi.rules.settings import decide_alone, read_parameters

# What takes objects from hands, or makes others of them.
_LESSENING = frozenset("demonstrate splits divides divides_highest exchanges forms_hand".split())


def too_few_objects(law: Law) -> Iterator[Diagnostic]:
    """The first deal that cannot serve a full table, if nothing else takes objects: by default, and by a setting."""
    known: set[str] = set()
    for setting, rules in _by_settings(law):
        pools = Material(rules.source).pools
        dealt = ((rule, kind, needed, len(pools[kind])) for rule, kind, needed in _needed(rules))
        short = next((deal for deal in dealt if deal[2] > deal[3]), None)
        if short is None or short[0].eid in known:
            continue
        rule, kind, needed, there = short
        known.add(rule.eid)
        label = place_of(law.rules, law.source, rule)
        of = Named(kind, law.rules.glossary)
        yield warning_under("too-few-objects", setting, [label], [], kind=of, needed=needed, available=there)


def objects_used_up(law: Law) -> Iterator[Diagnostic]:
    """A deal or draw for which too few objects are left in some round of one bet: it stops there."""
    for setting, survey, (eid, kind, example) in law.once_each(lambda survey: survey.used_up, key=lambda row: row[:2]):
        label = place(law.rules, law.source, eid, op="upon")
        hints = [Hint("example-deal", {"deal": deal_of(survey.hands, example)})]
        yield warning_under("objects-used-up", setting, [label], hints, kind=Named(kind, law.rules.glossary))


def idle_deal(law: Law) -> Iterator[Diagnostic]:
    """A deal that gives nobody anything, whatever settings are chosen: all hold as many objects of its kind by then.

    Nothing where hands may lose objects in between, or deals depend on more settings than are tried together.
    """
    if any(node.op in _LESSENING for node in constructs_in(*expressions(law.rules))):
        return
    idle: dict[tuple[str, Span], BoundRule[m.Step]] = {}
    needed: set[tuple[str, Span]] = set()
    for rules in _by_settings_of_deals(law):
        least = Counter[tuple[str, str]]()
        for rule in rules.steps:
            match rule.effect:
                case m.OpenBets():
                    least.clear()  # who bets later holds nothing
                case m.Deal(roles=roles, kind=kind, count=count):
                    if all(least[role, kind] >= count for role in roles):
                        idle[rule.eid, rule.span] = rule
                    else:
                        needed.add((rule.eid, rule.span))
                    # One under a condition may not come.
                    if rule.condition is None:
                        least |= Counter({(role, kind): count for role in roles})
                case _:
                    pass
    for at, rule in idle.items():
        if at not in needed:
            yield warning_under("idle-deal", None, [place_of(law.rules, law.source, rule)], [])


def _by_settings_of_deals(law: Law) -> Iterator[BoundRules]:
    """The rules under each combination of the settings that deals name; none, where there are too many."""
    dealing = [rule for rule in law.rules.steps if rule.effect.op in ("deal", "bets_open")]
    named = [setting for setting in law.rules.parameters if any(setting in rule.asked for rule in dealing)]
    values = {setting: [value for name, value in values_of(law.rules) if name == setting] for setting in named}
    if prod(map(len, values.values())) <= MOST:
        for settings in settings_with(law.rules, named, values):
            yield bind(decide_alone(law.rules, settings))


def _by_settings(law: Law) -> Iterator[tuple[Setting | None, BoundRules]]:
    """The rules by default, and under each single choice on which deals and their material may depend."""
    # What these alone ask for makes no difference to deals, nor to how many objects and places there are.
    asked = read_parameters(
        replace(law.rules, outcomes=(), events=(), norms=(), upons=(), categories=(), definitions=())
    )
    changes = [change for kind in ("reading", "option") for change in single_changes(law.rules, kind)]
    yield None, bind(decide_alone(law.rules, defaults(law.rules)))
    for name, value in changes:
        if name in asked:
            settings = defaults(law.rules) | {name: value}
            yield Setting(name, value, law.rules.glossary), bind(decide_alone(law.rules, settings))


def _needed(rules: BoundRules) -> Iterator[tuple[BoundRule[m.Step], str, int]]:
    """The deals of every round, with the objects that are held or burned by then, at least, where all places are taken.

    Nothing where any number of bettors may play without a place.
    """
    # By role and kind: the fewest objects that each holder has by a deal.
    least, burned = Counter[tuple[str, str]](), Counter[str]()
    for rule in rules.steps:
        match rule.effect:
            # A deal brings hands up to a number of its kind. One under a condition may not come.
            case m.Deal(roles=roles, kind=kind, count=count) if rule.condition is None:
                least |= Counter({(role, kind): count for role in roles})
                held = sum(number * _holders(rules, role) for (role, of), number in least.items() if of == kind)
                yield rule, kind, held + burned[kind]
            case m.Burn(kind=kind, count=int(count)) if rule.condition is None:
                burned[kind] += count


def _holders(rules: BoundRules, name: str) -> int:
    """The most holders of a role at the table, by its places; one of bettors who have none."""
    role = rules.roles[whole_of(name)]
    if role.kind == "bettor":
        role = rules.roles[role.at] if role.at else role
    return role.count if isinstance(role.count, int) else 1
