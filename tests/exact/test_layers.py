"""Rows of rounds, layer by layer: equal rows merge, and what lies hidden is refused where it would be learned."""

from fractions import Fraction

import pytest

from lexludi.exact.budget import NotAnalysed
from lexludi.exact.layers import Layers
from lexludi.exact.odds import odds
from lexludi.play.plan import Placed
from small import DIE, rules_of
from test_meaning import DICE, THROW, game, settled

PLACED = Placed("player-1", "", "bet-1", 1)
CARDS_OF_TWO = """\
regulation: meaning
invented example, not law.

Article 1
  “rank”, from high to low: 5 and 4.
  material: 2 packs of “card”, each with one for each combination of “rank”.
  every other “card” counts its face value.
Article 2
  there is one “dealer”.
  “player” bets.
  “bet 1” is a bet.
Article 3
1.
  bets are accepted.
2.
  deal to “dealer”, 1 “card” at a time, face down, until each has 1.
"""
OTHERWISE = "in every other case, “bet 1” loses."
CHOICE = """\
4.
  “player” with “bet 1” chooses to “stand” or “half fold”.
5.
  upon “stand”: the turn ends.
6.
  upon “half fold”: “bet 1” loses half.
"""


def test_a_throw_of_three_dice_is_worth_what_counting_says() -> None:
    """Of 216 throws, 27 show a total of ten."""
    rules = settled("when the total of “dealer” is 10, then “bet 1” pays 6 to 1.", OTHERWISE)
    layers = Layers(game(DICE, THROW, rules).questions, PLACED)
    start = layers.start()
    ends = layers.solve([start], {})[0][start]
    tens = sum(a + b + c == 10 for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    assert sorted(ends.values()) == sorted((Fraction(tens, 216), 1 - Fraction(tens, 216)))


GONE_ON = """\
Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “first” is a bet.
  “second” is a bet that names a number from 2 through 5.
Article 2
1.
  bets are accepted.
2.
  “dealer” throws “die”.
  settle “first” and “second”.
3.
  “dealer” throws “die”.
  settle “second”.
Article 3
  when the total of “dealer” is 6, then “first” pays 1 to 1.
  when the total of “dealer” is 1, then “first” loses.
  in every other case, “first” moves to “second”, naming the total of “dealer”.
  when the total of “dealer” is equal to the number named, then “second” pays 2 to 1.
  when the total of “dealer” is 1, then “second” loses.
  in every other case, “second” stays for the next round.
"""


def test_a_kept_bet_names_what_it_has_come_to_name() -> None:
    """A 6 and a 1 balance; a number of four in six throws pays two as often as a 1 loses one."""
    found = odds(rules_of(GONE_ON), ("first",)).bets["first"]
    assert found.expectation == Fraction(4, 6) * (Fraction(1, 2) * 2 - Fraction(1, 2))
    assert found.kept == Fraction(4, 6) * Fraction(4, 6)


def test_a_choice_that_would_learn_of_a_hidden_hand_is_refused() -> None:
    """A second card only after a five: whoever sees that it comes knows what lies hidden."""
    told = "3.\n  when the total of “dealer” is 5, then deal to “dealer”, 1 “card” at a time, face down, until each has 2.\n"  # noqa: E501
    one_game = game(
        CARDS_OF_TWO + told + CHOICE,
        settled("when the total of “dealer” is 9, then “bet 1” pays 1 to 1.", OTHERWISE),
    )
    layers = Layers(one_game.questions, PLACED)
    with pytest.raises(NotAnalysed) as refused:
        layers.solve([layers.start()], {})
    assert refused.value.reason == "hidden-hand"


DOUBLING = """  “banker” throws “die”.
  “player” with “big” chooses to “stand” or “double”.
  upon “stand”: the turn ends.
  upon “double”: the stake of “big” is doubled; the turn ends.
"""
SETTLED = """  when the total of “banker” is 3, then “big” pays 1 to 1.
  when the total of “banker” is 2, then “big” loses.
  in every other case, “big” """
FROM_ROUND_TO_ROUND = f"""Article 2
  bets are accepted.
{DOUBLING}  settle “big”.
Article 3
{SETTLED}stays for the next round.
"""
WITHIN_A_ROUND = f"""Article 2
  bets are accepted.
Article 3
{DOUBLING}Article 4
  settle “big”.
  repeat article 3 until every bet is decided.
Article 5
{SETTLED}stands until it is decided.
"""


@pytest.mark.parametrize(("text", "provision"), [(FROM_ROUND_TO_ROUND, "art_2"), (WITHIN_A_ROUND, "art_3")])
def test_a_stake_that_doubles_without_end_is_refused_with_the_provision_and_not_followed(
    text: str, provision: str
) -> None:
    rules = rules_of(DIE + text)
    (refused,) = odds(rules).skipped.values()
    assert (refused.reason, refused.provisions) == ("stake-grows", (provision,))
    # Of one that does not grow nothing is refused: a fair bet.
    same = odds(rules_of(DIE + text.replace("the stake of “big” is doubled; ", ""))).bets["big"]
    assert same.expectation == 0
