"""Categories and strengths of many hands at once: shapes and keys as operations on arrays.

`hands` are always arrays of objects, hands by places. What is found equals what `play.hands`
finds for each hand by itself.
"""

from typing import assert_never

import numpy as np

from lexludi.exact.multisets import SAFE, Ints, distinct
from lexludi.play.hands import Hands
from lexludi.rules import meaning as m


class ManyHands:
    """The categories of a game's hands, for hands of one size at a time."""

    def __init__(self, hands: Hands) -> None:
        self.rules = hands.rules
        self.material = hands.material
        self._heights = {scale: np.array(height) for scale, height in hands.material.height.items()}
        self._codes = {scale: self._coded(scale) for scale in hands.material.item}
        highest = max((int(heights.max(initial=0)) for heights in self._heights.values()), default=0)
        runs = max((len(own.items) for own in self.rules.source.runs.values()), default=0)
        # A digit for each object that a key shows, one more than its height; 0 where there is none.
        self._base = max(highest, runs) + 2

    def _coded(self, scale: str) -> Ints:
        items = self.rules.source.scales[scale].items
        return np.array([-1 if item is None else items.index(item) for item in self.material.item[scale]])

    def categories(self, hands: Ints) -> Ints:
        """The place of the first category that fits each hand; -1 where none does."""
        found = np.full(len(hands), -1, dtype=np.int64)
        if hands.shape[1] == 0:
            return found  # «no two alike» would be true of an empty hand
        for place, category in enumerate(self.rules.categories):
            found[(found < 0) & self.have_shape(hands, category.shape)] = place
        return found

    def are_worth_at_least(self, hands: Ints, category: str, item: str) -> Ints:
        """For each hand, that it is of a higher category, or of this one with the item or better as its highest."""
        categories = self.categories(hands)
        wanted = [own.id for own in self.rules.categories].index(category)
        scale = next(s for s in self.rules.source.scales.values() if item in s.items)
        threshold = len(scale.items) - scale.items.index(item)
        if hands.shape[1] == 0:
            return np.zeros(len(hands), dtype=np.bool_)
        high = self._heights[scale.id][hands].max(axis=1) >= threshold
        return ((categories >= 0) & (categories < wanted)) | ((categories == wanted) & high)

    def strengths(self, hands: Ints) -> Ints | None:
        """A number for each hand that is higher for a higher hand; -1 without category.

        Nothing, where such numbers would not fit into 64 bits.
        """
        width = hands.shape[1]
        slots = max((len(category.keys) for category in self.rules.categories), default=0) * max(width, 1)
        if (len(self.rules.categories) + 1) * self._base**slots >= SAFE:
            return None
        categories = self.categories(hands)
        found = np.full(len(hands), -1, dtype=np.int64)
        for place, category in enumerate(self.rules.categories):
            rows = np.flatnonzero(categories == place)
            number = np.full(len(rows), len(self.rules.categories) - place, dtype=np.int64)
            digits = [d for key in category.keys for d in self._key(hands[rows], key)]
            for digit in digits + [np.zeros(len(rows), dtype=np.int64)] * (slots - len(digits)):
                number = number * self._base + digit
            found[rows] = number
        return found

    def keys(self, hands: Ints, category: int) -> list[Ints]:
        """For hands of a category (given by its place), each of its keys as a number, higher for what is higher."""
        keys = (self._key(hands, key) for key in self.rules.categories[category].keys)
        return [distinct(digits)[1] if digits else np.zeros(len(hands), dtype=np.int64) for digits in keys]

    # ── Shapes ──────────────────────────────────────────────────────────────

    def have_shape(self, hands: Ints, shape: m.Condition) -> Ints:
        """For each hand, that a condition that looks only at it holds."""
        match shape:
            case m.Always(value):
                return np.full(len(hands), value)
            case m.AllOf(items):
                return np.logical_and.reduce([self.have_shape(hands, item) for item in items])
            case m.AnyOf(items):
                return np.logical_or.reduce([self.have_shape(hands, item) for item in items])
            case m.Not(inner):
                return ~self.have_shape(hands, inner)
            case m.AllSame(scale):
                shown = self._codes[scale][hands]
                return (shown == shown[:, :1]).all(axis=1)
            case m.AllDifferent(scale):
                shown = np.sort(self._codes[scale][hands], axis=1)
                return (shown[:, 1:] != shown[:, :-1]).all(axis=1)
            case m.InRuns(runs):
                return self._runs(hands, runs) > 0
            case m.IsRun(items):
                return np.logical_or.reduce([self._show_exactly(hands, scale, items) for scale in self._codes])
            case m.Alike(count, scale):
                return (self._group_sizes(hands, scale) == count).any(axis=1)
            case m.Fact() | m.Stands() | m.Compare() | m.InRanges() | m.CategoryIs():
                raise AssertionError(shape)  # soundness: not-about-a-hand
        assert_never(shape)

    def _group_sizes(self, hands: Ints, scale: str) -> Ints:
        """For each object of each hand, how many of the hand show the same item."""
        shown = self._codes[scale][hands]
        sizes: Ints = (shown[:, :, None] == shown[:, None, :]).sum(axis=2)
        return sizes

    def _show_exactly(self, hands: Ints, scale: str, items: tuple[str, ...]) -> Ints:
        own = self.rules.source.scales[scale].items
        if len(items) != hands.shape[1] or not set(items) <= set(own):
            return np.zeros(len(hands), dtype=np.bool_)
        wanted = np.sort([own.index(item) for item in items])
        return (np.sort(self._codes[scale][hands], axis=1) == wanted).all(axis=1)

    def _runs(self, hands: Ints, runs: str) -> Ints:
        """The place, from the lowest, of the listed run that each hand forms; 0 where it forms none."""
        listed = self.rules.source.runs[runs]
        found = np.zeros(len(hands), dtype=np.int64)
        for place, run in enumerate(listed.items):
            found[(found == 0) & self._show_exactly(hands, listed.scale, run)] = len(listed.items) - place
        return found

    # ── Keys ────────────────────────────────────────────────────────────────

    def _key(self, hands: Ints, key: m.Key) -> list[Ints]:
        """The digits of a key, the most important first: one more than what the key shows, 0 for nothing."""
        width = hands.shape[1]
        match key:
            case m.GuardedKey(shape, inner):
                holds = self.have_shape(hands, shape)
                return [np.where(holds, digit, 0) for digit in self._key(hands, inner)]
            case m.RunKey(runs):
                return [self._runs(hands, runs) + 1]
            case m.EachKey(scale):
                shown = np.sort(self._heights[scale][hands] + 1, axis=1)
                return [shown[:, place] for place in reversed(range(width))]
            case m.HighestKey(scale, by):
                pair = self._heights[by][hands] * self._base + self._heights[scale][hands]
                return [pair.max(axis=1) % self._base + 1]
            case m.AlikeKey(scale, count, by):
                alike = self._group_sizes(hands, by) == count
                return [np.where(alike, self._heights[scale][hands], 0).max(axis=1) + 1]
            case m.RestKey(scale, count, by):
                alike = self._group_sizes(hands, by) == count
                shown = np.sort(np.where(alike, 0, self._heights[scale][hands] + 1), axis=1)
                return [shown[:, place] for place in reversed(range(width))]
            case m.ItemKey(scale, item):
                shows = np.array([self.material.shows(thing, item) for thing in range(len(self.material.objects))])
                return [np.where(shows[hands], self._heights[scale][hands], 0).max(axis=1) + 1]
        assert_never(key)
