"""Rounds stepped by tables, one at a time: values that go on by each object that comes and each choice that is made.

The tables are those of generated code for given objects (`automaton`), made by the process of a round. A
`SteppedRound` stands where a `Position` does after the same moves, with the same moves to come and the same
returns, and gets there in a fraction of the time. What the position has beyond that, it has not.
"""

from collections import Counter
from functools import lru_cache
from typing import Any

from lexludi.base.errors import IllegalAction, InvalidStack
from lexludi.exact.slices import Place
from lexludi.play.plan import Alter, Chance, Verb
from lexludi.play.position import CHANCE, OVER, Tree
from lexludi.play.round_state import KEPT, Money
from lexludi.rules import meaning as m
from lexludi.simulate.automaton import (
    Arrival,
    Automaton,
    HandDigit,
    Pick,
    SignDigit,
    Station,
    Take,
    place_of,
    strides_of,
)
from lexludi.simulate.choosing import AskedChoice
from lexludi.simulate.memory import NotCompiled

# The place of objects that nobody receives.
_ASIDE = -1


class Steps:
    """The tables of the rounds of a tree, all bets placed by one bettor; `root` is the round after them.

    Raises:
        NotCompiled: something for which there are no tables, or several bettors.
    """

    def __init__(self, tree: Tree) -> None:
        if len(tree.players) > 1:
            raise NotCompiled("bettors")
        plan = tree.process.plan
        chances = {pc for pc, op in enumerate(plan.ops) if isinstance(op, Chance)}
        for pc, op in enumerate(plan.ops):
            if isinstance(op, Alter) and isinstance(op.change, m.PutBack) and not chances.isdisjoint(plan.ahead[pc]):
                raise NotCompiled("put_back")  # what came before may come again
        self.tree = tree
        strategy = dict.fromkeys(plan.rules.bets, AskedChoice(()))
        automaton = Automaton(tree.process, tree.bets, strategy, given=True, fresh=tree.fresh)
        self.memories = tuple(automaton.memories.values())
        self.stand = automaton.kinds.stand
        self.hands = tree.process.hands
        self.full = {kind: dict(counts) for kind, counts in self.hands.full.items()}
        self.faces = {kind: tuple(Counter(faces).items()) for kind, faces in tree.material.faces.items()}
        places = {place: i for i, place in enumerate(automaton.memories)}
        stops: dict[int, _Stop] = {}
        for station in automaton.order:
            table = _Table(station, places)
            for number, rest in station.arrivals.items():
                stops[number] = _Stop(number, automaton.arrivals[number], tree, places, table, rest)
        self.stops = [stops.get(n) or _Stop(n, arrival, tree, places) for n, arrival in enumerate(automaton.arrivals)]
        self.root = self.arrived(self.stops[automaton.start], (0,) * len(places), ())

    def __reduce__(self) -> tuple[Any, ...]:
        # What is worked out from the tree does not travel.
        return steps_of, (self.tree,)

    def arrived(self, stop: "_Stop", hands: tuple[int, ...], gone: tuple[int, ...]) -> "SteppedRound":
        """A round that comes to a stop.

        Raises:
            LexludiError: it cannot go on.
        """
        if stop.problem is not None:
            raise stop.problem
        if stop.thrown:  # what is thrown replaces what was shown before
            hands = tuple([0 if place in stop.thrown else hand for place, hand in enumerate(hands)])
        return SteppedRound(self, stop, hands, gone, 0, len(stop.due))


@lru_cache(8)
def steps_of(tree: Tree) -> Steps | None:
    """The tables of the rounds of a tree, if there are any; the last few are kept."""
    try:
        return Steps(tree)
    except NotCompiled:
        return None


class _Table:
    """The table of a station, as lists: for each digit the part of the index that it makes."""

    def __init__(self, station: Station, places: dict[Place, int]) -> None:
        self.of_rest, self.of_choice, *of_digits = strides_of(station.table.shape)
        self.flat = station.table.reshape(-1)
        self.by_hand: list[tuple[int, list[int]]] = []
        self.by_sign: list[tuple[int, int, list[int], list[int], int]] = []
        for digit, stride in zip(station.digits, of_digits, strict=True):
            match digit:
                case HandDigit(place, classes):
                    self.by_hand.append((places[place], (classes * stride).tolist()))
                case SignDigit((one, two), (ranks, others)):
                    self.by_sign.append((places[one], places[two], ranks.tolist(), others.tolist(), stride))

    def next(self, rest: int, choice: int, hands: tuple[int, ...]) -> int:
        """The number of the arrival after some hands and a choice."""
        index = rest * self.of_rest + choice * self.of_choice
        for place, parts in self.by_hand:
            index += parts[hands[place]]
        for one, two, ranks, others, stride in self.by_sign:
            a, b = ranks[hands[one]], others[hands[two]]
            index += ((a > b) + (a >= b)) * stride
        return int(self.flat[index])


