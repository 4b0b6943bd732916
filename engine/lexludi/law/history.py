"""The history of a work: its first text, the instruments that amend it, and its text on a date.

A work stands in one folder, the instruments that amend it in the folder `amendments`
below. A text that is published anew as a whole begins the history again.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date
from functools import cached_property, lru_cache
from itertools import chain, groupby
from pathlib import Path

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error, has_errors
from lexludi.base.errors import InvalidRegulation, UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.base.overlay import stamp_of
from lexludi.base.source import NOWHERE, Source, Span
from lexludi.language.builder import build
from lexludi.language.glossary import Glossary, usable_glossary
from lexludi.language.nodes import Comment, Construct, Date, Document, Provision, Sentence, Text
from lexludi.language.phrases import LANGUAGES, phrase_table
from lexludi.language.printer import print_document
from lexludi.law.amendments import (
    AmendingText,
    Citation,
    Instrument,
    Modification,
    awaited,
    brought_by,
    commencements,
    header_place,
    moved_between,
    number_of,
    other_work,
    problem,
    quoted_by,
    read_amending,
    twice,
)
from lexludi.law.consolidation import GOING, Consolidation
from lexludi.law.correcting import corrected_body, is_as_published
from lexludi.law.ellipsis import is_sign
from lexludi.law.files import AMENDMENTS, TextFile, folder_of, name_on_shelf, read_file, stamps_of, texts_of, told_of
from lexludi.law.links import cited_in, repeals_of_targets
from lexludi.law.republication import differences
from lexludi.law.source_notes import Origins, Repealed, SourceNote
from lexludi.rules.header import metadata_of
from lexludi.rules.instruments import rectifies_nothing
from lexludi.rules.model import Copy, Knowledge, Metadata, under

_AMENDED = {
    Knowledge.FULL: "amended",
    Knowledge.PART: "amended_in_part",
    Knowledge.UNKNOWN: "amended_unknown",
    Knowledge.DELEGATION: "amended_delegating",
}
_IN_FORCE = frozenset({"in_force_on", "wording_from", "in_force_after", "in_force_assumed"})
_KEPT = 64

Stamps = tuple[tuple[Path, int], ...]
# The day of publication, then year, number and id.
_Publication = tuple[date, int, int, str]
_FIRST: _Publication = (date.min, 0, 0, "")


@dataclass(frozen=True)
class Base:
    """A text that was published as a whole: its version, from when it is in force, and its files by language."""

    version: str
    since: date
    files: Mapping[str, TextFile]

    @property
    def document(self) -> Document | None:
        """Its tree in the first language, if it can be read."""
        return read_base(next(iter(self.files.values())))[1]

    @property
    def header(self) -> Metadata:
        """Its header in the first language, as far as it can be read."""
        return header_of(next(iter(self.files.values())))

    @property
    def is_republished(self) -> bool:
        """True if it is an earlier text with its amendments, published anew."""
        return self.header.is_republished


@dataclass(frozen=True)
class History:
    """A work over time: `instruments` in the order of their entry into force."""

    work: str
    folder: Path
    bases: tuple[Base, ...]
    instruments: tuple[Instrument, ...]
    stamps: Stamps = field(default=(), repr=False)

    @cached_property
    def dates(self) -> tuple[date, ...]:
        """The days from which the text is another, the first included."""
        first = self.bases[0].since
        # What holds for a time makes two texts: from its first day, and from the day after its last.
        changes = {m.in_force for i in self.instruments for m in i.modifications}
        entries = {day for i in self.instruments for day in i.entries()}
        held = chain((m for i in self.instruments for m in i.modifications), *map(self.awaited, self.bases))
        ends = {day for m in held for day in m.days[1:] if day > first and not self._is_repealed_before(day)}
        return tuple(sorted({b.since for b in self.bases} | ends | {d for d in changes | entries if d > first}))

    def _is_repealed_before(self, day: date) -> bool:
        """True of a text repealed from an earlier day: as it stood last, nothing in it ends or begins by itself."""
        repeal = self.repeal_on(day)
        return repeal is not None and repeal[1].in_force < day

    def languages_of(self, instrument: Instrument) -> tuple[str, ...]:
        """The languages in which an instrument is there, also those in which it was not read."""
        return tuple(f.language for f in texts_of(self.folder / AMENDMENTS) if f.version == instrument.id)

    def languages_without(self, instrument: Instrument) -> tuple[str, ...]:
        """The languages of the text that an instrument amends in which it is not there, nor the text as amended.

        One that puts right how another was published in its own languages is not wanted in others.
        """
        bases = [b for b in self.bases if instrument.listed is None or b.since <= instrument.listed] or self.bases[:1]
        is_of_its_own = any(text.metadata.rectifies_own for text in instrument.texts.values())
        there = self.languages_of(instrument)
        return () if is_of_its_own else tuple(code for code in bases[-1].files if code not in there)

    def repeal_on(self, day: date) -> tuple[Instrument, Modification] | None:
        """The instrument that has repealed the text on a day, and its clause that did; none if published anew since."""
        repeals = (
            (i, m) for i, entry in self.applied(day) for m in i.modifications if m.ends_work and m.in_force == entry
        )
        return next(repeals, None)

    def awaited(self, base: Base) -> tuple[Modification, ...]:
        """The provisions of a text published as a whole that enter into force later than the text.

        Of one published anew they are those of the earlier text, from which their days are reckoned.
        """
        is_first = base is self.bases_on(base.since)[0]
        return tuple(awaited(base.document, base.since)) if is_first and base.document is not None else ()

    def awaited_on(self, day: date) -> tuple[Modification, ...]:
        """The provisions of the text on a day that are not yet in force then (`awaited`)."""
        return tuple(m for m in self.awaited(self.bases_on(day)[0]) if m.holds_on(day))

    @property
    def is_amended(self) -> bool:
        """True if any instrument amends the work."""
        return bool(self.instruments)

    def base_on(self, day: date) -> Base:
        """The text published as a whole that the text on a day goes back to.

        Raises:
            UnknownWork: the work had no text on that day.
        """
        earlier = [b for b in self.bases if b.since <= day]
        if not earlier:
            raise UnknownWork("not-in-force", name=self.work, on=day, since=self.bases[0].version)
        return earlier[-1]

    def bases_on(self, day: date) -> tuple[Base, ...]:
        """The chain of republications behind the text on a day: a first, then each that publishes the last anew.

        Raises:
            UnknownWork: the work had no text on that day.
        """
        base = self.base_on(day)
        # Back along texts published anew, to one that was published for the first time.
        before = self.before(base)
        return (*(before.bases_on(base.since) if before.bases and base.is_republished else ()), base)

    def before(self, base: Base) -> "History":
        """The history as it would be without a text published as a whole, and those after it."""
        return replace(self, bases=tuple(b for b in self.bases if b.since < base.since))

    def base_of(self, file: TextFile) -> Base:
        """The text published as a whole of which a file is one language."""
        return next(b for b in self.bases if file.path in {f.path for f in b.files.values()})

    def of(self, file: TextFile) -> "History":
        """The history of a file; where its name is no day, other texts in the folder are no part of it.

        As it stands in the file nothing amends such a text; its day is that of its header, if there is one.
        """
        base = self.base_of(file)
        if base.since > date.min:
            return self
        if file.is_consolidated:
            return replace(self, bases=(base,))
        return replace(self, bases=(replace(base, since=header_of(file).in_force or date.min),), instruments=())

    def date_on(self, day: date) -> date:
        """The day from which the text stands as it stood on a day.

        Raises:
            UnknownWork: the work had no text on that day.
        """
        self.base_on(day)
        # Never empty: the first text is among the days, and was there by then.
        return [d for d in self.dates if d <= day][-1]

    def applied(self, day: date, language: str = "", *, with_ended: bool = False) -> Iterator[tuple[Instrument, date]]:
        """The instruments in force on a day that the text published before it does not contain, with their days.

        They come in the order in which they apply; a rectification directly after what it rectifies. Of a
        text in a language, without those that rectify texts in others alone. A text published anew
        does not contain what holds for a time; `with_ended` are there those too of which no more than that is left.
        """
        first, *anew = self.bases_on(day)
        turns = [
            (entry, *self._turn(instrument), instrument)
            for instrument in self.instruments
            if not language or instrument.concerns(language)
            for entry in instrument.entries(None if with_ended else day)
            # Older ones than the very first text are in, so that they can be told as too early.
            if entry <= day and (first is self.bases[0] or entry > first.since)
            if not anew
            or entry > anew[-1].since
            or any(m.is_temporary for m in instrument.text().changes_from(entry, day))
        ]
        for entry, *_, instrument in sorted(turns, key=lambda item: item[:-1]):
            yield instrument, entry

    def _turn(self, instrument: Instrument) -> tuple[_Publication, bool, _Publication]:
        """The turn of an instrument among those that change the text on one day, whenever each entered into force."""
        publication = _publication(instrument)
        if not instrument.is_rectification:
            return publication, False, publication
        # It speaks of the numbers in the instrument rectified, before another of the same day can change them. The
        # first text comes before all instruments.
        rectified = next(m.rectifies for m in instrument.modifications)
        of = next((_publication(other) for other in self.instruments if other.id == rectified), _FIRST)
        return of, True, publication

    def ground_of(self, day: date | None, language: str = "") -> str:
        """The ground on which a day that changes the text is presumed; empty where one instrument is known to do so."""
        entering = [i for i in self.instruments if day in (i.in_force, *i.entries())]
        grounds = [i.ground_of(day, language) for i in entering]
        return grounds[0] if grounds and all(grounds) else ""

    def retroactive_from(self, day: date) -> date | None:
        """The last publication of what changes the text from a day, where that came later; not of a rectification."""
        published = [
            i.published
            for i in self.instruments
            if i.published
            and day < i.published
            and any(m.in_force == day and m.op != "misprint" for m in i.modifications)
        ]
        return max(published, default=None)

    def amended_by(self, day: date, language: str) -> tuple[Instrument, ...]:
        """The instruments whose changes the text on a day, in a language, contains; also as published anew."""
        *earlier, base = self.bases_on(day)
        before = self.before(base).amended_by(base.since, language) if earlier else ()
        # What holds for a time is not published anew.
        kept = (i for i in before if not i.knowledge.is_whole or not all(m.is_temporary for m in i.modifications))
        return tuple(dict.fromkeys((*kept, *(i for i, _ in self.applied(day, language)))))

    def not_wholly_known(self, day: date) -> tuple[Instrument, ...]:
        """Those of them of which the content is not known, or only in part; none that is in a text published anew."""
        return tuple(dict.fromkeys(i for i, _ in self.applied(day) if not i.knowledge.is_whole))

    def numbers(self, instruments: Iterable[Instrument], language: str) -> tuple[str, ...]:
        """The numbers of instruments, for a list; the name of one whose number another of the history has too."""
        count = Counter(i.number for i in self.instruments)
        return tuple(i.number if count[i.number] == 1 else i.name(language) for i in instruments)

    def moved(self, m: Modification, instrument: Instrument, language: str) -> Diagnostic | None:
        """The diagnostic of a change that names a number of another provision than its instrument speaks of.

        It speaks of the numbers of the day of its entry into force, before its own changes; the words that it
        quotes cite by those after them. A change from another day, or after one with effect from before, may find
        other provisions there.
        """
        if m.op == "misprint" or instrument.in_force is None:
            return None
        turn = _publication(instrument)
        spoken, applied = (_entry(m, instrument), turn), (m.in_force, turn)
        changes = instrument.text(language).changes_from(m.in_force, m.in_force)
        brought = {eid for change in changes for eid in (*brought_by(change), change.to) if eid}
        named = _named(m)
        cited = [*named, *(eid for eid in cited_in(m) if not any(under(eid, other) for other in brought))]
        others = ((i, o) for i in self.instruments for o in i.text(language).modifications if o.op in GOING)
        for i, o in others:
            entry = _entry(o, i)
            # All of an instrument may speak of the numbers before its own changes, or of those of its day.
            is_known = i.id != instrument.id and (max(o.in_force, entry), _publication(i)) < spoken
            is_made = (o.in_force, _publication(i)) < applied
            numbers = named if i.id == instrument.id else cited
            number = next((n for n in numbers if _takes(o, n)), "")
            if number and is_known is not is_made:
                is_late = o.in_force < entry and spoken < (entry, _publication(i))
                return twice(o, m) if is_late else moved_between(m, o, number)
        return None

    def changed_since(self, m: Modification, instrument: Instrument, language: str) -> Modification | None:
        """The change that another, in force first, makes after the day from which one has effect, to the same."""
        if m.op == "misprint" or m.is_temporary or instrument.in_force is None:
            return None
        touched, entry = _touched(m), _entry(m, instrument)
        others = (
            o
            for i in self.instruments
            if i.id != instrument.id
            for o in i.text(language).modifications
            if not o.is_temporary and _entry(o, i) <= entry
        )
        since = (o for o in others if m.in_force < o.in_force <= entry)
        return next((o for o in since if any(under(a, b) or under(b, a) for a in touched for b in _touched(o))), None)

    def is_there_in(self, language: str, day: date) -> bool:
        """True if the text on a day is there in a language, with all that it goes back to."""
        texts = (*(b.files for b in self.bases_on(day)), *(i.texts for i in self.amended_by(day, language)))
        return all(language in files for files in texts)

    def put_right(self, identity: str) -> dict[tuple[str, Span], Provision]:
        """The provisions that an instrument quotes, by language and place, with the words that others put right."""
        corrected: dict[tuple[str, Span], Provision] = {}
        instrument = self.instrument(identity)
        for language, text in instrument.texts.items() if instrument else ():
            others = (i.texts[language] for i in self.instruments if language in i.texts)
            misprints = [m for other in others for m in other.modifications if m.rectifies == identity]
            for change, (eid, quoted) in ((m, q) for m in text.modifications for q in quoted_by(m)):
                body = quoted.body
                # A rectification has the days of the words that it puts right.
                pairs = (p for m in misprints if m.days == change.days for at, p in _all_misprinted(m) if at == eid)
                for wrong, right in pairs:
                    right_body = corrected_body(body, wrong, right)
                    # What does not fit is told of the text amended.
                    body = body if right_body is None else right_body
                if body != quoted.body:
                    corrected[language, quoted.span] = replace(quoted, body=body)
        return corrected

    def instrument(self, identity: str) -> Instrument | None:
        """The instrument of an id, or number."""
        return next((i for i in self.instruments if identity in (i.id, i.number)), None)

    def name_of(self, identity: str, language: str) -> str:
        """The name in a language of the instrument of an id; the id itself, where there is none of it."""
        instrument = self.instrument(identity)
        return instrument.name(language) if instrument else identity

    def file_on(self, day: date, language: str) -> TextFile:
        """The text on a day in a language, as a file or consolidated from several.

        Raises:
            UnknownWork: no text on that day, or not in that language.
        """
        since, base = self.date_on(day), self.base_on(day)
        file = base.files.get(language) if language else next(iter(base.files.values()))
        if file is None:
            raise UnknownWork("no-text-in-language", name=self.work, language=language)
        # Of a text that was never in force as it stands in its file, each day has a text of its own; so has one that
        # does so again, after what has ended.
        held = self.awaited_on(base.since) or any(True for _ in self.applied(base.since, file.language))
        if not held and not any(True for _ in self.applied(since, file.language, with_ended=since > base.since)):
            return file
        return TextFile(file.path, since.isoformat(), file.language, is_rectified=since == base.since)


def _entry(m: Modification, instrument: Instrument) -> date:
    """The day of entry into force of what makes a change: of the instrument, or of a part of it before that.

    One with effect from another day enters into force with the instrument.
    """
    if instrument.in_force is None:
        return m.in_force
    return instrument.in_force if m.is_retroactive else min(m.said_from or m.in_force, instrument.in_force)


def _named(m: Modification) -> list[str]:
    """The numbers by which a modification finds what it changes, its place, and what it leaves as it was."""
    kept = [eid for eid, p in quoted_by(m) if is_sign(p.title) or any(is_sign(w.text) for w in p.words())]
    return [eid for eid in (m.target, m.to.rpartition("__")[0], *kept) if eid]


def _takes(m: Modification, number: str) -> bool:
    """True of a change by which a number comes to another provision, or to none."""
    # An article whose words become its first number stays the same article.
    is_moved_down = under(m.to, m.target) and number == m.target
    return (under(number, m.target) and not is_moved_down) or (bool(m.to) and under(number, m.to))


def _touched(m: Modification) -> set[str]:
    """The provisions that a modification changes, brings, or moves to, by their numbers."""
    return {*brought_by(m)} if m.op in ("insert", "append", "append_whole") else {m.target, m.to} - {""}


@dataclass(frozen=True)
class TextOnDate:
    """The text of a work in one language as it stood on a day: its tree, and for each eId where its words come from.

    `rectified` has the eIds of that day of what was put right, by the instrument and the eId that it cites; `placed`
    those of what was brought or renumbered, by instrument, day, kind of modification and the eId that it says. `lost`
    has the repeals of what references speak of, by the source and the place of these. By `origins` its provisions are
    found in the text of another day.
    """

    history: History = field(repr=False)
    file: TextFile
    since: date
    document: Document = field(repr=False)
    notes: Mapping[str, SourceNote] = field(repr=False)
    repealed: tuple[Repealed, ...]
    diagnostics: tuple[Diagnostic, ...] = field(repr=False)
    rectified: Mapping[tuple[str, str], str] = field(default_factory=dict, repr=False)
    placed: Mapping[tuple[str, date, str, str], str] = field(default_factory=dict, repr=False)
    lost: Mapping[tuple[str, Span], Label] = field(default_factory=dict, repr=False)
    origins: Origins = field(default_factory=Origins, repr=False)

    @property
    def language(self) -> str:
        """The language of the text."""
        return self.file.language

    @property
    def day(self) -> date | None:
        """The day from which the text stands; nothing where neither the name of the file nor the header has one."""
        return self.since if self.since > date.min else None

    @property
    def instruments(self) -> tuple[Instrument, ...]:
        """The instruments whose changes the text contains."""
        return self.history.amended_by(self.since, self.language)

    @property
    def not_wholly_known(self) -> tuple[Instrument, ...]:
        """Those of them of which the content is not known, or only in part."""
        return self.history.not_wholly_known(self.since)

    @cached_property
    def provisions(self) -> Mapping[str, Provision]:
        """The provisions, by eId."""
        return {provision.eid: provision for provision in self.document.all()}

    @cached_property
    def glossary(self) -> Glossary:
        """The glossary of the text."""
        return usable_glossary(self.file.path)

    @cached_property
    def source(self) -> Source:
        """The text as a file would hold it."""
        if not self.file.is_consolidated:
            return read_file(self.file.path, self.language)
        return Source(told_of(self.file), self.language, print_document(self.document, self.glossary))


def load_history(work: str, languages: tuple[str, ...] = LANGUAGES) -> History:
    """The history of a work on the shelf, or in a folder, with its instruments in some languages.

    Raises:
        UnknownWork: no such work.
    """
    return history_of(folder_of(work), languages)


def history_of(folder: Path, languages: tuple[str, ...] = LANGUAGES) -> History:
    """The history of the work in a folder.

    Raises:
        UnknownWork: there is no text in it.
    """
    return _read(folder, stamps_of(folder), languages)


# The stamps are part of the key: a file that is edited while a site is served is read again.
@lru_cache(_KEPT)
def _read(folder: Path, stamps: Stamps, languages: tuple[str, ...]) -> History:
    work = name_on_shelf(folder) or str(folder)
    bases = tuple(sorted(_bases(folder), key=lambda base: base.since))
    if not bases:
        raise UnknownWork("unknown-work", name=work, known=())
    # `texts_of` sorts by version; `groupby` relies on it.
    by_id = groupby(texts_of(folder / AMENDMENTS), key=lambda file: file.version)
    read = [Instrument(i, _texts(i, list(files), languages)) for i, files in by_id]
    # The day of a rectification is that of what it rectifies, so all instruments are read before any is dated.
    instruments = [_dated(instrument, read, bases[0]) for instrument in read]
    # An instrument without a day comes last; texts that it could concern are refused (`misplaced`).
    instruments.sort(key=lambda i: (i.listed or date.max, _publication(i)))
    return History(work, folder, bases, tuple(instruments), stamps)


def _dated(instrument: Instrument, read: list[Instrument], first: Base) -> Instrument:
    """An instrument with the days of its rectifications: what they rectify is so from when that is in force."""

    def dated(text: AmendingText) -> AmendingText:
        if not any(m.op == "misprint" for m in text.modifications):
            return text
        name, language = text.metadata.rectifies, text.source.language
        named = (i for i in read if name in (i.id, i.number, i.name(language)))
        # Of instruments that were not read in the language of the rectification only the number is the same there; one
        # that alone has it is named by it in any language.
        numbered = [i for i in read if i is not instrument and i.number == number_of(name, "")]
        unread = (i for i in numbered if language not in i.texts)
        of = next(chain(named, unread, numbered if len(numbered) == 1 else ()), None) if name else None
        if name and (of is None or of.in_force is None):
            place = (
                header_place(text.document, "rectifies", text.source) if text.document else Label(text.source, NOWHERE)
            )
            of_first = {number_of(header_of(file).instrument, "") for file in first.files.values()} - {""}
            problem = rectifies_nothing(place, is_first=of is None and number_of(name, "") in of_first)
            return replace(text, diagnostics=(*text.diagnostics, problem), modifications=())
        # One for each day from which the misprinted words hold: they may have come into force on several.
        named_id = of.id if of else ""
        changes = (
            replace(m, in_force=day, until=until, rectifies=named_id) if m.op == "misprint" else m
            for m in text.modifications
            for day, until in (
                _rectified(m, of, first.since, language) if m.op == "misprint" else [(m.in_force, m.until)]
            )
        )
        return replace(text, modifications=tuple(changes))

    return replace(instrument, texts={language: dated(text) for language, text in instrument.texts.items()})


def _rectified(
    misprint: Modification, of: Instrument | None, first: date, language: str
) -> list[tuple[date, date | None]]:
    """The days, the last only of a derogation, of the words that a misprint stands in: the first text's, if of none."""
    if of is None:
        return [(first, None)]
    changes = of.text(language).modifications
    bringing = [m for m in changes if any(under(misprint.target, at) for at in brought_by(m))]
    # An instrument may bring a provision on several days, or what stands above it, and have misprinted it only once.
    published = [m for m in bringing if _is_misprinted_in(misprint, m)]
    days = dict.fromkeys((m.in_force, m.until) for m in published or bringing)
    # Days of words that no modification brings by number: those of the instrument as a whole.
    return list(days) or [(of.text().since or first, None)]


