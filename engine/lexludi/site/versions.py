"""The wordings of an article over time: each from one day to another, on a page of its own."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise, zip_longest

from lexludi.base.frozen import dataclass
from lexludi.law.chronicle import ended_told, held_and_rectified, kind_of_words, said_of_row, since_told, title_told
from lexludi.law.source_notes import SourceNote
from lexludi.site.desk import Desk
from lexludi.site.library import Wording, WorkOnDate, unit_of


def wording_of(desk: Desk, unit: str) -> Wording | None:
    """The wording that a page shows."""
    path = desk.path.partition("/")[2]
    return next((w for w in desk.work.wordings[unit] if w.path == path), None)


# ── On the page ─────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class WordingLink:
    """A wording, or a whole text, as a link: its first day, its days in words, its address.

    `mark` says that it is superseded, repealed or renumbered, or goes on in the same words, where it is or does;
    `gone_since` is the day after its last, if it has one.
    """

    since: str | None
    shown: str
    href: str
    is_current: bool
    mark: str
    gone_since: str | None = None


@dataclass(frozen=True)
class Picker:
    """All wordings of a unit, or texts of a work, and the comparison of this one with the one before it, if any.

    `name` says what can be chosen, `none` that there was none on a day.
    """

    name: str
    none: str
    wordings: tuple[WordingLink, ...]
    comparison: str

    @property
    def days(self) -> list[list[str | None]]:
        """For the script of the page: the first day of each wording, with its address; without one, of a gap."""
        days: list[list[str | None]] = []
        for wording, following in zip_longest(self.wordings, self.wordings[1:]):
            days.append([wording.since, wording.href])
            if wording.gone_since and (following is None or following.since != wording.gone_since):
                days.append([wording.gone_since, ""])
        return days


@dataclass(frozen=True)
class Banner:
    """A warning about a wording, with a link to the one that follows, if any."""

    text: str
    following: str = ""
    href: str = ""


def picker(desk: Desk, unit: str) -> Picker | None:
    """The choice of wordings, where the work has been amended."""
    if len(desk.work.shown.over_time) < 2:
        return None
    over_time = desk.work.wordings[unit]
    path = desk.path.partition("/")[2]
    links = (
        WordingLink(
            w.since.isoformat() if w.since else None,
            days_of(desk, w),
            desk.link(w.path),
            w.path == path,
            _mark_of(desk, w),
            (w.until + timedelta(days=1)).isoformat() if w.until else None,
        )
        for w in over_time
    )
    before = next((a.since for a, b in pairwise(over_time) if b.path == path), None)
    comparison = _comparison(desk, before, over_time[[w.path for w in over_time].index(path)].since)
    return Picker(desk.say("site.versions"), desk.say("site.versions.none"), tuple(links), comparison)


def _mark_of(desk: Desk, wording: Wording) -> str:
    """The mark of a wording: superseded, repealed, renumbered, or kept in words; empty of the one that stands."""
    # Of a work that is repealed the last wording has an end, and none after it.
    if wording.is_latest and wording.unit in desk.work.latest.units:
        return ""
    day = wording.until + timedelta(days=1) if wording.until else None
    if day and _moved(desk, wording.unit, day):
        return desk.say("site.renumbered")
    if day and _repealed_by(desk, wording.unit, day):
        return desk.say("site.repealed")
    after = next((w for w in desk.work.wordings[wording.unit] if day and w.since == day), None)
    return desk.say("site.kept" if after and _keeps_words(wording, after) else "site.superseded")


def _keeps_words(wording: Wording, following: Wording) -> bool:
    """True if the words go on: they are suspended, or no longer, or a formal reference in them follows a number."""
    words = _words(wording)
    # Of a text that has formal sentences alone nothing is said of its words.
    return any(texts for _, _, texts in words) and words == _words(following)


def _words(wording: Wording) -> list[tuple[SourceNote | None, str, list[str]]]:
    """The words of a wording, provision by provision in each language, each with their source."""
    work = wording.work
    return [
        (work.notes_in(language).get(eid), provision.title, [item.text for item in provision.words()])
        for eid in work.units[wording.unit]
        for language, provision in work.provisions[eid].items()
    ]


def text_picker(desk: Desk) -> Picker | None:
    """The choice of whole texts, where the work has been amended."""
    texts = desk.work.shown.over_time
    if len(texts) < 2:
        return None
    links = (
        WordingLink(then.version, desk.day(then.since), desk.link(then.text_path), then is desk.work, _mark(desk, then))
        for then in texts
        if then.since
    )
    before = next((a.since for a, b in pairwise(texts) if b is desk.work), None)
    comparison = _comparison(desk, before, desk.work.since)
    return Picker(desk.say("site.text.days"), desk.say("site.text.none"), tuple(links), comparison)


def _mark(desk: Desk, then: WorkOnDate) -> str:
    """The mark of a whole text that is repealed, or superseded by another; empty of the one that stands."""
    if then.repealed:
        return desk.say("site.repealed.text")
    return "" if then is desk.work.latest else desk.say("site.superseded.text")


def _comparison(desk: Desk, before: date | None, after: date | None) -> str:
    return desk.link(f"{desk.work.name}/compare/{before}/{after}") if before and after else ""


def days_of(desk: Desk, wording: Wording) -> str:
    """The days on which a wording stands, in words."""
    if wording.since is None:
        return desk.say("site.versions.undated")
    # Of a wording that a later instrument changed in words not known, nothing is said but its first day.
    if wording.until is None or wording.is_reworded:
        return desk.say(f"site.versions.{'from' if wording.is_reworded else 'since'}", since=desk.day(wording.since))
    # The last day of a wording is as certain as the first of the next.
    next_since = wording.until + timedelta(days=1)
    until = desk.say("day.marked" if desk.ground_of(next_since) else "list.day", day=wording.until)
    return desk.say("site.versions.between", since=desk.day(wording.since), until=until)


def banners(desk: Desk, unit: str) -> Iterator[Banner]:
    """Warnings about a wording that is not the last, is not run, or rests on instruments known in part."""
    wording = wording_of(desk, unit)
    if wording is None:
        return
    run = desk.work.shown.wording(unit) if unit in desk.work.shown.units else None
    yield from _ended(desk, wording)
    since = desk.work.since if wording.is_latest else wording.since
    if later := tuple(i.name(desk.language) for i in wording.reworded_after(since)):
        yield Banner(desk.say("site.banner.touched-later", instruments=later))
    if wording.since and desk.ground_of(wording.since):
        yield Banner(desk.say("site.banner.presumed", since=desk.day_in_full(wording.since)))
    yield from text_banners(desk)
    if run and wording.is_latest and run is not wording:
        yield Banner(desk.say("site.banner.run"), days_of(desk, run), desk.link(run.path))


def _ended(desk: Desk, wording: Wording) -> Iterator[Banner]:
    """The end of a wording: the article got another number, other words, or is gone, for good or for a time."""
    if wording.until is None:
        return
    day, over_time = wording.until + timedelta(days=1), desk.work.wordings[wording.unit]
    after = next((w for w in over_time if w.since and w.since >= day), None)
    if moved := _moved(desk, wording.unit, day):
        text = desk.say("site.banner.renumbered", since=desk.day_in_full(day))
        yield Banner(text, desk.teller.provision(moved[0]), desk.link(moved[1].path))
    elif by := _repealed_by(desk, wording.unit, day):
        yield Banner(desk.say("site.banner.article-repealed", instrument=by, since=desk.day_in_full(day)))
        if after is not None:
            key = "site.banner.other" if after.since == day else "site.banner.again"
            yield Banner(desk.say(key), days_of(desk, after), desk.link(after.path))
    elif after is not None and after.since == day:
        key = "site.banner.kept" if _keeps_words(wording, after) else "site.banner.past"
        text = desk.say(key, next=desk.day_in_full(day))
        yield Banner(text, days_of(desk, after), desk.link(after.path))
    # A work that is repealed has its own banner, and its text to the end.
    elif wording.unit not in desk.work.latest.units or after is not None:
        yield Banner(desk.say("site.banner.gone", until=desk.day_in_full(day)))
        if after is not None:
            yield Banner(desk.say("site.banner.again"), days_of(desk, after), desk.link(after.path))


def _moved(desk: Desk, unit: str, day: date) -> tuple[str, Wording] | None:
    """The eId that an article got on a day, with its wording there; none of one that kept its number, or is gone."""
    then = next((work for work in desk.work.shown.over_time if work.since == day), None)
    for eid, note in then.notes.items() if then else ():
        # Several instruments of one day may have renumbered it: the first of them found it at its number.
        numbers = [moved.was for moved in note.renumbered if moved.since == day]
        # Of an article itself, and not of what stands in it.
        if "__" not in eid and [unit_of(number) for number in numbers[:1]] == [unit]:
            wordings = desk.work.wordings[unit_of(eid)]
            return next((eid, w) for w in wordings if w.since and w.since <= day <= (w.until or date.max))
    return None


def _repealed_by(desk: Desk, unit: str, day: date) -> str:
    """The name of the instrument that repealed an article from a day, be its number another's since; or empty."""
    then = next((work for work in desk.work.shown.over_time if work.since == day), None)
    text = then.expression(desk.language_cited) if then else None
    if text is None:
        return ""
    gone = (one for one in text.repealed if one.since == day and "__" not in one.eid and unit_of(one.eid) == unit)
    return next((text.history.name_of(one.instrument, desk.language) for one in gone), "")