class _Stop:
    """An arrival made ready for steps: who is still to receive an object there, and what is legal, by number."""

    def __init__(
        self,
        number: int,
        arrival: Arrival,
        tree: Tree,
        places: dict[Place, int],
        table: _Table | None = None,
        rest: int = 0,
    ) -> None:
        self.number = number
        self.node, self.problem, self.table, self.rest = arrival.node, arrival.problem, table, rest
        self.gain: Money = sum((settled.worth for settled in arrival.settled if settled.result != KEPT), 0)
        self.due: tuple[int, ...] = ()
        self.thrown: frozenset[int] = frozenset()
        self.legal: dict[int, int] = {}  # the place of each choice in the table
        self.kind, self.drawn = "", False
        match self.node:
            case Take(kind=kind, verb=verb, due=due):
                self.kind, self.drawn = kind, verb is Verb.DRAW
                self.due = tuple(_ASIDE if verb is Verb.BURN else places[place_of(self.node, unit)] for unit in due)
                self.thrown = frozenset(self.due if verb is Verb.THROW else ())
            case Pick(legal=legal):
                self.legal = dict(sorted((tree.numbers[choice], place) for place, choice in enumerate(legal)))
            case _:
                pass
        self.choices = tuple(self.legal)


class SteppedRound:
    """A round after some moves, with what a `Position` says of it; it never changes."""

    __slots__ = ("_given", "_gone", "_hands", "_missing", "_steps", "_stop")

    def __init__(
        self, steps: Steps, stop: _Stop, hands: tuple[int, ...], gone: tuple[int, ...], given: int, missing: int
    ) -> None:
        self._steps, self._stop, self._hands, self._gone = steps, stop, hands, gone
        # How many objects have come at this stop, and how many are still to come.
        self._given, self._missing = given, missing

    def __deepcopy__(self, memo: dict[int, Any]) -> "SteppedRound":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _stepped, (self._steps, self._stop.number, self._hands, self._gone, self._given, self._missing)

    @property
    def is_over(self) -> bool:
        """The round has ended, or nothing says how it goes on."""
        return self._stop.node is None

    @property
    def is_chance(self) -> bool:
        """An object comes by chance."""
        return bool(self._missing)

    @property
    def current_player(self) -> int:
        """The player who decides; `CHANCE` or `OVER` where it is nobody."""
        return CHANCE if self._missing else OVER if self._stop.node is None else 0

    def legal_actions(self) -> tuple[int, ...]:
        """The numbers of the choices that no provision forbids, ascending; of objects that can come, at chance."""
        return tuple(sorted([thing for thing, _ in self.ways()])) if self._missing else self._stop.choices

    def allows(self, number: int) -> bool:
        """True of the moves that are among the legal ones."""
        if not self._missing:
            return number in self._stop.legal
        faces = self._steps.faces.get(self._stop.kind)
        if faces is not None:
            return any(face == number for face, _ in faces)
        return self._steps.full[self._stop.kind].get(number, 0) > self._gone.count(number)

    def ways(self) -> tuple[tuple[int, int], ...]:
        """The objects that may come, by number, each with the number of equally likely ways.

        Raises:
            InvalidStack: no object is left.
        """
        if not self._missing:
            return ()
        kind = self._stop.kind
        faces = self._steps.faces.get(kind)
        if faces is not None:
            return faces
        left = self._steps.full[kind].copy()
        # What is gone may be of another stock.
        for thing in self._gone:
            if thing in left:
                left[thing] -= 1
        ways = tuple([way for way in left.items() if way[1]])
        if not ways:
            raise InvalidStack("stock-exhausted", kind=kind)
        return ways

    def returns(self) -> tuple[Money, ...]:
        """The gain of the player, once the round is over; exact."""
        return (self._stop.gain,)

    def moved(self, number: int) -> "SteppedRound":
        """The round after a move that is among the legal ones, which is not looked at again.

        Raises:
            LexludiError: it cannot go on from there.
        """
        steps, stop, hands, gone = self._steps, self._stop, self._hands, self._gone
        choice = 0
        if self._missing:
            # Where the first object says how many are burned, one place is due, and stands for those of all that
            # follow.
            place, given, missing = stop.due[min(self._given, len(stop.due) - 1)], self._given + 1, self._missing - 1
            if place != _ASIDE:
                after = steps.memories[place].after(hands[place], steps.stand[number], drawn=stop.drawn)
                assert after is not None, number
                hands = (*hands[:place], after, *hands[place + 1 :])
            elif isinstance(stop.node, Take) and stop.node.by_first and given == 1:
                missing = stop.node.by_first.more_after(steps.hands.number(number))
            if stop.kind not in steps.faces:
                gone = (*gone, number)
            if missing:
                return SteppedRound(steps, stop, hands, gone, given, missing)
        elif number not in stop.legal:
            raise IllegalAction("round-over")
        else:
            choice = stop.legal[number]
        assert stop.table is not None
        return steps.arrived(steps.stops[stop.table.next(stop.rest, choice, hands)], hands, gone)


def _stepped(
    steps: Steps, stop: int, hands: tuple[int, ...], gone: tuple[int, ...], given: int, missing: int
) -> SteppedRound:
    return SteppedRound(steps, steps.stops[stop], hands, gone, given, missing)
