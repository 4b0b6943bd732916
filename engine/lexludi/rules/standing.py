"""The standing of a text, told: the authority of its language, and whether its copy was compared with the gazette.

Both are told together: a copy that nobody compared with the gazette is nowhere called authentic without saying so.
"""

from collections.abc import Iterator

from lexludi.base.messages import Catalogue
from lexludi.rules.model import Metadata


def standing_told(metadata: Metadata, words: Catalogue, *, in_full: bool = False) -> str:
    """The standing of a text as a sentence; `in_full`, with what its copy was compared with, or where it comes from."""
    authority = words.say(f"standing.{metadata.standing}")
    state = metadata.copy_state
    if state is None:
        return words.say("standing.alone", authority=authority)
    copy = words.say(f"copy.{state}")
    if in_full and metadata.copy_note:
        copy = f"{copy}{words.colon}{metadata.copy_note}"
    return words.say("standing.with-copy", authority=authority, copy=copy)


def standing_json(metadata: Metadata) -> dict[str, str | None]:
    """The standing of a text as plain data; no state of a copy where the text is none of one."""
    return {"standing": str(metadata.standing), "copy": metadata.copy_state and str(metadata.copy_state)}


def day_told(metadata: Metadata, words: Catalogue) -> str:
    """The day from which a text stands, marked where it is presumed; the ground follows (`presumed_lines`)."""
    day = metadata.in_force
    return words.say("day.marked" if metadata.ground_of(day) else "list.day", day=day)


def presumed_lines(metadata: Metadata, words: Catalogue) -> Iterator[str]:
    """The presumed days of a text, each with its ground."""
    grounds = {p.day: p.reason for p in metadata.presumed}
    if metadata.in_force and metadata.assumed:
        grounds[metadata.in_force] = metadata.assumed
    for day, reason in sorted(grounds.items()):
        yield words.say("day.presumed", day=day, reason=reason)
