"""Backward slices of a round's program: what is read place by place, and deals put off until they are read.

Objects that nobody reads are left out: dealt from one stock, every object not yet seen is
as likely in one place as in another. So a hand may be dealt when it is first read, an object
that is drawn and never looked at is not drawn at all, and what is burned makes no difference.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from functools import cached_property

from lexludi.base.frozen import dataclass
from lexludi.exact.leaving import filled, most_burned
from lexludi.play import plan as ops
from lexludi.play.hidden import seen_leaving
from lexludi.play.plan import Basis, Op, Pc, Plan, Unit, Verb, Who, reachable
from lexludi.play.process import end_of_show
from lexludi.play.questions import Questions
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, observables_in, observables_of
from lexludi.rules.parts import GIVEN_UP, part_of, whole_of
from lexludi.rules.throws import thrower

# A column of a row: what it holds of a party.
HAND, THROWN, DRAWN = "hand", "thrown", "drawn"
Place = tuple[str, Unit]


@dataclass(frozen=True)
class Reading:
    """The reading of an operation: conditions without parts, by the observables that they are about.

    `alone` are the conditions on one observable, by that observable, `together` those on
    several; of `values` the value itself matters.
    """

    alone: tuple[tuple[m.Observable, tuple[m.Condition, ...]], ...]
    together: tuple[m.Condition, ...]
    values: tuple[m.Observable, ...]

    @property
    def observables(self) -> tuple[m.Observable, ...]:
        """Everything that is read, each once."""
        both = (observable for atom in self.together for observable in observables_of(atom))
        return tuple(dict.fromkeys((*(observable for observable, _ in self.alone), *both, *self.values)))


def atoms_of(condition: m.Condition | None, rules: BoundRules) -> Iterator[m.Condition]:
    """The conditions without parts of which a condition is made, with definitions replaced by what they say."""
    for atom in m.atoms(condition):
        match atom:
            case m.Always():
                pass
            case m.Fact(m.IsDefined(role, status)):
                yield from atoms_of(rules.definitions[role, status].condition, rules)
            case _:
                yield atom


def reading_of(atoms: Iterable[m.Condition], values: Iterable[m.Observable] = ()) -> Reading:
    """Conditions without parts, by what they read."""
    alone: dict[m.Observable, dict[m.Condition, None]] = {}
    together: dict[m.Condition, None] = {}
    for atom in atoms:
        observables = tuple(dict.fromkeys(observables_of(atom)))
        if len(observables) == 1:
            alone.setdefault(observables[0], {})[atom] = None
        elif observables:
            together[atom] = None
    by_observable = tuple((observable, tuple(conditions)) for observable, conditions in alone.items())
    return Reading(by_observable, tuple(together), tuple(dict.fromkeys(values)))


class Slice:
    """The slice of a program: what each of its operations reads of the parties."""

    def __init__(self, plan: Plan, questions: Questions) -> None:
        self.plan = plan
        self.questions = questions
        self.rules = plan.rules
        self.holders = plan.rules.holders_of_objects()
        self._readings: dict[Pc, tuple[Who, Reading]] = {}
        # Kept, since it is asked for again with every layer at a place.
        self._later: dict[tuple[Pc, Place], Reading] = {}

    def reading(self, pc: Pc) -> tuple[Who, Reading]:
        """Whom an operation concerns, and what it reads, with definitions resolved."""
        if pc not in self._readings:
            op = self.plan.ops[pc]
            atoms = (atom for condition in self._conditions(op) for atom in atoms_of(condition, self.rules))
            self._readings[pc] = _who(op, self.plan), reading_of(atoms, self._values(op))
        return self._readings[pc]

    def observables(self, pc: Pc) -> tuple[Who, tuple[m.Observable, ...]]:
        """Whom an operation concerns, and the observables that it reads."""
        who, reading = self.reading(pc)
        return who, reading.observables

    def _conditions(self, op: Op) -> Iterator[m.Condition | None]:
        match op:
            case ops.Branch(condition):
                if not isinstance(condition, ops.BetOpen):
                    yield condition
            case ops.Require(role, action):
                yield from (rule.condition for rule in self.questions.norms[role, action].rules)
            case ops.Ask():
                yield from self.questions.read_of_choice(op)
            case ops.Alter(change=m.Place() as window, who=who, provisions=provisions, bettor=bettor):
                yield from self.questions.read_of_bounds(window, provisions, bettor, who.unit)
            case ops.Settle(bet):
                for kind in self.kinds(bet):
                    yield from self.questions.outcomes[kind].conditions
                    yield from (rule.condition for rule in self.questions.commissions[kind].rules)
                    yield from (rule.condition for rule in self.questions.bonuses[kind].rules)
            case _:
                return

    def _values(self, op: Op) -> Iterator[m.Observable]:
        """The observables read by their values: an amount that is kept, and the category told with an outcome.

        That is the category of the bettor's hand, where the rules on the bet ask for it; the number
        that a bet names from then on; and a hand that is divided.
        """
        if isinstance(op, ops.Alter) and isinstance(op.change, ops.Divide):
            yield m.ObjectsOf(op.change.role, ranked=op.change.division is None)
        if isinstance(op, ops.Alter) and isinstance(op.change, m.Split | ops.GiveUp):
            yield m.ObjectsOf(self.rules.bettor)
        if isinstance(op, ops.Alter) and isinstance(op.change, m.Combine):
            yield from (m.ObjectsOf(op.change.role), m.ObjectsOf(op.change.other))
        if isinstance(op, ops.Alter) and isinstance(op.change, m.Remember):
            yield from observables_in(op.change.amount)
        if isinstance(op, ops.Settle):
            # With the last of several bets that end together the category of the first is told.
            first = self.plan.first[op.bet]
            if self.plan.bets[first].unit == self.plan.bets[op.bet].unit:
                for kind in self.kinds(first):
                    yield from self.categories(kind)
            for kind in self.kinds(op.bet):
                yield from self.categories(kind)
                for rule in self.questions.outcomes[kind].rules:
                    if isinstance(rule.effect, m.GoOn):
                        yield from observables_in(rule.effect.number)

    def categories(self, bet: str) -> tuple[m.CategoryOf, ...]:
        """The category of a bettor's hand, or of a part of it, where the rules on a bet ask for it."""
        read = self.questions.outcomes[bet].observables
        return tuple(o for o in read if isinstance(o, m.CategoryOf) and not self.rules.fixed(o.role))

    def kinds(self, bet: int) -> tuple[str, ...]:
        """The kinds that a bet may be of: its own, and those to which it can be moved."""
        return self.rules.kinds[self.plan.bets[bet].bet]

    def places(self, observable: m.Observable, who: Who) -> tuple[Place, ...]:
        """The columns that an observable reads."""
        if isinstance(observable, m.WasDealt):
            return tuple((kind, unit) for kind in (HAND, THROWN) for unit in self.units)
        if observable.needs is m.Needs.NOTHING:
            return ()
        parties = [self.rules.holder(role, who.unit) for role in observable.roles]
        match observable:
            case m.NumberDrawn() | m.DrewNone():
                return tuple((DRAWN, party) for party in parties)
            case m.ThrewShape():
                return tuple((THROWN, thrower(party)) for party in parties)
            case _:
                return tuple(
                    (HAND, party) if whole_of(role) in self.holders else (THROWN, thrower(party))
                    for role, party in zip(observable.roles, parties, strict=True)
                )

    def reads(self, pc: Pc) -> frozenset[Place]:
        """The columns that an operation reads."""
        who, observables = self.observables(pc)
        return frozenset(place for observable in observables for place in self.places(observable, who))

    @cached_property
    def all_observables(self) -> frozenset[m.Observable]:
        """Everything that the program reads."""
        return frozenset(observable for pc in range(len(self.plan.ops)) for observable in self.observables(pc)[1])

    @cached_property
    def first(self) -> Mapping[Place, Set[int]]:
        """By column the numbers of objects that observables read as the first of a hand, or of what was thrown."""
        return self.first_of(map(self.observables, range(len(self.plan.ops))))

    def first_of(self, read: Iterable[tuple[Who, Iterable[m.Observable]]]) -> Mapping[Place, Set[int]]:
        """The same for some observables, each with whom it concerns."""
        numbers: dict[Place, set[int]] = {}
        for who, observables in read:
            for observable in observables:
                if isinstance(observable, m.TotalOfFirst | m.FirstHaveShape):
                    for place in self.places(observable, who):
                        numbers.setdefault(place, set()).add(observable.count)
        return numbers

    @cached_property
    def columns(self) -> tuple[Place, ...]:
        """The columns in which something may ever stand."""
        columns: set[Place] = {(DRAWN, unit) for unit in self.drawn_read}
        for op in self.plan.ops:
            if isinstance(op, ops.Chance) and op.verb is not Verb.BURN:
                columns |= {(THROWN if op.verb is Verb.THROW else HAND, unit) for unit in op.units}
            columns |= {(HAND, unit) for unit in divided_into(op)}
        return tuple(sorted(columns))

    @cached_property
    def drawn_read(self) -> frozenset[Unit]:
        """The parties of whom it is read what they drew last."""
        return frozenset(unit for live in self.live for kind, unit in live if kind == DRAWN)

    @cached_property
    def asks(self) -> tuple[bool, ...]:
        """For each place, that somebody may choose there or later."""
        return self._leads_to({pc for pc, op in enumerate(self.plan.ops) if isinstance(op, ops.Ask)})

    def _leads_to(self, places: set[Pc]) -> tuple[bool, ...]:
        """For each place, that it is one of some places, or leads to one."""
        return tuple(pc in places or not places.isdisjoint(ahead) for pc, ahead in self.plan.ahead.items())

    @cached_property
    def live(self) -> tuple[frozenset[Place], ...]:
        """For each place, the columns on which a round still depends there (backward liveness)."""
        # Least fixed point: sets only grow. From the end on most places settle in one pass, loops take more.
        live: list[frozenset[Place]] = [frozenset()] * len(self.plan.ops)
        units = self.units
        changed = True
        while changed:
            changed = False
            for pc in reversed(range(len(live))):
                op = self.plan.ops[pc]
                after = frozenset(place for to in self.plan.successors(pc) for place in live[to])
                if isinstance(op, ops.Chance) and op.verb is Verb.THROW:
                    # What was shown before is forgotten.
                    after -= {(THROWN, unit) for unit in op.units}
                now = after | self.reads(pc)
                if isinstance(op, ops.Chance) and op.verb is not Verb.THROW:
                    # Every hand counts for what is left of the stock, and for what is missing from a deal.
                    now |= {(HAND, unit) for unit in self.holding}
                # Whoever chooses sees hands and throws, even those that no rule reads.
                if isinstance(op, ops.Ask) or (
                    isinstance(op, ops.Alter) and isinstance(op.change, ops.TurnUp) and self.asks[pc]
                ):
                    now |= {(kind, unit) for unit in units for kind in (HAND, THROWN)}
                if now != live[pc]:
                    live[pc], changed = now, True
        return tuple(live)

    @cached_property
    def weighed(self) -> tuple[bool, ...]:
        """For each place, that objects leave a stock there or later, so that every hand counts for what is left."""
        return self._leads_to(
            {pc for pc, op in enumerate(self.plan.ops) if isinstance(op, ops.Chance) and op.verb is not Verb.THROW}
        )

    def read_later(self, pc: Pc, place: Place) -> Reading:
        """The reading of a column at a place or later; amounts that are compared with others count by their values."""
        if (pc, place) not in self._later:
            atoms: list[m.Condition] = []
            values: list[m.Observable] = []
            for p in sorted({pc, *self.plan.ahead[pc]}):
                who, reading = self.reading(p)
                atoms += (
                    atom for o, conditions in reading.alone if place in self.places(o, who) for atom in conditions
                )
                compared = (o for atom in reading.together for o in observables_of(atom))
                values += (o for o in (*compared, *reading.values) if place in self.places(o, who))
            self._later[pc, place] = reading_of(atoms, values)
        return self._later[pc, place]

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The parties that ever receive or throw objects, parts of hands among them."""
        chances = (op for op in self.plan.ops if isinstance(op, ops.Chance) and op.verb is not Verb.BURN)
        parts = {unit for op in self.plan.ops for unit in divided_into(op)}
        return tuple(sorted({unit for op in chances for unit in op.units} | parts))

    @cached_property
    def parts(self) -> dict[Unit, tuple[Unit, ...]]:
        """The holders of the parts of each hand that is divided; the whole can be read beside them."""
        parts: dict[Unit, tuple[Unit, ...]] = {}
        for op in self.plan.ops:
            if isinstance(op, ops.Alter) and isinstance(op.change, ops.Divide):
                parts[op.who.unit] = tuple(dict.fromkeys((*parts.get(op.who.unit, ()), *divided_into(op))))
        return parts

    @cached_property
    def holding(self) -> tuple[Unit, ...]:
        """The parties among whom each object lies once: what a part of a hand has counts with the whole."""
        parts = {part for of_hand in self.parts.values() for part in of_hand} | self.combined
        return tuple(unit for unit in self.units if unit not in parts)

    @cached_property
    def combined(self) -> frozenset[Unit]:
        """The holders of hands that are formed of two others."""
        forming = (op for op in self.plan.ops if isinstance(op, ops.Alter) and isinstance(op.change, m.Combine))
        return frozenset(unit for op in forming for unit in divided_into(op))

    def is_divided(self, pc: Pc, unit: Unit) -> bool:
        """A hand is divided at a place or later."""
        return any(isinstance(o, m.ObjectsOf) for o in self.read_later(pc, (HAND, unit)).values)


def divided_into(op: Op) -> tuple[Unit, ...]:
    """The holders of the parts that an operation makes of a hand, of what it forms of two, or takes of one, if any."""
    if isinstance(op, ops.Alter) and isinstance(op.change, ops.Divide):
        return tuple(part_of(op.who.unit, part.id) for part in op.change.parts)
    if isinstance(op, ops.Alter) and isinstance(op.change, m.Split):
        return (part_of(op.who.unit, op.change.hand),)
    if isinstance(op, ops.Alter) and isinstance(op.change, ops.GiveUp):
        return (part_of(op.who.unit, GIVEN_UP),)
    if isinstance(op, ops.Alter) and isinstance(op.change, m.Combine):
        return (part_of(op.who.unit, op.change.part),)
    return ()


def passed_over(plan: Plan) -> dict[Pc, Pc]:
    """The places from which a round may as well go on at another: what is done between makes no difference to it.

    A round that only shows the game leaves the bets as they are, and so does what is burned, marked or told
    under a condition: the condition need not be known, unless a choice may depend on what everybody has seen go.
    """
    onward: dict[Pc, Pc] = {}
    seen = seen_leaving(plan)
    for pc, op in enumerate(plan.ops):
        if isinstance(op, ops.Alter) and isinstance(op.change, ops.BeginShow):
            onward[pc] = end_of_show(plan, pc) + 1
    for pc, op in enumerate(plan.ops):
        if isinstance(op, ops.Branch) and op.no > pc:
            inside = range(pc + 1, op.no)
            shown_inside = {p for start, end in onward.items() if start in inside for p in range(start, end)}
            # What a shown round does counts as idle, whatever its operations are.
            if seen.isdisjoint(inside) and all(p in shown_inside or _is_idle(plan.ops[p], op.no) for p in inside):
                onward[pc] = op.no
    return onward


def _is_idle(op: Op, until: Pc) -> bool:
    """An operation under a condition changes nothing of hands and bets, and leads to no other place."""
    match op:
        case ops.Tell() | ops.Bets():
            return True
        case ops.Chance(verb=verb):
            return verb is Verb.BURN
        case ops.Alter(change=change):
            return isinstance(change, m.PlaceMarker | m.RoundsLeft | m.PutBack)
        case ops.Jump(to=to):
            return to == until
        case ops.Branch(no=no):
            return no <= until
        case _:
            return False


def _who(op: Op, plan: Plan) -> Who:
    match op:
        case ops.Settle(bet):
            return Who(plan.bets[bet].unit, bet)
        case ops.Require(parties=(party, *_)):
            return party
        case ops.Branch(who=who) | ops.Require(who=who) | ops.Ask(who=who) | ops.Alter(who=who):
            return who
        case _:
            return Who()


def without_unread_draws(plan: Plan, questions: Questions) -> Plan:
    """The program without draws of which nobody reads anything: whatever stays in the stock is as likely as before.

    Only where the stock cannot run out, which is what a draw might otherwise bring about.
    """
    # The program keeps its length, so that its places stay the same.
    for pc, op in enumerate(plan.ops):
        if isinstance(op, ops.Chance) and op.verb is Verb.DRAW and is_plentiful(plan, questions, op.kind):
            sliced = Slice(plan, questions)
            if not sliced.asks[pc] and not _reads_drawn(sliced, pc, op.units[0]):
                unread = ops.Tell("drawn-unread", op.provisions)
                plan = replace(plan, ops=(*plan.ops[:pc], unread, *plan.ops[pc + 1 :]))
    return plan


def is_plentiful(plan: Plan, questions: Questions, kind: str) -> bool:
    """There are all the objects of a kind that may come in a round, whatever happens."""
    hands, number = questions.judge.hands, 0
    held: dict[tuple[Unit, str], int] = {}
    for pc, op in enumerate(plan.ops):
        if isinstance(op, ops.Alter) and isinstance(op.change, ops.BeginShow | ops.EndShow | ops.GiveUp | m.Split):
            held = {}  # hands are empty, or perhaps smaller
        if not isinstance(op, ops.Chance) or op.kind != kind or op.verb is Verb.THROW:
            continue
        # Of what comes again there may be any number.
        if pc in plan.ahead[pc]:
            return False
        if op.verb is Verb.DEAL:
            number += filled(op, held)
        else:
            number += most_burned(op, hands) if op.count is None else op.count * max(len(op.units), 1)
    return number <= hands.full[kind].total()


def _reads_drawn(sliced: Slice, pc: Pc, unit: Unit) -> bool:
    """Something that is drawn to a hand at a place is read, or counts for a deal, at that place or later."""
    ahead = sliced.plan.ahead[pc]
    if any(
        isinstance(op := sliced.plan.ops[p], ops.Chance) and op.verb is Verb.DEAL and unit in op.units for p in ahead
    ):
        return True
    for p in ahead:
        who, observables = sliced.observables(p)
        for observable in observables:
            places = sliced.places(observable, who)
            if (DRAWN, unit) in places:
                return True
            if (HAND, unit) in places:
                first = observable.count if isinstance(observable, m.TotalOfFirst | m.FirstHaveShape) else None
                # What is drawn is none of the first objects where those were dealt before it on every way.
                if first is None or not _holds_before(sliced.plan, pc, unit, first):
                    return True
    return False


def _holds_before(plan: Plan, pc: Pc, unit: Unit, count: int) -> bool:
    """On every way to a place, so many objects have been dealt to a party, of which none are taken away again."""
    if any(
        parts and unit in (op.who.unit, *parts)
        for op in plan.ops
        if isinstance(op, ops.Alter) and (parts := divided_into(op))
    ):
        return False
    # A search from the start that goes around all deals of enough objects: does it come to the place?

    def following(at: Pc) -> tuple[Pc, ...]:
        op = plan.ops[at]
        dealt = isinstance(op, ops.Chance) and op.verb is Verb.DEAL and unit in op.units and (op.count or 0) >= count
        return () if dealt else plan.successors(at)

    return pc not in reachable([0], following)


def dealt_late(plan: Plan, questions: Questions, *, category_told: bool = False) -> Plan:
    """The program with each hand dealt just before it is first read: by exchangeability, the same round.

    A deal is put off only to a place that all paths from it pass, and no others, and never
    behind another operation that moves objects to the same party; to the end of the round, it is
    left out. Turning up a hand reads it only where the category that is then told is of interest (`category_told`).
    """
    # From the last deal on: what is put in behind a deal leaves the places before it as they are.
    for pc in reversed(range(len(plan.ops))):
        op = plan.ops[pc]
        if isinstance(op, ops.Chance) and op.verb is Verb.DEAL:
            plan = _put_off(Slice(plan, questions), pc, op, category_told=category_told)
    return plan


def _put_off(sliced: Slice, at: Pc, op: ops.Chance, *, category_told: bool) -> Plan:
    plan = sliced.plan
    places = _places_after(plan, at)
    plentiful = is_plentiful(plan, sliced.questions, op.kind)
    # Where a round may want objects it does so before bets are settled, or left open, whoever reads the hand.
    settling = [pc for pc in range(at + 1, len(plan.ops)) if _may_decide(plan.ops[pc]) and not plentiful]
    inserted: dict[Pc, list[ops.Chance]] = {}
    for unit in op.units:
        # Where the hand is read or seen, or something else comes to it.
        needed = [
            pc
            for pc in range(at + 1, len(plan.ops))
            if _needs(sliced, pc, unit, category_told) or (op.face_up and isinstance(plan.ops[pc], ops.Ask))
        ]
        latest = min((*needed, *settling), default=len(plan.ops) - 1)
        place = max((pc for pc in places if pc <= latest), default=at)
        if isinstance(plan.ops[place], ops.Stop) and plentiful:
            continue  # nobody reads it, and it cannot be lacking
        inserted.setdefault(place, []).append(replace(op, units=(unit,)))
    program: list[Op] = []
    bases: list[Basis] = []
    moved: list[Pc] = []
    for pc, operation in enumerate(plan.ops):
        # A jump to a place comes in front of what was put there: everything passes that place.
        moved.append(len(program))
        dealt = inserted.get(pc, ())
        program += (*dealt, ops.Tell("dealt-later", op.provisions) if pc == at else operation)
        bases += (*(plan.bases[at] for _ in dealt), plan.bases[pc])
    placed = tuple(_moved(operation, moved) for operation in program)
    return replace(plan, ops=placed, betting=tuple(moved[pc] for pc in plan.betting), bases=tuple(bases))


def _may_decide(op: Op) -> bool:
    """An operation settles a bet, or may find that no rule, or several, say how the round goes on."""
    match op:
        case ops.Settle() | ops.Require() | ops.Alter(m.Remember()):
            return True
        case ops.Branch(others=others):
            return bool(others)
        case _:
            return False


def _places_after(plan: Plan, at: Pc) -> list[Pc]:
    """The places that every path from an operation passes (postdominators), and that no other path reaches."""
    edges = [(pc, to) for pc in range(len(plan.ops)) for to in plan.successors(pc)]
    return [
        place
        for place in range(at + 1, len(plan.ops))
        # Edges that begin in between end there or at the place, and no others do (single entry, single exit).
        if all(at < to <= place if at <= pc < place else not at < to <= place for pc, to in edges)
    ]


def _needs(sliced: Slice, pc: Pc, unit: Unit, category_told: bool) -> bool:
    op = sliced.plan.ops[pc]
    match op:
        case ops.Chance(units=units):
            return unit in units
        case ops.Alter(ops.EndShow()):
            return True  # what was dealt in a round that is only shown is in no hand of the next
        case ops.Ask(who=who):
            return unit == who.unit or (HAND, unit) in sliced.reads(pc)
        case ops.Alter(ops.TurnUp(), who):
            return who.unit == unit and bool(sliced.asks[pc] or (category_told and sliced.plan.rules.categories))
        case _:
            return (HAND, unit) in sliced.reads(pc)


def _moved(op: Op, to: list[Pc]) -> Op:
    match op:
        case ops.Jump():
            return replace(op, to=to[op.to])
        case ops.Branch() | ops.Require():
            return replace(op, no=to[op.no])
        case ops.Ask():
            return replace(op, to=tuple(to[place] for place in op.to))
        case _:
            return op
