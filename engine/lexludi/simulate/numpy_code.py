"""An automaton as operations on arrays: a lane for each round."""

from collections.abc import Iterable

import numpy as np
from numpy.random import Generator, SeedSequence
from numpy.typing import NDArray

from lexludi.simulate.automaton import Automaton, Take
from lexludi.simulate.lanes import FreshStock, GivenObjects, apart, distinct
from lexludi.simulate.layout import Block, Loop, TableLayout, WholeHands
from lexludi.simulate.memory import Ints
from lexludi.simulate.stations import ALL, StationWriter
from lexludi.simulate.writing import CodeText, compiled, provisions_of

# So many lanes at a time stay in the caches of a processor.
BLOCK = 1 << 14


class NumpyCode:
    """The code of an automaton for NumPy: `rounds` plays many, `ends` those of given objects."""

    kind = "numpy"

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.layout = TableLayout(automaton)
        source = CodeText()
        _Writer(self.layout, source)
        self.source, self.captions = "\n".join(source.lines) + "\n", source.captions
        self.tables = {name: _array(name, table) for name, table in source.tables.items()}
        helpers = {
            "np": np,
            "distinct": distinct,
            "apart": apart,
            "FreshStock": FreshStock,
            "GivenObjects": GivenObjects,
        }
        names = compiled(self.source, {**helpers, **self.tables}, automaton.title)
        self._play = names["ends" if automaton.given else "rounds"]

    def rounds(self, count: int, seed: SeedSequence) -> Ints:
        """Counts of each arrival in so many rounds, each with a fresh stock."""
        rng = Generator(np.random.PCG64(seed))
        tally: Ints = np.zeros(self.layout.nowhere + 1, dtype=np.int64)
        left = count
        while left > 0:
            # Fewer are played than asked for, where lanes whose hands share an object are dropped.
            left -= self._play(min(left, BLOCK), rng, tally)
        return tally

    def ends(self, objects: NDArray[np.integer]) -> Ints:
        """The arrival at the end of each round (column) of given objects (in order, down the rows).

        Raises:
            InvalidStack: there are too few.
        """
        arrivals: Ints = self._play(objects)
        return arrivals


