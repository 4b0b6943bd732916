"""Usage errors: exceptions that carry data, and the sentence of each in the user's language."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import click

from lexludi.base.messages import AnyOf, Catalogue

# How alike words must be for one to be suggested (difflib's ratio): «play» for «plya», nothing for «frobnicate».
_LIKENESS = 0.7

_CAPITALS = re.compile(r"[A-Z]{2,}")


class BadForm(click.BadParameter):
    """A value that is not of its form, such as `NAME=VALUE`."""

    def __init__(self, text: str, form: str) -> None:
        super().__init__(text)
        self.text, self.form = text, form


class NotAChoice(click.BadParameter):
    """A value that is none of those that its parameter admits."""

    def __init__(self, value: str, choices: Iterable[str]) -> None:
        super().__init__(value)
        self.value, self.choices = value, tuple(choices)


class BadNumber(click.BadParameter):
    """A value that is no number, or none within its bounds; `kind` ends the key of its sentence."""

    def __init__(self, kind: str, **details: Any) -> None:
        super().__init__(kind)
        self.kind, self.details = kind, details


class ExtraArguments(click.UsageError):
    """Arguments after the last that a command takes."""

    def __init__(self, arguments: Iterable[str], context: click.Context) -> None:
        self.arguments = tuple(arguments)
        super().__init__(" ".join(self.arguments), context)


def localized_form(form: str, words: Catalogue) -> str:
    """A form such as `NAME=VALUE` with its words in capitals in the user's language."""

    def localized(word: re.Match[str]) -> str:
        key = f"help.metavar.{word[0].lower()}"
        return words.say(key) if words.has(key) else word[0]

    return _CAPITALS.sub(localized, form)


def explain(error: click.UsageError, words: Catalogue) -> str:
    """What is wrong with a command line, with close matches of a misspelt name."""
    say = words.say
    match error:
        case BadForm():
            return say("usage.wrong.form", text=error.text, form=localized_form(error.form, words))
        case BadNumber():
            return say(f"usage.wrong.{error.kind}", name=_name(error.param), **error.details)
        case NotAChoice():
            return _not_among(error.value, error.choices, _name(error.param), words)
        case ExtraArguments():
            return say("usage.wrong.unrecognized", names=", ".join(error.arguments))
        case click.MissingParameter():
            return say("usage.wrong.required", names=_name(error.param))
        case click.NoSuchCommand():
            assert error.ctx is not None
            assert isinstance(error.ctx.command, click.Group)
            commands = error.ctx.command.list_commands(error.ctx)
            return _not_among(error.command_name, commands, localized_form("COMMAND", words), words)
        case click.NoSuchOption(option_name=name):
            assert error.ctx is not None
            if close := _close(name.lstrip("-"), _long_options(error.ctx.command)):
                return say("usage.wrong.option", name=name, close=AnyOf(f"--{option}" for option in close))
            return say("usage.wrong.unrecognized", names=name)
        case click.BadOptionUsage(option_name=name):
            return say("usage.wrong.flag" if _is_flag(name, error) else "usage.wrong.value", name=name)
        case _:  # of those that click raises by itself, only what no command here has: options with two values
            return error.format_message()


def _not_among(value: str, choices: Iterable[str], name: str, words: Catalogue) -> str:
    if close := _close(value, choices):
        return words.say("usage.wrong.near", name=name, value=value, close=AnyOf(close))
    return words.say("usage.wrong.choice", name=name, value=value, known=", ".join(choices))


def _close(word: str, known: Iterable[str]) -> list[str]:
    """The words that somebody who typed one may have meant, the closest first."""
    return get_close_matches(word, list(known), cutoff=_LIKENESS)


def _long_options(command: click.Command) -> list[str]:
    return [name[2:] for parameter in command.params for name in parameter.opts if name.startswith("--")]


def _name(parameter: click.Parameter | None) -> str:
    """A parameter as the help shows it: an option by its longest spelling, an argument by the name of its value."""
    assert parameter is not None  # click adds it to whatever a type or a missing value raises
    return str(parameter.metavar) if isinstance(parameter, click.Argument) else max(parameter.opts, key=len)


def _is_flag(name: str, error: click.UsageError) -> bool:
    assert error.ctx is not None
    return any(isinstance(p, click.Option) and p.is_flag for p in error.ctx.command.params if name in p.opts)
