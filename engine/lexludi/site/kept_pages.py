"""Kept pages: the whole HTML of pages from an earlier build, each good while all that it was made of is the same.

The pages of a work in a language stand in one file of the cache folder, and so do those of another folder of the
site: a build opens some files for each work, and not one for each page.
"""

import json
import zlib
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from markupsafe import Markup

from lexludi.base.cache import MAX_BYTES, Entry, digest
from lexludi.site.page import GeneratedPage

# Pages repeat themselves: the quickest compression makes a tenth of them.
_LEVEL = 1

# By the source of each page the digest of all that it was made of, and what it became, packed.
Pages = dict[str, tuple[str, str]]


@dataclass(frozen=True)
class KeptPage:
    """The result of one page, among those that were kept `before` and those of `now`; `own` is its digest."""

    source: str
    own: str
    before: Pages
    now: Pages

    @cached_property
    def html(self) -> str | None:
        """The page as it became, if it was made of the same before."""
        own, packed = self.before.get(self.source, ("", ""))
        # Whoever wrote into the cache folder could have written anything: no more memory than a file may take.
        with suppress(ValueError, zlib.error):
            if own == self.own:
                html = zlib.decompressobj().decompress(b64decode(packed, validate=True), MAX_BYTES).decode()
                self.now[self.source] = (own, packed)
                return html
        return None

    def keep(self, html: str) -> None:
        """Keep what the page became, in place of what it became before."""
        self.now[self.source] = (self.own, b64encode(zlib.compress(html.encode(), _LEVEL)).decode("ascii"))


@dataclass(frozen=True)
class KeptPages:
    """The pages in a cache folder; `common` is a digest of all that they have in common."""

    common: str
    folder: Path
    _groups: dict[str, tuple[Pages, Pages]] = field(default_factory=dict)

    def page(self, page: GeneratedPage, surroundings: str) -> KeptPage:
        """The result of a page; `surroundings` are all that is on it and not its own."""
        group = "/".join(page.source.split("/")[:-1][:3])
        if group not in self._groups:
            self._groups[group] = (self._entry(group).read(_checked) or {}, {})
        # Hits are in the index and not on the page.
        own = (str(page.body), repr(replace(page, body=Markup(), hits=())), json.dumps(page.data))
        return KeptPage(page.source, digest((surroundings, *own)), *self._groups[group])

    def write(self) -> None:
        """Keep the pages of now for the next build, and no others."""
        for group, (before, now) in self._groups.items():
            if now != before:
                self._entry(group).write(now)

    def _entry(self, group: str) -> Entry:
        return Entry(f"pages {group}", self.common, self.folder)


def _checked(data: object) -> Pages:
    match data:
        case dict():
            return {str(source): (str(own), str(packed)) for source, (own, packed) in data.items()}
        case _:
            raise TypeError(data)
