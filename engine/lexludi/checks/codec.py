"""Findings as plain data, and back: nothing that is read is believed before it has been looked at."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from datetime import date
from fractions import Fraction
from typing import Any, get_args, get_origin, get_type_hints

from lexludi.base.diagnostics import Diagnostic, Hint, Label, Severity
from lexludi.base.messages import AnyOf, Language
from lexludi.base.source import Source, Span
from lexludi.checks.findings import Asked, Cited, Compared, Dealt, Named, Setting
from lexludi.checks.regions import Region
from lexludi.language.glossary import Glossary

# Arguments of findings that are more than words and numbers.
_KINDS: dict[str, Any] = {
    kind.__name__: kind for kind in (Asked, Cited, Compared, Dealt, Language, Named, Region, Setting)
}
_CODE = re.compile(r"[a-z][a-z-]{0,60}")


class Unreadable(Exception):
    """Plain data that cannot be used."""


@dataclass
class Pool:
    """What findings refer to: texts by their names, and glossaries. One that `grows` takes in what it meets."""

    sources: list[Source]
    glossaries: list[Glossary]
    grows: bool = False

    def place_of(self, source: Source) -> int:
        """The number of a text."""
        return self._number(self.sources, source, [s.name == source.name for s in self.sources])

    def number_of(self, glossary: Glossary) -> int:
        """The number of a glossary."""
        return self._number(self.glossaries, glossary, [g is glossary or g == glossary for g in self.glossaries])

    def _number(self, known: list[Any], one: Any, alike: list[bool]) -> int:
        if True not in alike:
            must(self.grows)
            known.append(one)
            return len(known) - 1
        return alike.index(True)


def diagnostic_json(diagnostic: Diagnostic, pool: Pool) -> dict[str, Any]:
    """A diagnostic as plain data.

    Raises:
        Unreadable: something in it could not be read again.
    """
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "labels": [
            [pool.place_of(x.source), x.span.start, x.span.end, x.eid, x.key, plain(dict(x.args), pool)]
            for x in diagnostic.labels
        ],
        "args": plain(dict(diagnostic.args), pool),
        "hints": [[h.key, plain(dict(h.args), pool)] for h in diagnostic.hints],
    }


def plain(value: Any, pool: Pool) -> Any:
    """A value as plain data; an object by the name of its class.

    Raises:
        Unreadable: it is of no kind that could be read again.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, AnyOf):
        return {"is": "AnyOf", "words": list(value)}
    if isinstance(value, date):
        return {"is": "date", "day": value.isoformat()}
    if isinstance(value, Fraction):
        return {"is": "Fraction", "of": list(value.as_integer_ratio())}
    if isinstance(value, (list, tuple)):
        return [plain(v, pool) for v in value]
    if isinstance(value, dict):
        return {str(k): plain(v, pool) for k, v in value.items()}
    if type(value).__name__ in _KINDS:
        own = {f.name: getattr(value, f.name) for f in fields(value)}
        shown = {n: pool.number_of(v) if isinstance(v, Glossary) else plain(v, pool) for n, v in own.items()}
        return {"is": type(value).__name__, **shown}
    raise Unreadable(type(value).__name__)


def diagnostic(data: Any, pool: Pool) -> Diagnostic:
    """A diagnostic of plain data.

    Raises:
        Unreadable: it is none, or refers to what is not there.
    """
    must(is_record(data, "code", "severity", "labels", "args", "hints"))
    must(isinstance(data["code"], str) and bool(_CODE.fullmatch(data["code"])))
    return Diagnostic(
        data["code"],
        Severity(data["severity"]),
        tuple(each(data["labels"], lambda d: _label(d, pool))),
        _arguments(data["args"], pool),
        tuple(each(data["hints"], lambda h: _hint(h, pool))),
    )


def _hint(data: Any, pool: Pool) -> Hint:
    must(isinstance(data, list) and len(data) == 2)
    return Hint(text(data[0]), _arguments(data[1], pool))


def _label(data: Any, pool: Pool) -> Label:
    must(isinstance(data, list) and len(data) == 6 and all(type(n) is int for n in data[:3]))
    index, start, end, eid, key, args = data
    sources = pool.sources
    must(0 <= index < len(sources) and 0 <= start <= end <= len(sources[index].text))
    return Label(sources[index], Span(start, end), text(eid), text(key), _arguments(args, pool))


def _arguments(data: Any, pool: Pool) -> dict[str, Any]:
    must(isinstance(data, dict))
    return {text(name): _value(value, pool) for name, value in data.items()}


def _value(data: Any, pool: Pool) -> Any:
    if isinstance(data, str):
        return text(data)
    if isinstance(data, list):
        return tuple(_value(v, pool) for v in data)
    if not isinstance(data, dict):
        must(data is None or type(data) in (bool, int))
        return data
    name = str(data.get("is"))
    own = {name: _value(value, pool) for name, value in data.items() if name != "is"}
    if name == "AnyOf":
        must(_fits(own.get("words"), tuple[str, ...]))
        return AnyOf(own["words"])
    if name == "date":
        return date.fromisoformat(str(own.get("day")))
    if name == "Fraction":
        must(_fits(own.get("of"), tuple[int, int]) and own["of"][1] > 0)
        return Fraction(*own["of"])
    must(name in _KINDS)
    return _object(_KINDS[name], own, pool)


def _object(kind: Any, own: dict[str, Any], pool: Pool) -> Any:
    hints = get_type_hints(kind)
    must(own.keys() == {f.name for f in fields(kind)})
    for name, value in own.items():
        if hints[name] is Glossary:
            must(type(value) is int and 0 <= value < len(pool.glossaries))
            own[name] = pool.glossaries[value]
        else:
            must(_fits(value, hints[name]))
    return kind(**own)


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a type as dataclasses write it: plain types, unions, tuples."""
    if kind is Any or (isinstance(kind, type) and not get_origin(kind)):
        return kind is Any or type(value) is kind
    parts = get_args(kind)
    if get_origin(kind) is not tuple:
        return any(_fits(value, part) for part in parts)
    if not isinstance(value, tuple):
        return False
    if parts[-1] is ...:
        return all(_fits(v, parts[0]) for v in value)
    return len(parts) == len(value) and all(_fits(v, part) for v, part in zip(value, parts, strict=True))


def pair(data: Any, kind: type, pool: Pool) -> tuple[Any, str]:
    """A value of a class, and a word about it."""
    must(isinstance(data, list) and len(data) == 2)
    told = _value(data[0], pool)
    must(isinstance(told, kind))
    return told, text(data[1])


def each(data: Any, read: Callable[[Any], Any]) -> Iterable[Any]:
    """The items of a list, each read."""
    must(isinstance(data, list))
    return map(read, data)


def text(data: Any) -> str:
    """Words that a terminal can show."""
    must(isinstance(data, str) and data.isprintable())
    return str(data)


def is_record(data: Any, *names: str) -> bool:
    """Whether data has these names and no others."""
    return isinstance(data, dict) and data.keys() == set(names)


def must(holds: bool) -> None:
    """Give up unless something holds.

    Raises:
        Unreadable: it does not.
    """
    if not holds:
        raise Unreadable
