"""`lexludi at`: the text of a work on a day, each changed provision with the source of its words."""

import click

from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import format_option, pass_asked_language, text_option, work_argument
from lexludi.cli.command import command
from lexludi.cli.inputs import date_line
from lexludi.cli.output import complain, write, write_json
from lexludi.language.printer import print_document
from lexludi.law.chronicle import annotated, text_json
from lexludi.law.history import named_in
from lexludi.law.loader import expression_of
from lexludi.play.game import on_day


@command
@work_argument
@click.argument("day", required=False)
@text_option
@format_option("text", "json")
@pass_asked_language
def run(asked_language: str, words: Catalogue, work: str, day: str | None, text: str, form: str) -> int:
    """Print the text; 1 when modifications do not fit."""
    name = on_day(work, day)
    expression = named_in(expression_of(name, text, wished=asked_language), words.language)
    if line := date_line(name, words):
        complain(line)
    if form == "json":
        write_json(text_json(expression))
    else:
        write(print_document(annotated(expression, words), expression.glossary).rstrip("\n"))
    return 0
