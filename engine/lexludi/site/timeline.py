"""The amendments of a work in order: the instruments, what is known of them, what they change."""

from collections.abc import Iterator
from datetime import date

from lexludi.law.amendments import Instrument
from lexludi.law.chronicle import instrument_lines
from lexludi.site.desk import Desk
from lexludi.site.library import unit_of
from lexludi.site.markup import Html, join, tag


def timeline(desk: Desk) -> Html:
    """The first text and the instruments that amend it."""
    history = desk.work.history
    if history is None or not history.is_amended:
        return tag("p", desk.say("site.timeline.none"))
    first = desk.work.over_time[0]
    data = first.text(desk.language).metadata
    items = [_item(desk, first.since, data.instrument, data.gazette, None, None)]
    items += [
        _item(desk, i.in_force, i.name(desk.language), i.gazette(desk.language), i, before)
        for i, before in _with_day_before(desk, history.instruments)
    ]
    return tag("ol", *items, class_="lx-timeline")


def _with_day_before(desk: Desk, instruments: tuple[Instrument, ...]) -> Iterator[tuple[Instrument, date | None]]:
    days = [w.since for w in desk.work.over_time if w.since]
    for instrument in instruments:
        earlier = [d for d in days if instrument.in_force and d < instrument.in_force]
        yield instrument, earlier[-1] if earlier else None


def _item(
    desk: Desk, day: date | None, name: str, gazette: str, instrument: Instrument | None, before: date | None
) -> Html:
    shown = day == desk.work.since
    parts = [
        tag(
            "p",
            tag("time", desk.say("site.date", day=day), datetime=str(day)) if day else None,
            tag("span", desk.say("site.timeline.assumed"), class_="lx-badge") if _is_assumed(instrument) else None,
            class_="lx-time",
        ),
        tag("p", tag("strong", name or desk.title), f" · {gazette}" if gazette else None),
    ]
    if instrument:
        parts.append(tag("p", _knowledge(desk, instrument), " ", _changed(desk, instrument)))
        parts.append(_known(desk, instrument))
    if before and day:
        compared = tag("a", desk.say("site.timeline.compare"), href=desk.link(f"{desk.home}/compare/{before}/{day}"))
        parts.append(tag("p", compared))
    if shown:
        parts.append(tag("p", tag("span", desk.say("site.timeline.shown"), class_="lx-badge lx-badge--executed")))
    return tag("li", *parts, class_="lx-now" if shown else None)


def _is_assumed(instrument: Instrument | None) -> bool:
    return bool(instrument and instrument.metadata.assumed)


def _known(desk: Desk, instrument: Instrument) -> Html:
    """Everything that is known of an instrument, and what is not."""
    gazette = instrument.gazette(desk.language)
    lines = [tag("li", line.lstrip("-・ ")) for line in instrument_lines(instrument, desk.words) if line != gazette]
    return tag("details", tag("summary", desk.say("site.timeline.known")), tag("ul", *lines), class_="lx-fold")


def _knowledge(desk: Desk, instrument: Instrument) -> Html:
    known = instrument.knowledge.value
    return tag("span", desk.say(f"site.knowledge.{known}"), class_=f"lx-badge lx-badge--{known}")


def _changed(desk: Desk, instrument: Instrument) -> Html:
    """The articles that an instrument changes, as links where they still stand."""
    units = dict.fromkeys(m.target.partition("__")[0] for m in instrument.modifications)
    links = [
        tag("a", desk.teller.provision(eid), href=desk.link(f"{desk.home}/{unit_of(eid)}"))
        if unit_of(eid) in desk.work.units
        else tag("span", desk.teller.provision(eid))
        for eid in units
    ]
    return join(links, desk.words.say("list.separator"))
