"""`lexludi replay`: played rounds again, from their JSON, and every field that is not as the rules have it."""

import json

import click

from lexludi import __version__
from lexludi.base.errors import LexludiError, UnknownWork
from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import accept_option, quiet_option
from lexludi.cli.command import command
from lexludi.cli.inputs import read_bytes
from lexludi.cli.output import write
from lexludi.cli.rounds import show_game, show_steps
from lexludi.play.replay import ABSENT, MAX_BYTES, Recorded, ReplayDifference, Replayed, read_records, replay
from lexludi.play.telling import Teller
from lexludi.play.trace import Step

# A round dealt otherwise differs in most of its fields; more than so many of them tell nobody more.
MOST_TOLD = 12


@command
@click.argument("file", type=click.Path(readable=False, allow_dash=True))
@click.option("--check", "check_only", is_flag=True)
@accept_option
@quiet_option
def run(words: Catalogue, file: str, check_only: bool, accept_unknown: bool, quiet: bool) -> int:
    """Replay; 1 when any field is not as recorded."""
    records = read_records(read_bytes(file, MAX_BYTES))
    try:
        return _replay(records, words, accept_unknown, check_only, quiet)
    except UnknownWork as problem:
        if problem.key != "unknown-work":
            raise
        # The file does not say on which shelf its regulation stands.
        raise UnknownWork("work-on-another-shelf", name=problem.args_by_name["name"]) from None


def _replay(records: list[Recorded], words: Catalogue, accept_unknown: bool, check_only: bool, quiet: bool) -> int:
    steps, differing, shown = 0, 0, ""
    for number, replayed in enumerate(replay(records, accept_unknown=accept_unknown), 1):
        game = replayed.round.game
        teller = Teller.of(game.rules, words)
        if not (check_only or quiet):
            # Records of several games may stand in one file: each game is told once, before its first round.
            if shown != (shown := game.digest):
                show_game(game, replayed.recorded.seed, teller)
            if len(records) > 1:
                write("\n" + words.say("play.round", number=number))
            show_steps(replayed.round, teller)
        steps += len(replayed.round.trace)
        if replayed.differences:
            differing += 1
            _tell(replayed, teller, number if (check_only or quiet) and len(records) > 1 else 0)
    for version in dict.fromkeys(str(record.whole["lexludi"]) for record in records):
        if version != __version__ and not quiet:
            write(words.say("replay.other-version", before=version, now=__version__))
    if not (differing or quiet):
        is_one = len(records) == 1
        write(words.say("replay.same" if is_one else "replay.all-same", rounds=len(records), steps=steps))
    return int(bool(differing))


def _tell(replayed: Replayed, teller: Teller, number: int) -> None:
    """The differences of a round, after its number, if it has one."""
    say = teller.catalogue.say
    if number:
        write(say("play.round", number=number))
    if replayed.recorded.whole.get("rules") != replayed.round.game.digest:
        write(say("replay.other-rules"))
    for difference in replayed.differences[:MOST_TOLD]:
        write(
            say(
                "replay.differs",
                what=f"{say(f'replay.what.{difference.kind}')}{teller.catalogue.colon}{difference.path}",
                before=_shown(difference.before, difference, teller),
                after=_shown(difference.after, difference, teller),
                provisions=teller.provisions(difference.provisions) or "–",
            )
        )
    if (more := len(replayed.differences) - MOST_TOLD) > 0:
        write(say("replay.more", count=more))


def _shown(value: object, difference: ReplayDifference, teller: Teller) -> str:
    """A step or a problem in words, the result of a bet as people say it, any other field as JSON has it."""
    match value:
        case Step():
            return _step(value, teller)
        case LexludiError():
            return teller.problem(value)
        case _ if value is ABSENT:
            return "–"
        case str() if difference.path.endswith(".result") and teller.catalogue.has(f"result.{value}"):
            return teller.catalogue.say(f"result.{value}")
        case _:
            return json.dumps(value, ensure_ascii=False)[:200]


def _step(step: Step, teller: Teller) -> str:
    try:
        return teller.tell(step)
    except (KeyError, AttributeError, TypeError, ValueError, ZeroDivisionError):
        # A recorded step that no rule set of ours could have made.
        return f"{step.kind} {dict(step.values)}"[:200]
