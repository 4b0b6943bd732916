"""`lexludi bench`: how fast this machine runs rounds, exact odds and commands."""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from numpy.random import SeedSequence

from lexludi.cli.output import progress, write
from lexludi.game import load
from lexludi.loader import works
from lexludi.messages import Catalogue
from lexludi.sampling import InterpretedSampler, plan_of

# Rounds at a time.
ROUNDS = 200


@dataclass(frozen=True)
class Measure:
    """One row: what was measured (a key of the catalogues), of which work, how much of which unit (another key)."""

    what: str
    work: str
    value: float
    unit: str


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    add = parser.add_argument
    add("work", nargs="*", metavar="WORK", help=words.say("help.bench.work"))
    add("--seconds", type=_seconds, default=1.0, metavar="S", help=words.say("help.bench.seconds"))
    add("--format", choices=("text", "json"), default="text", help=words.say("help.option.format"))


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value <= 3600:
        raise ValueError(text)
    return value


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Measure and report."""
    named = arguments.work or list(works())
    rows: list[Measure] = []
    with progress(words.say("progress.bench")) as step:
        for row in _measures(named, arguments.seconds):
            rows.append(row)
            step(row.work)
    if arguments.format == "json":
        measures = [vars(row) for row in rows]
        write(json.dumps({"schema": "lexludi.bench/1", "machine": machine(), "measures": measures}, indent=2))
    else:
        _print_text(rows, words)
    return 0


def machine() -> dict[str, str | int]:
    """What was measured on."""
    return {"python": platform.python_version(), "processor": platform.machine(), "processors": os.cpu_count() or 1}


def _measures(named: list[str], seconds: float) -> Iterator[Measure]:
    for work in named:
        yield Measure("traced", work, _rate(_rounds(work), ROUNDS, seconds), "rounds")
        yield Measure("exact", work, _shortest(_exact(work), seconds), "seconds")
    for command in (["--version"], ["check"], *(["analyze", work] for work in named)):
        yield Measure("command", " ".join(command), _shortest(_process(command), seconds), "seconds")


def _rounds(work: str) -> Callable[[int], object]:
    game = load(work)
    sampler = InterpretedSampler(game, dict(plan_of(game).strategy))
    return lambda seed: sampler.sample(SeedSequence(seed), ROUNDS)


def _exact(work: str) -> Callable[[], object]:
    from lexludi.kernels.odds import odds

    rules = load(work).program.rules
    return lambda: odds(rules)


def _process(command: list[str]) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, "-m", "lexludi", *command], capture_output=True, check=False)


def _rate(play: Callable[[int], object], rounds: int, seconds: float) -> float:
    """Rounds per second: the best of three, after a warm-up as long as one of them."""
    best = 0.0
    for _ in range(4):
        count, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            play(count)
            count += 1
        best = max(best, count * rounds / (time.perf_counter() - start))
    return best


def _shortest(do: Callable[[], object], seconds: float) -> float:
    """The shortest of at least three times."""
    best, begun = float("inf"), time.perf_counter()
    times = 0
    while times < 3 or time.perf_counter() - begun < seconds:
        start = time.perf_counter()
        do()
        best = min(best, time.perf_counter() - start)
        times += 1
    return best


def _print_text(rows: list[Measure], words: Catalogue) -> None:
    from rich.console import Console
    from rich.table import Table

    say = words.say
    write(say("bench.machine", **machine()))
    table = Table()
    for name in ("measure", "of", "figure"):
        table.add_column(say(f"column.{name}"), justify="right" if name == "figure" else "left")
    for row in rows:
        value = f"{row.value:,.0f}" if row.unit == "rounds" else f"{row.value:.3f}"
        table.add_row(say(f"bench.{row.what}"), row.work, say(f"bench.unit.{row.unit}", value=value))
    Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120).print(table)
