"""`lexludi fmt`: texts in canonical form, or the rules of a text in another language."""

from itertools import zip_longest

import click

from lexludi.base.diagnostics import Diagnostic, has_errors, render_text
from lexludi.base.messages import Catalogue
from lexludi.base.writing import replace_file
from lexludi.checks.checking import files_of
from lexludi.cli.arguments import Misuse, WorkName, pass_asked_language, quiet_option, refuse_idle, text_option
from lexludi.cli.command import command
from lexludi.cli.inputs import STANDARD_INPUT, say_date, text_at, text_of_input
from lexludi.cli.output import complain, write
from lexludi.language.builder import build
from lexludi.language.glossary import GlossaryError, glossary_for, usable_glossary
from lexludi.language.printer import print_document, print_rules
from lexludi.law.loader import TextFile, broken_glossary, read_source


@command
@click.argument("paths", nargs=-1, required=True, type=WorkName(), metavar="PATH")
@click.option("--check", "check_only", is_flag=True)
@text_option
@quiet_option
@pass_asked_language
def run(asked_language: str, words: Catalogue, paths: tuple[str, ...], check_only: bool, text: str, quiet: bool) -> int:
    """Format in place; with `--check`, only say what would change; with `--lang` alone, print the rules."""
    if STANDARD_INPUT in paths and len(paths) > 1:
        raise Misuse("input-alone")
    if asked_language and not check_only:
        for path in () if quiet else paths:
            say_date(path, words)
        return max(_print_in(text_at(path, text), asked_language, words) for path in paths)
    if STANDARD_INPUT in paths:
        return _format(text_of_input(text), words, check_only, quiet)
    refuse_idle("text", beside="--check" if check_only else "", without="--lang")
    # A consolidated text is no file: its words stand in those that it is made of.
    files = [file for file in files_of(list(paths)) if not file.is_consolidated]
    return max((_format(file, words, check_only, quiet) for file in files), default=0)


def _format(file: TextFile, words: Catalogue, check_only: bool, quiet: bool) -> int:
    source = read_source(file)
    document, diagnostics = build(source)
    if document is None or has_errors(diagnostics):
        # A text that cannot be read in full is left as it is: nothing is lost.
        return _refused(diagnostics, words)
    canonical = print_document(document, usable_glossary(file.path))
    if file.content is not None and not check_only:
        write(canonical.removesuffix("\n"))
        return 0
    # The bytes as they stand: other ends of lines are a difference too, which `content` no longer has.
    before = file.content.text.encode() if file.content is not None else file.path.read_bytes()
    if canonical.encode() == before:
        return 0
    if not check_only:
        replace_file(file.path, canonical.encode())
        if not quiet:
            write(words.say("fmt.changed", name=source.name))
    elif not quiet:
        lines = zip_longest(before.splitlines(keepends=True), canonical.encode().splitlines(keepends=True))
        first = next(number for number, (old, new) in enumerate(lines, start=1) if old != new)
        write(words.say("fmt.would-change", name=source.name, line=first))
    return int(check_only)


def _print_in(file: TextFile, language: str, words: Catalogue) -> int:
    document, diagnostics = build(read_source(file))
    if document is None or has_errors(diagnostics):
        return _refused(diagnostics, words)
    try:
        glossary = glossary_for(file.path)
    except GlossaryError as problem:
        return _refused([broken_glossary(problem, read_source(file))], words)
    write(print_rules(document, language, glossary).rstrip("\n"))
    return 0


def _refused(diagnostics: list[Diagnostic], words: Catalogue) -> int:
    """Tell what is wrong, apart from texts, which may go into a file."""
    complain(*(render_text(diagnostic, words) + "\n" for diagnostic in diagnostics))
    return 1
