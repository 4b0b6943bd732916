"""The frame of a text around its numbers: the preamble before, closing and title of the annex between, the end."""

import re
from collections.abc import Iterator
from dataclasses import field
from functools import cache
from itertools import pairwise

from lexludi.base.frozen import dataclass
from lexludi.base.messages import catalogue
from lexludi.exchange.characters import without_stray_spaces
from lexludi.exchange.documents import Doubt, LeftOut
from lexludi.exchange.header import date_line, is_day_alone, is_instrument_line, is_title_line
from lexludi.exchange.numbering import END_MARKS, is_annex_line, is_part_title, is_title, leads_to, summary_in
from lexludi.exchange.structure import DraftProvision, Outline, Segment, goes_on_listing, joined, paragraphs
from lexludi.language.citations import provision_label
from lexludi.language.nodes import Construct, Level, Text
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import Printer
from lexludi.law.ellipsis import is_former

# A date may be broken over so many lines.
_MOST_LINES = 3
_SHORTEST_RECITAL = 10
# In Chinese, a space behind a full stop: where spaces are rare, somebody else goes on there.
_ADDITION = re.compile(r"(?<=。) +(?=\S)")
# `[suspended by Order no. 2/2031 …]`: in brackets, with the number or the day of another act.
_NOTE = re.compile(r"\[(?=[^\]]*\d)[^\[\]]+\]")
# The order to publish an act, which may stand between its day and its signature.
_PUBLISH = re.compile(r"Publique-se\.?|命令公[佈布]。?")

# Stands for the reason where the words around it are sought.
_REASON = "…"


@dataclass
class Frame:
    """The frame around the numbers: paragraphs of the preamble, lines of the closing, the title of the annex."""

    preamble: list[list[Segment]] = field(default_factory=list)
    closing: list[list[Segment]] = field(default_factory=list)
    annex: list[Segment] = field(default_factory=list)
    left: list[LeftOut] = field(default_factory=list)


def take_frame(outline: Outline, language: str, *, scattered: bool) -> Frame:
    """The frame of an outline, whose units are left with the segments of their words alone.

    With `scattered`, spaces stand among Chinese characters throughout and mean nothing.
    """
    frame = Frame()
    _take_preamble(outline.front, frame, language)
    eids = {unit.eid for unit in outline.units}
    for unit in outline.units:
        _leave_force(unit, frame)
        if unit.level is Level.ARTICLE and not unit.title:
            _take_title(unit, language, has_paragraphs=f"{unit.eid}__para_1" in eids)
    numbers = [unit for unit in outline.units if unit.level is not Level.ANNEX]
    last = numbers[-1] if numbers else None
    # Numbers of the instrument end where articles begin, those of its annex: between them it was signed.
    before_articles = _last_before_articles(numbers)
    for unit in numbers:
        if unit is before_articles:
            _take_between(unit, frame, language, has_annex=unit is not last)
        elif unit is last:
            _take_between(unit, frame, language, has_annex=False)
        _leave_loose(unit, frame, language, is_last=unit is last)
    if last is not None and language == "zh" and not scattered:
        _leave_addition(last, frame)
    if numbers != outline.units:
        _take_annex_behind(outline, frame, language, has_another=before_articles is not None)
    return frame


def _last_before_articles(units: list[DraftProvision]) -> DraftProvision | None:
    for unit, following in pairwise(units):
        if following.level is Level.ARTICLE:
            return unit if not unit.eid.startswith("art_") else None
    return None


def _take_title(unit: DraftProvision, language: str, *, has_paragraphs: bool) -> None:
    """The lines up to the first gap, sentence or part, if together they are a title; else the first, if it is one."""
    segments = unit.segments
    # The gap of the first segment is that before the title.
    ends = (
        i
        for i, (before, segment) in enumerate(pairwise(segments), 1)
        if segment.gap or before.text[-1] in END_MARKS or (is_part_title(segment.text) and not leads_to(before.text))
    )
    size = next(ends, len(segments))
    # As many lines as there can be, else one; once where both are the same.
    for end in dict.fromkeys((size, 1)):
        title = joined(segments[:end], language)[0]
        # Of an exported text without titles, such a note comes first where words are missing.
        if missing_in(title, language) or _is_note(title):
            continue
        is_apart = segments[1].gap and not segments[1].text[0].islower() if len(segments) > 1 else has_paragraphs
        # A comma may stand in a sentence that goes on, but for a single line in letters that is set apart.
        is_alone = end == 1 and language != "zh" and is_apart and not leads_to(title)
        if is_title(title) and (is_alone or not re.search("[,，]", title)):
            unit.title = title
            del segments[:end]
            return


# ── Before the numbers ──────────────────────────────────────────────────────


