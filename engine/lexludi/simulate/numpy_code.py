"""An automaton as operations on arrays: a lane for each round."""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.random import Generator, SeedSequence
from numpy.typing import NDArray

from lexludi.exact.slices import Place
from lexludi.play.plan import Verb
from lexludi.simulate.automaton import Automaton, Look, Pick, Station, Take
from lexludi.simulate.lanes import FreshStock, GivenObjects, apart, distinct
from lexludi.simulate.layout import Block, Growth, Layout, Loop
from lexludi.simulate.memory import Ints
from lexludi.simulate.writing import (
    Entries,
    Held,
    IndexWriter,
    Source,
    compiled,
    identifier,
    names_of,
    provisions_of,
    strides_of,
)

# So many lanes at a time stay in the caches of a processor.
BLOCK = 1 << 14

# All lanes, in the place of the name of an array of some.
ALL = ""

_ENTRIES = Entries(lambda table, index: f"{table}.take({index})", "((x > y).view(np.int8) + (x >= y))")


class NumpyCode:
    """The code of an automaton for NumPy: `rounds` plays many, `ends` those of given objects."""

    kind = "numpy"

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.layout = Layout(automaton)
        source = Source()
        _Writer(self.layout, source).write()
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
        """How often each arrival was counted in so many rounds, each with a fresh stock."""
        rng = Generator(np.random.PCG64(seed))
        tally: Ints = np.zeros(self.layout.ends + 1, dtype=np.int64)
        left = count
        while left > 0:
            left -= self._play(min(left, BLOCK), rng, tally)
        return tally

    def ends(self, objects: NDArray[np.integer]) -> Ints:
        """The arrival at the end of each round (column) of given objects (in order, down the rows).

        Raises:
            InvalidStack: there are too few.
        """
        found: Ints = self._play(objects)
        return found


