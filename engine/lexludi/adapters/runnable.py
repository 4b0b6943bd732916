"""The works of the shelves that run, and the bets that an adapter places where nobody says which."""

from collections.abc import Iterator
from dataclasses import replace

from lexludi.base.callers import expect
from lexludi.base.errors import IllegalAction, LexludiError
from lexludi.law.files import works
from lexludi.play.actions import PlaceBet
from lexludi.play.game import Game, load
from lexludi.play.notation import BAR, OF, parts
from lexludi.play.position import Position, Tree
from lexludi.play.process import refuse_more_moves
from lexludi.play.table import complete, first_place, least_stake, possible_bets
from lexludi.rules import meaning as m


def runnable() -> Iterator[str]:
    """The works of which the most recent text that is wholly known can be played, by name."""
    for work in works():
        try:
            game = load(work)
        except LexludiError:  # repealed, or not wholly known, or with errors: `check` tells which
            continue
        if game.rules.offered:
            yield work


def tree_of(game: Game, bets: str = "", *, fresh: bool = True) -> Tree:
    """The tree of a game with some bets, parted by blanks or semicolons; of one unit where a bet has no stake.

    Without any it is one unit, or the least that is allowed, on the first bet on which somebody decides, or on the
    first that there is.

    Raises:
        IllegalAction: a provision forbids these bets, there is no such bet, or more is written than bets.
        InvalidArgument: the bets are no text.
        NotObserved: bettors would be shown more than they may see, or less than they have seen.
    """
    expect("bets", bets, str)
    words = bets.replace(";", " ").split()
    named, moves = parts(" ".join(word if OF in word or word == BAR else f"{word}{OF}1" for word in words))
    if moves:  # what came of the bets is no part of a tree
        raise IllegalAction("not-notation", text=bets[:40])
    tree = game.tree(*(named or [usual_bet(game)]), fresh=fresh)
    tree.require_observed()
    return tree


def refuse_endless(position: Position) -> None:
    """Give up a round that goes on for ever, as it is given up when it is played.

    Raises:
        UnsettledCase: it has had so many moves as no other.
    """
    if not position.is_over:
        refuse_more_moves(position.tree.process.plan, position.state.pc, len(position.moves))


def usual_bet(game: Game) -> PlaceBet:
    """One unit, or the least that is allowed, on the first bet on which somebody decides, or on the first there is.

    Raises:
        IllegalAction: there are no bets.
    """
    rules = game.questions.judge.rules
    decided = [rule.effect.bet for rule in rules.steps if isinstance(rule.effect, m.Choose)]
    every = [complete(game, bet) for bet in possible_bets(game)]
    here = [bet for bet in every if bet.holder == first_place(rules)]
    if not here:
        raise IllegalAction("no-bets")
    bet = next((bet for bet in here if bet.bet in decided), here[0])
    return replace(bet, stake=least_stake(rules, bet.bet))
