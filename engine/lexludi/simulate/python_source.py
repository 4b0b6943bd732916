"""A plan as plain Python: many rounds at once, one with given objects, and either with the whole trace."""

import linecache
import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import permutations
from math import factorial
from operator import itemgetter
from random import Random
from typing import Any

from lexludi.base.errors import InvalidStack, LexludiError
from lexludi.play.trace import RawStep
from lexludi.simulate.drawing import WholeHands, whole_hands
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.plan import Burn, Grow, Plan, Provisions, Settle, Take
from lexludi.simulate.scalar_source import TALLIED_DIRECTLY, ScalarWriter
from lexludi.simulate.writing import Mode, Source, identifier


class PythonWriter(ScalarWriter):
    """Writes a plan in Python."""

    def below(self, count: str) -> str:
        """A number drawn below another, as the standard library's `choices` does."""
        return f"int(random() * {count})"

    def fail(self, table: str, index: str, by: Provisions) -> None:
        """Raise what the interpreter raises."""
        self.source.line(f"raise again({table}[{index}])", by)

    def tally(self, step: Settle, index: str) -> None:
        """Count the answer, or note it where one round is played."""
        if self.mode.traced:
            return
        if self.mode.given:
            self.source.line(f"end_{step.number} = {index}", step.provisions)
        else:
            self.source.line(f"tally_{step.number}[{index}] += 1", step.provisions)

    def draw_hands(self, whole: WholeHands) -> None:
        """Draw whole hands until they share no object."""
        source = self.source
        for place, (grow, size) in enumerate(zip(whole.grows, whole.sizes, strict=True)):
            drawn = f"h{place} = int(random() * {whole.counts[place]})"
            mask = source.table("PLACES", whole.masks[size], f"places of the stock that {size} objects take, as bits")
            source.line(drawn, grow.provisions)
            if place:
                source.line(f"while taken & {mask}[h{place}]:")
                source.line(f"    {drawn}")
            if place < len(whole.grows) - 1:
                source.line(f"taken {'|' if place else ''}= {mask}[h{place}]")
        for place, grow in enumerate(whole.grows):
            self._hold(whole, place, grow)

    def gather(self, first: int) -> None:
        """From the line `first` on, look up what is known of a hand once, as a row, where hands are drawn at once."""
        if self.whole is None:
            return
        for grow in self.whole.grows:
            name = self.names[grow.unit]
            held = re.compile(rf"\b([A-Z]\w*)\[{name}\]")
            lines = self.source.lines
            found = list(dict.fromkeys(table for line in lines[first:] for table in held.findall(line)))
            if len(found) < 2:
                continue
            own = {t: t.lower() if name.upper() in t else f"{t.lower()}_{name}" for t in found}
            lines[first:] = [held.sub(lambda m, own=own: own[m[1]], line) for line in lines[first:]]  # type: ignore[misc]
            rows = list(zip(*(self.source.tables[table] for table in found), strict=False))
            table = self.source.table(
                f"KNOWN_{name.upper()}", rows, f"of each hand of {grow.unit}: {', '.join(own.values())}"
            )
            at = next(i for i in range(first, len(lines)) if lines[i].lstrip().startswith(f"{name} = "))
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            lines.insert(at + 1, f"{indent}{', '.join(own.values())} = {table}[{name}]")

    def _hold(self, whole: WholeHands, place: int, grow: Grow) -> None:
        """A hand by its number: what is remembered of it, and for the trace its objects."""
        source, name = self.source, self.names[grow.unit]
        number = f"h{place}"
        if whole.memories[place] == list(range(whole.counts[place])):
            source.line(f"{name} = {number}", grow.provisions)
            number = name
        else:
            table = source.table(f"HOLDS_{name.upper()}", whole.memories[place], f"what is remembered of {grow.unit}")
            source.line(f"{name} = {table}[{number}]", grow.provisions)
        if not self.mode.traced:
            return
        count = len(grow.taken)
        hands = source.table("HANDS", whole.hands[count], f"hands of {count} objects")
        taken = ", ".join(f"c{n}" for n in grow.taken) + ("," if count == 1 else "")
        hand = f"{hands}[{number}]"
        if count > 1:
            orders = source.table("ORDERS", orders_of(count), "ways to put a hand into an order")
            hand = f"{orders}[int(random() * {factorial(count)})]({hand})"
        source.line(f"{taken} = {self.hand(grow.unit)} = {hand}")

    def burn(self, step: Burn) -> None:
        """Remove objects that nobody sees."""
        if not (self.mode.given or self.mode.traced):
            return
        kind, first = step.kind, self.plan.first[step.kind]
        source = self.source
        if not self.mode.given and kind not in self.counted:
            source.line(f"n_{identifier(kind)} = {self.slots.get(kind, 0)}")
            self.counted.add(kind)
        source.line("burned = []", step.provisions)
        if step.by_first:
            self._burn_one(kind)
            worth = source.table("WORTH", self.plan.numbers[kind], "what an object counts")
            source.line(f"for _ in range({worth}[burned[0]] or {step.count}):")
        else:
            source.line(f"for _ in range({step.count}):")
        source.depth += 1
        self._burn_one(kind)
        source.depth -= 1
        shown = "tuple(burned)" if not first else f"tuple([c + {first} for c in burned])"
        self.told(f'("burned", {step.provisions!r}, "", ("objects",), ({shown},))', ())

    def _burn_one(self, kind: str) -> None:
        self._take(Take(0, kind, False, True, None))
        self.source.line("burned.append(c0)")


