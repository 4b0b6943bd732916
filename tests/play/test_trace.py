"""Traces: steps as data, with objects by their symbols and amounts as exact strings."""

from fractions import Fraction
from typing import Any

import pytest

from lexludi import Choose, Deal, PlaceBet
from lexludi.play.material import Material
from lexludi.play.resting import Rest
from lexludi.play.trace import RawStep, Step, Trace
from small import COIN, game_of, rules_of

MATERIAL = Material(
    rules_of(
        "Article 1\n  “number”, from high to low: 3, 2 and 1.\n"
        "  material: 2 packs of “card”, each with one for each combination of “number”.\n"
    )
)


def on_nothing(_step: int) -> Rest:
    """No step rests on a reading."""
    return Rest()


def shown(name: str, value: object) -> Any:
    """A value as a step of a trace shows it."""
    (step,) = Trace([("some", (), "", (name,), (value,))], MATERIAL, on_nothing)
    return step.values[name]


@pytest.mark.parametrize(
    ("value", "text"),
    [(10, "10"), (-10, "-10"), (0, "0"), (Fraction(3, 2), "3/2"), (Fraction(-3, 2), "-3/2"), (Fraction(6, 3), "2")],
)
def test_an_amount_is_written_exactly(value: int | Fraction, text: str) -> None:
    assert shown("stake", value) == text


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("object", 0, "3"),  # the highest is the first
        ("objects", (2, 0, 2), ["1", "3", "1"]),
        ("stake", Fraction(5, 2), "5/2"),
        ("net", -10, "-10"),
        ("decided", ("total:dealer",), ["total:dealer"]),
        ("compare:box:dealer", 1, "higher"),
        ("compare:box:dealer", 0, "equal"),
        ("compare:box:dealer", -1, "lower"),
        ("compare:box:dealer", None, None),
        ("total:dealer", 7, 7),
        ("dealt:card", True, True),
        ("bet", "ante", "ante"),
    ],
)
def test_a_value_is_shown_as_json_holds_it(name: str, value: object, expected: object) -> None:
    assert shown(name, value) == expected
    assert type(shown(name, value)) is type(expected)


STEPS: list[RawStep] = [
    ("bets-open", ("art_2",), "", (), ()),
    ("dealt", ("art_3", "art_3__point_1"), "dealer", ("object", "total:dealer"), (1, 2)),
]


def test_a_trace_is_a_sequence_of_steps() -> None:
    trace = Trace(STEPS, MATERIAL, on_nothing)
    assert len(trace) == 2
    assert trace[0] == Step("bets-open", ("art_2",), "", {})
    assert trace[1] == Step("dealt", ("art_3", "art_3__point_1"), "dealer", {"object": "2", "total:dealer": 2})
    assert list(trace) == [trace[0], trace[1]]


def test_steps_are_counted_from_the_end_and_taken_together_as_in_a_list() -> None:
    asked: list[int] = []

    def rests_on(step: int) -> Rest:
        asked.append(step)
        return Rest()

    raw: list[RawStep] = [(kind, (), "", (), ()) for kind in ("first", "second", "third")]
    trace = Trace(raw, MATERIAL, rests_on)
    assert trace[-1].kind == "third"
    assert [step.kind for step in trace[1:]] == ["second", "third"]
    assert [step.kind for step in reversed(trace)] == ["third", "second", "first"]
    assert asked == [2, 1, 2, 2, 1, 0], "what a step rests on is asked for by its place from the beginning"
    with pytest.raises(IndexError):
        trace[3]


def test_as_json_a_step_has_no_party_where_nobody_is_concerned() -> None:
    assert Trace(STEPS, MATERIAL, on_nothing).to_json() == [
        {"step": "bets-open", "provisions": ["art_2"], "values": {}},
        {
            "step": "dealt",
            "provisions": ["art_3", "art_3__point_1"],
            "party": "dealer",
            "values": {"object": "2", "total:dealer": 2},
        },
    ]


def test_values_without_a_name_are_a_fault() -> None:
    with pytest.raises(ValueError, match="zip"):
        list(Trace([("some", (), "", ("bet",), ("ante", 1))], MATERIAL, on_nothing))


def test_a_provision_that_has_something_done_and_permits_it_is_cited_once() -> None:
    round_ = game_of(
        f"""{COIN}\
Article 2
  “ante” is a bet.
  “side” is a bet.
  when “player” combines bets, then “player” may “bet”.
  bets are accepted.
Article 3
  “dealer” throws “die”.
  “player” with “ante” chooses to “raise” or “hold”.
  when the total of “dealer” is 2, then “player” may “raise”.
Article 4
  settle “ante” and “side”.
  “ante” and “side” lose.
"""
    ).new_round(cards="2")
    for action in (PlaceBet("", "", "ante", 1), PlaceBet("", "", "side", 1), Deal()):
        round_.apply(action)
    round_.apply(Choose("player-1", "", "raise"))
    told = [step.provisions for step in round_.trace if step.kind in ("bet-placed", "chosen")]
    assert told == [("art_2",), ("art_2",), ("art_3",)]
