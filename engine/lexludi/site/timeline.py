"""The timeline of a work: its first text and the instruments that amend it, as far as they are known."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from lexludi.law.amendments import Instrument
from lexludi.law.chronicle import instrument_lines
from lexludi.site.desk import Desk
from lexludi.site.library import unit_of


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
class TimelineEvent:
    """A day on the timeline: the first text, or an amendment; `comparison` is the path of what it changed."""

    anchor: str
    day: date | None
    name: str
    gazette: str
    address: str
    is_shown: bool
    amendment: Amendment | None = None
    comparison: str = ""


def timeline(desk: Desk) -> Iterator[TimelineEvent]:
    """The events of a work in order; none for one that was never amended."""
    history = desk.work.history
    if history is None or not history.is_amended:
        return
    first = desk.work.over_time[0]
    data = first.text(desk.language).metadata
    yield TimelineEvent(
        "first", first.since, data.instrument or desk.title, data.gazette, data.address, first.since == desk.work.since
    )
    for instrument in history.instruments:
        day = instrument.listed
        yield TimelineEvent(
            f"instrument-{instrument.id}",
            day,
            instrument.name(desk.language) or desk.title,
            instrument.gazette(desk.language),
            instrument.address(desk.language),
            day == desk.work.since,
            _amendment(desk, instrument),
            _comparison(desk, day),
        )


def _comparison(desk: Desk, day: date | None) -> str:
    """The comparison of the text of a day with the one before it, if both are known."""
    days = [work.since for work in desk.work.over_time]
    # An instrument with effect from another day changed nothing on that of its entry into force.
    earlier = [since for since in days if since and day in days and day and since < day]
    return f"{desk.home}/compare/{earlier[-1]}/{day}" if earlier else ""


def _amendment(desk: Desk, instrument: Instrument) -> Amendment:
    gazette = instrument.gazette(desk.language)
    lines = (line.lstrip("-・ ") for line in instrument_lines(instrument, desk.words) if line != gazette)
    articles = dict.fromkeys(m.target.partition("__")[0] for m in instrument.modifications if m.target)
    return Amendment(
        instrument.knowledge.value,
        bool(instrument.metadata.assumed),
        tuple(_article(desk, eid, instrument.listed) for eid in articles),
        tuple(lines),
    )


def _article(desk: Desk, eid: str, day: date | None) -> ChangedArticle:
    """An article, in the wording of that day if it got one then."""
    over_time = desk.work.wordings.get(unit_of(eid), [])
    # An instrument may have changed the article in words that are not known: the last wording stands for it.
    path = next((w.path for w in over_time if w.since == day), over_time[-1].path if over_time else "")
    return ChangedArticle(desk.teller.provision(eid), path)
