"""Source code in the making: lines that cite provisions, and the tables that they use."""

import keyword
import re
from dataclasses import dataclass, field
from typing import Any

from lexludi.simulate.plan import (
    Provisions,
)

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
