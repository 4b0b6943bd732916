"""The works of a shelf as pages need them: texts side by side, over time, with odds, coverage and worked rounds."""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from datetime import date, timedelta
from functools import cached_property, partial
from itertools import combinations, groupby
from pathlib import Path
from typing import Any

from lexludi.base.cache import Results, digest
from lexludi.base.errors import LexludiError
from lexludi.base.frozen import dataclass
from lexludi.base.limits import memory_given_back
from lexludi.checks.coverage import Coverage, cover
from lexludi.checks.survey import Survey, single_changes, survey
from lexludi.diff.sides import Side
from lexludi.diff.words import Notes, notes_of
from lexludi.exact.comparison import Solver
from lexludi.exact.odds import Odds
from lexludi.language.glossary import Glossary
from lexludi.language.nodes import Provision, Term
from lexludi.language.phrases import LANGUAGES
from lexludi.law.amendments import Instrument, Modification, brought_by
from lexludi.law.chronicle import Rows, renumbered_rows
from lexludi.law.files import slug_of
from lexludi.law.history import History, TextOnDate, consolidate, load_history
from lexludi.law.loader import find, rules_of, texts_of
from lexludi.law.source_notes import SourceNote
from lexludi.play.game import Game, make_game
from lexludi.rules.model import Amended, RuleSet, Standing, Value, under
from lexludi.rules.portable import rules_digest
from lexludi.site.changes import Changes, OutcomeComparison
from lexludi.site.examples import WorkedRounds, worked_rounds
from lexludi.site.formal import Known
from lexludi.site.printed import as_printed

# Units outside the articles stand on one page.
FRAME = "frame"

COVERED_ROUNDS, COVERED_SEED = 500, 1

_NO_ODDS = Odds(None, {}, (), (), {})


