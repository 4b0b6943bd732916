"""Exact odds: for each bet its outcomes, expectation, house edge and variance; for each choice the best play.

What is assumed is part of the result: every round is played with a fresh stock, by one
bettor with one bet of one unit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial, lcm
from typing import Any

from lexludi.exact.budget import SECONDS, Budget
from lexludi.exact.chain import Followed, follow
from lexludi.exact.chances import Chances, chances_of
from lexludi.exact.core import Core, NotAnalysed, TooLarge
from lexludi.exact.course import Course
from lexludi.exact.outcomes import UNSETTLED, Outcome
from lexludi.exact.slices import Slice
from lexludi.exact.strategy import Strategy, strategies
from lexludi.play.plan import Ask, Branch, Chance, Jump, Placed, Plan, Verb, walk
from lexludi.rules.meaning import Needs
from lexludi.rules.model import RuleSet

SCHEMA = "lexludi.odds/1"

Analysed = Followed | Chances

# What stands in the way of following hands bet by bet, and not of following all rounds at once.
BY_ROWS = frozenset("hidden-hand order-of-receipt choices-without-end stock-exhausted".split())


@dataclass(frozen=True)
class Line:
    """One outcome of a bet with its probability; `ways` among the equally likely deals, where they can be counted."""

    outcome: Outcome
    probability: Fraction
    ways: int | None

    def to_json(self, bet: str) -> dict[str, Any]:
        """The outcome of a bet as the schema has it."""
        own = self.outcome
        return {
            "result": own.result,
            "net": None if own.net is None else str(own.net),
            **({"category": own.category} if own.category else {}),
            **({"stake": own.stake} if own.stake != 1 else {}),
            **({"bet": own.bet} if own.bet != bet else {}),
            "provisions": list(own.provisions),
            "ways": self.ways,
            "probability": str(self.probability),
        }


@dataclass(frozen=True)
class BetOdds:
    """The odds of one bet of one unit; `naming` the items it may name with the same odds."""

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
        """The expected gain per unit staked; none where a round may be left unsettled."""
        if self.unsettled:
            return None
        return sum((line.probability * (line.outcome.net or 0) for line in self.lines), Fraction(0))

    @property
    def house_edge(self) -> Fraction | None:
        """The expected loss per unit staked."""
        return None if self.expectation is None else -self.expectation

    @property
    def variance(self) -> Fraction | None:
        """The variance of the gain per unit staked."""
        mean = self.expectation
        if mean is None:
            return None
        squares = sum((line.probability * (line.outcome.net or 0) ** 2 for line in self.lines), Fraction(0))
        return squares - mean**2

    def to_json(self) -> dict[str, Any]:
        """The bet as the schema has it."""
        return {
            "expectation": _text(self.expectation),
            "house_edge": _text(self.house_edge),
            "variance": _text(self.variance),
            **({"kept": str(self.kept)} if self.kept else {}),
            **({"naming": list(self.naming)} if self.naming else {}),
            "outcomes": [line.to_json(self.bet) for line in self.lines],
        }


@dataclass(frozen=True)
class Odds:
    """The exact odds of a game under some settings.

    `deals` is how many equally likely deals the ways are counted among (`None` where a
    bet may outlast what is dealt); `skipped` holds the bets that are not covered, each
    with what stands in the way.
    """

    deals: int | None
    bets: Mapping[str, BetOdds]
    strategies: tuple[Strategy, ...]
    assumptions: tuple[str, ...]
    skipped: Mapping[str, NotAnalysed] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data (`lexludi.odds/1`), without what names the work."""
        return {
            "deals": self.deals,
            "bets": {name: bet.to_json() for name, bet in self.bets.items()},
            "strategy": [s.to_json() for s in self.strategies],
            "assumptions": list(self.assumptions),
            **(
                {"not_analysed": {bet: _obstacle(problem) for bet, problem in self.skipped.items()}}
                if self.skipped
                else {}
            ),
        }


