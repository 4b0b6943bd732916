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

    def bet(self, own: BetOdds) -> str:
        """The expectation of a bet, its house edge and variance, in one sentence."""
        say = self.teller.catalogue.say
        if own.expectation is None:
            return say("odds.bet.unsettled", bet=self.name(own), probability=self.share(own.unsettled))
        assert own.house_edge is not None
        assert own.variance is not None
        return say(
            "odds.bet",
            bet=self.name(own),
            expectation=exact(own.expectation),
            percent=self.percent(own.expectation),
            edge=self.percent(own.house_edge),
            variance=decimal(own.variance, self.language),
        )

    def name(self, own: BetOdds) -> str:
        """The bet, with the items that it may name for these odds."""
        bet = self.teller.term(own.bet)
        if not own.naming:
            return bet
        items = self.teller.catalogue.join(map(self.teller.term, own.naming), "or")
        return self.teller.catalogue.say("odds.naming", bet=bet, items=items)

    def share(self, probability: Fraction) -> str:
        """A probability as a fraction and in per cent."""
        return self.teller.catalogue.say("odds.share", fraction=exact(probability), percent=self.percent(probability))

    def result(self, line: Line, bet: str) -> str:
        """How an outcome ends the bet; with what it had become by then, and the stake, where they were changed."""
        say = self.teller.catalogue.say
        own = line.outcome
        notes = [] if own.bet == bet else [say("odds.became", bet=self.teller.term(own.bet))]
        if own.stake != 1:
            notes.append(say("odds.stake", times=own.stake))
        result = say(f"result.{own.result}")
        return say("odds.result", result=result, notes=say("list.separator").join(notes)) if notes else result

    def kept(self, own: BetOdds) -> Iterator[str]:
        """What happens to a bet that a round does not decide."""
        if own.kept:
            yield self.teller.catalogue.say("odds.kept", probability=self.share(own.kept))

    # ── Best plays ──────────────────────────────────────────────────────────

    def strategy(self, own: Strategy) -> Iterator[str]:
        """The best play at a choice, a sentence at a time."""
        say, term = self.teller.catalogue.say, self.teller.term
        if own.threshold is not None:
            yield say("odds.threshold", action=term(own.threshold["action"]), hand=self._hand(own))
            yield from self._exceptions(own)
        total = sum(own.counts.values())
        for action, number in own.counts.items():
            share = self.percent(Fraction(number, total), 2) if total else ""
            yield say("odds.count", action=term(action), count=count(number, self.language), percent=share)
        for action, cost in own.cost.items():
            yield say("odds.cost", action=term(action), cost=exact(cost), percent=self.percent(cost))

    def _hand(self, own: Strategy) -> str:
        """The lowest hand of a threshold: its items on one scale, or its objects."""
        assert own.threshold is not None
        hand, glossary = own.threshold, self.teller.glossary
        shown = "-".join(map(glossary.sign, hand["items"])) or self.teller.objects(hand["objects"])
        if not hand["category"]:
            return shown
        return self.teller.catalogue.say("odds.hand", hand=shown, category=self.teller.term(hand["category"]))

    def _exceptions(self, own: Strategy) -> Iterator[str]:
        assert own.threshold is not None
        below, listed = own.threshold["below"], own.threshold["exceptions"]
        if below and len(listed) <= _NAMED:
            hands = self.teller.catalogue.say("list.separator").join(map(self.teller.objects, listed))
            yield self.teller.catalogue.say("odds.exceptions.named", count=count(below, self.language), hands=hands)
        elif below:
            yield self.teller.catalogue.say("odds.exceptions", count=count(below, self.language))

    # ── What they rest on ───────────────────────────────────────────────────

    def assumptions(self, found: Odds) -> Iterator[str]:
        """What the figures assume, a sentence each."""
        for name in found.assumptions:
            yield self.teller.catalogue.say(f"assumption.{name}")
