"""Collation: the words of a text beside those of its witnesses, provision by provision, numbers and titles included."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import combinations
from pathlib import Path

from lexludi.base.errors import InvalidRegulation, LexludiError
from lexludi.base.frozen import dataclass
from lexludi.base.messages import catalogue
from lexludi.base.source import common_ends
from lexludi.diff.typography import is_simplified
from lexludi.exchange.documents import LeftOut, RawLine
from lexludi.exchange.importing import import_files
from lexludi.exchange.variants import Change, DifferencePattern, changes, key
from lexludi.language.builder import build
from lexludi.language.nodes import Construct, Document, Mark, Provision, Term, Text, Words
from lexludi.language.printer import Printer
from lexludi.law.files import SUFFIX, read_file

# What a remark quotes, in the quotation marks of the three languages.
_QUOTED = re.compile(r"「([^」]*)」|«([^»]*)»|“([^”]*)”|\"([^\"]*)\"")

# Differences in which no word is another.
_OF_PRINT = (DifferencePattern.SIGN, DifferencePattern.MARK, DifferencePattern.HYPHEN)


# Reasons to leave lines out that are no words of a law in the language of the text, wherever they stand.
_NO_WORDS = frozenset({"other-language", "rule", "page-number", "running-head", "page", "header", "before"})


class NothingToCollate(LexludiError):
    """A text without any words."""


class Group(Enum):
    """A kind of variant: of meaning, a slip of one witness that its pattern explains, or of print alone."""

    REAL = "real"
    SLIP = "slip"
    TYPOGRAPHY = "typography"


class ProvisionPart(Enum):
    """A part of a provision that is compared."""

    LABEL = "label"
    TITLE = "title"
    WORDS = "words"


@dataclass(frozen=True)
class Witness:
    """A copy of a text under the name by which the text declares it; `left` is what the reading of it left out."""

    name: str
    document: Document
    is_foreign: bool = False
    left: tuple[LeftOut, ...] = ()

    @property
    def not_compared(self) -> dict[str, list[RawLine]]:
        """The lines that were left out of a copy and may be words of the law, by the reasons for it."""
        out: dict[str, list[RawLine]] = {}
        for item in self.left:
            if item.reason not in _NO_WORDS:
                out.setdefault(item.reason, []).extend(item.lines)
        return out

    @property
    def is_simplified(self) -> bool:
        """True of a copy in Simplified characters."""
        words = "".join(words_of(provision) for provision in self.document.all())
        return self.document.language == "zh" and is_simplified(words)


@dataclass(frozen=True)
class Variant:
    """A passage of a provision that one witness or several have otherwise; `declared` by as many of them."""

    eid: str
    label: str
    part: ProvisionPart
    change: Change
    witnesses: tuple[str, ...]
    declared: tuple[str, ...]

    @property
    def group(self) -> Group:
        """The kind of variant; what several witnesses have alike is no slip."""
        if self.change.pattern is DifferencePattern.SIGN:
            return Group.TYPOGRAPHY
        is_slip = self.change.pattern not in (DifferencePattern.NONE, DifferencePattern.WRITING)
        return Group.SLIP if is_slip and len(self.witnesses) == 1 else Group.REAL

    def lines(self, language: str) -> Iterator[str]:
        """The formal sentences that declare what is not declared yet."""
        for name in self.witnesses:
            if name not in self.declared:
                statement = Construct("variant", (Term(name), Text(self.prose(language))))
                yield Printer(language).sentence(statement)

    def prose(self, language: str) -> str:
        """The variant in words of the language of the text, with its reason where the pattern is known."""
        words, change = catalogue(language), self.change
        line = _line(change, language)
        if self.part is not ProvisionPart.WORDS:
            line = words.say(f"collate.line.{self.part.value}", line=line)
        if change.pattern is DifferencePattern.NONE:
            return line
        return f"{line}{words.say(f'collate.reason.{change.pattern.value}').join(words.brackets)}"


@dataclass(frozen=True)
class Agreement:
    """The agreement of a witness with a text: provisions in both and alike, in the text only, in the witness only."""

    witness: Witness
    total: int
    same: int
    lacking: tuple[str, ...]
    extra: tuple[str, ...]


@dataclass(frozen=True)
class Collation:
    """The variants of a text in the order of its provisions, and what each witness holds."""

    language: str
    variants: tuple[Variant, ...]
    agreements: tuple[Agreement, ...]

    @property
    def undeclared(self) -> int:
        """The number of differences that the text does not declare: variants, and provisions that only one has."""
        variants = sum(len(v.witnesses) - len(v.declared) for v in self.variants)
        return variants + sum(len(a.lacking) + len(a.extra) for a in self.agreements)


def read_witness(path: Path, language: str, name: str = "", like: Collection[str] = ()) -> Witness:
    """A witness from a skeleton or a raw document, under a name: given, that of its only source, or of its file.

    `like` are the eIds of the text with which it is to be collated.

    Raises:
        LexludiError: it cannot be read, or holds no provision.
    """
    if path.suffix != SUFFIX or not path.is_file():
        imported = import_files([path], language, like=like)
        return Witness(name or path.stem, imported.document, imported.foreign, imported.left)
    source = read_file(path, language)
    document, diagnostics = build(source)
    if document is None or not document.provisions:
        raise InvalidRegulation(path.name, diagnostics)
    said = (sentence.statement for sentence in document.header_sentences())
    declared = [statement.parts[0].written for statement in said if statement.op == "witness"]
    return Witness(name or (declared[0] if len(declared) == 1 else path.stem), document)


def collate(document: Document, witnesses: Sequence[Witness]) -> Collation:
    """The variants of a text and its witnesses.

    Raises:
        NothingToCollate: no provision of the text has words.
    """
    if not any(words_of(p) or p.title for p in document.all()):
        raise NothingToCollate("no-provision-given")
    held = {w.name: {p.eid: p for p in w.document.all()} for w in witnesses}
    # Where nobody has words there is nothing to compare.
    said = {p.eid for one in (document, *(w.document for w in witnesses)) for p in one.all() if words_of(p) or p.title}
    provisions = [p for p in document.all() if p.eid in said]
    # A copy in a language that is none of ours holds provisions, but no words to set beside these.
    compared = [w for w in witnesses if not w.is_foreign]
    variants = [
        variant
        for p in provisions
        for variant in _variants_of(p, document.language, {w.name: held[w.name].get(p.eid) for w in compared})
    ]
    agreements = tuple(_agreement(w, provisions, held[w.name], document, variants) for w in witnesses)
    return Collation(document.language, tuple(variants), agreements)


def words_of(provision: Provision) -> str:
    """The law's own words of a provision, its lines as one."""
    return " ".join(
        item.text.replace("\n", " ") for item in provision.body if isinstance(item, Words) and item.mark is Mark.WORDS
    )


