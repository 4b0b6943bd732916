"""Republication: a text published anew in full, compared with the text that amendments have made."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import Source
from lexludi.language.nodes import Construct, Document, Provision, Words
from lexludi.law.amendments import Citation, awaited, header_place
from lexludi.rules.header import metadata_of


def differences(
    amended: Document, republished: Document, amended_source: Source, source: Source, waiting: set[tuple[str, date]]
) -> Iterator[Diagnostic]:
    """A diagnostic for each provision that only one of two texts has, or that they word or number differently.

    So is one that by the header enters into force later, but is not among those that are `waiting`.
    """
    olds, news = ({p.eid: p for p in document.all()} for document in (amended, republished))
    for eid, new in news.items():
        old = olds.get(eid)
        if old is None:
            yield _differs(eid, _label(new, source), header_place(amended, "work", amended_source))
        elif _said(old) != _said(new):
            yield _differs(eid, _label(new, source), _label(old, amended_source))
    for eid, old in olds.items():
        if eid not in news:
            yield _differs(eid, header_place(republished, "republished", source), _label(old, amended_source))
    since = metadata_of(republished).in_force or date.min
    for m in awaited(replace(republished, provisions=()), since):
        if (m.target, m.days[-1]) not in waiting:
            yield _differs(m.target, m.label(), header_place(amended, "work", amended_source))


def _said(provision: Provision) -> tuple[str, str, tuple[Construct, ...]]:
    """The title, the words whatever their lines, and the formal sentences."""
    words = " ".join(item.text for item in provision.body if isinstance(item, Words))
    return provision.title, " ".join(words.split()), tuple(s.statement for s in provision.sentences())


def _label(provision: Provision, source: Source) -> Label:
    return Label(provision.span.source or source, provision.span, provision.eid)


def _differs(eid: str, new: Label, old: Label) -> Diagnostic:
    hints = [Hint("republication-differs")]
    return error(
        "republication-differs", new, replace(old, key="caption.as-amended"), hints=hints, target=Citation(eid)
    )
