"""A deal played under one rule set by the interpreter: how one bet ended, and the trace of it."""

from dataclasses import dataclass
from fractions import Fraction

from lexludi.base.errors import UnsettledCase
from lexludi.diff.sides import Side
from lexludi.exact.outcomes import UNSETTLED
from lexludi.exact.witness import WitnessDeal
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Game, Round
from lexludi.play.round_state import whole
from lexludi.play.table import complete, first_place, least_stake
from lexludi.play.trace import Step
from lexludi.rules.model import RuleSet
from lexludi.rules.settings import origins


@dataclass(frozen=True)
class Played:
    """The end of a bet of one unit, with those that rules put beside it: its gain, its provisions, and every step.

    No gain where no rule says.
    """

    result: str
    net: Fraction | None
    provisions: tuple[str, ...]
    steps: tuple[Step, ...]


def game_of(side: Side, rules: RuleSet) -> Game:
    """The game of a side, by its decided rules."""
    assert side.rules is not None
    stance = {name: side.settings[name] for name in side.stances}
    by_origin = origins(side.rules, side.settings, stance, side.chosen)
    return Game(side.rules, "", dict(side.settings), rules, origins=by_origin)


def play(game: Game, bet: str, deal: WitnessDeal, index: int) -> Played:
    """The deal in a game, of the objects at `index`."""
    round_ = game.new_round(cards=" ".join(deal.cards[index]))
    rules = game.questions.judge.rules
    holder, stake = first_place(rules), least_stake(rules, bet)
    round_.apply(complete(game, PlaceBet("", holder, bet, stake, deal.naming)))
    try:
        round_.apply(Deal())
        choices = iter(deal.chosen)
        # The deal has a choice for each decision of the round, in their order.
        while not round_.is_over:
            _choose(round_, next(choices))
    except UnsettledCase as problem:
        return Played(UNSETTLED, None, problem.provisions, tuple(round_.trace))
    end = whole(round_.state.bets)
    # Per unit: the least stake may be more than one.
    net = None if end.net is None else Fraction(end.net) / stake
    return Played(end.result, net, end.provisions, tuple(round_.trace))


def _choose(round_: Round, choice: str) -> None:
    decision = round_.decision
    assert decision is not None
    round_.apply(Choose(decision.bettor, decision.unit, choice))
