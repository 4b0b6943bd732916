"""Hands divided on rows: the same parts as in a single round, and nothing lost."""

import numpy as np

from lexludi.exact.dividing import divided, split
from lexludi.exact.graph import Rows
from lexludi.exact.kinds import Kind, kinds_of
from lexludi.exact.multisets import HandTable
from lexludi.exact.slices import HAND
from lexludi.play.plan import Divide
from lexludi.rules import meaning as m
from lexludi.rules.parts import divisions
from small import game_of
from test_divided_hands import text_of

PARTS = (m.Part("low-hand", 2), m.Part("high-hand", 2))


def test_rows_are_divided_as_single_hands_are() -> None:
    hands = game_of(text_of()).questions.judge.hands
    kinds = kinds_of(hands, [m.ObjectsOf("player", ranked=True), m.Compared("player", "dealer")], "")
    table = HandTable(kinds, hands.material.faces)
    every = np.append(table.batch("tile", 4), 0)
    rows = Rows({(HAND, "player-1"): every}, np.zeros(len(every), dtype=np.int64))
    for division in (None, *divisions((2, 2))):
        after = divided(table, hands, Divide("player", PARTS, division), "player-1", rows)
        assert after.columns[HAND, "player-1"].tolist() == every.tolist()
        low, high = (after.columns[HAND, f"player-1.{part.id}"].tolist() for part in PARTS)
        for number, *parts in zip(every.tolist(), low, high, strict=True):
            single = hands.divided(table.objects(number), (2, 2), division)
            assert [tuple(sorted(part)) for part in single] == [table.objects(part) for part in parts]


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
