"""Every benchmark beside hand-written code for the same game, in one run.

    PYTHONPATH=tests python -m benchmarks [SECONDS]

Prints rates and ratios; asserts nothing. A ratio above one is faster than by hand.
What the engine has no code for yet stands without a ratio.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from benchmarks import baccarat_rounds, brute_force, exact_baccarat, q_poker_rounds
from benchmarks.rounds import interpreted_baccarat, interpreted_q_poker, rate
from lexludi import load
from lexludi.exact.odds import odds

# Shoes of baccarat and rounds of Q Poker at a time: in NumPy, and in Numba.
AT_ONCE = {baccarat_rounds: (20_000, 100_000), q_poker_rounds: (200_000, 20_000_000)}


def shortest(do: Callable[[], object], times: int = 5) -> float:
    """The shortest of some times, in seconds."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        do()
        best = min(best, time.perf_counter() - start)
    return best


def row(name: str, value: float, unit: str, ratio: float | None = None) -> None:
    """One line of the table."""
    shown = f"{value:>15,.0f}" if unit == "rounds/s" else f"{value:>15.4f}"
    print(f"{name:<52}{shown} {unit:<9}" + (f"{ratio:8.3f} x by hand" if ratio is not None else ""))


def in_python(seconds: float) -> None:
    """Plain Python by hand, and the traced interpreter."""
    played = (
        ("baccarat", baccarat_rounds, interpreted_baccarat, load("mo/baccarat@2004-05-18")),
        ("Q Poker", q_poker_rounds, interpreted_q_poker, load("mo/q-poker")),
    )
    for name, by_hand, interpreted, game in played:
        plain = rate(by_hand.in_python(Random(1)), seconds)
        traced = rate(by_hand.in_python_traced(Random(1)), seconds)
        engine = rate(interpreted(game, Random(1)), seconds)
        row(f"{name}, Python by hand, no trace", plain, "rounds/s")
        row(f"{name}, Python by hand, with a trace", traced, "rounds/s")
        row(f"{name}, traced interpreter", engine, "rounds/s", engine / traced)


def in_arrays(name: str, by_hand: Any, seconds: float) -> None:
    """NumPy and Numba by hand, the latter in one thread and in two."""
    lanes, many = AT_ONCE[by_hand]
    rng, play = np.random.default_rng(1), by_hand.in_numba()
    row(f"{name}, NumPy by hand", repeated(lambda: by_hand.in_numpy(rng, lanes), seconds), "rounds/s")
    row(f"{name}, Numba by hand, one thread", repeated(lambda: play(1, many), seconds), "rounds/s")
    with ThreadPoolExecutor(2) as threads:
        of_two = repeated(lambda: together(list(threads.map(play, (1, 2), (many, many)))), seconds)
    row(f"{name}, Numba by hand, two threads", of_two, "rounds/s")


def together(found: list[tuple[int, tuple[int, ...]]]) -> tuple[int, tuple[int, ...]]:
    """The sums of several runs."""
    return sum(rounds for rounds, _ in found), ()


def repeated(play: Callable[[], tuple[int, tuple[int, ...]]], seconds: float) -> float:
    """Rounds per second of a function that plays many at a time; the best of three."""
    best = 0.0
    for _ in range(4):
        rounds, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            rounds += play()[0]
        best = max(best, rounds / (time.perf_counter() - start))
    return best


def exactly() -> None:
    """Exact odds: against a brute force in C, and against plain Python."""
    rules = load("mo/q-poker").decided
    engine = shortest(lambda: odds(rules))
    if brute_force.compiler() is None:
        row("Q Poker, exact odds", engine, "s")
    else:
        with tempfile.TemporaryDirectory() as folder:
            for flags, given in brute_force.FLAGS.items():
                program = brute_force.compile_to(Path(folder) / "q-poker", given)
                by_hand = brute_force.seconds(program)
                row(f"Q Poker, all deals, C by hand ({flags})", by_hand, "s")
                row("Q Poker, exact odds", engine, "s", by_hand / engine)
    exact_baccarat.deals.cache_clear()
    start = time.perf_counter()
    exact_baccarat.odds(8)
    by_hand = time.perf_counter() - start
    rules = load("mo/baccarat@2004-05-18").decided
    engine = shortest(lambda: odds(rules))
    row("baccarat, all bets, Python by hand", by_hand, "s")
    row("baccarat, exact odds", engine, "s", by_hand / engine)


def main() -> None:
    """Measure and print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    in_python(seconds)
    in_arrays("baccarat", baccarat_rounds, seconds)
    in_arrays("Q Poker", q_poker_rounds, seconds)
    exactly()


if __name__ == "__main__":
    main()
