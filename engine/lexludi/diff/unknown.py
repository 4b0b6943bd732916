"""Words that instruments have changed in ways that are not known: no text shows them, so nor do words compared."""

from collections.abc import Iterator, Mapping

from lexludi.diff.words import Alignment, WordsEdit
from lexludi.law.files import TextFile
from lexludi.law.history import consolidate, history_of

# The numbers of the instruments that changed the words of a provision in ways not known, by eId.
Reworded = Mapping[str, tuple[str, ...]]


def reworded_in(file: TextFile) -> Reworded:
    """The history of the provisions of a text; nothing of a text that stands in a file of its own."""
    if not file.is_consolidated or file.date is None:
        return {}
    history = history_of(file.path.parent, (file.language,))
    numbers = {i.id: i.number for i in history.instruments}
    notes = consolidate(history, file.date, file.language).notes
    return {eid: tuple(numbers[i] for i in note.reworded_by) for eid, note in notes.items() if note.reworded_by}


def reworded_edits(alignment: Alignment, before: Reworded, after: Reworded) -> Iterator[WordsEdit]:
    """An edit for each provision of which one text has words that an instrument changed, how is not known.

    What follows for the provisions below from the nearest one above that both texts have
    is not said again.
    """
    pairs = (alignment.united, alignment.divided, alignment.became)  # what a provision became comes first
    origins = {new: old for mapping in pairs for old, new in mapping.items()}
    olds = {u.eid: u for u in alignment.before}
    said: dict[str, tuple[str, ...]] = {}
    for new in alignment.after:
        old = olds.get(origins.get(new.eid, ""))
        if old is None:
            # What has no counterpart hands down to those below it what was said above.
            said[new.eid] = said.get(new.parent, ())
            continue
        pair = (before.get(old.eid, ()), after.get(new.eid, ()))
        # By an instrument whose changes one of both texts contains, and not the other.
        said[new.eid] = tuple(dict.fromkeys(n for n in (*pair[0], *pair[1]) if (n in pair[0]) != (n in pair[1])))
        if said[new.eid] and said.get(new.parent) != said[new.eid]:
            yield WordsEdit("reworded", old.eid, new.eid, old.text, new.text, (), new.is_summary, by=said[new.eid])
