"""The first page of each language: the purpose of the site, and a card for each work of the shelf."""

from collections.abc import Iterator
from dataclasses import dataclass

from lexludi.rules.model import Account
from lexludi.site.library import Work, title_of
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Here, Hit


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
class HomeView:
    """The first page: its cards."""

    cards: tuple[Card, ...]


def home(works: list[Work], language: str) -> GeneratedPage:
    """The first page of a language."""
    here = Here(language)
    return GeneratedPage(
        language,
        here.say("site.nav.home"),
        render("home.html", here, HomeView(tuple(_card(work, language) for work in works))),
        section=(here.say("site.nav.home"), "index"),
        description=here.say("site.home.lead"),
        kind="home",
        hits=(Hit("", here.say("site.home.title"), here.say("site.home.lead")),),
    )


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
    yield Way(f"{work.home}/{next(iter(work.units))}", "site.home.card.articles")
    if work.odds.bets:
        yield Way(f"{work.home}/odds", "site.nav.odds")
    yield Way(f"{work.home}/doubts", "site.nav.doubts")
    if len(work.over_time) > 1:
        yield Way(f"{work.home}/compare", "site.nav.compare")
    yield Way("play", "site.home.card.play")
