"""Compiled grammars in the cache: tables of a parser as plain data.

Lark's own cache is a pickle, which runs whatever somebody has planted in it.
"""

import json
from collections.abc import Mapping
from typing import Any

from lark import Lark, __version__
from lark.grammar import Rule
from lark.lexer import TerminalDef

from lexludi.base.cache import CacheEntry, digest
from lexludi.base.resources import data_folder

# Marks an object whose keys are not all words, as a list of pairs.
_PAIRS = "#"


def compiled(language: str, text: str, options: Mapping[str, Any]) -> Lark:
    """The parser of a grammar: from the cache folder, else compiled and kept there, if that can be written."""
    # Another version of Lark may have other tables for the same grammar.
    kept = CacheEntry(f"grammar {language} {data_folder('grammar')}", digest((__version__, text)))
    parser = kept.read(_parser)
    if parser is None:
        parser = Lark(text, **options)
        data, memo = parser.memo_serialize([TerminalDef, Rule])
        kept.write(json.dumps(_plain([data, memo])))
    return parser


def _parser(kept: str) -> Lark:
    data, memo = json.loads(kept, object_hook=_with_numbers)
    return Lark._load_from_dict(data, memo)  # type: ignore[no-any-return,no-untyped-call]


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


def _with_numbers(members: dict[str, Any]) -> dict[Any, Any]:
    return dict(members[_PAIRS]) if _PAIRS in members else members
