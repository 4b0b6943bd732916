"""The structure of a raw text: which numbers are headings by their sequence, and which lines belong to which provision.

A number is a heading where it continues its siblings; one that leaves some out is
believed where a sentence ended before it, and those left out are said to be missing.
A number that begins anew ends the text (an act follows), unless the next article shows
that a heading was lost before it. Nothing is dropped without being listed.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import field, replace
from itertools import pairwise

from lexludi.base.frozen import dataclass
from lexludi.exchange.characters import Mend, is_chinese
from lexludi.exchange.documents import Doubt, LeftOut, RawLine
from lexludi.exchange.header import is_instrument_line
from lexludi.exchange.numbering import (
    END_MARKS,
    Numbered,
    breaks,
    goes_on_citing,
    inner_headings,
    is_annex_line,
    is_cited_by,
    is_cited_within,
    is_part_title,
    is_title,
    leads_to,
    loose_heading,
    numbered,
    other_forms,
    sole_article,
    summary_in,
    without_separator,
)
from lexludi.language.citations import FRAME_EIDS, provision_label
from lexludi.language.identifiers import eid, number_order
from lexludi.language.nodes import Level

# So many numbers may be missing between two neighbours; a greater jump is a citation at the beginning of a line.
LARGEST_JUMP = {Level.ARTICLE: 20, Level.PARAGRAPH: 5, Level.POINT: 5, Level.SUBPOINT: 5, Level.INDENT: 5}

_NUMBERED = (Level.ARTICLE, Level.PARAGRAPH, Level.POINT, Level.SUBPOINT, Level.INDENT)


@dataclass(frozen=True)
class Segment:
    """A line, or the part of a line that a number inside it begins (`is_inner`)."""

    text: str
    line: RawLine
    gap: bool
    is_inner: bool = False


@dataclass
class DraftProvision:
    """A provision in the making: its number, its title, the segments of its words; `is_lost` without its heading.

    `missing` are the reasons that the document gives for words that it has not.
    """

    level: Level
    number: str
    eid: str
    written: str
    line: RawLine
    title: str = ""
    segments: list[Segment] = field(default_factory=list)
    is_lost: bool = False
    missing: list[str] = field(default_factory=list)


@dataclass
class Outline:
    """The provisions of a raw text in their order, what stands before them, and what was left out and is in doubt."""

    front: list[Segment] = field(default_factory=list)
    units: list[DraftProvision] = field(default_factory=list)
    left: list[LeftOut] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)


def outline(lines: list[RawLine], language: str, *, foreign: bool = False, own_forms: bool = False) -> Outline:
    """The provisions of some lines; `foreign` admits headings of articles in languages that are none of ours.

    With `own_forms`, numbers in forms that the language has not are words.
    """
    return _Reader(list(_segments(lines, language)), language, foreign, own_forms).read()


def _segments(lines: list[RawLine], language: str) -> Iterator[Segment]:
    for line in lines:
        places = [0, *breaks(line.text, language), len(line.text)]
        for start, end in pairwise(places):
            text = line.text[start:end].strip()
            if text:
                yield Segment(text, line, line.gap and not start, bool(start))


class _Reader:
    """One pass over the segments, with the numbers that each level has reached; it looks ahead for the next article."""

    def __init__(self, segments: list[Segment], language: str, foreign: bool, own_forms: bool) -> None:
        self.segments, self.language, self.foreign, self.own_forms = segments, language, foreign, own_forms
        self.headings = [self._heading(segment) for segment in segments]
        if not any(heading and heading.level is Level.ARTICLE for heading in self.headings):
            self.headings = [sole_article(s.text, language) or h for s, h in zip(segments, self.headings, strict=True)]
        self.headings_of_articles = [i for i, h in enumerate(self.headings) if h and h.level is Level.ARTICLE]
        self.out = Outline()
        # The last number at each level, below the present unit of the level above; 0 before the first.
        self.reached = dict.fromkeys(_NUMBERED, 0)
        self.articles: set[str] = set()
        self.open: list[DraftProvision] = []  # the last provision, with those that it stands in above it
        self.has_sub_points_alone = False  # points in the form of sub-points: (1) with no 1) or (一) above it
        # The levels whose numbers now have a form that the language has not, with the marks of each.
        self.in_other_form: dict[Level, str] = {}
        self.repeated: list[RawLine] = []
        self.is_repeating = False
        # Of the last provision that was asked: how many of its segments were looked at, and whether a title is there.
        self.titled: tuple[DraftProvision | None, int, bool] = (None, 0, False)

    def read(self) -> Outline:
        annex: list[Segment] = []
        for at, segment in enumerate(self.segments):
            if self._begins_annex(at):
                annex = self.segments[at:]
                break
            heading = self._in_list(self.headings[at], segment)
            level = self._accepted(heading, at) if heading else None
            if heading and level and self._is_in_sentence(heading, at):
                self.out.doubts.append(Doubt("in-sentence", segment.line.place, heading.written.strip()))
                self._append(segment)
            elif heading and level:
                self._begin(heading, level, segment)
            elif heading and self._is_free(at):
                if self._begins_another(heading, at):
                    self.out.left.append(LeftOut("after", tuple(s.line for s in self.segments[at:])))
                    break
                if not self._opened_below_lost(heading, at):
                    self._doubt(heading, segment)
                    self._append(segment)
            else:
                if heading and self._could_be_heading(heading, at):
                    self.out.doubts.append(Doubt("in-sentence", segment.line.place, heading.written.strip()))
                self._append(segment)
            self._tell_inner(segment)
        if self.repeated:
            self.out.left.append(LeftOut("repeated", tuple(self.repeated)))
        self._put_in_order()
        self._name_the_missing()
        if annex:
            self._add_annex(*annex)
        return self.out

    # ── Headings ────────────────────────────────────────────────────────────

    def _heading(self, segment: Segment) -> Numbered | None:
        heading = numbered(segment.text, self.language)
        if heading is None and not self.own_forms:
            heading = next(other_forms(segment.text, self.language), None)
        if heading is None and self.foreign and not segment.is_inner:
            heading = loose_heading(segment.text)
        return heading

    def _in_list(self, heading: Numbered | None, segment: Segment) -> Numbered | None:
        """The number as a list has it: `i)` behind h) is a letter, and opens a list where there are no points."""
        if heading is None or self.own_forms or not (heading.is_in_other_form or heading.level is Level.INDENT):
            return heading
        inside = self.reached[Level.INDENT]
        opens = heading.value == 1 and self.reached[Level.POINT] and self._ended_with(":：")
        if heading.level is Level.INDENT and (opens or (inside and heading.value == inside + 1)):
            return heading
        roman = replace(heading, is_in_other_form=True)
        readings = (*other_forms(segment.text, self.language), roman)
        opening = filter(self._opened, readings if heading.is_in_other_form else ())
        otherwise = heading if self.reached[Level.POINT] else roman
        return next(filter(self._continued, readings), None) or next(opening, otherwise)

    def _accepted(self, heading: Numbered, at: int) -> Level | None:
        """The level at which a number is taken for a heading; nothing where it is taken for words."""
        if heading.is_beyond_letters:
            return None
        if heading.level is Level.ARTICLE:
            return self._accepted_article(heading, at)
        level = self._level(heading)
        if level is None:
            return None
        expected = self.reached[level] + 1
        # `2.` alone on a line may be the end of a sentence, or the number of a page.
        if level is Level.PARAGRAPH and not heading.rest and (heading.value != expected or not self._is_alone(at)):
            return None
        if level is Level.PARAGRAPH and self.reached[Level.POINT] and not self.reached[Level.PARAGRAPH]:
            return None  # points stand in the article itself: a paragraph after them is of another text
        # Sub-points and indents stand within points alone.
        if level in (Level.SUBPOINT, Level.INDENT) and not self.reached[Level.POINT]:
            return None
        # 9-A stands behind 9, or behind another that was inserted after 9.
        if heading.letter:
            return level if heading.value == self.reached[level] else None
        if heading.value == 1 and self._is_behind_a_title() and self._following_article(at) is None:
            return None  # an office and the name of an act stand before it: it numbers that act
        if heading.value == expected:
            return level
        is_jump = expected < heading.value <= expected + LARGEST_JUMP[level]
        return level if is_jump and self.out.units and self._is_free(at) else None

    def _level(self, heading: Numbered) -> Level | None:
        """The level of a number by its form; (1) is a point where there is none that it could be under."""
        if heading.is_in_other_form:
            return self._continued(heading) or self._opened(heading)
        if heading.level is not Level.SUBPOINT:
            return heading.level
        if not self.reached[Level.POINT]:
            self.has_sub_points_alone = True
        if not self.has_sub_points_alone:
            return Level.SUBPOINT
        if not self.reached[Level.POINT]:
            return Level.POINT
        if Level.SUBPOINT in self.in_other_form:
            return Level.POINT
        # Both lists are (1), (2) …: behind a colon 1 opens the inner one, and the next number in it goes on with it.
        inside = self.reached[Level.SUBPOINT]
        if heading.value == inside + 1 and (inside or self._ended_with(":：")):
            return Level.SUBPOINT
        return Level.POINT

    def _continued(self, heading: Numbered) -> Level | None:
        """The level whose list, in a form that the language has not, goes on with a number: of several the lowest.

        One with the same marks comes before others; behind a full stop, which ends a list within another, the highest.
        """
        fitting = [level for level in self.in_other_form if self.reached[level] == heading.value - 1]
        alike = [level for level in fitting if self.in_other_form[level] == heading.marks] or fitting
        return next(iter(alike if self._ended_with("。.") else reversed(alike)), None)

    def _opened(self, heading: Numbered) -> Level | None:
        """The level at which a number 1 in such a form opens a list: behind a colon, or where no words are yet."""
        if heading.value != 1 or not self.out.units:
            return None
        unit, is_behind_colon = self.out.units[-1], self._ended_with(":：")
        is_titled = unit.level is Level.ARTICLE and not unit.title and len(unit.segments) == 1
        if not is_behind_colon and unit.segments and not (is_titled and is_title(unit.segments[0].text)):
            return None
        if self.reached[Level.POINT]:
            return Level.INDENT if self.reached[Level.SUBPOINT] else Level.SUBPOINT
        # The sentences of an article itself may have numbers: 1. and 2. stand for 一、 and 二、.
        is_of_article = self.language == "zh" and not self.reached[Level.PARAGRAPH] and not is_behind_colon
        return Level.PARAGRAPH if is_of_article else Level.POINT

    def _accepted_article(self, heading: Numbered, at: int) -> Level | None:
        reached = self.reached[Level.ARTICLE]
        if heading.is_beyond_letters or heading.number in self.articles or not self._has_form_of_heading(heading, at):
            return None
        if heading.is_loose:
            return Level.ARTICLE if reached < heading.value <= reached + 3 else None
        if heading.letter and str(heading.value) not in self.articles:
            return None
        if heading.value == reached + 1 or heading.letter:
            return Level.ARTICLE
        # A lower number is one too: articles out of order are put in order at the end.
        return Level.ARTICLE if heading.value <= max(reached, 1) + LARGEST_JUMP[Level.ARTICLE] else None

    def _has_form_of_heading(self, heading: Numbered, at: int) -> bool:
        """True of a line of its own where a sentence has ended, with nothing, a title, or the words of the article."""
        is_next = heading.value == self.reached[Level.ARTICLE] + 1
        # A number alone on its line: whether it was cited, only the line after it can tell.
        if not heading.rest and is_next and not self.segments[at].is_inner:
            following = self.segments[at + 1] if at + 1 < len(self.segments) else None
            if following is None or following.gap or not is_cited_by(following.text):
                return True
            # At the beginning of a paragraph, a small letter begins words of the article, unless it goes on citing.
            is_first = at == 0 or (self.segments[at].gap and self.segments[at - 1].text[-1] in END_MARKS)
            return is_first and following.text[0].islower() and not goes_on_citing(following.text)
        # `artigo 3.º da Lei`: a sentence goes on.
        if heading.rest and heading.rest[0].islower() and not heading.is_loose:
            return False
        return self._is_free(at) or (is_next and self._is_titled(heading, at) and self._is_set_off(heading, at))

    def _is_in_sentence(self, heading: Numbered, at: int) -> bool:
        """True of a number below an article that a sentence, which has not ended, cites at the beginning of a line."""
        if heading.level is Level.ARTICLE or self._is_free(at) or self._is_below_a_title(heading, at):
            return False
        return is_cited_within(self.segments[at - 1].text, heading)

    def _is_below_a_title(self, heading: Numbered, at: int) -> bool:
        """True of the first paragraph behind a line that can be the title of an article: Números | 1. A aposta."""
        above, before = self.headings[at - 1], self.segments[at - 1].text
        if above is not None:
            before = above.rest
        elif at > 1 and (above := self.headings[at - 2]) and above.rest:
            return False
        is_below = above is not None and above.level is Level.ARTICLE
        # Behind the number of an article, that of its paragraph is cited.
        is_titled = is_below and is_title(before) and not leads_to(before) and not re.search(r"\d", before)
        return is_titled and heading.level is Level.PARAGRAPH and heading.value == 1 and heading.rest[:1].isupper()

    def _could_be_heading(self, heading: Numbered, at: int) -> bool:
        """True of a line with the number of an article that is not there yet, near the last one, and a title."""
        if not self._is_titled(heading, at) or heading.number in self.articles:
            return False
        reached = self.reached[Level.ARTICLE]
        if heading.letter:
            return str(heading.value) in self.articles
        return reached < heading.value <= reached + LARGEST_JUMP[Level.ARTICLE]

    def _is_titled(self, heading: Numbered, at: int) -> bool:
        """True of a line with the number of an article and more, which no small letter begins."""
        is_titled = bool(heading.rest) and not heading.rest[0].islower() and not heading.is_loose
        return heading.level is Level.ARTICLE and is_titled and not self.segments[at].is_inner

    def _is_set_off(self, heading: Numbered, at: int) -> bool:
        """True of a heading behind a line without an end, as a row of prizes, that no sentence runs over."""
        text, following = self.segments[at].text, self.segments[at + 1] if at + 1 < len(self.segments) else None
        # In Chinese a space sets number and title apart; in letters a sentence would go on with a small one.
        is_apart = self.language != "zh" or text[len(heading.written) : len(heading.written) + 1].isspace()
        is_closed = following is None or following.gap or not following.text[0].islower()
        return is_apart and is_closed and not leads_to(self.segments[at - 1].text)

    def _is_free(self, at: int) -> bool:
        """True where no sentence runs on: at the beginning, behind an end mark, gap or note, or what is no sentence."""
        if at == 0 or self.segments[at].gap or self.segments[at].is_inner:
            return True
        before = self.segments[at - 1].text
        is_ended = before[-1] in END_MARKS or self._ends_note(at - 1)
        return is_ended or (self.headings[at - 1] is None and self._begins_alone(at - 1))

    def _ends_note(self, at: int) -> bool:
        """True of the last line of a note in brackets, which has lines of its own."""
        if not self.segments[at].text.endswith("]"):
            return False
        lines = (self.segments[i] for i in range(at, -1, -1))
        return next(
            (s.text.startswith("[") for s in lines if s.gap or s.text[0] == "[" or s.text[-1] in END_MARKS), False
        )

    def _is_alone(self, at: int) -> bool:
        """True of a number alone on a line behind an ended sentence or a heading, with words or a list behind it."""
        following = self.headings[at + 1] if at + 1 < len(self.segments) else None
        if at + 1 == len(self.segments) or (following and following.level is Level.ARTICLE):
            return False
        if self._is_free(at):
            return True
        before = self.headings[at - 1]
        is_titled = before and before.level is Level.ARTICLE and is_title(before.rest) and not leads_to(before.rest)
        return before is not None and (not before.rest or bool(is_titled))

    def _begins_alone(self, at: int) -> bool:
        """True of a line between two that can be headings: the title of a part, a frame around the text."""
        text, is_begun = self.segments[at].text, at == 0 or self.segments[at].gap
        return (is_begun or self.segments[at - 1].text[-1] in END_MARKS) and is_title(text) and not leads_to(text)

    def _is_behind_a_title(self) -> bool:
        """True if a line that is no sentence follows the words of the last article."""
        if not self.articles:
            return False
        unit = self.out.units[-1]
        asked, seen, is_titled = self.titled if self.titled[0] is unit else (unit, 0, False)
        # Segments are only added while a provision is the last: those that were looked at are not looked at again.
        for before, segment in pairwise(unit.segments[max(0, seen - 1) :]):
            begins = segment.gap and before.text[-1] in END_MARKS
            is_titled |= begins and segment.text[-1] not in END_MARKS
        self.titled = (asked, len(unit.segments), is_titled)
        return is_titled

    def _is_announced(self) -> bool:
        """True where a list can begin: behind a colon, or a heading without words."""
        segments = self.out.units[-1].segments if self.out.units else self.out.front
        return not segments or self._ended_with(":：") or is_title(segments[-1].text)

    def _ended_with(self, marks: str) -> bool:
        segments = self.out.units[-1].segments if self.out.units else self.out.front
        return bool(segments) and segments[-1].text[-1] in marks

    # ── Numbers that do not continue ────────────────────────────────────────

    def _begins_another(self, heading: Numbered, at: int) -> bool:
        """True of a number with which another act begins: a first one, after which nothing continues ours."""
        if heading.value != 1 or heading.letter or heading.is_in_other_form or not self.out.units:
            return False
        if heading.level is Level.ARTICLE:
            return heading.number in self.articles
        return self._following_article(at) is None

    def _opened_below_lost(self, heading: Numbered, at: int) -> bool:
        """Open an article whose heading was lost before a number 1, if the heading that follows leaves just it out."""
        expected = self.reached[Level.ARTICLE] + 1
        if heading.value != 1 or heading.letter or heading.is_in_other_form or not self.articles:
            return False
        following = self._following_article(at)
        if following is None or following.value != expected + 1:
            return False
        line = self.segments[at].line
        unit = DraftProvision(
            Level.ARTICLE, str(expected), eid("", "article", str(expected)), "", line, self._take_title()
        )
        unit.is_lost = True
        self._enter(unit, Level.ARTICLE, expected)
        self.out.doubts.append(Doubt("lost-heading", line.place, str(expected)))
        level = self._level(heading)
        assert level is not None
        self._begin(heading, level, self.segments[at])
        return True

    def _doubt(self, heading: Numbered, segment: Segment) -> None:
        # An article that was there already: the text comes again, up to the next article that is new.
        self.is_repeating |= heading.level is Level.ARTICLE and heading.number in self.articles
        if not self.is_repeating:
            self.out.doubts.append(Doubt("out-of-sequence", segment.line.place, heading.written.strip()))

    def _tell_inner(self, segment: Segment) -> None:
        """Tell of the next number where it stands behind a sentence on its line, which a figure may as well do."""
        reached = dict(self.reached)
        for heading in inner_headings(segment.text, self.language) if not self.is_repeating else ():
            if reached[heading.level] and heading.value == reached[heading.level] + 1:
                reached[heading.level] += 1
                self.out.doubts.append(Doubt("in-line", segment.line.place, heading.written.strip()))

    def _take_title(self) -> str:
        """The last line before, if it can be what is left of a heading."""
        segments = self.out.units[-1].segments
        if len(segments) > 1 and segments[-1].gap and is_title(segments[-1].text):
            return segments.pop().text
        return ""

    def _following_article(self, at: int) -> Numbered | None:
        """The next article that continues this text, if the text of another act does not begin before it."""
        places = self.headings_of_articles
        for n in range(bisect_right(places, at), len(places)):
            i, heading = places[n], self.headings[places[n]]
            assert heading is not None
            if self._accepted_article(heading, i):
                return heading
            if heading.value == 1 and heading.number in self.articles and self._is_free(i):
                return None
        return None

    # ── Provisions ──────────────────────────────────────────────────────────

    def _begins_annex(self, at: int) -> bool:
        """True of the name of an annex behind the last article, unless it is the title of that."""
        segment, above = self.segments[at], self.headings[at - 1]
        is_title_of_article = above is not None and above.level is Level.ARTICLE and not above.rest
        if not self.articles or segment.is_inner or not is_annex_line(segment.text, titled=segment.gap):
            return False
        return self._is_free(at) and not is_title_of_article and self._following_article(at) is None

    def _add_annex(self, name: Segment, *words: Segment) -> None:
        """Add an annex that follows the articles; what has articles itself, or another act behind it, is left out."""
        headings = self.headings[len(self.segments) - len(words) :]
        ends = (i for i, segment in enumerate(words) if segment.gap and is_instrument_line(segment.text, self.language))
        end = next(ends, len(words))
        has_articles = any(heading and heading.level is Level.ARTICLE for heading in headings[:end])
        if rest := [name, *words] if has_articles else words[end:]:
            self.out.left.append(LeftOut("after", tuple(dict.fromkeys(segment.line for segment in rest))))
        if not has_articles:
            identifier = FRAME_EIDS[Level.ANNEX]
            unit = DraftProvision(Level.ANNEX, "", identifier, "", name.line, name.text, list(words[:end]))
            self.out.units.append(unit)

    def _append(self, segment: Segment) -> None:
        if self.is_repeating:
            self.repeated.append(segment.line)
        elif not self.out.units:
            self.out.front.append(segment)
        else:
            self.out.units[-1].segments.append(segment)

    def _begin(self, heading: Numbered, level: Level, segment: Segment) -> None:
        if self.is_repeating and level is not Level.ARTICLE:
            self.repeated.append(segment.line)
            return
        self.is_repeating = False
        self._tell_jump(heading, level, segment)
        if heading.value == 1 and level in (Level.POINT, Level.SUBPOINT, Level.INDENT) and not self._is_announced():
            self.out.doubts.append(Doubt("unannounced", segment.line.place, heading.written.strip()))
        if (heading.is_in_other_form and heading.value == 1) or sole_article(heading.written, self.language):
            printed = f"{heading.written.strip()} → {provision_label(level, heading.number, self.language)}"
            self.out.doubts.append(Doubt("changed-number", segment.line.place, printed))
        identifier = eid(self._parent(level), level.value[0], heading.number)
        unit = DraftProvision(level, heading.number, identifier, heading.written, segment.line)
        self._enter(unit, level, heading.value)
        self.in_other_form = {other: marks for other, marks in self.in_other_form.items() if other.rank < level.rank}
        self.in_other_form |= {level: heading.marks} if heading.is_in_other_form else {}
        rest = without_separator(heading.rest) if level is Level.ARTICLE else heading.rest
        if level is Level.ARTICLE and is_title(rest):
            unit.title = rest
        elif rest:
            unit.segments.append(replace(segment, text=rest, gap=False))

    def _enter(self, unit: DraftProvision, level: Level, value: int) -> None:
        self.out.units.append(unit)
        # `open` is a stack, in which ranks rise strictly from bottom to top.
        while self.open and self.open[-1].level.rank >= level.rank:
            self.open.pop()
        self.open.append(unit)
        self.reached[level] = value
        for below in _NUMBERED[_NUMBERED.index(level) + 1 :]:
            self.reached[below] = 0
        if level is Level.ARTICLE:
            self.articles.add(unit.number)
            self.has_sub_points_alone = False

    def _parent(self, level: Level) -> str:
        """The provision that a unit of a level stands in: the last one of a higher level."""
        return next((unit.eid for unit in reversed(self.open) if unit.level.rank < level.rank), "")

    def _tell_jump(self, heading: Numbered, level: Level, segment: Segment) -> None:
        reached = self.reached[level]
        if level is Level.ARTICLE:
            if heading.value < reached:
                self.out.doubts.append(Doubt("out-of-order", segment.line.place, heading.number))
            return  # articles are counted at the end, for their order can be broken
        parent = self._parent(level)
        self.out.missing += [eid(parent, level.value[0], str(n)) for n in range(reached + 1, heading.value)]

    def _put_in_order(self) -> None:
        """Articles by their numbers, each with what stands under it; what stands before the first stays there."""
        groups: list[list[DraftProvision]] = [[]]
        for unit in self.out.units:
            if unit.level is Level.ARTICLE:
                groups.append([])
            groups[-1].append(unit)
        articles = sorted(groups[1:], key=lambda group: number_order(group[0].number))
        self.out.units = [unit for group in (groups[0], *articles) for unit in group]

    def _name_the_missing(self) -> None:
        # Of what was inserted (9-A) nobody can say which were left out.
        numbers = {int(n) for n in self.articles if n.isdigit()}
        lost = {unit.eid for unit in self.out.units if unit.is_lost}
        absent = (f"art_{n}" for n in range(1, max(numbers, default=0)) if n not in numbers)
        self.out.missing = sorted({*self.out.missing, *absent, *lost}, key=_natural)


def _natural(identifier: str) -> list[tuple[str, int, str]]:
    parts = (part.rpartition("_") for part in identifier.split("__"))
    return [(kind, *number_order(number)) for kind, _, number in parts]


# ── Words ───────────────────────────────────────────────────────────────────


def paragraphs(segments: list[Segment]) -> Iterator[list[Segment]]:
    """Segments in paragraphs: one ends where a sentence ends before a gap; so does a row of a list without marks.

    A summary and a note in brackets begin one, as exported texts have them.
    """
    block: list[Segment] = []
    is_list = False
    for segment in segments:
        is_of_table = segment.line.is_row or (bool(block) and block[-1].line.is_row)
        is_row = is_list and not segment.text[0].islower() and block and block[-1].text[-1] not in ",，、"
        is_beside = summary_in(segment.text) is not None or (segment.text[0] == "[" and not segment.is_inner)
        is_note = bool(block) and block[0].text[0] == "[" and block[-1].text[-1] == "]"
        is_ended = bool(block) and (block[-1].text[-1] in END_MARKS or is_note)
        # A sentence that ends with «artigo 7.º» has no full stop of its own; not every line that does so ends one.
        is_ended |= bool(block) and is_beside and block[-1].text[-1] in "º°"
        is_part = bool(block) and _begins_part(segment, block[-1], is_ended=is_ended)
        if block and ((is_ended and (segment.gap or is_beside)) or (is_row and segment.gap) or is_part or is_of_table):
            yield block
            is_list = goes_on_listing(block, is_list=is_list)
            block = []
        block.append(segment)
    if block:
        yield block


def rows_of_annex(segments: list[Segment], language: str) -> Iterator[list[Segment]]:
    """Segments of an annex in its rows: each begins behind a gap, a sentence, a name or brackets, or with a number."""
    row: list[Segment] = []
    for segment in segments:
        before = row[-1].text if row else "."
        # `(a que se refere o artigo 1.º)`
        is_ended = before[-1] in END_MARKS or is_annex_line(before) or (before[0] in "(（" and before[-1] in ")）")
        if row and (is_ended or segment.gap or is_annex_line(segment.text) or numbered(segment.text, language)):
            yield row
            row = []
        row.append(segment)
    if row:
        yield row


def _begins_part(segment: Segment, before: Segment, *, is_ended: bool) -> bool:
    """True of a line with the number of a part: behind a sentence; else by itself, where none runs on to it.

    An annex need not have a number.
    """
    if is_ended and not segment.is_inner and is_annex_line(segment.text):
        return True
    if segment.is_inner or not is_part_title(segment.text) or not is_title(segment.text):
        return False
    return is_ended or (is_part_title(segment.text, alone=True) and not leads_to(before.text))


def goes_on_listing(before: list[Segment], *, is_list: bool) -> bool:
    """True behind a paragraph that ends with a colon, and behind the rows of the list that it announces."""
    last = before[-1].text[-1] if before else ""
    return last in tuple(":：") or (is_list and last not in "。.!！?？")


def joined(segments: list[Segment], language: str) -> tuple[str, list[Mend]]:
    """The text of segments that are one paragraph, and each line break in a sentence that was mended."""
    text = segments[0].text if segments else ""
    mends: list[Mend] = []
    for before, segment in pairwise(segments):
        first, behind = segment.text[0], before.text[-2:-1]
        # Typesetting divides a word so; before a capital or a figure, and where it stands twice, the hyphen is of it.
        is_divided = before.text[-1] == "-" and behind.isalnum()
        is_twice = is_divided and first == "-" and segment.text[1:2].isalpha()
        hyphen = is_twice or (is_divided and behind.isalpha() and first.islower())
        is_one = hyphen or (is_divided and first.isalnum())
        space = "" if is_one or _are_together(text[-1], first, language) else " "
        after = (text[:-1] if hyphen else text) + space + segment.text
        if not segment.is_inner:
            kind = "hyphen" if hyphen else "line-break"
            mends.append(
                Mend(kind, before.line.place, f"{text[-6:]}|{segment.text[:6]}", after[max(0, len(text) - 7) :][:14])
            )
        text = after
    return text, mends


def _are_together(last: str, first: str, language: str) -> bool:
    """True if a line break between two characters stands for no space: in Chinese, but for two words in letters."""
    is_word = last.isascii() and last.isalpha() and first.isascii() and first.isalpha()
    return is_chinese(last + first) or (language == "zh" and not is_word)
