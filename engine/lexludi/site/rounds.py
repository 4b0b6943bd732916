"""Worked rounds: deals found in the rules, one for each way in which bets can end, played by the same engine."""

from fractions import Fraction

from lexludi.play.game import Round
from lexludi.play.trace import Step, amount
from lexludi.site.desk import Desk
from lexludi.site.examples import Worked
from lexludi.site.library import Work
from lexludi.site.markup import Child, Html, join, table, tag
from lexludi.site.numbers import plain
from lexludi.site.page import GeneratedPage, Heading, Hit


def rounds_page(work: Work, language: str) -> GeneratedPage:
    """The page of worked rounds."""
    desk = Desk(f"{language}/{work.home}/rounds", work)
    shown = work.worked
    title = desk.say("site.nav.rounds")
    titles = [_title(desk, number, worked) for number, worked in enumerate(shown, 1)]
    body = join(
        [
            tag("p", tag("a", desk.title, href=desk.link(desk.home)), class_="lx-of"),
            tag("h1", title),
            tag("p", desk.say("site.rounds.lead"), class_="lx-lead"),
            *(_round(desk, f"round-{n}", titles[n - 1], w.round, opened=n == 1) for n, w in enumerate(shown, 1)),
        ]
    )
    return GeneratedPage(
        desk.path,
        title,
        body,
        section=(desk.title,),
        description=desk.say("site.rounds.lead"),
        kind="rounds",
        headings=tuple(Heading(f"round-{n}", t) for n, t in enumerate(titles, 1)),
        hits=(Hit("", title, desk.title), *(Hit(f"round-{n}", t, desk.title) for n, t in enumerate(titles, 1))),
    )


def _title(desk: Desk, number: int, worked: Worked) -> str:
    bets = [
        desk.say("site.rounds.bet", bet=desk.teller.term(b.bet), result=desk.words.say(f"result.{b.result}"))
        for b in worked.round.state.bets
        if b.result
    ]
    return desk.say("site.rounds.title", number=number, bets=desk.words.say("list.separator").join(bets))


def _round(desk: Desk, anchor: str, title: str, round_: Round, *, opened: bool) -> Html:
    hands = tag("ul", *(_hand(desk, unit, round_) for unit in round_.hands), class_="lx-hands")
    steps = tag("ol", *(step_line(desk, step) for step in round_.trace), class_="lx-trace")
    trace = tag(
        "details",
        tag("summary", desk.say("site.rounds.trace", steps=len(round_.trace))),
        steps,
        open=opened,
        class_="lx-fold",
    )
    return tag("section", tag("h2", title, id=anchor), hands, _bets(desk, round_), trace)


def _hand(desk: Desk, unit: str, round_: Round) -> Html | None:
    symbols = round_.game.questions.judge.hands.material.symbols(round_.hands[unit])
    if not symbols:
        return None
    cards = [tag("span", desk.teller.object(s), class_="lx-object") for s in symbols]
    return tag("li", tag("span", desk.teller.party(unit), class_="lx-party"), *cards)


def _bets(desk: Desk, round_: Round) -> Html:
    head = [desk.words.say(f"column.{name}") for name in ("bet", "stake", "result", "net", "provisions")]
    rows: list[list[Child]] = [
        [
            desk.teller.term(b.bet),
            amount(b.stake),
            desk.words.say(f"result.{b.result}") if b.result else desk.words.say("result.open"),
            plain(Fraction(b.net)) if b.result else "",
            desk.cites(b.provisions),
        ]
        for b in round_.state.bets
    ]
    return table(head, rows, desk.say("site.rounds.bets"))


def step_line(desk: Desk, step: Step) -> Html:
    """A step of a trace as an item of a list, with its provisions as links."""
    cited = tag("span", desk.cites(step.provisions), class_="lx-of") if step.provisions else None
    return tag("li", desk.teller.tell(step), " " if cited else None, cited)
