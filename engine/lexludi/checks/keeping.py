"""What a search found, kept between runs: a file for each version of a work, named by all that it depends on.

The name is a digest of the texts, their glossary, the grammar and the engine's own
sources, so nothing kept outlives a change of any of these. Files are plain data,
written beside and moved into place, so that readers and writers never meet half a
file; whoever reads one believes nothing of it that has not been looked at.
"""

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from lexludi.agreement import Text
from lexludi.checks.findings import Asked, Cited, Compared, Dealt, Named, Setting
from lexludi.checks.searching import Found
from lexludi.diagnostics import Diagnostic, Hint, Label, Severity
from lexludi.messages import Language
from lexludi.resources import data_folder, package_folder
from lexludi.source import Source, Span

SCHEMA = "lexludi.search/1"
MAX_SIZE = 1 << 22
MAX_FILES = 64

# Arguments of findings that are more than words and numbers.
_KINDS: dict[str, Any] = {kind.__name__: kind for kind in (Asked, Cited, Compared, Dealt, Language, Named, Setting)}
_CODE = re.compile(r"[a-z][a-z-]{0,60}")
_OWN = "glossary"  # what a text brings along: never written


class Unreadable(Exception):
    """A kept file that cannot be used."""


def digest(texts: Sequence[Text]) -> str:
    """Everything that the search of some texts depends on, as one name."""
    found = hashlib.sha256(_engine())
    for text in texts:
        entries = [(e.id, sorted(e.spellings.items()), e.symbol, e.sign) for e in text.rules.glossary.entries.values()]
        for part in (text.source.language, text.source.text, repr(entries), repr(text.rules.statements)):
            found.update(hashlib.sha256(part.encode("utf-8", "surrogatepass")).digest())
    for source in sources_of(texts):
        found.update(hashlib.sha256(source.text.encode("utf-8", "surrogatepass")).digest())
    return found.hexdigest()[:32]


def sources_of(texts: Sequence[Text]) -> list[Source]:
    """The texts themselves, then the files that consolidated ones among them are made of."""
    found = {text.source.name: text.source for text in texts}
    for text in texts:
        for provision in text.rules.document.all():
            if provision.span.source is not None:
                found.setdefault(provision.span.source.name, provision.span.source)
    return list(found.values())


@cache
def _engine() -> bytes:
    """A digest of the engine and of the grammar that it reads."""
    found = hashlib.sha256(SCHEMA.encode())
    for folder, pattern in ((package_folder(), "**/*.py"), (data_folder("grammar"), "**/*.*")):
        for file in sorted(p for p in folder.glob(pattern) if "_data" not in p.relative_to(folder).parts):
            found.update(file.relative_to(folder).as_posix().encode() + b"\0")
            found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.digest()


# ── Files ───────────────────────────────────────────────────────────────────


def keep_found(folder: Path, name: str, texts: Sequence[Text], found: Found) -> None:
    """Write what was found; nothing happens where that cannot be done."""
    with suppress(OSError, Unreadable):
        text = json.dumps(_found_json(found, texts), ensure_ascii=False, separators=(",", ":"))
        content = f"{_checksum(text)}\n{text}".encode()
        folder.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix="search-", suffix=".part", dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(beside).replace(_file(folder, name))
        finally:
            Path(beside).unlink(missing_ok=True)
        _tidy(folder)


def read_kept(folder: Path, name: str, texts: Sequence[Text]) -> Found | None:
    """What was found in these very texts before; nothing if it was not kept, or cannot be believed."""
    try:
        file = _file(folder, name)
        if file.stat().st_size > MAX_SIZE:
            return None
        checksum, _, text = file.read_bytes().decode("utf-8").partition("\n")
        return _found(json.loads(text), texts) if checksum == _checksum(text) else None
    except (OSError, ValueError, RecursionError, Unreadable):
        return None


def _file(folder: Path, name: str) -> Path:
    return folder / f"search-{name}.json"


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _tidy(folder: Path) -> None:
    """Leave only the newest files."""
    files = sorted(folder.glob("search-*"), key=lambda p: p.stat().st_mtime, reverse=True)
    for file in files[MAX_FILES:]:
        file.unlink(missing_ok=True)


# ── As plain data ───────────────────────────────────────────────────────────


