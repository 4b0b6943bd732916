"""Rounds counted by generated code: what simulation takes in the place of the interpreter, where it can."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

import numpy as np
from numpy.random import SeedSequence

from lexludi.exact.plays import BestPlays
from lexludi.rules.model import RuleSet
from lexludi.simulate.book import Stand
from lexludi.simulate.choosing import OPTIMAL, Choosing, Situation
from lexludi.simulate.compiled import KINDS, plan_of
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.plan import Plan
from lexludi.simulate.tally import Outcome, Tally

# For each settlement, how often each answer of its question came.
Counts = list[list[int]]

_CHUNKS = {"python": 100_000, "numpy": 1_000_000, "numba": 5_000_000}


class CompiledSampler:
    """Rounds by generated code of one kind, each with a fresh stock.

    One bettor stakes one unit on every bet there is, on each item that it can name;
    `strategy` has a choice for each bet on which somebody decides. A bet that stays
    for the next round is counted when it is decided; here, by the rounds in which it is.

    Raises:
        NotCompiled: something for which no code is generated.
        NotAnalysed: the best choices are asked for, and the exact analysis does not cover them.
    """

    def __init__(self, rules: RuleSet, strategy: Mapping[str, str], kind: str) -> None:
        assert kind in KINDS, kind
        self.plan = plan_of(rules, _choosing(rules, strategy))
        _require_independent(rules, self.plan)
        self.chunk = _CHUNKS[kind]
        self._play = _player(self.plan, kind)

    def sample(self, seed: SeedSequence, rounds: int) -> Tally:
        """Play so many rounds; the same seed gives the same counts, wherever it is played."""
        tally = Tally(rounds)
        for step, counts in zip(self.plan.settlements, self._play(seed, rounds), strict=True):
            for index, count in enumerate(counts):
                if count:
                    for bet, ended in zip(step.bets, step.outcomes(index), strict=True):
                        own = tally.bets.setdefault(name_of(self.plan.bets[bet]), Counter())
                        if not ended.is_kept:
                            own[Outcome(ended.result, ended.net, ended.provisions)] += count
        return tally


def _choosing(rules: RuleSet, strategy: Mapping[str, str]) -> Choosing:
    """What is chosen: always the same on a bet, at random, or the best by the exact analysis."""
    best = {bet: BestPlays(rules, bet) for bet, choice in strategy.items() if choice == OPTIMAL}
    if not best:
        return Choosing(by_bet=dict(strategy))

    def decide(asked: Situation) -> str | tuple[str, ...]:
        if asked.bet in best:
            allowed = set(asked.alternatives)
            return best[asked.bet].best_by(asked.provision, asked.bet, asked.hands, lambda choice: choice in allowed)
        return Choosing(by_bet=dict(strategy)).choose(asked)

    return Choosing(decide=decide)


def name_of(stand: Stand) -> str:
    """A bet by its kind and the item that it names."""
    return f"{stand.bet}/{stand.naming}" if stand.naming else stand.bet


def _require_independent(rules: RuleSet, plan: Plan) -> None:
    """A bet that stays as another bet, or with another stake, makes rounds depend on those before."""
    if any(effect.op == "reduces" for upon in rules.upons for effect in upon.effects) and plan.books > 1:
        raise NotCompiled("reduces")
    for step in plan.settlements:
        for index in range(len(step.query.answers)):
            for bet, ended in zip(step.bets, step.outcomes(index), strict=True):
                if ended.is_kept and (ended.bet != plan.bets[bet].bet or ended.stake != 1):
                    raise NotCompiled("moves_to")


def _player(plan: Plan, kind: str) -> Callable[[SeedSequence, int], Counts]:
    """A function that plays rounds from a seed."""
    match kind:
        case "python":
            from lexludi.simulate.python_source import PythonKernel

            python = PythonKernel(plan)
            return lambda seed, rounds: python.rounds(rounds, Random(_number(seed)))
        case "numpy":
            from lexludi.simulate.numpy_kernel import NumpyKernel

            arrays = NumpyKernel(plan)
            return lambda seed, rounds: arrays.rounds(rounds, np.random.Generator(np.random.PCG64(seed)))
        case _:
            from lexludi.simulate.numba_source import NumbaKernel

            machine = NumbaKernel(plan)
            return lambda seed, rounds: machine.rounds(rounds, _number(seed))


def _number(seed: SeedSequence) -> int:
    return int(seed.generate_state(1, np.uint64)[0])
