"""The boundary: bytes from outside as text or typed values, no more than there may be, or an error that says why not.

Texts, glossaries, replay files, checkpoints and the questions of pages come through here,
and nothing else reads them. Of JSON, an error names the path of the field. It needs only
the standard library, because it also runs in a browser.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from lexludi.base.errors import InvalidReplay
from lexludi.base.frozen import dataclass
from lexludi.base.overlay import unsaved

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

MAX_CHARACTERS = 1_000_000
# Four for each character that a text may have, and its mark: what has one more has too many characters.
MAX_TEXT_BYTES = 4 * MAX_CHARACTERS + 3
# What stands in a text for bytes that are no UTF-8.
UNDECODED = "\N{REPLACEMENT CHARACTER}"

TOP = "$"
LONGEST_TEXT = 4_000
# Of a whole number in JSON: Python reads no more at once.
MAX_DIGITS = 4_300

# `net`, `equal-hands`; any other name stands in quotation marks: `$["a b"]`.
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_:-]+")
# `10`, `-45/2`, `2.5`. No exponents: `1e999999999` is a short text, and a number that fills the memory.
_AMOUNT = re.compile(r"-?[0-9]+(?:[/.][0-9]+)?", re.ASCII)
_LONGEST_AMOUNT = 40
_SHOWN = 60  # characters of a wrong value that an error repeats

T = TypeVar("T")


def bytes_of(file: Path, limit: int) -> bytes:
    """The bytes of a file, cut off one beyond a limit, by which a caller sees that it is too long; unsaved ones first.

    Raises:
        OSError: the file cannot be read.
    """
    if (held := unsaved(file)) is not None:
        return held.content[: limit + 1]
    with file.open("rb") as opened:
        return opened.read(limit + 1)


def text_of(data: bytes) -> str:
    """The text of bytes in UTF-8, without its mark, and with one form of the end of a line.

    Bytes that are no UTF-8 are `UNDECODED` in it, which whoever parses it refuses at their place.
    """
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def below(path: str, key: str | int) -> str:
    """The path of a member or an entry of what stands at a path: `$.bets[0].net`."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if _PLAIN_NAME.fullmatch(key) else f"{path}[{json.dumps(key)}]"


def amount_of(text: str, longest: int = _LONGEST_AMOUNT) -> int | Fraction | None:
    """The exact amount that a text writes (`10`, `45/2`, `2.5`); nothing if it writes none, or has more characters."""
    if len(text) > longest or not _AMOUNT.fullmatch(text):
        return None
    try:
        value = Fraction(text)
    except ZeroDivisionError:
        return None
    return value.numerator if value.denominator == 1 else value


