"""Histories at random: a small text, instruments that change it in time, and the text of each day, in three languages.

The text of a day is worked out beside the history, while that is made up: provisions are moved in lists, and each
knows its words; nothing is looked up by number. Nothing of the engine is used.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random

KINDS = ("art", "para", "point")
FIRST, PUBLISHED = date(2031, 1, 1), date(2030, 12, 31)
LANGUAGES = ("zh", "pt", "en")
MONTHS = {
    "pt": "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split(),
    "en": "January February March April May June July August September October November December".split(),
}
# A provision by its number, as it is cited; and as its heading has it.
CITED = {
    "zh": {"art": "第{}{}條", "para": "第{}{}款", "point": "({}{})項"},
    "pt": {"art": "artigo {}.º{}", "para": "n.º {}{}", "point": "alínea {}{})"},
    "en": {"art": "article {}{}", "para": "number {}{}", "point": "{}{})"},
}
HEADED = {
    "zh": {"art": "第{}{}條", "para": "{}{}、", "point": "({}{})"},
    "pt": {"art": "Artigo {}.º{}", "para": "{}{}.", "point": "{}{})"},
    "en": {"art": "Article {}{}", "para": "{}{}.", "point": "{}{})"},
}
SAID = {
    "zh": {
        "no effect": "不影響程式運作：{}", "prevails": "優先於{}。", "substitute": "{}修改為：",
        "insert": "在{}之後增加：", "append": "在{}增加：", "append whole": "增加下列條文：", "repeal": "廢止{}。",
        "renumber": "{}改為{}。", "reworded": "{}經修改，行文不詳。", "suspend": "{}自{}起暫停適用。",
        "suspend until": "{}自{}起暫停適用，至{}為止。", "derogate": "自{}至{}，{}暫改為：", "for": "{}原文為：",
        "read": "應改為：", "in force of": "{}自{}起生效。", "regulation": "規章：{}", "identifier": "識別碼：{}",
        "instrument": "法規：虛構法規第{}號", "amends": "修改：invented", "rectifies": "更正：虛構法規第{}號",
        "published": "公佈於{}。", "in force": "自{}起生效。", "effective": "效力追溯至{}。",
        "invented": "本文為虛構示例，並非法律。", "in part": "修改內容部分已知：虛構",
        "anew": "本文為重新公佈之全文。",
    },
    "pt": {
        "no effect": "sem efeito na máquina: {}", "prevails": "prevalece sobre o {}.",
        "substitute": "o {} passa a ter a seguinte redacção:", "insert": "a seguir ao {} é aditado:",
        "append": "ao {} é aditado:", "append whole": "é aditado ao regulamento:", "repeal": "é revogado o {}.",
        "renumber": "o {} passa a ser o {}.", "reworded": "o {} é alterado em termos desconhecidos.",
        "suspend": "é suspenso o {}, desde {}.", "suspend until": "é suspenso o {}, desde {} até {}.",
        "derogate": "de {} a {}, o {} tem a seguinte redacção:", "for": "no {}, onde se lê:", "read": "deve ler-se:",
        "in force of": "o {} entra em vigor em {}.", "regulation": "regulamento: {}", "identifier": "identificador: {}",
        "instrument": "diploma: Diploma inventado n.º {}", "amends": "altera: invented",
        "rectifies": "rectifica: Diploma inventado n.º {}", "published": "publicado em {}.",
        "in force": "em vigor desde {}.", "effective": "produz efeitos desde {}.",
        "invented": "exemplo inventado, que não é lei.",
        "in part": "o conteúdo da alteração é conhecido em parte: inventado", "anew": "republicação integral.",
    },
    "en": {
        "no effect": "no effect on the machine: {}", "prevails": "prevails over {}.", "substitute": "replace {} by:",
        "insert": "insert after {}:", "append": "add to {}:", "append whole": "add to the regulation:",
        "repeal": "repeal {}.", "renumber": "renumber {} as {}.", "reworded": "in words not known, {} is changed.",
        "suspend": "suspend {} from {}.", "suspend until": "suspend {} from {} until {}.",
        "derogate": "from {} until {}, {} reads:", "for": "in {}, for:", "read": "read:",
        "in force of": "on {1}, {0} enters into force.", "regulation": "regulation: {}", "identifier": "identifier: {}",
        "instrument": "instrument: Invented instrument No. {}", "amends": "amends: invented",
        "rectifies": "rectifies: Invented instrument No. {}", "published": "published on {}.",
        "in force": "in force from {}.", "effective": "takes effect from {}.", "invented": "invented example, not law.",
        "in part": "its content is known in part: made up", "anew": "republished in full.",
    },
}  # fmt: skip

Path = tuple[tuple[str, str], ...]


@dataclass(eq=False)
class Unit:
    """A provision: which words it has, since when and by which instrument (none: the first text), and what is below.

    `refers` is another over which it is said to prevail. `reworded` are the instruments that have changed it since in
    words not known.
    """

    kind: str
    number: str
    words: str
    by: str = ""
    since: date | None = None
    refers: "Unit | None" = None
    reworded: tuple[str, ...] = ()
    below: "list[Unit]" = field(default_factory=list)
    above: "Unit | None" = None

    @property
    def path(self) -> Path:
        """The kinds and numbers of those above it and its own, as they are now."""
        return (*(self.above.path if self.above is not None else ()), (self.kind, self.number))

    def all(self) -> "Iterator[Unit]":
        """The provision and all below it."""
        yield self
        for below in self.below:
            yield from below.all()

    def chain(self) -> "Iterator[Unit]":
        """The provision and all above it."""
        yield self
        if self.above is not None:
            yield from self.above.chain()

    def quoted(self) -> "Quoted":
        """The provision as it reads now."""
        below = tuple(unit.quoted() for unit in self.below)
        return Quoted(self.kind, self.number, self.words, self.refers.path if self.refers else (), below)


@dataclass(frozen=True)
class Quoted:
    """A provision as it is written down at one time."""

    kind: str
    number: str
    words: str
    refers: Path
    below: "tuple[Quoted, ...]"

    def lines(self, language: str) -> Iterator[str]:
        """The lines of a text."""
        yield _named(HEADED[language], self.kind, self.number, language)
        yield f"  | {self.words}"
        yield f"  {said('no effect', language, self.words)}"
        if self.refers:
            yield f"  {said('prevails', language, self.refers)}"
        for below in self.below:
            yield from below.lines(language)


@dataclass(frozen=True)
class Sentence:
    """A formal sentence, and what is quoted below it; for a misprint, twice."""

    key: str
    parts: tuple[Path | date, ...] = ()
    quoted: Quoted | None = None
    right: Quoted | None = None

    def lines(self, language: str) -> Iterator[str]:
        """The lines of a text."""
        yield said(self.key, language, *self.parts)
        if self.quoted is not None:
            yield from (f"> {line}" for line in self.quoted.lines(language))
        if self.right is not None:
            yield said("read", language)
            yield from (f"> {line}" for line in self.right.lines(language))


@dataclass(frozen=True)
class Instrument:
    """An instrument: `in_force` from a day, with `effect` from another perhaps; of a second article, from a third."""

    name: str
    in_force: date
    effect: date | None
    articles: tuple[tuple[date | None, tuple[Sentence, ...]], ...]
    rectifies: str | None = None

    def text(self, language: str) -> str:
        """The text of a file."""
        number, year = self.name.split("-")
        lines = [said("regulation", language, f"a{self.name}"), said("instrument", language, self.name)]
        lines.append(said("identifier", language, f"/akn/xx/act/despacho/{year}/{number}"))
        lines.append(said("amends", language))
        if self.rectifies:
            lines.append(said("rectifies", language, self.rectifies))
        lines += [said("published", language, PUBLISHED), said("in force", language, self.in_force)]
        if self.effect is not None:
            lines.append(said("effective", language, self.effect))
        if any(sentence.key == "reworded" for _, sentences in self.articles for sentence in sentences):
            lines.append(said("in part", language))
        lines += [said("invented", language), ""]
        for number, (day, sentences) in enumerate(self.articles, 1):
            path = (("art", str(number)),)
            lines.append(_named(HEADED[language], "art", str(number), language))
            lines += [f"  {line}" for sentence in sentences for line in sentence.lines(language)]
            if day is not None:
                lines.append(f"  {said('in force of', language, path, day)}")
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Line:
    """A provision as the text of a day should have it; `until` is the last day of words in derogation."""

    eid: str
    words: str
    applies: bool
    by: str
    since: date | None
    refers: str
    reworded: tuple[str, ...]
    rectified: tuple[str, ...] = ()
    until: date | None = None


@dataclass(frozen=True)
class Temporary:
    """A provision that is suspended, or has other words (with what is below them), from one day to another."""

    unit: Unit
    made: date
    first: date
    last: date | None
    words: Unit | None = None

    def holds(self, day: date) -> bool:
        """True on each of its days."""
        return self.first <= day and (self.last is None or day <= self.last)


@dataclass(frozen=True)
class History:
    """Texts published in full, of which the first is no other's republication, instruments, and the text of each day.

    `strained` are the days on which law says two things at once, or no longer says of what it speaks.
    """

    texts: dict[date, tuple[Quoted, ...]]
    instruments: tuple[Instrument, ...]
    days: dict[date, list[Line]]
    strained: frozenset[date]

    def text(self, day: date, language: str) -> str:
        """The text that was published in full for a day."""
        head = [said("regulation", language, "invented"), said("identifier", language, "/akn/xx/act/2031/invented")]
        head += [said("invented", language), said("in force", language, day)]
        head += [said("anew", language)] if day > FIRST else []
        return "\n".join([*head, *("\n" + "\n".join(article.lines(language)) for article in self.texts[day])]) + "\n"


@dataclass
class _Changes:
    """The changes of an instrument on one day, before they are made: what goes, other numbers, other words."""

    name: str
    day: date
    touched: set[Unit]
    not_meant: set[Unit]
    sentences: list[Sentence] = field(default_factory=list)
    gone: list[Unit] = field(default_factory=list)
    moves: list[tuple[Unit, str]] = field(default_factory=list)
    words: list[Callable[[], None]] = field(default_factory=list)


class Maker:
    """Makes a history up, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0
        self.articles: list[Unit] = []
        self.temporary: list[Temporary] = []
        self.published: list[tuple[str, Quoted, Path]] = []
        self.moved: list[tuple[date, set[Unit]]] = []

    def make(self) -> History:
        """The history."""
        for number in range(1, self.random.randrange(4, 7)):
            self.articles.append(self._new("art", str(number)))
        for unit in self._units():
            if self._one_in(4):
                unit.refers = self.random.choice([other for other in self._units() if other is not unit])
        texts = {FIRST: tuple(article.quoted() for article in self.articles)}
        self.published += [("", provision.quoted(), provision.path) for provision in self._units()]
        snapshots = {FIRST: self._snapshot()}
        parts: dict[str, list[tuple[date, tuple[Sentence, ...]]]] = {}
        calendar = self._calendar()
        for day, names in sorted(calendar.items()):
            touched: set[Unit] = set()
            for name in sorted(names):
                amendment = parts.setdefault(name, [])
                # What has other numbers since the instrument entered into force is not spoken of by its later part.
                moved = {unit for then, units in self.moved for unit in units if amendment and then >= amendment[0][0]}
                amendment.append((day, self._changed(_Changes(name, day, touched, moved))))
            snapshots[day] = self._snapshot()
            if (anew := self._day_between(day, calendar)) is not None:
                texts[anew] = self._published_anew()
                snapshots[anew] = self._snapshot()
        last = {max(names) for names in calendar.values()}
        instruments = [
            self._instrument(name, sections, [*snapshots], is_last=name in last) for name, sections in parts.items()
        ]
        looked_at = {*snapshots}
        for amendment in self.temporary:
            # What holds for a time begins and ends on days of its own, on which nothing else changes.
            looked_at |= {amendment.first, amendment.first - timedelta(days=1)}
            looked_at |= {amendment.last, amendment.last + timedelta(days=1)} if amendment.last else set()
        days = {day: snapshots[max(d for d in snapshots if d <= day)](day) for day in sorted(looked_at) if day >= FIRST}
        unclear = [anew for anew in texts if self._is_strained(anew)]
        strained = frozenset(day for day in days if self._is_strained(day) or any(anew <= day for anew in unclear))
        if len(texts) == 1 and self._one_in(2):
            instruments.append(self._rectification(days, max(days)))
        return History(texts, tuple(instruments), days, strained)

    # ── When ────────────────────────────────────────────────────────────────

    def _calendar(self) -> dict[date, set[str]]:
        """The days on which instruments change the text; one may do so on two."""
        out: dict[date, set[str]] = {}
        day = FIRST + timedelta(days=30)
        for number in range(1, self.random.randrange(2, 6)):
            days = {day, day + timedelta(days=self.random.choice((10, 45)))} if self._one_in(5) else {day}
            for then in days:
                out.setdefault(then, set()).add(f"{number}-2031")
            # Instruments of one day stand in the order of their numbers.
            day += timedelta(days=self.random.choice((0, 1, 20, 40)))
        return out

    def _instrument(
        self, name: str, parts: list[tuple[date, tuple[Sentence, ...]]], days: list[date], *, is_last: bool
    ) -> Instrument:
        """An instrument; the last of its day may have effect from then and enter into force later."""
        (first, sentences), *later = parts
        in_force = first + timedelta(days=self.random.choice((1, 15)))
        # Until one with effect from an earlier day is in force, nobody speaks of what it has changed.
        is_alone = is_last and not any(first < day <= in_force for day in days)
        if not later and is_alone and self._one_in(3):
            return Instrument(name, in_force, first, ((None, sentences),))
        return Instrument(name, first, None, ((None, sentences), *later))

    def _day_between(self, day: date, calendar: dict[date, set[str]]) -> date | None:
        """A day after one, before anything else changes and after all has entered into force, to publish the text."""
        later = min((other for other in calendar if other > day), default=None)
        anew = day + timedelta(days=17)
        return anew if (later is None or later > anew) and self._one_in(4) else None

    def _published_anew(self) -> tuple[Quoted, ...]:
        """The text as it stands; what is not known of it is told by it."""
        for unit in self._units():
            if unit.reworded:
                self.count += 1
                unit.words, unit.by, unit.since, unit.reworded = f"words {self.count}.", "", None, ()
        return tuple(article.quoted() for article in self.articles)

    def _is_strained(self, day: date) -> bool:
        """Two temporary changes bear on one provision, or one on what was touched before it began."""
        holding = [temporary for temporary in self.temporary if temporary.holds(day)]
        for place, change in enumerate(holding):
            family = {*change.unit.all(), *change.unit.chain()}
            if any(other.unit in family for other in holding[:place]):
                return True
            if any(change.made <= moved <= day and family & units for moved, units in self.moved):
                return True
        return False

    # ── The text ────────────────────────────────────────────────────────────

    def _one_in(self, many: int) -> bool:
        return not self.random.randrange(many)

    def _new(self, kind: str, number: str, by: str = "", since: date | None = None, depth: int = 2) -> Unit:
        """A provision with words of its own, and perhaps with others below it."""
        self.count += 1
        unit = Unit(kind, number, f"words {self.count}.", by, since)
        if depth and kind != "point" and self._one_in(2):
            below = "point" if kind == "para" or self._one_in(3) else "para"
            for place in range(1, self.random.randrange(2, 4)):
                part = self._new(below, str(place), by, since, depth - 1)
                part.above = unit
                unit.below.append(part)
        return unit

    def _siblings(self, unit: Unit) -> list[Unit]:
        return self.articles if unit.above is None else unit.above.below

    def _units(self) -> list[Unit]:
        return [unit for article in self.articles for unit in article.all()]

    def _snapshot(self) -> Callable[[date], list[Line]]:
        """The text as it stands now, as a function of the day: of what holds for a time."""
        chains = {unit: [*unit.chain()] for unit in self._units()}
        eids = {unit: _eid(unit.path) for unit in chains}
        now = {
            unit: Line(
                eid, unit.words, True, unit.by, unit.since, eids[unit.refers] if unit.refers else "", unit.reworded
            )
            for unit, eid in eids.items()
        }

        def on(day: date) -> list[Line]:
            # Of two at once that which was made later.
            holding = [change for change in reversed(self.temporary) if change.holds(day)]
            out: list[Line] = []
            for unit, line in now.items():
                suspended = any(change.words is None and change.unit in chains[unit] for change in holding)
                other = next(
                    (change for change in holding if change.words is not None and change.unit in chains[unit]), None
                )
                if suspended:
                    out.append(replace(line, applies=False, refers=""))
                elif other is None or other.words is None:
                    out.append(line)
                elif other.unit is unit:
                    above = len(other.words.path)
                    out += [
                        Line(
                            "__".join((line.eid, *_steps(quoted.path[above:]))),
                            quoted.words,
                            True,
                            quoted.by,
                            quoted.since,
                            "",
                            (),
                            (),
                            other.last,
                        )
                        for quoted in other.words.all()
                    ]
            return out

        return on

    # ── What instruments change ─────────────────────────────────────────────

    def _changed(self, changes: _Changes) -> tuple[Sentence, ...]:
        """Make up what an instrument says, and do it: what goes, then numbers, then words."""
        kinds = (
            self._substitute, self._insert, self._append, self._append_whole, self._repeal, self._renumber,
            self._reworded, self._suspend, self._derogate,
        )  # fmt: skip
        for _ in range(self.random.randrange(1, 4)):
            passed_by = changes.touched | changes.not_meant
            free = [unit for unit in self._units() if not passed_by.intersection((*unit.all(), *unit.chain()))]
            if free:
                self.random.choice(kinds)(self.random.choice(free), changes)
        if not changes.sentences:
            self._append_whole(self.articles[0], changes)
        before = {*self._units()}
        for unit in changes.gone:
            self._siblings(unit).remove(unit)
        for unit, number in changes.moves:
            unit.number = number
        for unit, _ in changes.moves:
            self._siblings(unit).sort(key=_order)
        for change in changes.words:
            change()
        now = {*self._units()}
        moved = {below for unit, _ in changes.moves for below in unit.all()}
        self.moved.append((changes.day, (before ^ now) | moved))
        return tuple(changes.sentences)

    def _quote(self, unit: Unit, changes: _Changes) -> Quoted:
        """New words as they are published."""
        self.published += [(changes.name, below.quoted(), below.path) for below in unit.all()]
        return unit.quoted()

    def _is_referred_to(self, units: Iterator[Unit]) -> bool:
        gone = {*units}
        return any(other.refers in gone for other in self._units() if other not in gone)

    def _substitute(self, unit: Unit, changes: _Changes) -> None:
        new = self._new(unit.kind, unit.number, changes.name, changes.day)
        # What has a number in the new words too is referred to there.
        if self._is_referred_to(_without_heir(unit, new)):
            return
        new.above = unit.above
        changes.sentences.append(Sentence("substitute", (unit.path,), self._quote(new, changes)))
        changes.touched |= {*unit.all()}
        changes.words.append(lambda: _take(unit, new))

    def _insert(self, unit: Unit, changes: _Changes) -> None:
        same = [sibling for sibling in self._siblings(unit) if sibling.kind == unit.kind]
        if changes.touched.intersection(below for one in same for below in one.all()):
            return
        base = unit.number.partition("-")[0]
        number = str(int(base) + 1) if unit is same[-1] else f"{base}-A"
        if "-" in unit.number or any(sibling.number == number for sibling in same):
            return
        new = self._new(unit.kind, number, changes.name, changes.day, 1 if unit.kind == "art" else 0)
        new.above = unit.above
        changes.sentences.append(Sentence("insert", (unit.path,), self._quote(new, changes)))
        changes.touched |= {*same}
        siblings = self._siblings(unit)
        changes.words.append(lambda: siblings.insert(siblings.index(unit) + 1, new))

    def _append(self, unit: Unit, changes: _Changes) -> None:
        if unit.kind == "point":
            return
        kind = unit.below[0].kind if unit.below else "para" if unit.kind == "art" else "point"
        new = self._new(kind, _next(unit.below), changes.name, changes.day, 0)
        new.above = unit
        changes.sentences.append(Sentence("append", (unit.path,), self._quote(new, changes)))
        changes.touched |= {*unit.all()}
        changes.words.append(lambda: unit.below.append(new))

    def _append_whole(self, unit: Unit, changes: _Changes) -> None:
        if changes.touched.intersection(self.articles):
            return
        new = self._new("art", _next(self.articles), changes.name, changes.day, 1)
        changes.sentences.append(Sentence("append whole", (), self._quote(new, changes)))
        changes.touched |= {*self.articles}
        changes.words.append(lambda: self.articles.append(new))

    def _repeal(self, unit: Unit, changes: _Changes) -> None:
        if self._is_referred_to(unit.all()) or len(self._siblings(unit)) < 2 or len(self.articles) < 3:
            return
        changes.sentences.append(Sentence("repeal", (unit.path,)))
        changes.touched |= {*unit.all()}
        changes.gone.append(unit)

    def _renumber(self, unit: Unit, changes: _Changes) -> None:
        same = [sibling for sibling in self._siblings(unit) if sibling.kind == unit.kind]
        if (changes.touched | changes.not_meant).intersection(below for one in same for below in one.all()):
            return
        moves = [(unit, str(int(_next(same)) + self.random.randrange(2)))]
        if self._one_in(2) and len(same) > 1:  # two change places
            other = self.random.choice([sibling for sibling in same if sibling is not unit])
            moves = [(unit, other.number), (other, unit.number)]
        for moved, number in moves:
            changes.sentences.append(Sentence("renumber", (moved.path, (*moved.path[:-1], (moved.kind, number)))))
        changes.moves += moves
        changes.touched |= {below for one in same for below in one.all()}

    def _reworded(self, unit: Unit, changes: _Changes) -> None:
        changes.sentences.append(Sentence("reworded", (unit.path,)))
        changes.touched |= {*unit.all()}

        def change() -> None:
            for below in unit.all():
                below.reworded = (*below.reworded, changes.name)

        changes.words.append(change)

    def _suspend(self, unit: Unit, changes: _Changes) -> None:
        first = changes.day + timedelta(days=self.random.choice((0, 5, 30)))
        last = None if self._one_in(3) else first + timedelta(days=self.random.choice((0, 10, 60)))
        until = ("suspend until", (unit.path, first, last)) if last else ("suspend", (unit.path, first))
        changes.sentences.append(Sentence(*until))
        changes.touched |= {*unit.all()}
        self.temporary.append(Temporary(unit, changes.day, first, last))

    def _derogate(self, unit: Unit, changes: _Changes) -> None:
        if self._is_referred_to(inner for below in unit.below for inner in below.all()):
            return
        first = changes.day + timedelta(days=self.random.choice((0, 5, 30)))
        last = first + timedelta(days=self.random.choice((0, 10, 60)))
        new = self._new(unit.kind, unit.number, changes.name, first, 1)
        new.above = unit.above
        changes.sentences.append(Sentence("derogate", (first, last, unit.path), new.quoted()))
        changes.touched |= {*unit.all()}
        self.temporary.append(Temporary(unit, changes.day, first, last, new))

    def _rectification(self, days: dict[date, list[Line]], last: date) -> Instrument:
        """A misprint put right, in the texts of all days: from the first publication on."""
        rectified, quoted, path = self.random.choice(self.published)
        name = "9-2031"
        wrong, right = (replace(quoted, words=words, below=()) for words in (quoted.words, f"the right {quoted.words}"))
        for lines in days.values():
            lines[:] = [
                replace(line, words=right.words, rectified=(name,)) if line.words == wrong.words else line
                for line in lines
            ]
        sentence = Sentence("for", (path,), wrong, right)
        return Instrument(name, last + timedelta(days=10), None, ((None, (sentence,)),), rectified)


