"""A text and places in it; columns as a screen counts them, where a Chinese character takes two."""

import bisect
import re
import unicodedata
from dataclasses import field
from functools import cached_property, lru_cache

from lexludi.base.frozen import dataclass

# What a terminal would obey, and what turns the direction of what follows.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Span:
    """A half-open range of characters, `start <= i < end`, counted from 0, of a source where it is known."""

    start: int
    end: int
    source: "Source | None" = field(default=None, compare=False, repr=False)

    def __or__(self, other: "Span") -> "Span":
        """The smallest span that covers both."""
        return Span(min(self.start, other.start), max(self.end, other.end), self.source or other.source)

    def is_same(self, other: "Span") -> bool:
        """True of the same place, also in the same source: a text that follows from several files has spans of each."""
        return self == other and self.source == other.source

    def words_in(self, source: "Source") -> str:
        """The characters of the range, of its own source where it is known, else of another."""
        return (self.source or source).text[self.start : self.end]


NOWHERE = Span(0, 0)


@dataclass(frozen=True)
class Source:
    """A regulation file: its name as shown to people, its language, its text."""

    name: str
    language: str
    text: str

    @cached_property
    def _line_starts(self) -> list[int]:
        # In ascending order, by which `line_of` bisects.
        return [0, *(i + 1 for i, char in enumerate(self.text) if char == "\n")]

    def line_of(self, offset: int) -> int:
        """The line number, from 1, of a character."""
        return bisect.bisect_right(self._line_starts, min(offset, len(self.text)))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1; the column counts characters, as editors do."""
        line = self.line_of(offset)
        return line, min(offset, len(self.text)) - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")


def common_ends(before: str, after: str) -> tuple[int, int]:
    """The numbers of characters that two texts have in common at the beginning, and then at the end."""
    head = _same(before, after)
    # Behind the common beginning only: the two stretches never overlap.
    return head, _same(before[head:][::-1], after[head:][::-1])


def _same(one: str, other: str) -> int:
    """The length of the longest beginning that two texts have in common."""
    low, high = 0, min(len(one), len(other))
    # By halves: comparing slices is far quicker than comparing characters.
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def harmless(text: str) -> str:
    """The text with a sign in place of each character that a terminal would obey; its lines and tabs stay."""
    return text if text.isprintable() else _CONTROLS.sub("\ufffd", text)


def display_width(text: str) -> int:
    """The display width of a text in columns of a terminal (Unicode Standard Annex 11)."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_char_width, text))


@lru_cache(1 << 14)
def _char_width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
