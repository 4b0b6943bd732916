"""Odds and comparisons at the terminal, and as CSV."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lexludi.base.errors import LexludiError
from lexludi.base.messages import Catalogue
from lexludi.base.numbers import count, decimal, exact
from lexludi.cli.output import new_table, write, write_table
from lexludi.cli.rounds import show_game
from lexludi.play.telling import Teller

if TYPE_CHECKING:
    from lexludi.exact.analysis import Subject
    from lexludi.exact.comparison import Comparison, RowEffect, ValueRow
    from lexludi.exact.figures import Figures
    from lexludi.exact.odds import BetOdds, Odds

_ODDS = "bet naming result net category stake settled_as provisions ways probability decimal expectation house_edge"
_ROWS = "kind name value default compared provision bet house_edge difference unsettled changes problem"


# ── Odds ────────────────────────────────────────────────────────────────────


def print_odds(asked: "Subject", odds: "Odds", words: Catalogue, work: str) -> None:
    """The odds as tables, with what they rest on."""
    figures = _heading(asked, words, work)
    say = words.say
    if odds.deals is not None and odds.bets:
        write(say("odds.deals", count=count(odds.deals, words.language)))
    elif odds.bets:
        write(say("odds.deals.none"))
    for bet_odds in odds.bets.values():
        write("\n" + figures.bet(bet_odds))
        write(*figures.kept(bet_odds), *figures.shares(bet_odds))
        _print_outcomes(bet_odds, figures)
    for doubt in odds.not_searched:
        named = {"reading": figures.teller.term(doubt.reading), "value": figures.teller.term(str(doubt.value))}
        write(
            say("odds.not-searched", bet=figures.teller.term(doubt.bet), **named, reason=words.obstacle(doubt.reason))
        )
    for number, line in enumerate(skipped_lines(odds, figures.teller)):
        write(("\n" if number or odds.bets else "") + line)
    for strategy in (strategy for strategy in odds.strategies if strategy.is_told):
        cited = figures.teller.provisions(strategy.provisions)
        write("\n" + say("odds.strategy", bet=figures.name(strategy), provisions=cited))
        write(*(f"  {line}" for line in figures.strategy(strategy)))
    if inferred := asked.inferences:
        write("\n" + say("odds.inferences"))
        write(*(f"  - {figures.teller.inference(by, listed=True)}" for by in inferred))
    _print_assumptions(odds, figures)


def skipped_lines(odds: "Odds", teller: Teller) -> Iterator[str]:
    """The bets without odds, each with the reason."""
    for bet, problem in odds.skipped.items():
        yield teller.catalogue.say("odds.skipped", bet=teller.term(bet), problem=teller.problem(problem))


def _heading(asked: "Subject", words: Catalogue, work: str) -> "Figures":
    from lexludi.exact.figures import Figures

    teller = Teller.of(asked.game.rules, words)
    show_game(asked.game, None, teller, work)
    write("")
    return Figures(teller)


def _print_assumptions(odds: "Odds", figures: "Figures") -> None:
    write("\n" + figures.teller.catalogue.say("odds.assumptions"))
    write(*(f"  - {line}" for line in figures.assumptions(odds)))


def _print_outcomes(bet_odds: "BetOdds", figures: "Figures") -> None:
    say, teller = figures.teller.catalogue.say, figures.teller
    classified = any(line.outcome.category for line in bet_odds.lines)
    counted = any(line.ways is not None for line in bet_odds.lines)
    names = ["result", *(["category"] if classified else []), "net", *(["ways"] if counted else []), "probability"]
    table = new_table(teller.catalogue, names, numbers=("net", "ways", "probability"))
    table.add_column()
    table.add_column(say("column.provisions"), overflow="fold")
    most = max(line.probability for line in bet_odds.lines)
    for line in bet_odds.lines:
        outcome = line.outcome
        table.add_row(
            figures.result(line, bet_odds.bet),
            *([teller.term(outcome.category) if outcome.category else ""] if classified else []),
            "" if outcome.net is None else exact(outcome.net),
            *([count(line.ways or 0, figures.language)] if counted else []),
            figures.percent(line.probability),
            figures.bar(line.probability, most),
            teller.grounds(line.provisions, line.by_reading),
        )
    write_table(table, teller.catalogue)
    for line in bet_odds.lines:
        for by in line.by_reading:
            named = figures.result(line, bet_odds.bet)
            if line.outcome.category:
                named = teller.catalogue.say(
                    "odds.of-category", outcome=named, category=teller.term(line.outcome.category)
                )
            write("  " + teller.catalogue.say("odds.by-reading", outcome=named, reading=teller.resting(by)))


def odds_csv(odds: "Odds") -> str:
    """A row for each outcome of each bet; numbers are exact fractions, with one decimal for convenience."""
    return _csv(_ODDS.split(), (row for bet_odds in odds.bets.values() for row in _outcome_rows(bet_odds)))


def _outcome_rows(bet_odds: "BetOdds") -> Iterator[list[object]]:
    for line in bet_odds.lines:
        outcome = line.outcome
        yield [
            bet_odds.bet,
            " ".join(bet_odds.naming),
            outcome.result,
            outcome.net,
            outcome.category,
            outcome.stake,
            outcome.bet,
            " ".join(line.provisions),
            line.ways,
            line.probability,
            float(line.probability),
            bet_odds.expectation,
            bet_odds.house_edge,
        ]


def _csv(names: list[str], rows: Iterable[list[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


# ── Comparisons ─────────────────────────────────────────────────────────────


def print_comparison(
    asked: "Subject", comparison: "Comparison", kinds: Iterable[str], words: Catalogue, work: str
) -> None:
    """A table for each kind of parameter: a row for each value, the effect on each bet in its column."""
    figures = _heading(asked, words, work)
    for kind in kinds:
        if not comparison.of_kind(kind):
            write(words.say(f"odds.compare.no-{kind}s"))
            continue
        write(words.say(f"odds.compare.{kind}"))
        _print_rows(comparison.of_kind(kind), comparison.base, figures)
        write(*_remarks(comparison.of_kind(kind), figures))
        write("")
    if not comparison.rows:
        return
    write(words.say("odds.compare.legend"))
    _print_assumptions(comparison.base, figures)


def _print_rows(rows: tuple["ValueRow", ...], base: "Odds", figures: "Figures") -> None:
    teller = figures.teller
    bets = list(dict.fromkeys(bet for row in rows for bet in row.effects))
    table = new_table(teller.catalogue, ("provision", "parameter", "value"))
    for bet in bets:
        name = figures.name(base.bets[bet]) if bet in base.bets else teller.term(bet)
        table.add_column(name, justify="right")
    last = ""
    for row in rows:
        first = row.parameter.id != last
        if first and last:
            table.add_section()
        last = row.parameter.id
        table.add_row(
            teller.provision(row.parameter.eid) if first else "",
            teller.term(row.parameter.id),
            _value(row, figures),
            *(_cell(row.effects.get(bet), row.is_base, figures) for bet in bets),
        )
    write_table(table, teller.catalogue)


def _value(row: "ValueRow", figures: "Figures") -> str:
    value = figures.teller.term(str(row.value))
    return figures.teller.catalogue.say("odds.compare.default", value=value) if row.is_default else value


def _cell(effect: "RowEffect | None", is_base: bool, figures: "Figures") -> str:
    """The house edge, and how it differs; `=` where nothing changes."""
    if effect is None or effect.problem is not None:
        return "?"
    edge = "…" if effect.house_edge is None else figures.percent(effect.house_edge)
    if is_base:
        return edge
    # The edge may be the same where outcomes are not: the sign is for bets with the same outcomes alone.
    if effect.changes is False:
        return "="
    if effect.difference is None:
        return edge
    return edge + decimal(100 * effect.difference, figures.language, signed=True).join(
        figures.teller.catalogue.brackets
    )


def _remarks(rows: tuple["ValueRow", ...], figures: "Figures") -> Iterator[str]:
    """Remarks for which the cells have no room: deals that no rule settles, and what could not be analysed."""
    say, teller = figures.teller.catalogue.say, figures.teller
    for row in rows:
        about = {"name": teller.term(row.parameter.id), "value": teller.term(str(row.value))}
        problems: list[LexludiError] = [row.problem] if row.problem else []
        problems.extend(e.problem for e in row.effects.values() if e.problem is not None)
        for problem in problems[:1]:
            yield say("odds.compare.problem", **about, problem=teller.problem(problem))
        open_ = {
            bet: effect.unsettled
            for bet, effect in row.effects.items()
            if effect.unsettled and (effect.changes is not False or row.is_base)
        }
        for bet, unsettled in open_.items():
            share = figures.share(unsettled)
            yield say("odds.compare.unsettled", **about, bet=teller.term(bet), probability=share)


def comparison_csv(comparison: "Comparison") -> str:
    """A row for each value and bet; numbers are exact fractions."""
    return _csv(_ROWS.split(), (line for row in comparison.rows for line in _effect_rows(row)))


def _effect_rows(row: "ValueRow") -> Iterator[list[object]]:
    about = [row.parameter.kind, row.parameter.id, row.value, int(row.is_default), int(row.is_base), row.parameter.eid]
    if row.problem is not None:
        yield [*about, "", "", "", "", 1, row.problem.key]
    for bet, effect in row.effects.items():
        problem = effect.problem.reason if effect.problem else ""
        changes = None if effect.changes is None else int(effect.changes)
        yield [*about, bet, effect.house_edge, effect.difference, effect.unsettled, changes, problem]
