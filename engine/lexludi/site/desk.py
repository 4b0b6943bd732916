"""A page about a work: its terms and provisions named, linked and cited in the language of the page."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from lexludi.base.messages import Language
from lexludi.language.citations import cite
from lexludi.language.nodes import Provision
from lexludi.law.chronicle import kind_of_words, since_told
from lexludi.play.telling import Teller
from lexludi.rules.model import RuleSet
from lexludi.rules.standing import standing_named
from lexludi.rules.uris import expression_uri, provision_uri
from lexludi.site.formal import SentencePiece
from lexludi.site.library import FRAME, WorkOnDate, title_of, unit_of
from lexludi.site.page import Here


@dataclass(frozen=True)
class Desk(Here):
    """A page about a work; addresses of its provisions stay within the version shown."""

    work: WorkOnDate

    @cached_property
    def teller(self) -> Teller:
        """Tells terms, traces and provisions in the language of the page."""
        return Teller.of(self.work.text(self.language), self.words)

    @cached_property
    def rules(self) -> RuleSet:
        """The rules of the text in the language of the page, else of the first text, to be told in that language."""
        return replace(self.work.text(self.language), language=self.language)

    @cached_property
    def title(self) -> str:
        """The title of the work."""
        return title_of(self.work, self.language)

    def section(self, *titles: str) -> tuple[str, ...]:
        """The place of its pages in the navigation: among the regulations, or among the works of no jurisdiction."""
        return (self.say("site.nav.examples" if self.work.is_invented else "site.home.shelf"), self.title, *titles)

    @property
    def stand(self) -> tuple[str, ...]:
        """The day of the text, its authority with the state of the copy, and whether it was amended in unknown ways."""
        data = self.work.text(self.language).metadata
        standing = standing_named(data, self.words)
        if self.work.is_invented:
            return (standing,)
        day = self.say("site.stand.day", day=self.day(self.work.since)) if self.work.since else self.work.version
        is_known = self.work.is_known_to_the_end and not data.not_wholly_known
        return (day, standing, *(() if is_known else (self.say("site.stand.unknown"),)))

    @property
    def source_line(self) -> str:
        """The instrument and the issue of the gazette, as far as the text says them."""
        data = self.work.text(self.language).metadata
        return " · ".join(part for part in (data.instrument, data.gazette) if part) or self.title

    @property
    def edge(self) -> str:
        """A line for the edge of each printed page: the title, the day and the authority of the text."""
        return " · ".join((self.title, *self.stand))

    def term_link(self, term: str) -> str:
        """The address of a term in the glossary, or the empty string."""
        return self.link(f"{self.home}/glossary", self.term_anchor(term)) if term in self.work.shown.terms else ""

    def term_anchor(self, term: str) -> str:
        """The name of a term in the glossary of the work."""
        return f"term-{term}"

    def provision_link(self, eid: str) -> str:
        """The address of a provision, or the empty string when the work has none of that name."""
        if eid not in self.work.provisions:
            return ""
        # The whole text has all its provisions on its own page.
        if self.path == f"{self.language}/{self.work.text_path}":
            return f"#{eid}"
        return self.link(self.work.wording(unit_of(eid)).path, eid)

    @property
    def home(self) -> str:
        """The path of the work, without the language."""
        return self.work.home

    def ground_of(self, day: date | None) -> str:
        """The ground on which a day in the history of the work is presumed; empty where it is known."""
        return self.work.history.ground_of(day, self.language) if self.work.history else ""

    def day(self, day: date) -> str:
        """A day in the history of the work, marked where it is presumed."""
        return self.say("day.marked" if self.ground_of(day) else "list.day", day=day)

    def day_in_full(self, day: date) -> str:
        """The same, with the ground."""
        ground = self.ground_of(day)
        return self.say("day.presumed", day=day, reason=ground) if ground else self.day(day)

    def citation(self, eid: str) -> str:
        """A full citation: title, provision, instrument, gazette, whose words they are, from when, in what text."""
        data = self.work.text(self.language).metadata
        parts = [self._published(data.instrument or self.work.name, data.gazette), *self._source(eid), self._text_cited]
        if data.identifier:
            text = expression_uri(data.identifier, self._language_cited, self.work.version)
            parts.append(provision_uri(text, eid))
        return self.say(
            "site.citation",
            provision=cite(eid, self.language, in_full=True),
            title=self.title,
            parts=self.say("site.citation.separator").join(parts),
        )

    def _published(self, instrument: str, gazette: str) -> str:
        return self.say("site.citation.published", instrument=instrument, gazette=gazette) if gazette else instrument

    def _source(self, eid: str) -> Iterator[str]:
        """The instrument of the words of a provision where it is not the first, their kind, and their first day."""
        note, history = self.work.notes.get(eid), self.work.history
        provision = self.work.provision(eid, self.language)
        kind = kind_of_words(provision) if provision else "missing"
        day: object = (note and note.republished) or self.work.shown.over_time[0].since
        if note and history and note.words_by and (amending := history.instrument(note.words_by)):
            by = self._published(amending.name(self.language), amending.gazette(self.language))
            yield self.say(f"site.citation.{kind}.by", instrument=by)
            day = since_told(history, note.words_by, note.since, self.words)
        elif kind != "words":
            yield self.say("site.summary")
        if note and note.reworded_by and history:
            names = tuple(i.name(self.language) for x in note.reworded_by if (i := history.instrument(x)))
            yield self.say("site.citation.reworded", instruments=names)
        if day:
            yield self.say("site.citation.since", since=day)

    @property
    def _language_cited(self) -> str:
        """The language of the text that is cited: that of the page, if the work has a text in it."""
        return self.language if self.language in self.work.texts else self.work.first.language

    @property
    def _text_cited(self) -> str:
        """The language of the text that is cited, and whether it is a translation, consolidated here or invented."""
        language = self._language_cited
        standing = self.work.text(self.language).metadata.standing
        return self.say(f"site.citation.text.{standing}", language=Language(language))

    def address(self, piece: SentencePiece) -> str:
        """The address of what a piece of a formal sentence names, or the empty string."""
        match piece.kind:
            case "term":
                return self.term_link(piece.named)
            case "ref":
                return self.provision_link(piece.named)
            case _:
                return ""

    def doubt_link(self, anchor: str) -> str:
        """The address of a doubt; the empty string for an older wording, which has no page of doubts of its own."""
        return "" if self.work.main else self.link(f"{self.home}/doubts", anchor)


def heading(desk: Desk, unit: str) -> str:
    """The heading of a page of the text: «Artigo 9.º Procedimentos …»."""
    if unit == FRAME:
        return desk.say("site.frame")
    provision = desk.work.provision(desk.work.units[unit][0], desk.language)
    return numbered(provision) if provision else unit


def numbered(provision: Provision) -> str:
    """A provision by its number and title."""
    return f"{provision.label} {provision.title}".rstrip()
