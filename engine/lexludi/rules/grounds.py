"""Grounds of a decision: the provisions that say it, or, of those that are silent, the reading that applies them.

A ground is the eId of a provision (`art_9__para_6`), or of one that only a reading applies
the eId with the reading (`art_9__para_6?equal-hands`), so that it is counted and compared
apart, and never cited for what it does not say.
"""

from collections.abc import Callable, Iterable
from typing import Any

from lexludi.base.boundary import Field
from lexludi.base.plain import given

# Stands in no eId, so that a ground is cut at its first.
_BY = "?"


def by_reading(eid: str, reading: str) -> str:
    """The ground of what a provision does not say, and a reading has it do."""
    return f"{eid}{_BY}{reading}"


def said(grounds: Iterable[str]) -> tuple[str, ...]:
    """The provisions that say what was decided."""
    return tuple(ground for ground in grounds if _BY not in ground)


def provisions_of(grounds: Iterable[str]) -> frozenset[str]:
    """The provisions that decide, by what they say or only by a reading."""
    return frozenset(ground.partition(_BY)[0] for ground in grounds)


def renumbered(grounds: Iterable[str], became: Callable[[str], str]) -> tuple[str, ...]:
    """The grounds by the numbers that their provisions have become."""
    return tuple(became(eid) + by + reading for eid, by, reading in (ground.partition(_BY) for ground in grounds))


def readings_of(grounds: Iterable[str]) -> tuple[str, ...]:
    """The readings without which no provision says what was decided, each once."""
    return tuple(dict.fromkeys(ground.partition(_BY)[2] for ground in grounds if _BY in ground))


def grounds_json(grounds: Iterable[str]) -> dict[str, Any]:
    """Grounds as members of plain data: provisions, and the readings with the provisions that each applies."""
    grounds = tuple(grounds)
    rows = [{"reading": name, "applies": list(applied(grounds, name))} for name in readings_of(grounds)]
    return {"provisions": list(said(grounds)), **given(by_reading=rows)}


def grounds_of(row: Field) -> tuple[str, ...]:
    """The grounds that such data name.

    Raises:
        InvalidReplay: they name none in this way.
    """
    said_by = (eid.text() for eid in row.member("provisions").entries())
    rows = row.member("by_reading").entries() if "by_reading" in row.members() else []
    unsaid = (
        by_reading(eid.text(), by.member("reading").text()) for by in rows for eid in by.member("applies").entries()
    )
    return (*said_by, *unsaid)


def applied(grounds: Iterable[str], reading: str) -> tuple[str, ...]:
    """The provisions that a reading applies."""
    return tuple(eid for eid, _, by in (ground.partition(_BY) for ground in grounds) if by == reading)
