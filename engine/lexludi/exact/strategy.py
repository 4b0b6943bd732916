"""The best play at a choice: in how many deals each action is best, its threshold or table, and what others cost."""

from collections.abc import Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.base.plain import given
from lexludi.exact.bands import Band, bands, in_order
from lexludi.exact.best_table import BestTable, best_table
from lexludi.exact.chances import Chances
from lexludi.exact.multisets import SAFE, HandTable, Ints
from lexludi.exact.outcomes import Outcome
from lexludi.exact.situations import Seen, Situations, different_numbers, situations
from lexludi.exact.slices import HAND
from lexludi.play.plan import Pc, Unit
from lexludi.rules.parts import part_in

# How many of the hands that are exceptions from a threshold are listed.
MAX_EXCEPTIONS = 24

# Situations of which one stands for several are told each by itself, if they are no more than so many.
MAX_UNFOLDED = 3_000_000


@dataclass(frozen=True)
class Plays:
    """The best alternatives by what is seen and kept; `kinds` are the objects that are told apart.

    Of each situation that looks so there is the alternative that is told as the best, with all that are as good.
    """

    kinds: tuple[tuple[str, ...], ...]
    best: Mapping[Seen, frozenset[tuple[str, frozenset[str]]]]

    def is_alike(self, other: "Plays", seen: Seen) -> bool:
        """True if the alternatives told of either are as good in the other, whichever of equals is told."""
        one, two = self.best[seen], other.best[seen]
        if {as_good for _, as_good in one} == {as_good for _, as_good in two}:
            return True
        return all(told in as_good for a, b in ((one, two), (two, one)) for told, _ in a for _, as_good in b)