@cache
def orders_of(count: int) -> tuple[Callable[[tuple[int, ...]], tuple[int, ...]], ...]:
    """Functions that put so many objects into each order."""
    return tuple(itemgetter(*order) for order in permutations(range(count)))


def again(problem: LexludiError) -> LexludiError:
    """The same exception once more, without the places it has been raised at."""
    return type(problem)(problem.key, problem.provisions, **problem.args_by_name)


class PythonKernel:
    """Rounds in generated Python.

    `source` is the text. `rounds` plays many and gives, for each settlement, how often
    each answer came; `ends` and `trace` play one with given objects.
    """

    kind = "python"

    def __init__(self, plan: Plan, traced: Plan | None = None) -> None:
        self.plan = plan
        source = Source()
        _write_rounds(plan, source)
        if not plan.is_random:
            _write_given(plan, source)
        if traced is not None and not traced.is_random:
            _write_traced(traced, source, given=True)
            _write_traced(traced, source, given=False)
        self.source = "\n".join(source.lines) + "\n"
        used = set(re.findall(r"\w+", self.source))
        self.tables = {name: table for name, table in source.tables.items() if name in used}
        self.captions = source.captions
        self.names = compiled(self.source, {**self.tables, "again": again}, plan.title)
        self._maps = [answers_of(step) for step in plan.settlements]

    def rounds(self, count: int, rng: Random) -> list[list[int]]:
        """For each settlement, how often each answer of its question came; each round has a fresh stock."""
        tallies = [[0] * len(m) for m in self._maps]
        self.names["rounds"](count, rng.random, *tallies)
        out = []
        for step, tally, answers in zip(self.plan.settlements, tallies, self._maps, strict=True):
            counts = [0] * len(step.query.answers)
            for index, number in enumerate(tally):
                counts[answers[index]] += number
            out.append(counts)
        return out

    def ends(self, objects: Iterable[int]) -> tuple[int, ...]:
        """The answer at each settlement of a round with given objects.

        Raises:
            InvalidStack: there are too few.
            NotCompiled: something is chosen at random.
        """
        found = self._played("ends", objects)
        return tuple(answers[i] for answers, i in zip(self._maps, found, strict=True))

    def trace(self, objects: Iterable[int]) -> list[RawStep]:
        """The trace of a round with given objects."""
        found: list[RawStep] = self._played("trace_of", objects)
        return found

    def tracing(self, rng: Random) -> Callable[[], list[RawStep]]:
        """A function that plays a round and gives its trace."""
        play: Callable[[], list[RawStep]] = self.names["tracing"](rng.random)
        return play

    def _played(self, name: str, objects: Iterable[int]) -> Any:
        given = list(objects)
        if name not in self.names:
            raise NotCompiled("random-choice")
        try:
            return self.names[name](iter(given).__next__)
        except StopIteration:
            raise InvalidStack("stack-too-short", given=len(given)) from None


def answers_of(step: Settle) -> list[int]:
    """The answer for each index that code may count."""
    query = step.query
    numbers = list(range(len(query.answers)))
    return query.spread(numbers, 0) if query.is_direct(TALLIED_DIRECTLY) else numbers


def _pools(plan: Plan, source: Source) -> None:
    for kind, copies in plan.stocks.items():
        pool = [thing for thing, count in enumerate(copies) for _ in range(count)]
        name = source.table("STOCK", pool, f"the stock of {kind}, by number of object")
        source.line(f"pool_{identifier(kind)} = {name}[:]")


def _write_rounds(plan: Plan, source: Source) -> None:
    tallies = "".join(f", tally_{step.number}" for step in plan.settlements)
    source.line(f"def rounds(count, random{tallies}):")
    source.depth = 1
    writer = PythonWriter(plan, source, Mode())
    if writer.whole is None:
        _pools(plan, source)
    source.line("for _ in range(count):")
    source.depth = 2
    if writer.has_books:
        source.line("book = 0")
    first = len(source.lines)
    writer.steps(plan.steps)
    writer.gather(first)
    source.depth = 0
    source.line("")
    source.line("")


def _write_given(plan: Plan, source: Source) -> None:
    source.line("def ends(take):")
    source.depth = 1
    writer = PythonWriter(plan, source, Mode(given=True))
    if writer.has_books:
        source.line("book = 0")
    writer.steps(plan.steps)
    ends = "".join(f"end_{step.number}, " for step in plan.settlements).rstrip()
    source.line(f"return ({ends})")
    source.depth = 0


def _write_traced(plan: Plan, source: Source, *, given: bool) -> None:
    source.line("")
    source.line("")
    if given:
        source.line("def trace_of(take):")
    else:
        source.line("def tracing(random):")
        source.depth = 1
        if whole_hands(plan, traced=True) is None:
            _pools(plan, source)
            source.line("")
        source.line("def play():")
    source.depth += 1
    source.line("trace = []")
    writer = PythonWriter(plan, source, Mode(given=given, traced=True))
    if writer.has_books:
        source.line("book = 0")
    first = len(source.lines)
    writer.steps(plan.steps)
    writer.gather(first)
    source.line("return trace")
    if not given:
        source.depth = 1
        source.line("")
        source.line("return play")
    source.depth = 0


def compiled(text: str, names: dict[str, Any], title: str) -> dict[str, Any]:
    """The names that generated code defines; tracebacks show its lines."""
    file = f"<lexludi kernel {title} {abs(hash(text)):x}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), names)
    return names
