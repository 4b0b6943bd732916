"""Soundness of the procedure: steps with the material that there is, by parties that there are."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import Source
from lexludi.language.nodes import Construct, Node, Number, Sequence, Term, constructs_in, walk
from lexludi.rules.holders import HOLDERS, home
from lexludi.rules.model import RuleSet, expressions, under
from lexludi.rules.slots import NAMED
from lexludi.rules.throws import throwing

# What takes objects from a stock, or puts them back, and which part of it they are.
_TAKING = {"deal": 2, "exchanges": 4, "draws": 1, "burn": 1, "burn_by_first": 0, "burn_with_first": 0, "put_back": 0}
# Steps by which a party follows rules.
FOLLOWING = frozenset({"comply", "comply_until"})


def impossible_step(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A step that cannot be taken: dealing what is thrown, following rules that are not there."""
    drawn = {s.object for s in rules.stocks}
    thrown = {t.object for t in rules.thrown}
    # Bounds of stakes have a list of bets in the first place, and are followed by nobody.
    norms = {(r.effect.term(0), r.effect.term(1)) for r in rules.norms if isinstance(r.effect.parts[0], Term)}
    for expression in expressions(rules):
        if not isinstance(expression, Construct):
            continue
        op, place = expression.op, Label(source, expression.span, expression.eid)
        if op in _TAKING and expression.term(_TAKING[op]) not in drawn:
            yield error("cannot-be-dealt", place)
        elif op == "throw" and expression.term(1) not in thrown:
            yield error("cannot-be-thrown", place)
        elif op in FOLLOWING and (expression.term(0), expression.term(1)) not in norms:
            yield error("nothing-to-follow", place)
    for number, step in enumerate(rules.steps):
        # What is repeated has come before: a round goes back to it.
        if step.effect.op == "repeat" and not any(place <= number for place in _beginning(rules, step.effect)):
            label = Label(source, step.effect.span, step.effect.eid)
            yield error("nothing-to-repeat", label, target=step.effect.parts[0].written)