def _is_misprinted_in(misprint: Modification, change: Modification) -> bool:
    quoted = [provision for eid, provision in quoted_by(change) if eid == misprint.target]
    both = zip(misprint.brought, misprint.corrected, strict=False)  # what does not fit is told where it is applied
    return any(is_as_published(provision, wrong, right) for wrong, right in both for provision in quoted)


def misprints_nowhere(history: History, identity: str, language: str) -> Iterator[Diagnostic]:
    """Words that an instrument rectifies otherwise than another brings them, where no text in a language has either.

    Of what a further instrument rectifies as well it is not known how it read between.
    """
    texts = {i.id: i.texts[language] for i in history.instruments if language in i.texts}
    told: set[Span] = set()
    for m in texts[identity].modifications:
        of = texts.get(m.rectifies)
        misprints = (o for other, text in texts.items() if other != identity for o in text.modifications)
        is_again = any(o.rectifies == m.rectifies and _touched(o) & _touched(m) for o in misprints)
        # Where there is such a text it is told there.
        is_shown = any(history.is_there_in(language, day) for day in history.dates if day >= m.in_force)
        if of is None or of.document is None or m.op != "misprint" or is_again or is_shown or m.span in told:
            continue
        quoted = {eid: p for c in of.modifications if c.days == m.days for eid, p in quoted_by(c)}
        if not all(eid in quoted and is_as_published(quoted[eid], *pair) for eid, pair in _all_misprinted(m)):
            told.add(m.span)
            provision = quoted.get(m.target)
            place = Label(of.source, provision.span) if provision else header_place(of.document, "work", of.source)
            yield problem("misprint-not-found", m, place, "provision", target=Citation(m.target))


