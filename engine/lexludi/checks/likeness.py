"""Likeness of rounds: all that decides how they are played and what is read in them; alike ones are searched once."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from lexludi.checks.hand_tables import meaning_of_hands
from lexludi.checks.reachable import Reachable
from lexludi.play import plan as ops
from lexludi.play.plan import Op, reachable
from lexludi.play.questions import Questions
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules, observables_of
from lexludi.rules.model import PLACE_BET, under


def played(questions: Questions) -> object:
    """Everything that decides how rounds are played, and what is read in them."""
    rules, source = questions.judge.rules, questions.judge.rules.source
    settling = (questions.outcomes, questions.commissions, questions.bonuses)
    acting = {*rules.choosable, *rules.followed}
    if rules.bets_within:
        acting.add(PLACE_BET)
    return (
        tuple(replace(rule, effect=_move(rule.effect)) for rule in rules.steps),
        # What other readings ask is read as well.
        tuple(about[bet].observables for bet in rules.bets for about in settling),
        tuple(settled_by(rules, bet) for bet in rules.bets),
        tuple(rule for rule in rules.norms if rule.effect.action in acting),
        tuple((action, upon) for action, upon in rules.upons.items() if action in acting),
        # How many places there are makes no difference to one bettor.
        tuple((role.id, role.kind, role.at, role.elsewhere) for role in rules.roles.values()),
        (tuple(rules.bets.values()), rules.statuses, rules.precedences),
        tuple(rules.definitions.values()),
        (source.stocks, source.thrown),
        meaning_of_hands(rules),
        # Whether somebody has chosen one of these, no round decides.
        questions.own_acts,
    )


def depends_on(searched: Reachable) -> object:
    """All that decides which rounds there are and what is read in them: programs that have the same are alike."""
    judge, program = searched.questions.judge, searched.plan.ops
    rules, source = judge.rules, judge.rules.source
    actions = {op.action for op in program if isinstance(op, ops.Require)}
    actions |= {action for op in program if isinstance(op, ops.Ask) for action in op.acts}
    norms = tuple(rule for rule in rules.norms if rule.effect.action in actions)
    every = (searched.questions.outcomes, searched.questions.commissions, searched.questions.bonuses)
    kinds = dict.fromkeys(kind for bet in range(len(searched.plan.bets)) for kind in searched.slice.kinds(bet))
    asked = [(kind, about[kind].observables) for kind in kinds for about in every]
    settling = [settled_by(rules, kind) for kind in kinds]
    ranked = (*norms, *(rule for _, _, on_kind in settling for rule in on_kind))
    conditions = (*(n.condition for n in norms), *(op.condition for op in program if isinstance(op, ops.Branch)))
    read = {o for c in conditions if not isinstance(c, ops.BetOpen) for o in observables_of(c)}
    read = reachable({*read, *(o for _, observables in asked for o in observables)}, partial(_relied_on, rules))
    scarce = set(searched.scarce.tolist())
    return (
        # By what is written, too, since so a deal that shows a row is played.
        tuple(map(_without_weight, program)),
        tuple(map(_without_weight, searched.written.ops)),
        (searched.bets, searched.status),
        tuple(asked),
        tuple(rules.bets[kind].slots for kind in kinds),
        tuple(settling),
        norms,
        tuple(p for p in rules.precedences if any(under(r.eid, p.winner) or under(r.eid, p.loser) for r in ranked)),
        tuple((key, defined.condition) for key, defined in rules.definitions.items() if m.IsDefined(*key) in read),
        rules.statuses,
        tuple((role.id, role.kind, role.at) for role in rules.roles.values()),
        # The kinds of objects, each with its number where there may be too few.
        tuple((k.object, k.members, k.count if i in scarce else -1) for i, k in enumerate(searched.kinds)),
        tuple(searched.scarcity.gone_in_all(stock.object) if len(scarce) else 0 for stock in source.stocks),
        (tuple(stock.object for stock in source.stocks), source.thrown),
        meaning_of_hands(rules),
        # Whether somebody has chosen one of these, no round decides.
        searched.questions.own_acts,
    )


def settled_by(rules: BoundRules, kind: str) -> tuple[bool, bool, tuple[BoundRule[m.Outcome], ...]]:
    """All of the rules on a kind of bet that rounds depend on, beside what they read.

    There are commissions, and bonuses, on it; and, where they are asked or a bet may go on, the
    rules on its result: else it is all one to a round by which of them the bet is settled.
    """
    on_kind = tuple(rule for rule in rules.outcomes if rule.effect.bet == kind)
    taken, paid = (any(r.effect.bet == kind for r in about) for about in (rules.commissions, rules.bonuses))
    goes_on = any(isinstance(rule.effect, m.GoOn | m.Stay) for rule in on_kind)
    return taken, paid, on_kind if taken or paid or goes_on else ()


def _relied_on(rules: BoundRules, observable: m.Observable) -> Iterable[m.Observable]:
    """The observables of the definition on which an observable relies, if it does."""
    if not isinstance(observable, m.IsDefined):
        return ()
    return observables_of(rules.definitions[observable.role, observable.status].condition)


def _move(step: m.Step) -> m.Step:
    """A step as far as it matters to rounds without weights: not whether objects lie face up, nor what is shown."""
    match step:
        case m.PlaceMarker():
            return m.PlaceMarker("", 0)
        case m.Deal():
            return replace(step, face_up=False)
        case m.Ceremony():
            return m.Ceremony("", "", "")
        case _:
            return step


def _without_weight(op: Op) -> Op:
    """An operation as far as it matters to rounds without weights, and to the objects that come: not what is told."""
    match op:
        case ops.Tell() | ops.Bets() | ops.Alter(m.PlaceMarker() | m.RoundsLeft() | m.PutBack()):
            return ops.Tell("", ())
        case ops.Chance():
            return replace(op, face_up=False, provisions=())
        case ops.Alter() | ops.Jump() | ops.Ask():
            return replace(op, provisions=())
        case _:
            return op
