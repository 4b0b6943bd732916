"""Sets of situations told by what is read in them: as few readings as will do, each with its values."""

from collections.abc import Collection, Mapping
from dataclasses import field
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.language.glossary import Glossary
from lexludi.play.telling import Teller
from lexludi.play.trace import fact

# What was read in a situation, by the names of readings.
Facts = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Region:
    """The situations in which each of some readings has one of some values."""

    facts: tuple[tuple[str, tuple[Any, ...]], ...]
    glossary: Glossary = field(repr=False, compare=False)
    bettor: str = field(default="", compare=False)
    modulus: int = field(default=0, compare=False)

    def told(self, words: Catalogue) -> str:
        """The readings with their values, in a language."""
        teller = Teller(words, self.glossary, self.bettor, self.modulus)
        return words.say("list.separator").join(teller.one_of(name, values) for name, values in self.facts)

    def to_json(self) -> Any:
        """The values by the names of the readings."""
        return {name: list(values) for name, values in self.facts}


def region(
    of: Collection[Facts], among: Collection[Facts], glossary: Glossary, bettor: str = "", modulus: int = 0
) -> Region | None:
    """The values of readings that tell some situations from all others `among` which they are, if any do.

    Readings are left out, the last first, as long as the others are enough.
    """
    wanted = set(of)
    names = dict.fromkeys(name for facts in among for name, _ in facts)
    if not wanted or any([name for name, _ in facts] != list(names) for facts in among):
        return None
    values = {name: {dict(facts)[name] for facts in wanted} for name in names}

    def is_enough(kept: Mapping[str, set[Any]]) -> bool:
        return all(facts in wanted for facts in among if all(v in kept[n] for n, v in facts if n in kept))

    if not is_enough(values):
        return None
    # One pass will do: a reading that cannot be left out now can be even less once others are gone.
    for name in reversed(names):
        without = {n: v for n, v in values.items() if n != name}
        if is_enough(without):
            values = without
    told = ((name, tuple(sorted({fact(name, v) for v in kept}, key=_order))) for name, kept in values.items())
    return Region(tuple(told), glossary, bettor, modulus)


def _order(value: Any) -> tuple[bool, int, str]:
    return (value is None, value if isinstance(value, int) else 0, str(value))
