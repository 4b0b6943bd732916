"""Bets as they are searched: those that are never placed alone, and names of one that nothing tells apart."""

from itertools import chain

from lexludi.exact.kinds import profile
from lexludi.exact.slices import Slice
from lexludi.play.plan import Placed, walk
from lexludi.play.process import Process, Questions
from lexludi.rules import meaning as m
from lexludi.rules.bind import observables_of, resolved


def company_missed(questions: Questions, bet: Placed, beside: tuple[Placed, ...] = ()) -> tuple[str, ...]:
    """The provisions by which a bet is never alone, where rounds of it alone do not show what becomes of it; or none.

    So of a bet with none but those `beside` it. They show it where all that others' bets lead to passes
    it by: choices after which no hand is another, and which its rules do not read.
    """
    rules = questions.judge.rules
    state = Process(walk(rules, (bet, *beside)), questions).start()
    forbidding = questions.forbidding_any_stake(state, bet.unit, state.bets[0])
    if not forbidding:
        return ()
    read = [*resolved(questions.observables_on(bet.bet), rules)]
    steps = resolved(chain.from_iterable(observables_of(rule.condition) for rule in rules.steps), rules)
    if any(isinstance(o, m.HasBetOn) and o.bet != bet.bet for o in (*read, *steps)):
        return forbidding
    for choice in (rule.effect for rule in rules.steps if isinstance(rule.effect, m.Choose)):
        if choice.bet in ("", bet.bet) or choice.window is not None:
            continue
        effects = [effect for action in choice.actions for effect in rules.upons.get(action, ("", ()))[1]]
        reads_it = any(isinstance(o, m.Chose) and o.action in choice.actions for o in read)
        if choice.parts or reads_it or any(isinstance(effect, m.Draw | m.Split) for effect in effects):
            return forbidding
    return ()


def stand_ins(questions: Questions, bets: tuple[Placed, ...]) -> dict[Placed, Placed]:
    """For each of some bets that differ in their names alone, the first of those in whose rounds the same is read.

    Rounds of one become rounds of the other where objects change places, with the same weights.
    """
    if len(bets) == 1:
        return {bets[0]: bets[0]}
    read = Slice(walk(questions.judge.rules, bets[:1]), questions).all_observables
    first: dict[object, Placed] = {}
    return {bet: first.setdefault(profile(questions.judge.hands, read, bet.naming), bet) for bet in bets}
