"""Portable rule sets: all that playing needs, as JSON, for a place without a parser, such as a browser.

The text is left behind: no words of the law, no places in files. What is read back
has the same statements, so it plays alike and has the same digest.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from lexludi.base.boundary import Field, below
from lexludi.base.cache import digest
from lexludi.base.errors import InvalidReplay
from lexludi.language import glossary, nodes
from lexludi.language.glossary import make_glossary
from lexludi.rules import model
from lexludi.rules.model import RuleSet

VERSION = "lexludi.rules/1"

_WITHOUT_MEANING = frozenset("note variant".split())
# The only classes that a file can have built; no name stands in two of the modules.
_CLASSES: dict[str, type] = {
    name: value
    for module in (nodes, model, glossary)
    for name, value in vars(module).items()
    if isinstance(value, type)
    and value.__module__ == module.__name__
    and (is_dataclass(value) or issubclass(value, Enum))
}


def rules_to_text(rules: RuleSet) -> str:
    """A rule set as JSON."""
    return _written(replace(rules, document=nodes.Document(rules.language, (), ())))


def rules_digest(several: Iterable[RuleSet]) -> str:
    """A digest of some rule sets, without words of the law and places: what they mean, their terms, their sentences.

    Of sentences also the order, and the provisions in which they stand.
    """
    return digest(
        part
        for rules in several
        for part in (
            _written(rules, without=("metadata", "document", "statements", "accounts", "parts")),
            repr([(p.eid, [sentence.statement for sentence in meaningful(p)]) for p in rules.document.all()]),
        )
    )


def meaningful(provision: nodes.Provision) -> Iterator[nodes.Sentence]:
    """The sentences of a provision by which something is decided: neither notes nor variants of words."""
    return (sentence for sentence in provision.sentences() if sentence.statement.op not in _WITHOUT_MEANING)


def _written(rules: RuleSet, without: Sequence[str] = ()) -> str:
    # The index by spelling is made anew from the entries.
    entries = {"glossary": [_plain(entry) for entry in rules.glossary.entries.values()]}
    names = (f.name for f in fields(rules) if f.name not in ("glossary", *without))
    data = {name: _plain(getattr(rules, name)) for name in names} | entries
    return json.dumps({"version": VERSION, "rules": data}, ensure_ascii=False, separators=(",", ":"))


def rules_from_text(text: str) -> RuleSet:
    """The rule set of such JSON.

    Raises:
        ValueError: it is none, or of another version.
        InvalidReplay: a field is missing, unknown or of another type; it is named.
    """
    data = json.loads(text)
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise ValueError(VERSION)
    rules = Field(data).member("rules")
    made: RuleSet = _made(RuleSet, rules.members(), rules.path)
    return made


def _plain(value: Any) -> Any:
    match value:
        # Before strings, which a `StrEnum` is too.
        case Enum():
            return {"is": type(value).__name__, "name": value.name}
        case Fraction() | date():
            return {"is": type(value).__name__, "value": str(value)}
        case Mapping():
            return {"is": "map", "items": [[_plain(k), _plain(v)] for k, v in value.items()]}
        case tuple():
            return [_plain(part) for part in value]
        case None | str() | int():
            return value
        case _:
            assert type(value).__name__ in _CLASSES, value
            parts = {f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.name != "span"}
            return {"is": type(value).__name__, **parts}


def _value(of: Field) -> Any:
    match of.value:
        # Every list was a tuple when it was written: no class has lists among its fields.
        case list():
            return tuple(map(_value, of.entries()))
        case {"is": "map", "items": [*_]}:
            pairs = [pair.entries() for pair in of.member("items").entries()]
            if all(len(pair) == 2 and isinstance(pair[0].value, str | int) for pair in pairs):
                return {key.value: _value(Field(entry.value, below(of.path, str(key.value)))) for key, entry in pairs}
        case {"is": "Fraction" | "date" as name, "value": str(value)}:
            with suppress(ArithmeticError, ValueError):
                return Fraction(value) if name == "Fraction" else date.fromisoformat(value)
        case {"is": str(name), **parts} if kind := _CLASSES.get(name):
            if not issubclass(kind, Enum):
                return _made(kind, {name: part for name, part in of.members().items() if name != "is"}, of.path)
            if isinstance(member := parts.get("name"), str) and member in kind.__members__:
                return kind[member]
        case None | str() | int():
            return of.value
    raise of.wrong("field-not-a-part")


def _made(kind: Any, parts: Mapping[str, Field], path: str) -> Any:
    """An object of a class, with fields of the types that the class says."""
    types = _types(kind)
    values = {}
    for name, part in parts.items():
        if name not in types:
            raise InvalidReplay("field-unknown", path=part.path, known=tuple(types))
        values[name] = _value(part)
        if not _is_of(values[name], types[name]):
            raise part.wrong("field-of-another-kind", expected=_told(types[name]))
    for needed in fields(kind):
        if needed.default is MISSING and needed.default_factory is MISSING and needed.name not in values:
            raise InvalidReplay("field-missing", path=below(path, needed.name))
    # The index by spelling is made anew from the entries.
    return kind(**values | ({"glossary": make_glossary(values["glossary"])} if kind is RuleSet else {}))


@cache
def _types(kind: type) -> dict[str, Any]:
    """The types of the fields of a class, as they are written."""
    types = get_type_hints(kind)
    return types | ({"glossary": tuple[glossary.GlossaryEntry, ...]} if kind is RuleSet else {})


def _is_of(value: Any, expected: Any) -> bool:
    """A value is of a type, and so is all that it holds; objects were looked at when they were made."""
    origin, of = get_origin(expected), get_args(expected)
    if origin is tuple:
        each = of[:1] * len(value) if isinstance(value, tuple) and of[-1] is ... else of
        return isinstance(value, tuple) and len(value) == len(each) and all(map(_is_of, value, each))
    if origin is Mapping:
        return isinstance(value, Mapping) and all(_is_of(k, of[0]) and _is_of(v, of[1]) for k, v in value.items())
    if origin is not None:
        return any(_is_of(value, one) for one in of)
    if expected is Any:  # a part of a construct
        return value is None or isinstance(value, nodes.Node)
    # To Python, true and false are whole numbers.
    return isinstance(value, expected) and (expected is bool or not isinstance(value, bool))


def _told(expected: Any) -> str:
    return expected.__name__ if isinstance(expected, type) else re.sub(r"\w+\.", "", str(expected))
