"""What a round's program reads, place by place: a backward slice of it, and deals put off until they are read.

Objects that nobody reads are left out: dealt from one stock, every object not yet seen is
as likely in one place as in another. So a hand may be dealt when it is first read, and what
is burned makes no difference.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from lexludi.play.plan import (
    Alter,
    Ask,
    BetOpen,
    Branch,
    Chance,
    Jump,
    Op,
    Pc,
    Plan,
    Require,
    Settle,
    Tell,
    TurnUp,
    Unit,
    Verb,
    Who,
)
from lexludi.play.process import Questions
from lexludi.rules import meaning as m
from lexludi.rules.bind import observables_of, resolved
from lexludi.rules.throws import thrower

# A column of a row: what it holds of a party.
HAND, THROWN, DRAWN = "hand", "thrown", "drawn"
Place = tuple[str, Unit]


class Slice:
    """What each operation of a program reads of the parties."""

    def __init__(self, plan: Plan, questions: Questions) -> None:
        self.plan = plan
        self.questions = questions
        self.rules = plan.rules
        self.holders = plan.rules.holders_of_objects()

    def observables(self, pc: Pc) -> tuple[Who, tuple[m.Observable, ...]]:
        """Whom an operation concerns, and what it reads, with definitions resolved."""
        op = self.plan.ops[pc]
        return _who(op, self.plan), tuple(dict.fromkeys(resolved(self._read(op), self.rules)))

    def _read(self, op: Op) -> Iterator[m.Observable]:
        match op:
            case Branch(condition):
                if not isinstance(condition, BetOpen):
                    yield from observables_of(condition)
            case Require(role, action):
                yield from self.questions.norms[role, action].observables
            case Ask(who, bettor, _, actions):
                for action in actions:
                    for question in self.questions.on_action(action, bettor, who.unit):
                        yield from question.observables
            case Settle(bet):
                for kind in self._kinds(bet):
                    yield from self.questions.outcomes[kind].observables
                    yield from self.questions.commissions[kind].observables
            case _:
                return

    def _kinds(self, bet: int) -> list[str]:
        """The kinds that a bet may be of: its own, and those to which it can be moved."""
        kinds = [self.plan.bets[bet].bet]
        moves = [op.change for op in self.plan.ops if isinstance(op, Alter) and isinstance(op.change, m.Move)]
        for kind in kinds:
            kinds += [move.to for move in moves if move.bet == kind and move.to not in kinds]
        return kinds

    def places(self, observable: m.Observable, who: Who) -> tuple[Place, ...]:
        """The columns that an observable reads."""
        if isinstance(observable, m.WasDealt):
            return tuple((kind, unit) for kind in (HAND, THROWN) for unit in self.units)
        if observable.needs is m.Needs.NOTHING:
            return ()
        parties = [self.rules.fixed(role) or who.unit for role in observable.roles]
        match observable:
            case m.NumberDrawn() | m.DrewNone():
                return tuple((DRAWN, party) for party in parties)
            case m.ThrewShape():
                return tuple((THROWN, thrower(party)) for party in parties)
            case _:
                return tuple(
                    (HAND, party) if role in self.holders else (THROWN, thrower(party))
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

    def first_read(self, unit: Unit) -> int:
        """The number of objects that an observable reads as the first of a hand; 0 where the order is never read.

        Raises:
            ValueError: several numbers are read, so that a hand would need more than two segments.
        """
        counts = self.first_reads(unit)
        if len(counts) > 1:
            raise ValueError(unit)
        return next(iter(counts), 0)

    def first_reads(self, unit: Unit) -> frozenset[int]:
        """The numbers of objects that observables read as the first of a hand."""
        return frozenset(
            observable.count
            for pc in range(len(self.plan.ops))
            for who, observables in [self.observables(pc)]
            for observable in observables
            if isinstance(observable, m.TotalOfFirst | m.FirstHaveShape)
            and (self.rules.fixed(observable.role) or who.unit) == unit
        )

    @cached_property
    def asks(self) -> tuple[bool, ...]:
        """For each place, that somebody may choose there or later."""
        ops = self.plan.ops
        return tuple(any(isinstance(ops[p], Ask) for p in (pc, *ahead)) for pc, ahead in enumerate(self.plan.ahead))

    @cached_property
    def live(self) -> tuple[frozenset[Place], ...]:
        """For each place, the columns on which a round still depends there (backward liveness)."""
        live: list[frozenset[Place]] = [frozenset()] * len(self.plan.ops)
        units = self.units
        changed = True
        while changed:
            changed = False
            for pc in reversed(range(len(live))):
                op = self.plan.ops[pc]
                after = frozenset(place for to in self.plan.successors(pc) for place in live[to])
                if isinstance(op, Chance) and op.verb is Verb.THROW:
                    # What was shown before is forgotten.
                    after -= {(THROWN, unit) for unit in op.units}
                now = after | self.reads(pc)
                if isinstance(op, Chance) and op.verb in (Verb.DEAL, Verb.DRAW):
                    # Every hand counts for what is left of the stock, and for what is missing from a deal.
                    now |= {(HAND, unit) for unit in units}
                if isinstance(op, Ask) or (isinstance(op, Alter) and isinstance(op.change, TurnUp) and self.asks[pc]):
                    now |= {(kind, unit) for unit in units for kind in (HAND, THROWN)}
                if now != live[pc]:
                    live[pc], changed = now, True
        return tuple(live)

    @cached_property
    def weighed(self) -> tuple[bool, ...]:
        """For each place, that objects are dealt or drawn there or later, so that every hand counts for the stock."""
        ops = self.plan.ops
        return tuple(
            any(isinstance(op := ops[p], Chance) and op.verb in (Verb.DEAL, Verb.DRAW) for p in (pc, *ahead))
            for pc, ahead in enumerate(self.plan.ahead)
        )

    def read_later(self, pc: Pc, place: Place) -> tuple[m.Observable, ...]:
        """The observables that read a column at a place or later."""
        found: dict[m.Observable, None] = {}
        for p in sorted({pc, *self.plan.ahead[pc]}):
            who, observables = self.observables(p)
            found.update((o, None) for o in observables if place in self.places(o, who))
        return tuple(found)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The parties that ever receive or throw objects."""
        chances = (op for op in self.plan.ops if isinstance(op, Chance) and op.verb is not Verb.BURN)
        return tuple(sorted({unit for op in chances for unit in op.units}))


