"""The message catalogues: every sentence that people read, in zh, pt and en, by key.

One gettext file per language, read at run time: nothing to compile, nothing to
forget. Placeholders are `{name}`, and `<name:one|many>` are words as that number is one or
not, or, of `instrument`, as its name is masculine or feminine in Portuguese, which other
languages have no words for; a test demands the same keys and the same placeholders in all
three.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any, Protocol, runtime_checkable

from lexludi.base.frozen import dataclass
from lexludi.base.resources import messages_folder

LOCALES = {"zh": "zh_Hant_MO", "pt": "pt_MO", "en": "en"}
# Tags of languages as BCP 47 has them.
TAGS = {language: locale.replace("_", "-") for language, locale in LOCALES.items()}

# Babel writes the days of plain `en` as in America: January 18, 2005.
_DATES = LOCALES | {"en": "en_GB"}

_MARK = re.compile("[,.;:，。；：、]")
_QUOTES = {"zh": ("「", "」"), "pt": ("«", "»"), "en": ("“", "”")}

# `{name}`; and `<count:round|rounds>`, of which the first stands for the number 1.
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_NUMBERED = re.compile(r"<(\w+):([^|>]*)\|([^>]*)>")

# Instruments begin with their kind: «Despacho n.º …», «Decreto-Lei n.º …», but «Ordem Executiva n.º …». Words by
# their gender need not stand in other languages.
_GENDERED = "instrument"
_FEMININE = re.compile(r"(?:ordem|lei|portaria|norma|directiva|diretiva|circular|\w+[çs]ão)\b", re.IGNORECASE)


@runtime_checkable
class Tellable(Protocol):
    """A value that has its own words in each language, and a form as plain data."""

    def told(self, words: "Catalogue", /) -> str:
        """The value in the language of a catalogue."""

    def to_json(self) -> Any:
        """The value as plain data."""


@dataclass(frozen=True)
class InLanguages:
    """A value by its words in each language, and its form as plain data."""

    words: Mapping[str, str]
    data: str

    def told(self, words: "Catalogue") -> str:
        """The value in the language of a catalogue."""
        return self.words[words.language]

    def to_json(self) -> str:
        """The value as plain data."""
        return self.data


class AnyWord(tuple[str, ...]):
    """Words of which any one will do: told as «a, b or c»."""


@dataclass(frozen=True)
class Language:
    """A language, named in the language of whoever reads."""

    code: str

    def told(self, words: "Catalogue") -> str:
        """Its name."""
        return words.say(f"language.{self.code}")

    def to_json(self) -> str:
        """Its code."""
        return self.code


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one language."""

    language: str
    sentences: dict[str, str]

    def say(self, key: str, /, **args: Any) -> str:
        """The sentence of that key, with its placeholders filled.

        Raises:
            KeyError: there is no such sentence, or an argument is missing.
        """
        # Both are looked for in the catalogue's sentence only: what is filled in may have any signs.
        sentence = _NUMBERED.sub(lambda m: m[2] if self._takes_first(m[1], args[m[1]]) else m[3], self.sentences[key])
        return _PLACEHOLDER.sub(lambda m: self._show(args[m[1]]), sentence)

    def _apart(self, word: str) -> str:
        """A word of a list; between quotation marks if it begins with a mark, which else looks like one of the list."""
        opening, closing = _QUOTES[self.language]
        return f"{opening}{word.strip()}{closing}" if _MARK.match(word) else word

    def _takes_first(self, name: str, value: Any) -> bool:
        return not _FEMININE.match(self._show(value)) if name == _GENDERED else str(value) == "1"

    def has(self, key: str) -> bool:
        """True if the catalogue has a sentence of that key."""
        return key in self.sentences

    def obstacle(self, reason: object) -> str:
        """The words for an obstacle to an answer, by its name."""
        return self.say(f"obstacle.{reason}")

    def whole(self, number: int) -> str:
        """A whole number, its digits in groups of three, with the minus sign."""
        # The sentence shows 1000 with its mark, which stands between the first digit and the last three.
        mark = self.sentences["number.thousand"][1:-3]
        grouped = f"{number:,}".replace(",", mark)
        return grouped.replace("-", "\N{MINUS SIGN}")

    @property
    def colon(self) -> str:
        """A colon as the language sets it."""
        return "：" if self.language == "zh" else ": "

    @property
    def comma(self) -> str:
        """The comma between the words of a list as the language sets it."""
        return "、" if self.language == "zh" else ", "

    @property
    def brackets(self) -> tuple[str, str]:
        """Brackets after a word as the language sets them, with the space before."""
        return ("（", "）") if self.language == "zh" else (" (", ")")

    @property
    def space(self) -> str:
        """The space between one sentence and the next, which Chinese has not."""
        return "" if self.language == "zh" else " "

    def join(self, words: Iterable[str], last: str = "and") -> str:
        """A list in words: «a, b and c»; `last` is `and` or `or`."""
        items = list(words)
        if len(items) < 2:
            return "".join(items)
        return self.say(f"list.{last}", first=self.comma.join(items[:-1]), last=items[-1])

    def _show(self, value: Any) -> str:
        if type(value) is str:
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return self.whole(value)
        if isinstance(value, Fraction):
            return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
        if isinstance(value, date):
            from babel.dates import format_date

            shown = format_date(value, "long", locale=_DATES[self.language])
            # The gazette writes the months with a capital: 18 de Janeiro.
            return re.sub(r"(?<= de )[a-z]", lambda m: m[0].upper(), shown) if self.language == "pt" else shown
        if isinstance(value, Tellable):
            return value.told(self)
        # Before other tuples, of which it is one.
        if isinstance(value, AnyWord):
            return self.join((self._apart(self._show(v)) for v in value), "or")
        if isinstance(value, (list, tuple)):
            return self.join(self._show(v) for v in value)
        return str(value)


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one language.

    Raises:
        KeyError: the language is none of zh, pt, en.
    """
    prepared = messages_folder() / f"{LOCALES[language]}.json"
    if prepared.is_file():  # where the engine runs in a browser, without Babel
        import json

        return Catalogue(language, json.loads(prepared.read_text("utf-8")))
    from babel.messages.pofile import read_po

    with prepared.with_suffix(".po").open("rb") as file:
        entries = read_po(file)
    return Catalogue(language, {str(e.id): str(e.string) for e in entries if e.id})


def placeholders(sentence: str) -> set[str]:
    """The names of the placeholders in a sentence, and of the numbers on which its words depend."""
    depends = {name for name, _, _ in _NUMBERED.findall(sentence)} - {_GENDERED}
    return depends | set(_PLACEHOLDER.findall(sentence))