def odds(
    rules: RuleSet,
    bets: Iterable[str] = (),
    step: Callable[[str], object] = lambda bet: None,
    limit: float = SECONDS,
) -> Odds:
    """The exact odds of the bets of a decided rule set (`settings.decide`); of all, unless some are given.

    `step` is called with each bet, once it has been followed. A bet that would take
    more than so many seconds of computing, or too much memory, is skipped (`TooLarge`).
    """
    core = Core(rules, Budget(limit))
    wanted = [bet for bet in rules.bets if not tuple(bets) or bet in tuple(bets)]
    found: dict[str, tuple[tuple[str, ...], Analysed]] = {}
    refused: dict[str, NotAnalysed] = {}
    waiting = _groups(core, wanted, refused)
    while waiting:
        together = waiting.pop(0)
        for naming in _namings(rules, together[0]):
            try:
                followed = follow(Course(core, together), together, naming)
            except NotAnalysed as problem:
                if isinstance(problem, TooLarge) and len(together) > 1:
                    # One alone may be followed by shorter ways.
                    waiting[:0] = [(bet,) for bet in together]
                    together = ()
                refused.update(dict.fromkeys(together, problem))
                break
            for bet, own in followed.items():
                _note(found, bet, naming, _confirmed(core, bet, naming, own))
        for bet in together:
            step(bet)
    skipped = {bet: problem for bet, problem in refused.items() if not _by_rows(core, bet, problem, found)}
    return _odds(core, found, skipped)


def _by_rows(core: Core, bet: str, problem: NotAnalysed, found: dict[str, tuple[tuple[str, ...], Analysed]]) -> bool:
    """Follow a bet that was refused through all rounds at once; false where it stays refused."""
    if problem.reason not in BY_ROWS:
        return False
    try:
        for naming in _namings(core.rules, bet):
            _note(found, bet, naming, chances_of(core.questions, _placed(core, bet, naming), budget=core.budget))
    except NotAnalysed:
        for name in [name for name in found if name.partition(":")[0] == bet]:
            del found[name]
        return False
    return True


def _confirmed(core: Core, bet: str, naming: str, own: Followed) -> Analysed:
    """What becomes of a bet by both ways, where a round has choices, repetitions or conditions on hands.

    There the rows of the one procedure prevail; straight deals, throws and duties need no second way.
    """
    questions = core.questions
    placed = _placed(core, bet, naming)
    if not _has_branches(Slice(walk(questions.judge.rules, (placed,)), questions)):
        return own
    try:
        chances = chances_of(questions, placed, budget=core.budget)
    except NotAnalysed:
        return own
    known = {outcome: share for outcome, share in own.probabilities.items() if share}
    return own if known == chances.probabilities else chances


def _has_branches(sliced: Slice) -> bool:
    """A round of a program may go different ways by what is held, thrown or chosen, or be sent back."""
    for pc, op in enumerate(sliced.plan.ops):
        match op:
            case Ask():
                return True
            case Jump(repeats=target) if target:
                return True
            case Branch() if any(o.needs is not Needs.NOTHING for o in sliced.observables(pc)[1]):
                return True
            case Chance(verb=Verb.DRAW, units=(unit,)) if max(sliced.first_reads(unit), default=0) > _dealt(
                sliced.plan, unit
            ):
                return True  # the first objects of the hand are not all dealt
            case _:
                pass
    return False


def _dealt(plan: Plan, unit: str) -> int:
    deals = (op for op in plan.ops if isinstance(op, Chance) and op.verb is Verb.DEAL and unit in op.units)
    return max((op.count or 0 for op in deals), default=0)


def _placed(core: Core, bet: str, naming: str) -> Placed:
    holder = core.unit if core.unit != core.bettor else ""
    return Placed(core.bettor, holder, bet, 1, naming, core.unit)


