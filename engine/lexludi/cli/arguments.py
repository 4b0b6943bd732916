"""Arguments: their types, the options that commands share, and the sentence of each usage error."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import click
from click.core import ParameterSource
from click.decorators import pass_meta_key
from click.shell_completion import CompletionItem

from lexludi.base.errors import UnknownWork
from lexludi.base.messages import AnyWord, Catalogue
from lexludi.base.nearest import nearest
from lexludi.base.resources import installed_shelves, shelves_chosen
from lexludi.language.phrases import LANGUAGES

# ── Usage errors ────────────────────────────────────────────────────────────


_CAPITALS = re.compile(r"[A-Z]{2,}")


class Misuse(click.BadParameter):
    """A usage error that click does not know: a key of the catalogues after `usage.wrong.`, and its arguments."""

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(key)
        self.key, self.args_by_name = key, args


def bad_form(text: str, form: str, hint: str = "") -> Misuse:
    """The error of a value that is not of its form, such as `NAME=VALUE`; `hint`: what that does not show."""
    return Misuse("form", text=text, form=form, hint=hint)


def refuse_idle(*names: str, beside: str = "", without: str = "") -> None:
    """Refuse parameters of the command that are given and would have no effect, beside something or without it.

    Raises:
        Misuse: one of them is given.
    """
    context = click.get_current_context()
    for parameter in context.command.params:
        is_given = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if parameter.name in names and is_given:
            key, other = ("beside", beside) if beside else ("without", without)
            raise Misuse(key, first=_name(parameter), second=other)


def localized_form(form: str, words: Catalogue) -> str:
    """A form such as `NAME=VALUE` with its words in capitals in the user's language."""

    def localized(word: re.Match[str]) -> str:
        key = f"help.metavar.{word[0].lower()}"
        return words.say(key) if words.has(key) else word[0]

    return _CAPITALS.sub(localized, form)


def explain(error: click.UsageError, words: Catalogue) -> str:
    """The sentence of a usage error, with close matches of a misspelt name."""
    say, command = words.say, error.ctx.command if error.ctx else None
    match error:
        case Misuse(key="form", args_by_name={"text": text, "form": form, "hint": hint}):
            sentence = say("usage.wrong.form", text=text, form=localized_form(form, words))
            return say(f"usage.wrong.form.{hint}", sentence=sentence) if hint else sentence
        case Misuse(key="choice", args_by_name={"value": value, "known": known}):
            return _not_among(value, known, _name(error.param), words)
        case Misuse():
            return say(f"usage.wrong.{error.key}", name=_name(error.param), **error.args_by_name)
        case click.MissingParameter():
            return say("usage.wrong.required", names=_name(error.param))
        case click.NoSuchCommand() if isinstance(command, click.Group) and error.ctx:
            known = command.list_commands(error.ctx)
            return _not_among(error.command_name, known, localized_form("COMMAND", words), words)
        case click.NoSuchOption(option_name=name) if command:
            options = (o[2:] for parameter in command.params for o in parameter.opts if o.startswith("--"))
            if close := nearest(name.lstrip("-"), options):
                return say("usage.wrong.option", name=name, close=AnyWord(f"--{option}" for option in close))
            return say("usage.wrong.unrecognized", names=name)
        case click.BadOptionUsage(option_name=name) if command:
            is_flag = any(isinstance(p, click.Option) and p.is_flag for p in command.params if name in p.opts)
            return say("usage.wrong.flag" if is_flag else "usage.wrong.value", name=name)
        case _:  # of what click raises there is left only what no command here has: options with two values
            return error.format_message()


def _not_among(value: str, known: Iterable[str], name: str, words: Catalogue) -> str:
    if close := nearest(value, known):
        return words.say("usage.wrong.near", name=name, value=value, close=AnyWord(close))
    return words.say("usage.wrong.choice", name=name, value=value, known=words.comma.join(known))


def _name(parameter: click.Parameter | None) -> str:
    """A parameter as the help shows it: an option by its longest spelling, an argument by the name of its value."""
    if parameter is None:
        return ""
    return str(parameter.metavar) if isinstance(parameter, click.Argument) else max(parameter.opts, key=len)


# ── Types of arguments ──────────────────────────────────────────────────────


# Where contexts keep the language asked for with --lang, before or after the command; empty where none is.
_ASKED_LANGUAGE = "lexludi.lang"

_Function = TypeVar("_Function", bound=Callable[..., Any])


class WordChoice(click.Choice[str]):
    """One of some words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word itself."""
        if value not in self.choices:
            raise Misuse("choice", value=value, known=self.choices)
        return str(value)


class Integer(click.ParamType[int]):
    """A whole number, within bounds where they are given."""

    name = "integer"

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of some digits."""
        try:
            number = int(value)
        except ValueError:
            raise Misuse("integer", value=value) from None
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            if self.high is None:
                raise Misuse("at-least", value=value, low=self.low)
            raise Misuse("between", value=value, low=self.low, high=self.high)
        return number


class WorkName(click.ParamType[str]):
    """A work by name, or a file."""

    name = "work"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The works of the shelf that begin so; files, as the shell finds them."""
        from lexludi.law.loader import works

        named = [CompletionItem(name) for name in works() if name.startswith(incomplete)]
        return [*named, CompletionItem(incomplete, type="file")]


