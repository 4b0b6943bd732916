"""The layer of words: provisions aligned by number and by what they say, and what changed in each."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import date
from difflib import SequenceMatcher
from functools import cached_property
from itertools import groupby
from typing import Literal

from lexludi.base.errors import InvalidRegulation, UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.diff.tracing import Counterparts
from lexludi.diff.typography import Token, is_simplified, tokens
from lexludi.language.nodes import Construct, Document, Mark, Provision
from lexludi.language.printer import Printer
from lexludi.law.amendments import Instrument, Modification
from lexludi.law.files import TextFile
from lexludi.law.history import History, consolidate, history_of, text_in
from lexludi.law.source_notes import Origins
from lexludi.rules.instruments import COMMENCEMENTS, MODIFICATIONS
from lexludi.rules.model import under

Op = Literal["insert", "remove", "change", "renumber", "move", "reworded", "suspend", "apply"]
PieceKind = Literal["same", "removed", "added"]

_IN_WORDS = MODIFICATIONS | COMMENCEMENTS
# How alike the words of two numbers must be to be taken for one provision that moved.
_LIKENESS = 0.6
# A provision is rather sought under its own number, and next under the provision that its parent became.
_SAME_NUMBER, _SAME_PARENT = 0.25, 0.1
# Beyond these sizes likeness is not worth its time; an official text is far smaller.
_MAX_CANDIDATES, _MAX_TOKENS = 60, 5000


@dataclass(frozen=True)
class RedlineUnit:
    """A provision with its own words: title and lines, those of the law or a summary; `silent` what it says without.

    A title above nothing but summaries is part of the summary. `is_missing`: the text says that words of it are.
    """

    eid: str
    parent: str
    title: str
    text: str
    is_summary: bool
    silent: tuple[Construct, ...] = ()
    is_missing: bool = False


@dataclass(frozen=True)
class RedlinePiece:
    """A stretch of a redline."""

    kind: PieceKind
    text: str


@dataclass(frozen=True)
class WordsEdit:
    """An edit of the words of one provision; a side without the provision has no eId and no words.

    `is_missing`: what the provision says in one of the texts is not known, or only in part. `by`: of a
    provision that was reworded in ways that are not known, the instruments. `is_mixed`:
    words of the law are compared with a summary. `held`: what keeps a provision from applying
    in one of the texts, in that after (`suspend`, `insert`) or before (`apply`, `remove`).
    """

    op: Op
    eid_before: str | None
    eid_after: str | None
    before: str | None
    after: str | None
    pieces: tuple[RedlinePiece, ...] = ()
    is_summary: bool = False
    is_missing: bool = False
    by: tuple[Instrument, ...] = ()
    is_mixed: bool = False
    held: "Held | None" = None


@dataclass(frozen=True)
class Alignment:
    """The alignment of two texts: which provision of the one became which of the other, by eId.

    One that was `divided` keeps its number and title; its words became those of a
    provision below it. Where words were `united`, those of a provision became the words
    of the one that it stood in.
    """

    became: Mapping[str, str]
    before: tuple[RedlineUnit, ...]
    after: tuple[RedlineUnit, ...]
    is_comparable: bool = True  # words of two languages are not
    divided: Mapping[str, str] = field(default_factory=dict)
    united: Mapping[str, str] = field(default_factory=dict)

    def eid(self, eid: str) -> str:
        """The eId after of a provision before; the same, if it is unknown."""
        return self.became.get(eid, eid)

    def sought(self, eid: str) -> str:
        """The eId at which the text after may have the rules of a provision; none, where the provision is gone.

        Another may have its number there, and rules go with the words.
        """
        passed = self.divided.get(eid) or self.united.get(eid) or self.eid(eid)
        return f"-{eid}" if eid in self._gone else passed

    @cached_property
    def _gone(self) -> frozenset[str]:
        return frozenset(u.eid for u in self.before) - {*self.became, *self.united}


def units(document: Document) -> tuple[RedlineUnit, ...]:
    """The provisions of a text, in its order."""
    return tuple(_units(document.provisions, "", Printer(document.language)))


def _units(provisions: Iterable[Provision], parent: str, printer: Printer) -> Iterator[RedlineUnit]:
    for provision in provisions:
        items = list(provision.words())
        lines = [provision.title, *(item.text for item in items)]
        # A title has no mark of its own: it is as much of the law as what stands below it.
        told = items or [item for below in provision.all() for item in below.words() if provision.title]
        summary = bool(told) and all(item.mark is Mark.SUMMARY for item in told)
        said = tuple(sentence.statement for sentence in provision.sentences())
        missing = any(statement.op == "missing" for statement in said)
        # What an instrument does to another text, and from when, it does in words.
        lines += [printer.modification(s) for s in provision.sentences() if s.statement.op in _IN_WORDS]
        text = "\n".join(filter(None, lines))
        yield RedlineUnit(provision.eid, parent, provision.title, text, summary, () if items else said, missing)
        yield from _units(provision.below, provision.eid, printer)


# ── Alignment ───────────────────────────────────────────────────────────────


def align(before: Document, after: Document, told: Counterparts | None = None) -> Alignment:
    """Provisions before and after, paired: as instruments have `told`, and by their words where these say nothing.

    Of texts in two languages the words are nothing to go by, and it is their numbers.
    """
    olds, news = units(before), units(after)
    told = _with_reenacted(told or Counterparts(), olds, news)
    if before.language != after.language:
        known = {u.eid for u in news} - {*told.became.values(), *told.alone[1]}
        numbers = {u.eid: u.eid for u in olds if u.eid in known and u.eid not in {*told.became, *told.alone[0]}}
        became = {**numbers, **told.became}
        return Alignment(became, olds, news, is_comparable=False, divided=told.divided, united=told.united)
    # What has its counterpart for certain, or for certain none, is out of the question for all others.
    without = {*told.alone[0], *told.united}, {*told.alone[1], *told.divided.values()}
    one, two = (tuple(u for u in side if u.eid not in out) for side, out in zip((olds, news), without, strict=True))
    alignment = _Aligning(one, two, told.became).run()
    divided, united = {**alignment.divided, **told.divided}, {**alignment.united, **told.united}
    return replace(alignment, before=olds, after=news, divided=divided, united=united)


def _with_reenacted(told: Counterparts, olds: Sequence[RedlineUnit], news: Sequence[RedlineUnit]) -> Counterparts:
    """The counterparts, and provisions that are gone and stand there again as they were: of two texts, the same."""
    there = {u.eid: u for u in news if u.eid not in {*told.became.values(), *told.divided.values()}}
    became = dict(told.became)
    # From above to below: what stands below a number that is another provision's now is another, too.
    for old in (u for u in olds if u.eid not in {*told.became, *told.united}):
        above = became.get(old.parent, "") if old.parent else ""
        new = there.get(f"{above}{old.eid.removeprefix(old.parent)}")
        # Of what is alone in neither text the words tell.
        if new and (old.eid in told.alone[0] or new.eid in told.alone[1]) and _said(new) == _said(old):
            became[old.eid] = new.eid
    alone = told.alone[0] - became.keys(), told.alone[1] - {*became.values()}
    return replace(told, became=became, alone=alone)


def _said(unit: RedlineUnit) -> object:
    """The words of a provision without what is typography alone; of one without words, what it says."""
    return tuple(t.key for t in tokens(unit.text)), unit.silent


class _Aligning:
    def __init__(self, olds: tuple[RedlineUnit, ...], news: tuple[RedlineUnit, ...], became: Mapping[str, str]) -> None:
        self.olds, self.news = olds, news
        self.script = len({is_simplified("".join(u.text for u in side)) for side in (olds, news)}) > 1
        # By identity: equal provisions of both texts, or twice in one, are different units.
        self.keys = {id(u): self._key(u.text) for u in (*olds, *news)}
        self.below: dict[str, list[str]] = {}
        for unit in olds:
            self.below.setdefault(unit.parent, []).append(unit.eid)
        self.parents = {u.eid: u.parent for u in news}
        self.became = dict(became)
        self.taken = {*became.values()}

    def run(self) -> Alignment:
        # From the surest pairs to the weakest; each pass takes only what those before it have left.
        self._unchanged(only=self._single())
        self._entitled()
        self._titled()
        self._renumbered()
        # Words that stand more than once go with what stands around them, which is known by now; then by their number.
        self._following()
        self._unchanged()
        self._renumbered()
        self._alike()
        self._above()
        self._beside()
        self._by_number()
        news = {u.eid: u for u in self.news}
        pairs = [(old, news[eid]) for old in self.olds if (eid := self.became.get(old.eid)) in news]
        divided, united = {}, {}
        for old, new in pairs:
            # Divided, a provision keeps its title alone; united, it has the words of one that stood in it.
            if below := self._words_below(old, new, self.news, self.taken):
                divided[old.eid] = below
            if below := self._words_below(new, old, self.olds, self.became):
                united[below] = new.eid
        return Alignment(self.became, self.olds, self.news, divided=divided, united=united)

    def _key(self, text: str) -> tuple[str, ...]:
        return tuple(t.key for t in tokens(text, script=self.script))

    def _pair(self, old: RedlineUnit, new: RedlineUnit) -> None:
        self.became[old.eid] = new.eid
        self.taken.add(new.eid)

    def _open(self, side: tuple[RedlineUnit, ...]) -> list[RedlineUnit]:
        """The provisions of a side that have words and no counterpart yet, in the order of the text."""
        done = self.became if side is self.olds else self.taken
        return [u for u in side if u.eid not in done and self.keys[id(u)]]

    def _single(self) -> set[tuple[str, ...]]:
        """The words that no two provisions of a side have."""
        counts = [Counter(self.keys[id(u)] for u in side) for side in (self.olds, self.news)]
        return {key for key in counts[0] if counts[0][key] == counts[1][key] == 1}

    def _unchanged(self, only: set[tuple[str, ...]] | None = None) -> None:
        """The same words under the same number."""
        there = {u.eid: u for u in self._open(self.news)}
        for old in self._open(self.olds):
            key, new = self.keys[id(old)], there.get(old.eid)
            if new is not None and key == self.keys[id(new)] and (only is None or key in only):
                self._pair(old, new)

    def _entitled(self) -> None:
        """The same title under the same number, whatever became of the words below it."""
        there = {u.eid: u for u in self._open(self.news)}
        for old in self._open(self.olds):
            new = there.get(old.eid)
            changed = new is not None and self.keys[id(old)] != self.keys[id(new)]
            if new is not None and changed and old.title and old.title == new.title:
                self._pair(old, new)

    def _titled(self) -> None:
        """A title alone stays where more than half of those below it do, under their numbers, whatever words it has."""
        there = {u.eid: u for u in self._open(self.news) if u.text == u.title}
        stayed = Counter(self.parents[eid] for eid, now in self.became.items() if eid == now)
        for old in self._open(self.olds):
            if old.text == old.title and old.eid in there and 2 * stayed[old.eid] > len(self.below.get(old.eid, ())):
                self._pair(old, there[old.eid])

    def _following(self) -> None:
        """The same words where those below the provision went, or else under the same number where that above it went.

        So of two articles that change places each keeps the number that says the same in both.
        """
        there = {u.eid: u for u in self._open(self.news)}
        # From above to below: what is above may have been paired here.
        for old in self._open(self.olds):
            above = self._went(old.parent)
            eid = self._below_went(old.eid) or f"{above}{old.eid.removeprefix(old.parent)}"
            new = there.get(eid)
            if new is not None and eid not in self.taken and self.keys[id(old)] == self.keys[id(new)]:
                self._pair(old, new)

    def _went(self, eid: str) -> str:
        """The eId after of a provision before, by its own words or those below it; its own, where nothing tells."""
        return self.became.get(eid) or self._below_went(eid) or eid

    def _below_went(self, eid: str) -> str:
        """The provision in which most of those stand that stood below one; nothing, where none of them is paired."""
        went = Counter(self.parents[self.became[child]] for child in self.below.get(eid, ()) if child in self.became)
        # Its own number, where as many stayed as went anywhere else.
        return max(went, key=lambda parent: (went[parent], parent == eid), default="") if eid else ""

    def _words_below(
        self, full: RedlineUnit, bare: RedlineUnit, side: tuple[RedlineUnit, ...], paired: Container[str]
    ) -> str:
        """The provision below one that has a title alone, in which all other words of its counterpart stand."""
        if bare.title != full.title or bare.text != bare.title or full.text == full.title:
            return ""
        words = self._key(full.text.removeprefix(full.title))
        below = (u for u in side if u.parent == bare.eid and u.eid not in paired)
        return next((u.eid for u in below if self.keys[id(u)] == words), "")

    def _renumbered(self) -> None:
        """The same words under another number, where no other provision has them."""
        # Words that stand more than once on a side do not tell which of them went where.
        olds = Counter(self.keys[id(u)] for u in self._open(self.olds))
        news = {self.keys[id(u)]: u for u in self._open(self.news)}
        counts = Counter(self.keys[id(u)] for u in self._open(self.news))
        for old in self._open(self.olds):
            key = self.keys[id(old)]
            if olds[key] == counts[key] == 1:
                self._pair(old, news[key])

    def _alike(self) -> None:
        olds, news = self._open(self.olds), self._open(self.news)
        # Each comparison is quadratic in its tokens: beyond so many pairs, only those of one number are made.
        few = len(olds) * len(news) <= _MAX_CANDIDATES**2
        scored = [
            (score, -i, -j)
            for i, old in enumerate(olds)
            for j, new in enumerate(news)
            if (few or self._is_at_its_number(old, new)) and (score := self._score(old, new)) > 0
        ]
        # Greedy by likeness; among equals the first of the text goes first, hence the negative places.
        for _, i, j in sorted(scored, reverse=True):
            old, new = olds[-i], news[-j]
            if old.eid not in self.became and new.eid not in self.taken:
                self._pair(old, new)

    def _score(self, old: RedlineUnit, new: RedlineUnit) -> float:
        """The similarity of two provisions; 0 if they do not go together."""
        one, two = self.keys[id(old)], self.keys[id(new)]
        is_same_number = self._is_at_its_number(old, new)
        near = _SAME_NUMBER * is_same_number + _SAME_PARENT * (self.became.get(old.parent, old.parent) == new.parent)
        # Ratcliff–Obershelp. In very long provisions frequent tokens are passed over (`autojunk`), to save time.
        matcher = SequenceMatcher(None, one, two, autojunk=max(len(one), len(two)) > _MAX_TOKENS)
        # An upper bound of the ratio, in linear time: below the threshold nothing more is worked out.
        if not is_same_number and matcher.quick_ratio() < _LIKENESS:
            return 0
        ratio = matcher.ratio()
        return ratio + near if is_same_number or ratio >= _LIKENESS else 0

    def _is_at_its_number(self, old: RedlineUnit, new: RedlineUnit) -> bool:
        """True of one that bears the number of another, below what the provision above that became, as far as known."""
        return new.eid == f"{self.became.get(old.parent, old.parent)}{old.eid.removeprefix(old.parent)}"

    def _above(self) -> None:
        """Provisions without words go where those below them went."""
        news = {u.eid: u for u in self.news}
        # From the bottom up: below one without words may stand another such, which must have been paired.
        for old in reversed(self.olds):
            below = Counter(
                news[self.became[u.eid]].parent for u in self.olds if u.parent == old.eid and u.eid in self.became
            )
            # To where most of them went; in the order of the text, where as many went elsewhere.
            for eid, _ in below.most_common():
                if old.eid not in self.became and eid in news and eid not in self.taken:
                    self._pair_wordless(old, news[eid])

    def _beside(self) -> None:
        """Others go with their siblings, in order, where they say the same without words (that they are not known)."""
        # From the top, over the pairs as they were; siblings below those paired here are left to their numbers.
        for parent, became in [("", ""), *self.became.items()]:
            olds = [(u, mark) for u in self.olds if u.parent == parent and (mark := self._mark(u, self.became))]
            unchanged = {new: new for new in self.taken}
            news = [(u, mark) for u in self.news if u.parent == became and (mark := self._mark(u, unchanged))]
            # Pairs that were made already are the same mark on both sides, between which others are matched in order.
            one, two = ([mark for _, mark in side] for side in (olds, news))
            for i, j, size in SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks():
                for (old, _), (new, _) in zip(olds[i : i + size], news[j : j + size], strict=True):
                    if old.eid not in self.became and new.eid not in self.taken:
                        self._pair(old, new)

    def _mark(self, unit: RedlineUnit, paired: Mapping[str, str]) -> object:
        """The key that orders siblings: their pair, or what those without words say; nothing for all others."""
        return paired.get(unit.eid) or (not self.keys[id(unit)] and unit.silent)

    def _by_number(self) -> None:
        news = {u.eid: u for u in self.news}
        for old in self.olds:
            if old.eid not in self.became and old.eid in news and old.eid not in self.taken:
                self._pair_wordless(old, news[old.eid])

    def _pair_wordless(self, old: RedlineUnit, new: RedlineUnit) -> None:
        """Pair provisions, unless one that has words would go with another that has them elsewhere."""
        if old.eid == new.eid or not (self.keys[id(old)] or self.keys[id(new)]):
            self._pair(old, new)


# ── Edits ───────────────────────────────────────────────────────────────────


def header_edit(before: Document, after: Document) -> tuple[WordsEdit, ...]:
    """The change of the header of a text: what it says that the text is, from when, and by whom.

    Of versions that amendments made it differs as a matter of course, and nothing is told.
    """
    if any(i.statement.op == "wording_from" for d in (before, after) for i in d.header_sentences()):
        return ()
    one, two = (_header(document) for document in (before, after))
    pieces = redline(one, two)
    changed = any(piece.kind != "same" for piece in pieces)
    return (WordsEdit("change", "", "", one, two, pieces),) if changed else ()


def _header(document: Document) -> str:
    printer = Printer(document.language)
    said = (item.statement for item in document.header_sentences())
    # The score is a rule, and compared with the rules.
    return "\n".join(printer.sentence(statement) for statement in said if statement.op != "score")


def words_edits(alignment: Alignment, *, exact: bool = False) -> tuple[WordsEdit, ...]:
    """The changes of words, in the order of the text after; `exact` tells typography from typography too."""
    return tuple(_Comparing(alignment, exact).run())


class _Comparing:
    def __init__(self, alignment: Alignment, exact: bool) -> None:
        self.alignment = alignment
        self.exact = exact
        self.before, self.after = ({u.eid: u for u in side} for side in (alignment.before, alignment.after))
        # `became` is one to one, so that it can be turned round.
        self.origin = {new: old for old, new in alignment.became.items()}
        self.united = {new: below for below, new in alignment.united.items()}
        sides = ("".join(u.text for u in side) for side in (alignment.before, alignment.after))
        self.script = not exact and len(set(map(is_simplified, sides))) > 1
        self.order = {u.eid: i for i, u in enumerate(alignment.before)}
        self.place = {u.eid: i for i, u in enumerate(alignment.after)}

    def run(self) -> Iterator[WordsEdit]:
        paired = {*self.alignment.became, *self.alignment.united}
        removed = [u for u in self.alignment.before if u.eid not in paired]
        for new in self.alignment.after:
            old = self.before.get(self.origin.get(new.eid, ""))
            if old is None and new.eid in self.alignment.divided.values():
                continue
            if old is None:
                yield WordsEdit(
                    "insert", None, new.eid, None, new.text, _whole("added", new), new.is_summary, new.is_missing
                )
                continue
            # What was removed is told before the next provision that stood behind it.
            while removed and self.order[removed[0].eid] < self.order[old.eid]:
                yield _removal(removed.pop(0))
            if self.alignment.is_comparable:
                yield from self._moved(old, new)
                yield from self._changed(old, new)
        yield from map(_removal, removed)

    def _moved(self, old: RedlineUnit, new: RedlineUnit) -> Iterator[WordsEdit]:
        parent = self.alignment.eid(old.parent)
        above = (parent, self.alignment.divided.get(old.parent, ""), self.alignment.united.get(old.parent, ""))
        # It only followed the provision above it, whatever that became: the last number is the same.
        if new.eid in (p + old.eid.removeprefix(old.parent) for p in above):
            return
        # Its own number tells where it is, unless the one above it went elsewhere, or another came there.
        is_kept = new.eid == old.eid
        if is_kept and old.parent not in self.alignment.became and new.parent not in self.origin:
            return
        op: Op = "renumber" if parent == new.parent and not is_kept and not self._crossed(old, new) else "move"
        yield WordsEdit(op, old.eid, new.eid, old.text, new.text, (), new.is_summary)

    def _crossed(self, old: RedlineUnit, new: RedlineUnit) -> bool:
        """True if a provision has changed places with a sibling."""
        beside = (u.eid for u in self.alignment.before if u.parent == old.parent and u.eid != old.eid)
        became = ((eid, self.alignment.became[eid]) for eid in beside if eid in self.alignment.became)
        before, after = self.order[old.eid], self.place[new.eid]
        return any((self.order[was] < before) != (self.place[now] < after) for was, now in became)

    def _changed(self, old: RedlineUnit, new: RedlineUnit) -> Iterator[WordsEdit]:
        if lower := self.alignment.divided.get(old.eid):
            # The words stayed as they are and went to a provision below: nothing of them is struck out.
            yield from self._passed(_untitled(old), self.after[lower])
            # Instruments may since have given another title to what they left, and words of its own.
            yield from self._reworded(_title_alone(old, new), new)
        elif below := self.united.get(new.eid):
            yield from self._passed(self.before[below], _untitled(new))
            yield from self._reworded(old, _title_alone(new, old))
        else:
            yield from self._reworded(old, new)

    def _passed(self, old: RedlineUnit, new: RedlineUnit) -> Iterator[WordsEdit]:
        # Words that passed below their title, or up to it, may since have gone to another provision.
        is_within = under(new.eid, self.alignment.eid(old.eid)) or under(old.eid, self.origin.get(new.eid, new.eid))
        op: Op = "renumber" if is_within else "move"
        yield WordsEdit(op, old.eid, new.eid, old.text, new.text, (), old.is_summary and new.is_summary)
        yield from self._reworded(old, new)

    def _reworded(self, old: RedlineUnit, new: RedlineUnit) -> Iterator[WordsEdit]:
        pieces = self._redline(old, new)
        mixed = old.is_summary != new.is_summary
        is_title = (old.text, new.text) == (old.title, new.title)  # that what stands below is a summary is told there
        differs = any(p.kind != "same" for p in pieces) or (mixed and not is_title)
        # Words of which a part is lost in one text alone may be other words.
        if differs or old.is_missing != new.is_missing:
            about = (new.is_summary, old.is_missing or new.is_missing, (), mixed)
            yield WordsEdit("change", old.eid, new.eid, old.text, new.text, pieces, *about)

    def _redline(self, old: RedlineUnit, new: RedlineUnit) -> tuple[RedlinePiece, ...]:
        # Each by itself: words that pass from one to the other are no longer where they were.
        parts = (old.title, new.title), tuple(unit.text.removeprefix(unit.title) for unit in (old, new))
        return _joined([p for one, two in parts for p in redline(one, two, exact=self.exact, script=self.script)])


def _whole(kind: PieceKind, unit: RedlineUnit) -> tuple[RedlinePiece, ...]:
    return (RedlinePiece(kind, unit.text),) if unit.text else ()


def _untitled(unit: RedlineUnit) -> RedlineUnit:
    return replace(unit, title="", text=unit.text.removeprefix(unit.title).lstrip())


def _title_alone(unit: RedlineUnit, other: RedlineUnit) -> RedlineUnit:
    """A provision without its words, which are elsewhere in the text of another."""
    return replace(unit, text=unit.title, is_summary=other.is_summary, is_missing=False)


def _removal(old: RedlineUnit) -> WordsEdit:
    return WordsEdit("remove", old.eid, None, old.text, None, _whole("removed", old), old.is_summary, old.is_missing)


# ── Redline ─────────────────────────────────────────────────────────────────


def redline(before: str, after: str, *, exact: bool = False, script: bool = False) -> tuple[RedlinePiece, ...]:
    """The words after, with what was removed and added; what differs in typography alone is the same."""
    olds, news = (tokens(t, exact=exact, script=script) for t in (before, after))
    one, two = [t.key for t in olds], [t.key for t in news]
    matcher = SequenceMatcher(None, one, two, autojunk=max(len(one), len(two)) > _MAX_TOKENS)
    pieces: list[RedlinePiece] = []
    at_old = at_new = 0
    # Pieces run from the end of one token to that of another, so that the spaces between are in one of them.
    for same, i, j in _blocks(matcher.get_opcodes()):
        end_old, end_new = _end(olds, i, at_old), _end(news, j, at_new)
        old, new = before[at_old:end_old], after[at_new:end_new]
        pieces += [RedlinePiece("same", new)] if same else _replaced(old, new, exact)
        at_old, at_new = end_old, end_new
    tail = after[at_new:]
    return _joined([*pieces, RedlinePiece("same", tail)])


def _end(units_: Sequence[Token], count: int, at: int) -> int:
    return max(at, units_[count - 1].end) if count else at


def _blocks(opcodes: Sequence[tuple[str, int, int, int, int]]) -> Iterator[tuple[bool, int, int]]:
    """Stretches that are the same or not, with their ends on both sides; a lone token between edits is part of them."""
    for index, (op, i1, i2, _, j2) in enumerate(opcodes):
        inner = 0 < index < len(opcodes) - 1
        lone = op == "equal" and inner and i2 - i1 == 1 and _large(opcodes[index - 1]) and _large(opcodes[index + 1])
        yield op == "equal" and not lone, i2, j2


def _large(opcode: tuple[str, int, int, int, int]) -> bool:
    _, i1, i2, j1, j2 = opcode
    return i2 - i1 >= 2 and j2 - j1 >= 2


def _replaced(old: str, new: str, exact: bool) -> list[RedlinePiece]:
    """The words removed and added, without the space that both begin with."""
    spaces = [text[: len(text) - len(text.lstrip())] for text in (old, new)]
    if not all(spaces) or (exact and spaces[0] != spaces[1]):
        return [RedlinePiece("removed", old), RedlinePiece("added", new)]
    return [RedlinePiece("same", spaces[1]), RedlinePiece("removed", old.lstrip()), RedlinePiece("added", new.lstrip())]


def _joined(pieces: list[RedlinePiece]) -> tuple[RedlinePiece, ...]:
    """Neighbours of one kind as one piece; between two pieces that are the same, what was removed comes first."""
    out: list[RedlinePiece] = []
    for same, group in groupby(filter(lambda p: p.text, pieces), key=lambda p: p.kind == "same"):
        run = list(group)
        kinds: tuple[PieceKind, ...] = ("same",) if same else ("removed", "added")
        texts = ((kind, "".join(p.text for p in run if p.kind == kind)) for kind in kinds)
        out.extend(RedlinePiece(kind, text) for kind, text in texts if text)
    return tuple(out)


# ── Words that instruments have changed in ways that are not known ──────────


# The instruments that changed the words of a provision in ways not known, by eId; one as often as it did.
Reworded = Mapping[str, tuple[Instrument, ...]]


@dataclass(frozen=True)
class Held:
    """A change by which a provision does not apply: a suspension, by an instrument, or a later entry into force."""

    change: Modification
    instrument: Instrument | None


# Instruments with effect from before their publication, each with its day.
Retroactive = tuple[tuple[Instrument, date], ...]


@dataclass(frozen=True)
class Notes:
    """The history of the provisions of a text, by eId; `until`: to the end of which day words in derogation hold.

    `origins` are those by which they are found in another text of the work; `alike` the numbers that several of its
    instruments have.
    Of a text that is not `is_consolidated` nothing else is known but what it says itself.
    `retroactive` are the instruments with effect in it from before their publication, each with the day of that.
    """

    reworded: Reworded = field(default_factory=dict)
    held: Mapping[str, Held] = field(default_factory=dict)
    until: Mapping[str, date] = field(default_factory=dict)
    retroactive: Retroactive = ()
    origins: Origins = field(default_factory=Origins)
    alike: frozenset[str] = frozenset()
    is_consolidated: bool = False


def notes_of(file: TextFile) -> Notes:
    """The history of the provisions of a text; of one that stands in a file of its own, their origins alone."""
    if file.date is None:
        return Notes()
    if not file.is_consolidated:
        return Notes(origins=_origins_in(file))
    history = history_of(file.path.parent, (file.language,))
    text = consolidate(history, file.date, file.language)
    # In all of their languages, to be named in that of whoever reads.
    known = {i.id: i for i in history_of(file.path.parent).instruments}
    count = Counter(i.number for i in known.values())
    notes = text.notes
    return Notes(
        {eid: tuple(known[i] for i in note.reworded_by) for eid, note in notes.items() if note.reworded_by},
        {eid: Held(change, known.get(change.instrument)) for eid, note in notes.items() if (change := note.suspended)},
        {eid: note.until for eid, note in notes.items() if note.until},
        tuple((known[instrument.id], day) for instrument, day in _retroactive(history, file)),
        text.origins,
        frozenset(number for number in count if count[number] > 1),
        is_consolidated=True,
    )


def _origins_in(file: TextFile) -> Origins:
    """The origins of the provisions of a file; none, where a text that it goes back to cannot be had."""
    try:
        return text_in(file).origins
    except (UnknownWork, InvalidRegulation):
        return Origins()


def _retroactive(history: History, file: TextFile) -> Iterator[tuple[Instrument, date]]:
    assert file.date is not None
    for instrument, day in history.applied(file.date, file.language):
        if instrument.published and day < instrument.published:
            yield instrument, day


def held_edits(alignment: Alignment, before: Mapping[str, Held], after: Mapping[str, Held]) -> Iterator[WordsEdit]:
    """An edit for each provision that both texts have, and that applies in one of them alone.

    What follows for the provisions below from the one above is not said again.
    """
    origins = {new: old for old, new in alignment.became.items()}
    olds = {u.eid: u for u in alignment.before}
    said: dict[str, Held | None] = {}
    for new in alignment.after:
        old = olds.get(origins.get(new.eid, ""))
        if old is None:
            continue
        was, now = before.get(old.eid), after.get(new.eid)
        said[new.eid] = held = (now or was) if (was is None) != (now is None) else None
        if held is not None and said.get(new.parent) != held:
            op: Op = "suspend" if now else "apply"
            yield WordsEdit(op, old.eid, new.eid, old.text, new.text, is_summary=new.is_summary, held=held)


def told_with_held(
    edits: Iterable[WordsEdit], alignment: Alignment, before: Mapping[str, Held], after: Mapping[str, Held]
) -> Iterator[WordsEdit]:
    """The edits, of which those of provisions of one text alone say what keeps them from applying in it.

    Below one for which that is told it is not said again.
    """
    origins = {new: old for old, new in alignment.became.items()}
    parents = [{u.eid: u.parent for u in side} for side in (alignment.before, alignment.after)]
    for edit in edits:
        if edit.op not in ("insert", "remove"):
            yield edit
            continue
        is_new = edit.op == "insert"
        eid, counterparts = (edit.eid_after, origins) if is_new else (edit.eid_before, alignment.became)
        held, other = (after, before) if is_new else (before, after)
        above = parents[is_new][eid or ""]
        is_told = held.get(above) == held.get(eid or "") and counterparts.get(above, "") not in other
        yield edit if is_told else replace(edit, held=held.get(eid or ""))


def told_with_reworded(edits: Iterable[WordsEdit], before: Reworded, after: Reworded) -> Iterator[WordsEdit]:
    """The edits, of which those of provisions of one text alone name what changed their words in ways not known."""
    for edit in edits:
        by = {"insert": after, "remove": before}.get(edit.op, {}).get(edit.eid_after or edit.eid_before or "", ())
        yield replace(edit, is_missing=True, by=tuple(dict.fromkeys(by))) if by else edit


def reworded_edits(alignment: Alignment, before: Reworded, after: Reworded) -> Iterator[WordsEdit]:
    """An edit for each provision of which one text has words that an instrument changed, how is not known.

    What follows for the provisions below from the nearest one above that both texts have
    is not said again.
    """
    pairs = (alignment.united, alignment.divided, alignment.became)  # what a provision became comes first
    origins = {new: old for mapping in pairs for old, new in mapping.items()}
    olds = {u.eid: u for u in alignment.before}
    # By their ids as well: a law and an order may have one number.
    said: dict[str, tuple[tuple[str, str], ...]] = {}
    for new in alignment.after:
        old = olds.get(origins.get(new.eid, ""))
        if old is None:
            # What has no counterpart hands down to those below it what was said above.
            said[new.eid] = said.get(new.parent, ())
            continue
        pair = (before.get(old.eid, ()), after.get(new.eid, ()))
        # By an instrument whose changes one of both texts contains, and not the other, or more of them.
        one, two = (Counter((instrument.id, instrument.number) for instrument in by) for by in pair)
        said[new.eid] = tuple(by for by in one | two if one[by] != two[by])
        if said[new.eid] and said.get(new.parent) != said[new.eid]:
            # The words of the text that was changed so are not known, whatever was known of them before.
            was, now = (None if by else unit for unit, by in zip((old, new), pair, strict=True))
            is_summary = any(unit.is_summary for unit in (was, now) if unit)
            texts = (was.text if was else None, now.text if now else None)
            by = tuple(
                dict.fromkeys(
                    instrument
                    for instrument in (*pair[0], *pair[1])
                    if (instrument.id, instrument.number) in said[new.eid]
                )
            )
            yield WordsEdit("reworded", old.eid, new.eid, *texts, is_summary=is_summary, by=by)
