"""The graph of all rounds: rows at places of a program, layer by layer, with edges that carry weights.

A row is a place in the program, a hand for each party by number, and the rest of the state,
interned. An edge leads from rows of one layer to rows of a later one, in so many ways.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

import numpy as np

from lexludi.base.frozen import dataclass
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.interned import Interned
from lexludi.exact.multisets import NUMBER, Ints
from lexludi.exact.outcomes import Outcome
from lexludi.exact.slices import HAND, Place, Slice
from lexludi.exact.symmetry import Symmetry
from lexludi.play.plan import Ask, Bets, Jump, Pc, Plan, Tell, provisions_at
from lexludi.play.round_state import Map, State
from lexludi.rules import meaning as m


@dataclass(frozen=True)
class EntryNode:
    """A place where a round goes on that is followed by itself: it was sent back there, or begins anew."""

    pc: Pc
    columns: tuple[tuple[Place, int], ...]
    rest: State


End = Outcome | EntryNode


@dataclass
class Rows:
    """Rounds that have come to the same place: columns of equal length, one for each party and kind of column.

    `HAND` and `THROWN` are numbers of the table of hands, `DRAWN` is one more than the kind drawn last, and as many
    more as there are kinds if it came after the first objects that are told apart; `rest` are numbers of
    `States.rest`. A column that is not there is one of zeros: an empty hand, nothing drawn.
    """

    # Rows share arrays with those that they were made of: none is ever changed in place.
    columns: dict[Place, Ints]
    rest: Ints

    def __len__(self) -> int:
        return len(self.rest)

    def take(self, places: Ints | slice) -> "Rows":
        """Some of the rows, or rows several times."""
        return Rows({name: column[places] for name, column in self.columns.items()}, self.rest[places])

    def with_rest(self, rest: Ints) -> "Rows":
        """The rows with another rest."""
        return Rows(self.columns, rest)

    def put(self, place: Place, column: Ints) -> "Rows":
        """The rows with one column replaced."""
        return Rows({**self.columns, place: column}, self.rest)

    def column(self, place: Place) -> Ints:
        """One column."""
        column = self.columns.get(place)
        return np.zeros(len(self), dtype=NUMBER) if column is None else column

    def all(self) -> list[Ints]:
        """Every column that is there."""
        return [*self.columns.values(), self.rest]


def joined(several: Sequence[Rows]) -> Rows:
    """Rows of several places together."""
    # Columns that only some of the rows have are filled up with zeros, the number of the empty hand.
    places = dict.fromkeys(place for rows in several for place in rows.columns)
    columns = {place: np.concatenate([rows.column(place) for rows in several]) for place in places}
    return Rows(columns, np.concatenate([rows.rest for rows in several]))


@dataclass
class Edge:
    """Ways from rows of one layer to rows of another: `source` to `target`, in so many `ways` (one, if `None`).

    Sources are in ascending order.
    """

    # Rows of the layer that the edge leaves, once for each way that is told apart.
    source: Ints
    # Integers of 64 bits, or Python's (`dtype=object`) where these would not do.
    ways: Ints | None = None
    action: str = ""
    # Both are known once the rows that come to a place have merged into a layer.
    layer: int = -1
    target: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


@dataclass(frozen=True)
class Ended:
    """Rows in which a bet ends, each with the number of its end."""

    rows: Ints
    ends: Ints


@dataclass
class Layer:
    """Rows at a place, with the edges that lead on, and the ends of bets that are brought about there."""

    pc: Pc
    rows: Rows
    edges: list[Edge] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)
    chosen: Ints | None = None  # for rows at which somebody chooses: the place of the best action
    # Rows by actions of the operation; only where somebody chooses. `tied` are the best action and those as good.
    legal: Ints | None = None
    tied: Ints | None = None


@dataclass
class Choice:
    """The rows at which somebody chooses, and what they see: all that is not a hand, then a column for each place.

    Of a hand that they do not see, -1 less its size. Solving fills in, for each action that is
    legal anywhere, its `worth` in each row, in units, and how to work out the `reach` of the rows; and of the node
    that its rounds begin at, whether the best play ever comes there (`is_met`).
    """

    op: Ask
    layer: Layer
    rest: Ints
    seen: dict[Place, Ints]
    worth: dict[str, Ints] = field(default_factory=dict)
    unit: Fraction = Fraction(1)
    reaching: Callable[[], tuple[Ints, int]] | None = None
    passing: Callable[[int], set[int]] | None = None
    node: EntryNode | None = None
    is_met: bool = True
    # Where it is there, one row stands for all into which items exchange it.
    symmetry: Symmetry | None = None

    @property
    def reach(self) -> tuple[Ints, int]:
        """The weight of each row, by chance and the best play so far, and that of all rounds from the node together."""
        assert self.reaching is not None
        return self.reaching()

    def ends_without(self, step: int) -> set[int]:
        """The numbers of the ends to which rounds come from the node with the best play, but by no choice of a step."""
        assert self.passing is not None
        return self.passing(step)

    def columns(self) -> list[Ints]:
        """Every column that whoever chooses can tell rows apart by."""
        return told_by(self.rest, self.seen, self.symmetry)


def told_by(rest: Ints, seen: Mapping[Place, Ints], symmetry: Symmetry | None) -> list[Ints]:
    """Columns by which rows are told apart that look so, with a symmetry but for an exchange of items."""
    if symmetry is None:
        return [rest, *seen.values()]
    hands = [column for (kind, _), column in seen.items() if kind == HAND]
    codes = symmetry.codes([np.maximum(column, 0) for column in hands])
    assert codes is not None
    # Of a hidden hand the size alone is seen; nothing is thrown where items are exchanged.
    return [rest, *(np.minimum(column, 0) for column in hands), *codes]


class States:
    """Interned rests of states (all but hands, without what no rule reads) and ends of bets: a number for each."""

    def __init__(self, sliced: Slice) -> None:
        self._slice = sliced
        self._chosen_read = {o.action for o in sliced.all_observables if isinstance(o, m.Chose)}
        self.rest = Interned[State]()
        self.ends = Interned[End]()

    def number(self, state: State) -> int:
        """The number of the rest of a state: everything but hands, and nothing that no rule reads."""
        # Cleared is what stands in columns, the place, which rows of a layer have in common, and what no rule reads.
        cleared = state._replace(
            pc=0,
            hands=Map(),
            thrown=Map(),
            drawn=Map(),
            chosen=frozenset(c for c in state.chosen if c.action in self._chosen_read),
            face_up=state.face_up if self._slice.asks[state.pc] else frozenset(),
            face_down=state.face_down if self._slice.asks[state.pc] else Map(),
            amount=None,
        )
        return self.rest.number(cleared)

    def changed(self, rest: Ints, pc: Pc, change: Callable[[State], State]) -> Ints:
        """The numbers of the rests of rows at a place after a change of each."""
        # Many rows have few different rests, each of which is changed once.
        met, inverse = np.unique(rest, return_inverse=True)
        numbers = [self.number(change(self.rest[number])._replace(pc=pc)) for number in met.tolist()]
        return np.array(numbers, dtype=NUMBER)[inverse.reshape(-1)]


def past(plan: Plan, pc: Pc) -> Pc:
    """The next place at which something is done: what is only told changes nothing."""
    while True:
        match plan.ops[pc]:
            case Tell() | Bets():
                pc += 1
            case Jump(to, ""):
                pc = to
            case _:
                return pc


def onward(plan: Plan, pc: Pc) -> tuple[Pc, ...]:
    """The places at which a round may go on from a place as it is followed: one that is sent back ends there."""
    match plan.ops[pc]:
        case Jump(repeats=provision) if provision:
            return ()
        case _:
            return plan.successors(pc)


def refuse_stop(plan: Plan, pc: Pc) -> None:
    """Refuse a round that stops at a step for want of a rule, where one that only shows the game may do so before it.

    A round that is shown takes the same steps, and is passed over; its bets would be left open by it.

    Raises:
        NotAnalysed: such a round is shown.
    """
    if plan.shows:
        raise NotAnalysed("not-analysed", provisions_at(plan, pc), reason="shown-round-stops")
