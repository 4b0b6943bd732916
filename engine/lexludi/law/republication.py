"""Republication: a text published anew in full, compared with the text that amendments have made."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import Source
from lexludi.language.nodes import Construct, Document, Provision, Words
from lexludi.law.amendments import Citation, awaited, header_place
from lexludi.law.consolidation import Consolidation
from lexludi.law.links import label_of
from lexludi.rules.header import metadata_of
from lexludi.rules.model import under


def differences(
    amended: Consolidation, republished: Document, source: Source, later: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """A diagnostic for each provision that only one of two texts has, or that they word or number differently.

    So is the first in another order, and one that by the header alone enters into force later. Of what
    was changed in words not known the republication tells the words, and the numbers below. `later`
    has the names, by id, of rectifications that came after the republication.
    """
    before = amended.result(())
    notes = amended.notes()
    unknown = [eid for eid, note in notes.items() if note.reworded_by]
    olds, news = ({p.eid: p for p in document.all()} for document in (before, republished))
    for eid, new in news.items():
        old = olds.get(eid)
        # How such words read before, nobody knows: the republication is what says it.
        if notes[eid].reworded_by if old is not None else any(under(eid, above) for above in unknown):
            continue
        if old is None:
            yield _differs(eid, label_of(new, source), header_place(amended.document, "work", amended.source))
        elif _said(old) != _said(new) or (old.is_marked and new.is_marked and _marks(old) != _marks(new)):
            rectified = [later[i] for i in notes[eid].rectified_by if i in later]
            yield _differs(eid, label_of(new, source), label_of(old, amended.source), *rectified[-1:])
    for eid, old in olds.items():
        if eid not in news and eid.rpartition("__")[0] not in unknown:
            yield _differs(eid, header_place(republished, "republished", source), label_of(old, amended.source))
    # What both have, but perhaps in another order; below words not known the republication says that too.
    known = {eid for eid in olds if not any(under(eid, above) for above in unknown)}
    both = [[eid for eid in ours if eid in known and eid in news] for ours in (news, olds)]
    moved = next((new for new, old in zip(*both, strict=True) if new != old), None)
    if moved is not None:
        yield _differs(moved, label_of(news[moved], source), label_of(olds[moved], amended.source))
    waiting = amended.waiting()
    # The header alone: days that provisions say are compared with their sentences.
    for m in awaited(replace(republished, provisions=()), metadata_of(republished).in_force or date.min):
        if (m.target, m.days[-1]) not in waiting:
            yield _differs(m.target, m.label(), header_place(amended.document, "work", amended.source))


def _said(provision: Provision) -> tuple[str, str, tuple[Construct, ...]]:
    """The title, the words whatever their lines, and the formal sentences."""
    words = " ".join(item.text for item in provision.body if isinstance(item, Words))
    return provision.title, " ".join(words.split()), tuple(s.statement for s in provision.sentences())


def _marks(provision: Provision) -> list[list[int]]:
    """The parts of each formal sentence, numbered anew in the order of the words."""
    order = [n for words in provision.words() for stretch in words.stretches for n in stretch.parts]
    turns = {n: turn for turn, n in enumerate(dict.fromkeys(order))}
    return [sorted(turns.get(n, n) for n in sentence.parts) for sentence in provision.sentences()]


def _differs(eid: str, new: Label, old: Label, rectified: str = "") -> Diagnostic:
    # Both may be as published: the rectification of the one is then to be followed in the other.
    about = {"instrument": rectified}
    hints = [Hint("republication-differs.rectified", about) if rectified else Hint("republication-differs")]
    return error(
        "republication-differs", new, replace(old, key="caption.as-amended"), hints=hints, target=Citation(eid)
    )
