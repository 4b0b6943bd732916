"""What can stand at a place: whatever really stands there in texts without mistakes, and never nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Token

from lexludi.base.folding import fold
from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.language.continuations import Continuation, ContinuationKind, continuations
from lexludi.language.glossary import Glossary, glossary_for
from lexludi.language.grammar import lark_parser, woven
from lexludi.language.lexer import HEADING, heading_pattern, normalise
from lexludi.language.nodes import Document, Sentence, Term, Text, walk
from lexludi.language.phrases import LANGUAGES
from lexludi.language.steering import lex

ROOT = Path(__file__).parent.parent.parent
VALID = ROOT / "tests" / "corpus" / "valid" / "two-tokens"


def read(language: str) -> tuple[str, Document, Glossary]:
    path = next(VALID.glob(f"*.{language}.ludi"))
    text = path.read_text("utf-8")
    document, found = build(Source(path.name, language, text))
    assert document is not None
    assert found == []
    return text, document, glossary_for(path)


def sentences(document: Document) -> Iterator[Sentence]:
    return (node for node in walk(document) if isinstance(node, Sentence))


def at(text: str, offset: int, language: str, glossary: Glossary, eids: tuple[str, ...] = ()) -> list[Continuation]:
    return continuations(text, offset, language, glossary, eids)


def one_form(words: str) -> str:
    return "".join(fold(words).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_of_a_text_is_offered_where_it_stands_and_when_it_is_begun(language: str) -> None:
    text, document, glossary = read(language)
    terms = [node for sentence in sentences(document) for node in walk(sentence) if isinstance(node, Term)]
    assert len(terms) > 30
    for term in terms[::3]:
        for typed in (0, 1, 2):
            offset = term.span.start + typed
            found = at(text[:offset], offset, language, glossary)
            named = [
                c
                for c in found
                if c.kind is ContinuationKind.TERM and c.about == glossary.resolve(language, term.written)
            ]
            assert named, (text[term.span.start - 20 : offset], typed)
            assert {c.start for c in named} == {term.span.start}


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_every_word_of_a_sentence_the_words_that_follow_are_offered(language: str) -> None:
    text, document, glossary = read(language)
    places = 0
    for sentence in list(sentences(document))[::2]:
        literals = sorted((n.span for n in walk(sentence) if isinstance(n, Term)), key=lambda span: span.start)
        if any(isinstance(node, Text) for node in walk(sentence)):
            continue
        ends = [sentence.span.start, *(span.end for span in literals)]
        for offset in ends:
            follows = one_form(text[offset : sentence.span.end + 1])
            found = at(text[:offset], offset, language, glossary, tuple(p.eid for p in document.all()))
            assert found, text[sentence.span.start : offset]
            if follows and not follows.startswith("«") and not follows[0].isdigit():
                fitting = [c for c in found if c.start == offset and follows.startswith(one_form(c.text))]
                literal = [c for c in found if c.kind is ContinuationKind.LITERAL]
                assert fitting or literal, (text[sentence.span.start : offset], follows)
            places += 1
    assert places > 25


@pytest.mark.parametrize(
    ("language", "written", "offered", "instead"),
    [
        ("en", "  when “a” has a b", "has a bet", "has a b"),
        ("en", "  bets are acc", "bets are accepted", "bets are acc"),
        ("zh", "  結", "結算", "結"),
        ("zh", "  如「甲」有投注，", "，則", "，"),
        ("pt", "  quando «a» tem ap", "tem aposta", "tem ap"),
        ("pt", "> «a» baral", "baralha", "baral"),
    ],
)
def test_a_phrase_that_is_begun_is_offered_in_the_place_of_its_beginning(
    language: str, written: str, offered: str, instead: str
) -> None:
    found = at(written, len(written), language, Glossary())
    assert (offered, instead) in [(c.text, written[c.start : c.end]) for c in found]


def test_a_sentence_of_several_lines_is_read_from_its_beginning() -> None:
    written = "  when “a”\n    is “b”, th"
    assert [c.text for c in at(written, len(written), "en", Glossary())] == [", then"]


def test_citations_are_offered_where_provisions_are_named() -> None:
    written = "  prevails over art"
    found = at(written, len(written), "en", Glossary(), ("art_1", "art_9__point_4"))
    assert [(c.kind, c.text) for c in found] == [
        (ContinuationKind.PROVISION, "article 1"),
        (ContinuationKind.PROVISION, "article 9, item 4"),
    ]


def test_a_mistaken_word_is_offered_whatever_may_stand_in_its_stead() -> None:
    written = "  “ante” lses"
    found = at(written, len(written), "en", Glossary())
    assert "loses" in [c.text for c in found]
    assert {written[c.start : c.end] for c in found} == {"lses"}


@pytest.mark.parametrize(
    "line", ["  | words of the law ", "  # a comment ", "  ~ a summary ", "  no effect on the machine: as "]
)
def test_nothing_is_offered_within_words_that_no_grammar_has(line: str) -> None:
    assert at(line, len(line), "en", Glossary()) == []


@pytest.mark.parametrize("text", ["", "\n", "“", "»«", "\ue001\ue005", "\x00", "第" * 5_000, "(" * 3_000, "🂡“🂡"])
def test_whatever_is_written_it_is_answered(text: str) -> None:
    for language in LANGUAGES:
        at(text, len(text), language, Glossary())


# ── Every place of the corpus ───────────────────────────────────────────────

EVERY = sorted(path for folder in ("regulations", "tests/corpus/valid") for path in (ROOT / folder).rglob("*.ludi"))
# Lines, and prose to the end of a line, which no grammar has.
NO_GRAMMAR = {"WORDS", "SUMMARY", "COMMENT", "QUOTED", "TITLE", "TEXT"}


def tokens(text: str, language: str) -> list[Token]:
    """The tokens of a text without mistakes, headings and whatever has no grammar left out."""
    reader, out = lark_parser(language).parse_interactive(normalise(text, language)), []
    for token in lex(reader):
        reader.feed_token(token)
        out += [token] if token.type not in NO_GRAMMAR and token[0] != HEADING else []
    return out


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[] if path.parent == VALID else pytest.mark.soak) for path in EVERY],
    ids=lambda path: "/".join(path.parts[-3:]),
)
def test_before_each_token_of_a_text_it_is_offered(path: Path) -> None:
    text, language = path.read_text("utf-8"), path.name.split(".")[-2]
    document, problems = build(Source(path.name, language, text))
    assert document is not None
    assert problems == []
    glossary, eids = glossary_for(path), tuple(provision.eid for provision in document.all())
    for token in tokens(text, language):
        offset = (token.start_pos or 0) - 1
        found = at(text[:offset], offset, language, glossary, eids)
        place = text[max(0, offset - 60) : offset]
        if label := woven(language)[1].get(token.type.lstrip("_")):
            # In Chinese a citation that begins a line is a heading, until something follows it.
            is_heading = heading_pattern(language).fullmatch(fold(place.rpartition("\n")[2]))
            assert label in [c.text for c in found] or (is_heading and found), place
        elif token.type == "TERM":
            term = glossary.resolve(language, text[offset + 1 : (token.end_pos or 0) - 2])
            assert (ContinuationKind.TERM, term) in [(c.kind, c.about) for c in found], place
        else:
            assert found, place
