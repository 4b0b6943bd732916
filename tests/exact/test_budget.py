"""Budgets: seconds and bytes, what has been made of rows, and what is refused before it is made."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import lexludi.exact
from lexludi.base.messages import catalogue
from lexludi.exact import budget as limits
from lexludi.exact.budget import ROW, ROWS_PER_SECOND, Budget, NotAnalysed, RowMeter, TooLarge, resident
from lexludi.language.phrases import LANGUAGES

HANDS = (("box-1", 22_100), ("", 7))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The time and the memory that this process is made to have used."""
    used = {"seconds": 100.0, "bytes": 1_000.0}
    for name in ("process_time", "monotonic"):
        monkeypatch.setattr(limits, name, lambda: used["seconds"])
    monkeypatch.setattr(limits, "resident", lambda: int(used["bytes"]))
    return used


def budget(seconds: float = 10, memory: int = 4 * ROW) -> Budget:
    """A budget that begins now."""
    return Budget(seconds, memory, limits.process_time(), limits.resident())


def test_time_is_up_once_it_has_passed(clock: dict[str, float]) -> None:
    one_budget = budget(seconds=10)
    over = []
    for now in (109.5, 110, 110.5):
        clock["seconds"] = now
        over.append(one_budget.is_over)
    assert over == [False, True, True]


def test_the_time_is_asked_for_when_it_can_be_up(clock: dict[str, float], monkeypatch: pytest.MonkeyPatch) -> None:
    """All processors at once may use up ten seconds before ten have passed, and no sooner than each has its share."""
    monkeypatch.setattr(limits, "_PROCESSORS", 4)
    one_budget = budget(seconds=10)
    assert not one_budget.is_over
    monkeypatch.setattr(limits, "process_time", lambda: 110.0)
    clock["seconds"] = 102.4
    assert not one_budget.is_over, "the clock on the wall has not gone on far enough for it"
    clock["seconds"] = 102.5
    assert one_budget.is_over


def test_room_is_what_is_left_beyond_what_the_process_had(clock: dict[str, float]) -> None:
    """Of 512 bytes, 200 are taken: 312 are left."""
    one_budget = budget(memory=512)
    assert one_budget.has_room(512)
    assert not one_budget.has_room(513)
    clock["bytes"] += 200
    assert one_budget.has_room(312)
    assert not one_budget.has_room(313)


def test_memory_that_was_given_back_makes_no_room_beyond_the_limit(clock: dict[str, float]) -> None:
    one_budget = budget(memory=512)
    clock["bytes"] = 0
    assert not one_budget.has_room(513)


def test_rows_are_counted_up_to_the_limit_on_memory(clock: dict[str, float]) -> None:
    meter = RowMeter(budget(memory=4 * ROW), HANDS)
    meter.made(3, ("art_1",))
    meter.made(1, ("art_1",))
    assert meter.rows == 4
    with pytest.raises(TooLarge):
        meter.made(1, ("art_1",))
    assert meter.rows == 4, "what is refused is not made"


def test_rows_are_refused_before_they_are_made(clock: dict[str, float]) -> None:
    meter = RowMeter(budget(memory=4 * ROW), HANDS)
    meter.refuse_more(4, ())
    meter.refuse_more(4, ())
    assert meter.rows == 0
    with pytest.raises(TooLarge):
        meter.refuse_more(5, ())


def test_without_time_nothing_more_is_made(clock: dict[str, float]) -> None:
    meter = RowMeter(budget(seconds=10), HANDS)
    clock["seconds"] += 11
    with pytest.raises(TooLarge):
        meter.made(0, ())


def test_what_would_take_longer_is_refused_before_it_is_begun(clock: dict[str, float]) -> None:
    meter = RowMeter(budget(seconds=10), HANDS)
    meter.refuse_longer(10 * ROWS_PER_SECOND, ("art_1",))
    with pytest.raises(TooLarge) as found:
        meter.refuse_longer(10 * ROWS_PER_SECOND + 1, ("art_1",))
    assert (found.value.key, found.value.args_by_name["hands"]) == ("too-long", HANDS)


def test_what_is_too_large_says_of_which_hands_and_by_which_limit(clock: dict[str, float]) -> None:
    problem = TooLarge(("art_3",), budget(60.9, 3 << 30), HANDS)
    assert isinstance(problem, NotAnalysed)
    assert (problem.key, problem.reason, problem.provisions) == ("too-large", "too-large", ("art_3",))
    assert problem.args_by_name == {"reason": "too-large", "gigabytes": 3, "hands": HANDS}, "time would not help"
    late = budget(60.9, 3 << 30)
    clock["seconds"] += 61
    problem = TooLarge(("art_3",), late, HANDS)
    assert problem.key == "too-long"
    assert problem.args_by_name == {"reason": "too-large", "seconds": 60, "hands": HANDS}


def test_few_hands_are_not_said_to_be_the_cause(clock: dict[str, float]) -> None:
    """Of room for 100,000 rows, 9 by 111 combinations are less than the hundredth part, and 10 by 100 are that."""
    for hands, key in (((9, 111), "too-large-to-follow"), ((10, 100), "too-large")):
        meter = RowMeter(budget(memory=100_000 * ROW), tuple(zip(("box-1", "dealer"), hands, strict=True)))
        with pytest.raises(TooLarge) as found:
            meter.made(100_001, ())
        assert (found.value.key, found.value.reason) == (key, "too-large")
        assert ("hands" in found.value.args_by_name) == (key == "too-large")


def test_the_reason_of_what_is_not_analysed_is_the_obstacle() -> None:
    assert NotAnalysed("not-analysed", reason="no-bets").reason == "no-bets"


def _reasons() -> Iterator[str]:
    """The obstacles that some module raises, as its source has them."""
    package = Path(lexludi.exact.__file__).parent.parent
    for file in (file for room in ("exact", "simulate", "diff") for file in (package / room).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.keyword(arg="reason", value=value):
                    yield from _words(value)
                case ast.Assign(targets=[ast.Name(id="reason")], value=value):
                    yield from _words(value)
                case ast.Call(func=ast.Name(id="NotCompiled" | "ReadingNotFollowed"), args=[*_, value]):
                    yield from _words(value)


def _words(value: ast.expr) -> Iterator[str]:
    """The words that an expression may be: one, or one of two by a condition."""
    for branch in (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,):
        if isinstance(branch, ast.Constant) and isinstance(branch.value, str) and branch.value:
            yield branch.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_obstacle_that_is_raised_has_its_words(language: str) -> None:
    reasons = {*_reasons()}
    assert {"bet-names-an-item", "never-ends", "choices-without-end", "items-differ", "divides", "wild"} < reasons
    assert [reason for reason in sorted(reasons) if not catalogue(language).has(f"obstacle.{reason}")] == []


def test_memory_is_counted_in_pages_of_the_second_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "read_bytes", lambda *_: b"9000 25 3 1 0 7 0\n")
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 16384}.get)
    assert resident() == 25 * 16384


@pytest.mark.parametrize("said", [b"", b"9000", b"9000 none"])
def test_where_the_system_does_not_tell_no_memory_is_counted(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(Path, "read_bytes", lambda *_: said)
    assert resident() == 0
