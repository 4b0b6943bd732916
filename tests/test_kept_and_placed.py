"""Numbers kept: the search of the checks on those out of range, counters; and rules that ask which bets were placed."""

from fractions import Fraction
from itertools import product

import pytest

from lexludi.checks.endings import number_out_of_range
from lexludi.checks.gap import gap
from lexludi.exact.odds import odds
from small import COIN_AND_ANTE, DIE, diagnosed, law_of, pack, rules_of

DICE = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 2 “dice”, each showing one “number”.
  each “dice” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “line” is a bet.
  “side” is a bet.
"""


def kept(span: str, totals: str) -> str:
    return (
        DICE
        + f"""  “mark” is a number kept during the round: {span}.

Article 2
  bets are accepted.
  “dealer” throws “dice”.
  when the total of “dealer” is {totals}, then “mark” becomes the total of “dealer”.
  “dealer” throws “dice”.
  settle “line” and “side”.

Article 3
  when the total of “dealer” is equal to the value of “mark”, then “line” pays 1 to 1.
  in every other case, “line” loses.
  in every other case, “side” loses.
"""
    )


@pytest.mark.parametrize(
    ("span", "totals"), [("4 through 9", "4 through 10"), ("4 through 9", "3 through 9"), ("5 through 5", "5 or 6")]
)
def test_a_number_that_may_be_out_of_range_is_foreseen_with_a_throw_that_shows_it(span: str, totals: str) -> None:
    law = law_of(kept(span, totals))
    (found,) = number_out_of_range(law)
    assert found.code == "number-out-of-range"
    assert found.labels[0].source.text[found.labels[0].span.start :].startswith("when the total of “dealer” is")
    low, high = (int(number) for number in span.split(" through "))
    ((_, thrown),) = found.hints[0].args["deal"].hands
    assert not low <= sum(map(int, thrown)) <= high


def test_of_equal_steps_in_one_provision_that_is_marked_which_makes_a_number_too_high() -> None:
    """Four through nine can be kept, a ten cannot."""
    step = "when the total of “dealer” is {}, then “mark” becomes the total of “dealer”."
    text = kept("4 through 9", "4 through 9").replace(
        step.format("4 through 9"), f"{step.format('4 through 9')}\n  {step.format('10')}"
    )
    (found,) = number_out_of_range(law_of(text))
    span = found.labels[0].span
    assert f"{found.labels[0].source.text[span.start : span.end]}." == step.format("10")


def test_a_range_with_every_number_that_may_come_is_no_finding() -> None:
    reached = sorted({sum(dice) for dice in product(range(1, 7), repeat=2)} - {2, 3, 7, 11, 12})
    assert reached == [4, 5, 6, 8, 9, 10]
    assert list(number_out_of_range(law_of(kept("4 through 10", "4, 5, 6, 8, 9 or 10")))) == []


def test_where_rules_ask_which_bets_were_placed_both_ways_are_searched() -> None:
    """Who has both bets and throws a total of seven or less has no rule: alone, each bet is always decided."""
    text = (
        DICE
        + """
Article 2
  bets are accepted.
  “dealer” throws “dice”.
  settle “line” and “side”.

Article 3
  in every other case, “line” loses.

Article 4
  when “player” has a bet on “line”, and the total of “dealer” is higher than 7, then “side” pays 2 to 1.
  when it is not so that “player” has a bet on “line”, then “side” loses.
"""
    )
    law = law_of(text)
    assert not list(law.unsearched())
    (found,) = gap(law)
    assert str(found.args["question"].about) == "side"
    ((_, thrown),) = found.hints[0].args["deal"].hands
    assert sum(map(int, thrown)) <= 7


SEQUENCE = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “line” is a bet.
  “count” is a number kept during the round: 0 through 5.

Article 2
1.
  bets are accepted.
  “count” becomes 0.
2.
  “dealer” throws “die”.
  when the total of “dealer” is 2 or 4, then “count” becomes 0.
  when the total of “dealer” is odd, then “count” becomes the sum of the value of “count” and 1.
  settle “line”.
  repeat article 2, number 2 until every bet is decided.

Article 3
  when the total of “dealer” is 6, then “line” pays 1 to 1.
  when the value of “count” is 5, then “line” loses.
  in every other case, “line” stands until it is decided.
"""


def test_five_odds_in_sequence_are_counted() -> None:
    """With so many odds just thrown the line wins by a six, or goes on by one odd more, or from none again."""
    # won[k] = a[k] + b[k] * won[0], from five odds, with which it is lost, back to none.
    constant, times = Fraction(0), Fraction(0)
    for _ in range(5):
        constant, times = Fraction(1, 6) + constant / 2, Fraction(1, 3) + times / 2
    won = constant / (1 - times)
    assert odds(rules_of(SEQUENCE), ("line",)).bets["line"].expectation == 2 * won - 1


