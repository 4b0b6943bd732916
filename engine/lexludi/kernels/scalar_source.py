"""A plan written down as Python statements for one round at a time; each line cites its provisions.

`python_source` and `numba_source` say how chance, tables and problems are written in each.
"""

import keyword
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from lexludi.kernels.drawing import WholeHands, whole_hands
from lexludi.kernels.memory import NotCompiled
from lexludi.kernels.plan import (
    Ask,
    Begin,
    Burn,
    Grow,
    Held,
    Note,
    Pick,
    Plan,
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
from lexludi.kernels.queries import Query

TALLIED_DIRECTLY = 1 << 12

# Names that the code uses for itself.
_TAKEN = re.compile(
    r"\d.*|c\d+|n_.*|pool_.*|hand_.*|x|y|i|at|says|trace|random|book|count|objects|play|state|lane|rounds|int|range|take|z"
)


@dataclass
class Source:
    """Text in the making: lines, and the tables that they use by name, each with what it holds."""

    lines: list[str] = field(default_factory=list)
    depth: int = 0
    tables: dict[str, Any] = field(default_factory=dict)
    captions: dict[str, str] = field(default_factory=dict)

    def line(self, text: str, by: Provisions = ()) -> None:
        """One line, with the provisions it comes from."""
        self.lines.append(("    " * self.depth + text if text else "") + (f"  # {', '.join(_brief(by))}" if by else ""))

    def table(self, name: str, content: Any, caption: str) -> str:
        """A table under a name of its own."""
        number = 1
        unique = name
        while unique in self.tables and not _same(self.tables[unique], content):
            number += 1
            unique = f"{name}_{number}"
        self.tables[unique] = content
        self.captions[unique] = caption
        return unique


@dataclass(frozen=True)
class Mode:
    """What is written: whether objects are given, or drawn; and whether steps are told."""

    given: bool = False
    traced: bool = False


class ScalarWriter:
    """Writes the steps of a plan for one round."""

    def __init__(self, plan: Plan, source: Source, mode: Mode) -> None:
        self.plan = plan
        self.source = source
        self.mode = mode
        self.names = {unit: identifier(unit) for unit in plan.units}
        self.slots: dict[str, int] = {}
        self.counted: set[str] = set()  # the stocks of which the number of objects taken varies
        self.whole: WholeHands | None = None if mode.given else whole_hands(plan, traced=mode.traced)
        self.has_books = plan.books > 1
        self.pending: list[str] = []
        self.cited: dict[str, None] = {}
        self.drawn = False
        self.book_of: tuple[str, list[int], Provisions] | None = None

    # ── What the dialects say ───────────────────────────────────────────────

    def below(self, count: str) -> str:
        """An expression for a number drawn below another; it may need a line before it."""
        raise NotImplementedError

    def fail(self, table: str, index: str, by: Provisions) -> None:
        """Stop the round where no rule says how it goes on."""
        raise NotImplementedError

    def tally(self, step: Settle, index: str) -> None:
        """Count how bets ended."""
        raise NotImplementedError

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
                self._burn(step)
            case Grow():
                self._grow(step)
            case Held():
                self._held(step)
            case Thrown(unit, by):
                head = f'"thrown", {by!r}, {unit!r}, ("objects",)'
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

    def told(self, item: str, by: Provisions) -> None:
        """A step of the trace, where there is one; steps that come together are added together."""
        if self.mode.traced:
            self.pending.append(item)
            self.cited.update(dict.fromkeys(by))

    def flush(self) -> None:
        """Add to the trace what has been told, before what it is told from changes."""
        if self.pending:
            by = tuple(self.cited)
            one = f"trace.append({self.pending[0]})"
            self.source.line(one if len(self.pending) == 1 else f"trace += ({', '.join(self.pending)})", by)
            self.pending, self.cited = [], {}

    def hand(self, unit: str) -> str:
        """The name of the objects that somebody holds."""
        return f"hand_{self.names[unit]}"

    def _note(self, step: Note) -> None:
        if self.mode.traced:
            name = self.source.table("TOLD", step.step, "a step that is only told")
            self.told(name, step.provisions)

    # ── Objects ─────────────────────────────────────────────────────────────

    def _take(self, step: Take) -> None:
        if not (self.mode.given or self.mode.traced or step.read):
            return
        by = step.step[1] if step.step else ()
        if self.whole is not None:
            if not self.drawn:
                self.draw_hands(self.whole)
                self.drawn = True
        elif self.mode.given:
            self.given(step, by)
        elif step.thrown:
            self.source.line(f"c{step.number} = {self.below(str(self.plan.faces[step.kind]))}", by)
        else:
            self._draw(step, by)
        if self.mode.traced and step.step:
            first = self.plan.first[step.kind]
            told = [(*step.step, ("object",), (first + i,)) for i in range(self.plan.objects[step.kind])]
            kind, _, party = step.step
            name = self.source.table(f"{kind.upper()}_{identifier(party).upper()}", told, "steps told, by object")
            self.told(f"{name}[c{step.number}]", ())

    def given(self, step: Take, by: Provisions) -> None:
        """Take an object that is given."""
        first = self.plan.first[step.kind]
        self.source.line(f"c{step.number} = take()" + (f" - {first}" if first else ""), by)

    def _draw(self, step: Take, by: Provisions) -> None:
        """A step of a Fisher-Yates shuffle of a stock that need not be put back in order."""
        kind = identifier(step.kind)
        size = sum(self.plan.stocks[step.kind])
        slot = self.slots.get(step.kind, 0)
        if step.kind in self.counted:
            at, left = f"n_{kind}", f"({size} - n_{kind})"
        else:
            at, left = str(slot), str(size - slot)
        c = f"c{step.number}"
        drawn = self.below(left)
        self.source.line(f"at = {drawn}" if at == "0" else f"at = {at} + {drawn}", by)
        self.source.line(f"{c} = pool_{kind}[at]")
        self.source.line(f"pool_{kind}[at] = pool_{kind}[{at}]")
        self.source.line(f"pool_{kind}[{at}] = {c}")
        if step.kind in self.counted:
            self.source.line(f"n_{kind} += 1")
        else:
            self.slots[step.kind] = slot + 1

    def _burn(self, step: Burn) -> None:
        """Objects that nobody sees make no difference, unless objects are given or told."""
        if not (self.mode.given or self.mode.traced):
            return
        raise NotImplementedError

    def _held(self, step: Held) -> None:
        if not self.mode.traced or self.whole is not None:
            return
        first = {n: self.plan.first[t.kind] for t in self.plan.all() if isinstance(t, Take) for n in [t.number]}
        things = "".join(f"c{n}{f' + {first[n]}' if first[n] else ''}, " for n in step.taken).rstrip()
        name = self.hand(step.unit)
        self.source.line(f"{name} = ({things})" if step.new else f"{name} += ({things})")

    def _grow(self, step: Grow) -> None:
        if self.book_of is not None and self.book_of[0] == step.unit:
            self.put_book()
        if self.whole is not None:
            return
        base = self.plan.objects[step.kind]
        name = self.names[step.unit]
        index = "" if step.new else name
        for number in step.taken:
            index = f"c{number}" if not index else f"{f'({index})' if ' ' in index else index} * {base} + c{number}"
        table = self.source.table(
            f"HOLDS_{name.upper()}", step.table, f"what is remembered of {step.unit}, by object received"
        )
        self.source.line(f"{name} = {table}[{index}]", step.provisions)

    def draw_hands(self, whole: WholeHands) -> None:
        """Draw whole hands until they share no object."""
        raise NotImplementedError

    def _reveal(self, step: Reveal) -> None:
        if not self.mode.traced:
            return
        unit = step.unit
        by = self.source.table(f"CITED_{self.names[unit].upper()}", [t[0] for t in step.told], "provisions, by hand")
        worth = self.source.table(f"SHOWN_{self.names[unit].upper()}", [t[1] for t in step.told], step.names[1])
        index = f"[{self.names[unit]}]"
        names = self.source.table("NAMES", step.names, "names of values")
        item = f'("revealed", {by}{index}, {unit!r}, {names}, ({self.hand(unit)}, {worth}{index}))'
        self.told(item, step.provisions)

    # ── Questions ───────────────────────────────────────────────────────────

    def index(self, query: Query, limit: int) -> tuple[str, bool]:
        """An expression for the index of an answer; and whether memories themselves are its digits."""
        if query.is_direct(limit):
            digits = [(self.names[u], n) for u, n in zip(query.units, query.direct_sizes, strict=False)]
            if query.by_book and self.has_books:
                self.put_book()
                digits.append(("book", query.direct_sizes[-1]))
            text = ""
            for name, size in digits:
                text = f"{f'({text})' if ' ' in text else text} * {size} + {name}" if text else name
            return text or "0", True
        terms = []
        by_book = query.by_book and self.has_books
        for place, unit in enumerate(query.units):
            parts = query.scaled_parts(unit)
            if by_book and self.book_of is not None and self.book_of[0] == unit:
                books = query.scaled_books()
                parts = [part + books[book] for part, book in zip(parts, self.book_of[1], strict=True)]
                by_book = False
            elif query.sizes[place] == 1:
                continue
            name = self.names[unit]
            table = self.source.table(f"READ_{name.upper()}", parts, f"what is read of {unit}")
            terms.append(f"{table}[{name}]")
        if by_book:
            self.put_book()
            table = self.source.table("READ_BOOK", query.scaled_books(), "how the bets stand")
            terms.append(f"{table}[book]")
        for place, (_, one, two) in enumerate(query.pairs):
            terms.append(self._compared(query, place, one, two))
        return " + ".join(terms) or "0", False

    def _compared(self, query: Query, place: int, one: str, two: str) -> str:
        first, second = query.ranks(one, two)
        a = self.source.table(f"RANK_{self.names[one].upper()}", first, f"place of the hand of {one} in the order of hands")
        b = self.source.table(f"RANK_{self.names[two].upper()}", second, f"place of the hand of {two} in the order of hands")
        self.source.line(f"x, y = {a}[{self.names[one]}], {b}[{self.names[two]}]")
        stride = query.strides[len(query.units) + 1 + place]
        return self.sign(stride)

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
        table = self.source.table("SAYS", query.spread(found_codes, -1) if direct else found_codes, f"{dict(enumerate(map(str, order)))}")
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

    def put_book(self) -> None:
        """Write down how the bets stand, where that follows from a hand and has not been needed yet."""
        if self.book_of is not None:
            unit, after, by = self.book_of
            self.book_of = None
            table = self.source.table("BOOK", after, "how the bets stand then")
            self.source.line(f"book = {table}[{self.names[unit]}]", by)

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


def _same(one: Any, two: Any) -> bool:
    """Whether two tables hold the same, in the same form."""
    if type(one) is not type(two):
        return False
    if hasattr(one, "dtype"):
        return one.dtype == two.dtype and one.shape == two.shape and bool((one == two).all())
    return bool(one == two)


def _brief(by: Provisions) -> list[str]:
    """Provisions, or where there are many, those above them."""
    found = list(dict.fromkeys(by))
    while len(found) > 3 and any(eid.count("__") for eid in found):
        deepest = max(eid.count("__") for eid in found)
        found = list(dict.fromkeys(e.rpartition("__")[0] if e.count("__") == deepest else e for e in found))
    return found


def listed(by_book: dict[int, Any], other: Any) -> list[Any]:
    """Values by number, with another where there is none."""
    return [by_book.get(n, other) for n in range(max(by_book) + 1)]


def identifier(text: str) -> str:
    """A name of Python for a term of a text."""
    name = "".join(c if c.isascii() and c.isalnum() else "_" for c in text) or "nobody"
    return f"{name}_" if keyword.iskeyword(name) or _TAKEN.fullmatch(name) else name
