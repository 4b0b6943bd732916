"""Calls made side by side: in their order, with their errors, and the same as one after another."""

import os
import time
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from lexludi.base import processes
from lexludi.base.errors import IllegalAction, MachineFailure
from lexludi.base.processes import each
from lexludi.checks.summary import check
from test_cache import said, silent

FOUND = Path(__file__).parent / "corpus" / "invalid"


def square(number: int) -> tuple[int, int]:
    time.sleep(0.05 if number == 0 else 0)  # the first is not the first to be done
    return number * number, os.getpid()


def refused(number: int) -> int:
    if number == 2:
        raise IllegalAction("no-such-work", ("art_2",), name="two")
    return number


def lost(number: int) -> int:
    if number == 2:
        os._exit(1)
    return number


@pytest.mark.parametrize("count", [0, 1, processes.FEW, 8])
def test_many_calls_are_made_elsewhere_and_given_in_their_order(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    found = list(each(square, range(count)))
    assert [number for number, _ in found] == [number * number for number in range(count)]
    assert (os.getpid() in {process for _, process in found}) == (0 < count <= processes.FEW)


@pytest.mark.parametrize("processors", [1, 2])
def test_an_error_comes_back_as_it_was_raised(processors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    with pytest.raises(IllegalAction) as told:
        list(each(refused, range(8)))
    assert (told.value.key, told.value.provisions, told.value.args_by_name) == (
        "no-such-work",
        ("art_2",),
        {"name": "two"},
    )


def test_a_lost_process_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    with pytest.raises(MachineFailure, match="process-lost"):
        list(each(lost, range(8)))


def test_a_process_that_is_lost_before_all_calls_are_handed_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise BrokenExecutor

    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor.submit", broken)
    with pytest.raises(MachineFailure, match="process-lost"):
        list(each(refused, range(8)))


def test_works_checked_side_by_side_say_what_they_say_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, text in enumerate(sorted(FOUND.glob("*.en.ludi"))[:6]):
        work = tmp_path / "shelf" / f"work-{number}"
        work.mkdir(parents=True)
        (work / "1.en.ludi").write_text(text.read_text("utf-8"), "utf-8")
    told = []
    for processors in (2, 1):
        monkeypatch.setattr("os.cpu_count", lambda count=processors: count)
        told.append(said(check([str(tmp_path / "shelf")], silent)))
    assert len(told[0]) > 20
    assert told[0] == told[1]
