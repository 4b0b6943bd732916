"""`lexludi log`: the texts of a work and the instruments that have amended it, in the order of their days."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from lexludi.base.errors import InvalidRegulation
from lexludi.base.messages import Catalogue
from lexludi.base.nearest import nearest
from lexludi.cli.arguments import Misuse, format_option, work_argument
from lexludi.cli.command import command
from lexludi.cli.output import write, write_json
from lexludi.law.amendments import Instrument
from lexludi.law.chronicle import awaited_told, days_told, history_json, instrument_lines
from lexludi.law.files import folder_of, name_on_shelf, on_shelves
from lexludi.law.history import Base, History, header_of, history_of, unreadable, wholly_known_date
from lexludi.rules.standing import cited, standing_told


@command
@work_argument
@format_option("text", "json")
def run(words: Catalogue, work: str, form: str) -> int:
    """Print the timeline."""
    if "@" in work and not Path(work).is_dir():
        raise Misuse("whole-timeline", value=work[:80])
    history = history_of(folder_of(work))
    # Of an instrument that cannot be read not all would be told; one without a day is listed, and says so.
    if problems := [d for d in unreadable(history) if d.code != "amendment-without-date"]:
        raise InvalidRegulation(history.work, problems)
    if form == "json":
        write_json(history_json(history))
        return 0
    first, *later = history.bases
    # In the order of their days; the first text before all, also before what rectified it before its day.
    entries = [(date.min, _of_base(first, history, words))]
    entries += [(base.since, _of_base(base, history, words)) for base in later]
    entries += [(i.listed or date.max, _of_instrument(i, history, words)) for i in history.instruments]
    for place, (_, lines) in enumerate(sorted(entries, key=lambda entry: entry[0])):
        write(*([""] if place else []), *lines)
    if repeal := history.repeal_on(history.dates[-1]):
        instrument, m = repeal
        write("", words.say("log.repealed", day=m.in_force, instrument=instrument.name(words.language)))
    if nowhere := list(_nowhere(history, words)):
        write("", *nowhere)
    if summary := list(_summary(history, words)):
        write("", *summary)
    return 0


def _of_base(base: Base, history: History, words: Catalogue) -> Iterator[str]:
    """The lines of a text published as a whole."""
    headers = {language: header_of(file) for language, file in base.files.items()}
    header = headers.get(words.language) or next(iter(headers.values()))
    yield f"{base.version:<10}  {header.instrument or header.title or base.version}"
    told = [
        f"{words.say(f'language.{language}')}{words.colon}"
        f"{standing_told(text_header, words, in_full=language == words.language)}"
        for language, text_header in headers.items()
    ]
    is_first = base.version == history.bases[0].version
    kind = words.say("log.republished" if header.is_republished else "log.first-text" if is_first else "log.later-text")
    replaces = words.say("log.replaces", work=header.replaces) if header.replaces else ""
    # Why it is taken to be in force from its day, where that is not known.
    assumed = words.say("log.assumed", day=header.in_force, reason=header.assumed) if header.assumed else ""
    days = days_told(header, header.instrument, words)
    yield from (f"            {line}" for line in (*days, header.gazette, kind, replaces, assumed, *told) if line)
    for line in awaited_told(history.awaited(base), words):
        yield f"            {words.say('log.change', change=line)}"


def _of_instrument(instrument: Instrument, history: History, words: Catalogue) -> Iterator[str]:
    """The lines of an instrument under its day."""
    listed = str(instrument.listed or "?")
    is_presumed = instrument.metadata.assumed and instrument.listed == instrument.in_force
    yield f"{words.say('day.marked', day=listed) if is_presumed else listed}  {instrument.name(words.language)}"
    yield from (f"            {line}" for line in instrument_lines(instrument, history, words))


def _nowhere(history: History, words: Catalogue) -> Iterator[str]:
    """The works that this one replaces, or that replace it, and that are not on the shelf that it stands on."""
    changes = (m for i in history.instruments for m in i.modifications)
    named = dict.fromkeys((*(b.header.replaces for b in history.bases), *(m.to for m in changes if m.ends_work)))
    # Of a folder that is on no shelf nothing is known of others.
    others = on_shelves().keys() - {history.work} if any(named) and name_on_shelf(history.folder) else named.keys()
    for work in sorted(named.keys() - others - {""}):
        yield words.say("log.nowhere", work=work)
        yield from (words.say("hint.did-you-mean", word=other) for other in nearest(work, sorted(others))[:1])


def _summary(history: History, words: Catalogue) -> Iterator[str]:
    """The knowledge of the texts, where something amends them."""
    numbers = history.numbers(history.not_wholly_known(history.dates[-1]), words.language)
    undated = history.numbers((i for i in history.instruments if i.listed is None), words.language)
    if numbers:
        yield words.say("log.wholly-known", day=wholly_known_date(history), instruments=cited(numbers, words))
    if undated:
        yield words.say("log.some-undated", instruments=cited(undated, words))
    if history.is_amended and not numbers and not undated:
        yield words.say("log.all-known")
