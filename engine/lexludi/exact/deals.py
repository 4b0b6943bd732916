"""Rounds that show something, as the objects that have to be dealt for them, in their order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lexludi.exact.core import Core
from lexludi.exact.hands import HandTable
from lexludi.play.material import Material


@dataclass(frozen=True)
class Deal:
    """A round: for each rule set that is compared the symbols of its objects in the order dealt, drawn or thrown.

    `chosen` are the choices made; `naming` is the item that the bet names.
    """

    cards: tuple[tuple[str, ...], ...]
    chosen: tuple[str, ...] = ()
    naming: str = ""


def deal_of(
    cores: Sequence[Core], table: HandTable, hands: Mapping[str, tuple[int, ...]], drawn: Sequence[int]
) -> tuple[tuple[str, ...], ...]:
    """The objects of a round in order, from kinds: those dealt to each holder, and those drawn one after another.

    Holders whose hands do not matter are dealt whatever is left.
    """
    kinds = [kind for hand in hands.values() for kind in hand] + list(drawn)
    real = iter(table.objects.real(table.kinds[kind].stands for kind in kinds))
    held = {unit: [next(real) for _ in hand] for unit, hand in hands.items()}
    rest = list(real)
    return tuple(_in_order(core, held, rest) for core in cores)


def _in_order(core: Core, held: Mapping[str, list[int]], drawn: list[int]) -> tuple[str, ...]:
    """Objects as one rule set deals them."""
    material = core.material
    left = _left(material, [thing for hand in held.values() for thing in hand] + drawn)
    own = {unit: list(hand) for unit, hand in held.items()}
    out: list[int] = []
    has: dict[str, int] = {}
    for rule in core.rules.steps:
        effect = rule.effect
        if effect.op == "throw":
            out.extend(own.pop(core.holder(effect.term(0)), []))
        if effect.op != "deal":
            continue
        batch, count = effect.number(1), effect.number(4)
        units = core.recipients(effect)
        missing = {unit: count - has.get(unit, 0) for unit in units}
        for dealt in range(0, count, batch):
            for unit in units:
                for _ in range(min(batch, missing[unit] - dealt)):
                    out.append(own[unit].pop(0) if own.get(unit) else left.pop(0))
        has.update({unit: max(count, has.get(unit, 0)) for unit in units})
    return tuple(material.symbols(out + drawn))


def _left(material: Material, taken: list[int]) -> list[int]:
    """The objects of the stocks that are left."""
    stock = Counter(thing for pool in material.pools.values() for thing in pool)
    stock.subtract(taken)
    return list(stock.elements())
