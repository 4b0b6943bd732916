"""Bets that go on as bets of another kind and name a number: rounds by hand, the checks, odds and generated code."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from lexludi.base.errors import UnsettledCase
from lexludi.base.source import Source
from lexludi.checks.gap import gap
from lexludi.checks.law import Law
from lexludi.checks.numbers_kept import number_out_of_range
from lexludi.exact.odds import odds
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.game import Round
from lexludi.simulate.sampler import automaton_of, code_of
from small import HEADER, game_of, rules_of

# One die: a six wins and a one loses at once, any other number is named; then it wins before a one.
TEXT = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “first” is a bet.
  “second” is a bet that names a number from {low} through 5.

Article 2
1.
  bets are accepted.
2.
  “dealer” throws “die”.
  settle {settled}.
  repeat article 2, number 2 until every bet is decided.

Article 3
1.
  when the total of “dealer” is 6, then “first” pays 1 to 1.
2.
  when the total of “dealer” is 1, then “first” loses.
3.
  in every other case, “first” moves to “second”, naming the total of “dealer”.
4.
  when the total of “dealer” is equal to the number named, then “second” pays 2 to 1.
5.
  when the total of “dealer” is 1, then “second” loses.
{others}"""
STANDS = "6.\n  in every other case, “second” stands until it is decided.\n"


def text(*, settled: str = "“first” and “second”", low: int = 2, others: str = STANDS) -> str:
    return TEXT.format(settled=settled, low=low, others=others)


def played(own: str, throws: str) -> Round:
    round_ = game_of(own).new_round(cards=throws)
    for action in (PlaceBet("", "", "first", 10), Deal()):
        round_.apply(action)
    return round_


@pytest.mark.parametrize(
    ("throws", "gain"),
    [("6", 10), ("1", -10), ("4 4", 20), ("4 1", -10), ("3 2 6 5 3", 20), ("2 6 3 1", -10)],
)
@pytest.mark.parametrize("settled", ["“first” and “second”", "“second” and “first”"])
def test_a_bet_moves_to_the_number_thrown_and_no_throw_counts_twice(throws: str, gain: int, settled: str) -> None:
    round_ = played(text(settled=settled), throws)
    assert round_.is_over
    assert round_.returns() == {"player-1": gain}
    moved = [told for told in round_.steps if told.kind == "bet-gone-on"]
    assert [told.values[2] for told in moved] == ([throws[0]] if throws[0] in "2345" else [])
    assert all(told.provisions == ("art_3__para_3",) for told in moved)


def test_nobody_bets_on_what_others_move_to() -> None:
    offered = [a for a in game_of(text()).new_round(seed=1).legal_actions() if isinstance(a, PlaceBet)]
    assert [bet.bet for bet in offered] == ["first"]


def test_the_odds_are_those_of_the_throws() -> None:
    """A sixth wins and a sixth loses at once; of the rest half wins twice the stake, and half loses."""
    own = odds(rules_of(text()), ("first",)).bets["first"]
    assert own.expectation == Fraction(1, 6) - Fraction(1, 6) + Fraction(4, 6) * (Fraction(1, 2) * 2 - Fraction(1, 2))
    ends = Counter[Fraction | None]()
    for line in own.lines:
        ends[line.outcome.net] += line.probability  # type: ignore[assignment]
    assert ends == {Fraction(1): Fraction(1, 6), Fraction(2): Fraction(1, 3), Fraction(-1): Fraction(1, 2)}


def test_a_number_that_cannot_be_named_leaves_the_bet_undecided_and_is_foreseen() -> None:
    own = text(low=3)
    with pytest.raises(UnsettledCase):
        played(own, "2 1")
    (found,) = number_out_of_range(Law(rules_of(own), Source("small.en.ludi", "en", HEADER + own)))
    assert found.labels[0].source.text[found.labels[0].span.start :].startswith("in every other case, “first” moves")
    ((_, thrown),) = found.hints[0].args["deal"].hands
    assert thrown == ("2",)
    whole = text()
    assert not list(number_out_of_range(Law(rules_of(whole), Source("small.en.ludi", "en", HEADER + whole))))


def test_a_gap_behind_a_move_is_found() -> None:
    """Without a rule on other throws, a bet that has moved is left open by the next throw of two to six but its own."""
    own = text(others="")
    (found,) = gap(Law(rules_of(own), Source("small.en.ludi", "en", HEADER + own)))
    assert found.args["question"].about == "second"


@pytest.mark.parametrize("kind", ["python", "numpy"])
def test_generated_code_plays_the_rounds_of_given_throws_as_they_were_worked_out(kind: str) -> None:
    game = game_of(text())
    automaton = automaton_of(game, {}, given=True)
    gains = {"61111": 1, "11111": -1, "44111": 2, "41111": -1, "32653": 2, "26311": -1}
    (die,) = game.questions.judge.hands.material.faces.values()
    numbers = {game.questions.judge.hands.material.symbols((thing,))[0]: thing for thing in die}
    columns = np.array([[numbers[face] for face in throws] for throws in gains], dtype=np.int64)
    arrivals = [automaton.arrivals[end] for end in code_of(automaton, kind).ends(columns.T).tolist()]
    assert [own.net for arrival in arrivals for own in arrival.settled] == list(gains.values())
