"""The timeline of a work: its texts published as a whole, and the instruments that amend it, as far as known."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise

from lexludi.base.frozen import dataclass
from lexludi.law.amendments import Instrument
from lexludi.law.chronicle import awaited_told, instrument_lines
from lexludi.law.history import History
from lexludi.site.desk import Desk
from lexludi.site.library import WorkOnDate, places_of, unit_of


@dataclass(frozen=True)
class ChangedArticle:
    """An article that an instrument changes; without a path, where it no longer stands."""

    name: str
    path: str


@dataclass(frozen=True)
class Amendment:
    """An amending instrument: how well it is known, the articles that it changes, and everything known of it."""

    knowledge: str
    is_assumed: bool
    articles: tuple[ChangedArticle, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class ComparedDay:
    """A day on which the text became another, told where it is not that of the event; its path, and both texts.

    `others` are the names of further instruments that changed it on that day.
    """

    told: str
    path: str
    before: WorkOnDate
    after: WorkOnDate
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class TimelineEvent:
    """A day on the timeline: a text published as a whole, of which `note` says how, or an amendment.

    `comparisons` are those of the days from which it changed something with the text before each; of a whole text,
    `awaited` are the provisions that enter into force later, each with its day, and `text_path` that of its page.
    """

    anchor: str
    day: date | None
    name: str
    gazette: str
    address: str
    is_shown: bool
    amendment: Amendment | None = None
    comparisons: tuple[ComparedDay, ...] = ()
    note: str = ""
    awaited: tuple[str, ...] = ()
    text_path: str = ""

    @property
    def is_first(self) -> bool:
        """True of the first text."""
        return self.anchor == "first"

    @property
    def comparison(self) -> str:
        """The path of the first comparison, if there is any; none of the first text, which changed nothing."""
        return self.comparisons[0].path if self.comparisons and not self.is_first else ""


def timeline(desk: Desk) -> Iterator[TimelineEvent]:
    """The events of a work in order; none for one that was in force as a whole, and never changed since."""
    history = desk.work.history
    if history is None or not (history.is_amended or history.bases[1:] or history.awaited(history.bases[0])):
        return
    events = [*_texts(desk, history), *_instruments(desk, history)]
    # A text published anew has all that was in force by then; instruments without a day stay last, in their order.
    yield from sorted(events, key=lambda event: event.day or date.max)


def _texts(desk: Desk, history: History) -> Iterator[TimelineEvent]:
    """The first text, and those published as a whole after it."""
    for base in history.bases:
        then = next(work for work in desk.work.over_time if work.since == base.since)
        data, is_first = then.text(desk.language).metadata, base is history.bases[0]
        note = desk.say("site.timeline.republished" if base.is_republished else "site.timeline.new-text")
        awaited = history.awaited(base)
        yield TimelineEvent(
            "first" if is_first else f"text-{base.version}",
            base.since,
            data.instrument or desk.title,
            data.gazette,
            data.address,
            base.since == desk.work.since,
            comparisons=tuple(_compared(desk, base.since, {base.since, *(m.days[-1] for m in awaited)})),
            note="" if is_first else note,
            awaited=tuple(awaited_told(awaited, desk.words)),
            text_path=then.text_path,
        )


def _instruments(desk: Desk, history: History) -> Iterator[TimelineEvent]:
    for instrument in history.instruments:
        day, data = instrument.listed, instrument.text(desk.language).metadata
        beside = [other for other in history.instruments if other is not instrument]
        yield TimelineEvent(
            f"instrument-{instrument.id}",
            day,
            instrument.name(desk.language) or desk.title,
            data.gazette,
            data.address,
            day == desk.work.since,
            _amendment(desk, history, instrument),
            tuple(
                replace(
                    compared, others=tuple(i.name(desk.language) for i in beside if compared.after.since in _days(i))
                )
                for compared in _compared(desk, day, _days(instrument))
            ),
        )


def _days(instrument: Instrument) -> set[date]:
    """The days on which an instrument changes something: for a time, also that after its last."""
    return {*instrument.entries(), *(day for m in instrument.modifications for day in m.days)}


def _compared(desk: Desk, day: date | None, days: set[date]) -> Iterator[ComparedDay]:
    """The comparison of the text of each of some days with the one before it."""
    for before, after in pairwise(desk.work.over_time):
        if after.since and after.since in days:
            told = "" if after.since == day else desk.day(after.since)
            yield ComparedDay(told, f"{desk.work.name}/compare/{before.version}/{after.version}", before, after)


def _amendment(desk: Desk, history: History, instrument: Instrument) -> Amendment:
    gazette = instrument.text(desk.language).metadata.gazette
    lines = (line.lstrip("-・ ") for line in instrument_lines(instrument, history, desk.words) if line != gazette)
    # By article the days from which the instrument changes it, which need not be that of its entry into force.
    articles: dict[str, list[date]] = {}
    for m in instrument.modifications:
        for place in places_of(m):
            articles.setdefault(place.partition("__")[0], []).extend(m.days)
    return Amendment(
        instrument.knowledge.value,
        bool(instrument.metadata.assumed),
        tuple(_article(desk, eid, days) for eid, days in articles.items()),
        tuple(lines),
    )


def _article(desk: Desk, eid: str, days: Collection[date]) -> ChangedArticle:
    """An article, in the first wording that it got on one of some days."""
    over_time = desk.work.wordings.get(unit_of(eid), [])
    # An instrument may have repealed the article, or changed it in words that are not known: the wording that then
    # stood is that of before.
    before = [w.path for w in over_time if not (days and w.since) or w.since <= min(days)] or [""]
    path = next((w.path for w in over_time if w.since in days), before[-1])
    return ChangedArticle(desk.teller.provision(eid), path)
