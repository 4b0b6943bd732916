"""Places in glossary files: of each entry its heading, and of each spelling the words between its quotation marks.

The values are those that a TOML parser gives; here they are only found in the file, to be shown and edited.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path

from lexludi.base.folding import compose
from lexludi.base.frozen import dataclass
from lexludi.base.overlay import stamp_of
from lexludi.base.source import Source, Span
from lexludi.language.glossary import FILE_NAME, GlossaryError, glossary_files, term_place, terms_in
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import read_file

_KEPT = 64

# `[side-bet]`, perhaps with a comment behind it.
_HEADING = re.compile(r"(?m)^[ \t]*\[[ \t]*(?P<name>[^\[\]\n]+?)[ \t]*\][ \t]*(?:#.*)?$")
_STRING = r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''
# `pt = ["mesa", "pano"]`, also over several lines; brackets in strings and in comments do not end the list.
_LANGUAGE = rf"[\"']?(?P<language>{'|'.join(LANGUAGES)})[\"']?[ \t]*=[ \t]*"
_SPELLINGS = re.compile(rf"(?m)^[ \t]*{_LANGUAGE}\[(?P<list>(?:{_STRING}|#[^\n]*|[^\]#\"'])*)\]")
# `noun.pt = { gender = "f", plural = "mesas" }`: one of the spellings once more.
_PLURAL = re.compile(rf"(?m)^[ \t]*noun\.{_LANGUAGE}\{{[^}}\n]*?\bplural[ \t]*=[ \t]*(?P<plural>{_STRING})")


@dataclass(frozen=True)
class Spelled:
    """A spelling of a term in a glossary file, or its heading, which is of no language; and its place."""

    term: str
    language: str
    spelling: str
    span: Span


def spellings_in(text: str) -> Iterator[Spelled]:
    """The headings and spellings of a glossary file, in its order; of each term the plurals of nouns come last."""
    headings = list(_HEADING.finditer(text))
    for heading, following in zip_longest(headings, headings[1:]):
        term = heading["name"].strip("\"'")
        yield Spelled(term, "", term, Span(*heading.span("name")))
        end = following.start() if following else len(text)
        for line in _SPELLINGS.finditer(text, heading.end(), end):
            # Comments are matched as well, so that no mark in them opens a string.
            for string in re.finditer(rf"{_STRING}|#[^\n]*", line["list"]):
                if string[0][0] != "#":
                    start = line.start("list") + string.start()
                    span = Span(start + 1, start + len(string[0]) - 1)
                    yield Spelled(term, line["language"], _value(string[0]), span)
        for noun in _PLURAL.finditer(text, heading.end(), end):
            span = Span(noun.start("plural") + 1, noun.end("plural") - 1)
            yield Spelled(term, noun["language"], _value(noun["plural"]), span)


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


def entry_of(path: Path, term: str) -> tuple[Source, Span] | None:
    """The place of the entry of a term of a text, in its glossary."""
    home = home_of_term(path, term)
    if home is None:
        return None
    file, _, span = term_place(home, term)
    return read_file(file, ""), span


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


def _value(literal: str) -> str:
    try:
        # As the glossary has it: accents apart from their letters are those of one character with them.
        return str(tomllib.loads(compose(f"value = {literal}"))["value"])
    except (tomllib.TOMLDecodeError, RecursionError):
        return literal[1:-1]
