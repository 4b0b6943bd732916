"""Equipment and table of a game in words: what is drawn and thrown, what it counts, who takes part."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from math import prod

from lexludi.base.frozen import dataclass
from lexludi.language import nouns
from lexludi.language.nodes import Number, Term, constructs_in, walk
from lexludi.language.phrases import phrase_table
from lexludi.rules.describe import prose_of, statement
from lexludi.rules.literals import item_of
from lexludi.rules.model import Groups, Range, Role, RuleSet, Runs, Scale, Stock, Thrown, Value, expressions
from lexludi.site.desk import Desk
from lexludi.site.formal import SentencePiece
from lexludi.site.sentences import told

# So many numbers in a row are told as a range.
_ROW = 4


@dataclass(frozen=True)
class SaidSentence:
    """A sentence, and the provision that says it."""

    sentence: tuple[SentencePiece, ...]
    provision: str


@dataclass(frozen=True)
class WorthRow:
    """Items and the numbers that they count."""

    items: str
    numbers: str
    provision: str


@dataclass(frozen=True)
class Equipment:
    """The material of a game, what its items count, and those who take part."""

    material: tuple[SaidSentence, ...]
    worths: tuple[WorthRow, ...]
    counting: tuple[SaidSentence, ...]
    table: tuple[SaidSentence, ...]


def equipment(desk: Desk, rules: RuleSet) -> Equipment:
    """The equipment under decided rules."""
    words = _Words(desk, rules)
    return Equipment(
        tuple(words.material()),
        tuple(words.worths()),
        tuple(words.counting()),
        tuple(words.table()),
    )


@dataclass(frozen=True)
class _Words:
    desk: Desk
    rules: RuleSet

    def _said(self, eid: str, key: str, **args: object) -> SaidSentence:
        sentence = nouns.contracted(self.desk.say(f"site.rules.{key}", **args))
        return SaidSentence(told(self.desk, sentence), eid)

    def _common(self, term: str, *, plural: bool = False) -> str:
        """A term without its article; as a name where there are several, and the glossary has no plural."""
        glossary, language = self.rules.glossary, self.desk.language
        noun = glossary.noun(term, language)
        word = nouns.common(glossary, term, language, plural=plural)
        # Chinese has no plural to lack.
        if not plural or language == "zh" or (noun and noun.plural):
            return word
        quotes = phrase_table(language).marks.quotes
        return f"{quotes[0]}{word}{quotes[1]}"

    def _counted(self, count: Value | Range, term: str, key: str = "counted") -> str:
        """A number of things, in words if it is small: «one dealer», «sete lugares»."""
        language, glossary = self.desk.language, self.rules.glossary
        noun = glossary.noun(term, language)
        if not isinstance(count, int):
            things = self._common(term, plural=True)
            return self.desk.say("site.rules.counted", count=self.desk.value(count), thing=things)
        number = nouns.counted(count, language, noun.gender if noun else "m")
        return self.desk.say(f"site.rules.{key}", count=number, thing=self._common(term, plural=count != 1))

    def _items(self, items: Iterable[str], last: str = "and") -> str:
        """Items in their order; numbers in a row as a range."""
        return self.desk.words.join(chain.from_iterable(map(self._row, _rows(items))), last)

    def _row(self, row: list[str]) -> Iterator[str]:
        if len(row) >= _ROW:
            yield self.desk.say("site.rules.range", first=row[0], last=row[-1])
        else:
            yield from map(self.desk.teller.term, row)

    # ── Material ────────────────────────────────────────────────────────────

    def material(self) -> Iterator[SaidSentence]:
        """The things that are drawn, and those that are thrown; the items that are listed or have a name together."""
        for stock in self.rules.stocks:
            yield self._stock(stock)
        for thrown in self.rules.thrown:
            yield self._thrown(thrown)
        faces = {thrown.scale for thrown in self.rules.thrown}
        for scale in self.rules.scales.values():
            if scale.id not in faces:
                key = "scale" if self._is_ordered(scale) else "set"
                yield self._said(scale.eid, key, name=self._common(scale.id), items=self._items(scale.items))
        for item_set in self.rules.sets.values():
            yield self._said(
                item_set.eid, "set", name=self.desk.teller.term(item_set.id), items=self._items(item_set.items)
            )
        listings: tuple[Runs | Groups, ...] = (*self.rules.runs.values(), *self.rules.groups.values())
        for several in listings:
            listed = ("-".join(map(self.desk.teller.term, items)) for items in several.items)
            name = self.desk.teller.term(several.id)
            yield self._said(several.eid, "set", name=name, items=self.desk.words.join(listed))

    def _is_ordered(self, scale: Scale) -> bool:
        """Some rule asks which of two items is higher; else the text merely lists them."""
        scales, items = self._compared
        return scale.id in scales or not items.isdisjoint(scale.items)

    @cached_property
    def _compared(self) -> tuple[frozenset[str], frozenset[str]]:
        """The scales that order hands or make a sequence, and the items that a hand must reach."""
        scales: set[str] = set()
        items: set[str] = set()
        for node in constructs_in(*expressions(self.rules)):
            if node.op.endswith("_key") or node.op == "in_sequence":
                scales.update(part.id for part in node.parts if isinstance(part, Term))
            elif node.op == "with_or_better":
                items.update(item_of(part) for part in walk(node.parts[2]) if isinstance(part, Term | Number))
        return frozenset(scales), frozenset(items)

    def _stock(self, stock: Stock) -> SaidSentence:
        copies = stock.copies if isinstance(stock.copies, int) else 0
        key = "stock-of" if stock.counts else "stock-besides" if stock.besides else "stock"
        counts = [count for _, count in (*stock.counts, *stock.besides)]
        # Without a size of its own: items that are counted add up, else there is one of each combination of the scales,
        # and others come besides.
        size = stock.size or sum(counts)
        if stock.size is None and not stock.counts:
            size += prod(len(self.rules.scales[scale].items) for scale in stock.scales)
        return self._said(
            stock.eid,
            f"{key}.one" if copies == 1 else key,
            copies=copies or self.desk.value(stock.copies),
            objects=self._common(stock.object, plural=True),
            size=size,
            total=size * copies if copies else "?",
            scales=self.desk.words.join(map(self._common, stock.scales)),
            items=self._shares(stock.counts or stock.besides),
        )

    def _thrown(self, thrown: Thrown) -> SaidSentence:
        items = self.rules.scales[thrown.scale].items
        last = "or" if self.desk.language == "zh" else "and"
        return self._said(
            thrown.eid,
            "heap" if thrown.by else "thrown",
            by=thrown.by,
            objects=self._common(thrown.object, plural=True),
            counted=self._counted(thrown.count, thrown.object),
            count=thrown.count,
            # Scales go from the highest down; the sides of what is thrown are told from the lowest.
            items=self._shares(thrown.counts) if thrown.counts else self._items(reversed(items), last),
        )

    def _shares(self, counts: Iterable[tuple[str, int]]) -> str:
        """The number of things that show each item."""
        term = self.desk.teller.term
        return self.desk.words.join(
            self.desk.say("site.rules.share", count=count, item=term(item)) for item, count in counts
        )

    # ── What items count ────────────────────────────────────────────────────

    def worths(self) -> Iterator[WorthRow]:
        """The numbers that items count, a row for each that count alike."""
        for worth in self.rules.worths:
            items = self.desk.words.join(map(self.desk.teller.term, worth.items))
            numbers = self.desk.words.join(map(str, worth.numbers), "or")
            face = self.desk.say("site.rules.face")
            rest = self.desk.say("site.rules.others" if len(self.rules.worths) > 1 else "site.rules.everything")
            yield WorthRow(items or rest, numbers or face, worth.eid)

    def counting(self) -> Iterator[SaidSentence]:
        """The sentence on how numbers make a total."""
        if self.rules.modulus:
            modulus, eid = self.rules.modulus
            yield self._said(eid, "modulus", modulus=modulus)
        if self.rules.best_within:
            limit, eid = self.rules.best_within
            yield self._said(eid, "best-within", limit=limit)

    # ── The table ───────────────────────────────────────────────────────────

    def table(self) -> Iterator[SaidSentence]:
        """Those who take part, and the states that they may be in."""
        for role in self.rules.roles.values():
            yield from self._role(role)
        for status in self.rules.statuses:
            values = self.desk.words.join(map(self.desk.teller.term, status.values), "or")
            yield self._said(status.eid, "status", role=self._common(status.role), values=values)

    def _role(self, role: Role) -> Iterator[SaidSentence]:
        if role.kind != "bettor":
            if role.kind == "one":
                # One of a kind has no number in Chinese, where each kind would need a classifier of its own.
                is_named = self.desk.language == "zh"
                counted = self._common(role.id) if is_named else self._counted(1, role.id, "one")
                yield self._said(role.eid, "holder", counted=counted)
            else:
                yield self._said(role.eid, "holders", counted=self._counted(role.count, role.id))
        elif role.at:
            prose = prose_of(self.desk.rules, self.desk.language)
            yield SaidSentence(told(self.desk, prose.tell(statement(role))), role.eid)
        else:
            yield self._said(role.eid, "bettor", role=self._common(role.id))


def _rows(items: Iterable[str]) -> Iterator[list[str]]:
    """Items in rows, numbers that follow one another together."""
    row: list[str] = []
    for item in items:
        if row and not (item.isdecimal() and row[-1].isdecimal() and abs(int(item) - int(row[-1])) == 1):
            yield row
            row = []
        row.append(item)
    yield row
