"""Inputs named on the command line: works, whose text and date are said beside what is printed; files, and `-`."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from lark import Token, UnexpectedInput

from lexludi.base.boundary import MAX_CHARACTERS, MAX_TEXT_BYTES, bytes_of, text_of
from lexludi.base.errors import InvalidReplay, LexludiError
from lexludi.base.messages import Catalogue
from lexludi.base.source import Source
from lexludi.cli.output import complain
from lexludi.language.grammar import lark_parser
from lexludi.language.lexer import normalise
from lexludi.language.phrases import LANGUAGES
from lexludi.law.chronicle import retroactive_told
from lexludi.law.files import SUFFIX, TextFile, folder_of
from lexludi.law.history import history_of, wholly_known_date
from lexludi.law.loader import file_in, find, header_in
from lexludi.rules.model import Metadata
from lexludi.rules.standing import cited, presumed_lines, standing_told

# ── Works ───────────────────────────────────────────────────────────────────


def text_named(work: str, text: str, asked_language: str) -> TextFile:
    """The text in a language that is demanded, else in that of the messages if there is one, else the first."""
    return find(work, language=text) if text else file_in(work, asked_language)


def date_line(work: str, words: Catalogue) -> str:
    """The date of a work that is named without one, and why; empty where there is nothing to say."""
    # With a day, or by its file, a text is named exactly.
    if not work or "@" in work or work.endswith(SUFFIX):
        return ""
    try:
        history = history_of(folder_of(work), (words.language,))
    except LexludiError:
        return ""
    if not history.is_amended:
        return ""
    day, last = wholly_known_date(history), history.dates[-1]
    if day == last:
        return words.say("dated.newest", day=day)
    numbers = history.numbers(history.not_wholly_known(last), words.language)
    return words.say("dated.wholly-known", day=day, instruments=cited(numbers, words))


def unknown_line(work: str, words: Catalogue) -> str:
    """The instruments not wholly known of a work as named; empty without any, or without a work of that name."""
    try:
        file = find(work)
    except LexludiError:
        return ""
    if not file.is_consolidated or file.date is None:
        return ""
    history = history_of(file.path.parent, (words.language,))
    numbers = history.numbers(history.not_wholly_known(file.date), words.language)
    return words.say("law.not-wholly-known", instruments=cited(numbers, words)) if numbers else ""


def retroactive_lines(metadata: Metadata, words: Catalogue, work: str) -> Iterator[str]:
    """The instruments with effect from before their publication, of a text by its header.

    `work` is the name by which the text was found, if it is another than its own.
    """
    with suppress(LexludiError):
        file = find(work or metadata.work, metadata.in_force)
        if file.is_consolidated and file.date is not None:
            yield from retroactive_told(history_of(file.path.parent, (words.language,)), file.date, words)


def say_standing(metadata: Metadata, words: Catalogue) -> None:
    """Say beside the output of a command what the authority of the text is, and which of its days are presumed."""
    if metadata.work:
        complain(standing_told(metadata, words), *presumed_lines(header_in(metadata, words.language), words))


def say_date(work: str, words: Catalogue) -> None:
    """Say both beside the output of a command."""
    complain(*filter(None, (date_line(work, words), unknown_line(work, words))))


# ── Files ───────────────────────────────────────────────────────────────────


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


def text_at(path: str, language: str) -> TextFile:
    """The text of a name on the command line, in a language if one is given; of `-` that of the standard input."""
    return text_of_input(language) if path == STANDARD_INPUT else find(path, language=language)


def text_of_input(language: str) -> TextFile:
    """The text of the standard input, under the glossaries of the current folder.

    Without a language it is taken to be in the one that can be read furthest.
    """
    content = text_of(sys.stdin.buffer.read(MAX_TEXT_BYTES + 1))
    # Of equals the first: `max` keeps the order of the languages.
    chosen = language or max(LANGUAGES, key=lambda code: _read_so_far(content, code))
    # There need be no such file: by its folder the glossaries are found.
    path = Path.cwd() / f"{STANDARD_INPUT}.{chosen}{SUFFIX}"
    return TextFile(path, STANDARD_INPUT, chosen, Source(STANDARD_INPUT, chosen, content))


def _read_so_far(content: str, language: str) -> int:
    """The number of tokens that can be read; none of a text that is refused for its length, whatever its language."""
    return 0 if len(content) > MAX_CHARACTERS else sum(1 for _ in tokens_of(content, language))


def tokens_of(text: str, language: str) -> Iterator[Token]:
    """The tokens as the parser takes them, up to the first that the grammar of a language does not expect."""
    with suppress(UnexpectedInput):
        yield from lark_parser(language).parse_interactive(normalise(text, language)).iter_parse()
