"""The skeleton of a text: header data that were found, each provision with its words, and what is to be transcribed."""

import re
from datetime import date
from itertools import groupby

from lexludi.base.folding import fold
from lexludi.base.messages import catalogue
from lexludi.exchange.characters import Mend, is_chinese, without_stray_spaces
from lexludi.exchange.framing import Frame
from lexludi.exchange.numbering import summary_in
from lexludi.exchange.structure import DraftProvision, Outline, Segment, joined, paragraphs, rows_of_annex
from lexludi.language.citations import provision_label
from lexludi.language.glossary import Glossary
from lexludi.language.lexer import heading_pattern
from lexludi.language.nodes import (
    Body,
    Comment,
    Construct,
    Date,
    Document,
    Level,
    Mark,
    Provision,
    Sentence,
    Text,
    Words,
)
from lexludi.language.phrases import phrase_table
from lexludi.language.printer import show_date
from lexludi.rules.model import Metadata

# Stands in every provision of a skeleton, in any language, until somebody has written its rules.
TO_TRANSCRIBE = "to transcribe"

_SHORTEST_TERM = 2


class Drafter:
    """Makes provisions of the segments of an outline; keeps what it mended on the way."""

    def __init__(self, language: str, glossary: Glossary | None, *, recognised: bool) -> None:
        self.language, self.glossary, self.recognised = language, glossary, recognised
        self.mends: list[Mend] = []

    def provisions(self, outline: Outline, frame: Frame) -> tuple[Provision, ...]:
        """The provisions in the order of a text: preamble, numbers of the instrument, closing, annex, articles."""
        behind = [unit for unit in outline.units if unit.level is Level.ANNEX]
        after = [unit for unit in outline.units if unit.eid.startswith("art_")]
        before = [u for u in outline.units if u.level is not Level.ANNEX and not u.eid.startswith("art_")]
        out: list[Provision] = []
        if frame.preamble:
            out.append(self._of_frame(Level.PREAMBLE, "preamble", frame.preamble))
        out += map(self._provision, before)
        closing = [self._of_frame(Level.CLOSING, "conclusions", frame.closing)] if frame.closing else []
        annex = [self._annex(frame.annex)] if frame.annex else []
        # An act with numbers of its own is signed before its annex, one of articles alone after them.
        has_annex = bool(annex or before)
        parts = (
            (*closing, *annex, *map(self._provision, after)) if has_annex else (*map(self._provision, after), *closing)
        )
        return (*out, *parts, *map(self._provision, behind))

    def without_label(self, title: str, level: Level) -> str:
        """A title without the name of its part of the frame, where it begins with that: Anexo, Annex, 附件."""
        label = re.escape(provision_label(level, "", self.language))
        space = "" if self.language == "zh" else r"(?!\w)"
        return re.sub(rf"^{label}{space}[\s:：.–—-]*", "", title, flags=re.IGNORECASE)

    def label(self, level: Level, number: str, written: str) -> str:
        """The number as it stands, where the grammar can read it so; else as this language prints it."""
        written, plain = written.strip(), provision_label(level, number, self.language)
        is_read = bool(heading_pattern(self.language).fullmatch(fold(written)))
        # A sign that only the witness has is a variant; a width or a script that it has throughout is none.
        # A letter that is a Roman numeral too would be read as the number of an indent.
        is_roman = bool(re.fullmatch(r"[ivxl]+\)", fold(written)))
        is_own = is_read and len(written) == len(plain) and is_roman == (level is Level.INDENT)
        return written if is_own and self.language != "zh" else plain

    def _of_frame(self, level: Level, identifier: str, blocks: list[list[Segment]]) -> Provision:
        # Date and signatory keep their spaces: 經濟財政司司長 譚伯源.
        clean = level is not Level.CLOSING
        lines = [self._clean(*self._joined(block)) if clean else self._joined(block)[0] for block in blocks]
        body = self._body("\n".join(lines))
        return Provision(level, "", provision_label(level, "", self.language), "", body, eid=identifier)

    def _annex(self, segments: list[Segment]) -> Provision:
        label = provision_label(Level.ANNEX, "", self.language)
        text, place = self._joined(segments)
        # The space behind the name, which it has here anyway, is none within the title, unless spaces stand within the
        # name as well.
        title = self.without_label(self._clean(self.without_label(text, Level.ANNEX), place), Level.ANNEX)
        return Provision(Level.ANNEX, "", label, title, self._body(""), eid="att_1")

    def _provision(self, unit: DraftProvision) -> Provision:
        is_annex, title = unit.level is Level.ANNEX, unit.title
        blocks = rows_of_annex(unit.segments, self.language) if is_annex else paragraphs(unit.segments)
        text = "\n".join(map(self._of_block, blocks))
        body = self._body(text)
        lost = [catalogue(self.language).say("import.text.lost-heading")] if unit.is_lost else []
        body = (*map(_missing, (*lost, *unit.missing)), *body)
        title = self.without_label(title, Level.ANNEX) if is_annex else title
        title = self._clean(title, unit.line.place) if title else ""
        label = self.label(unit.level, unit.number, unit.written)
        return Provision(unit.level, unit.number, label, title, body, eid=unit.eid)

    def drafted(
        self,
        level: Level,
        number: str,
        written: str,
        title: str,
        words: tuple[Words, ...],
        identifier: str,
        missing: tuple[str, ...] = (),
    ) -> Provision:
        """A provision of which words and title are known apart, its number as it is written.

        `missing` are the reasons why some of its words are not there.
        """
        comment = self._to_transcribe("\n".join(w.text for w in words))
        body: tuple[Body, ...] = (*map(_missing, missing), *words, comment)
        return Provision(level, number, self.label(level, number, written), title, body, eid=identifier)

    def _body(self, text: str) -> tuple[Body, ...]:
        """The words of a provision line by line, those of a summary apart, and that it is to be transcribed."""
        lines = [(summary_in(line), line) for line in text.split("\n") if line]
        words = (
            Words("\n".join(line if summary is None else summary for summary, line in group), mark)
            for mark, group in groupby(lines, lambda line: Mark.WORDS if line[0] is None else Mark.SUMMARY)
        )
        return (*words, self._to_transcribe(text))

    def _to_transcribe(self, text: str) -> Comment:
        """The remark on words to be transcribed, with their terms; not those that stand only inside a longer one."""
        if self.glossary is None:
            return Comment(TO_TRANSCRIBE)
        folded, marks = fold(text), phrase_table(self.language).marks
        spellings = self.glossary.index.get(self.language, {})
        taken: list[str] = []
        # The longest first, each cut out where it stands: a term inside it is then found elsewhere or not at all.
        for spelling in sorted(spellings, key=len, reverse=True):
            if len(spelling) >= _SHORTEST_TERM and spelling in folded:
                folded = folded.replace(spelling, "\n")
                taken.append(self.glossary.spelling(spellings[spelling], self.language, spelling))
        terms = marks.list.join(f"{marks.quotes[0]}{term}{marks.quotes[1]}" for term in taken)
        return Comment(f"{TO_TRANSCRIBE}: {terms}" if terms else TO_TRANSCRIBE)

    # ── Words ───────────────────────────────────────────────────────────────

    def _joined(self, segments: list[Segment]) -> tuple[str, str]:
        text, mends = joined(segments, self.language)
        self.mends += mends
        return text, segments[0].line.place

    def _of_block(self, block: list[Segment]) -> str:
        """The words of a paragraph; spaces part the cells of a table, in Chinese too."""
        text, place = self._joined(block)
        return text if block[0].line.is_row else self._clean(text, place)

    def _clean(self, text: str, place: str) -> str:
        """The words without stray spaces in Chinese; a line of words must not end or begin with one."""
        if self.language != "zh" or not is_chinese(text):
            return text
        cleaned = without_stray_spaces(text, recognised=self.recognised)
        if len(cleaned) < len(text):
            self.mends.append(Mend("space", place, text, cleaned))
        return cleaned


