"""The best play as a table: by the totals of the hands that are seen, or else by their objects."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.base.plain import given
from lexludi.exact.multisets import distinct
from lexludi.exact.situations import Numbers, Situations, different_numbers
from lexludi.exact.slices import HAND, THROWN
from lexludi.play.hands import Hands
from lexludi.play.plan import Unit
from lexludi.rules import meaning as m

# A table of single hands, or of hands beside numbers kept, has no more rows; a longer one says nothing to a reader.
MAX_ROWS = 64


@dataclass(frozen=True, order=True)
class ShownHand:
    """A hand of a table: its total, `raised` where an object counts more than its least; or its objects.

    Objects stand in the order of the material, and `places` are theirs in it. `drawn` is the object drawn last, where
    that is still read; `thrown` says that it is a throw of a holder who has a hand too.
    """

    holder: str
    total: int | None = None
    raised: bool = False
    places: tuple[int, ...] = ()
    objects: tuple[str, ...] = ()
    thrown: bool = False
    drawn: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The hand as the schema has it."""
        shown = {"objects": list(self.objects)} if self.total is None else {"total": self.total, "raised": self.raised}
        drawn = {"drawn": self.drawn[0]} if self.drawn else {}
        return {"holder": self.holder, **shown, **given(thrown=self.thrown), **drawn}


@dataclass(frozen=True)
class DealRow:
    """Deals that are told alike: what is offered, the hands, and in how many deals each action is the best.

    `numbers` are those that the round keeps, where it keeps others in other rows; `hands` is empty where these decide.
    """

    offered: tuple[str, ...]
    hands: tuple[ShownHand, ...]
    counts: Mapping[str, int]
    numbers: Numbers = ()

    @property
    def best(self) -> str:
        """The action that is the best in most of these deals."""
        return max(self.counts, key=lambda action: self.counts[action])

    @property
    def others(self) -> int:
        """The deals in which another action is the best, by what the row does not tell."""
        return sum(self.counts.values()) - self.counts[self.best]

    def to_json(self) -> dict[str, Any]:
        """The row as the schema has it."""
        return {
            "offered": list(self.offered),
            **given(numbers=dict(self.numbers)),
            "hands": [hand.to_json() for hand in self.hands],
            "counts": dict(self.counts),
        }


@dataclass(frozen=True)
class BestTable:
    """The rows of a table; the hand of the bettor, or its parts, come first in each, of whom `own` are the holders.

    `alike` are the objects of each kind of which one stands in hands for others that are written otherwise.
    Where deals of a row differ in what is best, they do `by_objects` that the row does not tell, `by_past`, by what
    was chosen, bet or settled before, or by both.
    """

    rows: tuple[DealRow, ...]
    own: tuple[Unit, ...] = ()
    alike: tuple[tuple[str, ...], ...] = ()
    by_objects: bool = True
    by_past: bool = False

    def to_json(self) -> list[dict[str, Any]]:
        """The rows as the schema has them."""
        return [row.to_json() for row in self.rows]


def best_table(several: tuple[Situations, ...]) -> BestTable | None:
    """The best play at a choice, deal by deal; nothing where nothing is seen, or there is too much to tell."""
    layers = several[0].layers
    names = different_numbers(several)
    if not names and not any(situations.hands for situations in several):
        return None
    # Where hands are not ordered, their totals tell most of them.
    reads = layers.slice.all_observables
    by_totals = any(isinstance(o, m.Total) for o in reads)
    by_totals &= not any(isinstance(o, m.OF_CATEGORY) for o in reads)
    if not names and not by_totals and any(situations.different_hands > MAX_ROWS for situations in several):
        return None
    # Situations told alike as one, and the best action by what is offered and kept: where that is one, hands need not
    # be told.
    rows = [
        (situations, row, ways, situations.offered(row), situations.numbers(row, names))
        for situations in several
        for row, ways in _told_alike(situations, by_totals=by_totals)
    ]
    best: dict[tuple[tuple[str, ...], Numbers], set[int]] = {}
    for situations, row, _, offered, numbers in rows:
        best.setdefault((offered, numbers), set()).add(int(situations.best[row]))
    by_hand = not names or any(len(places) > 1 for places in best.values())
    # Totals alone, and values of one number alone, are told as ranges.
    is_short = (len(names) == 1 and not by_hand) or (not names and by_totals)
    cells: dict[tuple[tuple[str, ...], Numbers, tuple[ShownHand, ...]], dict[str, int]] = {}
    # The best actions of a cell by the rest, which is all that is known and no hand.
    by_rest: dict[tuple[tuple[str, ...], Numbers, tuple[ShownHand, ...]], dict[object, set[str]]] = {}
    for situations, row, ways, offered, numbers in rows:
        hands = tuple(_shown(situations, row, by_totals=by_totals)) if by_hand else ()
        counts = cells.setdefault((offered, numbers, hands), {})
        action = situations.choice.op.actions[situations.best[row]]
        counts[action] = counts.get(action, 0) + ways
        past = situations.choice.node, situations.layers.rest[int(situations.choice.rest[situations.rows[row]])]
        by_rest.setdefault((offered, numbers, hands), {}).setdefault(past, set()).add(action)
        if not is_short and len(cells) > MAX_ROWS:
            return None
    rows_told = tuple(DealRow(key[0], key[2], cells[key], key[1]) for key in sorted(cells))
    return BestTable(
        rows_told,
        _own(several[0]),
        tuple(_alike(several[0], rows_told)),
        by_objects=any(len(best) > 1 for cell in by_rest.values() for best in cell.values()),
        by_past=any(len(set(map(frozenset, cell.values()))) > 1 for cell in by_rest.values()),
    )


