"""The trace of a round: each step with the provisions behind it and the readings it took.

A step holds no sentence. Its kind, provisions and values are data; `telling` puts
them into words in zh, pt or en.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, overload

from lexludi.base.frozen import dataclass
from lexludi.base.plain import given
from lexludi.play.material import Material
from lexludi.play.resting import Rest, rest_json
from lexludi.play.round_state import DECIDED
from lexludi.rules.grounds import said

SCHEMA = "lexludi.trace/1"
NO_REST = Rest()

# (kind, provisions, party, names of the values, values)
RawStep = tuple[str, tuple[str, ...], str, tuple[str, ...], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what happened, by which provisions, to whom, the values read, and what else it rests on."""

    kind: str
    provisions: tuple[str, ...]
    party: str
    values: dict[str, Any]
    rest: Rest = NO_REST

    def to_json(self) -> dict[str, Any]:
        """The step as the schema has it."""
        return {
            "step": self.kind,
            "provisions": list(self.provisions),
            **given(party=self.party),
            "values": self.values,
            **rest_json(self.rest),
        }


class Trace(Sequence[Step]):
    """The steps of a round, in order."""

    def __init__(self, raw: Sequence[RawStep], material: Material, rests_on: Callable[[int], Rest]) -> None:
        self._raw = raw
        self._material = material
        self._rests_on = rests_on

    def __len__(self) -> int:
        return len(self._raw)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...

    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        # A place counted from the end is another one as soon as the round goes on: what a step rests on is kept by that
        # from the beginning.
        place = range(len(self._raw))[index]
        return self._step(place) if isinstance(place, int) else [*map(self._step, place)]

    def _step(self, index: int) -> Step:
        kind, provisions, party, names, values = self._raw[index]
        # Made when a step is looked at: what a round tells is kept as raw values, which takes less time and room.
        shown = {n: self._shown(n, v) for n, v in zip(names, values, strict=True)}
        return Step(kind, said(provisions), party, shown, self._rests_on(index))

    def _shown(self, name: str, value: Any) -> Any:
        """The value as JSON holds it: objects by their symbols, amounts as exact strings."""
        if name == "object":
            return self._material.objects[value].symbol
        if name == "objects":
            return self._material.symbols(value)
        if name in ("stake", "net", "left", "amount") or isinstance(value, Fraction):
            return str(value)
        if name == DECIDED:
            return list(value)
        return fact(name, value)

    def to_json(self) -> list[dict[str, Any]]:
        """The steps as the schema has them."""
        return [step.to_json() for step in self]


def fact(name: str, value: Any) -> Any:
    """A reading as traces have it: the order of two hands, -1, 0 or 1, as a word."""
    return ("lower", "equal", "higher")[value + 1] if name.startswith("compare:") and value is not None else value