def _all_misprinted(misprint: Modification) -> Iterator[tuple[str, tuple[Provision, Provision]]]:
    """The provisions that a rectification quotes and as they must read, by eId."""
    for top, correct in zip(misprint.brought, misprint.corrected, strict=False):
        for wrong, right in zip(top.all(), correct.all(), strict=False):
            yield misprint.target + wrong.eid.removeprefix(top.eid), (wrong, right)


def _bases(folder: Path) -> Iterator[Base]:
    for version, files in groupby(texts_of(folder), key=lambda file: file.version):
        by_language = {file.language: file for file in files}
        first = next(iter(by_language.values()))
        # A text whose version is no date stands on every day.
        yield Base(version, first.date or date.min, by_language)


def _texts(identity: str, files: list[TextFile], languages: tuple[str, ...]) -> Mapping[str, AmendingText]:
    # At least one text of each instrument, for its dates and its number.
    wanted = [f for language in languages for f in files if f.language == language] or files[:1]
    return {f.language: _amending(f.path, stamp_of(f.path), f.language, identity) for f in wanted}


@lru_cache(4 * _KEPT)
def _amending(path: Path, stamp: int, language: str, identity: str) -> AmendingText:
    source, document, diagnostics = _built(path, stamp, language)
    return read_amending(document, identity, source, diagnostics)