def _own(situations: Situations) -> tuple[Unit, ...]:
    """The holders of the hand of whoever chooses: the whole, then the parts, where it has been divided."""
    unit = situations.choice.op.who.unit
    return unit, *situations.layers.slice.parts.get(unit, ())


def _alike(situations: Situations, rows: tuple[DealRow, ...]) -> Iterator[tuple[str, ...]]:
    """The kinds of objects of which some stand in hands, and that are not all written alike: fours and fives."""
    shown = {place for row in rows for hand in row.hands for place in hand.places}
    for kind in situations.layers.table.kinds:
        written = tuple(dict.fromkeys(situations.layers.process.hands.material.symbols(kind.members)))
        if len(written) > 1 and not shown.isdisjoint(kind.members):
            yield written


def _told_alike(situations: Situations, *, by_totals: bool) -> Iterator[tuple[int, int]]:
    """A situation of each group that is told alike and in which the same is best, with the ways of the group."""
    legal, hands = situations.choice.layer.legal, situations.layers.process.hands
    assert legal is not None
    columns = [
        *legal[situations.rows].T,
        situations.choice.rest[situations.rows],
        situations.best,
        *situations.drawn.values(),
    ]
    for numbers in situations.hands.values():
        columns.append(numbers)
        if by_totals:
            met, place = np.unique(numbers, return_inverse=True)
            held = [things for number in met.tolist() for things in situations.layers.table.examples(number)]
            totals = [(bool(things), hands.total(things), _is_raised(hands, things)) for things in held]
            known = {told: code for code, told in enumerate(dict.fromkeys(totals))}
            columns[-1] = np.array([known[told] for told in totals])[place.reshape(-1)]
    first, group = distinct(columns)
    ways = np.zeros(len(first), dtype=situations.ways.dtype)
    np.add.at(ways, group, situations.ways)
    yield from zip(first.tolist(), ways.tolist(), strict=True)


def _shown(situations: Situations, row: int, *, by_totals: bool) -> Iterator[ShownHand]:
    """The hands of a situation: that of whoever chooses, be it empty, then the others in the order of their names."""
    layers, hands = situations.layers, situations.layers.process.hands
    first = HAND, situations.choice.op.who.unit
    holders = _own(situations)
    places = sorted(
        situations.hands, key=lambda place: (place != first, place[0] != HAND or place[1] not in holders, place)
    )
    # All at once, so that hands that lie side by side are told with different objects of one kind.
    shown = layers.table.examples(*(int(situations.hands[place][row]) for place in places))
    seen = dict(zip(places, shown, strict=True))
    if first in layers.slice.columns:
        seen = {first: seen.get(first, ()), **seen}
    # One that has been divided is told by its parts.
    parts_of = layers.slice.parts.items()
    divided = {(HAND, unit) for unit, parts in parts_of if any(seen.get((HAND, part)) for part in parts)}
    # The hand of another has no number of its own while it is hidden or empty.
    for place, things in seen.items():
        if place in divided or (not things and place != first):
            continue
        kind, unit = place
        is_throw = kind == THROWN and (HAND, unit) in layers.slice.columns
        last = () if kind == THROWN else situations.drawn_last(row, unit)
        if by_totals:
            yield ShownHand(unit, hands.total(things), _is_raised(hands, things), thrown=is_throw, drawn=last)
        else:
            symbols = tuple(hands.material.symbols(things))
            yield ShownHand(unit, places=things, objects=symbols, thrown=is_throw, drawn=last)


def _is_raised(hands: Hands, things: tuple[int, ...]) -> bool:
    """An object counts more than the least that it may."""
    return hands.total(things) > sum(min(hands.material.numbers[thing]) for thing in things)
