"""Layers of reachable rows, and what is met at them: places that rounds come to, questions, and with which values."""

from collections.abc import Iterable
from dataclasses import field, replace
from enum import Enum
from typing import Any

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.graph import Rows
from lexludi.exact.multisets import Ints
from lexludi.play.plan import Pc, Who
from lexludi.rules import meaning as m

# What rules are asked of: a bet, an action, a step; of what; of which role.
Key = tuple[str, str, str]


class Ends(Enum):
    """Which rounds come to their end."""

    ALWAYS = "always"
    SOMETIMES = "sometimes"
    NEVER = "never"


@dataclass(frozen=True)
class Spot:
    """A row of a layer, where somebody is asked about."""

    layer: int
    row: int
    who: Who


@dataclass
class Met:
    """The combinations of values with which a question was met, each with a row that shows it.

    `unsure` are those of rows that may stand for no round; `examined` counts the deals that were looked at.
    """

    observables: tuple[m.Observable, ...]
    spots: dict[tuple[Any, ...], Spot] = field(default_factory=dict)
    unsure: set[tuple[Any, ...]] = field(default_factory=set)
    examined: float = 0.0


@dataclass(frozen=True)
class Chunk:
    """Rows that go on to a place, each from the row `source` of the layer that is followed; by one choice, or none."""

    to: Pc
    rows: Rows
    source: Ints
    sure: Ints
    examined: Ints
    action: int = -1


@dataclass
class ReachableLayer:
    """Rows at a place: what each stands for, and the row of an earlier layer that it comes of, with what was chosen.

    All arrays have an entry for each row. `sure` (of truth values) says that the objects of the row can lie so;
    `examined` (of floating point) counts the deals that it stands for. It comes of the row `origin` of the layer
    `before`, -1 at the beginning, by the choice numbered `action`, -1 where nobody chose.
    """

    pc: Pc
    rows: Rows
    sure: Ints
    examined: Ints
    before: Ints
    origin: Ints
    action: Ints

    def going(self, to: Pc) -> Chunk:
        """All of the rows, going on to a place."""
        return Chunk(to, self.rows, np.arange(len(self.rows)), self.sure, self.examined)

    def some(self, to: Pc, places: Ints, rest: Ints | None = None, action: int = -1) -> Chunk:
        """Some of the rows, going on to a place, perhaps with another rest."""
        rows = self.rows.take(places)
        rows = rows if rest is None else rows.with_rest(rest)
        return Chunk(to, rows, places, self.sure[places], self.examined[places], action)


def keep_shown(layers: list[ReachableLayer], shown: Iterable[dict[Any, Spot]]) -> None:
    """Forget the rows of layers on no way to a spot that is shown, of which each gets the row that it is now."""
    shown = tuple(shown)
    needed: list[list[Ints]] = [[np.zeros(0, dtype=np.int64)] for _ in layers]
    for spot in (spot for spots in shown for spot in spots.values()):
        needed[spot.layer].append(np.array([spot.row]))
    kept: dict[int, Ints] = {}
    # From the last, so that all rows are known to which a way leads from a layer.
    for number in reversed(range(len(layers))):
        layer, rows = layers[number], np.unique(np.concatenate(needed[number]))
        kept[number] = rows
        for before in np.unique(layer.before[rows]).tolist():
            if before >= 0:
                needed[before].append(layer.origin[rows][layer.before[rows] == before])
    for number, layer in enumerate(layers):
        rows = kept[number]
        # `kept` is ascending, so that the new number of a row is found by bisection.
        before, origin = layer.before[rows], layer.origin[rows]
        for earlier in np.unique(before[before >= 0]).tolist():
            origin[before == earlier] = np.searchsorted(kept[earlier], origin[before == earlier])
        layers[number] = ReachableLayer(
            layer.pc,
            layer.rows.take(rows),
            layer.sure[rows],
            layer.examined[rows],
            before,
            origin,
            layer.action[rows],
        )
    for spots in shown:
        for key, spot in spots.items():
            spots[key] = replace(spot, row=int(np.searchsorted(kept[spot.layer], spot.row)))
