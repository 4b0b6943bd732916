"""The presence of a bet: which bets of a window make something else become of others by merely being there.

Non-interference (Goguen and Meseguer), by a taint analysis of the round's program: taint spreads along what is read
and along control, from every place where the round is another with the bet than without it.
"""

from functools import cached_property

from lexludi.exact.meters import paid_from
from lexludi.exact.slices import DRAWN, HAND, THROWN, Slice, divided_into
from lexludi.play import plan as ops
from lexludi.play.plan import Pc, Plan, Verb, reachable
from lexludi.rules import meaning as m

# A part of the state that operations write and read: a column, an action chosen, a number kept, a meter, the stock.
Tag = tuple[str, str]
STOCK: Tag = ("stock", "")

# A change of money: of the bets that it concerns, and of nothing else.
_OF_BETS = (
    m.Pay | m.Lose | m.Return | m.Keep | m.Stay | m.GoOn | m.Double | m.Reduce | m.PutOn | m.Place | m.Move | m.Split
)


class Presence:
    """The presence of a bet at a `place` of a program, with as little on it as may be, and all that comes of that."""

    def __init__(self, sliced: Slice, place: int) -> None:
        self.sliced = sliced
        self.plan = sliced.plan
        self.place = place
        self.bets = coming_of(sliced.plan, place)
        self.kinds = frozenset(kind for bet in self.bets for kind in sliced.kinds(bet))

    @cached_property
    def matters(self) -> bool:
        """Something else may become of other bets than without it, or of what others it may be decided otherwise."""
        return any(self._bears_on_others(pc) for pc in self._tainted)

    @cached_property
    def _tainted(self) -> frozenset[Pc]:
        """The operations that are done, or done otherwise, because of the bet."""
        places = range(len(self.plan.ops))
        written: dict[Pc, frozenset[Tag]] = {}
        fresh = [pc for pc in places if self._senses(pc)]
        # Least fixed point: what is written by tainted operations taints those that read it later.
        while fresh:
            for pc in fresh:
                for at in (pc, *self._region(pc)):
                    written[at] = self._written(at)
            tags: dict[Pc, frozenset[Tag]] = {at: output for at, output in written.items() if output}
            fresh = [
                pc
                for pc in places
                if pc not in written
                and (read := self._read(pc))
                and any(pc in self.plan.ahead[at] and not output.isdisjoint(read) for at, output in tags.items())
            ]
        return frozenset(written)

    def _senses(self, pc: Pc) -> bool:
        """An operation goes another way, or does something else, with the bet or one that comes of it than without."""
        op = self.plan.ops[pc]
        # Into its window nobody comes who has it already: all that it does there is to close it.
        match op:
            case ops.Branch(ops.BetOpen(placed=placed), who):
                return who.bet in self.bets and not (placed and who.bet == self.place)
            case ops.Branch(others=parties) | ops.Require(parties=parties) if any(
                party.bet in self.bets for party in parties
            ):
                return True
            case ops.Ask(window=m.Place(to=to), who=who) | ops.Alter(change=m.Place(to=to), who=who):
                if self.plan.puts[who.bet, to] == self.place:
                    return False
            case _:
                pass
        return any(map(self._tells_of_it, self.sliced.observables(pc)[1]))

    def _tells_of_it(self, observable: m.Observable) -> bool:
        match observable:
            case m.HasBetOn(bet=kind):
                return kind in self.kinds
            case m.CombinesBets():
                return True
            case m.HasBet():
                # Who may place it has another bet, with the same hand; only a hand that it is split to is its own.
                hands = {bet.unit for bet in self.plan.bets if bet.stake}
                return any(self.plan.bets[bet].unit not in hands for bet in self.bets)
            case _:
                # That all are decided it delays only once all others are.
                return False

    def _bears_on_others(self, pc: Pc) -> bool:
        """An operation settles or alters a bet that does not come of it."""
        match self.plan.ops[pc]:
            case ops.Settle(bet):
                return bet not in self.bets
            case ops.Alter(change=change) as op if isinstance(change, _OF_BETS):
                return not self._concerned(op, change.bet) <= self.bets
            case _:
                return False

    def _concerned(self, op: ops.Alter, kind: str) -> frozenset[int]:
        """The bets that a change may concern (`Process`)."""
        return frozenset(
            index
            for index, bet in enumerate(self.plan.bets)
            if kind in self.sliced.kinds(index)
            and (index == op.who.bet or (bet.unit == op.who.unit and (op.shared or bet.bettor == op.bettor)))
        )

    def _read(self, pc: Pc) -> frozenset[Tag]:
        op = self.plan.ops[pc]
        tags: set[Tag] = set(self.sliced.reads(pc))
        for observable in self.sliced.observables(pc)[1]:
            match observable:
                case m.Chose(action=action):
                    tags.add(("chosen", action))
                case m.Value(memory):
                    tags.add(("memory", memory))
                case m.MarkerAppears():
                    tags.add(STOCK)
                case _:
                    pass
        match op:
            case ops.Chance(verb=verb, units=units) if verb is not Verb.THROW:
                tags |= {STOCK, *((HAND, unit) for unit in units)}
            case ops.Ask():  # whoever chooses knows what has been seen
                tags |= {*self.sliced.columns}
            case ops.Settle(bet):
                tags |= {("meter", meter) for meter in paid_from(self.plan.rules, self.plan.bets[bet].bet)}
            case _:
                pass
        return frozenset(tags)

    def _written(self, pc: Pc) -> frozenset[Tag]:
        op = self.plan.ops[pc]
        match op:
            case ops.Chance(verb=Verb.THROW, units=units):
                return frozenset((THROWN, unit) for unit in units)
            case ops.Chance(units=units):
                return frozenset({STOCK, *((kind, unit) for unit in units for kind in (HAND, DRAWN))})
            case ops.Alter(change=ops.Chosen(action)):
                return frozenset({("chosen", action)})
            case ops.Alter(change=m.Remember(memory)):
                return frozenset({("memory", memory)})
            case ops.Alter(change=m.Feed(meter=meter), who=who):
                # Of the bet itself it is a part, and as little.
                return frozenset() if who.bet in self.bets else frozenset({("meter", meter)})
            case ops.Alter(change=ops.BeginShow() | ops.EndShow()):
                return frozenset({STOCK, *self.sliced.columns})
            case ops.Alter(change=change, who=who) if isinstance(change, m.Split) or not isinstance(change, _OF_BETS):
                return frozenset({STOCK, *((HAND, unit) for unit in (who.unit, *divided_into(op)))})
            case _:
                return frozenset()

    def _region(self, pc: Pc) -> frozenset[Pc]:
        """The operations that are done or not as one goes on (control dependence): up to where all ways meet again."""
        if isinstance(self.plan.ops[pc], ops.Tell | ops.Jump):
            return frozenset()
        after = self._postdominators[pc] & ~(1 << pc)
        # Postdominators stand in a chain: the next of them is followed by all others.
        meets = max((at for at in range(len(self.plan.ops)) if after >> at & 1), key=self._following, default=-1)

        def before(at: Pc) -> list[Pc]:
            return [to for to in self.plan.successors(at) if to != meets]

        return frozenset(reachable(before(pc), before))

    def _following(self, pc: Pc) -> int:
        return self._postdominators[pc].bit_count()

    @cached_property
    def _postdominators(self) -> list[int]:
        """For each place, as the bits of a number, the places that all ways from it to the end pass, and itself."""
        size = len(self.plan.ops)
        passed = [(1 << size) - 1] * size
        changed = True
        while changed:  # greatest fixed point: sets only shrink
            changed = False
            for pc in reversed(range(size)):
                bits = -1 if (following := self.plan.successors(pc)) else 0
                for to in following:
                    bits &= passed[to]
                bits |= 1 << pc
                if bits != passed[pc]:
                    passed[pc], changed = bits, True
        return passed


def coming_of(plan: Plan, place: int) -> frozenset[int]:
    """The place of a bet, with those of bets of which there is nothing without it.

    They are placed or put beside it, or are its like on a second hand.
    """
    places = (*plan.puts.items(), *plan.seconds.items())
    pairs = [(beside, to) for (beside, _), to in places if not plan.bets[to].stake]
    return frozenset(reachable([place], lambda bet: (to for beside, to in pairs if beside == bet)))
