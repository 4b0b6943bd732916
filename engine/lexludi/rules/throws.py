"""Throws apart from hands: a role that both throws objects and holds others throws by a holder of its own.

What is thrown and what is held are two things. Where a role never receives objects
of a stock, what it threw is its hand; where it does, a throw neither replaces that
hand nor joins it: the total of the faces and the shape of the throw are read of what was
thrown, everything else of the hand. What a role shows it shows in either: an item is
looked for where it may be.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from functools import partial

from lexludi.language.nodes import Construct, Node, Sequence, Term, transform
from lexludi.rules.holders import dealt
from lexludi.rules.literals import item_of
from lexludi.rules.model import Rule, RuleSet
from lexludi.rules.naming import items_of

# Marks the holder of what a role has thrown.
THROWN = "#thrown"


def thrower(unit: str) -> str:
    """The role or holder that threw what is held under a name."""
    return unit.removesuffix(THROWN)


def throwing(step: Construct) -> Iterator[str]:
    """The role that throws objects by a step."""
    match step:
        case Construct("throw", (Term(id=role) | Construct(parts=(Term(id=role),)), _)):
            yield role
        case _:
            pass


def throwing_and_holding(rules: RuleSet) -> Set[str]:
    """The roles that throw objects and hold others."""
    throws = {role for rule in rules.steps for role in throwing(rule.effect)}
    holding = holders_of_objects(rules)
    shared = _shared(rules)
    return (throws & holding) | (shared if throws & holding & shared else set())


def holders_of_objects(rules: RuleSet) -> frozenset[str]:
    """The roles that ever receive objects from a stock; of the others, what they threw is read as their hand."""
    shared, receiving = _shared(rules), {*dealt(rules), *_drawing(rules)}
    return frozenset(receiving | shared if receiving & shared else receiving)


def _shared(rules: RuleSet) -> Set[str]:
    """The roles that stand for each other: a bettor plays with the hand of a box, a box for whoever bets there."""
    several = {role.id for role in rules.roles.values() if role.kind != "one" and thrower(role.id) == role.id}
    # Bettors who are dealt nothing themselves play with the hand at which their bet stands, whoever draws to it.
    holds = rules.bettor_role() in dealt(rules)
    return several if holds else several | {role.at for role in rules.roles.values() if role.at}


def places_asked(rules: RuleSet, item: Node, bets: Iterable[str]) -> Iterator[Set[bool]]:
    """The places where what is asked for may be shown: among objects thrown (true), or held (false), or both.

    An item that is named is asked for of each bet by itself.
    """
    thrown = {item for t in rules.thrown for item in rules.scales[t.scale].items}
    held = {item for stock in rules.stocks for scale in stock.scales for item in rules.scales[scale].items}
    held |= {item for stock in rules.stocks for item, _ in stock.besides}

    def places(items: Iterable[str]) -> Set[bool]:
        shown = {inner for item in items for inner in rules.shown_by(item)}
        return {is_thrown for is_thrown, there in ((True, thrown), (False, held)) if shown & there}

    if not isinstance(item, Construct):
        yield places([item_of(item)])
        return
    for bet in bets:
        slots = [slot for slot in rules.bets[bet].slots if item.op != "named_as" or slot.called == item.term(0)]
        if slots:
            yield places({named for slot in slots for named in items_of(rules.choices(slot))})


def throws_apart(rules: RuleSet) -> RuleSet:
    """The rule set (decided) with the throws of roles that hold other objects too held apart."""
    both = throwing_and_holding(rules)
    if not both:
        return rules
    faces = {t.object for t in rules.thrown}

    def apart(node: Node, bets: Set[str]) -> Node:
        match node:
            case Construct("throw" | "threw" | "total_thrown", (Term(id=role) as term, *rest)) if role in both:
                return replace(node, parts=(_renamed(term), *rest))
            case Construct("throw", (Construct(parts=(Term(id=role) as term,)) as holders, kind)) if role in both:
                return replace(node, parts=(replace(holders, parts=(_renamed(term),)), kind))
            case Construct("count", (Term(id=what), Term(id=role) as term)) if role in both and what in faces:
                return replace(node, parts=(node.parts[0], _renamed(term)))
            case Construct("shows", (Term(id=role) as term, Sequence("one_of", items))) if role in both:
                return Sequence("any_of", tuple(apart(replace(node, parts=(term, item)), bets) for item in items))
            case Construct("count_showing" | "shows" as op, (Term(id=role) as term, item)) if role in both:
                places = set[bool]().union(*places_asked(rules, item, bets))
                of_throw = replace(node, parts=(_renamed(term), item))
                if places != {True, False}:
                    return of_throw if True in places else node
                # Each object is in one of the two places, so that none is counted twice.
                either = (of_throw, node)
                return replace(node, op="sum", parts=either) if op == "count_showing" else Sequence("any_of", either)
            case _:
                return node

    # What is asked beside outcomes, and what is defined, is asked for any bet.
    of_any = partial(apart, bets=rules.bets.keys())

    def all_apart(group: tuple[Rule, ...]) -> tuple[Rule, ...]:
        return tuple(rule.rewritten(of_any) for rule in group)

    return replace(
        rules,
        roles={**rules.roles, **{f"{r}{THROWN}": replace(rules.roles[r], id=f"{r}{THROWN}") for r in both}},
        steps=all_apart(rules.steps),
        outcomes=tuple(rule.rewritten(partial(apart, bets={rule.effect.term(0)})) for rule in rules.outcomes),
        events=all_apart(rules.events),
        norms=all_apart(rules.norms),
        closings=all_apart(rules.closings),
        definitions=tuple(replace(d, condition=transform(d.condition, of_any)) for d in rules.definitions),
    )


def _renamed(term: Term) -> Term:
    return replace(term, id=f"{term.id}{THROWN}")


def _drawing(rules: RuleSet) -> Iterator[str]:
    """The roles that draw objects."""
    drawing = rules.actions_with("draws")
    for rule in rules.steps:
        effect = rule.effect
        match effect.op:
            case "comply" | "comply_until" if effect.term(1) in drawing:
                yield effect.term(0)
            case "choose" | "choose_until" if drawing & {action.id for action in effect.parts[2].items}:
                yield effect.term(0)
            case _:
                pass
