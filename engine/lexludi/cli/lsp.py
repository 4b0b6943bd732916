"""`lexludi lsp`: the language server for editors, over standard input and output."""

from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib.util import find_spec
from io import StringIO

from lexludi.base.errors import LexludiError
from lexludi.base.messages import Catalogue
from lexludi.cli.command import command


@command
def run(words: Catalogue) -> int:
    """Serve one editor until it leaves."""
    if find_spec("pygls") is None:
        raise LexludiError("extra-missing", extra="lsp", package="pygls")
    from lexludi.editor.server import EditorLeft, serve

    with suppress(EditorLeft):
        serve(printed_by, words)
    return 0


def printed_by(arguments: tuple[str, ...]) -> str:
    """The output of a command line, in a process of its own; behind it what it says of mistakes and doubts."""
    from lexludi.cli.main import main

    # One process runs one command at a time, so that the output is that of this command.
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        main(arguments)
    return out.getvalue() + err.getvalue()
