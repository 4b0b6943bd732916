"""Continuations: the phrases, terms and provisions with which a text can go on at a place, by its grammar.

The sentence before the place is read by the parser of the language, from its first line on. What the
parser accepts after each of the last few words, and begins as what is written there, can stand there.
"""

from collections.abc import Iterable, Iterator
from enum import Enum

from lark import Token
from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from lexludi.base.folding import fold
from lexludi.base.frozen import dataclass
from lexludi.language.citations import cite
from lexludi.language.glossary import Glossary
from lexludi.language.grammar import HEADINGS, constructs, lark_parser, woven
from lexludi.language.lexer import LINE_MARKS, normalise
from lexludi.language.mistakes import example
from lexludi.language.phrases import phrase_table
from lexludi.language.steering import accepts, lex, trial_of

# A sentence is looked for on so many lines, and read anew after so many of its last words.
_LINES, _WORDS = 12, 4
# In characters: no more is read with every key that is pressed.
_LONGEST = 4_000

_ROWS = {"zh": "第一條至第二條", "pt": "artigos 1.º a 2.º", "en": "articles 1 to 2"}
_LINE_KINDS = frozenset("TITLE WORDS SUMMARY COMMENT QUOTED TEXT".split())


class ContinuationKind(Enum):
    """The kinds of what can stand at a place."""

    PHRASE = "phrase"
    TERM = "term"
    PROVISION = "provision"
    LITERAL = "literal"
    HEADING = "heading"
    PROSE = "prose"


@dataclass(frozen=True)
class Continuation:
    """Words that can stand from `start` to `end`, in the place of what is written there.

    `about` is the construct of a phrase, the id of a term, the eId of a provision, or else the terminal.
    """

    kind: ContinuationKind
    text: str
    start: int
    end: int
    about: str


@dataclass(frozen=True)
class _Reading:
    """A sentence as far as it can be read: its tokens, and where reading ended, as places in `text`."""

    text: str
    tokens: tuple[Token, ...]
    stopped: int

    @property
    def is_whole(self) -> bool:
        """True if everything was read."""
        return self.stopped >= len(self.text)

    @property
    def is_prose(self) -> bool:
        """True if the place is within words that no grammar has: those of the law, reasons, comments."""
        return self.is_whole and bool(self.tokens) and self.tokens[-1].type in _LINE_KINDS and self.text[-1:] != "\n"


def continuations(text: str, offset: int, language: str, glossary: Glossary, eids: Iterable[str]) -> list[Continuation]:
    """Everything that can stand at a place: the nearest to what is written first; nothing within words of the law.

    `eids` are the provisions that can be cited.
    """
    reader = _Reader(text, offset, language, glossary, tuple(eids))
    offered = list(dict.fromkeys(reader.read()))
    return sorted(offered, key=lambda one: (one.start, one.kind is not ContinuationKind.PHRASE))


