"""Numbers of Akoma Ntoso in whatever form: their common form, if there is one here, and which are written otherwise."""

import re
from contextlib import suppress

from lexludi.base.folding import fold
from lexludi.exchange.numbering import LATIN
from lexludi.language.identifiers import (
    CHINESE_DIGITS,
    MAX_NUMBER,
    TENS,
    MalformedNumber,
    chinese_number,
    provision_number,
    roman_number,
)

# One number with a name and marks around it: `Artigo 9.º-A`, `§ 3.`, `9A`, `第九-A條`, `第九條之一`,
# `Artigo 5.º (Revogado)`; but not `1.1.`, `3.º a 5.º` or `12.º bis`, of which the first number says another provision.
_LABEL = re.compile(
    rf"[^\d{CHINESE_DIGITS}]*(?P<number>\d+|[{CHINESE_DIGITS}]+)(?:\.? ?[º°ª]|\.?(?:o|st|nd|rd|th)(?![^\W_]))?"
    rf"(?:(?: ?[-‐‑–—−] ?|(?<=\d))(?P<letter>[a-z])(?![a-z\d]))? ?[條条款項项節节號号點点目]?"
    rf"(?:之(?P<inserted>[{CHINESE_DIGITS}]+))?(?:\W+(?!(?:{LATIN})\b)[^\W\d_]{{2,}})*[\W_]*"
)


def number_of(label: str, *, behind_letter: bool = False) -> str:
    """The number in a label, whatever stands around it: `9`, `9-A`; of a letter its place; empty if there is none.

    `Artigo 9.º-A` gives `9-A`, `第九-A條` and `第九條之一` too, `(b)` gives `2`, `iv)` gives `4`, `i)` gives `1`;
    but `9` behind a letter, as in a row from `a)` to `j)`. What has no form here gives nothing: `12.º bis`, `1.1.`.
    """
    text = label.strip().lower().translate(TENS)
    try:
        # Whatever has a digit or a Chinese numeral.
        if re.search(rf"[\d{CHINESE_DIGITS}]", text):
            match = _LABEL.fullmatch(text)
            if match is None:
                return ""
            behind = f"之{match['inserted']}" if match["inserted"] else f"-{match['letter']}" if match["letter"] else ""
            number = provision_number(f"{match['number']}{behind}")
        elif letter := letter_in(label):
            # Of letters alone i, v and x are taken for Roman numbers, l and c for letters.
            is_roman = len(letter) > 1 or (letter in "ivx" and not behind_letter)
            number = str(roman_number(letter)) if is_roman else place_of(letter)
        else:
            return ""
    except ValueError:
        return ""
    return number if 0 < int(number.partition("-")[0]) <= MAX_NUMBER else ""


def letter_in(label: str) -> str:
    """The letter or Roman number of `(b)`, `iv)` and `alínea c)`: by itself, perhaps after a word."""
    match = re.fullmatch(r"\W*(?:\w{2,}\.?\s+)?([a-z]|[ivxl]+)\W*", label.strip().lower())
    return match[1] if match else ""


def place_of(letter: str) -> str:
    """The place of a letter in the alphabet; of a Roman number of several letters none."""
    return str(ord(letter) - ord("a") + 1) if len(letter) == 1 else ""


def is_same_number(label: str, printed: str) -> bool:
    """True of two labels that differ in marks, in the script of digits, or in a name that one shortens, if in anything.

    So `2.` and `Artigo 2.º`, `(1)` and `1.`, `第9條` and `第九條`; but not `a)` and `1)`, `§ 3.` and `Artigo 3.º`.
    """
    (name, number), (printed_name, printed_number) = map(_name_and_number, (label, printed))
    return number == printed_number and printed_name.startswith(name)


def _name_and_number(label: str) -> tuple[str, str]:
    """The characters of a label before its first digit and from there, without marks."""
    digits = re.sub(f"[{CHINESE_DIGITS}]+", lambda run: _in_digits(run[0]), fold(label.translate(TENS)))
    plain = re.sub(r"[^\w§]|[_ºª]", "", digits)
    number = re.search(r"\d.*", plain)
    return (plain[: number.start()], number[0]) if number else (plain, "")


def _in_digits(numeral: str) -> str:
    with suppress(MalformedNumber):
        return str(chinese_number(numeral))
    return numeral
