"""The pages of the text: each article in parallel columns, its formal rules and witnesses; and whole texts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import assert_never

from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS, catalogue
from lexludi.language.nodes import Body, Comment, Construct, Mark, Provision, Sentence, Term, Text, Words
from lexludi.language.phrases import LANGUAGES
from lexludi.law.chronicle import kind_of_words, repeals_told
from lexludi.rules.model import Copy, Rule, RuleSet, Standing
from lexludi.site.desk import Desk, heading, numbered
from lexludi.site.files import Files, files_of
from lexludi.site.formal import SentencePiece, formal
from lexludi.site.library import WorkOnDate, unit_of
from lexludi.site.linked_data import article_data, work_data
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Heading, Hit
from lexludi.site.parts import About, MarkedWords, PartsOfCell
from lexludi.site.sentences import ReadingMark, reading_marks
from lexludi.site.versions import (
    Banner,
    Picker,
    banners,
    days_of,
    picker,
    source_note,
    text_banners,
    text_picker,
    wording_of,
)

# ── Witnesses ───────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class WitnessVariant:
    """The variant of a witness at a provision, in the words of the text."""

    eid: str
    told: str


@dataclass(frozen=True)
class WitnessEntry:
    """A witness of the text in a language: its name, what it is, and its variants in the article."""

    tag: str
    name: str
    about: str
    variants: tuple[WitnessVariant, ...]


def witnesses(desk: Desk, unit: str) -> tuple[WitnessEntry, ...]:
    """The witnesses of the texts of a work, by language in the order of each header, with their variants in a unit."""
    return tuple(witness for text in desk.work.texts.values() for witness in _of_text(text, desk.work.units[unit]))


def _of_text(text: RuleSet, eids: list[str]) -> Iterator[WitnessEntry]:
    here = [provision for provision in text.document.all() if provision.eid in eids]
    variants = [(name, WitnessVariant(p.eid, told)) for p in here for name, told in _named(p.body, "variant")]
    about = dict(_named(text.document.header, "witness"))
    for name in dict.fromkeys([*about, *(name for name, _ in variants)]):
        mine = tuple(variant for witness, variant in variants if witness == name)
        yield WitnessEntry(TAGS[text.language], name, about.get(name, ""), mine)


def _named(items: Sequence[Body], construct: str) -> Iterator[tuple[str, str]]:
    """The sentences of a construct: the witness that each names, and what it says."""
    for item in items:
        if isinstance(item, Sentence) and item.statement.op == construct:
            match item.statement.parts:
                case Term(written=name), Text(value=told):
                    yield name, told


# ── Articles ────────────────────────────────────────────────────────────────


# Sentences that tell a reader of doubts, and those that only describe the copies.
_DOUBTS = frozenset({"reading", "divergence", "beyond"})
_NOTES = frozenset({"variant", "missing", "no_effect", "introduces"})
# Sentences that are no rules.
DESCRIBING = _DOUBTS | _NOTES
# Words of the law, or a summary in their place: all else is folded.
_LAW = frozenset({"words", "summary"})


@dataclass(frozen=True)
class LanguageColumn:
    """A language of the text: the authority of the text in it, and the state of its copy, if it is one."""

    language: str
    tag: str
    standing: Standing
    copy: Copy | None
    copy_note: str


@dataclass(frozen=True)
class Neighbour:
    """The article before or after: its path and heading."""

    path: str
    title: str


@dataclass(frozen=True)
class ProvisionProse:
    """Words of a provision, a `summary` of ours in their place, or a `comment`; marked in the language of the text."""

    kind: str
    text: str
    mark: str = ""
    stretches: tuple[MarkedWords, ...] = ()


@dataclass(frozen=True)
class Formal:
    """A formal sentence: a `rule`, a `doubt` or a `note`, with the words that it stands for."""

    kind: str
    pieces: tuple[SentencePiece, ...]
    about: About
    readings: tuple[ReadingMark, ...] = ()


@dataclass(frozen=True)
class Folded:
    """Formal sentences, `count` of them, with notes among them, as one line until they are asked for."""

    count: int
    items: tuple[ProvisionProse | Formal, ...]
    kind: str = "rules"


@dataclass(frozen=True)
class ProvisionCell:
    """A provision in one language."""

    label: str
    title: str
    items: tuple[ProvisionProse | Formal | Folded, ...]


@dataclass(frozen=True)
class Badge:
    """A mark on a provision; one about a doubt leads to it."""

    kind: str
    href: str = ""


@dataclass(frozen=True)
class ProvisionRow:
    """A provision in all columns; `None` where a text has none of that number."""

    eid: str
    depth: int
    badges: tuple[Badge, ...]
    cells: tuple[ProvisionCell | None, ...]
    source: str


@dataclass(frozen=True)
class ArticleView:
    """An article, or what stands outside the articles; `anchor` is its place in the `whole` text, a path."""

    title: str
    whole: str
    anchor: str
    previous: Neighbour | None
    next: Neighbour | None
    banners: tuple[Banner, ...]
    picker: Picker | None
    columns: tuple[LanguageColumn, ...]
    provisions: tuple[ProvisionRow, ...]
    repealed: tuple[str, ...]
    source: str
    witnesses: tuple[WitnessEntry, ...] = ()


def article_pages(work: WorkOnDate, language: str) -> Iterator[GeneratedPage]:
    """A page for each article, and for what stands outside them, as last worded; and one for each older wording."""
    for unit, over_time in work.wordings.items():
        for wording in reversed(over_time):
            desk = Desk(f"{language}/{wording.path}", wording.work)
            page = article_page(desk, unit)
            if not wording.is_latest:
                page = replace(page, section=None, under=f"{language}/{work.name}/{unit}", hits=())
            yield page


def article_page(desk: Desk, unit: str) -> GeneratedPage:
    """The page of an article in one of its wordings; one that is past has its days in the title."""
    view = _view(desk, unit)
    wording = wording_of(desk, unit)
    days = days_of(desk, wording).join(desk.words.brackets) if wording and wording.until else ""
    title = f"{view.title}{days}"
    return GeneratedPage(
        desk.path,
        title,
        render("article.html", desk, view),
        section=desk.section(desk.say("site.nav.text")),
        description=desk.say("site.description.article", article=title, title=desk.title, languages=desk.languages),
        kind="article",
        hits=tuple(hits(desk, desk.work.units[unit])),
        data=article_data(desk, unit, view.title, wording),
    )


def _view(desk: Desk, unit: str) -> ArticleView:
    wording = wording_of(desk, unit)
    # Beside an older wording stand the articles of its own day; beside the latest, those of the latest text.
    beside = desk if wording and not wording.is_latest else Desk(desk.path, desk.work.latest)
    units = list(beside.work.units)
    place = units.index(unit) if unit in units else len(units)
    return ArticleView(
        heading(desk, unit),
        beside.work.text_path,
        desk.work.units[unit][0] if unit in units else "",
        # An article that is gone from that text stands behind its last.
        _neighbour(beside, units[place - 1]) if place else None,
        _neighbour(beside, units[place + 1]) if place + 1 < len(units) else None,
        tuple(banners(desk, unit)),
        picker(desk, unit),
        columns(desk),
        provision_rows(desk, desk.work.units[unit]),
        _repealed(desk, unit),
        _first_source(desk, unit),
        witnesses(desk, unit),
    )


def columns(desk: Desk) -> tuple[LanguageColumn, ...]:
    """The languages of a work."""
    headers = {language: text.metadata for language, text in desk.work.texts.items()}
    return tuple(LanguageColumn(x, TAGS[x], m.standing, m.copy_state, m.copy_note) for x, m in headers.items())


def _neighbour(desk: Desk, unit: str) -> Neighbour:
    return Neighbour(desk.work.wording(unit).path, heading(desk, unit))


# ── A provision ─────────────────────────────────────────────────────────────


def provision_rows(desk: Desk, eids: Iterable[str]) -> tuple[ProvisionRow, ...]:
    """Provisions of a work, each in all of its languages."""
    return tuple(_row(desk, eid) for eid in eids)


def _row(desk: Desk, eid: str) -> ProvisionRow:
    by_language = desk.work.provisions[eid]
    return ProvisionRow(
        eid,
        min(eid.count("__"), 3),
        tuple(_badges(desk, eid)),
        tuple(_cell(desk.work, text, by_language.get(language)) for language, text in desk.work.texts.items()),
        source_note(desk, eid),
    )


def _badges(desk: Desk, eid: str) -> Iterator[Badge]:
    """The account of a provision, and the doubts about it."""
    rules = desk.work.first
    if rules.metadata.not_wholly_known or desk.work.repealed:
        return  # nothing of it is run
    if account := rules.accounts.get(eid):
        yield Badge(account.value)
    if desk.work.main:
        return  # the page of doubts is about the text that is run
    # A divergence need not stand where the reading is declared that it is about.
    divergent = [d.id for text in desk.work.texts.values() for d in text.divergences if d.eid == eid]
    if divergent:
        yield Badge("divergence", desk.doubt_link(divergent[0]))
    parameters = [p for p in rules.parameters.values() if p.eid == eid]
    if readings := [p.id for p in parameters if p.kind == "reading"]:
        yield Badge("reading", desk.doubt_link(readings[0]))
    yield from (Badge(kind) for kind in ("option", "meter") if any(p.kind == kind for p in parameters))


def _cell(work: WorkOnDate, text: RuleSet, provision: Provision | None) -> ProvisionCell | None:
    """A provision as all pages of a work on a day show it, which have it from the first of them."""
    if provision is None:
        return None
    known: ProvisionCell | None = work.cells.get((text.language, provision.eid))
    if known is None:
        parts = PartsOfCell(provision, text.language)
        items = tuple(_item(work, text, place, parts) for place in range(len(provision.body)))
        # A provision of which no words are known says so in a sentence.
        is_missing = kind_of_words(provision) == "missing"
        known = ProvisionCell(provision.label, provision.title, items if is_missing else tuple(_folded(items)))
        work.cells[(text.language, provision.eid)] = known
    return known


def _folded(items: Iterable[ProvisionProse | Formal]) -> Iterator[ProvisionProse | Formal | Folded]:
    """The words of a provision as they stand; between them, formal sentences and notes together."""
    # Only neighbours are folded together: what stands between two stretches of words belongs there.
    for is_law, neighbours in groupby(items, lambda item: item.kind in _LAW):
        group = tuple(neighbours)
        if is_law:
            yield from group
        else:
            yield Folded(sum(isinstance(item, Formal) for item in group), group)


def _item(work: WorkOnDate, text: RuleSet, place: int, parts: PartsOfCell) -> ProvisionProse | Formal:
    item = parts.provision.body[place]
    match item:
        case Words(words, Mark.WORDS):
            return ProvisionProse("words", words, stretches=parts.stretches(item, place))
        case Words(words, _):
            return ProvisionProse(
                "summary", words, catalogue(text.language).say("site.summary"), parts.stretches(item, place)
            )
        case Comment(note):
            return ProvisionProse("comment", note, catalogue(text.language).say("site.comment"))
        case Sentence(statement):
            kind = "doubt" if statement.op in _DOUBTS else "note" if statement.op in _NOTES else "rule"
            marks = tuple(mark for rule in _ruled_by(statement, text) for mark in reading_marks(rule, text))
            return Formal(kind, formal(item, text, work.known), parts.about(item, place), marks)
        case _:
            assert_never(item)


def _ruled_by(statement: Construct, text: RuleSet) -> Iterator[Rule]:
    """The rules that a formal sentence states under a condition."""
    if statement.op == "guarded":
        # Lowering keeps the span of an effect, also where one sentence becomes a rule for each of several bets.
        groups = (text.steps, text.outcomes, text.events, text.norms, text.closings)
        effect = statement.parts[1]
        yield from (rule for group in groups for rule in group if rule.effect.span.is_same(effect.span))


def _repealed(desk: Desk, unit: str = "") -> tuple[str, ...]:
    """The repeals in a unit, or in the whole text, by the day of the text."""
    expression = desk.work.expression(desk.language_cited)
    told = repeals_told(expression, desk.words) if expression else ()
    return tuple(desk.say("site.note.other", fact=fact) for eid, fact in told if unit in ("", unit_of(eid)))


def _first_source(desk: Desk, unit: str) -> str:
    """The text given as a whole from which all words come that no instrument has changed since, if there are such."""
    # A language whose text alone was rectified has notes of its own.
    notes = [desk.work.notes_in(language).get(eid) for language in desk.work.texts for eid in desk.work.units[unit]]
    if all(note and not note.is_of_first_text for note in notes):
        return ""
    first, oldest = desk.work.first_published, desk.work.shown.over_time[0]
    data = first.text(desk.language).metadata
    if not desk.work.is_in_force_from(first.since):
        return ""
    key = "site.source-note.others" if any(note and note.is_changed for note in notes) else "site.source-note"
    kinds = {kind_of_words(p) for p in _first_words(desk, unit)}
    if kinds and "words" not in kinds:
        key = f"site.source-note.{'summary' if 'summary' in kinds else 'missing'}"
    # A text need not name its instrument.
    facts = {"instrument": named} if (named := data.instrument or ("" if first is oldest else data.title)) else {}
    sentence = desk.say(key if facts else f"{key}.unnamed", **facts, since=data.in_force or first.version)
    return f"{sentence}{_republished(desk)}"


def _republished(desk: Desk) -> str:
    """That the text of the day goes back to one published anew; empty where it does not."""
    history, since = desk.work.history, desk.work.since
    bases = history.bases_on(since)[1:] if history and since else ()
    told = desk.say("site.source-note.republished", day=bases[-1].since) if bases else ""
    return f"{desk.words.space}{told}" if told else ""


def _first_words(desk: Desk, unit: str) -> Iterator[Provision]:
    """The provisions of a unit that no later instrument has changed, without those that only have others below them."""
    for eid in desk.work.units[unit]:
        note, provision = desk.work.notes.get(eid), desk.work.provision(eid, desk.language)
        if provision and (note is None or note.is_of_first_text) and any((*provision.words(), *provision.missing())):
            yield provision


# ── Search ──────────────────────────────────────────────────────────────────


def hits(desk: Desk, eids: list[str]) -> Iterator[Hit]:
    """A hit for each provision: its words in the language of the page, those of the other languages unseen."""
    # The first is the article itself, which is found at the top of its page.
    for index, eid in enumerate(eids):
        by_language = desk.work.provisions[eid]
        shown = by_language.get(desk.language)
        others = " ".join(_words(by_language[o]) for o in LANGUAGES if o in by_language and o != desk.language)
        # As the heading of the page, which is in another language where the article is in none of this one.
        provision = desk.work.provision(eid, desk.language)
        title = desk.teller.provision(eid) if index or provision is None else numbered(provision)
        words = _words(shown) if shown else ""
        yield Hit(eid if index else "", title, words, others, eid)


def _words(provision: Provision) -> str:
    words = " ".join(item.text for item in provision.words())
    return f"{provision.title} {words}".replace("\n", " ").strip()


# ── Whole texts ─────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class TextView:
    """The page of a text: every provision in its order, in all languages."""

    title: str
    banners: tuple[Banner, ...]
    picker: Picker | None
    columns: tuple[LanguageColumn, ...]
    provisions: tuple[ProvisionRow, ...]
    repealed: tuple[str, ...]
    files: Files | None


def text_pages(work: WorkOnDate, language: str) -> Iterator[GeneratedPage]:
    """The page of the latest text, and one for each older text."""
    for then in work.over_time:
        desk = Desk(f"{language}/{then.text_path}", then)
        yield _page(desk, desk.say("site.text.whole"), is_latest=then is work.latest)


def _page(desk: Desk, name: str, *, is_latest: bool) -> GeneratedPage:
    work = desk.work
    day = "" if is_latest or not work.since else desk.day(work.since).join(desk.words.brackets)
    # The articles, and what stands outside them.
    articles = ((eid, work.provision(eid, desk.language)) for eid in work.provisions if "__" not in eid)
    view = TextView(
        desk.title,
        tuple(_banners(desk, is_latest=is_latest)),
        text_picker(desk),
        columns(desk),
        provision_rows(desk, work.provisions),
        _repealed(desk),
        files_of(desk),
    )
    return GeneratedPage(
        desk.path,
        f"{name}{day}",
        render("text.html", desk, view),
        section=desk.section(desk.say("site.nav.text")) if is_latest else None,
        under="" if is_latest else f"{desk.language}/{work.latest.text_path}",
        description=desk.say("site.description.text", title=f"{desk.title}{day}", languages=desk.languages),
        kind="text",
        headings=tuple(Heading(eid, numbered(provision)) for eid, provision in articles if provision),
        hits=(Hit("", name, desk.title),) if is_latest else (),
        data=work_data(desk),
    )


def _banners(desk: Desk, *, is_latest: bool) -> Iterator[Banner]:
    if not is_latest:
        texts = desk.work.shown.over_time
        after = texts[texts.index(desk.work) + 1]
        assert after.since is not None
        # What is repealed is replaced by no other words.
        replaced = desk.say("site.banner.past.text", next=desk.day_in_full(after.since))
        text = Desk(desk.path, after).repeal if after.repealed else replaced
        yield Banner(text, desk.day(after.since), desk.link(after.text_path))
    yield from text_banners(desk)
