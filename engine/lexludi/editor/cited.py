"""Cited provisions: those of the text at hand, or of the work that it amends, before a change and after."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path

from lexludi.base.errors import InvalidRegulation, UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.base.source import Source, Span
from lexludi.editor.cursor import CitationAt
from lexludi.editor.views import View, home_of
from lexludi.language.nodes import Provision, Sentence
from lexludi.law.history import History, TextOnDate, consolidate, history_of


@dataclass(frozen=True)
class CitedProvision:
    """A provision that is cited, and where its words are written; of another text, `version` is the day of that."""

    provision: Provision
    path: Path
    source: Source
    span: Span
    version: str = ""


def cited(view: View, citation: CitationAt) -> list[CitedProvision]:
    """The provisions that a citation cites, without those that are not there."""
    if citation.change is None:
        return [_own(view, view.provisions[eid]) for eid in citation.eids if eid in view.provisions]
    before_and_after = list(_around(view, citation.change))
    # A change may name what another of the same day brings; what it brings itself may cite what is as it was.
    texts = before_and_after[::-1] if citation.is_after else before_and_after
    provisions = (next((c for text in texts if (c := _in(text, eid))), None) for eid in citation.eids)
    return [c for c in provisions if c is not None]


def citable(view: View) -> Mapping[str, tuple[CitedProvision, ...]]:
    """The provisions that a text can cite, by eId: in an instrument first those of what it amends, then its own."""
    out: dict[str, tuple[CitedProvision, ...]] = {}
    for text in _around(view, None):
        for eid in text.provisions:
            if eid not in out and (amended := _in(text, eid)):
                out[eid] = (amended,)
    for eid, provision in view.provisions.items():
        out[eid] = (*out.get(eid, ()), _own(view, provision))
    return out


def _own(view: View, provision: Provision) -> CitedProvision:
    return CitedProvision(provision, view.path, view.source, provision.span)


def _in(text: TextOnDate, eid: str) -> CitedProvision | None:
    """A provision of a text as it stood on a day, with the place where its words are written."""
    provision, note = text.provisions.get(eid), text.notes.get(eid)
    if provision is None or note is None or note.span.source is None:
        return None
    source = note.span.source
    return CitedProvision(provision, Path(source.name).resolve(), source, note.span, text.since.isoformat())


def _around(view: View, change: Sentence | None) -> Iterator[TextOnDate]:
    """The work that an instrument amends: on the eve of a change, or of its entry into force, and on its day."""
    if not view.checked.file.is_amending:
        return
    try:
        history = history_of(home_of(view.path), (view.language,))
    except UnknownWork:
        return
    for day in _days(history, view, change):
        try:
            yield consolidate(history, day, view.language)
        except (UnknownWork, InvalidRegulation):
            continue  # which is said of the texts themselves


def _days(history: History, view: View, change: Sentence | None) -> list[date]:
    instrument = history.instrument(view.checked.file.version)
    text = instrument.texts.get(view.language) if instrument else None
    if instrument is None or text is None:
        return []
    changes = [m for m in text.modifications if change is None or m.span == change.span]
    # A rectification has no eve: it changes what was published from the first day on.
    day = next((m.in_force for m in changes), instrument.in_force)
    if day is None:
        return []
    is_rectified = any(m.op == "misprint" for m in changes)
    return [day] if is_rectified or day == date.min else [day - timedelta(days=1), day]
