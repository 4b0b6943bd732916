"""The standing of a text, told: the authority of its language, and whether its copy was compared with the gazette.

Both are told together: a copy that nobody compared with the gazette is nowhere called authentic without saying so.
"""

from collections.abc import Iterable, Iterator

from lexludi.base.messages import Catalogue
from lexludi.base.plain import given
from lexludi.rules.model import NUMBERED, Metadata


def standing_told(metadata: Metadata, words: Catalogue, *, in_full: bool = False) -> str:
    """The standing of a text as a sentence; `in_full`, with what its copy was compared with, or where it comes from."""
    return both_told(metadata.standing, metadata.copy_state, words, metadata.copy_note if in_full else "")


def both_told(authority: str, copy_state: str | None, words: Catalogue, note: str = "") -> str:
    """The authority of a text and the state of its copy as a sentence, with a note on the copy."""
    return words.say("standing.alone", authority=_both(authority, copy_state, words, note))


def standing_named(metadata: Metadata, words: Catalogue) -> str:
    """The standing of a text as part of a line."""
    return _both(metadata.standing, metadata.copy_state, words, "")


def _both(authority: str, copy_state: str | None, words: Catalogue, note: str) -> str:
    said = words.say(f"standing.{authority}")
    if copy_state is None:
        return said
    # A translation is none of a gazette: it was made from copies, and these were compared, or not.
    copy = words.say(f"copy.{copy_state}{'.of-translation' if authority == 'translation' else ''}")
    return words.say("standing.both", authority=said, copy=f"{copy}{words.colon}{note}" if note else copy)


def standing_json(metadata: Metadata) -> dict[str, str | None]:
    """The standing of a text as plain data; no state of a copy where the text is none of one."""
    return {"standing": str(metadata.standing), "copy": metadata.copy_state and str(metadata.copy_state)}


def unknown_json(metadata: Metadata) -> dict[str, list[str]]:
    """The instruments of a text whose changes are not wholly known, as a member of plain data; none without any."""
    return given(not_wholly_known=list(metadata.unknown_numbers))


def cited(numbers: Iterable[str], words: Catalogue) -> tuple[str, ...]:
    """Instruments as a list cites them by their numbers, in Chinese 第1/2031號; a name among the numbers stays one."""
    return tuple(words.say("instrument.number", number=n) if NUMBERED.fullmatch(n) else n for n in numbers)


def day_told(metadata: Metadata, words: Catalogue) -> str:
    """The day from which a text stands, marked where it is presumed; the ground follows (`presumed_lines`)."""
    day = metadata.in_force
    return words.say("day.marked" if metadata.ground_of(day) else "list.day", day=day)


def presumed_lines(metadata: Metadata, words: Catalogue) -> Iterator[str]:
    """The presumed days of a text, each with its ground."""
    grounds = {p.day: p.reason for p in metadata.presumed}
    if metadata.in_force and metadata.assumed:
        # The ground of an assumed entry into force is in the sentence that assumes it, not among the presumed days.
        grounds[metadata.in_force] = metadata.assumed
    for day, reason in sorted(grounds.items()):
        yield words.say("day.presumed", day=day, reason=reason)
