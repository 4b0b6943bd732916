"""Import: raw documents to the skeleton of a text, with all that was left out, mended, missing or in doubt."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from lexludi.base.errors import LexludiError
from lexludi.base.frozen import dataclass
from lexludi.diff.typography import is_simplified, simplified_in
from lexludi.exchange.akn_reading import read_akn
from lexludi.exchange.characters import Mend, is_scattered, mend_characters, private_use, traditional_lines
from lexludi.exchange.documents import Doubt, LeftOut, Raw, RawLine, UnreadableDocument, form_of, read_lines, read_raw
from lexludi.exchange.framing import take_frame
from lexludi.exchange.furniture import of_language, without_furniture
from lexludi.exchange.header import header_data, identifier_of, instrument_line
from lexludi.exchange.skeleton import Drafter, skeleton
from lexludi.exchange.structure import outline
from lexludi.language.glossary import Glossary
from lexludi.language.lexer import PART_MARKS
from lexludi.language.nodes import Document, Level, Mark

# Words that a text in a language is full of: a text in letters with fewer of them is in another.
_COMMON = {
    "pt": frozenset("de a o que e do da em os as no na nos nas se por para com dos das à ao aos ou é um uma".split()),
    "en": frozenset("the of and to in a is or for on by be with that as are shall from".split()),
}
_SHOWN = 20  # characters of words that are in doubt
_LEAST_COMMON = 0.12
_ENOUGH_WORDS = 40


class NothingFound(LexludiError):
    """A raw document in which no provision was found."""


@dataclass(frozen=True)
class Imported:
    """A skeleton and the account of how it came about.

    `private` are places with characters of private codes that stand for nothing
    known; `missing` are eIds left out by the numbering; `foreign` is true of words in
    a language that is none of ours, which have no authority and no use as words.
    """

    document: Document
    left: tuple[LeftOut, ...]
    mends: tuple[Mend, ...]
    missing: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    private: tuple[tuple[str, str], ...]
    foreign: bool = False
    simplified: bool = False

    @property
    def eids(self) -> tuple[str, ...]:
        """The eIds of all provisions, in the order of the text."""
        return tuple(provision.eid for provision in self.document.all())


def import_files(
    paths: Sequence[Path],
    language: str,
    *,
    work: str = "",
    since: date | None = None,
    form: str = "",
    glossary: Glossary | None = None,
    traditional: bool = False,
    like: Collection[str] = (),
) -> Imported:
    """The skeleton of the text in some files, read one after another, in one language.

    Without `form` each file is read as what it is by its name and beginning; with
    `traditional`, Simplified characters are replaced. `like` are the eIds of a text that may
    have numbers in forms that the language has not among its words: they are read as there.

    Raises:
        LexludiError: a file cannot be read, or holds no provision in that language.
    """
    documents = [read_raw(path) for path in paths]
    forms = [form or form_of(raw) for raw in documents]
    if "akn" in forms:
        if len(documents) > 1:
            raise UnreadableDocument("akn-alone", name=documents[forms.index("akn")].name)
        return _import_akn(documents[0], language, work, since, glossary, traditional=traditional)
    files = [read_lines(raw, of_file) for raw, of_file in zip(documents, forms, strict=True)]
    lines = [line for file in files for line in file.lines]
    about: dict[str, Any] = {"work": work, "since": since, "glossary": glossary, "traditional": traditional}
    read = partial(import_lines, lines, language, **about, recognised="ocr" in forms)
    text = read()
    if like and any(doubt.kind == "changed-number" for doubt in text.doubts):
        text = min(text, read(own_forms=True), key=lambda imported: len({*imported.eids} ^ {*like}))
    left, doubts = (item for file in files for item in file.left), (item for file in files for item in file.doubts)
    return replace(text, left=(*left, *text.left), doubts=(*doubts, *text.doubts))


def _summaries(document: Document) -> Iterator[Doubt]:
    """The summaries among the words of a document, which are taken for such by a sign alone."""
    for provision in document.all():
        if said := next((item.text for item in provision.words() if item.mark is Mark.SUMMARY), ""):
            yield Doubt("summary", provision.eid, said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…")


def _marks(document: Document) -> Iterator[Doubt]:
    """The signs ①, ② in the words of a document's own, which a text on the shelf has as marks of its parts alone."""
    for provision in document.all():
        if marks := re.findall(f"[{PART_MARKS}]", "".join(item.text for item in provision.words())):
            yield Doubt("part-mark", provision.eid, "".join(dict.fromkeys(marks)))


