"""Mutations: bytes, lines, words and JSON broken by chance, with parts of others put in."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

# What has broken readers of text before: other ends of lines, signs without width or that turn
# the direction, numbers of other scripts, half of a pair, and what is special in some format.
SIGNS = (
    *("\r", "\r\n", "\x00", "\t", "\x0b", "\x85", "\u2028", "\u200b", "\u202e", "\ufeff", "\ue000", "\U0010ffff"),
    *(
        "«",
        "»",
        "“",
        "”",
        "「",
        "」",
        "（",
        ")",
        "|",
        "~",
        ">",
        "#",
        "：",
        ":",
        ".",
        "。",
        "…",
        "٣",
        "Ⅷ",
        "〇",
        "⼀",
        "𠮷",
    ),
    *("{{", "{%", "<script>", "&amp;", "${x}", "%s", "\\", "'", '"', "../../etc/passwd", "=1+1", "\x1b[31m"),
)
NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "13",
    "52",
    "9999",
    "10001",
    "999999999",
    "1" * 40,
    "1/0",
    "0.1",
    "NaN",
    "1e400",
    "十萬",
    "兩",
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**40, 0.1, 1e308, float("nan"), float("-inf")),
    *("", "x", "x" * 5000, "\ud800", "player-1", "1/2", "-1/3", [], {}, [[]], {"": {}}, [None] * 50),
)
WORD = re.compile(r"\d+|[^\W\d_]+|[^\w\s]")


def bytes_broken(data: bytes, chance: Random, other: bytes) -> bytes:
    """Bytes changed, cut out, doubled, or with a part of others put in."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at = chance.randrange(len(out) + 1)
        end = min(len(out), at + chance.choice((1, 2, 16, 400)))
        match chance.randrange(5):
            case 0:
                out[at:end] = b""
            case 1:
                out[at:at] = bytes(chance.randrange(256) for _ in range(chance.choice((1, 4))))
            case 2:
                out[at:at] = out[at:end]
            case 3:
                start = chance.randrange(len(other) + 1)
                out[at:end] = other[start : start + end - at]
            case _:
                out[at:end] = bytes(b ^ 1 << chance.randrange(8) for b in out[at:end])
    return bytes(out)


def text_broken(text: str, chance: Random, other: str) -> str:
    """A text with lines and words moved, doubled, left out, or taken from another."""
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        text = chance.choice((_lines, _words, _words, _signs))(text, chance, other)
    return text


def _lines(text: str, chance: Random, other: str) -> str:
    lines, others = text.split("\n"), other.split("\n")
    at = chance.randrange(len(lines))
    match chance.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines.insert(at, chance.choice(others))
        case 3:
            lines[at] = chance.choice(others)
        case 4:
            to = chance.randrange(len(lines))
            lines[at], lines[to] = lines[to], lines[at]
        case _:
            lines[at] = " " * chance.randrange(5) + lines[at].lstrip()
    return "\n".join(lines)


def _words(text: str, chance: Random, other: str) -> str:
    words, others = list(WORD.finditer(text)), WORD.findall(other)
    if not words or not others:
        return text
    word = chance.choice(words)
    put = chance.choice(
        ("", word[0] * 2, chance.choice(words)[0], chance.choice(others), chance.choice(NUMBERS), chance.choice(SIGNS))
    )
    return text[: word.start()] + put + text[word.end() :]


def _signs(text: str, chance: Random, other: str) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(SIGNS) * chance.choice((1, 1, 3, 200)) + text[at:]


def json_broken(data: Any, chance: Random) -> Any:
    """JSON with a value somewhere in it changed, left out, added, or put elsewhere."""
    places = list(_places(data))
    if not places:
        return _some(chance)
    holder, key = chance.choice(places)
    changes: tuple[Callable[[], Any], ...] = (
        lambda: _some(chance),
        lambda: [holder[key]],
        lambda: {"x": holder[key]},
        lambda: _value_at(chance.choice(places)),
        lambda: _near(holder[key], chance),
    )
    if chance.random() < 0.2:
        del holder[key]
    elif chance.random() < 0.2 and isinstance(holder, dict):
        holder[chance.choice(("x", "__proto__", "", "schema", "seed"))] = _some(chance)
    else:
        holder[key] = chance.choice(changes)()
    return data


def _some(chance: Random) -> Any:
    """Some value; a copy, as it may be broken in its turn."""
    return deepcopy(chance.choice(VALUES))


def _value_at(place: tuple[Any, Any]) -> Any:
    return json.loads(json.dumps(place[0][place[1]]))


def _near(value: Any, chance: Random) -> Any:
    """A value of the same type that is a little different."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + chance.choice((-1, 1, 1000))
        case str() if value:
            at = chance.randrange(len(value))
            return value[:at] + chance.choice(("", "x", "0", "é", value[at] * 2)) + value[at + 1 :]
        case list() if value:
            return [*value, chance.choice(value)]
        case _:
            return _some(chance)


def _places(data: Any) -> Any:
    if isinstance(data, dict | list):
        for key in list(data) if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from _places(data[key])
