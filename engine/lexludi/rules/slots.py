"""Soundness of what bets name: few enough names, and rules that ask for what is named."""

from collections.abc import Iterable, Iterator

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import Source, Span
from lexludi.language.nodes import Construct, Node, Term, constructs_in
from lexludi.rules.model import BetKind, RuleSet, Slot
from lexludi.rules.naming import MAX_NAMES
from lexludi.rules.quantities import told
from lexludi.rules.throws import places_asked, throwing_and_holding

# What asks which items or which number a bet names.
NAMED = frozenset({"named", "named_as", "any_named", "all_named", "named_number"})


def names_out_of_bounds(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bet with which nothing can be named; or more than is listed, where one name cannot stand for all."""
    for bet, names in rules.names.items():
        if names.is_listed:
            is_followed = bool(names.followed)  # all of them would name an item twice
        else:
            is_followed = names.is_of_scales and bet not in rules.put_by_rule and not _norms_ask_for_names(rules)
        if not is_followed:
            place = rules.place_of(source, "bet_naming", rules.bets[bet].eid, bet)
            count, hints = (0, []) if names.is_listed else (names.most, [Hint("names-beyond")])
            yield error("names-out-of-bounds", place, hints=hints, count=told(count), limit=MAX_NAMES)


def _norms_ask_for_names(rules: RuleSet) -> bool:
    """What may be done, or must be, rests on what is named; itself or by what is defined."""
    conditions = {(d.role, d.status): d.condition for d in rules.definitions}
    nodes = [*constructs_in(*(node for norm in rules.norms for node in norm.expressions))]
    for node in nodes:  # it grows while it is read, by each definition once
        if node.op == "status_is" and (condition := conditions.pop((node.term(0), node.term(1)), None)):
            nodes += constructs_in(condition)
    return any(node.op in NAMED for node in nodes)


def not_named(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A rule that asks what is named, where no bet is settled that names anything of the kind; or at no one place."""
    apart = throwing_and_holding(rules)

    def of_throw_and_hand(node: Construct, bets: Iterable[BetKind]) -> bool:
        """Each of those named is asked for of a role in whose throw some of them may be, and in whose hand others."""
        match node:
            case Construct("shows", (Term(id=role), Construct("all_named") as item)) if role in apart:
                return any(len(places) > 1 for places in places_asked(rules, item, (bet.id for bet in bets)))
            case _:
                return False

    # Norms and steps may be asked of any bet.
    every = tuple(rules.bets.values())
    asked: list[tuple[tuple[Node, ...], tuple[BetKind, ...]]] = [
        *((rule.expressions, (rules.bets[rule.effect.term(0)],)) for rule in rules.outcomes),
        *((rule.expressions, every) for rule in (*rules.steps, *rules.events, *rules.norms, *rules.closings)),
        *(((definition.condition,), every) for definition in rules.definitions),
    ]

    # By hint, if there is one, and by place, as equal nodes may stand in several sentences, and one sentence makes
    # several rules.
    faults = ("", "named-at-one-place", "named-one-of-several", "named-of-both")
    at_fault: dict[str, dict[Span, Node]] = {hint: {} for hint in faults}
    for node, bets in ((node, bets) for expressions, bets in asked for node in constructs_in(*expressions)):
        if node.op in NAMED and not any(_is_named(node, bet, rules) for bet in bets):
            at_fault[""][node.span] = node
        elif node.op == "named" and not any(map(_names_one, bets)):
            at_fault["named-one-of-several"][node.span] = node
        elif of_throw_and_hand(node, bets):
            at_fault["named-of-both"][node.span] = node
        elif node.op == "named_as":
            # What is asked of any bet is read at one place, whichever bet is concerned.
            slots = {place for bet in bets for place, slot in enumerate(bet.slots) if slot.called == node.term(0)}
            if len(slots) > 1:
                at_fault["named-at-one-place"][node.span] = node
    for hint, nodes in at_fault.items():
        hints = [Hint(hint)] if hint else []
        yield from (error("not-named", Label(source, node.span, node.eid), hints=hints) for node in nodes.values())


def _names_one(bet: BetKind) -> bool:
    """True where a bet names a single thing, so that it is clear which is the one named."""
    return sum(slot.count for slot in bet.slots) == 1


def _is_named(node: Construct, bet: BetKind, rules: RuleSet) -> bool:
    """True where a bet names what a construct asks for; an item that is a number counts as one."""
    match node.op:
        case "named_number":
            return len(bet.slots) == 1 and _is_of_numbers(bet.slots[0], rules)
        case "named_as":
            return any(slot.called == node.term(0) for slot in bet.slots)
        case _:
            return bool(bet.slots)


def _is_of_numbers(slot: Slot, rules: RuleSet) -> bool:
    """True where one number is named in a slot, whichever of its choices is taken."""
    if slot.numbers is not None:
        return True
    if slot.of in rules.groups:
        return all(len(group) == 1 and group[0].isdecimal() for group in rules.groups[slot.of].items)
    return slot.count == 1 and all(item.isdecimal() for item in rules.scales[slot.of].items)


def moves_without_number(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bet to which another moves, naming a number: it names none, or its rules ask which items it names."""
    for move in (rule.effect for rule in rules.outcomes if rule.effect.op == "moves_naming"):
        bet = rules.bets[move.term(1)]
        asked = constructs_in(*(rule.condition for rule in rules.outcomes if rule.effect.term(0) == bet.id))
        faults: list[Node] = [] if _is_named(Construct("named_number"), bet, rules) else [move.parts[1]]
        faults += [node for node in asked if node.op in NAMED - {"named_number"}]
        for node in faults:
            yield error("moves-without-number", Label(source, node.span, node.eid), bet=rules.spelling(bet.id))


def window_names(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bet that is accepted during the round, and names something else than the bet whose stake limits it."""
    for step in rules.steps:
        for bet in step.effect.parts[0].items if step.effect.op == "opens" else ():
            beside = step.effect.parts[1].parts[-1].id
            if rules.bets[bet.id].slots and rules.names[bet.id].followed != rules.names[beside].followed:
                yield error("window-names", Label(source, bet.span, step.eid), bet=rules.spelling(bet.id))
