"""Consolidation: a text with modifications applied, and for each provision where its words come from.

Modifications apply by day of entry into force, then by publication. Within one
instrument and day they all speak of the text as it was numbered before, and the order
of its sentences does not matter: what it repeals leaves its number free, renumberings
take place together, then words change. What an instrument itself brings (a provision
that it has inserted, the paragraph that the words of an article become) is named by the
number that it gets; what had another number before is not.

Formal references follow a provision that is renumbered: they speak of the provision,
not of its number. Words of the law are never touched.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date
from itertools import takewhile
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error, note
from lexludi.base.frozen import dataclass
from lexludi.base.messages import catalogue
from lexludi.base.source import Source, Span
from lexludi.language.citations import provision_label, steps_of
from lexludi.language.identifiers import eid as joined
from lexludi.language.identifiers import number_order
from lexludi.language.nodes import Comment, Construct, Document, Level, Provision, Sentence, Text, Words, transform
from lexludi.law.amendments import TEMPORARY, Citation, Instrument, Modification, brought_by, header_place, problem
from lexludi.law.correcting import corrected_body, corrected_title
from lexludi.law.ellipsis import is_sign, keeps_anything, keeps_words
from lexludi.law.links import label_of, link, link_as, link_to_new, lost_references, moved_targets, renamed, target_of
from lexludi.law.source_notes import Origins, ProvisionOrigin, Renumbering, Repealed, SourceNote, TitleSource
from lexludi.law.units import ConsolidatedUnit
from lexludi.rules.header import ENTRIES, commencement
from lexludi.rules.model import Metadata, under

# What takes the words of a provision away.
_DESTRUCTIVE = frozenset({"substitute", "repeal"})
# What puts in provisions that were not there.
_ADDING = frozenset({"insert", "append", "append_whole"})
# What frees a number comes first in an instrument; a provision that is repealed has no other number.
GOING = frozenset({"repeal", "renumber"})
# The order of what comes next, before all else.
_NEXT = ("reworded", "substitute")


@dataclass(frozen=True)
class TemporaryChange:
    """A change that holds for a time: the unit that it was made to, and below that (by the end of an eId) its place.

    `units` are those of the text by their eIds when it was made; `made` the days of entry into force and of publication
    of what says so: of two changes that hold at once the one made later prevails, whichever begins first.
    """

    modification: Modification
    unit: ConsolidatedUnit
    below: str = ""
    units: "dict[str, ConsolidatedUnit]" = field(default_factory=dict)
    made: tuple[date, date] = (date.min, date.min)


class Consolidation:
    """A text to which modifications are applied one after another."""

    def __init__(
        self, document: Document, in_force: date | None, source: Source, first: Metadata, published: Mapping[str, date]
    ) -> None:
        self.document = document
        self.first = first  # the header of the first text, from which the days of its provisions are reckoned
        self.in_force = in_force
        self.published = published  # the days of publication of instruments, by their ids
        self.source = source
        self.root = ConsolidatedUnit(None, body=document.header)
        self.root.below = [self._adopt(p, self.root) for p in document.provisions]
        link(self.root)
        self.diagnostics: list[Diagnostic] = []
        self.repealed: list[Repealed] = []
        self.gone: dict[ConsolidatedUnit, Modification] = {}  # what was repealed, with what repeals it
        self.gone_before: frozenset[ProvisionOrigin] = frozenset()  # from the text that is here published anew
        self.rectified: list[tuple[Modification, ConsolidatedUnit]] = []
        # What modifications bring or renumber, with the eId by which they say so.
        self.placed: list[tuple[Modification, str, ConsolidatedUnit]] = []
        self.today = date.min
        # What was changed on `today`, to tell contradictions; the modifications of one day come one after another.
        self.changed: list[tuple[ConsolidatedUnit, Modification]] = []
        # Of one instrument and day: what it has added, and what it has made the first number of its provision.
        self.brought: set[ConsolidatedUnit] = set()
        self.moved_down: set[ConsolidatedUnit] = set()
        self.temporary: list[TemporaryChange] = []
        self.past: list[TemporaryChange] = []
        self.ended: Modification | None = None
        self.names: dict[str, str] = {}

    # ── Units ───────────────────────────────────────────────────────────────

    def _adopt(self, provision: Provision, above: ConsolidatedUnit, m: Modification | None = None) -> ConsolidatedUnit:
        source, is_added = provision.span.source or self.source, m is not None and m.op in _ADDING
        said = (m.op, m.target, m.in_force.isoformat()) if m else ()
        unit = ConsolidatedUnit(provision.level, above=above)
        name = source.name.removesuffix(f".{source.language}.ludi")
        unit.origin = ProvisionOrigin(name, (*said, provision.eid), is_added)
        self._take(unit, provision, m)
        return unit

    def _take(self, unit: ConsolidatedUnit, provision: Provision, m: Modification | None) -> None:
        """Give a unit the words of a provision, and what stands below it."""
        unit.number, unit.label, unit.title = provision.number, provision.label, provision.title
        unit.body, unit.span, unit.written_as = provision.body, provision.span, provision.eid
        unit.frame = provision.eid if provision.level.rank == 0 else ""
        unit.words_by, unit.since, unit.place = (m.instrument, m.in_force, m.eid) if m else ("", None, provision.eid)
        unit.reworded_by, unit.rectified_by, unit.republished, unit.links = (), (), None, {}
        unit.titled = TitleSource.of(m)
        unit.below = [self._adopt(p, unit, m) for p in provision.below]

    def find(self, eid: str) -> ConsolidatedUnit | None:
        """The unit that bears an eId now; none that is being repealed."""
        # A search through the text, linear in its size: an index of eIds would not outlive the next renumbering.
        return next((u for u in self.root.staying() if u.level is not None and u.eid == eid), None)

    def _misprinted(self, m: Modification) -> ConsolidatedUnit | None:
        """The unit of a misprint: as the instrument rectified numbers it, or else as that leaves it."""
        # The instrument may itself have renumbered the article of the number to which it has given new words.
        by = (m.rectifies, m.in_force)
        units = (
            u
            for u in self.root.staying()
            if u is not self.root and by in ((u.words_by, u.since), (u.titled.words_by, u.titled.since))
        )
        return next((u for u in units if u.cited_by(*by) == m.target), None) or self.find(m.target)

    def _check_entries(self, group: list[Modification]) -> None:
        """Tell of days of entry into force that are brought or taken away before their time: they are not followed."""
        # Both by unit and day: what sentences of the text say now, and what they said when the text was first read.
        said = {
            (target, day): item
            for unit in self.root.all()
            for item in unit.body
            if unit is not self.root and isinstance(item, Sentence) and item.statement.op in ENTRIES
            if (day := commencement(item.statement, self.first)) is not None and day > self.today
            if (link := unit.links.get(target_of(item))) is not None and (target := link.heir) is not None
        }
        waiting = {
            (unit, m.days[-1]): m
            for held in self.temporary
            # A day that the header says is in no provision, and no amendment takes it away.
            if (m := held.modification).op == "await" and m.eid and m.days[-1] > self.today
            if (unit := held.unit.heir) is not None
        }
        hints = [Hint("sentence-out-of-place.entry")]
        for about in said.keys() - waiting.keys():
            item = said[about]
            self.diagnostics.append(error("sentence-out-of-place", label_of(item, self.source), hints=hints))
        for about in waiting.keys() - said.keys():
            places = (group[0].label(), replace(waiting[about].label(), key="caption.said-earlier"))
            self.diagnostics.append(error("sentence-out-of-place", *places, hints=hints))

    def tell_lost(self, *, in_derogation: bool = False) -> None:
        """Tell of formal references to what stands no more, whose number another provision has got.

        Those of words in derogation are told apart, once these words are in the text.
        """
        units = (u for u in self.root.all() if u is not self.root and (not in_derogation or u.until is not None))
        self.diagnostics += lost_references(self.root, units, self.gone, self.source)

    # ── Modifications ───────────────────────────────────────────────────────

    def apply(self, instrument: Instrument, language: str, modifications: Iterable[Modification]) -> None:
        """Apply what one instrument changes on one day, as its text in a language says."""
        group = []
        for m in (m for m in modifications if self._is_in_time(m, instrument, language)):
            # Words in derogation are put into the text only at the end (`hold_for_now`); so are corrections of them.
            if m.op == "misprint" and m.until is not None:
                self._hold_misprint(m)
            else:
                group.append(m)
        if not group:
            return
        if self.today != group[0].in_force:
            self.today, self.changed = group[0].in_force, []
        self.brought, self.moved_down, held = set(), set(), len(self.temporary)
        self.names[instrument.id] = instrument.name(language)
        whole, group = [m for m in group if not m.target], [m for m in group if m.target]
        # An instrument speaks of the numbers before its own changes, so all of its targets are found first.
        before = {unit: unit.eid for unit in self.root.all()}
        named = {id(m): self._misprinted(m) if m.op == "misprint" else self.find(m.target) for m in group}
        self._renumber_and_repeal([(m, unit) for m in group if (unit := named[id(m)]) is not None])
        # A repeal or renumbering of what is not there may be of what the instrument itself brings: it waits as well.
        rest = [m for m in group if named[id(m)] is None or m.op not in GOING]
        # Words that are known take the place of those that are said to be other; what is added finds its place last.
        for m in sorted(rest, key=lambda m: _NEXT.index(m.op) if m.op in _NEXT else len(_NEXT)):
            if named[id(m)] is not None:
                self._modify(m, named[id(m)])
        self._modify_new([m for m in rest if named[id(m)] is None], before)
        for m in whole:
            if not m.ends_work:
                self._append(m, self.root)
        # Up to here what is repealed has kept its place, so that new provisions could be put beside it.
        for unit in [u for u in self.root.all() if u.is_leaving]:
            if unit.above is not None:
                unit.above.below.remove(unit)
                # Without anything above it the unit is known to be gone by those that still link to it.
                unit.above = None
        # New words bring references of their own, without links yet; words that stayed keep the provisions they meant,
        # in a new unit too, if they have become a number of their article.
        link(self.root)
        units = self.root.by_eid()
        link_to_new(units, before)
        self._check_entries(group)
        # Words that were held just now refer to provisions as they are numbered after these changes.
        self.temporary[held:] = [
            replace(h, units=units, made=(h.modification.said_from or self.today, instrument.published or date.min))
            for h in self.temporary[held:]
        ]
        # Of what moved along with a provision above it too; where that is told, `rows.own_renumberings` leaves it out.
        for unit, eid in before.items():
            if unit.above is not None and unit.eid != eid:
                unit.renumbered += (Renumbering(eid, instrument.id, self.today),)

    def remember(self, ended: Iterable[Modification]) -> None:
        """Remember which provisions did not apply for a time, before anything changes their numbers."""
        self.past += [TemporaryChange(m, unit) for m in ended if (unit := self.find(m.target)) is not None]

    def have_wait(self, awaited: Iterable[Modification]) -> None:
        """Remember which provisions of the text are not yet in force, before anything changes their numbers."""
        waiting = [TemporaryChange(m, unit) for m in awaited if (unit := self.find(m.target)) is not None]
        self.temporary += waiting
        self.past += waiting  # once their day has come

    def hold_on(self, earlier: "Consolidation") -> None:
        """Remember what an earlier text holds for a time, by the numbers that it has there."""
        now = self._published_anew(earlier)
        for held in earlier.temporary:
            unit = held.unit.heir
            if unit in now:
                present = {eid: other.heir for eid, other in held.units.items()}
                units = {eid: now[other] for eid, other in present.items() if other in now}
                self.temporary.append(replace(held, unit=now[unit], units=units))
        self.names |= earlier.names

    def _published_anew(self, earlier: "Consolidation") -> "dict[ConsolidatedUnit, ConsolidatedUnit]":
        """The units of an earlier text, each with that of the text that is here published anew; they meet by eId."""
        there = {unit: unit.eid for unit in earlier.root.all() if unit is not earlier.root}
        here = self.root.by_eid()
        return {unit: here[eid] for unit, eid in there.items() if eid in here}

    def trace_back(self, earlier: "Consolidation | None", day: date) -> None:
        """Take over where words come from, from the text that is here published anew on a day, if that is there."""
        notes = earlier.notes() if earlier is not None else {}
        titles = {unit.eid: unit.titled for unit in earlier.root.all()} if earlier is not None else {}
        origins = earlier.origins() if earlier is not None else Origins()
        for unit in (u for u in self.root.all() if u is not self.root):
            unit.origin = origins.of.get(unit.eid, unit.origin)
            note = notes.get(unit.eid)
            # Of words changed in a way not known the republication is the first to say how they read.
            if note is None or note.reworded_by:
                unit.republished, unit.titled = day, TitleSource(republished=day)
            else:
                unit.words_by, unit.since, unit.place = note.words_by, note.since, note.place
                unit.rectified_by, unit.republished = note.rectified_by, note.republished
                unit.titled = titles[unit.eid]
            unit.renumbered = note.renumbered if note is not None else ()
        if earlier is None:
            return
        self.gone_before = origins.gone
        now = self._published_anew(earlier)
        for held in (*earlier.past, *(h for h in earlier.temporary if h.modification.op in TEMPORARY)):
            if (was := held.unit.heir) in now:
                self.past.append(replace(held, unit=now[was]))

    def waiting(self) -> set[tuple[str, date]]:
        """The provisions that enter into force later than the first text, each with its day."""
        held = ((h.modification, h.unit.heir) for h in self.temporary if h.modification.op == "await")
        return {(unit.eid, m.days[-1]) for m, unit in held if unit is not None}

    def hold_for_now(self, day: date) -> None:
        """Apply what holds for a time only, on a day, over all that has changed the text; it is the last step."""
        # In the order in which they were made: the later law prevails, whichever begins first to hold. Sorting is
        # stable, so that words in derogation are there before a misprint in them is put right.
        for held in sorted(self.temporary, key=lambda held: held.made):
            m, unit = held.modification, held.unit.heir
            if m.holds_on(day) and unit is not None:
                if m.op == "derogate":
                    self._derogate(m, unit, {eid: u.heir or u for eid, u in held.units.items()})
                elif m.op == "misprint":
                    self._rectify_for_now(held, unit)
                else:
                    self._suspend(m, unit)
        for held in self.past:
            m, unit = held.modification, held.unit.heir
            if unit is None or m.until is None or day <= m.until:
                continue
            for below in unit.all():
                # Words that came later were not there to be suspended or to wait, or to make way for others.
                since = below.since or below.republished
                if since is None or since <= m.until:
                    below.interrupted += (m,)
        self.tell_lost(in_derogation=True)

    def _hold(self, m: Modification, unit: ConsolidatedUnit) -> None:
        """Remember a change for a time, unless another gives the words, or is of the words given, and neither is later.

        A later one prevails; of two from the same day, or of one instrument on the same day, neither is.
        """
        for held in self.temporary:
            other = held.modification
            # Above or below: words of either are words of both.
            present = held.unit.heir or held.unit
            related = present in unit.chain() or unit in present.chain()
            day = max(m.in_force, other.in_force)
            is_one = other.in_force == m.in_force or other.instrument == m.instrument
            meet = is_one and m.holds_on(day) and other.holds_on(day)
            if related and meet and "derogate" in (m.op, other.op) and other.op in TEMPORARY:
                about = Citation(m.target)
                self._problem("changed-twice", m, other.label(), "earlier-modification", target=about, day=day)
                return
        self.temporary.append(TemporaryChange(m, unit))

    def _hold_misprint(self, m: Modification) -> None:
        """Remember a misprint in words in derogation, which are in the text only at the end."""
        # The latest derogation that brought these words: at the provision or above it, for the very same days.
        for held in reversed(self.temporary):
            d = held.modification
            is_of = (d.op, d.instrument) == ("derogate", m.rectifies)
            if is_of and (d.in_force, d.until) == (m.in_force, m.until) and under(m.target, d.target):
                quoted = ([p.step for p in provisions] for provisions in (m.brought, m.corrected))
                if any(numbers != [steps_of(m.target)[-1]] for numbers in quoted):
                    self._does_not_fit(m, held.unit)
                else:
                    below = m.target.removeprefix(d.target)
                    self.temporary.append(replace(held, modification=m, below=below))
                return
        self._not_there(m)

    def _rectify_for_now(self, held: TemporaryChange, above: ConsolidatedUnit) -> None:
        m, unit = held.modification, self.find(above.eid + held.below)
        if unit is None:
            self._not_there(m)
            return
        self.rectified.append((m, unit))
        self._put_right(m, unit, m.brought[0], m.corrected[0])
        # The words as they must read were brought when those in derogation were, and refer to provisions likewise.
        target = m.target.removesuffix(held.below)
        new = {target + u.eid.removeprefix(above.eid): u for u in above.all()}
        for eid, below in new.items():
            link_as(below, eid, {**held.units, **new})

    def _derogate(self, m: Modification, unit: ConsolidatedUnit, units: "dict[str, ConsolidatedUnit]") -> None:
        """Give a unit words that leave its number, and refer to provisions as numbered when they were brought."""
        if suspended := next((u.suspended for u in unit.all() if u.suspended), None):
            about: dict[str, Any] = {"target": Citation(unit.eid), "day": m.in_force}
            self._problem("changed-twice", m, suspended.label(), "earlier-modification", hint="held", **about)
            return
        before = set(unit.all())
        # Since the derogation was said the provision may have got another number, which its words do not bring back.
        number, label, frame = unit.number, unit.label, unit.frame
        self._reenact(unit, m.brought[0], m)
        unit.number, unit.label, unit.frame = number, label, frame
        # Under the eIds as they were when it was said: so its references are written.
        new = {m.target + u.eid.removeprefix(unit.eid): u for u in unit.all() if u not in before or u is unit}
        for eid, below in new.items():
            # Not of a provision of which only what stands below it has other words.
            if (below.words_by, below.since, below.place) == (m.instrument, m.in_force, m.eid):
                below.until = m.until
            link_as(below, eid, {**units, **new})  # words that are kept have theirs

    def _suspend(self, m: Modification, unit: ConsolidatedUnit) -> None:
        """The words stay; formal sentences make way for one that says why they do not apply."""
        words = catalogue(self.document.language)
        if m.op == "await":
            reason = words.say("suspended.awaits", day=m.days[-1])
        else:
            key = "suspended.until" if m.until else "suspended.from"
            until = {"until": m.until} if m.until else {}
            reason = words.say(key, instrument=self.names[m.instrument], since=m.in_force, **until)
        for below in unit.all():
            if below.suspended is not None and below.suspended.op == "await":
                below.interrupted += (below.suspended,)  # suspended, it awaits its entry into force all the same
            below.suspended = m
            if any(isinstance(item, Sentence) for item in below.body):
                kept = (item for item in below.body if not isinstance(item, Sentence))
                below.body = (*kept, Sentence(Construct("no_effect", (Text(reason),)), eid=below.eid))

    def _renumber_and_repeal(self, named: list[tuple[Modification, ConsolidatedUnit]]) -> None:
        """Repeal what is repealed, which frees its number, and renumber together."""
        for m, unit in named:
            if m.op == "repeal":
                self._repeal(m, unit)
        moves = [(m, unit) for m, unit in named if m.op == "renumber"]
        for m, unit in self._between(moves):
            place = self._place(unit)
            self._problem("modification-does-not-fit", m, place, "provision", hint="between", target=Citation(unit.eid))
        self._renumber(moves)

    @staticmethod
    def _between(moves: list[tuple[Modification, ConsolidatedUnit]]) -> Iterator[tuple[Modification, ConsolidatedUnit]]:
        """The provisions between others that are renumbered in a row (2-A in 2 to 3), which stay where they are."""
        going = {unit for _, unit in moves}
        rows: dict[Span, list[tuple[Modification, ConsolidatedUnit]]] = {}
        for m, unit in moves:
            if not m.by_sign and unit.above is not None:
                # The renumberings of one sentence have one span; those that signs stand for are no row.
                rows.setdefault(m.span, []).append((m, unit))
        for (m, first), *rest in rows.values():
            if rest and first.above is not None:
                # All of a row stand below one provision: their eIds differ in the last number alone.
                of_level = [u for u in first.above.below if u.level is first.level]
                row = of_level[of_level.index(first) : of_level.index(rest[-1][1])]
                yield from ((m, u) for u in row if u not in going and not u.is_leaving)

    def _modify_new(self, pending: list[Modification], before: "dict[ConsolidatedUnit, str]") -> None:
        """Modify provisions that only the instrument itself has brought, in whatever order.

        What was there before under another number is not meant by the one that it has got, but for what stands in a
        number that the instrument has made of the words of its provision: only with that does it find its place.
        """
        # Each pass makes what has a target by now, and may bring more; a pass without any tells the rest as missing.
        while pending:
            targets = {
                id(m): unit
                for m in pending
                if (unit := self.find(m.target)) is not None
                if unit not in before or not self.moved_down.isdisjoint(unit.chain())
            }
            for m in pending:
                if id(m) in targets or not targets:
                    self._modify(m, targets.get(id(m)))
            pending = [m for m in pending if targets and id(m) not in targets]

    def _is_in_time(self, m: Modification, instrument: Instrument, language: str) -> bool:
        if m.op == "misprint":
            return True
        # Of what would change it on the very day of its repeal no text would be in force. That may be said twice.
        since = self.ended.in_force if self.ended is not None else date.max
        if self.ended is not None and (since < m.in_force or (since == m.in_force and not m.ends_work)):
            self._problem("amended-after-repeal", m, self.ended.label(), "repealed-here", day=self.ended.in_force)
            return False
        text = instrument.text(language)
        published = text.metadata.published
        too_early = published is not None and m.in_force < published and not m.is_retroactive
        if too_early and text.document is not None:
            place = header_place(text.document, "published", text.source)
            self._problem("modification-too-early", m, place, "published", day=m.in_force, limit=published)
            return False
        # Effect may go back before publication, but to the first day of the text or before it no text would show it.
        if self.in_force is not None and m.in_force <= self.in_force:
            place = header_place(self.document, "in_force_on", self.source)
            self._problem("modification-too-early", m, place, "in-force", day=m.in_force, limit=self.in_force)
            return False
        return True

    def _modify(self, m: Modification, unit: ConsolidatedUnit | None) -> None:
        unit = unit.heir if unit is not None else None  # the provision that it stood in may have new words
        if unit is None or unit.above is None:
            self._not_there(m)
            return
        match m.op:
            case "substitute":
                self._substitute(m, unit)
            case "insert":
                self._insert(m, unit, unit.above)
            case "append":
                self._append(m, unit)
            case "repeal":
                self._repeal(m, unit)
            case "renumber":
                self._renumber([(m, unit)])
            case "misprint":
                self._rectify(m, unit)
            case "derogate" if not self._fits(m.brought, unit):
                self._does_not_fit(m, unit)
            case "suspend" | "derogate":
                self._hold(m, unit)
            case _:
                # `reworded`: in what way is not known, so the words stay, and their notes name who has changed them.
                for below in unit.all():
                    below.reworded_by += (m.instrument,)

    @staticmethod
    def _fits(provisions: tuple[Provision, ...], unit: ConsolidatedUnit) -> bool:
        return [p.step for p in provisions] == [unit.step]

    def _does_not_fit(self, m: Modification, unit: ConsolidatedUnit) -> None:
        # New words quoted under the number by which the provision is rightly named, while the instrument gives another.
        quoted = [p.step for p in m.brought]
        is_former = m.op in ("substitute", "derogate") and quoted == [steps_of(m.target)[-1]]
        place, hint = self._place(unit), "renumbered" if is_former else ""
        self._problem("modification-does-not-fit", m, place, "provision", hint, target=Citation(m.target or m.to))

    def _substitute(self, m: Modification, unit: ConsolidatedUnit) -> None:
        if not self._fits(m.brought, unit):
            self._does_not_fit(m, unit)
        elif self._is_first_today(m, unit):
            came, newer = list(self._came_today(m, unit)), list(self._newer(m, unit))
            self._reenact(unit, m.brought[0], m)
            self._tell_overtaken(m, came)
            self._tell_newer_lost(m, newer)
            self.placed.append((m, m.target, unit))

    def _reenact(self, unit: ConsolidatedUnit, provision: Provision, m: Modification) -> None:
        """Give a unit new words; what the sign of what stays stands for keeps its own."""
        # By level and number: the new words may leave some out, or bring others between.
        below = {u.step: u for u in unit.below if not u.is_leaving}
        is_kept = keeps_words(provision)
        if is_sign(provision.title) or (is_kept and not provision.title):
            title, titled = unit.title, unit.titled
        else:
            title, titled = provision.title, TitleSource.of(m)
        unit.quoted_by = (m.instrument, m.in_force)
        # Of a provision that has words only below it a title that stays, if there is any, is all that it says.
        says_title = bool(provision.title or unit.title) and not is_sign(provision.title)
        has_words = any(isinstance(item, (Words, Sentence)) for item in (*unit.body, *provision.body))
        if not is_kept and (says_title or has_words):
            # Without what stands below, each of which is brought, or kept, for itself.
            self._take(unit, replace(provision, below=()), m)
            unit.rectified_by = titled.rectified_by
        unit.title, unit.titled = title, titled
        # A bare sign keeps all that stands below; one with provisions below it lists those that there are to be.
        if is_kept and not provision.below:
            return
        unit.below = [self._reenacted(p, unit, below.get(p.step), m) for p in provision.below]

    def _reenacted(
        self, provision: Provision, above: ConsolidatedUnit, earlier: ConsolidatedUnit | None, m: Modification
    ) -> ConsolidatedUnit:
        if not keeps_anything(provision):
            new = self._adopt(provision, above, m)
            if earlier is not None:
                earlier.hand_over(new)
            return new
        if earlier is None:
            unit = self._adopt(provision, above, m)
            self._not_there(replace(m, target=unit.eid))
            return unit
        self._reenact(earlier, provision, m)
        return earlier

    def _rectify(self, m: Modification, unit: ConsolidatedUnit) -> None:
        if not (self._fits(m.brought, unit) and self._fits(m.corrected, unit)):
            self._does_not_fit(m, unit)
        else:
            self.rectified.append((m, unit))
            self._put_right(m, unit, m.brought[0], m.corrected[0])

    def rectified_at(self) -> dict[tuple[str, str], str]:
        """The present eIds of provisions that were put right, by the instrument and the eId that it cites."""
        return {(m.instrument, m.target): unit.eid for m, unit in self.rectified}

    def placed_at(self) -> dict[tuple[str, date, str, str], str]:
        """The present eIds of what modifications brought or renumbered: by instrument, day, kind and the eId said."""
        units = ((m, eid, unit.heir) for m, eid, unit in self.placed)
        return {(m.instrument, m.in_force, m.op, eid): unit.eid for m, eid, unit in units if unit is not None}

    def _put_right(self, m: Modification, unit: ConsolidatedUnit, published: Provision, right: Provision) -> None:
        about, title = Citation(unit.eid), corrected_title(unit.title, published.title, right.title)
        body = corrected_body(unit.body, published, right)
        steps = [p.step for p in published.below]
        below = {u.step: u for u in unit.below}
        is_there = steps == [p.step for p in right.below] and below.keys() >= set(steps)
        if title is None or body is None or not is_there:
            # Were nothing marked, words could be put right of which it is not certain to which part they belong.
            unmarked = tuple(replace(i, stretches=()) if isinstance(i, Words) else i for i in unit.body)
            hint = "parts" if body is None and corrected_body(unmarked, published, right) is not None else ""
            self._problem("misprint-not-found", m, self._place(unit), "provision", hint, target=about)
            return
        # The title and the words may have come with different instruments.
        is_elsewhere = body != unit.body and m.rectifies not in (unit.words_by, *unit.rectified_by)
        titled_by = (unit.titled.words_by, *unit.titled.rectified_by)
        if is_elsewhere or (title != unit.title and m.rectifies not in titled_by):
            self._problem("misprint-not-found", m, self._place(unit), "provision", "elsewhere", target=about)
            return
        if title != unit.title:
            unit.titled = replace(unit.titled, rectified_by=(*unit.titled.rectified_by, m.instrument))
        if (title, body) != (unit.title, unit.body):
            unit.title, unit.body, unit.rectified_by = title, body, (*unit.rectified_by, m.instrument)
        for one, other in zip(published.below, right.below, strict=True):
            self._put_right(m, below[one.step], one, other)

    def _repeal(self, m: Modification, unit: ConsolidatedUnit) -> None:
        if self._is_first_today(m, unit):
            self.repealed.extend(Repealed(u.eid, m.instrument, m.in_force, m) for u in unit.all())
            self.gone.update(dict.fromkeys(unit.all(), m))
            unit.is_leaving = True
            self._tell_overtaken(m, self._came_today(m, unit))
            self._tell_newer_lost(m, self._newer(m, unit))

    def _insert(self, m: Modification, unit: ConsolidatedUnit, above: ConsolidatedUnit) -> None:
        if not m.brought or not all(p.level is unit.level for p in m.brought):
            self._does_not_fit(m, unit)
            return
        after = unit
        for provision, eid in zip(m.brought, brought_by(m), strict=True):
            new = self._adopt(provision, above, m)
            if self._is_free(m, above, new.eid):
                above.below.insert(self._place_after(after, new, above), new)
                self.brought.add(new)
                self.placed.append((m, eid, new))
                self._check_order(m, new, above)
                after = new

    def _append(self, m: Modification, home: ConsolidatedUnit) -> None:
        """Append provisions below a unit, each where its number belongs among those there."""
        for provision, eid in zip(m.brought, brought_by(m), strict=True):
            new = self._adopt(provision, home, m)
            if home.level is not None and home.level.rank >= provision.level.rank:
                self._does_not_fit(m, home)
            elif self._is_free(m, home, new.eid):
                new.settle(home, provision.level, provision.number, provision.label)
                self.brought.add(new)
                self.placed.append((m, eid, new))

    def _place_after(self, after: ConsolidatedUnit, new: ConsolidatedUnit, above: ConsolidatedUnit) -> int:
        """The place of a new unit: after another, and after lower numbers that the instrument has put there too."""
        at, order = above.below.index(after) + 1, number_order(new.number)
        lower = takewhile(lambda u: u in self.brought and number_order(u.number) < order, above.below[at:])
        return at + len(list(lower))

    def _check_order(self, m: Modification, new: ConsolidatedUnit, above: ConsolidatedUnit) -> None:
        siblings = [u for u in above.below if u.level is new.level and not u.is_leaving]
        at = siblings.index(new)
        # Neighbours suffice: the numbers were in order before.
        wrong = [u for u in siblings[max(0, at - 1) : at] if number_order(u.number) > number_order(new.number)]
        wrong += [u for u in siblings[at + 1 : at + 2] if number_order(u.number) < number_order(new.number)]
        if wrong:
            self._problem("number-out-of-order", m, self._place(wrong[0]), "provision", target=Citation(new.eid))

    def _renumber(self, moves: list[tuple[Modification, ConsolidatedUnit]]) -> None:
        """Renumber together: no number is taken by a provision that gives it up at the same time."""
        going = [(m, unit, home) for m, unit in moves if (home := self._home(m, unit)) is not None]
        # All leave before any arrives: 3 may become 4 while 4 becomes 5.
        for _, unit, home in going:
            if home is not unit and unit.above is not None:
                unit.above.below.remove(unit)
        for m, unit, home in going:
            level, number = steps_of(m.to)[-1]
            # Its home may itself have got another number by now.
            eid = joined(home.eid, level.value[0], number)
            for taken in home.below:  # it gives way to what has the sign
                taken.is_leaving |= m.by_sign and taken.eid == eid
            if home is unit:
                self._move_down(m, unit, level, number)
            elif self._is_free(m, home, eid):
                unit.settle(home, level, number, provision_label(level, number, self.document.language))
                self.placed.append((m, m.to, unit))
            elif unit.above is not None:  # it keeps its number
                unit.settle(unit.above, unit.level or level, unit.number, unit.label)

    def _home(self, m: Modification, unit: ConsolidatedUnit) -> ConsolidatedUnit | None:
        """The unit under which a renumbered one will stand: itself, when it gets a number of its own below."""
        above, level = m.to.rpartition("__")[0], steps_of(m.to)[-1][0]
        home = self.find(above) if above else self.root
        if home is None:
            self._not_there(replace(m, target=above))
            return None
        # Nothing below it may rank as high as its new level does, and its home must rank higher, and not lie below it.
        too_deep = any(u.level is not None and u.level.rank <= level.rank for u in unit.below)
        too_high = home.level is not None and home.level.rank >= level.rank
        if too_deep or too_high or (home is not unit and unit in home.chain()):
            self._does_not_fit(m, unit)
            return None
        return home if self._is_first_today(m, unit) else None

    def _move_down(self, m: Modification, unit: ConsolidatedUnit, level: Level, number: str) -> None:
        """The words of a unit, and what stands below, become its first number; title and number stay."""
        # The unit that stays keeps its identity: references to the article are to the article as a whole.
        inner = replace(unit, level=level, number=number, title="", above=unit, frame="")
        if unit.title:
            inner.origin = replace(unit.origin, depth=unit.origin.depth + 1)
        else:  # nothing of the provision stays at its number
            unit.origin = replace(unit.origin, is_added=True, depth=-1)
        inner.label = provision_label(level, number, self.document.language)
        inner.renumbered += (Renumbering(unit.eid, m.instrument, m.in_force),)
        for below in inner.below:
            below.above = inner
        unit.body, unit.below, unit.links = (), [inner], {}
        unit.rectified_by = unit.titled.rectified_by  # of the words nothing is left here
        self.moved_down.add(inner)
        self.placed.append((m, m.to, inner))

    # ── What does not fit ───────────────────────────────────────────────────

    def _is_first_today(self, m: Modification, unit: ConsolidatedUnit) -> bool:
        for other, earlier in self.changed:
            # Words taken away twice contradict each other even from above or below; other changes only at one place.
            ops = {m.op, earlier.op}
            both = ops <= _DESTRUCTIVE
            related = other is unit or (both and (other in unit.chain() or unit in other.chain()))
            if related and (both or len(ops) == 1 or ops == GOING or m.instrument != earlier.instrument):
                self._tell_twice(m, earlier, unit)
                return False
        self.changed.append((unit, m))
        return True

    def _tell_twice(self, m: Modification, earlier: Modification, unit: ConsolidatedUnit) -> None:
        # Within an instrument the sentence that comes later is the second; else the one that is applied now.
        is_after = m.instrument != earlier.instrument or m.span.start > earlier.span.start
        second, first = (m, earlier) if is_after else (earlier, m)
        target, place = Citation(unit.eid), first.label()
        self._problem("changed-twice", second, place, "earlier-modification", target=target, day=m.in_force)

    def _came_today(
        self, m: Modification, above: ConsolidatedUnit
    ) -> Iterator[tuple[Modification, ConsolidatedUnit, Span]]:
        """The units from one down that the day has brought or renumbered, each by what, and the place of its words."""
        here, chain = set(above.all()), set(above.chain())
        for earlier, _, placed in self.placed:
            # An instrument that names what another has brought, or a part of it, is the later one.
            is_named = placed in chain and earlier.instrument != m.instrument
            if earlier.in_force == m.in_force and earlier.op != "substitute" and not is_named:
                units = [placed] if earlier.op == "renumber" else placed.all()
                yield from ((earlier, unit, unit.span) for unit in units if unit in here)

    def _tell_overtaken(self, m: Modification, came: Iterable[tuple[Modification, ConsolidatedUnit, Span]]) -> None:
        """Tell of the first of these units that has lost its place, or its words, to a modification of the same day."""
        for earlier, unit, span in came:
            # What an instrument renumbers it may give other words under its new number.
            is_own = earlier.op == "renumber" and earlier.instrument == m.instrument
            is_there = unit.heir is not None if is_own else unit.is_in_text and unit.span == span
            if m.op == "repeal" or not is_there:
                self._tell_twice(m, earlier, unit)
                return

    def _newer(self, m: Modification, above: ConsolidatedUnit) -> Iterator[tuple[ConsolidatedUnit, str, Label]]:
        """The units from one down with words by an instrument published after that of a change, and where these are."""
        published = self.published.get(m.instrument, date.max)
        for unit in above.all():
            if self.published.get(unit.words_by, date.min) > published:
                yield unit, unit.words_by, self._place(unit)

    def _tell_newer_lost(self, m: Modification, newer: Iterable[tuple[ConsolidatedUnit, str, Label]]) -> None:
        """Tell of the first of these units that has lost its words to an older instrument, which is in force later."""
        for unit, by, place in newer:
            if m.op == "repeal" or not unit.is_in_text or unit.words_by != by:
                about = {"target": Citation(place.eid), "day": m.in_force}
                places = (m.label(), replace(place, key="caption.newer-words"))
                self.diagnostics.append(note("newer-words-lost", *places, hints=[Hint("newer-words-lost")], **about))
                return

    def _is_free(self, m: Modification, above: ConsolidatedUnit, eid: str) -> bool:
        taken = next((u for u in above.below if u.eid == eid and not u.is_leaving), None)
        if taken is not None:
            self._problem("provision-already-there", m, self._place(taken), "provision", target=Citation(eid))
        return taken is None

    def _not_there(self, m: Modification) -> None:
        gone = next((r for r in self.repealed if r.eid == m.target), None)
        if gone is not None:
            self._problem("no-such-provision", m, gone.modification.label(), "repealed-here", target=Citation(m.target))
            return
        placed = ((r, at) for r, at, _ in self.placed if (r.op, r.instrument) == ("renumber", m.instrument))
        given = next((r for r, at in placed if r.in_force == m.in_force and under(m.target, at)), None)
        if given is not None and m.op != "misprint":
            self._problem("no-such-provision", m, given.label(), "renumbered-here", target=Citation(m.target))
            return
        left = (r for r, *_ in reversed(self.placed) if r.op == "renumber" and under(m.target, r.target))
        moved = next((r for r in left if not under(r.to, r.target)), None)
        if moved is not None and m.op != "misprint":
            self._problem("no-such-provision", m, moved.label(), "number-left", target=Citation(m.target))
            return
        # From above to below in the order of the text: the last is the nearest.
        near = [u for u in self.root.all() if u.level is not None and under(m.target, u.eid)]
        nearest = self._place(near[-1]) if near else header_place(self.document, "work", self.source)
        hint = "misprint" if m.op == "misprint" else ""
        self._problem("no-such-provision", m, nearest, "nearest", hint, target=Citation(m.target))

    def _place(self, unit: ConsolidatedUnit) -> Label:
        return Label(self.source, unit.span, unit.eid)

    def _problem(self, code: str, m: Modification, place: Label, caption: str, hint: str = "", **args: Any) -> None:
        self.diagnostics.append(problem(code, m, place, caption, hint, **args))

    # ── The result ──────────────────────────────────────────────────────────

    def result(self, header: tuple[Comment | Sentence, ...]) -> Document:
        """The text as it stands now, under a header."""
        provisions = tuple(map(_provision, self.root.below))
        moved = moved_targets(self.root)
        # What is gone before its entry into force has left its number, which may be another provision's now.
        gone = {target for target, link in self.root.links.items() if link.heir is None}
        header = tuple(
            transform(item, lambda node: renamed(node, moved))
            for item in header
            if not (isinstance(item, Sentence) and item.statement.op in ENTRIES and target_of(item) in gone)
        )
        return replace(self.document, header=header, provisions=provisions)

    def notes(self) -> dict[str, SourceNote]:
        """The source notes by eId, in the order of the text."""
        units = (unit for unit in self.root.all() if unit.level is not None)
        return {unit.eid: unit.note for unit in units}

    def origins(self) -> Origins:
        """The origins of the provisions, and of what was repealed."""
        of = {unit.eid: unit.origin for unit in self.root.all() if unit.level is not None}
        return Origins(of, self.gone_before | {unit.origin for unit in self.gone})


def _provision(unit: ConsolidatedUnit) -> Provision:
    assert unit.level is not None
    eid = unit.eid
    moved = moved_targets(unit)
    body = unit.body
    # Most provisions keep their numbers, and with them the nodes as they were read.
    if moved or eid != unit.written_as:
        body = tuple(transform(item, lambda node: replace(renamed(node, moved), eid=eid)) for item in body)
    below = tuple(map(_provision, unit.below))
    return Provision(unit.level, unit.number, unit.label, unit.title, body, below, span=unit.span, eid=eid)
