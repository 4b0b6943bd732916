"""Findings and results as plain data, and back: an object by the name of its class, texts and glossaries once for all.

The names of classes are those of a list; nothing else is made of data.
"""

from collections.abc import Collection, Mapping
from dataclasses import field, fields
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, Label, Severity
from lexludi.base.errors import LexludiError
from lexludi.base.frozen import dataclass
from lexludi.base.messages import AnyWord, InLanguages, Language
from lexludi.base.source import Source, Span
from lexludi.checks.findings import Asked, Cited, ComparedHands, Dealt, Named, OwnSettings, SearchFindings, Setting
from lexludi.checks.kept_searches import Placeless
from lexludi.checks.regions import Region
from lexludi.language.glossary import Glossary, GlossaryEntry, Noun, make_glossary
from lexludi.law.amendments import Citation
from lexludi.rules.accounting import PartCounts
from lexludi.rules.model import Range

# Under this name stands what an object is.
_IS = "is"


@dataclass(frozen=True)
class Codec:
    """The writer and reader of values of some kinds: classes of data, enumerations, errors; `without` some fields."""

    kinds: Mapping[str, type[Any]]
    without: Collection[str] = ()

    @classmethod
    def of(cls, *kinds: type[Any], without: Collection[str] = ()) -> "Codec":
        """The codec of some kinds, by their names."""
        return cls({kind.__name__: kind for kind in kinds}, without)

    def encode(self, value: Any) -> Any:
        """Values, however nested, as plain data.

        Raises:
            TypeError: something is of no kind that could be read again.
        """
        writer = _Writer(self)
        data = writer.plain(value)
        return [writer.shared, data]

    def decode(self, data: Any) -> Any:
        """Values from plain data."""
        shared: list[Any] = []
        for one in data[0]:
            shared.append(self._made(one, shared))
        return self._made(data[1], shared)

    def _made(self, data: Any, shared: list[Any]) -> Any:
        """The value of plain data."""
        if isinstance(data, list):
            return tuple([self._made(part, shared) for part in data])
        if not isinstance(data, dict):
            return data
        match data:
            case {"is": "shared", "of": number}:
                return shared[number]
            case {"is": "list", "of": parts}:
                return [self._made(part, shared) for part in parts]
            case {"is": "Mapping", "of": members}:
                return {key: self._made(part, shared) for key, part in members}
            case {"is": "AnyWord", "of": words}:
                return AnyWord(words)
            case {"is": "date", "of": day}:
                return date.fromisoformat(day)
            case {"is": "Fraction", "of": number}:
                return Fraction(number)
            case {"is": "Glossary", "of": entries}:
                return make_glossary(self._made(entries, shared))
            case {"is": "enum", "of": [name, value]}:
                return self.kinds[name](value)
            case {"is": "error", "of": [name, key, provisions, args]}:
                return self.kinds[name](key, tuple(provisions), **self._made(args, shared))
            case _:
                members = {name: self._made(part, shared) for name, part in data.items() if name != _IS}
                return self.kinds[data[_IS]](**members)


@dataclass
class _Writer:
    """Writes values; what many refer to is written once, and then by its number."""

    codec: Codec
    shared: list[Any] = field(default_factory=list)
    _numbers: dict[int, tuple[int, object]] = field(default_factory=dict)  # with the object, which keeps its identity

    def plain(self, value: Any) -> Any:
        """A value as plain data."""
        match value:
            case None | bool() | int() | str():
                return value
            # Itself a tuple, and so before tuples.
            case AnyWord():
                return {_IS: "AnyWord", "of": list(value)}
            case tuple() if not hasattr(value, "_fields"):
                return [self.plain(part) for part in value]
            case list():
                return {_IS: "list", "of": [self.plain(part) for part in value]}
            case Mapping():
                return {_IS: "Mapping", "of": [[key, self.plain(part)] for key, part in value.items()]}
            case date():
                return {_IS: "date", "of": value.isoformat()}
            case Fraction():
                return {_IS: "Fraction", "of": str(value)}
            case Enum():
                return {_IS: "enum", "of": [self._name(value), value.value]}
            case LexludiError():
                args = [self._name(value), value.key, list(value.provisions), self.plain(value.args_by_name)]
                return {_IS: "error", "of": args}
            case Source() | Glossary():
                if id(value) not in self._numbers:
                    entries = (
                        {_IS: "Glossary", "of": [self._object(entry) for entry in value.entries.values()]}
                        if isinstance(value, Glossary)
                        else self._object(value)
                    )
                    # After what it refers to, so that all can be read in one pass.
                    self.shared.append(entries)
                    self._numbers[id(value)] = len(self.shared) - 1, value
                return {_IS: "shared", "of": self._numbers[id(value)][0]}
            case _:
                return self._object(value)

    def _object(self, value: Any) -> dict[str, Any]:
        name = self._name(value)
        names = getattr(value, "_fields", None) or [f.name for f in fields(value)]
        values = {name: self.plain(getattr(value, name)) for name in names if name not in self.codec.without}
        return {_IS: name, **values}

    def _name(self, value: Any) -> str:
        """The name of the class of a value, or of the nearest one above it that can be read again."""
        for kind in type(value).__mro__:
            if self.codec.kinds.get(kind.__name__) is kind:
                return kind.__name__
        raise TypeError(type(value).__name__)


FINDINGS = Codec.of(
    *(Diagnostic, Label, Hint, Severity, Source, Span, GlossaryEntry, Noun, Range),
    *(
        Asked,
        Citation,
        Cited,
        ComparedHands,
        Dealt,
        InLanguages,
        SearchFindings,
        Language,
        Named,
        PartCounts,
        Placeless,
        Region,
        OwnSettings,
        Setting,
    ),
)
