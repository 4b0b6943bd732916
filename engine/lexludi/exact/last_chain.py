"""The last draws of a round: a chain of draws to one holder, followed once for all rows.

When one party goes on drawing by rules that read its own hand and nothing that changes
meanwhile, the hands that it can come to are the same for every row; only their weights
differ, with what is left of the stock. A hand to which d objects were added in one of w
orders has the weight

    w * (product over kinds of left (left - 1) ... (left - m + 1)) * (what is left after them) ...

so that hands of different sizes are counted over one number of draws.
"""

from collections.abc import Callable
from math import prod

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.graph import past
from lexludi.exact.multisets import SAFE, HandTable, Ints, distinct
from lexludi.exact.slices import DRAWN, Slice
from lexludi.play.plan import Branch, Chance, Jump, Pc, Require, Tell, Unit, Verb

MAX_HANDS = 200_000

# Draws in a row whose orders can be counted in 64 bits: 20! is less than 2 to the power of 62.
MAX_DRAWS = 20

# Cells of an array of weights (rows by hands) that are worked out at once.
CHAINED_AT_ONCE = 100_000


@dataclass(frozen=True)
class Chain:
    """The places of a chain of draws, to whom they are, and the kind of object."""

    region: frozenset[Pc]
    unit: Unit
    kind: str


@dataclass(frozen=True)
class Finals:
    """The hands at the end of a chain, and how many times over each is reached: in so many orders.

    `leaves` is the number of the way in which the chain is left with each; `added` how many
    objects of each kind were drawn: hands by kinds.
    """

    hands: Ints
    leaves: Ints
    orders: Ints
    added: Ints


def chain_at(sliced: Slice, pc: Pc) -> Chain | None:
    """The chain of draws that begins at a place, if all that still comes by chance is part of it."""
    if sliced.asks[pc] or not sliced.weighed[pc]:
        return None
    # Places from which something is still dealt or drawn: beyond them no more comes of a stock.
    region = frozenset(p for p in (pc, *sliced.plan.ahead[pc]) if sliced.weighed[p])
    draws: set[tuple[Unit, str]] = set()
    for place in region:
        op = sliced.plan.ops[place]
        match op:
            case Chance(verb=Verb.DRAW, kind=kind, units=(unit,), count=1) if past(sliced.plan, place + 1) == pc:
                # After each draw the round is again where the chain began.
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


def followed(table: HandTable, chain: Chain, start: int, first: int, leaves: Callable[[Ints], Ints]) -> Finals | None:
    """Every hand that a chain can come to from a hand, whatever else is gone from the stock.

    `leaves` says of each hand in which way it leaves the chain, or -1 where it draws again.
    Nothing, where there are more hands than can be told apart.
    """
    # One object of each kind at a time, as often as there is one beside those in the first hand.
    singles = table.batch(chain.kind, 1)
    held = table.counts(np.array([start]))[0]
    hands, orders = np.array([start]), np.ones(1, dtype=np.int64)
    ended: list[tuple[Ints, Ints, Ints]] = []
    met = 0
    # Breadth first by draws: `orders` counts the sequences of draws by which each hand of this pass is come to.
    for _ in range(MAX_DRAWS):
        met += len(hands)
        if met > MAX_HANDS:
            return None
        ways = leaves(hands)
        over = ways >= 0
        ended.append((hands[over], ways[over], orders[over]))
        hands, orders = hands[~over], orders[~over]
        if not len(hands):
            break
        # What other hands hold is not known here: of a hand that takes too much for a row the weight is nought there.
        left = (table.stock - table.counts(hands))[:, table.last_kind(singles)]
        row, single = np.nonzero(left > 0)
        grown = table.join(hands[row], singles[single], first)
        # The same hand by different last draws: its orders are added up.
        keep, inverse = distinct([grown])
        hands, before = grown[keep], orders[row]
        orders = np.zeros(len(keep), dtype=np.int64)
        np.add.at(orders, inverse, before)
    else:
        return None
    every = [np.concatenate(parts) for parts in zip(*ended, strict=True)]
    return Finals(every[0], every[1], every[2], table.counts(every[0]) - held)


def grouped_weights(
    finals: Finals, groups: Ints, left: Ints, step: Callable[[], object] = lambda: None
) -> tuple[Ints, Ints]:
    """For each row the weight of each group of final hands, and the total over which they are counted.

    `left` is what is left of each kind: rows by kinds. The weights of a row add up to its
    total, unless its stock may run out. `step` is called before each of the parts in which they are worked out.
    """
    number = left.sum(axis=1)
    drawn = finals.added.sum(axis=1)
    top = int(drawn.max())
    highest = int(number.max(initial=1))
    # No weight is more than the number of ways to draw as many objects as the longest chain does.
    dtype = _type(highest, top)
    # In how many ways objects are drawn after so many, up to the longest chain: what is drawn after the hand is
    # complete makes no difference; where nothing is left, nothing is drawn.
    after: list[Ints] = [np.ones(len(left), dtype=dtype)]
    for before in reversed(range(top)):
        after.insert(0, after[0] * np.maximum(number - before, 1).astype(dtype))
    weights: Ints = np.zeros((int(groups.max()) + 1, len(left)), dtype=dtype)
    for size in np.unique(drawn).tolist():
        own = np.flatnonzero(drawn == size)
        # Hands of one group stand together, so that their weights are added up in one step. All arrays are hands by
        # rows here: what is picked by hand are then whole stretches of memory.
        order = own[np.argsort(groups[own], kind="stable")]
        begins = np.flatnonzero(np.diff(groups[order], prepend=-1))
        # Fewer draws are counted in machine integers also where the longest chain is not.
        narrow = _type(highest, size)
        added = finals.added[order]
        orders: Ints = finals.orders[order].astype(narrow)[:, None]
        at_once = max(1, CHAINED_AT_ONCE // len(order))
        for begin in range(0, len(left), at_once):
            step()
            rows = slice(begin, begin + at_once)
            ways = np.add.reduceat(_ways(left[rows].T, added, narrow) * orders, begins, axis=0)
            weights[groups[order[begins]], rows] += ways * after[size][rows]
    return weights.T, after[0]


def _type(number: int, draws: int) -> type:
    """The type of the number of ways to draw objects from so many, one after another: 64 bits, or Python's own."""
    return np.int64 if prod(range(number, max(number - draws, 0), -1)) < SAFE else object


def _ways(left: Ints, added: Ints, dtype: type) -> Ints:
    """In how many ways the objects added to each hand come in a given order from what is left: hands by rows.

    `left` is kinds by rows, `added` hands by kinds.
    """
    kinds = np.flatnonzero(added.any(axis=0))
    ways: Ints = np.ones((len(added), left.shape[1]), dtype=dtype)
    # Half of the kinds at a time: of a half many hands have the same, for which it is worked out once.
    for half in np.array_split(kinds, 2):
        if len(half):
            first, same = distinct(list(added[:, half].T))
            product: Ints = np.ones((len(first), left.shape[1]), dtype=dtype)
            for kind in half.tolist():
                times = added[first, kind]
                product *= _falling(left[kind], int(times.max()), dtype)[times]
            ways *= product[same]
    return ways


def _falling(left: Ints, most: int, dtype: type) -> Ints:
    """The falling factorials left (left - 1) ... of up to `most` factors: numbers of factors by rows."""
    falling: list[Ints] = [np.ones(len(left), dtype=dtype)]
    for factor in range(most):
        falling.append(falling[-1] * np.maximum(left - factor, 0).astype(dtype))
    return np.stack(falling)
