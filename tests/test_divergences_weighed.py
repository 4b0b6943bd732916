"""Divergences weighed one at a time: what each is worth on each bet, against a count of hands made for itself here.

Those of Q Poker take a minute of the soak; what they come to stands in `cases/differences.md` as well.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, product
from math import comb

import pytest
from jsonschema import Draft202012Validator

from lexludi.diff.comparing import Difference, compare
from lexludi.diff.divergences import ValuePair, weigh
from lexludi.diff.jsonform import to_json
from lexludi.diff.sides import Side, read_side
from lexludi.rules.settings import resolve_settings
from small import DIE, THROW, rules_of

RANKS = range(2, 15)  # the ace is 14
SUITS = range(4)  # from diamonds, clubs, hearts to spades
RUNS = [{r, r + 1, r + 2} for r in range(2, 13)] + [{14, 2, 3}]
DEALS = comb(52, 3) * comb(49, 3)
Card = tuple[int, int]
Cards = tuple[Card, ...]


@cache
def difference() -> Difference:
    sides = read_side("mo/q-poker:zh"), read_side("mo/q-poker:pt")
    return compare(*sides, layers=("outcomes",), examples=0)


def pairs(reading: str) -> list[ValuePair]:
    return next(list(weighed.pairs) for weighed in difference().divergences if weighed.id == reading)


def probability(pair: ValuePair, bet: str) -> Fraction | None:
    return next(change.probability for change in pair.bets if change.bet == bet)


def straights() -> list[Cards]:
    """Every straight that is not all of one suit."""
    return [
        tuple(zip(sorted(run), suits, strict=True))
        for run in RUNS
        for suits in product(SUITS, repeat=3)
        if len(set(suits)) > 1
    ]


def listed(cards: Cards) -> tuple[int, int]:
    """By article 4(3), with A 2 3 last; then the suit of the highest card, which there is the three."""
    rank, suit = max(c for c in cards if not (is_lowest(cards) and c[0] == 14))
    return rank, suit


def by_highest(cards: Cards) -> tuple[int, int]:
    """By the highest card alone, which in A 2 3 is the ace; then by its suit."""
    return max(cards)


def card_by_card(cards: Cards) -> tuple[tuple[int, ...], int]:
    """By the ranks one after another, the ace high; then by the suit of the highest card."""
    return tuple(sorted((rank for rank, _ in cards), reverse=True)), max(cards)[1]


def is_lowest(cards: Cards) -> bool:
    return {rank for rank, _ in cards} == {14, 2, 3}


@pytest.mark.soak
@pytest.mark.parametrize(("index", "order"), [(0, listed), (1, card_by_card)])
def test_order_of_straights_is_worth_what_a_count_of_all_pairs_of_straights_gives(index: int, order) -> None:  # type: ignore[no-untyped-def]
    # Two straights that share a card cannot be dealt together; a tie cannot be, with one pack.
    other = sum(
        (order(one) > order(two)) != (by_highest(one) > by_highest(two))
        for one, two in combinations(straights(), 2)
        if not set(one) & set(two)
    )
    pair = pairs("run-order")[index]
    assert probability(pair, "ante") == Fraction(2 * other, DEALS), "either hand may be the player's"
    assert probability(pair, "pair-plus") == 0


@pytest.mark.soak
def test_different_suits_take_432_of_720_straights_from_pair_plus() -> None:
    all_different = sum(len({suit for _, suit in cards}) == 3 for cards in straights())
    pair = next(pair for pair in pairs("straight-suits") if not pair.is_taken)
    assert (
        probability(pair, "pair-plus")
        == Fraction(len(straights()) - all_different, comb(52, 3))
        == Fraction(432, 22100)
    )
    # They are paid 6 to 1 as straights, and lose as three odd cards.
    (change,) = (change for change in pair.bets if change.bet == "pair-plus")
    assert change.difference == -Fraction(432 * 7, 22100)


PROVED = ["holding-limit", "dealt-to", "opened-by", "decision-time", "exposed-cards", "exposed-dealer-card"]


@pytest.mark.soak
@pytest.mark.parametrize("reading", PROVED)
def test_divergence_without_effect_on_bets_is_proved_to_have_none(reading: str) -> None:
    (pair,) = pairs(reading)
    assert pair.is_taken
    assert pair.families, "the rules do differ"
    assert pair.is_proved_equal


@pytest.mark.soak
def test_more_packs_cannot_be_compared_round_by_round_and_are_not_called_equal() -> None:
    same, *more = pairs("packs")
    assert (same.before, same.after, same.families) == (1, 1, ())
    for pair in more:
        assert not pair.is_proved_equal
        assert {change.reason for change in pair.bets} == {"objects-differ"}
        assert all(change.after is not None for change in pair.bets), "their odds are known all the same"


@pytest.mark.soak
def test_all_together_is_the_comparison_of_the_texts_in_their_own_stances() -> None:
    outcomes = difference().outcomes
    assert outcomes is not None
    assert not outcomes.is_proved_equal
    by_bet = {change.bet: change.probability for change in outcomes.bets}
    # Of what the texts are executed with, only the order of runs touches a bet.
    assert by_bet == {"pair-plus": 0, "ante": probability(pairs("run-order")[0], "ante")}


@pytest.mark.soak
def test_the_divergences_of_q_poker_are_weighed_in_the_order_of_the_texts() -> None:
    assert [weighed.id for weighed in difference().divergences] == [
        *("packs holding-limit dealt-to straight-suits run-order opened-by decision-time".split()),
        *("exposed-cards exposed-dealer-card exposure-time".split()),
    ]


def test_work_by_itself_has_no_stance_to_weigh() -> None:
    sides = read_side("mo/q-poker"), read_side("mo/q-poker")
    found = compare(*sides, layers=("outcomes",), examples=0)
    assert found.divergences == ()
    assert found.outcomes is not None
    assert found.outcomes.is_same


# One die with three faces. A lucky banker pays 1 to 1, any other nothing; by the reading, by which total it is lucky.
LUCK = (
    DIE
    + """\
  reading “luck”: “wide” or “narrow”; default “wide”; because: invented.
  divergence “luck”: this text says “wide” or “narrow”; note: invented.
