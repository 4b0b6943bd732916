"""How a kernel draws: which objects it need not draw at all, and when whole hands can be drawn at once."""

from dataclasses import dataclass
from itertools import combinations
from math import comb

from lexludi.simulate.plan import Burn, Grow, Plan, Repeat, Take

MAX_HANDS = 1 << 16
MASK_BITS = 64


@dataclass(frozen=True)
class WholeHands:
    """Hands of one stock drawn at once: a number below `count` for each, until none share an object.

    `memories` are by that number, for each hand; `masks` the places in the stock that a
    hand takes, as bits, and `hands` its objects, by the size of the hand.
    """

    kind: str
    grows: tuple[Grow, ...]
    sizes: tuple[int, ...]
    memories: tuple[list[int], ...]
    masks: dict[int, list[int]]
    hands: dict[int, list[tuple[int, ...]]]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many hands there are to draw from, for each holder."""
        return tuple(len(m) for m in self.memories)


def whole_hands(plan: Plan, *, traced: bool = False) -> WholeHands | None:
    """The hands that can be drawn at once, if all objects go there and no rule reads their order."""
    takes = [s for s in plan.all() if isinstance(s, Take) and (s.read or traced)]
    grows = [s for s in plan.all() if isinstance(s, Grow)]
    if len({t.kind for t in takes}) != 1 or not _at_once(plan, takes, grows, traced=traced):
        return None
    kind = takes[0].kind
    pool = [thing for thing, copies in enumerate(plan.stocks[kind]) for _ in range(copies)]
    sizes = tuple(len(g.taken) for g in grows)
    if len(pool) > MASK_BITS or any(comb(len(pool), n) > MAX_HANDS for n in sizes) or (traced and plan.first[kind]):
        return None
    places = {n: list(combinations(range(len(pool)), n)) for n in sizes}
    hands = {n: [tuple([pool[p] for p in hand]) for hand in found] for n, found in places.items()}
    memories = tuple(
        [grow.table[_index(hand, plan.objects[kind])] for hand in hands[n]]
        for grow, n in zip(grows, sizes, strict=True)
    )
    masks = {n: [sum(1 << place for place in hand) for hand in found] for n, found in places.items()}
    return WholeHands(kind, tuple(grows), sizes, memories, masks, hands)


def _at_once(plan: Plan, takes: list[Take], grows: list[Grow], *, traced: bool) -> bool:
    """Whether all objects are dealt, unconditionally, one hand to a holder."""
    dealt = sorted(number for grow in grows for number in grow.taken)
    return (
        not any(isinstance(s, Repeat) or (traced and isinstance(s, Burn)) for s in plan.all())
        and not any(t.thrown for t in takes)
        and all(grow in plan.steps and grow.new and grow.unordered for grow in grows)
        and dealt == sorted(t.number for t in takes)
        and len({grow.unit for grow in grows}) == len(grows)
    )


def _index(received: tuple[int, ...], base: int) -> int:
    index = 0
    for thing in received:
        index = index * base + thing
    return index
