"""The cache: plain data kept between runs, a file for each subject, good while its digest is the same.

Files are JSON, so that nothing in them can run, and are put in their places whole. To delete them
does no harm at any moment, nor does it that several processes write: what cannot be read is made anew.
"""

import hashlib
import json
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import field
from pathlib import Path
from typing import Any, TypeVar

from lexludi.base.boundary import MAX_TEXT_BYTES, bytes_of
from lexludi.base.errors import UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.base.overlay import unsaved
from lexludi.base.resources import cache_folder
from lexludi.base.writing import replace_file

# So many bytes of a kept file are read: a longer one is cut there, is no JSON then, and is made anew.
MAX_BYTES = 1 << 28
# In nanoseconds: more than the times of any file system are apart, and than most clocks of two machines.
RECENT = 10_000_000_000

Made = TypeVar("Made")


@dataclass(frozen=True)
class CacheEntry:
    """The place of some data: what they are about, and the digest of all that they depend on."""

    subject: str
    digest: str
    folder: Path | None = None  # the cache folder, if it is not said otherwise

    @property
    def _file(self) -> Path:
        # A subject may have slashes, and be longer than the name of a file can be; its digest has and is neither.
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

    def write(self, data: Any) -> bool:
        """Keep data in the place of those of any other digest; false where that cannot be done."""
        with suppress(OSError, UnknownWork):  # the folder may be deleted at any moment
            self._file.parent.mkdir(parents=True, exist_ok=True)
            kept = {"digest": self.digest, "data": data}
            content = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
            replace_file(self._file, content.encode("utf-8", "surrogatepass"), synced=False)
            return True
        return False


@dataclass
class Results:
    """Results by a digest of all that they were worked out from: those `before`, and those `used` since.

    They depend on nothing else, so that one is as good again wherever the same is asked.
    """

    before: Mapping[str, Any] = field(default_factory=dict)
    used: dict[str, Any] = field(default_factory=dict)

    def of(self, key: str, work_out: Callable[[], Made]) -> Made:
        """The result kept under a digest, else that of `work_out`, which may raise; either counts as used."""
        if key not in self.used:
            self.used[key] = self.before[key] if key in self.before else work_out()
        made: Made = self.used[key]
        return made


@contextmanager
def results(
    entry: CacheEntry | None, make: Callable[[Any], Any], plain: Callable[[Any], Any], *, fresh: bool = False
) -> Iterator[Results]:
    """The results that an entry keeps, unless all are to be `fresh`; after it, the entry keeps those that were used."""
    kept = Results((entry.read(make) if entry and not fresh else None) or {})
    yield kept
    # Not reached after an exception: the entry then keeps what it had. Digests are enough to compare, since a
    # result depends on nothing else.
    if entry and kept.used.keys() != kept.before.keys():
        entry.write(plain(kept.used))


def stamped(status: os.stat_result) -> list[int]:
    """By what it is told that a file on the disk was changed, or is another: its size, times and place."""
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


@dataclass
class FileDigests:
    """Digests of files, kept by size, times and place on the disk: a file that is as it was is not read again.

    What is kept of a file is good as long as all of these are the same, as in the index of git. Where one was changed
    less than `RECENT` ago, another change could have the same time: it is read each time until it is older. Of a file
    that is longer than the `limit`, as much is read as that.
    """

    entry: CacheEntry | None = None
    limit: int = MAX_TEXT_BYTES
    _before: dict[str, list[Any]] = field(init=False)
    _found: dict[str, list[Any]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._before = (self.entry and self.entry.read(dict)) or {}

    def of(self, file: Path) -> str:
        """The digest of a file; empty where it cannot be read."""
        if unsaved(file) is not None:
            return digest_of_bytes(bytes_of(file, self.limit))
        with suppress(OSError):
            # Before it is read: what changes meanwhile has another time when it is asked for again.
            status = file.stat()
            if not stat.S_ISREG(status.st_mode):  # a pipe would be waited for
                return ""
            stamp = stamped(status)
            # What is kept may be anything: of use is a list of these four numbers and a digest alone.
            match self._before.get(place := str(file.absolute())):
                case [*known, str() as file_digest] if known == stamp:
                    self._found[place] = [*stamp, file_digest]
                    return file_digest
            file_digest = digest_of_bytes(bytes_of(file, self.limit))
            if max(status.st_mtime_ns, status.st_ctime_ns) + RECENT < time.time_ns():
                self._found[place] = [*stamp, file_digest]
            return file_digest
        return ""

    def write(self, *, others: bool = True) -> None:
        """Keep the digests that were found, and with the `others` those of files that were not asked for."""
        kept = {**self._before, **self._found} if others else self._found
        if self.entry and kept != self._before:
            self.entry.write(kept)


@contextmanager
def file_digests(folder: Path | None) -> Iterator[FileDigests]:
    """The digests of texts and sources as kept in a cache folder; without one, none are kept."""
    digests = FileDigests(CacheEntry("digests of files", "1", folder) if folder else None)
    yield digests
    digests.write()


def digest(words: Iterable[str], files: Iterable[Path] = (), digests: FileDigests | None = None) -> str:
    """A digest of some words, and of files with their names."""
    digests = digests or FileDigests()
    hasher = hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass"))
    for file in files:
        hasher.update(b"\0" + str(file).encode("utf-8", "surrogatepass") + b"\0" + digests.of(file).encode())
    return hasher.hexdigest()


def digest_of_bytes(data: bytes) -> str:
    """The digest of some bytes."""
    return hashlib.sha256(data).hexdigest()