@lru_cache(_KEPT)
def _built(path: Path, stamp: int, language: str) -> tuple[Source, Document | None, tuple[Diagnostic, ...]]:
    source = read_file(path, language)
    document, diagnostics = build(source)
    return source, document, tuple(diagnostics)


def built(file: TextFile) -> tuple[Source, Document | None, tuple[Diagnostic, ...]]:
    """The text of a file as it stands there, its tree if it can be read at all, and what is wrong with its form."""
    return _built(file.path, stamp_of(file.path), file.language)


def read_base(file: TextFile) -> tuple[Source, Document | None]:
    """A file that is amended by others, and its tree, if it can be read."""
    source, document, _ = built(file)
    return source, document


def header_of(file: TextFile) -> Metadata:
    """The header of a file that is amended by others; empty if it cannot be read."""
    _, document = read_base(file)
    return metadata_of(document) if document is not None else Metadata()


def _publication(instrument: Instrument) -> _Publication:
    """The place of an instrument in the order of publication."""
    return instrument.published or date.min, *_year_and_number(instrument), instrument.id


def _year_and_number(instrument: Instrument) -> tuple[int, int]:
    """Year and number, by which instruments of one day follow each other: of the name, or of an id as `73-2005`."""
    match = re.fullmatch(r"(\d+)[/-](\d{4}|\d{2}(?=[/-]M))([/-]M)?", instrument.number, re.IGNORECASE)
    # Of two digits all are of one century.
    return (int(match[2]), int(match[1])) if match else (0, 0)


