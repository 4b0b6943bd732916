"""Baccarat simulated by hand: in plain Python, with and without a trace, in NumPy and in Numba.

Source: External Regulatory Despatch 55/2004, articles 2, 3, 5, 7, 9, 11 to 13, 17 and
18: eight packs, eight cards burned, the white card before the last twelve, no round
after the one in which it appears; ties cancel, 5 % of the banker's wins.

Each gives the rounds played and what a stake of one hundred gained on the five bets
(player, banker, tie, player pair, banker pair).
"""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

PACKS, BURNED, BEHIND = 8, 8, 12
CARDS = 52 * PACKS
VALUE = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)
NO_CARD = 10

Sums = tuple[int, tuple[int, ...]]


def draws(banker: int, third: int) -> bool:
    """Article 9 for the banker side, where nobody has 8 or 9; `NO_CARD` if the player side drew none."""
    if third == NO_CARD:
        return banker < 6
    return (
        banker < 3
        or (banker == 3 and third != 8)
        or (banker == 4 and 1 < third < 8)
        or (banker == 5 and 3 < third < 8)
        or (banker == 6 and 5 < third < 8)
    )


# ── Plain Python ────────────────────────────────────────────────────────────


def in_python(rng: Random) -> Callable[[], tuple[int, int, int, int, int]]:
    """A function that plays one round after another."""
    shoe: list[int] = []
    value, table = VALUE, [[draws(banker, third) for third in range(11)] for banker in range(10)]

    def play() -> tuple[int, int, int, int, int]:
        if len(shoe) <= BEHIND:
            shoe[:] = [rank for rank in range(13) for _ in range(4 * PACKS)]
            rng.shuffle(shoe)
            del shoe[-BURNED:]
        pop = shoe.pop
        p1, b1, p2, b2 = pop(), pop(), pop(), pop()
        player, banker = (value[p1] + value[p2]) % 10, (value[b1] + value[b2]) % 10
        if player < 8 and banker < 8:
            third = 10
            if player < 6:
                third = value[pop()]
                player = (player + third) % 10
            if table[banker][third]:
                banker = (banker + value[pop()]) % 10
        pairs = 1100 if p1 == p2 else -100, 1100 if b1 == b2 else -100
        if player > banker:
            return 100, -100, -100, *pairs
        if banker > player:
            return -100, 95, -100, *pairs
        return 0, 0, 800, *pairs

    return play


def in_python_traced(rng: Random) -> Callable[[], list[tuple[Any, ...]]]:
    """The same, noting for each step the provision and the values that it read."""
    shoe: list[int] = []
    value, table = VALUE, [[draws(banker, third) for third in range(11)] for banker in range(10)]

    def play() -> list[tuple[Any, ...]]:
        trace: list[tuple[Any, ...]] = []
        note = trace.append
        if len(shoe) <= BEHIND:
            shoe[:] = [rank for rank in range(13) for _ in range(4 * PACKS)]
            rng.shuffle(shoe)
            note(("2.1", "burn", shoe[-BURNED:]))
            del shoe[-BURNED:]
        pop = shoe.pop
        p1, b1, p2, b2 = pop(), pop(), pop(), pop()
        note(("7.1", "deal", p1, b1, p2, b2))
        player, banker = (value[p1] + value[p2]) % 10, (value[b1] + value[b2]) % 10
        first, other = player, banker
        third = 10
        if player > 7 or banker > 7:
            note(("9.2", "player stands", first, other))
            note(("9.4", "banker stands", other, first))
        else:
            if player < 6:
                card = pop()
                third = value[card]
                player = (player + third) % 10
                note(("9.1", "player draws", first, card))
            else:
                note(("9.2", "player stands", first, other))
            if table[banker][third]:
                card = pop()
                banker = (banker + value[card]) % 10
                note(("9.3", "banker draws", other, third, card))
            else:
                note(("9.4", "banker stands", other, third))
        if player > banker:
            note(("17.1", "player", 100, player, banker))
            note(("11", "banker", -100, player, banker))
            note(("17.2", "tie", -100, player, banker))
        elif banker > player:
            note(("11", "player", -100, player, banker))
            note(("18", "banker", 95, player, banker))
            note(("17.2", "tie", -100, player, banker))
        else:
            note(("12.1", "player", 0, player, banker))
            note(("12.1", "banker", 0, player, banker))
            note(("17.2", "tie", 800, player, banker))
        note(("17.3", "player pair", 1100 if p1 == p2 else -100, p1, p2))
        note(("17.3", "banker pair", 1100 if b1 == b2 else -100, b1, b2))
        return trace

    return play


# ── NumPy: a lane for each shoe ─────────────────────────────────────────────

