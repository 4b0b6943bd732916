"""Exact figures in words of a language: percentages, thresholds, best plays, and what they rest on."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from lexludi.base.numbers import PLACES, count, decimal, exact, percent
from lexludi.exact.odds import BetOdds, Line, Odds
from lexludi.exact.strategy import Strategy
from lexludi.play.telling import Teller

BAR = 16
# So many exceptions from a threshold are named; of more, their number is given.
_NAMED = 8
_EIGHTHS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True)
class Figures:
    """Tells odds in the language of a teller."""

    teller: Teller

    # ── Numbers ─────────────────────────────────────────────────────────────

    @property
    def language(self) -> str:
        """The language of the teller."""
        return self.teller.catalogue.language

    def percent(self, value: Fraction, places: int = PLACES) -> str:
        """A share in per cent."""
        return percent(value, self.language, places)

    @staticmethod
    def bar(share: Fraction, most: Fraction) -> str:
        """A bar as long as a share, a whole one for the largest; never empty for what is possible."""
        eighths = max(1, round(8 * BAR * share / most)) if share else 0
        return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()

    # ── Bets ────────────────────────────────────────────────────────────────

    def bet(self, odds: BetOdds) -> str:
        """The expectation of a bet, its house edge and variance, in one sentence."""
        say = self.teller.catalogue.say
        if odds.expectation is None:
            return say("odds.bet.unsettled", bet=self.name(odds), probability=self.share(odds.unsettled))
        assert odds.house_edge is not None
        assert odds.variance is not None
        return say(
            "odds.bet",
            bet=self.name(odds),
            expectation=exact(odds.expectation),
            percent=self.percent(odds.expectation),
            edge=self.percent(odds.house_edge),
            variance=decimal(odds.variance, self.language),
        )

    def name(self, odds: BetOdds) -> str:
        """The bet, with the items that it may name for these odds."""
        bet = self.teller.term(odds.bet)
        if not odds.naming:
            return bet
        items = self.teller.catalogue.join(map(self.teller.term, odds.naming), "or")
        return self.teller.catalogue.say("odds.naming", bet=bet, items=items)

    def share(self, probability: Fraction) -> str:
        """A probability as a fraction and in per cent."""
        return self.teller.catalogue.say("odds.share", fraction=exact(probability), percent=self.percent(probability))

    def result(self, line: Line, bet: str) -> str:
        """The result of a bet under an outcome; with what the bet and its stake had become, where they changed."""
        say = self.teller.catalogue.say
        outcome = line.outcome
        notes = [] if outcome.bet == bet else [say("odds.became", bet=self.teller.term(outcome.bet))]
        if outcome.stake != 1:
            notes.append(say("odds.stake", times=outcome.stake))
        result = say(f"result.{outcome.result}")
        return say("odds.result", result=result, notes=say("list.separator").join(notes)) if notes else result

    def kept(self, odds: BetOdds) -> Iterator[str]:
        """The share of rounds that leave a bet undecided, if any do."""
        if odds.kept:
            yield self.teller.catalogue.say("odds.kept", probability=self.share(odds.kept))

    # ── Best plays ──────────────────────────────────────────────────────────

    def strategy(self, strategy: Strategy) -> Iterator[str]:
        """The best play at a choice, a sentence at a time."""
        say, term = self.teller.catalogue.say, self.teller.term
        if strategy.threshold is not None:
            yield say("odds.threshold", action=term(strategy.threshold["action"]), hand=self._hand(strategy))
            yield from self._exceptions(strategy)
        total = sum(strategy.counts.values())
        for action, number in strategy.counts.items():
            share = self.percent(Fraction(number, total), 2) if total else ""
            yield say("odds.count", action=term(action), count=count(number, self.language), percent=share)
        for action, cost in strategy.cost.items():
            yield say("odds.cost", action=term(action), cost=exact(cost), percent=self.percent(cost))

    def _hand(self, strategy: Strategy) -> str:
        """The lowest hand of a threshold: its items on one scale, or its objects."""
        assert strategy.threshold is not None
        hand, glossary = strategy.threshold, self.teller.glossary
        shown = "-".join(map(glossary.sign, hand["items"])) or self.teller.objects(hand["objects"])
        if not hand["category"]:
            return shown
        return self.teller.catalogue.say("odds.hand", hand=shown, category=self.teller.term(hand["category"]))

    def _exceptions(self, strategy: Strategy) -> Iterator[str]:
        assert strategy.threshold is not None
        below, listed = strategy.threshold["below"], strategy.threshold["exceptions"]
        if below and len(listed) <= _NAMED:
            hands = self.teller.catalogue.say("list.separator").join(map(self.teller.objects, listed))
            yield self.teller.catalogue.say("odds.exceptions.named", count=count(below, self.language), hands=hands)
        elif below:
            yield self.teller.catalogue.say("odds.exceptions", count=count(below, self.language))

    # ── Assumptions ─────────────────────────────────────────────────────────

    def assumptions(self, odds: Odds) -> Iterator[str]:
        """The assumptions behind the figures, a sentence each."""
        for name in odds.assumptions:
            yield self.teller.catalogue.say(f"assumption.{name}")
