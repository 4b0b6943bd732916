"""Charts: shares of a whole as slices of a bar, told apart by their fillings, beside a table of the same."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

# Fillings of results; every other result has dots.
FILLINGS = {"win": "solid", "lose": "hatched"}


@dataclass(frozen=True)
class BarSlice:
    """A share of a whole as a part of a bar: where it starts and how wide it is, as percentages for SVG."""

    name: str
    filling: str
    start: str
    width: str


def filling_of(result: str) -> str:
    """The filling of a result."""
    return FILLINGS.get(result, "dotted")


def slices(shares: Iterable[tuple[str, str, Fraction]]) -> Iterator[BarSlice]:
    """Slices one after another, of names, results and shares of the whole."""
    start = Fraction(0)
    for name, result, share in shares:
        yield BarSlice(name, filling_of(result), _percentage(start), _percentage(share))
        start += share


def one_slice(result: str, share: Fraction) -> BarSlice:
    """A share alone in its bar."""
    return BarSlice("", filling_of(result), _percentage(Fraction(0)), _percentage(share))


def _percentage(value: Fraction) -> str:
    return f"{float(value) * 100:.3f}%"
