"""The reference of constructs: for each its kind, its words in three languages, its meaning and an example.

The constructs come from `grammar/constructs.lark`, their words from `grammar/phrases`, their
kinds and meanings from `grammar/reference`, and the examples are sentences of the texts in
`grammar/reference/examples`, each of which stands there in three languages at the same place.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.base.messages import catalogue
from lexludi.base.resources import data_folder
from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.language.citations import cite
from lexludi.language.glossary import FILE_NAME, usable_glossary
from lexludi.language.grammar import constructs
from lexludi.language.nodes import Construct, Document, constructs_in
from lexludi.language.phrases import LANGUAGES, Hole, Optional, Segment, WordRun, phrase_table
from lexludi.language.printer import own_printer


@dataclass(frozen=True)
class ConstructExample:
    """A sentence of an invented text: the name of the text, its provision, and its words by language."""

    text: str
    eid: str
    sentences: Mapping[str, str]


@dataclass(frozen=True)
class ConstructEntry:
    """A construct; `parts` are the keys of the names of its parts, in canonical order."""

    name: str
    kind: str
    parts: tuple[str, ...]
    example: ConstructExample


@dataclass(frozen=True)
class ReferenceWords:
    """The words of the reference in one language: names of kinds and parts, and the meaning of each construct."""

    title: str
    about: str
    link: str
    kinds: Mapping[str, tuple[str, str]]  # title, description
    parts: Mapping[str, str]
    meanings: Mapping[str, str] = field(repr=False)


def folder() -> Path:
    """The folder of what the reference is made from."""
    return data_folder("grammar") / "reference"


def example_texts() -> tuple[str, ...]:
    """The names of the texts from which the examples come."""
    return tuple(sorted(path.name.removesuffix(".en.ludi") for path in (folder() / "examples").glob("*.en.ludi")))


@cache
def words_of(language: str) -> ReferenceWords:
    """The words of the reference in a language."""
    raw = _read(f"{language}.toml")
    kinds = {kind: (title, about) for kind, (title, about) in raw["kinds"].items()}
    return ReferenceWords(raw["title"], raw["about"], raw["link"], kinds, raw["parts"], raw["meanings"])


@cache
def entries() -> tuple[ConstructEntry, ...]:
    """Every construct, by kind, in the order of `grammar/reference/constructs.toml`."""
    examples = _examples()
    return tuple(
        ConstructEntry(name, kind, tuple(parts.split()), examples[name])
        for kind, named in _read("constructs.toml").items()
        for name, parts in named.items()
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((folder() / name).read_text("utf-8"))


# ── Examples ────────────────────────────────────────────────────────────────


def _examples() -> dict[str, ConstructExample]:
    """For each construct the shortest sentence, in English, that has it."""
    examples: dict[str, ConstructExample] = {}
    for text in example_texts():
        printed = [list(_sentences(_document(text, language), language)) for language in LANGUAGES]
        # The texts of an example say the same, sentence by sentence, in every language.
        for same in zip(*printed, strict=True):
            sentences = {language: words for language, (_, words, _) in zip(LANGUAGES, same, strict=True)}
            eid, _, statement = same[0]
            example = ConstructExample(text, eid, sentences)
            for name in {node.op for node in constructs_in(statement)}:
                if name not in examples or len(sentences["en"]) < len(examples[name].sentences["en"]):
                    examples[name] = example
    assert examples.keys() == constructs().keys(), examples.keys() ^ constructs().keys()
    return examples


def _document(text: str, language: str) -> Document:
    path = folder() / "examples" / f"{text}.{language}.ludi"
    document, problems = build(Source(path.name, language, path.read_text("utf-8")))
    assert document is not None, path
    assert not problems, problems
    return document


def _sentences(document: Document, language: str) -> Iterator[tuple[str, str, Construct]]:
    """Each sentence with its provision, as it stands in the text, quoted provisions included."""
    printer = own_printer(language, usable_glossary(folder() / "examples" / FILE_NAME))
    for sentence in document.header_sentences():
        yield "", printer.modification(sentence), sentence.statement
    for provision in document.all():
        for sentence in provision.sentences():
            yield provision.eid, "  " + printer.modification(sentence).replace("\n", "\n  "), sentence.statement


# ── Pages ───────────────────────────────────────────────────────────────────


def reference(language: str, guide: str) -> str:
    """The reference as a page of Markdown, written in a language; `guide` is the address of the guide from it."""
    words = words_of(language)
    lines = [f"# {words.title}", "", words.about, "", words.link.format(guide=guide), ""]
    for kind, (title, _) in words.kinds.items():
        links = " ".join(f"[`{entry.name}`](#{entry.name})" for entry in _of_kind(kind))
        lines.append(f"- {title}{catalogue(language).colon}{links}")
    lines.append("")
    for kind, (title, about) in words.kinds.items():
        lines += [f"## {title}", "", about, ""]
        for entry in _of_kind(kind):
            lines += _section(entry, language, words)
    return "\n".join(lines).rstrip("\n") + "\n"


def _of_kind(kind: str) -> Iterator[ConstructEntry]:
    return (entry for entry in entries() if entry.kind == kind)


def _section(entry: ConstructEntry, language: str, words: ReferenceWords) -> Iterator[str]:
    yield from (f"### `{entry.name}`", "", words.meanings[entry.name], "")
    order = (language, *(other for other in LANGUAGES if other != language))
    yield from (f"- `{code}` `{phrase(entry, code)}`" for code in order)
    yield from ("", _place(entry.example, language), "")
    for code in order:
        yield from (f"```ludi {code}", entry.example.sentences[code], "```", "")


def _place(example: ConstructExample, language: str) -> str:
    """The text and the provision of an example: `dice`, article 5, number 3."""
    marks = phrase_table(language).marks
    cited = f"{marks.comma}{marks.space}{cite(example.eid, language)}" if example.eid else ""
    return f"`{example.text}`{cited}{marks.colon}"


def phrase(entry: ConstructEntry, language: str) -> str:
    """The words of a construct with the names of its parts: `‹bet› pays ‹odds›`."""
    names = words_of_parts(entry, language)
    return _shown(phrase_table(language).phrases[entry.name], names)


def words_of_parts(entry: ConstructEntry, language: str) -> tuple[str, ...]:
    """The names of the parts of a construct; two of the same name are numbered."""
    names = words_of(language).parts
    out = []
    for index, part in enumerate(entry.parts):
        # ‹amount 1› and ‹amount 2›, in canonical order.
        number = f" {entry.parts[:index].count(part) + 1}" if entry.parts.count(part) > 1 else ""
        out.append(f"‹{names[part]}{number}›")
    return tuple(out)


def _shown(segments: tuple[Segment, ...], names: tuple[str, ...]) -> str:
    out = ""
    for segment in segments:
        match segment:
            case Hole(number):
                out += names[number - 1]
            case WordRun(text):
                out += text
            case Optional(inner):
                out += f"[{_shown(inner, names)}]"
    return out