def _take(unit: Unit, new: Unit) -> None:
    """Give a provision other words, with what is below them; what has a number that was there is the same."""
    unit.words, unit.by, unit.since, unit.refers, unit.reworded = new.words, new.by, new.since, None, ()
    there = {(part.kind, part.number): part for part in unit.below}
    unit.below = [there.get((part.kind, part.number), part) for part in new.below]
    for below, other in zip(unit.below, new.below, strict=True):
        below.above = unit
        if below is not other:
            _take(below, other)


def _without_heir(unit: Unit, new: Unit) -> Iterator[Unit]:
    """What stands below a provision and has no number in new words of it."""
    there = {(part.kind, part.number): part for part in new.below}
    for below in unit.below:
        other = there.get((below.kind, below.number))
        yield from below.all() if other is None else _without_heir(below, other)


def _next(units: list[Unit]) -> str:
    """The number after the last."""
    return str(max((int(unit.number.partition("-")[0]) for unit in units), default=0) + 1)


def _order(unit: Unit) -> tuple[int, str]:
    """The place of a number: 9, 9-A, 10."""
    base, _, letter = unit.number.partition("-")
    return int(base), letter


# ── Words ───────────────────────────────────────────────────────────────────


def _steps(path: Path) -> Iterator[str]:
    return (f"{kind}_{number}" for kind, number in path)


