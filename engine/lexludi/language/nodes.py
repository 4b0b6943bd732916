"""The tree of a text: what was written, in its order, with a place and a provision on every node.

Expressions are shared with the rule set. There, terms have been resolved: their
`written` form is their id, and two expressions are equal when they mean the same,
whatever their language and place.
"""

from collections.abc import Callable, Iterator
from dataclasses import field, fields, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from operator import is_
from typing import Any, TypeVar

from lexludi.base.frozen import dataclass
from lexludi.base.source import NOWHERE, Span


@dataclass(frozen=True)
class Node:
    """Anything that was written: where it stands, and in which provision (its eId)."""

    # Not compared: two nodes are equal that say the same, wherever they stand.
    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    eid: str = field(default="", compare=False, repr=False, kw_only=True)


_N = TypeVar("_N", bound=Node)


def children(node: Node) -> list[Node]:
    """The nodes directly below, in canonical order."""
    kind: Any = type(node)
    below: list[Node] = []
    for name in _field_names(kind):
        value = getattr(node, name)
        if isinstance(value, tuple):
            for part in value:
                if isinstance(part, Node):
                    below.append(part)
        elif isinstance(value, Node):
            below.append(value)
    return below


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    """The fields that may hold nodes, and not a value of some other type; asked for with every step of every walk."""
    # A union, a tuple or a name in quotation marks is no class to Python, and may stand for nodes.
    kept = (f for f in fields(kind) if f.name != "span")
    return tuple(f.name for f in kept if not isinstance(f.type, type) or issubclass(f.type, Node))


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, from the top down, without recursion."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        if below := children(current):
            # The last on the stack is visited first.
            below.reverse()
            stack += below


def constructs_in(*expressions: Node | None) -> "Iterator[Construct]":
    """The constructs of some expressions, from the top down; of one that is absent, none."""
    nodes = (node for expression in expressions if expression is not None for node in walk(expression))
    return (node for node in nodes if isinstance(node, Construct))


def terms_in(node: Node) -> set[str]:
    """The ids of the terms in a node."""
    return {term.id for term in walk(node) if isinstance(term, Term)}


def transform(node: _N, change: Callable[[Node], Node]) -> _N:
    """The node with `change` applied to every node in it, from the bottom up."""
    kind: Any = type(node)
    new: dict[str, Any] = {}
    # Unchanged parts are shared, and so is a whole without changes: most of a text stays as it is.
    for name in _field_names(kind):
        value = getattr(node, name)
        if isinstance(value, Node):
            changed: Any = transform(value, change)
            if changed is not value:
                new[name] = changed
        elif isinstance(value, tuple):
            changed = tuple([transform(v, change) if isinstance(v, Node) else v for v in value])
            if not all(map(is_, changed, value)):
                new[name] = changed
    return change(replace(node, **new) if new else node)  # type: ignore[return-value]


# ── Literals ────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Term(Node):
    """A term in quotation marks; `id` is empty until the glossary has resolved it."""

    written: str
    id: str = ""


@dataclass(frozen=True)
class Number(Node):
    """A whole number; `written` keeps its form (三, three, 3)."""

    value: int
    written: str = field(default="", compare=False)


@dataclass(frozen=True)
class Payoff(Node):
    """A payoff as a multiple of the stake: 3 to 2 is `Fraction(3, 2)`."""

    value: Fraction
    written: str = field(default="", compare=False)


@dataclass(frozen=True)
class Share(Node):
    """A part of an amount: a half, 5 %."""

    value: Fraction
    written: str = field(default="", compare=False)


@dataclass(frozen=True)
class Date(Node):
    """A calendar date."""

    value: date
    written: str = field(default="", compare=False)


@dataclass(frozen=True)
class Reference(Node):
    """A reference to a provision by its eId."""

    target: str
    written: str = field(default="", compare=False)


@dataclass(frozen=True)
class ReferenceRow(Node):
    """A reference to neighbours, by the eIds of the first and the last; `above` is left out where it is written."""

    first: str
    last: str
    above: str = ""
    written: str = field(default="", compare=False)

    @property
    def eids(self) -> tuple[str, ...]:
        """All from the first to the last, by their numbers; none where the last comes before the first."""
        if not (self.first and self.last):
            return ()
        (head, start), (_, end) = (eid.rsplit("_", 1) for eid in (self.first, self.last))
        # What was inserted after article 9 comes before article 10: 第九條之一至第十一條.
        number, _, letter = start.partition("-")
        others = tuple(f"{head}_{n}" for n in range(int(number) + 1, int(end) + 1))
        return (self.first, *others) if others or (start == end and not letter) else ()


@dataclass(frozen=True)
class Text(Node):
    """Prose, as it stands."""

    value: str


@dataclass(frozen=True)
class Construct(Node):
    """A construct of the language (grammar/constructs.lark) with its parts.

    `op` is the name of the construct. A part is a node, a tuple of nodes for a
    list, or `None` for an optional part that is absent.
    """

    op: str
    parts: tuple[Any, ...] = ()

    def term(self, index: int) -> str:
        """The id of the term that is part `index`."""
        part = self.parts[index]
        assert isinstance(part, Term), (self.op, index, part)
        return part.id

    def number(self, index: int) -> int:
        """The number that is part `index`."""
        part = self.parts[index]
        assert isinstance(part, Number), (self.op, index, part)
        return part.value


