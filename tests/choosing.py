"""A choice on one hand against another: an invented text of the tests, with its values worked out by hand.

Of three cards the bettor has one and the bank another. With the 3 the bettor wins, with the 2 as often as not, with
the 1 never: playing is worth 1, 0 and -1, and folding -1/2 with each. So 3 and 2 are played and 1 is folded, which is
worth (1 + 0 - 1/2) / 3 = 1/6. Always playing is worth nothing, and costs 1/6; always folding costs 1/6 + 1/2 = 2/3.
"""

from lexludi.exact.budget import Budget, RowMeter
from lexludi.exact.chances import Chances, chances_of
from lexludi.exact.draws import Draws
from lexludi.exact.forward import Forward
from lexludi.exact.graph import EntryNode, States
from lexludi.exact.kinds import kinds_of
from lexludi.exact.multisets import HandTable
from lexludi.exact.observed import HandColumns, Observed
from lexludi.exact.slices import Slice
from lexludi.exact.symmetry import Symmetry
from lexludi.play.game import Game
from lexludi.play.plan import Who, walk
from lexludi.play.process import Process
from lexludi.play.round_state import StockState
from lexludi.play.table import alone
from small import game_of, pack

DEALT = (
    pack("3, 2 and 1")
    + """\
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
)
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
# Whoever has not folded may take the stake back: the 3 holds, the 2 is worth the same either way, the 1 is taken back.
TWICE = BY_TOTAL.replace("“play” or “fold”.", "“play” or “fold”.\n  “player” with “ante” chooses to “hold” or “leave”.")
TWICE = TWICE.replace("loses half.\n", "loses half.\n  upon “leave”: “ante” is returned.\n")
CHOICE = ("art_2__point_3",)
# A die of 2 and 1 adds to a score: an odd one loses, 6 pays 5 to 1. Stopping at 0 loses half, at 2 pays 1 to 2, at 4
# 3 to 1. Going on at 4 is worth (5 - 1) / 2 = 2, so 4 is stopped at; at 2 it is (3 - 1) / 2 = 1, and at 0 (1 - 1) / 2.
CLIMB = """\
Article 1
  “number”, from high to low: 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
  “score” is a number kept during the round: 0 through 6.
Article 2
1)
  bets are accepted.
  “score” becomes 0.
2)
  “player” with “ante” chooses to “go on” or “stop”.
  when “player” has chosen to “stop”, then settle “ante”.
  when every bet is decided, then the round ends.
  “bank” throws “die”.
  “score” becomes the sum of the value of “score” and the total thrown by “bank”.
  when the value of “score” is 1, 3, 5 or 6, then settle “ante”.
  when every bet is decided, then the round ends.
  repeat article 2, 2) until every bet is decided.
Article 3
1)
  when the value of “score” is 0, then “ante” loses half.
2)
  “ante” pays by the value of “score”:
(1)
  2 1 to 2.
(2)
  4 3 to 1.
(3)
  6 5 to 1.
3)
  in every other case, “ante” loses.
"""


def chances(text: str) -> Chances:
    """The chances of the bet of such a text."""
    game: Game = game_of(text)
    return chances_of(game.questions, alone(game.questions.judge.rules, "ante"))


def forward_of(text: str, budget: Budget | None = None) -> Forward:
    """All rounds of the bet of such a text, its program as it is written: nothing left out, no hand dealt late."""
    questions = game_of(text).questions
    bet = alone(questions.judge.rules, "ante")
    plan = walk(questions.judge.rules, (bet,))
    process, sliced = Process(plan, questions), Slice(plan, questions)
    hands = questions.judge.hands
    table = HandTable(kinds_of(hands, sliced.all_observables, ""), hands.material.faces)
    observed = Observed(sliced, HandColumns(table, questions.judge), States(sliced), "")
    meter = RowMeter(budget or Budget(), ())
    draws = Draws(process, observed, Who(bet.unit, 0), meter)
    return Forward(process, observed, draws, Symmetry(table, []), meter)


def start_of(forward: Forward) -> EntryNode:
    """The beginning of a round."""
    state = forward.process.start(StockState(fresh=False))
    return EntryNode(0, (), forward.states.rest[forward.states.number(state)])
