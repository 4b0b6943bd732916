"""`lexludi coverage`: how often each provision decides something, in rounds at random; or which can at all, exactly."""

import argparse
import json
import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from lexludi.base.messages import Catalogue
from lexludi.checks.coverage import Coverage, cover
from lexludi.checks.reach import NEVER, OPEN, REACHED, ExactCoverage, Reach, reach
from lexludi.cli.dated import named_on, say_date
from lexludi.cli.output import progress, write
from lexludi.cli.usage import add_rules, rules_asked
from lexludi.law.loader import find, read_source
from lexludi.play.game import Game, load
from lexludi.play.telling import Teller


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    add = parser.add_argument
    add("work", metavar="WORK", help=words.say("help.play.work"))
    add("--rounds", type=_count, default=2000, metavar="N", help=words.say("help.coverage.rounds"))
    add("--exact", action="store_true", help=words.say("help.coverage.exact"))
    add("--seed", type=int, default=1, metavar="SEED", help=words.say("help.coverage.seed"))
    add_rules(parser, words, "lcov")


def _count(text: str) -> int:
    count = int(text)
    if not 0 < count <= 10_000_000:
        raise ValueError(text)
    return count


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Play and report."""
    game = load(arguments.work, **rules_asked(arguments))
    say_date(named_on(arguments.work, arguments.on), words)
    if arguments.exact:
        return _run_exact(game, arguments, words)
    with progress(words.say("progress.coverage"), arguments.rounds) as step:
        found = cover(game, arguments.rounds, arguments.seed, step)
    if arguments.format == "json":
        write(json.dumps(coverage_json(found), ensure_ascii=False, indent=2))
    elif arguments.format == "lcov":
        counts = [(eid, count) for eid, _, count in found.expected]
        write(lcov(game, counts, arguments.work, arguments.text))
    else:
        _print_text(found, words)
    return 0


def _run_exact(game: Game, arguments: argparse.Namespace, words: Catalogue) -> int:
    with progress(words.say("progress.coverage")) as step:
        found = reach(game, step)
    if arguments.format == "json":
        write(json.dumps(reach_json(found), ensure_ascii=False, indent=2))
    elif arguments.format == "lcov":
        known = [(row.eid, row.decides or int(row.verdict == REACHED)) for row in found.rows if row.verdict != OPEN]
        write(lcov(game, known, arguments.work, arguments.text))
    else:
        _print_exact(found, words)
    return 0


def _print_exact(found: ExactCoverage, words: Catalogue) -> None:
    from rich.console import Console
    from rich.table import Table

    teller = Teller(words, found.game.rules.glossary)
    say = words.say
    write(say("reach.title", work=found.game.rules.metadata.work))
    table = Table()
    for name in ("provision", "account", "reach", "situations"):
        table.add_column(say(f"column.{name}"), justify="right" if name == "situations" else "left")
    for row in found.rows:
        shown = say("reach.situations", decides=row.decides, of=row.of) if row.of and row.decides else "–"
        table.add_row(
            teller.provision(row.eid), say(f"account.{row.account.value}"), say(f"reach.{row.verdict}"), shown
        )
    Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120).print(table)
    counts = {verdict: len(found.of(verdict)) for verdict in (REACHED, NEVER, OPEN)}
    write(say("reach.summary", total=len(found.rows), rounds=found.rounds, **counts))
    for row in found.of(NEVER):
        reason = say(f"reach.proof.{row.proof}", examined=row.examined)
        write("  " + say("reach.because", provision=teller.provision(row.eid), reason=reason))
        if row.settings:
            choices = words.join((setting.told(words) for setting in row.settings), "or")
            write("    " + say("reach.brought-in", settings=choices))
    for row in found.of(OPEN):
        write("  " + say("reach.because", provision=teller.provision(row.eid), reason=say("reach.proof.open")))


def reach_json(found: ExactCoverage) -> dict[str, Any]:
    """What can be reached, as plain data (`lexludi.reach/1`)."""
    game = found.game
    return {
        "schema": "lexludi.reach/1",
        "work": game.rules.metadata.work,
        "text": game.rules.language,
        "options": {k: str(v) for k, v in game.options.items()},
        "readings": {k: str(v) for k, v in game.readings.items()},
        "rounds": found.rounds,
        "provisions": [_row_json(row) for row in found.rows],
    }


def _row_json(row: Reach) -> dict[str, Any]:
    out: dict[str, Any] = {"eid": row.eid, "account": row.account.value, "verdict": row.verdict}
    if row.of:
        out["situations"] = {"decides": row.decides, "of": row.of, "share": str(Fraction(row.decides, row.of))}
    if row.example is not None:
        out["example-deal"] = row.example.to_json()
    if row.verdict == NEVER:
        out["proof"] = {"kind": row.proof, **({"examined": row.examined} if row.examined else {})}
        out["brought-in-by"] = [setting.to_json() for setting in row.settings]
    return out


def _print_text(found: Coverage, words: Catalogue) -> None:
    from rich.console import Console
    from rich.table import Table

    teller = Teller(words, found.game.rules.glossary)
    say = words.say
    write(say("coverage.title", work=found.game.rules.metadata.work, rounds=found.rounds, seed=found.seed))
    table = Table()
    for name in ("provision", "account", "count"):
        table.add_column(say(f"column.{name}"), justify="right" if name == "count" else "left")
    for eid, account, count in found.expected:
        table.add_row(teller.provision(eid), say(f"account.{account.value}"), str(count))
    Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120).print(table)
    reached = len(found.expected) - len(found.never)
    write(say("coverage.summary", reached=reached, total=len(found.expected), stopped=found.stopped))
    write(say("coverage.never") if found.never else say("coverage.all"))
    for eid, account in found.never:
        shown = say("coverage.provision", provision=teller.provision(eid), account=say(f"account.{account.value}"))
        write(f"  {shown}")


def coverage_json(found: Coverage) -> dict[str, Any]:
    """The counts as plain data (`lexludi.coverage/1`)."""
    return {
        "schema": "lexludi.coverage/1",
        "work": found.game.rules.metadata.work,
        "text": found.game.rules.language,
        "rounds": found.rounds,
        "seed": found.seed,
        "stopped": found.stopped,
        "provisions": [
            {"eid": eid, "account": account.value, "decides": eid in found.deciding, "count": count}
            for eid, account, count in found.rows
        ],
    }


def lcov(game: Game, counts: Iterable[tuple[str, int]], work: str, language: str) -> str:
    """The counts in the form of LCOV: a line of the file for each provision."""
    source = read_source(find(work, None, language))
    lines = {p.eid: source.line_of(p.span.start) for p in game.rules.document.all()}
    rows = [(lines[eid], count) for eid, count in counts if eid in lines]
    out = ["TN:lexludi", f"SF:{source.name}", *(f"DA:{line},{count}" for line, count in rows)]
    hit = sum(count > 0 for _, count in rows)
    return "\n".join([*out, f"LF:{len(rows)}", f"LH:{hit}", "end_of_record"])
