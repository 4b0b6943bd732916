"""The exact odds that were worked out by hand, against published figures, against each other, and by sampling.

Published: wizardofodds.com and wizardofmacau.com on Q Poker; the usual tables of
ordered six-card deals on baccarat with eight packs.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, perm, sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks import baccarat_rounds, brute_force, exact_baccarat, exact_q_poker, q_poker_rounds
from benchmarks.exact_q_poker import PACK, Hand, Readings, hands, solve, strength

# ── Baccarat ────────────────────────────────────────────────────────────────

PLAYER, BANKER, TIE = 2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216


def percent(value: Fraction, places: int) -> str:
    return f"{100 * float(value):.{places}f}"


def test_eight_packs_have_the_published_counts() -> None:
    odds = exact_baccarat.odds(8)
    assert odds["player"].ways == {1: PLAYER, -1: BANKER, 0: TIE}
    assert odds["banker"].ways == {Fraction(19, 20): BANKER, -1: PLAYER, 0: TIE}
    assert {bet.deals for bet in odds.values()} == {4_998_398_275_503_360}


def test_eight_packs_have_the_published_edges() -> None:
    edges = {bet: -found.expectation for bet, found in exact_baccarat.odds(8).items()}
    assert percent(edges["banker"], 4) == "1.0579"
    assert percent(edges["player"], 4) == "1.2351"
    assert percent(edges["tie"], 4) == "14.3596"
    assert percent(edges["player-pair"], 2) == percent(edges["banker-pair"], 2) == "10.36"


@pytest.mark.parametrize("packs", range(6, 13))
def test_every_deal_is_counted_once(packs: int) -> None:
    assert sum(exact_baccarat.deals(packs).values()) == perm(52 * packs, 6)
    for found in exact_baccarat.odds(packs).values():
        assert sum(found.ways.values()) == found.deals == perm(52 * packs, 6)


@pytest.mark.parametrize("commission", ["five-percent", "half-on-six"])
def test_a_kept_bet_gains_in_the_end_what_a_decided_round_gains(commission: str) -> None:
    # After a tie the bet is where it was: x = W - L + T x.
    cancelled = exact_baccarat.odds(8, commission=commission)
    kept = exact_baccarat.odds(8, commission=commission, ties="keep")
    for bet in ("player", "banker"):
        tie = Fraction(TIE, cancelled[bet].deals)
        assert kept[bet].expectation == cancelled[bet].expectation + tie * kept[bet].expectation


def test_half_on_six_takes_half_of_the_wins_with_six() -> None:
    found = exact_baccarat.odds(8, commission="half-on-six")["banker"]
    six = sum(ways for net, ways in exact_baccarat.odds(8)["lucky-six"].ways.items() if net > 0)
    assert found.ways == {1: BANKER - six, Fraction(1, 2): six, -1: PLAYER, 0: TIE}
    assert percent(-found.expectation, 2) == "1.46"


def _round(cards: tuple[int, ...]) -> tuple[int, int, int]:
    """A round of six known cards by the words of article 9, values only."""
    p1, b1, p2, b2, *more = cards
    player, banker, taken = (p1 + p2) % 10, (b1 + b2) % 10, 2
    if max(player, banker) > 7:
        return player, banker, taken
    third = None
    if player in (0, 1, 2, 3, 4, 5):
        third = more.pop(0)
    table = {3: {8}, 4: {0, 1, 8, 9}, 5: {0, 1, 2, 3, 8, 9}, 6: {0, 1, 2, 3, 4, 5, 8, 9, None}, 7: {*range(10), None}}
    if third not in table.get(banker, set()):
        banker, taken = (banker + more.pop(0)) % 10, 3
    return player if third is None else (player + third) % 10, banker, taken


def test_deals_at_random_end_as_often_as_they_are_counted() -> None:
    rng = Random(4)
    stock = [value for value in range(1, 10) for _ in range(32)] + [0] * 128
    sampled: Counter[tuple[int, int, int]] = Counter()
    for _ in range(60_000):
        sampled[_round(tuple(rng.sample(stock, 6)))] += 1
    exact, total = exact_baccarat.deals(8), perm(416, 6)
    for end, ways in exact.items():
        p = ways / total
        assert abs(sampled[end] - 60_000 * p) < 5 * sqrt(60_000 * p * (1 - p)) + 1, end


# ── Q Poker ─────────────────────────────────────────────────────────────────

CATEGORIES = {
    "straight-flush": 48,
    "three-of-a-kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high-card": 16_440,
}


def test_three_cards_of_one_pack() -> None:
    found = Counter(exact_q_poker.CATEGORIES[(strength(hand, Readings()) or ())[0]] for hand in hands(1))
    assert found == CATEGORIES


def test_one_pack_has_the_published_edges() -> None:
    found = solve()
    assert found.deals == 407_170_400 == comb(52, 3) * comb(49, 3)
    assert percent(-found.expectation["ante"], 2) == "2.76"
    assert percent(-found.expectation["pair-plus"], 2) == "2.32"
    assert found.ante["lower", Fraction(2)] == 665_776
    # Published for the rule that equal ranks push; here they are decided by suit.
    assert found.ante["lower", Fraction(3)] > 617_044


def test_pair_plus_is_what_the_categories_say() -> None:
    for (category, net), deals in solve().pair_plus.items():
        assert deals == CATEGORIES[category] * comb(49, 3)
        assert net == exact_q_poker.PAIR_PLUS[category]


def test_what_is_played_is_about_queen_six_four() -> None:
    found = solve()
    assert (len(found.played), len(found.surrendered)) == (14_906, 7_194)
    above = (0, *(exact_q_poker.RANKS.index(rank) for rank in "Q64"))
    assert [hand for hand in found.surrendered if (strength(hand, Readings()) or ()) >= above] == []
    assert [hand for hand in found.played if (strength(hand, Readings()) or ()) < (0, 10, 4, 1)] == []


@pytest.mark.parametrize(
    ("arguments", "readings"),
    [
        ((), Readings()),
        ((1,), Readings(run_order="highest-card")),
        ((0, 1), Readings(low_run_suit="suit-of-ace")),
        ((0, 0, 1), Readings(not_qualified="keep-half")),
    ],
    ids=["default", "highest-card", "suit-of-ace", "keep-half"],
)
def test_brute_force_counts_the_same(arguments: tuple[int, ...], readings: Readings, program: Path) -> None:
    counted, found = brute_force.run(program, *arguments), solve(readings)
    half = Fraction(1, 2) if readings.not_qualified == "win-half" else Fraction(-1, 2)
    assert counted["deals"] == found.deals
    assert (counted["play"], counted["surrender"]) == (len(found.played), len(found.surrendered))
    assert counted["surrendered"] == found.ante["surrender", Fraction(-1, 2)]
    assert counted["not-qualified"] == found.ante["not-qualified", half]
    assert counted["higher"] == found.ante["higher", Fraction(-1)]
    assert Fraction(counted["ante-net-in-halves"], 2 * found.deals) == found.expectation["ante"]
    assert counted["lower-5"] == found.ante["lower", Fraction(3)]
    assert counted["lower-3"] == found.ante["lower", Fraction(3, 2)]
    for (_, net), deals in found.pair_plus.items():
        assert counted[f"pair-plus-{net}"] == deals


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if brute_force.compiler() is None:
        pytest.skip("no compiler of C")
    return brute_force.compile_to(tmp_path_factory.mktemp("c") / "q-poker", ("-O2",))


@pytest.mark.soak
def test_two_packs_have_equal_hands() -> None:
    found = solve(Readings(packs=2, equal_hands="push"))
    assert found.deals == comb(104, 3) * comb(101, 3)
    assert found.ante["equal", Fraction(0)] == 4_086_544
    unsettled = solve(Readings(packs=2))
    assert unsettled.expectation.keys() == {"pair-plus"}
    assert unsettled.ante["unsettled", None] > 0


def _dealers(hand: Hand, packs: int) -> Counter[str]:
    """What every hand of the dealer means for a hand of the player, one physical card at a time."""
    left = list(PACK) * packs
    for card in hand:
        left.remove(card)
    player, found = strength(hand, Readings()), Counter[str]()
    assert player is not None
    for other in combinations(left, 3):
        dealer = strength(other, Readings())
        assert dealer is not None
        qualified = dealer >= (0, exact_q_poker.QUEEN)
        found["not-qualified" if not qualified else "equal" if dealer == player else ""] += 1
    return found


@pytest.mark.parametrize("hand", ["As Ks Qs", "Qh Qh 2d", "Ks 9h 4c"])
def test_two_packs_count_each_card(hand: str) -> None:
    cards = tuple(sorted((exact_q_poker.RANKS.index(c[0]), exact_q_poker.SUITS.index(c[1])) for c in hand.split()))
    table = exact_q_poker._Table(Readings(packs=2, equal_hands="push"))
    found: Counter[str] = Counter()
    for (end, _), count in table.against(table.hands.index(cards)).items():
        found[end] += count
    counted = _dealers(cards, 2)
    assert sum(found.values()) == sum(counted.values()) == comb(101, 3)
    assert (found["not-qualified"], found["equal"]) == (counted["not-qualified"], counted["equal"])


def test_runs_of_two_suits_are_three_odd_cards_where_all_suits_must_differ() -> None:
    """Article 8(6): of 720 straights 12 × 4! have three suits; the other 432 form no category and are odd cards."""
    found = solve(Readings(straight_suits="all-different"))
    assert found.pair_plus["straight", 6] == 288 * comb(49, 3)
    assert found.pair_plus["high-card", -1] == (16_440 + 432) * comb(49, 3)
    assert found.expectation["pair-plus"] == Fraction(-3_536, 22_100)
    assert ("unsettled", None) not in found.ante


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("5s 4h 3d", "As 2h 3d"),  # A-2-3 is the last of the runs (article 4, 3))
        ("Ah 2s 3s", "As 2h 3h"),  # of which the three is the highest card: its suit decides
        ("Kc Qd 9h", "Kd Qs 9s"),  # clubs over diamonds (article 4, 1))
        ("9d 9c 5s", "9s 9h 5h"),  # the suit of the odd card, not of the pair
        ("2s 2h 3d", "As Kh Jd"),
        ("7d 5d 2d", "As Ah Kd"),
    ],
)
def test_pairs_of_hands_by_the_words_of_the_articles(higher: str, lower: str) -> None:
    first, second = (
        strength(
            tuple((exact_q_poker.RANKS.index(c[0]), exact_q_poker.SUITS.index(c[1])) for c in hand.split()), Readings()
        )
        for hand in (higher, lower)
    )
    assert first is not None
    assert second is not None
    assert first > second


# ── Simulations by hand: close to their own exact odds ──────────────────────


def close(net: float, rounds: int, odds: float, deviation: float) -> bool:
    return abs(net / rounds - odds) < 4 * deviation / sqrt(rounds)


BETS = ("player", "banker", "tie", "player-pair", "banker-pair")


def assert_is_baccarat(rounds: int, nets: tuple[int, ...]) -> None:
    odds = exact_baccarat.odds(8)
    for bet, net in zip(BETS, nets, strict=True):
        assert close(net / 100, rounds, float(odds[bet].expectation), sqrt(odds[bet].variance)), bet


def test_baccarat_simulated_by_hand() -> None:
    play = baccarat_rounds.in_python(Random(3))
    played = [play() for _ in range(100_000)]
    assert_is_baccarat(100_000, tuple(map(sum, zip(*played, strict=True))))
    assert_is_baccarat(*baccarat_rounds.in_numpy(np.random.default_rng(3), 10_000))
    assert_is_baccarat(*baccarat_rounds.in_numba()(3, 20_000))


def test_a_traced_round_by_hand_settles_the_same() -> None:
    plain, traced = baccarat_rounds.in_python(Random(5)), baccarat_rounds.in_python_traced(Random(5))
    for _ in range(500):
        nets = {step[1]: step[2] for step in traced()}
        assert tuple(nets[bet.replace("-", " ")] for bet in BETS) == plain()


def assert_is_q_poker(rounds: int, nets: tuple[int, int]) -> None:
    found = solve()
    for bet, net, counts in (("ante", nets[0], found.ante), ("pair-plus", nets[1], found.pair_plus)):
        square = sum(float(gain or 0) ** 2 * n for (_, gain), n in counts.items()) / found.deals
        assert close(net / 2, rounds, float(found.expectation[bet]), sqrt(square)), bet


def test_q_poker_simulated_by_hand() -> None:
    play = q_poker_rounds.in_python(Random(3))
    played = [play() for _ in range(200_000)]
    assert_is_q_poker(200_000, (sum(ante for ante, _ in played), sum(plus for _, plus in played)))
    assert_is_q_poker(*q_poker_rounds.in_numpy(np.random.default_rng(3), 2_000_000))
    assert_is_q_poker(*q_poker_rounds.in_numba()(3, 5_000_000))
