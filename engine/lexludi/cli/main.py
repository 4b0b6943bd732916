"""`lexludi`: finds the command, runs it, and turns every failure into a sentence and an exit code."""

import codecs
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from types import FrameType

import click
from click.shell_completion import CompletionItem, shell_complete

from lexludi import __version__
from lexludi.base.errors import InvalidRegulation, LexludiError, MachineFailure, from_system
from lexludi.base.limits import need_memory
from lexludi.base.messages import Catalogue, catalogue
from lexludi.cli.arguments import Misuse, explain, localized_form
from lexludi.cli.command import Command, Rows
from lexludi.cli.output import complain, open_output, release, write
from lexludi.language.phrases import LANGUAGES


class Terminated(BaseException):
    """A signal is to end the process; an interruption is a `KeyboardInterrupt`, as ever."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class TimeUsedUp(BaseException):
    """The time that the process may compute is used up."""


# What ends a process without a word, or with a traceback, unless it is told otherwise; some systems lack some of them.
_ENDINGS = {"SIGTERM": Terminated, "SIGHUP": Terminated, "SIGXCPU": TimeUsedUp, "SIGINT": KeyboardInterrupt}


def _end(number: int, frame: FrameType | None) -> None:
    """Raise the ending of a signal; further signals change nothing, so that it comes to its sentence and exit code."""
    for name in _ENDINGS:
        other = getattr(signal, name, None)
        if other is not None and signal.getsignal(other) is _end:
            signal.signal(other, signal.SIG_IGN)
    raise _ENDINGS[signal.Signals(number).name](number)


@contextmanager
def signals_as_exceptions(*, process_ends: bool) -> Iterator[None]:
    """While this lasts, the first signal that would end the process raises; those that others answer are left alone.

    Where the process ends with it, the signals that follow stay without effect to the end of the process.

    Raises:
        KeyboardInterrupt: the process is interrupted.
        Terminated: the process is to end.
        TimeUsedUp: its time limit is reached.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    changed = []
    try:
        for name in _ENDINGS:
            number = getattr(signal, name, None)
            # `nohup`, for one, has SIGHUP ignored, and so it must stay.
            before = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
            if number is not None and signal.getsignal(number) is before:
                changed.append((number, before))
                signal.signal(number, _end)
        yield
    finally:
        for number, before in changed:
            if process_ends and signal.getsignal(number) is signal.SIG_IGN:
                continue
            signal.signal(number, before)


def end_quietly() -> None:
    """From here on, when a command has said its last, a signal ends the process without a traceback."""
    # The end of a process looks for garbage among all that it made, which takes a tenth of a short one's time.
    gc.freeze()
    with suppress(ValueError):  # not the main thread
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


COMMANDS = (
    *("check", "show", "fmt", "list", "play", "replay", "analyze", "coverage", "simulate", "bench"),
    *("at", "log", "blame", "diff", "import", "collate", "export", "site", "new", "doctor", "lsp", "mcp", "serve"),
    "man",
)

OK, BAD, USAGE, MACHINE, INTERRUPTED, SIGNALLED = 0, 1, 2, 3, 130, 128

# Megabytes without which no command comes to its end, as NumPy ends the process where it gets too few.
LEAST_MEMORY = 220

# Where a shell asks for completions (https://click.palletsprojects.com/shell-completion).
COMPLETE = "_LEXLUDI_COMPLETE"


