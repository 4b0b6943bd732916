"""Hands as small numbers: of each holder those that the rules tell apart, and what is read of them.

A hand is remembered by one that stands for it: the objects that nothing distinguishes are
put together, and so are orders of receipt. What is read of it is read by the functions of
the single process, so that hands have no second meaning here.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from lexludi.base.errors import LexludiError
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.interned import Interned
from lexludi.exact.kinds import kinds_of
from lexludi.exact.many_hands import ManyHands
from lexludi.exact.multisets import distinct
from lexludi.play.decide import Judge, holds
from lexludi.play.hands import Hands
from lexludi.play.round_state import Bet, Map, State
from lexludi.rules import meaning as m

V = TypeVar("V")

MAX_HANDS = 60_000

Ints = NDArray[np.int64]
Hand = tuple[int, ...]  # objects, in the order received


class NotCompiled(LexludiError):
    """Something for which no code is generated; `reason` says what."""

    def __init__(self, reason: str) -> None:
        super().__init__("not-compiled", reason=reason)
        self.reason = reason


class Kinds:
    """The objects of a game, those together that neither the rules nor whoever chooses by `alike` tells apart."""

    def __init__(
        self,
        hands: Hands,
        observables: Iterable[m.Observable],
        namings: Iterable[str],
        alike: Iterable[Callable[[int], Hashable]],
    ) -> None:
        # The coarsest partition that refines several: each object is marked with its block in every one of them, by
        # each name that a bet may have and by what each chooser tells apart.
        marks: list[list[Hashable]] = [[] for _ in hands.material.objects]
        read = tuple(observables)
        for naming in sorted({"", *namings}):
            for number, kind in enumerate(kinds_of(hands, read, naming)):
                for thing in kind.members:
                    marks[thing].append(number)
        for thing, labels in enumerate(marks):
            labels += [label(thing) for label in alike]
        stands: dict[tuple[Hashable, ...], int] = {}
        # For each object the one that stands for it, and its place among those of its sort.
        self.stand = [stands.setdefault(tuple(blocks), thing) for thing, blocks in enumerate(marks)]
        self.of: dict[str, list[int]] = {}
        for thing in stands.values():
            self.of.setdefault(hands.material.objects[thing].object, []).append(thing)
        self.place = [self.of[o.object].index(self.stand[thing]) for thing, o in enumerate(hands.material.objects)]
        stock = (thing for counts in hands.full.values() for thing in counts.elements())
        # Of each kind how many are in the stock; what is thrown is in none, and never lacking.
        self.copies = Counter(self.stand[thing] for thing in stock)


class Memories:
    """The hands of one holder by number, in the order in which they are met; 0 is the empty hand.

    `bounds` are the numbers of objects that something reads as the first of a hand; `last`
    says that the object drawn last is read.
    """

    def __init__(self, kinds: Kinds, bounds: Iterable[int], *, last: bool) -> None:
        self.kinds = kinds
        self._bounds = sorted(bounds)
        self._segments = [slice(*edges) for edges in pairwise([0, *self._bounds, None])]
        self._last = last
        self.hands = Interned[tuple[Hand, int | None]]([((), None)])
        self._rows: dict[tuple[int, tuple[int, ...], bool], tuple[int | None, ...]] = {}

    def __len__(self) -> int:
        return len(self.hands)

    def tells_order(self, size: int) -> bool:
        """It is told apart in which order so many objects came."""
        return any(bound < size for bound in self._bounds)

    def number(self, hand: Hand, last: int | None) -> int:
        """The number of a hand.

        Raises:
            NotCompiled: there are too many of them.
        """
        # The order is forgotten within each segment: only which objects are among the first so many is ever read.
        every = (
            chain.from_iterable([sorted(hand[segment]) for segment in self._segments]) if self._bounds else sorted(hand)
        )
        key = tuple(every), last if self._last else None
        number = self.hands.number(key)
        if number >= MAX_HANDS:
            raise NotCompiled("too-many-hands")
        return number

    def after(self, number: int, thing: int, *, drawn: bool) -> int | None:
        """The hand with one object more, which stands for its kind; nothing where the stock does not have it."""
        hand, last = self.hands[number]
        left = self.kinds.copies.get(thing)
        if left is not None and hand.count(thing) >= left:
            return None
        return self.number((*hand, thing), thing if drawn else last)

    def row(self, number: int, things: tuple[int, ...], *, drawn: bool) -> tuple[int | None, ...]:
        """The hands with one object more, by each object that it may be."""
        key = number, things, drawn
        if key not in self._rows:
            self._rows[key] = tuple([self.after(number, thing, drawn=drawn) for thing in things])
        return self._rows[key]

    def grown(self, numbers: Iterable[int], kind: str, count: int, *, drawn: bool) -> set[int]:
        """Every hand with so many objects of a kind more."""
        hands, things = set(numbers), tuple(self.kinds.of[kind])
        for _ in range(count):
            rows = [self.row(n, things, drawn=drawn) for n in sorted(hands)]
            hands = {number for row in rows for number in row if number is not None}
        return hands

    def growth(self, numbers: Iterable[int], things: Sequence[int], count: int, *, drawn: bool) -> Ints:
        """The table by hand, then by each of so many objects received: the hand after them.

        Hands that are never held, or cannot grow so, are followed by the empty one.
        """
        known, things = sorted(numbers), tuple(things)
        lacking = (None,) * len(things)
        # Rows are hands; columns are the objects received, as digits in base `len(things)`, the first one leading.
        table: Ints = np.zeros((max(known) + 1, len(things) ** count), dtype=np.int64)
        for number in known:
            after: list[int | None] = [number]
            for _ in range(count):
                rows = (lacking if n is None else self.row(n, things, drawn=drawn) for n in after)
                after = list(chain.from_iterable(rows))
            table[number] = [n or 0 for n in after]
        return table.reshape(-1)

    def hand(self, number: int) -> Hand:
        """The objects that stand for a hand."""
        return self.hands[number][0]


class Readings:
    """Readings of hands by number, as codes: equal values have equal codes."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.many = ManyHands(judge.hands)
        self._codes: dict[tuple[Memories, Hashable, str], Ints] = {}
        self._values: dict[Any, int] = {}  # each value that was read, with its code; codes are places in this order

    def sizes(self, memories: Memories, numbers: Ints) -> Ints:
        """Sizes of hands."""
        return np.array([len(memories.hand(n)) for n in numbers.tolist()], dtype=np.int64)

    def codes(self, memories: Memories, observable: m.Observable, naming: str, numbers: Ints) -> Ints:
        """The codes of what an observable of one hand reads; `naming` is the item that the bet concerned names."""
        key = memories, observable, naming
        codes = self._codes.get(key, np.zeros(0, dtype=np.int64))
        # Hands are only ever added, so that what is known stays in its place; -1 is not read yet.
        codes = np.concatenate([codes, np.full(len(memories) - len(codes), -1, dtype=np.int64)])
        new = numbers[codes[numbers] < 0]
        values = self._read(memories, observable, naming, new)
        codes[new] = [self._values.setdefault(value, len(self._values)) for value in values]
        self._codes[key] = codes
        wanted: Ints = codes[numbers]
        return wanted

    def answers(self, condition: m.Condition, observables: Sequence[m.Observable], codes: Sequence[Ints]) -> Ints:
        """The answers to a condition, 0 or 1, by the codes of what it reads: arrays of shapes that go together."""
        values, read = list(self._values), np.broadcast_arrays(*codes)
        # Each combination of values is decided once, however many hands have it.
        columns = [array.reshape(-1) for array in read]
        first, same = distinct(columns)
        every = zip(*(column[first].tolist() for column in columns), strict=True)
        known = [dict(zip(observables, map(values.__getitem__, combination), strict=True)) for combination in every]
        answers: Ints = np.array([holds(condition, seen) for seen in known], dtype=np.int64)
        return answers[same].reshape(read[0].shape)

    def _read(self, memories: Memories, observable: m.Observable, naming: str, numbers: Ints) -> list[Any]:
        match observable:
            case m.CategoryOf():
                ids = [*(category.id for category in self.judge.rules.categories), None]  # -1 is of no category
                return [ids[place] for place in self._of_many(memories, numbers, self.many.categories)]
            case m.IsWorthAtLeast(_, category, items):
                return self._of_many(memories, numbers, lambda h: self.many.are_worth_at_least(h, category, items))
            case m.HasShape(_, shape) | m.ThrewShape(_, shape):
                return self._of_many(memories, numbers, lambda h: self.many.have_shape(h, shape))
            case m.WasDealt(kind):
                objects = self.judge.hands.material.objects
                held = map(memories.hand, numbers.tolist())
                return [any(objects[thing].object == kind for thing in hand) for hand in held]
            case m.NumberDrawn(role) | m.DrewNone(role):
                # Read of any party, as long as it is the one that drew.
                read = self.judge.observer.reader(observable)
                party = self.judge.rules.fixed(role) or "-"
                lasts = (memories.hands[n][1] for n in numbers.tolist())
                return [read(State(drawn=Map() if t is None else Map({party: t})), party, None) for t in lasts]
            case _:
                of_hand = self.judge.observer.of_hand(observable, naming)
                assert of_hand is not None, observable
                return [of_hand(memories.hand(n)) for n in numbers.tolist()]

    def _of_many(self, memories: Memories, numbers: Ints, read: Callable[[Ints], Ints]) -> list[Any]:
        values: Ints = np.zeros(len(numbers), dtype=np.int64)
        for places, hands in self._of_one_size(memories, numbers):
            values[places] = _of_hands(read, hands)
        return values.tolist()

    def _of_one_size(self, memories: Memories, numbers: Ints) -> Iterator[tuple[Ints, Ints]]:
        sizes = self.sizes(memories, numbers)
        for size in np.unique(sizes):
            places = np.flatnonzero(sizes == size)
            held = [memories.hand(n) for n in numbers[places].tolist()]
            yield places, np.array(held, dtype=np.int64).reshape(len(places), int(size))

    def ranks(self, first: tuple[Memories, Ints], second: tuple[Memories, Ints]) -> tuple[Ints, Ints]:
        """The places of the hands of two holders in the order of both; 0 for hands that nothing orders."""
        sized = [self._of_one_size(*first), self._of_one_size(*second)]
        groups = [(side, *group) for side, parts in enumerate(sized) for group in parts]
        strengths: list[list[Any]] = [[None] * len(first[1]), [None] * len(second[1])]
        # Numbers for strengths hold among hands of one size; for several, the single process says what they are.
        at_once = len({hands.shape[1] for _, _, hands in groups}) == 1
        for side, places, hands in groups:
            numbers = _of_hands(self.many.strengths, hands) if at_once else None
            if numbers is None:  # of several sizes, or too many keys for one number
                values: list[Any] = [self.judge.hands.strength(tuple(hand)) for hand in hands.tolist()]
            else:
                values = [None if n < 0 else n for n in numbers.tolist()]
            for place, value in zip(places.tolist(), values, strict=True):
                strengths[side][place] = value
        order = sorted({value for row in strengths for value in row if value is not None})
        # Equal hands of both holders have equal ranks; from 1 on, as 0 is for those that nothing orders.
        rank = {None: 0, **{value: place for place, value in enumerate(order, 1)}}
        one, two = (np.array([rank[value] for value in row], dtype=np.int64) for row in strengths)
        return one, two


def _of_hands(read: Callable[[Ints], V], hands: Ints) -> V:
    """Readings of hands.

    Raises:
        NotCompiled: too much would have to be ranked for that.
    """
    try:
        return read(hands)
    except NotAnalysed as problem:
        raise NotCompiled(problem.reason) from problem


def naming_of(bets: Sequence[Bet], bet: int) -> str:
    """The item that the bet concerned names, if any is and does."""
    return bets[bet].naming if bet >= 0 else ""