# Invented: cards come inside and outside in turn until one is of the number of the bank's; how many is kept.
IN_TURN = (
    pack("3, 2 and 1", "2 packs")
    + """  “outside” is a bet.
  “length” is a bet.
  there is one “inner”.
  there is one “outer”.
  “count” is a number kept during the round: 1 through 5.

Article 2
1.
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
2.
  “inner” follows the rules on “draw”.
  when it is not so that the card drawn by “inner” is equal to the total of “bank”, then “outer” follows the rules on “draw”.
  “inner” must “draw”.
  “outer” must “draw”.
  upon “draw”: takes one “card”.
3.
  repeat article 2, number 2 until the card drawn by “inner” is equal to the total of “bank”, or the card drawn by “outer” is equal to the total of “bank”.
4.
  “count” becomes the sum of the number of “cards” of “inner” and the number of “cards” of “outer”.
  settle “ante”, “outside” and “length”.

Article 3
  when the card drawn by “inner” is equal to the total of “bank”, then “ante” pays 9 to 10.
  in every other case, “ante” loses.
  when the card drawn by “outer” is equal to the total of “bank”, then “outside” pays 1 to 1.
  in every other case, “outside” loses.
  when the value of “count” is 1, then “length” pays 3 to 1.
  when the value of “count” is 4, then “length” pays 2 to 1.
  in every other case, “length” loses.
"""  # noqa: E501
)


def test_a_number_kept_may_count_the_cards_of_parties_of_whom_there_is_one() -> None:
    """The other card of the number is equally likely each of the five that are left: inside 1, 3 or 5, outside 2 or 4.

    Inside 3/5 · 9/10 − 2/5, outside 2/5 − 3/5, length (3 + 2 − 3) / 5.
    """
    assert [*number_out_of_range(law_of(IN_TURN))] == []
    bets = odds(rules_of(IN_TURN)).bets
    assert {bet: bet_odds.expectation for bet, bet_odds in bets.items()} == {
        "ante": Fraction(7, 50),
        "outside": Fraction(-1, 5),
        "length": Fraction(2, 5),
    }


WAR = (
    DIE.replace("banker", "dealer").replace("big", "line")
    + """  “war bet” is a bet.
Article 2
1)
  bets are accepted.
2)
  “dealer” throws “die”.
  when the total of “dealer” is 1 or 3, then settle “line” and “war bet”.
  when every bet is decided, then the round ends.
  “player” with “line” chooses to “yield”, “fight” or “hold”.
  repeat article 2, 2) until every bet is decided.
3)
  upon “yield”: “line” loses half; “war bet” loses.
  upon “fight”: an amount equal to the stake of “line” is put on “war bet”.
  when “player” has a bet on “war bet”, then “player” must not “fight”.
Article 3
  when the total of “dealer” is 3, then “line” pays 1 to 1.
  when the total of “dealer” is 3, then “war bet” pays 2 to 1.
  in every other case, “line” and “war bet” lose.
"""
)


def test_who_goes_to_war_at_a_tie_may_put_an_amount_on_a_bet_that_is_settled_with_the_first() -> None:
    """The bets end together, so that whoever may still choose has neither settled.

    A war is worth (3 - 2) / 3 and a third of itself: 1/2. That is what a third of rounds are worth more than nothing.
    To yield at once would lose half: of the third, 1/3 in all; to hold then, and to fight at the next tie, loses
    1/2 - 1/6, of which a third is 1/9.
    """
    assert diagnosed(WAR)[1] == []
    found = odds(rules_of(WAR))
    assert found.bets["line"].expectation == Fraction(1, 6)
    assert found.strategies[0].cost == {"yield": Fraction(1, 3), "fight": 0, "hold": Fraction(1, 9)}


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("then settle “line” and “war bet”", "then settle “war bet”"),
        ("in every other case, “line” and “war bet” lose", "in every other case, “line” stands until it is decided"),
        ("when the total of “dealer” is 1 or 3, then settle", "settle"),
    ],
)
def test_an_amount_on_a_bet_that_is_settled_while_the_first_goes_on_is_refused(written: str, other: str) -> None:
    assert "put-after-settlement" in [found.code for found in diagnosed(WAR.replace(written, other))[1]]


def test_the_example_of_a_number_out_of_range_has_the_numbers_that_are_kept() -> None:
    # With 1 counted already, a throw of 2 makes 3, which “count” cannot be; the throw alone does not show it.
    text = f"""{COIN_AND_ANTE}\
  “count” is a number kept during the round: 0 through 2.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  when the total of “dealer” is 1, then “count” becomes 1.
  “dealer” throws “die”.
  when the value of “count” is 1, then “count” becomes the sum of the value of “count” and the total of “dealer”.
  settle “ante”.
  “ante” loses.
"""
    (found,) = number_out_of_range(law_of(text))
    deal = found.hints[0].args["deal"]
    assert (deal.hands, deal.facts) == ((("dealer", ("2",)),), (("value:count", 1),))
