"""Writing files, whole or not at all: beside the file, synced, renamed; its mode and its links are kept."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Put content in the place of a file; whatever happens on the way, the file is the old one or the new one.

    Where the path is a symbolic link, the file that it leads to is replaced. A file that has
    several names (hard links) keeps them all: it is written where it is, and the old content
    put back if that fails. Only a crash of the machine in the middle can then leave a part.

    Raises:
        OSError: the folder cannot be written, or the disk is full; the file is as it was.
    """
    target = path.resolve()
    before = target.stat() if target.exists() else None
    if before is not None and before.st_nlink > 1:
        _write_in_place(target, content)
        return
    mode = stat.S_IMODE(before.st_mode) if before is not None else 0o666 & ~_umask()
    # The name is not made of the file's own, which may be as long as names can be.
    descriptor, beside = tempfile.mkstemp(prefix=".lexludi-", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(mode)
        Path(beside).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise


def _write_in_place(file: Path, content: bytes) -> None:
    before = file.read_bytes()
    try:
        _overwrite(file, content)
    except BaseException:
        with suppress(OSError):
            _overwrite(file, before)
        raise


def _overwrite(path: Path, content: bytes) -> None:
    # Never cut before the new content is there: a longer file on a full disk keeps at least its length.
    with path.open("r+b") as file:
        file.write(content)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _umask() -> int:
    """The mask of this process, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
