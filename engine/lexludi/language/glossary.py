"""The glossary: one id for a term, whatever the language and the spelling.

Glossaries are TOML files named `glossary.toml`. A folder inherits those above it; and a
glossary those that it names with `inherits`, before its first term: the name of an installed
shelf (`lexludi`, ours), with a folder below it if need be, or a folder that begins with `.`.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lexludi.base.boundary import MAX_CHARACTERS, MAX_TEXT_BYTES, UNDECODED, bytes_of, text_of
from lexludi.base.folding import compose, fold
from lexludi.base.frozen import dataclass
from lexludi.base.overlay import is_there, stamp_of
from lexludi.base.resources import installed_shelves, shelves
from lexludi.base.source import NOWHERE, Span
from lexludi.language.phrases import LANGUAGES

FILE_NAME = "glossary.toml"
INHERITS = "inherits"
MAX_FOLDERS = 8
_KEPT = 256  # glossaries as they were read: of one that is being edited there is another with every key

# What the table of a term may have: spellings in each language, signs, and tables by language.
_BY_LANGUAGE = ("noun", "says")
_KEYS = frozenset((*LANGUAGES, "symbol", "sign", *_BY_LANGUAGE))

# By its id a term is named in commands, notation and records, where other signs stand between names.
_ID = re.compile(r"[\w.-]+")

# Between symbols, of objects that are given one after another.
_BETWEEN = re.compile(r"[\s,]")

# How near a spelling must come to be suggested; Chinese terms are short.
_LIKENESS = {"zh": 0.5, "pt": 0.65, "en": 0.65}


# A place in a glossary file: the file, its text, and where.
Place = tuple[Path, str, Span]


class GlossaryError(ValueError):
    """A glossary file that cannot be used: why, at which places, and what is concerned.

    The reason is `encoding`, `too-long`, `nested`, `syntax`, `no-table`, `no-id`, `no-key`, `no-list`,
    `no-symbol`, `no-heritage` or `clash`.
    """

    def __init__(self, reason: str, *places: Place, **args: str) -> None:
        super().__init__(reason, args)
        self.reason, self.places, self.args_by_name = reason, places, args


@dataclass(frozen=True)
class Noun:
    """The grammar of a term that is a common noun: what of gender (`m` or `f`), plural, classifier its language has."""

    gender: str = ""
    plural: str = ""
    classifier: str = ""


@dataclass(frozen=True)
class GlossaryEntry:
    """A term: its spellings by language (the first is canonical), its symbol in ASCII and for people.

    `nouns` has the languages in which a sentence that is told puts the term without quotation marks, with an
    article; `says`, for a status, the sentence that somebody has it and the sentence that they do not, `{}` being who.
    """

    id: str
    spellings: Mapping[str, tuple[str, ...]]
    symbol: str = ""
    sign: str = ""
    nouns: Mapping[str, Noun] = field(default_factory=dict)
    says: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        # Read-only views do not travel; what they are made of does.
        nouns, says = dict(self.nouns), dict(self.says)
        return GlossaryEntry, (self.id, dict(self.spellings), self.symbol, self.sign, nouns, says)


@dataclass(frozen=True)
class Glossary:
    """Entries by id, and ids by folded spelling for each language."""

    entries: Mapping[str, GlossaryEntry] = field(default_factory=dict)
    index: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        return make_glossary, (tuple(self.entries.values()),)

    def resolve(self, language: str, written: str) -> str:
        """The id of a term as written, or the empty string."""
        return self.index.get(language, {}).get(_key(written), "")

    def nearest(self, language: str, written: str) -> str:
        """The spelling closest to what was written, or the empty string."""
        spellings = self.index.get(language, {})
        close = difflib.get_close_matches(_key(written), spellings, n=1, cutoff=_LIKENESS[language])
        return self.spelling(spellings[close[0]], language, close[0]) if close else ""

    def spelling(self, term: str, language: str, like: str = "") -> str:
        """The canonical spelling of an id, or the one like `like`; the id itself when there is none."""
        entry = self.entries.get(term)
        spellings = entry.spellings.get(language, ()) if entry else ()
        for spelling in spellings:
            if like and _key(spelling) == like:
                return spelling
        return spellings[0] if spellings else term

    def plural(self, term: str, language: str) -> str:
        """The plural of a term, if it is a spelling of it; else the empty string."""
        noun = self.noun(term, language)
        return noun.plural if noun and self.resolve(language, noun.plural) == term else ""

    def noun(self, term: str, language: str) -> Noun | None:
        """The grammar of a term that is a common noun in a language."""
        entry = self.entries.get(term)
        return entry.nouns.get(language) if entry else None

    def says(self, status: str, language: str, holds: bool) -> str:
        """The sentence that says that somebody (`{}`) has a status or has it not, or the empty string."""
        entry = self.entries.get(status)
        said = entry.says.get(language) if entry else None
        return said[0 if holds else 1] if said else ""

    def symbol(self, term: str) -> str:
        """The ASCII symbol of an item, for input and JSON."""
        entry = self.entries.get(term)
        return (entry.symbol if entry else "") or term

    def sign(self, term: str) -> str:
        """The sign of an item for people."""
        entry = self.entries.get(term)
        return (entry.sign if entry else "") or self.symbol(term)

    def with_last(self, shown: Collection[str]) -> "Glossary":
        """The same with the terms that objects show last: of several with one symbol the sign is that of theirs."""
        symbols = [entry.symbol for entry in self.entries.values() if entry.symbol]
        if len(symbols) == len(set(symbols)):
            return self
        return make_glossary(sorted(self.entries.values(), key=lambda entry: entry.id in shown))

    @cached_property
    def signs(self) -> Mapping[str, str]:
        """The signs of all items that have a symbol, by it; of several with the same, that of the last."""
        return {entry.symbol: entry.sign or entry.symbol for entry in self.entries.values() if entry.symbol}


@lru_cache(1 << 12)
def _key(spelling: str) -> str:
    return " ".join(fold(spelling).replace("«", "").replace("»", "").split())


def make_glossary(entries: Iterable[GlossaryEntry]) -> Glossary:
    """A glossary of entries; a later entry replaces an earlier one of the same id.

    Raises:
        GlossaryError: two terms share a spelling in one language; without places.
    """
    # A dictionary keeps the first place of a key and the last value: terms keep their order when redefined.
    by_id = {entry.id: entry for entry in entries}
    index: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for entry in by_id.values():
        for language, spellings in entry.spellings.items():
            for spelling in spellings:
                other = index[language].setdefault(_key(spelling), entry.id)
                if other != entry.id:
                    raise GlossaryError("clash", language=language, spelling=spelling, term=entry.id, other=other)
    return Glossary(MappingProxyType(by_id), MappingProxyType(index))


def glossary_for(path: Path) -> Glossary:
    """The glossary that holds for a regulation file: those of its folder and of the folders above.

    Raises:
        GlossaryError: a glossary file is broken.
    """
    return _read_all(_stamped(glossary_files(path)))


def usable_glossary(path: Path) -> Glossary:
    """The glossary that holds for a file; where one of its files is broken, which is told elsewhere, an empty one."""
    try:
        return glossary_for(path)
    except GlossaryError:
        return Glossary()


def glossary_files(path: Path) -> list[Path]:
    """The glossary files that hold for a regulation file: an entry in one replaces that of the same id in one before.

    Raises:
        GlossaryError: one of them is broken.
    """
    return _with_heritage(_from_the_top(path))


def glossary_with(file: Path) -> Glossary:
    """The glossary in a file, whatever its name, with those of the folders above it.

    Raises:
        GlossaryError: the file or one above it is broken.
    """
    if not is_there(file):
        raise GlossaryError("encoding", (file, "", NOWHERE))
    # The file may itself be called as glossaries are, and would come twice.
    above = (path for path in _from_the_top(file) if path != file.resolve())
    return _read_all(_stamped(_with_heritage([*above, file])))


def inherited_by(path: Path) -> list[Path]:
    """The glossary files that those of a folder and of the folders above inherit from elsewhere.

    Of one that cannot be read, none.
    """
    inherited: list[Path] = []
    above = list(_from_the_top(path))
    for file in above:
        with suppress(GlossaryError):
            inherited += [other for other in _with_heritage([file]) if other not in above]
    return inherited


def lenders(path: Path, language: str, written: str) -> Iterator[str]:
    """The names, for `inherits`, of the glossaries from which that of a regulation file could take a term.

    Beside one that is named the file's own must do: no two of their terms share a spelling. Of a shelf
    that is not installed the name is the folder, as seen from that of the file.
    """
    home, above = path.resolve().parent, tuple(_from_the_top(path))
    installed = {top.resolve(): name for name, top in installed_shelves().items()}
    for top in dict.fromkeys([*installed, *(shelf.resolve() for shelf in shelves())]):
        # Those nearest to the top of a shelf first: what many works share before what one has.
        for file in sorted(top.rglob(FILE_NAME), key=lambda file: (len(file.parts), file)):
            with suppress(GlossaryError):
                if _read_all(_stamped(_with_heritage([file, *above]))).resolve(language, written):
                    below = file.parent.relative_to(top).as_posix()
                    seen = os.path.relpath(file.parent, home).replace(os.sep, "/")
                    beside = seen if seen.startswith(".") else f"./{seen}"
                    yield f"{installed[top]}/{below}".removesuffix("/.") if top in installed else beside


def terms_in(file: Path) -> list[str]:
    """The ids of the terms in a glossary file that can be read."""
    return [entry.id for entry in _read(file)]


def _from_the_top(path: Path) -> Iterator[Path]:
    """The glossary files of a file's folder and of the folders above, the outermost first."""
    folders = [path.resolve().parent, *path.resolve().parents[1:MAX_FOLDERS]]
    return (file for folder in reversed(folders) if is_there(file := folder / FILE_NAME))


