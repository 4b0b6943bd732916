"""A page about a work: its terms and provisions named, linked and cited in the language of the page."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import cached_property

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Language
from lexludi.language.citations import FRAME_EIDS, cite
from lexludi.language.nodes import Level, Provision
from lexludi.law.chronicle import ended_told, held_and_rectified, kind_of_words, since_told, title_told
from lexludi.law.history import TextOnDate
from lexludi.play.telling import Teller
from lexludi.rules.model import Range, RuleSet, Value
from lexludi.rules.standing import standing_named
from lexludi.rules.uris import expression_uri, provision_uri
from lexludi.site.formal import SentencePiece
from lexludi.site.library import FRAME, WorkOnDate, title_of, unit_of
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Heading, Here, Hit


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

    def page(
        self, kind: str, view: object, headings: tuple[Heading, ...] = (), hits: Iterable[Hit] = ()
    ) -> GeneratedPage:
        """The page of a kind about the work, which the search finds by its title, and by what else is given."""
        title = self.say(f"site.nav.{kind}")
        return GeneratedPage(
            self.path,
            title,
            render(f"{kind}.html", self, view),
            section=self.section(),
            description=self.words.space.join((f"{self.title}{self.say('site.stop')}", self.say(f"site.{kind}.lead"))),
            kind=kind,
            headings=headings,
            hits=(Hit("", title, self.title), *hits),
        )

    def section(self, *titles: str) -> tuple[str, ...]:
        """The place of its pages in the navigation: among the regulations, or among the works of no jurisdiction."""
        return (self.say("site.nav.examples" if self.work.is_invented else "site.home.shelf"), self.title, *titles)

    @property
    def stand(self) -> tuple[str, ...]:
        """The day of the text, if it is law, and its standing."""
        if self.work.is_invented:
            return self.standing
        day = self.say("site.stand.day", day=self.day(self.work.since)) if self.work.since else self.work.version
        return (day, *self.standing)

    @property
    def standing(self) -> tuple[str, ...]:
        """The authority of a text with the state of the copy, and whether it was amended in unknown ways."""
        data = self.work.text(self.language).metadata
        standing = standing_named(data, self.words)
        repeal = (self._repeal_told("site.stand.repealed"),) if self.repeal else ()
        if self.work.is_invented:
            return (standing, *repeal)
        later = () if self.work.latest is self.work.shown else (self.say("site.stand.unknown-later"),)
        unknown = (self.say("site.stand.unknown"),) if data.not_wholly_known else later
        return (standing, *repeal, *unknown)

    @property
    def repeal(self) -> str:
        """That the work is repealed, and what takes its place; of an older text, by its own day. Else empty."""
        return self._repeal_told("site.banner.repealed", "site.banner.replaced")

    def _repeal_told(self, key: str, replaced: str = "") -> str:
        work = self.work if self.work.main else self.work.latest
        repeal = work.history.repeal_on(work.since) if work.history and work.since else None
        if work.history is None or repeal is None:
            return ""
        instrument, m = repeal
        day = since_told(work.history, instrument.id, m.in_force, self.words)
        is_replaced = replaced and m.to
        successor = {"work": m.to} if is_replaced else {}
        return self.say(
            replaced if is_replaced else key, instrument=instrument.name(self.language), since=day, **successor
        )

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
        return self.link(f"{self.work.name}/glossary", self.term_anchor(term)) if term in self.work.shown.terms else ""

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

    def ground_of(self, day: date | None) -> str:
        """The ground on which a day in the history of the work is presumed; empty where it is known."""
        return self.work.history.ground_of(day, self.language) if self.work.history else ""

    def day(self, day: date) -> str:
        """A day in the history of the work, marked where it is presumed."""
        return self.say("day.marked" if self.ground_of(day) else "list.day", day=day)

    def day_of(self, work: WorkOnDate) -> str:
        """The day of a text, marked where it is presumed; the name of its version where that is no day."""
        return self.day(work.since) if work.since else work.version

    def day_in_full(self, day: date) -> str:
        """The same, with the ground."""
        ground = self.ground_of(day)
        return self.say("day.presumed", day=day, reason=ground) if ground else self.day(day)

    def citation(self, eid: str) -> str:
        """A full citation: title, provision, instrument, gazette, whose words they are, from when, in what text."""
        data = self.work.text(self.language).metadata
        parts = [self._published(data.instrument or self.work.name, data.gazette), *self._source(eid), self._text_cited]
        if repeal := self._repeal_told("site.stand.repealed"):
            parts.append(repeal)
        if data.identifier:
            text = expression_uri(data.identifier, self.language_cited, self.work.version)
            parts.append(provision_uri(text, eid))
        return self.say(
            "site.citation",
            provision=cite(eid, self.language, in_full=True),
            title=self.title,
            parts=self.say("site.citation.separator").join(parts),
        )

    def value(self, value: Value | Range) -> str:
        """A value of an option, reading or amount kept; of a range, its ends."""
        if isinstance(value, Range):
            return self.say("site.range.from" if value.high is None else "site.range", low=value.low, high=value.high)
        return value_in_words(self.teller, value)

    def _published(self, instrument: str, gazette: str) -> str:
        return self.say("site.citation.published", instrument=instrument, gazette=gazette) if gazette else instrument

    def _source(self, eid: str) -> Iterator[str]:
        """Whose words those of a provision are where not of the first text, all that was done to it, and since when."""
        history, language = self.work.history, self.language_cited
        text = self.work.expression(language)
        note = text.notes.get(eid) if text else None
        provision = self.work.provision(eid, self.language)
        kind = kind_of_words(provision) if provision else "missing"
        if note and history and note.words_by and (amending := history.instrument(note.words_by)):
            by = self._published(amending.name(self.language), amending.text(self.language).metadata.gazette)
            yield self.say(f"site.citation.{kind}.by", instrument=by)
        elif kind != "words":
            yield self.say(f"site.citation.{kind}")
        if note and history:
            yield from title_told(note, history, self.words)
            for moved in note.renumbered:
                was, by = cite(moved.was, self.language, in_full=True), self._named(moved.instrument)
                since = since_told(history, moved.instrument, moved.since, self.words)
                yield self.say("site.citation.renumbered", was=was, instrument=by, since=since)
            yield from held_and_rectified(note, history, self.words)
            yield from ended_told(note, history, self.words)
        # Those of the text of the day, then those that came later and changed nothing else that is known.
        unit = unit_of(eid)
        later = self.work.wording(unit).reworded_after(self.work.since, eid)
        if ids := dict.fromkeys((*(note.reworded_by if note else ()), *(i.id for i in later))):
            yield self.say("site.citation.reworded", instruments=tuple(map(self._named, ids)))
        below = _changed_below(text, eid) if text else ()
        if below:
            yield self.say(
                "site.citation.below", instruments=tuple(dict.fromkeys(self._named(name) for name, _ in below))
            )
        own_day = note.since if note and note.words_by else None
        days = (day for _, day in (*below, ("", own_day)) if day)
        # An article is as it stands on its page since the first day of the wording there.
        whole = None if "__" in eid or unit == FRAME else self.work.wording(unit).since
        last = whole or max(days, default=(note and note.republished) or self.work.shown.over_time[0].since)
        if note and history and own_day and own_day == last:
            yield self.say("site.citation.since", since=since_told(history, note.words_by, own_day, self.words))
        elif last and self.work.is_in_force_from(last):
            yield self.say("site.citation.since", since=self.day(last))

    def _named(self, identity: str) -> str:
        return self.work.history.name_of(identity, self.language) if self.work.history else identity

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages in which the work has texts."""
        return tuple(map(Language, self.work.texts))

    @property
    def language_cited(self) -> str:
        """The language of the text that is cited: that of the page, if the work has a text in it."""
        return self.language if self.language in self.work.texts else self.work.first.language

    @property
    def _text_cited(self) -> str:
        """The language of the text that is cited, and whether it is a translation, consolidated here or invented."""
        language = self.language_cited
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

    def doubt_link(self, name: str) -> str:
        """The address of the doubt about a reading or option; of an older wording, which has no such page, nothing."""
        anchor = "" if self.work.main else self.work.doubt_anchors.get(name, "")
        return self.link(f"{self.work.name}/doubts", anchor) if anchor else ""


