"""An automaton stepped for many rounds at once, from one choice that is asked for to the next.

What generated code does in one piece is done here between choices, by the same tables: `Lanes`
stands where each round is asked something, or is over. It knows nothing of rules.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lexludi.exact.slices import Place
from lexludi.play.plan import Plan, Unit, Verb
from lexludi.play.position import Tree
from lexludi.play.process import refuse_more_moves
from lexludi.play.round_state import KEPT
from lexludi.simulate.automaton import Automaton, HandDigit, Pick, Take, open_at, refuse_parts, strides_of
from lexludi.simulate.choosing import AskedChoice
from lexludi.simulate.lanes import FreshStock, apart
from lexludi.simulate.layout import TableLayout
from lexludi.simulate.memory import Ints, NotCompiled

Floats = NDArray[np.float64]

# Of lanes for which whole hands are drawn, some share an object and are drawn again: so many more are drawn at once.
_MORE = 1.25


@lru_cache(8)
def asked_layout(tree: Tree) -> TableLayout:
    """The tables of the rounds of a tree, in which every choice is asked for; the last few are kept.

    Raises:
        NotCompiled: something for which there are no tables, or several bettors.
    """
    if len(tree.players) > 1:
        raise NotCompiled("bettors")
    plan = tree.process.plan
    refuse_parts(plan)  # before it is asked what somebody sees of each
    asked = AskedChoice(_seen(plan))
    return TableLayout(Automaton(tree.process, tree.bets, dict.fromkeys(plan.rules.bets, asked), fresh=tree.fresh))


def _seen(plan: Plan) -> tuple[Unit, ...]:
    """The parties whose objects are seen by whoever chooses anywhere, refused where some lie open in part."""
    open_ = open_at(plan)
    asks = [pc for pc in plan.asks if pc in open_]
    lying = {unit for pc in asks for _, unit in open_[pc]}
    return tuple(sorted(lying.union(bet.unit for bet in plan.bets if asks)))


class Lanes:
    """Rounds by the tables of a layout, a lane for each: `at` is the arrival where it stands, `gain` its gain so far.

    `hands` has for each place the number of the hand there, in each lane (`automaton.memories`).
    """

    def __init__(self, layout: TableLayout, count: int, rng: np.random.Generator) -> None:
        self.layout = layout
        self.automaton = automaton = layout.automaton
        self.count, self.rng = count, rng
        stations = self.layout.stations
        self.at: Ints = np.full(count, automaton.start, dtype=np.intp)
        self._chosen: Ints = np.zeros(count, dtype=np.intp)
        self.gain: Floats = np.zeros(count)
        self.hands: dict[Place, Ints] = {place: np.zeros(count, dtype=np.intp) for place in automaton.memories}
        # Hands that are drawn whole are the only objects taken of their stock: no places are kept of it.
        self._stocks = {
            kind: FreshStock(rng, kind, len(self.layout.stock(kind)), count)
            for kind in automaton.process.hands.material.pools
            if self.layout.whole is None or kind != stations[0].node.kind  # type: ignore[union-attr]
        }
        arrivals = automaton.arrivals
        # For each arrival: its station, -1 at an end; the place of its rest there; and what is gained on the way to it.
        self._station: Ints = np.full(len(arrivals), -1, dtype=np.intp)
        self._rest: Ints = np.zeros(len(arrivals), dtype=np.intp)
        for k, station in enumerate(stations):
            for number, rest in station.arrivals.items():
                self._station[number], self._rest[number] = k, rest
        self._gained: Floats = np.array(
            [float(sum(settled.worth for settled in a.settled if settled.result != KEPT)) for a in arrivals]
        )
        self._is_asked = np.array([isinstance(station.node, Pick) for station in stations], dtype=np.bool_)
        self._tables = [station.table.reshape(-1).astype(np.intp) for station in stations]
        self._strides = [strides_of(station.table.shape) for station in stations]
        # The arrivals where a round cannot go on.
        self._problems = np.array(
            [n for n, arrival in enumerate(arrivals) if arrival.problem is not None], dtype=np.intp
        )
        self._things = {kind: self.layout.stock(kind).astype(np.intp) for kind in self._stocks}

    @property
    def stations(self) -> Ints:
        """The station where each lane is asked something, by its place in the layout; -1 where its round has ended."""
        return self._station[self.at]

    @property
    def over(self) -> NDArray[np.bool_]:
        """True for each lane whose round has ended."""
        return self._station[self.at] < 0

    def begin(self, on: Ints) -> None:
        """Begin a new round in some lanes, and play on to its first choice, or to its end."""
        self.at[on], self.gain[on], self._chosen[on] = self.automaton.start, 0.0, 0
        for hands in self.hands.values():
            hands[on] = 0
        for stock in self._stocks.values():
            stock.renew(on)
        self._gain(on)
        self._run(on)

    def choose(self, on: Ints, chosen: Ints) -> None:
        """Make a choice in some lanes, each by its place among those that are legal there, and play on.

        Raises:
            UnsettledCase: a lane has had as many choices as a round may have.
        """
        # Looked up once: a lane may come straight to another choice, which has not been made.
        stations = self._station[self.at[on]]
        for k in np.unique(stations).tolist():
            here = stations == k
            refuse_more_moves(self.automaton.plan, self.layout.stations[k].node.pc, int(self._chosen[on[here]].max()))
            self._go_on(k, on[here], {}, chosen[here])
        self._chosen[on] += 1
        self._run(on)

    def _run(self, on: Ints) -> None:
        """Play on in some lanes until each is asked something, or is over."""
        waiting = on
        while True:
            # At an end this is -1, which looks up the last station below: `stations >= 0` undoes that.
            stations = self._station[self.at[waiting]]
            going = (stations >= 0) & ~self._is_asked[stations]
            waiting = waiting[going]
            if not waiting.size:
                return
            # The earliest station first, so that lanes which come together go on together.
            k = int(stations[going].min())
            lanes = waiting[stations[going] == k]
            node = self.layout.stations[k].node
            assert isinstance(node, Take)
            self._go_on(k, lanes, self._receive(k, node, lanes), None)

    # ── Objects ─────────────────────────────────────────────────────────────

    def _receive(self, k: int, node: Take, on: Ints) -> dict[Place, Ints]:
        """The hands of some lanes after objects have come at a station."""
        whole = self.layout.whole
        if k == 0 and whole is not None:
            drawn = self._apart(on.size)
            grown = {
                place: numbers[hand] for place, numbers, hand in zip(whole.places, whole.hands, drawn, strict=True)
            }
        else:
            came = {i: self._drawn(node, on) for i in self.layout.drawn[k]}
            grown = {}
            for growth in self.layout.growths[k]:
                # In mixed radix, as the tables of growths are made: the hand before, then a digit for each object.
                hand: Ints = np.zeros(on.size, dtype=np.intp) if growth.new else self.hands[growth.place][on]
                due = iter(growth.received)
                for table, count in growth.steps:
                    for _ in range(count):
                        hand = hand * growth.base + came[next(due)]
                    hand = table[hand]
                grown[growth.place] = hand
        for place, hand in grown.items():
            self.hands[place][on] = hand
        return grown

    def _drawn(self, node: Take, on: Ints) -> Ints:
        if node.verb is Verb.THROW:
            return self.rng.integers(len(self.layout.things(node.kind)), size=on.size)
        return self._things[node.kind][self._stocks[node.kind].take(on)]

    def _apart(self, count: int) -> list[Ints]:
        """Whole hands that share no object, for so many lanes."""
        whole = self.layout.whole
        assert whole is not None
        sizes = tuple(len(numbers) for numbers in whole.hands)
        masks = tuple(whole.masks[n].view(np.uint64) for n in whole.sizes)
        # Lanes in which hands share an object are dropped; what is drawn too much is cut off at the end.
        parts = [apart(self.rng, sizes, masks, int(count * _MORE) + 16)]
        while (missing := count - sum(part[0].size for part in parts)) > 0:
            parts.append(apart(self.rng, sizes, masks, int(missing * _MORE) + 16))
        return [np.concatenate([part[i] for part in parts])[:count] for i in range(len(sizes))]

    # ── Going on ────────────────────────────────────────────────────────────

    def _go_on(self, k: int, on: Ints, received: dict[Place, Ints], chosen: Ints | None) -> None:
        """Go on from a station in some lanes, by its table."""
        station, strides = self.layout.stations[k], self._strides[k]
        # A flat index: the rest, the choice (the second axis), then the digits; the sign, where there is one, is 0, 1
        # or 2.
        index = self._rest[self.at[on]] * strides[0]
        if chosen is not None:
            index += chosen * strides[1]

        def hand(place: Place) -> Ints:
            grown = received.get(place)
            return self.hands[place][on] if grown is None else grown

        for digit, stride in zip(station.digits, strides[len(strides) - len(station.digits) :], strict=True):
            if isinstance(digit, HandDigit):
                index += digit.classes[hand(digit.place)] * stride
            else:
                one, two = (ranks[hand(place)] for place, ranks in zip(digit.places, digit.ranks, strict=True))
                index += ((one > two).astype(np.intp) + (one >= two)) * stride
        self.at[on] = self._tables[k][index]
        self._gain(on)

    def _gain(self, on: Ints) -> None:
        """Count what is gained by the arrivals where some lanes now stand.

        Raises:
            LexludiError: a round came to where it cannot go on.
        """
        self.gain[on] += self._gained[self.at[on]]
        if self._problems.size and np.isin(self.at[on], self._problems).any():
            number = next(n for n in self.at[on].tolist() if n in self._problems)
            problem = self.automaton.arrivals[number].problem
            assert problem is not None
            raise problem
