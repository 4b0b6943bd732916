"""Exact odds of baccarat by hand: ordered deals counted by the values of the cards.

Source: External Regulatory Despatch 55/2004, articles 5 to 18, with the commission of
article 18 and its alternative of 2005 (none, but half when the banker side wins with
six), and the bet of 2018 on that six. Every round is dealt from the whole stock.

Ways are ordered six-card deals: a round that needs fewer cards stands for all of its
continuations, so that the ways of all outcomes add up to the same number.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm

NATURAL = 8


@dataclass(frozen=True)
class Odds:
    """What a bet can gain per unit staked, in how many ways of how many."""

    ways: dict[Fraction, int]
    deals: int

    @property
    def expectation(self) -> Fraction:
        """The mean gain as a fraction of the stake."""
        return sum((net * ways for net, ways in self.ways.items()), Fraction(0)) / self.deals

    @property
    def variance(self) -> Fraction:
        """The variance of the gain."""
        squares = sum((net * net * ways for net, ways in self.ways.items()), Fraction(0)) / self.deals
        return squares - self.expectation**2


def banker_draws(banker: int, third: int | None) -> bool:
    """Whether the banker side draws on two cards, given the value of the player's third card, if any (article 9)."""
    if third is None:
        return banker <= 5
    return (
        banker <= 2
        or (banker == 3 and third != 8)
        or (banker == 4 and 2 <= third <= 7)
        or (banker == 5 and 4 <= third <= 7)
        or (banker == 6 and 6 <= third <= 7)
    )


@cache
def deals(packs: int) -> dict[tuple[int, int, int], int]:
    """The ways of each end of a round: (total of the player, of the banker, number of the banker's cards)."""
    size = 52 * packs
    left = [16 * packs] + [4 * packs] * 9
    found: Counter[tuple[int, int, int]] = Counter()

    def take(value: int) -> int:
        left[value] -= 1
        return left[value] + 1

    def banker(ways: int, banker_points: int, other: int, cards: int, third: int | None) -> None:
        if not banker_draws(banker_points, third):
            found[other, banker_points, 2] += ways * perm(size - cards, 6 - cards)
            return
        for value in range(10):
            found[other, (banker_points + value) % 10, 3] += ways * left[value] * perm(size - cards - 1, 5 - cards)

    def round_from(ways: int, player: int, banker_points: int) -> None:
        if player >= NATURAL or banker_points >= NATURAL:
            found[player, banker_points, 2] += ways * perm(size - 4, 2)
        elif player >= 6:
            banker(ways, banker_points, player, 4, None)
        else:
            for third in range(10):
                count = take(third)
                banker(ways * count, banker_points, (player + third) % 10, 5, third)
                left[third] += 1

    # The two cards of a side in either order are the same hand: half the pairs, twice the ways.
    hands = [(a, b, 1 if a == b else 2) for a in range(10) for b in range(a, 10)]
    for a, b, orders in hands:
        first = orders * take(a) * take(b)
        for c, d, again in hands:
            round_from(first * again * take(c) * take(d), (a + b) % 10, (c + d) % 10)
            left[c] += 1
            left[d] += 1
        left[a] += 1
        left[b] += 1
    return dict(found)


def odds(packs: int = 8, *, commission: str = "five-percent", ties: str = "cancel") -> dict[str, Odds]:
    """The odds of each bet, the bet of 2018 included.

    `commission` is `five-percent` or `half-on-six`. `ties` says what a tie does to
    bets on a side: `cancel` returns them; `keep` leaves them for the next round, so
    that in the end they win or lose.
    """
    total = perm(52 * packs, 6)
    player: Counter[Fraction] = Counter()
    banker: Counter[Fraction] = Counter()
    tie: Counter[Fraction] = Counter()
    six: Counter[Fraction] = Counter()
    for (player_points, other, cards), ways in deals(packs).items():
        player[Fraction((player_points > other) - (player_points < other))] += ways
        banker[_banker_net(player_points, other, commission)] += ways
        tie[Fraction(8 if player_points == other else -1)] += ways
        six[Fraction((12 if cards == 2 else 20) if other == 6 > player_points else -1)] += ways
    if ties == "keep":
        del player[Fraction(0)], banker[Fraction(0)]
    pair = 52 * packs * (4 * packs - 1) * perm(52 * packs - 2, 4)
    pairs = {Fraction(11): pair, Fraction(-1): total - pair}
    found = {"player": player, "banker": banker, "tie": tie, "lucky-six": six}
    found |= {"player-pair": Counter(pairs), "banker-pair": Counter(pairs)}
    return {bet: Odds(dict(ways), sum(ways.values())) for bet, ways in found.items()}


def _banker_net(player: int, banker: int, commission: str) -> Fraction:
    if banker == player:
        return Fraction(0)
    if banker < player:
        return Fraction(-1)
    if commission == "five-percent":
        return Fraction(95, 100)
    return Fraction(1, 2) if banker == 6 else Fraction(1)
