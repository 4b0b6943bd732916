"""The layout of generated code: loops, what every round comes to, what is kept of hands, and how objects are drawn."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import comb, inf

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.slices import Place
from lexludi.play.plan import Unit, Verb
from lexludi.simulate.automaton import Automaton, HandDigit, Pick, SignDigit, Station, Take, place_of
from lexludi.simulate.lanes import LEAST_KEPT, share_apart
from lexludi.simulate.memory import Ints

# Entries past which a table by all objects received at once gives way to one by each.
MAX_ENTRIES = 1 << 18
# Whole hands are drawn at once where there are no more, and places of the stock fit into a machine word.
MAX_WHOLE = 1 << 16
MASK_BITS = 64


@dataclass(frozen=True)
class Loop:
    """Stations from one to another, among which a round may go back to the first."""

    first: int
    last: int
    body: "tuple[Block, ...]"


# A station by its place in the order, or a loop.
Block = int | Loop


@dataclass(frozen=True)
class Growth:
    """A hand that receives objects at a station: which of those that come, and the hand after them.

    `steps` are flat tables, each with the number of objects that it takes: by the hand before
    (none in the first step, if it is `new`), then by each object, a digit below `base`.
    """

    place: Place
    received: tuple[int, ...]
    steps: tuple[tuple[Ints, int], ...]
    base: int
    new: bool


@dataclass(frozen=True)
class WholeHands:
    """Hands of one stock drawn at once: for each the number of its objects, and the hand by its number.

    `masks` are, by the number of objects, the places in the stock that each takes, as bits.
    """

    places: tuple[Place, ...]
    sizes: tuple[int, ...]
    hands: tuple[Ints, ...]
    masks: dict[int, Ints]


class TableLayout:
    """The layout of an automaton's tables in generated code, for both dialects."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.stations = automaton.order
        # The number past those of all arrivals, of entries that there are not.
        self.nowhere = len(automaton.arrivals)
        # For each station those to which a round may go on, by place in the order; -1 is the end of the round.
        at = {number: place for place, station in enumerate(self.stations) for number in station.arrivals}
        self.next = [
            {at.get(n, -1) for n in np.unique(station.table).tolist() if n < self.nowhere} for station in self.stations
        ]
        self.blocks = tuple(self._blocks(0, len(self.stations) - 1, -1))
        # The stations that every round comes to straight away, one after another.
        self.always = 0
        if at[automaton.start] == 0 and isinstance(self.blocks[0], int):
            self.always = 1
            while self.next[self.always - 1] == {self.always} and self.always in self.blocks:
                self.always += 1
        self.needed_after = self._needed_after()
        # For each station the hands that receive objects, those left out that nothing depends on.
        self.growths = [self._growths(place) for place in range(len(self.stations))]
        self.drawn = [self._drawn(place) for place in range(len(self.stations))]
        self.whole = self._whole()
        self.rows = {kind: self._rows(kind) for kind in automaton.process.hands.full}

    def numbers(self, first: int, last: int) -> tuple[int, int]:
        """The lowest and the highest number of the arrivals at some stations."""
        return min(self.stations[first].arrivals), max(self.stations[last].arrivals)

    def _blocks(self, first: int, last: int, ignored: int) -> Iterator[Block]:
        """The stations of a range with their loops; those back to `ignored` are made around the range."""
        place = first
        while place <= last:
            # Structured control flow from jumps: the last station that leads back here is the end of the loop.
            end = max((k for k in range(place, last + 1) if place in self.next[k] and place != ignored), default=-1)
            if end < 0:
                yield place
                place += 1
                continue
            # A loop that begins within another ends within it, or both are one.
            while (more := max(k for k in range(last + 1) if self.next[k] & {*range(place, end + 1)})) > end:
                end = more
            yield Loop(place, end, tuple(self._blocks(place, end, place)))
            place = end + 1

    def _uses(self, station: Station) -> set[Place]:
        """The hands that a station looks at, or adds to, as they are when a round comes to it."""
        used = {place for digit in station.digits for place in places_of(digit)}
        if station.looked is not None:
            used |= {digit.place for digit in station.looked[0]}
        if isinstance(station.node, Pick):
            used |= self.automaton.seen_at(station.node.pc)
        node = station.node
        if isinstance(node, Take) and node.verb in (Verb.DEAL, Verb.DRAW):
            used |= {place_of(node, unit) for unit in node.due}
        return used - _replaced(station)

    @cached_property
    def empty(self) -> set[Place]:
        """The hands that are looked at before they can have received anything."""
        begun = [self._begun(station) for station in self.stations]
        uses = [self._uses(station) - new for station, new in zip(self.stations, begun, strict=True)]
        return self._needed(uses, begun)[0]

    def _begun(self, station: Station) -> set[Place]:
        """The hands that are whole once a station has given them something: nothing that they held counts."""
        node = station.node
        due = {place_of(node, unit) for unit in node.due} if isinstance(node, Take) else set()
        return _replaced(station) | {place for place in due if station.before.get(place) == {0}}

    def _needed_after(self) -> list[set[Place]]:
        """For each station the hands that later ones use."""
        before = self._needed(list(map(self._uses, self.stations)), list(map(_replaced, self.stations)))
        return [{place for to in following if to >= 0 for place in before[to]} for following in self.next]

    def _needed(self, uses: Sequence[set[Place]], replaced: Sequence[set[Place]]) -> list[set[Place]]:
        """For each station the hands that it or a later one uses as they are before it (backward liveness)."""
        before = list(uses)
        changed = True
        while changed:
            changed = False
            for k in reversed(range(len(before))):
                later = {place for to in self.next[k] if to >= 0 for place in before[to]}
                more = before[k] | (later - replaced[k])
                changed |= more != before[k]
                before[k] = more
        return before

    # ── Objects ─────────────────────────────────────────────────────────────

    def _growths(self, place: int) -> list[Growth]:
        station = self.stations[place]
        node = station.node
        if not isinstance(node, Take) or node.verb is Verb.BURN:
            return []
        read = {p for digit in station.digits for p in places_of(digit)} | self.needed_after[place]
        units = [unit for unit in dict.fromkeys(node.due) if place_of(node, unit) in read]
        return [self._growth(station, node, unit) for unit in units]

    def _growth(self, station: Station, node: Take, unit: Unit) -> Growth:
        automaton, place = self.automaton, place_of(node, unit)
        memories = automaton.memories[place]
        things = self.things(node.kind)
        received = tuple(i for i, receiver in enumerate(node.due) if receiver == unit)
        before = {0} if node.verb is Verb.THROW else station.before[place]
        # One table for all objects at once grows by a factor for each of them; past the limit they are received one
        # by one.
        at_once = (max(before) + 1) * len(things) ** len(received) <= MAX_ENTRIES
        steps, drawn = [], node.verb is Verb.DRAW
        for count in [len(received)] if at_once else [1] * len(received):
            steps.append((memories.growth(before, things, count, drawn=drawn), count))
            before = memories.grown(before, node.kind, count, drawn=drawn)
        # Nothing was held that counts, so that the hand before is no part of the index.
        new = node.verb is Verb.THROW or station.before[place] == {0}
        return Growth(place, received, tuple(steps), len(things), new)

    def things(self, kind: str) -> list[int]:
        """The items that code draws by number: of a stock its kinds, of what is thrown each face."""
        kinds = self.automaton.kinds
        faces = self.automaton.process.hands.material.faces.get(kind)
        if faces is None or self.automaton.given:
            return kinds.of[kind]
        return [kinds.stand[face] for face in faces]

    def stock(self, kind: str) -> Ints:
        """The stock of a kind by place: for each object the place of what stands for it."""
        pool = self.automaton.process.hands.material.pools[kind]
        return np.array([self.automaton.kinds.place[thing] for thing in pool], dtype=np.int64)

    def _takes(self, kind: str) -> dict[int, Take]:
        """The stations at which objects of a kind come out of its stock."""
        nodes = ((k, station.node) for k, station in enumerate(self.stations))
        return {k: n for k, n in nodes if isinstance(n, Take) and n.kind == kind and n.verb is not Verb.THROW}

    def _most(self, kind: str) -> float:
        """The most objects of a kind that can come in a round, if none is lacking."""
        # In a loop it is not known how many times objects come. Branches that exclude each other count all the same.
        return sum(len(node.due) if k in self.blocks else inf for k, node in self._takes(kind).items())

    def _may_lack(self, kind: str) -> bool:
        return self._most(kind) > len(self.stock(kind))

    def _drawn(self, place: int) -> list[int]:
        """The objects that are drawn at a station, in their places among those due: what is read, if none can lack."""
        node = self.stations[place].node
        if not isinstance(node, Take):
            return []
        if not self.automaton.given and node.verb is not Verb.THROW and self._may_lack(node.kind):
            # Whether objects are lacking depends on those that nobody reads too.
            return [*range(len(node.due))]
        # What nobody reads is not drawn: of objects not seen, any is as likely in its place.
        return sorted(i for growth in self.growths[place] for i in growth.received)

    def _rows(self, kind: str) -> dict[tuple[int, int], int] | None:
        """A row of places drawn beforehand for each object; nothing where there may be more than the stock."""
        if self._may_lack(kind):
            return None
        # Of branches that exclude each other too: unseen, each place is as likely.
        objects = [(k, i) for k in self._takes(kind) for i in self.drawn[k]]
        return {one: row for row, one in enumerate(objects)}

    def is_guarded(self, k: int) -> bool:
        """There may be too few objects for a station."""
        node = self.stations[k].node
        if not isinstance(node, Take) or self.automaton.given:
            return self.automaton.given
        if node.verb is Verb.THROW or self.rows[node.kind] is not None:
            return False
        # Every round comes to the first stations one after another, so that it is known what has been taken there.
        taken = sum(len(take.due) for at, take in self._takes(node.kind).items() if at <= k)
        return k >= self.always or taken > len(self.stock(node.kind))

    def _whole(self) -> WholeHands | None:
        """The hands that can be drawn at once, if all objects that come go there first."""
        station = self.stations[0]
        node = station.node
        if self.automaton.given or not self.always or not isinstance(node, Take) or node.verb is not Verb.DEAL:
            return None
        # Nothing else may come of a stock, be it of another kind, to which the hands would have to be known.
        taken = [place for kind in self.automaton.process.hands.full for place in self._takes(kind)]
        if taken != [0] or self._may_lack(node.kind):
            return None
        growths = self.growths[0]
        pool, sizes = self.stock(node.kind), tuple(len(growth.received) for growth in growths)
        # Each hand is drawn from all hands of its size, and drawn again where it shares an object with another.
        if not sizes or len(pool) > MASK_BITS or any(comb(len(pool), n) > MAX_WHOLE for n in sizes):
            return None
        if share_apart(len(pool), sizes) < LEAST_KEPT:
            return None
        # What is drawn at once has no order.
        if any(self.automaton.memories[g.place].tells_order(n) for g, n in zip(growths, sizes, strict=True)):
            return None
        # By the number that is drawn: the places in the stock. Hands and masks below are in the same order.
        chosen = {n: list(combinations(range(len(pool)), n)) for n in sizes}
        things = self.things(node.kind)
        hands = []
        for growth in growths:
            memories = self.automaton.memories[growth.place]
            held = ([things[pool[p]] for p in places] for places in chosen[len(growth.received)])
            hands.append(np.array([memories.number(tuple(hand), None) for hand in held], dtype=np.int64))
        masks = {
            n: np.array([sum(1 << p for p in places) for places in choices], np.uint64) for n, choices in chosen.items()
        }
        return WholeHands(tuple(g.place for g in growths), sizes, tuple(hands), masks)  # type: ignore[arg-type]


def _replaced(station: Station) -> set[Place]:
    """The places whose throw a station replaces."""
    node = station.node
    return {place_of(node, unit) for unit in node.due} if isinstance(node, Take) and node.verb is Verb.THROW else set()


def places_of(digit: HandDigit | SignDigit) -> Sequence[Place]:
    """The hands that a digit is of."""
    return (digit.place,) if isinstance(digit, HandDigit) else digit.places
