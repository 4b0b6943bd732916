"""Categories and strengths of many hands at once, compiled from the rules on hands into operations on arrays.

Hands come as arrays of objects, one row each, all of one size. What `Material` says of
one hand, this says of all; the tests compare the two on every hand.
"""

from collections.abc import Callable
from collections.abc import Sequence as Seq
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.exact.packing import packed
from lexludi.language.nodes import Construct, Node, Sequence, Term
from lexludi.play.material import Material
from lexludi.rules.literals import item_of
from lexludi.rules.settings import Truth

Hands = NDArray[np.int64]
Flags = NDArray[np.bool_]
Column = NDArray[np.int64]


class Classifier:
    """The rules on hands under one rule set."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.heights = {scale: np.array(height, dtype=np.int64) for scale, height in material.height.items()}
        self.categories = material.rules.categories
        self._known: dict[tuple[int, object], NDArray[Any]] = {}
        self._kept: list[Hands] = []

    def _once(self, hands: Hands, what: object, work_out: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """Something about hands, worked out once for each array of them."""
        key = (id(hands), what)
        if key not in self._known:
            self._kept.append(hands)  # so that no other array takes its place
            self._known[key] = work_out()
        return self._known[key]

    def category(self, hands: Hands) -> Column:
        """For each hand the place of its category among all, or -1."""
        return self._once(hands, "category", lambda: self._category(hands))

    def _category(self, hands: Hands) -> Column:
        found = np.full(len(hands), -1, dtype=np.int64)
        if hands.shape[1] == 0:
            return found
        for place, category in enumerate(self.categories):
            free = found == -1
            if free.any():
                found[free & self.has_shape(hands, category.condition)] = place
        return found

    def strength(self, groups: Seq[Hands]) -> list[Column]:
        """For each hand a number that orders hands as the rules do, higher is better; -1 for those of no category.

        Each group holds hands of one size; the numbers compare across groups.
        """
        width = 1 + self._width(max((hands.shape[1] for hands in groups), default=0))
        ranks = _packed(np.concatenate([self._rows(hands, width) for hands in groups]))
        out = np.split(ranks, np.cumsum([len(hands) for hands in groups])[:-1])
        for hands, own in zip(groups, out, strict=True):
            own[self.category(hands) < 0] = -1
        return out

    def _rows(self, hands: Hands, width: int) -> Column:
        """The place of the category of each hand, the lowest first, and what its keys order it by."""
        rows = np.zeros((len(hands), width), dtype=np.int64)
        category = self.category(hands)
        rows[:, 0] = np.where(category >= 0, len(self.categories) - category, 0)
        for place, kind in enumerate(self.categories):
            own = np.flatnonzero(category == place)
            if len(own):
                columns = [column for key in kind.keys for column in self._key(hands[own], key)]
                for i, column in enumerate(columns, 1):
                    rows[own, i] = column
        return rows

    def _width(self, size: int) -> int:
        return max((len(c.keys) for c in self.categories), default=0) * max(size, 1)

    def at_least(self, hands: Hands, wanted: str, item: str) -> Flags:
        """Whether each hand is of a higher category, or of that one with the item or better as its highest."""
        category = self.category(hands)
        place = next(i for i, c in enumerate(self.categories) if c.id == wanted)
        scale = next(s for s in self.material.rules.scales.values() if item in s.items)
        enough = self.heights[scale.id][hands].max(axis=1, initial=0) >= len(scale.items) - scale.items.index(item)
        return (category >= 0) & ((category < place) | ((category == place) & enough))

    # ── Shapes ──────────────────────────────────────────────────────────────

    def has_shape(self, hands: Hands, shape: Node) -> Flags:
        """Whether each hand meets a condition that looks only at the hand."""
        return self._once(hands, shape, lambda: self._has_shape(hands, shape))

    def _has_shape(self, hands: Hands, shape: Node) -> Flags:
        match shape:
            case Truth(value):
                return np.full(len(hands), value)
            case Sequence("all_of", items):
                return np.logical_and.reduce([self.has_shape(hands, i) for i in items])
            case Sequence("any_of", items):
                return np.logical_or.reduce([self.has_shape(hands, i) for i in items])
            case Construct("negation", (inner,)):
                return ~self.has_shape(hands, inner)
            case Construct("all_same", (Term(id=scale),)):
                heights = self.heights[scale][hands]
                return (heights == heights[:, :1]).all(axis=1) & (hands.shape[1] > 0)
            case Construct("all_different", (Term(id=scale),)):
                return (self._alike(hands, scale) == 1).all(axis=1)
            case Construct("in_runs", (Term(id=runs),)):
                return self._run(hands, runs) > 0
            case Construct("is_run", (Sequence(items=items),)):
                return self._is_run(hands, tuple(item_of(i) for i in items))
            case Construct("alike", (count, Term(id=scale))):
                return (self._alike(hands, scale) == count.value).any(axis=1)
            case _:
                raise AssertionError(shape)

    def _alike(self, hands: Hands, scale: str) -> Column:
        """For each object of each hand, how many of the hand show the same item."""
        return self._once(hands, ("alike", scale), lambda: _counted(self.heights[scale][hands]))

    def _run(self, hands: Hands, runs: str) -> Column:
        """The place, from the lowest, of the listed run that each hand forms, else 0."""
        return self._once(hands, ("run", runs), lambda: self._place_of_run(hands, runs))

    def _place_of_run(self, hands: Hands, runs: str) -> Column:
        listed = self.material.rules.runs[runs]
        scale = self.material.rules.scales[listed.scale].items
        places, runs_of_heights = [], []
        # From the lowest on, so that the highest of equal runs stands, as when it is looked for first.
        for place, run in enumerate(reversed(listed.items), 1):
            if len(run) == hands.shape[1]:
                places.append(place)
                runs_of_heights.append(sorted(len(scale) - scale.index(item) for item in run))
        if not places:
            return np.zeros(len(hands), dtype=np.int64)
        heights = np.sort(self.heights[listed.scale][hands], axis=1)
        both = np.concatenate([heights, np.array(runs_of_heights, dtype=np.int64)])
        code, _ = packed(((column, len(scale) + 1) for column in both.T), len(both))
        wanted = dict(zip(map(int, code[len(hands) :]), places, strict=True))
        codes = np.array(sorted(wanted), dtype=np.int64)
        at = np.minimum(np.searchsorted(codes, code[: len(hands)]), len(codes) - 1)
        return np.where(codes[at] == code[: len(hands)], np.array([wanted[int(c)] for c in codes])[at], 0)

    def _is_run(self, hands: Hands, run: tuple[str, ...]) -> Flags:
        found = np.zeros(len(hands), dtype=np.bool_)
        for scale in self.material.rules.scales.values():
            if set(run) <= set(scale.items):
                wanted = sorted(len(scale.items) - scale.items.index(item) for item in run)
                found |= _shows(np.sort(self.heights[scale.id][hands], axis=1), wanted)
        return found

    # ── Keys ────────────────────────────────────────────────────────────────

    def _key(self, hands: Hands, key: Node) -> list[Column]:
        """The columns by which a key orders hands; hands with fewer objects to compare count as lower."""
        match key:
            case Construct("guarded_key", (condition, inner)):
                holds = self.has_shape(hands, condition)
                return [np.where(holds, column, 0) for column in self._key(hands, inner)]
            case Construct("run_key", (Term(id=runs),)):
                return [self._run(hands, runs)]
            case Construct("each_key", (Term(id=scale),)):
                return _descending(self.heights[scale][hands])
            case Construct("highest_key", (Term(id=scale), Term(id=by))):
                radix = int(self.heights[scale].max(initial=0)) + 1
                both = self.heights[by][hands] * radix + self.heights[scale][hands]
                return [both.max(axis=1, initial=0) % radix]
            case Construct("alike_key", (Term(id=scale), count, Term(id=by))):
                alike = self._alike(hands, by) == count.value
                return [np.where(alike, self.heights[scale][hands], 0).max(axis=1, initial=0)]
            case Construct("rest_key", (Term(id=scale), count, Term(id=by))):
                alike = self._alike(hands, by) == count.value
                return _descending(np.where(alike, 0, self.heights[scale][hands]))
            case Construct("item_key", (Term(id=scale), item)):
                wanted = item_of(item)
                shows = np.array([self.material.shows(i, wanted) for i in range(len(self.material.objects))])
                return [np.where(shows[hands], self.heights[scale][hands], 0).max(axis=1, initial=0)]
            case _:
                raise AssertionError(key)


def _counted(heights: Column) -> Column:
    """For each number of each row, how often it stands there."""
    out = np.zeros_like(heights)
    for column in heights.T:
        out += heights == column[:, None]
    return out


def _shows(shown: Column, wanted: list[int]) -> Flags:
    if shown.shape[1] != len(wanted):
        return np.zeros(len(shown), dtype=np.bool_)
    return (shown == np.array(wanted, dtype=np.int64)).all(axis=1)


def _descending(heights: Column) -> list[Column]:
    return list(-np.sort(-heights, axis=1).T)


def _packed(rows: Column) -> Column:
    """Each row as its place among the different rows, in the order of their columns."""
    radices = [int(m) + 1 for m in rows.max(axis=0, initial=0)]
    code, _ = packed(zip(rows.T, radices, strict=True), len(rows))
    return np.unique(code, return_inverse=True)[1].reshape(-1).astype(np.int64)
