"""Amending instruments: what each changes in another text, and from when."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.messages import Catalogue
from lexludi.base.source import NOWHERE, Source, Span
from lexludi.language.citations import cite
from lexludi.language.nodes import Construct, Document, Provision, Reference, Sentence
from lexludi.rules.header import metadata_of
from lexludi.rules.literals import date_of
from lexludi.rules.model import Knowledge, Metadata, under
from lexludi.rules.soundness import dangling_references

MODIFICATIONS = frozenset({"substitute", "insert", "repeal", "renumber", "reworded"})


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

    `op` is `substitute`, `insert` (after `target`), `repeal`, `renumber` (as `to`), or
    `reworded`: the words changed, how is not known. `target` and `to` are eIds of the
    text amended as it was numbered before the instrument; `eid` and `span` are the
    place of the sentence in the instrument.
    """

    op: str
    target: str
    instrument: str
    in_force: date
    eid: str
    span: Span
    to: str = ""
    brought: tuple[Provision, ...] = field(default=(), repr=False)

    def label(self) -> Label:
        """The place of the sentence, for a diagnostic."""
        return Label(self.span.source or Source("", "", ""), self.span, self.eid)


@dataclass(frozen=True)
class AmendingText:
    """An amending instrument in one language; no document if it cannot be read."""

    source: Source
    document: Document | None = field(repr=False)
    metadata: Metadata
    modifications: tuple[Modification, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Instrument:
    """An amending instrument, with its text in each language that was asked for.

    What does not depend on the language is read from the first of them.
    """

    id: str
    texts: Mapping[str, AmendingText] = field(hash=False, repr=False)

    def text(self, language: str = "") -> AmendingText:
        """The text in a language, or the first that there is."""
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
    def signed(self) -> date | None:
        """The day of signature, where it is known."""
        return self.metadata.signed

    @property
    def published(self) -> date | None:
        """The day of publication, where it is known."""
        return self.metadata.published

    @property
    def in_force(self) -> date | None:
        """The day of entry into force; where that is not known, the day taken for it (`metadata.assumed` says why)."""
        return self.metadata.in_force

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

    def gazette(self, language: str) -> str:
        """The reference of its publication in the gazette, in a language."""
        return self.text(language).metadata.gazette

    def told(self, words: Catalogue) -> str:
        """The name in the language of a catalogue, for sentences."""
        return self.name(words.language)

    def to_json(self) -> str:
        """Its number, as plain data."""
        return self.number


def number_of(instrument: str, otherwise: str) -> str:
    """The number and year in the name of an instrument."""
    match = re.search(r"\d+/\d{4}", instrument)
    return match[0] if match else otherwise


def read_amending(
    document: Document | None, identity: str, source: Source, diagnostics: list[Diagnostic]
) -> AmendingText:
    """An amending text of its tree; it must say from when it is in force, and so must each of its modifications."""
    if document is None:
        return AmendingText(source, None, Metadata(), (), tuple(diagnostics))
    metadata = metadata_of(document)
    diagnostics = [*diagnostics, *dangling_references(document, source)]
    modifications: tuple[Modification, ...] = ()
    if metadata.in_force is None:
        place = _after_publication(document, source) or header_place(document, "work", source)
        diagnostics = [*diagnostics, error("amendment-without-date", place, hints=[Hint("amendment-without-date")])]
    else:
        modifications = tuple(_modifications(document, identity, metadata.in_force))
    return AmendingText(source, document, metadata, modifications, tuple(diagnostics))


def _after_publication(document: Document, source: Source) -> Label | None:
    """The sentence by which a text is in force on the day after its publication."""
    sentences = (s for p in document.all() for s in p.sentences())
    for item in (*document.header, *sentences):
        if isinstance(item, Sentence) and item.statement.op == "in_force_after":
            return Label(source, item.span, item.eid, "caption.publication-not-known")
    return None


def _modifications(document: Document, identity: str, in_force: date) -> Iterator[Modification]:
    delayed = dict(_delays(document))
    for provision in document.all():
        for sentence in provision.sentences():
            if sentence.statement.op in MODIFICATIONS:
                named = [e for e in delayed if under(provision.eid, e)]
                yield _modification(sentence, identity, delayed[max(named, key=len)] if named else in_force)


def _delays(document: Document) -> Iterator[tuple[str, date]]:
    """Provisions of the instrument with a day of entry into force of their own."""
    for provision in document.all():
        for sentence in provision.sentences():
            statement = sentence.statement
            if statement.op == "in_force_of":
                yield _eid(statement, 0), date_of(Construct("", (statement.parts[1],)))


def _modification(sentence: Sentence, identity: str, day: date) -> Modification:
    statement = sentence.statement
    to = _eid(statement, 1) if statement.op == "renumber" else ""
    target = _eid(statement, 0)
    return Modification(statement.op, target, identity, day, sentence.eid, sentence.span, to, sentence.quoted)


def _eid(statement: Construct, index: int) -> str:
    reference = statement.parts[index]
    assert isinstance(reference, Reference)
    return reference.target


def header_place(document: Document, op: str, source: Source) -> Label:
    """The sentence of the header with an operator, for a diagnostic."""
    for item in document.header:
        if isinstance(item, Sentence) and item.statement.op == op:
            return Label(source, item.span)
    return Label(source, NOWHERE)


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
