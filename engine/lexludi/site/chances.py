"""The page of exact odds: for each bet its outcomes, house edge and chart; and the best play, if any."""

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt

from lexludi.exact.odds import BetOdds, Line
from lexludi.exact.strategy import Strategy
from lexludi.site.charts import Part, bar, many, pattern_of, stacked
from lexludi.site.desk import Desk
from lexludi.site.library import Work
from lexludi.site.markup import Child, Html, join, table, tag
from lexludi.site.numbers import decimal, percent, plain, whole
from lexludi.site.page import GeneratedPage, Heading, Hit


def odds_page(work: Work, language: str) -> GeneratedPage:
    """The page of exact odds of a work."""
    desk = Desk(f"{language}/{work.home}/odds", work)
    found = work.odds
    title = desk.say("site.nav.odds")
    bets = [(f"bet-{name.replace(':', '-')}", _name(desk, bet), bet) for name, bet in found.bets.items()]
    plays = [(f"play-{i}", _play_name(desk, s), s) for i, s in enumerate(found.strategies, 1)]
    parts = [
        tag("p", tag("a", desk.title, href=desk.link(desk.home)), class_="lx-of"),
        tag("h1", title),
        tag("p", desk.say("site.odds.lead"), class_="lx-lead"),
        _assumptions(desk),
        _overview(desk, bets),
        *(_bet(desk, anchor, name, bet) for anchor, name, bet in bets),
        *(_play(desk, anchor, name, s) for anchor, name, s in plays),
        _skipped(desk),
    ]
    headings = [(anchor, name) for anchor, name, _ in (*bets, *plays)]
    return GeneratedPage(
        desk.path,
        title,
        many(parts),
        section=(desk.title,),
        description=desk.say("site.odds.lead"),
        kind="odds",
        headings=tuple(Heading(anchor, name) for anchor, name in headings),
        hits=(Hit("", title, desk.title), *(Hit(anchor, name, title) for anchor, name in headings)),
    )


def _name(desk: Desk, bet: BetOdds) -> str:
    name = desk.teller.term(bet.bet)
    if not bet.naming:
        return name
    return name + desk.words.join(map(desk.teller.term, bet.naming), "or").join(desk.words.brackets)


def _assumptions(desk: Desk) -> Html:
    own = [
        tag("li", desk.words.say(f"assumption.{a}"))
        for a in desk.work.odds.assumptions
        if desk.words.has(f"assumption.{a}")
    ]
    chosen = desk.words.say("list.separator").join(
        f"{desk.teller.term(k)} = {desk.teller.term(str(v))}" for k, v in desk.work.game.settings.items()
    )
    settings = tag("details", tag("summary", desk.say("site.odds.settings")), tag("p", chosen), class_="lx-fold")
    return join([tag("ul", *own) if own else None, settings])


def _overview(desk: Desk, bets: Iterable[tuple[str, str, BetOdds]]) -> Html:
    rows: list[list[Child]] = [
        [tag("a", name, href=f"#{anchor}"), edge_of(desk, bet), _deviation(desk, bet)] for anchor, name, bet in bets
    ]
    head = [desk.words.say("column.bet"), desk.say("site.odds.edge"), desk.say("site.odds.deviation")]
    return table(head, rows, desk.say("site.odds.overview"), "lx-figures-table")


def edge_of(desk: Desk, bet: BetOdds) -> Html:
    """The house edge of a bet, or why there is none."""
    if bet.house_edge is None:
        return join([desk.say("site.odds.no-edge", share=percent(bet.unsettled, desk.language))])
    return tag("span", percent(bet.house_edge, desk.language), title=plain(bet.house_edge))


