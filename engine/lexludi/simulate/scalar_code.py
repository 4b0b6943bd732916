"""An automaton as one loop over rounds, in plain Python, which Numba compiles to machine code where it is there."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from lexludi.base.errors import InvalidStack, LexludiError
from lexludi.base.limits import need_memory
from lexludi.simulate.automaton import Automaton, Take
from lexludi.simulate.layout import Block, Loop, TableLayout, WholeHands
from lexludi.simulate.memory import Ints
from lexludi.simulate.stations import ALL, StationWriter
from lexludi.simulate.writing import CodeText, compiled

# Megabytes without which Numba's compiler, LLVM, ends the process; 450 to 500 were needed for the games of the shelf.
COMPILER_MEMORY = 600

_WORD = (1 << 64) - 1
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def below(state: int, count: int) -> tuple[int, int]:
    """The state after a step of splitmix64 (Steele, Lea and Flood, 2014), and a number below another."""
    state = (state + _STEP) & _WORD
    z = ((state ^ (state >> 30)) * _FIRST) & _WORD
    z = ((z ^ (z >> 27)) * _SECOND) & _WORD
    # Multiply and shift (Lemire, 2019), without rejection: no number is off by more than one in 2³².
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
        LexludiError: `kind` is "numba", and it is not installed; the error names the extra.
        MachineFailure: there is too little memory to compile in.
    """

    def __init__(self, automaton: Automaton, kind: str) -> None:
        self.kind = kind
        self.automaton = automaton
        self.layout = TableLayout(automaton)
        source = CodeText()
        _Writer(self.layout, source)
        # Tables are arguments of the function: global arrays are constants to Numba, and would be compiled into the
        # code.
        tables = ", ".join(source.tables)
        head = "def ends(objects, out" if automaton.given else "def rounds(count, state, tally"
        self.source = f"{head}{', ' * bool(tables)}{tables}):\n" + "\n".join(source.lines) + "\n"
        self.captions = source.captions
        self.tables = {name: _array(table) for name, table in source.tables.items()}
        name = "ends" if automaton.given else "rounds"
        if kind == "numba":
            need_memory(COMPILER_MEMORY)
            try:
                from numba import njit
            except ImportError:
                raise LexludiError("extra-missing", extra="fast", package="numba") from None
            drawn = njit(inline="always")(_below_in_words)
            play = compiled(self.source, {"below": drawn}, automaton.title)[name]
            self._play = njit(nogil=True)(play)
            self._given: list[Any] = list(self.tables.values())
        else:
            self._play = compiled(self.source, {"below": below}, automaton.title)[name]
            self._given = [table.tolist() for table in self.tables.values()]

    def rounds(self, count: int, seed: SeedSequence) -> Ints:
        """Counts of each arrival in so many rounds, each with a fresh stock."""
        tally: Ints = np.zeros(self.layout.nowhere + 1, dtype=np.int64)
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
        arrivals: Ints = np.zeros(objects.shape[1], dtype=np.int64)
        self._play(np.ascontiguousarray(objects, dtype=np.int64), arrivals, *self._given)
        # A round that finds too few objects goes on to an end of its own, in both kinds of this dialect.
        if np.isin(arrivals, list(self.automaton.exhausted.values())).any():
            raise InvalidStack("stack-too-short", given=len(objects))
        return arrivals


