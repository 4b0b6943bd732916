"""The check of texts: form, meaning, account of every provision, agreement between languages."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

from lexludi.agreement import Text, accounts_table, compare, divergences
from lexludi.checks.findings import Asked, Setting
from lexludi.checks.keeping import digest, keep_found, read_kept
from lexludi.checks.searching import Found, search
from lexludi.checks.terms import unused_term
from lexludi.diagnostics import Diagnostic, Label, error, has_errors, in_order, warning
from lexludi.errors import UnknownWork
from lexludi.loader import SUFFIX, TextFile, load_rules, read_source, text_file, texts_of, works
from lexludi.resources import shelf
from lexludi.rules import Account, Parameter, RuleSet
from lexludi.settings import read_parameters
from lexludi.source import NOWHERE, Source


@dataclass(frozen=True)
class CheckedText:
    """One text with its diagnostics; `rules` is `None` if it could not be read."""

    file: TextFile
    source: Source
    rules: RuleSet | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def accounts(self) -> dict[str, int]:
        """How many provisions are executed, enforced, declared, unaccounted."""
        return dict(accounts_table(self.rules)) if self.rules else {}


@dataclass(frozen=True)
class Report:
    """What a check found: the texts, and findings between texts of one version of a work."""

    texts: tuple[CheckedText, ...]
    between: tuple[Diagnostic, ...] = field(default=())
    law: tuple[Diagnostic, ...] = field(default=())
    effects: tuple[tuple[Source, Setting, str], ...] = field(default=())
    unsearched: tuple[tuple[Source, Asked, str], ...] = field(default=())

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All findings, by file and place."""
        return [*in_order([d for t in self.texts for d in t.diagnostics]), *self.between, *self.law]

    @property
    def has_errors(self) -> bool:
        """Whether any text is unusable."""
        return has_errors(self.diagnostics)


