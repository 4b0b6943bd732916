"""Wagers: the bets of one bettor with which, together, rounds meet every situation."""

from collections.abc import Iterator
from itertools import combinations, product

from lexludi.play.plan import Placed
from lexludi.play.table import alone_on_each
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, observables_of


def wagers(rules: BoundRules) -> Iterator[tuple[Placed, ...]]:
    """The bets of one bettor: each on which nobody chooses, with any of those that make a choice due.

    Bets on which nobody chooses make no difference to others; those that are settled by the same
    observables are placed together.
    """
    if not rules.bets:
        yield ()  # a round that is only watched
        return
    choosing = list(dict.fromkeys(rule.effect.bet for rule in rules.steps if isinstance(rule.effect, m.Choose)))
    chosen_for = [kinds for count in range(len(choosing) + 1) for kinds in combinations(choosing, count)]
    watching = list(_watching(rules, choosing)) or [()]
    for kinds in watching:
        for beside in chosen_for:
            if kinds or beside:
                yield from product(*(alone_on_each(rules, kind) for kind in (*kinds, *beside)))


def _watching(rules: BoundRules, choosing: list[str]) -> Iterator[tuple[str, ...]]:
    """The bets on which nobody chooses, those that are settled by the same observables together."""
    together: dict[tuple[str, frozenset[m.Observable]], list[str]] = {}
    for kind in rules.bets:
        if kind not in choosing:
            read = frozenset(o for r in rules.outcomes if r.effect.bet == kind for o in observables_of(r.condition))
            together.setdefault((kind if rules.bets[kind].naming else "", read), []).append(kind)
    yield from map(tuple, together.values())
