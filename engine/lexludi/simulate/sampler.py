"""Rounds counted by generated code: what simulation takes in the place of the interpreter, where it can."""

from collections import Counter
from collections.abc import Collection
from typing import Any, Protocol

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from lexludi.play.game import Game
from lexludi.play.round_state import KEPT
from lexludi.simulate.automaton import MAX_WORKED_OUT, Automaton
from lexludi.simulate.choosing import Strategy, bets_of
from lexludi.simulate.memory import Ints, NotCompiled
from lexludi.simulate.numpy_code import NumpyCode
from lexludi.simulate.scalar_code import ScalarCode
from lexludi.simulate.tally import TalliedOutcome, Tally

KINDS = ("python", "numpy", "numba")

_CHUNKS = {"python": 100_000, "numpy": 1_000_000, "numba": 5_000_000}


class Code(Protocol):
    """Generated code: its text, its tables with what each holds, and what it plays."""

    kind: str
    source: str
    tables: dict[str, NDArray[np.integer[Any]]]
    captions: dict[str, str]

    def rounds(self, count: int, seed: SeedSequence) -> Ints:
        """Counts of each arrival in so many rounds, each with a fresh stock."""

    def ends(self, objects: NDArray[np.integer[Any]]) -> Ints:
        """The arrival at the end of each round (column) of given objects (in order, down the rows)."""


def automaton_of(
    game: Game,
    strategy: Strategy,
    placed: Collection[str] = (),
    *,
    given: bool = False,
    fresh: bool = False,
    most: int = MAX_WORKED_OUT,
) -> Automaton:
    """The automaton of a game's rounds, with one unit on every bet there is, or on those `placed` (`bets_of`).

    Raises:
        NotCompiled: something for which no code is generated.
    """
    bets = tuple(bets_of(game, placed).values())
    process = game.process(tuple(bet.as_placed for bet in bets))
    return Automaton(process, bets, strategy, given=given, fresh=fresh, most=most)


def code_of(automaton: Automaton, kind: str) -> Code:
    """The code of an automaton, of one kind.

    Raises:
        LexludiError: Numba is asked for, and not installed.
    """
    return NumpyCode(automaton) if kind == "numpy" else ScalarCode(automaton, kind)


class CompiledSampler:
    """Rounds by generated code of one kind, each with a fresh stock.

    A bet that stays for the next round is counted when it is decided; here, by the rounds
    in which it is.

    Raises:
        NotCompiled: something for which no code is generated; more cases than `most`, among others.
    """

    def __init__(
        self, game: Game, strategy: Strategy, kind: str, placed: Collection[str] = (), most: int = MAX_WORKED_OUT
    ) -> None:
        self.chunk = _CHUNKS[kind]
        self.names = tuple(bets_of(game, placed))
        self.automaton = automaton_of(game, strategy, placed, most=most)
        _require_independent(self.automaton)
        self.code = code_of(self.automaton, kind)

    def sample(self, seed: SeedSequence, rounds: int) -> Tally:
        """Play so many rounds; the same seed gives the same counts, wherever it is played.

        Raises:
            LexludiError: a round came to where it cannot go on.
        """
        # One count for each arrival, and one for entries that there are not.
        *counts, nowhere = self.code.rounds(rounds, seed).tolist()
        assert not nowhere, "a combination that the automaton does not know"
        tally = Tally(rounds, {name: Counter() for name in self.names})
        for arrival, count in zip(self.automaton.arrivals, counts, strict=True):
            if not count:
                continue
            if arrival.problem is not None:
                raise arrival.problem
            # A round counts at each station where bets were settled before it, and at its end: each bet once.
            for settled in arrival.settled:
                if settled.result != KEPT:
                    per_unit = None if settled.net is None else settled.net / self.automaton.bets[settled.bet].stake
                    tally.bets[self.names[settled.bet]][
                        TalliedOutcome(settled.result, per_unit, settled.provisions)
                    ] += count
        return tally


def _require_independent(automaton: Automaton) -> None:
    """Refuse bets that stay as another bet, or with another stake: rounds would depend on those before.

    Raises:
        NotCompiled: one of the bets may.
    """
    for arrival in automaton.arrivals:
        for settled in arrival.settled:
            placed = automaton.bets[settled.bet]
            if settled.result == KEPT and (settled.kind, settled.stake) != (placed.bet, placed.stake):
                raise NotCompiled("moves_to")
