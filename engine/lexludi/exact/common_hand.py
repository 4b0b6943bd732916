"""The last hand of a round counted for two programs at once, which may order hands differently.

The hands of one class are laid out in chains along which neither order falls. Where a row
compares the hand with another, each order cuts a chain in two places; between two cuts all
hands are read alike by both, and are counted together.
"""

from collections.abc import Callable

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.last_hand import counted_below
from lexludi.exact.multisets import HandTable, Ints, distinct

# Chains in which the hands of one class may be laid out.
MAX_CHAINS = 12


@dataclass(frozen=True)
class Reads:
    """All that one program reads of a hand: codes of what is read of it alone, and its strength among others.

    `against` are the strengths that it is compared with, row by row; -1 where nothing orders a hand.
    """

    alone: list[Ints]
    strengths: Ints | None
    against: Ints | None


@dataclass(frozen=True)
class CountedCommon:
    """Rows with a hand that stands for others, in so many ways; `find` gives one that can be dealt to a row."""

    rows: Ints
    hands: Ints
    ways: Ints
    find: Callable[[int], int]


@dataclass(frozen=True)
class _Part:
    """Hands that are read alike: those of a chain from one rank to before another, row by row."""

    rows: Ints
    ways: Ints
    chain: Ints
    first: Ints
    last: Ints


def counted_together(table: HandTable, batch: Ints, reads: list[Reads], gone: Ints) -> CountedCommon | None:
    """The hands of a batch by all that is read of them, counted for each row; nothing where no chains will do.

    `gone` is what has gone from the stock: rows by kinds.
    """
    parts: list[_Part] = []
    strengths = [read.strengths for read in reads if read.strengths is not None]
    against = [read.against for read in reads if read.against is not None]
    # Hands that an order ranks and hands that it does not are never of one class, so that a class has levels or none.
    ordered = [(column >= 0).astype(np.int64) for column in strengths]
    # Some column there must be, even where nothing is read of the hand.
    _, classes = distinct([np.zeros(len(batch), dtype=np.int64), *ordered, *(c for read in reads for c in read.alone)])
    for number in range(int(classes.max(initial=0)) + 1):
        members = np.flatnonzero(classes == number)
        chains = _chains([column[members] for column in strengths], len(members))
        if chains is None:
            return None
        for chain in chains:
            places = members[chain]
            levels = [column[places] for column in strengths]
            # Places in the chain before and after the hands as high as what the row compares, or 0.
            cuts = [
                np.where(level >= 0, np.searchsorted(ranks, level, side=side), 0)
                for ranks, level in zip(levels, against, strict=True)
                for side in ("left", "right")
            ]
            parts += _parts(table, batch[places], cuts, gone)
    rows = np.concatenate([part.rows for part in parts])
    order = np.argsort(rows, kind="stable")
    hands = np.concatenate([part.chain[part.first] for part in parts])[order]
    ways = np.concatenate([part.ways for part in parts])[order]
    return CountedCommon(rows[order], hands, ways, _finder(table, parts, order, gone))


def _chains(strengths: list[Ints], count: int) -> list[Ints] | None:
    """A smallest cover of hands by chains along which no strength falls, as places; nothing where it takes too many."""
    if not strengths:
        return [np.arange(count)]
    # By the first strength, then by the second: what is left is to cover the seconds with sequences that never fall.
    order = np.lexsort(strengths[::-1])
    if len(strengths) == 1:
        return [order]
    second = strengths[1][order].tolist()
    ends: list[int] = []
    chain_of = np.zeros(count, dtype=np.int64)
    # Patience sorting: the ends of the chains fall from each to the next, so that the first chain that fits has the
    # highest end that will do. No cover is smaller (Dilworth): a hand opens a chain only if it is below all ends.
    for place, strength in enumerate(second):
        chain = next((number for number, end in enumerate(ends) if end <= strength), len(ends))
        if chain == len(ends):
            if chain == MAX_CHAINS:
                return None
            ends.append(strength)
        ends[chain] = strength
        chain_of[place] = chain
    return [order[chain_of == number] for number in range(len(ends))]


def _parts(table: HandTable, hands: Ints, cuts: list[Ints], gone: Ints) -> list[_Part]:
    """The hands of a chain between its cuts, for the rows for which there are any."""
    # One count for each cut, below which hands of the chain are counted; a chain is in its own order by its places.
    *below, every = counted_below(table, hands, np.arange(len(hands)), gone, cuts)
    start = np.zeros(len(gone), dtype=np.int64)
    # Rows by rows the cuts stand in any order. Counts rise with them, so that sorting both keeps them together.
    bounds = np.sort(np.stack([start, *cuts, start + len(hands)]), axis=0)
    counts = np.sort(np.stack([start, *below, every]), axis=0)
    parts = []
    for first, last, ways in zip(bounds[:-1], bounds[1:], np.diff(counts, axis=0), strict=True):
        rows = np.flatnonzero(ways)
        if len(rows):
            parts.append(_Part(rows, ways[rows], hands, first[rows], last[rows]))
    return parts


def _finder(table: HandTable, parts: list[_Part], order: Ints, gone: Ints) -> Callable[[int], int]:
    """For a place among the rows that were counted, a hand of its part of which every object is left."""
    starts = np.cumsum([0, *(len(part.rows) for part in parts)])

    def find(at: int) -> int:
        place = int(order[at])
        number = int(np.searchsorted(starts, place, side="right")) - 1
        part, row = parts[number], place - int(starts[number])
        # The hand that stands for the part may hold objects that are gone from this row; another of the part does not.
        hands = part.chain[part.first[row] : part.last[row]]
        left = table.stock - gone[part.rows[row]]
        return int(hands[np.flatnonzero((table.counts(hands) <= left).all(axis=1))[0]])

    return find
