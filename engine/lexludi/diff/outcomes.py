"""The layer of outcomes: which deals settle differently, what that does to each bet, and to the best play; exactly.

Both rule sets settle the same rounds, all of which are followed; every way in which a bet
may end differently is shown by a deal that has been played under both.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from lexludi.base.errors import UnsettledCase
from lexludi.base.frozen import dataclass
from lexludi.diff.entries import RUN_NOTHING, begun, entries
from lexludi.diff.sides import Side, aligned, decided
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.company import never_alone
from lexludi.exact.joint import JointOutcomes, OutcomeChange, compare
from lexludi.exact.odds import BetOdds, Odds, odds
from lexludi.exact.outcomes import UNSETTLED
from lexludi.exact.strategy import Strategy
from lexludi.exact.witness import WitnessDeal
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Game, Round
from lexludi.play.round_state import whole
from lexludi.play.table import alone, complete, first_place, least_stake
from lexludi.play.trace import Step
from lexludi.rules.grounds import renumbered
from lexludi.rules.model import RuleSet
from lexludi.rules.settings import origins

# ── A deal played under one rule set ────────────────────────────────────────


@dataclass(frozen=True)
class Played:
    """The end of a bet of one unit, with those that rules put beside it: its gain, its provisions, and every step.

    No gain where no rule says.
    """

    result: str
    net: Fraction | None
    provisions: tuple[str, ...]
    steps: tuple[Step, ...]


def game_of(side: Side, rules: RuleSet) -> Game:
    """The game of a side, by its decided rules."""
    assert side.rules is not None
    stance = {name: side.settings[name] for name in side.stances}
    by_origin = origins(side.rules, side.settings, stance, side.chosen)
    return Game(side.rules, "", dict(side.settings), rules, origins=by_origin)


def play(game: Game, bet: str, deal: WitnessDeal, index: int) -> Played:
    """The deal in a game, of the objects at `index`."""
    round_ = game.new_round(cards=" ".join(deal.cards[index]))
    rules = game.questions.judge.rules
    holder, stake = first_place(rules), least_stake(rules, bet)
    round_.apply(complete(game, PlaceBet("", holder, bet, stake, deal.naming)))
    try:
        round_.apply(Deal())
        choices = iter(deal.chosen[index])
        # The deal has a choice for each decision of the round, in their order.
        while not round_.is_over:
            _choose(round_, next(choices))
    except UnsettledCase as problem:
        return Played(UNSETTLED, None, problem.provisions, tuple(round_.trace))
    end = whole(round_.state.bets)
    # Per unit: the least stake may be more than one.
    net = None if end.net is None else Fraction(end.net) / stake
    return Played(end.result, net, end.provisions, tuple(round_.trace))


def _choose(round_: Round, choice: str) -> None:
    decision = round_.decision
    assert decision is not None
    round_.apply(Choose(decision.bettor, decision.unit, choice))


# ── Outcomes ────────────────────────────────────────────────────────────────


# Deals that are shown, unless asked for more or fewer.
EXAMPLES = 3


@dataclass(frozen=True)
class BetChange:
    """The change of one bet: its odds before and after, none where it is not there or not analysed.

    `probability` is that of a round that settles it differently; where that is not
    known, `reason` says what stands in the way, and `skipped` what does so before and after, where a bet that is there
    is not analysed. `provisions_only` is the probability that
    other provisions settle it alike, `open_otherwise` that it is settled by neither text,
    for the conflict of other provisions. `naming` are the items that it may name for all
    of this.
    """

    bet: str
    status: str  # "kept", "new" or "gone"
    before: BetOdds | None
    after: BetOdds | None
    probability: Fraction | None
    changes: tuple[OutcomeChange, ...] = ()
    provisions_only: Fraction = Fraction(0)
    open_otherwise: Fraction = Fraction(0)
    if_chosen_otherwise: bool | None = False
    reason: str = ""
    naming: tuple[str, ...] = ()
    skipped: tuple[str, str] = ("", "")

    @property
    def never_differs(self) -> bool:
        """No deal settles the bet differently, whatever is chosen."""
        return self.probability == 0 and self.if_chosen_otherwise is False

    @property
    def key(self) -> object:
        """All that is told but the items and the examples: items for which it is the same are told once."""
        ways = tuple((way.before, way.after, way.probability) for way in self.changes)
        others = self.provisions_only, self.open_otherwise, self.if_chosen_otherwise
        return self.status, self.before, self.after, self.probability, ways, others, self.reason

    @property
    def difference(self) -> Fraction | None:
        """By how much the house edge is higher after."""
        edges = [o.house_edge if o else None for o in (self.before, self.after)]
        return None if edges[0] is None or edges[1] is None else edges[1] - edges[0]


@dataclass(frozen=True)
class OutcomeExample:
    """A deal that settles a bet differently, as the interpreter plays it under each rule set.

    `apart` are the provisions that settle it before and not after, and after and not before, each by the numbers of
    its text: one that is only renumbered is in neither.
    """

    bet: str
    deal: WitnessDeal
    before: Played
    after: Played
    apart: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def provisions(self) -> tuple[str, ...]:
        """The provisions that settle it in one text alone, those after first; where there are none, all that do."""
        before, after = self.apart
        return tuple(dict.fromkeys((*after, *before) or self.after.provisions))


@dataclass(frozen=True)
class StrategyChange:
    """The best play at a choice before and after; none where there is no such choice."""

    before: Strategy | None
    after: Strategy | None


@dataclass(frozen=True)
class Outcomes:
    """Differences of two texts in the outcomes of bets; `is_same` when the rules that run are the same."""

    bets: tuple[BetChange, ...]
    examples: tuple[OutcomeExample, ...]
    strategies: tuple[StrategyChange, ...]
    is_same: bool

    @property
    def is_proved_equal(self) -> bool:
        """True if no deal settles any bet differently, with no round left out."""
        return self.is_proved_equal_where_kept and all(change.status == "kept" for change in self.bets)

    @property
    def is_proved_equal_where_kept(self) -> bool:
        """True if no deal settles differently any of the bets that both texts have."""
        return all(change.never_differs for change in self.bets if change.status == "kept")


def compare_outcomes(
    before: Side,
    after: Side,
    count: int = EXAMPLES,
    progress: Callable[[str], Any] = lambda bet: None,
    odds_of: Callable[[RuleSet], Odds] = odds,
) -> Outcomes:
    """The outcomes of two texts that have rules; up to `count` example deals, the simplest first.

    `odds_of` gives the odds of a text, for a caller who compares many and keeps them.
    """
    return _Comparing(before, after, progress, odds_of).run(count)


def compare_bets(
    before: Side, after: Side, progress: Callable[[str], Any], odds_of: Callable[[RuleSet], Odds]
) -> tuple[BetChange, ...]:
    """The bets alone, without any deal that is played, and without the best plays."""
    return _Comparing(before, after, progress, odds_of).bets


class _Comparing:
    def __init__(
        self,
        before: Side,
        after: Side,
        progress: Callable[[str], Any],
        odds_of: Callable[[RuleSet], Odds],
    ) -> None:
        self.progress = progress
        self.odds_of = odds_of
        self.sides = before, after
        self.rules = decided(before), decided(after)
        self.is_same = running(self.rules[0]) == running(self.rules[1])
        self.became = aligned(before, after).sought

    def run(self, count: int) -> Outcomes:
        strategies = () if self.is_same else tuple(self._strategies())
        return Outcomes(self.bets, self._examples(count), strategies, self.is_same)

    @cached_property
    def bets(self) -> tuple[BetChange, ...]:
        """The changes of all bets that either side has."""
        every = dict.fromkeys(bet.id for rules in self.rules for bet in rules.offered)
        return tuple(change for bet in every for change in self._bet(bet))

    @cached_property
    def odds(self) -> tuple[Odds, Odds]:
        """The odds of all bets on each side."""
        first = self.odds_of(self.rules[0])
        # Rules that run alike are analysed once.
        return first, first if self.is_same else self.odds_of(self.rules[1])

    def _bet(self, bet: str) -> tuple[BetChange, ...]:
        """The changes of a bet: one, or one for each group of items that it may name with the same result."""
        self.progress(bet)
        known = [any(bet == kind.id for kind in rules.offered) for rules in self.rules]
        status = "kept" if all(known) else "gone" if known[0] else "new"
        one, two = (side_odds.skipped[bet].reason if bet in side_odds.skipped else "" for side_odds in self.odds)
        reason = one or two
        compared: dict[str, JointOutcomes] = {}
        if status == "kept" and not self.is_same:
            try:
                compared = {c.naming: c for c in compare(*self.rules, bet, became=self.became)}
            except NotAnalysed as problem:
                reason = reason or problem.reason
        before, after = (
            {item: o for o in f.bets.values() if o.bet == bet for item in o.naming or ("",)} for f in self.odds
        )
        told: dict[object, BetChange] = {}
        names = [rules.names[bet] for rules in self.rules if bet in rules.names]
        # Where one side has too many names to be listed, they are not compared name by name.
        by_name = all(known.is_listed for known in names)
        if not by_name:
            before, after = map(_in_one, (before, after))
        # A bet of which nothing could be computed is told all the same, under no item.
        for item in dict.fromkeys([*before, *after, *compared]) or ("",):
            change = BetChange(bet, status, before.get(item), after.get(item), None, reason=reason, skipped=(one, two))
            named = [known.found(item) is not None for known in names]
            if status == "kept" and by_name and any(named) and not all(named):
                # An item that may be named in one of the texts alone.
                change = replace(change, status="gone" if named[0] else "new", reason="")
            elif self.is_same:
                change = replace(change, probability=Fraction(0), reason="")
            elif item in compared:
                joint = compared[item]
                change = replace(change, probability=joint.probability, changes=joint.changes, reason="")
                change = replace(change, provisions_only=joint.provisions_only, open_otherwise=joint.open_otherwise)
                change = replace(change, if_chosen_otherwise=joint.if_chosen_otherwise)
            elif compared:  # there is one side on which nobody may bet so
                change = replace(change, reason="never-placed")
            same = told.setdefault(change.key, change)
            told[change.key] = replace(same, naming=(*same.naming, item) if item else ())
        return tuple(told.values())

    def _strategies(self) -> Iterator[StrategyChange]:
        for one, two in _paired(*(side_odds.strategies for side_odds in self.odds)):
            if one and two:
                differs = not _plays_alike(one, two)
            else:
                some = one or two
                # Of a bet that is not analysed on a side it is not known what is best there.
                differs = some is not None and not any(some.analysed in side_odds.skipped for side_odds in self.odds)
            if differs:
                yield StrategyChange(one, two)

    def _examples(self, count: int) -> tuple[OutcomeExample, ...]:
        """Every way of settling differently, played; the simplest are kept."""
        games = tuple(map(game_of, self.sides, self.rules))
        # All are played, not those alone that are shown: what was counted and what is played must agree on each.
        examples = [
            _played(games, change.bet, way, self.became)
            for change in self.bets
            for way in change.changes
            # A bet that is never alone is followed alone, and cannot be played so.
            if not any(_is_never_alone(game, change.bet, way.example.naming) for game in games)
        ]
        examples.sort(key=lambda e: (len(e.deal.cards[0]), len(e.before.steps) + len(e.after.steps)))
        # Of the deals that change a gain alike, the simplest.
        kept: dict[object, OutcomeExample] = {}
        for example in examples:
            kept.setdefault((example.bet, example.before.net, example.after.net), example)
        return tuple(kept.values())[:count]


def _in_one(odds: dict[str, BetOdds]) -> dict[str, BetOdds]:
    """The odds of a bet by its names as those of all of them; none where they are not the same."""
    first, *others = odds.values() or (None,)
    return {"": replace(first, naming=())} if first and all(other is first for other in others) else {}


def _is_never_alone(game: Game, bet: str, naming: str) -> bool:
    return bool(never_alone(game.questions, alone(game.questions.judge.rules, bet, naming)))


def _played(games: tuple[Game, ...], bet: str, way: OutcomeChange, became: Callable[[str], str]) -> OutcomeExample:
    deal = way.example
    played = [play(game, bet, deal, index) for index, game in enumerate(games)]
    for end, expected in zip(played, (way.before, way.after), strict=True):
        # What was counted and what is played must be the same.
        assert end.net == expected.net, (bet, deal, end, expected)
    one, two = (end.provisions for end in played)
    kept = renumbered(one, became)
    apart = (
        tuple(e for e, now in zip(one, kept, strict=True) if now not in two),
        tuple(e for e in two if e not in kept),
    )
    return OutcomeExample(bet, deal, played[0], played[1], apart)


def _paired(before: Sequence[Strategy], after: Sequence[Strategy]) -> Iterator[tuple[Strategy | None, Strategy | None]]:
    """Choices about the same before and after: those between the same actions first, the others in their order."""
    left, pairs = list(after), dict[int, Strategy]()
    for strictly in (True, False):
        for place, one in enumerate(before):
            alike = (
                two
                for two in left
                if _about(one) == _about(two) and (one.alternatives == two.alternatives or not strictly)
            )
            if place not in pairs and (two := next(alike, None)):
                pairs[place] = two
                left.remove(two)
    yield from ((one, pairs.get(place)) for place, one in enumerate(before))
    yield from ((None, two) for two in left)


def _about(strategy: Strategy) -> tuple[str, str, tuple[str, ...], str]:
    return strategy.decision, strategy.bet, strategy.naming, strategy.placed


def _plays_alike(one: Strategy, two: Strategy) -> bool:
    """True if the same is best with each hand that there is under both rule sets."""
    if {*one.alternatives} != {*two.alternatives}:
        return False
    if one.is_large or two.is_large:
        return False  # nobody knows
    first, second = one.plays(), two.plays()
    shared = first.best.keys() & second.best.keys()
    # Where other objects are told apart, hands are not those of the other rule set.
    if first.kinds != second.kinds or not shared:
        if one.is_too_long or two.is_too_long:
            return False  # nobody knows
        told = [(dict(strategy.counts), strategy.threshold, strategy.table) for strategy in (one, two)]
        return bool(one.counts) and told[0] == told[1]
    return all(first.is_alike(second, seen) for seen in shared)


def running(rules: RuleSet) -> object:
    """All that decides what happens: not where two texts diverge, what else could be chosen, or what is not played."""
    run = {name: group for name, group in entries(rules).items() if name not in RUN_NOTHING}
    return run, begun(rules)