def text_banners(desk: Desk) -> Iterator[Banner]:
    """Warnings about the text of a day: that it was repealed, or is not wholly known."""
    metadata = desk.work.text(desk.language).metadata
    yield from repeal_banners(desk)
    unknown = [a.instrument for a in metadata.not_wholly_known]
    if unknown:
        yield Banner(desk.say("site.banner.partly-known", instruments=tuple(dict.fromkeys(unknown))))


def repeal_banners(desk: Desk) -> Iterator[Banner]:
    """That the work is repealed, with a link to the one that replaces it, if that stands beside it."""
    if not desk.repeal:
        return
    successor = desk.work.successor
    yield Banner(desk.repeal, successor, desk.link(successor)) if successor else Banner(desk.repeal)


def source_note(desk: Desk, eid: str) -> str:
    """The source of the words of a provision, if that is not the first text; of each language where they differ."""
    told = {language: _source_told(desk, eid, language) for language in desk.work.texts}
    if len(set(told.values())) == 1:
        return next(iter(told.values()))
    # Of a rectification of one language the words in another stay those of before; or of an instrument one text has
    # the words, and another a summary.
    alike: dict[str, list[str]] = {}
    for language, source in told.items():
        alike.setdefault(source, []).append(desk.say(f"site.column.{language}"))
    separator = desk.say("list.separator")
    told_apart = (f"{separator.join(names)}{desk.words.colon}{source}" for source, names in alike.items() if source)
    return desk.words.space.join(told_apart)


