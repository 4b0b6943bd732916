"""The state of a round, as a value: it can be compared, copied, hashed, pickled and kept."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from lexludi.base.plain import exactly
from lexludi.play.material import Hand
from lexludi.play.plan import Pc, Placed, Unit
from lexludi.rules.parts import part_in

Money = int | Fraction

# The result of a bet that is not decided and stays for the next round.
KEPT = "kept"
# The result of one of which a choice gave up a part of the stake.
SURRENDER = "surrender"
# The result, told of a bet, that no rule has settled it.
UNSETTLED = "unsettled"
# The problems of a question: no rule answers it; rules contradict each other.
GAP, CONFLICT = "gap", "conflict"
# Among the values of a step of a trace: the names of those that decided.
DECIDED = "decided"
# A number that a round keeps is not in its range, or is none.
OUT_OF_RANGE = "out-of-range"
# What is done once for the table depends on a party, and parties differ.
DIFFER = "parties-differ"
# Provisions forbid each alternative of a choice.
NO_CHOICE = "no-choice-left"

K = TypeVar("K")
V = TypeVar("V")


def reduced(amount: Money) -> Money:
    """An amount, as a whole number where it is one."""
    return amount.numerator if amount.denominator == 1 else amount


class Map(dict[K, V]):
    """A dictionary that is never changed in place, so that it can be hashed."""

    # Worked out once, when first asked for: not every map is ever hashed.
    __slots__ = ("_hash",)
    _hash: int

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(frozenset(self.items()))
            return self._hash

    def __reduce__(self) -> tuple[type, tuple[dict[K, V]]]:
        return Map, (dict(self),)  # words have other hashes in another process

    def put(self, key: K, value: V) -> "Map[K, V]":
        """The same with one entry put in or replaced."""
        out = Map(self)
        out[key] = value
        return out

    def without(self, key: K) -> "Map[K, V]":
        """The same without an entry."""
        return Map({k: v for k, v in self.items() if k != key}) if key in self else self


class Undecided(NamedTuple):
    """A question that no rule answers, or rules answer differently: `problem` is "gap" or "conflict".

    Or it says why a round cannot go on ("out-of-range", "parties-differ", "no-choice-left"). `about` is the action or
    the bet that was asked about; `provisions` those concerned.
    """

    problem: str
    about: str
    provisions: tuple[str, ...]


class Bet(NamedTuple):
    """A bet of one bettor; `unit` is whose hand it plays with; `result` is "" until it is settled.

    `net` is the gain (negative: the loss) in the unit of `stake`, exact. A bet on which rules
    may put an amount, and have not, has no stake.
    `undecided` says why the rules did not settle it, where they were asked and did not.
    """

    bettor: str
    holder: str
    bet: str
    stake: Money
    naming: str = ""
    unit: Unit = ""
    result: str = ""
    net: Money = 0
    provisions: tuple[str, ...] = ()
    undecided: Undecided | None = None

    @property
    def at(self) -> Unit:
        """The holder at whose place the bet stands, or the second hand that it plays with, where there is either."""
        return self.unit if part_in(self.unit) else self.holder

    @property
    def as_seen(self) -> "Bet":
        """The bet without the provisions by which it ended, or did not: these may tell of a hand that nobody saw."""
        return self._replace(provisions=(), undecided=None)

    @property
    def as_placed(self) -> Placed:
        """The bet as a program knows it: with one stake for all, since amounts stand in states alone."""
        return Placed(self.bettor, self.holder, self.bet, 1, self.naming, self.unit)

    @property
    def is_open(self) -> bool:
        """The bet has been placed, has not been settled, and may still be."""
        return not self.result and self.undecided is None and bool(self.stake)


class EndPart(NamedTuple):
    """The end of one of several bets that end together: its kind, its result, and what was on it."""

    bet: str
    result: str
    net: Money | None
    stake: Money

    def to_json(self) -> dict[str, Any]:
        """The end as the schemas have it."""
        net = exactly(self.net)
        return {"bet": self.bet, "result": self.result, "net": net, "stake": str(self.stake)}


class WholeEnd(NamedTuple):
    """The end of a bet together with those that rules put beside it; `parts` where there are any.

    `net` is the gain on all of them, `None` where one is not settled; the result of several
    is that of their gain.
    """

    result: str
    net: Money | None
    provisions: tuple[str, ...]
    parts: tuple[EndPart, ...]

    @property
    def worth(self) -> Money:
        """The gain on all that is settled; what no rule settles counts nothing."""
        return sum((part.net or 0 for part in self.parts), 0) if self.net is None else self.net


def anew(bet: Bet) -> Bet:
    """A bet as it stands in the next round, if it is kept: what was staked by whom, and no result."""
    return bet._replace(result="", net=0, provisions=(), undecided=None)


def whole(bets: Sequence[Bet], open_: tuple[str, ...] = ()) -> WholeEnd:
    """The end of a bet, the first, with those put beside it; what is open is so by `open_`, unless it says why."""
    placed = [bets[0], *(bet for bet in bets[1:] if bet.stake)]
    parts = tuple(EndPart(b.bet, b.result or UNSETTLED, b.net if b.result else None, b.stake) for b in placed)
    unsettled = [bet for bet in placed if not bet.result]
    if unsettled:
        provisions = tuple(eid for bet in unsettled for eid in (bet.undecided.provisions if bet.undecided else open_))
        return WholeEnd(UNSETTLED, None, tuple(dict.fromkeys(provisions)), parts[1:] and parts)
    provisions = tuple(dict.fromkeys(eid for bet in placed for eid in bet.provisions))
    results = {part.result for part in parts}
    net = sum((bet.net for bet in placed), 0)
    if len(results) == 1 or KEPT in results:
        # One that stays leaves all of them open until a later round, whatever the others have come to.
        result = KEPT if KEPT in results else parts[0].result
    else:
        result = "win" if net > 0 else "lose" if net < 0 else "push"
    return WholeEnd(result, net, provisions, parts[1:] and parts)


class ChosenAction(NamedTuple):
    """An action that a bettor has chosen: for a hand, or, of their own accord, for none in particular (`None`)."""

    bettor: str
    unit: Unit | None
    action: str


class StockState(NamedTuple):
    """The objects in use from round to round.

    `gone` counts, by object, those that are out of play: burned, or used in earlier rounds.
    `fresh` until the first round with them is at its end, closing rules included; `put_back` are the kinds
    that are put back, from then until that end, and after it, in the next round, where these are not all, `anew`
    the kinds of which it is the first round with them again; `markers` are how many objects are left
    when each marker among them appears; `rounds_left`, once the end is near, how many rounds
    are still to be played, the one in progress among them.
    """

    gone: Map[int, int] = Map()
    fresh: bool = True
    markers: Map[str, int] = Map()
    rounds_left: int | None = None
    put_back: tuple[str, ...] = ()
    anew: tuple[str, ...] = ()


class _Fields(NamedTuple):
    """Everything about a round in progress: the place in its program, and what rules can read.

    `views` are hands whose objects lie with others: wholes that have been divided, and what was formed of two;
    `drawn` is the object that each party drew last; `face_up` are the parties whose hands lie open, and
    `face_down` says at which places of such a hand some objects do not. What is `thrown` always lies open.
    While objects come by chance, `due` are those who still receive one (`None` before the
    first), `given` counts what has come, and `aside` is what has come and nobody holds.
    `shown` are the objects of a round that only shows the game, in the order in which they
    came, and `before` is the round itself, as it stood before that; `event` is the irregularity that rules are being
    asked about; `memory` are the numbers that the round keeps, `meters` the amounts that outlast it, and
    `meters_found` are these as the round found them.
    `placing` is the bet, among the others, of which norms are being asked whether it may be placed; `unbet` is a round
    in which nobody has bet by the deal.
    """

    pc: Pc = 0
    hands: Map[Unit, Hand] = Map()
    views: Map[Unit, Hand] = Map()
    thrown: Map[Unit, Hand] = Map()
    bets: tuple[Bet, ...] = ()
    chosen: frozenset[ChosenAction] = frozenset()
    drawn: Map[Unit, int] = Map()
    face_up: frozenset[Unit] = frozenset()
    face_down: Map[Unit, tuple[int, ...]] = Map()
    due: tuple[Unit, ...] | None = None
    given: int = 0
    aside: Hand = ()
    stock: StockState = StockState()
    statuses: Map[tuple[str, str], str] = Map()
    events: Map[tuple[str, str], int] = Map()
    event: tuple[str, str] | None = None
    memory: Map[str, int] = Map()
    meters: Map[str, Money] = Map()
    meters_found: Map[str, Money] = Map()
    shown: Hand | None = None
    before: "State | None" = None
    amount: Money | None = None  # that was named with the last choice
    over: bool = False
    void: bool = False
    placing: Bet | None = None
    unbet: bool = False


_PLACES = {name: place for place, name in enumerate(_Fields._fields)}


class State(_Fields):
    """Everything about a round in progress, as a value."""

    __slots__ = ()

    def _replace(self, **changes: Any) -> "State":
        fields = [*self]  # a third of the time that a named tuple's own takes, and this is every other operation
        for name, value in changes.items():
            fields[_PLACES[name]] = value
        return tuple.__new__(State, fields)

    @property
    def placed(self) -> tuple[Bet, ...]:
        """The bets on which there is an amount."""
        return tuple(bet for bet in self.bets if bet.stake)

    @property
    def had(self) -> tuple[Bet, ...]:
        """The bets that somebody has: not the one that is being placed, which is told by being the very same."""
        return tuple(bet for bet in self.bets if bet.stake and bet is not self.placing)

    def hand(self, unit: Unit) -> Hand:
        """The objects that a party holds, in the order received."""
        return self.hands.get(unit, ())

    @property
    def held(self) -> Hand:
        """All objects that are held; in a round that is only shown, with those of the round before it."""
        things = tuple(thing for hand in self.hands.values() for thing in hand)
        return things if self.before is None else (*things, *self.before.held)

    def view(self, unit: Unit) -> Hand:
        """A hand that has been divided or formed of two, all of it; before that, what the party holds."""
        return self.views.get(unit) or self.hand(unit)

    @property
    def open_hands(self) -> dict[Unit, Hand]:
        """The hands of all parties, each without what lies face down beside objects that show."""
        return {
            unit: tuple(thing for place, thing in enumerate(hand) if place not in self.face_down.get(unit, ()))
            for unit, hand in self.hands.items()
        }

    def at(self, pc: Pc) -> "State":
        """The same at another place of the program."""
        return tuple.__new__(State, (pc,) + self[1:])  # noqa: RUF005 - half of the time, and this is every operation

    def bet_at(self, index: int) -> Bet | None:
        """The bet concerned, by its place among those of the round; none at -1, where no bet is."""
        return self.bets[index] if index >= 0 else None

    def with_bet(self, index: int, bet: Bet, pc: Pc | None = None) -> "State":
        """The same with one bet replaced, and at another place of the program, if one is given."""
        bets = [*self.bets]
        bets[index] = bet
        return self._replace(bets=tuple(bets), pc=self.pc if pc is None else pc)


class BettingNode(NamedTuple):
    """Bets are accepted."""

    state: State


class ChanceNode(NamedTuple):
    """An object of a kind comes by chance; to `unit`, where anybody receives it."""

    state: State
    kind: str
    unit: Unit


class DecisionNode(NamedTuple):
    """A bettor chooses for a hand among what no provision forbids; `bet` is the place of the bet concerned.

    `placed` is the kind of bet that it was placed as, or of that beside which rules put it.
    """

    state: State
    bettor: str
    unit: Unit
    bet: int
    actions: tuple[str, ...]
    legal: tuple[str, ...]
    provisions: tuple[str, ...]
    placed: str
    again: bool = False


class Terminal(NamedTuple):
    """The round is over, or nothing says how it goes on."""

    state: State
    undecided: Undecided | None = None


Node = BettingNode | ChanceNode | DecisionNode | Terminal


class Told(NamedTuple):
    """A step of the trace: its kind, the provisions behind it, the party, and the values read by name."""

    kind: str
    provisions: tuple[str, ...]
    party: str
    names: tuple[str, ...]
    values: tuple[Any, ...]
