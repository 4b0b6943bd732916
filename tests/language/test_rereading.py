"""Every sentence of shelf, gallery, corpus and reference, printed in each language and read again line by line.

A grammar without conflicts may still misread: one phrase can be the beginning of another, and
swallow it. What is printed of a sentence, in a language in which nobody wrote it, must be
read as the same construct there.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.language.nodes import Construct, Document, Level, Node, Provision, Sentence, Term, Text, transform
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import Printer
from lexludi.law.loader import read_source, text_file

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("regulations", "tests/corpus/valid", "tests/corpus/histories", "grammar/reference/examples")


def _alike(node: Node) -> Node:
    """A node with one term for all, and one text: no phrase depends on either."""
    match node:
        case Term():
            return Term("a")
        case Text():
            return Text("b")
        case _:
            return node


@cache
def sentences() -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """The different sentences of heads, and of provisions, whatever their terms."""
    heads: dict[Construct, Sentence] = {}
    bodies: dict[Construct, Sentence] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.ludi")):
            document, _ = build(read_source(text_file(path)))
            assert document is not None, path
            for found, group in ((document.header, heads), (_of_provisions(document), bodies)):
                for sentence in found:
                    if isinstance(sentence, Sentence):
                        statement = transform(sentence.statement, _alike)
                        reread = Sentence(statement, sentence.quoted, (), sentence.corrected)
                        group.setdefault(statement, reread)
    return tuple(heads.values()), tuple(bodies.values())


def _of_provisions(document: Document) -> Iterator[Sentence]:
    return (sentence for provision in document.all() for sentence in provision.sentences())


_ARTICLE = Provision(Level.ARTICLE, "1", "", "", (), eid="art_1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_read_again_as_the_construct_that_it_is(language: str) -> None:
    head, body = sentences()
    assert len(body) > 500
    printer = Printer(language, lambda term: term.written, own=False)
    text, expected = "", {}
    for sentence in (*head, None, *body):
        if sentence is None:
            text += printer.label(_ARTICLE) + "\n"
            continue
        expected[text.count("\n")] = sentence.statement
        text += printer.modification(sentence) + "\n"
    document, found = build(Source(f"1.{language}.ludi", language, text))
    lines = text.split("\n")
    assert [(d.code, lines[text.count("\n", 0, d.labels[0].span.start)]) for d in found] == []
    assert document is not None
    read = {
        text.count("\n", 0, sentence.span.start): transform(sentence.statement, _alike)
        for sentence in (*document.header, *_of_provisions(document))
        if isinstance(sentence, Sentence)
    }
    assert [(lines[at], read.get(at)) for at, statement in expected.items() if read.get(at) != statement] == []
