"""Plugins of Lark: what they make later, or keep in fewer words, is read as Lark itself reads it."""

import json
import re
from functools import cache
from typing import Any

import pytest
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import BasicLexer, Scanner, TerminalDef, TextSlice, _create_unless
from lark.utils import SerializeMemoizer

from lexludi.base.resources import data_folder
from lexludi.language.grammar import lark_parser, without_proof, woven
from lexludi.language.lark_plugins import CompactParser, ScannerByCharacter, beginnings
from lexludi.language.lexer import normalise
from lexludi.language.phrases import LANGUAGES

OPTIONS = {"start": "document", "parser": "lalr", "lexer": "contextual", "propagate_positions": True}


@cache
def by_lark_alone(language: str) -> Lark:
    """The parser of a language without plugins, and not from the cache."""
    with without_proof():
        return Lark(woven(language)[0], maybe_placeholders=True, **OPTIONS)


@pytest.mark.parametrize(
    ("pattern", "first"),
    [
        ("win", "w"),
        ("(?:win|lose)(?![a-z])", "wl"),
        ("[a-c]+x", "abc"),
        ("(?:,|no)?x", ",nx"),
        (r"(?:[ \t]*(?:a|b))", " \tab"),
        (r"(?!y)x|\.z", "x."),
        ("(?P<a>one)(?P<b>two)", "o"),
    ],
)
def test_words_begin_with_the_characters_of_their_expression(pattern: str, first: str) -> None:
    assert beginnings(pattern) == frozenset(first)


@pytest.mark.parametrize("pattern", ["[^a]x", ".x", r"\s+x", r"\d", "x|.", "x*", "(?:a?b?)", "[\u4e00-\u9fff]"])
def test_what_may_begin_with_any_character_is_always_tried(pattern: str) -> None:
    assert beginnings(pattern) is None


def test_the_first_terminal_that_reads_is_taken_and_nothing_beyond_the_end() -> None:
    grammar = Lark('start: (A | B | C)+\nA.2: /ab/\nB: /abc/\nC: "c"\n', parser="lalr")
    scanner = ScannerByCharacter(sorted(grammar.terminals, key=lambda t: -t.priority))
    text = TextSlice.cast_from("xabcab")
    assert scanner.match(text, 1) == ("ab", "A")
    assert scanner.match(text, 3) == ("c", "C")
    assert scanner.match(text, 0) is None
    assert scanner.match(TextSlice("xabcab", 0, 5), 4) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lexer_finds_what_that_of_lark_finds(language: str) -> None:
    """The words of every terminal, in the lexer of all of them and in every twelfth of those that look for fewer."""
    ours, theirs = lark_parser(language), by_lark_alone(language)
    words = [*woven(language)[1].values(), "«casa»", "10", "1/2", "第三條", "\ue001 Article 1", "x", "\ue002 words"]
    words += [f"{word} ..." for word in words] + [f"{word}se" for word in words]
    lexers: dict[int, BasicLexer] = {id(each): each for each in theirs.parser.lexer.lexers.values()}
    for lexer in (theirs.parser.lexer.root_lexer, *list(lexers.values())[::12]):
        scanner = ScannerByCharacter(lexer.terminals)
        joined: Any = Scanner(lexer.terminals, 0, re, False)
        for word in words:
            text = TextSlice.cast_from(word)
            assert scanner.match(text, 0) == joined.match(text, 0), (word, sorted(scanner.allowed_types))
    assert {t.name for t in ours.terminals} == {t.name for t in theirs.terminals}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_literal_is_read_by_an_expression_as_well(language: str) -> None:
    """Lark would give it to the literal; the scanner by character has no such rule, since nothing needs it."""
    terminals = by_lark_alone(language).terminals
    assert any(t.pattern.type == "str" for t in terminals)
    assert _create_unless(terminals, 0, re, False) == (terminals, {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_that_was_kept_is_that_of_lark(language: str) -> None:
    parser = by_lark_alone(language).parser.parser
    memo = SerializeMemoizer([TerminalDef, Rule])
    kept = json.loads(json.dumps(CompactParser.serialize(parser, memo)))
    ours, theirs = CompactParser.deserialize(kept, memo.memoized.reversed(), {})._parse_table, parser._parse_table
    assert ours.states == theirs.states
    assert (ours.start_states, ours.end_states) == (theirs.start_states, theirs.end_states)


@pytest.mark.parametrize(("work", "language"), [("mo/baccarat", "zh"), ("mo/q-poker", "pt"), ("xx/craps", "en")])
def test_a_text_of_the_shelf_is_read_as_by_lark_alone(work: str, language: str) -> None:
    (file, *_) = sorted((data_folder("regulations") / work).glob(f"*.{language}.ludi"))
    text = normalise(file.read_text("utf-8"), language)
    ours, theirs = (_tokens(parser.parse(text)) for parser in (lark_parser(language), by_lark_alone(language)))
    assert len(ours) > 100
    assert ours == theirs


def _tokens(tree: Any) -> list[tuple[str, str, int | None]]:
    return [(str(t.type), str(t), t.start_pos) for t in tree.scan_values(lambda value: isinstance(value, Token))]
