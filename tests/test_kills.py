"""Simulations that are killed, or told to end, at seeded moments: nothing runs on, and they go on to the same sums."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from lexludi.cli.main import main

TOKENS = Path(__file__).resolve().parent / "corpus" / "valid" / "two-tokens"
CHUNKS = 12
COMMAND = (
    *("simulate", str(TOKENS), "--rounds", str(5 * CHUNKS), "--chunk", "5", "--kernel", "interpreter"),
    *("--format", "json", "--lang", "en"),
)
PATIENCE = 120.0

# The command, with a signal at the n-th line of its checkpoint: before it is written, when half of it is, or after.
STRUCK = """
import multiprocessing, os, signal, sys
from lexludi.cli.main import main
from lexludi.simulate.checkpoint import Checkpoint

victim, moment, turn, number = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
really, written = Checkpoint.write, 0

def strike():
    os.kill(os.getpid() if victim == "parent" else multiprocessing.active_children()[0].pid, number)

class Torn:
    def __init__(self, file):
        self.file = file
    def write(self, text):
        self.file.write(text[:len(text) // 2])
        self.file.flush()
        strike()
        self.file.write(text[len(text) // 2:])
    def __getattr__(self, name):
        return getattr(self.file, name)

def write(self, index, tally):
    global written
    written += 1
    if written == turn and moment == "before":
        strike()
    if written == turn and moment == "within":
        self._file = Torn(self._file)
    really(self, index, tally)
    if written == turn and moment == "after":
        strike()

Checkpoint.write = write
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may leave it ignored
    sys.exit(main(sys.argv[5:]))
"""


@dataclass(frozen=True)
class Blow:
    """A signal to the parent or to a worker, at a line of the checkpoint."""

    engine: str
    victim: str
    moment: str
    turn: int
    number: int = signal.SIGKILL

    def struck(self, checkpoint: Path) -> subprocess.CompletedProcess[str]:
        """The simulation, until nothing of it runs any more."""
        engine = ("--engine", self.engine, *(() if self.engine == "inline" else ("--workers", "2")))
        how = (self.victim, self.moment, str(self.turn), str(int(self.number)))
        command = [sys.executable, "-c", STRUCK, *how, *COMMAND, *engine, "--checkpoint", str(checkpoint)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as process:
            out, err = process.communicate(timeout=PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while left := _of_session(process.pid):
            assert time.monotonic() < deadline, (self, left)
            time.sleep(0.01)
        return subprocess.CompletedProcess(command, process.returncode, out, err)


def _of_session(session: int) -> list[int]:
    """The processes of a session that have not ended."""
    return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if _session(pid) == session]


def _session(pid: int) -> int:
    try:
        state, _, _, session = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:4]
    except OSError:  # it has just ended
        return 0
    return 0 if state in "ZX" else int(session)


def blow(seed: int, engine: str) -> Blow:
    """A kill by a seed; a worker has nothing to do with what is half written."""
    chance = Random(seed)
    victim = "parent" if engine == "inline" else chance.choice(("parent", "worker"))
    moments = ("before", "within", "after") if victim == "parent" else ("before", "after")
    # Once the last chunks are there, a worker has no more to lose.
    last = CHUNKS if victim == "parent" else CHUNKS // 2
    return Blow(engine, victim, chance.choice(moments), chance.randrange(1, last + 1))


def goes_on(checkpoint: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What the simulation says when it is taken up again."""
    assert main([*COMMAND, "--engine", "inline", "--checkpoint", str(checkpoint), "--resume"]) == 0
    return capsys.readouterr().out


def is_survived(strike: Blow, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was struck ends as it should, and what is resumed has the sums of what was not struck."""
    assert main([*COMMAND, "--engine", "inline"]) == 0
    whole = capsys.readouterr().out
    checkpoint = folder / "rounds.jsonl"
    done = strike.struck(checkpoint)
    assert "Traceback" not in done.stderr, (strike, done.stderr)
    told = [line for line in done.stderr.splitlines() if line != "Invented example, not law."]
    if strike.victim == "parent":
        assert done.returncode == {signal.SIGKILL: -9, signal.SIGINT: 130, signal.SIGTERM: 143}[strike.number], (
            strike,
            told,
        )
        # After a kill there speaks only the tracker of Python's own resources, in a process of its own.
        assert strike.number == signal.SIGKILL or len(told) == 1, (strike, told)
    elif strike.engine == "process" and done.returncode:
        assert (done.returncode, len(told)) == (3, 1), (strike, told)
    elif strike.engine == "process":
        # The command was held up, and the worker had nothing more to do when it was struck.
        assert (done.stdout, told) == (whole, []), strike
    else:  # a cluster puts another worker in its place
        assert (done.returncode, done.stdout) == (0, whole), (strike, told)
    before = checkpoint.read_text("utf-8") if checkpoint.exists() else ""
    finished = before[: before.rfind("\n") + 1]
    assert goes_on(checkpoint, capsys) == whole, strike
    assert checkpoint.read_text("utf-8").startswith(finished), "what was done is not done again"


@pytest.mark.parametrize("engine", ["inline"] * 5 + ["process"] * 3)
def test_what_is_killed_goes_on_to_the_same_sums(
    engine: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    is_survived(blow(sum(map(ord, request.node.name)), engine), tmp_path, capsys)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("seed", "engine"),
    [(seed, "dask" if seed % 10 == 9 else "process" if seed % 2 else "inline") for seed in range(200)],
)
def test_two_hundred_kills_are_survived(
    seed: int, engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    is_survived(blow(seed, engine), tmp_path, capsys)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("engine", ["process", pytest.param("dask", marks=pytest.mark.soak)])
def test_what_is_told_to_end_does_so_with_a_sentence_and_goes_on(
    engine: str, number: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    is_survived(Blow(engine, "parent", "within", 5, number), tmp_path, capsys)
