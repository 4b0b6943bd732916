"""The cursor: the term, citation, sentence or provision at a place of a text or of a glossary."""

from dataclasses import dataclass
from pathlib import Path

from lexludi.base.source import Source, Span
from lexludi.editor.glossaries import Spelled, spelled_at
from lexludi.editor.views import View
from lexludi.language.nodes import Construct, Node, Provision, Reference, ReferenceRow, Sentence, Term, walk
from lexludi.law.files import read_file


@dataclass(frozen=True)
class TermAt:
    """A term: its id, its spelling as written, the language, and its place without quotation marks."""

    id: str
    written: str
    language: str
    span: Span


def sentence_at(view: View, offset: int) -> Sentence | None:
    """The sentence at a place, that of a quoted text included in the one that quotes it."""
    found = (s for s in sentences(view) if s.span.start <= offset <= s.span.end)
    return next(found, None)


def sentences(view: View) -> list[Sentence]:
    """All sentences of a text, in its order."""
    if view.document is None:
        return []
    header = [item for item in view.document.header if isinstance(item, Sentence)]
    return [*header, *(s for p in view.document.all() for s in p.sentences())]


def provision_at(view: View, offset: int) -> Provision | None:
    """The provision in which a place stands: the one that begins last before it."""
    before = [p for p in view.provisions.values() if p.span.start <= offset]
    return max(before, key=lambda p: p.span.start, default=None)


def nodes_of(view: View) -> list[Node]:
    """All nodes of a text, quoted text included."""
    return list(walk(view.document)) if view.document is not None else []


def term_at(view: View, offset: int) -> TermAt | None:
    """The term at a place, with an empty id where no glossary has it."""
    for node in nodes_of(view):
        # Both ends count: a cursor behind the last character is still at the term.
        if isinstance(node, Term) and node.span.start <= offset <= node.span.end:
            return TermAt(
                view.glossary.resolve(view.language, node.written), node.written, view.language, inner(node.span)
            )
    return None


def inner(span: Span) -> Span:
    """The place of a term without its quotation marks."""
    return Span(span.start + 1, span.end - 1)


def citation_at(view: View, offset: int) -> tuple[Span, tuple[str, ...]] | None:
    """The citation at a place, and the eIds of what it cites."""
    for node in nodes_of(view):
        if isinstance(node, Reference | ReferenceRow) and node.span.start <= offset <= node.span.end:
            return node.span, cited_by(node)
    return None


def cited_by(citation: Reference | ReferenceRow) -> tuple[str, ...]:
    """The eIds of what a citation cites."""
    return (citation.target,) if isinstance(citation, Reference) else citation.eids


def constructs_at(view: View, offset: int) -> list[Construct]:
    """The constructs at a place, from the whole sentence to the smallest part."""
    sentence = sentence_at(view, offset)
    if sentence is None:
        return []
    around = (n for n in walk(sentence.statement) if isinstance(n, Construct))
    return [n for n in around if n.span.start <= offset <= n.span.end]


def heading_at(view: View, offset: int) -> Provision | None:
    """The provision whose heading stands on the line of a place."""
    line = view.source.line_of(offset)
    return next((p for p in view.provisions.values() if view.source.line_of(p.span.start) == line), None)


def term_in_glossary(path: Path, offset: int) -> tuple[Source, Spelled] | None:
    """The spelling, or else the entry, at a place of a glossary."""
    source = read_file(path, "")
    found = spelled_at(source.text, offset)
    return (source, found) if found else None
