"""A game of cards drawn to a total, in which what is left of the pack differs from row to row: counts past 64 bits."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from lexludi.exact.odds import odds
from small import rules_of

# Forty cards; what they count is said in halves, so that seven and a half is fifteen.
TEXT = """\
Article 1
  “rank”, from high to low: “king”, “queen”, “jack”, 7, 6, 5, 4, 3, 2 and “ace”.
  “suit”, from high to low: “spades”, “hearts”, “clubs” and “diamonds”.
  material: 1 pack of “card”, each with one for each combination of “suit” and “rank”.
  “king”, “queen” and “jack” count 1.
  “ace” counts 2.
  2 counts 4.
  3 counts 6.
  4 counts 8.
  5 counts 10.
  6 counts 12.
  7 counts 14.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
Article 2
  bets are accepted.
  deal to each “player” with a bet, and then “dealer”, one “card” at a time, face up, until each has one.
  “player” with “ante” repeatedly chooses to “draw” or “stay”, until the total of “player” is higher than 14.
  upon “draw”: takes one “card”.
  upon “stay”: the turn ends.
  “dealer” must “draw”.
  “dealer” repeatedly follows the rules on “draw”, until the total of “dealer” is higher than 9.
  settle “ante”.
Article 3
  when the total of “player” is lower than 16, and the total of “dealer” is higher than 15, then “ante” pays 1 to 1.
  when the total of “player” is lower than 16, and the total of “player” is higher than the total of “dealer”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""  # noqa: E501
COUNTS = (1, 2, 4, 6, 8, 10, 12, 14)
PACK = (12, 4, 4, 4, 4, 4, 4, 4)

Pack = tuple[int, ...]


def without(left: Pack, card: int) -> Pack:
    return (*left[:card], left[card] - 1, *left[card + 1 :])


def mean(left: Pack, gain: Callable[[int], Fraction]) -> Fraction:
    """The mean of what is gained with the next card."""
    return sum((Fraction(number, sum(left)) * gain(card) for card, number in enumerate(left) if number), Fraction(0))


@cache
def against_the_dealer(left: Pack, total: int, player: int) -> Fraction:
    """The mean gain of whoever stays with a total of 15 or less."""
    if total > 9:
        return Fraction(1 if total > 15 or player > total else -1)
    return mean(left, lambda card: against_the_dealer(without(left, card), total + COUNTS[card], player))


@cache
def best(left: Pack, player: int, dealer: int) -> Fraction:
    """The mean gain of the best play with a total, against a card of the dealer."""
    if player > 15:
        return Fraction(-1)
    stay = against_the_dealer(left, COUNTS[dealer], player)
    if player > 14:
        return stay
    return max(stay, mean(left, lambda card: best(without(left, card), player + COUNTS[card], dealer)))


def test_best_play_with_every_card_that_is_gone_is_that_of_plain_recursion() -> None:
    def after(mine: int) -> Fraction:
        left = without(PACK, mine)
        return mean(left, lambda theirs: best(without(left, theirs), COUNTS[mine], theirs))

    expected = mean(PACK, after)
    assert expected == Fraction(-28305922573249, 539271032157000)
    assert odds(rules_of(TEXT), ("ante",)).bets["ante"].expectation == expected
