"""Two rule sets that come to different rounds, on the same objects: each hand, and each object drawn after it, alike.

Everything that may be needed is dealt out beforehand, with its weight; then each rule
set plays every deal by itself. That is possible where nothing is chosen, thrown or
repeated, and no more is drawn than can be foreseen.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from lexludi.exact.chance import hand_table
from lexludi.exact.core import NotAnalysed
from lexludi.exact.course import Course
from lexludi.exact.hands import NO_HAND
from lexludi.exact.results import Result
from lexludi.exact.rounds import Exact
from lexludi.exact.rows import Ints, Rows

# Deals that are laid out at once.
LIMIT = 4_000_000

_FORESEEN = frozenset("deal comply settle round_ends".split())


class OnDeals(Exact):
    """The rounds of a course on deals that are given: the hands as `dealt:…`, then one kind after another."""

    def play(self, deals: Rows) -> Ints:
        """The end of each deal."""
        numbers = np.zeros(len(deals), dtype=np.int64)
        for end, reached in self.solve(0, deals).items():
            numbers[reached == 1] = end
        return numbers

    def _deal_now(self, index: int, rows: Rows, unit: str) -> Result:
        return self.solve(index, rows.on(hands={**rows.hands, unit: rows.hands[f"dealt:{unit}"]}))

    def _draw(self, rows: Rows, object_: str, count: int, unit: str, follow: Callable[[Rows], Result]) -> Result:
        for _ in range(count):
            pointer = rows.hands["drawn"]
            kinds = np.choose(pointer, [rows.hands[name] for name in _tape(rows)])
            hand = self.table.drawn(rows.hands[unit], kinds, unit)
            rows = rows.on(hands={**rows.hands, unit: hand, "drawn": pointer + 1})
        return follow(rows)


def _tape(rows: Rows) -> list[str]:
    return sorted(name for name in rows.hands if name.startswith("next:"))


def in_tandem(course: Course, other: Course, bet: str) -> tuple[Exact, Exact, dict[tuple[int, int], Any], Rows]:
    """Both rule sets on every deal: in how many ways each pair of their ends is reached, and a deal for each.

    The pairs map to the ways and the place of a deal among the rows.

    Raises:
        NotAnalysed: what is drawn cannot be foreseen (`procedures-differ`), or there are too many deals.
    """
    for own in (course, other):
        if any(own.steps[i].effect.op not in _FORESEEN for i in own.playing):
            raise NotAnalysed("not-analysed", reason="procedures-differ")
    table = hand_table((course, other))
    both = [OnDeals(own, (bet,), table=table) for own in (course, other)]
    if any(exact.eager for exact in both):
        raise NotAnalysed("not-analysed", reason="procedures-differ")
    deals, ways = _laid_out(both[0], course, other, bet)
    ends = [exact.play(deals) for exact in both]
    code = ends[0] * (int(ends[1].max(initial=0)) + 1) + ends[1]
    found, first, places = np.unique(code, return_index=True, return_inverse=True)
    sums = np.zeros(len(found), dtype=object)
    np.add.at(sums, places.reshape(-1), ways)
    pairs = {(int(ends[0][at]), int(ends[1][at])): (int(sums[i]), int(at)) for i, at in enumerate(first)}
    return both[0], both[1], pairs, deals


def _laid_out(exact: Exact, course: Course, other: Course, bet: str) -> tuple[Rows, Ints]:
    """Every deal, with its ways."""
    table, ways = exact.table, np.ones(1, dtype=object)
    columns: dict[str, Ints] = {}
    for unit, size in sorted({**other.dealt_at_once, **course.dealt_at_once}.items()):
        if other.dealt_at_once.get(unit, size) != course.dealt_at_once.get(unit, size):
            raise NotAnalysed("not-analysed", reason="procedures-differ")
        hands = table.dealt(_object(course, other, unit), size)
        each = table.ways(hands, _used(exact, columns, len(ways)))
        columns, ways = _times(columns, ways, hands, each, f"dealt:{unit}")
    kinds = np.arange(len(table.kinds))
    for place in range(max(_draws(course), _draws(other))):
        left = table.stock - _used(exact, columns, len(ways))
        columns, ways = _times(columns, ways, kinds, np.maximum(left, 0), f"next:{place:03}")
    rows = exact.start(bet).take(np.zeros(len(ways), dtype=np.int64)).on(reach=None)
    none = np.full(len(ways), NO_HAND, dtype=np.int64)
    held = dict.fromkeys(sorted(course.holders | other.holders), none)
    return rows.on(hands={**held, **columns, "drawn": np.zeros(len(ways), dtype=np.int64)}), ways


def _times(columns: dict[str, Ints], ways: Ints, new: Ints, each: Ints, name: str) -> tuple[dict[str, Ints], Ints]:
    """The deals with one thing more."""
    if len(ways) * len(new) > LIMIT:
        raise NotAnalysed("not-analysed", reason="too-many")
    rows, places = np.nonzero(each)
    taken = {known: column[rows] for known, column in columns.items()}
    return {**taken, name: new[places]}, ways[rows] * each[rows, places].astype(object)


def _used(exact: Exact, columns: dict[str, Ints], count: int) -> Ints:
    used = np.zeros((count, len(exact.table.kinds)), dtype=np.int64)
    for name, column in columns.items():
        if name.startswith("dealt:"):
            used += exact.table.counts[column]
        else:
            used[np.arange(count), column] += 1
    return used


def _object(course: Course, other: Course, unit: str) -> str:
    for own in (course, other):
        effect = own.deal_to(unit, len(own.steps))
        if effect is not None:
            return effect.term(2)
    raise NotAnalysed("not-analysed", reason="procedures-differ")


def _draws(course: Course) -> int:
    """How many objects are drawn at most."""
    duties = [course.steps[i].effect for i in course.playing if course.steps[i].effect.op == "comply"]
    return sum(course.core.draws(effect.term(1)) for effect in duties)


def probabilities(pairs: dict[tuple[int, int], tuple[int, int]]) -> dict[tuple[int, int], Fraction]:
    """The probability of each pair of ends."""
    total = sum(ways for ways, _ in pairs.values())
    return {pair: Fraction(ways, total) for pair, (ways, _) in pairs.items()}
