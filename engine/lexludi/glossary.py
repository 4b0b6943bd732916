"""The glossary: one id for a term, whatever the language and the spelling.

Glossaries are TOML files named `glossary.toml`; a folder inherits those above it,
up to the top of its shelf.
"""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from lexludi.folding import fold
from lexludi.phrases import LANGUAGES

FILE_NAME = "glossary.toml"
MAX_FOLDERS = 8

# How near a spelling must come to be suggested; Chinese terms are short.
_LIKENESS = {"zh": 0.5, "pt": 0.65, "en": 0.65}


class GlossaryError(ValueError):
    """A glossary file that cannot be used; the message says why."""


@dataclass(frozen=True)
class Entry:
    """A term: its spellings by language (the first is canonical), its symbol in ASCII and for people."""

    id: str
    spellings: Mapping[str, tuple[str, ...]]
    symbol: str = ""
    sign: str = ""


@dataclass(frozen=True)
class Glossary:
    """Entries by id, and ids by folded spelling for each language."""

    entries: Mapping[str, Entry] = field(default_factory=dict)
    index: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def resolve(self, language: str, written: str) -> str:
        """The id of a term as written, or the empty string."""
        return self.index.get(language, {}).get(_key(written), "")

    def nearest(self, language: str, written: str) -> str:
        """The spelling closest to what was written, or the empty string."""
        known = self.index.get(language, {})
        close = difflib.get_close_matches(_key(written), known, n=1, cutoff=_LIKENESS[language])
        return self.spelling(known[close[0]], language, close[0]) if close else ""

    def spelling(self, term: str, language: str, like: str = "") -> str:
        """The canonical spelling of an id, or the one like `like`; the id itself when there is none."""
        entry = self.entries.get(term)
        spellings = entry.spellings.get(language, ()) if entry else ()
        for spelling in spellings:
            if like and _key(spelling) == like:
                return spelling
        return spellings[0] if spellings else term

    def symbol(self, term: str) -> str:
        """The ASCII symbol of an item, for input and JSON."""
        entry = self.entries.get(term)
        return (entry.symbol if entry else "") or term

    def sign(self, term: str) -> str:
        """The sign of an item for people."""
        entry = self.entries.get(term)
        return (entry.sign if entry else "") or self.symbol(term)


def _key(spelling: str) -> str:
    return " ".join(fold(spelling).replace("«", "").replace("»", "").split())


def make_glossary(entries: Iterable[Entry]) -> Glossary:
    """A glossary of entries; a later entry replaces an earlier one of the same id.

    Raises:
        GlossaryError: two terms share a spelling in one language.
    """
    by_id = {entry.id: entry for entry in entries}
    index: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for entry in by_id.values():
        for language, spellings in entry.spellings.items():
            for spelling in spellings:
                other = index[language].setdefault(_key(spelling), entry.id)
                if other != entry.id:
                    raise GlossaryError(f"{language}: {spelling!r}: {other}, {entry.id}")
    return Glossary(MappingProxyType(by_id), MappingProxyType(index))


def glossary_for(path: Path) -> Glossary:
    """The glossary that holds for a regulation file: those of its folder and of the folders above.

    Raises:
        GlossaryError: a glossary file is broken.
    """
    folders = [path.resolve().parent, *path.resolve().parents[1:MAX_FOLDERS]]
    found = [file for folder in folders if (file := folder / FILE_NAME).is_file()]
    stamps = tuple((file, file.stat().st_mtime_ns) for file in reversed(found))
    return _read_all(stamps)


@cache
def _read_all(files: tuple[tuple[Path, int], ...]) -> Glossary:
    entries: list[Entry] = []
    for file, _ in files:
        entries.extend(_read(file))
    return make_glossary(entries)


def _read(file: Path) -> Iterable[Entry]:
    try:
        raw = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as problem:
        raise GlossaryError(f"{file.name}: {problem}") from None
    for term, value in raw.items():
        if not isinstance(value, dict):
            raise GlossaryError(f"{file.name}: {term}")
        yield _entry(file, term, value)


def _entry(file: Path, term: str, value: dict[str, object]) -> Entry:
    spellings: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        words = value.get(language, [])
        if not isinstance(words, list) or not all(isinstance(w, str) for w in words):
            raise GlossaryError(f"{file.name}: {term}.{language}")
        if words:
            spellings[language] = tuple(words)
    return Entry(term, MappingProxyType(spellings), str(value.get("symbol", "")), str(value.get("sign", "")))
