"""All rounds of one bettor at once: followed to their ends with exact weights, and back with the best choices."""

from collections.abc import Iterable
from fractions import Fraction
from math import prod

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.backward import Backward
from lexludi.exact.budget import Budget, NotAnalysed, RowMeter
from lexludi.exact.draws import Draws
from lexludi.exact.forward import Forward
from lexludi.exact.graph import Choice, End, Ended, EntryNode, Layer, States, onward
from lexludi.exact.interned import Interned
from lexludi.exact.kinds import Kind, interchangeable, kinds_of
from lexludi.exact.meters import feeding, stake_of
from lexludi.exact.multisets import HandTable, Ints
from lexludi.exact.observed import HandColumns, Observed
from lexludi.exact.slices import Slice, dealt_late, without_unread_draws
from lexludi.exact.stakes import refuse_by_stakes
from lexludi.exact.symmetry import Symmetry
from lexludi.play.plan import Alter, Ask, Chance, Pc, Placed, Plan, Verb, Who, ahead, walk
from lexludi.play.process import Process
from lexludi.play.questions import Questions
from lexludi.play.round_state import Map, Money, State
from lexludi.rules import meaning as m
from lexludi.rules.throws import thrower

# What is read of hands, by the kinds of objects that are told apart.
Tables = dict[tuple[Kind, ...], HandColumns]

# Nodes of a chain of rounds that are tried before an analysis is given up.
MAX_NODES = 10_000
# Ways from one to another that are held at a time: some hundred bytes each.
MAX_EDGES = 3_000_000
# Times its stake that may be on a bet whose rounds go on: one that doubles without end comes to it in 65 rounds.
MAX_STAKE = 2**64


