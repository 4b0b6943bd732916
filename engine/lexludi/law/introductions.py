"""Introductions: the instrument that brought an option, a value, a reading or a bet that an earlier text lacks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lexludi.base.diagnostics import has_errors
from lexludi.base.errors import IllegalAction, InvalidSetting, UnknownWork
from lexludi.law.amendments import Instrument
from lexludi.law.files import TextFile
from lexludi.law.history import consolidate, history_of
from lexludi.law.loader import load_rules
from lexludi.rules.model import RuleSet


@dataclass(frozen=True)
class Introduction:
    """The instrument that brought something, from when, and the provision as numbered then."""

    instrument: Instrument
    since: str
    eid: str


def setting_not_yet(problem: InvalidSetting, file: TextFile) -> InvalidSetting:
    """A refused setting, told by the instrument that allows it from a later day, if there is one."""
    name, value = str(problem.args_by_name.get("name", "")), str(problem.args_by_name.get("value", ""))
    # As `unknown-option` and `no-options`, or `unknown-reading` and `no-readings`.
    kind = problem.key.removeprefix("unknown-").removeprefix("no-").removesuffix("s")

    def declared(rules: RuleSet) -> str | None:
        parameter = rules.parameters.get(name)
        if parameter is None or (problem.key != "value-not-admitted" and parameter.given_as != kind):
            return None
        return parameter.eid if not value or any(map(parameter.admits, _values(value))) else None

    introduction = _introduction(file, declared)
    if introduction is None:
        return problem
    key = "value-not-yet" if value else f"{kind}-not-yet"
    shown = {"value": value} if value else {}
    return InvalidSetting(
        key, (introduction.eid,), name=name, since=introduction.since, instrument=introduction.instrument, **shown
    )


def bet_not_yet(problem: IllegalAction, file: TextFile) -> IllegalAction:
    """A refused bet, told by the instrument that brought it, if a later one did."""
    bet = str(problem.args_by_name.get("bet", ""))
    introduction = _introduction(file, lambda rules: rules.bets[bet].eid if bet in rules.bets else None)
    if introduction is None:
        return problem
    return IllegalAction(
        "bet-not-yet", (introduction.eid,), name=bet, since=introduction.since, instrument=introduction.instrument
    )


def _values(text: str) -> tuple[str | int, ...]:
    # A setting is given as text; a range admits whole numbers alone.
    return (text, int(text)) if text.isascii() and text.isdigit() else (text,)


def _introduction(file: TextFile, declared: Callable[[RuleSet], str | None]) -> Introduction | None:
    try:
        # In the order of their days: the first that declares it is the one that brought it.
        for later in _later(file):
            rules, diagnostics = load_rules(later)
            eid = declared(rules) if rules is not None and not has_errors(diagnostics) else None
            if eid is not None and later.date is not None:
                history = history_of(file.path.parent)
                note = consolidate(history, later.date, later.language).notes[eid]
                instrument = history.instrument(note.words_by)
                return Introduction(instrument, later.version, eid) if instrument else None
    except UnknownWork:
        return None
    return None


def _later(file: TextFile) -> Iterator[TextFile]:
    """The texts of the work after this one, in the same language."""
    if file.is_amending or file.date is None:
        return
    history = history_of(file.path.parent)
    for day in history.dates:
        if day > file.date:
            yield history.file_on(day, file.language)
