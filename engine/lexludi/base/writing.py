"""Writing files, whole or not at all: beside the file, synced, renamed; its mode and symbolic links are kept."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Put content in the place of a file; whatever happens on the way, the file is the old one or the new one.

    Where the path is a symbolic link, the file that it leads to is replaced.

    Raises:
        OSError: the folder cannot be written, or the disk is full; the file is as it was.
    """
    target = path.resolve()
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
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


def _umask() -> int:
    """The mask of this process, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
