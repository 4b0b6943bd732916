"""What all tests share: the switch that accepts snapshots, and the website, built once for all workers."""

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from fcntl import LOCK_EX, flock
from functools import _lru_cache_wrapper
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, settings

from lexludi.base import limits

ROOT = Path(__file__).resolve().parent.parent

# The same examples in every run, whatever they cost; `make fuzz` looks for others.
settings.register_profile(
    "same", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same")

# Whoever runs the tests in the background, or without a terminal, may leave signals ignored, and commands inherit that.
for number, answer in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, answer)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept",
        action="store_true",
        help="write what the code gives now as the expected snapshot; read the diff as you would read law",
    )


COLLECTED_AT = (100_000, 20, 20)
# Files that take longest, in the order in which they are begun: while the site is built, others go on.
LONGEST = (
    *("test_site.py", "test_generated.py", "test_generated_code.py", "test_simulation.py", "test_cases.py"),
    *("browser/test_site.py", "browser/test_play.py", "test_readme.py", "test_parser_robustness.py", "test_cli.py"),
)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """One worker after the other, so that the first compiles the tests for all; side by side, each would."""
    with Path(__file__).open() as lock:
        flock(lock, LOCK_EX)
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {ROOT / "tests" / name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


def pytest_configure() -> None:
    """Nothing of what is imported and collected is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays to the end, all tests and all that they import, and have it look less."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AT)


def pytest_sessionfinish() -> None:
    """Look once through all that there is for what was never closed; pytest looks five times, each half a second."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether snapshots are to be written rather than compared."""
    return bool(request.config.getoption("--accept"))


@pytest.fixture(scope="module", autouse=True)
def let_go(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let go of what the tests of a module kept, games and pages above all, before those of another begin."""
    yield
    for kept in vars(request.module).values():
        if isinstance(kept, _lru_cache_wrapper) and not kept.__module__.startswith("lexludi."):
            kept.cache_clear()
    gc.set_threshold(*COLLECTED_AT)


@pytest.fixture(scope="session", autouse=True)
def keep_memory() -> Iterator[None]:
    """Let the engine not look for garbage among all that a process of tests holds, which takes half a second a time."""
    with pytest.MonkeyPatch.context() as patch:
        nothing = SimpleNamespace(collect=lambda: 0, freeze=lambda: None, unfreeze=lambda: None)
        patch.setattr(limits, "gc", nothing)
        yield


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is published, in a folder of its own; built once, whatever the number of workers."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    with folder.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.with_suffix(".built").exists():
            _build(folder)
            folder.with_suffix(".built").touch()
    return folder


def _build(folder: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {
        **os.environ,
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONUTF8": "1",
        "LEXLUDI_SITE_URL": "https://example.org/",
    }
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
