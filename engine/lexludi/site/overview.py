"""The page of a work: the gazette's header, the standing of each text, and the contents."""

import re
from collections.abc import Iterator
from datetime import date

from lexludi.base.frozen import dataclass
from lexludi.law.chronicle import kind_of_words
from lexludi.rules.model import Account, Copy, Metadata
from lexludi.site.articles import LanguageColumn, columns
from lexludi.site.desk import Desk, heading
from lexludi.site.feeds import CHANGES_FEED
from lexludi.site.library import WorkOnDate
from lexludi.site.linked_data import work_data
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Heading, Hit
from lexludi.site.timeline import TimelineEvent, timeline
from lexludi.site.versions import Banner, repeal_banners

# `《…公報》第20/2004期，第一組，第699-704頁`; `Boletim Oficial …, n.º 20/2004, I Série, págs. 699-704`.
_ISSUE = re.compile(
    r"(?:《[^》]*公報》|Boletim Oficial\b[^\d,()]*,?|Official Gazette\b[^\d,()]*,?) ?"
    r"(?:第|n\.º |[Nn]o\. )?(\d+/\d{4})期?"
    r"(?:[，,] ?(第[一二三]組|I{1,3} Série|Series I{1,3}))?"
    r"(?:[，,] ?(?:第|págs?\. |pages? |pp?\. )(\d+)(?:(?:[-–]| a )(\d+))?頁?)?"
)


@dataclass(frozen=True)
class HeaderLine:
    """A line of the header as the gazette prints it; `key` names it (`instrument`, …), `href` where it is read."""

    key: str
    text: str
    href: str = ""


@dataclass(frozen=True)
class ContentsLine:
    """A unit of the latest text, the badge of the doubts about it, if any, and whether an earlier wording is run."""

    path: str
    title: str
    badge: str
    is_newer: bool


@dataclass(frozen=True)
class AccountCount:
    """The number of provisions that have an account."""

    account: str
    count: int


@dataclass(frozen=True)
class WorkView:
    """The page: `later` are instruments after the shown text that are known only in part.

    `is_open` is true where some provisions are not accounted for.
    """

    standing: str
    banner: str
    banners: tuple[Banner, ...]
    since: date | None
    later: tuple[str, ...]
    header: tuple[HeaderLine, ...]
    columns: tuple[LanguageColumn, ...]
    timeline: tuple[TimelineEvent, ...]
    contents: tuple[ContentsLine, ...]
    provisions: int
    accounts: tuple[AccountCount, ...]
    is_open: bool
    notes: tuple[str, ...]
    feed: str


def overview(work: WorkOnDate, language: str) -> GeneratedPage:
    """The page of a work."""
    desk = Desk(f"{language}/{work.name}", work)
    view = _view(desk)
    parts = {"account": view.accounts, "sources": view.notes}
    sections = ("standing", "timeline", "contents", *(name for name, part in parts.items() if part))
    return GeneratedPage(
        desk.path,
        desk.title,
        render("work.html", desk, view),
        section=desk.section("index"),
        listed=desk.say("site.nav.overview"),
        description=desk.say(
            f"site.description.work{'.repealed' if work.repealed else ''}", title=desk.title, languages=desk.languages
        ),
        kind="work",
        headings=tuple(Heading(name, desk.say(f"site.overview.{name}")) for name in sections),
        hits=(
            Hit(
                "",
                desk.title,
                work.text(language).metadata.instrument,
                " ".join(t.metadata.title for t in work.texts.values()),
            ),
            *_instruments(desk, view.timeline),
        ),
        data=work_data(desk),
        feed=view.feed,
    )


def _instruments(desk: Desk, events: tuple[TimelineEvent, ...]) -> Iterator[Hit]:
    """The instruments, found by name, number, day and what they change, in every language."""
    for event in events:
        instrument = (
            desk.work.history.instrument(event.anchor.removeprefix("instrument-")) if desk.work.history else None
        )
        names = (instrument.name(language) for language in desk.work.texts) if instrument else ()
        lines = (
            *([desk.day(event.day)] if event.day else []),
            event.gazette,
            *(event.amendment.lines if event.amendment else ()),
        )
        yield Hit(event.anchor, event.name, " · ".join(line for line in lines if line), " ".join(names))


