"""All rounds of one bettor at once: followed to their ends with exact weights, and back with the best choices."""

from fractions import Fraction

import numpy as np

from lexludi.exact.backward import Backward
from lexludi.exact.budget import Budget, NotAnalysed, RowMeter
from lexludi.exact.draws import Draws
from lexludi.exact.forward import Forward
from lexludi.exact.graph import Choice, End, Ended, EntryNode, States
from lexludi.exact.kinds import Kind, interchangeable, kinds_of
from lexludi.exact.meters import feeding, stake_of
from lexludi.exact.multisets import HandTable
from lexludi.exact.observed import HandColumns, Observed
from lexludi.exact.outcomes import Outcome
from lexludi.exact.slices import Slice, dealt_late, without_unread_draws
from lexludi.exact.symmetry import Symmetry
from lexludi.play.plan import Chance, Placed, Plan, Verb, Who, walk
from lexludi.play.process import Process, Questions
from lexludi.play.round_state import Map, Money, State, StockState
from lexludi.rules.throws import thrower

# What is read of hands, by the kinds of objects that are told apart.
Tables = dict[tuple[Kind, ...], HandColumns]


class Layers:
    """The rounds of one bettor with some bets, from a place in the program to their ends.

    The bets of `beside` go through the same rounds as `bet`, each as if it were placed alone:
    what becomes of it is among the ends too. `tables` are shared between bets. A `table` numbers
    the hands where another analysis uses the same numbers: it tells apart all that is read here.

    Raises:
        NotAnalysed: there are too many rows, or what is read is not modelled here.
    """

    def __init__(
        self,
        questions: Questions,
        bet: Placed,
        budget: Budget | None = None,
        beside: tuple[Placed, ...] = (),
        tables: Tables | None = None,
        table: HandTable | None = None,
    ) -> None:
        self.plan = self._followed_plan(questions, (bet, *beside))
        self.process = Process(self.plan, questions)
        self.bet = bet
        self.slice = Slice(self.plan, questions)
        hands, read = questions.judge.hands, self.slice.all_observables
        kinds = list(table.kinds) if table else kinds_of(hands, read, bet.naming)
        tables = {} if tables is None else tables
        # Readings are kept with the table of hands, for all bets that tell the same objects apart.
        if tuple(kinds) not in tables:
            tables[tuple(kinds)] = HandColumns(table or HandTable(kinds, hands.material.faces), questions.judge)
        columns = tables[tuple(kinds)]
        self.table = columns.table
        self.strengths = columns.strengths
        self._states = States(self.slice)
        # So much is staked; what comes of it is told in multiples of that.
        self.unit = stake_of(questions.judge.rules, bet.bet)
        self.meters: Map[str, Money] | None = None  # what rounds begin with, if not as the settings have it
        self._feeding = feeding(self.plan, bet.bet)
        observed = Observed(self.slice, columns, self._states, bet.naming)
        meter = RowMeter(budget or Budget(), _hands_dealt(self.plan, self.table))
        draws = Draws(self.process, observed, Who(bet.unit, 0), meter)
        symmetry = Symmetry(self.table, interchangeable(hands, read, bet.naming, kinds))
        self._forward = Forward(self.process, observed, draws, symmetry, meter, self.unit)

    @staticmethod
    def _followed_plan(questions: Questions, bets: tuple[Placed, ...]) -> Plan:
        """The program of a round with some bets, as it is followed: without what nobody reads, hands dealt late."""
        plan = walk(questions.judge.rules, bets)
        return dealt_late(without_unread_draws(plan, questions), questions)

    @property
    def rest(self) -> list[State]:
        """The rest of each state, its hands apart, by number."""
        return self._states.rest

    @property
    def ends(self) -> list[End]:
        """The ends that have been met."""
        return self._states.ends

    @property
    def choices(self) -> list[Choice]:
        """The choices met on the way from the node that was solved last."""
        return self._forward.choices

    def start(self, bet: str = "", stake: Money = 1, naming: str = "") -> EntryNode:
        """The beginning of a round with the bet, or with one that was kept: of a kind, of a multiple of the stake."""
        state = self.process.start(StockState(fresh=False), meters=self.meters)
        named = naming or self.bet.naming
        placed = state.bets[0]._replace(bet=bet or self.bet.bet, stake=stake * self.unit, naming=named)
        rest = self.rest[self._states.number(state.with_bet(0, placed))]
        return EntryNode(0, (), rest)

    def target(self, end: End) -> End:
        """The node after an end: a bet that was kept begins a round anew."""
        if not isinstance(end, Outcome) or not end.is_kept:
            return end
        if end.parts:
            raise NotAnalysed("not-analysed", end.provisions, reason="kept-with-others")
        # A round that adds to a meter changes what the next one pays: the bet would not begin the same round again.
        if self._feeding:
            raise NotAnalysed("not-analysed", self._feeding, reason="kept-with-meter")
        return self.start(end.bet, end.stake, end.naming)

    def solve(self, node: EntryNode, worth: dict[EntryNode, Fraction], forced: str = "") -> dict[End, Fraction]:
        """The probability of each end from a node, with the best play by what ends and nodes are worth.

        `forced` is an action that is always chosen where it may be.
        """
        self._forward.expand(node)
        layers = self._forward.layers
        # Ends are numbered over all nodes: those that are only met from others have no column here.
        noted = [own.ends for layer in layers for own in layer.ended]
        is_met = np.bincount(np.concatenate([np.zeros(0, dtype=np.int64), *noted]), minlength=len(self.ends)) > 0
        column = np.cumsum(is_met) - 1
        for layer in layers:
            layer.ended = [Ended(own.rows, column[own.ends]) for own in layer.ended]
        ends = [self.ends[number] for number in np.flatnonzero(is_met).tolist()]
        nets = [self._net(end, worth) for end in ends]
        bets = len(self.plan.bets)
        top = Backward(self.plan, layers, self.choices, nets, bets, forced, self._forward.meter).solved()
        numerators = top.numerators[top.places[0]]
        return {
            end: Fraction(int(numerator), top.denominator)
            for end, numerator in zip(ends, numerators, strict=True)
            if numerator
        }

    def release(self) -> None:
        """Let go of the rows that were followed last."""
        self._forward.layers = []

    def _net(self, end: End, worth: dict[EntryNode, Fraction]) -> Fraction:
        """The worth of an end per unit staked; what no rule settles counts nothing."""
        target = self.target(end)
        if isinstance(target, EntryNode):
            return worth.get(target, Fraction(0))
        return target.net or Fraction(0)


def _hands_dealt(plan: Plan, table: HandTable) -> tuple[tuple[str, int], ...]:
    """Numbers of hands that each party may be dealt, or may throw."""
    hands: dict[str, int] = {}
    for op in plan.ops:
        match op:
            case Chance(Verb.DEAL, kind, units, count):
                number = table.hands_of(kind, count or 0)
            case Chance(Verb.THROW, kind, units, count):
                number = table.faces_of(kind, count or 0)
            case _:
                continue
        hands |= {thrower(unit): max(number, hands.get(thrower(unit), 0)) for unit in units}
    return tuple(sorted(hands.items()))
