"""Hands that are divided, by choice or as ranks highest: rounds by hand, the odds by every deal, the checks."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from generated.agreement import faults, read
from lexludi.base.messages import catalogue
from lexludi.base.source import Source
from lexludi.checks.gap import gap
from lexludi.checks.law import Law
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.many_hands import ManyHands
from lexludi.exact.odds import odds
from lexludi.exact.plays import BestPlays
from lexludi.exact.slices import HAND
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.game import Game, load
from lexludi.play.plan import Placed
from lexludi.play.round_state import DecisionNode, Map
from lexludi.play.telling import Teller
from lexludi.rules.parts import division_named
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.sampler import CompiledSampler
from small import HEADER, Steps, game_of, glossary_of, rules_of

# Tiles that are unequal, two of some: a pair beats points, and points are those of the last digit.
TEXT = """Article 1
  “face”, from high to low: 9, 8, 6, 5, 3 and 2.
  material: 1 set of “tiles”, each with {copies}.
  each “tile” counts the number that it shows.
  every 10 in a total counts zero.
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: two are of the same “face”; compared by: the “face” of the two alike in “face”.
2)
  “points”: each is of a different “face”; compared by: the total; the “face” of the card highest in “face”.

Article 2
  there is one “dealer”.
  “player” bets.
  “main” is a bet.

Article 3
  bets are accepted.
  deal to each “player” with a bet, and then “dealer”, one “tile” at a time, face down, until each has {dealt}.
  “player” with “main” divides the hand into {low} for “low hand” and two for “high hand”.
  “dealer” divides the hand into {first} and {second}, each in turn as high as it can be.
  turn up the hand of “dealer”.
  settle “main”.

Article 4
  “player” is “reversed” only if the “low hand” of “player” is higher than the “high hand” of “player”.
  “player” is “ahead above” only if the “high hand” of “player” is higher than the “high hand” of “dealer”.
  “player” is “ahead below” only if the “low hand” of “player” is higher than the “low hand” of “dealer”.

Article 5
1.
  when “player” is “reversed”, then “main” loses.
  prevails over article 5, number 2.
2.
  when “player” is “ahead above”, and “player” is “ahead below”, then “main” pays 1 to 1.
  when “player” is “ahead above”, and it is not so that “player” is “ahead below”, then “main” is returned.
  when “player” is “ahead below”, and it is not so that “player” is “ahead above”, then “main” is returned.
3.
  in every other case, “main” loses.
  from the winnings of “main” a commission of 5% is taken.
"""

MAIN = Placed("player-1", "", "main", 1, "", "player-1")
COPIES = {9: 2, 8: 1, 6: 2, 5: 1, 3: 2, 2: 1}
NUMBERS = ("", "1", "two", "three", "four")
Tiles = tuple[int, ...]
Copies = Mapping[int, int]


def text_of(first: str = "high hand", copies: Copies = COPIES, low: int = 2) -> str:
    """The text with some tiles, and a low hand of so many beside a high hand of two."""
    counts = [f"{copies.get(tile, 0)} of {tile}" for tile in COPIES if copies.get(tile)]
    sizes = {"low hand": NUMBERS[low], "high hand": "two"}
    second = {"high hand": "low hand", "low hand": "high hand"}[first]
    return TEXT.format(
        copies=" and ".join([", ".join(counts[:-1]), counts[-1]]),
        dealt=NUMBERS[low + 2],
        low=NUMBERS[low],
        first=f"{sizes[first]} for “{first}”",
        second=f"{sizes[second]} for “{second}”",
    )


def worth(tiles: Tiles) -> tuple[int, ...]:
    """A value that is greater for a higher hand of one or two."""
    if len(set(tiles)) < len(tiles):
        return (1, tiles[0])
    return (0, sum(tiles) % 10, max(tiles))


def ways(hand: Tiles) -> list[tuple[Tiles, Tiles]]:
    """Every way to divide tiles into a low hand and a high hand of two."""
    out = []
    for low in combinations(range(len(hand)), len(hand) - 2):
        out.append((tuple(hand[i] for i in low), tuple(hand[i] for i in range(len(hand)) if i not in low)))
    return out


@cache
def of_dealer(hand: Tiles, first: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The low hand and the high hand of the dealer, as values."""
    valued = [(worth(low), worth(high)) for low, high in ways(hand)]
    return max(valued, key=lambda values: values[::-1] if first == "high hand" else values)


def net(low: Tiles, high: Tiles, dealer: tuple[tuple[int, ...], tuple[int, ...]]) -> Fraction:
    """What a bet of one wins."""
    if worth(low) > worth(high):
        return Fraction(-1)
    beaten = (worth(low) > dealer[0]) + (worth(high) > dealer[1])
    return (Fraction(-1), Fraction(0), Fraction(95, 100))[beaten]


