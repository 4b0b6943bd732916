"""The check of works: all that is said of each, as data by itself, made anew or kept until the work changes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from lexludi.base.cache import Entry, digest
from lexludi.base.diagnostics import Diagnostic, in_order
from lexludi.base.resources import data_folder, package_folder, shelves
from lexludi.checks.codec import decode, encode
from lexludi.checks.findings import Asked, Setting
from lexludi.checks.places import Place, file_without_language, homes_of
from lexludi.exact.budget import SECONDS
from lexludi.language.glossary import FILE_NAME, MAX_FOLDERS, inherited_by
from lexludi.law.files import AMENDMENTS, files_in
from lexludi.rules.accounting import PartCounts, beyond, count_parts
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
            beyond=beyond(rules.document),
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
    found = Summary(between=tuple(file_without_language(paths)))
    for home, places in homes_of(paths).items():
        kept = Entry(f"check {(home, places, Path.cwd(), shelves())}", _digest(home), folder) if folder else None
        of_work = kept.read(_summary) if kept is not None and not fresh else None
        if of_work is None:
            of_work = _checked(places, progress, limit)
            if kept is not None:
                kept.write(_plain(of_work))
        found += of_work
    return found


def _checked(places: tuple[Place, ...], progress: Callable[[str], Any], limit: float) -> Summary:
    """The summary of a check of some texts of one work."""
    # Where everything is kept, these modules are not needed, and take longer to load than what is kept.
    from lexludi.checks.checking import check_files, files_at

    report = check_files(files_at(places), progress, law=True, limit=limit)
    return Summary(
        tuple(Checked.of(text.source.name, text.file.language, text.rules) for text in report.texts),
        tuple(diagnostic for text in report.texts for diagnostic in text.diagnostics),
        report.between,
        report.law,
        report.terms,
        tuple((source.name, setting, effect) for source, setting, effect in report.effects),
        tuple((source.name, question, reason) for source, question, reason in report.unsearched),
    )


def _plain(found: Summary) -> Any:
    texts = [[getattr(text, f.name) for f in fields(text)] for text in found.texts]
    return encode([texts, *(getattr(found, f.name) for f in fields(found)[1:])])


def _summary(data: Any) -> Summary:
    texts, *others = decode(data)
    return Summary(tuple(Checked(*text) for text in texts), *others)


# ── What it depends on ──────────────────────────────────────────────────────


def _digest(home: Path) -> str:
    """A digest of all that the check of a work depends on: the engine, the texts of the work, its glossaries."""
    return digest((_engine(),), _near(home))


@cache
def _engine() -> str:
    """A digest of the engine and of the grammar that it reads."""
    folders = ((package_folder(), "**/*.py"), (data_folder("grammar"), "**/*.*"))
    files = (sorted(folder.glob(pattern)) for folder, pattern in folders)
    return digest((), (file for found in files for file in found if file.is_file()))


def _near(home: Path) -> Iterator[Path]:
    for folder in (home, home / AMENDMENTS):
        yield from sorted(files_in(folder))
        yield folder / FILE_NAME
    yield from (above / FILE_NAME for above in list(home.parents)[:MAX_FOLDERS])
    yield from inherited_by(home / FILE_NAME)
