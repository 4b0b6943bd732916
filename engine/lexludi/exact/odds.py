"""Exact odds: for each bet its outcomes, expectation, house edge and variance; for each choice the best play.

What is assumed is part of the result: every round is played with a fresh stock, by one
bettor with one bet of one unit.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import lcm
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.base.limits import give_back_memory
from lexludi.base.plain import exactly, given
from lexludi.exact.budget import Budget, NotAnalysed, TooLarge
from lexludi.exact.chances import Chances, chances_of_each
from lexludi.exact.circumstances import taken_for_granted
from lexludi.exact.company import obstacle_to_one_name
from lexludi.exact.meters import MeterOdds
from lexludi.exact.outcomes import UNSETTLED, Outcome
from lexludi.exact.strategy import Strategy, strategies
from lexludi.exact.ways import deals_of
from lexludi.play.decide import Judge
from lexludi.play.plan import Placed
from lexludi.play.questions import Questions
from lexludi.play.resting import ByReading, by_reading_json
from lexludi.play.round_state import EndPart, Money
from lexludi.play.table import alone, alone_on_each, elsewhere
from lexludi.rules.bind import bind
from lexludi.rules.grounds import said
from lexludi.rules.model import RuleSet, Value
from lexludi.rules.naming import SLOTS

SCHEMA = "lexludi.odds/1"

_Played = tuple[Chances, tuple[Strategy, ...], tuple[MeterOdds, ...]]


@dataclass(frozen=True)
class Line:
    """One outcome of a bet with its probability; `ways` among the equally likely deals, where they can be counted.

    `by_reading` are the readings under another value of which some of these rounds end otherwise.
    """

    outcome: Outcome
    probability: Fraction
    ways: int | None
    by_reading: tuple[ByReading, ...] = ()

    @property
    def provisions(self) -> tuple[str, ...]:
        """The provisions that say so."""
        return said(self.outcome.provisions)

    def to_json(self, bet: str) -> dict[str, Any]:
        """The outcome of a bet as the schema has it."""
        outcome = self.outcome
        return {
            "result": outcome.result,
            "net": exactly(outcome.net),
            **given(category=outcome.category),
            **({"stake": _times(outcome.stake)} if outcome.stake != 1 else {}),
            **({"bet": outcome.bet} if outcome.bet != bet else {}),
            **given(parts=[part.to_json() for part in outcome.parts]),
            "provisions": list(self.provisions),
            "ways": self.ways,
            "probability": str(self.probability),
            **by_reading_json(self.by_reading),
        }


@dataclass(frozen=True)
class BetShare:
    """The share of one of several bets that stand together: how probably it stands, its mean stake and mean gain.

    All for one unit on the first of them; `net` is `None` where a round may be left unsettled.
    """

    bet: str
    probability: Fraction
    stake: Fraction
    net: Fraction | None

    def to_json(self) -> dict[str, Any]:
        """The share as the schema has it."""
        return {
            "bet": self.bet,
            "probability": str(self.probability),
            "mean_stake": str(self.stake),
            "expectation": exactly(self.net),
        }


@dataclass(frozen=True)
class BetOdds:
    """The odds of one bet of one unit; `naming` the items it may name with the same odds.

    None where it names nothing; or one of too many things to be listed (`rules.naming`), which all have the same odds.
    """

    bet: str
    lines: tuple[Line, ...]
    kept: Fraction
    goes_on: bool
    naming: tuple[str, ...] = ()

    @property
    def unsettled(self) -> Fraction:
        """The probability that no rule settles the bet."""
        return sum((line.probability for line in self.lines if line.outcome.result == UNSETTLED), Fraction(0))

    @property
    def expectation(self) -> Fraction | None:
        """The expected gain per unit placed; none where a round may be left unsettled."""
        if self.unsettled:
            return None
        return sum((line.probability * (line.outcome.net or 0) for line in self.lines), Fraction(0))

    @property
    def house_edge(self) -> Fraction | None:
        """The expected loss per unit placed."""
        return None if self.expectation is None else -self.expectation

    @property
    def mean_stake(self) -> Fraction:
        """The mean of all that is staked in a round, where one unit is placed."""
        return sum((line.probability * line.outcome.staked for line in self.lines), Fraction(0))

    @cached_property
    def shares(self) -> tuple[BetShare, ...]:
        """The shares of the bet and of those that rules put beside it, where there are any."""
        bets = dict.fromkeys(part.bet for line in self.lines for part in line.outcome.parts)
        return tuple(self._share(bet) for bet in bets)

    def _share(self, bet: str) -> BetShare:
        placed, stake, net = Fraction(0), Fraction(0), Fraction(0)
        for line in self.lines:
            outcome = line.outcome
            every = outcome.parts or (EndPart(outcome.bet, outcome.result, outcome.net, outcome.stake),)
            parts = [part for part in every if part.bet == bet]  # several, where a hand has been split
            placed += line.probability if parts else 0
            stake += line.probability * sum(part.stake for part in parts)
            net += line.probability * sum(part.net or 0 for part in parts)
        return BetShare(bet, placed, stake, None if self.unsettled else net)

    @property
    def variance(self) -> Fraction | None:
        """The variance of the gain per unit placed."""
        mean = self.expectation
        if mean is None:
            return None
        squares = sum((line.probability * (line.outcome.net or 0) ** 2 for line in self.lines), Fraction(0))
        return squares - mean**2

    def to_json(self) -> dict[str, Any]:
        """The bet as the schema has it."""
        return {
            "expectation": exactly(self.expectation),
            "house_edge": exactly(self.house_edge),
            "variance": exactly(self.variance),
            **given(
                kept=self.kept and str(self.kept),
                mean_stake=self.shares and str(self.mean_stake),
                shares=[share.to_json() for share in self.shares],
                naming=list(self.naming),
            ),
            "outcomes": [line.to_json(self.bet) for line in self.lines],
        }


@dataclass(frozen=True)
class ReadingNotFollowed:
    """A value of a reading under which the rounds of a bet cannot be followed beside those that are analysed."""

    bet: str
    reading: str
    value: Value
    reason: str

    def to_json(self) -> dict[str, str]:
        """The value as plain data."""
        return {"bet": self.bet, "reading": self.reading, "value": str(self.value), "reason": self.reason}


@dataclass(frozen=True)
class Odds:
    """The exact odds of a game under some settings.

    `deals` is how many equally likely deals the ways are counted among (`None` where a
    bet may outlast what is dealt); `skipped` holds the bets that are not covered, each
    with what stands in the way; `not_searched` the readings of which it is not known
    whether an outcome rests on them; `meters` those out of which bets are paid.
    """

    deals: int | None
    bets: Mapping[str, BetOdds]
    strategies: tuple[Strategy, ...]
    assumptions: tuple[str, ...]
    skipped: Mapping[str, NotAnalysed] = field(default_factory=dict)
    not_searched: tuple[ReadingNotFollowed, ...] = ()
    meters: tuple[MeterOdds, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data (`lexludi.odds/1`), without what names the work."""
        return {
            "deals": self.deals,
            "bets": {name: bet.to_json() for name, bet in self.bets.items()},
            "strategy": [s.to_json() for s in self.strategies],
            "assumptions": list(self.assumptions),
            **given(
                meters=[meter.to_json() for meter in self.meters],
                readings_not_searched=[reading.to_json() for reading in self.not_searched],
                not_analysed={bet: _obstacle(problem) for bet, problem in self.skipped.items()},
            ),
        }


