"""The layer of outcomes laid out for people: odds in a table, ways of ending differently, best play, example deals."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import zip_longest

from lexludi.base.messages import Catalogue
from lexludi.base.numbers import exact, percent, points
from lexludi.diff.divergences import ValuePair, Weighed
from lexludi.diff.layout import Block, block
from lexludi.diff.outcomes import BetChange, OutcomeExample, Outcomes, Played, StrategyChange
from lexludi.exact.figures import Figures, with_names
from lexludi.exact.odds import BetOdds
from lexludi.exact.outcomes import UNSETTLED, Outcome
from lexludi.exact.strategy import Strategy
from lexludi.play.round_state import Money
from lexludi.play.telling import Teller
from lexludi.play.trace import Step
from lexludi.rules.naming import spelt

# Ways of ending differently that are listed for each bet.
WAYS = 8


class OutcomeLayout:
    """Lays out outcomes in the language of a catalogue: before and after, or, of texts of one time, of both in turn."""

    def __init__(self, words: Catalogue, before: Teller, after: Teller, *, is_succession: bool = True) -> None:
        self.words = words
        self.say = words.say
        self.tellers = before, after
        self.ends = ("before", "after") if is_succession else ("first", "second")

    def run(self, outcomes: Outcomes, divergences: tuple[Weighed, ...] = ()) -> Iterator[Block]:
        """All that there is to say."""
        if not outcomes.bets:
            yield block("note", self.say("diff.outcomes.no-bets"))
            return
        if outcomes.is_same:
            yield block("note", self.say("diff.outcomes.same-rules"))
        elif outcomes.is_proved_equal:
            yield block("note", self._none("diff.outcomes.none", outcomes))
        elif outcomes.is_proved_equal_where_kept and any(c.status == "kept" for c in outcomes.bets):
            yield block("note", self._none("diff.outcomes.none-kept", outcomes))
        yield self._table(outcomes.bets)
        yield block("note", self.say("diff.outcomes.assumed"))
        for change in outcomes.bets:
            yield from self._ways(change)
        for strategy in outcomes.strategies:
            yield from self._strategy(strategy)
        for number, example in enumerate(outcomes.examples, 1):
            yield from self._example(number, example)
        if divergences:
            yield from self._divergences(divergences)

    def _none(self, key: str, outcomes: Outcomes) -> str:
        """The sentence that no deal settles differently, where there are choices with the same ones."""
        # Rounds that settle alike, and odds that do not: only what is chosen can make the difference.
        if any(change.difference for change in outcomes.bets if change.status == "kept"):
            return self.say(f"{key}.play")
        return self.say(f"{key}.chosen" if outcomes.strategies else key)

    # ── Divergences, one at a time ──────────────────────────────────────────

    def _divergences(self, divergences: tuple[Weighed, ...]) -> Iterator[Block]:
        yield block("heading", self.say("diff.divergences"))
        yield block("note", self.say("diff.divergences.assumed"))
        for weighed in divergences:
            named = self.say("diff.divergence", reading=self._term(weighed.id), provisions=self._cited(weighed.eids))
            yield block("label", named)
            for pair in weighed.pairs:
                yield from self._pair(pair)

    def _pair(self, pair: ValuePair) -> Iterator[Block]:
        key = "taken" if pair.is_taken else "borne"
        before, after = self._term(str(pair.before)), self._term(str(pair.after))
        yield block("text", self.say(f"diff.divergence.{key}", before=before, after=after))
        if not pair.families:
            yield block("note", self.say("diff.divergence.same"))
        elif pair.is_proved_equal:
            families = self.words.join(self.say(f"diff.family.{family}") for family in pair.families)
            yield block("note", self.say("diff.divergence.none", rules=families))
        else:
            yield self._table(pair.bets)

    def _term(self, term: str) -> str:
        known = next((t for t in reversed(self.tellers) if term in t.glossary.entries), self.tellers[1])
        return known.term(term)

    def _name(self, name: str) -> str:
        return spelt(name, self._term)

    def _named(self, bet: BetChange | Strategy) -> str:
        """A bet, with what it was placed as, the hand for which there is a choice, and the items that it may name."""
        name = self._term(bet.bet)
        if isinstance(bet, Strategy) and bet.placed:
            name = self.say("odds.placed", bet=name, placed=self._term(bet.placed))
        if isinstance(bet, Strategy) and bet.hand:
            name = self.say("odds.of-hand", bet=name, hand=self.tellers[1].party(bet.hand))
        return with_names(self.words, name, bet.naming, self._name)

    def _cited(self, eids: Iterable[str]) -> str:
        return self.tellers[1].provisions(eids)

    # ── Bets ────────────────────────────────────────────────────────────────

    def _table(self, bets: tuple[BetChange, ...]) -> Block:
        heads = ("bet", *(f"edge-{end}" for end in self.ends), "difference", "probability")
        rows = [self._heads(*heads)]
        for change in bets:
            edges = (self._edge(change.before, change, "new"), self._edge(change.after, change, "gone"))
            rows.append((self._named(change), *edges, self.in_points(change.difference), self._probability(change)))
        return Block("table", rows=tuple(rows))

    def _heads(self, *names: str) -> tuple[str, ...]:
        return tuple(self.say(f"diff.outcomes.column.{name}") for name in names)

    def _edge(self, odds: BetOdds | None, change: BetChange, absent: str) -> str:
        if odds is None:
            return self.say(f"diff.outcomes.{absent}") if change.status == absent else "–"
        if odds.house_edge is None:
            return self.say("diff.outcomes.unsettled", probability=self.number(odds.unsettled))
        return self.number(odds.house_edge)

    def _probability(self, change: BetChange) -> str:
        if change.status != "kept":
            return "–"
        if change.probability is None:
            return self.say("diff.outcomes.not-compared", reason=self.words.obstacle(change.reason))
        if change.never_differs:
            return self.say("diff.outcomes.never")
        if change.probability == 0:
            return self.say(
                "diff.outcomes.chosen-best" if change.if_chosen_otherwise else "diff.outcomes.best-compared"
            )
        return self.number(change.probability)

    def number(self, value: Fraction | None) -> str:
        """An exact number with what it is about, as a percentage."""
        if value is None:
            return "–"
        if value.denominator == 1:
            return exact(value)
        return exact(value) + percent(value, self.words.language).join(self.words.brackets)

    def in_points(self, value: Fraction | None) -> str:
        """An exact difference of two numbers, in percentage points."""
        if not value:
            return self.number(value)
        return exact(value) + points(value, self.words.language).join(self.words.brackets)

    def _skipped(self, change: BetChange) -> Iterator[Block]:
        """Why there is no edge of a bet on a side, where the table does not say so."""
        is_told = change.status == "kept" and change.probability is None
        for end, reason in zip(self.ends, change.skipped, strict=True):
            if reason and not (is_told and reason == change.reason):
                words = {"column": self.say(f"diff.outcomes.column.edge-{end}"), "reason": self.words.obstacle(reason)}
                yield block("note", self.say("diff.outcomes.not-worked-out", bet=self._named(change), **words))

    def _ways(self, change: BetChange) -> Iterator[Block]:
        yield from self._skipped(change)
        if change.provisions_only:
            words = {"bet": self._named(change), "probability": self.number(change.provisions_only)}
            yield block("note", self.say("diff.outcomes.provisions-only", **words))
        if change.open_otherwise:
            words = {"bet": self._named(change), "probability": self.number(change.open_otherwise)}
            yield block("note", self.say("diff.outcomes.open-otherwise", **words))
        if not change.changes:
            return
        yield block("label", self.say("diff.outcomes.ways", bet=self._named(change)))
        rows = [self._heads(*self.ends, "probability")]
        for way in change.changes[:WAYS]:
            rows.append((self._outcome(way.before), self._outcome(way.after), self.number(way.probability)))
        yield Block("table", rows=tuple(rows))
        if len(change.changes) > WAYS:
            yield block("note", self.say("diff.outcomes.more", count=len(change.changes) - WAYS))

    def _outcome(self, outcome: Outcome) -> str:
        told = self.tellers[1].with_parts(self._ended(outcome.result, outcome.net), outcome.parts, self._ended)
        if outcome.category:
            told = self.say("diff.outcomes.with-category", outcome=told, category=self._term(outcome.category))
        return self.say("diff.outcomes.by", outcome=told, provisions=self._cited(outcome.provisions))

    def _ended(self, result: str, net: Money | None) -> str:
        """The end of a bet of one unit, in words."""
        return self.say(f"diff.result.{result}", net=abs(net or 0))

    # ── Best play ───────────────────────────────────────────────────────────

    def _strategy(self, change: StrategyChange) -> Iterator[Block]:
        some = change.before or change.after
        assert some is not None
        yield block("label", self.say("diff.strategy", bet=self._named(some), provisions=self._cited(some.provisions)))
        rows = [self._heads(*self.ends)]
        one, two = self._plays(change.before), self._plays(change.after)
        if one == two and change.before and change.after:
            # As many hands, but others.
            figures = map(Figures, self.tellers)
            one, two = (
                [*lines, *(line for line in f.play(s) if line not in lines)]
                for lines, f, s in zip((one, two), figures, (change.before, change.after), strict=True)
            )
        rows += zip_longest(one, two, fillvalue="")
        yield Block("table", rows=tuple(rows))

    def _plays(self, strategy: Strategy | None) -> list[str]:
        if strategy is None:
            return ["–"]
        out = [
            self.say("diff.strategy.count", action=self._term(action), count=count)
            for action, count in strategy.counts.items()
        ]
        figures = Figures(self.tellers[1])
        if strategy.threshold:
            out.extend(figures.threshold(strategy.threshold))
        if not strategy.counts:
            out.extend(line for line in figures.play(strategy) if line not in out)
        return out

    # ── Examples ────────────────────────────────────────────────────────────

    def _example(self, number: int, example: OutcomeExample) -> Iterator[Block]:
        yield block("label", self.say("diff.example", number=number, bet=self._term(example.bet)))
        one, two = (self.tellers[i].objects(cards) for i, cards in enumerate(example.deal.cards))
        yield block("text", self.say("diff.example.deal", objects=one))
        if two != one:
            yield block("text", self.say(f"diff.example.deal-{self.ends[1]}", objects=two))
        if example.deal.naming:
            yield block("text", self.say("diff.example.naming", item=self._name(example.deal.naming)))
        # Of a bet that one of the texts leaves open, the last line of its rounds says so.
        if UNSETTLED not in (example.before.result, example.after.result):
            yield block("text", self._settling(example))
        yield self._side_by_side(example)

    def _settling(self, example: OutcomeExample) -> str:
        if not any(example.apart):
            return self.say("diff.example.provisions", provisions=self._cited(example.provisions))
        before, after = (self._cited(eids) or "–" for eids in example.apart)
        if before == after:  # what stood at a number is gone, and another came there
            return self.say("diff.example.same-number", provisions=after)
        return self.say("diff.example.apart", before=before, after=after)

    def _side_by_side(self, example: OutcomeExample) -> Block:
        """Both traces: where they run together, told once; the beginning that they share, only counted."""
        told = [
            [*(self._step(teller, step) for step in played.steps), *self._undecided(played)]
            for teller, played in zip(self.tellers, (example.before, example.after), strict=True)
        ]
        rows = [self._heads(*self.ends)]
        # Matched as they are told, provisions included (Ratcliff–Obershelp); no line is taken for noise.
        for op, i1, i2, j1, j2 in SequenceMatcher(None, told[0], told[1], autojunk=False).get_opcodes():
            if op == "equal":
                same = self.say("diff.example.same", count=i2 - i1)
                rows.append((same, same))
                continue
            rows += zip_longest(told[0][i1:i2], told[1][j1:j2], fillvalue="")
        return Block("table", rows=tuple(rows))

    def _undecided(self, played: Played) -> Iterator[str]:
        """The last line of a bet that is not settled: that it is not, and between which provisions."""
        if played.result == UNSETTLED:
            told = self._ended(played.result, played.net)
            yield self.say("diff.example.step", sentence=told, provisions=self._cited(played.provisions))

    def _step(self, teller: Teller, step: Step) -> str:
        told = teller.tell(step)
        if cited := teller.grounds(step.provisions, step.rest.readings):
            told = self.say("diff.example.step", sentence=told, provisions=cited)
        return told