"""
    + THROW
    + """\
  “banker” is “lucky” only if “luck” is “wide”, or the total of “banker” is higher than 2.
  when “banker” is “lucky”, then “big” pays 1 to 1.
  in every other case, “big” loses.
"""
)


def sides_of(*texts: str) -> Iterator[Side]:
    return (Side("small", r.document, r, resolve_settings(r, {}, {})) for r in map(rules_of, texts))


def test_weighed_divergences_keep_to_the_schema() -> None:
    schema = json.loads(files("lexludi").joinpath("schemas", "diff-1.schema.json").read_text("utf-8"))
    found = compare(*sides_of(LUCK, LUCK), layers=("outcomes",), examples=0)
    data = to_json(replace(found, divergences=weigh(*sides_of(LUCK, LUCK))), "en")
    Draft202012Validator(schema).validate(data)
    (luck,) = data["outcomes"]["divergences"]
    assert (luck["reading"], len(luck["pairs"])) == ("luck", 4)


def test_each_side_says_its_stance() -> None:
    found = compare(read_side("mo/q-poker:zh"), read_side("mo/q-poker:pt"), layers=("words",))
    assert to_json(found, "en")["after"]["stance"]["run-order"] == "highest-card"


def weighed(*texts: str) -> dict[tuple[str, str], list[Fraction]]:
    """The expectations of the one bet by each pair of values of the one divergence, before and after."""
    (found,) = weigh(*sides_of(*texts))
    return {
        (str(pair.before), str(pair.after)): [
            bet_odds.expectation
            for change in pair.bets
            for bet_odds in (change.before, change.after)
            if bet_odds and bet_odds.expectation
        ]
        for pair in found.pairs
    }


def test_a_divergence_on_a_definition_alone_has_odds_of_its_own() -> None:
    """Lucky by any total, the bet wins 1; by a 3 alone, once in three throws: 1/3 - 2/3."""
    one, third = Fraction(1), Fraction(-1, 3)
    assert weighed(LUCK, LUCK) == {
        ("wide", "wide"): [one, one],
        ("wide", "narrow"): [one, third],
        ("narrow", "wide"): [third, one],
        ("narrow", "narrow"): [third, third],
    }


def test_texts_that_differ_in_what_faces_count_alone_do_not_share_their_odds() -> None:
    """Where a 2 counts 3 as well, two of three throws are higher than 2: 2/3 - 1/3."""
    worths = "2 counts 3.\n  every other “die” counts its face value."
    other = LUCK.replace("each “die” counts the number that it shows.", worths)
    assert weighed(LUCK, other)["narrow", "narrow"] == [Fraction(-1, 3), Fraction(1, 3)]