def wholly_known_date(history: History) -> date:
    """The day from which the most recent text stands of which every amendment is wholly known.

    It is the first day of all where an instrument that is not wholly known would be older (`too_early`).
    """
    return max((d for d in history.dates if not history.not_wholly_known(d)), default=history.dates[0])


def consolidate(history: History, on: date, language: str) -> TextOnDate:
    """The text of a work in a language as it stood at the opening of a day.

    Modifications apply in the order of their entry into force, which is not always
    that of publication. What does not fit is among the diagnostics, and left out.

    Raises:
        UnknownWork: the work had no text on that day, or none in that language.
        InvalidRegulation: the text or an instrument cannot be read.
    """
    file = history.file_on(on, language)
    # A history is no key of a cache: what it was read from is, with the times of the last changes.
    return _consolidated(history.folder, history.stamps, history.date_on(on), file)


def text_in(file: TextFile) -> TextOnDate:
    """The text that a file holds, or that is consolidated under its name; one whose name is no day as it stands.

    Raises:
        UnknownWork, InvalidRegulation: as `consolidate` does.
    """
    history = history_of(file.path.parent, (file.language,)).of(file)
    return consolidate(history, file.date or history.bases[0].since, file.language)


def named_in(expression: TextOnDate, language: str) -> TextOnDate:
    """The text with a history that names instruments in a language, where they are there in it; else in its own."""
    if language == expression.language:
        return expression
    history = history_of(expression.history.folder, (expression.language, language))
    return replace(expression, history=history.of(expression.file))


