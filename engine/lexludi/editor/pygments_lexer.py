"""Lexers for Pygments, one for each language, made from the same patterns as the TextMate grammars."""

import re
from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Generic, Keyword, Name, Number, String, Text, _TokenType

from lexludi.editor.colouring import WordLook, patterns

_TOKENS = {
    WordLook.HEADING: Generic.Heading,
    WordLook.WORDS: String.Doc,
    WordLook.SUMMARY: String.Other,
    WordLook.COMMENT: Comment.Single,
    WordLook.PROSE: String.Other,
    WordLook.PHRASE: Keyword,
    WordLook.TERM: Name.Variable,
    WordLook.NUMBER: Number,
    WordLook.CITATION: Name.Label,
}


def _rules(language: str) -> list[tuple[str, object]]:
    """The patterns of a language as Pygments has them; whatever fits none is text, a character at a time."""
    rules: list[tuple[str, object]] = []
    for pattern in patterns(language):
        tokens: list[_TokenType] = [_TOKENS[look] for look in pattern.looks]
        rules.append((pattern.regex, tokens[0] if len(tokens) == 1 else bygroups(*tokens)))
    return [*rules, (r"[^\S\n]+|\n", Text.Whitespace), (r".", Text)]


class _LudiLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    flags = re.MULTILINE | re.IGNORECASE
    url = ""


class ChineseLexer(_LudiLexer):
    """Regulations in Chinese."""

    name = "Lexludi (zh)"
    aliases: ClassVar = ["ludi-zh"]
    filenames: ClassVar = ["*.zh.ludi"]
    tokens: ClassVar = {"root": _rules("zh")}


class PortugueseLexer(_LudiLexer):
    """Regulations in Portuguese."""

    name = "Lexludi (pt)"
    aliases: ClassVar = ["ludi-pt"]
    filenames: ClassVar = ["*.pt.ludi"]
    tokens: ClassVar = {"root": _rules("pt")}


class EnglishLexer(_LudiLexer):
    """Regulations in English."""

    name = "Lexludi (en)"
    aliases: ClassVar = ["ludi-en"]
    filenames: ClassVar = ["*.en.ludi"]
    tokens: ClassVar = {"root": _rules("en")}
