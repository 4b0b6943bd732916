"""The places at which chunks of work are done: here, in processes of this machine, or on a cluster."""

import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from lexludi.base.errors import LexludiError, MachineFailure
from lexludi.base.processes import processes

# Seconds to wait for an answer of a scheduler.
PATIENCE = 5

ENGINES = ("inline", "process", "dask")

# Where a scheduler is, if it is not said otherwise; what Dask's own clients read too.
SCHEDULER = "DASK_SCHEDULER_ADDRESS"

P = ParamSpec("P")
T = TypeVar("T")


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
        with processes(workers) as (pool, count):
            yield pool, 2 * count
    else:
        yield from _dask(workers, scheduler or os.environ.get(SCHEDULER, ""))


def _dask(workers: int | None, scheduler: str) -> Iterator[tuple[Executor | None, int]]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise LexludiError("extra-missing", extra="cluster", package="distributed") from None
    if not scheduler:
        with (
            # Without an address its pages would be served at a fixed port, which a second cluster finds taken.
            LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False},
                silence_logs=logging.CRITICAL,
            ) as cluster,
            Client(cluster) as client,
        ):
            yield _Cluster(client), 2 * _threads(client)
        return
    try:
        client = Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError):
        raise MachineFailure("scheduler-unreachable", address=scheduler) from None
    with _silent("distributed"), client:
        if not _threads(client):
            raise MachineFailure("no-workers", address=scheduler)
        yield _Cluster(client), 2 * _threads(client)


@contextmanager
def _silent(name: str) -> Iterator[None]:
    """While this lasts, a library that logs to the terminal says nothing there: what it meets is told in a sentence."""
    handlers = [handler for handler in logging.getLogger(name).handlers if isinstance(handler, logging.StreamHandler)]
    levels = [handler.level for handler in handlers]
    for handler in handlers:
        handler.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for handler, level in zip(handlers, levels, strict=True):
            handler.setLevel(level)


class _Cluster(Executor):
    """The workers of a client of Dask as an executor.

    The client has an executor of its own. That one asks for the status of a result after it has
    received it, and takes it for an error where the worker that had it died in between.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a call made by a worker, and by another one if that is lost."""
        made: Future[T] = Future()
        remote = self._client.submit(call, *args, pure=False, **kwargs)
        remote.add_done_callback(lambda ended: _settle(made, ended))
        return made


def _settle(made: Future[T], remote: Any) -> None:
    """Hand on what a call that was made elsewhere gave or raised."""
    try:
        made.set_result(remote.result())
    except BaseException as problem:
        made.set_exception(problem)


def _threads(client: Any) -> int:
    return sum(client.nthreads().values())
