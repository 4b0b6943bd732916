"""The phrases of a language: the words of each construct, for reading and for writing.

One abstract grammar (`grammar/structure.lark`, `grammar/constructs.lark`) serves all
languages. A phrase table says how a construct is worded: `less = "{1}小於{2}"`. From
the same phrase come the production that the parser uses and the template that the
printer fills, so the two cannot disagree.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from lexludi.base.folding import fold
from lexludi.base.frozen import dataclass
from lexludi.base.resources import data_folder

LANGUAGES = ("zh", "pt", "en")

# `{1}`, `{1:plural}`, `{2:of-1}`; `<1:counts|count>`, `<m1:um|uma>`, `<1f:é paga/é pago|são pagas/são pagos>`;
# `<c2:張>`; and everything between them.
_PART = re.compile(
    r"\{(?P<hole>\d)(?::(?:plural|of-(?P<counted>\d)))?\}"
    r"|<(?P<gender>[mf]?)(?P<by>\d)(?P<first>[mf]?):(?P<one>[^|>]*)\|(?P<many>[^>]*)>"
    r"|<c(?P<classified>\d):(?P<classifier>.)>|(?P<text>[^{<]+)"
)

# The classifiers of Chinese that are read wherever one stands: of cards and other pieces, of anything, of persons.
CLASSIFIERS = "張個名位枚顆粒隻塊支片條件盞枝朵"


@dataclass(frozen=True)
class Hole:
    """The place of a part; parts are numbered from 1 in canonical order.

    A term stands there in the plural, `{1:plural}`; or does unless the part that counts it is one, `{2:of-1}`.
    """

    number: int
    is_plural: bool = False
    plural_by: int = 0


@dataclass(frozen=True)
class WordRun:
    """Words between two parts: what is printed, and the pattern that is read.

    `singular` is printed if part `plural_by` is one, else `text`; but of `masculine` and `feminine`, which have both
    numbers too, that of the gender of part `gender_by`, if it is known. In place of `classifier` stands that of part
    `classified_by`, if it has one.
    """

    text: str
    pattern: str
    plural_by: int = 0
    singular: str = ""
    gender_by: int = 0
    masculine: tuple[str, str] = ("", "")
    feminine: tuple[str, str] = ("", "")
    classified_by: int = 0
    classifier: str = ""

    def printed(self, is_one: bool, gender: str, classifier: str) -> str:
        """The words for a part that is one or several, of a gender (`m`, `f`, or neither), and with its classifier."""
        one, several = {"m": self.masculine, "f": self.feminine}.get(gender, (self.singular, self.text))
        words = one if is_one else several
        return words.replace(self.classifier, classifier) if classifier and classifier in CLASSIFIERS else words


@dataclass(frozen=True)
class Optional:
    """Words and parts that appear together or not at all."""

    segments: tuple["Hole | WordRun", ...]


Segment = Hole | WordRun | Optional


@dataclass(frozen=True)
class Marks:
    """The punctuation of a language: quotation marks, stops and spaces."""

    quotes: str
    stop: str
    comma: str
    list: str
    colon: str
    semicolon: str
    space: str


class Contraction(NamedTuple):
    """A place at which words meet a part: where they end as `before` and it begins as `after`, `written` stands."""

    before: str
    after: str
    written: str


@dataclass(frozen=True)
class PhraseTable:
    """All words of one language.

    `joints` maps a kind of list to what stands before its last item; `contractions`
    are the places at which words and a part may meet in one; `numerals` and
    `months` map words to numbers. `told` has the phrases that are only told (`language/prose.py`), `also` those
    that are only read: other words of a construct, with its parts in the same order.
    """

    language: str
    phrases: Mapping[str, tuple[Segment, ...]]
    marks: Marks
    words: Mapping[str, tuple[str, ...]]
    terminals: Mapping[str, str]
    joints: Mapping[str, str] = field(default_factory=dict)
    contractions: tuple[Contraction, ...] = ()
    numerals: Mapping[str, int] = field(default_factory=dict)
    months: Mapping[str, int] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
    also: Mapping[str, tuple[Segment, ...]] = field(default_factory=dict)

    def spellings(self, name: str) -> tuple[tuple[Segment, ...], ...]:
        """The phrases by which a construct is read, first that which is printed; none of what is no construct."""
        return tuple(table[name] for table in (self.phrases, self.also) if name in table)


@cache
def phrase_table(language: str) -> PhraseTable:
    """The table of one language.

    Raises:
        KeyError: there is no table for the language.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    path = data_folder("grammar") / "phrases" / f"{language}.toml"
    raw: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    return PhraseTable(
        language=language,
        phrases=MappingProxyType({k: parse_phrase(v) for k, v in raw.items() if isinstance(v, str)}),
        marks=Marks(**raw["marks"]),
        words=MappingProxyType({k: tuple(v) for k, v in raw["words"].items()}),
        # Only ASCII digits are digits of the law; `\d` would admit those of every script.
        terminals=MappingProxyType({k: v.replace(r"\d", "[0-9]") for k, v in raw["terminals"].items()}),
        joints=MappingProxyType(raw.get("joints", {})),
        contractions=tuple(_contractions(raw.get("contractions", {}))),
        numerals=MappingProxyType(raw.get("numerals", {})),
        months=MappingProxyType(raw.get("months", {})),
        told=MappingProxyType(raw.get("told", {})),
        also=MappingProxyType({k: parse_phrase(v) for k, v in raw.get("also", {}).items()}),
    )


