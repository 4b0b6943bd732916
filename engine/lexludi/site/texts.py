"""Whole texts: a work on one page, for each day on which it changed."""

from collections.abc import Iterator
from dataclasses import dataclass

from lexludi.site.articles import LanguageColumn, ProvisionRow, columns, provision_rows
from lexludi.site.desk import Desk, numbered
from lexludi.site.files import Files, files_of
from lexludi.site.library import WorkOnDate
from lexludi.site.linked_data import work_data
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Heading, Hit
from lexludi.site.versions import Banner, Picker, text_banners, text_picker


@dataclass(frozen=True)
class TextView:
    """The page of a text: every provision in its order, in all languages."""

    title: str
    banners: tuple[Banner, ...]
    picker: Picker | None
    columns: tuple[LanguageColumn, ...]
    provisions: tuple[ProvisionRow, ...]
    files: Files | None


def text_pages(work: WorkOnDate, language: str) -> Iterator[GeneratedPage]:
    """The page of the latest text, and one for each older text."""
    for then in work.over_time:
        desk = Desk(f"{language}/{then.text_path}", then)
        yield _page(desk, desk.say("site.text.whole"), is_latest=then is work.latest)


def _page(desk: Desk, name: str, *, is_latest: bool) -> GeneratedPage:
    work = desk.work
    day = "" if is_latest or not work.since else desk.day(work.since).join(desk.words.brackets)
    view = TextView(
        desk.title,
        tuple(_banners(desk, is_latest=is_latest)),
        text_picker(desk),
        columns(desk),
        provision_rows(desk, work.provisions),
        files_of(desk),
    )
    return GeneratedPage(
        desk.path,
        f"{name}{day}",
        render("text.html", desk, view),
        section=desk.section(desk.say("site.nav.text")) if is_latest else None,
        under="" if is_latest else f"{desk.language}/{work.latest.text_path}",
        description=desk.say("site.description.text", title=desk.title),
        kind="text",
        headings=tuple(_headings(desk)),
        hits=(Hit("", name, desk.title),) if is_latest else (),
        data=work_data(desk),
    )


def _banners(desk: Desk, *, is_latest: bool) -> Iterator[Banner]:
    if not is_latest:
        texts = desk.work.shown.over_time
        after = texts[texts.index(desk.work) + 1]
        assert after.since is not None
        text = desk.say("site.banner.past", next=desk.day_in_full(after.since))
        yield Banner(text, desk.day(after.since), desk.link(after.text_path))
    yield from text_banners(desk)


def _headings(desk: Desk) -> Iterator[Heading]:
    """The articles, and what stands outside them."""
    for eid in desk.work.provisions:
        if "__" not in eid and (provision := desk.work.provision(eid, desk.language)):
            yield Heading(eid, numbered(provision))
