"""Kept pages: the whole HTML of pages from an earlier build, each good while all that it was made of is the same.

The digests of all pages stand in one file of the cache folder, and each page in its own, packed: a build in which a
page stands on the site already does not open it.
"""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path

from lexludi.base.cache import MAX_BYTES, CacheEntry, digest_of_bytes
from lexludi.base.frozen import dataclass

# Pages repeat themselves: the quickest compression makes a tenth of them.
_LEVEL = 1


class Packer:
    """Bytes that are packed part by part, so that no two parts need be in memory at once."""

    def __init__(self) -> None:
        self._packer = zlib.compressobj(_LEVEL)
        self._parts: list[bytes] = []

    def add(self, part: bytes) -> None:
        """Add a part."""
        self._parts.append(self._packer.compress(part))

    def packed(self) -> str:
        """All parts, one after the other."""
        return b64encode(b"".join((*self._parts, self._packer.flush()))).decode("ascii")


def unpacked(letters: str) -> bytes:
    """The bytes that were packed.

    Raises:
        ValueError, zlib.error: nothing was packed so.
    """
    # Whoever wrote into the cache folder could have written anything: no more memory than a file may take.
    return zlib.decompressobj().decompress(b64decode(letters, validate=True), MAX_BYTES)


# By the source of each page the digest of all that it was made of, and that of what it became.
Digests = Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class KeptPages:
    """The pages in a cache folder; `common` is a digest of all that they have in common."""

    common: str
    folder: Path
    _now: dict[str, tuple[str, str]] = field(default_factory=dict)

    def digest(self, source: str, made_of_now: str) -> str:
        """The digest of what a page became, if it was made of the same before; else the empty string."""
        made_of, became = self._before.get(source, ("", ""))
        if made_of != made_of_now:
            return ""
        self._now[source] = (made_of_now, became)
        return became

    def html(self, source: str, became: str) -> bytes | None:
        """The page that became something of this digest, if it is still kept."""
        html = self._page(source).read(unpacked)
        return html if html is not None and digest_of_bytes(html) == became else None

    def keep(self, source: str, made_of: str, html: bytes) -> None:
        """Keep what a page became, in place of what it became before."""
        self._now[source] = (made_of, digest_of_bytes(html))
        self._page(source).write(b64encode(zlib.compress(html, _LEVEL)).decode("ascii"))

    def write(self) -> None:
        """Keep the digests of the pages of now for the next build, and no others."""
        if self._now != self._before:
            self._digests.write(self._now)

    @cached_property
    def _before(self) -> Digests:
        return self._digests.read(_checked) or {}

    @property
    def _digests(self) -> CacheEntry:
        return CacheEntry("digests of pages", self.common, self.folder)

    def _page(self, source: str) -> CacheEntry:
        return CacheEntry(f"page {source}", "", self.folder)


def _checked(data: dict[str, list[str]]) -> Digests:
    # Whatever is not two texts for each page raises, by which the entry is of no use.
    return {source: (str(made_of), str(became)) for source, (made_of, became) in data.items()}
