"""The best choices in generated code: those of the exact analysis, with the expectation that it gives."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from numpy.random import SeedSequence

from lexludi.exact.odds import odds
from lexludi.play.game import load
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.sampling import INTERPRETER, plan_of, sampler_of


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


HOLE = """\
Article 1
  “rank”, from high to low: 4, 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “rank”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  deal to “bank”, one “card” at a time, face down, until each has two.
  “player” with “ante” chooses to “stay” or “fold”.
  upon “fold”: “ante” loses half.
  settle “ante”.
  when the total of “bank” is higher than 5, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_whoever_plays_best_goes_by_what_a_hand_shows_of_itself(tmp_path: Path) -> None:
    """Beside a four two of three cards win, beside a three or a two one, else none: folding loses half, at a one alone.

    A quarter of 1/3 − 1/3 − 1/3 − 1/2. No code is generated: what is seen of the hand is not what is read of it.
    """
    terms = dict.fromkeys(re.findall("“([^”]+)”", HOLE))
    glossary = "".join(f'[{term}]\nzh = ["{term}z"]\npt = ["{term}p"]\nen = ["{term}"]\n' for term in terms)
    (tmp_path / "glossary.toml").write_text(glossary, "utf-8")
    (tmp_path / "1.en.ludi").write_text(f"regulation: small\ninvented example, not law.\n\n{HOLE}", "utf-8")
    game, rounds = load(str(tmp_path / "1.en.ludi")), 4_000
    assert odds(game.decided, ["ante"]).bets["ante"].expectation == Fraction(-5, 24)
    with pytest.raises(NotCompiled):
        sampler_of(plan_of(game, {"ante": "optimal"}, "python"))
    counts = sampler_of(plan_of(game, {"ante": "optimal"}, INTERPRETER)).sample(SeedSequence(3), rounds).bets["ante"]
    mean = sum((Fraction(outcome.net or 0) * count for outcome, count in counts.items()), Fraction(0)) / rounds
    assert abs(float(mean) + 5 / 24) < 5 / rounds**0.5
    folded = sum(count for outcome, count in counts.items() if outcome.net == Fraction(-1, 2))
    assert abs(folded / rounds - 1 / 4) < 2.5 / rounds**0.5
