"""Names of bets: what a bettor may name with a bet, as strings of a finite set.

A bet has slots. `2+5` names two items in its one slot, `1+2/4` two in the first and one
in the second; a number or a single item stands by itself, and what a bet without slots
names is the empty string. Whatever carries or compares bets treats a name as one string;
only what reads the items named looks into it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice
from math import comb

from lexludi.base.frozen import dataclass

SLOTS, ITEMS = "/", "+"

# Names up to so many are listed, and followed one by one; of more, the first has to stand for all.
MAX_NAMES = 5_000


@dataclass(frozen=True)
class Picks:
    """What may be named in a slot: so many (`count`) of the items of a scale, in the order of the scale."""

    items: tuple[str, ...]
    count: int


# What may be named in a slot: items of a scale, one of its groups, or a number.
Choices = Picks | tuple[tuple[str, ...], ...] | range


@dataclass(frozen=True)
class Names:
    """The names of a bet by its slots: counted, looked up, and listed where there are at most `MAX_NAMES`.

    No item is named twice.
    """

    slots: tuple[Choices, ...]

    @cached_property
    def most(self) -> int:
        """The number of names, none of which is listed for it; at most so many, where slots have items in common.

        Those of one scale have none in common, as they are counted.
        """
        before = Counter[tuple[str, ...]]()
        ways = 1
        for slot in self.slots:
            if isinstance(slot, Picks):
                ways *= comb(max(len(slot.items) - before[slot.items], 0), slot.count)
                before[slot.items] += slot.count
            else:
                ways *= len(slot)
        return ways

    @property
    def is_listed(self) -> bool:
        """There are so few names that each is followed by itself."""
        return self.most <= MAX_NAMES

    @property
    def is_of_scales(self) -> bool:
        """Items of scales are named in every slot, of one scale or of scales that have none in common."""
        scales = {slot.items for slot in self.slots if isinstance(slot, Picks)}
        apart = len({item for scale in scales for item in scale}) == sum(map(len, scales))
        return apart and all(isinstance(slot, Picks) for slot in self.slots)

    @property
    def items(self) -> tuple[str, ...]:
        """All that may be named in some slot, each once."""
        return tuple(dict.fromkeys(item for slot in self.slots for item in items_of(slot)))

    @cached_property
    def followed(self) -> tuple[str, ...]:
        """The names that are followed: every one, or of too many the first."""
        return tuple(islice(self, None if self.is_listed else 1))

    def found(self, name: str) -> str | None:
        """The name that names the same items in each slot, in whatever order; none where there is none."""
        parts = name.split(SLOTS) if name else []
        if len(parts) != len(self.slots):
            return None
        chosen = [_found(slot, items_named(part)) for slot, part in zip(self.slots, parts, strict=True)]
        items = [item for choice in chosen for item in choice]
        return name_of(chosen) if all(chosen) and len({*items}) == len(items) else None

    def __iter__(self) -> Iterator[str]:
        """The names one after another, which may be without end for whoever waits for the last."""
        return map(name_of, _chosen(self.slots))

    @cached_property
    def _listed(self) -> frozenset[str]:
        return frozenset(self.followed)

    def __contains__(self, name: str) -> bool:
        """True of a name, with its items in the order of their scale."""
        # Asked of each bet that is placed: of names that are listed without taking them apart.
        return name in self._listed or (not self.is_listed and self.found(name) == name)


def _chosen(slots: Sequence[Choices]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """The choices of items for all slots, none of which is named twice."""
    if not slots:
        yield ()
        return
    # Depth first over the slots, with a stack of its own: there may be more slots than calls within one another.
    chosen: list[tuple[str, ...]] = []
    waiting = [iter(_each(slots[0], frozenset()))]
    while waiting:
        choice = next(waiting[-1], None)
        if choice is None:
            waiting.pop()
            del chosen[-1:]
            continue
        items = [item for part in (*chosen, choice) for item in part]
        if len({*items}) < len(items):
            continue
        if len(waiting) == len(slots):
            yield (*chosen, choice)
        else:
            chosen.append(choice)
            waiting.append(iter(_each(slots[len(waiting)], frozenset(items))))


def _each(slot: Choices, before: frozenset[str]) -> Iterable[tuple[str, ...]]:
    match slot:
        case Picks(items, count):
            return combinations((item for item in items if item not in before), count)
        case range():
            return ((str(number),) for number in slot)
        case _:
            return slot


def items_of(slot: Choices) -> Iterable[str]:
    """All that may be named in a slot; what several groups have in common several times."""
    match slot:
        case Picks(items):
            return items
        case range():
            return map(str, slot)
        case _:
            return (item for group in slot for item in group)


def _found(slot: Choices, items: tuple[str, ...]) -> tuple[str, ...]:
    """The choice of these items in a slot, in the order in which they are named; nothing where there is none."""
    match slot:
        case Picks(scale, count):
            found = tuple(item for item in scale if item in items)
            return found if len(found) == len(items) == count else ()
        case range():
            return items if len(items) == 1 and items[0] in map(str, slot) else ()
        case _:
            return next((group for group in slot if sorted(group) == sorted(items)), ())


def name_of(slots: Iterable[Iterable[str]]) -> str:
    """The name of the items in each slot."""
    return SLOTS.join(ITEMS.join(slot) for slot in slots)


def part_named(name: str, slot: int | None) -> str:
    """The part of a name in one slot, empty where there is none; without a slot, all of it as if there were one."""
    if slot is None:
        return name.replace(SLOTS, ITEMS)
    return dict(enumerate(name.split(SLOTS))).get(slot, "")


def items_named(part: str) -> tuple[str, ...]:
    """The items of a part of a name."""
    return tuple(part.split(ITEMS)) if part else ()


def spelt(name: str, spell: Callable[[str], str]) -> str:
    """A name with each item spelt."""
    # Every run of characters between the marks is an item.
    return re.sub(rf"[^{SLOTS}{ITEMS}]+", lambda item: spell(item[0]), name)
