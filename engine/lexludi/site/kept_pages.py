"""Kept pages: the whole HTML of a page from an earlier build, good while all that it was made of is the same."""

import json
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from lexludi.base.cache import MAX_BYTES, Entry, digest
from lexludi.site.page import GeneratedPage

# Pages repeat themselves: the quickest compression makes a tenth of them.
_LEVEL = 1


@dataclass(frozen=True)
class KeptPage:
    """The result of a page in a cache folder; `surroundings` is a digest of all that is on it and not its own."""

    page: GeneratedPage
    surroundings: str
    folder: Path

    @cached_property
    def html(self) -> str | None:
        """The page as it became, if it was made of the same before."""
        return self._entry.read(_unpacked)

    def keep(self, html: str) -> None:
        """Keep what the page became, in place of what it became before."""
        self._entry.write(b64encode(zlib.compress(html.encode(), _LEVEL)).decode("ascii"))

    @cached_property
    def _entry(self) -> Entry:
        page = self.page
        # Hits are in the index and not on the page.
        own = (str(page.body), repr(replace(page, body=Markup(), hits=())), json.dumps(page.data))
        return Entry(f"page {page.source}", digest((self.surroundings, *own)), self.folder)


def _unpacked(packed: Any) -> str:
    # Whoever wrote into the cache folder could have written anything: no more memory than a file may take.
    return zlib.decompressobj().decompress(b64decode(packed, validate=True), MAX_BYTES).decode()
