"""Pai gow with tiles: every hand of two, and every deal of a small set with every way to set the hand."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from gallery.asking import decided, solved
from lexludi.base.resources import shelves
from lexludi.exact import forward
from lexludi.exact.multisets import Ints
from lexludi.exact.odds import odds
from lexludi.law.loader import find, rules_of
from lexludi.play.decide import Judge
from lexludi.play.hands import Hands
from lexludi.rules.bind import bind
from lexludi.rules.settings import decide, resolve_settings
from smaller import changed

GAME = "xx/pai-gow"

# Tiles by their two ends. Those of one kind count and rank alike; the symbol is that of the glossary.
ORDER = ("66", "11", "44", "31", "55", "33", "22", "65", "64", "61", "51", "9", "8", "7", "42", "5", "21")
MIXED = {"63": "9", "54": "9", "62": "8", "53": "8", "52": "7", "43": "7", "41": "5", "32": "5"}
WHOLE = tuple(
    sorted([tile for tile in ORDER if len(tile) == 2 and tile not in ("42", "21")] * 2 + ["42", "21", *MIXED])
)
Tiles = tuple[str, ...]


def kind(tile: str) -> str:
    return MIXED.get(tile, tile)


def spots(tile: str) -> int:
    return sum(map(int, tile)) if len(tile) == 2 else int(tile)


@cache
def worth(tiles: Tiles) -> tuple[int, ...]:
    """A value that is greater for a higher hand of two."""
    kinds = {kind(tile) for tile in tiles}
    height = max(-ORDER.index(name) for name in kinds)
    if kinds == {"42", "21"}:
        return (5,)
    if len(kinds) == 1:
        return (4, height)
    counts = sorted(map(spots, tiles))
    with_crown = not kinds.isdisjoint({"66", "11"})
    if with_crown and 9 in counts:
        return (3, height)
    if with_crown and 8 in counts:
        return (2, height)
    ways = [{3, 6} if kind(tile) in ("42", "21") else {spots(tile)} for tile in tiles]
    total = max((one + two) % 10 for one in ways[0] for two in ways[1])
    return (1, total, height) if total else (0,)


def category(value: tuple[int, ...]) -> str:
    return ("no-points", "points", "gong", "wong", "pair", "supreme")[value[0]]


def hands_of(game: str = GAME) -> Hands:
    return Judge(bind(decided(game))).hands


def test_every_hand_of_two_is_of_the_category_and_the_order_that_are_counted() -> None:
    hands = hands_of()
    both = []
    for two in combinations(WHOLE, 2):
        things = tuple(hands.material.parse(kind(tile)) for tile in two)
        found = hands.category(things)
        assert found is not None
        assert found.id == category(worth(two)), two
        both.append((worth(two), hands.strength(things)))
    heights = {value: place for place, value in enumerate(sorted({value for value, _ in both}))}
    ranks = {strength: place for place, strength in enumerate(sorted({s for _, s in both if s is not None}))}
    assert [heights[value] for value, _ in both] == [ranks[strength] for _, strength in both if strength is not None]


def test_hands_of_two_are_as_probable_as_is_known() -> None:
    """Worked out apart: a pair, a wong or a gong once in 31 hands, and the points of the others."""
    every = [worth(two) for two in combinations(WHOLE, 2)]
    times = Counter(map(category, every))
    assert len(every) == 496
    assert times["gong"] == Fraction(496, 31)
    assert times["pair"] + times["supreme"] == Fraction(496, 31)
    points = Counter(value[1] if value[0] == 1 else 0 for value in every if value[0] < 2)
    known = {0: Fraction(3, 62), 2: Fraction(11, 124), 5: Fraction(11, 124), 7: Fraction(13, 124), 9: Fraction(3, 31)}
    assert {total: Fraction(points[total], 496) for total in known} == known


# ── Every deal of a small set ───────────────────────────────────────────────

# So many tiles of some kinds, by their names in the text.
SMALL = {
    "heaven": ("66", 2),
    "man": ("44", 1),
    "goose": ("31", 2),
    "long": ("33", 1),
    "hatchet": ("65", 1),
    "mixed nine": ("9", 2),
    "mixed eight": ("8", 1),
    "two-four": ("42", 1),
    "mixed five": ("5", 1),
    "one-two": ("21", 1),
}


def ways(hand: Tiles) -> Iterable[tuple[Tiles, Tiles]]:
    """Every way to set four tiles: the low hand, and the high hand."""
    for low in combinations(range(4), 2):
        yield tuple(hand[i] for i in low), tuple(hand[i] for i in range(4) if i not in low)


@cache
def of_dealer(hand: Tiles) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The high hand as high as can be, and the low hand beside it."""
    return max((worth(high), worth(low)) for low, high in ways(hand))


