"""A history in words and as plain data: instruments, what they change, where the words of provisions come from."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue, Language
from lexludi.base.plain import given
from lexludi.language.citations import cite, cite_below, cite_row, with_article
from lexludi.language.nodes import Comment, Document, Level, Mark, Provision, Sentence, Text, Words
from lexludi.language.printer import Printer, own_printer
from lexludi.law.amendments import TEMPORARY, Citation, Instrument, Modification, brought_by, goes_back
from lexludi.law.history import Base, History, TextOnDate, read_base, wholly_known_date
from lexludi.law.source_notes import Renumbering, SourceNote, TitleSource
from lexludi.rules.header import metadata_of
from lexludi.rules.model import Metadata, Standing, under
from lexludi.rules.standing import cited, day_told, standing_json, standing_told
from lexludi.rules.uris import uri_json

# ── Renumberings in a row ───────────────────────────────────────────────────


@dataclass(frozen=True)
class RenumberingRow:
    """Provisions with consecutive numbers, and the consecutive numbers that they get, as eIds in order.

    `then` are those that they got, where they have other numbers `now`.
    """

    was: tuple[str, ...]
    now: tuple[str, ...]
    then: tuple[str, ...] = ()

    @property
    def is_single(self) -> bool:
        """True if it is one provision alone."""
        return len(self.was) == 1

    def before(self) -> tuple[str, str]:
        """The first and the last of the old numbers."""
        return self.was[0], self.was[-1]

    def after(self) -> tuple[str, str]:
        """The first and the last of the new numbers."""
        return self.now[0], self.now[-1]


# The renumberings to tell of a provision.
Rows = tuple[tuple[RenumberingRow, Renumbering], ...]


def rows(moves: Iterable[tuple[str, str]]) -> Iterator[RenumberingRow]:
    """Moves from an eId to another, grouped in the longest rows of consecutive numbers, by their old numbers."""
    row = RenumberingRow((), ())
    # Sorted by place, so that a row grows at its end only; it ends where either number does not follow.
    for was, now in sorted(moves, key=lambda move: _place(move[0])):
        if row.was and _follows(was, row.was[-1]) and _follows(now, row.now[-1]):
            row = RenumberingRow((*row.was, was), (*row.now, now))
            continue
        if row.was:
            yield row
        row = RenumberingRow((was,), (now,))
    if row.was:
        yield row


def _place(eid: str) -> tuple[str, int, str]:
    head, _, number = eid.rpartition("_")
    # `art_9__para_10` comes after `art_9__para_9`; of an inserted number (`9-A`) the characters decide.
    return (head, int(number), "") if number.isdigit() else (head, 0, number)


def _follows(eid: str, earlier: str) -> bool:
    """True of the number after another, at the same place; inserted ones (9-A) are in no row."""
    (head, number, letter), (other, last, other_letter) = _place(eid), _place(earlier)
    return head == other and number == last + 1 and not letter and not other_letter


def renumbered_rows(notes: Mapping[str, SourceNote], page: Callable[[str], str] = lambda eid: "") -> dict[str, Rows]:
    """For each of some provisions the renumberings to tell there: those of a row at its first provision on a page.

    Without `page`, which gives that of an eId, all are on one. What follows from the renumbering of the provision
    above, where that is among them, is left out.
    """
    # Apart, by whether provisions still have the numbers that they got; by these the eIds that they have now.
    groups: dict[tuple[str, date, bool], dict[tuple[str, str], tuple[Renumbering, str]]] = {}
    for eid, note in notes.items():
        renumberings = own_renumberings(note, notes.get(eid.rpartition("__")[0]))
        for moved, got in zip(note.renumbered, _got(note), strict=True):
            if moved in renumberings:
                groups.setdefault((moved.instrument, moved.since, got == eid), {})[moved.was, got] = moved, eid
    told: dict[str, list[tuple[RenumberingRow, Renumbering]]] = {}
    for (*_, is_present), group in groups.items():
        for row in rows(group):
            made = {eid: moved for moved, eid in (group[move] for move in zip(row.was, row.now, strict=True))}
            whole = row if is_present else RenumberingRow(row.was, tuple(made), row.now)
            # Backwards, so that the first on a page is the one that stays.
            for eid in {page(now): now for now in reversed(made)}.values():
                told.setdefault(eid, []).append((whole, made[eid]))
    # In the order in which they were made, in which a provision has them.
    return {
        eid: tuple(sorted(moves, key=lambda one: notes[eid].renumbered.index(one[1]))) for eid, moves in told.items()
    }


def _got(note: SourceNote) -> tuple[str, ...]:
    """The eIds that a provision got by its renumberings, one after another."""
    return (*(moved.was for moved in note.renumbered[1:]), note.eid)[: len(note.renumbered)]


def own_renumberings(note: SourceNote, above: SourceNote | None) -> tuple[Renumbering, ...]:
    """The renumberings of a provision that do not follow from those of the provision above."""
    if above is None:
        return note.renumbered
    # What moves along has the same instrument and day, and the same rest of its eId, as the provision above.
    tail = note.eid.removeprefix(above.eid)
    implied = {Renumbering(m.was + tail, m.instrument, m.since) for m in above.renumbered}
    return tuple(m for m in note.renumbered if m not in implied)


# ── A history in words ──────────────────────────────────────────────────────


HISTORY_SCHEMA = "lexludi.history/1"
TEXT_SCHEMA = "lexludi.text/1"
# So many neighbours are cited as a row.
_ROW = 3
# What brings provisions that were not there.
_INSERTING = frozenset({"insert", "append", "append_whole"})
BLAME_SCHEMA = "lexludi.blame/1"


# ── Instruments ─────────────────────────────────────────────────────────────


def change_told(change: Modification, words: Catalogue, is_former: bool = False) -> str:
    """A modification told in a sentence; its provision as a former one, where another gets the number of it."""
    language = words.language
    above = change.target.rpartition("__")[0]
    target = cite(change.target, language, in_full=True) if change.target else ""
    alone = cite(change.target, language) if change.target else ""
    if is_former:
        alone = words.say("change.former", target=alone)
    match change.op:
        case "append_whole":
            return words.say("change.insert.whole", brought=_brought(change, "", language))
        case "append":
            brought = _brought(change, change.target, language)
            return words.say("change.insert", above=with_article(target, language, "a"), brought=brought)
        case "suspend" | "derogate":
            key = f"change.{change.op}" if change.until else "change.suspend.open"
            until = {"until": change.until} if change.until else {}
            return words.say(key, target=alone, since=change.in_force, **until)
        case "repeal_work":
            return words.say("change.repeal_work")
        case "replaced_by":
            return words.say("change.replaced_by", work=change.to)
        case "insert":
            brought = _brought(change, above, language)
            if not above:
                return words.say("change.insert.whole", brought=brought)
            home = with_article(cite(above, language, in_full=True), language, "a")
            return words.say("change.insert", above=home, brought=brought)
        # The text of an article becomes its first number: `to` lies below `target`.
        case "renumber" if change.to.startswith(f"{change.target}__"):
            to = cite_below(change.to, change.target, language)
            return words.say("change.renumber.body", target=with_article(target, language, "de"), to=to)
        case "renumber":
            to = cite_below(change.to, above, language)
            return words.say("change.renumber", target=with_article(target, language), to=to)
        case _:
            return words.say(f"change.{change.op}", target=alone)


def _brought(change: Modification, above: str, language: str) -> tuple[str, ...]:
    """The citations of what a modification brings, below a provision; three neighbours or more as a row."""
    runs: list[list[str]] = []
    for eid in brought_by(change):
        head, _, number = eid.rpartition("_")
        if runs and number.isdecimal() and runs[-1][-1] == f"{head}_{int(number) - 1}":
            runs[-1].append(eid)
        else:
            runs.append([eid])
    return tuple(
        cited
        for run in runs
        for cited in (
            (cite_row(run[0], run[-1], language, above),)
            if len(run) >= _ROW
            else (cite_below(eid, above, language) for eid in run)
        )
    )


def awaited_told(awaited: Iterable[Modification], words: Catalogue) -> Iterator[str]:
    """The provisions of a text that enter into force later than it, each with its day."""
    for m in awaited:
        target = with_article(cite(m.target, words.language, in_full=True), words.language)
        yield words.say("log.awaits", target=target, day=m.days[-1])


def changes_told(changes: Iterable[Modification], words: Catalogue) -> Iterator[tuple[str, Modification]]:
    """Modifications told in sentences; renumberings in a row as one, with the first of them."""
    modifications = list(changes)
    # Moves of one day can be told as a row; one that goes below itself is in none.
    moves = {
        (m.target, m.in_force): m for m in modifications if m.op == "renumber" and not m.to.startswith(f"{m.target}__")
    }
    # By identity of the rows, which `in_rows` keeps alive: a row stands there under each of its changes.
    told: set[int] = set()
    in_rows = {
        id(moves[was, day]): row
        for day in {m.in_force for m in moves.values()}
        for row in rows((was, m.to) for (was, of_day), m in moves.items() if of_day == day)
        if not row.is_single
        for was in row.was
    }
    for change in modifications:
        row = in_rows.get(id(change))
        if row is None:
            yield change_told(change, words, _is_former(change, modifications)), change
        elif id(row) not in told:
            told.add(id(row))
            yield row_told(row, words), change


def _is_former(change: Modification, changes: Iterable[Modification]) -> bool:
    """True if the instrument renumbers the provision on that day, and gives its number to another."""
    same_day = [m for m in changes if m.in_force == change.in_force]
    moves = [m for m in same_day if m.op == "renumber"]
    given = {m.to for m in moves} | {eid for m in same_day if m.op in _INSERTING for eid in brought_by(m)}
    return any(under(change.target, m.target) for m in moves) and any(under(change.target, eid) for eid in given)


def row_told(row: RenumberingRow, words: Catalogue) -> str:
    """A row of renumberings told in a sentence."""
    language = words.language
    target = with_article(cite_row(*row.before(), language), language)
    to = cite_row(*row.after(), language, row.was[0].rpartition("__")[0])
    return words.say("change.renumber.row", target=target, to=to)


def days_told(metadata: Metadata, instrument: str, words: Catalogue) -> Iterator[str]:
    """The days on which an instrument was signed and published, as far as its text says so."""
    for name in ("signed", "published"):
        if day := getattr(metadata, name):
            yield words.say(f"log.{name}", day=day, instrument=instrument)


def instrument_lines(instrument: Instrument, history: History, words: Catalogue) -> Iterator[str]:
    """An instrument of a history told line by line: its dates, how much of it is known, and its modifications."""
    text = instrument.text(words.language)
    metadata = text.metadata
    yield from days_told(metadata, instrument.name(words.language), words)
    if metadata.gazette:
        yield metadata.gazette
    # One that changes something else as well says what it puts right, and that this has effect from before.
    if misprint := next((m for m in instrument.modifications if m.op == "misprint"), None):
        # By the name that its own text has in the language of whoever reads.
        other = metadata.rectifies and history.name_of(misprint.rectifies, words.language)
        yield words.say("log.rectifies", instrument=other) if other else words.say("log.rectifies-first")
        if metadata.rectifies_own:
            yield words.say("log.rectifies-own", languages=tuple(Language(code) for code in instrument.texts))
    if missing := history.languages_without(instrument):
        yield words.say("log.no-text", languages=tuple(map(Language, missing)))
    if metadata.assumed:
        yield words.say("log.assumed", day=metadata.in_force, reason=metadata.assumed)
    if instrument.listed is None:
        yield words.say("log.undated")
    yield words.say("log.knowledge", knowledge=knowledge_told(instrument, words))
    for fact in metadata.inferred:
        yield words.say("log.inferred", fact=fact)
    for fact in metadata.undetermined:
        yield words.say("log.undetermined", fact=fact)
    for language, of_language in own_changes(instrument, words.language):
        in_language = f"{words.say(f'language.{language}')}{words.colon}" if language else ""
        told = changes_told(of_language, words)
        # Once: a misprint is a change of each day from which the words hold that it stands in.
        yield from dict.fromkeys(
            _with_day(f"{in_language}{sentence}", change, metadata, words) for sentence, change in told
        )


def own_changes(instrument: Instrument, language: str = "") -> Iterator[tuple[str, tuple[Modification, ...]]]:
    """The modifications of an instrument, under no language; where each text rectifies its own, those under each."""
    if instrument.metadata.rectifies_own:
        yield from ((code, text.modifications) for code, text in instrument.texts.items())
    else:
        yield "", instrument.text(language).modifications


def _with_day(sentence: str, change: Modification, metadata: Metadata, words: Catalogue) -> str:
    """A change with the day from which it applies, where that is not when its instrument enters into force."""
    # A rectification says its effect in a line of its own.
    if metadata.published and change.op != "misprint" and change.in_force < metadata.published:
        return words.say("log.change-retroactive", change=sentence, day=change.in_force)
    # These say their days in their own sentence, or have that of the words which they rectify.
    if change.op in TEMPORARY or change.op == "misprint" or change.in_force == metadata.in_force:
        return words.say("log.change", change=sentence)
    key = "log.change-effect" if change.is_retroactive else "log.change-later"
    return words.say(key, change=sentence, day=change.in_force)


def knowledge_told(instrument: Instrument, words: Catalogue) -> str:
    """The extent to which an instrument is known, with the reason that its text gives."""
    metadata = instrument.text(words.language).metadata
    sentence = words.say(f"knowledge.{metadata.knowledge.value}")
    return f"{sentence}{words.colon}{metadata.knowledge_note}" if metadata.knowledge_note else sentence


def instrument_json(instrument: Instrument) -> dict[str, Any]:
    """An instrument as plain data; what its texts say in words by their languages."""
    metadata = instrument.metadata

    def said(of: Callable[[Metadata], Any]) -> dict[str, Any]:
        """One thing in the words of each text that says it."""
        return {language: value for language, text in instrument.texts.items() if (value := of(text.metadata))}

    return {
        "id": instrument.id,
        "number": instrument.number,
        **given(uri=metadata.identifier),
        "names": {language: text.metadata.instrument for language, text in instrument.texts.items()},
        "gazette": {language: text.metadata.gazette for language, text in instrument.texts.items()},
        **{name: _day(getattr(metadata, name)) for name in ("signed", "published", "in_force")},
        "in_force_assumed": bool(metadata.assumed),
        "in_force_ground": said(lambda facts: facts.assumed),
        "knowledge": metadata.knowledge.value,
        "knowledge_ground": said(lambda facts: facts.knowledge_note),
        "inferred": said(lambda facts: list(facts.inferred)),
        "not_known": said(lambda facts: list(facts.undetermined)),
        "modifications": [
            {**change_json(m, metadata.published), **given(language=language)}
            for language, changes in own_changes(instrument)
            for m in changes
        ],
    }


def change_json(change: Modification, published: date | None) -> dict[str, Any]:
    """A modification as plain data, of an instrument that was published on a day."""
    return {
        "op": change.op,
        "target": change.target,
        **given(
            to=change.to,
            # What a misprint quotes are the words as published: it brings nothing.
            brought=change.brought and change.op != "misprint" and brought_by(change),
            until=_day(change.until),
            retroactive=goes_back(change, published),
        ),
        "in_force": change.in_force.isoformat(),
        "place": change.eid,
    }


def history_json(history: History) -> dict[str, Any]:
    """A history as plain data (`lexludi.history/1`)."""
    waiting = (m for base in history.bases for m in history.awaited(base))
    awaited = [{"target": m.target, "in_force": m.days[-1].isoformat()} for m in waiting]
    return {
        "schema": HISTORY_SCHEMA,
        "work": history.work,
        **given(uri=history.bases[0].header.identifier),
        "texts": [b.version for b in history.bases],
        "standings": {b.version: dict(_standings(b)) for b in history.bases},
        "dates": [d.isoformat() for d in history.dates],
        **given(awaited=awaited),
        "wholly_known": wholly_known_date(history).isoformat(),
        "instruments": [instrument_json(i) for i in history.instruments],
    }


def _standings(base: Base) -> Iterator[tuple[str, dict[str, str | None]]]:
    """For each language of a text published as a whole, its standing."""
    for language, file in base.files.items():
        _, document = read_base(file)
        if document is not None:
            yield language, standing_json(metadata_of(document))


def _day(value: Any) -> str | None:
    return value.isoformat() if value else None


# ── Provisions ──────────────────────────────────────────────────────────────


def note_lines(note: SourceNote, expression: TextOnDate, words: Catalogue, moved: Rows) -> Iterator[str]:
    """The source note of a provision, line by line; none for the words of the first text under its number.

    `moved` are the renumberings to tell there (`renumbered_rows`).
    """
    history = expression.history
    if note.words_by:
        kind = kind_of_words(expression.provisions[note.eid])
        yield words.say(
            f"source.{kind}",
            instrument=history.name_of(note.words_by, words.language),
            since=since_told(history, note.words_by, note.since, words),
        )
    elif note.republished:
        yield words.say("source.republished", day=note.republished)
    yield from title_told(note, history, words)
    yield from held_and_rectified(note, history, words)
    yield from ended_told(note, history, words)
    for row, renumbering in moved:
        named = history.name_of(renumbering.instrument, words.language)
        since = since_told(history, renumbering.instrument, renumbering.since, words)
        key, numbers = said_of_row("source.renumbered", row, words)
        yield words.say(key, instrument=named, since=since, **numbers)
    yield from reworded_told(note, history, words)


def reservations(provision: Provision, note: SourceNote, expression: TextOnDate, words: Catalogue) -> Iterator[str]:
    """The least to be told beside the words of a provision: that some are missing, hold for a time, or were changed."""
    yield from missing_told(provision, expression.language)
    yield from held_and_rectified(note, expression.history, words)
    yield from reworded_told(note, expression.history, words)


def missing_told(provision: Provision, language: str) -> Iterator[str]:
    """The sentences of a provision that say what of its text is missing, in the language of the text."""
    printer = Printer(language)
    yield from map(printer.sentence, provision.missing())


def missing_reasons(provision: Provision) -> list[str]:
    """The reasons that a provision gives for words that are missing."""
    return [part.value for said in provision.missing() for part in said.parts if isinstance(part, Text)]


def reworded_told(note: SourceNote, history: History, words: Catalogue) -> Iterator[str]:
    """That the words of a provision have been changed since, in words that are not known."""
    if note.reworded_by:
        named = tuple(history.name_of(identity, words.language) for identity in note.reworded_by)
        yield words.say("source.reworded", instruments=named)


def first_told(expression: TextOnDate, words: Catalogue) -> str:
    """The text of which words are that no instrument has changed: the first one, or one given as a whole after it."""
    history = expression.history
    is_first = history.bases_on(expression.since)[0] == history.bases[0]
    return words.say("source.first-text" if is_first else "log.later-text")


def title_told(note: SourceNote, history: History, words: Catalogue) -> Iterator[str]:
    """The source of a title, where that is another than the source of the words."""
    if (title := note.titled) is None:
        return
    if title.words_by:
        since = since_told(history, title.words_by, title.since, words)
        yield words.say("source.title", instrument=history.name_of(title.words_by, words.language), since=since)
    elif title.republished:
        yield words.say("source.title.republished", day=title.republished)
    else:
        yield words.say("source.title.first-text")


def held_and_rectified(note: SourceNote, history: History, words: Catalogue) -> Iterator[str]:
    """That the words or title of a provision hold for a time only, do not apply, or were put right when published."""
    if note.suspended:
        yield held_told(note.suspended, history.instrument(note.suspended.instrument), words)
    elif note.until:
        yield words.say("source.until", until=note.until)
    if note.titled and note.titled.until:
        yield words.say("source.title.until", until=note.titled.until)
    for identity in note.rectified_by:
        instrument = history.instrument(identity)
        published = instrument.published if instrument else None
        yield words.say("source.rectified", instrument=history.name_of(identity, words.language), published=published)


def ended_told(note: SourceNote, history: History, words: Catalogue) -> Iterator[str]:
    """That the words of a provision did not apply for a time that has ended; or entered into force after the text."""
    for ended in note.interrupted:
        if ended.op == "await":
            yield words.say("source.ended.await", day=ended.days[-1])
            continue
        named = history.name_of(ended.instrument, words.language)
        yield words.say(f"source.ended.{ended.op}", instrument=named, since=ended.in_force, until=ended.until)


def held_told(held: Modification, instrument: Instrument | None, words: Catalogue) -> str:
    """That a provision does not apply: until its own entry into force, or by an instrument that suspends it."""
    if held.op == "await":
        return words.say("source.awaits", day=held.days[-1])
    key = "source.suspended" if held.until else "source.suspended.open"
    until = {"until": held.until} if held.until else {}
    named = instrument.name(words.language) if instrument else held.instrument
    since = _from_before(held.in_force, instrument.published if instrument else None, words)
    return words.say(key, instrument=named, since=since, **until)


def _from_before(day: date, published: date | None, words: Catalogue) -> date | str:
    """A day from which an instrument does something, with its publication where that came later."""
    if published and day < published:
        return words.say("day.retroactive", day=day, published=published)
    return day


def said_of_row(key: str, row: RenumberingRow, words: Catalogue) -> tuple[str, dict[str, str]]:
    """The key and the numbers with which a renumbering is told: of one provision, or of a row."""
    above = row.now[0].rpartition("__")[0]
    was = cite_row(*row.before(), words.language, above)
    if row.then:
        then = cite_row(row.then[0], row.then[-1], words.language, above)
        return f"{key}.then{'' if row.is_single else '.row'}", {"was": was, "then": then}
    if row.is_single:
        return key, {"was": was}
    return f"{key}.row", {"was": was, "now": cite_row(*row.after(), words.language, above)}


def kind_of_words(provision: Provision) -> str:
    """The kind of the words of a provision: of the law, a summary of ours, or only known to be there.

    `words`, `summary`, `part` (a summary of what is known) or `missing`.
    """
    if any(provision.missing()):
        return "part" if any(isinstance(item, Words) for item in provision.body) else "missing"
    marks = {item.mark for item in provision.body if isinstance(item, Words)}
    return "summary" if marks == {Mark.SUMMARY} else "words"


def since_told(history: History, identity: str, day: date | None, words: Catalogue) -> date | str | None:
    """The day from which an instrument did something; one that is presumed, or before publication, says so."""
    instrument = history.instrument(identity)
    published = instrument.text(words.language).metadata.published if instrument else None
    if day and published and day < published:
        return _from_before(day, published, words)
    ground = _ground(history, identity, day, words.language)
    return words.say("day.presumed", day=day, reason=ground) if ground else day


def _ground(history: History, identity: str, day: date | None, language: str) -> str:
    """The ground on which the day of an instrument is presumed; empty where it is known."""
    instrument = history.instrument(identity)
    return instrument.ground_of(day, language) if instrument else ""


def own_note(provision: Provision, above: Provision | None, expression: TextOnDate) -> SourceNote:
    """The note of a provision without what already follows from the provision that it stands in."""
    note = expression.notes[provision.eid]
    if above is None:
        return note
    upper = expression.notes[above.eid]
    # Brought by one modification together with the provision above it, where its source is told.
    same = (note.words_by, note.since, note.place) == (upper.words_by, upper.since, upper.place)
    return replace(
        note,
        words_by="" if same else note.words_by,
        republished=None if note.republished == upper.republished else note.republished,
        renumbered=own_renumberings(note, upper),
        reworded_by=tuple(i for i in note.reworded_by if i not in upper.reworded_by),
        until=None if same else note.until,
        suspended=None if note.suspended == upper.suspended else note.suspended,
        interrupted=tuple(m for m in note.interrupted if m not in upper.interrupted),
    )


def own_lines(
    provision: Provision, above: Provision | None, expression: TextOnDate, words: Catalogue, moved: Rows
) -> Iterator[str]:
    """The source note of a provision, line by line, without what already follows from the provision that it stands in.

    That its words are of the first text is said where those of the provision above are of another.
    """
    is_first, is_first_above = (p is None or expression.notes[p.eid].is_of_first_text for p in (provision, above))
    if is_first and not is_first_above:
        yield first_told(expression, words)
    yield from note_lines(own_note(provision, above, expression), expression, words, moved)


def annotated(expression: TextOnDate, words: Catalogue) -> Document:
    """The text with a comment for every source note; it can be read again as a text."""
    moved = renumbered_rows(expression.notes)

    def noted(provision: Provision, above: Provision | None) -> Provision:
        lines = own_lines(provision, above, expression, words, moved.get(provision.eid, ()))
        comments = tuple(Comment(line) for line in lines)
        below = tuple(noted(p, provision) for p in provision.below)
        return replace(provision, body=(*comments, *provision.body), below=below)

    head = tuple(Comment(line) for line in standing_lines(expression, words))
    provisions = tuple(noted(p, None) for p in expression.document.provisions)
    return replace(expression.document, header=(*head, *expression.document.header), provisions=provisions)


def standing_lines(expression: TextOnDate, words: Catalogue) -> Iterator[str]:
    """The standing of a consolidated text in its notation: its authority, what is not known, what stands no more."""
    if expression.file.is_consolidated:
        yield standing_told(metadata_of(expression.document), words)
        yield from standing_beside(expression, words, signs=tuple(Mark))


def standing_beside(expression: TextOnDate, words: Catalogue, *, signs: tuple[Mark, ...] = ()) -> Iterator[str]:
    """The standing of a consolidated text, line by line, beside its authority: what is not known, what stands no more.

    `signs` are those that a form has before its lines; with any, it is told whose words the lines are.
    """
    if not expression.file.is_consolidated:
        return
    yield from _repeal_told(expression, words)
    yield from retroactive_told(expression.history, expression.since, words, expression.language)
    if signs:
        yield from _marks_told(expression, words, signs)
    if unknown := expression.not_wholly_known:
        numbers = expression.history.numbers(unknown, words.language)
        yield words.say("law.not-wholly-known", instruments=cited(numbers, words))
    yield from (told for _, told in repeals_told(expression, words))


def repeals_told(expression: TextOnDate, words: Catalogue) -> Iterator[tuple[str, str]]:
    """The provisions that were repealed, each by its eId and in words; what stood below one goes without saying."""
    for gone in expression.repealed:
        others = (other for other in expression.repealed if other.modification is gone.modification)
        if any(gone.eid.startswith(f"{other.eid}__") for other in others):
            continue
        instrument = expression.history.name_of(gone.instrument, words.language)
        since = since_told(expression.history, gone.instrument, gone.since, words)
        # Another provision may have come to its number since: put in anew, or numbered so.
        key = "source.repealed.other" if gone.eid in expression.provisions else "source.repealed"
        yield gone.eid, words.say(key, target=Citation(gone.eid), instrument=instrument, since=since)


def stand_told(expression: TextOnDate, words: Catalogue) -> str:
    """The day from which the text stands; the version, where it has no day."""
    data = metadata_of(expression.document)
    if data.in_force:
        return words.say("site.stand.day", day=day_told(data, words))
    if expression.day is None:
        return words.say("text.version", version=expression.file.version)
    return words.say("site.stand.day", day=words.say("list.day", day=expression.day))


def force_told(expression: TextOnDate, words: Catalogue) -> str:
    """That the gazette alone has legal force; empty of an invented text, which stands in none."""
    is_invented = metadata_of(expression.document).standing is Standing.INVENTED
    return "" if is_invented else words.say("export.authority")


def retroactive_told(history: History, since: date, words: Catalogue, language: str = "") -> Iterator[str]:
    """The instruments in the text of a day that have effect from a day before their publication."""
    for instrument, day in history.applied(since, language):
        if instrument.published and day < instrument.published:
            about = {"instrument": instrument.name(words.language), "published": instrument.published}
            # For the day of a first text without one, its version.
            shown = history.bases[0].version if day == date.min else day
            yield words.say("standing.retroactive", day=shown, **about)


def _repeal_told(expression: TextOnDate, words: Catalogue) -> Iterator[str]:
    """That the whole work is repealed, and what has taken its place."""
    repeal = expression.history.repeal_on(expression.since)
    if repeal is None:
        return
    instrument, m = repeal
    key = "standing.replaced" if m.to else "standing.repealed"
    since = since_told(expression.history, instrument.id, m.in_force, words)
    yield words.say(key, instrument=instrument.name(words.language), since=since, **given(work=m.to))


def _marks_told(expression: TextOnDate, words: Catalogue, signs: tuple[Mark, ...]) -> Iterator[str]:
    """Whose words the lines of each kind are: those of the first text, or summaries of our own, and of what."""
    is_translated = metadata_of(expression.document).standing is Standing.TRANSLATION
    keys = {Mark.WORDS: "translation" if is_translated else "words", Mark.SUMMARY: "summary"}
    # Instruments are told in the order in which they apply.
    numbers = cited(expression.history.numbers(expression.instruments, words.language), words)
    for mark, key in keys.items():
        notes = [
            expression.notes[provision.eid]
            for provision in expression.document.all()
            if any(isinstance(item, Words) and item.mark is mark for item in provision.body)
        ]
        first = [first_told(expression, words)] if any(note.is_of_first_text for note in notes) else []
        anew = sorted({note.republished for note in notes if note.republished})
        by = {note.words_by for note in notes}
        later = [number for i, number in zip(expression.instruments, numbers, strict=True) if i.id in by]
        if notes:
            sources = (*first, *(words.say("source.republished", day=day) for day in anew), *later)
            if mark in signs:
                yield words.say(f"standing.lines.{key}", mark=mark.value, sources=sources)
            else:
                yield words.say(f"standing.unmarked.{key}", sources=sources)


def note_json(note: SourceNote, expression: TextOnDate) -> dict[str, Any]:
    """A source note as plain data."""
    titled = ((note.titled.words_by, note.titled.since),) if note.titled else ()
    moves = ((moved.instrument, moved.since) for moved in note.renumbered)
    sources = ((note.words_by, note.since), *titled, *moves)
    presumed = {d.isoformat() for i, d in sources if d and _ground(expression.history, i, d, expression.language)}
    return {
        "words_by": note.words_by or None,
        "since": _day(note.since),
        **given(presumed=sorted(presumed)),
        "place": note.place,
        **given(republished=_day(note.republished)),
        "renumbered": [
            {"was": m.was, "instrument": m.instrument, "since": m.since.isoformat()} for m in note.renumbered
        ],
        "reworded_by": list(note.reworded_by),
        **given(
            rectified_by=list(note.rectified_by),
            until=_day(note.until),
            suspended=note.suspended and _held_json(note.suspended, expression.history),
            interrupted=[_held_json(m, expression.history) for m in note.interrupted],
            title=note.titled and _title_json(note.titled),
        ),
    }


def _title_json(title: TitleSource) -> dict[str, str | None]:
    days = given(republished=_day(title.republished), until=_day(title.until))
    return {"words_by": title.words_by or None, "since": _day(title.since), **days}


def _held_json(held: Modification, history: History) -> dict[str, Any]:
    instrument = history.instrument(held.instrument)
    return change_json(held, instrument.published if instrument else None)


def blame_json(expression: TextOnDate, notes: Mapping[str, SourceNote]) -> dict[str, Any]:
    """Some source notes of the text on a date as plain data (`lexludi.blame/1`)."""
    return {
        "schema": BLAME_SCHEMA,
        "work": expression.history.work,
        "since": expression.since.isoformat(),
        "language": expression.language,
        "provisions": {eid: note_json(note, expression) for eid, note in notes.items()},
    }


def text_json(expression: TextOnDate) -> dict[str, Any]:
    """The text on a date as plain data (`lexludi.text/1`)."""
    printer = own_printer(expression.language, expression.glossary)
    return {
        "schema": TEXT_SCHEMA,
        "work": expression.history.work,
        "since": _day(expression.day),
        "language": expression.language,
        **uri_json(metadata_of(expression.document).identifier, expression.language, _day(expression.day)),
        **_header_json(metadata_of(expression.document)),
        **standing_json(metadata_of(expression.document)),
        "presumed": {p.day.isoformat(): p.reason for p in metadata_of(expression.document).presumed},
        "amended_by": [i.id for i in expression.instruments],
        "not_wholly_known": [i.id for i in expression.not_wholly_known],
        "repealed": [
            {"eid": g.eid, "instrument": g.instrument, "since": g.since.isoformat()} for g in expression.repealed
        ],
        "provisions": [_provision_json(p, expression, printer) for p in expression.document.all()],
    }


def _header_json(metadata: Metadata) -> dict[str, Any]:
    """The names, days and notes of a header, as far as it has them."""
    named = {name: getattr(metadata, name) for name in ("title", "instrument", "authority", "gazette", "copy_note")}
    days = {name: _day(getattr(metadata, name)) for name in ("signed", "published")}
    return given(**named, **days, notes=list(metadata.notes))


def _provision_json(provision: Provision, expression: TextOnDate, printer: Printer) -> dict[str, Any]:
    return {
        "eid": provision.eid,
        "label": provision.label,
        **({"title": provision.title} if provision.level in (Level.ARTICLE, Level.ANNEX) else {}),
        "words": [{"mark": i.mark.name.lower(), "text": i.text} for i in provision.body if isinstance(i, Words)],
        **given(missing=missing_reasons(provision)),
        "rules": [printer.sentence(i.statement) for i in provision.body if isinstance(i, Sentence)],
        "source": note_json(expression.notes[provision.eid], expression),
    }