def _with_heritage(files: Iterable[Path]) -> list[Path]:
    """Some glossary files, each after those that it inherits, once: an entry replaces one of the same id before it."""
    out: list[Path] = []
    # Depth-first search: each file after all that it inherits, which is a topological order.
    begun: set[Path] = set()  # so that a circle of glossaries ends

    def add(file: Path) -> None:
        if file not in begun:
            begun.add(file)
            for other in _heritage(file, stamp_of(file)):
                add(other)
            out.append(file)

    for file in files:
        add(file)
    return out


def _stamped(files: Iterable[Path]) -> tuple[tuple[Path, int], ...]:
    """Files with the times of their last change, by which edits are seen."""
    return tuple((file, stamp_of(file)) for file in files)


@lru_cache(_KEPT)
def _heritage(file: Path, stamp: int) -> tuple[Path, ...]:
    """The glossary files that a glossary file names with `inherits`.

    Raises:
        GlossaryError: the file is broken, or names what is not there.
    """
    text, raw = _parsed(file)
    named = raw.get(INHERITS, [])
    if isinstance(named, dict):  # a term
        return ()
    names = [named] if isinstance(named, str) else named
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise GlossaryError("no-heritage", _place(file, text, INHERITS), name=str(named)[:40])
    out = []
    for name in names:
        shelf, _, below = name.partition("/")
        top = file.parent / name if name.startswith(".") else installed_shelves().get(shelf)
        other = top / ("" if name.startswith(".") else below) / FILE_NAME if top else None
        if other is None or not is_there(other):
            raise GlossaryError("no-heritage", _place(file, text, INHERITS), name=name[:40])
        out.append(other.resolve())
    return tuple(out)


