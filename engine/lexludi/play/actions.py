"""Actions of parties in a round, as data; and the same as JSON, for replay files."""

from dataclasses import asdict, fields
from fractions import Fraction
from typing import Any

from lexludi.base.boundary import Field
from lexludi.base.errors import IllegalAction
from lexludi.base.frozen import dataclass
from lexludi.play.round_state import Money


@dataclass(frozen=True)
class PlaceBet:
    """Place a bet at a holder (`box-1`; "" where bets have no place), perhaps naming an item.

    What a bettor has on the same there already is one bet with it, of both stakes together.
    """

    bettor: str
    holder: str
    bet: str
    stake: Money | None = None
    naming: str = ""


@dataclass(frozen=True)
class Deal:
    """Close the betting and begin."""


@dataclass(frozen=True)
class Choose:
    """Choose among the alternatives of a decision (play, surrender, stand …) for a hand.

    Without a `holder` it is for the hand of the only decision that is due, or the only one of the `bettor`.
    `amount` is the lower stake, where the choice is to reduce it, or what is placed in a window: without one, the most.
    """

    bettor: str
    holder: str
    choice: str
    amount: Money | None = None


@dataclass(frozen=True)
class Act:
    """Do something that the regulation only allows or forbids (hold the cards, leave the table)."""

    bettor: str
    act: str


@dataclass(frozen=True)
class Irregularity:
    """Something goes wrong, perhaps at a holder, `count` times at once; `after` objects drawn (0 = now)."""

    event: str
    holder: str = ""
    count: int = 1
    after: int = 0


Action = PlaceBet | Deal | Choose | Act | Irregularity

AMOUNTS = ("stake", "amount")
NUMBERS = {"count": 1, "after": 0}  # each with the least that it can be
# A bound of what a replay file, or a program, may ask for.
MOST = 1_000_000  # times at once, and objects drawn

_NAMES: dict[str, type[Action]] = {
    "bet": PlaceBet,
    "deal": Deal,
    "choose": Choose,
    "act": Act,
    "irregularity": Irregularity,
}


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as plain data."""
    name = next(n for n, kind in _NAMES.items() if isinstance(action, kind))
    # An amount is written as text (`3/2`), since a number of JSON is a float to most that read it.
    fields = {k: str(v) if k in AMOUNTS and v is not None else v for k, v in asdict(action).items()}
    return {"action": name, **{k: v for k, v in fields.items() if v not in (None, "")}}


def action_from_json(field: Field) -> Action:
    """The action of a field of JSON.

    Raises:
        InvalidReplay: it is none; the error names the field that is wrong.
    """
    name = field.member("action").one_of(_NAMES)
    # A member that is misspelt would otherwise be passed over, and another action be played.
    field.only("action", *(f.name for f in fields(_NAMES[name])))

    def text(member: str) -> str:
        return field.optional(member, Field.text, "")

    match name:
        case "bet":
            stake = field.optional("stake", Field.amount, None)
            return PlaceBet(text("bettor"), text("holder"), field.member("bet").text(), stake, text("naming"))
        case "choose":
            amount = field.optional("amount", Field.amount, None)
            return Choose(text("bettor"), text("holder"), field.member("choice").text(), amount)
        case "act":
            return Act(field.member("bettor").text(), field.member("act").text())
        case "irregularity":
            return Irregularity(
                field.member("event").text(),
                text("holder"),
                field.optional("count", lambda count: count.whole(NUMBERS["count"], MOST), 1),
                field.optional("after", lambda count: count.whole(NUMBERS["after"], MOST), 0),
            )
        case _:
            return Deal()


def checked(action: object) -> Action:
    """An action of a program: one of the five, its fields of their types, its amounts exact, its numbers as in JSON.

    Raises:
        IllegalAction: it is none.
    """
    if not isinstance(action, (PlaceBet, Deal, Choose, Act, Irregularity)):
        raise IllegalAction("not-an-action", found=repr(action)[:80], known=tuple(k.__name__ for k in _NAMES.values()))
    for name, value in vars(action).items():
        types: tuple[type, ...] = (int, Fraction) if name in AMOUNTS else (int,) if name in NUMBERS else (str,)
        # To Python `True` is an `int`.
        if isinstance(value, bool) or not isinstance(value, types):
            if name in AMOUNTS and value is None:
                continue
            key = "amount-not-exact" if name in AMOUNTS else "field-of-another-type"
            raise IllegalAction(key, name=name, found=repr(value)[:80])
        if name in NUMBERS and isinstance(value, int) and not NUMBERS[name] <= value <= MOST:
            raise IllegalAction(
                "field-out-of-range", name=name, found=repr(value)[:80], least=NUMBERS[name], limit=MOST
            )
    return action