class _Writer:
    def __init__(self, layout: Layout, source: Source) -> None:
        self.layout = layout
        self.automaton = layout.automaton
        self.given = self.automaton.given
        self.source = source
        self.names = names_of(self.automaton)
        self.index = IndexWriter(source, _ENTRIES, self.names)
        self.numbered = 0

    def write(self) -> None:
        source, layout = self.source, self.layout
        source.line("def ends(objects):" if self.given else "def rounds(lanes, rng, tally):")
        source.depth = 1
        if self.given:
            source.line("given = GivenObjects(objects)")
            source.line("lanes = objects.shape[1]")
            source.line("every = np.arange(lanes)")
        else:
            self._draw()
        if not layout.always:
            source.line(f"at = np.full(lanes, {self.automaton.start})")
        for place in sorted(self._set_apart()):
            source.line(f"{self.names[place]} = np.zeros(lanes, np.intp)")
        self._blocks(layout.blocks, ALL)
        if self.given:
            source.line("return at")
        else:
            source.line(f"tally += np.bincount(at, minlength={layout.ends + 1})")
            source.line("return lanes")
        source.depth = 0

    def _set_apart(self) -> set[Place]:
        """The hands that are held before, or without, every round having received objects for them."""
        grown = {growth.place for k in range(self.layout.always) for growth in self.layout.growths[k]}
        return {place for k in range(len(self.layout.stations)) for place in self.layout.needed_after[k]} - grown

    # ── Lanes ───────────────────────────────────────────────────────────────

    def _blocks(self, blocks: Iterable[Block], among: str) -> None:
        """Blocks for the lanes that come to them, `among` some."""
        for block in blocks:
            if isinstance(block, Loop):
                self._loop(block, among)
            elif block < self.layout.always:
                self._station(block, ALL)
            else:
                own = self._lanes_at(block, block, among)
                self._station(block, own)

    def _lanes_at(self, first: int, last: int, among: str) -> str:
        """A name for the lanes that have come to some stations."""
        self.numbered += 1
        own = f"on_{self.numbered}"
        self.source.line(f"{own} = {self._chosen(first, last, among)}")
        return own

    def _chosen(self, first: int, last: int, among: str) -> str:
        stations = self.layout.stations
        low, high = min(stations[first].arrivals), max(stations[last].arrivals)
        at = "at" if among == ALL else f"at.take({among})"
        test = f"{at} == {low}" if low == high else f"({at} >= {low}) & ({at} <= {high})"
        return f"np.flatnonzero({test})" if among == ALL else f"{among}[{test}]"

    def _loop(self, loop: Loop, among: str) -> None:
        own = self._lanes_at(loop.first, loop.last, among)
        self.source.line(f"while {own}.size:")
        self.source.depth += 1
        if loop.first == loop.last:
            self._station(loop.first, own)
        else:
            self._blocks(loop.body, own)
        self.source.line(f"{own} = {self._chosen(loop.first, loop.last, own)}")
        self.source.depth -= 1

    # ── Stations ────────────────────────────────────────────────────────────

    def _station(self, k: int, on: str) -> None:
        station, source = self.layout.stations[k], self.source
        if any(self.automaton.arrivals[n].settled for n in station.arrivals):
            arrived = f"np.bincount({self._of('at', on)}, minlength={self.layout.ends + 1})"
            source.line(f"tally += {arrived}" if k else f"tally[{self.automaton.start}] += lanes")
        by, applied = provisions_of(self.automaton, station)
        strides = strides_of(station.table.shape)
        choices: list[str] = []
        held = self._everything(on)
        match station.node:
            case Take():
                held |= self._receive(k, on, by)
            case Pick(_, legal):
                drawn = f"rng.integers({len(legal)}, size={self._count(on)})"
                choices = [drawn if strides[1] == 1 else f"{drawn} * {strides[1]}"]
            case Look():
                choices = [self._look(station, on, strides[1], by)]
        arrived_ = self.index.arrived(station, strides[0], self._of("at", on))
        terms = [*arrived_, *choices, *self.index.digits(station.digits, strides[2:], held)]
        self._go_on(k, on, " + ".join(terms), applied)

    def _go_on(self, k: int, on: str, index: str, by: list[str]) -> None:
        table = self.layout.stations[k].table.reshape(-1)
        follows = k + 1 < self.layout.always and len(self.layout.stations[k + 1].arrivals) == 1
        if follows:
            return  # there is one place where all go on
        if index:
            next_ = self.source.table("NEXT", table, "where a round goes on, or how it ends")
            self._set("at", f"{next_}.take({index})", on, by)
        else:
            self._set("at", f"np.full(lanes, {table[0]})" if on == ALL else str(table[0]), on, by)

    def _look(self, station: Station, on: str, stride: int, by: list[str]) -> str:
        assert station.looked is not None
        digits, table = station.looked
        strides = strides_of(table.shape)
        held = self._everything(on)
        terms = self.index.arrived(station, strides[0], self._of("at", on))
        terms += self.index.digits(digits, strides[1:], held)
        content = table.reshape(-1) * stride
        if not terms:
            return str(content[0])
        name = self.source.table("CHOSEN", content, "what is chosen, as a part of an index")
        self.source.line(f"chosen = {name}.take({' + '.join(terms)})", by)
        return "chosen"

    def _of(self, name: str, on: str) -> str:
        return name if on == ALL else f"{name}.take({on})"

    def _everything(self, on: str) -> dict[Place, Held]:
        """Where each hand stands."""
        held = {place: Held(self._of(name, on)) for place, name in self.names.items()}
        if self.layout.whole is not None:
            for i, (place, hands) in enumerate(zip(self.layout.whole.places, self.layout.whole.hands, strict=True)):
                held[place] = Held(self._of(f"h{i}", on), hands)
        return held

    def _count(self, on: str) -> str:
        return "lanes" if on == ALL else f"{on}.size"

    def _set(self, name: str, value: str, on: str, by: Iterable[str]) -> None:
        self.source.line(f"{name} = {value}" if on == ALL else f"{name}[{on}] = {value}", by)

    # ── Objects ─────────────────────────────────────────────────────────────

    def _draw(self) -> None:
        """Draw what can be drawn for all lanes beforehand."""
        layout, source = self.layout, self.source
        if layout.whole is not None:
            masks = {
                n: source.table("PLACES", own, f"places of the stock that {n} objects take")
                for n, own in layout.whole.masks.items()
            }
            drawn = ", ".join(f"h{i}" for i in range(len(layout.whole.places)))
            counts = "".join(f"{len(own)}, " for own in layout.whole.hands).rstrip()
            used = "".join(f"{masks[n]}, " for n in layout.whole.sizes).rstrip()
            source.line(f"{drawn}{',' * (len(layout.whole.places) == 1)} = apart(rng, ({counts}), ({used}), lanes)")
            source.line("lanes = h0.size")
            return
        for kind, rows in layout.rows.items():
            stock, name = layout.stock(kind), identifier(kind)
            if rows:
                source.line(f"places_{name} = distinct(rng, {len(stock)}, {len(rows)}, lanes)")
            if rows or rows is None:
                source.table(f"STOCK_{name.upper()}", stock, f"the stock of {kind}, by place")
            if rows is None:
                source.line(f"stock_{name} = FreshStock(rng, {kind!r}, {len(stock)}, lanes)")

    def _receive(self, k: int, on: str, by: list[str]) -> Mapping[Place, Held]:
        """Objects come, and hands grow by them; where the hands then stand that are read at once."""
        layout, node = self.layout, self.layout.stations[k].node
        assert isinstance(node, Take)
        if layout.whole is not None and k == 0:
            return {}
        self._objects(k, node, on, by)
        return {growth.place: self._grown(k, growth, on, by) for growth in layout.growths[k]}

    def _objects(self, k: int, node: Take, on: str, by: list[str]) -> None:
        """Each object that comes and makes a difference, under a name of its own."""
        source, name = self.source, identifier(node.kind)
        wanted = sorted(i for growth in self.layout.growths[k] for i in growth.received)
        if self.given:
            self._given(node, "every" if on == ALL else on, set(wanted), by)
            return
        for i in wanted:
            if node.verb is Verb.THROW:
                faces = len(self.layout.things(node.kind))
                source.line(f"c{i} = rng.integers({faces}, size={self._count(on)})", by)
                continue
            rows = self.layout.rows[node.kind]
            if rows is None:
                place = f"stock_{name}.take({'np.arange(lanes)' if on == ALL else on})"
            else:
                place = self._of(f"places_{name}[{rows[k, i]}]", on)
            source.line(f"c{i} = STOCK_{name.upper()}.take({place})", by)

    def _given(self, node: Take, on: str, wanted: set[int], by: list[str]) -> None:
        places = np.array(self.automaton.kinds.place, dtype=np.int64)
        table = self.source.table("KIND", places, "the kind of each object, as far as kinds are told apart")
        for i in range(len(node.due)):
            took = f"given.take({on})"
            if i in wanted:
                self.source.line(f"c{i} = {table}.take({took})", by)
            elif node.by_first:
                worth = self.source.table("WORTH", self.automaton.worths, "what an object counts")
                self.source.line(f"more = {worth}.take({took})", by)
                self.source.line(f"given.count[{on}] += np.where(more, more, {node.instead})")
            else:
                self.source.line(f"{took}", by)

    def _grown(self, k: int, growth: Growth, on: str, by: list[str]) -> Held:
        name = self.names[growth.place]
        index = "" if growth.new else self._of(name, on)
        due = iter(growth.received)
        held = Held("")
        for number, (table, count) in enumerate(growth.steps):
            for _ in range(count):
                one = f"c{next(due)}"
                index = one if not index else f"{f'({index})' if ' ' in index else index} * {growth.base} + {one}"
            if number < len(growth.steps) - 1:
                grown = self.source.table(
                    f"GROW_{name.upper()}", table, f"the hand of {growth.place[1]}, by what it receives"
                )
                self.source.line(f"h = {grown}.take({index})", by)
                index = "h"
            held = Held(index, table)
        return self._held(k, growth.place, held, on, by)

    def _held(self, k: int, place: Place, held: Held, on: str, by: list[str]) -> Held:
        """A hand that has grown: by its number, where that is still needed later."""
        name = self.names[place]
        station = self.layout.stations[k]
        assert held.table is not None
        if place not in self.layout.needed_after[k]:
            uses = sum(place in (d.places if hasattr(d, "places") else (d.place,)) for d in station.digits)
            if uses > 1 and " " in held.text:
                self.source.line(f"{name}_drawn = {held.text}", by)
                return Held(f"{name}_drawn", held.table)
            return held
        table = self.source.table(f"GROW_{name.upper()}", held.table, f"the hand of {place[1]}, by what it receives")
        if on == ALL:
            self.source.line(f"{name} = {table}.take({held.text})", by)
            return Held(name)
        self.source.line(f"{name}_own = {name}[{on}] = {table}.take({held.text})", by)
        return Held(f"{name}_own")


def _array(name: str, table: Ints) -> NDArray[np.integer]:
    """A table as the array that is looked up fastest: hands are indices, everything else takes little room."""
    if name.startswith("PLACES"):
        return table
    if name.startswith(("GROW", "STOCK", "KIND")):
        return table.astype(np.intp)
    return table.astype(np.int16 if table.max(initial=0) < 1 << 15 else np.int32)
