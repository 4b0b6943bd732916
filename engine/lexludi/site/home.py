"""The first page of each language, with a card for each regulation; and the page of the examples, with theirs."""

from collections.abc import Iterator
from dataclasses import dataclass

from lexludi.rules.model import Account
from lexludi.site.library import Work, title_of
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Here, Hit

EXAMPLES = "examples"


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
    """Cards of works; `more` of them stand on the page of the examples."""

    cards: tuple[Card, ...]
    more: int = 0


def home(works: list[Work], language: str) -> GeneratedPage:
    """The first page of a language; on a shelf of examples alone, with their cards."""
    here = Here(language)
    law = [work for work in works if not work.is_invented] or works
    return GeneratedPage(
        language,
        here.say("site.nav.home"),
        render("home.html", here, CardsView(_cards(law, language), len(works) - len(law))),
        section=(here.say("site.nav.home"), "index"),
        description=here.say("site.home.lead"),
        kind="home",
        hits=(Hit("", here.say("site.home.title"), here.say("site.home.lead")),),
    )


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