@dataclass(frozen=True)
class Sequence(Node):
    """A list of nodes of one kind (`items`, `terms`, `any_of` …) in the order written."""

    op: str
    items: tuple[Any, ...]


# ── The document ────────────────────────────────────────────────────────────


class Mark(Enum):
    """Whose words a line holds: the law's own, or a summary of ours."""

    WORDS = "|"
    SUMMARY = "~"


@dataclass(frozen=True)
class Stretch(Node):
    """A place in words from which, up to the next, they belong to some numbered parts of what the provision says."""

    start: int
    parts: tuple[int, ...]


@dataclass(frozen=True)
class Piece:
    """Words that belong to some parts; to none before the first mark, or where nothing is marked."""

    text: str
    parts: tuple[int, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Words(Node):
    """Words of a provision, verbatim or a summary, line by line; the marks of parts are no part of the text."""

    text: str
    mark: Mark
    stretches: tuple[Stretch, ...] = ()

    def pieces(self) -> Iterator[Piece]:
        """The words piece by piece, each with its parts."""
        # In ascending order: each stretch goes up to the next, the last to the end.
        ends = [*(s.start for s in self.stretches), len(self.text)]
        if head := self.text[: ends[0]]:
            yield Piece(head, (), self.span)
        for stretch, end in zip(self.stretches, ends[1:], strict=True):
            yield Piece(self.text[stretch.start : end], stretch.parts, stretch.span)


@dataclass(frozen=True)
class Comment(Node):
    """A comment of the transcriber, kept by the formatter."""

    text: str


@dataclass(frozen=True)
class Sentence(Node):
    """A formal sentence: `quoted` is the text that a modification brings, `parts` the parts that it is about.

    Of a rectification, `quoted` is the text as published, and `corrected` as it must read.
    """

    statement: Construct
    quoted: "tuple[Provision, ...]" = ()
    parts: tuple[int, ...] = ()
    corrected: "tuple[Provision, ...]" = ()


Body = Words | Comment | Sentence


class Level(Enum):
    """The units of a Macau regulation, with their rank: an article holds paragraphs, and so on."""

    # The name that eIds are made from, and the rank.
    PREAMBLE = ("preamble", 0)
    ANNEX = ("annex", 0)
    CLOSING = ("closing", 0)
    ARTICLE = ("article", 1)
    PARAGRAPH = ("paragraph", 2)
    POINT = ("point", 3)
    SUBPOINT = ("subpoint", 4)
    INDENT = ("indent", 5)

    @property
    def rank(self) -> int:
        """0 for the frame of the document, then 1 for an article to 5 for an indent, i) or ii)."""
        return self.value[1]


def ends_as_sentence(title: str) -> bool:
    """True if a title ends with a full stop or a colon, as none does."""
    return title.endswith((".", "。", ":", "："))


@dataclass(frozen=True)
class Provision(Node):
    """A numbered unit of the text: its number in a common form (`9`, `9-A`), title, body, units below."""

    level: Level
    number: str
    label: str = field(compare=False)
    title: str = ""
    body: tuple[Body, ...] = ()
    below: "tuple[Provision, ...]" = ()

    @property
    def step(self) -> tuple[Level, str]:
        """The level and the number, by which provisions below one are told apart."""
        return self.level, self.number

    def sentences(self) -> Iterator[Sentence]:
        """The formal sentences of this unit, without those of units below."""
        return (item for item in self.body if isinstance(item, Sentence))

    def words(self) -> "Iterator[Words]":
        """The words of this unit, without those of units below."""
        return (item for item in self.body if isinstance(item, Words))

    def missing(self) -> "Iterator[Construct]":
        """The statements of this unit by which words of it are missing."""
        return (sentence.statement for sentence in self.sentences() if sentence.statement.op == "missing")

    @property
    def is_marked(self) -> bool:
        """True if its words, or a sentence of it, bear the mark of a part."""
        return any(words.stretches for words in self.words()) or any(s.parts for s in self.sentences())

    def all(self) -> "Iterator[Provision]":
        """The unit and all below it, in the order of the text."""
        yield self
        for provision in self.below:
            yield from provision.all()


@dataclass(frozen=True)
class Document(Node):
    """A text in one language: header sentences and comments, then provisions."""

    language: str
    header: tuple[Comment | Sentence, ...]
    provisions: tuple[Provision, ...]

    def all(self) -> Iterator[Provision]:
        """Every provision, in the order of the text."""
        for provision in self.provisions:
            yield from provision.all()

    def header_sentences(self) -> Iterator[Sentence]:
        """The sentences of the header, without its comments."""
        return (item for item in self.header if isinstance(item, Sentence))

    def sentences(self) -> Iterator[Sentence]:
        """Every sentence, those of the header first."""
        yield from self.header_sentences()
        yield from (sentence for provision in self.all() for sentence in provision.sentences())

    def sentences_of(self, eid: str) -> Iterator[Sentence]:
        """The sentences of a provision."""
        return (sentence for provision in self.all() if provision.eid == eid for sentence in provision.sentences())