def _simplified(document: Document) -> Iterator[Doubt]:
    """The characters that only Simplified script has, in provisions of a text that is in Traditional characters."""
    for provision in document.all() if document.language == "zh" else ():
        if characters := simplified_in("".join([provision.title, *(item.text for item in provision.words())])):
            yield Doubt("simplified", provision.eid, "".join(dict.fromkeys(characters)))


def _import_akn(
    raw: Raw, language: str, work: str, since: date | None, glossary: Glossary | None, *, traditional: bool
) -> Imported:
    drafter = Drafter(language, glossary, recognised=False)
    read = read_akn(raw.data, raw.name, language, drafter, traditional=traditional)
    if not read.provisions:
        raise NothingFound("no-provision-found", language=language)
    document = skeleton(
        read.provisions, read.data, language, work=work, since=since or read.since, files=(raw.name,), foreign=False
    )
    is_in_simplified = language == "zh" and is_simplified("".join(w.text for p in document.all() for w in p.words()))
    doubts = (*read.doubts, *_marks(document), *(() if is_in_simplified else _simplified(document)))
    return Imported(document, read.left, tuple(drafter.mends), (), doubts, (), simplified=is_in_simplified)


def import_lines(
    lines: list[RawLine],
    language: str,
    *,
    work: str = "",
    since: date | None = None,
    glossary: Glossary | None = None,
    traditional: bool = False,
    recognised: bool = False,
    own_forms: bool = False,
) -> Imported:
    """The skeleton of the text in some lines; `recognised` is true of lines that come from optical recognition.

    With `own_forms`, numbers in forms that the language has not are words.

    Raises:
        NothingFound: the lines hold no provision in that language.
    """
    # In this order: patterns are of the characters that were meant; lines of the other language are no furniture.
    mended, mends = mend_characters(lines)
    kept, others = of_language(mended, language)
    if traditional and language == "zh":
        kept, converted = traditional_lines(kept)
        mends += converted
    body, furniture = without_furniture(kept, language)
    foreign = is_foreign(body, language)
    outlined = outline(body, language, foreign=foreign, own_forms=own_forms)
    if not outlined.units:
        raise NothingFound("no-provision-found", language=language)
    frame = take_frame(outlined, language, scattered=recognised or is_scattered(body))
    drafter = Drafter(language, glossary, recognised=recognised)
    provisions = drafter.provisions(outlined, frame)
    # By paragraphs: a day, or an office and a name, may be broken over lines.
    closing = [" ".join(item.text for item in block) for block in frame.closing]
    # What stands before the articles is the title of the text, an annex behind them has one of its own.
    is_behind = any(unit.level is Level.ANNEX for unit in outlined.units)
    annexes = () if is_behind else (p.title for p in provisions if p.level is Level.ANNEX)
    title = next(iter(annexes), "")
    # Of the lines with their furniture, where the labels of the gazette may stand.
    data = header_data(kept, closing, title, language)
    data = replace(data, identifier=identifier_of(data, work, language))
    named = instrument_line(kept, language)
    made = [Doubt("made-identifier", named.place, data.identifier)] if named and data.identifier else []
    files = tuple(dict.fromkeys(line.file for line in lines))
    document = skeleton(provisions, data, language, work=work, since=since, files=files, foreign=foreign)
    is_in_simplified = language == "zh" and is_simplified("".join(line.text for line in body))
    scattered = () if is_in_simplified else _simplified(document)
    return Imported(
        document,
        (*others, *furniture, *outlined.left, *frame.left),
        (*mends, *drafter.mends),
        tuple(outlined.missing),
        (*made, *outlined.doubts, *_summaries(document), *_marks(document), *scattered),
        tuple(private_use(body)),
        foreign,
        is_in_simplified,
    )


def is_foreign(lines: list[RawLine], language: str) -> bool:
    """True of a text in letters whose words are not of the language."""
    if language not in _COMMON:
        return False
    # Numbers are of no language: what a table of prizes has of them says nothing.
    words = [word for line in lines for word in re.findall(r"[^\W\d_]+", line.text.lower())]
    common = sum(word in _COMMON[language] for word in words)
    return len(words) >= _ENOUGH_WORDS and common < _LEAST_COMMON * len(words)
