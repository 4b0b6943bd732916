"""`lexludi diff`: what differs between two texts, in words, rules and outcomes."""

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lexludi.base.diagnostics import render_text
from lexludi.base.errors import InvalidRegulation, NotWhollyKnown, UnknownWork
from lexludi.base.messages import Catalogue
from lexludi.cli.dated import date_line
from lexludi.cli.output import progress, write
from lexludi.diff import rendering
from lexludi.diff.comparing import LAYERS, Difference, Layer, compare
from lexludi.diff.jsonform import to_json
from lexludi.diff.layout import lay_out
from lexludi.diff.revisions import ChangedFile, Revision, changed_files, commit
from lexludi.diff.sides import NOTHING, Side, asked, empty_side, read_side, side_of
from lexludi.law.loader import text_file


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    add = parser.add_argument
    add("before", metavar="A", help=words.say("help.diff.before"))
    add("after", metavar="B", help=words.say("help.diff.after"))
    add("path", nargs="?", default="", metavar="PATH", help=words.say("help.diff.path"))
    add("--layer", choices=(*LAYERS, "all"), default="all", help=words.say("help.diff.layer"))
    add("--typography", action="store_true", help=words.say("help.diff.typography"))
    add("--examples", type=int, default=3, metavar="N", help=words.say("help.diff.examples"))
    add("--accept-unknown", action="store_true", help=words.say("help.diff.accept-unknown"))
    add("--git", action="store_true", help=words.say("help.diff.git"))
    add("--beside", metavar="PATH", help=words.say("help.diff.beside"))
    add("--text", choices=("zh", "pt", "en"), default="", help=words.say("help.option.text"))
    formats = ("text", "json", "html", "markdown")
    add("--format", choices=formats, default="text", help=words.say("help.option.format"))


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Print the difference; 1 when a text cannot be read, or nothing but outcomes is asked for and not to be had."""
    if not arguments.git:
        before, after = _sides(arguments)
        _say_dates(arguments, words)
        with progress(words.say("progress.diff")) as advance:
            difference = _compared(before, after, arguments, advance)
        if arguments.layer == "outcomes" and difference.withheld:
            raise _not_wholly_known(difference.withheld[0])
        _print([difference], arguments, words)
        return 0
    with TemporaryDirectory(prefix="lexludi-") as folder:
        found, code = _between_revisions(arguments, words, Path(folder))
        _print(found, arguments, words)
    return code


def _say_dates(arguments: argparse.Namespace, words: Catalogue) -> None:
    """Which date is meant where none is named; what is not known of a text stands in the difference itself."""
    for name in dict.fromkeys(asked(side).name for side in (arguments.before, arguments.after)):
        if line := date_line(name, words):
            print(f"{name}{words.colon}{line}", file=sys.stderr)


def _not_wholly_known(side: Side) -> NotWhollyKnown:
    assert side.rules is not None  # which say so
    metadata = side.rules.metadata
    name = metadata.work or side.name
    return NotWhollyKnown("not-wholly-known", name=name, on=metadata.in_force, instruments=side.not_wholly_known)


def _layers(arguments: argparse.Namespace) -> tuple[Layer, ...]:
    return LAYERS if arguments.layer == "all" else (arguments.layer,)


def _compared(before: Side, after: Side, arguments: argparse.Namespace, advance: Callable[[str], Any]) -> Difference:
    return compare(
        before,
        after,
        _layers(arguments),
        typography=arguments.typography,
        examples=max(0, arguments.examples),
        accept_unknown=arguments.accept_unknown,
        progress=advance,
    )


# ── Sides ───────────────────────────────────────────────────────────────────


def _sides(arguments: argparse.Namespace) -> tuple[Side, Side]:
    """Both sides; a side that is nothing is an empty text in the language of the other."""
    names = (arguments.before, arguments.after)
    rules = arguments.layer != "words"
    beside = Path(arguments.beside) if arguments.beside else None
    found = [None if name == NOTHING else read_side(name, arguments.text, rules=rules, beside=beside) for name in names]
    return _both(*found)


def _both(before: Side | None, after: Side | None) -> tuple[Side, Side]:
    if before is None and after is None:
        raise UnknownWork("unknown-work", name=NOTHING)
    return before or empty_side(after), after or empty_side(before)  # type: ignore[arg-type]


def _between_revisions(arguments: argparse.Namespace, words: Catalogue, folder: Path) -> tuple[list[Difference], int]:
    """The texts that two revisions have differently; those that cannot be read are told on standard error."""
    revisions = [
        (name, Revision(commit(name), folder / side))
        for name, side in ((arguments.before, "before"), (arguments.after, "after"))
    ]
    found, code = [], 0
    for changed in changed_files(revisions[0][1].commit, revisions[1][1].commit, arguments.path):
        try:
            with progress(words.say("progress.diff")) as advance:
                found.append(_compared(*_sides_in(revisions, changed, arguments), arguments, advance))
        except InvalidRegulation as problem:
            code = 1
            for diagnostic in problem.diagnostics:
                print(render_text(diagnostic, words) + "\n", file=sys.stderr)
    return found, code


def _sides_in(
    revisions: list[tuple[str, Revision]], changed: ChangedFile, arguments: argparse.Namespace
) -> tuple[Side, Side]:
    sides = [
        side_of(text_file(revision.file(path)), f"{name}:{path}", rules=arguments.layer != "words") if path else None
        for (name, revision), path in zip(revisions, (changed.before, changed.after), strict=True)
    ]
    return _both(*sides)


# ── Printing ────────────────────────────────────────────────────────────────


def _print(found: list[Difference], arguments: argparse.Namespace, words: Catalogue) -> None:
    if arguments.format == "json":
        rows = [to_json(difference, words.language) for difference in found]
        write(json.dumps(rows if arguments.git else rows[0], ensure_ascii=False, indent=2))
        return
    if not found:
        write(words.say("diff.no-text-changed"))
        return
    blocks = [block for difference in found for block in lay_out(difference, words)]
    match arguments.format:
        case "html":
            write(rendering.html(blocks, words.language))
        case "markdown":
            write(rendering.markdown(blocks))
        case _:
            write(rendering.text(blocks, colour=sys.stdout.isatty() and not os.environ.get("NO_COLOR")))
