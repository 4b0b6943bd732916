"""TextMate grammars and snippets, as Visual Studio Code reads them, made from the phrase tables."""

from typing import Any

from lexludi.editor.colouring import WordLook, patterns
from lexludi.language.continuations import continuations
from lexludi.language.glossary import Glossary
from lexludi.language.grammar import constructs
from lexludi.language.mistakes import example
from lexludi.language.phrases import Hole, Optional, Segment, WordRun, phrase_table
from lexludi.language.printer import OPENINGS, REMARKS
from lexludi.language.reference import entries, words_of

_SCOPES = {
    WordLook.HEADING: "entity.name.section",
    WordLook.WORDS: "string.unquoted.law",
    WordLook.SUMMARY: "string.unquoted.summary",
    WordLook.COMMENT: "comment.line.number-sign",
    WordLook.PROSE: "string.unquoted.prose",
    WordLook.PHRASE: "keyword.other.phrase",
    WordLook.TERM: "variable.other.term",
    WordLook.NUMBER: "constant.numeric",
    WordLook.CITATION: "entity.name.tag.provision",
}
# The kinds of constructs of the reference that are sentences; others are parts of some.
_SENTENCES = frozenset("header account choice declaration step rule effect norm event amendment".split())
_QUOTED = frozenset("term terms item items members alternatives recipients".split())
_LITERALS = frozenset("number date reference odds fraction".split())


def grammar(language: str) -> dict[str, Any]:
    """The TextMate grammar of a language."""
    return {
        "name": f"Lexludi ({language})",
        "scopeName": f"source.ludi.{language}",
        "patterns": [_pattern(f"(?i){p.regex}", p.looks, language) for p in patterns(language)],
    }


def _pattern(regex: str, looks: tuple[WordLook, ...], language: str) -> dict[str, Any]:
    names = [f"{_SCOPES[look]}.ludi.{language}" for look in looks]
    if len(names) == 1:
        return {"match": regex, "name": names[0]}
    return {"match": regex, "captures": {str(number): {"name": name} for number, name in enumerate(names, 1)}}


def snippets(language: str) -> dict[str, Any]:
    """A snippet for each construct that is a sentence by itself: its words, with its parts to be filled in."""
    words, opening = words_of(language), _openings(language)
    return {
        entry.name: {
            "prefix": entry.name.replace("_", "-"),
            "body": _body(language, entry.name, entry.parts),
            "description": words.meanings[entry.name],
        }
        for entry in entries()
        if entry.kind in _SENTENCES and _begins(phrase_table(language).phrases[entry.name], opening)
    }


def _openings(language: str) -> frozenset[str]:
    """The words with which a sentence can begin."""
    return frozenset(one.text for one in continuations("", 0, language, Glossary(), ()))


def _begins(segments: tuple[Segment, ...], openings: frozenset[str]) -> bool:
    """True if a sentence can begin so: with a part, or with words that open one."""
    first = next(segment for segment in segments if not isinstance(segment, WordRun) or segment.pattern)
    return not isinstance(first, WordRun) or first.text.strip() in openings


def _body(language: str, name: str, parts: tuple[str, ...]) -> str:
    marks = phrase_table(language).marks
    stop = "" if name in REMARKS | OPENINGS else marks.stop
    return _words(phrase_table(language).phrases[name], name, language, parts) + stop


def _words(segments: tuple[Segment, ...], name: str, language: str, parts: tuple[str, ...]) -> str:
    out = ""
    for segment in segments:
        match segment:
            case Hole(number):
                out += f"${{{number}:{_sample(language, name, number, parts)}}}"
            case WordRun(text=text):
                # Both are signs of the snippet itself.
                out += text.replace("$", "\\$").replace("}", "\\}")
            case Optional(inner):
                out += _words(inner, name, language, parts)
    return out


def _sample(language: str, name: str, number: int, parts: tuple[str, ...]) -> str:
    """A part to be filled in: a term in quotation marks, a literal as one of its kind, anything else by its name."""
    said = words_of(language).parts[parts[number - 1]].replace("$", "").replace("}", "")
    kind = constructs()[name][number - 1].strip("[]")
    quotes = phrase_table(language).marks.quotes
    if kind in _LITERALS:
        return example(language, kind.upper())
    return f"{quotes[0]}{said}{quotes[1]}" if kind in _QUOTED else said
