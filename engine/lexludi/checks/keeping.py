"""What a search found, kept between runs: a file for each version of a work, named by all that it depends on.

The name is a digest of the texts, their glossary, the grammar and the engine's own
sources, so nothing kept outlives a change of any of these. Files are plain data,
written beside and moved into place, so that readers and writers never meet half a
file; whoever reads one believes nothing of it that has not been looked at.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from lexludi.base.resources import data_folder, package_folder
from lexludi.base.source import Source
from lexludi.checks.codec import Pool, Unreadable, diagnostic, diagnostic_json, each, is_record, must, pair, plain
from lexludi.checks.findings import Asked, Setting
from lexludi.checks.searching import Found
from lexludi.law.agreement import Text

SCHEMA = "lexludi.search/1"
MAX_SIZE = 1 << 22
MAX_FILES = 64

_Made = TypeVar("_Made")


def digest(texts: Sequence[Text]) -> str:
    """Everything that the search of some texts depends on, as one name."""
    found = hashlib.sha256(engine_digest())
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
def engine_digest() -> bytes:
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
    with suppress(Unreadable):
        keep(folder, name, _found_json(found, _pool(texts)))


def read_kept(folder: Path, name: str, texts: Sequence[Text]) -> Found | None:
    """What was found in these very texts before; nothing if it was not kept, or cannot be believed."""
    return read(folder, name, lambda data: _found(data, _pool(texts)))


def keep(folder: Path, name: str, data: Any) -> None:
    """Write plain data under a name; nothing happens where that cannot be done."""
    with suppress(OSError):
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        content = f"{_checksum(text)}\n{text}".encode("utf-8", "surrogatepass")
        folder.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix="search-", suffix=".part", dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(beside).replace(_file(folder, name))
        finally:
            Path(beside).unlink(missing_ok=True)
        _tidy(folder)


def read(folder: Path, name: str, make: Callable[[Any], _Made]) -> _Made | None:
    """What `make` makes of the data kept under a name; nothing if there are none, or they cannot be believed."""
    try:
        file = _file(folder, name)
        if file.stat().st_size > MAX_SIZE:
            return None
        checksum, _, text = file.read_bytes().decode("utf-8").partition("\n")
        return make(json.loads(text)) if checksum == _checksum(text) else None
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


def _pool(texts: Sequence[Text]) -> Pool:
    return Pool(sources_of(texts), [text.rules.glossary for text in texts])


def _found_json(found: Found, pool: Pool) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "diagnostics": [diagnostic_json(d, pool) for d in found.diagnostics],
        "effects": [[plain(setting, pool), effect] for setting, effect in found.effects],
        "unsearched": [[plain(question, pool), reason] for question, reason in found.unsearched],
    }


def _found(data: Any, pool: Pool) -> Found:
    must(is_record(data, "schema", "diagnostics", "effects", "unsearched") and data["schema"] == SCHEMA)
    return Found(
        tuple(each(data["diagnostics"], lambda d: diagnostic(d, pool))),
        tuple(each(data["effects"], lambda e: pair(e, Setting, pool))),
        tuple(each(data["unsearched"], lambda u: pair(u, Asked, pool))),
    )
