"""Parse tree to AST: literals read, provisions nested, a place and an eId on every node."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any, ClassVar

from lark import Token, Tree

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.folding import fold
from lexludi.base.frozen import dataclass
from lexludi.base.source import NOWHERE, Source, Span
from lexludi.language.citations import FRAME_EIDS, beside, reference_eid, row_eids
from lexludi.language.grammar import constructs
from lexludi.language.identifiers import (
    CHINESE_DIGITS,
    MAX_NUMBER,
    MalformedNumber,
    OutOfBounds,
    eid,
    number_value,
    provision_number,
)
from lexludi.language.lexer import PART_MARKS
from lexludi.language.nodes import (
    Body,
    Comment,
    Construct,
    Date,
    Document,
    Level,
    Mark,
    Node,
    Number,
    Payoff,
    Provision,
    Reference,
    ReferenceRow,
    Sentence,
    Sequence,
    Share,
    Stretch,
    Term,
    Text,
    Words,
    ends_as_sentence,
)
from lexludi.language.parser import Moved, ParseTree, parse
from lexludi.language.phrases import Hole, Optional, phrase_table

# Building, transforming and printing a sentence are recursive: deeper ones would exhaust the stack.
MAX_DEPTH = 60
# More digits are refused before they are converted, which takes time quadratic in their number.
MAX_DIGITS = 9
# Citations that go from the article down, not from a number up to its article: «artigo 5.º, n.º 1», 第五條第一款.
_ARTICLE_FIRST = re.compile(r"(?:[oa] )?arti(?:go|cle)|第", re.IGNORECASE)
# Behind the number of an article the suffix of one that was inserted, by itself: «5.º - A», 第五條 之一. Of letters
# with more behind them not those that are words: «5.º - A mesa» has a title that begins so.
_APART = re.compile(rf"(?:[-‐‑–—−] *([A-Za-z])(?: *$|(?<![AEIOaeio]) +)|(之[{CHINESE_DIGITS}]+)(?: +|$))")
_SUFFIXED = re.compile("-|之")
_PERCENTAGE = re.compile(r"([\d.,]+)\s*(?:%|per\s*cent|por\s+cento)")
# Of a number that is refused so many characters are shown.
MAX_SHOWN = 12

# Between the items of a list: a comma, «and» or «or».
_JOINTS = frozenset({"LIST_AND", "LIST_OR"})
# The word that would say something else than what these lists are read as: one of several, or all of them. Of others
# both are said: «4 or 17 pay», “must not bet on a or b”.
_MISLEADING = dict.fromkeys(("alternatives", "choices", "numbers", "one_of"), "LIST_AND") | dict.fromkeys(
    ("several", "refs", "namings", "copies", "sectors", "portions"), "LIST_OR"
)


@dataclass(frozen=True)
class _Unit:
    """A provision in the tree, and how many characters after its tokens' positions it stands."""

    level: Level
    head: Token
    items: list[Tree[Token] | Token]
    moved: int


def build(source: Source) -> tuple[Document | None, list[Diagnostic]]:
    """The AST of a text, and what is wrong with its form."""
    tree, diagnostics = parse(source)
    if tree is None:
        return None, diagnostics
    builder = _Builder(source, diagnostics)
    return builder.document(tree), diagnostics


