"""Occurrences of terms and citations: where a term or a provision is said what it is, and where it is used.

A term may stand in every text of a shelf. Uses are found file by file, so that whoever asks can see to something else
between one and the next, and what is read of a file is kept until it is changed.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from pathlib import Path

from lexludi.base.folding import fold
from lexludi.base.frozen import dataclass
from lexludi.base.overlay import stamp_of
from lexludi.base.source import Source, Span
from lexludi.editor.cited import cited
from lexludi.editor.cursor import citation_at, citations_in, heading_at, inner, term_at
from lexludi.editor.glossaries import entry_of, heirs_of, home_of_term, own_glossaries, spellings_in
from lexludi.editor.views import View, home_of, version_of, view_of
from lexludi.language.builder import build
from lexludi.language.glossary import glossary_for
from lexludi.language.lexer import COMMENT, HEADING, LINE_MARKS, QUOTED, SUMMARY, WORDS, heading_pattern, normalise
from lexludi.language.nodes import Term, Text, walk
from lexludi.law.files import everything_in, folders_of_works, read_file

# Lines of sentences and of quoted text in a normalised text, and what stands between quotation marks in them.
_SENTENCES = re.compile(rf"[\n{QUOTED}][^\n{HEADING}{WORDS}{SUMMARY}{COMMENT}{QUOTED}]*")
_IN_MARKS = re.compile("«[^«»]*»")

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
    return [Occurrence(c.path, c.source, c.span) for c in (cited(view, citation) if citation else ())]


def references(view: View, offset: int, tops: Iterable[Path] = ()) -> Iterator[list[Occurrence]]:
    """Every use of the term or the provision at a place, file by file; of a term also its spellings in the glossary.

    A term may be inherited, in the folders of `tops` as in that of this text.
    """
    if (term := term_at(view, offset)) is not None:
        home = home_of_term(view.path, term.id) if term.id else None
        folders = [glossary.parent for glossary in own_glossaries(view.path)[:1]]
        return uses_of_term(home, term.id, (*tops, *folders)) if home else iter(())
    citation, heading = citation_at(view, offset), heading_at(view, offset)
    eids = citation.eids if citation else (heading.eid,) if heading else ()
    is_of_instrument = view.checked.file.is_amending and (citation is None or citation.change is None)
    return _citations(view, eids, is_of_instrument) if eids else iter(())


def uses_of_term(glossary: Path, term: str, tops: Iterable[Path] = ()) -> Iterator[list[Occurrence]]:
    """Every use of a term of a glossary, file by file: in it, and in the texts for which its entry holds."""
    source = read_file(glossary, "")
    spelled = [s for s in spellings_in(source.text) if s.term == term and s.language]
    yield [Occurrence(glossary, source, s.span, s.language, s.spelling) for s in spelled]
    for path, language in texts_with(glossary, tops):
        # Most texts do not have the words at all, and need not be read as texts.
        words, stamp = {one_form(s.spelling) for s in spelled if s.language == language}, stamp_of(path)
        # A glossary nearer to a text may have an entry of the same id, which is then another term.
        if any(map(_words_of(path, language, stamp).__contains__, words)) and home_of_term(path, term) == glossary:
            source, spans = _terms_of(path, language, stamp)
            entries = glossary_for(path)
            written = ((span, source.text[span.start : span.end]) for span in spans)
            uses = ((span, words) for span, words in written if entries.resolve(language, words) == term)
            yield [Occurrence(path, source, span, language, words) for span, words in uses]
        else:
            # A step all the same: whoever asks sees to something else after each file.
            yield []


def one_form(words: str) -> str:
    """Words as a glossary compares them."""
    return " ".join(fold(words).split())


def texts_with(glossary: Path, tops: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """The texts for which a glossary may hold, each with its language.

    They stand below its folder, or below those of the glossaries at and under `tops` that inherit it.
    """
    folders = dict.fromkeys(file.parent for file in (glossary, *heirs_of(glossary, tops)))
    homes = dict.fromkeys(chain(*map(folders_of_works, folders)))
    yield from ((file.path, file.language) for home in homes for file in everything_in(home))


# The stamp is there for the cache alone, as below: a file that is another is read anew.
@lru_cache(_KEPT)
def _words_of(path: Path, language: str, stamp: int) -> str:
    return one_form(read_file(path, language).text)


@lru_cache(_KEPT)
def _terms_of(path: Path, language: str, stamp: int) -> tuple[Source, tuple[Span, ...]]:
    """The places of the terms in a text, which is only parsed.

    In a sentence that cannot be read, whatever stands between quotation marks may be one.
    """
    source = read_file(path, language)
    document, _ = build(source)
    nodes = list(walk(document)) if document is not None else []
    terms = {node.span for node in nodes if isinstance(node, Term)}
    prose = [node.span for node in nodes if isinstance(node, Text)]
    terms |= {q for q in _quoted_in(source) if not any(p.start <= q.start < p.end for p in prose)}
    return source, tuple(map(inner, sorted(terms, key=lambda span: span.start)))


def _quoted_in(source: Source) -> Iterator[Span]:
    """Whatever stands between quotation marks in the sentences of a text, those of quoted text included."""
    for line in _SENTENCES.finditer(normalise(source.text, source.language)):
        # Lines of quoted text have kinds of their own.
        quoted = line[0].partition(">")[2].lstrip(" ") if line[0][0] == QUOTED else ""
        if quoted[:1] not in LINE_MARKS and not heading_pattern(source.language).match(quoted):
            # The normalised text begins one character before the other.
            yield from (Span(q.start() - 1, q.end() - 1) for q in _IN_MARKS.finditer(line.string, *line.span()))


def _citations(view: View, eids: tuple[str, ...], is_of_instrument: bool) -> Iterator[list[Occurrence]]:
    """The citations of some provisions of an instrument in its texts, or of its work in all texts of that."""
    files = (file.path for file in everything_in(home_of(view.path)))
    texts = version_of(view) if is_of_instrument else (text for file in files if (text := view_of(file)))
    for text in texts:
        # An instrument cites its own provisions where it says from when they have effect, and else what it amends.
        is_own = is_of_instrument or not text.checked.file.is_amending
        citing = (c for c in citations_in(text) if is_own is (c.change is None))
        yield [Occurrence(text.path, text.source, c.span) for c in citing if set(c.eids) & set(eids)]
