"""The page of exact odds: for each bet its outcomes, house edge and chart; and the best play, if any."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import isqrt

from lexludi.base.frozen import dataclass
from lexludi.base.numbers import count, decimal, exact, percent, whole_or_exact
from lexludi.exact.comparison import under_same_names
from lexludi.exact.figures import Figures
from lexludi.exact.odds import BetOdds, Line, Odds
from lexludi.exact.strategy import Strategy
from lexludi.language.phrases import LANGUAGES
from lexludi.rules.model import Value
from lexludi.rules.parts import gives_up_none, is_division
from lexludi.site.charts import Balance, BarSlice, RoundsChart, balances, beside, one_slice, rounds_chart, slices
from lexludi.site.desk import Desk
from lexludi.site.effects import differs, edge_told, without_odds
from lexludi.site.library import WorkOnDate
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Heading, Hit
from lexludi.site.play_grid import BandRow, PlayGrid, band_rows, play_grid

# A reading, option or meter, and a value that it does not have by default.
Change = tuple[str, Value]

# Pairs of changes worked out beforehand; of more, the page gives the command.
MOST_PAIRS = 64
_TOGETHER = "together.json"


@dataclass(frozen=True)
class Exact:
    """A number as a reader of the language sees it, and as a fraction; no fraction where there is no number."""

    shown: str
    fraction: str = ""


@dataclass(frozen=True)
class OutcomeRow:
    """An outcome of a bet: its gain per unit staked, its probability, and the deals that bring it about."""

    name: str
    net: str
    probability: Exact
    slice: BarSlice
    ways: str
    balance: Balance
    provisions: tuple[str, ...]


@dataclass(frozen=True)
class BetSection:
    """The odds of a bet; `readings` are the sentences about those under another value of which they are others.

    `bar` is the edge beside those of other bets; `rounds` the result of many rounds, where it is known.
    """

    anchor: str
    name: str
    edge: Exact
    deviation: str
    chart: tuple[BarSlice, ...]
    chart_label: str
    outcomes: tuple[OutcomeRow, ...]
    mean: str
    bar: Balance | None
    readings: tuple[str, ...] = ()
    rounds: RoundsChart | None = None


@dataclass(frozen=True)
class Under:
    """The bets whose odds are others under one change of an option or reading, or two; `argument` is the command's."""

    key: str
    name: str
    bets: tuple[BetSection, ...]
    argument: str
    parameter: str = ""


@dataclass(frozen=True)
class AlternativeRow:
    """An alternative: in how many hands it is the best, their share, and the cost of always choosing it."""

    name: str
    hands: str
    share: str
    cost: str


@dataclass(frozen=True)
class PlaySection:
    """The best play at a choice; `threshold` has the signs of the lowest hand from which on `action` is the best.

    `lines` tell the exceptions from it, or, where there is none, what is best with which hands.
    """

    anchor: str
    name: str
    caption: str
    cost: str  # the heading of what always choosing an alternative costs
    provisions: tuple[str, ...]
    action: str
    threshold: tuple[str, ...]
    lines: tuple[str, ...]
    grid: PlayGrid | None
    bands: tuple[BandRow, ...]
    rows: tuple[AlternativeRow, ...]


@dataclass(frozen=True)
class OddsView:
    """The page: what the figures assume, the settings, the bets, the choices, the bets left out.

    `under` has the bets whose odds change with an option or reading; `together` is where those under two of
    them are, if they have been worked out, and `command` what works out any.
    """

    assumptions: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    bets: tuple[BetSection, ...]
    under: tuple[Under, ...]
    together: str
    command: str
    plays: tuple[PlaySection, ...]
    skipped: tuple[str, ...]


@dataclass(frozen=True)
class OddsCompared:
    """The odds under the defaults, under each change alone and under two together, with bets by the same names.

    Items that any of these tells apart have names of their own in all.
    """

    base: Odds
    alone: Mapping[Change, Odds]
    together: Mapping[tuple[Change, Change], Odds]


