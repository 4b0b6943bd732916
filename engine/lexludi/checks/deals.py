"""Witness deals: the objects that bring a round to a row that was reached, dealt by the process of a round."""

from collections import Counter, deque
from collections.abc import Iterator
from itertools import pairwise
from random import Random

from lexludi.checks.layers import ReachableLayer, Spot
from lexludi.checks.reachable import Reachable
from lexludi.checks.situations import ExampleDeal, NotSearched
from lexludi.exact.slices import DRAWN, HAND, THROWN, Place
from lexludi.play.plan import Alter, BeginShow, Chance, Pc, Unit, Verb
from lexludi.play.process import Process
from lexludi.play.round_state import ChanceNode, DecisionNode, Node, State
from lexludi.rules import meaning as m
from lexludi.rules.bind import resolved

Hand = tuple[int, ...]

# How often a shown round is tried with other objects, and in how many operations it has to come to its end.
SHOWN_TRIED, LONGEST_SHOWN = 100, 1_000


def deal_of(reachable: Reachable, spot: Spot, observables: tuple[m.Observable, ...]) -> tuple[State, ExampleDeal]:
    """The state of a round at a row, and the deal that leads to it; only hands that are read, where any are.

    Raises:
        NotSearched: a round is shown before, and no objects were found that bring it to its end; or objects for what is
            dealt before the row, as steps are written, are used up.
    """
    path = _path(reachable, spot)
    supply = _Supply(reachable, path)
    state = _played(reachable, path, supply)
    held = _held(state)
    asked = resolved(observables, reachable.questions.judge.rules)
    read = dict.fromkeys(place for o in asked for place in reachable.slice.places(o, spot.who))
    hands = {place: held[place] for place in read if place in held} or held
    naming = reachable.plan.bets[spot.who.bet].naming if spot.who.bet >= 0 else ""
    read_of = tuple((unit, hand) for (_, unit), hand in hands.items())
    kept = tuple((f"value:{memory}", number) for memory, number in state.memory.items())
    return state, ExampleDeal(read_of, tuple(supply.order), naming, reachable.status, spot.who.unit, kept)


def is_after_show(reachable: Reachable, spot: Spot) -> bool:
    """A round that is only shown comes before a row."""
    ops = (reachable.plan.ops[layer.pc] for layer, _ in _path(reachable, spot))
    return any(isinstance(op, Alter) and isinstance(op.change, BeginShow) for op in ops)


def used_up(reachable: Reachable, spot: Spot) -> tuple[Pc, ExampleDeal]:
    """The place of the deal or draw for which nothing is left, as steps are written, and all hands by then.

    It may be one before the row: deals that were put off come where they stand, and take objects.

    Raises:
        NotSearched: a round is shown before, and no objects were found that bring it to its end; or there are enough
            for all that is burned.
    """
    supply = _Supply(reachable, _path(reachable, spot))
    for state in _states(reachable, supply):
        if isinstance(state, ChanceNode):
            held = tuple((unit, hand) for (_, unit), hand in _held(state.state).items())
            return state.state.pc, ExampleDeal(held, tuple(supply.order), status=reachable.status)
    raise NotSearched("used-up")


def _held(state: State) -> dict[Place, Hand]:
    """All hands of a round, and what was thrown last."""
    held = {(HAND, unit): hand for unit, hand in (state.views | state.hands).items()}
    return held | {(THROWN, unit): hand for unit, hand in state.thrown.items()}


def _path(reachable: Reachable, spot: Spot) -> list[tuple[ReachableLayer, int]]:
    """The layers from the beginning of a round to a row, each with the row that leads there."""
    out = []
    number, row = spot.layer, spot.row
    while number >= 0:
        layer = reachable.layers[number]
        out.append((layer, row))
        number, row = int(layer.before[row]), int(layer.origin[row])
    return out[::-1]


