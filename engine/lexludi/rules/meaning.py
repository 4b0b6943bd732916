"""The typed meaning of expressions: observables, conditions, shapes and keys of hands, steps and effects.

Closed unions of frozen dataclasses: `match` over them ends in `assert_never`, so that
mypy names every place that a new construct has to be added to. Terms are ids.
"""

from collections.abc import Iterator
from dataclasses import field
from enum import Enum
from fractions import Fraction
from typing import ClassVar

from lexludi.base.frozen import dataclass
from lexludi.rules.model import Range


class Scope(Enum):
    """Among whom the value of an observable may differ at one moment of a round."""

    HAND = "hand"  # the objects of the parties named, and nothing else
    PARTY = "party"  # choices, statuses and draws of one party
    BET = "bet"  # from bet to bet
    ROUND = "round"  # one value for everybody


class Needs(Enum):
    """The part of a hand that an observable reads."""

    NOTHING = "nothing"
    MULTISET = "multiset"
    FIRST = "first"  # the first so many received, in whatever order
    LAST = "last"  # the object that was drawn last


# ── Shapes of hands ─────────────────────────────────────────────────────────


@dataclass(frozen=True)
class AllSame:
    """All objects show the same item of a scale; not if one shows none, which is alike with nothing."""

    scale: str


@dataclass(frozen=True)
class AllDifferent:
    """No two objects show the same item of a scale; those that show none are alike with nothing."""

    scale: str


@dataclass(frozen=True)
class InRuns:
    """The objects form one of the listed runs."""

    runs: str


@dataclass(frozen=True)
class IsRun:
    """The objects show these items and no others."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Alike:
    """Exactly so many objects show the same item of a scale."""

    count: int
    scale: str


@dataclass(frozen=True)
class AlikeOrMore:
    """So many objects or more show the same item of a scale."""

    count: int
    scale: str


@dataclass(frozen=True)
class InSequence:
    """So many objects show items that follow one another on a scale; others may stand beside them."""

    count: int
    scale: str


@dataclass(frozen=True)
class TwoAlike:
    """Exactly so many objects show the same item of a scale, and exactly so many others another: a full house."""

    count: int
    scale: str
    others: int


@dataclass(frozen=True)
class Showing:
    """As many objects as the range says show an item, or one of a set."""

    item: str
    count: Range


@dataclass(frozen=True)
class AllShowing:
    """There are objects, and each shows an item, or one of a set."""

    item: str


# Read from one hand, which a category, a key or an observable names; never asked of a round as a whole.
Shape = AllSame | AllDifferent | InRuns | IsRun | Alike | AlikeOrMore | TwoAlike | InSequence | Showing | AllShowing


# ── Observables ─────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class _Observable:
    """An observable: something that a rule reads from a round; `name` is how traces call it."""

    # Where a class says nothing else, an observable reads whole hands, whatever the order of their objects.
    scope: ClassVar[Scope] = Scope.HAND
    needs: ClassVar[Needs] = Needs.MULTISET
    # Not compared: observables that read the same are one, whatever traces call them.
    name: str = field(default="", compare=False, kw_only=True)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles whose hands or acts are read."""
        return ()


@dataclass(frozen=True)
class _OfRole(_Observable):
    role: str

    @property
    def roles(self) -> tuple[str, ...]:
        """The role whose hand, or whose own acts, are read."""
        return (self.role,)


