"""Grounds of a decision: the provisions that say it, or, of those that are silent, the reading that applies them.

A ground is the eId of a provision (`art_9__para_6`), or of one that only a reading applies
the eId with the reading (`art_9__para_6?equal-hands`), so that it is counted and compared
apart, and never cited for what it does not say.
"""

from collections.abc import Iterable, Mapping
from typing import Any

_BY = "?"


def by_reading(eid: str, reading: str) -> str:
    """The ground of what a provision does not say, and a reading has it do."""
    return f"{eid}{_BY}{reading}"


def said(grounds: Iterable[str]) -> tuple[str, ...]:
    """The provisions that say what was decided."""
    return tuple(ground for ground in grounds if _BY not in ground)


def readings_of(grounds: Iterable[str]) -> tuple[str, ...]:
    """The readings without which no provision says what was decided, each once."""
    return tuple(dict.fromkeys(ground.partition(_BY)[2] for ground in grounds if _BY in ground))


def grounds_json(grounds: Iterable[str]) -> dict[str, Any]:
    """Grounds as members of plain data: provisions, and the readings with the provisions that each applies."""
    grounds = tuple(grounds)
    rows = [{"reading": name, "applies": list(applied(grounds, name))} for name in readings_of(grounds)]
    return {"provisions": list(said(grounds)), **({"by_reading": rows} if rows else {})}


def grounds_from_json(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The grounds of such data."""
    unsaid = (by_reading(str(eid), str(by["reading"])) for by in row.get("by_reading", ()) for eid in by["applies"])
    return (*map(str, row["provisions"]), *unsaid)


def applied(grounds: Iterable[str], reading: str) -> tuple[str, ...]:
    """The provisions that a reading applies."""
    return tuple(eid for eid, _, by in (ground.partition(_BY) for ground in grounds) if by == reading)
