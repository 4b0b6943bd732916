"""The page of doubts: where texts differ, how provisions can be read, and what the house may choose."""

from collections.abc import Iterable, Iterator

from lexludi.language.nodes import Words
from lexludi.law.agreement import stance
from lexludi.rules.model import Parameter, Range, Value
from lexludi.site.desk import Desk
from lexludi.site.effects import effect_of
from lexludi.site.formal import told
from lexludi.site.library import Work
from lexludi.site.markup import Html, definitions, join, lines, tag
from lexludi.site.page import TAGS, GeneratedPage, Heading, Hit


def doubts_page(work: Work, language: str) -> GeneratedPage:
    """The page of doubts of a work."""
    desk = Desk(f"{language}/{work.home}/doubts", work)
    parameters = work.first.parameters.values()
    groups = {kind: [p for p in parameters if p.kind == kind] for kind in ("reading", "option")}
    anchors = _anchors(parameters)
    sections = [
        join(
            [
                tag("h2", desk.say(f"site.doubts.{kind}s"), id=f"{kind}s"),
                tag("p", desk.say(f"site.doubts.{kind}s.lead")),
                *(_parameter(desk, p, anchors) for p in group),
            ]
        )
        for kind, group in groups.items()
        if group
    ]
    title = desk.say("site.nav.doubts")
    body = join(
        [
            tag("p", tag("a", desk.title, href=desk.link(desk.home)), class_="lx-of"),
            tag("h1", title),
            tag("p", desk.say("site.doubts.lead"), class_="lx-lead"),
            *sections,
        ]
    )
    return GeneratedPage(
        desk.path,
        title,
        body,
        section=(desk.title,),
        description=desk.say("site.doubts.lead"),
        kind="doubts",
        headings=tuple(Heading(f"{k}s", desk.say(f"site.doubts.{k}s")) for k, g in groups.items() if g),
        hits=tuple(_hit(desk, p, anchors[p.id]) for p in parameters),
    )


def _anchors(parameters: Iterable[Parameter]) -> dict[str, str]:
    """The anchor of each parameter: the first about a provision has its name."""
    seen: set[str] = set()
    out = {}
    for p in sorted(parameters, key=lambda p: p.kind == "option"):
        out[p.id] = f"about-{p.id}" if p.eid in seen else f"about-{p.eid}"
        seen.add(p.eid)
    return out


def _parameter(desk: Desk, parameter: Parameter, anchors: dict[str, str]) -> Html:
    parts = [
        tag("h3", desk.teller.term(parameter.id), id=anchors[parameter.id]),
        tag("p", desk.cite(parameter.eid), class_="lx-of"),
        _wordings(desk, parameter),
        definitions(_says(desk, parameter), "lx-facts"),
    ]
    return tag("section", *parts, class_="lx-doubt")


def _wordings(desk: Desk, parameter: Parameter) -> Html:
    """The words of the provision in each text, and what each text says where they differ."""
    cells = []
    for language, text in desk.work.texts.items():
        provision = desk.work.provisions[parameter.eid].get(language)
        words = [item for item in provision.body if isinstance(item, Words)] if provision else []
        spoken = TAGS[language]
        quoted = [tag("blockquote", lines(w.text), class_="lx-words", lang=spoken) for w in words]
        stances = [
            tag(
                "p", tag("strong", stance(text, d)), f" — {d.note}" if d.note else None, class_="lx-stance", lang=spoken
            )
            for d in text.divergences
            if d.id == parameter.id
        ]
        name = tag("p", desk.say(f"site.column.{language}"), class_="lx-language", lang=spoken)
        standing = tag("span", desk.say(f"site.standing.{desk.work.standing(language)}"), class_="lx-badge")
        cells.append(tag("div", join([name, standing]), *quoted, *stances, class_="lx-cell"))
    return tag("div", *cells, class_="lx-columns lx-wordings")


def _says(desk: Desk, parameter: Parameter) -> Iterator[tuple[str, Html]]:
    choices = [_choice(desk, c) for c in parameter.choices]
    yield desk.say("site.doubts.choices"), tag("ul", *(tag("li", c) for c in choices))
    yield desk.say("site.doubts.default"), tag("strong", value_in_words(desk, parameter.default))
    own = desk.work.text(desk.language).parameters.get(parameter.id, parameter)
    if own.reason:
        yield desk.say("site.doubts.reason"), told(own.reason, desk.work.text(desk.language), desk.links())
    if effect := effect_of(desk, parameter):
        yield desk.say("site.doubts.effect"), effect
    given = f"--{parameter.kind} {parameter.id}=…"
    yield desk.say("site.doubts.command"), tag("code", given)


def _choice(desk: Desk, choice: Value | Range) -> Html:
    if isinstance(choice, Range):
        key = "site.range.from" if choice.high is None else "site.range"
        return join([desk.say(key, low=choice.low, high=choice.high)])
    code = tag("code", str(choice)) if isinstance(choice, str) else None
    return join([value_in_words(desk, choice), " " if code else None, code])


def value_in_words(desk: Desk, value: Value) -> str:
    """The value of an option or reading in the language of the page."""
    return desk.teller.term(value) if isinstance(value, str) else str(value)


def _hit(desk: Desk, parameter: Parameter, anchor: str) -> Hit:
    own = desk.work.text(desk.language).parameters.get(parameter.id, parameter)
    return Hit(anchor, desk.teller.term(parameter.id), own.reason, parameter.id, "")
