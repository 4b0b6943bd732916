"""`lexludi man`: the manual pages of the program and of its commands, made from their help."""

from collections.abc import Iterator
from pathlib import Path

import click

from lexludi import __version__
from lexludi.base.messages import Catalogue
from lexludi.base.writing import replace_file
from lexludi.cli.command import Command, command
from lexludi.cli.output import write


@command
@click.argument("folder", type=click.Path(readable=False, path_type=Path))
def run(words: Catalogue, folder: Path) -> int:
    """Write a page for the program, and one for each of its commands, in the language of the messages."""
    folder.mkdir(parents=True, exist_ok=True)
    made = dict(pages(click.get_current_context().find_root(), words))
    for name, text in made.items():
        replace_file(folder / f"{name}.1", text.encode())
    write(words.say("man.written", count=len(made), folder=folder))
    return 0


def pages(root: click.Context, words: Catalogue) -> Iterator[tuple[str, str]]:
    """The names of manual pages, and the pages as `man` formats them."""
    program = root.command
    assert isinstance(program, Command)
    yield "lexludi", _page("lexludi", program, root, words)
    assert isinstance(program, click.Group)
    for name in program.list_commands(root):
        subcommand = program.get_command(root, name)
        assert isinstance(subcommand, Command)
        context = click.Context(subcommand, parent=root, info_name=name, obj=words)
        yield f"lexludi-{name}", _page(f"lexludi-{name}", subcommand, context, words)


def _page(name: str, documented: Command, context: click.Context, words: Catalogue) -> str:
    summary, usage = documented.help or "", documented.usage(context)
    blocks = [
        f'.TH "{name.upper()}" "1" "" "lexludi {__version__}"',
        f'.SH "{words.say("man.name")}"\n{name} \\- {_roff(summary)}',
        f'.SH "{words.say("man.synopsis")}"\n{_roff(usage)}',
    ]
    for heading, rows in documented.help_sections(context):
        if rows:
            listed = [f".TP\n\\fB{_roff(term)}\\fR\n{_roff(text)}" for term, text in rows]
            blocks.append("\n".join([f'.SH "{_heading(words.say(f"usage.heading.{heading}"))}"', *listed]))
    heading, _, example = (documented.epilog or "").partition("\n")
    lines = "\n".join(map(_roff, example.split("\n")))
    blocks.append(f'.SH "{_heading(heading)}"\n.nf\n{lines}\n.fi')
    return "\n".join(blocks) + "\n"


def _heading(words: str) -> str:
    return words.strip().rstrip(":：").upper()


def _roff(text: str) -> str:
    """Text in which no sign is an instruction to `man`: hyphens are those of the command line."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    # At the beginning of a line, a dot or an apostrophe opens a request; `\&` is nothing, and stands before it.
    return f"\\&{plain}" if plain[:1] in (".", "'") else plain
