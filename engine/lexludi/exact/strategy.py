"""The best play at a choice: which hands, the threshold, and what a wrong play costs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np

from lexludi.exact.chain import Followed
from lexludi.exact.core import Core
from lexludi.exact.ends import Choice
from lexludi.exact.hands import NO_HAND

# How many of the hands that are exceptions from a threshold are listed.
MAX_EXCEPTIONS = 24


# The hands that a bettor sees, by holder, in symbols.
Seen = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Plays:
    """The best alternatives by what is seen; `kinds` are the objects that are told apart."""

    kinds: tuple[tuple[str, ...], ...]
    best: Mapping[Seen, frozenset[str]]


@dataclass(frozen=True)
class Strategy:
    """The best play at one choice.

    `counts` says in how many of the hands that the bettor may see each alternative is
    the best; `cost` what always choosing an alternative costs, per unit staked;
    `threshold` the lowest hand from which on, with every higher one, the same alternative
    is the best (its category and objects; its items on one scale, where they tell as much),
    and with how many hands below it that alternative is the best as well (some of them).
    `plays` works out which alternatives are the best with which hands.
    """

    decision: str
    bet: str
    alternatives: tuple[str, ...]
    counts: Mapping[str, int]
    cost: Mapping[str, Fraction]
    threshold: Mapping[str, Any] | None
    provisions: tuple[str, ...]
    plays: "Callable[[], Plays]" = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The strategy as the schema has it."""
        return {
            "decision": self.decision,
            "bet": self.bet,
            "counts": dict(self.counts),
            "cost": {action: str(cost) for action, cost in self.cost.items()},
            **({"threshold": dict(self.threshold)} if self.threshold else {}),
            "provisions": list(self.provisions),
        }


def strategies(core: Core, found: Mapping[str, tuple[tuple[str, ...], Followed]]) -> tuple[Strategy, ...]:
    """The best play at each choice that a bettor has to make."""
    out: dict[int, Strategy] = {}
    for own in (own for _, own in found.values()):
        by_step: dict[int, list[Choice]] = {}
        for choice in own.choices:
            by_step.setdefault(choice.step, []).append(choice)
        for step, choices in by_step.items():
            # A choice about one bet may also be met by way of another, moved there: it is told once.
            out.setdefault(step, _strategy(core, own, step, choices))
    return tuple(out[step] for step in sorted(out))


def _strategy(core: Core, own: Followed, step: int, choices: list[Choice]) -> Strategy:
    rule = core.rules.steps[step]
    bet = rule.effect.term(1)
    alternatives = choices[0].alternatives
    counts = dict.fromkeys(alternatives, 0)
    for choice in choices:
        seen = _seen(own, choice)
        for place, action in enumerate(alternatives):
            counts[action] += int(seen[choice.best == place].sum())
    return Strategy(
        rule.effect.op.replace("_", "-"),
        bet,
        alternatives,
        counts,
        _costs(choices),
        _threshold(core, own, choices),
        rule.provisions,
        partial(_plays, own, tuple(choices)),
    )


def _plays(own: Followed, choices: tuple[Choice, ...]) -> Plays:
    """The alternatives that are the best, by the hands that the bettor sees."""
    table = own.exact.table
    symbols = own.exact.core.material.symbols

    @cache
    def shown(hand: int) -> tuple[str, ...]:
        return () if hand == NO_HAND else tuple(sorted(symbols(table.things(hand))))

    best: dict[Seen, set[str]] = {}
    for choice in choices:
        holders = sorted(choice.rows.hands)
        columns = [choice.rows.hands[unit].tolist() for unit in holders]
        for place, *hands in zip(choice.best.tolist(), *columns, strict=True):
            seen = tuple((unit, shown(hand)) for unit, hand in zip(holders, hands, strict=True))
            best.setdefault(seen, set()).add(choice.alternatives[place])
    return Plays(
        tuple(tuple(symbols(kind.members)) for kind in table.kinds),
        {seen: frozenset(actions) for seen, actions in best.items()},
    )


def _seen(own: Followed, choice: Choice) -> np.ndarray[Any, Any]:
    """In how many ways the hands that lie open, or are the bettor's own, can be made of the whole stock."""
    table = own.exact.table
    ways = np.ones(len(choice.rows), dtype=object)
    used = np.zeros((1, len(table.kinds)), dtype=np.int64)
    for hands in choice.rows.hands.values():
        different, places = np.unique(hands, return_inverse=True)
        ways = ways * table.ways(different, used)[0].astype(object)[places.reshape(-1)]
    return ways