class _Builder:
    def __init__(
        self, source: Source, diagnostics: list[Diagnostic], file: Source | None = None, begin: int = 0
    ) -> None:
        self.source = source
        # Quoted lines are read as a text of their own, but stand in the file that quotes them, from `begin` on.
        self.file = file or source
        self.begin = begin
        self.diagnostics = diagnostics
        self.table = phrase_table(source.language)
        self.eid = ""
        # By how many characters places in the tree are off in the unit that is being built (`parser.Moved`).
        self.moved = 0

    # ── Structure ───────────────────────────────────────────────────────────

    def document(self, tree: ParseTree) -> Document:
        header: list[Comment | Sentence] = []
        units: list[_Unit] = []
        for child in tree.children:
            if isinstance(child, Tree) and child.data == "provision":
                units.append(_unit(child))
            elif (item := self._body_item(child)) is not None:
                assert isinstance(item, (Comment, Sentence))
                header.append(item)
        provisions, rest = self._nest(units, 0, -1, "")
        # Every rank is above -1, so that nothing is left over.
        assert rest == len(units)
        span = Span(0, len(self.source.text), self.file)
        return Document(self.source.language, tuple(header), provisions, span=span)

    def _nest(self, units: list[_Unit], at: int, above: int, parent: str) -> tuple[tuple[Provision, ...], int]:
        """The provisions from `at` on that rank below `above`, and where they end."""
        out: list[Provision] = []
        taken: dict[str, str] = {}
        # Units come flat, in the order of the text: each holds those after it that rank lower, up to one that does not.
        while at < len(units) and (level := units[at].level).rank > above:
            head, items, self.moved = units[at].head, units[at].items, units[at].moved
            span = self._span(head)
            title, label, suffix = "", self._raw(head).strip(), ""
            if items and isinstance(first := items[0], Token) and first.type == "TITLE":
                title, items = self._raw(first)[1:].strip(), items[1:]
                is_bare = level is Level.ARTICLE and not _SUFFIXED.search(str(head))
                if is_bare and (apart := _APART.match(title)):
                    suffix = f"-{apart[1].upper()}" if apart[1] else apart[2]
                    title = title[apart.end() :]
                    label += suffix
                    self._slip_of_heading(head, self._span(first).start + apart.end(apart.lastindex or 0), label)
            number = "" if level in FRAME_EIDS else self._provision_number(head, suffix)
            identifier = FRAME_EIDS.get(level) or eid(parent, level.value[0], number)
            if identifier in taken:
                # One of both lines may be meant as a sentence.
                is_sentence = ends_as_sentence(title) or ends_as_sentence(taken[identifier])
                hints = [Hint("heading-of-sentence")] if is_sentence else []
                place = Label(self.source, span, identifier)
                self.diagnostics.append(error("duplicate-number", place, hints=hints, label=label))
            taken[identifier] = title
            self.eid = identifier
            body = self._body(items)
            # The frame of the document holds nothing: an annex is followed by its articles, not above them.
            below, at = ((), at + 1) if level.rank == 0 else self._nest(units, at + 1, level.rank, identifier)
            out.append(Provision(level, number, label, title, body, below, span=span, eid=identifier))
        return tuple(out), at

    def _slip_of_heading(self, head: Token, end: int, label: str) -> None:
        """Tell of a heading up to a place in the file that it should be written otherwise."""
        span = Span(self._span(head).start, end, self.file)
        place = Label(self.file, span, self.eid)
        hints = [Hint("slip-heading", {"example": label})]
        written = self.file.text[span.start : span.end]
        self.diagnostics.append(error("common-slip", place, hints=hints, found=written))

    def _provision_number(self, head: Token, suffix: str = "") -> str:
        try:
            return provision_number(f"{str(head)[1:]}{suffix.lower()}")
        except ValueError as problem:
            self._no_number(head, problem)
            return "0"

    def _body(self, items: list[Tree[Token] | Token]) -> tuple[Body, ...]:
        out: list[Body] = []
        for child in items:
            item = self._body_item(child)
            # Lines of words with nothing between them are one text.
            if isinstance(item, Words) and out and isinstance(last := out[-1], Words) and last.mark is item.mark:
                out[-1] = _joined(last, item)
            elif item is not None:
                out.append(item)
        return tuple(out)

    def _body_item(self, child: Tree[Token] | Token | None) -> Body | None:
        if isinstance(child, Tree):
            return self._sentence(child)
        if child is None:
            return None
        # Without the newline that the mark of the kind stands for, nor the sign `|`, `~` or `#` that the file has.
        text = self._raw(child)[1:].strip()[1:].removeprefix(" ")
        span = self._span(child)
        if child.type == "COMMENT":
            return Comment(text.strip(), span=span, eid=self.eid)
        return self._marked_words(text, Mark[child.type], span)

    def _marked_words(self, written: str, mark: Mark, span: Span) -> Words:
        """Words without the marks of parts in them; `written` are the last characters of the place."""
        text, stretches = "", []
        runs = list(re.finditer(f"[{PART_MARKS}]+", written))
        for index, run in enumerate(runs):
            text += written[runs[index - 1].end() if index else 0 : run.start()]
            # A part goes on to the next marks, or to the end of the line.
            end = runs[index + 1].start() if index + 1 < len(runs) else len(written)
            first = span.start + self.file.text[span.start : span.end].find(written)
            place = Span(first + run.end(), first + end, self.file)
            stretches.append(Stretch(len(text), _part_numbers(run[0]), span=place, eid=self.eid))
        text += written[runs[-1].end() if runs else 0 :]
        return Words(text, mark, tuple(stretches), span=span, eid=self.eid)

    def _parts_before(self, span: Span) -> tuple[int, ...]:
        """The parts that a sentence is about: the marks between the beginning of its line and its own."""
        start = self.file.text.rfind("\n", 0, span.start) + 1
        return _part_numbers(self.file.text[start : span.start])

    def _sentence(self, tree: ParseTree) -> Sentence | None:
        parts = [c for c in tree.children if isinstance(c, Tree)]
        quoted = [c for c in tree.children if isinstance(c, Token) and c.type == "QUOTED"]
        if not parts:
            return None
        if _too_deep(parts[0]):
            self._problem("too-deep", self._span_of(parts[0]), self.eid, limit=MAX_DEPTH)
            return None
        statement = self.node(parts[0])
        assert isinstance(statement, Construct), statement
        # A misprint quotes twice, as published and as it must read; any other modification once or not at all.
        first, second = (*map(self._quoted, quoted), (), ())[:2]
        about = self._parts_before(statement.span)
        return Sentence(statement, first, about, second, span=statement.span, eid=self.eid)

    def _quoted(self, token: Token) -> tuple[Provision, ...]:
        """The provisions in the quoted lines, parsed as a text of their own, at their place in this file."""
        raw = self._raw(token)
        assert token.start_pos is not None
        begin = self.begin + token.start_pos + self.moved - 1
        # Signs of quotation are blanked, so that places are as far from the first as in the file.
        inner_text = re.sub(r"(?m)^( *)[>＞] ?", lambda m: " " * len(m[0]), raw)
        inner = Source(self.source.name, self.source.language, inner_text)
        tree, problems = parse(inner)
        for problem in problems:
            labels = (
                replace(label, span=self._in_file(label.span.start, label.span.end, begin)) for label in problem.labels
            )
            self.diagnostics.append(replace(problem, labels=tuple(labels)))
        if tree is None:
            return ()
        document = _Builder(inner, self.diagnostics, self.file, begin).document(tree)
        return self._without_header(document, self._span(token))

    def _without_header(self, document: Document, place: Span) -> tuple[Provision, ...]:
        """The provisions of quoted text; comments before the first belong to it, sentences have no place there."""
        for item in document.header:
            if isinstance(item, Sentence):
                self._out_of_place(item.span, "outside-provision")
        if not document.provisions:
            self._out_of_place(place, "quotes-nothing")
            return ()
        first, *others = document.provisions
        comments = (replace(item, eid=first.eid) for item in document.header if isinstance(item, Comment))
        return (replace(first, body=(*comments, *first.body)), *others)

    def _out_of_place(self, span: Span, why: str) -> None:
        hints = [Hint(f"sentence-out-of-place.{why}")]
        self.diagnostics.append(error("sentence-out-of-place", Label(self.file, span, self.eid), hints=hints))

    # ── Nodes ───────────────────────────────────────────────────────────────

    def node(self, tree: ParseTree) -> Node:
        name = str(tree.data)
        if name in self._LITERALS:
            token = tree.children[0]
            assert isinstance(token, Token)
            return self._LITERALS[name](self, token)
        if name in ("any_of", "all_of", "simple"):
            # Every condition passes through these levels of the grammar; one with a single member says nothing.
            kept = [c for c in tree.children if isinstance(c, Tree)]
            return self.node(kept[0]) if len(kept) == 1 else _flat(self._sequence(name, kept))
        if name in constructs():
            return self._construct(name, tree)
        return self._sequence(name, [c for c in tree.children if isinstance(c, Tree)])

    def _sequence(self, name: str, trees: list[ParseTree]) -> Sequence:
        items = tuple(node for node in self._in_full(map(self.node, trees)) if node is not None)
        if wrong := _MISLEADING.get(name):
            # What is shown may be meant to be all of them.
            self._joints(items, wrong, *([Hint("each-by-itself")] if name == "one_of" else []))
        return Sequence(name, items, span=_cover(items), eid=self.eid)

    def _joints(self, items: tuple[Node, ...], wrong: str, *more: Hint) -> None:
        """Tell of an «and» in a list of which one is meant, and of an «or» in one of which all are."""
        (right,) = _JOINTS - {wrong}
        for first, second in pairwise(items):
            between = self.file.text[first.span.end : second.span.start]
            if fold(between).strip() in self.table.words[wrong]:
                start = first.span.end + len(between) - len(between.lstrip())
                place = Label(self.file, Span(start, start + len(between.strip()), self.file), self.eid)
                hints = [Hint("did-you-mean", {"word": self.table.words[right][0]}), *more]
                self.diagnostics.append(error("unexpected-text", place, hints=hints, found=between.strip()))

    def _construct(self, name: str, tree: ParseTree) -> Construct:
        written = [
            None if c is None else self.node(c)
            for c in tree.children
            if not isinstance(c, Token)  # spelled-out separators say nothing
        ]
        order = _order(self.source.language, name)
        # Lark leaves `None` for an optional part that is absent, so that parts and places of the phrase stay aligned.
        parts: list[Node | None] = [None] * len(order)
        for place, part in zip(order, written, strict=True):
            parts[place] = part
        # «n.os 1 a 3 do artigo 5.º» become «n.os 4 a 6»: the article of the second row is that of the first.
        if len(parts) == 2 and isinstance(parts[0], ReferenceRow) and isinstance(parts[1], ReferenceRow):
            parts[1] = _beside(parts[0], parts[1])
        return Construct(name, self._in_full(parts), span=self._span_of(tree), eid=self.eid)

    def _in_full(self, parts: Iterable[Node | None]) -> tuple[Node | None, ...]:
        """The parts, of which each paragraph that is cited without its article has that of one beside it, or its own.

        `article 5, paragraph 1 and paragraph 2` and «n.º 1 e n.º 2 do artigo 5.º» cite both of article 5; by itself, or
        beside whole articles, a paragraph is one of the article in which it stands. Between two articles it is neither.
        """
        out = list(parts)
        cited = [(place, part) for place, part in enumerate(out) if isinstance(part, Reference)]
        full = [(place, part.target.partition("__")[0], part) for place, part in cited if "__" in part.target]
        for place, part in cited:
            if not part.target.startswith("para_"):
                continue
            before = [article for other, article, _ in full if other < place][-1:]
            # An article that stands behind its number may be that of the numbers before as well.
            behind = [article for other, article, p in full if other > place and not _ARTICLE_FIRST.match(p.written)]
            articles = {*before, *behind[:1]} or {self.eid.partition("__")[0]}
            if len(articles) == 1 and (article := articles.pop()).startswith("art_"):
                out[place] = replace(part, target=f"{article}__{part.target}")
        return tuple(out)

    # ── Literals ────────────────────────────────────────────────────────────

    def _place(self, token: Token) -> dict[str, Any]:
        return {"span": self._span(token), "eid": self.eid}

    def _term_literal(self, token: Token) -> Term:
        return Term(self._raw(token)[1:-1].strip(), **self._place(token))

    def _number_literal(self, token: Token) -> Number:
        value = 1  # of one that cannot be read: it may stand wherever a number may, so that no more is said of it
        if _is_long(token):
            self._out_of_bounds(token)
        else:
            try:
                value = self._value(str(token))
            except MalformedNumber as problem:
                self._no_number(token, problem)
        return Number(value, self._raw(token), **self._place(token))

    def _odds_literal(self, token: Token) -> Payoff:
        first, second = re.split(r" por | para | to |賠", str(token).removeprefix("na proporção de "))
        # 一賠三 names the stake first; 3 por 1 and 3 to 1 name the payoff first.
        pays, stake = (second, first) if "賠" in token else (first, second)
        return Payoff(self._ratio(pays, stake, token), self._raw(token), **self._place(token))

    def _fraction_literal(self, token: Token) -> Share:
        text = str(token)
        if percentage := _PERCENTAGE.fullmatch(text):
            value = self._ratio(percentage[1], "100", token)
        elif "分之" in text:
            # 三分之二 names the denominator first.
            below, above = text.split("分之")
            value = self._ratio(above, below, token)
        elif "/" in text:
            above, below = text.split("/")
            value = self._ratio(above, below, token)
        else:
            value = Fraction(1, 2)  # 一半, metade, half
        return Share(value, self._raw(token), **self._place(token))

    def _ratio(self, above: str, below: str, token: Token) -> Fraction:
        if _is_long(above) or _is_long(below):
            self._out_of_bounds(token)
            return Fraction(0)
        above, *decimals = re.split("[.,點]", above)
        try:
            whole, part = self._value(below), Fraction(self._value(above))
            for digits in decimals:  # none, or those behind the mark in 2.5 and 二點五
                part += Fraction(self._value(digits), 10 ** len(digits))
        except MalformedNumber as problem:
            self._no_number(token, problem)
            return Fraction(0)
        if not whole:
            self._problem("division-by-zero", self._span(token), self.eid, text=self._raw(token))
            return Fraction(0)
        return part / whole

    def _date_literal(self, token: Token) -> Date:
        text = str(token)
        try:
            value = self._date(text)
        except ValueError:
            self._problem("impossible-date", self._span(token), self.eid, text=self._raw(token))
            # A stand-in, so that the rest of the text is still read.
            value = date(1, 1, 1)
        return Date(value, self._raw(token), **self._place(token))

    def _date(self, text: str) -> date:
        if "年" in text:
            year, month, day = (self._value(n) for n in re.split("[年月日]", text)[:3])
            return date(year, month, day)
        words = text.replace(" de ", " ").split()
        return date(int(words[2]), self.table.months[words[1]], int(re.sub(r"\D", "", words[0])))

    def _reference_literal(self, token: Token) -> Reference:
        try:
            target = reference_eid(str(token))
        except ValueError as problem:
            self._no_number(token, problem)
            target = ""
        return Reference(target, self._raw(token), **self._place(token))

    def _reference_row_literal(self, token: Token) -> ReferenceRow:
        try:
            first, last = row_eids(str(token))
        except ValueError as problem:
            self._no_number(token, problem)
            first = last = ""
        return ReferenceRow(first, last, "", self._raw(token), **self._place(token))

    def _text_literal(self, token: Token) -> Text:
        return Text(self._raw(token).strip(), **self._place(token))

    _LITERALS: ClassVar[dict[str, Callable[["_Builder", Token], Node]]] = {
        "term": _term_literal,
        "number": _number_literal,
        "odds": _odds_literal,
        "fraction": _fraction_literal,
        "date": _date_literal,
        "reference": _reference_literal,
        "reference_row": _reference_row_literal,
        "text": _text_literal,
    }

    def _no_number(self, token: Token, problem: ValueError) -> None:
        if isinstance(problem, OutOfBounds):
            self._out_of_bounds(token, problem.written, problem.limit)
        else:
            self._problem("malformed-number", self._span(token), self.eid, text=self._raw(token).strip()[:MAX_SHOWN])

    def _out_of_bounds(self, token: Token, written: str = "", limit: int = MAX_NUMBER) -> None:
        shown = written or self._raw(token).strip()[:MAX_SHOWN] + "…"
        self._problem("number-out-of-bounds", self._span(token), self.eid, value=shown, limit=limit)

    def _value(self, text: str) -> int:
        return number_value(text, self.table.numerals)

    # ── Places ──────────────────────────────────────────────────────────────

    def _span(self, token: Token) -> Span:
        assert token.start_pos is not None
        assert token.end_pos is not None
        # The mark of the kind of a line is no part of its place, nor is the indentation after it.
        skip = 1 if "\ue001" <= str(token)[:1] <= "\ue006" else 0
        start = token.start_pos + self.moved - 1 + skip
        start += len(str(token)[skip:]) - len(str(token)[skip:].lstrip(" "))
        return self._in_file(max(0, start), min(token.end_pos + self.moved - 1, len(self.source.text)), self.begin)

    def _span_of(self, tree: ParseTree) -> Span:
        if tree.meta.empty:
            return NOWHERE
        # A term read without its quotation marks has them before and after its own characters.
        start, end = tree.meta.start_pos + self.moved - 1, tree.meta.end_pos + self.moved - 1
        return self._in_file(max(0, start), min(end, len(self.source.text)), self.begin)

    def _in_file(self, start: int, end: int, begin: int) -> Span:
        """The place in the file of what stands at one of a text that begins there."""
        return Span(begin + start, begin + end, self.file)

    def _raw(self, token: Token) -> str:
        """The characters of the file that a token stands for, marks of line kinds included."""
        assert token.start_pos is not None
        assert token.end_pos is not None
        start = token.start_pos + self.moved - 1
        return ("\n" if start < 0 else "") + self.source.text[max(0, start) : token.end_pos + self.moved - 1]

    def _problem(self, code: str, span: Span, own_eid: str, **args: Any) -> None:
        self.diagnostics.append(error(code, Label(self.source, span, own_eid), **args))