def _note(found: dict[str, tuple[tuple[str, ...], Analysed]], bet: str, naming: str, own: Analysed) -> None:
    """Take in what became of a bet; bets that name different items stand together where their odds are the same."""
    for name, (items, known) in found.items():
        if name.partition(":")[0] == bet and known.probabilities == own.probabilities:
            found[name] = ((*items, naming), known)
            return
    found[bet if bet not in found else f"{bet}:{naming}"] = ((naming,) if naming else (), own)


def _namings(rules: RuleSet, bet: str) -> tuple[str, ...]:
    scale = rules.bets[bet].naming
    return rules.scales[scale].items if scale else ("",)


def _groups(core: Core, bets: list[str], skipped: dict[str, NotAnalysed]) -> list[tuple[str, ...]]:
    """Bets that can be followed through the same rounds together; those with choices, or that are kept, alone."""
    groups: dict[object, list[str]] = {}
    for bet in bets:
        try:
            course = Course(core, (bet,))
        except NotAnalysed as problem:
            skipped[bet] = problem
            continue
        repeats = any(course.steps[i].effect.op == "repeat" for i in course.playing)
        is_kept = any(rule.effect.op == "keep" for rule in core.settlement.outcomes[bet].rules)
        alone = course.decides or repeats or is_kept or core.rules.bets[bet].naming
        groups.setdefault(bet if alone else course.signature(), []).append(bet)
    return [tuple(group) for group in groups.values()]


def _odds(
    core: Core, found: Mapping[str, tuple[tuple[str, ...], Analysed]], skipped: Mapping[str, NotAnalysed]
) -> Odds:
    followed = {name: (items, own) for name, (items, own) in found.items() if isinstance(own, Followed)}
    counted = [own for _, own in followed.values() if own.ways is not None]
    deals = _deals(counted) if len(counted) == len(found) else None
    bets = {}
    for name, (items, own) in found.items():
        lines = [Line(o, p, _ways(p, deals)) for o, p in own.probabilities.items() if p]
        bets[name] = BetOdds(name.partition(":")[0], _sorted(lines), own.kept, own.goes_on, items)
    return Odds(deals, bets, strategies(core, followed), tuple(_assumptions(bets, found)), skipped)


def _assumptions(bets: Mapping[str, BetOdds], found: Mapping[str, tuple[tuple[str, ...], Analysed]]) -> Iterator[str]:
    """What the figures rest on."""
    yield "fresh-stock"
    yield "one-bettor"
    lines = [line for own in bets.values() for line in own.lines]
    if any(line.outcome.net == 0 for line in lines):
        yield "returned-counts"
    if any(own.kept for own in bets.values()):
        yield "kept-until-decided"
    if any(own.goes_on for own in bets.values()):
        yield "repeated-until-decided"
    choosing = [own for _, own in found.values() if (own.chooses if isinstance(own, Chances) else own.choices)]
    if choosing:
        yield "best-choices"
    if any(own.leaves_out_amounts if isinstance(own, Chances) else own.exact.leaves_out_amounts for own in choosing):
        yield "amounts-left-out"
    if choosing and any(own.unsettled for own in bets.values()):
        yield "unsettled-counts-nothing"


def _obstacle(problem: NotAnalysed) -> dict[str, Any]:
    return {"reason": problem.reason, "provisions": list(problem.provisions)}


def _deals(counted: list[Followed]) -> int | None:
    """How many equally likely deals there are: hands as sets, or as sequences where their order is read."""
    deals = 1
    for own in counted:
        count = own.deals
        if own.exact.course.ordered:
            for size in own.exact.course.dealt_at_once.values():
                count *= factorial(size)
        deals = lcm(deals, count)
    return deals


def _ways(probability: Fraction, deals: int | None) -> int | None:
    if deals is None:
        return None
    ways = probability * deals
    return int(ways) if ways.denominator == 1 else None


def _sorted(lines: list[Line]) -> tuple[Line, ...]:
    """The outcomes from the best to the worst for the bettor, those that nothing settles last."""
    return tuple(sorted(lines, key=lambda line: (line.outcome.net is None, -(line.outcome.net or 0))))


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
