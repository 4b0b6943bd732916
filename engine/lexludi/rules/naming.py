"""Names of bets: what a bettor may name with a bet, as strings of a finite set.

A bet has slots. `2+5` names two items in its one slot, `1+2/4` two in the first and one
in the second; a number or a single item stands by itself, and what a bet without slots
names is the empty string. Whatever carries or compares bets treats a name as one string;
only what reads the items named looks into it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product

SLOTS, ITEMS = "/", "+"


def names(slots: Sequence[Sequence[tuple[str, ...]]]) -> tuple[str, ...]:
    """The names that slots allow, each slot being given as its choices of items; no item is named twice."""
    chosen = product(*slots)
    # Fewer different items than items: two slots name the same one.
    return tuple(
        name_of(choice) for choice in chosen if len({i for part in choice for i in part}) == sum(map(len, choice))
    )


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


def in_one_order(name: str) -> str:
    """A name with the items of each slot in one order, whatever that of their scale."""
    return name_of(sorted(items_named(part)) for part in name.split(SLOTS))


def spelt(name: str, spell: Callable[[str], str]) -> str:
    """A name with each item spelt."""
    # Every run of characters between the marks is an item.
    return re.sub(rf"[^{SLOTS}{ITEMS}]+", lambda item: spell(item[0]), name)
