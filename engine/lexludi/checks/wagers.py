"""Wagers: the bets of one bettor with which, together, rounds meet every situation."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from lexludi.exact.company import company_missed, never_placed, stand_ins
from lexludi.play.plan import Placed
from lexludi.play.process import Questions
from lexludi.play.table import alone, alone_on_each, elsewhere
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, observables_of
from lexludi.rules.model import PLACE_BET


def wagers(questions: Questions) -> Iterator[tuple[Placed, ...]]:
    """The bets of one bettor at one place; and elsewhere, if they may be placed there and rounds differ by that."""
    for bets in _at_one_place(questions):
        yield bets
        if there := elsewhere(questions.judge.rules, bets):
            yield there


def _at_one_place(questions: Questions) -> Iterator[tuple[Placed, ...]]:
    """The bets of one bettor: each on which nobody chooses, with any of those that make a choice due.

    Bets on which nobody chooses make no difference to others, unless it is asked whether they were
    placed, when they are as those that make a choice due; those that are settled by the same
    observables are placed together. Where what is chosen makes no difference to them either, only
    the first of them are placed beside bets that make a choice due. Of the names of a bet that
    nothing tells apart, one stands for all. A bet whose rounds alone would not show what becomes of
    it, as it is never alone, is placed beside others; where that is of no use, it is alone here too.
    One that nobody may ever place is in no wager.
    """
    rules = questions.judge.rules
    if not rules.bets:
        yield ()  # a round that is only watched
        return
    asked = dict.fromkeys(rule.effect.bet for rule in rules.steps if isinstance(rule.effect, m.Choose))
    asked |= dict.fromkeys(o.bet for o in _read_in_rounds(rules) if isinstance(o, m.HasBetOn))
    offered = [b.id for b in rules.source.offered if not never_placed(questions, alone(rules, b.id))]
    choosing = [bet for bet in asked if bet in offered]
    # Every subset of the bets that make a choice due, the empty one first: exponential in their number.
    chosen_for = [kinds for count in range(len(choosing) + 1) for kinds in combinations(choosing, count)]
    watching = list(_watching(rules, offered, choosing)) or [()]
    for number, kinds in enumerate(watching):
        every, found = number == 0 or _matters(rules, choosing), False
        # Without any bet there is no round.
        for beside in chosen_for if kinds else chosen_for[1:]:
            together = product(*_placed(questions, (*kinds, *beside)))
            allowed = [bets for bets in together if not lonely(questions, bets)]
            yield from allowed
            found |= bool(allowed)
            # What is chosen on others makes no difference to these: the first company that is allowed will do.
            if found and not every:
                break
        if kinds and not found:
            yield from product(*_placed(questions, kinds))


def lonely(questions: Questions, bets: tuple[Placed, ...]) -> bool:
    """True if one of some bets is never without another, which is not there, and might show in its rounds."""
    return any(company_missed(questions, bet, tuple(b for b in bets if b is not bet)) for bet in bets)


def _placed(questions: Questions, kinds: tuple[str, ...]) -> list[list[Placed]]:
    """Each bet of some kinds with all its names; with those told apart, where no other bet names anything."""
    rules = questions.judge.rules
    placed = [alone_on_each(rules, kind) for kind in kinds]
    # Names that nothing tells apart are found for one bet by itself: beside another that names something they may
    # differ.
    if sum(len(own) > 1 for own in placed) > 1:
        return placed
    return [list(dict.fromkeys(stand_ins(questions, tuple(own)).values())) for own in placed]


def _matters(rules: BoundRules, choosing: list[str]) -> bool:
    """True if a bet that makes a choice due may matter to others: objects come or move by it, or others read it."""
    actions = {action for rule in rules.steps if isinstance(rule.effect, m.Choose) for action in rule.effect.actions}
    effects = [effect for action, (_, effects) in rules.upons.items() if action in actions for effect in effects]
    divides = any(isinstance(rule.effect, m.Choose) and rule.effect.parts for rule in rules.steps)
    return (
        divides
        or any(isinstance(effect, m.Draw | m.Burn | m.PutOn | m.Split) for effect in effects)
        or any(isinstance(observable, m.Chose | m.HasBetOn) for observable in _read_in_rounds(rules, choosing))
    )


def _read_in_rounds(rules: BoundRules, choosing: Sequence[str] = ()) -> Iterator[m.Observable]:
    """The observables of steps, required actions, windows, and rules on bets that make no choice due."""
    # Norms on a choice itself only say what may be chosen; those on what nobody does in a round say nothing of it.
    done = {rule.effect.action for rule in rules.steps if isinstance(rule.effect, m.Comply)}
    if any(isinstance(rule.effect, m.Choose) and rule.effect.window for rule in rules.steps):
        done.add(PLACE_BET)
    conditions = [
        *(rule.condition for rule in rules.steps),
        *(rule.condition for rule in rules.norms if rule.effect.action in done),
        *(
            rule.condition
            for rule in (*rules.outcomes, *rules.commissions, *rules.bonuses)
            if rule.effect.bet not in choosing
        ),
        *(definition.condition for definition in rules.definitions.values()),
        *(e.until for rule in rules.steps if isinstance(e := rule.effect, m.Repeat | m.Comply | m.Choose)),
    ]
    return (observable for condition in conditions for observable in observables_of(condition))


def _watching(rules: BoundRules, offered: list[str], choosing: list[str]) -> Iterator[tuple[str, ...]]:
    """The bets on which nobody chooses, those that are settled by the same observables together."""
    together: dict[tuple[str, frozenset[m.Observable]], list[str]] = {}
    for kind in offered:
        if kind not in choosing:
            read = frozenset(o for r in rules.outcomes if r.effect.bet == kind for o in observables_of(r.condition))
            together.setdefault((kind if rules.bets[kind].slots else "", read), []).append(kind)
    yield from map(tuple, together.values())
