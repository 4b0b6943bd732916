"""Comparisons of any two dates of a work: words, rules, and the outcomes of bets."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise

from markupsafe import Markup

from lexludi.base.frozen import dataclass
from lexludi.base.numbers import exact, percent, points
from lexludi.diff.comparing import compare
from lexludi.diff.layout import Block, block, lay_out
from lexludi.diff.outcomelayout import OutcomeLayout
from lexludi.diff.outcomes import BetChange
from lexludi.diff.rendering import html_block
from lexludi.exact.figures import Figures
from lexludi.law.chronicle import retroactive_told
from lexludi.play.telling import Teller
from lexludi.site.changes import OutcomeComparison
from lexludi.site.desk import Desk, value_in_words
from lexludi.site.effects import differs, edge_told
from lexludi.site.library import WorkOnDate, side, unit_of
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Heading, Hit
from lexludi.site.timeline import ComparedDay, TimelineEvent, timeline


def compare_pages(work: WorkOnDate, language: str) -> Iterator[GeneratedPage]:
    """A page with what each instrument changed, and one for any two dates; nothing for a work that never changed."""
    if len(work.over_time) < 2:
        return
    yield _steps_page(Desk(f"{language}/{work.name}/compare", work))
    # A page for each pair of days: their number grows with the square of that of the days.
    for before, after in combinations(work.over_time, 2):
        path = f"{language}/{work.name}/compare/{before.version}/{after.version}"
        yield _Pair(Desk(path, work), before, after).page()


# ── One after the other ─────────────────────────────────────────────────────


@dataclass(frozen=True)
class DayChoice:
    """A day on which the text changed: its version, and the day in words."""

    version: str
    shown: str


@dataclass(frozen=True)
class DaysForm:
    """The form for any two days: those on which the text changed, and the two that are chosen."""

    days: tuple[DayChoice, ...]
    before: str
    after: str


@dataclass(frozen=True)
class AmendmentStep:
    """An instrument, and what it did to bets, line by line."""

    event: TimelineEvent
    money: tuple[str, ...]


@dataclass(frozen=True)
class StepsView:
    """The page of what changed: one instrument after the other, and the form for any two days."""

    form: DaysForm
    steps: tuple[AmendmentStep, ...]


def _form(desk: Desk, before: WorkOnDate, after: WorkOnDate) -> DaysForm:
    days = (DayChoice(work.version, desk.day_of(work)) for work in desk.work.over_time)
    return DaysForm(tuple(days), before.version, after.version)


def _steps_page(desk: Desk) -> GeneratedPage:
    works = desk.work.over_time
    steps = tuple(AmendmentStep(event, tuple(_money(desk, event))) for event in timeline(desk))
    return desk.page("compare", StepsView(_form(desk, works[0], works[-1]), steps))


def _money(desk: Desk, event: TimelineEvent) -> Iterator[str]:
    """The house edges that an instrument changed on each of its days, as far as its text is known."""
    for day in event.comparisons if event.amendment else ():
        for line in _on_day(desk, day):
            yield desk.say("site.changes.on", day=day.told, change=_after_colon(line)) if day.told else line


def _after_colon(sentence: str) -> str:
    return f"{sentence[:1].lower()}{sentence[1:]}"


def _on_day(desk: Desk, day: ComparedDay) -> Iterator[str]:
    before, after = day.before, day.after
    if before.first.metadata.not_wholly_known or after.first.metadata.not_wholly_known:
        yield desk.say("site.changes.not-known")
    elif before.repealed or after.repealed:
        yield desk.say("diff.outcomes.repealed")
    else:
        lines = [line for change in desk.work.changes[before.version, after.version] for line in _edges(desk, change)]
        if lines and day.others:  # the texts of two days do not tell which of them did it
            lines.append(desk.say("site.changes.others", instruments=day.others))
        yield from lines or [desk.say("site.changes.no-bet")]


def _edges(desk: Desk, change: OutcomeComparison) -> Iterator[str]:
    """The bets that come, go, or have another house edge; and those of which it is not known on both days."""
    for bet in change.outcomes.bets:
        if (line := _line(desk, bet)) and change.choice:
            name, value = desk.teller.term(change.choice[0]), desk.value(change.choice[1])
            yield desk.say("site.changes.chosen", name=name, value=value, change=_after_colon(line))
        elif line:
            yield line


def _line(desk: Desk, bet: BetChange) -> str:
    """The change of the house edge of a bet, if any."""
    one, two = bet.before, bet.after
    odds = two or one
    name = Figures(desk.teller).name(odds) if odds else desk.teller.term(bet.bet)
    if bet.status == "new":
        edge = edge_told(desk, two) if two else desk.say("site.effects.not-analysed")
        return desk.say("site.changes.new", bet=name, edge=edge)
    if bet.status == "gone":
        return desk.say("site.changes.gone", bet=name)
    if one is None or two is None:
        return desk.say("site.changes.open", bet=name)
    if not differs(one, two):
        return ""
    before, after = (edge_told(desk, bet_odds) for bet_odds in (one, two))
    if bet.difference is None:
        return desk.say("site.changes.edge.one-sided", bet=name, before=before, after=after)
    difference = points(bet.difference, desk.language)
    return desk.say("site.changes.edge", bet=name, before=before, after=after, difference=difference)


# ── A pair ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class WordingOnDate:
    """A provision in its wording on one of the dates."""

    name: str
    day: str
    href: str


@dataclass(frozen=True)
class ComparisonBlock:
    """A block of a comparison: a `heading` or `label` with its provisions, a `table`, or other markup of the diff."""

    kind: str
    text: str = ""
    anchor: str = ""
    places: tuple[WordingOnDate, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    body: Markup | None = None


@dataclass(frozen=True)
class DifferenceView:
    """The page of a pair; `unknown` are the instruments known only in part, `retroactive` tells those from before."""

    title: str
    form: DaysForm
    retroactive: tuple[str, ...]
    unknown: tuple[str, ...]
    parts: tuple[ComparisonBlock, ...]


class _Pair:
    """The page of two dates."""

    def __init__(self, desk: Desk, before: WorkOnDate, after: WorkOnDate) -> None:
        self.desk = desk
        self.sides = before, after

    def page(self) -> GeneratedPage:
        desk, days = self.desk, [self.desk.day_of(work) for work in self.sides]
        title = desk.say("site.compare.pair", before=days[0], after=days[1])
        parts = tuple(self._part(block, f"layer-{number}") for number, block in enumerate(self._blocks()))
        view = DifferenceView(title, _form(desk, *self.sides), self._retroactive(), self._unknown(), parts)
        return GeneratedPage(
            desk.path,
            title,
            render("difference.html", desk, view),
            section=None,
            under=f"{desk.language}/{desk.work.name}/compare",
            description=f"{desk.title}{desk.words.colon}{_after_colon(title)}",
            kind="difference",
            headings=tuple(Heading(part.anchor, part.text) for part in parts if part.kind == "heading"),
            hits=(Hit("", f"{desk.say('site.nav.compare')}{desk.words.colon}{_after_colon(title)}", desk.title),)
            # The search finds what one instrument changed; of days further apart it would find the same again.
            if self.sides in pairwise(desk.work.over_time)
            else (),
        )

    def _retroactive(self) -> tuple[str, ...]:
        """The instruments with effect from a day between the two that was before their publication."""
        history, before, after = self.desk.work.history, *(work.since for work in self.sides)
        if history is None or before is None or after is None:
            return ()
        known = set(retroactive_told(history, before, self.desk.words))
        return tuple(line for line in retroactive_told(history, after, self.desk.words) if line not in known)

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
        changes = desk.work.changes.get((before.version, after.version))
        if changes is None:
            is_repealed = any(work.repealed for work in self.sides)
            yield block("note", desk.say("diff.outcomes.repealed" if is_repealed else "site.compare.not-known"))
        for change in changes or ():
            yield from self._outcomes(change)

    def _outcomes(self, change: OutcomeComparison) -> Iterator[Block]:
        before, after = (Teller.of(work.text(self.desk.language), self.desk.words) for work in self.sides)
        layout = _Outcomes(self.desk.words, before, after)
        if change.choice:
            name, value = after.term(change.choice[0]), value_in_words(after, change.choice[1])
            yield block("label", self.desk.say("site.compare.with-choice", name=name, value=value))
        yield from layout.run(change.outcomes)

    def _part(self, laid_out: Block, anchor: str) -> ComparisonBlock:
        text = "".join(piece.text for piece in laid_out.pieces)
        match laid_out.kind:
            case "heading":
                return ComparisonBlock("heading", text, anchor)
            case "label":
                return ComparisonBlock("label", text, places=tuple(self._places(laid_out)))
            case "table":
                # The first row of a table has its headings.
                columns, *rows = laid_out.rows
                return ComparisonBlock("table", columns=columns, rows=tuple(rows))
            case kind:
                return ComparisonBlock(kind, body=Markup(html_block(laid_out).replace("\n", "&#10;")))

    def _places(self, label: Block) -> Iterator[WordingOnDate]:
        """The provisions of a label in the wordings of either date."""
        for work, eids in zip(self.sides, label.eids, strict=True):
            if eids and eids[0] in work.provisions:
                href = self.desk.link(work.wording(unit_of(eids[0])).path, eids[0])
                yield WordingOnDate(self.desk.teller.provision(eids[0]), self.desk.day_of(work), href)


class _Outcomes(OutcomeLayout):
    """Outcomes with numbers as the other pages show them: the percentage first, its fraction beside it."""

    def number(self, value: Fraction | None) -> str:
        if value is None or value.denominator == 1:
            return super().number(value)
        return percent(value, self.words.language) + exact(value).join(self.words.brackets)

    def in_points(self, value: Fraction | None) -> str:
        return (
            points(value, self.words.language) + exact(value).join(self.words.brackets) if value else self.number(value)
        )