@dataclass(frozen=True)
class _Analysed:
    """The chances of a bet and the best play on it, for all items that it may name with the same of both."""

    bet: str
    chances: Chances
    plays: tuple[Strategy, ...]
    meters: tuple[MeterOdds, ...]
    items: tuple[str, ...]

    @property
    def told(self) -> tuple[object, ...]:
        """All by which other items may be told from these."""
        return self.chances.probabilities, self.chances.kept, self.chances.goes_on, self.plays, self.meters

    def odds(self, deals: int | None) -> BetOdds:
        """The odds, as they are told."""
        lines = [Line(outcome, p, _ways(p, deals)) for outcome, p in self.chances.probabilities.items()]
        return BetOdds(self.bet, _sorted(lines), self.chances.kept, self.chances.goes_on, self.items)


def odds(
    rules: RuleSet,
    bets: Collection[str] = (),
    step: Callable[[str], object] = lambda bet: None,
    budget: Budget | None = None,
) -> Odds:
    """The exact odds of the bets of a decided rule set (`settings.decide`); of all, unless some are given.

    One may be given with what its bettor names (`total/6`).

    `step` is called with each bet, once it has been followed. A bet for which the time of the budget does not
    suffice, after those before it, or which would take too much memory, is skipped (`TooLarge`).
    """
    questions = Questions(Judge(bind(rules)))
    asked: dict[str, dict[str, None]] = {}
    for bet, _, naming in (one.partition(SLOTS) for one in bets or rules.bets):
        asked.setdefault(bet, {})[naming] = None
    skipped: dict[str, NotAnalysed] = {}
    placed: dict[str, list[Placed]] = {}
    for bet in (bet.id for bet in rules.offered if bet.id in asked):
        if "" not in asked[bet]:
            in_order = rules.names[bet].followed if rules.names[bet].is_listed else asked[bet]
            placed[bet] = [alone(questions.judge.rules, bet, name) for name in in_order if name in asked[bet]]
        elif obstacle := obstacle_to_one_name(questions, bet):
            skipped[bet] = obstacle
            step(bet)
        else:
            placed[bet] = alone_on_each(questions.judge.rules, bet)
    last = {each[-1]: bet for bet, each in placed.items()}
    followed: dict[Placed, _Played | NotAnalysed] = {}
    for alike, result in chances_of_each(questions, chain.from_iterable(placed.values()), budget or Budget()):
        played = result if isinstance(result, NotAnalysed) else _played(result)
        for placing in alike:
            followed[placing] = played
            if placing in last:
                step(last[placing])
    analysed: dict[str, _Analysed] = {}
    for bet, by_item in placed.items():
        # A name with which nobody may bet is left out, unless there is no other.
        may_be = [placing for placing in by_item if getattr(followed[placing], "reason", "") != "never-placed"]
        try:
            # One name that stands for too many is told for all of them.
            is_any = "" in asked[bet] and not rules.names[bet].is_listed
            analysed |= _by_item(bet, may_be or by_item, followed, is_any)
        except NotAnalysed as problem:
            skipped[bet] = problem.with_traceback(None)
    if any(isinstance(problem, TooLarge) for problem in skipped.values()):
        give_back_memory()  # rows that were given up; whoever analyses next needs it now
    deals = _deals([analysis.chances for analysis in analysed.values()])
    by_bet = {name: analysis.odds(deals) for name, analysis in analysed.items()}
    best: dict[object, list[Strategy]] = {}
    meters = tuple(replace(meter, bet=name) for name, analysis in analysed.items() for meter in analysis.meters)
    for analysis in analysed.values():
        for play in analysis.plays:
            # A choice about one bet may also be met by way of another, moved there: once told, if it is the same.
            told = best.setdefault((play.offer, play.bet, analysis.items), [])
            if not any(play.is_as(other) for other in told):
                told.append(replace(play, naming=analysis.items, placed=analysis.bet))
    each = [play if len(told) > 1 else replace(play, placed="") for told in best.values() for play in told]
    plays = tuple(sorted(each, key=lambda play: play.place))
    return Odds(deals, by_bet, plays, tuple(_assumptions(by_bet, analysed)), skipped, meters=meters)


