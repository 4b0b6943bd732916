"""Findings as plain data, and back: an object by the name of its class, texts and glossaries once for all.

The names of classes are those of a list; nothing else is made of data.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from fractions import Fraction
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, Label, Severity
from lexludi.base.messages import AnyOf, Language
from lexludi.base.source import Source, Span
from lexludi.checks.findings import Asked, Cited, Compared, Dealt, Found, Named, Setting
from lexludi.checks.kept_searches import Placeless
from lexludi.checks.regions import Region
from lexludi.language.glossary import Entry, Glossary, Noun, make_glossary
from lexludi.law.amendments import Citation
from lexludi.rules.accounting import PartCounts

_KINDS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        *(Diagnostic, Label, Hint, Source, Span, Entry, Noun),
        *(Asked, Citation, Cited, Compared, Dealt, Found, Language, Named, PartCounts, Placeless, Region, Setting),
    )
}
# Under this name stands what an object is.
_IS = "is"


def encode(value: Any) -> Any:
    """Findings, however nested, as plain data.

    Raises:
        TypeError: something is of no kind that could be read again.
    """
    writer = _Writer()
    found = writer.plain(value)
    return [writer.shared, found]


def decode(data: Any) -> Any:
    """Findings from plain data; lists are tuples."""
    shared: list[Any] = []
    for one in data[0]:
        shared.append(_made(one, shared))
    return _made(data[1], shared)


@dataclass
class _Writer:
    """Writes values; what many refer to is written once, and then by its number."""

    shared: list[Any] = field(default_factory=list)
    _numbers: dict[int, tuple[int, object]] = field(default_factory=dict)  # with the object, which keeps its identity

    def plain(self, value: Any) -> Any:
        """A value as plain data."""
        match value:
            case None | bool() | int() | str():
                return value
            case AnyOf():
                return {_IS: "AnyOf", "of": list(value)}
            case list() | tuple():
                return [self.plain(part) for part in value]
            case Mapping():
                return {_IS: "Mapping", "of": [[key, self.plain(part)] for key, part in value.items()]}
            case date():
                return {_IS: "date", "of": value.isoformat()}
            case Fraction():
                return {_IS: "Fraction", "of": str(value)}
            case Severity():
                return {_IS: "Severity", "of": value.value}
            case Source() | Glossary():
                if id(value) not in self._numbers:
                    entries = (
                        {_IS: "Glossary", "of": [self._object(entry) for entry in value.entries.values()]}
                        if isinstance(value, Glossary)
                        else self._object(value)
                    )
                    self.shared.append(entries)
                    self._numbers[id(value)] = len(self.shared) - 1, value
                return {_IS: "shared", "of": self._numbers[id(value)][0]}
            case _:
                return self._object(value)

    def _object(self, value: Any) -> dict[str, Any]:
        name = type(value).__name__
        if name not in _KINDS:
            raise TypeError(name)
        return {_IS: name, **{f.name: self.plain(getattr(value, f.name)) for f in fields(value)}}


def _made(data: Any, shared: list[Any]) -> Any:
    """The value of plain data."""
    if isinstance(data, list):
        return tuple([_made(part, shared) for part in data])
    if not isinstance(data, dict):
        return data
    match data:
        case {"is": "shared", "of": number}:
            return shared[number]
        case {"is": "Mapping", "of": members}:
            return {key: _made(part, shared) for key, part in members}
        case {"is": "AnyOf", "of": words}:
            return AnyOf(words)
        case {"is": "date", "of": day}:
            return date.fromisoformat(day)
        case {"is": "Fraction", "of": number}:
            return Fraction(number)
        case {"is": "Severity", "of": word}:
            return Severity(word)
        case {"is": "Glossary", "of": entries}:
            return make_glossary(_made(entries, shared))
        case _:
            members = {name: _made(part, shared) for name, part in data.items() if name != _IS}
            return _KINDS[data[_IS]](**members)
