"""Wordings: how a jurist may put what the language says in other words, each with those words.

They stand in `grammar/wordings`, a table for each language.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from lexludi.base.resources import data_folder
from lexludi.language.identifiers import number_value
from lexludi.language.phrases import phrase_table


@cache
def _table(language: str) -> dict[str, Any]:
    """The table of a language, with what `<TERM>` and the like stand for in its patterns."""
    table = tomllib.loads((data_folder("grammar") / "wordings" / f"{language}.toml").read_text("utf-8"))
    parts: dict[str, str] = {}

    def whole(pattern: str) -> str:
        return re.sub("<([A-Z]+)>", lambda part: parts[part[1]], pattern)

    for name, pattern in table["parts"].items():
        parts[name] = whole(pattern)
    return {
        "prevails": whole(table["prevails"]),
        "wordings": {whole(pattern): instead for pattern, instead in table["wordings"].items()},
        "unsaid": {name: whole(pattern) for name, pattern in table["unsaid"].items()},
        "done_otherwise": {name: whole(pattern) for name, pattern in table["done_otherwise"].items()},
    }


def done_otherwise(language: str, text: str) -> str:
    """The name of the hint on what a sentence does that is done by other means; empty if it does no such thing."""
    return next((name for name, words in _table(language)["done_otherwise"].items() if re.match(words, text)), "")


def prevailing(language: str, text: str) -> re.Match[str] | None:
    """The beginning of a sentence by which one provision, the first group, prevails over another, the second."""
    return re.match(_table(language)["prevails"], text)


def unsaid(language: str, text: str) -> tuple[str, int] | None:
    """The first words of a text that no phrase says, terms aside: the name of the hint on them, and where they end."""
    words = re.sub(r"«[^»]*»", lambda term: " " * len(term[0]), text)
    matches = ((name, re.search(pattern, words)) for name, pattern in _table(language)["unsaid"].items())
    return next(((name, match.end()) for name, match in matches if match), None)


@cache
def _compiled(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    # A word ends where a pattern does, if words are set apart.
    end = "" if language == "zh" else r"(?:(?<=\W)|(?!\w))"
    # No text has a number with more digits, and of very many of them Python writes none out.
    short = (
        (pattern.replace(r"\d+", r"\d{1,18}"), instead) for pattern, instead in _table(language)["wordings"].items()
    )
    return tuple((re.compile(f"(?:{pattern}){end}"), instead) for pattern, instead in short)


def reworded(language: str, text: str, place: int, original: Callable[[int, int], str]) -> Iterator[tuple[int, str]]:
    """The wordings that stand at a place of a text: where each ends, and what is written instead.

    `original` is the text between two places as its writer has it.
    """
    for pattern, instead in _compiled(language):
        if match := pattern.match(text, place):

            def fill(hole: re.Match[str], match: re.Match[str] = match) -> str:
                group = int(hole[2])
                if hole[1] == "~":
                    return _turned(original(match.start(group), match.end(group)))
                if hole[1]:
                    number = number_value(match[group], phrase_table(language).numerals)
                    return str({"+": number + 1, "-": number - 1, "*": 2 * number + 1}[hole[1]])
                return original(match.start(group), match.end(group))

            yield match.end(), re.sub(r"\{([+*~-]?)(\d)\}", fill, instead)


def _turned(listed: str) -> str:
    """A list from its end to its beginning, with what joins its values left where it stands."""
    value = r"[“「«\"][^”」»\"]*[”」»\"]|\d+"
    values = re.findall(value, listed)
    return re.sub(value, lambda _: values.pop(), listed)
