"""Simulation: many rounds in chunks, each with its own seed, wherever they are played; exact sums.

What comes out depends on the plan, the seed, the number of rounds and the size of the
chunks alone: not on the engine, the number of workers, or the order in which they
finish.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import Any

from numpy.random import SeedSequence

from lexludi.base.errors import MachineFailure
from lexludi.base.frozen import dataclass
from lexludi.simulate.checkpoint import Checkpoint
from lexludi.simulate.sampling import SimulationPlan, sampler_of
from lexludi.simulate.tally import Tally

MAX_ROUNDS = 10**12

# Called after each chunk with the number of rounds played so far.
Progress = Callable[[int], Any]


@dataclass(frozen=True)
class Run:
    """A simulation to be run: its plan, seed, number of rounds, and how many of them at a time."""

    plan: SimulationPlan
    seed: int
    rounds: int
    chunk: int

    @property
    def sizes(self) -> list[int]:
        """The rounds of each chunk; of no rounds there is one, which names the bets."""
        whole, rest = divmod(self.rounds, self.chunk)
        return [self.chunk] * whole + [rest] * (bool(rest) or not whole)

    @property
    def params(self) -> dict[str, Any]:
        """Parameters that chunks of one simulation share; the number of rounds may grow."""
        return {**self.plan.to_json(), "seed": self.seed, "chunk": self.chunk}


def make_run(plan: SimulationPlan, seed: int, rounds: int, chunk: int | None = None) -> Run:
    """The run of a plan; without a size, in chunks as its sampler has them.

    Raises:
        LexludiError: the plan cannot be played here.
    """
    return Run(plan, seed, rounds, chunk or sampler_of(plan).chunk)


def play_chunk(plan: SimulationPlan, seed: int, index: int, rounds: int) -> Tally:
    """One chunk, with the seed that is its own. This is what workers do."""
    chunk_seed = SeedSequence(seed, spawn_key=(index,))
    tally = sampler_of(plan).sample(chunk_seed, rounds)
    assert tally.rounds == rounds, tally
    return tally


def simulate(
    run: Run,
    executor: Executor | None = None,
    *,
    ahead: int = 2,
    checkpoint: Path | None = None,
    resume: bool = False,
    progress: Progress = lambda rounds: None,
) -> Tally:
    """All rounds of a run.

    Chunks go to the executor, `ahead` of them at a time, or are played here. With a
    checkpoint, each is put down as soon as it is done; with `resume` those that stand
    there are not played again.

    Raises:
        InvalidCheckpoint: the file cannot be used, or is of another run.
        LexludiError: a worker cannot play the plan.
        MachineFailure: a worker has died.
    """
    total = Tally()

    def take(tally: Tally) -> None:
        total.add(tally)
        progress(total.rounds)

    opened = Checkpoint(checkpoint, run.params, resume=resume) if checkpoint else None
    with opened or nullcontext():
        done = opened.done if opened else {}
        left = []
        for place in enumerate(run.sizes):
            # By index and size: if a run has become longer, its last chunk may be a larger one, and is played again.
            if place in done:
                take(done[place])
            else:
                left.append(place)
        played = _here(run, left) if executor is None else _elsewhere(run, left, executor, ahead)
        for index, tally in played:
            if opened:
                opened.write(index, tally)
            take(tally)
    return total


Chunks = list[tuple[int, int]]  # index and number of rounds


def _here(run: Run, chunks: Chunks) -> Iterator[tuple[int, Tally]]:
    for index, rounds in chunks:
        yield index, play_chunk(run.plan, run.seed, index, rounds)


def _elsewhere(run: Run, chunks: Chunks, executor: Executor, ahead: int) -> Iterator[tuple[int, Tally]]:
    """Chunks as they finish; never more than a few under way, so that a long run needs no more memory than a short."""
    waiting = iter(chunks)
    running: dict[Future[Tally], int] = {}
    try:
        while True:
            for index, rounds in islice(waiting, ahead - len(running)):
                running[executor.submit(play_chunk, run.plan, run.seed, index, rounds)] = index
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except (BrokenExecutor, CancelledError):
        raise MachineFailure("worker-lost") from None
    except Exception as problem:
        # What a cluster says of its own troubles; it need not be installed here.
        if type(problem).__module__.partition(".")[0] != "distributed":
            raise
        raise MachineFailure("worker-lost") from None