def by_every_deal(first: str, copies: Copies = COPIES, low: int = 2) -> Fraction:
    """The mean of a bet of one on the best way to divide each hand, over every deal of single tiles."""
    tiles = [tile for tile, count in copies.items() for _ in range(count)]
    total, number = Fraction(0), 0
    for mine in combinations(range(len(tiles)), low + 2):
        left = [tiles[i] for i in range(len(tiles)) if i not in mine]
        theirs = Counter(of_dealer(tuple(sorted(held)), first) for held in combinations(left, low + 2))
        hand = tuple(tiles[i] for i in mine)
        total += max(sum(net(*way, values) * times for values, times in theirs.items()) for way in ways(hand))
        number += theirs.total()
    return total / number


@pytest.mark.parametrize("first", ["high hand", "low hand"])
@pytest.mark.parametrize(
    ("copies", "low"),
    [
        (COPIES, 2),
        ({9: 1, 8: 3, 6: 1, 5: 2, 2: 2}, 2),
        ({8: 4, 5: 2, 3: 3}, 2),
        (COPIES, 1),
        ({9: 3, 6: 2, 3: 2}, 1),
    ],
)
def test_odds_are_those_of_every_deal(copies: Copies, low: int, first: str) -> None:
    engine = odds(game_of(text_of(first, copies, low)).decided).bets["main"]
    assert engine.expectation == by_every_deal(first, copies, low)


def test_a_hand_lies_with_its_parts_and_counts_for_what_is_left() -> None:
    round_ = Steps(text_of(), MAIN).give("9 8 6 6 3 5 2 3").choose("1+4/2+3")
    assert [(told.party, *told.values) for told in round_.told if told.kind == "divided"] == [
        ("player-1", "low-hand", round_.things("9 2")),
        ("player-1", "high-hand", round_.things("6 3")),
        ("dealer", "high-hand", round_.things("6 3")),
        ("dealer", "low-hand", round_.things("8 5")),
    ]
    assert round_.held("player-1") == ""
    assert round_.held("player-1.low-hand") == "9 2"
    # One point against three, and the same nine points with the same tiles: what is equal is not higher.
    assert round_.state.bets[0].result == "lose"


def test_places_are_those_of_the_order_of_receipt() -> None:
    """The dealer deals to the player first, one at a time: the player holds 2, 9, 6 and 8 in this order."""
    round_ = Steps(text_of(), MAIN).give("2 3 9 3 6 5 8 6").choose("2+3/1+4")
    assert round_.held("player-1.low-hand") == "9 6"
    assert round_.held("player-1.high-hand") == "2 8"


def test_every_way_to_divide_a_hand_is_offered_once() -> None:
    round_ = Steps(text_of(), MAIN).give("9 8 6 6 3 5 2 3")
    assert isinstance(round_.node, DecisionNode)
    assert set(round_.node.legal) == {"1+2/3+4", "1+3/2+4", "1+4/2+3", "2+3/1+4", "2+4/1+3", "3+4/1+2"}


def test_what_is_turned_up_are_the_parts() -> None:
    round_ = Steps(text_of(), MAIN).give("9 8 6 6 3 5 2 3").choose("1+4/2+3")
    assert {"dealer.high-hand", "dealer.low-hand"} <= round_.state.face_up
    assert "player-1.low-hand" not in round_.state.face_up


def test_a_hand_that_lies_open_is_divided_into_open_parts() -> None:
    text = text_of().replace("face down, until each has four", "face up, until each has four")
    round_ = Steps(text, MAIN).give("9 8 6 6 3 5 2 3").choose("1+4/2+3")
    assert {"player-1.high-hand", "player-1.low-hand"} <= round_.state.face_up


def test_a_total_of_two_numbers_is_the_highest_as_totals_are_reduced() -> None:
    """Three or six: with a five eight or eleven, of which one is left, and with a nine two or five."""
    hands = game_of(text_of().replace("Article 2", "  2 counts 3 or 6.\n\nArticle 2", 1)).questions.judge.hands

    def total(symbols: str) -> tuple[int, list[int]]:
        things = tuple(hands.material.parse_all(symbols))
        return hands.total(things), ManyHands(hands).totals(np.array([things])).tolist()

    assert total("2 5") == (8, [8])
    assert total("2 9") == (5, [5])
    assert total("2 6 8") == (7, [7])


def test_the_best_division_is_found_whatever_the_order_of_receipt() -> None:
    game = game_of(text_of())
    best = Bettors(game).best
    hands = game.questions.judge.hands
    for symbols in ("9 9 3 3", "3 9 3 9", "9 3 9 3"):
        hand = tuple(hands.material.parse_all(symbols))
        low, high = (tuple(hand[place] for place in part) for part in division_named(best(hand)))
        # A pair in each: what else there is in the set beats neither.
        assert (hands.material.symbols(low), hands.material.symbols(high)) == (["3", "3"], ["9", "9"])