def _deviation(desk: Desk, bet: BetOdds) -> str:
    """The standard deviation, rounded from the exact variance."""
    if bet.variance is None:
        return "—"
    digits = 10**8
    root = Fraction(isqrt(bet.variance.numerator * digits // bet.variance.denominator), isqrt(digits))
    return decimal(root, desk.language, 3)


def _bet(desk: Desk, anchor: str, name: str, bet: BetOdds) -> Html:
    shares: dict[str, Fraction] = {}
    for line in bet.lines:
        shares[line.outcome.result] = shares.get(line.outcome.result, Fraction(0)) + line.probability
    parts = [
        Part(f"{_result(desk, r)} {percent(share, desk.language, 2)}", pattern_of(r), share)
        for r, share in shares.items()
    ]
    label = desk.say("site.odds.chart", bet=name, parts=desk.words.say("list.separator").join(p.name for p in parts))
    exact = "" if bet.house_edge is None else plain(bet.house_edge)
    edge = tag(
        "p",
        desk.say("site.odds.edge"),
        desk.words.colon,
        tag("strong", edge_of(desk, bet)),
        tag("code", f" {exact}") if exact else None,
    )
    return join([tag("h2", name, id=anchor), edge, stacked(parts, label), _lines(desk, name, bet)])


def _result(desk: Desk, result: str) -> str:
    return desk.words.say(f"result.{result}") if desk.words.has(f"result.{result}") else result


def _lines(desk: Desk, name: str, bet: BetOdds) -> Html:
    head = [
        desk.words.say("column.result"),
        desk.words.say("column.net"),
        desk.say("site.odds.probability"),
        "",
        desk.say("site.odds.ways"),
        desk.words.say("column.provisions"),
    ]
    head[3] = desk.say("site.odds.share")
    rows = [_line(desk, line) for line in bet.lines]
    return table(head, rows, desk.say("site.odds.outcomes", bet=name), "lx-odds")


def _line(desk: Desk, line: Line) -> list[Child]:
    own = line.outcome
    hand = f" · {desk.teller.term(own.category)}" if own.category else ""
    return [
        f"{_result(desk, own.result)}{hand}",
        "—" if own.net is None else plain(Fraction(own.net)),
        tag("span", percent(line.probability, desk.language), title=plain(line.probability)),
        bar(line.probability, pattern_of(own.result)),
        "—" if line.ways is None else whole(line.ways, desk.language),
        desk.cites(own.provisions),
    ]


# ── The best play ───────────────────────────────────────────────────────────


def _play_name(desk: Desk, strategy: Strategy) -> str:
    choices = desk.words.join((desk.teller.term(a) for a in strategy.alternatives), "or")
    return desk.say("site.odds.play", choices=choices, bet=desk.teller.term(strategy.bet))


def _play(desk: Desk, anchor: str, name: str, strategy: Strategy) -> Html:
    total = sum(strategy.counts.values())
    rows: list[list[Child]] = [
        [
            desk.teller.term(action),
            whole(count, desk.language),
            percent(Fraction(count, total), desk.language, 2) if total else "—",
            percent(strategy.cost[action], desk.language) if action in strategy.cost else "—",
        ]
        for action, count in strategy.counts.items()
    ]
    head = [desk.say(f"site.odds.play.{key}") for key in ("choice", "hands", "share", "cost")]
    return join(
        [
            tag("h2", name, id=anchor),
            tag("p", desk.cites(strategy.provisions), class_="lx-of"),
            _threshold(desk, strategy),
            table(head, rows, desk.say("site.odds.play.caption"), "lx-figures-table"),
        ]
    )


def _threshold(desk: Desk, strategy: Strategy) -> Html | None:
    found = strategy.threshold
    if not found or "objects" not in found:
        return None
    hand = tag("span", *(tag("span", desk.teller.object(o), class_="lx-object") for o in found["objects"]))
    action = str(found.get("action", strategy.alternatives[0]))
    return tag("p", desk.say("site.odds.threshold", action=desk.teller.term(action)), " ", hand, class_="lx-threshold")


def _skipped(desk: Desk) -> Html | None:
    skipped = desk.work.odds.skipped
    return (
        tag("p", desk.say("site.odds.skipped", bets=desk.words.join(map(desk.teller.term, skipped))))
        if skipped
        else None
    )
