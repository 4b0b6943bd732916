"""`lexludi bench`: how fast this machine runs rounds, exact odds and commands."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click
from numpy.random import SeedSequence

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.base.numbers import decimal
from lexludi.cli.arguments import WorkName, format_option, parse_seconds
from lexludi.cli.command import command
from lexludi.cli.output import new_table, progress, write, write_json, write_table
from lexludi.law.loader import works as all_works
from lexludi.play.game import load
from lexludi.simulate.choosing import THEN, decisions
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.sampler import KINDS, CompiledSampler
from lexludi.simulate.sampling import InterpretedSampler, Sampler

# Rounds at a time, where they are played one by one.
ROUNDS = 200
# A rate has been found when so many times in a row have not been better by this factor.
WINDOWS, NOTICEABLE = 2, 1.02
# Where Linux says how much memory a process took at most. What its parent took before does not count.
STATUS = Path("/proc/self/status")
# A process tells its own peak at its end: afterwards its status is gone.
_TELLING_PEAK = f"""
import sys
from lexludi.cli.main import main
main(sys.argv[1:])
with open({str(STATUS)!r}) as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")), file=sys.stderr)
"""


@dataclass(frozen=True)
class Measure:
    """One row: what was measured (a key of the catalogues), of which work, how much of which unit (another key)."""

    what: str
    work: str
    value: float
    unit: str


@command
@click.argument("works", nargs=-1, type=WorkName(), metavar="WORK")
@click.option("--seconds", type=parse_seconds, default="1", metavar="S")
@format_option("text", "json")
def run(words: Catalogue, works: tuple[str, ...], seconds: float, form: str) -> int:
    """Measure and report."""
    rows: list[Measure] = []
    with progress(words.say("progress.bench")) as step:
        for row in _measures(works or tuple(all_works()), seconds):
            rows.append(row)
            step(row.work)
    if form == "json":
        write_json({"schema": "lexludi.bench/1", "machine": machine(), "measures": [vars(row) for row in rows]})
    else:
        _print_text(rows, words)
    return 0


def machine() -> dict[str, str | int]:
    """The machine that is measured."""
    return {"python": platform.python_version(), "processor": platform.machine(), "processors": os.cpu_count() or 1}


def _measures(named: Sequence[str], seconds: float) -> Iterator[Measure]:
    for work in named:
        for what, rounds, play in _players(work):
            yield Measure(what, work, _rate(play, rounds, seconds), "rounds")
        if exact := _exact(work):
            yield Measure("exact", work, _shortest(exact, seconds), "seconds")
    for arguments in (["--version"], ["check"], *(["analyze", work] for work in named)):
        yield Measure("command", " ".join(arguments), _shortest(_process(arguments), seconds), "seconds")
    for arguments in (["analyze", work] for work in named):
        if peak := _peak(arguments):
            yield Measure("memory", " ".join(arguments), peak, "megabytes")


# Plays so many rounds from a seed.
Player = tuple[str, int, Callable[[int], object]]


def _players(work: str) -> Iterator[Player]:
    """Players of rounds of a work: the interpreter, and each kind of generated code that there is."""
    game = load(work)
    # At each decision the first that it offers: what is measured is the play, not how choices are found.
    strategy = {bet: THEN.join(choices) for bet, choices in decisions(game).items()}
    interpreted = InterpretedSampler(game, strategy)
    yield "interpreter", ROUNDS, lambda seed: interpreted.sample(SeedSequence(seed), ROUNDS)
    for kind in KINDS if find_spec("numba") else [kind for kind in KINDS if kind != "numba"]:
        with suppress(NotCompiled):
            sampler = CompiledSampler(game, strategy, kind)
            yield kind, sampler.chunk, partial(_sampled, sampler)
            if kind == "numba":
                yield "numba-two", 2 * sampler.chunk, partial(_sampled_twice, sampler, ThreadPoolExecutor(2))


def _sampled(sampler: Sampler, seed: int) -> object:
    return sampler.sample(SeedSequence(seed), sampler.chunk)


def _sampled_twice(sampler: Sampler, threads: Executor, seed: int) -> object:
    return list(threads.map(partial(_sampled, sampler), (seed, seed + 1)))


def _exact(work: str) -> Callable[[], object] | None:
    """The work of the exact odds of all bets; none where one is refused, which is soon said, or there is none."""
    from lexludi.exact.odds import odds

    rules = load(work).decided
    all_odds = odds(rules)
    return None if all_odds.skipped or not all_odds.bets else lambda: odds(rules)


def _process(arguments: list[str]) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, "-m", "lexludi", *arguments], capture_output=True, check=False)


def _peak(arguments: list[str]) -> float:
    """The peak memory of a command as a process of its own, in megabytes; 0 where the system does not say."""
    if not STATUS.exists():
        return 0.0
    done = subprocess.run(
        [sys.executable, "-c", _TELLING_PEAK, *arguments], capture_output=True, text=True, check=False
    )
    return int(done.stderr.split()[-1]) / 1024


def _rate(play: Callable[[int], object], rounds: int, seconds: float) -> float:
    """Rounds per second: the best of some times, until there is no better one; the first of them warm up."""
    best, since = 0.0, 0
    while since < WINDOWS:
        count, start = 0, time.perf_counter()
        # At least once, also where one call takes longer than there is time.
        while count == 0 or time.perf_counter() - start < seconds:
            play(count)
            count += 1
        rate = count * rounds / (time.perf_counter() - start)
        # Rates only rise by warming up, and fall by what else the machine does: the best is the one meant.
        since = 0 if rate > best * NOTICEABLE else since + 1
        best = max(best, rate)
    return best


def _shortest(do: Callable[[], object], seconds: float) -> float:
    """The shortest of at least three times."""
    best, begun = float("inf"), time.perf_counter()
    times = 0
    # The shortest, not the mean: whatever else runs can only add to a time.
    while times < 3 or time.perf_counter() - begun < seconds:
        start = time.perf_counter()
        do()
        best = min(best, time.perf_counter() - start)
        times += 1
    return best


def _print_text(rows: list[Measure], words: Catalogue) -> None:
    write(words.say("bench.machine", **machine()))
    table = new_table(words, ("measure", "of", "figure"), numbers=("figure",))
    for row in rows:
        value = decimal(Fraction(row.value), words.language, 3 if row.unit == "seconds" else 0)
        table.add_row(words.say(f"bench.{row.what}"), row.work, words.say(f"bench.unit.{row.unit}", value=value))
    write_table(table, words)
