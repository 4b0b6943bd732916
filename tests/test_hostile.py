"""Inputs broken by chance at every door keep every promise of `hostile.fuzz`; so do all that once broke one."""

import json
from pathlib import Path

import pytest

from hostile.doors import Attempt, warmed
from hostile.fuzz import FOUND, batch, tried

KEPT = sorted(p for p in FOUND.iterdir() if p.is_dir()) if FOUND.is_dir() else []


@pytest.mark.parametrize("seed", range(1))
def test_inputs_broken_by_chance_keep_every_promise(seed: int) -> None:
    warmed()
    assert [(b.attempt.door, b.attempt.arguments, b.why) for b in batch(seed)] == []


@pytest.mark.parametrize("folder", KEPT, ids=lambda p: p.name)
def test_an_input_that_broke_a_promise_does_so_no_more(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = json.loads((folder / "attempt.json").read_text("utf-8"))
    files = {
        str(p.relative_to(folder)): p.read_bytes()
        for p in folder.rglob("*")
        if p.name != "attempt.json" and p.is_file()
    }
    monkeypatch.chdir(tmp_path)
    assert tried(Attempt(about["door"], files, tuple(about["arguments"]))) == ""


def test_a_promise_that_is_broken_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> object:
        raise ZeroDivisionError("no")

    monkeypatch.chdir(tmp_path)
    assert tried(Attempt("page", {}, call=fails)) == "ZeroDivisionError: no"
    assert tried(Attempt("text", {}, ("check", "--fresh", "nothing.ludi"))) == ""
    assert tried(Attempt("text", {"a": b"x"}, ("doctor",), kept=("b",))) == "lost: b"
