"""Where chunks of work are done: here, in processes of this machine, or on a cluster."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from lexludi.base.errors import LexludiError, MachineFailure

# Seconds to wait for an answer of a scheduler.
PATIENCE = 5

ENGINES = ("inline", "process", "dask")

# Where a scheduler is, if it is not said otherwise; what Dask's own clients read too.
SCHEDULER = "DASK_SCHEDULER_ADDRESS"


@contextmanager
def executor_for(engine: str, workers: int | None = None, scheduler: str = "") -> Iterator[tuple[Executor | None, int]]:
    """The executor for an engine, and how many pieces of it keep everybody busy; nothing for `inline`.

    `workers` is how many processes are started here; with a scheduler of Dask
    (`tcp://host:8786`) its own workers do the work.

    Raises:
        LexludiError: Dask is not installed.
        MachineFailure: the scheduler cannot be reached, or has no workers.
    """
    if engine == "inline":
        yield None, 1
    elif engine == "process":
        count = workers or os.cpu_count() or 1
        context = get_context("spawn")
        # Held by this process alone, so that workers see it closed: by us, or by our end, however it comes.
        lifeline, held = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(count, mp_context=context, initializer=_live_by, initargs=(lifeline,))
        try:
            yield pool, 2 * count
        except BaseException:
            held.close()  # what workers are at is wanted no more
            raise
        finally:
            pool.shutdown(cancel_futures=True)
            held.close()
            lifeline.close()
    else:
        yield from _dask(workers, scheduler or os.environ.get(SCHEDULER, ""))


def _live_by(lifeline: Connection) -> None:
    """In a worker: leave interruptions to whoever started it, and end when that one lets go, or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        wait([lifeline])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _dask(workers: int | None, scheduler: str) -> Iterator[tuple[Executor | None, int]]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise LexludiError("extra-missing", extra="cluster", package="distributed") from None
    if not scheduler:
        with (
            LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            yield client.get_executor(pure=False), 2 * _threads(client)
        return
    try:
        client = Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError):
        raise MachineFailure("scheduler-unreachable", address=scheduler) from None
    with client:
        if not _threads(client):
            raise MachineFailure("no-workers", address=scheduler)
        yield client.get_executor(pure=False), 2 * _threads(client)


def _threads(client: Any) -> int:
    return sum(client.nthreads().values())
