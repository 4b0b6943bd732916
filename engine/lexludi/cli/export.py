"""`lexludi export`: the text of a work on a day, or an amending instrument, in the forms that others read."""

import sys
from pathlib import Path

import click

from lexludi.base.messages import Catalogue
from lexludi.base.writing import replace_file
from lexludi.cli.arguments import WordChoice, pass_asked_language, text_option, work_argument
from lexludi.cli.command import command
from lexludi.cli.inputs import say_date, text_named
from lexludi.cli.output import complain
from lexludi.exchange.renditions import FORMS, export, file_name


@command
@click.argument("form", type=WordChoice(FORMS), metavar="FORM")
@work_argument
@text_option
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="FILE")
@pass_asked_language
def run(asked_language: str, words: Catalogue, form: str, work: str, text: str, output: Path | None) -> int:
    """Write the text, whole or not at all; 1 when it cannot be read, or lacks what the form demands."""
    file = text_named(work, text, asked_language)
    content = export(file, form, words)
    say_date(work, words)
    if output is None:
        sys.stdout.flush()
        # Bytes in an encoding of their form, after whatever stands in the text layer above.
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return 0
    target = output / file_name(file, form) if output.is_dir() else output
    replace_file(target, content)
    complain(words.say("export.written", file=str(target)))
    return 0
