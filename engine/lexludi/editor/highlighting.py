"""Highlighting by meaning: terms, numbers, citations and phrases of sentences, headings, words of the law, comments."""

from collections.abc import Iterator
from enum import Enum

from lexludi.base.frozen import dataclass
from lexludi.base.source import Span
from lexludi.editor.views import View
from lexludi.language.nodes import (
    Comment,
    Date,
    Node,
    Number,
    Payoff,
    Provision,
    Reference,
    ReferenceRow,
    Sentence,
    Share,
    Term,
    Text,
    Words,
    walk,
)


class Colour(Enum):
    """The kinds of highlighted words, by the names that the protocol has for such kinds."""

    HEADING = "class"
    WORDS = "string"
    COMMENT = "comment"
    PHRASE = "keyword"
    TERM = "variable"
    NUMBER = "number"
    CITATION = "property"


@dataclass(frozen=True)
class Highlight:
    """Some words on one line, and their kind."""

    span: Span
    colour: Colour


def highlights(view: View) -> list[Highlight]:
    """All highlighted words of a text, in its order; they do not overlap."""
    if view.document is None:
        return []
    wholes = [h for item in view.document.header for h in _item(view, item)]
    for provision in view.document.all():
        wholes += _heading(view, provision)
        wholes += [h for item in provision.body for h in _item(view, item)]
    # Editors need not take tokens of several lines, nor some that overlap: the one that begins first stays.
    in_order = sorted((h for whole in wholes for h in _by_line(view, whole)), key=lambda h: h.span.start)
    out: list[Highlight] = []
    for highlight in in_order:
        if not out or highlight.span.start >= out[-1].span.end:
            out.append(highlight)
    return out


def _heading(view: View, provision: Provision) -> Iterator[Highlight]:
    start = provision.span.start
    end = view.source.text.find("\n", start)
    yield Highlight(Span(start, end if end >= 0 else len(view.source.text)), Colour.HEADING)


def _item(view: View, item: Words | Comment | Sentence) -> Iterator[Highlight]:
    match item:
        case Words():
            yield Highlight(item.span, Colour.WORDS)
        case Comment():
            yield Highlight(item.span, Colour.COMMENT)
        case Sentence(statement, quoted, _, corrected):
            yield from _sentence(statement)
            for provision in (p for top in (*quoted, *corrected) for p in top.all()):
                yield from _heading(view, provision)
                for inner in provision.body:
                    yield from _item(view, inner)


def _sentence(statement: Node) -> Iterator[Highlight]:
    """The literals of a sentence, and as phrases all words between them."""
    at = statement.span.start
    literals = [(n.span, colour) for n in walk(statement) if (colour := _colour(n)) is not None]
    for span, colour in sorted(literals, key=lambda literal: literal[0].start):
        # What begins before `at` lies within a literal that is coloured already.
        if span.start >= at:
            yield Highlight(Span(at, span.start), Colour.PHRASE)
            yield Highlight(span, colour)
            at = span.end
    yield Highlight(Span(at, statement.span.end), Colour.PHRASE)


def _colour(node: Node) -> Colour | None:
    match node:
        case Term():
            return Colour.TERM
        case Number() | Payoff() | Share() | Date():
            return Colour.NUMBER
        case Reference() | ReferenceRow():
            return Colour.CITATION
        case Text():
            return Colour.WORDS
        case _:
            return None


def _by_line(view: View, highlight: Highlight) -> Iterator[Highlight]:
    """The same words line by line, without the spaces around them."""
    text, start = view.source.text, highlight.span.start
    for line in text[start : highlight.span.end].split("\n"):
        words = line.strip()
        if words:
            first = start + line.index(words)
            yield Highlight(Span(first, first + len(words)), highlight.colour)
        start += len(line) + 1
