"""The number of equally likely deals of a round: what ways are counted among, read off the program of the round.

Hands that are dealt at once count as sets; where objects are drawn one after another, or the
first of a hand are read by themselves, all objects count as one sequence, as long as the
longest that a round may need.
"""

from collections import Counter
from math import comb, lcm, perm
from typing import NamedTuple

from lexludi.exact.slices import DRAWN, HAND, THROWN, Slice
from lexludi.play.hands import Hands
from lexludi.play.plan import Alter, Ask, Chance, GiveUp, Jump, Unit, Verb
from lexludi.play.round_state import Map
from lexludi.rules import meaning as m

# Paths through a program that are told apart by what is dealt on them.
MAX_PATHS = 10_000


class _Path(NamedTuple):
    """A path through chance: how many objects of each kind each party holds, how many came at once, what was thrown."""

    held: Map[tuple[Unit, str], int] = Map()
    batches: tuple[tuple[str, int], ...] = ()
    thrown: tuple[tuple[str, int], ...] = ()


def deals_of(sliced: Slice, hands: Hands) -> int | None:
    """The number of equally likely deals of the rounds of a program.

    None where a round may be sent back or its draws go on, so that no number of objects is the most, and where a
    hand may be split, since what is drawn to each half is told apart.
    """
    ops = sliced.plan.ops
    if any(isinstance(op, Alter) and isinstance(op.change, m.Split) for op in ops):
        return None
    # By place the paths that have come there; those on which the same was dealt are one.
    paths: dict[int, set[_Path]] = {0: {_Path()}}
    ends: set[_Path] = set()
    ordered = False
    for pc, op in enumerate(ops):
        here = paths.pop(pc, set())
        if pc >= sliced.plan.finish:
            ends |= here
            continue
        # A loop in which nothing comes deals nothing, and what goes back in it is not followed.
        if here and isinstance(op, Jump) and any(_comes(sliced, p) for p in range(op.to, pc)):
            return None
        if isinstance(op, Chance) and _comes(sliced, pc):
            # As soon as one order of receipt matters, all objects count as one sequence.
            ordered = ordered or op.verb is Verb.DRAW or any((HAND, unit) in sliced.first for unit in op.units)
            here = {_after(path, op) for path in here}
        elif isinstance(op, Alter) and isinstance(op.change, GiveUp):
            here = {_without(path, op.who.unit, len(op.change.places)) for path in here}
        if sum(map(len, paths.values())) + len(here) > MAX_PATHS:
            return None
        for following in sliced.plan.successors(pc):
            paths.setdefault(following, set()).update(here)
    # The least number that the deals of every path divide.
    return lcm(*(_count(path, hands, ordered=ordered) for path in ends))


def _comes(sliced: Slice, pc: int) -> bool:
    """Objects that matter come by chance at a place: somebody reads them, or sees them before a choice."""
    op = sliced.plan.ops[pc]
    if not isinstance(op, Chance) or op.verb is Verb.BURN:
        return False
    ahead = sliced.plan.ahead[pc]
    read = {place for p in ahead for place in sliced.reads(p)}
    seen = any(isinstance(sliced.plan.ops[p], Ask) for p in ahead)
    return seen or any((kind, unit) in read for kind in (HAND, THROWN, DRAWN) for unit in op.units)


def _after(path: _Path, op: Chance) -> _Path:
    assert op.count is not None
    if op.verb is Verb.THROW:
        return path._replace(thrown=tuple(sorted((*path.thrown, (op.kind, op.count)))))
    held, batches = path.held, list(path.batches)
    for unit in op.units:
        before = held.get((unit, op.kind), 0)
        new = op.count if op.verb is Verb.DRAW else max(op.count - before, 0)
        held = held.put((unit, op.kind), before + new)
        batches.append((op.kind, new))
    return path._replace(held=held, batches=tuple(sorted(batch for batch in batches if batch[1])))


def _without(path: _Path, unit: Unit, count: int) -> _Path:
    """The path after so many objects of a hand, which are of one kind, have been given up."""
    held = {(of, kind): size - count * (of == unit) for (of, kind), size in path.held.items()}
    return path._replace(held=Map(held))


def _count(path: _Path, hands: Hands, *, ordered: bool) -> int:
    count = 1
    left = Counter({kind: stock.total() for kind, stock in hands.full.items()})
    # In which order batches come makes no difference to the product.
    for kind, size in path.batches:
        count *= perm(left[kind], size) if ordered else comb(left[kind], size)
        left[kind] -= size
    for kind, size in path.thrown:
        count *= len(hands.material.faces[kind]) ** size
    return count
