"""Hostile inputs for as long as one likes; what breaks a promise is kept in `found/` with its arguments.

    python -m hostile.fuzz SECONDS SEED        (`make fuzz SECONDS=600 SEED=1`)

The promises, at every door: an exit code of 0, 1 or 2; no failure of ours told, no traceback;
no more than `SECONDS_EACH` of computing (of what is well and asked for at length, a minute); no more than
`MEMORY` in all (`ANALYSIS` where one is asked for); no file lost or half written. Inputs come in batches,
each in a process of its own with a folder and a cache of its own.
"""

import gc
import io
import json
import os
import resource
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from hostile.doors import SERVICE, Attempt, apart, attempts, warmed

BATCH = 250
WARMING = 150
SECONDS_EACH = 5.0
MINUTE = 60.0
# How long nothing may be heard of a batch, on a machine that does other things as well.
SILENCE = 600.0
MEMORY = 500 * 1024 * 1024
# What an analysis that is asked for may take: 2 GB beside what it is given, and some while it finds that out.
ANALYSIS = 5 * MEMORY
# Where an analysis of a work that is well can be asked for.
AT_LENGTH = {"arguments", SERVICE}
FOUND = Path(__file__).parent / "found"


@dataclass(frozen=True)
class Broken:
    """A promise that an attempt breaks."""

    attempt: Attempt
    why: str


def tried(attempt: Attempt) -> str:
    """What an attempt, in the folder where it is made, breaks; nothing if it keeps every promise."""
    for name, content in attempt.files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content)
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    before = time.process_time()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = attempt.made()
    except BaseException as escaped:
        return f"{type(escaped).__name__}: {escaped}"[:200]
    taken = time.process_time() - before
    said = err.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]
    if code not in (0, 1, 2):
        return f"exit code {code}: {said.strip()[-200:]}"
    if "Traceback" in said or "internal error" in said:
        return said.strip()[-200:]
    if taken > (MINUTE if attempt.door in AT_LENGTH else SECONDS_EACH):
        return f"{taken:.1f} seconds of computing"
    for name in attempt.kept:
        if not Path(name).is_file() or not Path(name).stat().st_size >= len(attempt.files[name]) // 2:
            return f"lost: {name}"
    for name in attempt.files:
        Path(name).unlink(missing_ok=True)
    return ""


def _run(seed: int, results: Connection) -> None:
    """One batch: a line to the parent before and after each attempt."""
    with apart() as folder:
        for number, attempt in enumerate(islice(attempts(seed), BATCH)):
            # What an attempt took says nothing of those after it.
            start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            inside = folder / str(number)
            inside.mkdir()
            os.chdir(inside)
            results.send((number, None))
            why = tried(attempt)
            used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            if not why and (used - start) * 1024 > (ANALYSIS if attempt.door in AT_LENGTH else MEMORY):
                why = f"{used // 1024} MB of memory"
            results.send((number, why))
            os.chdir(folder)
            shutil.rmtree(inside, ignore_errors=True)
    results.close()


def batch(seed: int) -> Iterator[Broken | None]:
    """For each attempt of a batch the promise that it breaks, or nothing."""
    receiver, sender = get_context("fork").Pipe(duplex=False)
    process = get_context("fork").Process(target=_run, args=(seed, sender))
    process.start()
    sender.close()
    number, waiting = 0, False
    try:
        while receiver.poll(SILENCE):
            number, why = receiver.recv()
            waiting = why is None
            if why is not None:
                yield Broken(next(islice(attempts(seed), number, None)), why) if why else None
        yield Broken(next(islice(attempts(seed), number, None)), f"nothing heard for {SILENCE:.0f} seconds")
    except EOFError:
        if waiting or number < BATCH - 1:
            yield Broken(next(islice(attempts(seed), number, None)), "the process died")
    finally:
        process.kill()
        process.join()


def keep(broken: Broken, name: str) -> Path:
    """Keep an attempt that breaks a promise, with what it breaks."""
    folder = FOUND / name
    for file, content in broken.attempt.files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
    folder.mkdir(parents=True, exist_ok=True)
    attempt = broken.attempt
    about = {"door": attempt.door, "arguments": attempt.arguments, "kept": attempt.kept, "why": broken.why}
    (folder / "attempt.json").write_text(json.dumps(about, ensure_ascii=False, indent=1), "utf-8")
    return folder


def kept(folder: Path) -> Attempt:
    """An attempt that was kept."""
    about = json.loads((folder / "attempt.json").read_text("utf-8"))
    files = {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    del files["attempt.json"]
    return Attempt(about["door"], files, tuple(about["arguments"]), tuple(about["kept"]))


def _warm() -> None:
    """Have ready, for every batch, what the first attempts of a process would have to load and work out."""
    warmed()
    with apart() as folder:
        inside = folder / "warming"
        inside.mkdir()
        os.chdir(inside)
        for attempt in islice(attempts(0), WARMING):
            tried(attempt)
    # What is there now is never let go: a batch does not look through it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


def main(seconds: float, first: int) -> int:
    """Try for so long; the number of promises broken."""
    until = time.monotonic() + seconds
    _warm()
    seed, made, found, kinds = first, 0, 0, Counter[str]()
    while time.monotonic() < until:
        for broken in batch(seed):
            made += 1
            if broken is None:
                continue
            found += 1
            kind = f"{broken.attempt.door} {broken.why[:40]}"
            kinds[kind] += 1
            if kinds[kind] <= 3:
                print(
                    f"seed {seed}: {broken.attempt.door}: {broken.why}\n  {keep(broken, f'{seed}-{found}')}", flush=True
                )
        seed += 1
        if (seed - first) % 4 == 0:
            print(f"{made} inputs so far", flush=True)
    print(f"{made} inputs, seeds {first} to {seed - 1}, {found} broken promises", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(bool(main(float(sys.argv[1]), int(sys.argv[2]))))
