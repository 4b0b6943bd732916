"""Renumberings in a row: neighbours that all move on by the same number of places, told as one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from lexludi.law.consolidation import Renumbering, SourceNote


@dataclass(frozen=True)
class RenumberingRow:
    """Provisions with consecutive numbers, and the consecutive numbers that they get, as eIds in order."""

    was: tuple[str, ...]
    now: tuple[str, ...]

    @property
    def is_single(self) -> bool:
        """True if it is one provision alone."""
        return len(self.was) == 1

    def before(self) -> tuple[str, str]:
        """The first and the last of the old numbers."""
        return self.was[0], self.was[-1]

    def after(self) -> tuple[str, str]:
        """The first and the last of the new numbers."""
        return self.now[0], self.now[-1]


# The renumberings to tell of a provision.
Rows = tuple[tuple[RenumberingRow, Renumbering], ...]


def rows(moves: Iterable[tuple[str, str]]) -> Iterator[RenumberingRow]:
    """Moves from an eId to another, grouped in the longest rows of consecutive numbers, by their old numbers."""
    row = RenumberingRow((), ())
    # Sorted by place, so that a row grows at its end only; it ends where either number does not follow.
    for was, now in sorted(moves, key=lambda move: _place(move[0])):
        if row.was and _follows(was, row.was[-1]) and _follows(now, row.now[-1]):
            row = RenumberingRow((*row.was, was), (*row.now, now))
            continue
        if row.was:
            yield row
        row = RenumberingRow((was,), (now,))
    if row.was:
        yield row


def _place(eid: str) -> tuple[str, int, str]:
    head, _, number = eid.rpartition("_")
    # `art_9__para_10` comes after `art_9__para_9`; of an inserted number (`9-A`) the characters decide.
    return (head, int(number), "") if number.isdigit() else (head, 0, number)


def _follows(eid: str, earlier: str) -> bool:
    """True of the number after another, at the same place; inserted ones (9-A) are in no row."""
    (head, number, letter), (other, last, other_letter) = _place(eid), _place(earlier)
    return head == other and number == last + 1 and not letter and not other_letter


def renumbered_rows(notes: Mapping[str, SourceNote]) -> dict[str, Rows]:
    """For each of some provisions the renumberings to tell there: those of a row at its first provision.

    What follows from the renumbering of the provision above, where that is among them, is left out.
    """
    groups: dict[tuple[str, date], dict[tuple[str, str], Renumbering]] = {}
    for eid, note in notes.items():
        for moved in own_renumberings(note, notes.get(eid.rpartition("__")[0])):
            groups.setdefault((moved.instrument, moved.since), {})[moved.was, eid] = moved
    told: dict[str, list[tuple[RenumberingRow, Renumbering]]] = {}
    for group in groups.values():
        for row in rows(group):
            told.setdefault(row.now[0], []).append((row, group[row.was[0], row.now[0]]))
    return {eid: tuple(found) for eid, found in told.items()}


def own_renumberings(note: SourceNote, above: SourceNote | None) -> tuple[Renumbering, ...]:
    """The renumberings of a provision that do not follow from those of the provision above."""
    if above is None:
        return note.renumbered
    # What moves along has the same instrument and day, and the same rest of its eId, as the provision above.
    tail = note.eid.removeprefix(above.eid)
    implied = {Renumbering(m.was + tail, m.instrument, m.since) for m in above.renumbered}
    return tuple(m for m in note.renumbered if m not in implied)
