"""The cache: plain data kept between runs, a file for each subject, good while its digest is the same.

Files are JSON, so that nothing in them can run, and are put in their places whole. To delete them
does no harm at any moment, nor does it that several processes write: what cannot be read is made anew.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from lexludi.base.boundary import MAX_TEXT_BYTES, bytes_of
from lexludi.base.errors import UnknownWork
from lexludi.base.resources import cache_folder
from lexludi.base.writing import replace_file

MAX_BYTES = 1 << 28

Made = TypeVar("Made")


@dataclass(frozen=True)
class Entry:
    """The place of some data: what they are about, and the digest of all that they depend on."""

    subject: str
    digest: str
    folder: Path | None = None  # the cache folder, if it is not said otherwise

    @property
    def _file(self) -> Path:
        name = hashlib.sha256(self.subject.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        return (self.folder or cache_folder()) / f"{name}.json"

    def read(self, make: Callable[[Any], Made]) -> Made | None:
        """The value made of the data kept under this digest; nothing, where there are none or they are of no use."""
        # Whatever stands in the file, it is no more than data that cannot be used.
        with suppress(Exception):
            kept = json.loads(bytes_of(self._file, MAX_BYTES))
            if kept["digest"] == self.digest:
                return make(kept["data"])
        return None

    def write(self, data: Any) -> None:
        """Keep data in the place of those of any other digest; nothing happens where that cannot be done."""
        with suppress(OSError, UnknownWork):  # the folder may be deleted at any moment
            self._file.parent.mkdir(parents=True, exist_ok=True)
            kept = {"digest": self.digest, "data": data}
            content = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
            replace_file(self._file, content.encode("utf-8", "surrogatepass"), synced=False)


def digest(words: Iterable[str], files: Iterable[Path] = ()) -> str:
    """A digest of some words, and of files with their names; of as much of a file as is ever read."""
    found = hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass"))
    for file in files:
        found.update(b"\0" + str(file).encode("utf-8", "surrogatepass") + b"\0")
        with suppress(OSError):
            found.update(hashlib.sha256(bytes_of(file, MAX_TEXT_BYTES)).digest())
    return found.hexdigest()
