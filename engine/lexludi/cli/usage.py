"""Arguments that commands share: which text is executed, of which day, with which options and readings."""

import argparse
import re
from datetime import date
from typing import Any

from lexludi.base.errors import UnknownWork
from lexludi.base.messages import Catalogue
from lexludi.cli.dated import add_accept
from lexludi.cli.output import BadArgument
from lexludi.language.phrases import LANGUAGES


def add_rules(parser: argparse.ArgumentParser, words: Catalogue, *formats: str) -> None:
    """The arguments that say which rules are run, and the forms in which what comes of it is given."""
    add, say = parser.add_argument, words.say
    add("--text", choices=LANGUAGES, default="", help=say("help.option.text"))
    add("--on", metavar="DATE", help=say("help.option.on"))
    add_settings(parser, words)
    add("--format", choices=("text", "json", *formats), default="text", help=say("help.option.format"))
    add_accept(parser, words)


def add_settings(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments that choose options and readings."""
    for name in ("option", "reading"):
        parser.add_argument(
            f"--{name}", action="append", default=[], metavar="NAME=VALUE", help=words.say(f"help.option.{name}")
        )


def seconds(text: str) -> float:
    """A limit on computing, in seconds.

    Raises:
        BadArgument: it is no number above zero.
    """
    if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", text) or float(text) <= 0:
        raise BadArgument(text, "SECONDS")
    return float(text)


def rules_asked(arguments: argparse.Namespace) -> dict[str, Any]:
    """What `add_rules` was given, as `load` and `subject` take it.

    Raises:
        BadArgument: an option or reading is not of its form.
        UnknownWork: the day is none.
    """
    return {
        "on": _day(arguments.on),
        "text": arguments.text,
        **settings_asked(arguments),
        "accept_unknown": arguments.accept_unknown,
    }


def settings_asked(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options and readings that were chosen.

    Raises:
        BadArgument: one is not of its form.
    """
    return {"options": pairs(arguments.option), "readings": pairs(arguments.reading)}


def pairs(texts: list[str], form: str = "NAME=VALUE") -> dict[str, str]:
    """Names with their values.

    Raises:
        BadArgument: a text is not of this form.
    """
    out = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise BadArgument(text, form)
        out[name.strip()] = value.strip()
    return out


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UnknownWork("not-a-date", text=str(text)[:40]) from None