def odds_compared(work: WorkOnDate) -> OddsCompared:
    """All odds that the page of a work shows."""
    pairs = {pair: work.odds_under(dict(pair)) for pair in together_of(work)}
    base, *others = under_same_names([work.odds, *work.effects.values(), *pairs.values()])
    alone = dict(zip(work.effects, others, strict=False))
    return OddsCompared(base, alone, dict(zip(pairs, others[len(alone) :], strict=True)))


def odds_page(work: WorkOnDate, language: str) -> GeneratedPage:
    """The page of exact odds of a work."""
    desk, compared = _desk(work, language), odds_compared(work)
    plays = [best for best in work.odds.strategies if best.is_told]
    view = OddsView(
        tuple(Figures(desk.teller).assumptions(work.odds)),
        tuple((desk.teller.term(k), desk.value(v)) for k, v in work.game.settings.items()),
        tuple(_with_more(desk, compared, name) for name in compared.base.bets),
        tuple(_under(desk, compared)),
        _TOGETHER if compared.together else "",
        f"lexludi analyze {work.name}@{work.version}",
        tuple(_numbered(desk, [_play(desk, f"play-{number}", best) for number, best in enumerate(plays, 1)])),
        tuple(
            desk.say("odds.skipped", bet=desk.teller.term(bet), problem=desk.teller.problem(problem))
            for bet, problem in work.odds.skipped.items()
        ),
    )
    sections: tuple[BetSection | PlaySection, ...] = (*view.bets, *view.plays)
    headings = tuple(Heading(section.anchor, section.name) for section in sections)
    return desk.page("odds", view, headings, _hits(desk, view))


def _desk(work: WorkOnDate, language: str) -> Desk:
    return Desk(f"{language}/{work.name}/odds", work)


def bet_anchor(name: str) -> str:
    """The places of the odds of a bet on the page, by their name among all odds."""
    return f"bet-{name.replace(':', '-')}"


def _hits(desk: Desk, view: OddsView) -> Iterator[Hit]:
    """The bets with the words for their figures, and the choices."""
    for bet in view.bets:
        figures = (f"{desk.say('site.odds.edge')} {bet.edge.shown}", desk.say("site.odds.probability"))
        yield Hit(bet.anchor, bet.name, desk.say("list.separator").join((*figures, desk.title)))
    for play in view.plays:
        yield Hit(play.anchor, play.name, desk.title)


# ── Bets ────────────────────────────────────────────────────────────────────


def _shares(bet: BetOdds) -> dict[tuple[str, Fraction | None], Fraction]:
    """The probability of each way to end, whatever provisions bring it about, and in whatever order."""
    shares: dict[tuple[str, Fraction | None], Fraction] = {}
    for line in bet.lines:
        key = (line.outcome.result, line.outcome.net)
        shares[key] = shares.get(key, Fraction(0)) + line.probability
    return shares


def _with_more(desk: Desk, compared: OddsCompared, key: str) -> BetSection:
    """The odds of a bet under the defaults, with the readings that they rest on and the result of many rounds."""
    bet = compared.base.bets[key]
    section = _bet(desk, bet_anchor(key), bet)
    edges = [abs(other.house_edge) for other in compared.base.bets.values() if other.house_edge is not None]
    bar = None if bet.house_edge is None else beside(bet.house_edge, max(edges), section.edge.shown)
    rounds = rounds_chart(desk, bet, section.name)
    return replace(section, bar=bar, readings=tuple(_readings(desk, compared, key)), rounds=rounds)


def _under(desk: Desk, compared: OddsCompared) -> Iterator[Under]:
    """Every change of one option or reading that changes the odds of some bets."""
    for (name, value), odds in compared.alone.items():
        if sections := tuple(_others(desk, compared.base, odds)):
            given = f"--{desk.work.first.parameters[name].given_as} {name}={value}"
            yield Under(f"{name}={value}", _change(desk, name, value), sections, given, name)