def unaccounted_provision(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A provision that is neither executed, nor enforced, nor declared without effect."""
    for provision in rules.document.all():
        if rules.accounts.get(provision.eid) is Account.NONE:
            yield error("unaccounted-provision", Label(source, provision.span, provision.eid), label=provision.label)


def unused_parameter(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """An option or reading that no rule asks for."""
    read = read_parameters(rules)
    for parameter in rules.parameters.values():
        if parameter.id not in read:
            yield warning("unused-parameter", _where(rules, source, parameter), name=_spelled(rules, parameter.id))


def reading_without_reason(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A reading that does not say why its default was chosen."""
    for parameter in rules.parameters.values():
        if parameter.kind == "reading" and not parameter.reason.strip():
            yield warning(
                "reading-without-reason", _where(rules, source, parameter), name=_spelled(rules, parameter.id)
            )


def missing_header(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A text that does not say which work it is, or from when it is in force."""
    if not rules.metadata.work:
        yield error("missing-work", Label(source, NOWHERE))
    elif rules.metadata.standing != "invented" and rules.metadata.in_force is None:
        yield warning("missing-entry-into-force", Label(source, NOWHERE))


def date_of_file(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A file named by another day than the one from which its text is in force."""
    day = rules.metadata.in_force
    name = Path(source.name).name
    try:
        named = date.fromisoformat(name[:10])
    except ValueError:
        return
    if day is not None and named != day:
        yield error("file-date-differs", Label(source, NOWHERE), day=day, name=name)


Check = Callable[[RuleSet, Source], Iterable[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    missing_header,
    date_of_file,
    unaccounted_provision,
    unused_parameter,
    reading_without_reason,
)


def _where(rules: RuleSet, source: Source, parameter: Parameter) -> Label:
    for provision in rules.document.all():
        for sentence in provision.sentences():
            if sentence.statement.op in ("option", "reading") and provision.eid == parameter.eid:
                named = sentence.statement.parts[0].written
                if rules.glossary.resolve(rules.language, named) == parameter.id:
                    return Label(source, sentence.span, provision.eid)
    return Label(source, NOWHERE, parameter.eid)


def _spelled(rules: RuleSet, term: str) -> str:
    return rules.glossary.spelling(term, rules.language)


def check_file(file: TextFile) -> CheckedText:
    """One text by itself."""
    rules, found = load_rules(file)
    source = read_source(file)
    if rules is not None:
        if not has_errors(found):
            found = [*found, *(d for check in CHECKS for d in check(rules, source))]
        else:
            found = [*found, *unaccounted_provision(rules, source)]
    return CheckedText(file, source, rules, tuple(in_order(found)))


def check_paths(
    paths: Iterable[str],
    progress: Callable[[str], Any] = lambda name: None,
    *,
    law: bool = False,
    keep: Path | None = None,
    fresh: bool = False,
) -> Report:
    """The texts at some paths (files, folders, works); the whole shelf when there are none.

    With `law`, the rules too are searched, for what rounds can reach and nobody
    provided for. What is found is kept in the folder `keep`, if one is given, and taken
    from there as long as nothing changes on which it depends; not if it is to be `fresh`.

    Raises:
        UnknownWork: a path is none of these.
    """
    texts: list[CheckedText] = []
    for file in _files(list(paths)):
        progress(file.path.name)
        texts.append(check_file(file))
    between = tuple(_between(texts))
    report = Report(tuple(texts), between)
    return _with_law(report, progress, keep, fresh=fresh) if law else report


def _with_law(report: Report, progress: Callable[[str], Any], keep: Path | None, *, fresh: bool) -> Report:
    """The report with findings on the law: those of every text, what several texts of a version share said once."""
    groups = _versions(list(report.texts)).values()
    searched = [(group[0].source, _searched(group, progress, keep, fresh=fresh)) for group in groups]
    files = {t.source.name: t.file.path for t in report.texts}
    readable = [(t.rules, t.source, files[t.source.name]) for group in groups for t in group]
    return replace(
        report,
        law=(*(d for _, found in searched for d in found.diagnostics), *unused_term(readable)),
        effects=tuple((source, *effect) for source, found in searched for effect in found.effects),
        unsearched=tuple((source, *left) for source, found in searched for left in found.unsearched),
    )


def _searched(group: list[Text], progress: Callable[[str], Any], keep: Path | None, *, fresh: bool) -> Found:
    """What the search finds in the texts of a version, or found when it was last made for these very texts."""
    key = digest(group) if keep is not None else ""
    kept = read_kept(keep, key, group) if keep is not None and not fresh else None
    if kept is not None:
        return kept
    found = search(group, progress)
    if keep is not None:
        keep_found(keep, key, group, found)
    return found


def _files(paths: list[str]) -> list[TextFile]:
    if not paths:
        return [file for name in works() for file in texts_of(shelf() / name)]
    found: dict[Path, TextFile] = {}
    for name in paths:
        for file in _at(name):
            found.setdefault(file.path, file)
    return list(found.values())


def _at(name: str) -> list[TextFile]:
    path = Path(name)
    if name.endswith(SUFFIX):
        return [text_file(path)]
    on_shelf = [] if path.is_absolute() or name.startswith(".") else [shelf() / name]
    for folder in (*on_shelf, path):
        if folder.is_dir() and (inner := sorted({p.parent for p in folder.rglob(f"*{SUFFIX}")})):
            return [file for sub in inner for file in texts_of(sub)]
    raise UnknownWork("unknown-work", name=name, known=tuple(works()))


def _versions(texts: list[CheckedText]) -> dict[tuple[Path, str], list[Text]]:
    """The texts without errors, by version of a work."""
    versions: dict[tuple[Path, str], list[Text]] = {}
    for text in texts:
        if text.rules is not None and not has_errors(text.diagnostics):
            versions.setdefault((text.file.path.parent, text.file.version), []).append(Text(text.rules, text.source))
    return versions


def _between(texts: list[CheckedText]) -> Iterator[Diagnostic]:
    """Findings between the texts of one version of a work."""
    for group in _versions(texts).values():
        for first, second in combinations(group, 2):
            if first is group[0]:  # the others agree with each other if each agrees with the first
                yield from compare(first, second)
        yield from divergences(group)
