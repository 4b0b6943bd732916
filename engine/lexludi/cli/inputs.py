"""Inputs named on the command line: a file by its path, or the standard input as `-`."""

import sys
from contextlib import suppress
from pathlib import Path

from lark import UnexpectedInput

from lexludi.base.boundary import MAX_CHARACTERS, MAX_TEXT_BYTES, bytes_of, text_of
from lexludi.base.errors import InvalidReplay
from lexludi.base.source import Source
from lexludi.language.grammar import lark_parser
from lexludi.language.lexer import normalise
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import SUFFIX, TextFile

STANDARD_INPUT = "-"


def read_bytes(name: str, limit: int) -> bytes:
    """The bytes of a file or of the standard input, up to one more than a limit.

    Raises:
        InvalidReplay: there is no such file.
    """
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(limit + 1)
    try:
        return bytes_of(Path(name), limit)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, ValueError):
        raise InvalidReplay("unreadable-file", name=name) from None


def text_of_input(language: str) -> TextFile:
    """The text of the standard input, under the glossaries of the current folder.

    Without a language it is taken to be in the one that can be read furthest.
    """
    content = text_of(sys.stdin.buffer.read(MAX_TEXT_BYTES + 1))
    # Of equals the first: `max` keeps the order of the languages.
    chosen = language or max(LANGUAGES, key=lambda own: _read_so_far(content, own))
    # There need be no such file: by its folder the glossaries are found.
    path = Path.cwd() / f"{STANDARD_INPUT}.{chosen}{SUFFIX}"
    return TextFile(path, STANDARD_INPUT, chosen, Source(STANDARD_INPUT, chosen, content))


def _read_so_far(content: str, language: str) -> int:
    """The number of tokens before the first that the grammar of a language does not expect."""
    count = 0
    if len(content) > MAX_CHARACTERS:
        return count  # it is refused, whatever its language
    with suppress(UnexpectedInput):
        for _ in lark_parser(language).parse_interactive(normalise(content, language)).iter_parse():
            count += 1
    return count
