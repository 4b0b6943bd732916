"""Rounds per second of generated code beside hand-written code, in one run: plain Python, NumPy, Numba.

    python tests/benchmarks/kernels.py [SECONDS]

Prints rates and ratios; asserts nothing. Each pair is measured in turns, so that what
else the machine does falls on both.
"""

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import numpy as np
from numpy.random import SeedSequence

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import baccarat_rounds, exact_q_poker, q_poker_rounds
from lexludi import load
from lexludi.play.game import Game
from lexludi.play.round_state import DecisionNode
from lexludi.simulate.automaton import Automaton
from lexludi.simulate.choosing import Sight, Strategy
from lexludi.simulate.sampler import automaton_of, code_of

# Plays some rounds and says how many.
Rounds = Callable[[], int]


def one_by_one(play: Callable[[], object], count: int = 2_000) -> Rounds:
    """Rounds that are played by a call each."""

    def rounds() -> int:
        for _ in range(count):
            play()
        return count

    return rounds


def compare(name: str, hand_written: Rounds, generated: Rounds, seconds: float) -> float:
    """Measure two ways in turns; print both rates and their ratio, the best of each."""
    best = [0.0, 0.0]
    hand_written(), generated()
    until = time.perf_counter() + 2 * seconds
    while time.perf_counter() < until:
        for place, play in enumerate((hand_written, generated)):
            start = time.perf_counter()
            best[place] = max(best[place], play() / (time.perf_counter() - start))
    ratio = best[1] / best[0]
    print(f"{name:<36}{best[0]:>14,.0f}{best[1]:>14,.0f}   {ratio:6.2f} x", flush=True)
    return ratio


def best_play(game: Game) -> Strategy:
    """The choice that the hand-written solution makes: which hands are played."""
    ranks, suits = "23456789TJQKA", "cdhs"
    codes = {f"{r}{s}".lower(): card for card in exact_q_poker.PACK for r, s in [(ranks[card[0] - 2], suits[card[1]])]}
    played = {frozenset(hand) for hand in exact_q_poker.solve().played}
    objects = game.questions.judge.hands.material.objects

    def choose(node: DecisionNode) -> str:
        cards = frozenset(codes[objects[thing].symbol.lower()] for thing in node.state.hand("box-1"))
        return "play" if cards in played else "surrender"

    return {"ante": Sight(choose, ("box-1",))}


def in_threads(play: Callable[[int], object], rounds: int, threads: int) -> Rounds:
    """Rounds in some threads at once."""
    pool = ThreadPoolExecutor(threads)
    return lambda: rounds * len(list(pool.map(play, range(threads))))


def measure(name: str, game: Game, strategy: Strategy, seconds: float) -> None:
    """All kinds of one game."""
    hand = baccarat_rounds if name == "baccarat" else q_poker_rounds
    automaton = automaton_of(game, strategy)
    python = code_of(automaton, "python")

    def many() -> int:
        python.rounds(20_000, SeedSequence(1))
        return 20_000

    compare(f"{name}, Python", one_by_one(hand.in_python(Random(1)), 20_000), many, seconds)
    _numpy(name, automaton, seconds)
    _numba(name, automaton, seconds)


def _numpy(name: str, automaton: Automaton, seconds: float) -> None:
    hand = baccarat_rounds if name == "baccarat" else q_poker_rounds
    size = 5_000 if name == "baccarat" else 1_000_000
    rng, code = np.random.default_rng(1), code_of(automaton, "numpy")

    def generated() -> int:
        code.rounds(1_000_000, SeedSequence(1))
        return 1_000_000

    compare(f"{name}, NumPy", lambda: hand.in_numpy(rng, size)[0], generated, seconds)


def _numba(name: str, automaton: Automaton, seconds: float) -> None:
    hand = baccarat_rounds if name == "baccarat" else q_poker_rounds
    size = 50_000 if name == "baccarat" else 4_000_000
    simulate, code = hand.in_numba(), code_of(automaton, "numba")
    rounds = simulate(1, size)[0]
    for threads in (1, 2):
        compare(
            f"{name}, Numba, {threads} thread{'s' * (threads > 1)}",
            in_threads(lambda seed: simulate(seed, size), rounds, threads),
            in_threads(lambda seed: code.rounds(rounds, SeedSequence(seed)), rounds, threads),
            seconds,
        )


def main() -> None:
    """Measure and print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print(f"{'rounds per second':<36}{'hand-written':>14}{'generated':>14}")
    baccarat, q_poker = load("mo/baccarat"), load("mo/q-poker")
    measure("baccarat", baccarat, {}, seconds)
    measure("q-poker", q_poker, best_play(q_poker), seconds)


if __name__ == "__main__":
    main()