def _costs(choices: list[Choice]) -> dict[str, Fraction]:
    """What always choosing one alternative costs at the first time that the choice arises."""
    first = [c for c in choices if c.rows.reach is not None]
    out: dict[str, Fraction] = {}
    if len(first) != 1:
        return out
    (choice,) = first
    reach = choice.rows.reach
    assert reach is not None
    total = int(reach.sum())
    for place, action in enumerate(choice.alternatives):
        if choice.legal[place].all():
            out[action] = _worth(choice, choice.best, total) - _worth(choice, np.full(len(choice.best), place), total)
    return out


def _worth(choice: Choice, chosen: np.ndarray[Any, Any], total: int) -> Fraction:
    """What some choices are worth, on average over the rows."""
    worth = Fraction(0)
    assert choice.rows.reach is not None
    for place in range(len(choice.alternatives)):
        own = np.flatnonzero(chosen == place)
        scales = choice.scales[place][own]
        for scale in np.unique(scales):
            rows = own[scales == scale]
            gain = (choice.values[place][rows].astype(object) * choice.rows.reach[rows].astype(object)).sum()
            worth += Fraction(int(gain), int(scale) * choice.unit * total)
    return worth


def _threshold(core: Core, own: Followed, choices: list[Choice]) -> dict[str, Any] | None:
    """The lowest hand from which on the same alternative is the best as with the highest of all."""
    if not core.rules.categories or len(choices) != 1 or not _depends_on_own_hand(core, choices[0]):
        return None
    (choice,) = choices
    table = own.exact.table
    hands = choice.rows.hands[core.unit]
    strengths = own.exact.hands.strengths()[hands]
    order = np.argsort(strengths, kind="stable")
    best = choice.best[order]
    others = np.flatnonzero(best != best[-1])
    if not len(others) or others[-1] + 1 == len(best):
        return None
    first = int(others[-1]) + 1
    things = table.things(int(hands[order[first]]))
    category = core.material.category(things)
    below = order[:first][best[:first] == best[-1]]
    shown = sorted(below, key=lambda place: -strengths[place])[:MAX_EXCEPTIONS]
    return {
        "action": choice.alternatives[int(best[-1])],
        "category": category.id if category else None,
        "items": _telling_items(core, own, hands, things),
        "objects": _symbols(core, things),
        "below": int(_seen(own, choice)[below].sum()),
        "exceptions": [_symbols(core, table.things(int(hands[place]))) for place in shown],
    }


def _depends_on_own_hand(core: Core, choice: Choice) -> bool:
    """Whether a choice is made by the bettor's own hand alone."""
    seen = {unit for unit, hands in choice.rows.hands.items() if (hands != NO_HAND).any()}
    return seen == {core.unit} and len({*map(int, choice.rows.chosen)}) == 1


def _telling_items(core: Core, own: Followed, hands: np.ndarray[Any, Any], things: tuple[int, ...]) -> list[str]:
    """The items of one scale that tell a hand well enough: no lower hand of its category shows the same.

    None, where it takes the objects themselves to tell it.
    """
    table, material = own.exact.table, core.material
    if not table.are_dealt_at_once(hands):
        return []
    strengths = own.exact.hands.strengths()[hands]
    held = table.stands[table.held(hands)]
    category = own.exact.hands.classifier.category
    same = category(held) == category(np.array([things]))[0]
    lowest = material.strength(things)
    for scale, height in material.height.items():
        heights = np.array(height)
        shown = np.sort(heights[held], axis=1)
        like = same & (shown == np.sort(heights[list(things)])).all(axis=1)
        example = hands[like][np.argmin(strengths[like])]
        if min(height) > 0 and material.strength(table.things(int(example))) == lowest:
            return [str(material.item[scale][t]) for t in sorted(things, key=lambda t: -height[t])]
    return []


def _symbols(core: Core, things: tuple[int, ...]) -> list[str]:
    """The objects of a hand, the highest first, as most scales have it."""
    return core.material.symbols(sorted(things, key=lambda thing: _height(core, thing), reverse=True))


def _height(core: Core, thing: int) -> int:
    return max(height[thing] for height in core.material.height.values())
