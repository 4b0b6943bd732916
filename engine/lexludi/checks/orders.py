"""The order of hands: every hand that is dealt, by category and strength, and which of them can lie together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.checks.meetings import Ordered, ScarceKinds, equal, higher
from lexludi.exact.budget import Budget, NotAnalysed
from lexludi.exact.kinds import Kind, kinds_of
from lexludi.exact.many_hands import ManyHands
from lexludi.exact.multisets import TOGETHER, HandTable, Ints, distinct, number_of_multisets, places_of
from lexludi.exact.slices import THROWN, Place, Slice
from lexludi.play.hands import Hands
from lexludi.play.plan import Alter, Chance, Divide, EndShow, GiveUp, Op, Pc, Plan, Unit, Verb, walk
from lexludi.play.questions import Questions
from lexludi.play.round_state import Map
from lexludi.play.table import alone
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, observables_of, resolved
from lexludi.rules.parts import part_in, part_of, whole_of
from lexludi.rules.throws import thrower

# Hands that are looked at for each second of the limit on time.
HANDS_PER_SECOND = 30_000

Hand = tuple[int, ...]
# The kind of the objects of a hand, and how many it holds; of no hand, and of one of several kinds.
Size = tuple[str, int]
NOTHING, MIXED = ("", 0), ("", 1)


@dataclass(frozen=True, eq=False)
class Ranked:
    """Every hand of so many objects of a kind: `objects`, `categories` by their places (-1: none), and `strengths`.

    With N hands of `count` objects: `objects` is (N, count), the others are (N,). Strengths are ranks, higher for
    stronger hands, equal for those that no key tells apart, -1 for those of no category.
    """

    kind: str
    count: int
    objects: Ints
    categories: Ints
    strengths: Ints
    stock: ScarceKinds
    kinds: tuple[Kind, ...]
    many: ManyHands = field(repr=False)

    def __len__(self) -> int:
        return len(self.objects)

    def hand(self, place: int) -> Hand:
        """A hand as objects."""
        return tuple(int(thing) for thing in self.objects[place])

    def without_category(self) -> list[Hand]:
        """The hands that are of no category."""
        return [self.hand(int(place)) for place in np.flatnonzero(self.categories < 0)]

    def _of(self, category: int) -> Ints:
        return np.flatnonzero(self.categories == category)

    def of_category(self, category: int) -> int:
        """The number of hands of a category."""
        return len(self._of(category))

    def equals(self) -> Iterator[tuple[int, Hand, Hand]]:
        """For each category, two hands of it that can lie together and of which neither is higher, if there are any."""
        for category in range(len(self.many.rules.categories)):
            hands = Ordered.of(members := self._of(category), self.strengths[members])
            if (pair := equal(self.stock, hands, hands)) is not None:
                yield category, self.hand(pair[0]), self.hand(pair[1])

    def tells_apart(self, category: int, number: int) -> bool:
        """A key tells two hands apart that no key before it does, whether or not they can lie together."""
        members = self._of(category)
        keys = [np.zeros(len(members), dtype=np.int64), *self.many.keys(self.objects[members], category)]
        before, after = (len(distinct(keys[:count])[0]) for count in (number + 1, number + 2))
        return before < after

    def decides(self, category: int, number: int) -> bool:
        """A key tells two hands apart that can lie together and that no key before it does."""
        members = self._of(category)
        # Groups are the hands that all keys before leave equal; the constant column is for the first key.
        keys = self.many.keys(self.objects[members], category)
        _, alike = distinct([np.zeros(len(members), dtype=np.int64), *keys[:number]])
        for places in (group for group in places_of(alike) if len(group) > 1):
            hands = Ordered.of(members[places], keys[number][places])
            if higher(self.stock, hands, hands) is not None:
                return True
        return False

    def is_as(self, other: "Ranked", budget: Budget) -> bool | None:
        """Hands that both have are classed and ordered alike; `None` where they are too many to look at."""
        alike = self._in_common(other, budget)
        if alike is None:
            return None
        ids = [np.array([*(c.id for c in ranked.many.rules.categories), ""]) for ranked in (self, other)]
        pairs: Ints = np.zeros((0, 2), dtype=np.int64)
        for hands in alike:
            one, two = self._places(hands), other._places(hands)
            if (ids[0][self.categories[one]] != ids[1][other.categories[two]]).any():
                return False
            # In the order of one strength the other rises too, step by step: neither has a tie or an inversion of its
            # own.
            met = np.stack([self.strengths[one], other.strengths[two]], axis=1)
            pairs = np.unique(np.concatenate([pairs, met]), axis=0)
            if (np.diff(pairs, axis=0) <= 0).any():
                return False
        return True

    def _in_common(self, other: "Ranked", budget: Budget) -> Iterator[Ints] | None:
        """The hands that both have, so many at a time, of objects alike to both; `None` if they are too many."""
        stands = [ranked._stands().tolist() for ranked in (self, other)]
        if stands[0] == stands[1]:
            return iter([self.objects[np.isin(self._codes(self.objects), other._codes(other.objects))]])
        # A kind of one may be several of the other, as the cards of a rank are where suits are read too.
        copies = [ranked.many.material.counts for ranked in (self, other)]
        alike: dict[tuple[int, ...], list[int]] = {}
        for kind in self.kinds:
            for thing in kind.members if kind.object == self.kind else ():
                alike.setdefault((stands[0][thing], stands[1][thing]), []).append(thing)
        first = np.array([things[0] for things in alike.values()], dtype=np.int64)
        limits = [min(sum(counts[t] for t in things) for counts in copies) for things in alike.values()]
        if number_of_multisets(limits, self.count) / HANDS_PER_SECOND > budget.seconds:
            return None
        chosen = multisets(limits, self.count)
        batches = iter(lambda: list(islice(chosen, TOGETHER)), [])
        return (first[np.array(some, dtype=np.int64)] for some in batches)

    def _stands(self) -> Ints:
        """For each object the one that stands for all of its kind."""
        stands = np.arange(len(self.many.material.objects))
        for kind in self.kinds:
            stands[list(kind.members)] = kind.stands
        return stands

    def _places(self, hands: Ints) -> Ints:
        """The places of hands among those that are ranked, each by what stands for its objects."""
        codes = self._codes(self.objects)
        order = np.argsort(codes)
        places: Ints = order[np.searchsorted(codes, self._codes(self._stands()[hands]), sorter=order)]
        return places

    def _codes(self, hands: Ints) -> Ints:
        """A number for each hand, equal for equal objects."""
        base = len(self.many.material.objects)
        # Sorted objects as digits; in Python's integers where these might not fit in 64 bits.
        objects = np.sort(hands, axis=1).astype(np.int64 if base**self.count < 1 << 62 else object)
        code: Ints = np.zeros(len(objects), dtype=objects.dtype)
        for place in range(self.count):
            code = code * base + objects[:, place]
        return code


def multisets(limits: Sequence[int], count: int, least: int = 0) -> Iterator[tuple[int, ...]]:
    """The multisets of so many numbers from `least` on, each number at most as often as its limit, in lexical order."""
    if not count:
        yield ()
        return
    left = sum(limits[least:])
    for number in range(least, len(limits)):
        if left < count:
            return
        for often in range(min(limits[number], count), 0, -1):
            yield from ((number,) * often + rest for rest in multisets(limits, count - often, number + 1))
        left -= limits[number]


@dataclass(frozen=True, eq=False)
class Order:
    """The hands of every size in which they are dealt; `too_many` says of which there are too many to look at.

    `compared` are those of each size in which two are compared; `None`, where others may be, which `open` says, or
    where too many are.
    """

    ranked: tuple[Ranked, ...]
    too_many: tuple[str, ...] = ()
    compared: tuple[Ranked, ...] | None = ()
    open: str = ""

    def is_as(self, other: "Order", budget: Budget) -> bool | None:
        """Hands that both have are classed and ordered alike; `None` where none are found that are not, of too many."""
        if self is other:
            return True
        theirs = {(ranked.kind, ranked.count): ranked for ranked in other.ranked}
        shared = [ranked for ranked in self.ranked if (ranked.kind, ranked.count) in theirs]
        alike = [ranked.is_as(theirs[ranked.kind, ranked.count], budget) for ranked in shared]
        if False in alike:
            return False
        return None if None in alike or self.too_many or other.too_many else True


def order_of(hands: Hands, budget: Budget, compared: tuple[Size, ...] | str) -> Order:
    """The order of the hands of a game with categories, some of which are compared, or why it is not known which."""
    kinds = kinds_of(hands, [m.CategoryOf("")], "")
    table = HandTable(kinds, hands.material.faces)
    many = ManyHands(hands)
    ranked: dict[Size, Ranked] = {}
    too_many = []
    dealt = deals_of(hands, *m.OF_CATEGORY)
    sizes = () if isinstance(compared, str) else compared
    for kind, count in dict.fromkeys((*dealt, *sizes)):
        if (kind, count) == MIXED:
            too_many.append("several-kinds")
            continue
        number = table.hands_of(kind, count)
        if not budget.has_room(number * len(kinds) * 16):
            too_many.append(f"no-room:{number}")
        elif number / HANDS_PER_SECOND <= budget.seconds:
            try:
                ranked[kind, count] = _ranked(table, many, kind, count)
            except NotAnalysed as problem:
                too_many.append(problem.reason)
        else:
            too_many.append(f"too-large:{number}")
    return Order(
        tuple(of_size for size, of_size in ranked.items() if size in dealt),
        tuple(too_many),
        tuple(ranked[size] for size in sizes) if sizes == compared and ranked.keys() >= {*sizes} else None,
        compared if isinstance(compared, str) else "",
    )


def compared_sizes(questions: Questions) -> tuple[Size, ...] | str:
    """The sizes in which hands are compared with others as large, whatever bet is placed.

    Why not, where hands of different sizes may be compared, faces, hands at any moment of a round or of several kinds
    of objects, or what is formed of two hands: others may be formed with the same objects.
    """
    rules = questions.judge.rules
    compared: dict[Size, None] = {}
    if any(isinstance(o, m.Compared) for rule in rules.events for o in resolved(observables_of(rule.condition), rules)):
        return "compared-otherwise"
    draws = any(isinstance(effect, m.Draw) for effect in rules.consequences(questions.intervening))
    # Beside those on which somebody chooses, by which hands may grow.
    choosing = [rule.effect.bet for rule in rules.steps if isinstance(rule.effect, m.Choose) and rule.effect.bet]
    for bet in rules.bets:
        plan = walk(rules, tuple(alone(rules, placed) for placed in dict.fromkeys((bet, *choosing))))
        read = Slice(plan, questions)
        comparing: dict[Pc, list[tuple[Place, ...]]] = {}
        for pc in range(len(plan.ops)):
            who, observables = read.observables(pc)
            comparing[pc] = [read.places(o, who) for o in observables if isinstance(o, m.Compared)]
        for pc, held in _held(plan, questions.judge.hands) if any(comparing.values()) else ():
            for places in comparing[pc]:
                sizes = [held.get(unit, NOTHING) for _, unit in places]
                # With a hand that is not there yet nothing is compared: its size does not matter.
                if not read.combined.isdisjoint(unit for _, unit in places):
                    return "formed"
                if MIXED in sizes:
                    return "several-kinds"
                # Of their own accord parties may draw, whenever and as often as they like.
                if draws:
                    return "compared-otherwise"
                if THROWN in dict(places) or (sizes[0] != sizes[1] and NOTHING not in sizes):
                    return "compared-otherwise"
                compared |= dict.fromkeys(size for size in sizes if NOTHING not in sizes)
    return tuple(compared)


def _held(plan: Plan, hands: Hands) -> Iterator[tuple[Pc, Mapping[Unit, Size]]]:
    """The sizes of hands at each place of a round, whatever conditions hold; no more than there are objects."""
    # Every combination of deals and draws that may be left out is followed, as conditions are not looked at.
    waiting: list[tuple[Pc, Map[Unit, Size]]] = [(0, Map())]
    seen = {*waiting}
    while waiting:
        pc, held = waiting.pop()
        yield pc, held
        after = Map(_after(plan.ops[pc], held))
        if any(count > len(hands.material.pools[kind]) for kind, count in after.values() if kind):
            continue
        new = {(to, after) for to in plan.successors(pc)} - seen
        seen |= new
        waiting += new


def _after(op: Op, held: Mapping[Unit, Size]) -> Mapping[Unit, Size]:
    """The sizes of hands after an operation."""
    match op:
        case Chance(Verb.DEAL | Verb.DRAW as verb, kind, units, int(count)):
            after = dict(held)
            for unit in units:
                held_kind, size = held.get(unit, (kind, 0))
                after[unit] = (
                    (kind, max(size, count) if verb is Verb.DEAL else size + count) if held_kind == kind else MIXED
                )
            return after
        case Alter(Divide(parts=parts), who):
            kind = held.get(who.unit, NOTHING)[0]
            return {**held, **{part_of(who.unit, part.id): (kind, part.count) for part in parts}}
        case Alter(GiveUp(places=places), who):
            kind, size = held.get(who.unit, NOTHING)
            # What a hand has before new objects come; those given up are no hand of which anything is asked.
            return {**held, who.unit: (kind, max(0, size - len(places)))}
        case Alter(m.Combine(part=part, other=other), who):
            (kind, one), (of, two) = held.get(who.unit, NOTHING), held.get(other, NOTHING)
            return {**held, part_of(who.unit, part): (kind, one + two) if kind == of else MIXED}
        case Alter(m.Split(hand=hand), who):
            kind, size = held.get(who.unit, NOTHING)
            return {**held, who.unit: (kind, size // 2), part_of(who.unit, hand): (kind, size // 2)}
        case Alter(EndShow()):
            return {}
        case _:
            return held


def _read(rules: BoundRules) -> Iterator[m.Observable]:
    """The observables that rules read, by way of definitions too."""
    yield from resolved((o for rule in rules.every for o in observables_of(rule.condition)), rules)


def leaves_unranked(hands: Hands) -> bool:
    """Hands of which it is asked what they are may be larger than what is dealt, or thrown: these are not ranked."""
    rules = hands.rules
    roles = {thrower(role) for o in _read(rules) if isinstance(o, m.OF_CATEGORY) for role in o.roles}
    throw = {thrower(rule.effect.role) for rule in rules.steps if isinstance(rule.effect, m.Throw)}
    draws = any(isinstance(effect, m.Draw) for effect in rules.consequences(rules.upons))
    return bool(rules.categories) and (bool(roles & throw) or (draws and bool(roles)))


def deals_of(hands: Hands, *asking: type[m.Observable]) -> tuple[Size, ...]:
    """Objects dealt, and how many of them a holder has in the end; `MIXED`, where they may be of several kinds.

    Of a hand that is divided, each part, and what is formed of two; those themselves where observables of some
    types ask of them.
    """
    rules = hands.rules
    asked = {rules.fixed(role) for o in _read(rules) if isinstance(o, asking) for role in o.roles if not part_in(role)}
    held: dict[str, Size] = {}
    parts: dict[str, list[Size]] = {}
    for rule in rules.steps:
        match rule.effect:
            case m.Deal(roles=roles, kind=kind, count=count):
                for role in (_lying_with(rules, dealt) for dealt in roles):
                    # What is held of another kind lies in the same hand, and under conditions may not be there.
                    of, size = held.get(role, (kind, 0))
                    held[role] = (kind, max(size, count)) if of == kind else MIXED
            case m.Choose(role=role, parts=divided) | m.DivideHighest(role, divided) if divided:
                of, size = whole = held.get(holder := _lying_with(rules, role), NOTHING)
                into = (whole if whole in (NOTHING, MIXED) else (of, part.count) for part in divided)
                parts.setdefault(holder, []).extend(into)
            case m.Combine(role=role, other=other):
                (kind, one), (of, two) = (held.get(_lying_with(rules, hand), NOTHING) for hand in (role, other))
                formed = (kind or of, one + two) if kind == of or not (one and two) else MIXED
                parts.setdefault(_lying_with(rules, role), []).append(formed)
                # The other hand counts by itself only if something asks of it, like one that is divided.
                parts.setdefault(_lying_with(rules, other), [])
    out: dict[Size, None] = {}
    for holder, whole in held.items():
        sizes = [whole] if rules.fixed(holder) in asked or holder not in parts else []
        out |= dict.fromkeys((*sizes, *parts.get(holder, ())))
    return tuple(out)


def _lying_with(rules: BoundRules, name: str) -> str:
    """The role with whose holders a hand lies: of a bettor's hand, the place where they bet, if they have one."""
    return rules.roles[whole_of(name)].at or name


def _ranked(table: HandTable, many: ManyHands, kind: str, count: int) -> Ranked:
    batch = table.batch(kind, count)
    objects = np.zeros((len(batch), count), dtype=np.int64)
    for places, hands in table.of_one_size(batch):
        objects[places] = hands
    categories = many.categories(objects)
    strengths = np.full(len(batch), -1, dtype=np.int64)
    # From the last category, the lowest, upwards: the strengths of each begin above those below. Rows are numbered by
    # `distinct` in the order of their keys, the first key leading.
    at = 0
    for place in reversed(range(len(many.rules.categories))):
        members = np.flatnonzero(categories == place)
        if len(members):
            keys = many.keys(objects[members], place)
            strengths[members] = distinct(keys)[1] + at if keys else at
            at = int(strengths[members].max()) + 1
    # Two hands of this size may want as many of a kind as both hold objects.
    scarce = table.stock < 2 * count
    counts = table.counts(batch)[:, scarce]
    scarce_kinds, kinds = ScarceKinds(table.stock[scarce], counts, counts), tuple(table.kinds)
    return Ranked(kind, count, objects, categories, strengths, scarce_kinds, kinds, many)