_RANKS = np.repeat(np.arange(13, dtype=np.uint8), 4 * PACKS)
_VALUE = np.array(VALUE, np.uint8)
_MOD = (np.arange(28) % 10).astype(np.uint8)
# By total of the banker, value of the player's third card: whether the banker draws.
_DRAWS = np.array([[draws(banker, third) for third in range(11)] for banker in range(10)], np.uint8)


def in_numpy(rng: np.random.Generator, shoes: int) -> Sums:
    """Whole shoes, all at once."""
    shuffled = np.tile(_RANKS, (shoes, 1))
    rng.permuted(shuffled, axis=1, out=shuffled)
    flat, values = shuffled.ravel(), _VALUE[shuffled].ravel()
    start = np.arange(shoes, dtype=np.int32) * CARDS
    at, end = start + BURNED, start + CARDS - BEHIND
    rounds = 0
    counts = np.zeros(5, np.int64)  # player wins, banker wins, ties, pairs of each side
    while at.size:
        p1, b1, p2, b2 = (flat.take(at + i) for i in range(4))
        player = _MOD.take(_VALUE.take(p1) + _VALUE.take(p2))
        banker = _MOD.take(_VALUE.take(b1) + _VALUE.take(b2))
        open_ = (player < 8) & (banker < 8)
        drawn = open_ & (player < 6)
        next_ = at + 4
        third = np.where(drawn, values.take(next_), NO_CARD)
        next_ += drawn
        again = open_ & _DRAWS.take(banker.astype(np.int16) * 11 + third).view(bool)
        player = _MOD.take(player + third * drawn)
        banker = _MOD.take(banker + values.take(next_, mode="clip") * again)
        at = next_ + again
        rounds += player.size
        won, tied = np.count_nonzero(player > banker), np.count_nonzero(player == banker)
        counts += (won, player.size - won - tied, tied, np.count_nonzero(p1 == p2), np.count_nonzero(b1 == b2))
        going = at < end
        at, end = at[going], end[going]
    return rounds, _nets(rounds, *map(int, counts))


def _nets(rounds: int, player: int, banker: int, tie: int, player_pairs: int, banker_pairs: int) -> tuple[int, ...]:
    return (
        100 * (player - banker),
        95 * banker - 100 * player,
        800 * tie - 100 * (rounds - tie),
        1200 * player_pairs - 100 * rounds,
        1200 * banker_pairs - 100 * rounds,
    )


# ── Numba ───────────────────────────────────────────────────────────────────


def in_numba() -> Callable[[int, int], Sums]:
    """A compiled function of a seed and a number of shoes; it holds no lock of the interpreter."""
    from numba import njit

    value = _VALUE.astype(np.int64)
    table = _DRAWS.astype(np.bool_)
    pack = _RANKS

    @njit(nogil=True, cache=False)
    def shoes_from(seed: np.uint64, shoes: int, counts: np.ndarray) -> int:
        state = np.uint64(seed)
        rounds = 0
        shoe = pack.copy()
        for _ in range(shoes):
            # Each card is drawn from all that have not been seen. Those burned are never seen, so they may
            # as well be the last; a card put into place and not used is put into place again.
            used = 0
            while used < CARDS - BURNED - BEHIND:
                for i in range(used, used + 6):
                    # A splitmix64 step, and a multiplication in the place of a division.
                    state += np.uint64(0x9E3779B97F4A7C15)
                    z = state
                    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
                    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
                    z ^= z >> np.uint64(31)
                    j = i + np.int64(((z >> np.uint64(32)) * np.uint64(CARDS - i)) >> np.uint64(32))
                    shoe[i], shoe[j] = shoe[j], shoe[i]
                p1, b1, p2, b2 = shoe[used], shoe[used + 1], shoe[used + 2], shoe[used + 3]
                used += 4
                player, banker = (value[p1] + value[p2]) % 10, (value[b1] + value[b2]) % 10
                if player < 8 and banker < 8:
                    third = NO_CARD
                    if player < 6:
                        third = value[shoe[used]]
                        used += 1
                        player = (player + third) % 10
                    if table[banker, third]:
                        banker = (banker + value[shoe[used]]) % 10
                        used += 1
                rounds += 1
                counts[0] += player > banker
                counts[1] += banker > player
                counts[2] += player == banker
                counts[3] += p1 == p2
                counts[4] += b1 == b2
        return rounds

    def simulate(seed: int, shoes: int) -> Sums:
        counts = np.zeros(5, np.int64)
        rounds = int(shoes_from(np.uint64(seed), shoes, counts))
        return rounds, _nets(rounds, *map(int, counts))

    return simulate
