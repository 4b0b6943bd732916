"""The bettor's side of a round: what has been chosen, and how each bet stands; as values that kernels number."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from lexludi.exact.core import Core
from lexludi.exact.outcomes import Outcome, settled
from lexludi.language.nodes import Construct
from lexludi.play.settlement import OUTCOME
from lexludi.play.state import Bet, Money
from lexludi.play.trace import RawStep
from lexludi.rules.model import RuleSet
from lexludi.simulate.memory import NotCompiled


@dataclass(frozen=True)
class Place:
    """One bettor, and where the bets stand: `unit` is whose hand they play with."""

    bettor: str
    holder: str
    unit: str


@dataclass(frozen=True)
class Stand:
    """How a bet stands: what kind it is by now, of how many times the stake placed, and how it ended if it has."""

    bet: str
    naming: str
    times: int = 1
    outcome: Outcome | None = None


@dataclass(frozen=True)
class Book:
    """What has been chosen (by whom), and how each bet stands."""

    chosen: frozenset[tuple[str, str]]
    stands: tuple[Stand, ...]

    def bets(self, place: Place, stake: Money) -> list[Bet]:
        """The bets as readings see them."""
        return [
            Bet(
                place.bettor,
                place.holder,
                s.bet,
                stake * s.times,
                s.naming,
                place.unit,
                s.outcome.result if s.outcome else "",
            )
            for s in self.stands
        ]


def place_of(core: Core) -> Place:
    """Where the one bettor of a kernel bets."""
    role = core.rules.roles.get(core.rules.bettor_role())
    at = core.rules.roles[role.at] if role is not None and role.at else None
    holder = "" if at is None else at.id if at.kind == "one" else f"{at.id}-1"
    return Place(core.bettor, holder, core.unit)


def opening(rules: RuleSet) -> Book:
    """One bet of each kind; where a bet names an item, one for each that it may name."""
    stands = [
        Stand(bet.id, naming)
        for bet in rules.bets.values()
        for naming in (rules.scales[bet.naming].items if bet.naming else ("",))
    ]
    return Book(frozenset(), tuple(stands))


def money(amount: Fraction) -> Money:
    """An amount as rounds have it: a whole number when it is one."""
    return amount.numerator if amount.denominator == 1 else amount


def settled_step(stand: Stand, outcome: Outcome, place: Place, stake: Money) -> RawStep:
    """The step of the trace that tells how a bet was settled, without the readings that decided."""
    assert outcome.net is not None
    told = (stand.bet, place.unit or place.holder, stake * stand.times, outcome.result, money(outcome.net * stake))
    return ("settled", outcome.provisions, place.bettor, OUTCOME, told)


class Effects:
    """What choices do to the book, with the steps that tell it."""

    def __init__(self, core: Core, place: Place, stake: Money) -> None:
        self.core = core
        self.place = place
        self.stake = stake

    def choose(self, book: Book, action: str) -> Book:
        """The book with a choice made."""
        made = {(self.place.bettor, action), (self.place.unit, action)}
        return replace(book, chosen=book.chosen | made)

    def perform(
        self, book: Book, effect: Construct, eid: str, asked: int | None, closed: frozenset[int]
    ) -> tuple[Book, tuple[RawStep, ...]]:
        """The book after an immediate consequence; `asked` is the bet concerned, `closed` those settled before.

        Raises:
            NotCompiled: an effect that concerns more than the bettor's own bets.
        """
        stands, told = list(book.stands), []
        for i in self._concerned(book, effect.term(0), asked, closed):
            stands[i], step = self._changed(stands[i], effect, eid)
            told.append(step)
        return replace(book, stands=tuple(stands)), tuple(told)

    @staticmethod
    def _concerned(book: Book, kind: str, asked: int | None, closed: frozenset[int]) -> list[int]:
        open_ = [i for i, s in enumerate(book.stands) if s.bet == kind and s.outcome is None and i not in closed]
        if asked is not None and book.stands[asked].bet == kind:
            return [i for i in open_ if i == asked]
        return open_

    def _changed(self, stand: Stand, effect: Construct, eid: str) -> tuple[Stand, RawStep]:
        bettor, own = self.place.bettor, self.stake * stand.times
        match effect.op:
            case "moves_to":
                told: tuple[Any, ...] = (stand.bet, effect.term(1), own)
                return replace(stand, bet=effect.term(1)), ("bet-moved", (eid,), bettor, ("bet", "to", "stake"), told)
            case "reduces":
                # By how much is said with the choice; a choice that says nothing leaves the stake as it is.
                return stand, ("stake-reduced", (eid,), bettor, ("bet", "stake"), (stand.bet, own))
            case "double":
                told = (stand.bet, own * 2)
                return replace(stand, times=stand.times * 2), ("stake-doubled", (eid,), bettor, ("bet", "stake"), told)
            case "loses" | "loses_part" | "wins_part" | "pays" | "push" | "void" | "keep":
                payoff = self.core.settlement.payoff(effect, (eid,), surrendered=True)
                outcome = settled(stand.bet, payoff, stand.times)
                return replace(stand, outcome=outcome), settled_step(stand, outcome, self.place, self.stake)
            case _:
                raise NotCompiled(effect.op)
