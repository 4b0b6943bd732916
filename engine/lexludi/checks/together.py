"""Bets of one bettor that may be placed together: one after another, in some order, by somebody of some status."""

from dataclasses import dataclass
from functools import cached_property

from lexludi.play.plan import Chance, Placed, walk
from lexludi.play.process import Process, Questions, as_placed
from lexludi.play.round_state import Bet, Map, State
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, observables_of, resolved
from lexludi.rules.model import PLACE_BET

# Sets of bets that are tried, one after another, before it is given up to find an order.
MOST_TABLES = 2_000


@dataclass(frozen=True)
class Company:
    """Bets that may be placed together, in this order; not surely, where only what is not followed may allow it."""

    bets: tuple[Placed, ...]
    is_sure: bool = True


class Together:
    """The bets that one bettor may place together, by the norms on placing them.

    Followed are the bets of the bettor, whatever their stakes, where they stand and what they name, and the
    status of the bettor. Not followed are others' bets, acts, irregularities, bets kept from a round before
    and what has been dealt before bets are accepted.
    """

    def __init__(self, questions: Questions) -> None:
        self.questions = questions
        self.rules = questions.judge.rules
        # By norm, since a table is asked about over and over.
        self._known: dict[object, Company | None] = {}

    @cached_property
    def _norms(self) -> tuple[BoundRule[m.Norm], ...]:
        return tuple(rule for rule in self.rules.norms if rule.effect.action == PLACE_BET)

    def _read(self, rule: BoundRule[m.Norm]) -> list[m.Observable]:
        return [*resolved(observables_of(rule.condition), self.rules)]

    @cached_property
    def read(self) -> frozenset[str]:
        """The kinds of bets that bear on whether others may be placed."""
        found: set[str] = set()
        for rule in self._norms:
            if rule.effect.bound is not None and rule.effect.bound.of:
                found.add(rule.effect.bound.of)
            for observable in self._read(rule):
                match observable:
                    case m.HasBetOn(bet=bet):
                        found.add(bet)
                    case m.StakesExceed(first, second):
                        found |= {first, second}
                    case m.HasBet() | m.CombinesBets() | m.BetsAtSeveral() | m.SeveralBet() | m.HasLargestStake():
                        found |= self.rules.bets.keys()
                    case _:
                        pass
        return frozenset(found)

    @cached_property
    def tells_names_apart(self) -> bool:
        """What a bet names bears on whether it may be placed."""
        return any(isinstance(o, m.NamedNumber | m.OfNamed) for rule in self._norms for o in self._read(rule))

    @cached_property
    def _remaining(self) -> frozenset[str]:
        """The kinds of bets that a round may begin with, as they stay from the one before."""
        kept = {rule.effect.bet for rule in self.rules.outcomes if isinstance(rule.effect, m.Keep)}
        return frozenset(kept)

    @cached_property
    def _vague(self) -> frozenset[int]:
        """The norms, by identity, that read what is not followed."""
        return frozenset(id(rule) for rule in self._norms if not all(map(self._is_followed, self._read(rule))))

    def _is_followed(self, observable: m.Observable) -> bool:
        match observable:
            case m.HasBet(role) | m.HasBetOn(role):
                kinds = {observable.bet} if isinstance(observable, m.HasBetOn) else self.rules.bets.keys()
                offered = {bet.id for bet in self.rules.source.offered}
                return role == self.rules.bettor and kinds <= offered and not kinds & self._remaining
            case m.CombinesBets():
                return not self._remaining
            case m.HasStatus() | m.PlacedAt() | m.NamedNumber():
                return True
            case m.DealingUnderWay() | m.RoundOver() | m.WasDealt() | m.AllDecided():
                return self._opens_at_once
            case _:
                return observable.scope is m.Scope.HAND and self._opens_at_once

    @cached_property
    def _opens_at_once(self) -> bool:
        """Bets are accepted before anything has come."""
        plan = walk(self.rules, ())
        first = next((pc for pc, op in enumerate(plan.ops) if isinstance(op, Chance)), len(plan.ops))
        return all(pc < first for pc in plan.betting)

    @cached_property
    def _tables(self) -> list[State]:
        """The table before any bet, with the bettor of each status, the first of them first."""
        process = Process(walk(self.rules, ()), self.questions)
        role = self.rules.bettor
        values = [value for own in self.rules.statuses if own.role == role for value in own.values]
        return [process.start(statuses=Map({(f"{role}-1", role): value})) for value in values] or [process.start()]

    def of(self, wanted: tuple[Placed, ...], others: tuple[Placed, ...] = ()) -> Company | None:
        """Some bets, with those of `others` without which they cannot be placed; none where they never can."""
        key = frozenset(wanted), others
        if key not in self._known:
            self._known[key] = self._of(wanted, others)
        return self._known[key]

    def _of(self, wanted: tuple[Placed, ...], others: tuple[Placed, ...]) -> Company | None:
        helping = tuple(bet for bet in others if bet.bet in self.read)
        given_up = False
        for beside in ((), helping) if helping else ((),):
            for table in self._tables:
                order, is_proved = self._order(table, wanted, beside, perhaps=False)
                if order:
                    return Company(order)
                given_up |= not is_proved
        if given_up or any(self._order(table, wanted, helping, perhaps=True)[0] for table in self._tables):
            return Company(wanted, is_sure=False)
        return None

    def _order(
        self, table: State, wanted: tuple[Placed, ...], others: tuple[Placed, ...], *, perhaps: bool
    ) -> tuple[tuple[Placed, ...], bool]:
        """An order in which bets are accepted, of all that are wanted and some of the others; if none, whether proved.

        Depth first over sets of bets on the table: in which order they came makes no difference to the next.
        """
        seen: set[frozenset[Placed]] = set()
        waiting: list[tuple[Placed, ...]] = [()]
        while waiting:
            placed = waiting.pop()
            left = [bet for bet in wanted if bet not in placed]
            if not left:
                return placed, True
            if (there := frozenset(placed)) in seen:
                continue
            seen.add(there)
            if len(seen) > MOST_TABLES:
                return (), False
            state = table._replace(bets=tuple(map(_bet, placed)))
            free = [
                bet
                for bet in (*left, *(bet for bet in others if bet not in placed))
                if not self._is_forbidden(state, bet, perhaps=perhaps)
            ]
            # One that no norm reads is in no other's way: it is placed as soon as it may be.
            first = next((bet for bet in free if bet.bet not in self.read), None)
            waiting += [(*placed, bet) for bet in (reversed(free) if first is None else (first,))]
        return (), True

    def _is_forbidden(self, state: State, placed: Placed, *, perhaps: bool) -> bool:
        """A bet may not be placed at a table; not `perhaps` either, whatever is not followed."""
        if perhaps and placed.bet in self._remaining:
            return False
        bet = _bet(placed)
        for rule in self.questions.prohibitions_of_any_stake(as_placed(state, bet), bet.unit, bet):
            if not perhaps or not (id(rule) in self._vague or self._may_be_lifted(rule)):
                return True
        return False

    def _may_be_lifted(self, rule: BoundRule[m.Norm]) -> bool:
        """A norm that reads what is not followed may prevail over a prohibition."""
        return any(
            id(own) in self._vague and question.outranks(own, rule)
            for _, question in self.questions.about.get(PLACE_BET, ())
            for own in question.rules
        )


def _bet(placed: Placed) -> Bet:
    return Bet(placed.bettor, placed.holder, placed.bet, placed.stake, placed.naming, placed.unit)
