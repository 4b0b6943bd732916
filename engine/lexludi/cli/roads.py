"""Score roads at the terminal: the bead plate and the big road of a series of rounds."""

from collections.abc import Iterable, Sequence

from lexludi.telling import Teller

ROWS = 6

# A round's marks: what the score records of it, first the side that won.
Result = tuple[str, ...]


def bead_plate(results: Sequence[Result], score: Sequence[str]) -> list[str]:
    """One bead per round, in columns of six from the left."""
    beads = [_symbol(result, score) for result in results]
    columns = [beads[i : i + ROWS] for i in range(0, len(beads), ROWS)]
    return _rows(columns)


def big_road(results: Sequence[Result], score: Sequence[str]) -> list[str]:
    """A column per run of wins by one side, turning right at the sixth row; ties are counted on the last win.

    The last item of the score is the tie, which neither side wins.
    """
    grid: dict[tuple[int, int], str] = {}
    ties: dict[tuple[int, int], int] = {}
    column, place, last = -1, (0, 0), ""
    for result in results:
        side = next((r for r in result if r in score[:-1]), "")
        if not side:
            ties[place] = ties.get(place, 0) + 1
            continue
        if side != last:
            column += 1
            while (0, column) in grid:
                column += 1
            place, last = (0, column), side
        else:
            place = _next_place(place, grid)
        grid[place] = _symbol((side,), score)
    width = max((c for _, c in (*grid, *ties)), default=-1) + 1
    cells = [[_cell(grid.get((r, c), " "), ties.get((r, c), 0)) for r in range(ROWS)] for c in range(width)]
    return _rows(cells)


def _next_place(place: tuple[int, int], grid: dict[tuple[int, int], str]) -> tuple[int, int]:
    """Below, if there is room; else to the right (the dragon's tail)."""
    row, column = place
    below = (row + 1, column)
    return below if row + 1 < ROWS and below not in grid else (row, column + 1)


def _cell(symbol: str, ties: int) -> str:
    return f"{symbol}{ties}" if ties else symbol


def _symbol(result: Result, score: Sequence[str]) -> str:
    """The initial of what won, in the order of the score; nothing won is a dot."""
    return next((item for item in score if item in result), "·")


def _rows(columns: Sequence[Sequence[str]]) -> list[str]:
    return ["\t".join(c[r] if r < len(c) else "" for c in columns).rstrip("\t") for r in range(ROWS)]


def roads(results: Sequence[Result], score: Sequence[str], teller: Teller) -> Iterable[str]:
    """Both roads with their titles and a legend, as lines of text."""
    marks = _marks(score, teller)
    for title, road in (("bead-plate", bead_plate(results, score)), ("big-road", big_road(results, score))):
        yield teller.catalogue.say(f"road.{title}")
        for row in road:
            yield "  " + " ".join(_shown(cell, marks) for cell in row.split("\t"))
    legend = (f"{mark} {teller.term(item)}" for item, mark in marks.items())
    yield teller.catalogue.say("list.separator").join(legend)


def _shown(cell: str, marks: dict[str, str]) -> str:
    name = cell.rstrip("0123456789")
    text = marks.get(name, name) + cell[len(name) :]
    wide = max(2, *(2 if ord(mark) > 0x2E7F else 1 for mark in marks.values())) + 1
    width = sum(2 if ord(c) > 0x2E7F else 1 for c in text)
    return text + " " * (wide - width)


def _marks(score: Sequence[str], teller: Teller) -> dict[str, str]:
    """A mark for each item: the first character of its name that no other item has taken."""
    marks: dict[str, str] = {}
    for item in score:
        name = teller.term(item).split()[-1]
        free = [c.upper() for c in name if c.isalpha() and c.upper() not in marks.values()]
        marks[item] = free[0] if free else str(len(marks) + 1)
    return marks
