"""`lexludi`: reads the command, runs it, and turns every failure into a sentence and an exit code."""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

from lexludi import __version__
from lexludi.base.errors import InvalidRegulation, LexludiError
from lexludi.base.messages import Catalogue, catalogue
from lexludi.base.source import display_width
from lexludi.cli.output import BadArgument, in_words
from lexludi.language.phrases import LANGUAGES

COMMANDS = tuple("check show fmt play replay analyze coverage simulate bench at log blame diff site".split())

OK, BAD, USAGE = 0, 1, 2

# What argparse says, in English, of a command that it does not understand; the rest is up to the catalogues.
_WRONG = {
    "required": r"the following arguments are required: (?P<names>.+)",
    "unrecognized": r"unrecognized arguments: (?P<names>.+)",
    "choice": r"argument (?P<name>.+?): invalid choice: (?P<value>.+?) \(choose from (?P<known>.+)\)",
    "value": r"argument (?P<name>.+?): invalid \w+ value: (?P<value>.+)",
    "one": r"argument (?P<name>.+?): expected one argument",
    "none": r"argument (?P<name>.+?): ignored explicit argument (?P<value>.+)",
    "ambiguous": r"ambiguous option: (?P<name>.+?) could match (?P<known>.+)",
}
_HEADINGS = ("positional arguments:", "options:", "show this help message and exit")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Leaves room for the word «usage» of the user's language, as wide as it is on a screen."""

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """The usage, with a mark in the place of its heading."""
        super().add_usage(usage, actions, groups, _room(Parser.words) if prefix is None else prefix)


def _room(words: Catalogue) -> str:
    return "_" * display_width(words.say("usage.heading.usage")) + " "


# Stands behind a character that takes two columns while argparse, which counts characters, sets lines.
_SECOND_COLUMN = "\ue000"


def _as_wide_as_shown(text: str) -> str:
    return "".join(char + _SECOND_COLUMN * (display_width(char) - 1) for char in text)


class Parser(argparse.ArgumentParser):
    """Says what is wrong with a command in the user's language."""

    words: Catalogue

    def add_argument(self, *args: Any, **kwargs: Any) -> argparse.Action:
        """An argument whose value is called what it is in the user's language."""
        if "metavar" in kwargs:
            kwargs["metavar"] = _as_wide_as_shown(in_words(kwargs["metavar"], self.words))
        if "help" in kwargs:
            kwargs["help"] = _as_wide_as_shown(kwargs["help"])
        return super().add_argument(*args, **kwargs)

    def error(self, message: str) -> NoReturn:
        """Print the usage and why it was not met; exit with 2."""
        self.print_usage(sys.stderr)
        detail = self._told(message.replace(_SECOND_COLUMN, ""))
        sys.stderr.write(self.words.say("usage.wrong", prog=self.prog, detail=detail) + "\n")
        raise SystemExit(USAGE)

    def _told(self, message: str) -> str:
        for kind, pattern in _WRONG.items():
            if match := re.fullmatch(pattern, message, re.DOTALL):
                return self.words.say(
                    f"usage.wrong.{kind}", **{k: v.replace("'", "") for k, v in match.groupdict().items()}
                )
        return message

    def format_usage(self) -> str:
        """The usage with its heading in the user's language."""
        return self._translated(super().format_usage())

    def format_help(self) -> str:
        """The help with its headings in the user's language."""
        return self._translated(super().format_help())

    def _translated(self, text: str) -> str:
        say = self.words.say
        text = text.replace(_room(self.words), say("usage.heading.usage") + " ", 1)
        text = text.replace(say("help.commands") + ":\n", say("help.commands") + self.words.colon.rstrip() + "\n", 1)
        for heading in _HEADINGS:
            text = text.replace(heading, say("usage.heading." + heading.rstrip(":").replace(" ", "-")), 1)
        return text.replace(_SECOND_COLUMN, "")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0 (fine), 1 (the text or the answer is bad) or 2 (wrong usage)."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if "--version" in arguments or "-V" in arguments:
        print(f"lexludi {__version__}")
        return OK
    words = catalogue(chosen_language(arguments))
    _tolerate_any_character()
    try:
        parsed = make_parser(words, arguments).parse_args(arguments)
        if not getattr(parsed, "command", None):
            make_parser(words, ["--help"]).print_help()
            return USAGE
        code: int = parsed.run(parsed, words)
        return code
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    except BadArgument as problem:
        print(words.say("usage.wrong", prog=f"lexludi {parsed.command}", detail=problem.told(words)), file=sys.stderr)
        return USAGE
    except InvalidRegulation as problem:
        return _invalid(problem, words)
    except LexludiError as problem:
        return _told(problem, words)
    except BrokenPipeError:
        # The reader of our output has had enough; so have we.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as problem:
        # A fault of ours: said in one line. Developers set LEXLUDI_DEBUG to see where.
        if os.environ.get("LEXLUDI_DEBUG"):
            raise
        print(words.say("error.internal", detail=f"{type(problem).__name__}: {problem}"[:300]), file=sys.stderr)
        return BAD
    except KeyboardInterrupt:
        print(words.say("usage.interrupted"), file=sys.stderr)
        return 130


def _tolerate_any_character() -> None:
    """A terminal that lacks a character shows a question mark in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _invalid(problem: InvalidRegulation, words: Catalogue) -> int:
    from lexludi.base.diagnostics import render_text

    for diagnostic in problem.diagnostics:
        print(render_text(diagnostic, words) + "\n", file=sys.stderr)
    return _told(problem, words)


def _told(problem: LexludiError, words: Catalogue) -> int:
    from lexludi.play.telling import Teller

    print(f"lexludi: {Teller(words).problem(problem)}", file=sys.stderr)
    return BAD


def chosen_language(arguments: Sequence[str]) -> str:
    """The language asked for with `--lang`, else that of the environment, else English."""
    for i, argument in enumerate(arguments):
        value = argument.removeprefix("--lang=") if argument.startswith("--lang=") else ""
        if argument == "--lang" and i + 1 < len(arguments):
            value = arguments[i + 1]
        if value in LANGUAGES:
            return value
    for name in ("LEXLUDI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if (found := os.environ.get(name, "")[:2].lower()) in LANGUAGES:
            return found
    return "en"


def make_parser(words: Catalogue, arguments: Sequence[str]) -> Parser:
    """The parser of the command line; only the module of the command in use is imported."""
    Parser.words = words
    parser = Parser(
        prog="lexludi",
        description=words.say("help.lexludi"),
        epilog=words.say("help.lexludi.example"),
        formatter_class=Formatter,
    )
    parser.add_argument("--version", "-V", action="store_true", help=words.say("help.version"))
    parser.add_argument("--lang", choices=LANGUAGES, help=words.say("help.option.lang"))
    commands = parser.add_subparsers(
        dest="command", metavar=in_words("COMMAND", words), title=words.say("help.commands")
    )
    wanted = next((a for a in arguments if a in COMMANDS), "")
    for name in COMMANDS:
        sub = commands.add_parser(
            name,
            help=_as_wide_as_shown(words.say(f"help.{name}")),
            description=words.say(f"help.{name}"),
            epilog=words.say(f"help.{name}.example"),
            formatter_class=Formatter,
        )
        if name == wanted:
            module = import_module(f"lexludi.cli.{name}")
            module.configure(sub, words)
            sub.set_defaults(run=module.run)
            sub.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=words.say("help.option.lang"))
    return parser
