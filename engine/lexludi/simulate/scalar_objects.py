"""How code for one round at a time receives objects: drawn or given, held, and remembered; and how it tells of them."""

from abc import abstractmethod

from lexludi.simulate.asking import Asker
from lexludi.simulate.drawing import WholeHands, whole_hands
from lexludi.simulate.plan import (
    Burn,
    Grow,
    Held,
    Note,
    Plan,
    Provisions,
    Reveal,
    Settle,
    Take,
)
from lexludi.simulate.writing import Mode, Source, identifier


class ObjectWriter(Asker):
    """Writes down how objects come; what dialects say differently is left to them."""

    def __init__(self, plan: Plan, source: Source, mode: Mode) -> None:
        super().__init__(plan, source)
        self.mode = mode
        self.slots: dict[str, int] = {}
        self.counted: set[str] = set()  # the stocks of which the number of objects taken varies
        self.whole: WholeHands | None = None if mode.given else whole_hands(plan, traced=mode.traced)
        self.pending: list[str] = []
        self.cited: dict[str, None] = {}
        self.drawn = False

    # ── What each dialect says in its own way ─────────────────────────────────

    @abstractmethod
    def below(self, count: str) -> str:
        """An expression for a number drawn below another; it may need a line before it."""

    @abstractmethod
    def fail(self, table: str, index: str, by: Provisions) -> None:
        """Stop the round where no rule says how it goes on."""

    @abstractmethod
    def tally(self, step: Settle, index: str) -> None:
        """Count how bets ended."""

    @abstractmethod
    def burn(self, step: Burn) -> None:
        """Remove objects that nobody sees; it makes no difference unless objects are given or told."""

    @abstractmethod
    def draw_hands(self, whole: WholeHands) -> None:
        """Draw whole hands until they share no object."""

    def put_book(self) -> None:
        """Write down how the bets stand, where that follows from a hand and has not been needed yet."""
        if self.book_of is not None:
            unit, after, by = self.book_of
            self.book_of = None
            table = self.source.table("BOOK", after, "how the bets stand then")
            self.source.line(f"book = {table}[{self.names[unit]}]", by)

    # ── The trace ───────────────────────────────────────────────────────────

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
