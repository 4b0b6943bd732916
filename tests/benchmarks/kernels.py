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

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import baccarat_rounds, exact_q_poker, q_poker_rounds
from lexludi import load
from lexludi.play.material import Material
from lexludi.rules.model import RuleSet
from lexludi.simulate.choosing import Choosing, Situation
from lexludi.simulate.compiled import plan_of, python_kernel
from lexludi.simulate.numba_source import NumbaKernel
from lexludi.simulate.numpy_kernel import NumpyKernel
from lexludi.simulate.plan import Plan

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


def best_play(material: Material) -> Choosing:
    """The choice that the hand-written solution makes: which hands are played."""
    ranks, suits = "23456789TJQKA", "cdhs"
    codes = {f"{r}{s}".lower(): card for card in exact_q_poker.PACK for r, s in [(ranks[card[0] - 2], suits[card[1]])]}
    played = {frozenset(hand) for hand in exact_q_poker.solve().played}

    def decide(situation: Situation) -> str:
        (hand,) = situation.hands.values()
        cards = frozenset(codes[material.objects[thing].symbol.lower()] for thing in hand)
        return "play" if cards in played else "surrender"

    return Choosing(decide=decide)


def in_threads(play: Callable[[int], object], rounds: int, threads: int) -> Rounds:
    """Rounds in some threads at once."""
    pool = ThreadPoolExecutor(threads)
    return lambda: rounds * len(list(pool.map(play, range(threads))))


def measure(game: str, rules: RuleSet, choosing: Choosing, seconds: float) -> None:
    """All kinds of one game."""
    hand = baccarat_rounds if game == "baccarat" else q_poker_rounds
    plan = plan_of(rules, choosing)
    python, traced = python_kernel(rules, choosing), python_kernel(rules, choosing, stake=100, traced=True)
    rng = Random(1)
    tracing = one_by_one(traced.tracing(Random(1)))
    compare(f"{game}, Python, both with trace", one_by_one(hand.in_python_traced(Random(1))), tracing, seconds)
    compare(f"{game}, Python, trace beside none", one_by_one(hand.in_python(Random(1))), tracing, seconds)

    def many() -> int:
        python.rounds(20_000, rng)
        return 20_000

    compare(f"{game}, Python", one_by_one(hand.in_python(Random(1)), 20_000), many, seconds)
    _numpy(game, plan, seconds)
    _numba(game, plan, seconds)


def _numpy(game: str, plan: Plan, seconds: float) -> None:
    hand = baccarat_rounds if game == "baccarat" else q_poker_rounds
    size = 5_000 if game == "baccarat" else 1_000_000
    rng, kernel = np.random.default_rng(1), NumpyKernel(plan)

    def generated() -> int:
        kernel.rounds(1_000_000, rng)
        return 1_000_000

    compare(f"{game}, NumPy", lambda: hand.in_numpy(rng, size)[0], generated, seconds)


def _numba(game: str, plan: Plan, seconds: float) -> None:
    hand = baccarat_rounds if game == "baccarat" else q_poker_rounds
    size = 50_000 if game == "baccarat" else 4_000_000
    simulate, kernel = hand.in_numba(), NumbaKernel(plan)
    rounds = simulate(1, size)[0]
    for threads in (1, 2):
        compare(
            f"{game}, Numba, {threads} thread{'s' * (threads > 1)}",
            in_threads(lambda seed: simulate(seed, size), rounds, threads),
            in_threads(lambda seed: kernel.rounds(rounds, seed), rounds, threads),
            seconds,
        )


def main() -> None:
    """Measure and print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print(f"{'rounds per second':<36}{'hand-written':>14}{'generated':>14}")
    baccarat, q_poker = load("mo/baccarat").program.rules, load("mo/q-poker").program.rules
    measure("baccarat", baccarat, Choosing(), seconds)
    measure("q-poker", q_poker, best_play(Material(q_poker)), seconds)


if __name__ == "__main__":
    main()
