"""Footprints of tests: the lines of the engine that each runs, and how long it takes, recorded once for each file.

A mutant is tried on the tests that run its statement, and on no others. What a cache keeps for many tests is run by
the first alone: a mutant may be told to survive that another test would have noticed, never the reverse.
"""

import ast
import hashlib
import json
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import coverage
import pytest

# Lines that run while modules are imported, and belong to no test.
IMPORTED = ""

OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore:Module already imported")


@dataclass(frozen=True)
class Footprint:
    """Some tests of a file, by their node ids, and the seconds of processor time that they take together."""

    file: str
    tests: tuple[str, ...]
    seconds: float


class Footprints:
    """What is recorded of files of tests, kept in a file of JSON."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._files: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}

    def has(self, name: str, digest: str) -> bool:
        """Whether a file of tests is recorded, as it is now."""
        return self._files.get(name, {}).get("digest") == digest

    def keep(self, name: str, digest: str, found: Path) -> None:
        """Take over what `record` has written of a file of tests."""
        self._files[name] = {"digest": digest, "tests": json.loads(found.read_text("utf-8"))}
        self._file.write_text(json.dumps(self._files), "utf-8")

    def running(self, module: str, lines: range) -> list[Footprint]:
        """File by file the tests that run one of the lines; of lines run by import, all those of the file."""
        return [found for name in self._files if (found := self._of_file(name, module, {*lines}))]

    def _of_file(self, name: str, module: str, lines: set[int]) -> Footprint | None:
        tests = self._files[name]["tests"]
        running = {test for test, entry in tests.items() if not lines.isdisjoint(entry["lines"].get(module, ()))}
        if running == {IMPORTED}:
            running = {*tests}
        chosen = tuple(test for test in tests if test in running - {IMPORTED})
        return Footprint(name, chosen, sum(tests[test]["seconds"] for test in chosen)) if chosen else None


def digest(folder: Path, name: str) -> str:
    """A digest of the engine and of a file of tests."""
    files = [*sorted((folder / "engine").rglob("*.py")), folder / name]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def lines_of(code: str, line: int) -> range:
    """The lines of the statement in which a line stands; of the head of a function or class, all of its lines."""
    around = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.stmt) and line in _range(node)]
    innermost = min(around, key=lambda node: len(_range(node)), default=None)
    if innermost is None:
        return range(line, line + 1)
    if not (body := getattr(innermost, "body", None)) or isinstance(innermost, ast.FunctionDef | ast.ClassDef):
        return _range(innermost)
    return range(innermost.lineno, body[0].lineno) if line < body[0].lineno else _range(innermost)


def _range(node: ast.stmt) -> range:
    decorators = getattr(node, "decorator_list", [])
    return range(min([node.lineno, *(each.lineno for each in decorators)]), (node.end_lineno or node.lineno) + 1)


def record(folder: Path, name: str, target: Path) -> int:
    """Run a file of tests and write what each runs: {node id: {seconds, lines: {module: [line, …]}}}."""
    engine = folder / "engine" / "lexludi"
    running = coverage.Coverage(data_file=None, source=[str(engine)], config_file=False, messages=False)
    watching = _Watching(running)
    running.start()
    code = int(pytest.main([*OPTIONS, name], plugins=[watching]))
    running.stop()
    data = running.get_data()
    out: dict[str, Any] = {}
    for test in [IMPORTED, *watching.seconds]:
        data.set_query_context(test)
        lines = {
            Path(file).relative_to(engine).with_suffix("").as_posix(): sorted(measured)
            for file in data.measured_files()
            if (measured := data.lines(file))
        }
        out[test] = {"seconds": round(watching.seconds.get(test, 0.0), 3), "lines": lines}
    target.write_text(json.dumps(out), "utf-8")
    return code


class _Watching:
    """A plugin of pytest: the test that runs now, told to coverage, and its seconds."""

    def __init__(self, running: coverage.Coverage) -> None:
        self._running = running
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool, bool]:
        self._running.switch_context(item.nodeid)
        begun = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - begun
        self._running.switch_context(IMPORTED)
        return result
