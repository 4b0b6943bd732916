"""Source code in the making: lines that cite provisions, and the tables that they use."""

import linecache
from collections.abc import Iterable
from dataclasses import field
from typing import Any

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.slices import Place
from lexludi.play.plan import Alter, Ask, Chance, Require, Settle
from lexludi.simulate.automaton import Automaton, Station
from lexludi.simulate.memory import Ints

# More provisions than these are cited by what is above them.
CITED = 3


@dataclass
class CodeText:
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
        # Another table of the same name gets a number: `NEXT`, `NEXT_2`.
        while unique in self.tables and not _same(self.tables[unique], content):
            number += 1
            unique = f"{name}_{number}"
        self.tables[unique] = content
        self.captions[unique] = caption
        return unique


def _same(one: Ints, two: Ints) -> bool:
    return one.dtype == two.dtype and np.array_equal(one, two)


def names_of(automaton: Automaton) -> dict[Place, str]:
    """A name in code for each hand, and for each throw: `hand_dealer`, `thrown_banker`."""
    # The code gives no name of its own that begins so: a term of a text may be any word.
    units = unique_words(unit for _, unit in automaton.memories)
    return {(kind, unit): f"{kind}_{units[unit]}" for kind, unit in automaton.memories}


def unique_words(terms: Iterable[str]) -> dict[str, str]:
    """A word for each of some terms, other than those of all others, which can stand at the end of a name of Python."""
    words: dict[str, str] = {}
    for term in dict.fromkeys(terms):
        plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in term).lower() or "party"
        number, word = 1, plain
        while word in words.values():
            number += 1
            word = f"{plain}_{number}"
        words[term] = word
    return words


def provisions_of(automaton: Automaton, station: Station) -> tuple[list[str], list[str]]:
    """The provisions by which objects come or actions are chosen at a station, and those that the table applies."""
    plan, questions = automaton.plan, automaton.process.questions
    op = plan.ops[station.node.pc]
    provisions = list(op.provisions) if isinstance(op, Chance | Ask) else []
    applied: list[str] = []
    for pc in automaton.ahead(station):
        op = plan.ops[pc]
        match op:
            case Require(role, action):
                applied += [eid for rule in questions.norms[role, action].rules for eid in rule.provisions]
            case Settle(bet):
                question = questions.outcomes[plan.bets[bet].bet]
                applied += [eid for rule in question.rules if question.is_said(rule) for eid in rule.provisions]
            case Ask() | Alter():
                applied += op.provisions
            case _:
                pass
    return provisions, applied


def _brief(by: Iterable[str]) -> list[str]:
    """Provisions, or where there are many, those above them."""
    cited = list(dict.fromkeys(by))
    # Level by level: `art_3__para_1` and `art_3__para_2` become `art_3`.
    while len(cited) > CITED and any(eid.count("__") for eid in cited):
        deepest = max(eid.count("__") for eid in cited)
        cited = list(dict.fromkeys(e.rpartition("__")[0] if e.count("__") == deepest else e for e in cited))
    return cited


def compiled(text: str, names: dict[str, Any], title: str) -> dict[str, Any]:
    """The names that generated code defines; tracebacks show its lines."""
    file = f"<lexludi kernel {title} {abs(hash(text)):x}>"
    # Without a time of change the entry is never taken for a file that is gone, and stays.
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), names)
    return names
