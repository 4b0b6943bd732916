"""Exact odds against those worked out by hand in `benchmarks`: equal as fractions, outcome by outcome."""

from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from benchmarks import exact_baccarat, exact_q_poker
from benchmarks.exact_draw_to_total import Game
from benchmarks.exact_q_poker import Readings
from lexludi.exact.odds import BetOdds, Odds, odds
from lexludi.law.loader import find, rules_of
from lexludi.rules.model import RuleSet, Value
from lexludi.rules.settings import decide, resolve_settings
from smaller import drawing


@cache
def rules(work: str) -> RuleSet:
    return rules_of(find(work))


def solved(work: str, bets: tuple[str, ...] = (), **settings: Value) -> Odds:
    found = rules(work)
    given = {name.replace("_", "-"): value for name, value in settings.items()}
    split = ({n: v for n, v in given.items() if found.parameters[n].kind == kind} for kind in ("option", "reading"))
    return odds(decide(found, resolve_settings(found, *split)), bets)


def by_net(bet_odds: BetOdds) -> dict[Fraction | None, int]:
    """In how many ways a bet comes to each net gain."""
    out: Counter[Fraction | None] = Counter()
    for line in bet_odds.lines:
        assert line.ways is not None
        out[line.outcome.net] += line.ways
    return dict(out)


def probabilities(bet_odds: BetOdds) -> dict[Fraction | None, Fraction]:
    out: dict[Fraction | None, Fraction] = {}
    for line in bet_odds.lines:
        out[line.outcome.net] = out.get(line.outcome.net, Fraction(0)) + line.probability
    return out


# ── Baccarat ────────────────────────────────────────────────────────────────

FIRST, HALF_ON_SIX, LUCKY_SIX = "mo/baccarat@2004-05-18", "mo/baccarat@2005-11-29", "mo/baccarat@2018-04-24"


@pytest.mark.parametrize("packs", range(6, 13))
def test_five_bets_with_every_number_of_packs(packs: int) -> None:
    found, expected = solved(FIRST, packs=packs), exact_baccarat.odds(packs)
    assert set(found.bets) == {"player", "banker", "tie", "player-pair", "banker-pair"}
    for bet, bet_odds in found.bets.items():
        assert by_net(bet_odds) == expected[bet].ways, bet
        assert found.deals == expected[bet].deals
        assert bet_odds.expectation == expected[bet].expectation
        assert bet_odds.variance == expected[bet].variance


@pytest.mark.parametrize("packs", [6, 8, 12])
def test_bets_that_are_kept_after_a_tie(packs: int) -> None:
    found, expected = solved(FIRST, packs=packs, ties="keep"), exact_baccarat.odds(packs, ties="keep")
    for bet, bet_odds in found.bets.items():
        total = expected[bet].deals
        assert probabilities(bet_odds) == {net: Fraction(ways, total) for net, ways in expected[bet].ways.items()}
        assert bet_odds.expectation == expected[bet].expectation
        assert bet_odds.variance == expected[bet].variance


@pytest.mark.parametrize("ties", ["cancel", "keep"])
def test_half_on_six_in_place_of_the_commission(ties: str) -> None:
    found = solved(HALF_ON_SIX, ("banker",), commission="half-on-six", ties=ties).bets["banker"]
    expected = exact_baccarat.odds(8, commission="half-on-six", ties=ties)["banker"]
    assert found.expectation == expected.expectation
    assert probabilities(found) == {net: Fraction(ways, expected.deals) for net, ways in expected.ways.items()}


def test_the_bet_on_a_winning_six() -> None:
    found = solved(LUCKY_SIX, ("lucky-six",))
    assert by_net(found.bets["lucky-six"]) == exact_baccarat.odds(8)["lucky-six"].ways


# ── Q Poker ─────────────────────────────────────────────────────────────────

READINGS = [
    {},
    {"run_order": "highest-card"},
    {"low_run_suit": "suit-of-ace"},
    {"straight_suits": "all-different"},
    {"not_qualified": "keep-half"},
    {"run_order": "highest-card", "low_run_suit": "suit-of-ace", "not_qualified": "keep-half"},
    {"packs": 2, "equal_hands": "unresolved"},
    *(
        pytest.param({"packs": 2, **others}, marks=pytest.mark.soak)
        for others in (
            {"equal_hands": "push"},
            {"equal_hands": "dealer-wins"},
            {"equal_hands": "player-wins"},
            {"equal_hands": "push", "run_order": "highest-card", "straight_suits": "all-different"},
        )
    ),
]


@pytest.mark.parametrize("readings", READINGS, ids=lambda r: ",".join(map(str, r.values())) or "default")
def test_both_bets_under_every_reading(readings: dict[str, Value]) -> None:
    found, expected = solved("mo/q-poker", **readings), exact_q_poker.solve(Readings(**readings))  # type: ignore[arg-type]
    assert found.deals == expected.deals
    ante: Counter[Fraction | None] = Counter()
    for (_, net), ways in expected.ante.items():
        ante[net] += ways
    assert by_net(found.bets["ante"]) == dict(ante)
    plus = {(category, net): ways for (category, net), ways in expected.pair_plus.items() if ways}
    assert {(ln.outcome.category, ln.outcome.net): ln.ways for ln in found.bets["pair-plus"].lines} == plus
    for bet, bet_odds in found.bets.items():
        assert bet_odds.expectation == expected.expectation.get(bet)
    (strategy,) = found.strategies
    weights = {
        action: sum(exact_q_poker._ways(Counter(hand), Readings(**readings).packs) for hand in hands)  # type: ignore[arg-type]
        for action, hands in (("play", expected.played), ("surrender", expected.surrendered))
    }
    assert dict(strategy.counts) == weights


# ── Drawing to twenty-one ───────────────────────────────────────────────────

VALUES = {"ace": 1, "king": 10}


@pytest.mark.parametrize(
    ("ranks", "packs"),
    [
        (("ace", "king", "6", "5", "4"), 1),
        (("ace", "king", "9", "8", "3"), 1),
        (("ace", "king", "7", "6"), 2),
        (("king", "9", "7", "2"), 1),
    ],
)
def test_drawing_to_twenty_one_with_few_ranks(tmp_path: Path, ranks: tuple[str, ...], packs: int) -> None:
    found = rules_of(find(str(drawing(tmp_path, ranks))))
    bet_odds = odds(decide(found, resolve_settings(found, {"packs": packs}, {}))).bets["main-bet"]
    stock = tuple((VALUES.get(rank) or int(rank), 4 * packs) for rank in ranks)
    expected = Game(stock).odds()
    assert probabilities(bet_odds) == expected.nets
    assert bet_odds.expectation == expected.expectation
