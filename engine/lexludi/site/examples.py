"""Worked rounds: witness deals from the search of the rules, played by the engine, one for each way a bet can end."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lexludi.base.errors import LexludiError
from lexludi.checks.survey import Survey
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Game, Round
from lexludi.play.table import complete, least_stake, possible_bets
from lexludi.rules.grounds import said

MAX_ROUNDS = 12
STAKE = 10


@dataclass(frozen=True)
class Worked:
    """A round to the end, and the rules about bets that it is the first to show, as bets and provisions."""

    round: Round
    shows: tuple[tuple[str, str], ...]


def worked_rounds(game: Game, survey: Survey) -> Iterator[Worked]:
    """Rounds in which, together, every rule about bets that the search reaches decides a bet once."""
    seen: set[tuple[str, str]] = set()
    situations = [
        (a.question.about, s)
        for a in survey.answers
        if a.question.kind == "bet"
        for s in a.situations
        if s.verdict.rule
    ]
    count = 0
    for bet, situation in situations:
        # An earlier round has shown it by the way: every bet is placed in each.
        if (bet, *said(situation.verdict.provisions)[:1]) in seen:
            continue
        # A witness deal is of objects alone. Some ends come only of one choice: the first, then the second throughout.
        for choice in range(2):
            if count == MAX_ROUNDS:
                return
            played = _play(game, game.questions.judge.hands.material.symbols(situation.example.order), choice)
            new = tuple(k for k in _decided(played) if k not in seen) if played else ()
            if played and new:
                seen.update(new)
                count += 1
                yield Worked(played, new)


def _play(game: Game, cards: list[str], choice: int) -> Round | None:
    """The round with those objects, every bet placed, and the same alternative always chosen."""
    round_ = game.new_round(cards=cards)
    try:
        first = dict[str, PlaceBet]()  # of each kind, the first place and name
        for bet in possible_bets(game):
            first.setdefault(bet.bet, bet)
        for bet in first.values():
            round_.apply(complete(game, replace(bet, stake=least_stake(game.questions.judge.rules, bet.bet, STAKE))))
        if not round_.is_over and round_.is_betting:
            round_.apply(Deal())
        while (due := round_.decision) is not None and not round_.is_over:
            round_.apply(Choose(due.bettor, due.unit, due.alternatives[min(choice, len(due.alternatives) - 1)]))
    except LexludiError:
        return None
    return round_ if round_.is_over else None


def _decided(played: Round) -> list[tuple[str, str]]:
    """The bets of a round, each with the provision that decided it."""
    return [(b.bet, eid) for b in played.state.bets for eid in said(b.provisions)[:1]]
