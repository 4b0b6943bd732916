"""The check of texts: form, meaning, account of every provision, agreement between languages."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import date
from functools import partial
from itertools import chain, combinations
from pathlib import Path
from typing import Any

from lexludi.base.cache import Results
from lexludi.base.diagnostics import Diagnostic, Hint, Label, Severity, error, has_errors, in_order, note, warning
from lexludi.base.errors import InvalidRegulation, UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Language
from lexludi.base.source import NOWHERE, Source, Span
from lexludi.checks.findings import Asked, FindingKey, SearchFindings, Setting, told_apart
from lexludi.checks.kept_searches import kept_search, unlike
from lexludi.checks.places import Place, file_without_language, homes_of, identifier_of_another
from lexludi.checks.slips import amounts_to_nothing, bets_not_accepted, listed_twice
from lexludi.checks.terms import ON_TEXTS, unused_term
from lexludi.exact.budget import SECONDS
from lexludi.language.nodes import Provision, ends_as_sentence
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import part_marks
from lexludi.law.agreement import LoadedText, accounts_table, compare, divergences, headers
from lexludi.law.amendments import header_place, other_work
from lexludi.law.files import (
    AMENDMENTS,
    SUFFIX,
    TextFile,
    everything_in,
    name_on_shelf,
    text_file,
    texts_of,
    told_of,
)
from lexludi.law.history import (
    History,
    history_of,
    misprints_nowhere,
    read_base,
    republication_differs,
    too_early,
)
from lexludi.law.loader import find, load_rules, of_day, read_source
from lexludi.rules.accounting import is_transcribing, is_without_effect
from lexludi.rules.instruments import MODIFICATIONS
from lexludi.rules.model import Account, Parameter, RuleSet, Standing
from lexludi.rules.settings import read_parameters


@dataclass(frozen=True)
class CheckedText:
    """One text with its diagnostics; `rules` is `None` if it could not be read.

    `told` are diagnostics of it that were told of another text before.
    """

    file: TextFile
    source: Source
    rules: RuleSet | None
    diagnostics: tuple[Diagnostic, ...]
    told: tuple[Diagnostic, ...] = ()

    @property
    def is_faulty(self) -> bool:
        """True if it has errors, wherever they are told."""
        return has_errors((*self.diagnostics, *self.told))

    @property
    def accounts(self) -> dict[str, int]:
        """Counts of provisions executed, enforced, declared, unaccounted."""
        return dict(accounts_table(self.rules)) if self.rules else {}


@dataclass(frozen=True)
class Report:
    """The report of a check: the texts, and findings between texts of one version of a work."""

    texts: tuple[CheckedText, ...]
    between: tuple[Diagnostic, ...] = field(default=())
    law: tuple[Diagnostic, ...] = field(default=())
    terms: tuple[Diagnostic, ...] = field(default=())
    effects: tuple[tuple[Source, Setting, str], ...] = field(default=())
    unsearched: tuple[tuple[Source, Asked, str], ...] = field(default=())

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All findings, by file and place."""
        return [*in_order([d for t in self.texts for d in t.diagnostics]), *self.between, *self.law, *self.terms]