@dataclass(frozen=True)
class Field:
    """A value with its path from the top; each method gives it as one type.

    Raises:
        InvalidReplay: it is of another type, or not of the form asked for.
    """

    value: Json
    path: str = TOP

    def text(self, longest: int = LONGEST_TEXT) -> str:
        """A text of so many characters at most."""
        if not isinstance(self.value, str):
            raise self.wrong("field-not-text")
        if len(self.value) > longest:
            raise self.wrong("field-too-long", limit=longest)
        return self.value

    def one_of(self, known: Iterable[str]) -> str:
        """One of some words."""
        words = tuple(known)
        if not isinstance(self.value, str) or self.value not in words:
            raise self.wrong("field-not-among", known=words)
        return self.value

    def whole(self, low: int | None = None, high: int | None = None) -> int:
        """A whole number within bounds."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong("field-not-whole")
        if (low is not None and self.value < low) or (high is not None and self.value > high):
            raise self.wrong("field-out-of-bounds")
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.wrong("field-not-flag")
        return self.value

    def amount(self, longest: int = _LONGEST_AMOUNT) -> int | Fraction:
        """An exact amount, of so many characters at most: a whole number, or a text that writes one or a fraction."""
        # By the exact type: to Python, true and false are whole numbers; and a float is not exact.
        value = amount_of(str(self.value), longest) if type(self.value) in (int, str) else None
        if value is None:
            raise self.wrong("field-not-amount")
        return value

    def entries(self, most: int | None = None) -> "list[Field]":
        """The entries of a list."""
        if not isinstance(self.value, list):
            raise self.wrong("field-not-list")
        if most is not None and len(self.value) > most:
            raise self.wrong("field-too-many", limit=most)
        return [Field(entry, below(self.path, place)) for place, entry in enumerate(self.value)]

    def members(self) -> "dict[str, Field]":
        """The members of an object."""
        if not isinstance(self.value, dict):
            raise self.wrong("field-not-object")
        return {name: Field(value, below(self.path, name)) for name, value in self.value.items()}

    def member(self, name: str) -> "Field":
        """A member that must be there."""
        if (field := self.members().get(name)) is None:
            raise InvalidReplay("field-missing", path=below(self.path, name))
        return field

    def optional(self, name: str, read: "Callable[[Field], T]", default: T) -> T:
        """A member that may be left out."""
        return read(field) if (field := self.members().get(name)) else default

    def only(self, *names: str) -> None:
        """No members but these."""
        for name in self.members():
            if name not in names:
                raise InvalidReplay("field-unknown", path=below(self.path, name), known=names)

    def texts(self) -> dict[str, str]:
        """An object whose members are texts."""
        return {name: field.text() for name, field in self.members().items()}

    def wrong(self, key: str, **args: Any) -> InvalidReplay:
        """The error about the value, with so much of it as can be shown."""
        return InvalidReplay(key, path=self.path, found=_cut(json.dumps(self.value)), **args)


def read_values(data: bytes, limit: int) -> list[Field]:
    """The values of JSON in UTF-8: one, or several one after another, as in JSON lines.

    Raises:
        InvalidReplay: it is none, or has more bytes than the limit.
    """
    if len(data) > limit:
        raise InvalidReplay("replay-too-long", limit=limit)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise InvalidReplay("not-utf-8", name="JSON", place=problem.start + 1) from None
    try:
        return [Field(value) for value in _values(text)]
    except json.JSONDecodeError as problem:
        raise InvalidReplay("not-json", line=problem.lineno, place=problem.colno) from None
    # Lists within lists can be deeper than the decoder recurses: bad data, not a fault of ours.
    except RecursionError:
        raise InvalidReplay("json-too-deep") from None


def read_value(data: bytes, limit: int) -> Field:
    """The one value of JSON in UTF-8.

    Raises:
        InvalidReplay: it is none, has more bytes than the limit, or there are several.
    """
    values = read_values(data, limit)
    if len(values) != 1:
        raise InvalidReplay("json-not-one", count=len(values))
    return values[0]


def _values(text: str) -> Iterator[Json]:
    decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole)
    place = _next(text, 0)
    while place < len(text):
        value, place = decoder.raw_decode(text, place)
        yield value
        place = _next(text, place)


def _next(text: str, place: int) -> int:
    """The place of the next character that is no space."""
    while place < len(text) and text[place] in " \t\r\n":
        place += 1
    return place


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    # A name that stands twice could show one value to a reader and another to us.
    members: dict[str, Json] = {}
    for name, value in pairs:
        if name in members:
            raise InvalidReplay("json-twice", found=_cut(name))
        members[name] = value
    return members


def _no_constant(name: str) -> Json:
    # `NaN`, `Infinity` and `-Infinity`, which Python reads and the format does not have.
    raise InvalidReplay("json-constant", found=name)


def _whole(written: str) -> int:
    if len(written) > MAX_DIGITS:
        raise InvalidReplay("json-digits", limit=MAX_DIGITS, found=_cut(written))
    return int(written)


def _cut(written: str) -> str:
    """As much of what is wrong as an error repeats."""
    return written if len(written) <= _SHOWN else written[:_SHOWN] + "…"