def _others(desk: Desk, base: Odds, odds: Odds) -> Iterator[BetSection]:
    """The figures of the bets that have others than those compared with."""
    for key in _changed(base, odds):
        bet, anchor = odds.bets.get(key), bet_anchor(key)
        yield _bet(desk, anchor, bet) if bet else _none(desk, anchor, base.bets[key], odds)


def _changed(base: Odds, odds: Odds) -> list[str]:
    """The bets that have other odds than those compared with, or odds on one side alone, by the names in both."""
    both = ((key, base.bets.get(key), odds.bets.get(key)) for key in dict.fromkeys([*base.bets, *odds.bets]))
    return [key for key, one, two in both if one is None or two is None or _shares(one) != _shares(two)]


def telling(work: WorkOnDate) -> list[Change]:
    """The single changes of an option or reading that alone change the odds of some bet."""
    base, *others = under_same_names([work.odds, *work.effects.values()])
    return [change for change, odds in zip(work.effects, others, strict=True) if _changed(base, odds)]


def _change(desk: Desk, name: str, value: Value) -> str:
    return desk.say("site.odds.under.one", name=desk.teller.term(name), value=desk.value(value))


# ── Two choices together ────────────────────────────────────────────────────


def together_of(work: WorkOnDate) -> list[tuple[Change, Change]]:
    """The pairs of changes whose odds are worked out beforehand: of the law, where they are few enough; else none."""
    pairs = [(one, other) for one, other in combinations(telling(work), 2) if one[0] != other[0]]
    return pairs if not work.is_invented and len(pairs) <= MOST_PAIRS else []


def together_files(work: WorkOnDate) -> Iterator[tuple[str, bytes]]:
    """For each language the figures under two changes at once, as markup by the keys of both."""
    # Compared once, and told in each language.
    if not (compared := odds_compared(work)).together:
        return
    for language in LANGUAGES:
        desk = _desk(work, language)
        parts = {}
        for (one, other), odds in compared.together.items():
            name = desk.say("site.odds.under.both", one=_change(desk, *one), other=_change(desk, *other))
            key = "&".join(f"{name}={value}" for name, value in (one, other))
            sections = tuple(_others(desk, compared.base, odds))
            parts[key] = render("under.html", desk, Under(key, name, sections, ""))
        yield f"{desk.path}/{_TOGETHER}", json.dumps(parts, ensure_ascii=False).encode()


def _bet(desk: Desk, anchor: str, bet: BetOdds) -> BetSection:
    shares: dict[str, Fraction] = {}
    for line in bet.lines:
        shares[line.outcome.result] = shares.get(line.outcome.result, Fraction(0)) + line.probability
    named = [(f"{desk.say(f'result.{r}')} {percent(share, desk.language, 2)}", r, share) for r, share in shares.items()]
    parts = desk.say("list.separator").join(shown for shown, _, _ in named)
    name = Figures(desk.teller).name(bet)
    return BetSection(
        anchor,
        name,
        edge=Exact(edge_told(desk, bet), "" if bet.house_edge is None else exact(bet.house_edge)),
        deviation=_deviation(desk, bet),
        chart=tuple(slices(named)),
        chart_label=desk.say("site.odds.chart", bet=name, parts=parts),
        outcomes=tuple(_outcome(desk, bet, *row) for row in zip(bet.lines, balances(desk, bet), strict=True)),
        mean="—" if bet.expectation is None else percent(bet.expectation, desk.language),
        bar=None,
    )


def _none(desk: Desk, anchor: str, before: BetOdds, odds: Odds) -> BetSection:
    """A bet that has no odds by the side of some: why, in the place of its house edge."""
    why = Exact(without_odds(desk, odds, before.bet))
    return BetSection(anchor, Figures(desk.teller).name(before), why, "—", (), "", (), "—", None)


