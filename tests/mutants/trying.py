"""Trials of mutants: a copy of the checkout with one in it, and the tests that run its lines, until one fails."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from compileall import compile_dir
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mutants.drawing import ROOMS, Mutant
from mutants.footprints import OPTIONS, Footprint, Footprints, digest, lines_of, record

ROOT = Path(__file__).resolve().parent.parent.parent

# Beside the tests of the rooms, what plays, counts and compares rules from end to end.
WIDER = (
    *("test_small_texts", "test_meaning", "test_rounds", "test_moving_bets", "test_kept_and_placed", "test_schema"),
    *("test_playthroughs", "test_bounds_of_stakes", "test_clauses", "test_odds_by_counting", "test_divided_hands"),
    *("test_corpus", "test_portion", "test_order_of_hands", "test_wild", "test_split_hands", "test_formed_hands"),
    *("test_several_bets", "test_clauses_of_numbers", "test_throws_of_each", "test_best_choices", "test_one_bettor"),
)
# Of processor time, as many times as the tests took without a mutant, and so much more: a mutant may never end.
LONGER, AT_LEAST = 3, 15
# Of the clock, where nothing is computed either.
PATIENCE = 1800
# The tests of the first batch take no longer than this, those of all batches than that, as long as none fails.
FIRST, ALL = 10.0, 240.0
MEMORY = 6 << 30

SURVIVED = "survived"

# What tests and the engine import of others, imported once for all.
IMPORTED = ("babel.dates", "click", "hypothesis.strategies", "jinja2", "jsonschema", "lark", "numpy", "rich.table")

# Exit codes of pytest: a test failed; it failed itself, or was not understood; there was no test.
PASSED, CANNOT, NONE = 0, (3, 4), 5


class Copy:
    """A copy of what git keeps of the checkout, in which modules are changed and put back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self._kept, self._cache = folder / "kept", folder / "cache"
        self._output = folder / "output"
        self._changes = 0
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)

    def prepare(self, footprints: Footprints) -> None:
        """Run each file of tests once, without any change: all must pass, and the lines that each runs are recorded."""
        compile_ = "from lexludi.language import grammar, phrases; [*map(grammar.lark_parser, phrases.LANGUAGES)]"
        here = {**os.environ, "PYTHONPATH": str(self.folder / "engine"), "XDG_CACHE_HOME": str(self._kept)}
        subprocess.run([sys.executable, "-c", compile_], env=here, check=True, timeout=PATIENCE)
        compile_dir(self.folder / "engine", quiet=1)
        for package in IMPORTED:
            import_module(package)
        for name in test_files(self.folder):
            kept = digest(self.folder, name)
            if not footprints.has(name, kept):
                found = self.folder.parent / "footprint.json"
                found.unlink(missing_ok=True)
                code = self._forked(lambda name=name, found=found: record(self.folder, name, found), PATIENCE)
                if code not in (PASSED, NONE):
                    raise RuntimeError(f"{name} fails without any change ({code}): {self._output.read_text('utf-8')}")
                footprints.keep(name, kept, found)
                print(f"recorded {name}", flush=True)

    def trial(self, mutant: Mutant, footprints: Footprints) -> str:
        """The first batch of tests that notices a mutant, by its first file; else that it survived."""
        file = self.folder / "engine" / "lexludi" / f"{mutant.module}.py"
        whole, times = file.read_text("utf-8"), file.stat()
        chosen = footprints.running(mutant.module, lines_of(whole, mutant.line))
        file.write_text(mutant.code, "utf-8")
        # Bytecode is told apart by the second in which its file was written.
        self._changes += 1
        os.utime(file, (times.st_atime, times.st_mtime + self._changes))
        try:
            return next((batch[0].file for batch in _batches(mutant.module, chosen) if self._fails(batch)), SURVIVED)
        finally:
            file.write_text(whole, "utf-8")
            os.utime(file, (times.st_atime, times.st_mtime))

    def _fails(self, batch: Sequence[Footprint]) -> bool:
        """Whether a test fails, or does not come to an end."""
        # What a mutant leaves in the cache is not seen by the next; compiled grammars are there for all.
        shutil.rmtree(self._cache, ignore_errors=True)
        shutil.copytree(self._kept, self._cache, copy_function=os.link)
        code = self._forked(lambda: _pytest(batch), int(LONGER * sum(each.seconds for each in batch)) + AT_LEAST)
        if code in CANNOT:
            raise RuntimeError(f"pytest itself failed ({code}): {self._output.read_text('utf-8')}")
        return code not in (PASSED, NONE)

    def _forked(self, run: Callable[[], int], seconds: int) -> int | None:
        """The exit code of a call in a process of its own, where the packages that tests need are imported already."""
        process = get_context("fork").Process(target=self._inside, args=(run, seconds))
        process.start()
        process.join(PATIENCE)
        assert process.pid is not None
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.join()
        return process.exitcode

    def _inside(self, run: Callable[[], int], seconds: int) -> None:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        os.chdir(self.folder)
        os.environ |= {"PYTHONPATH": str(self.folder / "engine"), "XDG_CACHE_HOME": str(self._cache)}
        # Mutants leave no bytecode; that of tests is written while footprints are recorded.
        sys.dont_write_bytecode = self._changes > 0
        if sys.dont_write_bytecode:
            os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        sys.path[:0] = [str(self.folder / "engine")]
        output = os.open(self._output, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        for stream in range(3):
            os.dup2(output, stream)
        os._exit(run())


def _pytest(batch: Sequence[Footprint]) -> int:
    return int(pytest.main(["-x", *OPTIONS, *(each.file for each in batch)], plugins=[_Only(batch)]))


class _Only:
    """A plugin of pytest: of the tests in some files, those that are chosen."""

    def __init__(self, batch: Sequence[Footprint]) -> None:
        self._chosen = {test for each in batch for test in each.tests}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self._chosen]


def test_files(folder: Path) -> Iterator[str]:
    """The files of tests that are run on mutants."""
    for room in ROOMS:
        yield from (path.relative_to(folder).as_posix() for path in sorted((folder / "tests" / room).glob("test_*.py")))
    yield from (f"tests/{name}.py" for name in WIDER)


def _batches(module: str, chosen: list[Footprint]) -> Iterator[list[Footprint]]:
    """Tests file by file, in batches: first the file of the module itself, then the quick ones, then the others."""
    room, _, name = module.partition("/")
    namesake = f"tests/{room}/test_{name}.py"
    ordered = sorted(chosen, key=lambda each: (each.file != namesake, each.seconds))
    spent, first, rest = 0.0, [], []
    for each in ordered:
        spent += each.seconds
        if spent <= FIRST or not first:
            first.append(each)
        elif spent <= ALL:
            rest.append(each)
    yield from filter(None, (first, rest))


@contextmanager
def copied() -> Iterator[Copy]:
    """A copy of the checkout for as long as it is needed."""
    with TemporaryDirectory(prefix="mutants-") as folder:
        yield Copy(Path(folder))