@dataclass(frozen=True)
class WorkOnDate:
    """A work at a date: its texts by language, in the order zh, pt, en, their provisions by eId.

    Its name is the path of its pages, without the language.
    `main` is the work as the site shows it, where this is the text of another date. What takes long to be worked out
    from its rules is `kept` by their digest: words may change, and nothing of it. `cells` are provisions as pages show
    them, by language and eId, which have them from the first of these pages.
    """

    name: str
    version: str
    texts: Mapping[str, RuleSet]
    history: History | None = field(default=None, repr=False)
    main: "WorkOnDate | None" = field(default=None, repr=False)
    kept: Results = field(default_factory=Results, repr=False, compare=False)
    cells: dict[tuple[str, str], Any] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def known(self) -> Known:
        """The terms and provisions that its formal sentences can lead to."""
        return Known(self.shown.terms, self.provisions)

    @property
    def first(self) -> RuleSet:
        """The text that gives the order of provisions: the first authentic one, else the first."""
        texts = list(self.texts.values())
        return next((t for t in texts if t.metadata.standing in (Standing.AUTHENTIC, Standing.CONSOLIDATED)), texts[0])

    def text(self, language: str) -> RuleSet:
        """The text in a language, else the first."""
        return self.texts.get(language) or self.first

    @property
    def slug(self) -> str:
        """The name of the work in an address."""
        return slug_of(self.name)

    @cached_property
    def terms(self) -> frozenset[str]:
        """The ids of all terms that the rules use."""
        terms = (n.id for _, _, n in self.first.nodes if isinstance(n, Term))
        return frozenset(terms) & frozenset(self.glossary.entries)

    @property
    def is_invented(self) -> bool:
        """An example of no jurisdiction, which is not law."""
        return self.first.metadata.standing is Standing.INVENTED

    @property
    def repealed(self) -> Amended | None:
        """The instrument that has repealed the work by the day of this text, by which then nothing is played."""
        return self.first.metadata.repealed

    @property
    def replaced_by(self) -> str:
        """The name of the work that has taken the place of one that is repealed, if any."""
        repeal = self.history.repeal_on(self.latest.since) if self.history and self.latest.since else None
        return repeal[1].to if repeal else ""

    @property
    def successor(self) -> str:
        """The same, if it is on the same shelf."""
        return beside(self.history.folder, self.name, self.replaced_by) if self.history else ""

    def is_in_force_from(self, day: date | None) -> bool:
        """True of a day of its law: that of a first text which says none only identifies it."""
        first = self.shown.over_time[0]
        return day is not None and (day != first.since or first.first.metadata.in_force is not None)

    @property
    def shown(self) -> "WorkOnDate":
        """The work as the site shows it, to which links lead."""
        return self.main or self

    @property
    def since(self) -> date | None:
        """The day from which the text stands so, where it has one."""
        try:
            return date.fromisoformat(self.version)
        except ValueError:
            return None

    @cached_property
    def over_time(self) -> "list[WorkOnDate]":
        """The work on each date on which it changed, in order; itself alone, where it has no history."""
        if self.history is None or self.since is None:
            return [self]
        # This very object for its own day: what it has worked out is not worked out again.
        return [self if day == self.since else self._on(day) for day in self.history.dates]

    def _on(self, day: date) -> "WorkOnDate":
        assert self.history is not None
        # A language may have come, or gone, with a later text.
        files = {x: self.history.file_on(day, x) for x in LANGUAGES if self.history.is_there_in(x, day)}
        texts = {language: as_printed(rules_of(file)) for language, file in files.items()}
        return WorkOnDate(self.name, day.isoformat(), texts, self.history, self)

    @property
    def notes(self) -> Mapping[str, SourceNote]:
        """For each eId, the source of its words in the first text."""
        return self.notes_in(self.first.language)

    def notes_in(self, language: str) -> Mapping[str, SourceNote]:
        """For each eId, the source of its words in a language."""
        expression = self.expression(language)
        return expression.notes if expression else {}

    def expression(self, language: str) -> TextOnDate | None:
        """The text in a language with the sources of its words; that in the first, where no other has others."""
        if self.history is None or self.since is None:
            return None
        language = language if self.is_rectified_apart else self.first.language
        if language not in self._expressions:
            # Of the whole history: instruments are named in the language of whoever reads.
            text = consolidate(self.history, self.since, language)
            self._expressions[language] = replace(text, history=self.history)
        return self._expressions[language]

    @cached_property
    def _expressions(self) -> dict[str, TextOnDate]:
        return {}

    @cached_property
    def is_rectified_apart(self) -> bool:
        """True if an instrument rectifies the texts in some languages, and not those in the others."""
        return any(i.metadata.rectifies_own for i in self.history.instruments) if self.history else False

    @cached_property
    def renumbered(self) -> Mapping[str, Rows]:
        """The renumberings to tell of its provisions, by eId; those in a row at the first of them on each page."""
        return renumbered_rows(self.notes, unit_of)

    @cached_property
    def changes(self) -> dict[tuple[str, str], tuple[OutcomeComparison, ...]]:
        """The outcomes of bets on two dates compared, by their versions.

        Of dates with wholly known texts, as `diff` does. None of a date on which the work is
        repealed, since nothing is settled then.
        """
        changes, language = Changes(), self.first.language
        known = [work for work in self.over_time if not work.first.metadata.not_wholly_known]
        pairs = [(a, b) for a, b in combinations(known, 2) if not (a.repealed or b.repealed)]
        rules = {work.version: _digest(work.text(language)) for work in self.over_time}

        # Called for those pairs alone of which the kept results have none.
        def between(before: WorkOnDate, after: WorkOnDate) -> tuple[OutcomeComparison, ...]:
            return tuple(changes.between(side(before, language), side(after, language)))

        return {
            (a.version, b.version): self.kept.of(
                digest(("changes", rules[a.version], rules[b.version])), partial(between, a, b)
            )
            for a, b in pairs
        }

    @cached_property
    def game(self) -> Game:
        """The game of the first text, under the defaults."""
        return make_game(self.first, self.version, {}, {})

    @cached_property
    def coverage(self) -> Coverage:
        """The number of decisions of each provision in a small number of rounds, always the same."""
        counts, stopped, short = self.kept.of(digest(("coverage", self._rules)), self._covered)
        return Coverage(self.game, COVERED_ROUNDS, COVERED_SEED, counts, stopped, short)

    @cached_property
    def _rules(self) -> str:
        return _digest(self.first)

    def _covered(self) -> tuple[dict[str, int], int, int]:
        covered = cover(self.game, COVERED_ROUNDS, COVERED_SEED)
        return covered.counts, covered.stopped, covered.short

    @cached_property
    def survey(self) -> Survey:
        """Everything that rounds of the game can reach."""
        with memory_given_back():
            return survey(self.first, self.game.settings)

    @cached_property
    def odds(self) -> Odds:
        """The exact odds under the defaults; of no bet, where the game cannot be analysed, or the work is repealed."""
        return self._odds(self.game.settings)

    @cached_property
    def effects(self) -> dict[tuple[str, Value], Odds]:
        """The exact odds under each single change of a reading or option."""
        changes = [c for kind in ("reading", "option", "meter") for c in single_changes(self.first, kind)]
        return {(n, v): self.odds_under({n: v}) for n, v in changes}

    def odds_under(self, changes: Mapping[str, Value]) -> Odds:
        """The exact odds under some changes of readings and options, all others at their defaults."""
        return self._odds({**self.game.settings, **changes})

    def _odds(self, settings: Mapping[str, Value]) -> Odds:
        if self.repealed:
            return _NO_ODDS
        # By the digest of the rules, not of the text: an edit of words leaves the odds as they are.
        key = digest(("odds", self._rules, repr(sorted(settings.items()))))
        return self.kept.of(key, lambda: self._solved(settings))

    def _solved(self, settings: Mapping[str, Value]) -> Odds:
        try:
            return self._solver.odds(settings)
        except LexludiError:
            return _NO_ODDS

    @cached_property
    def _solver(self) -> Solver:
        return Solver(self.first, self.game.settings)

    @cached_property
    def worked(self) -> WorkedRounds:
        """Rounds that show how bets end; none by a work that is repealed."""
        if self.repealed:
            return WorkedRounds((), (), ())
        return worked_rounds(self.game, self.survey, self.odds)

    @cached_property
    def doubt_anchors(self) -> Mapping[str, str]:
        """The anchors of its readings and options on the page of doubts: the first about a provision has its name."""
        taken: set[str] = set()
        names = {}
        # Readings first: marks on a provision lead to the reading of it, whatever options it has besides.
        for p in sorted(self.first.parameters.values(), key=lambda p: p.kind != "reading"):
            names[p.id] = f"about-{p.id}" if p.eid in taken else f"about-{p.eid}"
            taken.add(p.eid)
        return names

    @property
    def glossary(self) -> Glossary:
        """The glossary of the work."""
        return self.first.glossary

    @cached_property
    def provisions(self) -> dict[str, dict[str, Provision]]:
        """Every provision by eId and language, in the order of the text."""
        by_eid: dict[str, dict[str, Provision]] = {p.eid: {} for p in self.first.document.all()}
        for language, text in self.texts.items():
            for provision in text.document.all():
                by_eid.setdefault(provision.eid, {})[language] = provision
        return by_eid

    @cached_property
    def units(self) -> dict[str, list[str]]:
        """The eIds of each page of the text: of each article with what is below it, and of the frame."""
        units: dict[str, list[str]] = {}
        for eid in self.provisions:
            units.setdefault(unit_of(eid), []).append(eid)
        return units

    @cached_property
    def wordings(self) -> "dict[str, list[Wording]]":
        """The wordings of each unit that the work ever had, in order; those of the latest text first."""
        if self.main:
            return self.main.wordings
        units = dict.fromkeys(unit for then in reversed(self.over_time) for unit in then.units)
        return {unit: list(_wordings(self, unit)) for unit in units}

    def wording(self, unit: str) -> "Wording":
        """The wording of a unit as it stands in this text, which has it."""
        # Wordings are in order: the last that had begun by then.
        return [w for w in self.wordings[unit] if not (w.since and self.since and w.since > self.since)][-1]

    @property
    def first_published(self) -> "WorkOnDate":
        """The work as it was published for the first time in the words that a text amends or publishes anew."""
        if self.history is None or self.since is None:
            return self.shown
        first = self.history.bases_on(self.since)[0].since
        return next(then for then in self.shown.over_time if then.since == first)

    @property
    def latest(self) -> "WorkOnDate":
        """The work in its latest text, however little is known of it."""
        return self.shown.over_time[-1]

    @property
    def text_path(self) -> str:
        """The path of the page of its whole text, without the language."""
        return f"{self.name}/text" if self.latest is self else f"{self.name}/text/{self.version}"

    def provision(self, eid: str, language: str) -> Provision | None:
        """A provision in a language, else in whatever language has it."""
        by_language = self.provisions.get(eid, {})
        return by_language.get(language) or next(iter(by_language.values()), None)