# A name is a path of folders below a shelf, in characters that every file system has.
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*){0,3}")


def parse_work_name(text: str) -> str:
    """The name of a work that need not be there yet.

    Raises:
        Misuse: no work can have that name.
    """
    if not _NAME.fullmatch(text):
        raise Misuse("work-name", value=text[:40])
    return text


def parse_pair(form: str) -> Callable[[str], tuple[str, str]]:
    """A parser of names with values, which are of a form such as `NAME=VALUE`."""

    def read(text: str) -> tuple[str, str]:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise bad_form(text, form)
        return name.strip(), value.strip()

    return read


def parse_day(text: str) -> date:
    """A date as ISO 8601 writes it; not the first of the calendar, which stands for none in a history.

    Raises:
        UnknownWork: the text is no date.
    """
    with suppress(ValueError):
        if (day := date.fromisoformat(text)) > date.min:
            return day
    raise UnknownWork("not-a-date", text=text[:40])


# ── Options that commands share ─────────────────────────────────────────────


def _remember_language(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    # The program and each command have the option: where it is given before the command, the command's is empty.
    if value or _ASKED_LANGUAGE not in context.meta:
        context.meta[_ASKED_LANGUAGE] = value or ""


LANGUAGE_OPTION = click.Option(["--lang"], type=WordChoice(LANGUAGES), expose_value=False, callback=_remember_language)
pass_asked_language = pass_meta_key(_ASKED_LANGUAGE)


class Shelf(click.ParamType[Path]):
    """A folder of works, or an installed shelf by name."""

    name = "shelf"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The folder, whatever the current folder becomes."""
        if (folder := Path(value)).is_dir():
            return folder.absolute()
        if (installed := installed_shelves().get(str(value))) is None:
            raise Misuse("no-shelf", value=str(value)[:80], known=", ".join(installed_shelves()))
        return installed

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Installed shelves that begin so; folders, as the shell finds them."""
        named = [CompletionItem(name) for name in installed_shelves() if name.startswith(incomplete)]
        return [*named, CompletionItem(incomplete, type="dir")]


def _use_shelves(context: click.Context, parameter: click.Parameter, folders: tuple[Path, ...]) -> None:
    """Have the command read these shelves, as long as its context lasts."""
    if folders:
        context.with_resource(shelves_chosen(folders))


SHELF_OPTION = click.Option(
    ["--shelf"],
    type=Shelf(),
    multiple=True,
    metavar="FOLDER",
    is_eager=True,  # names of works are completed by it
    expose_value=False,
    callback=_use_shelves,
)

work_argument = click.argument("work", type=WorkName())
text_option = click.option("--text", type=WordChoice(LANGUAGES), callback=lambda context, parameter, value: value or "")
accept_option = click.option("--accept-unknown", is_flag=True)


quiet_option = click.option("--quiet", "-q", is_flag=True)

LONGEST = 3600  # seconds


def parse_seconds(text: str) -> float:
    """A number of seconds above zero.

    Raises:
        Misuse: it is none, or more than anybody waits.
    """
    with suppress(ValueError):
        if 0 < (seconds := float(text)) <= LONGEST:
            return seconds
    # Here `nan` comes too, of which no comparison is true.
    raise Misuse("above", value=text, low=0, high=LONGEST)


limit_option = click.option("--limit", type=parse_seconds, metavar="SECONDS")


def format_option(*forms: str) -> Callable[[_Function], _Function]:
    """The form of the output, as `form`; the first is the default."""
    return click.option("--format", "form", type=WordChoice(forms), default=forms[0])


class GivenSettings(TypedDict):
    """Values for options and readings of a regulation, by name."""

    options: dict[str, str]
    readings: dict[str, str]


class Rules(GivenSettings):
    """The rules that a command line asks for, as `load` and `subject` take them."""

    on: date | None
    text: str
    accept_unknown: bool


def _as_given(context: click.Context, parameter: click.Parameter, pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    from lexludi.rules.settings import given_once

    return given_once(pairs)


def settings_options(callback: _Function) -> _Function:
    """The options of a command that takes `GivenSettings`."""
    # What is applied last comes first in the help.
    for name in ("reading", "option"):
        callback = click.option(
            f"--{name}",
            f"{name}s",
            type=parse_pair("NAME=VALUE"),
            multiple=True,
            metavar="NAME=VALUE",
            callback=_as_given,
        )(callback)
    return callback


def rules_options(callback: _Function) -> _Function:
    """The options of a command that takes `Rules`."""
    on_option = click.option("--on", type=parse_day, metavar="DATE")
    return text_option(on_option(settings_options(accept_option(callback))))
