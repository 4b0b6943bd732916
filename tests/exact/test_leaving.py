"""Objects that leave the game, counted by hand; what they leave too few of is refused, whoever reads it."""

from fractions import Fraction

import pytest

from lexludi.exact.budget import NotAnalysed
from lexludi.exact.joint import compare
from lexludi.exact.leaving import leaving
from lexludi.exact.odds import odds
from small import game_of, law_of, placed, plan_of, rules_of

TEXT = """\
Article 1
  “number”, from high to low: {numbers}.
  material: 1 pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  there is one “guest”.
  “player” bets.
  “ante” is a bet.
Article 2
  {first}bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  deal to “guest”, one “card” at a time, face down, until each has 2.
  {then}settle “ante”.
Article 3
  when the total of “bank” is higher than 2, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


@pytest.mark.parametrize(
    ("first", "gone"),
    [
        ("", []),
        ("burn a number of “card” equal to 2.\n  ", [2]),
        # In each round that is shown the bank takes one and the guest two, and none of them again.
        ("demonstrate 2 rounds.\n  ", [1, 2, 1, 2]),
    ],
)
def test_what_is_burned_and_what_is_shown_leaves_the_game(first: str, gone: list[int]) -> None:
    text = TEXT.format(numbers="9, 8, 7, 6, 5, 4, 3, 2 and 1", first=first, then="")
    found = leaving(plan_of(text, placed("ante")), game_of(text).questions.judge.hands)
    assert list(found.values()) == [("card", count) for count in gone]


TAKES = """“bank” follows the rules on “take”.
  “bank” must “take”.
  upon “take”: takes 1 “card”.
  """


@pytest.mark.parametrize(("then", "needed"), [("", 3), (TAKES, 4), (TAKES + TAKES.partition("\n")[0] + "\n  ", 5)])
def test_a_hand_that_nobody_reads_takes_objects_all_the_same(then: str, needed: int) -> None:
    """The guest’s two cards decide nothing, but without them no round comes to an end."""
    for cards in (2, 3, 4, 5, 6):
        numbers = ", ".join(str(number) for number in range(cards, 1, -1)) + " and 1"
        text = TEXT.format(numbers=numbers, first="", then=then)
        assert list(odds(rules_of(text)).skipped) == (["ante"] if cards < needed else []), cards
        law = law_of(text)
        (answer,) = (a for a in law.default.answers if a.question.kind == "bet")
        assert bool(answer.situations) is (cards >= needed), cards


@pytest.mark.parametrize(
    "burned",
    [
        "burn a number of “card” equal to 7.",  # of nine, and three are dealt
        "burn as many “card” as the first one counts, itself included, but 2 if it counts zero.",
    ],
)
def test_rounds_that_may_lack_objects_are_not_compared(burned: str) -> None:
    one = TEXT.format(numbers="9, 8, 7, 6, 5, 4, 3, 2 and 1", first=f"{burned}\n  ", then="")
    with pytest.raises(NotAnalysed) as refused:
        compare(rules_of(one), rules_of(one.replace("1 to 1", "2 to 1")), "ante")
    assert refused.value.reason == "stock-exhausted"


def test_what_is_burned_and_leaves_enough_makes_no_difference_to_a_comparison() -> None:
    one = TEXT.format(numbers="9, 8, 7, 6, 5, 4, 3, 2 and 1", first="burn a number of “card” equal to 6.\n  ", then="")
    (found,) = compare(rules_of(one), rules_of(one.replace("1 to 1", "2 to 1")), "ante")
    assert found.probability == Fraction(7, 9)  # the bank has a card above 2
