"""`lexludi at`: the text of a work on a day, each changed provision with the source of its words."""

import sys

import click

from lexludi.base.diagnostics import has_errors
from lexludi.base.errors import InvalidRegulation, UnknownWork
from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import format_option, pass_asked_language, text_option, work_argument
from lexludi.cli.command import command
from lexludi.cli.dated import date_line, named_on
from lexludi.cli.output import write, write_json
from lexludi.language.printer import print_document
from lexludi.law.chronicle import annotated, text_json
from lexludi.law.files import TextFile
from lexludi.law.history import Expression, consolidate, history_of
from lexludi.law.loader import find


@command
@work_argument
@click.argument("day", required=False)
@text_option
@format_option("text", "json")
@pass_asked_language
def run(asked_language: str, words: Catalogue, work: str, day: str | None, text: str, form: str) -> int:
    """Print the text; 1 when modifications do not fit."""
    name = named_on(work, day)
    expression = expression_of(name, text or asked_language)
    if line := date_line(name, words):
        print(line, file=sys.stderr)
    if form == "json":
        write_json(text_json(expression))
    else:
        write(print_document(annotated(expression, words)).rstrip("\n"))
    return 0


def expression_of(name: str, language: str) -> Expression:
    """The text of a work as named, in a language if there is one in it, else in the first that there is.

    Raises:
        UnknownWork: no such work, or no text of it on that day.
        InvalidRegulation: a text cannot be read, or what amends it does not fit.
    """
    file = _file(name, language)
    history = history_of(file.path.parent)
    day = file.date or history.base_of(file).since
    expression = consolidate(history, day, file.language)
    if has_errors(expression.diagnostics):
        raise InvalidRegulation(file.path.name, list(expression.diagnostics))
    return expression


def _file(name: str, language: str) -> TextFile:
    try:
        return find(name, language=language)
    except UnknownWork as problem:
        if problem.key != "no-text-in-language":
            raise
        return find(name)
