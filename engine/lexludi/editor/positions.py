"""Positions in the Language Server Protocol: lines and columns from 0, columns in units of UTF-16."""

import re

from lexludi.base.frozen import dataclass
from lexludi.base.source import Source, Span

_LINE_END = re.compile("\r\n|\r|\n")


@dataclass(frozen=True)
class TextPosition:
    """A place between two characters; a character beyond the Basic Multilingual Plane counts two columns."""

    line: int
    character: int


@dataclass(frozen=True)
class TextRange:
    """A half-open range of positions."""

    start: TextPosition
    end: TextPosition


def position_of(source: Source, offset: int) -> TextPosition:
    """The position of a character of a text."""
    line, column = source.position(offset)
    text = source.text
    start = min(offset, len(text)) - column + 1
    return TextPosition(line - 1, _units(text[start : start + column - 1]))


def range_of(source: Source, span: Span) -> TextRange:
    """The range of a span of a text."""
    return TextRange(position_of(source, span.start), position_of(source, span.end))


def offset_of(text: str, position: TextPosition) -> int:
    """The character at a position; the end of the line, or of the text, where the position lies beyond it."""
    start = 0
    # All ends of lines that the protocol knows, a lone `\r` among them.
    for _ in range(position.line):
        match = _LINE_END.search(text, start)
        if match is None:
            return len(text)
        start = match.end()
    last = _LINE_END.search(text, start)
    line = text[start : last.start() if last else len(text)]
    if line.isascii():
        return start + min(max(position.character, 0), len(line))
    units = 0
    for at, char in enumerate(line):
        if units >= position.character:
            return start + at
        units += _units(char)
    return start + len(line)


def _units(text: str) -> int:
    """The length of a text in units of UTF-16; half a pair, which no text should hold, is one unit."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
