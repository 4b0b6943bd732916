"""The pages of the text: each article in parallel columns, its formal rules under each provision."""

from collections.abc import Iterator
from dataclasses import replace

from lexludi.language.nodes import Comment, Mark, Provision, Sentence, Words
from lexludi.language.phrases import LANGUAGES
from lexludi.rules.model import RuleSet
from lexludi.site.desk import Desk, heading, numbered
from lexludi.site.formal import formal
from lexludi.site.library import Work
from lexludi.site.markup import Html, join, lines, tag
from lexludi.site.page import TAGS, GeneratedPage, Hit
from lexludi.site.versions import picker, source_note, span, standing, wording_of, wordings

# Sentences that tell a reader of doubts, and those that only describe the copies.
_DOUBTS = frozenset({"reading", "divergence"})
_NOTES = frozenset({"variant", "missing", "no_effect", "introduces"})


def article_pages(work: Work, language: str) -> Iterator[GeneratedPage]:
    """A page for each article, and one for what stands outside the articles."""
    for unit in work.units:
        yield article_page(Desk(f"{language}/{work.home}/{unit}", work), unit)
    every = dict.fromkeys(unit for then in work.over_time for unit in then.units)
    for wording in (w for unit in every for w in wordings(work, unit) if w.work.main):
        desk = Desk(f"{language}/{wording.path}", wording.work)
        page = article_page(desk, wording.unit)
        title = span(desk, wording).join(desk.words.brackets)
        yield replace(
            page, title=f"{page.title}{title}", section=None, under=f"{language}/{work.home}/{wording.unit}", hits=()
        )


def article_page(desk: Desk, unit: str) -> GeneratedPage:
    """The page of an article."""
    work, title = desk.work, heading(desk, unit)
    eids = work.units[unit]
    rows = [provision_row(desk, eid) for eid in eids]
    body = join(
        [
            _top(desk, unit, title),
            *standing(desk, unit),
            picker(desk, unit),
            toolbar(desk),
            column_heads(desk),
            tag("div", *rows, class_="lx-text"),
            _source_note(desk, unit),
        ]
    )
    return GeneratedPage(
        desk.path,
        title,
        body,
        section=(desk.title, desk.say("site.nav.text")),
        description=desk.say("site.description.article", article=title, title=desk.title),
        kind="article",
        hits=tuple(hits(desk, eids)),
        data=_json_ld(desk, unit, title),
    )


def _top(desk: Desk, unit: str, title: str) -> Html:
    units = list(desk.work.shown.units)
    if unit not in units:
        units = list(desk.work.units)
    place = units.index(unit)
    around = [
        _step(desk, units[place - 1], "previous") if place else None,
        _step(desk, units[place + 1], "next") if place + 1 < len(units) else None,
    ]
    back = tag("a", desk.title, href=desk.link(desk.home))
    return join(
        [
            tag(
                "div",
                tag("p", back, class_="lx-of"),
                tag("nav", *around, class_="lx-steps", aria_label=desk.say("site.steps")),
                class_="lx-head",
            ),
            tag("h1", title),
        ]
    )


def _step(desk: Desk, unit: str, which: str) -> Html:
    return tag(
        "a",
        heading(desk, unit),
        href=desk.link(f"{desk.home}/{unit}"),
        class_=f"lx-{which}",
        rel=which[:4],
        aria_label=desk.say(f"site.step.{which}", title=heading(desk, unit)),
    )


def toolbar(desk: Desk) -> Html:
    """What the reader chooses: columns, and whether the formal rules are shown; works with a script only."""
    columns = [
        tag(
            "button",
            desk.say(f"site.column.{language}"),
            type="button",
            data_choose=language,
            aria_pressed="true",
            lang=TAGS[language],
            class_="lx-toggle",
        )
        for language in desk.work.texts
    ]
    rules = tag(
        "button", desk.say("site.rules"), type="button", data_choose="rules", aria_pressed="true", class_="lx-toggle"
    )
    return tag(
        "div",
        tag(
            "div",
            tag("span", desk.say("site.columns"), class_="lx-legend"),
            *columns,
            role="group",
            aria_label=desk.say("site.columns"),
            class_="lx-choices",
        ),
        tag("div", rules, class_="lx-choices"),
        class_="lx-toolbar",
        hidden=True,
    )


def column_heads(desk: Desk) -> Html:
    """The language of each column, and what authority its text has."""
    return tag("div", *(_head(desk, language) for language in desk.work.texts), class_="lx-columns lx-heads")


def _head(desk: Desk, language: str) -> Html:
    standing = desk.work.standing(language)
    name = tag("span", desk.say(f"site.column.{language}"), lang=TAGS[language], class_="lx-language")
    badge = tag("span", desk.say(f"site.standing.{standing}"), class_=f"lx-badge lx-badge--{standing}")
    return tag("p", name, badge, data_column=language)


# ── A provision ─────────────────────────────────────────────────────────────


def provision_row(desk: Desk, eid: str) -> Html:
    """A provision in all languages, with what it is for the machine."""
    found = desk.work.provisions[eid]
    cells = [_cell(desk, language, found.get(language)) for language in desk.work.texts]
    depth = eid.count("__")
    return tag(
        "section",
        _line(desk, eid),
        tag("div", *cells, class_="lx-columns"),
        source_note(desk, eid),
        id=eid,
        class_=f"lx-provision lx-depth-{min(depth, 3)}",
        aria_label=desk.teller.provision(eid),
    )


