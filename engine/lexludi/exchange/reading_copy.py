"""Reading copies: the words of a text with its standing and the sources of its words, as a page of HTML."""

from collections.abc import Sequence

from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS, Catalogue
from lexludi.exchange.markup import Element, as_html, element
from lexludi.language.nodes import Level, Mark, Provision
from lexludi.language.printer import Printer
from lexludi.law.chronicle import (
    force_told,
    missing_told,
    own_lines,
    renumbered_rows,
    stand_told,
    standing_beside,
)
from lexludi.law.history import TextOnDate
from lexludi.rules import uris
from lexludi.rules.header import ABOUT_ITSELF, metadata_of
from lexludi.rules.standing import standing_told

_STYLE = """
body { font-family: serif; line-height: 1.6; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
section section { margin-left: 1.5rem; }
.num { font-weight: bold; margin-right: 0.5em; }
.summary { font-style: italic; }
.note, .standing, header ul { font-size: 0.85em; color: #444; margin: 1em 0; }
@media print { body { max-width: none; margin: 0; } section { break-inside: avoid-page; } }
"""


@dataclass(frozen=True)
class ReadingPart:
    """A provision for reading: its words by lines, those of a summary marked, and the notes on their source.

    `missing` are the sentences of the text that say which words of it are not there.
    """

    eid: str
    level: Level
    number: str
    title: str
    words: tuple[tuple[str, bool], ...]
    missing: tuple[str, ...]
    notes: tuple[str, ...]
    below: tuple["ReadingPart", ...]


@dataclass(frozen=True)
class ReadingCopy:
    """A text for reading: title, header as the text has it, standing, provisions, and below them what has force.

    Its `name` is the title with the day, which tells it from the texts of other days.
    """

    language: str
    title: str
    name: str
    uri: str
    header: tuple[str, ...]
    standing: tuple[str, ...]
    parts: tuple[ReadingPart, ...]
    force: str


def reading_copy(expression: TextOnDate, words: Catalogue) -> ReadingCopy:
    """The text of a work on a day for reading; notes and standing in the language of a catalogue."""
    document, metadata = expression.document, metadata_of(expression.document)
    printer = Printer(expression.language)
    moved = renumbered_rows(expression.notes)

    def part(provision: Provision, above: Provision | None) -> ReadingPart:
        return ReadingPart(
            provision.eid,
            provision.level,
            provision.label,
            provision.title,
            tuple((line, w.mark is Mark.SUMMARY) for w in provision.words() for line in w.text.split("\n")),
            tuple(missing_told(provision, expression.language)),
            tuple(own_lines(provision, above, expression, words, moved.get(provision.eid, ()))),
            tuple(part(unit, provision) for unit in provision.below),
        )

    # Only summaries have a sign here.
    beside = standing_beside(expression, words, signs=(Mark.SUMMARY,))
    standing = (standing_told(metadata, words, in_full=True), *beside)
    said = (s.statement for s in document.header_sentences())
    header = tuple(printer.sentence(statement) for statement in said if statement.op in ABOUT_ITSELF)
    day = expression.day
    uri = uris.expression_uri(metadata.identifier, expression.language, day.isoformat()) if day else ""
    title = metadata.title or metadata.work
    return ReadingCopy(
        expression.language,
        title,
        f"{title}{words.colon}{stand_told(expression, words)}",
        uri if metadata.identifier else "",
        header,
        standing,
        tuple(part(provision, None) for provision in document.provisions),
        force_told(expression, words),
    )


# ── HTML ────────────────────────────────────────────────────────────────────


def html(copy: ReadingCopy) -> str:
    """A page by itself: no scripts, nothing fetched; each provision under its eId."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width"),
        element("title", text=copy.name),
        *([element("meta", name="dcterms.identifier", content=copy.uri)] if copy.uri else []),
        element("style", text=_STYLE),
    )
    top = element(
        "header",
        element("h1", text=copy.title),
        # Beside the text, as notes are: whoever reads the page by its elements shall not take it for words of the law.
        element("aside", element("ul", *(element("li", text=line) for line in copy.header))),
        *(element("aside", text=line, class_="standing") for line in copy.standing),
    )
    foot = [element("footer", element("aside", text=copy.force, class_="standing"))] if copy.force else []
    body = element("body", top, element("main", *(_section(part) for part in copy.parts)), *foot)
    return as_html(element("html", head, body, lang=TAGS[copy.language]))


def _section(part: ReadingPart) -> Element:
    number = [element("span", text=part.number, class_="num")] if part.number else []
    named = [*number, *([element("span", text=part.title, class_="title")] if part.title else [])]
    is_heading = part.level.rank < Level.PARAGRAPH.rank
    # Below an article the number stands in the line of the first words: by itself it reads as the number of a page.
    beside = named if part.words and not is_heading else []
    heading = [element("h2" if is_heading else "p", *named)] if named and not beside else []
    lines = [_line(line, is_summary, () if i else beside) for i, (line, is_summary) in enumerate(part.words)]
    missing = [f"[{line}]" for line in part.missing]
    if missing and not is_heading and not lines:
        heading = [element("p", *named, element("small", text=missing.pop(0)))]
    lines += [element("p", text=line, class_="note") for line in missing]
    notes = [element("aside", text=line, class_="note") for line in part.notes]
    return element("section", *heading, *lines, *notes, *map(_section, part.below), id=part.eid)


def _line(text: str, is_summary: bool, before: Sequence[Element]) -> Element:
    text, kind = (f"{Mark.SUMMARY.value} {text}", "summary") if is_summary else (text, None)
    if not before:
        return element("p", text=text, class_=kind)
    return element("p", *before, element("span", text=text), class_=kind)
