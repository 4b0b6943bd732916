"""Caribbean stud: the ranking of all hands of five, and every hand against every hand of a small pack."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from gallery.asking import decided, solved
from lexludi.exact.many_hands import ManyHands
from lexludi.exact.odds import odds
from lexludi.law.loader import find, rules_of
from lexludi.play.decide import Judge
from lexludi.play.hands import Hands
from lexludi.rules.bind import bind
from lexludi.rules.settings import decide, resolve_settings
from smaller import changed

GAME = "xx/caribbean-stud"
ACE, KING = 14, 13
SYMBOLS = {"T": 10, "J": 11, "Q": 12, "K": KING, "A": ACE}
PRIZES = {
    "royal-flush": 100,
    "straight-flush": 50,
    "four-of-a-kind": 20,
    "full-house": 7,
    "flush": 5,
    "straight": 4,
    "three-of-a-kind": 3,
    "two-pairs": 2,
    "pair": 1,
    "high-card": 1,
}
Card = tuple[int, str]
Ints = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
# How many hands of five of a whole pack there are of each category.
KNOWN = (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540)


def valued(hand: Iterable[Card]) -> tuple[str, tuple[int, ...]]:
    """The category of a hand of five, and the ranks by which hands of that category are compared."""
    cards = tuple(hand)
    times = Counter(rank for rank, _ in cards)
    # The ranks that come most often first, and of those that come as often the higher ones.
    ranks = tuple(sorted(times, key=lambda rank: (times[rank], rank), reverse=True))
    pattern = tuple(sorted(times.values(), reverse=True))
    if pattern == (1, 1, 1, 1, 1):
        lowest = ranks == (ACE, 5, 4, 3, 2)
        run = lowest or ranks[0] - ranks[4] == 4
        flush = len({suit for _, suit in cards}) == 1
        if run and flush:
            return ("royal-flush", ()) if ranks[4] == 10 else ("straight-flush", (5,) if lowest else ranks[:1])
        if run:
            return "straight", (5,) if lowest else ranks[:1]
        return ("flush" if flush else "high-card"), ranks
    names = {(4, 1): "four-of-a-kind", (3, 2): "full-house", (3, 1, 1): "three-of-a-kind", (2, 2, 1): "two-pairs"}
    return names.get(pattern, "pair"), ranks


def place_of(hand: Iterable[Card]) -> tuple[int, tuple[int, ...]]:
    """A value that is greater for a higher hand."""
    category, ranks = valued(hand)
    return -list(PRIZES).index(category), ranks


def read_hands(hands: Hands) -> list[Card]:
    """The cards of a game in the order of its objects."""
    symbols = [hands.material.symbols([thing])[0] for thing in sorted(set(hands.material.pools["card"]))]
    return [(SYMBOLS.get(symbol[0]) or int(symbol[0]), symbol[1]) for symbol in symbols]


def as_counted(many: ManyHands, cards: list[Card], rows: Ints) -> None:
    """Categories and order of hands are those of the count: of equal hands the strengths are equal, too."""
    values = [place_of(cards[thing] for thing in row) for row in rows.tolist()]
    assert (many.categories(rows) == [-place for place, _ in values]).all()
    heights = {value: height for height, value in enumerate(sorted(set(values)))}
    strengths = many.strengths(rows)
    assert strengths is not None
    assert (np.unique(strengths, return_inverse=True)[1] == [heights[value] for value in values]).all()


def hands_of_five(cards: list[Card]) -> Ints:
    return np.fromiter(chain.from_iterable(combinations(range(len(cards)), 5)), dtype=np.int64).reshape(-1, 5)


def test_all_hands_of_five_are_as_many_as_is_known_of_each_category() -> None:
    """In the words of a text; one hand in 97, and those that come seldom, also as counted here and each by itself."""
    hands = Judge(bind(decided(GAME))).hands
    cards, many = read_hands(hands), ManyHands(hands)
    rows = hands_of_five(cards)
    categories = np.concatenate([many.categories(part) for part in np.array_split(rows, 20)])
    assert np.bincount(categories + 1).tolist() == [0, *KNOWN]
    some = np.concatenate([rows[::97], rows[categories <= 2]])
    as_counted(many, cards, some)
    single = [hands.strength(tuple(row)) for row in some[::7].tolist()]
    counted = [place_of(cards[thing] for thing in row) for row in some[::7].tolist()]
    both = sorted((strength, value) for strength, value in zip(single, counted, strict=True) if strength is not None)
    assert [value for _, value in both] == sorted(counted)


@pytest.mark.soak
def test_every_hand_of_five_is_of_the_category_and_the_order_that_are_counted() -> None:
    hands = Judge(bind(decided(GAME))).hands
    cards = read_hands(hands)
    as_counted(ManyHands(hands), cards, hands_of_five(cards))


RUNS = (
    "“A”-“K”-“Q”-“J”-10, “K”-“Q”-“J”-10-9, “Q”-“J”-10-9-8, “J”-10-9-8-7, 10-9-8-7-6, 9-8-7-6-5, 8-7-6-5-4, "
    "7-6-5-4-3, 6-5-4-3-2 and 5-4-3-2-“A”"
)


SUITS = ("“spades”", "“hearts”", "“clubs”")


def small(folder: Path, suits: int, lowest: int) -> Path:
    """The text with some suits, and with the ranks from ace down to eight or nine."""
    ranks = "10 and 9." if lowest == 9 else "10, 9 and 8."
    runs = "and “K”-“Q”-“J”-10-9" if lowest == 9 else ", “K”-“Q”-“J”-10-9 and “Q”-“J”-10-9-8"
    return changed(
        find(GAME, None, "en").path,
        (
            ("“spades”, “hearts”, “clubs” and “diamonds”.", f"{', '.join(SUITS[: suits - 1])} and {SUITS[suits - 1]}."),
            ("10, 9, 8, 7, 6, 5, 4, 3 and 2.", ranks),
            (RUNS, f"“A”-“K”-“Q”-“J”-10 {runs}".replace(" ,", ",")),
            ("52 in each", f"{suits * (ACE + 1 - lowest)} in each"),
        ),
        folder,
    )


def larger(folder: Path, suits: int, lowest: int) -> ManyHands:
    """The hands of that text where the best five of more cards count."""
    path = small(folder, suits, lowest)
    suits_said = "  no effect on the machine: article 6 compares no suits\n"
    written = path.read_text("utf-8")
    assert suits_said in written
    path.write_text(written.replace(suits_said, "  a hand is ranked by the best five of its cards.\n"), "utf-8")
    rules = rules_of(find(str(path)))
    return ManyHands(Judge(bind(decide(rules, resolve_settings(rules, {}, {})))).hands)


@pytest.mark.parametrize(("suits", "lowest"), [(2, 8), pytest.param(3, 9, marks=pytest.mark.soak)])
def test_seven_cards_rank_as_the_best_five_of_them(suits: int, lowest: int, tmp_path: Path) -> None:
    """All hands of seven of a small pack, each as the highest of its twenty-one hands of five."""
    many = larger(tmp_path, suits, lowest)
    cards = read_hands(many.hands)
    rows = np.array(list(combinations(range(len(cards)), 7)), dtype=np.int64)
    of_five = {hand: place_of(cards[card] for card in hand) for hand in combinations(range(len(cards)), 5)}
    values = [max(of_five[five] for five in combinations(row, 5)) for row in rows.tolist()]
    categories = many.categories(rows)
    assert (categories == [-place for place, _ in values]).all()
    heights = {value: height for height, value in enumerate(sorted(set(values)))}
    counted = np.array([heights[value] for value in values])
    strengths = many.strengths(rows)
    assert strengths is not None
    assert (np.unique(strengths, return_inverse=True)[1] == counted).all()
    for category in np.unique(categories).tolist():
        of_category = categories == category
        keys = many.keys(rows[of_category], category)
        if keys:
            order = np.unique(np.array(keys), axis=1, return_inverse=True)[1].reshape(-1)
            assert (order == np.unique(counted[of_category], return_inverse=True)[1]).all()
    worth = many.are_worth_at_least(rows, "high-card", ("ace", "king"))
    ace_and_king = [place > -9 or ranks[:2] == (ACE, KING) for place, ranks in values]
    assert (worth == ace_and_king).all()
    some = rows[:: max(1, len(rows) // 300)]
    single = [many.hands.is_worth_at_least(tuple(row), "high-card", ("ace", "king")) for row in some.tolist()]
    assert single == worth[:: max(1, len(rows) // 300)].tolist()


def best(ranks: Iterable[int], suits: str) -> tuple[Fraction, Fraction]:
    """The expectation of the ante with the raise, and how often that is made, by the better choice."""
    cards = [(rank, suit) for rank in ranks for suit in suits]
    hands = list(combinations(range(len(cards)), 5))
    values = [place_of(cards[card] for card in hand) for hand in hands]
    height = {value: at for at, value in enumerate(sorted(set(values)))}
    heights = np.array([height[value] for value in values])
    # Ace and king are the two highest of a hand without two alike, or the hand is of a higher category.
    qualifies = np.array([place > -9 or ranks[:2] == (ACE, KING) for place, ranks in values])
    masks = np.array([sum(1 << card for card in hand) for hand in hands], dtype=np.int64)
    total, raised, deals = 0, 0, 0
    for number, hand in enumerate(hands):
        prize = PRIZES[list(PRIZES)[-values[number][0]]]
        apart = (masks & masks[number]) == 0
        for up in set(range(len(cards))) - set(hand):
            # The other four cards of the dealer are any of those left.
            dealt = apart & (masks & (1 << up) != 0)
            qualified = dealt & qualifies
            wins = int((qualified & (heights < heights[number])).sum())
            losses = int((qualified & (heights > heights[number])).sum())
            ways = int(dealt.sum())
            by_raising = (1 + 2 * prize) * wins - 3 * losses + ways - int(qualified.sum())
            total += max(by_raising, -ways)
            raised += ways * (by_raising >= -ways)  # of choices as good the one that the text names first
            deals += ways
    return Fraction(total, deals), Fraction(raised, deals)


@pytest.mark.parametrize(("suits", "lowest"), [(2, 8), pytest.param(3, 9, marks=pytest.mark.soak)])
def test_a_small_pack_is_as_counted_over_all_deals(suits: int, lowest: int, tmp_path: Path) -> None:
    """Fourteen cards have no three alike, eighteen have every category but four of a kind."""
    rules = rules_of(find(str(small(tmp_path, suits, lowest))))
    bet_odds = odds(decide(rules, resolve_settings(rules, {}, {})), ("ante",)).bets["ante"]
    expectation, raised = best(range(lowest, ACE + 1), "shc"[:suits])
    assert bet_odds.expectation == expectation
    assert bet_odds.mean_stake == 1 + 2 * raised


@pytest.mark.parametrize("held", [pytest.param(10_000, marks=pytest.mark.soak), 200_000])
def test_the_progressive_bet_is_as_counted_by_the_hands_of_a_pack(held: int) -> None:
    """By the numbers of hands that are known: the meter, a tenth of it, and 500, 100 and 50; the stake is lost."""
    royal, straight_flush, four, full_house, flush = KNOWN[:5]
    every = comb(52, 5)
    fixed = 500 * four + 100 * full_house + 50 * flush
    slope = (royal + Fraction(straight_flush, 10)) / every
    found = solved(GAME, "progressive-bet", meter=held)
    assert found.bets["progressive-bet"].expectation == held * slope + Fraction(fixed, every) - 1
    (meter,) = found.meters
    assert (meter.value, meter.stake, meter.slope) == (held, 1, slope)
    assert meter.break_even == (1 - Fraction(fixed, every)) / slope == Fraction(4142900, 19)
    if held == 200_000:
        assert found.bets["progressive-bet"].expectation == Fraction(-1143, 21658)


def test_a_whole_pack_is_refused_with_its_size() -> None:
    """All hands of the player with each card that the dealer shows are more than fit into the limits."""
    found = solved(GAME, "ante")
    assert not found.bets
    assert found.skipped["ante"].key == "too-large"
    assert dict(found.skipped["ante"].args_by_name["hands"]) == {"dealer": comb(52, 5), "player-1": comb(52, 5)}
