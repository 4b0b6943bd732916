"""Actions of parties in a round, as data; and the same as JSON, for replay files."""

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from lexludi.base.errors import InvalidReplay
from lexludi.play.round_state import Money


@dataclass(frozen=True)
class PlaceBet:
    """Place a bet at a holder (`box-1`; "" where bets have no place), perhaps naming an item."""

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

    `amount` is the lower stake, where the choice is to reduce it.
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
NUMBERS = ("count", "after")

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
    fields = {k: str(v) if k in AMOUNTS and v is not None else v for k, v in asdict(action).items()}
    return {"action": name, **{k: v for k, v in fields.items() if v not in (None, "")}}


def action_from_json(data: object) -> Action:
    """The action of plain data.

    Raises:
        InvalidReplay: it is none.
    """
    try:
        if not isinstance(data, dict):
            raise TypeError(data)
        fields = dict(data)
        kind = _NAMES[fields.pop("action")]
        if kind in (PlaceBet, Choose):
            fields = {"bettor": "", "holder": "", **fields}
        fields = {name: _field(name, value) for name, value in fields.items()}
        return kind(**fields)
    except (KeyError, TypeError, ValueError):
        raise InvalidReplay("invalid-action", text=str(data)[:80]) from None


def _field(name: str, value: object) -> Any:
    if name in AMOUNTS:
        return stake_of(value)
    wanted = int if name in NUMBERS else str
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise TypeError(value)
    return value


def stake_of(text: object) -> Money:
    """A stake from a whole number or an exact fraction.

    Raises:
        ValueError: it is no amount.
    """
    if isinstance(text, bool) or not isinstance(text, (int, str, Fraction)) or len(str(text)) > 40:
        raise ValueError(text)
    try:
        value = Fraction(text)
    except ZeroDivisionError:
        raise ValueError(text) from None
    return value.numerator if value.denominator == 1 else value
