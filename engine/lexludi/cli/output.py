"""Writing to the terminal: text, JSON, tables, and progress where somebody watches."""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from lexludi.base.messages import Catalogue
from lexludi.base.source import harmless

if TYPE_CHECKING:
    from rich.table import Table


# The columns that a column of words needs at least.
_LEAST_WORDS = 6


def write(*blocks: str, coloured: bool = False) -> None:
    """Blocks of text to standard output, each on lines of its own; `coloured` has colours of ours, and no harm."""
    sys.stdout.writelines(f"{block if coloured else _for(sys.stdout, block)}\n" for block in blocks)


def _for(stream: TextIO, text: str) -> str:
    """A text as it goes to a stream: a terminal obeys nothing that a text, a glossary or a name has in it."""
    return harmless(text) if stream.isatty() else text


def write_json(data: Any, indent: int | None = 2) -> None:
    """Plain data to standard output, as JSON: in UTF-8, or in ASCII with escapes where the output is otherwise."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("_", "-")
    import json  # only where it is written: `--version` loads nothing heavy

    text = json.dumps(data, ensure_ascii=encoding not in ("utf-8", "utf8"), indent=indent)
    if not text.isascii() and not text.isprintable():
        # Half a character, as only a name from outside can have it, is written as an escape.
        text = "".join(f"\\u{ord(char):04x}" if "\ud800" <= char <= "\udfff" else char for char in text)
    # JSON between programs is in UTF-8, of which ASCII is a part; such an output would add zeros and a mark.
    if text.isascii() and encoding.startswith(("utf-16", "utf-32")):
        sys.stdout.flush()
        sys.stdout.buffer.write(f"{text}\n".encode("ascii"))
        return
    write(text)


def new_table(words: Catalogue, columns: Iterable[str], numbers: Collection[str] = ()) -> "Table":
    """A table with headings (keys after `column.`), those of `numbers` set to the right."""
    from rich.table import Table

    table = Table()
    for column in columns:
        table.add_column(
            words.say(f"column.{column}"), justify="right" if column in numbers else "left", overflow="fold"
        )
    return table


def open_output() -> None:
    """Give streams that were closed before we began one to write to: what is written to it fails, and is told."""
    if getattr(sys, "stdout", None) is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if getattr(sys, "stderr", None) is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def release(stream: TextIO) -> None:
    """Let what could not be written go, so that the end of the process does not try once more."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(*sentences: str) -> None:
    """Sentences on standard error, if anybody can read them there, after what was written before."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    try:
        for sentence in sentences:
            print(_for(sys.stderr, sentence), file=sys.stderr, flush=True)
    except (OSError, ValueError):
        release(sys.stderr)


def write_table(table: "Table", words: Catalogue) -> None:
    """A table to standard output; into a file it is 120 columns wide.

    Lines break where it is narrow, within a word only if it must be, numbers never: where
    they do not fit, each row stands as lines of their own, heading and value, without those
    that are empty.
    """
    from rich.cells import cell_len
    from rich.console import Console
    from rich.text import Text

    class Harmless(Console):
        def render_str(self, text: str, **how: Any) -> Text:
            return super().render_str(harmless(text), **how)

    # What stands in brackets or between colons in the name of a bet is part of it, and no mark of the library.
    console = Harmless(file=sys.stdout, width=None if sys.stdout.isatty() else 120, markup=False, emoji=False)
    whole = [max(cell_len(str(cell)) for cell in (column.header, *column.cells)) for column in table.columns]
    for column, width in zip(table.columns, whole, strict=True):
        if column.justify == "right":
            column.no_wrap = True
            column.min_width = width
    # Each column has a frame of three columns besides: a line and a space on either side.
    room = console.width - 3 * len(table.columns) - 1
    widths = [
        max(_longest_word([column.header]), max(map(cell_len, map(str, column.cells)), default=0))
        if column.no_wrap
        else _longest_word([column.header, *column.cells])
        for column in table.columns
    ]
    words_fit = sum(widths) <= room
    if words_fit and sum(whole) > room:
        # The widest gives way first, headings of numbers last.
        for _ in range(sum(whole) - room):
            shrinking = [at for at, width in enumerate(widths) if whole[at] > width]
            whole[max(shrinking, key=lambda at: (not table.columns[at].no_wrap, whole[at]))] -= 1
        for column, width in zip(table.columns, whole, strict=True):
            if column.no_wrap and cell_len(str(column.header)) > width:
                column.header = "\n".join(str(column.header).split())
            column.width = column.min_width = width
    if words_fit or sum(max(column.min_width or 0, _LEAST_WORDS) for column in table.columns) <= room:
        console.print(table)
        return
    for row in zip(*(column.cells for column in table.columns), strict=True):
        for column, cell in zip(table.columns, row, strict=True):
            if cell:
                write(f"{column.header}{words.colon}{cell}")
        write("")


def _longest_word(cells: Iterable[object]) -> int:
    from rich.cells import cell_len

    return max((cell_len(word) for cell in cells for word in str(cell).split()), default=0)


@contextmanager
def progress(title: str, total: int | None = None) -> Iterator[Callable[[str], Any]]:
    """A progress bar on standard error, only on a terminal; yields a function to call at each step."""
    if not sys.stderr.isatty():
        yield lambda name: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda name: bar.update(task, advance=1, description=escape(harmless(f"{title} {name}")))
