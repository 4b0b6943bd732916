"""Writing files, whole or not at all: beside the file, synced, renamed; its mode and its links are kept."""

import errno
import os
import signal
import stat
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lexludi.base.errors import UnknownWork

# What ends a process in an orderly way; some systems lack some of them.
_ENDINGS = tuple(n for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGXCPU") if (n := getattr(signal, name, None)))


def replace_file(path: Path, content: bytes, *, synced: bool = True) -> None:
    """Put content in the place of a file; whatever happens on the way, the file is the old one or the new one.

    Where the path is a symbolic link, the file that it leads to is replaced. A file that has
    several names (hard links) keeps them all: it is written where it is, and the old content
    put back if that fails. Only a crash of the machine in the middle can then leave a part.
    What is there and is no file (a pipe, a device) stays, and the content goes into it.
    A signal that ends the process does so when the file is in its place. What can be made anew
    need not be `synced`, which takes milliseconds: a crash of the machine can then leave a part of it.

    Raises:
        UnknownWork: there is no folder for it.
        OSError: the folder cannot be written, or the disk is full; the file is as it was. It names the file.
    """
    if _is_special(path):
        # Signals are not put off: a pipe that nobody reads keeps us waiting, and there is nothing to leave in halves.
        with path.open("wb") as special:
            special.write(content)
        return
    target = path.resolve()
    with _signals_put_off():
        try:
            _replace(target, content, synced)
        except FileNotFoundError as problem:
            raise nowhere(path, problem) from problem
        except OSError as problem:
            # Of the file beside it, whose name nobody gave, nobody wants to read.
            raise OSError(problem.errno, problem.strerror, str(path)) from problem


def nowhere(path: Path, problem: FileNotFoundError) -> Exception:
    """The exception for a file that cannot be made: there is no folder for it, or one that takes no file."""
    # A folder of the system may be there, and take no file.
    if path.resolve().parent.is_dir():
        return PermissionError(errno.EACCES, problem.strerror, str(path))
    return UnknownWork("no-such-folder", name=str(path.resolve().parent if path.is_symlink() else path.parent))


def _is_special(path: Path) -> bool:
    """True if there is something that is neither a file nor a folder."""
    try:
        mode = path.stat().st_mode
    except OSError:  # not there, or told of when it is written
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _replace(target: Path, content: bytes, synced: bool) -> None:
    before = target.stat() if target.exists() else None
    # Another file renamed to this name would leave the other names with the old content.
    if before is not None and before.st_nlink > 1:
        _write_in_place(target, content)
        return
    mode = stat.S_IMODE(before.st_mode) if before is not None else 0o666 & ~_umask()
    # The name is not made of the file's own, which may be as long as names can be.
    descriptor, beside = tempfile.mkstemp(prefix=".lexludi-", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            if synced:
                file.flush()
                os.fsync(file.fileno())
        Path(beside).chmod(mode)
        Path(beside).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise


@contextmanager
def _signals_put_off() -> Iterator[None]:
    """While this lasts, signals only wait; those that came are raised at the end."""
    if threading.current_thread() is not threading.main_thread():
        yield  # where Python never answers a signal
        return
    arrived: list[int] = []
    answers = {}
    try:
        for number in _ENDINGS:
            if (answer := signal.getsignal(number)) is not None:  # none: it was not given in Python
                answers[number] = answer
                signal.signal(number, lambda came, frame: arrived.append(came))
        yield
    finally:
        for number, answer in answers.items():
            signal.signal(number, answer)
        for number in arrived:
            signal.raise_signal(number)


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
