"""What a check has to say, as data by itself: made of its report, or kept for as long as nothing changes."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.resources import shelf
from lexludi.base.source import Source
from lexludi.checks.codec import (
    Pool,
    Unreadable,
    diagnostic,
    diagnostic_json,
    each,
    is_record,
    must,
    pair,
    plain,
    text,
)
from lexludi.checks.findings import Asked, Setting
from lexludi.checks.keeping import engine_digest, keep, read
from lexludi.exact.budget import SECONDS
from lexludi.language.glossary import FILE_NAME, MAX_FOLDERS, Entry, Glossary, Noun, make_glossary
from lexludi.language.identifiers import expression_uri
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import SUFFIX
from lexludi.rules.model import Account

SCHEMA = "lexludi.summary/1"
MAX_FILES = 2000

_ACCOUNTS = frozenset(account.value for account in Account)


@dataclass(frozen=True)
class Checked:
    """A text: its name, what it is, and the account of each provision; none if it could not be read."""

    name: str
    language: str
    work: str | None
    uri: str | None
    accounts: tuple[tuple[str, str], ...] | None


@dataclass(frozen=True)
class Summary:
    """All that a check has to say."""

    texts: tuple[Checked, ...]
    diagnostics: tuple[Diagnostic, ...]
    effects: tuple[tuple[str, Setting, str], ...]
    unsearched: tuple[tuple[str, Asked, str], ...]


def check(
    paths: list[str],
    progress: Callable[[str], Any],
    folder: Path | None = None,
    *,
    fresh: bool = False,
    limit: float = SECONDS,
) -> Summary:
    """A check of the texts at some paths, the exact search of their rules included.

    With a folder, what was found is kept there, and taken from there as long as
    nothing changes on which it depends; not if it is to be `fresh`.

    Raises:
        UnknownWork: a path is none of a text, a folder or a work.
    """
    name = _digest(paths) if folder is not None else ""
    if folder is not None and name and not fresh and (kept := read(folder, name, _summary)) is not None:
        return kept
    found = _checked(paths, progress, folder, fresh=fresh, limit=limit)
    if folder is not None and name:
        with suppress(Unreadable):
            keep(folder, name, _summary_json(found))
    return found


def _checked(
    paths: list[str], progress: Callable[[str], Any], folder: Path | None, *, fresh: bool, limit: float
) -> Summary:
    from lexludi.checks.checking import CheckedText, check_paths

    def checked(one: CheckedText) -> Checked:
        if one.rules is None:
            return Checked(one.source.name, one.file.language, None, None, None)
        metadata = one.rules.metadata
        dated = "/" in metadata.work and metadata.in_force is not None
        uri = expression_uri(metadata.work, one.file.language, str(metadata.in_force)) if dated else None
        accounts = tuple((eid, account.value) for eid, account in one.rules.accounts.items())
        return Checked(one.source.name, one.file.language, metadata.work, uri, accounts)

    report = check_paths(paths, progress, law=True, keep=folder, fresh=fresh, limit=limit)
    return Summary(
        tuple(map(checked, report.texts)),
        tuple(report.diagnostics),
        tuple((source.name, setting, effect) for source, setting, effect in report.effects),
        tuple((source.name, question, reason) for source, question, reason in report.unsearched),
    )


# ── What it depends on ──────────────────────────────────────────────────────


def _digest(paths: list[str]) -> str:
    """Everything that a check depends on, as one name: every text and glossary near, the engine; none if too many."""
    found = hashlib.sha256(SCHEMA.encode() + engine_digest())
    files = list(islice(dict.fromkeys(_near(paths)), MAX_FILES))
    if len(files) == MAX_FILES:
        return ""
    found.update(repr((paths, str(Path.cwd()), str(shelf().resolve()))).encode("utf-8", "surrogatepass"))
    try:
        for file in files:
            found.update(str(file).encode("utf-8", "surrogatepass") + b"\0")
            found.update(hashlib.sha256(file.read_bytes()).digest())
    except OSError:
        return ""
    return found.hexdigest()[:32]


def _near(paths: list[str]) -> Iterator[Path]:
    """The texts and glossaries of the shelf, of the folders at some paths, and of those that they stand in."""
    yield from _texts_in(shelf())
    for name in paths:
        path = Path(name.partition("@")[0] if not Path(name).exists() else name)
        if not path.exists():
            continue
        folder = (path if path.is_dir() else path.parent).resolve()
        yield from _texts_in(folder)
        yield from sorted(folder.parent.glob(f"*{SUFFIX}"))
        for above in (folder, *list(folder.parents)[:MAX_FOLDERS]):
            if (above / FILE_NAME).is_file():
                yield above / FILE_NAME


def _texts_in(folder: Path) -> Iterator[Path]:
    for pattern in (f"*{SUFFIX}", FILE_NAME):
        yield from sorted(islice(folder.rglob(pattern), MAX_FILES))
    for above in list(folder.resolve().parents)[:MAX_FOLDERS]:
        if (above / FILE_NAME).is_file():
            yield above / FILE_NAME


# ── As plain data, and back ─────────────────────────────────────────────────


def _summary_json(found: Summary) -> dict[str, Any]:
    pool = Pool([], [], grows=True)
    return {
        "schema": SCHEMA,
        "texts": [[t.name, t.language, t.work, t.uri, t.accounts] for t in found.texts],
        "diagnostics": [diagnostic_json(d, pool) for d in found.diagnostics],
        "effects": [[name, [plain(setting, pool), effect]] for name, setting, effect in found.effects],
        "unsearched": [[name, [plain(question, pool), reason]] for name, question, reason in found.unsearched],
        "sources": [[s.name, s.language, s.text] for s in pool.sources],
        "glossaries": [[_entry_json(e) for e in g.entries.values()] for g in pool.glossaries],
    }


def _entry_json(entry: Entry) -> list[Any]:
    return [
        entry.id,
        [[language, list(words)] for language, words in entry.spellings.items()],
        [[language, [noun.gender, noun.plural]] for language, noun in entry.nouns.items()],
        [[language, list(words)] for language, words in entry.says.items()],
        entry.symbol,
        entry.sign,
    ]


def _summary(data: Any) -> Summary:
    must(is_record(data, "schema", "texts", "diagnostics", "effects", "unsearched", "sources", "glossaries"))
    must(data["schema"] == SCHEMA)
    pool = Pool(list(each(data["sources"], _source)), list(each(data["glossaries"], _glossary)))
    return Summary(
        tuple(each(data["texts"], _checked_text)),
        tuple(each(data["diagnostics"], lambda d: diagnostic(d, pool))),
        tuple(each(data["effects"], lambda e: _about(e, Setting, pool))),
        tuple(each(data["unsearched"], lambda u: _about(u, Asked, pool))),
    )


def _about(data: Any, kind: type, pool: Pool) -> tuple[str, Any, str]:
    name, told = _items(data, 2)
    return (text(name), *pair(told, kind, pool))


def _checked_text(data: Any) -> Checked:
    name, language, work, uri, accounts = _items(data, 5)
    must(language in LANGUAGES)
    own = None if accounts is None else tuple(each(accounts, _account))
    return Checked(text(name), language, _text_or_none(work), _text_or_none(uri), own)


def _account(data: Any) -> tuple[str, str]:
    eid, account = _items(data, 2)
    must(account in _ACCOUNTS)
    return text(eid), account


def _source(data: Any) -> Source:
    name, language, words = _items(data, 3)
    must(isinstance(words, str) and isinstance(language, str))
    return Source(text(name), text(language), words)


def _glossary(data: Any) -> Glossary:
    return make_glossary(each(data, _entry))


def _entry(data: Any) -> Entry:
    term, spellings, nouns, says, symbol, sign = _items(data, 6)
    said = dict(each(says, _spellings))
    must(all(len(words) == 2 for words in said.values()))
    return Entry(
        text(term),
        dict(each(spellings, _spellings)),
        text(symbol),
        text(sign),
        {language: Noun(*_items(list(words), 2)) for language, words in each(nouns, _spellings)},
        said,
    )


def _spellings(data: Any) -> tuple[str, tuple[str, ...]]:
    language, words = _items(data, 2)
    must(language in LANGUAGES)
    return language, tuple(each(words, text))


def _items(data: Any, count: int) -> list[Any]:
    must(isinstance(data, list) and len(data) == count)
    return list(data)


def _text_or_none(data: Any) -> str | None:
    return None if data is None else text(data)
