"""Distinctions: at each place of a program, what must be told apart of rounds because it is read there or later."""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property

from lexludi.base.frozen import dataclass
from lexludi.checks.situations import NotSearched
from lexludi.exact.slices import DRAWN, HAND, THROWN, Place, Slice, divided_into, passed_over
from lexludi.play.plan import (
    Alter,
    Ask,
    Branch,
    Chance,
    Pc,
    Plan,
    Settle,
    TurnUp,
    Verb,
    Who,
    ahead,
    reachable,
)
from lexludi.play.process import past
from lexludi.play.questions import Questions
from lexludi.rules import meaning as m
from lexludi.rules.naming import items_named, part_named
from lexludi.rules.parts import whole_of

# What is not read of hands and yet decided by a round itself, of a bettor of one status, without irregularities.
_DECIDED = (
    *(m.Chose, m.HasBetOn, m.HasStatus, m.OfNamed, m.NamedNumber, m.PlacedAt, m.Value),
    *(m.AllDecided, m.WasDealt, m.DealingUnderWay, m.RoundOver),
)


@dataclass(frozen=True)
class Read:
    """The value of an observable, from hands that stay as they are."""

    observable: m.Observable
    who: Who
    naming: str


@dataclass(frozen=True)
class WholeHand:
    """A hand with all its objects: it may still grow."""

    place: Place


@dataclass(frozen=True)
class Growing:
    """A hand that may still grow, as far as it makes a difference to observables with more objects in it."""

    place: Place
    observables: tuple[tuple[m.Observable, str], ...]  # each with the item that the bet concerned names


@dataclass(frozen=True)
class Size:
    """The number of objects of a kind in a hand."""

    place: Place
    kind: str


@dataclass(frozen=True)
class Strength:
    """The strength of a hand that will be compared with one that is not complete."""

    place: Place


@dataclass(frozen=True)
class SeenCategory:
    """The category of a hand that somebody will look at."""

    place: Place


Part = Read | WholeHand | Growing | Size | Strength | SeenCategory

# Of these, the value for a larger hand follows from sums and counts, or from its first objects.
_ADDITIVE = (
    *(m.Total, m.LowestTotal, m.TotalOfFirst, m.FirstHaveShape),
    *(m.CountOfKind, m.CountShowing, m.CountShowingNamed, m.WasDealt),
)


