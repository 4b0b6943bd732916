"""The check of works: all that is said of each, as data by itself, made anew or kept until the work changes."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from lexludi.base.cache import CacheEntry, digest, file_digests, results
from lexludi.base.diagnostics import Diagnostic, in_order, to_json
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.base.processes import each
from lexludi.base.resources import shelves
from lexludi.checks.codec import FINDINGS
from lexludi.checks.findings import Asked, Setting
from lexludi.checks.places import Place, file_without_language, homes_of, identifier_of_another
from lexludi.exact.budget import SECONDS
from lexludi.law.files import digest_of, engine_digest, files_near
from lexludi.rules.accounting import PartCounts, count_parts
from lexludi.rules.model import RuleSet
from lexludi.rules.standing import standing_json
from lexludi.rules.uris import expression_uri, is_work_uri


@dataclass(frozen=True)
class Checked:
    """A text: its name, its standing, the account of each provision and of its parts; none if it could not be read."""

    name: str
    language: str
    work: str | None
    uri: str | None
    accounts: tuple[tuple[str, str], ...] | None
    standing: str | None = None
    copy: str | None = None
    parts: PartCounts | None = None
    beyond: tuple[str, ...] = ()
    identifier: str = ""

    @classmethod
    def of(cls, name: str, language: str, rules: RuleSet | None) -> "Checked":
        """The text of a rule set."""
        if rules is None:
            return cls(name, language, None, None, None)
        metadata = rules.metadata
        named = is_work_uri(metadata.identifier) and metadata.in_force is not None
        uri = expression_uri(metadata.identifier, language, str(metadata.in_force)) if named else None
        accounts = tuple((e, a.value) for e, a in rules.accounts.items())
        return cls(
            name,
            language,
            metadata.work,
            uri,
            accounts,
            **standing_json(metadata),
            parts=count_parts(rules),
            beyond=rules.left_out,
            identifier=metadata.identifier,
        )


@dataclass(frozen=True)
class Summary:
    """All that a check has to say: of texts by themselves, between texts, on the law, on terms without use."""

    texts: tuple[Checked, ...] = ()
    in_texts: tuple[Diagnostic, ...] = ()
    between: tuple[Diagnostic, ...] = ()
    law: tuple[Diagnostic, ...] = ()
    terms: tuple[Diagnostic, ...] = ()
    effects: tuple[tuple[str, Setting, str], ...] = ()
    unsearched: tuple[tuple[str, Asked, str], ...] = ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, those in texts by file and place."""
        return (*in_order(self.in_texts), *self.between, *self.law, *self.terms)

    def __add__(self, other: "Summary") -> "Summary":
        return Summary(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


def check(
    paths: list[str],
    progress: Callable[[str], Any],
    folder: Path | None = None,
    *,
    fresh: bool = False,
    limit: float = SECONDS,
) -> Summary:
    """A check of the texts at some paths, the exact search of their rules included.

    With a cache folder, what is said of a work is kept there, and taken from there as long
    as nothing changes on which it depends; not if it is to be `fresh`.

    Raises:
        UnknownWork: a path is none of a text, a folder or a work.
    """
    homes = homes_of(paths)
    near = {home: files_near(home) for home in homes if folder}
    with file_digests(folder) as digests:
        engine = digest((engine_digest(digests), str(limit))) if folder else ""
        entries = {
            home: CacheEntry(f"check {(home, places, Path.cwd(), shelves())}", digest_of(home, engine, digests), folder)
            for home, places in homes.items()
            if folder
        }
        # Apart from the summary of a work, which depends on every word, and on where it is read: what is found in its
        # rules outlives other changes.
        searches = {
            home: CacheEntry(f"searches {(home, places)}", engine, folder / "searches")
            for home, places in homes.items()
            if folder
        }
    kept = {} if fresh else {home: entry.read(_summary) for home, entry in entries.items()}
    summaries = {home: summary for home, summary in kept.items() if summary is not None}
    missing = [home for home in homes if home not in summaries]
    # Cold, works are checked side by side: none needs another.
    asked = ((homes[home], searches.get(home)) for home in missing)
    made = each(partial(_checked, limit=limit, fresh=fresh), asked)
    for home, summary in zip(missing, made, strict=True):
        summaries[home] = summary
        for text in summary.texts:
            progress(text.name)
        if home in entries and near[home] == files_near(home):
            entries[home].write(_plain(summary))
    whole = sum((summaries[home] for home in homes), Summary(between=tuple(file_without_language(paths))))
    others = identifier_of_another((text.name, text.work or "", text.identifier) for text in whole.texts)
    return whole + Summary(between=tuple(others))


def _checked(asked: tuple[tuple[Place, ...], CacheEntry | None], limit: float, *, fresh: bool) -> Summary:
    """The summary of a check of some texts of one work; what is found in rules is kept at an entry of its own."""
    # Where everything is kept, these modules are not needed, and take longer to load than what is kept.
    from lexludi.checks.checking import check_files, files_at

    places, entry = asked
    with results(entry, FINDINGS.decode, FINDINGS.encode, fresh=fresh) as kept, without_collection():
        report = check_files(files_at(places), law=True, limit=limit, kept=kept)
    return Summary(
        tuple(Checked.of(text.source.name, text.file.language, text.rules) for text in report.texts),
        tuple(diagnostic for text in report.texts for diagnostic in text.diagnostics),
        report.between,
        report.law,
        report.terms,
        tuple((source.name, setting, effect) for source, setting, effect in report.effects),
        tuple((source.name, question, reason) for source, question, reason in report.unsearched),
    )


@contextmanager
def without_collection() -> Iterator[None]:
    """Leave cycles of garbage alone: a check makes next to none, and to look for them takes a tenth of its time."""
    # One within another changes nothing: the first collection goes through all that was made since.
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _plain(summary: Summary) -> Any:
    texts = [[getattr(text, f.name) for f in fields(text)] for text in summary.texts]
    return FINDINGS.encode([texts, *(getattr(summary, f.name) for f in fields(summary)[1:])])


def _summary(data: Any) -> Summary:
    texts, *others = FINDINGS.decode(data)
    return Summary(tuple(Checked(*text) for text in texts), *others)


def summary_json(summary: Summary, words: Catalogue) -> dict[str, Any]:
    """The summary as plain data (`lexludi.check/1`)."""
    return {
        "schema": "lexludi.check/1",
        "texts": [
            {
                "file": text.name,
                "work": text.work,
                "language": text.language,
                "uri": text.uri,
                "standing": text.standing,
                "copy": text.copy,
                "accounts": dict(text.accounts or ()),
                "parts": vars(text.parts) if text.parts is not None else None,
                "beyond": list(text.beyond),
            }
            for text in summary.texts
        ],
        "diagnostics": [to_json(d, words) for d in summary.diagnostics],
        "effects": [
            {"file": name, "setting": setting.to_json(), "changes": effect} for name, setting, effect in summary.effects
        ],
        "unsearched": [
            {"file": name, "question": question.to_json(), "reason": reason}
            for name, question, reason in summary.unsearched
        ],
    }
