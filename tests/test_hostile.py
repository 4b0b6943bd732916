"""Inputs broken by chance at every door keep every promise of `hostile.fuzz`; one that does not is told and kept."""

from itertools import islice
from pathlib import Path

import pytest

from hostile import fuzz
from hostile.doors import DOORS, PAGE, QUESTION, Attempt, apart, attempts, warmed
from hostile.fuzz import FOUND, Broken, batch, keep, kept, tried


def test_inputs_broken_by_chance_keep_every_promise() -> None:
    warmed()
    assert [(b.attempt.door, b.attempt.arguments, b.why) for b in batch(0) if b] == []


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param(folder, marks=[pytest.mark.soak] if folder.name == "comparison-that-kept-its-memory" else [])
        for folder in sorted(FOUND.iterdir())
    ],
    ids=lambda folder: folder.name,
)
def test_what_once_broke_a_promise_keeps_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attempt = kept(folder)
    with apart() as place:
        monkeypatch.chdir(place)
        assert tried(attempt) == ""
        monkeypatch.undo()


def test_a_promise_that_is_broken_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(attempt: Attempt) -> int:
        raise ZeroDivisionError("no")

    monkeypatch.chdir(tmp_path)
    assert tried(Attempt("text", {}, ("check", "--fresh", "nothing.ludi"))) == ""
    assert tried(Attempt("text", {"a": b"x"}, ("doctor",), kept=("b",))) == "lost: b"
    assert tried(Attempt(PAGE, {QUESTION: b"{}"}, ("play",))) == ""
    monkeypatch.setattr(Attempt, "made", fails)
    assert tried(Attempt(PAGE, {QUESTION: b"{}"}, ("play",))) == "ZeroDivisionError: no"


def test_an_attempt_that_is_kept_can_be_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "FOUND", tmp_path)
    several = list(islice(attempts(1), 200))
    assert len({attempt.door for attempt in several}) == len(DOORS)
    for number, attempt in enumerate(several):
        assert kept(keep(Broken(attempt, "why"), str(number))) == attempt
