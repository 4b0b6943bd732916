"""Score roads: the bead plate and the big road of a series of rounds, and the sign of each thing they note."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

from lexludi.base.frozen import dataclass
from lexludi.play.telling import Teller
from lexludi.rules.model import Score

ROWS = 6

# What the score records of a round: of its results the one that came about, and what is marked.
Recorded = tuple[str, ...]


@dataclass(frozen=True)
class RoadCell:
    """A place on a road: a result (none yet where a road opens with ties), its marks, and the ties that followed."""

    result: str
    marked: tuple[str, ...] = ()
    ties: int = 0


Column = Sequence[RoadCell | None]


def bead_plate(rounds: Sequence[Recorded], score: Score) -> list[Column]:
    """One bead per round, in columns of six from the left."""
    beads = [_cell(recorded, score) for recorded in rounds]
    return [beads[i : i + ROWS] for i in range(0, len(beads), ROWS)]


def big_road(rounds: Sequence[Recorded], score: Score) -> list[Column]:
    """A column per run of wins by one side, turning right at the sixth row; ties are counted on the last win."""
    grid: dict[tuple[int, int], RoadCell] = {}
    column, place, last = -1, (0, 0), ""
    for cell in (_cell(recorded, score) for recorded in rounds):
        # The last of the results is the tie; a round may also have none that is scored.
        if cell.result not in score.results[:-1]:
            before = grid.get(place, RoadCell(""))
            grid[place] = replace(before, ties=before.ties + 1)
            continue
        if cell.result != last:
            column = _next_column(column, grid)
            place, last = (0, column), cell.result
        else:
            place = _next_place(place, grid)
        # Only the first win can find something in its place: ties from before it.
        grid[place] = replace(cell, ties=grid[place].ties if place in grid else 0)
    width = max((c for _, c in grid), default=-1) + 1
    return [[grid.get((r, c)) for r in range(ROWS)] for c in range(width)]


def _next_column(column: int, grid: dict[tuple[int, int], RoadCell]) -> int:
    """The next one whose first row is free; ties alone do not take it."""
    column += 1
    while (0, column) in grid and grid[0, column].result:
        column += 1
    return column


def _next_place(place: tuple[int, int], grid: dict[tuple[int, int], RoadCell]) -> tuple[int, int]:
    """Below, if there is room; else to the right (the dragon's tail)."""
    row, column = place
    below = (row + 1, column)
    return below if row + 1 < ROWS and below not in grid else (row, column + 1)


def _cell(recorded: Recorded, score: Score) -> RoadCell:
    # One result for each round: the first that is listed, should several bets have won.
    result = next((item for item in score.results if item in recorded), "")
    return RoadCell(result, tuple(item for item in score.marked if item in recorded))


def signs_of(score: Score, teller: Teller) -> dict[str, str]:
    """For each result a letter of its name that no other has taken, and for each mark a dot or stroke.

    It is the first such letter of the last word that tells it from the others: W and T of “win bet” and “tie bet”.
    """
    signs: dict[str, str] = {}
    names = {item: teller.term(item).split() for item in score.results}
    for item, words in names.items():
        others = {word for other, own in names.items() if other != item for word in own}
        telling = [word for word in words if word not in others] or words
        free = [c.upper() for c in telling[-1] if c.isalpha() and c.upper() not in signs.values()]
        signs[item] = free[0] if free else str(len(signs) + 1)
    return signs | dict(zip(score.marked, cycle("'.:*"), strict=False))
