"""Patterns of colour: what a line of a text looks like, as regular expressions made from the phrase tables.

They are for programs that colour texts without reading them: TextMate grammars (`textmate`), Pygments
(`pygments_lexer`). Phrases of one language would light up in the prose of another, so each has its own.
"""

import re
from collections.abc import Iterator
from enum import Enum

from lexludi.base.folding import FOLDED, IN_LOW_MARKS, IN_SINGLE_MARKS
from lexludi.base.frozen import dataclass
from lexludi.language.grammar import HEADINGS, constructs
from lexludi.language.phrases import Hole, Optional, Segment, WordRun, phrase_table

_LITERALS = ("DATE", "ODDS", "FRACTION", "NUMBER")
_LETTER = "[a-zà-ÿ]"
# Between any two quotation marks: for a colour it does not matter whether they belong together. Only where ‘ opens, the
# end is looked for as it is when a text is read: ’ may be an apostrophe.
_OPENING, _CLOSING = FOLDED["«"].replace("‘", ""), FOLDED["»"]
_QUOTED = rf"{IN_SINGLE_MARKS}|{IN_LOW_MARKS}|[{_OPENING}][^{_OPENING}{_CLOSING}\n]*[{_CLOSING}]|\"[^\"\n]*\""
# What a pattern of folded text reads of a mark: escaped or not, outside of a class, a number of times and a group that
# is none.
_MARK = re.compile(r"\\.|\[[^\]]*\]|\{[0-9,]+\}|\(\?[:=!<]*|.")
# The beginning of a line, also of one of quoted text.
_BEGINS = r"^[ \t　]*(?:[>＞][ \t　]*)?"


class WordLook(Enum):
    """The kinds of coloured words."""

    HEADING = "heading"
    WORDS = "words"
    SUMMARY = "summary"
    COMMENT = "comment"
    PROSE = "prose"
    PHRASE = "phrase"
    TERM = "term"
    NUMBER = "number"
    CITATION = "citation"


@dataclass(frozen=True)
class ColourPattern:
    """A regular expression, to be read without regard to case, with the look of each of its groups, or of the whole."""

    regex: str
    looks: tuple[WordLook, ...]


def patterns(language: str) -> list[ColourPattern]:
    """The patterns of a language, in the order in which they are to be tried; none goes beyond a line."""
    terminals = phrase_table(language).terminals
    headings = "|".join(_unfolded(terminals[name]) for name in HEADINGS)
    return [
        # Marked lines and headings first, which leave nothing of a line for the patterns after them.
        ColourPattern(rf"{_BEGINS}[|｜].*$", (WordLook.WORDS,)),
        ColourPattern(rf"{_BEGINS}[~～].*$", (WordLook.SUMMARY,)),
        ColourPattern(rf"{_BEGINS}[#＃].*$", (WordLook.COMMENT,)),
        ColourPattern(rf"{_BEGINS}(?:{headings})(?:[ \t　].*)?$", (WordLook.HEADING,)),
        ColourPattern(rf"({_alternatives(_before_prose(language))})(.*)$", (WordLook.PHRASE, WordLook.PROSE)),
        ColourPattern(
            rf"((?:{_alternatives(_before_named_prose(language))})[ \t]*)({_QUOTED})(.*)$",
            (WordLook.PHRASE, WordLook.TERM, WordLook.PROSE),
        ),
        ColourPattern(_QUOTED, (WordLook.TERM,)),
        ColourPattern(_word(_unfolded(terminals["REFERENCE"])), (WordLook.CITATION,)),
        *(ColourPattern(_word(_unfolded(terminals[name])), (WordLook.NUMBER,)) for name in _LITERALS[:3]),
        ColourPattern(_alternatives(_phrases(language)), (WordLook.PHRASE,)),
        # After the phrases, as numbers may be words, which phrases have too.
        ColourPattern(_word(_unfolded(terminals["NUMBER"])), (WordLook.NUMBER,)),
    ]


def _phrases(language: str) -> Iterator[str]:
    """The patterns of all runs of words of a language; marks alone say nothing."""
    table = phrase_table(language)
    for name in constructs():
        for run in (run for spelling in table.spellings(name) for run in _runs(spelling)):
            if _has_words(run):
                yield run.pattern


def _before_prose(language: str) -> Iterator[str]:
    """The patterns of the words after which the rest of a line is prose."""
    for flat, _ in _with_prose(language):
        if isinstance(before := flat[-2], WordRun) and _has_words(before):
            yield before.pattern


def _before_named_prose(language: str) -> Iterator[str]:
    """The patterns of the words after which a name stands, and then the rest of a line is prose."""
    for flat, parts in _with_prose(language):
        match flat:
            case [WordRun() as before, Hole(number), WordRun() as mark, Hole()]:
                if parts[number - 1] == "term" and not _has_words(mark):
                    yield before.pattern
            case _:
                pass


def _with_prose(language: str) -> Iterator[tuple[list[Hole | WordRun], tuple[str, ...]]]:
    """The phrases that end with prose, each with the kinds of its parts."""
    for name, parts in constructs().items():
        flat = list(_flat(phrase_table(language).phrases.get(name, ())))
        if flat and isinstance(last := flat[-1], Hole) and parts[last.number - 1] == "text":
            yield flat, parts


def _has_words(run: WordRun) -> bool:
    return any(char.isalpha() for char in run.text)


def _flat(segments: tuple[Segment, ...]) -> Iterator[Hole | WordRun]:
    for segment in segments:
        if isinstance(segment, Optional):
            yield from _flat(segment.segments)
        else:
            yield segment


def _runs(segments: tuple[Segment, ...]) -> Iterator[WordRun]:
    return (segment for segment in _flat(segments) if isinstance(segment, WordRun) and segment.pattern)


def _alternatives(regexes: Iterator[str]) -> str:
    """One of some words, the longest that fits."""
    # Of alternatives a regular expression takes the first that fits, not the longest.
    longest_first = sorted(set(regexes), key=lambda regex: (-len(regex), regex))
    return "|".join(_word(_unfolded(regex)) for regex in longest_first)


def _word(regex: str) -> str:
    """Words of an alphabet that neither begin nor end within others; marks may stand beside letters."""
    if not re.search("[a-z]", regex):
        return f"(?:{regex})"
    # Either no letter stands before, or they begin with none; and so at their end. Chinese has no words apart.
    begins, ends = rf"(?:(?<!{_LETTER})|(?!{_LETTER}))", rf"(?:(?!{_LETTER})|(?<!{_LETTER}))"
    return f"{begins}(?:{regex}){ends}"


def _unfolded(regex: str) -> str:
    """A pattern of folded text as one that reads every form of each mark."""

    def forms(match: re.Match[str]) -> str:
        written = match[0]
        mark = written[1:] if written[0] == "\\" else written
        # Where they are not escaped, these are signs of the pattern itself.
        if len(mark) == 1 and mark in FOLDED and (written[0] == "\\" or mark not in "().|-"):
            return f"[{re.escape(mark)}{FOLDED[mark]}]"
        return written

    return _MARK.sub(forms, regex)
