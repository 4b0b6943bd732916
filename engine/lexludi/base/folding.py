"""One form for each mark: full and half width, kinds of quotation marks, upper and lower case."""

import re
import unicodedata

_FOLDS = {
    **dict.fromkeys("「『“‘《«｢〝﹁﹃„‟", "«"),
    **dict.fromkeys("」』”》»｣〞〟﹂﹄", "»"),
    "’": "'",
    **dict.fromkeys("、､，", ","),
    **dict.fromkeys("。｡", "."),
    **dict.fromkeys("：︰", ":"),
    **dict(zip("；（）％～｜＃＞", ";()%~|#>", strict=True)),
    **dict.fromkeys("　\t\u00a0\r", " "),
    **dict.fromkeys("－–—", "-"),
    "°": "º",
}
# Each mark with its other forms; spaces are matched as spaces.
FOLDED = {
    mark: "".join(form for form, other in _FOLDS.items() if other == mark) for mark in _FOLDS.values() if mark != " "
}

_KEPT = 1 << 13  # characters whose forms are kept

# The sign ’ closes a quotation only where ‘ has opened one, and never between two Latin letters;
# elsewhere it is an apostrophe: “player’s hand”, «copo d’água».
_LATIN = "A-Za-zÀ-ɏ"
APOSTROPHE = rf"(?<=[{_LATIN}])’(?=[{_LATIN}])"
IN_SINGLE_MARKS = rf"‘(?:[^‘’\n]|{APOSTROPHE})*’"
# The sign “ opens, but closes what „ has opened.
IN_LOW_MARKS = r"„[^„“”\n]*“"
_DECOMPOSED = re.compile(rf"[{_LATIN}][\u0300-\u036f]+")
_IN_MARKS = re.compile(f"{IN_SINGLE_MARKS}|{IN_LOW_MARKS}")


def fold(text: str) -> str:
    """The text with one form for each mark and in lower case; as many characters as before."""
    marked = _IN_MARKS.sub(lambda quoted: f"«{quoted[0][1:-1]}»", text)
    return marked.translate(_FOLDING)


def fold_width(text: str) -> str:
    """The text with one width of marks, letters and digits, in the case it has; as many characters as before."""
    # The full-width forms of ASCII alone: of others NFKC makes several characters (`㈠`).
    return "".join(unicodedata.normalize("NFKC", c) if 0xFF01 <= ord(c) <= 0xFF5E else c for c in text)


def compose(text: str) -> str:
    """The text with each accent that stands behind its Latin letter as one character with it."""
    return _DECOMPOSED.sub(lambda pair: unicodedata.normalize("NFC", pair[0]), text)


def _fold_char(char: str) -> str:
    if char.isascii():
        return char.lower()
    if 0xFF01 <= ord(char) <= 0xFF5E:  # full-width forms of ASCII
        return unicodedata.normalize("NFKC", char).lower()
    lower = char.lower()
    # Some have two characters in lower case (`İ`), and would move all places behind them.
    return lower if len(lower) == 1 else char


class _Folding(dict[int, str]):
    """The form of each character, filled as characters come: a table that is whole would be made by every command."""

    def __missing__(self, code: int) -> str:
        form = _fold_char(chr(code))
        if len(self) < _KEPT:
            self[code] = form
        return form


_FOLDING = _Folding({ord(mark): form for mark, form in _FOLDS.items()})
