"""`lexludi replay`: a played round again, from its JSON; with `--check`, whether the rules still say the same."""

import argparse
import sys
from pathlib import Path

from lexludi.base.errors import InvalidReplay, LexludiError
from lexludi.base.messages import Catalogue
from lexludi.cli.dated import add_accept
from lexludi.cli.output import write
from lexludi.cli.rounds import show_game, show_steps
from lexludi.play.replay import differences, read_replay, replay
from lexludi.play.telling import Teller
from lexludi.play.trace import Step


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help=words.say("help.replay.file"))
    parser.add_argument("--check", action="store_true", help=words.say("help.replay.check"))
    add_accept(parser, words)


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Replay; 1 when the round now goes otherwise."""
    try:
        text = sys.stdin.read() if arguments.file == "-" else Path(arguments.file).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise InvalidReplay("unreadable-file", name=arguments.file) from None
    recorded = read_replay(text)
    round_, stopped = replay(recorded, accept_unknown=arguments.accept_unknown)
    teller = Teller(words, round_.game.rules.glossary, round_.game.rules.bettor_role())
    found = differences(recorded, round_, stopped)
    if not arguments.check:
        show_game(round_.game, round_.seed, teller)
        show_steps(round_, teller)
    if recorded.rules != round_.game.digest:
        write(words.say("replay.other-rules"))
    for difference in found:
        write(
            words.say(
                "replay.differs",
                what=words.say(f"replay.what.{difference.what}"),
                before=_shown(difference.before, teller),
                after=_shown(difference.after, teller),
                provisions=teller.provisions(difference.provisions) or "–",
            )
        )
    if not found:
        write(words.say("replay.same", steps=len(round_.trace)))
    return int(bool(found))


def _shown(value: object, teller: Teller) -> str:
    """A step, a settled bet, a problem or a number in words."""
    match value:
        case None:
            return "–"
        case Step():
            return _told(value, teller)
        case LexludiError():
            return teller.problem(value)
        case dict():
            result = value.get("result") or "open"
            key = f"result.{result}"
            name = teller.catalogue.say(key) if teller.catalogue.has(key) else str(result)
            return f"{name} {value.get('net') or ''}".strip()
        case _:
            return str(value)


def _told(step: Step, teller: Teller) -> str:
    try:
        return teller.tell(step)
    except (KeyError, AttributeError, TypeError, ValueError):
        # A recorded step that no rule set of ours could have made.
        return f"{step.kind} {dict(step.values)}"[:200]
