"""Worked rounds: deals found by the search of the rules, one for each way in which bets can end, as played."""

from collections.abc import Iterator
from dataclasses import dataclass

from lexludi.base.numbers import money
from lexludi.play.game import Round
from lexludi.rules.grounds import said
from lexludi.site.desk import Desk
from lexludi.site.library import WorkOnDate
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Heading, Hit


@dataclass(frozen=True)
class Hand:
    """The objects of a party: what it threw beside what it holds, and what it holds."""

    party: str
    thrown: tuple[str, ...]
    objects: tuple[str, ...]


@dataclass(frozen=True)
class EndedBet:
    """A bet as it ended."""

    name: str
    stake: str
    result: str
    net: str
    provisions: tuple[str, ...]


@dataclass(frozen=True)
class TraceLine:
    """A step of a trace in words; `readings` are the sentences about those that it rests on."""

    sentence: str
    provisions: tuple[str, ...]
    readings: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoundSection:
    """A round: hands, bets and trace."""

    anchor: str
    title: str
    hands: tuple[Hand, ...]
    bets: tuple[EndedBet, ...]
    steps: tuple[TraceLine, ...]


@dataclass(frozen=True)
class RoundsView:
    """The worked rounds of a work; the trace of the first is open."""

    rounds: tuple[RoundSection, ...]


def rounds_page(work: WorkOnDate, language: str) -> GeneratedPage:
    """The page of worked rounds."""
    desk = Desk(f"{language}/{work.home}/rounds", work)
    title = desk.say("site.nav.rounds")
    view = RoundsView(tuple(_section(desk, number, worked.round) for number, worked in enumerate(work.worked, 1)))
    headings = tuple(Heading(section.anchor, section.title) for section in view.rounds)
    return GeneratedPage(
        desk.path,
        title,
        render("rounds.html", desk, view),
        section=desk.section(),
        description=desk.say("site.rounds.lead"),
        kind="rounds",
        headings=headings,
        hits=(Hit("", title, desk.title), *(Hit(h.anchor, h.title, desk.title) for h in headings)),
    )


def step_lines(desk: Desk, round_: Round) -> Iterator[TraceLine]:
    """The trace of a round in words."""
    before = None
    for step in round_.trace:
        yield TraceLine(desk.teller.tell(step), step.provisions, tuple(desk.teller.told_anew(step, before)))
        before = step


def _section(desk: Desk, number: int, round_: Round) -> RoundSection:
    ended = [
        desk.say("site.rounds.bet", bet=desk.teller.term(bet.bet), result=desk.say(f"result.{bet.result}"))
        for bet in round_.state.placed
        if bet.result
    ]
    return RoundSection(
        f"round-{number}",
        desk.say("site.rounds.title", number=number, bets=desk.say("list.separator").join(ended)),
        tuple(_hands(desk, round_)),
        tuple(_bets(desk, round_)),
        tuple(step_lines(desk, round_)),
    )


def _hands(desk: Desk, round_: Round) -> Iterator[Hand]:
    def shown(things: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(map(desk.teller.object, round_.game.questions.judge.hands.material.symbols(things)))

    for holder, hand in round_.hands.items():
        thrown = round_.thrown_beside.get(holder, ())
        if thrown or hand:
            yield Hand(desk.teller.party(holder), shown(thrown), shown(hand))


def _bets(desk: Desk, round_: Round) -> Iterator[EndedBet]:
    for bet in round_.state.placed:
        yield EndedBet(
            desk.teller.term(bet.bet),
            money(bet.stake, desk.language),
            desk.say(f"result.{bet.result}" if bet.result else "result.open"),
            money(bet.net, desk.language) if bet.result else "",
            said(bet.provisions),
        )