@dataclass(frozen=True)
class Compared(_Observable):
    """The order of two hands: 1, 0 or -1 as the first is higher, equal or lower; nothing where one has no category."""

    first: str
    second: str

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles whose hands are compared."""
        return (self.first, self.second)


@dataclass(frozen=True)
class CategoryOf(_OfRole):
    """The id of the category of a hand; nothing where none fits."""


@dataclass(frozen=True)
class HasShape(_OfRole):
    """A hand has a shape."""

    shape: "Condition"


@dataclass(frozen=True)
class ThrewShape(_OfRole):
    """The faces that a party threw have a shape."""

    shape: "Condition"


@dataclass(frozen=True)
class FirstHaveShape(_OfRole):
    """The first so many objects of a hand have a shape."""

    needs: ClassVar[Needs] = Needs.FIRST
    count: int
    shape: "Condition"


@dataclass(frozen=True)
class IsWorthAtLeast(_OfRole):
    """A hand is of a higher category, or of this one with the items or better.

    Items of one scale, from high to low. Where the category is ordered first by objects alike, these are
    compared with them, else the highest objects of the hand, one after the other.
    A hand without category is not, though nothing orders it: what is asked is asked of that hand alone.
    """

    category: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Total(_OfRole):
    """The total of a hand."""


@dataclass(frozen=True)
class LowestTotal(_OfRole):
    """The total of a hand in which each object counts the least that it may."""


@dataclass(frozen=True)
class TotalOfFirst(_OfRole):
    """The total of the first so many objects of a hand."""

    needs: ClassVar[Needs] = Needs.FIRST
    count: int


@dataclass(frozen=True)
class NumberDrawn(_OfRole):
    """The number that the object drawn last by a party counts; nothing where it drew none."""

    needs: ClassVar[Needs] = Needs.LAST


@dataclass(frozen=True)
class DrewNone(_OfRole):
    """A party has drawn no object."""

    needs: ClassVar[Needs] = Needs.LAST


@dataclass(frozen=True)
class ObjectsOf(_OfRole):
    """The objects of a hand, of which it is decided which go to which part of it.

    `ranked`: not by a choice, but as ranks highest.
    """

    ranked: bool = False


@dataclass(frozen=True)
class CountOfKind(_OfRole):
    """The number of objects of a kind that a hand holds."""

    kind: str


@dataclass(frozen=True)
class CountShowing(_OfRole):
    """The number of objects of a hand that show an item, or an item of a set."""

    item: str


@dataclass(frozen=True)
class OfNamed(_OfRole):
    """A reading of one hand by the items that the bet names: in one slot of it, or (`None`) in all."""

    scope: ClassVar[Scope] = Scope.BET
    slot: int | None = None


@dataclass(frozen=True)
class CountShowingNamed(OfNamed):
    """The number of objects of a hand that show an item that the bet names."""


@dataclass(frozen=True)
class ShowsAllNamed(OfNamed):
    """Each item that the bet names is shown by an object of a hand."""


@dataclass(frozen=True)
class _NotOfHands(_Observable):
    scope: ClassVar[Scope] = Scope.ROUND
    needs: ClassVar[Needs] = Needs.NOTHING


@dataclass(frozen=True)
class _OfParty(_OfRole):
    scope: ClassVar[Scope] = Scope.PARTY
    needs: ClassVar[Needs] = Needs.NOTHING


@dataclass(frozen=True)
class HasStatus(_OfParty):
    """A party is in one of the statuses declared for its role."""

    status: str


@dataclass(frozen=True)
class IsDefined(_OfRole):
    """A party has a status that a definition gives it."""

    status: str


@dataclass(frozen=True)
class Chose(_OfParty):
    """A party has chosen an action."""

    action: str


@dataclass(frozen=True)
class HasBet(_OfParty):
    """A party has placed a bet, or one stands at its place."""


@dataclass(frozen=True)
class HasBetOn(_OfParty):
    """A party has placed a bet that is now of a kind, decided or not, or one stands at its place."""

    bet: str


@dataclass(frozen=True)
class AllDecided(_NotOfHands):
    """No bet of the round is open."""


@dataclass(frozen=True)
class Value(_NotOfHands):
    """The number that the round keeps under a name; nothing where it keeps none yet."""

    memory: str


@dataclass(frozen=True)
class WasDealt(_NotOfHands):
    """An object of a kind has been dealt or thrown."""

    kind: str


@dataclass(frozen=True)
class DealingUnderWay(_NotOfHands):
    """Objects are being dealt."""


@dataclass(frozen=True)
class UseBegins(_NotOfHands):
    """The round is the first with the objects of a kind that are in use."""

    kind: str


@dataclass(frozen=True)
class MarkerAppears(_NotOfHands):
    """A marker placed among the objects has been reached."""

    marker: str


@dataclass(frozen=True)
class RoundOver(_NotOfHands):
    """The round has ended."""


@dataclass(frozen=True)
class Happens(_NotOfHands):
    """An irregularity happens, to a party of a role where one is named."""

    event: str
    role: str = ""


@dataclass(frozen=True)
class CountOfEvents(_OfParty):
    """The number of times that an irregularity has happened to a party in the round."""

    event: str


@dataclass(frozen=True)
class _OfBets(_NotOfHands):
    scope: ClassVar[Scope] = Scope.BET


@dataclass(frozen=True)
class BetsAtSeveral(_OfBets):
    """The bettor bets at more than one holder of a role."""

    role: str


@dataclass(frozen=True)
class SeveralBet(_OfBets):
    """More than one bettor bets at the holder of a role where the bet stands."""

    role: str


@dataclass(frozen=True)
class CombinesBets(_OfBets):
    """The bettor places more than one kind of bet at the holder."""


@dataclass(frozen=True)
class NamedNumber(_OfBets):
    """The number that the bet names; nothing where it names none."""


@dataclass(frozen=True)
class PlacedAt(_OfBets):
    """The bet is placed at a holder of a role."""

    role: str


@dataclass(frozen=True)
class HasLargestStake(_OfBets):
    """Nobody has staked more in the round than the bettor; where a status of a role is named, nobody else of it."""

    role: str = ""
    status: str = ""


@dataclass(frozen=True)
class StakesExceed(_OfBets):
    """The stakes on one kind of bet exceed those on another by more than a limit."""

    first: str
    second: str
    limit: int


Observable = (
    Compared
    | CategoryOf
    | HasShape
    | ThrewShape
    | FirstHaveShape
    | IsWorthAtLeast
    | Total
    | LowestTotal
    | TotalOfFirst
    | NumberDrawn
    | DrewNone
    | ObjectsOf
    | CountOfKind
    | CountShowing
    | CountShowingNamed
    | ShowsAllNamed
    | NamedNumber
    | HasStatus
    | IsDefined
    | Chose
    | HasBet
    | HasBetOn
    | AllDecided
    | Value
    | WasDealt
    | DealingUnderWay
    | UseBegins
    | MarkerAppears
    | RoundOver
    | Happens
    | CountOfEvents
    | BetsAtSeveral
    | SeveralBet
    | CombinesBets
    | PlacedAt
    | HasLargestStake
    | StakesExceed
)

# What is asked of a hand by its category.
OF_CATEGORY = (CategoryOf, IsWorthAtLeast, Compared)


# ── Conditions ──────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class AllOf:
    """Every condition holds."""

    items: "tuple[Condition, ...]"


@dataclass(frozen=True)
class AnyOf:
    """One of the conditions holds."""

    items: "tuple[Condition, ...]"


@dataclass(frozen=True)
class Not:
    """A condition does not hold."""

    inner: "Condition"


@dataclass(frozen=True)
class Fact:
    """An observable is true."""

    observable: Observable


@dataclass(frozen=True)
class Stands:
    """The first of two hands is higher than, equal to or lower than the second: `sign` is 1, 0 or -1."""

    observable: Compared
    sign: int


@dataclass(frozen=True)
class Compare:
    """An amount is greater than, equal to or less than another: `sign` is 1, 0 or -1."""

    first: "Amount"
    second: "Amount"
    sign: int


@dataclass(frozen=True)
class InRanges:
    """An amount lies in one of some ranges of whole numbers."""

    amount: "Amount"
    ranges: tuple[Range, ...]


@dataclass(frozen=True)
class Leaves:
    """An amount divided by a number leaves a remainder."""

    amount: "Amount"
    divisor: int
    remainder: int


@dataclass(frozen=True)
class CategoryIs:
    """A hand is of a category."""

    observable: CategoryOf
    category: str


@dataclass(frozen=True)
class Always:
    """A condition that settings have decided."""

    value: bool


class Arithmetic(Enum):
    """The ways in which two numbers make one; a difference is without sign."""

    SUM = "sum"
    DIFFERENCE = "difference"
    LARGER = "larger"
    SMALLER = "smaller"


@dataclass(frozen=True)
class Combined:
    """A number made of two others; nothing where one of them is nothing."""

    by: Arithmetic
    first: "Amount"
    second: "Amount"


# Nothing (`None`) as long as an observable that is in it has no value.
Amount = Observable | int | Combined
Condition = AllOf | AnyOf | Not | Fact | Stands | Compare | InRanges | Leaves | CategoryIs | Always | Shape


def atoms(condition: Condition | None) -> Iterator[Condition]:
    """The conditions of which a condition is made and that are not made of conditions themselves, as written."""
    match condition:
        case None:
            return
        case AllOf(items) | AnyOf(items):
            for item in items:
                yield from atoms(item)
        case Not(inner):
            yield from atoms(inner)
        case _:
            yield condition


# ── Keys that order hands within a category ─────────────────────────────────


@dataclass(frozen=True)
class RunKey:
    """The place of the run that the hand forms."""

    runs: str


@dataclass(frozen=True)
class EachKey:
    """The items of a scale that the objects show, highest first."""

    scale: str


@dataclass(frozen=True)
class HighestKey:
    """The item of a scale that the object highest by another shows."""

    scale: str
    by: str


@dataclass(frozen=True)
class AlikeKey:
    """The item of a scale that the objects alike by another show; of several such groups, the highest first."""

    scale: str
    count: int
    by: str


@dataclass(frozen=True)
class RestKey:
    """The items of a scale that the objects other than those alike by another show."""

    scale: str
    count: int
    by: str


@dataclass(frozen=True)
class ItemKey:
    """The item of a scale that the object with a given item shows."""

    scale: str
    item: str


@dataclass(frozen=True)
class TotalKey:
    """The total of the hand."""


@dataclass(frozen=True)
class GuardedKey:
    """A key for hands of some shape; for others it decides nothing."""

    shape: Condition
    key: "Key"


Key = RunKey | EachKey | HighestKey | AlikeKey | RestKey | ItemKey | TotalKey | GuardedKey


# ── Effects ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Pay:
    """A bet wins a multiple of its stake."""

    bet: str
    odds: Fraction


@dataclass(frozen=True)
class Lose:
    """A bet loses a part of its stake: all of it, where the part is one."""

    bet: str
    part: Fraction = Fraction(1)


@dataclass(frozen=True)
class Return:
    """A bet is returned (`void` where the law calls it void)."""

    bet: str
    void: bool = False


@dataclass(frozen=True)
class Keep:
    """A bet stays for the next round."""

    bet: str


@dataclass(frozen=True)
class Stay:
    """A bet goes on within the round, until it is decided."""

    bet: str


@dataclass(frozen=True)
class Commission:
    """A part of what a bet wins is taken."""

    bet: str
    part: Fraction


@dataclass(frozen=True)
class Bonus:
    """A multiple of its stake that a bet is paid beside its own result, whatever that is."""

    bet: str
    odds: Fraction


@dataclass(frozen=True)
class Withdraw:
    """An amount out of a meter that a bet is paid beside its own result: a part of what is in it, and a number."""

    bet: str
    meter: str
    part: Fraction
    amount: int = 0


@dataclass(frozen=True)
class GoOn:
    """A bet goes on within the round as one of another kind, which names an amount."""

    bet: str
    to: str
    number: Amount


Outcome = Pay | Lose | Return | Keep | Stay | GoOn
# What a bet is paid beside its own result.
Beside = Bonus | Withdraw


@dataclass(frozen=True)
class Double:
    """The stake of a bet is doubled."""

    bet: str


@dataclass(frozen=True)
class Reduce:
    """The stake of a bet becomes the amount chosen."""

    bet: str


@dataclass(frozen=True)
class PutOn:
    """An amount, a multiple of the stake of a bet, is put on another of the same bettor at the same place."""

    bet: str
    to: str
    times: Fraction


@dataclass(frozen=True)
class Split:
    """Half of a hand, what it received last, becomes a second one, with a bet of its own equal to the first.

    The second hand lies with a holder of its own (`parts`). Neither is split again, and of both it is
    said that their bettor has chosen what was chosen for the whole.
    """

    bet: str
    hand: str


@dataclass(frozen=True)
class Place:
    """An amount of the bettor's choice is placed on a bet, up to a multiple of the stake of another of theirs."""

    bet: str
    to: str
    times: Fraction


