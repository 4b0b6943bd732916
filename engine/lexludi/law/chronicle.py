"""A history in words and as plain data: instruments, what they change, where the words of provisions come from."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from lexludi.base.messages import Catalogue
from lexludi.language.citations import cite, cite_below, with_article
from lexludi.language.identifiers import eid as joined
from lexludi.language.nodes import Comment, Document, Level, Mark, Provision, Sentence, Words
from lexludi.language.printer import Printer
from lexludi.law.amendments import Citation, Instrument, Modification
from lexludi.law.consolidation import Renumbering, SourceNote
from lexludi.law.history import Base, Expression, History, read_base, wholly_known_date
from lexludi.rules.header import metadata_of
from lexludi.rules.model import Standing
from lexludi.rules.standing import standing_json, standing_told

HISTORY_SCHEMA = "lexludi.history/1"
TEXT_SCHEMA = "lexludi.text/1"


# ── Instruments ─────────────────────────────────────────────────────────────


def change_told(change: Modification, words: Catalogue) -> str:
    """A modification told in a sentence."""
    language = words.language
    above = change.target.rpartition("__")[0]
    target = cite(change.target, language, in_full=True)
    match change.op:
        case "insert":
            brought = tuple(cite_below(eid, above, language) for eid in brought_by(change))
            if not above:
                return words.say("change.insert.whole", brought=brought)
            home = with_article(cite(above, language, in_full=True), language, "a")
            return words.say("change.insert", above=home, brought=brought)
        case "renumber" if change.to.startswith(f"{change.target}__"):
            to = cite_below(change.to, change.target, language)
            return words.say("change.renumber.body", target=with_article(target, language, "de"), to=to)
        case "renumber":
            to = cite_below(change.to, above, language)
            return words.say("change.renumber", target=with_article(target, language), to=to)
        case _:
            return words.say(f"change.{change.op}", target=cite(change.target, language))


def brought_by(change: Modification) -> list[str]:
    """The eIds of what a modification inserts, as numbered when it does."""
    above = change.target.rpartition("__")[0]
    if change.op != "insert":
        return [change.target] if change.op == "substitute" else []
    return [p.eid if p.level.rank == 0 else joined(above, p.level.value[0], p.number) for p in change.brought]


def instrument_lines(instrument: Instrument, words: Catalogue) -> Iterator[str]:
    """An instrument told line by line: its dates, how much of it is known, and its modifications."""
    text = instrument.text(words.language)
    metadata = text.metadata
    for name in ("signed", "published"):
        if day := getattr(metadata, name):
            yield words.say(f"log.{name}", day=day)
    if metadata.gazette:
        yield metadata.gazette
    if metadata.assumed:
        yield words.say("log.assumed", day=metadata.in_force, reason=metadata.assumed)
    yield words.say("log.knowledge", knowledge=knowledge_told(instrument, words))
    for fact in metadata.inferred:
        yield words.say("log.inferred", fact=fact)
    for fact in metadata.undetermined:
        yield words.say("log.undetermined", fact=fact)
    for change in text.modifications:
        later = change.in_force != metadata.in_force
        sentence = change_told(change, words)
        yield (
            words.say("log.change-later", change=sentence, day=change.in_force)
            if later
            else words.say("log.change", change=sentence)
        )


def knowledge_told(instrument: Instrument, words: Catalogue) -> str:
    """The extent to which an instrument is known, with the reason that its text gives."""
    metadata = instrument.text(words.language).metadata
    sentence = words.say(f"knowledge.{metadata.knowledge.value}")
    return f"{sentence}{words.colon}{metadata.knowledge_note}" if metadata.knowledge_note else sentence


def instrument_json(instrument: Instrument) -> dict[str, Any]:
    """An instrument as plain data."""
    metadata = instrument.metadata
    return {
        "id": instrument.id,
        "number": instrument.number,
        "names": {language: text.metadata.instrument for language, text in instrument.texts.items()},
        "gazette": {language: text.metadata.gazette for language, text in instrument.texts.items()},
        **{name: _day(getattr(metadata, name)) for name in ("signed", "published", "in_force")},
        "in_force_assumed": bool(metadata.assumed),
        "in_force_ground": metadata.assumed or None,
        "knowledge": metadata.knowledge.value,
        "modifications": [change_json(m) for m in instrument.modifications],
    }


def change_json(change: Modification) -> dict[str, Any]:
    """A modification as plain data."""
    return {
        "op": change.op,
        "target": change.target,
        **({"to": change.to} if change.to else {}),
        **({"brought": brought_by(change)} if change.brought else {}),
        "in_force": change.in_force.isoformat(),
        "place": change.eid,
    }


def history_json(history: History) -> dict[str, Any]:
    """A history as plain data (`lexludi.history/1`)."""
    return {
        "schema": HISTORY_SCHEMA,
        "work": history.work,
        "texts": [b.version for b in history.bases],
        "standings": {b.version: dict(_standings(b)) for b in history.bases},
        "dates": [d.isoformat() for d in history.dates],
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


def note_lines(note: SourceNote, expression: Expression, words: Catalogue) -> Iterator[str]:
    """The source note of a provision, line by line; none for the words of the first text under its number."""
    history = expression.history
    if note.words_by:
        kind = kind_of_words(expression.provisions[note.eid])
        yield words.say(
            f"source.{kind}",
            instrument=_named(history, note.words_by, words),
            since=_since(history, note.words_by, note.since, words),
        )
    above = note.eid.rpartition("__")[0]
    for moved in note.renumbered:
        named = _named(history, moved.instrument, words)
        was = cite_below(moved.was, above, words.language)
        since = _since(history, moved.instrument, moved.since, words)
        yield words.say("source.renumbered", was=was, instrument=named, since=since)
    if note.reworded_by:
        named_all = tuple(_named(history, i, words) for i in note.reworded_by)
        yield words.say("source.reworded", instruments=named_all)


def kind_of_words(provision: Provision) -> str:
    """The kind of the words of a provision: of the law, a summary of ours, or only known to be there.

    `words`, `summary`, `part` (a summary of what is known) or `missing`.
    """
    if any(s.statement.op == "missing" for s in provision.sentences()):
        return "part" if any(isinstance(item, Words) for item in provision.body) else "missing"
    marks = {item.mark for item in provision.body if isinstance(item, Words)}
    return "summary" if marks == {Mark.SUMMARY} else "words"


def _named(history: History, identity: str, words: Catalogue) -> str:
    instrument = history.instrument(identity)
    return instrument.name(words.language) if instrument else identity


def _since(history: History, identity: str, day: date | None, words: Catalogue) -> date | str | None:
    """The day from which an instrument did something; one that is presumed says so, with its ground."""
    ground = _ground(history, identity, day, words.language)
    return words.say("day.presumed", day=day, reason=ground) if ground else day


def _ground(history: History, identity: str, day: date | None, language: str) -> str:
    """The ground on which the day of an instrument is presumed; empty where it is known."""
    instrument = history.instrument(identity)
    return instrument.ground_of(day, language) if instrument else ""


def own_note(provision: Provision, above: Provision | None, expression: Expression) -> SourceNote:
    """The note of a provision without what already follows from the provision that it stands in."""
    note = expression.notes[provision.eid]
    if above is None:
        return note
    upper = expression.notes[above.eid]
    tail = provision.eid.removeprefix(above.eid)
    implied = {Renumbering(m.was + tail, m.instrument, m.since) for m in upper.renumbered}
    same = (note.words_by, note.since, note.place) == (upper.words_by, upper.since, upper.place)
    return replace(
        note,
        words_by="" if same else note.words_by,
        renumbered=tuple(m for m in note.renumbered if m not in implied),
        reworded_by=tuple(i for i in note.reworded_by if i not in upper.reworded_by),
    )


def annotated(expression: Expression, words: Catalogue) -> Document:
    """The text with a comment for every source note; it can be read again as a text."""

    def noted(provision: Provision, above: Provision | None) -> Provision:
        lines = note_lines(own_note(provision, above, expression), expression, words)
        comments = tuple(Comment(line) for line in lines)
        below = tuple(noted(p, provision) for p in provision.below)
        return replace(provision, body=(*comments, *provision.body), below=below)

    head = tuple(Comment(line) for line in standing_lines(expression, words))
    provisions = tuple(noted(p, None) for p in expression.document.provisions)
    return replace(expression.document, header=(*head, *expression.document.header), provisions=provisions)


def standing_lines(expression: Expression, words: Catalogue) -> Iterator[str]:
    """The standing of a consolidated text, line by line: its authority, what is not known, what stands no more."""
    if not expression.file.is_consolidated:
        return
    yield standing_told(metadata_of(expression.document), words)
    yield from _marks_told(expression, words)
    if unknown := expression.not_wholly_known:
        yield words.say("law.not-wholly-known", instruments=tuple(i.number for i in unknown))
    for gone in expression.repealed:
        instrument = _named(expression.history, gone.instrument, words)
        since = _since(expression.history, gone.instrument, gone.since, words)
        yield words.say("source.repealed", target=Citation(gone.eid), instrument=instrument, since=since)


def _marks_told(expression: Expression, words: Catalogue) -> Iterator[str]:
    """Whose words the lines of each kind are: those of the first text, or summaries of our own, and of what."""
    is_translated = metadata_of(expression.document).standing is Standing.TRANSLATION
    keys = {Mark.WORDS: "translation" if is_translated else "words", Mark.SUMMARY: "summary"}
    for mark, key in keys.items():
        sources = {
            expression.notes[provision.eid].words_by
            for provision in expression.document.all()
            if any(isinstance(item, Words) and item.mark is mark for item in provision.body)
        }
        first = (words.say("source.first-text"),) if "" in sources else ()
        later = tuple(i.number for i in expression.instruments if i.id in sources)
        if sources:
            yield words.say(f"standing.lines.{key}", mark=mark.value, sources=(*first, *later))


def note_json(note: SourceNote, expression: Expression) -> dict[str, Any]:
    """A source note as plain data."""
    sources = ((note.words_by, note.since), *((moved.instrument, moved.since) for moved in note.renumbered))
    presumed = {d.isoformat() for i, d in sources if d and _ground(expression.history, i, d, expression.language)}
    return {
        "words_by": note.words_by or None,
        "since": _day(note.since),
        **({"presumed": sorted(presumed)} if presumed else {}),
        "place": note.place,
        "renumbered": [
            {"was": m.was, "instrument": m.instrument, "since": m.since.isoformat()} for m in note.renumbered
        ],
        "reworded_by": list(note.reworded_by),
    }


def text_json(expression: Expression) -> dict[str, Any]:
    """The text on a date as plain data (`lexludi.text/1`)."""
    printer = Printer(expression.language)
    return {
        "schema": TEXT_SCHEMA,
        "work": expression.history.work,
        "since": expression.since.isoformat(),
        "language": expression.language,
        **standing_json(metadata_of(expression.document)),
        "presumed": {p.day.isoformat(): p.reason for p in metadata_of(expression.document).presumed},
        "amended_by": [i.id for i in expression.instruments],
        "not_wholly_known": [i.id for i in expression.not_wholly_known],
        "repealed": [
            {"eid": g.eid, "instrument": g.instrument, "since": g.since.isoformat()} for g in expression.repealed
        ],
        "provisions": [_provision_json(p, expression, printer) for p in expression.document.all()],
    }


def _provision_json(provision: Provision, expression: Expression, printer: Printer) -> dict[str, Any]:
    return {
        "eid": provision.eid,
        "label": provision.label,
        **({"title": provision.title} if provision.level in (Level.ARTICLE, Level.ANNEX) else {}),
        "words": [{"mark": i.mark.name.lower(), "text": i.text} for i in provision.body if isinstance(i, Words)],
        "rules": [printer.sentence(i.statement) for i in provision.body if isinstance(i, Sentence)],
        "source": note_json(expression.notes[provision.eid], expression),
    }
