"""An automaton as one loop over rounds, in plain Python, which Numba compiles to machine code where it is there."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from lexludi.base.errors import InvalidStack
from lexludi.exact.slices import Place
from lexludi.play.plan import Verb
from lexludi.simulate.automaton import Automaton, Look, Pick, Station, Take
from lexludi.simulate.layout import Block, Growth, Layout, Loop, Whole
from lexludi.simulate.memory import Ints, NotCompiled
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

_WORD = (1 << 64) - 1
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

_ENTRIES = Entries(lambda table, index: f"{table}[{index}]", "(x > y) + (x >= y)")


def below(state: int, count: int) -> tuple[int, int]:
    """The state after a step of splitmix64 (Steele, Lea and Flood, 2014), and a number below another."""
    state = (state + _STEP) & _WORD
    z = ((state ^ (state >> 30)) * _FIRST) & _WORD
    z = ((z ^ (z >> 27)) * _SECOND) & _WORD
    return state, ((z ^ (z >> 31)) >> 32) * count >> 32


def _below_in_words(state: Any, count: Any) -> Any:
    """The same in machine words, which overflow by themselves."""
    state += np.uint64(_STEP)
    z = (state ^ (state >> np.uint64(30))) * np.uint64(_FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
    return state, np.int64(((z ^ (z >> np.uint64(31))) >> np.uint64(32)) * np.uint64(count) >> np.uint64(32))


class ScalarCode:
    """The code of an automaton for one round at a time: `rounds` plays many, `ends` those of given objects.

    The same seed gives the same rounds, whether Numba compiles it or not.

    Raises:
        NotCompiled: `kind` is "numba", and it is not installed.
    """

    def __init__(self, automaton: Automaton, kind: str) -> None:
        self.kind = kind
        self.automaton = automaton
        self.layout = Layout(automaton)
        source = Source()
        writer = _Writer(self.layout, source)
        writer.write()
        tables = ", ".join(source.tables)
        head = "def ends(objects, out" if automaton.given else "def rounds(count, state, tally"
        self.source = f"{head}{', ' * bool(tables)}{tables}):\n" + "\n".join(source.lines) + "\n"
        self.captions = source.captions
        self.tables = {name: _array(table) for name, table in source.tables.items()}
        name = "ends" if automaton.given else "rounds"
        if kind == "numba":
            try:
                from numba import njit
            except ImportError:
                raise NotCompiled("numba-missing") from None
            drawn = njit(inline="always")(_below_in_words)
            play = compiled(self.source, {"below": drawn}, automaton.title)[name]
            self._play = njit(nogil=True)(play)
            self._given: list[Any] = list(self.tables.values())
        else:
            self._play = compiled(self.source, {"below": below}, automaton.title)[name]
            self._given = [table.tolist() for table in self.tables.values()]

    def rounds(self, count: int, seed: SeedSequence) -> Ints:
        """How often each arrival was counted in so many rounds, each with a fresh stock."""
        tally: Ints = np.zeros(self.layout.ends + 1, dtype=np.int64)
        number = seed.generate_state(1, np.uint64)[0]
        if self.kind == "numba":
            self._play(count, number, tally, *self._given)
            return tally
        counts = tally.tolist()
        self._play(count, int(number), counts, *self._given)
        return np.array(counts, dtype=np.int64)

    def ends(self, objects: NDArray[np.integer[Any]]) -> Ints:
        """The arrival at the end of each round (column) of given objects (in order, down the rows).

        Raises:
            InvalidStack: there are too few.
        """
        found: Ints = np.zeros(objects.shape[1], dtype=np.int64)
        self._play(np.ascontiguousarray(objects, dtype=np.int64), found, *self._given)
        if np.isin(found, list(self.automaton.exhausted.values())).any():
            raise InvalidStack("stack-too-short", given=len(objects))
        return found


class _Writer:
    def __init__(self, layout: Layout, source: Source) -> None:
        self.layout = layout
        self.automaton = layout.automaton
        self.given = self.automaton.given
        self.source = source
        self.names = names_of(self.automaton)
        self.index = IndexWriter(source, _ENTRIES, self.names)

    def write(self) -> None:
        source, layout = self.source, self.layout
        source.depth = 1
        if not self.given and layout.whole is None:
            for kind, rows in layout.rows.items():
                if rows or rows is None:
                    stock = source.table(
                        f"STOCK_{identifier(kind).upper()}", layout.stock(kind), f"the stock of {kind}, by place"
                    )
                    source.line(f"pool_{identifier(kind)} = {stock}.copy()")
        source.line("for lane in range(objects.shape[1]):" if self.given else "for lane in range(count):")
        source.depth = 2
        if self.given:
            source.line("taken = 0")
        elif layout.whole is None:
            for kind, rows in layout.rows.items():
                if rows or rows is None:
                    source.line(f"n_{identifier(kind)} = 0")
        source.line(f"at = {self.automaton.start}")
        drawn = set() if layout.whole is None else {*layout.whole.places}
        for place in sorted({place for own in layout.needed_after for place in own} - drawn):
            source.line(f"{self.names[place]} = 0")
        self._blocks(layout.blocks)
        source.line("out[lane] = at" if self.given else "tally[at] += 1")
        source.depth = 0

    # ── Stations ────────────────────────────────────────────────────────────

    def _blocks(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            first, last = (block.first, block.last) if isinstance(block, Loop) else (block, block)
            if last < self.layout.always and not any(map(self.layout.is_guarded, range(last))):
                self._station(last)
                continue
            low, high = min(self.layout.stations[first].arrivals), max(self.layout.stations[last].arrivals)
            test = f"at == {low}" if low == high else f"{low} <= at <= {high}"
            self.source.line(f"{'while' if isinstance(block, Loop) else 'if'} {test}:")
            self.source.depth += 1
            if isinstance(block, Loop) and first < last:
                self._blocks(block.body)
            else:
                self._station(first)
            self.source.depth -= 1

    def _station(self, k: int) -> None:
        station, source = self.layout.stations[k], self.source
        if any(self.automaton.arrivals[n].settled for n in station.arrivals):
            source.line("tally[at] += 1")
        by, applied = provisions_of(self.automaton, station)
        strides = strides_of(station.table.shape)
        choices: list[str] = []
        held = self._everything()
        depth = source.depth
        match station.node:
            case Take():
                held |= self._receive(k, station.node, by)
            case Pick(_, legal):
                source.line(f"state, chosen = below(state, {len(legal)})", by)
                choices = ["chosen" if strides[1] == 1 else f"chosen * {strides[1]}"]
            case Look():
                choices = [self._look(station, strides[1], by)]
        terms = [*self.index.arrived(station, strides[0], "at"), *choices]
        terms += self.index.digits(station.digits, strides[2:], held)
        table = station.table.reshape(-1)
        if terms:
            next_ = source.table("NEXT", table, "where a round goes on, or how it ends")
            source.line(f"at = {next_}[{' + '.join(terms)}]", applied)
        else:
            source.line(f"at = {table[0]}", applied)
        source.depth = depth

    def _look(self, station: Station, stride: int, by: list[str]) -> str:
        assert station.looked is not None
        digits, table = station.looked
        strides = strides_of(table.shape)
        held = self._everything()
        terms = self.index.arrived(station, strides[0], "at") + self.index.digits(digits, strides[1:], held)
        content = table.reshape(-1) * stride
        if not terms:
            return str(content[0])
        name = self.source.table("CHOSEN", content, "what is chosen, as a part of an index")
        self.source.line(f"chosen = {name}[{' + '.join(terms)}]", by)
        return "chosen"

    # ── Objects ─────────────────────────────────────────────────────────────

    def _receive(self, k: int, node: Take, by: list[str]) -> Mapping[Place, Held]:
        """Objects come, and hands grow by them; where the hands then stand that are read at once."""
        if self.layout.whole is not None and k == 0:
            self._whole(self.layout.whole, by)
            return {}
        wanted = sorted(i for growth in self.layout.growths[k] for i in growth.received)
        if self.given:
            self._given(node, set(wanted), by)
        elif node.verb is Verb.THROW:
            for i in wanted:
                self.source.line(f"state, c{i} = below(state, {len(self.layout.things(node.kind))})", by)
        elif wanted:
            self._draw(k, node, wanted, by)
        return {growth.place: self._grown(k, growth, by) for growth in self.layout.growths[k]}

    def _draw(self, k: int, node: Take, wanted: list[int], by: list[str]) -> None:
        """Steps of a Fisher-Yates shuffle: the stock is shuffled as it is dealt, and need not be put back in order."""
        source, kind = self.source, identifier(node.kind)
        size = len(self.layout.stock(node.kind))
        if self.layout.is_guarded(k):
            self._guard(f"n_{kind} + {len(wanted)} > {size}", node.kind)
        for i in wanted:
            source.line(f"state, place = below(state, {size} - n_{kind})", by)
            source.line(f"place += n_{kind}")
            source.line(f"c{i} = pool_{kind}[place]")
            source.line(f"pool_{kind}[place] = pool_{kind}[n_{kind}]")
            source.line(f"pool_{kind}[n_{kind}] = c{i}")
            source.line(f"n_{kind} += 1")

    def _guard(self, test: str, kind: str) -> None:
        """What follows at a station only where objects are left."""
        self.source.line(f"if {test}:")
        self.source.line(f"    at = {self.automaton.exhausted[kind]}")
        self.source.line("else:")
        self.source.depth += 1

    def _given(self, node: Take, wanted: set[int], by: list[str]) -> None:
        source = self.source
        places = np.array(self.automaton.kinds.place, dtype=np.int64)
        self._guard(f"taken + {len(node.due)} > objects.shape[0]", node.kind)
        for i in range(len(node.due)):
            if i in wanted:
                table = source.table("KIND", places, "the kind of each object, as far as kinds are told apart")
                source.line(f"c{i} = {table}[objects[taken, lane]]", by)
            elif node.by_first:
                worth = source.table("WORTH", self.automaton.worths, "what an object counts")
                source.line(f"more = {worth}[objects[taken, lane]]", by)
                source.line(f"taken += more if more else {node.instead}")
            source.line("taken += 1")

    def _whole(self, whole: Whole, by: list[str]) -> None:
        """Draw whole hands until they share no object."""
        source = self.source
        for i, (size, hands) in enumerate(zip(whole.sizes, whole.hands, strict=True)):
            mask = source.table("PLACES", whole.masks[size], f"places of the stock that {size} objects take")
            source.line(f"state, h{i} = below(state, {len(hands)})", by)
            if i:
                source.line(f"while used & {mask}[h{i}]:")
                source.line(f"    state, h{i} = below(state, {len(hands)})")
            if i < len(whole.places) - 1:
                source.line(f"used = used | {mask}[h{i}]" if i else f"used = {mask}[h{i}]")

    def _everything(self) -> dict[Place, Held]:
        """Where each hand stands."""
        held = {place: Held(name) for place, name in self.names.items()}
        if (whole := self.layout.whole) is not None:
            held |= {
                place: Held(f"h{i}", own) for i, (place, own) in enumerate(zip(whole.places, whole.hands, strict=True))
            }
        return held

    def _grown(self, k: int, growth: Growth, by: list[str]) -> Held:
        name = self.names[growth.place]
        index = "" if growth.new else name
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
                self.source.line(f"h = {grown}[{index}]", by)
                index = "h"
            held = Held(index, table)
        return self._held(k, growth.place, held, by)

    def _held(self, k: int, place: Place, held: Held, by: list[str]) -> Held:
        """A hand that has grown: by its number, where that is still needed later."""
        if place not in self.layout.needed_after[k]:
            return held
        name = self.names[place]
        assert held.table is not None
        table = self.source.table(f"GROW_{name.upper()}", held.table, f"the hand of {place[1]}, by what it receives")
        self.source.line(f"{name} = {table}[{held.text}]", by)
        return Held(name)


def _array(table: Ints) -> NDArray[np.integer[Any]]:
    """A table as the smallest array that holds it."""
    if table.dtype == np.uint64:
        return table
    return table.astype(np.min_scalar_type(-int(table.max(initial=0)) - 1))
