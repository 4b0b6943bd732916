"""Feeds of changes in Atom (RFC 4287): the instruments that have amended each work, and those of all works."""

from collections.abc import Iterable, Iterator
from datetime import date
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS
from lexludi.exchange.markup import FORBIDDEN
from lexludi.site.desk import Desk
from lexludi.site.library import WorkOnDate
from lexludi.site.page import Here
from lexludi.site.timeline import TimelineEvent, timeline

CHANGES_FEED = "changes.atom"
_ATOM = "http://www.w3.org/2005/Atom"


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed: an instrument, and the page of what it did; `link` is relative to the top of a language."""

    identity: str
    title: str
    day: date
    link: str
    summary: str


def feed_of(work: WorkOnDate, language: str) -> tuple[str, bytes]:
    """The feed of a work, by its path from the top of the site."""
    desk = Desk(f"{language}/{work.name}", work)
    title = desk.say("site.feed.title", title=desk.title)
    top = "../" * len(work.name.split("/"))
    return f"{language}/{work.name}/{CHANGES_FEED}", _feed(language, work.name, title, list(entries(desk)), top)


def feed_of_all(listed: Iterable[FeedEntry], language: str) -> tuple[str, bytes]:
    """The feed of the entries of all law, by its path from the top of the site."""
    return f"{language}/{CHANGES_FEED}", _feed(language, "", Here(language).say("site.feed.all"), list(listed), "")


def entries(desk: Desk) -> Iterator[FeedEntry]:
    """The texts and instruments of a work of which the day is known; of a work never amended the first text."""
    events = list(timeline(desk))
    for event in events:
        if event.day:
            yield _entry(desk, event, event.day)
    if desk.work.history and desk.work.since and not events:
        data = desk.work.text(desk.language).metadata
        yield _entry(
            desk,
            TimelineEvent("first", desk.work.since, data.instrument or desk.title, data.gazette, data.address, True),
            desk.work.since,
        )


def _entry(desk: Desk, event: TimelineEvent, day: date) -> FeedEntry:
    # In a reader of feeds no page stands around the entry that says what kind of law this is.
    invented = desk.say("site.banner.invented") if desk.work.is_invented else ""
    lines = (invented, event.note, event.gazette, *event.awaited, *(event.amendment.lines if event.amendment else ()))
    return FeedEntry(
        f"{desk.work.name}/{event.anchor}",
        desk.words.colon.join(dict.fromkeys(part for part in (desk.title, event.name, event.note) if part)),
        day,
        f"{event.comparison or event.text_path or desk.work.text_path}/",
        "\n".join((desk.day_in_full(day), *(line for line in lines if line))),
    )


def _feed(language: str, subject: str, title: str, entries: list[FeedEntry], top: str) -> bytes:
    """A feed; its links are relative to its own address, for a site may stand anywhere."""
    newest_first = sorted(entries, key=lambda entry: entry.day, reverse=True)
    # The namespace as an attribute: of a qualified name `ElementTree` would make a prefix on every element.
    feed = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": TAGS[language]})
    _child(feed, "id", _urn(language, subject or "changes"))
    _child(feed, "title", title)
    # A feed must have a moment, also one without entries.
    _child(feed, "updated", _moment(newest_first[0].day if newest_first else date(2000, 1, 1)))
    _child(ElementTree.SubElement(feed, "author"), "name", "Lexludi")
    ElementTree.SubElement(feed, "link", {"rel": "self", "href": CHANGES_FEED})
    ElementTree.SubElement(feed, "link", {"href": "./"})
    for entry in newest_first:
        element = ElementTree.SubElement(feed, "entry")
        _child(element, "id", _urn(language, entry.identity))
        _child(element, "title", entry.title)
        _child(element, "updated", _moment(entry.day))
        ElementTree.SubElement(element, "link", {"href": f"{top}{entry.link}"})
        _child(element, "summary", entry.summary)
    ElementTree.indent(feed)
    written: bytes = ElementTree.tostring(feed, "utf-8", xml_declaration=True)
    return written


def _child(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = FORBIDDEN.sub("\ufffd", text)


def _urn(*names: str) -> str:
    """An id that stays the same wherever the site stands."""
    return uuid5(NAMESPACE_URL, "/".join(("lexludi", *names))).urn


def _moment(day: date) -> str:
    """A moment of a day that is this day, and no other, by nearly every clock of the world."""
    return f"{day.isoformat()}T12:00:00Z"