class _Writer(StationWriter):
    sign = "(x > y) + (x >= y)"

    def write(self) -> None:
        source, layout, given = self.source, self.layout, self.automaton.given
        source.depth = 1
        drawn = (
            [] if given or layout.whole is not None else [k for k, rows in layout.rows.items() if rows or rows is None]
        )
        for kind in drawn:
            # A copy for each call, as the stock is shuffled while it is dealt (`draw`).
            source.line(f"pool_{self.kinds[kind]} = {self.stock(kind)}.copy()")
        source.line("for lane in range(objects.shape[1]):" if given else "for lane in range(count):")
        source.depth = 2
        for name in ["taken"] if given else [f"n_{self.kinds[kind]}" for kind in drawn]:
            source.line(f"{name} = 0")
        source.line(f"at = {self.automaton.start}")
        whole = set() if layout.whole is None else {*layout.whole.places}
        for place in sorted(layout.empty.union(*layout.needed_after) - whole):
            source.line(f"{self.names[place]} = 0")
        self._blocks(layout.blocks)
        source.line("out[lane] = at" if given else "tally[at] += 1")

    def _blocks(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            first, last = (block.first, block.last) if isinstance(block, Loop) else (block, block)
            # Every round comes here, unless a guard before this has ended it: then there is nothing to test.
            if last < self.layout.always and not any(map(self.layout.is_guarded, range(last))):
                self.station(last)
                continue
            low, high = self.layout.numbers(first, last)
            test = f"at == {low}" if low == high else f"{low} <= at <= {high}"
            self.source.line(f"{'while' if isinstance(block, Loop) else 'if'} {test}:")
            self.source.depth += 1
            if isinstance(block, Loop) and first < last:
                self._blocks(block.body)
            else:
                self.station(first)
            self.source.depth -= 1

    # ── Variables ───────────────────────────────────────────────────────────

    def entry(self, table: str, index: str) -> str:
        return f"{table}[{index}]"

    def of(self, name: str, on: str) -> str:
        return name

    def put(self, name: str, value: str, on: str, by: Iterable[str]) -> str:
        self.source.line(f"{name} = {value}", by)
        return name

    def count(self, on: str) -> None:
        self.source.line("tally[at] += 1")

    # ── Chance ──────────────────────────────────────────────────────────────

    def below(self, number: int, name: str, on: str, by: list[str]) -> None:
        self.source.line(f"state, {name} = below(state, {number})", by)

    def draw(self, k: int, node: Take, i: int, on: str, by: list[str]) -> None:
        """A step of a Fisher-Yates shuffle: the stock is shuffled as it is dealt, and need not be put back in order."""
        source, kind = self.source, self.kinds[node.kind]
        source.line(f"state, place = below(state, {len(self.layout.stock(node.kind))} - n_{kind})", by)
        source.line(f"place += n_{kind}")
        source.line(f"c{i} = pool_{kind}[place]")
        source.line(f"pool_{kind}[place] = pool_{kind}[n_{kind}]")
        source.line(f"pool_{kind}[n_{kind}] = c{i}")
        source.line(f"n_{kind} += 1")

    def draw_whole(self, whole: WholeHands, by: list[str]) -> None:
        for i, (mask, hands) in enumerate(zip(self.masks(whole), whole.hands, strict=True)):
            self.below(len(hands), f"h{i}", ALL, by)
            if i:
                self.source.line(f"while used & {mask}[h{i}]:")
                self.source.line(f"    state, h{i} = below(state, {len(hands)})")
            if i < len(whole.places) - 1:
                self.source.line(f"used = used | {mask}[h{i}]" if i else f"used = {mask}[h{i}]")

    def guard(self, k: int, node: Take) -> None:
        if not self.layout.is_guarded(k):
            return
        if self.automaton.given:
            test = f"taken + {len(node.due)} > objects.shape[0]"
        else:
            test = f"n_{self.kinds[node.kind]} + {len(node.due)} > {len(self.layout.stock(node.kind))}"
        self.source.line(f"if {test}:")
        self.source.line(f"    at = {self.automaton.exhausted[node.kind]}")
        self.source.line("else:")
        self.source.depth += 1

    def given(self, on: str) -> str:
        # Counted before it is read, so that it is one expression.
        self.source.line("taken += 1")
        return "objects[taken - 1, lane]"

    def skip(self, number: str, on: str) -> None:
        self.source.line(f"taken += {number}")


def _array(table: Ints) -> NDArray[np.integer[Any]]:
    """A table as the smallest array that holds it."""
    if table.dtype != np.int64:  # chosen already
        return table
    # Of a negative number, so that the type is a signed one.
    return table.astype(np.min_scalar_type(-int(table.max(initial=0)) - 1))
