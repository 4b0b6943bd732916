"""Exact figures in words of a language: percentages, thresholds, best plays, and what they rest on."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.base.numbers import PLACES, count, decimal, exact, percent
from lexludi.exact.best_table import MAX_ROWS, BestTable, DealRow, ShownHand
from lexludi.exact.odds import BetOdds, Line, Odds
from lexludi.exact.situations import Numbers
from lexludi.exact.strategy import Strategy, Threshold
from lexludi.play.plan import Unit
from lexludi.play.telling import Teller

BAR = 16
# As many items that a bet may name are told one by one.
NAMES = 6
# So many exceptions from a threshold are named; of more, their number is given.
_NAMED = 8
_EIGHTHS = " ▏▎▍▌▋▊▉█"

# Hands that are seen together: those of one side of a table.
_Held = tuple[ShownHand, ...]


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
            f"odds.bet{_for_bettor(odds.house_edge)}",
            bet=self.name(odds),
            expectation=exact(odds.expectation),
            percent=self.percent(odds.expectation),
            edge=self.percent(abs(odds.house_edge)),
            variance=decimal(odds.variance, self.language),
        )

    def name(self, odds: BetOdds | Strategy) -> str:
        """The bet, with the items that it may name for these odds, or for this play; of many, the first few."""
        bet, say = self.teller.term(odds.bet), self.teller.catalogue.say
        # A choice about one bet may be met by way of another, moved there, with another best play.
        if isinstance(odds, Strategy) and odds.placed:
            bet = say("odds.placed", bet=bet, placed=self.teller.term(odds.placed))
        if isinstance(odds, Strategy) and odds.hand:
            bet = say("odds.of-hand", bet=bet, hand=self.teller.party(odds.hand))
        return with_names(self.teller.catalogue, bet, odds.naming, self.teller.name)

    def share(self, probability: Fraction) -> str:
        """A probability as a fraction and in per cent."""
        return self.teller.catalogue.say("odds.share", fraction=exact(probability), percent=self.percent(probability))

    def result(self, line: Line, bet: str) -> str:
        """The result of a bet under an outcome; with what the bet and its stake had become, where they changed."""
        say = self.teller.catalogue.say
        outcome = line.outcome
        notes = [] if outcome.bet == bet else [say("odds.became", bet=self.teller.term(outcome.bet))]
        if outcome.stake != 1 and not outcome.parts:
            notes.append(say("odds.stake", times=exact(Fraction(outcome.stake))))
        for part in outcome.parts:
            key = "ends.part" if part.stake == 1 else "odds.part-staked"
            times, ended = exact(Fraction(part.stake)), say(f"result.{part.result}")
            notes.append(say(key, bet=self.teller.term(part.bet), result=ended, times=times))
        return self.teller.with_notes(say(f"result.{outcome.result}"), notes)

    def kept(self, odds: BetOdds) -> Iterator[str]:
        """The share of rounds that leave a bet undecided, if any do."""
        if odds.kept:
            yield self.teller.catalogue.say("odds.kept", probability=self.share(odds.kept))

    def shares(self, odds: BetOdds) -> Iterator[str]:
        """The bets that rules put beside a bet, if any do, with what each of them is worth; all that is staked."""
        say = self.teller.catalogue.say
        if not odds.shares:
            return
        if odds.house_edge is not None:
            edge = self.percent(abs(odds.house_edge) / odds.mean_stake)
            key = f"odds.mean-stake{_for_bettor(odds.house_edge)}"
            yield say(key, stake=exact(odds.mean_stake), edge=edge)
        for share in odds.shares:
            if share.net is not None:
                bet, placed = self.teller.term(share.bet), self.share(share.probability)
                yield say("odds.share-of", bet=bet, probability=placed, expectation=exact(share.net))

    # ── Best plays ──────────────────────────────────────────────────────────

    def strategy(self, strategy: Strategy) -> Iterator[str]:
        """The best play at a choice, a sentence at a time."""
        say, term = self.teller.catalogue.say, self.teller.term
        if strategy.threshold is not None:
            yield self._from(strategy.threshold)
        yield from self.play(strategy)
        total = sum(strategy.counts.values())
        for action, number in strategy.told_counts.items():
            every = count(total, self.language)
            yield say("odds.count", action=term(action), count=count(number, self.language), total=every)
        for action, cost in strategy.cost.items():
            key, percent = "odds.cost.first" if strategy.comes_again else "odds.cost", self.percent(cost)
            staked = term(strategy.staked or strategy.bet)
            yield say(key, action=term(action), cost=exact(cost), bet=staked, percent=percent)

    def play(self, strategy: Strategy) -> Iterator[str]:
        """The best play beyond a threshold, or that it takes too many rows to be told; and where others are as good.

        And among which choices it is the best, where others need an amount.
        """
        for action in strategy.left_out:
            yield self.teller.catalogue.say("odds.left-out", action=self.teller.term(action))
        if strategy.threshold is not None:
            yield from self.exceptions(strategy.threshold)
        elif strategy.table is not None:
            yield from self.table(strategy.table)
        elif strategy.is_too_long:
            yield self.teller.catalogue.say("odds.table.too-long", limit=MAX_ROWS)
        for action in strategy.as_good:
            yield self.teller.catalogue.say("odds.as-good", action=self.teller.term(action))
        if strategy.tied and strategy.cases:
            words = {"count": count(strategy.tied, self.language), "total": count(strategy.cases, self.language)}
            yield self.teller.catalogue.say("odds.tied", **words)
        elif strategy.tied:
            yield self.teller.catalogue.say("odds.tied.some")

    def threshold(self, threshold: Threshold) -> Iterator[str]:
        """The hand from which an action is the best, and the hands with which it is otherwise."""
        yield self._from(threshold)
        yield from self.exceptions(threshold)

    def _from(self, threshold: Threshold) -> str:
        action, hand = self.teller.term(threshold.action), self._hand(threshold)
        return self.teller.catalogue.say("odds.threshold", action=action, hand=hand)

    def _hand(self, threshold: Threshold) -> str:
        """The lowest hand of a threshold: its items on one scale, or its objects."""
        shown = ("-" if threshold.items else " ").join(self.signs(threshold))
        if not threshold.category:
            return shown
        return self.teller.catalogue.say("odds.hand", hand=shown, category=self.teller.term(threshold.category))

    def signs(self, threshold: Threshold) -> tuple[str, ...]:
        """The signs of the lowest hand of a threshold: of its items on one scale, where these tell it, or objects."""
        if threshold.items:
            return tuple(map(self.teller.glossary.sign, threshold.items))
        return tuple(map(self.teller.object, threshold.objects))

    def exceptions(self, threshold: Threshold) -> Iterator[str]:
        """The lower hands with which the action is the best as well, in a sentence, if there are any."""
        below, listed = threshold.below, threshold.exceptions
        # An object of a kind stands for all of it: each hand is named only where every one is listed.
        if below and below == len(listed) <= _NAMED:
            hands = self.teller.catalogue.say("list.separator").join(map(self.teller.objects, listed))
            yield self.teller.catalogue.say("odds.exceptions.named", count=count(below, self.language), hands=hands)
        elif below:
            yield self.teller.catalogue.say("odds.exceptions", count=count(below, self.language))

    # ── Tables ──────────────────────────────────────────────────────────────

    def table(self, table: BestTable) -> Iterator[str]:
        """A table as sentences: for each choice that is offered, hands, or numbers kept, by what is best with them."""
        say, catalogue = self.teller.catalogue.say, self.teller.catalogue
        offers = list(dict.fromkeys(row.offered for row in table.rows))
        by_numbers = any(row.numbers for row in table.rows)
        offered_several = [offered for offered in offers if len(offered) > 1]
        # Where everything is forced, hands tell what; what is forced elsewhere comes last, in one sentence.
        forced = [offered for offered in offers if offered_several and len(offered) == 1]
        for offered in offered_several or [()]:
            rows = [row for row in table.rows if row.offered == offered or not offered]
            if len(offers) > 1 and offered:
                quoted = (say("odds.table.action", action=self.teller.term(action)) for action in offered)
                yield say("odds.table.offered", actions=catalogue.join(quoted, "and"))
            if by_numbers and not any(row.hands for row in rows):
                yield self._by_numbers(rows)
                continue
            for numbers, kept in _together(rows):
                if by_numbers:
                    yield say("odds.table.where", numbers=self._numbers(numbers))
                yield from self._by_hands(kept, table.own)
        if forced:
            only = (say("odds.table.only.action", action=self.teller.term(action)) for (action,) in forced)
            yield say("odds.table.only", actions=catalogue.join(only, "or"))
        if table.alike:
            kinds = (catalogue.join(map(self.teller.object, kind), "and") for kind in table.alike)
            yield say("odds.table.alike", kinds=say("list.separator").join(kinds))
        otherwise = sum(row.others for row in table.rows)
        # Objects themselves can only tell what their totals do not, and what came before only what is no number kept.
        if otherwise and (by_numbers or any(hand.total is None for row in table.rows for hand in row.hands)):
            yield say("odds.table.others.some")
        elif otherwise:
            total = sum(sum(row.counts.values()) for row in table.rows)
            share = self.percent(Fraction(otherwise, total), 2)
            key = "odds.table.others.both" if table.by_objects else "odds.table.others.past"
            key = key if table.by_past else "odds.table.others"
            yield say(key, count=count(otherwise, self.language), percent=share)

    def _by_numbers(self, rows: list[DealRow]) -> str:
        """The best play by the numbers that the round keeps, where these alone decide."""
        say, plays = self.teller.catalogue.say, dict[str, list[Numbers]]()
        for row in rows:
            plays.setdefault(row.best, []).append(row.numbers)
        told = (
            say("odds.table.decided", action=self.teller.term(action), numbers=self._numbers(numbers))
            for action, numbers in plays.items()
        )
        return say("odds.table.alone", plays=say("list.separator").join(told))

    def _numbers(self, several: list[Numbers]) -> str:
        """Numbers kept, one set of them or another; the values of one number alone as ranges."""
        say, join = self.teller.catalogue.say, self.teller.catalogue.join

        def told(name: str, values: str) -> str:
            return say("odds.table.number", number=self.teller.term(name), values=values)

        if len(names := {name for numbers in several for name, _ in numbers}) == 1:
            (name,) = names
            values = sorted(value for numbers in several for _, value in numbers)
            each = [told(name, join(_ranges(values), "or"))]
        else:
            each = [join(told(name, str(value)) for name, value in numbers) for numbers in several if numbers]
        return join([*each, *(say("odds.table.number.none") for numbers in several if not numbers)], "or")

    def _by_hands(self, rows: list[DealRow], holders: Sequence[Unit]) -> Iterator[str]:
        """The best play by hands: a sentence for those of others against which the same is."""
        say = self.teller.catalogue.say
        yield from (say("odds.table.unseen", action=self.teller.term(row.best)) for row in rows if not row.hands)
        for others, plays in _alike([row for row in rows if row.hands], holders):
            joined = say("list.separator").join(self._play(action, hands) for action, hands in plays)
            if others[0]:
                yield say("odds.table.row", others=self._others(others), plays=joined)
            else:
                yield say("odds.table.alone", plays=joined)

    def _play(self, action: str, several: list[_Held]) -> str:
        """An action with the hands of the bettor, of which the parts are named; without any, the action alone."""
        say, join = self.teller.catalogue.say, self.teller.catalogue.join
        if not any(several):
            return say("odds.table.choose", action=self.teller.term(action))
        if all(len(hands) == 1 for hands in several):
            each = self._hands([hands[0] for hands in several])
        else:
            each = (join(self._of(hand, *self._hands([hand])) for hand in hands) for hands in several)
        return say("odds.table.play", action=self.teller.term(action), hands=join(each, "or"))

    def _others(self, several: list[_Held]) -> str:
        """Hands with their holders, those of one holder together where there is no other."""
        alone = [hands[0] for hands in several if len(hands) == 1]
        if len(alone) == len(several) and len({(hand.holder, hand.thrown) for hand in alone}) == 1:
            return self._of(alone[0], self.teller.catalogue.join(self._hands(alone), "or"))
        each = (self.teller.catalogue.join(self._of(hand, *self._hands([hand])) for hand in hands) for hands in several)
        return self.teller.catalogue.say("list.separator").join(each)

    def _of(self, shown: ShownHand, hand: str) -> str:
        key = "odds.table.throw" if shown.thrown else "odds.table.hand"
        return self.teller.about(key, {"party": shown.holder}, hand=hand)

    def _hands(self, hands: list[ShownHand]) -> Iterator[str]:
        """Hands in words, those to which the same was drawn last together."""
        for last in dict.fromkeys(hand.drawn for hand in hands):
            drawn = self.teller.objects(last)
            for words in self._of_last([hand for hand in hands if hand.drawn == last]):
                yield self.teller.catalogue.say("odds.table.drawn", hand=words, drawn=drawn) if last else words

    def _of_last(self, hands: list[ShownHand]) -> Iterator[str]:
        """Hands in words: totals that follow one another as a range."""
        for key, raised in (("odds.table.totals", False), ("odds.table.raised", True)):
            totals = sorted(hand.total for hand in hands if hand.total is not None and hand.raised == raised)
            if totals:
                shown = self.teller.catalogue.join(_ranges(totals))
                yield self.teller.catalogue.say(key, totals=shown)
        yield from (self.teller.objects(hand.objects) for hand in hands if hand.total is None)

    # ── Assumptions ─────────────────────────────────────────────────────────

    def assumptions(self, odds: Odds) -> Iterator[str]:
        """The assumptions behind the figures, a sentence each."""
        for name in odds.assumptions:
            yield self.teller.catalogue.say(f"assumption.{name}")
        yield from self.meters(odds)

    def meters(self, odds: Odds) -> Iterator[str]:
        """The meters out of which bets are paid: what the figures take to be in them, and the break-even amounts."""
        say, language = self.teller.catalogue.say, self.language
        for meter in odds.meters:
            words = {
                "bet": self.name(odds.bets[meter.bet]),
                "meter": self.teller.term(meter.meter),
                "value": count(meter.value, language),
                "stake": count(meter.stake, language) if isinstance(meter.stake, int) else exact(meter.stake),
            }
            yield say("odds.meter", **words)
            if meter.slope and meter.break_even is not None:
                even = exact(meter.break_even) + decimal(meter.break_even, language, 2).join(
                    self.teller.catalogue.brackets
                )
                key = "odds.meter.linear" if meter.break_even >= 0 else "odds.meter.linear.always"
                yield say(key, **words, slope=exact(meter.slope), even=even)


def with_names(words: Catalogue, bet: str, names: Sequence[str], name: Callable[[str], str]) -> str:
    """A bet in words with what it may name; of many names their number, and the first few."""
    if not names:
        return bet
    if len(names) > NAMES:
        first = words.join(map(name, names[: NAMES // 2]))
        return words.say("odds.naming.many", bet=bet, items=first, count=count(len(names), words.language))
    return words.say("odds.naming", bet=bet, items=words.join(map(name, names), "or"))


def _for_bettor(house_edge: Fraction) -> str:
    """The end of the key of a sentence that tells an advantage: whose it is."""
    return ".bettor" if house_edge < 0 else ""


def _alike(rows: list[DealRow], holders: Sequence[Unit]) -> list[tuple[list[_Held], list[tuple[str, list[_Held]]]]]:
    """The rows of a table by the hands of others, those together against which the same is best."""
    by_others: dict[_Held, dict[_Held, str]] = {}
    for row in rows:
        others = tuple(hand for hand in row.hands if hand.thrown or hand.holder not in holders)
        held = tuple(hand for hand in row.hands if hand not in others)
        by_others.setdefault(others, {})[held] = row.best
    together: dict[tuple[tuple[_Held, str], ...], list[_Held]] = {}
    for others, best in by_others.items():
        together.setdefault(tuple(sorted(best.items())), []).append(others)
    out = []
    for best_of, several in together.items():
        plays: dict[str, list[_Held]] = {}
        for held, action in best_of:
            plays.setdefault(action, []).append(held)
        out.append((several, list(plays.items())))
    return out


def _together(rows: list[DealRow]) -> Iterator[tuple[list[Numbers], list[DealRow]]]:
    """The rows of a table by the numbers kept, those together under which the same is best with the same hands."""
    by_numbers: dict[Numbers, list[DealRow]] = {}
    for row in rows:
        by_numbers.setdefault(row.numbers, []).append(row)
    together: dict[tuple[tuple[tuple[ShownHand, ...], str], ...], list[Numbers]] = {}
    for numbers, kept in by_numbers.items():
        together.setdefault(tuple((row.hands, row.best) for row in kept), []).append(numbers)
    for several in together.values():
        yield several, by_numbers[several[0]]


def _ranges(numbers: list[int]) -> Iterator[str]:
    """Numbers in ascending order, those that follow one another as a range."""
    # Numbers that follow one another differ by the same from their places.
    for _, following in groupby(enumerate(numbers), lambda placed: placed[1] - placed[0]):
        first, *more = (number for _, number in following)
        yield f"{first}–{more[-1]}" if more else str(first)
