"""Packing: bytes that the cache keeps, compressed, as letters."""

import zlib
from base64 import b64decode, b64encode

from lexludi.base.cache import MAX_BYTES

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


def packed(content: bytes) -> str:
    """The bytes, packed at once."""
    packer = Packer()
    packer.add(content)
    return packer.packed()


def unpacked(letters: str) -> bytes:
    """The bytes that were packed.

    Raises:
        ValueError, zlib.error: nothing was packed so.
    """
    # Whoever wrote into the cache folder could have written anything: no more memory than a file may take.
    return zlib.decompressobj().decompress(b64decode(letters, validate=True), MAX_BYTES)