def _view(desk: Desk) -> WorkView:
    work = desk.work
    accounts = list(work.first.accounts.values())
    return WorkView(
        _standing(desk),
        _banner(desk),
        tuple(repeal_banners(desk)),
        work.since,
        _later(desk),
        tuple(line for line in _header(desk) if line.text),
        columns(desk),
        tuple(timeline(desk)),
        tuple(_contents(desk)),
        len(accounts),
        # Of a work that is repealed nothing is run, whatever its provisions would do.
        () if work.repealed else tuple(AccountCount(a.value, accounts.count(a)) for a in Account if accounts.count(a)),
        Account.NONE in accounts,
        tuple(work.text(desk.language).metadata.notes),
        CHANGES_FEED if work.history else "",
    )


def _standing(desk: Desk) -> str:
    text = desk.work.texts.get(desk.language)
    return text.metadata.standing if text else "absent"


def _banner(desk: Desk) -> str:
    """The name of the warning over a text.

    Of an authentic one it is another where its copy was not compared; of a consolidated one, where it has no summary.
    """
    text = desk.work.texts.get(desk.language)
    if text is not None and _standing(desk) == "consolidated":
        kinds = {kind_of_words(provision) for provision in text.document.all()}
        is_reworded = any(note.reworded_by for note in desk.work.notes_in(desk.language).values())
        return "consolidated" if kinds - {"words"} or is_reworded else "consolidated.words"
    is_uncompared = text is not None and text.metadata.copy_state is Copy.NOT_COMPARED
    return f"{_standing(desk)}{'.not-compared' if is_uncompared and _standing(desk) == 'authentic' else ''}"


def _later(desk: Desk) -> tuple[str, ...]:
    last = desk.work.over_time[-1]
    if last is desk.work:
        return ()
    return tuple(dict.fromkeys(a.instrument for a in last.text(desk.language).metadata.not_wholly_known))


def _header(desk: Desk) -> Iterator[HeaderLine]:
    data = desk.work.first_published.text(desk.language).metadata
    number, series, pages = _issue(data)
    yield HeaderLine("instrument", data.instrument)
    yield HeaderLine("number", number, data.address)
    yield HeaderLine("series", series)
    yield HeaderLine("published", _day(desk, data.published))
    yield HeaderLine("pages", pages)
    yield HeaderLine("signed", _day(desk, data.signed))
    yield HeaderLine("authority", data.authority)
    yield HeaderLine("signatory", data.signatory)
    yield HeaderLine("in-force", _day(desk, data.in_force))
    instruments = desk.work.history.instruments if desk.work.history else ()
    yield HeaderLine("replaces", desk.work.text(desk.language).metadata.replaces)
    # What repeals the work and does nothing else has a banner of its own.
    amending = [i for i in instruments if not (i.modifications and all(m.ends_work for m in i.modifications))]
    for name, is_of_it in (("amended", False), ("rectified", True)):
        named = (i.name(desk.language) for i in amending if i.is_rectification is is_of_it)
        yield HeaderLine(name, desk.words.join(named))


def _day(desk: Desk, value: date | None) -> str:
    return desk.say("site.date", day=value) if value else ""


def _issue(data: Metadata) -> tuple[str, str, str]:
    """Number, series and pages of the gazette, where it tells these and no more; else all that it says."""
    matched = _ISSUE.fullmatch(data.gazette)
    if matched is None:
        return data.gazette, "", ""
    number, series, first, last = (part or "" for part in matched.groups())
    return number, series, "–".join(filter(None, (first, last)))


def _contents(desk: Desk) -> Iterator[ContentsLine]:
    latest = Desk(desk.path, desk.work.latest)
    divergent = {d.eid for text in latest.work.texts.values() for d in text.divergences}
    read = {p.eid for p in latest.work.first.parameters.values() if p.kind == "reading"}
    for unit, eids in latest.work.units.items():
        badge = "divergence" if divergent & {*eids} else "reading" if read & {*eids} else ""
        yield ContentsLine(f"{desk.work.name}/{unit}", heading(latest, unit), badge, _is_newer(desk.work, unit))


def _is_newer(work: WorkOnDate, unit: str) -> bool:
    """True of a unit that was amended after the text of a work, in words that are known or not."""
    if unit not in work.units:
        return True
    wording = work.wording(unit)
    return not wording.is_latest or any(wording.reworded_after(work.since))
