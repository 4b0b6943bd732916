"""`lexludi simulate`: many rounds, here, in processes or on a cluster, and what they say of the odds."""

import argparse
import json
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from lexludi.base.messages import Catalogue
from lexludi.cli.dated import named_on, say_date
from lexludi.cli.output import BadArgument, progress, write
from lexludi.cli.usage import add_rules, rules_asked
from lexludi.play.game import Game, load
from lexludi.play.telling import Teller
from lexludi.play.trace import amount
from lexludi.simulate.choosing import OPTIMAL, RANDOM
from lexludi.simulate.sampling import INTERPRETER, KERNELS, decisions, fastest, plan_of
from lexludi.simulate.simulation import Run, make_run, simulate
from lexludi.simulate.tally import Outcome, Tally
from lexludi.simulate.workers import ENGINES, executor_for

MAX_ROUNDS = 10**12


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    add, say = parser.add_argument, words.say
    add("work", metavar="WORK", help=say("help.play.work"))
    add("--rounds", type=_count, default=100_000, metavar="N", help=say("help.simulate.rounds"))
    add("--seed", type=_seed, default=1, metavar="SEED", help=say("help.simulate.seed"))
    add("--strategy", action="append", default=[], metavar="[BET=]CHOICE", help=say("help.simulate.strategy"))
    add("--kernel", choices=("auto", *KERNELS), default="auto", help=say("help.simulate.kernel"))
    add("--engine", choices=ENGINES, help=say("help.simulate.engine"))
    add("--workers", type=_workers, metavar="N", help=say("help.simulate.workers"))
    add("--scheduler", default="", metavar="ADDRESS", help=say("help.simulate.scheduler"))
    add("--chunk", type=_count, metavar="N", help=say("help.simulate.chunk"))
    add("--checkpoint", type=Path, metavar="FILE", help=say("help.simulate.checkpoint"))
    add("--resume", action="store_true", help=say("help.simulate.resume"))
    add_rules(parser, words)


def _count(text: str) -> int:
    return _within(text, 1, MAX_ROUNDS)


def _workers(text: str) -> int:
    return _within(text, 1, 1024)


def _seed(text: str) -> int:
    return _within(text, 0, 2**128)


