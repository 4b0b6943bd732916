"""Grids of the best play: own hands by rows, the hands of others by columns, in each cell what is best."""

from fractions import Fraction

from lexludi.base.frozen import dataclass
from lexludi.base.numbers import count, percent
from lexludi.exact.bands import Band
from lexludi.exact.best_table import ShownHand
from lexludi.exact.figures import Figures
from lexludi.exact.strategy import Strategy
from lexludi.site.desk import Desk

# Actions beyond so many have no filling of their own.
FILLINGS = 4


@dataclass(frozen=True)
class PlayCell:
    """The best action in words, with the number of its filling; `mixed` where the objects themselves can decide."""

    action: str
    filling: int
    mixed: bool


@dataclass(frozen=True)
class PlayGrid:
    """A table of best actions: the hands of its columns, and its rows of cells; a cell is `None` where none comes."""

    caption: str
    own: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[PlayCell | None, ...]], ...]


@dataclass(frozen=True)
class BandRow:
    """Hands that follow one another in their order: their name, what is best with them, their number and share."""

    name: str
    cell: PlayCell
    hands: str
    share: str


def band_rows(desk: Desk, best: Strategy) -> tuple[BandRow, ...]:
    """The order of hands from the highest down, cut where another action becomes the best; none without a threshold."""
    total = sum(sum(band.counts.values()) for band in best.bands)
    return tuple(_band_row(desk, best, band, total) for band in best.bands)


def _band_row(desk: Desk, best: Strategy, band: Band, total: int) -> BandRow:
    assert best.threshold is not None
    name, deals = desk.teller.term(band.category), sum(band.counts.values())
    if band.is_above is not None:
        key = "site.odds.band.above" if band.is_above else "site.odds.band.below"
        name = desk.say(key, category=name, hand=" ".join(Figures(desk.teller).signs(best.threshold)))
    cell = _cell(desk, best, band.best, band.is_mixed)
    return BandRow(name, cell, count(deals, desk.language), percent(Fraction(deals, total), desk.language, 2))


def play_grid(desk: Desk, best: Strategy) -> PlayGrid | None:
    """The grid of a best play by totals or single hands; `None` where offers or numbers differ, or more is told."""
    assert best.table is not None
    rows = [row for row in best.table.rows if row.offered == best.table.rows[0].offered]
    if len(rows) != len(best.table.rows) or any(row.numbers or len(row.hands) not in (1, 2) for row in rows):
        return None
    if any(hand.thrown or hand.drawn for row in rows for hand in row.hands):
        return None  # cells have no room for it
    if len({tuple(hand.holder for hand in row.hands) for row in rows}) > 1:
        return None  # a grid names one party for its rows, and one for its columns
    own = sorted({row.hands[0] for row in rows})
    others = sorted({row.hands[1:] for row in rows})
    cells = {(row.hands[0], row.hands[1:]): _cell(desk, best, row.best, bool(row.others)) for row in rows}
    rows_of = own[0].holder
    return PlayGrid(
        desk.teller.about("site.odds.grid", {"rows": rows_of, "columns": others[0][0].holder})
        if others[0]
        else desk.teller.about("site.odds.grid.alone", {"rows": rows_of}),
        desk.teller.party(rows_of),
        tuple(_hand(desk, hands[0]) if hands else desk.say("site.odds.grid.best") for hands in others),
        tuple((_hand(desk, hand), tuple(cells.get((hand, column)) for column in others)) for hand in own),
    )


def _cell(desk: Desk, best: Strategy, action: str, mixed: bool) -> PlayCell:
    return PlayCell(desk.teller.term(action), min(best.alternatives.index(action), FILLINGS), mixed)


def _hand(desk: Desk, hand: ShownHand) -> str:
    """A hand in short: its total, marked where an object counts more than its least, or its objects."""
    if hand.total is None:
        return desk.teller.objects(hand.objects)
    return desk.say("site.odds.grid.raised", total=hand.total) if hand.raised else str(hand.total)
