"""The page of a work: the gazette's header, the standing of each text, and the contents."""

import re
from collections.abc import Callable, Iterator
from datetime import date

from lexludi.rules.model import Account, Metadata
from lexludi.site.desk import Desk, heading
from lexludi.site.library import Work
from lexludi.site.linked_data import work_data
from lexludi.site.markup import Child, Html, definitions, join, tag
from lexludi.site.page import TAGS, GeneratedPage, Heading, Hit
from lexludi.site.timeline import timeline


def overview(work: Work, language: str) -> GeneratedPage:
    """The page of a work."""
    desk = Desk(f"{language}/{work.home}", work)
    sections = [
        ("standing", tag("ul", *map(_standing(desk), work.texts), class_="lx-standing")),
        ("timeline", timeline(desk)),
        ("contents", _contents(desk)),
        ("account", _account(desk)),
        ("sources", _notes(desk)),
    ]
    shown = [(key, html) for key, html in sections if html]
    body = join(
        [
            tag("h1", desk.title),
            banner(desk),
            later(desk),
            gazette_block(desk),
            *(join([tag("h2", desk.say(f"site.overview.{key}"), id=key), html]) for key, html in shown),
        ]
    )
    return GeneratedPage(
        desk.path,
        desk.title,
        body,
        section=(desk.title, "index"),
        listed=desk.say("site.nav.overview"),
        description=desk.say("site.description.work", title=desk.title),
        kind="work",
        headings=tuple(Heading(key, desk.say(f"site.overview.{key}")) for key, _ in shown),
        hits=(
            Hit(
                "",
                desk.title,
                work.text(language).metadata.instrument,
                " ".join(t.metadata.title for t in work.texts.values()),
            ),
        ),
        data=work_data(desk),
    )


def banner(desk: Desk) -> Html:
    """What authority the text of the page's language has."""
    standing = desk.work.standing(desk.language) if desk.language in desk.work.texts else "absent"
    return tag("p", desk.say(f"site.banner.{standing}"), class_=f"lx-banner lx-banner--{standing}")


def later(desk: Desk) -> Html | None:
    """That there are later texts, which are known only in part."""
    last = desk.work.over_time[-1]
    unknown = tuple(dict.fromkeys(a.instrument for a in last.text(desk.language).metadata.not_wholly_known))
    if last is desk.work or not unknown:
        return None
    said = desk.say("site.banner.later", since=desk.work.since, instruments=unknown)
    return tag("p", said, class_="lx-banner lx-banner--past")


def gazette_block(desk: Desk) -> Html:
    """The header as the gazette prints it: instrument, number, day, pages."""
    return definitions(((desk.say(f"site.gazette.{k}"), v) for k, v in _header(desk) if v), "lx-gazette")


def _header(desk: Desk) -> Iterator[tuple[str, Child]]:
    data = desk.work.text(desk.language).metadata
    number, pages = _issue(data)
    yield "instrument", data.instrument
    yield "number", number
    yield "published", _day(desk, data.published)
    yield "pages", pages
    yield "signed", _day(desk, data.signed)
    yield (
        "signatory",
        "，".join(filter(None, (data.authority, data.signatory)))
        if desk.language == "zh"
        else ", ".join(filter(None, (data.signatory, data.authority))),
    )
    yield "in-force", _day(desk, desk.work.over_time[0].text(desk.language).metadata.in_force)
    instruments = desk.work.history.instruments if desk.work.history else ()
    yield "amended", desk.words.join(i.name(desk.language) for i in instruments)


def _day(desk: Desk, value: date | None) -> str:
    return desk.say("site.date", day=value) if value else ""


def _issue(data: Metadata) -> tuple[str, str]:
    """Number and pages of the gazette, where it tells them; else all that it says."""
    number = re.search(r"\d+/\d{4}", data.gazette)
    pages = re.search(r"(\d+)(?:-| a )(\d+)", data.gazette)
    return (number[0] if number else data.gazette), ("–".join(pages.groups()) if pages else "")


def _standing(desk: Desk) -> Callable[[str], Html]:
    def item(language: str) -> Html:
        standing = desk.work.standing(language)
        name = tag("span", desk.say(f"site.column.{language}"), lang=TAGS[language], class_="lx-language")
        badge = tag("span", desk.say(f"site.standing.{standing}"), class_=f"lx-badge lx-badge--{standing}")
        return tag("li", name, badge)

    return item


def _contents(desk: Desk) -> Html:
    items = [
        tag("li", tag("a", heading(desk, unit), href=desk.link(f"{desk.home}/{unit}")), *_marks(desk, unit))
        for unit in desk.work.units
    ]
    return tag("ol", *items, class_="lx-contents")


def _marks(desk: Desk, unit: str) -> Iterator[Html]:
    eids = set(desk.work.units[unit])
    rules = desk.work.first
    if any(d.eid in eids for text in desk.work.texts.values() for d in text.divergences):
        yield tag("span", desk.say("site.badge.divergence"), class_="lx-badge lx-badge--divergence")
    elif any(p.eid in eids and p.kind == "reading" for p in rules.parameters.values()):
        yield tag("span", desk.say("site.badge.reading"), class_="lx-badge lx-badge--reading")


def _account(desk: Desk) -> Html:
    accounts = list(desk.work.first.accounts.values())
    bars = [
        tag(
            "li",
            tag("span", desk.say(f"site.badge.{a.value}"), class_=f"lx-badge lx-badge--{a.value}"),
            f" {accounts.count(a)}",
        )
        for a in Account
        if accounts.count(a)
    ]
    total = tag("p", desk.say("site.account.total", total=len(accounts)))
    return join([total, tag("ul", *bars, class_="lx-account")])


def _notes(desk: Desk) -> Html | None:
    notes = desk.work.text(desk.language).metadata.notes
    return tag("ul", *(tag("li", note) for note in notes)) if notes else None
