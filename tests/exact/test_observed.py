"""Observables read from rows: values by row, groups that read the same, and hands that are alike."""

import numpy as np
import pytest

from choosing import BY_ORDER, BY_TOTAL, forward_of, start_of
from lexludi.exact.forward import Forward
from lexludi.exact.graph import Rows
from lexludi.exact.observed import COMPARED
from lexludi.exact.slices import DRAWN, HAND
from lexludi.play.plan import Settle, Who
from lexludi.rules import meaning as m

BANK, OWN = (HAND, "bank"), (HAND, "player-1")
WHO = Who("player-1", 0)
CARDS = BY_ORDER.replace("3, 2 and 1", "4, 3, 2 and 1")

DRAW = """\
Article 6
  upon “draw”: takes one “card”.
  “bank” must “draw”.
  when “bank” drew no card, then “ante” is returned.
"""


def rows(forward: Forward, *held: tuple[str, str]) -> Rows:
    """Rows of the beginning, in which the bettor and the bank hold a card each, or nothing, by symbol."""
    start = forward.rows_of(start_of(forward)).take(np.zeros(len(held), dtype=np.int64))
    return start.put(OWN, numbers(forward, *(hand for hand, _ in held))).put(
        BANK, numbers(forward, *(b for _, b in held))
    )


def numbers(forward: Forward, *symbols: str) -> np.ndarray:
    parse = forward.process.hands.material.parse_all
    kinds = {thing: n for n, kind in enumerate(forward.table.kinds) for thing in kind.members}
    return np.array([forward.table.number((tuple(kinds[thing] for thing in parse(symbol)),)) for symbol in symbols])


def read(forward: Forward, observable: m.Observable, *held: tuple[str, str]) -> list[object]:
    """The value of an observable in each row."""
    found = forward.observed.values(observable, WHO, rows(forward, *held))
    assert found is not None
    codes, values = found
    return [values[code] for code in codes.tolist()]


def settle(forward: Forward) -> int:
    return next(pc for pc, op in enumerate(forward.plan.ops) if isinstance(op, Settle))


# ── Values ──────────────────────────────────────────────────────────────────


def test_two_hands_are_compared_row_by_row() -> None:
    forward = forward_of(CARDS)
    order = m.Compared("player", "bank")
    assert read(forward, order, ("4", "1"), ("2", "3"), ("", "3"), ("2", "2")) == [1, -1, None, 0]
    assert COMPARED == (-1, 0, 1, None)


@pytest.mark.parametrize(
    ("observable", "values"),
    [
        (m.Total("player"), [4, 2, 0]),
        (m.Total("bank"), [1, 3, 3]),
        (m.CountShowing("player", "2"), [0, 1, 0]),
        (m.CountOfKind("player", "card"), [1, 1, 0]),
        (m.HasShape("player", m.Alike(1, "number")), [True, True, False]),
        (m.WasDealt("card"), [True, True, True]),
    ],
)
def test_a_hand_is_read_row_by_row(observable: m.Observable, values: list[object]) -> None:
    assert read(forward_of(CARDS), observable, ("4", "1"), ("2", "3"), ("", "3")) == values


def test_nothing_has_been_dealt_where_nobody_holds_anything() -> None:
    assert read(forward_of(CARDS), m.WasDealt("card"), ("", ""), ("", "1")) == [False, True]


def test_the_category_of_a_hand_is_read_by_its_id() -> None:
    assert read(forward_of(CARDS), m.CategoryOf("player"), ("4", ""), ("", "")) == ["single", None]


def test_what_reads_no_hand_is_part_of_the_rest() -> None:
    forward = forward_of(CARDS)
    assert forward.observed.values(m.RoundOver(), WHO, rows(forward, ("4", "1"))) is None


def test_strengths_are_ranks_among_the_hands_given() -> None:
    """The 1 and the 3 are the lowest and the highest of these; nothing has no rank."""
    forward = forward_of(CARDS)
    assert forward.observed.hands.strengths(numbers(forward, "3", "1", "3", "")).tolist() == [1, 0, 1, -1]
    assert forward.observed.hands.strengths(numbers(forward, "2", "4")).tolist() == [0, 1]


