"""From a name on the shelf to rule sets: the only place that knows the order of the front half."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from errno import ENAMETOOLONG
from functools import lru_cache
from operator import is_
from pathlib import Path
from typing import NamedTuple

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error, has_errors, in_order
from lexludi.base.errors import InvalidRegulation, LexludiError, NotWhollyKnown, RepealedWork, UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue, InLanguages
from lexludi.base.source import Source, Span
from lexludi.language.builder import build
from lexludi.language.glossary import FILE_NAME, Glossary, GlossaryError, glossary_for, lenders
from lexludi.language.nodes import Document
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import (
    SUFFIX,
    TextFile,
    day_of,
    folder_of,
    name_of,
    name_on_shelf,
    read_file,
    text_file,
    texts_of,
    told_of,
    works,
)
from lexludi.law.history import (
    History,
    TextOnDate,
    built,
    history_of,
    misplaced,
    sound_text_in,
    text_in,
    unknown_too_early,
    unreadable,
    wholly_known_date,
)
from lexludi.rules.header import metadata_of
from lexludi.rules.lowering import lower
from lexludi.rules.model import Amended, Metadata, RuleSet
from lexludi.rules.standing import cited

__all__ = [
    "SUFFIX",
    "TextFile",
    "find",
    "header_in",
    "load_rules",
    "name_off_shelf",
    "read_document",
    "read_source",
    "rules_of",
    "rules_to_run",
    "text_file",
    "texts_of",
    "works",
]


_SHOWN = 80  # characters of a name longer than any file's that an error repeats
_KEPT = 64  # rule sets


class _Sources(NamedTuple):
    """The sources of a rule set, each known by its identity: comparing trees takes as long as lowering them."""

    document: Document
    glossary: Glossary
    source: Source

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Sources) and all(map(is_, self, other))

    def __hash__(self) -> int:
        return id(self.document)


# A game that is loaded again, with other options or for another question, takes a sixth of the time.
@lru_cache(_KEPT)
def _lowered(sources: _Sources) -> tuple[RuleSet, tuple[Diagnostic, ...]]:
    rules, diagnostics = lower(*sources)
    return rules, tuple(diagnostics)


def read_source(file: TextFile) -> Source:
    """The text of a file; one that is consolidated, as a file would hold it.

    Raises:
        InvalidRegulation: a text that it is consolidated from cannot be read.
    """
    if file.content is not None:
        return file.content
    return text_in(file).source if file.is_consolidated else read_file(file.path, file.language)


def read_document(file: TextFile) -> tuple[Document | None, Source, list[Diagnostic]]:
    """The tree of a file, its text, and what is wrong with its form; nothing if it cannot be read at all."""
    if file.content is not None:
        document, diagnostics = build(file.content)
        return document, file.content, diagnostics
    if not file.is_consolidated:
        # Its history has read the file already, to find the text of a day.
        source, document, problems = built(file)
        return document, source, list(problems)
    try:
        expression = text_in(file)
    except InvalidRegulation as problem:
        return None, read_file(file.path, file.language), problem.diagnostics
    return expression.document, expression.source, list(expression.diagnostics)


def load_rules(file: TextFile) -> tuple[RuleSet | None, list[Diagnostic]]:
    """The rule set of a file and everything wrong with it; no rule set if it cannot be read at all."""
    document, source, diagnostics = read_document(file)
    if document is None:
        return None, in_order(diagnostics)
    try:
        glossary = glossary_for(file.path)
    except GlossaryError as problem:
        return None, [*diagnostics, broken_glossary(problem, source)]
    # A text that is given, and stands in no file, is read anew each time: what is kept would never be found again.
    sources = _Sources(document, glossary, source)
    rules, of_meaning = _lowered(sources) if file.content is None else lower(*sources)
    # What does not fit is told of the instrument; a reference is of the text that it stands in.
    formal = [
        of_day(diagnostic, file) if diagnostic.code == "dangling-reference" else diagnostic
        for diagnostic in diagnostics
    ]
    lost = text_in(file).lost if file.is_consolidated else {}
    meant = [of_day(_with_repeal(_with_lender(diagnostic, file), lost), file) for diagnostic in of_meaning]
    return rules, in_order([*formal, *meant])


def _with_repeal(diagnostic: Diagnostic, lost: Mapping[tuple[str, Span], Label]) -> Diagnostic:
    """A diagnostic; about a reference to what was repealed, with the place that repeals it."""
    if diagnostic.code != "dangling-reference":
        return diagnostic
    places = [lost[at] for label in diagnostic.labels if (at := (label.source.name, label.span)) in lost]
    return replace(diagnostic, labels=(*diagnostic.labels, *places))


def of_day(diagnostic: Diagnostic, file: TextFile) -> Diagnostic:
    """A finding on a text; of one that is consolidated, whose sentences stand in several files, with its day."""
    if not file.is_consolidated or file.date is None or file.date == date.min:
        return diagnostic
    return replace(diagnostic, hints=(*diagnostic.hints, Hint("text-of-day", {"day": file.date})))


def _with_lender(diagnostic: Diagnostic, file: TextFile) -> Diagnostic:
    """A diagnostic; about a term that the glossary lacks, with a hint where to take it from, or to write it."""
    if diagnostic.code != "unknown-term":
        return diagnostic
    lender = next(lenders(file.path, file.language, diagnostic.args["term"]), "")
    if lender or not diagnostic.hints:
        hint = Hint("inherit-term", {"name": lender}) if lender else Hint("add-term", {"file": FILE_NAME})
        return replace(diagnostic, hints=(hint, *diagnostic.hints))
    return diagnostic


def header_in(metadata: Metadata, language: str, work: str = "") -> Metadata:
    """The header of a text as the text of the same day in another language has it; unchanged where there is none.

    `work` is the name by which the text was found, if it is another than its own.
    """
    try:
        document, _, _ = read_document(find(work or metadata.work, metadata.in_force, language))
    # The other text is wanted for its words alone: whatever is wrong with it, the own header serves.
    except LexludiError:
        return metadata
    other = metadata_of(document) if document is not None else metadata
    return other if (other.work, other.in_force) == (metadata.work, metadata.in_force) else metadata


def broken_glossary(problem: GlossaryError, needed_by: Source) -> Diagnostic:
    """The diagnostic of a glossary that cannot be used, at its place in the glossary; the same for all that need it."""
    # A clash is told at both of its places, each with a caption of its own.
    clash = ("broken-glossary.clash", "broken-glossary.clash-other") if problem.reason == "clash" else ()
    keys = clash or (f"broken-glossary.{problem.reason}",)
    labels = [
        Label(Source(name_of(file), needed_by.language, text), span, "", key, problem.args_by_name)
        for (file, text, span), key in zip(problem.places, keys, strict=True)
    ]
    return error("broken-glossary", *labels, name=labels[0].source.name)


def find(name: str, on: date | None = None, language: str = "") -> TextFile:
    """The text of a work on a day, in a language.

    `name` is a path on the shelf (`mo/q-poker`, `mo/q-poker@2005-02-01`), of a folder
    or of a file; after `@` stands a day, or the version that a file is named by.
    Without a day the most recent text is meant of which every amendment is wholly
    known; without a language, the first of zh, pt, en that there is.

    Raises:
        UnknownWork: no such work or instrument, or no text of it on that day or in that language.
        InvalidRegulation: an amendment has no place in the history; without a day, or one cannot be read.
    """
    try:
        return _find(name, on, language)
    except OSError as problem:
        if problem.errno != ENAMETOOLONG:
            raise
        raise UnknownWork("unknown-work", name=name[:_SHOWN], known=tuple(works())) from None


def _find(name: str, on: date | None, language: str) -> TextFile:
    # A file may have `@` in its own name.
    plain, _, day = (name, "", "") if Path(name).is_file() else name.partition("@")
    if plain.endswith(SUFFIX):
        file = text_file(Path(plain))
        if not day:
            return text_file(file.path.with_name(f"{file.version}.{language}{SUFFIX}")) if language else file
        plain, language = str(file.path.parent), language or file.language
    folder = folder_of(plain)
    files = texts_of(folder)
    if not files:
        raise UnknownWork("unknown-work", name=plain, known=tuple(works()))
    named = [f for f in files if f.version == day]
    # An instrument, and a version that is no day, are meant as their files stand: nothing amends them here.
    if named and (named[0].date is None or named[0].is_amending):
        return _in_language(named, plain, language)
    history = history_of(folder, (language or files[0].language,))
    if day:
        on = day_of(day)
        if on is None and files[0].is_amending:
            known = tuple(dict.fromkeys(f.version for f in files))
            raise UnknownWork("unknown-instrument", name=plain, text=day[:40], known=known)
        if on is None:
            raise UnknownWork("not-a-date", text=day[:40])
    if on is not None and (problems := misplaced(history, on, language or files[0].language)):
        raise InvalidRegulation(history.work, problems)
    return history.file_on(on or _most_recent(history, language or files[0].language), language)


def _in_language(files: list[TextFile], name: str, language: str) -> TextFile:
    fitting = [f for f in files if language in ("", f.language)]
    if not fitting:
        raise UnknownWork("no-text-in-language", name=name, language=language)
    return fitting[0]


def _most_recent(history: History, language: str) -> date:
    # Modifications too early are told when a text with them is read; those that are not known are in no text.
    if problems := unreadable(history) or unknown_too_early(history, language):
        raise InvalidRegulation(history.work, problems)
    return wholly_known_date(history)


def rules_of(file: TextFile) -> RuleSet:
    """The rule set of a file.

    Raises:
        InvalidRegulation: the text has errors.
    """
    rules, diagnostics = load_rules(file)
    if rules is None or has_errors(diagnostics):
        raise InvalidRegulation(told_of(file), diagnostics)
    return rules


def rules_to_run(file: TextFile, *, accept_unknown: bool) -> RuleSet:
    """The rule set of a file, to be played or computed with.

    Raises:
        InvalidRegulation: the text has errors.
        RepealedWork: the work is repealed on that day.
        NotWhollyKnown: it was amended in ways that are not known, and that is not accepted.
    """
    rules = rules_of(file)
    if repealed := rules.metadata.repealed:
        folder = str(file.path.parent.absolute())
        raise repealed_work(rules.metadata, repealed, rules.metadata.work or file.path.name, folder)
    if rules.metadata.not_wholly_known and not accept_unknown:
        raise not_wholly_known(rules.metadata, rules.metadata.work or file.path.name, str(file.path.parent.absolute()))
    return rules


@dataclass(frozen=True)
class _ChangedBy:
    """Instruments, by their numbers or names in the text, and as the texts in other languages have them."""

    instruments: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]

    def told(self, words: Catalogue) -> str:
        """Their numbers, and names in the language of whoever reads, where there are such."""
        return words.join(cited(self.names.get(words.language, self.instruments), words))

    def to_json(self) -> list[str]:
        """Their numbers, and names in the language of the text."""
        return list(self.instruments)


def not_wholly_known(metadata: Metadata, name: str, folder: str) -> NotWhollyKnown:
    """The refusal of a text amended in ways that are not known; `folder` is where its texts stand."""
    # As with a repeal they are looked up here.
    names = {language: header_in(metadata, language, folder).unknown_numbers for language in LANGUAGES}
    by = _ChangedBy(metadata.unknown_numbers, names)
    return NotWhollyKnown("not-wholly-known", name=name, on=metadata.in_force, instruments=by)


def repealed_work(metadata: Metadata, repealed: Amended, name: str, folder: str) -> RepealedWork:
    """The refusal of a work that is repealed on the day of a text; `folder` is where its texts stand."""
    # They are looked up here: where the refusal is told, other shelves may have been chosen.
    told = {language: header_in(metadata, language, folder).repealed or repealed for language in LANGUAGES}
    by = InLanguages({language: amended.instrument for language, amended in told.items()}, repealed.instrument)
    return RepealedWork("repealed", name=name, since=str(repealed.since), instrument=by)


def name_off_shelf(file: TextFile) -> str:
    """The path under which a text is found again from any folder; empty when it is on the shelf."""
    if name_on_shelf(file.path):
        return ""
    path = file.path.absolute()
    return f"{path.parent}@{file.version}" if file.is_consolidated else str(path)


def expression_of(name: str, text: str = "", *, wished: str = "") -> TextOnDate:
    """The text of a work as named: in the language `text`, else in the one wished for if there is one, else the first.

    Raises:
        UnknownWork: no such work, or no text of it on that day, or in the language that is demanded.
        InvalidRegulation: a text cannot be read, or what amends it does not fit.
    """
    return sound_text_in(find(name, language=text) if text else file_in(name, wished))


def file_in(name: str, language: str) -> TextFile:
    """The text of a work as named: in the language wished for, if there is one in it, else in the first.

    Raises:
        UnknownWork: no such work, or no text of it on that day.
        InvalidRegulation: as `find` does.
    """
    # A file by itself does not fulfil the wish; that there is no such work is told below.
    with suppress(UnknownWork):
        return find(name, language=language)
    return find(name)
