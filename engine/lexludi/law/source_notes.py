"""Source notes: where the words, the title and the number of a provision come from, and what stands no more."""

from collections.abc import Mapping
from dataclasses import field
from datetime import date

from lexludi.base.frozen import dataclass
from lexludi.base.source import Span
from lexludi.law.amendments import Modification


@dataclass(frozen=True)
class Renumbering:
    """A renumbering: the eId of a provision before an instrument."""

    was: str
    instrument: str
    since: date


@dataclass(frozen=True)
class TitleSource:
    """The source of a title, as a `SourceNote` has that of words; what has put either right is told there."""

    words_by: str = ""
    since: date | None = None
    republished: date | None = None
    until: date | None = None
    rectified_by: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, m: Modification | None) -> "TitleSource":
        """The source of a title that a modification brings; of the first text without one."""
        return cls(m.instrument, m.in_force, until=m.until) if m else cls()


@dataclass(frozen=True)
class SourceNote:
    """The source of the present words of a provision.

    `words_by` is the id of the instrument, empty for the first text; `since` the day
    from which they stand; `place` and `span` where they are written (the sentence of
    the modification, or the provision of the first text). A text published anew has the
    words of those before it: only where these do not say which, they are of the text as
    `republished` on a day. `reworded_by` names
    instruments that have changed the words since, in what way is not known, and
    `rectified_by` those that have put right how they were published. Words in derogation
    hold to the end of `until`; what is `suspended` does not apply; `interrupted` are the
    suspensions and derogations of the words that have ended, and that they entered into
    force after the text. `titled` is the source of the title, where that is another than
    the source of the words.
    """

    eid: str
    words_by: str
    since: date | None
    place: str
    span: Span = field(compare=False, repr=False)
    renumbered: tuple[Renumbering, ...] = ()
    reworded_by: tuple[str, ...] = ()
    rectified_by: tuple[str, ...] = ()
    until: date | None = None
    suspended: Modification | None = field(default=None, compare=False, repr=False)
    republished: date | None = None
    interrupted: tuple[Modification, ...] = field(default=(), compare=False, repr=False)
    titled: TitleSource | None = None

    @property
    def is_changed(self) -> bool:
        """True if the provision is not as the first text has it."""
        changes = (self.renumbered, self.reworded_by, self.rectified_by, self.suspended, self.interrupted, self.titled)
        return not self.is_of_first_text or any(changes)

    @property
    def is_of_first_text(self) -> bool:
        """True if the words are those of the first text, but for what is known to have changed in them since."""
        return not self.words_by and self.republished is None


@dataclass(frozen=True)
class Repealed:
    """A provision that stands no more: its last eId, the instrument, since when, and the sentence that says so."""

    eid: str
    instrument: str
    since: date
    modification: Modification = field(compare=False, repr=False)


@dataclass(frozen=True)
class ProvisionOrigin:
    """The identity of a provision through its history: where it was first written, whatever its words and number now.

    `source` is the name of the file without its language, and `place` what brings it, by numbers: in each language
    of a work, of which the instruments say the same, it is the same.
    `is_added` of one that an instrument has put in, not as part of words that replaced those of a provision above it.
    `depth` counts how often words have become a number below the title that they had; of a number that was left
    behind without a title it is -1.
    """

    source: str
    place: tuple[str, ...]
    is_added: bool = False
    depth: int = 0


@dataclass(frozen=True)
class Origins:
    """The origins of the provisions of a text by eId, in its order, and of those that were repealed until then."""

    of: Mapping[str, ProvisionOrigin] = field(default_factory=dict)
    gone: frozenset[ProvisionOrigin] = frozenset()
