"""Stakes that are raised while a board is dealt, by odds worked out from every hand of five.

An invented game after a common one: two cards in the hand, three on the board, and before each of these the bettor
folds, or puts one or three times the ante on another bet.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from lexludi.exact import forward
from lexludi.exact.odds import Odds, odds
from small import rules_of
from test_taken_back import RANKS, text_of

PAID = {
    "royal flush": 500, "straight flush": 100, "four of a kind": 40, "full house": 10, "flush": 6, "straight": 4,
    "three of a kind": 3, "two pairs": 2,
}  # fmt: skip
# The bets that stand by each of the three choices, the last of which is put by it.
STREETS = ("third street", "fourth street", "fifth street")


def bets(*more: str) -> str:
    names = [f"“{name}”" for name in ("ante", *more)]
    return f"{', '.join(names[:-1])}{' and ' if more else ''}{names[-1]}"


def street(number: int) -> str:
    """A choice, what each alternative does, and the card that follows."""
    loses = f"{bets(*STREETS[:number])} lose{'' if number else 's'}"
    name = STREETS[number]
    return f"""\
  “player” with “ante” chooses to “fold on {name}”, “one on {name}” or “three on {name}”.
  upon “fold on {name}”: {loses}.
  upon “one on {name}”: an amount equal to the stake of “ante” is put on “{name}”.
  upon “three on {name}”: an amount equal to three times the stake of “ante” is put on “{name}”.
  deal to “board”, one “card” at a time, face up, until each has {number + 1}.
"""


def raised(ranks: tuple[str, ...]) -> str:
    """The text with a pack of these ranks in four suits."""
    text, every = text_of(ranks), bets(*STREETS)
    material, categories = text.split("  “first bet” is a bet.")[0], text.split("Article 3\n")[1].split("Article 4")[0]
    return f"""\
{material}\
{"".join(f"  “{name}” is a bet.{chr(10)}" for name in ("ante", *STREETS))}\
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has two.
{"".join(map(street, range(3)))}\
  “player” forms “final hand” from the hand and that of “board”.
  settle {every}.
Article 3
{categories}\
Article 4
  {every} pay by the “final hand” of “player”:
{"".join(f"{at}){chr(10)}  “{name}” {paid} to 1.{chr(10)}" for at, (name, paid) in enumerate(PAID.items(), 1))}\
Article 5
1.
  when the “final hand” of “player” is “pair”, and the “final hand” of “player” is worth at least “pair” with “jack”, then {every} pay 1 to 1.
  prevails over article 5, paragraph 2.
2.
  when the “final hand” of “player” is “pair”, and the “final hand” of “player” is worth at least “pair” with {min(map(int, filter(str.isdigit, ranks))) if len(ranks) < len(RANKS) else 6}, then {every} are returned.
3.
  in every other case, {every} lose.
"""  # noqa: E501


def gain(hand: tuple[tuple[int, int], ...], runs: frozenset[frozenset[int]], lowest: int) -> int:
    """What a unit on five cards, each a rank (0 the highest) and a suit, gains; `lowest` is a pair that loses not."""
    ranks = Counter(rank for rank, _ in hand)
    alike, is_flush, is_run = sorted(ranks.values()), len({suit for _, suit in hand}) == 1, frozenset(ranks) in runs
    if is_flush and is_run:
        return PAID["royal flush" if frozenset(ranks) == frozenset(range(5)) else "straight flush"]
    if is_flush or is_run:
        return PAID["flush" if is_flush else "straight"]
    if alike == [1, 1, 1, 2]:
        (paired,) = (rank for rank, number in ranks.items() if number == 2)
        return 1 if paired <= RANKS.index("jack") else 0 if paired <= lowest else -1
    by_kind = {(1, 4): "four of a kind", (2, 3): "full house", (1, 1, 3): "three of a kind", (1, 2, 2): "two pairs"}
    return PAID[by_kind[kind]] if (kind := tuple(alike)) in by_kind else -1


def expected(number: int) -> Fraction:
    """What whoever knows the cards that lie open gains of an ante: by which they are, and not by where."""
    places, cards = range(number), [(rank, suit) for rank in range(number) for suit in range(4)]
    low = [{0, *range(number - 4, number)}] if number == len(RANKS) else []
    runs = frozenset(map(frozenset, [*(range(at, at + 5) for at in places[:-4]), *low]))
    lowest, size = (RANKS.index("6") if number == len(RANKS) else number - 1), len(cards)
    # By four cards, what a unit gains with all that may be the fifth; then by three and by two, in whole numbers.
    by_four = Counter[object]()
    for hand in combinations(cards, 5):
        won = gain(hand, runs, lowest)
        for four in combinations(hand, 4):
            by_four[four] += won
    by_three = {stake: Counter[object]() for stake in (1, 3)}
    for third in (1, 3):
        sums = {fourth: Counter[object]() for fourth in (1, 3)}
        for four, won in by_four.items():
            assert isinstance(four, tuple)
            for fourth in (1, 3):
                on = 1 + third + fourth
                worth = max(-on * (size - 4), (on + 1) * won, (on + 3) * won)
                for three in combinations(four, 3):
                    sums[fourth][three] += worth
        for three in combinations(cards, 3):
            by_three[third][three] = max(-(1 + third) * (size - 3) * (size - 4), sums[1][three], sums[3][three])
    by_two = {third: Counter[object]() for third in (1, 3)}
    for third, worths in by_three.items():
        for three, worth in worths.items():
            assert isinstance(three, tuple)
            for two in combinations(three, 2):
                by_two[third][two] += worth
    folded = -(size - 2) * (size - 3) * (size - 4)
    every = sum(max(folded, by_two[1][two], by_two[3][two]) for two in combinations(cards, 2))
    return Fraction(every, comb(size, 2) * (size - 2) * (size - 3) * (size - 4))


def found(number: int) -> Odds:
    return odds(rules_of(raised(RANKS[:number])), ["ante"])


@pytest.mark.parametrize(
    ("number", "known"),
    [
        (6, None),
        # With the whole pack it is the published one, 4.9149% of an ante.
        pytest.param(13, Fraction(-53_223, 1_082_900), marks=pytest.mark.soak),
    ],
)
def test_raised_stakes_have_the_odds_of_whoever_knows_the_cards_that_lie_open(
    number: int, known: Fraction | None
) -> None:
    assert found(number).bets["ante"].expectation == expected(number)
    assert known in (None, expected(number))


def test_suits_that_are_exchanged_before_somebody_chooses_change_nothing_of_what_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By default six ranks are too few for that."""
    told = found(6).to_json()
    monkeypatch.setattr(forward, "WORTH_EXCHANGING_EARLY", 0)
    assert found(6).to_json() == told
