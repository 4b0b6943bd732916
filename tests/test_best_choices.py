"""The best choices in generated code: those of the exact analysis, with the expectation that it gives."""

from fractions import Fraction

import pytest
from numpy.random import SeedSequence

from lexludi.exact.odds import odds
from lexludi.play.game import load
from lexludi.simulate.sampling import plan_of, sampler_of


@pytest.mark.parametrize("kernel", ["python", "numpy", "numba"])
def test_best_choices_gain_what_the_exact_odds_say(kernel: str) -> None:
    """Within five standard errors, for a fixed seed; whoever always plays loses more than that."""
    game, rounds = load("mo/q-poker"), 100_000
    exact = odds(game.decided, ["ante"]).bets["ante"]
    tally = sampler_of(plan_of(game, {"ante": "optimal"}, kernel)).sample(SeedSequence(7), rounds)
    counts = tally.bets["ante"]
    mean = sum((Fraction(outcome.net or 0) * count for outcome, count in counts.items()), Fraction(0)) / rounds
    assert exact.expectation is not None
    assert exact.variance is not None
    assert abs(float(mean - exact.expectation)) < 5 * (float(exact.variance) / rounds) ** 0.5
    surrendered = sum(count for outcome, count in counts.items() if outcome.result == "surrender")
    assert abs(surrendered / rounds - 0.32552) < 0.008
