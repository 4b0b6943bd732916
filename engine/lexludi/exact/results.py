"""Results of rows: for each row, in how many ways of what is still to come each end is reached.

A result is a dictionary from ends (small numbers) to arrays over rows, of 64-bit
integers as long as nothing can overflow, else of Python's. The sum over all ends is
the scale of a row; ways divided by it are exact probabilities.
"""

from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.exact.packing import SAFE, dtype_for

Ints = NDArray[Any]
Result = dict[int, Ints]


def scale(result: Result, count: int) -> Ints:
    """The sum over all ends."""
    total: Ints = np.zeros(count, dtype=np.int64)
    for ways in result.values():
        total = total + ways
    return total


def ends(numbers: Ints) -> Result:
    """The result of rows that have come to their end."""
    return {int(end): (numbers == end).astype(np.int64) for end in np.unique(numbers)}


def gather(result: Result, places: Ints) -> Result:
    """The results of rows, from those of different ones."""
    return {end: ways[places] for end, ways in result.items()}


def scattered(parts: list[tuple[Ints, Result]], count: int) -> Result:
    """One result from those of parts of the rows, which are given by their places."""
    out: Result = {}
    for places, result in parts:
        for end, ways in result.items():
            if end not in out:
                out[end] = np.zeros(count, dtype=ways.dtype)
            elif ways.dtype == object and out[end].dtype != object:
                out[end] = out[end].astype(object)
            out[end][places] = ways
    return out


def drawn_together(result: Result, weights: Ints, starts: Ints) -> Result:
    """The result before something was drawn, from those after it.

    Children of one row stand together, the first at its place in `starts`; each came
    in so many ways (`weights`).
    """
    own = scale(result, len(weights))
    low, high = own.min(), own.max()
    counts = np.diff(np.append(starts, len(own)))
    common = None if low == high else _common(own, starts)
    target = int(high) if common is None else int(common.max())
    # The bound stands before the products do: none of them exceeds it, nor does any sum of them.
    if int(weights.max()) * target * int(counts.max()) >= SAFE:
        weights = weights.astype(object)
    factor = weights if common is None else weights * (np.repeat(common, counts) // own)
    return {end: np.add.reduceat(ways * factor, starts) for end, ways in result.items()}


def _common(own: Ints, starts: Ints) -> Ints:
    """A common multiple of the scales of the children of each row: the largest, where that is one."""
    largest = np.maximum.reduceat(own, starts)
    counts = np.diff(np.append(starts, len(own)))
    if not (np.repeat(largest, counts) % own).any():
        return largest
    stops = np.append(starts[1:], len(own))
    values = [lcm(*map(int, own[a:b])) for a, b in zip(starts, stops, strict=True)]
    return np.array(values, dtype=dtype_for(max(values)))
