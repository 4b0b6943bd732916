"""Rounds one after another with the same objects: a shoe, from its shuffle to its last round."""

import secrets
from collections.abc import Iterable, Mapping
from random import Random

from lexludi.play.game import Game, Round
from lexludi.play.settlement import KEPT
from lexludi.play.state import Bet, Stock


class Session:
    """A series of rounds.

    Where the regulation lets objects stay out of play from round to round, they do;
    where it has them returned, every round begins afresh. Bets that it keeps for
    the next round are there when that opens. `number` counts them, and `first`
    is the number of the first with the objects now in use; `last` is the round begun
    last, and earlier ones are not kept. Chance comes from `cards` (what is
    dealt, round after round, with nothing burned) or from `seed`.

    Raises:
        InvalidStack: an unknown object, or more of one than the material has.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int | None = None,
        cards: str | Iterable[str] | None = None,
        statuses: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.first, self.number = 1, 0
        self.last: Round | None = None
        self._results: list[tuple[str, ...]] = []
        self._statuses = dict(statuses or {})
        self._given = None if cards is None else game.program.material.parse_all(cards)
        self.seed = None if cards is not None else secrets.randbits(53) if seed is None else seed
        self._rng = None if self.seed is None else Random(self.seed)
        self.stock = self._new_stock()

    def _new_stock(self) -> Stock:
        stock = self.game.program.dealing.new_stock()
        stock.fresh = self._given is None
        return stock

    @property
    def is_exhausted(self) -> bool:
        """Whether the objects in use have had their last round."""
        return self.game.program.lasting and self.stock.rounds_left == 0

    def new_round(self) -> Round:
        """The next round; with a new stock where the old one has had its last round, or is returned each time.

        Raises:
            InvalidStack: the given objects are used up.
        """
        last = self.last.state if self.last is not None else None
        if last is not None and self._given is not None:
            self._given = self._given[len(last.drawn) :]
        self._results += self._last_result()
        if self.is_exhausted:
            self._results, self.first = [], self.number + 1
        if not self.game.program.lasting or self.is_exhausted:
            self.stock = self._new_stock()
        round_ = Round(
            self.game,
            seed=self.seed,
            rng=self._rng,
            given=self._given,
            stock=self.stock,
            statuses=self._statuses,
        )
        for bet in _kept(last.bets if last is not None else ()):
            round_.keep(bet)
        self.last = round_
        self.number += 1
        return round_

    def score(self) -> list[tuple[str, ...]]:
        """For each round that was decided with the objects in use, those of the scored bets that win.

        Where the objects are returned after each round, that is every round.
        """
        return [*self._results, *self._last_result()]

    def _last_result(self) -> list[tuple[str, ...]]:
        last = self.last
        return [last.scored()] if last is not None and last.is_over and not last.state.void else []


def _kept(bets: Iterable[Bet]) -> list[Bet]:
    return [bet for bet in bets if bet.result == KEPT]