@dataclass(frozen=True)
class Move:
    """A bet becomes a bet of another kind."""

    bet: str
    to: str


@dataclass(frozen=True)
class Draw:
    """The party concerned takes objects."""

    count: int
    kind: str


@dataclass(frozen=True)
class EndTurn:
    """A choice that would be repeated is not asked again."""


@dataclass(frozen=True)
class Burn:
    """Objects leave the game: so many, or (`count` is `None`) one and as many as it counts, or `instead` for zero.

    `with_first`: the one is among those that it counts.
    """

    kind: str
    count: int | None
    instead: int = 0
    with_first: bool = False


@dataclass(frozen=True)
class RoundsLeft:
    """After this round so many remain with the objects in use, unless it is said already that fewer do."""

    count: int


@dataclass(frozen=True)
class PutBack:
    """All objects of a kind return to where they are drawn from."""

    kind: str
    into: str


@dataclass(frozen=True)
class RoundVoid:
    """The round and its bets are void."""


@dataclass(frozen=True)
class RoundStands:
    """An irregularity changes nothing."""


@dataclass(frozen=True)
class HandVoid:
    """The hand of a role is void: where the role has several holders, that of the party reported."""

    role: str


# An action may decide a bet at once: by giving up a part of the stake, for one.
Consequence = Outcome | Double | Reduce | PutOn | Split | Place | Move | Draw | EndTurn | Burn | RoundsLeft
EventEffect = RoundVoid | RoundStands | HandVoid
Closing = RoundsLeft | PutBack


