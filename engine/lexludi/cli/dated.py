"""Which date a work is named on, where no day is given; and the consent to a text that is not wholly known."""

import argparse
import sys

from lexludi.files import SUFFIX, folder_of
from lexludi.history import history_of, wholly_known_date
from lexludi.messages import Catalogue


def add_accept(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The switch that allows a text to be run of which an amendment is not wholly known."""
    parser.add_argument("--accept-unknown", action="store_true", help=words.say("help.option.accept-unknown"))


def named_on(work: str, day: str | None) -> str:
    """A work as named on the command line, with the day of `--on`."""
    return f"{work}@{day}" if day and "@" not in work else work


def date_line(work: str, words: Catalogue) -> str:
    """The date of a work that is named without one, and why; empty where there is nothing to say."""
    if not work or "@" in work or work.endswith(SUFFIX):
        return ""
    history = history_of(folder_of(work), (words.language,))
    if not history.is_amended:
        return ""
    day, last = wholly_known_date(history), history.dates[-1]
    if day == last:
        return words.say("dated.newest", day=day)
    numbers = tuple(i.number for i in history.not_wholly_known(last))
    return words.say("dated.wholly-known", day=day, instruments=numbers)


def say_date(work: str, words: Catalogue) -> None:
    """Say it beside the output of a command."""
    if line := date_line(work, words):
        print(line, file=sys.stderr)