def sound_text_in(file: TextFile) -> TextOnDate:
    """The same.

    Raises:
        UnknownWork, InvalidRegulation: as `consolidate` does, or the text has errors.
    """
    expression = text_in(file)
    if has_errors(expression.diagnostics):
        raise InvalidRegulation(told_of(file), list(expression.diagnostics))
    return expression


@lru_cache(_KEPT)
def _consolidated(folder: Path, stamps: Stamps, since: date, file: TextFile) -> TextOnDate:
    history = _read(folder, stamps, (file.language,)).of(file)
    _, document, problems = _built(file.path, stamp_of(file.path), file.language)
    diagnostics = list(problems)
    if document is None:
        raise InvalidRegulation(told_of(file), diagnostics)
    work = _applied(history, since, file.language, diagnostics)
    # After the last instrument: what one leaves without a provision, the next may provide for.
    work.tell_lost()
    work.hold_for_now(since)
    header = _header(document, history, since, file.language) if file.is_consolidated else document.header
    return TextOnDate(
        history,
        file,
        since,
        work.result(header) if file.is_consolidated else document,
        work.notes(),
        tuple(work.repealed),
        (*diagnostics, *work.diagnostics),
        work.rectified_at(),
        work.placed_at(),
        repeals_of_targets(work.root, work.gone, work.source),
        work.origins(),
    )


