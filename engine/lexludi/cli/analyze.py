"""`lexludi analyze`: the exact odds of every bet, the best play, and what each reading or option does to them."""

from typing import TYPE_CHECKING, Unpack

import click

from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import (
    Rules,
    bad_form,
    format_option,
    limit_option,
    refuse_idle,
    rules_options,
    work_argument,
)
from lexludi.cli.command import command
from lexludi.cli.inputs import say_date
from lexludi.cli.odds_tables import comparison_csv, odds_csv, print_comparison, print_odds, skipped_lines
from lexludi.cli.output import complain, progress, write, write_json
from lexludi.play.game import on_day
from lexludi.play.telling import Teller

if TYPE_CHECKING:
    from lexludi.exact.analysis import Subject


@command
@work_argument
@click.option("--bet", "bets", multiple=True, metavar="BET")
@click.option("--by-reading", is_flag=True)
@click.option("--compare-readings", is_flag=True)
@click.option("--compare-options", is_flag=True)
@click.option("--only", multiple=True, metavar="NAME")
@limit_option
@rules_options
@format_option("text", "json", "csv")
def run(
    words: Catalogue,
    work: str,
    bets: tuple[str, ...],
    by_reading: bool,
    compare_readings: bool,
    compare_options: bool,
    only: tuple[str, ...],
    limit: float | None,
    form: str,
    **rules: Unpack[Rules],
) -> int:
    """Analyse and report; 1 when a bet that was asked about could not be analysed."""
    kinds = ["reading"] * compare_readings + ["option"] * compare_options
    if only and len(kinds) != 1:
        raise bad_form("--only", "--compare-readings --only NAME | --compare-options --only NAME")
    if kinds:
        refuse_idle("by_reading", beside=f"--compare-{kinds[0]}s")
    elif form == "csv":
        refuse_idle("by_reading", beside="--format csv")
    # NumPy takes longer to load than the command to say what is wrong with itself.
    from lexludi.exact.analysis import subject

    asked, named = subject(work, bets=bets, **rules), on_day(work, rules["on"])
    # The tables say the date themselves; beside plain data it is said on standard error.
    if form != "text":
        say_date(named, words)
    if kinds:
        return _compare(asked, limit, kinds, only, form, named, words)
    return _analyse(asked, limit, by_reading, form, named, words)


def _analyse(asked: "Subject", limit: float | None, by_reading: bool, form: str, named: str, words: Catalogue) -> int:
    from lexludi.exact.analysis import analyse, analysis_json
    from lexludi.exact.budget import SECONDS

    with progress(words.say("progress.analyze"), len(asked.bets or asked.game.rules.offered)) as step:
        odds = analyse(asked, step, limit or SECONDS, by_reading=by_reading)
    match form:
        case "json":
            write_json(analysis_json(asked, odds))
        case "csv":
            write(odds_csv(odds))
            # A bet that is refused has no row: why is said beside the table.
            complain(*skipped_lines(odds, Teller.of(asked.game.rules, words)))
        case _:
            print_odds(asked, odds, words, named)
    return int(bool(odds.skipped))


def _compare(
    asked: "Subject",
    limit: float | None,
    kinds: list[str],
    only: tuple[str, ...],
    form: str,
    named: str,
    words: Catalogue,
) -> int:
    from lexludi.exact.analysis import changes, compare_settings, comparison_json
    from lexludi.exact.budget import SECONDS

    settings = changes(asked, kinds, only)
    with progress(words.say("progress.analyze"), len(settings)) as step:
        comparison = compare_settings(asked, settings, step, limit or SECONDS)
    match form:
        case "json":
            write_json(comparison_json(asked, comparison))
        case "csv":
            write(comparison_csv(comparison))
        case _:
            print_comparison(asked, comparison, kinds, words, named)
    return int(not all(row.is_whole for row in comparison.rows))
