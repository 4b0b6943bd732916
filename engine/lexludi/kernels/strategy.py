"""The best play at a choice: which hands, the threshold, and what a wrong play costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from lexludi.kernels.chain import Followed
from lexludi.kernels.core import Core
from lexludi.kernels.ends import Choice


@dataclass(frozen=True)
class Strategy:
    """The best play at one choice.

    `counts` says in how many of the hands that the bettor may see each alternative is
    the best; `cost` what always choosing an alternative costs, per unit staked;
    `threshold` the lowest hand from which on, with every higher one, the same alternative
    is the best (its category and objects), and with how many hands below it that
    alternative is the best as well.
    """

    decision: str
    bet: str
    alternatives: tuple[str, ...]
    counts: Mapping[str, int]
    cost: Mapping[str, Fraction]
    threshold: Mapping[str, Any] | None
    provisions: tuple[str, ...]

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
    """The lowest hand with which something else is chosen than with the lowest of all."""
    if not core.rules.categories or len(choices) != 1 or core.unit not in choices[0].rows.hands:
        return None
    (choice,) = choices
    table = own.exact.table
    hands = choice.rows.hands[core.unit]
    order = np.argsort(own.exact.hands.strengths()[hands], kind="stable")
    best = choice.best[order]
    others = np.flatnonzero(best != best[-1])
    if not len(others) or others[-1] + 1 == len(best):
        return None
    first = others[-1] + 1
    things = table.things(int(hands[order[first]]))
    category = core.material.category(things)
    return {
        "action": choice.alternatives[int(best[-1])],
        "category": category.id if category else None,
        "objects": core.material.symbols(sorted(things, key=lambda t: _height(core, t), reverse=True)),
        "below": int((best[:first] == best[-1]).sum()),
    }


def _height(core: Core, thing: int) -> int:
    """The place of an object on the scale that the order of hands looks at most, higher first."""
    heights = [height[thing] for height in core.material.height.values()]
    return max(heights)
