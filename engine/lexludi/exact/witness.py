"""Rounds that show something: the objects that have to come for given events, in the order of each program."""

from collections import Counter
from collections.abc import Sequence

from lexludi.base.frozen import dataclass
from lexludi.exact.pairs import CHOSEN, PairedSide, SharedEvent, Source
from lexludi.play.plan import Chance, walk
from lexludi.play.process import Process
from lexludi.play.round_state import ChanceNode, DecisionNode, Terminal


@dataclass(frozen=True)
class WitnessDeal:
    """A round: for each rule set that is compared the symbols of its objects in the order dealt, drawn or thrown.

    `chosen` are, for each, the choices made, in their order; `naming` is the item that the bet names.
    """

    cards: tuple[tuple[str, ...], ...]
    chosen: tuple[tuple[str, ...], ...] = ()
    naming: str = ""


def deal_of(sides: Sequence[PairedSide], events: Sequence[SharedEvent], actions: Sequence[str]) -> WitnessDeal:
    """The round of some events, as each side deals it; holders whose hands do not matter receive what is left."""
    side = sides[0]
    stock = Counter(thing for counts in side.process.hands.full.values() for thing in counts.elements())
    given: dict[Source, list[int]] = {}
    chosen: dict[Source, list[str]] = {}
    for event in events:
        if event.source[0] == CHOSEN:
            chosen.setdefault(event.source, []).append(actions[event.number])
            continue
        for kind in (kind for segment in side.table.segments(event.number) for kind in segment):
            members = side.table.kinds[kind].members
            # Different objects as long as there are, then copies; what is thrown never runs out.
            thing = max(members, key=lambda thing: stock[thing])
            stock[thing] -= 1
            given.setdefault(event.source, []).append(thing)
    left = list((+stock).elements())
    played = [_played(either, given, left, chosen) for either in sides]
    cards = tuple(
        tuple(either.process.hands.material.symbols(out)) for either, (out, _) in zip(sides, played, strict=True)
    )
    return WitnessDeal(cards, tuple(made for _, made in played), side.bet.naming)


def _played(
    side: PairedSide, given: dict[Source, list[int]], left: Sequence[int], chosen: dict[Source, list[str]]
) -> tuple[list[int], tuple[str, ...]]:
    """The objects of a round as they come in the program of a side, and what is chosen in it."""
    # The program as it is written: in that which was followed deals are put off, or left out.
    process = Process(walk(side.plan.rules, (side.bet,)), side.process.questions)
    queues = {source: list(things) for source, things in given.items()}
    choices = {source: list(actions) for source, actions in chosen.items()}
    others, out, made = list(left), list[int](), list[str]()
    node = process.advance(process.start(process.stock_of_each))
    while not isinstance(node, Terminal):
        if isinstance(node, DecisionNode):
            made.append(choices[side.choice_at(process.plan, node.state.pc)].pop(0))
            node = process.advance(process.choose(node, made[-1]))
            continue
        assert isinstance(node, ChanceNode)
        op = process.plan.ops[node.state.pc]
        assert isinstance(op, Chance)
        # A round that only shows the game has objects of its own.
        queue = queues.get(side.source(op, node.unit)) if node.unit and node.state.shown is None else None
        thing = queue.pop(0) if queue else _other(process, node, others)
        out.append(thing)
        node = process.advance(process.give(node, thing))
    return out, tuple(made)


def _other(process: Process, node: ChanceNode, left: list[int]) -> int:
    """An object of the kind that comes, which nobody needs."""
    material = process.hands.material
    faces = material.faces.get(node.kind)
    if faces is not None:
        return faces[0]
    thing = next(thing for thing in left if material.objects[thing].object == node.kind)
    left.remove(thing)
    return thing