def _take_preamble(front: list[Segment], frame: Frame, language: str) -> None:
    """The sentences that end directly before the first number; whatever stands before them is frame.

    Where the preamble has its name above it, as exported texts have, all that stands below is of it; of an exported
    text without a preamble, which begins with what it says about itself, nothing.
    """
    heading = _place_of_label(front, Level.PREAMBLE, language)
    blocks = list(_blocks(front if heading is None else front[heading + 1 :], language))
    if heading is not None:
        frame.preamble, blocks = blocks, [front[:heading]]
    elif not any(segment.text.startswith(_opening_of_header(language)) for segment in front):
        # From the last block backwards: what is no sentence ends the recitals.
        while blocks and _is_recital(blocks[-1], language):
            frame.preamble.insert(0, blocks.pop())
    _leave(frame, "before", [segment for block in blocks for segment in block])


def _place_of_label(segments: list[Segment], level: Level, language: str) -> int | None:
    """The last segment that is the name of a part of the frame, as this language has it, and nothing else."""
    label = provision_label(level, "", language)
    places = (i for i in range(len(segments) - 1, -1, -1) if without_stray_spaces(segments[i].text) == label)
    return next(places, None)


@cache
def _opening_of_header(language: str) -> str:
    """The beginning of the sentence with which a text of this library names its work."""
    return Printer(language).sentence(Construct("work", (Text("xx"),))).partition("xx")[0]


def _blocks(front: list[Segment], language: str) -> Iterator[list[Segment]]:
    block: list[Segment] = []
    for segment in front:
        if block and (_is_end(block, language) or (segment.gap and not _goes_on(block[-1], segment))):
            yield block
            block = []
        is_cited = bool(block) and not segment.gap and leads_to(block[-1].text)
        if block and is_instrument_line(segment.text, language) and not is_cited:
            yield block
            block = []
        block.append(segment)
    if block:
        yield block


def _is_end(block: list[Segment], language: str) -> bool:
    # An instrument is at the end of a block of more only where it is cited.
    return block[-1].text[-1] in END_MARKS or (len(block) == 1 and is_instrument_line(block[-1].text, language))


def _goes_on(before: Segment, after: Segment) -> bool:
    """True if a sentence runs on over a gap: behind a comma, or with a small letter."""
    return before.text[-1] in ",，、" or after.text[0].islower()


def _is_recital(block: list[Segment], language: str) -> bool:
    text = joined(block, language)[0]
    return text[-1] in END_MARKS and text[-1] not in "!！?？" and len(text) >= _SHORTEST_RECITAL


# ── Between the numbers and the articles, and at the end ────────────────────


def _take_between(unit: DraftProvision, frame: Frame, language: str, *, has_annex: bool) -> None:
    """Date and signatory out of the segments of the last number of an instrument, and the title of the annex."""
    place, heading = _place_of_date(unit.segments, language), _place_of_label(unit.segments, Level.CLOSING, language)
    if heading is not None:
        rest = unit.segments[heading + 1 :]
        del unit.segments[heading:]
        # Up to the title of an annex.
        while rest and not is_title_line(rest[0].text, language):
            frame.closing.append([rest.pop(0)])
    elif place is not None:
        start, end = place
        frame.closing.append(unit.segments[start:end])
        rest = unit.segments[end:]
        del unit.segments[start:]
        if rest and _PUBLISH.fullmatch(without_stray_spaces(rest[0].text)):
            frame.closing.append([rest.pop(0)])
        # Up to a gap, or to the title of what follows.
        signatory: list[Segment] = []
        while rest and not (signatory and rest[0].gap) and not is_title_line(rest[0].text, language):
            signatory.append(rest.pop(0))
        frame.closing += [signatory] if signatory else []
    else:
        if has_annex:
            _take_annex(unit.segments, frame, language, keep_first=True)
        return
    if has_annex:
        _take_annex(rest, frame, language)
    _leave(frame, "between" if has_annex else "after", rest)


def _take_annex(rest: list[Segment], frame: Frame, language: str, *, keep_first: bool = False) -> None:
    """The title of the annex out of the last lines before its articles: those after the last gap."""
    # Before the first part; at the last gap, or the last line that can begin such a title.
    end = next((i for i, segment in enumerate(rest) if is_part_title(segment.text)), len(rest))
    start = max((i for i, s in enumerate(rest[:end]) if s.gap or is_title_line(s.text, language)), default=0)
    title = joined(rest[start:end], language)[0]
    if (start or not keep_first) and is_title(title) and (not keep_first or is_title_line(title, language)):
        frame.annex = rest[start:end]
        del rest[start:end]


def _take_annex_behind(outline: Outline, frame: Frame, language: str, *, has_another: bool) -> None:
    """Take the signature out of an annex behind the articles; leave all of it out where one stands before them."""
    annex = outline.units[-1]
    name = Segment(annex.title, annex.line, gap=True)
    if has_another or frame.annex:
        _leave(frame, "after", [name, *annex.segments])
        outline.units.pop()
        return
    outline.doubts.append(Doubt("annex-behind", annex.line.place, annex.title))
    notes = [s for s in annex.segments if missing_in(s.text, language) or _is_note(s.text)]
    annex.missing += filter(None, (missing_in(s.text, language) for s in notes))
    _leave(frame, "beside", [s for s in notes if not missing_in(s.text, language)])
    annex.segments = [s for s in annex.segments if s not in notes]
    _take_between(annex, frame, language, has_annex=False)


