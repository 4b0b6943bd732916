"""The brute force in C over all deals of Q Poker: compiled where there is a compiler, run, and read."""

import shutil
import subprocess
import time
from pathlib import Path

SOURCE = Path(__file__).with_name("q_poker.c")
FLAGS = {"-O2": ("-O2",), "-O3 -march=native": ("-O3", "-march=native")}


def compiler() -> str | None:
    """The compiler at hand."""
    return shutil.which("cc") or shutil.which("gcc")


def compile_to(program: Path, flags: tuple[str, ...]) -> Path:
    """Compile the program."""
    found = compiler()
    assert found is not None
    subprocess.run([found, "-std=c11", *flags, "-o", str(program), str(SOURCE)], check=True, timeout=60)
    return program


def run(program: Path, *readings: int) -> dict[str, int]:
    """The counts that the program prints; `readings` as its source says."""
    done = subprocess.run(
        [str(program), *map(str, readings)], check=True, timeout=60, capture_output=True, encoding="ascii"
    )
    return {name: int(count) for name, count in (line.split() for line in done.stdout.splitlines())}


def seconds(program: Path, times: int = 5) -> float:
    """The shortest of some runs, the start of the process included."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        run(program)
        best = min(best, time.perf_counter() - start)
    return best