@lru_cache(_KEPT)
def _read_all(files: tuple[tuple[Path, int], ...]) -> Glossary:
    entries = {file: tuple(_read(file)) for file, _ in files}
    try:
        return make_glossary(entry for in_file in entries.values() for entry in in_file)
    except GlossaryError as problem:
        args = problem.args_by_name
        homes = {entry.id: file for file, in_file in entries.items() for entry in in_file}
        clashing = ((args["term"], homes[args["term"]]), (args["other"], homes[args["other"]]))
        places = (_place(file, _text(file), term, args["language"]) for term, file in clashing)
        raise GlossaryError(problem.reason, *places, **args) from None


def _text(file: Path) -> str:
    return text_of(bytes_of(file, MAX_TEXT_BYTES))


def _parsed(file: Path) -> tuple[str, dict[str, Any]]:
    text = _text(file)
    if len(text) > MAX_CHARACTERS:
        raise GlossaryError("too-long", (file, "", NOWHERE), limit=str(MAX_CHARACTERS))
    if UNDECODED in text:
        raise GlossaryError("encoding", (file, "", NOWHERE))
    try:
        return text, tomllib.loads(compose(text))
    except RecursionError:
        # The parser calls itself for each bracket, and says no place.
        raise GlossaryError("nested", (file, text, NOWHERE)) from None
    except tomllib.TOMLDecodeError as problem:
        raise GlossaryError("syntax", (file, text, _position(text, str(problem)))) from None


