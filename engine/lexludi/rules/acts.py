"""Soundness of acts: somebody has them, they change something, and what they rest on is known of the hand."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error, warning
from lexludi.base.source import Source
from lexludi.language.nodes import Term, constructs_in, terms_in
from lexludi.rules.holders import home
from lexludi.rules.model import CLOSE_BETS, PLACE_BET, RuleSet, action_of, alternatives, expressions
from lexludi.rules.procedure import FOLLOWING

# What the acts are called whose ids the machine knows; in a glossary of one's own they may have been given others.
_WORDS_OF_BETTING = {
    PLACE_BET: {"bet", "place a bet", "place bets", "apostar", "fazer apostas", "fazer uma aposta", "下注", "投注"},
    CLOSE_BETS: {"close bets", "close the betting", "encerrar as apostas", "截止下注", "停止下注"},
}
# What compares the stakes of those who bet.
_OF_STAKES = frozenset({"largest_stake", "largest_stake_among"})


def never_chosen(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A condition on a choice that nobody has: none that is offered, and no act of a bettor's own.

    What a party does because it must, it has not chosen: of a duty the condition would never hold.
    """
    bettor = rules.bettor_role()
    at = rules.roles[bettor].at if bettor else ""
    acts = {action_of(norm.effect) for norm in rules.norms if terms_in(norm.effect.parts[0]) == {bettor}}
    choices = alternatives(*rules.steps) | acts
    for node in (node for node in constructs_in(*expressions(rules)) if node.op == "chose"):
        if node.term(0) not in (bettor, at) or node.term(1) not in choices:
            party, action = (rules.spelling(node.term(place)) for place in (0, 1))
            label = Label(source, node.span, node.eid)
            yield error("never-chosen", label, hints=[Hint("not-a-duty")], party=party, action=action)


def performed_without_effect(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """An act that a party only performs, which changes nothing, and upon which something is said to follow."""
    followed = {upon.action for upon in rules.upons}
    for step in rules.steps:
        if step.effect.op == "perform" and step.effect.term(1) in followed:
            act, term = step.effect.parts[1], rules.spelling(step.effect.term(1))
            yield error("performed-without-effect", Label(source, act.span, act.eid), term=term)


def norm_on_no_bet(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A norm that is on bets, or on betting by its words, and on an act that no step offers and that places no bet."""
    offered = {PLACE_BET, CLOSE_BETS} | alternatives(*rules.steps)
    offered |= {step.effect.term(1) for step in rules.steps if step.effect.op in FOLLOWING}
    for norm in rules.norms:
        action = norm.effect.parts[1]
        if not isinstance(action, Term) or action.id in offered:
            continue
        entry = rules.glossary.entries.get(action.id)
        words = {word.casefold() for spellings in entry.spellings.values() for word in spellings} if entry else set()
        meant = next((act for act, theirs in _WORDS_OF_BETTING.items() if words & theirs), "")
        if meant or (len(norm.effect.parts) > 2 and norm.effect.parts[2] is not None):
            hint = Hint("reserved-id", {"id": meant or PLACE_BET})
            label = Label(source, action.span, norm.eid)
            yield warning("norm-on-no-bet", label, hints=[hint], term=rules.spelling(action.id))


def no_one_bettor(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """The status or the stakes of a bettor, or how often something was reported of one, asked of a hand of several.

    Of a step by which a hand follows rules that several may bet with.
    """
    bettor = rules.bettor_role()
    place = home(rules, bettor)
    # With the hand of a party of their own, nobody else bets; a single holder follows rules once for the table.
    hands = {role for role in (place, bettor) if place != bettor and rules.roles[role].kind != "one"}
    given = {value for status in rules.statuses if status.role == bettor for value in status.values}
    for rule in rules.steps:
        step, role = rule.effect, rule.effect.term(0) if rule.effect.op in FOLLOWING else ""
        if role not in hands:
            continue
        norms = [
            norm.condition
            for norm in rules.norms
            if terms_in(norm.effect.parts[0]) == {role} and action_of(norm.effect) == step.term(1)
        ]
        asked = [n for c in (rule.condition, *step.parts[2:], *norms) if c is not None for n in rules.relied_on(c)]
        theirs = [n for n in asked if n.op in _OF_STAKES or (n.op == "status_is" and n.term(1) in given)]
        theirs = [n for n in theirs if n.term(0) == bettor]
        theirs += [n for n in asked if n.op == "count" and n.term(1) == bettor and n.term(0) not in rules.objects]
        # By their places, as equal nodes may stand in several sentences.
        for node in {node.span: node for node in theirs}.values():
            labels = (Label(source, construct.span, construct.eid) for construct in (node, step))
            yield error("no-one-bettor", *labels, hints=[Hint("one-for-the-hand")], place=rules.spelling(place))


def effect_on_no_bet(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """An act by which bets change, on which one follows rules with whose hand no bets are played."""
    changing = {u.action for u in rules.upons if any(terms_in(effect) & rules.bets.keys() for effect in u.effects)}
    for step in (rule.effect for rule in rules.steps if rule.effect.op in FOLLOWING):
        role, action = step.term(0), step.term(1)
        if rules.roles[role].kind == "one" and home(rules, rules.bettor_role()) != role and action in changing:
            party, term = map(rules.spelling, (role, action))
            label = Label(source, step.parts[1].span, step.eid)
            yield error("effect-on-no-bet", label, hints=[Hint("decide-by-rules")], party=party, term=term)
