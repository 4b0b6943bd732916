"""Soundness of hands made of others: parts that a step makes, of hands of which all is dealt."""

from collections.abc import Iterator
from math import comb

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import Source
from lexludi.language.nodes import Construct, Node, constructs_in, terms_in
from lexludi.rules.holders import home, homes
from lexludi.rules.model import RuleSet, alternatives, expressions
from lexludi.rules.parts import ways_to_divide
from lexludi.rules.procedure import FOLLOWING, gone_back_to, is_repeated
from lexludi.rules.quantities import told

# Steps that divide a hand, of which the last part says into what; and the most ways to do so.
_DIVIDING = frozenset({"divides", "divides_highest"})
MAX_WAYS = 500


def not_a_part(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A part of a hand that no step divides so, nor forms of two."""
    divided = {pair for rule in rules.steps for pair in made(rules, rule.effect)}
    for node in (node for node in constructs_in(*expressions(rules)) if node.op == "part_of"):
        part, role = node.term(0), node.term(1)
        if (home(rules, role), part) not in divided:
            term, party = map(rules.spelling, (part, role))
            yield error("not-a-part", Label(source, node.parts[0].span, node.eid), term=term, party=party)


def made(rules: RuleSet, step: Construct) -> set[tuple[str, str]]:
    """The hands that a step makes of others: whose, and by what name."""
    if step.op == "forms_hand":
        return {(home(rules, step.term(0)), step.term(1))}
    portions = step.parts[-1].items if step.op in _DIVIDING else ()
    return {(home(rules, step.term(0)), portion.term(1)) for portion in portions}


def cannot_be_formed(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A hand formed with that of a role with several holders, of one that is divided, or before all is dealt."""
    drawing = rules.actions_with("draws") | rules.actions_with("splits")
    for at, rule in enumerate(rules.steps):
        step = rule.effect
        if step.op != "forms_hand":
            continue
        own, other = (home(rules, step.term(place)) for place in (0, 2))
        # A repetition after this step may go back to an earlier one: the steps from there come after it, too.
        before, after = rules.steps[:at], rules.steps[min([at, *gone_back_to(rules, at)]) :]
        deals = [deal.effect for deal in before if deal.effect.op == "deal"]
        kinds = [{deal.term(2) for deal in deals if holder in homes(rules, deal)} for holder in (own, other)]
        changing = [later.effect for later in after if later.effect.op == "deal" or terms_in(later.effect) & drawing]
        changing += [dividing.effect for dividing in rules.steps if dividing.effect.op in _DIVIDING]
        changing += [later.effect for later in after if later.effect.op == "exchanges"]
        changed = set[str]().union(*(homes(rules, effect) for effect in changing))
        hints = [Hint("form-with-one-holder")] if rules.roles[step.term(2)].kind != "one" or own == other else []
        if changed & {own, other} or kinds[0] != kinds[1] or len(kinds[0]) != 1:
            hints.append(Hint("form-when-all-is-dealt"))
        if hints:
            label = Label(source, step.span, step.eid)
            yield error("cannot-be-formed", label, hints=hints, part=rules.spelling(step.term(1)))


def cannot_be_divided(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A hand divided that has not just been dealt so many objects, or in more ways than can be chosen among.

    Once it is divided, nothing is added to it. One that may be split must have been dealt an even number, and
    a second hand has one bet, of the kind that the choice is with.
    """

    def fault(hint: str, party: str, *nodes: Node, **args: object) -> Diagnostic:
        labels = (Label(source, node.span, node.eid) for node in nodes)
        return error("cannot-be-divided", *labels, hints=[Hint(hint, args)], party=rules.spelling(party))

    bets: dict[str, str] = {}  # by the name of a second hand
    for upon in rules.upons:
        for place, effect in enumerate(effect for effect in upon.effects if effect.op == "splits"):
            second, bet = effect.term(0), effect.term(1)
            if place or bets.setdefault(second, bet) != bet:
                yield fault("one-bet-on-a-second-hand", second, effect)
    drawing = rules.actions_with("draws")
    splitting = rules.actions_with("splits")
    split = {home(rules, r.effect.term(0)) for r in rules.steps if splitting & (alternatives(r) | terms_in(r.effect))}
    # By holder the number of objects that it is sure to hold; zero where that depends on the round, and where they are
    # of several kinds, each of which a deal counts by itself.
    held: dict[str, int] = {}
    kinds: dict[str, set[str]] = {}
    divided: set[str] = set()
    for at, rule in enumerate(rules.steps):
        step, terms = rule.effect, terms_in(rule.effect)
        if step.op == "deal" or terms & drawing:
            for role in sorted(divided & homes(rules, step)):
                yield fault("divide-when-all-is-dealt", role, step)
        chosen = (effect for upon, effect in rules.consequences("splits") if upon.action in alternatives(rule))
        for effect in (split for split in chosen if split.term(1) != step.term(1)):
            yield fault("one-bet-on-a-second-hand", effect.term(0), effect.parts[1], step.parts[1])
        actions = {step.term(1)} if step.op in FOLLOWING else alternatives(rule)
        if actions & splitting and (not (count := held.get(home(rules, step.term(0)), 0)) or count % 2):
            yield fault("split-what-is-dealt", step.term(0), step)
        if step.op == "deal":
            # A deal under a condition may not have taken place.
            count = step.number(4) if rule.condition is None else 0
            for holder in homes(rules, step):
                of = kinds.setdefault(holder, set())
                of.add(step.term(2))
                held[holder] = count if len(of) == 1 else 0
        elif terms & drawing:
            held |= dict.fromkeys(homes(rules, step), 0)
        elif step.op == "exchanges" or step.op in _DIVIDING:
            holder = home(rules, step.term(0))
            if step.op == "exchanges":
                most, size, hint = step.number(2), step.number(3), "exchange-what-is-dealt"
                # Of very many to give up there are more ways than these, which are too many as well.
                ways = sum(comb(size, gone) for gone in range(min(most, MAX_WAYS) + 1))
                fits = (held.get(holder, 0), kinds.get(holder)) == (size, {step.term(4)}) and holder not in split
            else:
                counts = [portion.number(0) for portion in step.parts[-1].items]
                parts = [portion.term(1) for portion in step.parts[-1].items]
                ways, hint = ways_to_divide(counts), "divide-what-is-dealt"
                fits = held.get(holder, 0) == sum(counts) and len(set(parts)) == len(parts)
            if is_repeated(rules, at):
                yield fault("divide-when-all-is-dealt", step.term(0), step)
            elif not fits:
                yield fault(hint, step.term(0), step)
            elif ways > MAX_WAYS:
                yield fault("fewer-ways", step.term(0), step, ways=told(ways), limit=MAX_WAYS)
            held[holder] = 0
            divided.add(holder)
