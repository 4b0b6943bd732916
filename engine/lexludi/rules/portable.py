"""Portable rule sets: all that playing needs, as JSON, for a place without a parser, such as a browser.

The text is left behind: no words of the law, no places in files. What is read back
has the same statements, so it plays alike and has the same digest.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Any

from lexludi.base.cache import digest
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
    """
    data = json.loads(text)
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise ValueError(VERSION)
    try:
        values = {name: _value(part) for name, part in data["rules"].items()}
        return RuleSet(**{**values, "glossary": make_glossary(values["glossary"])})
    except (ArithmeticError, AttributeError, KeyError, TypeError) as problem:
        # Parts that are missing, of another class, or of none.
        raise ValueError(VERSION) from problem


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


def _value(data: Any) -> Any:
    match data:
        # Every list was a tuple when it was written: no class has lists among its fields.
        case list():
            return tuple(map(_value, data))
        case {"is": "map", "items": items}:
            return {_value(k): _value(v) for k, v in items}
        case {"is": "Fraction", "value": value}:
            return Fraction(value)
        case {"is": "date", "value": value}:
            return date.fromisoformat(value)
        case {"is": name, **parts}:
            kind: Any = _CLASSES[name]
            if issubclass(kind, Enum):
                return kind[parts["name"]]
            return kind(**{str(field): _value(part) for field, part in parts.items()})
        case _:
            return data