def _within(text: str, low: int, high: int) -> int:
    number = int(text)
    if not low <= number <= high:
        raise ValueError(text)
    return number


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Simulate and report."""
    if arguments.resume and not arguments.checkpoint:
        raise BadArgument("--resume", "--checkpoint FILE --resume")
    game = load(arguments.work, **rules_asked(arguments))
    say_date(named_on(arguments.work, arguments.on), words)
    strategy = _strategy(game, arguments.strategy)
    kernel = fastest(game, strategy) if arguments.kernel == "auto" else arguments.kernel
    run_ = make_run(plan_of(game, strategy, kernel), arguments.seed, arguments.rounds, arguments.chunk)
    found = _play(run_, arguments, words)
    exact = exact_means(game, run_)
    if arguments.format == "json":
        write(json.dumps(simulation_json(run_, found, exact), ensure_ascii=False, indent=2))
    else:
        _print_text(game, run_, found, exact, words)
    return 0


def _strategy(game: Game, given: list[str]) -> dict[str, str]:
    """What is chosen on each bet; a choice that names no bet is for all on which it can be made."""
    out: dict[str, str] = {}
    for text in given:
        bet, sign, choice = text.partition("=")
        if sign:
            out[bet.strip()] = choice.strip()
        else:
            general = (RANDOM, OPTIMAL)
            out.update({b: text for b, known in decisions(game).items() if text in (*known, *general)} or {"": text})
    return out


def _play(run_: Run, arguments: argparse.Namespace, words: Catalogue) -> Tally:
    chunks = len(run_.sizes)
    engine = arguments.engine or ("dask" if arguments.scheduler else "process" if chunks > 1 else "inline")
    with (
        progress(words.say("progress.simulate"), chunks) as step,
        executor_for(engine, arguments.workers, arguments.scheduler) as (executor, ahead),
    ):
        return simulate(
            run_,
            executor,
            ahead=ahead,
            checkpoint=arguments.checkpoint,
            resume=arguments.resume,
            progress=lambda rounds: step(str(rounds)),
        )


def exact_means(game: Game, run_: Run) -> dict[str, Fraction]:
    """The exact expectation of each bet that is played as the exact odds have it: with the best choices.

    A bet that the analysis does not cover, or that may be left unsettled, has none.
    """
    from lexludi.exact.odds import odds

    played = dict(run_.plan.strategy)
    wanted = [bet for bet in game.rules.bets if played.get(bet, OPTIMAL) == OPTIMAL]
    out: dict[str, Fraction] = {}
    if wanted:
        for own in odds(game.program.rules, wanted).bets.values():
            if own.expectation is not None:
                out.update({f"{own.bet}/{item}" if item else own.bet: own.expectation for item in own.naming or ("",)})
    return out


def simulation_json(run_: Run, found: Tally, exact: Mapping[str, Fraction]) -> dict[str, Any]:
    """What was simulated and counted, as plain data (`lexludi.simulation/1`): the same wherever it was played."""
    bets = {}
    for bet, rows in found.to_json()["bets"].items():
        estimate = found.estimate(bet)
        bets[bet] = {
            "count": estimate.count,
            "unsettled": estimate.unsettled,
            "net": amount(estimate.net),
            "squares": amount(estimate.squares),
            "mean": None if estimate.mean is None else float(estimate.mean),
            "standard_error": estimate.standard_error,
            "exact": amount(exact[bet]) if bet in exact else None,
            "outcomes": rows,
        }
    return {"schema": "lexludi.simulation/1", **run_.params, "rounds": found.rounds, "bets": bets}


def _print_text(game: Game, run_: Run, found: Tally, exact: Mapping[str, Fraction], words: Catalogue) -> None:
    teller = Teller(words, game.rules.glossary, game.rules.bettor_role())
    say = words.say
    write(say("simulate.title", work=run_.plan.work, rounds=found.rounds, seed=run_.seed))
    write(
        say(
            "simulate.objects.lasting" if game.lasting and run_.plan.kernel == INTERPRETER else "simulate.objects.fresh"
        )
    )
    for bet, choice in run_.plan.strategy:
        shown = say(f"simulate.{choice}") if choice in (RANDOM, OPTIMAL) else teller.term(choice)
        write(say("simulate.strategy", bet=teller.term(bet), choice=shown))
    _print_estimates(found, exact, teller)
    if exact:
        write(say("simulate.exact"))
    _print_outcomes(found, teller)


def _print_estimates(found: Tally, exact: Mapping[str, Fraction], teller: Teller) -> None:
    table = _table(teller.catalogue, "bet", "count", "mean", "standard-error", "exact", "unsettled")
    for bet in found.bets:
        own = found.estimate(bet)
        mean = "" if own.mean is None else f"{float(own.mean):+.6f}"
        error = "" if own.standard_error is None else f"{own.standard_error:.6f}"
        known = f"{float(exact[bet]):+.6f}" if bet in exact else ""
        table.add_row(_named(bet, teller), str(own.count), mean, error, known, str(own.unsettled or ""))
    _show(table)


def _print_outcomes(found: Tally, teller: Teller) -> None:
    say = teller.catalogue.say
    table = _table(teller.catalogue, "bet", "result", "net", "count", "share", "provisions")
    for bet, counts in found.bets.items():
        total = sum(counts.values())
        for outcome, count in sorted(counts.items(), key=_best_first):
            net = "" if outcome.net is None else amount(outcome.net)
            share = f"{100 * count / total:.4f} %"
            provisions = teller.provisions(outcome.provisions)
            table.add_row(_named(bet, teller), say(f"result.{outcome.result}"), net, str(count), share, provisions)
    _show(table)


def _best_first(row: tuple[Outcome, int]) -> Any:
    outcome = row[0]
    return outcome.net is None, -(outcome.net or 0), outcome.provisions


def _named(bet: str, teller: Teller) -> str:
    kind, _, item = bet.partition("/")
    return f"{teller.term(kind)} ({teller.term(item)})" if item else teller.term(kind)


def _table(words: Catalogue, *columns: str) -> Any:
    from rich.table import Table

    table = Table()
    for column in columns:
        left = column in ("bet", "result", "provisions")
        table.add_column(words.say(f"column.{column}"), justify="left" if left else "right")
    return table


def _show(table: Any) -> None:
    from rich.console import Console

    Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120).print(table)
