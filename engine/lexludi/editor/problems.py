"""Problems of texts while they are written: what `check` says of them, by file.

With each key the form and the meaning of a text are checked, its agreement with those in other
languages, and of an instrument whether its changes fit what it amends. What takes a search of rounds,
or all texts of a work, is found when a file is saved (`searched`), and moves with the text until the
next search.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Label
from lexludi.base.errors import InvalidRegulation, UnknownWork
from lexludi.base.resources import cache_folder
from lexludi.base.source import NOWHERE, Source, Span, common_ends
from lexludi.checks.checking import findings_between, identity
from lexludi.checks.codec import FINDINGS
from lexludi.checks.summary import check
from lexludi.editor.views import home_of, version_of, view_of
from lexludi.language.glossary import GlossaryError, glossary_with
from lexludi.law.files import TextFile, everything_in, read_file
from lexludi.law.history import consolidate, history_of
from lexludi.law.loader import broken_glossary

# Findings by the file in which their first place stands.
Problems = Mapping[Path, tuple[Diagnostic, ...]]


def problems_of(path: Path) -> Problems:
    """The problems of a text and of those of its version in other languages, without a search of rounds.

    A file in which nothing is wrong is there as well, with nothing.
    """
    view = view_of(path)
    if view is None:
        return {}
    texts = [other.checked for other in version_of(view)]
    findings = [d for text in texts for d in text.diagnostics]
    # Each text is compared with the first: of three languages, the same finding may come twice.
    findings += {identity(d): d for d in findings_between(texts)}.values()
    findings += {identity(d): d for text in texts for d in _misfits(text.file)}.values()
    return by_file(findings, (text.file.path for text in texts))


def _misfits(file: TextFile) -> Iterator[Diagnostic]:
    """The changes of an instrument that do not fit what it amends, on each day from which it changes that."""
    if not file.is_amending:
        return
    try:
        history = history_of(home_of(file.path), (file.language,))
    except UnknownWork:
        return
    instrument = history.instrument(file.version)
    for day in sorted(instrument.entries() if instrument else ()):
        try:
            yield from consolidate(history, day, file.language).diagnostics
        except (UnknownWork, InvalidRegulation):
            continue  # which is said of the texts themselves


def problems_of_glossary(path: Path, language: str) -> Problems:
    """The problems that keep a glossary from being used."""
    try:
        glossary_with(path)
    except GlossaryError as problem:
        needed_by = Source(read_file(path, language).name, language, "")
        return by_file([broken_glossary(problem, needed_by)], (path,))
    return {path: ()}


def by_file(findings: Iterable[Diagnostic], files: Iterable[Path] = ()) -> Problems:
    """Findings by file; `files` are there in any case."""
    out: dict[Path, list[Diagnostic]] = {file.resolve(): [] for file in files}
    for diagnostic in findings:
        if diagnostic.labels:
            out.setdefault(file_of(diagnostic.labels[0]), []).append(diagnostic)
    return {file: tuple(diagnostics) for file, diagnostics in out.items()}


def file_of(label: Label) -> Path:
    """The file of a place."""
    return Path(label.source.name).resolve()


def with_searched(quick: Problems, searched: Iterable[Diagnostic], texts: Mapping[Path, Source]) -> Problems:
    """Problems with those that a search has found, moved to where their words stand now in some texts.

    What was found at words that have since been changed is left out.
    """
    moved = (_moved(diagnostic, texts) for diagnostic in searched)
    out = {file: list(diagnostics) for file, diagnostics in quick.items()}
    for file, findings in by_file(d for d in moved if d is not None).items():
        out.setdefault(file, []).extend(findings)
    return {file: tuple(diagnostics) for file, diagnostics in out.items()}


def _moved(diagnostic: Diagnostic, texts: Mapping[Path, Source]) -> Diagnostic | None:
    labels = []
    for label in diagnostic.labels:
        now = texts.get(file_of(label))
        if now is None or now.text == label.source.text:
            labels.append(label)
        elif (span := moved_span(label.span, label.source.text, now.text)) is not None:
            labels.append(replace(label, source=now, span=span))
        else:
            return None
    return replace(diagnostic, labels=tuple(labels))


def moved_span(span: Span, before: str, after: str) -> Span | None:
    """The place of some words in a text that was changed at one stretch; nothing if it was there."""
    head, tail = common_ends(before, after)
    # Before the stretch that was changed, or about no words at all: it stays. Behind it, it moves.
    if span.end <= head or span == NOWHERE:
        return Span(span.start, span.end)
    if span.start >= len(before) - tail:
        return Span(span.start + len(after) - len(before), span.end + len(after) - len(before))
    return None


# ── The search behind an editor ─────────────────────────────────────────────


def searched(home: Path) -> tuple[Diagnostic, ...]:
    """The findings of a check of a saved work, without those that are seen with each key.

    Raises:
        LexludiError: there is no such work, or its history cannot be read.
    """
    checked = check([str(home)], lambda name: None, cache_folder())
    quick = (problems_of(file.path) for file in everything_in(home))
    seen = {identity(d) for problems in quick for diagnostics in problems.values() for d in diagnostics}
    return tuple(d for d in checked.diagnostics if identity(d) not in seen)


def searched_plainly(home: str) -> Any:
    """The subject of a search, as plain data, for another process."""
    return FINDINGS.encode(searched(Path(home)))


def from_plain(data: Any) -> tuple[Diagnostic, ...]:
    """The findings of a search from plain data."""
    findings: tuple[Diagnostic, ...] = FINDINGS.decode(data)
    return findings
