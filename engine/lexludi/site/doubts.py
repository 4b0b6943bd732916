"""The page of doubts: divergences between texts, readings of provisions, and options of the house."""

from collections.abc import Iterator
from dataclasses import replace

from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS, catalogue
from lexludi.base.numbers import percent
from lexludi.exact.figures import Figures
from lexludi.language.nodes import Mark, Provision, Words
from lexludi.law.agreement import stance
from lexludi.rules.model import Copy, Parameter, RuleSet, Standing
from lexludi.site.chances import bet_anchor
from lexludi.site.desk import Desk
from lexludi.site.effects import ChoiceEffect, effect_of
from lexludi.site.formal import SentencePiece, with_terms
from lexludi.site.library import WorkOnDate
from lexludi.site.page import GeneratedPage, Heading, Hit


@dataclass(frozen=True)
class NotedStance:
    """The value that a text stands for where texts differ, with its note, if any, behind a colon."""

    value: str
    note: str


@dataclass(frozen=True)
class Quoted:
    """Words of a provision, or a summary of ours in their place: stretches, each with whether the doubt is about it."""

    label: str
    summary: str
    stretches: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class DoubtWording:
    """The words of a provision in one text, those of the provisions `below` it, and the stances of that text."""

    language: str
    tag: str
    standing: Standing
    copy: Copy | None
    words: tuple[Quoted, ...]
    below: tuple[Quoted, ...]
    stances: tuple[NotedStance, ...]


@dataclass(frozen=True)
class DoubtChoice:
    """A value that can be chosen; `code` is its name on the command line, where it has one."""

    name: str
    code: str = ""


@dataclass(frozen=True)
class Doubt:
    """A reading or an option: its provision, wordings, choices, default and reason, and its effect on the odds."""

    anchor: str
    name: str
    eid: str
    wordings: tuple[DoubtWording, ...]
    choices: tuple[DoubtChoice, ...]
    default: str
    reason: tuple[SentencePiece, ...]
    effect: ChoiceEffect | None
    argument: str


@dataclass(frozen=True)
class OpenBet:
    """A bet that some rounds leave unsettled: its name, where its odds stand, its provision, and the share of those."""

    name: str
    href: str
    eid: str
    share: str


@dataclass(frozen=True)
class DoubtsView:
    """The doubts by kind: `reading`, `option`, `meter`; a kind without doubts is left out.

    `open` are the bets of which no rule settles some rounds, by the exact odds.
    """

    groups: dict[str, tuple[Doubt, ...]]
    open: tuple[OpenBet, ...]


def doubts_page(work: WorkOnDate, language: str) -> GeneratedPage:
    """The page of doubts of a work."""
    desk = Desk(f"{language}/{work.name}/doubts", work)
    parameters = work.first.parameters.values()
    names = work.doubt_anchors
    groups = {
        kind: tuple(_doubt(desk, p, names[p.id]) for p in parameters if p.kind == kind)
        for kind in ("reading", "option", "meter")
    }
    groups = {kind: doubts for kind, doubts in groups.items() if doubts}
    unsettled = tuple(_open(desk))
    headings: list[Heading] = []
    for kind, doubts in groups.items():
        headings.append(Heading(f"{kind}s", desk.say(f"site.doubts.{kind}s")))
        headings += (Heading(doubt.anchor, doubt.name) for doubt in doubts)
    headings += [Heading("open", desk.say("site.doubts.open"))] if unsettled else []
    page = desk.page("doubts", DoubtsView(groups, unsettled), tuple(headings))
    hits = (Hit(names[p.id], desk.teller.term(p.id), _reason(desk, p), p.id, "") for p in parameters)
    return replace(page, hits=tuple(hits))


def _open(desk: Desk) -> Iterator[OpenBet]:
    for name, odds in desk.work.odds.bets.items():
        if odds.unsettled:
            share = desk.say("site.doubts.open.share", share=percent(odds.unsettled, desk.language))
            href = desk.link(f"{desk.work.name}/odds", bet_anchor(name))
            yield OpenBet(Figures(desk.teller).name(odds), href, desk.work.first.bets[odds.bet].eid, share)


def _doubt(desk: Desk, parameter: Parameter, anchor: str) -> Doubt:
    return Doubt(
        anchor,
        desk.teller.term(parameter.id),
        parameter.eid,
        tuple(_wording(desk, parameter, language, text) for language, text in desk.work.texts.items()),
        tuple(
            DoubtChoice(desk.value(choice), choice if isinstance(choice, str) else "") for choice in parameter.choices
        ),
        desk.value(parameter.default),
        with_terms(_reason(desk, parameter), desk.work.text(desk.language), desk.work.known),
        effect_of(desk, parameter),
        f"--{parameter.given_as} {parameter.id}=…",
    )


def _wording(desk: Desk, parameter: Parameter, language: str, text: RuleSet) -> DoubtWording:
    provision = desk.work.provisions[parameter.eid].get(language)
    return DoubtWording(
        language,
        TAGS[language],
        text.metadata.standing,
        text.metadata.copy_state,
        tuple(_quoted(provision, language, parameter)) if provision else (),
        tuple(q for p in provision.all() if p is not provision for q in _quoted(p, language)) if provision else (),
        tuple(
            NotedStance(stance(text, d).data, d.note and catalogue(language).colon + d.note)
            for d in text.divergences
            if d.id == parameter.id
        ),
    )


def _quoted(provision: Provision, language: str, parameter: Parameter | None = None) -> Iterator[Quoted]:
    """The words of a provision; those marked that its sentences about the parameter stand for."""
    about = {
        n
        for s in provision.sentences()
        if parameter
        and s.statement.op in ("reading", "divergence", "option", "meter")
        and s.statement.term(0) == parameter.id
        for n in s.parts
    }
    for item in provision.body:
        if isinstance(item, Words):
            summary = "" if item.mark is Mark.WORDS else catalogue(language).say("site.summary")
            stretches = ((piece.text, bool(about.intersection(piece.parts))) for piece in item.pieces())
            yield Quoted(provision.label, summary, tuple(stretches))


def _reason(desk: Desk, parameter: Parameter) -> str:
    """The reason for the default in the text of the language of the page, where that gives one."""
    return desk.work.text(desk.language).parameters.get(parameter.id, parameter).reason
