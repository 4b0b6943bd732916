"""A plan as one loop that Numba compiles to machine code; the extra `fast`. It holds no lock of the interpreter."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.base.errors import LexludiError
from lexludi.simulate.asking import counts_of
from lexludi.simulate.drawing import WholeHands
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.plan import Burn, Plan, Provisions, Settle, Take
from lexludi.simulate.python_source import again, answers_of, compiled
from lexludi.simulate.scalar_source import ScalarWriter
from lexludi.simulate.writing import Mode, Source, identifier

_DECIDED = -1


class NumbaWriter(ScalarWriter):
    """Writes a plan as Numba has it: tables are arrays that the function is given."""

    def __init__(self, plan: Plan, source: Source, mode: Mode) -> None:
        super().__init__(plan, source, mode)
        self.problems: list[list[Exception | None]] = []

    def below(self, count: str) -> str:
        """A number drawn below another: a step of splitmix64, its upper half multiplied."""
        self.source.line("state += STEP")
        return f"np.int64((mixed(state) >> HALF) * np.uint64({count}) >> HALF)"

    def fail(self, table: str, index: str, by: Provisions) -> None:
        """Leave with the number of what to raise."""
        self.problems.append(self.source.tables.pop(table))
        self.source.line(f"problem[0], problem[1] = {len(self.problems) - 1}, {index}", by)
        self.source.line("return")

    def tally(self, step: Settle, index: str) -> None:
        """Count the answer, or put it down for the round."""
        if self.mode.given:
            self.source.line(f"ends[{step.number - 1}, lane] = {index}", step.provisions)
        else:
            self.source.line(f"tally_{step.number}[{index}] += 1", step.provisions)

    def sign(self, stride: int) -> str:
        """The digit that says how x and y compare, without a branch."""
        sign = "((x > y) + (x >= y))"
        return sign if stride == 1 else f"{stride} * {sign}"

    def given(self, step: Take, by: Provisions) -> None:
        """Take an object that is given."""
        first = self.plan.first[step.kind]
        self.source.line(f"c{step.number} = objects[taken, lane]" + (f" - {first}" if first else ""), by)
        self.source.line("taken += 1")

    def burn(self, step: Burn) -> None:
        """Remove objects that nobody sees."""
        if not self.mode.given:
            return
        if step.by_first:
            worth = self.source.table("WORTH", self.plan.numbers[step.kind], "what an object counts")
            self.source.line(f"more = {worth}[objects[taken, lane] - {self.plan.first[step.kind]}]", step.provisions)
            self.source.line(f"taken += 1 + (more if more else {step.count})")
        else:
            self.source.line(f"taken += {step.count}", step.provisions)

    def draw_hands(self, whole: WholeHands) -> None:
        """Draw whole hands until they share no object."""
        source = self.source
        for place, (grow, size) in enumerate(zip(whole.grows, whole.sizes, strict=True)):
            masks = np.array(whole.masks[size], dtype=np.uint64)
            mask = source.table("PLACES", masks, f"places of the stock that {size} objects take")
            source.line(f"h{place} = {self.below(str(whole.counts[place]))}", grow.provisions)
            if place:
                source.line(f"while used & {mask}[h{place}]:")
                source.depth += 1
                source.line(f"h{place} = {self.below(str(whole.counts[place]))}")
                source.depth -= 1
            source.line(f"used {'|' if place else ''}= {mask}[h{place}]")
        for place, grow in enumerate(whole.grows):
            name = self.names[grow.unit]
            if whole.memories[place] == list(range(whole.counts[place])):
                source.line(f"{name} = h{place}", grow.provisions)
                continue
            table = source.table(f"HOLDS_{name.upper()}", whole.memories[place], f"what is remembered of {grow.unit}")
            source.line(f"{name} = {table}[h{place}]", grow.provisions)


def splitmix(state: Any) -> Any:
    """The number that a state of splitmix64 gives (Steele, Lea and Flood, 2014)."""
    z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


class NumbaKernel:
    """Rounds in machine code: `rounds` plays many, `ends` those of given objects (a column for each round).

    Raises:
        NotCompiled: Numba is not installed.
    """

    kind = "numba"

    def __init__(self, plan: Plan) -> None:
        try:
            from numba import njit
        except ImportError:
            raise NotCompiled("numba-missing") from None
        self.plan = plan
        self._maps = [np.array(answers_of(step), dtype=np.intp) for step in plan.settlements]
        self.source = ""
        self.tables: dict[str, Any] = {}
        self.captions: dict[str, str] = {}
        self._problems: dict[str, list[list[Exception | None]]] = {}
        self._given: dict[str, list[Any]] = {}
        names: dict[str, Any] = {
            "np": np,
            "mixed": njit(inline="always")(splitmix),
            "STEP": np.uint64(0x9E3779B97F4A7C15),
            "HALF": np.uint64(32),
        }
        self._functions = {}
        for name, given in (("rounds", False), ("ends", True)):
            if given and plan.is_random:
                continue
            text, source = self._written(name, given=given)
            self.source += ("\n\n" if self.source else "") + text
            self.tables |= source.tables
            self.captions |= source.captions
            self._given[name] = [_array(table) for table in source.tables.values()]
            found = compiled(text, dict(names), plan.title)[name]
            self._functions[name] = njit(nogil=True)(found)

    def _written(self, name: str, *, given: bool) -> tuple[str, Source]:
        plan, source = self.plan, Source()
        writer = NumbaWriter(plan, source, Mode(given=given))
        source.depth = 1
        if not given and writer.whole is None:
            for kind, copies in plan.stocks.items():
                pool = [thing for thing, count in enumerate(copies) for _ in range(count)]
                table = source.table("STOCK", pool, f"the stock of {kind}, by place")
                source.line(f"pool_{identifier(kind)} = {table}.copy()")
        source.line("for lane in range(count):")
        source.depth = 2
        if given:
            source.line("taken = 0")
        if writer.has_books:
            source.line("book = 0")
        writer.steps(plan.steps)
        self._problems[name] = writer.problems
        own = "count, objects, ends" if given else "count, state"
        tallies = "" if given else "".join(f", tally_{step.number}" for step in plan.settlements)
        tables = "".join(f", {table}" for table in source.tables)
        return f"def {name}({own}, problem{tallies}{tables}):\n" + "\n".join(source.lines) + "\n", source

    def _run(self, name: str, *arguments: Any) -> None:
        if name not in self._functions:
            raise NotCompiled("random-choice")
        problem = np.full(2, _DECIDED, dtype=np.int64)
        head, rest = arguments[:2] if name == "rounds" else arguments[:3], arguments[2 if name == "rounds" else 3 :]
        self._functions[name](*head, problem, *rest, *self._given[name])
        if problem[0] != _DECIDED:
            found = self._problems[name][int(problem[0])][int(problem[1])]
            assert isinstance(found, LexludiError), found
            raise again(found)

    def rounds(self, count: int, seed: int) -> list[list[int]]:
        """For each settlement, how often each answer of its question came; each round has a fresh stock."""
        tallies = [np.zeros(len(m), dtype=np.int64) for m in self._maps]
        self._run("rounds", count, np.uint64(seed), *tallies)
        return counts_of(self._maps, tallies, [len(step.query.answers) for step in self.plan.settlements])

    def ends(self, objects: NDArray[np.integer[Any]]) -> tuple[NDArray[np.intp], ...]:
        """For each settlement the answer in each round (column) of given objects (in order, down the rows)."""
        found = np.zeros((len(self._maps), objects.shape[1]), dtype=np.int64)
        self._run("ends", objects.shape[1], np.ascontiguousarray(objects, dtype=np.int64), found)
        return tuple(answers.take(i) for answers, i in zip(self._maps, found, strict=True))


def _array(table: Any) -> NDArray[Any]:
    """A table as the smallest array that holds it."""
    if isinstance(table, np.ndarray):
        return table
    found = np.array(table, dtype=np.int64)
    low, high = int(found.min(initial=0)), int(found.max(initial=0))
    for kind in (np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return found.astype(kind)
    return found
