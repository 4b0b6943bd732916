"""Hands of two kinds of objects: a deal counts what is held of its own kind, in every way that a round is followed."""

from fractions import Fraction
from itertools import permutations

import pytest

from generated.agreement import faults, read
from lexludi.exact.odds import odds
from lexludi.play.actions import PlaceBet
from lexludi.play.position import Position
from small import HEADER, Steps, game_of, glossary_of, pack, placed

# Invented. A bank holds cards and tokens of which each counts its number.
TOKENS = "  material: 1 pack of “token”, each with one for each combination of “number”.\n"
HEAD = f"{pack('3, 2 and 1')}{TOKENS}Article 2\n  bets are accepted.\n"
RULES = """  settle “ante”.
Article 3
  when the total of “bank” is higher than 6, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def deal(count: str, kind: str, up: str = "up", batch: str = "one", to: str = "“bank”") -> str:
    return f"  deal to {to}, {batch} “{kind}” at a time, face {up}, until each has {count}.\n"


TEXT = HEAD + deal("one", "card") + deal("two", "token") + RULES
# Of each of three cards and each two of three tokens, in their order, how many rounds count more than six: a third.
ALL = [sum((card, *tokens)) for card in (1, 2, 3) for tokens in permutations((1, 2, 3), 2)]
WINNING = Fraction(sum(total > 6 for total in ALL), len(ALL))


def test_objects_of_another_kind_are_not_counted() -> None:
    steps = Steps(HEAD + deal("one", "card") + deal("two", "token") + deal("two", "card") + RULES, placed("ante"))
    assert steps.give("1 token:1 token:2 3").held("bank") == "1 token:1 token:2 3"
    assert steps.kinds().count("dealt") == 4


def test_what_comes_face_down_beside_another_kind_lies_behind_it() -> None:
    steps = Steps(HEAD + deal("one", "card") + deal("two", "token", "down") + RULES, placed("ante"))
    steps.give("1 token:1 token:2")
    assert steps.state.face_down == {"bank": (1, 2)}


def test_what_comes_face_up_beside_another_kind_leaves_that_face_down() -> None:
    steps = Steps(HEAD + deal("two", "card", "down") + deal("one", "token") + RULES, placed("ante"))
    steps.give("1 2 token:1")
    assert steps.state.face_down == {"bank": (0, 1)}
    assert steps.state.face_up == {"bank"}


@pytest.mark.parametrize("batch", ["one", "two"])
def test_the_odds_are_those_of_every_deal(batch: str) -> None:
    assert Fraction(1, 3) == WINNING
    text = HEAD + deal("one", "card") + deal("two", "token", batch=batch) + RULES
    lines = odds(game_of(text).decided).bets["ante"].lines
    assert {line.outcome.result: line.probability for line in lines} == {"win": WINNING, "lose": 1 - WINNING}


def test_positions_count_so_too() -> None:
    def winning(at: Position) -> Fraction:
        if at.is_over:
            return Fraction(at.returns()[0] > 0)
        return sum((p * winning(at.moved(thing)) for thing, p in at.chance_outcomes()), Fraction(0))

    assert winning(game_of(TEXT).tree(PlaceBet("", "", "ante", 1)).root) == WINNING


CHOICE = """  “player” with “ante” chooses to “stand” or “fold”.
  upon “fold”: “ante” loses half.
"""
PLAYER = "each “player” with a bet"
# Cards of a second deal come where tokens lie already, and only to whom fewer cards came before.
MORE = (
    deal("one", "card", "down") + deal("one", "token") + CHOICE + deal("two", "card", to=f"{PLAYER}, and then “bank”")
)
# Whether cards come depends on the cards that are held, and on no token.
DRAWN = """  “bank” repeatedly follows the rules on “draw”, until the total of “bank” is higher than 3.
  “bank” must “draw”.
  upon “draw”: takes one “card”.
"""
FIRST = RULES.replace("the total of “bank”", "the total of the first two of “bank”")


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        HEAD + deal("one", "token", to=PLAYER) + MORE + RULES,
        HEAD + deal("one", "token") + DRAWN + deal("two", "card") + RULES,
        HEAD + deal("one", "token") + deal("two", "card", batch="two") + deal("two", "token") + FIRST,
    ],
)
def test_every_way_to_follow_a_round_agrees(text: str) -> None:
    case, found = read(HEADER + text, "en", glossary_of(text), 20_000)
    assert case is not None, [d.code for d in found]
    assert [str(fault) for fault in faults(case)] == []
