"""The search behind an editor: what `check` finds in a saved work beyond what is seen with each key."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.resources import cache_folder
from lexludi.checks.checking import identity
from lexludi.checks.codec import FINDINGS
from lexludi.checks.summary import check
from lexludi.editor.problems import problems_of
from lexludi.law.files import everything_in


def searched(home: Path) -> tuple[Diagnostic, ...]:
    """The findings of a check of a saved work, without those that are seen with each key.

    Raises:
        LexludiError: there is no such work, or its history cannot be read.
    """
    found = check([str(home)], _silently, cache_folder())
    seen = {identity(d) for d in _quick(home)}
    return tuple(d for d in found.diagnostics if identity(d) not in seen)


def searched_plainly(home: str) -> Any:
    """The subject of a search, as plain data, for another process."""
    return FINDINGS.encode(searched(Path(home)))


def from_plain(data: Any) -> tuple[Diagnostic, ...]:
    """The findings of a search from plain data."""
    found: tuple[Diagnostic, ...] = FINDINGS.decode(data)
    return found


def _quick(home: Path) -> Iterable[Diagnostic]:
    """The findings with each key, for all texts of a work."""
    for file in everything_in(home):
        for diagnostics in problems_of(file.path).values():
            yield from diagnostics


def _silently(name: str) -> None:
    """Nobody watches the progress of a search behind an editor."""
