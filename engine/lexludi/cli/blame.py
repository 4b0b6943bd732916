"""`lexludi blame`: for each provision the instrument from which its present words come."""

import click

from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import format_option, pass_asked_language, work_argument
from lexludi.cli.command import command
from lexludi.cli.inputs import say_date, say_standing
from lexludi.cli.output import complain, write, write_json
from lexludi.language.citations import cite
from lexludi.law.chronicle import blame_json, first_told, note_lines, renumbered_rows
from lexludi.law.history import named_in
from lexludi.law.loader import expression_of
from lexludi.rules.header import metadata_of
from lexludi.rules.model import under


@command
@work_argument
@click.argument("eid", default="")
@format_option("text", "json")
@pass_asked_language
def run(asked_language: str, words: Catalogue, work: str, eid: str, form: str) -> int:
    """Print a line for each provision; 1 when there is none of that eId."""
    expression = named_in(expression_of(work, wished=asked_language), words.language)
    notes = {e: note for e, note in expression.notes.items() if not eid or under(e, eid)}
    if not notes:
        complain(words.say("blame.no-provision", eid=eid[:60]))
        return 1
    say_date(work, words)
    say_standing(metadata_of(expression.document), words)
    if form == "json":
        write_json(blame_json(expression, notes))
        return 0
    moved = renumbered_rows(notes)
    for e, note in notes.items():
        first = [first_told(expression, words)] if note.is_of_first_text else []
        origins = [*first, *note_lines(note, expression, words, moved.get(e, ()))]
        write(f"{cite(e, words.language)}{words.colon}{words.say('list.separator').join(origins)}")
    return 0
