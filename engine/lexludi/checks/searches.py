"""Shared searches: rounds that are played alike are searched once, whatever the text, its settings and its bets."""

from dataclasses import field

from lexludi.base.frozen import dataclass
from lexludi.checks.hand_tables import HandTables, meaning_of_hands
from lexludi.checks.layers import Ends
from lexludi.checks.likeness import depends_on, played
from lexludi.checks.orders import Order, compared_sizes, deals_of, order_of
from lexludi.checks.reachable import Reachable
from lexludi.checks.situations import NotSearched
from lexludi.checks.wagers import Wager, wagers
from lexludi.exact.budget import Budget, NotAnalysed
from lexludi.play.plan import Plan
from lexludi.play.questions import Questions
from lexludi.rules import meaning as m


@dataclass(frozen=True)
class Searched:
    """The rounds of each wager that were searched; and the questions that those which were not might ask, with why.

    Each has a program of its own, also as it is `written`, with no deals put off: rounds may be those of one that is
    alike, place by place, but for its provisions.
    Among them is the round that is shown before the betting, if one is; `shown` says whether it comes to its end.
    """

    rounds: tuple[Reachable, ...]
    plans: tuple[Plan, ...]
    written: tuple[Plan, ...]
    refused: tuple[tuple[str, tuple[str, ...]], ...]  # why, and the kinds of the bets
    shown: Ends = Ends.ALWAYS


@dataclass(eq=False)
class Searches:
    """The searches of one check, by value: nothing is found twice, and all is forgotten with the check.

    All of them are under one limit on time.
    """

    _of_rules: dict[object, Searched] = field(default_factory=dict)
    _rounds: dict[object, Reachable] = field(default_factory=dict)
    _orders: dict[object, Order] = field(default_factory=dict)
    _tables: HandTables = field(default_factory=HandTables)

    def of_rules(self, questions: Questions, budget: Budget) -> Searched:
        """The rounds of all wagers: how bets are settled is no part of them but where something depends on it."""
        # Settings that change only what rules say of rounds, and not the rounds, share a search.
        placed = tuple(wagers(questions))
        key = played(questions), placed
        if key not in self._of_rules:
            rounds, plans, written, refused, ends = [], [], [], [], Ends.ALWAYS
            every = [(wager, False) for wager in placed]
            if any(isinstance(e := rule.effect, m.Demonstrate) and e.rounds for rule in questions.judge.rules.steps):
                every.append((Wager(()), True))
            for wager, shown in every:
                try:
                    if wager.reason:
                        raise NotSearched(wager.reason)
                    new = Reachable(questions, wager.bets, budget, self._tables, shown=shown, status=wager.status)
                    rounds.append(self._run(new))
                    plans.append(new.plan)
                    written.append(new.written)
                    ends = rounds[-1].ends if shown else ends
                except (NotSearched, NotAnalysed) as problem:
                    reason = problem.reason if isinstance(problem, NotAnalysed) else str(problem)
                    refused.append((reason, tuple(bet.bet for bet in wager.bets)))
                    ends = Ends.SOMETIMES if shown else ends
            self._of_rules[key] = Searched(tuple(rounds), tuple(plans), tuple(written), tuple(refused), ends)
        return self._of_rules[key]

    def _run(self, new: Reachable) -> Reachable:
        """The rounds of a program, or those of an equal one that were searched before."""
        key = depends_on(new)
        if key not in self._rounds:
            self._rounds[key] = new.run()
        return self._rounds[key]

    def order(self, questions: Questions, budget: Budget) -> Order:
        """The order of the hands of a game; empty, where hands have no categories."""
        hands = questions.judge.hands
        rules, source = hands.rules, hands.rules.source
        if not rules.categories:
            return Order(())
        compared = compared_sizes(questions)
        key = (source.stocks, source.thrown, meaning_of_hands(rules), deals_of(hands, *m.OF_CATEGORY), compared)
        if key not in self._orders:
            self._orders[key] = order_of(hands, budget, compared)
        return self._orders[key]
