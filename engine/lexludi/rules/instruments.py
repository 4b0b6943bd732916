"""Sentences of amending instruments: those that change another text, those that say when, and those out of place."""

from collections.abc import Iterator
from datetime import date

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import Source
from lexludi.language.nodes import Date, Document, ReferenceRow, Sentence, Text
from lexludi.rules.header import ABOUT_ITSELF, ENTRIES, commencement, contradiction, metadata_of
from lexludi.rules.literals import date_of
from lexludi.rules.model import Metadata

MODIFICATIONS = frozenset(
    "substitute insert append append_whole derogate repeal repeal_work replaced_by renumber renumber_row reworded "
    "suspend misprint".split()
)
# Entry into force, or effect, of a provision on a day of its own; or effect of the whole on another day than its entry.
COMMENCEMENTS = ENTRIES | {"effective_of", "effective_from"}
_ABOUT_OTHERS = MODIFICATIONS | COMMENCEMENTS | {"rectifies", "rectifies_own"}
# What a provision of an instrument may say that changes nothing.
_SILENT = frozenset("no_effect beyond introduces missing variant".split())
_WHOLLY_KNOWN = frozenset({"known_in_full", "delegates"})
_OF_HEADERS = ABOUT_ITSELF | COMMENCEMENTS | {"rectifies", "rectifies_own", "score"}


def contradictory_knowledge(document: Document, source: Source) -> Iterator[Diagnostic]:
    """A change of an instrument that cannot be so together with what it says of the knowledge of its content."""
    sentences = [*document.sentences()]
    for said in (s for s in sentences if s.statement.op in _WHOLLY_KNOWN):
        for change in (s for s in sentences if s.statement.op == "reworded" or _is_rule_of_delegation(s, said)):
            yield contradiction(change, said, source)


def _is_rule_of_delegation(change: Sentence, said: Sentence) -> bool:
    """True of a change by what only delegates that brings formal sentences with an effect on the machine."""
    brought = (s for p in (*change.quoted, *change.corrected) for below in p.all() for s in below.sentences())
    return said.statement.op == "delegates" and any(s.statement.op not in _SILENT for s in brought)


def sentences_out_of_place(document: Document, source: Source) -> Iterator[Diagnostic]:
    """A sentence of which nothing can come: a rule in a header or an instrument, a change where nothing is amended."""
    amends = any(s.statement.op == "amends" for s in document.header_sentences())
    metadata, since = metadata_of(document), _since(document)
    for sentence in document.header_sentences():
        if sentence.statement.op not in _OF_HEADERS:
            yield _out_of_place(sentence, source, "header")
        elif sentence.statement.op in _ABOUT_OTHERS and not amends and not _is_later(sentence, metadata, since):
            yield _out_of_place(sentence, source, "amends-nothing")
        elif sentence.statement.op == "replaces" and _names(sentence, metadata.work):
            yield _out_of_place(sentence, source, "replaces-itself")
    for provision in document.all():
        for sentence in provision.sentences():
            op = sentence.statement.op
            if op in _ABOUT_OTHERS and not amends and not _is_later(sentence, metadata, since):
                yield _out_of_place(sentence, source, "amends-nothing")
            elif not _is_even(sentence):
                yield _out_of_place(sentence, source, "uneven-row")
            elif op in ("suspend", "derogate") and _ends_before_it_begins(sentence):
                yield _out_of_place(sentence, source, "ends-before")
            elif op == "replaced_by" and _names(sentence, metadata.amends):
                yield _out_of_place(sentence, source, "replaces-itself")
            # An instrument changes another text, and has no rules of its own that could be run.
            elif amends and op not in _ABOUT_OTHERS | _SILENT | ABOUT_ITSELF:
                yield _out_of_place(sentence, source, "rule-of-instrument")


def _since(document: Document) -> date | None:
    """The day after which provisions of a text may enter into force; any, of a text that is younger than its words."""
    is_younger = any(s.statement.op in ("wording_from", "republished") for s in document.header_sentences())
    return date.min if is_younger else metadata_of(document).in_force


def _is_later(sentence: Sentence, metadata: Metadata, since: date | None) -> bool:
    """True of the entry into force of a provision after that of the text as a whole."""
    if sentence.statement.op not in ENTRIES or since is None:
        return False
    day = commencement(sentence.statement, metadata)
    return day is not None and day > since


def _is_even(sentence: Sentence) -> bool:
    """True unless a row of provisions gets more or fewer numbers than it has, or none."""
    rows = [part for part in sentence.statement.parts if isinstance(part, ReferenceRow)]
    # As a set: every row has the same length, and it is not zero.
    lengths = {len(row.eids) for row in rows}
    return not rows or (len(lengths) == 1 and 0 not in lengths)


def _ends_before_it_begins(sentence: Sentence) -> bool:
    last = sentence.statement.parts[2]
    return isinstance(last, Date) and last.value < date_of(sentence.statement, 1)


def _names(sentence: Sentence, work: str) -> bool:
    (name,) = sentence.statement.parts
    return isinstance(name, Text) and name.value == work


def rectifies_nothing(place: Label, *, is_first: bool) -> Diagnostic:
    """The diagnostic of a rectification of an instrument that nobody knows, or that is the first text's own."""
    hint = Hint(f"sentence-out-of-place.{'rectifies-first' if is_first else 'rectifies-nothing'}")
    return error("sentence-out-of-place", place, hints=[hint])


def _out_of_place(sentence: Sentence, source: Source, why: str) -> Diagnostic:
    label = Label(source, sentence.span, sentence.eid)
    return error("sentence-out-of-place", label, hints=[Hint(f"sentence-out-of-place.{why}")])
