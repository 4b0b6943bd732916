"""The best play as a table: by the totals of the hands that are seen, or else by their objects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lexludi.exact.situations import Situations
from lexludi.exact.slices import HAND
from lexludi.play.hands import Hands
from lexludi.rules import meaning as m

# A table of single hands has no more rows than this; a longer one says nothing to a reader.
MAX_ROWS = 64


@dataclass(frozen=True, order=True)
class ShownHand:
    """A hand of a table: its total, `raised` where an object counts more than its least; or its objects.

    Objects stand in the order of the material, and `places` are theirs in it.
    """

    holder: str
    total: int | None = None
    raised: bool = False
    places: tuple[int, ...] = ()
    objects: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The hand as the schema has it."""
        if self.total is None:
            return {"holder": self.holder, "objects": list(self.objects)}
        return {"holder": self.holder, "total": self.total, "raised": self.raised}


@dataclass(frozen=True)
class DealRow:
    """Deals that are told alike: what is offered, the hands, and in how many deals each action is the best."""

    offered: tuple[str, ...]
    hands: tuple[ShownHand, ...]
    counts: Mapping[str, int]

    @property
    def best(self) -> str:
        """The action that is the best in most of these deals."""
        return max(self.counts, key=lambda action: self.counts[action])

    @property
    def others(self) -> int:
        """The deals in which another action is the best, by the objects themselves."""
        return sum(self.counts.values()) - self.counts[self.best]

    def to_json(self) -> dict[str, Any]:
        """The row as the schema has it."""
        return {
            "offered": list(self.offered),
            "hands": [hand.to_json() for hand in self.hands],
            "counts": dict(self.counts),
        }


@dataclass(frozen=True)
class BestTable:
    """The rows of a table; the hand of the bettor comes first in each."""

    rows: tuple[DealRow, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """The rows as the schema has them."""
        return [row.to_json() for row in self.rows]


def best_table(several: tuple[Situations, ...]) -> BestTable | None:
    """The best play at a choice, deal by deal; nothing where nothing is seen, or there is too much to tell."""
    layers = several[0].layers
    if not any(own.hands for own in several):
        return None
    # Where hands are not ordered, their totals tell most of them.
    reads = layers.slice.all_observables
    by_totals = any(isinstance(o, m.Total) for o in reads)
    by_totals &= not any(isinstance(o, m.Compared | m.CategoryOf | m.IsWorthAtLeast) for o in reads)
    cells: dict[tuple[tuple[str, ...], tuple[ShownHand, ...]], dict[str, int]] = {}
    for own in several:
        for row, place in enumerate(own.best.tolist()):
            hands = tuple(_shown(own, row, by_totals=by_totals))
            counts = cells.setdefault((own.offered(row), hands), {})
            action = own.choice.op.actions[place]
            counts[action] = counts.get(action, 0) + int(own.ways[row])
    if not by_totals and len(cells) > MAX_ROWS:
        return None
    return BestTable(tuple(DealRow(offered, hands, cells[offered, hands]) for offered, hands in sorted(cells)))


def _shown(own: Situations, row: int, *, by_totals: bool) -> Iterator[ShownHand]:
    """The hands of a situation: that of whoever chooses, be it empty, then the others in the order of their names."""
    layers, hands = own.layers, own.layers.process.hands
    first = HAND, own.choice.op.who.unit
    places = sorted(own.hands, key=lambda place: (place != first, place))
    # All at once, so that hands that lie side by side are told with different objects of one kind.
    shown = layers.table.examples(*(int(own.hands[place][row]) for place in places))
    seen = dict(zip(places, shown, strict=True))
    if first in layers.slice.columns:
        seen = {first: seen.get(first, ()), **seen}
    # The hand of another has no number of its own while it is hidden or empty.
    for place, things in seen.items():
        if not things and place != first:
            continue
        if by_totals:
            yield ShownHand(place[1], hands.total(things), _is_raised(hands, things))
        else:
            yield ShownHand(place[1], places=things, objects=tuple(hands.material.symbols(things)))


def _is_raised(hands: Hands, things: tuple[int, ...]) -> bool:
    """An object counts more than the least that it may."""
    return hands.total(things) > sum(min(hands.material.numbers[thing]) for thing in things)
