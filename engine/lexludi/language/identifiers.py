"""Numbers as the law prints them, and the identifiers made of them.

eIds follow Akoma Ntoso and are computed from normalised numbers, so that 第九條(七)
and artigo 9.º, 7) are the same provision: `art_9__point_7`.
"""

import re
from collections.abc import Mapping
from string import ascii_uppercase

# No provision has a higher number; what is beyond is a slip or an attack.
MAX_NUMBER = 10_000

_DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {"零": 0}
_UNITS = {"十": 10, "百": 100}

_ABBREVIATIONS = {"article": "art", "paragraph": "para", "point": "point", "subpoint": "point"}

# The country's short code in a FRBR URI, and the languages of its expressions.
FRBR_LANGUAGES = {"zh": "zho", "pt": "por", "en": "eng"}


def chinese_number(text: str) -> int:
    """The value of Chinese numerals, positional (二零零四) or with units (三十一).

    Raises:
        ValueError: the text is no number.
    """
    if not text or any(c not in _DIGITS and c not in _UNITS for c in text):
        raise ValueError(text)
    if not any(c in _UNITS for c in text):
        return int("".join(str(_DIGITS[c]) for c in text))
    total, digit = 0, None
    for char in text:
        if char in _UNITS:
            total += (1 if digit is None else digit) * _UNITS[char]
            digit = None
        else:
            digit = _DIGITS[char]
    return total + (digit or 0)


def number_value(text: str, numerals: Mapping[str, int]) -> int:
    """The value of a number in digits, in words of a language, or in Chinese numerals.

    Raises:
        ValueError: the text is no number.
    """
    if text.isascii() and text.isdigit():
        return int(text)
    return numerals[text] if text in numerals else chinese_number(text)


def provision_number(label: str) -> str:
    """The number in a label as printed, in its common form.

    `第九條`, `artigo 9.º` and `article 9` give `9`; `第九條之一` and `artigo 9.º-a` give `9-A`.

    Raises:
        ValueError: the number is above `MAX_NUMBER`, or more were inserted after it than there are letters.
    """
    match = re.search(r"([〇零一二三四五六七八九十百]+|\d+)", label)
    assert match, label
    number = number_value(match[1], {})
    if number > MAX_NUMBER:
        raise ValueError(label)
    if inserted := re.search(r"之([一二三四五六七八九十]+)", label):
        return f"{number}-{_letter(chinese_number(inserted[1]))}"
    if inserted := re.search(r"-([a-z])", label):
        return f"{number}-{inserted[1].upper()}"
    return str(number)


def _letter(place: int) -> str:
    if place > len(ascii_uppercase):
        raise ValueError(place)
    return ascii_uppercase[place - 1]


def eid(parent: str, level: str, number: str) -> str:
    """The eId of a provision under another (`""` at the top)."""
    step = f"{_ABBREVIATIONS[level]}_{number}"
    return f"{parent}__{step}" if parent else step


def reference_eid(text: str) -> str:
    """The eId that a reference names: `第九條(七)項`, `artigo 9.º, n.º 2, 7), (3)`, `number 2`.

    Raises:
        ValueError: a number is none that a provision could have.
    """
    parts = []
    for level, pattern in _REFERENCE_PARTS:
        if match := re.search(pattern, text):
            parts.append((level, provision_number(match[0])))
    out = ""
    for level, number in parts:
        out = eid(out, level, number)
    return out


_N = r"[〇零一二三四五六七八九十百]+"
_REFERENCE_PARTS = (
    ("article", rf"第{_N}條(之{_N})?|(artigo|article) \d+(\.[º°])?(-[a-z])?"),
    ("paragraph", rf"第{_N}款|(n\.[º°]|number) \d+(-[a-z])?"),
    ("point", rf"\({_N}\)|(?<![(\d])\d+(-[a-z])?\)"),
    ("subpoint", r"\(\d+(-[a-z])?\)"),
)


def expression_uri(work: str, language: str, version: str) -> str:
    """The FRBR URI of a text of a work on the shelf: `/akn/COUNTRY/act/NAME/zho@2005-01-18`."""
    country, _, name = work.partition("/")
    return f"/akn/{country}/act/{name}/{FRBR_LANGUAGES[language]}@{version}"
