"""Questions of other programs: each as a value, read from JSON that anybody may have written.

Works are named as they stand on the shelf, and nothing else is: no path, no file.
`schemas/question-1.schema.json` says the same to whoever asks.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache
from typing import Any

from lexludi.base.boundary import Field, Json, read_value
from lexludi.base.errors import InvalidReplay, UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.base.resources import package_folder
from lexludi.diff.comparing import LAYERS, Layer
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import day_of, on_shelves
from lexludi.play.table import MOST_PLACES

SCHEMA = "lexludi.question/1"

MAX_BYTES = 400_000
MAX_TEXT = 100_000  # characters of a text to check
MAX_BETS = 20
MAX_SETTINGS = 100
MAX_NAME = 200

_NAME, _VALUE = re.compile(r"[\w-]{1,80}"), re.compile(r"[\w./ -]{1,80}")
_NUMBER = re.compile(r"-?\d{1,80}")
# In what cannot be read, or is too long to be; in a text that is sent the marks would be escaped.
_LANGUAGE = re.compile(rb'"language"\s*:\s*"(zh|pt|en)"')

DEFAULT_LANGUAGE = "en"
DEFAULT_LAYERS: tuple[Layer, ...] = ("words", "rules")
# What of a question about a round is passed on as it stands, and read with the round (`site.browser`).
OF_ROUND = ("actions", "seed", "objects", "chance", "seen_by")


@dataclass(frozen=True)
class Check:
    """A question about a text that is sent: its form and its meaning, with the terms of a work on the shelf."""

    source: str
    text: str  # the language that it is written in
    work: str = ""
    language: str = DEFAULT_LANGUAGE


@dataclass(frozen=True)
class OnShelf:
    """A work on the shelf on a day, in a language, with values for options and readings."""

    work: str
    on: date | None = None
    text: str = ""
    options: Mapping[str, object] | None = None
    readings: Mapping[str, object] | None = None


@dataclass(frozen=True)
class TextQuestion:
    """A question for the words and rules of a work on a day."""

    of: OnShelf
    language: str = DEFAULT_LANGUAGE


@dataclass(frozen=True)
class Diff:
    """A question for what differs between two texts, in layers."""

    before: OnShelf
    after: OnShelf
    layers: tuple[Layer, ...]
    language: str = DEFAULT_LANGUAGE


@dataclass(frozen=True)
class Play:
    """A question about a round: its rules, and what has been done and dealt so far."""

    of: OnShelf
    accept_unknown: bool
    round: Mapping[str, Json]
    language: str = DEFAULT_LANGUAGE


@dataclass(frozen=True)
class Analyze:
    """A question for exact odds."""

    of: OnShelf
    accept_unknown: bool
    bets: tuple[str, ...]
    language: str = DEFAULT_LANGUAGE


Question = Check | TextQuestion | Diff | Play | Analyze


def read_question(kind: str, data: bytes) -> Question:
    """The question of a kind.

    Raises:
        InvalidReplay: it is none, or there is no such kind.
        UnknownWork: a day in it is none.
    """
    read = _READERS[Field(kind, "$").one_of(_READERS)]
    return read(read_value(data, MAX_BYTES))


def language_of(data: bytes) -> str:
    """The language in which to answer what may be no question at all."""
    try:
        asked = json.loads(data[: MAX_BYTES + 1])
    except (ValueError, RecursionError):
        said = _LANGUAGE.search(data)
        return said[1].decode() if said else DEFAULT_LANGUAGE
    wanted = asked.get("language") if isinstance(asked, dict) else None
    return wanted if isinstance(wanted, str) and wanted in LANGUAGES else DEFAULT_LANGUAGE


# ── Readers ─────────────────────────────────────────────────────────────────


def _check(field: Field) -> Check:
    field.only("source", "text", "work", "language")
    return Check(
        field.member("source").text(MAX_TEXT),
        field.member("text").one_of(LANGUAGES),
        field.optional("work", _work, ""),
        _language(field),
    )


def _text(field: Field) -> TextQuestion:
    field.only("work", "on", "text", "language")
    return TextQuestion(_on_shelf(field), _language(field))


def _diff(field: Field) -> Diff:
    field.only("before", "after", "layers", "language")
    layers = field.optional("layers", _layers, DEFAULT_LAYERS)
    return Diff(_side(field.member("before")), _side(field.member("after")), layers, _language(field))


def _play(field: Field) -> Play:
    field.only("work", "on", "text", "options", "readings", "accept_unknown", "language", *OF_ROUND)
    round_ = {name: each.value for name, each in field.members().items() if name in OF_ROUND}
    # Neither would be heeded. A seed or objects that are `null` are left out.
    by_choice = round_.get("objects") is not None
    if by_choice and round_.get("seed") is not None:
        raise InvalidReplay("seed-beside-objects")
    if round_.get("chance") is True and not by_choice:
        raise InvalidReplay("chance-without-objects")
    return Play(_on_shelf(field), field.optional("accept_unknown", Field.flag, False), round_, _language(field))


def _analyze(field: Field) -> Analyze:
    field.only("work", "on", "text", "options", "readings", "accept_unknown", "bets", "language")
    return Analyze(
        _on_shelf(field), field.optional("accept_unknown", Field.flag, False), _bets(field), _language(field)
    )


_READERS: dict[str, Callable[[Field], Question]] = {
    "check": _check,
    "text": _text,
    "diff": _diff,
    "play": _play,
    "analyze": _analyze,
}
KINDS = tuple(_READERS)


def _side(field: Field) -> OnShelf:
    field.only("work", "on", "text", "options", "readings")
    return _on_shelf(field)


def _on_shelf(field: Field) -> OnShelf:
    return OnShelf(
        _work(field.member("work")),
        field.optional("on", _day, None),
        field.optional("text", _one_language, ""),
        field.optional("options", _settings, None),
        field.optional("readings", _settings, None),
    )


def _work(field: Field) -> str:
    return field.one_of(on_shelves())


def _day(field: Field) -> date:
    day = day_of(field.text(MAX_NAME))
    if day is None:
        raise UnknownWork("not-a-date", text=field.text(MAX_NAME)[:40])
    return day


def _language(field: Field) -> str:
    return field.optional("language", _one_language, DEFAULT_LANGUAGE)


def _one_language(field: Field) -> str:
    return field.one_of(LANGUAGES)


def _layers(field: Field) -> tuple[Layer, ...]:
    asked = {each.one_of(LAYERS) for each in field.entries(len(LAYERS))}
    if not asked:
        raise field.wrong("field-not-among", known=LAYERS)
    return tuple(layer for layer in LAYERS if layer in asked)


def _settings(field: Field) -> dict[str, object]:
    values = field.members()
    # As a list, which may have so many entries and no more.
    Field(list(values), field.path).entries(MAX_SETTINGS)
    for name, each in values.items():
        # Sides of comparisons are named by one line, in which a setting is `+NAME=VALUE`.
        value = str(each.value)
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value) or _is_too_high(value):
            raise InvalidReplay("field-not-setting", path=each.path)
    return {name: each.whole() if isinstance(each.value, int) else each.text(MAX_NAME) for name, each in values.items()}


def _is_too_high(value: str) -> bool:
    """True of a number, also as a text: so many packs, or dice, would be made one by one."""
    return bool(_NUMBER.fullmatch(value)) and abs(int(value)) > MOST_PLACES


def _bets(field: Field) -> tuple[str, ...]:
    return field.optional("bets", lambda bets: tuple(each.text(MAX_NAME) for each in bets.entries(MAX_BETS)), ())


# ── Schemas ─────────────────────────────────────────────────────────────────


@cache
def question_schema() -> dict[str, Any]:
    """The JSON Schema of questions; under `$defs`, that of each kind."""
    schema: dict[str, Any] = json.loads((package_folder() / "schemas" / "question-1.schema.json").read_text("utf-8"))
    return schema


def schema_of(kind: str) -> dict[str, Any]:
    """The JSON Schema of one kind of question, by itself."""
    schema = question_schema()
    definition: dict[str, Any] = schema["$defs"][kind]
    # References lead to `$defs` of the same document, so the parts that kinds share go with each.
    used = {name: part for name, part in schema["$defs"].items() if name not in KINDS}
    return {**definition, "$defs": used}