def _found_json(found: Found, texts: Sequence[Text]) -> dict[str, Any]:
    places = {source.name: i for i, source in enumerate(sources_of(texts))}
    return {
        "schema": SCHEMA,
        "diagnostics": [_diagnostic_json(d, places) for d in found.diagnostics],
        "effects": [[_plain(setting), effect] for setting, effect in found.effects],
        "unsearched": [[_plain(question), reason] for question, reason in found.unsearched],
    }


def _diagnostic_json(diagnostic: Diagnostic, places: dict[str, int]) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "labels": [
            [places[x.source.name], x.span.start, x.span.end, x.eid, x.key, _plain(dict(x.args))]
            for x in diagnostic.labels
        ],
        "args": _plain(dict(diagnostic.args)),
        "hints": [[h.key, _plain(dict(h.args))] for h in diagnostic.hints],
    }


def _plain(value: Any) -> Any:
    """A value as plain data; an object by the name of its class.

    Raises:
        Unreadable: it is of no kind that could be read again.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if type(value).__name__ in _KINDS:
        own = {f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.name != _OWN}
        return {"is": type(value).__name__, **own}
    raise Unreadable(type(value).__name__)


# ── And back ────────────────────────────────────────────────────────────────


def _found(data: Any, texts: Sequence[Text]) -> Found:
    _must(_is_record(data, "schema", "diagnostics", "effects", "unsearched") and data["schema"] == SCHEMA)
    return Found(
        tuple(_each(data["diagnostics"], lambda d: _diagnostic(d, texts))),
        tuple(_each(data["effects"], lambda e: _pair(e, Setting, texts))),
        tuple(_each(data["unsearched"], lambda u: _pair(u, Asked, texts))),
    )


def _diagnostic(data: Any, texts: Sequence[Text]) -> Diagnostic:
    _must(_is_record(data, "code", "severity", "labels", "args", "hints"))
    _must(isinstance(data["code"], str) and bool(_CODE.fullmatch(data["code"])))
    return Diagnostic(
        data["code"],
        Severity(data["severity"]),
        tuple(_each(data["labels"], lambda d: _label(d, texts))),
        _arguments(data["args"], texts),
        tuple(_each(data["hints"], lambda h: _hint(h, texts))),
    )


def _hint(data: Any, texts: Sequence[Text]) -> Hint:
    _must(isinstance(data, list) and len(data) == 2)
    return Hint(_text(data[0]), _arguments(data[1], texts))


def _label(data: Any, texts: Sequence[Text]) -> Label:
    _must(isinstance(data, list) and len(data) == 6 and all(type(n) is int for n in data[:3]))
    index, start, end, eid, key, args = data
    sources = sources_of(texts)
    _must(0 <= index < len(sources) and 0 <= start <= end <= len(sources[index].text))
    return Label(sources[index], Span(start, end), _text(eid), _text(key), _arguments(args, texts))


def _arguments(data: Any, texts: Sequence[Text]) -> dict[str, Any]:
    _must(isinstance(data, dict))
    return {_text(name): _value(value, texts) for name, value in data.items()}


def _value(data: Any, texts: Sequence[Text]) -> Any:
    if isinstance(data, str):
        return _text(data)
    if isinstance(data, list):
        return tuple(_value(v, texts) for v in data)
    if not isinstance(data, dict):
        _must(data is None or type(data) in (bool, int))
        return data
    name = str(data.get("is"))
    _must(name in _KINDS)
    kind = _KINDS[name]
    own = {name: _value(value, texts) for name, value in data.items() if name != "is"}
    hints = get_type_hints(kind)
    _must(own.keys() == {f.name for f in fields(kind) if f.name != _OWN})
    _must(all(_fits(value, hints[name]) for name, value in own.items()))
    return kind(**own, glossary=texts[0].rules.glossary) if _OWN in hints else kind(**own)


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


def _pair(data: Any, kind: type, texts: Sequence[Text]) -> tuple[Any, str]:
    _must(isinstance(data, list) and len(data) == 2)
    told = _value(data[0], texts)
    _must(isinstance(told, kind))
    return told, _text(data[1])


def _each(data: Any, read: Callable[[Any], Any]) -> Iterable[Any]:
    _must(isinstance(data, list))
    return map(read, data)


def _text(data: Any) -> str:
    _must(isinstance(data, str) and data.isprintable())
    return str(data)


def _is_record(data: Any, *names: str) -> bool:
    return isinstance(data, dict) and data.keys() == set(names)


def _must(holds: bool) -> None:
    if not holds:
        raise Unreadable
