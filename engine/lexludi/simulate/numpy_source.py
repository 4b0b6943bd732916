"""A plan as operations on arrays: a lane for each round."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.simulate.asking import ALL, Asker
from lexludi.simulate.drawing import WholeHands, whole_hands
from lexludi.simulate.plan import (
    Ask,
    Begin,
    Burn,
    Grow,
    Pick,
    Plan,
    Provisions,
    Repeat,
    Settle,
    Step,
    Stop,
    Take,
    Turn,
    flat,
)
from lexludi.simulate.scalar_source import TALLIED_DIRECTLY
from lexludi.simulate.writing import Source, identifier, listed


class NumpyWriter(Asker):
    """Writes the steps of a plan for many lanes; `on` names those concerned, where it is not all."""

    def __init__(self, plan: Plan, source: Source, *, given: bool) -> None:
        super().__init__(plan, source)
        self.given = given
        self.whole: WholeHands | None = None if given else whole_hands(plan)
        self.slots: dict[int, int] = {}
        self.numbered = 0

    # ── Beginning ───────────────────────────────────────────────────────────

    def begin(self) -> None:
        """What all lanes begin with: their objects, and how the bets stand."""
        source = self.source
        if self.given:
            source.line("given = GivenObjects(objects)")
            source.line("lanes = objects.shape[1]")
        elif self.whole is not None:
            self._draw_hands(self.whole)
        else:
            for kind, copies in self.plan.stocks.items():
                self._draw_objects(kind, copies)
        if self.given or self.plan.is_unbounded:
            source.line("every = np.arange(lanes)")
        for unit in self._set_apart():
            source.line(f"{self.names[unit]} = np.zeros(lanes, np.intp)")
        if self.has_books:
            source.line("book = np.zeros(lanes, np.intp)")

    def _set_apart(self) -> list[str]:
        """The hands of which something is first remembered in some lanes only."""
        first: dict[str, bool] = {}
        for step in self.plan.steps:
            for inner in flat([step]):
                if isinstance(inner, (Grow, Begin)):
                    first.setdefault(inner.unit, inner is not step)
        return [unit for unit, apart in first.items() if apart]

    def _draw_objects(self, kind: str, copies: list[int]) -> None:
        takes = [s for s in self.plan.all() if isinstance(s, Take) and s.kind == kind and not s.thrown and s.read]
        inside = {
            s.number for r in self.plan.all() if isinstance(r, Repeat) for s in flat(r.body) if isinstance(s, Take)
        }
        fixed = list(dict.fromkeys(t.number for t in takes if t.number not in inside))
        self.slots = {number: place for place, number in enumerate(fixed)}
        pool = np.repeat(np.arange(len(copies)), copies)
        stock = self.source.table(f"STOCK_{identifier(kind).upper()}", pool, f"the stock of {kind}, by place")
        size = len(pool)
        if any(t.number in inside for t in takes):
            name = f"stock_{identifier(kind)}"
            self.source.line(f"{name} = FreshStock(rng, {size}, {len(fixed)}, lanes)")
            rows = f"{name}.places"
        elif fixed:
            self.source.line(f"places = distinct(rng, {size}, {len(fixed)}, lanes)")
            rows = "places"
        for number, place in self.slots.items():
            self.source.line(f"c{number} = {stock}.take({rows}[{place}])")

    def _draw_hands(self, whole: WholeHands) -> None:
        masks = {
            n: self.source.table("PLACES", np.array(m, dtype=np.uint64), f"places of the stock that {n} objects take")
            for n, m in whole.masks.items()
        }
        drawn = ", ".join(f"h{i}" for i in range(len(whole.grows)))
        used = "".join(f"{masks[n]}, " for n in whole.sizes).rstrip()
        self.source.line(f"{drawn}{',' if len(whole.grows) == 1 else ''} = apart(rng, {whole.counts}, ({used}), lanes)")
        self.source.line("lanes = h0.size")
        for place, grow in enumerate(whole.grows):
            name = self.names[grow.unit]
            memories = np.array(whole.memories[place], dtype=np.intp)
            if (memories == np.arange(len(memories))).all():
                self.source.line(f"{name} = h{place}", grow.provisions)
                continue
            table = self.source.table(f"HOLDS_{name.upper()}", memories, f"what is remembered of {grow.unit}, by hand")
            self.source.line(f"{name} = {table}.take(h{place})", grow.provisions)

    # ── Steps ───────────────────────────────────────────────────────────────

    def steps(self, steps: list[Step], on: str = ALL) -> None:
        """Write steps down for some lanes."""
        before = len(self.source.lines)
        for step in steps:
            self.step(step, on)
        if len(self.source.lines) == before and self.source.depth > 1:
            self.source.line("pass")

    def step(self, step: Step, on: str) -> None:
        """Write one step down for some lanes."""
        match step:
            case Take():
                self._take(step, on)
            case Burn(kind, count, by_first, by):
                self._burn(kind, count, by_first, by, on)
            case Grow():
                if self.whole is None:
                    self._grow(step, on)
            case Begin(unit, memory):
                self._set(self.names[unit], f"np.full(lanes, {memory})" if on == ALL else str(memory), on, ())
            case Ask():
                self._ask(step, on)
            case Pick():
                self._pick(step, on)
            case Repeat():
                self._repeat(step, on)
            case Stop():
                self.source.line(f"going[{on}] = False")
            case Turn():
                self._turn(step, on)
            case Settle():
                self._settle(step)

    def _set(self, name: str, value: str, on: str, by: Provisions) -> None:
        self.source.line(f"{name} = {value}" if on == ALL else f"{name}[{on}] = {value}", by)

    def held(self, name: str, on: str) -> str:
        """What is held, for each lane."""
        return name if on == ALL else f"{name}[{on}]"

    def _lanes(self, on: str) -> str:
        return "every" if on == ALL else on

    # ── Objects ─────────────────────────────────────────────────────────────

    def _take(self, step: Take, on: str) -> None:
        by = step.step[1] if step.step else ()
        first = self.plan.first[step.kind]
        if self.given:
            self.source.line(f"c{step.number} = given.take({self._lanes(on)}, {first})", by)
        elif step.thrown:
            size = "lanes" if on == ALL else f"{on}.size"
            self.source.line(f"c{step.number} = rng.integers({self.plan.faces[step.kind]}, size={size})", by)
        elif step.read and self.whole is None and step.number not in self.slots:
            kind = identifier(step.kind)
            drawn = f"stock_{kind}.take({self._lanes(on)})"
            self.source.line(f"c{step.number} = STOCK_{kind.upper()}.take({drawn})", by)

    def _burn(self, kind: str, count: int, by_first: bool, by: Provisions, on: str) -> None:
        if not self.given:
            return
        if not by_first:
            self.source.line(f"given.count[{self._lanes(on)}] += {count}", by)
            return
        worth = self.source.table("WORTH", np.array(self.plan.numbers[kind]), "what an object counts")
        self.source.line(f"more = {worth}[given.take({self._lanes(on)}, {self.plan.first[kind]})]", by)
        self.source.line(f"given.count[{self._lanes(on)}] += np.where(more, more, {count})")

    def _received(self, number: int, on: str) -> str:
        """An object taken, for the lanes concerned: those drawn for all lanes at once are there for all."""
        return self.held(f"c{number}", on) if number in self.slots and not self.given else f"c{number}"

    def _grow(self, step: Grow, on: str) -> None:
        if self.book_of is not None and self.book_of[0] == step.unit:
            self.put_book()
        base, name = self.plan.objects[step.kind], self.names[step.unit]
        index = "" if step.new else self.held(name, on)
        for number in step.taken:
            own = self._received(number, on)
            index = own if not index else f"{f'({index})' if ' ' in index else index} * {base} + {own}"
        table = self._holds(step, np.array(step.table, dtype=np.intp))
        self._set(name, f"{table}.take({index})", on, step.provisions)

    def _holds(self, step: Grow, content: NDArray[np.intp]) -> str:
        name = self.names[step.unit].upper()
        return self.source.table(f"HOLDS_{name}", content, f"what is remembered of {step.unit}, by object received")

    # ── Questions ───────────────────────────────────────────────────────────

    def look_up(self, table: str, content: list[int], caption: str, index: str) -> str:
        """Entries of an array that takes little room."""
        return f"{self.source.table(table, small(content), caption)}.take({index})"

    def nothing(self, on: str) -> str:
        """The index where nothing is read, for each lane."""
        return "np.zeros(lanes, np.intp)" if on == ALL else f"np.zeros({on}.size, np.intp)"

    def sign(self, stride: int) -> str:
        """The digit that says how x and y compare, in bytes where that is enough."""
        sign = "((x > y).view(np.int8) + (x >= y))"
        return sign if stride == 1 else f"{stride} * {sign}"

    def _ask(self, step: Ask, on: str) -> None:
        query = step.query
        found = set(query.answers)
        if len(found) == 1 and not step.problems:
            for inner_step in step.branches[found.pop()]:
                self.step(inner_step, on)
            return
        if (books := step.books_after) is not None:
            after = [books[answer] for answer in query.answers]
            if len(query.units) == 1 and not query.by_book and not query.pairs and on == ALL:
                self.book_of = query.units[0], query.spread(after, 0), step.provisions
                return
            self.book_of = None
            text, direct = self.index(query, 1 << 15, on)
            content = np.array(query.spread(after, 0) if direct else after, dtype=np.intp)
            table = self.source.table("BOOK", content, "how the bets stand then")
            self._set("book", f"{table}.take({text})", on, step.provisions)
            return
        order = sorted(step.branches, key=lambda answer: (bool(step.branches[answer]), str(answer)))
        codes = {answer: code for code, answer in enumerate(order)}
        says = [codes.get(answer, -1) for answer in query.answers]
        text, direct = self.index(query, 1 << 15, on)
        self.numbered += 1
        name = f"says_{self.numbered}"
        content = np.array(query.spread(says, -1) if direct else says, dtype=np.int8)
        table = self.source.table("SAYS", content, f"{dict(enumerate(map(str, order)))}")
        if step.problems:
            problems = [step.problems.get(i) for i in range(len(query.answers))]
            listed_ = query.spread(problems, None) if direct else problems
            failing = self.source.table("PROBLEM", dict(enumerate(listed_)), "not decided")
            self.source.line(f"i = {text}", step.provisions)
            self.source.line(f"{name} = {table}.take(i)")
            self.source.line(f"if {name}.min(initial=0) < 0:")
            self.source.line(f"    raise again({failing}[int(i[{name}.argmin()])])")
        else:
            self.source.line(f"{name} = {table}.take({text})", step.provisions)
        full = [code for code, answer in enumerate(order) if does(step.branches[answer])]
        if len(order) == 2 and full == [1] and on == ALL and self._draws_once(step.branches[order[1]]):
            self._drawn_or_not(step.branches[order[1]], name)
            return
        for code in full:
            self._branch(step.branches[order[code]], f"{name} == {code}", on)

    def _branch(self, steps: list[Step], chosen: str, on: str) -> None:
        self.put_book()
        self.numbered += 1
        own = f"on_{self.numbered}"
        self.source.line(f"{own} = np.flatnonzero({chosen})" if on == ALL else f"{own} = {on}[{chosen}]")
        for step in steps:
            self.step(step, own)

    def _draws_once(self, steps: list[Step]) -> bool:
        """Whether all that follows is one more object for one hand, so that no lane need be set apart."""
        steps = [s for s in steps if does([s])]
        if self.given or len(steps) != 2 or not isinstance(steps[0], Take) or not isinstance(steps[1], Grow):
            return False
        return steps[0].number in self.slots and steps[1].taken == (steps[0].number,) and not steps[1].new

    def _drawn_or_not(self, steps: list[Step], says: str) -> None:
        """The table of a hand with one column more, for lanes that receive nothing."""
        (grow,) = (s for s in steps if isinstance(s, Grow))
        if self.book_of is not None and self.book_of[0] == grow.unit:
            self.put_book()
        base, name = self.plan.objects[grow.kind], self.names[grow.unit]
        rows = np.array(grow.table, dtype=np.intp).reshape(-1, base)
        table = self._holds(grow, np.column_stack([rows, np.arange(len(rows))]).reshape(-1))
        drawn = f"np.where({says}, c{grow.taken[0]}, {base})"
        self.source.line(f"{name} = {table}.take({name} * {base + 1} + {drawn})", grow.provisions)

    def _pick(self, step: Pick, on: str) -> None:
        self.numbered += 1
        name = f"says_{self.numbered}"
        size = "lanes" if on == ALL else f"{on}.size"
        self.source.line(f"{name} = rng.integers({len(step.branches)}, size={size})", step.provisions)
        for code, branch in enumerate(step.branches):
            self._branch(branch, f"{name} == {code}", on)

    def _repeat(self, step: Repeat, on: str) -> None:
        self.numbered += 1
        own = f"on_{self.numbered}"
        self.put_book()
        self.source.line(f"{own} = {self._lanes(on)}", step.provisions)
        self.source.line("going = np.ones(lanes, np.bool_)")
        self.source.line(f"while {own}.size:")
        self.source.depth += 1
        self.steps(step.body, own)
        self.source.line(f"{own} = {own}[going[{own}]]")
        self.source.depth -= 1

    def put_book(self) -> None:
        """Write down how the bets stand, where that follows from a hand and has not been needed yet."""
        if self.book_of is not None:
            unit, after, by = self.book_of
            self.book_of = None
            table = self.source.table("BOOK", np.array(after, dtype=np.intp), "how the bets stand then")
            self.source.line(f"book = {table}.take({self.names[unit]})", by)

    def _turn(self, step: Turn, on: str) -> None:
        self.put_book()
        if not self.has_books or all(a == b for a, b in step.after.items()):
            return
        after = set(step.after.values())
        if len(after) == 1:
            value = f"np.full(lanes, {next(iter(after))})" if on == ALL else str(next(iter(after)))
            self._set("book", value, on, step.provisions)
            return
        content = np.array(listed(step.after, 0), dtype=np.intp)
        table = self.source.table("BOOK", content, "how the bets stand, by how they stood")
        self._set("book", f"{table}.take({self.held('book', on)})", on, step.provisions)

    def _settle(self, step: Settle) -> None:
        text, direct = self.index(step.query, TALLIED_DIRECTLY, ALL)
        size = len(step.query.answers)
        if direct:
            size = len(step.query.spread(step.query.answers, None))
        if self.given:
            self.source.line(f"end_{step.number} = {text}", step.provisions)
        else:
            self.source.line(f"tally_{step.number} += np.bincount({text}, minlength={size})", step.provisions)


def does(steps: list[Step]) -> bool:
    """Whether anything is written for some steps."""
    return any(isinstance(s, (Take, Burn, Grow, Begin, Ask, Pick, Repeat, Stop, Turn, Settle)) for s in steps)


def small(values: list[int]) -> NDArray[Any]:
    """Numbers as an array that takes little room."""
    return np.array(values, dtype=np.int16 if min(values) >= -(1 << 15) and max(values) < 1 << 15 else np.int32)
