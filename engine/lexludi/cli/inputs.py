"""Inputs named on the command line: a file by its path, or the standard input as `-`."""

import sys
from pathlib import Path

from lexludi.base.errors import InvalidReplay

STANDARD_INPUT = "-"


def read_bytes(name: str, limit: int) -> bytes:
    """The bytes of a file or of the standard input, up to one more than a limit.

    Raises:
        InvalidReplay: there is no such file.
    """
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(limit + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(limit + 1)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, ValueError):
        raise InvalidReplay("unreadable-file", name=name) from None
