"""Quick fixes: hints of diagnostics as edits, each tried before it is offered; and canonical form.

A fix is offered only if the text then has fewer errors. Advice that says what to think about, and names no words, has
no fix.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

from lexludi.base.diagnostics import Diagnostic, Hint, Severity, has_errors
from lexludi.base.folding import FOLDED
from lexludi.base.frozen import dataclass
from lexludi.base.source import Source, Span, common_ends
from lexludi.editor.cursor import heading_at, nodes_of
from lexludi.editor.views import View
from lexludi.language.builder import build
from lexludi.language.citations import provision_label
from lexludi.language.grammar import constructs
from lexludi.language.mistakes import unquoted
from lexludi.language.nodes import Construct, Number
from lexludi.language.phrases import Hole, WordRun, phrase_table
from lexludi.language.printer import own_printer, print_document, show_odds
from lexludi.rules.lowering import lower

# So many digits of odds are read; nothing needs more.
_ODDS = re.compile(r"(?P<pays>[0-9]{1,4})\s*[:：]\s*(?P<stake>[0-9]{1,4})")
_OPENING, _CLOSING = FOLDED["«"], FOLDED["»"] + "’"


@dataclass(frozen=True)
class Fix:
    """An edit of a text that takes a mistake away: what to put in the place of some words."""

    diagnostic: Diagnostic
    span: Span
    text: str


def fixes(view: View, within: Span) -> list[Fix]:
    """The fixes of what is wrong at some place of a text, the likeliest of each first."""
    candidates = [
        (diagnostic, candidate)
        for diagnostic in view.checked.diagnostics
        if diagnostic.labels and (span := diagnostic.labels[0].span)
        if span.start <= within.end and within.start <= span.end
        for candidate in dict.fromkeys(c for hint in diagnostic.hints for c in _candidates(view, span, hint))
    ]
    if not candidates:
        return []
    # A fix is a text tried: the whole of it is parsed and lowered, once as it is and once for each candidate.
    before = _errors(view, view.source)
    return [Fix(diagnostic, *c) for diagnostic, c in candidates if _errors_after(view, *c) < before]


Candidate = tuple[Span, str]


def _candidates(view: View, span: Span, hint: Hint) -> Iterator[Candidate]:
    words = view.source.text[span.start : span.end]
    if hint.key == "did-you-mean":
        yield span, _with_marks_of(words, hint.args["word"], view.language)
    elif hint.key == "expected":
        for word in hint.args["words"]:
            # Dots stand for anything of a kind, or for words that were left out of the list. Behind words before prose
            # nothing is wrong, whatever it says: what was to be a rule would be none, without a word.
            if "…" not in word and word not in _before_prose(view.language):
                yield span, word if words else f" {word}"
    elif hint.key == "slip-paragraph":
        yield span, f", {hint.args['example']}" if words[:1] == "," else hint.args["example"]
    elif hint.key == "slip-article":
        yield span, ""
    elif hint.key == "slip-one-value":
        yield span, hint.args["example"]
    elif hint.key in _SLIPS:
        yield from _SLIPS[hint.key](view, span, words)


@cache
def _before_prose(language: str) -> frozenset[str]:
    """The words after which the rest of a sentence is prose: `note:`, `title:`."""
    table, words = phrase_table(language), set()
    for name, parts in constructs().items():
        for spelling in table.spellings(name):
            match spelling[:2]:
                case (WordRun() as begin, Hole(number)) if parts[number - 1] == "text":
                    words.add(begin.text.strip())
                case _:
                    pass
    return frozenset(words)


def _with_marks_of(written: str, word: str, language: str) -> str:
    """A word between quotation marks where the one that it replaces stands between some."""
    quotes = phrase_table(language).marks.quotes
    is_term = unmarked(written) != written or written[:1] == '"'
    return f"{quotes[0]}{word}{quotes[1]}" if is_term and word[:1] not in _OPENING else word


def unmarked(text: str) -> str:
    """A term without its quotation marks, to be put between others; any other text as it is."""
    is_term = text[:1] in _OPENING and text[-1:] in _CLOSING and not set(text[1:-1]) & set(_OPENING + _CLOSING)
    return text[1:-1] if text and is_term else text


def _errors_after(view: View, span: Span, text: str) -> int:
    """The number of errors of a text with an edit."""
    before, source = view.source.text, view.source
    return _errors(view, Source(source.name, source.language, before[: span.start] + text + before[span.end :]))


def _errors(view: View, source: Source) -> int:
    document, diagnostics = build(source)
    if document is not None:
        diagnostics = [*diagnostics, *lower(document, view.glossary, source)[1]]
    return sum(d.severity is Severity.ERROR for d in diagnostics)


# ── Slips ───────────────────────────────────────────────────────────────────


def _stop(view: View, span: Span, words: str) -> Iterator[Candidate]:
    # In the place of a wrong mark; behind words, and behind a mark that closes a quotation.
    is_wrong = words and not words[-1].isalnum() and words[-1] not in _CLOSING
    yield span if is_wrong else Span(span.end, span.end), phrase_table(view.language).marks.stop


def _quoted(view: View, span: Span, words: str) -> Iterator[Candidate]:
    """Quotation marks around some words, but not around the article before them."""
    quotes = phrase_table(view.language).marks.quotes
    yield span, f"{quotes[0]}{unquoted(view.language, words)}{quotes[1]}"


def _requoted(view: View, span: Span, words: str) -> Iterator[Candidate]:
    quotes = phrase_table(view.language).marks.quotes
    yield span, f"{quotes[0]}{words[1:-1].strip()}{quotes[1]}"


def _closed(view: View, span: Span, words: str) -> Iterator[Candidate]:
    """A closing mark at the end, or in the place of a second opening one."""
    quotes = phrase_table(view.language).marks.quotes
    yield span, (words[:-1] if words[-1:] in _OPENING else words) + quotes[1]


def _opened(view: View, span: Span, words: str) -> Iterator[Candidate]:
    quotes = phrase_table(view.language).marks.quotes
    # Either a mark that opens is missing, or the one that closes is too many.
    yield span, f"{quotes[0]}{words}"
    yield span, words.rstrip(_CLOSING)


def _odds(view: View, span: Span, words: str) -> Iterator[Candidate]:
    if (match := _ODDS.fullmatch(words)) and int(match["stake"]):
        yield span, show_odds(Fraction(int(match["pays"]), int(match["stake"])), view.language)


def _heading(view: View, span: Span, words: str) -> Iterator[Candidate]:
    if provision := heading_at(view, span.start):
        yield span, provision_label(provision.level, provision.number, view.language)


def _lower_first(view: View, span: Span, words: str) -> Iterator[Candidate]:
    """A range with its numbers in order."""
    for node in nodes_of(view):
        if isinstance(node, Construct) and node.span == span and len(node.parts) == 2:
            first, second = node.parts
            if isinstance(first, Number) and isinstance(second, Number):
                yield span, own_printer(view.language, view.glossary).node(replace(node, parts=(second, first)))


_SLIPS: dict[str, Callable[[View, Span, str], Iterator[Candidate]]] = {
    "slip-missing-stop": _stop,
    "slip-unquoted-term": _quoted,
    "slip-wrong-quotes": _requoted,
    "slip-open-quote": _closed,
    "slip-lone-close-quote": _opened,
    "slip-odds-colon": _odds,
    "slip-heading": _heading,
    "lower-number-first": _lower_first,
}


# ── Canonical form ──────────────────────────────────────────────────────────


def formatting(view: View) -> list[Candidate]:
    """The edits that put a text into canonical form, as `lexludi fmt` does; none of one that cannot be read in full."""
    document, diagnostics = build(view.source)
    if document is None or has_errors(diagnostics):
        return []
    before, after = view.source.text, print_document(document, view.glossary)
    if before == after:
        return []
    # One edit of what differs: an editor keeps cursors and folds outside of it.
    head, tail = common_ends(before, after)
    return [(Span(head, len(before) - tail), after[head : len(after) - tail])]
