"""Source code in the making: lines that cite provisions, the tables that they use, and indices into these."""

import keyword
import linecache
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lexludi.exact.slices import HAND, Place
from lexludi.play.plan import Alter, Ask, Chance, Require, Settle
from lexludi.simulate.automaton import Automaton, HandDigit, SignDigit, Station
from lexludi.simulate.memory import Ints

# Names that the code uses for itself.
_TAKEN = re.compile(
    r"[a-z]\d*|\d.*|at|on\w*|own|tally|state|count|lanes?|going|every|objects|taken|places_.*|n_.*|np|rng"
)
# More provisions than these are cited by what is above them.
CITED = 3


@dataclass
class Source:
    """Text in the making: lines, and the tables that they use by name, each with what it holds."""

    lines: list[str] = field(default_factory=list)
    depth: int = 0
    tables: dict[str, Ints] = field(default_factory=dict)
    captions: dict[str, str] = field(default_factory=dict)

    def line(self, text: str, by: Iterable[str] = ()) -> None:
        """One line, with the provisions it comes from."""
        cited = ", ".join(_brief(by))
        self.lines.append("    " * self.depth + text + (f"  # {cited}" if cited else ""))

    def table(self, name: str, content: Ints, caption: str) -> str:
        """A table under a name of its own; equal tables have one."""
        number, unique = 1, name
        while unique in self.tables and not np.array_equal(self.tables[unique], content):
            number += 1
            unique = f"{name}_{number}"
        self.tables[unique] = content
        self.captions[unique] = caption
        return unique


@dataclass(frozen=True)
class Held:
    """Where the number of a hand stands in code: as `text`, or in `table` at the entry that this is the index of."""

    text: str
    table: Ints | None = None


@dataclass(frozen=True)
class Entries:
    """How a dialect writes that an entry of a table is looked up, and how `x` stands to `y`."""

    entry: Callable[[str, str], str]
    sign: str


class IndexWriter:
    """Writes the index of an entry in the table of a station."""

    def __init__(self, source: Source, entries: Entries, names: Mapping[Place, str]) -> None:
        self.source = source
        self.entries = entries
        self.names = names

    def digits(
        self, digits: Iterable[HandDigit | SignDigit], strides: Iterable[int], held: Mapping[Place, Held]
    ) -> list[str]:
        """The terms of an index, one for each digit."""
        terms = []
        for digit, stride in zip(digits, strides, strict=True):
            if isinstance(digit, HandDigit):
                caption = "what is read of {}, as a part of an index"
                terms.append(self._looked_up("READ", digit.place, digit.classes * stride, held, caption))
                continue
            caption = "place of the hand of {} in the order of hands"
            x, y = (
                self._looked_up("RANK", place, ranks, held, caption)
                for place, ranks in zip(digit.places, digit.ranks, strict=True)
            )
            self.source.line(f"x, y = {x}, {y}")
            assert stride == 1
            terms.append(self.entries.sign)
        return terms

    def _looked_up(self, name: str, place: Place, content: Ints, held: Mapping[Place, Held], caption: str) -> str:
        hand = held[place]
        if hand.table is not None:
            content = content[hand.table]
        if np.array_equal(content, np.arange(len(content))):
            return hand.text
        own = self.names[place]
        table = self.source.table(f"{name}_{own.upper()}", content, caption.format(place[1] or "the party"))
        return self.entries.entry(table, hand.text)

    def arrived(self, station: Station, stride: int, at: str) -> list[str]:
        """The term of an index for the rest at a station; none where there is one only."""
        if len(station.rests) == 1:
            return []
        content = np.zeros(max(station.arrivals) + 1, dtype=np.int64)
        content[list(station.arrivals)] = np.array(list(station.arrivals.values())) * stride
        return [self.entries.entry(self.source.table("FROM", content, "what the bets are, as a part of an index"), at)]


def strides_of(shape: tuple[int, ...]) -> list[int]:
    """For each axis of a table how far apart its entries are."""
    strides = [1]
    for size in reversed(shape[1:]):
        strides.append(strides[-1] * size)
    return strides[::-1]


def names_of(automaton: Automaton) -> dict[Place, str]:
    """A name in code for each hand, and for each throw."""
    both = {unit for kind, unit in automaton.memories if kind == HAND and len(automaton.memories[kind, unit]) > 1}
    return {
        (kind, unit): identifier(unit) + ("_threw" if kind != HAND and unit in both else "")
        for kind, unit in automaton.memories
    }


def identifier(text: str) -> str:
    """A name of Python for a term of a text."""
    name = "".join(c if c.isascii() and c.isalnum() else "_" for c in text).lower() or "party"
    return f"{name}_" if keyword.iskeyword(name) or _TAKEN.fullmatch(name) else name


def provisions_of(automaton: Automaton, station: Station) -> tuple[list[str], list[str]]:
    """The provisions by which objects come or actions are chosen at a station, and those that the table applies."""
    plan, questions = automaton.plan, automaton.process.questions
    op = plan.ops[station.node.pc]
    own = list(op.provisions) if isinstance(op, Chance | Ask) else []
    applied: list[str] = []
    for pc in automaton.ahead(station.node):
        op = plan.ops[pc]
        match op:
            case Require(role, action):
                applied += [eid for rule in questions.norms[role, action].rules for eid in rule.provisions]
            case Settle(bet):
                rules = questions.outcomes[plan.bets[bet].bet].rules
                applied += [eid for rule in rules for eid in rule.provisions]
            case Ask() | Alter():
                applied += op.provisions
            case _:
                pass
    return own, applied


def _brief(by: Iterable[str]) -> list[str]:
    """Provisions, or where there are many, those above them."""
    cited = list(dict.fromkeys(by))
    while len(cited) > CITED and any(eid.count("__") for eid in cited):
        deepest = max(eid.count("__") for eid in cited)
        cited = list(dict.fromkeys(e.rpartition("__")[0] if e.count("__") == deepest else e for e in cited))
    return cited


def compiled(text: str, names: dict[str, Any], title: str) -> dict[str, Any]:
    """The names that generated code defines; tracebacks show its lines."""
    file = f"<lexludi kernel {title} {abs(hash(text)):x}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), names)
    return names
