"""Bounds of gains: no less and no more than these can a bettor gain in a round, whatever comes and is chosen.

Abstract interpretation of the program of a round: for each bet the kinds it may have come
to be of, the most that may be staked on it, and between what its gain may lie, at each place
of the program until nothing changes. Bets are taken one by one, so a bound of several is not
always reached.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from typing import NamedTuple

from lexludi.base.errors import LexludiError
from lexludi.play.plan import Alter, Pc, Plan, Settle
from lexludi.play.questions import Questions
from lexludi.play.round_state import Money
from lexludi.rules import meaning as m

# A stake that still grows after so many turns of a repetition may grow without end.
# A fixed point exists only where no loop raises a stake; every other bound settles after finitely many joins.
_TURNS = 64


class NotBounded(LexludiError):
    """The stake on a bet may grow without end."""


class Bounds(NamedTuple):
    """No less and no more than a bettor can gain, and no less than they can stake, which rounds need not reach."""

    low: Fraction
    high: Fraction
    stake: Fraction


_NOTHING = Bounds(Fraction(0), Fraction(0), Fraction(0))


class _Held(NamedTuple):
    """The bounds of a bet: its kinds, the most staked on it, and between what its gain lies."""

    kinds: frozenset[str]
    stake: Fraction
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)

    def joined(self, other: "_Held") -> "_Held":
        if other is self:  # most bets are none of an operation's business
            return self
        return _Held(
            self.kinds | other.kinds,
            max(self.stake, other.stake),
            min(self.low, other.low),
            max(self.high, other.high),
        )


_Table = tuple[_Held, ...]


def bounds(plan: Plan, questions: Questions, stakes: tuple[Money, ...]) -> dict[str, Bounds]:
    """The bounds of the gain of each bettor, in the unit of the stakes of the bets that were placed.

    Raises:
        NotBounded: a stake may grow without end.
    """
    reached = _followed(plan, questions, stakes, {})
    # What is paid out of a meter depends on the stakes that feed it, and no stake depends on a meter: twice is enough.
    if plan.rules.source.meters:
        reached = _followed(plan, questions, stakes, _most_held(plan, reached))
    out: dict[str, Bounds] = {}
    for place, bet in enumerate(plan.bets):
        each = [table[place] for table in reached.values()]
        before = out.get(bet.bettor, _NOTHING)
        low, high = min(held.low for held in each), max(held.high for held in each)
        stake = max(held.stake for held in each)
        out[bet.bettor] = Bounds(before.low + low, before.high + high, before.stake + stake)
    return out


def _most_held(plan: Plan, reached: Mapping[Pc, _Table]) -> dict[str, Fraction]:
    """No less than what may be in each meter: what it begins with, or is made up to, and all that goes into it."""
    most = {meter.id: Fraction(max(meter.value, meter.seed)) for meter in plan.rules.source.meters.values()}
    for pc, table in reached.items():
        if isinstance(op := plan.ops[pc], Alter) and isinstance(op.change, m.Feed):
            most[op.change.meter] += op.change.part * table[op.who.bet].stake
    return most


def _followed(
    plan: Plan, questions: Questions, stakes: tuple[Money, ...], most: Mapping[str, Fraction]
) -> dict[Pc, _Table]:
    """The bounds of the bets at each place: a fixed point, by a worklist."""
    # Behind the bets that were placed stand those on which rules may put an amount, and have not yet.
    amounts = (*stakes, *[0] * (len(plan.bets) - len(stakes)))
    start = tuple(_Held(frozenset([b.bet]), Fraction(s)) for b, s in zip(plan.bets, amounts, strict=True))
    reached: dict[Pc, _Table] = {0: start}
    grown: dict[Pc, int] = {}
    waiting = [0]  # a heap: earlier places first, so that what comes together is followed once
    in_heap = {0}
    while waiting:
        pc = heappop(waiting)
        in_heap.remove(pc)
        after = _after(plan, questions, pc, reached[pc], most)
        for to in plan.successors(pc):
            before = reached.get(to)
            joined = after if before is None else tuple(a.joined(b) for a, b in zip(before, after, strict=True))
            # Joining only widens: a place to which nothing new comes has been followed from already.
            if joined == before:
                continue
            reached[to] = joined
            grown[to] = grown.get(to, 0) + 1
            if grown[to] > _TURNS * len(plan.ops):
                raise NotBounded("gain-not-bounded")
            if to not in in_heap:
                heappush(waiting, to)
                in_heap.add(to)
    return reached


def _after(plan: Plan, questions: Questions, pc: Pc, table: _Table, most: Mapping[str, Fraction]) -> _Table:
    """The bounds of the bets after an operation."""
    match plan.ops[pc]:
        case Settle(place):
            return _with(table, place, _settled(questions, table[place], most))
        case Alter() as op:
            for place in _concerned(plan, op, table):
                table = _altered(plan, op, place, table)
            return table
        case _:
            # Branches are followed both ways, as if their conditions were not known.
            return table


def _with(table: _Table, place: int, held: _Held) -> _Table:
    # A weak update: the bet may not be concerned after all, so that what held before stays possible.
    return (*table[:place], held.joined(table[place]), *table[place + 1 :])


def _settled(questions: Questions, held: _Held, most: Mapping[str, Fraction]) -> _Held:
    for kind in held.kinds:
        rules = questions.outcomes[kind].rules
        for rule in rules:
            held = held.joined(_paid(held, rule.effect))
        # A bonus is paid beside whatever the result is, and a bet has one result: however often it may be settled,
        # the bonus comes once. The best result is asked of the stake, not of gains that may have a bonus in them.
        best = max((held.stake * rule.effect.odds for rule in rules if isinstance(rule.effect, m.Pay)), default=0)
        bonuses = [r.effect for r in questions.judge.rules.bonuses if r.effect.bet == kind]
        bonus = max((_beside(held, effect, most) for effect in bonuses), default=Fraction(0))
        held = held._replace(high=max(held.high, best + bonus))
    return held


def _beside(held: _Held, effect: m.Beside, most: Mapping[str, Fraction]) -> Fraction:
    match effect:
        case m.Bonus(_, odds):
            return held.stake * odds
        case m.Withdraw(_, meter, part, amount):
            return most.get(meter, Fraction(0)) * part + amount


def _paid(held: _Held, outcome: m.Outcome) -> _Held:
    match outcome:
        case m.Pay(_, odds):
            return held._replace(high=max(held.high, held.stake * odds))
        case m.Lose(_, part):
            return held._replace(low=min(held.low, -held.stake * part))
        case m.GoOn(_, to):
            return held._replace(kinds=held.kinds | {to})
        case m.Return() | m.Keep() | m.Stay():
            return held


def _concerned(plan: Plan, op: Alter, table: _Table) -> Iterator[int]:
    """The bets that a change may concern."""
    match op.change:
        case m.Double() | m.Reduce() | m.PutOn() | m.Split() | m.Place() | m.Move():
            # Whether a bet is open is not followed: to reckon with more bets than are concerned only widens bounds.
            kind = op.change.bet
        case m.Pay() | m.Lose() | m.Return() | m.Keep() | m.Stay() | m.GoOn():
            kind = op.change.bet
        case _:
            return
    for place, held in enumerate(table):
        if kind in held.kinds and (place == op.who.bet or plan.bets[place].unit == op.who.unit):
            yield place


def _altered(plan: Plan, op: Alter, place: int, table: _Table) -> _Table:
    held = table[place]
    match op.change:
        # A stake that is reduced stays below the bound that it had, and so needs no case.
        case m.Double():
            return _with(table, place, held._replace(stake=held.stake * 2))
        case m.PutOn(kind, to, times) | m.Place(kind, to, times):
            beside, stake = plan.puts[place, to], held.stake
            put = table[beside]
            if isinstance(op.change, m.Place):
                # What a bettor has on several such bets limits a window together.
                bettor = plan.bets[place].bettor
                alike = (staked for staked, bet in zip(table, plan.bets, strict=True) if bet.bettor == bettor)
                stake = sum((staked.stake for staked in alike if kind in staked.kinds), Fraction(0))
            return _with(table, beside, put._replace(stake=put.stake + stake * times))
        case m.Split(hand=hand):
            second = plan.seconds[place, hand]
            return _with(table, second, table[second]._replace(stake=held.stake, kinds=held.kinds))
        case m.Move(_, to):
            return _with(table, place, held._replace(kinds=held.kinds | {to}))
        case m.Pay() | m.Lose() | m.Return() | m.Keep() | m.Stay() | m.GoOn():
            return _with(table, place, _paid(held, op.change))
        case _:
            return table


def decisions_bounded(plan: Plan) -> int | None:
    """No fewer than the decisions of a round; nothing where one may come again and again."""
    # What lies ahead of itself stands in a loop. Elsewhere each is asked once at most.
    return None if any(pc in plan.ahead[pc] for pc in plan.asks) else len(plan.asks)
