"""Renditions of a text on a day: plain text, Markdown, HTML, PDF, notation, JSON, Akoma Ntoso, references to it.

What a site offers to be taken away and what `lexludi export` writes are made by the same functions; the same text
gives the same bytes.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from lexludi.base.errors import InvalidRegulation, LexludiError
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue, catalogue
from lexludi.base.plain import given
from lexludi.exchange.akn import akn_of_instrument, akn_of_text, is_identified
from lexludi.exchange.numbering import summary_sign
from lexludi.exchange.pdf_writing import pdf
from lexludi.exchange.reading_copy import html, reading_copy
from lexludi.language.nodes import Body, Construct, Document, Level, Mark, Provision, Sentence, Text
from lexludi.language.printer import print_document
from lexludi.law.chronicle import (
    annotated,
    force_told,
    kind_of_words,
    own_note,
    reservations,
    stand_told,
    standing_beside,
    text_json,
)
from lexludi.law.files import TextFile, slug_of
from lexludi.law.history import History, TextOnDate, history_of, named_in, sound_text_in
from lexludi.rules.header import ENTRIES, metadata_of
from lexludi.rules.model import Metadata
from lexludi.rules.standing import standing_told
from lexludi.rules.uris import uri_json

# What has a meaning in Markdown, also at the beginning of a line.
_MARKED = re.compile(r"[\\`*_\[\]<>#|~&]|(?<=^)[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
# What has a meaning in LaTeX. BibTeX counts a brace also after a backslash, which is itself the break of a line twice.
_TEX = str.maketrans(
    {sign: f"\\{sign}" for sign in "%&#_$"}
    | {"\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


def plain(expression: TextOnDate, words: Catalogue) -> str:
    """The words of a text, each provision on lines of its own, below what it is and what authority it has."""
    data = metadata_of(expression.document)
    lines = [data.title, "", *_head(expression, words), ""]
    for depth, own_lines, notes in _provisions(expression, words):
        indent = "  " * depth
        # Each note after a gap: in the lines of the words it would be read as more of them.
        for block in (own_lines, *([note] for note in notes)):
            lines += ["", *(f"{indent}{line}" for line in block)]
    force = force_told(expression, words)
    return "\n".join([*lines, "", *([force, ""] if force else [])])


def markdown(expression: TextOnDate, words: Catalogue) -> str:
    """The same as Markdown: articles as headings, what stands below them as paragraphs."""
    data = metadata_of(expression.document)
    blocks = [f"# {_escaped(data.title)}", *(f"- {_escaped(line)}" for line in _head(expression, words))]
    for depth, own_lines, notes in _provisions(expression, words):
        first, *others = [*own_lines, *notes]
        blocks.append(f"## {_escaped(first)}" if not depth else f"{'&nbsp;' * (4 * depth)}{_escaped(first)}")
        blocks += [_escaped(line) for line in others]
    force = force_told(expression, words)
    return "\n\n".join([*blocks, *([f"*{_escaped(force)}*"] if force else [])]) + "\n"


def page(expression: TextOnDate, words: Catalogue) -> str:
    """The words as a page of HTML by itself, each provision under its eId."""
    return html(reading_copy(expression, words))


def printed(expression: TextOnDate, words: Catalogue) -> str:
    """The same as PDF, for paper."""
    return pdf(reading_copy(expression, words))


def notation(expression: TextOnDate, words: Catalogue) -> str:
    """The text as Lexludi reads it: words and formal rules; of a consolidated text with the source of each change."""
    if not expression.file.is_consolidated:
        return expression.source.text
    document = annotated(expression, words)
    is_for_now = any(note.suspended or note.until for note in expression.notes.values())
    document = _of_one_day(document, expression.since) if is_for_now else document
    return print_document(document, expression.glossary)


def _of_one_day(document: Document, day: date) -> Document:
    """The text without the days on which provisions enter into force, and with a note that it is of one day.

    The sentences of what does not apply are not in it, so that nothing could come to apply on a later day.
    """
    said = catalogue(document.language).say("export.one-day", day=day)
    header = tuple(item for item in document.header if not _is_entry(item))
    note = Sentence(Construct("note", (Text(said),)))
    return replace(document, header=(*header, note), provisions=tuple(map(_without_entries, document.provisions)))


def _without_entries(provision: Provision) -> Provision:
    nothing = Sentence(Construct("no_effect", (Text(provision.label),)), eid=provision.eid)
    body = tuple(nothing if _is_entry(item) else item for item in provision.body)
    return replace(provision, body=body, below=tuple(map(_without_entries, provision.below)))


def _is_entry(item: Body) -> bool:
    return isinstance(item, Sentence) and item.statement.op in ENTRIES


def data(expression: TextOnDate, words: Catalogue) -> str:
    """The text as plain data, in the form of `schemas/text-1.schema.json`."""
    return json.dumps(text_json(expression), ensure_ascii=False, indent=1) + "\n"


def ris(expression: TextOnDate, words: Catalogue) -> str:
    """The text as a reference in the format of reference managers (RIS)."""
    fields = _reference(expression, words)
    names = {"title": "TI", "number": "M1", "authority": "AU", "day": "DA", "published in": "T2", "language": "LA"}
    names["identifier"] = "AN"
    lines = [f"{names[name]}  - {value}" for name, value in fields.items() if name in names]
    year = [f"PY  - {fields['day'][:4]}"] if "day" in fields else []
    return "\n".join(["TY  - STAT", *lines, *year, f"N1  - {fields['note']}", "ER  - ", ""])


def bibtex(expression: TextOnDate, words: Catalogue) -> str:
    """The text as a BibTeX entry."""
    fields = _reference(expression, words)
    names = {"title": "title", "number": "number", "authority": "author", "published in": "howpublished"}
    names |= {"language": "language", "identifier": "identifier", "note": "note"}
    dated = _dated(expression)
    version = expression.day or expression.file.version
    work = metadata_of(expression.document).work or expression.history.work
    key = re.sub(r"[^\w.-]+", "-", f"{work}-{version}-{expression.language}")
    # Braces keep each value whole, that of the author too, which «and» would cut in two.
    escaped = {name: value.translate(_TEX) for name, value in fields.items() if name in names}
    lines = [f"  {names[name]} = {{{{{value}}}}}," for name, value in escaped.items()]
    year = [f"  year = {{{dated.year}}},"] if dated else []
    return "\n".join([f"@misc{{{key},", *lines, *year, "}", ""])


@dataclass(frozen=True)
class Rendition:
    """A form in which a text can be had: its name, the end of its file's name, and what makes it."""

    name: str
    ending: str
    make: Callable[[TextOnDate, Catalogue], str]
    needs_identifier: bool = False

    def is_of(self, history: History, language: str) -> bool:
        """True if the texts of a work in a language have this form."""
        return not self.needs_identifier or is_identified(history, language)


