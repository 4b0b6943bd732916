"""Mutation testing: accepted survivors stand where it is said, with a reason; a mutant meets the tests of its lines."""

import json
import tomllib
from pathlib import Path

import pytest

from lexludi.base.resources import package_folder
from mutants.footprints import Footprints, lines_of
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


CODE = """\
import math

@property
def area(side):
    if side > 0 and (
        side < 9
    ):
        return (side *
                side)
    return 0
"""


@pytest.mark.parametrize(("line", "lines"), [(1, (1, 1)), (3, (3, 10)), (6, (5, 7)), (9, (8, 9)), (10, (10, 10))])
def test_a_change_is_met_by_whatever_runs_its_statement_and_a_head_by_what_runs_the_body(
    line: int, lines: tuple[int, int]
) -> None:
    found = lines_of(CODE, line)
    assert (found[0], found[-1]) == lines


def test_tests_are_chosen_by_the_lines_that_they_run_and_all_of_a_file_for_what_import_runs(tmp_path: Path) -> None:
    def seen(seconds: float, *lines: int) -> dict[str, object]:
        return {"seconds": seconds, "lines": {"play/area": lines}}

    one = {"": seen(0, 1, 3), "one::a": seen(0.5, 8, 10), "one::b": seen(0.25, 10)}
    two = {"": seen(0), "two::c": seen(2, 8)}
    files = {name: {"digest": name, "tests": tests} for name, tests in (("one", one), ("two", two))}
    (tmp_path / "kept.json").write_text(json.dumps(files), "utf-8")
    footprints = Footprints(tmp_path / "kept.json")

    def chosen(module: str, *lines: int) -> list[tuple[tuple[str, ...], float]]:
        return [
            (footprint.tests, footprint.seconds) for footprint in footprints.running(module, range(lines[0], lines[1]))
        ]

    assert chosen("play/area", 8, 9) == [(("one::a",), 0.5), (("two::c",), 2)]
    assert chosen("play/area", 10, 11) == [(("one::a", "one::b"), 0.75)]
    assert chosen("play/area", 1, 2) == [(("one::a", "one::b"), 0.75)]
    assert chosen("play/area", 4, 5) == chosen("play/other", 8, 9) == []


@pytest.mark.soak
def test_mutants_are_drawn_by_their_seed_and_change_what_runs() -> None:
    drawing = pytest.importorskip("mutants.drawing", reason="needs cosmic-ray")
    drawn = drawing.sample(5, 7, ["play/actions"])
    assert drawn == drawing.sample(5, 7, ["play/actions"])
    assert len({(mutant.line, mutant.after) for mutant in drawn}) == 5
    assert all(mutant.before != mutant.after for mutant in drawn)
    assert drawing._running("x: int = 1") == drawing._running("x: str = 1")
    assert drawing._running("x = 1") != drawing._running("x = 2")


@pytest.mark.soak
def test_a_decorator_that_is_taken_out_is_met_where_it_stands_and_not_at_the_comment_above_it() -> None:
    drawing = pytest.importorskip("mutants.drawing", reason="needs cosmic-ray")
    lines = (package_folder() / "rules" / "meaning.py").read_text("utf-8").splitlines()
    drawn = [drawing.make("rules/meaning", "core/RemoveDecorator", number) for number in range(6, 10)]
    assert any(mutant.before.startswith("#") for mutant in drawn)
    assert all(lines[mutant.line - 1].strip().startswith("@") for mutant in drawn)