class Modality(Enum):
    """The force of a norm on an action."""

    MUST = "must"
    MUST_NOT = "must-not"
    MAY = "may"


class Sense(Enum):
    """The ways in which an amount may be bounded."""

    AT_LEAST = "at-least"
    AT_MOST = "at-most"
    EQUAL = "equal"


@dataclass(frozen=True)
class Bound:
    """A bound of the stake of a bet: a number, or so many times what the bettor has on another (`of`) at the place."""

    sense: Sense
    times: Fraction
    of: str = ""


@dataclass(frozen=True)
class Norm:
    """A party must, must not or may do something; of bets, where some are named, only with these.

    Where stakes have a `bound`, what it says is forbidden with stakes beyond that.
    """

    modality: Modality
    role: str
    action: str
    bets: tuple[str, ...] = ()
    bound: Bound | None = None


# ── Steps ───────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class OpenBets:
    """Bets are accepted."""


@dataclass(frozen=True)
class Ceremony:
    """Something that is done and told: `kind` is the step of the trace, `what` the object or action."""

    kind: str
    role: str
    what: str


@dataclass(frozen=True)
class PlaceMarker:
    """A marker is placed above the last objects."""

    marker: str
    above: int


@dataclass(frozen=True)
class Demonstrate:
    """Rounds without bets are shown."""

    rounds: int