def _applied(history: History, on: date, language: str, diagnostics: list[Diagnostic]) -> Consolidation:
    """The text on a day with all that has amended it, but for what holds for a time, which is remembered.

    What is wrong with the instruments goes to the diagnostics.

    Raises:
        UnknownWork, InvalidRegulation: a text that it goes back to is not there in that language, or cannot be read.
    """
    bases = history.bases_on(on)
    *earlier, base = bases
    if language not in base.files:
        raise UnknownWork("no-text-in-language", name=history.work, language=language)
    source, document = read_base(base.files[language])
    if document is None:
        raise InvalidRegulation(base.files[language].path.name, [])
    # Days that provisions have of their own are reckoned from the text that was published first.
    _, first = read_base(bases[0].files.get(language, base.files[language]))
    header = metadata_of(first or document)
    published = {i.id: i.published for i in history.instruments if i.published}
    work = Consolidation(document, None if base.since == date.min else base.since, source, header, published)
    applied = list(history.applied(on, language))
    if repeal := history.repeal_on(on):
        ending = (m for m in repeal[0].text(language).modifications if m.ends_work and m.in_force == repeal[1].in_force)
        work.ended = next(ending, None)
    if not earlier:
        work.have_wait(history.awaited(base))
    else:
        # What outlasts the republication cannot be had without the earlier text; where words come from is told without.
        holds = history.awaited_on(base.since) or any(day <= base.since for _, day in applied)
        before = history.before(base)
        is_there = holds or before.is_there_in(language, base.since)
        text_before = _applied(before, base.since, language, diagnostics if holds else []) if is_there else None
        work.trace_back(text_before, base.since)
        if holds and text_before is not None:
            work.hold_on(text_before)
    for instrument, day in history.applied(on, language, with_ended=True):
        if earlier and day <= base.since:
            continue  # what holds on for a time; the rest is in the text that was published anew
        if language in instrument.texts:
            work.remember(instrument.text(language).ended(day, on))
        if (instrument, day) not in applied:
            continue
        text = _text_in(instrument, language, diagnostics, history)
        # An instrument that changes the text on several days comes several times.
        if (problem := other_work(text, document, source)) and problem not in diagnostics:
            diagnostics.append(problem)
        changes = text.changes_from(day, on)
        moved = [d for m in changes if (d := history.moved(m, instrument, language))]
        since = [twice(m, o) for m in changes if (o := history.changed_since(m, instrument, language))]
        # Of two changes that do not agree each may tell.
        diagnostics.extend(d for d in (*moved, *since) if d not in diagnostics)
        work.apply(instrument, language, changes)
    return work


def _text_in(instrument: Instrument, language: str, so_far: list[Diagnostic], history: History) -> AmendingText:
    text = instrument.texts.get(language)
    if text is None:
        raise UnknownWork("no-text-in-language", name=f"{history.work} ({instrument.number})", language=language)
    if text.document is None or has_errors(text.diagnostics):
        raise InvalidRegulation(text.source.name, [*so_far, *text.diagnostics])
    so_far.extend(d for d in text.diagnostics if d not in so_far)
    return text


def _header(document: Document, history: History, since: date, language: str) -> tuple[Comment | Sentence, ...]:
    """The header with the day from which the text stands so, and the instruments that brought it there."""
    entry = Sentence(Construct("wording_from", (Date(since),)))
    uncompared = phrase_table(language).marks.semicolon.join(dict.fromkeys(_uncompared(history, since, language)))
    amended = [
        sentence
        for i, day in history.applied(since, language)
        # What rectifies a text without a day of its own has no day that a sentence could say.
        if day > date.min and not _only_repeals(i, day)
        for sentence in _by(i, day, language)
    ]
    if repeal := history.repeal_on(since):
        instrument, m = repeal
        amended.append(Sentence(Construct("repealed", (Date(m.in_force), Text(instrument.name(language))))))
    if since == date.min:  # a text without a day of its own, rectified
        return (*(_as_consolidated(item, uncompared) for item in document.header), *amended)
    # The day of this wording takes the place of the first sentence on entry into force; the others go.
    places = [i for i, item in enumerate(document.header) if _says_in_force(item)]
    kept = tuple(_as_consolidated(item, uncompared) for item in document.header if not _says_in_force(item))
    at = places[0] if places else len(kept)
    return (*kept[:at], entry, *amended, *kept[at:])


def _by(instrument: Instrument, day: date, language: str) -> Iterator[Sentence]:
    """The sentences on an instrument that has amended the text from a day; a day that is presumed, with its ground."""
    yield Sentence(Construct(_AMENDED[instrument.knowledge], (Date(day), Text(instrument.name(language)))))
    if ground := instrument.ground_of(day, language):
        yield Sentence(Construct("presumed", (Date(day), Text(ground))))


