"""The last draws of a round: a chain of draws to one hand, followed once for all rows.

When one party goes on drawing by rules that read its own hand and nothing that changes
meanwhile, the hands that it can come to are the same for every row; only their weights
differ, with what is left of the stock. A hand to which d objects were added in one of w
orders has the weight

    w * (product over kinds of left (left - 1) ... (left - m + 1)) * (what is left after them) ...

so that hands of different sizes are counted over one number of draws.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from lexludi.exact.multisets import SAFE, HandTable, Ints
from lexludi.exact.slices import DRAWN, Slice
from lexludi.play.plan import Branch, Chance, Jump, Pc, Require, Tell, Unit, Verb
from lexludi.play.round_state import State

MAX_HANDS = 200_000


@dataclass(frozen=True)
class Chain:
    """The places of a chain of draws, to whom they are, and the kind of object."""

    region: frozenset[Pc]
    unit: Unit
    kind: str


@dataclass(frozen=True)
class Final:
    """A hand at the end of a chain: the kinds added, where the round goes on, and in how many orders it comes."""

    added: tuple[int, ...]
    state: State
    orders: int


def chain_at(sliced: Slice, pc: Pc) -> Chain | None:
    """The chain of draws that begins at a place, if all that still comes by chance is part of it."""
    if sliced.asks[pc] or not sliced.weighed[pc]:
        return None
    region = frozenset(p for p in (pc, *sliced.plan.ahead[pc]) if sliced.weighed[p])
    draws: set[tuple[Unit, str]] = set()
    for place in region:
        op = sliced.plan.ops[place]
        match op:
            case Chance(verb=Verb.DRAW, kind=kind, units=(unit,), count=1):
                draws.add((unit, kind))
            case Branch() | Require() | Tell():
                pass
            case Jump(repeats=""):
                pass
            case _:
                return None
    if len(draws) != 1:
        return None
    ((unit, kind),) = draws
    # What was drawn last is not kept apart here.
    if any((DRAWN, unit) in sliced.live[place] for place in (pc, *sliced.plan.ahead[pc])):
        return None
    return Chain(region, unit, kind)


def followed(table: HandTable, chain: Chain, start: int, run: Callable[[int], State]) -> list[Final] | None:
    """Every hand that a chain can come to from a hand, whatever else is gone from the stock.

    `run` gives the state at which a hand of that number draws again or leaves the chain.
    Nothing, where there are more hands than can be told apart.
    """
    kinds = [i for i, kind in enumerate(table.kinds) if kind.object == chain.kind]
    held = table.counts()[start]
    most = {kind: int(table.stock[kind] - held[kind]) for kind in kinds}
    finals: list[Final] = []
    level: dict[tuple[int, ...], int] = {(): 1}
    met = 0
    while level:
        following: dict[tuple[int, ...], int] = {}
        for added, orders in level.items():
            met += 1
            if met > MAX_HANDS:
                return None
            state = run(table.with_added(start, added))
            if state.pc not in chain.region:
                finals.append(Final(added, state, orders))
                continue
            for kind in kinds:
                if added.count(kind) < most[kind]:
                    grown = tuple(sorted((*added, kind)))
                    following[grown] = following.get(grown, 0) + orders
        level = following
    return finals


def _after(finals: list[Final], left: Ints) -> list[Ints]:
    """In how many ways objects are drawn after so many, up to the longest chain: for each row, by number drawn."""
    top = max(len(final.added) for final in finals)
    number = left.sum(axis=1)
    most = prod(max(int(number.max(initial=1)) - drawn, 1) for drawn in range(top))
    dtype = np.int64 if most < SAFE else object
    number = number.astype(dtype)
    # What is drawn after the hand is complete makes no difference; where nothing is left, nothing is drawn.
    after = [np.ones(len(left), dtype=dtype)]
    for drawn in reversed(range(top)):
        after.append(after[-1] * np.maximum(number - drawn, 1))
    return after[::-1]


def draws_in_all(finals: list[Final], left: Ints) -> Ints:
    """The total over which hands are counted; the weights of a row add up to it, unless its stock runs out."""
    return _after(finals, left)[0]


def weights(finals: list[Final], left: Ints) -> Iterator[Ints]:
    """For each final hand the weights of rows, with what is left of each kind (rows by kinds); over one total."""
    after = _after(finals, left)
    dtype = after[0].dtype
    falling: dict[tuple[int, int], Ints] = {}
    for final in finals:
        weight = final.orders * after[len(final.added)]
        for kind in sorted(set(final.added)):
            times = final.added.count(kind)
            if (kind, times) not in falling:
                own = left[:, kind].astype(dtype)
                falling[kind, times] = np.multiply.reduce([np.maximum(own - i, 0) for i in range(times)])
            weight = weight * falling[kind, times]
        yield weight
