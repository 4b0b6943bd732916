"""Comparisons of any two dates of a work: words, rules, and the outcomes of bets."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from markupsafe import Markup

from lexludi.diff.comparing import compare
from lexludi.diff.layout import Block, block, lay_out
from lexludi.diff.outcomelayout import OutcomeLayout
from lexludi.diff.rendering import html_block
from lexludi.play.telling import Teller
from lexludi.site.changes import Change
from lexludi.site.desk import Desk
from lexludi.site.library import Work, side, unit_of
from lexludi.site.markup import render
from lexludi.site.numbers import percent, plain, points
from lexludi.site.page import GeneratedPage, Heading, Hit


def compare_pages(work: Work, language: str) -> Iterator[GeneratedPage]:
    """A page with all pairs of dates, and one for each of them; nothing for a work that never changed."""
    if len(work.over_time) < 2:
        return
    yield _pairs_page(Desk(f"{language}/{work.home}/compare", work))
    for before, after in combinations(work.over_time, 2):
        yield _Pair(Desk(f"{language}/{_path(before, after)}", work), before, after).page()


def _path(before: Work, after: Work) -> str:
    return f"{before.home}/compare/{before.version}/{after.version}"


# ── All pairs ───────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class DateForm:
    """The form for any two days: the dates of the work, and the days that are filled in."""

    dates: tuple[str, ...]
    before: str
    after: str


@dataclass(frozen=True)
class PairLink:
    """A pair of dates with a page of its own."""

    path: str
    title: str


@dataclass(frozen=True)
class PairsRow:
    """The pairs that begin with a date; `None` for one that is not later."""

    since: str
    pairs: tuple[PairLink | None, ...]


@dataclass(frozen=True)
class PairsView:
    """The page of all pairs, as a grid of earlier and later dates."""

    form: DateForm
    rows: tuple[PairsRow, ...]


def _form(desk: Desk, before: Work, after: Work) -> DateForm:
    return DateForm(tuple(work.version for work in desk.work.over_time), before.version, after.version)


def _pairs_page(desk: Desk) -> GeneratedPage:
    title, works = desk.say("site.nav.compare"), desk.work.over_time
    rows = (
        PairsRow(before.version, tuple(_pair_link(desk, before, after) for after in works[1:])) for before in works[:-1]
    )
    view = PairsView(_form(desk, works[0], works[-1]), tuple(rows))
    return GeneratedPage(
        desk.path,
        title,
        render("compare.html", desk, view),
        section=desk.section(),
        description=desk.say("site.compare.lead"),
        kind="compare",
        hits=(Hit("", title, desk.title),),
    )


def _pair_link(desk: Desk, before: Work, after: Work) -> PairLink | None:
    if before.version >= after.version:
        return None
    return PairLink(_path(before, after), _pair_title(desk, before, after))


def _pair_title(desk: Desk, before: Work, after: Work) -> str:
    return desk.say("site.compare.pair", before=_day(desk, before), after=_day(desk, after))


def _day(desk: Desk, work: Work) -> str:
    return desk.day(work.since) if work.since else work.version


# ── A pair ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Place:
    """A provision in its wording on one of the dates."""

    name: str
    version: str
    href: str


@dataclass(frozen=True)
class Part:
    """A block of a comparison: a `heading` or `label` with its provisions, a `table`, or other markup of the diff."""

    kind: str
    text: str = ""
    anchor: str = ""
    places: tuple[Place, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    body: Markup | None = None


@dataclass(frozen=True)
class DifferenceView:
    """The page of a pair; `unknown` are the instruments that are known only in part."""

    title: str
    form: DateForm
    unknown: tuple[str, ...]
    parts: tuple[Part, ...]


class _Pair:
    """The page of two dates."""

    def __init__(self, desk: Desk, before: Work, after: Work) -> None:
        self.desk = desk
        self.sides = before, after

    def page(self) -> GeneratedPage:
        desk, title = self.desk, _pair_title(self.desk, *self.sides)
        parts = tuple(self._part(block, f"layer-{number}") for number, block in enumerate(self._blocks()))
        view = DifferenceView(title, _form(desk, *self.sides), self._unknown(), parts)
        return GeneratedPage(
            desk.path,
            title,
            render("difference.html", desk, view),
            section=None,
            under=f"{desk.language}/{desk.home}/compare",
            description=f"{desk.title}{desk.words.colon}{title}",
            kind="difference",
            headings=tuple(Heading(part.anchor, part.text) for part in parts if part.kind == "heading"),
        )

    def _unknown(self) -> tuple[str, ...]:
        metadata = [work.text(self.desk.language).metadata for work in self.sides]
        return tuple(dict.fromkeys(a.instrument for data in metadata for a in data.not_wholly_known))

    def _blocks(self) -> Iterator[Block]:
        desk, (before, after) = self.desk, self.sides
        language = desk.language if desk.language in after.texts else after.first.language
        difference = compare(side(before, language), side(after, language), ("words", "rules"))
        is_headed = False
        for laid_out in lay_out(difference, desk.words):
            is_headed |= laid_out.kind == "heading"
            if is_headed:  # what stands above says less than the title of the page
                yield laid_out
        yield block("heading", desk.say("diff.outcomes"))
        for change in desk.work.changes[before.version, after.version]:
            yield from self._outcomes(change)

    def _outcomes(self, change: Change) -> Iterator[Block]:
        before, after = (Teller.of(work.text(self.desk.language), self.desk.words) for work in self.sides)
        layout = _Outcomes(self.desk.words, before, after)
        if change.choice:
            name, value = (layout.tellers[1].term(str(part)) for part in change.choice)
            yield block("label", self.desk.say("site.compare.with-choice", name=name, value=value))
        yield from layout.run(change.outcomes)

    def _part(self, laid_out: Block, anchor: str) -> Part:
        text = "".join(piece.text for piece in laid_out.pieces)
        match laid_out.kind:
            case "heading":
                return Part("heading", text, anchor)
            case "label":
                return Part("label", text, places=tuple(self._places(laid_out)))
            case "table":
                columns, *rows = laid_out.rows
                return Part("table", columns=columns, rows=tuple(rows))
            case kind:
                return Part(kind, body=Markup(html_block(laid_out).replace("\n", "")))

    def _places(self, label: Block) -> Iterator[Place]:
        """The provisions of a label in the wordings of either date."""
        for work, eids in zip(self.sides, label.eids, strict=True):
            if eids and eids[0] in work.provisions:
                href = self.desk.link(work.wording(unit_of(eids[0])).path, eids[0])
                yield Place(self.desk.teller.provision(eids[0]), work.version, href)


class _Outcomes(OutcomeLayout):
    """Outcomes with numbers as the other pages show them: the percentage first, its fraction beside it."""

    def number(self, value: Fraction | None) -> str:
        if value is None or value.denominator == 1:
            return super().number(value)
        return f"{percent(value, self.words.language)} ({plain(value)})"

    def in_points(self, value: Fraction | None) -> str:
        return f"{points(value, self.words.language)} ({plain(value)})" if value else self.number(value)
