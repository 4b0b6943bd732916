"""Numbers as the law prints them, and the identifiers made of them.

eIds follow Akoma Ntoso and are computed from normalised numbers, so that 第九條(七)項
and artigo 9.º, alínea 7) are the same provision: `art_9__point_7`.
"""

import re
from collections.abc import Mapping
from itertools import pairwise
from string import ascii_uppercase

# No provision has a higher number; what is beyond is a slip or an attack.
MAX_NUMBER = 10_000

_DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "兩": 2}
_NUMERALS = "零一二三四五六七八九"
_USUAL = str.maketrans("〇兩", "零二")
_UNITS = {"十": 10, "百": 100, "千": 1_000, "萬": 10_000}
# Whatever a number of a provision can be written with, for a class of characters.
CHINESE_DIGITS = "〇零一二三四五六七八九十百千萬"
# Signs for twenty, thirty and forty.
TENS = str.maketrans({"廿": "二十", "卅": "三十", "卌": "四十"})
# Between the words of a number: two hundred and five, duzentos e cinco.
_JOINTS = frozenset({"and", "e"})
# Words that multiply what comes before them.
_MULTIPLIERS = frozenset({100, 1_000})

_ABBREVIATIONS = {"article": "art", "paragraph": "para", "point": "point", "subpoint": "point", "indent": "indent"}
# From high to low, with the subtractive forms, so that dividing greedily gives the usual numeral.
_ROMAN = {"l": 50, "xl": 40, "x": 10, "ix": 9, "v": 5, "iv": 4, "i": 1}

# The languages of expressions in a FRBR URI.
FRBR_LANGUAGES = {"zh": "zho", "pt": "por", "en": "eng"}


class MalformedNumber(ValueError):
    """A text that is no number, or not in a form in which numbers are written."""


class OutOfBounds(ValueError):
    """A number, as `written`, that is higher than any that a provision has."""

    def __init__(self, written: str, limit: int) -> None:
        super().__init__(written)
        self.written, self.limit = written, limit


def chinese_number(text: str) -> int:
    """The value of Chinese numerals, positional (二零零四) or with units (三十一).

    Raises:
        MalformedNumber: the text is no number, or not in a usual form.
    """
    if not text or any(c not in _DIGITS and c not in _UNITS for c in text):
        raise MalformedNumber(text)
    if not any(c in _UNITS for c in text):
        return int("".join(str(_DIGITS[c]) for c in text))
    total, digit = 0, None
    for char in text:
        if char in _UNITS:
            # In 十五 no digit stands before the unit: it counts once.
            total += (1 if digit is None else digit) * _UNITS[char]
            digit = None
        else:
            digit = _DIGITS[char]
    total += digit or 0
    # Written and compared, so that 二三十 and 百千 are refused, and 一百五, which some read as 150.
    usual = text.translate(_USUAL)
    # In 十五, in 百分之五, and in 一百十五 the one is left out.
    if re.sub("^(?=[十百千])|(?<=[零百千])(?=十)", "一", usual) != _in_units(total):
        raise MalformedNumber(text)
    return total


def _in_units(value: int) -> str:
    """A number below 100,000 with every unit after its digit, and a zero for units that are passed over."""
    out, passed = "", False
    for worth, unit in ((10_000, "萬"), (1_000, "千"), (100, "百"), (10, "十"), (1, "")):
        if digit := value // worth % 10:
            out += f"{'零' if passed and out else ''}{_NUMERALS[digit]}{unit}"
        passed = not digit
    return out


def chinese_numeral(value: int) -> str:
    """A number of things, from 0 to 1000, in Chinese numerals; in digits from there."""
    return str(value) if value > 1_000 else provision_numeral(value)


def provision_numeral(value: int) -> str:
    """A number of a provision, from 0 to `MAX_NUMBER`, in Chinese numerals."""
    # 十五, but 一百一十五: the one is left out only at the beginning.
    return re.sub("^一(?=十)", "", _in_units(value)) or _NUMERALS[0]


def roman_numeral(value: int) -> str:
    """A number below 90 in small Roman numerals."""
    out = ""
    for numeral, worth in _ROMAN.items():
        count, value = divmod(value, worth)
        out += numeral * count
    return out


def roman_number(text: str) -> int:
    """The value of small Roman numerals.

    Raises:
        MalformedNumber: the text is none, or not in its usual form.
    """
    # Written and compared, so that iiii and vx are refused.
    value = next((n for n in range(1, 90) if roman_numeral(n) == text), 0)
    if not value:
        raise MalformedNumber(text)
    return value


def number_value(text: str, numerals: Mapping[str, int]) -> int:
    """The value of a number in digits, in words of a language, or in Chinese numerals.

    Raises:
        MalformedNumber: the text is no number, or not in a usual form.
    """
    if text.isascii() and text.isdigit():
        return int(text)
    words = [word for word in re.split(r"[ -]+", text) if word not in _JOINTS]
    if not words or not all(word in numerals for word in words):
        return chinese_number(text)
    parts: list[int] = []
    for value in (numerals[word] for word in words):
        # Two hundred is a product, a hundred and two a sum; of what came before, as much is multiplied as is less.
        less = len(parts)
        while less and parts[less - 1] < value:
            less -= 1
        if value not in _MULTIPLIERS or less == len(parts):
            parts.append(value)
        else:
            parts[less:] = [_sum(parts[less:], text) * value]
    return _sum(parts, text)


def _sum(parts: list[int], text: str) -> int:
    # What is added is less than the unit of what it is added to: no five after a two, no twelve after a twenty.
    if not all(first and second and first % 10 ** len(str(second)) == 0 for first, second in pairwise(parts)):
        raise MalformedNumber(text)
    return sum(parts)


def provision_number(label: str) -> str:
    """The number in a label as printed, in its common form.

    `第九條`, `artigo 9.º` and `article 9` give `9`; `第九-a條`, `第九條之一` and `artigo 9.º-a` give `9-A`; `iv)`
    gives `4`.

    Raises:
        MalformedNumber: it is not written as numbers are.
        OutOfBounds: it is above `MAX_NUMBER`, or more were inserted after it than there are letters.
    """
    if roman := re.fullmatch(r"([ivxl]+)\)", label.strip()):
        return str(roman_number(roman[1]))
    # The first number of a label; an insertion follows it, and is looked for by its own marks.
    match = re.search(rf"([{CHINESE_DIGITS}]+|\d+)", label)
    assert match, label
    number = number_value(match[1], {})
    if number > MAX_NUMBER:
        raise OutOfBounds(label, MAX_NUMBER)
    if inserted := re.search(rf"之([{CHINESE_DIGITS}]+)", label):
        place = chinese_number(inserted[1])
        if place > len(ascii_uppercase):
            raise OutOfBounds(inserted[0], len(ascii_uppercase))
        return f"{number}-{ascii_uppercase[place - 1]}"
    if inserted := re.search(r"-([a-z])", label):
        return f"{number}-{inserted[1].upper()}"
    return str(number)


def number_order(number: str) -> tuple[int, str]:
    """The key by which numbers of provisions are sorted: 9, 9-A, 9-B, 10; what frames a document has none."""
    base, _, letter = number.partition("-")
    return int(base or 0), letter


def eid(parent: str, level: str, number: str) -> str:
    """The eId of a provision under another (`""` at the top)."""
    step = f"{_ABBREVIATIONS[level]}_{number}"
    return f"{parent}__{step}" if parent else step
