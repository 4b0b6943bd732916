"""The procedure of a round, once: the steps of bound rules written down as a flat program of a dozen operations.

Who is concerned, in which order, under which guard, what follows from an action and where
a repetition goes back to is decided here and nowhere else. Bets are known when the program
is written, so loops over bettors and hands are unrolled and no frames are needed: a place
in the program is a number, which can be kept, compared and looked ahead from.

Whoever runs a round says what the operations do: on one state (`process`), on arrays of
states with weights, or as expressions of generated code.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from enum import Enum
from functools import cached_property, partial
from itertools import groupby, product
from typing import Any, NamedTuple, TypeVar, assert_never

from lexludi.base.frozen import dataclass
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules, observables_of, resolved
from lexludi.rules.model import PLACE_BET, EarlierSteps, under
from lexludi.rules.parts import Division, division_named, part_in, part_of, whole_of
from lexludi.rules.throws import thrower

N = TypeVar("N")

Pc = int

Unit = str  # a holder of objects: `dealer`, `box-3`, `player-1`


class Placed(NamedTuple):
    """A bet as a program knows it; `unit` is whose hand it plays with, `stake` one, or zero where rules may put it."""

    bettor: str
    holder: str
    bet: str
    stake: Any
    naming: str = ""
    unit: Unit = ""


class Who(NamedTuple):
    """Whom an operation concerns: a holder, and a bet by its place in the list (-1 for none)."""

    unit: Unit = ""
    bet: int = -1


# ── Operations ──────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Tell:
    """Something that is told and changes nothing."""

    kind: str
    provisions: tuple[str, ...]
    party: str = ""
    names: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()


@dataclass(frozen=True)
class BetOpen:
    """A condition of the procedure itself: the bet is undecided, and of a kind where one is named.

    It may ask instead whether the bet was `placed`, decided or not. Of several by whose stakes
    together a `window` is limited it is the first that is open, and only until that is used.
    """

    kind: str = ""
    placed: bool = False
    window: m.Place | None = None


@dataclass(frozen=True)
class Branch:
    """Go on where a condition holds, else to `no`.

    `provisions` are those of the step that is taken, or gone back from, under the condition.
    What is done once for the table needs one answer: `others` are the parties for whom the
    condition must hold or fail as it does for `who`; where they differ, nothing says how the
    round goes on.
    """

    condition: m.Condition | BetOpen
    who: Who
    no: Pc
    others: tuple[Who, ...] = ()
    provisions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Require:
    """Ask the norms on an action of a role: go on where it must be done, to `no` where it must not.

    Norms on a single holder that speak of those who bet are asked for each of `parties`, and
    the answer must be the same for all. `provisions` make it depend on a condition that they are asked now.
    """

    role: str
    action: str
    who: Who
    no: Pc
    parties: tuple[Who, ...] = ()
    provisions: tuple[str, ...] = ()


class Verb(Enum):
    """The ways in which objects come by chance, as traces call them."""

    DEAL = "dealt"
    DRAW = "drawn"
    BURN = "burned"
    THROW = "thrown"


@dataclass(frozen=True)
class Chance:
    """Objects of a kind come by chance, one after another.

    A deal gives each of `units` in turn `batch` objects until it holds `count`; a draw and a
    throw give `count` to the one unit; what is burned goes to nobody, and where `count` is
    `None`, one object and as many as it counts (`instead`, if that is zero), itself among
    them if `with_first`.
    """

    verb: Verb
    kind: str
    units: tuple[Unit, ...]
    count: int | None
    provisions: tuple[str, ...]
    batch: int = 1
    instead: int = 0
    with_first: bool = False
    face_up: bool = False

    def more_after(self, counts: int) -> int:
        """The number of objects more that are burned after a first object that counts so much."""
        return max(0, (counts or self.instead) - self.with_first)


@dataclass(frozen=True)
class Ask:
    """Somebody chooses an action for a hand and a bet; each leads to its place in `to`.

    A choice that is `shared` concerns every bet that plays with the hand; `after` is where
    the round goes on when the turn is over.
    """

    who: Who
    bettor: str
    shared: bool
    actions: tuple[str, ...]
    to: tuple[Pc, ...]
    provisions: tuple[str, ...]
    again: bool = False  # asked until something holds
    after: Pc = -1
    window: m.Place | None = None  # the bet that may be placed, and up to how much, where that is the choice
    parts: tuple[m.Part, ...] = ()  # each action is a way to divide the hand into these, where there are any
    exchange: m.Exchange | None = None  # each action says instead what stays of the hand, and what is given up

    @property
    def acts(self) -> tuple[str, ...]:
        """The actions about which norms are asked: in a window, that of placing a bet."""
        return (PLACE_BET,) if self.window else self.actions

    @property
    def is_of_objects(self) -> bool:
        """True where the alternatives are which objects of the hand go where."""
        return bool(self.parts) or self.exchange is not None


@dataclass(frozen=True)
class Chosen:
    """An action has been chosen."""

    action: str


@dataclass(frozen=True)
class TurnUp:
    """A hand is turned up."""


@dataclass(frozen=True)
class BeginShow:
    """A round without bets begins that only shows the game."""


@dataclass(frozen=True)
class EndShow:
    """Such a round has ended: its objects leave the game."""


@dataclass(frozen=True)
class Divide:
    """A hand is divided into parts: the objects at some places of it to each, or (`None`) as ranks highest."""

    role: str
    parts: tuple[m.Part, ...]
    division: Division | None


@dataclass(frozen=True)
class GiveUp:
    """The objects at some places of a hand are given up: they lie with nobody who plays, and not in the stock."""

    places: tuple[int, ...]


Change = (
    m.Outcome
    | m.Double
    | m.Reduce
    | m.PutOn
    | m.Split
    | m.Place
    | m.Remember
    | m.Feed
    | m.Move
    | m.Combine
    | m.RoundsLeft
    | m.PutBack
    | m.PlaceMarker
    | Chosen
    | Divide
    | GiveUp
    | TurnUp
    | BeginShow
    | EndShow
)


@dataclass(frozen=True)
class Alter:
    """A change of the state of the round; where `shared`, of every bet that plays with the hand.

    Else it is of the bet concerned, or, where there is none in particular, of those that `bettor` has with the hand.
    """

    change: Change
    who: Who
    provisions: tuple[str, ...]
    bettor: str = ""
    shared: bool = False


@dataclass(frozen=True)
class Settle:
    """A bet is settled by the rules on its kind; `provisions` make it depend on a condition that it is settled now."""

    bet: int
    provisions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bets:
    """Bets are accepted, unless there are some already."""

    provisions: tuple[str, ...]


@dataclass(frozen=True)
class Jump:
    """Go on at a place; `repeats` is the provision from which steps are repeated, if any are, by `provisions`."""

    to: Pc
    repeats: str = ""
    provisions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finish:
    """The round is over; what is looked at then comes after this."""


@dataclass(frozen=True)
class Stop:
    """Nothing more happens."""


Op = Tell | Branch | Require | Chance | Ask | Alter | Settle | Bets | Jump | Finish | Stop


class Basis(NamedTuple):
    """The readings that a step is there for, the inferences by which it comes before others, and its place (or -1)."""

    readings: tuple[str, ...] = ()
    put_before: tuple[EarlierSteps, ...] = ()
    step: int = -1


@dataclass(frozen=True)
class Plan:
    """The program of a round with given bets, which is all that its operations need to know of the rules.

    Behind the bets that were placed stand those on which rules may put an amount, of no stake
    yet; `puts` gives the place of each by the bet beside which it stands, and its kind; `seconds`
    that of the bet on a second hand, by the bet on the one that is split, and the name of the second.
    `bases` are, for each operation, what its step is there by.
    """

    rules: BoundRules = field(repr=False)
    bets: tuple[Placed, ...]
    ops: tuple[Op, ...]
    betting: tuple[Pc, ...]  # where bets are accepted, in the order of the steps
    bases: tuple["Basis", ...] = ()
    puts: Mapping[tuple[int, str], int] = field(default_factory=dict)
    seconds: Mapping[tuple[int, str], int] = field(default_factory=dict)

    def lowers(self, choice: str) -> bool:
        """A choice lowers the stake, to an amount that is named with it."""
        return any(isinstance(effect, m.Reduce) for effect in self.rules.consequences([choice]))

    @cached_property
    def asks(self) -> Mapping[Pc, Ask]:
        """All choices of the program, by their places."""
        return {pc: op for pc, op in enumerate(self.ops) if isinstance(op, Ask)}

    @cached_property
    def shows(self) -> bool:
        """A round that only shows the game is part of it."""
        return any(isinstance(op, Alter) and isinstance(op.change, BeginShow) for op in self.ops)

    @cached_property
    def first(self) -> tuple[int, ...]:
        """For each bet the place of that which was placed: its own, or that of the one beside which rules put it."""
        first = list(range(len(self.bets)))
        # A bet that is added beside another has the higher place: in ascending order the origin of that is known. An
        # amount may also be put back on a bet that was there before, which keeps its origin.
        for (beside, _), place in sorted((*self.puts.items(), *self.seconds.items()), key=lambda put: put[1]):
            if beside < place:
                first[place] = first[beside]
        return tuple(first)

    @cached_property
    def wagers(self) -> tuple[tuple[int, ...], ...]:
        """The places of each bet that was placed, with those of the bets that rules may put beside it."""
        return tuple(tuple(p for p, f in enumerate(self.first) if f == origin) for origin in dict.fromkeys(self.first))

    def may_be(self, place: int) -> tuple[tuple[str, str], ...]:
        """All that a bet may come to be in the round, as kinds with what is named as these; first as it was placed."""
        bet, names = self.bets[place], self.rules.source.names
        kinds = self.rules.kinds[bet.bet]
        told = {rule.effect.to for rule in self.rules.outcomes if isinstance(rule.effect, m.GoOn)}
        # A bet that is put beside another comes to name what that one does.
        told |= {bet.bet} if place in self.puts.values() else set()
        named = [naming for kind in kinds if kind in told for naming in names[kind].followed]
        return tuple(product(kinds, dict.fromkeys((bet.naming, *named))))

    @cached_property
    def finish(self) -> Pc:
        """The place where the round is over."""
        return next(pc for pc, op in enumerate(self.ops) if isinstance(op, Finish))

    @property
    def always_accepts_bets(self) -> bool:
        """No round comes to its end without having come to where bets are accepted."""
        before = reachable([0], lambda pc: () if isinstance(self.ops[pc], Bets) else self.successors(pc))
        return not any(isinstance(self.ops[pc], Stop) for pc in before)

    def successors(self, pc: Pc) -> tuple[Pc, ...]:
        """The places at which a round may go on from a place."""
        match self.ops[pc]:
            case Stop():
                return ()
            case Jump(to):
                return (to,)
            case Branch(no=no) | Require(no=no):
                return (pc + 1, no)
            case Ask(to=to):
                return to
            case Tell() | Chance() | Alter() | Settle() | Bets() | Finish():
                return (pc + 1,)
        assert_never(self.ops[pc])

    @cached_property
    def ahead(self) -> Mapping[Pc, frozenset[Pc]]:
        """For each place, all places that a round may come to from it, itself aside unless it comes back."""
        return ahead({pc: self.successors(pc) for pc in range(len(self.ops))})


def reachable(start: Iterable[N], following: Callable[[N], Iterable[N]]) -> set[N]:
    """The places, or other nodes, that are reached from some, these among them, by those that follow each."""
    reached, waiting = set[N](), [*start]
    while waiting:
        if (node := waiting.pop()) not in reached:
            reached.add(node)
            waiting += following(node)
    return reached


def ahead(successors: Mapping[Pc, tuple[Pc, ...]]) -> dict[Pc, frozenset[Pc]]:
    """For each place all that come after it, by those that come next (transitive closure)."""
    later: dict[Pc, frozenset[Pc]] = dict.fromkeys(successors, frozenset())
    changed = True
    while changed:  # most places lead to later ones, so that it takes one more pass for every loop within another
        changed = False
        # From the last place up, so that without loops one pass finds everything.
        for pc in sorted(successors, reverse=True):
            after = frozenset(successors[pc]).union(*(later[to] for to in successors[pc]))
            if len(after) > len(later[pc]):
                later[pc], changed = after, True
    return later


# ── Writing it down ─────────────────────────────────────────────────────────


def walk(rules: BoundRules, bets: tuple[Placed, ...] = (), *, shown: bool = False) -> Plan:
    """The program of a round with these bets; without any, as far as a round goes before there are.

    One that is `shown` before the betting is written by itself, as if nothing came before or after it.
    """
    writer = _Walk(rules, bets)
    writer.round(shown=shown)
    return writer.plan()


def follow_up(rules: BoundRules, action: str, unit: Unit, bettor: str) -> Plan:
    """The program of what follows at once from an action that is not a choice: for a bettor, and one hand."""
    writer = _Walk(rules, ())
    writer.consequences(action, Who(unit), bettor, shared=False, otherwise=())
    # It stops before the end of a round, to which an irregularity leads that voids the round meanwhile.
    writer.ops += [Stop(), Finish(), Stop()]
    return writer.plan()


_Beside = dict[tuple[int, str], int]


def _with_puts(rules: BoundRules, bets: tuple[Placed, ...]) -> tuple[tuple[Placed, ...], _Beside, _Beside]:
    """Bets with those that rules may put beside them, of no stake; and the places of these, by bet and kind.

    What is put on a kind that a bet has come of is put on that same bet.
    Last come the places of bets on second hands, by bet and the name of the hand.
    """
    choices = [step for rule in rules.steps if isinstance(step := rule.effect, m.Choose)]
    # Under some settings no step offers an action, nor is it done by rule.
    done = rules.choosable | rules.followed
    upon = rules.consequences(action for action in rules.upons if action in done)
    put = [effect for effect in upon if isinstance(effect, m.PutOn)]
    splits = [effect for effect in upon if isinstance(effect, m.Split)]
    windows = [step.window for step in choices]
    effects: list[m.PutOn | m.Place] = [*put, *(window for window in windows if window is not None)]
    every, puts, seconds = list(bets), _Beside(), _Beside()
    above: dict[int, int] = {}
    # The list grows while it is walked, since on a bet beside another an amount may be put in turn. It ends: beside
    # bets that were put no kind comes twice on the way back to the one that was placed.
    for place, bet in enumerate(every):
        for split in splits:
            is_whole = bet.unit and not part_in(bet.unit)  # what came of a split is not split again
            if is_whole and split.bet in rules.kinds[bet.bet] and (place, split.hand) not in seconds:
                seconds[place, split.hand] = len(every)
                every.append(bet._replace(unit=part_of(bet.unit, split.hand), stake=0))
        for effect in effects:
            if effect.bet not in rules.kinds[bet.bet] or (place, effect.to) in puts:
                continue
            target: int | None = place
            if effect.bet != effect.to:
                # Up from it towards the bet that was placed, until one is of that kind from the beginning: what may
                # only become so may still be what it was.
                target = above.get(place)
                while target is not None and every[target].bet != effect.to:
                    target = above.get(target)
            if target is None:
                target = len(every)
                above[target] = place
                every.append(bet._replace(bet=effect.to, stake=0, naming=""))
            puts[place, effect.to] = target
    return tuple(every), puts, seconds


class _Label:
    """A label of the program: a place that is not known until it is marked."""

    def __init__(self) -> None:
        self.pc = -1


# One operation after another is written; where it leads is a label, and jumps are made of labels at the end, when all
# places are known (backpatching).
class _Walk:
    def __init__(self, rules: BoundRules, bets: tuple[Placed, ...]) -> None:
        self.rules = rules
        self.bets, self.puts, self.seconds = _with_puts(rules, bets)
        self.ops: list[Op | Callable[[], Op]] = []
        self.betting: list[Pc] = []
        self.bases: list[Basis] = []
        self.starts: dict[str, _Label] = {}
        self.places = {rule.eid for rule in rules.steps}
        # Kinds of bets that rules move, with those that they move to: found once for all steps that settle bets.
        self.moves = {(e.bet, e.to) for rule in rules.outcomes if isinstance(e := rule.effect, m.GoOn)}
        self.end = _Label()

    def round(self, *, shown: bool) -> None:
        """Write down the steps of a round, its end, and what is looked at then."""
        self._steps(shown=shown)
        self._mark(self.end)
        self.ops.append(Finish())
        self._rest_on(Basis())
        for closing in _soonest_first(self.rules.closings):
            skip = self._at_table(closing.condition, closing.provisions)
            self.ops.append(Alter(closing.effect, Who(), closing.provisions))
            self._mark(skip)
            self._rest_on(Basis(closing.readings))
        self.ops.append(Stop())

    def plan(self) -> Plan:
        self._rest_on(Basis())
        ops = tuple(op() if callable(op) else op for op in self.ops)
        return Plan(self.rules, self.bets, ops, tuple(self.betting), tuple(self.bases), self.puts, self.seconds)

    def _rest_on(self, basis: Basis) -> None:
        """The operations written since are there by a basis."""
        self.bases += [basis] * (len(self.ops) - len(self.bases))

    def _mark(self, label: _Label) -> None:
        label.pc = len(self.ops)

    def _branch(
        self,
        condition: m.Condition | BetOpen,
        who: Who,
        provisions: tuple[str, ...] = (),
        no: _Label | None = None,
        others: Iterable[Who] = (),
    ) -> _Label:
        """Go on where a condition holds, of others as of one; the label to be marked where it does not."""
        no = no or _Label()
        self.ops.append(lambda: Branch(condition, who, no.pc, tuple(others), provisions))
        return no

    def _guard(self, condition: m.Condition | None, who: Who, provisions: tuple[str, ...]) -> _Label:
        return _Label() if condition is None else self._branch(condition, who, provisions)

    def _guard_hands(
        self, units: tuple[Unit, ...], guard: m.Condition | None, provisions: tuple[str, ...], who: Who | None = None
    ) -> _Label:
        """Go on where holders take part (a second hand from the split on), and a condition holds, if there is one."""
        no, yes = _Label(), _Label()
        parties = [party for party in self._parties(observables_of(guard)) if party.unit in units] or [Who()]
        # What is done once with a hand needs one answer of all who play with it.
        if not any(map(self._is_second, units)):
            first, *others = (who,) if who else parties
            return no if guard is None else self._branch(guard, first, provisions, no, others)
        # Of those whose hand may be split off another, the first for whom it was, and those after it.
        for number, party in enumerate(parties):
            absent = self._branch(BetOpen(placed=True), party, no=no if party is parties[-1] else None)
            if guard is not None:
                first, *others = (who,) if who else parties[number:]
                self._branch(guard, first, provisions, no, others)
            if absent is not no:
                self._jump(yes)
                self._mark(absent)
        self._mark(yes)
        return no

    def _each(self, role: str, guard: m.Condition | None, provisions: tuple[str, ...]) -> Iterator[Unit]:
        """The holders of a role, for each of which something is written down under a guard (`_guard_hands`)."""
        for unit in self._units((role,)):
            skip = self._guard_hands((unit,), guard, provisions)
            yield unit
            self._mark(skip)

    def _is_second(self, unit: Unit) -> bool:
        """A holder has a hand only where another has been split."""
        return any(self.bets[second].unit == unit for second in self.seconds.values())

    def _jump(self, to: _Label, repeats: str = "", provisions: tuple[str, ...] = ()) -> None:
        self.ops.append(lambda: Jump(to.pc, repeats, provisions))

    # ── Steps ───────────────────────────────────────────────────────────────

    def _steps(self, *, shown: bool = False) -> None:
        """The steps in their order; those of a round that is only shown take no bets."""
        placed, opening = (self.bets, self.puts, self.seconds), self._opening()
        # Until bets are accepted there are none, whoever places one later.
        self.bets, self.puts, self.seconds = (), {}, {}
        self.starts = {}
        self._write(range(opening), shown)
        self.bets, self.puts, self.seconds = placed
        again, past = self._again(opening), _Label()
        if again < opening:
            # A round that goes back before the betting comes there with bets: these steps are written once more.
            self._jump(past)
            for rule in self.rules.steps[again:opening]:
                self.starts.pop(rule.eid, None)
        self._write(range(again, opening), shown)
        self._mark(past)
        self._write(range(opening, len(self.rules.steps)), shown)

    def _opening(self) -> int:
        """The first step to which a round may come with bets: the one that accepts them."""
        steps = enumerate(self.rules.steps)
        return next((number for number, rule in steps if isinstance(rule.effect, m.OpenBets)), 0)

    def _again(self, opening: int) -> int:
        """The first step to which a round may go back with bets, if that is before they are accepted."""
        first, steps = opening, self.rules.steps
        while True:
            targets = [rule.effect.target for rule in steps[first:] if isinstance(rule.effect, m.Repeat)]
            back = (number for number, rule in enumerate(steps) if any(under(rule.eid, target) for target in targets))
            if (earlier := min((first, *back))) == first:
                return first
            first = earlier

    def _write(self, numbers: range, shown: bool) -> None:
        """Write down some steps in a row."""
        for number in numbers:
            rule = self.rules.steps[number]
            # Of several steps of a provision a repetition goes back to the first.
            if rule.eid not in self.starts:
                self.starts[rule.eid] = _Label()
                self._mark(self.starts[rule.eid])
            if shown and isinstance(rule.effect, m.OpenBets | m.Demonstrate):
                continue
            basis = self._basis(rule, number)
            if rule.condition is not None and self._is_per_party(rule.effect, rule.condition):
                self._step(rule, basis, rule.condition)
            else:
                skip = self._at_table(rule.condition, rule.provisions)
                self._step(rule, basis, None)
                self._mark(skip)
            self._rest_on(basis)

    def _basis(self, rule: BoundRule[m.Step], number: int) -> Basis:
        """The basis of a step; an inference counts where a step that it was put before is still there."""
        return Basis(rule.readings, tuple(i for i in rule.put_before if self.places.intersection(i.passed)), number)

    def _is_per_party(self, step: m.Step, condition: m.Condition) -> bool:
        """A step under a condition that is asked of each party or bet that the step concerns."""
        if not concerns_party(observables_of(condition), self.rules):
            return False
        match step:
            case m.Choose() | m.Settle() | m.Feed():
                return True
            case (
                m.Comply(role=role) | m.Reveal(role) | m.Throw(role) | m.DivideHighest(role=role) | m.Combine(role=role)
            ):
                return not self.rules.fixed(role)
            case m.Deal(roles=roles):
                # Dealt to holders and to a single one together, objects come in one deal, which is asked about once.
                return not any(map(self.rules.fixed, roles))
            case _:
                return False

    def _parties(self, observables: Iterable[m.Observable]) -> tuple[Who, ...]:
        """Those of whom something is asked: who bet, each with a hand; or their bets, where these may differ."""
        of_bets = any(observable.scope is m.Scope.BET for observable in resolved(observables, self.rules))
        # With the first of their bets, or any that may come with a second hand.
        each = range(len(self.bets)) if of_bets else self.seconds.values()
        first = dict[tuple[str, Unit, int], Who]()
        for index, bet in enumerate(self.bets):
            first.setdefault((bet.bettor, bet.unit, index if index in each else -1), Who(bet.unit, index))
        return tuple(first.values())

    def _at_table(self, condition: m.Condition | None, provisions: tuple[str, ...]) -> _Label:
        """A condition of what is done once for the table; the label to be marked where it does not hold."""
        if condition is None or not concerns_party(observables_of(condition), self.rules):
            return self._guard(condition, Who(), provisions)
        parties = self._parties(observables_of(condition))
        if not parties:  # of nobody nothing holds
            return self._branch(m.Always(False), Who())
        who, *others = parties
        return self._branch(condition, who, provisions, others=others)

    def _step(self, rule: BoundRule[m.Step], basis: Basis, guard: m.Condition | None) -> None:
        """One step, there by a basis; `guard` is a condition that is asked of each party."""
        step, provisions = rule.effect, rule.provisions
        # What comes of these steps others say: a step itself decides something where it is taken under a condition.
        when = () if rule.condition is None else provisions
        match step:
            case m.OpenBets():
                self.betting.append(len(self.ops))
                self.ops.append(Bets(provisions))
            case m.Ceremony(kind, role, what):
                self.ops.append(Tell(kind, provisions, role, ("kind" if kind == "shuffled" else "action",), (what,)))
            case m.PlaceMarker() | m.Remember():
                self.ops.append(Alter(step, Who(), provisions))
            case m.Burn():
                self._burn(step, provisions)
            case m.Demonstrate(rounds):
                self._demonstrate(rounds, basis, provisions)
            case m.Deal(roles, batch, kind, face_up, count):
                every = tuple(self._units(roles))
                # Under a condition of their own, holders are dealt to one by one; second hands where there are any.
                together = tuple(unit for unit in every if guard is None and not self._is_second(unit))
                for units in [together, *((unit,) for unit in every if unit not in together)]:
                    if not units:
                        continue
                    skip = self._guard_hands(units, guard, provisions)
                    self.ops.append(Chance(Verb.DEAL, kind, units, count, provisions, batch, face_up=face_up))
                    self._mark(skip)
            case m.Throw(role, kind):
                thrown = next(t.count for t in self.rules.source.thrown if t.object == kind)
                assert isinstance(thrown, int)
                for unit in self._each(role, guard, provisions):
                    # A throw lies under the plain name of its holder, whatever the rules call it beside a hand.
                    self.ops.append(Chance(Verb.THROW, kind, (thrower(unit),), thrown, provisions))
            case m.Reveal(role):
                parts = self.rules.parts_of(role)
                for unit in self._each(role, guard, provisions):
                    # The objects lie with the hand, or with its parts once it is divided; what is empty is passed over.
                    for hand in (unit, *(part_of(unit, part) for part in parts)):
                        self.ops.append(Alter(TurnUp(), Who(hand), provisions))
            case m.Settle(bets):
                self._settle(bets, provisions, guard, when)
            case m.Choose():
                self._choose(step, provisions, guard)
            case m.DivideHighest(role, divided):
                for unit in self._each(role, guard, provisions):
                    self.ops.append(Alter(Divide(role, divided, None), Who(unit), provisions))
            case m.Combine(role):
                for unit in self._each(role, guard, provisions):
                    self.ops.append(Alter(step, Who(unit), provisions))
            case m.Feed(bet):
                for index in self._that_may_be(bet):
                    who = Who(self.bets[index].unit, index)
                    skip = self._guard(guard, who, provisions)
                    self.ops.append(Alter(step, who, provisions))
                    self._mark(skip)
            case m.Comply():
                self._comply(step, provisions, guard, when)
            case m.Repeat(target, until):
                # Where the condition holds the round jumps over the way back, which stands behind.
                again = self._at_table(until, provisions)
                done = _Label()
                self._jump(done)
                self._mark(again)
                back = next(label for eid, label in self.starts.items() if under(eid, target))
                self._jump(back, target, provisions)
                self._mark(done)
            case m.EndRound():
                self.ops.append(Tell("round-ended", provisions))
                self._jump(self.end)
            case _:
                assert_never(step)

    def _units(self, roles: Iterable[str]) -> Iterator[Unit]:
        """The holders of some roles that take part in the round, in order."""
        for role in roles:
            if self.rules.roles[role].kind == "one":
                yield role
                continue
            # Of a role with several holders those take part at whom bets stand, and no bettor who bets elsewhere.
            if thrower(role) == self.rules.bettor:
                bets = self.bets
            else:
                bets = tuple(bet for bet in self.bets if bet.holder and self.rules.has_place(thrower(role)))
            units = list(dict.fromkeys(bet.unit for bet in bets if bet.unit))
            wholes = list(map(whole_of, units))
            # A bettor's own hand comes where the first of their bets stands, not by their name, and a second one
            # right behind the one that was split.
            stands = {u: min(place(b.holder or u) for b in self.bets if b.unit == u) for u in wholes}
            yield from sorted(units, key=lambda u: (stands[whole_of(u)], wholes.index(whole_of(u))))

    def _demonstrate(self, rounds: int, basis: Basis, provisions: tuple[str, ...]) -> None:
        outer = self.bets, self.puts, self.seconds, self.starts, self.end
        # Written out for each, with labels of their own: a repetition in one must not lead to another.
        for _ in range(rounds):
            # Of no bets none is put beside another, and no hand is split.
            self.bets, self.puts, self.seconds, self.end = (), {}, {}, _Label()
            self.ops.append(Alter(BeginShow(), Who(), provisions))
            self._rest_on(basis)  # before the steps of the round that is shown, which have their own
            self._steps(shown=True)
            self._mark(self.end)
            self.ops.append(Alter(EndShow(), Who(), provisions))
        self.bets, self.puts, self.seconds, self.starts, self.end = outer

    def _settle(
        self, kinds: tuple[str, ...], provisions: tuple[str, ...], guard: m.Condition | None, when: tuple[str, ...]
    ) -> None:
        settled: set[int] = set()
        for kind in dict.fromkeys(kinds):
            for index in self._that_may_be(kind):
                if index in settled:
                    continue
                # A bet that one of the kinds may move to another is settled once, as what it is then.
                its_kinds = [k for k in dict.fromkeys(kinds) if k in self.rules.kinds[self.bets[index].bet]]
                if any({bet, to} <= {*its_kinds} for bet, to in self.moves):
                    settled.add(index)
                else:
                    its_kinds = [kind]
                who, done = Who(self.bets[index].unit, index), _Label()
                # A bet is of one kind at a time, so that one guard holds at most. After settling by it the others are
                # jumped over: the bet may have moved to a kind of theirs just now.
                for number, one in enumerate(its_kinds):
                    closed = self._branch(BetOpen(one), who)
                    skip = self._guard(guard, who, provisions)
                    self.ops.append(Settle(index, when))
                    self._mark(skip)
                    if number < len(its_kinds) - 1:
                        self._jump(done)
                    self._mark(closed)
                self._mark(done)

    def _that_may_be(self, kind: str) -> list[int]:
        """The bets that are of a kind, or may become so by moving."""
        return [index for index, bet in enumerate(self.bets) if kind in self.rules.kinds[bet.bet]]

    # ── Choices ─────────────────────────────────────────────────────────────

    def _choose(self, step: m.Choose, provisions: tuple[str, ...], guard: m.Condition | None) -> None:
        # What is put by whoever bets has no role where none is declared.
        shared = step.role != self.rules.bettor
        indices = sorted(self._that_may_be(step.bet), key=lambda i: place(self.bets[i].holder or self.bets[i].unit))
        splits = any(isinstance(effect, m.Split) for effect in self.rules.consequences(step.actions))
        if step.until is None and splits:
            # A choice that is put once is made for both hands: second ones are asked before any comes of it.
            indices.sort(key=lambda i: not self._is_second(self.bets[i].unit))
        if not (shared or step.is_of_objects):
            for index in indices:
                self._mark(self._ask(step, index, provisions, guard, shared=False))
            return
        # Of several bets that play with a hand, the first that is open stands for all; objects go elsewhere once.
        for unit in dict.fromkeys(self.bets[i].unit for i in indices):
            done = _Label()
            for index in (i for i in indices if self.bets[i].unit == unit):
                closed = self._ask(step, index, provisions, guard, shared=shared)
                self._jump(done)
                self._mark(closed)
            self._mark(done)

    def _ask(
        self, step: m.Choose, index: int, provisions: tuple[str, ...], guard: m.Condition | None, *, shared: bool
    ) -> _Label:
        """A choice for one bet; the label to be marked where the bet is not open."""
        bet, top, out = self.bets[index], _Label(), _Label()
        who = Who(bet.unit, index)
        others = (self.bets[i] for i in self._that_may_be(step.bet) if i != index)
        is_alone = all(
            (other.bettor, other.holder, other.unit) != (bet.bettor, bet.holder, bet.unit) for other in others
        )
        closed = self._branch(BetOpen(step.bet, window=None if is_alone else step.window), who)
        skip = self._guard(guard, who, provisions)
        # A choice that is asked until something holds is asked anew from here: the guard of the step was asked once.
        self._mark(top)
        if step.until is not None:
            due = self._branch(step.until, who, provisions)
            self._jump(out)
            self._mark(due)
        to, again = tuple(_Label() for _ in step.actions), step.until is not None
        if step.window is not None:  # a bet is placed once
            free = self._branch(BetOpen(placed=True), Who(bet.unit, self.puts[index, step.window.to]))
            self._jump(out)
            self._mark(free)
        ask = partial(Ask, who, bet.bettor, shared, step.actions)
        window, parts, exchange = step.window, step.parts, step.exchange
        self.ops.append(lambda: ask(tuple(a.pc for a in to), provisions, again, out.pc, window, parts, exchange))
        # Where new objects come for those given up, by how many these are.
        coming: dict[int, _Label] = {}
        for action, label in zip(step.actions, to, strict=True):
            self._mark(label)
            if step.window is not None:
                if action == step.window.to:
                    by = self.rules.with_bet(provisions, action)
                    self.ops.append(Alter(step.window, who, by, bet.bettor, shared))
                self._jump(out)
                continue
            if step.parts:
                divide = Divide(step.role, step.parts, division_named(action))
                self.ops.append(Alter(divide, who, provisions, bet.bettor, shared))
                self._jump(out)
                continue
            if exchange is not None:
                _, places = division_named(action)
                if places:
                    self.ops.append(Alter(GiveUp(places), who, provisions, bet.bettor, shared))
                self._jump(coming.setdefault(len(places), _Label()))
                continue
            self.ops.append(Alter(Chosen(action), who, provisions, bet.bettor, shared))
            turn_over = self.consequences(action, who, bet.bettor, shared=shared, otherwise=())
            # For a bet that is not open any more, since it was given up, say, nobody is asked again.
            if step.until is not None and not turn_over:
                decided = self._branch(BetOpen(), who)
                self._jump(top, provisions=provisions)
                self._mark(decided)
            self._jump(out)
        for label in coming.values():
            assert exchange is not None
            self._mark(label)
            deal = Chance(Verb.DEAL, exchange.kind, (bet.unit,), exchange.size, provisions, face_up=exchange.face_up)
            self.ops.append(deal)
            self._jump(out)
        self._mark(out)
        self._mark(skip)
        return closed

    def consequences(self, action: str, who: Who, bettor: str, *, shared: bool, otherwise: tuple[str, ...]) -> bool:
        """Write down the immediate consequences of an action; true where the turn is over then."""
        turn_over = False
        eid, effects = self.rules.upons.get(action, ("", ()))
        provisions = (eid,) if eid else otherwise
        for effect in effects:
            match effect:
                case m.Draw(count, kind):
                    self.ops.append(Chance(Verb.DRAW, kind, (who.unit,), count, provisions))
                case m.EndTurn():
                    turn_over = True
                case m.Split() if self._is_second(who.unit):
                    pass  # never chosen there: what came of a split is not split again
                case m.Split() if not bettor:
                    # By rule it may be required of the first of two hands again, which has been split then.
                    done = _Label()
                    for second in (to for (first, _), to in self.seconds.items() if self.bets[first].unit == who.unit):
                        whole = self._branch(BetOpen(placed=True), Who(who.unit, second))
                        self._jump(done)
                        self._mark(whole)
                    self.ops.append(Alter(effect, who, provisions, bettor, shared))
                    self._mark(done)
                case m.Burn():
                    self._burn(effect, provisions)
                case m.PutOn(_, to) | m.Move(_, to):
                    self.ops.append(Alter(effect, who, self.rules.with_bet(provisions, to), bettor, shared))
                case _:
                    self.ops.append(Alter(effect, who, provisions, bettor, shared))
        return turn_over

    def _burn(self, burn: m.Burn, provisions: tuple[str, ...]) -> None:
        self.ops.append(
            Chance(Verb.BURN, burn.kind, (), burn.count, provisions, instead=burn.instead, with_first=burn.with_first)
        )

    def _comply(
        self, step: m.Comply, provisions: tuple[str, ...], guard: m.Condition | None, when: tuple[str, ...]
    ) -> None:
        for unit in self._units((step.role,)):
            who, top, out = Who(unit), _Label(), _Label()
            skip = self._guard_hands((unit,), guard, provisions, who)
            self._mark(top)
            if step.until is not None:
                of_parties = ends_with_parties(step, self.rules)
                due = (
                    self._at_table(step.until, provisions) if of_parties else self._branch(step.until, who, provisions)
                )
                self._jump(out)
                self._mark(due)
            self._require(step, who, out, when)
            self.consequences(step.action, who, "", shared=True, otherwise=provisions)
            if step.until is not None:
                self._jump(top, provisions=provisions)
            self._mark(out)
            self._mark(skip)

    def _require(self, step: m.Comply, who: Who, no: _Label, when: tuple[str, ...]) -> None:
        norms = [r for r in self.rules.norms if (r.effect.role, r.effect.action) == (step.role, step.action)]
        read = [observable for rule in norms for observable in observables_of(rule.condition)]
        of_parties = self.rules.fixed(step.role) and concerns_party(read, self.rules)
        parties = self._parties(read) if of_parties else ()
        self.ops.append(lambda: Require(step.role, step.action, who, no.pc, parties, when))


def _soonest_first(closings: Iterable[BoundRule[m.Closing]]) -> Iterator[BoundRule[m.Closing]]:
    """Rules at the end of a round, in their order; but of those on how many rounds remain the fewest first.

    Of several that hold only the one by which use of the objects ends first is then told. What puts objects back
    stays where it is among them: a marker may appear before that and not after it.
    """
    for _, together in groupby(closings, key=lambda rule: type(rule.effect)):
        yield from sorted(together, key=lambda rule: rule.effect.count if isinstance(rule.effect, m.RoundsLeft) else 0)


def concerns_party(observables: Iterable[m.Observable], rules: BoundRules) -> bool:
    """One of some observables may differ between those who bet, their hands or their bets."""
    return any(
        observable.scope is m.Scope.BET or not all(map(rules.fixed, observable.roles))
        for observable in resolved(observables, rules)
    )


def ends_with_parties(step: m.Comply, rules: BoundRules) -> bool:
    """A repetition by one party, for the table, ends by what holds of each of those who bet."""
    return bool(rules.fixed(step.role)) and concerns_party(observables_of(step.until), rules)


def place(unit: str) -> tuple[str, int, str]:
    """The sort key of holders: by role, then by number (`box-2` before `box-10`), a hand before its parts."""
    whole, part = whole_of(unit), part_in(unit)
    role, _, number = whole.rpartition("-")
    return (role, int(number), part) if number.isdigit() else (whole, 0, part)


def provisions_at(plan: Plan, pc: Pc) -> tuple[str, ...]:
    """The provisions of the operation at a place, or of the next one that has any."""
    for op in plan.ops[pc:]:
        if isinstance(op, Chance | Ask | Alter | Tell | Bets) and op.provisions:
            return op.provisions
    return ()
