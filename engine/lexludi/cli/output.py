"""Writing to the terminal: text, progress where somebody watches, and what is wrong with an argument."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from lexludi.base.messages import Catalogue

_PLACES = re.compile(r"[A-Z]{2,}")


def in_words(form: str, words: Catalogue) -> str:
    """The form of an argument, such as `NAME=VALUE`, with what stands in capitals in the user's language."""

    def word(place: re.Match[str]) -> str:
        key = f"help.metavar.{place[0].lower()}"
        return words.say(key) if words.has(key) else place[0]

    return _PLACES.sub(word, form)


class BadArgument(Exception):
    """An argument that is not of its form."""

    def __init__(self, text: str, form: str) -> None:
        super().__init__(text, form)
        self.text, self.form = text, form

    def told(self, words: Catalogue) -> str:
        """What is wrong, in words."""
        return words.say("usage.bad-argument", text=self.text, form=in_words(self.form, words))


def write(text: str) -> None:
    """One block of text to standard output."""
    sys.stdout.write(text + "\n")


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