def _played(chances: Chances) -> _Played | NotAnalysed:
    """The chances of a bet with the best play, without the rows that they come from: the next bet needs the memory."""
    try:
        return chances, strategies(chances), tuple(chances.meters())
    except NotAnalysed as problem:
        # For what a meter adds the rounds are followed a second time, which may be too long.
        return problem.with_traceback(None)
    finally:
        chances.release()


def _by_item(
    bet: str, placed: Iterable[Placed], followed: Mapping[Placed, _Played | NotAnalysed], is_any: bool
) -> dict[str, _Analysed]:
    """The analysis of a bet, by its name; items for which something else comes out have names of their own."""
    analysed: dict[str, _Analysed] = {}
    for placing in placed:
        played = followed[placing]
        if isinstance(played, NotAnalysed):
            raise played
        one = _Analysed(bet, *played, (placing.naming,) if placing.naming and not is_any else ())
        # Items are told together if nothing tells them apart, under the name of the first.
        name = next((name for name, known in analysed.items() if known.told == one.told), "")
        if name:
            analysed[name] = replace(analysed[name], items=(*analysed[name].items, *one.items))
        else:
            # The first of a bet has its plain name, so that one is always there.
            analysed[f"{bet}:{placing.naming}" if analysed else bet] = one
    return analysed


