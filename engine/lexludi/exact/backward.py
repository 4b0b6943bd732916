"""Backward through the graph of all rounds: for each row the probability of each end, with the best choices.

Probabilities are whole numbers over one denominator for each layer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from lexludi.exact.budget import NotAnalysed
from lexludi.exact.graph import Choice, Edge, Layer, provisions_at
from lexludi.exact.multisets import SAFE, Ints, distinct
from lexludi.play.plan import Ask, Chance, Plan


@dataclass(frozen=True)
class Values:
    """The probabilities of ends, as numerators over one denominator: each different row of them once (rows by ends).

    `places` says which of them each row of the layer has.
    """

    numerators: Ints
    denominator: int
    places: Ints

    def over(self, denominator: int, dtype: type) -> Ints:
        """The numerators over a multiple of the denominator."""
        numerators = self.numerators.astype(dtype, copy=False)
        return numerators if denominator == self.denominator else numerators * (denominator // self.denominator)


class Backward:
    """The values of the rows of a graph: `nets` is what each end is worth, `bets` how many bets end in each row.

    `forced` is an action that is always chosen where it may be.
    """

    def __init__(
        self,
        plan: Plan,
        layers: Sequence[Layer],
        choices: Sequence[Choice],
        nets: Sequence[Fraction],
        bets: int,
        forced: str,
    ) -> None:
        self.plan = plan
        self.layers = layers
        self.choices = {id(choice.layer): choice for choice in choices}
        self.bets = bets
        self.forced = forced
        self.width = len(nets)
        # What ends are worth, in whole numbers of one unit.
        self.unit = lcm(1, *(net.denominator for net in nets))
        self.nets = np.array([int(net * self.unit) for net in nets], dtype=object)
        hides = any(len(distinct(choice.columns())[0]) < len(choice.layer.rows) for choice in choices)
        self.reach = _reach(plan, layers) if hides else None
        self.values: list[Values] = []

    def solved(self) -> Values:
        """The values of the first layer; best choices are noted with the layers."""
        nothing = Values(np.zeros((0, self.width), dtype=np.int64), 1, np.zeros(0, dtype=np.int64))
        self.values = [nothing] * len(self.layers)
        for number in reversed(range(len(self.layers))):
            layer = self.layers[number]
            if layer.legal is not None:
                self.values[number] = self._chosen(layer, number)
            else:
                decided = self._decided(layer)
                self.values[number] = self._averaged(layer) if decided is None else decided
        return self.values[0]

    def _common(self, layer: Layer) -> tuple[int, type]:
        """A denominator for all rows that a layer leads to, and the type of numerators over it."""
        common = lcm(1, *(self.values[edge.layer].denominator for edge in layer.edges))
        return common, self._type(common)

    def _type(self, denominator: int) -> type:
        """The type of numerators: the ends of each bet add up to the denominator."""
        return np.int64 if denominator * self.bets < SAFE else object

    # ── Chance ──────────────────────────────────────────────────────────────

    def _decided(self, layer: Layer) -> Values | None:
        """The values of rows none of which goes on in more than one way; nothing, where chance has a part in it."""
        count = len(layer.rows)
        # For each row the edge by which it goes on, from one on, and the place of its values beyond it.
        by, beyond = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        for number, edge in enumerate(layer.edges, 1):
            if edge.ways is not None or by[edge.source].any():
                return None
            by[edge.source] = number
            beyond[edge.source] = self.values[edge.layer].places[edge.target]
        ends = [np.full(count, -1, dtype=np.int64) for _ in layer.ended]
        for column, ended in zip(ends, layer.ended, strict=True):
            column[ended.rows] = ended.ends
        # Rows that go on in the same way, to the same values and with the same ends, have the same values.
        first, places = distinct([by, beyond, *ends])
        self._refuse_lost(layer, by[first] + sum((column[first] >= 0 for column in ends), 0))
        common, dtype = self._common(layer)
        numerators = np.zeros((len(first), self.width), dtype=dtype)
        for number, edge in enumerate(layer.edges, 1):
            rows = by[first] == number
            numerators[rows] = self.values[edge.layer].over(common, dtype)[beyond[first[rows]]]
        for column in ends:
            rows = np.flatnonzero(column[first] >= 0)
            numerators[rows, column[first[rows]]] += common
        return Values(numerators, common, places)

    def _averaged(self, layer: Layer) -> Values:
        """Values of rows from those of the rows that they lead to, weighted by the ways."""
        count = len(layer.rows)
        totals = self._totals(layer)
        different, places = np.unique(totals, return_inverse=True)
        # Rows of which the ways add up to different totals are brought to one denominator.
        common, _ = self._common(layer)
        whole = lcm(1, *(int(total) for total in different if total))
        denominator = common * whole
        dtype = self._type(denominator)
        numerators = np.zeros((count, self.width), dtype=dtype)
        for edge in layer.edges:
            child = self.values[edge.layer]
            numerators += _weighted(edge, child.over(common, dtype), child.places[edge.target], count)
        factors = np.array([whole // int(total) if total else 0 for total in different], dtype=dtype)
        if (factors != 1).any():
            numerators *= factors[places.reshape(-1)][:, None]
        for ended in layer.ended:
            numerators[ended.rows, ended.ends] += denominator
        return Values(numerators, denominator, np.arange(count))

    def _totals(self, layer: Layer) -> Ints:
        """In how many ways each row goes on; none, where all bets end."""
        count = len(layer.rows)
        most = sum(len(edge.source) * (1 if edge.ways is None else int(edge.ways.max())) for edge in layer.edges)
        totals: Ints = np.zeros(count, dtype=np.int64 if most < SAFE else object)
        for edge in layer.edges:
            totals = totals + _summed(edge.source, _ways(edge), count)
        over = totals.copy()
        for ended in layer.ended:
            over[ended.rows] = 1
        self._refuse_lost(layer, over)
        return totals

    def _refuse_lost(self, layer: Layer, ways: Ints) -> None:
        """Every row goes on or ends."""
        if (ways == 0).any():
            raise NotAnalysed("not-analysed", provisions_at(self.plan, layer.pc), reason="stock-exhausted")

    # ── Choices ─────────────────────────────────────────────────────────────

    def _chosen(self, layer: Layer, number: int) -> Values:
        """Values of rows at which somebody chooses: the best action for each thing that they may see."""
        op = self.plan.ops[layer.pc]
        assert isinstance(op, Ask)
        assert layer.legal is not None
        common, dtype = self._common(layer)
        # Whoever chooses cannot tell the rows of a group apart, and takes their average.
        first, group = distinct(self.choices[id(layer)].columns())
        highest, chosen = np.zeros(len(first), dtype=object), np.full(len(first), -1, dtype=np.int64)
        tables: list[Ints] = []
        begins: dict[int, int] = {}
        places = np.zeros(len(layer.rows), dtype=np.int64)
        for edge in layer.edges:
            action = op.actions.index(edge.action)
            child = self.values[edge.layer]
            numerators = child.over(common, dtype)
            begins[action] = sum(map(len, tables))
            tables.append(numerators)
            worth = np.zeros(len(layer.rows), dtype=object)
            worth[edge.source] = self._worth(numerators, common)[child.places[edge.target]]
            total = self._of_groups(worth, group, len(first), number)
            legal = np.zeros(len(first), dtype=np.bool_)
            legal[group[layer.legal[:, action]]] = True
            better = legal & ((chosen < 0) | (total > highest))
            if self.forced in op.actions:
                forced = op.actions.index(self.forced)
                better = (better | (legal & (action == forced))) & (chosen != forced)
            highest[better], chosen[better] = total[better], action
        layer.chosen = chosen[group]
        for edge in layer.edges:
            action = op.actions.index(edge.action)
            taken = layer.chosen[edge.source] == action
            beyond = self.values[edge.layer].places[edge.target[taken]]
            places[edge.source[taken]] = begins[action] + beyond
        return Values(np.concatenate(tables), common, places)

    def _of_groups(self, worth: Ints, group: Ints, count: int, number: int) -> Ints:
        """What groups of rows are worth, each row counted as often as chance leads there, if there is more than one."""
        total = np.zeros(count, dtype=object)
        if self.reach is None:
            # Nothing is hidden: the rows of a group are one.
            total[group] = worth
        else:
            np.add.at(total, group, worth * self.reach[number])
        return total

    def _worth(self, numerators: Ints, denominator: int) -> Ints:
        """What rows of values are worth, in units of the nets over a denominator: exact, as Python's integers."""
        most = int(max((abs(net) for net in self.nets), default=0))
        if numerators.dtype != object and denominator * self.bets * most * max(self.width, 1) < SAFE:
            worth: Ints = (numerators @ self.nets.astype(np.int64)).astype(object)
            return worth
        worth = numerators.astype(object) @ self.nets
        return worth