@dataclass(frozen=True)
class Threshold:
    """The lowest hand from which on, with every one that is equal or higher, an action is the best.

    `category` and `objects` are those of the hand, `items` what it shows on one scale, where
    that tells as much. `below` counts the deals with a lower hand in which the action is the
    best as well, and `exceptions` are the highest of these hands.
    """

    action: str
    category: str
    items: tuple[str, ...]
    objects: tuple[str, ...]
    below: int
    exceptions: tuple[tuple[str, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """The threshold as the schema has it."""
        return {
            "action": self.action,
            "category": self.category or None,
            "items": list(self.items),
            "objects": list(self.objects),
            "below": self.below,
            "exceptions": [list(objects) for objects in self.exceptions],
        }


@dataclass(frozen=True)
class Strategy:
    """The best play at one choice; `naming` are the items that the bet may name for it.

    Where it is another for bets that were placed as different ones, `placed` is the one of which it is; `staked` is
    the one that was placed, in whose stakes `cost` is, where the choice is about another, put beside it or moved to.
    `hand` is the part of a hand for which there is the choice, such as a second hand; empty where it is a whole one.
    `counts` says in how many of the deals of what the bettor sees each alternative is the
    best, where no number kept has a part in it, of which deals tell nothing; `cost` what choosing an alternative
    whatever comes takes from the expectation of the bet: always, or where the choice `comes_again`, the first time.
    Only what comes with the best choices before is counted and told.
    Where the best play follows the order of hands, there is a `threshold`, else a `table`; neither where it is the same
    with every hand. Of ways to divide a hand, which are places of its objects, there is the `table` alone, if it is not
    too long.
    `tied` counts the deals in which another alternative is as good as the one that is told, which is named first, among
    all `cases`; of ways to divide a hand, those that put other objects into a part.
    `situations`, from which all of it was read, are there as long as it is worked with.
    """

    decision: str
    bet: str
    alternatives: tuple[str, ...]
    counts: Mapping[str, int]
    cost: Mapping[str, Fraction]
    threshold: Threshold | None
    table: BestTable | None
    provisions: tuple[str, ...]
    situations: tuple[Situations, ...] = field(default=(), repr=False, compare=False)
    naming: tuple[str, ...] = ()
    bands: tuple[Band, ...] = ()
    comes_again: bool = False
    as_good: tuple[str, ...] = ()  # never worse than the best, though the best is told as another, that comes first
    is_too_long: bool = False  # a table of it has too many rows to be told
    placed: str = ""
    staked: str = ""
    hand: str = ""
    tied: int = 0
    cases: int = 0
    # Alternatives that need an amount, and may be worth more than the best of the others.
    left_out: tuple[str, ...] = ()

    @property
    def place(self) -> Pc:
        """The place of the choice in the program of the round."""
        return self.situations[0].choice.layer.pc

    @property
    def analysed(self) -> str:
        """The bet in whose rounds there is the choice."""
        return self.placed or self.staked or self.bet

    @property
    def offer(self) -> tuple[int, Unit]:
        """The number of the step that offers the choice, and the hand for which it does."""
        first = self.situations[0]
        return first.layers.plan.bases[self.place].step, first.choice.op.who.unit

    @property
    def is_told(self) -> bool:
        """There is something to tell of it: numbers or a table, or that a table would be too long."""
        return bool(self.counts) or self.table is not None or self.is_too_long

    @property
    def is_large(self) -> bool:
        """The situations are too many to be gone through one by one."""
        return are_large(self.situations)

    @property
    def told_counts(self) -> Mapping[str, int]:
        """The counts but for alternatives that are as good and were never counted: they are told as that."""
        return {action: number for action, number in self.counts.items() if number or action not in self.as_good}

    def is_as(self, other: "Strategy") -> bool:
        """The same is told of another play, and where neither can be told, the same is best."""
        told = [(play.counts, play.threshold, play.table, play.is_too_long, play.tied) for play in (self, other)]
        if told[0] != told[1] or not self.is_too_long:
            return told[0] == told[1]
        return not (self.is_large or other.is_large) and self.plays() == other.plays()

    def plays(self) -> Plays:
        """The alternatives that are the best, by the hands that the bettor sees, and numbers kept as if they were."""
        layers = self.situations[0].layers
        symbols = layers.process.hands.material.symbols
        kinds = [tuple(sorted(symbols(kind.members))) for kind in layers.table.kinds]
        # Under one name each, whatever the order in which the text lists the objects.
        called = {
            symbols((kind.stands,))[0]: objects[0] for kind, objects in zip(layers.table.kinds, kinds, strict=True)
        }
        # Ways to divide a hand are told by the places of its objects, in the order of their kinds.
        if not self.situations[0].choice.op.is_of_objects:
            kinds.sort()
        best: dict[Seen, set[tuple[str, frozenset[str]]]] = {}
        names = different_numbers(self.situations)
        for group in map(Situations.unfolded, self.situations):
            for row, place in enumerate(group.best.tolist()):
                kept = ((name, (str(number),)) for name, number in group.numbers(row, names))
                as_good = frozenset(self.alternatives[other] for other in np.flatnonzero(group.as_good[row]))
                best.setdefault((*group.seen(row, called), *kept), set()).add((self.alternatives[place], as_good))
        return Plays(tuple(kinds), {seen: frozenset(actions) for seen, actions in best.items()})

    def to_json(self) -> dict[str, Any]:
        """The strategy as the schema has it."""
        return {
            "decision": self.decision,
            "bet": self.bet,
            **given(naming=list(self.naming), placed=self.placed, staked=self.staked, hand=self.hand),
            "counts": dict(self.counts),
            **given(tied=self.tied, cases=self.tied and not self.counts and self.cases, left_out=list(self.left_out)),
            "cost": {action: str(cost) for action, cost in self.cost.items()},
            **given(threshold=self.threshold and self.threshold.to_json(), table=self.table and self.table.to_json()),
            "provisions": list(self.provisions),
        }


def strategies(chances: Chances) -> tuple[Strategy, ...]:
    """The best play at each choice that is met with one bet: about it, or about what it has been moved to."""
    by_choice: dict[tuple[int, str, Unit], list[Situations]] = {}
    for key, group in situations(chances.layers, chances.choices):
        by_choice.setdefault(key, []).append(group)
    return tuple(_strategy(bet, tuple(several)) for (_, bet, _), several in by_choice.items())


def _strategy(bet: str, several: tuple[Situations, ...]) -> Strategy:
    op = several[0].choice.op
    counts = dict.fromkeys(op.actions, 0)
    for group in several:
        for place, action in enumerate(op.actions):
            # In deals, since situations stand for different numbers of them.
            counts[action] += int(group.ways[group.best == place].sum())
    plan = several[0].layers.plan
    # To lower the stake to an amount that nothing says is no play by itself.
    left_out = tuple(filter(plan.lowers, op.actions))
    counts = {action: number for action, number in counts.items() if action not in left_out}
    by_hand = any(group.hands for group in several)
    decision, hand = "choose-until" if op.again else "choose", op.who.unit if part_in(op.who.unit) else ""
    untold = Strategy(decision, bet, op.actions, {}, {}, None, None, op.provisions, several, hand=hand)
    # What is told of single hands is told of each of them.
    each = () if are_large(several) else tuple(map(Situations.unfolded, several))
    if op.is_of_objects:
        # The places of objects mean something only beside a hand.
        table = best_table(several)
        tied, cases = sum(group.as_well_divided for group in several), sum(int(group.ways.sum()) for group in several)
        return replace(untold, table=table, is_too_long=table is None and by_hand, tied=tied, cases=cases)
    staked = several[0].layers.bet.bet
    threshold = _threshold(each[0]) if len(each) == 1 else None
    is_one = sum(map(bool, counts.values())) < 2  # the same with every hand, which counts tell
    table = None if threshold or is_one or not each else best_table(each)
    cost = {action: cost for action, cost in _costs(several[0]).items() if action in counts}
    comes_again = _comes_again(several[0]) or len({group.choice.node for group in several}) > 1
    # What choosing it the first time costs tells nothing of the times that may follow.
    every = sum(counts.values())
    free = () if comes_again else (action for action, lost in cost.items() if not lost)
    as_good = tuple(action for action in free if counts[action] != every)
    numbers = different_numbers(several)
    return replace(
        untold,
        counts={} if numbers and not is_one else counts,
        cost=cost,
        threshold=threshold,
        table=table,
        bands=bands(each[0], threshold.category) if threshold else (),
        comes_again=comes_again,
        as_good=as_good,
        is_too_long=threshold is None and table is None and not is_one and (by_hand or bool(numbers)),
        tied=sum(int(group.ways[group.as_good.sum(axis=1) > 1].sum()) for group in several),
        cases=0 if numbers and not is_one else sum(counts.values()),
        staked=staked if staked != bet else "",
        left_out=left_out,
    )


def are_large(several: tuple[Situations, ...]) -> bool:
    """True if situations of which one stands for several are too many to be gone through one by one."""
    stand_for_others = any(group.choice.symmetry for group in several)
    return stand_for_others and sum(group.unfolded_size for group in several) > MAX_UNFOLDED


def _comes_again(group: Situations) -> bool:
    """The choice may be met a second time with the same bet: within the round, or in the next, for which it stays."""
    pc, layers = group.choice.layer.pc, group.layers
    return pc in layers.plan.ahead[pc] or any(isinstance(end, Outcome) and end.is_kept for end in layers.ends)


def _may_come_first_later(group: Situations) -> bool:
    """A round may be sent back, or the bet kept for the next, before the choice has come."""
    layers, choice = group.layers, group.choice
    later = {number for number, end in enumerate(layers.ends) if not isinstance(end, Outcome) or end.is_kept}
    return bool(later) and not later.isdisjoint(choice.ends_without(layers.plan.bases[choice.layer.pc].step))


def _costs(group: Situations) -> dict[str, Fraction]:
    """Costs of choosing one alternative whatever comes, the first time that its step is taken, where it always may be.

    What it takes from the expectation of the bet: from then on what is best is chosen, at this step too. Nothing is
    said of a choice that may come for the first time when a round is sent back, by several ways, or in the next one.
    """
    choice = group.choice
    legal, chosen, (reach, total) = choice.layer.legal, choice.layer.chosen, choice.reach
    assert legal is not None
    assert chosen is not None
    if choice.node != group.layers.start() or not reach.any():
        return {}
    if _may_come_first_later(group):
        return {}
    best = np.zeros(len(chosen), dtype=np.int64)
    for place, action in enumerate(choice.op.actions):
        if action in choice.worth:
            best = np.where(chosen == place, choice.worth[action], best)
    lost = {
        action: best - choice.worth[action]
        for place, action in enumerate(choice.op.actions)
        if legal[reach > 0, place].all()
    }
    # No sum is more than the whole weight times the most that is lost.
    most = max((int(abs(loss).max()) for loss in lost.values()), default=0) * total
    reach = reach if most < SAFE else reach.astype(object)
    return {action: int((reach * loss).sum()) * choice.unit / total for action, loss in lost.items()}


# ── Thresholds ──────────────────────────────────────────────────────────────


def _threshold(group: Situations) -> Threshold | None:
    """The lowest hand from which on the same alternative is the best as with the highest of all."""
    layers, hands = group.layers, group.layers.process.hands
    unit = layers.bet.unit
    # Where more is seen than the own hand, the order of hands alone does not tell what is best.
    by_own_hand = (
        set(group.hands) == {(HAND, unit)} and not group.drawn and len(np.unique(group.choice.rest[group.rows])) == 1
    )
    if not hands.rules.categories or not by_own_hand:
        return None
    numbers, strengths = group.hands[HAND, unit], group.strengths
    order, first = in_order(group)
    best = group.best[order]
    # A threshold tells two actions apart: of three that are best with some hands the order says too little.
    if first in (0, len(best)) or len(set(best.tolist())) > 2:
        return None
    things = layers.table.objects(int(numbers[order[first]]))
    category = hands.category(things)
    below = order[:first][best[:first] == best[-1]]
    shown = sorted(below, key=lambda place: -strengths[place])[:MAX_EXCEPTIONS]
    return Threshold(
        group.choice.op.actions[int(best[-1])],
        category.id if category else "",
        _telling_items(group, numbers, strengths, int(order[first])),
        _symbols(group, numbers[order[first]]),
        int(group.ways[below].sum()),
        tuple(_symbols(group, numbers[place]) for place in shown),
    )


def _telling_items(group: Situations, numbers: Ints, strengths: Ints, lowest: int) -> tuple[str, ...]:
    """The items of the finest scale that tell a hand well enough: no lower hand of its category shows the same.

    None, where it takes the objects themselves to tell it.
    """
    layers, hands = group.layers, group.layers.process.hands
    things = layers.table.objects(int(numbers[lowest]))
    lower = numbers[strengths < strengths[lowest]]
    # Only by a scale on which every object has an item, and that tells apart the objects of no kind of the hand.
    kinds = [layers.table.kinds[kind].members for kind in layers.table.kinds_in(int(numbers[lowest]))]
    for scale, height in sorted(hands.material.height.items(), key=lambda entry: -len(set(entry[1]))):
        one_item_each = all(len({height[thing] for thing in members}) == 1 for members in kinds)
        if (
            min(height) > 0
            and one_item_each
            and not any(
                hands.category(layers.table.objects(number)) == hands.category(things)
                for number in _showing(layers.table, lower, np.array(height), things).tolist()
            )
        ):
            highest_first = sorted(things, key=lambda thing: -height[thing])
            return tuple(str(hands.material.item[scale][thing]) for thing in highest_first)
    return ()


def _showing(table: HandTable, numbers: Ints, height: Ints, things: tuple[int, ...]) -> Ints:
    """Those of some hands that show the same on a scale as some objects; `height` is that of each object."""
    shown = np.sort(height[list(things)])
    alike = [
        numbers[places[(np.sort(height[held], axis=1) == shown).all(axis=1)]]
        for places, held in table.of_one_size(numbers)
        if held.shape[1] == len(shown)
    ]
    return np.concatenate([np.zeros(0, dtype=np.int64), *alike])


def _symbols(group: Situations, number: int) -> tuple[str, ...]:
    """The objects of a hand, the highest first, as most scales have it."""
    material = group.layers.process.hands.material
    (things,) = group.layers.table.examples(int(number))
    highest_first = sorted(things, key=lambda thing: max(h[thing] for h in material.height.values()), reverse=True)
    return tuple(material.symbols(highest_first))
