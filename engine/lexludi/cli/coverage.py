"""`lexludi coverage`: how often each provision decides something, in rounds at random; or which can at all, exactly."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Unpack

import click

from lexludi.base.messages import Catalogue
from lexludi.base.numbers import count
from lexludi.base.plain import given
from lexludi.base.source import Source
from lexludi.checks.coverage import Coverage, cover
from lexludi.checks.reach import NEVER, OPEN, REACHED, ExactCoverage, Reach, reach
from lexludi.cli.arguments import Integer, Rules, format_option, refuse_idle, rules_options, work_argument
from lexludi.cli.command import command
from lexludi.cli.inputs import say_date, say_standing
from lexludi.cli.output import complain, new_table, progress, write, write_json, write_table
from lexludi.cli.rounds import origin_lines
from lexludi.play.game import Game, load, on_day
from lexludi.play.record import origins_json
from lexludi.play.telling import Teller
from lexludi.rules.accounting import count_parts
from lexludi.rules.standing import unknown_json


@command
@work_argument
@click.option("--rounds", type=Integer(1, 10_000_000), default=2000, metavar="N")
@click.option("--exact", is_flag=True)
@click.option("--seed", type=Integer(0), default=1, metavar="SEED")
@rules_options
@format_option("text", "json", "lcov")
def run(words: Catalogue, work: str, rounds: int, exact: bool, seed: int, form: str, **rules: Unpack[Rules]) -> int:
    """Play and report."""
    if exact:
        refuse_idle("rounds", "seed", beside="--exact")
    game = load(work, **rules)
    say_date(on_day(work, rules["on"]), words)
    say_standing(game.rules.metadata, words)
    if exact:
        return _run_exact(game, form, words)
    with progress(words.say("progress.coverage"), rounds) as step:
        coverage = cover(game, rounds, seed, step)
    match form:
        case "json":
            write_json(coverage_json(coverage))
        case "lcov":
            counts = [(eid, count) for eid, _, count in coverage.expected]
            write(lcov(game, counts))
            if coverage.stopped or coverage.short:
                complain(*_summary(coverage, words))
        case _:
            _print_text(coverage, words)
    return 0


def _run_exact(game: Game, form: str, words: Catalogue) -> int:
    with progress(words.say("progress.coverage")) as step:
        coverage = reach(game, step)
    match form:
        case "json":
            write_json(reach_json(coverage))
        case "lcov":
            # What is open is neither hit nor missed, and LCOV knows no third.
            decided = [row for row in coverage.rows if row.verdict != OPEN]
            counts = [(row.eid, row.decides or int(row.verdict == REACHED)) for row in decided]
            write(lcov(game, counts))
            complain(*_open_lines(coverage, words))
        case _:
            _print_exact(coverage, words)
    return 0


def _print_exact(coverage: ExactCoverage, words: Catalogue) -> None:
    teller = Teller(words, coverage.game.rules.glossary)
    say = words.say
    write(say("reach.title", work=coverage.game.rules.metadata.work))
    write(*origin_lines(coverage.game, teller))
    table = new_table(words, ("provision", "account", "reach", "situations"), numbers=("situations",))
    for row in coverage.rows:
        shown = say("reach.situations", decides=row.decides, of=row.of) if row.of and row.decides else "–"
        table.add_row(
            teller.provision(row.eid), say(f"account.{row.account.value}"), say(f"reach.{row.verdict}"), shown
        )
    write_table(table, words)
    counts = {verdict: len(coverage.of(verdict)) for verdict in (REACHED, NEVER, OPEN)}
    write(say("reach.summary", total=len(coverage.rows), rounds=coverage.rounds, **counts))
    write(count_parts(coverage.game.rules).told(words))
    for row in coverage.of(NEVER):
        reason = say(f"reach.proof.{row.proof}", examined=row.examined)
        write("  " + say("reach.because", provision=teller.provision(row.eid), reason=reason))
        if row.settings:
            choices = words.join((setting.told(words) for setting in row.settings), "or")
            write("    " + say("reach.brought-in", settings=choices))
    write(*(f"  {line}" for line in _open_lines(coverage, words)))


def _open_lines(coverage: ExactCoverage, words: Catalogue) -> Iterator[str]:
    """The provisions of which nothing is known, each with the reason."""
    teller = Teller(words, coverage.game.rules.glossary)
    for row in coverage.of(OPEN):
        reason = words.say("reach.proof.open")
        yield words.say("reach.because", provision=teller.provision(row.eid), reason=reason)


def reach_json(coverage: ExactCoverage) -> dict[str, Any]:
    """The provisions that can be reached, as plain data (`lexludi.reach/1`)."""
    game = coverage.game
    return {
        "schema": "lexludi.reach/1",
        "work": game.rules.metadata.work,
        "text": game.rules.language,
        "options": {k: str(v) for k, v in game.options.items()},
        "readings": {k: str(v) for k, v in game.readings.items()},
        **origins_json(game.origins),
        **unknown_json(game.rules.metadata),
        "rounds": coverage.rounds,
        "parts": vars(count_parts(game.rules)),
        "provisions": [_row_json(row) for row in coverage.rows],
    }


def _row_json(row: Reach) -> dict[str, Any]:
    out: dict[str, Any] = {"eid": row.eid, "account": row.account.value, "verdict": row.verdict}
    if row.of:
        out["situations"] = {"decides": row.decides, "of": row.of, "share": str(Fraction(row.decides, row.of))}
    if row.example is not None:
        out["example-deal"] = row.example.to_json()
    if row.verdict == NEVER:
        out["proof"] = {"kind": row.proof, **given(examined=row.examined)}
        out["brought-in-by"] = [setting.to_json() for setting in row.settings]
    return out


def _print_text(coverage: Coverage, words: Catalogue) -> None:
    teller = Teller(words, coverage.game.rules.glossary)
    say = words.say
    work = coverage.game.rules.metadata.work
    write(say("coverage.title", work=work, rounds=coverage.rounds, seed=str(coverage.seed)))
    write(*origin_lines(coverage.game, teller))
    table = new_table(words, ("provision", "account", "count"), numbers=("count",))
    for eid, account, times in coverage.expected:
        table.add_row(teller.provision(eid), say(f"account.{account.value}"), count(times, words.language))
    write_table(table, words)
    write(*_summary(coverage, words))
    write(count_parts(coverage.game.rules).told(words))
    write(say("coverage.never") if coverage.never else say("coverage.all"))
    for eid, account in coverage.never:
        shown = say("coverage.provision", provision=teller.provision(eid), account=say(f"account.{account.value}"))
        write(f"  {shown}")


def _summary(coverage: Coverage, words: Catalogue) -> Iterator[str]:
    """The number of provisions that were cited, and of rounds that were not played to their end."""
    reached = len(coverage.expected) - len(coverage.never)
    yield words.say("coverage.summary", reached=reached, total=len(coverage.expected), stopped=coverage.stopped)
    if coverage.short:
        yield words.say("coverage.short", count=coverage.short)


def coverage_json(coverage: Coverage) -> dict[str, Any]:
    """The counts as plain data (`lexludi.coverage/1`)."""
    by_reading = coverage.by_reading
    return {
        "schema": "lexludi.coverage/1",
        "work": coverage.game.rules.metadata.work,
        "text": coverage.game.rules.language,
        **origins_json(coverage.game.origins),
        **unknown_json(coverage.game.rules.metadata),
        "rounds": coverage.rounds,
        "seed": coverage.seed,
        "stopped": coverage.stopped,
        "short": coverage.short,
        "parts": vars(count_parts(coverage.game.rules)),
        "provisions": [
            {
                "eid": eid,
                "account": account.value,
                "decides": eid in coverage.deciding,
                "count": count,
                **given(by_reading=by_reading.get(eid)),
            }
            for eid, account, count in coverage.rows
        ],
    }


def lcov(game: Game, counts: Iterable[tuple[str, int]]) -> str:
    """The counts in the form of LCOV: for each file that words of the text stand in, a line for each provision."""
    spans = {p.eid: p.span for p in game.rules.document.all()}
    files: dict[Source, list[tuple[int, int]]] = {}
    for eid, times in counts:
        # A consolidated text is made of the files of the first text and of the instruments that amend it.
        if (span := spans.get(eid)) is not None and span.source is not None:
            files.setdefault(span.source, []).append((span.source.line_of(span.start), times))
    out = ["TN:lexludi"]
    for source, rows in files.items():
        hit = sum(times > 0 for _, times in rows)
        data = (f"DA:{line},{times}" for line, times in rows)
        out += [f"SF:{source.name}", *data, f"LF:{len(rows)}", f"LH:{hit}", "end_of_record"]
    return "\n".join(out)
