"""Rounds one after another with the same objects: a shoe, from its shuffle to its last round."""

import secrets
from collections.abc import Iterable, Mapping
from random import Random

from lexludi.game import Game, Round
from lexludi.settlement import KEPT
from lexludi.state import Bet, Stock


class Session:
    """A series of rounds.

    Where the regulation lets objects stay out of play from round to round, they do;
    where it has them returned, every round begins afresh. Bets that it keeps for
    the next round are there when that opens. Chance comes from `cards` (what is
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
        self.rounds: list[Round] = []
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
        last = self.rounds[-1].state if self.rounds else None
        if last is not None and self._given is not None:
            self._given = self._given[len(last.drawn) :]
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
        self.rounds.append(round_)
        return round_

    def score(self) -> list[tuple[str, ...]]:
        """For each round that was decided, those of the scored bets that win."""
        return [r.scored() for r in self.rounds if r.is_over and not r.state.void]


def _kept(bets: Iterable[Bet]) -> list[Bet]:
    return [bet for bet in bets if bet.result == KEPT]
