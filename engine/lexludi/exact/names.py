"""Names of a bet that nothing tells apart: one of them stands for all, in exact odds and in the search of checks."""

from lexludi.exact.kinds import profile
from lexludi.exact.slices import Slice
from lexludi.play.plan import Placed, walk
from lexludi.play.process import Questions


def stand_ins(questions: Questions, bets: tuple[Placed, ...]) -> dict[Placed, Placed]:
    """For each of some bets that differ in their names alone, the first of those in whose rounds the same is read.

    Rounds of one become rounds of the other where objects change places, with the same weights.
    """
    if len(bets) == 1:
        return {bets[0]: bets[0]}
    read = Slice(walk(questions.judge.rules, bets[:1]), questions).all_observables
    first: dict[object, Placed] = {}
    return {bet: first.setdefault(profile(questions.judge.hands, read, bet.naming), bet) for bet in bets}