def dealt_to_several(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Objects dealt to a role, or thrown by it, as if it had one holder, where it has several or is that of bettors."""
    for expression in expressions(rules):
        if isinstance(expression, Construct) and expression.op in ("deal", "throw"):
            for role in expression.parts[0].items if expression.op == "deal" else expression.parts[:1]:
                if isinstance(role, Term) and role.id in rules.roles and rules.roles[role.id].kind != "one":
                    place, hints = Label(source, role.span, expression.eid), [Hint("say-each")]
                    yield error("dealt-to-several", place, hints=hints, term=rules.spelling(role.id))


def step_for_nobody(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A step of the holders of a role with which no bet can stand, so that none of them ever takes part."""
    at = {role.at for role in rules.roles.values() if role.kind == "bettor"}
    idle = {role.id for role in rules.roles.values() if role.kind == "many" and role.id not in at}
    for rule in rules.steps if at else ():
        for term in _doing_the_step(rule.effect):
            if term.id in idle:
                place, hints = Label(source, term.span, rule.eid), [Hint("bets-with-holders")]
                yield error("step-for-nobody", place, hints=hints, term=rules.spelling(term.id))


def dealt_to_both(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A deal to those at whom bets stand, where whoever bets there is dealt to as well, and plays with that hand.

    Of deals under options or readings one may take the place of the other.
    """
    deals = [rule for rule in rules.steps if rule.effect.op == "deal" and not _asks_settings(rule.condition)]
    dealt = [(rule.eid, term) for rule in deals for term in _doing_the_step(rule.effect)]
    names = {term.id for _, term in dealt}
    bettors = {role.at: role for role in rules.roles.values() if role.kind == "bettor" and role.id in names}
    # A party that has one holder is dealt to in any case.
    bettors = {at: role for at, role in bettors.items() if (party := rules.roles.get(at)) and party.kind == "many"}
    for eid, term in dealt:
        if bettor := bettors.get(term.id):
            name, other = map(rules.spelling, (term.id, bettor.id))
            place = Label(source, term.span, eid)
            yield error("dealt-to-both", place, hints=[Hint("one-hand-for-a-bet")], term=name, bettor=other)


def thrown_of_two_kinds(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A party that throws objects of two kinds: what it threw is the last throw, to which the one before adds nothing.

    Of throws under different values of one option or reading one takes the place of the other.
    """
    # Bettors and those at whom they bet throw as one.
    stands_for = {role.id: role.at for role in rules.roles.values() if role.kind == "bettor" and role.at}
    throws = [rule for rule in rules.steps if rule.effect.op == "throw"]
    for number, rule in enumerate(throws):
        (thrower,), kind = _doing_the_step(rule.effect), rule.effect.term(1)
        for before in throws[:number]:
            (other,), earlier = _doing_the_step(before.effect), before.effect.term(1)
            alike = stands_for.get(thrower.id, thrower.id) == stands_for.get(other.id, other.id)
            if alike and kind != earlier and not _are_apart(rule.condition, before.condition):
                place = Label(source, rule.effect.span, rule.eid)
                name, of = map(rules.spelling, (thrower.id, earlier))
                yield error("thrown-of-two-kinds", place, hints=[Hint("another-throws")], term=name, other=of)
                break


def _are_apart(one: Node | None, other: Node | None) -> bool:
    """Two conditions that ask for different values of an option or reading, so that they never hold together."""
    chosen = _values_asked(other)
    return any(value != chosen.get(name, value) for name, value in _values_asked(one).items())


def _values_asked(condition: Node | None) -> dict[str, Node]:
    parts = condition.items if isinstance(condition, Sequence) and condition.op == "all_of" else (condition,)
    asked = (part for part in parts if isinstance(part, Construct) and part.op == "param_is")
    return {part.term(0): value for part in asked if isinstance(value := part.parts[1], Term | Number)}


def _asks_settings(condition: Node | None) -> bool:
    return any(node.op == "param_is" for node in constructs_in(condition))


def _doing_the_step(step: Construct) -> Iterator[Term]:
    """The roles whose holders receive, throw, act or turn up by a step."""
    match step:
        case Construct("deal", (Sequence(items=recipients), *_)):
            yield from (term for recipient in recipients for term in walk(recipient) if isinstance(term, Term))
        case Construct("throw" | "reveal" | "comply" | "comply_until" | "divides_highest" | "forms_hand", (first, *_)):
            yield from (term for term in walk(first) if isinstance(term, Term))
        case _:
            return


def nothing_thrown(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """The throw of a party is read, and no step has that party throw anything; not of a text without any procedure."""
    thrown_by = {home(rules, role) for rule in rules.steps for role in throwing(rule.effect)}
    for node in constructs_in(*expressions(rules)) if rules.steps else ():
        if node.op in ("threw", "total_thrown") and home(rules, role := node.term(0)) not in thrown_by:
            yield error("nothing-thrown", Label(source, node.span, node.eid), term=rules.spelling(role))


def memory_of_a_party(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A number that the round keeps for everybody, made of what may differ between parties."""
    parties = HOLDERS | {"drawn_value": 0, "count": 1}
    for step in rules.steps:
        if step.effect.op == "becomes":
            amount = step.effect.parts[1]
            nodes = [*constructs_in(amount)]
            read = {node.term(parties[node.op]) for node in nodes if node.op in parties}
            if any(rules.roles[role].kind != "one" for role in read) or any(node.op in NAMED for node in nodes):
                yield error("memory-of-a-party", Label(source, amount.span, step.eid))


def gone_back_to(rules: RuleSet, at: int) -> list[int]:
    """The places of the steps to which repetitions after a step go back."""
    again = (step.effect for step in rules.steps[at:] if step.effect.op == "repeat")
    return [place for repeat in again for place in _beginning(rules, repeat)]


def is_repeated(rules: RuleSet, at: int) -> bool:
    """True of a step that may be taken again: one to which, or before which, a repetition after it goes back."""
    return any(place <= at for place in gone_back_to(rules, at))


def _beginning(rules: RuleSet, repeat: Construct) -> list[int]:
    """The place of the first step of the provision that a repetition names, if it has one."""
    return [place for place, rule in enumerate(rules.steps) if under(rule.eid, repeat.parts[0].target)][:1]
