"""`lexludi diff`: the differences of two texts in words, rules and outcomes."""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from lexludi.base.diagnostics import render_text
from lexludi.base.errors import InvalidRegulation, NotWhollyKnown, RepealedWork, UnknownWork
from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import Integer, WordChoice, WorkName, accept_option, format_option, refuse_idle, text_option
from lexludi.cli.command import command
from lexludi.cli.inputs import date_line
from lexludi.cli.output import complain, progress, write, write_json
from lexludi.diff import rendering
from lexludi.diff.comparing import LAYERS, Difference, compare
from lexludi.diff.jsonform import to_json
from lexludi.diff.layout import lay_out
from lexludi.diff.revisions import ChangedFile, Revision, changed_files, commit
from lexludi.diff.sides import NOTHING, Side, asked, empty_side, read_side, side_of, speaking_alone
from lexludi.law.loader import SUFFIX, not_wholly_known, repealed_work, text_file

# Compares two texts as the command line asks; takes `progress` besides.
Comparison = Callable[..., Difference]


@command
@click.argument("before", type=WorkName(), metavar="A")
@click.argument("after", type=WorkName(), metavar="B")
@click.argument("path", default="")
@click.option("--layer", "layers", type=WordChoice((*LAYERS, "all")), multiple=True, default=("all",))
@click.option("--typography", is_flag=True)
@click.option("--examples", type=Integer(), default=3, metavar="N")
@accept_option
@click.option("--git", is_flag=True)
@click.option("--beside", type=click.Path(readable=False, path_type=Path), metavar="PATH")
@text_option
@format_option("text", "json", "html", "markdown")
def run(
    words: Catalogue,
    before: str,
    after: str,
    path: str,
    layers: tuple[str, ...],
    typography: bool,
    examples: int,
    accept_unknown: bool,
    git: bool,
    beside: Path | None,
    text: str,
    form: str,
) -> int:
    """Print the difference; 1 when a text cannot be read, or nothing but outcomes is asked for and not to be had."""
    if git:
        refuse_idle("beside", beside="--git")
    else:
        refuse_idle("path", without="--git")
    comparison = partial(
        compare,
        layers=tuple(name for name in LAYERS if {name, "all"} & {*layers}),
        typography=typography,
        examples=max(0, examples),
        accept_unknown=accept_unknown,
    )
    with_rules = {*layers} != {"words"}
    if git:
        # Files of both revisions are written out, as glossaries are read from the folders around a text.
        with TemporaryDirectory(prefix="lexludi-") as folder:
            named = ((before, "before"), (after, "after"))
            revisions = [(name, Revision(commit(name), Path(folder) / side)) for name, side in named]
            differences, code = _between_revisions(revisions, path, text, comparison, with_rules, words)
        _print(differences, form, words, many=True)
        return code
    read = partial(read_side, language=text, rules=with_rules, beside=beside)
    sides = _both(*(None if name == NOTHING else read(name) for name in (before, after)))
    _say_dates(before, after, words)
    with progress(words.say("progress.diff")) as advance:
        difference = comparison(*sides, progress=advance)
    # Beside other layers it stands in the difference that outcomes are withheld; alone it is all there is to say.
    if {*layers} == {"outcomes"} and difference.withheld:
        raise _obstacle(difference.withheld)
    _print([difference], form, words)
    return 0


def _say_dates(before: str, after: str, words: Catalogue) -> None:
    """The date that is meant where none is named; what is not known of a text stands in the difference itself."""
    for name in dict.fromkeys(asked(side).name for side in (before, after)):
        if line := date_line(name, words):
            complain(f"{name}{words.colon}{line}")


def _obstacle(withheld: tuple[Side, ...]) -> RepealedWork | NotWhollyKnown:
    """The reason why there are no outcomes: first what nobody can accept."""
    side = next((side for side in withheld if side.is_repealed), withheld[0])
    metadata = side.metadata
    name, place = metadata.work or side.name, asked(side.name).name
    if gone := metadata.repealed:
        return repealed_work(metadata, gone, name, place)
    return not_wholly_known(metadata, name, place)


# ── Sides ───────────────────────────────────────────────────────────────────


def _both(before: Side | None, after: Side | None) -> tuple[Side, Side]:
    """Both sides; a side that is nothing is an empty text in the language of the other."""
    if before is None and after is None:
        raise UnknownWork("unknown-work", name=NOTHING)
    return before or empty_side(after), after or empty_side(before)  # type: ignore[arg-type]


def _between_revisions(
    revisions: list[tuple[str, Revision]],
    path: str,
    language: str,
    comparison: Comparison,
    with_rules: bool,
    words: Catalogue,
) -> tuple[list[Difference], int]:
    """The texts, of a language where one is named, that two revisions have differently.

    Those that cannot be read are named on standard error.
    """
    differences, code = [], 0
    for changed in changed_files(revisions[0][1].commit, revisions[1][1].commit, path):
        # A file that is new or gone has a name on one side only.
        if language and not any((name or "").endswith(f".{language}{SUFFIX}") for name in changed):
            continue
        try:
            with progress(words.say("progress.diff")) as advance:
                differences.append(comparison(*_sides_in(revisions, changed, with_rules), progress=advance))
        except InvalidRegulation as problem:
            code = 1
            complain(*(render_text(diagnostic, words) + "\n" for diagnostic in problem.diagnostics))
    return differences, code


def _sides_in(revisions: list[tuple[str, Revision]], changed: ChangedFile, with_rules: bool) -> tuple[Side, Side]:
    sides = [
        speaking_alone(side_of(text_file(revision.file(path)), f"{name}:{path}", rules=with_rules)) if path else None
        for (name, revision), path in zip(revisions, (changed.before, changed.after), strict=True)
    ]
    return _both(*sides)


# ── Printing ────────────────────────────────────────────────────────────────


def _print(differences: list[Difference], form: str, words: Catalogue, *, many: bool = False) -> None:
    if form == "json":
        rows = [to_json(difference, words.language) for difference in differences]
        write_json(rows if many else rows[0])
        return
    if not differences:
        write(words.say("diff.no-text-changed"))
        return
    blocks = [block for difference in differences for block in lay_out(difference, words)]
    match form:
        case "html":
            write(rendering.html(blocks, words.language))
        case "markdown":
            write(rendering.markdown(blocks))
        case _:
            colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
            write(rendering.text(blocks, colour=colour), coloured=colour)
