"""Occurrences of terms and citations: where a term or a provision is said what it is, and where it is used."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lexludi.base.folding import fold
from lexludi.base.source import Source, Span
from lexludi.editor.cursor import citation_at, cited_by, heading_at, inner, nodes_of, term_at
from lexludi.editor.glossaries import entry_of, home_of_term, spellings_in
from lexludi.editor.views import View, home_of, view_of
from lexludi.language.builder import build
from lexludi.language.glossary import glossary_for
from lexludi.language.nodes import Reference, ReferenceRow, Term, walk
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import everything_in, folders_of_works, read_file, texts_of


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
    bases = (f for f in reversed(texts_of(home_of(view.path))) if f.language == view.language)
    return [*(base for f in bases if (base := view_of(f.path))), view]


def references(view: View, offset: int) -> list[Occurrence]:
    """Every use of the term or the provision at a place; of a term also its spellings in the glossary."""
    if (term := term_at(view, offset)) is not None:
        home = home_of_term(view.path, term.id) if term.id else None
        return list(uses_of_term(home, term.id)) if home else []
    citation = citation_at(view, offset)
    heading = heading_at(view, offset)
    eids = citation[1] if citation else (heading.eid,) if heading else ()
    return list(_citations(view, eids)) if eids else []


def uses_of_term(glossary: Path, term: str) -> Iterator[Occurrence]:
    """Every use of a term of a glossary, in it and in the texts for which its entry holds."""
    source = read_file(glossary, "")
    folded: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for spelled in spellings_in(source.text):
        if spelled.term == term and spelled.language:
            yield Occurrence(glossary, source, spelled.span, spelled.language, spelled.spelling)
            folded[spelled.language].append(one_form(spelled.spelling))
    for path, language in texts_under(glossary):
        # Most texts do not have the words at all, and need not be read as texts.
        words = one_form(read_file(path, language).text)
        if any(spelling in words for spelling in folded[language]):
            yield from _uses_in(path, glossary, term, language)


def one_form(words: str) -> str:
    """Words as a glossary compares them."""
    return " ".join(fold(words).split())


def texts_under(glossary: Path) -> Iterator[tuple[Path, str]]:
    """The texts that stand below the folder of a glossary, with their languages."""
    for folder in folders_of_works(glossary.parent):
        for file in everything_in(folder):
            yield file.path, file.language


def _uses_in(path: Path, glossary: Path, term: str, language: str) -> Iterator[Occurrence]:
    """The uses of a term in one text, which is only parsed: a term may stand in every text of a shelf."""
    if home_of_term(path, term) != glossary:
        return
    source = read_file(path, language)
    document, _ = build(source)
    entries = glossary_for(path)
    for node in walk(document) if document is not None else ():
        if isinstance(node, Term) and entries.resolve(language, node.written) == term:
            yield Occurrence(path, source, inner(node.span), language, node.written)


def _citations(view: View, eids: tuple[str, ...]) -> Iterator[Occurrence]:
    """The citations of some provisions in the texts of a work."""
    texts = (text for file in everything_in(home_of(view.path)) if (text := view_of(file.path)))
    for text in texts:
        for node in nodes_of(text):
            if isinstance(node, Reference | ReferenceRow) and set(cited_by(node)) & set(eids):
                yield Occurrence(text.path, text.source, node.span)
