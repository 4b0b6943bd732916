"""Commands of click with help, examples and errors in the language of their context, whose object is a catalogue."""

import re
import shutil
from collections.abc import Callable, Iterator
from copy import copy

import click
from click.core import augment_usage_errors

from lexludi.base.messages import Catalogue
from lexludi.base.source import display_width
from lexludi.cli.arguments import LANGUAGE_OPTION, SHELF_OPTION, Misuse, localized_form

# Between two of these a line may end: words, and Chinese characters with the marks that must not leave them.
_UNIT = re.compile(r" ?[（「]*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]+)[，。；：、）」]*")
# The width of help, whatever that of the terminal; a term that is longer stands on a line of its own.
_NARROWEST, _WIDEST, _LONGEST_TERM = 50, 78, 30

Rows = list[tuple[str, str]]


def _show_help(context: click.Context, parameter: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        print(context.get_help())
        context.exit()


_HELP_OPTION = click.Option(["--help", "-h"], is_flag=True, is_eager=True, expose_value=False, callback=_show_help)


class Command(click.Command):
    """A command that can be had in each language."""

    allow_extra_args = True  # to name them

    def localized(self, name: str, words: Catalogue) -> click.Command:
        """A copy of the command under a name, with the texts of a catalogue.

        The help of a parameter is `help.NAME.PARAMETER`, or `help.option.PARAMETER` where commands share it.
        """
        # The command itself stays without a language: one process may tell it in several.
        out = copy(self)
        out.name, out.add_help_option = name, False
        out.help, out.epilog = words.say(f"help.{name}"), words.say(f"help.{name}.example")
        out.params = [_localized(p, name, words) for p in (*self.params, LANGUAGE_OPTION, SHELF_OPTION, _HELP_OPTION)]
        return out

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Values for the parameters, in the context; for a group, what is left for its command.

        Raises:
            click.UsageError: the arguments are not those that the command takes.
        """
        with augment_usage_errors(ctx):  # which click leaves without their context here and there
            extra = super().parse_args(ctx, args)
            # Of a group these are the command and its arguments.
            if extra and not isinstance(self, click.Group) and not ctx.resilient_parsing:
                raise Misuse("unrecognized", names=ctx.obj.comma.join(extra))
        return extra

    def invoke(self, ctx: click.Context) -> int:
        """Run the command; the exit code.

        Raises:
            click.UsageError: its arguments do not go together.
        """
        with augment_usage_errors(ctx):
            code: int = super().invoke(ctx)
        return code

    def get_usage(self, ctx: click.Context) -> str:
        """The line of usage under its heading."""
        words: Catalogue = ctx.obj
        return words.say("usage.heading.usage") + words.space + self.usage(ctx)

    def usage(self, ctx: click.Context) -> str:
        """The command, its options as one word, then each argument, bracketed where it can be left out."""
        arguments = (p for p in self.params if isinstance(p, click.Argument))
        shown = ((f"{p.metavar}" if p.required else f"[{p.metavar}]") + "…" * (p.nargs < 0) for p in arguments)
        options = f"[{localized_form('OPTIONS', ctx.obj)}]"
        return " ".join([ctx.command_path, options, *shown])

    def get_help(self, ctx: click.Context) -> str:
        """Usage, description, parameters under their headings, examples."""
        width = max(_NARROWEST, min(shutil.get_terminal_size().columns - 2, _WIDEST))
        blocks = [self.get_usage(ctx), "\n".join(_wrapped(self.help or "", width))]
        for heading, rows in self.help_sections(ctx):
            if rows:
                blocks.append("\n".join([ctx.obj.say(f"usage.heading.{heading}"), *_in_columns(rows, width)]))
        return "\n\n".join([*blocks, self.epilog or ""])

    def help_sections(self, ctx: click.Context) -> Iterator[tuple[str, Rows]]:
        """Keys of headings, each with the terms and explanations under it."""
        yield "arguments", [(str(p.metavar), p.help or "") for p in self.params if isinstance(p, click.Argument)]
        records = (p.get_help_record(ctx) for p in self.params if isinstance(p, click.Option))
        # click adds to the explanation, in English.
        required = f"[{ctx.obj.say('usage.required')}]"
        yield "options", [(term, about.replace("[required]", required)) for term, about in filter(None, records)]


def command(callback: Callable[..., int]) -> Command:
    """A command from a function that takes the catalogue first and gives the exit code."""
    return click.command(cls=Command)(click.pass_obj(callback))


def _localized(parameter: click.Parameter, command: str, words: Catalogue) -> click.Parameter:
    out = copy(parameter)
    # The longest of its spellings: `--output`, not `-o`.
    name = max(parameter.opts, key=len).lstrip("-")
    key = f"help.{command}.{name}"
    out.help = words.say(key if words.has(key) else f"help.option.{name}")
    if parameter.metavar or isinstance(parameter, click.Argument):
        out.metavar = localized_form(parameter.metavar or name.upper(), words)
    return out


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of so many columns, of which a Chinese character takes two; a longer word stands alone."""
    lines = [""]
    for unit in _UNIT.findall(text):
        if lines[-1] and display_width(lines[-1] + unit) > width:
            lines.append("")
        lines[-1] += unit if lines[-1] else unit.lstrip()
    return lines


def _in_columns(rows: Rows, width: int) -> Iterator[str]:
    column = min(max(display_width(term) for term, _ in rows), _LONGEST_TERM)
    for term, text in rows:
        gap = column - display_width(term)
        # Two spaces before the term and two behind it.
        lines = _wrapped(text, width - column - 4)
        yield f"  {term}{' ' * gap}  {lines.pop(0)}" if gap >= 0 else f"  {term}"
        yield from (" " * (column + 4) + line for line in lines)
