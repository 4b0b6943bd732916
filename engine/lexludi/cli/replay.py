"""`lexludi replay`: a played round again, from its JSON, and where the rules no longer say the same."""

import sys
from pathlib import Path

import click

from lexludi.base.errors import InvalidReplay, LexludiError
from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import accept_option
from lexludi.cli.command import command
from lexludi.cli.output import write
from lexludi.cli.rounds import show_game, show_steps
from lexludi.play.replay import differences, read_replay, replay
from lexludi.play.telling import Teller
from lexludi.play.trace import Step


@command
@click.argument("file", type=click.Path(readable=False, allow_dash=True))
@click.option("--check", "check_only", is_flag=True)
@accept_option
def run(words: Catalogue, file: str, check_only: bool, accept_unknown: bool) -> int:
    """Replay; 1 when the round now goes otherwise."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise InvalidReplay("unreadable-file", name=file) from None
    recorded = read_replay(text)
    round_, stopped = replay(recorded, accept_unknown=accept_unknown)
    teller = Teller(words, round_.game.rules.glossary, round_.game.rules.bettor_role())
    if not check_only:
        show_game(round_.game, round_.seed, teller)
        show_steps(round_, teller)
    if recorded.rules != round_.game.digest:
        write(words.say("replay.other-rules"))
    changed = differences(recorded, round_, stopped)
    for difference in changed:
        write(
            words.say(
                "replay.differs",
                what=words.say(f"replay.what.{difference.what}"),
                before=_shown(difference.before, teller),
                after=_shown(difference.after, teller),
                provisions=teller.provisions(difference.provisions) or "–",
            )
        )
    if not changed:
        write(words.say("replay.same", steps=len(round_.trace)))
    return int(bool(changed))


def _shown(value: object, teller: Teller) -> str:
    """A step, a settled bet, a problem or a number in words."""
    match value:
        case None:
            return "–"
        case Step():
            return _step(value, teller)
        case LexludiError():
            return teller.problem(value)
        case dict():
            result = value.get("result") or "open"
            key = f"result.{result}"
            name = teller.catalogue.say(key) if teller.catalogue.has(key) else str(result)
            return f"{name} {value.get('net') or ''}".strip()
        case _:
            return str(value)


def _step(step: Step, teller: Teller) -> str:
    try:
        return teller.tell(step)
    except (KeyError, AttributeError, TypeError, ValueError):
        # A recorded step that no rule set of ours could have made.
        return f"{step.kind} {dict(step.values)}"[:200]