def unaccounted_provision(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A provision that is neither executed, nor enforced, nor declared without effect."""
    for provision in rules.document.all():
        if rules.accounts.get(provision.eid) is Account.NONE:
            hints = [Hint("heading-of-sentence")] if ends_as_sentence(provision.title) else []
            place = Label(source, provision.span, provision.eid)
            yield error("unaccounted-provision", place, hints=hints, label=provision.label)


def passed_over_words(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Words of a provision with marks for which no sentence accounts: of no part, or of one that no sentence names."""
    for provision in rules.document.all():
        parts = rules.parts.get(provision.eid, {})
        accounted = {number for number, account in parts.items() if account is not Account.NONE}
        passed = [
            piece.span
            for words in provision.words()
            for piece in words.pieces()
            if provision.is_marked and not accounted & {*piece.parts} and any(map(str.isalnum, piece.text))
        ]
        if passed:
            labels = (Label(source, span, provision.eid) for span in passed)
            yield warning("passed-over-words", *labels, hints=[Hint("account-for-words")], label=provision.label)


def unmarked_words(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A provision of which some words have no effect, and others do, without marks that say which."""
    for provision in rules.document.all():
        sentences = list(provision.sentences())
        idle = next(filter(is_without_effect, sentences), None)
        if idle and any(provision.words()) and not provision.is_marked and any(map(is_transcribing, sentences)):
            label = Label(source, idle.span, provision.eid)
            yield warning("unmarked-words", label, hints=[Hint("mark-the-words")], label=provision.label)


def mark_without_words(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A sentence with the mark of a part that no words of its provision bear; where there are any."""
    for provision in filter(lambda p: any(p.words()), rules.document.all()):
        borne = {number for words in provision.words() for s in words.stretches for number in s.parts}
        for sentence in provision.sentences():
            if missing := [number for number in sentence.parts if number not in borne]:
                label = Label(source, sentence.span, provision.eid)
                yield error("mark-without-words", label, marks=part_marks(tuple(missing)))


def introduces_nothing(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A sentence that leaves everything to the provisions below its own, where there is none."""
    for provision in rules.document.all():
        for sentence in provision.sentences():
            if sentence.statement.op == "introduces" and not provision.below:
                label = Label(source, sentence.span, provision.eid)
                yield error("sentence-out-of-place", label, hints=[Hint("sentence-out-of-place.introduces-nothing")])


def unused_parameter(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """An option or reading that no rule asks for."""
    read = read_parameters(rules)
    for parameter in rules.parameters.values():
        if parameter.id not in read:
            yield warning("unused-parameter", _where(rules, source, parameter), name=rules.spelling(parameter.id))


def reading_without_reason(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A reading that does not say why its default was chosen."""
    for parameter in rules.parameters.values():
        if parameter.kind == "reading" and not parameter.reason.strip():
            yield warning("reading-without-reason", _where(rules, source, parameter), name=rules.spelling(parameter.id))


def missing_header(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A text that does not say which work it is, or from when it is in force."""
    if not rules.metadata.work:
        yield error("missing-work", Label(source, NOWHERE))
    elif (
        rules.metadata.standing is not Standing.INVENTED
        and rules.metadata.in_force is None
        # A rectification has the days of what it rectifies, and none of its own.
        and {statement.op for _, statement in rules.statements} & MODIFICATIONS != {"misprint"}
    ):
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


def work_of_folder(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A text in the folder of another work of a shelf than the one that it names."""
    file, work = Path(source.name), rules.metadata.work
    # A text that is consolidated stands in no file.
    is_amending = file.parent.name == AMENDMENTS
    name = name_on_shelf(file.parent.parent if is_amending else file.parent) if file.suffix == SUFFIX else ""
    # An instrument that amends another text has a name of its own below it, or that of the work.
    is_of_folder = work == name or (is_amending and work.startswith(f"{name}/"))
    if work and name and not is_of_folder:
        yield error("work-differs", Label(source, NOWHERE), work=work, folder=name)


Check = Callable[[RuleSet, Source], Iterable[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    missing_header,
    date_of_file,
    work_of_folder,
    unaccounted_provision,
    passed_over_words,
    unmarked_words,
    mark_without_words,
    introduces_nothing,
    unused_parameter,
    reading_without_reason,
    listed_twice,
    amounts_to_nothing,
    bets_not_accepted,
)


def _where(rules: RuleSet, source: Source, parameter: Parameter) -> Label:
    return rules.place_of(source, parameter.kind, parameter.eid, parameter.id)


def check_file(file: TextFile) -> CheckedText:
    """One text by itself; of an amending one also what keeps it from having a place in the history of its work."""
    rules, diagnostics = load_rules(file)
    source = read_source(file) if rules is not None or not file.is_consolidated else Source(told_of(file), "", "")
    if rules is not None:
        if not has_errors(diagnostics):
            diagnostics = [*diagnostics, *(of_day(d, file) for check in CHECKS for d in check(rules, source))]
        else:
            diagnostics = [*diagnostics, *(of_day(d, file) for d in unaccounted_provision(rules, source))]
        if file.is_amending:
            diagnostics = [*diagnostics, *amendment_out_of_place(file)]
        elif rules.metadata.is_republished and not file.is_consolidated:
            diagnostics = [*diagnostics, *republished_otherwise(file)]
    return CheckedText(
        file,
        source,
        rules if rules is None or file.is_consolidated else _without_failed(rules, diagnostics),
        tuple(in_order(diagnostics)),
    )


def _without_failed(rules: RuleSet, diagnostics: Iterable[Diagnostic]) -> RuleSet:
    """The rule set, in which a provision with a sentence that failed accounts for nothing."""
    provisions = sorted(rules.document.all(), key=lambda provision: provision.span.start)
    starts = [provision.span.start for provision in provisions]
    # A sentence that failed is not in the tree: it belongs to the provision that begins last before it.
    places = [d.labels[0].span.start for d in diagnostics if d.severity is Severity.ERROR and d.labels]
    failed = {provisions[bisect_right(starts, place) - 1].eid for place in places if starts and place >= starts[0]}
    accounts = {eid: Account.NONE if eid in failed else account for eid, account in rules.accounts.items()}
    return replace(rules, accounts=accounts) if failed else rules


def amendment_out_of_place(file: TextFile) -> Iterator[Diagnostic]:
    """An instrument without a day of entry into force, or that amends another work than that of its folder."""
    try:
        history = history_of(file.path.parent.parent, (file.language,))
    except UnknownWork:
        return
    instrument = history.instrument(file.version)
    text = instrument.texts.get(file.language) if instrument else None
    yield from (d for d in (text.diagnostics if text else ()) if d.code == "amendment-without-date")
    # That of a rectification shows only beside the other instruments; the rest is said of the text by itself.
    nowhere = "sentence-out-of-place.rectifies-"
    yield from (d for d in (text.diagnostics if text else ()) if any(h.key.startswith(nowhere) for h in d.hints))
    base = next((b.files[file.language] for b in history.bases if file.language in b.files), None)
    source, document = read_base(base) if base else (None, None)
    if instrument is None or text is None:
        return
    if document is not None and source is not None and (problem := other_work(text, document, source)):
        yield problem
    # Said once, by the first of its texts.
    missing = history.languages_without(instrument)
    if missing and text.document is not None and history.languages_of(instrument)[0] == file.language:
        place = header_place(text.document, "amends", text.source)
        yield note("missing-text", place, hints=[Hint("missing-text")], languages=tuple(map(Language, missing)))
    yield from (d for d in _too_early(history, file.language) if d.labels[0].source.name == text.source.name)
    yield from misprints_nowhere(history, file.version, file.language)


def republished_otherwise(file: TextFile) -> Iterator[Diagnostic]:
    """A text republished in full that is not the earlier one as amended."""
    try:
        history = history_of(file.path.parent, (file.language,))
        yield from republication_differs(history, history.base_of(file), file.language)
    except (UnknownWork, InvalidRegulation):
        return  # which is said of the texts themselves


def _too_early(history: History, language: str) -> list[Diagnostic]:
    try:
        return too_early(history, language)
    except (UnknownWork, InvalidRegulation):
        return []  # which is said of the texts themselves


def check_paths(paths: Iterable[str], *, law: bool = False) -> Report:
    """The texts at some paths (files, folders, works); the whole shelf when there are none (`check_files`).

    Raises:
        UnknownWork: a path is none of these.
    """
    names = list(paths)
    report = check_files(files_of(names), law=law)
    headers = ((text.source.name, text.rules.metadata) for text in report.texts if text.rules is not None)
    others = identifier_of_another((name, header.work, header.identifier) for name, header in headers)
    return replace(report, between=(*file_without_language(names), *report.between, *others))


def check_files(
    files: Iterable[TextFile], *, law: bool = False, limit: float = SECONDS, kept: Results | None = None
) -> Report:
    """Some texts, each by itself and with others of its version.

    Of a work that has been amended, these are its files, the instruments, and its
    text as consolidated on each day that changed it. What was said of a file is not
    said again of a text that contains it.

    With `law`, the rules too are searched, for what rounds can reach and nobody
    provided for. The search of a version is given so many seconds of computing (`limit`);
    rules of which the findings are `kept` are not searched again.
    """
    texts: list[CheckedText] = []
    said: set[tuple[object, ...]] = set()
    for file in files:
        checked = check_file(file)
        # What was said of a file is said of no text that contains it, and of a glossary once for all that need it.
        told = tuple(
            d
            for d in checked.diagnostics
            if identity(d) in said and (file.is_consolidated or d.code == "broken-glossary")
        )
        said.update(map(identity, checked.diagnostics))
        new = tuple(d for d in checked.diagnostics if d not in told)
        texts.append(replace(checked, diagnostics=new, told=told))
    between: dict[tuple[object, ...], Diagnostic] = {}
    for finding in findings_between(texts):
        between.setdefault(identity(finding), finding)
    report = Report(tuple(texts), tuple(between.values()))
    return _with_law(report, limit, kept) if law else report


def identity(diagnostic: Diagnostic) -> tuple[object, ...]:
    """The identity of a finding: its code, its places in files, its arguments.

    The number of the provision does not count: a text that contains the words of an instrument has another for them.
    """
    places = tuple((label.source.name, label.span) for label in diagnostic.labels)
    args = {name: value for name, value in diagnostic.plain_args().items() if name != "eid"}
    return (diagnostic.code, places, str(args))


def _with_law(report: Report, limit: float, kept: Results | None) -> Report:
    """The report with findings on the law: those of every text, what several texts of a work share said once."""
    versions = _versions(report.texts)
    searches: dict[Path, Any] = {}  # what the versions of a work have in common is searched once

    def search(folder: Path, group: Sequence[LoadedText]) -> SearchFindings:
        # What a search works with takes longer to load than a text takes to be checked.
        from lexludi.checks.catalogue import search
        from lexludi.checks.searches import Searches

        return search(group, limit, searches.setdefault(folder, Searches()))

    searched = []
    left: dict[tuple[Path, Asked, str], Source] = {}
    law: dict[tuple[Path, FindingKey], Diagnostic] = {}
    for file, group, is_told in _in_order_of_search(report, versions):
        folder = file.path.parent
        distinct = unlike(group)
        fresh = partial(search, folder, distinct)
        findings = kept_search(kept, distinct, fresh) if kept is not None else fresh()
        if is_told:
            searched.append((group[0].source, findings))
        for asked, reason in findings.unsearched:
            left.setdefault((folder, asked, reason), group[0].source)
        on_texts = ([d for check in ON_TEXTS for d in check(text.rules, text.source)] for text in group)
        # Texts in several languages, and of several days, share a finding.
        on_rules = told_apart(findings.diagnostics, distinct)
        for key, diagnostic in chain(on_rules, chain.from_iterable(map(told_apart, on_texts))):
            law.setdefault((folder, key), of_day(diagnostic, file))
    files = {t.source.name: t.file.path for t in report.texts}
    readable = [(t.rules, t.source, files[t.source.name]) for group in versions.values() for t in group]
    return replace(
        report,
        law=tuple(law.values()),
        terms=tuple(unused_term(readable)),
        effects=tuple((source, *effect) for source, findings in searched for effect in findings.effects),
        unsearched=tuple((source, asked, reason) for (_, asked, reason), source in left.items()),
    )


def _in_order_of_search(
    report: Report, versions: dict[tuple[Path, str], list[LoadedText]]
) -> list[tuple[TextFile, list[LoadedText], bool]]:
    """The versions whose rules are searched, those of every day; of the last of them effects of choices are told.

    Of consolidated texts these are the most recent, and the most recent that is wholly
    known. They come first: what others share with them is told of them.
    """
    kinds = {(t.file.path.parent, t.file.version): t.file for t in report.texts}
    newest = dict(sorted(versions))
    whole = {f: v for (f, v), group in sorted(versions.items()) if not group[0].rules.metadata.not_wholly_known}
    searched = []
    for (folder, version), group in versions.items():
        file = kinds[folder, version]
        if not file.is_amending:
            is_told = not file.is_consolidated or version in (newest[folder], whole.get(folder))
            searched.append((file, group, is_told))
    return sorted(searched, key=lambda version: not version[2])


def files_of(names: list[str]) -> list[TextFile]:
    """The texts that some names stand for (files, folders, works), each once; of the whole shelf when there are none.

    Raises:
        UnknownWork: a name is none of these.
    """
    return [file for places in homes_of(names).values() for file in files_at(places)]


def files_at(places: Iterable[Place]) -> list[TextFile]:
    """The texts at some places, each once.

    Raises:
        UnknownWork: at one there is none.
    """
    files: dict[tuple[Path, str, bool], TextFile] = {}
    for place in places:
        for file in _of_work(place) if isinstance(place, Path) else _named(place):
            # A file, and the text of its very day, which others have put right or that is in force only in part.
            files.setdefault((file.path, file.version, file.is_rectified), file)
    return list(files.values())


def _named(name: str) -> list[TextFile]:
    if "@" not in name:
        return [text_file(Path(name))]
    return [file for language in LANGUAGES if (file := _on_a_day(name, language)) is not None]


def _on_a_day(name: str, language: str) -> TextFile | None:
    try:
        return find(name, language=language)
    except UnknownWork as problem:
        if problem.key == "no-text-in-language":
            return None
        raise


def _of_work(folder: Path) -> list[TextFile]:
    """The files of a work, those of the instruments that amend it, and its text on every day that changed it."""
    files = everything_in(folder)
    if folder.name == AMENDMENTS:
        return files
    try:
        # Also where nothing amends it: a provision may enter into force later than the text.
        history = history_of(folder)
    except UnknownWork:
        return files
    consolidated = [
        file
        for day in history.dates
        for language in LANGUAGES
        if history.is_there_in(language, day) and (file := history.file_on(day, language)).is_consolidated
    ]
    return [*files, *consolidated]


def _versions(texts: Sequence[CheckedText]) -> dict[tuple[Path, str], list[LoadedText]]:
    """The texts without errors, by version of a work."""
    versions: dict[tuple[Path, str], list[LoadedText]] = {}
    # A text as rectified stands in the place of the one that was published.
    rectified = {(t.file.path, t.file.version) for t in texts if t.file.is_rectified}
    for text in texts:
        if not text.file.is_rectified and (text.file.path, text.file.version) in rectified:
            continue
        if text.rules is not None and not text.is_faulty:
            versions.setdefault((text.file.path.parent, text.file.version), []).append(
                LoadedText(text.rules, text.source)
            )
    return versions


def findings_between(texts: Sequence[CheckedText]) -> Iterator[Diagnostic]:
    """Findings between the texts of one version of a work."""
    checked = {text.file.path for text in texts}
    failed = {(text.file.path.parent, text.file.version) for text in texts if text.is_faulty}
    for (folder, version), group in _versions(texts).items():
        rectified = _rectified(folder, version) if len(group) > 1 else {}
        for first, second in combinations(group, 2):
            # The others agree with each other if each agrees with the first, but on days of which it is silent.
            yield from compare(first, second, rectified) if first is group[0] else headers(first, second)
        if any(text.rules.divergences for text in group):
            # Of a file that is checked alone the texts beside it say whether they declare the same.
            beside = [f for f in texts_of(folder) if f.version == version and f.path not in checked]
            readable = [*_readable(beside)]
            # What a text with errors declares is not known.
            is_whole = len(readable) == len(beside) and (folder, version) not in failed
            diagnostics = divergences([*group, *readable])
            yield from (
                diagnostic for diagnostic in diagnostics if is_whole or diagnostic.code != "one-sided-divergence"
            )


def _rectified(folder: Path, version: str) -> Mapping[tuple[str, Span], Provision]:
    """The provisions that an instrument quotes, by language and place, as others put them right."""
    try:
        history = history_of(folder.parent) if folder.name == AMENDMENTS else None
    except UnknownWork:
        return {}
    return history.put_right(version) if history is not None else {}


def _readable(files: Iterable[TextFile]) -> Iterator[LoadedText]:
    """The texts of files, as far as they have no errors."""
    for file in files:
        rules, diagnostics = load_rules(file)
        if rules is not None and not has_errors(diagnostics):
            yield LoadedText(rules, read_source(file))
