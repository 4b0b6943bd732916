"""Formal sentences as markup: terms and references are links, and the words of the language stand out."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lexludi.language.nodes import Construct, Date, Node, Number, Odds, Reference, Sentence, Share, transform, walk
from lexludi.language.phrases import Optional, Run, phrase_table
from lexludi.language.printer import REMARKS, Printer
from lexludi.rules.describe import as_written
from lexludi.rules.model import RuleSet
from lexludi.site.markup import Html, join, markup, tag

# Constructs whose own words carry the norm.
_CARRYING = frozenset(
    "guarded otherwise must must_not may settle upon option reading divergence prevails prevails_because no_effect "
    "introduces missing variant comply comply_until repeat definition_of".split()
)

Mark = tuple[int, int, Callable[[str], Html]]


@dataclass(frozen=True)
class Links:
    """Where a term and a provision are explained: addresses, or the empty string."""

    term: Callable[[str], str]
    provision: Callable[[str], str]


def formal(sentence: Sentence, text: RuleSet, links: Links) -> Html:
    """A formal sentence of a text, in its own language."""
    printed = Printer(text.language).sentence(sentence.statement)
    taken: list[Mark] = []
    for mark in (
        *_terms(printed, text, links),
        *_references(printed, sentence.statement, links),
        *_carrying(printed, sentence.statement, text.language),
        *_literals(printed, sentence.statement),
    ):
        if all(mark[1] <= start or mark[0] >= end for start, end, _ in taken):
            taken.append(mark)
    return _assembled(printed, sorted(taken, key=lambda m: m[0]))


def in_words(node: Node, text: RuleSet, links: Links) -> Html:
    """An expression of the rule set in the language of a text, its terms as links."""
    printer = Printer(text.language, lambda term: text.glossary.spelling(term.id, text.language), own=False)
    return told(printer.node(transform(node, as_written)), text, links)


def told(printed: str, text: RuleSet, links: Links) -> Html:
    """A sentence about rules, its terms as links."""
    return _assembled(printed, sorted(_terms(printed, text, links), key=lambda m: m[0]))


def _assembled(printed: str, marks: list[Mark]) -> Html:
    out, place = [], 0
    for start, end, make in marks:
        out += [markup(printed[place:start]), make(printed[start:end])]
        place = end
    return join([*out, printed[place:]])


def _terms(printed: str, text: RuleSet, links: Links) -> Iterator[Mark]:
    quotes = phrase_table(text.language).marks.quotes
    for match in re.finditer(f"{quotes[0]}([^{quotes}]*){quotes[1]}", printed):
        known = text.glossary.resolve(text.language, match[1])
        address = links.term(known) if known else ""
        if address:
            yield match.start(), match.end(), _linking(address, "lx-term")


def _references(printed: str, statement: Construct, links: Links) -> Iterator[Mark]:
    for node in walk(statement):
        if isinstance(node, Reference) and node.written and (address := links.provision(node.target)):
            yield from _found(printed, node.written, _linking(address, "lx-ref"))


def _linking(address: str, class_: str) -> Callable[[str], Html]:
    return lambda text: tag("a", text, href=address, class_=class_)


def _carrying(printed: str, statement: Construct, language: str) -> Iterator[Mark]:
    phrases = phrase_table(language).phrases
    for node in walk(statement):
        if isinstance(node, Construct) and node.op in _CARRYING and node.op in phrases:
            runs = [r for s in phrases[node.op] for r in (s.segments if isinstance(s, Optional) else (s,))]
            for run in runs:
                if isinstance(run, Run) and (word := run.text.strip(" ，,：:；;")):
                    found = _found(printed, word, _styled("lx-key"))
                    # In prose only the opening is ours.
                    yield from (m for m in found if statement.op not in REMARKS or m[0] == 0)


def _literals(printed: str, statement: Construct) -> Iterator[Mark]:
    if statement.op in REMARKS:
        return
    for node in walk(statement):
        if isinstance(node, (Number, Odds, Share, Date)):
            yield from _found(printed, _written(node), _styled("lx-number"))


def _written(node: Node) -> str:
    return getattr(node, "written", "") or str(getattr(node, "value", ""))


def _styled(class_: str) -> Callable[[str], Html]:
    return lambda text: tag("span", text, class_=class_)


def _found(printed: str, words: str, make: Callable[[str], Html]) -> Iterator[Mark]:
    """Every place of some words, not inside a longer word."""
    letter = "[0-9A-Za-zÀ-ÿ]"
    for match in re.finditer(f"(?<!{letter}){re.escape(words)}(?!{letter})", printed):
        yield match.start(), match.end(), make
