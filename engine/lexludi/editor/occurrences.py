"""Occurrences of terms and citations: where a term or a provision is said what it is, and where it is used.

A term may stand in every text of a shelf. Uses are found file by file, so that whoever asks can see to something else
between one and the next, and what is read of a file is kept until it is changed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from lexludi.base.folding import fold
from lexludi.base.overlay import stamp_of
from lexludi.base.source import Source, Span
from lexludi.editor.cursor import citation_at, cited_by, heading_at, inner, nodes_of, term_at
from lexludi.editor.glossaries import entry_of, home_of_term, spellings_in
from lexludi.editor.views import View, home_of, view_of
from lexludi.language.builder import build
from lexludi.language.glossary import glossary_for
from lexludi.language.nodes import Reference, ReferenceRow, Term, walk
from lexludi.law.files import everything_in, folders_of_works, read_file, texts_of

# Texts of which the words and the terms are kept: those of a shelf.
_KEPT = 512


@dataclass(frozen=True)
class Occurrence:
    """Some words in a file; of a term `spelling` is the one that is used, in a language."""

    path: Path
    source: Source
    span: Span
    language: str = ""
    spelling: str = ""


def definitions(view: View, offset: int) -> list[Occurrence]:
    """The definitions of what stands at a place: the entry of a term in its glossary, the provision that is cited."""
    if (term := term_at(view, offset)) is not None:
        entry = entry_of(view.path, term.id) if term.id else None
        return [Occurrence(Path(entry[0].name).resolve(), *entry)] if entry else []
    citation = citation_at(view, offset)
    return [found for eid in (citation[1] if citation else ()) if (found := _provision(view, eid))]


def _provision(view: View, eid: str) -> Occurrence | None:
    """The heading of a provision that a text cites."""
    for text in _cited_in(view):
        if provision := text.provisions.get(eid):
            return Occurrence(text.path, text.source, provision.span)
    return None


def _cited_in(view: View) -> list[View]:
    """The texts whose provisions a text cites: those of the work that an instrument amends, else its own."""
    if not view.checked.file.is_amending:
        return [view]
    # The newest first: of a provision that several have, its heading there is meant.
    bases = (f for f in reversed(texts_of(home_of(view.path))) if f.language == view.language)
    return [*(base for f in bases if (base := view_of(f.path))), view]


def references(view: View, offset: int) -> Iterator[list[Occurrence]]:
    """Every use of the term or the provision at a place, file by file; of a term also its spellings in the glossary."""
    if (term := term_at(view, offset)) is not None:
        home = home_of_term(view.path, term.id) if term.id else None
        return uses_of_term(home, term.id) if home else iter(())
    citation = citation_at(view, offset)
    heading = heading_at(view, offset)
    eids = citation[1] if citation else (heading.eid,) if heading else ()
    return _citations(view, eids) if eids else iter(())


def uses_of_term(glossary: Path, term: str) -> Iterator[list[Occurrence]]:
    """Every use of a term of a glossary, file by file: in it, and in the texts for which its entry holds."""
    source = read_file(glossary, "")
    spelled = [s for s in spellings_in(source.text) if s.term == term and s.language]
    yield [Occurrence(glossary, source, s.span, s.language, s.spelling) for s in spelled]
    for path, language in texts_under(glossary):
        # Most texts do not have the words at all, and need not be read as texts.
        words, stamp = {one_form(s.spelling) for s in spelled if s.language == language}, stamp_of(path)
        # A glossary nearer to a text may have an entry of the same id, which is then another term.
        if any(map(_words_of(path, language, stamp).__contains__, words)) and home_of_term(path, term) == glossary:
            source, terms = _terms_of(path, language, stamp)
            entries = glossary_for(path)
            found = ((inner(t.span), t.written) for t in terms if entries.resolve(language, t.written) == term)
            yield [Occurrence(path, source, span, language, written) for span, written in found]
        else:
            # A step all the same: whoever asks sees to something else after each file.
            yield []


def one_form(words: str) -> str:
    """Words as a glossary compares them."""
    return " ".join(fold(words).split())


def texts_under(glossary: Path) -> Iterator[tuple[Path, str]]:
    """The texts that stand below the folder of a glossary, with their languages."""
    for folder in folders_of_works(glossary.parent):
        for file in everything_in(folder):
            yield file.path, file.language


# The stamp is there for the cache alone, as below: a file that is another is read anew.
@lru_cache(_KEPT)
def _words_of(path: Path, language: str, stamp: int) -> str:
    return one_form(read_file(path, language).text)


@lru_cache(_KEPT)
def _terms_of(path: Path, language: str, stamp: int) -> tuple[Source, tuple[Term, ...]]:
    """The terms in a text, as written, which is only parsed."""
    source = read_file(path, language)
    document, _ = build(source)
    return source, tuple(n for n in walk(document) if isinstance(n, Term)) if document is not None else ()


def _citations(view: View, eids: tuple[str, ...]) -> Iterator[list[Occurrence]]:
    """The citations of some provisions in the texts of a work."""
    texts = (text for file in everything_in(home_of(view.path)) if (text := view_of(file.path)))
    for text in texts:
        citing = (node for node in nodes_of(text) if isinstance(node, Reference | ReferenceRow))
        yield [Occurrence(text.path, text.source, node.span) for node in citing if set(cited_by(node)) & set(eids)]
