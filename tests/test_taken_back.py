"""Bets that may be taken back while a board is dealt, by odds worked out from every hand of five.

An invented game after a common one: three cards in the hand, two on the board; the first bet may be taken back before
the board, the second when its first card lies, and the third stays.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from lexludi.exact import forward
from lexludi.exact.odds import odds
from lexludi.exact.plays import BestPlays
from lexludi.exact.slices import HAND
from lexludi.play.round_state import Map
from small import game_of, rules_of

SUITS = ("spade", "heart", "club", "diamond")
RANKS = ("ace", "king", "queen", "jack", "10", "9", "8", "7", "6", "5", "4", "3", "2")
PAID = {
    "royal flush": 1000, "straight flush": 200, "four of a kind": 50, "full house": 11, "flush": 8, "straight": 5,
    "three of a kind": 3, "two pairs": 2, "high pair": 1, "": -1,
}  # fmt: skip


def written(items: tuple[str, ...], joint: str = "and") -> str:
    quoted = [item if item.isdigit() else f"“{item}”" for item in items]
    return f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}"


def text_of(ranks: tuple[str, ...]) -> str:
    """The text with a pack of these ranks in four suits."""
    high = [*ranks, *((ranks[0],) if len(ranks) == len(RANKS) else ())]
    runs = ["-".join(written((one, "")).split(" and")[0] for one in high[at : at + 5]) for at in range(len(high) - 4)]
    by_kind = "compared by: the “rank” of the {} alike in “rank”."
    return f"""\
Article 1
  “suit”, from high to low: {written(SUITS)}.
  “rank”, from high to low: {written(ranks)}.
  “run”, runs of “rank” from high to low: {", ".join(runs[:-1])} and {runs[-1]}.
  material: 1 pack of “cards”, each with one for each combination of “suit” and “rank”.
  there is one “board”.
  “player” bets.
  “first bet” is a bet.
  “second bet” is a bet.
  “third bet” is a bet.
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has three.
  “player” with “first bet” chooses to “take the first” or “leave the first”.
  upon “take the first”: “first bet” is returned.
  deal to “board”, one “card” at a time, face up, until each has one.
  “player” with “second bet” chooses to “take the second” or “leave the second”.
  upon “take the second”: “second bet” is returned.
  deal to “board”, one “card” at a time, face up, until each has two.
  “player” forms “final hand” from the hand and that of “board”.
  settle “first bet”, “second bet” and “third bet”.
Article 3
  each hand belongs to the first category that fits, from high to low:
1)
  “royal flush”: all are of the same “suit”, and they form {runs[0]}.
2)
  “straight flush”: all are of the same “suit”, and they form a “run”.
3)
  “four of a kind”: four are of the same “rank”; {by_kind.format("four")}
4)
  “full house”: three are of the same “rank” and two others of another; {by_kind.format("three")}
5)
  “flush”: all are of the same “suit”.
6)
  “straight”: they form a “run”.
7)
  “three of a kind”: three are of the same “rank”; {by_kind.format("three")}
8)
  “two pairs”: two are of the same “rank” and two others of another; {by_kind.format("two")}
9)
  “pair”: two are of the same “rank”; {by_kind.format("two")}
10)
  “high card”: each is of a different “rank”.
Article 4
1.
  “first bet”, “second bet” and “third bet” pay by the “final hand” of “player”:
{"".join(f"{at}){chr(10)}  “{name}” {paid} to 1.{chr(10)}" for at, (name, paid) in enumerate([*PAID.items()][:8], 1))}
2.
  when the “final hand” of “player” is “pair”, and the “final hand” of “player” is worth at least “pair” with 10, then “first bet”, “second bet” and “third bet” pay 1 to 1.
  in every other case, “first bet”, “second bet” and “third bet” lose.
"""  # noqa: E501


def gain(hand: tuple[tuple[int, int], ...], runs: frozenset[frozenset[int]], royal: frozenset[int]) -> int:
    """What a unit on five cards, each a rank (0 the highest) and a suit, gains."""
    ranks = Counter(rank for rank, _ in hand)
    alike, is_flush, is_run = sorted(ranks.values()), len({suit for _, suit in hand}) == 1, frozenset(ranks) in runs
    if is_flush and is_run:
        return PAID["royal flush" if frozenset(ranks) == royal else "straight flush"]
    if is_flush or is_run:
        return PAID["flush" if is_flush else "straight"]
    if alike == [1, 1, 1, 2]:
        (paired,) = (rank for rank, number in ranks.items() if number == 2)
        return PAID["high pair" if paired <= RANKS.index("10") else ""]
    by_kind = {(1, 4): "four of a kind", (2, 3): "full house", (1, 1, 3): "three of a kind", (1, 2, 2): "two pairs"}
    return PAID[by_kind.get(tuple(alike), "")]


@pytest.mark.parametrize(
    ("number", "known"),
    [
        (6, None),
        # With the whole pack the edge of the three bets together is the published one, 3.5057% of one of them.
        pytest.param(13, Fraction(-37_963, 1_082_900), marks=pytest.mark.soak),
    ],
)
def test_what_may_be_taken_back_has_the_odds_of_whoever_knows_the_cards_that_lie_open(
    number: int, known: Fraction | None
) -> None:
    places = range(number)
    low = [{0, *range(number - 4, number)}] if number == len(RANKS) else []
    runs = frozenset(map(frozenset, [*(range(at, at + 5) for at in places[:-4]), *low]))
    # What is gained over all hands of five that have so many cards in them.
    by_three, by_four, every = Counter[object](), Counter[object](), 0
    hands = 0
    for hand in combinations([(rank, suit) for rank in places for suit in range(4)], 5):
        won = gain(hand, runs, frozenset(range(5)))
        every, hands = every + won, hands + 1
        for seen, size in ((by_three, 3), (by_four, 4)):
            for cards in combinations(hand, size):
                seen[cards] += won
    # Each hand of five comes of ten hands of three, and of five hands of four.
    first = Fraction(sum(max(0, won) for won in by_three.values()), 10 * hands)
    second = Fraction(sum(max(0, won) for won in by_four.values()), 5 * hands)
    found = odds(rules_of(text_of(RANKS[:number]))).bets
    expected = {"first-bet": first, "second-bet": second, "third-bet": Fraction(every, hands)}
    assert {bet: bet_odds.expectation for bet, bet_odds in found.items()} == expected
    assert known in (None, sum(expected.values()))


def test_what_is_best_is_looked_up_alike_where_suits_are_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """By default eight ranks are too few to exchange suits before somebody chooses."""
    rules = game_of(text_of(RANKS[:8])).decided
    plain = BestPlays(rules, "second-bet")
    monkeypatch.setattr(forward, "WORTH_EXCHANGING_EARLY", 0)
    exchanged = BestPlays(rules, "second-bet")
    (which,) = plain.choices
    assert exchanged.choices == plain.choices
    found = set()
    for cards in permutations(range(0, 32, 3), 4):
        hands = {(HAND, "player-1"): cards[:3], (HAND, "board"): cards[3:]}
        best = plain.best(which, hands, Map(), lambda action: True)
        assert exchanged.best(which, hands, Map(), lambda action: True) == best
        found.add(best)
    assert len(found) == 2
