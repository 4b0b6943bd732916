"""Trials of mutants: a copy of the checkout with one of them in it, and tests run there until one fails."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from mutants.drawing import ROOMS, Mutant

ROOT = Path(__file__).resolve().parent.parent.parent

# After the tests of its module and those of its room, what plays, counts and compares rules from end to end.
WIDER = (
    *("test_small_texts", "test_meaning", "test_rounds", "test_moving_bets", "test_kept_and_placed", "test_schema"),
    *("test_playthroughs", "test_bounds_of_stakes", "test_clauses", "test_odds_by_counting"),
)
SECONDS = 300
MEMORY = 6 << 30

SURVIVED = "survived"

# Exit codes of pytest: a test failed; it failed itself, or was not understood; there was no test.
FAILED, CANNOT, NONE = 1, (3, 4), 5


class Copy:
    """A copy of what git keeps of the checkout, in which modules are changed and put back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self._kept, self._cache = folder / "kept", folder / "cache"
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)

    def fails(self, files: list[str]) -> bool:
        """Whether a test of some files fails, or they do not come to an end."""
        # What a mutant leaves in the cache is not seen by the next; compiled grammars are there for all.
        shutil.rmtree(self._cache, ignore_errors=True)
        if self._kept.is_dir():
            shutil.copytree(self._kept, self._cache, copy_function=os.link)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files]
        here = {**os.environ, "PYTHONPATH": str(self.folder / "engine"), "XDG_CACHE_HOME": str(self._cache)}
        here["PYTHONDONTWRITEBYTECODE"] = "1"  # the next change may come within the second that bytecode tells apart
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=here,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_bounded,  # noqa: PLW1509  # there is one thread
        )
        try:
            code = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            code = FAILED
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if code in CANNOT:
            raise RuntimeError(f"pytest itself failed ({code}) on {files}")
        return code not in (0, NONE)

    def prepare(self) -> None:
        """Run all tests that will be run, without any change: each must pass, and the grammars are compiled."""
        compile_ = "from lexludi.language import grammar, phrases; [*map(grammar.lark_parser, phrases.LANGUAGES)]"
        here = {**os.environ, "PYTHONPATH": str(self.folder / "engine"), "XDG_CACHE_HOME": str(self._kept)}
        subprocess.run([sys.executable, "-c", compile_], env=here, check=True, timeout=SECONDS)
        tests = [f"tests/{room}" for room in ROOMS] + [f"tests/{name}.py" for name in WIDER]
        failing = [name for name in tests if self.fails([name])]
        assert not failing, f"these fail without any change: {failing}"

    def trial(self, mutant: Mutant) -> str:
        """The tests that notice a mutant: of its module, its room, or wider; else that it survived."""
        file = self.folder / "engine" / "lexludi" / f"{mutant.module}.py"
        whole = file.read_text("utf-8")
        file.write_text(mutant.code, "utf-8")
        try:
            return next((stage for stage, tests in stages(mutant.module) if self.fails(tests)), SURVIVED)
        finally:
            file.write_text(whole, "utf-8")


def stages(module: str) -> Iterator[tuple[str, list[str]]]:
    """The tests that are run on a mutant of a module, the quickest first."""
    room, _, name = module.partition("/")
    own = f"tests/{room}/test_{name}.py"
    if (ROOT / own).is_file():
        yield "module", [own]
    yield "room", [f"tests/{room}"]
    yield "wider", [f"tests/{name}.py" for name in WIDER]


@contextmanager
def copied() -> Iterator[Copy]:
    """A copy of the checkout for as long as it is needed."""
    with TemporaryDirectory(prefix="mutants-") as folder:
        yield Copy(Path(folder))


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
