"""Writing to the terminal: text, JSON, tables, and progress where somebody watches."""

import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lexludi.base.messages import Catalogue

if TYPE_CHECKING:
    from rich.table import Table


def write(text: str) -> None:
    """One block of text to standard output."""
    sys.stdout.write(text + "\n")


def write_json(data: Any) -> None:
    """Plain data to standard output, as JSON."""
    write(json.dumps(data, ensure_ascii=False, indent=2))


def new_table(words: Catalogue, columns: Iterable[str], numbers: Collection[str] = ()) -> "Table":
    """A table with headings (keys after `column.`), those of `numbers` set to the right."""
    from rich.table import Table

    table = Table()
    for column in columns:
        table.add_column(words.say(f"column.{column}"), justify="right" if column in numbers else "left")
    return table


def write_table(table: "Table") -> None:
    """A table to standard output; into a file it is 120 columns wide."""
    from rich.console import Console

    Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120).print(table)


@contextmanager
def progress(title: str, total: int | None = None) -> Iterator[Callable[[str], Any]]:
    """A progress bar on standard error, only on a terminal; yields a function to call at each step."""
    if not sys.stderr.isatty():
        yield lambda name: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda name: bar.update(task, advance=1, description=f"{title} {name}")
