"""Commands of click with help, examples and errors in the language of their context, whose object is a catalogue."""

from collections.abc import Callable, Iterable, Iterator
from copy import copy

import click

from lexludi.base.messages import Catalogue
from lexludi.base.source import display_width
from lexludi.cli.arguments import LANGUAGE_OPTION
from lexludi.cli.usage import ExtraArguments, localized_form

# Stands behind a character that takes two columns while click, which counts characters, sets lines.
_SECOND_COLUMN = "\ue000"

Rows = list[tuple[str, str]]


def _widened(text: str) -> str:
    return "".join(char + _SECOND_COLUMN * (display_width(char) - 1) for char in text)


class Formatter(click.HelpFormatter):
    """Help set in columns of the screen, of which a Chinese character takes two."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The usage after its heading."""
        super().write_usage(prog, _widened(args), _widened(prefix or ""))

    def write_text(self, text: str) -> None:
        """A paragraph."""
        super().write_text(_widened(text))

    def write_heading(self, heading: str) -> None:
        """A heading, which has the colon of its language."""
        self.write(f"{heading}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Terms and their explanations, in two columns."""
        super().write_dl([(_widened(term), _widened(text)) for term, text in rows], col_max, col_spacing)

    def getvalue(self) -> str:
        """The text that was set."""
        return super().getvalue().replace(_SECOND_COLUMN, "")


class Context(click.Context):
    """The context of a command in the user's language."""

    formatter_class = Formatter


def _show_help(context: click.Context, parameter: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        print(context.get_help())
        context.exit()


_HELP_OPTION = click.Option(["--help", "-h"], is_flag=True, is_eager=True, expose_value=False, callback=_show_help)


class Localized(click.Command):
    """A command that can be had in each language."""

    context_class = Context

    def localized(self, name: str, words: Catalogue) -> click.Command:
        """A copy of the command under a name, with the texts of a catalogue.

        The help of a parameter is `help.NAME.PARAMETER`, or `help.option.PARAMETER` where commands share it.
        """
        out = copy(self)
        out.name, out.add_help_option = name, False
        out.help, out.epilog = words.say(f"help.{name}"), words.say(f"help.{name}.example")
        out.params = [_localized(p, name, words) for p in (*self.params, LANGUAGE_OPTION, _HELP_OPTION)]
        return out

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Values for the parameters, in the context; the arguments that are left.

        Raises:
            click.UsageError: the arguments are not those that the command takes.
        """
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The line of usage under the heading of the language."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, ctx.obj.say("usage.heading.usage") + " ")

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The options as one word, then each argument, bracketed where it can be left out."""
        arguments = (p for p in self.params if isinstance(p, click.Argument))
        shown = ((f"{p.metavar}" if p.required else f"[{p.metavar}]") + "…" * (p.nargs < 0) for p in arguments)
        return [f"[{localized_form('OPTIONS', ctx.obj)}]", *shown]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Usage, description, parameters under their headings, examples."""
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        formatter.write_text(self.help or "")
        for heading, rows in self.help_sections(ctx):
            if rows:
                with formatter.section(ctx.obj.say(f"usage.heading.{heading}")):
                    formatter.write_dl(rows)
        formatter.write(f"\n{self.epilog}\n")

    def help_sections(self, ctx: click.Context) -> Iterator[tuple[str, Rows]]:
        """Keys of headings, each with what stands under it."""
        yield "arguments", [(str(p.metavar), p.help or "") for p in self.params if isinstance(p, click.Argument)]
        records = (p.get_help_record(ctx) for p in self.params if isinstance(p, click.Option))
        yield "options", [record for record in records if record]


class Command(Localized):
    """A command that names the arguments that are too many."""

    allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Values for the parameters, in the context; nothing is left.

        Raises:
            click.UsageError: the arguments are not those that the command takes.
        """
        if (extra := super().parse_args(ctx, args)) and not ctx.resilient_parsing:
            raise ExtraArguments(extra, ctx)
        return []


def command(callback: Callable[..., int]) -> Command:
    """A command from a function that takes the catalogue first and gives the exit code."""
    return click.command(cls=Command)(click.pass_obj(callback))


def _localized(parameter: click.Parameter, command: str, words: Catalogue) -> click.Parameter:
    out = copy(parameter)
    name = max(parameter.opts, key=len).lstrip("-")
    key = f"help.{command}.{name}"
    out.help = words.say(key if words.has(key) else f"help.option.{name}")
    if parameter.metavar or isinstance(parameter, click.Argument):
        out.metavar = localized_form(parameter.metavar or name.upper(), words)
    return out
