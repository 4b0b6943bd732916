"""The history of a work in Akoma Ntoso: its lifecycle, the times of its wordings, and what instruments change.

The same facts as `lexludi log --format json` has. A reference to a provision as it was
numbered before or after an instrument is the URI of the text of that day, so that a
number which has changed its meaning since names no other provision.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta

from lexludi.base.frozen import dataclass
from lexludi.exchange.markup import Element, element
from lexludi.law.amendments import Instrument, Modification, brought_by, goes_back
from lexludi.law.history import Base, History, consolidate
from lexludi.law.source_notes import SourceNote, TitleSource
from lexludi.rules import uris
from lexludi.rules.model import under

# Times one after another: the first day of each, if it is known, and the first that is no more in it, if it ends.
Times = tuple[tuple[date | None, date | None], ...]

US = "#ref_lexludi"
IN_FORCE = "ref_in_force"

# The kinds of modification that the standard tells apart; the attribute `ludi:op` has our own, finer ones.
_TEXTUAL = {
    "substitute": "substitution",
    "reworded": "substitution",
    "misprint": "replacement",
    "insert": "insertion",
    "append": "insertion",
    "append_whole": "insertion",
    "renumber": "renumbering",
    "repeal": "repeal",
    "repeal_work": "repeal",
    "replaced_by": "repeal",
}
_OTHERS = {"suspend": ("efficacyMod", "inapplication"), "derogate": ("scopeMod", "exceptionOfScope")}
# Where new provisions stand, beside the provision that is named.
_PLACES = {"insert": "after", "append": "inside"}


@dataclass(frozen=True)
class LifecycleEvent:
    """A day on which the text becomes another, and the reference of what makes it so.

    It has no kind where a part enters into force later, or the text is published anew as amended.
    """

    eid: str
    day: date
    source: str
    kind: str | None
    is_presumed: bool = False


@dataclass(frozen=True)
class HistoryData:
    """The elements of a history.

    `periods` are the times of provisions that have not stood and applied throughout, `titles` those of titles that are
    not as old as the words below them.
    """

    references: tuple[Element, ...]
    concepts: tuple[Element, ...]
    lifecycle: Element
    modifications: tuple[Element, ...]
    temporal: Element
    periods: Mapping[str, str]
    titles: Mapping[str, str]


def history_data(history: History, work: str, language: str, on: date, notes: Mapping[str, SourceNote]) -> HistoryData:
    """The history of a work, of which the text on a day is told: its changes up to that day, its events altogether."""
    concerned = [i for i in history.instruments if i.concerns(language)]
    happened = list(events(history, language))
    applied = [(i, m) for i in concerned for m in i.text(language).modifications if m.in_force <= on]
    # Every day on which the text becomes another begins a period without an end; what holds for a time has one with.
    times = [((event.day, None),) for event in happened] + [_times_of(m) for _, m in applied]
    groups: dict[str, Times] = {_period(item): item for item in times}
    changed = {eid: n for eid, n in notes.items() if n.words_by or n.until or n.suspended or n.interrupted}
    titled = {eid: _of_title(note, history.bases[0].since) for eid, note in notes.items() if note.titled}
    timed = [{eid: applying for eid, n in told.items() if (applying := _applying(n))} for told in (changed, titled)]
    groups |= {_period(item): item for told in timed for item in told.values()}
    periods, titles = ({eid: f"#{_period(times)}" for eid, times in told.items()} for told in timed)
    return HistoryData(
        (*_republications(history, work, language), *(_reference(i, language) for i in concerned)),
        (element("TLCConcept", eId=IN_FORCE, href="/akn/ontology/concept/in-force", showAs="in force"),),
        element("lifecycle", *map(event_element, happened), source=US),
        tuple(_modification(f"pmod_{n}", m, i, history, work, language) for n, (i, m) in enumerate(applied, 1)),
        element("temporalData", *_groups(groups, happened), source=US),
        periods,
        titles,
    )


def active_modifications(instrument: Instrument, history: History, work: str, language: str) -> tuple[Element, ...]:
    """The changes of a work by one instrument, told by itself."""
    changes = instrument.text(language).modifications
    return tuple(
        _modification(f"amod_{n}", m, instrument, history, work, language, is_active=True)
        for n, m in enumerate(changes, 1)
    )


# ── Events and times ────────────────────────────────────────────────────────


def events(history: History, language: str) -> Iterator[LifecycleEvent]:
    """The events of a history in the order of their days; the first of a day has its name."""
    in_order = sorted(_events(history, language), key=lambda event: event.day)
    seen: dict[date, int] = {}
    for event in in_order:
        number = seen[event.day] = seen.get(event.day, 0) + 1
        name = f"event_{event.day}" + (f"_{number}" if number > 1 else "")
        yield LifecycleEvent(name, event.day, event.source, event.kind, event.is_presumed)


def _events(history: History, language: str) -> Iterator[LifecycleEvent]:
    for base in history.bases:
        header = base.header
        presumed = bool(header.ground_of(base.since))
        if base.is_republished and base is not history.bases[0]:
            # Nothing in the text changes by it: what has amended the text is told as such.
            yield LifecycleEvent("", base.since, f"#{_name_anew(base)}", None, presumed)
        else:
            kind = "generation" if base is history.bases[0] else "amendment"
            yield LifecycleEvent("", base.since, "#ref_original", kind, presumed)
        for day in sorted({day for m in history.awaited(base) for day in m.days if day != base.since}):
            yield LifecycleEvent("", day, "#ref_original", None, bool(header.ground_of(day)))
    for instrument in history.instruments:
        if instrument.concerns(language):
            changes = instrument.text(language).modifications
            for day in sorted({day for m in changes for day in m.days} | instrument.entries()):
                ends = any(m.ends_work and m.in_force == day for m in changes)
                presumed = bool(instrument.ground_of(day, language))
                yield LifecycleEvent("", day, f"#{name_of(instrument)}", "repeal" if ends else "amendment", presumed)


def name_of(instrument: Instrument) -> str:
    """The name of the reference to an instrument within a document."""
    return f"ref_{instrument.id}"


def _name_anew(base: Base) -> str:
    """The name of the reference to a text published anew as amended."""
    return f"ref_republished_{base.since}"


def _republications(history: History, work: str, language: str) -> Iterator[Element]:
    """The references to the texts published anew as amended."""
    for base in history.bases[1:]:
        if base.is_republished:
            uri = uris.expression_uri(work, language, base.since.isoformat())
            name = base.header.instrument or base.header.title
            yield element("passiveRef", eId=_name_anew(base), href=uri, showAs=name)


def identifier_of(instrument: Instrument, language: str) -> str:
    """The FRBR URI of an instrument."""
    return instrument.text(language).metadata.identifier


def _reference(instrument: Instrument, language: str) -> Element:
    uri = identifier_of(instrument, language)
    return element("passiveRef", eId=name_of(instrument), href=uri, showAs=instrument.name(language))


def event_element(event: LifecycleEvent) -> Element:
    """An event of the life of a text as an element."""
    return element(
        "eventRef",
        eId=event.eid,
        date=event.day.isoformat(),
        source=event.source,
        type=event.kind,
        ludi_presumed="true" if event.is_presumed else None,
    )


def _times_of(change: Modification) -> Times:
    """The time of a modification."""
    return ((change.in_force, next(iter(change.days[1:]), None)),)


def _applying(note: SourceNote) -> Times:
    """The times at which the words of a provision apply: from the day of their source, but not while suspended."""
    ended = note.until + timedelta(days=1) if note.until and note.until < date.max else None
    # Of words that a text published anew is the first to tell nobody knows from when they stood.
    start = note.since or note.republished
    times: list[tuple[date | None, date | None]] = []
    for held in sorted((*note.interrupted, *filter(None, [note.suspended])), key=lambda m: m.in_force):
        # What awaits its entry into force has not applied before; what an instrument suspends has.
        if held.op != "await":
            times.append((start, held.in_force))
        # Of two at once the later end counts.
        start = max(start or date.min, *(held.days[1:] or (date.max,)))
    if start is None or start < date.max:
        times.append((start, ended))
    return tuple((start, end) for start, end in times if (start or end) and (not (start and end) or start < end))


def _of_title(note: SourceNote, first: date) -> SourceNote:
    """The source of a title, as that of words; one of the first text stands from its day, and not from theirs."""
    titled = note.titled or TitleSource()
    since = titled.since or (None if titled.republished else first)
    return replace(note, words_by=titled.words_by, since=since, until=titled.until, republished=titled.republished)


def _period(times: Times) -> str:
    """The name of some times: `period_2031-01-01`, `period_2031-08-01_2031-08-31`, each with its last day."""
    days = [(str(start or "to"), str(end - timedelta(days=1)) if end else "") for start, end in times]
    return "_".join(["period", *(day for of_time in days for day in of_time if day)])


def _groups(groups: Mapping[str, Times], happened: list[LifecycleEvent]) -> Iterator[Element]:
    # Backwards, so that the first event of a day, which has the plain name, is the one that stays.
    names = {event.day: f"#{event.eid}" for event in reversed(happened)}
    for name, times in groups.items():
        intervals = (
            element(
                "timeInterval",
                start=names[start] if start else None,
                end=names[end] if end else None,
                refersTo=f"#{IN_FORCE}",
            )
            for start, end in times
        )
        yield element("temporalGroup", *intervals, eId=name)


# ── Modifications ───────────────────────────────────────────────────────────


def _modification(
    eid: str,
    change: Modification,
    instrument: Instrument,
    history: History,
    work: str,
    language: str,
    *,
    is_active: bool = False,
) -> Element:
    """A modification: where it is said, what it changes as that was numbered before, and what has come of it."""
    tag, kind = _OTHERS.get(change.op) or ("textualMod", _TEXTUAL[change.op])
    # What is changed is cited as numbered on the day before, what comes of it as numbered from that day on; words that
    # are rectified stand nowhere before they were published.
    after = change.in_force
    before, target = _day_before(history, after), change.target
    if change.op == "misprint":
        # The number that it cites is that of the instrument rectified, and may be another's by the end of the day.
        rectified = consolidate(history, after, language).rectified
        before, target = after, rectified.get((change.instrument, target), target)
    elif target:
        before, target = _named_before(change, instrument, history, language)
    said_at = f"#{change.eid}" if is_active and change.eid else _place(identifier_of(instrument, language), change.eid)
    parts = [
        element("source", href=said_at),
        element("destination", href=_provision(work, language, before, target), pos=_PLACES.get(change.op)),
    ]
    if not is_active:
        parts.append(element("force", period=f"#{_period(_times_of(change))}"))
    brought = brought_by(change) if change.brought and change.op != "misprint" else []
    if tag == "textualMod":
        said = brought or ([change.to] if change.op == "renumber" else [])
        # By the numbers of the text with the change: what is brought may be said by that of a provision above before.
        placed = consolidate(history, after, language).placed if said else {}
        new = [placed.get((change.instrument, after, change.op, eid), eid) for eid in said]
        parts += [element("new", href=_provision(work, language, after, eid)) for eid in new]
        if is_active and change.op == "misprint":
            parts += [element("old", href=f"#{eid}_old_quoted"), element("new", href=f"#{eid}_quoted")]
    is_incomplete = change.op == "reworded" or not instrument.knowledge.is_whole
    return element(
        tag,
        *parts,
        eId=eid,
        type=kind,
        incomplete="true" if is_incomplete else None,
        ludi_op=change.op,
        ludi_date=change.in_force.isoformat(),
        ludi_until=change.until.isoformat() if change.until else None,
        ludi_retroactive="true" if goes_back(change, instrument.published) else None,
        ludi_brought=" ".join(brought) if brought and tag != "textualMod" else None,
        ludi_replacement=change.to if change.op == "replaced_by" else None,
    )


def _named_before(change: Modification, instrument: Instrument, history: History, language: str) -> tuple[date, str]:
    """The provision that is changed, as the text before the instrument numbers it; one that this brings, as that after.

    One that renumbers, and then changes what it has renumbered, names it by a number that stands in no text before:
    where article 13 becomes its number 1, what is then 13, number 1, item 4 was item 4 of the article.
    """
    before, after, name = _day_before(history, change.in_force), change.in_force, change.target
    if not history.is_there_in(language, before):
        return before, name
    there = consolidate(history, before, language).provisions
    same_day = (m for m in instrument.text(language).modifications if m.in_force == after)
    moves = {m.to: m.target for m in same_day if m.op == "renumber"}
    # Each move is followed back once: none comes from a number that it gives.
    while name not in there and (to := max((to for to in moves if under(name, to)), key=len, default="")):
        name = moves.pop(to) + name.removeprefix(to)
    if name in there:
        return before, name
    placed = consolidate(history, after, language).placed
    now = {eid: place for (by, day, _, eid), place in placed.items() if (by, day) == (change.instrument, after)}
    return after, now.get(change.target, change.target)


def _day_before(history: History, day: date) -> date:
    """The day of the text that an instrument in force on a day changes; the first for what is older."""
    return max((d for d in history.dates if d < day), default=history.dates[0])


def _provision(work: str, language: str, day: date, eid: str) -> str:
    return _place(uris.expression_uri(work, language, day.isoformat()), eid)


def _place(uri: str, eid: str) -> str:
    return uris.provision_uri(uri, eid) if eid else uri
