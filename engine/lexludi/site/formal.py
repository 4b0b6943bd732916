"""Formal sentences in typed pieces: terms and references with what they name, words of the language, literals."""

import re
from collections.abc import Container, Iterable, Iterator

from lexludi.base.frozen import dataclass
from lexludi.language.nodes import (
    Construct,
    Date,
    Number,
    Payoff,
    Reference,
    Sentence,
    Share,
    constructs_in,
    walk,
)
from lexludi.language.phrases import Optional, WordRun, phrase_table
from lexludi.language.printer import REMARKS, own_printer
from lexludi.rules.model import RuleSet

# Constructs whose own words carry the norm.
_CARRYING = frozenset(
    "guarded otherwise must must_not may stake_at_least stake_at_most stake_is stake_within settle upon "
    "option reading divergence prevails prevails_because precedes "
    "no_effect beyond introduces missing variant comply comply_until repeat definition_of".split()
)


@dataclass(frozen=True)
class Known:
    """The terms that are explained, and the provisions that there are: all else that a sentence names stands plain."""

    terms: Container[str]
    provisions: Container[str]


@dataclass(frozen=True)
class SentencePiece:
    """A piece of a sentence: a `term` or a `ref` and what it names, a `key` or a `number`; plain without a kind.

    It is the same on every page: where it leads, a page knows.
    """

    text: str
    kind: str = ""
    named: str = ""


@dataclass(frozen=True)
class MarkedStretch:
    """A stretch of a printed sentence that is more than plain text."""

    start: int
    end: int
    kind: str
    named: str = ""


def formal(sentence: Sentence, text: RuleSet, known: Known) -> tuple[SentencePiece, ...]:
    """A formal sentence of a text, in its own language. Of marks that overlap, the first in this order stays."""
    statement = sentence.statement
    printed = own_printer(text.language, text.glossary).sentence(statement)
    marks = (
        *_terms(printed, text, known),
        *_references(printed, statement, known),
        *_keywords(printed, statement, text.language),
        *_literals(printed, statement),
    )
    return _pieces(printed, marks)


def with_terms(printed: str, text: RuleSet, known: Known) -> tuple[SentencePiece, ...]:
    """A sentence about rules as it is told, its terms as links: names in quotation marks, common nouns without."""
    return _pieces(printed, (*_terms(printed, text, known), *_common_nouns(printed, text, known)))


def _pieces(printed: str, marks: Iterable[MarkedStretch]) -> tuple[SentencePiece, ...]:
    """The pieces of a printed sentence; of marks that overlap, the first stays."""
    kept: list[MarkedStretch] = []
    for mark in marks:
        if all(mark.end <= other.start or mark.start >= other.end for other in kept):
            kept.append(mark)
    pieces, place = [], 0
    for mark in sorted(kept, key=lambda mark: mark.start):
        pieces += [
            SentencePiece(printed[place : mark.start]),
            SentencePiece(printed[mark.start : mark.end], mark.kind, mark.named),
        ]
        place = mark.end
    return tuple(piece for piece in (*pieces, SentencePiece(printed[place:])) if piece.text)


def _terms(printed: str, text: RuleSet, known: Known) -> Iterator[MarkedStretch]:
    quotes = phrase_table(text.language).marks.quotes
    # `«term»`: from a mark that opens to the next that closes, with neither between them.
    for match in re.finditer(f"{quotes[0]}([^{quotes}]*){quotes[1]}", printed):
        term = text.glossary.resolve(text.language, match[1])
        if term and term in known.terms:
            yield MarkedStretch(match.start(), match.end(), "term", term)


def _common_nouns(printed: str, text: RuleSet, known: Known) -> Iterator[MarkedStretch]:
    """The terms that stand without quotation marks, the longest first: «carta branca» is no «carta»."""
    words: dict[str, list[str]] = {}
    for term in text.glossary.entries:
        if term in known.terms and (noun := text.glossary.noun(term, text.language)):
            for word in {text.glossary.spelling(term, text.language), noun.plural} - {""}:
                words.setdefault(word, []).append(term)
    for word in sorted(words, key=len, reverse=True):
        term, *others = words[word]
        # The plural of one may be the name of another: which of them is meant, nothing tells.
        yield from _occurrences(printed, word, *(("",) if others else ("term", term)))


def _references(printed: str, statement: Construct, known: Known) -> Iterator[MarkedStretch]:
    for node in walk(statement):
        if isinstance(node, Reference) and node.written and node.target in known.provisions:
            yield from _occurrences(printed, node.written, "ref", node.target)


def _keywords(printed: str, statement: Construct, language: str) -> Iterator[MarkedStretch]:
    phrases = phrase_table(language).phrases
    for node in constructs_in(statement):
        if node.op in _CARRYING and node.op in phrases:
            runs = [r for s in phrases[node.op] for r in (s.segments if isinstance(s, Optional) else (s,))]
            for run in runs:
                if isinstance(run, WordRun) and (word := run.text.strip(" ，,：:；;")):
                    marks = _occurrences(printed, word, "key")
                    # In prose only the opening is ours.
                    yield from (mark for mark in marks if statement.op not in REMARKS or mark.start == 0)


def _literals(printed: str, statement: Construct) -> Iterator[MarkedStretch]:
    if statement.op in REMARKS:
        return
    for node in walk(statement):
        if isinstance(node, (Number, Payoff, Share, Date)):
            yield from _occurrences(printed, node.written or str(node.value), "number")


def _occurrences(printed: str, words: str, kind: str, named: str = "") -> Iterator[MarkedStretch]:
    """Every occurrence of some words, except inside a longer word."""
    # Latin letters alone: in Chinese, words are not set apart from what is beside them.
    letter = "[0-9A-Za-zÀ-ÿ]"
    for match in re.finditer(f"(?<!{letter}){re.escape(words)}(?!{letter})", printed):
        yield MarkedStretch(match.start(), match.end(), kind, named)
