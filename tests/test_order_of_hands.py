"""Article 8 against an evaluator that knows nothing of it, and by hand where that one is silent.

`pokerkit` orders the hands of Rhode Island hold'em: the same six categories over three
cards, by ranks alone. The suits, which Q Poker compares where ranks are equal, are
tested by pairs of hands written down from the words of articles 4 and 8.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

import pytest

from lexludi.play.game import Game, load

RANKS = "AKQJT98765432"
SUITS = "shcd"
PACK = tuple(rank + suit for rank, suit in product(RANKS, SUITS))
HANDS = tuple(combinations(PACK, 3))
WITHOUT_LOWEST_RUN = tuple(held for held in HANDS if {card[0] for card in held} != {"A", "2", "3"})

CATEGORIES = ("straight-flush", "three-of-a-kind", "straight", "flush", "pair", "high-card")
COUNTS = {
    "straight-flush": 48,
    "three-of-a-kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high-card": 16_440,
}
LABELS = {
    "Straight flush": "straight-flush",
    "Three of a kind": "three-of-a-kind",
    "Straight": "straight",
    "Flush": "flush",
    "One pair": "pair",
    "High card": "high-card",
}

Hand = tuple[str, ...]
Strength = tuple[int | tuple[int, ...], ...]


@cache
def game(**readings: str) -> Game:
    return load("mo/q-poker", readings=readings)


def category(hand: Iterable[str], **readings: str) -> str | None:
    hands = game(**readings).questions.judge.hands
    found = hands.category(tuple(map(hands.material.parse, hand)))
    return found.id if found else None


def strength(hand: Iterable[str], **readings: str) -> Strength:
    hands = game(**readings).questions.judge.hands
    found = hands.strength(tuple(map(hands.material.parse, hand)))
    assert found is not None, hand
    return found


@cache
def strengths(**readings: str) -> dict[Hand, Strength]:
    """The strength of every hand of one pack."""
    return {hand: strength(hand, **readings) for hand in HANDS}


def lookup_of_pokerkit() -> Any:
    """The order of hands by pokerkit, which is imported here: that takes a second, which every process would spend."""
    from pokerkit import RhodeIslandHoldemLookup

    return RhodeIslandHoldemLookup()


@cache
def places_of_pokerkit() -> dict[Hand, int]:
    """The place of every hand in the order of pokerkit; equal ranks share a place."""
    lookup = lookup_of_pokerkit()
    return {hand: lookup.get_entry("".join(hand)).index for hand in HANDS}


def hand(text: str) -> Hand:
    return tuple(text.split())


def are_disjoint(first: Hand, second: Hand) -> bool:
    return not set(first) & set(second)


def equal_and_disjoint(hands: dict[Hand, Strength]) -> list[tuple[Hand, Hand]]:
    """The pairs of hands that are equal and share no card, so that one pack could deal both."""
    by_strength: dict[Strength, list[Hand]] = defaultdict(list)
    for held, found in hands.items():
        by_strength[found].append(held)
    return [pair for group in by_strength.values() for pair in combinations(group, 2) if are_disjoint(*pair)]


def same_order(hands: Sequence[Hand], first: dict[Hand, Strength], second: dict[Hand, Strength]) -> bool:
    """Whether two orders agree on which of any two hands is higher, and on which are equal."""
    ascending = sorted(hands, key=lambda held: first[held])
    return all(
        (first[a] == first[b]) == (second[a] == second[b]) and second[a] <= second[b] for a, b in pairwise(ascending)
    )


# ── All 22,100 hands ────────────────────────────────────────────────────────


def test_counts_of_the_categories() -> None:
    assert Counter(category(held) for held in HANDS) == COUNTS
    assert sum(COUNTS.values()) == len(HANDS) == 22_100


def test_categories_are_those_of_pokerkit() -> None:
    lookup = lookup_of_pokerkit()
    assert {
        held: (category(held), label)
        for held in HANDS
        if category(held) != LABELS[label := lookup.get_entry("".join(held)).label.value]
    } == {}


def test_order_refines_the_order_of_pokerkit_and_breaks_only_its_ties() -> None:
    """In our order the places of pokerkit never fall, and hands of one strength share a place.

    So any two hands that pokerkit orders are ordered the same way by article 8, on all
    22,100 hands; what article 8 orders besides are hands that pokerkit holds equal.
    """
    places, ours = places_of_pokerkit(), strengths()
    ascending = sorted(HANDS, key=lambda held: (ours[held], places[held]))
    assert [(a, b) for a, b in pairwise(ascending) if places[a] > places[b]] == []
    assert [(a, b) for a, b in pairwise(ascending) if ours[a] == ours[b] and places[a] != places[b]] == []


def test_what_pokerkit_holds_equal_has_the_same_ranks() -> None:
    """Only suits are left to article 8 where pokerkit sees no difference."""
    ranks_at: dict[int, set[Hand]] = defaultdict(set)
    for held, place in places_of_pokerkit().items():
        ranks_at[place].add(tuple(sorted(card[0] for card in held)))
    assert [ranks for ranks in ranks_at.values() if len(ranks) != 1] == []


def test_pokerkit_too_has_the_ace_low_run_as_the_lowest() -> None:
    """Article 4(3) lists A-2-3 last; pokerkit puts it below 4-3-2 as well, so no hand needs an exception."""
    places = places_of_pokerkit()
    of_runs = {tuple(sorted(card[0] for card in held)): places[held] for held in HANDS if category(held) == "straight"}
    assert min(of_runs, key=lambda run: of_runs[run]) == ("2", "3", "A")
    assert max(of_runs, key=lambda run: of_runs[run]) == ("A", "K", "Q")


def test_no_two_hands_of_one_pack_are_equal() -> None:
    """Articles 9(6) and 9(7) speak of higher and lower only: with one pack that is enough."""
    assert equal_and_disjoint(strengths()) == []


@pytest.mark.parametrize(
    "readings",
    [{"run-order": "highest-card"}, {"low-run-suit": "suit-of-ace"}],
    ids=["run-order=highest-card", "low-run-suit=suit-of-ace"],
)
def test_no_two_hands_of_one_pack_are_equal_under_other_readings(readings: dict[str, str]) -> None:
    assert equal_and_disjoint(strengths(**readings)) == []


# ── Suits, by hand ──────────────────────────────────────────────────────────

# Each line runs from high to low; every hand is higher than the next.
DESCENDING = {
    "art_8__point_1: ranks before suits": ["Ad Kd Qd", "Ks Qs Js", "Kd Qd Jd", "4s 3s 2s", "4d 3d 2d", "As 2s 3s"],
    "art_8__point_1: equal ranks by suit": ["9s 8s 7s", "9h 8h 7h", "9c 8c 7c", "9d 8d 7d"],
    "art_8__point_1: the lowest run by suit": ["As 2s 3s", "Ah 2h 3h", "Ac 2c 3c", "Ad 2d 3d"],
    "art_8__point_2: by rank": ["Ah Ac Ad", "Ks Kh Kc", "3h 3c 3d", "2s 2h 2c"],
    "art_8__point_3: ranks before suits": ["Ad Kc Qd", "Ks Qs Jh", "4d 3c 2d", "As 2s 3h"],
    "art_8__point_3: the suit of the highest card": ["8s 7d 6d", "8h 7s 6s", "8c 7h 6s", "8d 7s 6h"],
    "art_8__point_3: the ace leads A-K-Q": ["As Kd Qd", "Ah Ks Qs", "Ac Kh Qs", "Ad Ks Qh"],
    "art_8__point_4: ranks before suits": ["Ad 4d 2d", "Ks Qs 9s", "Kd Qd 8d", "Ks 9s 4s", "Kh 9h 3h"],
    "art_8__point_4: equal ranks by suit": ["Ks 9s 4s", "Kh 9h 4h", "Kc 9c 4c", "Kd 9d 4d"],
    "art_8__point_5: the pair first": ["Td Tc 2d", "9s 9h As", "2h 2c Ad", "2s 2d 3s"],
    "art_8__point_5: then the odd card": ["9d 9c Ad", "9s 9h Ks", "9d 9c Qd", "9s 9h 2s"],
    "art_8__point_5: then the suit of the odd card": ["9c 9d As", "9s 9d Ah", "9s 9h Ac", "9s 9h Ad"],
    "art_8__point_6: card by card": ["Ad 4c 2h", "Ks Qs 9h", "Kd Td 3c", "Ks 9s 4h", "Ks 9s 3h", "5d 3d 2c"],
    "art_8__point_6: then the suit of the highest": ["Ks 9d 4d", "Kh 9s 4s", "Kc 9h 4s", "Kd 9s 4h"],
    "art_8: category before rank": [
        "Ad 2d 3d",  # the lowest straight flush
        "As Ah Ac",  # the highest three of a kind
        "2h 2c 2d",
        "As Ks Qh",
        "3d 2s Ah",  # the lowest straight
        "As Ks Js",
        "5d 3d 2d",  # the lowest flush
        "As Ah Ks",
        "2h 2c 3d",  # the lowest pair
        "As Ks Jh",
    ],
}


@pytest.mark.parametrize("hands", DESCENDING.values(), ids=DESCENDING.keys())
def test_hands_written_from_high_to_low(hands: list[str]) -> None:
    for higher, lower in combinations(hands, 2):
        assert strength(hand(higher)) > strength(hand(lower)), (higher, lower)


@pytest.mark.parametrize("hands", DESCENDING.values(), ids=DESCENDING.keys())
def test_the_order_of_receipt_does_not_matter(hands: list[str]) -> None:
    for text in hands:
        a, b, c = hand(text)
        assert strength((a, b, c)) == strength((c, a, b)) == strength((b, c, a)) == strength((c, b, a))


@pytest.mark.parametrize(
    ("higher", "lower"),
    [("Ad Kc Qd", "Ks Qs Jh"), ("Ks Qs Jh", "4d 3c 2d"), ("4d 3c 2d", "3s 2s Ah"), ("Ad Kc Qd", "3s 2s Ah")],
)
def test_lowest_run_stands_below_its_neighbours(higher: str, lower: str) -> None:
    """Article 4(3): A-K-Q first, 4-3-2 last but one, A-2-3 last, whatever the suits."""
    assert strength(hand(higher)) > strength(hand(lower))


# ── Readings ────────────────────────────────────────────────────────────────


def test_suit_of_the_lowest_run_is_that_of_the_three() -> None:
    assert strength(hand("3s 2d Ad")) > strength(hand("3h 2s As"))
    assert strength(hand("3h 2c Ad")) > strength(hand("3d 2s As"))


def test_suit_of_the_lowest_run_may_be_read_as_that_of_the_ace() -> None:
    read = {"low-run-suit": "suit-of-ace"}
    assert strength(hand("3h 2s As"), **read) > strength(hand("3s 2d Ad"), **read)
    assert strength(hand("3d 2d Ac"), **read) > strength(hand("3s 2s Ad"), **read)


def test_reading_of_the_lowest_run_changes_no_other_hand() -> None:
    assert same_order(WITHOUT_LOWEST_RUN, strengths(), strengths(**{"low-run-suit": "suit-of-ace"}))
    assert not same_order(HANDS, strengths(), strengths(**{"low-run-suit": "suit-of-ace"}))


def test_all_suits_different_makes_three_odd_cards_of_432_straights() -> None:
    """Article 8(6) excludes categories: a run of two suits is no straight, no flush and no pair."""
    read = {"straight-suits": "all-different"}
    moved = [held for held in HANDS if category(held, **read) != category(held)]
    assert len(moved) == 432
    assert {(category(held), category(held, **read)) for held in moved} == {("straight", "high-card")}
    assert {len({card[1] for card in held}) for held in moved} == {2}


@pytest.mark.parametrize(("low", "high"), [("As 2h 3d", "As Kh Qd"), ("Ad 2h 3c", "Ad Kh Qs")])
def test_by_highest_card_the_lowest_run_is_level_with_the_highest(low: str, high: str) -> None:
    """Divergence `run-order`: the Portuguese article 8(3) decides by the highest card, which is the ace of both."""
    read = {"run-order": "highest-card"}
    assert strength(hand(low), **read) == strength(hand(high), **read)


@pytest.mark.parametrize("reading", ["run-order", "suited-run-order"])
def test_card_by_card_the_lowest_run_is_just_below_the_highest(reading: str) -> None:
    """各牌點數, card by card: the ace first, then the king before the three."""
    read = {reading: "card-by-card"}
    suits = {"run-order": "shd", "suited-run-order": "sss"}[reading]
    highest, lowest, second = (
        hand(" ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))) for ranks in ("AKQ", "A32", "KQJ")
    )
    assert strength(highest, **read) > strength(lowest, **read) > strength(second, **read)
    assert strength(highest) > strength(second) > strength(lowest)


def test_of_straight_flushes_nobody_says_that_the_highest_card_decides() -> None:
    read = {"run-order": "highest-card"}
    assert strength(hand("Ah Kh Qh"), **read) > strength(hand("Ks Qs Js"), **read) > strength(hand("As 2s 3s"), **read)


def test_by_highest_card_the_lowest_run_beats_every_run_without_an_ace() -> None:
    read = {"run-order": "highest-card"}
    assert strength(hand("Ad 2c 3c"), **read) > strength(hand("Ks Qs Jh"), **read)
    assert strength(hand("As 2d 3d"), **read) > strength(hand("Ah Ks Qs"), **read)
    assert strength(hand("Ah Kd Qd"), **read) > strength(hand("Ac 2s 3s"), **read)


def test_by_highest_card_all_other_hands_keep_their_order() -> None:
    assert same_order(WITHOUT_LOWEST_RUN, strengths(), strengths(**{"run-order": "highest-card"}))
    assert not same_order(HANDS, strengths(), strengths(**{"run-order": "highest-card"}))