# ── Groups ──────────────────────────────────────────────────────────────────


def test_rows_of_which_the_same_is_read_are_one_group() -> None:
    """A settlement reads who is higher: 4-1 and 3-2 are alike, and 1-4 is not."""
    forward = forward_of(CARDS)
    states, inverse = forward.observed.groups(settle(forward), rows(forward, ("4", "1"), ("1", "4"), ("3", "2")))
    assert len(states) == 2
    assert inverse[0] == inverse[2] != inverse[1]


def test_totals_are_compared_with_each_other_and_not_by_their_values() -> None:
    forward = forward_of(BY_TOTAL)
    states, inverse = forward.observed.groups(settle(forward), rows(forward, ("3", "1"), ("2", "1"), ("1", "2")))
    assert len(states) == 2
    assert inverse[0] == inverse[1] != inverse[2]


def test_the_state_of_a_row_has_the_objects_that_stand_for_its_hands() -> None:
    forward = forward_of(CARDS)
    state = forward.observed.state(settle(forward), rows(forward, ("4", "1"), ("", "2")), 0)
    symbols = forward.process.hands.material.symbols
    assert (symbols(state.hand("player-1")), symbols(state.hand("bank"))) == (["4"], ["1"])
    assert (state.pc, state.drawn) == (settle(forward), {})
    other = forward.observed.state(settle(forward), rows(forward, ("", "2")), 0)
    assert list(other.hands) == ["bank"]


def test_what_was_drawn_last_is_the_object_of_its_kind() -> None:
    forward = forward_of(CARDS)
    drawn = rows(forward, ("4", "1"), ("4", "1")).put((DRAWN, "bank"), np.array([3, 0]))
    assert [dict(forward.observed.state(0, drawn, row).drawn) for row in (0, 1)] == [
        {"bank": forward.table.kinds[2].stands}, {},
    ]  # fmt: skip


def test_who_has_drawn_an_object_has_not_drawn_none() -> None:
    forward = forward_of(
        CARDS.replace("settle “ante”.", "“bank” follows the rules on “draw”.\n  settle “ante”.") + DRAW
    )
    drawn = rows(forward, ("4", "1"), ("4", "1")).put((DRAWN, "bank"), np.array([0, 3]))
    found = forward.observed.values(m.DrewNone("bank"), WHO, drawn)
    assert found is not None
    codes, values = found
    assert [values[code] for code in codes.tolist()] == [True, False]


def test_what_is_read_beside_a_hand_or_nothing_where_both_are_read_together() -> None:
    forward = forward_of(CARDS)
    held = rows(forward, ("4", "1"))
    assert forward.observed.beside("bank", settle(forward), held) is None
    assert forward.observed.beside("nobody", settle(forward), held) is not None


# ── Hands that are alike ────────────────────────────────────────────────────

ONLY_TWOS = BY_TOTAL.replace("the total of “player” is higher than the total of “bank”", "the total of “player” is 2")


def test_one_hand_stands_for_all_of_which_the_same_will_be_read() -> None:
    """It is read whether a total is 2: 3 and 1 are alike, and nothing is not like them."""
    forward = forward_of(ONLY_TWOS)
    three, two, one, nothing = forward.observed.alike(
        settle(forward), OWN, numbers(forward, "3", "2", "1", "")
    ).tolist()
    assert three == one
    assert len({three, two, nothing}) == 3


def test_hands_that_will_be_compared_stay_apart_by_their_order() -> None:
    forward = forward_of(CARDS)
    alike = forward.observed.alike(settle(forward), OWN, numbers(forward, "4", "3", "2", "1"))
    assert len(set(alike.tolist())) == 4


def test_hands_of_which_nothing_will_be_read_are_all_alike() -> None:
    forward = forward_of(ONLY_TWOS)
    alike = forward.observed.alike(settle(forward), BANK, numbers(forward, "3", "2", "1"))
    assert len(set(alike.tolist())) == 1
    assert forward.observed.alike(settle(forward), BANK, np.zeros(2, dtype=np.int64)).tolist() == [0, 0]