def _read(file: Path) -> Iterable[GlossaryEntry]:
    text, raw = _parsed(file)
    for term, value in raw.items():
        if term == INHERITS and not isinstance(value, dict):
            continue
        if not isinstance(value, dict):
            raise GlossaryError("no-table", _place(file, text, term), term=term)
        if not _ID.fullmatch(term):
            raise GlossaryError("no-id", _place(file, text, term), term=term[:40])
        yield _entry(file, text, term, value)


def _position(text: str, problem: str) -> Span:
    """The offset at which the TOML parser gave up, as its message says; else the end of the text."""
    # The parser says the place in its message alone: «… (at line 3, column 7)».
    match = re.search(r"line (\d+), column (\d+)", problem)
    # To the parser as to `text_of` a line has one end alone, whatever else may stand in a string or a comment.
    before = text.split("\n")[: int(match[1]) - 1] if match else []
    start = sum(len(line) + 1 for line in before) + int(match[2]) - 1 if match else len(text.rstrip())
    return Span(min(start, len(text)), min(start + 1, len(text)))


def _place(file: Path, text: str, term: str, language: str = "") -> Place:
    """The span of a term in a glossary file, or of its line of spellings in a language."""
    # `[die]`, or `die = …`, with or without quotation marks.
    head = re.search(rf"(?m)^[ \t]*(\[\s*)?[\"']?{re.escape(term)}[\"']?\s*(\]|=).*$", text)
    if head is None:
        return file, text, NOWHERE
    # The spellings of a term stand before the next table.
    following = re.compile(r"(?m)^[ \t]*\[").search(text, head.end())
    line = re.compile(rf"(?m)^[ \t]*[\"']?{re.escape(language)}[\"']?\s*=.*$").search(
        text, head.end(), following.start() if following else len(text)
    )
    shown = line if language and line else head
    return file, text, Span(shown.start(), shown.end())


def term_place(file: Path, term: str) -> Place:
    """The place of a term in a glossary file that can be read."""
    return _place(file, _text(file), term)


def _entry(file: Path, text: str, term: str, value: dict[str, object]) -> GlossaryEntry:
    # A language that there is none of would be passed over, and the term lack its spellings.
    by_language = (key for name in _BY_LANGUAGE for key in _table(value, name))
    for key in (*(key for key in value if key not in _KEYS), *(key for key in by_language if key not in LANGUAGES)):
        raise GlossaryError("no-key", _place(file, text, term, key), term=term, key=key[:40])
    spellings: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        words = value.get(language, [])
        if not isinstance(words, list) or not all(isinstance(w, str) for w in words):
            raise GlossaryError("no-list", _place(file, text, term, language), term=term, language=language)
        if words:
            spellings[language] = tuple(words)
    nouns = {
        language: Noun(**{name: str(noun[name]) for name in ("gender", "plural", "classifier") if name in noun})
        for language, noun in _table(value, "noun").items()
        if isinstance(noun, dict)
    }
    says = {
        language: tuple(map(str, said))
        for language, said in _table(value, "says").items()
        if isinstance(said, list) and len(said) == 2
    }
    symbol, sign = str(value.get("symbol", "")), str(value.get("sign", ""))
    if _BETWEEN.search(symbol):
        raise GlossaryError("no-symbol", _place(file, text, term, "symbol"), symbol=symbol[:40])
    return GlossaryEntry(
        term, MappingProxyType(spellings), symbol, sign, MappingProxyType(nouns), MappingProxyType(says)
    )


def _table(value: dict[str, object], name: str) -> dict[str, object]:
    table = value.get(name, {})
    return table if isinstance(table, dict) else {}