@dataclass(frozen=True)
class Wording:
    """A wording of a unit: from a day, to the day before the next one, if any; and the work as it then stood."""

    unit: str
    since: date | None
    until: date | None
    work: WorkOnDate
    is_latest: bool

    @property
    def path(self) -> str:
        """The path of its page, without the language: that of the unit for the latest, one with its day for others."""
        path = f"{self.work.name}/{self.unit}"
        return path if self.is_latest else f"{path}/{self.since}"

    def reworded_after(self, since: date | None, eid: str = "") -> Iterator[Instrument]:
        """The instruments after a day that changed it, while it stands, in ways that are not wholly known.

        Of a provision alone those that changed it, what it stands in, or what stands in it.
        """
        history = self.work.history
        if history is None or since is None:
            return
        for instrument in history.instruments:
            for m in instrument.modifications if not instrument.knowledge.is_whole else ():
                places = [place for place in places_of(m) if unit_of(place) == self.unit]
                is_of_it = any(not eid or under(place, eid) or under(eid, place) for place in places)
                if is_of_it and since < m.in_force <= (self.until or date.max):
                    yield instrument
                    break

    @property
    def is_reworded(self) -> bool:
        """True where its words changed before its last day in ways that are not wholly known."""
        return any(self.reworded_after(self.since))


