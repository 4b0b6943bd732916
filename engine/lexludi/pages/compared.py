"""Comparing any two dates of a work: the words, the rules, and the outcomes where both texts are wholly known."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from lexludi.diff.comparing import LAYERS, compare
from lexludi.diff.layout import Block, lay_out
from lexludi.diff.rendering import html_block
from lexludi.pages.desk import Desk
from lexludi.pages.library import Work, side
from lexludi.pages.markup import Child, Html, join, table, tag
from lexludi.pages.page import GeneratedPage, Heading, Hit


def compare_pages(work: Work, language: str) -> Iterator[GeneratedPage]:
    """A page with all pairs of dates, and one for each of them; nothing for a work that never changed."""
    if len(work.over_time) < 2:
        return
    desk = Desk(f"{language}/{work.home}/compare", work)
    yield _index(desk)
    for before, after in combinations(work.over_time, 2):
        yield _pair(Desk(f"{language}/{_path(before, after)}", work), before, after)


def _path(before: Work, after: Work) -> str:
    return f"{before.home}/compare/{before.version}/{after.version}"


def _index(desk: Desk) -> GeneratedPage:
    title = desk.say("site.nav.compare")
    works = desk.work.over_time
    rows: list[list[Child]] = [
        [_day(desk, before), *(_cell(desk, before, after) for after in works[1:])] for before in works[:-1]
    ]
    head = [desk.say("site.compare.from"), *(_day(desk, after) for after in works[1:])]
    body = join(
        [
            tag("p", tag("a", desk.title, href=desk.link(desk.home)), class_="lx-of"),
            tag("h1", title),
            tag("p", desk.say("site.compare.lead"), class_="lx-lead"),
            table(head, rows, desk.say("site.compare.caption"), "lx-pairs"),
        ]
    )
    return GeneratedPage(
        desk.path,
        title,
        body,
        section=(desk.title,),
        description=desk.say("site.compare.lead"),
        kind="compare",
        hits=(Hit("", title, desk.title),),
    )


def _day(desk: Desk, work: Work) -> str:
    return desk.say("site.date", day=work.since)


def _cell(desk: Desk, before: Work, after: Work) -> Html | None:
    if before.version >= after.version:
        return None
    label = desk.say("site.compare.pair", before=before.since, after=after.since)
    hidden = tag("span", f"{desk.words.colon}{label}", class_="lx-hidden")
    return tag("a", desk.say("site.compare.open"), hidden, href=desk.link(_path(before, after)))


def _pair(desk: Desk, before: Work, after: Work) -> GeneratedPage:
    title = desk.say("site.compare.pair", before=before.since, after=after.since)
    blocks = [b for b in _blocks(desk, before, after) if b.kind != "title"]
    headings = [
        Heading(f"layer-{i}", "".join(p.text for p in b.pieces)) for i, b in enumerate(blocks) if b.kind == "heading"
    ]
    shown = [_block(b, f"layer-{i}") for i, b in enumerate(blocks)]
    back = tag("a", desk.say("site.nav.compare"), href=desk.link(f"{desk.home}/compare"))
    body = join(
        [
            tag("p", tag("a", desk.title, href=desk.link(desk.home)), " · ", back, class_="lx-of"),
            tag("h1", title),
            *_partly(desk, after),
            *shown,
        ]
    )
    return GeneratedPage(
        desk.path,
        title,
        tag("div", body, class_="lx-difference"),
        section=None,
        description=f"{desk.title}{desk.words.colon}{title}",
        kind="difference",
        headings=tuple(headings),
    )


def _blocks(desk: Desk, before: Work, after: Work) -> Iterator[Block]:
    language = desk.language if desk.language in after.texts else after.first.language
    found = compare(side(before, language), side(after, language), ("words", "rules"))
    # What becomes of bets does not depend on the language, and takes the longest to work out.
    if outcomes := desk.work.outcomes.get((before.version, after.version)):
        found = replace(found, layers=LAYERS, outcomes=outcomes)
    return lay_out(found, desk.words)


def _block(block: Block, anchor: str) -> Html:
    if block.kind == "heading":
        return tag("h2", "".join(p.text for p in block.pieces), id=anchor)
    shown = html_block(block).replace("\n", "")
    if block.kind == "table":
        own = shown.replace("<table>", '<table class="lx-table">')
        return tag("div", Html(own), class_="lx-scroll", tabindex=0)
    return Html(shown)


def _partly(desk: Desk, after: Work) -> Iterator[Html]:
    unknown = tuple(dict.fromkeys(a.instrument for a in after.text(desk.language).metadata.not_wholly_known))
    if unknown:
        yield tag("p", desk.say("site.banner.partly-known", instruments=unknown), class_="lx-banner lx-banner--past")
