"""The state of a round in progress: bets, hands, decisions due, and what has happened."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from lexludi.play.trace import RawStep

Money = int | Fraction

# The result of a bet that no rule settles, or contradictory ones, in a round that goes on without it.
LEFT_OPEN = "unsettled"


@dataclass(slots=True, eq=False)
class Bet:
    """A bet of one bettor; `unit` is whose hand it plays with; `result` is "" while it is open."""

    bettor: str
    holder: str
    bet: str
    stake: Money
    naming: str = ""
    unit: str = ""
    result: str = ""
    net: Money = 0
    provisions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that somebody must make: who, for which hand and bet, among what.

    A choice with `until` is asked for again until that holds. One that is `shared`
    concerns every bet that plays with the hand, else only the bet it was asked for.
    """

    bettor: str
    unit: str
    bet: Bet
    alternatives: tuple[str, ...]
    provisions: tuple[str, ...]
    until: Callable[[Any, str, Any], bool] | None = None
    shared: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """How the hand may be named: `box-1` or `1`; by its bettor, where the hand is nobody's."""
        name = self.unit or self.bettor
        return (name, name.rpartition("-")[2], *(("",) if not self.unit else ()))


@dataclass(slots=True)
class Stock:
    """The objects not yet drawn; where a regulation says so, they last from round to round.

    `fresh` until the first round with them begins; `marker` is how many objects are
    left when the marker among them appears; `rounds_left`, once the end is near, how
    many rounds are still to be played with them.
    """

    pool: dict[str, list[int]]
    fresh: bool = True
    marker: int | None = None
    rounds_left: int | None = None


@dataclass(slots=True)
class State:
    """Everything about a round in progress.

    Chance comes from `given` (objects in the order dealt) or from `rng` and the
    stock. `counter` is the step that is next.
    """

    rng: Random | None
    given: list[int] | None
    stock: Stock
    bets: list[Bet] = field(default_factory=list)
    hands: dict[str, tuple[int, ...]] = field(default_factory=dict)
    drawn: list[int] = field(default_factory=list)
    drawn_by: dict[str, int] = field(default_factory=dict)
    trace: list[RawStep] = field(default_factory=list)
    queue: list[Decision] = field(default_factory=list)
    chosen: set[tuple[str, str]] = field(default_factory=set)
    face_up: set[str] = field(default_factory=set)
    told: set[int] = field(default_factory=set)  # steps of the trace that are told only once, by identity
    counter: int = 0
    betting: bool = False
    dealing: bool = False
    over: bool = False
    void: bool = False
    turn_over: bool = False
    repetitions: int = 0
    set_aside: int = 0  # how many of the objects drawn were drawn before the deal
    amount: Money | None = None
    event: tuple[str, str] | None = None
    # Seldom needed: made when first written to.
    event_counts: dict[tuple[str, str], int] | None = None
    scheduled: dict[int, list[tuple[str, str, int]]] | None = None
    statuses: dict[str, dict[str, str]] | None = None
    # Whether the round goes on where no rule settles a bet; it then ends as `LEFT_OPEN`, by itself.
    leaves_open: bool = False