def gain(low: Tiles, high: Tiles, dealer: tuple[tuple[int, ...], tuple[int, ...]]) -> int:
    """What a bet of twenty gains."""
    if worth(low) > worth(high):
        return -20
    return (-20, 0, 19)[(worth(high) > dealer[0]) + (worth(low) > dealer[1])]


def by_every_deal(tiles: Tiles) -> Fraction:
    """The expectation where each hand is set in the best way, over every deal."""
    total = number = 0
    for mine in combinations(range(len(tiles)), 4):
        hand = tuple(tiles[i] for i in mine)
        rest = [tile for i, tile in enumerate(tiles) if i not in mine]
        theirs = Counter(of_dealer(four) for four in combinations(rest, 4))
        set_so = (sum(gain(*way, dealer) * times for dealer, times in theirs.items()) for way in ways(hand))
        total += max(set_so)
        number += theirs.total()
    return Fraction(total, 20 * number)


def by_every_deal_at_once(tiles: Tiles) -> Fraction:
    """The same with all hands of the dealer beside one of the player together, for each different one of these once."""
    hands = list(combinations(range(len(tiles)), 4))
    held = np.array([sum(1 << i for i in hand) for hand in hands])
    theirs = [of_dealer(tuple(tiles[i] for i in hand)) for hand in hands]
    different = list(dict.fromkeys(theirs))
    numbers = np.array([different.index(dealer) for dealer in theirs])

    @cache
    def gains(low: Tiles, high: Tiles) -> Ints:
        return np.array([gain(low, high, dealer) for dealer in different])

    alike: dict[Tiles, list[int]] = {}
    for hand, bits in zip(hands, held.tolist(), strict=True):
        alike.setdefault(tuple(kind(tiles[i]) for i in hand), []).append(bits)
    total = 0
    for mine, (one, *others) in alike.items():
        left = np.bincount(numbers[held & one == 0], minlength=len(different))
        total += (1 + len(others)) * max(int(left @ gains(*way)) for way in ways(mine))
    return Fraction(total, 20 * len(hands) * comb(len(tiles) - 4, 4))


def listed(parts: list[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


@pytest.mark.parametrize("at_once", [None, 20_000])
def test_a_small_set_has_the_odds_of_every_deal(
    tmp_path: Path, at_once: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the hand of the dealer, which is dealt last, is dealt to some hands of the player at a time."""
    if at_once:
        monkeypatch.setattr(forward, "DEALT_AT_ONCE", at_once)
    text = shelves()[0] / "xx" / "pai-gow" / "2026-01-01.en.ludi"
    (material,) = [line for line in text.read_text("utf-8").splitlines() if line.startswith("  material:")]
    copies = listed([f"{count} of “{name}”" for name, (_, count) in SMALL.items()])
    path = changed(text, [(material, f"  material: 1 set of “tiles”, each with {copies}.")], tmp_path)
    rules = rules_of(find(str(path)))
    engine = odds(decide(rules, resolve_settings(rules, {}, {}))).bets["main-bet"]
    tiles = tuple(sorted(tile for tile, count in SMALL.values() for _ in range(count)))
    assert engine.expectation == by_every_deal(tiles) == by_every_deal_at_once(tiles)


@pytest.mark.soak
def test_the_whole_set_has_the_odds_of_every_deal() -> None:
    found = solved(GAME, "main-bet").bets["main-bet"].expectation
    assert found == by_every_deal_at_once(WHOLE) == Fraction(75_475_913, 7_362_810_000)