def _weighted(edge: Edge, numerators: Ints, places: Ints, count: int) -> Ints:
    """The sums of the values that rows lead to, each taken in its number of ways: rows by ends."""
    ways = _ways(edge).astype(numerators.dtype, copy=False)
    if len(numerators) > 2 * numerators.shape[1]:
        return _summed(edge.source, numerators[places] * ways[:, None], count)
    # Of few different values it is first counted in how many ways each is met: rows by values.
    met = np.zeros(count * len(numerators), dtype=numerators.dtype)
    np.add.at(met, edge.source * len(numerators) + places, ways)
    met = met.reshape(count, len(numerators))
    out = np.zeros((count, numerators.shape[1]), dtype=numerators.dtype)
    for value, end in zip(*np.nonzero(numerators), strict=True):
        out[:, end] += met[:, value] * numerators[value, end]
    return out


def _reach(plan: Plan, layers: Sequence[Layer]) -> list[Ints]:
    """For each row, the probability of chance's part in coming there, up to a factor of its layer's rows."""
    reach: list[Ints] = [np.zeros(len(layer.rows), dtype=object) for layer in layers]
    reach[0][:] = Fraction(1)
    for number, layer in enumerate(layers):
        totals = np.zeros(len(layer.rows), dtype=object)
        for edge in layer.edges:
            totals += _summed(edge.source, _ways(edge).astype(object), len(layer.rows))
        for edge in layer.edges:
            share = reach[number][edge.source]
            if isinstance(plan.ops[layer.pc], Chance):
                ways = zip(_ways(edge).tolist(), totals[edge.source].tolist(), strict=True)
                share = share * np.array([Fraction(way, total) for way, total in ways], dtype=object)
            np.add.at(reach[edge.layer], edge.target, share)
    return reach


def _ways(edge: Edge) -> Ints:
    return np.ones(len(edge.source), dtype=np.int64) if edge.ways is None else edge.ways


def _summed(source: Ints, values: Ints, count: int) -> Ints:
    """The sums of values by the row that they come from; equal rows stand together."""
    out: Ints = np.zeros((count, *values.shape[1:]), dtype=values.dtype)
    if len(source):
        starts = np.flatnonzero(np.diff(source, prepend=-1))
        out[source[starts]] = np.add.reduceat(values, starts, axis=0)
    return out
