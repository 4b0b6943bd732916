"""`lexludi simulate`: many rounds by chance, here, in processes or on a cluster, beside the exact means."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any, Unpack

import click

from lexludi.base import numbers
from lexludi.base.errors import IllegalAction, InvalidSetting
from lexludi.base.messages import Catalogue
from lexludi.base.numbers import count, decimal, percent
from lexludi.cli.arguments import (
    Integer,
    Misuse,
    Rules,
    WordChoice,
    format_option,
    refuse_idle,
    rules_options,
    work_argument,
)
from lexludi.cli.command import command
from lexludi.cli.inputs import say_date, say_standing
from lexludi.cli.output import complain, new_table, progress, write, write_json, write_table
from lexludi.cli.rounds import origin_lines
from lexludi.exact.analysis import bets_meant
from lexludi.exact.circumstances import taken_for_granted
from lexludi.exact.slices import Slice
from lexludi.play.game import Game, load, on_day
from lexludi.play.plan import Plan
from lexludi.play.record import origins_json
from lexludi.play.table import alone_on_each
from lexludi.play.telling import Teller
from lexludi.rules.naming import SLOTS
from lexludi.rules.settings import given_once
from lexludi.rules.standing import unknown_json
from lexludi.simulate.choosing import OPTIMAL, RANDOM, THEN, bets_of, decisions, kinds_met
from lexludi.simulate.sampling import INTERPRETER, KERNELS, fastest, plan_of
from lexludi.simulate.simulation import MAX_ROUNDS, Run, make_run, simulate
from lexludi.simulate.tally import TalliedOutcome, Tally
from lexludi.simulate.workers import ENGINES, executor_for

# The time for exact means, which stand beside what was asked for.
EXACT_SECONDS = 10


@command
@work_argument
@click.option("--rounds", type=Integer(1, MAX_ROUNDS), default=100_000, metavar="N")
@click.option("--seed", type=Integer(0, 2**128), default=1, metavar="SEED")
@click.option("--bet", "bets", multiple=True, metavar="BET")
@click.option("--strategy", multiple=True, metavar="[BET=]CHOICE[,CHOICE]")
@click.option("--kernel", type=WordChoice(("auto", *KERNELS)), default="auto")
@click.option("--engine", type=WordChoice(ENGINES))
@click.option("--workers", type=Integer(1, 1024), metavar="N")
@click.option("--scheduler", default="", metavar="ADDRESS")
@click.option("--chunk", type=Integer(1, MAX_ROUNDS), metavar="N")
@click.option("--checkpoint", type=click.Path(readable=False, path_type=Path), metavar="FILE")
@click.option("--resume", is_flag=True)
@rules_options
@format_option("text", "json")
def run(
    words: Catalogue,
    work: str,
    rounds: int,
    seed: int,
    bets: tuple[str, ...],
    strategy: tuple[str, ...],
    kernel: str,
    engine: str | None,
    workers: int | None,
    scheduler: str,
    chunk: int | None,
    checkpoint: Path | None,
    resume: bool,
    form: str,
    **rules: Unpack[Rules],
) -> int:
    """Simulate and report."""
    if resume and not checkpoint:
        raise Misuse("resume")
    if engine in ("inline", "process"):
        refuse_idle("scheduler", *(["workers"] if engine == "inline" else []), beside=f"--engine {engine}")
    game = load(work, **rules)
    say_date(on_day(work, rules["on"]), words)
    say_standing(game.rules.metadata, words)
    try:
        placed = bets_meant(game.rules, bets) if bets else ()
        choices = _strategy(game, strategy, placed)
        kernel = fastest(game, rounds, choices, placed) if kernel == "auto" else kernel
        run_ = make_run(plan_of(game, choices, kernel, placed), seed, rounds, chunk)
        chunks = len(run_.sizes)
        # A single chunk is played here: to start a process takes longer than it saves.
        engine = engine or ("dask" if scheduler else "process" if chunks > 1 else "inline")
        with (
            progress(words.say("progress.simulate"), chunks) as step,
            executor_for(engine, workers, scheduler) as (executor, ahead),
        ):
            tally = simulate(
                run_,
                executor,
                ahead=ahead,
                checkpoint=checkpoint,
                resume=resume,
                progress=lambda rounds: step(str(rounds)),
            )
    except IllegalAction as problem:
        # In the words of the text, which is not known any more where other problems are told.
        complain(f"lexludi: {Teller.of(game.rules, words).problem(problem)}")
        return 1
    exact, skipped = exact_means(game, run_, words)
    if form == "json":
        told = origins_json(game.origins) | unknown_json(game.rules.metadata)
        write_json({**simulation_json(run_, tally, exact), "assumptions": [*_assumptions(game, run_, exact)], **told})
    else:
        _print_text(game, run_, tally, exact, skipped, words)
    return 0


def _strategy(game: Game, given: Iterable[str], placed: tuple[str, ...]) -> dict[str, str]:
    """The choice on each bet; a choice that names no bet is for all others on which it can be made.

    Raises:
        InvalidSetting: a bet has two choices, or a choice is none of any bet.
    """
    pairs = [text.partition("=") for text in given]
    named = given_once((bet.strip(), choice.strip()) for bet, sign, choice in pairs if sign)
    out: dict[str, str] = {}
    for text, sign, _ in pairs:
        if not sign:
            offered = decisions(game, placed)
            each, every = text.split(THEN), dict.fromkeys((*chain(*offered.values()), RANDOM, OPTIMAL))
            # Where nobody decides, the two that every bet has are no mistake.
            for choice in each:
                if choice not in every:
                    raise InvalidSetting("unknown-choice", choice=choice, known=tuple(every))
            # Of several, each bet has those that can be made on it.
            made = (
                (bet, [choice for choice in each if choice in (*known, RANDOM, OPTIMAL)])
                for bet, known in offered.items()
            )
            out = given_once((*out.items(), *((bet, THEN.join(choices)) for bet, choices in made if choices)))
    return out | named


def exact_means(game: Game, run_: Run, words: Catalogue) -> tuple[dict[str, Fraction], list[str]]:
    """The exact expectation of each bet that is played as the exact odds have it: with the best choices.

    So must be what it may become, and what is put beside it. A bet that the analysis does not cover, or that may be
    left unsettled, has none; those for which it would take too long or too much memory come second.
    """
    from lexludi.exact.budget import Budget, TooLarge
    from lexludi.exact.odds import odds

    rules = game.questions.judge.rules
    others = {bet for bet, choice in run_.plan.strategy if choice != OPTIMAL}
    placed = {name.partition(SLOTS)[0] for name in run_.plan.placed} or {bet.id for bet in game.rules.offered}
    offered = [bet.id for bet in game.rules.offered if bet.id in placed]
    wanted = [bet for bet in offered if others.isdisjoint(kinds_met(rules, alone_on_each(rules, bet)))]
    if not wanted:
        return {}, []
    with progress(words.say("progress.analyze"), len(wanted)) as step:
        found = odds(game.decided, wanted, step, Budget(EXACT_SECONDS))
    out: dict[str, Fraction] = {}
    # Items with the same odds are one bet there; in the tally each has its own name.
    for bet in found.bets.values():
        if bet.expectation is not None:
            named = {f"{bet.bet}{SLOTS}{item}" if item else bet.bet for item in bet.naming or ("",)}
            out.update(dict.fromkeys(named, bet.expectation))
    return out, [bet for bet, problem in found.skipped.items() if isinstance(problem, TooLarge)]


def simulation_json(run_: Run, tally: Tally, exact: Mapping[str, Fraction]) -> dict[str, Any]:
    """A simulation and its counts as plain data (`lexludi.simulation/1`): the same wherever it was played."""
    bets = {}
    for bet, rows in tally.to_json()["bets"].items():
        estimate = tally.estimate(bet)
        bets[bet] = {
            "count": estimate.count,
            "unsettled": estimate.unsettled,
            "net": str(estimate.net),
            "squares": str(estimate.squares),
            "mean": None if estimate.mean is None else float(estimate.mean),
            "standard_error": estimate.standard_error,
            "exact": str(exact[bet]) if bet in exact else None,
            "outcomes": rows,
        }
    return {"schema": "lexludi.simulation/1", **run_.params, "rounds": tally.rounds, "bets": bets}


def _print_text(
    game: Game, run_: Run, tally: Tally, exact: Mapping[str, Fraction], skipped: list[str], words: Catalogue
) -> None:
    teller = Teller.of(game.rules, words)
    say = words.say
    write(say("simulate.title", work=run_.plan.work, rounds=tally.rounds, seed=str(run_.seed)))
    write(
        say(
            "simulate.objects.lasting" if game.lasting and run_.plan.kernel == INTERPRETER else "simulate.objects.fresh"
        )
    )
    rests_on_use = _rests_on_use(game, run_.plan.placed)
    if rests_on_use and run_.plan.kernel != INTERPRETER:
        write(say("assumption.in-use"))
    if game.rules.meters:
        write(say("simulate.meters"))
    write(*origin_lines(game, teller))
    lowering = _lowering(game, run_)
    for bet, choice in run_.plan.strategy:
        fixed = map(teller.term, choice.split(THEN))
        shown = say(f"simulate.{choice}") if choice in (RANDOM, OPTIMAL) else words.join(fixed)
        write(say("simulate.strategy", bet=teller.term(bet), choice=shown))
    if lowering:
        write(say("simulate.lowered", choices=words.join(map(teller.term, lowering))))
    _print_estimates(tally, exact, teller)
    if exact:
        write(say("simulate.exact" if len(tally.bets) > 1 else "simulate.exact.alone"))
        if rests_on_use and run_.plan.kernel == INTERPRETER:
            write(say("assumption.in-use"))
    _print_outcomes(tally, teller)
    if skipped:
        bets = words.join(map(teller.term, skipped))
        write(say("simulate.exact.skipped", bets=bets, seconds=EXACT_SECONDS))


def _assumptions(game: Game, run_: Run, exact: Mapping[str, Fraction]) -> Iterator[str]:
    """The names of what is taken for granted of the rounds, and of their use by the exact means."""
    by_rules = run_.plan.kernel == INTERPRETER
    if not (game.lasting and by_rules):
        yield "fresh-stock"
    if (exact or not by_rules) and _rests_on_use(game, run_.plan.placed):
        yield "in-use"
    if game.rules.meters:
        yield "meters-stand"
    if _lowering(game, run_):
        yield "lowered-to-half"


def _lowering(game: Game, run_: Run) -> list[str]:
    """The choices made here that lower a stake, which is lowered to half; the best play has none of them."""
    plan, offered = _plan(game, run_.plan.placed), decisions(game, run_.plan.placed)
    made = (offered[bet] if choice == RANDOM else choice.split(THEN) for bet, choice in run_.plan.strategy)
    return [choice for choice in dict.fromkeys(chain(*made)) if plan.lowers(choice)]


def _rests_on_use(game: Game, placed: tuple[str, ...]) -> bool:
    """True where a rule depends on whether a round is the first with its objects; by tables, and by odds, none is."""
    return "in-use" in taken_for_granted(Slice(_plan(game, placed), game.questions))


def _plan(game: Game, placed: tuple[str, ...]) -> Plan:
    """The procedure of the rounds that are played."""
    return game.process(tuple(bet.as_placed for bet in bets_of(game, placed).values())).plan


def _print_estimates(tally: Tally, exact: Mapping[str, Fraction], teller: Teller) -> None:
    columns = ("bet", "count", "mean", "standard-error", "exact", "unsettled")
    table = new_table(teller.catalogue, columns, numbers=columns[1:])
    language = teller.catalogue.language
    for bet in tally.bets:
        estimate = tally.estimate(bet)
        mean = "" if estimate.mean is None else decimal(estimate.mean, language, 6, signed=True)
        error = "" if estimate.standard_error is None else decimal(Fraction(estimate.standard_error), language, 6)
        expected = decimal(exact[bet], language, 6, signed=True) if bet in exact else ""
        unsettled = count(estimate.unsettled, language) if estimate.unsettled else ""
        table.add_row(_named(bet, teller), count(estimate.count, language), mean, error, expected, unsettled)
    write_table(table, teller.catalogue)


def _print_outcomes(tally: Tally, teller: Teller) -> None:
    say, language = teller.catalogue.say, teller.catalogue.language
    columns = ("bet", "result", "net", "count", "share", "provisions")
    table = new_table(teller.catalogue, columns, numbers=("net", "count", "share"))
    for bet, counts in tally.bets.items():
        total = sum(counts.values())
        for outcome, number in sorted(counts.items(), key=_best_first):
            net = "" if outcome.net is None else numbers.exact(outcome.net)
            figures = (net, count(number, language), percent(Fraction(number, total), language))
            provisions = teller.provisions(outcome.provisions)
            table.add_row(_named(bet, teller), say(f"result.{outcome.result}"), *figures, provisions)
    write_table(table, teller.catalogue)


def _best_first(row: tuple[TalliedOutcome, int]) -> Any:
    outcome = row[0]
    return outcome.net is None, -(outcome.net or 0), outcome.provisions


def _named(bet: str, teller: Teller) -> str:
    kind, _, item = bet.partition("/")
    return teller.term(kind) + (teller.name(item).join(teller.catalogue.brackets) if item else "")