def beside(folder: Path, name: str, other: str) -> str:
    """The name of another work than that of a name in a folder, if it is on the same shelf; else empty."""
    shelf = folder.absolute().parents[name.count("/")]
    return other if other and texts_of(shelf / other) else ""


def _wordings(main: WorkOnDate, unit: str) -> Iterator[Wording]:
    # Days in a row with the same provisions are one wording, also where the unit is lacking on all of them.
    groups = [list(days) for _, days in groupby(main.over_time, lambda then: _provisions(then, unit))]
    # A unit may be gone from later texts: its last wording has the plain address all the same.
    last = max(index for index, group in enumerate(groups) if unit in group[0].units)
    for index, group in enumerate(groups):
        after = groups[index + 1][0].since if index + 1 < len(groups) else None
        if unit in group[0].units:
            # Of a work that is repealed the words stay to be read, and stand no more.
            if after is None and (repealed := group[-1].repealed):
                after = repealed.since
            shown = main if main in group else group[0]
            yield Wording(unit, group[0].since, after and after - timedelta(days=1), shown, index == last)


def _provisions(work: WorkOnDate, unit: str) -> list[tuple[Provision, ...]]:
    return [tuple(work.provisions[eid].values()) for eid in work.units.get(unit, ())]


def side(work: WorkOnDate, language: str) -> Side:
    """A text of a work, to be compared with another; its first, where it has none in that language."""
    rules = work.text(language)
    settings = {p.id: p.default for p in rules.parameters.values()}
    notes = Notes()
    if work.history is not None and work.since is not None:
        notes = notes_of(work.history.file_on(work.since, rules.language))
    return Side(f"{work.name}@{work.version}", rules.document, rules, settings, notes=notes)


def _digest(rules: RuleSet) -> str:
    """A digest of all that rounds go by, and of what they tell of the text."""
    return digest((rules_digest([rules]), repr(rules.metadata.not_wholly_known)))


def unit_of(eid: str) -> str:
    """The page on which a provision stands: `art-9`, or `frame` for what is outside the articles."""
    top = eid.partition("__")[0]
    return top.replace("art_", "art-").lower() if top.startswith("art_") else FRAME


def places_of(change: Modification) -> list[str]:
    """The provisions that a modification changes: those that it brings, and not the one behind which they come."""
    return brought_by(change) or [change.target] * bool(change.target)


def title_of(work: WorkOnDate, language: str) -> str:
    """The title of a work in a language."""
    return work.text(language).metadata.title or work.name


def work_in(name: str, folder: Path, kept: Results | None = None) -> WorkOnDate:
    """The work of a name in a folder, as it stands in its newest texts, with what is kept of its rules.

    Raises:
        InvalidRegulation: a text has errors.
    """
    newest, history = find(str(folder)), None
    languages = {f.language: None for f in texts_of(folder)}
    if newest.date:
        history = load_history(str(folder))
        # A newer text may be there in fewer languages than the first.
        languages = {x: None for x in languages if history.is_there_in(x, newest.date)}
    files = {language: find(str(folder), language=language) for language in languages}
    texts = {language: as_printed(rules_of(file)) for language, file in files.items()}
    return WorkOnDate(name, newest.version, texts, history, kept=kept or Results())
