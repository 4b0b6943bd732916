"""Backward through the graph of all rounds: the probability of each end, or what is gained with the best choices.

Either is a row of whole numbers over one denominator for each layer. Where somebody chooses, what is gained is all that
is carried back; ends are counted forward, with what is best chosen.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import lcm

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.budget import ROW, NotAnalysed, RowMeter
from lexludi.exact.graph import Choice, Edge, Layer
from lexludi.exact.multisets import SAFE, Ints, distinct
from lexludi.play.plan import Ask, Plan, provisions_at


@dataclass(frozen=True)
class Values:
    """The probabilities of ends, or one worth, as numerators over one denominator: each different row of them once.

    They are rows by ends, or by one column; `places` says which of them each row of the layer has.
    """

    numerators: Ints
    denominator: int
    places: Ints

    def of(self, rows: Ints, denominator: int, dtype: type) -> tuple[Ints, Ints]:
        """The numerators of some rows over a multiple of the denominator, and for each row the place of its own."""
        numerators, places = self.numerators, self.places[rows]
        # Of a table with more rows than are asked for, only those are brought to the common denominator.
        if len(numerators) > len(places):
            numerators, places = numerators[places], np.arange(len(places))
        numerators = numerators.astype(dtype, copy=False)
        factor = denominator // self.denominator
        return (numerators if factor == 1 else numerators * factor), places


class Backward:
    """The values of the rows of a graph: `nets` is what each end is worth, `bets` how many bets end in each row.

    `forced` is an action that is always chosen where it may be. With choices there is one row in the first layer.
    """

    def __init__(
        self,
        plan: Plan,
        layers: Sequence[Layer],
        choices: Sequence[Choice],
        nets: Sequence[Fraction],
        bets: int,
        forced: str,
        meter: RowMeter,
    ) -> None:
        self.plan = plan
        self.layers = layers
        self.choices = {id(choice.layer): choice for choice in choices}
        self.bets = bets
        self.forced = forced
        self.meter = meter
        # What ends are worth, in whole numbers of one unit.
        self.unit = lcm(1, *(net.denominator for net in nets))
        worth = [int(net * self.unit) for net in nets]
        self.by_worth = bool(choices)
        self.width = 1 if self.by_worth else len(nets)
        # Ends are told apart by what they are worth, where nothing else is asked; by code what one adds to its column.
        codes = {value: code for code, value in enumerate(dict.fromkeys(worth))}
        every = [codes[value] for value in worth] if self.by_worth else range(len(nets))
        self.codes = np.array(every, dtype=np.int64)
        self.added = np.array([*codes] if self.by_worth else [1] * len(nets), dtype=object)
        # No value is more than this many times its denominator.
        self.most = bets * max([1, *map(abs, self.added.tolist())])
        # Something is hidden from somebody who chooses: rows that look alike to them are not one.
        self.hides = any(len(distinct(choice.columns())[0]) < len(choice.layer.rows) for choice in choices)
        # One for each layer, until nothing that is still to be solved leads there. Edges lead only to layers of higher
        # numbers, so that the last is solved first.
        self.values: list[Values] = []

    @cached_property
    def counterfactual(self) -> list[tuple[Ints, int]]:
        """The counterfactual reach of rows by layers: by chance's part alone in coming there.

        What was chosen on the way weighs nothing: the whole weight of a row goes on by each action, since what is
        best at a choice must not depend on how often earlier choices lead there.
        """
        return [*islice(self._reach(is_played=False), self._last_choice + 1)]

    @cached_property
    def played(self) -> list[tuple[Ints, int]]:
        """The reach of rows by layers with the best play, when all is solved."""
        return [*islice(self._reach(is_played=True), self._last_choice + 1)]

    @property
    def _last_choice(self) -> int:
        """The last layer at which somebody chooses."""
        return max(number for number, layer in enumerate(self.layers) if layer.legal is not None)

    def _reach(self, *, is_played: bool) -> Iterator[tuple[Ints, int]]:
        """Whole numbers for rows, and what they are over, layer by layer."""
        # What comes to each layer from others: to which rows, with which weights, of which sum at most, over which
        # denominator.
        coming: list[list[tuple[Ints, Ints, int, int]]] = [[] for _ in self.layers]
        for number, layer in enumerate(self.layers):
            denominator = lcm(1, *(over for *_, over in coming[number]))
            most = sum(bound * (denominator // over) for _, _, bound, over in coming[number]) or 1
            if is_played:
                most = min(most, denominator)  # no round comes twice to a layer
            weights: Ints = np.full(len(layer.rows), 0 if number else 1, dtype=_type(most))
            for target, share, _, over in coming[number]:
                np.add.at(weights, target, share.astype(weights.dtype) * (denominator // over))
            coming[number] = []
            yield weights, denominator
            op, totals, whole = self.plan.ops[layer.pc], np.ones(len(layer.rows), dtype=np.int64), 1
            if any(edge.ways is not None for edge in layer.edges):
                # Rows of which the ways add up to different totals are brought to one denominator.
                totals = self._totals(layer)
                whole = lcm(*np.unique(totals).tolist())
            for edge in layer.edges:
                share = weights[edge.source].astype(_type(most * whole), copy=False)
                if is_played and layer.chosen is not None:
                    assert isinstance(op, Ask)
                    share = share * (layer.chosen[edge.source] == op.actions.index(edge.action))
                if whole > 1:
                    # What the ways are over may be beyond 64 bits where no total is.
                    factor: Ints = whole // totals[edge.source].astype(_type(whole), copy=False)
                    share = share * _ways(edge) * factor
                coming[edge.layer].append((edge.target, share, most * whole, denominator * whole))

    def _ends_without(self, step: int) -> set[int]:
        """The ends to which rows come with the best play, when all is solved, but by no choice that a step offers."""
        comes = [np.full(len(layer.rows), number == 0) for number, layer in enumerate(self.layers)]
        ends: set[int] = set()
        for layer, rows in zip(self.layers, comes, strict=True):
            op = self.plan.ops[layer.pc]
            if isinstance(op, Ask) and self.plan.bases[layer.pc].step == step:
                continue
            for ended in layer.ended:
                ends.update(ended.ends[rows[ended.rows]].tolist())
            for edge in layer.edges:
                goes = rows[edge.source]
                if layer.chosen is not None:
                    assert isinstance(op, Ask)
                    goes = goes & (layer.chosen[edge.source] == op.actions.index(edge.action))
                comes[edge.layer][edge.target[goes]] = True
        return ends

    def ends(self, entry: Ints) -> list[dict[int, Fraction]]:
        """The probability of each end, by its number, from some rows of the first layer; best choices are noted.

        Raises:
            NotAnalysed: as `solved`.
        """
        top = self.solved()
        if not self.by_worth:
            rows = top.numerators[top.places[entry]]
            return [
                {end: Fraction(int(row[end]), top.denominator) for end in np.flatnonzero(row).tolist()} for row in rows
            ]
        probabilities: dict[int, Fraction] = {}
        for layer, (weights, denominator) in zip(self.layers, self._reach(is_played=True), strict=True):
            for ended in layer.ended:
                counted: Ints = np.zeros(len(self.codes), dtype=weights.dtype)
                np.add.at(counted, ended.ends, weights[ended.rows])
                for end in np.flatnonzero(counted).tolist():
                    probabilities[end] = probabilities.get(end, Fraction(0)) + Fraction(int(counted[end]), denominator)
        return [dict(sorted(probabilities.items()))]

    def solved(self) -> Values:
        """The values of the first layer (backward induction); best choices are noted with the layers.

        Raises:
            NotAnalysed: a row neither goes on nor ends (`stock-exhausted`); or tables are more than the limits allow.
        """
        nothing = Values(np.zeros((0, self.width), dtype=np.int64), 1, np.zeros(0, dtype=np.int64))
        self.values = [nothing] * len(self.layers)
        # By layer the first that leads to it, which is the last that asks for its values.
        first: dict[int, int] = {}
        for number, layer in enumerate(self.layers):
            for edge in layer.edges:
                first.setdefault(edge.layer, number)
        for number in reversed(range(len(self.layers))):
            layer = self.layers[number]
            if layer.legal is not None:
                self.values[number] = self._chosen(layer, number)
            else:
                decided = self._decided(layer)
                self.values[number] = self._averaged(layer) if decided is None else decided
            for beyond in {edge.layer for edge in layer.edges}:
                if first[beyond] == number:
                    self.values[beyond] = nothing
        return self.values[0]

    def _common(self, layer: Layer) -> tuple[int, type]:
        """A denominator for all rows that a layer leads to, and the type of numerators over it."""
        common = lcm(1, *(self.values[edge.layer].denominator for edge in layer.edges))
        return common, self._type(common)

    def _type(self, denominator: int) -> type:
        """The type of numerators: the ends of each bet add up to the denominator, each taken as often as it adds."""
        return _type(denominator * self.most)

    def _table(self, layer: Layer, rows: int, dtype: type) -> Ints:
        """Numerators of so many rows of a layer, all nought.

        Raises:
            TooLarge: there is no room for them.
        """
        # The table, and another that is added to it.
        size = 2 * rows * self.width * np.dtype(dtype).itemsize
        self.meter.refuse_more(size // ROW, provisions_at(self.plan, layer.pc))
        return np.zeros((rows, self.width), dtype=dtype)

    # ── Chance ──────────────────────────────────────────────────────────────

    def _decided(self, layer: Layer) -> Values | None:
        """The values of rows none of which goes on in more than one way; nothing, where chance has a part in it."""
        count = len(layer.rows)
        if len(layer.edges) == 1 and not layer.ended:
            (edge,) = layer.edges
            if edge.ways is None and len(edge.source) == count:
                # Each row leads to one other for certain.
                child = self.values[edge.layer]
                return Values(child.numerators, child.denominator, child.places[edge.target])
        # For each row the edge by which it goes on, from one on, the place of its values beyond it, and the row there.
        by, beyond, target = (np.zeros(count, dtype=np.int64) for _ in range(3))
        for number, edge in enumerate(layer.edges, 1):
            # A weight, or a second way on from some row, is chance: those are averages.
            if edge.ways is not None or by[edge.source].any():
                return None
            by[edge.source] = number
            beyond[edge.source] = self.values[edge.layer].places[edge.target]
            target[edge.source] = edge.target
        ends = [np.full(count, -1, dtype=np.int64) for _ in layer.ended]
        for column, ended in zip(ends, layer.ended, strict=True):
            column[ended.rows] = self.codes[ended.ends]
        # Rows that go on in the same way, to the same values and with the same ends, have the same values.
        first, places = distinct([by, beyond, *ends])
        self._refuse_lost(layer, by[first] + sum((column[first] >= 0 for column in ends), 0))
        common, dtype = self._common(layer)
        numerators = self._table(layer, len(first), dtype)
        for number, edge in enumerate(layer.edges, 1):
            rows = by[first] == number
            table, of_rows = self.values[edge.layer].of(target[first[rows]], common, dtype)
            numerators[rows] = table[of_rows]
        for column in ends:
            rows = np.flatnonzero(column[first] >= 0)
            codes = column[first[rows]]
            numerators[rows, 0 if self.by_worth else codes] += common * self.added[codes].astype(dtype)
        return Values(numerators, common, places)

    def _averaged(self, layer: Layer) -> Values:
        """Values of rows from those of the rows that they lead to, weighted by the ways."""
        count = len(layer.rows)
        totals = self._totals(layer)
        different, places = np.unique(totals, return_inverse=True)
        # Rows of which the ways add up to different totals are brought to one denominator.
        common, _ = self._common(layer)
        whole = lcm(1, *(int(total) for total in different))
        denominator = common * whole
        dtype = self._type(denominator)
        numerators = self._table(layer, count, dtype)
        for edge in layer.edges:
            child = self.values[edge.layer]
            numerators += _weighted(edge, *child.of(edge.target, common, dtype), count)
        factors: Ints = np.array([whole // int(total) for total in different], dtype=dtype)
        if (factors != 1).any():
            numerators *= factors[places.reshape(-1)][:, None]
        return Values(numerators, denominator, np.arange(count))

    def _totals(self, layer: Layer) -> Ints:
        """In how many ways each row goes on; no bet ends by chance alone."""
        count = len(layer.rows)
        most = sum(len(edge.source) * (1 if edge.ways is None else int(edge.ways.max())) for edge in layer.edges)
        totals: Ints = np.zeros(count, dtype=np.int64 if most < SAFE else object)
        for edge in layer.edges:
            totals = totals + _summed(edge.source, _ways(edge), count)
        self._refuse_lost(layer, totals)
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
        choice = self.choices[id(layer)]
        first, group = distinct(choice.columns())
        total_type = object if self.hides else dtype
        highest: Ints = np.zeros(len(first), dtype=total_type)
        chosen = np.full(len(first), -1, dtype=np.int64)
        tied = np.zeros((len(first), len(op.actions)), dtype=np.bool_)
        tables: list[Ints] = []
        # For each action the rows in which it may be chosen, and the places of their values among all tables.
        options: list[tuple[Ints, int, Ints]] = []
        places = np.zeros(len(layer.rows), dtype=np.int64)
        # Edges stand in the order of the actions: of those that are worth the same the first is kept. To lower a stake
        # is left out, since no amount is named: it stands last, and where nothing else may be chosen nothing is told.
        for edge in sorted(layer.edges, key=lambda edge: self.plan.lowers(edge.action)):
            action = op.actions.index(edge.action)
            child = self.values[edge.layer]
            numerators, beyond = child.of(edge.target, common, dtype)
            options.append((edge.source, action, sum(len(table) for table in tables) + beyond))
            tables.append(numerators)
            worth: Ints = np.zeros(len(layer.rows), dtype=dtype)
            worth[edge.source] = numerators[beyond, 0]
            # Where the action is forbidden its worth stays nought; it is so in the whole group.
            choice.worth[edge.action] = worth
            total: Ints = np.zeros(len(first), dtype=total_type)
            if self.hides:
                # Each row counts as often as chance leads there.
                np.add.at(total, group, worth.astype(object) * self.counterfactual[number][0])
            else:
                total[group] = worth
            legal = np.zeros(len(first), dtype=np.bool_)
            legal[group[layer.legal[:, action]]] = True
            better = legal & ((chosen < 0) | ((total > highest) & (not self.plan.lowers(edge.action))))
            # A forced action takes the place of any other where it is legal, and is not replaced by a better one.
            if self.forced in op.actions:
                forced = op.actions.index(self.forced)
                better = (better | (legal & (action == forced))) & (chosen != forced)
            tied[better] = False
            tied[:, action] = better | (legal & (total == highest) & (not self.plan.lowers(edge.action)))
            highest[better], chosen[better] = total[better], action
        lowering = [op.actions.index(edge.action) for edge in layer.edges if self.plan.lowers(edge.action)]
        if np.isin(chosen, lowering).any():
            raise NotAnalysed("not-analysed", op.provisions, reason="amount-not-named")
        layer.chosen, layer.tied = chosen[group], tied[group]
        choice.unit, choice.reaching = Fraction(1, common * self.unit), lambda: self.played[number]
        choice.passing = self._ends_without
        # The table of the layer is those of its actions, one after another; a row has the place of its choice in it.
        for source, action, beyond in options:
            taken = layer.chosen[source] == action
            places[source[taken]] = beyond[taken]
        return Values(np.concatenate(tables), common, places)


def _weighted(edge: Edge, numerators: Ints, places: Ints, count: int) -> Ints:
    """The sums of the values that rows lead to, each taken in its number of ways: rows by ends."""
    # Numerators times ways stay below the denominator of the layer that they are averaged for, whose type they have.
    ways = _ways(edge).astype(numerators.dtype, copy=False)
    if len(numerators) > 2 * numerators.shape[1]:
        return _summed(edge.source, numerators[places] * ways[:, None], count)
    # Of few different values it is first counted in how many ways each is met: values by rows.
    counted: Ints = np.zeros(count * len(numerators), dtype=numerators.dtype)
    np.add.at(counted, places * count + edge.source, ways)
    met = counted.reshape(len(numerators), count)
    out: Ints = np.zeros((numerators.shape[1], count), dtype=numerators.dtype)
    for value, end in zip(*np.nonzero(numerators), strict=True):
        out[end] += met[value] * numerators[value, end]
    return out.T


def _type(most: int) -> type:
    """The type of numbers up to so many: 64 bits, or Python's own."""
    return np.int64 if most < SAFE else object


def _ways(edge: Edge) -> Ints:
    return np.ones(len(edge.source), dtype=np.int64) if edge.ways is None else edge.ways


def _summed(source: Ints, values: Ints, count: int) -> Ints:
    """The sums of values by the row that they come from; equal rows stand together."""
    out: Ints = np.zeros((count, *values.shape[1:]), dtype=values.dtype)
    # Sources ascend, so that the values of each row are one run.
    if len(source):
        starts = np.flatnonzero(np.diff(source, prepend=-1))
        out[source[starts]] = np.add.reduceat(values, starts, axis=0)
    return out
