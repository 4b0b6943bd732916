"""Rounds one after another with the same objects: a shoe, from its shuffle to its last round."""

import secrets
from collections.abc import Iterable, Mapping
from copy import deepcopy
from random import Random

from lexludi.base.callers import expect, expect_list, expect_one, expect_seed, expect_texts
from lexludi.base.errors import InvalidArgument
from lexludi.play.game import Game, Round
from lexludi.play.round_state import KEPT, StockState
from lexludi.play.supply import Supply


class Session:
    """A series of rounds.

    Where the regulation lets objects stay out of play from round to round, they do;
    where it has them returned, every round begins afresh. Bets that it keeps for
    the next round are there when that opens, and so are the amounts of its meters. `number` counts them, and `first`
    is the number of the first with the objects now in use; `last` is the round begun
    last, and earlier ones are not kept. Chance comes from `cards` (what is
    dealt, round after round, but for what steps burn) or from `seed`. `fresh` says whether
    use of the objects begins with the first round: so it does, unless they are given. With
    later ones that come by chance it always begins, and with later ones that are given as with the first.
    A copy, however made (`copy`, `pickle`), goes on by itself, and chance gives both the same.

    Raises:
        InvalidArgument: an argument is of another type, or both `seed` and `cards` are given.
        InvalidStack: an unknown object.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int | None = None,
        cards: str | Iterable[str] | None = None,
        statuses: Mapping[str, str] | None = None,
        fresh: bool | None = None,
    ) -> None:
        expect("game", game, Game)
        expect_seed(seed)
        expect_one(seed=seed, cards=cards)
        expect_texts("statuses", statuses)
        expect("fresh", fresh, bool, none=True)
        cards = expect_list("cards", cards)
        self.game = game
        self.first, self.number = 1, 0
        self.last: Round | None = None
        self._results: list[tuple[str, ...]] = []
        self._statuses = dict(statuses or {})
        self._given = None if cards is None else game.questions.judge.hands.material.parse_each(cards)
        self.seed = None if cards is not None else secrets.randbits(53) if seed is None else seed
        self._rng = None if self.seed is None else Random(self.seed)
        self._supply = self._new_supply()
        self._fresh = self._given is None if fresh is None else fresh

    def _new_supply(self) -> Supply:
        return Supply(self.game.questions.judge.hands.material, self._rng, self._given)

    def _recorded(self, objects: Iterable[str]) -> Supply:
        material = self.game.questions.judge.hands.material
        return Supply(material, None, material.parse_all(objects))

    @property
    def is_exhausted(self) -> bool:
        """True once the objects in use have had their last round."""
        return self.game.lasting and self.last is not None and self.last.state.stock.rounds_left == 0

    def __copy__(self) -> "Session":
        # With its chance, and the round begun last, which both go on with.
        return deepcopy(self)

    def new_round(self, objects: Iterable[str] | None = None) -> Round:
        """The next round; with a new stock where the old one has had its last round, or is returned each time.

        With `objects`, those come in this round in place of chance, as a record of it has them.

        Raises:
            InvalidArgument: the objects are no texts.
            InvalidStack: the given objects are used up.
        """
        objects = expect_list("objects", objects)
        last = self.last
        self._results += self._last_result()
        left = StockState() if last is None else last.stock_left
        is_exhausted = self.game.lasting and left.rounds_left == 0
        if is_exhausted:
            self._results, self.first = [], self.number + 1
        # Where no rule speaks of objects in use for more than a round, they are returned after each.
        begins = last is None or not self.game.lasting or is_exhausted
        if last is not None and self._given is not None:
            # What the last round drew is used up, though it was broken off.
            self._given = self._given[len(last.drawn) :]
        # A stock that is drawn from by chance is drawn from further; a list goes on behind what was used.
        if begins or self._given is not None:
            self._supply = self._new_supply()
        fresh = self._fresh or (last is not None and self._given is None)
        stock = StockState(fresh=fresh) if begins else left
        # Objects of a record come from a list of their own, and take none out of the stock.
        supply = self._supply if objects is None else self._recorded(objects)
        self.number += 1
        round_ = Round(
            self.game,
            seed=self.seed,
            supply=supply,
            stock=stock,
            statuses=self._statuses,
            number=self.number,
            meters=None if last is None else last.meters,
        )
        for bet in last.state.bets if last is not None else ():
            if bet.result == KEPT:
                round_.keep(bet)
        self.last = round_
        return round_

    def left(self, kind: str) -> int:
        """The number of objects of a kind left of those in use.

        Raises:
            InvalidArgument: there is no such kind.
        """
        expect("kind", kind, str)
        if kind not in (kinds := self.game.questions.judge.hands.material.pools):
            raise InvalidArgument("argument-not-among", name="kind", known=tuple(kinds), found=kind)
        if self.last is None:
            return len(kinds[kind])
        return sum(self.game.questions.judge.observer.left(self.last.state, kind).values())

    def score(self) -> list[tuple[str, ...]]:
        """For each round that was decided with the objects in use, those of the scored bets that win.

        Where the objects are returned after each round, that is every round.
        """
        return [*self._results, *self._last_result()]

    def _last_result(self) -> list[tuple[str, ...]]:
        last = self.last
        return [last.scored()] if last is not None and last.is_over and not last.state.void else []