def _line(desk: Desk, eid: str) -> Html:
    link = tag("a", desk.teller.provision(eid), href=f"#{eid}", class_="lx-permalink", title=desk.say("site.permalink"))
    copy = tag(
        "button",
        COPY,
        tag("span", desk.say("site.copy"), class_="lx-hidden"),
        type="button",
        class_="lx-copy",
        data_citation=desk.citation(eid),
        data_anchor=eid,
        data_done=desk.say("site.copied"),
        title=desk.say("site.copy"),
    )
    return tag("div", link, *badges(desk, eid), copy, class_="lx-line")


# Two sheets of paper, one upon the other.
COPY = Html(
    '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d="M16 1H4a2 2 0 0 0-2 '
    '2v14h2V3h12V1Zm3 4H8a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2Zm0 16H8V7h11v14Z"/></svg>'
)


def badges(desk: Desk, eid: str) -> Iterator[Html]:
    """What a provision is for the machine, and whether there are doubts about it."""
    rules = desk.work.first
    if rules.metadata.not_wholly_known:
        return  # nothing of it is run
    if account := rules.accounts.get(eid):
        name = account.value
        yield tag(
            "span",
            desk.say(f"site.badge.{name}"),
            class_=f"lx-badge lx-badge--{name}",
            title=desk.say(f"site.badge.{name}.title"),
        )
    doubts = desk.link(f"{desk.home}/doubts")
    if desk.work.main:
        return
    if any(d.eid == eid for text in desk.work.texts.values() for d in text.divergences):
        yield _doubt(desk, "divergence", doubts, eid)
    if any(p.eid == eid and p.kind == "reading" for p in rules.parameters.values()):
        yield _doubt(desk, "reading", doubts, eid)
    if any(p.eid == eid and p.kind == "option" for p in rules.parameters.values()):
        yield tag(
            "span",
            desk.say("site.badge.option"),
            class_="lx-badge lx-badge--option",
            title=desk.say("site.badge.option.title"),
        )


def _doubt(desk: Desk, kind: str, page: str, eid: str) -> Html:
    return tag(
        "a",
        desk.say(f"site.badge.{kind}"),
        href=f"{page}#about-{eid}",
        class_=f"lx-badge lx-badge--{kind}",
        title=desk.say(f"site.badge.{kind}.title"),
    )


def _cell(desk: Desk, language: str, provision: Provision | None) -> Html:
    if provision is None:
        return tag(
            "div", tag("p", desk.say("site.no-counterpart"), class_="lx-note"), class_="lx-cell", data_column=language
        )
    text = desk.work.texts[language]
    label = tag("p", tag("span", provision.label, class_="lx-label"), _title(provision), class_="lx-number-line")
    parts = [label, *(_body(desk, text, item) for item in provision.body)]
    return tag("div", *parts, class_="lx-cell", lang=TAGS[language], data_column=language)


def _title(provision: Provision) -> Html | None:
    return tag("span", f" {provision.title}", class_="lx-title") if provision.title else None


def _body(desk: Desk, text: RuleSet, item: Words | Comment | Sentence) -> Html:
    match item:
        case Words(words, Mark.WORDS):
            return tag("p", lines(words), class_="lx-words")
        case Words(words, _):
            mark = tag("span", _say_in(text.language, "summary"), class_="lx-mark")
            return tag("p", mark, lines(words), class_="lx-words lx-words--summary")
        case Comment(note):
            mark = tag("span", _say_in(text.language, "comment"), class_="lx-mark")
            return tag("p", mark, note, class_="lx-comment")
        case Sentence(statement):
            kind = "doubt" if statement.op in _DOUBTS else "note" if statement.op in _NOTES else "rule"
            return tag("p", formal(item, text, desk.links()), class_=f"lx-formal lx-formal--{kind}")


def _say_in(language: str, key: str) -> str:
    from lexludi.base.messages import catalogue

    return catalogue(language).say(f"site.{key}")


def _source_note(desk: Desk, unit: str) -> Html | None:
    """The first text, from which all words come that no later instrument has changed."""
    notes = [desk.work.notes.get(eid) for eid in desk.work.units[unit]]
    if all(note and note.words_by for note in notes):
        return None
    first = desk.work.shown.over_time[0]
    data = first.text(desk.language).metadata
    key = "site.source-note.others" if any(note and note.is_changed for note in notes) else "site.source-note"
    said = desk.say(key, instrument=data.instrument, since=data.in_force or first.version)
    return tag("p", said, class_="lx-source")


# ── What a search finds ─────────────────────────────────────────────────────


def hits(desk: Desk, eids: list[str]) -> Iterator[Hit]:
    """A hit for each provision: its words in the language of the page, those of the other languages unseen."""
    for index, eid in enumerate(eids):
        found = desk.work.provisions[eid]
        own = found.get(desk.language)
        others = " ".join(_said(found[o]) for o in LANGUAGES if o in found and o != desk.language)
        title = desk.teller.provision(eid) if index else (numbered(own) if own else eid)
        words = _said(own) if own else ""
        yield Hit(eid if index else "", title, words, others, eid)


def _said(provision: Provision) -> str:
    words = " ".join(item.text for item in provision.body if isinstance(item, Words))
    return f"{provision.title} {words}".replace("\n", " ").strip()


def _json_ld(desk: Desk, unit: str, title: str) -> dict[str, object]:
    from lexludi.site.linked_data import article_data

    wording = wording_of(desk, unit)
    since, until = (wording.since, wording.until) if wording else (None, None)
    return article_data(desk, unit, title, since, until)