def _only_repeals(instrument: Instrument, day: date) -> bool:
    """True if all that an instrument does on a day is to repeal the whole work."""
    changes = [m for m in instrument.modifications if m.in_force == day]
    return bool(changes) and all(m.ends_work for m in changes)


def _uncompared(history: History, since: date, language: str) -> Iterator[str]:
    """The instruments by name whose words, which are in the text on a day, were not compared with the gazette."""
    for instrument, day in history.applied(since, language):
        text = instrument.texts.get(language)
        if text is None or text.document is None or _only_repeals(instrument, day):
            continue
        if metadata_of(text.document).copy_state is not Copy.COMPARED:
            yield instrument.name(language)


def _as_consolidated(item: Comment | Sentence, uncompared: str) -> Comment | Sentence:
    """The sentence as a consolidated text has it: not authentic, and compared with the gazette if all its words are."""
    match item:
        case Sentence(Construct("authentic")):
            return Sentence(Construct("consolidated", ()))
        case Sentence(Construct("collated")) if uncompared:
            return Sentence(Construct("uncollated", (Text(uncompared),)))
        case _:
            return item


def _says_in_force(item: Comment | Sentence) -> bool:
    return isinstance(item, Sentence) and item.statement.op in _IN_FORCE


def misplaced(history: History, on: date, language: str) -> list[Diagnostic]:
    """The diagnostics that leave the text on a day uncertain: instruments undated, or older than the first text."""
    first = history.bases[0].since
    texts = (i.text(language) for i in history.instruments if i.in_force is None and on > first)
    undated = [d for text in texts for d in text.diagnostics if has_errors([d])]
    bases = (b for b in history.bases[1:] if b.since <= on and language in b.files)
    republished = (d for base in bases for d in republication_differs(history, base, language))
    return [*undated, *too_early(history, language), *republished]


def too_early(history: History, language: str) -> list[Diagnostic]:
    """Modifications that would be older than the first text, or as old: no text would show them.

    They may be among those that are not known of an instrument as old as that.
    """
    first = history.bases[0]
    if language not in first.files or not any(True for _ in history.applied(first.since, language)):
        return []
    diagnostics = consolidate(history, first.since, language).diagnostics
    return [*(d for d in diagnostics if d.code == "modification-too-early"), *unknown_too_early(history, language)]


def unknown_too_early(history: History, language: str) -> list[Diagnostic]:
    """Instruments not wholly known that would be older than the first text, or as old."""
    first, diagnostics = history.bases[0], []
    if language not in first.files:
        return []
    source, base = read_base(first.files[language])
    for instrument in history.instruments:
        text, day = instrument.text(language), instrument.text().since
        is_older = day is not None and day <= first.since and not instrument.knowledge.is_whole
        # Of what is known of it, the modifications themselves are told, where they still hold on that day.
        is_told = any(date.min < m.in_force and m.holds_on(first.since) for m in text.modifications)
        if is_older and base is not None and text.document is not None and not is_told:
            limit = replace(_entry_place(base, source), key="caption.in-force")
            place = _effect_place(text) or _entry_place(text.document, text.source)
            places, hints = (place, limit), [Hint("modification-too-early")]
            diagnostics.append(error("modification-too-early", *places, hints=hints, day=day, limit=first.since))
    return diagnostics


def _effect_place(text: AmendingText) -> Label | None:
    """The sentence by which an instrument as a whole has effect from another day than that of its entry into force."""
    said = commencements(text.document, text.metadata) if text.document is not None else ()
    return next(
        (Label(text.source, s.span, s.eid) for s, eid, _, is_of_effect in said if is_of_effect and not eid), None
    )


def _entry_place(document: Document, source: Source) -> Label:
    """The sentence of the header on the entry into force."""
    ops = (i.statement.op for i in document.header_sentences())
    return header_place(document, next((op for op in ops if op in _IN_FORCE), ""), source)


def republication_differs(history: History, base: Base, language: str) -> list[Diagnostic]:
    """The provisions in which a text republished in full is not the earlier text with what has amended it.

    Raises:
        UnknownWork, InvalidRegulation: there is no earlier text in that language, or it cannot be consolidated.
    """
    source, document = read_base(base.files[language])
    earlier = history.before(base)
    if document is None or not metadata_of(document).is_republished or not earlier.bases:
        return []
    wrong: list[Diagnostic] = []
    amended = _applied(earlier, base.since, language, wrong)
    # What holds for a time is not in the words that are published anew.
    later = {
        i.id: i.name(language) for i in earlier.instruments if i.published is not None and i.published > base.since
    }
    return [*wrong, *amended.diagnostics, *differences(amended, document, source, later)]


def unreadable(history: History) -> list[Diagnostic]:
    """The diagnostics that keep instruments from being read, or from having a place in the history."""
    files = history.bases[0].files
    diagnostics: list[Diagnostic] = []
    for text in (t for i in history.instruments for t in i.texts.values()):
        source, document = read_base(files.get(text.source.language) or next(iter(files.values())))
        other = other_work(text, document, source) if document is not None else None
        diagnostics += [*(d for d in text.diagnostics if has_errors([d])), *([other] if other else [])]
    return diagnostics
