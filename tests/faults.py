"""Faults put in by hand: the n-th call that opens, reads, writes, lists or renames files fails, or a signal comes."""

import errno
import io
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

# What is done in the place of a call on a file with this name.
Blow = Callable[[str], None]


def failure(number: int) -> Blow:
    """The call fails, as the system has it."""

    def fail(name: str) -> None:
        raise OSError(number, os.strerror(number), name)

    return fail


def coming(number: int) -> Blow:
    """A signal comes before the call is made."""
    return lambda name: signal.raise_signal(number)


FAILURES = tuple(map(failure, (errno.EIO, errno.ENOSPC, errno.EACCES)))
CALLS = ("stat", "open", "scandir", "listdir", "mkdir", "fsync", "replace", "rename", "truncate", "chmod")


class Faults:
    """A count of the calls on files under a folder; the one whose turn it is takes a blow, and is named in `struck`."""

    def __init__(self, folder: Path, turn: int, blow: Blow) -> None:
        self.folder = str(folder)
        self.turn = turn
        self.blow = blow
        self.calls = 0
        self.struck = ""

    def pass_by(self, call: str, path: Any) -> None:
        """Count a call, and let it have the blow if it is its turn."""
        name = os.fspath(path) if isinstance(path, str | os.PathLike) else ""
        if isinstance(path, int) and not isinstance(path, bool):
            with_name = Path(f"/proc/self/fd/{path}")
            name = str(with_name.readlink())
        if not str(name).startswith(self.folder):
            return
        self.calls += 1
        if self.calls == self.turn:
            self.struck = f"{call} {name}"
            self.blow(str(name))


class Watched:
    """An open file whose reading and writing are calls that may fail."""

    def __init__(self, file: Any, name: str, faults: Faults) -> None:
        self._file, self._name, self._faults = file, name, faults

    def __getattr__(self, name: str) -> Any:
        if name in ("read", "write", "flush"):
            self._faults.pass_by(name, self._name)
        return getattr(self._file, name)

    def __enter__(self) -> "Watched":
        return self

    def __exit__(self, *problem: object) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._file)


@contextmanager
def faults(folder: Path, turn: int, blow: Blow) -> Iterator[Faults]:
    """While this lasts, the call on files under a folder whose turn it is takes a blow; none does at turn 0."""
    found = Faults(folder, turn, blow)
    opened = io.open

    def opening(file: Any, *arguments: Any, **named: Any) -> Any:
        found.pass_by("open", file)
        name = str(Path(f"/proc/self/fd/{file}").readlink()) if isinstance(file, int) else os.fspath(file)
        return Watched(opened(file, *arguments, **named), str(name), found)

    with pytest.MonkeyPatch.context() as patch:
        for call in CALLS:
            patch.setattr(os, call, _counted(found, call, getattr(os, call)))
        patch.setattr(io, "open", opening)
        yield found


def _counted(found: Faults, call: str, really: Any) -> Any:
    def counted(path: Any = ".", *arguments: Any, **named: Any) -> Any:
        found.pass_by(call, path)
        return really(path, *arguments, **named)

    return counted
