"""`lexludi check`: every fault of the texts, and the account of every provision."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from lexludi.checking import CheckedText, Report, check_paths
from lexludi.cli.output import progress, write
from lexludi.diagnostics import Severity, render_line, render_text, to_json
from lexludi.identifiers import expression_uri
from lexludi.messages import Catalogue
from lexludi.resources import cache_folder
from lexludi.rules import Account


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    parser.add_argument("paths", nargs="*", metavar=words.say("help.metavar.path"), help=words.say("help.check.paths"))
    parser.add_argument(
        "--format", choices=("text", "line", "json"), default="text", help=words.say("help.option.format")
    )
    parser.add_argument("--strict", action="store_true", help=words.say("help.check.strict"))
    parser.add_argument("--fresh", action="store_true", help=words.say("help.check.fresh"))


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Check and report; 1 when a text has errors (with `--strict`, warnings too)."""
    with progress(words.say("progress.check"), len(arguments.paths) or None) as step:
        report = check_paths(arguments.paths, step, law=True, keep=cache_folder(), fresh=arguments.fresh)
    if arguments.format == "json":
        write(json.dumps(report_json(report, words), ensure_ascii=False, indent=2))
    elif arguments.format == "line":
        for diagnostic in report.diagnostics:
            write(render_line(diagnostic, words))
    else:
        _print_text(report, words)
    bad = {Severity.ERROR, Severity.WARNING} if arguments.strict else {Severity.ERROR}
    return int(any(d.severity in bad for d in report.diagnostics))


def _print_text(report: Report, words: Catalogue) -> None:
    for diagnostic in report.diagnostics:
        write(render_text(diagnostic, words) + "\n")
    for text in report.texts:
        write(_account_line(text, words))
    for line in _law_lines(report, words):
        write(line)
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


def _law_lines(report: Report, words: Catalogue) -> Iterator[str]:
    """Findings by kind, what each reading changes, and what was not searched."""
    if kinds := Counter(d.code for d in report.diagnostics):
        told = words.say("list.separator").join(f"{code} {count}" for code, count in sorted(kinds.items()))
        yield words.say("check.findings", kinds=told)
    for name, of_text in groupby(report.effects, key=lambda found: found[0].name):
        yield words.say("check.effects", name=name)
        for _, setting, effect in of_text:
            yield words.say("check.effect", setting=setting, effect=words.say(f"effect.{effect}"))
    for _, question, reason in report.unsearched:
        key = f"reason.{reason}" if words.has(f"reason.{reason}") else "reason.other"
        yield words.say("not-searched.headline", question=question, reason=words.say(key))


def _account_line(text: CheckedText, words: Catalogue) -> str:
    if text.rules is None:
        return words.say("check.unreadable", name=text.source.name)
    counts = {account.value: text.accounts.get(account.value, 0) for account in Account}
    return words.say("check.account", name=text.source.name, total=sum(counts.values()), **counts)


def report_json(report: Report, words: Catalogue) -> dict[str, Any]:
    """The report as plain data (`lexludi.check/1`)."""
    return {
        "schema": "lexludi.check/1",
        "texts": [
            {
                "file": text.source.name,
                "work": text.rules.metadata.work if text.rules else None,
                "language": text.file.language,
                "uri": _uri(text),
                "accounts": {eid: a.value for eid, a in text.rules.accounts.items()} if text.rules else {},
            }
            for text in report.texts
        ],
        "diagnostics": [to_json(d, words) for d in report.diagnostics],
        "effects": [
            {"file": source.name, "setting": setting.to_json(), "changes": effect}
            for source, setting, effect in report.effects
        ],
        "unsearched": [
            {"file": source.name, "question": question.to_json(), "reason": reason}
            for source, question, reason in report.unsearched
        ],
    }


def _uri(text: CheckedText) -> str | None:
    """The FRBR URI of a text that says which work it is and from when it is in force."""
    metadata = text.rules.metadata if text.rules else None
    if metadata is None or "/" not in metadata.work or metadata.in_force is None:
        return None
    return expression_uri(metadata.work, text.file.language, metadata.in_force.isoformat())