def _contractions(forms: Mapping[str, str]) -> Iterator[Contraction]:
    """Each place at which the two may meet in words that a language writes in another form."""
    for plain, written in forms.items():
        words = plain.split(" ")
        for place in range(1, len(words)):
            yield Contraction(" ".join(words[:place]), " ".join(words[place:]), written)


def parse_phrase(phrase: str) -> tuple[Segment, ...]:
    """The segments of a phrase, e.g. `{1} is lower than {2}`."""
    segments: list[Segment] = []
    # Brackets do not nest: every second piece was within a pair.
    for number, piece in enumerate(re.split(r"[\[\]]", phrase)):
        inner = _pieces(piece)
        if number % 2:
            segments.append(Optional(tuple(inner)))
        else:
            segments.extend(inner)
    return tuple(segments)


def _pieces(text: str) -> list[Hole | WordRun]:
    """Parts and runs of words; a plural choice joins the words around it into one run."""
    out: list[Hole | WordRun] = []
    # Only a part ends a run of words: all between two parts are one terminal.
    pending: list[re.Match[str]] = []

    def flush() -> None:
        if pending and (run := _run(pending)) is not None:
            out.append(run)
        pending.clear()

    for match in _PART.finditer(text):
        if match["hole"]:
            flush()
            out.append(Hole(int(match["hole"]), ":" in match[0], int(match["counted"] or 0)))
        else:
            pending.append(match)
    flush()
    return out


def _run(matches: list[re.Match[str]]) -> WordRun | None:
    pattern, by = "", 0
    # One and many, of the gender that comes first and of the other.
    words: tuple[str, ...] = ("",) * 4
    gender, gender_by, classified_by, classifier = "", 0, 0, ""
    for match in matches:
        if match["classified"]:
            classified_by, classifier = int(match["classified"]), match["classifier"]
            pattern += f"[{CLASSIFIERS}]"
            forms = (classifier,) * 4
        elif match["by"]:
            # Of several forms after a slash the first is printed and all are read; of two genders what is printed of
            # a term of unknown gender comes first.
            one, many = (match[form].split("/") for form in ("one", "many"))
            longest_first = sorted(dict.fromkeys((*one, *many)), key=len, reverse=True)
            pattern += f"(?:{'|'.join(map(word_pattern, longest_first))})"
            if match["gender"]:
                gender, gender_by = match["gender"], int(match["by"])
                forms = (one[0], one[0], many[0], many[0])
            elif match["first"]:
                gender, gender_by = match["first"], int(match["by"])
                by = gender_by
                forms = (one[0], many[0], one[1], many[1])
            else:
                by = int(match["by"])
                forms = (one[0], many[0], one[0], many[0])
        else:
            pattern += _alternatives_pattern(match["text"])
            forms = (re.sub(r"\(([^|)]*)\|[^)]*\)", r"\1", match["text"]),) * 4  # of alternatives the first
        words = tuple(map(str.__add__, words, forms))
    singular, text, *other = words
    if not text.strip():
        return WordRun(text, "") if text else None  # printed, not read
    # White space between terminals is ignored by the grammar: there is none left to read at the ends of a run.
    read = pattern.removeprefix(r"\s+").removesuffix(r"\s+")
    if not gender:
        return WordRun(text, read, by, singular, classified_by=classified_by, classifier=classifier)
    first, second = (singular, text), (other[0], other[1])
    masculine, feminine = (first, second) if gender == "m" else (second, first)
    return WordRun(text, read, by, singular, gender_by, masculine, feminine)


def _alternatives_pattern(text: str) -> str:
    """A regular expression for words with `(a|b)` alternatives, one of which may be empty."""
    out = ""
    for piece in re.split(r"( ?\([^)]*\) ?)", text):
        if "(" not in piece or "|" not in piece:
            out += word_pattern(piece)
            continue
        options = piece.strip()[1:-1].split("|")
        body = "|".join(word_pattern(o) for o in sorted(filter(None, options), key=len, reverse=True))
        # «not (much|) more»: without the word goes the space before it; at the beginning of a run, that after it.
        before = r"\s+" if piece.startswith(" ") else ""
        after = r"\s+" if piece.endswith(" ") else ""
        if "" not in options:
            out += f"{before}(?:{body}){after}"
        elif out or before:
            out += f"(?:{before}(?:{body}))?{after}"
        else:
            out += f"(?:(?:{body}){after})?"
    return out


def word_pattern(words: str) -> str:
    """A regular expression that reads the words with any white space where they have some.

    Tables are written with the marks of their language; reading is done on
    normalised text, so the words are normalised here as well.
    """
    # Escaped, a space has a backslash before it.
    return re.sub(r"(\\?\s)+", r"\\s+", re.escape(fold(words)))
