"""Places in glossary files: of each entry its heading, and of each spelling the words between its quotation marks.

The values are those that a TOML parser gives; here they are only found in the file, to be shown and edited.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from pathlib import Path

from lexludi.base.folding import compose
from lexludi.base.frozen import dataclass
from lexludi.base.overlay import stamp_of
from lexludi.base.source import Source, Span
from lexludi.language.glossary import FILE_NAME, INHERITS, GlossaryError, glossary_files, terms_in
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import read_file

_KEPT = 64

_STRING = r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''
# Comments are matched as well, so that no mark in them opens a string.
_TOKEN = re.compile(rf"(?s)#[^\n]*|{_STRING}|[\[\]{{}}=,\n]|[^\s#\[\]{{}}=,.\"']+")


@dataclass(frozen=True)
class Spelled:
    """A spelling of a term in a glossary file, or its heading, which is of no language; and its place."""

    term: str
    language: str
    spelling: str
    span: Span


def spellings_in(text: str) -> Iterator[Spelled]:
    """The headings and spellings of a glossary file, in its order, and then the plurals of nouns."""
    plurals = []
    for names, token, is_value in _tokens(text):
        within = 3 if token[0][:3] in ('"""', "'''") else 1
        span = Span(token.start() + within, token.end() - within)
        match names, is_value:
            case (term,), False if term != INHERITS:
                yield Spelled(term, "", term, Span(*token.span()))
            case (term, language), True if language in LANGUAGES:
                yield Spelled(term, language, _value(token[0]), span)
            case (term, "noun", language, "plural"), True:
                plurals.append(Spelled(term, language, _value(token[0]), span))
            case _:
                pass
    yield from plurals


def _tokens(text: str) -> Iterator[tuple[tuple[str, ...], re.Match[str], bool]]:
    """The names and values in a file of TOML: those that lead to it, itself included if it is one; if it is a value."""
    above: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    is_value = False
    # Of each bracket that is open in a value: its kind, and what held before it.
    opened: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = []
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "=":
                is_value = True
            case "[" if not is_value:  # a heading, which begins at the top
                above = names = ()
            case "]" if not is_value:
                above, names = names, ()
            case "[" | "{" as kind:
                opened.append((kind, above, names))
                if kind == "{":
                    above, names, is_value = (*above, *names), (), False
            case "]" | "}":
                if opened:
                    _, above, names = opened.pop()
                is_value = True
            case "," | "\n" as mark:
                # Between two members of a table, or two lines; in a list the next value has the same names.
                if opened[-1][0] == "{" if opened and mark == "," else not opened:
                    names, is_value = (), False
            case written if written[0] != "#":
                if not is_value:
                    names = (*names, _value(written))
                yield (*above, *names), token, is_value


def spelled_at(text: str, offset: int) -> Spelled | None:
    """The spelling or heading at a place."""
    return next((s for s in spellings_in(text) if s.span.start <= offset <= s.span.end), None)


def home_of_term(path: Path, term: str) -> Path | None:
    """The glossary file whose entry holds for a term of a text."""
    # An entry replaces one of the same id in the files before: the last that has it holds.
    return next((file for file in reversed(_files(path)) if term in _terms(file)), None)


def own_glossaries(path: Path) -> list[Path]:
    """The glossary files of a text's folder and of the folders above, the outermost first, without any inherited."""
    return [file for file in _files(path) if is_own(file, path)]


def is_own(glossary: Path, path: Path) -> bool:
    """True if a glossary stands in a text's folder, or above; others may be inherited."""
    return path.resolve().is_relative_to(glossary.parent)


def heirs_of(glossary: Path, tops: Iterable[Path]) -> Iterator[Path]:
    """The glossary files at and under some folders that inherit another from elsewhere."""
    for folder, below, files in chain(*map(os.walk, dict.fromkeys(top.resolve() for top in tops))):
        # Hidden folders hold no law, but whole environments of programs.
        below[:] = [name for name in below if not name.startswith(".")]
        file = Path(folder) / FILE_NAME
        if FILE_NAME in files and glossary in _files(file) and not is_own(glossary, file):
            yield file


def entry_of(path: Path, term: str) -> tuple[Source, Span] | None:
    """The place of the entry of a term of a text, in its glossary."""
    home = home_of_term(path, term)
    if home is None:
        return None
    source = read_file(home, "")
    span = next((s.span for s in spellings_in(source.text) if s.term == term), None)
    return (source, span) if span else None


def is_glossary(path: Path) -> bool:
    """True if a file is named as a glossary is."""
    return path.name == FILE_NAME


def _files(path: Path) -> list[Path]:
    try:
        return glossary_files(path)
    except GlossaryError:
        return []


def _terms(file: Path) -> frozenset[str]:
    try:
        # The stamp is there for the cache alone: a file that is another is read anew.
        return _kept_terms(file, stamp_of(file))
    except GlossaryError:
        return frozenset()


@lru_cache(_KEPT)
def _kept_terms(file: Path, stamp: int) -> frozenset[str]:
    return frozenset(terms_in(file))


def _value(written: str) -> str:
    """A name or a string as the glossary has it: accents apart from their letters are one character with them."""
    try:
        return str(tomllib.loads(compose(f"value = {written}"))["value"]) if written[0] in "\"'" else written
    except (tomllib.TOMLDecodeError, RecursionError):
        return written