def _readings(desk: Desk, compared: OddsCompared, key: str) -> Iterator[str]:
    """The readings that the odds of a bet rest on, each with its default and the house edge under other values."""
    bet = compared.base.bets[key]
    for parameter in desk.work.first.parameters.values():
        if parameter.kind != "reading":
            continue
        others = [
            desk.say("site.odds.reading.other", value=desk.value(value), edge=edge_told(desk, other))
            for (name, value), odds in compared.alone.items()
            if name == parameter.id and (other := odds.bets.get(key)) is not None and differs(bet, other)
        ]
        if others:
            yield desk.say(
                "site.odds.reading",
                reading=desk.teller.term(parameter.id),
                provision=desk.teller.provision(parameter.eid),
                value=desk.value(parameter.default),
                others=desk.say("list.separator").join(others),
            )


def _deviation(desk: Desk, bet: BetOdds) -> str:
    """The standard deviation, rounded from the exact variance."""
    if bet.variance is None:
        return "—"
    digits = 10**8
    # The integer root, cut off after four places: the fourth decides how the third is rounded, and those cut do not.
    root = Fraction(isqrt(bet.variance.numerator * digits // bet.variance.denominator), isqrt(digits))
    return decimal(root, desk.language, 3)


def _outcome(desk: Desk, bet: BetOdds, line: Line, balance: Balance) -> OutcomeRow:
    outcome = line.outcome
    category = f" · {desk.teller.term(outcome.category)}" if outcome.category else ""
    return OutcomeRow(
        f"{Figures(desk.teller).result(line, bet.bet)}{category}",
        net="—" if outcome.net is None else whole_or_exact(Fraction(outcome.net), desk.language),
        probability=Exact(percent(line.probability, desk.language), exact(line.probability)),
        slice=one_slice(outcome.result, line.probability),
        ways="—" if line.ways is None else count(line.ways, desk.language),
        balance=balance,
        provisions=line.provisions,
    )


# ── The best play ───────────────────────────────────────────────────────────


def _play(desk: Desk, anchor: str, best: Strategy) -> PlaySection:
    threshold, figures, first = best.threshold, Figures(desk.teller), ".first" if best.comes_again else ""
    return PlaySection(
        anchor,
        _play_title(desk, best),
        desk.say(f"site.odds.play.caption{first}", bet=desk.teller.term(best.staked or best.bet)),
        desk.say(f"site.odds.play.cost{first}"),
        best.provisions,
        action=desk.teller.term(threshold.action if threshold else best.alternatives[0]),
        threshold=figures.signs(threshold) if threshold else (),
        lines=tuple(figures.play(best)),
        grid=play_grid(desk, best) if best.table else None,
        bands=band_rows(desk, best),
        rows=tuple(_alternative(desk, best, action) for action in best.counts or best.cost),
    )


def _play_title(desk: Desk, best: Strategy) -> str:
    bet = Figures(desk.teller).name(best)
    if is_division(best.alternatives[0]):
        # Of the ways to exchange objects the first is to give up none, which divides no hand.
        what = "exchange" if gives_up_none(best.alternatives[0]) else "division"
        return desk.say(f"site.odds.play.{what}", bet=bet)
    choices = desk.words.join((desk.teller.term(a) for a in best.alternatives), "or")
    return desk.say("site.odds.play", choices=choices, bet=bet)


def _numbered(desk: Desk, plays: Sequence[PlaySection]) -> Iterator[PlaySection]:
    """The best plays, those of the same choice in different situations told apart by their numbers."""
    names, met = Counter(play.name for play in plays), Counter[str]()
    for play in plays:
        met[play.name] += 1
        # The number between the brackets: `join` of a pair puts it there.
        number = str(met[play.name]).join(desk.words.brackets) if names[play.name] > 1 else ""
        yield replace(play, name=f"{play.name}{number}")


def _alternative(desk: Desk, best: Strategy, action: str) -> AlternativeRow:
    deals, total = best.told_counts.get(action), sum(best.counts.values())
    return AlternativeRow(
        desk.teller.term(action),
        hands="—" if deals is None else count(deals, desk.language),
        share=percent(Fraction(deals, total), desk.language, 2) if deals is not None and total else "—",
        cost=percent(best.cost[action], desk.language) if action in best.cost else "—",
    )