def _source_told(desk: Desk, eid: str, language: str) -> str:
    note = desk.work.notes_in(language).get(eid)
    history = desk.work.history
    if note is None or history is None or not note.is_changed:
        return ""
    sentences = []
    if note.words_by and note.since:
        provision = desk.work.provision(eid, language)
        assert provision is not None, eid
        kind = kind_of_words(provision)
        since = since_told(history, note.words_by, note.since, desk.words)
        sentences.append(
            desk.say(f"site.note.{kind}", instrument=history.name_of(note.words_by, desk.language), since=since)
        )
    elif note.republished:
        fact = desk.say("source.republished", day=note.republished)
        sentences.append(desk.say("site.note.other", fact=fact))
    sentences += [desk.say("site.note.other", fact=fact) for fact in title_told(note, history, desk.words)]
    for row, moved in desk.work.renumbered.get(eid, ()):
        key, numbers = said_of_row("site.note.renumbered", row, desk.words)
        since = since_told(history, moved.instrument, moved.since, desk.words)
        sentences.append(
            desk.say(key, instrument=history.name_of(moved.instrument, desk.language), since=since, **numbers)
        )
    others = (*held_and_rectified(note, history, desk.words), *ended_told(note, history, desk.words))
    sentences += [desk.say("site.note.other", fact=fact) for fact in others]
    sentences += [
        desk.say("site.note.reworded", instrument=history.name_of(i, desk.language)) for i in note.reworded_by
    ]
    return desk.words.space.join(sentences)