class Distinctions:
    """The distinctions that a program makes between rounds, place by place.

    Raises:
        NotSearched: something is read that one round does not decide.
    """

    def __init__(self, plan: Plan, questions: Questions) -> None:
        self.plan = plan
        self.slice = Slice(plan, questions)
        self.rules = plan.rules
        self.jumps = self._passed_over()
        self.left_open: dict[Pc, str] = {}
        for pc in self._places:
            self._require_decided(pc)

    def _passed_over(self) -> dict[Pc, Pc]:
        """Places from which the search goes on elsewhere: shown rounds, and idle operations under what is not known."""
        found: dict[Pc, Pc] = {}
        for pc, to in reversed(passed_over(self.plan).items()):
            op = self.plan.ops[pc]
            if not isinstance(op, Branch):
                found[pc] = to
            elif self._undecided(pc):
                # As a round does, past those that ask the very same too: it never stands at these.
                found[pc] = found.get(to, to) if past(op, self.plan) != to else to
        return found

    @cached_property
    def _places(self) -> frozenset[Pc]:
        """The places that a round can come to, up to its end."""
        return frozenset(reachable([0], lambda pc: (to for to in self.after(pc) if to <= self.plan.finish)))

    def after(self, pc: Pc) -> tuple[Pc, ...]:
        """The places at which the search goes on from a place."""
        return (self.jumps[pc],) if pc in self.jumps else self.plan.successors(pc)

    def _undecided(self, pc: Pc) -> str:
        """The name of a reading at a place that no round decides; the empty string where all are decided."""
        for observable in self.slice.observables(pc)[1]:
            if not is_decided(observable, self.slice.questions):
                return observable.name.partition(":")[0].replace("-", "_")
        return ""

    def _require_decided(self, pc: Pc) -> None:
        undecided = "" if pc in self.jumps else self._undecided(pc)
        op = self.plan.ops[pc]
        if isinstance(op, Ask) and op.window and self._is_bounded_by_others(op.window):
            raise NotSearched("bounded-stake")
        if undecided and isinstance(self.plan.ops[pc], Settle):
            self.left_open[pc] = undecided  # whatever it is, the bet is settled then
        elif undecided:
            raise NotSearched(undecided)

    def _is_bounded_by_others(self, window: m.Place) -> bool:
        """A bound by the stake of another bet than that of a window: stakes are not followed."""
        bounds = (rule.effect.bound for rule in self.rules.norms if window.to in rule.effect.bets)
        return any(bound is not None and bound.of not in ("", window.bet) for bound in bounds)

    @cached_property
    def _observables(self) -> dict[Pc, tuple[Who, tuple[m.Observable, ...]]]:
        read = self._places - self.jumps.keys() - self.left_open.keys()
        return {pc: self.slice.observables(pc) for pc in read}

    def observables(self, pc: Pc) -> tuple[Who, tuple[m.Observable, ...]]:
        """Whom an operation concerns, and what it reads."""
        return self._observables.get(pc, (Who(), ()))

    @cached_property
    def read(self) -> frozenset[m.Observable]:
        """All that is read; in the place of an item that a bet names, each item that one does."""
        # Kinds of objects are told apart for all names at once, as rows follow all bets of a wager together.
        named = {bet.naming for bet in self.plan.bets if bet.naming}
        out: set[m.Observable] = set()
        for _, observables in self._observables.values():
            for observable in observables:
                if isinstance(observable, m.OfNamed):
                    parts = [part_named(name, observable.slot) for name in named]
                    items = [item for part in parts for item in items_named(part)]
                    shown = parts if isinstance(observable, m.CountShowingNamed) else items
                    out.update(m.CountShowing(observable.role, item) for item in shown)
                else:
                    out.add(observable)
        if self.rules.categories:
            out.add(m.CategoryOf(""))
        return frozenset(out)

    def naming(self, who: Who) -> str:
        """The item that the bet concerned names."""
        return self.plan.bets[who.bet].naming if who.bet >= 0 else ""

    @cached_property
    def later(self) -> dict[Pc, frozenset[Pc]]:
        """For each place, itself and all that a round may come to from it, up to its end."""
        # `ahead` has a place among those after it only if a round comes back there; here it is always its own.
        after = {pc: tuple(to for to in self.after(pc) if to in self._places) for pc in self._places}
        return {pc: places | {pc} for pc, places in ahead(after).items()}

    @cached_property
    def _reading(self) -> tuple[Pc, ...]:
        """The places at which hands are read or looked at."""
        return tuple(pc for pc in sorted(self._places) if self.observables(pc)[1] or self.looked_at(pc))

    @cached_property
    def _changed(self) -> dict[Pc, frozenset[Place]]:
        """The hands that change at a place, for each where one does."""
        changed = {}
        for pc in self._places - self.jumps.keys():
            if isinstance(op := self.plan.ops[pc], Chance):
                kinds = {Verb.DEAL: (HAND,), Verb.DRAW: (HAND, DRAWN), Verb.THROW: (THROWN,), Verb.BURN: ()}[op.verb]
                changed[pc] = frozenset((kind, unit) for kind in kinds for unit in op.units)
            elif parts := divided_into(op):
                # What is put with the parts, and taken from the whole.
                changed[pc] = frozenset((HAND, unit) for unit in (whole_of(parts[0]), *parts))
        return changed

    def changing(self, pc: Pc) -> frozenset[Place]:
        """The hands that may change at a place or later."""
        later = self.later[pc]
        return frozenset(place for p, places in self._changed.items() if p in later for place in places)

    def is_drawn_later(self, pc: Pc) -> bool:
        """Objects come from a stock at a place or later."""
        return any(kind == HAND for kind, _ in self.changing(pc))

    @cached_property
    def boundaries(self) -> Mapping[Place, Set[int]]:
        """The numbers of objects that are read as the first of a hand or a throw, by column; none of others."""
        return self.slice.first_of(self._observables.values())

    @cached_property
    def _looked_at(self) -> dict[Pc, tuple[Place, ...]]:
        """The hands whose categories are asked for at a place, or told."""
        if not self.rules.categories:
            return {}
        out: dict[Pc, tuple[Place, ...]] = {}
        for pc in self._places - self.jumps.keys():
            match self.plan.ops[pc]:
                case Alter(TurnUp(), who):
                    out[pc] = ((HAND, who.unit),)
                case _:
                    who, observables = self.observables(pc)
                    ranked = [o for o in observables if isinstance(o, m.OF_CATEGORY)]
                    if ranked:
                        out[pc] = tuple(place for o in ranked for place in self.slice.places(o, who))
        return out

    def looked_at(self, pc: Pc) -> tuple[Place, ...]:
        """The hands whose categories are asked for at a place, or told."""
        return self._looked_at.get(pc, ())

    @cached_property
    def _parts(self) -> dict[Pc, tuple[Part, ...]]:
        return {pc: tuple(dict.fromkeys(self._told_apart(pc))) for pc in self._places}

    def parts(self, pc: Pc) -> tuple[Part, ...]:
        """The parts of hands that tell rounds at a place apart."""
        return self._parts[pc]

    def _told_apart(self, pc: Pc) -> Iterator[Part]:
        # Of hands that stay as they are the values read later are enough; of others, whatever may come to matter.
        changing, live = self.changing(pc), self.slice.live[pc]
        for p in self._reading:
            if p not in self.later[pc]:
                continue
            who, observables = self.observables(p)
            for observable in observables:
                places = [place for place in self.slice.places(observable, who) if place in live]
                if any(place in changing for place in places):
                    yield from self._of_changing(observable, who, places, changing)
                elif places:
                    naming = self.naming(who) if isinstance(observable, m.OfNamed) else ""
                    # Without the bet concerned: what several bets read of a hand is one part.
                    yield Read(observable, Who(who.unit), naming)
            for place in self.looked_at(p):
                if place not in changing or place[0] != HAND:
                    yield SeenCategory(place)
        for place in sorted(changing):
            if place[0] == HAND:
                yield from self._of_growing(pc, place)

    def _of_growing(self, pc: Pc, place: Place) -> Iterator[Part]:
        """The parts told apart of a hand that may still grow."""
        later = self.later[pc]
        reading = [p for p in self._reading if p in later]
        read = [
            (observable, self.naming(who) if isinstance(observable, m.OfNamed) else "")
            for p in reading
            for who, observables in [self.observables(p)]
            for observable in observables
            if place in self.slice.places(observable, who)
        ]
        # A category, a shape or a comparison may depend on any object of the hand together with those still to come.
        if any(place in self.looked_at(p) for p in reading) or not all(isinstance(o, _ADDITIVE) for o, _ in read):
            yield WholeHand(place)
            return
        if read:
            yield Growing(place, tuple(dict.fromkeys(read)))
        # How many objects a deal gives depends on how many there are.
        coming = (op for p in sorted(later) if isinstance(op := self.plan.ops[p], Chance) and op.verb is Verb.DEAL)
        for kind in dict.fromkeys(op.kind for op in coming if place[1] in op.units):
            yield Size(place, kind)

    def _of_changing(
        self, observable: m.Observable, who: Who, places: Sequence[Place], changing: frozenset[Place]
    ) -> Iterator[Part]:
        for place in places:
            if place in changing and place[0] == THROWN:
                yield WholeHand(place)
            # Told apart as a hand that grows (`_of_growing`).
            elif place in changing and place[0] == HAND:
                continue
            # The hand of the other party is still to come: of this one all that can matter is its strength.
            elif isinstance(observable, m.Compared):
                yield Strength(place)
            else:
                yield Read(observable, Who(who.unit), self.naming(who))


def is_decided(observable: m.Observable, questions: Questions) -> bool:
    """A round by itself decides an observable: its hands and choices do."""
    if isinstance(observable, m.Chose) and observable.action in questions.own_acts:
        return False
    if isinstance(observable, m.HasBet | m.HasBetOn):
        rules = questions.judge.rules
        # Others may bet at the place of a holder; where nobody bets it is never so.
        if observable.role != rules.bettor:
            return not rules.has_place(observable.role)
    return observable.scope is m.Scope.HAND or isinstance(observable, _DECIDED)
