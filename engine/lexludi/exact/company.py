"""Company: bets that the rules allow only beside another, in whose rounds more may happen than in theirs alone."""

from itertools import chain

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