@dataclass(frozen=True)
class RoundGraph:
    """The graph of all rounds from some nodes, each with its row in the first layer (`entry`).

    Layers note ends by their places in `ends`.
    """

    layers: list[Layer]
    choices: list[Choice]
    entry: Ints
    ends: list[End]


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
        refuse_by_stakes(self.slice)
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
        self.unit = stake_of(self.plan, questions)
        self.meters: Map[str, Money] | None = None  # what rounds begin with, if not as the settings have it
        self._feeding = feeding(self.plan, bet.bet)
        # Places from which somebody may choose before the round ends or is sent back.
        within = ahead({pc: onward(self.plan, pc) for pc in range(len(self.plan.ops))})
        self._asking = {
            pc for pc, places in within.items() if any(isinstance(self.plan.ops[at], Ask) for at in {pc, *places})
        }
        # Nodes from which nobody chooses, solved; graphs of others, which their choices hold in any case.
        self._decided: dict[EntryNode, dict[End, Fraction]] = {}
        self._kept: dict[EntryNode, RoundGraph] = {}
        observed = Observed(self.slice, columns, self._states, bet.naming)
        meter = RowMeter(budget or Budget(), _hands_dealt(self.plan, self.table))
        draws = Draws(self.process, observed, Who(bet.unit, 0), meter)
        symmetry = Symmetry(self.table, interchangeable(hands, read, bet.naming, kinds))
        # What is best for two programs is looked up by hands as they are.
        self._forward = Forward(
            self.process, observed, draws, symmetry, meter, self.unit, exchanges_early=table is None
        )

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
    def ends(self) -> Interned[End]:
        """The ends that have been met."""
        return self._states.ends

    @property
    def hands_dealt(self) -> int:
        """The number of combinations of hands that the parties may be dealt, or may throw."""
        return prod(number for _, number in self._forward.meter.hands)

    def start(self, bet: str = "", stake: Money = 1, naming: str = "") -> EntryNode:
        """The beginning of a round with the bet, or with one that was kept: of a kind, of a multiple of the stake."""
        state = self.process.start(self.process.stock_of_each, meters=self.meters)
        named = naming or self.bet.naming
        placed = state.bets[0]._replace(bet=bet or self.bet.bet, stake=stake * self.unit, naming=named)
        rest = self.rest[self._states.number(state.with_bet(0, placed))]
        return EntryNode(0, (), rest)

    def target(self, end: End) -> End:
        """The node after an end: a bet that was kept begins a round anew.

        Raises:
            NotAnalysed: it cannot be followed by itself, or its stake grows past all bounds (`stake-grows`).
        """
        if not isinstance(end, EntryNode):
            if not end.is_kept:
                return end
            if end.parts:
                raise NotAnalysed("not-analysed", end.provisions, reason="kept-with-others")
            # A round that adds to a meter changes what the next one pays: the bet would not begin the same round again.
            if self._feeding:
                raise NotAnalysed("not-analysed", self._feeding, reason="kept-with-meter")
            end = self.start(end.bet, end.stake, end.naming)
        if any(bet.stake > MAX_STAKE * self.unit for bet in end.rest.bets):
            raise NotAnalysed("not-analysed", self._growing, reason="stake-grows")
        return end

    @property
    def _growing(self) -> tuple[str, ...]:
        """The provisions of what makes stakes grow."""
        changes = (op for op in self.plan.ops if isinstance(op, Alter) and isinstance(op.change, m.Double | m.PutOn))
        return tuple(dict.fromkeys(p for op in changes for p in op.provisions))

    def solve(
        self, nodes: Iterable[EntryNode], worth: dict[EntryNode, Fraction], forced: str = ""
    ) -> tuple[dict[EntryNode, dict[End, Fraction]], list[Choice]]:
        """The probability of each end from each node, with the best play by what ends and nodes are worth; the choices.

        `forced` is an action that is always chosen where it may be.
        """
        rows: dict[EntryNode, dict[End, Fraction]] = {}
        choices: list[Choice] = []
        by_place: dict[Pc, list[EntryNode]] = {}
        for node in nodes:
            if node in self._decided:
                rows[node] = self._decided[node]
            elif node.pc in self._asking:
                graph = self._kept[node] = self._kept.get(node) or self._graph([node])
                (rows[node],) = self._solved(graph, worth, forced)
                for choice in graph.choices:
                    choice.node = node
                choices += graph.choices
            else:
                by_place.setdefault(node.pc, []).append(node)
        # Where nobody chooses nothing rests on worths, and rounds from all nodes of a place are followed at once.
        for alike in by_place.values():
            solutions = dict(zip(alike, self._solved_at_once(alike), strict=True))
            rows |= solutions
            self._decided |= solutions
        return rows, choices

    def _solved_at_once(self, nodes: list[EntryNode]) -> list[dict[End, Fraction]]:
        """The probabilities of ends from nodes from which nobody chooses, one by one if they are too much together."""
        # In a loop rows of one node would come to places at which those of another have been.
        if len(nodes) == 1 or not self._forward.loops:
            try:
                return self._solved(self._graph(nodes), {})
            except NotAnalysed:
                if len(nodes) == 1:
                    raise
        return [row for node in nodes for row in self._solved(self._graph([node]), {})]

    def _graph(self, nodes: list[EntryNode]) -> RoundGraph:
        """The graph of all rounds from nodes of one place.

        Raises:
            NotAnalysed: they lead to too many nodes, all of which would have to be followed (`chain-too-long`).
        """
        self._forward.expand(nodes)
        # Before it is solved: that takes memory by rows times ends, and nodes are as many as rows may be.
        if len(self.ends) > MAX_NODES and sum(isinstance(end, EntryNode) for end in self.ends) > MAX_NODES:
            raise NotAnalysed("not-analysed", reason="chain-too-long")
        layers = self._forward.layers
        # Ends are numbered over all nodes: those that are only met from others have no column here.
        noted = [ended.ends for layer in layers for ended in layer.ended]
        is_met = np.bincount(np.concatenate([np.zeros(0, dtype=np.int64), *noted]), minlength=len(self.ends)) > 0
        column = np.cumsum(is_met) - 1
        for layer in layers:
            layer.ended = [Ended(ended.rows, column[ended.ends]) for ended in layer.ended]
        ends = [self.ends[number] for number in np.flatnonzero(is_met).tolist()]
        return RoundGraph(layers, self._forward.choices, self._forward.entry.target, ends)

    def _solved(
        self, graph: RoundGraph, worth: dict[EntryNode, Fraction], forced: str = ""
    ) -> list[dict[End, Fraction]]:
        """The probabilities of ends from each node of a graph."""
        nets = [self._net(end, worth) for end in graph.ends]
        bets, meter = len(self.plan.bets), self._forward.meter
        backward = Backward(self.plan, graph.layers, graph.choices, nets, bets, forced, meter)
        return [{graph.ends[at]: probability for at, probability in row.items()} for row in backward.ends(graph.entry)]

    def release(self) -> None:
        """Let go of the rows that were followed."""
        self._forward.layers = []
        self._decided.clear()
        self._kept.clear()

    def _net(self, end: End, worth: dict[EntryNode, Fraction]) -> Fraction:
        """The worth of an end per unit staked; what no rule settles counts nothing."""
        target = self.target(end)
        if isinstance(target, EntryNode):
            return worth.get(target, Fraction(0))
        return target.worth


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
