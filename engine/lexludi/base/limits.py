"""Memory of the process: how much it may still take, where somebody has set a limit; and what it gives back."""

import ctypes
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lexludi.base.errors import MachineFailure

_MEGABYTE = 1024 * 1024
_SIZE = Path("/proc/self/statm")


def need_memory(megabytes: int) -> None:
    """See to it that so much memory may be taken: libraries in C end the process themselves where they get none.

    Raises:
        MachineFailure: there is a limit, and less is left.
    """
    left = _memory_left()
    if left is not None and left < megabytes * _MEGABYTE:
        raise MachineFailure("memory-limited", needed=megabytes, left=max(0, left // _MEGABYTE))


def give_back_memory() -> None:
    """Have the system get back what is not used: what holds itself in cycles, and pages that the heap keeps."""
    gc.collect()
    _trim_heap()


@contextmanager
def memory_given_back() -> Iterator[None]:
    """Have the system get back what is made in the block and not used after it: quick, however much there was before.

    Whatever was frozen (`gc.freeze`) before is frozen no longer after it.
    """
    gc.freeze()
    try:
        yield
    finally:
        # Of the frozen nothing is looked at, so this goes through objects of the block alone.
        gc.collect()
        gc.unfreeze()
        _trim_heap()


def _trim_heap() -> None:
    with suppress(OSError, AttributeError):  # not the C library of GNU
        ctypes.CDLL(None).malloc_trim(0)


def limit_memory(size: int) -> None:
    """Have this process take no more than so many bytes, where the system knows such limits."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _memory_left() -> int | None:
    """The bytes of address space that may still be taken; nothing where there is no limit, or none is known."""
    try:
        import resource
    except ImportError:  # no such limits on this system
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return None
    taken = 0
    with suppress(OSError):
        # The first number is the size of the address space, in pages: what the limit is about.
        taken = int(_SIZE.read_text("ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return limit - taken
