"""Processes of this machine: a pool that ends with whoever started it, and calls made in one, in their order."""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from lexludi.base.errors import MachineFailure

A = TypeVar("A")
T = TypeVar("T")

# So few calls are made here: to start a process takes as long as one of them.
FEW = 3


@contextmanager
def processes(count: int | None = None) -> Iterator[tuple[Executor, int]]:
    """A pool of so many processes, else one for each processor; and how many there are."""
    count = count or os.cpu_count() or 1
    # Not forked: a fork would have the end of the lifeline too that only this process may hold.
    context = get_context("spawn")
    # Held by this process alone, so that workers see it closed: by us, or by our end, however it comes.
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=live_by, initargs=(lifeline,))
    try:
        yield pool, count
    except BaseException:
        held.close()  # what workers are at is wanted no more
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        held.close()
        lifeline.close()


def live_by(lifeline: Connection) -> None:
    """Have a worker process ignore SIGINT, and exit once the other end of its lifeline is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        # Nothing is ever sent: there is something to read, its end, once nobody holds the other end.
        wait([lifeline])
        # `sys.exit` would end this thread alone.
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def each(call: Callable[[A], T], subjects: Iterable[A]) -> Iterator[T]:
    """The results of a call for each subject, in their order: of many, by a process for each processor.

    Raises:
        MachineFailure: a process was lost.
    """
    waiting = list(subjects)
    if len(waiting) <= FEW or (os.cpu_count() or 1) == 1:
        yield from map(call, waiting)
        return
    with processes() as (pool, _):
        try:
            # None is ever cancelled: of a pool whose processes end, a cancelled call is an error in a thread (3.11).
            calls = [pool.submit(call, subject) for subject in waiting]
            yield from (made.result() for made in calls)
        except BrokenExecutor:
            raise MachineFailure("process-lost") from None
