"""Shortcuts of the exact analysis, each with a text in which what it takes for granted is not so.

The truth is the worth of all rounds of the interpreter, one by one, or a property that no shortcut can break.
"""

from fractions import Fraction

from generated.oracle import enumerate_rounds, solve
from lexludi.exact.odds import odds
from lexludi.play.actions import PlaceBet
from small import game_of, pack

PACK = (
    pack("5, 4, 3, 2 and 1")
    + """\
"""
)
HIGHER = """\
  when the total of “player” is higher than the total of “bank”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def worth(text: str, bet: str) -> Fraction:
    """The worth of a bet by all rounds, one by one."""
    found = solve(enumerate_rounds(game_of(text), (PlaceBet("player-1", "", bet, 1),), 60_000)).worth()
    assert found is not None
    return found


def test_a_hand_of_which_there_is_nothing_yet_is_not_turned_up() -> None:
    """What the bank draws afterwards lies hidden: a 5 and a 4 win in 4 and 3 ways of 4, a 3 in 2, and so on."""
    text = PACK + (
        "Article 2\n1)\n  bets are accepted.\n2)\n"
        "  deal to each “player” with a bet, one “card” at a time, face down, until each has 1.\n"
        "  turn up the hand of “bank”.\n  “bank” follows the rules on “draw”.\n"
        "3)\n  “player” with “ante” chooses “play” or “fold”.\n4)\n  settle “ante”.\n"
        "Article 3\n  upon “fold”: “ante” loses half.\n  upon “draw”: takes 1 “card”.\n  “bank” must “draw”.\n"
        f"Article 4\n{HIGHER}"
    )
    # 5: 1; 4: 3/4 − 1/4; 3: 0; 2 and 1: folded.
    assert worth(text, "ante") == Fraction(1 + Fraction(1, 2) + 0 - Fraction(1, 2) - Fraction(1, 2), 5)
    assert odds(game_of(text).decided).bets["ante"].expectation == Fraction(1, 10)


def test_a_draw_to_a_hand_that_was_split_is_one_of_the_first_objects_that_are_read() -> None:
    text = (
        "Article 1\n  “number”, from high to low: 2 and 1.\n"
        "  material: 1 set of “cards”, each with 4 of 2 and 4 of 1.\n  each “card” counts the number that it shows.\n"
        "  there is one “bank”.\n  “player” bets.\n  “ante” is a bet.\n"
        "Article 2\n1)\n  bets are accepted.\n2)\n"
        "  deal to each “player” with a bet, one “card” at a time, face up, until each has 2.\n3)\n"
        "  when the hand of “player” is such that all are of the same “number”, "
        "then “player” with “ante” chooses to “split” or “stay”.\n"
        "  upon “split”: half of the hand becomes the “second hand”, with an equal bet on “ante”, "
        "and neither is split again.\n"
        "4)\n  “player” follows the rules on “draw”.\n  upon “draw”: takes 1 “card”.\n  “player” must “draw”.\n"
        "5)\n  settle “ante”.\n"
        "Article 4\n  when the total of the first 2 of “player” is 3, then “ante” pays 1 to 1.\n"
        "  in every other case, “ante” loses.\n"
    )
    found = odds(game_of(text).decided)
    assert found.bets["ante"].expectation == worth(text, "ante") == Fraction(6, 7)
    assert found.deals is None, "two draws to halves that are told apart are no set"


def test_a_bet_that_is_read_by_another_is_not_followed_beside_it() -> None:
    """Without an ante nothing is dealt to the bettor, and the other bet never wins."""
    text = PACK + (
        "  “side” is a bet.\nArticle 2\n1)\n  bets are accepted.\n2)\n"
        "  deal to “bank”, one “card” at a time, face down, until each has 1.\n3)\n"
        "  when “player” has a bet on “ante”, then deal to each “player” with a bet, one “card” at a time, face down, "
        "until each has 1.\n"
        f"  settle “ante” and “side”.\nArticle 4\n{HIGHER}"
        f"{HIGHER.replace('“ante”', '“side”').replace('1 to 1', '2 to 1')}"
    )
    found = odds(game_of(text).decided)
    assert {bet: bet_odds.expectation for bet, bet_odds in found.bets.items()} == {"ante": 0, "side": -1}
    assert (worth(text, "ante"), worth(text, "side")) == (0, -1)


def test_the_last_hand_is_compared_with_both_hands_of_a_split() -> None:
    """Nothing tells the two hands apart: one wins alone as often as the other."""
    text = (
        "Article 1\n  “face”, from high to low: 7, 6, 5, 4, 3, 2 and 1.\n"
        "  material: 1 set of “cards”, each with 4 of 7, 4 of 6, 4 of 5, 4 of 4, 4 of 3, 4 of 2 and 4 of 1.\n"
        "  each “card” counts the number that it shows.\n"
        "  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “three”: 3 are of the same “face”; compared by: the “face” of each card, highest first.\n"
        "2)\n  “points”: 1 are of the same “face”; compared by: the “face” of each card, highest first.\n"
        "Article 2\n  there is one “dealer”.\n  “player” bets.\n  “main” is a bet.\n"
        "Article 3\n1.\n  bets are accepted.\n"
        "  deal to each “player” with a bet, one “card” at a time, face up, until each has two.\n"
        "  when the number of “cards” of “player” is 2, and the hand of “player” is such that all are of the same "
        "“face”, then “player” with “main” chooses to “split” or “stay”.\n"
        "  deal to each “player” with a bet, one “card” at a time, face up, until each has three.\n"
        "2.\n  “player” with “main” chooses to “stand” or “fold”.\n  upon “fold”: “main” loses half.\n"
        "  upon “split”: half of the hand becomes the “second hand”, with an equal bet on “main”, "
        "and neither is split again.\n"
        "3.\n  deal to “dealer”, one “card” at a time, face up, until each has three.\n  settle “main”.\n"
        "Article 4\n  when the hand of “player” is higher than the hand of “dealer”, then “main” pays 1 to 1.\n"
        "  in every other case, “main” loses.\n"
    )
    found = odds(game_of(text).decided).bets["main"]
    alone = {
        tuple(part.result for part in line.outcome.parts): line.probability
        for line in found.lines
        if sorted(part.result for part in line.outcome.parts) == ["lose", "win"]
    }
    assert len(set(alone.values())) == 1
    assert set(alone) == {("win", "lose"), ("lose", "win")}


def test_a_bet_that_moves_is_not_followed_together_with_one_that_does_not() -> None:
    text = (
        "Article 1\n  “number”, from high to low: 6, 5, 4, 3, 2 and 1.\n"
        "  material: 1 “die”, each showing one “number”.\n  each “die” counts the number that it shows.\n"
        "  there is one “dealer”.\n  “player” bets.\n  “first” is a bet.\n  “third” is a bet.\n"
        "  “second” is a bet that names a number from 2 through 5.\n"
        "Article 2\n1.\n  bets are accepted.\n2.\n  “dealer” throws “die”.\n  settle “first” and “third”.\n"
        "  “dealer” throws “die”.\n  settle “second”.\n"
        "Article 3\n  when the total of “dealer” is 6, then “first” pays 1 to 1.\n"
        "  when the total of “dealer” is 6, then “third” pays 1 to 1.\n"
        "  when the total of “dealer” is 1, then “first” loses.\n  in every other case, “third” loses.\n"
        "  in every other case, “first” moves to “second”, naming the total of “dealer”.\n"
        "  when the total of “dealer” is 6, then “second” pays 2 to 1.\n  in every other case, “second” loses.\n"
    )
    found = odds(game_of(text).decided).bets
    # A sixth wins, a sixth loses, and of four sixths a sixth wins two: 4/6 (2/6 − 5/6).
    assert found["first"].expectation == worth(text, "first") == Fraction(-1, 3)
    assert found["third"].expectation == worth(text, "third") == Fraction(-2, 3)


def test_a_round_that_comes_back_to_its_beginning_unchanged_has_no_end() -> None:
    text = PACK + (
        "Article 2\n  bets are accepted.\n"
        "  “bank” repeatedly follows the rules on “sit”, until the total of “bank” is higher than 3.\n"
        "  settle “ante”.\nArticle 3\n  “bank” must “sit”.\n  upon “sit”: the turn ends.\n"
        "Article 4\n  “ante” loses.\n"
    )
    assert odds(game_of(text).decided).skipped["ante"].reason == "never-ends"


def test_hands_are_ordered_by_a_second_scale_of_the_items_that_they_show() -> None:
    """Of 3, 3, 2 and 1 the 1 is the highest on the second scale, and either 3 the lowest.

    By the first scale three cards of four, and not two, would be worth a 2 or more.
    """
    text = (
        "Article 1\n  “number”, from high to low: 3, 2 and 1.\n  “low number”, from high to low: 1, 2 and 3.\n"
        "  material: 1 set of “card”, each with 2 of 3, 1 of 2 and 1 of 1.\n"
        "  there is one “bank”.\n  “player” bets.\n  “ante” is a bet.\n  “other” is a bet.\n"
        "Article 2\n1)\n  bets are accepted.\n2)\n"
        "  deal to “bank”, one “card” at a time, face up, until each has 1.\n"
        "  deal to each “player” with a bet, one “card” at a time, face up, until each has 1.\n"
        "3)\n  settle “ante” and “other”.\n"
        "Article 3\n  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “any”: it is not so that 9 are of the same “number”; "
        "compared by: the “low number” of each card, highest first.\n"
        "Article 4\n  when the hand of “bank” is worth at least “any” with 2, then “ante” pays 1 to 1.\n"
        "  when the hand of “player” is higher than the hand of “bank”, then “other” pays 2 to 1.\n"
        "  in every other case, “ante” loses.\n  in every other case, “other” loses.\n"
    )
    found = odds(game_of(text).decided).bets
    assert worth(text, "ante") == found["ante"].expectation == 0  # a 2 or the 1: two cards of four
    # Of twelve deals two are alike, and of the others the player is higher in half.
    assert worth(text, "other") == found["other"].expectation == Fraction(2 * 5 - 7, 12)