def _eid(path: Path) -> str:
    return "__".join(_steps(path))


def said(key: str, language: str, *parts: Path | date | str) -> str:
    """A sentence with its parts: citations, days, names."""
    return SAID[language][key].format(*(_part(part, language) for part in parts))


def _part(part: Path | date | str, language: str) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, date):
        return _day(part, language)
    steps = [_named(CITED[language], kind, number, language) for kind, number in part]
    return ("" if language == "zh" else ", ").join(steps)


def _named(forms: dict[str, str], kind: str, number: str, language: str) -> str:
    """A provision by its number: 第二-A條, artigo 2.º-A, article 2-A."""
    base, dash, letter = number.partition("-")
    return forms[kind].format(_numeral(int(base)) if language == "zh" else base, f"{dash}{letter}")


DIGITS = "零一二三四五六七八九"


def _numeral(number: int) -> str:
    """A number below a hundred: 十, 十二, 二十一."""
    tens, units = divmod(number, 10)
    return (DIGITS[tens] if tens > 1 else "") + ("十" if tens else "") + (DIGITS[units] if units else "")


def _day(day: date, language: str) -> str:
    if language == "zh":
        return f"{''.join(DIGITS[int(digit)] for digit in str(day.year))}年{_numeral(day.month)}月{_numeral(day.day)}日"
    month = MONTHS[language][day.month - 1]
    return f"{day.day} de {month} de {day.year}" if language == "pt" else f"{day.day} {month} {day.year}"
