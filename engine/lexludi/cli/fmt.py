"""`lexludi fmt`: texts in canonical form, or the rules of a text in another language."""

import click

from lexludi.base.diagnostics import has_errors, render_text
from lexludi.base.messages import Catalogue
from lexludi.base.writing import replace_file
from lexludi.checks.checking import files_at
from lexludi.cli.arguments import Work, pass_asked_language, text_option
from lexludi.cli.command import command
from lexludi.cli.dated import say_date
from lexludi.cli.output import write
from lexludi.language.builder import build
from lexludi.language.glossary import GlossaryError, glossary_for
from lexludi.language.nodes import Term
from lexludi.language.printer import print_document, print_rules
from lexludi.law.loader import TextFile, broken_glossary, find, read_source


@command
@click.argument("paths", nargs=-1, required=True, type=Work(), metavar="PATH")
@click.option("--check", "check_only", is_flag=True)
@text_option
@pass_asked_language
def run(asked_language: str, words: Catalogue, paths: tuple[str, ...], check_only: bool, text: str) -> int:
    """Format in place; with `--check`, only say what would change; with `--lang` alone, print the rules."""
    if asked_language and not check_only:
        for path in paths:
            say_date(path, words)
        return max(_print_in(find(path, language=text), asked_language, words) for path in paths)
    files = [file for file in files_at(list(paths)) if not file.is_consolidated]
    return max((_format(file, words, check_only) for file in files), default=0)


def _format(file: TextFile, words: Catalogue, check_only: bool) -> int:
    source = read_source(file)
    document, diagnostics = build(source)
    if document is None or has_errors(diagnostics):
        # A text that cannot be read in full is left as it is: nothing is lost.
        for diagnostic in diagnostics:
            write(render_text(diagnostic, words) + "\n")
        return 1
    canonical = print_document(document)
    if canonical.encode() == file.path.read_bytes():
        return 0
    if check_only:
        write(words.say("fmt.would-change", name=source.name))
        return 1
    replace_file(file.path, canonical.encode())
    write(words.say("fmt.changed", name=source.name))
    return 0


def _print_in(file: TextFile, language: str, words: Catalogue) -> int:
    document, diagnostics = build(read_source(file))
    if document is None or has_errors(diagnostics):
        for diagnostic in diagnostics:
            write(render_text(diagnostic, words) + "\n")
        return 1
    try:
        glossary = glossary_for(file.path)
    except GlossaryError as problem:
        write(render_text(broken_glossary(problem, read_source(file)), words) + "\n")
        return 1

    def spell(term: Term) -> str:
        id_ = glossary.resolve(file.language, term.written)
        return glossary.spelling(id_, language) if id_ else term.written

    write(print_rules(document, language, spell).rstrip("\n"))
    return 0
