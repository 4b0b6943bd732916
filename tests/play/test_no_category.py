"""A hand without category: it is not worth at least any other, on every machine, and that is said of it as it is.

Of the six cards of two colours two are dealt: 15 hands. Three are pairs, four show a king and another rank in the other
colour, two a 3 and a 2 in two colours; the six of one colour are of no category. Worked out by hand.
"""

from fractions import Fraction
from itertools import combinations

import pytest
from numpy.random import SeedSequence

from lexludi.base.messages import catalogue
from lexludi.exact.odds import odds
from lexludi.language.phrases import LANGUAGES
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.game import Game, Round
from lexludi.play.telling import Teller
from lexludi.simulate.sampler import CompiledSampler
from small import game_of

TEXT = """\
Article 1
  “rank”, from high to low: “king”, 3 and 2.
  “colour”, from high to low: “black” and “red”.
  material: 1 pack of “cards”, each with one for each combination of “rank” and “colour”.
  there is one “dealer”.
  “player” bets.
  “low” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: 2 are of the same “rank”; compared by: the “rank” of each card, highest first.
2)
  “mixed”: each is of a different “colour”; compared by: the “rank” of each card, highest first.
Article 3
1.
  bets are accepted.
2.
  deal to “dealer”, one “card” at a time, face down, until each has 2.
3.
  settle “low”.
Article 4
  “dealer” is “qualified” only if the hand of “dealer” is worth at least “mixed” with “king”.
Article 5
1)
  when “dealer” is “qualified”, then “low” loses.
2)
  when it is not so that “dealer” is “qualified”, then “low” pays 1 to 1.
"""
CARDS = ["king-black", "king-red", "3-black", "3-red", "2-black", "2-red"]
PAIRS = {frozenset(CARDS[i : i + 2]) for i in (0, 2, 4)}


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of(TEXT)


def is_of_one_colour(first: str, second: str) -> bool:
    return first.partition("-")[2] == second.partition("-")[2]


def qualifies(first: str, second: str) -> bool:
    return {first, second} in PAIRS or (not is_of_one_colour(first, second) and "king" in first + second)


def played(game: Game, *cards: str) -> Round:
    round_ = game.new_round(cards=cards)
    round_.apply(PlaceBet("player-1", "", "low", 10))
    round_.apply(Deal())
    return round_


def test_a_hand_without_category_does_not_qualify(game: Game) -> None:
    hands = list(combinations(CARDS, 2))
    assert (len(hands), sum(qualifies(*hand) for hand in hands)) == (15, 7)
    for hand in hands:
        assert played(game, *hand).returns() == {"player-1": -10 if qualifies(*hand) else 10}, hand


def test_the_exact_odds_are_those_counted_by_hand(game: Game) -> None:
    assert odds(game.decided).bets["low"].expectation == Fraction(8 - 7, 15)


@pytest.mark.parametrize("kind", ["numpy", "python"])
def test_generated_code_knows_it_too(game: Game, kind: str) -> None:
    counts = CompiledSampler(game, {}, kind).sample(SeedSequence(1), 60_000).bets["low"]
    won = sum(count for outcome, count in counts.items() if outcome.net == 1)
    assert abs(Fraction(won, 60_000) - Fraction(8, 15)) < Fraction(1, 100)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("cards", "variant"),
    [(("3-black", "2-black"), "none"), (("3-black", "2-red"), "false"), (("king-black", "2-red"), "true")],
)
def test_what_is_said_of_it_is_not_that_it_is_lower(
    game: Game, cards: tuple[str, str], variant: str, language: str
) -> None:
    round_ = played(game, *cards)
    (defined,) = (step for step in round_.trace if step.kind == "defined")
    assert defined.values["with-or-better:dealer:mixed:king"] is {"none": None, "false": False, "true": True}[variant]
    told = Teller.of(game.rules, catalogue(language)).tell(defined)
    words = catalogue(language).sentences[f"reading.with-or-better.{variant}"]
    assert all(part in told for part in words.replace("{a0}", "|").replace("{a1}", "|").replace("{a2}", "|").split("|"))
