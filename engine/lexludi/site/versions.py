"""The wordings of an article over time: each from one day to another, on a page of its own."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from lexludi.language.nodes import Provision
from lexludi.law.amendments import Instrument
from lexludi.law.chronicle import kind_of_words
from lexludi.site.desk import Desk
from lexludi.site.library import Work, unit_of
from lexludi.site.markup import Html, join, tag


@dataclass(frozen=True)
class Wording:
    """A wording of a unit: from a day, to the day before the next one, if any; and the work as it then stood."""

    unit: str
    since: date | None
    until: date | None
    work: Work

    @property
    def path(self) -> str:
        """The path of its page, without the language: that of the unit, where the site shows this wording."""
        own = f"{self.work.home}/{self.unit}"
        return own if self.work.main is None else f"{own}/{self.since}"


def wordings(work: Work, unit: str) -> list[Wording]:
    """The wordings of a unit of a work, in order."""
    main = work.shown
    groups: list[list[Work]] = []
    for then in main.over_time:
        if groups and _said(groups[-1][-1], unit) == _said(then, unit):
            groups[-1].append(then)
        else:
            groups.append([then])
    out = []
    for index, group in enumerate(groups):
        after = groups[index + 1][0].since if index + 1 < len(groups) else None
        if unit in group[0].units:
            shown = main if main in group else group[0]
            out.append(Wording(unit, group[0].since, after and after - timedelta(days=1), shown))
    return out


def _said(work: Work, unit: str) -> list[tuple[Provision, ...]]:
    return [tuple(work.provisions[eid].values()) for eid in work.units.get(unit, ())]


def wording_of(desk: Desk, unit: str) -> Wording | None:
    """The wording that a page shows."""
    path = desk.path.partition("/")[2]
    return next((w for w in wordings(desk.work, unit) if w.path == path), None)


# ── On the page ─────────────────────────────────────────────────────────────


def picker(desk: Desk, unit: str) -> Html | None:
    """All wordings of a unit as links, and a field for any day, where the work has been amended."""
    found = wordings(desk.work, unit)
    if not found or len(desk.work.shown.over_time) < 2:
        return None
    path = desk.path.partition("/")[2]
    links = [
        tag(
            "a",
            span(desk, w),
            href=desk.link(w.path),
            aria_current="page" if w.path == path else None,
            class_="lx-when",
        )
        for w in found
    ]
    days = [[w.since and w.since.isoformat(), desk.link(w.path)] for w in found]
    field = tag(
        "label",
        desk.say("site.versions.on"),
        " ",
        tag("input", type="date", data_versions=json.dumps(days), data_none=desk.say("site.versions.none")),
        class_="lx-day",
        hidden=True,
    )
    legend = tag("span", desk.say("site.versions"), class_="lx-legend")
    return tag(
        "nav",
        legend,
        *links,
        *_what_changed(desk, found),
        field,
        class_="lx-versions",
        aria_label=desk.say("site.versions"),
    )


def _what_changed(desk: Desk, found: list[Wording]) -> Iterator[Html]:
    """A link to what made this wording of the one before it."""
    path = desk.path.partition("/")[2]
    for before, after in pairwise(found):
        if after.path == path and before.since and after.since:
            pair = f"{desk.home}/compare/{before.since}/{after.since}"
            yield tag("a", desk.say("site.timeline.compare"), href=desk.link(pair), class_="lx-changed")


def span(desk: Desk, wording: Wording) -> str:
    """From when to when a wording stands."""
    if wording.since is None:
        return desk.say("site.versions.undated")
    if wording.until is None:
        return desk.say("site.versions.since", since=wording.since)
    return desk.say("site.versions.between", since=wording.since, until=wording.until)


def standing(desk: Desk, unit: str) -> Iterator[Html]:
    """What a reader must know of a wording that is not the last, or rests on what is known in part."""
    wording = wording_of(desk, unit)
    if wording is None:
        return
    if wording.until is not None:
        following = wordings(desk.work, unit)
        after = following[following.index(wording) + 1]
        link = tag("a", span(desk, after), href=desk.link(after.path))
        yield _banner(desk.say("site.banner.past", until=wording.until), link)
    elif touched := tuple(i.name(desk.language) for i in _touching(desk.work.shown, unit, desk.work.since)):
        yield _banner(desk.say("site.banner.touched-later", instruments=touched))
    unknown = [a.instrument for a in desk.work.text(desk.language).metadata.not_wholly_known]
    if unknown:
        yield _banner(desk.say("site.banner.partly-known", instruments=tuple(dict.fromkeys(unknown))))


def _touching(work: Work, unit: str, since: date | None) -> Iterator[Instrument]:
    """Later instruments that changed a unit in ways that are not wholly known."""
    if work.history is None or since is None:
        return
    for instrument in work.history.instruments:
        later = instrument.in_force is None or instrument.in_force > since
        if (
            later
            and not instrument.knowledge.is_whole
            and unit in {unit_of(m.target) for m in instrument.modifications}
        ):
            yield instrument


def _banner(*pieces: str) -> Html:
    return tag("p", join(pieces, " "), class_="lx-banner lx-banner--past")


def source_note(desk: Desk, eid: str) -> Html | None:
    """Where the words of a provision come from, if not from the first text."""
    note = desk.work.notes.get(eid)
    if note is None or not note.is_changed:
        return None
    said = []
    if note.words_by and note.since:
        provision = desk.work.provision(eid, desk.language)
        assert provision is not None, eid
        kind = kind_of_words(provision)
        said.append(desk.say(f"site.note.{kind}", instrument=_named(desk, note.words_by), since=note.since))
    said += [
        desk.say(
            "site.note.renumbered",
            was=desk.teller.provision(r.was),
            instrument=_named(desk, r.instrument),
            since=r.since,
        )
        for r in note.renumbered
    ]
    said += [desk.say("site.note.reworded", instrument=_named(desk, i)) for i in note.reworded_by]
    return tag("p", " ".join(said), class_="lx-source")


def _named(desk: Desk, identity: str) -> str:
    instrument = desk.work.history.instrument(identity) if desk.work.history else None
    return instrument.name(desk.language) if instrument else identity
