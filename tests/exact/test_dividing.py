"""Hands divided on rows: the same parts as in a single round, and nothing lost."""

from fractions import Fraction

import numpy as np

from lexludi.exact.dividing import divided, divisions_of, given_up, in_order_of_kinds, split
from lexludi.exact.graph import Rows
from lexludi.exact.kinds import Kind, kinds_of
from lexludi.exact.multisets import HandTable, Ints
from lexludi.exact.odds import odds
from lexludi.exact.slices import HAND
from lexludi.play.hands import Hands
from lexludi.play.plan import Divide, GiveUp
from lexludi.rules import meaning as m
from lexludi.rules.parts import divisions
from small import game_of
from test_divided_hands import text_of

PARTS = (m.Part("low-hand", 2), m.Part("high-hand", 2))


def every_hand(size: int) -> tuple[Hands, HandTable, Ints, Rows]:
    """All hands of so many tiles, and none, as rows: each the hand of the player."""
    hands = game_of(text_of()).questions.judge.hands
    kinds = kinds_of(hands, [m.ObjectsOf("player", ranked=True), m.Compared("player", "dealer")], "")
    table = HandTable(kinds, hands.material.faces)
    every = np.append(table.batch("tile", size), 0)
    return hands, table, every, Rows({(HAND, "player-1"): every}, np.zeros(len(every), dtype=np.int64))


def test_rows_are_divided_as_single_hands_are() -> None:
    hands, table, every, rows = every_hand(4)
    for division in (None, *divisions((2, 2))):
        change = Divide("player", PARTS, division)
        after = divided(divisions_of(table, hands, change), change, "player-1", rows)
        assert after.columns[HAND, "player-1"].tolist() == every.tolist()
        low, high = (after.columns[HAND, f"player-1.{part.id}"].tolist() for part in PARTS)
        for number, *parts in zip(every.tolist(), low, high, strict=True):
            hand = table.objects(number)
            way = division or hands.highest_division(hand, (2, 2))
            single = [tuple(sorted(hand[place] for place in part if place < len(hand))) for part in way]
            assert single == [table.objects(part) for part in parts]


def test_a_division_puts_the_same_kinds_into_each_part_in_whatever_order_a_hand_lies() -> None:
    """By places: kinds 2, 0, 2 and 1 stand as 0, 1, 2 and 2 in order; places of a hand that is too small stay."""
    assert in_order_of_kinds("1+2/3+4", (2, 0, 2, 1)) == "1+3/2+4"
    assert in_order_of_kinds("4/1+3", (2, 0, 2, 1)) == "2/3+4"
    assert in_order_of_kinds("2/1+3", (1, 0)) == "1/2+3"


def test_a_hand_of_two_alike_is_split_into_two_of_one_and_no_other_hand_is() -> None:
    kinds = (Kind("card", (0,), 4), Kind("card", (1,), 4), Kind("card", (2,), 4))
    table = HandTable(kinds, [])
    alike = np.array([table.number(((thing, thing),)) for thing in range(3)])
    change = m.Split("main", "second-hand")
    after = split(table, change, "player-1", Rows({(HAND, "player-1"): alike}, np.zeros(3, dtype=np.int64)))
    assert after is not None
    for place in ((HAND, "player-1"), (HAND, "player-1.second-hand")):
        assert [table.objects(int(number)) for number in after.columns[place]] == [(0,), (1,), (2,)]
    apart = np.array([*alike[:2], table.number(((0, 1),))])
    assert split(table, change, "player-1", Rows({(HAND, "player-1"): apart}, np.zeros(3, dtype=np.int64))) is None


# Invented. Two aces and two kings that count 2; the order of the material is that of the scales.
FIRST_TWO = """Article 1
  “rank”, from high to low: “ace” and “king”.
  “suit”, from high to low: “spade” and “heart”.
  material: 1 pack of “card”, each with one for each combination of “suit” and “rank”.
  “ace” counts 1.
  “king” counts 2.
  “player” bets.
  “ante” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “any”: (each is of a different “rank”, or two are of the same “rank”).
Article 3
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has three.
  “player” divides the hand into one for “high hand” and two for “low hand”, each in turn as high as it can be.
  settle “ante”.
  when the “low hand” of “player” is such that they form “king”-“ace”, then “ante” pays 1 to 1.
  when it is not so that the “low hand” of “player” is such that they form “king”-“ace”,
  and the total of the first two of “player” is 4, then “ante” pays 2 to 1.
  in every other case, “ante” loses.
"""


def test_a_division_by_rule_goes_by_the_order_of_the_material_where_rules_read_what_came_first() -> None:
    """All divisions rank alike, so that the first object of the material is apart; 24 orders of three of four cards.

    The material has A♠ K♠ A♥ K♥. Of any three but A♠ K♠ K♥ a king and an ace are left; of these two kings are, and
    they came first in two of six orders.
    """
    found = odds(game_of(FIRST_TWO).decided).bets["ante"]
    assert {line.outcome.net: line.ways for line in found.lines} == {1: 18, 2: 2, -1: 4}
    assert found.expectation == Fraction(3, 4)


def test_of_rows_what_is_given_up_lies_apart_and_nothing_is_lost() -> None:
    _, table, every, rows = every_hand(3)
    for places in ((0,), (1, 2), (0, 1, 2)):
        after = given_up(table, GiveUp(places), "player-1", rows)
        columns = after.column((HAND, "player-1")).tolist(), after.column((HAND, "player-1.given_up")).tolist()
        for hand, kept, gone in zip(every.tolist(), *columns, strict=True):
            lying = table.kinds_lying(hand)
            assert table.kinds_lying(gone) == [lying[place] for place in places if lying]
            assert table.kinds_lying(kept) == [kind for place, kind in enumerate(lying) if place not in places]
