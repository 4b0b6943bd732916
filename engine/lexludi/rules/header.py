"""What a text says of itself: its work, instrument, publication, entry into force, and how much of it is known."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

from lexludi.language.nodes import Construct, Document, Sentence, Text
from lexludi.rules.literals import date_of
from lexludi.rules.model import Amended, Knowledge, Metadata

_TEXTS = frozenset("work title instrument authority signatory gazette amends".split())
_LISTS = {"note": "notes", "inferred": "inferred", "undetermined": "undetermined"}
_STANDINGS = frozenset("authentic translation invented summary consolidated".split())
_DATES = {
    "signed": "signed",
    "published": "published",
    "in_force_on": "in_force",
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


def metadata_of(document: Document) -> Metadata:
    """What the sentences of a text say of the text itself, wherever they stand."""
    metadata = Metadata()
    after_publication = False
    for sentence in _sentences(document):
        statement = sentence.statement
        metadata = _with(metadata, statement)
        after_publication |= statement.op == "in_force_after"
    if after_publication and metadata.published:
        metadata = replace(metadata, in_force=metadata.published + timedelta(days=1))
    return metadata


def _sentences(document: Document) -> Iterator[Sentence]:
    yield from (item for item in document.header if isinstance(item, Sentence))
    for provision in document.all():
        yield from provision.sentences()


def _with(metadata: Metadata, statement: Construct) -> Metadata:
    op = statement.op
    changes: dict[str, Any] = {}
    if op in _TEXTS:
        changes = {op: _prose(statement, 0)}
    if op in _LISTS:
        name = _LISTS[op]
        changes = {name: (*getattr(metadata, name), _prose(statement, 0))}
    if op in _STANDINGS:
        return replace(metadata, standing=op)
    if op in _KNOWLEDGE:
        reason = _prose(statement, 0) if statement.parts else ""
        return replace(metadata, knowledge=_KNOWLEDGE[op], knowledge_note=reason)
    if op in _AMENDED:
        amended = Amended(_prose(statement, 1), date_of(statement), _AMENDED[op])
        return replace(metadata, amended_by=(*metadata.amended_by, amended))
    if op in _DATES:
        changes = {_DATES[op]: date_of(statement)}
    if op == "in_force_assumed":
        changes["assumed"] = _prose(statement, 1)
    return replace(metadata, **changes) if changes else metadata


def _prose(statement: Construct, index: int) -> str:
    part = statement.parts[index]
    return part.value if isinstance(part, Text) else ""
