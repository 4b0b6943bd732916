"""Limits of memory and of time set from outside: an answer, or exit code 3 with one sentence; never a traceback."""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from lexludi.base.resources import data_folder

TOKENS = Path(__file__).resolve().parent / "corpus" / "valid" / "two-tokens"
COMMANDS = (
    ("check", "--fresh", str(TOKENS)),
    ("analyze", str(TOKENS)),
    ("simulate", str(TOKENS), "--rounds", "5000", "--engine", "inline"),
    ("simulate", str(TOKENS), "--rounds", "5000", "--engine", "inline", "--kernel", "numba"),
    ("simulate", str(TOKENS), "--rounds", "40", "--chunk", "20", "--engine", "process", "--workers", "1"),
    ("site", "out"),
)


def limited(
    command: tuple[str, ...], kind: int, limit: int, folder: Path, standard_input: IO[bytes] | None = None
) -> subprocess.CompletedProcess[str]:
    """The command under a limit of the system, on a shelf of one small work."""
    shutil.copytree(TOKENS, folder / "shelf" / "xx" / "two-tokens")
    shutil.copy(data_folder("regulations") / "glossary.toml", folder / "shelf")
    variables = {"LEXLUDI_SHELF": str(folder / "shelf"), "XDG_CACHE_HOME": str(folder / "cache"), "LEXLUDI_LANG": "en"}
    return subprocess.run(
        [sys.executable, "-m", "lexludi", *command],
        capture_output=True,
        stdin=standard_input,
        text=True,
        timeout=300,
        check=False,
        cwd=folder,
        env={**os.environ, **variables},
        preexec_fn=lambda: resource.setrlimit(kind, (limit, resource.RLIM_INFINITY)),
    )


def assert_told(done: subprocess.CompletedProcess[str], refused: bool) -> None:
    told = [line for line in done.stderr.splitlines() if line != "Invented example, not law."]
    if done.returncode == 0 and not refused:
        assert told == []
    else:
        assert (done.returncode, len(told)) == (3, 1), done.stderr
        assert "internal" not in done.stderr


@pytest.mark.parametrize("command", COMMANDS[:1])
@pytest.mark.parametrize("megabytes", [30, 120])
def test_too_little_memory_to_begin_with_is_told(command: tuple[str, ...], megabytes: int, tmp_path: Path) -> None:
    assert_told(limited(command, resource.RLIMIT_AS, megabytes << 20, tmp_path), refused=True)


@pytest.mark.soak
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("megabytes", [*range(100, 420, 20), 500, 600, 700, 800])
def test_an_answer_or_a_sentence_whatever_memory_there_is(
    command: tuple[str, ...], megabytes: int, tmp_path: Path
) -> None:
    assert_told(limited(command, resource.RLIMIT_AS, megabytes << 20, tmp_path), refused=megabytes < 200)


@pytest.mark.parametrize(
    "command",
    [
        ("site", "out"),
        ("simulate", str(TOKENS), "--rounds", "1000000000", "--kernel", "interpreter", "--engine", "inline"),
    ],
    ids=lambda command: command[0],
)
def test_a_time_that_is_used_up_is_told(command: tuple[str, ...], tmp_path: Path) -> None:
    done = limited(command, resource.RLIMIT_CPU, 1, tmp_path)
    assert_told(done, refused=True)


@pytest.mark.parametrize("longer", ["text", "glossary", "standard input", "replay", "checkpoint"])
def test_no_more_of_a_file_is_read_than_it_may_have(longer: str, tmp_path: Path) -> None:
    huge = tmp_path / "1.zh.ludi"
    said = "file-too-long"
    command: tuple[str, ...] = ("check", str(huge))
    if longer == "glossary":
        huge.write_text("骰寶", encoding="utf-8")
        huge, said = tmp_path / "glossary.toml", "this file has more than 1000000 characters"
    elif longer == "replay":
        command, said = ("replay", str(huge)), "200,000,000"
    elif longer == "checkpoint":
        command, said = ("simulate", str(TOKENS), "--rounds", "10", "--checkpoint", str(huge), "--resume"), "line 1"
    elif longer == "standard input":
        command = ("check", "-", "--lang", "zh")
    with huge.open("wb") as file:
        file.truncate(8 << 30)
    with huge.open("rb") as file:
        done = limited(command, resource.RLIMIT_AS, 2 << 30, tmp_path, file)
    assert (done.returncode, said in done.stdout + done.stderr) == (1, True), done.stdout + done.stderr


