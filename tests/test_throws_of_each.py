"""Each holder of a role throws by itself: at the table and in the exact odds, with cards or without."""

from fractions import Fraction
from itertools import product

import pytest

from lexludi.exact.odds import odds
from lexludi.play.actions import Deal, PlaceBet
from lexludi.rules.settings import decide
from small import diagnosed, game_of, rules_of

TEXT = """Article 1
  “number”, from high to low: 3, 2 and 1.
  “rank”, from high to low: “high” and “low”.
  material: 2 “die”, each showing one “number”.
  material: 1 pack of “cards”, each with one for each combination of “rank”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  there are 2 “boxes”.
  “player” bets at “boxes”.
  “guess” is a bet that names one “number”.

Article 2
  bets are accepted.
  {deal}{thrower} throws “die”.
  settle “guess”.

Article 3
1.
  when {first}the number of times that “boxes” shows the one named is 2, then “guess” pays 7 to 1.
2.
  when {first}the total thrown by “boxes” is 4, then “guess” pays 2 to 1.
  prevails over article 3, number 1; because: four is the rarer of the two
3.
  in every other case, “guess” loses.
"""
DEAL = "deal to each “boxes” with a bet, 1 “cards” at a time, face up, until each has 1.\n  "
SHOWS = "“boxes” shows “high”, and "


def text(thrower: str = "each “boxes”", *, cards: bool = False) -> str:
    return TEXT.format(thrower=thrower, deal=DEAL if cards else "", first=SHOWS if cards else "")


def worth(faces: tuple[int, ...], named: int) -> int:
    """What a bet of 1 gains."""
    if sum(faces) == 4:
        return 2
    return 7 if faces.count(named) == 2 else -1


@pytest.mark.parametrize(
    ("cards", "dealt", "gains"),
    [(False, "", (-10, 70)), (True, "high low ", (-10, -10)), (True, "low high ", (-10, 70))],
)
def test_at_the_table_each_box_with_a_bet_throws_and_is_settled_by_its_own(
    cards: bool, dealt: str, gains: tuple[int, int]
) -> None:
    round_ = game_of(text(cards=cards)).new_round(cards=f"{dealt}2 3 3 3")
    for box in (1, 2):
        round_.apply(PlaceBet("", f"boxes-{box}", "guess", 10, naming="3"))
    round_.apply(Deal())
    settled = [dict(zip(told.names, told.values, strict=True)) for told in round_.steps if told.kind == "settled"]
    assert tuple(told["net"] for told in settled) == gains
    assert {told.kind for told in round_.steps} >= {"thrown", "settled"}


@pytest.mark.parametrize("cards", [False, True])
def test_the_exact_odds_of_each_throw_are_those_of_counting(cards: bool) -> None:
    throws = list(product((1, 2, 3), repeat=2))
    mean = Fraction(sum(worth(faces, 3) for faces in throws), len(throws))
    expected = (mean - 1) / 2 if cards else mean
    kinds = odds(decide(rules_of(text(cards=cards)), {}), ("guess",)).bets
    [own] = [own for own in kinds.values() if "3" in own.naming]
    assert own.expectation == expected


def test_a_role_of_several_does_not_throw_as_one() -> None:
    _, found = diagnosed(text("“boxes”"))
    assert [diagnostic.code for diagnostic in found] == ["dealt-to-several"]
