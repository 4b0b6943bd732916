"""Soundness of settlement: bets are settled after what they count, and once; amounts go where they are paid from."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error, warning
from lexludi.base.source import Source
from lexludi.language.nodes import Construct, Node, Sequence, constructs_in, terms_in
from lexludi.rules.divisions import made
from lexludi.rules.holders import HOLDERS, home, homes
from lexludi.rules.model import PAID_BESIDE, RuleSet, alternatives
from lexludi.rules.procedure import gone_back_to, is_repeated
from lexludi.rules.slots import NAMED


def settled_too_early(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A settlement that counts the objects of a holder to whom no step before it has given any.

    Or those of a hand that only a step after it makes of others. A bet that may stand, and that is settled again
    after it, may wait for them.
    """
    standing = {o.effect.term(0) for o in rules.outcomes if o.effect.op == "stays"}
    drawing = rules.actions_with("draws")
    # Holders to whom some step so far has given objects, and hands that steps still to come make of others.
    served: set[str] = set()
    unmade = {pair for rule in rules.steps for pair in made(rules, rule.effect)}
    for at, rule in enumerate(rules.steps):
        step = rule.effect
        unmade -= made(rules, step)
        if step.op in ("deal", "throw", "choose", "choose_until", "comply", "comply_until"):
            terms = terms_in(step)
            # A step under a condition counts as taken: whether it is, only rounds can say.
            if step.op in ("deal", "throw") or terms & drawing:
                served |= homes(rules, step)
        elif step.op == "settle" and rule.condition is None:
            again = (terms_in(later.effect) for later in rules.steps[at + 1 :] if later.effect.op == "settle")
            bets = terms_in(step) - (standing & set().union(*again))
            outcomes = [o.condition for o in rules.outcomes if o.effect.term(0) in bets and o.condition is not None]
            counted = dict.fromkeys(role for condition in outcomes for role in _counted(condition, rules))
            asked = (node for condition in outcomes for node in rules.relied_on(condition) if node.op == "part_of")
            parts = dict.fromkeys(p.term(0) for p in asked if (home(rules, p.term(1)), p.term(0)) in unmade)
            if early := (*(role for role in counted if home(rules, role) not in served), *parts):
                holders = tuple(map(rules.spelling, early))
                label = Label(source, step.span, rule.eid)
                yield error("settled-too-early", label, hints=[Hint("settle-later")], holders=holders)


def commission_by_choice(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bet that an action makes win at once, where it depends on more what commission is taken of it.

    What is taken in any case is taken then, too; a condition may ask for what is not known before bets are settled.
    """
    for upon, effect in rules.consequences("pays", "wins_part"):
        taken = [r for r in rules.outcomes if r.effect.op == "commission" and r.effect.term(0) == effect.term(0)]
        if len(taken) > 1 or any(rule.condition is not None for rule in taken):
            labels = (Label(source, rule.effect.span, rule.eid) for rule in taken)
            term = rules.spelling(effect.term(0))
            hint = Hint("taken-always")
            yield error("commission-by-choice", Label(source, effect.span, upon.eid), *labels, hints=[hint], term=term)


def put_after_settlement(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A choice that puts an amount on a bet which a step before it settles, or moves to another, in whichever order.

    That is in the order of the steps or by going back. What becomes of the second amount, no rule would say. Whoever
    had both settled together, in some rounds or before going back, has no choice about the other, unless it stands.
    """
    steps = rules.steps
    standing = {rule.effect.term(0) for rule in rules.outcomes if rule.effect.op in ("stays", "moves_naming")}
    # Each action with a bet on which it puts an amount, and with one that it moves.
    puts = {(upon.action, effect.term(1)) for upon, effect in rules.consequences("stakes")}
    splits = {(upon.action, effect.term(1)) for upon, effect in rules.consequences("splits")}
    moves = {(upon.action, effect.term(0)) for upon, effect in rules.consequences("moves_to")}
    for at, rule in enumerate(steps):
        if rule.effect.op == "settle":
            gone, second = terms_in(rule.effect), puts | splits
        else:
            gone, second = {bet for action, bet in moves if action in alternatives(rule)}, puts
        # Of the actions of a choice that is put once only one follows.
        after = at + 1 if rule.effect.op == "choose" else at
        first = min([after, *gone_back_to(rules, at)])
        # What is asked of names may hold of one of two bets alone.
        is_of_both = rule.condition is None or not any(n.op in NAMED for n in constructs_in(rule.condition))
        for place, choice in enumerate(steps[first:], first):
            met = {(action, bet) for action, bet in second if bet in gone and action in alternatives(choice)}
            is_in_some = rule.effect.op == "settle" and is_of_both and (rule.condition is not None or place < at)
            if met and is_in_some and choice.effect.term(1) in gone - standing:
                met -= puts
            for bet in sorted(bet for _, bet in met):
                labels = (Label(source, step.effect.span, step.eid) for step in dict.fromkeys((choice, rule)))
                hints = [Hint("settle-after-choice")]
                yield error("put-after-settlement", *labels, hints=hints, bet=rules.spelling(bet))


def meter_without_end(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A share of a stake that goes into a meter at each turn of a repetition: each time of the same stake."""
    for at, rule in enumerate(rules.steps):
        if rule.effect.op == "feeds" and is_repeated(rules, at):
            yield error("meter-without-end", Label(source, rule.effect.span, rule.eid))


def idle_meter(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A meter out of which nothing is paid, or into which nothing goes."""
    fed = {rule.effect.term(1) for rule in rules.steps if rule.effect.op == "feeds"}
    paid = {rule.effect.parts[-1].id for rule in rules.outcomes if rule.effect.op in PAID_BESIDE - {"bonus"}}
    for meter in rules.meters.values():
        if meter.id not in fed & paid:
            hint = Hint("meter-never-paid" if meter.id in fed else "meter-never-fed")
            place = rules.place_of(source, "meter", meter.eid, meter.id)
            yield warning("idle-meter", place, hints=[hint], term=rules.spelling(meter.id))


def amount_not_chosen(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bound of a stake that nobody chooses: of a bet on which rules put an amount, or a number in a window.

    What is placed in a window is in proportion to another stake, so that odds do not depend on amounts.
    """
    put = {effect.term(1) for _, effect in rules.consequences("stakes")}
    for norm in rules.norms:
        if not isinstance(bets := norm.effect.parts[0], Sequence):
            continue
        limits = norm.effect.parts[1:]
        proportional = all(isinstance(limit, Construct) and limit.op != "stake_number" for limit in limits)
        for bet in bets.items:
            if bet.id in put or (bet.id in rules.put_by_rule and not proportional):
                label = Label(source, bet.span, norm.eid)
                hint = Hint("put-by-rule" if bet.id in put else "in-proportion")
                yield error("amount-not-chosen", label, hints=[hint], bet=rules.spelling(bet.id))


def _counted(condition: Node, rules: RuleSet) -> Iterator[str]:
    """The roles whose objects a condition counts."""
    for node in rules.relied_on(condition):
        if node.op in HOLDERS:
            yield node.term(HOLDERS[node.op])
        elif node.op == "count" and node.term(0) in rules.objects:
            yield node.term(1)