def _place_of_date(segments: list[Segment], language: str) -> tuple[int, int] | None:
    for start, segment in enumerate(segments):
        # Of a sentence that runs on, as `entra em vigor em`, a day alone is the end: nobody signs on it.
        runs_on = start > 0 and not segment.gap and segments[start - 1].text[-1] not in END_MARKS
        for end in range(start + 1, min(start + _MOST_LINES, len(segments)) + 1):
            # It is one line that was broken: no sentence ends in it, and nothing stands between its parts.
            if any(after.gap or before.text[-1] in END_MARKS for before, after in pairwise(segments[start:end])):
                break
            text = joined(segments[start:end], language)[0]
            if date_line(text, language) and not (runs_on and is_day_alone(text, language)):
                return start, end
    return None


# ── After the words of a provision ──────────────────────────────────────────


def _leave_loose(unit: DraftProvision, frame: Frame, language: str, *, is_last: bool) -> None:
    """Leave out what follows the words of a provision: titles of parts; after the last, everything.

    What a colon announces, as prizes that stand alone, are words of it, and a summary stays beside them; a note in
    brackets is none of both, and one that words are missing is kept as a sentence.
    """
    blocks: list[list[Segment]] = []
    for block in paragraphs(unit.segments):
        text = joined(block, language)[0]
        if reason := missing_in(text, language):
            unit.missing.append(reason)
            # On paper other notes follow it in the same paragraph.
            _leave(frame, "beside", block if not text.endswith(f"{reason}]") else [])
        else:
            blocks.append(block)
    notes = [block for block in blocks if _is_note(joined(block, language)[0])]
    _leave(frame, "beside", [segment for block in notes for segment in block])
    first, *others = [block for block in blocks if block not in notes] or [[]]
    kept, is_list = list(first), goes_on_listing(first, is_list=False)
    for block in others:
        is_list = is_list and not is_part_title(block[0].text) and not is_annex_line(block[0].text)
        is_ended = not is_last and block[-1].text[-1] in END_MARKS
        is_kept = is_list or is_ended or block[0].line.is_row or summary_in(block[0].text) is not None
        if is_kept:
            kept += block
        else:
            _leave(frame, "after" if is_last else "loose", block)
        # What was left out announces nothing.
        is_list = is_kept and goes_on_listing(block, is_list=is_list)
    unit.segments = kept


def missing_in(text: str, language: str) -> str:
    """The reason in a note that words are missing, `[text missing: …]`; empty of any other text."""
    matched = _missing_pattern(language).match(text)
    return matched[1] if matched else ""


@cache
def _missing_pattern(language: str) -> re.Pattern[str]:
    """A note with the sentence that words are missing; other notes may follow."""
    begin = Printer(language).sentence(Construct("missing", (Text(_REASON),))).partition(_REASON)[0]
    return re.compile(rf"\[{re.escape(begin)}(.+?)\](?= ?\[|$)")


def _is_note(text: str) -> bool:
    """True of a note in brackets, unless it stands for words: [former number 5]. A note says too who numbered so."""
    return _NOTE.fullmatch(text) is not None and not (is_former(text) and not re.search("[;；]", text))


def _leave_force(unit: DraftProvision, frame: Frame) -> None:
    """Leave out the sentence, in any language, with which an exported text says at its end what has legal force."""
    for start in range(max(0, len(unit.segments) - _MOST_LINES), len(unit.segments)):
        if "".join(segment.text for segment in unit.segments[start:]).replace(" ", "") in _told_of_force():
            _leave(frame, "after", unit.segments[start:])
            del unit.segments[start:]
            return


@cache
def _told_of_force() -> frozenset[str]:
    return frozenset(catalogue(language).say("export.authority").replace(" ", "") for language in LANGUAGES)


def _leave_addition(unit: DraftProvision, frame: Frame) -> None:
    """Cut the words of the last provision where somebody else goes on."""
    for i, segment in enumerate(unit.segments):
        if match := _ADDITION.search(segment.text):
            addition = Segment(segment.text[match.end() :], segment.line, False, True)
            _leave(frame, "addition", [addition, *unit.segments[i + 1 :]])
            kept = Segment(segment.text[: match.start()], segment.line, segment.gap, segment.is_inner)
            unit.segments[i:] = [kept]
            return


def _leave(frame: Frame, reason: str, segments: list[Segment]) -> None:
    if segments:
        lines = tuple(dict.fromkeys(segment.line for segment in segments))
        frame.left.append(LeftOut(reason, lines))
