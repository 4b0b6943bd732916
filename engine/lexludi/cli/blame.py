"""`lexludi blame`: for each provision the instrument from which its present words come."""

import argparse
import json
import sys

from lexludi.base.messages import Catalogue
from lexludi.cli.at import expression_of
from lexludi.cli.dated import say_date
from lexludi.cli.output import write
from lexludi.law.amendments import Citation
from lexludi.law.chronicle import note_json, note_lines
from lexludi.rules.model import under


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    add = parser.add_argument
    add("work", metavar="WORK", help=words.say("help.play.work"))
    add("eid", nargs="?", default="", metavar="EID", help=words.say("help.blame.eid"))
    add("--format", choices=("text", "json"), default="text", help=words.say("help.option.format"))


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Print a line for each provision; 1 when there is none of that eId."""
    expression = expression_of(arguments.work, arguments.lang or "")
    notes = {e: n for e, n in expression.notes.items() if not arguments.eid or under(e, arguments.eid)}
    if not notes:
        print(words.say("blame.no-provision", eid=arguments.eid[:60]), file=sys.stderr)
        return 1
    say_date(arguments.work, words)
    if arguments.format == "json":
        write(json.dumps({eid: note_json(note) for eid, note in notes.items()}, ensure_ascii=False, indent=2))
        return 0
    for eid, note in notes.items():
        told = list(note_lines(note, expression, words)) or [words.say("source.first-text")]
        citation = words.say(f"frame.{eid}") if words.has(f"frame.{eid}") else Citation(eid).told(words)
        write(f"{citation}{words.colon}{words.say('list.separator').join(told)}")
    return 0
