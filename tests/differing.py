"""Texts and their edited copies, for the tests of `diff`."""

from functools import cache
from pathlib import Path

from lexludi.base.source import Source
from lexludi.diff.comparing import Difference, Layer, compare
from lexludi.diff.sides import Side
from lexludi.language.builder import build
from lexludi.language.glossary import glossary_for
from lexludi.law.loader import TextFile, find, read_source, text_file
from lexludi.rules.lowering import lower

TESTS = Path(__file__).resolve().parent
WITNESS = TESTS / "witnesses" / "q-poker-website.zh.ludi"


def file_of(name: str, language: str = "") -> TextFile:
    """A text of the shelf or, by the name of its folder, of the corpus."""
    folder = TESTS / "corpus" / "valid" / name
    return text_file(folder / f"1.{language}.ludi") if folder.is_dir() else find(name, language=language)


@cache
def text_of(name: str, language: str) -> str:
    return read_source(file_of(name, language)).text


def side(text: str, like: str, language: str) -> Side | None:
    """A text by itself, with the glossary of another, whatever is wrong with it; none if it is no text at all."""
    source = Source("generated", language, text)
    document, _ = build(source)
    if document is None:
        return None
    rules, _ = lower(document, glossary_for(file_of(like, language).path), source)
    return Side("generated", document, rules, {p.id: p.default for p in rules.parameters.values()})


@cache
def shelf_side(name: str, language: str) -> Side:
    found = side(text_of(name, language), name, language)
    assert found is not None
    return found


def edited(name: str, language: str, *replacements: tuple[str, str]) -> Side:
    """The text with some passages replaced, each of which it has exactly once."""
    text = text_of(name, language)
    for old, new in replacements:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    found = side(text, name, language)
    assert found is not None
    return found


def edits(
    name: str, language: str, *replacements: tuple[str, str], layers: tuple[Layer, ...] = ("words", "rules")
) -> Difference:
    """What differs between a text and itself with some passages replaced: in words and in rules, unless asked for."""
    return compare(shelf_side(name, language), edited(name, language, *replacements), layers)
