"""Akoma Ntoso 3.0: the text of a work on a day, or an amending instrument, as a document of that standard.

eIds are ours throughout, so that the preamble, the numbers of the instrument, its
closing and its annex are containers of the body. What the standard has no place for
(formal sentences, the kind of each modification) stands in a namespace of our own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from lexludi.base.errors import LexludiError
from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS
from lexludi.exchange.akn_history import (
    US,
    LifecycleEvent,
    active_modifications,
    event_element,
    history_data,
    identifier_of,
)
from lexludi.exchange.markup import Element, as_xml, element
from lexludi.language.glossary import FILE_NAME, Glossary, usable_glossary
from lexludi.language.identifiers import FRBR_LANGUAGES
from lexludi.language.nodes import Document, Level, Mark, Provision, Sentence, Words
from lexludi.language.printer import own_printer
from lexludi.law.amendments import Instrument, Modification, number_of
from lexludi.law.chronicle import own_note
from lexludi.law.history import History, TextOnDate, header_of
from lexludi.rules import uris
from lexludi.rules.header import ABOUT_ITSELF, metadata_of
from lexludi.rules.model import Metadata, Standing

NAMESPACE = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
OWN_NAMESPACE = "urn:lexludi:akn-1"
# What a text says about itself, and the standard has elements for.
_OF_THE_STANDARD = frozenset("work identifier title instrument authority gazette signed published".split())
FORM = "akn"

# The standard has one element for a point, however deep it stands.
_TAGS = {
    Level.ARTICLE: "article",
    Level.PARAGRAPH: "paragraph",
    Level.POINT: "point",
    Level.SUBPOINT: "point",
    Level.INDENT: "indent",
}
_CONTAINERS = {Level.PREAMBLE: "preamble", Level.CLOSING: "conclusions", Level.ANNEX: "annex"}


class NotIdentified(LexludiError):
    """A text without the identifier, or without the day, that Akoma Ntoso demands."""


@dataclass(frozen=True)
class Identity:
    """The names of a text: its work on the shelf, its FRBR URIs, its language and the day it stands for.

    `first` is the day of its first text; `originals` are the languages of the texts that a translation is of.
    """

    name: str
    metadata: Metadata
    language: str
    version: date
    first: date
    originals: tuple[str, ...] = ()

    @property
    def work(self) -> str:
        """The URI of the work."""
        return self.metadata.identifier

    @property
    def expression(self) -> str:
        """The URI of the text in its language on its day."""
        return uris.expression_uri(self.work, self.language, self.version.isoformat())


def akn_of_text(expression: TextOnDate) -> str:
    """The text of a work on a day as a document of Akoma Ntoso.

    Raises:
        NotIdentified: the header has no identifier, that of an amending instrument has none, or there is no day.
    """
    history, metadata = expression.history, metadata_of(expression.document)
    for instrument in history.instruments:
        if instrument.concerns(expression.language) and not identifier_of(instrument, expression.language):
            raise NotIdentified("no-identifier", name=instrument.number)
    first = history.bases[0].since
    identity = _identity(history.work, metadata, expression.language, expression.since, first)
    if metadata.standing is Standing.TRANSLATION:
        files = history.base_on(expression.since).files
        published = (Standing.AUTHENTIC, Standing.CONSOLIDATED)
        originals = tuple(x for x, file in files.items() if header_of(file).standing in published)
        identity = replace(identity, originals=originals)
    data = history_data(history, identity.work, expression.language, expression.since, expression.notes)
    return _document(
        identity,
        expression.document,
        (*data.references, *data.concepts),
        data.lifecycle,
        _analysis("passiveModifications", data.modifications, expression.document, expression.glossary),
        data.temporal,
        data.periods,
        titles=data.titles,
        statuses=_statuses(expression),
        contains="singleVersion" if expression.file.is_consolidated else "originalVersion",
    )


def _statuses(expression: TextOnDate) -> dict[str, str]:
    """By provision, in which way it is not there as it should be, where the words that stand in it do not say so.

    `temporarilyRemoved`: what is not, or not yet, in force on the day; it stands there, and is no part of the text for
    that time. `unknown`: the words of the day are not in the document since nobody knows them; those that are there
    were changed (the standard's `edited` is of words that an editor has changed, its `incomplete` of words that lack).
    """
    statuses = {}
    for provision in expression.document.all():
        above = expression.provisions.get(provision.eid.rpartition("__")[0])
        note = expression.notes[provision.eid]
        if note.suspended:
            statuses[provision.eid] = "temporarilyRemoved"
        elif own_note(provision, above, expression).reworded_by:
            statuses[provision.eid] = "unknown"
    return statuses


def is_identified(history: History, language: str) -> bool:
    """True if a work and every instrument that amends it have identifiers, and the work a day."""
    instruments = (identifier_of(i, language) for i in history.instruments if i.concerns(language))
    identifier = _header_of(history, language).identifier
    return history.bases[0].since != date.min and all(map(uris.is_work_uri, (identifier, *instruments)))


def akn_of_instrument(instrument: Instrument, history: History, language: str) -> str:
    """An amending instrument as a document of Akoma Ntoso, with what it changes in the work.

    Raises:
        NotIdentified: it, or the work, has no identifier, or there is no day.
    """
    text = instrument.text(language)
    assert text.document is not None
    language = text.source.language
    # The standard has no document without a day: where none is listed, that of publication, or else of signature.
    day = instrument.listed or instrument.published or instrument.metadata.signed
    name = text.metadata.work or instrument.id
    identity = _identity(name, text.metadata, language, day or date.min)
    amended = _identity(history.work, _header_of(history, language), language, history.bases[0].since).metadata
    is_presumed = bool(text.metadata.ground_of(identity.version))
    lifecycle = element(
        "lifecycle",
        event_element(LifecycleEvent("event_1", identity.version, "#ref_original", "generation", is_presumed)),
        source=US,
    )
    reference = element("activeRef", eId="ref_amended", href=amended.identifier, showAs=amended.title or history.work)
    changes = active_modifications(instrument, history, amended.identifier, language)
    return _document(
        identity,
        text.document,
        (reference,),
        lifecycle,
        _analysis("activeModifications", changes, text.document, usable_glossary(history.folder / FILE_NAME)),
        None,
        {},
        contains="originalVersion",
        modifications=text.modifications,
    )


def _identity(name: str, metadata: Metadata, language: str, version: date, first: date | None = None) -> Identity:
    if not uris.is_work_uri(metadata.identifier):
        raise NotIdentified("no-identifier", name=name)
    if version == date.min:
        raise NotIdentified("no-day", name=name)
    return Identity(name, metadata, language, version, first or version)


def _header_of(history: History, language: str) -> Metadata:
    files = history.bases[0].files
    return header_of(files.get(language) or next(iter(files.values())))


# ── The document ────────────────────────────────────────────────────────────


def _document(
    identity: Identity,
    document: Document,
    references: tuple[Element, ...],
    lifecycle: Element,
    analysis: Element | None,
    temporal: Element | None,
    periods: Mapping[str, str],
    *,
    contains: str,
    titles: Mapping[str, str] | None = None,
    statuses: Mapping[str, str] | None = None,
    modifications: tuple[Modification, ...] = (),
) -> str:
    meta = [_identification(identity), *_publication(identity.metadata), lifecycle]
    meta += [part for part in (analysis, temporal) if part is not None]
    meta.append(_references(identity, references))
    translated = identity.metadata.standing is Standing.TRANSLATION
    writer = _Body(translated, periods, titles or {}, statuses or {}, modifications)
    # The standard has no body without anything in it: of an instrument that is not known, that much is said.
    provisions = [writer.provision(provision) for provision in document.provisions] or [
        element("hcontainer", name="missing", eId="missing", status="incomplete")
    ]
    body = element("body", *provisions, xml_lang=TAGS[identity.language])
    act = element("act", element("meta", *meta), body, name="act", contains=contains)
    return as_xml(Element("akomaNtoso", {"xmlns": NAMESPACE, "xmlns:ludi": OWN_NAMESPACE}, (act,)))


def _identification(identity: Identity) -> Element:
    metadata, version = identity.metadata, identity.version.isoformat()
    author = "#ref_authority" if metadata.authority else US
    is_authentic = metadata.standing is Standing.AUTHENTIC
    work = element(
        "FRBRWork",
        *_named(identity.work),
        element("FRBRalias", value=identity.name, name="lexludi"),
        *_valued("FRBRalias", metadata.title, name="title"),
        *_work_dates(identity),
        element("FRBRauthor", href=author),
        element("FRBRcountry", value=uris.country_of(identity.work)),
        *_valued("FRBRsubtype", uris.kind_of(identity.work)),
        element("FRBRnumber", value=uris.number_of(identity.work)),
        *_valued("FRBRname", metadata.instrument or metadata.title),
        element("FRBRprescriptive", value=_truth(metadata.standing is not Standing.INVENTED)),
    )
    expression = element(
        "FRBRExpression",
        *_named(identity.expression),
        element("FRBRdate", date=version, name="version", ludi_presumed=_presumed(identity, identity.version)),
        element("FRBRauthor", href=author if is_authentic else US),
        element("FRBRauthoritative", value=_truth(is_authentic)),
        element("FRBRlanguage", language=FRBR_LANGUAGES[identity.language]),
        *(
            element(
                "FRBRtranslation",
                href=uris.expression_uri(identity.work, original, version),
                fromLanguage=FRBR_LANGUAGES[original],
                authoritative="false",
                by=US,
            )
            for original in identity.originals
        ),
    )
    manifestation = element(
        "FRBRManifestation",
        element("FRBRthis", value=uris.manifestation_uri(f"{identity.expression}/!main", FORM)),
        element("FRBRuri", value=uris.manifestation_uri(identity.expression, FORM)),
        element("FRBRdate", date=version, name="version", ludi_presumed=_presumed(identity, identity.version)),
        element("FRBRauthor", href=US),
        element("FRBRformat", value="application/akn+xml"),
    )
    return element("identification", work, expression, manifestation, source=US)


def _named(uri: str) -> Iterator[Element]:
    yield element("FRBRthis", value=f"{uri}/!main")
    yield element("FRBRuri", value=uri)


def _valued(tag: str, value: str, **attributes: str) -> Iterator[Element]:
    if value:
        yield element(tag, value=value, **attributes)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _work_dates(identity: Identity) -> Iterator[Element]:
    """The days of the work that are known; without any, that of the first text: the standard has no work without."""
    days = {"signature": identity.metadata.signed, "publication": identity.metadata.published}
    named = {name: day for name, day in days.items() if day} or {"version": identity.first}
    for name, day in named.items():
        yield element("FRBRdate", date=day.isoformat(), name=name, ludi_presumed=_presumed(identity, day))


def _presumed(identity: Identity, day: date) -> str | None:
    """The mark of a day that is only presumed."""
    return "true" if identity.metadata.ground_of(day) else None


def _publication(metadata: Metadata) -> Iterator[Element]:
    if metadata.published:
        yield element(
            "publication",
            date=metadata.published.isoformat(),
            name="gazette",
            showAs=metadata.gazette,
            number=number_of(metadata.gazette, "") or None,
            ludi_presumed="true" if metadata.ground_of(metadata.published) else None,
        )


def _references(identity: Identity, others: tuple[Element, ...]) -> Element:
    metadata = identity.metadata
    shown = metadata.instrument or metadata.title or identity.name
    country = uris.country_of(identity.work)
    authority = (
        element(
            "TLCOrganization",
            eId="ref_authority",
            href=f"/akn/ontology/organization/{country}/authority",
            showAs=metadata.authority,
        ),
    )
    return element(
        "references",
        element("original", eId="ref_original", href=identity.work, showAs=shown),
        *others,
        *(authority if metadata.authority else ()),
        element("TLCOrganization", eId="ref_lexludi", href="/akn/ontology/organization/lexludi", showAs="Lexludi"),
        source=US,
    )


def _analysis(kind: str, changes: tuple[Element, ...], document: Document, glossary: Glossary) -> Element:
    """Modifications, and the sentences of the header and of each provision, which no other element has a place for."""
    printer = own_printer(document.language, glossary)
    # The standard has no gazette without the day of publication.
    placed = _OF_THE_STANDARD if metadata_of(document).published else _OF_THE_STANDARD - {"gazette"}
    about = tuple(
        Element("ludi:header", {}, text=printer.sentence(item.statement))
        for item in document.header
        if isinstance(item, Sentence) and item.statement.op in ABOUT_ITSELF - placed
    )
    rules = tuple(
        Element("ludi:rule", {"provision": f"#{p.eid}"}, text=printer.sentence(sentence.statement))
        for p in document.all()
        for sentence in p.sentences()
    )
    parts = [element(kind, *changes)] if changes else []
    parts.append(element("otherAnalysis", *about, *rules, source=US))
    return element("analysis", *parts, source=US)


# ── Provisions ──────────────────────────────────────────────────────────────


class _Body:
    """Provisions as elements; new words that an instrument brings are quoted, each under its modification."""

    def __init__(
        self,
        translated: bool,
        periods: Mapping[str, str],
        titles: Mapping[str, str],
        statuses: Mapping[str, str],
        modifications: tuple[Modification, ...],
    ) -> None:
        self.translated, self.periods, self.titles, self.statuses = translated, periods, titles, statuses
        # By provision and place, for one provision may bring words in several sentences; moves by sign bring none.
        self.changes = {(m.eid, m.span.start): f"amod_{n}" for n, m in enumerate(modifications, 1) if m.brought}

    def provision(self, provision: Provision, above: str = "") -> Element:
        """A provision with all below it; `above` stands before its eId where it is quoted."""
        words = [p for item in provision.words() for p in self._paragraphs(item)]
        # What is quoted quotes nothing itself.
        quoted = () if above else tuple(self._quoted(provision))
        below = tuple(self.provision(unit, above) for unit in provision.below)
        parts = [element("num", text=provision.label)] if provision.label else []
        of_title = None if above else self.titles.get(provision.eid)
        parts += [element("heading", text=provision.title, period=of_title)] if provision.title else []
        blocks = (*words, *quoted)
        # An element with others below it has its own words in `intro`, one without in `content`, and never both.
        parts += [element("intro" if below else "content", *blocks)] if blocks else []
        is_missing = any(provision.missing())
        return element(
            _TAGS.get(provision.level, "hcontainer"),
            *parts,
            *below,
            name=_CONTAINERS.get(provision.level),
            eId=f"{above}{provision.eid}",
            period=None if above else self.periods.get(provision.eid),
            status="incomplete" if is_missing else self.statuses.get(provision.eid) if not above else None,
        )

    def _paragraphs(self, words: Words) -> Iterator[Element]:
        is_summary = words.mark is Mark.SUMMARY
        status = "editorial" if is_summary else "translated" if self.translated else None
        for line in words.text.split("\n"):
            yield element("p", text=line, status=status)

    def _quoted(self, provision: Provision) -> Iterator[Element]:
        for sentence in provision.sentences():
            change = self.changes.get((provision.eid, sentence.span.start))
            if sentence.quoted and change:
                # Of a rectification, the words as published come first.
                old = [self._structure(f"{change}_old", sentence.quoted)] if sentence.corrected else []
                new = self._structure(change, sentence.corrected or sentence.quoted)
                yield element("p", element("mod", *old, new, eId=f"{change}_mod"))

    def _structure(self, name: str, units: tuple[Provision, ...]) -> Element:
        return element("quotedStructure", *(self.provision(unit, f"{name}__") for unit in units), eId=f"{name}_quoted")
