"""Exact odds of Q Poker by hand: every hand of the player against every hand that the dealer can have then.

Source: External Regulatory Despatch 89/2004, articles 4 and 8 to 10. The hands are
sorted once; how many of the dealer's are below, equal or above is then a matter of
counting, less those that need a card which the player holds. With several packs a
hand of equal cards counts as often as it can be taken from them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

RANKS, SUITS = "23456789TJQKA", "dchs"  # from low to high (article 4)
CATEGORIES = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")
PLAYED = {"straight-flush": Fraction(3), "three-of-a-kind": Fraction(2), "straight": Fraction(3, 2)}
PAIR_PLUS = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 4, "pair": 1, "high-card": -1}
LOWEST_RUN = [0, 1, 12]
QUEEN = RANKS.index("Q")

Card = tuple[int, int]  # rank and suit, higher is better
Hand = tuple[Card, ...]
Strength = tuple[int, ...]

PACK: tuple[Card, ...] = tuple((rank, suit) for rank in range(13) for suit in range(4))


@dataclass(frozen=True)
class Readings:
    """How the doubtful provisions are read; the defaults are those of the regulation on the shelf."""

    packs: int = 1
    run_order: str = "listed"  # or highest-card
    low_run_suit: str = "suit-of-three"  # or suit-of-ace
    straight_suits: str = "not-all-same"  # or all-different
    not_qualified: str = "win-half"  # or keep-half
    equal_hands: str = "unresolved"  # or push, dealer-wins, player-wins


@dataclass(frozen=True)
class Result:
    """Counts of deals. A net of `None` is a case that no provision settles."""

    deals: int
    ante: dict[tuple[str, Fraction | None], int]  # (how it ended, net) -> deals, with the best decision
    pair_plus: dict[tuple[str, int | None], int]
    played: tuple[Hand, ...]  # from low to high
    surrendered: tuple[Hand, ...]

    @property
    def expectation(self) -> dict[str, Fraction]:
        """The mean gain of each bet as a fraction of the stake, where everything is settled."""
        found: dict[str, Fraction] = {}
        for bet, counts in (("ante", self.ante), ("pair-plus", self.pair_plus)):
            if None not in {net for _, net in counts}:
                found[bet] = sum((net * n for (_, net), n in counts.items()), Fraction(0)) / self.deals  # type: ignore[operator]
        return found


def strength(hand: Hand, readings: Readings) -> Strength | None:
    """The category of a hand and what decides between hands of it; nothing if it has no category."""
    cards = sorted(hand, reverse=True)
    ranks = [rank for rank, _ in cards]
    suits = {suit for _, suit in cards}
    top, middle, low = ranks
    lowest_run = sorted(ranks) == LOWEST_RUN
    is_run = lowest_run or (top - middle == 1 == middle - low)
    run = -1 if lowest_run and readings.run_order == "listed" else top
    if is_run and len(suits) == 1:
        # How runs stand to each other is doubtful for straights alone: of straight flushes article 4(3) tells.
        return (5, -1 if lowest_run else top, cards[0][1])
    if top == low:
        return (4, top)
    # By article 8(6) three odd cards are those that form no other category: a run that is none is one of them.
    if is_run and (readings.straight_suits != "all-different" or len(suits) == 3):
        by_three = lowest_run and readings.run_order == "listed" and readings.low_run_suit == "suit-of-three"
        return (3, run, cards[1][1] if by_three else cards[0][1])
    if len(suits) == 1:
        return (2, *ranks, cards[0][1])
    if middle in (top, low):
        odd = cards[2] if top == middle else cards[0]
        return (1, middle, *odd)
    return (0, *ranks, cards[0][1])


def name(cards: Iterable[Card]) -> str:
    """Cards as `Qs 6h 4d`, highest first."""
    return " ".join(RANKS[rank] + SUITS[suit] for rank, suit in sorted(cards, reverse=True))


@cache
def hands(packs: int) -> list[Hand]:
    """Every hand as a set of cards, equal ones told apart by nothing."""
    found = combinations_with_replacement(PACK, 3)
    return [hand for hand in found if max(Counter(hand).values()) <= packs]


@cache
def solve(readings: Readings = Readings()) -> Result:
    """Both bets against every deal, each hand played or surrendered, whichever gains more; a tie is played."""
    table = _Table(readings)
    ante: Counter[tuple[str, Fraction | None]] = Counter()
    plus: Counter[tuple[str, int | None]] = Counter()
    played: list[int] = []
    surrendered: list[int] = []
    for place in range(len(table.hands)):
        outcomes = table.against(place)
        weight, all_deals = table.weights[place], sum(outcomes.values())
        gain = sum((net * count for (_, net), count in outcomes.items() if net is not None), Fraction(0))
        if gain < Fraction(-1, 2) * all_deals:
            surrendered.append(place)
            outcomes = {("surrender", Fraction(-1, 2)): all_deals}
        else:
            played.append(place)
        for outcome, count in outcomes.items():
            ante[outcome] += weight * count
        category = table.category(place)
        plus[category, PAIR_PLUS.get(category)] += weight * all_deals
    return Result(
        sum(ante.values()),
        dict(ante),
        dict(plus),
        tuple(table.hands[place] for place in played),
        tuple(table.hands[place] for place in surrendered),
    )


class _Table:
    """All hands from low to high, those without a category before them, and what stands against each."""

    def __init__(self, readings: Readings) -> None:
        packs = readings.packs
        self.readings = readings
        found = [(strength(hand, readings) or (-1,), hand) for hand in hands(packs)]
        found.sort()
        self.hands = [hand for _, hand in found]
        self.strengths = [worth for worth, _ in found]
        self.weights = [_ways(Counter(hand), packs) for hand in self.hands]
        numbers = _places(self.strengths)
        self.first, after = (np.searchsorted(numbers, numbers, side=side) for side in ("left", "right"))
        self.qualified = next(i for i, worth in enumerate(self.strengths) if worth >= (0, QUEEN))
        # Of the dealer's hands: those that are lower, lower or equal, there at all, and not qualified.
        below = np.concatenate([[0], np.cumsum(self.weights)])
        every = np.full(len(numbers), len(numbers))
        bounds = (self.first, after, every, np.full(len(numbers), self.qualified))
        fewer = _fewer(self.hands, self.weights, packs, bounds)
        counts = np.array([below[bound] - touched for bound, touched in zip(bounds, fewer, strict=True)])
        self.counts: list[list[int]] = counts.T.tolist()

    def category(self, place: int) -> str:
        category = self.strengths[place][0]
        return CATEGORIES[category] if category >= 0 else ""

    def against(self, place: int) -> dict[tuple[str, Fraction | None], int]:
        """What playing a hand comes to: (how it ends, net) -> hands of the dealer."""
        lower, equal, everything, unqualified = self._counts(place)
        category = self.category(place)
        half = Fraction(1, 2) if self.readings.not_qualified == "win-half" else Fraction(-1, 2)
        won = PLAYED.get(category, Fraction(1))
        found: Counter[tuple[str, Fraction | None]] = Counter()
        found["not-qualified", half] += unqualified
        if not category:  # nothing says how it compares
            found["unsettled", None] += everything - unqualified
        else:
            found["lower", won] += max(lower - unqualified, 0)
            found[_equal(self.readings, won)] += equal if self.first[place] >= self.qualified else 0
            below = max(lower + equal, unqualified)
            found["higher", Fraction(-1)] += everything - below
        return {outcome: count for outcome, count in found.items() if count}

    def _counts(self, place: int) -> tuple[int, int, int, int]:
        """How many hands of the dealer are lower, equal, there at all, and not qualified."""
        lower, up_to, everything, unqualified = self.counts[place]
        return lower, up_to - lower, everything, unqualified


def _fewer(hands: list[Hand], weights: list[int], packs: int, bounds: Iterable[np.ndarray]) -> Iterator[np.ndarray]:
    """For each hand, in how many ways the hands before its bound can be had with any of the very cards that it holds.

    By inclusion and exclusion: those with the first card, the second, the third, less those with two, and those with
    all. Of the ways of a hand a card of it is one given copy in one of so many as there are packs.
    """
    cards = np.sort([[rank * 4 + suit for rank, suit in hand] for hand in hands], axis=1)
    weight, place = np.array(weights), np.arange(len(hands))
    copies = packs * packs * max(packs - 1, 1)  # all below is counted so many times, for the sake of whole numbers
    pairs = [cards[:, [i, j]] @ [52, 1] for i, j in combinations(range(3), 2)]
    alike = [cards[:, i] == cards[:, j] for i, j in combinations(range(3), 2)]
    apart = copies // packs**2
    # Two given copies of one card are one of the pairs of them.
    of_pairs = [weight * np.where(same, 2 * copies // (packs * max(packs - 1, 1)), apart) for same in alike]
    with_one = _before(list(cards.T), 3 * [weight * (copies // packs)])
    with_two = _before(pairs, of_pairs)
    for bound in bounds:
        one = sum(with_one(card, bound) for card in cards.T)
        two = sum(with_two(pair, bound) for pair in pairs)
        yield (one - two) // copies + (place < bound)


def _before(codes: list[np.ndarray], weights: list[np.ndarray]) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """For codes of which each hand has several, the sum of the weights of one code in the hands before a bound."""
    length = len(codes[0])
    keys = np.concatenate([code * length + np.arange(length) for code in codes])
    order = np.argsort(keys, kind="stable")
    keys, summed = keys[order], np.concatenate([[0], np.cumsum(np.concatenate(weights)[order])])

    def before(code: np.ndarray, bound: np.ndarray) -> np.ndarray:
        start, end = (np.searchsorted(keys, code * length + place) for place in (0, bound))
        return summed[end] - summed[start]

    return before


def _equal(readings: Readings, won: Fraction) -> tuple[str, Fraction | None]:
    match readings.equal_hands:
        case "push":
            return "equal", Fraction(0)
        case "dealer-wins":
            return "equal", Fraction(-1)
        case "player-wins":
            return "equal", won
        case _:
            return "unsettled", None


def _ways(held: Counter[Card], packs: int) -> int:
    ways = 1
    for count in held.values():
        ways *= comb(packs, count)
    return ways


def _places(strengths: list[Strength]) -> np.ndarray:
    """The strengths as numbers of the same order."""
    order = {worth: i for i, worth in enumerate(dict.fromkeys(strengths))}
    return np.array([order[worth] for worth in strengths])
