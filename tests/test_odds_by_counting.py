"""What is counted instead of dealt out: the last hand, and the last hand that grows, against plain enumeration."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from lexludi.exact import backward, draws, last_chain, last_hand, multisets
from lexludi.exact.odds import BetOdds, odds
from lexludi.law.loader import find, rules_of
from lexludi.play.hands import Hands
from lexludi.rules.bind import bind
from lexludi.rules.model import RuleSet, Value
from lexludi.rules.settings import decide, resolve_settings
from smaller import drawing, q_poker


def decided(path: Path, readings: Mapping[str, Value], options: Mapping[str, Value] | None = None) -> RuleSet:
    rules = rules_of(find(str(path)))
    return decide(rules, resolve_settings(rules, options or {}, readings))


def ends(bet_odds: BetOdds) -> dict[object, Fraction]:
    out: dict[object, Fraction] = {}
    for line in bet_odds.lines:
        end = (line.outcome.result, line.outcome.net, line.outcome.category, line.outcome.provisions)
        out[end] = out.get(end, Fraction(0)) + line.probability
    return out


# ── The last hand ───────────────────────────────────────────────────────────

READINGS: list[dict[str, Value]] = [
    {},
    {"run-order": "highest-card"},
    {"straight-suits": "all-different"},
    {"packs": 2},
    {"packs": 2, "equal-hands": "push"},
    {"packs": 3, "equal-hands": "player-wins", "straight-suits": "all-different"},
    {"packs": 4, "equal-hands": "dealer-wins", "run-order": "highest-card", "not-qualified": "keep-half"},
]


@pytest.mark.parametrize("readings", READINGS, ids=lambda r: ",".join(map(str, r.values())) or "default")
def test_last_hands_that_are_counted_are_those_that_are_dealt_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, readings: dict[str, Value]
) -> None:
    rules = decided(q_poker(tmp_path), readings)
    counted: list[int] = []
    original = draws.counted_hands

    def spied(*arguments: object) -> object:
        counted.append(1)
        return original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(draws, "counted_hands", spied)
    monkeypatch.setattr(draws, "WORTH_COUNTING", 0)
    found = odds(rules, ("ante",))
    assert counted
    counted.clear()
    monkeypatch.setattr(draws, "WORTH_COUNTING", 1_000_000_000)
    plain = odds(rules, ("ante",))
    assert not counted
    assert ends(found.bets["ante"]) == ends(plain.bets["ante"])
    assert [s.to_json() for s in found.strategies] == [s.to_json() for s in plain.strategies]


@pytest.mark.parametrize("packs", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_last_hands_against_every_pair_of_hands_of_single_cards(tmp_path: Path, packs: int) -> None:
    """One card after another, copies told apart, the interpreter's order of hands: nothing is counted by a formula."""
    rules = decided(q_poker(tmp_path, suits=2), {"packs": packs, "equal-hands": "push"})
    order = Hands(bind(rules))
    cards = list(enumerate(thing for pool in order.material.pools.values() for thing in pool))
    hands = list(combinations(cards, 3))
    half, won = Fraction(1, 2), {"straight-flush": 3, "three-of-a-kind": 2, "straight": Fraction(3, 2)}
    total, pairs = Fraction(0), 0
    for hand in hands:
        things = tuple(thing for _, thing in hand)
        strength, category = order.strength(things), order.category(things)
        assert strength is not None
        assert category is not None
        gain, against = Fraction(0), 0
        for other in combinations([card for card in cards if card not in hand], 3):
            theirs = tuple(thing for _, thing in other)
            against += 1
            rank = order.strength(theirs)
            assert rank is not None
            if not order.is_worth_at_least(theirs, "high-card", ("queen",)):
                gain += half
            elif rank != strength:
                gain += -1 if rank > strength else won.get(category.id, 1)
        total += max(gain, -half * against)
        pairs += against
    assert odds(rules, ("ante",)).bets["ante"].expectation == total / pairs


# ── The last hand that grows ────────────────────────────────────────────────


@pytest.mark.parametrize(("ranks", "packs"), [(("ace", "king", "5"), 1), (("ace", "king", "6", "4"), 2)])
def test_last_draws_that_are_counted_are_those_that_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ranks: tuple[str, ...], packs: int
) -> None:
    rules = decided(drawing(tmp_path, ranks), {}, {"packs": packs})
    monkeypatch.setattr(draws, "WORTH_CHAINING", 0)
    found = odds(rules)
    monkeypatch.setattr(draws, "WORTH_CHAINING", 1_000_000_000)
    plain = odds(rules)
    assert ends(found.bets["main-bet"]) == ends(plain.bets["main-bet"])
    assert [s.to_json() for s in found.strategies] == [s.to_json() for s in plain.strategies]


def test_ways_beyond_machine_integers_are_counted_exactly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = decided(drawing(tmp_path, ("ace", "king", "6")), {}, {"packs": 2})
    found = odds(rules)
    for module in (backward, draws, last_chain, last_hand, multisets):
        monkeypatch.setattr(module, "SAFE", 1 << 20)
    assert ends(odds(rules).bets["main-bet"]) == ends(found.bets["main-bet"])
