"""Score roads at the terminal: the bead plate and the big road as lines of text."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from lexludi.base.source import display_width
from lexludi.play.roads import Column, Recorded, RoadCell, bead_plate, big_road, signs_of
from lexludi.play.telling import Teller
from lexludi.rules.model import Score


def roads(rounds: Sequence[Recorded], score: Score, teller: Teller, width: int = 0) -> Iterator[str]:
    """Both roads with their titles and a legend, as lines of text of no more columns than `width`, if that is given."""
    say = teller.catalogue.say
    signs = signs_of(score, teller)
    plate, road = bead_plate(rounds, score), big_road(rounds, score)
    for title, columns in (("bead-plate", plate), ("big-road", road)):
        yield say(f"road.{title}")
        yield from _lines(columns, signs, width)
    legend = [f"{sign} {teller.term(item)}" for item, sign in signs.items()]
    if any(cell and cell.ties for column in road for cell in column):
        legend.append(say("road.ties", term=teller.term(score.results[-1])))
    yield say("list.separator").join(legend)


def _lines(columns: Sequence[Column], signs: dict[str, str], width: int) -> Iterator[str]:
    """Rows of cells; where they are too long for the width, one band of rows under the other."""
    texts = [[_text(cell, signs) for cell in column] for column in columns]
    cell_width = max((display_width(text) for column in texts for text in column), default=0) + 1
    band = max(1, (width - 2) // cell_width) if width else max(1, len(texts))
    for start in range(0, len(texts), band):
        if start:
            yield ""
        # Columns are shorter or longer: rows are read across, with nothing where a column has ended.
        for cells in zip_longest(*texts[start : start + band], fillvalue=""):
            if any(cells):
                yield ("  " + "".join(text + " " * (cell_width - display_width(text)) for text in cells)).rstrip()


def _text(cell: RoadCell | None, signs: dict[str, str]) -> str:
    if cell is None:
        return ""
    return signs.get(cell.result, "·") + "".join(signs[m] for m in cell.marked) + (str(cell.ties) if cell.ties else "")