def _deals(analysed: Sequence[Chances]) -> int | None:
    """The number of equally likely deals for all bets together; none where a bet may outlast what is dealt."""
    if not analysed or any(chances.kept or chances.goes_on for chances in analysed):
        return None
    # Bets that were followed through the same rows have the same deals.
    followed = dict.fromkeys(chances.layers for chances in analysed)
    deals = [deals_of(layers.slice, layers.process.hands) for layers in followed]
    return None if None in deals else lcm(*(number for number in deals if number is not None))


def _assumptions(bets: Mapping[str, BetOdds], analysed: Mapping[str, _Analysed]) -> Iterator[str]:
    """Assumptions on which the figures rest."""
    yield "fresh-stock"
    yield "one-bettor"
    if any(
        elsewhere(plan.rules, plan.bets[:1])
        for analysis in analysed.values()
        for plan in [analysis.chances.layers.plan]
    ):
        yield "at-a-place"
    yield from dict.fromkeys(
        name for analysis in analysed.values() for name in taken_for_granted(analysis.chances.layers.slice)
    )
    if any(thrown.by for analysis in analysed.values() for thrown in analysis.chances.layers.plan.rules.source.thrown):
        yield "remainders-equally-likely"
    if any(analysis.chances.layers.plan.rules.source.beyond for analysis in analysed.values()):
        yield "law-left-out"
    lines = [line for bet in bets.values() for line in bet.lines]
    if any(line.outcome.net == 0 for line in lines):
        yield "returned-counts"
    if any(bet.kept for bet in bets.values()):
        yield "kept-until-decided"
    if any(bet.goes_on for bet in bets.values()):
        yield "repeated-until-decided"
    choosing = [analysis.chances for analysis in analysed.values() if analysis.chances.chooses]
    # That what needs an amount is left out is said in one sentence with what is best.
    if choosing:
        yield "amounts-left-out" if any(chances.leaves_out_amounts for chances in choosing) else "best-choices"
    if any(play.tied for analysis in analysed.values() for play in analysis.plays):
        yield "first-of-equals"
    if choosing and any(bet.unsettled for bet in bets.values()):
        yield "unsettled-counts-nothing"


def _times(stake: Money) -> int | str:
    return stake if isinstance(stake, int) else str(stake)


def _obstacle(problem: NotAnalysed) -> dict[str, Any]:
    return {"reason": problem.reason, "provisions": list(problem.provisions)}


def _ways(probability: Fraction, deals: int | None) -> int | None:
    if deals is None:
        return None
    ways = probability * deals
    return int(ways) if ways.denominator == 1 else None


def _sorted(lines: list[Line]) -> tuple[Line, ...]:
    """The outcomes from the best to the worst for the bettor, those that nothing settles last."""
    return tuple(sorted(lines, key=lambda line: (line.outcome.net is None, -(line.outcome.net or 0))))
