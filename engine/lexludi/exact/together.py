"""Bets of one bettor that may be placed together: one after another, in some order, by somebody of some status."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from lexludi.base.frozen import dataclass
from lexludi.play.plan import Chance, Placed, Plan, walk
from lexludi.play.process import Process
from lexludi.play.questions import Questions, as_placed
from lexludi.play.round_state import Bet, State
from lexludi.play.table import alone_on_each, holders, kept_stakes, moved_to, of_status
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, observables_of, resolved
from lexludi.rules.model import CLOSE_BETS, PLACE_BET, under

# Times that it is asked of a table whether a bet may be placed at it: for one set of bets, and in all; some seconds.
MOST_ASKED, MOST_IN_ALL = 4_000, 20_000


@dataclass(frozen=True)
class Company:
    """Bets that may be placed together, in this order; not surely, where only what is not followed may allow it."""

    bets: tuple[Placed, ...]
    is_sure: bool = True


class Together:
    """The bets that one bettor may place together, by the norms on placing them and on closing the betting.

    Followed are the bets of the bettor, whatever their stakes, where they stand and what they name, and the
    status of the bettor: each of them, or the one that is given. Not followed are others' bets, acts,
    irregularities, bets kept from a round before and what has been dealt before bets are accepted.
    """

    def __init__(self, questions: Questions, status: str = "") -> None:
        self.questions = questions
        self.rules = questions.judge.rules
        self.status = status
        self._asked_in_all = 0
        self._known: dict[object, Company | None] = {}

    @cached_property
    def _norms(self) -> tuple[BoundRule[m.Norm], ...]:
        return tuple(rule for rule in self.rules.norms if rule.effect.action in (PLACE_BET, CLOSE_BETS))

    def _read(self, rule: BoundRule[m.Norm]) -> list[m.Observable]:
        return [*resolved(observables_of(rule.condition), self.rules)]

    @cached_property
    def read(self) -> frozenset[str]:
        """The kinds of bets that bear on whether others may be placed."""
        bounded = (rule.effect.bound.of for rule in self._norms if rule.effect.bound is not None)
        read = (observable for rule in self._norms for observable in self._read(rule))
        return frozenset(bounded) | self._kinds_of(read)

    @cached_property
    def lifting(self) -> frozenset[str]:
        """The kinds of bets that may be needed for others: prohibitions stand back, or no longer hold, with them."""
        bounded = (rule.effect.bound.of for rule in self._norms if rule.effect.bound is not None)
        read: list[m.Observable] = []
        for rule in self._norms:
            yields = any(under(rule.eid, p.winner) for p in self.rules.precedences)
            if yields or rule.effect.modality is not m.Modality.MUST_NOT:
                read += self._read(rule)
            else:
                read += resolved(_denied(rule.condition), self.rules)
        return frozenset(bounded) | self._kinds_of(read)

    def _kinds_of(self, observables: Iterable[m.Observable]) -> frozenset[str]:
        """The kinds of bets by which observables of a bettor's bets change."""
        kinds: set[str] = set()
        for observable in observables:
            match observable:
                case m.HasBetOn(bet=bet):
                    kinds.add(bet)
                case m.StakesExceed(first, second):
                    kinds |= {first, second}
                case m.HasBet() | m.CombinesBets() | m.BetsAtSeveral() | m.SeveralBet() | m.HasLargestStake():
                    kinds |= self.rules.bets.keys()
                case _:
                    pass
        return frozenset(kinds)

    @cached_property
    def tells_names_apart(self) -> bool:
        """Bets of one kind may be placed, or not, by the names they give."""
        return any(isinstance(o, m.NamedNumber | m.OfNamed) for rule in self._norms for o in self._read(rule))

    @cached_property
    def _remaining(self) -> frozenset[str]:
        """The kinds of bets that a round may begin with, as they stay from the one before."""
        return frozenset(rule.effect.bet for rule in self.rules.outcomes if isinstance(rule.effect, m.Keep))

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
            case m.DealingUnderWay() | m.RoundOver() | m.WasDealt():
                return self._opens_at_once
            case _:
                return observable.scope is m.Scope.HAND and self._opens_at_once

    @cached_property
    def _plan(self) -> Plan:
        return walk(self.rules, ())

    @cached_property
    def _opens_at_once(self) -> bool:
        """Bets are accepted before anything has come."""
        plan = self._plan
        first = next((pc for pc, op in enumerate(plan.ops) if isinstance(op, Chance)), len(plan.ops))
        return all(pc < first for pc in plan.betting)

    @cached_property
    def accepts_bets(self) -> bool:
        """Bets are accepted somewhere in a round."""
        return bool(self._plan.betting)

    @cached_property
    def is_by_chance(self) -> bool:
        """Bets are accepted, or may be placed, only as what has come before allows, or perhaps so."""
        if self.accepts_bets and not self._plan.always_accepts_bets:
            return True
        return not (self._opens_at_once or all(_is_of_bets(o) for rule in self._norms for o in self._read(rule)))

    @cached_property
    def _tables(self) -> list[State]:
        """The table before any bet, with the bettor of each status, the first of them first."""
        process = Process(self._plan, self.questions)
        values = (self.status,) if self.status else self.rules.statuses_of(self.rules.bettor) or ("",)
        return [process.start(statuses=of_status(self.rules, value)) for value in values]

    @cached_property
    def places(self) -> list[str]:
        """The places at which bets are told apart: no more than there are bets, of those beyond each is as another."""
        return holders(self.rules)[: len(self.rules.source.offered) + 1]

    def everywhere(self, kinds: Iterable[str]) -> tuple[Placed, ...]:
        """The bets of some kinds at each place; with one name for all, where norms do not read it."""
        return tuple(bet for kind in kinds for bet in self._at_each_place[kind])

    @cached_property
    def _at_each_place(self) -> dict[str, list[Placed]]:
        names = None if self.tells_names_apart else 1
        placed = {kind: alone_on_each(self.rules, kind)[:names] for kind in self.rules.bets}
        return {kind: [moved_to(self.rules, b, p) for b in bets for p in self.places] for kind, bets in placed.items()}

    def everywhere_but(self, bet: Placed) -> tuple[Placed, ...]:
        """The bets of all other kinds at each place; then those of its own with another name, or at another place."""
        others = self.everywhere(other.id for other in self.rules.source.offered if other.id != bet.bet)
        return (*others, *(other for other in self.everywhere([bet.bet]) if other != bet))

    def of(self, wanted: tuple[Placed, ...], others: tuple[Placed, ...] = ()) -> Company | None:
        """Some bets, with those of `others` without which they cannot be placed; none where they never can."""
        key = frozenset(wanted), others
        if key not in self._known:
            self._known[key] = self._of(wanted, others)
        return self._known[key]

    def _of(self, wanted: tuple[Placed, ...], others: tuple[Placed, ...]) -> Company | None:
        if not self.accepts_bets:
            return None
        helping = tuple(bet for bet in others if bet.bet in self.lifting)
        for beside in ((), helping) if helping else ((),):
            orders = [self._order(table, wanted, beside, perhaps=False) for table in self._tables]
            ways = ((table, order) for table, (order, _) in zip(self._tables, orders, strict=True) if order)
            if way := next(ways, None):
                return Company(way[1], self._is_kept(*way))
        # What is proved of all that are helping is proved of fewer.
        perhaps = [self._order(table, wanted, helping, perhaps=True) for table in self._tables]
        if all(is_proved for _, is_proved in (*orders, *perhaps)) and not any(order for order, _ in perhaps):
            return None
        return Company(wanted, is_sure=False)

    def _is_kept(self, table: State, order: tuple[Placed, ...]) -> bool:
        """In an order in which bets are accepted of one unit each, they are of stakes that keep all bounds, too."""
        # Whether bounds have conditions is not asked here: without stakes that keep them all it is not sure.
        stakes = kept_stakes(self.rules, order[0].bet, beside=[bet.bet for bet in order])
        if not stakes or not self._compares_stakes:
            return bool(stakes)
        for placed in order:
            bet = Bet(*placed)._replace(stake=stakes[placed.bet])
            table = as_placed(table, bet)
            if self.questions.forbidding(table, PLACE_BET, bet.unit, bet):
                return False
        return True

    @cached_property
    def _compares_stakes(self) -> bool:
        """Norms on placing bets compare how much is staked on them."""
        compared = (m.StakesExceed, m.HasLargestStake)
        return any(isinstance(o, compared) for rule in self._norms for o in self._read(rule))

    def _order(
        self, table: State, wanted: tuple[Placed, ...], others: tuple[Placed, ...], *, perhaps: bool
    ) -> tuple[tuple[Placed, ...], bool]:
        """An order in which bets are accepted, of all that are wanted and some of the others; if none, whether proved.

        Depth first over sets of bets on the table: in which order they came makes no difference to the next.
        """
        seen: set[frozenset[Placed]] = set()
        waiting: list[tuple[Placed, ...]] = [()]
        asked = 0
        while waiting:
            placed = waiting.pop()
            left = [bet for bet in wanted if bet not in placed]
            state = table._replace(bets=tuple(Bet(*bet) for bet in placed))
            if not left and self._may_close(state, perhaps=perhaps):
                return placed, True
            if (there := frozenset(placed)) in seen:
                continue
            seen.add(there)
            asked += len(wanted) + len(others) - len(placed)
            if asked > min(MOST_ASKED, MOST_IN_ALL - self._asked_in_all):
                self._asked_in_all += asked
                return (), False
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
        bet = Bet(*placed)
        for rule in self.questions.prohibitions_of_any_stake(as_placed(state, bet), bet):
            if not perhaps or not (id(rule) in self._vague or self._may_be_lifted(rule)):
                return True
        return False

    def _may_close(self, state: State, *, perhaps: bool) -> bool:
        """The betting may be closed on some bets; perhaps, if that depends on what is not followed."""
        if not self.questions.forbidding_all(state, CLOSE_BETS):
            return True
        return perhaps and any(id(rule) in self._vague for rule in self._norms if rule.effect.action == CLOSE_BETS)

    def _may_be_lifted(self, rule: BoundRule[m.Norm]) -> bool:
        """A norm that reads what is not followed may prevail over a prohibition."""
        return any(
            id(norm) in self._vague and question.outranks(norm, rule)
            for _, question in self.questions.about.get(PLACE_BET, ())
            for norm in question.rules
        )


def _denied(condition: m.Condition | None, *, inside: bool = False) -> Iterator[m.Observable]:
    """The observables that a condition may want to be false; `inside` one that is itself denied."""
    match condition:
        case m.Not(inner):
            yield from _denied(inner, inside=not inside)
        case m.AllOf(items) | m.AnyOf(items):
            for item in items:
                yield from _denied(item, inside=inside)
        case m.Fact(m.IsDefined() | m.StakesExceed() as observable):  # either way, by what it is made of
            yield observable
        case m.Fact(observable):
            if inside:
                yield observable
        case _:
            yield from observables_of(condition)


def _is_of_bets(observable: m.Observable) -> bool:
    """True of an observable of bets and of who places them, which nothing that comes makes another."""
    match observable:
        case m.HasBet() | m.HasBetOn() | m.HasStatus():
            return True
        case _:
            return observable.scope is m.Scope.BET and observable.needs is m.Needs.NOTHING
