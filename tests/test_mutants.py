"""Accepted survivors of mutation testing: each is a line that stands where it is said, with a reason."""

import tomllib

import pytest

from lexludi.base.resources import package_folder
from mutants.survivors import FILE, accepted


def test_every_accepted_survivor_is_of_a_line_that_is_there_and_has_a_reason() -> None:
    rows = tomllib.loads(FILE.read_text("utf-8"))["survivor"]
    assert len(accepted()) == len(rows)
    for row in rows:
        assert row.keys() == {"module", "before", "after", "reason"}
        lines = [line.strip() for line in (package_folder() / f"{row['module']}.py").read_text("utf-8").splitlines()]
        block = row["before"].split("\n")
        assert any([*map(str.strip, block)] == lines[at : at + len(block)] for at in range(len(lines))), row
        assert row["before"] != row["after"]
        assert len(row["reason"]) > 40


@pytest.mark.soak
def test_mutants_are_drawn_by_their_seed_and_change_what_runs() -> None:
    drawing = pytest.importorskip("mutants.drawing", reason="needs cosmic-ray")
    drawn = drawing.sample(5, 7, ["play/actions"])
    assert drawn == drawing.sample(5, 7, ["play/actions"])
    assert len({(mutant.line, mutant.after) for mutant in drawn}) == 5
    assert all(mutant.before != mutant.after for mutant in drawn)
    assert drawing._running("x: int = 1") == drawing._running("x: str = 1")
    assert drawing._running("x = 1") != drawing._running("x = 2")