class _Writer(StationWriter):
    # 0 lower, 1 equal, 2 higher. One of them as bytes, since truth values would not add up.
    sign = "((x > y).view(np.int8) + (x >= y))"

    def write(self) -> None:
        source, layout = self.source, self.layout
        self.numbered = 0
        source.line("def ends(objects):" if self.automaton.given else "def rounds(lanes, rng, tally):")
        source.depth = 1
        if self.automaton.given:
            source.line("given = GivenObjects(objects)")
            source.line("lanes = objects.shape[1]")
            source.line("every = np.arange(lanes)")
        else:
            self._draw_beforehand()
        # Where every round begins with the same stations, `at` is set before it is read.
        if not layout.always or self.automaton.arrivals[self.automaton.start].settled:
            source.line(f"at = np.full(lanes, {self.automaton.start})")
        # Hands that grow in all lanes at once, and are used later, are set whole and need no zeros to begin with.
        grown = {g.place for k in range(layout.always) for g in layout.growths[k] if g.place in layout.needed_after[k]}
        for place in sorted(layout.empty | (set().union(*layout.needed_after) - grown)):
            source.line(f"{self.names[place]} = np.zeros(lanes, np.intp)")
        self._blocks(layout.blocks, ALL)
        if self.automaton.given:
            source.line("return at")
        else:
            self.count(ALL)
            source.line("return lanes")

    def _draw_beforehand(self) -> None:
        """Draw what can be drawn beforehand, for all lanes, or for those where no whole hands share an object."""
        if (whole := self.layout.whole) is not None:
            drawn = "".join(f"h{i}, " for i in range(len(whole.places))).rstrip()
            sizes, by = (
                tuple(len(numbers) for numbers in whole.hands),
                provisions_of(self.automaton, self.layout.stations[0])[0],
            )
            self.source.line(f"{drawn} = apart(rng, {sizes}, ({', '.join(self.masks(whole))},), lanes)", by)
            self.source.line("lanes = h0.size")
            return
        for kind, rows in self.layout.rows.items():
            name, size = self.kinds[kind], len(self.layout.stock(kind))
            if rows:
                self.source.line(f"places_{name} = distinct(rng, {size}, {len(rows)}, lanes)")
            elif rows is None:
                self.source.line(f"stock_{name} = FreshStock(rng, {kind!r}, {size}, lanes)")

    # ── Lanes ───────────────────────────────────────────────────────────────

    def _blocks(self, blocks: Iterable[Block], among: str) -> None:
        """Blocks for the lanes that come to them, of `among`."""
        for block in blocks:
            if isinstance(block, Loop):
                self._loop(block, among)
            elif block < self.layout.always:
                self.station(block)
            else:
                self.station(block, self._lanes_at(block, block, among))

    def _loop(self, loop: Loop, among: str) -> None:
        lanes = self._lanes_at(loop.first, loop.last, among)
        self.source.line(f"while {lanes}.size:")
        self.source.depth += 1
        if loop.first == loop.last:
            self.station(loop.first, lanes)
        else:
            self._blocks(loop.body, lanes)
        self.source.line(f"{lanes} = {self._chosen(loop.first, loop.last, lanes)}")
        self.source.depth -= 1

    def _lanes_at(self, first: int, last: int, among: str) -> str:
        """A name for the lanes that have come to some stations."""
        self.numbered += 1
        self.source.line(f"on_{self.numbered} = {self._chosen(first, last, among)}")
        return f"on_{self.numbered}"

    def _chosen(self, first: int, last: int, among: str) -> str:
        # Arrivals are numbered station by station, so that those of a range of stations are a range.
        low, high = self.layout.numbers(first, last)
        at = self.of("at", among)
        test = f"{at} == {low}" if low == high else f"({at} >= {low}) & ({at} <= {high})"
        return f"np.flatnonzero({test})" if among == ALL else f"{among}[{test}]"

    # ── Variables ───────────────────────────────────────────────────────────

    def entry(self, table: str, index: str) -> str:
        return f"{table}.take({index})"

    def of(self, name: str, on: str) -> str:
        return name if on == ALL else f"{name}.take({on})"

    def put(self, name: str, value: str, on: str, by: Iterable[str]) -> str:
        if on == ALL:
            self.source.line(f"{name} = {f'np.full(lanes, {value})' if value.isdigit() else value}", by)
            return name
        # Set in the lanes concerned, and kept under a name of its own, so that it is not taken out again.
        self.source.line(f"own_{name} = {name}[{on}] = {value}", by)
        return f"own_{name}"

    def count(self, on: str) -> None:
        # The last count is of entries that there are not: it must stay 0.
        self.source.line(f"tally += np.bincount({self.of('at', on)}, minlength={self.layout.nowhere + 1})")

    # ── Chance ──────────────────────────────────────────────────────────────

    def below(self, number: int, name: str, on: str, by: list[str]) -> None:
        self.source.line(f"{name} = rng.integers({number}, size={'lanes' if on == ALL else f'{on}.size'})", by)

    def draw(self, k: int, node: Take, i: int, on: str, by: list[str]) -> None:
        name, rows = self.kinds[node.kind], self.layout.rows[node.kind]
        if rows is None:
            place = f"stock_{name}.take({'np.arange(lanes)' if on == ALL else on})"
        else:
            place = self.of(f"places_{name}[{rows[k, i]}]", on)
        self.source.line(f"c{i} = {self.entry(self.stock(node.kind), place)}", by)

    def draw_whole(self, whole: WholeHands, by: list[str]) -> None:
        """They have been drawn beforehand."""

    def guard(self, k: int, node: Take) -> None:
        """Stocks say themselves that no object is left."""

    def given(self, on: str) -> str:
        return f"given.take({'every' if on == ALL else on})"

    def skip(self, number: str, on: str) -> None:
        self.source.line(f"given.count[{'every' if on == ALL else on}] += {number}")


def _array(name: str, table: Ints) -> NDArray[np.integer]:
    """A table as the array that is looked up fastest: hands are indices, everything else takes little room."""
    if table.dtype != np.int64:  # chosen already
        return table
    if name.startswith(("GROW", "STOCK", "KIND")):
        return table.astype(np.intp)
    return table.astype(np.int16 if table.max(initial=0) < 1 << 15 else np.int32)
