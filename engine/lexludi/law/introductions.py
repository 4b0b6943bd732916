"""Introductions: the instrument that brought an option, a value, a reading or a bet that an earlier text lacks."""

from collections.abc import Callable
from typing import Any

from lexludi.base.diagnostics import has_errors
from lexludi.base.errors import IllegalAction, InvalidSetting, UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.law.amendments import Instrument
from lexludi.law.files import TextFile
from lexludi.law.history import consolidate, history_of
from lexludi.law.loader import load_rules
from lexludi.rules.model import RuleSet


@dataclass(frozen=True)
class Introduction:
    """The instrument that brought something, from when, and the provision as numbered then.

    No instrument is named where the text has it from a day without being changed by what brought it then: it had been
    there before, or what brought it was suspended.
    """

    instrument: Instrument | None
    since: str
    eid: str


def setting_not_yet(problem: InvalidSetting, file: TextFile) -> InvalidSetting:
    """A refused setting, told by the instrument that allows it from a later day, if there is one."""
    name, value = str(problem.args_by_name.get("name", "")), str(problem.args_by_name.get("value", ""))
    # As `unknown-option` and `no-options`, or `unknown-reading` and `no-readings`; `value` may be empty.
    is_value = problem.key == "value-not-admitted"
    kind = "value" if is_value else problem.key.removeprefix("unknown-").removeprefix("no-").removesuffix("s")

    def declared(rules: RuleSet) -> str | None:
        parameter = rules.parameters.get(name)
        if parameter is None or not (is_value or parameter.given_as == kind):
            return None
        return parameter.eid if not is_value or any(map(parameter.admits, _values(value))) else None

    introduction = _introduction(file, declared)
    if introduction is None:
        return problem
    shown = {"value": value} if is_value else {}
    return InvalidSetting(_key(kind, introduction), (introduction.eid,), name=name, **_told(introduction), **shown)


def bet_not_yet(problem: IllegalAction, file: TextFile) -> IllegalAction:
    """A refused bet, told by the instrument that brought it, if a later one did."""
    bet = str(problem.args_by_name.get("bet", ""))
    introduction = _introduction(file, lambda rules: rules.bets[bet].eid if bet in rules.bets else None)
    if introduction is None:
        return problem
    return IllegalAction(_key("bet", introduction), (introduction.eid,), name=bet, **_told(introduction))


def _key(kind: str, introduction: Introduction) -> str:
    return f"{kind}-not-yet" if introduction.instrument else f"{kind}-not-that-day"


def _told(introduction: Introduction) -> dict[str, Any]:
    by = {"instrument": introduction.instrument} if introduction.instrument else {}
    return {"since": introduction.since, **by}


def _values(text: str) -> tuple[str | int, ...]:
    # A setting is given as text; a range admits whole numbers alone.
    return (text, int(text)) if text.isascii() and text.isdigit() else (text,)


def _introduction(file: TextFile, declared: Callable[[RuleSet], str | None]) -> Introduction | None:
    def place(text: TextFile) -> str | None:
        rules, diagnostics = load_rules(text)
        return declared(rules) if rules is not None and not has_errors(diagnostics) else None

    try:
        earlier, later = _other_texts(file)
        # In the order of their days: the first that declares it is the one that brought it.
        text, eid = next(((text, eid) for text in later if (eid := place(text)) is not None), (None, None))
        if text is None or eid is None or text.date is None:
            return None
        history = history_of(file.path.parent)
        note = consolidate(history, text.date, text.language).notes[eid]
        if note.is_of_first_text:
            return None
        is_new = note.since == text.date and all(place(other) is None for other in earlier)
        return Introduction(history.instrument(note.words_by) if is_new else None, text.version, eid)
    except UnknownWork:
        return None


def _other_texts(file: TextFile) -> tuple[list[TextFile], list[TextFile]]:
    """The texts of the work before and after this one, in the same language, by their days."""
    if file.is_amending or file.date is None:
        return [], []
    history = history_of(file.path.parent)
    before = [history.file_on(day, file.language) for day in history.dates if day < file.date]
    return before, [history.file_on(day, file.language) for day in history.dates if day > file.date]
