"""Typography that means nothing, in one form: width, quotation marks, spaces, variants of characters.

Folding keeps the number of characters, so that places in the folded text are places
in the text; what is stored and shown stays as it was.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from lexludi.base.folding import fold_width
from lexludi.base.frozen import dataclass
from lexludi.base.script import simplified_forms

QUOTES = "「」『』“”‘’«»‹›„‟\"'"
# Marks that no comparison tells apart. A collation of one text with its copies (`exchange/variants`) passes over these
# alone; the difference between two texts, each of which may be printed by rules of its own, over those below as well.
ONE_MARK = {ord(q): '"' for q in QUOTES} | str.maketrans(
    {"。": ".", "︰": ":", "–": "-", "—": "-", "○": "〇", "・": "·"}
)
_MARKS = ONE_MARK | str.maketrans({"《": '"', "》": '"', "°": "º", "零": "〇", "‧": "·"})

# Characters of one meaning and two forms, whatever the script; a pair where only the word tells. Texts are folded in
# their own script, and copies in Simplified characters, where other pairs are left; and of a copy «其它» is told.
_VARIANTS = str.maketrans("臺裏啓着羣衆爲牀産説脱鋭内", "台裡啟著群眾為床產說脫銳內")
_WORDS = (("其它", "其他"),)

TO_SIMPLIFIED = str.maketrans(dict(simplified_forms()))


def _is_traditional_too(char: str) -> bool:
    """True of a character of both scripts, in its own or another meaning: 后, 里, 台."""
    try:
        return bool(char.encode("big5"))
    except UnicodeEncodeError:
        return False


# Simplified forms that Big5, a character set of Traditional print, does not have.
_ONLY_SIMPLIFIED = frozenset(char for char in simplified_forms().values() if not _is_traditional_too(char))

# A Chinese character; a word of other letters and digits; white space; any other character by itself.
_HAN = r"\u3007\u3400-\u9fff\U00020000-\U0003347f"
_TOKEN = re.compile(rf"[{_HAN}]|[^\W{_HAN}]+|\s+|.", re.DOTALL)


@dataclass(frozen=True)
class Token:
    """A unit of comparison (a Chinese character, a word, a mark): its place, and what it is compared by."""

    start: int
    end: int
    key: str


def fold_typography(text: str, *, script: bool = False) -> str:
    """The text with one form for what means the same; with `script`, Chinese in Simplified characters."""
    text = fold_width(text).translate(_MARKS).translate(_VARIANTS)
    for variant, plain in _WORDS:
        text = text.replace(variant, plain)
    return text.translate(TO_SIMPLIFIED) if script else text


@lru_cache(maxsize=64)  # a text is compared with those of all other dates
def is_simplified(text: str) -> bool:
    """True if a Chinese text is written in Simplified script."""
    # Against characters that Simplified script has other forms for.
    return len(simplified_in(text)) > sum(ord(c) in TO_SIMPLIFIED for c in text)


def simplified_in(text: str) -> str:
    """The characters of a text that only Simplified script has."""
    return "".join(filter(_ONLY_SIMPLIFIED.__contains__, text))


@lru_cache(maxsize=2048)  # the same provision stands in the texts of many dates
def tokens(text: str, *, exact: bool = False, script: bool = False) -> tuple[Token, ...]:
    """The units of a text; `exact` keeps spaces and every form as it stands."""
    folded = text if exact else fold_typography(text, script=script)
    return tuple(_tokens(folded, exact))


def _tokens(folded: str, exact: bool) -> Iterator[Token]:
    # Cut from the folded text: 〇 and 零 are of one class there. Folding keeps the length, so that places are the same.
    for match in _TOKEN.finditer(folded):
        if exact or not match[0].isspace():
            yield Token(match.start(), match.end(), match[0])