def _variants_of(provision: Provision, language: str, copies: dict[str, Provision | None]) -> Iterator[Variant]:
    """The variants of one provision; witnesses that have the same are together."""
    remarks = _Remarks(provision, language)
    # The same may be there twice in a provision: it is one variant, of one witness.
    have: dict[tuple[ProvisionPart, Change], dict[str, bool]] = defaultdict(dict)
    for name, copy in copies.items():
        if copy is not None:
            for part, ours, theirs in _parts(provision, copy):
                for change in dict.fromkeys(changes(ours, theirs)):
                    have[part, change][name] = remarks.declare(name, change, ours, theirs)
    for (part, change), names in have.items():
        declared = tuple(name for name, is_declared in names.items() if is_declared)
        yield Variant(provision.eid, provision.label, part, change, tuple(names), declared)


def _parts(provision: Provision, copy: Provision) -> Iterator[tuple[ProvisionPart, str, str]]:
    # Numbers that mean the same may be printed with other signs; the number itself is the eId already.
    if _signs(provision.label) != _signs(copy.label):
        yield ProvisionPart.LABEL, provision.label, copy.label
    yield ProvisionPart.TITLE, provision.title, copy.title
    yield ProvisionPart.WORDS, words_of(provision), words_of(copy)


def _signs(label: str) -> str:
    return "".join(char for char in key(label).lower() if char in "º°ª.-")


def _line(change: Change, language: str) -> str:
    """A change in words of a language."""
    kind = "added" if not change.text else "replaced" if change.witness else "lacking"
    return catalogue(language).say(f"collate.line.{kind}", text=change.text, witness=change.witness)


class _Remarks:
    """The sentences by which a provision declares variants."""

    def __init__(self, provision: Provision, language: str) -> None:
        self.language = language
        self.open = [
            (name.written, prose.value)
            for name, prose in (s.statement.parts for s in provision.sentences() if s.statement.op == "variant")
        ]

    def declare(self, name: str, change: Change, ours: str, theirs: str) -> bool:
        """True if a sentence is about this change of this witness, where the text has these words and the copy those.

        One that quotes nothing is about a sign, or a mark at the end, and about one only.
        """
        for remark in self.open:
            witness, prose = remark
            if witness != name:
                continue
            readings = _readings(prose, self.language)
            # Of readings with quotation marks of their own only the line as it is printed can be recognised.
            if key(_line(change, self.language)) in key(prose):
                return True
            if any(_is_about(reading, change, _bare(ours), _bare(theirs)) for reading in readings):
                return True
            if not readings and _is_small(change, ours, theirs):
                self.open.remove(remark)
                return True
        return False


