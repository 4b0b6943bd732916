"""The cursor: the term, citation, sentence or provision at a place of a text."""

from collections.abc import Iterator

from lexludi.base.frozen import dataclass
from lexludi.base.source import Span
from lexludi.editor.views import View
from lexludi.language.nodes import Construct, Node, Provision, Reference, ReferenceRow, Sentence, Term, walk
from lexludi.rules.instruments import MODIFICATIONS


@dataclass(frozen=True)
class TermAt:
    """A term: its id, its spelling as written, the language, and its place without quotation marks."""

    id: str
    written: str
    language: str
    span: Span


@dataclass(frozen=True)
class CitationAt:
    """A citation: its place, and the eIds of what it cites.

    In a sentence that changes another text it is of that text, as it stood before the `change`; or after, where it
    says a number that the change gives, or stands in words that it brings.
    """

    span: Span
    eids: tuple[str, ...]
    change: Sentence | None = None
    is_after: bool = False


def sentence_at(view: View, offset: int) -> Sentence | None:
    """The sentence at a place, that of a quoted text included in the one that quotes it."""
    around = (s for s in sentences(view) if s.span.start <= offset <= s.span.end)
    return next(around, None)


def sentences(view: View) -> list[Sentence]:
    """All sentences of a text, in its order."""
    return [*view.document.sentences()] if view.document is not None else []


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


def citation_at(view: View, offset: int) -> CitationAt | None:
    """The citation at a place."""
    around = (c for c in citations_in(view) if c.span.start <= offset <= c.span.end)
    return next(around, None)


def citations_in(view: View) -> Iterator[CitationAt]:
    """All citations of a text, those in quoted text included."""
    for sentence in sentences(view):
        statement = sentence.statement
        change = sentence if statement.op in MODIFICATIONS else None
        # The last part of a renumbering is where a provision goes, and not where it is.
        to = statement.parts[-1] if statement.op in ("renumber", "renumber_row") else None
        of_statement = [(node, node is to) for node in walk(statement)]
        of_quoted = [(node, True) for p in (*sentence.quoted, *sentence.corrected) for node in walk(p)]
        for node, is_after in of_statement + of_quoted:
            if isinstance(node, Reference | ReferenceRow):
                eids = (node.target,) if isinstance(node, Reference) else node.eids
                yield CitationAt(node.span, eids, change, is_after)


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