class Bettors:
    """The best play of the one bet, by the hand of its bettor."""

    def __init__(self, game: Game) -> None:
        self.plays = BestPlays(game.decided, "main")
        (self.choice,) = self.plays.choices

    def best(self, hand: Tiles) -> str:
        return self.plays.best(self.choice, {(HAND, "player-1"): hand}, Map(), lambda action: True)


def test_no_code_is_made_and_rounds_are_simulated() -> None:
    game = game_of(text_of())
    with pytest.raises(NotCompiled, match="divides"):
        CompiledSampler(game, {"main": "1+2/3+4"}, "numpy")


def test_a_gap_is_found_and_shown_with_a_deal() -> None:
    """One situation is left open: a hand set rightly, no part of which is higher."""
    lines = text_of().split("\n")
    text = "\n".join(line for line in lines if not line.startswith("  in every other case"))
    rules, source = rules_of(text), Source("small.en.ludi", "en", HEADER + text)
    (found,) = gap(Law(rules, source))
    assert found.args["count"] == 1
    assert [hint.key for hint in found.hints] == ["example-deal"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("zh", "小手：65 44；大手：11 22"),
        ("pt", "mão baixa: 65 44; mão alta: 11 22"),
        ("en", "low hand: 65 44; high hand: 11 22"),
    ],
)
def test_a_way_to_divide_is_told_by_the_objects(language: str, words: str) -> None:
    game = load("xx/pai-gow")
    round_ = game.new_round(cards="65 9 11 9 22 8 44 7")
    for action in (PlaceBet("player-1", "", "main-bet", 1), Deal()):
        round_.apply(action)
    teller, decision = Teller.of(game.rules, catalogue(language)), round_.decision
    assert decision is not None
    assert teller.alternative("1+4/2+3", decision.parts, round_.own(decision)) == words


@pytest.mark.parametrize("first", ["high hand", "low hand"])
@pytest.mark.parametrize(("copies", "low"), [({9: 4, 3: 3}, 1), ({8: 2, 6: 2, 2: 3}, 1), ({9: 4, 5: 4}, 2)])
def test_odds_checks_and_comparisons_agree_with_the_enumeration_of_rounds(copies: Copies, low: int, first: str) -> None:
    """Every round by the process of a single one; where nothing is won the category of a part may be asked for, too."""
    text = text_of(first, copies, low).replace(
        "  in every other case, “main” loses.",
        "  when it is not so that “player” is “ahead below”, and it is not so that “player” is “ahead above”, and "
        "it is not so that “player” is “reversed”, and the “high hand” of “dealer” is “pair”, then “main” loses half.",
    )
    case, found = read(HEADER + text, "en", glossary_of(text), 5_000)
    assert case is not None, [d.code for d in found]
    assert [str(fault) for fault in faults(case)] == []


def test_with_a_hand_that_is_void_its_parts_are() -> None:
    text = text_of() + "\nArticle 6\n  when “misdeal” happens to “dealer”, then the hand of “dealer” is void.\n"
    text = text.replace("  turn up the hand of “dealer”.\n", "  “player” with “main” chooses to “stay” or “leave”.\n")
    round_ = Steps(text, MAIN).give("9 8 6 6 3 5 2 3").choose("1+4/2+3")
    left = round_.game.questions.judge.observer.left(round_.state, "tile")
    assert round_.held("dealer.high-hand") == "6 3"
    round_.happen("misdeal", "dealer")
    assert (round_.held("dealer.high-hand"), round_.held("dealer.low-hand")) == ("", "")
    assert round_.held("player-1.low-hand") == "9 2"
    # What is void has left the game: it does not come again.
    assert round_.game.questions.judge.observer.left(round_.state, "tile") == left


# A bonus on all that a player was dealt, however it is set: on three alike, or on twenty or more.
WHOLE = """
Article 6
  “bonus” is a bet.
  settle “bonus”.
  “player” is “lucky” only if the hand of “player” is “pair”, and the total of “player” is 6 through 9.
  when “player” is “lucky”, then “bonus” pays 4 to 1.
  “player” is “higher” only if the hand of “player” is higher than the hand of “dealer”.
  when it is not so that “player” is “lucky”, and “player” is “higher”, then “bonus” pays 1 to 2.
  in every other case, “bonus” loses.
"""
BONUS = Placed("player-1", "", "bonus", 1, "", "player-1")


