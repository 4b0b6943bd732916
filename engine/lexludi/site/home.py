"""The first page of each language; and the shelf: regulations by jurisdiction, and examples, each with its card."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from babel import Locale

from lexludi.base.frozen import dataclass
from lexludi.base.messages import LOCALES
from lexludi.base.resources import chosen_shelves
from lexludi.site.cards import Card, LatestChange, Way
from lexludi.site.feeds import CHANGES_FEED
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Heading, Here, Hit, told_apart
from lexludi.site.portion import LivingProvision, Portion

REGULATIONS, EXAMPLES = "regulations", "examples"
# Cards and changes on the first page, which is as long for a large shelf as for a small one.
_MOST, _LATEST = 6, 4


@dataclass(frozen=True)
class CardsView:
    """Cards of works, with what is said of them all."""

    lead: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Jurisdiction:
    """The works of a jurisdiction: its code, by which names of works begin, its name, and their cards."""

    code: str
    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class ShelfView:
    """The regulations of a shelf."""

    jurisdictions: tuple[Jurisdiction, ...]


@dataclass(frozen=True)
class HomeView:
    """The first page: tasks, a provision alive, some works, the latest changes.

    `all` is the number of regulations where there are more than those; `more` works are examples.
    """

    title: str
    lead: str
    tasks: tuple[Way, ...]
    alive: LivingProvision | None
    cards: tuple[Card, ...]
    all: int
    more: int
    changes: tuple[LatestChange, ...]
    feed: str = CHANGES_FEED


def home(portions: Sequence[Portion], language: str) -> GeneratedPage:
    """The first page of a language; on a shelf of examples alone, with their cards."""
    here = Here(language)
    title, lead = (here.say(f"site.home.{name}{_own_shelf()}") for name in ("title", "lead"))
    law = [portion for portion in portions if not portion.is_invented] or portions
    shares = [portion.said[language] for portion in law]
    latest = sorted((change for said in shares for change in said.changes), key=lambda change: change.since)
    view = HomeView(
        title,
        lead,
        tuple(_tasks(law)),
        # Of what can be shown alive, that with most at stake.
        max((said.alive for said in shares if said.alive), key=lambda alive: alive.at_stake, default=None),
        _cards(law, here)[:_MOST],
        len(shares) if len(shares) > _MOST else 0,
        len(portions) - len(law),
        tuple(reversed(latest[-_LATEST:])),
    )
    return GeneratedPage(
        language,
        title,
        render("home.html", here, view),
        section=(here.say("site.nav.home"), "index"),
        listed=here.say("site.nav.home"),
        description=lead,
        kind="home",
        hits=(Hit("", title, lead),),
        feed=view.feed,
    )


def _own_shelf() -> str:
    """The ending of the sentences about a shelf that somebody chose in place of ours."""
    return ".own" if chosen_shelves() else ""


def _tasks(portions: Sequence[Portion]) -> Iterator[Way]:
    """The tasks that most readers come for: to read and cite, to see what changed, to play."""
    if portions:
        yield Way(portions[0].text_path, "read")
    if amended := [portion for portion in portions if portion.is_amended]:
        yield Way(f"{amended[0].name}/compare", "changes")
    yield Way("play", "play")


def regulations_page(portions: Sequence[Portion], language: str) -> GeneratedPage:
    """The page of the works that are law."""
    here = Here(f"{language}/{REGULATIONS}")
    title, lead = here.say("site.home.shelf"), here.say("site.regulations.lead")
    jurisdictions = tuple(_jurisdictions(portions, here))
    return GeneratedPage(
        here.path,
        title,
        render("regulations.html", here, ShelfView(jurisdictions)),
        section=(title, "index"),
        listed=here.say("site.nav.overview"),
        description=lead,
        kind="regulations",
        headings=tuple(Heading(one.code, one.name) for one in jurisdictions),
        hits=(Hit("", title, lead), *(Hit(one.code, one.name, title) for one in jurisdictions)),
    )


def _jurisdictions(portions: Sequence[Portion], here: Here) -> Iterator[Jurisdiction]:
    # Works of a jurisdiction begin with its code of ISO 3166, by which Babel names it; other codes stand as they are.
    names = Locale.parse(LOCALES[here.language]).territories
    for code, works in groupby(sorted(portions, key=_jurisdiction), _jurisdiction):
        yield Jurisdiction(code, names.get(code.upper(), code.upper()), _cards(works, here))


def _cards(portions: Iterable[Portion], here: Here) -> tuple[Card, ...]:
    """The cards of some works, their titles told apart."""
    cards = [portion.said[here.language].card for portion in portions]
    titles = told_apart([(card.title, card.home) for card in cards], here.words)
    return tuple(replace(card, title=title) for card, title in zip(cards, titles, strict=True))


def _jurisdiction(portion: Portion) -> str:
    return portion.name.partition("/")[0]


def examples_page(portions: Sequence[Portion], language: str) -> GeneratedPage:
    """The page of the works of no jurisdiction."""
    here = Here(f"{language}/{EXAMPLES}")
    title, lead = here.say("site.nav.examples"), here.say(f"site.examples.lead{_own_shelf()}")
    return GeneratedPage(
        here.path,
        title,
        render("examples.html", here, CardsView(lead, _cards(portions, here))),
        section=(title, "index"),
        listed=here.say("site.nav.overview"),
        description=lead,
        kind="examples",
        hits=(Hit("", title, lead),),
    )