@dataclass(frozen=True)
class _Reading:
    """Words that a remark quotes of the text and of a copy; empty where a side has none, None where none is quoted."""

    text: str | None
    witness: str | None


def _readings(prose: str, language: str) -> list[_Reading]:
    """The readings that a remark may quote: as the printed lines say them; else the text's before the copy's."""
    said = [m.groupdict("") for form in _forms(language) for m in form.finditer(key(prose))]
    if said:
        return [_Reading(_bare(one.get("text", "")), _bare(one.get("witness", ""))) for one in said]
    passages = [*filter(None, (_bare("".join(groups)) for groups in _QUOTED.findall(prose)))]
    if len(passages) == 1:
        return [_Reading(passages[0], None), _Reading(None, passages[0])]
    return [_Reading(*pair) for pair in combinations(passages, 2)]


@cache
def _forms(language: str) -> tuple[re.Pattern[str], ...]:
    """The printed lines as patterns, with any words in the place of the readings."""
    out = []
    for kind in ("replaced", "added", "lacking"):
        line = key(catalogue(language).say(f"collate.line.{kind}", text="\1", witness="\2"))
        form = re.escape(line).replace('"', '"+')
        out.append(re.compile(form.replace("\1", '(?P<text>[^"]+)').replace("\2", '(?P<witness>[^"]+)')))
    return tuple(out)


def _is_about(reading: _Reading, change: Change, ours: str, theirs: str) -> bool:
    """True if quoted readings are those of a change, with more of the words around it than are shown, or less."""
    if reading.text is None or reading.witness is None:
        # Words that only one of the two has, of which the change is a part.
        passage = reading.text or reading.witness or ""
        shown, words, others = (change.witness, theirs, ours) if reading.text is None else (change.text, ours, theirs)
        return passage in words and passage not in others and (_bare(shown) in passage or passage in _bare(shown))
    orders = [(reading.text, reading.witness)]
    if change.pattern in _OF_PRINT:
        # No word is another: which of the two is quoted first says nothing.
        orders.append((reading.witness, reading.text))
    differing = _differing(change.text, change.witness)
    return any(
        text in ours
        and copy in theirs
        and (
            _is_same(_differing(text, copy), differing)
            # Quoted at length, it may be one change of several.
            or any(_is_same(_differing(part.text, part.witness), differing) for part in changes(text, copy))
        )
        for text, copy in orders
    )


def _differing(text: str, witness: str) -> tuple[str, str, str, str]:
    """Two readings as what is before, that of the text, that of the copy, and what is after, alike in both."""
    text, witness = _bare(text), _bare(witness)
    start, end = common_ends(text, witness)
    behind, end_of_witness = len(text) - end, len(witness) - end
    return text[:start], text[start:behind], witness[start:end_of_witness], text[behind:]


def _is_same(one: tuple[str, str, str, str], other: tuple[str, str, str, str]) -> bool:
    (before, text, witness, after), (around, *readings, behind) = one, other
    return (
        [_word(text), _word(witness)] == [*map(_word, readings)]
        and (before.endswith(around) or around.endswith(before))
        and (after.startswith(behind) or behind.startswith(after))
    )


def _is_small(change: Change, ours: str, theirs: str) -> bool:
    """True of a change that a remark may describe without a quotation: of a sign, or of the mark at the end."""
    if change.pattern is DifferencePattern.MARK:
        return ours.endswith(change.text) and theirs.endswith(change.witness)
    return change.pattern is DifferencePattern.SIGN


def _bare(passage: str) -> str:
    """A passage as it is compared: without the quotation marks around it, and without spaces."""
    return "".join(key(passage).split()).strip('"')


def _word(passage: str) -> str:
    """A passage without the marks around its words; of marks alone, these."""
    return passage.strip(' ",;:.、()') or passage


def _agreement(
    witness: Witness,
    provisions: list[Provision],
    copies: dict[str, Provision],
    document: Document,
    variants: Iterable[Variant],
) -> Agreement:
    differing = {v.eid for v in variants if witness.name in v.witnesses}
    both = [p.eid for p in provisions if p.eid in copies]
    every = {p.eid for p in document.all()}
    return Agreement(
        witness,
        len(both),
        0 if witness.is_foreign else sum(identifier not in differing for identifier in both),
        tuple(p.eid for p in provisions if p.eid not in copies),
        tuple(identifier for identifier in copies if identifier not in every),
    )
