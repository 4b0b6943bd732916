"""The stations of a round written down as code; what both dialects have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.slices import Place
from lexludi.play.plan import Verb
from lexludi.simulate.automaton import HandDigit, Look, Pick, SignDigit, Station, Take, strides_of
from lexludi.simulate.layout import Growth, TableLayout, WholeHands, places_of
from lexludi.simulate.memory import Ints
from lexludi.simulate.writing import CodeText, names_of, provisions_of, unique_words

# All rounds, in the place of a name for some of them.
ALL = ""


@dataclass(frozen=True)
class HandPlace:
    """The place of a hand's number in code: as `text`, or in `table` at the entry that this is the index of."""

    text: str
    table: Ints | None = None


class StationWriter(ABC):
    """Writes stations; a dialect says how chance, tables and variables are written, for all rounds or `on` some."""

    sign: ClassVar[str]  # how `x` stands to `y`

    def __init__(self, layout: TableLayout, source: CodeText) -> None:
        self.layout = layout
        self.automaton = layout.automaton
        self.source = source
        self.names = names_of(self.automaton)
        self.kinds = unique_words(self.automaton.kinds.of)
        self.write()

    # ── Of a dialect ────────────────────────────────────────────────────────

    @abstractmethod
    def write(self) -> None:
        """Write all of it."""

    @abstractmethod
    def entry(self, table: str, index: str) -> str:
        """An entry of a table."""

    @abstractmethod
    def of(self, name: str, on: str) -> str:
        """A variable, of some rounds."""

    @abstractmethod
    def put(self, name: str, value: str, on: str, by: Iterable[str]) -> str:
        """Set a variable of some rounds; how it is read there at once."""

    @abstractmethod
    def count(self, on: str) -> None:
        """Count the arrivals at which some rounds are."""

    @abstractmethod
    def below(self, number: int, name: str, on: str, by: list[str]) -> None:
        """Draw a number below another for each of some rounds."""

    @abstractmethod
    def draw(self, k: int, node: Take, i: int, on: str, by: list[str]) -> None:
        """Draw one object, in its place among those due: `c0`, `c1` and so on."""

    @abstractmethod
    def draw_whole(self, whole: WholeHands, by: list[str]) -> None:
        """Draw whole hands that share no object: `h0`, `h1` and so on."""

    @abstractmethod
    def guard(self, k: int, node: Take) -> None:
        """Code that goes on at a station only where objects are left, if there may be none."""

    @abstractmethod
    def given(self, on: str) -> str:
        """The next object that is given."""

    @abstractmethod
    def skip(self, number: str, on: str) -> None:
        """Pass over so many objects that are given."""

    # ── Stations ────────────────────────────────────────────────────────────

    def station(self, k: int, on: str = ALL) -> None:
        """Code of a station: chance or a choice, hands that grow, and where the round goes on."""
        station, depth = self.layout.stations[k], self.source.depth
        # Bets that were settled on the way are counted by the arrivals there; rounds are counted again at their end.
        if any(self.automaton.arrivals[n].settled for n in station.arrivals):
            self.count(on)
        by, applied = provisions_of(self.automaton, station)
        table, held = station.table, self._held(on)
        # The second axis of the table is the choice.
        stride = strides_of(table.shape)[1]
        chosen: list[str] = []
        match station.node:
            case Take():
                held |= self._receive(k, station.node, on, by)
            case Pick(_, legal):
                self.below(len(legal), "chosen", on, by)
                chosen = ["chosen" if stride == 1 else f"chosen * {stride}"]
            case Look():
                assert station.looked is not None
                digits, actions = station.looked
                index = self._index(station, actions.shape, digits, held, on)
                caption = "what is chosen, as a part of an index"
                chosen = [self._entry("CHOSEN", _sized(actions.reshape(-1) * stride, table.size), caption, index)]
        index = self._index(station, table.shape, station.digits, held, on, chosen)
        self.put(
            "at", self._entry("NEXT", table.reshape(-1), "where a round goes on, or how it ends", index), on, applied
        )
        # A guard has indented what came after it.
        self.source.depth = depth

    def _entry(self, name: str, content: Ints, caption: str, index: str) -> str:
        """An entry of a table, or the only one that there is, or that is ever looked up."""
        if not index or index.isdigit():
            return str(content[int(index or 0)])
        return self.entry(self.source.table(name, content, caption), index)

    def _index(
        self,
        station: Station,
        shape: tuple[int, ...],
        digits: Sequence[HandDigit | SignDigit],
        held: Mapping[Place, HandPlace],
        on: str,
        chosen: Sequence[str] = (),
    ) -> str:
        """The index of an entry by the rest, what is chosen, and digits that are read of hands."""
        # Every part of an index is stored as multiplied by its stride, so that code adds.
        strides = strides_of(shape)
        size = strides[0] * shape[0]
        terms = [*chosen]
        if len(station.rests) > 1:
            # By the number of the arrival, which tells the rest.
            content: Ints = np.zeros(max(station.arrivals) + 1, dtype=np.int64)
            content[list(station.arrivals)] = np.array(list(station.arrivals.values())) * strides[0]
            caption = "how the bets stand, as a part of an index"
            terms.insert(0, self._entry("FROM", _sized(content, size), caption, self.of("at", on)))
        for digit, stride in zip(digits, strides[len(strides) - len(digits) :], strict=True):
            if isinstance(digit, HandDigit):
                content, caption = _sized(digit.classes * stride, size), "what is read of {}, as a part of an index"
                terms.append(self._looked_up("READ", digit.place, content, held, caption))
                continue
            caption = "place of the hand of {} in the order of hands"
            ranks = zip(digit.places, digit.ranks, strict=True)
            x, y = (self._looked_up("RANK", place, ranked, held, caption) for place, ranked in ranks)
            self.source.line(f"x, y = {x}, {y}")
            # The sign is the last digit: its stride is 1.
            terms.append(self.sign)
        return " + ".join(terms)

    def _looked_up(self, name: str, place: Place, content: Ints, held: Mapping[Place, HandPlace], caption: str) -> str:
        hand = held[place]
        if hand.table is not None:
            # A hand that is not kept has no number of its own in code: the table that gives it and the one that reads
            # it are one. Hands past the last that comes to this station are not looked up.
            beyond = int(hand.table.max(initial=-1)) + 1 - len(content)
            content = np.pad(content, (0, max(beyond, 0)))[hand.table]
        # A table in which every entry is its own index need not be looked up.
        if np.array_equal(content, np.arange(len(content))):
            return hand.text
        caption = caption.format(place[1] or "the party")
        return self._entry(f"{name}_{self.names[place].upper()}", content, caption, hand.text)

    # ── Objects ─────────────────────────────────────────────────────────────

    def _held(self, on: str) -> dict[Place, HandPlace]:
        """The place of each hand before a station."""
        held = {place: HandPlace(self.of(name, on)) for place, name in self.names.items()}
        if (whole := self.layout.whole) is not None:
            # The number that was drawn is kept all through the round; `hands` has the hand that it stands for.
            drawn = zip(whole.places, whole.hands, strict=True)
            held |= {place: HandPlace(self.of(f"h{i}", on), hands) for i, (place, hands) in enumerate(drawn)}
        return held

    def _receive(self, k: int, node: Take, on: str, by: list[str]) -> dict[Place, HandPlace]:
        """Objects come, and hands grow by them; where these then stand."""
        if self.layout.whole is not None and k == 0:
            self.draw_whole(self.layout.whole, by)
            return {}
        # Of those that come not all are drawn. Given ones are all passed.
        drawn = self.layout.drawn[k]
        self.guard(k, node)
        for i in range(len(node.due)):
            if self.automaton.given:
                self._take_given(node, i, on, by, read=i in drawn)
            elif i in drawn and node.verb is Verb.THROW:
                self.below(len(self.layout.things(node.kind)), f"c{i}", on, by)
            elif i in drawn:
                self.draw(k, node, i, on, by)
        return {growth.place: self._grown(k, growth, on, by) for growth in self.layout.growths[k]}

    def _take_given(self, node: Take, i: int, on: str, by: list[str], *, read: bool) -> None:
        object_ = self.given(on)
        if read:
            places = np.array(self.automaton.kinds.place, dtype=np.int64)
            object_ = self._entry("KIND", places, "the kind of each object, as far as kinds are told apart", object_)
        elif node.by_first:
            more = self.automaton.burned_after(node.by_first)
            object_ = self._entry("MORE", more, "how many more are burned after each object", object_)
        self.source.line(f"c{i} = {object_}", by)
        if node.by_first:
            self.skip(f"c{i}", on)

    def _grown(self, k: int, growth: Growth, on: str, by: list[str]) -> HandPlace:
        """A hand that grows, step by step: by its number, where that is still needed later."""
        name, caption = self.names[growth.place], f"the hand of {growth.place[1]}, by what it receives"
        # In mixed radix: the hand before, then a digit below `base` for each object that comes.
        index = "" if growth.new else self.of(name, on)
        due = iter(growth.received)
        table, held = f"GROW_{name.upper()}", HandPlace("")
        for number, (content, count) in enumerate(growth.steps):
            for _ in range(count):
                one = f"c{next(due)}"
                index = one if not index else f"{f'({index})' if ' ' in index else index} * {growth.base} + {one}"
            held = HandPlace(index, content)
            if number < len(growth.steps) - 1:
                self.source.line(f"h = {self._entry(table, content, caption, index)}", by)
                index = "h"
        assert held.table is not None
        # Kept only where a later station reads it; otherwise the index itself is read, by tables composed with this
        # one.
        if growth.place in self.layout.needed_after[k]:
            return HandPlace(self.put(name, self._entry(table, held.table, caption, held.text), on, by))
        # Read several times: worked out once.
        if sum(growth.place in places_of(digit) for digit in self.layout.stations[k].digits) > 1 and " " in held.text:
            self.source.line(f"drawn_{name} = {held.text}", by)
            return HandPlace(f"drawn_{name}", held.table)
        return held

    def stock(self, kind: str) -> str:
        """The table of a stock by place."""
        return self.source.table(
            f"STOCK_{self.kinds[kind].upper()}", self.layout.stock(kind), f"the stock of {kind}, by place"
        )

    def masks(self, whole: WholeHands) -> list[str]:
        """For each whole hand the table of the places in the stock that it takes."""
        caption = "places of the stock that {} objects take, as bits"
        return [self.source.table("PLACES", whole.masks[n], caption.format(n)) for n in whole.sizes]


def _sized(content: Ints, size: int) -> Ints:
    """Parts of an index in the smallest numbers of which the sum, below a size, is still one."""
    return content.astype(np.int16 if size < 1 << 15 else np.int32)
