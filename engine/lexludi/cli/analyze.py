"""`lexludi analyze`: the exact odds of every bet, the best play, and what each reading or option does to them."""

import argparse
import json
from typing import TYPE_CHECKING

from lexludi.base.messages import Catalogue
from lexludi.cli.dated import named_on, say_date
from lexludi.cli.odds_tables import comparison_csv, odds_csv, print_comparison, print_odds
from lexludi.cli.output import BadArgument, progress, write
from lexludi.cli.usage import add_rules, rules_asked, seconds

if TYPE_CHECKING:
    from lexludi.exact.analysis import Subject


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    add = parser.add_argument
    add("work", metavar="WORK", help=words.say("help.play.work"))
    add("--bet", action="append", default=[], metavar="BET", help=words.say("help.analyze.bet"))
    add("--compare-readings", action="store_true", help=words.say("help.analyze.compare-readings"))
    add("--compare-options", action="store_true", help=words.say("help.analyze.compare-options"))
    add("--only", action="append", default=[], metavar="NAME", help=words.say("help.analyze.only"))
    add("--limit", metavar="SECONDS", help=words.say("help.option.limit"))
    add_rules(parser, words, "csv")


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Analyse and report; 1 when a bet that was asked about could not be analysed."""
    kinds = [kind for kind in ("reading", "option") if getattr(arguments, f"compare_{kind}s")]
    if arguments.only and len(kinds) != 1:
        raise BadArgument("--only", "--compare-readings --only NAME | --compare-options --only NAME")
    wanted = rules_asked(arguments)
    # NumPy takes longer to load than the command to say what is wrong with itself.
    from lexludi.exact.analysis import subject

    asked = subject(arguments.work, bets=arguments.bet, **wanted)
    if arguments.format != "text":
        say_date(named_on(arguments.work, arguments.on), words)
    return _compare(asked, kinds, arguments, words) if kinds else _analyse(asked, arguments, words)


def _analyse(asked: "Subject", arguments: argparse.Namespace, words: Catalogue) -> int:
    from lexludi.exact.analysis import analyse, analysis_json
    from lexludi.exact.budget import SECONDS

    limit = seconds(arguments.limit) if arguments.limit else SECONDS
    with progress(words.say("progress.analyze"), len(asked.bets or asked.rules.bets)) as step:
        found = analyse(asked, step, limit)
    if arguments.format == "json":
        write(json.dumps(analysis_json(asked, found), ensure_ascii=False, indent=2))
    elif arguments.format == "csv":
        write(odds_csv(asked, found))
    else:
        print_odds(asked, found, words, named_on(arguments.work, arguments.on))
    return int(bool(found.skipped))


def _compare(asked: "Subject", kinds: list[str], arguments: argparse.Namespace, words: Catalogue) -> int:
    from lexludi.exact.analysis import changes, compare_settings, comparison_json

    compared = changes(asked, kinds, arguments.only)
    with progress(words.say("progress.analyze"), len(compared)) as step:
        found = compare_settings(asked, compared, step)
    if arguments.format == "json":
        write(json.dumps(comparison_json(asked, found), ensure_ascii=False, indent=2))
    elif arguments.format == "csv":
        write(comparison_csv(found))
    else:
        print_comparison(asked, found, kinds, words, named_on(arguments.work, arguments.on))
    return 0
