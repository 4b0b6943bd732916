"""Characters that stand for others: radicals, ligatures, compatibility forms, private codes; stray spaces in Chinese.

Optical recognition and the fonts of PDF files yield characters that look like those
of the law and are none: the radicals ⼀ and ⻑ for 一 and 長, the ligature ﬁ for fi,
codes that a font or Hong Kong's character set uses privately. Each is replaced by what
it stands for, and the replacement is recorded; nothing else is changed, and
never the width of a mark. An accent that stands apart from its letter, which nobody
sees, is one character with it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace

from lexludi.base.folding import compose
from lexludi.base.frozen import dataclass
from lexludi.exchange.documents import RawLine, UnreadableDocument
from lexludi.language.lexer import PRIVATE_USE

# CJK Radicals Supplement: each radical and the character that it is the same as, from Unicode's table
# EquivalentUnifiedIdeograph (Unicode License). The Kangxi radicals have compatibility decompositions instead.
_SUPPLEMENT_PAIRS = (
    "⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇𠘨⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺑𡯂⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王"
    "⺪𤴔⺫目⺬示⺭礻⺮𥫗⺯糹⺰纟⺱罓⺲罒⺳㓁⺴冗⺵𦉫⺶羊⺷𦍌⺸𦍋⺹耂⺺肀⺻聿⺼肉⺽𦥑⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇𧢲⻈讠⻉贝⻊𧾷⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長"
    "⻒镸⻓长⻔门⻕𨸏⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞𩙿⻟飠⻠饣⻡𩠐⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟"
)
_EQUIVALENT = dict(zip(_SUPPLEMENT_PAIRS[::2], _SUPPLEMENT_PAIRS[1::2], strict=True))
# Private codes that stand for marks of full width in Adobe's table of the characters of its Chinese fonts (Adobe-CNS1).
_EQUIVALENT |= {"\uf6f4": "\uff3b", "\uf6f5": "\uff3d", "\uf819": "\uff07", "\uf81a": "\uff02"}

# Signs that nobody sees: joiners, marks of direction and of order, the soft hyphen.
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufe00-\ufe0f\ufeff]")
_DIVIDING = re.compile("[\u00ad\u2010]$")

HAN = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003347f\u3007"
CHINESE = re.compile(f"[{HAN}]")
# The marks of Chinese print, full width; and those that stand beside Chinese characters in either width.
_MARKS = "\u3001\u3002\uff0c\uff1b\uff1a\uff08\uff09\uff01\uff1f\u300a\u300b\u300c\u300d\u300e\u300f\u201c\u201d"
_EITHER = _MARKS + ",;:.()!?"
_STRAY = re.compile(
    rf"(?<=[{HAN}{_MARKS}]) +(?=[{HAN}{_EITHER}])|(?<=[{_EITHER}]) +(?=[{HAN}{_MARKS}])|(?<=[{HAN}]) +(?=[\"])"
)
# Spaces between Chinese and other characters are of the recognition, not of the print.
_BETWEEN = re.compile(rf"(?<=[{HAN}]) +(?=[0-9A-Za-z])|(?<=[0-9A-Za-z\"]) +(?=[{HAN}])")


@dataclass(frozen=True)
class Mend:
    """A replacement in a document: its kind (a key of the catalogues), its place, what stood there and what stands."""

    kind: str
    place: str
    before: str
    after: str


def mend_characters(lines: list[RawLine]) -> tuple[list[RawLine], list[Mend]]:
    """The lines with the characters that were meant, and each replacement; a line of unseen signs alone is a gap."""
    mends: list[Mend] = []
    out: list[RawLine] = []
    gap = False
    for line in lines:
        text = _mended(line, mends)
        if text.strip():
            out.append(replace(line, text=text, gap=line.gap or gap))
        gap = not text.strip()
    return out, mends


def _mended(line: RawLine, mends: list[Mend]) -> str:
    out = []
    # At the end of a line such a hyphen is seen.
    for char in compose(_UNSEEN.sub("", _DIVIDING.sub("-", line.text))):
        meant = meant_character(char)
        if meant != char:
            mends.append(Mend("private-use" if PRIVATE_USE.match(char) else "radical", line.place, char, meant))
        out.append(meant)
    return "".join(out)


def meant_character(char: str) -> str:
    """The character that another stands for, or the letters; itself, where it stands for none."""
    code = ord(char)
    if char in _EQUIVALENT:
        return _EQUIVALENT[char]
    # Kangxi radicals, both blocks of compatibility ideographs and Latin ligatures: NFKC has what each is.
    if 0x2F00 <= code <= 0x2FDF or 0xFB00 <= code <= 0xFB06 or 0xF900 <= code <= 0xFAFF or 0x2F800 <= code <= 0x2FA1F:
        return unicodedata.normalize("NFKC", char)
    return _of_hong_kong(code) if 0xE000 <= code <= 0xF8FF else char


def _of_hong_kong(code: int) -> str:
    """The character that a code of the private use area stands for in Hong Kong's supplementary character set.

    Its codes in Big5 stand in three rows of the private use area, 157 to a lead byte
    (Hong Kong Supplementary Character Set, big5-hkscs); those that it does not fill
    stand for nothing.
    """
    # First and last code of a row, and the lead byte of the first.
    for first, last, lead in ((0xE000, 0xE310, 0xFA), (0xE311, 0xEEB7, 0x8E), (0xEEB8, 0xF6B0, 0x81)):
        if first <= code <= last:
            row, column = divmod(code - first, 157)
            # Trail bytes are 0x40 to 0x7E (63 of them), then 0xA1 to 0xFE (94).
            trail = 0x40 + column if column < 63 else 0xA1 + column - 63
            try:
                return bytes((lead + row, trail)).decode("big5hkscs")
            except UnicodeDecodeError:
                break
    return chr(code)


def private_use(lines: list[RawLine]) -> Iterator[tuple[str, str]]:
    """Places with the characters of private codes that stand for nothing known."""
    for line in lines:
        for char in PRIVATE_USE.findall(line.text):
            yield line.place, char


def is_chinese(text: str) -> bool:
    """True if a text has a Chinese character."""
    return bool(CHINESE.search(text))


def without_stray_spaces(text: str, *, recognised: bool = False) -> str:
    """A Chinese text without the spaces inside it; with `recognised`, also without those beside letters and digits."""
    text = _STRAY.sub("", text)
    return _BETWEEN.sub("", text) if recognised else text


def is_scattered(lines: list[RawLine]) -> bool:
    """True if spaces stand among Chinese characters throughout, so that a single one means nothing."""
    inside = re.compile(f"[{HAN}] [{HAN}]")
    return sum(len(inside.findall(line.text)) for line in lines) > 2


# ── Simplified characters ───────────────────────────────────────────────────


def traditional_lines(lines: list[RawLine]) -> tuple[list[RawLine], list[Mend]]:
    """The lines in Traditional characters, and each replaced character.

    Raises:
        UnreadableDocument: OpenCC is missing.
    """
    mends: list[Mend] = []
    convert = to_traditional(mends)
    return [replace(line, text=convert(line.text, line.place)) for line in lines], mends


def to_traditional(mends: list[Mend]) -> Callable[[str, str], str]:
    """A conversion of texts, each at a place, to Traditional characters, which adds each replaced one to `mends`.

    Raises:
        UnreadableDocument: OpenCC is missing.
    """
    try:
        from opencc import OpenCC
    except ImportError:
        raise UnreadableDocument("script-extra-missing") from None
    in_traditional = OpenCC("s2hk").convert

    def convert(text: str, place: str) -> str:
        converted: str = in_traditional(text)
        pairs = zip(text, converted, strict=False)
        mends.extend(Mend("script", place, before, after) for before, after in pairs if before != after)
        return converted

    return convert
