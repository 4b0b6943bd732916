"""A plan written down as Python statements for one round at a time; each line cites its provisions.

`python_source` and `numba_source` say how chance, tables and problems are written in each.
"""

from collections.abc import Iterable
from typing import Any

from lexludi.rules.throws import thrower
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.plan import (
    Ask,
    Begin,
    Burn,
    Grow,
    Held,
    Note,
    Pick,
    Provisions,
    Repeat,
    Reveal,
    Settle,
    Step,
    Stop,
    Take,
    Thrown,
    Turn,
    flat,
)
from lexludi.simulate.queries import Query
from lexludi.simulate.scalar_objects import ObjectWriter
from lexludi.simulate.writing import identifier, listed

TALLIED_DIRECTLY = 1 << 12


class ScalarWriter(ObjectWriter):
    """Writes the steps of a plan for one round."""

    # ── Steps ───────────────────────────────────────────────────────────────

    def steps(self, steps: Iterable[Step]) -> None:
        """Write steps down; `pass` where nothing is to be done."""
        before = len(self.source.lines)
        for step in steps:
            self.step(step)
        self.flush()
        if len(self.source.lines) == before and self.source.depth:
            self.source.line("pass")

    def step(self, step: Step) -> None:
        """Write one step down."""
        if not isinstance(step, (Note, Take, Thrown, Reveal)):
            self.flush()
        match step:
            case Note():
                self._note(step)
            case Take():
                self._take(step)
            case Burn():
                self.burn(step)
            case Grow():
                self._grow(step)
            case Held():
                self._held(step)
            case Thrown(unit, by):
                head = f'"thrown", {by!r}, {thrower(unit)!r}, ("objects",)'
                self.told(f"({head}, ({self.hand(unit)},))", by)
            case Begin(unit, memory):
                self.source.line(f"{self.names[unit]} = {memory}")
            case Reveal():
                self._reveal(step)
            case Ask():
                self._ask(step)
            case Pick():
                self._pick(step)
            case Repeat(body, by):
                self._repeat(body, by)
            case Stop():
                self.source.line("break")
            case Turn():
                self._turn(step)
            case Settle():
                self._settle(step)

    # ── Questions ───────────────────────────────────────────────────────────

    def held(self, name: str, on: str) -> str:
        """What is held, which has a name of its own."""
        return name

    def look_up(self, table: str, content: list[int], caption: str, index: str) -> str:
        """An entry of a list."""
        return f"{self.source.table(table, content, caption)}[{index}]"

    def nothing(self, on: str) -> str:
        """The index where nothing is read."""
        return "0"

    def sign(self, stride: int) -> str:
        """An expression for the digit that says how x and y compare."""
        return f"({2 * stride} if x > y else {stride} if x == y else 0)"

    def _ask(self, step: Ask) -> None:
        query = step.query
        found = set(query.answers)
        told = self.mode.traced and step.told is not None
        if len(found) == 1 and not told and not step.problems:
            self.steps_inline(step.branches[found.pop()])
            return
        if not self.mode.traced and (books := step.books_after) is not None:
            after = [books[answer] for answer in query.answers]
            if len(query.units) == 1 and not query.by_book and not query.pairs:
                # Nothing need be done before somebody asks how the bets stand.
                self.book_of = query.units[0], query.spread(after, 0), step.provisions
                return
            self.book_of = None
            text, direct = self.index(query, 1 << 15)
            table = self.source.table("BOOK", query.spread(after, 0) if direct else after, "how the bets stand then")
            self.source.line(f"book = {table}[{text}]", step.provisions)
            return
        order = sorted(step.branches, key=lambda answer: (bool(step.branches[answer]), str(answer)))
        codes = {answer: code for code, answer in enumerate(order)}
        found_codes = [codes.get(answer, -1) for answer in query.answers]
        text, direct = self.index(query, 1 << 15)
        if told or step.problems:
            self.flush()
            self.source.line(f"i = {text}", step.provisions)
            text = "i"
        if told:
            steps = query.spread(step.told or [], None) if direct else step.told
            table = self.source.table("TOLD", steps, "steps told, by what was read")
            if None in (step.told or []):
                self.source.line(f"if {table}[i] is not None:")
                self.source.line(f"    trace.append({table}[i])")
            else:
                self.told(f"{table}[i]", ())
        self.flush()
        table = self.source.table(
            "SAYS", query.spread(found_codes, -1) if direct else found_codes, f"{dict(enumerate(map(str, order)))}"
        )
        self._count_takes([s for branch in step.branches.values() for s in branch])
        self._branches(step, f"{table}[{text}]", order, query, direct)

    def _count_takes(self, steps: list[Step]) -> None:
        """From here on it varies how many objects of some stocks have been taken: count them."""
        if self.mode.given:
            return
        inside = (s for s in flat(steps) if isinstance(s, Take) and not s.thrown and (s.read or self.mode.traced))
        for kind in sorted({s.kind for s in inside} - self.counted):
            self.source.line(f"n_{identifier(kind)} = {self.slots.get(kind, 0)}")
            self.counted.add(kind)

    def _branches(self, step: Ask, says: str, order: list[Any], query: Query, direct: bool) -> None:
        by = () if says.endswith("[i]") else step.provisions
        if step.problems:
            self.source.line(f"says = {says}", by)
            says, by = "says", ()
            problems = [step.problems.get(i) for i in range(len(query.answers))]
            table = self.source.table("PROBLEM", query.spread(problems, None) if direct else problems, "not decided")
            self.source.line("if says < 0:")
            self.source.depth += 1
            self.fail(table, "i", step.provisions)
            self.source.depth -= 1
        full = [code for code, answer in enumerate(order) if self.does(step.branches[answer])]
        if not full:
            return
        if len(order) == 2 and full == [1]:
            self._branch(f"if {says}:", step.branches[order[1]], by)
            return
        if len(full) == len(order) == 2:
            self._branch(f"if {says}:", step.branches[order[1]], by)
            self._branch("else:", step.branches[order[0]], ())
            return
        if len(full) > 1 and says != "says":
            self.source.line(f"says = {says}", by)
            says, by = "says", ()
        for place, code in enumerate(full):
            last = len(full) == len(order) and place == len(full) - 1
            head = "else:" if last and place else f"{'el' if place else ''}if {says} == {code}:"
            self._branch(head, step.branches[order[code]], by)

    def does(self, steps: list[Step]) -> bool:
        """Whether anything is written for some steps."""
        told = (Note, Held, Thrown, Reveal)
        return any(self.mode.traced or not isinstance(s, told) for s in steps)

    def steps_inline(self, steps: list[Step]) -> None:
        """Write steps where nothing has to be asked."""
        for step in steps:
            self.step(step)

    def _branch(self, head: str, steps: list[Step], by: Provisions) -> None:
        self.put_book()
        self.source.line(head, by)
        self.source.depth += 1
        self.steps(steps)
        self.source.depth -= 1

    def _pick(self, step: Pick) -> None:
        if self.mode.given:
            raise NotCompiled("random-choice")
        self._count_takes([s for branch in step.branches for s in branch])
        self.source.line(f"says = {self.below(str(len(step.branches)))}", step.provisions)
        for code, branch in enumerate(step.branches):
            last = code == len(step.branches) - 1
            head = "else:" if last and code else f"{'el' if code else ''}if says == {code}:"
            self._branch(head, branch, ())

    def _repeat(self, body: list[Step], by: Provisions) -> None:
        self._count_takes(body)
        self.put_book()
        self.source.line("while True:", by)
        self.source.depth += 1
        self.steps(body)
        self.source.depth -= 1

    # ── The book ────────────────────────────────────────────────────────────

    def _turn(self, step: Turn) -> None:
        self.put_book()
        if self.mode.traced and any(step.told.values()):
            if len(step.told) == 1:
                (steps,) = step.told.values()
                name = self.source.table("TOLD", steps, "steps told")
            else:
                name = self.source.table("TOLD", listed(step.told, ()), "steps told, by how the bets stood") + "[book]"
            self.source.line(f"trace += {name}", step.provisions)
        if not self.has_books or all(a == b for a, b in step.after.items()):
            return
        if len(set(step.after.values())) == 1:
            self.source.line(f"book = {next(iter(step.after.values()))}", step.provisions)
        else:
            table = self.source.table("BOOK", listed(step.after, 0), "how the bets stand, by how they stood")
            self.source.line(f"book = {table}[book]", step.provisions)

    def _settle(self, step: Settle) -> None:
        text, direct = self.index(step.query, TALLIED_DIRECTLY)
        if not self.mode.traced:
            self.tally(step, text)
            return
        self.source.line(f"i = {text}", step.provisions)
        decided = [None if i in step.problems else steps for i, steps in enumerate(step.told)]
        told = step.query.spread(decided, ()) if direct else decided
        table = self.source.table("TOLD", told, "steps told, by what was read")
        if step.problems:
            problems = [step.problems.get(i) for i in range(len(step.query.answers))]
            name = self.source.table(
                "PROBLEM", step.query.spread(problems, None) if direct else problems, "not decided"
            )
            self.source.line(f"if {table}[i] is None:")
            self.source.depth += 1
            self.fail(name, "i", ())
            self.source.depth -= 1
        if step.told_before:
            # What a definition says of a hand is told once in a round.
            self.source.line(f'trace += [s for s in {table}[i] if s[0] != "defined" or s not in trace]')
        else:
            self.source.line(f"trace += {table}[i]")
        self.tally(step, "i")
