"""Comparing any two dates of a work: the words, the rules, and what becomes of bets."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from lexludi.diff.comparing import compare
from lexludi.diff.layout import Block, block, lay_out
from lexludi.diff.outcomelayout import OutcomeLayout
from lexludi.diff.rendering import html_block
from lexludi.site.changes import Change
from lexludi.site.desk import Desk
from lexludi.site.library import Work, side, unit_of
from lexludi.site.markup import Child, Html, join, table, tag
from lexludi.site.numbers import percent, plain
from lexludi.site.page import GeneratedPage, Heading, Hit
from lexludi.site.versions import Wording, wordings


def compare_pages(work: Work, language: str) -> Iterator[GeneratedPage]:
    """A page with all pairs of dates, and one for each of them; nothing for a work that never changed."""
    if len(work.over_time) < 2:
        return
    desk = Desk(f"{language}/{work.home}/compare", work)
    yield _index(desk)
    every = dict.fromkeys(unit for then in work.over_time for unit in then.units)
    over_time = {unit: wordings(work, unit) for unit in every}
    for before, after in combinations(work.over_time, 2):
        yield _Pair(Desk(f"{language}/{_path(before, after)}", work), before, after, over_time).page()


def _path(before: Work, after: Work) -> str:
    return f"{before.home}/compare/{before.version}/{after.version}"


# ── All pairs ───────────────────────────────────────────────────────────────


def _index(desk: Desk) -> GeneratedPage:
    title = desk.say("site.nav.compare")
    works = desk.work.over_time
    rows: list[list[Child]] = [
        [before.version, *(_cell(desk, before, after) for after in works[1:])] for before in works[:-1]
    ]
    head = [desk.say("site.compare.from"), *(after.version for after in works[1:])]
    body = join(
        [
            tag("p", tag("a", desk.title, href=desk.link(desk.home)), class_="lx-of"),
            tag("h1", title),
            tag("p", desk.say("site.compare.lead"), class_="lx-lead"),
            _form(desk, works[0], works[-1]),
            table(head, rows, desk.say("site.compare.caption"), "lx-pairs", is_grid=True),
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


def _form(desk: Desk, before: Work, after: Work) -> Html:
    """Two fields for any days; works with a script only."""
    dates = [work.version for work in desk.work.over_time]

    def field(name: str, value: str) -> Html:
        entry = tag("input", type="date", name=name, min=dates[0], value=value, required=True)
        return tag("label", tag("span", desk.say(f"site.compare.{name}")), entry)

    return tag(
        "form",
        field("from", before.version),
        field("to", after.version),
        tag("button", desk.say("site.compare.open"), type="submit", class_="lx-do"),
        tag("p", role="status", class_="lx-note"),
        class_="lx-between",
        data_dates=json.dumps(dates),
        data_base=desk.link(f"{desk.home}/compare"),
        data_same=desk.say("site.compare.same"),
        aria_label=desk.say("site.nav.compare"),
        hidden=True,
    )


def _cell(desk: Desk, before: Work, after: Work) -> Html | None:
    if before.version >= after.version:
        return None
    label = desk.say("site.compare.pair", before=before.since, after=after.since)
    hidden = tag("span", f"{desk.words.colon}{label}", class_="lx-hidden")
    return tag("a", desk.say("site.compare.open"), hidden, href=desk.link(_path(before, after)))


# ── A pair ──────────────────────────────────────────────────────────────────


class _Pair:
    """The page of two dates."""

    def __init__(self, desk: Desk, before: Work, after: Work, over_time: dict[str, list[Wording]]) -> None:
        self.desk = desk
        self.sides = before, after
        self.over_time = over_time

    def page(self) -> GeneratedPage:
        desk, (before, after) = self.desk, self.sides
        title = desk.say("site.compare.pair", before=before.since, after=after.since)
        blocks = list(self._blocks())
        headings = [
            Heading(f"layer-{i}", "".join(p.text for p in b.pieces))
            for i, b in enumerate(blocks)
            if b.kind == "heading"
        ]
        back = tag("a", desk.say("site.nav.compare"), href=desk.link(f"{desk.home}/compare"))
        body = join(
            [
                tag("p", tag("a", desk.title, href=desk.link(desk.home)), " · ", back, class_="lx-of"),
                tag("h1", title),
                _form(desk, before, after),
                *self._partly(),
                *(self._shown(b, f"layer-{i}") for i, b in enumerate(blocks)),
            ]
        )
        return GeneratedPage(
            desk.path,
            title,
            tag("div", body, class_="lx-difference"),
            section=None,
            under=f"{desk.language}/{desk.home}/compare",
            description=f"{desk.title}{desk.words.colon}{title}",
            kind="difference",
            headings=tuple(headings),
        )

    def _partly(self) -> Iterator[Html]:
        """That what is compared is known only in part, where that is so."""
        metadata = [work.text(self.desk.language).metadata for work in self.sides]
        unknown = tuple(dict.fromkeys(a.instrument for data in metadata for a in data.not_wholly_known))
        if unknown:
            said = self.desk.say("site.banner.compared-partly", instruments=unknown)
            yield tag("p", said, class_="lx-banner lx-banner--past")

    def _blocks(self) -> Iterator[Block]:
        desk, (before, after) = self.desk, self.sides
        language = desk.language if desk.language in after.texts else after.first.language
        found = compare(side(before, language), side(after, language), ("words", "rules"))
        laid_out = lay_out(found, desk.words)
        headed = False
        for own in laid_out:
            headed |= own.kind == "heading"
            if headed:  # what stands above says less than the title of the page
                yield own
        yield block("heading", desk.say("diff.outcomes"))
        for change in desk.work.changes[before.version, after.version]:
            yield from self._outcomes(change)

    def _outcomes(self, change: Change) -> Iterator[Block]:
        before, after = (work.text(self.desk.language).glossary for work in self.sides)
        layout = _Outcomes(self.desk.words, before, after, self.sides[1].first.bettor_role())
        if change.choice:
            name, value = (layout.tellers[1].term(str(part)) for part in change.choice)
            yield block("label", self.desk.say("site.compare.with-choice", name=name, value=value))
        yield from layout.run(change.outcomes)

    def _shown(self, own: Block, anchor: str) -> Html:
        if own.kind == "heading":
            return tag("h2", "".join(p.text for p in own.pieces), id=anchor)
        if own.kind == "label":
            return tag("h3", "".join(p.text for p in own.pieces), self._places(own))
        return _table(own) if own.kind == "table" else Html(html_block(own).replace("\n", ""))

    def _places(self, own: Block) -> Html | None:
        """The provisions of a label in the wordings of either date, as links that are named by the date."""
        found = [self._place(work, eids[0]) for work, eids in zip(self.sides, own.eids, strict=True) if eids]
        links = [link for link in found if link]
        return join([" ", tag("small", join(links, " · "))]) if links else None

    def _place(self, work: Work, eid: str) -> Html | None:
        since = work.since
        if eid not in work.provisions or since is None:
            return None
        standing = [w for w in self.over_time[unit_of(eid)] if w.since and w.since <= since]
        if not standing:
            return None
        spoken = tag("span", f"{self.desk.teller.provision(eid)} ", class_="lx-hidden")
        return tag("a", spoken, work.version, href=self.desk.link(standing[-1].path, eid))


class _Outcomes(OutcomeLayout):
    """Outcomes with numbers as the other pages show them: the percentage first, its fraction beside it."""

    def number(self, value: Fraction | None) -> str:
        if value is None or value.denominator == 1:
            return super().number(value)
        return f"{percent(value, self.words.language)} ({plain(value)})"


def _table(own: Block) -> Html:
    """A table of bets by rows; of what happens before and after, side by side, what is the same told once."""
    head, *rows = own.rows
    if len(head) > 2:
        return table(head, rows, class_="lx-wide")
    body = [
        tag("tr", tag("td", row[0], role="cell", colspan=2, class_="lx-same"), role="row")
        if row[0] == row[1]
        else tag(
            "tr", *(tag("td", cell, role="cell", data_label=n) for n, cell in zip(head, row, strict=True)), role="row"
        )
        for row in rows
    ]
    top = tag("tr", *(tag("th", cell, scope="col", role="columnheader") for cell in head), role="row")
    parts = tag("thead", top, role="rowgroup"), tag("tbody", *body, role="rowgroup")
    shown = tag("table", *parts, class_="lx-table lx-stack lx-beside", role="table")
    return tag("div", shown, class_="lx-scroll", tabindex=0)
