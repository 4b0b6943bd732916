"""The grammar of one language: the abstract constructs woven with its phrases, as Lark reads it."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from lark import Lark, __version__, lexer
from lark.grammar import Rule
from lark.lexer import TerminalDef
from lark.utils import get_regexp_width

from lexludi.base.cache import CacheEntry, digest
from lexludi.base.resources import data_folder
from lexludi.language.lark_plugins import PLUGINS
from lexludi.language.phrases import (
    CLASSIFIERS,
    Hole,
    Optional,
    PhraseTable,
    Segment,
    WordRun,
    phrase_table,
    word_pattern,
)

# Marks an object whose keys are not all words, as a list of pairs.
_PAIRS = "#"


def compiled(language: str, text: str, options: Mapping[str, Any]) -> Lark:
    """The parser of a grammar: from the cache folder, else compiled and kept there, if that can be written."""
    # Another version of Lark may have other tables for the same grammar.
    kept = CacheEntry(f"grammar {language} {data_folder('grammar')}", digest((__version__, text)))
    parser = kept.read(_parser)
    if parser is None:
        parser = Lark(text, **options, _plugins=PLUGINS)
        data, memo = parser.memo_serialize([TerminalDef, Rule])
        data["options"]["_plugins"] = {}  # classes, which are given again when it is read
        kept.write(json.dumps(_plain([data, memo])))
    return parser


def _parser(kept: str) -> Lark:
    data, memo = json.loads(kept, object_hook=lambda members: dict(members.get(_PAIRS, members)))
    return Lark._load_from_dict(data, memo, _plugins=PLUGINS)  # type: ignore[no-any-return,no-untyped-call]


def _plain(value: Any) -> Any:
    match value:
        case dict() if all(isinstance(key, str) for key in value):
            return {key: _plain(part) for key, part in value.items()}
        # Keys of JSON are strings: numbers of parser states would come back as words.
        case dict():
            return {_PAIRS: [[key, _plain(part)] for key, part in value.items()]}
        case list() | tuple():
            return [_plain(part) for part in value]
        case _:
            return value


# `less: operand operand`, and `dealing:` without parts; a choice among constructs has a bar.
_CONSTRUCT = re.compile(r"^(?P<name>[a-z_]+):(?P<parts>[^|]*)$")

# Terminals that no language spells.
_COMMON = r"""
END: "."
_COMMA: ","
_SEMICOLON: ";"
_COLON: ":"
DASH: "-"
OPEN: "("
CLOSE: ")"
TERM: /«[^«»\n\ue000-\uf8ff]+»/
TITLE: /\ue006[^\n\ue001-\ue006]+/
WORDS: /\ue002[^\n\ue001-\ue006]*/
SUMMARY: /\ue003[^\n\ue001-\ue006]*/
COMMENT: /\ue004[^\n\ue001-\ue006]*/
QUOTED: /(\ue005[^\n\ue001-\ue006]*)+/
TEXT.-5: /[^\s\ue001-\ue006][^\n\ue001-\ue006]*/
"""
HEADINGS = ("ARTICLE", "PARAGRAPH", "POINT", "SUBPOINT", "INDENT", "PREAMBLE", "CLOSING", "ANNEX")
# A literal before those that its beginning would be: in 一賠二 a number, in 第一條至第三條 a reference.
_PRIORITY = {"ODDS": 4, "FRACTION": 3, "DATE": 5, "REFERENCE": 5, "REFERENCE_ROW": 6, "NUMBER": 0}


@cache
def constructs() -> dict[str, tuple[str, ...]]:
    """Each construct with its parts, in canonical order; an optional part is in brackets."""
    parts_of = {}
    for line in _abstract_lines("constructs.lark"):
        if match := _CONSTRUCT.match(line):
            parts_of[match["name"]] = tuple(match["parts"].split())
    return parts_of


def _abstract_lines(name: str) -> list[str]:
    return (data_folder("grammar") / name).read_text("utf-8").splitlines()


class _Weaver:
    """Puts the words of one language into the abstract grammar; one terminal per run of words."""

    def __init__(self, table: PhraseTable) -> None:
        self.table = table
        self.terminals: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        for name, spellings in table.words.items():
            # Alternatives are tried in their order: a shorter one would hide a longer that it begins.
            pattern = "|".join(word_pattern(s) for s in sorted(spellings, key=len, reverse=True))
            self._add(pattern, name, spellings[0].strip())

    def _add(self, pattern: str, name: str, label: str) -> str:
        if pattern in (",", ":", ";"):
            return {",": "COMMA", ":": "COLON", ";": "SEMICOLON"}[pattern]
        # Two terminals of one pattern could not be told apart: whoever has the words shares the first.
        if pattern not in self.terminals:
            self.terminals[pattern] = name
            self.labels[name] = label
        return self.terminals[pattern]

    def classifier(self) -> str:
        """The production of any classifier: a terminal for each, which is a word of other phrases too."""
        signs = (self._add(sign, f"CLASSIFIER_{number}", sign) for number, sign in enumerate(CLASSIFIERS))
        return f"_classifier: {' | '.join(f'_{sign}' for sign in signs)}"

    def production(self, name: str, parts: tuple[str, ...]) -> str:
        # Runs of words are numbered across optional parts, so that each terminal of a phrase has its own name.
        counter = iter(range(99))
        spellings = self.table.spellings(name)
        return f"{name}: {' | '.join(self._symbols(s, name, parts, lambda: next(counter)) for s in spellings)}"

    def _symbols(self, segments: tuple[Segment, ...], name: str, parts: tuple[str, ...],
                 count: Callable[[], int]) -> str:  # fmt: skip
        out = []
        for place, segment in enumerate(segments):
            match segment:
                case Hole(number):
                    out.append(parts[number - 1].strip("[]"))
                case WordRun(pattern=""):  # a space between two parts
                    continue
                case WordRun(text, classifier=sign) if text == sign:
                    out.append("_classifier")
                case WordRun(text, pattern):
                    # Of bets there is mostly one.
                    of_one = segment.plural_by and parts[segment.plural_by - 1] == "bets"
                    label = (segment.singular if of_one else text).strip()
                    # «one», before a term: elsewhere in a list the same word is a number.
                    if label in self.table.numerals and any(
                        isinstance(s, Hole) for s in segments[place + 1 : place + 2]
                    ):
                        pattern += " *(?=«)"
                    out.append("_" + self._add(pattern, f"{name.upper()}_{count()}", label))
                case Optional(inner):
                    out.append(f"[{self._symbols(inner, name, parts, count)}]")
        return " ".join(out)


@cache
def woven(language: str) -> tuple[str, dict[str, str]]:
    """The Lark grammar of a language, and the words that each of its terminals stands for."""
    table = phrase_table(language)
    weaver = _Weaver(table)
    lines = _abstract_lines("structure.lark")
    for line in _abstract_lines("constructs.lark"):
        match = _CONSTRUCT.match(line)
        lines.append(weaver.production(match["name"], constructs()[match["name"]]) if match else line)
    if any("_classifier" in line for line in lines):
        lines.append(weaver.classifier())
    text = "\n".join(lines)
    defined = [
        f"_{name}.{_weight(pattern)}: /{_escape(_bounded(pattern))}/" for pattern, name in weaver.terminals.items()
    ]
    for name, pattern in table.terminals.items():
        # A heading begins with the mark of its line, so that `1.` elsewhere is a number and a stop.
        mark = "\\ue001 *" if name in HEADINGS else ""
        priority = f".{_PRIORITY[name]}" if name in _PRIORITY else ""
        defined.append(f"{name}{priority}: /{mark}(?:{_escape(pattern)})/")
    return "\n".join([text, _COMMON, *defined]), weaver.labels


def _weight(pattern: str) -> int:
    """Longer phrases are tried first: «for a number or more» before «or»."""
    # White space of any length counts as one character, or it would outweigh all words.
    _, longest = get_regexp_width(pattern.replace(r"\s+", " "))
    return 10 + longest


def _bounded(pattern: str) -> str:
    """A phrase that ends with a letter of an alphabet ends there; Han characters need no space.

    One that ends with «一» does not begin a fraction such as «一半».
    """
    last = re.sub(r"[)?+*]|\\s", "", pattern)[-1:]
    if last == "一":
        return f"(?:{pattern})(?![半分十百千])"
    ends_in_alphabet = last.isalpha() and ord(last) < 0x2E80
    return f"(?:{pattern})(?![a-zà-ÿ])" if ends_in_alphabet else f"(?:{pattern})"


def _escape(pattern: str) -> str:
    return pattern.replace("/", r"\/")


@cache
def lark_parser(language: str, strict: bool = False) -> Lark:
    """The LALR parser of a language, with its contextual lexer.

    `strict` asks Lark to prove that no two spellings can be confused; it takes
    seconds, so the tests ask for it and a run does not. A compiled grammar is
    kept in the user's cache folder where that can be written.
    """
    text, _ = woven(language)
    # The contextual lexer looks only for what may follow: the same word is a number here and a phrase there.
    options: Any = {
        "start": "document",
        "parser": "lalr",
        "lexer": "contextual",
        "propagate_positions": True,
        "maybe_placeholders": True,
    }
    if strict:
        return Lark(text, strict=True, **options)
    with without_proof():
        return compiled(language, text, options)


@contextmanager
def without_proof() -> Iterator[None]:
    """Keep Lark from looking for spellings that can be confused.

    Lark does so, for ten seconds a grammar, wherever `interegular` can be imported,
    and has no option against it. The tests ask for the proof (`strict`).
    """
    before, lexer.has_interegular = lexer.has_interegular, False
    try:
        yield
    finally:
        lexer.has_interegular = before