def of_whole(hand: Tiles, dealer: Tiles) -> Fraction:
    """What the bonus of one wins; hands of four, of which a pair has exactly two alike and no more."""
    if is_pair(hand) and 6 <= sum(hand) % 10 <= 9:
        return Fraction(4)
    return Fraction(1, 2) if of_four(hand) > of_four(dealer) else Fraction(-1)


def is_pair(hand: Tiles) -> bool:
    """Of some tile there are two, no more and no fewer."""
    return 2 in Counter(hand).values()


def of_four(hand: Tiles) -> tuple[int, ...]:
    """A value that is greater for a higher hand of four; one that is of no category is lowest."""
    if is_pair(hand):
        return (2, *sorted((tile for tile, times in Counter(hand).items() if times == 2), reverse=True))
    return (1, sum(hand) % 10, max(hand)) if len(set(hand)) == len(hand) else (0,)


def test_what_is_said_of_a_divided_hand_is_said_of_all_its_objects() -> None:
    """Whatever is set how, the bonus is won in so many deals, each of the same weight."""
    tiles = [tile for tile, count in COPIES.items() for _ in range(count)]
    ways: Counter[Fraction] = Counter()
    for mine in combinations(range(len(tiles)), 4):
        left = [tiles[i] for i in range(len(tiles)) if i not in mine]
        hand = tuple(tiles[i] for i in mine)
        ways.update(of_whole(hand, theirs) for theirs in combinations(left, 4))
    found: Counter[Fraction] = Counter()
    for line in odds(game_of(text_of() + WHOLE).decided, ["bonus"]).bets["bonus"].lines:
        assert line.outcome.net is not None
        found[line.outcome.net] += line.probability  # type: ignore[assignment]
    assert found == {net: Fraction(times, ways.total()) for net, times in ways.items()}


@pytest.mark.parametrize("copies", [{9: 4, 3: 3}, {8: 2, 6: 2, 2: 3}])
def test_of_the_whole_and_of_parts_is_read_the_same_by_all(copies: Copies) -> None:
    """By the process of every round, with both bets; the odds and the checks."""
    case, found = read(HEADER + text_of(copies=copies, low=1) + WHOLE, "en", glossary_of(text_of() + WHOLE), 5_000)
    assert case is not None, [d.code for d in found]
    assert [str(fault) for fault in faults(case)] == []


def test_in_a_round_the_whole_is_read_in_the_order_of_receipt() -> None:
    whole = WHOLE.replace("the hand of “player” is “pair”", "the total of the first two of “player” is 8")
    round_ = Steps(text_of() + whole, MAIN, BONUS).give("9 8 9 6 6 3 2 3").choose("1+4/2+3")
    assert round_.held("player-1") == ""
    # The first two, 9 and 9, count eight, and with 6 and 2 six.
    assert [(bet.bet, bet.result, bet.net) for bet in round_.state.bets if bet.bet == "bonus"] == [("bonus", "win", 4)]


# The bet is won with the object in front that came first.
FIRST_IN_FRONT = """Article 1
  “number”, from high to low: 5 and 4.
  material: 2 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  each hand belongs to the first category that fits, from high to low:
1)
  “high card”: each is of a different “number”; compared by: the “number” of each card, highest first.

Article 2
  there is one “bank”.
  “player” bets.
  “main” is a bet.
  bets are accepted.
  deal to each “player” with a bet, 1 “card” at a time, face up, until each has 3.
  “player” with “main” divides the hand into 1 for “front” and 2 for “back”.
  settle “main”.

Article 3
  “player” is “leading” only if the “front” of “player” is worth at least “high card” with 5.
  when “player” is “leading”, and the total of the first 1 of “player” is 5, then “main” pays 1 to 1.
  when it is not so that “player” is “leading”, and the total of the first 1 of “player” is 4, then “main” pays 1 to 1.
  in every other case, “main” loses.
"""


def test_what_came_first_is_told_by_its_place_among_the_kinds() -> None:
    """Of 5 5 4 the first is a 5 in two of three orders, which is first of the kinds, and else the 4, which is third."""
    found = odds(game_of(FIRST_IN_FRONT).decided)
    assert found.bets["main"].expectation == 1
    (told,) = found.strategies
    assert told.table is not None
    assert told.tied == 0  # the other way as good has the same objects in front
    assert {row.hands[0].objects: row.counts for row in told.table.rows} == {
        ("5", "5", "4"): {"1/2+3": 4, "3/1+2": 2},
        ("5", "4", "4"): {"1/2+3": 2, "2/1+3": 4},
    }


def test_no_division_is_looked_up_by_objects_alone_where_their_order_makes_another_the_best() -> None:
    with pytest.raises(NotAnalysed) as refused:
        BestPlays(game_of(FIRST_IN_FRONT).decided, "main")
    assert refused.value.key == "no-best-play"
