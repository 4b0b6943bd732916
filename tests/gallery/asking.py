"""Exact odds of a game of the gallery, as the engine has them."""

from fractions import Fraction
from functools import cache

from lexludi.exact.chances import chances_of
from lexludi.exact.odds import Odds, odds
from lexludi.law.loader import find, rules_of
from lexludi.play.decide import Judge
from lexludi.play.questions import Questions
from lexludi.play.table import alone
from lexludi.rules.bind import bind
from lexludi.rules.model import RuleSet, Value
from lexludi.rules.settings import decide, resolve_settings


def decided(work: str, **options: Value) -> RuleSet:
    """The rules of a game with some options of the house."""
    rules = rules_of(find(work))
    return decide(
        rules, resolve_settings(rules, {name.replace("_", "-"): value for name, value in options.items()}, {})
    )


@cache
def solved(work: str, *bets: str, **options: Value) -> Odds:
    """The exact odds of some bets, or of all, with the best play: worked out once for all figures of a game."""
    return odds(decided(work, **options), bets)


def always(work: str, bet: str, action: str, **options: Value) -> Fraction | None:
    """The expectation of a bet where an action is chosen whenever it may be."""
    questions = Questions(Judge(bind(decided(work, **options))))
    return chances_of(questions, alone(questions.judge.rules, bet), action).expectation
