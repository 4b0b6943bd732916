"""Compiled grammars in the cache folder, as JSON: data that are read, and nothing in them can run.

Lark's own cache is a pickle, which runs whatever somebody has planted in it.
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from lark import Lark, __version__
from lark.grammar import Rule
from lark.lexer import TerminalDef

from lexludi.base.resources import cache_folder
from lexludi.base.writing import replace_file

# Marks an object whose keys are numbers, as a list of pairs.
_PAIRS = "#"


def compiled(language: str, text: str, options: Mapping[str, Any]) -> Lark:
    """The parser of a grammar: from the cache folder, else compiled and kept there, if that can be written."""
    digest = hashlib.sha256(f"{__version__}\n{text}".encode()).hexdigest()[:32]
    file = cache_folder() / f"{language}-{digest}.grammar.json"
    # Whatever stands in the file, it is no more than a grammar that cannot be used.
    with suppress(Exception):
        return _read(file)
    parser = Lark(text, **options)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, _written(parser))
    return parser


def _written(parser: Lark) -> bytes:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    return json.dumps(_plain([data, memo]), separators=(",", ":")).encode()


def _read(file: Path) -> Lark:
    data, memo = json.loads(file.read_bytes(), object_hook=_with_numbers)
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


def _with_numbers(members: dict[str, Any]) -> dict[Any, Any]:
    return dict(members[_PAIRS]) if _PAIRS in members else members
