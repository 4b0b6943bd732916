"""Fantan: four gates, each as likely as another; every name of every bet counted over the four."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from lexludi.exact.odds import odds
from lexludi.play.game import load

GATES = range(1, 5)
KEPT = Fraction(19, 20)  # of what is won, after the commission


def bets() -> Iterator[tuple[str, str, frozenset[int], frozenset[int], Fraction]]:
    """Bet, its name, the gates that win, those that stand off, and what is won of one staked."""
    for gate in GATES:
        yield "fan", f"{gate}", frozenset({gate}), frozenset(), Fraction(3)
    for win in GATES:
        for stand in GATES:
            if win != stand:
                yield "nim", f"{win}/{stand}", frozenset({win}), frozenset({stand}), Fraction(2)
    for two in combinations(reversed(GATES), 2):
        yield "kwok", "+".join(map(str, two)), frozenset(two), frozenset(), Fraction(1)
        for stand in set(GATES) - set(two):
            yield "nga", "+".join(map(str, two)) + f"/{stand}", frozenset(two), frozenset({stand}), Fraction(1, 2)
    for three in combinations(reversed(GATES), 3):
        yield "ssh", "+".join(map(str, three)), frozenset(three), frozenset(), Fraction(1, 3)


def test_each_name_has_the_expectation_counted_over_the_four_gates() -> None:
    """4 + 12 + 6 + 12 + 4 names; the published edges are 3.75, 2.5, 2.5, 1.25 and 1.25 %."""
    found = odds(load("xx/fantan").questions.judge.rules.source).bets
    by_name = {(bet_odds.bet, name): bet_odds.expectation for bet_odds in found.values() for name in bet_odds.naming}
    counted = {}
    for bet, name, win, stand, pays in bets():
        nets = [pays * KEPT if gate in win else Fraction(0) if gate in stand else Fraction(-1) for gate in GATES]
        counted[bet, name] = sum(nets, Fraction(0)) / 4
    assert by_name == counted
    assert len(counted) == 38
    edges = {bet: counted[bet, name] for bet, name in counted}
    assert edges == {
        "fan": Fraction(-3, 80), "nim": Fraction(-1, 40), "kwok": Fraction(-1, 40),
        "nga": Fraction(-1, 80), "ssh": Fraction(-1, 80),
    }  # fmt: skip
