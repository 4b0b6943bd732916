"""Types of arguments, and the options that commands share: language, form of output, and which rules are run."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any, TypedDict, TypeVar

import click
from click.decorators import pass_meta_key
from click.shell_completion import CompletionItem

from lexludi.base.errors import UnknownWork
from lexludi.cli.usage import BadForm, BadNumber, NotAChoice
from lexludi.language.phrases import LANGUAGES

# Where contexts keep the language asked for with --lang, before or after the command; empty where none is.
_ASKED_LANGUAGE = "lexludi.lang"

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Choice(click.Choice[str]):
    """One of some words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word.

        Raises:
            NotAChoice: it is none of them.
        """
        if value not in self.choices:
            raise NotAChoice(value, self.choices)
        return str(value)


class Integer(click.ParamType[int]):
    """A whole number, with a lowest and a highest where they are given."""

    name = "integer"

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number.

        Raises:
            BadNumber: it is none, or out of bounds.
        """
        try:
            number = int(value)
        except ValueError:
            raise BadNumber("integer", value=value) from None
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            raise BadNumber("between", value=value, low=self.low, high=self.high)
        return number


class Work(click.ParamType[str]):
    """A work by name, or a file."""

    name = "work"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The works of the shelf that begin so; files, as the shell finds them."""
        from lexludi.law.loader import works

        named = [CompletionItem(name) for name in works() if name.startswith(incomplete)]
        return [*named, CompletionItem(incomplete, type="file")]


def parse_pair(form: str) -> Callable[[str], tuple[str, str]]:
    """A reader of names with values, as in `NAME=VALUE`.

    Raises:
        BadForm: a text is not of this form.
    """

    def read(text: str) -> tuple[str, str]:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise BadForm(text, form)
        return name.strip(), value.strip()

    return read


def parse_day(text: str) -> date:
    """A date as ISO 8601 writes it.

    Raises:
        UnknownWork: the text is no date.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UnknownWork("not-a-date", text=text[:40]) from None


# ── Options that commands share ─────────────────────────────────────────────


def _remember_language(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value or _ASKED_LANGUAGE not in context.meta:
        context.meta[_ASKED_LANGUAGE] = value or ""


LANGUAGE_OPTION = click.Option(["--lang"], type=Choice(LANGUAGES), expose_value=False, callback=_remember_language)
pass_asked_language = pass_meta_key(_ASKED_LANGUAGE)

work_argument = click.argument("work", type=Work())
text_option = click.option("--text", type=Choice(LANGUAGES), callback=lambda context, parameter, value: value or "")
accept_option = click.option("--accept-unknown", is_flag=True)


def format_option(*forms: str) -> Callable[[_Function], _Function]:
    """The form of the output, as `form`; the first is the default."""
    return click.option("--format", "form", type=Choice(forms), default=forms[0])


class Settings(TypedDict):
    """The options and readings that were chosen, by name."""

    options: dict[str, str]
    readings: dict[str, str]


class Rules(Settings):
    """The rules that were asked for, as `load` and `subject` take them."""

    on: date | None
    text: str
    accept_unknown: bool


def settings_options(callback: Callable[..., int]) -> Callable[..., int]:
    """Options that choose options and readings, given to the command as `settings`."""

    @wraps(callback)
    def run(*args: Any, option: tuple[tuple[str, str], ...], reading: tuple[tuple[str, str], ...], **rest: Any) -> int:
        return callback(*args, settings=Settings(options=dict(option), readings=dict(reading)), **rest)

    pair = parse_pair("NAME=VALUE")
    for name in ("--reading", "--option"):
        run = click.option(name, multiple=True, type=pair, metavar="NAME=VALUE")(run)
    return run


def rules_options(callback: Callable[..., int]) -> Callable[..., int]:
    """Options that say which rules are run, given to the command as `rules`."""

    @wraps(callback)
    def run(*args: Any, settings: Settings, on: date | None, text: str, accept_unknown: bool, **rest: Any) -> int:
        rules = Rules(**settings, on=on, text=text, accept_unknown=accept_unknown)
        return callback(*args, rules=rules, **rest)

    on_option = click.option("--on", type=parse_day, metavar="DATE")
    return text_option(on_option(settings_options(accept_option(run))))
