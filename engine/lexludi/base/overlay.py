"""The overlay: files as an editor holds them, unsaved, read in the place of those on the disk.

An editor knows texts and glossaries before they are saved. While an overlay is held, whatever reads
a file through `boundary.bytes_of`, asks whether it is there or when it was changed, is given what
the editor has. Stamps of unsaved files are below zero, so that no cache takes them for a saved one.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path

from lexludi.base.frozen import dataclass


@dataclass(frozen=True)
class Unsaved:
    """The content of a file that is not saved."""

    content: bytes

    @cached_property
    def stamp(self) -> int:
        """A number below zero, the same for the same content."""
        return -1 - int.from_bytes(hashlib.sha256(self.content).digest()[:8], "big")


_held: ContextVar[Mapping[Path, Unsaved] | None] = ContextVar("unsaved files, by their resolved paths", default=None)


@contextmanager
def overlaid(files: Mapping[Path, Unsaved]) -> Iterator[None]:
    """Have these files, by resolved path, read in the place of those on the disk."""
    token = _held.set(files)
    try:
        yield
    finally:
        _held.reset(token)


def unsaved(file: Path) -> Unsaved | None:
    """The unsaved content of a file, if an editor holds any."""
    files = _held.get()
    return files.get(resolved(file)) if files else None


def resolved(file: Path) -> Path:
    """The path of a file without links; of links that lead to each other, as far as they go."""
    # Before Python 3.13, `Path.resolve` raises there what is no `OSError`.
    return Path(os.path.realpath(file))


def is_there(file: Path) -> bool:
    """True if there is such a file, on the disk or in an editor."""
    return unsaved(file) is not None or file.is_file()


def stamp_of(file: Path) -> int:
    """The time of the last change of a file; of an unsaved one a number that stands for its content.

    Raises:
        OSError: there is no such file.
    """
    held = unsaved(file)
    return file.stat().st_mtime_ns if held is None else held.stamp


def new_in(folder: Path) -> Iterator[Path]:
    """The unsaved files of a folder that are not on the disk."""
    if files := _held.get():
        place = resolved(folder)
        yield from (folder / file.name for file in files if file.parent == place and not file.exists())
