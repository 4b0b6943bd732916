"""Typography that means nothing, in one form: width, quotation marks, spaces, variants of characters.

Folding keeps the number of characters, so that places in the folded text are places
in the text; what is stored and shown stays as it was.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lexludi.base.folding import fold_width

_QUOTES = "「」『』“”‘’《》«»‹›„‟\"'"
_MARKS = {ord(q): '"' for q in _QUOTES} | str.maketrans(
    {"。": ".", "︰": ":", "–": "-", "—": "-", "°": "º", "○": "〇", "零": "〇", "・": "·", "‧": "·"}
)

# Characters of one meaning and two forms, whatever the script; a pair where only the word tells.
_VARIANTS = str.maketrans("臺裏啓着羣衆爲牀産説脱鋭内", "台裡啟著群眾為床產說脫銳內")
_WORDS = (("其它", "其他"),)

# The Traditional characters of the shelf that Simplified script writes otherwise (as OpenCC's TSCharacters).
_TRADITIONAL = (
    "並佈來個僅儀優內兩別則劃動勝勻區協參單圍報場壇娛學實寶將專對屬幣廢張彎後從慮應拋採換損搖撲擇據擲擺數斷於時"
    "書會條構樂標樣機檢檯權決沒況減湊準滿濟災為無營獲現畢異當疊發監盤確碼礙種稱範簡簽約紅紙組結給經維網緒編總繼"
    "續職與舉莊處虛號補複見規視觀計記設許註該語誤說誰調請論證識譚議讀豎負財資賠賦賬賭贊贏較載輪輸轉連進運過達適"
    "選還針銷錄錯鑽長門開閒間關闡陽隨雖雙離靈響頁項順須預題額顏類顯餘體點"
)
_SIMPLIFIED = (
    "并布来个仅仪优内两别则划动胜匀区协参单围报场坛娱学实宝将专对属币废张弯后从虑应抛采换损摇扑择据掷摆数断于时"
    "书会条构乐标样机检台权决没况减凑准满济灾为无营获现毕异当叠发监盘确码碍种称范简签约红纸组结给经维网绪编总继"
    "续职与举庄处虚号补复见规视观计记设许注该语误说谁调请论证识谭议读竖负财资赔赋账赌赞赢较载轮输转连进运过达适"
    "选还针销录错钻长门开闲间关阐阳随虽双离灵响页项顺须预题额颜类显余体点"
)
_TO_SIMPLIFIED = str.maketrans(_TRADITIONAL, _SIMPLIFIED)
# Forms that a text in Traditional script may have as well say nothing about the script.
_ONLY_SIMPLIFIED = frozenset(_SIMPLIFIED) - frozenset(_TRADITIONAL) - frozenset("并布划采据才于台准范注复后余谷里")

_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+|\s+|.", re.DOTALL)


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
    return text.translate(_TO_SIMPLIFIED) if script else text


def is_simplified(text: str) -> bool:
    """Whether a Chinese text is written in Simplified script."""
    simplified = sum(c in _ONLY_SIMPLIFIED for c in text)
    return simplified > sum(ord(c) in _TO_SIMPLIFIED for c in text)


@lru_cache(maxsize=2048)  # the same provision stands in the texts of many dates
def tokens(text: str, *, exact: bool = False, script: bool = False) -> tuple[Token, ...]:
    """The units of a text; `exact` keeps spaces and every form as it stands."""
    folded = text if exact else fold_typography(text, script=script)
    return tuple(_tokens(text, folded, exact))


def _tokens(text: str, folded: str, exact: bool) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        key = folded[match.start() : match.end()]
        if exact or not key.isspace():
            yield Token(match.start(), match.end(), key)
