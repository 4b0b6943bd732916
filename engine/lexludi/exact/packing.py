"""Mixed-radix codes: several columns of numbers as one column of 64-bit integers, re-coded before they overflow."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[Any]

# Below this, sums and differences of two codes stay within 64 bits too.
SAFE = 1 << 62


def packed(columns: Iterable[tuple[Ints, int]], rows: int) -> tuple[Ints, int]:
    """A code for each row, equal where all columns are, in the order of the columns; and how many codes there may be.

    Each column comes with its radix, which is higher than any number in it.
    """
    code: Ints = np.zeros(rows, dtype=np.int64)
    size = 1
    for column in columns:
        own, radix = column
        # What does not fit any more is replaced by its rank: no more than there are rows.
        if size * radix >= SAFE:
            code, size = _ranked(code)
        if size * radix >= SAFE:
            own, radix = _ranked(own)
        code = code * radix + own
        size *= radix
    return code, size


def _ranked(column: Ints) -> tuple[Ints, int]:
    found, ranks = np.unique(column, return_inverse=True)
    return ranks.reshape(-1), max(1, len(found))


def occurring(code: Ints, size: int) -> tuple[Ints, Ints]:
    """The different codes, and for each code its place among them."""
    if size > 1 << 20:
        found, places = np.unique(code, return_inverse=True)
        return found, places.reshape(-1)
    seen = np.zeros(size, dtype=np.bool_)
    seen[code] = True
    found = np.flatnonzero(seen)
    place = np.zeros(size, dtype=np.int64)
    place[found] = np.arange(len(found))
    return found, place[code]


def first_of_each(places: Ints, count: int) -> Ints:
    """For each of so many groups the first row that belongs to it."""
    first = np.zeros(count, dtype=np.int64)
    first[places[::-1]] = np.arange(len(places))[::-1]
    return first


def dtype_for(most: int) -> type:
    """The type of arrays whose numbers do not exceed a bound: of 64 bits, or Python's integers."""
    return np.int64 if most < SAFE else object