@dataclass(frozen=True)
class _Reader:
    source: str
    offset: int
    language: str
    glossary: Glossary
    eids: tuple[str, ...]

    def read(self) -> Iterator[Continuation]:
        begin = self.source.rfind("\n", 0, self.offset) + 1
        line = self.source[begin : self.offset]
        kind = fold(line.lstrip(" ")[:1])
        if kind == ">":  # quoted text is read as a text of its own
            begin += line.index(line.lstrip(" ")[0]) + 1
        elif kind in LINE_MARKS:
            return
        furthest: _Reading | None = None
        # The sentence may have begun some lines above: the shortest stretch with which something fits is taken.
        for start in self._starts(begin):
            reading = _read(self.source[start : self.offset], self.language)
            if reading.is_prose:
                return
            if fitting := list(self._fitting(reading, start)):
                yield from fitting
                return
            if furthest is None or _progress(reading) > _progress(furthest):
                furthest = reading
        if furthest is not None:  # nothing begins as what is written: whatever may stand in its stead
            shift = self.offset - len(furthest.text)
            trial = _after(furthest.tokens, self.language)
            yield from self._accepted(trial, "", furthest.stopped + shift)

    def _starts(self, begin: int) -> Iterator[int]:
        """Places at which the sentence may begin: that line, and those before it."""
        for _ in range(_LINES):
            if self.offset - begin > _LONGEST:
                return
            yield begin
            if begin <= 0:
                return
            begin = self.source.rfind("\n", 0, begin - 1) + 1

    def _fitting(self, reading: _Reading, shift: int) -> Iterator[Continuation]:
        """The continuations that begin as the last words written; after them, whatever may follow."""
        quote = _open_quote(reading.text)
        if quote is not None:
            yield from self._terms(reading.text[quote:], quote + shift)
            return
        # A phrase may be half written, and its first words read as tokens already: the earliest cut comes first.
        for count in range(max(0, len(reading.tokens) - _WORDS), len(reading.tokens)):
            cut = _place(reading.tokens[count])
            if written := reading.text[cut:]:
                trial = _after(reading.tokens[:count], self.language)
                yield from self._accepted(trial, written, cut + shift)
        # After all tokens: what may come next, in the place of anything that could not be read.
        rest = reading.text[reading.stopped :]
        at = reading.stopped + len(rest) - len(rest.lstrip())
        trial = _after(reading.tokens, self.language)
        yield from self._accepted(trial, rest.strip("\n"), at + shift if rest.strip() else self.offset)

    def _accepted(self, trial: InteractiveParser, written: str, start: int) -> Iterator[Continuation]:
        """The continuations that the parser accepts, of those that begin as what is written."""
        labels, begun = woven(self.language)[1], _key(written)
        for terminal in sorted(accepts(trial)):
            # Lark drops terminals with an underscore from the tree; labels are kept under their names without it.
            name = terminal.lstrip("_")
            if label := labels.get(name):
                if _begins(label, begun):
                    yield Continuation(ContinuationKind.PHRASE, label, start, self.offset, _construct(name))
            elif name == "TERM":
                yield from self._terms(written, start)
            elif name == "REFERENCE":
                yield from self._provisions(begun, start)
            elif not begun and name not in ("$END", "QUOTED") and (sample := _sample(self.language, name)):
                yield Continuation(_kind(name), sample, start, self.offset, name)

    def _terms(self, written: str, start: int) -> Iterator[Continuation]:
        marks = phrase_table(self.language).marks.quotes
        begun = _key(written).removeprefix("«").strip()
        # An editor may have set the closing mark with the opening one: it is replaced, too.
        closed = fold(self.source[self.offset : self.offset + 1]) == "»" and fold(written[:1]) == "«"
        for term, entry in self.glossary.entries.items():
            for spelling in entry.spellings.get(self.language, ()):
                if _key(spelling).startswith(begun):
                    text = f"{marks[0]}{spelling}{marks[1]}"
                    yield Continuation(ContinuationKind.TERM, text, start, self.offset + closed, term)

    def _provisions(self, begun: str, start: int) -> Iterator[Continuation]:
        for target in self.eids:
            citation = cite(target, self.language)
            if _begins(citation, begun):
                yield Continuation(ContinuationKind.PROVISION, citation, start, self.offset, target)


def _read(text: str, language: str) -> _Reading:
    interactive = lark_parser(language).parse_interactive(normalise(text, language))
    trial, tokens = trial_of(interactive), []
    try:
        for token in lex(trial):
            trial.feed_token(token)
            tokens.append(token)
    except UnexpectedInput as mistake:
        return _Reading(text, tuple(tokens), max(0, (mistake.pos_in_stream or 0) - 1))
    return _Reading(text, tuple(tokens), len(text))


def _after(tokens: Iterable[Token], language: str) -> InteractiveParser:
    """A parser that has read some tokens."""
    trial = trial_of(lark_parser(language).parse_interactive(""))
    for token in tokens:
        trial.feed_token(token)
    return trial


def _progress(reading: _Reading) -> tuple[bool, int]:
    """The rank of a reading: one with tokens before one without, then the one that leaves the least unread."""
    rest = len(reading.text) - reading.stopped
    return bool(reading.tokens), -rest


def _place(token: Token) -> int:
    """The place of a token in the text, which has one character less than what the parser reads."""
    return max(0, (token.start_pos or 0) - 1)


def _open_quote(text: str) -> int | None:
    """The place of a quotation mark that is open at the end of a text, on its last line."""
    begin = text.rfind("\n") + 1
    read = normalise(text[begin:], "en")[1:]
    last = read.rfind("«")
    return begin + last if last >= 0 and "»" not in read[last:] else None


def _sample(language: str, terminal: str) -> str:
    """A sample of a terminal that stands for no words of its own; nothing where it goes without saying."""
    return _ROWS[language] if terminal == "REFERENCE_ROW" else example(language, terminal)


def _kind(terminal: str) -> ContinuationKind:
    if terminal in HEADINGS:
        return ContinuationKind.HEADING
    return ContinuationKind.PROSE if terminal in _LINE_KINDS else ContinuationKind.LITERAL


def _construct(terminal: str) -> str:
    """The construct of a phrase (of those that share it, the first); of words common to all, their own name."""
    # LESS_0 are the first words of `less`; OR belongs to no construct.
    name = terminal.rpartition("_")[0].lower()
    return name if name in constructs() else terminal


def _key(words: str) -> str:
    return " ".join(fold(words).lower().split())


def _begins(words: str, begun: str) -> bool:
    """True if words begin as what is written, and go on."""
    key = _key(words)
    return key.startswith(begun) and key != begun