def _unit(tree: ParseTree) -> _Unit:
    head, *rest = (child for child in tree.children if child is not None)
    assert isinstance(head, Token)
    return _Unit(Level[head.type], head, rest, tree.by if isinstance(tree, Moved) else 0)


def _beside(row: ReferenceRow, other: ReferenceRow) -> ReferenceRow:
    """A row that is named after another, with the article and so on that it leaves out."""
    # A row whose numbers cannot be read names nothing, wherever it stands.
    if not other.first or other.first.startswith("art_"):
        return other
    first, last = beside(row.first, other.first), beside(row.first, other.last)
    return replace(other, first=first, last=last, above=first.rpartition("__")[0])


def _flat(conditions: Sequence) -> Sequence:
    """Conditions of which one in brackets of the same kind is no other: «(A, and B), and C» says A, B and C."""
    inner = (
        (condition.items if isinstance(condition, Sequence) and condition.op == conditions.op else (condition,))
        for condition in conditions.items
    )
    return replace(conditions, items=tuple(chain.from_iterable(inner)))


def _is_long(number: str) -> bool:
    """True of a number with more digits or Chinese numerals than are converted; in words it has none."""
    return sum(map(str.isnumeric, number)) > MAX_DIGITS


def _part_numbers(marks: str) -> tuple[int, ...]:
    """The numbers of the parts that some characters mark."""
    return tuple(PART_MARKS.index(char) + 1 for char in marks if char in PART_MARKS)


def _joined(first: Words, second: Words) -> Words:
    """Words of two lines, one after the other; a part goes on until another begins."""
    at = len(first.text) + 1
    moved = (replace(s, start=s.start + at) for s in second.stretches)
    span = first.span | second.span
    return replace(first, text=f"{first.text}\n{second.text}", stretches=(*first.stretches, *moved), span=span)


def _order(language: str, name: str) -> list[int]:
    """For each part in the order of the phrase, its place in canonical order."""
    order: list[int] = []
    for segment in phrase_table(language).phrases[name]:
        inner = segment.segments if isinstance(segment, Optional) else (segment,)
        order.extend(s.number - 1 for s in inner if isinstance(s, Hole))
    return order


def _cover(items: tuple[Node, ...]) -> Span:
    span = items[0].span if items else NOWHERE
    for item in items:
        span |= item.span
    return span


def _too_deep(tree: ParseTree) -> bool:
    # Not by recursion, as the tree may be deeper than the stack.
    stack: list[tuple[ParseTree, int]] = [(tree, 1)]
    while stack:
        current, depth = stack.pop()
        if depth > MAX_DEPTH:
            return True
        stack.extend((c, depth + 1) for c in current.children if isinstance(c, Tree))
    return False