class Program(Command, click.Group):
    """The commands by name; only the module of the one in use is imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command in the language of the context."""
        if cmd_name not in COMMANDS:
            return None
        # `import` is a word of Python: its module is `import_`.
        command: Command = import_module(f"lexludi.cli.{cmd_name}{'_' * iskeyword(cmd_name)}").run
        return command.localized(cmd_name, ctx.obj)

    def usage(self, ctx: click.Context) -> str:
        """The program, its options, then a command."""
        return f"{super().usage(ctx)} {localized_form('COMMAND', ctx.obj)} …"

    def help_sections(self, ctx: click.Context) -> Iterator[tuple[str, Rows]]:
        """The options, then the commands."""
        yield from super().help_sections(ctx)
        yield "commands", [(name, ctx.obj.say(f"help.{name}")) for name in COMMANDS]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands and options that begin so, without importing any command."""
        names = (name for name in COMMANDS if name.startswith(incomplete))
        commands = [CompletionItem(name, help=ctx.obj.say(f"help.{name}")) for name in names]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]


@click.pass_context
def _without_command(context: click.Context) -> int:
    if context.invoked_subcommand is None:
        print(context.get_help())
    return USAGE


# So many more objects before garbage is looked for.
BETWEEN_COLLECTIONS = 100_000
# The version is told before the command line is read; the option is here for the help.
_VERSION = click.Option(["--version", "-V"], is_flag=True, expose_value=False)
_PROGRAM = Program(params=[_VERSION], callback=_without_command, invoke_without_command=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code.

    It is 0 (well), 1 (the text or the answer is bad), 2 (not understood), 3 (the machine
    failed: disk, memory, permission, network, time limit), 130 (interrupted) or 143 (terminated).
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        # Most of what a start makes stays to the end: to look for garbage in it as often as ever is a tenth of it.
        gc.set_threshold(BETWEEN_COLLECTIONS)
    open_output()
    _tolerate_any_character()
    with signals_as_exceptions(process_ends=argv is None):
        code = _ended(arguments)
    if argv is None:
        end_quietly()
    return code


def _ended(arguments: list[str]) -> int:
    """Run a command; every failure, and every signal that ends it, told in a sentence."""
    try:
        code = _told(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has had enough; so have we.
        release(sys.stdout)
        return OK
    except (OSError, MemoryError) as problem:
        # Also what is wrong with the output itself, which may be a full disk or closed.
        problem_told = from_system(problem)
        complain(f"lexludi: {problem_told.tell(_words(arguments).language)}")
        release(sys.stdout)
        return MACHINE if isinstance(problem_told, MachineFailure) else BAD
    except KeyboardInterrupt:
        complain(_words(arguments).say("usage.interrupted"))
        return INTERRUPTED
    except Terminated as ending:
        complain(_words(arguments).say("usage.terminated"))
        return SIGNALLED + ending.number
    except TimeUsedUp:
        complain(f"lexludi: {_words(arguments).say('error.time-used-up')}")
        return MACHINE
    return code


def _words(arguments: Sequence[str]) -> Catalogue:
    return catalogue(chosen_language(arguments))


def _told(arguments: list[str]) -> int:
    """Run a command; every failure but those of the machine told in a sentence."""
    if "--version" in arguments or "-V" in arguments:
        write(f"lexludi {__version__}")
        return OK
    words = _words(arguments)
    try:
        return _run(arguments, words)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.UsageError as error:
        return _misused(error, words)
    except InvalidRegulation as problem:
        return _invalid(problem, words)
    except LexludiError as problem:
        return _failed(problem, words)
    except (OSError, MemoryError):
        raise
    except Exception as problem:
        # A fault of ours: said in one line. Developers set LEXLUDI_DEBUG to see where.
        if os.environ.get("LEXLUDI_DEBUG"):
            raise
        complain(words.say("error.internal", detail=f"{type(problem).__name__}: {problem}"[:300]))
        return MACHINE


def _run(arguments: list[str], words: Catalogue) -> int:
    # Not `Command.main`: it ends the process by itself, and takes pipes and interruptions in its own way.
    need_memory(LEAST_MEMORY)
    program = _PROGRAM.localized("lexludi", words)
    if instruction := os.environ.get(COMPLETE):
        return shell_complete(program, {"obj": words}, "lexludi", COMPLETE, instruction)
    with program.make_context("lexludi", arguments, obj=words) as context:
        code: int = program.invoke(context)
        return code


def _tolerate_any_character() -> None:
    """A terminal that lacks a character shows a question mark in its place; for the minus sign, a hyphen."""
    codecs.register_error("lexludi", _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="lexludi")


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join("-" if char == "\N{MINUS SIGN}" else "?" for char in lacking), error.end


def _misused(error: click.UsageError, words: Catalogue) -> int:
    assert error.ctx is not None  # click adds it to whatever is raised while it reads or runs a command
    if not (isinstance(error, Misuse) and error.key == "form"):  # whose sentence shows the form
        complain(error.ctx.get_usage())
    complain(words.say("usage.wrong", prog=error.ctx.command_path, detail=explain(error, words)))
    return USAGE


def _invalid(problem: InvalidRegulation, words: Catalogue) -> int:
    from lexludi.base.diagnostics import render_text

    complain(*(render_text(diagnostic, words) + "\n" for diagnostic in problem.diagnostics))
    return _failed(problem, words)


def _failed(problem: LexludiError, words: Catalogue) -> int:
    from lexludi.play.telling import Teller

    complain(f"lexludi: {Teller(words).problem(problem)}")
    return MACHINE if isinstance(problem, MachineFailure) else BAD


def chosen_language(arguments: Sequence[str]) -> str:
    """The language asked for last with `--lang`, as of any option, else that of the environment, else English.

    Found before the command line is read, so that what is wrong with it can be told.
    """
    for i, argument in reversed(list(enumerate(arguments))):
        value = argument.removeprefix("--lang=") if argument.startswith("--lang=") else ""
        if argument == "--lang" and i + 1 < len(arguments):
            value = arguments[i + 1]
        if value in LANGUAGES:
            return value
    ours = os.environ.get("LEXLUDI_LANG", "")[:2].lower()
    # Of those of the system the first that is set decides (POSIX, 8.2), also for a language that is none of ours.
    of_system = next((set_ for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (set_ := os.environ.get(name))), "")
    return next((name for name in (ours, of_system[:2].lower()) if name in LANGUAGES), "en")
