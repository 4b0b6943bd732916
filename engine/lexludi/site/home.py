"""The first page of each language, with a card for each regulation; and the page of the examples, with theirs."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from lexludi.rules.model import Account
from lexludi.site.alive import Alive, alive
from lexludi.site.desk import Desk
from lexludi.site.feeds import CHANGES_FEED
from lexludi.site.library import Work, title_of
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Here, Hit
from lexludi.site.timeline import timeline

EXAMPLES = "examples"
_LATEST = 4


@dataclass(frozen=True)
class Way:
    """A page of a work that most readers come for: its path, and the message that names it."""

    path: str
    key: str


@dataclass(frozen=True)
class Card:
    """A work on the shelf; `run` of its `total` provisions are executed or enforced."""

    home: str
    title: str
    instrument: str
    articles: int
    run: int
    total: int
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class CardsView:
    """Cards of works."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class LatestChange:
    """An amending instrument: its day, its name, the work, and the page of what it did."""

    day: str
    name: str
    work: str
    path: str


@dataclass(frozen=True)
class HomeView:
    """The first page: tasks, a provision alive, works, the latest changes; `more` works are examples."""

    tasks: tuple[Way, ...]
    alive: Alive | None
    cards: tuple[Card, ...]
    more: int
    changes: tuple[LatestChange, ...]
    feed: str = CHANGES_FEED


def home(works: list[Work], language: str) -> GeneratedPage:
    """The first page of a language; on a shelf of examples alone, with their cards."""
    here = Here(language)
    law = [work for work in works if not work.is_invented] or works
    view = HomeView(
        tuple(_tasks(law)),
        alive(law, language),
        _cards(law, language),
        len(works) - len(law),
        tuple(_latest(law, language)),
    )
    return GeneratedPage(
        language,
        here.say("site.home.title"),
        render("home.html", here, view),
        section=(here.say("site.nav.home"), "index"),
        listed=here.say("site.nav.home"),
        description=here.say("site.home.lead"),
        kind="home",
        hits=(Hit("", here.say("site.home.title"), here.say("site.home.lead")),),
        feed=view.feed,
    )


def _tasks(works: list[Work]) -> Iterator[Way]:
    """What most readers come for: to read and cite, to see what changed, to play."""
    if works:
        yield Way(works[0].latest.text_path, "read")
    if amended := [work for work in works if len(work.over_time) > 1]:
        yield Way(f"{amended[0].home}/compare", "changes")
    yield Way("play", "play")


def _latest(works: list[Work], language: str) -> list[LatestChange]:
    """The latest amendments of which the day is known, the last first."""
    found: list[tuple[date, LatestChange]] = []
    for work in works:
        desk = Desk(language, work)
        for event in timeline(desk):
            if event.day and event.amendment:
                path = event.comparison or work.home
                found.append((event.day, LatestChange(desk.day(event.day), event.name, desk.title, path)))
    return [change for _, change in sorted(found, key=lambda item: item[0], reverse=True)[:_LATEST]]


def examples_page(works: list[Work], language: str) -> GeneratedPage:
    """The page of the works of no jurisdiction."""
    here = Here(f"{language}/{EXAMPLES}")
    title, lead = here.say("site.nav.examples"), here.say("site.examples.lead")
    return GeneratedPage(
        here.path,
        title,
        render("examples.html", here, CardsView(_cards(works, language))),
        section=(title, "index"),
        listed=here.say("site.nav.overview"),
        description=lead,
        kind="examples",
        hits=(Hit("", title, lead),),
    )


def _cards(works: list[Work], language: str) -> tuple[Card, ...]:
    return tuple(_card(work, language) for work in works)


def _card(work: Work, language: str) -> Card:
    accounts = list(work.first.accounts.values())
    return Card(
        work.home,
        title_of(work, language),
        work.text(language).metadata.instrument,
        articles=sum(unit.startswith("art-") for unit in work.units),
        run=sum(account in (Account.EXECUTED, Account.ENFORCED) for account in accounts),
        total=len(accounts),
        ways=tuple(_ways(work)),
    )


def _ways(work: Work) -> Iterator[Way]:
    yield Way(work.latest.text_path, "site.text.whole")
    if work.odds.bets:
        yield Way(f"{work.home}/odds", "site.nav.odds")
    yield Way(f"{work.home}/doubts", "site.nav.doubts")
    if len(work.over_time) > 1:
        yield Way(f"{work.home}/compare", "site.nav.compare")
    yield Way("play", "site.home.card.play")
