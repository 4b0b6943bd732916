"""`lexludi at`: the text of a work on a day, each changed provision with the source of its words."""

import argparse
import json
import sys

from lexludi.base.diagnostics import has_errors
from lexludi.base.errors import InvalidRegulation, UnknownWork
from lexludi.base.messages import Catalogue
from lexludi.cli.dated import date_line, named_on
from lexludi.cli.output import write
from lexludi.language.printer import print_document
from lexludi.law.chronicle import annotated, text_json
from lexludi.law.files import TextFile
from lexludi.law.history import Expression, consolidate, history_of
from lexludi.law.loader import find


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    add = parser.add_argument
    add("work", metavar="WORK", help=words.say("help.play.work"))
    add("day", nargs="?", metavar="DAY", help=words.say("help.at.day"))
    add("--text", choices=("zh", "pt", "en"), default="", help=words.say("help.at.text"))
    add("--format", choices=("text", "json"), default="text", help=words.say("help.option.format"))


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Print the text; 1 when modifications do not fit."""
    name = named_on(arguments.work, arguments.day)
    expression = expression_of(name, arguments.text or arguments.lang or "")
    if line := date_line(name, words):
        print(line, file=sys.stderr)
    if arguments.format == "json":
        write(json.dumps(text_json(expression), ensure_ascii=False, indent=2))
    else:
        write(print_document(annotated(expression, words)).rstrip("\n"))
    return 0


def expression_of(name: str, language: str) -> Expression:
    """The text of a work as named, in a language if there is one in it, else in the first that there is.

    Raises:
        UnknownWork: no such work, or no text of it on that day.
        InvalidRegulation: a text cannot be read, or what amends it does not fit.
    """
    file = _found(name, language)
    history = history_of(file.path.parent)
    day = file.date or history.base_of(file).since
    expression = consolidate(history, day, file.language)
    if has_errors(expression.diagnostics):
        raise InvalidRegulation(file.path.name, list(expression.diagnostics))
    return expression


def _found(name: str, language: str) -> TextFile:
    try:
        return find(name, language=language)
    except UnknownWork as problem:
        if problem.key != "no-text-in-language":
            raise
        return find(name)