_ANNEX = FRAME_EIDS[Level.ANNEX]


def heading(desk: Desk, unit: str) -> str:
    """The heading of a page of the text: «Artigo 9.º Procedimentos …»."""
    if unit == FRAME:
        return desk.say(f"site.frame{'.annex' if _ANNEX in desk.work.units[unit] else ''}")
    provision = desk.work.provision(desk.work.units[unit][0], desk.language)
    return numbered(provision) if provision else unit


def value_in_words(teller: Teller, value: Value) -> str:
    """A value of an option, reading or amount kept: a term, or a number in groups of three digits."""
    return teller.term(value) if isinstance(value, str) else teller.catalogue.whole(value)


def numbered(provision: Provision) -> str:
    """A provision by its number and title."""
    return f"{provision.label} {provision.title}".rstrip()


def _changed_below(text: TextOnDate, eid: str) -> tuple[tuple[str, date | None], ...]:
    """The instruments that changed what stands below a provision, and not with itself, each with its day, if any."""
    below = [note for other, note in text.notes.items() if other.startswith(f"{eid}__")]
    own_note = text.notes.get(eid)
    with_own = (
        {(own_note.words_by, own_note.since), *((moved.instrument, moved.since) for moved in own_note.renumbered)}
        if own_note
        else set()
    )
    changes = [
        *((note.words_by, note.since) for note in below if note.words_by),
        *((note.suspended.instrument, note.suspended.in_force) for note in below if note.suspended),
        *((moved.instrument, moved.since) for note in below for moved in note.renumbered),
        *((gone.instrument, gone.since) for gone in text.repealed if gone.eid.startswith(f"{eid}__")),
        # What is put right is so from the first publication on.
        *((identity, None) for note in below for identity in note.rectified_by),
    ]
    later = dict.fromkeys(change for change in changes if change not in with_own)
    return tuple(sorted(later, key=lambda change: change[1] or date.min))
