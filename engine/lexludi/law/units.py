"""Units: the provisions of a text while modifications are applied to it."""

from collections.abc import Iterator
from dataclasses import field, fields, replace
from datetime import date

from lexludi.base.frozen import dataclass
from lexludi.base.source import NOWHERE, Span
from lexludi.language.identifiers import eid as joined
from lexludi.language.identifiers import number_order
from lexludi.language.nodes import Body, Level
from lexludi.law.amendments import Modification
from lexludi.law.source_notes import ProvisionOrigin, Renumbering, SourceNote, TitleSource


@dataclass(eq=False)
class ConsolidatedUnit:
    """A provision while modifications are applied; the root has no level."""

    level: Level | None
    number: str = ""
    label: str = ""
    title: str = ""
    body: tuple[Body, ...] = ()
    span: Span = NOWHERE
    frame: str = ""
    above: "ConsolidatedUnit | None" = None
    below: "list[ConsolidatedUnit]" = field(default_factory=list)
    words_by: str = ""
    since: date | None = None
    place: str = ""
    renumbered: tuple[Renumbering, ...] = ()
    reworded_by: tuple[str, ...] = ()
    rectified_by: tuple[str, ...] = ()
    until: date | None = None
    suspended: Modification | None = None
    republished: date | None = None
    interrupted: tuple[Modification, ...] = ()
    titled: TitleSource = TitleSource()
    origin: ProvisionOrigin = ProvisionOrigin("", ())
    quoted_by: tuple[str, date] | None = None  # the instrument and day that re-enacted it last, be it by signs alone
    # By target as it is written in the body, which may leave out the article: the unit meant, whatever its eId now.
    links: "dict[str, ConsolidatedUnit]" = field(default_factory=dict)
    targets: set[str] = field(default_factory=set)  # of the references in the body that was last `read`
    read: tuple[Body, ...] | None = None
    written_as: str = ""
    # Of what made way for new words in a provision that was re-enacted: the unit with these, under its number.
    successor: "ConsolidatedUnit | None" = None
    is_leaving: bool = False  # repealed; it keeps its place until all changes of the instrument are made

    @property
    def eid(self) -> str:
        """The eId in the present state."""
        if self.level is None or self.above is None:
            return ""
        # Computed from the units above on each call: a renumbering changes the eIds of all below at once.
        return self.frame or joined(self.above.eid, self.level.value[0], self.number)

    @property
    def step(self) -> tuple[Level | None, str]:
        """The level and the number, by which units below one are told apart."""
        return self.level, self.number

    @property
    def written_at(self) -> str:
        """The eId under which the words were written; a number that was quoted alone has the article that it is in."""
        return self.written_as if self.written_as.startswith("art_") else self.eid

    def cited_by(self, instrument: str, day: date) -> str:
        """The eId as an instrument in force on a day cites it: before its own changes, or as it brings it."""
        if self.level is None or self.above is None:
            return ""
        if (instrument, day) not in ((self.words_by, self.since), self.quoted_by):
            for moved in self.renumbered:
                if (moved.instrument, moved.since) == (instrument, day):
                    return moved.was
        return self.frame or joined(self.above.cited_by(instrument, day), self.level.value[0], self.number)

    def all(self) -> "Iterator[ConsolidatedUnit]":
        """The unit and all below it, in the order of the text."""
        yield self
        for unit in self.below:
            yield from unit.all()

    def by_eid(self) -> "dict[str, ConsolidatedUnit]":
        """The unit and all below it by their eIds in the present state, in the order of the text."""
        return {unit.eid: unit for unit in self.all()}

    def staying(self) -> "Iterator[ConsolidatedUnit]":
        """The unit and all below it, without those that are being repealed."""
        if not self.is_leaving:
            yield self
            for unit in self.below:
                yield from unit.staying()

    def chain(self) -> "Iterator[ConsolidatedUnit]":
        """The unit and all above it."""
        unit: ConsolidatedUnit | None = self
        while unit is not None:
            yield unit
            unit = unit.above

    @property
    def has_place(self) -> bool:
        """True unless the unit, or one that it stands in, has been removed, with which its eId went."""
        return all(u.level is None or u.above is not None for u in self.chain())

    @property
    def is_in_text(self) -> bool:
        """True unless the unit, or one that it stands in, has been removed, or has made way for new words."""
        return all(u.level is None or (u.above is not None and u in u.above.below) for u in self.chain())

    @property
    def heir(self) -> "ConsolidatedUnit | None":
        """The unit while it stands, then the one with the words that have replaced its own, at its number; if any.

        Not what has moved to that number, nor what came to it later: these are other provisions.
        """
        heir: ConsolidatedUnit | None = self
        while heir is not None and not heir.is_in_text:
            heir = heir.successor
        return heir

    def hand_over(self, new: "ConsolidatedUnit") -> None:
        """Remember that the unit, and what is below it under the same numbers, has made way for new words."""
        self.successor = new
        below = {u.step: u for u in new.below}
        for earlier in self.below:
            if earlier.step in below and not earlier.is_leaving:
                earlier.hand_over(below[earlier.step])

    @property
    def note(self) -> SourceNote:
        """The source note of the present words."""
        of_words = TitleSource(self.words_by, self.since, self.republished, self.until)
        # A unit knows of its words, by the same names, what a note tells of them.
        note = SourceNote(**{fact.name: getattr(self, fact.name) for fact in fields(SourceNote)})
        return note if self.title and self.titled != of_words else replace(note, titled=None)

    def settle(self, home: "ConsolidatedUnit", level: Level, number: str, label: str) -> None:
        """Take a place among the units below another, where the number belongs."""
        self.level, self.number, self.label, self.above = level, number, label, home
        same = [u for u in home.below if u.level is level]
        before = [u for u in same if number_order(u.number) < number_order(number)]
        # Printed provisions nest by rank: a point behind a paragraph would be read as one of that paragraph.
        # So what ranks lower stands before what ranks higher.
        deeper = [u for u in home.below if u.level is not None and u.level.rank > level.rank]
        if same and not before:
            home.below.insert(home.below.index(same[0]), self)
        else:
            last = (before or deeper)[-1:]
            home.below.insert(home.below.index(last[0]) + 1 if last else 0, self)