@dataclass(frozen=True)
class Deal:
    """Each holder of the roles receives objects, so many at a time, until it holds a number."""

    roles: tuple[str, ...]
    batch: int
    kind: str
    face_up: bool
    count: int


@dataclass(frozen=True)
class Throw:
    """A party, or each holder of a role that takes part, throws all objects of a kind."""

    role: str
    kind: str


@dataclass(frozen=True)
class Reveal:
    """The hands of a role are turned up."""

    role: str


@dataclass(frozen=True)
class Settle:
    """Bets of some kinds are settled."""

    bets: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A part of a hand that is divided, and how many of its objects it takes."""

    id: str
    count: int


@dataclass(frozen=True)
class Exchange:
    """Objects of a kind given up for as many new ones, out of a hand of so many; the new ones lie face up or down."""

    kind: str
    size: int
    face_up: bool


@dataclass(frozen=True)
class Choose:
    """Those with a bet choose an action, again and again where there is an `until`.

    In a `window` they choose whether to place another bet, up to an amount: the first action is that bet,
    the second none. Where there are `parts` they choose how their hand is divided into them: each action
    is a way to divide it. In an `exchange` it is one into what stays and what is given up.
    """

    role: str
    bet: str
    actions: tuple[str, ...]
    until: Condition | None = None
    window: Place | None = None
    parts: tuple[Part, ...] = ()
    exchange: Exchange | None = None

    @property
    def is_of_objects(self) -> bool:
        """True where the alternatives are which objects of the hand go where."""
        return bool(self.parts) or self.exchange is not None


# The choice, in a window, of no bet.
NO_BET = "no-bet"


@dataclass(frozen=True)
class DivideHighest:
    """The hand of a role is divided so that its first part ranks as high as it can, then the next, and so on.

    Of ways that rank alike it is that of the objects that the material lists first.
    """

    role: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Combine:
    """A hand of a role, under a name, formed of what it holds and of what another with one holder does."""

    role: str
    part: str
    other: str


@dataclass(frozen=True)
class Remember:
    """The number that a round keeps under a name becomes an amount, which must be in a range."""

    memory: str
    amount: Amount
    range: Range


@dataclass(frozen=True)
class Feed:
    """A multiple of the stake of each bet of a kind is added to a meter."""

    bet: str
    meter: str
    part: Fraction


@dataclass(frozen=True)
class Comply:
    """The holders of a role follow the rules on an action, again and again where there is an `until`."""

    role: str
    action: str
    until: Condition | None = None


@dataclass(frozen=True)
class Repeat:
    """The round goes back to a provision until a condition holds."""

    target: str
    until: Condition


@dataclass(frozen=True)
class EndRound:
    """The round ends."""


Step = (
    OpenBets
    | Ceremony
    | PlaceMarker
    | Burn
    | Demonstrate
    | Deal
    | Throw
    | Reveal
    | Settle
    | Choose
    | DivideHighest
    | Combine
    | Remember
    | Feed
    | Comply
    | Repeat
    | EndRound
)