def _who(op: Op, plan: Plan) -> Who:
    match op:
        case Settle(bet):
            return Who(plan.bets[bet].unit, bet)
        case Require(parties=(party, *_)):
            return party
        case Branch(who=who) | Require(who=who) | Ask(who=who) | Alter(who=who):
            return who
        case _:
            return Who()


def dealt_late(plan: Plan, questions: Questions) -> Plan:
    """The program with each hand dealt just before it is first read: by exchangeability, the same round.

    A deal is put off only to a place that all paths from it pass, and no others, and never
    behind another operation that moves objects to the same party.
    """
    for pc in reversed(range(len(plan.ops))):
        op = plan.ops[pc]
        if isinstance(op, Chance) and op.verb is Verb.DEAL:
            plan = _put_off(plan, questions, pc, op)
    return plan


def _put_off(plan: Plan, questions: Questions, at: Pc, op: Chance) -> Plan:
    sliced = Slice(plan, questions)
    places = _places_after(plan, at)
    inserted: dict[Pc, list[Chance]] = {}
    for unit in op.units:
        # Where the hand is read or seen, or something else comes to it.
        needed = [
            pc
            for pc in range(at + 1, len(plan.ops))
            if _needs(sliced, pc, unit) or (op.face_up and isinstance(plan.ops[pc], Ask))
        ]
        latest = min(needed, default=len(plan.ops) - 1)
        place = max((pc for pc in places if pc <= latest), default=at)
        inserted.setdefault(place, []).append(replace(op, units=(unit,)))
    ops: list[Op] = []
    moved: list[Pc] = []
    for pc, own in enumerate(plan.ops):
        # A jump to a place comes in front of what was put there: everything passes that place.
        moved.append(len(ops))
        ops.extend(inserted.get(pc, ()))
        ops.append(Tell("dealt-later", op.provisions) if pc == at else own)
    placed = tuple(_moved(own, moved) for own in ops)
    return Plan(plan.rules, plan.bets, placed, tuple(moved[pc] for pc in plan.betting))


def _places_after(plan: Plan, at: Pc) -> list[Pc]:
    """The places that every path from an operation passes, and that are reached by no other way."""
    edges = [(pc, to) for pc in range(len(plan.ops)) for to in plan.successors(pc)]
    return [
        place
        for place in range(at + 1, len(plan.ops))
        if all(at < to <= place if at <= pc < place else not at < to <= place for pc, to in edges)
    ]


def _needs(sliced: Slice, pc: Pc, unit: Unit) -> bool:
    op = sliced.plan.ops[pc]
    match op:
        case Chance(units=units):
            return unit in units
        case Ask(who=who):
            return unit == who.unit or (HAND, unit) in sliced.reads(pc)
        case Alter(TurnUp(), who):
            return who.unit == unit and sliced.asks[pc]
        case _:
            return (HAND, unit) in sliced.reads(pc)


def _moved(op: Op, to: list[Pc]) -> Op:
    match op:
        case Jump():
            return replace(op, to=to[op.to])
        case Branch() | Require():
            return replace(op, no=to[op.no])
        case Ask():
            return replace(op, to=tuple(to[place] for place in op.to))
        case _:
            return op
