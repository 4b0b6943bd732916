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
    [on_three] = [bet_odds for bet_odds in kinds.values() if "3" in bet_odds.naming]
    assert on_three.expectation == expected


def of_bettors(placing: str = "", thrower: str = "player") -> str:
    """The text for bettors at no place, or maybe at one, of whom each throws."""
    placed = text(f"each “{thrower}”").replace("“player” bets at “boxes”", f"“player” bets{placing}")
    return placed.replace("that “boxes” shows", "that “player” shows").replace("by “boxes” is", "by “player” is")


def told(source: str, cards: str, places: tuple[str, str]) -> tuple[list[str], list[int]]:
    """Who throws, and what the bets of two bettors gain, each 10 on a three."""
    round_ = game_of(source).new_round(cards=cards)
    for number, place in enumerate(places, 1):
        round_.apply(PlaceBet(f"player-{number}", place, "guess", 10, naming="3"))
    round_.apply(Deal())
    settled = [dict(zip(step.names, step.values, strict=True)) for step in round_.steps if step.kind == "settled"]
    return [step.party for step in round_.steps if step.kind == "thrown"], [step["net"] for step in settled]


@pytest.mark.parametrize("role", ["“player”", "“player” with a bet"])
def test_each_bettor_at_no_place_throws_and_is_settled_by_its_own(role: str) -> None:
    source = of_bettors().replace("each “player” throws", f"each {role} throws")
    assert told(source, "2 3 3 3", ("", "")) == (["player-1", "player-2"], [-10, 70])
    [on_three] = [
        bet_odds for bet_odds in odds(decide(rules_of(source), {}), ("guess",)).bets.values() if "3" in bet_odds.naming
    ]
    # Of the nine throws of two dice three have the total of four, and one more shows two threes.
    assert on_three.expectation == Fraction(3 * 2 + 1 * 7 - 5, 9)


def test_the_bettor_at_no_place_throws_beside_those_at_places() -> None:
    source = of_bettors(" at “boxes” or elsewhere")
    # Bettors come by where their bets stand, else by their name: “boxes” before “player”.
    assert told(source, "2 3 3 3", ("boxes-1", "")) == (["boxes-1", "player-2"], [-10, 70])
    assert told(source, "2 3 3 3", ("", "boxes-1")) == (["boxes-1", "player-1"], [70, -10])


def test_for_a_bettor_at_no_place_no_box_throws() -> None:
    source = of_bettors(" at “boxes” or elsewhere", "boxes")
    assert told(source, "3 3", ("boxes-1", "")) == (["boxes-1"], [70, -10])
    # Nor where bettors throw too, of whose throws the last counts.
    both = source.replace("each “boxes” throws “die”.", "each “boxes” throws “die”.\n  each “player” throws “die”.")
    assert told(both, "3 3 1 2 1 3", ("boxes-1", "")) == (["boxes-1", "boxes-1", "player-2"], [-10, 20])


def test_each_bettor_throws_again_until_a_condition_holds_and_under_one_of_their_own() -> None:
    again = of_bettors().replace(
        "settle", "repeat article 2 until the total thrown by “player” is higher than 2.\n  settle"
    )
    [on_three] = [
        bet_odds for bet_odds in odds(decide(rules_of(again), {}), ("guess",)).bets.values() if "3" in bet_odds.naming
    ]
    # Of the eight throws with more than two in all, three have the total of four, and one more shows two threes.
    assert on_three.expectation == Fraction(3 * 2 + 1 * 7 - 4, 8)
    once_more = "when the total thrown by “player” is 2, then each “player” throws “die”.\n  settle"
    assert told(of_bettors().replace("settle", once_more), "1 1 2 3 3 3", ("", "")) == (
        ["player-1", "player-2", "player-1"],
        [70, -10],
    )


def test_what_is_so_of_the_table_is_asked_once_before_each_throws() -> None:
    source = of_bettors().replace(
        "each “player” throws", "when it is not so that a “die” has been thrown, then each “player” throws"
    )
    assert told(source, "2 3 3 3", ("", ""))[0] == ["player-1", "player-2"]


def test_bettors_at_no_place_follow_rules_that_let_nobody_draw() -> None:
    source = (
        of_bettors()
        .replace(
            "each “player” throws “die”.",
            "each “player” throws “die”.\n  “player” must “wave”.\n"
            "  upon “wave”: burn a number of “cards” equal to 1.\n  “player” follows the rules on “wave”.",
        )
        .replace("2 “die”", "1 “die”")
        .replace("1 pack", "2 packs")
    )
    round_ = game_of(source).new_round(cards="2 3 low high")
    for number in (1, 2):
        round_.apply(PlaceBet(f"player-{number}", "", "guess", 10, naming="3"))
    round_.apply(Deal())
    assert [step.kind for step in round_.steps].count("burned") == 2


def test_a_role_of_several_does_not_throw_as_one() -> None:
    _, found = diagnosed(text("“boxes”"))
    assert [diagnostic.code for diagnostic in found] == ["dealt-to-several"]