def skeleton(
    provisions: tuple[Provision, ...],
    data: Metadata,
    language: str,
    *,
    work: str,
    since: date | None,
    files: tuple[str, ...],
    foreign: bool,
) -> Document:
    """The document of a skeleton; the text is in force from `since` and was read from `files`."""
    named = {"work": work, "identifier": data.identifier, "title": data.title, "instrument": data.instrument}
    named |= {"authority": data.authority, "signatory": data.signatory}
    days = {"signed": data.signed, "published": data.published, "in_force_on": since}
    published = {"gazette": data.gazette, "address": data.address}
    words, table = catalogue(language), phrase_table(language)
    header = [_remark(op, text) for op, text in named.items() if text]
    header += [Sentence(Construct(op, (Date(day, show_date(day, table)),))) for op, day in days.items() if day]
    header += [_remark(op, text) for op, text in published.items() if text]
    if foreign:
        header.append(Sentence(Construct("translation")))
    header.append(_remark("note", words.say("import.text.source", files=files)))
    if foreign:
        header.append(_remark("note", words.say("import.text.foreign")))
    return Document(language, tuple(header), provisions)


def _remark(op: str, text: str) -> Sentence:
    return Sentence(Construct(op, (Text(text),)))


def _missing(reason: str) -> Sentence:
    return _remark("missing", reason)
