"""Usage errors: exceptions that carry data, and the sentence of each in the user's language."""

import re
from collections.abc import Iterable
from typing import Any

import click

from lexludi.base.messages import AnyWord, Catalogue
from lexludi.base.nearest import nearest

_CAPITALS = re.compile(r"[A-Z]{2,}")


class Misuse(click.BadParameter):
    """A usage error that click does not know: a key of the catalogues after `usage.wrong.`, and its arguments."""

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(key)
        self.key, self.args_by_name = key, args


def bad_form(text: str, form: str) -> Misuse:
    """The error of a value that is not of its form, such as `NAME=VALUE`."""
    return Misuse("form", text=text, form=form)


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
        case Misuse(key="form", args_by_name={"text": text, "form": form}):
            return say("usage.wrong.form", text=text, form=localized_form(form, words))
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
    return words.say("usage.wrong.choice", name=name, value=value, known=", ".join(known))


def _name(parameter: click.Parameter | None) -> str:
    """A parameter as the help shows it: an option by its longest spelling, an argument by the name of its value."""
    if parameter is None:
        return ""
    return str(parameter.metavar) if isinstance(parameter, click.Argument) else max(parameter.opts, key=len)
