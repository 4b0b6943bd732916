"""Q Poker simulated by hand: in plain Python, with and without a trace, in NumPy and in Numba.

Source: External Regulatory Despatch 89/2004, articles 4 and 8 to 10, read as on the
shelf. All 22,100 hands are ranked once; a round is then two of them that share no card.
The player plays every hand that is worth it on average, given which it is.

Each gives the rounds played and what was gained on the two bets, in halves of the
stake (ante, pair plus).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np

from benchmarks.exact_q_poker import CATEGORIES, PACK, PAIR_PLUS, PLAYED, QUEEN, Readings, hands, solve, strength

HANDS = 22_100

Sums = tuple[int, tuple[int, int]]


@dataclass(frozen=True)
class Table:
    """The hands of one pack: cards as bits, place in the order, and what they can win, in halves."""

    masks: np.ndarray
    strengths: np.ndarray
    wins: np.ndarray
    plus: np.ndarray
    played: np.ndarray
    qualified: int


@cache
def table() -> Table:
    """The table of all hands, from low to high."""
    found = sorted((strength(hand, Readings()) or (), hand) for hand in hands(1))
    bits = {card: 1 << i for i, card in enumerate(PACK)}
    masks = np.array([sum(bits[card] for card in hand) for _, hand in found], np.uint64)
    places = {rank: i for i, rank in enumerate(dict.fromkeys(rank for rank, _ in found))}
    categories = [CATEGORIES[rank[0]] for rank, _ in found]
    played = set(solve().played)
    return Table(
        masks,
        np.array([places[rank] for rank, _ in found], np.int16),
        np.array([2 * PLAYED.get(category, 1) for category in categories]).astype(np.int8),
        np.array([2 * PAIR_PLUS[category] for category in categories], np.int8),
        np.array([hand in played for _, hand in found]),
        next(place for rank, place in places.items() if rank >= (0, QUEEN)),
    )


# ── Plain Python ────────────────────────────────────────────────────────────


def in_python(rng: Random) -> Callable[[], tuple[int, int]]:
    """A function that plays one round after another."""
    all_ = table()
    rows = list(
        zip(*(c.tolist() for c in (all_.masks, all_.strengths, all_.wins, all_.plus, all_.played)), strict=True)
    )
    dealers = list(zip(all_.masks.tolist(), all_.strengths.tolist(), strict=True))
    qualified, random = all_.qualified, rng.random

    def play() -> tuple[int, int]:
        mask, player, wins, plus, plays = rows[int(random() * HANDS)]
        if not plays:
            return -1, plus
        other, dealer = dealers[int(random() * HANDS)]
        while mask & other:
            other, dealer = dealers[int(random() * HANDS)]
        if dealer < qualified:
            return 1, plus
        return (wins if player > dealer else -2), plus

    return play


def in_python_traced(rng: Random) -> Callable[[], list[tuple[Any, ...]]]:
    """The same, noting for each step the provision and the values that it read."""
    all_ = table()
    rows = list(
        zip(*(c.tolist() for c in (all_.masks, all_.strengths, all_.wins, all_.plus, all_.played)), strict=True)
    )
    qualified, random = all_.qualified, rng.random

    def play() -> list[tuple[Any, ...]]:
        trace: list[tuple[Any, ...]] = []
        note = trace.append
        mask, player, wins, plus, plays = rows[int(random() * HANDS)]
        other, dealer, *_ = rows[int(random() * HANDS)]
        while mask & other:
            other, dealer, *_ = rows[int(random() * HANDS)]
        note(("7.1", "deal", mask, other))
        note(("9.1", "reveal", mask, player))
        note(("9.1" if plus < 0 else "10", "pair plus", plus, player))
        if not plays:
            note(("9.3", "surrender", -1, player))
            return trace
        note(("9.2", "play", player))
        note(("9.3", "reveal", other, dealer))
        if dealer < qualified:
            note(("9.5", "ante", 1, dealer))
        elif player > dealer:
            note(("9.7", "ante", wins, player, dealer))
        else:
            note(("9.6", "ante", -2, player, dealer))
        return trace

    return play


# ── NumPy ───────────────────────────────────────────────────────────────────


def in_numpy(rng: np.random.Generator, rounds: int) -> Sums:
    """About as many rounds, all at once: pairs of hands that share a card are left out."""
    all_ = table()
    player = rng.integers(HANDS, size=rounds, dtype=np.uint16)
    dealer = rng.integers(HANDS, size=rounds, dtype=np.uint16)
    apart = (all_.masks.take(player) & all_.masks.take(dealer)) == 0
    player, dealer = player[apart], dealer[apart]
    mine, other = all_.strengths.take(player), all_.strengths.take(dealer)
    net = np.where(mine > other, all_.wins.take(player), np.int8(-2))
    net[other < all_.qualified] = 1
    net[~all_.played.take(player)] = -1
    return player.size, (int(net.sum(dtype=np.int64)), int(all_.plus.take(player).sum(dtype=np.int64)))


# ── Numba ───────────────────────────────────────────────────────────────────


def in_numba() -> Callable[[int, int], Sums]:
    """A compiled function of a seed and a number of rounds; it holds no lock of the interpreter."""
    from numba import njit

    all_ = table()
    masks, strengths, wins, plus = all_.masks, all_.strengths, all_.wins, all_.plus
    played, qualified = all_.played, all_.qualified

    @njit(nogil=True)
    def rounds_from(seed: np.uint64, rounds: int, sums: np.ndarray) -> None:
        state = np.uint64(seed)
        done = 0
        while done < rounds:
            state += np.uint64(0x9E3779B97F4A7C15)
            z = state
            z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            z ^= z >> np.uint64(31)
            player = ((z >> np.uint64(32)) * np.uint64(HANDS)) >> np.uint64(32)
            dealer = ((z & np.uint64(0xFFFFFFFF)) * np.uint64(HANDS)) >> np.uint64(32)
            if masks[player] & masks[dealer]:
                continue
            done += 1
            sums[1] += plus[player]
            if not played[player]:
                sums[0] -= 1
            elif strengths[dealer] < qualified:
                sums[0] += 1
            elif strengths[player] > strengths[dealer]:
                sums[0] += wins[player]
            else:
                sums[0] -= 2

    def simulate(seed: int, rounds: int) -> Sums:
        sums = np.zeros(2, np.int64)
        rounds_from(np.uint64(seed), rounds, sums)
        return rounds, (int(sums[0]), int(sums[1]))

    return simulate
