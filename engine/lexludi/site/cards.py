"""Cards of works and their latest changes, as the pages about all works show them."""

from collections.abc import Iterator
from datetime import date

from lexludi.base.frozen import dataclass
from lexludi.rules.model import Account
from lexludi.site.desk import Desk
from lexludi.site.library import WorkOnDate, title_of
from lexludi.site.timeline import timeline


@dataclass(frozen=True)
class Way:
    """A page of a work that most readers come for: its path, and the message that names it."""

    path: str
    key: str


@dataclass(frozen=True)
class Card:
    """A work on the shelf; `run` of its `total` provisions are executed or enforced, unless it is `repealed`."""

    home: str
    title: str
    instrument: str
    articles: int
    run: int
    total: int
    repealed: str
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class LatestChange:
    """An amending instrument, or a text published anew: its day, also as it is told, its name, the work, its page."""

    since: date
    day: str
    name: str
    work: str
    path: str


def card(work: WorkOnDate, language: str) -> Card:
    """The card of a work."""
    accounts = list(work.first.accounts.values())
    return Card(
        work.name,
        title_of(work, language),
        work.text(language).metadata.instrument,
        articles=sum(unit.startswith("art-") for unit in work.units),
        run=sum(account in (Account.EXECUTED, Account.ENFORCED) for account in accounts),
        total=len(accounts),
        repealed=Desk(language, work).repeal,
        ways=tuple(_ways(work)),
    )


def _ways(work: WorkOnDate) -> Iterator[Way]:
    yield Way(work.latest.text_path, "site.text.whole")
    if work.odds.bets:
        yield Way(f"{work.name}/odds", "site.nav.odds")
    yield Way(f"{work.name}/doubts", "site.nav.doubts")
    if len(work.over_time) > 1:
        yield Way(f"{work.name}/compare", "site.nav.compare")
    if not work.repealed:
        yield Way("play", "site.home.card.play")


def changes(work: WorkOnDate, language: str) -> Iterator[LatestChange]:
    """The amendments of a work of which the day is known, and its republications."""
    desk = Desk(language, work)
    for event in timeline(desk):
        if event.day and not event.is_first:
            path = event.comparison or work.name
            yield LatestChange(event.day, desk.day(event.day), event.name, desk.title, path)
