"""`lexludi check`: every fault of the texts, and the account of every provision."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import click

from lexludi.base.diagnostics import Severity, render_line, render_text
from lexludi.base.messages import Catalogue
from lexludi.base.resources import cache_folder
from lexludi.checks.summary import Checked, Summary, check, summary_json, without_collection
from lexludi.cli.annotations import github_line, sarif
from lexludi.cli.arguments import Misuse, WorkName, format_option, limit_option, quiet_option, refuse_idle
from lexludi.cli.command import command
from lexludi.cli.inputs import STANDARD_INPUT, text_of_input
from lexludi.cli.output import complain, progress, write, write_json
from lexludi.language.citations import cite
from lexludi.law.files import SUFFIX
from lexludi.rules.model import Account
from lexludi.rules.standing import both_told


@command
@click.argument("paths", nargs=-1, type=WorkName(), metavar="PATH")
@format_option("text", "line", "json", "github", "sarif")
@click.option("--strict", is_flag=True)
@limit_option
@click.option("--fresh", is_flag=True)
@quiet_option
def run(
    words: Catalogue,
    paths: tuple[str, ...],
    form: str,
    strict: bool,
    limit: float | None,
    fresh: bool,
    quiet: bool,
) -> int:
    """Check and report; 1 when a text has errors (with `--strict`, warnings too, and questions left open)."""
    with progress(words.say("progress.check"), len(paths) or None) as step, without_collection():
        if STANDARD_INPUT in paths:
            report = _of_input(paths, strict=strict)
            if not quiet:
                complain(words.say("check.input"))
        elif limit:
            # What is found within another limit is not kept.
            report = check(list(paths), step, None, limit=limit)
        else:
            report = check(list(paths), step, cache_folder(), fresh=fresh)
    match form:
        case "json":
            write_json(summary_json(report, words))
        case "line":
            write(*(render_line(diagnostic, words) for diagnostic in report.diagnostics))
        case "github":
            write(*(github_line(diagnostic, words) for diagnostic in report.diagnostics))
        case "sarif":
            write_json(sarif(report.diagnostics, words))
        case _:
            _print_text(report, words, quiet)
    bad = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    # What was not searched to the end is not known to be without fault.
    left_open = strict and bool(report.unsearched)
    if left_open and (quiet or form not in ("text", "json")):
        # The other forms have findings alone, and would fail without a word.
        complain(*_unsearched_lines(report, words))
    return int(left_open or any(d.severity in bad for d in report.diagnostics))


def _of_input(paths: tuple[str, ...], *, strict: bool) -> Summary:
    """The standard input, checked as a text by itself: its form and its meaning, without a search of rounds."""
    if len(paths) > 1:
        raise Misuse("input-alone")
    refuse_idle("limit", "fresh", beside=STANDARD_INPUT)
    if strict:
        raise Misuse("input-strict")
    # As in `summary`: what is kept of a check is told without the modules that check.
    from lexludi.checks.checking import check_file

    text = check_file(text_of_input(""))
    return Summary((Checked.of(text.source.name, text.source.language, text.rules),), text.diagnostics)


def _print_text(report: Summary, words: Catalogue, quiet: bool) -> None:
    write(*(render_text(diagnostic, words) + "\n" for diagnostic in report.diagnostics))
    if quiet:
        return
    # Neighbours only: the texts of a version in its languages follow one another.
    for _, alike in groupby(report.texts, key=_account_of):
        write(*_account_lines(list(alike), words))
    write(*_law_lines(report, words))
    severities = [d.severity for d in report.diagnostics]
    write(
        words.say(
            "check.summary",
            texts=len(report.texts),
            errors=severities.count(Severity.ERROR),
            warnings=severities.count(Severity.WARNING),
            notes=severities.count(Severity.NOTE),
        )
    )
    sys.stdout.flush()


def _law_lines(report: Summary, words: Catalogue) -> Iterator[str]:
    """Findings by kind, what each reading changes, and what was not searched."""
    # Findings of form and meaning have one name.
    keys = (f"kind.{d.code}" for d in report.diagnostics)
    if kinds := Counter(words.say(key if words.has(key) else "kind.other") for key in keys):
        counted = [words.say("list.counted", what=what, count=n) for what, n in sorted(kinds.items())]
        yield words.say("check.findings", kinds=words.say("list.separator").join(counted))
    for name, of_text in groupby(report.effects, key=lambda effect: effect[0]):
        yield words.say("check.effects", name=name)
        for _, setting, effect in of_text:
            yield words.say("check.effect", setting=setting, effect=words.say(f"effect.{effect}"))
    yield from _unsearched_lines(report, words)


def _unsearched_lines(report: Summary, words: Catalogue) -> Iterator[str]:
    """The questions that the search has left open, by text, each with the reason."""
    for name, left in groupby(report.unsearched, key=lambda question: question[0]):
        yield words.say("check.unsearched", name=name)
        for _, question, reason in left:
            # A reason may have a detail behind a colon, such as a number.
            kind, _, detail = reason.partition(":")
            # What stands in the way of odds as well has its words among those, and facts have them together.
            keys = (f"reason.{kind}", f"obstacle.{kind}")
            values = (question.glossary.spelling(value, words.language) for value in detail.split(", "))
            told = words.say(
                next(filter(words.has, keys), "reason.other"),
                detail=int(detail) if detail.isdecimal() else words.join(values),
            )
            yield words.say("check.unsearched-question", question=question, reason=told)


def _account_of(text: Checked) -> tuple[object, ...]:
    """The key of texts that one line tells: a text, whatever its language, and its account."""
    return text.name if text.accounts is None else _stem(text), text.accounts, text.parts, text.beyond


def _stem(text: Checked) -> str:
    return text.name.removesuffix(SUFFIX).removesuffix(f".{text.language}")


def _account_lines(alike: list[Checked], words: Catalogue) -> Iterator[str]:
    """The account of a text, or of those in several languages that have the same; the standing of each below it."""
    first = alike[0]
    if first.accounts is None:
        yield words.say("check.unreadable", name=first.name)
        return
    name = first.name if len(alike) == 1 else f"{_stem(first)} ({', '.join(text.language for text in alike)})"
    numbers = Counter(account for _, account in first.accounts)
    counts = {account.value: numbers[account.value] for account in Account}
    key = "check.account.missing" if counts["missing"] else "check.account"
    yield words.say(key, name=name, total=sum(counts.values()), **counts)
    if first.parts is not None and first.parts.total:
        yield f"  {first.parts.told(words)}"
    if first.beyond:
        cited = words.say("list.separator").join(cite(eid, words.language) for eid in first.beyond)
        yield f"  {words.say('check.beyond', count=len(first.beyond), provisions=cited)}"
    for (standing, copy), same in groupby(alike, key=lambda text: (text.standing, text.copy)):
        if standing is not None:
            languages = words.comma.join(text.language for text in same)
            yield f"  {languages}{words.colon}{both_told(standing, copy, words)}"
