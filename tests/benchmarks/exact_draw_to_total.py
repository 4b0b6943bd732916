"""Exact odds of the invented game of drawing to twenty-one, by plain recursion over cards with fractions.

    python tests/benchmarks/exact_draw_to_total.py

Source: `tests/corpus/valid/draw-to-total`, articles 2 and 5 to 9. Prints the expectation
with a whole pack, which takes long; the tests work with smaller packs.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

ACE = 1
WHOLE = ((1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 4), (8, 4), (9, 4), (10, 16))

Cards = tuple[int, ...]  # values in any order, an ace as 1
Nets = dict[Fraction, Fraction]  # net gain -> probability


@dataclass(frozen=True)
class Odds:
    """The nets of the best play, and how many hands (with the dealer's card) ask for each choice at first."""

    nets: Nets
    first: dict[str, int]

    @property
    def expectation(self) -> Fraction:
        """The mean gain."""
        return mean(self.nets)


def total(cards: Cards) -> int:
    """The highest total that does not exceed 21, where an ace may count eleven; else the lowest."""
    hard = sum(cards)
    return hard + 10 if ACE in cards and hard + 10 <= 21 else hard


def mean(nets: Nets) -> Fraction:
    """The mean of some nets."""
    return sum((net * p for net, p in nets.items()), Fraction(0))


class Game:
    """The game with a stock of so many cards of each value."""

    def __init__(self, stock: tuple[tuple[int, int], ...]) -> None:
        self.stock = dict(stock)
        self.best = cache(self._best)

    def left(self, cards: Cards) -> dict[int, int]:
        """What is left of the stock when some cards are gone."""
        gone = Counter(cards)
        return {value: count - gone[value] for value, count in self.stock.items() if count > gone[value]}

    def dealer(self, hand: Cards, gone: Cards) -> dict[int, Fraction]:
        """The totals that the dealer comes to, 0 for bust."""
        reached = total(hand)
        if reached > 16:
            return {reached if reached <= 21 else 0: Fraction(1)}
        left = self.left(hand + gone)
        count, found = sum(left.values()), Counter[int]()
        for value, copies in left.items():
            for end, p in self.dealer((*hand, value), gone).items():
                found[end] += p * Fraction(copies, count)  # type: ignore[assignment]
        return dict(found)  # type: ignore[arg-type]

    def settled(self, cards: Cards, up: int, stake: int) -> Nets:
        """The nets once the player draws no more."""
        reached = total(cards)
        if reached > 21:
            return {Fraction(-stake): Fraction(1)}
        found: Nets = {}
        for end, p in self.dealer((up,), cards).items():
            net = Fraction(stake * ((reached > end) - (reached < end)))
            found[net] = found.get(net, Fraction(0)) + p
        return found

    def drawing(self, cards: Cards, up: int, then: str) -> Nets:
        """The nets of one more card, after which `then` says how it goes on."""
        left = self.left((*cards, up))
        count, found = sum(left.values()), dict[Fraction, Fraction]()
        for value, copies in left.items():
            after = tuple(sorted((*cards, value)))
            nets = self.settled(after, up, 2) if then == "double" else self.best(after, up, False)[1]
            for net, p in nets.items():
                found[net] = found.get(net, Fraction(0)) + p * Fraction(copies, count)
        return found

    def _best(self, cards: Cards, up: int, first: bool) -> tuple[str, Nets]:
        """The best choice with some cards, and its nets."""
        if total(cards) > 20:
            return "", self.settled(cards, up, 1)
        choices = {"draw": self.drawing(cards, up, "draw"), "stand": self.settled(cards, up, 1)}
        if first:
            choices["double"] = self.drawing(cards, up, "double")
        choice = max(choices, key=lambda name: mean(choices[name]))
        return choice, choices[choice]

    def odds(self) -> Odds:
        """The odds of a bet of one unit."""
        nets: Nets = {}
        firsts: Counter[str] = Counter()
        size = sum(self.stock.values())
        for a, b, up, ways in self._deals():
            choice, found = self.best(tuple(sorted((a, b))), up, True)
            firsts[choice] += ways
            for net, p in found.items():
                nets[net] = nets.get(net, Fraction(0)) + p * Fraction(ways, size * (size - 1) * (size - 2))
        return Odds(nets, dict(firsts))

    def _deals(self) -> list[tuple[int, int, int, int]]:
        found = []
        for a, copies in self.stock.items():
            for b, more in self.left((a,)).items():
                found.extend((a, b, up, copies * more * count) for up, count in self.left((a, b)).items())
        return found


if __name__ == "__main__":
    odds = Game(WHOLE).odds()
    print(odds.expectation, odds.first)