class _Supply:
    """Chance and choices along a path; anything that is left, where the path does not say."""

    def __init__(self, reachable: Reachable, path: list[tuple[ReachableLayer, int]]) -> None:
        self.found = reachable
        self.order: list[int] = []
        self.choices: deque[str] = deque()
        self.dealt: dict[Unit, deque[int]] = {}
        self.thrown: dict[Unit, deque[int]] = {}
        # The kinds of what is dealt, each with who receives it, in the order of the path.
        self.coming: list[tuple[Unit, int]] = []
        self._used: Counter[int] = Counter()
        self._chance: Random | None = None
        self._kind = {thing: number for number, kind in enumerate(reachable.kinds) for thing in kind.members}
        for (before, row), (after, to) in pairwise(path):
            self._note(before, row, after, to)

    def _note(self, before: ReachableLayer, row: int, after: ReachableLayer, to: int) -> None:
        if (action := int(after.action[to])) >= 0:
            self.choices.append(self.found.actions[action])
        op = self.found.plan.ops[before.pc]
        if not isinstance(op, Chance) or before.pc in self.found.told_apart.jumps:
            return
        objects = self.found.table.objects
        for unit in op.units:
            if op.verb is Verb.THROW:
                shown = objects(int(after.rows.column((THROWN, unit))[to]))
                self.thrown.setdefault(unit, deque()).extend(shown)
            else:
                # What came is what the hand holds beyond what it held.
                old = Counter(objects(int(before.rows.column((HAND, unit))[row])))
                new = list(_without(objects(int(after.rows.column((HAND, unit))[to])), old))
                # Rows keep hands in no order but for the object drawn last (its kind plus 1; 0 for none): that comes
                # last.
                last = int(after.rows.column((DRAWN, unit))[to])
                if op.verb is Verb.DRAW and last and (stands := self.found.kinds[last - 1].stands) in new:
                    new.remove(stands)
                    new.append(stands)
                self.dealt.setdefault(unit, deque()).extend(new)
                self.coming += [(unit, self._kind[thing]) for thing in new]

    def give(self, process: Process, node: ChanceNode) -> State:
        """The state after the next object.

        Raises:
            NotSearched: as steps are written, there is none left that the path wants.
        """
        op = process.plan.ops[node.state.pc]
        assert isinstance(op, Chance)
        queue = {Verb.THROW: self.thrown, Verb.BURN: {}}.get(op.verb, self.dealt).get(node.unit)
        possible = dict(process.outcomes(node))
        if queue and node.state.shown is None:
            wanted = self._kind[queue.popleft()]
            if op.verb is not Verb.THROW:
                self.coming.remove((node.unit, wanted))
            things = [thing for thing in possible if self._kind[thing] == wanted]
        else:
            things = list(self._spare(possible)) or self._wanted_last(possible)
        if not things:
            raise NotSearched("used-up")
        # Objects alike take turns, so that the deal of an example shows different ones.
        thing = self._chance.choice(things) if self._chance else min(things, key=lambda t: self._used[t])
        self._used[thing] += 1
        self.order.append(thing)
        return process.give(node, thing)

    def show(self, process: Process, begun: State) -> State:
        """The state after a round that is only shown, with objects that bring it to its end.

        Raises:
            NotSearched: none were found.
        """
        used, came = self._used.copy(), len(self.order)
        for attempt in range(SHOWN_TRIED):
            # At random, where those whose turn it is do not: nothing says how the round goes on, or it goes on and on.
            self._chance = Random(attempt) if attempt else None
            state: State | Node = begun
            for _ in range(LONGEST_SHOWN):
                match state:
                    case State(shown=None):
                        self._chance = None
                        return state
                    case State():
                        state = process.step(state, None)
                    case ChanceNode() if [*self._spare(dict(process.outcomes(state)))]:
                        state = self.give(process, state)
                    case _:
                        break
            self._used = used.copy()
            del self.order[came:]
        raise NotSearched("shown")

    def _spare(self, possible: dict[int, int]) -> Iterator[int]:
        """The objects that may come without any missing later."""
        wanted = Counter(self._kind[thing] for queue in self.dealt.values() for thing in queue)
        left: Counter[int] = Counter()
        for thing, number in possible.items():
            left[self._kind[thing]] += number
        return (thing for thing in possible if left[self._kind[thing]] > wanted[self._kind[thing]])

    def _wanted_last(self, possible: dict[int, int]) -> list[int]:
        """Of objects that are all wanted later, and too few, those of the kind for which it is longest till then."""
        kinds = {self._kind[thing] for thing in possible}
        last = next((kind for _, kind in reversed(self.coming) if kind in kinds), -1)
        return [thing for thing in possible if self._kind[thing] == last]


def _without(hand: Hand, gone: Counter[int]) -> Iterator[int]:
    """The objects of a hand that it did not hold before, in their order."""
    for thing in hand:
        if gone[thing]:
            gone[thing] -= 1
        else:
            yield thing


def _played(reachable: Reachable, path: list[tuple[ReachableLayer, int]], supply: _Supply) -> State:
    """The state of the round that a path leads to, played as its steps are written."""
    target = path[-1][0].pc
    # A place in a loop is met several times; the path ends at the last of its visits.
    visits = sum(layer.pc == target for layer, _ in path)
    place = _before_deals_were_put_off(reachable, target)
    for state in _states(reachable, supply):
        if isinstance(state, ChanceNode):
            raise NotSearched("used-up")
        if state.pc == place and state.due is None:
            visits -= 1
            if not visits:
                return state
    raise AssertionError(place)  # a row stands for a round that comes there


def _states(reachable: Reachable, supply: _Supply) -> Iterator[State | ChanceNode]:
    """The states of a round that is played as its steps are written; last what nothing is left for, if that comes.

    Raises:
        NotSearched: there is no object left that the path wants, or no objects bring a shown round to its end.
    """
    process = reachable.as_written
    state = reachable.begun(process)
    while True:
        yield state
        match process.step(state, None):
            case State(shown=()) as begun:
                state = supply.show(process, begun)
            case State() as state:
                pass
            case ChanceNode() as node if not process.outcomes(node):
                yield node
                return
            case ChanceNode() as node:
                state = supply.give(process, node)
            case DecisionNode() as node if supply.choices:
                state = process.choose(node, supply.choices.popleft())
            case _:
                return  # the end of the round, or a choice of which the path says nothing


def _before_deals_were_put_off(reachable: Reachable, pc: Pc) -> Pc:
    """The place of an operation in the program in which nothing was put off: every deal there stands for one here."""
    # Every deal was put in anew and left a step that only tells where it had stood: so many operations are more.
    ops = reachable.plan.ops[:pc]
    return pc - sum(isinstance(op, Chance) and op.verb is Verb.DEAL for op in ops)
