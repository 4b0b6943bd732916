"""Collation: the words of a text beside those of its witnesses, provision by provision, numbers and titles included."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path

from lexludi.base.errors import InvalidRegulation, LexludiError
from lexludi.base.frozen import dataclass
from lexludi.base.messages import catalogue
from lexludi.diff.typography import is_simplified
from lexludi.exchange.importing import import_files
from lexludi.exchange.variants import Change, DifferencePattern, changes, key
from lexludi.language.builder import build
from lexludi.language.nodes import Construct, Document, Mark, Provision, Sentence, Term, Text, Words
from lexludi.language.printer import Printer
from lexludi.law.files import SUFFIX, read_file


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
    """A copy of a text under the name by which the text declares it."""

    name: str
    document: Document
    is_foreign: bool = False

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
        kind = "added" if not change.text else "replaced" if change.witness else "lacking"
        line = words.say(f"collate.line.{kind}", text=change.text, witness=change.witness)
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


def read_witness(path: Path, language: str, name: str = "") -> Witness:
    """A witness from a skeleton or a raw document, under a name: given, that of its only source, or of its file.

    Raises:
        LexludiError: it cannot be read, or holds no provision.
    """
    if path.suffix != SUFFIX or not path.is_file():
        imported = import_files([path], language)
        return Witness(name or path.stem, imported.document, imported.foreign)
    source = read_file(path, language)
    document, diagnostics = build(source)
    if document is None or not document.provisions:
        raise InvalidRegulation(path.name, diagnostics)
    declared = [s.statement.parts[0].written for s in document.header if _is(s, "witness")]  # type: ignore[union-attr]
    return Witness(name or (declared[0] if len(declared) == 1 else path.stem), document)


def collate(document: Document, witnesses: Sequence[Witness]) -> Collation:
    """The variants of a text and its witnesses.

    Raises:
        NothingToCollate: no provision of the text has words.
    """
    provisions = [p for p in document.all() if words_of(p) or p.title]
    if not provisions:
        raise NothingToCollate("no-provision-given")
    held = {w.name: {p.eid: p for p in w.document.all()} for w in witnesses}
    # A copy in a language that is none of ours holds provisions, but no words to set beside these.
    compared = [w for w in witnesses if not w.is_foreign]
    variants = [v for p in provisions for v in _variants_of(p, {w.name: held[w.name].get(p.eid) for w in compared})]
    agreements = tuple(_agreement(w, provisions, held[w.name], document, variants) for w in witnesses)
    return Collation(document.language, tuple(variants), agreements)


def words_of(provision: Provision) -> str:
    """The law's own words of a provision, its lines as one."""
    return " ".join(
        item.text.replace("\n", " ") for item in provision.body if isinstance(item, Words) and item.mark is Mark.WORDS
    )


def _variants_of(provision: Provision, copies: dict[str, Provision | None]) -> Iterator[Variant]:
    """The variants of one provision; witnesses that have the same are together."""
    # The same may be there twice in a provision: it is one variant, of one witness.
    have: dict[tuple[ProvisionPart, Change], dict[str, None]] = defaultdict(dict)
    for name, copy in copies.items():
        if copy is not None:
            for part, ours, theirs in _parts(provision, copy):
                for change in changes(ours, theirs):
                    have[part, change][name] = None
    remarks = _Remarks(provision)
    for (part, change), names in have.items():
        declared = tuple(name for name in names if remarks.declare(name, change))
        yield Variant(provision.eid, provision.label, part, change, tuple(names), declared)


def _parts(provision: Provision, copy: Provision) -> Iterator[tuple[ProvisionPart, str, str]]:
    # Numbers that mean the same may be printed with other signs; the number itself is the eId already.
    if _signs(provision.label) != _signs(copy.label):
        yield ProvisionPart.LABEL, provision.label, copy.label
    yield ProvisionPart.TITLE, provision.title, copy.title
    yield ProvisionPart.WORDS, words_of(provision), words_of(copy)


def _signs(label: str) -> str:
    return "".join(char for char in key(label).lower() if char in "º°ª.-")


class _Remarks:
    """The sentences by which a provision declares variants; one without a passage in quotation marks, for one only."""

    _QUOTED = re.compile(r"「([^」]*)」|«([^»]*)»|“([^”]*)”|\"([^\"]*)\"")

    def __init__(self, provision: Provision) -> None:
        self.open: list[tuple[str, tuple[str, ...]]] = []
        for sentence in provision.sentences():
            if _is(sentence, "variant"):
                name, prose = sentence.statement.parts
                passages = tuple(self._bare("".join(m)) for m in self._QUOTED.findall(prose.value))
                self.open.append((name.written, tuple(filter(None, passages))))

    def declare(self, name: str, change: Change) -> bool:
        """True if a sentence is about this change of this witness."""
        forms = [self._bare(form) for form in (change.text, change.witness) if self._bare(form)]
        for remark in self.open:
            witness, passages = remark
            if witness != name:
                continue
            # A remark may quote more of the words around a variant than is shown here, or less.
            if passages and any(form in p or p in form for form in forms for p in passages):
                return True
            if not passages:
                self.open.remove(remark)
                return True
        return False

    @staticmethod
    def _bare(passage: str) -> str:
        """A passage without the marks around it, as it is compared."""
        return key(passage).strip(' ",;:.、()')


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


def _is(item: object, op: str) -> bool:
    return isinstance(item, Sentence) and item.statement.op == op
