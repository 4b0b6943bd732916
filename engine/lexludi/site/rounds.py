"""The page of worked rounds: each shows an end of a bet, or provisions for it, that no other does."""

from collections.abc import Iterator

from lexludi.base.frozen import dataclass
from lexludi.base.numbers import money
from lexludi.play.game import Round
from lexludi.rules.grounds import said
from lexludi.site.desk import Desk
from lexludi.site.library import WorkOnDate
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
    """The worked rounds, the trace of the first open; `extent` says which ends of bets they show, and which not."""

    extent: tuple[str, ...]
    rounds: tuple[RoundSection, ...]


def rounds_page(work: WorkOnDate, language: str) -> GeneratedPage:
    """The page of worked rounds."""
    desk = Desk(f"{language}/{work.name}/rounds", work)
    sections = (_section(desk, number, played) for number, played in enumerate(work.worked.rounds, 1))
    view = RoundsView(tuple(_extent(desk)), tuple(sections))
    headings = tuple(Heading(section.anchor, section.title) for section in view.rounds)
    return desk.page("rounds", view, headings, (Hit(h.anchor, h.title, desk.title) for h in headings))


def step_lines(desk: Desk, round_: Round) -> Iterator[TraceLine]:
    """The trace of a round in words."""
    before = None
    for step in round_.trace:
        yield TraceLine(desk.teller.tell(step), step.provisions, tuple(desk.teller.told_anew(step, before)))
        before = step


def _section(desk: Desk, number: int, round_: Round) -> RoundSection:
    ended = [
        desk.say("site.rounds.bet", bet=desk.teller.term(bet.bet), result=_result(desk, bet.result))
        for bet in round_.state.placed
    ]
    return RoundSection(
        f"round-{number}",
        desk.say("site.rounds.title", number=number, bets=desk.say("list.separator").join(ended)),
        tuple(_hands(desk, round_)),
        tuple(_bets(desk, round_)),
        tuple(step_lines(desk, round_)),
    )


def _result(desk: Desk, result: str) -> str:
    return desk.say(f"result.{result or 'open'}")


def _extent(desk: Desk) -> Iterator[str]:
    """The ends of bets that the exact odds list and no round shows; and the bets of which there are no such odds."""
    worked = desk.work.worked
    if worked.missing:
        ends = [
            desk.say("site.rounds.bet", bet=desk.teller.term(end.bet), result=_result(desk, end.result))
            for end in worked.missing
        ]
        yield desk.say("site.rounds.missing", ends=desk.say("list.separator").join(ends))
    elif desk.work.odds.bets:
        yield desk.say("site.rounds.every")
    if worked.without_odds:
        yield desk.say("site.rounds.without-odds", bets=desk.words.join(map(desk.teller.term, worked.without_odds)))
    if not worked.rounds:
        yield desk.say("site.rounds.none")


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
            _result(desk, bet.result),
            money(bet.net, desk.language) if bet.result else "",
            said(bet.provisions),
        )