@pytest.mark.parametrize("part", ["<!--", "<a ", "&#", "Artigo 1.º\n"])
def test_a_document_made_of_beginnings_takes_time_as_its_length_does(part: str, tmp_path: Path) -> None:
    """In time of its square each would take minutes, and the limit is ten seconds."""
    file = tmp_path / "document.html"
    file.write_text(part * (450_000 // len(part.encode())), "utf-8")
    done = limited(("import", str(file), "--work", "xx/a", "--text", "pt"), resource.RLIMIT_CPU, 10, tmp_path)
    assert done.returncode in (0, 1), done.stderr[:400]


@pytest.mark.parametrize("part", ["“x” shows neither y ", "“x” loses unless y "])
def test_a_line_made_of_beginnings_of_wordings_takes_time_as_its_length_does(part: str, tmp_path: Path) -> None:
    """In time of its square the first took twenty-seven seconds, and the limit is ten."""
    file = tmp_path / "1.en.ludi"
    file.write_text(f"Article 1\n  when {part * (99_000 // len(part))}\n", "utf-8")
    done = limited(("check", str(file)), resource.RLIMIT_CPU, 10, tmp_path)
    assert done.returncode == 1, done.stderr[:400]
    assert "unexpected text" in done.stdout


# ── What an exact analysis may take ─────────────────────────────────────────

# The bytes that the analysis of a bet takes at most, which it refuses.
REFUSED = """
import re, sys
from pathlib import Path
from lexludi import load
from lexludi.exact.budget import Budget, TooLarge, resident
from lexludi.exact.chances import chances_of_each
from lexludi.play.table import alone_on_each

questions, megabytes = load(sys.argv[1]).questions, int(sys.argv[2])
before = resident()
bets = alone_on_each(questions.judge.rules, "main-bet")
found = [chances for _, chances in chances_of_each(questions, bets, Budget(600, megabytes << 20))]
assert found and all(isinstance(chances, TooLarge) for chances in found), found
# Not what `getrusage` says: that has the most of the process that started this one in it.
highest = re.search(r"VmHWM:\\s*([0-9]+) kB", Path("/proc/self/status").read_text("ascii"))
print(int(highest[1]) * 1024 - before)
"""
LARGE = Path(__file__).parent / "trials" / "cards" / "black-jack-natural-by-definition" / "2004-05-18.en.ludi"


@pytest.mark.parametrize("megabytes", [100, 300, pytest.param(2048, marks=pytest.mark.soak)])
def test_what_is_too_large_is_refused_before_it_takes_the_memory(megabytes: int) -> None:
    """It came to 3.3 GB of 2 GB: the weights of a last chain of draws were worked out before they were counted."""
    done = subprocess.run(
        [sys.executable, "-c", REFUSED, str(LARGE), str(megabytes)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) <= megabytes << 20


# ── What is given back ──────────────────────────────────────────────────────

# Two of a cycle, from before a block and from within it: of which a finalizer has been called, once the block ends.
GIVEN_BACK = """
import gc
from lexludi.base.limits import memory_given_back

class Held:
    def __init__(self, name):
        self.name, self.own = name, self

    def __del__(self):
        print(self.name)

gc.disable()
Held("before")
with memory_given_back():
    Held("within")
print("ended")
gc.collect()
"""


def test_what_a_block_has_made_is_given_back_and_nothing_from_before_is_looked_at() -> None:
    done = subprocess.run([sys.executable, "-c", GIVEN_BACK], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["within", "ended", "before"]
