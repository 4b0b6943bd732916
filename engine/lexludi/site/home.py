"""The first page of each language: what the site is, and the shelf."""

from lexludi.rules.model import Account
from lexludi.site.library import Work, title_of
from lexludi.site.markup import Html, join, tag
from lexludi.site.page import GeneratedPage, Here, Hit


def home(works: list[Work], language: str) -> GeneratedPage:
    """The first page of a language."""
    here = Here(language)
    body = join(
        [
            tag(
                "div",
                tag("h1", here.say("site.home.title")),
                tag("p", here.say("site.home.lead"), class_="lx-lead"),
                class_="lx-hero",
            ),
            tag("h2", here.say("site.home.shelf"), id="shelf"),
            tag("div", *(_card(here, work) for work in works), class_="lx-cards"),
            tag("h2", here.say("site.home.how"), id="how"),
            tag("ul", *(tag("li", here.say(f"site.home.how.{n}")) for n in range(1, 5)), class_="lx-how"),
            tag("p", here.say("site.authority"), class_="lx-banner lx-banner--authority"),
        ]
    )
    return GeneratedPage(
        language,
        here.say("site.nav.home"),
        body,
        section=(here.say("site.nav.home"), "index"),
        description=here.say("site.home.lead"),
        kind="home",
        hits=(Hit("", here.say("site.home.title"), here.say("site.home.lead")),),
    )


def _ways_in(here: Here, work: Work) -> list[Html]:
    """The pages of a work that most readers come for."""
    pages = [(next(iter(work.units)), "site.home.card.articles")]
    pages += [("odds", "site.nav.odds")] if work.odds.bets else []
    pages += [("doubts", "site.nav.doubts")]
    pages += [("compare", "site.nav.compare")] if len(work.over_time) > 1 else []
    found = [tag("a", here.say(key), href=here.link(f"{work.home}/{path}")) for path, key in pages]
    return [*found, tag("a", here.say("site.home.card.play"), href=here.link("play"))]


def _card(here: Here, work: Work) -> Html:
    data = work.text(here.language).metadata
    accounts = list(work.first.accounts.values())
    run = sum(a in (Account.EXECUTED, Account.ENFORCED) for a in accounts)
    return tag(
        "article",
        tag("h3", tag("a", title_of(work, here.language), href=here.link(work.home))),
        tag("p", data.instrument, class_="lx-instrument"),
        tag(
            "p",
            here.say(
                "site.home.card", articles=sum(u.startswith("art-") for u in work.units), run=run, total=len(accounts)
            ),
            class_="lx-figures",
        ),
        tag("ul", *(tag("li", link) for link in _ways_in(here, work)), class_="lx-ways"),
        class_="lx-card",
    )
