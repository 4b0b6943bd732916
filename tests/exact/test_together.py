"""Together: which bets one bettor may place beside each other, and on which the betting may be closed."""

import pytest

from lexludi.exact.together import Together
from lexludi.play.table import alone
from small import COIN, game_of

TEXT = (
    COIN
    + """  “one” is a bet.
  “two” is a bet.
  bets are accepted.
  {norms}
  “dealer” throws “die”.
  settle “one” and “two”.
  “one” and “two” lose.
"""
)
NEEDS_TWO = "when it is not so that “player” has a bet on “two”, then {}."


@pytest.mark.parametrize(
    ("norms", "bets", "is_sure"),
    [
        ("“dealer” must not “throw”.", ("one",), True),
        # As it must be placed, which is in another order than it is named in.
        (NEEDS_TWO.format("“player” must not “bet” on “one”"), ("two", "one"), True),
        # It may be placed, but nobody may close the betting on it by itself.
        (NEEDS_TWO.format("“dealer” must not “close the betting”"), ("one", "two"), True),
        ("“dealer” must not “close the betting”.", None, True),
        ("“player” must not “bet” on “one”.", None, True),
        # Whether anybody else has staked more is not followed.
        ("when “player” has the largest stake, then “player” must not “bet” on “one”.", ("one",), False),
        ("the stake of “one” must be at least 3.\n  the stake of “one” must be at most 2.", ("one",), False),
        # Twice as much as what is no less than it: no stakes of both, and one by itself.
        (
            "the stake of “two” must be at least 2 times the stake of “one”.\n"
            "  the stake of “one” must be at least the stake of “two”.\n  "
            + NEEDS_TWO.format("“player” must not “bet” on “one”"),
            ("two", "one"),
            False,
        ),
    ],
)
def test_a_bet_is_placed_with_what_it_needs(norms: str, bets: tuple[str, ...] | None, is_sure: bool) -> None:
    questions = game_of(TEXT.format(norms=norms)).questions
    together = Together(questions)
    bet = alone(questions.judge.rules, "one")
    company = together.of((bet,), together.everywhere_but(bet))
    assert (company and tuple(placed.bet for placed in company.bets)) == bets
    assert company is None or company.is_sure is is_sure
