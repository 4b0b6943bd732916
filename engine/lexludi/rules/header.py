"""The header: the metadata of a text (work, instrument, dates, standing), and the checks that they can be so."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import Source
from lexludi.language.nodes import Construct, Document, Reference, Sentence, Text
from lexludi.rules.literals import date_of
from lexludi.rules.model import Amended, Copy, Knowledge, Metadata, Presumed, Standing
from lexludi.rules.uris import is_work_uri

_TEXTS = frozenset(
    "work identifier title instrument authority signatory gazette address amends rectifies replaces".split()
)
# A page of the web, of which a link can be made as it stands.
_ADDRESS = re.compile(r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~%/?=&#-]{0,500})?")
_LISTS = {"note": "notes", "inferred": "inferred", "undetermined": "undetermined"}
_STANDINGS = {standing.value: standing for standing in Standing}
_COPIES = {"collated": Copy.COMPARED, "uncollated": Copy.NOT_COMPARED}
_DATES = {
    "signed": "signed",
    "published": "published",
    "in_force_on": "in_force",
    "wording_from": "in_force",
    "in_force_assumed": "in_force",
}
_KNOWLEDGE = {
    "known_in_full": Knowledge.FULL,
    "known_in_part": Knowledge.PART,
    "unknown": Knowledge.UNKNOWN,
    "delegates": Knowledge.DELEGATION,
}
_AMENDED = {
    "amended": Knowledge.FULL,
    "amended_in_part": Knowledge.PART,
    "amended_unknown": Knowledge.UNKNOWN,
    "amended_delegating": Knowledge.DELEGATION,
}
# Entry into force of a provision on a day of its own.
ENTRIES = frozenset("in_force_of in_force_of_after in_force_of_days".split())
# All that a text can say about itself.
ABOUT_ITSELF = frozenset(
    {*_TEXTS, *_LISTS, *_STANDINGS, *_COPIES, *_DATES, *_KNOWLEDGE, *_AMENDED}
    | set("in_force_after in_force_days presumed republished repealed witness".split())
) - {"rectifies"}
# Of which instrument a text is the rectification is said about that instrument too.
_SAID = ABOUT_ITSELF | {"rectifies", "rectifies_own"}


def metadata_of(document: Document) -> Metadata:
    """The metadata of a text, from its sentences about itself, wherever they stand."""
    said: dict[str, Any] = {}
    days: int | None = None
    ops = set()
    for sentence in document.sentences():
        statement = sentence.statement
        ops.add(statement.op)
        if statement.op in _SAID:
            # A later sentence replaces an earlier one: that the two contradict each other `contradictory_header` tells.
            said |= _of_statement(statement, said)
            of_this = days_after_publication(statement)
            days = days if of_this is None else of_this
    # Where words are not known, and nothing is said of how much is, the content is known in part.
    if "reworded" in ops and not ops & _KNOWLEDGE.keys():
        said["knowledge"] = Knowledge.PART
    metadata = Metadata(**said)
    # Only at the end: publication may be said after the days that count from it.
    if days is not None and (day := after_publication(metadata, days)):
        metadata = replace(metadata, in_force=day)
    return metadata


def days_after_publication(statement: Construct) -> int | None:
    """The days from publication to entry into force, of the whole text, that a sentence says; none if it does not."""
    match statement.op:
        case "in_force_after":
            return 1
        case "in_force_days":
            return statement.number(0)
        case _:
            return None


def commencement(statement: Construct, metadata: Metadata) -> date | None:
    """The day on which a sentence has a provision enter into force; none if it counts from an unknown publication."""
    match statement.op:
        case "in_force_of":
            return date_of(statement, 1)
        case "in_force_of_days":
            return after_publication(metadata, statement.number(1))
        # Of `in_force_of_after`: the day after publication.
        case _:
            return after_publication(metadata, 1)


def after_publication(metadata: Metadata, days: int) -> date | None:
    """The day so many days after publication, which is not counted; none without one, or beyond the calendar."""
    if metadata.published is None or days > (date.max - metadata.published).days:
        return None
    return metadata.published + timedelta(days=days)


# Of each topic a text can say one thing only.
_TOPICS = {
    **{op: op for op in (*_TEXTS, "signed", "published", "effective_from", "repealed")},
    **dict.fromkeys(("in_force_on", "wording_from", "in_force_after", "in_force_days", "in_force_assumed"), "in_force"),
    **dict.fromkeys(_STANDINGS, "standing"),
    **dict.fromkeys(_COPIES, "copy"),
    **dict.fromkeys(_KNOWLEDGE, "knowledge"),
}
# A translation may render a summary of the words instead of the words themselves.
_COMPATIBLE = frozenset({"translation", "summary"})


def contradictory_header(document: Document, source: Source) -> Iterator[Diagnostic]:
    """A sentence that says of the text, or of a provision, something else than an earlier one: another date, say."""
    said: dict[str, Sentence] = {}
    for sentence in document.sentences():
        statement = sentence.statement
        topic = _topic(statement)
        # Sentences without a topic share the empty one, of which nothing is compared.
        earlier = said.setdefault(topic, sentence)
        if not topic or {statement.op, earlier.statement.op} == _COMPATIBLE:
            continue
        if statement != earlier.statement:
            yield contradiction(sentence, earlier, source)


def contradiction(sentence: Sentence, earlier: Sentence, source: Source) -> Diagnostic:
    """The diagnostic of a sentence that cannot be so together with an earlier one."""
    said_earlier = Label(source, earlier.span, earlier.eid, "caption.said-earlier")
    return error(
        "contradictory-header", Label(source, sentence.span, sentence.eid), said_earlier, hints=[Hint("keep-one")]
    )


def _topic(statement: Construct) -> str:
    """The topic of a sentence, of which no other may speak otherwise; empty where several may."""
    of = statement.parts[0] if statement.parts else None
    if isinstance(of, Reference) and (statement.op in ENTRIES or statement.op == "effective_of"):
        return f"{'in_force' if statement.op in ENTRIES else statement.op} {of.target}"
    return _TOPICS.get(statement.op, "")


def dates_out_of_order(document: Document, source: Source) -> Iterator[Diagnostic]:
    """A text published, or in force, before it was signed; or in force on the day after the last of the calendar."""
    # Of several sentences of one construct the last counts, here as in the metadata.
    metadata, sentences = metadata_of(document), {s.statement.op: s for s in document.sentences()}
    for op, day in (("published", metadata.published), *((op, metadata.in_force) for op in _DATES if "force" in op)):
        if op in sentences and "signed" in sentences and metadata.signed and day and day < metadata.signed:
            said, signed = sentences[op], sentences["signed"]
            labels = Label(source, said.span, said.eid), Label(source, signed.span, signed.eid, "caption.signed")
            yield error("dates-out-of-order", *labels, hints=[Hint("signed-first")], day=day, signed=metadata.signed)
    for sentence in sentences.values():
        days = days_after_publication(sentence.statement)
        if days is not None and metadata.published and after_publication(metadata, days) is None:
            label = Label(source, sentence.span, sentence.eid)
            yield error("impossible-date", label, text=label.source.text[label.span.start : label.span.end])


def not_an_identifier(document: Document, source: Source) -> Iterator[Diagnostic]:
    """An identifier that is no FRBR URI of a work."""
    for sentence in document.sentences():
        if sentence.statement.op == "identifier" and not is_work_uri(_prose(sentence.statement, 0)):
            label = Label(source, sentence.span, sentence.eid)
            yield error("not-an-identifier", label, hints=[Hint("identifier")], text=_prose(sentence.statement, 0)[:60])


def not_an_address(document: Document, source: Source) -> Iterator[Diagnostic]:
    """An address of the gazette that is none of a page of the web."""
    for sentence in document.sentences():
        if sentence.statement.op == "address" and not _ADDRESS.fullmatch(_prose(sentence.statement, 0)):
            label = Label(source, sentence.span, sentence.eid)
            yield error("not-an-address", label, text=_prose(sentence.statement, 0)[:60])


def _of_statement(statement: Construct, before: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the metadata that a sentence gives, after those that were given before."""
    op = statement.op
    if op in _TEXTS:
        return {op: _prose(statement, 0)}
    if op in _LISTS:
        return {_LISTS[op]: (*before.get(_LISTS[op], ()), _prose(statement, 0))}
    if op in _STANDINGS:
        # A translated summary is a summary, whichever is said first.
        is_summary = op == "translation" and before.get("standing") is Standing.SUMMARY
        return {} if is_summary else {"standing": _STANDINGS[op]}
    if op in _COPIES:
        return {"copy": _COPIES[op], "copy_note": _prose(statement, 0)}
    if op in _KNOWLEDGE:
        return {"knowledge": _KNOWLEDGE[op], "knowledge_note": _prose(statement, 0) if statement.parts else ""}
    if op in _AMENDED:
        amended = Amended(_prose(statement, 1), date_of(statement), _AMENDED[op])
        return {"amended_by": (*before.get("amended_by", ()), amended)}
    if op == "in_force_assumed":
        return {"in_force": date_of(statement), "assumed": _prose(statement, 1)}
    if op in _DATES:
        return {_DATES[op]: date_of(statement)}
    match op:
        case "presumed":
            return {"presumed": (*before.get("presumed", ()), Presumed(date_of(statement), _prose(statement, 1)))}
        case "repealed":
            return {"repealed": Amended(_prose(statement, 1), date_of(statement), Knowledge.FULL)}
        case "rectifies_own":
            return {"rectifies_own": True}
        case "republished":
            return {"is_republished": True}
        case _:
            return {}


def _prose(statement: Construct, index: int) -> str:
    part = statement.parts[index]
    return part.value if isinstance(part, Text) else ""
