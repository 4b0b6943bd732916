"""Parts of provisions on a page: which words each formal sentence stands for, with links between them.

Both bear the numbers of their parts, by which the script of the page lights them together; the mark of a part
is a link from the words to the sentence and back, for the keyboard and for pages without a script.
"""

from collections.abc import Iterator

from lexludi.base.frozen import dataclass
from lexludi.language.nodes import Provision, Sentence, Words
from lexludi.language.printer import part_marks

# The number of what is not divided: all the words of a provision without marks, and all its sentences.
WHOLE = (0,)


@dataclass(frozen=True)
class PartMark:
    """The mark of a part, and the anchor of what it leads to, if there is something."""

    sign: str
    to: str


@dataclass(frozen=True)
class About:
    """A place on the page that bears numbers of parts: its anchor, if anything leads to it, and their marks."""

    anchor: str
    numbers: tuple[int, ...]
    marks: tuple[PartMark, ...] = ()

    @property
    def is_whole(self) -> bool:
        """True of words and sentences of a provision without marks: no link stands in them, so they take the focus."""
        return self.numbers == WHOLE


@dataclass(frozen=True)
class MarkedWords:
    """Words up to the next mark."""

    text: str
    about: About


class PartsOfCell:
    """The parts of a provision in one language; what stands in its body is named by its place there."""

    def __init__(self, provision: Provision, language: str) -> None:
        self.provision = provision
        self.home = f"{provision.eid}.{language}"
        self.words_of = _firsts(
            (n, self._anchor("w", place, index))
            for place, item in enumerate(provision.body)
            if isinstance(item, Words)
            for index, piece in enumerate(item.pieces())
            for n in piece.parts
        )
        self.sentence_of = _firsts(
            (n, self._anchor("s", place))
            for place, item in enumerate(provision.body)
            if isinstance(item, Sentence)
            for n in item.parts
        )

    def _anchor(self, *parts: object) -> str:
        return ".".join((self.home, *map(str, parts)))

    def stretches(self, words: Words, place: int) -> tuple[MarkedWords, ...]:
        """Words in stretches, each with its parts."""
        return tuple(
            MarkedWords(piece.text, self._about(self._anchor("w", place, index), piece.parts, self.sentence_of))
            for index, piece in enumerate(words.pieces())
        )

    def about(self, sentence: Sentence, place: int) -> About:
        """The parts that a sentence is about."""
        return self._about(self._anchor("s", place), sentence.parts, self.words_of)

    def _about(self, anchor: str, numbers: tuple[int, ...], leads_to: dict[int, str]) -> About:
        if not self.provision.is_marked:
            return About("", WHOLE)
        # A part may have words and no sentence, or the other way round: its mark then leads nowhere.
        marks = tuple(PartMark(part_marks((n,)), leads_to.get(n, "")) for n in numbers)
        return About(anchor if numbers else "", numbers, marks)


def _firsts(pairs: Iterator[tuple[int, str]]) -> dict[int, str]:
    """For each number the first anchor that stands with it."""
    anchors: dict[int, str] = {}
    for number, anchor in pairs:
        anchors.setdefault(number, anchor)
    return anchors
