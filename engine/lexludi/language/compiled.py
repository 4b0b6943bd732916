"""Compiled grammars in the cache: tables of a parser as plain data.

Lark's own cache is a pickle, which runs whatever somebody has planted in it.
"""

from collections.abc import Mapping
from typing import Any

from lark import Lark, __version__
from lark.grammar import Rule
from lark.lexer import TerminalDef

from lexludi.base.cache import Entry, digest
from lexludi.base.resources import data_folder

# Marks an object whose keys are not all words, as a list of pairs.
_PAIRS = "#"


def compiled(language: str, text: str, options: Mapping[str, Any]) -> Lark:
    """The parser of a grammar: from the cache folder, else compiled and kept there, if that can be written."""
    kept = Entry(f"grammar {language} {data_folder('grammar')}", digest((__version__, text)))
    parser = kept.read(_parser)
    if parser is None:
        parser = Lark(text, **options)
        data, memo = parser.memo_serialize([TerminalDef, Rule])
        kept.write(_plain([data, memo]))
    return parser


def _parser(kept: Any) -> Lark:
    data, memo = _with_numbers(kept)
    return Lark._load_from_dict(data, memo)  # type: ignore[no-any-return,no-untyped-call]


def _plain(value: Any) -> Any:
    match value:
        case dict() if all(isinstance(key, str) for key in value):
            return {key: _plain(part) for key, part in value.items()}
        case dict():
            return {_PAIRS: [[key, _plain(part)] for key, part in value.items()]}
        case list() | tuple():
            return [_plain(part) for part in value]
        case _:
            return value


def _with_numbers(kept: Any) -> Any:
    if isinstance(kept, list):
        return [_with_numbers(part) for part in kept]
    if not isinstance(kept, dict):
        return kept
    members = kept[_PAIRS] if _PAIRS in kept else kept.items()
    return {key: _with_numbers(part) for key, part in members}
