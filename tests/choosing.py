"""A choice on one hand against another: an invented text of the tests, with its values worked out by hand.

Of three cards the bettor has one and the bank another. With the 3 the bettor wins, with the 2 as often as not, with
the 1 never: playing is worth 1, 0 and -1, and folding -1/2 with each. So 3 and 2 are played and 1 is folded, which is
worth (1 + 0 - 1/2) / 3 = 1/6. Always playing is worth nothing, and costs 1/6; always folding costs 1/6 + 1/2 = 2/3.
"""

from lexludi.exact.chances import Chances, chances_of
from lexludi.play.game import Game
from lexludi.play.table import alone
from small import game_of

DEALT = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
Article 2
1)
  bets are accepted.
2)
  deal to each “player” with a bet, one “card” at a time, face down, until each has 1.
3)
  “player” with “ante” chooses “play” or “fold”.
4)
  deal to “bank”, one “card” at a time, face up, until each has 1.
5)
  settle “ante”.
Article 3
  upon “fold”: “ante” loses half.
"""
BY_TOTAL = DEALT + (
    "Article 4\n  when the total of “player” is higher than the total of “bank”, then “ante” pays 1 to 1.\n"
    "  in every other case, “ante” loses.\n"
)
BY_ORDER = DEALT + (
    "Article 4\n  when the hand of “player” is higher than the hand of “bank”, then “ante” pays 1 to 1.\n"
    "  in every other case, “ante” loses.\n"
    "Article 5\n  each hand belongs to the first category that fits, from high to low:\n"
    "1)\n  “single”: 1 are of the same “number”; compared by: the “number” of each card, highest first.\n"
)
CHOICE = ("art_2__point_3",)


def chances(text: str) -> Chances:
    """The chances of the bet of such a text."""
    game: Game = game_of(text)
    return chances_of(game.questions, alone(game.questions.judge.rules, "ante"))
