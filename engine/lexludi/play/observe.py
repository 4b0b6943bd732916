"""Observables read from a round: for each, a function of the state, the party and the bet concerned."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, assert_never

from lexludi.play.hands import HANDS_KEPT, Hands
from lexludi.play.material import Hand
from lexludi.play.plan import Unit
from lexludi.play.round_state import Bet, Money, State
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules
from lexludi.rules.naming import items_named, part_named
from lexludi.rules.parts import part_in, part_of, whole_of
from lexludi.rules.throws import thrower

Read = Callable[[State, Unit, Bet | None], Any]


class Observer:
    """Reads observables from rounds under bound rules; `test` makes a function of a condition."""

    def __init__(self, rules: BoundRules, hands: Hands, test: Callable[[m.Condition], Read]) -> None:
        self.rules = rules
        self.hands = hands
        self.test = test
        self._holders = rules.holders_of_objects()
        self.hand_of = cache(self._hand_of)

    def _hand_of(self, role: str) -> Callable[[State, Unit], Hand]:
        """A function that gives the hand a role has: what it holds, or what it threw where it never holds objects.

        A role with many holders, or of bettors, stands for the party concerned.
        """
        # What the rules say of a role is looked up here, once: the function made of it is called in every round.
        fixed, part = self.rules.fixed(role), part_in(role)
        if whole_of(role) in self._holders:
            # The objects of a hand that is divided, or formed of two, lie with other holders.
            if self.rules.is_view(role):
                return lambda state, unit: state.view(self.rules.holder(role, unit))
            if fixed:
                return lambda state, unit: state.hands.get(fixed, ())
            if part:
                return lambda state, unit: state.hands.get(part_of(unit, part), ())
            return lambda state, unit: state.hands.get(unit, ())
        party = thrower(fixed)
        return lambda state, unit: state.thrown.get(party or unit, ())

    def of_hand(self, observable: m.Observable, naming: str = "") -> Callable[[Hand], Any] | None:
        """A function of one hand, for what is read from one hand alone; `naming` is what the bet names."""
        hands, shows = self.hands, self.hands.material.shows
        match observable:
            case m.CategoryOf():
                return lambda hand: None if (category := hands.category(hand)) is None else category.id
            case m.HasShape(_, shape) | m.ThrewShape(_, shape):
                return lambda hand: hands.has_shape(hand, shape)
            case m.FirstHaveShape(_, count, shape):
                return lambda hand: hands.has_shape(hand[:count], shape)
            case m.IsWorthAtLeast(_, category, items):
                return lambda hand: hands.is_worth_at_least(hand, category, items)
            case m.Total():
                return hands.total
            case m.LowestTotal():
                return hands.lowest_total
            case m.TotalOfFirst(_, count):
                return lambda hand: hands.total(hand[:count])
            case m.ObjectsOf():
                return lambda hand: hand
            case m.CountOfKind(_, kind):
                return lambda hand: hands.material.held_of(kind, hand)
            case m.CountShowing(_, item):
                return lambda hand: sum(shows(thing, item) for thing in hand)
            case m.CountShowingNamed() | m.ShowsAllNamed():
                of_named = self._of_named(observable)
                return lambda hand: of_named(hand, naming)
            case _:
                return None

    def _of_named(self, observable: m.CountShowingNamed | m.ShowsAllNamed) -> Callable[[Hand, str], Any]:
        """A function of one hand and of what the bet names."""
        shows = self.hands.material.shows
        match observable:
            case m.CountShowingNamed(_, slot):
                return lambda hand, named: sum(shows(thing, part_named(named, slot)) for thing in hand)
            case m.ShowsAllNamed(_, slot):
                return lambda hand, named: (
                    bool(named)
                    and all(any(shows(thing, item) for thing in hand) for item in items_named(part_named(named, slot)))
                )
        assert_never(observable)

    def reader(self, observable: m.Observable) -> Read:
        """A function that reads an observable from a round."""
        match observable:
            case (
                m.CategoryOf(role)
                | m.HasShape(role)
                | m.IsWorthAtLeast(role)
                | m.Total(role)
                | m.LowestTotal(role)
                | m.TotalOfFirst(role)
                | m.ObjectsOf(role)
                | m.CountOfKind(role)
                | m.CountShowing(role)
            ):
                of, value = self.hand_of(role), self.of_hand(observable)
                assert value is not None
                if isinstance(observable, m.HasShape):
                    value = lru_cache(HANDS_KEPT)(value)  # round after round the same few hands are looked at
                return lambda state, unit, bet: value(of(state, unit))
            case m.FirstHaveShape(role, count, shape):
                hand_of, first = self.hand_of(role), self.of_hand(m.HasShape(role, shape))
                assert first is not None
                is_shaped = lru_cache(HANDS_KEPT)(first)  # fewer are looked at than of whole hands
                return lambda state, unit, bet: is_shaped(hand_of(state, unit)[:count])
            case m.CountShowingNamed(role) | m.ShowsAllNamed(role):
                of, of_named = self.hand_of(role), self._of_named(observable)
                return lambda state, unit, bet: of_named(of(state, unit), "" if bet is None else bet.naming)
            case m.ThrewShape(role, shape):
                party, has_shape = thrower(self.rules.fixed(role)), self.hands.has_shape
                return lambda state, unit, bet: has_shape(state.thrown.get(party or unit, ()), shape)
            case m.Compared(first, second):
                one, two, compare = self.hand_of(first), self.hand_of(second), self.hands.compare
                return lambda state, unit, bet: compare(one(state, unit), two(state, unit))
            case m.NumberDrawn(role):
                party, number = self.rules.fixed(role), self.hands.number
                return lambda state, unit, bet: (
                    None if (thing := state.drawn.get(party or unit)) is None else number(thing)
                )
            case m.DrewNone(role):
                party = self.rules.fixed(role)
                return lambda state, unit, bet: (party or unit) not in state.drawn
            case m.IsDefined(role, status):
                return self.test(self.rules.definitions[role, status].condition)
            case m.HasStatus(role, status):
                # Whoever is given no status has the first that is declared.
                declared = self.rules.statuses_of(role)
                bettors = self.rules.roles[role].kind == "bettor"
                return lambda state, unit, bet: (
                    state.statuses.get((bet.bettor if bettors and bet else whole_of(unit), role), declared[0]) == status
                )
            case m.Chose(role, action):
                return self._chose(role, action)
            case m.HasBet(role):
                bets_of = self._bets_of(role)
                return lambda state, unit, bet: any(True for _ in bets_of(state, unit, bet))
            case m.HasBetOn(role, kind):
                bets_of = self._bets_of(role)
                return lambda state, unit, bet: any(placed.bet == kind for placed in bets_of(state, unit, bet))
            case m.AllDecided():
                return lambda state, unit, bet: not any(placed.is_open for placed in state.bets)
            case m.Value(memory):
                return lambda state, unit, bet: state.memory.get(memory)
            case m.WasDealt(kind):
                objects = self.hands.material.objects
                return lambda state, unit, bet: any(
                    objects[thing].object == kind
                    for hand in (*state.hands.values(), *state.thrown.values())
                    for thing in hand
                )
            case m.DealingUnderWay():
                return lambda state, unit, bet: state.given > 0
            case m.UseBegins(kind):
                return lambda state, unit, bet: state.stock.fresh or kind in state.stock.anew
            case m.MarkerAppears(marker):
                # A marker stands above so many last objects.
                return lambda state, unit, bet: (
                    marker in state.stock.markers and self.fewest_left(state) <= state.stock.markers[marker]
                )
            case m.RoundOver():
                return lambda state, unit, bet: state.over
            case m.Happens(event, role):
                return lambda state, unit, bet: (
                    state.event is not None
                    and state.event[0] == event
                    and (not role or role_of(state.event[1], self.rules) == role)
                )
            case m.CountOfEvents(role, event):
                return self._count_of_events(role, event)
            case m.BetsAtSeveral(role):
                return _of_bet(
                    lambda bets, bet: len(self._places(role, (b for b in bets if b.bettor == bet.bettor))) > 1
                )
            case m.SeveralBet(role):
                return _of_bet(
                    lambda bets, bet: (
                        bool(self._places(role, (bet,))) and len({b.bettor for b in bets if b.holder == bet.holder}) > 1
                    )
                )
            case m.CombinesBets():
                return _of_bet(_combines)
            case m.NamedNumber():
                return lambda state, unit, bet: int(bet.naming) if bet and bet.naming.isdecimal() else None
            case m.PlacedAt(role):
                return _of_bet(lambda bets, bet: bool(self._places(role, (bet,))))
            case m.HasLargestStake(role, status):
                return self._has_largest_stake(role, status)
            case m.StakesExceed(first, second, limit):
                return _of_bet(
                    lambda bets, bet: (
                        # A bet on the other kind does not widen the difference.
                        bet.bet == first and _staked(bets, first) - _staked(bets, second) > limit
                    )
                )
        assert_never(observable)

    def _chose(self, role: str, action: str) -> Read:
        """A bettor has chosen an action for the hand that the bet plays with, or for none in particular."""
        bettors, fixed = self.rules.roles[role].kind == "bettor", self.rules.fixed(role)

        def read(state: State, unit: Unit, bet: Bet | None) -> bool:
            chosen = [choice for choice in state.chosen if choice.action == action]
            if bettors and bet:
                # Whoever plays several hands has not folded one by folding another; who has no bet has no hand.
                hands = (None, bet.unit) if bet.bet else None
                return any(c.bettor == bet.bettor and (hands is None or c.unit in hands) for c in chosen)
            party = fixed or unit
            # An irregularity may happen to nobody, and nobody has chosen anything.
            return bool(party) and any(party in (c.bettor, c.unit) for c in chosen)

        return read

    def _count_of_events(self, role: str, event: str) -> Read:
        """The count of reports of an irregularity of a party: of a bettor, or of the hand that they play with."""
        fixed, bettors = self.rules.fixed(role), self.rules.roles[role].kind == "bettor"

        def read(state: State, unit: Unit, bet: Bet | None) -> int:
            if fixed:
                of = {fixed}
            elif bettors and bet:
                of = {unit, bet.bettor}
            else:
                # Whom an irregularity happens to need not be of the role; bettors may have hands of their own, wherever
                # their bets stand, and a second one is of whoever holds the first.
                at = bet.holder if bet else whole_of(unit)
                of = {party for party in (unit, at) if role_of(party, self.rules) == role}
            return sum(state.events.get((event, party), 0) for party in of if party)

        return read

    def _bets_of(self, role: str) -> Callable[[State, Unit, Bet | None], Iterator[Bet]]:
        """The bets that the party has placed, wherever they stand, or, of a holder, those that stand at its place."""
        fixed = self.rules.fixed(role)
        if self.rules.roles[role].kind == "bettor":
            # Of a bet it is asked about its bettor, of a step at the table about the party concerned.
            return lambda state, unit, bet: (
                placed
                for placed in state.had
                if (placed.bettor == bet.bettor if bet else unit in (placed.unit, placed.bettor))
            )

        def standing(state: State, unit: Unit, bet: Bet | None) -> Iterator[Bet]:
            if bet and bet.bet:
                # Bettors may have hands of their own, wherever their bets stand.
                at = {bet.holder}
            else:
                unit = bet.bettor if bet else unit
                at = {
                    whole_of(unit),
                    *(placed.holder for placed in state.placed if unit in (placed.unit, placed.bettor)),
                }
            return (
                placed
                for placed in state.had
                if placed.holder in ((fixed,) if fixed else at) and self._places(role, (placed,))
            )

        return standing

    def _places(self, role: str, bets: Iterable[Bet]) -> set[str]:
        """The holders of a role at which bets stand; one without a place stands at none."""
        return {bet.holder for bet in bets if bet.holder and role_of(bet.holder, self.rules) == role}

    def _has_largest_stake(self, role: str, status: str) -> Read:
        """The bettor has staked as much as anybody else, or as anybody else of that status."""
        declared = self.rules.statuses_of(role) or ("",)

        def read(state: State, unit: Unit, bet: Bet | None) -> bool:
            staked: dict[str, Money] = {}
            for placed in state.bets:
                if not status or state.statuses.get((placed.bettor, role), declared[0]) == status:
                    staked[placed.bettor] = staked.get(placed.bettor, 0) + placed.stake
            # By a step or of an irregularity it is asked of a bettor, and of no bet; a place has staked nothing.
            bettor = bet.bettor if bet else whole_of(unit)
            # Of those who have staked the most, equal amounts, it is true of each.
            return bool(staked) and staked.get(bettor, 0) == max(staked.values())

        return read

    # ── What is left ────────────────────────────────────────────────────────

    def left(self, state: State, kind: str) -> dict[int, int]:
        """Numbers of each object of a kind that are still to be drawn."""
        counts = dict(self.hands.full[kind])
        for thing, number in _out_of_stock(state):
            # What lies aside may be faces that were thrown, or objects of another stock.
            if thing in counts:
                counts[thing] -= number
        return counts

    def fewest_left(self, state: State) -> int:
        """The number of objects left of the kind of which fewest are."""
        objects = self.hands.material.objects
        left = {kind: len(pool) for kind, pool in self.hands.material.pools.items()}
        for thing, number in _out_of_stock(state):
            if (kind := objects[thing].object) in left:  # faces that were thrown are of no stock
                left[kind] -= number
        return min(left.values(), default=0)


def _out_of_stock(state: State) -> list[tuple[int, int]]:
    """The objects that are not in the stock, each with a number of them."""
    # What was held at the end of a round counts as gone already.
    held = [] if state.over else [(thing, 1) for thing in state.held]
    return [*held, *((thing, 1) for thing in state.aside), *state.stock.gone.items()]


def role_of(unit: str, rules: BoundRules) -> str:
    """The role of a holder: of `box-3`, `box`; of a part of a hand, that of whoever it was divided by."""
    unit = whole_of(unit)
    return unit if unit in rules.roles else unit.rpartition("-")[0]


def _of_bet(read: Callable[[Iterable[Bet], Bet], bool]) -> Read:
    """An observable of a bet among all bets of the round; of no bet it is false."""
    return lambda state, unit, bet: bet is not None and read(state.placed, bet)


def _combines(bets: Iterable[Bet], bet: Bet) -> bool:
    """The bettor has bets of several kinds where a bet stands; of an act, which is for no bet, at any one place."""
    combined = {(b.holder, b.bet) for b in bets if b.bettor == bet.bettor and (b.holder == bet.holder or not bet.bet)}
    return len(combined) > len({holder for holder, _ in combined})


def _staked(bets: Iterable[Bet], kind: str) -> Money:
    return sum((bet.stake for bet in bets if bet.bet == kind), 0)