RENDITIONS = (
    Rendition("plain", "txt", plain),
    Rendition("markdown", "md", markdown),
    Rendition("page", "html", page),
    Rendition("printed", "pdf", printed),
    Rendition("notation", "ludi", notation),
    Rendition("data", "json", data),
    Rendition("akoma-ntoso", "akn", lambda expression, words: akn_of_text(expression), needs_identifier=True),
    Rendition("ris", "ris", ris),
    Rendition("bibtex", "bib", bibtex),
)


# ── What the forms share ────────────────────────────────────────────────────


def _head(expression: TextOnDate, words: Catalogue) -> Iterator[str]:
    """Instrument, issue of the gazette, day, authority, and what is not known; sentences in brackets, as notes are."""
    data = metadata_of(expression.document)
    yield from (line for line in (data.instrument, data.gazette) if line)
    yield stand_told(expression, words)
    # By their end alone sentences would be taken for recitals.
    standing = (standing_told(data, words, in_full=True), *standing_beside(expression, words))
    yield from (f"[{line}]" for line in standing)


def _dated(expression: TextOnDate) -> date | None:
    """The day by which a reference dates the text: of its publication, else from which it stands, if it has one."""
    published = metadata_of(expression.document).published
    return published or expression.day


def _provisions(expression: TextOnDate, words: Catalogue) -> Iterator[tuple[int, list[str], list[str]]]:
    """The provisions by their depth, their lines, and notes in brackets, where more is to be known than the words."""
    above: dict[str, Provision] = {}
    for provision in expression.document.all():
        above[provision.eid] = provision
        note = own_note(provision, above.get(provision.eid.rpartition("__")[0]), expression)
        notes = [f"[{line}]" for line in reservations(provision, note, expression, words)]
        lines = _lines(provision, expression.language)
        if notes and provision.level.rank >= Level.PARAGRAPH.rank and kind_of_words(provision) == "missing":
            # Beside the number, which by itself would be that of a page.
            lines, notes = [f"{lines[0]} {notes[0]}"], notes[1:]
        yield provision.eid.count("__"), lines, notes


