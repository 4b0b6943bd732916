"""Amending instruments: what each changes in another text, and from when."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date, timedelta
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.base.source import NOWHERE, Source, Span
from lexludi.language.citations import cite
from lexludi.language.identifiers import eid as joined
from lexludi.language.nodes import (
    Construct,
    Date,
    Document,
    Provision,
    Reference,
    ReferenceRow,
    Sentence,
    Sequence,
    Text,
    Words,
)
from lexludi.law.ellipsis import former, has_sign, is_sign, stays
from lexludi.rules.header import ENTRIES, commencement, contradictory_header, metadata_of
from lexludi.rules.instruments import MODIFICATIONS, contradictory_knowledge, sentences_out_of_place
from lexludi.rules.literals import date_of
from lexludi.rules.model import NUMBERED, Knowledge, Metadata, under
from lexludi.rules.soundness import dangling_references

# Those that hold from a day to another, and leave what they change as it was.
TEMPORARY = frozenset({"suspend", "derogate"})
# Those with words that may have signs in them.
_BRINGING = frozenset({"substitute", "insert", "append", "append_whole"})
# Those with words for a provision that is there, which may keep its own.
_KEEPING = frozenset({"substitute", "derogate"})
_AFTER_PUBLICATION = frozenset("in_force_after in_force_days in_force_of_after in_force_of_days".split())


@dataclass(frozen=True)
class Citation:
    """A provision that a diagnostic speaks of, cited as each language cites it."""

    eid: str

    def told(self, words: Catalogue) -> str:
        """The citation in a language."""
        return cite(self.eid, words.language)

    def to_json(self) -> str:
        """The eId."""
        return self.eid


@dataclass(frozen=True)
class Modification:
    """One change to another text.

    `op` is the name of the construct: `substitute`, `insert` (after `target`), `append`
    (below it), `renumber` (as `to`) …; `replaced_by` repeals the work, whose place `to`
    takes. `target` and `to` are eIds of the text amended as it was numbered before the
    instrument, empty for the whole; `eid` and `span` are the place of the sentence in the
    instrument. It applies from `in_force`, to the end of `until` where it is temporary; a
    rectification, for as long as the words that it rectifies (from `date.min`: the first text).
    `is_retroactive`: by its own words, from another day than that of its entry into force.
    `rectifies`: the id of the instrument whose words a rectification puts right; empty, the first text.
    `by_sign`: a renumbering that new words imply, as «[Anterior n.º 5]» under number 6; what
    stood at that number gives way.
    `said_from`: the day of its provision, where the sentence has days of its own.
    """

    op: str
    target: str
    instrument: str
    in_force: date
    eid: str
    span: Span
    to: str = ""
    brought: tuple[Provision, ...] = field(default=(), repr=False)
    corrected: tuple[Provision, ...] = field(default=(), repr=False)
    until: date | None = None
    is_retroactive: bool = False
    by_sign: bool = False
    rectifies: str = ""
    said_from: date | None = None

    @property
    def days(self) -> tuple[date, ...]:
        """The days from which the text is another because of it: its first, and the one after its last."""
        # `date.max` has no day after it: what holds until then has no second day.
        return (self.in_force, *([self.until + timedelta(days=1)] if self.until and self.until < date.max else []))

    @property
    def ends_work(self) -> bool:
        """True if it repeals the whole work."""
        return self.op in ("repeal_work", "replaced_by")

    @property
    def is_temporary(self) -> bool:
        """True if it holds for a time, or puts right what does; it is in no words that are published anew."""
        return self.op in TEMPORARY or self.until is not None

    def holds_on(self, day: date) -> bool:
        """True from its first day to its last."""
        return self.in_force <= day and (self.until is None or day <= self.until)

    def label(self) -> Label:
        """The place of the sentence, for a diagnostic."""
        return Label(self.span.source or Source("", "", ""), self.span, self.eid)


@dataclass(frozen=True)
class AmendingText:
    """An amending instrument in one language; no document if it cannot be read.

    `since` is the day from which it has effect as a whole, and so has what no provision gives a day of its own.
    """

    source: Source
    document: Document | None = field(repr=False)
    metadata: Metadata
    modifications: tuple[Modification, ...]
    diagnostics: tuple[Diagnostic, ...]
    since: date | None = None

    def changes_from(self, entry: date, day: date) -> list[Modification]:
        """The modifications that apply from a day, and hold on another."""
        return [m for m in self.modifications if m.in_force == entry and m.holds_on(day)]

    def ended(self, entry: date, day: date) -> list[Modification]:
        """The modifications that held for a time from a day, and hold no more on another."""
        return [m for m in self.modifications if m.op in TEMPORARY and m.in_force == entry and not m.holds_on(day)]


@dataclass(frozen=True)
class Instrument:
    """An amending instrument, with its text in each language that was asked for.

    What does not depend on the language is read from the first of them.
    """

    id: str
    texts: Mapping[str, AmendingText] = field(hash=False, repr=False)

    def text(self, language: str = "") -> AmendingText:
        """The text in a language, or the first that there is."""
        # Never empty: an instrument is read in one language at least (`law/history.py`).
        return self.texts.get(language) or next(iter(self.texts.values()))

    @property
    def metadata(self) -> Metadata:
        """The metadata of the header, in the first language."""
        return self.text().metadata

    @property
    def number(self) -> str:
        """Number and year, as in `73/2005`."""
        return number_of(self.metadata.instrument, self.id)

    @property
    def published(self) -> date | None:
        """The day of publication, where it is known."""
        return self.metadata.published

    @property
    def in_force(self) -> date | None:
        """The day of entry into force; where that is not known, the day taken for it (`metadata.assumed` says why)."""
        return self.metadata.in_force

    @property
    def listed(self) -> date | None:
        """The day under which it is listed: of its entry into force; of a rectification, of its publication."""
        return self.published if self.is_rectification else self.in_force

    @property
    def is_rectification(self) -> bool:
        """True of an instrument that corrects how another text was published, and does nothing else."""
        return bool(self.modifications) and all(m.op == "misprint" for m in self.modifications)

    def entries(self, on: date | None = None) -> set[date]:
        """The days from which it changes the text, without what has ended by a day; or it is in force.

        What is not known of it is in the text from its effect as a whole, and does not end.
        """
        days = {m.in_force for m in self.modifications if on is None or m.until is None or on <= m.until}
        since = self.text().since
        is_listed = not self.modifications or not self.knowledge.is_whole
        return days | {since} if is_listed and since is not None else days

    def concerns(self, language: str) -> bool:
        """True unless it rectifies texts in other languages alone."""
        return language in self.texts or not self.metadata.rectifies_own

    @property
    def knowledge(self) -> Knowledge:
        """The extent to which its content is known."""
        return self.metadata.knowledge

    @property
    def modifications(self) -> tuple[Modification, ...]:
        """Its modifications in the order of its text, in the first language."""
        return self.text().modifications

    def name(self, language: str) -> str:
        """The name of the instrument in a language."""
        return self.text(language).metadata.instrument or self.id

    def ground_of(self, day: date | None, language: str) -> str:
        """The ground on which a day of the instrument is presumed, in a language; empty where the day is known."""
        return self.text(language).metadata.ground_of(day)

    def told(self, words: Catalogue) -> str:
        """The name in the language of a catalogue, for sentences."""
        return self.name(words.language)

    def to_json(self) -> str:
        """Its number, as plain data."""
        return self.number


def number_of(instrument: str, otherwise: str) -> str:
    """The number and year in the name of an instrument."""
    # «Despacho … n.º 73/2005», «第73/2005號…批示»: the first number with a year.
    match = NUMBERED.search(instrument)
    return match[0] if match else otherwise


def goes_back(change: Modification, published: date | None) -> bool:
    """True of a change with effect from before the publication of its instrument; or perhaps, where that is not known.

    Effect that begins later, and a suspension or derogation with days of its own after it, do not go back.
    """
    return change.is_retroactive and (published is None or change.in_force < published)


def read_amending(
    document: Document | None, identity: str, source: Source, diagnostics: tuple[Diagnostic, ...]
) -> AmendingText:
    """An amending text of its tree; it must say from when it is in force, and so must each of its modifications.

    A rectification has no entry into force of its own: it must say when it was published.
    """
    if document is None:
        return AmendingText(source, None, Metadata(), (), diagnostics)
    metadata = metadata_of(document)
    diagnostics = (
        *diagnostics,
        *dangling_references(document, source),
        *sentences_out_of_place(document, source),
        *contradictory_header(document, source),
        *contradictory_knowledge(document, source),
    )
    sentences = [s for s in document.sentences() if s.statement.op in MODIFICATIONS]
    # One change of another kind is enough for an instrument to need a day of entry into force.
    rectifies = bool(sentences) and all(s.statement.op == "misprint" for s in sentences)
    days = _days(document, metadata, metadata.published if rectifies else metadata.in_force)
    modifications: tuple[Modification, ...] = ()
    since = metadata.in_force
    if days is None:
        place = _after_publication(document, source) or header_place(document, "work", source)
        diagnostics = (*diagnostics, error("amendment-without-date", place, hints=[Hint("amendment-without-date")]))
    else:
        made = [m for s in sentences for m in _modifications(s, identity, *_day(s.eid, days))]
        modifications = tuple(_at_freed_numbers(made))
        diagnostics = (*diagnostics, *_stray_signs(modifications))
        # A rectification has the days of what it rectifies, and none of its own.
        since = since and days[""][0]
    return AmendingText(source, document, metadata, modifications, diagnostics, since)


def awaited(document: Document, since: date) -> Iterator[Modification]:
    """The provisions of a text that enter into force later than the text itself, as waiting until the day before."""
    metadata = metadata_of(document)
    if metadata.in_force is not None:
        for sentence, eid, day, is_of_effect in commencements(document, metadata):
            if day is not None and day > since and not is_of_effect:
                until = day - timedelta(days=1)
                yield Modification("await", eid, "", since, sentence.eid, sentence.span, until=until)


def commencements(document: Document, metadata: Metadata) -> Iterator[tuple[Sentence, str, date | None, bool]]:
    """The sentences that give provisions a day of their own, or effect to the whole, under the empty eId.

    With each stand the day, if it is known, and True where it is of effect, and not of entry into force.
    """
    for sentence in document.sentences():
        statement = sentence.statement
        match statement.op:
            case op if op in ENTRIES:
                yield sentence, _eid(statement, 0), commencement(statement, metadata), False
            case "effective_of":
                yield sentence, _eid(statement, 0), date_of(statement, 1), True
            case "effective_from":
                yield sentence, "", date_of(statement), True


def _after_publication(document: Document, source: Source) -> Label | None:
    """The sentence by which a text, or a provision, is in force some days after its publication."""
    for item in document.sentences():
        if item.statement.op in _AFTER_PUBLICATION:
            return Label(source, item.span, item.eid, "caption.publication-not-known")
    return None


# Days of provisions of an instrument, the whole under the empty eId; True where effect is not from entry into force.
_Days = Mapping[str, tuple[date, bool]]


def _days(document: Document, metadata: Metadata, whole: date | None) -> _Days | None:
    """The day from which each provision with a day of its own has effect, and the whole; none if one is not known."""
    days: dict[str, tuple[date, bool]] = {}
    effects: dict[str, tuple[date, bool]] = {}
    for _, eid, day, is_of_effect in commencements(document, metadata):
        if day is None:
            return None
        (effects if is_of_effect else days)[eid] = day, is_of_effect
    # Effect comes last: for the same provision its day takes the place of that of entry into force.
    return {"": (whole, False), **days, **effects} if whole is not None else None


def _day(eid: str, days: _Days) -> tuple[date, bool]:
    """The day of a provision: that of the nearest one above, or itself, that has one."""
    # Ancestors of a provision are prefixes of its eId: the longest is the nearest, and the whole is always there.
    return days[max((e for e in days if not e or under(eid, e)), key=len)]


def _modifications(sentence: Sentence, identity: str, day: date, is_retroactive: bool) -> Iterator[Modification]:
    """The changes that a sentence makes: one of each provision that it repeals, or of each of a row."""
    statement = sentence.statement
    about = (identity, day, sentence.eid, sentence.span)
    match statement:
        case Construct("repeal", (Sequence(items=references),)):
            for reference in references:
                yield Modification("repeal", reference.target, *about, is_retroactive=is_retroactive)
        case Construct("renumber_row", (ReferenceRow() as row, ReferenceRow() as after)):
            # Rows of unequal length have a diagnostic of their own (`uneven-row`); the shorter one counts here.
            for was, now in zip(row.eids, after.eids, strict=False):
                yield Modification("renumber", was, *about, now, is_retroactive=is_retroactive)
        case _:
            modification = _modification(sentence, identity, day, is_retroactive)
            yield from _with_moves(modification) if modification.op in _BRINGING else [modification]


def _with_moves(m: Modification) -> Iterator[Modification]:
    """A change, and the renumberings that signs in the words that it brings stand for."""
    # A provision that is a sign alone, «[Anterior n.º 5]», brings no words: its renumbering is all that remains.
    kept = tuple(p for p in m.brought if not former(p, p.eid))
    if kept or not m.brought:
        yield replace(m, brought=kept)
    for eid, provision in quoted_by(m):
        if was := former(provision, eid):
            yield replace(m, op="renumber", target=was, to=eid, brought=(), by_sign=True)


def _at_freed_numbers(modifications: list[Modification]) -> Iterator[Modification]:
    """New words at a number that a sign has moved away are those of another provision, which is added there."""
    # A move below itself (the text of an article that becomes its first number) frees no number.
    freed = {m.target for m in modifications if m.by_sign and not m.to.startswith(f"{m.target}__")}
    for m in modifications:
        if m.op == "substitute" and m.target in freed:
            above = m.target.rpartition("__")[0]
            yield replace(m, op="append" if above else "append_whole", target=above)
        else:
            yield m


def _stray_signs(modifications: Iterable[Modification]) -> Iterator[Diagnostic]:
    """Tell of signs that stand for nothing: beside other words or sentences, or where none are to be kept."""
    for m in modifications:
        # What is rectified is quoted as it was printed; as it must read, no sign has a meaning.
        corrected = ((p.eid, p) for top in m.corrected for p in top.all())
        for eid, provision in corrected if m.op == "misprint" else quoted_by(m):
            is_moved = m.op in _BRINGING and former(provision, eid)
            is_kept = is_moved or (m.op in _KEEPING and stays(provision))
            words = [i for i in provision.body if isinstance(i, Words) and not is_kept]
            spans = [item.span for item in words if has_sign(item.text)]
            if has_sign(provision.title) and not (m.op in _KEEPING and is_sign(provision.title)):
                spans.append(provision.span)
            for span in spans:
                yield error(
                    "sentence-out-of-place", replace(m.label(), span=span), hints=[Hint("sentence-out-of-place.sign")]
                )


def brought_by(change: Modification) -> list[str]:
    """The eIds of what a modification brings, as numbered when it does."""
    above = change.target if change.op.startswith("append") else change.target.rpartition("__")[0]
    if change.op not in ("insert", "append", "append_whole"):
        return [change.target] if change.op in ("substitute", "derogate") else []
    # What frames a document has a fixed eId; all else is numbered below the provision that takes it in.
    return [p.eid if p.level.rank == 0 else joined(above, p.level.value[0], p.number) for p in change.brought]


def quoted_by(change: Modification) -> Iterator[tuple[str, Provision]]:
    """The provisions that a modification quotes, each with its eId once it stands in the text amended."""
    # Not strict: what does not fit is told where it is applied.
    for top, at in zip(change.brought, brought_by(change), strict=False):
        yield from ((at + provision.eid.removeprefix(top.eid), provision) for provision in top.all())


def _modification(sentence: Sentence, identity: str, day: date, is_retroactive: bool) -> Modification:
    statement = sentence.statement
    target = to = ""
    until: date | None = None
    said_from: date | None = None
    match statement.op:
        case "repeal_work" | "append_whole":
            pass
        case "replaced_by":
            (name,) = statement.parts
            to = name.value if isinstance(name, Text) else ""
        case "suspend" | "derogate":
            # Their days are said in the sentence, whatever the day from which its provision has effect.
            target, last = _eid(statement, 0), statement.parts[2]
            said_from, day = day, date_of(statement, 1)
            until = last.value if isinstance(last, Date) else None
        case "misprint":
            # It takes the day of what it rectifies once that is known (`law/history.py`).
            target, day = _eid(statement, 0), date.min
        case "renumber":
            target, to = _eid(statement, 0), _eid(statement, 1)
        case _:
            target = _eid(statement, 0)
    return Modification(
        statement.op,
        target,
        identity,
        day,
        sentence.eid,
        sentence.span,
        to,
        sentence.quoted,
        sentence.corrected,
        until,
        is_retroactive,
        said_from=said_from,
    )


def _eid(statement: Construct, index: int) -> str:
    reference = statement.parts[index]
    assert isinstance(reference, Reference)
    return reference.target


def header_place(document: Document, op: str, source: Source) -> Label:
    """The sentence of the header with an operator, for a diagnostic."""
    spans = (sentence.span for sentence in document.header_sentences() if sentence.statement.op == op)
    return Label(source, next(spans, NOWHERE))


def problem(code: str, m: Modification, place: Label, caption: str, hint: str = "", **args: Any) -> Diagnostic:
    """The diagnostic of a modification, with another place that it concerns."""
    places = (m.label(), replace(place, key=f"caption.{caption}"))
    return error(code, *places, hints=[Hint(f"{code}.{hint}" if hint else code)], **args)


def moved_between(m: Modification, other: Modification, number: str) -> Diagnostic:
    """The diagnostic of a change from another day, by a number that is another provision's on one of both days."""
    about = {"target": Citation(number)}
    return problem("modification-does-not-fit", m, other.label(), "earlier-modification", hint="moved", **about)


def twice(m: Modification, other: Modification) -> Diagnostic:
    """The diagnostic of a change with effect from before another of the same, which was in force first."""
    about = {"target": Citation(m.target or brought_by(m)[0]), "day": other.in_force}
    return problem("changed-twice", m, other.label(), "earlier-modification", hint="since", **about)


def other_work(text: AmendingText, base: Document, source: Source) -> Diagnostic | None:
    """The diagnostic of an instrument that amends another work than that of its folder, if it does."""
    work = metadata_of(base).work
    if text.document is None or not work or text.metadata.amends == work:
        return None
    return error(
        "amends-another-work",
        header_place(text.document, "amends", text.source),
        replace(header_place(base, "work", source), key="caption.amended-work"),
        hints=[Hint("amends-another-work")],
        amends=text.metadata.amends,
        work=work,
    )
