"""Differences of wording between a text and a witness: found in one script, shown as they stand, with their pattern.

Two forms are kept apart. What is passed over has the same key: width, kinds of
quotation marks, spaces, and script, for which both sides are read in Simplified
characters, so that no conversion invents a difference. What is shown keeps every
character as it stands.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import Enum

from lexludi.base.folding import fold, fold_width
from lexludi.base.frozen import dataclass
from lexludi.diff.typography import ONE_MARK, QUOTES, TO_SIMPLIFIED, Token

# Characters of one meaning that Simplified script still has in two forms.
_ONE_FORM = str.maketrans("著枱衹塲鋭羣牀裡", "着台只场锐群床里")

_TOKEN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003347f]|[^\W\u3400-\u9fff\U00020000-\U0003347f]+|[^\w\s]")
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003347f]")
_NUMBER = re.compile(r"-?\d+")
_PUNCTUATION = re.compile(r"[\s.,;:、，。；：]")

# Characters that recognition and typists take for one another by their shape, in Simplified script.
_ALIKE = tuple(
    map(
        frozenset,
        ("日曰", "未末", "己已巳", "土士", "人入八", "干千于", "大太犬", "天夫", "O0", "lI1", "戍戌戊", "候侯"),
    )
)
# Two writings of one word, in Simplified script.
_WRITINGS = tuple(
    map(frozenset, (("其他", "其它"), ("账", "帐"), ("份", "分"), ("做", "作"), ("象", "像"), ("想", "相")))
)


# Words over which another is moved that are still told with it, as one change.
_NEAR = 4


class DifferencePattern(Enum):
    """A known pattern of a difference; its value is the end of its key in the catalogues."""

    SIGN = "sign"
    MARK = "mark"
    HYPHEN = "hyphen"
    REPETITION = "repetition"
    SHAPE = "shape"
    WRITING = "writing"
    NONE = ""


@dataclass(frozen=True)
class Change:
    """A passage that a text and a witness have differently, each as it stands, whole words; one may be empty."""

    text: str
    witness: str
    pattern: DifferencePattern


def key(text: str) -> str:
    """A text as it is compared, character by character; as long as before."""
    return fold_width(text).translate(ONE_MARK).translate(TO_SIMPLIFIED).translate(_ONE_FORM)


def tokens(text: str) -> list[Token]:
    """The units of a text, without spaces."""
    # Tokens are cut from the text as it is compared, which is as long: their places are those of the text.
    compared = key(text)
    return [Token(m.start(), m.end(), m[0]) for m in _TOKEN.finditer(compared)]


def changes(text: str, witness: str) -> Iterator[Change]:
    """The passages in which a witness differs from a text."""
    ours, theirs = tokens(text), tokens(witness)
    # Ratcliff–Obershelp; no token is too frequent to count, marks included.
    matcher = SequenceMatcher(None, [t.key for t in ours], [t.key for t in theirs], autojunk=False)
    for start, end, first, last in _joined(matcher.get_opcodes(), ours, theirs):
        yield _change(text, _span(text, ours, start, end), witness, _span(witness, theirs, first, last))


def _joined(
    opcodes: Sequence[tuple[str, int, int, int, int]], ours: list[Token], theirs: list[Token]
) -> Iterator[tuple[int, int, int, int]]:
    """The places of what differs; what only changes places with a few words beside it, in one: 九十, 十九."""
    place = 0
    while place < len(opcodes):
        tag, start, end, first, last = opcodes[place]
        if [code[0] for code in opcodes[place : place + 3]] in (
            ["insert", "equal", "delete"],
            ["delete", "equal", "insert"],
        ):
            _, _, until, _, to = opcodes[place + 2]
            is_near = opcodes[place + 1][2] - opcodes[place + 1][1] <= _NEAR
            if is_near and sorted(t.key for t in ours[start:until]) == sorted(t.key for t in theirs[first:to]):
                end, last, place = until, to, place + 2
        if tag != "equal":
            yield start, end, first, last
        place += 1


def _span(text: str, of_text: list[Token], start: int, end: int) -> tuple[int, int]:
    if start < end:
        return of_text[start].start, of_text[end - 1].end
    place = of_text[start].start if start < len(of_text) else len(text)
    return place, place


def _change(text: str, ours: tuple[int, int], witness: str, theirs: tuple[int, int]) -> Change:
    if ours[0] == ours[1]:
        added, after = _from_opening(witness[slice(*theirs)], witness[theirs[1] :])
        if _has_word(added):
            return Change(
                "", added, DifferencePattern.REPETITION if _is_begun_twice(added, after) else DifferencePattern.NONE
            )
    elif theirs[0] == theirs[1]:
        lacking, _ = _from_opening(text[slice(*ours)], text[ours[1] :])
        if _has_word(lacking):
            return Change(lacking, "", DifferencePattern.NONE)
    ours, theirs = _widened(text, ours, witness, theirs)
    shown, differing = text[slice(*ours)], witness[slice(*theirs)]
    return Change(shown, differing, _pattern(shown, differing))


def _has_word(passage: str) -> bool:
    return bool(re.search(r"\w", passage))


def _from_opening(passage: str, after: str) -> tuple[str, str]:
    """A passage that only one side has, and what follows it: from an opening mark on, if it can be moved there.

    Of «a», «b» put before «a», «b», «c», any stretch as long could be the one that was
    added; the one that is whole is shown.
    """
    moved = passage + after
    for start in range(len(passage)):
        if moved[start : start + len(passage)][:1] in tuple(QUOTES) and moved[start + 1 : start + 2].isalnum():
            return moved[start : start + len(passage)].strip(" ,、"), moved[start + len(passage) :]
        # The passage can be moved on by one as long as the character that it leaves is the next one behind it.
        if start >= len(after) or moved[start] != after[start]:
            break
    return passage.strip(), after


def _is_begun_twice(added: str, after: str) -> bool:
    """True if what follows an added passage begins as the passage does."""
    inner, following = (
        "".join(t.key for t in tokens(passage) if re.search(r"\w", t.key)) for passage in (added, after)
    )
    return bool(inner) and following.startswith(inner)


def _widened(
    text: str, ours: tuple[int, int], witness: str, theirs: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Both passages as whole words; a single Chinese character with the one before it, or else the one after."""
    (a, b), (c, d) = ours, theirs
    # Words in letters end at a space; Chinese has none, so a single character is shown with a neighbour.
    is_chinese = bool(_HAN.search(text[max(0, a - 1) : b + 1]))
    if not is_chinese:
        while a and c and not text[a - 1].isspace() and key(text[a - 1]) == key(witness[c - 1]):
            a, c = a - 1, c - 1
        while b < len(text) and d < len(witness) and not text[b].isspace() and key(text[b]) == key(witness[d]):
            b, d = b + 1, d + 1
    elif b - a < 2 and d - c < 2 and a and c and key(text[a - 1]) == key(witness[c - 1]):
        a, c = a - 1, c - 1
    elif b - a < 2 and d - c < 2 and b < len(text) and d < len(witness):
        b, d = b + 1, d + 1
    return (a, b), (c, d)


def _pattern(text: str, witness: str) -> DifferencePattern:
    if fold(text) == fold(witness):
        return DifferencePattern.SIGN
    ours, theirs = key(text), key(witness)
    # A mark in a number makes another of it: 1,5 and 15, -5 and 5.
    is_one_number = _NUMBER.findall(ours) == _NUMBER.findall(theirs)
    if is_one_number and (ours == theirs.replace("-", "") or theirs == ours.replace("-", "")):
        return DifferencePattern.HYPHEN
    if is_one_number and _PUNCTUATION.sub("", ours) == _PUNCTUATION.sub("", theirs):
        return DifferencePattern.MARK
    if any({ours, theirs} <= words for words in _WRITINGS):
        return DifferencePattern.WRITING
    pairs = [{a, b} for a, b in zip(ours, theirs, strict=False) if a != b]
    for groups, pattern in ((_ALIKE, DifferencePattern.SHAPE), (_WRITINGS, DifferencePattern.WRITING)):
        if len(ours) == len(theirs) and all(any(pair <= group for group in groups) for pair in pairs):
            return pattern
    return DifferencePattern.NONE