def _lines(provision: Provision, language: str) -> list[str]:
    """The number and title of a provision with its words by lines; a summary is marked as none of the law's words."""
    head = f"{provision.label} {provision.title}".strip()
    signs = {Mark.WORDS: "", Mark.SUMMARY: f"{summary_sign(language)} "}
    words = [f"{signs[item.mark]}{line}" for item in provision.words() for line in item.text.split("\n")]
    # By itself, the number of what is no article reads as the number of a page.
    if provision.level.rank < Level.PARAGRAPH.rank:
        return [head, *words]
    return [f"{head} {' '.join(words[:1])}".strip(), *words[1:]]


def _escaped(text: str) -> str:
    return _MARKED.sub(r"\\\g<0>", text)


def _reference(expression: TextOnDate, words: Catalogue) -> dict[str, str]:
    """The fields of a reference that the text has."""
    data, dated = metadata_of(expression.document), _dated(expression)
    version = expression.day.isoformat() if expression.day else None
    fields = {
        "title": data.title,
        "number": data.instrument,
        "authority": data.authority,
        # Not by `strftime`, which writes a year before 1000 with fewer digits.
        "day": dated.isoformat().replace("-", "/") if dated else "",
        "published in": data.gazette,
        "language": words.say(f"language.{expression.language}"),
        "identifier": uri_json(data.identifier, expression.language, version).get("uri", ""),
        "note": _note(expression, data, words),
    }
    return given(**fields)


def _note(expression: TextOnDate, data: Metadata, words: Catalogue) -> str:
    """The day and the standing of a text, with what is not known of it in brackets, as in its other forms."""
    said = f"{stand_told(expression, words)}{words.colon}{standing_told(data, words, in_full=True)}"
    beside = (f"[{line}]" for line in standing_beside(expression, words))
    return words.space.join([said, *beside])


# ── Export ──────────────────────────────────────────────────────────────────


_BY_ENDING = {rendition.ending: rendition for rendition in RENDITIONS}
FORMS = tuple(sorted(_BY_ENDING))


class NotExported(LexludiError):
    """A form that there is not of such a text."""


def export(file: TextFile, form: str, words: Catalogue | None = None) -> bytes:
    """The text that a file names, consolidated on its day, in a form; an amending instrument as Akoma Ntoso alone.

    What is told about a text is in the language of a catalogue, else in its own.

    Raises:
        InvalidRegulation: a text cannot be read, or what amends it does not fit.
        LexludiError: there is no such form of that text.
    """
    if file.is_amending:
        return _instrument(file, form)
    words = words or catalogue(file.language)
    return _BY_ENDING[form].make(named_in(sound_text_in(file), words.language), words).encode()


def _instrument(file: TextFile, form: str) -> bytes:
    if form != "akn":
        raise NotExported("form-of-instrument", form=form)
    history = history_of(file.path.parent.parent, (file.language,))
    instrument = history.instrument(file.version)
    if instrument is None or instrument.text(file.language).document is None:
        raise InvalidRegulation(file.path.name, list(instrument.text(file.language).diagnostics) if instrument else [])
    return akn_of_instrument(instrument, history, file.language).encode()


def file_name(file: TextFile, form: str) -> str:
    """The name of a file with a text in a form, as sites have it too: `mo-q-poker-2005-01-18.pt.akn`."""
    folder = file.path.parent.parent if file.is_amending else file.path.parent
    work = history_of(folder, (file.language,)).work
    slug = Path(work).name if Path(work).is_absolute() else slug_of(work)
    return f"{slug}-{file.version}.{file.language}.{form}"
